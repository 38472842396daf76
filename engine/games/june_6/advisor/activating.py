"""AMs, attachments, entries, the bombardment phase, the RE phase, returning HQs (6, 7, 10, 17.2, 18.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.advisor.stations import station
from hexledger.engine.games.june_6.advisor.survey import Survey, step_value
from hexledger.engine.games.june_6.advisor.whims import stays_out
from hexledger.engine.games.june_6.questions.attachment import candidates, may_attach
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.attachment import Attach, Attachments
from hexledger.engine.games.june_6.rules.bombardment import BombardHex, BombardmentPhase, EndBombardment
from hexledger.engine.games.june_6.rules.entering import Enter, Entering
from hexledger.engine.games.june_6.rules.first_am import PickAm, PickFirstAm
from hexledger.engine.games.june_6.rules.headquarters import ReturnHq, ReturnHqs
from hexledger.engine.games.june_6.rules.reduced_efficiency import ActivateRe, PassRe, ReFirst, ReHalf
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice

SERVES: Final = 2
"""Corps units that help a division most: one for each attack that it is likely to make."""


def first_am(survey: Survey, step: PickFirstAm, chance: Chance) -> Decision:
    """The formation with the most fighting strength near the enemy acts first."""
    pos = survey.pos

    def worth(choice: PickAm) -> int:
        points = 0
        for formation in pos.game.ams[choice.am].formations:
            for piece in pos.members(formation):
                if pos.on_map(piece) and pos.is_combat(piece) and not pos.flag(piece, f.DISORDER):
                    points += pos.face(piece).cs * max(0, 6 - survey.enemy_near(pos.at(piece)))
        return points

    return best(step.choices(pos), worth, chance)


# ---------------------------------------------------------------------- 6.13a
def attach(survey: Survey, step: Attachments) -> Decision:
    """Attach what helps: all that no other division can have, else no more than a fair share, specialists first."""
    pos = survey.pos
    able = candidates(pos, step.formation)
    rivals = [other for other in _divisions(survey) if other != step.formation]
    wanted = sorted(able, key=lambda unit: (not pos.has(unit, "armor_79"), -step_value(pos, unit), unit))
    taken: list[int] = []
    whim = pos.game.stance.whim
    for unit in wanted:
        if pos.flag(unit, f.DISORDER) or (survey.side == f.GERMAN and _holds(survey, unit)):
            continue
        if stays_out(whim, unit, -step.formation):
            continue
        contested = any(may_attach(pos, other, unit) is None for other in rivals)
        if contested and len(taken) >= SERVES:
            continue
        choice = Attach(tuple(PieceId(one) for one in sorted([*taken, unit])))
        if _legal(pos, step, choice):
            taken.append(unit)
    return Attach(tuple(PieceId(unit) for unit in sorted(taken)))


def _divisions(survey: Survey) -> Iterator[int]:
    pos = survey.pos
    for piece in pos.in_play(survey.side):
        if pos.is_division_hq(piece) and pos.on_map(piece):
            yield pos.formation(piece)


def _holds(survey: Survey, unit: int) -> bool:
    """True for a unit alone in a hex of the objective: it stays where it is under any command."""
    place = survey.pos.at(unit)
    return place in survey.goal and not survey.friends(place, unit)


def _legal(pos: June6Position, step: Attachments, choice: Attach) -> bool:
    try:
        step.check(pos, choice)
    except IllegalDecision:
        return False
    return True


# ---------------------------------------------------------------------- 3.3, 17.2, 18.2
def bombard(survey: Survey, step: BombardmentPhase, chance: Chance) -> Decision:
    """Two naval markers pin a lonely HQ that has artillery; everything else is kept for the attacks of the turn."""
    pos = survey.pos

    def worth(choice: Decision) -> int:
        if not isinstance(choice, BombardHex):
            return 0
        units = pos.units(choice.target)
        if choice.arm != f.NAVAL or choice.markers != 2 or len(units) != 1 or pos.flag(units[0], f.PINNED):
            return -1
        if choice.target in {target for target, _ in step.done}:
            return -1
        return pos.face(units[0]).artillery - 2

    found = best(step.choices(pos), worth, chance)
    return found if worth(found) > 0 else EndBombardment()


# ---------------------------------------------------------------------- entries and returns
def enter(survey: Survey, step: Entering, chance: Chance) -> Decision:
    """The strongest unit enters first."""
    pos = survey.pos

    def worth(choice: Enter) -> int:
        return pos.counters[choice.unit].front.cs

    return best(step.choices(pos), worth, chance)


def return_hq(survey: Survey, step: ReturnHqs, chance: Chance) -> Decision:
    """Where the HQ commands best."""

    def worth(choice: ReturnHq) -> int:
        return station(survey, choice.hq, choice.at)

    return best(step.choices(survey.pos), worth, chance)


# ---------------------------------------------------------------------- 7.26
def re_order() -> Decision:
    """Act last: what the enemy leaves open at the end of the turn can be used."""
    return ReFirst(False)


def activate_re(survey: Survey, step: ReHalf, chance: Chance) -> Decision:
    """Everything acts, units in contact first."""
    pos = survey.pos

    def worth(choice: ActivateRe | PassRe) -> int:
        return -survey.enemy_near(pos.at(choice.unit)) if isinstance(choice, ActivateRe) else -1000

    return best(step.choices(pos), worth, chance)


# ---------------------------------------------------------------------- the general turn
KEEN: Final = ("activate_division", "choose_entry", "put_in", "historical_set_up")
"""Kinds that are taken whenever they are offered: they bring units into play."""
DECLINE: Final = ("end_", "pass_", "no_", "await_")
"""Beginnings of kinds that decline; taken before anything else that is not asked for."""


def anything(survey: Survey, step: Choice[June6Position], chance: Chance) -> Decision:
    """An answer to a question that has no judgement of its own yet: what brings units into play, else to decline."""

    def worth(choice: Decision) -> int:
        kind = choice.kind()
        return 2 if kind in KEEN else 1 if kind.startswith(DECLINE) else 0

    return best(step.choices(survey.pos), worth, chance)
