"""Declaring the attacks of an activation, all of them before the first is resolved, and the order of resolving them
(12.2, 12.3, R-22, R-66). What only a declared attack asks is imported there: most activations go by without one.
What every one of them asks is imported once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions import conditions
from hexledger.engine.games.june_6.questions.attack import (
    Listed,
    check_attacker,
    check_one_division,
    may_attack,
    serves_on_the_beach,
    targets_of,
)
from hexledger.engine.games.june_6.questions.command import is_division
from hexledger.engine.games.june_6.questions.crossing import carry, check_crossing, crosses_by_force, needs_engineers
from hexledger.engine.games.june_6.questions.engineers import carriers as engineers_carriers
from hexledger.engine.games.june_6.questions.engineers import engineer_hqs
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import chits, engineers
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import EVERYTHING, kept
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted
from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.questions.fight import Fight


class Attack(Decision, frozen=True, array_like=True, tag=46):
    """Declare an attack: `attack E2035 3_cdn_9,3_cdn_2`. `engineers` names the HQs whose bridge action carries units
    over a great river or canal without a bridge."""

    target: PlaceId
    units: tuple[PieceId, ...]
    engineers: tuple[PieceId, ...] = ()


class CancelAttack(Decision, frozen=True, array_like=True, tag=47):
    """Take a declared attack back before the declarations end."""

    target: PlaceId


class EndAttacks(Decision, frozen=True, array_like=True, tag=48):
    """No further attacks: the declared ones are resolved."""


class NextAttack(Decision, frozen=True, array_like=True, tag=49):
    """Which of the declared attacks is resolved next."""

    target: PlaceId


# ------------------------------------------------------------------ declaring
class DeclareAttacks(Choice[June6Position], frozen=True, array_like=True, tag=46):
    """J6 12.2: the active side lists its attacks; bridges may be blown now as well (20.43).

    attacks  `Listed` tuples so far
    banks    foot units that began the activation at a great river or canal (20.32): `crossing.river_banks`
    """

    attacks: tuple[Listed, ...] = ()
    banks: tuple[int, ...] = ()

    def prompt(self, pos: June6Position) -> Prompt | None:
        units = tuple(piece for piece in pos.active_units() if may_attack(pos, piece) and targets_of(pos, piece))
        if not self.attacks and not units:
            return None
        game = pos.game
        kinds = (
            *((Attack.kind(),) if units else ()),
            *((CancelAttack.kind(),) if self.attacks else ()),
            engineers.Demolish.kind(),
            EndAttacks.kind(),
        )
        word, rule = game.words["ask.attacks"], game.rules["12.2"]
        return Prompt(pos.active_side, word, rule, kinds, units, self._targets(), complete=False)

    # -------------------------------------------------------- legality
    def check(self, pos: June6Position, decision: Decision) -> None:
        decision = wanted(decision, (Attack, CancelAttack, EndAttacks, engineers.Demolish), pos.game.cite("12.2"))
        if isinstance(decision, Attack):
            self._listed(pos, decision)
        elif isinstance(decision, CancelAttack) and decision.target not in self._targets():
            what = f"no attack on {pos.label(decision.target)} has been declared"
            raise IllegalDecision(pos.game.cite("12.23"), what)
        elif isinstance(decision, engineers.Demolish):
            engineers.check_demolish(pos, decision)
        elif isinstance(decision, EndAttacks) and self.owes(pos):
            hq = pos.game.piece_name(conditions.must_attack(pos))
            raise IllegalDecision(pos.game.cite("PB 6.101"), f"the division of {hq} must attack this turn, and it can")

    def owes(self, pos: June6Position) -> bool:
        """PB 6.101b: does a division that must attack now have an attack to declare?"""
        if conditions.must_attack(pos) < 0 or self.attacks:
            return False
        formation = pos.formation(conditions.must_attack(pos))
        return any(pos.formation(piece) == formation for attack in self._attacks(pos) for piece in attack.units)

    def _listed(self, pos: June6Position, decision: Attack) -> Listed:
        """J6 12.23, 12.31, 12.32: the attack as it goes on the list; IllegalDecision when it may not."""
        return _listed(pos, self, decision)

    def list(self, pos: June6Position, decision: Attack) -> Listed:
        """The same, worked out anew."""
        from hexledger.engine.games.june_6.questions.strength import attack_strength

        cite, target = pos.game.cite, decision.target
        if target >= pos.board.n_hexes or pos.holder(target) != 3 - pos.active_side:
            raise IllegalDecision(cite("12.23"), f"no enemy unit stands in {pos.label(target)}")
        if target in self._targets():
            raise IllegalDecision(cite("R-22"), f"an attack on {pos.label(target)} has been declared already")
        units = tuple(sorted(set(decision.units)))
        if not units or len(units) != len(decision.units):
            raise IllegalDecision(cite("12.2"), "an attack names its units, each of them once")
        listed = sorted(chain.from_iterable(attack.units for attack in self.attacks))
        for piece in units:
            check_attacker(pos, piece)
            if not pos.board.adjacent(pos.at(piece), target):
                raise IllegalDecision(cite("12.21"), f"{pos.name(piece)} is not adjacent to {pos.label(target)}")
            if piece in listed:
                raise IllegalDecision(cite("R-22"), f"{pos.name(piece)} takes part in another attack")
            check_crossing(pos, piece, target)
        check_one_division(pos, units)
        self._check_banks(pos, units, target)
        carried = tuple(piece for piece in units if needs_engineers(pos, piece, target))
        carriers = self._carriers(pos, carried, decision)
        if attack_strength(pos, units).total <= 0:
            raise IllegalDecision(cite("12.51"), "the attack has no combat strength left after halving")
        return Listed(target, units, carried, carriers)

    def _check_banks(self, pos: June6Position, units: Sequence[int], target: int) -> None:
        """J6 12.32, 20.32: who attacks over a great river without a bridge, commandos as well, began at a river."""
        for piece in units:
            if crosses_by_force(pos, piece, target) and pos.flag(piece, f.MOVED) and piece not in self.banks:
                what = f"{pos.name(piece)} did not begin this activation at the river that it is to cross"
                raise IllegalDecision(pos.game.cite("20.32"), what)

    def _carriers(self, pos: June6Position, carried: Sequence[int], decision: Attack) -> tuple[int, ...]:
        cite = pos.game.cite
        used = [hq for attack in self.attacks for hq in attack.carriers]
        found = carry(pos, carried, decision.engineers, used)
        if found is None:
            names = ", ".join(map(pos.name, carried))
            what = f"{names} cannot cross without engineers within 4 hexes that have not been used"
            raise IllegalDecision(cite("20.21"), f"{what}: name their HQs, one for each two units")
        if sorted(set(found)) != sorted(decision.engineers):
            raise IllegalDecision(cite("20.13"), "more engineers are named than the crossing needs")
        return found

    # -------------------------------------------------------- offers
    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """For each hex that can be attacked: everybody, everybody but one, single units; demolitions; the end."""
        yield from self._attacks(pos)
        yield from engineers.demolish_choices(pos, engineer_hqs(pos))
        if not self.owes(pos):
            yield EndAttacks()

    def _attacks(self, pos: June6Position) -> Iterator[Attack]:
        listed = set(chain.from_iterable(attack.units for attack in self.attacks))
        by_target: dict[int, list[int]] = {}
        for piece in pos.active_units():
            if piece not in listed and may_attack(pos, piece):
                for place in targets_of(pos, piece):
                    by_target.setdefault(place, []).append(piece)
        for target in sorted(by_target):
            found: dict[Attack, None] = {}
            for units in _groups(pos, by_target[target]):
                attack = self._offer(pos, target, units)
                if attack is not None:
                    found[attack] = None
            yield from found

    def _offer(self, pos: June6Position, target: int, units: Sequence[int]) -> Attack | None:
        """An attack with the fewest engineers it needs, None when it would not be legal."""
        carried = [piece for piece in units if needs_engineers(pos, piece, target)]
        hqs: tuple[int, ...] = engineers_carriers(pos, carried[0]) if carried else ()
        for count in range(len(hqs) + 1):
            attack = Attack(PlaceId(target), tuple(map(PieceId, units)), tuple(map(PieceId, hqs[:count])))
            try:
                self._listed(pos, attack)
            except IllegalDecision:
                continue
            return attack
        return None

    # -------------------------------------------------------- carrying out
    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, Attack):
            listed = self._listed(act.pos, decision)
            act.declare("fight.listed", listed.units, (listed.target,), "12.2")
            act.become(DeclareAttacks((*self.attacks, listed), self.banks))
        elif isinstance(decision, CancelAttack):
            kept = tuple(attack for attack in self.attacks if attack.target != decision.target)
            act.declare("fight.cancelled", (), (decision.target,), "12.23")
            act.become(DeclareAttacks(kept, self.banks))
        elif isinstance(decision, EndAttacks):
            act.done()
            surprise = chits.moment(act.pos, f.GERMAN, chits.BEACH) if act.pos.landing else ()
            if surprise:
                act.then(*surprise, Replan(self.attacks, self.banks))
            else:
                declared(act, self.attacks)
        else:
            decision = passed(decision, engineers.Demolish)
            engineers.take_demolish(act, decision)

    def run(self, act: Act) -> None:
        """Nobody can attack: the activation goes on."""

    def _targets(self) -> tuple[int, ...]:
        return tuple(attack.target for attack in self.attacks)


@kept(EVERYTHING)
def _listed(pos: June6Position, step: DeclareAttacks, decision: Attack) -> Listed:
    return step.list(pos, decision)


def declared(act: Act, attacks: tuple[Listed, ...]) -> None:
    """J6 20.13: the declarations are over: engineers are taken, the attacks come one by one."""
    for hq in sorted({hq for attack in attacks for hq in attack.carriers}):
        act.flag(hq, f.BRIDGE_ACTION, 1, "20.13")
    if act.pos.landing:
        _attach_corps_units(act, (attack for attack in attacks))
    if attacks:
        act.then(PendingAttacks(attacks))


def _attach_corps_units(act: Act, attacks: Iterable[Listed]) -> None:
    """PB 1.71: corps units that attack with a division belong to it for this attack (infantry beside tanks: 12.51)."""
    for attack in attacks:
        found = [act.pos.formation(piece) for piece in attack.units]
        division = next((formation for formation in found if is_division(act.pos, formation)), 0)
        for piece, formation in zip(attack.units, found, strict=True):
            if division and formation != division:
                act.emit(ev.Attached(piece, division, act.rule("PB 1.71")))


def _groups(pos: June6Position, units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Everybody (formation by formation), everybody but one, those that need no engineers are part of both; singles."""
    formations = sorted({pos.formation(piece) for piece in units})
    for formation in formations:
        group = tuple(piece for piece in units if pos.formation(piece) == formation)
        if pos.landing and is_division(pos, formation):
            mixed = tuple(piece for piece in units if serves_on_the_beach(pos, piece, formation))
            if mixed != group:
                yield mixed
        yield group
        if len(group) > 2:
            yield from (tuple(other for other in group if other != piece) for piece in group)
        yield from ((piece,) for piece in group)


