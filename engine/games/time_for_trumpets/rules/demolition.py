"""Demolition of bridges (22): preparation in the owner's turn, attempts that interrupt the enemy's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import banks, chains, engagements, engineers, reserves
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END, MenuSegment, Pass
from hexledger.engine.games.time_for_trumpets.rules.bridge_sites import drop
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted

PREP: Final = w.FLAG["prep"]
TRIED: Final = w.MARKER["tried_demolition"]
US_FROM: Final = calendar.number("17PD")
"""22.1g, 22.2a: Americans neither blow nor prepare bridges before."""
BLOWN_RESULT: Final = "blown"


class PrepareDemolition(Decision, frozen=True, array_like=True, tag=29):
    """`prepare_demolition us_1a_291_ce 6620`: an engineer prepares the bridge from its hex to that one."""

    unit: PieceId
    across: PlaceId


class Blow(Decision, frozen=True, array_like=True, tag=38):
    """`blow us_1a_291_ce`: the engineer tries to blow the bridge."""

    unit: PieceId


# ---------------------------------------------------------------------- who can
def able(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """22.1b-g: an engineer in command, in supply and active, not under construction and not at a ford."""
    if piece not in pos.game.roster.engineers or not pos.on_map(piece):
        return "22.1", f"{pos.name(piece)} is no engineer"
    if pos.flag(piece, w.FLAG["building"]) or pos.flag(piece, w.FLAG["bridging"]) or pos.flag(piece, w.FLAG["ferry"]):
        return "22.1", f"{pos.name(piece)} is at other work"
    if not pos.in_comm(piece):
        return "7.14", f"{pos.name(piece)} is out of command"
    if not pos.in_supply(piece):
        return "22.1", f"{pos.name(piece)} is out of supply"
    if not pos.active(piece):
        return "13.5.2", f"{pos.name(piece)} is not active"
    if pos.side(piece) == w.ALLIED and pos.state.turn < US_FROM:
        return "22.1", f"no American demolition before {calendar.name(US_FROM)}"
    if pos.held(piece):
        return "H-1", f"{pos.name(piece)} is not released yet"
    return None


def engineers_at(pos: TrumpetsPosition, a: int, b: int, side: int) -> tuple[int, ...]:
    """22.1b, G-3.17: engineers of a side in one of the two hexes of a bridge that can blow it, prepared ones first."""
    found = [p for place in (a, b) for p in pos.units(place) if pos.side(p) == side and able(pos, p) is None]
    return tuple(sorted(found, key=lambda piece: (not _prepared(pos, piece, a, b), piece)))


def _prepared(pos: TrumpetsPosition, piece: int, a: int, b: int) -> bool:
    across = pos.flag(piece, PREP) - 1
    return across >= 0 and {pos.at(piece), across} == {a, b}


# ---------------------------------------------------------------------- 22.1k the interrupt
class BlowBridge(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=30):
    """TFT 22.1k: the side that does not move may try to blow a bridge that the enemy has come beside."""

    side: int
    a: int
    b: int

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        if pos.state.marker(self.a, self.b, TRIED) or not banks.bridged(pos, self.a, self.b):
            return None
        found = engineers_at(pos, self.a, self.b, self.side)
        if not found:
            return None
        places = (self.a, self.b)
        return asking(pos, self.side, "prompt.blow", "22.1", Blow, Pass, pieces=found, places=places)

    def run(self, act: Act) -> None:
        """Nobody is left to blow it."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite("22.1")
        said = wanted(decision, (Blow, Pass), cited)
        if isinstance(said, Blow) and said.unit not in engineers_at(pos, self.a, self.b, self.side):
            permit(pos, able(pos, said.unit))
            raise IllegalDecision(cited, f"{pos.name(said.unit)} does not stand at the bridge")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for piece in engineers_at(pos, self.a, self.b, self.side):
            yield Blow(PieceId(piece))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, Blow):
            attempt(act, decision.unit, self.a, self.b)


