"""Stacking (23, 24, 28.4, 42.2): who may stand together, who may enter a hex with friends, hexes over their limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import lasting

LIMIT: Final = ("unit_stacking", "rows", "ground_units_per_hex")
COOPERATE: Final = (
    ("kgp_hq", "150bde_hq", 0),
    ("116pz_hq", "560vg_hq", 0),
    ("us_4id_hq", "us_10ad_hq", 0),
    ("us_101ab_hq", "us_10_ccb_hq", 0),
    ("1ssd_hq", "3fj_hq", calendar.number("16AF")),
)
"""24.1-24.6: formations that stack with each other, and from which turn."""
SLOT: Final = {"division": "division", "brigade": "division", "kampfgruppe": "kampfgruppe", "command": "kampfgruppe"}
"""23.1c, G-D3: levels that share one place in a hex; every other level has one of its own."""


def group(pos: TrumpetsPosition, piece: int) -> int:
    """The formation below the corps to which a unit belongs (its highest HQ under the corps HQ); the corps or army HQ
    for their echelon units, NOBODY for none. KG Peiper is a formation of its own (24.3c)."""
    roster = pos.game.roster
    here = piece if piece in roster.hqs else pos.parent(piece)
    kgp = roster.index["kgp_hq"]
    while here not in (NOBODY, kgp) and roster.level[here] not in ("army", "corps"):
        above = pos.parent(here)
        if above == NOBODY or roster.level[above] in ("army", "corps"):
            return pos.parent(here) if roster.level[here] == "fag" else here
        here = above
    return here


def mates(pos: TrumpetsPosition, one: int, other: int) -> bool:
    """23.5-23.7, 24, 28.4d, 42.2, 7.12, 7.13: may two units (no HQs) end a segment in one hex?"""
    if (pos.flag(one, w.STRATEGIC) > 0) != (pos.flag(other, w.STRATEGIC) > 0):
        return False
    return _kin(pos, one, other)


def _kin(pos: TrumpetsPosition, one: int, other: int) -> bool:
    roster = pos.game.roster
    if pos.generic(one) or pos.generic(other):
        return _steps_kin(pos, one, other)
    mine, theirs = group(pos, one), group(pos, other)
    if mine == theirs:
        return True
    if _cooperate(pos, one, other):
        return True
    if pos.above(one, "army") != pos.above(other, "army"):
        return False
    if (one in roster.british) != (other in roster.british):
        echelon = other if one in roster.british else one
        return roster.level.get(group(pos, echelon)) == "army"
    levels = (roster.level.get(mine), roster.level.get(theirs))
    if "army" in levels:
        return True
    return pos.above(one, "corps") == pos.above(other, "corps") and "corps" in levels


def _steps_kin(pos: TrumpetsPosition, one: int, other: int) -> bool:
    """7.12d,e, 7.13d: what one of two units as a step counter may stand with."""
    return any(pos.generic(step) and _step_stands_with(pos, step, mate) for step, mate in ((one, other), (other, one)))


def _step_stands_with(pos: TrumpetsPosition, step: int, mate: int) -> bool:
    """7.12d: an SS step stands with units of the SS corps; 7.12e, 7.13d: others with any unit of their nation."""
    roster = pos.game.roster
    if step in roster.ss:
        return pos.above(mate, "corps") in (roster.index["i_ss_hq"], roster.index["ii_ss_hq"]) or mate in roster.ss
    return step in roster.german or (step in roster.british) == (mate in roster.british)


def _cooperate(pos: TrumpetsPosition, one: int, other: int) -> bool:
    return _together(pos.game, _formations(pos, one), _formations(pos, other), pos.state.turn)


@lasting(most=1 << 12)
def _together(game: Box[TrumpetsPosition], mine: frozenset[int], theirs: frozenset[int], turn: int) -> bool:
    """24.1-24.6: does one of some formations stack with one of others in a turn?"""
    index = game.roster.index
    return any(
        turn >= since and ((index[a] in mine and index[b] in theirs) or (index[b] in mine and index[a] in theirs))
        for a, b, since in COOPERATE
    )


def _formations(pos: TrumpetsPosition, piece: int) -> frozenset[int]:
    """HQs below the corps to which a unit belongs: its own, and that one's division (24.6). KG Peiper is a formation of
    its own (24.3c)."""
    roster = pos.game.roster
    found: list[int] = []
    here = piece if piece in roster.hqs else pos.parent(piece)
    while here != NOBODY and roster.level[here] not in ("army", "corps"):
        found.append(here)
        here = NOBODY if here == roster.index["kgp_hq"] else pos.parent(here)
    return frozenset(found)


def may_share(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """Ending a move there: with all units of the hex that count for stacking; HQs are free (23.1a)."""
    counted = pos.game.roster.counted
    if piece not in counted:
        return True
    return all(mates(pos, piece, other) for other in pos.units(place) if other in counted and other != piece)


def apart(pos: TrumpetsPosition, piece: int, place: int) -> str:
    """The rule by which a unit may not stay with the units of a hex; "" when it may."""
    return next((rule for other in pos.units(place) if (rule := between(pos, piece, other))), "")


def between(pos: TrumpetsPosition, piece: int, other: int) -> str:
    """The rule by which two units may not end a segment in one hex; "" when they may."""
    counted = pos.game.roster.counted
    if piece == other or piece not in counted or other not in counted or mates(pos, piece, other):
        return ""
    if (pos.flag(piece, w.STRATEGIC) > 0) != (pos.flag(other, w.STRATEGIC) > 0):
        return "28.4"
    return _strangers(pos, piece, other) or "23.7"


def _strangers(pos: TrumpetsPosition, piece: int, other: int) -> str:
    """23.5b, 23.6b: the rule that keeps units of two armies or of two corps apart; "" for those of one corps."""
    if pos.above(piece, "army") != pos.above(other, "army"):
        return "23.5"
    return "23.6" if pos.above(piece, "corps") != pos.above(other, "corps") else ""


def may_enter(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """23.5b, 23.6b, 28.4: may a unit enter a hex by the friends in it?"""
    return not barred_by(pos, piece, place)


def barred_by(pos: TrumpetsPosition, piece: int, place: int) -> str:
    """23.5b, 23.6b, 28.4: no entry into a hex with units of another friendly army or corps, strategic movement
    excepted; 23.1a: HQs neither bar nor are barred. The rule, "" for free entry."""
    roster = pos.game.roster
    if piece not in roster.counted or pos.flag(piece, w.STRATEGIC):
        return ""
    for other in pos.units(place):
        friend = other in roster.counted and other != piece and pos.side(other) == pos.side(piece)
        if friend and not pos.flag(other, w.STRATEGIC) and not _kin(pos, piece, other):
            rule = _strangers(pos, piece, other)
            if rule:
                return rule
    return ""


def count(pos: TrumpetsPosition, units: Sequence[int]) -> int:
    """23.3, 24.4: units of a hex that count; a Fuehrer Escort AA company with one of its panzer units counts as one."""
    roster = pos.game.roster
    feb = roster.index["feb_hq"]
    found = [piece for piece in units if piece in roster.counted]
    own = [piece for piece in found if pos.parent(piece) == feb]
    flak = any(piece in roster.having["aa"] for piece in own)
    panzer = any(piece in roster.tanks for piece in own)
    return len(found) - int(flak and panzer)


def limit(pos: TrumpetsPosition) -> int:
    """23.3: three."""
    return pos.game.chart.number(*LIMIT)


def wrecks(pos: TrumpetsPosition, place: int) -> int:
    """35.3l: units overrun in a hex, which count there until the movement segment ends (marker: 2 for one that counts,
    1 for an HQ)."""
    return max(0, pos.marker("overrun", place) - 1)


def full_id_tanks(pos: TrumpetsPosition, units: Sequence[int]) -> tuple[int, ...]:
    """24.7, 24.8: Allied tank battalions that show their full unit id."""
    marked = pos.game.roster.having["full_id_tank"]
    return tuple(piece for piece in units if piece in marked and not pos.generic(piece))


def fits(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """23.3, 24.7: is the hex within its limits with the unit in it, whoever stands there?"""
    units = tuple(unit for unit in pos.units(place) if unit != piece)
    if piece in pos.game.roster.counted and count(pos, (*units, piece)) + wrecks(pos, place) > limit(pos):
        return False
    return len(full_id_tanks(pos, (*units, piece))) < 2 or not full_id_tanks(pos, (piece,))


def room(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """May a unit end a segment in the hex beside those that are there now?"""
    return fits(pos, piece, place) and may_share(pos, piece, place)


def overstacked(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """23.3c, 24.7: hexes of a side over the limit of units, or with two full tank battalions; ascending."""
    counted, at = pos.game.roster.counted, pos.state.at
    crowds = Counter(at[piece] for piece in pos.of(side) if piece in counted)
    most, found = limit(pos), list[int]()
    for place in sorted(place for place, number in crowds.items() if number > 1):
        units = pos.units(place)
        if count(pos, units) > most or len(full_id_tanks(pos, units)) > 1:
            found.append(place)
    return tuple(found)


def excess(pos: TrumpetsPosition, place: int) -> tuple[int, ...]:
    """Units of an overstacked hex of which one must go: the tank battalions where those are the trouble."""
    units = pos.units(place)
    tanks = full_id_tanks(pos, units)
    if len(tanks) > 1:
        return tanks
    return tuple(piece for piece in units if piece in pos.game.roster.counted)


def crowded_guns(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """23.4e: artillery substitutes that stand with another one."""
    found: dict[int, list[int]] = {}
    for piece in sorted(pos.game.roster.substitutes):
        if pos.side(piece) == side and pos.on_map(piece):
            found.setdefault(pos.at(piece), []).append(piece)
    return tuple(piece for those in found.values() if len(those) > 1 for piece in those)


def crowded_hqs(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """23.1d, 23.2: HQs that stand with another one of their level; the three special ones stack freely (2.6.2f), and
    those of formations that stack together stand together (23.1b)."""
    slots: dict[tuple[int, str], list[int]] = {}
    for piece in pos.of(side):
        slot = _slot(pos, piece)
        if slot:
            slots.setdefault((pos.at(piece), slot), []).append(piece)
    return tuple(hq for hqs in slots.values() for hq in hqs if any(same_slot(pos, hq, other) for other in hqs))


def same_slot(pos: TrumpetsPosition, one: int, other: int) -> bool:
    """23.1b, d: two different HQs that would crowd each other in a hex; not those of formations that stack together
    (24.1-24.6)."""
    return one != other and _slot(pos, one) == _slot(pos, other) != "" and not _cooperate(pos, one, other)


def _slot(pos: TrumpetsPosition, piece: int) -> str:
    """The place that an HQ takes in a hex; "" for who takes none."""
    roster = pos.game.roster
    if piece not in roster.hqs or piece in roster.special_hq:
        return ""
    level = pos.level(piece)
    return SLOT.get(level, level)
