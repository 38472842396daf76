"""Invasions (3.6, 12): declaring one, landing, what hidden units do to it, invaders that fail.

What may land where stands in `landing`. June I: line, landings with drops and raids, ground support, ships, hidden
units (3.6-3.8); a secondary invasion is declared in a first move impulse and needs no steps of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import allowance, capacity, landing, sea, stacking
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    augmented,
    control,
    decoy_setup,
    districts,
    engineers,
    ground_support,
    hidden,
    losses,
    march,
    naval,
)
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, permit, wanted


class DeclareInvasion(Decision, frozen=True, array_like=True, tag=70):
    """The line of coastal hexes that is invaded (12.6)."""

    hexes: tuple[PlaceId, ...]


class Invade(Decision, frozen=True, array_like=True, tag=71):
    """A unit lands in a hex of the line, in the first impulse (12.7) or in the second (12.11)."""

    unit: PieceId
    at: PlaceId


_BEFORE: Final = (DeclareInvasion, augmented.AugmentAtStart, engineers.Whole79, engineers.Split79)
"""What the Allied player may decide before June I goes on."""


# ------------------------------------------------------------------ declaring
class PrimaryInvasion(Choice[FortressPosition], frozen=True, array_like=True, tag=70):
    """FE 3.6, 12.2, 27.12, 31.16: the Allied player chooses the line of the primary invasion. Before that he may
    augment US divisions and, with the option, make 79th Armoured whole and split it."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        kinds = tuple(kind.kind() for kind in _BEFORE)
        return Prompt(f.ALLIED, words["prompt.invasion"], rules["3.6"], kinds, complete=False)

    def run(self, act: Act) -> None:
        """Never: the primary invasion is always declared."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, _BEFORE, pos.game.cite("3.6"))
        why = None
        if isinstance(decision, DeclareInvasion):
            why = landing.line_refusal(pos, decision.hexes)
        elif isinstance(decision, augmented.AugmentAtStart):
            why = augmented.start_refusal(pos, decision.unit, decision.donor)
        elif isinstance(decision, engineers.Whole79):
            why = engineers.whole_refusal(pos, decision)
        elif not pos.option("31.16"):
            why = "27.11", "79th Armoured splits at the start of an Allied player turn"
        else:
            why = engineers.split_refusal(pos, spare=False)
        permit(pos, why)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield from _lines(pos)
        yield from augmented.start_choices(pos)
        yield from engineers.whole_choices(pos)

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, DeclareInvasion):
            act.done()
            declare(act, decision.hexes)
        elif isinstance(decision, augmented.AugmentAtStart):
            augmented.take_at_start(act, decision)
        elif isinstance(decision, engineers.Whole79):
            engineers.make_whole(act, decision)
        else:
            engineers.split(act)


def _lines(pos: FortressPosition) -> Iterator[DeclareInvasion]:
    """The scenario's default line, and the coast of each beach zone as far as it is open and in one piece."""
    suggested = pos.scenario.data.get("suggested_primary") or {}
    lines = [tuple(pos.board.place(label) for label in suggested.get("invaders", ()))]
    for zone in range(len(pos.tables.ground.zones)):
        lines.append(tuple(p for p in sorted(pos.tables.ground.invadable) if pos.tables.ground.zone.get(p) == zone))
    for line in dict.fromkeys(lines):
        if line and landing.line_refusal(pos, line) is None:
            yield DeclareInvasion(tuple(PlaceId(place) for place in line))


def declare(act: Act, hexes: Iterable[int]) -> None:
    """FE 12.2: an invasion is on."""
    number = act.state.variable(f.VAR_INVASIONS) + 1
    act.assign(f.VAR_INVASIONS, number, "12.2")
    act.assign(f.VAR_INVASION_TURN, act.state.turn, "12.2")
    for place in hexes:
        act.marker(place, -1, f.LANDED, number, "12.6")


def secondary_refusal(pos: FortressPosition, hexes: tuple[int, ...]) -> Refusal | None:
    """FE 12.1-12.3, 12.14, C-3: why the secondary invasion may not be declared so now, None when it may."""
    why = _no_secondary(pos)
    return landing.line_refusal(pos, hexes) if why is None else why