def modifiers(pos: TrumpetsPosition, piece: int, a: int, b: int) -> list[tuple[str | int, int, str]]:
    """22.1k, 22.3, G-D25: hasty, an enemy commando, heavy AFV or engineer in one of the two hexes; each once."""
    roster = pos.game.roster
    found: list[tuple[str | int, int, str]] = []
    if not _prepared(pos, piece, a, b):
        found.append(("line.hasty", _drm(pos, 0), "22.3"))
    at = [p for place in (a, b) for p in pos.units(place) if pos.side(p) != pos.side(piece)]
    if any(p in roster.having["commando"] for p in at):
        found.append(("line.commando", _drm(pos, 1), "22.1"))
    if any(p in roster.heavy_afv for p in at):
        found.append(("line.heavy_afv", _drm(pos, 2), "22.1"))
    if any(p in roster.engineers for p in at):
        found.append(("line.engineer", _drm(pos, 3), "22.1"))
    return found


def _drm(pos: TrumpetsPosition, row: int) -> int:
    return int(pos.game.chart.data["bridge_demolition"]["drm"][row]["drm"])


def attempt(act: Act, piece: int, a: int, b: int) -> None:
    """22.1e,h,i: one attempt for a bridge in an enemy turn; a bridge that was built is out of the game; 22.2g: every
    preparation of the bridge is spent."""
    pos = act.pos
    lines = modifiers(pos, piece, a, b)
    die = act.roll("roll.demolition", 6, a, "22.1", low=1)
    total = die + sum(value for _, value, _ in lines)
    act.reckon("reckon.demolition", a, [("line.die", die, "22.1"), *lines], total, "22.1")
    row, found = pos.game.chart.die("bridge_demolition", total)
    blown = str(found) == BLOWN_RESULT
    act.resolved("table.demolition", "column.result", row, ("result.blown" if blown else "result.stands",), "22.1")
    act.marker(a, b, TRIED, 1, "22.1")
    for place in (a, b):
        for other in pos.units(place):
            if _prepared(pos, other, a, b):
                act.flag(other, PREP, 0, "22.2")
    if blown:
        destroy(act, a, b)


def destroy(act: Act, a: int, b: int) -> None:
    """22.1h,i: the bridge is gone, and who was taking it down (21.5) has nothing to do."""
    built = banks.built(act.pos, a, b)
    if built:
        act.marker(a, b, built, 0, "22.1")
    act.marker(a, b, w.BLOWN, 1, "22.1")
    drop(act, a, b, "22.1")


def interrupts(pos: TrumpetsPosition, movers: Sequence[int], place: int) -> tuple[BlowBridge, ...]:
    """22.1k case 2: bridges beside which these units come by entering a hex, and which the enemy can blow: in the
    movement, advance and exploitation of its enemy's turn, so not when units react in its own."""
    if pos.side(movers[0]) != pos.active_side or not any(unit in pos.game.roster.combat for unit in movers):
        return ()
    return _threatened(pos, pos.side(movers[0]), (place,))


def leg(pos: TrumpetsPosition, unit: int, path: Sequence[int]) -> int:
    """22.1k case 2: hexes of a way that a unit goes before the enemy may interrupt it; all where he cannot."""
    return next((n + 1 for n, place in enumerate(path) if interrupts(pos, (unit,), place)), len(path))


def at_start(pos: TrumpetsPosition, side: int) -> tuple[BlowBridge, ...]:
    """22.1k case 1, G-D24: bridges beside which units of the side stand at the start of a movement segment."""
    return _threatened(pos, side, sorted(pos.hexes_of(side)))


