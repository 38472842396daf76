"""Headquarters that were eliminated come back a turn later with a unit of their formation (52.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted

RETURNING: Final = w.FLAG["returning"]


class PlaceHq(Decision, frozen=True, array_like=True, tag=45):
    """`place_hq us_99id_hq 8316`: an eliminated headquarters comes back with a combat unit of its formation."""

    hq: PieceId
    at: PlaceId


class Return(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=41):
    """TFT 52.7: where headquarters come back; those without a unit left wait on."""

    side: int

    def _due(self, pos: TrumpetsPosition) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for hq in pos.pool("returning"):
            if pos.side(hq) == self.side and pos.flag(hq, RETURNING) <= pos.state.turn:
                places = homes(pos, hq)
                if places:
                    found[hq] = places
        return found

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        due = self._due(pos)
        if not due:
            return None
        return asking(pos, self.side, "prompt.hq_return", "52.7", PlaceHq, pieces=tuple(due))

    def run(self, act: Act) -> None:
        """Nobody comes back."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite("52.7")
        said = wanted(decision, PlaceHq, cited)
        if said.at not in self._due(pos).get(said.hq, ()):
            raise IllegalDecision(cited, f"{pos.name(said.hq)} does not come back there")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for hq, places in self._due(pos).items():
            yield from (PlaceHq(PieceId(hq), PlaceId(place)) for place in places)

    def take(self, act: Act, decision: Decision) -> None:
        found = passed(decision, PlaceHq)
        hq = found.hq
        act.pool("pool.returning", hq, -1, "52.7")
        act.place(hq, found.at, act.pos.game.roster.full[hq], "52.7")
        act.flag(hq, RETURNING, act.state.turn, "52.7")


def homes(pos: TrumpetsPosition, hq: int) -> tuple[int, ...]:
    """Hexes of combat units of the formation that the HQ commands."""
    roster = pos.game.roster
    own = [p for p in pos.of(pos.side(hq)) if p in roster.combat and p != hq and pos.within(p, (hq,))]
    return tuple(dict.fromkeys(pos.at(p) for p in own))


DECISIONS: Final = (PlaceHq,)
STEPS: Final = (Return,)
