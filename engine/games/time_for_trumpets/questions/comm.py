"""Command (7): who is in the range of whose headquarters, and by what path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import borders, lines
from hexledger.engine.games.time_for_trumpets.questions.position import ON_CHAIN, TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import LEVELS, NOBODY
from hexledger.engine.kernel.memory import kept
from hexledger.engine.map.floods import Lines

RULES: Final[Mapping[str, str]] = {
    "army": "7.1",
    "corps": "7.5",
    "fag": "7.7",
    "division": "7.9",
    "brigade": "7.9",
    "command": "7.9",
    "kampfgruppe": "7.9",
    "cp": "7.10",
}
"""Level of an HQ -> the rule by which it is judged."""
UNIT_RULES: Final[Mapping[str, str]] = {"army": "7.4", "corps": "7.6", "fag": "7.8"}
"""Level of a unit's HQ -> rule; of all others 7.10."""
GONE: Final = (w.POOL["returning"], w.POOL["fled"])
"""52.7, 54.1h: headquarters that were on the map, and come back."""


class Verdict(NamedTuple):
    """In command or not, the path from the HQ (empty where none is needed or there is none), and the rule."""

    good: bool
    path: tuple[int, ...]
    rule: str


@kept(lines.ON_LINES)
def reach_of(pos: TrumpetsPosition, hq: int, distance: int) -> Lines:
    """7.1-7.3: hexes to which a command path leads from an HQ within a distance."""
    floods = lines.over_all(pos.game)
    return lines.flooded_near(pos, floods, pos.at(hq), lines.comm_hexes(pos, pos.side(hq)), distance)


def superior(pos: TrumpetsPosition, piece: int) -> int:
    """6.0, G-D6: the HQ to which the piece answers now: where its own has not arrived yet the nearest one of the same
    level and corps, else army; NOBODY for none. B-43: one that has gone off the map (34, 54.1h) has arrived, and is its
    HQ."""
    hq = pos.parent(piece)
    if hq == NOBODY or hq in pos.state.at or pos.away(hq) or any(pos.state.pooled(pool, hq) for pool in GONE):
        return hq
    if not pos.on_map(piece):
        return hq
    level = pos.game.roster.level[hq]
    for above in ("corps", "army"):
        found = [
            other
            for other, its in pos.game.roster.level.items()
            if its == level and pos.on_map(other) and pos.above(other, above) == pos.above(hq, above) != NOBODY
        ]
        if found:
            return min(found, key=lambda other: (pos.board.distance(pos.at(other), pos.at(piece)), other))
    return hq


def judge_all(pos: TrumpetsPosition) -> dict[int, Verdict]:
    """7.11: every HQ and unit on the map, HQs first, from the army down."""
    found: dict[int, Verdict] = {}
    levels = pos.game.roster.level
    hqs = sorted((hq for hq in levels if pos.on_map(hq)), key=lambda hq: (_depth(pos, hq), hq))
    for hq in hqs:
        found[hq] = judge(pos, hq, found)
    _chain(pos, found)
    roster = pos.game.roster
    for side in (w.GERMAN, w.ALLIED):
        for piece in pos.of(side):
            if piece in roster.counted:
                found[piece] = judge(pos, piece, found)
    return found


def _chain(pos: TrumpetsPosition, found: dict[int, Verdict]) -> None:
    """7.10d: command posts lengthen the range one after the other, in whatever order they were judged: those out of
    command are judged again until no more of them is reached."""
    out = [cp for cp in _command_posts(pos) if cp in found and not found[cp].good]
    while out:
        reached = {cp: verdict for cp in out if (verdict := judge(pos, cp, found)).good}
        if not reached:
            return
        found.update(reached)
        out = [cp for cp in out if cp not in reached]


def _depth(pos: TrumpetsPosition, hq: int) -> int:
    """How many HQs stand above this one."""
    here, depth = pos.parent(hq), 0
    while here != NOBODY and depth < len(LEVELS):
        here, depth = pos.parent(here), depth + 1
    return depth


def judge(pos: TrumpetsPosition, piece: int, known: Mapping[int, Verdict]) -> Verdict:
    """7.1-7.10: is the piece in command, the HQs above it being judged already?"""
    roster = pos.game.roster
    level = pos.level(piece)
    hq = superior(pos, piece)
    rule = RULES[level] if level else UNIT_RULES.get(roster.level.get(hq, ""), "7.10")
    if strayed(pos, piece):
        return Verdict(False, (), "26.1.3")
    if pos.flag(piece, w.STRATEGIC):
        return Verdict(True, (), "28.2")
    if level and pos.flag(piece, w.FLAG["returning"]) == pos.state.turn:
        return Verdict(False, (), "52.7")
    if level == "army" or hq == NOBODY:
        return Verdict(True, (), rule)
    if pos.away(hq):
        return Verdict(True, (), "H-9")
    if piece == heir(pos):
        return Verdict(True, (), "H-7")
    path = _path(pos, piece, hq, known)
    return Verdict(bool(path), path, rule)


