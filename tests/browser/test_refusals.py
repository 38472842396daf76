"""A hex that cannot be chosen says why, with the rule, at its place on the map: in every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES
from hexledger.engine.naming.typed import units_of
from tests.browser.table_page import TablePage
from tests.browser.test_every_class import begun_with, floored
from tests.every_game.catalogue import about
from tests.every_game.positions import listed, positions
from tests.replays.viewer.tables import TOKEN, tables

__all__ = ["floored"]

FAR: Final = """() => {
  const t = desk.table, g = desk.geo, open = new Set(t.draft.values.map(([way]) => [way].flat().at(-1)));
  const own = desk.game.at(desk.seq).at.get([t.draft.given[t.draft.order[0]]].flat()[0]);
  let near = [own];
  for (let k = 0; k < 12; k++) {
    near = [...new Set(near.flatMap((h) => [h, ...g.neighbours(h)]))];
    const found = near.find((h) => !open.has(h) && h !== own);
    if (k > 3 && found !== undefined) return near.reverse().find((h) => !open.has(h) && h !== own);
  }
}"""
"""A hex near the unit that is chosen to which no way leads."""
CENTRE: Final = """(place) => {
  const [x, y] = desk.map.toScreen(desk.geo.centre(place)), box = desk.map.canvas.getBoundingClientRect();
  return [box.left + x, box.top + y];
}"""


@pytest.mark.usefixtures("floored")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "june_6" else [pytest.mark.long]) for game in sorted(GAMES)]
)
def test_a_hex_that_cannot_be_chosen_says_why_at_its_place_with_the_rule(
    browser: Any, tmp_path: Path, game: str
) -> None:
    moment = begun_with(
        next(one for one in positions(game) if one.kind == "move" and listed(one)), tmp_path / "move.hxl"
    )
    with tables([moment.log]) as served:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        table = TablePage(page, f"{served.address}/games/move?token={TOKEN}")
        table.settle()
        table.at_unit(next(iter(units_of(built_game(game), moment.decision))))
        if table.js("() => desk.table.draft?.kind ?? null") != "move":
            table.press('.verbs button[data-kind="move"]')
        table.until("() => desk.table.draft?.values && ['route', 'places'].includes(desk.table.field?.role)")
        far = table.js(FAR)
        table.at_hex(far)
        page.wait_for_selector("#why:not([hidden])")
        assert about(game).rules.search(page.inner_text("#why")), "the rule that refuses it"
        box, (x, y) = page.locator("#why").bounding_box(), table.js(CENTRE, far)
        assert box is not None and abs(box["x"] + box["width"] / 2 - x) < 220
        assert min(abs(box["y"] - y), abs(box["y"] + box["height"] - y)) < 110, "it stands at the hex"
        assert table.js("() => desk.table.marks().refused") == [far]
        page.keyboard.press("Escape")
        assert page.locator("#why").is_hidden()
        assert table.errors == []
        browser.give_back(page)
