"""The exported page in Firefox: the same answers as in Chromium, and no complaint."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import faces, fought
from tests.browser.firefox import Firefox, installed

CHANCES = "return [...document.querySelectorAll('.combatcard .face .chance')].map((cell) => cell.innerText)"
CLICK = "document.querySelector(arguments[0]).click()"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if installed() is None:
        if os.environ.get("HEXLEDGER_BROWSER") == "required":
            pytest.fail("no firefox is installed (HEXLEDGER_BROWSER=required)", pytrace=False)
        pytest.skip("no firefox is installed: the exported page is not tried in it here")
    window = Firefox(tmp_path_factory.mktemp("profile"))
    yield window
    window.close()


def test_a_row_leads_to_the_card_with_every_face_and_the_map_is_drawn(firefox, pages):
    page = pages("caen")
    firefox.open(page.as_uri() + "#at=5&list=combats")
    with Chronicle.read(page.with_suffix(".hxl")) as chronicle:
        told = fought(chronicle.game, list(chronicle.frames(chronicle.timeline.head)))
        every = {one.combat.number: faces(chronicle, one.combat) for one in told}
    asked = [one for one in told if every[one.combat.number]][:6]
    assert len(asked) == 6
    for one in asked:
        number = one.combat.number
        firefox.js("desk.combats.show(arguments[0])", number)
        firefox.js(CLICK, f'tr[data-combat="{number}"]')
        assert firefox.js("return desk.seq") == one.combat.resolved
        chances = firefox.js(CHANCES)
        assert chances == [face["chance_text"] for face in every[number]]
        assert firefox.js("return document.querySelectorAll('.combatcard .face.now').length") == 1
    colours = firefox.js(
        """desk.map.paint(); const c = document.getElementById('map'); const d = c.getContext('2d')
        .getImageData(0, 0, c.width, c.height).data; const seen = new Set();
        for (let i = 0; i < d.length; i += 4 * 997) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return seen.size"""
    )
    assert colours > 40, "a map is drawn, not a blank"


def test_steps_lines_notes_and_report_work_there_too(firefox, pages):
    page = pages("caen")
    firefox.open(page.as_uri() + "#at=60")
    before = firefox.js("return [...desk.game.at(desk.seq).at]")
    firefox.js("desk.step(25); desk.step(-25)")
    assert firefox.js("return [...desk.game.at(desk.seq).at]") == before
    firefox.js("desk.go(desk.line[95]); desk.goInStep(desk.game.heads['what-if'])")
    assert firefox.js("return desk.other") in firefox.js("return desk.game.path(desk.game.heads['what-if'])")
    firefox.js("desk.compare(null); desk.list('report')")
    assert firefox.js("return document.querySelectorAll('#report h3').length") >= 6
    firefox.js("return desk.report.drawn.then(() => 1)")
    assert firefox.js("return document.querySelectorAll('.minis canvas').length") == 3
    firefox.js(
        "desk.list('timeline'); document.getElementById('search').value = 'caen attack'; desk.timeline._changed()"
    )
    assert firefox.js("return desk.timeline.found.length") > 0
