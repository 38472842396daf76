"""Rules 2 to 4 and 6, sentence by sentence: what counters say, the display, the course of a turn, stacks."""

from __future__ import annotations

import re

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import allowance, battle, boxes, contact
from hexledger.engine.games.fortress_europa.rules import losses
from hexledger.engine.games.fortress_europa.rules.air import AirPhase
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.stacking import Overstacked
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import game, position
from tests.fortress_europa.fights import fight
from tests.fortress_europa.impulses import moving


# ------------------------------------------------------------------ 2 counters
def test_units_alike_in_side_size_and_type_differ_in_their_names() -> None:
    """FE 2.1, 2.3."""
    seen = [
        (counter.side, counter.type, counter.size, counter.nationality, counter.name)
        for piece, counter in enumerate(game().counters)
        if piece in game().tables.roster.land and counter.type != "volkssturm" and "new" not in counter.id
    ]
    assert len(seen) > 200
    assert sorted(one for one in seen if seen.count(one) > 1) == []


def test_the_size_of_a_unit_changes_nothing_in_a_stack() -> None:
    """FE 2.4: a division, a brigade and a battalion each count as one unit, unless option 31.4 is chosen."""
    b = position().units("O9", "pz_2", "pz_b106", "ss_101")
    assert {game().counters[b.piece(unit)].size for unit in ("pz_2", "ss_101")} == {"division", "battalion"}
    assert b.pos.stacked(b.pos.units_of(b.hex("O9"), f.GERMAN)) == 3
    assert not b.pos.fits(b.hex("O9"), (b.piece("ss_1"),))


@pytest.mark.parametrize(
    ("kind", "armoured"),
    [
        *((kind, True) for kind in ("armor", "mechanized", "cavalry", "assault_gun")),
        *((kind, False) for kind in ("infantry", "mountain", "airborne", "glider_mountain", "ranger", "commando")),
        *((kind, False) for kind in ("artillery", "flak", "security", "training", "hq_troops", "volkssturm")),
        *((kind, False) for kind in ("coastal_defense", "hq")),
    ],
)
def test_the_type_of_a_unit_says_whether_it_is_armoured(kind: str, armoured: bool) -> None:
    """FE 2.5."""
    of_kind = [piece for piece, counter in enumerate(game().counters) if counter.type == kind]
    assert of_kind
    assert {piece in game().tables.roster.armored for piece in of_kind} == {armoured}


def test_in_the_first_impulse_and_clear_weather_a_unit_enters_as_many_clear_hexes_as_its_movement_factor() -> None:
    """FE 2.7, 5.4, 8.11."""
    b = position().unit("us_1", "O9").unit("us_4_arm", "O9").unit("us_14_cav", "O9").turn_of("allied", 1)
    for unit in ("us_1", "us_4_arm", "us_14_cav"):
        piece = b.piece(unit)
        assert allowance.allowance(b.pos, piece) == b.pos.mf(piece) > 0
    b = moving(position().unit("us_1", "O9"))
    assert b.refuses("move us_1 O10,O11,O12,O13,O14").rule == "FE 5.4"
    assert b.play("move us_1 O10,O11,O12,O13").at("us_1") == "O13"


def test_a_unit_that_loses_a_step_fights_with_its_back_and_a_reduced_one_is_destroyed() -> None:
    """FE 2.6, 2.8."""
    b = position().unit("us_1", "O9")
    piece = b.piece("us_1")
    front, back = game().counters[piece].front, game().counters[piece].back
    assert back is not None and front.values["cf"] > back.values["cf"]
    assert (b.pos.cf(piece), b.pos.reduced(piece)) == (front.values["cf"], False)
    losses.lose_step(b.act(), piece, "15.3")
    assert (b.pos.cf(piece), b.pos.reduced(piece)) == (back.values["cf"], True)
    losses.lose_step(b.act(), piece, "15.3")
    assert b.gone("us_1") and b.pooled("eliminated", "us_1") == 1


def test_a_unit_of_one_step_is_destroyed_by_its_first_loss() -> None:
    """FE 2.8."""
    b = position().unit("us_14_cav", "O9")
    losses.lose_step(b.act(), b.piece("us_14_cav"), "15.3")
    assert b.gone("us_14_cav")


