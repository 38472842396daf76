"""Strategic movement (8.23, 8.24) and what it costs the Germans (8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.costs import weather_effects
from hexledger.engine.games.june_6.questions.movement import refused
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


# ------------------------------------------------------------------ 8.3 attrition
class LoseStep(Decision, frozen=True, array_like=True, tag=36):
    """The German names the unit that pays for strategic movement."""

    unit: PieceId


class Attrition(Step[June6Position], frozen=True, array_like=True, tag=31):
    """J6 8.31: after the movement of an activation, one roll for each German formation that used strategic movement,
    in clear weather and light overcast."""

    def run(self, act: Act) -> None:
        pos = act.pos
        if pos.active_side == f.GERMAN and weather_effects(pos)["sma"]:
            from hexledger.engine.games.june_6.questions.strategic import strategic_groups

            act.then(*[AttritionRoll(formation) for formation in strategic_groups(pos)])


class AttritionRoll(Step[June6Position], frozen=True, array_like=True, tag=32):
    """J6 8.31a, R-52: the roll of one formation."""

    formation: int

    def run(self, act: Act) -> None:
        pos = act.pos
        drm = weather_effects(pos)["sma_drm"]
        rows: dict[str, int] = pos.game.edition.charts["strategic_movement_attrition"]["rows"]
        hq = pos.hq_of(self.formation)
        row = act.roll("roll.attrition", 10, subject=hq, rule="8.31") + drm
        lost = rows[str(row)]
        result = "result.step_lost" if lost else "result.no_loss"
        act.resolved("table.attrition", pos.game.words.key(pos.weather), row, (result,), rule="8.31")
        if lost:
            act.then(*[AttritionLoss(self.formation)] * lost)


class AttritionLoss(Choice[June6Position], frozen=True, array_like=True, tag=33):
    """J6 8.31b: the German picks the unit that loses a step."""

    formation: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        who = _victims(pos, self.formation)
        if len(who) < 2:
            return None
        game = pos.game
        return Prompt(f.GERMAN, game.words["prompt.attrition"], game.rules["8.31"], (LoseStep.kind(),), who)

    def run(self, act: Act) -> None:
        for piece in _victims(act.pos, self.formation):
            _lose(act, piece)

    def check(self, pos: June6Position, decision: Decision) -> None:
        decision = wanted(decision, LoseStep, pos.game.cite("8.31b"))
        if decision.unit not in _victims(pos, self.formation):
            raise refused(pos, "8.31b", f"{pos.name(decision.unit)} did not use strategic movement")

    def choices(self, pos: June6Position) -> Iterator[LoseStep]:
        for piece in _victims(pos, self.formation):
            yield LoseStep(PieceId(piece))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, LoseStep)
        act.done()
        _lose(act, decision.unit)


def _victims(pos: June6Position, formation: int) -> tuple[int, ...]:
    # imported here: every activation passes by, and hardly any formation has paid so far
    from hexledger.engine.games.june_6.questions.strategic import victims

    return victims(pos, formation)


def _lose(act: Act, piece: int) -> None:
    from hexledger.engine.games.june_6.rules.losses import lose_step

    lose_step(act, piece, "8.31")


DECISIONS: Final = (LoseStep,)
STEPS: Final = (Attrition, AttritionRoll, AttritionLoss)
