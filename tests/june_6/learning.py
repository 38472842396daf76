"""Fits what a searching bot thinks of a position of June 6 (`advisor/worth.py`) to games of the greedy bot.

    python -m tests.june_6.learning play push_to_caen --games 100 --save caen.jsonl
    python -m tests.june_6.learning fit push_to_caen caen.jsonl

`play` plays games of the greedy bot against itself. In a third of the activations the side that acts follows any of the
plans that a searching bot compares, so that also positions are seen which only that bot seeks: what it is to choose by
must have been learned where it chooses. One line a game: its number, its result (2, 1, 0: won, drawn, lost by the
Allies), and the stage and features of each position in which an activation or a phase had begun. `fit` fits a logistic
regression for each stage and writes the lines of the scenario in `worth.txt`. The last stage is fitted to results, each
one before it mostly to what the next one thinks of the position where it began: that has less noise than a result. A
weight is drawn to half of that of the next stage, and one whose sign no player would believe (`SIGNS`) is left out. It
says how much of the results' variance each stage explains in games that it was not fitted to.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot, play_from
from hexledger.engine.bots.search import Marching, moment, running
from hexledger.engine.dice.paired import Key, PairedLuck
from hexledger.engine.games.june_6.advisor import worth
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle, new_genesis

SIGNS: Final[Mapping[str, int]] = {
    "german_hexes": -1,
    "allied_hexes": 1,
    "allied_town": 1,
    "german_in": -1,
    "german_best": -1,
    "german_next": -1,
    "german_near": -1,
    "allied_next": 1,
    "allied_near": 1,
    "allied_third": 1,
    "pressed": 1,
    "open": 1,
    "allied_ams": 1,
    "german_ams": -1,
    "allied_to_come": 1,
    "german_to_come": -1,
    "allied_disorder": -1,
    "german_disorder": 1,
    "allied_steps": 1,
    "german_steps": -1,
    "away": -1,
    "none_left": 1,
}
"""Does a feature speak for the Allies or for the Germans?"""
PARTS: Final = ("re", "me", "begin")
RIDGE: Final = 10
LEAN: Final = (0.7, 0.3)
"""Shares of the next stage's judgement and of the result in what a stage is fitted to."""
TRIED: Final = 0.35
"""Share of activations in which another plan than the usual is tried."""


