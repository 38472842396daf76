"""Sentences of the playbook that had no test of their own, one test each."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.costs import allowance
from hexledger.engine.games.june_6.rules.landing import BeginLanding
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.sequence import dropping
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position
from tests.june_6.chits import drawn, opens_paper
from tests.june_6.invasion import DROPS, on_6_june
from tests.june_6.schedule import pooled


# ---------------------------------------------------------------------- PB 1.7 with 19.13
def landed(unit: str, box: str, beach: str, die: int, point: str) -> Built:
    b = on_6_june([die]).marker("delay_point", point).units(f"{box}_box", unit).run(BeginLanding())
    return b.play(f"land {unit} {beach}")


def here(b: Built, place: str) -> bool:
    return b.state.marker(b.hex(place), -1, f.DELAY_POINT) > 0


def test_a_unit_that_lands_beside_a_delay_point_it_cannot_enter_stops_and_removes_it() -> None:
    """19.13, PB 1.82: MA 5, one point left, the hex of the delay point costs 3"""
    b = landed("50_br_69", "gold", "E2831", 0, "E2731")
    assert not here(b, "E2731")
    assert b.offer is None or "stay" not in b.offer.kinds, "it must stop there"


def test_a_pinned_unit_clears_a_delay_point_too_for_it_stops_with_points_left() -> None:
    """19.13, QA-UNIT-7, PB 1.83"""
    b = landed("50_br_69", "gold", "E2831", 9, "E2731")
    assert b.has("50_br_69", "pinned")
    assert not here(b, "E2731")


def test_a_unit_that_can_still_enter_the_delay_point_decides_itself() -> None:
    """19.12, 19.13: MA 9, enough left"""
    b = landed("50_br_8", "gold", "E2831", 0, "E2731")
    assert here(b, "E2731")
    b.play("stay")
    assert here(b, "E2731")


@pytest.mark.parametrize("point", ["E2629", "E2732"])
def test_a_delay_point_that_is_not_next_to_the_beach_hex_stops_nobody(point: str) -> None:
    """19.13"""
    b = landed("50_br_69", "gold", "E2831", 0, point)
    assert here(b, point)
    assert b.offer is not None and "stay" in b.offer.kinds


# ---------------------------------------------------------------------- PB 1.105, 1.21
@pytest.mark.parametrize(
    ("division", "glider", "hex_", "box"),
    [
        ("82_us", "82_us_325", "W3423", "utah_box"),
        ("101_us", "101_us_327", "W3326", "utah_box"),
        ("6_abn", "6_abn_6al", "E2041", "sword_box"),
    ],
)
def test_the_historical_hex_of_every_glider_unit_is_open_after_the_historical_drop(
    division: str, glider: str, hex_: str, box: str
) -> None:
    """PB 1.105"""
    b = on_6_june([0]).unit(glider, box)
    for unit, place in DROPS.items():
        b.unit(unit, place, re=True)
    b.run(PlayAm(b.game.words[f"am.{division}"])).play(f"land_glider {glider} {hex_}")
    assert b.at(glider) == hex_ and b.pos.is_active(b.piece(glider))


def test_gliders_follow_parachutists_whom_a_chit_lets_drop_far_away() -> None:
    """PB 2.84, PB 1.105, R-104"""
    b = drawn(1, 4, paper=("E1412", "E1413"), seed="drop").units("utah_box", "82_us_505", "82_us_507", "82_us_325")
    b.run(*dropping(b.pos)).play("show_chit 1", "secret_number 1")
    opens_paper(b)
    assert (b.at("82_us_505"), b.at("82_us_507")) == ("E1412", "E1413")
    b.run(PlayAm(b.game.words["am.82_us"]))
    assert b.offer is not None and b.offer.kinds == ("land_glider",)
    near = {b.game.place(place) for unit in ("E1412", "E1413") for place in b.game.board.within(b.hex(unit), 1)}
    assert {line.split()[-1] for line in b.choices()} <= near


def test_an_airborne_hq_whose_am_was_not_bought_lands_in_the_re_phase_of_7_8_june() -> None:
    """PB 1.21, QA-AM-3"""
    b = position("campaign", turn=2, seed="hq").unit("82_us_hq", "utah_box").unit("82_us_505", "W3523", re=True)
    b.run(BeginRe()).play("activate_re 82_us_hq")
    assert "move 82_us_hq W3328" in b.choices()


# ---------------------------------------------------------------------- PB 4.4 to 4.9
def test_the_drive_on_cherbourg_has_free_ops_markers_on_21_22_and_23_24_june_and_germans_never_buy() -> None:
    """PB 4.7.3, PB 4.4.1, PB 4.9"""
    b = position("drive_on_cherbourg", with_setup=True, seed="ops")
    found: dict[int, dict[str, int]] = {}
    sides: set[int] = set()
    for _ in range(900):
        prompt = b.offer
        if prompt is None or b.state.turn > 11:
            break
        if "buy_am" in prompt.kinds:
            found[b.state.turn] = pooled(b)
            sides.add(prompt.side)
        lines = b.choices()
        b.play(next((line for line in lines if line.startswith(("end_", "pass_", "no_"))), lines[0]))
    assert found == {9: {"ops.allied": 1}, 10: {"ops.allied": 1}, 11: {}}
    assert sides == {f.ALLIED}


# ---------------------------------------------------------------------- 22.22
@pytest.mark.parametrize(("unit", "points"), [("21pz_125", 3), ("3_br_8", 2)])
def test_isolation_halves_the_movement_allowance_downwards(unit: str, points: int) -> None:
    """22.22: 7 becomes 3, 5 becomes 2"""
    b = position("campaign", turn=6).unit(unit, "E2035", isolated=True)
    assert allowance(b.pos, b.piece(unit)) == 2 * points
