"""What the handouts ask of the programs' code, and what a first-year student can expect of it."""

import ast
from collections.abc import Iterator

import pytest
from programs import ENTRIES, FILES, program_file

every_program = pytest.mark.parametrize("program", FILES)

REQUIRED = {
    "aces_up": "init_game deal_to_tableau validate_move_to_foundation move_to_foundation "
    "validate_move_within_tableau move_within_tableau check_for_win display get_option main",
    "bakers_game": "setup_game display_game valid_fnd_move valid_tab_move tableau_to_cell "
    "tableau_to_foundation tableau_to_tableau cell_to_foundation cell_to_tableau is_winner main",
    "easthaven": "play",
    "freecell": "main",
    "golf_relaxed": "play",
}


def source(program: str) -> str:
    return program_file(program).read_text(encoding="utf-8")


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@every_program
def test_required_functions(program: str) -> None:
    names = {function.name for function in functions(ast.parse(source(program)))}
    assert set(REQUIRED[program].split()) <= names


@every_program
def test_every_function_has_a_docstring_and_none_is_nested(program: str) -> None:
    for function in functions(ast.parse(source(program))):
        assert ast.get_docstring(function), function.name
        assert list(functions(function)) == [function], function.name


@every_program
def test_no_function_touches_a_global_variable(program: str) -> None:
    tree = ast.parse(source(program))
    assigned = {
        name.id
        for node in tree.body
        for name in ast.walk(node)
        if not isinstance(node, ast.FunctionDef)
        and isinstance(name, ast.Name)
        and isinstance(name.ctx, ast.Store)
    }
    assert assigned
    assert all(name.isupper() for name in assigned)
    assert not any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(tree))


@every_program
def test_nothing_is_imported_but_cards_and_what_computes(program: str) -> None:
    nodes = list(ast.walk(ast.parse(source(program))))
    assert not any(isinstance(node, ast.ImportFrom) for node in nodes)
    imported = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    assert {"cards"} <= imported <= {"cards", "itertools"}


@every_program
def test_the_program_ends_by_starting_the_game(program: str) -> None:
    code, _, _ = source(program).partition("\n# Questions\n")
    assert code.endswith(f'\n\n\nif __name__ == "__main__":\n    {ENTRIES[program]}()\n')


@every_program
def test_a_comment_at_the_top_describes_the_program(program: str) -> None:
    lines = source(program).splitlines()
    header = lines[: lines.index("")]
    assert header[0] == header[-1] == "#" * 79
    assert all(line.startswith("#") for line in header)
    assert "#   Algorithm" in header
    if program in ("easthaven", "golf_relaxed"):
        assert any(line.startswith("#   Section: ") for line in header)
        assert any(line.startswith("#   Date: ") for line in header)
        assert any(line.startswith("#   Programming Project #9: ") for line in header)
