"""The map with its overlays, the calculation beside it, tracks, lines, notes, the verdict."""

from __future__ import annotations

import json
import re

import pytest

from hexledger.events import model as ev
from hexledger.projections.account import account, line_text
from hexledger.projections.phrases import phrases
from hexledger.replays.log.chronicle import Chronicle
from tests.browser.desk_page import GAMES


def fight(page) -> int:
    return int(page.js("desk.line.find((seq) => desk.game.about(seq).combat && desk.game.frames[seq].ar)"))


@pytest.mark.parametrize("key", ["z", "s", "o", "d"])
def test_each_overlay_changes_the_picture_and_goes_away_again(desk, key):
    page = desk("caen", "#100")
    page.rest()
    without = page.picture()
    page.page.keyboard.press(key)
    assert page.picture() != without
    page.page.keyboard.press(key)
    assert page.picture() == without


@pytest.mark.parametrize("name", ["long", "bulge"])
def test_zoc_supply_and_control_are_those_of_the_game(desk, name):
    page = desk(name, "#0")
    with Chronicle.read(page.log) as chronicle:
        game, view = chronicle.game, chronicle.game.view()
        for seq in page.line[:: len(page.line) // 12]:
            state = chronicle.state(seq)
            pos = game.position(state)
            zones = {f"{side}.{hex_}": sorted(by) for side in (1, 2) for hex_, by in view.zoc(pos, side).items()}
            assert page.js("(s) => Object.fromEntries([...desk.game.at(s).zoc])", seq) == zones
            lines = page.js(
                "(s) => [...desk.game.at(s).supply].map(([p, n]) => [p, ...desk.game.tables.supply[n]])", seq
            )
            told = [(piece, view.supply(pos, piece)) for piece in sorted(state.at)]
            wanted = {piece: [line.standing, list(line.path), line.rule] for piece, line in told if line is not None}
            assert {row[0]: row[1:] for row in lines} == wanted
            assert dict(page.js("(s) => [...desk.game.at(s).control]", seq)) == state.control


def test_faces_are_those_that_the_game_gives_whatever_was_looked_at_before(desk):
    page = desk("long", "#0")
    with Chronicle.read(page.log) as chronicle:
        game, view = chronicle.game, chronicle.game.view()
        for seq in page.line[3 :: len(page.line) // 25]:
            state = chronicle.state(seq)
            pos = game.position(state)
            shown = page.js(
                "(s) => [...desk.game.at(s).faces].map(([p, n]) => { const f = desk.game.face(n); "
                "return [p, f.values, f.reduced, f.dimmed, f.badges]; })",
                seq,
            )
            faces = ((piece, view.face(pos, piece)) for piece in sorted(state.at))
            wanted = [[p, f.values, int(f.reduced), int(f.dimmed), list(f.badges)] for p, f in faces]
            assert sorted(shown) == wanted
            order = page.js("(s) => Object.fromEntries([...desk.game.at(s).stacks])", seq)
            assert order == {str(at): list(view.stack_order(pos, pieces)) for at, pieces in state.stacks.items()}


def test_a_combat_shows_every_modifier_with_its_rule_the_die_and_the_row_that_was_hit(desk):
    page = desk()
    seq = fight(page)
    page.js("(s) => desk.go(s)", seq)
    shown = page.text("#panel")
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        events = chronicle.frame(seq).events
        sums = [event for event in events if isinstance(event, ev.Reckoned) and event.lines]
        assert sums
        for event in sums:
            number = events.index(event) + 1
            # what lies below the window is laid out when it comes into sight
            page.page.locator(f"[data-calculation='{number}']").scroll_into_view_if_needed()
            page.page.wait_for_function(f"""() => document.querySelector("[data-calculation='{number}']").innerText""")
            table = page.text(f"[data-calculation='{number}']").replace("−", "-")
            made = account(event, game, phrases())
            assert made.result in table
            for label, value, rule in event.lines:
                assert game.word(label) in table
                assert line_text(made, event, value, game) in table
                assert game.rule(rule) in table
        for event in events:
            if isinstance(event, ev.Rolled):
                assert str(event.value) in page.page.locator("#panel .die").all_inner_texts()
            if isinstance(event, ev.Resolved):
                assert game.word(event.table) in shown
                assert all(game.word(word) in shown for word in event.results)
    assert {"attack"} <= {row[0] for row in page.js("(s) => desk.game.frames[s].ar", seq)}


SHOWN_INSIDE = """() => {
  const last = (name) => [...document.querySelectorAll(name)].at(-1).getBoundingClientRect();
  const [cell, window] = [last(".printed [aria-current=true]"), last(".printed")];
  return window.left <= cell.left + 1 && cell.right <= window.right + 1;
}"""


@pytest.mark.parametrize("name", ["caen", "bulge"])
def test_the_printed_table_stands_beside_a_combat_with_its_row_its_column_and_the_cell_that_was_hit(desk, name):
    page = desk(name)
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        rows = game.edition.chart("crt", "rows")
        fights = [
            (seq, event)
            for seq in page.line
            for event in chronicle.frame(seq).events
            if isinstance(event, ev.Resolved) and game.word_key(event.table) == "table.crt"
        ]
        assert len(fights) > 3
        for seq, event in fights[:6]:
            page.js("(s) => desk.go(s)", seq)
            page.page.locator(".printed").last.scroll_into_view_if_needed()
            page.page.wait_for_function("() => [...document.querySelectorAll('.printed')].at(-1).innerText")
            heads = page.page.locator(".printed thead th.lit").all_inner_texts()
            assert heads[-1] == game.word(event.column)
            assert page.page.locator(".printed tbody th.lit").last.inner_text() == str(event.row)
            key = game.word_key(event.column).removeprefix("column.")
            cell = rows[key][str(event.row)] if key in rows else rows[str(event.row)][key]
            words = [cell] if isinstance(cell, str) else [*cell["attacker"], *cell["defender"]]
            hit = page.page.locator(".printed [aria-current=true]").last
            assert all(word in hit.inner_text() for word in words)
            page.page.wait_for_function(SHOWN_INSIDE)  # the cell is brought into its window when that comes into sight
            box, window = hit.bounding_box(), page.page.locator(".printed").last.bounding_box()
            assert window["x"] <= box["x"] + 1 and box["x"] + box["width"] <= window["x"] + window["width"] + 1
            everything = page.page.locator(".printed").last.locator("tbody tr").count()
            assert everything == len(rows.get(key, rows))


def test_a_stack_fans_out_into_a_button_for_each_unit(desk):
    page = desk("caen", "#60")
    place = page.js(
        """[...desk.game.at(60).stacks].filter(([hex]) => hex < desk.geo.count)
          .sort((a, b) => b[1].length - a[1].length)[0][0]"""
    )
    x, y = page.js("(h) => desk.map.toScreen(desk.geo.centre(h))", place)
    page.page.locator("#map").click(position={"x": x, "y": y})
    names = page.page.locator("#fan button").evaluate_all("(all) => all.map((b) => b.title)")
    stack = page.js("(h) => desk.game.at(60).stacks.get(h).map((p) => desk.game.name(p))", place)
    assert len(stack) > 1
    assert [name.split(",")[0] for name in names] == stack
    page.page.locator("#fan button").nth(1).click()
    assert page.js("desk.game.name(desk.unit)") == stack[1]
    assert stack[1] in page.text("#panel h2")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_link_to_a_moment_of_a_large_map_shows_its_hexes_near_enough_to_read_the_counters(desk, width, height):
    page = desk("bulge", "#0", viewport={"width": width, "height": height})
    far = page.js("desk.map.view.z")
    seq = fight(page)
    page.open_anew(f"#{seq}")
    assert page.js("desk.map.view.z") > 2 * far
    seen = page.js(
        """desk._places().map((place) => desk.map.toScreen(desk.geo.centre(place)))
          .every(([x, y]) => x > 0 && y > 0 && x < desk.map.width && y < desk.map.height)"""
    )
    assert seen is True


def test_counters_that_were_put_off_while_the_map_moved_are_drawn_sharp_when_it_rests(desk):
    page = desk("bulge", "#0")
    page.rest()
    page.js("() => { for (let i = 0; i < 12; i++) desk.map.zoom(1.15, [450, 250]); }")
    page.rest()
    rested = page.picture()
    page.js("desk.counters.forget()")
    assert page.picture() == rested


def test_zoom_and_pan_move_the_map_and_keep_the_point_under_the_hand(desk):
    page = desk("caen", "#60")
    before = page.js("desk.map.toMap([400, 300])")
    box = page.page.locator("#map").bounding_box()
    page.page.mouse.move(box["x"] + 400, box["y"] + 300)
    far = page.js("desk.map.view.z")
    page.page.mouse.wheel(0, -300)
    page.page.wait_for_function("(far) => desk.map.view.z > far", arg=far)
    after = page.js("desk.map.toMap([400, 300])")
    assert all(abs(a - b) < 2 for a, b in zip(before, after, strict=True))
    z = page.js("desk.map.view.z")
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 300, box["y"] + 250, steps=4)
    page.page.mouse.up()
    moved = page.js("desk.map.toMap([300, 250])")
    assert all(abs(a - b) < 2 for a, b in zip(after, moved, strict=True))
    assert page.js("desk.map.view.z") == z
    page.page.keyboard.press("0")
    assert page.js("desk.map.view.z") < z


def _point(page, plot, place):
    """Where on the page the place of a line lies on a plot."""
    box = page.page.locator(f"figure[data-plot={plot}] .u-over").bounding_box()
    return box["x"] + box["width"] * place / (len(page.line) - 1), box["y"] + box["height"] / 2


def test_tracks_are_plotted_and_a_click_goes_to_the_decision_that_changed_a_value(desk):
    page = desk("caen", "#at=0&tab=tracks")
    plots = page.page.locator("figure[data-plot]")
    titles = plots.evaluate_all("(all) => all.map((f) => f.dataset.plot)")
    assert {"losses", "luck", "objectives"} <= set(titles)
    with Chronicle.read(page.log) as chronicle:
        from hexledger.projections.losses import losses

        rows = losses(chronicle.frames(page.line[-1]), chronicle.game)
    lost = sorted({page.line.index(int(row["address"][1:].partition(".")[0])) for row in rows})
    alone = next(k for k in range(1, len(lost) - 1) if min(lost[k] - lost[k - 1], lost[k + 1] - lost[k]) > 8)
    figure = page.page.locator("figure[data-plot=losses]")
    figure.scroll_into_view_if_needed()
    x, y = _point(page, "losses", lost[alone])
    page.page.mouse.move(x + 3, y)
    reading = page.text("figure[data-plot=losses] .reading")
    assert reading.startswith(f"#{page.line[lost[alone]]} "), "it says what is there"
    assert page.seq == 0, "and looks at nothing else"
    page.page.mouse.click(x + 3, y)
    assert page.seq == page.line[lost[alone]], "three pixels beside it the pointer snaps to it"
    figure.locator("[role=slider]").focus()
    page.page.keyboard.press("ArrowRight")
    assert page.seq == page.line[lost[alone + 1]]
    assert figure.locator("[role=slider]").get_attribute("aria-valuetext") == page.text(
        "figure[data-plot=losses] .reading"
    )
    page.js("desk.go(desk.line.at(-1))")
    german = -sum(row["steps"] for row in rows if row["side"] == "german")
    assert f"German {german}" in page.text("figure[data-plot=losses] figcaption")


@pytest.mark.parametrize("name", GAMES)
def test_no_two_plots_of_a_game_have_the_same_title(desk, name):
    page = desk(name, "#at=9&tab=tracks")
    titles = page.js(
        "[...document.querySelectorAll('figure[data-plot] figcaption')].map((c) => c.firstChild.textContent)"
    )
    assert titles and len(set(titles)) == len(titles), titles


def test_the_tree_shows_every_line_and_what_was_undone(desk):
    page = desk("caen", "#at=0&tab=lines")
    shown = page.text("#panel")
    assert "main" in shown and "what-if" in shown and "undone line" in shown
    assert "the bridge was blown already" in shown
    with Chronicle.read(page.log) as chronicle:
        assert page.js("desk.game.tips()") == chronicle.timeline.tips()
        assert page.js("desk.game.heads") == chronicle.timeline.heads
    page.page.click("#panel button.jump:text-is('what-if')")
    assert page.line[-1] == page.js("desk.game.heads['what-if']")


def test_two_lines_stand_side_by_side_with_what_differs(desk):
    page = desk("caen", "#at=0&tab=lines")
    page.js("desk.take(desk.game.heads.main)")
    page.page.locator("#panel li", has_text="what-if").get_by_role("button", name="Side by side").click()
    assert page.page.is_visible("#map-b")
    other = page.js("desk.other")
    rows = page.page.locator("#comparison [data-piece]").evaluate_all(
        "(all) => all.map((row) => Number(row.dataset.piece))"
    )
    with Chronicle.read(page.log) as chronicle:
        one, two = chronicle.state(page.seq), chronicle.state(other)
        moved = {p for p in one.at.keys() | two.at.keys() if one.at.get(p) != two.at.get(p)}
        lost = {p for p in one.at.keys() & two.at.keys() if one.steps[p] != two.steps[p]}
        fork = chronicle.timeline.fork(page.seq, other)
        held = {
            place
            for place in one.control.keys() | two.control.keys()
            if one.control.get(place) != two.control.get(place)
        }
    assert moved | lost == set(rows)
    assert set(page.js("[...desk.map.shown.held]")) == held
    assert f"#{fork}" in page.text("#comparison")
    assert page.js("desk.map.view") == page.js("desk.second.view")
    assert page.js("document.getElementById('map-b').toDataURL().length") > 5000
    page.page.get_by_role("button", name="One map again").click()
    assert not page.page.is_visible("#map-b")


def test_two_lines_go_in_step_and_their_address_opens_them_again(desk):
    page = desk("caen", "#at=0&tab=lines")
    tip = page.js("desk.game.heads['what-if']")
    fork = page.js("(tip) => desk.game.fork(desk.game.head, tip)", tip)
    page.js("(tip) => desk.goInStep(tip)", tip)
    path = page.js("(tip) => desk.game.path(tip)", tip)
    for seq in page.line[::7]:
        page.js("(seq) => desk.go(seq)", seq)
        other = page.js("desk.other")
        assert other in path
        if seq <= fork:
            assert other == seq, "up to the fork both are one"
        else:
            times = page.js("(both) => both.map((one) => desk.game.when(one).turn)", [seq, other])
            turns = page.js("(path) => path.map((one) => desk.game.when(one).turn)", path)
            assert times[0] == times[1] or times[0] not in turns
    page.page.keyboard.press("[")
    assert page.js("desk.clock.ends(desk.tip).some(([, seq]) => seq === desk.seq)")
    page.page.keyboard.press("]")
    seen = page.js("[desk.seq, desk.other]")
    address = page.js("desk._written")
    assert "lockstep=what-if" in address
    page.open_anew(address)
    assert page.js("[desk.seq, desk.other, desk.lockstep]") == [*seen, tip]
    page.js("desk.go(desk.line[95])")
    pale = page.js("[...desk.map.shown.equal].length")
    page.page.uncheck("#lockbar input")
    assert pale > 0 and page.js("desk.map.shown.equal === undefined")
    page.page.get_by_role("button", name="One map again").click()
    assert page.js("[desk.other, desk.lockstep]") == [None, None]


def test_comments_and_bookmarks_stay_by_the_hash_of_the_event_and_never_touch_the_log(desk):
    page = desk("caen", "#57")
    before = page.log.read_bytes()
    page.page.keyboard.press("b")
    page.page.keyboard.press("m")
    page.page.fill("#note-text", "Why <b>not</b> Probe?")
    page.page.get_by_role("button", name="Keep comment").click()
    with Chronicle.read(page.log) as chronicle:
        leaf = chronicle.ledger.leaf(57).hex()
    kept = page.js("desk.notes.all")
    assert list(kept) == [leaf[:32]]
    at = kept[leaf[:32]].pop("at")
    assert kept[leaf[:32]] == {"mark": True, "text": "Why <b>not</b> Probe?"}
    assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d UTC", at)
    page.open_anew("#at=0&tab=notes")
    assert "Why <b>not</b> Probe?" in page.text("#panel")
    page.page.locator("#panel .noterow .jump").click()
    assert page.seq == 57
    hostile = json.dumps(
        {"log": page.js("desk.game.data.game.log"), "notes": {leaf[:32]: {"mark": False, "text": "a\u202eb\u200b"}}}
    )
    page.js("(text) => desk.notes.merge(text)", hostile)
    page.open_anew("#at=0&tab=notes")
    told = page.text("#panel")
    assert "Why <b>not</b> Probe?" in told and r"somebody else: a\u{202e}b\u{200b}" in told, (
        "both texts, all signs visible"
    )
    assert page.log.read_bytes() == before


def test_the_verdict_edition_and_dice_are_in_sight_at_every_moment(desk):
    page = desk("caen", "#0")
    for seq in (page.line[0], page.line[90], page.line[-1]):
        page.js("(s) => desk.go(s)", seq)
        assert page.text("#verdict") == "intact but not anchored"
        assert page.text("#edition") == "house edition"
        assert page.text("#dice") == "practice dice"
        assert page.page.locator("#verdict").bounding_box()["y"] >= 0
    page.page.click("#verdict")
    assert "decided again" in page.text("#dialog")


def test_the_view_of_a_side_is_the_only_one_that_its_page_offers(desk):
    page = desk("caen-german", "#0")
    offered = page.page.locator("#viewer option").evaluate_all(
        "(all) => all.filter((o) => !o.disabled).map((o) => o.textContent)"
    )
    assert offered == ["German"]
    everybody = desk("caen", "#0")
    sealed = everybody.js("desk.line.find((s) => desk.game.frames[s].q && desk.game.frames[s].a === 1)")
    assert "seal held" in _panel(everybody, sealed)
    assert "seal held" not in _panel(page, sealed)
    everybody.page.select_option("#viewer", "2")
    assert "seal held" not in _panel(everybody, sealed)


def _panel(page, seq: int) -> str:
    page.js("(s) => desk.go(s)", seq)
    return page.text("#panel")


SWING = """(moments) => ({ runs: 10, complete: true, moments: moments.map(([frame, share]) => (
  { frame, turn: "", decision: null, over: false, chances: [["allied", share], ["german", 1 - share]].map(
    ([side, one]) => ({ side, share: one, gain: null, low: one / 2, high: (1 + one) / 2 })) })) })"""
"""What the server gives when it is asked for chances of victory: frames with the share of the Allied; made up."""


def test_the_chance_of_victory_is_asked_for_its_progress_seen_and_its_plot_snaps_to_what_was_played_on(desk):
    page = desk("caen", "#at=40&tab=tracks")
    page.js(
        f"""() => {{
          window.found = ({SWING})([[0, 0.5], [40, 0.25], [90, 1]]);
          window.answers = [];
          const next = (state, more) => ({{ state, done: 0, of: 0, swing: null, why: "", head: 0, ...more }});
          window.next = next;
          desk.server = {{
            beginSwing: async () => next("working", {{ done: 7, of: 30 }}),
            swing: () => new Promise((say, fail) => answers.push({{ say, fail }})),
          }};
          desk.render();
        }}"""
    )
    page.page.click("#swing")
    page.page.wait_for_selector("#swing-said")
    assert "7 of 30 games played" in page.text("#swing-said")
    page.page.wait_for_function("() => answers.length === 1")
    page.js("answers.pop().fail(new Error('the server does not answer'))")
    page.page.wait_for_selector("#swing")
    assert page.text("#said") == "The chance of victory is not worked out: the server does not answer."
    page.page.click("#swing")
    page.page.wait_for_function("() => answers.length === 1")
    page.js("answers.pop().say(next('done', { swing: found }))")
    page.page.wait_for_selector("figure[data-plot=chance]")
    assert page.page.locator("#swing, #swing-said").count() == 0
    assert "Allied 25 % (13 to 63), German 75 % (38 to 88)" in page.text("figure[data-plot=chance] .reading")
    box = page.page.locator("figure[data-plot=chance] .u-over").bounding_box()

    def over(seq: int) -> tuple[float, float]:
        share = page.line.index(seq) / (len(page.line) - 1)
        return box["x"] + box["width"] * share, box["y"] + box["height"] / 2

    page.page.mouse.move(*over(52))
    assert page.text("figure[data-plot=chance] .reading").startswith("#40 ")
    page.page.mouse.click(*over(85))
    assert page.seq == 90
    page.js("desk.go(52)")
    page.page.mouse.move(0, 0)
    assert "(as of #40): Allied 25 %" in page.text("figure[data-plot=chance] .reading")


def test_a_page_that_is_opened_at_no_place_shows_every_part_of_itself(desk):
    page = desk("caen")
    assert page.page.locator("#tabs [role=tab]").count() > 6
    assert "set-up" in page.text("#panel").lower() and page.text("#where").startswith("#0")
    assert page.page.locator("#views button").count() == 4
