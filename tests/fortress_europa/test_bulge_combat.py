"""Combat of the Battle of the Bulge and of On to Berlin in December III (33.3.9, 33.4.1)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import bulge
from hexledger.engine.games.fortress_europa.rules import retreat
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import result


def start(scenario: str = "battle_of_the_bulge", *dice: int) -> Built:
    """The German first combat impulse of the scenario."""
    return position(scenario, with_setup=True, dice=dice)


def test_only_units_of_the_line_attack_and_only_american_hexes_between_the_rivers() -> None:
    b = start()
    assert b.refuses("attack i_183vg GG10").rule == "FE 33.3.9.2"
    b.check_choices()


def test_nobody_must_attack_in_the_bulge_but_berlin_asks_for_two_attacks_at_even_odds() -> None:
    assert "end_attacks" in start().choices()
    b = start("on_to_berlin", 5)
    assert b.refuses("end_attacks").rule == "FE 33.4.1"
    assert bulge.owes_attacks(b.pos) == 2
    b.play("attack pz_2,pz_116,i_26vg,i_560vg FF12")
    assert bulge.owes_attacks(b.pos) == 1


def test_surprised_defenders_go_the_full_distance_whatever_the_ground_and_take_others_along() -> None:
    b = start("battle_of_the_bulge", 4)
    b.play("attack i_18vg,i_62vg,ss_1_new,ss_150 GG12")
    assert b.lines("reckon.combat_die")["line.bulge"] == 1
    code = result(b)
    while b.offer and b.offer.kinds == ("lose_step",):
        b.play(b.choices()[0])
    assert code in ("dr", "d1", "ex") and b.offer is not None
    assert b.offer.side == f.ALLIED and b.offer.kinds == ("retreat",), "33.3.9.3: nobody stands, the owner moves"
    far = [choice.split()[2].split(",")[-1] for choice in b.choices()]
    assert all(b.pos.board.distance(b.hex("GG12"), b.hex(place)) == 2 for place in far)


def test_the_spearhead_may_advance_after_its_attack() -> None:
    b = start("battle_of_the_bulge", 6)
    b.play("attack i_18vg,i_62vg,ss_1_new,ss_150 GG12")
    for _ in range(20):
        if b.offer is None or "advance_after_combat" in b.offer.kinds:
            break
        b.play(b.choices()[0])
    assert "advance_after_combat ss_1_new GG12" in b.choices()
    b.play("advance_after_combat ss_1_new GG12")
    assert b.at("ss_1_new") == "GG12" and b.pos.controller(b.hex("GG12")) == f.GERMAN


def test_an_allied_attack_on_1ss_beyond_the_start_line_loses_one_from_the_die() -> None:
    b = position("battle_of_the_bulge", turn="December IV").unit("ss_1_new", "EE12").unit("us_1", "EE11")
    b.turn_of("allied", 1)
    assert bulge.beyond_start_line(b.pos, b.path("EE12"))
    b.turn_of("german", 1)
    assert not bulge.beyond_start_line(b.pos, b.path("EE12"))


def test_a_unit_that_a_retreat_from_the_surprise_passes_may_go_along() -> None:
    """33.3.9.3, C-71: the Allied player says so hex by hex; who is left behind stays."""
    for joins, ends in (("us_2", "CC11"), ("-", "DD11")):
        b = position(turn="December III").unit("us_1", "EE11").unit("us_2", "DD11")
        b.run(retreat.GoOn((b.piece("us_1"),), b.path("DD11", "CC11")))
        assert b.choices() == ["join_retreat -", "join_retreat us_2"]
        b.play(f"join_retreat {joins}")
        assert b.at("us_1") == "CC11" and b.at("us_2") == ends
