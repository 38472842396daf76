"""American supply by air (10): from 23MO one headquarters in each MO and AF turn, for one aircraft of its corps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import air
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, wanted

FIRST: Final = calendar.number("23MO")
LEVELS: Final = ("corps", "division", "brigade", "command")
"""10.0a, G-D3: levels of HQs that may be supplied from the air."""
SUPPLIED: Final = w.FLAG["air_supplied"]


class AirSupply(Decision, frozen=True, array_like=True, tag=42):
    """`air_supply us_101ab_hq air_b26g_1`: the headquarters that is supplied, and the aircraft that it costs."""

    hq: PieceId
    aircraft: PieceId


class DropSupplies(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=43):
    """TFT 10.0: before supply is judged the Allies may supply one headquarters from the air."""

    def _planes(self, pos: TrumpetsPosition, hq: int) -> tuple[int, ...]:
        corps = pos.above(hq, "corps")
        found = air.planes(pos, w.ALLIED)
        return tuple(p for p in found if air.base(pos, p) == corps and air.free(pos, p))

    def _hqs(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        if pos.state.turn < FIRST or pos.night:
            return ()
        hqs = (hq for hq in pos.game.roster.level if pos.level(hq) in LEVELS and pos.side(hq) == w.ALLIED)
        return tuple(hq for hq in hqs if pos.on_map(hq) and self._planes(pos, hq))

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        hqs = self._hqs(pos)
        if not hqs:
            return None
        return asking(pos, w.ALLIED, "prompt.air_supply", "10.0", AirSupply, Pass, pieces=hqs)

    def run(self, act: Act) -> None:
        """No aircraft, or not yet."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite("10.0")
        said = wanted(decision, (AirSupply, Pass), cited)
        if isinstance(said, AirSupply):
            if said.hq not in self._hqs(pos):
                raise IllegalDecision(cited, f"{pos.name(said.hq)} is not supplied from the air")
            if said.aircraft not in self._planes(pos, said.hq):
                raise IllegalDecision(cited, "the aircraft must be allocated to the corps of the headquarters")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for hq in self._hqs(pos):
            yield from (AirSupply(PieceId(hq), PieceId(plane)) for plane in self._planes(pos, hq))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, AirSupply):
            act.remove(decision.aircraft, "reason.used", "10.0")
            act.flag(decision.hq, SUPPLIED, calendar.last_of_day(act.state.turn), "10.0")


DECISIONS: Final = (AirSupply,)
STEPS: Final = (DropSupplies,)
