"""Many games of bots, every frame audited, and what they came to.

    python -m tests.every_game.tournament case_yellow/dutch_fortress --games 50
    python -m tests.every_game.tournament case_yellow/historical --games 10 --first 20 --players greedy,random --rows

Each game prints its line when it is over, so that a run that is stopped has shown what it played; the last lines count
the verdicts. A game that breaks an invariant, finds no end or does not audit is a fault: it is told and the run ends
with 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import click

from hexledger.engine.bots.players import bot
from hexledger.engine.kernel.game import Game
from hexledger.events import model as ev
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.about import Match
from tests.every_game.catalogue import about, outside_the_catalogue
from tests.every_game.whole_games import audited


def verdict(log: Path, game: Game[Any] | None) -> tuple[str, int]:
    """The verdict of a finished log in words, and its decisions."""
    with Chronicle.read(log, game=game) as chronicle:
        last = len(chronicle.timeline) - 1
        won = [event for event in chronicle.frame(last).events if isinstance(event, ev.Won)]
        said = f"{chronicle.game.side(won[-1].side)}: {chronicle.game.word(won[-1].level)}" if won else "no verdict"
        return said, last


def rows(game: Game[Any], state: State) -> list[str]:
    """What decided the game, condition by condition."""
    shown = game.view().victory(game.position(state))
    return [f"    {game.side(row.side) if row.side else '-'}: {row.wanted}: {row.now}" for row in shown.conditions]


def main() -> int:
    """Play them."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("scenario")
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--players", default="greedy,greedy")
    words.add_argument("--rows", action="store_true")
    asked = words.parse_args()
    name, _, scenario = asked.scenario.partition("/")
    one, given = about(name), outside_the_catalogue(name)
    game = given or one.open()
    players = tuple(bot(player) for player in asked.players.split(","))
    found: Counter[str] = Counter()
    faults = 0
    for number in range(asked.first, asked.first + asked.games):
        match = Match(scenario, (players[0], players[-1]), f"tournament {number}")
        with tempfile.TemporaryDirectory() as folder:
            try:
                state = audited(Path(folder), one, match)
            except AssertionError as fault:
                faults += 1
                click.echo(f"{number:4} FAULT {fault}")
                continue
            said, decisions = verdict(Path(folder) / "game.hxl", given)
        found[said] += 1
        now = game.view().victory(game.position(state)).if_now
        click.echo(f"{number:4} {said} ({now or '-'}), turn {state.turn}, {decisions} decisions audited")
        for line in rows(game, state) if asked.rows else ():
            click.echo(line)
    click.echo(f"{asked.scenario}, {asked.players}: {sum(found.values())} games, {faults} faults")
    for said, count in found.most_common():
        click.echo(f"{count:4} {said}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
