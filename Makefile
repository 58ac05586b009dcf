# `make play` and `make test` set up everything in .venv and leave the system's Python alone. As root,
# `make test` also installs the programs that the tests need: see peers. All paths are relative, so
# that the folder's name may contain a space.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/ready

LOWEST := .venv-lowest

.PHONY: play test test-all test-lowest lint sanitize fuzz soak bench audit peers clean

play: $(READY)
	@$(VENV)/bin/winnable

# Three processes for two cores: half the time a test waits for a server, a browser or a terminal.
WORKERS ?= 3

# Bytecode is kept, even where the environment says otherwise: the tests start hundreds of programs.
test test-all test-lowest: export PYTHONDONTWRITEBYTECODE =

test: lint peers
	$(PY) -m pytest -n $(WORKERS) -m "not heavy"

test-all: lint peers
	$(PY) -m pytest -n $(WORKERS)

# The tests with the oldest dependencies that pyproject.toml allows, in a virtual environment of
# its own. A part of them: make test-lowest TESTS="tests/web tests/store"
test-lowest: $(READY) peers
	$(PY) -m pip install --quiet --disable-pip-version-check uv
	$(PY) -m uv venv --quiet --clear --python $(PY) $(LOWEST)
	$(PY) -m uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
		--editable '.[all,postgres,dev]'
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) -m "not heavy" -p no:cacheprovider $(TESTS)

# The kernels of solver and players, and what reaches them, with AddressSanitizer and
# UndefinedBehaviorSanitizer: ten minutes and more, with GCC.
sanitize: $(READY)
	@sh tools/sanitize $(PY) tests/solver tests/player tests/fuzz

# Fuzz targets for all that strangers can send, a minute each: see fuzz/README.md.
# Longer, or some of them: make fuzz SECONDS=600 TARGETS="records boards"
SECONDS ?= 60
fuzz: $(READY)
	$(PY) -m pip install --quiet --disable-pip-version-check atheris
	$(PY) -m fuzz --seconds $(SECONDS) $(TARGETS)

# A server for half an hour with a thousand players who come and go: is its memory flat, is any move
# lost? Shorter: make soak SOAK="--minutes 2 --players 100"
soak: $(READY)
	$(PY) -m benchmarks.soak $(SOAK)

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

$(READY): pyproject.toml setup.py $(wildcard src/winnable/*/native/*.p[yx][xd])
	@command -v "$(PYTHON)" >/dev/null 2>&1 || \
		{ echo "$(PYTHON) was not found: install Python 3.11 or newer, or name it: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Winnable needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || \
		{ echo "$(PYTHON) cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
