"""Search, filters, links, histories."""

from __future__ import annotations

import pytest

from hexledger.events import model as ev
from hexledger.projections.plain import kind_of
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.facts import names_piece


def filtered(page, **fields: str) -> list[int]:
    page.page.evaluate("() => { document.getElementById('more').open = true; desk.timeline.set({}); }")
    for name, value in fields.items():
        if name in ("side", "kind"):
            page.page.select_option(f"#f-{name}", value)
        else:
            page.page.fill("#search" if name == "text" else f"#f-{name}", value)
    return page.rows


def test_the_side_filter_lists_what_that_side_decided(desk):
    page = desk()
    with Chronicle.read(page.log) as chronicle:
        wanted = [seq for seq in page.line if chronicle.frame(seq).actor == 2]
    assert filtered(page, side="2") == wanted
    assert 0 < len(wanted) < len(page.line)


def test_the_kind_filter_finds_kinds_of_event(desk):
    page = desk()
    with Chronicle.read(page.log) as chronicle:
        wanted = [
            seq for seq in page.line if seq and any(kind_of(e) == "resolved" for e in chronicle.frame(seq).events)
        ]
    assert filtered(page, kind="resolved") == wanted
    assert wanted


def test_the_unit_filter_lists_every_decision_with_an_event_of_that_unit(desk):
    page = desk()
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        piece = game.find_piece("3_cdn_9")
        told = [
            seq
            for seq in page.line
            if seq and any(names_piece(game, event, piece) for event in chronicle.frame(seq).events)
        ]
    found = filtered(page, unit="3_cdn_9")
    assert set(told) <= set(found)
    assert 0 < len(found) < len(page.line)
    history = page.js("(p) => [...new Set(desk.game.unitHistory(p, desk.line).map((one) => one.seq))]", piece)
    assert history == found


def test_the_hex_filter_finds_moves_through_a_hex(desk):
    page = desk()
    with Chronicle.read(page.log) as chronicle:
        game = chronicle.game
        place = next(e.path[1] for seq in page.line for e in chronicle.frame(seq).events if isinstance(e, ev.Moved))
        through = [
            seq
            for seq in page.line
            if any(isinstance(e, ev.Moved) and place in e.path for e in chronicle.frame(seq).events)
        ]
    found = filtered(page, hex=game.place(place))
    assert set(through) <= set(found)
    assert len(found) < len(page.line)


def test_the_rule_filter_and_the_words_are_combined(desk):
    page = desk()
    by_rule = filtered(page, rule="J6 12.51")
    with Chronicle.read(page.log) as chronicle:
        rule = chronicle.game.find_rule("12.51")
        wanted = [seq for seq in page.line if seq and any(_cites(e, rule) for e in chronicle.frame(seq).events)]
    assert by_rule == wanted
    both = filtered(page, rule="12.51", side="2")
    assert set(both) < set(by_rule)


def _cites(event: ev.AnyEvent, rule: int) -> bool:
    return getattr(event, "rule", 0) == rule or any(line[2] == rule for line in getattr(event, "lines", ()))


def test_search_lists_what_holds_the_words_and_enter_goes_to_the_next(desk):
    page = desk("caen", "#0")
    found = filtered(page, text="advances")
    assert found and all("advances" in page.js("(s) => desk.game.about(s).text", seq) for seq in found)
    page.page.press("#search", "Enter")
    assert page.seq == found[0]
    assert filtered(page, text="no such words anywhere") == []
    assert "Nothing passes" in page.text("#list")


def test_a_link_opens_exactly_the_moment_that_it_names(desk):
    page = desk("caen", "#at=57&hex=E2137&unit=3_cdn_9&show=supply,zoc&tab=unit")
    state = "[desk.seq, desk.game.place(desk.hex), desk.game.pieces[desk.unit][0], [...desk.overlays].sort(), desk.tab]"
    assert page.js(state) == [57, "E2137", "3_cdn_9", ["supply", "zoc"], "unit"]
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("o")
    page.page.wait_for_function("() => location.hash.startsWith('#at=58') && location.hash.includes('control')")
    address = page.js("location.hash")
    before = page.js(state)
    page.open_anew(address)
    assert page.js(state) == before == [58, "E2137", "3_cdn_9", ["control", "supply", "zoc"], "unit"]


