"""Recording games between bots, and making a recorded game again from its decisions alone.

`games/<game>/` holds the recorded games of each game; what is recorded anew is said in `WANTED`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from hexledger.engine.bots.players import bot
from hexledger.engine.kernel.decisions import Decision
from hexledger.events.frame import DECISION
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import Watcher, play_on
from tests.every_game.catalogue import outside_the_catalogue

FOLDER = Path(__file__).with_name("games")
MOST = 3000
"""Decisions after which a recorded game is called endless."""


class Recording(NamedTuple):
    """A game between two bots: to its verdict, or with `most` as many decisions of it."""

    game: str
    scenario: str
    seed: str
    players: tuple[str, str]
    most: int = 0
    options: tuple[str, ...] = ()

    def name(self, number: int) -> str:
        """Name of its file."""
        return f"{number:02d}-{self.players[0]}-{self.players[1]}.hxl"


PAIRINGS = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random"))
ALL_AIR_AND_DECOYS = ("31.1", "31.3", "31.6", "31.11", "31.16", "advanced_air")
OTHER_READINGS = ("river_shift_any", "arko_shift_each", "refugee_all_six", "move_round_second_attack")
WANTED = (
    *(Recording("june_6", "push_to_caen", str(100 + n), PAIRINGS[n % len(PAIRINGS)]) for n in range(20)),
    Recording("fortress_europa", "invasion", "200", ("greedy", "greedy"), 160),
    Recording("fortress_europa", "battle_of_the_bulge", "201", ("random", "random"), 60),
    Recording("fortress_europa", "campaign", "202", ("greedy", "random"), 60, ALL_AIR_AND_DECOYS),
    Recording("case_yellow", "historical", "400", ("random", "random"), 60),
    Recording("case_yellow", "dutch_fortress", "401", ("random", "random")),
    Recording("case_yellow", "historical", "402", ("greedy", "greedy"), 100),
    Recording("case_yellow", "free_command", "403", ("greedy", "random"), 60, OTHER_READINGS),
    Recording("france_1944", "falaise_gap", "500", ("greedy", "random")),
    Recording("france_1944", "falaise_gap", "501", ("random", "greedy")),
    Recording("france_1944", "pursuit", "502", ("random", "random"), 60, ("advantage",)),
    Recording("france_1944", "campaign", "503", ("greedy", "greedy"), 120),
    Recording("time_for_trumpets", "losheim_gap", "600", ("random", "random"), 80),
    Recording("time_for_trumpets", "losheim_gap", "601", ("greedy", "greedy"), 120),
    Recording("time_for_trumpets", "bastogne", "602", ("greedy", "random"), 60, ("fuel_storage",)),
    Recording("time_for_trumpets", "campaign", "603", ("greedy", "random"), 40),
    Recording("drill", "skirmish", "300", ("greedy", "random")),
    Recording("drill", "skirmish", "301", ("random", "random")),
)
"""What the corpus holds, the games of one game numbered from 0."""


def record(path: Path, wanted: Recording, watch: Watcher | None = None) -> None:
    """Two bots play a game into a new log."""
    game = outside_the_catalogue(wanted.game)
    scenario = f"{wanted.game}/{wanted.scenario}"
    genesis = new_genesis(scenario, seed=wanted.seed, options=dict.fromkeys(wanted.options, "yes"), game=game)
    with Chronicle.create(path, genesis, game=game) as chronicle:
        players = {side: bot(name) for side, name in enumerate(wanted.players, 1)}
        played = play_on(chronicle, players, limit=wanted.most or MOST, watch=watch)
        assert played < MOST, f"seed {wanted.seed}: no end after {MOST} decisions"
        assert played == wanted.most or chronicle.offer() is None


def again(log: Path, path: Path) -> str:
    """Decide the decisions of a log again, into a new log, and give the new file's SHA-256."""
    game = outside_the_catalogue(log.parent.name)
    with Chronicle.read(log, game=game) as old, Chronicle.create(path, old.genesis, game=game) as new:
        for seq in old.timeline.path(old.timeline.head)[1:]:
            decision = old.decision(seq)
            assert old.timeline.kinds[seq] == DECISION
            assert isinstance(decision, Decision)
            new.submit(old.timeline.actors[seq], decision)
    return sha256(path.read_bytes()).hexdigest()


def games() -> list[Path]:
    """The recorded games of all games, by name."""
    return sorted(FOLDER.glob("*/*.hxl"))


def title(log: Path) -> str:
    """What a recorded game is called in a list: `june_6/00-greedy-greedy`."""
    return log.relative_to(FOLDER).with_suffix("").as_posix()


def recordings(game: str) -> Iterator[tuple[Path, Recording]]:
    """The files that a game's recordings go to."""
    for number, wanted in enumerate(one for one in WANTED if one.game == game):
        yield FOLDER / game / wanted.name(number), wanted


def main(names: list[str]) -> None:
    """Record the corpus of the games named anew: after a change of their rules version or of their edition, never to
    hide a difference."""
    for game in names:
        folder = FOLDER / game
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.hxl"):
            old.unlink()
        for path, wanted in recordings(game):
            record(path, wanted)
            for extra in folder.glob("*.hxl.*"):
                extra.unlink()
            print(title(path), path.stat().st_size)  # noqa: T201 - a command


if __name__ == "__main__":
    main(sys.argv[1:])
