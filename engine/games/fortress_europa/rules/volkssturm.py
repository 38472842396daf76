"""Volkssturm (25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import volkssturm
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted


def approached(act: Act, place: int) -> None:
    """FE 25.1, 25.2, 25.4: an Allied unit has come to a hex: Volkssturm appears in each city in Germany within reach,
    once a city."""
    cities = volkssturm.called(act.pos, place)
    if not cities:
        return
    spare = len(volkssturm.at_hand(act.pos))
    if spare >= len(cities):
        for city in cities:
            appear(act, city)
    elif spare:
        act.then(ChooseCity(cities))


def appear(act: Act, city: int) -> None:
    """FE 25.3: a Volkssturm unit is put into a city, over the stacking limit if need be."""
    piece = volkssturm.at_hand(act.pos)[0]
    if act.state.pooled(f.ELIMINATED, piece):
        act.pool(f.ELIMINATED, piece, -1, "25")
    act.place(piece, city, max(1, act.pos.counters[piece].steps), "25")
    act.marker(city, -1, f.VOLKSSTURM, 1, "25")


class PlaceVolkssturm(Decision, frozen=True, array_like=True, tag=210):
    """The city in which Volkssturm appears."""

    city: PlaceId


class ChooseCity(Choice[FortressPosition], frozen=True, array_like=True, tag=210):
    """FE 25: fewer units are left than cities are approached: the German says where they appear."""

    cities: tuple[int, ...]

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not self._left(pos):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["prompt.volkssturm"], rules["25"], (PlaceVolkssturm.kind(),), (), self.cities)

    def _left(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(city for city in self.cities if volkssturm.open(pos, city)) if volkssturm.at_hand(pos) else ()

    def run(self, act: Act) -> None:
        """No unit is left, or no city."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, PlaceVolkssturm, pos.game.cite("25"))
        if decision.city not in self._left(pos):
            raise IllegalDecision(pos.game.cite("25"), f"no Volkssturm is called up in {pos.label(decision.city)}")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter([PlaceVolkssturm(PlaceId(city)) for city in self._left(pos)])

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, PlaceVolkssturm)
        appear(act, decision.city)
        if not self._left(act.pos):
            act.done()


MISSING: Missing = ()
DECISIONS: Final = (PlaceVolkssturm,)
STEPS: Final = (ChooseCity,)
