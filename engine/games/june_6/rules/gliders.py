"""Gliders of 6 June: they land with the AM of their division and act at once (PB 1.105)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.airborne import (
    glider_refusal,
    gliders,
    near_parachutists,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.activation import begin_activation
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION, AirLanding
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


class LandGlider(Decision, frozen=True, array_like=True, tag=602):
    """Land this glider unit in this hex."""

    unit: PieceId
    at: PlaceId


def glider_steps(pos: June6Position, am: int) -> tuple[Step[June6Position], ...]:
    """PB 1.105, 10.23: what the AM of an airborne division brings on 6 June: its gliders land and act in ME; nothing
    for any other AM."""
    formations = pos.game.ams[am].formations
    if pos.state.turn != INVASION or len(formations) != 1 or not gliders(pos, formations[0]):
        return ()
    return (LandGliders(formations[0]), GlidersAct(formations[0]))


class LandGliders(Choice[June6Position], frozen=True, array_like=True, tag=607):
    """PB 1.105: with their division's AM the glider units land, the Allied player chooses where."""

    formation: int

    def _next(self, pos: June6Position) -> tuple[AirLanding, tuple[int, ...]] | None:
        for unit in gliders(pos, self.formation):
            if pos.in_box(unit.piece):
                near = sorted(near_parachutists(pos, unit))
                return unit, tuple(place for place in near if glider_refusal(pos, unit, place) is None)
        return None

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks for a glider unit that has somewhere to go."""
        found = self._next(pos)
        if found is None or not found[1]:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (LandGlider.kind(),)
        return Prompt(f.ALLIED, words["ask.glider"], rules["PB 1.105"], kinds, (found[0].piece,), found[1])

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units, and hexes that PB 1.105 closes."""
        cite = pos.game.cite
        decision = wanted(decision, LandGlider, cite("PB 1.105"))
        found = self._next(pos)
        if found is None or decision.unit != found[0].piece:
            raise IllegalDecision(cite("PB 1.105"), f"{pos.game.piece_name(decision.unit)} does not land now")
        wrong = glider_refusal(pos, found[0], decision.at)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: June6Position) -> Iterator[LandGlider]:
        """Every hex."""
        found = self._next(pos)
        if found is not None:
            yield from (LandGlider(PieceId(found[0].piece), PlaceId(place)) for place in found[1])

    def take(self, act: Act, decision: Decision) -> None:
        """The unit lands and rolls in the glider column."""
        from hexledger.engine.games.june_6.rules.airborne import come_down, resolve
        from hexledger.engine.games.june_6.tables.airborne import GLIDER

        decision = passed(decision, LandGlider)
        come_down(act, decision.unit, decision.at, "mode.glider", "PB 1.105")
        resolve(act, decision.unit, GLIDER, "PB 1.105")

    def run(self, act: Act) -> None:
        """All are down, or have nowhere to land: those come by sea with their HQ."""
        found = self._next(act.pos)
        if found is not None:
            act.note("note.no_landing_hex", (found[0].piece,), "PB 1.105")


class GlidersAct(Step[June6Position], frozen=True, array_like=True, tag=608):
    """PB 1.105: the glider units that have landed act in ME, although their HQ is off the map; the parachute units of
    the division carry RE and do not (PB 1.52)."""

    formation: int

    def run(self, act: Act) -> None:
        """Begin their activation."""
        units = [unit.piece for unit in gliders(act.pos, self.formation) if act.pos.on_map(unit.piece)]
        for unit in units:
            act.flag(unit, f.ACTIVATIONS, act.pos.flag(unit, f.ACTIVATIONS) + 1, "PB 1.105")
        if units:
            begin_activation(act, f.ALLIED, f.ME, units, self.formation)


DECISIONS: Final = (LandGlider,)
STEPS: Final = (LandGliders, GlidersAct)
