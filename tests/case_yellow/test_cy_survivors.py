"""Case Yellow: what mutations of the rules code showed that no other test saw."""

from __future__ import annotations

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import banks, duties, retreats, surrender
from hexledger.engine.games.case_yellow.rules import advance, air, refit, replacements, victory
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import position
from tests.case_yellow.fights import attack, result, settle


def test_the_empty_hexes_to_try_for_are_offered_to_the_german_mover_alone() -> None:
    """10.8c.1."""
    b = position().unit("ge_1_pz", "2125", moved=2).unit("fr_1_dlm", "1609", moved=2).round_of("german", "move")
    assert b.hex("2124") in banks.tries(b.pos)
    assert banks.tries(b.round_of("allied", "move").pos) == ()


def test_a_nation_surrenders_once() -> None:
    """12.5a."""
    pos = position().pos
    b = position().turn(2).taken(*(pos.label(city) for city in surrender.dutch_cities(pos)))
    assert surrender.falls(b.pos, surrender.NETHERLANDS)
    assert not surrender.falls(b.assign("netherlands", 2).pos, surrender.NETHERLANDS)


def test_a_unit_that_rides_away_gives_its_better_defence_marker_back() -> None:
    """10.5, 12.11e."""
    b = position().unit("fr_xxi", "1521").unit("ge_x", "2420").assign("rail_left", 2).marker("better_defence", "1521")
    b.round_of("allied", "move").run(Movement(w.ALLIED))
    before = b.pos.track("better_defence", w.ALLIED)
    b.play("rail fr_xxi 1719")
    assert not b.pos.better(b.hex("1521"))
    assert b.pos.track("better_defence", w.ALLIED) == before + 1


# ---------------------------------------------------------------------- 9, 10, 11
def test_an_allied_attack_that_ends_engaged_costs_the_german_defender_with_the_lower_tr_a_step() -> None:
    """11.9a, 11.3e."""
    b = position().unit("br_i", "2812").unit("ge_xxvii", "2912")
    attack(b, "allied", "attack br_i 2912", dice=(4,), turn=1)
    settle(b)
    assert result(b) == "ENG" and b.pos.steps(b.piece("br_i")) == 2
    assert b.pos.steps(b.piece("ge_xxvii")) == 1


def test_an_allied_attack_of_a_combat_round_does_not_count_against_the_die_of_a_move_round() -> None:
    """11.6a."""
    b = position().unit("br_i", "2812").unit("ge_xxvii", "2912").assign("limit", 3)
    settle(attack(b, "allied", "attack br_i 2912", dice=(4,), turn=1))
    assert b.pos.var("limit") == 3


def test_attacks_are_offered_with_the_arko_that_can_support_them_and_without() -> None:
    """11.8."""
    b = position().unit("ge_x", "2413").unit("ge_arko1", "2414").unit("fr_i", "2412")
    b.round_of("german", "combat", turn=1).run(Combats(w.GERMAN))
    assert {"attack ge_x 2412", "attack ge_x,ge_arko1 2412"} <= set(b.choices())
    alone = position().unit("ge_x", "2413").unit("fr_i", "2412").round_of("german", "combat", turn=1)
    assert alone.run(Combats(w.GERMAN)).choices().count("attack ge_x 2412") == 1


def test_a_unit_over_the_limit_at_the_end_of_its_retreat_goes_one_hex_further() -> None:
    """11.4b, 8.4."""
    b = position().unit("fr_i", "2812").unit("fr_iii", "2810").unit("ge_x", "2813")
    ways = {tuple(map(b.pos.label, way)) for way in retreats.ways(b.pos, b.piece("fr_i"), 2)}
    further = {way for way in ways if way[:2] == ("2811", "2810")}
    assert further and all(len(way) == 3 and way[2] not in ("2812", "2811", "2810") for way in further)


def test_german_yellow_ma_units_alone_advance_two_hexes() -> None:
    """11.5f: an Allied attacker of an Engaged combat in a German Combat round does not."""
    b = position().unit("fr_1_dlm", "2812").unit("ge_1_pz", "2810").round_of("german", "combat")
    assert not advance.two_hexes(b.pos, b.piece("fr_1_dlm"), w.COMBAT)
    assert advance.two_hexes(b.pos, b.piece("ge_1_pz"), w.COMBAT)


def test_the_strongest_legal_stack_is_taken_for_the_defence_of_an_overstacked_port() -> None:
    """13.5.3, 8.3."""
    b = position().dynamo("3312").units("3312", "br_i", "br_ii", "br_5", "br_12")
    assert set(duties.defenders_likely(b.pos, b.hex("3312"))) == {b.piece("br_i"), b.piece("br_5")}


