"""What can be said about a program from its text alone: functions, globals, nesting, its Python.

Run inside the sandbox: a text can be made to exhaust the parser. Only the standard library.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Iterator
from typing import Any

__all__ = ["source_facts"]

_MOST_TEXTS = 500
_LONGEST = 400


def source_facts(source: str, file: str) -> dict[str, Any]:
    """The facts as JSON. A text that is not Python 3 has only `syntax_error` and `is_python_2`."""
    try:
        tree = ast.parse(source, filename=file)
        table = symtable.symtable(source, file, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 0
        lines = source.split("\n")
        return {
            "syntax_error": str(getattr(error, "msg", None) or error or type(error).__name__),
            "line": line,
            "text": lines[line - 1].strip()[:_LONGEST] if 0 < line <= len(lines) else "",
            "is_python_2": _is_python_2(source),
        }
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {
        "syntax_error": None,
        "is_python_2": _calls_raw_input(tree),
        "functions": {node.name: _parameters(node) for node in functions},
        "without_docstring": [node.name for node in functions if ast.get_docstring(node) is None],
        "nested": list(_nested(tree)),
        "globals": list(_global_variables(tree, table)),
        "classes": [node.name for node in tree.body if isinstance(node, ast.ClassDef)],
        "imports": sorted(_imports(tree)),
        "has_comment": bool(re.search(r"^\s*#", source, re.MULTILINE))
        or bool(ast.get_docstring(tree)),
        "texts": sorted(_texts(tree))[:_MOST_TEXTS],
        "names": sorted({node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}),
    }


def _parameters(node: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*node.args.posonlyargs, *node.args.args)]


def _texts(tree: ast.Module) -> set[str]:
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value[:80] for value in constants if isinstance(value, str)}


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _nested(node: ast.AST, outer: str = "") -> Iterator[dict[str, Any]]:
    """Functions that are defined inside functions. Methods are not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            if outer and not isinstance(node, ast.ClassDef):
                yield {"function": outer, "name": child.name, "line": child.lineno}
            yield from _nested(child, child.name)
        else:
            yield from _nested(child, outer)


def _global_variables(tree: ast.Module, table: symtable.SymbolTable) -> Iterator[dict[str, Any]]:
    """Global variables that functions use.

    A name in capitals is a constant, and so is one that is bound once to an immutable value.
    """
    variables = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() and not symbol.is_imported() and not symbol.is_namespace()
    }
    variables = {name for name in variables if not name.isupper() and name not in _fixed(tree)}
    lines: dict[tuple[str, str], int] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Name):
                    use = (node.id, function.name)
                    lines[use] = min(node.lineno, lines.get(use, node.lineno))
    seen = set()
    for function_name, scope in _function_scopes(table, ""):
        for symbol in scope.get_symbols():
            name = symbol.get_name()
            changes = symbol.is_declared_global() and symbol.is_assigned()
            use = (name, function_name)
            if use not in seen and (changes or (name in variables and symbol.is_global())):
                seen.add(use)
                line = lines.get(use, scope.get_lineno())
                yield {"function": function_name, "name": name, "line": line}


_INSIDE_OTHERS = {"listcomp", "setcomp", "dictcomp", "genexpr", "lambda"}


def _function_scopes(
    table: symtable.SymbolTable, outer: str
) -> Iterator[tuple[str, symtable.SymbolTable]]:
    """The scopes of functions by name; what stands inside a function belongs to it."""
    for child in table.get_children():
        name = outer
        if child.get_type() == "function":
            name = outer if child.get_name() in _INSIDE_OTHERS else child.get_name()
            if name:
                yield name, child
        yield from _function_scopes(child, name)


def _fixed(tree: ast.Module) -> set[str]:
    """Module-level names that are bound once, to something immutable."""
    bound: dict[str, list[ast.expr | None]] = {}
    for node in _outside_functions(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        bound.setdefault(name.id, []).append(node.value)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr):
            value = node.value if isinstance(node, ast.AnnAssign) else None
            for name in ast.walk(node.target):
                if isinstance(name, ast.Name):
                    bound.setdefault(name.id, []).append(value)
    return {name for name, values in bound.items() if len(values) == 1 and _is_immutable(values[0])}


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield child
            yield from _outside_functions(child)


def _is_immutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(_is_immutable, value.elts))
    if isinstance(value, ast.BinOp):
        return _is_immutable(value.left) and _is_immutable(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_immutable(value.operand)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in ("frozenset", "namedtuple", "range")
    return isinstance(value, ast.Constant | ast.JoinedStr | ast.Lambda)


# -- Python 2 -------------------------------------------------------------------------------------

_STRING_OR_COMMENT = re.compile(
    r"""
    (?P<prefix>\b[rRuUbBfF]{1,2})?
    (?: \"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z)
    |   '{3}(?:\\.|[^\\])*?(?:'{3}|\Z)
    |   "(?:\\.|[^"\\\n])*(?:"|$)
    |   '(?:\\.|[^'\\\n])*(?:'|$)
    )
    | \#[^\n]*
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_PRINT_STATEMENT = re.compile(r"(?:^|[;:])[ \t]*print\b[ \t]*(?P<values>[^\s(=.,;)][^;\n]*)", re.M)
_ONLY_PYTHON_2 = re.compile(
    r"\braw_input[ \t]*\("
    r"|^[ \t]*except[ \t]+[\w.]+[ \t]*,[ \t]*[a-z_]\w*[ \t]*:"
    r"|^[ \t]*raise[ \t]+[\w.]+[ \t]*,"
    r"|`[^`\n]+`|[\w\])][ \t]*<>[ \t]*[\w(\[-]",
    re.MULTILINE,
)
_ONLY_PYTHON_3 = re.compile(r"\bFORMATTED\b|\bnonlocal\b|\bprint[ \t]*\(.*\b(?:end|sep)[ \t]*=")


def _is_python_2(source: str) -> bool:
    """Whether a text that Python 3 cannot read is for Python 2, and not just wrong.

    Strings and comments may be about anything, so they do not count.
    """

    def placeholder(found: re.Match[str]) -> str:
        if found[0].startswith("#"):
            return ""
        return "FORMATTED" if "f" in (found["prefix"] or "").lower() else "TEXT"

    code = _STRING_OR_COMMENT.sub(placeholder, source)
    if _ONLY_PYTHON_3.search(code):
        return False
    prints = (found["values"] for found in _PRINT_STATEMENT.finditer(code))
    return bool(_ONLY_PYTHON_2.search(code)) or any(map(_are_values, prints))


def _are_values(text: str) -> bool:
    """Whether a text, without its last comma, is what a print statement can print."""
    try:
        ast.parse(f"print({text.removeprefix('>>').strip().removesuffix(',')})")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _calls_raw_input(tree: ast.Module) -> bool:
    """Whether a program that Python 3 can read still needs Python 2, and not either of the two."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) or (
            isinstance(node, ast.Name)
            and node.id == "raw_input"
            and isinstance(node.ctx, ast.Store)
        ):
            names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            if "raw_input" in names:
                return False
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Name) and function.id == "raw_input" for function in calls)
