"""Sentences of the original that were read again with the eye of a hostile judge: exceptions, limits and what follows
when two rules meet, each played through the sequence where that is where it shows."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import (
    advances,
    borders,
    fire,
    reserves,
    retreats,
    stacking,
    ways,
)
from hexledger.engine.games.time_for_trumpets.rules.arriving import arrival_cost, entry_cost
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.fuel import GermanFuel
from hexledger.engine.games.time_for_trumpets.rules.movement import BeginMovement, Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders
from hexledger.engine.games.time_for_trumpets.rules.reaction import NoteContacts, Reaction
from hexledger.engine.games.time_for_trumpets.rules.reinforcements import Due
from hexledger.engine.games.time_for_trumpets.rules.support import mark_fired
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets.test_tft_aftermath import remer
from tests.conformance.time_for_trumpets.test_tft_movement import houffalize, overrun
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, combat, settle
from tests.time_for_trumpets.test_tft_blitz import open_pair


# ---------------------------------------------------------------------- 11.0f
def test_a_panzer_division_that_enters_short_of_fuel_only_just_comes_onto_the_map() -> None:
    """11.0f: it rolls on the turn of its entry; 29.2.2: one hex and no more."""
    b = position("campaign", turn="23MO", dice=(1, 1))
    hq = "9pz_hq"
    row = next(row for row in b.pos.scenario.arrivals if row.piece == b.piece(hq))
    tank = next(r.piece for r in b.pos.scenario.arrivals if r.turn == row.turn and b.pos.parent(r.piece) == row.piece
                and r.piece in b.game.roster.tanks)  # fmt: skip
    b.turn(b.game.turn(row.turn)).run(Due(), GermanFuel())
    assert b.flagged(hq, "low_fuel") == 1
    b.corps(b.game.counters[b.pos.above(row.piece, "corps")].id).run(Movement(w.GERMAN))
    name = b.game.counters[tank].id
    here = next(p for p in row.places if b.game.ground.roads_of[p])
    b.play(f"enter {name} {b.pos.label(here)}")
    assert ways.reachable(b.pos, tank) == {here: (0, -1)}
    onward = next(p for p in b.game.ground.roads_of[here] if p in b.pos.scenario.hexes)
    assert b.refuses(f"move {name} {b.pos.label(onward)}").rule == "TFT 29.2.2"


# ---------------------------------------------------------------------- 14.2c
def test_who_has_attacked_with_one_corps_of_its_army_acts_with_no_other() -> None:
    """14.2c: movement and combat of a unit of the army's echelon may be held for a later corps, once."""
    b = position(turn="18MO", dice=(3, 4)).unit("us_1a_740_tk", "6020").unit("12_48_i", "6021").unit("us_1a_hq", "5011")
    b.units("5012", "us_v_corps_hq", "us_vii_corps_hq").flag("12_48_i", "moved", 0)
    combat(b, "us_v_corps_hq").play("attack us_1a_740_tk 6021")
    settle(b)
    b.corps("us_vii_corps_hq").run(Movement(w.ALLIED))
    there = next(p for p in b.game.ground.near[b.hex(b.on("us_1a_740_tk"))] if not b.pos.units(p))
    assert b.refuses(f"move us_1a_740_tk {b.pos.label(there)}").rule == "TFT 15.0"


# ---------------------------------------------------------------------- 18.4h, 39.5e
def test_a_reserve_unit_that_moves_in_the_movement_segment_leaves_the_reserve() -> None:
    """18.4h: and one that is out of command cannot."""
    b = position(turn="18MO").option("reserves").unit("us_2_9_i", "8315", reserve=1).corps("us_v_corps_hq")
    b.unit("us_2_9_ii", "8314", reserve=1, out_comm=1).run(Movement(w.ALLIED)).play("move us_2_9_i 8316")
    assert not b.flagged("us_2_9_i", "reserve")
    assert b.refuses("move us_2_9_ii 8313").rule == "TFT 18.4.2" and b.flagged("us_2_9_ii", "reserve")


