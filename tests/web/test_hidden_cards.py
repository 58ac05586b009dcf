"""Hidden cards never leave the server: each answer is looked through for cards out of sight.

Games are played by chance, over HTTP, and everything that can be asked is asked after each move. A
twin of each game, in which the hidden cards lie otherwise, has to get the same answers.
"""

import json
import random
import re
from collections.abc import Iterator

import httpx
import pytest
from api_client import Told, ask, deal, give_up, look, make, on_sqlite, refused, told
from hidden_card_search import HIDING
from requires_kernels import need_kernels
from web_servers import caller

from winnable import DECK, Card, Game, Session

each_hiding_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: str(game.slug))

_CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[A2-9TJQK])[CDHS♣♦♥♠](?![0-9A-Za-z])")
_NAMES = {card.name: card for card in DECK}
_SPOKEN = re.compile("|".join(_NAMES))


def cards_in(text: str) -> set[Card]:
    """Every card that a text names, in any way."""
    text = re.sub(r"\\u[0-9a-f]{4}", lambda sign: json.loads(f'"{sign[0]}"'), text)
    written = {Card.parse(found) for found in _CARD.findall(text)}
    return written | {_NAMES[found] for found in _SPOKEN.findall(text.lower())}


def test_cards_are_found_however_they_are_written() -> None:
    text = '["7H", "TC"] 10♠ {"words": "4\\u2665 to cell 1"} Seven of Diamonds t3c1 AHA "??"'
    assert cards_in(text) == set(map(Card.parse, ("7H", "TC", "TS", "4H", "7D")))


def in_sight(session: Session) -> set[Card]:
    """The cards that the player sees now."""
    view = session.view
    piles = (*view.columns, *view.foundations, view.cells)
    return {card for pile in piles for card in pile if card is not None}


def answers(client: httpx.Client, state: Told) -> Iterator[tuple[str, str]]:
    """Everything that can be read at a table without the coach, or refused, by its name."""
    key, version = state["key"], state["version"]
    path = f"/tables/{key}"
    for what in ("", "/line", "/record", "/board"):
        yield what, client.get(path + what).text
    for body in (
        {"move": "t1t2x9"},
        {"source": "t1", "index": 0, "target": "t2"},
        {"source": "t1", "index": 0, "target": "home"},
    ):
        yield f"stale {body}", client.post(f"{path}/move", json={"version": 0, **body}).text
    wrong = client.post(f"{path}/move", json={"version": version, "move": "t1t1"})
    yield "refused", wrong.text
    yield "review", client.post(f"{path}/review", json={"version": version}).text
    yield "share", client.post(f"{path}/share").text
    for what in ("/tables", "/history", "/statistics", "/export"):
        yield what, client.get(what).text


@each_hiding_game
@pytest.mark.parametrize("is_deck", [True, False], ids=["deck", "number"])
def test_no_answer_names_a_hidden_card(client: httpx.Client, game: Game, is_deck: bool) -> None:
    rng = random.Random(f"{game.slug} {is_deck}")
    deck = tuple(rng.sample(DECK, len(DECK)))
    session = Session(game, deal=deck if is_deck else 77, autoplay="off")
    source = {"deck": " ".join(map(str, deck))} if is_deck else {"deal": 77}
    state = deal(client, game.slug, autoplay="off", **source)
    seen = in_sight(session)
    for _ in range(12):
        hidden = set(DECK) - seen
        assert hidden
        if session.steps:
            _check_nothing_is_told(client, state, hidden, is_deck)
        for card in rng.sample(sorted(hidden, key=str), 2):
            found = told(client.get(f"/tables/{state['key']}/where", params={"card": str(card)}))
            assert found["words"] == f"{card.name}: not in sight"
        moves = [move for move in state["moves"] if move != "deal"] or state["moves"]
        move = rng.choice(moves)
        session.make(move)
        state = make(client, state, move)
        seen |= in_sight(session)
        assert not cards_in(json.dumps(state)) - seen
    assert len(seen) < len(DECK)
    body = {"version": state["version"], "made": 0}
    back = told(client.post(f"/tables/{state['key']}/go-to", json=body))
    assert not cards_in(json.dumps(back)) - in_sight(Session(game, deal=session.deal))
    _check_nothing_is_told(client, back, set(DECK) - seen, is_deck)


def _check_nothing_is_told(
    client: httpx.Client, state: Told, hidden: set[Card], is_deck: bool
) -> None:
    for what, text in answers(client, state):
        assert not cards_in(text) & hidden, (what, text)
    record = client.get(f"/tables/{state['key']}/record")
    if is_deck:
        assert "its record would tell the hidden cards" in refused(record, 409)
    else:
        assert '[Deal "77"]' in record.text
        assert "Deck" not in record.text


