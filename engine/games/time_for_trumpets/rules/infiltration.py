"""Special decisions of the 6th Panzer Army's scenarios: Skorzeny's infiltration (94.1), a parachute battalion for KG
Peiper (24.1.1); VIII Corps HQ leaves Bastogne (H-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import borders, chains, scoring, stacking, ways, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import demolition, entering
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import cross_south, leave_reserve, take_off, use_banks
from hexledger.engine.games.time_for_trumpets.rules.command import attach
from hexledger.engine.games.time_for_trumpets.rules.moving import check_units, end_motion, may_move
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit

SUCCESS: Final = "success"
SKORZENY: Final = "leader_skorzeny"


class Infiltrate(Decision, frozen=True, array_like=True, tag=48):
    """`infiltrate kg_x,leader_skorzeny 9017,8917`: through American hexes or ZOC to an empty hex at the end."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class TakeBattalion(Decision, frozen=True, array_like=True, tag=46):
    """`take_battalion 3fj_9_i`: KG Peiper takes a parachute battalion over."""

    unit: PieceId


class QuitMap(Decision, frozen=True, array_like=True, tag=49):
    """`quit_map us_viii_corps_hq`: a headquarters leaves by the west edge and leads from there."""

    hq: PieceId


# ---------------------------------------------------------------------- 94.1
def on(pos: TrumpetsPosition) -> tuple[int, ...]:
    """94.1: headquarters whose units infiltrate on this turn."""
    hook = pos.scenario.hooks.get("infiltration")
    if hook is None or pos.game.turn(pos.state.turn) not in hook["turns"]:
        return ()
    return tuple(pos.game.roster.index[name] for name in hook["units"])


def passes(pos: TrumpetsPosition, unit: int, path: Sequence[int]) -> tuple[int, ...]:
    """94.1: hexes of the path, but the last, that American units hold or in whose ZOC they lie: a roll for each."""
    enemy = 3 - pos.side(unit)
    return tuple(p for p in path[:-1] if p in pos.hexes_of(enemy) or zoc.stops(pos, unit, p))


def refusal(pos: TrumpetsPosition, units: Sequence[int], path: Sequence[int]) -> Refusal | None:
    """94.1, ex 8526-8602: units of the brigade, with Skorzeny where they begin or end, by a way for which they have the
    MF, out into an empty hex."""
    hqs = on(pos)
    why = check_units(pos, units)
    if why is not None:
        return why
    skorzeny = pos.game.roster.index[SKORZENY]
    nobody = not hqs or not any(pos.within(unit, hqs) for unit in units)
    if nobody or not all(pos.within(unit, hqs) or unit == skorzeny for unit in units):
        return "94.1", "only the 150th Brigade infiltrates, in the evening of the 16th and before dawn of the 17th"
    if len(path) < len(("through", "out")):
        return "94.1", "an infiltration leads through a hex and out of it"
    near = (pos.at(units[0]), path[-1])
    if pos.plays("leaders") and skorzeny not in units and pos.at(skorzeny) not in near:
        return "94.1", "Skorzeny accompanies the battle groups"
    if pos.enemy_in(path[-1], pos.side(units[0])):
        return "94.1", f"an enemy stands in {pos.label(path[-1])}"
    if not passes(pos, units[0], path):
        return "94.1", "there is nobody to pass"
    for unit in units:
        why = _affordable(pos, unit, path)
        if why is not None:
            return why
        if not stacking.may_share(pos, unit, path[-1]):
            return "23.7", f"{pos.name(unit)} may not stay in {pos.label(path[-1])}"
    return None


def cost(pos: TrumpetsPosition, unit: int, path: Sequence[int]) -> tuple[int, Refusal | None]:
    """Quarters of the way, enemies apart."""
    total, here = 0, pos.at(unit)
    for number, there in enumerate(path):
        price, why = ways.step(pos, unit, here, there, not number and not pos.flag(unit, w.FLAG["first_step"]))
        if why is not None:
            return total, why
        total, here = total + price, there
    return total, None


