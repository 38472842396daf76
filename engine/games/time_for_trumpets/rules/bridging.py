"""Bridge construction (21, 60.3): begun, halted, given up, dismantled; what each turn brings.

Work in progress lies on the hexside: marker `bridge_work` is 1 for Begin Bridge and n + 1 for Under Construction n;
`work_j`, `work_b` (number of the bridge counter and one) or `work_bailey` say what is built, `dismantling` that it is
taken down, `halt` that the work rests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hexledger.engine.games.time_for_trumpets.questions import banks, chains, engineers, reserves
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END, MenuSegment
from hexledger.engine.games.time_for_trumpets.rules.bridge_sites import (
    BRIDGING,
    BY,
    DISMANTLING,
    HALT,
    KIND,
    WORK,
    builders,
    clear_site,
    free,
)
from hexledger.engine.games.time_for_trumpets.rules.demolition import lapse
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.games.time_for_trumpets.tables.switches import DEC16_BRIDGES
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, WordId
from hexledger.engine.kernel.steps import Refusal, Step, permit
from hexledger.projections.state import OFF_MAP

BEGUN: Final = banks.BEGUN
BUILT: Final = {"j": w.MARKER["j_bridge"], "b": w.MARKER["b_bridge"], "bailey": w.MARKER["bailey"]}


class BeginBridge(Decision, frozen=True, array_like=True, tag=26):
    """`begin_bridge 803_br 7842 bridge.j`: an engineer begins a bridge from its hex to that one."""

    unit: PieceId
    across: PlaceId
    bridge: WordId


class JoinBridge(Decision, frozen=True, array_like=True, tag=47):
    """`join_bridge 999_br 7842`: a second engineer works on the bridge that is in work from its hex to that one."""

    unit: PieceId
    across: PlaceId


class CancelBridge(Decision, frozen=True, array_like=True, tag=27):
    """`cancel_bridge 803_br`: the engineer gives its bridge up."""

    unit: PieceId


class Dismantle(Decision, frozen=True, array_like=True, tag=28):
    """`dismantle 803_br 7842`: an engineer begins to take a J or B bridge down."""

    unit: PieceId
    across: PlaceId


# ---------------------------------------------------------------------- decisions
def begin_refusal(pos: TrumpetsPosition, piece: int, across: int, bridge: int) -> Refusal | None:
    """21.1-21.3, 21.7: why an engineer may not begin this bridge."""
    why = engineers.ready(pos, piece, "21.1")
    if why is not None:
        return why
    kind = KIND.get(bridge, "")
    if kind not in engineers.kinds(pos, piece):
        return "21.1", f"{pos.name(piece)} does not build that"
    why = _in_reserve(pos, piece) or engineers.site(pos, piece, across)
    if why is not None:
        return why
    if kind != "bailey" and not engineers.counters(pos, piece, kind):
        return "21.7", "no such bridge of its army is at hand"
    return None


def _in_reserve(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """18.4i: who is in reserve builds nothing."""
    return (reserves.part(pos, piece), f"{pos.name(piece)} is in reserve") if pos.flag(piece, w.RESERVE) else None


def check_begin(pos: TrumpetsPosition, decision: BeginBridge) -> None:
    """21.2.1, 21.3.1: may the engineer begin?"""
    permit(pos, begin_refusal(pos, decision.unit, decision.across, decision.bridge))


def take_begin(act: Act, decision: BeginBridge) -> None:
    """A Begin Bridge marker; a German bridge counter comes to the site."""
    pos, kind = act.pos, KIND[decision.bridge]
    here, token = pos.at(decision.unit), 1
    if kind != "bailey":
        counter = engineers.counters(pos, decision.unit, kind)[0]
        token = counter + 1
        if pos.state.pooled(w.POOL["bridges"], counter):
            act.pool("pool.bridges", counter, -1, "21.7")
        elif pos.at(counter) != OFF_MAP:
            act.remove(counter, "reason.used", "21.2")
    act.marker(here, decision.across, WORK, BEGUN, "21.2")
    act.marker(here, decision.across, w.MARKER[f"work_{kind}"], token, "21.2")
    _at_work(act, decision.unit, decision.across, "21.2")


def _at_work(act: Act, piece: int, across: int, rule: str) -> None:
    """21.2.5: the engineer is at the bridge, and which kind of engineers has it in work."""
    act.marker(act.pos.at(piece), across, BY, engineers.ROWS.index(engineers.bridge_row(act.pos, piece)) + 1, rule)
    act.flag(piece, BRIDGING, across + 1, rule)


def begins(pos: TrumpetsPosition) -> Iterator[BeginBridge]:
    """Engineers of the corps at blown bridges."""
    for piece in chains.acting(pos):
        for kind in engineers.kinds(pos, piece):
            for across in pos.game.ground.near[pos.at(piece)]:
                if begin_refusal(pos, piece, across, w.BRIDGE[kind]) is None:
                    yield BeginBridge(PieceId(piece), PlaceId(across), WordId(w.BRIDGE[kind]))


def join_refusal(pos: TrumpetsPosition, piece: int, across: int) -> Refusal | None:
    """21.2.2b, 21.2.5, B-58: an engineer in the hex of a bridge in work, of the kind that began it."""
    why = engineers.ready(pos, piece, "21.1") or _in_reserve(pos, piece)
    if why is not None:
        return why
    here, row = pos.at(piece), engineers.bridge_row(pos, piece)
    if not 0 <= across < pos.board.n_hexes or not pos.state.marker(here, across, WORK):
        return "21.1", "there is no bridge in work"
    if not row or pos.state.marker(here, across, BY) != engineers.ROWS.index(row) + 1:
        return "21.2.5", "who finishes a bridge is of the kind of engineers that began it"
    return engineers.enemy_on_bank(pos, here, pos.side(piece))


def check_join(pos: TrumpetsPosition, decision: JoinBridge) -> None:
    """21.2.5: may the engineer go on with the bridge?"""
    permit(pos, join_refusal(pos, decision.unit, decision.across))


def take_join(act: Act, decision: JoinBridge) -> None:
    """It works on it beside those who do, or for them when they are gone: no faster, but it goes on without them."""
    _at_work(act, decision.unit, decision.across, "21.2.5")


def joins(pos: TrumpetsPosition) -> Iterator[JoinBridge]:
    """Engineers of the corps at bridges in work."""
    for piece in chains.acting(pos):
        if engineers.bridge_row(pos, piece):
            for across in pos.game.ground.near[pos.at(piece)]:
                if join_refusal(pos, piece, across) is None:
                    yield JoinBridge(PieceId(piece), PlaceId(across))


def check_cancel(pos: TrumpetsPosition, decision: CancelBridge) -> None:
    """21.1: the engineer is at a bridge and acts with the corps."""
    permit(pos, cancel_refusal(pos, decision.unit))


def cancel_refusal(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """Why an engineer has no bridge to give up."""
    if not pos.on_map(piece) or not chains.acts(pos, piece):
        return "15.0", f"{pos.name(piece)} does not act with this corps"
    return None if pos.flag(piece, BRIDGING) else ("21.1", f"{pos.name(piece)} works on no bridge")


def take_cancel(act: Act, decision: CancelBridge) -> None:
    """The markers come off; a German bridge counter goes back to the box."""
    give_up(act, decision.unit, "21.1")


def give_up(act: Act, piece: int, rule: str) -> None:
    """An engineer leaves its bridge; the work ends without result, unless others are at it (21.2.5)."""
    here, across = act.pos.at(piece), act.pos.flag(piece, BRIDGING) - 1
    act.flag(piece, BRIDGING, 0, rule)
    if not builders(act.pos, here, across):
        taking_down = act.pos.state.marker(here, across, DISMANTLING)
        clear_site(act, here, across, rule, counter_back=not taking_down)


def cancels(pos: TrumpetsPosition) -> Iterator[CancelBridge]:
    """Engineers of the corps that work on a bridge."""
    for piece in chains.acting(pos):
        if pos.flag(piece, BRIDGING):
            yield CancelBridge(PieceId(piece))


def dismantle_refusal(pos: TrumpetsPosition, piece: int, across: int) -> Refusal | None:
    """21.5: German J and B bridges, but not those of the five sites of 16 December."""
    why = engineers.ready(pos, piece, "21.5")
    if why is not None:
        return why
    here = pos.at(piece)
    if not 0 <= across < pos.board.n_hexes or pos.side(piece) != w.GERMAN or not engineers.kinds(pos, piece):
        return "21.5", f"{pos.name(piece)} dismantles no bridge"
    if banks.built(pos, here, across) not in (BUILT["j"], BUILT["b"]):
        return "21.5", "there is no J or B bridge"
    if frozenset((pos.label(here), pos.label(across))) in fixed_sites(pos):
        return "21.5", "this bridge stays where it is"
    if pos.marker("bridge_work", here, across):
        return "21.5", "there is work on the bridge already"
    return _in_reserve(pos, piece) or engineers.enemy_on_bank(pos, here, w.GERMAN)


def fixed_sites(pos: TrumpetsPosition) -> frozenset[frozenset[str]]:
    """21.5: Dasburg, Gemuend, Vianden, Wallendorf, Echternach."""
    return frozenset(frozenset(side) for side in pos.game.chart.data["fixed_bridge_sites"]["sides"])


def check_dismantle(pos: TrumpetsPosition, decision: Dismantle) -> None:
    """21.5: may the engineer take it down?"""
    permit(pos, dismantle_refusal(pos, decision.unit, decision.across))


def take_dismantle(act: Act, decision: Dismantle) -> None:
    """The reverse of building."""
    here = act.pos.at(decision.unit)
    act.marker(here, decision.across, WORK, BEGUN, "21.5")
    act.marker(here, decision.across, DISMANTLING, 1, "21.5")
    _at_work(act, decision.unit, decision.across, "21.5")


def dismantlings(pos: TrumpetsPosition) -> Iterator[Dismantle]:
    """Engineers of the corps beside J and B bridges."""
    for piece in chains.acting(pos):
        if engineers.kinds(pos, piece) and pos.side(piece) == w.GERMAN:
            for across in pos.game.ground.near[pos.at(piece)]:
                if dismantle_refusal(pos, piece, across) is None:
                    yield Dismantle(PieceId(piece), PlaceId(across))


class Bridging(MenuSegment, frozen=True, array_like=True, tag=16):
    """TFT 21: bridges of the active corps are begun, given up, dismantled; what goes on needs no decision."""

    menu = Menu(
        (
            Action(BeginBridge, check_begin, take_begin, begins),
            Action(JoinBridge, check_join, take_join, joins),
            Action(CancelBridge, check_cancel, take_cancel, cancels),
            Action(Dismantle, check_dismantle, take_dismantle, dismantlings),
            END,
        )
    )
    asks = "prompt.bridging"
    rule = "21.0"


class HaltBridges(Step[TrumpetsPosition], frozen=True, array_like=True, tag=37):
    """TFT 21.1l, 21.2.2b: each turn the builder must be active, in command and in supply, or the work halts."""

    def run(self, act: Act) -> None:
        """Builders of the active corps."""
        pos = act.pos
        for piece in chains.acting(pos):
            across = pos.flag(piece, BRIDGING) - 1
            if across >= 0:
                fit = any(_fit(pos, other) for other in builders(pos, pos.at(piece), across))
                if pos.state.marker(pos.at(piece), across, HALT) != int(not fit):
                    act.marker(pos.at(piece), across, HALT, int(not fit), "21.1")
        lapse(act, chains.acting(pos))


def _fit(pos: TrumpetsPosition, piece: int) -> bool:
    """21.1l: active, in command and in supply."""
    return pos.active(piece) and pos.in_comm(piece) and pos.in_supply(piece)


# ---------------------------------------------------------------------- 60.3 what a turn brings
def progress(act: Act, side: int) -> None:
    """21.2.2-21.2.4, 21.3.2, 60.3.1-60.3.3: Begin goes to 1 always; without a halt 1, 2, 3 go on; a bridge is done when
    its number of turns is reached and the far side is free of enemy combat units."""
    pos = act.pos
    abandoned(act, side)
    for piece in pos.of(side):
        across = pos.flag(piece, BRIDGING) - 1
        if across < 0 or builders(pos, pos.at(piece), across)[0] != piece:
            continue
        here = pos.at(piece)
        stage, needed = pos.state.marker(here, across, WORK), engineers.turns_needed(pos, piece)
        if stage and (stage == BEGUN or not pos.state.marker(here, across, HALT)):
            stage = min(stage + 1, needed + 1)
            act.marker(here, across, WORK, stage, "60.3")
        if stage == needed + 1 and not pos.state.marker(here, across, HALT):
            _done(act, piece, here, across)


def abandoned(act: Act, side: int) -> None:
    """21.2.5: only the kind of engineers that began a bridge finishes it: work whose engineers are gone is lost, its
    counter goes back; B-58: not before their side has had a segment in which others in the hex could go on."""
    pos = act.pos
    by_itself = {frozenset(row["side"]) for row in _by_themselves(pos)}
    for key in sorted(act.state.markers):
        if key & 0xFFFF != WORK:
            continue
        a, b = key >> 32, ((key >> 16) & 0xFFFF) - 1
        if frozenset((pos.label(a), pos.label(b))) in by_itself:
            continue
        at_work = (*builders(pos, a, b), *builders(pos, b, a))
        if not at_work and not _awaits(pos, a, b, side):
            taking_down = pos.state.marker(a, b, DISMANTLING)
            clear_site(act, a, b, "21.2.5", counter_back=not taking_down)


def _awaits(pos: TrumpetsPosition, a: int, b: int, side: int) -> bool:
    """B-58: at the end of the enemy's turn, with an engineer of the kind at the bridge."""
    row = pos.state.marker(a, b, BY) - 1
    if row < 0:
        return False
    kin = [p for place in (a, b) for p in pos.units(place) if engineers.bridge_row(pos, p) == engineers.ROWS[row]]
    return any(pos.side(piece) != side for piece in kin)


