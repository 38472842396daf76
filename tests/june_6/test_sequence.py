"""The sequence of play: set-up, logistics, the first AM, draws, entering units, RE phase, turns, invariants."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import NotOffered, UnknownName
from hexledger.engine.games.june_6.rules import losses
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import DrawAm, PlayAm
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def started(*draws: str, pick: str = "am.3_br", seed: str = "s") -> Built:
    """The scenario after the first AM was picked and the bombardments were waived."""
    b = position(with_setup=True, draws=draws, seed=seed)
    return b.play(f"pick_am {pick}").pass_until("end_movement", "attach")


def played(b: Built) -> list[str]:
    """AMs that have taken effect so far this turn, sorted."""
    words = b.game.words
    return sorted(words.key(am) for am, count in b.state.pool(words["pool.am_used"]).items() for _ in range(count))


def until_drawn(b: Built, *ams: str) -> None:
    """Decline everything until so many of these AMs have been played."""
    for _ in range(200):
        if all(am in played(b) for am in ams):
            return
        offered = b.offer
        assert offered is not None
        if set(offered.kinds) & {"end_movement", "end_attacks", "end_bombardment"}:
            b.play(next(kind for kind in offered.kinds if kind.startswith("end_")))
        else:
            b.play(b.choices()[0])
    raise AssertionError("never drawn")


# ---------------------------------------------------------------------- set-up
def test_the_set_up_puts_every_unit_where_the_scenario_says() -> None:
    b = position(with_setup=True)
    assert len(b.state.at) == 34
    assert (b.at("i_ss_hq"), b.at("3_br_8"), b.at("12ss_25")) == ("E1737", "E2336", "E2035")
    assert b.is_reduced("12ss_25") and not b.is_reduced("3_br_8")
    assert b.has("21pz_hq", "hq_reduced") == 1, "R-76"
    assert b.game.check_invariants(b.pos) == []


def test_units_without_their_hq_on_the_map_start_with_re() -> None:
    """5.15"""
    b = position(with_setup=True)
    marked = sorted(b.game.piece(piece) for piece in b.state.at if b.pos.flag(piece, f.RE))
    assert marked == ["det_1", "det_2", "viii_br_79", "xxx_br_79"]


def test_the_flak_units_follow_the_ss_corps_and_carry_no_re() -> None:
    b = position(with_setup=True)
    corps = b.game.formation_number["i_ss"]
    assert {b.pos.formation(b.piece(unit)) for unit in ("iii_flak_c", "iii_flak_d", "i_ss_101")} == {corps}
    assert not b.has("iii_flak_c", "re")


def test_the_german_holds_caen_and_each_side_its_own_hexes_at_the_start() -> None:
    b = position(with_setup=True)
    for label in ("E1737", "E1738", "E1837", "E1838"):
        assert b.state.control[b.hex(label)] == f.GERMAN
    for piece, place in b.state.at.items():
        assert b.state.control[place] == b.pos.side(piece)


def test_every_scenario_of_the_rulebook_can_be_played() -> None:
    game = position().game
    assert {scenario: game.playable(scenario) for scenario in game.scenario_ids} == dict.fromkeys(
        game.scenario_ids, True
    )


def test_an_unknown_scenario_or_option_is_named() -> None:
    b = position()
    with pytest.raises(UnknownName, match="push_to_cannes"):
        b.game.setup(b.act(), "push_to_cannes", {})
    with pytest.raises(UnknownName, match="fog"):
        b.game.setup(b.act(), "push_to_caen", {"fog": True})


def test_turns_have_the_names_of_the_turn_record_track() -> None:
    b = position(with_setup=True)
    assert [b.game.turn(number) for number in (1, b.state.turn, b.state.turn + 2)] == ["6 June", "1/2 July", "5/6 July"]
    assert (b.pos.scenario.first, b.pos.scenario.last) == (b.state.turn, b.state.turn + 2)


# ---------------------------------------------------------------------- weather and logistics
def test_the_turn_begins_with_the_weather_and_markers_of_the_scenario() -> None:
    """3.87"""
    b = position(with_setup=True)
    assert b.pos.weather == f.WEATHER_HEAVY
    assert b.pos.initiative == f.ALLIED
    assert b.state.track(b.game.words["track.air"]) == 0
    assert b.state.track(b.game.words["track.naval"]) == 1


def test_all_six_ams_of_a_side_are_bought_with_its_six_points() -> None:
    """PB 6.52"""
    b = position(with_setup=True)
    pool = b.state.pool(b.game.words["pool.am"])
    assert {b.game.words.key(am): count for am, count in pool.items()} == {
        "am.cw_corps": 2,
        "am.3_cdn": 2,
        "am.3_br": 2,
    }
    assert b.lines("reckon.rp") == {"line.rp_fixed": 6, "line.rp_spent": -6}
    b.play("pick_am am.3_br").pass_until("end_movement")
    assert sum(b.state.pool(b.game.words["pool.am"]).values()) == 11


def test_an_isolated_division_hq_has_its_ams_left_out_and_the_points_are_lost() -> None:
    b = position().unit("12ss_hq", "E1736", isolated=True).unit("i_ss_hq", "E1737").unit("21pz_hq", "E1839")
    b.run(Logistics(f.GERMAN))
    assert sorted(b.game.words.key(am) for am in b.state.pool(b.game.words["pool.am"])) == [
        "am.21pz",
        "am.german_corps",
    ]
    assert b.lines("reckon.rp") == {"line.rp_fixed": 6, "line.rp_spent": -4}
    assert b.state.track(b.game.words["track.rp"], f.GERMAN) == 0
    assert "5.17" in b.rules()


def test_corps_ams_stay_in_play_without_an_hq_while_a_corps_unit_waits_to_enter() -> None:
    b = position()
    b.act().pool("pool.entering", b.piece("16lw_32"), 1)
    b.run(Logistics(f.GERMAN))
    assert b.state.pooled(b.game.words["pool.am"], b.game.words["am.german_corps"]) == 2
    assert "QA-AM-1" in b.rules()


# ---------------------------------------------------------------------- 7.21, 7.24
def test_only_the_initiative_player_picks_and_only_an_am_of_his_own() -> None:
    b = position(with_setup=True)
    assert b.choices() == ["pick_am am.cw_corps", "pick_am am.3_cdn", "pick_am am.3_br"]
    assert b.refuses("pick_am am.12ss").rule == "J6 7.21"
    assert b.refuses("pass_re").rule == "J6 7.21"
    assert isinstance(b.refuses("pick_am am.3_br", side=f.GERMAN), NotOffered)


def test_the_picked_am_acts_first_and_its_division_is_active_in_me() -> None:
    b = started(pick="am.3_cdn")
    assert b.pos.active_side == f.ALLIED and b.pos.active_mode == f.ME
    assert sorted(b.game.piece(unit) for unit in b.pos.active_units()) == [
        "3_cdn_2",
        "3_cdn_7",
        "3_cdn_8",
        "3_cdn_9",
        "3_cdn_hq",
    ]
    assert b.state.pooled(b.game.words["pool.am"], b.game.words["am.3_cdn"]) == 1


def test_the_drawn_am_decides_who_acts_next() -> None:
    """3.64"""
    b = started("am.12ss", "am.cw_corps")
    until_drawn(b, "am.12ss")
    assert b.pos.active_side == f.GERMAN
    assert b.piece("12ss_26") in b.pos.active_units()
    until_drawn(b, "am.cw_corps")
    assert b.pos.active_side == f.ALLIED


def test_every_am_is_played_once_before_the_re_phase() -> None:
    """3.65"""
    b = started().pass_until("activate_re", "re_first")
    assert b.game.words.key(b.state.phase) == "phase.re"
    assert played(b) == sorted(2 * ["am.12ss", "am.21pz", "am.3_br", "am.3_cdn", "am.cw_corps", "am.german_corps"])
    assert b.state.pool(b.game.words["pool.am"]) == {}


def test_a_corps_am_makes_all_corps_hqs_of_the_nationality_and_their_units_active() -> None:
    b = started(pick="am.cw_corps")
    assert sorted(b.game.piece(unit) for unit in b.pos.active_units()) == [
        "i_br_79",
        "i_br_hq",
        "i_br_inns",
        "xii_br_hq",
    ]


def test_units_of_a_corps_that_is_not_in_play_wait_for_the_re_phase() -> None:
    b = started(pick="am.cw_corps")
    assert not b.pos.is_active(b.piece("viii_br_79"))
    assert not b.pos.is_active(b.piece("xxx_br_79"))


def test_each_corps_hq_traces_its_own_loc() -> None:
    b = position(open_area=True).unit("i_br_hq", "E1737").unit("xii_br_hq", "E2439").unit("i_br_inns", "E2240")
    for label in ("E1636", "E1638", "E1837", "E1736"):
        b.unit(f"12ss_{('12pz', '25', '26', '12recon')[('E1636', 'E1638', 'E1837', 'E1736').index(label)]}", label)
    b.run(PlayAm(b.game.words["am.cw_corps"]))
    assert b.has("i_br_hq", "re") == 1 and b.has("xii_br_hq", "re") == 0
    assert b.pos.active_units() == (b.piece("xii_br_hq"),), "the units of the corps whose HQ failed stay inactive"


def test_an_am_whose_hq_has_no_loc_is_spent_and_the_second_one_is_without_effect() -> None:
    b = cut_off_division()
    am = b.game.words["am.21pz"]
    b.run(PlayAm(am))
    assert b.quiet and b.has("21pz_hq", "re") == 1
    judged = b.of(ev.Judged)[0]
    assert (b.game.words.key(judged.status), judged.path) == ("status.unsupplied", ())
    assert "5.33" in b.rules()
    b.run(PlayAm(am))
    assert b.quiet and "3.62" in b.rules()
    assert b.state.pooled(b.game.words["pool.am_used"], am) == 2


def cut_off_division() -> Built:
    """HQ/21Pz and a regiment behind a ring of British brigades."""
    b = position(open_area=True).unit("21pz_hq", "E1839").unit("21pz_125", "E1939")
    for unit, label in (("3_br_8", "E1738"), ("3_br_9", "E1840"), ("3_br_185", "E2040"), ("3_cdn_7", "E1941")):
        b.unit(unit, label)
    return b.unit("3_cdn_8", "E1837").unit("3_cdn_9", "E1739")


def test_a_division_that_failed_its_loc_acts_in_the_re_phase() -> None:
    """5.15"""
    b = cut_off_division()
    b.run(PlayAm(b.game.words["am.21pz"]), BeginRe())
    if b.offer is not None and "re_first" in b.offer.kinds:
        b.play("re_first no")
    b.pass_until("activate_re")
    assert "activate_re 21pz_hq" in b.choices()
    b.play("activate_re 21pz_hq")
    assert b.pos.active_mode == f.RE_MODE
    assert b.piece("21pz_125") in b.pos.active_units()
    assert b.has("21pz_hq", "re") == 0, "3.7: the marker comes off as the formation acts"


def test_isolated_units_sit_out_the_me_activation_of_their_formation() -> None:
    """3.63"""
    b = position().unit("12ss_hq", "E1736").unit("12ss_25", "E1737", isolated=True).unit("12ss_26", "E1836")
    b.run(PlayAm(b.game.words["am.12ss"]))
    assert b.pos.active_units() == tuple(sorted((b.piece("12ss_hq"), b.piece("12ss_26"))))
    b.pass_until()
    b.run(BeginRe())
    assert b.choices() == ["activate_re 12ss_25", "pass_re"], "R-01"


def test_an_am_without_an_hq_on_the_map_has_no_effect() -> None:
    b = position().unit("12ss_25", "E1737")
    b.run(PlayAm(b.game.words["am.12ss"]))
    assert b.quiet
    assert "7.11" in b.rules()


def test_an_empty_pool_ends_the_me_phase() -> None:
    b = position().unit("12ss_hq", "E1736").unit("3_br_hq", "E2438")
    b.run(DrawAm())
    assert b.game.words.key(b.state.phase) == "phase.re"
    assert b.offer is not None and b.offer.kinds == ("re_first",)


# ---------------------------------------------------------------------- PB 6.32d, R-75
def test_two_regiments_enter_with_the_first_german_corps_am_only() -> None:
    """PB 6.32"""
    b = started("am.12ss", "am.german_corps")
    assert b.gone("16lw_32") and b.gone("1ss_2")
    until_drawn(b, "am.german_corps")
    assert (b.at("16lw_32"), b.at("1ss_2")) == ("E1639", "E1639")
    assert not b.is_reduced("16lw_32") and b.is_reduced("1ss_2")
    assert b.has("16lw_32", "entry") == 1 and b.pos.is_active(b.piece("16lw_32"))
    assert b.state.pool(b.game.words["pool.entering"]) == {}
    assert b.game.check_invariants(b.pos) == []


def waiting() -> Built:
    b = position().unit("i_ss_hq", "E1737")
    for unit in ("16lw_32", "1ss_2"):
        b.act().pool("pool.entering", b.piece(unit), 1)
    return b


def test_entering_units_wait_while_an_ally_stands_in_the_entry_hex() -> None:
    b = waiting().unit("3_br_8", "E1639")
    b.run(PlayAm(b.game.words["am.german_corps"]))
    assert b.gone("16lw_32") and b.gone("1ss_2")
    assert "R-75" in b.rules()
    assert len(b.state.pool(b.game.words["pool.entering"])) == 2


def test_an_enemy_zoc_does_not_close_the_entry_hex() -> None:
    b = waiting().unit("3_br_8", "E1538")
    b.run(PlayAm(b.game.words["am.german_corps"]))
    assert b.at("16lw_32") == b.at("1ss_2") == "E1639"


def test_the_owner_chooses_who_enters_when_there_is_room_for_one() -> None:
    b = waiting().unit("21pz_125", "E1639")
    b.run(PlayAm(b.game.words["am.german_corps"]))
    assert b.choices() == ["enter 16lw_32", "enter 1ss_2"]
    assert b.refuses("enter 21pz_125").rule == "J6 R-75"
    b.play("enter 1ss_2")
    assert b.at("1ss_2") == "E1639" and b.gone("16lw_32")


def test_units_that_enter_although_their_hq_fails_its_loc_act_in_the_re_phase() -> None:
    b = position()
    b.unit("i_ss_hq", "E1837").unit("3_br_8", "E1737").unit("3_br_9", "E1938").unit("3_cdn_7", "E1836")
    for unit in ("16lw_32", "1ss_2"):
        b.act().pool("pool.entering", b.piece(unit), 1)
    b.run(PlayAm(b.game.words["am.german_corps"]))
    assert b.quiet and b.has("i_ss_hq", "re") == 1
    assert b.at("16lw_32") == "E1639"
    b.run(BeginRe()).pass_until("activate_re", "re_first")
    if b.offer is not None and "re_first" in b.offer.kinds:
        b.play("re_first no").pass_until("activate_re")
    b.play("activate_re i_ss_hq")
    assert b.pos.is_active(b.piece("16lw_32")) and b.has("16lw_32", "entry") == 1, "E1639 is still to be paid for"


def test_units_that_enter_although_their_hq_is_lost_act_in_the_re_phase() -> None:
    b = position()
    b.act().pool("pool.entering", b.piece("16lw_32"), 1)
    b.run(PlayAm(b.game.words["am.german_corps"]), BeginRe())
    assert b.at("16lw_32") == "E1639"
    assert b.choices() == ["activate_re 16lw_32", "pass_re"]


# ---------------------------------------------------------------------- 7.26
def re_phase() -> Built:
    b = position(open_area=True).unit("12ss_hq", "E1736").unit("12ss_25", "E1737").unit("det_1", "E1838")
    b.unit("21pz_125", "E1638").unit("21pz_200", "E1639").unit("3_br_hq", "E2438").unit("3_br_8", "E2336")
    return b.run(BeginRe())


def test_the_initiative_player_says_which_side_acts_first_in_the_re_phase() -> None:
    b = re_phase()
    assert b.offer is not None and b.offer.side == f.ALLIED
    assert b.choices() == ["re_first yes", "re_first no"]
    b.play("re_first no")
    assert b.offer is not None and b.offer.side == f.GERMAN


def test_formations_with_an_hq_act_before_units_without_one() -> None:
    b = re_phase().play("re_first no")
    assert b.choices() == ["activate_re 12ss_hq", "pass_re"]
    refusal = b.refuses("activate_re det_1")
    assert refusal.rule == "J6 7.26" and "HQ" in refusal.reason
    assert b.refuses("activate_re 3_br_8").rule == "J6 7.26"
    b.play("pass_re")
    assert sorted(b.choices()) == ["activate_re 21pz_125", "activate_re det_1", "pass_re"]


def test_units_of_one_division_without_hq_act_together_and_keep_their_re() -> None:
    b = re_phase().play("re_first no", "pass_re", "activate_re 21pz_125")
    assert b.pos.active_units() == tuple(sorted((b.piece("21pz_125"), b.piece("21pz_200"))))
    b.pass_until("activate_re")
    assert b.choices() == ["activate_re det_1", "pass_re"], "nobody acts twice"
    assert b.has("21pz_125", "re") == 1


def test_a_division_that_loses_its_hq_in_its_own_re_activation_does_not_act_again() -> None:
    b = re_phase().play("re_first no", "activate_re 12ss_hq")
    losses.eliminate(b.act(), b.piece("12ss_hq"), "13.21")
    b.pass_until("activate_re")
    assert b.has("12ss_25", "re") == 1
    assert sorted(b.choices()) == ["activate_re 21pz_125", "activate_re det_1", "pass_re"]


def test_naming_any_unit_activates_its_formation() -> None:
    b = re_phase().play("re_first no", "activate_re 12ss_25")
    assert b.piece("12ss_hq") in b.pos.active_units()


def test_an_activation_leaves_none_of_its_marks() -> None:
    b = re_phase().play("re_first no", "activate_re 12ss_hq").pass_until("activate_re")
    assert b.pos.active_units() == () and b.pos.active_side == 0 and b.pos.active_mode == 0
    assert not [key for key in b.state.flags if key & 0xFFFF in (f.BEGAN_EZOC, f.MOVED, f.ACTIVE)]


# ---------------------------------------------------------------------- whole games
def test_a_game_in_which_nobody_does_anything_is_a_german_win() -> None:
    b = position(with_setup=True, seed="quiet")
    turns = []
    for _ in range(3):
        b.pass_until("pick_am")
        turns.append(b.game.turn(b.state.turn))
        b.play(b.choices()[0])
    b.pass_until("nothing")
    assert turns == ["1/2 July", "3/4 July", "5/6 July"]
    assert b.state.winner == f.GERMAN and b.game.words.key(b.state.level) == "level.win"
    assert b.game.rule(b.of(ev.Won)[0].rule) == "J6 PB 6.112"


def test_a_new_turn_finds_no_mark_of_the_old_one() -> None:
    b = started("am.german_corps")
    b.flag("3_br_8", "pinned").flag("3_br_8", "acted").flag("i_ss_nw", "fired").flag("3_br_hq", "bridge_action")
    b.pass_until("pick_am")
    assert b.game.turn(b.state.turn) == "3/4 July" and b.pos.weather == f.WEATHER_LIGHT
    left = sorted({b.game.words.key(key & 0xFFFF) for key in b.state.flags})
    assert left == ["flag.hq_reduced", "flag.re"]
    assert b.state.attached == {}
    assert b.game.check_invariants(b.pos) == []


# ---------------------------------------------------------------------- invariants
def test_the_invariants_notice_what_must_never_be() -> None:
    b = position().unit("3_br_8", "E2336").unit("12ss_25", "E2336")
    assert any("both sides" in one for one in b.game.check_invariants(b.pos))
    b = position().units("E2336", "3_br_8", "3_br_9", "3_br_185")
    assert any("stacking" in one for one in b.game.check_invariants(b.pos))
    b = position().unit("3_br_8", "E2336", disorder=3)
    assert any("Disorder 3" in one for one in b.game.check_invariants(b.pos))
    b = position().unit("3_br_8", "E1508")
    assert any("outside" in one for one in b.game.check_invariants(b.pos))
    b = position().unit("3_br_8", "E2336", active=True)
    assert any("active" in one for one in b.game.check_invariants(b.pos))
    b = position().pool("am.12ss", "am.12ss", "am.12ss")
    assert any("am.12ss" in one for one in b.game.check_invariants(b.pos))
    b = position().track("air", -1)
    assert any("track.air" in one for one in b.game.check_invariants(b.pos))