def _affordable(pos: TrumpetsPosition, unit: int, path: Sequence[int]) -> Refusal | None:
    price, why = cost(pos, unit, path)
    if why is None and price > ways.left(pos, unit):
        why = "94.1", f"{pos.name(unit)} cannot reach the hex beyond"
    return why


def check_infiltrate(pos: TrumpetsPosition, decision: Infiltrate) -> None:
    """94.1: may they try?"""
    permit(pos, refusal(pos, decision.units, decision.path))


def modifiers(pos: TrumpetsPosition, place: int, side: int) -> list[tuple[str | int, int, str]]:
    """94.1: by night, in a clear or a forest hex, an American unit in the hex."""
    rows = pos.game.chart.data["infiltration"]["drm"]
    values = [int(row["drm"]) for row in rows]
    found: list[tuple[str | int, int, str]] = []
    terrain = pos.board.terrain[place]
    for label, value, holds in (
        ("line.night", values[0], pos.night),
        ("line.clear", values[1], terrain == "clear"),
        ("line.forest", values[2], terrain == "forest"),
        ("line.us_unit", values[3], place in pos.hexes_of(3 - side)),
    ):
        if holds:
            found.append((label, value, "94.1"))
    return found


def take_infiltrate(act: Act, decision: Infiltrate) -> None:
    """94.1: a die for each hex that is passed; all must succeed, else the units stay where they are and are done."""
    pos, units, path = act.pos, decision.units, decision.path
    end_motion(act, units)
    side = pos.side(units[0])
    for place in passes(pos, units[0], path):
        lines = modifiers(pos, place, side)
        die = act.roll("roll.infiltration", 6, units[0], "94.1", low=1)
        total = die + sum(value for _, value, _ in lines)
        act.reckon("reckon.infiltration", units[0], [("line.die", die, "94.1"), *lines], total, "94.1")
        if str(pos.game.chart.die("infiltration", total)[1]) != SUCCESS:
            for unit in units:
                act.flag(unit, w.DONE, 1, "94.1")
                act.flag(unit, w.IN_MOTION, 0)
            return
    start = pos.at(units[0])
    use_banks(act, units, start, path)
    for unit in units:
        price = cost(pos, unit, path)[0]
        before = max(0, ways.spent(pos, unit))
        act.move(unit, (start, *path), "mode.move", price, "94.1")
        act.flag(unit, w.MOVED, before + price + 1)
        act.flag(unit, w.FLAG["first_step"], 1)
        if not act.pos.flag(unit, w.BEGAN):
            act.flag(unit, w.BEGAN, start + 1)
        act.flag(unit, w.IN_MOTION, 1)
        leave_reserve(act, unit)
    for unit in units:
        entering.entered(act, unit, path[-1])
        if borders.crosses_south(pos, unit, path[-1]):
            cross_south(act, unit)
    act.then(*demolition.interrupts(pos, units, path[-1]))


def infiltrations(pos: TrumpetsPosition) -> Iterator[Infiltrate]:
    """Ways of two hexes out of sight of the enemy, each unit for itself."""
    hqs = on(pos)
    if not hqs:
        return
    for unit in chains.acting(pos):
        if not pos.within(unit, hqs) or check_units(pos, (unit,)) is not None:
            continue
        for through in pos.game.ground.near[pos.at(unit)]:
            for out in pos.game.ground.near[through]:
                path = (through, out)
                if out != pos.at(unit) and refusal(pos, (unit,), path) is None:
                    yield Infiltrate((PieceId(unit),), tuple(map(PlaceId, path)))


# ---------------------------------------------------------------------- 24.1.1
def battalion_refusal(pos: TrumpetsPosition, unit: int) -> Refusal | None:
    """24.1.1, 36.4c: one battalion of the 3rd Parachute Division near Lanzerath or Buchholz joins KG Peiper."""
    hook, index = pos.scenario.hooks.get("parachute"), pos.game.roster.index
    if hook is None or pos.state.turn < calendar.number(hook["from"]):
        return "24.1.1", "KG Peiper takes no battalion over yet"
    division, kgp = index[hook["division"]], index["kgp_hq"]
    if unit not in pos.game.roster.infantry or pos.parent(unit) != division or not pos.on_map(unit):
        return "24.1.1", f"{pos.name(unit)} is no battalion of the 3rd Parachute Division"
    taken = [
        p for p in pos.of(w.GERMAN) if pos.state.attached.get(p) == kgp + 1 and pos.game.roster.parent[p] == division
    ]
    if taken or not pos.on_map(kgp) or not chains.acts(pos, kgp):
        return "24.1.1", "KG Peiper takes one battalion over, when it acts"
    places = [pos.board.place(label) for label in hook["near"]]
    if min(pos.board.distance(pos.at(unit), place) for place in places) > 1:
        return "24.1.1", f"{pos.name(unit)} is not near Lanzerath or Buchholz"
    return None


