"""Sentences of rulebook sections 14 to 22 that had no test of their own, one test each."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.artillery import attack_guns, defence_guns
from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.rules.modes import ChooseMode
from hexledger.engine.kernel.decisions import Decision, WordId
from tests.june_6.builder import Built, position
from tests.june_6.combats import SALT, Outcome, declare, field, results_not_applied, reveal, seal
from tests.june_6.invasion import in_setup


def guns(b: Built, target: str, *attackers: str, defence: bool = False) -> dict[str, int]:
    """Artillery points that could be given to an attack, by HQ."""
    units = tuple(sorted(b.piece(unit) for unit in attackers))
    place = b.hex(target)
    fight = Fight(FIGHT_NORMAL, place, units, b.game.side_of[units[0]], defenders=b.pos.units(place))
    able = defence_guns(b.pos, fight) if defence else attack_guns(b.pos, fight)
    return {b.game.piece(gun.piece): gun.points for gun in able}


# ---------------------------------------------------------------------- 16 artillery
def test_on_a_corps_am_every_german_corps_hq_supports_its_own_units_only() -> None:
    """16.23"""
    b = position("campaign", turn=6, open_area=True).unit("1_us_18", "E1515").unit("ii_fj_12", "E1415")
    b.unit("ii_fj_hq", "E1314").unit("lxxxiv_hq", "E1512").active("ii_fj_12", "ii_fj_hq", "lxxxiv_hq")
    assert guns(b, "E1515", "ii_fj_12") == {"ii_fj_hq": 1}


def test_any_german_corps_hq_in_range_supports_an_active_division() -> None:
    """16.23, 6.13"""
    b = position("campaign", turn=6, open_area=True).unit("1_us_18", "E1515").unit("3fj_9", "E1415")
    b.unit("3fj_hq", "E1413").unit("ii_fj_hq", "E1314").unit("lxxxiv_hq", "E1512")
    b.active("3fj_9", "3fj_hq")
    assert set(guns(b, "E1515", "3fj_9")) == {"3fj_hq", "ii_fj_hq", "lxxxiv_hq"}


def test_german_corps_artillery_defends_strongpoint_units_and_detachments_too() -> None:
    """16.24"""
    b = position("campaign", turn=1, open_area=True).unit("sp_1", "E2818").unit("det_1", "E2819")
    b.unit("lxxxiv_hq", "E2716").unit("g352_hq", "E2717").unit("1_us_18", "E2918").active("1_us_18")
    for target in ("E2818", "E2819"):
        assert set(guns(b, target, "1_us_18", defence=True)) == {"lxxxiv_hq"}, "no division commands them"


# ---------------------------------------------------------------------- 19 German defences
def test_units_of_the_cherbourg_command_form_no_detachments_for_it_never_acts_in_me() -> None:
    """19.32, PB 1.11"""
    b = in_setup().play("historical_set_up")
    assert b.refuses("break_down cher_fj yes W4910").rule == "J6 19.32"
    assert not [line for line in b.choices() if line.startswith("break_down cher_")]
    assert [line for line in b.choices() if line.startswith("break_down g352_915 ")]


@pytest.mark.parametrize(("unit", "most"), [("g352_915", 3), ("12ss_25", 3), ("3fj_9", 4)])
def test_a_unit_forms_a_detachment_for_every_two_full_points_of_strength(unit: str, most: int) -> None:
    """19.33: a strength of 7 makes three"""
    from hexledger.engine.games.june_6.rules.detachments import BreakDowns

    hq = f"{unit.rpartition('_')[0]}_hq"
    b = position("st_lo", open_area=True).unit(unit, "E1313").unit(hq, "E1312").active(unit, hq).run(BreakDowns())
    hexes = ",".join(("E1313", "E1313", "E1314", "E1314", "E1413")[: most + 1])
    assert b.refuses(f"break_down {unit} yes {hexes}").rule == "J6 19.33c"
    b.play(f"break_down {unit} yes {hexes.rpartition(',')[0]}")
    assert sum(b.game.counters[piece].pool == "det" for piece in b.state.at) == most


def test_an_advance_into_the_hex_of_a_delay_point_removes_it_for_nothing() -> None:
    """19.12, 13.4"""
    from hexledger.engine.games.june_6.rules.control import entered

    b = position(open_area=True).unit("3_br_8", "E2035").marker("delay_point", "E2035")
    act = b.act()
    entered(act, b.hex("E2035"))
    assert not [key for key in b.state.markers if b.state.markers[key] and b.pos.state.marker(b.hex("E2035"), -1, key)]
    assert "19.12" in b.rules()


# ---------------------------------------------------------------------- 20 engineers
def attacking_at_caen() -> Outcome:
    b = field().unit("21pz_125", "E1737").unit("21pz_hq", "E1738").unit("3_br_8", "E1837")
    return declare(b.active("21pz_125", "21pz_hq"), "E1837 21pz_125")


def fought(outcome: Outcome) -> Built:
    """The declared attack is resolved, up to the next question after it."""
    b = outcome.built.dice(5)
    mode = ChooseMode(WordId(b.game.words["mode.assault"]))
    answers: dict[str, Decision | str] = {
        "ask.attack_artillery": "artillery -",
        "ask.defence_artillery": "artillery -",
        "ask.seal_mode": seal(mode, SALT),
        "ask.attack_mode": mode,
        "ask.defence_mode": "choose_mode mode.stand",
        "ask.reveal_mode": reveal(mode, SALT),
    }
    with results_not_applied():
        while b.offer is not None and b.game.words.key(b.offer.word) in answers:
            b.play(answers[b.game.words.key(b.offer.word)])
    return b


def test_a_bridge_may_still_be_blown_after_the_attacks() -> None:
    """20.43"""
    b = fought(attacking_at_caen())
    assert b.choices()[-1] == "end_demolitions"
    assert b.check_choices() == len(b.choices())
    b.play("demolish 21pz_hq E1737 E1738")
    assert not b.pos.bridge(b.hex("E1737"), b.hex("E1738"))
    assert b.refuses("demolish 21pz_hq E1737 E1738").rule == "J6 20.42"
    b.play("demolish 21pz_hq E1738 E1838")
    assert b.quiet, "20.41: two attempts, then nothing is left to ask"


def test_nothing_is_asked_after_the_attacks_where_no_bridge_is_at_hand() -> None:
    """20.43"""
    b = field().unit("21pz_125", "E1935").unit("21pz_hq", "E1836").unit("3_br_8", "E2035").active("21pz_125", "21pz_hq")
    assert fought(declare(b, "E2035 21pz_125")).quiet


def test_a_bridge_may_be_blown_between_two_attacks() -> None:
    """20.43"""
    b = field().unit("21pz_125", "E1737").unit("21pz_192", "E1638").unit("21pz_hq", "E1738")
    b.unit("3_br_8", "E1837").unit("3_br_9", "E1639").active("21pz_125", "21pz_192", "21pz_hq")
    b = declare(b, "E1837 21pz_125", "E1639 21pz_192").built
    assert "next_attack E1837" in b.choices()
    b.play("demolish 21pz_hq E1737 E1738")
    assert not b.pos.bridge(b.hex("E1737"), b.hex("E1738"))
    assert "next_attack E1639" in b.choices()


# ---------------------------------------------------------------------- errata
def test_the_players_may_give_the_70th_tank_battalion_its_shermans() -> None:
    """2.4"""

    def values(b: Built) -> tuple[int, int, int, int]:
        face = b.unit("4_us_70", "W4024").pos.face(b.piece("4_us_70"))
        return face.cs, face.cohesion, face.ma, face.armor

    assert values(position("campaign")) == (1, 6, 9, 2)
    assert values(position("campaign", options={"tanks_70": "yes"})) == (2, 6, 8, 2)
