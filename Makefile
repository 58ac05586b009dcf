# `make play` and `make test` set up everything in .venv and leave the system's Python alone. As root,
# `make test` also installs the programs that the tests need: see peers. All paths are relative, so
# that the folder's name may contain a space.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/ready

.PHONY: play test test-all lint bench audit peers clean

play: $(READY)
	@$(VENV)/bin/winnable

test: lint peers
	$(PY) -m pytest -n 2 -m "not heavy"

test-all: lint peers
	$(PY) -m pytest -n 2

lint: $(READY)
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

# Compares the solver with others: about twenty minutes, and benchmarks/RESULTS.md is rewritten.
# A part of it, or a quick look: make bench BENCH="freecell --quick"; see benchmarks/README.md.
bench: $(READY) peers
	$(PY) -m benchmarks $(BENCH)

# Asks a public register whether any dependency has known vulnerabilities; it needs the network.
audit: $(READY)
	$(PY) -m pip install --quiet --disable-pip-version-check pip-audit
	$(PY) -m pip_audit --skip-editable

# Programs that the tests need. Without the rights to install them the tests that need them are
# skipped, loudly; with CI set they fail instead.
peers:
	@sh tools/install-peers

$(READY): pyproject.toml setup.py $(wildcard src/winnable/solver/native/*.p[yx][xd])
	@command -v "$(PYTHON)" >/dev/null 2>&1 || \
		{ echo "$(PYTHON) was not found: install Python 3.11 or newer, or name it: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Winnable needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || \
		{ echo "$(PYTHON) cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
