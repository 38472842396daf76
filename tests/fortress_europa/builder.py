"""Positions of Fortress Europa for tests, put together like a diagram in the rulebook.

b = position(dice=[5]).unit("us_1", at="L5").unit("i_352", at="L6")
b.turn_of("allied", impulse=1).run(MoveImpulse(f.ALLIED, 1))
b.play("move us_1 L4")
assert b.refuses("move us_1 M7").rule == "FE 8.10"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Self

from hexledger.engine.building.build import Build
from hexledger.engine.building.floor import with_floor
from hexledger.engine.editions.edition import Edition, open_edition
from hexledger.engine.games.fortress_europa.game import FortressEuropa
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f


@cache
def edition() -> Edition:
    """The house edition, read once."""
    return open_edition("fortress_europa")


@cache
def game() -> FortressEuropa:
    """The game with the floor step, made once."""
    return with_floor(FortressEuropa)(edition())


class Built(Build[FortressPosition]):
    """A position of Fortress Europa."""

    def turn_of(self, side: str, impulse: int = 0) -> Self:
        """The player turn (and impulse) of a side."""
        act = self.act()
        act.assign(f.VAR_ACTIVE_SIDE, f.SIDES[side])
        act.assign(f.VAR_IMPULSE, impulse)
        return self

    def option(self, *names: str) -> Self:
        """Switch optional rules on (`31.4`)."""
        act = self.act()
        for name in names:
            act.assign(self.game.tables.option_words[name], 1)  # type: ignore[attr-defined]
        return self

    def broken(self, section: str) -> Self:
        """Put the bridges of a river section out (`seine_1`)."""
        act = self.act()
        for a, b in self.pos.game.tables.ground.sections[section]:
            act.marker(a, b, f.BRIDGE_OUT, 1)
        return self

    def aircraft(self, mission: str, *pieces: str) -> Self:
        """Send aircraft on a mission."""
        act = self.act()
        for piece in pieces:
            act.pool(f"pool.{mission}", self.piece(piece), 1)
        return self


def position(
    scenario: str = "campaign",
    *,
    with_setup: bool = False,
    turn: str = "July I",
    weather: str = "clear",
    dice: Sequence[int] = (),
    seed: str = "",
    options: Sequence[str] | Mapping[str, str | int | bool] = (),
) -> Built:
    """An empty position of a scenario in a turn (no pieces, nothing on the agenda but the floor).

    `with_setup`: the scenario's real set-up and agenda, run until somebody must decide; turn and weather are then the
    scenario's own. `options`: those that are switched on, or as they are chosen at `new`.
    """
    built, given = Built(game(), dice, seed), options if isinstance(options, Mapping) else dict.fromkeys(options, True)
    if with_setup:
        return built.begin(scenario, given)
    built.lay_out(scenario, given, turn=game().tables.calendar.number(turn))
    built.act().assign(f.VAR_WEATHER, f.WEATHER[weather])
    return built
