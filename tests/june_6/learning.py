"""Fits what a searching bot thinks of a position of June 6 (`advisor/worth.py`) to games of the greedy bot.

    python -m tests.june_6.learning play push_to_caen --games 100 --save caen.jsonl
    python -m tests.june_6.learning fit push_to_caen caen.jsonl

`play` plays games of the greedy bot against itself. Both sides lean in another way now and then, so that also positions
are seen which the bot itself does not seek. One line a game: its number, its result (2, 1, 0: won, drawn, lost by the
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
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot, play_from
from hexledger.engine.bots.search import Marching, moment
from hexledger.engine.dice.paired import Key, PairedLuck
from hexledger.engine.games.june_6.advisor import worth
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import Stance
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
RIDGE: Final = 30
LEAN: Final = (0.7, 0.3)
"""Shares of the next stage's judgement and of the result in what a stage is fitted to."""
LEANINGS: Final = ((-20, 0, 40, 80, 150), (-1000, -30, 0, 0, 15, 30))
"""Aims and daring of the plans that are tried now and then."""


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
    leaning = dict.fromkeys((1, 2), game)
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
                for one in leaning:
                    plan = Stance("", one, *(chosen.choice(ways) for ways in LEANINGS))
                    leaning[one] = game.leaning(plan) if chosen.random() < 0.5 else game
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


# ---------------------------------------------------------------------- the fit
Rows = list[dict[str, Any]]


def fitted(played: Rows) -> Iterator[tuple[int, str, list[float], float]]:
    """Turns left, part of the turn, constant and weights, and the share of variance explained in other games."""
    target = np.array([one["result"] / 2 for one in played])
    results = target.copy()
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
            explained = 1 - float(((results[which] - guessed) ** 2).mean() / results[which].var())
            weights = _regression(counts, target[which], prior)
            behind[part] = weights[1:]
            yield left, part, weights.tolist(), explained
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
    """Newton's method for a logistic regression, its weights drawn to those that are wanted (not the constant)."""
    penalty = np.r_[np.full(scaled.shape[1] - 1, RIDGE), 1e-3]
    weights = wanted.copy()
    for _ in range(30):
        share = _share(scaled @ weights)
        slope = scaled.T @ (target - share) - penalty * (weights - wanted)
        curve = (scaled * (share * (1 - share))[:, None]).T @ scaled + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if abs(step).max() < 1e-6:
            break
    return weights


def _share(odds: Any) -> Any:
    return 1 / (1 + np.exp(-odds))


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
        kept.append(f"{scenario} {left} {part} " + " ".join(str(round(1000 * weight)) for weight in weights))
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
