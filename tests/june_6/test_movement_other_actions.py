"""What else a formation does while it moves: recovery instead of a move (21.22), rocket fire beside a move (16.4)."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules.movement_segment import Movement
from tests.june_6.builder import position


def test_a_unit_recovers_or_moves_but_not_both() -> None:
    b = position().unit("3_br_8", "E2336", disorder=1).unit("3_br_9", "E2338", disorder=2)
    b.active("3_br_8", "3_br_9").run(Movement())
    assert "recover 3_br_8 no" in b.choices()
    b.play("recover 3_br_8 no", "move 3_br_9 E2238")
    assert b.has("3_br_8", "disorder") == 0
    assert b.refuses("move 3_br_8 E2236").rule == "J6 21.22"
    assert b.refuses("strategic_move 3_br_8 E2237").rule == "J6 21.22"
    assert b.refuses("recover 3_br_9 no").rule == "J6 21.22"
    assert b.choices() == ["end_movement"]


def test_a_rocket_unit_bombards_and_moves_in_either_order() -> None:
    for first, second in (
        ("bombard i_ss_nw E1938", "move i_ss_nw E1836"),
        ("move i_ss_nw E1836", "bombard i_ss_nw E1938"),
    ):
        b = position(dice=[0]).unit("i_ss_nw", "E1837").unit("3_br_8", "E1938")
        b.active("i_ss_nw").run(Movement())
        assert first in b.choices()
        b.play(first, second)
        assert (b.at("i_ss_nw"), b.has("i_ss_nw", "fired")) == ("E1836", 1)


def test_other_decisions_than_those_of_movement_are_refused() -> None:
    b = position().unit("3_br_8", "E2336").active("3_br_8").run(Movement())
    assert b.refuses("end_attacks").rule == "J6 8.11"
    assert b.refuses("lose_step 3_br_8").rule == "J6 8.11"