# ------------------------------------------------------------------ 3 map, displays, set-up
def test_every_hex_of_the_map_has_a_number_of_its_own_and_no_unit_stands_off_them() -> None:
    """FE 3.1, 8.12."""
    labels = game().board.labels[: game().board.n_hexes]
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"([A-Z])\1?[1-9]\d?", label) for label in labels)
    assert len({label.rstrip("0123456789") for label in labels}) == 44, "A to RR"


def test_the_display_puts_each_unit_where_its_counter_says() -> None:
    """FE 2.2, 3.2: the box of a German counter is the district, city or free set-up of the display."""
    b = position(with_setup=True)
    checked = 0
    for start in b.pos.scenario.setup:
        counter = game().counters[start.piece]
        box = dict(counter.details.get("setup_indicator") or {}).get("box")
        if b.pos.side(start.piece) == f.GERMAN and str(start.zone).startswith("district_"):
            assert start.zone == f"district_{str(box).lower().removesuffix(' army')}", counter.id
            checked += 1
    assert checked > 50


def test_free_units_are_set_up_anywhere_and_are_never_frozen_even_inside_a_district() -> None:
    """FE 3.3, 9.2: Rommel's HQ and HQ troops are free; a unit of the 7th Army next to them is frozen."""
    b = position(with_setup=True)
    for place in ("K5", "R9", "KK20"):
        b.play(f"set_up hq_rommel {place}")
        assert b.at("hq_rommel") == place
    b.play("set_up hqt_b K5")
    assert not b.has("hqt_b", "frozen") and b.game.tables.ground.district[b.hex("K5")] == f.SEVENTH
    assert b.has("i_716", "frozen") == f.SEVENTH
    assert boxes.why_not(b.pos, b.piece("hqt_b"), b.hex("T4")) is not None, "the sea is no place"


def test_units_of_named_cities_are_free_and_those_of_torino_and_genova_stay_in_italy_for_now() -> None:
    """FE 9.3."""
    b = position(with_setup=True)
    assert [b.has(unit, "frozen") for unit in ("pz_11", "ss_2", "i_34", "m_5")] == [0, 0, 0, 0]
    assert [b.has(unit, "italy_only") for unit in ("pz_11", "i_34", "m_5")] == [0, 1, 1]
    assert (b.at("i_34"), b.at("m_5")) == ("Y34", "X29")


def played_to_combat() -> list[tuple[str, str]]:
    """(side, first kind of decision) of the prompts of June I until the first combat impulse is over."""
    b = position(with_setup=True, seed="june")
    asked: list[tuple[str, str]] = []
    names = {f.ALLIED: "allied", f.GERMAN: "german"}
    landed = False
    while (prompt := b.offer) is not None and (b.pos.impulse, b.pos.active_side) != (2, f.ALLIED):
        asked.append((names[prompt.side], prompt.kinds[0]))
        choices = b.choices()
        if "invade" in prompt.kinds and not landed:
            landed = True
            b.play(next(line for line in choices if line.startswith("invade us_1 ")))
        elif prompt.kinds[0] == "send_aircraft" and "send_aircraft" not in [kind for _, kind in asked[:-1]]:
            b.play(next(line for line in choices if "ground_support" in line))
        else:
            b.play(next((line for line in choices if line.startswith("end_")), choices[0]))
    return list(dict.fromkeys(asked))


def test_june_i_goes_from_aircraft_to_landings_support_ships_hidden_units_and_then_to_combat() -> None:
    """FE 3.3, 3.5-3.9, 4.3, 12.19: the German has set up first; both sides have their aircraft before the line is
    chosen; what is hidden appears after ground support and ships, and the first combat impulse follows at once."""
    asked = played_to_combat()
    order = [
        ("german", "set_up"),
        ("german", "seal"),
        ("allied", "send_aircraft"),
        ("german", "send_aircraft"),
        ("allied", "declare_invasion"),
        ("allied", "drop"),
        ("allied", "commit_support"),
        ("allied", "move_ship"),
        ("german", "reveal"),
    ]
    assert [one for one in order if one not in asked] == []
    found = [asked.index(one) for one in order]
    assert found == sorted(found)
    after = asked[asked.index(("german", "reveal")) + 1 :]
    assert all(kind not in ("drop", "move") for _, kind in after), "3.8: no second first move impulse"