@each_hiding_game
def test_typing_the_name_of_a_hidden_card_finds_nothing(client: httpx.Client, game: Game) -> None:
    session = Session(game, deal=5)
    state = deal(client, game.slug, deal=5)
    hidden = sorted(set(DECK) - in_sight(session), key=str)[0]
    shown = sorted(in_sight(session), key=str)[0]
    for text in (f"{hidden} to t1", f"{shown} to {hidden}", f"{hidden} home"):
        body = {"version": state["version"], "typed": text}
        words = refused(client.post(f"/tables/{state['key']}/move", json=body), 422)
        assert words in (f"{hidden.sign} is not in sight", f"{shown.sign} is home, and stays there")


# -- the hidden cards lie otherwise ----------------------------------------------------------------


def exchanged(game: Game, deck: tuple[Card, ...], moves: list[str], rng: random.Random) -> str:
    """A deck that looks the same along a line of moves, with its hidden cards otherwise."""
    session = Session(game, deal=deck, autoplay="off")
    seen = in_sight(session)
    for move in moves:
        session.make(move)
        seen |= in_sight(session)
    hidden = [card for card in deck if card not in seen]
    shuffled = hidden
    while shuffled == hidden:
        shuffled = rng.sample(hidden, len(hidden))
    other = dict(zip(hidden, shuffled, strict=True))
    return " ".join(str(other.get(card, card)) for card in deck)


def alike(text: str, state: Told) -> str:
    """An answer without what differs from one table to another: its key, and times."""
    text = text.replace(state["key"], "KEY")
    text = re.sub(r'"(touched|started|ended)":"[^"]*"', r'"\1":""', text)
    text = re.sub(r'\[(Date|Started|Ended|Seconds) "[^"]*"\]', r"[\1]", text)
    return re.sub(r'"(seconds|best_seconds|average_seconds)":[0-9.e-]+', r'"\1":0', text)


@each_hiding_game
def test_where_hidden_cards_lie_changes_no_answer(client: httpx.Client, game: Game) -> None:
    rng = random.Random(game.slug)
    deck = tuple(rng.sample(DECK, len(DECK)))
    session, moves = Session(game, deal=deck, autoplay="off"), list[str]()
    for _ in range(6):
        moves.append(str(rng.choice(list(session.legal_moves()))))
        session.make(moves[-1])
    texts = []
    for cards in (" ".join(map(str, deck)), exchanged(game, deck, moves, rng)):
        with caller(client.base_url) as player:
            state = deal(player, game.slug, deck=cards, autoplay="off")
            told_so_far = [alike(json.dumps(state, separators=(",", ":")), state)]
            for move in moves:
                state = make(player, state, move)
                told_so_far.append(alike(json.dumps(state, separators=(",", ":")), state))
                told_so_far += [alike(text, state) for _, text in answers(player, state)]
            texts.append(told_so_far)
    assert texts[0] == texts[1]


@on_sqlite
@each_hiding_game
def test_the_coach_does_not_peek_either(client: httpx.Client, game: Game) -> None:
    """Its last word is the same; how far it has come on the way is a matter of time."""
    need_kernels()
    rng = random.Random(game.slug)
    deck = tuple(rng.sample(DECK, len(DECK)))
    moves = ["deal"] * (2 if game.slug == "golf-relaxed" else 1)
    session = Session(game, deal=deck)
    seen = in_sight(session)
    for move in moves:
        session.make(move)
        seen |= in_sight(session)
    last = []
    for cards in (" ".join(map(str, deck)), exchanged(game, deck, moves, rng)):
        state = make(client, deal(client, game.slug, deck=cards, autoplay="off"), *moves)
        for kind in ("hint", "standing") if game.slug == "golf-relaxed" else ("hint",):
            lines = ask(client, look(client, state), kind)
            assert not cards_in(json.dumps(lines)) - seen
            assert lines[-1]["final"]
            last.append(lines[-1])
    assert last[: len(last) // 2] == last[len(last) // 2 :]


@each_hiding_game
def test_once_given_up_all_is_told(client: httpx.Client, game: Game) -> None:
    deck = " ".join(map(str, DECK))
    state = give_up(client, game.slug, deck=deck)
    assert deck in " ".join(client.get(f"/tables/{state['key']}/record").text.split())
    taken_up = make(client, state, state["moves"][-1])
    refused(client.get(f"/tables/{taken_up['key']}/record"), 409)
