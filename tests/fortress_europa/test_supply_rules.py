"""Supply, capacity, ships, special units and Mulberries, rule by rule (18, 19, 22-25, 29)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import capacity, movement, naval, points, supply, volkssturm
from hexledger.engine.games.fortress_europa.rules import capacity as capacity_rules
from hexledger.engine.games.fortress_europa.rules import (
    control,
    losses,
    mulberries,
    partisan,
    ports,
    reinforcements,
    sea,
    stacking,
)
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules import supply as supply_rules
from hexledger.engine.games.fortress_europa.rules import volkssturm as volkssturm_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import settle, strength

DIVISIONS = ("us_1", "us_2", "us_4", "us_5", "us_8", "us_9", "us_28", "us_29", "us_30", "us_35")


def status(b: Built, unit: str) -> str:
    verdict = supply.standing(b.pos, b.piece(unit))
    return f"{verdict.rule} {'in' if verdict.supplied else 'out'}"


# ---------------------------------------------------------------------- 18.1-18.6
def test_germans_at_home_in_italy_and_frozen_ones_need_no_line_and_others_do() -> None:
    """18.5: in Germany and Italy always; frozen units always."""
    home = next(p for p in sorted(game().tables.ground.germany) if p not in game().tables.ground.cities)
    italy = next(p for p in sorted(game().tables.ground.italy) if p not in game().tables.ground.cities)
    b = position().unit("i_84", game().place(home)).unit("i_352", game().place(italy))
    b.unit("i_91", "L6", frozen=f.SEVENTH).unit("i_77", "L9").unit("us_1", "L11")
    assert (status(b, "i_84"), status(b, "i_352"), status(b, "i_91")) == ("18.5 in",) * 3
    assert status(b, "i_77") == "18.3 out"


def test_an_allied_city_feeds_its_garrison_but_not_in_germany() -> None:
    """18.4."""
    german = game().place(sorted(game().tables.ground.german_cities)[0])
    b = position().unit("us_1", "R11").unit("us_4", german).control("allied", "R11", german)
    assert (status(b, "us_1"), status(b, "us_4")) == ("18.4 in", "18.1 out")


def test_germans_in_a_destroyed_fortress_that_is_no_city_need_a_line() -> None:
    """18.4, 16.3."""
    fort = game().place(
        sorted(game().tables.ground.fortresses - game().tables.ground.cities - game().tables.ground.germany)[0]
    )
    near = game().place(game().tables.ground.links[game().find_place(fort)][0])
    b = position().unit("i_352", fort).unit("us_1", near)
    assert status(b, "i_352") == "18.4 in"
    assert status(b.marker("fortress_destroyed", fort), "i_352") == "18.3 out"


def test_six_hexes_from_the_enemy_any_line_home_will_do_and_five_are_too_near() -> None:
    """18.6: no HQ at all, a line of any length to a German city."""
    b = position().unit("i_352", "O12").unit("us_1", "O6")
    assert game().board.distance(b.hex("O12"), b.hex("O6")) == 6
    assert status(b, "i_352") == "18.6 in"
    assert status(b.unit("us_4", "O7"), "i_352") == "18.3 out"


def test_a_german_hq_needs_a_line_of_german_hexes_to_a_city_of_germany_or_italy() -> None:
    """18.3: controlled hexes only, while its units' lines to it may cross hexes of the enemy."""
    b = position().unit("hq_7", "O12").unit("i_352", "O9").unit("us_1", "O7").control("allied", "O10", "O11")
    assert (status(b, "hq_7"), status(b, "i_352")) == ("18.3 in", "18.3 in")
    ring = [game().place(p) for p in game().tables.ground.links[b.hex("O12")]]
    b.control("allied", *ring)
    assert status(b, "hq_7") == "18.3 out" and status(b, "i_352") == "18.3 out"


