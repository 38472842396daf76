"""Conformance cases of retreats, advances, leaders and the breakout (38, 39, 54, 55, 59, H-5)."""

from __future__ import annotations

from itertools import pairwise

from hexledger.engine.games.time_for_trumpets.questions import advances, leaders, retreats, zoc
from hexledger.engine.games.time_for_trumpets.rules.breakout import Alert, surprise
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.reaction import NoteContacts, Reaction
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, settle


def hexes(b: Built, terrain: str, count: int) -> list[str]:
    """A straight run of hexes of one terrain without roads, water and villages between them."""
    ground, board = b.game.ground, b.pos.board
    for start in range(board.n_hexes):
        for direction in range(6):
            run, here = [start], start
            for _ in range(count - 1):
                ahead = [there for there in board.neighbours[here] if board.direction(here, there) == direction]
                if not ahead:
                    break
                here = ahead[0]
                run.append(here)
            fit = len(run) == count and all(board.terrain[place] == terrain for place in run[1:])
            dry = fit and not any(ground.water_between(a, c) for a, c in pairwise(run))
            pathless = dry and not any(ground.key(a, c) in ground.road for a, c in pairwise(run))
            if pathless and not ground.villages & set(run):
                return [board.labels[place] for place in run]
    raise AssertionError(f"no run of {count} {terrain} hexes")


def farthest(b: Built, unit: str, target: str) -> int:
    """Hexes of the longest advance of a unit after a DR4."""
    return max((len(way) for way in advances.ways(b.pos, b.piece(unit), b.hex(target), 4)), default=0)


# ---------------------------------------------------------------------- 55.4
def test_TFT_024_infantry_with_six_mf_advances_two_forest_hexes() -> None:
    b = position()
    run = hexes(b, "forest", 5)
    b.unit("12_48_i", run[0])
    ways = advances.ways(b.pos, b.piece("12_48_i"), b.hex(run[1]), 4)
    forest = [way for way in ways if all(b.pos.board.terrain[place] == "forest" for place in way)]
    off = [way for way in forest if not any(b.game.ground.roads_of[place] for place in way)]
    assert max(map(len, off or forest)) == 2


def test_TFT_025_infantry_advances_one_unfrozen_marsh_hex_on_firm_ground_and_in_mud() -> None:
    for ground in ("firm", "mud"):
        b = position().ground(ground)
        run = hexes(b, "marsh", 2)
        b.unit("12_48_i", run[0])
        ways = advances.ways(b.pos, b.piece("12_48_i"), b.hex(run[1]), 4)
        wet = [way for way in ways if all(b.pos.board.terrain[place] == "marsh" for place in way)]
        assert max(map(len, wet)) == 1


def test_TFT_026_infantry_advances_four_hexes_over_frozen_marsh() -> None:
    b = position().ground("frozen")
    run = hexes(b, "marsh", 2)
    b.unit("12_48_i", run[0])
    assert farthest(b, "12_48_i", run[1]) == 4, "base rate of D4, each hex of marsh 1 MF"


# ---------------------------------------------------------------------- 54.3
def test_TFT_028_horse_artillery_forced_into_unfrozen_marsh_is_eliminated() -> None:
    b = position()
    run = hexes(b, "marsh", 2)
    wet, dry = b.hex(run[1]), b.hex(run[0])
    b.unit("26vg_fa_ii", run[0]).unit("kg_x", run[0])
    for unit in ("26vg_fa_ii", "kg_x"):
        assert not retreats.may_enter(b.pos, b.piece(unit), dry, wet)
    b.ground("frozen")
    assert retreats.may_enter(b.pos, b.piece("26vg_fa_ii"), dry, wet)


def test_TFT_029_infantry_retreats_over_rivers_and_streams_but_no_lake_nor_the_meuse() -> None:
    b = position()
    ground = b.game.ground
    for kind, legal in (("river", True), ("stream", True), ("lake", False), ("meuse", False)):
        key = next(k for k, found in ground.water.items() if found == kind and k not in ground.bridges)
        here, there = divmod(key, ground.n)
        one = position().unit("us_99_393_i", here)
        assert retreats.may_enter(one.pos, one.piece("us_99_393_i"), here, there) is legal, kind


