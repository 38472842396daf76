"""END 6: Paris an open city (12.7, G-C16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import OPEN_CITY_STRICT
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted


class DeclareOpenCity(Decision, frozen=True, array_like=True, tag=46):
    """`declare_open_city`: Paris is given up."""


class OpenCity(Choice[YellowPosition], frozen=True, array_like=True, tag=67):
    """CY 12.7: from END of turn 5, unless a Paris hex is occupied by Germans."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        late = pos.state.turn >= pos.game.chart.number("open_city", "from_turn")
        german = any(pos.enemy_in(place, w.ALLIED) for place in pos.game.ground.paris)
        if not pos.scenario.campaign or not late or pos.open_city or german:
            return None
        return asked(pos, w.ALLIED, ("prompt.open_city", "12.7"), (DeclareOpenCity, Pass))

    def run(self, act: Act) -> None:
        """Too early, too late, or Germans in Paris."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        wanted(decision, (DeclareOpenCity, Pass), pos.game.cite("12.7"))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield DeclareOpenCity()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if not isinstance(decision, DeclareOpenCity):
            return
        pos = act.pos
        paris = pos.game.ground.paris
        act.declare("declare.open_city", (), paris, "12.7")
        places = paris
        if pos.reading(OPEN_CITY_STRICT) != OPEN_CITY_STRICT.default:
            places = (*paris, *sorted(pos.game.paris_ring - frozenset(paris)))
        length = pos.game.chart.number("open_city", "retreat")
        leaving = [
            Retreats(w.ALLIED, pos.units(place), length, "12.7") for place in places if pos.friend_in(place, w.ALLIED)
        ]
        act.then(*leaving, CityOpen())


class CityOpen(Step[YellowPosition], frozen=True, array_like=True, tag=68):
    """CY 12.7: the markers; from now on Allied units keep away."""

    def run(self, act: Act) -> None:
        """An open city marker in each Paris hex."""
        act.assign("var.open_city", act.state.turn, "12.7")
        for place in act.pos.game.ground.paris:
            act.marker(place, -1, w.OPEN_CITY, 1, "12.7")


class LeaveParis(Step[YellowPosition], frozen=True, array_like=True, tag=69):
    """CY 12.7, G-C16: Allied units that are still within two hexes of Paris after an Allied movement are eliminated."""

    def run(self, act: Act) -> None:
        """Engaged units cannot leave and stay."""
        if not act.pos.open_city:
            return
        for unit in act.pos.of(w.ALLIED):
            if act.pos.near_paris(act.pos.at(unit)) and not act.pos.engaged(unit):
                eliminate(act, unit, "reason.no_retreat", "12.7")


DECISIONS: Final = (DeclareOpenCity,)
STEPS: Final = (OpenCity, CityOpen, LeaveParis)
