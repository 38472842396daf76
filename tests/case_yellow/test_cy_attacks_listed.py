"""Attacks from the air and overruns are combats of the list, at the hex that they are about."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.rules import air
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.projections.combats import outcome
from tests.case_yellow.builder import position
from tests.fights import fought


def test_a_stuka_attacks_who_stands_in_the_hex_that_it_bombs() -> None:
    """CY 5.1e: the step that its result takes is of the combat."""
    b = position(dice=[6]).unit("fr_ag1_supply", "2812").air("german", 1).run(air.Stukas())
    (combat,) = fought(b, "bomb 2812")
    assert (combat.side, combat.targets) == (w.GERMAN, (b.hex("2812"),))
    assert [one.piece for one in combat.defenders] == [b.piece("fr_ag1_supply")]
    assert (outcome(combat), [loss.gone for loss in combat.losses]) == ("cleared", [True])


def test_crossings_are_interdicted_where_nobody_need_stand() -> None:
    """CY 5.1c."""
    b = position(dice=[1])
    place = next(place for place in sorted(b.pos.scenario.land) if b.pos.game.ground.crossings_of.get(place))
    b.control("german", b.pos.label(place)).act().pool("pool.assets", w.AASF, 1)
    b.run(air.Interdiction())
    (line, *_) = b.choices()
    (combat,) = fought(b, line)
    assert (combat.side, outcome(combat), combat.targets) == (w.ALLIED, "nobody there", (place,))


def test_an_overrun_is_a_combat_without_a_die() -> None:
    """CY 10.3c."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("br_12", "2811")
    b.round_of("german", "move").run(Movement(w.GERMAN))
    (combat,) = fought(b, "overrun ge_1_pz,ge_2_pz 2811")
    assert (combat.dice, combat.certain, combat.side) == ((), True, w.GERMAN)
    assert [one.piece for one in combat.defenders] == [b.piece("br_12")]
