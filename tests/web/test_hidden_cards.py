"""Hidden cards never leave the server: every response is searched for them.

Random games are played over HTTP, and everything that can be requested is requested after each
move. A twin of each game, with other hidden cards, has to get the same responses.
"""

import json
import random
import re
from collections.abc import Iterator

import httpx
import pytest
from api_client import Json, ask, deal, give_up, json_body, look, make, on_sqlite, refused
from hidden_card_search import HIDING
from requires_kernels import need_kernels
from web_servers import new_client

from winnable import DECK, Card, Game, Session
from winnable.player import has_player

each_hiding_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: str(game.slug))

_CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[A2-9TJQK])[CDHS♣♦♥♠](?![0-9A-Za-z])")
_NAMES = {card.name: card for card in DECK}
_SPOKEN = re.compile("|".join(_NAMES))


def cards_in(text: str) -> set[Card]:
    """Every card that a text names, in any way."""
    text = re.sub(r"\\u[0-9a-f]{4}", lambda sign: json.loads(f'"{sign[0]}"'), text)
    written = {Card.parse(found) for found in _CARD.findall(text)}
    return written | {_NAMES[found] for found in _SPOKEN.findall(text.lower())}


def test_cards_are_found_in_any_notation() -> None:
    text = '["7H", "TC"] 10♠ {"text": "4\\u2665 to cell 1"} Seven of Diamonds t3c1 AHA "??"'
    assert cards_in(text) == set(map(Card.parse, ("7H", "TC", "TS", "4H", "7D")))


def in_sight(session: Session) -> set[Card]:
    """The cards that the player sees now."""
    view = session.view
    piles = (*view.columns, *view.foundations, view.cells)
    return {card for pile in piles for card in pile if card is not None}


def responses(client: httpx.Client, state: Json) -> Iterator[tuple[str, str]]:
    """Every response about a game without the coach, refused ones too, by name."""
    key, version = state["key"], state["version"]
    path = f"/games/{key}"
    for what in ("", "/steps", "/record", "/board", "/analysis"):
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
    for what in ("/games", "/history", "/statistics", "/export"):
        yield what, client.get(what).text


@each_hiding_game
@pytest.mark.parametrize("is_deck", [True, False], ids=["deck", "number"])
def test_no_response_names_a_hidden_card(client: httpx.Client, game: Game, is_deck: bool) -> None:
    rng = random.Random(f"{game.slug} {is_deck}")
    deck = tuple(rng.sample(DECK, len(DECK)))
    session = Session(game, deal=deck if is_deck else 77, autoplay="off")
    source = {"deck": " ".join(map(str, deck))} if is_deck else {"deal_number": 77}
    state = deal(client, game.slug, autoplay="off", **source)
    seen = in_sight(session)
    for _ in range(12):
        hidden = set(DECK) - seen
        assert hidden
        if session.steps:
            _check_nothing_is_revealed(client, state, hidden, is_deck)
        for card in rng.sample(sorted(hidden, key=str), 2):
            found = json_body(
                client.get(f"/games/{state['key']}/where", params={"card": str(card)})
            )
            assert found["text"] == f"{card.name}: not in sight"
        moves = [move for move in state["legal_moves"] if move != "deal"] or state["legal_moves"]
        move = rng.choice(moves)
        session.make(move)
        state = make(client, state, move)
        seen |= in_sight(session)
        assert not cards_in(json.dumps(state)) - seen
    assert len(seen) < len(DECK)
    body = {"version": state["version"], "moves_made": 0}
    back = json_body(client.post(f"/games/{state['key']}/go-to", json=body))
    assert not cards_in(json.dumps(back)) - in_sight(Session(game, deal=session.deal))
    _check_nothing_is_revealed(client, back, set(DECK) - seen, is_deck)


