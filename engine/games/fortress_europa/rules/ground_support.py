"""Ground support and carpet bombing (17.10.2, 17.10.9); support committed before a landing (3.6, 12.19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import air, ground_support
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted


def used(act: Act, planes: tuple[int, ...], carpet: bool) -> None:
    """Take aircraft that have supported off their mission."""
    for plane in planes:
        act.pool("pool.ground_support", plane, -1, "17.10.2")
    if carpet:
        for plane in air.on_mission(act.pos, "carpet_bombing"):
            act.pool("pool.carpet_bombing", plane, -1, "17.10.9")
        act.assign("var.carpet_month", act.pos.month, "17.10.9")


def lost(act: Act) -> None:
    """FE 17.10.2, 12.17: support committed to hexes in which no battle was fought is lost."""
    word = act.word("marker.ground_support")
    for key in sorted(act.state.markers):
        if key & 0xFFFF == word:
            act.marker(key >> 32, -1, word, 0, "17.10.2")


# ---------------------------------------------------------------------- 3.6 commitment before a landing
class CommitSupport(Decision, frozen=True, array_like=True, tag=125):
    """Aircraft on ground support are committed to a hex."""

    aircraft: tuple[PieceId, ...]
    at: PlaceId


class EndCommit(Decision, frozen=True, array_like=True, tag=126):
    """No more aircraft are committed."""


class Commit(Choice[FortressPosition], frozen=True, array_like=True, tag=125):
    """FE 3.6, 12.19: the Allied player commits ground support before the hidden units are revealed."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not ground_support.available(pos, f.ALLIED):
            return None
        kinds = (CommitSupport.kind(), EndCommit.kind())
        return Prompt(f.ALLIED, pos.game.words["prompt.ground_support"], pos.game.rules["3.6"], kinds, complete=False)

    def run(self, act: Act) -> None:
        """No aircraft to commit."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (CommitSupport, EndCommit), pos.game.cite("3.6"))
        if isinstance(decision, CommitSupport):
            permit(pos, self._refusal(pos, decision))

    @staticmethod
    def _refusal(pos: FortressPosition, decision: CommitSupport) -> Refusal | None:
        planes, place = decision.aircraft, decision.at
        at_hand = ground_support.available(pos, f.ALLIED)
        if not planes or len(set(planes)) != len(planes) or any(plane not in at_hand for plane in planes):
            return "17.10.2", "name aircraft that are on ground support, each once"
        most = pos.game.edition.chart_int("odds_column_shifts", "max_aircraft_per_battle")
        if len(planes) + ground_support.committed(pos, place) > most:
            return "17.10.2", f"at most {most} aircraft support one battle"
        if place not in pos.tables.ground.land:
            return "17.10.2", f"{pos.label(place)} is no land hex"
        if not air.in_tac_range(pos, f.ALLIED, place):
            return "17.4", f"{pos.label(place)} is out of range of TAC"
        return None

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        planes = ground_support.available(pos, f.ALLIED)
        places = sorted(
            {
                there
                for unit in pos.ashore(f.ALLIED)
                for there in (pos.at(unit), *pos.tables.ground.links[pos.at(unit)])
                if pos.enemies_in(there, f.ALLIED)
            }
        )
        for place in places:
            for size in (3, 2, 1):
                decision = CommitSupport(tuple(PieceId(plane) for plane in planes[:size]), PlaceId(place))
                if len(planes) >= size and self._refusal(pos, decision) is None:
                    yield decision
        yield EndCommit()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, CommitSupport):
            act.done()
            return
        for plane in decision.aircraft:
            act.pool("pool.ground_support", plane, -1, "3.6")
        count = ground_support.committed(act.pos, decision.at) + len(decision.aircraft)
        act.marker(decision.at, -1, "marker.ground_support", count, "3.6")


DECISIONS: Final = (CommitSupport, EndCommit)
STEPS: Final = (Commit,)
