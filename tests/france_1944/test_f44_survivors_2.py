"""France 1944: what a sample of mutations drawn by seed 3 showed that no other test saw."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions.invariants import complaints
from hexledger.engine.games.france_1944.rules import airborne, attrition, initiative
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import position
from tests.france_1944.fights import FAIL, ONE, PASS, attack, field, throw


@pytest.mark.parametrize(("turn", "operation", "rule"), [(4, "MARKET_GARDEN", "12.3"), (10, "VARSITY", "12.4")])
def test_a_drop_is_told_by_the_rule_of_its_operation(turn: int, operation: str, rule: str) -> None:
    """12.3, 12.4."""
    b = position(turn=turn).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box").dice(6, 6, 6)
    act = b.act()
    airborne.land(act, getattr(w, operation), b.hex("3306"))
    found = [event for event in act.events if isinstance(event, ev.Assigned | ev.Moved | ev.Flagged) and event.rule]
    assert found and {b.game.rules.key(event.rule) for event in found} == {rule}


def test_the_last_fuehrer_division_is_raised_like_the_others() -> None:
    """10.1.1."""
    b = position(turn=5).unit("ge_f_donau", "fuehrer_pool")
    attrition.raise_fuehrer(b.act())
    assert b.on("ge_f_donau") == "turn_track" and b.has("ge_f_donau", "due") == 7
    attrition.raise_fuehrer(b.act())
    assert b.on("ge_f_donau") == "turn_track", "nobody is left"


def test_a_piece_in_the_sea_or_in_switzerland_is_complained_of() -> None:
    """R-80."""
    b = position()
    assert not complaints(b.pos)
    for label in ("1005", "3323"):
        there = position().unit("us_v", label)
        assert complaints(there.pos) == [f"{label} is no land hex"]


@pytest.mark.parametrize(
    ("attacker", "defender", "row"), [(PASS, PASS, 1), (PASS, FAIL, 2), (FAIL, PASS, 3), (FAIL, FAIL, 4)]
)
def test_the_box_of_the_matrix_is_told_by_its_row(attacker: int, defender: int, row: int) -> None:
    """9.6: standoff, retreat, repulse, stalemate."""
    b = field().unit("us_vii", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_vii").box(1, "a")
    attack(b, "attack us_vii 1120", *throw(attacker, ONE, defender, ONE))
    table = b.game.words["table.combat_matrix"]
    assert [event.row for event in b.of(ev.Resolved) if event.table == table] == [row]


def test_the_hits_of_each_side_are_told_about_its_lead_unit() -> None:
    """9.6."""
    b = field().unit("us_vii", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_vii").box(1, "a")
    attack(b, "attack us_vii 1120", *throw(PASS, ONE, PASS, ONE))
    found = {b.game.word_key(event.kind): event.subject for event in b.of(ev.Reckoned)}
    assert found["reckon.hits_attack"] == b.piece("us_vii") and found["reckon.hits_defence"] == b.piece("ge_2pz")


@pytest.mark.parametrize(("hq", "enemy"), [("hq_us_1", "ge_2pz"), ("hq_ge_1", "us_vii")])
def test_no_headquarters_designates_a_unit_of_the_enemy(hq: str, enemy: str) -> None:
    """5.1."""
    b = field().unit("us_vii", "1020").unit("ge_2pz", "1221")
    initiative.begin_army(b.act(), b.piece(hq), w.INITIATIVE)
    b.run()
    assert b.refuses(f"designate {enemy}").rule == "F44 5.1"
