"""Southern reinforcements: set-up, the German retreat, the Allied advance (10.1.3, R-11, R-68 to R-71)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import retreats, south
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.questions.retreats import Way
from hexledger.engine.games.france_1944.rules import advance, aftermath, losses, retreat
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, permit, wanted
from hexledger.engine.procedures.arrivals import begin_to_wait
from hexledger.engine.procedures.flags import clear_flags
from hexledger.events import model as ev


class PlaceSouth(Decision, frozen=True, array_like=True, tag=30):
    """`place_south ge_11pz 1928`: a southern reinforcement is set up."""

    unit: PieceId
    at: PlaceId


class SouthRetreat(Decision, frozen=True, array_like=True, tag=31):
    """`south_retreat 1928 1927,1926`: the southern stack in the first hex retreats along the hexes that it enters."""

    at: PlaceId
    path: tuple[PlaceId, ...]


PHASES: Final = {w.GERMAN: "phase.southern_german", w.ALLIED: "phase.southern_allied"}


class Southern(Step[FrancePosition], frozen=True, array_like=True, tag=40):
    """F44 10.1.3: the two segments, on the turn of the schedule that brings southern units."""

    def run(self, act: Act) -> None:
        """Set-up of both, retreats, advances."""
        pos = act.pos
        lines = [
            line for line in pos.scenario.arrivals if line.turn == pos.state.turn and line.key in south.KEYS.values()
        ]
        if not lines or pos.state.turn != pos.game.chart.number("reinforcement_entry", "german_southern", "turn"):
            return
        begin_to_wait(act, lines, "pool.waiting", "10.1.3")
        act.phase(PHASES[w.GERMAN], w.GERMAN, "10.1.3")
        act.then(SetUpSouth(w.GERMAN), SetUpSouth(w.ALLIED), SouthOpens(), SouthRetreats(), SouthAdvances())


class SetUpSouth(Choice[FrancePosition], frozen=True, array_like=True, tag=41):
    """F44 10.1.3, R-68, R-69: a side sets its southern reinforcements up, piece after piece."""

    side: int

    def _able(self, pos: FrancePosition) -> tuple[int, ...]:
        return tuple(piece for piece in south.coming(pos, self.side) if south.places(pos, self.side, piece))

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        able = self._able(pos)
        if not able:
            return None
        return asking(pos, self.side, "prompt.southern_setup", "10.1.3", PlaceSouth, pieces=able)

    def run(self, act: Act) -> None:
        """Nobody is left, or there is no room."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("10.1.3")
        wish = wanted(decision, PlaceSouth, rule)
        if wish.unit not in south.coming(pos, self.side):
            raise IllegalDecision(rule, f"{pos.name(wish.unit)} does not come from the south now")
        refusal = south.german_refusal if self.side == w.GERMAN else south.allied_refusal
        permit(pos, refusal(pos, wish.unit, wish.at))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for piece in self._able(pos):
            yield from (PlaceSouth(PieceId(piece), PlaceId(at)) for at in south.places(pos, self.side, piece))

    def take(self, act: Act, decision: Decision) -> None:
        wish = passed(decision, PlaceSouth)
        act.pool("pool.waiting", wish.unit, -1, "10.1.3")
        act.place(wish.unit, wish.at, act.pos.game.roster.full[wish.unit], "10.1.3")
        act.flag(wish.unit, w.MOVED_IN, 1, "10.1.3")


class SouthOpens(Step[FrancePosition], frozen=True, array_like=True, tag=42):
    """F44 11.2, R-79: the southern hexes are Allied supply sources from now on."""

    def run(self, act: Act) -> None:
        """Row 28 is Allied until a German unit enters a hex; who stands in one and has not just come keeps it."""
        pos = act.pos
        act.phase(PHASES[w.ALLIED], w.ALLIED, "10.1.3")
        act.assign("var.south", pos.state.turn, "11.2")
        for place in pos.game.ground.row_28:
            held = pos.side_at(place) == w.GERMAN and place not in south.arrived(pos)
            if pos.control(place) != w.ALLIED and not held:
                act.emit(ev.Controlled(place, w.ALLIED))
        aftermath.settle(act)


