"""Case Yellow: rules that could be taken out of the code, or turned about, without a test turning red."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import EngineError
from hexledger.engine.games.case_yellow.questions import banks, borders, contact, rails, retreats, ways
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules import refit
from hexledger.engine.games.case_yellow.rules.advance import second_hex
from hexledger.engine.games.case_yellow.rules.better_defence import BetterDefence
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.fight import AirSupport
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import position
from tests.case_yellow.fights import attack, settle


def test_the_second_hex_of_a_retreat_is_waived_in_works_of_ones_own_that_stand() -> None:
    """11.4c."""
    b = position()
    ground, compass = b.pos.game.ground, b.pos.game.chart.compass[w.ALLIED]
    here, there = next(
        (a, p)
        for p in sorted(ground.works)
        for a in ground.near[p]
        if not ground.river_between(a, p) and b.pos.board.direction(a, p) in compass and ground.country[p] == "France"
        if not ground.tec[p].waives  # type: ignore[union-attr]
    )
    b.unit("fr_i", b.pos.label(here))
    assert retreats.waives(b.pos, b.piece("fr_i"), here, there)
    assert (there,) in retreats.ways(b.pos, b.piece("fr_i"), 2)
    destroyed = position().unit("fr_i", b.pos.label(here)).marker("destroyed", b.pos.label(there))
    assert not retreats.waives(destroyed.pos, destroyed.piece("fr_i"), here, there)
    assert (there,) not in retreats.ways(destroyed.pos, destroyed.piece("fr_i"), 2)
    german = position().unit("ge_x", b.pos.label(here))
    assert not retreats.waives(german.pos, german.piece("ge_x"), here, there), "not in those of the enemy"


def test_a_garrison_alone_is_attacked_once_in_a_round() -> None:
    """11.2: a hex, whether units defend it or not."""
    b = position()
    ground = b.pos.game.ground
    line, here = next(
        (p, a)
        for p in ground.maginot
        for a in ground.near[p]
        if p in ground.garrison and ground.country[a] == "Germany" and not ground.river_between(a, p)
    )
    target = b.pos.label(line)
    b.units(b.pos.label(here), "ge_x", "ge_1kav")
    attack(b, "german", f"attack ge_x {target}", dice=(3,), turn=1)
    settle(b)
    assert b.pos.fortress(line)
    why = b.refuses(f"attack ge_1kav {target}")
    assert why.rule == "CY 11.2" and "has been attacked in this round" in str(why)


def test_allied_air_does_not_help_dutch_and_belgian_units_that_fight_together_either() -> None:
    """11.3c."""
    for units, asked in ((("nl_1", "be_i"), False), (("be_i", "fr_i"), True)):
        b = position().unit(units[0], "3425").unit(units[1], "3424").unit("ge_x", "3325").air("allied", 1)
        fight = bt.Battle(tuple(b.piece(unit) for unit in units), b.hex("3325"), (b.piece("ge_x"),))
        step = AirSupport(fight, w.COMBAT, False, w.ALLIED)
        assert (step.prompt(b.pos) is not None) is asked, units


def test_a_game_may_be_shortened_to_its_first_turn_and_not_below_it_or_beyond_its_last() -> None:
    """3.1, 4.0."""
    assert position("historical", with_setup=True, options={"turns": 1}).pos.var("last_turn") == 1
    assert position("historical", with_setup=True, options={"turns": 10}).pos.var("last_turn") == 10
    for turns in (0, 11):
        with pytest.raises(EngineError, match="from 1 to 10"):
            position("historical", with_setup=True, options={"turns": turns})


def test_british_and_french_units_may_go_into_the_netherlands_and_back() -> None:
    """10.10: the limits are those of the Dutch and the Belgians."""
    b = position()
    ground = b.pos.game.ground
    here, there = next(
        (a, p)
        for p in sorted(b.pos.scenario.land)
        for a in ground.near[p]
        if (ground.country[a], ground.country[p]) == ("Belgium", "Netherlands") and ground.key(a, p) in ground.road
    )
    for unit in ("fr_9_dim", "br_5"):
        b = position().unit(unit, b.pos.label(here)).round_of("allied", "move", turn=5).run(Movement(w.ALLIED))
        b.play(f"move {unit} {b.pos.label(there)}")
        assert b.on(unit) == b.pos.label(there)


def test_units_in_boxes_do_not_count_among_those_on_the_map() -> None:
    """5.1d: the airborne units wait in their box."""
    b = position("historical", with_setup=True)
    waiting = [b.piece(unit) for unit in ("ge_fj1", "ge_fj2", "ge_22_al")]
    assert b.pos.units(b.pos.game.ground.airborne) and not set(waiting) & set(b.pos.of(w.GERMAN))
    assert len(b.pos.of(w.GERMAN)) + len(waiting) == sum(b.game.side_of[unit] == w.GERMAN for unit in b.state.at)


def test_a_better_defence_marker_without_a_line_to_france_is_not_lifted_for_use_elsewhere() -> None:
    """12.11e, G-C4."""
    b = position().unit("fr_i", "2812").unit("fr_iii", "1610").marker("better_defence", "2812").turn(6)
    b.marker("better_defence", "1610")
    for unit, place in zip(
        ("ge_x", "ge_xi", "ge_ix", "ge_xxvi", "ge_iv", "ge_v"), b.pos.board.neighbours[b.hex("2812")], strict=True
    ):
        b.unit(unit, b.pos.label(place))
    b.run(BetterDefence())
    assert b.choices() == ["lift_better 1610", "pass"]
    assert b.refuses("lift_better 2812").rule == "CY 12.11"
    b.play("lift_better 1610")
    assert b.pos.track("better_defence", w.ALLIED) == 1


def test_markers_are_lifted_before_any_is_placed() -> None:
    """12.11e: at the start of the segment."""
    b = (
        position()
        .unit("fr_iii", "1610")
        .unit("fr_i", "1609")
        .unit("fr_x", "1608")
        .marker("better_defence", "1610")
        .turn(6)
    )
    b.track("better_defence", 2, w.ALLIED).run(BetterDefence()).play("place_better 1609")
    assert b.choices() == ["place_better 1608", "pass"]
    assert b.refuses("lift_better 1610").rule == "CY 12.11"


def test_a_unit_that_came_to_the_port_by_rail_does_not_leave_by_sea_in_the_same_round() -> None:
    """10.5b, 13.4.3: who has ridden has no movement left."""
    b = position().dynamo("3312").unit("br_5", "3312", railed=1).unit("br_50", "3312")
    b.round_of("allied", "move", turn=4).run(Movement(w.ALLIED))
    assert b.refuses("evacuate br_5 1").rule == "CY 13.4"
    assert {line for line in b.choices() if line.startswith("evacuate")} == {"evacuate br_50 1", "evacuate br_50 2"}
    b.play("evacuate br_50 1")


def test_a_panzer_division_returns_within_the_stacking_limits_in_supplied_german_hexes() -> None:
    """12.12g, 8.3."""
    b = position().unit("ge_x", "3331").units("3231", "ge_2_pz", "ge_3_pz").taken("2812").turn(7)
    around = b.pos.board.neighbours[b.hex("2812")]
    for unit, place in zip(("fr_i", "fr_iii", "fr_iv", "fr_v", "fr_x", "fr_xi"), around, strict=True):
        b.unit(unit, b.pos.label(place))
    b.act().pool("pool.refit", b.piece("ge_1_pz"), 2)
    assert refit.returnable(b.pos, b.piece("ge_1_pz"), b.hex("3331")) == ("8.3", "no room in 3331"), (
        "a corps and a panzer"
    )
    assert refit.returnable(b.pos, b.piece("ge_1_pz"), b.hex("3231")) == ("8.3", "no room in 3231"), "three divisions"
    why = refit.returnable(b.pos, b.piece("ge_1_pz"), b.hex("2812"))
    assert why == ("12.12", "2812 is not in supply")
    assert refit.returnable(b.pos, b.piece("ge_1_pz"), b.hex("3332")) is None


def test_the_second_hex_of_an_advance_is_no_flooded_hex() -> None:
    """11.5f."""
    b = position()
    flooded = min(b.pos.game.ground.flooded)
    here = next(
        place
        for place in b.pos.game.ground.near[flooded]
        if not b.pos.game.ground.river_between(place, flooded) and not b.pos.fortress(place)
    )
    b.unit("ge_1_pz", b.pos.label(here))
    assert second_hex(b.pos, b.piece("ge_1_pz"), here, flooded) == ("11.5f", f"{b.pos.label(flooded)} is flooded")


def test_nobody_attacks_over_the_rhine_but_at_a_crossing_and_over_a_major_river_foot_does() -> None:
    """10.7f, QA.5."""
    b = position()
    ground = b.pos.game.ground
    sides = {
        (river, ground.key(a, t) in ground.crossing): (a, t)
        for a in sorted(b.pos.scenario.land)
        for t in ground.near[a]
        if (river := ground.river_between(a, t)) in ("rhine", "major_river")
    }
    b.unit("ge_x", "3331").unit("ge_1_pz", "3331")
    rules = {
        (*kind, unit): why and why[0]
        for kind, (a, t) in sides.items()
        for unit in ("ge_x", "ge_1_pz")
        for why in (contact.hexside(b.pos, b.piece(unit), a, t),)
    }
    assert rules == {
        ("rhine", True, "ge_x"): None,
        ("rhine", True, "ge_1_pz"): None,
        ("rhine", False, "ge_x"): "10.7",
        ("rhine", False, "ge_1_pz"): "QA.5",
        ("major_river", True, "ge_x"): None,
        ("major_river", True, "ge_1_pz"): None,
        ("major_river", False, "ge_x"): None,
        ("major_river", False, "ge_1_pz"): "QA.5",
    }


def test_better_defence_takes_one_off_the_die_for_a_bridgehead() -> None:
    """12.11a."""
    for marked in (False, True):
        b = position().unit("ge_1_pz", "2125").unit("fr_x", "2124")
        b.marker("better_defence", "2124") if marked else b
        attack(b, "german", "attack ge_1_pz 2124", dice=(3, 4), turn=1)
        b.play("try_bridgehead 2124")
        lines = b.lines("reckon.bridgehead")
        assert lines.get("line.better_defence", 0) == (-1 if marked else 0)
        assert lines["line.roll"] == 3


def test_an_overrun_is_for_yellow_ma_stacks_that_began_the_round_together() -> None:
    """10.3c."""
    b = position().unit("ge_xi", "2812").unit("nl_tb_maas", "2811").round_of("german", "move").run(Movement(w.GERMAN))
    why = b.refuses("overrun ge_xi 2811")
    assert why.rule == "CY 10.3c" and "yellow MA" in str(why)
    apart = position().unit("ge_1_pz", "2813").unit("ge_2_pz", "2812").unit("br_12", "2811")
    apart.round_of("german", "move").run(Movement(w.GERMAN)).play("move ge_1_pz 2812")
    why = apart.refuses("overrun ge_1_pz,ge_2_pz 2811")
    assert why.rule in ("CY 10.3c", "CY 10.1b")
    began = position().units("2812", "ge_1_pz", "ge_2_pz").unit("br_12", "2811").flag("ge_1_pz", "began_with", 1)
    began.round_of("german", "move").run(Movement(w.GERMAN))
    why = began.refuses("overrun ge_1_pz,ge_2_pz 2811")
    assert why.rule == "CY 10.3c" and "begun the round together" in str(why)


def test_a_ride_ends_where_a_line_of_supply_leads() -> None:
    """10.5."""
    for cut in (False, True):
        b = position().unit("fr_i", "1411").turn(5)
        ground = b.pos.game.ground
        if cut:
            b.taken(*(b.pos.label(p) for p in sorted(ground.west_edge | ground.south_edge | ground.ports)))
        b.round_of("allied", "move", turn=5).assign("rail_left", 2).run(Movement(w.ALLIED))
        rides = [line for line in b.choices() if line.startswith("rail")]
        assert bool(rides) is not cut
        if cut:
            why = b.refuses("rail fr_i 1719")
            assert why.rule == "CY 10.5" and "no LOS" in str(why)
        else:
            b.play("rail fr_i 1719")


def test_a_hex_that_holds_a_bridgehead_is_not_tried_for_again() -> None:
    """10.8."""
    b = position().unit("ge_1_pz", "2125", moved=1).round_of("german", "move", turn=3)
    assert banks.at_empty(b.pos, b.hex("2124")) is None
    b.marker("bridgehead", "2124")
    why = banks.at_empty(b.pos, b.hex("2124"))
    assert why is not None and why[0] == "10.8" and "holds a bridgehead" in why[1]
    assert "2124" not in [line.split()[1] for line in b.run(Movement(w.GERMAN)).choices() if line.startswith("try")]


def test_germans_do_not_enter_the_dyle_area_from_the_ban_area_nor_from_france_and_may_from_elsewhere() -> None:
    """QA.11, G-A59."""
    b = position().turn(3)
    ground, banned = b.pos.game.ground, b.pos.board.in_area(b.pos.scenario.special["dyle_ban"]["not_from_area"])
    found: dict[tuple[bool, bool], str | None] = {}
    for there in sorted(ground.dyle):
        for here in ground.near[there]:
            if here not in ground.dyle:
                why = borders.closed(b.pos, b.piece("ge_x"), here, there)
                found[(here in banned, ground.country[here] == "France")] = why and why[0]
    assert found.pop((False, False)) is None and found
    assert set(found.values()) == {"QA.11"}
    assert (True, False) in found, "from the area of the ban"
    assert (False, True) in found or (True, True) in found, "from France"


def test_supply_units_never_attack_and_nobody_attacks_a_hex_that_he_does_not_stand_beside() -> None:
    """7.9e, 11.2."""
    b = position().unit("ge_aga_supply", "2812").unit("ge_x", "2812").unit("fr_i", "2811").unit("fr_iii", "2809")
    b.round_of("german", "combat", turn=3).run(Combats(w.GERMAN))
    why = b.refuses("attack ge_aga_supply,ge_x 2811")
    assert why.rule == "CY 7.9" and "no combat strength" in str(why)
    why = b.refuses("attack ge_x 2809")
    assert why.rule == "CY 11.2" and "not adjacent" in str(why)


def test_an_engaged_unit_attacks_nobody_else_and_nobody_attacks_an_empty_hex() -> None:
    """11.9b, 11.1a."""
    b = position().unit("ge_x", "2812").unit("ge_xi", "2913").unit("fr_i", "2811").unit("fr_iii", "2912")
    fight = bt.Battle((b.piece("ge_x"),), b.hex("2811"), (b.piece("fr_i"),))
    b.run(MarkEngaged(fight)).round_of("german", "combat", turn=3).run(Combats(w.GERMAN))
    assert b.refuses("attack ge_x 2912").rule == "CY 11.9b"
    empty = position().unit("ge_x", "2812").unit("fr_i", "2811").round_of("german", "combat", turn=3)
    why = empty.run(Combats(w.GERMAN)).refuses("attack ge_x 2912")
    assert why.rule == "CY 11.1" and "nothing to attack" in str(why)


def test_foot_and_supply_units_of_the_allies_do_not_attack_in_a_move_round() -> None:
    """11.6a."""
    b = position().units("2812", "fr_i").unit("fr_1_dcr", "2911").unit("fr_ag1_supply", "2711").unit("ge_1kav", "2811")
    b.round_of("allied", "move", turn=5).assign("limit", 6).run(Combats(w.ALLIED))
    for unit in ("fr_i", "fr_ag1_supply"):
        assert b.refuses(f"attack {unit} 2811").rule == "CY 11.6a"
    assert not any("fr_i " in line or "fr_i," in line for line in b.choices())
    foot = contact.may_attack(b.pos, b.piece("fr_i"), w.MOVE)
    assert foot is not None and foot[0] == "11.6a"
    assert contact.may_attack(b.pos, b.piece("fr_1_dcr"), w.MOVE) is None


def test_a_unit_that_was_attacked_and_retreated_is_not_attacked_again_in_its_new_hex() -> None:
    """11.2: no unit is attacked twice in a round."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2811", defended=1).round_of("german", "combat", turn=3)
    why = contact.may_be_attacked(b.pos, b.hex("2811"), w.GERMAN, w.COMBAT)
    assert why is not None and why[0] == "11.2" and "has been attacked" in why[1]


