"""A table as its player may see it: made from the view, never from the position's hidden cards."""

from __future__ import annotations

from dataclasses import replace

from winnable.cards import Card, Pile
from winnable.moves import Move
from winnable.play import Autoplay, Session, Step
from winnable.play.descriptions import counted, describe_session, describe_step, status
from winnable.play.move_intent import is_one_way
from winnable.position import Area, Place
from winnable.rules import Game
from winnable.store import GameSummary, Outcome, SavedGame, Statistics, Store
from winnable.web import told
from winnable.web.lines import spoken_step

__all__ = [
    "figures_of",
    "game_info",
    "happened",
    "kept_game",
    "state_of",
    "tells_hidden_cards",
    "where",
    "with_keys",
]


def state_of(
    key: str, table: SavedGame, shared: str | None = None, last: told.Happened | None = None
) -> told.State:
    """How a table stands."""
    session, moves = table.session, _moves(table)
    return told.State(
        key=key,
        version=table.version,
        game=session.game.slug,
        name=session.game.name,
        deal=session.deal_number,
        heading=describe_session(session),
        view=told.ViewTold(**session.view.as_dict()),
        moves=moves,
        lift=[_lift(session, slot) for slot in range(len(session.position.columns))],
        made=len(session.steps),
        undone=len(session.undone),
        seconds=round(table.seconds, 1),
        outcome=table.outcome,
        is_won=session.is_won,
        is_stuck=not moves and session.is_stuck,
        autoplay=session.autoplay,
        undos=table.undos,
        hints=table.hints,
        verdicts=table.verdicts,
        unaided=not (table.undos or table.hints or table.verdicts),
        shared=shared,
        last=last,
    )


def _moves(table: SavedGame) -> list[str]:
    """Every move that can be made; a game that is won is closed, whatever else would be legal."""
    is_closed = table.outcome is Outcome.WON
    return [] if is_closed else [str(move) for move in table.session.legal_moves()]


def _lift(session: Session, slot: int) -> int:
    """How many of a column's last cards can be picked up together at most."""
    pile, down = session.position.columns[slot], session.position.face_down[slot]
    up: Pile = pile[down:]
    count = min(1, len(up))
    # From the last card on: a run is short, and each card of it is looked at once.
    while 0 < count < len(up) and session.game.is_run((up[-count - 1], up[-count])):
        count += 1
    return count


# -- what happened ---------------------------------------------------------------------------------


def happened(kind: str, before: Session, after: Session) -> told.Happened:
    """What a change did; `before` is a copy of the session from before it."""
    move: Move | None = None
    automoves: tuple[Move, ...] = ()
    if kind in ("move", "redo") and len(after.steps) == len(before.steps) + 1:
        move, automoves, _ = step = after.steps[-1]
        words, aloud = _told(before, step, "" if kind == "move" else "Again: ")
    elif kind == "undo" and len(before.steps) == len(after.steps) + 1:
        words, aloud = _told(after, before.steps[-1], "Taken back: ")
    else:
        words = aloud = _sentence(kind, before, after)
    if outcome := status(after):
        words, aloud = f"{words} {outcome}", f"{aloud} {outcome}"
    return told.Happened(
        kind=kind,
        move=None if move is None else str(move),
        automoves=[str(automove) for automove in automoves],
        words=words,
        spoken=aloud,
    )


def _told(before: Session, step: Step, prefix: str) -> tuple[str, str]:
    """A step to read and to listen to."""
    words = describe_step(before.view, step, step.position.view)
    return prefix + words, f"{prefix}{spoken_step(step, words)}."


def _sentence(kind: str, before: Session, after: Session) -> str:
    if kind == "home":
        count = _at_home(after) - _at_home(before)
        return f"{counted(count, 'card') if count else 'No cards'} went home."
    if kind == "give-up":
        return "The game is given up; the next move takes it up again."
    if kind == "autoplay":
        return _AUTOPLAY[after.autoplay]
    made = len(after.steps)
    return f"After move {made}." if made else "Back at the start."


_AUTOPLAY = {
    Autoplay.OFF: "No card goes home by itself.",
    Autoplay.SAFE: "Cards go home by themselves once no other card could need them.",
    Autoplay.ALL: "Every card that can go home does.",
}


def _at_home(session: Session) -> int:
    return sum(map(len, session.position.foundations))


# -- cards -----------------------------------------------------------------------------------------


def where(session: Session, card: Card) -> str:
    """Where a card lies, as far as the player can see."""
    seen = session.view
    for slot, column in enumerate(seen.columns):
        if card in column:
            above = len(column) - 1 - column.index(card)
            lying = f"under {counted(above, 'card')}" if above else "the last card"
            return f"{card.name}: {Place(Area.COLUMN, slot).name}, {lying}"
    for slot, held in enumerate(seen.cells):
        if held == card:
            return f"{card.name}: {Place(Area.CELL, slot).name}"
    for slot, pile in enumerate(seen.foundations):
        if card in pile:
            on_top = ", on top" if pile[-1] == card else ""
            return f"{card.name}: {Place(Area.FOUNDATION, slot).name}{on_top}"
    return f"{card.name}: not in sight"


def tells_hidden_cards(session: Session) -> bool:
    """Whether a record of the game, as it stands, would tell what the player cannot see."""
    return not session.view.is_open and session.deal_number is None


# -- games and lists -------------------------------------------------------------------------------


def game_info(game: Game) -> told.GameInfo:
    """What a page has to know of a game."""
    start = Session(game, deal=1)
    choices = list(Autoplay) if game.has_autoplay else [Autoplay.OFF]
    return told.GameInfo(
        slug=game.slug,
        name=game.name,
        summary=game.summary,
        rules=(game.rules or "").strip(),
        columns=game.columns,
        cells=game.cells,
        foundations=game.foundations,
        has_stock=start.view.stock is not None,
        hides_cards=game.hides_cards,
        one_tap=is_one_way(game),
        autoplays=choices,
    )


def kept_game(kept: GameSummary, names: dict[str, Game]) -> told.KeptGame:
    """A line of the history."""
    game = names.get(kept.game)
    return told.KeptGame(
        key=kept.key,
        game=kept.game,
        name=game.name if game else kept.game,
        deal=kept.deal,
        outcome=kept.outcome,
        moves=kept.moves,
        seconds=kept.seconds,
        undos=kept.undos,
        hints=kept.hints,
        verdicts=kept.verdicts,
        unaided=kept.is_unaided,
        started=kept.started,
        touched=kept.touched,
        ended=kept.ended,
        shared=kept.shared,
    )


def with_keys(store: Store, games: list[GameSummary]) -> list[GameSummary]:
    """Games of the terminal have no address yet; in the browser each needs one."""
    return [
        game if game.key else replace(game, key=store.games.ensure_key(game.number))
        for game in games
    ]


def figures_of(found: Statistics, names: dict[str, Game]) -> told.GameFigures:
    """How the player fares at a game."""
    return told.GameFigures(
        slug=found.game.slug,
        name=found.game.name,
        played=found.played,
        won=found.won,
        unaided=found.unaided,
        streak=found.streak,
        best_streak=found.best_streak,
        best_moves=found.best_moves,
        average_moves=found.average_moves,
        best_seconds=found.best_seconds,
        average_seconds=found.average_seconds,
        unfinished=found.unfinished,
        last=[kept_game(kept, names) for kept in found.last],
    )
