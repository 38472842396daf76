"""Artillery: which battalions may fire, for whom, at which hex, and together with whom (43-48)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import chains, comm, force
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.switches import COORDINATION
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal

TWO_GROUPS: Final = "i_ss_hq"
"""45.4, 46.8.4: only I SS combines two VAKs, or two NW brigades."""
ECHELONS: Final = frozenset({"corps", "army", "fag"})
PARTS: Final = frozenset({"cp", "command"})
"""Levels of HQs of parts of a division."""
RESTS: Final = {"army": "43.7.1", "corps": "43.7.2", "fag": "43.7.2"}
"""Level of the artillery -> rule on its rest; 43.7.4 for divisions."""


class Share(NamedTuple):
    """Whose artillery a battalion is (46.2-46.4, 47.2-47.6).

    level   army, corps, fag or division (brigades and KGs too)
    hq      the HQ that must command it
    serves  the HQ whose units it may support
    """

    level: str
    hq: int
    serves: int


def share_of(pos: TrumpetsPosition, gun: int) -> Share:
    """Level of a battalion by its HQ; a FAG serves its corps (47.6b), a battalion under a command post or a combat
    command its whole division (47.2a)."""
    here = force.stand(pos, gun)
    hq = pos.parent(here)
    level = pos.game.roster.level.get(hq, "")
    if level == "fag":
        return Share("fag", hq, pos.parent(hq))
    if level in ECHELONS:
        return Share(level, hq, hq)
    return Share("division", hq, force.division(pos, here) if level in PARTS else hq)


def brigade(pos: TrumpetsPosition, gun: int) -> str:
    """Formation of a battalion: NW brigade, VAK, FAG, division."""
    return pos.counters[gun].formation


# ---------------------------------------------------------------------- may a battalion fire at all
def unable(pos: TrumpetsPosition, gun: int, defending: bool) -> Refusal | None:
    """32.1, 43.3, 45.1, 46.1, 47.1: why a battalion may not fire for an attack or a defence; None when it may."""
    roster, name, here = pos.game.roster, pos.name(gun), force.stand(pos, gun)
    level, hq, _ = share_of(pos, gun)
    german = pos.side(gun) == w.GERMAN
    if gun not in pos.game.arms.gun or not pos.on_map(here):
        return "43.2", f"{name} is no artillery on the map"
    if not pos.backed(here):
        return "43.2", f"{name} is not in battery"
    if pos.flag(gun, w.FIRED):
        return "43.1", f"{name} has fired"
    if not pos.in_comm(here):
        return "7.14", f"{name} is out of command"
    if not pos.in_supply(here):
        return "9.15", f"{name} is out of supply"
    if pos.exhausted(here):
        return "43.6", f"{name} is exhausted"
    if pos.held(here):
        return "H-1", f"{name} is not released"
    if pos.resting(here) and (not defending or level != "division"):
        return RESTS.get(level, "43.7.4"), f"{name} rests"
    if gun in pos.game.arms.nw:
        return ("43.1", f"{name} fires in attack only") if defending else None
    if german and pos.flag(gun, w.FLAG["event_moves"]) and not pos.flag(gun, w.FLAG["event_fires"]):
        return "32.4", f"{name} moves this turn and does not fire"
    if pos.enemy_beside(pos.at(here), pos.side(gun)):
        return "43.4", f"an enemy stands beside {name}"
    if level == "fag":
        return _fag_unable(pos, hq, roster.british)
    return None


def _fag_unable(pos: TrumpetsPosition, hq: int, british: frozenset[int]) -> Refusal | None:
    """47.3c, 47.6d, 43.5c, 48.4.1a: the group's HQ is on the map, in command and in supply, and directs no ToT."""
    rule = "47.3" if hq in british else "47.6"
    if not pos.on_map(hq):
        return "43.5", f"{pos.name(hq)} is not on the map"
    if not pos.in_comm(hq) or not pos.in_supply(hq):
        return rule, f"{pos.name(hq)} is out of command or supply"
    if pos.flag(hq, w.DIRECTED):
        return "48.4.1", f"{pos.name(hq)} has directed a Time on Target"
    return None


def in_range(pos: TrumpetsPosition, gun: int, target: int) -> bool:
    """43.2, 44.1j,k: range in hexes, the firing hex not counted; of a battalion on the card from its substitute."""
    return pos.board.distance(pos.at(force.stand(pos, gun)), target) <= pos.game.arms.gun[gun].range


