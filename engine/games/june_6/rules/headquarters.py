"""Loss and return of HQs (6.15, 6.16, 6.17). A lost division HQ travels two turns along the turn record track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.headquarters import REACH, return_hexes, returning, room_for, to_come
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, permit, wanted


class ReturnHq(Decision, frozen=True, array_like=True, tag=21):
    """Put a returning division HQ on the map."""

    hq: PieceId
    at: PlaceId


# ---------------------------------------------------------------------- 6.16 loss
def hq_lost(act: Act, piece: int) -> None:
    """J6 6.16-6.17, QA-UNIT-3: what the loss of an HQ brings. Call it just before the HQ is removed, with its marks.

    All units that act with it get RE at once. A division HQ on its full side comes back two turns later; a corps HQ or
    a returned (or set up reduced, R-76) division HQ never does.
    """
    pos = act.pos
    for unit in pos.members(pos.formation(piece)):
        if unit != piece:
            act.flag(unit, f.RE, 1, "6.16")
    counter = pos.counters[piece]
    if pos.is_division_hq(piece) and counter.back is not None and not pos.flag(piece, f.HQ_REDUCED):
        act.pool("pool.hq_in_two_turns", piece, 1, "6.17")


def turn_began(act: Act) -> None:
    """J6 6.17: HQs on the turn record track come one turn nearer."""
    for far, near in (("pool.hq_next_turn", "pool.hq_this_turn"), ("pool.hq_in_two_turns", "pool.hq_next_turn")):
        for hq in act.state.pool(act.word(far)):
            act.pool(far, hq, -1, "6.17")
            act.pool(near, hq, 1, "6.17")


def dissolve(act: Act) -> None:
    """J6 6.15: at the end of a turn the HQ of a division without any unit left goes for good, wherever it is. Units
    that are still to arrive have not been eliminated."""
    pos = act.pos
    waiting = (*act.state.pool(act.word("pool.entering")), *to_come(pos))
    for formation, hq in sorted(pos.game.formation_hq.items()):
        returning = [name for name in RETURN_POOLS if act.state.pooled(act.word(name), hq)]
        if not pos.is_division_hq(hq) or not (pos.on_map(hq) or returning):
            continue
        if any(piece != hq and pos.home(piece) == formation for piece in (*act.state.at, *waiting)):
            continue
        if pos.on_map(hq):
            act.remove(hq, "reason.no_units_left", "6.15")
        for name in returning:
            act.pool(name, hq, -1, "6.15")


RETURN_POOLS: Final = ("pool.hq_this_turn", "pool.hq_next_turn", "pool.hq_in_two_turns")


# ---------------------------------------------------------------------- 6.17 return
class ReturnHqs(Choice[June6Position], frozen=True, array_like=True, tag=14):
    """J6 6.17: after its side's RE activations, a side places the HQs that come back this turn."""

    side: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks for the first HQ that has a hex to go to."""
        for hq in returning(pos, self.side):
            hexes = return_hexes(pos, hq)
            if hexes:
                words, rules = pos.game.words, pos.game.rules
                return Prompt(self.side, words["ask.return_hq"], rules["6.17"], (ReturnHq.kind(),), (hq,), hexes)
        return None

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses an HQ that does not return now, and hexes out of reach, closed or full."""
        cite = pos.game.cite
        decision = wanted(decision, ReturnHq, cite("6.17"))
        hq, place = decision.hq, decision.at
        if hq not in returning(pos, self.side):
            raise IllegalDecision(cite("6.17"), f"{pos.game.piece_name(hq)} does not return this turn")
        if not 0 <= place < pos.board.n_hexes:
            raise IllegalDecision(cite("6.17"), "an HQ returns to a hex")
        permit(pos, room_for(pos, hq, place))
        if place not in return_hexes(pos, hq):
            raise IllegalDecision(
                cite("6.17"), f"{pos.label(place)} is more than {REACH} hexes from every unit of the division"
            )

    def choices(self, pos: June6Position) -> Iterator[ReturnHq]:
        """Every HQ with every hex."""
        for hq in returning(pos, self.side):
            for place in return_hexes(pos, hq):
                yield ReturnHq(PieceId(hq), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        """The HQ stands on its returned side; RE comes off the division's units."""
        decision = passed(decision, ReturnHq)
        hq = decision.hq
        act.pool("pool.hq_this_turn", hq, -1, "6.17")
        act.place(hq, decision.at, act.pos.counters[hq].steps, "6.17")
        act.flag(hq, f.HQ_REDUCED, 1, "6.17")
        for unit in act.pos.members(act.pos.formation(hq)):
            act.flag(unit, f.RE, 0, "6.17")
        entered(act, decision.at)

    def run(self, act: Act) -> None:
        """HQs without a hex wait for the next turn's RE phase."""
        for hq in returning(act.pos, self.side):
            act.note("note.no_return", (hq,), "6.17")


DECISIONS: Final = (ReturnHq,)
STEPS: Final = (ReturnHqs,)
