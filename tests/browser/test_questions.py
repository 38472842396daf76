"""What a reviewer asks about ten combats of each game's campaign (by day two of a shorter game), each answered in at
most three clicks or keys from its row.

As the projections have it: why it failed, what the odds were, what another die would have brought, when a unit lost
supply and who cut it, where the points swung, who was luckier.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexledger.projections.combats import thrown
from hexledger.replays.dice.luck import as_pair, decimal
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import die_swing, faces, fought, strength
from hexledger.replays.story.luck import luck_story
from hexledger.replays.story.supply import deed, stories
from hexledger.replays.story.victory import story as victory
from tests.browser.desk_page import CAMPAIGNS, GAMES, minus

CASES = [
    *(pytest.param(name, 2, id=name) for name in GAMES),
    *(pytest.param(name, 10, id=f"{name}-ten", marks=pytest.mark.long) for name in CAMPAIGNS),
]
"""Games, and combats of each."""
CELLS = """[...document.querySelectorAll('.combatcard .face')].map(
  (face) => [face.querySelector('.chance').innerText, face.classList.contains('now')])"""
DICE = "[...document.querySelectorAll('.combatcard .die')].map((die) => die.getAttribute('aria-label'))"
JUMPS = """[...document.querySelectorAll("section[aria-label='Victory by cause'] li .jump")].map((b) => b.innerText)"""


class Asked:
    """A page on which clicks and keys are counted since the last row."""

    def __init__(self, page):
        self.page, self.clicks = page, 0

    def row(self, number):
        self.page.combat(number).locator("button").click()
        self.clicks = 1

    def click(self, selector):
        self.page.page.locator(selector).first.click()
        self.clicks += 1

    def key(self, key):
        self.page.js("document.activeElement.blur()")
        self.page.page.keyboard.press(key)
        self.clicks += 1

    def text(self, selector):
        assert self.clicks <= 3, f"{self.clicks} clicks and keys"
        return self.page.text(selector)


@pytest.fixture(scope="module")
def looked_at():
    """What the projections say of a game and so many of its combats, found once for all questions."""
    found = {}

    def look(log, seqs, most):
        key = log.name, tuple(seqs), most
        if key not in found:
            with Chronicle.read(log) as chronicle:
                game = chronicle.game
                line = [chronicle.frame(seq) for seq in seqs]
                every = [one for one in fought(game, line) if one.combat.readings]
                step = max(1, len(every) // most)
                chosen = every[::step][:most]
                assert len(chosen) == most
                known = {one.combat.number: faces(chronicle, one.combat) for one in chosen}
            found[key] = game, line, chosen, known
        return found[key]

    return look


@pytest.fixture
def told(desk, looked_at):
    def opened(name, most):
        page = desk(name, "#at=1&list=combats")
        return Asked(page), *looked_at(page.log, page.line, most)

    return opened


@pytest.mark.parametrize(("name", "most"), CASES)
def test_why_an_attack_ended_so_what_its_odds_were_and_what_another_die_would_have_brought(told, name, most):
    asked, game, _, chosen, known = told(name, most)
    for one in chosen:
        combat, rows = one.combat, known[one.combat.number]
        asked.row(combat.number)
        card = asked.text(".combatcard")
        read = combat.readings[-1]
        assert game.word(read.column) in card, "what it was read by"
        for which in (0, 1):
            assert strength(game, combat, which) in card
        for result in read.results:
            assert game.word(result).rstrip(":") in card.replace("A:", "attacker:").replace("D:", "defender:")
        cells = asked.page.js(CELLS)
        assert cells == [[row["chance_text"], bool(row["happened"])] for row in rows]
        assert sum(Fraction(*map(int, row["chance"])) for row in rows) == len({row["lot"] for row in rows})
        for die in thrown(combat, game):
            assert f"die {die.value} of {die.faces}" in asked.page.js(DICE)
        swing = die_swing(rows, combat.side)
        assert asked.page.js("desk.combat.sw") == (as_pair(swing) if swing is not None else None)
        if one.throws:
            assert f"luck {minus(decimal(one.luck))}" in card


@pytest.mark.parametrize(("name", "most"), CASES)
def test_when_a_unit_of_the_combat_lost_its_line_and_who_cut_it(told, name, most):
    asked, game, line, chosen, _ = told(name, most)
    cut = {}
    for story in stories(game, line):
        cut.setdefault(story.piece, []).append(story)
    for one in chosen:
        asked.row(one.combat.number)
        buttons = asked.page.page.locator(".combatcard .names .jump")
        for at, fighter in enumerate((*one.combat.attackers, *one.combat.defenders)[:3]):
            asked.row(one.combat.number)
            buttons.nth(at).click()
            asked.clicks += 1
            panel = asked.text("#panel")
            mine = cut.get(fighter.piece, [])
            assert (f"CUT OFF ({len(mine)})" in panel.upper()) is bool(mine)
            for story in mine[:3]:
                assert f"#{story.lost.seq}" in panel
                if story.lost.cause is not None:
                    assert all(deed(game, agent, story.piece) in panel for agent in story.lost.cause.agents)


@pytest.mark.parametrize(("name", "most"), CASES)
def test_where_the_points_swung_and_who_was_luckier(told, name, most):
    asked, game, line, chosen, _ = told(name, most)
    moved, luck = victory(game, line), luck_story(game, line, parts=())
    asked.row(chosen[0].combat.number)
    asked.click("#tab-tracks")
    shown = asked.text("#panel")
    for row in luck["sides"]:
        if row["throws"]:
            assert minus(row["luck_text"]) in shown and row["as_good_or_better_text"] in shown
    if moved.scored:
        asked.click("section[aria-label='Victory by cause'] summary")
        jumps = asked.page.js(JUMPS)
        assert asked.clicks <= 3
        assert jumps == [f"#{one.at.seq}" for one in moved.scored]
    for one in moved.turned:
        if one.holds is not None:
            assert one.wanted in shown and f"#{one.seq}" in shown