# ------------------------------------------------------------------ resolving
class PendingAttacks(Choice[June6Position], frozen=True, array_like=True, tag=47):
    """The declared attacks still to be resolved; their owner chooses which comes next, and may blow bridges (20.43)."""

    attacks: tuple[Listed, ...]

    def _standing(self, pos: June6Position) -> tuple[int, ...]:
        stands = _stands()
        return tuple(attack.target for attack in self.attacks if stands(pos, _fight(pos, attack)))

    def prompt(self, pos: June6Position) -> Prompt | None:
        targets = self._standing(pos)
        if len(targets) < 2:
            return None
        game = pos.game
        word, rule = game.words["ask.next_attack"], game.rules["12.2"]
        kinds = (NextAttack.kind(), engineers.Demolish.kind())
        return Prompt(pos.active_side, word, rule, kinds, (), targets)

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite
        decision = wanted(decision, (NextAttack, engineers.Demolish), cite("12.2"))
        if isinstance(decision, engineers.Demolish):
            engineers.check_demolish(pos, decision)
            return
        if decision.target not in self._standing(pos):
            raise IllegalDecision(cite("R-66"), f"no declared attack on {pos.label(decision.target)} is possible now")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        yield from (NextAttack(PlaceId(target)) for target in self._standing(pos))
        yield from engineers.demolish_choices(pos, engineer_hqs(pos))

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, engineers.Demolish):
            engineers.take_demolish(act, decision)
            return
        decision = passed(decision, NextAttack)
        act.done()
        self._resolve(act, decision.target)

    def run(self, act: Act) -> None:
        """One attack at most is possible now: it comes next, else all the others lapse (R-66)."""
        targets = self._standing(act.pos) or (self.attacks[0].target,)
        self._resolve(act, targets[0])

    def _resolve(self, act: Act, target: int) -> None:
        from hexledger.engine.games.june_6.rules.demolitions import Demolitions

        chosen = next(attack for attack in self.attacks if attack.target == target)
        rest = tuple(attack for attack in self.attacks if attack.target != target)
        if rest:
            act.then(PendingAttacks(rest))
        # 20.43: bridges may be blown at any moment of the activation.
        act.then(Demolitions())
        act.then(*act.pos.game.successors.combat(_fight(act.pos, chosen)))