def test_aircraft_and_weather_do_not_cut_a_line_nor_do_rivers_without_bridges() -> None:
    """18.9, 18.1."""

    def ready(**how: str) -> Built:
        return position(**how).unit("hq_7", "O12").unit("i_352", "O9").unit("us_1", "O6")  # type: ignore[arg-type]

    b = ready(weather="storm")
    for section in game().tables.ground.sections:
        b.broken(section)
    b.aircraft("strafing", "2_tac_1").aircraft("bridge_attack", "us_8_af_1")
    assert status(b, "i_352") == "18.3 in" == status(ready(), "i_352")


# ---------------------------------------------------------------------- 18.7
def test_capacity_is_ports_and_mulberries_less_the_units_and_can_be_counted_again_at_any_time() -> None:
    """18.7, 18.7.3: the track is put right when it is wrong; supplied or not, in a city or not, a unit counts."""
    b = (
        position()
        .control("allied", "K2", "R11")
        .unit("mulberry_9", "L4")
        .units("O9", *DIVISIONS[:3])
        .unit("us_8", "R11")
    )
    b.unit("us_ranger", "O9").unit("us_101_ab", "O9", by_air=1)
    assert capacity.reckon(b.pos) == 9 + b.pos.port_capacity(b.hex("K2")) - 4
    b.track("supply_capacity", 99, f.ALLIED)
    capacity_rules.update(b.act())
    assert capacity.current(b.pos) == capacity.reckon(b.pos)


def test_a_port_of_capacity_nothing_still_takes_ships() -> None:
    """18.7.9: damaged, even to zero."""
    b = position().control("allied", "R5").marker("port_damage", "R5", count=b_capacity("R5")).unit("us_1", "R5")
    b.assign("invasions", 1).turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    assert b.pos.port_capacity(b.hex("R5")) == 0 and sea.harbour(b.pos, b.hex("R5")) is None
    b.play("sea_move us_1 england")
    assert b.at("us_1") == "england"


def b_capacity(label: str) -> int:
    return game().tables.ground.capacity[game().find_place(label)]


@pytest.mark.parametrize(("die", "left"), [(4, 12), (5, 6), (6, 6)])
def test_a_captured_port_is_rolled_for_at_once(die: int, left: int) -> None:
    """18.7.8: 5 and 6 halve Cherbourg."""
    b = position(dice=[die]).unit("us_1", "K2")
    control.entered(b.act(), b.piece("us_1"), b.path("K3", "K2"))
    assert b.pos.port_capacity(b.hex("K2")) == left


@pytest.mark.parametrize(("history", "die", "left"), [(1, 2, 8), (1, 3, 4), (1, 6, 4), (2, 4, 8), (2, 5, 4)])
def test_a_port_taken_back_is_rolled_for_again(history: int, die: int, left: int) -> None:
    """18.7.10: from 3 on if it was whole the first time, on 5 and 6 otherwise; what is left is halved."""
    b = (
        position(dice=[die])
        .unit("us_1", "K2")
        .marker("port_history", "K2", count=history)
        .marker("port_damage", "K2", count=4)
    )
    control.entered(b.act(), b.piece("us_1"), b.path("K3", "K2"))
    assert b.pos.port_capacity(b.hex("K2")) == left


def test_a_port_is_repaired_a_point_a_turn_by_infantry_from_the_turn_after_its_capture() -> None:
    """18.7.8, 18.7.11: armour and HQs repair nothing."""

    def damaged(unit: str, taken: int) -> int:
        b = (
            position()
            .control("allied", "K2")
            .marker("port_damage", "K2", count=6)
            .marker("port_taken", "K2", count=taken)
        )
        ports.repair(b.unit(unit, "K2").act())
        return b.pos.port_capacity(b.hex("K2"))

    now = game().tables.calendar.number("July I")
    assert [damaged("us_1", now), damaged("us_1", now - 1)] == [6, 7]
    assert [damaged("us_2_arm", now - 1), damaged("hq_bradley", now - 1)] == [6, 6]


