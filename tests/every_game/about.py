"""What a game hands in so that the tests of this folder run on it: `tests/<game>/about.py` holds one `About`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hexledger.engine.bots.playing import Bot
from hexledger.engine.building.build import Build
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.words import package_folder
from tests.conformance.coverage import Coverage


class Match(NamedTuple):
    """A game of bots: scenario, the player of both sides (or one a side), options, and how far it is played.

    most  decisions; 0 is to the verdict
    long  True for a game of the long suite
    """

    scenario: str
    player: Bot | tuple[Bot, Bot]
    seed: str = "one"
    options: tuple[tuple[str, str | int | bool], ...] = ()
    most: int = 0
    long: bool = False

    def players(self) -> dict[int, Bot]:
        """Side -> player."""
        allied, german = self.player if isinstance(self.player, tuple) else (self.player, self.player)
        return {1: allied, 2: german}

    def __str__(self) -> str:
        with_options = f" with {'+'.join(name for name, _ in self.options)}" if self.options else ""
        return f"{self.scenario} {self.seed}{with_options}"


@dataclass(frozen=True)
class About:
    """What the tests must know of a game that its front page does not say.

    open           opens the game as it is shipped
    position       the builder of its positions: `position(scenario, with_setup=True, seed=..., options=...)`
    rules          what the number of one of its rules looks like, where the rules' code cites one
    turns          (number, name) of a few turns, the first and one beyond the last among them
    record         the game whose record, dice and explanations are looked at
    playthroughs   games that are kept line by line: (scenario, name of the bot, long)
    random         whole and partial games of random players, audited
    told           games in which all that is offered is told in words
    refereed       a stretch of a game in which units move and fight, for the referee's tools; by default `branched`
    branched       scenario, bot and decisions of the game in which what is offered is carried out
    book           its rule coverage table, None where it has none
    """

    game: str
    open: Callable[[], Game[Any]]
    position: Callable[..., Build[Any]]
    rules: re.Pattern[str]
    turns: tuple[tuple[int, str], ...]
    record: Match
    playthroughs: Sequence[tuple[str, str, bool]]
    random: Sequence[Match]
    told: Sequence[Match]
    branched: Match
    book: Coverage | None = None
    refereed: Match | None = None
    cases_without_rule: tuple[str, ...] = ()
    """Conformance cases that are about no numbered rule."""
    checked: int = 25
    """Decisions of the game that a checked twin plays by day; each costs many times as much as an unchecked one."""
    most: int = 6000
    """Decisions after which a game of two bots is called endless."""

    def scenario(self, name: str) -> str:
        """A scenario as `new` takes it."""
        return f"{self.game}/{name}"

    @property
    def phrased(self) -> bool:
        """True for a game that has phrases of its own for its decisions."""
        return package_folder(type(self.open()).package).joinpath("decisions.en.txt").is_file()