def test_a_leader_goes_into_reserve_himself_and_is_none_of_his_units() -> None:
    """39.5e: for free; 59.1: he moves as a reserve does; 18.4k, m: and leaves it as one."""
    b = position(turn="18MO").units("9320", "leader_peiper", "kgp_hq", "kgp_2_iii", "kgp_2_panther")
    for option in ("leaders", "reserves", "exploitation"):
        b.option(option)
    most = b.game.counters[b.piece("leader_peiper")].front.get("command")
    b.corps("i_ss_hq", "orders").run(BeginOrders(w.GERMAN, b.piece("i_ss_hq")))
    assert "designate leader_peiper leader_peiper" in b.choices()
    for line, told in (
        ("designate leader_peiper leader_peiper", "Peiper is put in reserve"),
        ("designate leader_peiper leader_peiper,kgp_2_iii", "Peiper puts itself and KGP/2/III in reserve"),
        ("designate leader_peiper kgp_2_iii", "Peiper puts KGP/2/III in reserve"),
    ):
        assert b.game.tell(b.pos, b.decision(line)) == told
    b.play("designate leader_peiper leader_peiper,kgp_2_iii")
    assert b.flagged("leader_peiper", "reserve") and b.flagged("leader_peiper", "designated") == 1 <= most
    assert b.refuses("designate leader_peiper leader_peiper").rule == "TFT 39.5"
    b.corps("i_ss_hq", "exploitation").run(Exploitation(w.GERMAN))
    there = next(line for line in b.choices() if line.startswith("reposition leader_peiper"))
    b.play(there)
    assert b.on("leader_peiper") == there.split(",")[-1].split()[-1] and b.flagged("leader_peiper", "reserve")
    near = position(turn="18MO").option("leaders").option("reserves").units("9320", "leader_peiper", "kgp_hq")
    near.unit("us_99_393_i", "9220").corps("i_ss_hq", "orders")
    why = reserves.refusal(near.pos, near.piece("leader_peiper"), (near.piece("leader_peiper"),))
    assert why is not None and why[0] == "39.5"