def test_a_mulberry_damaged_by_a_storm_is_repaired_like_a_port_from_the_next_turn_on() -> None:
    """29.5: a point a turn while infantry is there, never above its printed value, and not in the turn of the storm."""
    b = position(weather="storm", dice=[6]).units("L4", "mulberry_9", "us_1", "hq_bradley").turn_of("allied")
    b.run(mulberries.StormDamage())
    piece = b.piece("mulberry_9")
    assert b.pos.mulberry_capacity(piece) == 4
    b.run(supply_rules.SupplyPhase(f.ALLIED))
    assert b.pos.mulberry_capacity(piece) == 4, "the storm is of this turn"
    for now, left in (("July II", 5), ("July III", 6)):
        b.dice(1).run(sequence.BeginTurn(game().tables.calendar.number(now)))
        b.turn_of("allied").run(supply_rules.SupplyPhase(f.ALLIED))
        assert b.pos.mulberry_capacity(piece) == left
    b.act().remove(b.piece("us_1"), "reason.eliminated")
    b.unit("us_2_arm", "L4").run(supply_rules.SupplyPhase(f.ALLIED))
    assert b.pos.mulberry_capacity(piece) == 6, "armour does not repair"


def test_a_second_storm_halves_what_is_left_and_a_low_die_does_nothing() -> None:
    """29.5, C-51: 9 to 4 to 2."""
    b = position(weather="storm", dice=[5, 6, 4]).unit("mulberry_9", "L4")
    for left in (4, 2, 2):
        b.run(mulberries.StormDamage())
        assert b.pos.mulberry_capacity(b.piece("mulberry_9")) == left
    clear = position(weather="overcast").unit("mulberry_9", "L4").run(mulberries.StormDamage())
    assert clear.pos.mulberry_capacity(clear.piece("mulberry_9")) == 9


def test_a_mulberry_has_no_part_in_a_battle_and_does_not_stack() -> None:
    """29.6."""
    b = position().unit("mulberry_12", "L4").units("L4", "us_1", "us_4", "us_5").unit("i_352", "L5")
    assert stacking.excess(b.turn_of("allied", 2).pos, f.ALLIED) is None
    b.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    b.dice(1).play(b.choices()[0])
    assert strength(b, "reckon.defence") == 18
    alone = position().unit("mulberry_12", "L4").unit("i_352", "L5").turn_of("german", 1)
    assert alone.run(CombatImpulse(f.GERMAN, 1)).quiet, "nothing to attack"


def test_an_empty_port_or_mulberry_in_an_enemy_zone_is_lost_for_a_while_and_comes_back_at_once() -> None:
    """18.7.11."""
    b = position().control("allied", "R5", "L4").unit("mulberry_9", "L4").unit("i_352", "R6").unit("i_353", "L5")
    assert capacity.sources(b.pos) == {}
    b.unit("us_ranger", "R5").unit("us_1", "L4")
    assert capacity.sources(b.pos) == {b.hex("L4"): 9, b.hex("R5"): 2}


@pytest.mark.parametrize("place", ["HH1", "HH2", "JJ1", "JJ2"])
def test_amsterdam_feeds_nobody_while_a_german_stands_at_the_dyke(place: str) -> None:
    """18.8."""
    b = position().control("allied", "GG3").unit("us_1", "GG3")
    assert capacity.usable_port(b.pos, b.hex("GG3"))
    assert not capacity.usable_port(b.unit("i_352", place).pos, b.hex("GG3"))


# ---------------------------------------------------------------------- 19
def afloat(weather: str = "clear", impulse: int = 1) -> Built:
    b = position(turn="June II", weather=weather).assign("invasions", 1).assign("invasion_turn", 1)
    return b.units("M4", "naval_1", "naval_2", "naval_3", "naval_4").turn_of("allied", impulse)


def test_all_ships_lie_in_one_hex_and_any_of_them_support_one_attack_of_any_nation() -> None:
    """19.2, 19.4, 19.10: 6 and 4 3 4 3 of the ships."""
    for unit in ("us_1", "br_3", "ca_3"):
        b = afloat().unit(unit, "L5").unit("i_352", "M5").run(CombatImpulse(f.ALLIED, 1))
        own = b.pos.cf(b.piece(unit))
        b.dice(6).play(f"attack {unit} M5 - naval_1,naval_2,naval_3,naval_4")
        assert strength(b, "reckon.attack") == own + 14, unit


