"""When the Allies came how far in games of greedy bots, every frame audited: the course of the war by month.

    python -m tests.france_1944.course campaign --games 10 --first 20

A game a line: points, verdict, and the turn in which an Allied combat unit first stood east of column 16, took Paris,
Brussels and Antwerp, stood on the west bank of the Rhine, and crossed it (a drop from the air is no crossing: R-18);
0 where that never came.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.games.france_1944.game import France1944
from hexledger.engine.games.france_1944.questions import score
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.map.board import Board
from hexledger.events import model as ev
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.about import Match
from tests.every_game.tournament import verdict
from tests.every_game.whole_games import audited
from tests.france_1944.about import ABOUT

NORMANDY = 16
"""Column of Caen's eastern neighbours; east of it the Allies are out of Normandy."""

PLACES = {"Paris": "2013", "Brussels": "2808", "Antwerp": "2907"}


def stages(game: France1944) -> dict[str, Callable[[int], bool]]:
    """Name -> whether a place that an Allied combat unit enters makes that stage of the war."""
    board: Board = game.board
    ground = game.ground

    def out(place: int) -> bool:
        label = board.labels[place]
        return label.isdigit() and int(label[:2]) > NORMANDY and int(label[2:]) < 20

    def at(label: str) -> Callable[[int], bool]:
        return lambda place: place == board.place(label)

    return {
        "out": out,
        **{name: at(label) for name, label in PLACES.items()},
        "Rhine": lambda place: place in ground.west_bank,
        "crossed": lambda place: place in ground.east_bank,
    }


def course(log: Path) -> dict[str, int]:
    """Stage -> turn in which it was first reached, 0 if never."""
    reached: dict[str, int] = {}
    with Chronicle.read(log) as chronicle:
        game = chronicle.game
        assert isinstance(game, France1944)
        wanted, allied = stages(game), game.roster.combat
        turn = 1
        for number in range(len(chronicle.timeline)):
            for event in chronicle.frame(number).events:
                if isinstance(event, ev.TurnBegan):
                    turn = event.turn
                elif isinstance(event, ev.Moved) and event.piece in allied and game.side_of[event.piece] == w.ALLIED:
                    if event.mode == game.words["mode.drop"]:
                        continue
                    for stage, made in wanted.items():
                        if stage not in reached and any(map(made, event.path[1:])):
                            reached[stage] = turn
    return {stage: reached.get(stage, 0) for stage in wanted}


def main() -> None:
    """Play them."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("scenario")
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--first", type=int, default=0)
    asked = words.parse_args()
    game = ABOUT.open()
    for number in range(asked.first, asked.first + asked.games):
        with tempfile.TemporaryDirectory() as folder:
            state = audited(Path(folder), ABOUT, Match(asked.scenario, greedy_bot, f"tournament {number}"))
            log = Path(folder) / "game.hxl"
            said, decisions = verdict(log, None)
            found = ", ".join(f"{stage} {turn}" for stage, turn in course(log).items())
        points = score.total(game.position(state))
        click.echo(f"{number:4} {points:4} points, {said}, turn {state.turn}, {decisions} decisions: {found}")


if __name__ == "__main__":
    main()
