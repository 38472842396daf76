"""Games from which the weights of a forecast are fitted (engine/games/june_6/forecast.txt).

    python -m tests.june_6.forecast_games push_to_caen --side 2 --games 2000 --first 1000 > german.csv

The side plays by all that is known of the scenario and the other as the greedy bot, both marching as in playouts; in a
share of its activations, another one each game, the side follows a whim, so that positions differ. A line of CSV for
each game that comes to its last turn: the counts of the position in which that begins (advisor/forecast.py), and the
result for the side (1, 0.5 or 0). The same numbers give the same lines on every machine.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import SALT, play_from
from hexledger.engine.bots.search import HORIZON, Marching, Moment, moment, usual
from hexledger.engine.dice.paired import PairedLuck
from hexledger.engine.games.june_6.advisor.forecast import counts
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import Stance
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle, new_genesis

SHARES = (0.0, 0.3, 0.6, 1.0)
"""Of activations in which the side follows a whim."""
MILD = 0.75
"""Of whims, those of odd numbers."""


def main() -> None:
    """Play them."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("scenario")
    words.add_argument("--side", type=int, choices=(1, 2), required=True)
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--first", type=int, default=0)
    asked = words.parse_args()
    out: Any = None
    for row in games(asked.scenario, asked.side, range(asked.first, asked.first + asked.games)):
        if out is None:
            out = csv.DictWriter(sys.stdout, list(row))
            out.writeheader()
        out.writerow(row)


def games(scenario: str, side: int, numbers: range) -> Iterator[dict[str, float]]:
    """Counts and result of each game that comes to its last turn."""
    with tempfile.TemporaryDirectory() as folder:
        genesis = new_genesis(f"june_6/{scenario}", seed="trial")
        with Chronicle.create(Path(folder) / "game.hxl", genesis) as chronicle:
            for number in numbers:
                yield from _played(chronicle.game, chronicle.state(), chronicle.frame(0).digest, side, number)


def _played(game: Game[Any], state: State, digest: bytes, side: int, number: int) -> Iterator[dict[str, float]]:
    whims = _Whims(game, side, Random(f"gen{side}/{number}"))
    players = {side: Marching(whims.leaning), 3 - side: Marching(lambda _there: game)}
    luck, known, found = PairedLuck(f"gen/{number}", {}), None, {}
    while not state.over:
        turn = state.turn
        chance = f"x{turn}"
        stopped = play_from(
            game,
            state,
            digest,
            players,
            lambda: luck,
            lambda count, chance=chance: Chance(f"gen/{number}", chance, count),
            HORIZON,
            (SALT,),
            lambda there, turn=turn: there.turn != turn,
            known,
        )
        state, digest, known = stopped.state, stopped.digest, stopped.waiting
        if not state.over and game.near_end(state):
            found = counts(game.position(state))
    if found:
        yield {**found, "result": 1.0 if state.winner == side else 0.5 if not state.winner else 0.0}


class _Whims:
    """The whims of a game: for each activation one, or none."""

    def __init__(self, game: Game[Any], side: int, random: Random) -> None:
        self.game, self.side, self.random = game, side, random
        self.share = random.choice(SHARES)
        self.plan = usual(game, side)
        self.known: dict[Moment, Stance] = {}

    def leaning(self, state: State) -> Game[Any]:
        """The game as the side sees it in a position."""
        now = moment(self.game, state, self.side)
        if now not in self.known:
            self.known[now] = self._drawn()
        return self.game.leaning(self.known[now])

    def _drawn(self) -> Stance:
        if self.random.random() >= self.share:
            return self.plan
        whim = self.random.randrange(1, 1 << 20) * 2 + (self.random.random() < MILD)
        return replace(self.plan, name="whim", side=self.side, whim=whim)


if __name__ == "__main__":
    main()
