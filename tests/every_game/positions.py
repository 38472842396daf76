"""Positions in which each kind of decision of a game is made: `python -m tests.every_game.positions [GAME ...]` gathers
them anew from the games' own tests (`gathering.py`), and from the recorded games what no test makes.

Of each kind the first position is kept in which the decision is listed, and the first ones in which it is legal and
not listed: there a player has to put it together by hand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
import msgspec

from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import check
from hexledger.engine.kernel.decisions import KERNEL_KINDS, Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import wants_seal
from hexledger.engine.table.drafting import Drafting, given_of
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.gathering import Gathered, laid_out

FOLDER: Final = Path(__file__).parent / "positions"
TESTS: Final = Path(__file__).parents[1]
CORPUS: Final = TESTS / "corpus" / "games"
UNLISTED: Final = 2
"""Positions of a kind that are kept in which the decision is legal and not listed."""


def positions(game: str) -> list[Gathered]:
    """The kept positions of a game."""
    return msgspec.msgpack.decode(zlib.decompress(_file(game).read_bytes()), type=list[Gathered])


def kinds_of(game: Game[Any]) -> set[str]:
    """Kinds of decision that its players fill in."""
    return set(game.codec.classes) - KERNEL_KINDS


def state_of(one: Gathered) -> State:
    """A kept position."""
    return fold(State(), one.events)


def legal(drafting: Drafting, decision: Decision) -> bool:
    """Whether a decision is asked for and allowed; of one that is to be sealed nobody can say more than the list."""
    kinds = drafting.prompt.kinds
    if wants_seal(kinds):
        return decision.kind() in kinds
    try:
        check(drafting.game, drafting.state, decision)
    except EngineError:
        return False
    return decision.kind() in kinds


def listed(one: Gathered) -> bool:
    """Whether a kept decision is one of those that its question lists."""
    game = built_game(one.game)
    return any(Drafting(game, state_of(one)).matching(one.kind, given_of(game, game.codec.decode(one.decision))))


def chosen(game: Game[Any], found: Iterable[Gathered]) -> Iterator[Gathered]:
    """Of gathered positions those to keep."""
    known: set[str] = set()
    unlisted: dict[str, int] = {}
    for one in found:
        drafting, decision = Drafting(game, state_of(one)), game.codec.decode(one.decision)
        if not legal(drafting, decision):
            continue
        if listed(one):
            if one.kind not in known:
                known.add(one.kind)
                yield one
        elif unlisted.get(one.kind, 0) < UNLISTED:
            unlisted[one.kind] = unlisted.get(one.kind, 0) + 1
            yield one


def gathered(game: str) -> list[Gathered]:
    """Run the own tests of a game, and take the positions that they make decisions in."""
    own = [str(TESTS / game), str(TESTS / "conformance" / game), "-m", "not long and not whole", "-n", "0"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.every_game.gathering", *own]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "gathered"
        environment = {**os.environ, "HEXLEDGER_GATHERED": str(path)}
        subprocess.run(command, check=True, capture_output=True, cwd=TESTS.parent, env=environment)
        return msgspec.msgpack.decode(path.read_bytes(), type=list[Gathered])


def recorded(game: str) -> Iterator[Gathered]:
    """The first position of the recorded games in which each kind of decision is made in the open."""
    known: set[str] = set()
    for log in sorted((CORPUS / game).glob("*.hxl")):
        with Chronicle.read(log) as chronicle:
            number = chronicle.game.scenario_ids.index(chronicle.genesis.scenario.rpartition("/")[2])
            for frame in chronicle.frames(chronicle.timeline.head):
                decision = chronicle.decision(frame.seq)
                if isinstance(decision, Decision) and decision.kind() not in known | KERNEL_KINDS:
                    known.add(decision.kind())
                    events = laid_out(chronicle.state(frame.parent))
                    yield Gathered(game, decision.kind(), number, events, bytes(frame.decision), False, log.stem)


def _file(game: str) -> Path:
    return FOLDER / f"{game}.msgpack.z"


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
def main(games: tuple[str, ...]) -> None:
    """Gather the positions of GAMES (all) anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in games or sorted(GAMES):
        game = built_game(name)
        kept = list(chosen(game, gathered(name)))
        missing = kinds_of(game) - {one.kind for one in kept}
        kept += chosen(game, (one for one in recorded(name) if one.kind in missing))
        data = zlib.compress(msgspec.msgpack.encode(kept), 9)
        _file(name).write_bytes(data)
        lacking = sorted(missing - {one.kind for one in kept})
        click.echo(f"{name}: {len(kept)} positions, {len(data)} bytes{f'; none of {lacking}' if lacking else ''}")


if __name__ == "__main__":
    main()
