"""Cases on random event chits (PB 1.41, 1.42): one test a case, named by its id."""

from __future__ import annotations

from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.chits import TURN
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built
from tests.june_6.chits import drawn, opens_paper, shows
from tests.june_6.schedule import waits

FORWARD = ("E2440", "E2440", "E2439", "E2439", "E2438", "E2438", "E2339")


def declared(b: Built) -> Built:
    """Two British attacks from the beach are declared; the German may show his chit."""
    b.unit("g716_736", "E2539").units("E2540", "3_br_8").units("E2640", "3_br_9").unit("g716_726", "E2639")
    b.act().assign(f.VAR_LANDING, 1)
    b.active("3_br_8", "3_br_9").run(DeclareAttacks())
    return b.play("attack E2539 3_br_8", "attack E2639 3_br_9", "end_attacks")


def test_J6_064_a_free_set_up_moves_units_and_the_allied_player_plans_his_attacks_anew() -> None:
    b = drawn(4, 3, paper=("E2440",), formation="g716_hq").unit("g716_hq", "E2338")
    declared(b).play("show_chit 3", "secret_number 1")
    opens_paper(b)
    assert b.at("g716_hq") == "E2440", "the unit stands where the paper says"
    assert b.offer is not None
    assert b.offer.side == f.ALLIED
    assert set(b.offer.kinds) >= {"attack", "end_attacks"}
    assert b.refuses("cancel_attack E2539").rule == "J6 12.23", "the attack next to the moved unit is open again"
    b.play("cancel_attack E2639")
    b.play("attack E2440 3_br_8")


def test_J6_064_a_forward_12ss_is_set_up_from_the_paper() -> None:
    b = waits(drawn(4, 1, paper=FORWARD, formation="12ss_hq"), "12ss_hq")
    declared(b).play("show_chit 1", "secret_number 1")
    opens_paper(b)
    pieces = b.pos.scenario.arrival(b.piece("12ss_hq")).pieces
    assert all(b.pos.on_map(piece) for piece in pieces)
    assert b.at("12ss_hq") == "E2440"
    assert b.offer is not None
    assert b.offer.side == f.ALLIED
    assert "attack" in b.offer.kinds


def test_J6_064_a_german_who_keeps_his_chit_changes_nothing() -> None:
    b = drawn(4, 3, paper=("E2440",), formation="g716_hq", seed="fight").unit("g716_hq", "E2338")
    declared(b).play("keep_chit")
    assert b.at("g716_hq") == "E2338"
    assert b.offer is None or "cancel_attack" not in b.offer.kinds


def test_J6_065_four_air_markers_come_back_on_a_clear_turn() -> None:
    b = drawn(3, 4).track("air", 0)
    shows(b, f.ALLIED, TURN, 3)
    assert b.state.track(f.AIR) == 4


def test_J6_065_two_air_markers_come_back_under_a_light_overcast_and_none_under_heavier_weather() -> None:
    for sky, markers in (("light_overcast", 2), ("heavy_overcast", 0), ("storm", 0)):
        b = drawn(3, 4, turn=3, weather=sky).track("air", 0)
        shows(b, f.ALLIED, TURN, 3)
        assert b.state.track(f.AIR) == markers


def test_J6_064_the_moment_of_the_german_chit_is_after_the_declarations() -> None:
    b = drawn(4, 3)
    assert b.quiet
    declared(b)
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    assert b.choices() == ["show_chit 1", "show_chit 3", "keep_chit"]
