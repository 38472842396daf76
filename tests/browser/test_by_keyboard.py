"""A whole review by keyboard alone: no mouse, no script but to look."""

from __future__ import annotations

import pytest

from tests.browser.desk_page import GAMES

BY_DAY = ("caen", "falaise")
"""Games of which one has supply stories to be gone through, and one has none; the others in the long run."""


class Keys:
    """Presses keys, and looks."""

    def __init__(self, page):
        self.page, self.press = page, page.page.keyboard.press

    def focused(self):
        return self.page.js("document.activeElement.outerHTML.slice(0, 160)")

    def tab_to(self, test, most=60):
        """Tab until what has the focus passes a test in JavaScript (`one`)."""
        for _ in range(most):
            if self.page.js(f"((one) => Boolean({test}))(document.activeElement)"):
                return
            self.press("Tab")
        raise AssertionError(f"{most} tabs do not lead to {test}: {self.focused()}")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in BY_DAY else [pytest.mark.long]) for name in GAMES]
)
def test_a_whole_review_by_keyboard_alone(desk, name):
    page = desk(name, "#at=1")
    keys = Keys(page)
    # the combats: to the list, down its rows, before and after the die
    keys.press("x")
    keys.tab_to("one.closest('tr[data-combat]') || one.matches('[data-sort]')")
    while not page.js("Boolean(document.activeElement.closest('tr[data-combat]'))"):
        keys.press("ArrowDown")
    keys.press("ArrowDown")
    first = page.js("desk.combat.n")
    keys.press("ArrowDown")
    assert page.js("desk.combat.n") != first and page.page.is_visible(".combatcard")
    keys.press("v")
    assert page.js("desk.when") == "after"
    keys.press("v")
    # supply stories: those of one cause, and all of them again
    keys.press("x")
    told = page.js("desk.supplies.found.length")
    assert told == page.js("desk.story.line(desk.tip).supply.length")
    if told:
        keys.tab_to("one.matches('[data-cause]')")
        keys.press("Enter")
        chosen = int(page.js("document.activeElement.querySelector('b').textContent"))
        assert page.js("desk.supplies.found.length") == chosen
        assert page.js("document.activeElement.ariaPressed") == "true", "the focus stays on the bar"
        keys.press("Enter")
        assert page.js("desk.supplies.found.length") == told
    # a unit of the combat, its history and its supply stories
    keys.tab_to("one.matches('.combatcard .names .jump')", 90)
    keys.press("Enter")
    assert page.js("desk.tab") == "unit" and page.js("desk.unit") >= 0
    at = page.seq
    keys.press("u")
    assert page.seq >= at
    # a comment on it, typed and kept
    keys.press("m")
    page.page.keyboard.type("by keyboard")
    keys.tab_to("one.textContent === 'Keep comment'")
    keys.press("Enter")
    page.page.wait_for_function("() => desk.notes.list().some((note) => note.text === 'by keyboard')")
    # search, and the next that was found
    keys.press("Tab")
    keys.press("/")
    page.page.keyboard.type("attack")
    keys.press("Enter")
    assert page.js("desk.view") == "timeline" and page.page.input_value("#search") == "attack"
    assert "attack" in page.js("desk.game.about(desk.seq).text")
    keys.press("Escape")
    # the timeline: to its current row and on by arrows
    keys.tab_to("one.closest('#list')")
    for _ in range(40):
        keys.press("ArrowDown")
        row = page.js("document.activeElement.dataset.event ? 0 : Number(document.activeElement.dataset.seq ?? 0)")
        if row and row != page.seq:
            break
    keys.press("Enter")
    assert page.seq == row and page.js("document.activeElement.dataset.seq") == str(row), "the focus stays on the row"
    # a plot: from change to change
    keys.press("Escape")
    page.js("document.activeElement.blur()")
    keys.press("5")
    keys.tab_to("one.matches('.plot[role=slider]')", 120)
    at = page.seq
    keys.press("ArrowLeft")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    assert page.seq != at or page.js("document.activeElement.matches('.plot')")
    # the report and back
    keys.press("r")
    assert page.page.is_visible("#report") and page.text("#report h2")
    keys.press("Escape")
    assert not page.page.is_visible("#report")
