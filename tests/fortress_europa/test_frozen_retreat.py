"""Allied units forced back into a district whose Germans are frozen (15.10)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import districts, retreat
from hexledger.engine.games.fortress_europa.rules import districts as districts_rules
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


def border() -> tuple[str, str]:
    """(hex of the 1st Army's district, adjacent hex of none)."""
    ground = game().tables.ground
    return next(
        (game().place(inside), game().place(outside))
        for inside in sorted(ground.land)
        for outside in ground.links[inside]
        if ground.district[inside] == f.FIRST and not ground.district[outside]
    )


INSIDE, OUTSIDE = border()


def strayed() -> Built:
    far = game().place(
        next(p for p in sorted(game().tables.ground.land) if game().tables.ground.district[p] == f.FIRST)
    )
    return position(turn="June III").unit("us_1", INSIDE, strayed=f.FIRST).unit("i_708", far, frozen=f.FIRST)


def moving(b: Built, impulse: int = 1) -> Built:
    return b.turn_of("allied", impulse).run(MoveImpulse(f.ALLIED, impulse))


def test_a_unit_that_strayed_must_leave_the_district_when_it_can() -> None:
    b = moving(strayed())
    assert retreat.must_leave(b.pos) == (b.piece("us_1"),)
    assert b.refuses("end_moves").rule == "FE 15.10"
    assert "end_moves" not in b.choices()
    b.play(f"move us_1 {OUTSIDE}", "end_moves")
    assert b.at("us_1") == OUTSIDE
    assert not districts.released(b.pos, f.FIRST), "to leave releases nobody"


def test_it_may_not_enter_the_district_again() -> None:
    b = moving(strayed()).play(f"move us_1 {OUTSIDE}", "end_moves")
    moving(b, 2)
    assert b.refuses(f"move us_1 {INSIDE}").rule == "FE 15.10"
    other = moving(strayed().unit("us_4", OUTSIDE))
    other.play(f"move us_4 {INSIDE}")
    assert other.at("us_4") == INSIDE, "another unit may"


def test_a_unit_that_cannot_leave_may_stay() -> None:
    b = strayed()
    b.act().flag(b.piece("us_1"), f.CANNOT_MOVE, 1)
    moving(b).play("end_moves")
    assert b.at("us_1") == INSIDE


def test_when_the_district_is_released_nothing_holds_the_unit_any_more() -> None:
    b = strayed()
    districts_rules.release(b.act(), (f.FIRST,), "9.1")
    moving(b).play("end_moves")
    assert b.at("us_1") == INSIDE


def test_in_the_turn_of_its_retreat_the_unit_need_not_leave_yet() -> None:
    """FE 15.10: it leaves in the next turn."""
    b = strayed()
    b.act().flag(b.piece("us_1"), f.STRAYED_NOW, 1)
    moving(b, 2).play("end_moves")
    assert b.at("us_1") == INSIDE
    b.run(sequence.EndPlayerTurn(f.ALLIED))
    assert moving(b, 1).refuses("end_moves").rule == "FE 15.10"


def test_a_unit_that_can_move_but_not_out_of_the_district_in_that_move_need_not() -> None:
    """FE 15.10, C-113."""
    ground, board = game().tables.ground, game().board
    inside = [place for place in sorted(ground.land) if ground.district[place] == f.FIRST]
    others = [place for place in sorted(ground.land) if ground.district[place] != f.FIRST]
    deep = max(inside, key=lambda place: (min(board.distance(place, there) for there in others), -place))
    b = strayed().unit("us_1", game().place(deep), strayed=f.FIRST)
    b.act().assign(f.VAR_WEATHER, f.STORM)
    moving(b, 2)
    assert [line for line in b.choices() if line.startswith("move us_1")]
    assert retreat.must_leave(b.pos) == ()
    assert b.play("end_moves").at("us_1") == game().place(deep)
