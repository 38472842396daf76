"""The panzer reserve (28)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import panzer_reserve
from hexledger.engine.games.fortress_europa.rules import move_impulse, reinforcements, replacements
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position

BOX = "panzer_reserve"
INLAND = "RR13"
"""Erfurt."""


def november() -> Built:
    return position(turn="November I").turn_of("german")


def withdrawn(b: Built) -> Built:
    return b.run(reinforcements.Arrivals(f.GERMAN))


def december(turn: str = "December III", impulse: int = 1) -> Built:
    b = position(turn=turn).units(BOX, "ss_1", "ss_2", "pz_lehr", "ss_101")
    b.turn_of("german", impulse)
    return b.run(move_impulse.MoveImpulse(f.GERMAN, impulse))


def test_on_november_first_the_named_panzers_leave_for_the_reserve_even_from_a_zone() -> None:
    b = november().unit("ss_1", INLAND).unit("pz_2", "QQ14").unit("us_1", "QQ15")
    assert b.pos.in_ezoc(b.hex("QQ14"), f.GERMAN)
    withdrawn(b)
    assert b.at("ss_1") == BOX and b.at("pz_2") == BOX, "28.1"
    assert b.quiet, "units that have never been in the game are not replaced"


def without_116() -> Built:
    b = november().units(INLAND, "pz_11", "pz_9").unit("ss_10", "RR14")
    b.act().pool("pool.eliminated", b.piece("pz_116"), 1)
    return withdrawn(b)


def test_for_a_destroyed_panzer_the_nearest_stronger_armour_may_go() -> None:
    b = without_116()
    assert b.choices() == ["send_to_reserve pz_11", "send_to_reserve ss_10", "no_substitute"], "FE-186: 6, not 5"
    assert b.refuses("send_to_reserve pz_9").rule == "FE 28.1"
    b.play("send_to_reserve ss_10")
    assert b.at("ss_10") == BOX and b.at("pz_11") == INLAND and b.quiet


def test_nobody_need_go_in_place_of_a_destroyed_panzer() -> None:
    b = without_116().play("no_substitute")
    assert b.at("pz_11") == INLAND and b.quiet


def test_without_stronger_armour_nobody_goes_in_place_of_a_destroyed_panzer() -> None:
    b = november().units(INLAND, "pz_9", "i_352")
    b.act().pool("pool.eliminated", b.piece("pz_116"), 1)
    assert withdrawn(b).quiet and b.at("pz_9") == INLAND, "28.1"


def test_a_panzer_out_of_supply_stays() -> None:
    b = november().unit("pz_2", "D5").unit("us_1", "D7")
    withdrawn(b)
    assert b.at("pz_2") == "D5"


def test_reserve_units_take_replacements_off_the_map() -> None:
    b = position(turn="November II").unit("ss_1", BOX, reduced=True).turn_of("german")
    b.track("german", 1, f.GERMAN).track("german_armor", 1, f.GERMAN)
    b.run(replacements.Spend(f.GERMAN)).play("restore ss_1")
    assert b.pos.steps(b.piece("ss_1")) == 2, "28.2"


def choosing(turn: str = "December I") -> Built:
    b = position(turn=turn).unit("ss_1", BOX, reduced=True).turn_of("german").track("german", 5, f.GERMAN)
    b.track("german_armor", 3, f.GERMAN)
    for unit in ("pz_11", "ss_101", "i_352", "pz_b111"):
        b.act().pool("pool.eliminated", b.piece(unit), 1)
    return b.run(replacements.ReplacementPhase(f.GERMAN))


def test_option_a_restores_the_reserve_and_the_destroyed_panzer_divisions_and_ss_armour() -> None:
    b = choosing().play("choose_reserve yes")
    assert b.pos.steps(b.piece("ss_1")) == 2
    assert b.at("pz_11") == BOX and b.at("ss_101") == BOX, "28.3 A"
    assert b.gone("i_352") and b.gone("pz_b111"), "a panzer brigade is no panzer division"
    assert b.state.track(game().words["track.german_armor"], f.GERMAN) == 0
    assert b.state.variable(f.VAR_PANZER_OPTION) == panzer_reserve.OPTION_A


def test_option_b_leaves_everything_as_it_was() -> None:
    b = choosing().play("choose_reserve no")
    assert b.pos.steps(b.piece("ss_1")) == 1 and b.gone("pz_11")
    assert b.state.track(game().words["track.german_armor"], f.GERMAN) > 3, "the points of the turn are added"


def test_the_choice_comes_in_december_only() -> None:
    b = choosing("November IV")
    assert b.quiet or (b.offer is not None and "choose_reserve" not in b.offer.kinds)


def test_the_whole_reserve_enters_in_german_cities_with_a_line_to_the_edge() -> None:
    b = december()
    assert b.refuses(f"enter_reserve ss_1:{INLAND}").rule == "FE 28.4", "the whole of it"
    whole = "enter_reserve " + ",".join(f"{unit}:{INLAND}" for unit in ("ss_1", "ss_2", "pz_lehr"))
    assert b.refuses(whole.replace(INLAND, "R11")).rule == "FE 28.4", "Paris is no city in Germany"
    b.play(whole)
    assert b.at("ss_2") == INLAND
    assert b.at("ss_1_new") == INLAND and b.at("pz_lehr_new") == INLAND, "28.5"
    assert b.gone("ss_1") and b.pooled("gone", "ss_101"), "28.5: 101SS does not come back"
    assert b.choices() and any(one.startswith("move ss_2") for one in b.choices()), "it moves in the same impulse"


def test_a_reduced_1ss_comes_back_reduced() -> None:
    b = position(turn="January I").unit("ss_1", BOX, reduced=True).turn_of("german", 2)
    b.run(move_impulse.MoveImpulse(f.GERMAN, 2)).play(f"enter_reserve ss_1:{INLAND}")
    assert b.pos.steps(b.piece("ss_1_new")) == 1


def test_the_reserve_does_not_enter_in_november_march_or_an_allied_city() -> None:
    for turn in ("November IV", "March I"):
        assert december(turn).refuses(f"enter_reserve ss_1:{INLAND}").rule == "FE 28.4"
    b = december()
    b.control("allied", INLAND)
    assert all(INLAND not in one for one in b.choices() if one.startswith("enter_reserve"))


def test_1ss_rebuilt_after_november_has_its_new_counter() -> None:
    b = position(turn="January I").turn_of("german").track("german", 3, f.GERMAN).track("german_armor", 3, f.GERMAN)
    b.act().pool("pool.eliminated", b.piece("ss_1"), 1)
    b.run(replacements.Spend(f.GERMAN)).play(f"rebuild ss_1 {INLAND} yes")
    assert b.at("ss_1_new") == INLAND and b.gone("ss_1"), "28.5"
