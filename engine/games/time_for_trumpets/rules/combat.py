"""The combat segment of a corps: attacks one after the other, with their obligations (51, 52.12.2, 52.13.4, 57)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import attackers as at
from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import chains, engagements, force, leaders
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import EndSegment
from hexledger.engine.games.time_for_trumpets.rules.changes import eliminate, used
from hexledger.engine.games.time_for_trumpets.rules.leaving import vacated
from hexledger.engine.games.time_for_trumpets.rules.support import AirSupport
from hexledger.engine.games.time_for_trumpets.rules.ties import end_engagement, release_counter, settle_ties
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted


class Attack(Decision, frozen=True, array_like=True, tag=70):
    """`attack 12_48_i,12_48_ii 9119`: units attack a hex."""

    units: tuple[PieceId, ...]
    at: PlaceId


class Blitz(Decision, frozen=True, array_like=True, tag=71):
    """`blitz kgp_1_panther,kgp_2_iii 9119`: units make a Blitzkrieg 44 attack on a hex."""

    units: tuple[PieceId, ...]
    at: PlaceId


# ---------------------------------------------------------------------- obligations
def refights(pos: TrumpetsPosition, side: int) -> dict[int, tuple[int, ...]]:
    """52.13.4c, 52.13.5e: engaged battles of the corps that must be fought on -> the attackers that must."""
    found: dict[int, tuple[int, ...]] = {}
    for target, fight in engagements.engagements(pos).items():
        bound = tuple(
            unit
            for unit in fight.attackers
            if pos.side(unit) == side
            and engagements.bound_to(pos, unit) == target
            and at.cannot_attack(pos, unit) is None
        )
        if bound and at.no_target(pos, target, side) is None:
            able = tuple(unit for unit in bound if at.cannot_strike(pos, unit, target) is None)
            if able:
                found[target] = able
    return found


def counterattacks(pos: TrumpetsPosition, side: int) -> dict[int, tuple[int, ...]]:
    """52.12.2, 52.13.6 is free: groups of the corps that must counterattack -> hexes that they may attack."""
    found: dict[int, tuple[int, ...]] = {}
    for place, group in engagements.counters(pos).items():
        must = engagements.obliged(pos, group)
        if not must or pos.side(must[0]) != side or not any(chains.acts(pos, unit) for unit in must):
            continue
        open_to = tuple(
            target for target in engagements.strikers(pos, place) if at.no_target(pos, target, side) is None
        )
        able = [u for u in must if at.cannot_attack(pos, u) is None]
        hexes = tuple(t for t in open_to if any(at.cannot_strike(pos, u, t) is None for u in able))
        if hexes:
            found[place] = hexes
    return found


def group_of(pos: TrumpetsPosition, place: int, target: int) -> tuple[int, ...]:
    """52.12.2a: those of a group that must take part in its counterattack on a hex."""
    must = engagements.obliged(pos, engagements.counters(pos)[place])
    return tuple(
        unit for unit in must
        if at.cannot_attack(pos, unit) is None and at.cannot_strike(pos, unit, target) is None
    )  # fmt: skip


def _either(pos: TrumpetsPosition, target: int) -> tuple[str, ...]:
    """H-8: divisions of which only one may attack a hex yet."""
    hook = pos.scenario.hooks.get("committed")
    if hook is None or pos.state.turn >= calendar.number(hook["until"]) or pos.label(target) not in hook["targets"]:
        return ()
    return tuple(hook["either"])


def check_attack(pos: TrumpetsPosition, side: int, units: Sequence[int], target: int) -> Refusal | None:
    """51.1, 52.12.2, 52.13.4: why an attack may not be made."""
    if not units or len(set(units)) != len(units):
        return "51.1", "name the units that attack, each once"
    why = at.no_target(pos, target, side)
    for unit in units:
        why = why or at.cannot_attack(pos, unit) or at.cannot_strike(pos, unit, target)
    if why is not None:
        return why
    committed = {
        name for name in _either(pos, target) if any(pos.within(u, (pos.game.roster.index[name],)) for u in units)
    }
    if len(committed) > 1:
        return "H-8", f"only one of {', '.join(sorted(committed))} attacks {pos.label(target)} yet"
    missing = next((u for u in refights(pos, side).get(target, ()) if u not in units), None)
    if missing is not None:
        return "52.13.4", f"{pos.name(missing)} must take part"
    back = strike_back(pos, units, target)
    if back is not None:
        return back
    for place, hexes in counterattacks(pos, side).items():
        group = engagements.obliged(pos, engagements.counters(pos)[place])
        if not any(unit in group for unit in units):
            continue
        if target not in hexes:
            return "52.12.2", f"units of {pos.label(place)} counterattack a hex from which they were attacked"
        left_out = next((unit for unit in group_of(pos, place, target) if unit not in units), None)
        if left_out is not None:
            return "52.12.2", f"{pos.name(left_out)} must take part"
    return None


def strike_back(pos: TrumpetsPosition, units: Sequence[int], target: int) -> Refusal | None:
    """52.13.6d: engaged defenders who attack back do it with all of them who cannot withdraw and can strike the hex."""
    for fight in engagements.engagements(pos).values():
        if not any(unit in fight.defenders for unit in units):
            continue
        if not any(pos.at(unit) == target for unit in fight.attackers):
            continue
        for unit in fight.defenders:
            fit = at.cannot_attack(pos, unit) is None and at.cannot_strike(pos, unit, target) is None
            if unit not in units and fit and engagements.slow_to_part(pos, unit):
                return "52.13.6", f"{pos.name(unit)} must take part"
    return None


class NoRefight(Step[TrumpetsPosition], frozen=True, array_like=True, tag=100):
    """TFT 4.5c, 13.7h, 52.13.4g: who must fight on and cannot, because his formation rests or is exhausted, is
    eliminated instead; 52.12.3c, d: so is who could not withdraw where others will counterattack."""

    side: int

    def run(self, act: Act) -> None:
        """Those of the active corps."""
        for unit in engagements.unfit(act.pos, self.side):
            _lost(act, unit, "4.5" if act.pos.exhausted(unit) else "13.7")
        for group in engagements.counters(act.pos).values():
            if engagements.obliged(act.pos, group):
                for unit in engagements.idle(act.pos, group):
                    if act.pos.side(unit) == self.side:
                        _lost(act, unit, "52.12.3")
        settle_ties(act)


def _lost(act: Act, unit: int, rule: str) -> None:
    """A unit of the active corps is eliminated where it is trapped."""
    if chains.acts(act.pos, unit):
        place = act.pos.at(unit)
        eliminate(act, unit, "reason.trapped", rule)
        vacated(act, place)


class Combat(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=91):
    """TFT 51: the combat segment of an activated corps."""

    side: int

    def _must(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """Hexes whose attack is owed: battles fought on, counterattacks."""
        owed = set(refights(pos, self.side))
        for hexes in counterattacks(pos, self.side).values():
            owed.update(hexes)
        return tuple(sorted(owed))

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        found = at.targets(pos, self.side)
        if not found:
            return None
        kinds = (Attack, Blitz) if self._must(pos) else (Attack, Blitz, EndSegment)
        units = sorted({unit for those in found.values() for unit in those})
        return asking(
            pos, self.side, "prompt.combat", "51.1", *kinds, pieces=units, places=tuple(found), complete=False
        )

    def run(self, act: Act) -> None:
        """Nothing (more) to attack."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        found = wanted(decision, (Attack, Blitz, EndSegment), pos.game.cite("51.1"))
        if isinstance(found, EndSegment):
            owed = self._must(pos)
            if owed:
                rule = "52.13.4" if owed[0] in refights(pos, self.side) else "52.12.2"
                raise IllegalDecision(pos.game.cite(rule), f"an attack on {pos.label(owed[0])} is owed")
            return
        units = tuple(found.units)
        permit(pos, check_attack(pos, self.side, units, found.at))
        if isinstance(found, Blitz):
            permit(pos, at.no_blitz(pos, units, found.at))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for target, units in at.targets(pos, self.side).items():
            for group in self._groups(pos, target, units):
                if check_attack(pos, self.side, group, target) is None:
                    yield Attack(tuple(map(PieceId, group)), PlaceId(target))
                    if at.no_blitz(pos, group, target) is None:
                        yield Blitz(tuple(map(PieceId, group)), PlaceId(target))
        if not self._must(pos):
            yield EndSegment()

    def _groups(self, pos: TrumpetsPosition, target: int, units: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All that can, the units of each hex, those that must."""
        seen: set[tuple[int, ...]] = set()
        hexes = sorted({pos.at(unit) for unit in units})
        groups = [units, *(tuple(u for u in units if pos.at(u) == here) for here in hexes)]
        owed = refights(pos, self.side).get(target)
        if owed:
            groups.append(owed)
        for place, open_to in counterattacks(pos, self.side).items():
            if target in open_to:
                groups.append(group_of(pos, place, target))
        for fight in engagements.engagements(pos).values():
            if any(pos.at(unit) == target for unit in fight.attackers):
                groups.append(tuple(unit for unit in fight.defenders if unit in units))
        for group in groups:
            if group and group not in seen:
                seen.add(group)
                yield group

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, EndSegment):
            act.done()
            return
        assert isinstance(decision, Attack | Blitz)
        pos = act.pos
        kind = bt.NORMAL
        if isinstance(decision, Blitz):
            kind = bt.MIST_BLITZ if at.misty(pos, decision.at) else bt.CLEAR_BLITZ
        units = tuple(sorted(decision.units))
        act.then(OpenBattle(Battle(units, decision.at, kind, refight=engagements.refight(pos, units, decision.at))))


class OpenBattle(Step[TrumpetsPosition], frozen=True, array_like=True, tag=101):
    """TFT 51.1, 52.12.4, 52.13.7: an attack is declared; what earlier results left on the hex is taken off."""

    battle: Battle

    def run(self, act: Act) -> None:
        """Mark who attacks and go on to aircraft."""
        pos, target = act.pos, self.battle.target
        act.declare("declare.blitz" if self.battle.kind else "declare.attack", self.battle.units, (target,), "51.1")
        act.marker(target, -1, "marker.attack", 1, "51.1")
        release_counter(act, target, "52.12.4")
        for place, group in engagements.counters(pos).items():
            if any(unit in group.stayed for unit in self.battle.units):
                release_counter(act, place, "52.12.2")
        end_engagement(act, target, "52.13.4" if self.battle.refight else "52.13.7")
        for place, fight in engagements.engagements(act.pos).items():
            # 52.13.6b: only an attack on a hex of those who attacked them ends it
            struck = any(act.pos.at(unit) == target for unit in fight.attackers)
            if struck and any(unit in fight.defenders for unit in self.battle.units):
                end_engagement(act, place, "52.13.6")
        for unit in self.battle.units:
            act.flag(unit, w.ATTACKED, target + 1, "51.1")
            used(act, unit)
        commit(act, self.battle.units, target)
        settle_ties(act)
        act.then(AirSupport(self.battle, self.battle.side(pos)))


def commit(act: Act, units: Sequence[int], target: int) -> None:
    """H-8: a division of which the scenario lets only one go for Bastogne has attacked there."""
    pos = act.pos
    for name in _either(pos, target):
        hq = pos.game.roster.index[name]
        if any(pos.within(unit, (hq,)) for unit in units):
            act.flag(hq, w.FLAG["committed"], 1, "H-8")


class EndOfCombat(Step[TrumpetsPosition], frozen=True, array_like=True, tag=92):
    """TFT 58: after the attacks of a corps; 60.7 and 61 see to the markers that stay now."""

    side: int

    def run(self, act: Act) -> None:
        """58a-c: Attack and Abort markers go; aircraft on support have left after their battle (5.6.1)."""
        for key in sorted(act.state.markers):
            if key & 0xFFFF == w.MARKER["attack"]:
                act.marker(key >> 32, -1, w.MARKER["attack"], 0, "58.0")
        for flag in (w.ABORT, w.HELD_HERE):
            for unit in force.flagged(act.pos, flag):
                act.flag(unit, flag, 0, "58.0")
        for leader in leaders.on_map(act.pos, self.side):
            # 59.2l: with all of his MF in exploitation, whatever he went in the movement segment
            for flag in (w.MOVED, w.FLAG["first_step"], w.DONE):
                act.flag(leader, flag, 0)
        disengage(act, self.side)


def disengage(act: Act, side: int) -> None:
    """52.13.2d-f: attackers of an engaged battle that could leave it, and have not fought on, disengage in place, even
    if they have fought elsewhere."""
    pos = act.pos
    for fight in engagements.engagements(pos).values():
        for unit in fight.attackers:
            free = not engagements.slow_to_part(pos, unit) and pos.flag(unit, w.ATTACKED) != fight.target + 1
            if pos.side(unit) == side and free and chains.acts(pos, unit):
                act.flag(unit, w.ENGAGED, 0, "52.13.2")
    settle_ties(act)


DECISIONS: Final = (Attack, Blitz)
STEPS: Final = (NoRefight, Combat, OpenBattle, EndOfCombat)
