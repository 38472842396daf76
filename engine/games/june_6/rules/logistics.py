"""Logistics (3.2, 3.4, 5.1, 7.2): resource points, what goes into the pool, free Ops markers.

Buying itself is a choice of its own, `purchase.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexledger.engine.games.june_6.questions import arrivals, chit_effects, entering, groups, west_points
from hexledger.engine.games.june_6.questions.costs import weather_effects
from hexledger.engine.games.june_6.questions.logistics import allied_cap
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.purchase import unbuyable
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.first_am import PickFirstAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.ams import Am
from hexledger.engine.games.june_6.tables.budget import Preset
from hexledger.engine.games.june_6.tables.scenario import SIDES
from hexledger.engine.kernel.steps import Step

_PHASE: Final = {f.ALLIED: "phase.allied_logistics", f.GERMAN: "phase.german_logistics"}
_SIDE_NAME: Final = {number: name for name, number in SIDES.items()}
_OPS: Final = {f.ALLIED: "ops.allied", f.GERMAN: "ops.german"}

Lines = list[tuple[str, int, str]]


class Logistics(Step[June6Position], frozen=True, array_like=True, tag=2):
    """J6 3.2, 3.4, 5.1: a side receives its resource points and buys AMs, one point each; what is left is lost."""

    side: int

    def run(self, act: Act) -> None:
        """Fill the pool as far as nobody chooses; then the side buys and, with the initiative, takes one AM out."""
        act.phase(_PHASE[self.side], self.side, "3.2")
        preset = act.pos.scenario.budget.preset.get(act.state.turn)
        if preset is not None:
            _preset(act, self.side, preset)
            return
        lines = _points(act, self.side)
        points = sum(value for _, value, _ in lines)
        act.track("track.rp", points, self.side, "5.12")
        left = points
        period = act.pos.scenario.budget.period(act.state.turn)
        for word, number in period.standing[self.side]:
            left -= _put_in(act, act.pos.game.ams[word], number, left)
        _free_ams(act, self.side)
        ops_markers(act, self.side)
        if period.on_sale[self.side] and left:
            from hexledger.engine.games.june_6.rules.purchase import Purchase

            act.track("track.rp", left, self.side, "5.14")
            act.then(Purchase(self.side), EndLogistics(self.side, tuple(lines)))
        else:
            finish(act, self.side, lines, left)


class EndLogistics(Step[June6Position], frozen=True, array_like=True, tag=80):
    """J6 5.12, 5.19: the purchase is over; points are never saved. `lines`: where the points came from."""

    side: int
    lines: tuple[tuple[str, int, str], ...]

    def run(self, act: Act) -> None:
        """Write the account."""
        finish(act, self.side, self.lines, act.state.track(act.word("track.rp"), self.side))


def finish(act: Act, side: int, lines: Sequence[tuple[str, int, str]], left: int) -> None:
    """J6 5.12, 7.21: the account of a side; then the initiative player takes his first AM out of the pool."""
    points = sum(value for _, value, _ in lines)
    act.reckon("reckon.rp", -1, [*lines, ("line.rp_spent", left - points, "5.14")], left, "5.12")
    # 5.12: points are never saved.
    act.track("track.rp", 0, side, "5.12")
    if act.pos.initiative == side:
        act.then(PickFirstAm(side))


# ---------------------------------------------------------------------- 5.12, 5.13 how many points
def _points(act: Act, side: int) -> Lines:
    """J6 3.21, 3.41, 5.12: the points of a turn, line by line: by the scenario, or the base of the track and a die."""
    turn = act.state.turn
    fixed = act.pos.scenario.fixed_for("rp", turn)
    if isinstance(fixed, dict):
        lines: Lines = [("line.rp_fixed", fixed[_SIDE_NAME[side]], "5.12")]
        return lines + _interdicted(act, side, lines)
    chart = act.game.edition.charts["resource_points"]
    row: dict[str, Any] = chart["rows"][act.pos.scenario.calendar[turn - 1]][_SIDE_NAME[side]]
    west = west_points.row(act.pos) if side == f.ALLIED else None
    row = row if west is None else west
    lines = [("line.rp_base", row["base"], "5.12" if west is None else west_points.RULE)]
    if row["plus_die"]:
        die = act.roll("roll.resource_points", 10, rule="5.12")
        lines.append(("line.rp_die", chart["die_value"][str(die)], "5.12"))
    if side == f.GERMAN:
        bonus = weather_effects(act.pos)["german_rp"]
        if bonus:
            lines.append(("line.rp_weather", bonus, "5.13"))
        grouped = groups.resource_points(act.pos)
        if grouped:
            lines.append(("line.rp_groups", grouped, "PB 2.83"))
        return lines + _interdicted(act, side, lines)
    lines += west_points.lines(act.pos, sum(value for _, value, _ in lines))
    by_chits = chit_effects.resource_points(act.pos)
    if by_chits:
        # Points are never less than none.
        lines.append(("line.rp_chits", max(by_chits, -sum(value for _, value, _ in lines)), "PB 2.84"))
    cap = allied_cap(act.pos)
    surplus = sum(value for _, value, _ in lines) - cap if cap is not None else 0
    return [*lines, ("line.rp_cap", -surplus, "R-03")] if surplus > 0 else lines


def _interdicted(act: Act, side: int, lines: Lines) -> Lines:
    """J6 17.23: one German point less for each air marker on supply interdiction; never below 0."""
    if side != f.GERMAN:
        return []
    markers = act.state.marker(act.game.board.index["supply_interdiction"], -1, f.INTERDICTION_AIR)
    lost = min(markers, sum(value for _, value, _ in lines))
    return [("line.rp_interdiction", -lost, "17.23")] if lost else []


# ---------------------------------------------------------------------- 7.22, 7.23 what goes in without a choice
def _preset(act: Act, side: int, preset: Preset) -> None:
    """PB 4.7.1, 5.5, 6.51: the scenario says what is in the pool; nobody receives points."""
    for word, number in preset.pool[side]:
        act.pool("pool.am", word, number, preset.rule)
        act.note("note.am_free", (word, number), preset.rule)
    ops_markers(act, side, pooled=bool(preset.pool[side]))
    if act.pos.initiative != side:
        return
    if preset.corps >= 0:
        from hexledger.engine.games.june_6.rules.purchase import set_aside

        set_aside(act, preset.corps, (), preset.rule)
    elif preset.first:
        act.note("note.am_free", (preset.first, 1), preset.rule)
        act.assign("var.first_am", preset.first, preset.rule)
    else:
        act.then(PickFirstAm(side))


def _put_in(act: Act, am: Am, number: int, points: int) -> int:
    """Put AMs of one kind into the pool, bought or free; returns the points they cost."""
    if unbuyable(act.pos, am) is None:
        bought = min(number, points)
        if bought:
            act.pool("pool.am", am.word, bought, "5.14")
            act.note("note.am_bought", (am.word, bought), "5.14")
        return bought
    if entering.waiting(act.pos, am.word):
        act.pool("pool.am", am.word, number, "QA-AM-1")
        act.note("note.am_free", (am.word, number), "QA-AM-1")
        return 0
    act.note("note.am_not_bought", (am.word,), "5.17")
    return 0


def _free_ams(act: Act, side: int) -> None:
    """J6 5.16, 7.23, QA-AM-1: AMs of arriving formations and those that the scenario gives cost nothing."""
    budget = act.pos.scenario.budget
    free = {word: (number, "5.14") for word, number in budget.free.get(act.state.turn, ())}
    if budget.arrivals_free:
        for word, number, rule in arrivals.free_ams(act.pos, side):
            free[word] = (max(number, free.get(word, (0, ""))[0]), rule)
    for word in sorted(free):
        number, rule = free[word]
        if act.pos.game.ams[word].side == side and number:
            act.pool("pool.am", word, number, rule)
            act.pool("pool.free_am", word, number, rule)
            act.note("note.am_free", (word, number), rule)


def ops_markers(act: Act, side: int, pooled: bool = False) -> None:
    """J6 4.12, 4.23, 7.22: free Ops markers of a side: by the scenario's card or by the weather, into the pool or, in
    a storm, kept outside. `pooled`: a preset pool has listed those that are drawn."""
    given = act.pos.scenario.budget.ops(act.state.turn)
    if given is None:
        effects: dict[str, Any] = dict(weather_effects(act.pos))
        number, outside = effects["free_ops"][_SIDE_NAME[side]], effects["ops_mode"] != "pool"
    else:
        number, outside = (given.allied if side == f.ALLIED else given.german), given.outside
    if not number:
        return
    if outside:
        act.assign("var.storm_ops", number, "4.23")
        act.note("note.ops_outside", (number,), "4.23")
    elif not pooled:
        act.pool("pool.am", act.word(_OPS[side]), number, "7.22")
        act.note("note.ops_pool", (act.word(_OPS[side]), number), "7.22")


DECISIONS: Final = ()
STEPS: Final = (Logistics, EndLogistics)
