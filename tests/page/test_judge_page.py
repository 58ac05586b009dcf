"""Checking a program on the page: drop it, read the report, drop the next version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import DESKTOP, PHONE, Chromium, Visitor, go
from page import axe_checks
from page.conftest import NewVisitor
from page.screen_reader import ScreenReader
from playwright.sync_api import FilePayload, Page, expect
from web_servers import Server, sqlite_server

PROGRAMS = Path(__file__).parents[2] / "assignments"
RIGHT = (PROGRAMS / "golf_relaxed" / "proj09.py").read_text("utf-8")
CRASHING = RIGHT.replace("input(", "oops(")
HANGING = "import time\ntime.sleep(1000)\ndef play():\n    pass\n"
ACES_UP = (PROGRAMS / "aces_up" / "proj10.py").read_text("utf-8")

# Playwright cannot drop files, so the page gets the event that a browser would send.
_DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const send = (kind) => document.querySelector("h1").dispatchEvent(
    new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }),
  );
  return [send("dragover"), send("drop")];
}"""


@pytest.fixture(scope="module")
def tab(chromium: Chromium, server: Server) -> Iterator[Page]:
    """A tab of the user of this computer, for all tests here."""
    chromium.resume()
    visitor = Visitor(chromium.browser, server.url, settings={"lamp": False})
    tab = visitor.page(f"/#token={server.local_token}")
    expect(tab.locator("h1")).to_have_text("Choose a game")
    chromium.suspend()
    yield tab
    chromium.resume()
    visitor.close()
    chromium.suspend()


@pytest.fixture
def page(browser: Chromium, tab: Page) -> Page:
    """The page without a report."""
    go(tab, "/statistics")
    tab.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    tab.emulate_media(color_scheme="light")
    tab.get_by_role("link", name="Check your program").click()
    expect(tab.locator("h1")).to_have_text("Check your program")
    return tab


def choose(page: Page, source: str | bytes, name: str = "proj09.py") -> None:
    data = source if isinstance(source, bytes) else source.encode()
    program = FilePayload(name=name, mimeType="text/x-python", buffer=data)
    page.get_by_label("Choose a file").set_input_files(program)


def result(page: Page) -> str:
    """The points, once the program has been checked."""
    expect(page.locator(".checking")).to_be_hidden(timeout=60_000)
    return page.locator(".result-points").inner_text()


def choose_handout(page: Page, title: str) -> None:
    page.get_by_label("Handout").select_option(label=title)


def test_drop_a_program_and_then_its_next_version(page: Page) -> None:
    expect(page).to_have_title("Check your program · Winnable")
    assert page.evaluate(_DROP, ["proj09.py", CRASHING]) == [False, False]  # nobody else gets them
    assert re.fullmatch(r"[\d.]+ of 50 points", result(page))
    fault = page.locator(".fault").first
    expect(fault).to_contain_text("NameError: name 'oops' is not defined")
    line = next(number for number, text in enumerate(CRASHING.splitlines(), 1) if "oops(" in text)
    expect(fault).to_contain_text(f"in line {line} of your program:")
    expect(fault).to_contain_text(CRASHING.splitlines()[line - 1].strip())
    expect(fault).to_contain_text("The handout says")
    deck = fault.locator("details", has_text="The deck")
    expect(deck.locator(".card-text").first).to_be_hidden()
    deck.locator("summary").click()
    expect(deck.locator(".card-text")).to_have_count(52)
    expect(fault).to_contain_text(re.compile(r"winnable judge proj09\.py --case \d+"))
    axe_checks.check(page, DESKTOP)
    page.evaluate(_DROP, ["proj09.py", RIGHT])
    expect(page.locator(".result-summary")).to_have_text("Everything that was checked is right.")
    assert result(page) == "50 of 50 points"
    expect(page.locator(".fault")).to_have_count(0)
    expect(page.locator(".verdicts dd")).to_have_text([re.compile("^all [0-9]+ right$")] * 4)
    passed = page.locator("details[data-status=passed]")
    expect(passed.locator("li").first).to_be_hidden()
    passed.locator("summary").click()
    expect(passed.locator("li").first).to_be_visible()
    expect(page.locator(".result")).to_contain_text("resource limits")
    axe_checks.check(page, PHONE)


def test_what_differs_is_marked_and_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    wrong = ACES_UP.replace("{'stock':<8s}", "{'stock':<9s}").replace(
        "EMPTY_COLUMN.format(from_col + 1)", "EMPTY_COLUMN.format(from_col)"
    )
    choose(page, wrong, "proj10.py")
    result(page)
    faults = page.locator(".fault")
    message = faults.filter(has_text="empty column").first
    expect(message.locator("mark")).to_have_text(['1"', '0"'])
    layout = faults.filter(has_text="foundation").filter(has_text="display").first
    marks = layout.locator("mark")
    assert [text.strip(" ") for text in marks.all_inner_texts()] == ["", ""]
    table = layout.locator("pre").first
    assert table.inner_text().count("\n") >= 1
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    wide = layout.get_by_role("region", name="Expected")
    expect(wide).to_have_attribute("tabindex", "0")  # it has to be scrolled
    axe_checks.check(page, PHONE)


