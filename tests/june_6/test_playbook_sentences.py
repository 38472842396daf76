"""Sentences of the playbook that had no test of their own, one test each."""

from __future__ import annotations

import pytest

from tests.june_6.builder import Built
from tests.june_6.invasion import on_6_june


# ---------------------------------------------------------------------- PB 1.7 with 19.13
def landed(unit: str, box: str, beach: str, die: int, point: str) -> Built:
    from hexledger.engine.games.june_6.rules.landing import BeginLanding

    b = on_6_june([die]).marker("delay_point", point).units(f"{box}_box", unit).run(BeginLanding())
    return b.play(f"land {unit} {beach}")


def here(b: Built, place: str) -> bool:
    from hexledger.engine.games.june_6 import flags as f

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
