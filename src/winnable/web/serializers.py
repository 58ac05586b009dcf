"""Domain objects as response models: made from the view, never from hidden cards."""

from __future__ import annotations

from winnable.cards import Card, Pile
from winnable.errors import RecordError, sentence
from winnable.moves import Move
from winnable.play import Autoplay, Record, Session, Step
from winnable.play.descriptions import describe_session, describe_step, status
from winnable.play.move_intent import is_one_way
from winnable.position import Area, Place, Position
from winnable.rules import GAMES, Game
from winnable.store import GameSummary, Outcome, SavedGame, Statistics
from winnable.web.replay_steps import spoken_step, visible_cards
from winnable.web.response_models import (
    ChangeKind,
    GameInfo,
    GameState,
    GameStatistics,
    HistoryEntry,
    LastChange,
)
from winnable.wording import counted

__all__ = [
    "card_location",
    "game_info",
    "game_state",
    "game_statistics",
    "history_entry",
    "last_change",
    "record_shows_hidden_cards",
]


def game_state(
    key: str,
    game: SavedGame,
    share_key: str | None = None,
    last_change: LastChange | None = None,
) -> GameState:
    """A saved game as its player sees it."""
    session, moves = game.session, _legal_moves(game)
    return GameState(
        key=key,
        version=game.version,
        game=session.game.slug,
        game_name=session.game.name,
        deal_number=session.deal_number,
        heading=describe_session(session),
        view=visible_cards(session.view),
        legal_moves=moves,
        movable_cards=_movable_cards(session),
        moves_made=len(session.steps),
        moves_undone=len(session.undone),
        seconds=round(game.seconds, 1),
        outcome=game.outcome,
        is_won=session.is_won,
        is_stuck=not moves and session.is_stuck,
        autoplay=session.autoplay,
        undos=game.undos,
        hints=game.hints,
        verdicts=game.verdicts,
        coach_moves=game.coach_moves,
        used_help=game.used_help,
        share_key=share_key,
        last_change=last_change,
    )


def _legal_moves(game: SavedGame) -> list[str]:
    """A won game is closed, whatever the rules would allow."""
    is_closed = game.outcome is Outcome.WON
    return [] if is_closed else [str(move) for move in game.session.legal_moves()]


def _movable_cards(session: Session) -> list[int]:
    position = session.position
    columns = zip(position.columns, position.face_down, strict=True)
    return [_run_length(session.game, pile[down:]) for pile, down in columns]


def _run_length(game: Game, pile: Pile) -> int:
    """How many cards at the end of a pile can be picked up together."""
    count = min(1, len(pile))
    # From the end, so that each card of a run is checked once.
    while 0 < count < len(pile) and game.is_run((pile[-count - 1], pile[-count])):
        count += 1
    return count


# -- the last change -------------------------------------------------------------------------------


def last_change(kind: ChangeKind, session: Session, moves_before: int) -> LastChange:
    """What a change did to a session in which `moves_before` moves were made before it."""
    move: Move | None = None
    automoves: tuple[Move, ...] = ()
    made = len(session.steps)
    if kind in ("move", "redo") and made == moves_before + 1:
        move, automoves, _ = step = session.steps[-1]
        text, spoken = _describe(session, moves_before, step, "" if kind == "move" else "Again: ")
    elif kind == "undo" and made == moves_before - 1:
        text, spoken = _describe(session, made, session.undone[0], "Undone: ")
    else:
        text = spoken = _sentence(kind, session, moves_before)
    if outcome := status(session):
        text, spoken = f"{text} {outcome}", f"{spoken} {outcome}"
    return LastChange(
        kind=kind,
        move=None if move is None else str(move),
        automoves=[str(automove) for automove in automoves],
        text=text,
        spoken=spoken,
    )


def _describe(session: Session, moves_before: int, step: Step, prefix: str) -> tuple[str, str]:
    """A step to read and to speak."""
    before = _position(session, moves_before)
    text = describe_step(before.view, step, step.position.view)
    return prefix + text, f"{prefix}{spoken_step(step, text)}."


def _sentence(kind: ChangeKind, session: Session, moves_before: int) -> str:
    if kind == "home":
        count = _cards_home(session.position) - _cards_home(_position(session, moves_before))
        return f"{counted(count, 'card') if count else 'No cards'} went home."
    if kind == "give-up":
        return "The game is given up; the next move continues it."
    if kind == "autoplay":
        return sentence(session.autoplay.description)
    made = len(session.steps)
    return f"After move {made}." if made else "Back at the start."


def _position(session: Session, moves_made: int) -> Position:
    return session.steps[moves_made - 1].position if moves_made else session.start


def _cards_home(position: Position) -> int:
    return sum(map(len, position.foundations))


# -- cards -----------------------------------------------------------------------------------------


def card_location(session: Session, card: Card) -> str:
    """Where a card is, as far as the player can see."""
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


def record_shows_hidden_cards(record: Record, outcome: Outcome) -> bool:
    """Whether a record would show its player cards that are still hidden.

    A record with a deal number names no card. One with a deck or a board names all of them.
    """
    if outcome is not Outcome.UNFINISHED or "Deal" in record.tags or not record.game.hides_cards:
        return False
    try:
        return not record.session().view.is_open
    except RecordError:  # somebody has edited it
        return True


# -- games and lists -------------------------------------------------------------------------------


def game_info(game: Game) -> GameInfo:
    return GameInfo(
        slug=game.slug,
        name=game.name,
        summary=game.summary,
        rules=(game.rules or "").strip(),
        columns=game.columns,
        cells=game.cells,
        foundations=game.foundations,
        has_stock=game.has_stock,
        hides_cards=game.hides_cards,
        is_one_way=is_one_way(game),
        autoplays=list(Autoplay) if game.has_autoplay else [Autoplay.OFF],
    )


def history_entry(summary: GameSummary) -> HistoryEntry:
    game = GAMES.get(summary.game)
    return HistoryEntry(
        key=summary.key,
        game=summary.game,
        game_name=game.name if game else summary.game,
        deal_number=summary.deal,
        outcome=summary.outcome,
        moves_made=summary.moves,
        seconds=summary.seconds,
        undos=summary.undos,
        hints=summary.hints,
        verdicts=summary.verdicts,
        coach_moves=summary.coach_moves,
        is_unaided=summary.is_unaided,
        started=summary.started,
        touched=summary.touched,
        ended=summary.ended,
        share_key=summary.shared,
        skill=summary.skill,
    )


def game_statistics(statistics: Statistics) -> GameStatistics:
    return GameStatistics(
        game=statistics.game.slug,
        game_name=statistics.game.name,
        played=statistics.played,
        won=statistics.won,
        unaided=statistics.unaided,
        streak=statistics.streak,
        best_streak=statistics.best_streak,
        best_moves=statistics.best_moves,
        average_moves=statistics.average_moves,
        best_seconds=statistics.best_seconds,
        average_seconds=statistics.average_seconds,
        unfinished=statistics.unfinished,
        with_coach=statistics.with_coach,
        last_games=[history_entry(summary) for summary in statistics.last],
        reviewed=statistics.reviewed,
        decisions=statistics.decisions,
        average_cost=statistics.average_cost,
    )
