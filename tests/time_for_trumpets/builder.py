"""Positions of A Time for Trumpets for tests, put together like a diagram in the rulebook.

b = position().unit("kgp_hq", "6921").unit("us_99_393_i", "6620").corps("i_ss_hq", segment="movement")
b.run(Movement(w.GERMAN)).play("move kgp_hq 6820")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Self

from hexledger.engine.building.build import Build
from hexledger.engine.building.floor import Halt, with_floor
from hexledger.engine.editions.edition import Edition, open_edition
from hexledger.engine.games.time_for_trumpets.game import TimeForTrumpets
from hexledger.engine.games.time_for_trumpets.questions import supply
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel import deciding as kernel
from hexledger.events import model as ev


@cache
def edition() -> Edition:
    """The house edition, read once."""
    return open_edition("time_for_trumpets")


@cache
def game() -> TimeForTrumpets:
    """The game, made once."""
    return with_floor(TimeForTrumpets)(edition())


class Built(Build[TrumpetsPosition]):
    """A position of A Time for Trumpets."""

    def turn(self, name: str) -> Self:
        """The game turn, as `17MO`."""
        self.act().emit(ev.TurnBegan(calendar.number(name)))
        return self

    def sky(self, weather: str = "clear", **armies: str) -> Self:
        """Weather of all army areas (`fog`), or of some (`a6="clear", a5="fog", a7="snow"`)."""
        act = self.act()
        for army, key in zip(w.ARMIES, ("a6", "a5", "a7"), strict=True):
            act.assign(f"var.weather_{army}", w.WEATHER[armies.get(key, weather)])
        return self

    def ground(self, name: str) -> Self:
        """Condition of the ground."""
        self.act().assign("var.ground", w.GROUND[name])
        return self

    def corps(self, hq: str, segment: str = "movement") -> Self:
        """A corps acts, in a segment."""
        act, piece = self.act(), self.piece(hq)
        side = self.game.side_of[piece]
        act.assign("var.side", side)
        act.assign("var.army", self.pos.above(piece, "army") + 1)
        act.assign("var.corps", piece + 1)
        act.assign("var.segment", w.SEGMENT[segment])
        return self

    def blown(self, a: str, b: str) -> Self:
        """A bridge is blown."""
        self.act().marker(self.hex(a), self.hex(b), w.BLOWN, 1)
        return self

    def option(self, name: str, value: str = "yes") -> Self:
        """An advanced or optional rule, or a reading, is played."""
        switch = {**self.game.options("campaign"), **self.game.switches}[name]
        self.act().assign(switch.word, switch.value(value))
        return self

    def starved(self, army: str) -> Self:
        """An enemy stands on every source of an army: who of it is out of supply is isolated (9.16)."""
        side = w.GERMAN if army in w.ARMIES else w.ALLIED
        roster = self.game.roster
        foes = [p for p in sorted(roster.infantry) if self.game.side_of[p] != side and p not in self.state.at]
        for foe, place in zip(reversed(foes), supply.sources(self.pos, side, army), strict=False):
            self.unit(self.game.counters[foe].id, self.pos.label(place))
        return self

    def pool(self, name: str, *units: str) -> Self:
        """Units in a pool."""
        for unit in units:
            self.act().pool(f"pool.{name}", self.piece(unit), 1)
        return self

    def on(self, unit: str) -> str:
        """Label of the hex in which a unit stands, `-` when it is off the map."""
        place = self.pos.at(self.piece(unit))
        return self.pos.label(place) if place >= 0 else "-"

    def flagged(self, unit: str, flag: str) -> int:
        """Value of a flag of a unit."""
        return self.pos.flag(self.piece(unit), w.FLAG[flag])


def position(
    scenario: str = "campaign",
    *,
    with_setup: bool = False,
    seed: str = "",
    options: Mapping[str, str | int | bool] | None = None,
    dice: Sequence[int] = (),
    turn: str = "18MO",
) -> Built:
    """An empty map of a scenario on a clear day of firm ground, or the whole set-up run up to the first decision."""
    b = Built(game(), dice, seed)
    act = b.act()
    if with_setup:
        b.game.setup(act, scenario, dict(options or {}))
        kernel.settle(act)
        return b
    b.game.lay_out(act, scenario, dict(options or {}), calendar.number(turn))
    act.then(Halt())
    b.sky("clear").ground("firm")
    return b
