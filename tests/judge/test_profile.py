from __future__ import annotations

from pathlib import Path

import pytest

from winnable.judge import ProfileError, load_profile, shipped_profiles
from winnable.judge.plan import plan
from winnable.judge.profile import Profile

POINTS = {
    "aces-up-2023": 65,
    "aces-up-older": 65,
    "bakers-game-2017": 55,
    "easthaven-2009": 50,
    "golf-relaxed-2008": 50,
    "freecell-cs162": 50,
}


@pytest.fixture(params=shipped_profiles())
def profile(request: pytest.FixtureRequest) -> Profile:
    return load_profile(request.param)


def test_points_add_up_to_those_of_the_handout(profile: Profile) -> None:
    assert profile.points == POINTS[profile.name]


def test_every_item_has_checks_and_every_check_an_item(profile: Profile) -> None:
    counted = {profile.item(check.id) for check in plan(profile)}
    assert counted == {"", *(item.name for item in profile.rubric)}
    without = [check.id for check in plan(profile) if not profile.item(check.id)]
    assert without == ["session.end_of_input.rules"]


def test_every_check_has_a_sentence_and_a_number(profile: Profile) -> None:
    checks = plan(profile)
    assert [check.number for check in checks] == list(range(1, len(checks) + 1))
    assert len({check.id for check in checks}) == len({check.name for check in checks})
    for check in checks:
        assert profile.sentence(check.topic) or (check.function and check.function.sentence)


def test_a_variant_of_a_semester(tmp_path: Path) -> None:
    file = tmp_path / "fall.toml"
    file.write_text(
        'extends = "aces-up-2023"\ntitle = "Fall"\n'
        '[commands.f]\nsource_empty = "Nothing in {source}"\n'
        '[[functions]]\nname = "check_for_win"\nparameters = ["stock", "tableau"]\n'
    )
    variant = load_profile(str(file))
    assert (variant.title, variant.name, variant.points) == ("Fall", "fall", 65)
    function = variant.function("is won")
    assert function is not None
    assert function.parameters == ("stock", "tableau")
    assert "Nothing in {source}" in variant.commands[1].refusals.values()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "is not TOML"),
        ('game = "chess"', "game: 'chess' is none of"),
        ('extends = "aces-up-1999"', "there is no profile 'aces-up-1999' to extend"),
        ("extends = 3", "extends must name another profile"),
        ('extends = "wrong.toml"', "extends must name another profile"),
        ('GOLF\ncards = "1066"', "cards: '1066' is none of"),
        ('GOLF\nfile = 3', "file must be a text"),
        ('GOLF\nfirst_column = true', "first_column must be a number"),
        ('GOLF\nexact_text = 1', "exact_text must be true or false"),
        ('GOLF\nmalformed = "blank"', "malformed must be a list"),
        ('GOLF\nmalformed = ["odd"]', "malformed: 'odd' is none of"),
        ('GOLF\nwhitespace = "some"', "whitespace: 'some' is none of"),
        ('GOLF\nwon = "("', "won is not a regular expression"),
        ('GOLF\ncolour = "red"', "'colour' is not a field of a profile"),
        ('GOLF\ndisplay = "show"', "none has the role 'display'"),
        ('GOLF\n[commands.d]\noperands = "x"', "t, c, f and n"),
        ('GOLF\n[commands.d]\nstock_emtpy = ""', "did you mean stock_empty?"),
        ('ACES\n[[functions]]\nname = "display"\nrole = "draw"', "role: 'draw' is none"),
        ('ACES\n[[functions]]\nrole = "deal"', "name is missing"),
        ('GOLF\n[[rubric]]\nname = "x"\npoints = "1"', "points must be a number"),
        ('GOLF\n[[rubric]]\nname = "x"\npoints = inf', "points must be a number"),
        ('GOLF\n[[rubric]]\nname = "x"\npoints = 1\nchecks = ["sesion.*"]', "'x' has no checks"),
        ('GOLF\nfirst_column = 7', "first_column must be 0 or 1"),
        ('GOLF\nquit = ""', "quit must be a word"),
        ('GOLF\n[commands.d]\nstock_empty = "{nope}"', "no other braces"),
        ('ACES\n[[functions]]\nname = ["a"]', "name must be a text"),
        ('ACES\n[[functions]]\nname = "deal_to_tabelau"', "deal_to_tabelau: role is missing"),
        ('ACES\n[[functions]]\nname = "display"\nreference = "zzz"', "has no function zzz"),
        ('ACES\n[[functions]]\nname = "get_option"\nparameters = ["x"]', "are called none"),
        ('ACES\n[constants]\nEMPTY_COL = ""', "did you mean EMPTY_COLUMN?"),
        ('extends = "elsewhere/base.toml"', "cannot read"),
        ('game = "golf-relaxed"', "cards is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "wrong.toml"
    text = text.replace("GOLF", 'extends = "golf-relaxed-2008"')
    file.write_text(text.replace("ACES", 'extends = "aces-up-2023"'))
    with pytest.raises(ProfileError) as caught:
        plan(load_profile(str(file)))
    assert message in str(caught.value).replace('"', "'")
    assert "\n" not in str(caught.value)


def test_names_of_handouts() -> None:
    assert load_profile("golf").name == "golf-relaxed-2008"
    assert load_profile("aces-up").name == "aces-up-2023"
    with pytest.raises(ProfileError, match="did you mean"):
        load_profile("freecell-cs161")
    with pytest.raises(ProfileError, match="cannot read"):
        load_profile("nowhere.toml")