def test_a_ship_supports_in_either_impulse_once_a_turn_and_never_in_the_german_turn() -> None:
    """19.4, 19.9."""
    b = afloat(impulse=2).unit("us_1", "L5").unit("i_352", "M5").run(CombatImpulse(f.ALLIED, 2))
    assert b.refuses("attack us_1 M5 - naval_1,naval_1").rule == "FE 19.4"
    b.dice(6).play("attack us_1 M5 - naval_1")
    assert b.has("naval_1", "supported") and not b.has("naval_2", "supported")
    again = afloat(impulse=2).unit("us_1", "L5").unit("i_352", "M5")
    again.act().flag(again.piece("naval_1"), f.SUPPORTED, 1)
    assert again.run(CombatImpulse(f.ALLIED, 2)).refuses("attack us_1 M5 - naval_1").rule == "FE 19.4"
    german = afloat().unit("us_1", "L5").unit("i_352", "M5").turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert german.refuses("attack i_352 L5 - naval_1").rule == "FE 19.4"
    storm = afloat("storm").unit("us_1", "L5").unit("i_352", "M5").run(CombatImpulse(f.ALLIED, 1))
    assert storm.refuses("attack us_1 M5 - naval_1").rule == "FE 19.9"


def test_ships_attack_nobody_alone_and_are_not_attacked() -> None:
    """19.5."""
    b = afloat().unit("i_352", "M5").run(CombatImpulse(f.ALLIED, 1))
    assert b.quiet
    b.unit("us_1", "L5").run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack naval_1 M5").rule == "FE 14.2"
    lost = afloat().unit("us_1", "L5").unit("i_352", "M5").run(CombatImpulse(f.ALLIED, 1))
    lost.dice(1).play("attack us_1 M5 - naval_1,naval_2")
    settle(lost)
    assert lost.at("naval_1") == lost.at("naval_2") == "M4"


def test_every_ship_moves_once_before_the_first_combat_of_every_turn_as_far_as_it_likes() -> None:
    """19.3."""
    b = afloat().run(sequence.BeginCombat(f.ALLIED, 1))
    assert b.offer is not None and "move_ship" in b.offer.kinds
    b.play("move_ship naval_1 BB3")
    assert b.refuses("move_ship naval_1 M4").rule == "FE 19.3"
    b.play("move_ship naval_2 BB3", "end_naval")
    assert b.at("naval_1") == b.at("naval_2") == "BB3"
    assert afloat(impulse=2).run(sequence.BeginCombat(f.ALLIED, 2)).quiet, "not in the second impulse"


@pytest.mark.parametrize(("turn", "there"), [("September I", True), ("September II", True), ("September III", False)])
def test_ships_stay_until_the_third_turn_after_a_secondary_invasion(turn: str, there: bool) -> None:
    """19.8, C-5: a landing of August IV keeps them into September II."""
    b = position(turn=turn).assign("invasions", 2).assign("invasion_turn", game().tables.calendar.number("August IV"))
    assert naval_rules.in_play(b.pos) == there


def test_all_hexes_that_are_attacked_must_be_in_range() -> None:
    """19.6: two hexes for a battle against several."""
    b = afloat().units("L5", "us_1", "us_4").unit("i_352", "M5").unit("i_353", "L6")
    assert naval.refusal(b.pos, f.ALLIED, (b.piece("naval_1"),), b.path("M5")) is None
    far = next(p for p in game().tables.ground.links[b.hex("L5")] if game().board.distance(p, b.hex("M4")) > 2)
    why = naval.refusal(b.pos, f.ALLIED, (b.piece("naval_1"),), (b.hex("M5"), far))
    assert why is not None and why[0] == "19.6"