def _check_nothing_is_revealed(
    client: httpx.Client, state: Json, hidden: set[Card], is_deck: bool
) -> None:
    for what, text in responses(client, state):
        assert not cards_in(text) & hidden, (what, text)
    record = client.get(f"/games/{state['key']}/record")
    if is_deck:
        refused(record, 409)
    else:
        assert '[Deal "77"]' in record.text
        assert "Deck" not in record.text


@each_hiding_game
def test_typing_the_name_of_a_hidden_card_reveals_nothing(client: httpx.Client, game: Game) -> None:
    session = Session(game, deal=5)
    state = deal(client, game.slug, deal_number=5)
    hidden = sorted(set(DECK) - in_sight(session), key=str)[0]
    shown = sorted(in_sight(session), key=str)[0]
    for text in (f"{hidden} to t1", f"{shown} to {hidden}", f"{hidden} home"):
        body = {"version": state["version"], "typed": text}
        reason = refused(client.post(f"/games/{state['key']}/move", json=body), 422)
        assert cards_in(reason) <= {hidden, shown}
        assert not re.search("column|stock|down", reason)


# -- twins with other hidden cards -----------------------------------------------------------------


def exchanged(game: Game, deck: tuple[Card, ...], moves: list[str], rng: random.Random) -> str:
    """A deck that looks the same along a line of moves, with other hidden cards."""
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


def without_differences(text: str, state: Json) -> str:
    """A response without what differs from one game to another: its key, and times."""
    text = text.replace(state["key"], "KEY")
    text = re.sub(r'"(touched|started|ended)":"[^"]*"', r'"\1":""', text)
    text = re.sub(r'\[(Date|Started|Ended|Seconds) "[^"]*"\]', r"[\1]", text)
    return re.sub(r'"(seconds|best_seconds|average_seconds)":[0-9.e-]+', r'"\1":0', text)


@each_hiding_game
def test_hidden_cards_change_no_response(client: httpx.Client, game: Game) -> None:
    rng = random.Random(game.slug)
    deck = tuple(rng.sample(DECK, len(DECK)))
    session, moves = Session(game, deal=deck, autoplay="off"), list[str]()
    for _ in range(6):
        moves.append(str(rng.choice(list(session.legal_moves()))))
        session.make(moves[-1])
    texts = []
    for cards in (" ".join(map(str, deck)), exchanged(game, deck, moves, rng)):
        with new_client(client.base_url) as player:
            state = deal(player, game.slug, deck=cards, autoplay="off")
            texts_so_far = [without_differences(json.dumps(state, separators=(",", ":")), state)]
            for move in moves:
                state = make(player, state, move)
                texts_so_far.append(
                    without_differences(json.dumps(state, separators=(",", ":")), state)
                )
                texts_so_far += [
                    without_differences(text, state) for _, text in responses(player, state)
                ]
            texts.append(texts_so_far)
    assert texts[0] == texts[1]


@on_sqlite
@each_hiding_game
def test_hidden_cards_do_not_change_what_the_coach_says(client: httpx.Client, game: Game) -> None:
    """Its last message is the same; the progress before it is a matter of time."""
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
        for kind in ("hint", "evaluation") if game.slug == "golf-relaxed" else ("hint",):
            lines = ask(client, look(client, state), kind)
            assert not cards_in(json.dumps(lines)) - seen
            assert lines[-1]["final"]
            if kind == "evaluation":
                assert (lines[-1]["chance"] is None) == (not has_player(game))
            last.append(lines[-1])
    assert last[: len(last) // 2] == last[len(last) // 2 :]


@each_hiding_game
def test_the_record_of_a_game_that_was_given_up_has_all_cards(
    client: httpx.Client, game: Game
) -> None:
    deck = " ".join(map(str, DECK))
    state = give_up(client, game.slug, deck=deck)
    assert deck in " ".join(client.get(f"/games/{state['key']}/record").text.split())
    continued = make(client, state, state["legal_moves"][-1])
    refused(client.get(f"/games/{continued['key']}/record"), 409)