def test_a_short_link_names_an_event_and_marks_it(desk):
    page = desk("caen", "#0")
    seq, number = page.js(
        """(() => {
          const s = desk.line.find((s) => desk.game.about(s).combat);
          return [s, desk.game.frames[s].e.find((e) => e.x?.die).n];
        })()"""
    )
    page.open_anew(f"#{seq}.{number}")
    assert page.page.locator(f"#panel [data-event='{number}'][data-on]").count() == 1


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_link_to_an_event_brings_it_into_sight_in_the_panel(desk, width, height):
    page = desk("bulge", "#0", viewport={"width": width, "height": height})
    seq, number = page.js(
        """(() => {
          const s = desk.line.find((s) => desk.game.about(s).combat);
          return [s, desk.game.frames[s].e.find((e) => e.x?.table).n];
        })()"""
    )
    page.open_anew(f"#{seq}.{number}")
    panel = page.page.locator("#panel").bounding_box()
    event = page.page.locator(f"#panel [data-event='{number}']").bounding_box()
    assert panel["y"] <= event["y"] < panel["y"] + panel["height"] - 60


def test_a_link_to_an_undone_decision_shows_its_line(desk):
    page = desk()
    undone = page.js("Number(Object.keys(desk.game.data.lines.undone)[3])")
    page.open_anew(f"#{undone}")
    assert page.seq == undone
    assert undone in page.line
    assert "Undone" in page.text("#panel")


def test_a_link_to_a_frame_that_is_not_there_says_so(desk):
    page = desk("caen", "#99999")
    assert page.seq == 0
    page.page.wait_for_function("() => document.getElementById('live').textContent !== ''")


@pytest.mark.parametrize("selector", ["#unit-history", "#hex-history"])
def test_histories_jump_to_their_moments(desk, selector):
    page = desk("caen", "#at=40&unit=3_cdn_9&hex=E2137&tab=" + selector[1:].partition("-")[0])
    jump = page.page.locator(f"{selector} .jump").last
    target = jump.inner_text().lstrip("#").split(".")[0]
    jump.click()
    assert page.seq == int(target)


def test_a_search_names_places_and_units_that_nothing_happened_to(desk):
    page = desk("caen")
    quiet = page.js("""() => {
      const about = desk.line.map((seq) => desk.game.about(seq).text);
      return Object.entries(desk.game.board.names)
        .find(([, name]) => !about.some((text) => text.includes(name.toLowerCase().split(" ")[0])));
    }""")
    place, name = int(quiet[0]), quiet[1]
    page.page.fill("#search", name)
    assert page.rows == []
    button = page.page.locator("#named button").first
    assert name in button.inner_text()
    page.page.locator("#search").focus()
    page.page.keyboard.press("Tab")
    while not page.js("document.activeElement.closest('#named') !== null"):
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    assert page.js("desk.hex") == place
    page.page.fill("#search", "no such thing")
    assert "No decision, place or unit" in page.text("#named")
    unit = page.js("desk.game.name(desk.game.pieces.findIndex((piece) => piece[2] === 1))")
    page.page.fill("#search", unit)
    page.page.locator("#named button", has_text=unit).last.click()
    assert page.js("desk.unit") >= 0 and page.js("desk.tab") == "unit"


def test_results_of_combats_that_a_search_finds_are_marked(desk):
    page = desk("caen")
    page.page.fill("#search", "reduced")
    assert page.rows
    marked = page.page.locator("#list .row.combat mark")
    assert marked.count() and {one.lower() for one in marked.all_inner_texts()} == {"reduced"}
