"""Domain objects as response models: made from the view, never from hidden cards."""

from __future__ import annotations

from winnable.cards import Card
from winnable.errors import RecordError, sentence
from winnable.l10n import t
from winnable.moves import Deal, Move
from winnable.play import Autoplay, Record, Session, Step
from winnable.play.descriptions import describe_session, describe_step, status
from winnable.play.move_intent import best_moves, is_one_way, movable_count, takes_one_tap
from winnable.position import Area, Place, Position
from winnable.rules import GAMES, Game
from winnable.rules.prose import game_rules, game_summary
from winnable.store import Aid as GameAid
from winnable.store import GameSummary, Outcome, SavedGame, Statistics
from winnable.web.replay_steps import spoken_step, visible_cards
from winnable.web.response_models.catalog import GameInfo
from winnable.web.response_models.games import Aid, ChangeKind, GameState, LastChange
from winnable.web.response_models.history import GameStatistics, HistoryEntry

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
        deal_source=game.deal_source,
        heading=describe_session(session),
        view=visible_cards(session.view),
        legal_moves=[str(move) for move in moves],
        best_moves=[str(move) for move in best_moves(session.game, session.position, moves)],
        movable_cards=[
            movable_count(session.game, session.position, column)
            for column in range(session.game.columns)
        ],
        deal_places=_deal_places(session.game, session.position) if Deal() in moves else [],
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
        aids=_aids(game.aids),
        share_key=share_key,
        last_change=last_change,
    )


def _aids(aids: tuple[GameAid, ...]) -> list[Aid]:
    return [Aid(kind=kind, count=times) for kind, times in aids]


def _legal_moves(game: SavedGame) -> list[Move]:
    """A won game is closed, whatever the rules would allow."""
    return [] if game.outcome is Outcome.WON else list(game.session.legal_moves())


def _deal_places(game: Game, position: Position) -> list[str]:
    after = game.apply(position, Deal())
    return [
        str(Place(area, slot))
        for area in (Area.FOUNDATION, Area.COLUMN)
        for slot in range(game.slots(area))
        if len(after.pile(Place(area, slot))) > len(position.pile(Place(area, slot)))
    ]


# -- the last change -------------------------------------------------------------------------------


def last_change(kind: ChangeKind, session: Session, moves_before: int) -> LastChange:
    """What a change did to a session in which `moves_before` moves were made before it."""
    move: Move | None = None
    automoves: tuple[Move, ...] = ()
    made = len(session.steps)
    if kind in ("move", "redo") and made == moves_before + 1:
        move, automoves, _ = step = session.steps[-1]
        text, spoken = _describe(session, moves_before, step)
        if kind == "redo":
            text, spoken = (t("page.play.change.again", what=what) for what in (text, spoken))
    elif kind == "undo" and made == moves_before - 1:
        text, spoken = (
            t("page.play.change.undone", what=what)
            for what in _describe(session, made, session.undone[0])
        )
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


def _describe(session: Session, moves_before: int, step: Step) -> tuple[str, str]:
    """A step to read and to speak."""
    before = _position(session, moves_before)
    text = describe_step(before.view, step, step.position.view)
    return text, f"{spoken_step(step, text)}."


def _sentence(kind: ChangeKind, session: Session, moves_before: int) -> str:
    if kind == "home":
        count = _cards_home(session.position) - _cards_home(_position(session, moves_before))
        if not count:
            return t("page.play.change.none_went_home")
        return t("page.play.change.went_home", count=count)
    if kind == "give-up":
        return t("page.play.change.given_up")
    if kind == "autoplay":
        return sentence(session.autoplay.description)
    made = len(session.steps)
    undone = moves_before - made
    if undone == 0:
        return t("page.play.change.after" if made else "page.play.change.start", made=str(made))
    if undone < 0:
        return t("page.play.change.forward", count=-undone, made=str(made))
    if made == 0:
        return t("page.play.change.at_the_start", count=undone)
    return t("page.play.change.back", count=undone, made=str(made))


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
            key = "page.play.where.under" if above else "page.play.where.last"
            return t(key, card=card.name, place=Place(Area.COLUMN, slot).name, count=above)
    for slot, held in enumerate(seen.cells):
        if held == card:
            return t("page.play.where.in_cell", card=card.name, place=Place(Area.CELL, slot).name)
    for slot, pile in enumerate(seen.foundations):
        if card in pile:
            key = "page.play.where.on_top" if pile[-1] == card else "page.play.where.here"
            place = Place(Area.FOUNDATION, slot).name_among(len(seen.foundations))
            return t(key, card=card.name, place=place)
    return t("page.play.where.hidden", card=card.name)


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
        summary=game_summary(game),
        rules=game_rules(game),
        columns=game.columns,
        cells=game.cells,
        foundations=game.foundations,
        has_stock=game.has_stock,
        hides_cards=game.hides_cards,
        is_one_way=is_one_way(game),
        takes_one_tap=takes_one_tap(game),
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
        aids=_aids(summary.aids),
        deal_source=summary.deal_source,
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