def strayed(pos: TrumpetsPosition, piece: int) -> bool:
    """26.1.3, 26.1.4, 26.2.9, G-3.22: a German unit beyond the boundary of its army is out of command."""
    if pos.side(piece) != w.GERMAN:
        return False
    if pos.flag(piece, w.FLAG["trespasser"]):
        return pos.at(piece) not in borders.domain(pos, borders.army_of(pos, piece), False)
    return pos.at(piece) not in borders.within(pos, piece)


def _path(pos: TrumpetsPosition, piece: int, hq: int, known: Mapping[int, Verdict]) -> tuple[int, ...]:
    """The command path from the superior HQ, or from one that may stand in for it (7.9b, 7.10d, 106.13)."""
    for master in (hq, *deputies(pos, piece, hq)):
        if not pos.on_map(master) or not known.get(master, _NO).good:
            continue
        found = reach_of(pos, master, pos.command_range(master))
        if pos.at(piece) in found:
            return found.to(pos.at(piece))
    return ()


@kept(ON_CHAIN)
def _command_posts(pos: TrumpetsPosition) -> tuple[int, ...]:
    """7.10, G-D3: the CPs."""
    return tuple(hq for hq in pos.game.roster.level if pos.level(hq) == "cp")


def deputies(pos: TrumpetsPosition, piece: int, hq: int) -> tuple[int, ...]:
    """7.9b: a KG HQ may trace to its corps too; 7.10d, 2.6.3e: CPs lengthen the range of their division's HQ for all of
    its units, and those whom the scenario gives to a CP gather with that HQ too (B-84); 7.5c, 106.13, H-7: alternate
    paths that the scenario names."""
    roster = pos.game.roster
    found: list[int] = []
    if roster.level.get(piece) == "kampfgruppe":
        found.append(pos.above(piece, "corps"))
    whole = pos.parent(hq) if hq != NOBODY and pos.level(hq) == "cp" else hq
    if roster.level.get(whole) == "division":
        chain = (whole, *(cp for cp in _command_posts(pos) if pos.parent(cp) == whole))
        found += [master for master in chain if master not in (hq, piece)]
    for row in pos.scenario.hooks.get("alternate_command", ()):
        if roster.index[row["of"]] in (piece, hq):
            found.append(roster.index[row["to"]])
    leader = heir(pos)
    if leader != NOBODY and roster.nation[piece] == "us":
        hook = pos.scenario.hooks["corps_leaves"]
        places = [pos.board.place(label) for label in hook["around"]]
        if min(pos.board.distance(pos.at(piece), place) for place in places) <= int(hook["within"]):
            found.append(leader)
    return tuple(other for other in found if other not in (NOBODY, piece))


def heir(pos: TrumpetsPosition) -> int:
    """H-7: the HQ that leads around Bastogne once the corps HQ has left the map or was eliminated for good; NOBODY for
    none. Then nobody stands above it (B-30)."""
    hook = pos.scenario.hooks.get("corps_leaves")
    if hook is None or pos.on_map(pos.game.roster.index[hook["hq"]]):
        return NOBODY
    return pos.game.roster.index[hook["heir"]]


_NO: Final = Verdict(False, (), "7.0")


def nearest_hqs(pos: TrumpetsPosition, piece: int) -> tuple[int, ...]:
    """7.12, 7.13: the nearest division HQs of a step counter, several where they are equally near."""
    roster = pos.game.roster
    levels = ("division",) if _wants_division(pos, piece) else ("division", "brigade")
    hqs = [hq for hq in roster.level if roster.level[hq] in levels and pos.on_map(hq) and _same_kind(pos, piece, hq)]
    if not hqs:
        return ()
    near = min(pos.board.distance(pos.at(piece), pos.at(hq)) for hq in hqs)
    return tuple(hq for hq in hqs if pos.board.distance(pos.at(piece), pos.at(hq)) == near)


def _wants_division(pos: TrumpetsPosition, piece: int) -> bool:
    """7.12a, 7.13a: SS and American steps answer to division headquarters only."""
    return piece in pos.game.roster.ss or (pos.side(piece) == w.ALLIED and piece not in pos.game.roster.british)


def _same_kind(pos: TrumpetsPosition, piece: int, hq: int) -> bool:
    """7.12a: SS steps answer to any division of I SS or II SS Panzer Corps; 7.12b: others to any of the Germans;
    7.13a, b: Allied ones to their own nation."""
    roster, index = pos.game.roster, pos.game.roster.index
    if pos.side(hq) != pos.side(piece):
        return False
    if piece in roster.ss:
        return pos.above(hq, "corps") in (index["i_ss_hq"], index["ii_ss_hq"])
    return pos.side(piece) == w.GERMAN or (hq in roster.british) == (piece in roster.british)
