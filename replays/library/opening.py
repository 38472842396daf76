"""Opening logs and beginning positions: the functions of `import hexledger`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import warn

from hexledger.engine.bots.players import bot
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.replays.library.record import Record
from hexledger.replays.library.tables import connect
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on

if TYPE_CHECKING:
    import duckdb


class LeftOutWarning(UserWarning):
    """A log that was opened is not whole; what is whole of it can be read."""


def open(path: str | PathLike[str], *, edition: str | PathLike[str] | None = None) -> Record:
    """A log for reading. `edition`: the folder of the edition pack that it is pinned to, when that is not the one
    shipped with the game. Of a damaged log, or one whose end is missing, what is whole: `Record.left_out` says what is
    not there, and so does a `LeftOutWarning`.

    Raises LedgerError (no log, nothing of it whole) or ReplayError (another edition); the text says what is wrong.
    """
    return Record(_read(Path(path), None if edition is None else Path(edition)))


def _read(path: Path, edition: Path | None = None) -> Chronicle:
    chronicle = Chronicle.read(path, edition, damaged=True)
    if chronicle.left_out is not None:
        warn(f"{path.name}: {chronicle.left_out.sentence}", LeftOutWarning, stacklevel=3)
    return chronicle


def tables(*paths: str | PathLike[str]) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection in memory that holds many logs as tables; see `Record.tables`.

    A log that is not whole is read as by `open`."""
    with ExitStack() as stack:
        opened = []
        for path in paths:
            opened.append(stack.enter_context(_read(Path(path))))
        return connect(opened)


def scenarios(games: Iterable[str] = ()) -> dict[str, str]:
    """`game/scenario` -> title, of the games named or of all."""
    found = {}
    for game in games or GAMES:
        opened = open_game(game)
        for name, scenario in opened.edition.scenarios.items():
            if opened.playable(name) is True:
                found[f"{game}/{name}"] = scenario.title
    return found


def play(
    path: str | PathLike[str],
    scenario: str,
    players: tuple[str, str] = ("greedy", "greedy"),
    *,
    seed: str = "",
    options: Mapping[str, str | int | bool] | None = None,
    most: int = 20_000,
) -> Record:
    """A new practice game of two bots (`greedy`, `random`), written to `path` and opened: to its verdict, or `most`
    decisions of it. The same scenario, players, seed and options give the same file.

    Raises LedgerError when the file exists, EngineError for a scenario, bot or option that does not.
    """
    genesis = new_genesis(scenario, seed=seed, options=dict(options or {}))
    sides = {side: bot(name) for side, name in enumerate(players, 1)}
    with Chronicle.create(Path(path), genesis) as chronicle:
        play_on(chronicle, sides, limit=most)
    return open(path)