# ------------------------------------------------------------------ 4 the turn
def test_a_turn_goes_through_its_segments_in_the_order_of_the_outline() -> None:
    """FE 4.1, 4.2, 4.3, 14.2: Allies first, then Germans, each with two impulses, rail control and supply."""
    b = position(turn="June I", seed="turn").unit("us_1", "O9").unit("i_352", "R9")
    number = game().tables.calendar.number("June II")
    b.run(sequence.BeginTurn(number))
    phases: list[tuple[str, int]] = []
    for _ in range(200):
        phases += [(game().word_key(e.phase), e.side) for e in b.of(ev.PhaseBegan)]
        if b.state.turn != number or b.state.over:
            break
        choices = b.choices()
        b.play(next((line for line in choices if line.startswith("end_")), choices[0]))
    player = [
        "phase.turn_start",
        "phase.replacement",
        "phase.first_move",
        "phase.first_combat",
        "phase.second_move",
        "phase.second_combat",
        "phase.rail",
        "phase.supply",
    ]
    seen = [key for key, side in phases if side == f.ALLIED and key in player]
    assert seen == [key for key in player if key in seen] and len(seen) >= 7
    german = [key for key, side in phases if side == f.GERMAN and key in player]
    assert german == [key for key in player if key in german] and len(german) >= 7
    keys = [key for key, _ in phases]
    assert keys.index("phase.weather") < keys.index("phase.air") < keys.index("phase.turn_start")
    assert phases.index(("phase.supply", f.ALLIED)) < phases.index(("phase.turn_start", f.GERMAN))
    assert phases.index(("phase.supply", f.GERMAN)) < keys.index("phase.turn_end")


def test_a_scenario_is_judged_when_its_last_turn_has_ended_and_not_before() -> None:
    """FE 4.1, 4.4."""
    last = game().tables.calendar.number("July III")
    b = position("invasion", turn="July III", dice=[1])
    b.assign("last_turn", last)
    b.run(sequence.EndTurn(last))
    assert b.state.over
    early = position("invasion", turn="July II", seed="early").assign("last_turn", last)
    early.run(sequence.EndTurn(last - 1))
    assert not early.state.over and early.state.turn == last


def test_the_defender_is_not_asked_to_attack_and_no_unit_of_his_may() -> None:
    """FE 14.2."""
    b = position().unit("us_1", "O9").unit("i_352", "O10").turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert b.offer is not None and b.offer.side == f.GERMAN
    assert b.refuses("attack us_1 O10").rule == "FE 14.2"


# ------------------------------------------------------------------ 5.3, 6.4-6.6 stacks
def test_movement_is_not_saved_for_the_next_impulse_nor_given_to_another_unit() -> None:
    """FE 5.1, 5.3, 5.5: a unit that stood still in the first impulse has its own allowance in the second, no more."""
    b = position().unit("us_1", "O9").unit("us_2", "O9")
    before = allowance.allowance(b.turn_of("allied", 2).pos, b.piece("us_1"))
    moving(b, impulse=1).play("end_moves")
    moving(b, impulse=2)
    assert allowance.left(b.pos, b.piece("us_1")) == before == 2
    b.play("move us_1 O10")
    assert allowance.left(b.pos, b.piece("us_2")) == 2
    assert b.refuses("move us_1 O11").rule == "FE C-112"


def test_units_go_over_other_friends_in_full_hexes_and_end_on_top_of_them_only_where_there_is_room() -> None:
    """FE 5.3, 6.3: the limit is looked at when the move impulse ends, and the owner says who goes."""
    b = moving(position().units("O10", "us_2", "us_4", "us_5").unit("us_1", "O9"))
    assert b.play("move us_1 O10").at("us_1") == "O10"
    b.run(Overstacked(f.ALLIED))
    assert set(b.choices()) == {f"remove_excess {unit}" for unit in ("us_1", "us_4", "us_2", "us_5")}
    b.play("remove_excess us_1")
    assert b.pooled("eliminated", "us_1") == 1 and b.at("us_2") == "O10"


