"""The orders segment (18): surrender, attachment and detachment, reserves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import chains, comm, reserves
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import EndSegment, MenuSegment
from hexledger.engine.games.time_for_trumpets.rules.changes import eliminate
from hexledger.engine.games.time_for_trumpets.rules.command import attach
from hexledger.engine.games.time_for_trumpets.rules.leaving import vacated
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Refusal, Step, permit

ROLLED: Final = w.FLAG["surrender_rolled"]
ATTACHED: Final = w.FLAG["temporary"]
"""The turn in which a unit was attached, or handed on."""
FIRST_SURRENDER: Final = calendar.number("18PD")
STUBBORN: Final = 4
"""18.1: units of a printed ER below this may surrender."""
SURRENDERS: Final = "surrenders"
FAR: Final = 20
"""18.2e,f: farther than this from its HQ a unit may be attached; 18.3b: at this or less it must come back."""
SURROGATES: Final = ("division", "brigade", "command")
"""18.2c, G-D3: levels of HQs that take units in."""


class Attach(Decision, frozen=True, array_like=True, tag=21):
    """`attach us_99_393_i us_2id_hq`: a unit joins a surrogate headquarters, or is passed on to another one."""

    unit: PieceId
    hq: PieceId


class Detach(Decision, frozen=True, array_like=True, tag=22):
    """`detach us_99_393_i`: an attached unit returns to its own headquarters."""

    unit: PieceId


class Designate(Decision, frozen=True, array_like=True, tag=23):
    """`designate 12ssd_hq 12ss_25_i,12ss_25_ii`: units that an HQ or a leader puts into reserve."""

    by: PieceId
    units: tuple[PieceId, ...]


# ---------------------------------------------------------------------- 18.1
class Surrender(Step[TrumpetsPosition], frozen=True, array_like=True, tag=38):
    """TFT 18.1: isolated units of a low ER roll in the orders of their own side, once a turn."""

    def run(self, act: Act) -> None:
        """From 18PD."""
        if act.state.turn < FIRST_SURRENDER:
            return
        for piece in chains.acting(act.pos):
            if may_surrender(act.pos, piece):
                act.flag(piece, ROLLED, 1, "18.1")
                die = act.roll("roll.surrender", 6, piece, "18.1", low=1)
                if str(act.pos.game.chart.die("surrender", die)[1]) == SURRENDERS:
                    place = act.pos.at(piece)
                    eliminate(act, piece, "reason.surrendered", "18.1")
                    vacated(act, place)


def may_surrender(pos: TrumpetsPosition, piece: int) -> bool:
    """18.1: an isolated HQ or combat unit with a printed ER below 4."""
    if piece not in pos.game.roster.combat or pos.flag(piece, ROLLED):
        return False
    return pos.flag(piece, w.ISOLATED) > 0 and pos.printed_er(piece) < STUBBORN


# ---------------------------------------------------------------------- 18.2, 18.3
def own_hq(pos: TrumpetsPosition, piece: int) -> int:
    """The HQ to which a unit answers without attachment."""
    found = pos.scenario.parents.get(piece)
    return pos.game.roster.parent[piece] if found is None else found


def distance_to_own(pos: TrumpetsPosition, piece: int) -> int:
    """Hexes to its own HQ; more than the board is wide where that is not on the map."""
    hq = own_hq(pos, piece)
    return pos.board.distance(pos.at(piece), pos.at(hq)) if hq != NOBODY and pos.on_map(hq) else pos.board.n_hexes


def in_range(pos: TrumpetsPosition, hq: int, piece: int) -> bool:
    """18.2g, 18.3c: the unit is within the command range of a surrogate."""
    return pos.on_map(hq) and pos.at(piece) in comm.reach_of(pos, hq, pos.command_range(hq))


def attach_refusal(pos: TrumpetsPosition, piece: int, hq: int) -> Refusal | None:
    """18.2, 18.3f: why a unit cannot be attached to a surrogate HQ."""
    roster = pos.game.roster
    if pos.code != "PD":
        return "18.2", "units are attached in PD turns only"
    if not pos.on_map(piece) or piece not in roster.counted or not chains.acts(pos, piece):
        return "15.0", f"{pos.name(piece)} does not act with this corps"
    if pos.level(hq) not in SURROGATES or not pos.on_map(hq) or pos.side(hq) != pos.side(piece):
        return "18.2", "a division or brigade headquarters of its own side takes the unit in"
    if _nation(pos, hq) != _nation(pos, piece) or hq == own_hq(pos, piece) or hq == pos.parent(piece):
        return "18.2", f"{pos.name(hq)} is no surrogate for {pos.name(piece)}"
    if not in_range(pos, hq, piece):
        return "18.2", f"{pos.name(piece)} is out of the range of {pos.name(hq)}"
    if pos.flag(piece, ATTACHED):
        if not in_range(pos, pos.parent(piece), piece):
            return "18.3", f"{pos.name(piece)} is not in the range of the headquarters that hands it on"
        return None
    level = roster.level.get(own_hq(pos, piece), "")
    if level == "army":
        return None if not pos.in_comm(piece) else ("18.2", f"{pos.name(piece)} is in command")
    if distance_to_own(pos, piece) <= FAR:
        return "18.2", f"{pos.name(piece)} is within {FAR} hexes of its own headquarters"
    return None


def _nation(pos: TrumpetsPosition, piece: int) -> str:
    """Nationality; German ground units of all kinds are one."""
    return "german" if pos.side(piece) == w.GERMAN else pos.game.roster.nation[piece]


def check_attach(pos: TrumpetsPosition, decision: Attach) -> None:
    """18.2: may the unit be attached?"""
    permit(pos, attach_refusal(pos, decision.unit, decision.hq))


def take_attach(act: Act, decision: Attach) -> None:
    """It acts as an organic unit of the surrogate."""
    attach(act, decision.unit, decision.hq, "18.2")
    act.flag(decision.unit, ATTACHED, act.state.turn, "18.2")


def attachments(pos: TrumpetsPosition) -> Iterator[Attach]:
    """Units of the corps that could be attached, with their surrogates."""
    if pos.code != "PD":
        return
    hqs = [hq for hq in pos.game.roster.level if pos.level(hq) in SURROGATES and pos.on_map(hq)]
    for piece in chains.acting(pos):
        if piece in pos.game.roster.counted and _away(pos, piece):
            yield from (Attach(PieceId(piece), PieceId(hq)) for hq in hqs if attach_refusal(pos, piece, hq) is None)


def _away(pos: TrumpetsPosition, piece: int) -> bool:
    return pos.flag(piece, ATTACHED) > 0 or not pos.in_comm(piece) or distance_to_own(pos, piece) > FAR


def detach_refusal(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """18.3: why a unit cannot be detached."""
    if pos.code != "PD":
        return "18.3", "units are detached in PD turns only"
    if not pos.flag(piece, ATTACHED):
        return "18.3", f"{pos.name(piece)} is not attached"
    if not chains.acts(pos, piece):
        return "15.0", f"{pos.name(piece)} does not act with this corps"
    if not in_range(pos, pos.parent(piece), piece):
        return "18.3", f"{pos.name(piece)} is out of the range of its surrogate"
    return None


def check_detach(pos: TrumpetsPosition, decision: Detach) -> None:
    """18.3: may the unit be detached?"""
    permit(pos, detach_refusal(pos, decision.unit))


def take_detach(act: Act, decision: Detach) -> None:
    """It is back under its own HQ."""
    attach(act, decision.unit, NOBODY, "18.3")
    act.flag(decision.unit, ATTACHED, 0, "18.3")


def detachments(pos: TrumpetsPosition) -> Iterator[Detach]:
    """Attached units of the corps."""
    return (Detach(PieceId(piece)) for piece in chains.acting(pos) if detach_refusal(pos, piece) is None)


def must_detach(pos: TrumpetsPosition) -> tuple[int, ...]:
    """18.3b: units that begin a PD turn attached and within 20 hexes of their own HQ; not those that were attached
    (18.2d: out of command, however near it is) or handed on (18.3f) in this turn."""
    found = (piece for piece in chains.acting(pos) if detach_refusal(pos, piece) is None)
    return tuple(
        piece for piece in found if distance_to_own(pos, piece) <= FAR and pos.flag(piece, ATTACHED) != pos.state.turn
    )


# ---------------------------------------------------------------------- 18.4, 18.5, 39.5
def check_designate(pos: TrumpetsPosition, decision: Designate) -> None:
    """18.4, 39.5: may the units be put into reserve?"""
    if not pos.plays("reserves"):
        permit(pos, ("18.4", "reserves are an advanced rule that is not played"))
    permit(pos, reserves.refusal(pos, decision.by, decision.units))


def take_designate(act: Act, decision: Designate) -> None:
    """Reserve markers; 18.5: an American division with three units in reserve gains in effectiveness at once."""
    pos = act.pos
    for unit in decision.units:
        act.flag(unit, w.RESERVE, 1, "18.4")
    if decision.by in pos.game.roster.leaders:
        done = pos.flag(decision.by, w.FLAG["designated"])
        named = sum(unit != decision.by for unit in decision.units)
        act.flag(decision.by, w.FLAG["designated"], done + named, "39.5")
    for division in sorted({pos.above(unit, "division") for unit in decision.units}):
        american = division != NOBODY and pos.game.roster.nation[division] == "us"
        if american and len(reserves.in_reserve(pos, division)) >= reserves.MOST:
            act.flag(division, w.FLAG["plus_er"], 1, "18.5")


def designations(pos: TrumpetsPosition) -> Iterator[Designate]:
    """One unit at a time, by each HQ and leader that may."""
    if not pos.plays("reserves"):
        return
    roster = pos.game.roster
    acting = chains.acting(pos)
    chiefs = [p for p in acting if p in roster.leaders or (pos.code == "PD" and p in roster.hqs)]
    units = [p for p in acting if p in roster.counted and reserves.unit_refusal(pos, p) is None]
    for chief in chiefs:
        for unit in (*units, *((chief,) if chief in roster.leaders else ())):
            if reserves.refusal(pos, chief, (unit,)) is None:
                yield Designate(PieceId(chief), (PieceId(unit),))


# ---------------------------------------------------------------------- the segment
def _check_end(pos: TrumpetsPosition, _decision: EndSegment) -> None:
    """18.3b: units near their own HQ are detached first."""
    left = must_detach(pos)
    if left:
        permit(pos, ("18.3", f"{pos.name(left[0])} returns to its own headquarters"))


def _ends(pos: TrumpetsPosition) -> tuple[EndSegment, ...]:
    return () if must_detach(pos) else (EndSegment(),)


def _end(act: Act, _decision: EndSegment) -> None:
    act.done()


class BeginOrders(Step[TrumpetsPosition], frozen=True, array_like=True, tag=39):
    """TFT 18, G-D13: what the scenario attaches until a turn goes back; 18.5: bonuses lapse; surrender, then orders."""

    side: int
    corps: int

    def run(self, act: Act) -> None:
        """Before any decision."""
        scenario_parents(act)
        for division in chains.divisions(act.pos, self.corps):
            if len(reserves.in_reserve(act.pos, division)) < reserves.MOST:
                act.flag(division, w.FLAG["plus_er"], 0, "18.5")
        act.then(Surrender(), Orders(self.side))


def scenario_parents(act: Act) -> None:
    """G-D6, G-D13: units answer to another HQ until a turn, or until an HQ is on the map."""
    pos = act.pos
    after = pos.scenario.hooks.get("after") or {}
    index = pos.game.roster.index
    for row in pos.scenario.reparents:
        if pos.state.attached.get(row.piece, 0) != row.hq + 1 or pos.flag(row.piece, ATTACHED):
            continue
        due = row.until and pos.state.turn >= row.until
        if due or (row.until_hq != NOBODY and pos.on_map(row.until_hq)):
            heir = after.get(pos.counters[row.piece].id)
            attach(act, row.piece, index[heir] if heir else NOBODY, "G-D13")


class Orders(MenuSegment, frozen=True, array_like=True, tag=13):
    """TFT 18: orders of the active corps."""

    menu = Menu(
        (
            Action(Attach, check_attach, take_attach, attachments),
            Action(Detach, check_detach, take_detach, detachments),
            Action(Designate, check_designate, take_designate, designations),
            Action(EndSegment, _check_end, _end, _ends),
        )
    )
    asks = "prompt.orders"
    rule = "18.0"
    complete = False


DECISIONS: Final = (Attach, Detach, Designate)
STEPS: Final = (Orders, Surrender, BeginOrders)
