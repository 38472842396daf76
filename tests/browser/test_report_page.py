"""The report inside the desk: the same numbers as the projections, ways to each moment, and what the printer gets."""

from __future__ import annotations

import re

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.report import report_data
from tests.browser.desk_page import minus


def _opened(desk, name):
    page = desk(name, "#at=5&list=report")
    page.js("desk.report.drawn.then(() => true)")
    return page


@pytest.mark.parametrize("name", ["caen", "bulge", "falaise"])
def test_the_report_of_the_desk_says_what_the_projections_say(desk, name):
    page = _opened(desk, name)
    with Chronicle.read(page.log) as chronicle:
        data = report_data(chronicle, page.js("desk.tip"))
    text = page.text("#report")
    figures = dict(
        page.js("[...document.querySelectorAll('.figures > div')].map((d) => [...d.children].map((c) => c.innerText))")
    )
    assert int(figures["Decisions"]) == len(page.line) - 1
    assert int(figures["Turns"]) == len(data["turns"])
    for row in data["losses"]:
        assert int(figures[f"Steps lost, {row['side'].capitalize()}"]) == row["steps"]
    for row in data["luck"]["sides"]:
        if row["throws"]:
            assert f"{row['side'].capitalize()} {minus(row['luck_text'])} over {row['throws']} " in text
    for condition in data["result"]["conditions"]:
        assert condition["wanted"] in text or len(data["result"]["conditions"]) > 12
    assert page.page.locator(".minis canvas").count() == len(data["turns"])
    for row in data["victory"]["causes"][:18]:
        assert row["cause"] in text


def test_the_chosen_combats_are_those_that_weigh_most_and_lead_to_their_cards(desk):
    page = _opened(desk, "caen")
    every = page.js(
        "desk.story.line(desk.tip).combats.map((c) => [c.f, 2 * Math.abs(c.sw ? c.sw[0] / c.sw[1] : 0)"
        " + c.lost.reduce((s, [a, b]) => s + a + b, 0) + 2 * c.taken.length])"
    )
    shown = [
        int(text[1:])
        for text in page.js("[...document.querySelectorAll('#report tbody .jump')].map((b) => b.innerText)")
        if text.startswith("#")
    ]
    weight = dict(every)
    chosen = shown[: min(12, sum(value > 0 for value in weight.values()))]
    assert chosen == sorted(chosen)
    least = min(weight[frame] for frame in chosen)
    assert all(value <= least for frame, value in every if frame not in chosen)
    page.page.locator("#report .shots .jump").first.click()
    assert page.js("desk.view") == "combats" and page.js("desk.when") == "before"
    assert page.page.is_visible(".combatcard")


def test_the_report_is_reached_and_left_by_keys_and_its_address_opens_it(desk):
    page = desk("caen", "#at=20")
    page.page.keyboard.press("r")
    assert page.page.is_visible("#report") and not page.page.is_visible("main")
    page.page.wait_for_function("() => location.hash.includes('list=report')")
    page.page.keyboard.press("Escape")
    assert page.js("desk.view") == "timeline" and page.page.is_visible("main")
    assert page.seq == 20


@pytest.mark.parametrize("fragment", ["#at=5&list=report", "#at=35&when=before"])
def test_report_and_moment_print_on_a4_without_the_desk_around_them(desk, fragment):
    page = desk("caen", fragment)
    page.page.wait_for_function("() => desk.view !== 'report' || document.querySelectorAll('.minis canvas').length > 0")
    pdf = page.page.pdf(prefer_css_page_size=True, print_background=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert boxes and all(abs(float(w) - 595) < 2 and abs(float(h) - 842) < 2 for w, h in boxes)
    assert len(boxes) <= 6
    page.page.emulate_media(media="print")
    for away in ("#timeline", "body > footer", ".maptools", "#tabs", ".tools"):
        assert not page.page.is_visible(away)
    wide = page.js("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert wide, "nothing is wider than the page"