def test_cancel(page: Page) -> None:
    choose_handout(page, "Golf Relaxed (CSE 231, fall 2008)")
    choose(page, HANGING)
    checking = page.locator(".checking")
    expect(checking).to_contain_text("Checking proj09.py")
    axe_checks.check(page, DESKTOP)
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(checking).to_be_hidden()
    expect(page.get_by_label("Choose a file")).to_be_focused()
    expect(page.locator("#polite")).to_have_text("Cancelled.")
    choose(page, RIGHT)  # is not kept waiting for the other
    assert result(page) == "50 of 50 points"


def test_another_version_replaces_the_one_being_checked(page: Page) -> None:
    choose_handout(page, "Golf Relaxed (CSE 231, fall 2008)")
    choose(page, HANGING)
    expect(page.locator(".checking")).to_be_visible()
    choose(page, RIGHT)
    assert result(page) == "50 of 50 points"


def test_the_handout_can_be_chosen_when_it_cannot_be_found(page: Page) -> None:
    choose(page, "print 'hello'\n")
    error = page.locator(".error-text")
    expect(error).to_have_text(
        "It is not clear which handout this program is for: choose it from the list."
    )
    expect(page.locator("#assertive")).to_contain_text("It is not clear")
    axe_checks.check(page, DESKTOP)
    choose_handout(page, "Aces Up (CSE 231, spring 2023)")
    assert result(page) == "Not scored"
    expect(page.locator(".result-summary")).to_contain_text("Python 2")
    expect(error).to_be_hidden()


def test_a_syntax_error_is_one_fault(page: Page) -> None:
    choose(page, RIGHT.replace("def play():", "def play()"))
    assert result(page) == "0 of 50 points"
    expect(page.locator(".result-summary")).to_have_text("1 thing to fix.")
    expect(page.locator(".fault h3")).to_have_text(re.compile("checks fail for the same reason"))
    expect(page.locator(".fault")).to_contain_text("SyntaxError")
    axe_checks.check(page, DESKTOP)


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("proj09.py", b"", "proj09.py is empty. Save the program first."),
        ("a.out", b"\x7fELF\0", "a.out is not a Python program: it is not a text."),
        ("golf.ipynb", b"{}", "golf.ipynb is a notebook. Save it as a Python program (.py) first."),
        ("golf.zip", b"PK", "golf.zip is an archive. Unpack it, and drop the program."),
        ("big.py", b"#" * 200_001, "big.py is too large: a program has at most 200 KB."),
    ],
)
def test_files_that_are_no_programs(page: Page, name: str, source: bytes, words: str) -> None:
    choose(page, source, name)
    expect(page.locator(".error-text")).to_have_text(words)
    expect(page.locator("#assertive")).to_have_text(words)


def test_with_a_screen_reader(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, settings={"lamp": False})
    reader = ScreenReader(visitor)
    page = reader.page
    page.goto(f"/#token={server.local_token}")
    expect(page.locator("h1")).to_have_text("Choose a game")
    page.goto("/check")
    expect(page.get_by_role("group").or_(page.get_by_label("Handout")).first).to_be_visible()
    page.get_by_label("Choose a file").focus()
    choose(page, RIGHT)
    reader.hear("Checking proj09.py…")
    reader.hear("50 of 50 points. Everything that was checked is right.")
    expect(page.get_by_label("Choose a file")).to_be_focused()


def test_a_browser_that_is_not_the_users(visitor: Visitor) -> None:
    page = visitor.page("/check")
    expect(page.locator("[data-field=problem]")).to_have_text(
        "Programs are checked only for the user who started this server: "
        "open the address that it printed then."
    )
    expect(page.get_by_label("Choose a file")).to_have_count(0)
    axe_checks.check(page, DESKTOP)


@pytest.mark.heavy
def test_where_others_play_there_is_no_such_page(new_visitor: NewVisitor, tmp_path: Path) -> None:
    with sqlite_server(tmp_path, "--host", "0.0.0.0") as hosted:
        hosted.url = hosted.url.replace("0.0.0.0", "127.0.0.1")
        visitor = new_visitor(hosted)
        visitor.expect_error("404")
        page = visitor.page("/")
        expect(page.locator("h1")).to_have_text("Choose a game")
        expect(page.get_by_role("link", name="You")).to_be_visible()
        expect(page.get_by_role("link", name="Check your program")).to_have_count(0)
        page.goto("/check")
        expect(page.locator("h1")).to_have_text("Not found")
