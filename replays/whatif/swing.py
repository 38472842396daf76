"""The chance of victory over a game: its decisive moments, each played on many times with the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from hexledger.engine.kernel.game import Game
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, GENESIS, Frame
from hexledger.projections.losses import lost
from hexledger.projections.state import State
from hexledger.projections.walk import passages
from hexledger.replays.log.reader import LogReader
from hexledger.replays.whatif.chances import interval
from hexledger.replays.whatif.outlook import worth
from hexledger.replays.whatif.simulate import Found

Row = dict[str, Any]

GONE: Final = 2
"""What a unit that is gone weighs beside its steps."""


class Decisive(NamedTuple):
    """A decision that may have moved the game: its frame, the frame before it, and how much it cost and took."""

    seq: int
    before: int
    weight: int


def turns(line: Sequence[Frame]) -> list[int]:
    """Frames of a line after which a turn begins with something to decide: the genesis, and each with a new turn."""
    found = [frame.seq for frame in line if any(isinstance(event, ev.TurnBegan) for event in frame.events)]
    return sorted({line[0].seq, *found}) if line else []


def decisive(game: Game[Any], line: Sequence[Frame], most: int) -> list[Decisive]:
    """The `most` decisions of a line that weigh most, in order of play: steps lost, units gone, hexes that change
    hands, levels of the result. O(events)."""
    weighed = []
    for passage in passages(line):
        frame = passage.frame
        if frame.kind != DECISION:
            continue
        weight = sum(_weight(game, happening.event, happening.state) for happening in passage.happenings())
        if weight:
            weighed.append(Decisive(frame.seq, frame.parent, weight))
    heaviest = sorted(weighed, key=lambda one: (-one.weight, one.seq))[:most]
    return sorted(heaviest, key=lambda one: one.seq)


def _weight(game: Game[Any], event: ev.AnyEvent, state: State) -> int:
    match event:
        case ev.StepsSet() | ev.Removed():
            taken = lost(event, state.steps, state.at, game)
            return taken.steps + GONE * taken.gone if taken is not None else 0
        case ev.Controlled():
            return int(bool(event.side) and event.side != state.control.get(event.place, 0))
    return 0


def moments(chronicle: LogReader, head: int, most: int) -> list[int]:
    """Frames of the line to `head` that `swing` plays on from: turns, and before and after what weighs most. Those at
    which the game is over are left out."""
    line = list(chronicle.frames(head))
    chosen = {*turns(line)}
    for one in decisive(chronicle.game, line, most):
        chosen |= {one.before, one.seq}
    return [seq for seq in sorted(chosen) if not chronicle.state(seq).over]


def swings(chronicle: LogReader, found: Found, head: int) -> Row:
    """`sides moments`: for each moment the share of each side (a draw is half a win), its interval, what it gained on
    the moment before, and the decision that stands between them; the last row is the result, if there is one."""
    game, plan = chronicle.game, found.plan
    rows: list[Row] = []
    earlier: dict[int, float] = {}
    for moment in plan.moments:
        runs = found.runs[moment]
        now = {side: _mean([worth(one, side) for one in runs]) for side in range(1, len(game.sides) + 1)}
        rows.append(_row(chronicle, moment, now, earlier))
        for chance, mean in zip(rows[-1]["chances"], now.values(), strict=True):
            chance["low"], chance["high"] = interval(mean, len(runs))
        earlier = now
    state = chronicle.state(head)
    if state.over:
        now = {side: _result(state.winner, side) for side in range(1, len(game.sides) + 1)}
        rows.append(_row(chronicle, head, now, earlier))
    return {"runs": len(next(iter(found.runs.values()), ())), "complete": found.complete, "moments": rows}


def _row(chronicle: LogReader, seq: int, now: dict[int, float], earlier: dict[int, float]) -> Row:
    game, frame = chronicle.game, chronicle.frame(seq)
    state = chronicle.state(seq)
    text = "" if frame.kind == GENESIS else game.decide_text(frame.decision, chronicle.state(frame.parent))
    return {
        "frame": seq,
        "turn": game.turn(state.turn),
        "phase": game.word(state.phase) if state.phase else "set-up",
        "side": game.side(frame.actor) if frame.kind != GENESIS else None,
        "decision": text or None,
        "over": state.over,
        "chances": [
            {
                "side": game.side(side),
                "share": round(chance, 4),
                "gain": round(chance - earlier[side], 4) if earlier else None,
            }
            for side, chance in now.items()
        ],
    }


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _result(winner: int, side: int) -> float:
    return 1.0 if winner == side else 0.5 if winner == 0 else 0.0
