"""The commands `deal` and `deals`: one number in every game, and numbers by what they are."""

import json
import signal
import subprocess
import sys
from itertools import islice

import pytest
from child_processes import COMMAND
from line_driver import Capture, Terminal, refused, run
from requires_kernels import need_kernels

from winnable import GAMES, Session
from winnable.cli import main
from winnable.cli.solve import SLOW_WARNING
from winnable.coach.atlas import DealFacts, deal_facts
from winnable.coach.deal_search import DealQuery, DealSearch
from winnable.coach.difficulty import Level
from winnable.coach.known_verdicts import known_range
from winnable.rules import Game
from winnable.solver import Limit

FREECELL, BAKERS, GOLF = (GAMES[slug] for slug in ("freecell", "bakers-game", "golf-relaxed"))
BEYOND = 123_456_789
"""A deal whose verdicts are not known."""


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def answer(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """The exit status, and what was printed to both streams."""
    return main(list(words)), *capsys.readouterr()


# -- deal ------------------------------------------------------------------------------------------


def test_every_game_has_its_table_and_what_is_known(capsys: Capture) -> None:
    out = run(capsys, "deal", "5", "--limit", "1M")
    at = [out.index(f"{game.name}, deal 5\n") for game in GAMES.values()]
    parts = [out[start:end] for start, end in zip(sorted(at), [*sorted(at)[1:], None], strict=True)]
    for game in GAMES.values():
        (part,) = (part for part in parts if part.startswith(game.name))
        shown = run(capsys, "show", game.slug, "--deal", "5")
        assert shown.rstrip() in part
        facts = deal_facts(game, 5)
        if facts.moves is None:
            assert "Impossible: " in part
        else:
            said = " ".join(part.split())
            assert f"Winnable. Shortest win found: {facts.moves} moves" in said
            assert facts.level is not None
            assert f"Level: {facts.level.value}." in said
    assert all(len(line) < 80 for line in out.splitlines())


def test_only_some_games_in_the_order_given(capsys: Capture) -> None:
    out = run(capsys, "deal", "617", "--games", "golf,free", "--games", "bakers")
    names = [line for line in out.splitlines() if line.endswith(", deal 617")]
    assert names == [f"{game.name}, deal 617" for game in (GOLF, FREECELL, BAKERS)]


def test_the_line_is_printed_on_request(capsys: Capture) -> None:
    line = deal_facts(GOLF, 617).line
    assert line is not None
    out = run(capsys, "deal", "617", "--games", "golf", "--moves")
    rows = out.split("Level: easy.\n")[1].splitlines()
    printed = [word for row in rows for word in row.split()[1:]]
    assert printed == [str(move) for move in line]
    assert not run(capsys, "deal", "617", "--games", "golf").split("Level: easy.\n")[1]


def test_tables_in_words(capsys: Capture) -> None:
    out = run(capsys, "deal", "617", "--games", "golf,easthaven", "--words")
    assert out.isascii()
    assert "Stock: 16 cards." in out
    assert "Column 1: 2 face down, then ace of spades." in out
    assert "Winnable. " in out


def test_json_has_a_line_for_each_game(capsys: Capture) -> None:
    lines = run(capsys, "deal", "617", "--format", "json", "--games", "easthaven,free")
    easthaven, freecell = map(json.loads, lines.splitlines())
    facts = deal_facts(FREECELL, 617)
    assert facts.line is not None
    assert facts.level is not None
    assert freecell == {
        "deal": 617,
        "game": "freecell",
        "table": Session.new(FREECELL, 617).view.as_dict(),
        "verdict": "winnable",
        "moves": facts.moves,
        "moves_by_hand": facts.moves_by_hand,
        "minimal": facts.minimal,
        "level": facts.level.value,
        "line": [str(move) for move in facts.line],
    }
    assert [column[:2] for column in easthaven["table"]["columns"]] == [["??", "??"]] * 7


def test_json_of_a_lost_deal(capsys: Capture) -> None:
    lost = json.loads(run(capsys, "deal", "11982", "--format", "json", "--games", "freecell"))
    assert lost["verdict"] == "lost"
    assert lost["moves"] is lost["moves_by_hand"] is lost["level"] is lost["line"] is None


def test_what_is_unsettled_is_said_plainly(capsys: Capture) -> None:
    words = ("deal", str(BEYOND), "--games", "aces,free", "--limit", "1")
    status, out, err = answer(capsys, *words)
    assert (status, err) == (3, "")
    assert out.count("Unsettled: the limit of 1 position and 1 GiB of memory was") == 2
    status, out, err = answer(capsys, *words, "--format", "json")
    assert (status, err) == (3, "")
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["unsettled"] * 2


def test_a_known_verdict_stays_where_no_line_is_found(capsys: Capture) -> None:
    out = run(capsys, "deal", "1", "--games", "free", "--limit", "1")
    assert "Winnable, but no win was found within 1 position" in out


def test_what_was_found_before_an_interruption_is_printed(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Game, deal: int, *args: object, **kwargs: object) -> DealFacts:
        if game is GOLF:
            raise KeyboardInterrupt
        return deal_facts(game, deal)

    monkeypatch.setattr("winnable.cli.deal_report.deal_facts", interrupted)
    status, out, err = answer(capsys, "deal", "617", "--games", "free,golf")
    assert status == 130
    assert "Winnable. Shortest win found: " in out
    assert err == "winnable: interrupted before everything was known\n"


def test_in_a_terminal_tables_are_coloured() -> None:
    shown = Terminal("deal", "617", "--games", "golf", columns=80).leave()
    assert "\x1b[38;5;196m9♥" in shown
    assert "Level: easy." in shown
    plain = Terminal("deal", "617", "--games", "golf", NO_COLOR="1").leave()
    assert "\x1b" not in plain


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "missing argument 'NUMBER'"),
        (["0"], "'0' is not a deal number: write 1 to 8589934591"),
        (["617", "--games", "chess"], "there is no game 'chess'"),
        (["617", "--games", "golf,golf"], "--games has golf-relaxed 2 times: give it once"),
        (["617", "--games", "golf,"], "there is no game ''"),
        (["617", "--limit", "0s"], "a limit of 0.0 seconds leaves nothing to search"),
        (["617", "--limit", "soon"], "'soon' is not a limit"),
        (["617", "--format", "svg"], "'svg' is not one of 'text', 'json'"),
    ],
)
def test_wrong_use_of_deal(capsys: Capture, words: list[str], message: str) -> None:
    assert message in refused(capsys, "deal", *words)


