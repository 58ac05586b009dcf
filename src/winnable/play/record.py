"""Records: a whole game as text, to keep, share and read in ten years.

A header of tags, then numbered moves with comments in braces, side lines in parentheses, and a
star at the end. `docs/record.md` specifies the format.

>>> print(SHORT := Record.of(Session.new("golf-relaxed", 7)), end="")
[Winnable "1"]
[Game "golf-relaxed"]
[Deal "7"]
[Result "unfinished"]
<BLANKLINE>
*
>>> parse_record(str(SHORT)) == SHORT
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from winnable.deals import parse_deal_number, parse_deck
from winnable.errors import NotationError, RecordError, quote
from winnable.l10n import t
from winnable.moves import Move, parse_move
from winnable.play.autoplay import Autoplay
from winnable.play.board_notation import board_text, parse_board
from winnable.play.session import Session
from winnable.position import Position
from winnable.rules import Game, IllegalMoveError, find_game

__all__ = ["MoveNode", "Record", "Variation", "parse_record"]

VERSION = "1"
MAX_DEPTH = 30
"""How deep side lines may nest."""
_MAX_MOVED = 10_000
"""Moves of side lines that are kept when the moves beside which they stood are no longer made.

Each gets all the moves before it, so without a limit a record could grow with its square.
"""

_TAG = re.compile(r'\s*\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.DOTALL)
_TOKEN = re.compile(r"\s*(?:(\{(?:[^}\\]|\\.)*\})|([()*])|([0-9]+\.)|([^\s(){}*]+))", re.DOTALL)
_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
_SPACE = re.compile(r"\s*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK = "\ufeff"
_WIDTH = 80


def _folded(text: str) -> str:
    """White space in comments and tags only separates words."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Variation:
    """A sequence of moves, and a comment before the first."""

    nodes: tuple[MoveNode, ...] = ()
    comment: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", _folded(self.comment))


@dataclass(frozen=True, slots=True)
class MoveNode:
    """A move, its automatic moves, a comment, and side lines that replace it."""

    move: Move
    automoves: tuple[Move, ...] = ()
    comment: str = ""
    variations: tuple[Variation, ...] = ()
    """Side lines: each begins with another move in place of this one."""

    def __post_init__(self) -> None:
        if not all(line.nodes for line in self.variations):
            raise RecordError(t("notation.record.empty_line"))
        object.__setattr__(self, "comment", _folded(self.comment))


@dataclass(frozen=True)
class Record:
    """A game: tags, and the line that was played."""

    tags: Mapping[str, str]
    main_line: Variation = field(default_factory=Variation)

    def __post_init__(self) -> None:
        for name in self.tags:
            if not _TAG_NAME.fullmatch(name):
                raise RecordError(t("notation.record.tag_name", text=quote(name)))
        folded = {name: _folded(value) for name, value in self.tags.items()}
        object.__setattr__(self, "tags", MappingProxyType({"Winnable": VERSION} | folded))

    def __hash__(self) -> int:
        return hash((frozenset(self.tags.items()), self.main_line))

    def __reduce__(self) -> tuple[type[Record], tuple[dict[str, str], Variation]]:
        # A mapping proxy cannot be pickled.
        return type(self), (dict(self.tags), self.main_line)

    @classmethod
    def of(
        cls,
        session: Session,
        tags: Mapping[str, str] = MappingProxyType({}),
        earlier: Record | None = None,
    ) -> Record:
        """The record of the steps made in a session, with further tags.

        From an earlier record of the same game it takes over what people wrote there: their tags,
        and the comments and side lines of every move up to the first that differs. The side lines
        of later moves stand beside that one, with the moves that led to them.
        """
        if reserved := _SESSION_TAGS & set(tags):
            raise RecordError(t("notation.record.reserved", tag=min(reserved)))
        own = _session_tags(session)
        result = {"Result": own.pop("Result")}
        nodes = [MoveNode(step.move, step.automoves) for step in session.steps]
        if earlier is None:
            return cls(own | dict(tags) | result, Variation(tuple(nodes)))
        theirs = {name: value for name, value in earlier.tags.items() if name not in _SESSION_TAGS}
        for at, (old, new) in enumerate(zip(earlier.main_line.nodes, nodes, strict=False)):
            if (old.move, old.automoves) != (new.move, new.automoves):
                lines = _side_lines(earlier.main_line.nodes[at:])
                nodes[at] = replace(new, variations=lines)
                break
            nodes[at] = old
        line = Variation(tuple(nodes), earlier.main_line.comment)
        return cls(own | theirs | dict(tags) | result, line)

    @property
    def is_annotated(self) -> bool:
        """Whether it tells more than its session: tags of one's own, comments, side lines."""
        line = self.main_line
        return bool(
            line.comment
            or not _SESSION_TAGS.issuperset(self.tags)
            or any(node.comment or node.variations for node in line.nodes)
        )

    @property
    def game(self) -> Game:
        """The game that was played."""
        return find_game(self._tag("Game"))

    def session(self, game: Game | None = None) -> Session:
        """A session at the end of the line. Every move of every line is checked.

        The tag Game names one of our games; any other game has to be passed.
        """
        session = self._start(game or self.game)
        _replay(session, self.main_line)
        return session

    def _tag(self, name: str) -> str:
        try:
            return self.tags[name]
        except KeyError:
            raise RecordError(t("notation.record.no_tag", tag=name)) from None

    def _start(self, game: Game) -> Session:
        given = [name for name in ("Deal", "Deck", "Board") if name in self.tags]
        if len(given) != 1:
            raise RecordError(t("notation.record.one_start"))
        try:
            autoplay = Autoplay(self.tags.get("Autoplay", "off"))
        except ValueError:
            raise RecordError(t("notation.record.autoplay")) from None
        (name,) = given
        text = self.tags[name]
        if name == "Deal":
            return Session(game, deal=parse_deal_number(text), autoplay=autoplay)
        if name == "Deck":
            return Session(game, deal=parse_deck(text), autoplay=autoplay)
        return Session(game, parse_board(game, text.replace("/", "\n")), autoplay=autoplay)

    def __str__(self) -> str:
        tags = [f'[{name} "{_escaped(value, chr(34))}"]' for name, value in self.tags.items()]
        return "\n".join([*tags, "", *_filled([*_line_tokens(self.main_line, 1), "*"])]) + "\n"


