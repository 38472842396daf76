"""A Time for Trumpets on a picture."""

from __future__ import annotations

import re

from hexledger.replays.picture.board_scene import scene_of
from hexledger.replays.picture.render import render_svg
from tests.time_for_trumpets.builder import position


def test_what_tells_two_places_of_one_name_apart_is_not_on_the_map() -> None:
    """Mont near Bastogne is Mont_B among the data."""
    b = position("bastogne", with_setup=True, seed="map")
    scene = scene_of(b.game, b.state)
    assert "Mont_B" in {h.name for h in scene.hexes}
    printed = re.findall(r"<text[^>]*>([^<]*)</text>", render_svg(scene))
    assert "Mont" in printed and not [words for words in printed if re.search(r"\w_\w", words)]
