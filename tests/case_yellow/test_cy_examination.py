"""Case Yellow: an examination set from the rulebook alone: what it found amiss, and questions that nobody had asked."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, settle


def engaged(b: Built, unit: str, at: str) -> Built:
    """An Engaged combat of a unit against a hex."""
    place = b.hex(at)
    return b.run(MarkEngaged(bt.Battle((b.piece(unit),), place, b.pos.fighters(place))))


def whole_round(b: Built, side: str, kind: int, turn: int = 3) -> Built:
    """A whole action round."""
    return b.turn(turn).run(sequence.Round(w.SIDES.index(side) + 1, kind))


def moving(b: Built, side: str) -> Built:
    """The movement of a Move round."""
    return b.round_of(side, "move", 3).run(Movement(w.SIDES.index(side) + 1))


def strengths(b: Built) -> tuple[int, int]:
    """Attack and defence of the last combat, in halves."""
    found = {b.game.word_key(event.kind): event.total for event in b.events if isinstance(event, ev.Reckoned)}
    return found["reckon.attack"], found["reckon.defence"]


def legal(b: Built, line: str) -> bool:
    """May this be decided now?"""
    try:
        b.refuses(line)
    except AssertionError:
        return True
    return False


# ---------------------------------------------------------------------- 11.4c
@pytest.mark.parametrize(("behind", "onward"), [(True, True), (False, False)])
def test_who_may_stop_in_a_city_need_not_where_the_compass_leads_no_further(behind: bool, onward: bool) -> None:
    """11.4b.1, 11.4c, G-B25: a division retreats from 3223; into Bruxelles alone it can go by the compass. Where all
    that the compass leads to behind the city is held, the second hex is one off the compass, or is waived; where one of
    these hexes is free, the compass is followed."""
    b = position().unit("fr_53_di", "3223").unit("ge_iv", "3224").unit("ge_11sch", "3222").unit("ge_fj1", "3322")
    b.unit("ge_gd", "3121")
    if behind:
        b.unit("ge_lah", "3022")
    settle(attack(b, "german", "attack ge_iv 3223", dice=(4,)), until="retreat")
    assert b.offer is not None and b.offer.side == w.ALLIED and b.on("fr_53_di") == "3223"
    assert "retreat fr_53_di 3122" in b.choices()
    assert ("retreat fr_53_di 3122,3023" in b.choices()) is onward
    assert ("retreat fr_53_di 3122,3022" in b.choices()) is not behind


# ---------------------------------------------------------------------- 11.9b, G-A47
def test_a_unit_that_is_engaged_elsewhere_does_not_hold_another_defender() -> None:
    """11.9b, G-B4: of two units of one hex each is Engaged with a hex of its own. One of them dies: nobody goes on with
    its combat, for a unit fights one combat a round, and the defender may leave; the other combat goes on."""
    b = position(dice=[6, 5]).unit("fr_i", "2811").unit("br_51", "2711").units("2812", "ge_lah", "ge_1_pz")
    engaged(engaged(b, "ge_1_pz", "2811"), "ge_lah", "2711")
    whole_round(b, "german", w.COMBAT).play("fight_on 2711")
    settle(b, until="end_combats")
    assert b.on("ge_lah") == "-" and [b.pos.label(fight.target) for fight in b.pos.fights()] == ["2811"]
    whole_round(b, "allied", w.MOVE).play("move br_51 2710")
    assert b.on("br_51") == "2710" and b.refuses("move fr_i 2810").rule == "CY 11.9b"
