"""What reviewers once stumbled over on the desk, a test each, on every game where it can happen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexledger.engine.catalogue import open_game
from hexledger.engine.table.ruling_effects import parse
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.referee.rulings import correct_position
from tests.browser.desk_page import GAMES, DeskPage
from tests.replays.viewer.games import GERMAN, bots, page_of

FINDINGS = {
    "attacks are titled by their odds before air support": "findings::test_the_odds_on_the_map_and_in_the_list",
    "invasions have no arrow": "findings::test_an_invasion_has_its_arrow_from_the_sea",
    "four plots are all titled Out of supply": "looking::test_no_two_plots_of_a_game_have_the_same_title",
    "key 1 blanks the panel": "findings::test_key_one_shows_the_first_panel",
    "side by side compares with another line's end": "story::test_two_lines_are_compared_at_the_same_turn",
    "live what-if lines are struck through": "findings::test_only_what_was_taken_back_is_struck_through",
    "see #181 leads to the wrong place": "findings::test_every_number_of_a_decision_in_a_text_leads",
    "a ruling has no link, and its decision does not know of it": "findings::test_a_ruling_and_the_decision",
    "a branch from the page says nothing": "live_desk::test_the_desk_follows_a_game_keeps_notes_and_opens_a_line",
    "a failed save of a note is silent": "live_desk::test_a_note_that_is_not_kept_is_told",
    "a draft is wiped by a new decision": "notes::test_what_is_typed_outlives_other_moments_and_a_new_decision",
    "two browsers overwrite each other": "live_desk::test_two_readers_at_once_keep_what_both_write",
    "an undo moves the watcher without a word": "live_desk::test_who_watches_is_told_of_an_undo",
    "5,653 tab stops": "findings::test_few_places_take_part_in_the_order_of_tabs_in_every_game",
    "contrast of .after > .jump": "for_everybody::test_axe_finds_nothing_serious",
    "Nobody: Rex": "findings::test_the_referee_is_called_so",
    "raw ids": "findings::test_no_id_of_a_file_is_seen",
    "ambiguous names take the first silently": "findings::test_a_name_that_several_hexes_have_is_asked_about",
    "ambiguous names of units": "story::test_a_name_that_several_units_have_is_asked_about",
    "the rule chip opens a filter on a phone": "findings::test_a_rule_on_a_phone_says_what_it_is_about",
}
"""What was found -> the file of this folder and the beginning of the name of the test that holds it."""
RAW = r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b"
PANELS = ("decision", "board", "tracks", "lines")


@pytest.mark.parametrize("finding", FINDINGS)
def test_every_finding_has_a_test(finding):
    file, _, name = FINDINGS[finding].partition("::")
    tests = re.findall(r"^def (test_\w+)", (Path(__file__).parent / f"test_{file}.py").read_text("utf-8"), re.MULTILINE)
    assert [test for test in tests if test.startswith(name)]


@pytest.fixture(scope="module")
def ruled(tmp_path_factory) -> Path:
    """A Push to Caen with a referee: a correction about #20, a decision taken back, a what-if."""
    folder = tmp_path_factory.mktemp("ruled")
    log, game = folder / "ruled.hxl", open_game("june_6")
    people = ((1, "Ann", ""), (2, "Bob", ""), (0, "Rex", ""))
    genesis = new_genesis("push_to_caen", game=game, seed="ruled", undo_policy="free", players=people)
    with Chronicle.create(log, genesis, game=game) as chronicle:
        play_on(chronicle, bots(), limit=30)
        state = chronicle.state()
        unit = next(piece for piece, place in state.at.items() if place >= 0 and state.steps[piece] > 1)
        effects = f"steps {game.piece(unit)} 1"
        correct_position(chronicle, parse(game, chronicle.state(), effects), "the board on the table", 20)
        play_on(chronicle, bots(), limit=6)
        chronicle.undo(GERMAN, to=chronicle.timeline.path(chronicle.timeline.head)[-3], reason="as #12 showed")
        chronicle.branch("what-if", 15)
        play_on(chronicle, bots("random", "greedy"), seed="another mind", limit=8)
        chronicle.switch("main")
    page_of(log, folder / "ruled.html")
    return folder / "ruled.html"


@pytest.fixture
def table(tabs, ruled):
    page = DeskPage(tabs, ruled, "#at=20")
    yield page
    page.close()
    assert page.complaints == []


def test_a_ruling_and_the_decision_it_is_about_lead_to_each_other(table):
    ruling = table.js("desk.game.frames.findIndex((frame) => frame && frame.k === 4)")
    said = table.page.locator("section[aria-label='Said about it']")
    assert "Rex" not in said.inner_text() and "the board on the table" in said.inner_text()
    said.get_by_role("button", name=f"#{ruling}").click()
    assert table.seq == ruling
    table.page.locator(".what-big").get_by_role("button", name="#20").click()
    assert table.seq == 20


def test_every_number_of_a_decision_in_a_text_leads_to_that_decision(table):
    table.js("desk.show('lines')")
    ways = table.page.locator("#panel .plain .jump")
    shown = [text for text in ways.all_inner_texts() if re.fullmatch(r"#\d+", text)]
    assert shown
    for text in shown:
        table.js("desk.show('lines')")
        table.page.locator("#panel .plain").get_by_role("button", name=text, exact=True).first.click()
        assert table.seq == int(text[1:])
        table.js("desk.take(desk.game.head)")
    assert "as #12 showed" in table.text("#panel")


