"""The dice that the last table of a combat was read with."""

from __future__ import annotations

from hexledger.projections.combats import At, Combat, Die, ReadTable, lots, thrown
from tests.projections.stub import NAMES, StubNames, W

CRT, COLUMN, COMBAT, UNIT = W["table.crt"], W["col.3"], W["roll.combat"], W["roll.unit"]


class BothDice(StubNames):
    """Names of a game whose table is read with two dice that are thrown for different things."""

    def read_with(self, table: int, column: int) -> frozenset[int] | None:
        return frozenset((COMBAT, UNIT)) if table == CRT else None


def die(seq: int, number: int, purpose: int, value: int, subject: int = 4) -> Die:
    return Die(At(seq, number), purpose, subject, 6, value)


def fought(dice: tuple[Die, ...], *readings: At) -> Combat:
    read = tuple(ReadTable(at, CRT, COLUMN, 1, ()) for at in readings)
    return Combat(1, 0, 1, 1, 0, readings[0], (5, 7), (4,), (), (), (), dice, read, (), (), (), ())


def values(combat: Combat, names: StubNames) -> list[list[int]]:
    return [[one.value for one in lot] for lot in lots(combat, names)]


def test_dice_thrown_together_for_the_same_are_one_lot_and_those_thrown_for_another_thing_are_not() -> None:
    dice = (die(5, 1, UNIT, 3), die(5, 2, COMBAT, 6), die(5, 3, COMBAT, 2), die(5, 5, COMBAT, 1))
    assert values(fought(dice, At(5, 4)), NAMES) == [[6, 2]]
    assert values(fought(dice, At(5, 4), At(5, 6)), NAMES) == [[1]], "since the reading before"
    assert values(fought(dice, At(4, 9)), NAMES) == []


def test_of_a_table_that_is_read_with_several_the_last_of_each_counts_wherever_it_was_thrown() -> None:
    """One of them may be thrown again in a later decision, and the other stands."""
    dice = (die(5, 1, COMBAT, 6), die(5, 2, UNIT, 3), die(7, 1, COMBAT, 2))
    combat = fought(dice, At(7, 2))
    assert values(combat, BothDice()) == [[2], [3]]
    assert [one.value for one in thrown(combat, BothDice())] == [2, 3]
    assert values(combat, NAMES) == [[2]], "where the game says nothing, what was thrown last"
