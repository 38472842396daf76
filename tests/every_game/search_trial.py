"""The searching bot against the greedy one, from both sides.

    python -m tests.every_game.search_trial june_6/push_to_caen --games 200
    python -m tests.every_game.search_trial fortress_europa/battle_of_the_bulge --games 40 --first 20 --playouts 24

The sides change from game to game. Each game prints its line when it is over, so that a run that is stopped has shown
what it played; a draw counts a half. The same numbers give the same games on every machine.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

import click

from hexledger.engine.bots.players import bot
from hexledger.engine.bots.playing import Bot
from hexledger.engine.bots.search import PLAYOUTS, SearchBot
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.whatif.chances import interval
from hexledger.replays.whatif.outlook import worth
from hexledger.replays.whatif.playout import Start, play_out


def main() -> None:
    """Play them."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("scenario")
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--playouts", type=int, default=PLAYOUTS)
    words.add_argument("--side", type=int, default=0, help="the side that searches (default: in turn)")
    asked = words.parse_args()
    scores: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.hxl"
        with Chronicle.create(log, new_genesis(asked.scenario, seed="trial")) as chronicle:
            game = chronicle.game
            start = Start(chronicle.state(), chronicle.frame(0).digest, 3, chronicle.genesis.log_id)
            for number in range(asked.first, asked.first + asked.games):
                side = asked.side or 1 + number % 2
                players: dict[int, Bot] = {3 - side: bot("greedy"), side: SearchBot(asked.playouts)}
                began = process_time()
                ended = play_out(game, start, players, "trial", number)
                scores[side].append(worth(ended, side))
                won = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[scores[side][-1]]
                took = process_time() - began
                click.echo(f"{number:4} {game.side(side)} {won}, {ended.decisions} decisions, {took:.0f} s CPU")
    for side, mine in scores.items():
        if mine:
            low, high = interval(sum(mine) / len(mine), len(mine))
            how = f"{asked.scenario}, search as {game.side(side)}, {asked.playouts} playouts a plan"
            click.echo(f"{how}: {sum(mine):g} of {len(mine)} ({100 * low:.0f} to {100 * high:.0f} %)")


if __name__ == "__main__":
    main()
