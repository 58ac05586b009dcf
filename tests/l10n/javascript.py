"""JavaScript as tokens, as far as tests about its texts need it."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<word>[\w$#]+)
  | (?P<sign>===|!==|=>|\?\?=?|\?\.(?=\D)|\.\.\.|&&|\|\||==|!=|<=|>=|\+\+|--|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_BEFORE_REGEX = frozenset("(,=:[!&|?{};") | {"=>", "&&", "||", "??", "return", "===", ""}
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class Token(NamedTuple):
    """``text`` is what a literal says; of a template, ``parts`` are the pieces between values."""

    kind: str  # "text", "template", "word", "sign", "regex"
    text: str
    line: int
    parts: tuple[str, ...] = ()


def tokens_of(source: str) -> list[Token]:
    """The tokens, with those in a template's values after the template itself."""
    found: list[Token] = []
    at, line = 0, 1
    while at < len(source):
        end, new = _next(source, at, line, found[-1].text if found else "")
        found += new
        line += source.count("\n", at, end)
        at = end
    return found


def _next(source: str, at: int, line: int, before: str) -> tuple[int, list[Token]]:
    if source[at] == "`":
        return _template(source, at, line)
    if before in _BEFORE_REGEX and (regex := _REGEX.match(source, at)):
        return regex.end(), [Token("regex", regex[0], line)]
    found = _TOKEN.match(source, at)
    assert found is not None
    assert found.lastgroup is not None
    if found.lastgroup == "space":
        return found.end(), []
    text = _unescape(found[0][1:-1]) if found.lastgroup == "text" else found[0]
    return found.end(), [Token(found.lastgroup, text, line)]


def _template(source: str, start: int, line: int) -> tuple[int, list[Token]]:
    parts, inner, piece, at = [], [], "", start + 1
    while source[at] != "`":
        if source.startswith("${", at):
            parts.append(piece)
            piece, end = "", _end_of_value(source, at + 2)
            value = source[at + 2 : end]
            inner += [
                Token(token.kind, token.text, token.line + line - 1, token.parts)
                for token in tokens_of(value)
            ]
            at = end + 1
        else:
            length = 2 if source[at] == "\\" else 1
            piece += _unescape(source[at : at + length])
            at += length
    parts.append(piece)
    # The values are set apart, so that they belong to no call or property outside.
    wrapped = [Token("sign", "(", line), *inner, Token("sign", ")", line)] if inner else []
    return at + 1, [Token("template", "".join(parts), line, tuple(parts)), *wrapped]


def _end_of_value(source: str, at: int) -> int:
    """Where the brace is that closes a template's value."""
    depth = 0
    while depth or source[at] != "}":
        if source[at] == "`":
            at, _ = _template(source, at, 1)
            continue
        if source[at] in "\"'":
            found = _TOKEN.match(source, at)
            assert found is not None
            at = found.end()
            continue
        depth += (source[at] == "{") - (source[at] == "}")
        at += 1
    return at


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), text)


class Frame:
    """An open bracket: whose it is, and where in it we are."""

    def __init__(self, callee: str = "") -> None:
        self.callee = callee
        self.argument = 0
        self.name = ""
        """The property, variable or field whose value comes here."""
        self.length = 0
        """Tokens since the last comma or semicolon."""


class Use(NamedTuple):
    """A literal, and where it stands."""

    token: Token
    at: int
    names: tuple[str, ...]
    """The properties and variables whose value it is part of, the innermost first."""
    calls: tuple[tuple[str, int], ...]
    """The functions that get it, the innermost first, and as which argument."""

    @property
    def name(self) -> str:
        """The property or variable whose value it is."""
        return self.names[0]


def uses_of(tokens: list[Token]) -> list[Use]:
    """All literals with their contexts."""
    uses: list[Use] = []
    stack = [Frame()]
    for index, token in enumerate(tokens):
        frame = stack[-1]
        if token.kind in ("text", "template"):
            names = tuple(each.name for each in reversed(stack))
            calls = tuple((each.callee, each.argument) for each in reversed(stack) if each.callee)
            uses.append(Use(token, index, names, calls))
        if token.kind != "sign":
            frame.length += 1
        elif token.text in _OPENING:
            stack.append(Frame(_callee(tokens, index) if token.text == "(" else ""))
        elif token.text in _CLOSING:
            stack.pop()
            stack[-1].length += 1
            if token.text == "}" and not stack[-1].name:
                stack[-1].length = 0  # the end of a block
        elif token.text in (",", ";"):
            frame.argument += token.text == ","
            frame.name, frame.length = "", 0
        elif (token.text == ":" and frame.length == 1) or token.text == "=":
            frame.name = tokens[index - 1].text
            frame.length += 1
        else:
            frame.length += 1
    return uses


def properties_of(tokens: list[Token], opening: int) -> set[str] | None:
    """The names in the object that starts at a brace; None if it is spread from elsewhere."""
    names: set[str] = set()
    depth, is_start = 0, True
    for token in tokens[opening + 1 :]:
        is_sign = token.kind == "sign"
        if is_sign and token.text in _CLOSING:
            if not depth:
                return names
            depth -= 1
        elif is_start and not depth:
            if token.text == "...":
                return None
            names.add(token.text)
        depth += is_sign and token.text in _OPENING
        is_start = is_sign and token.text == "," and not depth
    return names


def _callee(tokens: list[Token], opening: int) -> str:
    """The name of the function that is called: ``console.error``, or ``.closest`` of a value."""
    name, at = "", opening - 1
    while at >= 0 and (tokens[at].kind == "word" or tokens[at].text in (".", "?.")):
        name = tokens[at].text + name
        at -= 1
        if tokens[at + 1].kind == "word" and tokens[at].text not in (".", "?."):
            break
    return name.replace("?.", ".")
