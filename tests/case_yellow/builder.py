"""Positions of Case Yellow for tests, put together like a diagram in the rulebook.

b = position().unit("ge_1_pz", "2125").unit("fr_x", "2124").round_of("german", "combat", turn=2)
b.run(Combats(w.GERMAN)).play("attack ge_1_pz 2124")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Self

from hexledger.engine.building.build import Build
from hexledger.engine.building.floor import Halt, with_floor
from hexledger.engine.editions.edition import Edition, open_edition
from hexledger.engine.games.case_yellow.game import CaseYellow
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel import deciding as kernel
from hexledger.events import model as ev


@cache
def edition() -> Edition:
    """The house edition, read once."""
    return open_edition("case_yellow")


@cache
def game() -> CaseYellow:
    """The game, made once."""
    return with_floor(CaseYellow)(edition())


class Built(Build[YellowPosition]):
    """A position of Case Yellow."""

    def unit(self, unit: str, at: str, *, steps: int = 0, reduced: bool = False, **marks: int | bool) -> Self:
        """Put a unit in a place; its side controls the hex."""
        super().unit(unit, at, steps=steps, reduced=reduced, **marks)
        place = self.hex(at)
        if place < self.pos.board.n_hexes:
            self.act().emit(ev.Controlled(place, self.game.side_of[self.piece(unit)]))
        return self

    def turn(self, number: int) -> Self:
        """The game turn."""
        self.act().emit(ev.TurnBegan(number))
        return self

    def round_of(self, side: str, kind: str, turn: int = 2) -> Self:
        """An action round of a side: `move` or `combat`."""
        self.turn(turn)
        act = self.act()
        number = w.SIDES.index(side) + 1
        act.assign("var.active", number)
        act.assign("var.kind", w.MOVE if kind == "move" else w.COMBAT)
        act.assign("var.round", max(1, self.state.variable(w.VAR["round"])))
        act.track("track.moves" if kind == "move" else "track.combats", 1, number)
        return self

    def air(self, side: str, assets: int) -> Self:
        """Air assets that a side has at hand."""
        number = w.SIDES.index(side) + 1
        act = self.act()
        act.track("track.air", assets, number)
        if number == w.ALLIED:
            for asset in (w.FRENCH_AIR, w.AASF, w.FRENCH_AIR)[:assets]:
                act.pool("pool.assets", asset, 1)
        return self

    def taken(self, *labels: str) -> Self:
        """Hexes that the Germans control."""
        return self.control("german", *labels)

    def pool(self, name: str, *units: str) -> Self:
        """Units (or words) in a pool."""
        for unit in units:
            self.act().pool(f"pool.{name}", self.piece(unit), 1)
        return self

    def dynamo(self, port: str, declared: int = 3, turn: int = 4) -> Self:
        """Operation Dynamo from a port, declared on a turn."""
        self.turn(turn)
        act = self.act()
        act.assign("var.dynamo", declared)
        act.assign("var.dynamo_end", declared + 3)
        act.assign("var.dynamo_place", self.hex(port) + 1)
        act.marker(self.hex(port), -1, w.PORT, 1)
        return self

    def on(self, unit: str) -> str:
        """Label of the hex in which a unit stands, `-` when it is off the map."""
        place = self.pos.at(self.piece(unit))
        return self.pos.label(place) if place >= 0 else "-"


def position(
    scenario: str = "historical",
    *,
    with_setup: bool = False,
    seed: str = "",
    options: Mapping[str, str | int | bool] | None = None,
    dice: Sequence[int] = (),
) -> Built:
    """An empty map of a scenario on turn 2, or the whole set-up run up to the first decision."""
    b = Built(game(), dice, seed)
    act = b.act()
    if with_setup:
        b.game.setup(act, scenario, dict(options or {}))
        kernel.settle(act)
        return b
    act.assign("var.scenario", b.game.scenario_number(scenario))
    act.assign("var.last_turn", b.game.scenario_rules(b.game.scenario_number(scenario)).last)
    act.assign("var.borders_open", 1)
    for name, value in (options or {}).items():
        switch = b.game.switch(name)
        act.assign(switch.word, switch.value(str(value)))
    act.emit(ev.TurnBegan(2))
    act.then(Halt())
    return b