def test_the_faster_units_of_a_stack_go_on_when_the_slowest_has_used_up_its_movement() -> None:
    """FE 6.4: an infantry division of four hexes and an armoured one of six."""
    b = moving(position().units("O9", "us_1", "us_4_arm"))
    assert b.refuses("move_stack us_1,us_4_arm O10,O11,O12,O13,O14").rule == "FE 5.4"
    b.play("move_stack us_1,us_4_arm O10,O11,O12,O13")
    assert b.offer is not None and b.offer.kinds == ("continue", "stay")
    assert b.refuses("continue O14,O15,O16").rule == "FE 5.4"
    b.check_choices()
    b.play("continue O14,O15")
    assert (b.at("us_1"), b.at("us_4_arm")) == ("O13", "O15")
    assert b.refuses("move us_4_arm O16").rule == "FE C-112"


def test_nobody_goes_on_from_an_enemy_zone_and_a_stack_that_stops_early_has_moved() -> None:
    """FE 6.4, 7.2."""
    b = moving(position().units("O9", "us_1", "us_4_arm").unit("i_352", "O14"))
    b.play("move_stack us_1,us_4_arm O10,O11,O12,O13")
    assert b.offer is not None and "end_moves" in b.offer.kinds
    c = moving(position().units("O9", "us_1", "us_4_arm")).play("move_stack us_1,us_4_arm O10,O11")
    assert c.offer is not None and "end_moves" in c.offer.kinds
    assert c.refuses("move us_4_arm O12").rule == "FE C-112"


def test_a_stack_may_part_and_others_may_form_while_its_units_move() -> None:
    """FE 6.4."""
    b = moving(position().units("O9", "us_1", "us_2").unit("us_4", "P10"))
    b.play("move us_1 O10,O11", "move us_4 P11,O11", "move us_2 N9")
    assert (b.at("us_1"), b.at("us_4"), b.at("us_2")) == ("O11", "O11", "N9")


def test_units_without_a_stacking_value_stay_in_a_full_hex_several_of_them() -> None:
    """FE 6.5, 13.3: HQs, raiders, security, artillery and flak do; HQ troops and assault guns do not."""
    b = position().units("O9", "us_1", "us_2", "us_4", "hq_bradley", "hq_patton", "us_ranger", "br_1_cdo")
    assert b.turn_of("allied", 1).run(Overstacked(f.ALLIED)).quiet
    g = position().units("O9", "i_352", "i_353", "i_326", "sec_325", "sec_221", "art_7", "flak_1", "hq_25")
    assert g.turn_of("german", 1).run(Overstacked(f.GERMAN)).quiet
    for unit in ("hqt_b", "ag_654"):
        full = position().units("O9", "i_352", "i_353", "i_326", unit).turn_of("german", 1).run(Overstacked(f.GERMAN))
        assert len(full.choices()) == 4, unit


def test_both_sides_fill_one_hex_to_their_own_limits() -> None:
    """FE 6.6: three and three in a clear hex comply; a fourth of one side does not."""
    b = position().units("O9", "us_1", "us_2", "us_4").units("O9", "i_352", "i_353", "i_326")
    assert b.pos.overstacked(f.ALLIED) == b.pos.overstacked(f.GERMAN) == ()
    assert b.unit("i_343", "O9").pos.overstacked(f.GERMAN) == (b.hex("O9"),)


@pytest.mark.parametrize(
    ("terrain", "room"), [("clear", 3), ("rough", 2), ("mountain", 1), ("alpine", 1), ("flooded", 1)]
)
def test_a_city_or_fortress_holds_as_many_units_as_the_ground_under_it(terrain: str, room: int) -> None:
    """FE 6.1."""
    ground = game().tables.ground
    b = position()
    built_up = [p for p in sorted(ground.cities | ground.fortresses) if game().board.terrain[p] == terrain]
    assert built_up or terrain == "flooded"
    assert {b.pos.stack_limit(place) for place in built_up} <= {room}
    assert all(b.pos.stack_limit(p) == room for p in ground.land if game().board.terrain[p] == terrain)