def _done(act: Act, piece: int, here: int, across: int) -> None:
    """21.4, 21.5, 60.3: the bridge is ready, or down; with enemies on the far side it waits."""
    pos = act.pos
    if pos.state.marker(here, across, DISMANTLING):
        kind = banks.built(pos, here, across)
        counter = _counter_of(pos, kind, piece)
        act.marker(here, across, kind, 0, "21.5")
        clear_site(act, here, across, "21.5", counter_back=False)
        free(act, here, across, "21.5")
        if counter != NOBODY:
            act.place(counter, here, 1, "21.5")
        return
    if pos.enemy_in(across, pos.side(piece)):
        return
    for name in KIND.values():
        if pos.state.marker(here, across, w.MARKER[f"work_{name}"]):
            clear_site(act, here, across, "60.3", counter_back=False)
            act.marker(here, across, BUILT[name], 1, "60.3")
            free(act, here, across, "60.3")
            return


def _counter_of(pos: TrumpetsPosition, kind: int, piece: int) -> int:
    """A bridge counter of the army that is neither in play nor in the box: the one that stood here."""
    name = next(name for name, marker in BUILT.items() if marker == kind)
    roster = pos.game.roster
    free = (
        counter
        for counter in sorted(roster.having[f"bridge_{name}"])
        if roster.army[counter] == roster.army[piece]
        and counter not in pos.state.at
        and not pos.state.pooled(w.POOL["bridges"], counter)
        and not pos.state.pooled(w.POOL["lost"], counter)
    )
    return next(free, NOBODY)


