"""Standard FreeCell notation, for FreeCell, Baker's Game and their kin.

Columns are 1 to 8, cells a to d, home is h: `26 3a b5 4h ch`. How many cards go is implied: onto a
card as many as fit, onto an empty column as many as can; `v` and a hexadecimal count say otherwise
(`26v2`). After every move, cards that are safe go home by Horne's rule and are not written down.

fc-solve writes each move home, automatic or not. Both ways can be read: see `parse_standard`.

>>> from winnable import find_game, numbered_deck
>>> game = find_game("freecell")
>>> start = game.deal(numbered_deck(1))
>>> steps = parse_standard(game, start, "3a 32 7b 3c 37")
>>> [" ".join(map(str, (step.move, *step.automoves))) for step in steps]
['t3c1', 't3t2', 't7c2', 't3c3', 't3t7']
>>> standard_text(game, start, [step.move for step in steps])
'3a 32 7b 3c 37'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from winnable.errors import NotationError, quote
from winnable.moves import Deal, Move, Transfer
from winnable.play.autoplay import Autoplay, home_of, settle
from winnable.play.session import Step
from winnable.position import Area, Place, Position
from winnable.rules import Game, Home, IllegalMove, Runs
from winnable.rules.supermove import implied_count

__all__ = ["has_standard_notation", "parse_standard", "parse_standard_move", "standard_text"]

_CELLS = "abcdefg"
_TOKEN = re.compile(r"([1-9a-g])([1-9a-h])(?:v([0-9a-f]{1,2}))?")


def has_standard_notation(game: Game) -> bool:
    """Whether the game is of FreeCell's kin, so that the notation can say its moves."""
    return game.runs is Runs.SUPERMOVE and game.home is Home.SUIT and game.columns <= 9


def parse_standard_move(game: Game, position: Position, token: str) -> Transfer:
    """Read one move in its position. Whether it is legal there is for the rules to say."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise NotationError(
            f"{quote(token)} is no move in standard notation: write 26, 3a, b5, 4h or 26v2"
        )
    source = _place(game, match[1])
    if match[2] == "h":
        cards = position.pile(source)
        target = home_of(game, position, cards[-1]) if cards else Place(Area.FOUNDATION)
        return Transfer(source, target)
    target = _place(game, match[2])
    if match[3] is not None:
        return Transfer(source, target, int(match[3], 16))
    return Transfer(source, target, implied_count(game, position, source, target))


def _place(game: Game, letter: str) -> Place:
    place = (
        Place(Area.COLUMN, int(letter) - 1)
        if letter.isdigit()
        else Place(Area.CELL, _CELLS.index(letter))
    )
    if not game.has(place):
        raise NotationError(f"there is no {place.area.noun} {letter} in {game.name}")
    return place


def parse_standard(
    game: Game, start: Position, text: str, autoplay: Autoplay | None = None
) -> tuple[Step, ...]:
    """Read a whole line of play.

    The notation leaves automatic moves out, but fc-solve writes them; so unless `autoplay` says
    which it is, the text is read with Horne's rule first, and without any autoplay where that does
    not make sense to the end or leaves a game unwon that the other reading wins.
    """
    tokens = text.split()
    if autoplay is not None:
        return tuple(_play(game, start, tokens, autoplay))
    try:
        horne = tuple(_play(game, start, tokens, Autoplay.SAFE))
    except (NotationError, IllegalMove) as error:
        try:
            return tuple(_play(game, start, tokens, Autoplay.OFF))
        except (NotationError, IllegalMove):
            raise error from None
    if horne and not game.is_won(horne[-1].position):
        try:
            plain = tuple(_play(game, start, tokens, Autoplay.OFF))
        except (NotationError, IllegalMove):
            return horne
        if game.is_won(plain[-1].position):
            return plain
    return horne


def _play(game: Game, start: Position, tokens: list[str], autoplay: Autoplay) -> Iterator[Step]:
    if not has_standard_notation(game):
        raise NotationError(f"standard notation is for FreeCell's kin, not for {game.name}")
    position = start
    for number, token in enumerate(tokens, 1):
        try:
            move = parse_standard_move(game, position, token)
            position = game.apply(position, move)
        except (NotationError, IllegalMove) as error:
            why = error.why if isinstance(error, IllegalMove) else error
            raise NotationError(f"move {number} ({token[:8]}): {why}") from None
        played, position = settle(game, position, autoplay)
        yield Step(move, played, position)


def standard_text(game: Game, start: Position, moves: Iterable[Move]) -> str:
    """Write legal moves, ten to a line, leaving out those that Horne's rule makes by itself.

    The moves may have been made with any autoplay or none: each is said as it looks at a table
    where every safe card is home already. A card home too early is never missed there, since by
    the rule nothing will be laid on it again.
    """
    if not has_standard_notation(game):
        raise NotationError(f"standard notation is for FreeCell's kin, not for {game.name}")
    position, theirs = start, start
    tokens: list[str] = []
    for move in moves:
        theirs, before = game.apply(theirs, move), theirs
        said = _as_at(game, position, before, move)
        if said is None:
            continue
        tokens.append(_token(game, position, said))
        _, position = settle(game, game.apply(position, said), Autoplay.SAFE)
    return "\n".join(" ".join(tokens[i : i + 10]) for i in range(0, len(tokens), 10))


def _as_at(game: Game, position: Position, theirs: Position, move: Move) -> Transfer | None:
    """A move at their table as it looks at ours, where more cards may be home already."""
    if isinstance(move, Deal):
        raise NotationError("standard notation has no deal")
    here = position.pile(move.source)
    lifted = [card for card in theirs.pile(move.source)[-move.count :] if card in here]
    if not lifted:
        return None
    if move.target.area is Area.FOUNDATION:
        return Transfer(move.source, home_of(game, position, lifted[0]))
    return Transfer(move.source, move.target, len(lifted))


def _token(game: Game, position: Position, move: Transfer) -> str:
    if move.target.area is Area.FOUNDATION:
        return _letter(move.source) + "h"
    token = _letter(move.source) + _letter(move.target)
    if move.count != implied_count(game, position, move.source, move.target):
        token += f"v{move.count:x}"
    return token


def _letter(place: Place) -> str:
    return str(place.slot + 1) if place.area is Area.COLUMN else _CELLS[place.slot]
