"""Case Yellow: sentences of the original that the list of the second reading left out, each played or asked."""

from __future__ import annotations

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import retreats, supply
from hexledger.engine.games.case_yellow.rules import paris, replacements, terror
from hexledger.engine.games.case_yellow.rules.dynamo import Dynamo
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, settle


def battle(b: Built, units: tuple[str, ...], at: str) -> bt.Battle:
    place = b.hex(at)
    return bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place))


def ways(b: Built, unit: str, length: int = 2) -> set[str]:
    """Where a retreat may end."""
    return {b.pos.label(way[-1]) for way in retreats.ways(b.pos, b.piece(unit), length)}


# ---------------------------------------------------------------------- 7, 8
def test_a_unit_in_a_fortified_line_is_checked_for_supply_like_any_other() -> None:
    """7.3e: the line itself needs none, the units in it do."""
    ground = position().pos.game.ground
    line = next(p for p in ground.maginot if p in ground.garrison and ground.country[p] == "France")
    b = position()
    home = b.pos.label(line)
    around = [place for place in ground.near[line] if not b.pos.enemy_fortress(place, w.GERMAN)]
    b.unit("fr_xxiv", home).turn(3)
    for unit, place in zip(("ge_x", "ge_xi", "ge_ix", "ge_xxvi", "ge_iv", "ge_v"), ground.near[line], strict=False):
        b.marker("destroyed", b.pos.label(place)) if place not in around else b
        b.unit(unit, b.pos.label(place))
    b.run(SupplyPhase())
    assert b.pos.oos(b.piece("fr_xxiv")) and b.pos.fortress(line)


def test_a_unit_may_pass_through_a_full_hex_and_must_not_end_there() -> None:
    """8.4: the limit holds at the end of the movement, not on the way."""
    b = position().units("2812", "fr_i", "fr_10_di").unit("fr_iii", "2813").round_of("allied", "move", 5)
    b.run(Movement(w.ALLIED), Excess(w.ALLIED)).play("move fr_iii 2812,2811")
    assert b.on("fr_iii") == "2811"
    stays = position().units("2812", "fr_i", "fr_10_di").unit("fr_iii", "2813").round_of("allied", "move", 5)
    stays.run(Movement(w.ALLIED), Excess(w.ALLIED)).play("move fr_iii 2812", "end_movement")
    assert stays.offer is not None and stays.offer.kinds == ("remove_excess",)


# ---------------------------------------------------------------------- 10
def test_the_bridgehead_of_an_engaged_combat_stays_for_all_its_rounds_even_if_the_german_would_have_it_off() -> None:
    """10.8d, 10.8f."""
    b = (
        position()
        .unit("ge_1_pz", "2125")
        .unit("fr_x", "2124")
        .marker("bridgehead", "2124")
        .marker("bridgehead", "1508")
    )
    b.run(MarkEngaged(battle(b, ("ge_1_pz",), "2124"))).round_of("german", "move", 3).run(Movement(w.GERMAN))
    assert b.refuses("remove_bridgehead 2124").rule == "CY 10.8f"
    assert [line for line in b.choices() if line.startswith("remove")] == ["remove_bridgehead 1508"]
    b.play("remove_bridgehead 1508")


def test_motorized_units_retreat_and_advance_into_forest_along_roads_only() -> None:
    """10.4b."""
    b = position().unit("ge_1_pz", "2812")
    ground = b.pos.game.ground
    here, there = next(
        (a, f)
        for f in sorted(ground.forest)
        for a in ground.near[f]
        if ground.key(a, f) not in ground.road
        and a not in ground.forest
        and not ground.river_between(a, f)
        and not (b.pos.fortress(f) or b.pos.works(f))
        and not (b.pos.fortress(a) or b.pos.works(a))
    )
    moved = position().unit("ge_20_mot", b.pos.label(here)).unit("ge_x", b.pos.label(here))
    assert not retreats.may_enter(moved.pos, moved.piece("ge_20_mot"), here, there)
    assert retreats.may_enter(moved.pos, moved.piece("ge_x"), here, there)


def test_dutch_units_die_rather_than_retreat_abroad_and_a_third_belgian_does_not_go_to_france() -> None:
    """10.10a, 10.10b, 11.4b."""
    b = position()
    ground, land = b.pos.game.ground, b.pos.scenario.land
    here, there = next(
        (a, f)
        for f in sorted(land)
        for a in ground.near[f]
        if (ground.country[a], ground.country[f]) == ("Belgium", "France") and not ground.river_between(a, f)
    )
    for abroad, goes in (((), True), (("be_ii",), True), (("be_ii", "be_iv"), False)):
        b = position().unit("be_i", b.pos.label(here))
        for number, unit in enumerate(abroad):
            b.unit(unit, ("1305", "1206")[number])
        assert retreats.may_enter(b.pos, b.piece("be_i"), here, there) is goes
    edge = next(
        (a, f)
        for f in sorted(land)
        for a in ground.near[f]
        if (ground.country[a], ground.country[f]) == ("Netherlands", "Belgium") and not ground.river_between(a, f)
    )
    b = position().unit("nl_1", b.pos.label(edge[0]))
    assert not retreats.may_enter(b.pos, b.piece("nl_1"), *edge)
    for place in ground.near[edge[0]]:
        if ground.country[place] == "Netherlands":
            b.unit("ge_x", b.pos.label(place)).unit("ge_x", b.pos.label(place))
    inside = [p for p in ground.near[edge[0]] if ground.country[p] == "Netherlands"]
    for unit, place in zip(("ge_x", "ge_xi", "ge_ix", "ge_xxvi", "ge_iv"), inside, strict=False):
        b.unit(unit, b.pos.label(place))
    b.run(Retreats(w.ALLIED, (b.piece("nl_1"),), 1, "11.4d"))
    assert b.on("nl_1") == "-"


