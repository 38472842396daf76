"""Air combat of a fighter and an aircraft that it intercepts (5.7.4, 5.9.3)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.rules.act import Act

FACES: Final = 6


def dogfight(act: Act, fighter: int, plane: int, rule: str) -> None:
    """5.7.4: both shoot, the interceptor first; the second shot is fired whatever the first did."""
    first = _shot(act, fighter, plane, rule)
    second = _shot(act, plane, fighter, rule)
    for hit, piece in ((first, plane), (second, fighter)):
        if hit:
            act.remove(piece, "reason.returned", rule)


def _shot(act: Act, shooter: int, target: int, rule: str) -> bool:
    """Red die and AF above white die and DF: the target returns (equal: no effect)."""
    counters = act.pos.counters
    red = act.roll("roll.air_attack", FACES, shooter, rule, low=1)
    white = act.roll("roll.air_defence", FACES, target, rule, low=1)
    strength = counters[shooter].front.get("air_attack")
    armour = counters[target].front.get("air_defence")
    lines = [("line.red", red, rule), ("line.air_attack", strength, rule)]
    against = [("line.white", white, rule), ("line.air_defence", armour, rule)]
    act.reckon("reckon.air_combat", target, [*lines, *against], red + strength - white - armour, rule)
    return red + strength > white + armour


DECISIONS: Final = ()
STEPS: Final = ()
