"""Fights for tests: build one, read a row of the CRT, look at what happened."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.rules.results import ApplyResults
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built

MODES = {"assault": f.ASSAULT, "probe": f.PROBE, "stand": f.STAND, "retreat": f.RETREAT}


def fight(
    b: Built,
    target: str,
    *attackers: str,
    attack: str = "assault",
    defence: str = "stand",
    kind: int = FIGHT_NORMAL,
    forced: tuple[str, ...] = (),
    gunners: tuple[str, ...] = (),
    depth: int = 0,
) -> Fight:
    """A declared fight whose modes are chosen; the defenders are whoever stands in the hex."""
    units = tuple(sorted(b.piece(unit) for unit in attackers))
    return Fight(
        kind,
        b.hex(target),
        units,
        b.pos.side(units[0]),
        MODES[attack],
        MODES[defence],
        tuple(b.pos.at(unit) for unit in units),
        tuple(sorted(b.piece(unit) for unit in forced)),
        tuple(sorted(b.piece(unit) for unit in gunners)),
        depth,
        b.pos.units(b.hex(target)),
    )


def results(b: Built, one: Fight, row: int) -> Built:
    """Apply a row of the CRT and go on until somebody must decide. Row 0 is a modified die of 0."""
    return b.run(ApplyResults(tuple(one), row, row))


def advance_only(b: Built, one: Fight, how: int) -> Built:
    """An advance of this kind after a fight that has emptied its hex; no counterattack is possible."""
    from hexledger.engine.games.june_6.questions.advance import followers
    from hexledger.engine.games.june_6.rules.advance import Advancing

    return b.run(Advancing(tuple(one), how, followers(b.pos, one.attackers)))
