"""Small questions that all combat chapters ask: whose unit, which division, artillery, marks that units carry."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import ATTACHED, FLAGS, PLACES, VARIABLES, WHERE, Basis, kept

ON_FLAGS = Basis(PLACES, FLAGS)
_ABOVE_DIVISION = frozenset({"army", "corps", "fag"})


def belongs(pos: TrumpetsPosition, unit: int, hq: int) -> bool:
    """Is the HQ in the unit's chain of command, or the unit itself?"""
    return hq != NOBODY and pos.within(unit, (hq,))


@kept(Basis(ATTACHED, variables=(w.VAR["scenario"],)))
def division(pos: TrumpetsPosition, unit: int) -> int:
    """Division, or brigade that is in none, of a unit; NOBODY for echelon units. KGP counts as 1SS."""
    levels = pos.game.roster.level
    here = unit if unit in levels else pos.parent(unit)
    found = NOBODY
    while here != NOBODY and levels[here] not in _ABOVE_DIVISION:
        found, here = here, pos.parent(here)
    return found


@kept(WHERE)
def guns(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Artillery battalions of a side on the map, ascending."""
    artillery = pos.game.roster.artillery
    return tuple(piece for piece in pos.of(side) if piece in artillery)


@kept(ON_FLAGS)
def flagged(pos: TrumpetsPosition, flag: int) -> tuple[int, ...]:
    """Pieces on the map that carry a flag, ascending."""
    found = [key >> 16 for key, value in pos.state.flags.items() if value and key & 0xFFFF == flag]
    return tuple(sorted(piece for piece in found if pos.on_map(piece)))


@kept(Basis(VARIABLES, FLAGS))
def gun_cf(pos: TrumpetsPosition, gun: int) -> int:
    """Support CF of a battalion in battery; half by the event `short of ammunition` (15.1)."""
    value = pos.game.arms.gun[gun].cf
    return -(-value // 2) if pos.flag(gun, w.FLAG["half_fire"]) else value


def attack_cf(pos: TrumpetsPosition, unit: int) -> int:
    """CF with which a unit attacks an adjacent hex; 0 for a parenthesised CF and for artillery (2.6.1.5k)."""
    return pos.cf(unit).attack if pos.can_attack(unit) else 0