def test_TFT_017_a_retreat_into_the_zone_of_light_aa_costs_the_infantry_and_not_the_tank() -> None:
    b = position().unit("us_99_535_aaa", "8020").unit("kgp_6_pziv", "8018").unit("12_48_i", "8018")
    into = b.hex("8019")
    assert b.pos.board.terrain[into] in ("clear", "woods", "broken") and into not in b.game.ground.villages
    assert not zoc.stops(b.pos, b.piece("kgp_6_pziv"), into) and zoc.stops(b.pos, b.piece("12_48_i"), into)
    assert not retreats.may_enter(b.pos, b.piece("12_48_i"), b.hex("8018"), into)
    assert retreats.may_enter(b.pos, b.piece("kgp_6_pziv"), b.hex("8018"), into)


# ---------------------------------------------------------------------- 38, 39.6
def remer(*, beside: bool, foot: str = "4422") -> Built:
    """Remer with the Fuehrer Escort at Petit-Han; an American tank battalion has moved, or stood there before."""
    b = position(turn="21AF")
    for option in ("leaders", "reserves", "leader_reaction"):
        b.option(option)
    b.unit("fe_pziv", "4322").units("4423", "leader_remer", "feb_hq").unit("fe_100_i", "4523", reserve=1)
    b.unit("fe_928_i", foot, reserve=1).unit("lxvi_hq", "4725").unit("us_xviii_corps_hq", "4018")
    b.unit("us_3ad_hq", "4119").corps("us_xviii_corps_hq")
    tanks = next(c.id for c in b.game.counters if c.parent == "us_3ad_hq" and c.type == "m4")
    b.unit(tanks, "4321" if beside else "4218")
    b.run(NoteContacts(w.ALLIED))
    if not beside:
        piece = b.piece(tanks)
        b.act().move(piece, (b.pos.at(piece), b.hex("4321")), "mode.move")
    b.flag(tanks, "moved", 2)
    return b.run(Reaction(w.GERMAN))


def test_TFT_085_a_new_enemy_beside_a_unit_of_his_triggers_remers_reaction() -> None:
    b = remer(beside=False)
    assert b.offer is not None and "react" in b.offer.kinds


def test_TFT_086_without_a_new_enemy_beside_his_units_nothing_is_triggered() -> None:
    assert remer(beside=True).quiet


def test_reserves_reinforce_the_tanks_before_the_attack() -> None:
    b = remer(beside=False)
    offered = [
        choice for choice in b.choices() if choice.startswith("react leader_remer fe_100_i") and "4322" in choice
    ]
    b.play(offered[0])
    assert b.on("fe_100_i") == "4322" and not b.flagged("fe_100_i", "reserve")


def test_TFT_088_after_his_reaction_remer_is_spent_and_orders_no_hold_in_that_combat() -> None:
    b = remer(beside=False)
    offered = [
        choice for choice in b.choices() if choice.startswith("react leader_remer fe_100_i") and "4322" in choice
    ]
    b.play(offered[0], "pass")
    assert b.flagged("leader_remer", "spent") == 1
    tanks = next(c.id for c in b.game.counters if c.parent == "us_3ad_hq" and c.type == "m4")
    carried(b, "us_xviii_corps_hq", battle(b, tanks, "4322"), "DR1")
    assert b.offer is None or "order_hold" not in b.offer.kinds


def test_TFT_118_a_leader_who_has_reacted_cannot_order_to_hold() -> None:
    for reacted in (0, 1):
        b = position(turn="21AF").option("leaders").units("8716", "us_2_38_i", "us_2_38_ii", "leader_robertson")
        b.unit("12_48_i", "8717").flag("leader_robertson", "reacted", reacted).flag(
            "leader_robertson", "spent", reacted
        )
        carried(b, "i_ss_hq", battle(b, "12_48_i", "8716"), "DR1")
        assert b.offer is not None and ("order_hold" in b.offer.kinds) is not bool(reacted)


