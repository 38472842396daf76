"""Seats of A Time for Trumpets: five players, each with an army of his own (15.0e)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from hexledger.engine.games.time_for_trumpets.questions import seats
from hexledger.engine.games.time_for_trumpets.rules.bridging import Bridging
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision, PieceId
from tests.time_for_trumpets.builder import position


def test_the_campaign_has_five_seats_and_the_losheim_gap_three() -> None:
    b = position("campaign")
    assert {b.pos.counters[hq].id for hq in seats.seats(b.pos, w.GERMAN)} == {"6pza_hq", "5pza_hq", "7a_hq"}
    assert {b.pos.counters[hq].id for hq in seats.seats(b.pos, w.ALLIED)} == {"us_1a_hq", "us_3a_hq"}
    small = position("losheim_gap")
    assert len(seats.seats(small.pos, w.GERMAN)) == 2 and len(seats.seats(small.pos, w.ALLIED)) == 1


def test_the_seat_of_the_active_army_decides_and_moves_nobody_elses_units() -> None:
    b = position("losheim_gap", turn="17MO").unit("12_48_i", "9219").unit("18_294_i", "9324").corps("i_ss_hq")
    b.run(Movement(w.GERMAN))
    assert b.offer is not None and seats.seat(b.pos, w.GERMAN, b.offer.pieces) == b.piece("6pza_hq")
    assert b.refuses("move 18_294_i 9224").rule == "TFT 15.0", "that is the 5th Panzer Army's"
    assert seats.seat(b.pos, w.ALLIED, (b.piece("us_99_393_i"),)) == b.piece("us_1a_hq")
    assert seats.seat(b.pos, w.ALLIED, ()) == seats.TOGETHER


def test_a_bridge_whose_engineers_are_gone_is_lost_and_its_counter_goes_back() -> None:
    """21.2.5."""
    b = position(turn="19MO").blown("7848", "7948").unit("999_br", "7948").unit("5pza_hq", "8243", mode=1)
    b.pool("bridges", "j_bridge_5pza_1").corps("xlvii_hq", "bridging").run(Bridging(w.GERMAN))
    b.play("begin_bridge 999_br 7848 bridge.j")
    b.act().remove(b.piece("999_br"), "reason.combat")
    b.run(PlayerEnd(w.GERMAN))
    assert not b.pos.marker("bridge_work", b.hex("7848"), b.hex("7948"))
    assert b.piece("j_bridge_5pza_1") in b.pos.pool("bridges")


@pytest.mark.whole
@pytest.mark.parametrize(("scenario", "most"), [("losheim_gap", 150), ("bastogne", 80), ("campaign", 60)])
def test_whoever_is_asked_as_an_army_is_offered_decisions_about_its_own_units_alone(scenario: str, most: int) -> None:
    """15.0e: in every kind of question of a stretch of play; captured fuel belongs to no army."""
    b = position(scenario, with_setup=True, seed=f"seats {scenario}", options={"rules": "advanced"})
    kinds: set[str] = set()
    about: set[int] = set()
    for number in range(most):
        prompt = b.offer
        assert prompt is not None
        own = seats.seat(b.pos, prompt.side, prompt.pieces)
        offered = list(islice(kernel.choices(b.game, b.state), 60))
        for decision in offered if own != seats.TOGETHER else ():
            kinds.add(decision.kind())
            named = [piece for piece in pieces_in(decision) if b.pos.side(piece) == prompt.side]
            about.update(named)
            other = [p for p in named if b.pos.above(p, "army") not in (own, NOBODY) and p not in b.game.roster.leaders]
            assert not other, f"{b.pos.name(own)} is offered {decision}"
        b.play(offered[number % len(offered)])
    assert len(kinds) > 5 and len(about) > 20, kinds


def pieces_in(decision: Decision) -> Iterator[int]:
    """Numbers of the units that a decision names."""
    for field in msgspec.structs.fields(type(decision)):
        value = getattr(decision, field.name)
        if field.type is PieceId:
            yield value
        elif field.type == tuple[PieceId, ...]:
            yield from value