# ---------------------------------------------------------------------- 22
def bridge(b: Built, kind: str = "river") -> tuple[str, str]:
    """The two hexes of the first bridge over a kind of water."""
    ground = b.game.ground
    key = next(k for k in sorted(ground.bridges) if ground.water[k] == kind and k // ground.n in ground.area["5pza"])
    one, other = divmod(key, ground.n)
    return b.pos.label(one), b.pos.label(other)


def test_an_attempt_spends_every_preparation_of_the_bridge_and_no_other() -> None:
    """22.2g: whoever rolls, a hasty engineer too."""
    b = position(turn="18MO", dice=(6,))
    here, there = bridge(b)
    far = next(p for p in b.game.ground.near[b.hex(there)] if b.pos.board.distance(p, b.hex(here)) == 2)
    b.units(here, "us_viii_44_ce", "us_28_103_ce", "us_99_324_ce").flag("us_viii_44_ce", "prep", b.hex(there) + 1)
    b.flag("us_99_324_ce", "prep", far + 1).unit("26_77_i", there).corps("xlvii_hq")
    b.run(BeginMovement(w.GERMAN)).play("blow us_28_103_ce")
    assert not b.flagged("us_viii_44_ce", "prep") and b.flagged("us_99_324_ce", "prep")


def test_no_bridge_is_blown_when_reserves_react_in_its_owners_own_turn() -> None:
    """22.0, 22.1k: an engineer interrupts the movement, advance and exploitation of the enemy's turn."""
    b = remer(beside=False, foot="4323")
    water = b.game.ground.water_between
    place = next(p for p in b.game.ground.near[b.hex("4322")] if water(p, b.hex("4322")))
    assert b.game.ground.key(place, b.hex("4322")) in b.game.ground.bridges
    b.unit("us_3_23_ae", b.pos.label(place))
    b.play(next(c for c in b.choices() if c.startswith("react leader_remer fe_100_i") and c.endswith("4322")))
    assert b.offer is not None and "blow" not in b.offer.kinds


# ---------------------------------------------------------------------- 23, 24
def test_who_retreated_among_units_of_another_division_goes_on_in_the_next_movement() -> None:
    """23.0c: what a retreat has put together parts in the next movement segment."""
    b = position(turn="18MO").units("8315", "us_2_9_i", "us_99_393_i").corps("us_v_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("end_segment").rule == "TFT 23.0" and "end_segment" not in b.choices()
    b.play("move us_99_393_i 8316", "end_segment")
    alone = position(turn="18MO").units("8315", "us_2_9_i", "us_2_9_ii").corps("us_v_corps_hq").run(Movement(w.ALLIED))
    alone.play("end_segment")


def escort_battle(b: Built) -> tuple[str, str]:
    here, there = open_pair(b)
    b.units(here, "fe_pziv", "fe_aa", "feb_hq").unit("us_28_110_a", there).unit("lxvi_hq", "7443")
    return here, there


def test_an_aa_company_of_the_fuehrer_escort_goes_with_the_panzer_that_it_stands_with() -> None:
    """24.4c: as far as the panzer, at its rate; alone a support unit goes the base length."""
    b = position(turn="20MO")
    here, there = escort_battle(b)
    carried(b, "lxvi_hq", battle(b, "fe_pziv", there), "DR4")
    settle(b, until="advance")
    own = advances.ways(b.pos, b.piece("fe_aa"), b.hex(there), 4)
    way = max((c for c in b.choices() if c.startswith("advance fe_pziv")), key=lambda line: line.count(","))
    assert way.count(",") + 1 > max(map(len, own)), "farther than the company goes alone"
    b.play(way)
    end = b.on("fe_pziv")
    with_it = [c for c in b.choices() if c.startswith("advance fe_aa")]
    assert with_it and all(line.endswith(end) for line in with_it), "it has not fought, and goes where the panzer went"
    b.play(with_it[0])
    assert b.on("fe_aa") == end
    alone = position(turn="20MO")
    here, there = open_pair(alone)
    alone.units(here, "fe_100_i", "fe_aa").unit("us_28_110_a", there).unit("lxvi_hq", "7443")
    carried(alone, "lxvi_hq", battle(alone, "fe_100_i", there), "DR4")
    settle(alone, until="advance")
    alone.play(next(c for c in alone.choices() if c.startswith("advance fe_100_i")))
    assert not any("fe_aa" in c for c in alone.choices()), "no panzer, no escort"


@pytest.mark.parametrize(("step", "other", "fits"), [
    ("us_9_ccb_14_tk", "us_4_22_i", True), ("us_9_ccb_14_tk", "br_2_hc", False),
    ("kgp_1_panther", "12ss_25_i", True), ("kgp_1_panther", "12_48_i", True), ("kgp_1_panther", "26_77_i", False),
    ("lehr_panther_1", "12_48_i", True), ("lehr_panther_1", "kgp_1_panther", True),
])  # fmt: skip
def test_step_counters_stand_with_their_nation_and_ss_steps_with_the_ss_corps(
    step: str, other: str, fits: bool
) -> None:
    """7.12d, e, 7.13d: whichever of the two is asked first; 12VG is in I SS Corps."""
    b = position(turn="20MO").unit(step, "6020", steps=2).unit(other, "6022", steps=1 if fits else 0)
    for one, two in ((step, other), (other, step)):
        assert stacking.mates(b.pos, b.piece(one), b.piece(two)) is fits, (one, two)


def test_british_units_stand_with_the_echelon_of_the_1st_army_only() -> None:
    """42.2: not with that of the 3rd, nor with other Americans."""
    b = position(turn="24MO")
    first, third = "us_1a_291_ce", "us_1a_825_td"
    b.act().emit(ev.Attached(b.piece(third), b.piece("us_3a_hq") + 1))
    for other, fits in ((first, True), (third, False), ("us_2_9_i", False)):
        assert stacking.mates(b.pos, b.piece("br_2_hc"), b.piece(other)) is fits, other


# ---------------------------------------------------------------------- 26.1.4
def southward(b: Built) -> tuple[str, str, str]:
    """A road hex of the northern boundary, a clear hex south of it and another one behind that."""
    ground = b.game.ground
    south = ground.area["5pza"] - ground.boundary_5_6
    for place in sorted(ground.boundary_5_6):
        for one in ground.near[place]:
            for two in ground.near[one]:
                dry = not ground.water_between(place, one) and not ground.water_between(one, two)
                plain = all(ground.terrain[p] == "clear" for p in (one, two)) and {one, two} <= south
                if dry and plain and two not in ground.near[place] and two != place:
                    return b.pos.label(place), b.pos.label(one), b.pos.label(two)
    raise AssertionError("no way south")


@pytest.mark.parametrize(("die", "goes"), [(1, True), (6, False)])
def test_an_ss_unit_rolls_in_its_first_hex_south_in_exploitation_and_advance_too(die: int, goes: bool) -> None:
    """26.1.4c-e: below its ER it goes on; else it stops there, and goes back next turn."""
    b = position(turn="18MO", dice=(die,)).units("9320", "leader_peiper")
    for option in ("leaders", "reserves", "exploitation"):
        b.option(option)
    place, one, two = southward(b)
    b.units(place, "leader_peiper", "kgp_hq").unit("kgp_1_panther", place, reserve=1)
    b.corps("i_ss_hq", "exploitation").run(Exploitation(w.GERMAN))
    b.play(f"exploit leader_peiper kgp_1_panther {one},{two}")
    assert b.on("kgp_1_panther") == (two if goes else one)
    assert (b.flagged("kgp_1_panther", "trespasser"), b.flagged("kgp_1_panther", "must_return")) == (goes, not goes)
    fight = position(turn="18MO", dice=(die,)).unit("kgp_1_panther", place).unit("us_28_110_a", one)
    carried(fight, "i_ss_hq", battle(fight, "kgp_1_panther", one), "DR4")
    settle(fight, until="advance")
    fight.play(f"advance kgp_1_panther {one},{two}")
    assert (fight.on("kgp_1_panther") == one) is not goes


# ---------------------------------------------------------------------- 27.5f
def test_a_reinforcement_pays_more_at_the_road_hexes_of_the_southwest() -> None:
    """27.5f: as the edge of the map says; where it does not, the road alone."""
    b = position("campaign", turn="22MO")
    tank, near = b.piece("us_4ad_hq"), (b.hex("3363"), b.hex("5062"))
    more = [arrival_cost(b.pos, tank, place) - entry_cost(b.pos, tank, place) for place in near]  # type: ignore[operator]
    assert more == [4, 0]


# ---------------------------------------------------------------------- 30.3
@pytest.mark.parametrize(("gun", "crosses"), [
    ("us_v_200_fa", False), ("us_v_186_fa", True), ("us_v_272_fa", False), ("us_v_268_fa", False),
    ("us_v_997_fa", False), ("us_v_62_afa", False), ("26vg_fa_ii", True),
])  # fmt: skip
def test_a_b_bridge_bears_no_heavy_guns(gun: str, crosses: bool) -> None:
    """30.3: no towed American 155 and 240 mm, 8 inch; no self-propelled guns."""
    b = position(turn="20MO").option("bridge_bottleneck")
    here, there = bridge(b)
    b.unit(gun, here).marker("b_bridge", here, there)
    why = ways.bridge_full(b.pos, b.piece(gun), b.hex(here), b.hex(there))
    assert (why is None) is crosses
    b.marker("b_bridge", here, there, count=0).marker("j_bridge", here, there)
    assert ways.bridge_full(b.pos, b.piece(gun), b.hex(here), b.hex(there)) is None, "a J bridge does"


def test_bridge_points_are_counted_for_units_together_and_in_every_kind_of_movement() -> None:
    """30.3c: eight tank battalions of three points fill a bridge; an advance counts as a move does."""
    b = position(turn="20MO").option("bridge_bottleneck").corps("us_v_corps_hq")
    here, there = next(
        (b.pos.label(k // b.game.ground.n), b.pos.label(k % b.game.ground.n)) for k in sorted(b.game.ground.bridges)
        if b.game.ground.water[k] == "river" and not b.pos.units(k % b.game.ground.n)
    )  # fmt: skip
    b.units(here, "us_2_741_tk", "us_2_9_i").marker("points", here, there, count=21).run(Movement(w.ALLIED))
    assert b.refuses(f"move us_2_741_tk,us_2_9_i {there}").rule == "TFT 30.3", "three and one are four"
    b.play(f"move us_2_741_tk {there}")
    assert b.pos.marker("points", b.hex(here), b.hex(there)) == 24
    assert b.refuses(f"move us_2_9_i {there}").rule == "TFT 30.3"
    fight = position(turn="20MO").option("bridge_bottleneck").unit("us_2_741_tk", here).unit("12_48_i", there)
    carried(fight, "us_v_corps_hq", battle(fight, "us_2_741_tk", there), "DE")
    fight.play(f"advance us_2_741_tk {there}")
    assert fight.pos.marker("points", fight.hex(here), fight.hex(there)) == 3


def test_motorised_artillery_of_a_german_army_does_not_cross_a_b_bridge() -> None:
    """30.3: that of a division does."""
    b = position(turn="20MO").option("bridge_bottleneck")
    here, there = bridge(b)
    roster = b.game.roster
    towed = [
        p for p in sorted(roster.artillery - roster.substitutes) if p in roster.german and roster.move[p] == "truck"
    ]
    found = {roster.level[b.pos.parent(p)]: p for p in towed if b.pos.parent(p) >= 0}
    b.marker("b_bridge", here, there)
    for level, crosses in (("army", False), ("corps", True)):
        why = ways.points_of(b.pos, found[level], b.hex(here), b.hex(there))
        assert (why is not None) is crosses, level


# ---------------------------------------------------------------------- 33.0i
def test_avoidance_ends_where_the_forest_road_does() -> None:
    """33.0h, i: another forest road that is not connected to the first hex is paid for."""
    b = houffalize("116pz_panther_1", dice=(2,)).run(Movement(w.GERMAN))
    b.play("move 116pz_panther_1 6035", "avoid 116pz_panther_1 5936")
    unit, ground = b.piece("116pz_panther_1"), b.game.ground
    groups = ways.forest_roads(b.game)
    assert ways.avoids(b.pos, unit, b.hex("5936"), b.hex("5835"))
    apart = next((a, c) for a in sorted(ground.forests) for c in ground.roads_of[a]
                 if c in ground.forests and groups[c] != groups[b.hex("5936")])  # fmt: skip
    assert not ways.avoids(b.pos, unit, *apart)


# ---------------------------------------------------------------------- 35.3
def test_the_others_of_an_overrun_may_follow_within_the_stacking_limit() -> None:
    """35.3j, l: what was overrun counts till the segment ends: two units find room, not three; nor by moving in."""
    b = overrun()
    b.play("overrun kgp_1_panther,kgp_2_iii,kgp_2_panther 8510", "advance kgp_2_panther 8510")
    assert b.on("kgp_2_panther") == "8510" and "move" in b.offer.kinds, "no room for a third"
    assert b.on("kgp_2_iii") == "8511"
    assert b.refuses("move kgp_2_iii 8510").rule == "TFT 29.0"
    lone = overrun("us_99id_hq")
    lone.play("overrun kgp_1_panther,kgp_2_iii,kgp_2_panther 8510", "advance kgp_2_panther 8510")
    lone.play("advance kgp_2_iii 8510")
    assert lone.on("kgp_2_iii") == "8510", "headquarters do not count"


def test_who_moves_into_an_overrun_hex_finds_the_wreck_there() -> None:
    """35.3l, m: a mile more, and it counts for stacking."""
    b = overrun().unit("kgp_6_pziv", "8409").play("overrun kgp_1_panther,kgp_2_iii 8510", "advance kgp_2_iii 8510")
    near = [c for c in b.choices() if c.startswith("move kgp_6_pziv") and c.endswith("8510")]
    assert not near
    path = next(p for p in b.game.ground.near[b.hex("8510")] if p in b.game.ground.near[b.hex("8409")])
    if path >= 0:
        assert b.refuses(f"move kgp_6_pziv {b.pos.label(path)},8510").rule == "TFT 35.3"


# ---------------------------------------------------------------------- 38
def test_a_leader_whom_the_enemy_has_alerted_may_move_although_he_moves_nobody() -> None:
    """38.0m, n: half his movement, and he is spent."""
    b = remer(beside=False)
    b.flag("fe_100_i", "reserve", 0).flag("fe_928_i", "reserve", 0)
    own = [c for c in b.choices() if c.startswith("move_leader leader_remer")]
    assert own
    b.play(own[0])
    assert b.flagged("leader_remer", "spent") and b.quiet


def test_only_a_unit_within_a_leaders_range_calls_him() -> None:
    """38.0e, 39.2: a unit under him that he does not reach brings no reaction."""
    b = position(turn="21AF")
    for option in ("leaders", "reserves", "leader_reaction"):
        b.option(option)
    b.unit("fe_pziv", "4322").units("6130", "leader_remer", "feb_hq").unit("fe_100_i", "6131", reserve=1)
    b.unit("us_3ad_hq", "4119").corps("us_xviii_corps_hq")
    tanks = next(c.id for c in b.game.counters if c.parent == "us_3ad_hq" and c.type == "m4")
    b.unit(tanks, "4321").run(NoteContacts(w.ALLIED)).flag(tanks, "moved", 2).flag(tanks, "beside", 0)
    assert b.run(Reaction(w.GERMAN)).quiet


# ---------------------------------------------------------------------- 43.7.3
@pytest.mark.parametrize(("gun", "bound"), [("us_viii_422_fa", 0), ("us_viii_58_afa", 1)])
def test_the_422nd_in_luxembourg_does_not_bind_the_headquarters_at_bastogne(gun: str, bound: int) -> None:
    """43.7.2b, 43.7.3."""
    b = position(turn="18MO").unit("us_viii_corps_hq", "5644", mode=1).unit(gun, "7757", mode=1).corps("lxxxv_hq")
    b.act().emit(ev.Attached(b.piece(gun), b.piece("us_viii_corps_hq") + 1))
    mark_fired(b.act(), (b.piece(gun),), b.hex("7757"), "47.8", True)
    assert b.flagged("us_viii_corps_hq", "fired_echelon") == bound


# ---------------------------------------------------------------------- 54
def test_a_retreat_crosses_the_boundary_only_where_nothing_else_is_left() -> None:
    """54.2n, 26.1.2b, 26.1.3: a unit goes back inside its own area where it can, and over the boundary at need."""
    b = position(turn="20MO")
    unit, ground = b.piece("12_48_i"), b.game.ground
    own = borders.domain(b.pos, "6pza", False)
    b.unit("12_48_i", "9124")

    def good(p: int) -> bool:
        return all(retreats.may_enter(b.pos, unit, p, q) for q in ground.near[p])

    start = next(
        p for p in sorted(ground.boundary_5_6) if 0 < sum(q not in own for q in ground.near[p]) < 3 and good(p)
    )
    b.unit("12_48_i", b.pos.label(start))
    behind = next(p for p in ground.near[start] if p in own)
    b.flag("12_48_i", "oos").starved("6pza")
    found = retreats.ways(b.pos, unit, 1, behind)
    assert found and all(way.path[0] in own for way in found), "though hexes beyond are farther from the battle"
    foes = ("us_99_393_i", "us_99_393_ii", "us_99_393_iii", "us_99_394_i", "us_99_394_ii")
    for foe, place in zip(foes, (p for p in ground.near[start] if p in own), strict=False):
        b.unit(foe, b.pos.label(place))
    b.sky("snow")
    found = retreats.ways(b.pos, unit, 1, start)
    assert found and all(way.path[0] not in own for way in found), "the enemy is everywhere else"


def test_the_allies_retreat_toward_the_depots_of_liege_and_namur_too() -> None:
    """54.1c, 9.1b: a source of the 1st Army like the roads at the edge; not of the 3rd."""
    b = position("campaign", turn="23MO").unit("us_2_9_i", "3030").unit("us_4ad_hq", "5050")
    depot = set(b.game.ground.named["Namur"]) - set(b.pos.scenario.allied_sources)
    hexes = b.pos.scenario.hexes
    first = {p for net in retreats.nets(b.pos, b.piece("us_2_9_i")) for p in hexes if net.to_go(p) == 0}
    third = {p for net in retreats.nets(b.pos, b.piece("us_4ad_hq")) for p in hexes if net.to_go(p) == 0}
    assert depot <= first and not depot & third


def test_no_german_supply_road_for_a_retreat_leaves_the_area_of_its_army_or_runs_through_rubble() -> None:
    """54.1a, 9.6g, h."""
    b = position("campaign", turn="23MO").unit("12_48_i", "9318")
    unit = b.piece("12_48_i")
    own = borders.within(b.pos, unit)
    roads = {p for net in retreats.nets(b.pos, unit) for p in b.pos.scenario.hexes if net.to_go(p) >= 0}
    assert roads and roads <= own
    town = min(p for p in roads if all(net.to_go(p) for net in retreats.nets(b.pos, unit)))
    b.marker("rubble", b.pos.label(town), count=2)
    assert all(net.to_go(town) < 0 for net in retreats.nets(b.pos, unit))


def test_a_battalion_of_an_ss_division_neither_binds_a_rocket_brigade_nor_is_bound_by_it() -> None:
    """45.1e, 45.3b, B-29: one hex is the rule of the brigade and its battalions."""
    one, other = "6020", "6222"
    for fired, at, may in (("9nw_i", one, ("12ss_nw",)), ("12ss_nw", one, ("9nw_i", "9nw_ii"))):
        b = position(turn="18MO").unit("us_99_393_i", one).unit("us_99_393_ii", other).unit("12ss_25_i", "6223")
        b.units("6024", "12ssd_hq", "i_ss_hq").units("6123", "9nw_i", "9nw_ii", "12ss_nw")
        for gun in ("9nw_i", "9nw_ii", "12ss_nw"):
            b.flag(gun, "mode", 1)
        b.flag(fired, "fired", 1).flag(fired, "fired_at", b.hex(at) + 1)
        able = fire.attack_guns(b.pos, (b.piece("12ss_25_i"),), b.hex(other))
        assert {b.game.counters[gun].id for gun in able} == set(may), fired
