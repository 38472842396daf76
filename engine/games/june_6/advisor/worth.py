"""What a position is worth: the points that a side may expect of it in the end, as greedy bots play it on.

The features are counted here. What each of them weighs was fitted to finished games of the greedy bot, scenario by
scenario, and stands in `worth.txt` (`python -m tests.june_6.learning`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.flags import PACKAGE
from hexledger.engine.kernel.memory import lasting
from hexledger.engine.kernel.stances import WON
from hexledger.engine.naming.words import text_lines

NEAR: Final = 3
"""Hexes from the goal within which units of an AM that is still to come count."""
LAST_AMS: Final = 4
"""AMs of both sides that are left where a game can be played out to its end as well as be judged."""
FAR: Final = 9
"""Hexes to the goal where no combat unit is on the map."""
EVENTS: Final = ("won", "not_lost")
"""What is guessed, each by weights of its own: do the Allies win, do they not lose? Half of both together are the
points that they may expect. What clears the city of Germans and what holds a hex of it is not the same."""
STEP: Final = 250
CURVE: Final = (
    *(5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808),
    *(9047, 9241, 9399, 9526, 9627, 9707, 9770, 9820),
    *(9859, 9890, 9914, 9933, 9948, 9959, 9968, 9975),
)
"""The logistic function from 0 on, a step of log odds (in thousandths) from each to the next."""
FEATURES: Final = (
    "german_hexes",
    "allied_hexes",
    "allied_town",
    "german_in",
    "german_best",
    "german_next",
    "german_near",
    "allied_next",
    "allied_near",
    "allied_third",
    "pressed",
    "open",
    "allied_ams",
    "german_ams",
    "allied_to_come",
    "german_to_come",
    "allied_disorder",
    "german_disorder",
    "allied_steps",
    "german_steps",
    "away",
    "none_left",
)
"""What is counted: hexes of the goal that a side holds, strength in the goal and in the rings around it (`best`: in its
strongest hex; `pressed`: Allied strength beside a German hex beyond the strength in it), hexes of the town without
units (`open`), AMs, and what is on the map."""


def town(pos: June6Position) -> frozenset[int]:
    """The hexes of the scenario's goal, and every other hex that a victory level names."""
    return pos.scenario.objective.union(*(level.area for level in pos.scenario.levels if level.side))


class Force(NamedTuple):
    """What a side has, and where. Strength is twice the CS; once for Disorder 1, nothing for Disorder 2 and for HQs.

    rings     strength by hexes from the goal: in it, next to it, ..., farther than `NEAR`
    inside    hex of the town that it holds -> strength there
    fighters  hex -> strength of its combat units there
    away      hexes from its nearest combat unit to the goal
    ams       AMs that are to come, the one that runs among them; `coming`: strength near the goal that they activate
    """

    rings: tuple[int, ...]
    inside: Mapping[int, int]
    fighters: Mapping[int, int]
    away: int
    ams: int
    coming: int
    disorder: int
    steps: int


def force(pos: June6Position, side: int) -> Force:
    """What a side has in a position."""
    named, distances = town(pos), _distances(pos.game, pos.scenario.objective)
    rings = [0] * (NEAR + 2)
    inside: dict[int, int] = {}
    fighters: dict[int, int] = {}
    near: dict[int, int] = {}
    away, disorder, steps, coming = FAR, 0, 0, 0
    for piece in sorted(pos.state.at):
        if pos.side(piece) != side or not pos.on_map(piece):
            continue
        place, marked = pos.at(piece), pos.flag(piece, f.DISORDER)
        strength = 0 if pos.is_hq(piece) else pos.face(piece).cs * (2 - min(marked, 2))
        far = distances[place]
        rings[min(far, NEAR + 1)] += strength
        disorder += marked
        steps += 0 if pos.is_hq(piece) else pos.steps(piece)
        if place in named:
            inside[place] = inside.get(place, 0) + strength
        if pos.is_combat(piece):
            fighters[place] = fighters.get(place, 0) + strength
            away = min(away, far)
        if far <= NEAR:
            formation = pos.formation(piece)
            near[formation] = near.get(formation, 0) + strength
            coming += strength if pos.is_active(piece) else 0
    ams = int(pos.active_side == side and pos.active_mode == f.ME)
    for am, count in pos.state.pool(pos.game.words["pool.am"]).items():
        marker = pos.game.ams[am]
        if marker.side == side:
            ams += count
            coming += count * sum(near.get(formation, 0) for formation in marker.formations)
    return Force(tuple(rings), inside, fighters, away, ams, coming, disorder, steps)


