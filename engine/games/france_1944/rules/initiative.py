"""Activation: a headquarters and the units that it commands, or a single piece (5.1, 5.2, 5.3, 11.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import banks, command, supply
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import airborne, increments
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.rules.judging import judge
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, passed, permit, wanted
from hexledger.engine.procedures.flags import clear_flags


class ActivateHq(Decision, frozen=True, array_like=True, tag=18):
    """`activate_hq hq_us_1`: the headquarters of the phase."""

    hq: PieceId


class Designate(Decision, frozen=True, array_like=True, tag=19):
    """`designate us_vii,us_2ad`: the units that the headquarters commands in this phase."""

    units: tuple[PieceId, ...]


class Administer(Decision, frozen=True, array_like=True, tag=20):
    """`administer us_xx`: the commanded pieces that use administrative movement in this phase."""

    units: tuple[PieceId, ...]


# ---------------------------------------------------------------------- 5.1 the headquarters
def may_activate(pos: FrancePosition, side: int, hq: int) -> Refusal | None:
    """5.1, 11.5: why the HQ may not be activated."""
    if not pos.is_hq(hq) or pos.side(hq) != side or not pos.on_map(hq):
        return "5.1", "a headquarters of yours on the map is activated"
    if not supply.supplied(pos, hq):
        return "11.5", f"{pos.name(hq)} is out of supply"
    return None


def able_hqs(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """HQs that the side may activate now, ascending."""
    return tuple(hq for hq in pos.of(side) if pos.is_hq(hq) and may_activate(pos, side, hq) is None)


class Activate(Choice[FrancePosition], frozen=True, array_like=True, tag=7):
    """F44 5.1: the initiative player activates an HQ in supply, or passes."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        hqs = able_hqs(pos, self.side)
        return asking(pos, self.side, "prompt.activate", "5.1", ActivateHq, Pass, pieces=hqs) if hqs else None

    def run(self, act: Act) -> None:
        """No HQ is in supply: the phase is passed."""
        self._pass(act)

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        answer = wanted(decision, (ActivateHq, Pass), pos.game.cite("5.1"))
        if isinstance(answer, ActivateHq):
            permit(pos, may_activate(pos, self.side, answer.hq))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield from (ActivateHq(PieceId(hq)) for hq in able_hqs(pos, self.side))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, ActivateHq):
            begin_army(act, decision.hq, w.INITIATIVE)
        else:
            self._pass(act)

    def _pass(self, act: Act) -> None:
        act.note("note.pass", (), "5.1")
        act.then(*airborne.after_pass(act.pos, self.side))


def begin_army(act: Act, hq: int, kind: int) -> None:
    """5.1, 5.2: the HQ is active; it designates who it commands, and they go down the increment track."""
    side = act.pos.side(hq)
    _begin(act, side, kind, hq + 1)
    activate(act, hq)
    act.then(
        DesignateUnits(side),
        DesignateAdmin(side),
        *airborne.before_increments(act.pos, side),
        increments.NextBox(side),
        ActivationEnds(),
    )


def begin_single(act: Act, piece: int) -> None:
    """5.2, 11.5: a single piece goes down the increment track; out of supply it is slower, and no marker is put."""
    side = act.pos.side(piece)
    _begin(act, side, w.SINGLE, 0)
    act.flag(piece, w.REACTED, 1, "5.2")
    activate(act, piece)
    act.then(DesignateAdmin(side), increments.NextBox(side), ActivationEnds())


def _begin(act: Act, side: int, kind: int, hq: int) -> None:
    act.assign("var.active", side, "5.1")
    act.assign("var.kind", kind, "5.1")
    act.assign("var.hq", hq, "5.1")


def activate(act: Act, piece: int) -> None:
    """11.5, 12.8, R-12: a piece is activated: its supply is tested, and that it stands at the Rhine is remembered."""
    pos = act.pos
    if judge(act, piece, "11.5", whole=pos.kind == w.SINGLE or pos.is_hq(piece)):
        act.flag(piece, w.OOS, 0, "11.5")
    else:
        act.flag(piece, w.CUT_OFF, 1, "11.5")
    act.flag(piece, w.ACTIVE, 1, "5.1")
    if banks.beside_rhine(pos, pos.at(piece)):
        act.flag(piece, w.AT_RHINE, 1, "12.8")


