"""Rules of the fine print that once more were taken out of the code one at a time; what nothing else noticed."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import advances, fire, leaders, retreats, supply
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import withdraw_artillery
from hexledger.engine.games.time_for_trumpets.rules.overruns import target_refusal
from hexledger.engine.games.time_for_trumpets.rules.results import ShockRetreat
from hexledger.engine.games.time_for_trumpets.rules.works import HEX_WORKS, empty
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.conformance.time_for_trumpets.test_tft_aftermath import remer
from tests.time_for_trumpets.builder import game, position
from tests.time_for_trumpets.fights import battle
from tests.time_for_trumpets.test_tft_taken_out import drms, on


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


def test_the_difference_of_the_effectiveness_is_three_at_most() -> None:
    """51.3: KG Peiper (6) against guns alone (1), and the other way round."""
    b = position().unit("us_99_370_fa", "8510").unit("kgp_1_panther", "8511")
    found = battle(b, "kgp_1_panther", "8510")
    assert md.side_er(b.pos, found.units) - md.defence_er(b.pos, found.target) > md.ER_MOST
    assert md.effectiveness(b.pos, found).total == -md.ER_MOST
    back = battle(b, "us_99_370_fa", "8511")
    assert md.effectiveness(b.pos, back).total == md.ER_MOST


def test_heavy_armour_is_no_help_against_a_heavy_gun() -> None:
    """50."""
    place, beside = on("clear")
    b = position().unit("us_99_393_i", place).unit("kgp_1_panther", beside)
    assert drms(b, "kgp_1_panther", place).get("line.heavy_afv_attack", 0) < 0
    gun = next(game().counters[p].id for p in sorted(game().arms.heavy_guns) if game().side_of[p] == w.ALLIED)
    assert "line.heavy_afv_attack" not in drms(b.unit(gun, place), "kgp_1_panther", place)


def test_a_unit_low_on_fuel_advances_a_hex() -> None:
    """11.0i, 55.2: whatever the retreat was."""
    b = position(turn="19MO").unit("2pz_panther_1", "8044").unit("2pz_hq", "8043")
    unit = b.piece("2pz_panther_1")
    assert advances.bounds(b.pos, unit, 4).most > 1
    b.flag("2pz_hq", "low_fuel", 1)
    found = advances.bounds(b.pos, unit, 4)
    assert (found.most, found.base) == (1, 1)


def test_an_advance_overruns_no_artillery_substitute() -> None:
    """44.1q, 56.1."""
    stand_in = min(game().arms.substitutes)
    b = position().unit(game().counters[stand_in].id, "8510").unit("us_2_741_tk", "8511")
    why = advances.may_overrun(b.pos, b.piece("us_2_741_tk"), b.hex("8510"))
    assert why is not None and why[0] == "44.1"


def test_a_retreat_ends_as_far_from_the_battle_as_it_can() -> None:
    """54.2i: of an isolated unit too, which goes any way."""
    b = position().unit("us_99_393_i", "6020", oos=1).starved("1a")
    fight = b.hex("6021")
    ends = {way.path[-1] for way in retreats.ways(b.pos, b.piece("us_99_393_i"), 2, fight)}
    assert {b.pos.board.distance(place, fight) for place in ends} == {3}


def test_a_retreat_that_comes_to_a_source_at_the_edge_goes_off_the_map() -> None:
    """54.1h: three hexes, of which its road has one; ways inside the map have all of them."""
    b = position("bastogne")
    source = b.hex("5040")
    road = next(p for p in b.game.ground.roads_of[source] if p in b.pos.scenario.hexes)
    beyond = max(b.game.ground.near[road], key=lambda place: b.pos.board.distance(place, source))
    b.unit("us_101_501_i", b.pos.label(road))
    found = retreats.ways(b.pos, b.piece("us_101_501_i"), 3, beyond)
    assert ((source,), True) in found and all(way.off or len(way.path) == 3 for way in found)


def test_guns_of_a_division_whose_battalions_are_still_to_come_stay() -> None:
    """60.5."""
    b = position(turn="18MO").unit("us_99_370_fa", "8718", mode=1).unit("us_99id_hq", "8616")
    b.pool("waiting", "us_99_393_i")
    withdraw_artillery(b.act())
    assert b.on("us_99_370_fa") == "8718"


@pytest.mark.parametrize(("retreat", "goes"), [(0, True), (1, False), (2, False)])
def test_shocked_attackers_go_back_a_hex_unless_they_retreat_anyhow(retreat: int, goes: bool) -> None:
    """48.1: those in the hex that the defence bombarded."""
    b = position().unit("us_99_393_i", "6020").unit("12_48_i", "6021").unit("12_48_ii", "6120")
    found = battle(b, "12_48_i,12_48_ii", "6020")._replace(aim=b.hex("6021"))
    b.flag("12_48_i", "shock").flag("12_48_ii", "shock").corps("i_ss_hq", "combat")
    b.run(ShockRetreat(found, retreat))
    moved = b.on("12_48_i") != "6021" or (b.offer is not None and "retreat" in b.offer.kinds)
    assert moved is goes and b.on("12_48_ii") == "6120"


def test_a_headquarters_off_the_roads_has_no_supply_road() -> None:
    """9.6d: the one beside it has."""
    ground = game().ground
    b = position("bastogne")
    source = b.hex("5040")
    bare = next(p for p in ground.near[source] if p in b.pos.scenario.hexes and not ground.roads_of[p])
    for place, leads in ((bare, False), (source, True)):
        b.unit("us_101ab_hq", b.pos.label(place))
        assert bool(supply.road_to(b.pos, b.piece("us_101ab_hq"))) is leads, b.pos.label(place)