# ---------------------------------------------------------------------- games
def games(scenario: str, numbers: range) -> Iterator[dict[str, Any]]:
    """Games with their positions."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Chronicle.create(Path(folder) / "g.hxl", new_genesis(f"june_6/{scenario}", seed="learning")) as log,
    ):
        for number in numbers:
            yield _game(log.game, log.state(), log.frame(0).digest, number)


def _game(game: Game[Any], state: State, digest: bytes, number: int) -> dict[str, Any]:
    chosen = random.Random(number)
    usual = {side: game.leaning(chosen.choice((STEADY, game.plans(state, side)[0]))) for side in (1, 2)}
    leaning = dict(usual)
    seen: list[Any] = []
    last: list[tuple[int, ...]] = [()]
    made: dict[Key, int] = {}

    def player(side: int) -> Bot:
        marching = Marching(lambda _state: leaning[side])

        def decides(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
            now = (*moment(game, state, 0), state.phase)
            if now != last[0]:
                last[0] = now
                pos = game.position(state)
                seen.append([*worth.stage(pos), *worth.features(pos)])
                leaning.update(usual)
                acting = running(game, state)
                if acting and chosen.random() < TRIED:
                    leaning[acting] = game.leaning(_tried(game.plans(state, acting), chosen))
            return marching(game, state, prompt, chance)

        return decides

    players = {side: player(side) for side in leaning}
    seed = f"learning/{number}"
    ended = play_from(
        game,
        state,
        digest,
        players,
        lambda: PairedLuck(seed, made),
        lambda count: Chance(seed, "learning", count),
        5000,
    )
    return {"number": number, "result": {0: 1, 1: 2}.get(ended.state.winner, 0), "seen": seen}


def _tried(plans: Sequence[Stance], chosen: random.Random) -> Stance:
    """Any plan of any name: of some names there are many."""
    name = chosen.choice(sorted({plan.name for plan in plans}))
    return chosen.choice([plan for plan in plans if plan.name == name])


# ---------------------------------------------------------------------- the fit
Rows = list[dict[str, Any]]


def fitted(played: Rows) -> Iterator[tuple[int, str, dict[str, list[float]], float]]:
    """Turns left, part of the turn, constant and weights for each event, and the share of the points' variance that
    they explain in other games."""
    points = np.array([one["result"] / 2 for one in played])
    fits = [_chained(played, np.array([float(one["result"] > most) for one in played])) for most in (1, 0)]
    for stages in zip(*fits, strict=True):
        (left, part, which, _, _), guessed = stages[0], sum(stage[3] for stage in stages) / len(stages)
        explained = 1 - float(((points[which] - guessed) ** 2).mean() / points[which].var())
        yield left, part, {name: stage[4] for name, stage in zip(worth.EVENTS, stages, strict=True)}, explained


def _chained(played: Rows, target: Any) -> Iterator[tuple[int, str, Any, Any, list[float]]]:
    """The fits of one event, from the last stage to the first: the stage, game of each of its positions, what is
    thought of each by a fit to other games, constant and weights."""
    behind: dict[str, Any] = {}
    for left in sorted({row[0] for one in played for row in one["seen"]}):
        for part in PARTS:
            rows = [
                (index, row[2:]) for index, one in enumerate(played) for row in one["seen"] if row[:2] == [left, part]
            ]
            if not rows:
                continue
            which = np.array([index for index, _ in rows])
            counts = np.array([row for _, row in rows], float)
            prior = behind.get(part, np.zeros(counts.shape[1])) / 2
            guessed = np.zeros(len(which))
            for fold in range(5):
                out = which % 5 == fold
                weights = _regression(counts[~out], target[which[~out]], prior)
                guessed[out] = _share(counts[out] @ weights[1:] + weights[0])
            weights = _regression(counts, target[which], prior)
            behind[part] = weights[1:]
            yield left, part, which, guessed, weights.tolist()
            for index in sorted(set(which.tolist())):
                first = int(np.argmax(which == index))
                target[index] = LEAN[0] * guessed[first] + LEAN[1] * target[index]


def _regression(counts: Any, target: Any, prior: Any) -> Any:
    """Constant and weights; of features that do not vary, and of those with a wrong sign, 0."""
    middle, spread = counts.mean(0), counts.std(0)
    signs = np.array([SIGNS[name] for name in worth.FEATURES])
    used = spread > 0
    while True:
        scaled = np.c_[(counts[:, used] - middle[used]) / spread[used], np.ones(len(counts))]
        wanted = np.r_[(prior * spread)[used], 0]
        weights = _solved(scaled, target, wanted)
        wrong = np.zeros(len(used), bool)
        wrong[used] = weights[:-1] * signs[used] < 0
        if not wrong.any():
            break
        used = used & ~wrong
    full = np.zeros(len(used))
    full[used] = weights[:-1] / spread[used]
    return np.r_[weights[-1] - full @ middle, full]


def _solved(scaled: Any, target: Any, wanted: Any) -> Any:
    """Newton's method for a logistic regression, its weights drawn to those that are wanted (not the constant). A step
    that makes it worse is halved."""
    penalty = np.r_[np.full(scaled.shape[1] - 1, RIDGE), 1e-3]

    def loss(weights: Any) -> float:
        odds = scaled @ weights
        return float((np.logaddexp(0, odds) - target * odds).sum() + (penalty * (weights - wanted) ** 2).sum() / 2)

    weights = wanted.copy()
    for _ in range(60):
        share = _share(scaled @ weights)
        slope = scaled.T @ (target - share) - penalty * (weights - wanted)
        curve = (scaled * (share * (1 - share))[:, None]).T @ scaled + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        while loss(weights + step) > loss(weights) and abs(step).max() > 1e-6:
            step = step / 2
        weights = weights + step
        if abs(step).max() < 1e-6:
            break
    return weights


def _share(odds: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


# ---------------------------------------------------------------------- command line
@click.group()
def main() -> None:
    """What positions of June 6 are worth."""


@main.command()
@click.argument("scenario")
@click.option("--games", "count", default=100)
@click.option("--first", default=0)
@click.option("--save", type=click.Path(path_type=Path), required=True)
def play(scenario: str, count: int, first: int, save: Path) -> None:
    """Play games and add them to a file."""
    for one in games(scenario, range(first, first + count)):
        with save.open("a", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")


@main.command()
@click.argument("scenario")
@click.argument("saved", type=click.Path(path_type=Path))
def fit(scenario: str, saved: Path) -> None:
    """Fit the weights of a scenario and put them into `worth.txt`."""
    played = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    path = Path(worth.__file__).parents[1] / "worth.txt"
    kept = [line for line in path.read_text(encoding="utf-8").splitlines() if line.split()[:1] != [scenario]]
    for left, part, weights, explained in fitted(played):
        click.echo(f"{left} turns left, {part}: {100 * explained:.0f} % of the variance of results")
        for event, constants in weights.items():
            numbers = " ".join(str(round(1000 * weight)) for weight in constants)
            kept.append(f"{scenario} {left} {part} {event} {numbers}")
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