def _side_lines(dropped: Sequence[MoveNode]) -> tuple[Variation, ...]:
    """The side lines of moves that are no longer made, each with those before it."""
    plain = tuple(replace(node, variations=()) for node in dropped)
    lines: list[Variation] = []
    room = _MAX_MOVED
    for at, node in enumerate(dropped):
        for line in node.variations:
            room -= at + len(line.nodes)
            if room < 0:
                return tuple(lines)
            lines.append(replace(line, nodes=plain[:at] + line.nodes))
    return tuple(lines)


_SESSION_TAGS = {"Winnable", "Game", "Deal", "Deck", "Board", "Autoplay", "Result"}
"""Tags that follow from the session."""


def _session_tags(session: Session) -> dict[str, str]:
    tags = {"Winnable": VERSION, "Game": session.game.slug, **_deal_tag(session)}
    if session.autoplay is not Autoplay.OFF and session.game.has_autoplay:
        tags["Autoplay"] = session.autoplay.value
    tags["Result"] = "won" if session.is_won else "stuck" if session.is_stuck else "unfinished"
    return tags


def _deal_tag(session: Session) -> dict[str, str]:
    if isinstance(session.deal, int):
        return {"Deal": str(session.deal)}
    if session.deal is not None:
        return {"Deck": " ".join(map(str, session.deal))}
    return {"Board": " / ".join(board_text(session.game, session.start).splitlines())}


def _replay(session: Session, line: Variation) -> None:
    """Make the moves of the main line, and check its side lines on the way."""
    for number, node in enumerate(line.nodes, 1):
        _check_variations(session.game, session.position, node, (_move_name(number),))
        try:
            session.make(node.move, node.automoves)
        except IllegalMoveError as error:
            raise RecordError(
                t("notation.record.at_move", where=_move_name(number), why=error)
            ) from None


def _move_name(number: int) -> str:
    return t("notation.record.move", number=str(number))


def _check_variations(game: Game, start: Position, node: MoveNode, trail: tuple[str, ...]) -> None:
    for sideline in node.variations:
        position = start
        for number, other in enumerate(sideline.nodes, 1):
            where = (*trail, t("notation.record.side_line_move", number=str(number)))
            _check_variations(game, position, other, where)
            try:
                for move in (other.move, *other.automoves):
                    position = game.apply(position, move)
            except IllegalMoveError as error:
                raise RecordError(
                    t("notation.record.at_move", where=", ".join(where), why=error)
                ) from None


# -- writing --------------------------------------------------------------------------------------


