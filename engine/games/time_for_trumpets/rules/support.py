"""Support of an attack: aircraft of both sides, their interception, artillery of both sides (5.9, 45-48)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import structs

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import air, fire, force
from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.rules.changes import used
from hexledger.engine.games.time_for_trumpets.rules.dogfight import dogfight
from hexledger.engine.games.time_for_trumpets.rules.strike import Strike
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, Reveal, Seal
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted
from hexledger.engine.procedures.sealed import OpenChoice, SealChoice


class Fly(Decision, frozen=True, array_like=True, tag=73):
    """`fly air_p47d_1`: an aircraft supports the battle."""

    plane: PieceId


Pairs = Sequence[tuple[int, int]]
"""(fighter, aircraft that it may meet)."""


class Intercept(Decision, frozen=True, array_like=True, tag=74):
    """`intercept air_fw190d9_1 air_p47d_1`: a fighter intercepts an aircraft."""

    fighter: PieceId
    plane: PieceId


class Support(Decision, frozen=True, array_like=True, tag=75):
    """`support 12vg_fa_i,12vg_fa_ii`: artillery that fires for the battle."""

    guns: tuple[PieceId, ...]


class Bombard(Decision, frozen=True, array_like=True, tag=76):
    """`bombard 12vg_fa_i,12vg_fa_ii 9119`: artillery of the defender fires at an attacking hex; others may support the
    defence as ever: `bombard 12vg_fa_i,12vg_fa_ii 9119 277vg_fa_i`."""

    guns: tuple[PieceId, ...]
    at: PlaceId
    others: tuple[PieceId, ...] = ()


class TimeOnTarget(Decision, frozen=True, array_like=True, tag=77):
    """`time_on_target us_fag_402_hq us_viii_740_fa,us_viii_559_fa 8123`: an HQ directs artillery at one hex; others may
    support the battle as ever: `time_on_target us_fag_402_hq us_viii_740_fa 8123 us_28_107_fa`."""

    director: PieceId
    guns: tuple[PieceId, ...]
    at: PlaceId
    others: tuple[PieceId, ...] = ()


class UseEvent(Decision, frozen=True, array_like=True, tag=79):
    """`use_event`: the random event of the corps betters the roll of this attack."""


# ---------------------------------------------------------------------- 5.9 aircraft
class AirSupport(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=102):
    """TFT 5.6.4a, 5.9: one aircraft of a side supports the battle, the attacker's first; a mist Blitz without one of
    the attacker's lets the defender fly none (57.2g)."""

    battle: Battle
    side: int

    def _planes(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        attacking = self.side == self.battle.side(pos)
        if not attacking and self.battle.kind == bt.MIST_BLITZ and self.battle.plane < 0:
            return ()
        units = self.battle.units if attacking else bt.defenders(pos, self.battle.target)
        return air.supporters(pos, self.side, units, self.battle.target)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        planes = self._planes(pos)
        if not planes:
            return None
        target = (self.battle.target,)
        return asking(pos, self.side, "prompt.air_support", "5.9", Fly, Pass, pieces=planes, places=target)

    def run(self, act: Act) -> None:
        """No aircraft at hand."""
        self._go(act, -1)

    def _go(self, act: Act, plane: int) -> None:
        if self.side == self.battle.side(act.pos):
            battle = self.battle._replace(plane=plane)
            act.then(AirSupport(battle, 3 - self.side))
            return
        battle = self.battle._replace(cover_plane=plane)
        act.then(Interception(battle, 0, ()))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("5.9")
        found = wanted(decision, (Fly, Pass), rule)
        if isinstance(found, Fly) and found.plane not in self._planes(pos):
            raise IllegalDecision(rule, f"{pos.name(found.plane)} cannot support this battle")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        yield from (Fly(PieceId(plane)) for plane in self._planes(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        plane = decision.plane if isinstance(decision, Fly) else -1
        if plane >= 0:
            act.flag(plane, w.FLOWN, 1, "5.9.1")
        self._go(act, plane)


def ask_to_intercept(pos: TrumpetsPosition, wave: int, pairs: Pairs, rule: str) -> Prompt | None:
    """The question to the side of a wave, None where no fighter reaches an aircraft."""
    if not pairs:
        return None
    pieces = sorted({piece for pair in pairs for piece in pair})
    return asking(pos, air.WAVES[wave][0], "prompt.intercept", rule, Intercept, Pass, pieces=pieces)


def check_intercept(pos: TrumpetsPosition, decision: Decision, pairs: Pairs, rule: str) -> None:
    """IllegalDecision for anything but one of the pairs of (fighter, aircraft), or a pass."""
    cited = pos.game.cite(rule)
    found = wanted(decision, (Intercept, Pass), cited)
    if isinstance(found, Intercept) and (found.fighter, found.plane) not in pairs:
        raise IllegalDecision(cited, f"{pos.name(found.fighter)} cannot intercept {pos.name(found.plane)}")


def interceptions(pairs: Pairs) -> Iterator[Decision]:
    """What may be decided: each pair, then a pass."""
    yield from (Intercept(PieceId(fighter), PieceId(plane)) for fighter, plane in pairs)
    yield Pass()


class Interception(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=103):
    """TFT 5.9.2, 5.9.3 [ADV]: fighters are put at the supporting aircraft, German fighters first, then Allied, then
    German jets; what comes of it is decided when all of them are there.

    met     aircraft that fighters have been put at, and by: those fighters
    """

    battle: Battle
    wave: int
    met: tuple[int, ...]
    by: tuple[int, ...] = ()

    def _planes(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """Enemy aircraft of the wave that nobody has met yet."""
        side = air.WAVES[self.wave][0]
        flown = (self.battle.plane, self.battle.cover_plane)
        return tuple(plane for plane in flown if plane >= 0 and pos.side(plane) != side and plane not in self.met)

    def _pairs(self, pos: TrumpetsPosition) -> tuple[tuple[int, int], ...]:
        if not pos.plays("interception"):
            return ()
        side, kind = air.WAVES[self.wave]
        mine = self.battle.units if pos.side(self.battle.units[0]) == side else bt.defenders(pos, self.battle.target)
        return tuple(
            (fighter, plane)
            for plane in self._planes(pos)
            for fighter in air.interceptors(pos, side, kind, mine, self.battle.target)
            if fighter not in self.by
        )

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        return ask_to_intercept(pos, self.wave, self._pairs(pos), "5.9.2")

    def run(self, act: Act) -> None:
        """Nobody (more) of this wave."""
        self._next(act)

    def _next(self, act: Act) -> None:
        """The next wave; after the last one they meet."""
        if self.wave + 1 < len(air.WAVES):
            act.then(Interception(self.battle, self.wave + 1, self.met, self.by))
            return
        for fighter, plane in zip(self.by, self.met, strict=True):
            dogfight(act, fighter, plane, "5.9.3")
        battle = self.battle
        battle = battle._replace(
            plane=battle.plane if act.pos.at(battle.plane) >= 0 else -1,
            cover_plane=battle.cover_plane if act.pos.at(battle.cover_plane) >= 0 else -1,
        )
        act.then(AttackGuns(battle))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        check_intercept(pos, decision, self._pairs(pos), "5.9.2")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return interceptions(self._pairs(pos))

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Intercept):
            act.done()
            self._next(act)
            return
        act.become(Interception(self.battle, self.wave, (*self.met, decision.plane), (*self.by, decision.fighter)))
        act.declare("declare.intercept", (decision.fighter, decision.plane), (self.battle.target,), "5.9.2")


# ---------------------------------------------------------------------- artillery of the attacker
def check_guns(
    pos: TrumpetsPosition, guns: Sequence[int], able: Iterable[int], units: Iterable[int], defending: bool
) -> Refusal | None:
    """43-47: why these battalions may not fire for the battle."""
    if len(set(guns)) != len(guns):
        return "43.1", "name each battalion once"
    for gun in guns:
        if gun not in able:
            return fire.unable(pos, gun, defending) or ("43.2", f"{pos.name(gun)} cannot support this battle")
    return fire.together(pos, guns, units, defending)


def check_director(pos: TrumpetsPosition, found: TimeOnTarget, units: Iterable[int]) -> Refusal | None:
    """48.4: why an HQ may not direct these battalions."""
    if not pos.plays("bombardment_shock"):
        return "48.0", "bombardment shock is not played"
    if found.director not in fire.directors(pos, units):
        return "48.4.1", f"{pos.name(found.director)} cannot direct this fire"
    for gun in found.guns:
        why = fire.joins(pos, gun, found.director)
        if why is not None:
            return why
    return None


def others_refusal(
    pos: TrumpetsPosition,
    found: Bombard | TimeOnTarget,
    able: Iterable[int],
    units: Iterable[int],
    defending: bool,
) -> Refusal | None:
    """47.7, 47.8, 48.2.2f, B-52: why artillery beside a bombardment may not support the battle. 48.4.1a: battalions of
    the HQ that directs a Time on Target fire in it or not at all."""
    if not found.others:
        return None
    if isinstance(found, TimeOnTarget):
        own = next((gun for gun in found.others if pos.parent(gun) == found.director), None)
        if own is not None:
            return "48.4.1", f"{pos.name(own)} fires in the mission of its headquarters only"
    units = tuple(units)
    why = check_guns(pos, found.others, able, units, defending)
    return why or check_guns(pos, (*found.guns, *found.others), (*found.guns, *found.others), units, defending)


IN_LUXEMBOURG: Final = "us_viii_422_fa"
"""43.7.3: fires for the corps' headquarters in Luxembourg, for which the edition has no counter: VIII Corps HQ at
Bastogne is not bound by it."""


def mark_fired(act: Act, guns: Sequence[int], target: int, rule: str, defending: bool) -> None:
    """43.1d, 43.7.1-43.7.3: Fired markers; echelon artillery that defends binds its HQ; 14.2c: an army's artillery that
    fires with a corps acts with no other."""
    for gun in guns:
        act.flag(gun, w.FIRED, 1, rule)
        act.flag(gun, w.FIRED_AT, target + 1)
        if not defending:
            used(act, force.stand(act.pos, gun))
        level, hq, serves = fire.share_of(act.pos, gun)
        binds = defending and level != "division" and act.pos.active_side == w.GERMAN
        binds = binds and act.pos.counters[gun].id != IN_LUXEMBOURG
        if binds and act.pos.game.roster.nation[gun] == "us":
            act.flag(serves if level == "fag" else hq, "flag.fired_echelon", 1, "43.7")
    for counter in sorted({force.stand(act.pos, gun) for gun in guns} & act.pos.game.roster.substitutes):
        # 44.1l: the counter is marked when all its battalions have fired
        act.flag(counter, w.FIRED, int(all(act.pos.flag(gun, w.FIRED) for gun in force.carded(act.pos, counter))), rule)


class AttackGuns(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=104):
    """TFT 45.5, 46.5, 47.7, 48.4.2: artillery of the attacker."""

    battle: Battle

    def _able(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return fire.attack_guns(pos, self.battle.units, self.battle.target)

    def _fire(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """Battalions that may fire, with a mission or without."""
        return self._able(pos) or fire.directed(pos, self.battle.units, self.battle.target)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        able = self._fire(pos)
        if not able or hidden(pos, self.battle):
            return None
        kinds: tuple[type[Decision], ...] = (Support, TimeOnTarget, Pass)
        if not pos.plays("bombardment_shock") or not fire.directors(pos, self.battle.units):
            kinds = (Support, Pass)
        side, target = self.battle.side(pos), (self.battle.target,)
        return asking(
            pos, side, "prompt.artillery", "46.5" if side == w.GERMAN else "47.7", *kinds,
            pieces=able, places=target, complete=False,
        )  # fmt: skip

    def run(self, act: Act) -> None:
        """None can fire; or they are committed unseen."""
        if self._fire(act.pos):
            act.then(SealGuns(self.battle))
        else:
            act.then(Initiative(self.battle))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        found = wanted(decision, (Support, TimeOnTarget, Pass), pos.game.cite("46.5"))
        if isinstance(found, Pass):
            return
        able = self._able(pos)
        if isinstance(found, TimeOnTarget):
            permit(pos, check_director(pos, found, self.battle.units))
            able = fire.mission_guns(pos, self.battle.units, self.battle.target, found.director)
        permit(pos, check_guns(pos, found.guns, able, self.battle.units, False))
        if isinstance(found, TimeOnTarget):
            if found.at != self.battle.target:
                raise IllegalDecision(pos.game.cite("48.4.2"), "it is fired at the hex that is attacked")
            permit(pos, others_refusal(pos, found, self._able(pos), self.battle.units, False))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        able = self._able(pos)
        for guns in shares(pos, able, self.battle.units):
            yield Support(tuple(map(PieceId, guns)))
        if pos.plays("bombardment_shock"):
            for mission in missions(pos, self.battle.units, self.battle.target, (self.battle.target,)):
                yield mission
                yield from with_others(pos, mission, able, self.battle.units, False)
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        act.then(Initiative(committed(act, self.battle, decision)))


def committed(act: Act, battle: Battle, decision: Decision) -> Battle:
    """The attack with the artillery that the attacker commits to it."""
    if not isinstance(decision, Support | TimeOnTarget):
        return battle
    guns = tuple(sorted(decision.guns))
    director, mission = -1, tuple[int, ...]()
    if isinstance(decision, TimeOnTarget):
        director, mission = int(decision.director), guns
        guns = tuple(sorted((*guns, *decision.others)))
    mark_fired(act, guns, battle.target, "46.5" if battle.side(act.pos) == w.GERMAN else "47.7", False)
    if director >= 0:
        act.flag(director, w.DIRECTED, 1, "48.4")
    return battle._replace(guns=guns, director=director, mission=mission)


# ---------------------------------------------------------------------- 51.2 steps 6b and 6e [OPT]
HIDDEN: Final = "hidden_artillery"


def hidden(pos: TrumpetsPosition, battle: Battle) -> bool:
    """51.2b: artillery is committed unseen; not in a mist Blitz, where 57.2f asks about it."""
    return pos.plays(HIDDEN) and battle.kind != bt.MIST_BLITZ


class _AttackersGuns:
    """TFT 51.2, steps 6b and 6e: what sealing and opening have in common: whose artillery it is, and what may be sealed
    of it."""

    __slots__ = ()
    asks = "prompt.artillery"
    rule = "51.2"
    slot = "seal.artillery"

    battle: Battle

    def owner(self, pos: TrumpetsPosition) -> int:
        return self.battle.side(pos)

    def sealable(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        return AttackGuns(self.battle).choices(pos)


class SealGuns(_AttackersGuns, SealChoice[TrumpetsPosition], frozen=True, array_like=True, tag=95):
    """TFT 51.2, step 6b: the attacker commits his artillery and does not show it."""

    decision = Support

    battle: Battle

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        able, target = AttackGuns(self.battle)._fire(pos), (self.battle.target,)
        kinds = (Seal, Support, TimeOnTarget, Pass)
        return asking(pos, self.owner(pos), self.asks, self.rule, *kinds, pieces=able, places=target, complete=False)

    def sealed(self, act: Act) -> None:
        act.then(DefenceGuns(self.battle, True))


class OpenGuns(_AttackersGuns, OpenChoice[TrumpetsPosition, Decision], frozen=True, array_like=True, tag=96):
    """TFT 51.2, step 6e: the defender has committed his artillery; the attacker's is shown."""

    decision = Decision

    battle: Battle

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        places = (self.battle.target,)
        return asking(pos, self.owner(pos), self.asks, self.rule, Reveal, Support, TimeOnTarget, Pass, places=places)

    def refusal(self, pos: TrumpetsPosition, choice: Decision) -> str | None:
        try:
            AttackGuns(self.battle).check(pos, choice)
        except IllegalDecision as refusal:
            return str(refusal)
        return None

    def opened(self, act: Act, choice: Decision) -> None:
        act.then(Initiative(committed(act, self.battle, choice), True))


class Initiative(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=106):
    """TFT 15.1: the German player may use the event `initiative` of his corps for this attack."""

    battle: Battle
    last: bool = False
    """The defender has committed his artillery already (51.2)."""

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        if not md.may_use_initiative(pos, self.battle):
            return None
        return asking(pos, w.GERMAN, "prompt.initiative", "15.1", UseEvent, Pass, places=(self.battle.target,))

    def run(self, act: Act) -> None:
        """No such event."""
        act.then(self._next(self.battle))

    def _next(self, battle: Battle) -> Step[TrumpetsPosition]:
        return Strike(battle) if self.last else DefenceGuns(battle)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        wanted(decision, (UseEvent, Pass), pos.game.cite("15.1"))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        yield UseEvent()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        used = isinstance(decision, UseEvent)
        if used:
            act.assign("var.event_used", 1, "15.1")
        act.then(self._next(self.battle._replace(event=used)))


def shares(
    pos: TrumpetsPosition, able: tuple[int, ...], units: tuple[int, ...], defending: bool = False
) -> list[tuple[int, ...]]:
    """Useful sets of battalions, large ones first: all that may fire together, those of each formation, each alone."""
    found: list[tuple[int, ...]] = []
    most: tuple[int, ...] = ()
    for gun in sorted(able, key=lambda gun: (-force.gun_cf(pos, gun), gun)):
        if fire.together(pos, (*most, gun), units, defending) is None:
            most = (*most, gun)
    groups: dict[str, tuple[int, ...]] = {}
    for gun in able:
        name = fire.brigade(pos, gun)
        groups[name] = (*groups.get(name, ()), gun)
    for guns in (tuple(sorted(most)), *groups.values(), *((gun,) for gun in able)):
        if guns and guns not in found and fire.together(pos, guns, units, defending) is None:
            found.append(guns)
    return found


def missions(
    pos: TrumpetsPosition, units: tuple[int, ...], target: int, places: tuple[int, ...]
) -> Iterator[TimeOnTarget]:
    """48.4: for each HQ that may direct, all battalions that may join, at each of the hexes that is in their range.

    target  the hex that is fought for
    """
    for director in fire.directors(pos, units):
        joined = fire.mission_guns(pos, units, target, director)
        for place in places:
            reach = tuple(gun for gun in joined if fire.in_range(pos, gun, place))
            if reach and fire.together(pos, reach, units) is None:
                yield TimeOnTarget(PieceId(director), tuple(map(PieceId, reach)), PlaceId(place))


def with_others(
    pos: TrumpetsPosition, found: Bombard | TimeOnTarget, able: Iterable[int], units: tuple[int, ...], defending: bool
) -> Iterator[Bombard | TimeOnTarget]:
    """B-52: the same bombardment, with all other artillery that may support the battle beside it."""
    director = found.director if isinstance(found, TimeOnTarget) else -1
    others: tuple[int, ...] = ()
    for gun in able:
        fits = gun not in found.guns and pos.parent(gun) != director
        if fits and fire.together(pos, (*found.guns, *others, gun), units, defending) is None:
            others = (*others, gun)
    if others:
        yield structs.replace(found, others=tuple(map(PieceId, others)))


class DefenceGuns(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=105):
    """TFT 46.6, 47.8, 48.2.2, 48.4.3: artillery of the defender, added to the defence or fired at an attacking hex.

    57.2f: none against a mist Blitz without artillery.

    unseen  the attacker's artillery is sealed: what the defender commits is written down before it is opened (51.2)
    """

    battle: Battle
    unseen: bool = False

    def _able(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        if self._unanswered():
            return ()
        return fire.defence_guns(pos, self.battle.target)

    def _units(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return bt.defenders(pos, self.battle.target)

    def _fire(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """Battalions that may fire, with a mission or without."""
        if self._unanswered():
            return ()
        return self._able(pos) or fire.directed(pos, self._units(pos), self.battle.target)

    def _unanswered(self) -> bool:
        """57.2f: the attacker of a mist Blitz has committed no artillery, so the defender may not."""
        return self.battle.kind == bt.MIST_BLITZ and not self.battle.guns

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        able = self._fire(pos)
        if not able:
            return None
        kinds: tuple[type[Decision], ...] = (Support, Pass)
        if pos.plays("bombardment_shock"):
            us, others = any(gun in pos.game.arms.us for gun in able), any(gun not in pos.game.arms.us for gun in able)
            kinds = (Support, *((Bombard,) if others else ()), *((TimeOnTarget,) if us else ()), Pass)
        side = 3 - self.battle.side(pos)
        places = bt.attacking_hexes(pos, self.battle)
        return asking(
            pos, side, "prompt.defensive_fire", "46.6" if side == w.GERMAN else "47.8", *kinds,
            pieces=able, places=places, complete=False,
        )  # fmt: skip

    def run(self, act: Act) -> None:
        """None can fire."""
        act.then(self._next(self.battle))

    def _next(self, battle: Battle) -> Step[TrumpetsPosition]:
        return OpenGuns(battle) if self.unseen else Strike(battle)

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        found = wanted(decision, (Support, Bombard, TimeOnTarget, Pass), pos.game.cite("46.6"))
        if isinstance(found, Pass):
            return
        able = self._able(pos)
        if isinstance(found, TimeOnTarget):
            permit(pos, check_director(pos, found, self._units(pos)))
            able = fire.mission_guns(pos, self._units(pos), self.battle.target, found.director)
        permit(pos, check_guns(pos, found.guns, able, self._units(pos), True))
        if isinstance(found, Bombard | TimeOnTarget):
            permit(pos, self._no_aim(pos, found) or others_refusal(pos, found, self._able(pos), self._units(pos), True))

    def _no_aim(self, pos: TrumpetsPosition, found: Bombard | TimeOnTarget) -> Refusal | None:
        guns = tuple(found.guns)
        if not pos.plays("bombardment_shock"):
            return "48.0", "bombardment shock is not played"
        if not guns:
            return "48.1", "name the battalions that fire"
        mission = fire.who(pos, guns)
        if isinstance(found, Bombard) and any(gun in pos.game.arms.us for gun in guns):
            return "48.4.3", "American artillery bombards by Time on Target"
        if found.at not in fire.aims(pos, self.battle, guns):
            return "48.2.2", f"{pos.label(found.at)} is no attacking hex within range of all of them"
        total = sum(force.gun_cf(pos, gun) for gun in guns)
        if pos.game.combat.attacker_column(total, mission) < 0:
            return "48.1", f"{total} CF is less than the bombardment needs"
        return None

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        able, units = self._able(pos), self._units(pos)
        for guns in shares(pos, able, units, True):
            yield Support(tuple(map(PieceId, guns)))
            if pos.plays("bombardment_shock"):
                for place in fire.aims(pos, self.battle, guns):
                    shot = Bombard(tuple(map(PieceId, guns)), PlaceId(place))
                    if self._no_aim(pos, shot) is None:
                        yield shot
                        yield from with_others(pos, shot, able, units, True)
        if pos.plays("bombardment_shock"):
            for mission in missions(pos, units, self.battle.target, bt.attacking_hexes(pos, self.battle)):
                if self._no_aim(pos, mission) is None:
                    yield mission
                    yield from with_others(pos, mission, able, units, True)
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        battle = self.battle
        if isinstance(decision, Support | Bombard | TimeOnTarget):
            guns, bombards, aim = tuple(sorted(decision.guns)), tuple[int, ...](), -1
            if isinstance(decision, Bombard | TimeOnTarget):
                bombards, aim = guns, int(decision.at)
                guns = tuple(sorted((*guns, *decision.others)))
            director = int(decision.director) if isinstance(decision, TimeOnTarget) else -1
            battle = battle._replace(cover=guns, aim=aim, cover_director=director, bombards=bombards)
            german = act.pos.side(guns[0]) == w.GERMAN if guns else False
            mark_fired(act, guns, battle.target, "46.6" if german else "47.8", True)
            if director >= 0:
                act.flag(director, w.DIRECTED, 1, "48.4")
        act.then(self._next(battle))


DECISIONS: Final = (Fly, Intercept, Support, Bombard, TimeOnTarget, UseEvent)
STEPS: Final[tuple[type[Step[TrumpetsPosition]], ...]] = (
    *(AirSupport, Interception, AttackGuns, SealGuns, OpenGuns, Initiative, DefenceGuns),
)
