"""Impulses of Fortress Europa for tests: a move impulse begins, an invasion is declared."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.rules import capacity
from hexledger.engine.games.fortress_europa.rules.invasion import PrimaryInvasion
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position


def moving(b: Built, side: str = "allied", impulse: int = 1) -> Built:
    """The side's move impulse is on."""
    return b.turn_of(side, impulse).run(MoveImpulse(f.SIDES[side], impulse))


def counted(b: Built, side: str = "allied", impulse: int = 1) -> Built:
    """The side's move impulse is on; what the Allies may land and move by sea has been counted at the turn's start."""
    b.turn_of(side, impulse)
    if side == "allied" and impulse == 1:
        capacity.turn_began(b.act())
    return b.run(MoveImpulse(f.SIDES[side], impulse))


def june(*dice: int) -> Built:
    """The Allied first move impulse of June I; nobody is on the map."""
    return position(turn="June I", dice=dice).turn_of("allied", 1)


def invading(b: Built, *line: str, impulse: int = 1) -> Built:
    """The primary invasion of a line has been declared."""
    b.run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1)).play("declare_invasion " + ",".join(line))
    if impulse == 2:
        b.turn_of("allied", 2)
    return b


def relief() -> Built:
    """The 7th Army's district is at its first number; a panzer division is next to the 243rd, which is frozen."""
    b = position("campaign").unit("i_243", "K4", frozen=f.SEVENTH).unit("pz_2", "L4")
    others = [start for start in b.pos.scenario.setup if start.frozen][: b.pos.scenario.level[f.SEVENTH]]
    for start in others:
        if start.piece != b.piece("i_243"):
            b.act().place(start.piece, b.hex("K5"), 1)
            b.act().flag(start.piece, f.FROZEN, f.SEVENTH)
    return b