def _escaped(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace(end, "\\" + end)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _line_tokens(line: Variation, number: int) -> Iterator[str]:
    if line.comment:
        yield "{" + _escaped(line.comment, "}") + "}"
    for count, node in enumerate(line.nodes, number):
        yield f"{count}. {node.move}"
        yield from (f"+{move}" for move in node.automoves)
        if node.comment:
            yield "{" + _escaped(node.comment, "}") + "}"
        for sideline in node.variations:
            tokens = list(_line_tokens(sideline, count))
            tokens[0] = f"({tokens[0]}"
            tokens[-1] += ")"
            yield from tokens


def _filled(tokens: list[str]) -> Iterator[str]:
    """The tokens in lines; a comment longer than a line is not broken."""
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _WIDTH:
            yield line
            line = token
        else:
            line = f"{line} {token}" if line else token
    yield line


# -- reading --------------------------------------------------------------------------------------


def parse_record(text: str) -> Record:
    r"""Read a record; RecordError says what is wrong and where.

    The moves are read but not played: `Record.session` does that.

    >>> parse_record('[Winnable "1"] [Game "freecell"] [Deal "1"] 1. t1c1')
    Traceback (most recent call last):
    winnable.errors.RecordError: the record breaks off: it has to end with *
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    tags: dict[str, str] = {}
    at = 0
    while match := _TAG.match(text, at):
        if match[1] in tags:
            raise _error_at(text, at, t("notation.record.twice", tag=match[1][:30]))
        tags[match[1]] = _unescaped(match[2])
        at = match.end()
    if tags and text.startswith("[", _skip_space(text, at)):
        raise _error_at(text, at, t("notation.record.not_a_tag"))
    version = tags.get("Winnable")
    if version is None:
        raise RecordError(t("notation.record.not_a_record"))
    if version.strip() != VERSION:
        raise RecordError(t("notation.record.version", version=quote(version), known=VERSION))
    return Record(tags, _Reader(text, at).read())


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _line_number(text: str, at: int) -> int:
    """The line, counted from 1 as editors count, of what comes at a place or after its space."""
    return 1 + sum(1 for _ in _LINE_END.finditer(text, 0, _skip_space(text, at)))


def _error_at(text: str, at: int, what: str) -> RecordError:
    return RecordError(t("notation.record.at_line", line=str(_line_number(text, at)), why=what))


class _Draft:
    """A line that is being read."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.comment: list[str] = []
        self.nodes: list[tuple[Move, list[Move], list[str], list[Variation]]] = []

    def line(self) -> Variation:
        return Variation(
            tuple(
                MoveNode(move, tuple(autos), " ".join(comment), tuple(variations))
                for move, autos, comment, variations in self.nodes
            ),
            " ".join(self.comment),
        )


class _Reader:
    """Reads the moves. It has its own stack, so that deep nesting cannot exhaust Python's."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.stack = [_Draft(at)]

    def error(self, what: str, at: int) -> RecordError:
        return _error_at(self.text, at, what)

    def read(self) -> Variation:
        while match := _TOKEN.match(self.text, self.at):
            start, self.at = match.start(match.lastindex or 0), match.end()
            comment, sign, _number, word = match.groups()
            draft = self.stack[-1]
            if comment:
                comments = draft.nodes[-1][2] if draft.nodes else draft.comment
                comments.append(_unescaped(comment[1:-1]))
            elif sign == "*":
                return self._end(start)
            elif sign:
                self._bracket(sign, start)
            elif word:
                self._move(word, start)
        rest = self.text[self.at :].strip()
        if rest.startswith("{"):
            raise self.error(t("notation.record.open_comment"), self.at)
        if rest:
            raise self.error(t("notation.record.unexpected", text=quote(rest)), self.at)
        raise RecordError(t("notation.record.breaks_off"))

    def _end(self, start: int) -> Variation:
        if len(self.stack) > 1:
            begun = self.stack[-1].start
            raise self.error(t("notation.record.open_line"), begun)
        if _TAG.match(self.text, self.at):
            line = _line_number(self.text, self.at)
            raise RecordError(t("notation.record.several", line=str(line)))
        if self.text[self.at :].strip():
            raise self.error(t("notation.record.after_end"), self.at)
        return self.stack[0].line()

    def _bracket(self, sign: str, start: int) -> None:
        draft = self.stack[-1]
        if sign == "(":
            if not draft.nodes:
                raise self.error(t("notation.record.line_first"), start)
            if len(self.stack) > MAX_DEPTH:
                raise self.error(t("notation.record.too_deep", count=MAX_DEPTH), start)
            self.stack.append(_Draft(start))
            return
        if len(self.stack) == 1 or not draft.nodes:
            raise self.error(t("notation.record.nothing_to_close"), start)
        self.stack.pop()
        self.stack[-1].nodes[-1][3].append(draft.line())

    def _move(self, word: str, start: int) -> None:
        nodes = self.stack[-1].nodes
        try:
            move = parse_move(word.removeprefix("+"))
        except NotationError as error:
            raise self.error(str(error), start) from None
        if not word.startswith("+"):
            nodes.append((move, [], [], []))
        elif not nodes or nodes[-1][2] or nodes[-1][3]:
            raise self.error(t("notation.record.automatic_move"), start)
        else:
            nodes[-1][1].append(move)


def is_record(text: str) -> bool:
    """Whether a text is meant as a record, even a broken one."""
    return text.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith("[")
