"""What stands one press away: combats in a search, what alone is listed, a map that is held, turns among combats."""

from __future__ import annotations

import pytest


def test_a_search_leads_to_the_combats_of_a_place_and_to_those_near_it(desk):
    page = desk("bulge")
    page.page.fill("#search", "saarbrucken")
    named = page.page.locator("#named [data-fight]")
    assert named.count()
    frame = int(named.first.get_attribute("data-fight"))
    assert f"#{frame}" in named.first.inner_text()
    named.first.click()
    assert page.js("desk.combat.f") == frame and page.js("desk.when") == "before"
    text = page.js("(f) => desk.story.text(desk.story.line(desk.tip).combats.find((one) => one.f === f))", frame)
    assert "saarbrucken" in text


def test_an_address_says_which_of_two_combats_in_one_decision_is_shown(desk):
    page = desk("caen")
    shared = page.js(
        "desk.story.line(desk.tip).combats.flatMap((one) => one.fr.map((seq) => [one.n, seq]))"
        ".find(([n, seq]) => desk.story.combatAt(seq, desk.tip).n !== n)"
    )
    page.js("([n, seq]) => (desk.fight = n, desk.go(seq), desk.setWhen('before'), 1)", shared)
    page.page.wait_for_url(lambda url: f"combat={shared[0]}" in url)
    again = desk("caen", page.js("location.hash"))
    assert again.js("[desk.combat.n, desk.seq]") == shared and again.js("desk.when") == "before"
    again.js("(desk.go(0), 1)")
    again.page.wait_for_url(lambda url: "combat=" not in url)


@pytest.mark.parametrize(
    ("only", "kinds"),
    [("places", {"controlled"}), ("losses", {"steps_set", "removed"}), ("combats", None), ("notes", None)],
)
def test_what_alone_is_listed_takes_one_press_and_one_more_lists_all(desk, only, kinds):
    page = desk("caen", "#at=30")
    page.js("desk.note(false, 'seen')")
    every = page.rows
    button = page.page.locator(f"[data-only={only}]")
    button.click()
    listed = page.rows
    assert button.get_attribute("aria-pressed") == "true"
    assert 0 < len(listed) < len(every)
    if kinds is not None:
        about = page.js("(rows) => rows.map((seq) => [...desk.game.about(seq).kinds])", listed)
        assert all(kinds & set(mine) for mine in about)
        rest = page.js("(rows) => rows.map((seq) => [...desk.game.about(seq).kinds])", sorted(set(every) - set(listed)))
        assert not any(kinds & set(mine) for mine in rest)
    if only == "notes":
        assert listed == [30]
    button.click()
    assert page.rows == every and button.get_attribute("aria-pressed") == "false"


def test_a_map_that_is_held_stays_where_it_is(desk):
    page = desk("caen", "#at=40")
    page.js("(desk.map.go({ x: desk.geo.box[0], y: desk.geo.box[1], z: 0.6 }), 1)")
    held = page.js("desk.map.view")
    page.page.keyboard.press("k")
    assert page.page.locator("#hold").get_attribute("aria-pressed") == "true"
    page.js("(desk.go(60), desk.nextCombat(), 1)")
    page.js("(desk.showCombat(desk.combat, 'before'), 1)")
    assert page.js("desk.map.view") == held
    page.page.click("#hold")
    page.js("(desk.showCombat(desk.combat, 'after'), 1)")
    assert page.js("desk.map.view") != held


def test_combats_in_the_order_of_play_stand_under_their_turns(desk):
    page = desk("bulge", "#at=3&list=combats")
    heads = page.js("desk.combats._rows.items.map((item) => item.turn ?? item.combat.turn)")
    turns = page.js("desk.combats._rows.items.filter((item) => item.turn).map((item) => item.turn)")
    assert len(turns) == len(set(turns)) and set(heads) == set(turns)
    assert page.page.locator("#combat-rows .turnrow").count()
    page.page.click("[data-sort=luck]")
    assert page.js("desk.combats._rows.items.some((item) => item.turn)") is False


def test_the_swing_over_the_list_is_that_of_the_combats_listed(desk):
    page = desk("caen", "#at=60&list=combats")
    said = page.text("#combats .sums")
    whole = page.js("desk.story.swingOf(desk.story.line(desk.tip).combats, 1)")
    other = page.js("desk.story.swingOf(desk.story.line(desk.tip).combats, 2)")
    assert whole and f"swing Allied {whole}" in said
    assert whole.replace("+", "?").replace("−", "+").replace("?", "−") == other or "0.00" in whole
    page.page.select_option("#combat-kind", "turn")
    turn = page.js("desk.game.when(desk.seq).turn")
    mine = page.js("(turn) => desk.story.swingIn(turn, desk.tip)", turn)
    assert f"swing Allied {mine}" in page.text("#combats .sums")


def test_a_note_is_marked_over_the_slider(desk):
    page = desk("caen", "#at=30")
    before = page.js("document.getElementById('ticks').toDataURL()")
    page.js("desk.note(true, 'here')")
    assert page.js("document.getElementById('ticks').toDataURL()") != before
    assert page.js("desk._flagged") == "30"