def _no_secondary(pos: FortressPosition) -> Refusal | None:
    if pos.active_side != f.ALLIED or pos.impulse != 1:
        return "12.2", "an invasion is declared in an Allied first move impulse"
    if pos.state.variable(f.VAR_INVASIONS) != 1:
        return "12.2", "the secondary invasion has been made"
    first, last = (pos.tables.calendar.number(name) for name in pos.game.edition.chart("invasion", "secondary_window"))
    if not first <= pos.state.turn <= last:
        return "12.2", "the secondary invasion is made from August I to September IV"
    if pos.weather != f.CLEAR:
        return "12.1", "invasions need clear weather"
    if sea.used(pos):
        return "12.3", "units have moved by sea this turn"
    if pos.ashore(f.ALLIED) and capacity.at_start(pos) <= 0:
        return "12.14", f"supply capacity was {capacity.at_start(pos)} when the turn began"
    return None


def _check_declared(pos: FortressPosition, decision: DeclareInvasion) -> None:
    permit(pos, secondary_refusal(pos, decision.hexes))


def _take_declared(act: Act, decision: DeclareInvasion) -> None:
    act.assign(f.VAR_BOUND_LANDINGS, int(bool(act.pos.ashore(f.ALLIED))), "18.7.4")
    declare(act, decision.hexes)


def declarations(pos: FortressPosition) -> Iterator[DeclareInvasion]:
    if _no_secondary(pos) is None:
        yield from _lines(pos)


# ------------------------------------------------------------------ landing
def _check(pos: FortressPosition, decision: Invade) -> None:
    permit(pos, landing.refusal(pos, decision.unit, decision.at))


def _take(act: Act, decision: Invade) -> None:
    """FE 12.3, 12.11, 9.1: land a unit; who lands in the first impulse has moved, in the second he may go on."""
    piece, place = decision.unit, decision.at
    pos, impulse = act.pos, act.pos.impulse
    path = (pos.at(piece), place)
    _account(act, piece, place)
    if landing.counted(pos, piece):
        act.track("track.landings", landing.landed(pos) + 1, f.ALLIED, "12.10")
    act.move(piece, path, "mode.invade" if impulse == 1 else "mode.land", 0, "12.3")
    act.flag(piece, f.INVADING, impulse, "12.3")
    act.flag(piece, f.MOVED, impulse, "12.3")
    act.flag(piece, f.BY_AIR, 0)
    if impulse == 1:
        act.marker(place, -1, f.INVADED, act.state.variable(f.VAR_INVASIONS), "12.3")
        districts.invade(act, (place,))
    else:
        act.flag(piece, f.LEFT, impulse << 8 | allowance.allowance(act.pos, piece), "12.11")
    march.mire(act, piece)
    # 3.7: what the hexes of the primary invasion hold is known when the hidden units have been revealed.
    if not control.unknown(pos):
        control.entered(act, piece, path)


def _account(act: Act, piece: int, place: int) -> None:
    """FE 12.7, 12.10: write down what the line may still take in this impulse and, in the first, what the hex holds."""
    pos = act.pos
    line = landing.line_of(pos)
    most, landed = landing.capacity(pos, line, pos.impulse), landing.landed(pos)
    lines: list[tuple[str | int, int, str]] = [("line.beaches", most, "12.10")]
    lines += [("line.landed", -landed, "12.10")] if landed else []
    if landing.counted(pos, piece):
        act.reckon("reckon.landing", place, lines, most - landed, "12.10")
    if pos.impulse == 1:
        limit, there = stacking.landing_limit(pos, place), len(stacking.landing_units(pos, place))
        room: list[tuple[str | int, int, str]] = [("line.limit", limit, "12.7")]
        room += [("line.there", -there, "12.7")] if there else []
        act.reckon("reckon.beach", place, room, limit - there, "12.7")


def landings(pos: FortressPosition) -> Iterator[Invade]:
    """Landings of every unit that may land, in every hex of the line with room for it."""
    if not pos.invasion_turn or pos.active_side != f.ALLIED or pos.impulse not in (1, 2):
        return
    line = landing.line_of(pos)
    for piece in pos.in_play(f.ALLIED):
        if piece in pos.tables.roster.land and landing.lands(pos, piece) is None:
            for place in line:
                fits = pos.impulse == 1 or pos.fits(place, (piece,))
                if fits and landing.refusal(pos, piece, place) is None:
                    yield Invade(PieceId(piece), PlaceId(place))


def unfinished(pos: FortressPosition) -> Refusal | None:
    """FE 12.2, 12.6, 31.5, C-135, C-136: why the first move impulse of an invasion may not end yet: nobody has landed,
    or the hexes invaded are no line. None where no unit is left that could mend it."""
    if pos.active_side != f.ALLIED or pos.impulse != 1 or not pos.invasion_turn:
        return None
    invaded = [place for place in landing.line_of(pos) if stacking.invaded_now(pos, place)]
    if invaded and not landing.gaps(pos):
        return None
    if not any(isinstance(one, Invade) and one.at not in invaded for one in landings(pos)):
        return None
    if not invaded:
        return "12.2", "the invasion has been declared: one unit at least must land"
    if landing.jersey_alone(pos, frozenset(invaded)):
        return "31.5", landing.JERSEY_ALONE
    return "12.6", "the hexes invaded are no line: units must land between them"