def test_no_more_units_ride_than_the_scenario_says_and_none_in_a_german_round() -> None:
    """10.5a, 10.5c."""
    b = position().unit("fr_i", "1411").unit("fr_iii", "1521").round_of("allied", "move", turn=5)
    b.assign("rail_left", 1).run(Movement(w.ALLIED)).play("rail fr_i 1719")
    why = b.refuses("rail fr_iii 1411")
    assert why.rule == "CY 10.5" and "no rail movement is left" in str(why)
    german = position().unit("fr_i", "1411").round_of("german", "move", turn=5).assign("rail_left", 1)
    why = rails.may_ride(german.pos, german.piece("fr_i"))
    assert why == ("10.5", "units ride in Allied Move rounds only")
    moved = position().unit("fr_i", "1411", moved=2).round_of("allied", "move", turn=5).assign("rail_left", 1)
    assert rails.may_ride(moved.pos, moved.piece("fr_i")) is not None, "it has moved"
    ridden = position().unit("fr_i", "1411", railed=1).round_of("allied", "move", turn=5).assign("rail_left", 1)
    assert rails.may_ride(ridden.pos, ridden.piece("fr_i")) is not None, "it has ridden"
    off = position().unit("ge_x", "1411").round_of("allied", "move", turn=5).assign("rail_left", 1)
    assert rails.may_ride(off.pos, off.piece("ge_x")) is not None, "Allied units only"
    assert rails.may_ride(off.pos, off.piece("fr_i")) is not None, "not on the map"