# ------------------------------------------------------------------ 13 HQs
@pytest.mark.parametrize("weather", ["clear", "overcast", "overcast*", "storm"])
@pytest.mark.parametrize(("side", "hq"), [("allied", "hq_bradley"), ("german", "hq_25")])
def test_an_hq_stays_in_the_first_impulse_and_has_its_whole_factor_in_the_second_in_any_weather(
    side: str, hq: str, weather: str
) -> None:
    """FE 13.1."""
    b = moving(position(weather=weather).unit(hq, "O9"), side)
    assert b.refuses(f"move {hq} O10").rule == "FE 13.1"
    moving(b, side, 2)
    assert allowance.allowance(b.pos, b.piece(hq)) == b.pos.mf(b.piece(hq))
    assert b.play(f"move {hq} O10,O11,O12").at(hq) == "O12"


def test_terrain_and_enemies_stop_an_hq_like_anybody() -> None:
    """FE 13.1, 8.2, 7.2."""
    b = moving(position().unit("hq_montgomery", "DD5").unit("hq_bradley", "O9").unit("i_352", "O12"), impulse=2)
    assert b.refuses("move hq_montgomery DD4,CC5").rule == "FE 8.2"
    assert b.refuses("move hq_bradley O10,O11,N11").rule == "FE 7.2"


def test_hq_troops_are_no_hq() -> None:
    """FE 13.3: they move in the first impulse, by the chart, go by rail among the six, count for stacking, are no end
    of a supply line."""
    b = moving(position().unit("hqt_b", "O9").unit("hq_25", "O9"), "german")
    assert b.pos.hqs(f.GERMAN) == (b.piece("hq_25"),)
    assert b.pos.stacks(b.piece("hqt_b")) and not b.pos.stacks(b.piece("hq_25"))
    assert b.play("move hqt_b O10").at("hqt_b") == "O10"


def test_an_hq_in_an_enemy_zone_must_attack() -> None:
    """FE 13.4, 14.1: alone against a weak unit it attacks, against a strong one it is removed."""
    b = position().unit("hq_bradley", "O9").unit("i_352", "O10").turn_of("allied", 1)
    assert contact.obliged(b.pos, b.piece("hq_bradley")) == (b.hex("O10"),)
    b.run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("end_attacks").rule == "FE 14.6"
    assert battle.odds(1, 5) == "1-5"
    strong = position().unit("hq_bradley", "O9").units("O10", "ss_1", "ss_12").turn_of("allied", 1)
    assert strong.run(CombatImpulse(f.ALLIED, 1)).choices() == ["remove_unattackable hq_bradley"]


def test_units_of_another_nationality_move_up_to_attack_for_an_hq_which_then_stands_by() -> None:
    """FE 13.4, 14.11: the American HQ does not attack with the British, and it goes back with them."""
    b = moving(position().unit("hq_bradley", "O9", held=True).unit("br_3", "P8").unit("i_352", "O10"), impulse=2)
    b.play("move br_3 P9")
    assert b.at("br_3") == "P9"
    b.act().flag(b.piece("hq_bradley"), f.HELD, 0)
    fight(b, "allied", impulse=2)
    assert b.refuses("attack br_3,hq_bradley O10").rule == "FE 6.2"
    b.dice(4).play("attack br_3 O10")
    while not b.quiet and b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    assert b.at("hq_bradley") != "O9"


# ------------------------------------------------------------------ 3.5 the record of an allocation
def test_the_record_of_an_aircraft_tells_how_many_of_its_class_there_are_and_were_sent() -> None:
    """FE 3.5, 17.1, 17.6, 17.9.1."""
    b = position(turn="June II").run(AirPhase())
    b.play("send_aircraft us_8_af_1 railway_attack", "send_aircraft us_8_af_2 railway_attack")
    assert b.lines("reckon.aircraft") == {"line.aircraft": 4, "line.sent": -1}
    assert {"17.6", "17.10.3"} <= set(b.rules())
    grey = position(turn="June II", weather="overcast").run(AirPhase()).play("send_aircraft us_8_af_1 railway_attack")
    assert grey.lines("reckon.aircraft") == {"line.aircraft": 2} and "17.1" in grey.rules()


def test_the_record_of_a_german_aircraft_tells_turn_and_month() -> None:
    """FE 17.7, 17.9.2."""
    b = position(turn="June II").run(AirPhase()).play("end_allocation")
    line = next(choice for choice in b.choices() if choice.startswith("send_aircraft"))
    b.play(line)
    lines = b.lines("reckon.aircraft")
    assert lines["line.aircraft"] > 0 and "17.7" in b.rules()