def test_no_bridgehead_is_tried_without_a_marker_for_it() -> None:
    """10.8e, 2.2d."""
    b = position().unit("ge_1_pz", "2125", moved=2).round_of("german", "move")
    for place in ("1113", "1014", "1215", "1316", "1417"):
        b.marker("bridgehead", place)
    assert banks.possible(b.pos, b.hex("2124")) is None, "one is left"
    why = banks.possible(b.marker("bridgehead", "1518").pos, b.hex("2124"))
    assert why is not None and why[0] == "10.8e"


def test_a_german_unit_that_takes_a_hex_without_dynamo_loses_no_port() -> None:
    """13.2c."""
    b = position().unit("ge_x", "2812").round_of("german", "move").run(Movement(w.GERMAN)).play("move ge_x 2912")
    assert b.pos.var("port_lost") == 0
    on = position().dynamo("3312").unit("ge_x", "2812").round_of("german", "move", turn=4).run(Movement(w.GERMAN))
    assert on.play("move ge_x 2912").pos.port == on.hex("3312"), "another hex than the port"


# ---------------------------------------------------------------------- 5.1c, 12
def test_other_markers_on_the_map_do_not_use_up_those_of_interdicted_crossings() -> None:
    """2.2d, 5.1c."""
    b = position().taken("1608").air("allied", 2)
    for place in ("2012", "2013", "2112", "2113"):
        b.marker("better_defence", place)
    assert "interdict asset.french 1608" in b.run(air.Interdiction()).choices()


def test_an_edge_reached_by_a_single_german_unit_with_a_line_counts() -> None:
    """12.8."""
    b = position().unit("ge_x", "2200")
    assert victory.edge_reached(b.pos, b.pos.game.ground.west_edge)
    assert not victory.edge_reached(position().unit("fr_i", "2200").pos, b.pos.game.ground.west_edge)


def test_three_places_with_a_line_and_paris_are_a_german_victory_in_scenario_3_and_so_are_four() -> None:
    """3.2."""
    for number, level in ((2, "allied"), (3, "german"), (4, "german")):
        b = position("free_command").assign("netherlands", 3).assign("belgium", 5).assign("open_city", 9).turn(10)
        names = b.pos.scenario.victory["places"][:number]
        b.taken(*(b.pos.label(place) for name in names for place in b.pos.game.ground.named[name]))
        b.run(victory.Judge())
        assert b.state.over and b.game.word_key(b.state.level) == f"level.{level}", (number, names)


def test_a_panzer_division_that_is_refitted_from_nothing_is_not_refitted_from_nothing_again() -> None:
    """12.12f."""
    b = position().turn(7).assign("refit", 4).assign("refit_end", 7).pool("rotated", "ge_1_pz").pool("dead", "ge_1_pz")
    b.track("refit", 3, w.GERMAN).run(refit.SpendPoints()).play("refit_panzer ge_1_pz")
    unit = b.piece("ge_1_pz")
    assert unit not in b.pos.pool("rotated") and unit not in b.pos.pool("dead") and b.pos.pool("refit") == {unit: 1}
    b.play("refit_panzer ge_1_pz")
    assert b.pos.pool("refit") == {unit: 2} and b.offer is not None and b.offer.kinds == ()


def test_a_unit_eliminated_in_combat_is_not_among_those_lost_to_attrition() -> None:
    """12.9e, 12.12c."""
    b = position().unit("ge_1_pz", "2812", reduced=True).units("2912", "fr_i", "fr_10_di")
    attack(b, "german", "attack ge_1_pz 2912", dice=(1,), turn=1)
    settle(b)
    assert b.on("ge_1_pz") == "-" and b.piece("ge_1_pz") in b.pos.pool("dead")
    assert b.pos.pool("lost_attrition") == {}


def test_a_reduced_division_of_two_steps_takes_an_infantry_step() -> None:
    """12.10c."""
    b = position().unit("fr_10_di", "1305", reduced=True).turn(5)
    assert replacements.step_kind(b.pos, b.piece("fr_10_di")) == "infantry"
    assert replacements.step_kind(b.pos, b.piece("fr_53_di")) == "infantry", "eliminated, of one step"
    assert replacements.step_kind(b.unit("fr_53_di", "1305").pos, b.piece("fr_53_di")) == ""


def test_new_better_defence_markers_come_on_top_of_those_at_hand() -> None:
    """12.11c."""
    b = position().unit("fr_i", "1305").turn(5).track("better_defence", 1, w.ALLIED)
    b.run(sequence.Segment("phase.better_defence", "12.11"))
    assert b.pos.track("better_defence", w.ALLIED) == 5