def _threatened(pos: TrumpetsPosition, side: int, places: Sequence[int]) -> tuple[BlowBridge, ...]:
    enemy = 3 - side
    found: dict[tuple[int, int], None] = {}
    for place in places:
        for a, b in _bridges_beside(pos, place):
            if pos.state.marker(a, b, TRIED) or (a, b) in found or not banks.bridged(pos, a, b):
                continue
            if engineers_at(pos, a, b, enemy):
                found[a, b] = None
    return tuple(BlowBridge(enemy, a, b) for a, b in sorted(found))


def _bridges_beside(pos: TrumpetsPosition, place: int) -> Iterator[tuple[int, int]]:
    """Bridges of the hex itself: a unit in one of the two hexes of the hexside is beside it (G-3.17)."""
    ground = pos.game.ground
    for there in ground.near[place]:
        if ground.key(place, there) in ground.bridges:
            yield min(place, there), max(place, there)


# ---------------------------------------------------------------------- 22.2 preparation
def prep_refusal(pos: TrumpetsPosition, piece: int, across: int) -> Refusal | None:
    """22.2: an engineer that can blow bridges, beside one with no enemy beside it, not in reserve (18.4j)."""
    why = able(pos, piece)
    if why is not None:
        return why
    if not chains.acts(pos, piece):
        return "15.0", f"{pos.name(piece)} does not act with this corps"
    here = pos.at(piece)
    if not 0 <= across < pos.board.n_hexes or across not in pos.game.ground.near[here]:
        return "22.2", "the engineer stands beside the bridge"
    if not pos.game.ground.water_between(here, across) or not banks.bridged(pos, here, across):
        return "22.2", "there is no bridge"
    if pos.flag(piece, w.RESERVE):
        return reserves.part(pos, piece), f"{pos.name(piece)} is in reserve"
    if pos.flag(piece, PREP):
        return "22.2", f"{pos.name(piece)} prepares a demolition already"
    if pos.enemy_in(across, pos.side(piece)):
        return "22.2", "an enemy stands beside the bridge"
    return engagements.owes(pos, piece)


def check_prepare(pos: TrumpetsPosition, decision: PrepareDemolition) -> None:
    """22.2: may the engineer prepare the bridge?"""
    permit(pos, prep_refusal(pos, decision.unit, decision.across))


def take_prepare(act: Act, decision: PrepareDemolition) -> None:
    """A Prep Bridge Demo marker: the engineer neither moves nor attacks."""
    act.flag(decision.unit, PREP, decision.across + 1, "22.2")


def preparations(pos: TrumpetsPosition) -> Iterator[PrepareDemolition]:
    """Engineers of the corps beside bridges."""
    for piece, across in engineers.beside(pos):
        if prep_refusal(pos, piece, across) is None:
            yield PrepareDemolition(PieceId(piece), PlaceId(across))


def lapse(act: Act, units: Iterable[int]) -> None:
    """22.2g, B-59: a Prep Bridge Demo marker comes off when nobody who could blow the bridge stands in the hex: looked
    at after the checks of command and supply, and when a corps has chosen who is active."""
    pos = act.pos
    for piece in units:
        across = pos.flag(piece, PREP) - 1
        if across >= 0 and (able(pos, piece) is not None or not banks.bridged(pos, pos.at(piece), across)):
            act.flag(piece, PREP, 0, "22.2")


class Demolitions(MenuSegment, frozen=True, array_like=True, tag=17):
    """TFT 22.2: engineers of the active corps prepare demolitions."""

    menu = Menu((Action(PrepareDemolition, check_prepare, take_prepare, preparations), END))
    asks = "prompt.demolition"
    rule = "22.2"


class StartOfMovement(Step[TrumpetsPosition], frozen=True, array_like=True, tag=31):
    """TFT 22.1k case 1: before a movement segment the enemy may blow bridges beside which units stand."""

    side: int

    def run(self, act: Act) -> None:
        """One question a bridge."""
        act.then(*at_start(act.pos, self.side))


DECISIONS: Final = (PrepareDemolition, Blow)
STEPS: Final = (Demolitions, BlowBridge, StartOfMovement)
