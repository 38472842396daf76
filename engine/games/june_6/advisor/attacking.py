"""Declaring attacks, their order, second attacks, counterattacks, modes (12.2, 12.4, 13.5, 13.6, 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.advisor.guns import expected
from hexledger.engine.games.june_6.advisor.outlook import Odds, attack_modes, defence_modes, odds_of, prospect, value
from hexledger.engine.games.june_6.advisor.plans import formations, plans
from hexledger.engine.games.june_6.advisor.survey import Survey
from hexledger.engine.games.june_6.questions.attack import Listed
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA, FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.questions.strength import attack_strength
from hexledger.engine.games.june_6.rules.attack import Attack, DeclareAttacks, EndAttacks, NextAttack
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttack, SecondAttacks
from hexledger.engine.games.june_6.rules.counterattack import Counter, Counterattack
from hexledger.engine.games.june_6.rules.modes import ChooseMode
from hexledger.engine.games.june_6.rules.solitaire import Likelier, LikelierMode
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, WordId

CALM: Final = 10
"""Tenths of a point that a second attack or counterattack must promise."""


def declare(survey: Survey, step: DeclareAttacks, chance: Chance) -> Decision:
    """The best attack that has not been declared yet, else the end."""
    pos = survey.pos
    taken = [attack[0] for attack in step.attacks]
    busy = list(chain.from_iterable(Listed(*attack).units for attack in step.attacks))
    for formation in formations(survey):
        for plan in plans(survey, formation, moving=False, taken=taken, busy=busy):
            attack = Attack(PlaceId(plan.target), tuple(PieceId(piece) for piece in sorted(plan.places)))
            if _legal(survey, step, attack):
                return attack
    if _legal(survey, step, EndAttacks()):
        return EndAttacks()
    # A scenario may demand an attack (PB 6.101): the least bad one.
    return best(step.choices(pos), lambda choice: _forced_worth(survey, choice), chance)


def declarations(survey: Survey, step: DeclareAttacks, chance: Chance) -> Iterator[Decision]:
    """What `declare` says now and would say after that, as far as it can be said now: a declaration moves nobody, so
    that the attacks of a formation need not be looked for again after each of them."""
    taken = [attack[0] for attack in step.attacks]
    busy = list(chain.from_iterable(Listed(*attack).units for attack in step.attacks))
    before = len(taken)
    for formation in formations(survey):
        for plan in plans(survey, formation, moving=False, taken=tuple(taken), busy=tuple(busy)):
            attack = Attack(PlaceId(plan.target), tuple(PieceId(piece) for piece in sorted(plan.places)))
            if not _legal(survey, step, attack):
                if len(taken) == before:
                    yield declare(survey, step, chance)
                return
            yield attack
            taken.append(plan.target)
            busy += plan.places
    if len(taken) == before:
        yield declare(survey, step, chance)
    else:
        yield EndAttacks()


def _legal(survey: Survey, step: DeclareAttacks, decision: Decision) -> bool:
    try:
        step.check(survey.pos, decision)
    except IllegalDecision:
        return False
    return True


def _forced_worth(survey: Survey, choice: Decision) -> int:
    if not isinstance(choice, Attack):
        return -10_000
    pos = survey.pos
    fight = Fight(FIGHT_NORMAL, choice.target, choice.units, survey.side, defenders=pos.units(choice.target))
    return _promise(survey, fight)


def next_attack(survey: Survey, targets: Sequence[int], attacks: Iterable[Sequence[Any]], chance: Chance) -> Decision:
    """The declared attack that promises most comes first: its result may help the others."""
    units = {attack[0]: tuple(attack[1]) for attack in attacks}
    pos = survey.pos

    def worth(target: int) -> int:
        fight = Fight(FIGHT_NORMAL, target, units[target], survey.side, defenders=pos.units(target))
        return _promise(survey, fight)

    return NextAttack(PlaceId(best(targets, worth, chance)))


def _promise(survey: Survey, fight: Fight) -> int:
    """Tenths of a point that a fight promises now, attackers that cannot attack any more left out."""
    pos = survey.pos
    neighbours = pos.board.neighbours[fight.target]
    units = tuple(piece for piece in fight.attackers if pos.at(piece) in neighbours)
    if not units or attack_strength(pos, units).total <= 0:
        return -1000
    fight = fight._replace(attackers=units)
    return prospect(survey, odds_of(survey, fight, expected(survey, fight)))


# ---------------------------------------------------------------------- attacks that a fight breeds
def second_attack(survey: Survey, step: SecondAttacks, chance: Chance) -> Decision:
    """The best attack of a breakthrough or a rout, if any promises something."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        if not isinstance(choice, SecondAttack):
            return CALM
        fight = Fight(
            step.kind,
            choice.target,
            tuple(sorted(choice.units)),
            step.side,
            depth=step.depth,
            defenders=pos.units(choice.target),
        )
        return _promise(survey, fight)

    return best(step.choices(pos), worth, chance)


def counterattack(survey: Survey, step: Counter, chance: Chance) -> Decision:
    """Counterattack where it promises something; units that hold the objective alone stay out of it."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        if not isinstance(choice, Counterattack):
            return CALM
        units = tuple(sorted(choice.units))
        fight = Fight(FIGHT_GCA, step.target, units, f.GERMAN, depth=step.depth, defenders=pos.units(step.target))
        return _promise(survey, fight)

    return best(step.choices(pos), worth, chance)


# ---------------------------------------------------------------------- 12.4 modes
def attack_mode(survey: Survey, fight: Fight, support: Support, chance: Chance) -> ChooseMode:
    """The mode that is best against the defender's best answer (or against the mode that is known)."""
    return ChooseMode(WordId(_likely(survey, fight, odds_of(survey, fight, support), chance)))


def _likely(survey: Survey, fight: Fight, odds: Odds, chance: Chance) -> int:
    answers = (fight.defence_mode,) if fight.defence_mode else defence_modes(survey, fight)
    return best(
        attack_modes(survey, fight), lambda mode: min(value(survey, odds, mode, answer) for answer in answers), chance
    )


def defence_mode(survey: Survey, fight: Fight, support: Support, chance: Chance) -> ChooseMode:
    """The answer to the mode that the attacker would choose if he played as we do; the seal stays closed."""
    odds = odds_of(survey, fight, support)
    likely = _likely(survey, fight, odds, chance)
    # The defender counts the attacker's losses in full: what has been lost cannot attack again.
    eye = odds._replace(own=100)
    mode = best(defence_modes(survey, fight), lambda one: -value(survey, eye, likely, one), chance)
    return ChooseMode(WordId(mode))


def likelier_mode(survey: Survey, step: LikelierMode, chance: Chance) -> Decision:
    """12.43: the mode that the side would choose if it could."""
    fight, support = step.fight, step.support
    choose = attack_mode if step.attacks else defence_mode
    return Likelier(choose(survey, fight, support, chance).mode)