class SouthRetreats(Choice[FrancePosition], frozen=True, array_like=True, tag=43):
    """F44 10.1.3, R-11, R-70: every German southern stack retreats as if forced to, in the order its owner chooses; one
    without a way is destroyed."""

    def _left(self, pos: FrancePosition) -> tuple[int, ...]:
        return south.arrived(pos)

    def _ways(self, pos: FrancePosition, place: int) -> tuple[Way, ...]:
        """10.1.3: armour beside infantry goes two hexes, beside infantry that stays as well."""
        _, most = retreats.distance_of(pos, pos.fighters(place))
        found = retreats.ways(pos, _stack(pos, place), south.boxes(pos))
        return tuple(way for way in found if len(way) <= most)

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        free = tuple(place for place in self._left(pos) if self._ways(pos, place))
        if not free:
            return None
        return asking(pos, w.GERMAN, "prompt.southern_retreat", "10.1.3", SouthRetreat, places=free)

    def run(self, act: Act) -> None:
        """R-11: the stacks that are left have no way and are destroyed."""
        for place in self._left(act.pos):
            act.pool("pool.vacated", place, 1, "10.1.3")
            for unit in _stack(act.pos, place):
                losses.to_box(act, unit, act.pos.game.ground.eliminated[w.GERMAN], "reason.south", "10.1.3")

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("10.1.3")
        wish = wanted(decision, SouthRetreat, rule)
        if wish.at not in self._left(pos):
            raise IllegalDecision(rule, f"no southern stack retreats from {pos.label(wish.at)}")
        if wish.path not in self._ways(pos, wish.at):
            raise IllegalDecision(rule, "not a way of retreat: exactly two hexes, armour alone up to three (F44 9.7)")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for place in self._left(pos):
            for way in self._ways(pos, place):
                yield SouthRetreat(PlaceId(place), tuple(map(PlaceId, way)))

    def take(self, act: Act, decision: Decision) -> None:
        wish = passed(decision, SouthRetreat)
        units = _stack(act.pos, wish.at)
        act.pool("pool.vacated", wish.at, 1, "10.1.3")
        for unit in units:
            act.flag(unit, w.MOVED_IN, 0, "10.1.3")
        retreat.fall_back(act, units, (wish.at, *wish.path), "mode.southern", "10.1.3")


def _stack(pos: FrancePosition, place: int) -> tuple[int, ...]:
    """Southern units in a hex that have just come; others that stand there stay."""
    return tuple(unit for unit in pos.fighters(place) if pos.flag(unit, w.MOVED_IN))


class SouthAdvances(Step[FrancePosition], frozen=True, array_like=True, tag=44):
    """F44 10.1.3, R-70: then all Allied southern units may advance, as participants against all Germans."""

    def run(self, act: Act) -> None:
        """Into hexes that the Germans have left; who cannot stays in its box (R-71)."""
        pos = act.pos
        empty = tuple(place for place in sorted(pos.pool("vacated")) if not pos.enemy_in(place, w.ALLIED))
        for place, count in pos.pool("vacated").items():
            act.pool("pool.vacated", place, -count, "10.1.3")
        clear_flags(act, frozenset({w.MOVED_IN}), rule="10.1.3")
        units = tuple(unit for box in south.boxes(pos) for unit in pos.fighters(box))
        act.then(advance.Advances(units, empty), ForgetSouth())


class ForgetSouth(Step[FrancePosition], frozen=True, array_like=True, tag=45):
    """What the retreat and the advance have marked for combat is of no use here."""

    def run(self, act: Act) -> None:
        """Take the marks off."""
        clear_flags(act, frozenset({w.ADVANCED, w.RETREATED}), rule="10.1.3")


DECISIONS: Final = (PlaceSouth, SouthRetreat)
STEPS: Final = (Southern, SetUpSouth, SouthOpens, SouthRetreats, SouthAdvances, ForgetSouth)