def features(pos: June6Position) -> tuple[int, ...]:
    """Counts of a position, in the order of `FEATURES`."""
    allied, german = force(pos, f.ALLIED), force(pos, f.GERMAN)
    goal = pos.scenario.objective
    held = [place for place in sorted(goal) if place in german.inside]
    pressed = 0
    for place in held:
        against = sum(allied.fighters.get(there, 0) for there in pos.board.neighbours[place])
        pressed += max(0, against - german.inside[place])
    return (
        len(held),
        sum(place in allied.inside for place in goal),
        int(bool(allied.inside)),
        german.rings[0],
        max((german.inside[place] for place in held), default=0),
        german.rings[1],
        german.rings[2],
        allied.rings[0] + allied.rings[1],
        allied.rings[2],
        allied.rings[3],
        pressed,
        sum(place not in allied.inside and place not in german.inside for place in town(pos)),
        allied.ams,
        german.ams,
        allied.coming,
        german.coming,
        allied.disorder,
        german.disorder,
        allied.steps,
        german.steps,
        allied.away,
        int(not held),
    )


def worth(pos: June6Position, side: int) -> int | None:
    """What a side may expect of a position, 0 to `WON`; None in a scenario to which no weights were fitted."""
    weights = _weights(pos.game, pos.scenario.id).get(stage(pos))
    if weights is None:
        return None
    counts = features(pos)
    shares = [
        logistic(one[0] + sum(weight * count for weight, count in zip(one[1:], counts, strict=True))) for one in weights
    ]
    allied = sum(shares) // len(EVENTS)
    return allied if side == f.ALLIED else WON - allied


def stage(pos: June6Position) -> tuple[int, str]:
    """What a set of weights is for: turns left, and `begin`, `me` or `re` for the part of the turn."""
    part = {"phase.me": "me", "phase.re": "re"}.get(pos.game.words.key(pos.state.phase), "begin")
    return pos.scenario.last - pos.state.turn, part


def near_end(pos: June6Position) -> bool:
    """Are no more than `LAST_AMS` of the last turn left to be drawn?"""
    left = sum(pos.state.pool(pos.game.words["pool.am"]).values())
    return stage(pos)[0] <= 0 and stage(pos)[1] != "begin" and left <= LAST_AMS


def logistic(odds: int) -> int:
    """The share of `WON` that belongs to log odds in thousandths, a straight line between the points of `CURVE`."""
    index, rest = divmod(min(abs(odds), STEP * (len(CURVE) - 1) - 1), STEP)
    share = CURVE[index] + (CURVE[index + 1] - CURVE[index]) * rest // STEP
    return share if odds >= 0 else WON - share


@lasting(most=16)
def _distances(game: Charts[Any], goal: frozenset[int]) -> tuple[int, ...]:
    """Hexes from each hex to the nearest of the goal."""
    board = game.board
    return tuple(min(board.distance(place, there) for there in goal) for place in range(board.n_hexes))


@lasting(most=16)
def _weights(_game: Charts[Any], scenario: str) -> dict[tuple[int, str], tuple[tuple[int, ...], ...]]:
    """Stage -> for each of `EVENTS` the constant and the weight of each feature, in thousandths of its log odds."""
    found: dict[tuple[int, str], dict[str, tuple[int, ...]]] = {}
    for raw in text_lines(PACKAGE, "worth.txt"):
        words = raw.partition("#")[0].split()
        if words[:1] == [scenario]:
            found.setdefault((int(words[1]), words[2]), {})[words[3]] = tuple(map(int, words[4:]))
    return {stage: tuple(weights[event] for event in EVENTS) for stage, weights in found.items()}