LAST_DAY: Final = 17
"""60.4: with every delay the bridges of 16 December are ready by the 17th; what is blown later is built by 21."""


def _by_themselves(pos: TrumpetsPosition) -> Sequence[Mapping[str, Any]]:
    """60.4, G-D26: sites on which work goes on by itself; none by the other reading, which has them built by 21."""
    if pos.reading(DEC16_BRIDGES) != DEC16_BRIDGES.default:
        return ()
    sites: Sequence[Mapping[str, Any]] = pos.scenario.hooks.get("auto_bridges", ())
    return sites


def of_december_16(act: Act) -> None:
    """60.4, G-D26: work at Dasburg and Gemuend goes on by itself at the end of each German turn; a random event delays
    or hastens it."""
    pos = act.pos
    early = calendar.day(act.state.turn) <= LAST_DAY
    for row in _by_themselves(pos) if early else ():
        a, b = (pos.board.place(label) for label in row["side"])
        if pos.game.ground.key(a, b) not in banks.blown(pos):
            continue
        gain = 0 if pos.var("bridge_delay") else 2 if pos.var("bridge_help") else 1
        stage = pos.state.marker(a, b, WORK) + gain
        if stage >= int(row["turns"]):
            clear_site(act, a, b, "60.4", counter_back=False)
            act.marker(a, b, BUILT["j"], 1, "60.4")
        elif gain:
            act.marker(a, b, WORK, stage, "60.4")
    act.assign("var.bridge_delay", 0)
    act.assign("var.bridge_help", 0)


DECISIONS: Final = (BeginBridge, JoinBridge, CancelBridge, Dismantle)
STEPS: Final = (Bridging, HaltBridges)
