"""Decoys in Germany (31.6): single German units under decoys, whose type and strength the Allied player does not know.

What is open: where the decoys are, which units lie under decoys, and for each of these the decoys under which it may
lie, by where it was covered and what the decoys have done since (pool `may_be_under`, a bit for each decoy). Which
decoy covers which unit is sealed, decoy by decoy. Decoys that are in one hex when units are covered there are mixed:
all of them are sealed anew. A covered unit is off the map; to the Allies its decoy is a unit with a ZOC. All that the
unit can do under its decoy is to move in Germany; whatever else it is to do, it is shown first.

The text leaves open, and we rule: units are covered in any German move impulse; a decoy counts as one unit of its
stack; a move that needs dice (strafing, rivers without bridges) is made by a shown unit; an HQ under a decoy supplies
nobody; decoys are shown after the move that brings either side within five hexes, before the impulse goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.procedures.assignment import serve
from hexledger.projections.state import OFF_MAP

SIGHT: Final = 5
"""FE 31.6: an Allied unit that comes within so many hexes of a decoy sees what it covers."""
UNDER: Final = "pool.under_decoys"
"""Covered unit -> its steps, plus `_FLIPPED` for a unit that lies on its other side."""
FLIPPED: Final = 8
MAY_BE: Final = "pool.may_be_under"
"""Covered unit -> bit `1 << n` for each decoy n, in the order of the roster, under which it may lie."""


_STAY: Final = (f.ITALY_ONLY, f.STRAYED, f.FROZEN)
"""Flags of units that a decoy cannot stand for."""


# ---------------------------------------------------------------------- what is open
def covered(pos: FortressPosition) -> tuple[int, ...]:
    """Units that lie under decoys, ascending."""
    return tuple(pos.state.pool(pos.game.words[UNDER]))


def strength(pos: FortressPosition, piece: int) -> int:
    """Steps of a covered unit."""
    return pos.state.pooled(pos.game.words[UNDER], piece) % FLIPPED


def bit(pos: FortressPosition, decoy: int) -> int:
    return 1 << pos.tables.roster.decoys.index(decoy)


def masks(pos: FortressPosition) -> dict[int, int]:
    return pos.state.pool(pos.game.words[MAY_BE])


def candidates(pos: FortressPosition, decoy: int) -> tuple[int, ...]:
    """Units that may lie under a decoy, as far as everybody can know, ascending."""
    own = bit(pos, decoy)
    return tuple(piece for piece, mask in masks(pos).items() if mask & own)


def assigned(pos: FortressPosition, masks: Mapping[int, int]) -> dict[int, int] | None:
    """Covered unit -> decoy, so that every unit has one of its own; None when that cannot be."""
    decoys, units = pos.tables.roster.decoys, sorted(masks)
    wishes = [[n for n in range(len(decoys)) if masks[piece] >> n & 1] for piece in units]
    served = serve(wishes, dict.fromkeys(range(len(decoys)), 1))
    return None if -1 in served else {piece: decoys[n] for piece, n in zip(units, served, strict=True)}


# ---------------------------------------------------------------------- what shows them
def near(pos: FortressPosition, place: int) -> bool:
    """FE 31.6: is an Allied unit within five hexes of a place?"""
    return pos.near_enemy(place, f.GERMAN, SIGHT)


def spotted(pos: FortressPosition) -> tuple[int, ...]:
    """FE 31.6: decoys that are to be shown, ascending."""
    return _spotted(pos) if pos.decoys_out else ()


@kept(BOARD)
def _spotted(pos: FortressPosition) -> tuple[int, ...]:
    return tuple(d for d in pos.decoys_out if pos.flag(d, f.SPOTTED) or near(pos, pos.at(d)))


# ---------------------------------------------------------------------- covering units


def free(pos: FortressPosition) -> tuple[int, ...]:
    return tuple(decoy for decoy in pos.tables.roster.decoys if not pos.on_map(decoy))


def moving(pos: FortressPosition) -> Refusal | None:
    if not pos.option("31.6"):
        return "31.6", "no unit lies under a decoy without option 31.6"
    if pos.active_side != f.GERMAN or pos.impulse not in (1, 2):
        return "31.6", "decoys are for a German move impulse"
    return None


def conceal_refusal(pos: FortressPosition, place: int, units: Sequence[int]) -> Refusal | None:
    """FE 31.6: why units of a hex may not go under decoys now, None when they may."""
    why = moving(pos)
    if why is not None:
        return why
    there = pos.decoys_in(place)
    if place not in pos.tables.ground.germany:
        return "31.6", f"{pos.label(place)} is not in Germany"
    if near(pos, place):
        return "31.6", f"an Allied unit is within {SIGHT} hexes of {pos.label(place)}"
    if not units and len(there) < 2:
        return "31.6", f"there are no two decoys in {pos.label(place)} to be mixed"
    if len(set(units)) != len(units):
        return "31.6", "a decoy covers one unit"
    for piece in units:
        if piece not in pos.units_of(place, f.GERMAN):
            return "31.6", f"{pos.name(piece)} is no German land unit in {pos.label(place)}"
        if any(pos.flag(piece, flag) for flag in _STAY):
            return "31.6", f"{pos.name(piece)} may not lie under a decoy"
    if len(units) > len(free(pos)):
        return "31.6", f"there are {len(free(pos))} decoys left"
    if len(there) + len(units) > pos.stack_limit(place):
        return "31.6", f"{pos.label(place)} has no room for so many decoys"
    return None


# ---------------------------------------------------------------------- when they must


def complaints(pos: FortressPosition) -> list[str]:
    """What must hold of decoys between decisions: one for each covered unit, in Germany, and an order of units under
    them that agrees with all that is known."""
    out, units, lain = pos.decoys_out, covered(pos), masks(pos)
    if not out and not units:
        return []
    found = [
        f"{pos.counters[d].id} is not in Germany (31.6)" for d in out if pos.at(d) not in pos.tables.ground.germany
    ]
    found += [f"{pos.counters[p].id} is on the map and under a decoy (31.6)" for p in units if pos.at(p) != OFF_MAP]
    known = sum(bit(pos, decoy) for decoy in out)
    if len(out) != len(units) or tuple(lain) != units or any(mask & ~known for mask in lain.values()):
        found.append("decoys and the units that may be under them do not match (31.6)")
    elif assigned(pos, lain) is None:
        found.append("the units under decoys cannot all be there (31.6)")
    return found