# -- deals -----------------------------------------------------------------------------------------


def numbers(capsys: Capture, *words: str) -> list[int]:
    return [int(line) for line in run(capsys, "deals", *words).splitlines()]


def test_deals_that_are_winnable_here_and_lost_there(capsys: Capture) -> None:
    query = DealQuery(winnable=(FREECELL, GOLF), lost=(BAKERS,))
    expected = list(DealSearch(query, known_range(FREECELL)))
    assert numbers(capsys, "--winnable", "freecell,golf", "--lost", "bakers-game") == expected
    words = ("--winnable", "golf", "--winnable", "freecell", "--lost", "bakers", "--limit", "4")
    assert numbers(capsys, *words) == expected[:4]


def test_by_default_all_deals_known_in_every_game_are_searched(capsys: Capture) -> None:
    found = numbers(capsys, "--winnable", "freecell,aces")
    both = range(1, known_range(GAMES["aces-up"]).stop)
    assert found == list(DealSearch(DealQuery((FREECELL, GAMES["aces-up"])), both))
    assert numbers(capsys, "--lost", "freecell") == [11982]


def test_a_range_may_go_beyond_the_known_deals(capsys: Capture) -> None:
    end = known_range(FREECELL)[-1]
    found = numbers(capsys, "--winnable", "freecell", "--deals", f"{end - 1}-{end + 2}")
    assert found == list(range(end - 1, end + 3))


def test_a_level_for_every_winnable_game_or_for_one(capsys: Capture) -> None:
    def expected(count: int, **levels: Level) -> list[int]:
        by_game = {GAMES[slug.replace("_", "-")]: level for slug, level in levels.items()}
        query = DealQuery(levels=by_game)
        return list(islice(DealSearch(query, query.known_deals), count))

    golf = ("--winnable", "golf", "--limit", "2")
    assert numbers(capsys, *golf, "--level", "hard") == expected(2, golf_relaxed=Level.HARD)
    assert numbers(capsys, "--level", "golf=hard", "--limit", "2") == expected(
        2, golf_relaxed=Level.HARD
    )
    both = ("--winnable", "golf,easthaven", "--limit", "1")
    assert numbers(capsys, *both, "--level", "Easy") == expected(
        1, golf_relaxed=Level.EASY, easthaven=Level.EASY
    )
    assert numbers(capsys, *both, "--level", "easy,golf=medium") == expected(
        1, golf_relaxed=Level.MEDIUM, easthaven=Level.EASY
    )


