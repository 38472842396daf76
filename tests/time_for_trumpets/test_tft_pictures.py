"""A Time for Trumpets on a picture."""

from __future__ import annotations

import re

from hexledger.replays.picture.board_scene import scene_of
from hexledger.replays.picture.render import render_svg
from tests.time_for_trumpets.builder import position


def test_what_tells_two_places_of_one_name_apart_is_not_on_the_map() -> None:
    """Mont near Bastogne is Mont_B among the data, Longchamps has a number behind it."""
    b = position("bastogne", with_setup=True, seed="map")
    scene = scene_of(b.game, b.state)
    assert {"Mont_B", "Longchamps_BE50.6"} <= set(b.game.board.keys)
    assert "Mont" in {h.name for h in scene.hexes} and not [h.name for h in scene.hexes if "_" in h.name]
    printed = re.findall(r"<text[^>]*>([^<]*)</text>", render_svg(scene))
    assert "Mont" in printed and not [words for words in printed if re.search(r"\w_\w", words)]
    assert b.game.place_in_full(b.game.board.place("1703")) == "1703 Longchamps"
