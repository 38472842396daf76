"""Landings and capacity (18.7.4-18.7.7, 18.7.13), Mulberries (12.12, 29), the Partisan (24.2)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import capacity, sea
from hexledger.engine.games.fortress_europa.rules import mulberries, reinforcements, supply
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position

UNITS = ("us_2", "us_4", "us_5", "us_8", "us_9", "us_28", "us_29", "us_30", "us_35", "us_79", "us_83", "us_90")


def ashore(units: int, impulse: int = 1) -> Built:
    """A Mulberry of 9 and so many units ashore, at the start of the Allied turn's impulse; us_1 waits in England."""
    b = position().unit("mulberry_9", "L4").units("L6", *UNITS[:units]).unit("us_1", "england")
    b.turn_of("allied")
    b.run(reinforcements.TurnStart(f.ALLIED))
    return b.turn_of("allied", impulse)


def landing(b: Built, unit: str = "us_1") -> str:
    """Rule that forbids a landing in the Mulberry, `` when it is legal."""
    why = sea.may_land(b.pos, b.piece(unit), b.hex("L4"))
    return why[0] if why else ""


def test_a_unit_lands_while_capacity_is_left() -> None:
    assert landing(ashore(8)) == ""
    b = ashore(8)
    assert landing(b.unit("us_9", "L7").unit("us_3", "L7")) == "18.7.4", "the last point was used by another landing"


def test_at_zero_nothing_lands_in_the_first_impulse_and_one_does_in_the_second_after_a_loss() -> None:
    b = ashore(9)
    b.act().remove(b.piece("us_2"), "reason.eliminated")
    assert landing(b) == "18.7.6"
    assert landing(b.turn_of("allied", 2)) == "", "FE-169"


def test_at_zero_a_unit_may_land_for_one_that_leaves() -> None:
    b = ashore(9)
    b.act().move(b.piece("us_2"), b.path("L6", "england"), "mode.sea")
    b.act().flag(b.piece("us_2"), f.BY_SEA, 1)
    assert landing(b) == ""


def test_below_zero_nothing_lands_whatever_happens() -> None:
    b = ashore(10).control("allied", "K2")
    assert capacity.reckon(b.pos) > 0 and landing(b) == "18.7.7", "FE-170"
    assert landing(b.unit("us_ranger", "england"), "us_ranger") == "", "raiders do not count"


def test_the_landings_of_an_invasion_turn_are_not_held_to_capacity() -> None:
    b = ashore(10).assign("invasion_turn", game().tables.calendar.number("July I"))
    assert landing(b) == ""


def test_capacity_at_the_start_is_that_before_a_unit_of_the_display_is_withdrawn() -> None:
    """18.7.6, 18.7.12, 26.7, C-155: what is free for its going is free in the second impulse."""
    b = position(turn="December I").unit("mulberry_9", "L4").units("L6", *UNITS[:8]).unit("us_1", "england")
    b.unit("br_50", "R11").control("allied", "R11")
    assert capacity.reckon(b.pos) == 0
    b.turn_of("allied").run(reinforcements.TurnStart(f.ALLIED))
    assert b.gone("br_50") and capacity.reckon(b.pos) == 1 and capacity.at_start(b.pos) == 0
    assert landing(b.turn_of("allied", 1)) == "18.7.6"
    assert landing(b.turn_of("allied", 2)) == ""


def test_after_the_second_invasion_a_unit_lands_only_where_it_is_in_supply() -> None:
    b = ashore(3).assign("invasions", 2)
    assert landing(b) == "18.7.13"
    b = ashore(3).assign("invasions", 2).unit("hq_bradley", "L6").control("allied", "L4", "L5", "L6")
    assert landing(b) == ""