def check_battalion(pos: TrumpetsPosition, decision: TakeBattalion) -> None:
    """24.1.1: may KG Peiper take it?"""
    permit(pos, battalion_refusal(pos, decision.unit))


def take_battalion(act: Act, decision: TakeBattalion) -> None:
    """It is organic to KG Peiper from now on."""
    attach(act, decision.unit, act.pos.game.roster.index["kgp_hq"], "24.1.1")


def battalions(pos: TrumpetsPosition) -> Iterator[TakeBattalion]:
    """Parachute battalions that could be taken."""
    if "parachute" in pos.scenario.hooks:
        for unit in chains.acting(pos):
            if unit in pos.game.roster.infantry and battalion_refusal(pos, unit) is None:
                yield TakeBattalion(PieceId(unit))


# ---------------------------------------------------------------------- H-7
def quit_refusal(pos: TrumpetsPosition, hq: int) -> Refusal | None:
    """H-7: the HQ that the scenario names leaves from a road hex of the west edge."""
    hook = pos.scenario.hooks.get("corps_leaves")
    if hook is None or hq != pos.game.roster.index[hook["hq"]]:
        return "H-7", f"{pos.name(hq)} stays on the map"
    why = may_move(pos, hq)
    if why is not None:
        return why
    at_edge = pos.game.ground.column(pos.at(hq)) == int(hook["edge_column"]) and pos.game.ground.roads_of[pos.at(hq)]
    if pos.backed(hq) or not at_edge or ways.left(pos, hq) < 1:
        return "H-7", f"{pos.name(hq)} leaves in march order by a road of the west edge"
    return None


def check_quit(pos: TrumpetsPosition, decision: QuitMap) -> None:
    """H-7: may it go?"""
    permit(pos, quit_refusal(pos, decision.hq))


def take_quit(act: Act, decision: QuitMap) -> None:
    """It leads from off the map (G-D5)."""
    end_motion(act)
    take_off(act, decision.hq, "reason.stopped", "H-7")
    act.pool("pool.off_map", decision.hq, 1, "H-7")


def quits(pos: TrumpetsPosition) -> Iterator[QuitMap]:
    """The HQ, when it stands at the edge."""
    hook = pos.scenario.hooks.get("corps_leaves")
    if hook is not None:
        hq = pos.game.roster.index[hook["hq"]]
        if pos.on_map(hq) and quit_refusal(pos, hq) is None:
            yield QuitMap(PieceId(hq))


def stranded(act: Act) -> None:
    """H-7: the HQ is eliminated for good when Bastogne is cut off at the end of its last turn, or of a later one."""
    pos = act.pos
    hook = pos.scenario.hooks.get("corps_leaves")
    if hook is None or pos.state.turn < calendar.number(hook["by"]):
        return
    hq = pos.game.roster.index[hook["hq"]]
    around = [pos.board.place(label) for label in hook["around"]]
    if pos.on_map(hq) and not scoring.road_to_source(pos, w.ALLIED, around):
        take_off(act, hq, "reason.trapped", "H-7")
        act.pool("pool.lost_hqs", hq, 1, "H-7")


ACTIONS: Final = (
    Action(Infiltrate, check_infiltrate, take_infiltrate, infiltrations),
    Action(TakeBattalion, check_battalion, take_battalion, battalions),
    Action(QuitMap, check_quit, take_quit, quits),
)
DECISIONS: Final = (Infiltrate, TakeBattalion, QuitMap)
STEPS: Final = ()
