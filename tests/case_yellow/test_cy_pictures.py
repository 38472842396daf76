"""Case Yellow on a picture: its own key to counters, and signs for fieldworks."""

from __future__ import annotations

import pytest

from hexledger.replays.picture.board_scene import scene_of
from hexledger.replays.picture.names import WORKS
from hexledger.replays.picture.render import render_svg
from tests.case_yellow.builder import position


def drawn(scenario: str) -> str:
    b = position(scenario, with_setup=True)
    return render_svg(scene_of(b.game, b.state))


@pytest.mark.parametrize("scenario", ["historical", "dutch_fortress"])
def test_the_key_of_a_picture_names_what_is_printed_on_counters_of_this_game(scenario: str) -> None:
    text = drawn(scenario)
    assert "strength, TR, MA" in text and "anti-tank" not in text and "artillery" not in text


def test_fortified_lines_and_defensive_works_have_signs_and_stand_in_the_key() -> None:
    b = position("historical", with_setup=True)
    scene = scene_of(b.game, b.state)
    signs = {kind: {h.label for h in scene.hexes if features & set(h.features)} for kind, features in WORKS.items()}
    ground = b.pos.game.ground
    assert signs["casemate"] == {b.pos.label(place) for place in ground.garrison}
    assert signs["comb"] == {b.pos.label(place) for place in ground.works}
    text = render_svg(scene)
    assert "fortified line" in text and "defensive works" in text
