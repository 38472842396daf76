"""Recording games between bots, and making a recorded game again from its decisions alone."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from hexledger.engine.bots.players import bot
from hexledger.engine.kernel.decisions import Decision
from hexledger.events.frame import DECISION
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import Watcher, play_on

SCENARIO = "june_6/push_to_caen"
FOLDER = Path(__file__).with_name("games")
MOST = 3000
"""Decisions after which a game of three turns is called endless."""


def record(path: Path, seed: str, allied: str, german: str, watch: Watcher | None = None) -> None:
    """Two bots play the scenario into a new log."""
    with Chronicle.create(path, new_genesis(SCENARIO, seed=seed)) as chronicle:
        played = play_on(chronicle, {1: bot(allied), 2: bot(german)}, limit=MOST, watch=watch)
        assert played < MOST, f"seed {seed}: no end after {MOST} decisions"
        assert chronicle.offer() is None


def again(log: Path, path: Path) -> str:
    """Decide the decisions of a log again, into a new log, and give the new file's SHA-256."""
    with Chronicle.read(log) as old, Chronicle.create(path, old.genesis) as new:
        for seq in old.timeline.path(old.timeline.head)[1:]:
            decision = old.decision(seq)
            assert old.timeline.kinds[seq] == DECISION
            assert isinstance(decision, Decision)
            new.submit(old.timeline.actors[seq], decision)
    return sha256(path.read_bytes()).hexdigest()


def games() -> list[Path]:
    """The recorded games, by name."""
    return sorted(FOLDER.glob("*.hxl"))


PAIRINGS = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random"))


def main() -> None:
    """Record the corpus anew: after a change of the rules version or of the edition, never to hide a difference."""
    FOLDER.mkdir(exist_ok=True)
    for old in games():
        old.unlink()
    for number in range(20):
        allied, german = PAIRINGS[number % len(PAIRINGS)]
        path = FOLDER / f"{number:02d}-{allied}-{german}.hxl"
        record(path, str(100 + number), allied, german)
        for extra in FOLDER.glob("*.hxl.*"):
            extra.unlink()
        print(path.name, path.stat().st_size)  # noqa: T201 - a command


if __name__ == "__main__":
    main()
