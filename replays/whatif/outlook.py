"""What a simulation found, as plain data and as text: who won how often, with intervals, and moments side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hexledger.engine.kernel.game import Game
from hexledger.replays.whatif.chances import CONFIDENCE, Difference, Share, paired, share, spread
from hexledger.replays.whatif.playout import Ended
from hexledger.replays.whatif.simulate import Found

Row = dict[str, Any]


def outlook(game: Game[Any], found: Found) -> Row:
    """`runs complete seed bots moments paired`. Shares have `low` and `high`, the bounds of their interval."""
    plan = found.plan
    counted = [len(runs) for runs in found.runs.values()]
    return {
        "runs": min(counted, default=0),
        "complete": found.complete,
        "seed": plan.seed,
        "bots": [{"side": game.side(side), "bot": name} for side, name in plan.players],
        "confidence": CONFIDENCE,
        "moments": [_moment(game, moment, found.runs[moment]) for moment in plan.moments],
        "paired": [row for moment in plan.moments[1:] for row in _pairs(game, found, moment)],
    }


def worth(ended: Ended, side: int) -> float:
    """What a run is worth to a side: 1 a win, a half a draw or a game that did not end, 0 a loss."""
    return 1.0 if ended.winner == side else 0.5 if ended.winner in (0, -1) else 0.0


def _moment(game: Game[Any], moment: int, runs: Sequence[Ended]) -> Row:
    levels = Counter((ended.winner, ended.level) for ended in runs)
    wins = [{"side": game.side(side), **_share(_wins(runs, side))} for side in range(1, len(game.sides) + 1)]
    points = spread([ended.points for ended in runs if ended.points is not None])
    return {
        "frame": moment,
        "wins": wins,
        "draws": _share(_wins(runs, 0)),
        "not_over": sum(ended.winner < 0 for ended in runs),
        "results": [
            {
                "side": game.side(winner) if winner > 0 else None,
                "result": game.word(level) if level else "not over",
                **_share(share(count, len(runs))),
            }
            for (winner, level), count in sorted(levels.items(), key=lambda item: (-item[1], item[0]))
        ],
        "points": points._asdict() if points is not None else None,
        "decisions": _as_dict(spread([ended.decisions for ended in runs])),
        "each": [
            {
                "run": ended.run,
                "side": game.side(ended.winner) if ended.winner > 0 else None,
                "result": game.word(ended.level) if ended.level else "not over",
                "turn": game.turn(ended.turn),
                "decisions": ended.decisions,
                "points": ended.points,
                "digest": ended.digest,
            }
            for ended in runs
        ],
    }


def _wins(runs: Sequence[Ended], side: int) -> Share:
    return share(sum(ended.winner == side for ended in runs), len(runs))


def _share(found: Share) -> Row:
    return {"count": found.times, "share": found.share, "low": found.low, "high": found.high}


def _as_dict(found: Any) -> Row | None:
    return None if found is None else dict(found._asdict())


def _pairs(game: Game[Any], found: Found, moment: int) -> Iterator[Row]:
    """A moment against the first one, with the same luck, for each side."""
    first = found.plan.moments[0]
    one, other = found.runs[first], found.runs[moment]
    for side in range(1, len(game.sides) + 1):
        gap = paired([worth(ended, side) for ended in one], [worth(ended, side) for ended in other])
        yield {"from": first, "frame": moment, "side": game.side(side), "of": "chance", **_gap(gap)}
    if all(ended.points is not None for ended in (*one, *other)) and one:
        points = paired([float(ended.points or 0) for ended in one], [float(ended.points or 0) for ended in other])
        yield {"from": first, "frame": moment, "side": None, "of": "points", **_gap(points)}


def _gap(gap: Difference) -> Row:
    return {"pairs": gap.pairs, "difference": gap.mean, "low": gap.low, "high": gap.high}


def outlook_lines(data: Row) -> Iterator[str]:
    """The report for a terminal."""
    bots = ", ".join(f"{row['side'].capitalize()} {row['bot']}" for row in data["bots"])
    yield f"{data['runs']} runs at each moment, seed {data['seed']}; {bots}; intervals of {data['confidence']} %"
    if not data["complete"]:
        yield "stopped by the time limit: fewer runs than were asked for"
    for moment in data["moments"]:
        yield f"from #{moment['frame']}"
        for row in moment["wins"]:
            yield f"  {row['side'].capitalize()} wins {_chance(row)}"
        if moment["draws"]["count"]:
            yield f"  draws {_chance(moment['draws'])}"
        for row in moment["results"]:
            who = f"{row['side'].capitalize()}: " if row["side"] else ""
            yield f"    {row['count']:4} {who}{row['result']}"
        points = moment["points"]
        if points is not None:
            yield (
                f"  points {points['mean']:.1f} on average (deviation {points['deviation']:.1f}), half of them "
                f"{points['quarter']:g} to {points['three_quarters']:g}, all {points['least']} to {points['most']}"
            )
    for row in data["paired"]:
        head = f"#{row['frame']} against #{row['from']}, same luck"
        if row["of"] == "points":
            yield f"{head}: points {_signed(row, 1)}"
        elif row["side"] == data["bots"][0]["side"]:
            yield f"{head}: {row['side'].capitalize()} {_signed(row, 100)} %"


def _chance(row: Row) -> str:
    return f"{100 * row['share']:.1f} % ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def _signed(row: Row, by: int) -> str:
    return f"{by * row['difference']:+.1f} ({by * row['low']:+.1f} to {by * row['high']:+.1f})"