def test_motorized_units_enter_marsh_and_flooded_hexes_along_roads_only() -> None:
    """10.4b."""
    b = position()
    ground = b.pos.game.ground
    for kind in ("flooded", "marsh"):
        here, there = next(
            (a, p)
            for p in sorted(b.pos.scenario.land)
            for a in ground.near[p]
            if ground.terrain[p] == kind and ground.key(a, p) not in ground.road and a not in ground.forest
        )
        if ground.tec[there].motorized is None:  # type: ignore[union-attr]
            why = ways.prohibited(b.pos, b.piece("ge_1_pz"), here, there)
            assert why is not None and why[0] == "10.4b" and kind in why[1]
        foot = ways.prohibited(b.pos, b.piece("ge_x"), here, there)
        assert foot is None or foot[0] != "10.4b"


def test_an_advance_is_of_attackers_into_the_hex_and_one_beside_it_at_most() -> None:
    """11.5, 11.5f."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("ge_x", "3012").unit("fr_53_di", "2912").air("german", 4)
    attack(b, "german", "attack ge_1_pz,ge_2_pz 2912", dice=(6,))
    settle(b, until="advance")
    for line, words in (
        ("advance ge_x 2912", "did not attack"),
        ("advance ge_1_pz 2813", "enters 2912"),
        ("advance ge_1_pz 2912,2913,2914", "enters 2912"),
        ("advance ge_1_pz 2912,2714", "not adjacent"),
    ):
        why = b.refuses(line)
        assert why.rule in ("CY 11.5", "CY 11.5f") and words in str(why), (line, str(why))
    b.play("advance ge_1_pz 2912")
