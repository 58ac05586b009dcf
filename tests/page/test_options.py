"""Options take effect at once and are kept."""

from __future__ import annotations

from browsers import Visitor
from page.browser_players import Mouse
from page.conftest import NewVisitor
from playwright.sync_api import Page, expect
from web_servers import Server

CHOSEN = {"theme": "dark", "index": "large", "hand": "left", "felt": "wine", "back": "scales"}
SWITCHED_ON = ("four", "lamp", "sounds", "haptics")


def look(page: Page) -> dict[str, object]:
    """What is to be seen of the settings."""
    found: dict[str, object] = page.evaluate("""() => ({
        ...document.documentElement.dataset,
        felt: getComputedStyle(document.documentElement).getPropertyValue("--background"),
        isMirrored: document.querySelector("[data-place=f1] .item").getBoundingClientRect().left
            < document.querySelector("[data-place=c1] .item").getBoundingClientRect().left,
        back: document.querySelector("#deck [id=back]")?.innerHTML,
    })""")
    return found


def test_options_take_effect_and_are_kept(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, settings={"lamp": False})
    mouse = Mouse(visitor.page())
    mouse.start_game("freecell", deal_number=1)
    page = mouse.page
    usual = look(page)
    assert [usual[name] for name in ("theme", "four", "index", "hand")] == [
        *("light", "false", "usual", "right")
    ]
    page.locator(".menu [data-action=options]").click()
    for option, value in CHOSEN.items():
        page.locator(f"fieldset[data-option={option}] input[value={value}]").check()
    for option in SWITCHED_ON:
        page.locator(f"input[data-option={option}]").check()
    page.locator("dialog [data-action=done]").click()
    expect(page.locator("dialog")).to_have_count(0)
    deck = page.locator("#deck[data-style=dark-four-large] [id='7C']")
    expect(deck).to_have_count(1)
    chosen = look(page)
    assert [chosen[name] for name in ("theme", "four", "index", "hand")] == [
        *("dark", "true", "large", "left")
    ]
    assert (usual["isMirrored"], chosen["isMirrored"]) == (False, True)
    assert chosen["felt"] != usual["felt"]
    assert chosen["back"] != usual["back"]
    expect(page.locator("#lamp")).not_to_have_attribute("data-verdict", "off")

    page.reload()
    mouse.wait_until_shown()
    expect(deck).to_have_count(1)
    assert look(page) == chosen
    expect(page.locator("#lamp")).not_to_have_attribute("data-verdict", "off")
    page.locator(".menu [data-action=options]").click()
    for option, value in CHOSEN.items():
        expect(page.locator(f"fieldset[data-option={option}] input[value={value}]")).to_be_checked()
    for option in SWITCHED_ON:
        expect(page.locator(f"input[data-option={option}]")).to_be_checked()


_CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.documentElement);
  const lightness = (name) => luminance(style.getPropertyValue(name).trim());
  const inks = ["on-background", "on-background-muted", "good-on-background",
    "bad-on-background", "warning-on-background"];
  const grounds = ["background", "background-edge", "header-background"];
  return Math.min(...inks.flatMap((ink) => grounds.map((ground) => {
    const [low, high] = [lightness(`--${ink}`), lightness(`--${ground}`)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  })));
}"""


def test_text_is_read_on_every_felt(visitor: Visitor) -> None:
    page = visitor.page("/")
    seen = set()
    for theme in ("light", "dark"):
        felts: list[str] = page.evaluate(
            """(theme) => import("/static/js/settings.js").then((settings) => {
                settings.set("theme", theme);
                return settings.FELTS;
            })""",
            theme,
        )
        for felt in felts:
            page.evaluate(
                """(felt) => import("/static/js/settings.js")
                    .then((settings) => settings.set("felt", felt))""",
                felt,
            )
            assert page.evaluate(_CONTRASTS) >= 4.5, (theme, felt)
            seen.add(page.evaluate("() => getComputedStyle(document.body).backgroundImage"))
    page.evaluate("() => localStorage.clear()")
    assert len(seen) == 2 * len(felts)
    assert len(felts) >= 3


_RECORD_EFFECTS = """
window.effects = [];
for (const Source of [AudioBufferSourceNode, OscillatorNode]) {
  const { start } = Source.prototype;
  Source.prototype.start = function (...when) {
    window.effects.push("sound");
    return start.apply(this, when);
  };
}
navigator.vibrate = (pattern) => window.effects.push("vibration") > 0;
"""


def test_sounds_and_vibration_are_off_at_first(fresh_visitor: Visitor) -> None:
    fresh_visitor.context.add_init_script(_RECORD_EFFECTS)
    mouse = Mouse(fresh_visitor.page())

    def effects() -> set[str]:
        """Of a deal, which is a click."""
        mouse.start_game("golf-relaxed", deal_number=16)
        mouse.page.evaluate("() => window.effects.splice(0)")
        mouse.make("deal")
        found: list[str] = mouse.page.evaluate("() => window.effects.splice(0)")
        return set(found)

    assert effects() == set()
    for option, effect in (("sounds", {"sound"}), ("haptics", {"sound", "vibration"})):
        mouse.page.locator(".menu [data-action=options]").click()
        mouse.page.locator(f"input[data-option={option}]").check()
        mouse.page.keyboard.press("Escape")
        assert effects() == effect


def test_the_language_is_chosen_and_kept(fresh_visitor: Visitor) -> None:
    page = fresh_visitor.page("/")
    page.locator(".menu [data-action=options]").click()
    with page.expect_navigation():
        page.locator("select[data-option=language]").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    page.locator(".menu [data-action=options]").click()
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    expect(page.locator("select[data-option=language]")).to_have_value("de")
    with page.expect_navigation():
        page.locator("select[data-option=language]").select_option("")
    expect(page.locator("html")).to_have_attribute("lang", "en")
