"""Decisions of Fortress Europa in words: one phrase for every kind, as a player would write it down."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.rules.hidden import HideUnits
from hexledger.engine.games.fortress_europa.shown.telling import Telling
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.seals import reveal
from hexledger.engine.naming.telling import phrases_of
from hexledger.projections.phrases import Phrases
from tests.fortress_europa.builder import Built, position


def words(b: Built, decision: Decision | str) -> str:
    """What a decision is called in this position."""
    return b.game.tell(b.pos, b.decision(decision))


def front() -> Built:
    """Two American divisions before a German one, an Allied cruiser squadron at sea; the Allies attack."""
    b = (
        position()
        .unit("us_1", "O9")
        .unit("us_9", "O9")
        .unit("i_352", "O10")
        .unit("pz_2", "AA9")
        .unit("us_2", "england")
    )
    return b.turn_of("allied", 1)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("attack us_1,us_9 O10", "attack O10 at 2-1 before shifts with 1st (US) and 9th"),
        ("attack us_1 O10", "attack O10 at 1-1 before shifts with 1st (US)"),
        (
            "attack us_1,us_9 O10 9_tac_1 - no 1",
            "attack O10 at 2-1 before shifts with 1st (US) and 9th, 1 aircraft in support, declared 1 column lower",
        ),
        ("attack us_1,us_9 O10 - - yes", "attack O10 at 2-1 before shifts with 1st (US) and 9th, carpet bombing"),
        ("attack us_2 O10", "attack O10 with 2nd (US)"),
        ("move us_1 P9,P10", "1st (US) moves O9-P9-P10"),
        ("move_stack us_1,us_9 P9", "1st (US) and 9th move O9-P9"),
        ("retreat us_1 N8", "1st (US) retreats O9-N8"),
        ("retreat us_1,us_9 N8,M8", "1st (US) and 9th retreat O9-N8-M8"),
        ("rail_move pz_2 Z9,Y10", "2 armor goes by rail AA9-Z9-Y10"),
        ("rail_move pz_2 Z9,Y10,X9,W10,V10,U11,T10,S11,R11", "2 armor goes by rail AA9 to R11 Paris (9 hexes)"),
        ("declare_invasion K3,K4", "invasion of K3 and K4"),
        ("invade us_2 K2", "2nd (US) lands in K2 Cherbourg"),
        ("sea_move us_2 africa", "2nd (US) sails to Africa"),
        ("drop us_82_ab:L5,us_101_ab:L6", "drop: 82nd Airborne in L5 and 101st Airborne in L6"),
        ("send_aircraft 9_tac_1 pool.strafing", "9th TAC 1 to strafing"),
        ("commit_support 9_tac_1,9_tac_2 O10", "9th TAC 1 and 9th TAC 2 over O10"),
        ("stand us_1,us_9", "1st (US) and 9th stand"),
        ("stand -", "nobody stands"),
        ("join_retreat us_1", "1st (US) joins the retreat"),
        ("rebuild us_2 england yes", "2nd (US) is rebuilt in England"),
        ("rebuild us_2 england no", "2nd (US) is rebuilt in England, reduced"),
        ("assign_supply -", "everybody is fed"),
        ("assign_supply us_1", "without supply: 1st (US)"),
        ("flood_land no", "the low country stays dry"),
        ("choose_reserve yes", "the panzer reserve is restored, for armour replacements"),
        ("end_moves", "no more moves"),
    ],
)
def test_a_decision_is_told_in_one_phrase(line: str, text: str) -> None:
    assert words(front(), line) == text


def test_a_seal_tells_nothing_and_its_opening_what_was_hidden() -> None:
    b = front()
    hidden = b.decision("hide_units pz_2:S7")
    assert isinstance(hidden, HideUnits)
    assert words(b, Seal("0" * 64)) == "the choice is sealed"
    opened = reveal(hidden, "salt")
    assert isinstance(opened, Reveal) and words(b, opened) == "opened: hidden: 2 armor in S7"


# ---------------------------------------------------------------------- the table of phrases
def test_another_language_is_another_table() -> None:
    b = front()
    table = Phrases(["move = {unit}: {path}", "list.two = {first} + {last}"], phrases_of(b.game.package))
    assert Telling(b.pos, table).say(b.decision("move us_1 P9")) == "1st (US): O9-P9"
    assert Telling(b.pos, table).say(b.decision("stand us_1,us_9")) == "1st (US) + 9th stand"
