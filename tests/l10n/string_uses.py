"""Which texts the programs ask for: keys as they stand in the code, and where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from l10n.javascript import Token, properties_of, tokens_of

import winnable

SOURCES = Path(winnable.__file__).parent
STATIC = SOURCES / "web" / "static"
PYTHON = sorted(path for path in SOURCES.rglob("*.py") if "child" not in path.parts)
JAVASCRIPT = sorted((STATIC / "js").glob("*.js"))
MARKUP = [STATIC / "index.html", *STATIC.glob("*.webmanifest")]


class Call(NamedTuple):
    """A call of ``t``: a whole key, or the beginning of one that is completed at run time."""

    key: str
    is_prefix: bool
    values: frozenset[str] | None
    """The names of its values; None where they are not written there."""
    where: str


@cache
def calls() -> list[Call]:
    """Every call of ``t`` in Python and JavaScript, and every place of a text in markup."""
    found = [call for path in PYTHON for call in _python_calls(path)]
    found += [call for path in JAVASCRIPT for call in _javascript_calls(path)]
    for path in MARKUP:
        keys = re.findall(r"{{t:([\w.]+)}}", path.read_text("utf-8"))
        found += [Call(key, False, frozenset(), path.name) for key in keys]
    return found


@cache
def literals() -> frozenset[str]:
    """Every text literal in Python and JavaScript: a key may be kept in a table."""
    found = set()
    for path in PYTHON:
        tree = ast.parse(path.read_text("utf-8"))
        found |= {node.value for node in ast.walk(tree) if _is_text(node)}  # type: ignore[attr-defined]
    for path in JAVASCRIPT:
        found |= {token.text for token in javascript_tokens(path) if token.kind == "text"}
    return frozenset(found)


@cache
def javascript_tokens(path: Path) -> list[Token]:
    return tokens_of(path.read_text("utf-8"))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _python_calls(path: Path) -> Iterator[Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id != "t" or not node.args:
            continue
        names = [keyword.arg for keyword in node.keywords]
        values = None if None in names else frozenset(name for name in names if name)
        where = f"{path.relative_to(SOURCES)}:{node.lineno}"
        for key, is_prefix in _keys(node.args[0]):
            yield Call(key, is_prefix, values, where)


def _keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """The keys that an expression may be; nothing of a key that is a variable."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, False
    elif isinstance(node, ast.JoinedStr) and _is_text(node.values[0]):
        yield node.values[0].value, True  # type: ignore[attr-defined]
    elif isinstance(node, ast.IfExp):
        yield from _keys(node.body)
        yield from _keys(node.orelse)


def _javascript_calls(path: Path) -> Iterator[Call]:
    tokens = javascript_tokens(path)
    for index, token in enumerate(tokens[:-3]):
        before = tokens[index - 1].text if index else ""
        if (token.kind, token.text, tokens[index + 1].text) != ("word", "t", "("):
            continue
        if before in (".", "function"):
            continue
        values = _javascript_values(tokens, index + 1)
        for key in _argument(tokens, index + 1):
            is_prefix = len(key.parts) > 1
            text = key.parts[0] if is_prefix else key.text
            yield Call(text, is_prefix, values, f"{path.name}:{token.line}")


def _argument(tokens: list[Token], opening: int) -> Iterator[Token]:
    """The literals that the first argument of a call may be: with ``? :`` there are two."""
    depth = 0
    for before, token in zip(tokens[opening:], tokens[opening + 1 :], strict=False):
        is_sign = token.kind == "sign"
        if is_sign and not depth and token.text in ",)":
            return
        if not depth and token.kind in ("text", "template") and before.text in "(?:":
            yield token
        depth += (is_sign and token.text in "([{") - (is_sign and token.text in ")]}")


def _javascript_values(tokens: list[Token], opening: int) -> frozenset[str] | None:
    """The names in the object that is a call's second argument."""
    depth = 0
    for index in range(opening + 1, len(tokens)):
        token = tokens[index]
        is_sign = token.kind == "sign"
        if is_sign and not depth and token.text == ")":
            return frozenset()
        if is_sign and not depth and token.text == ",":
            if tokens[index + 1].text == ")":
                return frozenset()
            names = properties_of(tokens, index + 1) if tokens[index + 1].text == "{" else None
            return None if names is None else frozenset(names)
        depth += (is_sign and token.text in "([{") - (is_sign and token.text in ")]}")
    return None
