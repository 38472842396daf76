"""Keyboard alone, screen reader, phone, light and dark; what axe finds."""

from __future__ import annotations

import pytest

GRAVE = ("serious", "critical")
VIEWS = ["#56", "#at=56&tab=unit&unit=3_cdn_9", "#at=56&tab=hex&hex=E2137", "#at=56&tab=tracks", "#at=56&tab=lines"]
STORY = ["#at=56&list=combats&when=before", "#at=56&list=supply", "#at=57&list=combats&when=after"]
MORE = ["#at=56&tab=board&show=zoc,supply", "#at=56&tab=notes", "#at=56&tab=lines&with=30"]


EUROPE = ["#1", "#at=60&tab=board&show=control,supply"]
DICE = [("falaise", ["#at=36&list=combats&when=before"]), ("losheim", ["#at=88&list=combats&when=after"])]
"""Combats whose tables are read with several dice, for several things and thrown together."""


COLOURS = ["color-contrast"]
"""What there is to be found in the dark that was not found in the light: the same elements in other colours."""


def found(page, rules=()):
    """What axe says of a page; it is put into it once."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.js("() => 'axe' in window"):
        page.js(Axe().axe_script)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    return page.js("(options) => axe.run(document, options)", options)


def colours(page, wanted):
    """Have the page in the light or in the dark."""
    shown = "document.documentElement.dataset.theme"
    if page.js(shown) != wanted:
        page.page.keyboard.press("t")
    assert page.js(shown) == wanted


def broken(page):
    """Rules that are broken in the light, and in the dark: (rule, how much it weighs, the first places)."""
    colours(page, "light")
    light = found(page)
    assert len(light["passes"]) > 15
    colours(page, "dark")
    dark = found(page, COLOURS)
    assert dark["passes"] or dark["violations"] or dark["incomplete"], "colours were looked at"
    rules = [*light["violations"], *dark["violations"]]
    return [(rule["id"], rule["impact"], [node["html"][:120] for node in rule["nodes"][:3]]) for rule in rules]


def findings(desk, name, fragments, wide, high):
    """Fragment -> what is broken there, of one page that goes from one to the other; all of them when there is none."""
    page = desk(name, fragments[0], bypass_csp=True, viewport={"width": wide, "height": high})
    told = {}
    for fragment in fragments:
        page.js("(fragment) => { desk.list('timeline'); desk._open(fragment); }", fragment)
        told[fragment] = broken(page)
    return told


@pytest.mark.parametrize("wide", [pytest.param(1440, marks=pytest.mark.long), 390])
def test_report_lines_in_step_and_combats_have_no_finding_of_any_weight(desk, wide):
    fragments = ["#at=60&list=report", "#at=95&tab=lines&lockstep=what-if", "#at=35&when=before"]
    assert findings(desk, "caen", fragments, wide, 860) == {fragment: [] for fragment in fragments}


EVERY_VIEW = [*VIEWS, *STORY, *MORE, "#at=60&list=report", "#at=95&tab=lines&lockstep=what-if", "#at=56&tab=timeline"]


@pytest.mark.long
@pytest.mark.parametrize(("wide", "high"), [(1440, 900), (1280, 720), (390, 844)])
def test_no_view_has_a_finding_of_any_weight_in_light_and_in_dark(desk, wide, high):
    assert findings(desk, "caen", EVERY_VIEW, wide, high) == {fragment: [] for fragment in EVERY_VIEW}


@pytest.mark.parametrize(
    ("name", "fragments"),
    [("caen", VIEWS), ("caen", [*MORE, *STORY]), ("bulge", EUROPE), *DICE],
    ids=lambda one: str(one)[:8],
)
def test_axe_finds_nothing_serious(desk, name, fragments):
    found_there = findings(desk, name, fragments, 1280, 800)
    grave = {fragment: [rule for rule in rules if rule[1] in GRAVE] for fragment, rules in found_there.items()}
    assert grave == {fragment: [] for fragment in fragments}


def test_axe_finds_nothing_serious_on_a_phone(desk):
    page = desk("caen", "#at=56", viewport={"width": 390, "height": 844}, bypass_csp=True)
    for tab in ("decision", "timeline"):
        page.page.click(f"#tab-{tab}")
        assert [rule["id"] for rule in found(page)["violations"] if rule["impact"] in GRAVE] == []


def test_a_screen_reader_is_told_each_decision(desk):
    page = desk("caen", "#0")
    live = page.page.locator("#live")
    assert live.get_attribute("aria-live") == "polite"
    page.page.keyboard.press("ArrowRight")
    told = live.inner_text()
    words = page.js("desk.game.frames[desk.seq].w")
    assert words in told and f"#{page.seq}" in told


def test_a_row_of_the_timeline_says_whose_decision_it_is(desk):
    page = desk("caen", "#12")
    for seq in (12, 13, 11, 40):
        page.js("(seq) => desk.go(seq)", seq)
        who = page.js("(seq) => desk.game.actor(desk.game.frames[seq])", seq)
        assert who and page.page.locator("#list").get_by_role("button", name=f"{who} #{seq} ").count() == 1


def test_plots_that_are_opened_on_a_phone_scroll_with_the_list_below_them(desk):
    page = desk("caen", "#at=12&list=combats", viewport={"width": 390, "height": 780})
    flow = "getComputedStyle(document.getElementById('combats')).overflowY"
    assert page.js(flow) == "visible"
    page.js("document.querySelector('#combats .strips summary').click()")
    page.page.wait_for_function(f"() => {flow} === 'auto'")


def test_everything_is_reached_by_tab_alone(desk):
    page = desk("caen", "#56")
    seen = set()
    for _ in range(400):
        page.page.keyboard.press("Tab")
        here = page.js("(document.activeElement.id || document.activeElement.dataset?.seq && 'row' || '')")
        if here == "" and page.js("document.activeElement === document.body"):
            break
        seen.add(here)
        if here == "row":
            page.js("(() => { const all = document.querySelectorAll('#list button'); all[all.length - 1].focus(); })()")
    wanted = {
        "verdict",
        "viewer",
        "theme",
        "help",
        "search",
        "map",
        "zoom-in",
        "since",
        "panel",
        "first",
        "forward",
        "combat",
        "slider",
        "speed",
        "row",
        "tab-decision",
    }
    assert wanted <= seen


def test_the_keyboard_moves_from_hex_to_hex_and_opens_one(desk):
    page = desk("caen", "#56")
    page.page.locator("#map").focus()
    seq = page.seq
    page.page.keyboard.press("ArrowRight")
    first = page.text("#here")
    page.page.keyboard.press("ArrowRight")
    assert page.text("#here") != first
    assert page.seq == seq
    page.page.keyboard.press("Enter")
    assert page.js("desk.game.place(desk.hex)") == page.text("#here").split(",")[0].split(" ")[0]
    assert page.js("desk.tab") == "hex"
    page.page.keyboard.press("Escape")
    assert page.js("desk.hex") == -1


def test_help_lists_the_keys_and_closes_with_escape(desk):
    page = desk("caen", "#56")
    page.page.keyboard.press("?")
    assert "next, last combat" in page.text("#dialog")
    page.page.keyboard.press("Escape")
    assert not page.page.is_visible("#dialog")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_a_phone_everything_fits_and_the_timeline_is_a_panel(desk, width, height):
    page = desk("caen", "#56", viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    assert page.js("document.documentElement.scrollWidth") <= width
    assert page.page.is_visible("#verdict")
    assert page.page.locator("#map").bounding_box()["height"] > height * 0.25
    page.page.tap("#tab-timeline")
    assert page.page.is_visible("#list") and not page.page.is_visible("#panel")
    page.page.tap("#forward")
    assert page.seq == page.line[57]
    page.page.tap("#tab-decision")
    assert page.page.is_visible("#panel")


def test_light_and_dark_follow_the_system_and_can_be_changed(desk):
    light = desk("caen", "#56", color_scheme="light")
    dark = desk("caen", "#56", color_scheme="dark")
    theme = "document.documentElement.dataset.theme"
    assert (light.js(theme), dark.js(theme)) == ("light", "dark")
    assert light.picture() != dark.picture()
    light.page.keyboard.press("t")
    assert light.js(theme) == "dark"


def test_sides_differ_by_more_than_colour(desk):
    page = desk("caen", "#at=56&show=zoc")
    shapes = page.js(
        """[...new Set([...document.querySelectorAll('#list .dot.s1, #list .dot.s2')]
          .map((dot) => getComputedStyle(dot).borderRadius))]"""
    )
    assert len(shapes) == 2
    assert page.page.locator("#legend li").count() >= 2


TABS = ("decision", "unit", "hex", "board", "tracks", "lines", "notes")


@pytest.mark.parametrize("name", ["caen", "bulge"])
@pytest.mark.parametrize(
    ("width", "height"),
    [
        (1280, 800),
        pytest.param(1920, 1080, marks=pytest.mark.long),
        pytest.param(390, 844, marks=pytest.mark.long),
        (360, 640),
    ],
)
def test_nothing_scrolls_sideways_and_no_tab_is_cut_off(desk, name, width, height):
    unit, place = {"caen": ("3_cdn_9", "E2137"), "bulge": ("us_1", "HH9")}[name]
    page = desk(name, f"#at=16&unit={unit}&hex={place}&with=30", viewport={"width": width, "height": height})
    for tab in TABS:
        page.js("(tab) => desk.show(tab)", tab)
        wide = page.js(
            """['panel', 'tabs', 'list'].map((id) => document.getElementById(id))
              .filter((box) => box.clientWidth && box.scrollWidth > box.clientWidth).map((box) => box.id)"""
        )
        assert wide == [], tab
        assert page.js("document.documentElement.scrollWidth") <= width
