"""The searching bot against the greedy one, from both sides.

    python -m tests.every_game.search_trial june_6/push_to_caen --games 100 --save caen.txt
    python -m tests.every_game.search_trial fortress_europa/battle_of_the_bulge --games 40 --first 20 --side 2

Each number is played twice, once with the search on either side (`--side`: on one side only). Each game prints its line
when it is over; with `--save` the lines stand in a file, and a trial that was stopped goes on where it was. A draw
counts a half. The same numbers give the same games on every machine.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

import click

from hexledger.engine.bots.players import bot
from hexledger.engine.bots.playing import Bot
from hexledger.engine.bots.search import SearchBot
from hexledger.engine.kernel.game import Game
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.whatif.chances import interval
from hexledger.replays.whatif.outlook import worth
from hexledger.replays.whatif.playout import Start, play_out

RESULTS: Final = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


class Played(NamedTuple):
    """A game: its number, the side that searched, and what it came to for that side (a word of `RESULTS`)."""

    number: int
    side: str
    result: str

    @property
    def points(self) -> float:
        """1 for a win, a half for a draw."""
        return next(points for points, word in RESULTS.items() if word == self.result)


def main() -> None:
    """Play them."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("scenario")
    words.add_argument("--games", type=int, default=10, help="numbers that are played, each from both sides")
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--budget", type=int, help="decisions of one comparison of plans (default: the game's)")
    words.add_argument(
        "--side", type=int, default=0, choices=(0, 1, 2), help="the side that searches (0: both in turn)"
    )
    words.add_argument("--save", type=Path, help="file of the lines; games that it has are not played again")
    asked = words.parse_args()
    there = list(read(asked.save)) if asked.save and asked.save.exists() else []
    numbers = range(asked.first, asked.first + asked.games)
    sides = (asked.side,) if asked.side else (1, 2)
    for line in trial(asked.scenario, numbers, sides, asked.budget, {(one.number, one.side) for one in there}):
        click.echo(line)
        if asked.save:
            with asked.save.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        there += parsed(line)
    for line in summed(there):
        click.echo(f"{asked.scenario}, search {line}")


def trial(
    scenario: str, numbers: Iterable[int], sides: Iterable[int], budget: int | None, there: set[tuple[int, str]]
) -> Iterator[str]:
    """A line for each game that is not there yet."""
    sides = tuple(sides)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.hxl"
        with Chronicle.create(log, new_genesis(scenario, seed="trial")) as chronicle:
            game = chronicle.game
            start = Start(chronicle.state(), chronicle.frame(0).digest, 3, chronicle.genesis.log_id)
            for number in numbers:
                for side in sides:
                    if (number, game.side(side)) not in there:
                        yield _line(game, start, number, side, budget)


def _line(game: Game, start: Start, number: int, side: int, budget: int | None) -> str:  # type: ignore[type-arg]
    players: dict[int, Bot] = {3 - side: bot("greedy"), side: SearchBot(budget)}
    began = process_time()
    ended = play_out(game, start, players, "trial", number)
    took = process_time() - began
    return f"{number:4} {game.side(side)} {RESULTS[worth(ended, side)]}, {ended.decisions} decisions, {took:.1f} s CPU"


def parsed(line: str) -> list[Played]:
    """The game of a line, in a list; nothing for a line that tells of none."""
    words = line.replace(",", "").split()
    if len(words) < 3 or not words[0].isdecimal() or words[2] not in RESULTS.values():
        return []
    return [Played(int(words[0]), words[1], words[2])]


def read(path: Path) -> Iterator[Played]:
    """The games of a file of lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        yield from parsed(line)


def summed(played: Iterable[Played]) -> Iterator[str]:
    """Points, wins and draws, of each side and of both, with the interval of the points."""
    games = list(played)
    sides = sorted({one.side for one in games})
    for name, mine in [(f"as {side}", [one for one in games if one.side == side]) for side in sides] + [("", games)]:
        won, drawn = (sum(one.result == word for one in mine) for word in ("won", "drawn"))
        points = sum(one.points for one in mine)
        low, high = interval(points / max(1, len(mine)), len(mine))
        share = f"{points:g} of {len(mine)} points ({100 * low:.0f} to {100 * high:.0f} %)"
        yield f"{name or 'from both sides'}: {share}, {won} won, {drawn} drawn, {len(mine) - won - drawn} lost"


if __name__ == "__main__":
    main()