def test_units_in_excess_lose_a_step_each_turn_as_the_allied_player_chooses() -> None:
    b = position().control("allied", "R11", "T10").units("R11", "us_1", "us_2", "us_4")
    b.turn_of("allied").run(reinforcements.TurnStart(f.ALLIED), supply.SupplyPhase(f.ALLIED))
    assert b.offer is not None and b.check_choices() == 3, "in a city they are in supply (18.4) and count (18.7.14)"
    b.play("lose_for_capacity us_2")
    assert b.refuses("lose_for_capacity us_2").rule == "FE 18.7.5"
    b.play("lose_for_capacity us_1", "lose_for_capacity us_4")
    assert b.quiet and all(b.pos.steps(b.piece(unit)) == 1 for unit in ("us_1", "us_2", "us_4"))


def test_who_falls_below_zero_in_this_turn_pays_only_in_the_next() -> None:
    b = position().control("allied", "R11").unit("mulberry_9", "L4").units("R11", "us_1", "us_2")
    b.turn_of("allied").run(reinforcements.TurnStart(f.ALLIED))
    b.act().remove(b.piece("mulberry_9"), "reason.eliminated")
    assert b.run(supply.SupplyPhase(f.ALLIED)).quiet and b.pos.steps(b.piece("us_1")) == 2


def invaded() -> Built:
    b = position(turn="June I").turn_of("allied", 2).assign("invasion_turn", 1).assign("invasions", 1)
    return b.marker("invaded", "L4", count=1).marker("invaded", "K4", count=1).unit("i_352", "K4")


def test_a_mulberry_must_be_placed_in_an_invaded_hex_free_of_the_enemy() -> None:
    b = invaded().unit("us_1", "L4").run(sequence.EndMove(f.ALLIED, 2))
    assert b.choices() == ["set_mulberry mulberry_12 L4", "set_mulberry mulberry_9 L4"]
    assert b.refuses("set_mulberry mulberry_12 K4").rule == "FE 12.12", "an enemy stands there"
    assert b.refuses("set_mulberry mulberry_12 L5").rule == "FE 12.12"
    b.play("set_mulberry mulberry_12 L4")
    assert b.at("mulberry_12") == "L4" and capacity.current(b.pos) == 12 - 1, "29.3: an enemy ZOC does not matter"
    assert b.quiet, "FE-217: one an invasion"


def test_a_destroyed_mulberry_is_not_placed_again() -> None:
    b = invaded().unit("mulberry_12", "L5")
    mulberries.overrun(b.act(), b.hex("L5"))
    assert mulberries.unused(b.pos) == (b.piece("mulberry_9"),)


def test_no_mulberry_is_placed_on_other_turns() -> None:
    assert invaded().assign("invasion_turn", 0).run(mulberries.PlaceMulberry()).quiet


def rising() -> Built:
    b = position()
    b.act().pool("pool.due", b.piece("partisan"), 1)
    return b.turn_of("allied", 2).run(sequence.BeginMove(f.ALLIED, 2))


def test_the_partisan_appears_on_a_french_railway_far_from_ss_and_out_of_enemy_zones() -> None:
    b = rising()
    place = b.choices()[0].split()[1]
    assert b.check_choices() > 20
    b.play(f"place_partisan {place}")
    assert b.at("partisan") == place and b.pooled("due", "partisan") == 0, "FE-029"
    assert b.refuses(f"place_partisan {place}").rule == "FE 24.1"


def test_where_the_partisan_may_not_appear() -> None:
    rails, germany = game().tables.ground.rails, game().tables.ground.germany
    german = next(game().place(p) for p in sorted(germany) if rails[p] and p not in game().tables.ground.cities)
    assert rising().refuses(f"place_partisan {german}").rule == "FE 24.2"
    assert rising().refuses("place_partisan R11").rule == "FE 24.2", "a city"
    b = rising()
    place = b.choices()[0].split()[1]
    near = game().place(game().tables.ground.links[b.hex(place)][0])
    assert b.unit("i_352", near).refuses(f"place_partisan {place}").rule == "FE 24.2", "in a ZOC"
    b = rising()
    five = next(p for p in b.pos.board.within(b.hex(place), 5) if b.pos.board.distance(p, b.hex(place)) == 5)
    assert b.unit("ss_2", game().place(five)).refuses(f"place_partisan {place}").rule == "FE 24.2", "near an SS unit"
    assert rising().turn_of("allied", 1).refuses(f"place_partisan {place}").rule == "FE 24.2"
