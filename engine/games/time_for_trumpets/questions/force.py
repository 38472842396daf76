"""Small questions that all combat chapters ask: whose unit, which division, artillery, marks that units carry."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import ATTACHED, FLAGS, PLACES, POOLS, VARIABLES, Basis, kept

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


@kept(Basis(PLACES, POOLS))
def guns(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Artillery battalions of a side on the map, or there by their substitute (44.1j), ascending."""
    roster = pos.game.roster
    artillery = roster.artillery - roster.substitutes
    found = [piece for piece in pos.of(side) if piece in artillery]
    carded = [piece for piece in pos.pool("card") if pos.side(piece) == side and pos.on_map(stand(pos, piece))]
    return tuple(sorted((*found, *carded)))


def stand(pos: TrumpetsPosition, gun: int) -> int:
    """44.1c: what stands on the map for a battalion: its substitute while it lies on the card, else itself."""
    counter = pos.game.roster.substitute_of.get(gun, NOBODY)
    return counter if counter != NOBODY and pos.state.pooled(w.POOL["card"], gun) else gun


def carded(pos: TrumpetsPosition, counter: int) -> tuple[int, ...]:
    """44.1c: battalions on the card of a substitute, ascending."""
    return tuple(gun for gun in pos.game.roster.batteries[counter] if pos.state.pooled(w.POOL["card"], gun))


@kept(ON_FLAGS)
def flagged(pos: TrumpetsPosition, flag: int) -> tuple[int, ...]:
    """Pieces on the map that carry a flag, ascending."""
    found = [key >> 16 for key, value in pos.state.flags.items() if value and key & 0xFFFF == flag]
    return tuple(sorted(piece for piece in found if pos.on_map(piece)))


@kept(Basis(VARIABLES, FLAGS, POOLS))
def gun_cf(pos: TrumpetsPosition, gun: int) -> int:
    """Support CF of a battalion in battery; half by the event `short of ammunition` (15.1)."""
    value = pos.game.arms.gun[gun].cf
    return -(-value // 2) if pos.flag(stand(pos, gun), w.FLAG["half_fire"]) else value


def attack_cf(pos: TrumpetsPosition, unit: int) -> int:
    """CF with which a unit attacks an adjacent hex; 0 for a parenthesised CF and for artillery (2.6.1.5k)."""
    return pos.cf(unit).attack if pos.can_attack(unit) else 0
