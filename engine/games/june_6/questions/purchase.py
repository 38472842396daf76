"""What may be bought (5.1, 7.5): AMs on sale, Corps Activations, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.june_6.questions import arrivals
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.ams import Am

PRICE: Final = 1
"""Resource points for an AM (5.11)."""
GERMAN_DIVISIONS: Final = 5
"""Most German divisions in a Corps Activation (7.54)."""
REACH: Final = 10
"""Hexes from the corps HQ to the HQs and units that take part (7.55)."""


# ---------------------------------------------------------------------- 5.17 which AMs
def unbuyable(pos: June6Position, am: Am) -> tuple[str, str] | None:
    """J6 5.17: why an AM may not be bought (rule, reason), None when it may.

    A division's HQ must be on the map, or come this turn, without an RE or isolated marker; of a nationality's corps
    HQs one is enough.
    """
    name = pos.game.word(am.word)
    hqs = [hq for hq in (pos.hq_here(formation) for formation in am.formations) if hq >= 0]
    if any(arrivals.comes_with_am(pos, formation) for formation in am.formations):
        return None
    if not hqs:
        return "5.17", f"{name}: no HQ of it is on the map"
    if all(pos.flag(hq, f.RE) or pos.flag(hq, f.ISOLATED) for hq in hqs):
        return "5.17", f"{name}: every HQ of it carries an RE or isolated marker"
    return None


def am_refusal(pos: June6Position, side: int, word: int) -> tuple[str, str] | None:
    """J6 5.14, 5.17: why a side may not buy one more of an AM now (rule, reason), None when it may."""
    am = pos.game.ams.get(word)
    period = pos.scenario.budget.period(pos.state.turn)
    if am is None or am.side != side or word not in period.on_sale[side]:
        return "5.14", f"{pos.game.word(word) or 'that'} is no AM that this side may buy this turn"
    if in_play(pos, word) >= pos.scenario.budget.number(side, word):
        return "5.14", f"no {pos.game.word(word)} is left to buy"
    if not within(pos, side, word):
        return "PB 6.53", f"AMs of {period.divisions} divisions of Epsom may be bought a turn"
    if pos.state.track(pos.game.words["track.rp"], side) < PRICE:
        return "5.11", "no resource point is left"
    return unbuyable(pos, am)


def in_play(pos: June6Position, word: int) -> int:
    """J6 5.14: AMs of a kind in the pool or set aside for a Corps Activation."""
    words = pos.game.words
    return sum(pos.state.pooled(words[pool], word) for pool in ("pool.am", "pool.am_aside", "pool.am_used"))


def within(pos: June6Position, side: int, word: int) -> bool:
    """PB 6.53b: is the kind one of at most so many bought besides the standing ones? True where there is no limit."""
    most = pos.scenario.budget.period(pos.state.turn).divisions
    if not most:
        return True
    kinds = [am for am in pos.state.pool(pos.game.words["pool.bought"]) if am in listed(pos, side)]
    return word in kinds or len(kinds) < most


def listed(pos: June6Position, side: int) -> tuple[int, ...]:
    """J6 5.14: AMs that the scenario has on sale for a side in this turn."""
    return pos.scenario.budget.period(pos.state.turn).on_sale[side]


def on_sale(pos: June6Position, side: int) -> tuple[int, ...]:
    """J6 5.14, 5.17: AMs that a side may buy now."""
    return tuple(word for word in listed(pos, side) if am_refusal(pos, side, word) is None)


# ---------------------------------------------------------------------- 7.5 Corps Activations
def corps_refusal(pos: June6Position, side: int, hq: int, divisions: Sequence[int]) -> tuple[str, str] | None:
    """J6 7.51-7.57: why a side may not buy this Corps Activation (rule, reason), None when it may."""
    chart = pos.game.edition.charts["resource_points"]["corps_activation_cost"]
    words = pos.game.words
    if not pos.scenario.budget.corps_activation:
        return "7.51", "there is no Corps Activation in this scenario"
    if pos.initiative != side:
        return "7.51", "only the player with the initiative may buy a Corps Activation"
    if pos.state.turn < pos.game.calendar.index(chart["from"]) + 1:
        return "7.51", f"there is no Corps Activation before {chart['from']}"
    if pos.state.variable(words["var.corps_activation"]):
        return "7.51", "one Corps Activation a turn may be bought"
    if side == f.GERMAN and pos.state.variable(words["var.german_corps_activations"]):
        return "7.57", "the German has had his Corps Activation"
    if pos.state.track(words["track.rp"], side) < chart["rp"]:
        return "7.51", f"a Corps Activation costs {chart['rp']} resource points"
    if not 0 <= hq < len(pos.counters) or pos.side(hq) != side or not pos.is_corps_hq(hq) or not pos.on_map(hq):
        return "7.52", "name a corps HQ of this side on the map"
    if pos.flag(hq, f.RE) or pos.flag(hq, f.ISOLATED):
        return "5.17", f"{pos.name(hq)} carries an RE or isolated marker"
    if in_play(pos, corps_am(pos, hq)) >= pos.scenario.budget.number(side, corps_am(pos, hq)):
        return "7.51", "no corps AM is left to set aside"
    return _divisions_refusal(pos, side, divisions)


def _divisions_refusal(pos: June6Position, side: int, divisions: Sequence[int]) -> tuple[str, str] | None:
    if side == f.ALLIED:
        return ("7.53", "all divisions of the corps take part; name none") if divisions else None
    if len(divisions) > GERMAN_DIVISIONS or len(set(divisions)) != len(divisions):
        return "7.54", f"up to {GERMAN_DIVISIONS} German divisions take part, each named once"
    for division in divisions:
        if division not in able_divisions(pos, side):
            return "7.54", f"{pos.game.piece_name(division)} is no division HQ that may take part"
    return None


def corps_am(pos: June6Position, hq: int) -> int:
    """The corps AM of a corps HQ's nationality (5.14)."""
    formation = pos.game.formation_number[pos.counters[hq].formation]
    return next(am.word for am in pos.game.ams.values() if am.corps and formation in am.formations)


def division_am(pos: June6Position, hq: int) -> int:
    """The AM of a division HQ."""
    return pos.game.words[f"am.{pos.counters[hq].formation}"]


def able_divisions(pos: June6Position, side: int) -> tuple[int, ...]:
    """J6 7.53, 7.54: division HQs of a side on the map, unmarked, with an AM that is not in the pool yet, ascending."""
    return tuple(
        hq
        for hq in pos.in_play(side)
        if pos.is_division_hq(hq)
        and pos.on_map(hq)
        and not (pos.flag(hq, f.RE) or pos.flag(hq, f.ISOLATED))
        and in_play(pos, division_am(pos, hq)) < pos.scenario.budget.number(side, division_am(pos, hq))
    )


def within_reach(pos: June6Position, hq: int) -> tuple[int, ...]:
    """J6 7.54, 7.55: division HQs that a German corps HQ could activate with it, the nearest first."""
    far = {one: pos.board.distance(pos.at(hq), pos.at(one)) for one in able_divisions(pos, pos.side(hq))}
    return tuple(sorted((one for one in far if far[one] <= REACH), key=lambda one: (far[one], one)))