def test_no_deal_fits(capsys: Capture) -> None:
    status, out, err = answer(capsys, "deals", "--lost", "freecell", "--deals", "1-10000")
    assert (status, out, err) == (1, "", "winnable: no deal from 1 to 10,000 fits\n")


def test_deals_passed_over_are_counted(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("winnable.coach.deal_search.SEARCH_LIMIT", Limit(states=1))
    end = known_range(FREECELL)[-1]
    words = ("deals", "--winnable", "freecell", "--deals", f"{end}-{end + 3}")
    status, out, err = answer(capsys, *words)
    assert (status, out) == (0, f"{end}\n")
    assert err.startswith("winnable: 3 deals passed over: unsettled within 1 position and ")
    status, out, err = answer(capsys, *words[:-1], f"{end + 1}-{end + 3}")
    assert (status, out) == (1, "")
    assert err.count("\n") == 2


@pytest.mark.parametrize(
    ("words", "slow"),
    [
        (["deals", "--lost", "freecell"], False),
        (["deals", "--winnable", "golf", "--deals", "99999-100002"], True),
        (["deals", "--level", "golf=easy", "--limit", "1"], True),
        (["deal", "11982", "--games", "freecell"], False),
        (["deal", "11982", "--games", "freecell,golf"], True),
    ],
)
def test_that_kernels_are_missing_is_said_where_it_matters(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, words: list[str], slow: bool
) -> None:
    for module in ("solver", "cli.deal_report"):
        monkeypatch.setattr(f"winnable.{module}.has_kernel", lambda _: False)
    status, _, err = answer(capsys, *words)
    assert status == 0
    assert err == f"winnable: {SLOW_WARNING}\n" * slow


ENDLESS = ("deals", "--winnable", "freecell", "--lost", "bakers", "--deals", "1-8000000000")


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
def test_ctrl_c_ends_a_search() -> None:
    with start(*ENDLESS) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        lines += process.stdout  # communicate() would lose what readline() has read ahead
        assert process.stderr.read() == ""
    assert process.returncode == 130
    found = [int(line) for line in lines]
    query = DealQuery((FREECELL,), (BAKERS,))
    assert found == list(islice(DealSearch(query, range(1, 2**33)), len(found)))


def test_a_reader_that_leaves_early_ends_a_search() -> None:
    with start(*ENDLESS) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip().isdigit()
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which deals? give --winnable GAME or --lost GAME"),
        (["--winnable", "chess"], "there is no game 'chess'"),
        (["--winnable", "golf", "--winnable", "golf"], "--winnable has golf-relaxed 2 times: give"),
        (["--lost", "golf,golf-relaxed"], "--lost has golf-relaxed 2 times: give it once"),
        (["--winnable", "golf", "--lost", "golf"], "--winnable and --lost cannot both have golf-r"),
        (["--level", "golf=hard", "--lost", "golf"], "--level and --lost cannot both have golf-re"),
        (["--level", "hard"], "--level in which game? give --winnable GAME or --level GAME=LEVEL"),
        (["--level", "hard", "--lost", "golf"], "--level in which game? give --winnable GAME or -"),
        (["--winnable", "golf", "--level", "hardest"], "'hardest' is not a level: the levels are "),
        (["--winnable", "golf", "--level", "easy,hard"], "--level has two levels: give one"),
        (["--level", "golf=easy,golf=hard"], "--level has two levels for golf-relaxed: give one"),
        (["--level", "=hard"], "there is no game ''"),
        (["--winnable", "golf", "--limit", "0"], "'0' is not a number of deals: write 1 to"),
        (["--winnable", "golf", "--deals", "9"], "'9' is not a range of deals"),
    ],
)
def test_wrong_use_of_deals(capsys: Capture, words: list[str], message: str) -> None:
    assert message in refused(capsys, "deals", *words)
