"""Positions of June 6 for tests, put together like a diagram in the rulebook.

    b = position("push_to_caen", dice=[3, 7]).unit("3_br_8", at="E1828", reduced=True, disorder=1)
    b.run(Movement())                       # push steps and let the engine go on until somebody must decide
    b.play("move 3_br_8 E1928")             # a decision as text or as an object
    assert b.at("3_br_8") == "E1928"
    assert b.refuses("move 3_br_8 E1929").rule == "J6 8.11"

Below everything that a test runs lies a `Halt`, which waits for ever: `b.quiet` says that it is on top again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hexledger.engine.building.build import Build
from hexledger.engine.building.floor import with_floor
from hexledger.engine.editions.edition import Edition, open_edition
from hexledger.engine.games.june_6.game import June6
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.scenario import ScenarioRules
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev

SIDES = {"allied": f.ALLIED, "german": f.GERMAN}


class OpenJune6(June6):
    """June 6 in which units may stand on the whole board whatever the scenario."""

    def scenario_rules(self, number: int) -> ScenarioRules:
        rules = super().scenario_rules(number)
        if len(rules.area) != self.board.n_hexes:
            rules.area = frozenset(range(self.board.n_hexes))
            rules.rear = frozenset()
            rules.whole_board = True
        return rules


@cache
def edition() -> Edition:
    """The house edition, read once."""
    return open_edition("june_6")


@cache
def game(
    open_area: bool = False, steps: tuple[type[Step[Any]], ...] = (), decisions: tuple[type[Decision], ...] = ()
) -> June6:
    """The game with the floor step, and with steps and decisions that only a test knows; `open_area` lets units stand
    on the whole board."""
    return with_floor(OpenJune6 if open_area else June6, steps, decisions)(edition())


def position(
    scenario: str = "push_to_caen",
    *,
    with_setup: bool = False,
    open_area: bool = False,
    turn: int = 1,
    weather: str = "clear",
    initiative: str = "allied",
    dice: Sequence[int] = (),
    draws: Sequence[str] = (),
    seed: str = "",
    steps: tuple[type[Step[Any]], ...] = (),
    decisions: tuple[type[Decision], ...] = (),
    options: Mapping[str, str | int | bool] | None = None,
) -> Built:
    """An empty position of a scenario in its game turn `turn` (no pieces, nothing on the agenda but the floor).

    `options`: as they are chosen at `new`.
    `with_setup`: the scenario's real set-up and agenda, run until somebody must decide; turn and weather are then the
    scenario's own. `seed`: practice dice take over when the scripted ones are used up.
    """
    built = Built(game(open_area, steps, decisions), dice, seed, draws)
    if with_setup:
        return built.begin(scenario, options)
    built.lay_out(scenario, options, weather=weather)
    act = built.act()
    if turn != 1:
        act.emit(ev.TurnBegan(built.pos.scenario.first + turn - 1))
    act.assign("var.initiative", SIDES[initiative])
    return built


class Built(Build[June6Position]):
    """A position of June 6."""

    game: June6

    def unit(
        self,
        unit: str,
        at: str,
        *,
        reduced: bool = False,
        disorder: int = 0,
        attached: str = "",
        **marks: int | bool,
    ) -> Built:
        """Put a unit in a hex. Further marks are its flags: `pinned=True`, `re=True`, `fired=True`, `acted=True` ..."""
        act = self.act()
        piece = self.piece(unit)
        counter = self.game.counters[piece]
        steps = counter.steps
        if reduced and counter.steps > 1:
            steps = 1
        act.place(piece, self.hex(at), steps)
        if reduced and counter.steps == 1:
            assert self.game.position(self.state).is_division_hq(piece), f"{unit} has one step only"
            act.flag(piece, f.HQ_REDUCED, 1)
        if disorder:
            act.flag(piece, f.DISORDER, disorder)
        for mark, value in marks.items():
            act.flag(piece, f"flag.{mark}", int(value))
        if attached:
            act.emit(ev.Attached(piece, self.game.formation_number[attached]))
        return self

    def active(self, *units: str, mode: int = f.ME) -> Built:
        """Make units active (all of one side) as if their HQ had just been activated."""
        act = self.act()
        side = self.game.side_of[self.piece(units[0])]
        act.assign(f.VAR_ACTIVE_SIDE, side)
        act.assign(f.VAR_ACTIVE_MODE, mode)
        for unit in units:
            piece = self.piece(unit)
            act.flag(piece, f.ACTIVE, mode)
            if act.pos.in_ezoc(act.pos.at(piece), side):
                act.flag(piece, f.BEGAN_EZOC, 1)
        return self

    def pool(self, *ams: str) -> Built:
        """Put AMs in the pool (`am.12ss`)."""
        act = self.act()
        for am in ams:
            act.pool("pool.am", self.game.words[am], 1)
        return self

    # ------------------------------------------------------------ looking
    def is_reduced(self, unit: str) -> bool:
        """True for a unit on its reduced side."""
        piece = self.piece(unit)
        return self.state.steps[piece] < self.game.counters[piece].steps or self.has(unit, "hq_reduced") > 0