def test_TFT_120_shocked_units_hold_only_in_a_strong_point_or_fort() -> None:
    for works, holds in (("strong_point", True), ("fort", True), ("ip6", False)):
        b = position(turn="21AF").option("leaders").units("8716", "us_2_38_i", "us_2_38_ii", shock=1)
        b.unit("leader_robertson", "8716").unit("12_48_i", "8717").marker(works, "8716")
        carried(b, "i_ss_hq", battle(b, "12_48_i", "8716"), "DR1")
        assert b.offer is not None and ("order_hold" in b.offer.kinds) is holds


# ---------------------------------------------------------------------- 59, H-5
def peiper() -> Built:
    """16EV: KGP in reserve behind the front, Americans north and south of the Warche before it."""
    b = position("losheim_gap", turn="16EV")
    for option in ("leaders", "reserves", "leader_reaction", "exploitation"):
        b.option(option)
    b.units("9020", "leader_peiper", "kgp_hq").unit("kgp_1_panther", "9020", reserve=1).unit("3fj_9_i", "8920")
    b.unit("us_99_394_ii", "8820").unit("us_14_32_a", "8520").unit("i_ss_hq", "9421").unit("1ssd_hq", "9321")
    return b.corps("i_ss_hq", "exploitation")


def test_TFT_084_americans_beside_i_ss_are_alert_and_others_surprised_when_kgp_comes_beside_them() -> None:
    b = peiper().run(Alert())
    assert b.flagged("us_99_394_ii", "alert") == 1 and not b.flagged("us_14_32_a", "alert")
    b.unit("kgp_2_panther", "8619")
    surprise(b.act(), b.piece("kgp_2_panther"))
    assert b.flagged("us_14_32_a", "surprised") == 1
    b.unit("kgp_7_pziv", "8819")
    surprise(b.act(), b.piece("kgp_7_pziv"))
    assert not b.flagged("us_99_394_ii", "surprised"), "it is alert"
    exerts = {unit for units in zoc.zones(b.pos, w.ALLIED, False).values() for unit in units}
    assert b.piece("us_14_32_a") not in exerts and b.piece("us_99_394_ii") in exerts


def test_repositioned_reserves_stay_in_reserve_and_away_from_the_enemy() -> None:
    """TFT 59.1."""
    b = peiper().run(Exploitation(w.GERMAN))
    offered = [choice for choice in b.choices() if choice.startswith("reposition kgp_1_panther")]
    assert offered
    for choice in offered:
        place = b.hex(choice.split()[-1].split(",")[-1])
        assert not b.pos.enemy_beside(place, w.GERMAN)
    b.play(offered[0])
    assert b.flagged("kgp_1_panther", "reserve") == 1


def test_a_spent_leader_releases_reserves_but_does_not_move_himself() -> None:
    """TFT 59.2h, 59.2l."""
    b = peiper().flag("leader_peiper", "spent").run(Exploitation(w.GERMAN))
    offered = [choice for choice in b.choices() if choice.startswith("exploit leader_peiper")]
    b.play(offered[0])
    assert b.quiet or not any(choice.startswith("move_leader") for choice in b.choices())
    assert leaders.has(b.pos, b.piece("leader_peiper"), "E")


def test_a_held_position_pays_the_whole_retreat_in_steps() -> None:
    """TFT 39.7j, k."""
    b = position(turn="21AF").option("leaders").units("8716", "us_2_38_i", "us_2_38_ii", "leader_robertson")
    b.unit("12_48_i", "8717")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "8716"), "DR2").play("order_hold leader_robertson")
    b.play("lose_step us_2_38_i", "lose_step us_2_38_ii")
    assert b.quiet or "advance" not in (b.offer.kinds if b.offer else ())
    assert b.pos.steps_of([b.piece("us_2_38_i"), b.piece("us_2_38_ii")]) == 2
    settle(b)
    assert b.on("us_2_38_i") == "8716"


def test_TFT_022_patton_is_what_his_counter_says() -> None:
    patton = position().game.counters[position().game.roster.index["leader_patton"]].front
    assert patton.lists["attributes"] == ("D", "R", "H", "E")
    assert [patton.get(key) for key in ("command", "range", "mf")] == [3, 6, 9]
