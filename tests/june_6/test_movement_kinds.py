"""What may be decided while a formation moves is named by kind before the chapters that decide it are loaded."""

from hexledger.engine.games.june_6.rules.movement_segment import KINDS
from hexledger.engine.games.june_6.rules.while_moving import RULES


def test_the_kinds_that_movement_asks_for_are_those_that_it_can_carry_out_in_the_same_order():
    assert tuple(kind.kind() for kind in RULES) == KINDS
