"""Combats, supply and victory on the desk: what the projections tell, each a click or two from its row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexledger.projections.combats import lots, outcome
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import faces, fought, prospects
from hexledger.replays.story.supply import stories, supply_row
from tests.browser.desk_page import minus

IN_SIGHT = """(name) => {
  const [row, box] = [document.querySelector(`${name} [aria-current]`), document.querySelector(name)];
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  return inner.top > outer.top - 1 && inner.bottom < outer.bottom + 1 && row.contains(document.activeElement);
}"""


def _told(page):
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        line = [chronicle.frame(seq) for seq in page.line]
        told = fought(game, line)
        every = {one.combat.number: faces(chronicle, one.combat) for one in told}
        return game, told, every, [supply_row(game, story) for story in stories(game, line)]


@pytest.mark.parametrize("name", ["caen", "bulge"])
def test_the_list_of_combats_is_that_of_the_projection(desk, name):
    page = desk(name, "#at=5&list=combats")
    game, told, _, _ = _told(page)
    rows = page.js(
        "desk.combats.found.map((c) => "
        "[c.n, c.f, c.rs, c.fr, c.out, c.thr.map((lot) => lot[2]), c.luck, c.lost.map((l) => l[0])])"
    )
    assert len(rows) == len(told)
    turns = {one.combat.turn for one in told}
    assert page.page.get_attribute("table.combats", "aria-rowcount") == str(len(told) + len(turns) + 1)
    for row, one in zip(rows, told, strict=True):
        combat = one.combat
        number, begun, resolved, frames, out, dice, luck, lost = row
        assert (number, begun, resolved, tuple(frames)) == (
            combat.number,
            combat.begun.seq,
            combat.resolved,
            combat.frames,
        )
        assert out == outcome(combat) and Fraction(*map(int, luck)) == one.luck
        assert lost == [combat.steps_lost(game, side) for side in (1, 2)]
        assert dice == [[die.value for die in lot] for lot in lots(combat, game)]


@pytest.mark.parametrize(
    ("name", "view", "box", "row"),
    [
        ("caen", "combats", "#combat-rows", "data-combat"),
        ("yellow", "supply", "#supply-rows", "data-story"),
    ],
)
def test_of_a_long_list_only_what_is_in_sight_is_laid_out_and_every_row_can_be_reached(desk, name, view, box, row):
    page = desk(name, f"#at=5&list={view}", viewport={"width": 1280, "height": 440})
    listed = page.js(
        f"desk.{'combats.found.map((c) => c.n)' if view == 'combats' else 'supplies.found.map((_, n) => n)'}"
    )
    laid_out = page.page.locator(f"{box} [{row}]")
    assert 0 < laid_out.count() < len(listed) - 3
    page.page.locator("[data-sort='n']" if view == "combats" else "[data-story='0']").focus()
    seen = []
    for _ in listed:
        page.page.keyboard.press("ArrowDown")
        seen.append(int(page.page.locator(f"{box} [{row}][aria-current]").get_attribute(row)))
        assert page.js(IN_SIGHT, box)
    assert seen == listed
    assert laid_out.count() < len(listed) - 3


def test_one_click_shows_why_a_combat_ended_as_it_did(desk):
    page = desk("caen", "#at=5&list=combats")
    _, told, every, _ = _told(page)
    shown = 0
    for one in [one for one in told if one.combat.readings and every[one.combat.number]][:6]:
        number = one.combat.number
        page.combat(number).click()
        card = page.page.locator(f'.combatcard[data-combat="{number}"]')
        assert page.seq == one.combat.resolved
        chances = [cell.inner_text() for cell in card.locator(".face .chance").all()]
        assert chances == [face["chance_text"] for face in every[number]]
        assert card.locator(".face.now").count() == 1
        at = [face["happened"] for face in every[number]].index(True)
        assert "now" in card.locator(".face").nth(at).get_attribute("class")
        box = card.locator(".face.now").bounding_box()
        assert box["y"] + box["height"] < 800, "the face that was rolled is above the fold"
        shown += 1
    assert shown == 6


def test_before_and_after_show_the_units_where_they_stood_and_stand(desk):
    page = desk("caen", "#at=5&list=combats")
    _, told, _, _ = _told(page)
    one = next(one for one in told if one.combat.readings and one.combat.losses and len(one.combat.frames) > 2)
    combat = one.combat
    page.js(f"desk.showCombat(desk.story.line(desk.tip).combats.find((c) => c.n === {combat.number}), 'before')")
    places = "([...desk.map.shown.position.at].filter(([p]) => wanted.includes(p)))"
    wanted = [fighter.piece for fighter in (*combat.attackers, *combat.defenders)]
    before = dict(page.js(f"(wanted) => {places}", wanted))
    assert before == {f.piece: f.place for f in (*combat.attackers, *combat.defenders) if f.place >= 0}
    page.page.keyboard.press("v")
    after = dict(page.js(f"(wanted) => {places}", wanted))
    assert after == {f.piece: f.place_after for f in (*combat.attackers, *combat.defenders) if f.place_after >= 0}
    page.page.keyboard.press("v")
    assert page.js("desk.when") is None
    page.js("desk.setWhen('after')")
    assert "when=after" in page.js("desk._written")


def test_combats_are_filtered_sorted_and_gone_through_by_keys(desk):
    page = desk("caen", "#at=5&list=combats")
    _, told, _, _ = _told(page)
    page.page.select_option("#combat-kind", "failed")
    held = [one.combat.number for one in told if outcome(one.combat) == "held"]
    assert page.js("desk.combats.found.map((c) => c.n)") == held
    page.page.select_option("#combat-kind", "")
    page.page.click('[data-sort="luck"]')
    luck = page.js("desk.combats.found.map((c) => desk.story.luck(c))")
    assert luck == sorted(luck, reverse=True)
    page.page.click('[data-sort="n"]')
    page.combat(1).click()
    page.page.keyboard.press("ArrowDown")
    assert page.js("desk.combat.n") == 2
    page.page.fill("#combat-words", "caen assault")
    assert all("caen" in text for text in page.js("desk.combats.found.map((c) => desk.story.text(c))"))


def test_a_supply_story_is_shown_with_its_line_and_who_cut_it(desk):
    page = desk("bulge", "#at=5&list=supply")
    _, _, _, rows = _told(page)
    found = page.js("desk.supplies.found.map((s) => [s.f, s.what, s.why.map((w) => w.t), s.e ?? null, s.j.length])")
    assert found == [
        [
            row["lost"],
            "entered" if row["entered"] else "lost",
            [cause["text"] for cause in row["causes"]],
            row["ended"],
            len(row["judged"]),
        ]
        for row in rows
    ]
    page.js("(made) => desk.list('supply')", None)
    if rows:
        page.page.click("[data-story]")
        assert page.seq == rows[0]["lost"]
        assert page.js("desk.map.shown.story !== null")
        assert all(cause["text"] in page.text("#panel") for cause in rows[0]["causes"])


def test_few_places_take_part_in_the_order_of_tabs(desk):
    page = desk("caen")
    count = """() => [...document.querySelectorAll('a,button,input,select,textarea,summary,[tabindex]')]
      .filter((one) => one.tabIndex >= 0 && one.offsetParent !== null).length"""
    assert page.js(count) < 90
    page.js("desk.list('combats')")
    assert page.js(count) < 110


def test_what_is_typed_into_a_note_outlives_going_elsewhere(desk):
    page = desk("caen", "#at=20")
    page.page.keyboard.press("m")
    page.page.fill("#note-text", "why here?")
    page.js("desk.step(1)")
    assert page.page.locator("#note-text").count() == 0
    page.js("desk.step(-1)")
    assert page.page.input_value("#note-text") == "why here?"
    page.js("desk.render()")
    assert page.page.input_value("#note-text") == "why here?"


def test_a_name_that_several_units_have_is_asked_about(desk):
    page = desk("caen", "#at=20&tab=unit")
    page.page.fill("#unit-name", "hq")
    page.page.press("#unit-name", "Enter")
    assert page.js("desk.unit") == -1
    choices = page.page.locator('[aria-label="Which unit is meant"] button')
    assert choices.count() > 1
    name = choices.nth(1).inner_text()
    choices.nth(1).click()
    assert page.js("desk.game.name(desk.unit)") == name


def test_several_words_find_decisions_by_names_and_mark_what_they_found(desk):
    page = desk("caen")
    page.page.fill("#search", "caen attack")
    rows = page.rows
    assert 0 < len(rows) < len(page.line)
    about = page.js("(rows) => rows.map((seq) => desk.game.about(seq).text)", rows)
    assert all("caen" in text and "attack" in text for text in about)
    laid_out = page.page.locator("#list .row").count()
    assert laid_out and page.page.locator("#list mark").count() >= laid_out


def test_long_games_fold_their_turns_and_the_current_one_is_open(desk):
    page = desk("long", "#at=300")
    turns = page.page.locator("#list .turnhead")
    opened = [one.get_attribute("aria-expanded") for one in turns.all()]
    assert opened.count("true") == 1 or len(page.line) <= 400
    row = page.page.locator('#list .row[data-seq="300"]')
    assert row.is_visible()


def test_number_keys_show_panels_and_messages_are_seen(desk):
    page = desk("caen", "#at=20")
    page.page.keyboard.press("1")
    assert page.js("desk.tab") == "decision" and page.text("#panel").strip()
    page.page.keyboard.press("v")
    if page.js("desk.combat === null"):
        assert page.page.locator("#said").is_visible()


def test_two_lines_are_compared_at_the_same_turn(desk):
    page = desk("caen", "#at=60&tab=lines")
    page.js("desk.go(desk.line.at(-20))")
    page.page.get_by_role("button", name="Side by side").first.click()
    here, there = page.js("[desk.game.when(desk.seq).turn, desk.game.when(desk.other).turn]")
    on = page.js(
        "desk.game.path(desk.game.tipFor(desk.other))"
        ".some((seq) => desk.game.when(seq).turn === desk.game.when(desk.seq).turn)"
    )
    assert here == there or not on


def test_the_card_says_what_the_dice_promised_and_which_faces_clear_the_hex(desk):
    page = desk("bulge", "#at=5&list=combats")
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        told = fought(game, [chronicle.frame(seq) for seq in page.line])
        rows = {one.combat.number: faces(chronicle, one.combat) for one in told}
    shown = 0
    for number, mine in rows.items():
        if not mine or len(prospects(mine)) > 1:
            continue
        (promised,) = prospects(mine)
        assert promised["cleared"] is not None
        by_hand = sum(Fraction(*map(int, row["chance"])) for row in mine if row["cleared"])
        assert Fraction(*map(int, promised["cleared"])) == by_hand
        page.combat(number).click()
        card = page.page.locator(f'.combatcard[data-combat="{number}"]')
        assert f"hex cleared {promised['cleared_text']}" in card.locator(".promised").inner_text()
        for side, _, text in promised["hurt"]:
            assert game.side(side) in card.locator(".promised").inner_text().lower()
            assert text in card.locator(".promised").inner_text()
        flags = card.locator(".face").evaluate_all("(all) => all.map((one) => !!one.querySelector('.cleared'))")
        assert flags == [row["cleared"] for row in mine]
        shown += 1
    assert shown > 2


def test_over_the_list_of_combats_luck_and_points_are_plotted_and_keys_snap_to_their_changes(desk):
    page = desk("losheim", "#at=5&list=combats")
    plots = page.page.locator("#combats .strips figure")
    assert [one.get_attribute("data-plot") for one in plots.all()] == ["luck", "points"]
    points = page.page.locator('[data-plot="points"] .plot')
    points.focus()
    changes = page.js("[...new Set(desk.story.line(desk.tip).scored.map((one) => one.frame))].filter((one) => one > 5)")
    seen = []
    for _ in changes:
        page.page.keyboard.press("ArrowRight")
        seen.append(page.seq)
    assert seen == changes
    now = page.js(
        "desk.story.line(desk.tip).start + desk.story.line(desk.tip).scored"
        ".filter((one) => one.frame <= desk.seq).reduce((sum, one) => sum + one.points, 0)"
    )
    assert minus(str(now)) in page.text('[data-plot="points"] figcaption')
    page.page.locator("#combats .strips summary").click()
    assert not points.is_visible()


def test_a_supply_story_has_a_bar_over_the_game_and_a_click_on_it_goes_to_its_decisions(desk):
    page = desk("falaise", "#at=5&list=supply")
    assert page.page.locator("#supply-list .strips figure").get_attribute("data-plot") == "without"
    number, seen, end = page.js(
        "(() => { const all = desk.story.line(desk.tip).supply;"
        " const at = all.findIndex((one) => one.j.length > 1 && one.e !== undefined);"
        " return [at, all[at].j[0][0], all[at].e]; })()"
    )
    bar = page.page.locator(f'[data-story="{number}"] [data-life]')
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    for wanted in (seen, end):
        share = page.js("(seq) => desk.line.indexOf(seq) / (desk.line.length - 1)", wanted)
        page.page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        assert page.seq == wanted
        assert page.js(f"desk.supplyStory === desk.story.line(desk.tip).supply[{number}]")
    mine = page.page.locator("#panel [data-life]")
    assert mine.is_visible() and "cut off" in page.text("#panel").lower()
