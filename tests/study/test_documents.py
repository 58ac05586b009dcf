"""The code in docs/study.md and in the notebook does what it says, on a small study."""

import json
import re
from pathlib import Path

import matplotlib
import pytest
from study_runs import request, run

from winnable.study import DealRange

MEMORY = (2**19, 2**30)
"""So little first that some deals of FreeCell need a second attempt."""
DOCS = Path(__file__).parents[2] / "docs"


def cells(file: Path) -> list[str]:
    """The pieces of Python in a document, in order."""
    text = file.read_text("utf-8")
    if file.suffix == ".md":
        return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    notebook = json.loads(text)
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.fixture
def studies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The studies that the documents speak of, but small."""
    monkeypatch.chdir(tmp_path)
    run(tmp_path / "mine", request("freecell,bakers-game", DealRange(1, 30), memory=MEMORY))
    run(tmp_path / "five-games", request("all", DealRange(1, 12), states=20_000))


@pytest.mark.usefixtures("studies")
@pytest.mark.parametrize("file", ["study.md", "studies/notebook.ipynb"])
def test_the_code_runs(file: str) -> None:
    matplotlib.use("Agg")
    pieces = cells(DOCS / file)
    assert pieces
    names: dict[str, object] = {}
    for piece in pieces:
        exec(compile(piece, file, "exec"), names)
    assert names["results"].num_rows == 60  # type: ignore[attr-defined]


@pytest.mark.usefixtures("studies")
def test_the_query_on_the_files_runs() -> None:
    import duckdb

    query = re.findall(r"^```sql\n(.*?)^```", (DOCS / "study.md").read_text(), re.M | re.S)
    assert len(query) == 1
    assert list(Path().glob("mine/shards/freecell/*.attempt-2.parquet"))
    relation = duckdb.sql(query[0])
    assert relation is not None
    rows = relation.fetchall()
    assert sorted(deal for deal, _ in rows) == list(range(1, 31))
    assert {verdict for _, verdict in rows} == {"winnable"}