# ---------------------------------------------------------------------- 22-24
def test_a_coastal_unit_that_moves_is_infantry_for_good_and_one_that_loses_a_step_is_gone() -> None:
    """22.2, 22.3."""
    b = position().unit("cd_7a", "L4").turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1)).play("move cd_7a L5")
    assert b.has("cd_7a", "flipped") and b.pos.mf(b.piece("cd_7a")) > 0
    b = position().unit("cd_7a", "L4")
    assert b.pos.mf(b.piece("cd_7a")) == 0
    losses.lose_step(b.act(), b.piece("cd_7a"), "15.3")
    assert b.gone("cd_7a") and b.pooled("eliminated", "cd_7a")


def test_training_divisions_become_regular_on_their_turn_and_take_no_replacements_before() -> None:
    """FE 23: the 159th on September I; destroyed before, it comes back as a regular division after that turn."""

    def turned(turn: str) -> Built:
        b = position(turn=turn).unit("t_159", "D20").turn_of("german", 1)
        return b.run(reinforcements.Arrivals(f.GERMAN))

    assert not turned("August IV").has("t_159", "flipped")
    b = turned("September I")
    assert b.has("t_159", "flipped") and b.pos.steps(b.piece("t_159")) == 1
    for turn, allowed in (("August IV", False), ("September I", False), ("September II", True)):
        lost = position(turn=turn)
        assert (points.never(lost.pos, lost.piece("t_159")) is None) == allowed, turn


def test_the_partisan_keeps_away_from_the_ss_from_enemy_zones_and_from_germany() -> None:
    """24.2: six hexes from an SS unit, five are too near; no city; France and the Low Countries only."""
    ground = game().tables.ground
    rail = next(
        p
        for p in sorted(ground.land)
        if ground.rails[p] and p not in ground.cities and p not in ground.germany | ground.italy
    )
    b = position().turn_of("allied", 2)
    b.act().pool("pool.due", b.piece("partisan"), 1)
    assert partisan.place_refusal(b.pos, rail) is None

    def with_ss(distance: int) -> tuple[str, str] | None:
        other = position().turn_of("allied", 2)
        other.act().pool("pool.due", other.piece("partisan"), 1)
        there = next(p for p in sorted(ground.land) if game().board.distance(p, rail) == distance)
        return partisan.place_refusal(other.unit("ss_1", game().place(there)).pos, rail)

    assert with_ss(6) is None and with_ss(5) is not None
    german = next(p for p in sorted(ground.germany) if ground.rails[p] and p not in ground.cities)
    city = next(p for p in sorted(ground.cities - ground.germany) if ground.rails[p])
    assert partisan.place_refusal(b.pos, german) and partisan.place_refusal(b.pos, city)
    b.unit("i_352", game().place(ground.links[rail][0]))
    why = partisan.place_refusal(b.pos, rail)
    assert why == ("24.2", f"{game().place(rail)} is in an enemy ZOC")
    first = position().turn_of("allied", 1)
    first.act().pool("pool.due", first.piece("partisan"), 1)
    assert partisan.place_refusal(first.pos, rail) is not None, "in the second move impulse only"


def test_germans_stop_at_the_partisan_and_attack_out_of_his_hex_as_ever() -> None:
    """24.3: no way through, no line, no retreat; no effect on an attack."""
    b = position().unit("partisan", "O10").unit("pz_2", "O8").turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1))
    assert b.refuses("move pz_2 O9,O10,O11").rule == "FE 24.3"
    assert not supply.clear(b.pos, b.hex("O10"), f.GERMAN)
    b.play("move pz_2 O9,O10")
    b.unit("us_1", "O11").turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    b.dice(6).play("attack pz_2 O11")
    assert strength(b, "reckon.attack") == b.game.counters[b.piece("pz_2")].front.values["cf"]
    b.turn_of("german", 2).run(sequence.EndMove(f.GERMAN, 2))
    assert b.gone("partisan"), "24.4"


# ---------------------------------------------------------------------- 25
CITY = next(p for p in sorted(game().tables.ground.german_cities) if game().board.terrain[p] == "clear")