# ---------------------------------------------------------------------- for whom
def serves(pos: TrumpetsPosition, gun: int, units: Iterable[int]) -> bool:
    """45.3, 46.2-46.4, 47.2-47.6, 42.4, 7.14e, gaps 3.39: one of the units is in command, of the formation that the
    battalion serves, and of its nation."""
    served = share_of(pos, gun).serves
    british = gun in pos.game.arms.british
    return any(
        pos.in_comm(unit) and force.belongs(pos, unit, served) and (unit in pos.game.arms.british) == british
        for unit in units
    )


@kept(BOARD)
def attack_guns(pos: TrumpetsPosition, units: tuple[int, ...], target: int) -> tuple[int, ...]:
    """45.1, 46.5, 47.7: battalions that may support an attack of these units on a hex, each taken by itself."""
    side = pos.side(units[0])
    return tuple(
        gun
        for gun in force.guns(pos, side)
        if in_range(pos, gun, target)
        and unable(pos, gun, defending=False) is None
        and serves(pos, gun, _led(pos, gun, units))
        and _brigade_bound(pos, gun, target) is None
    )


def _led(pos: TrumpetsPosition, gun: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """45.1d: an NW brigade fires where a division or brigade of its corps attacks, not for the corps' echelon alone."""
    if gun not in pos.game.arms.nw or share_of(pos, gun).level != "corps":
        return units
    return tuple(unit for unit in units if force.division(pos, unit) >= 0)


def _brigade_bound(pos: TrumpetsPosition, gun: int, target: int) -> Refusal | None:
    """45.1e: an NW brigade fires at one hex in a turn."""
    if gun not in pos.game.arms.nw or share_of(pos, gun).level != "corps":
        return None
    name = brigade(pos, gun)
    for mate in force.guns(pos, pos.side(gun)):
        fired = pos.flag(mate, w.FIRED_AT)
        if fired and fired != target + 1 and mate in pos.game.arms.nw and brigade(pos, mate) == name:
            return "45.1", f"{name} has fired at another hex"
    return None


@kept(BOARD)
def defence_guns(pos: TrumpetsPosition, target: int) -> tuple[int, ...]:
    """46.6, 47.8: battalions that may support the defence of a hex: the defended hex is in range."""
    units = bt.defenders(pos, target)
    if not units:
        return ()
    return tuple(
        gun
        for gun in force.guns(pos, pos.side(units[0]))
        if gun not in pos.game.arms.nw
        and pos.at(force.stand(pos, gun)) != target
        and in_range(pos, gun, target)
        and unable(pos, gun, defending=True) is None
        and _resting_serves(pos, gun, units)
        and serves(pos, gun, units)
    )


def _resting_serves(pos: TrumpetsPosition, gun: int, units: Iterable[int]) -> bool:
    """43.7.4b: a resting division's artillery fires for defenders of its own division."""
    served = share_of(pos, gun).serves
    here = force.stand(pos, gun)
    return not pos.resting(here) or any(force.belongs(pos, unit, served) for unit in units)


# ---------------------------------------------------------------------- who fires together
def divisions(pos: TrumpetsPosition, units: Iterable[int]) -> frozenset[int]:
    """Divisions (brigades) of units."""
    return frozenset(hq for unit in units if (hq := force.division(pos, unit)) >= 0)


def together(
    pos: TrumpetsPosition, guns: Iterable[int], units: Iterable[int], defending: bool = False
) -> Refusal | None:
    """45.2, 45.4, 46.7, 46.8.1-46.8.4, 47.9: may these battalions fire together for these units? 46.8 is about attacks:
    in defence two groups of a corps may."""
    those = tuple(guns)
    german = bool(those) and pos.side(those[0]) == w.GERMAN
    if not german:
        # 47.9 binds American artillery; the British have one corps (42.4 sees to whom each serves)
        those = tuple(gun for gun in those if gun not in pos.game.arms.british)
    shares = [share_of(pos, gun) for gun in those]
    armies = {pos.above(force.stand(pos, gun), "army") for gun in those}
    corps = {
        pos.above(force.stand(pos, gun), "corps") for gun, own in zip(those, shares, strict=True) if own.level != "army"
    }
    if len(armies) > 1 or len(corps) > 1:
        return "46.7" if german else "47.9", "artillery of different corps or armies never fires together"
    if not german or defending:
        return None
    units = tuple(units)
    for kind, rule in (("fa", "46.8.4"), ("nw", "45.4")):
        pool = pos.game.arms.nw if kind == "nw" else pos.game.arms.fa
        groups = {
            brigade(pos, gun) for gun, own in zip(those, shares, strict=True) if own.level == "corps" and gun in pool
        }
        if len(groups) > 1:
            hq = pos.game.piece_number(TWO_GROUPS)
            if corps != {hq} or len(groups) > 2 or len(divisions(pos, units)) < len(groups):
                return rule, "two groups of corps artillery fire together only for two divisions of I SS"
    return None


# ---------------------------------------------------------------------- 48 bombardment
def who(pos: TrumpetsPosition, guns: Iterable[int]) -> str:
    """48.2-48.4: whose rules of bombardment hold: `german`, `british` or `us`."""
    first = next(iter(guns))
    if pos.side(first) == w.GERMAN:
        return "german"
    return "british" if first in pos.game.arms.british else "us"


def formations(pos: TrumpetsPosition, guns: Iterable[int]) -> int:
    """Gaps 3.5: formations that fire: divisions, VAKs, NW brigades, FAGs, echelon artillery."""
    shares = ((share_of(pos, gun), brigade(pos, gun)) for gun in guns)
    return len({(own.serves if own.level == "division" else own.hq, name) for own, name in shares})


def must_coordinate(pos: TrumpetsPosition, guns: Iterable[int]) -> bool:
    """48.2.1e, gaps 3.5: several formations fire (or the reading that asks for the roll always)."""
    return pos.reading(COORDINATION) != COORDINATION.default or formations(pos, guns) > 1


def directors(pos: TrumpetsPosition, units: Iterable[int]) -> tuple[int, ...]:
    """48.4: FAG HQs that may direct a Time on Target: in supply, in command of a corps whose units it helps, with
    battalions of their own in it or without (48.4.1b, c); B-51: while their corps neither rests nor is exhausted."""
    units = tuple(units)
    side = pos.side(units[0])
    found = []
    for hq in chains.headquarters(pos, side, "fag"):
        ready = pos.on_map(hq) and pos.active(hq) and pos.in_comm(hq) and pos.in_supply(hq)
        if hq in pos.game.arms.british or not ready:
            continue
        if pos.flag(hq, w.DIRECTED) or any(
            pos.flag(gun, w.FIRED) for gun in force.guns(pos, side) if pos.parent(gun) == hq
        ):
            continue
        if any(force.belongs(pos, unit, pos.parent(hq)) and unit in pos.game.arms.us for unit in units):
            found.append(hq)
    return tuple(found)


def joins(pos: TrumpetsPosition, gun: int, director: int) -> Refusal | None:
    """48.4.1: may a battalion take part in a Time on Target that an HQ directs?"""
    level, hq, _ = share_of(pos, gun)
    corps = pos.parent(director)
    if gun in pos.game.arms.british:
        return "48.4.1", "a Time on Target is fired by American artillery"
    if level == "fag":
        return None if pos.parent(hq) == corps else ("48.4.1", f"{pos.name(hq)} belongs to another corps")
    if not (force.belongs(pos, gun, corps) or (level == "army" and pos.above(gun, "army") == pos.above(corps, "army"))):
        return "48.4.1", f"{pos.name(gun)} belongs to another corps or army"
    if pos.at(gun) not in comm.reach_of(pos, director, pos.command_range(director)):
        return "48.4.1", f"{pos.name(gun)} is beyond the command range of {pos.name(director)}"
    return None


@kept(BOARD)
def mission_guns(pos: TrumpetsPosition, units: tuple[int, ...], target: int, director: int) -> tuple[int, ...]:
    """48.4e, 48.4.1: battalions that may take part in a Time on Target that an HQ directs for these units, who attack
    the target or defend it: any of its corps that it may direct, whichever of the corps' divisions they belong to.

    target  the hex that must be in range: the enemy's, or (46.6d, 47.8c) the one that is defended
    """
    corps, defending = pos.parent(director), target == pos.at(units[0])
    if not any(pos.in_comm(unit) and unit in pos.game.arms.us and force.belongs(pos, unit, corps) for unit in units):
        return ()
    return tuple(
        gun
        for gun in force.guns(pos, pos.side(units[0]))
        if in_range(pos, gun, target)
        and not (defending and pos.at(gun) == target)
        and unable(pos, gun, defending) is None
        and _resting_serves(pos, gun, units)
        and joins(pos, gun, director) is None
    )


@kept(BOARD)
def directed(pos: TrumpetsPosition, units: tuple[int, ...], target: int) -> tuple[int, ...]:
    """48.4: battalions that fire for these units in a Time on Target of some HQ, if it is played; ascending."""
    if not units or not pos.plays("bombardment_shock"):
        return ()
    found = {gun for hq in directors(pos, units) for gun in mission_guns(pos, units, target, hq)}
    return tuple(sorted(found))


def aims(pos: TrumpetsPosition, battle: Battle, guns: tuple[int, ...]) -> tuple[int, ...]:
    """48.2.2c, e, 48.4.3c: attacking hexes within range of all the battalions."""
    return tuple(place for place in bt.attacking_hexes(pos, battle) if all(in_range(pos, gun, place) for gun in guns))
