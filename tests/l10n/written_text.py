"""Texts for people that are written into the code: what looks like words, where words are shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from l10n.javascript import Use, uses_of
from l10n.string_uses import javascript_tokens

VALUE = "\0"
"""Stands for a value in a text that is put together."""

_LETTERS = r"[^\W\d_]"
_PHRASE = re.compile(rf"{_LETTERS}{{2,}}[.,:;!?…]? +[“(\"'−]?(?:{_LETTERS}{{2,}}|{VALUE}|\d)")
_AFTER_VALUE = re.compile(rf"{VALUE}[.,:;!?)]? +{_LETTERS}{{2,}}")
_WORD = re.compile(rf"[A-ZÄÖÜ]{_LETTERS}*[a-zäöüß][.:!?…]*")
_MARKUP = re.compile(
    r"<[^<>]*>|^[\w-]+: [\w-]+(?:/[\w+-]+)?$|^\w+/[\w.+-]+;.*|</?\w+[^<>]*$|^[^<>]*/>"
)
"""Tags of SVG and HTML, headers and types of contents."""
_CAMEL_CASE = re.compile(r"[A-Z]?[a-z]+[A-Z]\w*")


def is_text(text: str) -> bool:
    """Words with spaces between them, or a single word as a label has it: ``Undo``."""
    text = _MARKUP.sub("", text)
    if _PHRASE.search(text) or _AFTER_VALUE.search(text):
        return True
    return bool(_WORD.fullmatch(text)) and not _CAMEL_CASE.fullmatch(text)


# -- JavaScript ------------------------------------------------------------------------------------

_KEYS = {
    "Enter",
    "Escape",
    "Esc",
    "Ctrl",
    "Home",
    "End",
    "Delete",
    "Backspace",
    "Tab",
    "Space",
    "Control",
    "Shift",
}
_NAMES = {"Winnable", "Accept", "GET", "POST", "PUT", "DELETE", "Landlock", "Files"}
_NOT_SHOWN = {
    *("class", "className", "d", "viewBox", "transform", "points", "id", "style", "rel", "key"),
    *("accept", "autocomplete", "credentials", "easing", "fill", "stroke", "data-action", "code"),
}
"""Properties and attributes that nobody reads."""
_LABELS = {"aria-label", "title", "placeholder", "label", "alt", "textContent", "aria-description"}
_CALLS_NOT_SHOWN = re.compile(
    r"""(?:^|\.)(?:querySelector|querySelectorAll|closest|matches|getElementById|createElement\w*
    |icon|matchMedia|setProperty|import|Error|TypeError|RangeError|error|warn|animate|emit|split
    |has|get|RegExp|getPropertyValue|removeAttribute|hasAttribute|toggleAttribute|add|remove|toggle
    |startsWith)$""",
    re.VERBOSE,
)


def in_javascript(path: Path) -> list[str]:
    """The texts for people in a module, with their lines."""
    tokens = javascript_tokens(path)
    return [
        f"{path.name}:{use.token.line}: {_shown(use)}"
        for use in uses_of(tokens)
        if _is_javascript_text(use) and not _is_data(use, tokens)
    ]


def _shown(use: Use) -> str:
    return VALUE.join(use.token.parts).replace(VALUE, "…") if use.token.parts else use.token.text


def _is_javascript_text(use: Use) -> bool:
    text = VALUE.join(use.token.parts) if use.token.parts else use.token.text
    if use.name in _LABELS and re.search(rf"{_LETTERS}{{2,}}", text.replace(VALUE, "")):
        return True
    return is_text(text)


def _is_data(use: Use, tokens: list) -> bool:  # type: ignore[type-arg]
    before = tokens[use.at - 1].text if use.at else ""
    after = tokens[use.at + 1].text if use.at + 1 < len(tokens) else ""
    return (
        use.token.text in _KEYS | _NAMES
        or use.name in _NOT_SHOWN
        or any(name in _NOT_SHOWN for name in use.names[:2])
        or before in ("===", "!==", "case", "from", "import")
        or after in ("===", "!==")
        or (after == ":" and before in ("{", ","))  # the name of a property
        or any(_CALLS_NOT_SHOWN.search(call) for call, _ in use.calls[:1])
        or use.calls[:1] in ((("t", 0),), (("el", 0),), (("svg", 0),))
    )


# -- markup ----------------------------------------------------------------------------------------


def in_markup(path: Path) -> list[str]:
    """The texts and labels in a page that are not taken from the files of texts."""
    page = re.sub(r"<!--.*?-->|<(script|style|code)\b.*?</\1>", "", path.read_text(), flags=re.S)
    pieces = re.findall(r">([^<]+)<", page)
    pieces += re.findall(r'\b(?:title|aria-label|alt|placeholder)="([^"]*)"', page)
    pieces += re.findall(r'<meta name="description" content="([^"]*)"', page)
    pieces = [re.sub(r"{{t:[\w.]+}}", "", piece).strip() for piece in pieces]
    return [piece for piece in pieces if re.search(_LETTERS, piece) and piece != "Winnable"]


# -- Python ----------------------------------------------------------------------------------------

_INTERNAL_ERRORS = {
    *("AssertionError", "RuntimeError", "TypeError", "NotImplementedError", "KeyError"),
    *("LookupError", "IndexError", "AttributeError", "ImportError"),
}
_KEYWORDS_NOT_SHOWN = {
    "help",  # of an option of a command, as in a decorator
    "examples",
    "classes",
    "style",
    "id",
    "name",
    "encoding",
    "border_style",
    "description",
}
_ASSIGNED_NOT_SHOWN = re.compile(r"CSS|_CSS|__all__|_DESCRIPTION$|ERRORS|_sql|BINDING_GROUP")
_PYTHON_CALLS_NOT_SHOWN = {
    "t",
    "log_error",
    "log",
    "warn",
    "getLogger",
    "compile",
    "Literal",
    "cast",
}


def in_python(path: Path) -> list[str]:
    """The texts for people in a module, with their lines."""
    finder = _Finder()
    finder.visit(ast.parse(path.read_text("utf-8")))
    return [f"{path.name}:{line}: {text.replace(VALUE, '…')}" for line, text in finder.found]


class _Finder(ast.NodeVisitor):
    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def _add(self, node: ast.expr, text: str) -> None:
        if is_text(text):
            self.found.append((node.lineno, text))

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._add(node, node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pieces = [
            str(piece.value) if isinstance(piece, ast.Constant) else VALUE for piece in node.values
        ]
        self._add(node, "".join(pieces))
        for piece in node.values:
            if isinstance(piece, ast.FormattedValue):
                self.visit(piece.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)

    def visit_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call) and _name(node.exc.func) in _INTERNAL_ERRORS:
            return
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if _name(node.func) == "_config":  # examples of requests
            return
        is_shown = _name(node.func) not in _PYTHON_CALLS_NOT_SHOWN
        for argument in node.args:
            if is_shown or not isinstance(argument, ast.Constant | ast.JoinedStr):
                self.visit(argument)
        self.visit(node.func)
        for keyword in node.keywords:
            if keyword.arg not in _KEYWORDS_NOT_SHOWN:
                self.visit(keyword.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value and not _ASSIGNED_NOT_SHOWN.search(ast.unparse(node.target)):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not _ASSIGNED_NOT_SHOWN.search(ast.unparse(node.targets[0])):
            self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        for part in (node.left, *node.comparators):
            if not isinstance(part, ast.Constant):
                self.visit(part)

    def visit_Dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.visit(value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Constant):
            self.visit(node.slice)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_function(node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name == "__repr__":
            return
        for part in (*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body):
            self.visit(part)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)


def _name(function: ast.expr) -> str:
    """The last name of what is called."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def find(paths: list[Path]) -> Iterator[tuple[Path, list[str]]]:
    """The texts in each file that has some."""
    for path in paths:
        read = {".py": in_python, ".js": in_javascript}.get(path.suffix, in_markup)
        yield path, read(path)
