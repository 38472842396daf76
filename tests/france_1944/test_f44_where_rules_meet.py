"""France 1944: cases of our own from the text, where two rules meet: green units and retreats, headquarters and range,
supply looked at in combat, reaction points spent for nothing, the 18th and capacities, stacks on their way."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import command, retreats
from hexledger.engine.games.france_1944.sequence import CycleEnds, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.fights import FAIL, ONE, PASS, THREE, TWO, attack, field, settle, steps, throw
from tests.france_1944.test_f44_b_rulings import garden


def test_a_green_attacker_is_tested_by_a_retreat_that_the_defender_chose() -> None:
    """3.10 (1), 9.7: "emptied by retreat or elimination" asks for no failed morale."""
    b = field().unit("us_viii_green", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_viii_green").box(1, "a")
    attack(b, "attack us_viii_green 1120", *throw(PASS, ONE, PASS, ONE))
    settle(b, "fall_back").play("fall_back")
    settle(b)
    assert b.on("ge_2pz") != "1120" and b.gone("us_viii_green") and b.on("us_viii") != "-"


def test_a_green_cadre_that_is_tested_stays_a_cadre() -> None:
    """3.10 (2), 3.2: with two steps lost by the attackers."""
    b = field().cadre("us_viii_green", "1120").unit("us_v", "1120").units("1220", "ge_2pz", "ge_9sspz")
    b.army("hq_ge_1", "ge_2pz", "ge_9sspz").box(1, "a")
    attack(b, "attack ge_2pz,ge_9sspz 1120", *throw(PASS, THREE, PASS, ONE)).play("lead ge_2pz", "lead us_v")
    settle(b)
    assert b.on("us_viii") == "1120" and steps(b, "us_viii") == (1,)


def test_units_that_have_gone_out_of_range_stay_commanded_and_in_supply_to_the_end_of_the_phase() -> None:
    """5.1, 11.5: looked at when they are activated."""
    b = field().unit("us_2ad", "1119").unit("ge_lxxxiv", "1124").army("hq_us_1", "us_2ad").box(3)
    b.play("move us_2ad 1120,1121")
    if b.offer is not None and "end_increment" in b.offer.kinds:
        b.play("end_increment")
    act = b.act()
    act.remove(b.piece("hq_us_1"), "reason.eliminated")
    assert not b.has("us_2ad", "cut_off")
    b.play(next(line for line in b.choices() if line.startswith("choose_box")))
    if b.offer is not None and "declare" in b.offer.kinds:
        b.play("declare increment.m")
    b.play("move us_2ad 1122")
    assert b.on("us_2ad") == "1122"


def test_a_defender_that_is_found_in_supply_loses_its_marker_and_is_not_halved() -> None:
    """11.5 (2): looked at in the moment of the combat."""
    for marked in (1, 0):
        b = field().unit("us_2ad", "1020").unit("ge_2pz", "1120", oos=marked).army("hq_us_1", "us_2ad").box(1, "a")
        attack(b, "attack us_2ad 1120", *throw(FAIL, ONE, PASS, ONE))
        assert not b.has("ge_2pz", "oos")
        assert "line.halved" not in b.lines("reckon.defence")


def test_the_18th_takes_a_place_of_the_infantry_that_the_headquarters_commands() -> None:
    """12.3, 4.7: outside of its range, but within its capacity."""
    b = garden().unit("hq_us_1", "3205")
    others = [b.piece(unit) for unit in ("us_v", "us_vii", "us_xix", "us_xv")]
    assert command.over_capacity(b.pos, b.piece("hq_us_1"), others) is None
    assert command.over_capacity(b.pos, b.piece("hq_us_1"), (*others[:3], b.piece("us_xviii_abn"))) is None
    assert command.over_capacity(b.pos, b.piece("hq_us_1"), (*others, b.piece("us_xviii_abn"))) is not None


def test_a_point_spent_for_nothing_takes_the_opportunity_from_the_owner_of_the_chit() -> None:
    """5.1: "to rob the initiative player of his reaction"."""
    b = field().unit("us_2ad", "1020").unit("ge_2pz", "1121").points("german", rp=2).points("allied", rp=3)
    b.run(InitiativePhase(w.ALLIED)).play("pass")
    assert b.offer is not None and b.offer.side == w.GERMAN
    b.play("react_piece hq_ge_1", "administer -", "end_phase", "pass")
    assert b.quiet or b.offer is None or b.offer.side != w.ALLIED
    b = field().unit("us_2ad", "1020").unit("ge_2pz", "1121").points("german", rp=2).points("allied", rp=3)
    b.run(InitiativePhase(w.ALLIED)).play("pass", "pass")
    assert b.offer is not None and b.offer.side == w.ALLIED and "react_piece" in b.offer.kinds


def test_a_stack_retreats_through_no_hex_in_which_it_would_be_too_many_for_a_moment() -> None:
    """7.1, 9.7: the limit holds on the way as at its end."""
    b = field().units("1120", "ge_2pz", "ge_9sspz").unit("us_2ad", "1020")
    open_ways = retreats.ways(b.pos, b.pos.fighters(b.hex("1120")), (b.hex("1020"),))
    over = next(way for way in open_ways if len(way) == 2)
    middle = b.pos.label(over[0])
    b.units(middle, "ge_lxxxiv", "ge_lxxxvi", "ge_116pz")
    shut = retreats.ways(b.pos, b.pos.fighters(b.hex("1120")), (b.hex("1020"),))
    assert not any(way[0] == over[0] for way in shut) and shut


def test_a_headquarters_beside_its_corps_gives_three_in_defence_and_goes_along_when_that_retreats() -> None:
    """4.9, 4.10: one bonus, whoever leads, and it is not left behind."""
    b = (
        field()
        .units("1120", "ge_2pz")
        .unit("hq_ge_7", "1120")
        .unit("us_2ad", "1020")
        .army("hq_us_1", "us_2ad")
        .box(1, "a")
    )
    attack(b, "attack us_2ad 1120", *throw(PASS, ONE, FAIL, ONE))
    assert (b.pos.at(b.piece("hq_ge_7")) == b.hex("1120")) and 3 in b.lines("reckon.defence").values()
    settle(b)
    assert b.on("hq_ge_7") == b.on("ge_2pz") != "1120"


def test_the_18th_that_has_lost_a_step_comes_back_into_the_box_with_what_it_has() -> None:
    """3.12, 12.3: and may be made up there, where it is in supply."""
    b = garden()
    b.act().steps(b.piece("us_xviii_abn"), 2)
    b.run(CycleEnds())
    assert b.on("us_xviii_abn") == "airborne_box" and steps(b, "us_xviii_abn") == (2,)


@pytest.mark.parametrize(("units", "mobile"), [("us_2ad", True), ("us_2ad,us_3ad", False)])
def test_a_second_unit_that_stood_there_already_makes_a_running_attack_set_piece(units: str, mobile: bool) -> None:
    """9.1 note: all attackers must have entered in the increment just before."""
    b = field().unit("ge_2pz", "1121").unit("us_3ad", "1020").unit("us_2ad", "1019").army("hq_us_1", "us_2ad", "us_3ad")
    b.box(3).play("move us_2ad 1020", "end_increment")
    b.play(next(line for line in b.choices() if line.startswith("choose_box"))).play("declare increment.a")
    attack(b, f"attack {units} 1121", *throw(FAIL, TWO, PASS, ONE))
    while b.offer is not None and "lead" in b.offer.kinds:
        b.play(b.choices()[0])
    columns = {b.game.word_key(event.column) for event in b.events if isinstance(event, ev.Resolved)}
    assert any("mobile" in column for column in columns) is mobile, columns


@pytest.mark.parametrize(("die", "word"), [(PASS, "result.passed"), (FAIL, "result.failed")])
def test_a_morale_check_is_kept_with_what_came_of_it(die: int, word: str) -> None:
    """9.5: passed with a die up to the morale, else failed."""
    b = field().unit("us_2ad", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_2ad").box(1, "a")
    attack(b, "attack us_2ad 1120", *throw(die, ONE, PASS if die == FAIL else FAIL, ONE))
    words = [b.game.word_key(one) for event in b.of(ev.Resolved) for one in event.results]
    checks = [one for one in words if one in ("result.passed", "result.failed")]
    assert checks and checks[0] == word and checks[1] != word, words
