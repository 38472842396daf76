"""Strategic movement (8.23, 8.24) and what it costs the Germans (8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from hexledger.engine.games.june_6.questions.costs import weather_effects
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.strategic import refused, strategic_groups, victims
from hexledger.engine.games.june_6.rules.losses import lose_step
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted


# ------------------------------------------------------------------ 8.3 attrition
class LoseStep(Decision, frozen=True, array_like=True, tag=36):
    """The German names the unit that pays for strategic movement."""

    unit: PieceId


class Attrition(Step, frozen=True, array_like=True, tag=31):
    """J6 8.31: after the movement of an activation, one roll for each German formation that used strategic movement,
    in clear weather and light overcast."""

    def run(self, act: Recorder[Any]) -> None:
        pos: June6Position = act.pos
        if pos.active_side == f.GERMAN and weather_effects(pos)["sma"]:
            act.then(*[AttritionRoll(formation) for formation in strategic_groups(pos)])


class AttritionRoll(Step, frozen=True, array_like=True, tag=32):
    """J6 8.31a, R-52: the roll of one formation."""

    formation: int

    def run(self, act: Recorder[Any]) -> None:
        pos: June6Position = act.pos
        drm = weather_effects(pos)["sma_drm"]
        rows: dict[str, int] = pos.game.edition.charts["strategic_movement_attrition"]["rows"]
        hq = pos.hq_of(self.formation)
        row = act.roll("roll.attrition", 10, subject=hq, rule="8.31") + drm
        lost = rows[str(row)]
        result = "result.step_lost" if lost else "result.no_loss"
        act.resolved("table.attrition", pos.game.words.key(pos.weather), row, (result,), rule="8.31")
        if lost:
            act.then(*[AttritionLoss(self.formation)] * lost)


class AttritionLoss(Choice, frozen=True, array_like=True, tag=33):
    """J6 8.31b: the German picks the unit that loses a step."""

    formation: int

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        position = cast(June6Position, pos)
        who = victims(position, self.formation)
        if len(who) < 2:
            return None
        game = position.game
        return Prompt(f.GERMAN, game.words["prompt.attrition"], game.rules["8.31"], (LoseStep.kind(),), who)

    def run(self, act: Recorder[Any]) -> None:
        for piece in victims(act.pos, self.formation):
            _lose(act, piece)

    def check(self, pos: Position[Any], decision: Decision) -> None:
        position = cast(June6Position, pos)
        wanted(decision, (LoseStep,), position.game.cite("8.31"))
        assert isinstance(decision, LoseStep)
        if decision.unit not in victims(position, self.formation):
            raise refused(position, "8.31", f"{position.name(decision.unit)} did not use strategic movement")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        for piece in victims(cast(June6Position, pos), self.formation):
            yield LoseStep(PieceId(piece))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        assert isinstance(decision, LoseStep)
        act.done()
        _lose(act, decision.unit)


def _lose(act: Recorder[Any], piece: int) -> None:
    lose_step(act, piece, "8.31")


DECISIONS: Final = (LoseStep,)
STEPS: Final = (Attrition, AttritionRoll, AttritionLoss)