# ------------------------------------------------------------------ 3.6-3.8 the first impulse of June I
def around(pos: FortressPosition, moves: Step[FortressPosition]) -> tuple[Step[FortressPosition], ...]:
    """FE 3.6-3.8, 12.19, C-1: an Allied first move impulse: on June I of a campaign the primary invasion is chosen
    before the moves, and after them come ground support, ships and hidden units; else the moves alone."""
    if pos.state.turn != 1 or pos.scenario.bulge or pos.state.variable(f.VAR_INVASIONS):
        return (moves,)
    reveal: Step[FortressPosition] = decoy_setup.RevealDecoys() if pos.option("31.7") else hidden.RevealHidden()
    return (PrimaryInvasion(), moves, ground_support.Commit(), naval.PlaceNaval(), reveal, AfterReveal())


class AfterReveal(Step[FortressPosition], frozen=True, array_like=True, tag=71):
    """FE 12.17, 30.2, C-149: invaders and raiders of an inland port to which hidden units close the passage are put
    aside; whoever has landed takes his hex where it turns out to be empty."""

    def run(self, act: Act) -> None:
        """Move them to the hidden units that stopped them; the others, paratroops and raiders too, take the hexes in
        which they landed."""
        pos = act.pos
        flags = (f.INVADING, f.DROPPED, f.RAIDING)
        landed = [piece for piece in pos.ashore(f.ALLIED) if any(pos.flag(piece, flag) for flag in flags)]
        for piece in landed:
            place = pos.at(piece)
            closed = place in pos.tables.ground.inland_ports and not pos.passage_open(place)
            if closed and not pos.flag(piece, f.DROPPED):
                _put_aside(act, piece, place)
            elif not pos.flag(piece, f.INVADING):
                control.entered(act, piece, (pos.board.n_hexes, place), by_air=True)
            else:
                control.entered(act, piece, (sea.home_of(pos, place), place))


def _put_aside(act: Act, piece: int, port: int) -> None:
    """FE 12.17, 21.6, C-149: into the hex of a unit that closes the passage (the nearest to the port), invadable or
    not; else into the nearest hex to that where it may stack. Nothing more is released by it. What is invaded changes
    with invaders, not with raiders."""
    pos, invades = act.pos, act.pos.flag(piece, f.INVADING) != 0
    ground, board = pos.tables.ground, pos.board
    blockers = sorted(
        (place for place in ground.passage[port] if pos.enemies_in(place, f.ALLIED)),
        key=lambda place: (board.distance(place, port), place),
    )
    near = sorted(ground.land - {ground.dyke}, key=lambda place: (board.distance(place, blockers[0]), place))
    place = next(place for place in (*blockers, *near) if place != port and _may_lie(pos, piece, place))
    path = (port, place)
    act.move(piece, path, "mode.relocate", 0, "12.17")
    if invades and place in ground.invadable:
        act.marker(place, -1, f.INVADED, act.state.variable(f.VAR_INVASIONS), "12.17")
    control.entered(act, piece, path, forced=True)
    if invades:
        act.marker(port, -1, f.INVADED, 0, "12.17")


def _may_lie(pos: FortressPosition, piece: int, place: int) -> bool:
    """FE 12.17, 21.6: may the unit be put into a hex? Raiders stack free."""
    room = pos.flag(piece, f.RAIDING) or landing.room(pos, piece, place)
    return pos.terrain(place) != "alpine" and bool(room)


# ------------------------------------------------------------------ 12.9
def end_of_first_combat(act: Act) -> None:
    """FE 12.9, C-77: after the last battle of the first combat impulse invaders still on top of Germans are lost."""
    pos = act.pos
    if not pos.invasion_turn or pos.active_side != f.ALLIED:
        return
    for piece in pos.ashore(f.ALLIED):
        if pos.flag(piece, f.INVADING) and pos.enemies_in(pos.at(piece), f.ALLIED):
            losses.eliminate(act, piece, "12.9")


MISSING: Missing = ()
ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (
    Action(DeclareInvasion, _check_declared, _take_declared, declarations),
    Action(Invade, _check, _take, landings),
)
DECISIONS: Final = (DeclareInvasion, Invade)
STEPS: Final = (PrimaryInvasion, AfterReveal)
