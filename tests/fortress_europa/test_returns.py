"""Units that come back: as weak as they left by any door, trained only after their turn, HQs by train too (13.2, 23,
26.9); and who was driven away flies and sails no more in that turn (8.2, 20.10)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import points
from hexledger.engine.games.fortress_europa.rules import control, panzer_reserve, reinforcements
from hexledger.engine.games.fortress_europa.rules.results import GiveWay
from hexledger.engine.games.fortress_europa.sequence import BeginMove
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import moving

EDGE = "RR8"
"""A rail hex of the east edge that is no city."""


def city() -> str:
    return game().place(sorted(game().tables.ground.german_cities)[3])


def weak(unit: str, turn: str = "December I") -> Built:
    """A German unit that left reduced is due again."""
    b = position(turn=turn).unit(unit, city(), reduced=True).turn_of("german")
    reinforcements.withdraw(b.act(), b.piece(unit), "26.7")
    b.act().pool("pool.withdrawn", b.piece(unit), -1)
    b.act().pool("pool.due", b.piece(unit), 1)
    return b


# ---------------------------------------------------------------------- 26.9
@pytest.mark.parametrize("door", ["place_reinforcement pz_9 " + city(), f"place_reinforcement pz_9 {EDGE}"])
def test_a_unit_that_left_reduced_comes_back_reduced_where_it_is_placed(door: str) -> None:
    b = moving(weak("pz_9"), "german").play(door)
    assert b.pos.steps(b.piece("pz_9")) == 1 and not b.pooled("withdrawn_reduced", "pz_9")


def test_a_unit_that_left_reduced_comes_back_reduced_by_train() -> None:
    b = moving(weak("pz_9"), "german").play(f"rail_move pz_9 {EDGE}")
    assert b.at("pz_9") == EDGE and b.pos.steps(b.piece("pz_9")) == 1
    fresh = position(turn="December I").turn_of("german")
    fresh.act().pool("pool.due", fresh.piece("pz_9"), 1)
    assert moving(fresh, "german").play(f"rail_move pz_9 {EDGE}").pos.steps(fresh.piece("pz_9")) == 2


def test_a_unit_that_left_reduced_joins_the_panzer_reserve_reduced() -> None:
    b = weak("pz_2", "November I").run(panzer_reserve.JoinReserve(game().find_piece("pz_2")))
    assert b.at("pz_2") == "panzer_reserve" and b.pos.steps(b.piece("pz_2")) == 1


# ---------------------------------------------------------------------- 23
def test_a_destroyed_training_division_is_rebuilt_only_after_the_turn_of_its_conversion() -> None:
    """The 159th is trained on September I, in the move impulse after the replacement phase."""
    unit = game().find_piece("t_159")
    for turn, rule in (("August IV", "23"), ("September I", "23"), ("September II", "")):
        why = points.never(position(turn=turn).pos, unit)
        assert (why[0] if why else "") == rule, turn


# ---------------------------------------------------------------------- 13.2, 10.2
def test_an_hq_lost_on_its_first_side_comes_back_by_train_like_any_reinforcement_on_its_other_side() -> None:
    b = position(turn="December II").turn_of("german")
    b.act().pool("pool.due_flipped", b.piece("hq_7"), 1)
    assert moving(b, "german").refuses(f"rail_move hq_7 {EDGE}").rule == "FE 13.1", "not in the turn of the loss"
    back = position(turn="December II").turn_of("german")
    back.act().pool("pool.due_flipped", back.piece("hq_7"), 1)
    back.run(reinforcements.TurnStart(f.ALLIED))
    moving(back, "german").play(f"rail_move hq_7 {EDGE},RR9")
    assert back.at("hq_7") == "RR9" and back.has("hq_7", "flipped") and not back.pooled("due_flipped", "hq_7")
    assert back.state.track(game().words["track.rail_moves"], f.GERMAN) == 1, "10.2: it is one of the six"


# ---------------------------------------------------------------------- 10.6, 10.7
def test_a_reinforcement_by_rail_needs_a_german_railway_with_a_line_to_a_german_city() -> None:
    lost = position(turn="December I").marker("railhead", EDGE, count=f.ALLIED).turn_of("german")
    assert lost.run(BeginMove(f.GERMAN, 1)).refuses(f"place_reinforcement i_340 {EDGE}").rule == "FE 10.7"
    ground = game().tables.ground
    cities = [game().place(place) for place in sorted(ground.cities)]
    cut = position(turn="December I").control("allied", *cities).turn_of("german")
    assert cut.run(BeginMove(f.GERMAN, 1)).refuses(f"place_reinforcement i_340 {EDGE}").rule == "FE 10.6"
    open_ = position(turn="December I").turn_of("german").run(BeginMove(f.GERMAN, 1))
    assert open_.play(f"place_reinforcement i_340 {EDGE}").at("i_340") == EDGE


# ---------------------------------------------------------------------- 20.10, 20.11
def test_paratroops_who_retreated_into_a_city_are_not_flown_out_of_it_in_the_second_impulse() -> None:
    """20.10: they must have begun the turn in a city of their side."""
    b = position().control("allied", "K2", "R11").unit("us_82_ab", "R12", attacked=1).unit("pz_2", "R13")
    b.turn_of("allied", 1).run(GiveWay(f.ALLIED, 1, 1, 1, False, ()))
    b.play(next(one for one in b.choices() if one.endswith(" R11")))
    assert b.at("us_82_ab") == "R11"
    b.act().remove(b.piece("pz_2"), "reason.eliminated")
    assert moving(b, impulse=2).refuses("airlift us_82_ab K2").rule == "FE 20.2"
    began = moving(position().control("allied", "K2", "R11").unit("us_82_ab", "R11"), impulse=2)
    assert began.play("airlift us_82_ab K2").at("us_82_ab") == "K2"


def test_nobody_is_flown_out_of_a_city_that_was_not_his_when_the_turn_began() -> None:
    b = position().control("allied", "K2").unit("us_82_ab", "R11").turn_of("allied", 1)
    control.take(b.act(), b.hex("R11"), f.ALLIED)
    assert moving(b, impulse=2).refuses("airlift us_82_ab K2").rule == "FE 20.10"


# ---------------------------------------------------------------------- 8.2, 11.1
def test_a_unit_forced_out_of_flooded_ground_takes_no_ship_in_the_second_impulse() -> None:
    b = position(turn="October II").control("allied", "DD5", "CC5", "CC6").units("DD5", "us_1", "us_2")
    moving(b).play("move us_1 CC5", "move us_2 CC6")
    assert b.pos.terrain(b.hex("CC5")) == "flooded" and b.has("us_1", "stuck")
    b.act().flag(b.piece("us_1"), f.ATTACKED, 1)
    b.run(GiveWay(f.ALLIED, 1, 1, 1, False, ()))
    b.play(next(one for one in b.choices() if one.endswith(" CC6")))
    moving(b, impulse=2)
    assert b.refuses("sea_move us_1 england").rule == "FE 8.2"
    assert b.play("sea_move us_2 england").at("us_2") == "england", "who was not there may"


def test_a_unit_on_flooded_ground_takes_ship_in_either_impulse() -> None:
    """8.2: out of the hex itself sea movement is free."""
    port = next(p for p in sorted(game().tables.ground.ports) if game().board.terrain[p] == "flooded")
    b = position(turn="October II").control("allied", game().place(port)).unit("us_1", game().place(port))
    b.act().flag(b.piece("us_1"), f.STUCK, 1)
    b.act().flag(b.piece("us_1"), f.MOVED, 1)
    assert moving(b, impulse=2).play("sea_move us_1 england").at("us_1") == "england"