# ---------------------------------------------------------------------- 11
def test_attacking_armour_takes_the_loss_first_before_a_city_marsh_or_fortified_line() -> None:
    """11.3e: third guideline."""
    for here, target in (("3123", "3122"), ("2812", "2811")):
        b = position().units(here, "ge_20_mot", "ge_1_pz").unit("fr_i", target)
        fight = battle(b, ("ge_20_mot", "ge_1_pz"), target)
        assert bt.loss_candidates(b.pos, fight, w.GERMAN, "AL1") == (b.piece("ge_1_pz"),)
    none = position().units("2812", "ge_20_mot", "ge_gd").unit("fr_i", "2811")
    assert len(bt.loss_candidates(none.pos, battle(none, ("ge_20_mot", "ge_gd"), "2811"), w.GERMAN, "AL1")) == 2


def test_an_arko_that_is_attacked_defends_with_its_strength_and_without_a_shift() -> None:
    """11.8b."""
    b = position().unit("fr_i", "2812").unit("ge_arko1", "2811")
    fight = battle(b, ("fr_i",), "2811")
    assert bt.defence(b.pos, fight).total == b.pos.cs(b.piece("ge_arko1")) > 0
    assert "line.arko" not in [label for label, _, _ in bt.odds(b.pos, fight).lines]


def test_an_arko_that_supports_from_afar_does_not_advance() -> None:
    """11.5a, 11.8a: one hex, into the hex of the defender."""
    b = position().unit("ge_x", "3123").unit("ge_arko1", "3124").unit("be_1ch", "3122")
    attack(b, "german", "attack ge_x,ge_arko1 3122", dice=(6,), turn=1)
    settle(b, until="advance")
    assert b.choices() == ["advance ge_x 3122", "pass"]
    assert b.refuses("advance ge_arko1 3122").rule == "CY 11.5"


# ---------------------------------------------------------------------- 12
def test_a_terror_bombed_supply_unit_that_is_alone_in_its_city_is_lost() -> None:
    """12.4c: a step of the Allied units in the hex, whatever they are."""
    b = position().unit("fr_ag1_supply", "3016").run(terror.ClearTerror(), terror.Terror()).play("terror_bomb 3016")
    assert b.on("fr_ag1_supply") == "-"


def test_a_unit_in_an_enemy_zoc_is_replaced_and_one_without_a_line_is_not() -> None:
    """12.10f, 12.10g."""
    b = position().unit("fr_i", "1610", reduced=True).unit("ge_x", "1611").track("infantry", 1, w.ALLIED).turn(5)
    assert supply.supply_line(b.pos, b.piece("fr_i")) and replacements.refusal(b.pos, b.piece("fr_i"), w.ALLIED) is None
    b.run(replacements.Replacements(w.ALLIED)).play("replace fr_i")
    assert b.pos.steps(b.piece("fr_i")) == 2


def test_the_german_lot_of_replacements_holds_infantry_only_and_the_allied_one_both() -> None:
    """12.10b."""
    for scenario in ("historical", "informed_allies", "free_command"):
        b = position(scenario).turn(5)
        replacements.receive(b.act())
        assert b.pos.track("armour", w.GERMAN) == 0 < b.pos.track("infantry", w.GERMAN)
        assert b.pos.track("armour", w.ALLIED) > 0 and b.pos.track("infantry", w.ALLIED) > 0


def test_paris_may_be_declared_open_on_a_turn_of_dynamo() -> None:
    """12.7b."""
    b = (
        position()
        .dynamo("3312", declared=4, turn=5)
        .unit("fr_i", "1411")
        .run(paris.OpenCity())
        .play("declare_open_city")
    )
    settle(b)
    assert b.pos.open_city and b.pos.dynamo_on


# ---------------------------------------------------------------------- 13
def test_after_dynamo_the_allied_chits_are_two_again_and_before_it_as_well() -> None:
    """13.2d."""
    for turn, chits in ((4, 3), (5, 3), (6, 3), (7, 2)):
        b = position().dynamo("3312", declared=3, turn=turn)
        if turn > 6:
            b.assign("dynamo_end", 0)
        assert sum(sequence.chits(b.pos, w.ALLIED).values()) == chits


def test_the_port_of_dynamo_is_one_of_the_four_and_allied() -> None:
    """13.3b."""
    b = position().unit("br_5", "3312").taken("3310").round_of("allied", "move", 3).run(Dynamo())
    assert b.refuses("declare_dynamo 3310").rule == "CY 13.3", "German"
    assert b.refuses("declare_dynamo 2505").rule == "CY 13.3", "no port of Dynamo"
    assert len([line for line in b.choices() if line.startswith("declare")]) == 3
