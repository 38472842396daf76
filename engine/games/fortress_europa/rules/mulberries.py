"""Mulberries (12.12, 29)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import landing
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import capacity, ports
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted
from hexledger.projections.state import OFF_MAP

_NEAR_JERSEY: Final = 2


class StormDamage(Step[FortressPosition], frozen=True, array_like=True, tag=200):
    """FE 29.5, C-51: in a storm each Mulberry is rolled for before the Allied first move impulse."""

    def run(self, act: Act) -> None:
        """Halve the capacity that is left, rounded down, where the die says so."""
        pos = act.pos
        if pos.weather != f.STORM:
            return
        hits = tuple(pos.game.edition.chart("mulberries", "storm", "halve_on"))
        for piece in sorted(pos.tables.roster.mulberries):
            if pos.on_map(piece) and act.roll("roll.mulberry", 6, pos.at(piece), "29.5", low=1) in hits:
                now = pos.mulberry_capacity(piece)
                act.flag(piece, f.DAMAGE, pos.flag(piece, f.DAMAGE) + now - now // 2, "29.5")
                act.flag(piece, "flag.storm_turn", act.state.turn, "29.5")


def repair(act: Act) -> None:
    """FE 18.7.8, 29.5: at the end of the Allied second impulse a damaged Mulberry gains a point, from the turn after
    the storm, while an Allied infantry unit is in its hex; never above its printed value."""
    pos = act.pos
    for piece in sorted(pos.tables.roster.mulberries):
        lost = pos.flag(piece, f.DAMAGE)
        hit = pos.flag(piece, pos.game.words["flag.storm_turn"])
        if lost and hit < act.state.turn and pos.on_map(piece) and ports.infantry_in(pos, pos.at(piece)):
            act.flag(piece, f.DAMAGE, lost - 1, "29.5")


class SetMulberry(Decision, frozen=True, array_like=True, tag=201):
    """A Mulberry is placed in an invaded hex."""

    mulberry: PieceId
    at: PlaceId


def unused(pos: FortressPosition) -> tuple[int, ...]:
    """FE 29.1: Mulberries that have not been placed yet, ascending."""
    gone = pos.game.words["pool.gone"]
    pieces = sorted(pos.tables.roster.mulberries)
    return tuple(p for p in pieces if pos.at(p) == OFF_MAP and not pos.state.pooled(gone, p))


def sites(pos: FortressPosition) -> tuple[int, ...]:
    """FE 12.12, 29.3, 31.5: hexes invaded this turn without enemy units, Jersey too, ascending; an enemy ZOC does not
    matter."""
    number = pos.state.variable(f.VAR_INVASIONS)
    ground = pos.tables.ground
    places = sorted(place for place in ground.land if landing.landable(pos, place))
    return tuple(
        p
        for p in places
        if pos.state.marker(p, -1, f.INVADED) == number and not pos.enemies_in(p, f.ALLIED) and not _off_jersey(pos, p)
    )


def _off_jersey(pos: FortressPosition, place: int) -> bool:
    """FE 31.5: no Mulberry within two hexes of Jersey while the German has it."""
    jersey = pos.tables.ground.jersey
    if jersey < 0 or not pos.option("31.5") or pos.controller(jersey) != f.GERMAN:
        return False
    return pos.board.distance(place, jersey) <= _NEAR_JERSEY


class PlaceMulberry(Choice[FortressPosition], frozen=True, array_like=True, tag=201):
    """FE 12.12, 29.2, C-7: at the end of the second move impulse of an invasion turn a Mulberry must be placed."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not pos.invasion_turn or not unused(pos) or not sites(pos):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(
            *(f.ALLIED, words["prompt.mulberry"], rules["12.12"], (SetMulberry.kind(),)),
            *(unused(pos), sites(pos)),
        )

    def run(self, act: Act) -> None:
        """No invasion this turn, or no place for a Mulberry."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, SetMulberry, pos.game.cite("12.12"))
        if decision.mulberry not in unused(pos):
            raise IllegalDecision(pos.game.cite("29.1"), f"{pos.name(decision.mulberry)} is no Mulberry still at hand")
        if decision.at not in sites(pos):
            reason = f"{pos.label(decision.at)} was not invaded this turn, or holds the enemy"
            raise IllegalDecision(pos.game.cite("12.12"), reason)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        for piece in unused(pos):
            for place in sites(pos):
                yield SetMulberry(PieceId(piece), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, SetMulberry)
        act.done()
        act.place(decision.mulberry, decision.at, 1, "29.2")
        capacity.update(act, "29.2")


def overrun(act: Act, place: int) -> None:
    """FE 29.4: a German who enters the hex of a Mulberry destroys it."""
    for piece in act.pos.units(place):
        if piece in act.pos.tables.roster.mulberries:
            act.remove(piece, "reason.eliminated", "29.4")
            act.pool("pool.gone", piece, 1, "29.4")


DECISIONS: Final = (SetMulberry,)
STEPS: Final = (StormDamage, PlaceMulberry)