# ---------------------------------------------------------------------- 4.5-4.7 the units
class DesignateUnits(Choice[FrancePosition], frozen=True, array_like=True, tag=8):
    """F44 4.5-4.7, 5.1: which units the active HQ commands; fixed for the phase."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        units = command.commandable(pos, pos.active_hq)
        if not units:
            return None
        return asking(pos, self.side, "prompt.designate", "5.1", Designate, pieces=units, complete=False)

    def run(self, act: Act) -> None:
        """Nobody is in range."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        units = wanted(decision, Designate, pos.game.cite("5.1")).units
        hq = pos.active_hq
        if len(set(units)) != len(units):
            raise IllegalDecision(pos.game.cite("5.1"), "every unit is named once")
        able = command.commandable(pos, hq)
        for unit in units:
            if pos.is_hq(unit) or pos.side(unit) != self.side or not pos.on_map(unit):
                raise IllegalDecision(pos.game.cite("5.1"), "combat units of yours on the map are commanded")
            if not command.eligible(pos, hq, unit):
                raise IllegalDecision(pos.game.cite("4.5"), f"{pos.name(hq)} does not command {pos.name(unit)}")
            if unit not in able:
                raise IllegalDecision(pos.game.cite("4.6"), f"{pos.name(unit)} is not in range of {pos.name(hq)}")
        permit(pos, command.over_capacity(pos, hq, units))
        for piece in able:
            if pos.flag(piece, w.DROPPED) and piece not in units:
                raise IllegalDecision(pos.game.cite("12.3"), f"{pos.name(piece)} is under the command of this HQ")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for units in islice(_groups(pos, pos.active_hq), 24):
            yield Designate(tuple(map(PieceId, units)))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        for unit in passed(decision, Designate).units:
            activate(act, unit)


def _groups(pos: FrancePosition, hq: int) -> Iterator[tuple[int, ...]]:
    """Useful groups: as many as the HQ commands, beginning with each unit in turn; then nobody."""
    able = command.commandable(pos, hq)
    dropped = tuple(unit for unit in able if pos.flag(unit, w.DROPPED))
    seen: dict[tuple[int, ...], None] = {}
    for first in able:
        group = list(dict.fromkeys((*dropped, first)))
        if command.over_capacity(pos, hq, group) is not None:
            continue
        near = sorted(able, key=lambda unit: (pos.at(unit) != pos.at(first), unit))
        for unit in near:
            if unit not in group and command.over_capacity(pos, hq, (*group, unit)) is None:
                group.append(unit)
        seen[tuple(sorted(group))] = None
    yield from seen
    if dropped not in seen:
        yield dropped


class DesignateAdmin(Choice[FrancePosition], frozen=True, array_like=True, tag=9):
    """F44 5.3: which commanded pieces use administrative movement; fixed for the phase."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        pieces = pos.commanded()
        if not pieces:
            return None
        return asking(pos, self.side, "prompt.administer", "5.3", Administer, pieces=pieces, complete=False)

    def run(self, act: Act) -> None:
        """Nobody is commanded."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("5.3")
        units = wanted(decision, Administer, rule).units
        if len(set(units)) != len(units):
            raise IllegalDecision(rule, "every piece is named once")
        for piece in units:
            if piece not in pos.commanded():
                raise IllegalDecision(rule, f"{pos.name(piece)} is not commanded in this phase")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        pieces = pos.commanded()
        groups: dict[Sequence[int], None] = dict.fromkeys(((), *((piece,) for piece in pieces), pieces))
        yield from (Administer(tuple(map(PieceId, group))) for group in groups)

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        for unit in passed(decision, Administer).units:
            act.flag(unit, w.ADMIN, 1, "5.3")


class ActivationEnds(Step[FrancePosition], frozen=True, array_like=True, tag=10):
    """F44 5.1, 5.3: the HQ is inactive again, markers come off, the increment track is cleared."""

    def run(self, act: Act) -> None:
        """Forget what held for this phase only."""
        clear_flags(act, w.PHASE_FLAGS, rule="5.1")
        for number, count in act.pos.pool("boxes").items():
            act.pool("pool.boxes", number, -count, "6.0")
        for name in ("box", "declared", "increment", "active", "kind", "hq"):
            act.assign(f"var.{name}", 0)


DECISIONS: Final = (ActivateHq, Designate, Administer)
STEPS: Final = (Activate, DesignateUnits, DesignateAdmin, ActivationEnds)
