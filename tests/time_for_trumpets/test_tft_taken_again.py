"""Rules of the fine print that once more were taken out of the code one at a time; what nothing else noticed."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import advances, fire, leaders
from hexledger.engine.games.time_for_trumpets.rules.overruns import target_refusal
from hexledger.engine.games.time_for_trumpets.rules.works import HEX_WORKS, empty
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.conformance.time_for_trumpets.test_tft_aftermath import remer
from tests.time_for_trumpets.builder import game, position


@pytest.mark.parametrize(("unit", "barred"), [("us_99id_hq", False), ("us_99_370_fa", False), ("us_28_110_k", True)])
def test_a_road_block_keeps_front_line_units_from_an_overrun_and_nobody_else(unit: str, barred: bool) -> None:
    """35.2d: guns and headquarters behind it are overrun all the same."""
    for block in (False, True):
        b = position().unit(unit, "8510")
        if block:
            b.marker("road_block", "8510")
        why = target_refusal(b.pos, b.hex("8510"), w.GERMAN)
        assert (why is not None and why[0] == "35.2") is (barred and block), (unit, block, why)


def test_a_leader_reacts_with_reserves_of_his_own_formation_only() -> None:
    """38.0f: a battalion of another division stands as near to him."""
    b = remer(beside=False).unit("12_48_i", "4523", reserve=1)
    found = leaders.reserves(b.pos, b.piece("leader_remer"))
    assert b.piece("fe_100_i") in found and b.piece("12_48_i") not in found


def test_an_armys_artillery_fires_with_no_corps_of_another_army() -> None:
    """47.9: the 1st Army's with V Corps, not with III Corps of the 3rd Army."""
    b, index = position(), game().roster.index
    army = index["us_1a_18_fa"]
    assert fire.together(b.pos, (army, index["us_v_196_fa"]), ()) is None
    why = fire.together(b.pos, (army, index["us_iii_176_fa"]), ())
    assert why is not None and why[0] == "47.9"


@pytest.mark.parametrize(("unit", "goes"), [
    ("kgp_1_panther", True), ("kgp_hq", True), ("lehr_901_i", True), ("12_48_i", False), ("lehr_243_stug", False),
    ("lehr_pzj_1", False), ("lehr_fa_i", False), ("lehr_hq", False), ("lehr_rcn", True),
])  # fmt: skip
def test_who_advances_after_a_blitz(unit: str, goes: bool) -> None:
    """57.3c-f: nobody on foot, no assault guns and tank destroyers, no artillery; of the headquarters three."""
    pos = position().pos
    assert advances.may_blitz(pos, game().roster.index[unit]) is goes


@pytest.mark.parametrize("name", HEX_WORKS)
def test_a_work_of_every_kind_goes_where_nobody_stands(name: str) -> None:
    """60.2d."""
    b = position().marker(name, "8316").marker(name, "8318").unit("us_99_393_i", "8318")
    empty(b.act())
    assert [b.pos.marker(name, b.hex(place)) for place in ("8316", "8318")] == [0, 1]