def test_paratroops_that_drop_on_a_german_city_must_fight_its_volkssturm_at_once() -> None:
    """25.2: it appears under them."""
    label = game().place(CITY)
    b = position(turn="January I").unit("us_101_ab", "england")
    b.assign("invasions", 1).assign("invasion_turn", 1).assign("start_capacity", 5).turn_of("allied", 1)
    b.run(MoveImpulse(f.ALLIED, 1))
    hq = next(game().place(p) for p in sorted(game().tables.ground.land) if game().board.distance(p, CITY) == 6)
    b.unit("hq_bradley", hq).unit("mulberry_12", hq)
    b.dice(1).play(f"drop us_101_ab:{label}")
    assert b.pos.units_of(CITY, f.GERMAN) == (b.piece("volkssturm_1"),)
    assert b.pos.controller(CITY) == f.GERMAN, "30.2: nothing is taken before the enemy is gone"
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("end_attacks").rule == "FE 14.6"


def test_volkssturm_may_overstack_its_city_until_the_end_of_the_next_german_move() -> None:
    """25.3."""
    label = game().place(CITY)
    b = position(turn="January I").units(label, "i_352", "i_353", "i_84")
    near = next(p for p in sorted(game().tables.ground.land) if volkssturm.called(b.pos, p) == (CITY,))
    volkssturm_rules.approached(b.act(), near)
    assert b.at("volkssturm_1") == label and b.pos.overstacked(f.GERMAN) == (CITY,)
    b.turn_of("allied", 1).run(sequence.EndMove(f.ALLIED, 1))
    assert b.quiet, "nobody must go in the Allied turn"
    b.turn_of("german", 1).run(stacking.Overstacked(f.GERMAN))
    assert b.offer is not None and b.offer.side == f.GERMAN and len(b.choices()) == 4


def test_volkssturm_cannot_be_held_back_while_a_counter_is_left() -> None:
    """25.4, 25.1: it appears without a question; an Allied city, and one where it has been, get none."""
    b = position(turn="January I")
    near = next(p for p in sorted(game().tables.ground.land) if len(volkssturm.called(b.pos, p)) == 3)
    volkssturm_rules.approached(b.act(), near)
    assert b.quiet and len(b.pos.ashore(f.GERMAN)) == 3
    volkssturm_rules.approached(b.act(), near)
    assert len(b.pos.ashore(f.GERMAN)) == 3
    assert movement.immobile(b.turn_of("german", 1).pos, b.piece("volkssturm_1")) is None


def test_volkssturm_and_training_divisions_take_no_replacements() -> None:
    """27.10, FE 23."""
    pos = position(turn="July I").pos
    for unit in ("volkssturm_1", "t_159", "flak_1", "art_7", "hqt_136", "ag_902", "hq_7", "sec_221"):
        assert points.never(pos, game().find_piece(unit)) is not None, unit
    for unit in ("i_352", "pz_2", "fj_3", "cd_7a", "us_1", "br_3", "us_82_ab", "br_1_cdo"):
        assert points.never(pos, game().find_piece(unit)) is None, unit
    for unit in ("fr_2_db", "po_1_arm", "cz_bde"):
        assert (points.never(pos, game().find_piece(unit)) or ("",))[0] == "27.14", unit


# ---------------------------------------------------------------------- 18.7.5, 18.7.6 leaving by air
def test_at_zero_a_unit_that_is_flown_home_makes_room_for_one_that_lands() -> None:
    """18.7.5, 18.7.6: units leave by sea or by air."""
    b = position().unit("mulberry_9", "L4").control("allied", "R11").unit("us_82_ab", "R11").units("L6", *DIVISIONS[:8])
    b.unit("us_35", "england").turn_of("allied").run(reinforcements.TurnStart(f.ALLIED)).turn_of("allied", 1)
    assert capacity.at_start(b.pos) == 0
    b.run(MoveImpulse(f.ALLIED, 1))
    assert b.refuses("sea_move us_35 L4").rule == "FE 18.7.6"
    b.play("airlift us_82_ab england", "sea_move us_35 L4")
    assert b.at("us_35") == "L4"
