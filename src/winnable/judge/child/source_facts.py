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

_PYTHON_2 = re.compile(
    r"^[ \t]*print[ \t]+[\"'\w]|\braw_input[ \t]*\("
    r"|^[ \t]*except[ \t]+[\w.]+[ \t]*,[ \t]*\w+[ \t]*:"
    r"|^[ \t]*raise[ \t]+\w+[ \t]*,|<>",
    re.MULTILINE,
)
_MOST_TEXTS = 500


def source_facts(source: str, file: str) -> dict[str, Any]:
    """The facts as JSON. A text that is not Python 3 has only `syntax_error` and `is_python_2`."""
    try:
        tree = ast.parse(source, filename=file)
        table = symtable.symtable(source, file, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 0
        lines = source.splitlines()
        return {
            "syntax_error": str(getattr(error, "msg", None) or error or type(error).__name__),
            "line": line,
            "text": lines[line - 1].strip() if 0 < line <= len(lines) else "",
            "is_python_2": bool(_PYTHON_2.search(source)),
        }
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {
        "syntax_error": None,
        "is_python_2": _uses_raw_input(tree),
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


def _uses_raw_input(tree: ast.Module) -> bool:
    loaded = any(isinstance(node, ast.Name) and node.id == "raw_input" for node in ast.walk(tree))
    stored = any(
        isinstance(node, ast.Name) and node.id == "raw_input" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(tree)
    )
    return loaded and not stored


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _nested(tree: ast.Module) -> Iterator[dict[str, Any]]:
    """Functions that are defined inside functions. Methods are not."""
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef):
            for node in ast.walk(outer):
                if isinstance(node, ast.FunctionDef) and node is not outer:
                    yield {"function": outer.name, "name": node.name, "line": node.lineno}


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
    lines = {
        (node.id, function.name): node.lineno
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
    }
    for scope in _function_scopes(table):
        for symbol in scope.get_symbols():
            name = symbol.get_name()
            changes = symbol.is_declared_global() and symbol.is_assigned()
            if changes or (name in variables and symbol.is_global()):
                line = lines.get((name, scope.get_name()), scope.get_lineno())
                yield {"function": scope.get_name(), "name": name, "line": line}


def _function_scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        if child.get_type() == "function":
            yield child
        yield from _function_scopes(child)


def _fixed(tree: ast.Module) -> set[str]:
    """Module-level names that are bound once, to something immutable."""
    bound: dict[str, list[ast.expr | None]] = {}
    for node in _outside_functions(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        bound.setdefault(name.id, []).append(node.value)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For):
            for name in ast.walk(node.target):
                if isinstance(name, ast.Name):
                    bound.setdefault(name.id, []).append(None)
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
    return isinstance(value, ast.Constant | ast.JoinedStr)
