"""Case Yellow: what mutations of the rules code showed that no other test saw."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import banks, surrender
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import position


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