def test_the_referee_is_called_so(table):
    heading = table.text("#subtitle")
    assert "Referee: Rex" in heading and "Nobody" not in heading


def test_only_what_was_taken_back_is_struck_through(table):
    table.js("desk.timeline.set({ all: true })")
    struck = """(seq) => {
      desk.timeline._rows.show(`r${seq}`);
      const row = document.querySelector(`#list .row[data-seq="${seq}"]`);
      return getComputedStyle(row).textDecorationLine === "line-through";
    }"""
    line = table.js("desk.game.path(desk.game.heads['what-if']).at(-1)")
    gone = table.js("Number(Object.keys(desk.game.data.lines.undone)[0])")
    assert not table.js(struck, line) and not table.js(struck, table.line[5]) and table.js(struck, gone)


def test_key_one_shows_the_first_panel_and_every_number_a_panel_with_something_in_it(desk):
    page = desk("caen", "#at=59")
    for key in "1234567":
        page.page.keyboard.press(key)
        assert page.text("#panel").strip(), key
    page.page.keyboard.press("1")
    assert page.js("desk.tab") == "decision"


@pytest.mark.parametrize("name", GAMES)
def test_no_id_of_a_file_is_seen(desk, name):
    page = desk(name, "#at=1")
    seen = []
    for seq in page.line[:: max(1, len(page.line) // 8)]:
        for panel in PANELS:
            page.js("([seq, panel]) => { desk.go(seq); desk.show(panel); }", [seq, panel])
            seen += re.findall(RAW, page.text("body"))
    assert seen == []


@pytest.mark.parametrize("name", GAMES)
def test_the_odds_on_the_map_and_in_the_list_are_those_that_the_table_was_read_by(desk, name):
    page = desk(name, "#at=1&list=combats")
    for number, column, brief, strengths in page.js(
        "desk.story.line(desk.tip).combats.filter((c) => c.rs >= 0)"
        ".map((c) => [c.n, c.col, desk.story.brief(c), `${c.A} v ${c.D}`])"
    )[:6]:
        row = page.combat(number)
        row.locator("button").click()
        assert page.js("desk.map.shown.combat.brief") == brief
        without_odds = not any(letter.isdigit() for letter in column)
        assert brief == column or (without_odds and (brief == strengths or brief.startswith("DRM")))
        if brief == column:
            assert column in row.inner_text()


def test_a_name_that_several_hexes_have_is_asked_about(desk):
    page = desk("caen", "#at=20&tab=hex")
    page.page.fill("#hex-name", "caen")
    page.page.press("#hex-name", "Enter")
    choices = page.page.locator('[aria-label="Which hex is meant"] button')
    assert page.js("desk.hex") == -1 and choices.count() > 1 and page.page.is_visible("#said")
    choices.nth(1).click()
    assert page.js("desk.game.placeName(desk.hex)").startswith("Caen")
    page.js("desk.timeline.set({ hex: 'caen', text: 'attack' })")
    words = page.js("desk.timeline.listed.map((seq) => desk.game.about(seq).text)")
    assert words and all("caen" in text and "attack" in text for text in words), "none of them is guessed"


def test_a_rule_on_a_phone_says_what_it_is_about_and_opens_no_filter(desk):
    page = desk("caen", "#at=59", viewport={"width": 390, "height": 844})
    page.page.locator("#panel .rule").first.click()
    assert page.page.is_visible("#dialog") and page.js("desk.tab") == "decision"
    assert page.js("desk.timeline.active") is False


@pytest.mark.parametrize("name", GAMES)
def test_few_places_take_part_in_the_order_of_tabs_in_every_game(desk, name):
    page = desk(name, "#at=40")
    count = """() => [...document.querySelectorAll('a,button,input,select,textarea,summary,[tabindex]')]
      .filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length"""
    for view in ("timeline", "combats", "supply"):
        page.js("(view) => desk.list(view)", view)
        assert page.js(count) < 160, view


def test_an_invasion_has_its_arrow_from_the_sea(desk_of_invasion):
    page = desk_of_invasion
    landed = page.js("desk.line.filter((seq) => / lands in /.test(desk.game.frames[seq].w))")
    assert landed
    for seq in landed:
        ways = page.js("(seq) => desk.game.frames[seq].ar.map((arrow) => arrow.slice(2))", seq)
        assert ways and all(len(way) > 1 for way in ways), seq
        terrain = page.js("(place) => desk.game.board.terrains[desk.game.board.terrain[place]]", ways[0][0])
        assert terrain == "sea"


@pytest.fixture
def desk_of_invasion(tabs, tmp_path):
    """The first landings of Fortress Europa's campaign."""
    log, game = tmp_path / "landing.hxl", open_game("fortress_europa")
    with Chronicle.create(log, new_genesis("campaign", game=game, seed="desk", undo_policy="free"), game=game) as it:
        play_on(it, bots("greedy", "greedy"), limit=26)
    page_of(log, tmp_path / "landing.html")
    page = DeskPage(tabs, tmp_path / "landing.html", "#at=1")
    yield page
    page.close()
    assert page.complaints == []
