"""Reports by Hypothesis, with everything in their texts that a student's program can print."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from winnable.judge.report import (
    CheckResult,
    Crash,
    Finding,
    Kind,
    Report,
    Status,
    share_points,
)

ODD = ["\x00", "\x1b[2J", "\ud800", "\ufffe", "\r\n", "]]>", "</failure>", "=1+1", "\x85", "²", "🂡"]
texts = st.one_of(
    st.sampled_from(["", "ok", "expected 4 cards", "line one\nline two\n", *ODD]),
    st.text(st.characters(exclude_categories=()), max_size=30),
)
short_lists = st.lists(texts, max_size=3).map(tuple)
ITEMS = ("Moves", "Display", "Winning")

crashes = st.builds(Crash, texts, st.integers(0, 500), texts)
findings = st.builds(Finding, texts, texts, short_lists, texts, short_lists, st.none() | crashes)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """A report as the judge makes them: numbered checks, points shared among them."""
    results = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        status = draw(st.sampled_from(Status))
        fields: dict[str, Any] = {}
        if status is Status.FAILED:
            fields["finding"] = draw(st.none() | findings)
        elif status is Status.SKIPPED:
            fields["reason"] = draw(texts)
        group = draw(st.sampled_from(["", *ITEMS]))
        result = CheckResult(
            number,
            f"session.topic_{number}.{draw(st.sampled_from(['rules', 'layout']))}",
            draw(texts),
            draw(st.sampled_from(Kind)),
            status,
            group=group,
            sentence=draw(texts),
            **fields,
        )
        results.append(result)
    points = draw(
        st.lists(st.sampled_from([0.0, 1.0, 2.5, 5.0, 7.0, 100.0]), min_size=3, max_size=3)
    )
    used = {result.group for result in results}
    items = [(name, most) for name, most in zip(ITEMS, points, strict=True) if name in used]
    report = Report(
        draw(texts),
        draw(st.sampled_from(["", "aces-up-2023"]) | texts),
        draw(texts),
        draw(short_lists),
        share_points(results, items),
        max_points=sum(most for _, most in items),
        notes=draw(short_lists),
    )
    return replace(report, unscored=draw(texts)) if draw(st.booleans()) else report