@cache
def _fights() -> tuple[type[Fight], int]:
    from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight

    return Fight, FIGHT_NORMAL


@cache
def _stands() -> Callable[[June6Position, Fight], bool]:
    from hexledger.engine.games.june_6.questions.combat import stands

    return stands


def _fight(pos: June6Position, listed: Listed) -> Fight:
    fight, normal = _fights()
    return fight(normal, listed.target, listed.units, pos.active_side, forced=listed.carried)


class Replan(Step[June6Position], frozen=True, array_like=True, tag=714):
    """PB 1.42 example 1, 2.84c.1, 2.84c.3: after Germans have appeared where nobody expected them, the Allied player
    plans anew the attacks that they have a part in: those whose attackers stand next to them, or whose target is
    empty."""

    attacks: tuple[Listed, ...]
    banks: tuple[int, ...]

    def run(self, act: Act) -> None:
        """Go on with the attacks, or declare again."""
        if not act.state.variable(act.word("var.surprise")):
            declared(act, self.attacks)
            return
        act.assign("var.surprise", 0, "PB 2.84")
        from hexledger.engine.games.june_6.rules import written

        moved = written.surprised(act)
        kept = tuple(attack for attack in self.attacks if not _overtaken(act.pos, attack, moved))
        for attack in self.attacks:
            if attack not in kept:
                act.declare("fight.cancelled", (), (attack.target,), "PB 2.84")
        act.then(DeclareAttacks(kept, self.banks))


def _overtaken(pos: June6Position, attack: Listed, moved: frozenset[int]) -> bool:
    """PB 2.84: is an attack to be planned anew because of the units that have been moved?"""
    if pos.side_at(attack.target) != 3 - pos.active_side:
        return True
    near = {there for piece in attack.units if pos.on_map(piece) for there in pos.board.neighbours[pos.at(piece)]}
    return any(pos.at(piece) in near for piece in moved if pos.on_map(piece))


DECISIONS: Final = (Attack, CancelAttack, EndAttacks, NextAttack)
STEPS: Final = (DeclareAttacks, PendingAttacks, Replan)
