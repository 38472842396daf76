"""Rulings on gaps, and rules without a conformance case: turn, units, headquarters, increments, supply, arrivals."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import BadDecision, UnknownName
from hexledger.engine.games.france_1944 import sequence
from hexledger.engine.games.france_1944.questions import command, entry, increments, south, supply, ways, zoc
from hexledger.engine.games.france_1944.rules import attrition, initiative, losses, turn
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import SouthAdvances, Southern, SouthOpens, SouthRetreats
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.table.consequences import cost
from hexledger.events import model as ev
from hexledger.replays.log.costs import cost_text
from tests.france_1944.builder import Built, game, position

LODGEMENT = ("1207", "1309", "1409")


# ---------------------------------------------------------------------- 2.0 the turn
def test_the_turn_marker_goes_on_by_one() -> None:
    """2.0-1."""
    b = position(turn=3, dice=(6,))
    b.run(sequence.NextTurn())
    assert b.state.turn == 4


def test_german_reaction_points_do_not_go_below_zero() -> None:
    """R-1."""
    assert position(turn=11).air(interdiction=2).run(turn.ReactionPoints()).pos.track("rp", w.GERMAN) == 0


@pytest.mark.parametrize(("order", "first"), [("german_first", w.GERMAN), ("allied_first", w.ALLIED)])
def test_the_germans_commit_first_unless_the_switch_says_otherwise(order: str, first: int) -> None:
    """R-2."""
    b = position(options={"commit_order": order}).points("allied", sp=3).points("german", sp=3)
    b.run(sequence.PlayTurn())
    assert b.offer is not None and b.offer.side == first and "commit_supply" in b.offer.kinds


def test_nobody_commits_supply_on_the_last_turn_of_a_scenario() -> None:
    """2.0-8: there is no next turn."""
    b = position(turn=11).points("allied", sp=3).points("german", sp=3).run(sequence.PlayTurn())
    assert b.offer is None or "commit_supply" not in b.offer.kinds


def test_nobody_reacts_after_the_administrative_phase() -> None:
    """R-3, 10.1, 2.0-11."""
    b = position(turn=2, seed="s").points("allied", rp=3).points("german", rp=3).chits(admin=1)
    b.unit("hq_us_1", "1309").supply("1309").run(sequence.DrawChit())
    while not b.quiet:
        assert "react_piece" not in b.offer.kinds  # type: ignore[union-attr]
        b.play(next((c for c in b.choices() if c in ("pass", "check_rest")), b.choices()[0]))


def test_the_segments_of_the_administrative_phase_follow_in_their_order() -> None:
    """10.1."""
    b = position(turn=3).run(sequence.AdministrativePhase())
    phases = []
    for _ in range(300):
        phases += [b.game.word_key(event.phase) for event in b.of(ev.PhaseBegan)]
        if b.quiet:
            break
        b.play(next((c for c in b.choices() if c in ("pass", "check_rest")), b.choices()[0]))
    wanted = ["administrative", "attrition", "replacements", "southern_german", "southern_allied"]
    assert list(dict.fromkeys(phases)) == [f"phase.{name}" for name in (*wanted, "reinforcements")]


# ---------------------------------------------------------------------- 3, 4 pieces
def test_armour_and_panzergrenadiers_are_armour_infantry_and_parachutists_infantry() -> None:
    """3.1."""
    roster = game().roster
    assert {game().find_piece(unit) for unit in ("us_2ad", "ge_17sspg", "ge_f_donau")} <= roster.armour
    assert {game().find_piece(unit) for unit in ("us_v", "us_xviii_abn", "ge_iifs")} <= roster.infantry


def test_a_unit_has_the_values_of_the_side_that_lies_up() -> None:
    """3.7, 3.8, 3.9."""
    b = position().unit("ge_2pz", "2016")
    panzer = b.piece("ge_2pz")
    full = (b.pos.set_piece(panzer), b.pos.mobile(panzer), b.pos.morale(panzer), b.pos.mpa(panzer))
    b.act().steps(panzer, 2)
    reduced = (b.pos.set_piece(panzer), b.pos.mobile(panzer), b.pos.morale(panzer), b.pos.mpa(panzer))
    front, back = b.game.counters[panzer].front, b.game.counters[panzer].back
    assert back is not None
    keys = ("set_piece", "mobile", "morale", "mpa")
    assert full == tuple(front.get(key) for key in keys) and reduced == tuple(back.get(key) for key in keys)


def test_a_cadre_moves_as_far_as_its_reduced_side() -> None:
    """R-4."""
    b = position().cadre("ge_2pz", "2016")
    panzer = b.piece("ge_2pz")
    assert b.pos.mpa(panzer) == b.game.counters[panzer].back.get("mpa") == 4  # type: ignore[union-attr]


def test_nationality_matters_for_replacements_and_command() -> None:
    """3.6."""
    b = position()
    assert [b.pos.nation(b.piece(unit)) for unit in ("us_v", "br_i", "fr_i", "ca_i", "po_1ad", "ge_2pz")] == [
        *("us", "br", "fr", "ca", "po", "ge")
    ]


def test_one_headquarters_is_active_and_flips_back_at_the_end_of_its_phase() -> None:
    """4.1, 5.1."""
    b = position().supply("0719").unit("hq_us_1", "0919").unit("us_v", "1019").army("hq_us_1", "us_v")
    assert b.pos.active_hq == b.piece("hq_us_1") and b.pos.commanded() == (b.piece("us_v"),)
    b.play("end_phase")
    assert b.pos.active_hq == -1 and not b.has("us_v", "active")


def test_an_active_headquarters_left_alone_in_a_zoc_is_dispersed_and_its_units_go_on() -> None:
    """R-52, R-35."""
    b = position(turn=4).supply("0719").unit("hq_us_1", "1019").unit("us_2ad", "1019").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_2ad").box(1).play("move us_2ad 0919,0818")
    assert b.on("hq_us_1") == "turn_track" and b.has("hq_us_1", "due") == 6
    assert b.on("us_2ad") == "0818" and b.pos.commanded() == (b.piece("us_2ad"),)


def test_a_lone_enemy_headquarters_is_dispersed_by_a_unit_that_only_passes_it() -> None:
    """R-35: after every step of a move."""
    b = position().supply("0719").unit("hq_us_1", "0919").unit("us_2ad", "0919").unit("hq_ge_1", "1120")
    b.army("hq_us_1", "us_2ad").box(1).play("move us_2ad 1019,1018,1017")
    assert b.on("hq_ge_1") == "turn_track" and b.on("us_2ad") == "1017"


def test_a_cadre_that_passes_a_lone_headquarters_does_not_disperse_it() -> None:
    """4.10: cadres have no ZOC."""
    b = position().supply("0719").unit("hq_us_1", "0919").cadre("us_2ad", "0919").unit("hq_ge_1", "1120")
    b.army("hq_us_1", "us_2ad").box(1).play("move us_2ad 1019")
    assert b.on("hq_ge_1") == "1120"


# ---------------------------------------------------------------------- 6, 7 increments
def test_the_allowance_out_of_supply_also_counts_for_the_attack_threshold() -> None:
    """R-34."""
    b = position().unit("us_vii", "2016").single("us_vii")
    assert not increments.may_attack_in(b.pos, b.piece("us_vii"), 4), "4 has become 3"


def test_an_attack_increment_cannot_be_declared_for_a_headquarters() -> None:
    """5.2."""
    b = position().unit("hq_us_1", "0919").single("hq_us_1").play("choose_box 1")
    assert b.pos.var("declared") == w.MOVEMENT


def crossing_place(b: Built) -> tuple[str, str]:
    ground = b.game.ground
    west, east = next(
        (a, c)
        for a in sorted(ground.west_bank)
        for c in ground.near[a]
        if ground.is_rhine(a, c) and ground.key(a, c) not in ground.bridge_side
    )
    return b.pos.label(west), b.pos.label(east)


@pytest.mark.parametrize(("box", "legal"), [(1, True), (2, False)])
def test_the_rhine_is_crossed_by_boat_in_box_1_only(box: int, legal: bool) -> None:
    """R-14, R-57, 12.8."""
    b = position(dice=(6, 6, 6))
    west, east = crossing_place(b)
    b.unit("us_vii", west).single("us_vii").box(box)
    if not legal:
        assert b.refuses(f"move us_vii {east}").rule == "F44 12.8"
        return
    b.play(f"move us_vii {east}")
    assert b.on("us_vii") == east and not b.pos.active, "that was its whole move"


def test_who_has_moved_or_was_not_at_the_rhine_or_is_in_administrative_movement_does_not_cross_by_boat() -> None:
    """R-57."""
    b = position()
    west, east = crossing_place(b)
    behind = next(
        b.pos.label(t)
        for t in b.game.ground.near[b.hex(west)]
        if not any(b.game.ground.is_rhine(t, near) for near in b.game.ground.near[t])
    )
    b.unit("us_2ad", behind).single("us_2ad").box(1)
    if ways.march(b.pos, b.piece("us_2ad"), b.hex(behind), (b.hex(west),), 6, False)[1] is None:
        b.play(f"move us_2ad {west}")
        assert b.refuses(f"move us_2ad {east}").rule == "F44 12.8"
    c = position()
    c.unit("us_vii", west).single("us_vii", admin=True).box(1)
    assert c.refuses(f"move us_vii {east}").rule == "F44 12.8"
    d = position()
    d.unit("us_vii", west).unit("hq_us_1", west).single("hq_us_1").box(1)
    assert d.refuses(f"move hq_us_1 {east}").rule == "F44 12.8"


# ---------------------------------------------------------------------- 10.1.1
def ring(b: Built, *units: str) -> Built:
    place = b.hex("2016")
    around = b.pos.board.neighbours[place]
    for unit, there in zip(units, (around[0], around[3]), strict=True):
        b.unit(unit, b.pos.label(there))
    return b


def test_surrounded_means_that_no_way_leads_to_a_source_or_by_the_switch_that_the_six_hexes_are_closed() -> None:
    """R-10."""
    far = position().control("german", *LODGEMENT).unit("us_vii", "2016")
    assert supply.surrounded(far.pos, far.piece("us_vii")), "the Allies have no source at all"
    near = position(options={"surrounded": "six_hexes"}).control("german", *LODGEMENT).unit("us_vii", "2016")
    assert not supply.surrounded(near.pos, near.piece("us_vii"))
    ring(near, "ge_2pz", "ge_9sspz")
    assert supply.surrounded(near.pos, near.piece("us_vii"))


def test_a_friendly_cadre_takes_the_enemy_zoc_away_from_its_hex() -> None:
    """10.1.1."""
    b = ring(position().supply("1309").unit("us_vii", "2016"), "ge_2pz", "ge_9sspz")
    assert supply.surrounded(b.pos, b.piece("us_vii"))
    free = next(t for t in b.game.ground.near[b.hex("2016")] if not b.pos.units(t))
    b.cadre("us_v", b.pos.label(free))
    assert not zoc.open_ezoc(b.pos, free, w.ALLIED) and zoc.in_ezoc(b.pos, free, w.ALLIED)


def test_the_owner_chooses_whose_supply_is_tested_first() -> None:
    """R-36: each is finished before the next."""
    b = position().control("german", *LODGEMENT).supply("0208")
    b.unit("us_vii", "2016", oos=1).unit("us_v", "2216", oos=1).run(attrition.Attrition())
    assert b.offer is not None and b.offer.side == w.ALLIED
    assert {"check_piece us_vii", "check_piece us_v", "check_rest"} <= set(b.choices())
    b.play("check_piece us_v")
    assert b.pos.steps(b.piece("us_v")) == 2 and b.pos.steps(b.piece("us_vii")) == 2, "the last one goes by itself"


def test_by_the_switch_all_are_judged_before_anybody_suffers() -> None:
    """R-36."""

    def marked(order: str) -> int:
        b = position(options={"attrition_order": order}).supply("0719")
        b.unit("hq_ca_1", "0919").unit("ca_ii", "1220").unit("ge_f_donau", "1121", oos=1)
        b.run(attrition.Attrition())
        while not b.quiet:
            b.play("check_rest")
        assert b.pos.steps(b.piece("ge_f_donau")) == 0, "the Fuehrer division whose ZOC barred the range is gone"
        return b.has("ca_ii", "oos")

    assert (marked("sequential"), marked("simultaneous")) == (0, 1)


def test_supply_found_wanting_outside_the_administrative_phase_brings_no_marker() -> None:
    """R-12."""
    b = position().unit("us_vii", "2016").points("allied", rp=1)
    initiative.begin_single(b.act(), b.piece("us_vii"))
    assert not b.has("us_vii", "oos") and b.has("us_vii", "cut_off")


# ---------------------------------------------------------------------- 10.1.2
def test_units_lost_by_attrition_go_into_the_box_at_the_end_of_the_replacement_segment() -> None:
    """R-28."""
    b = position().supply("1309")
    b.act().place(b.piece("us_vii"), b.hex("beside_eliminated_allied"), 0)
    b.run(Replacements())
    assert b.on("us_vii") == "eliminated_allied"


def test_fuehrer_divisions_take_armour_points() -> None:
    """R-31, R-67: infantry points lapse."""
    b = position(turn=10).assign("rhine_crossed", 9).unit("hq_ge_1", "3510")
    b.act().place(b.piece("ge_f_donau"), b.hex("eliminated_german"), 0)
    b.run(Replacements())
    assert b.pos.track("german_infantry", w.GERMAN) > 0
    b.play("replace ge_f_donau 1")
    assert b.of(ev.TrackSet)[0].track == b.game.words["track.german_armour"]


def test_the_crossing_puts_fuehrer_divisions_into_the_box_and_an_armour_point_makes_one() -> None:
    """12.9, 3.11."""
    b = position(turn=9, dice=(6, 6, 6)).unit("hq_ge_1", "4016")
    for at, unit in (("fuehrer_pool", "ge_f_donau"), ("turn_track", "ge_f_franken")):
        b.act().place(b.piece(unit), b.hex(at), 1)
    west, east = crossing_place(b)
    b.unit("us_vii", west).single("us_vii").box(1).play(f"move us_vii {east}")
    assert b.on("ge_f_donau") == b.on("ge_f_franken") == "eliminated_german"
    b.run(Replacements()).play("replace ge_f_donau 1")
    assert b.pos.steps(b.piece("ge_f_donau")) == 1


def test_any_headquarters_passes_replacements_but_only_one_of_its_nation_supplies_at_activation() -> None:
    """R-26, R-42."""
    b = position().supply("0719").unit("hq_fr_1", "0919").unit("us_vii", "1019", steps=2)
    unit = b.piece("us_vii")
    assert supply.may_get_replacements(b.pos, unit) and not supply.supplied(b.pos, unit)


def test_a_unit_that_only_a_source_supplies_gets_no_replacements() -> None:
    """R-42, R-41."""
    b = position().supply("0719").unit("us_vii", "0819", steps=2)
    unit = b.piece("us_vii")
    assert supply.supplied(b.pos, unit) and not supply.may_get_replacements(b.pos, unit)


def test_a_headquarters_does_not_designate_a_unit_that_only_stands_beside_a_source() -> None:
    """R-43."""
    b = position().supply("0719", "1309").unit("hq_us_1", "1309").unit("us_vii", "0819")
    assert b.piece("us_vii") not in command.commandable(b.pos, b.piece("hq_us_1"))


def test_nothing_is_rebuilt_from_the_box_while_no_entry_hex_is_open() -> None:
    """R-33."""
    b = position(turn=4).unit("ge_2pz", "1208").unit("ge_9sspz", "1410").unit("hq_us_1", "2013").supply("2013")
    b.supply("0719").unit("hq_us_3", "0919").unit("us_v", "1019", steps=2)
    b.act().place(b.piece("us_vii"), b.hex("eliminated_allied"), 0)
    b.run(Replacements())
    assert b.refuses("replace us_vii 1").rule == "F44 10.1.2"


def test_a_rebuilt_allied_unit_that_is_shut_out_later_goes_back_to_the_box() -> None:
    """R-33."""
    b = position(turn=4).unit("ge_2pz", "1208").unit("ge_9sspz", "1410")
    b.act().place(b.piece("us_vii"), b.hex("eliminated_allied"), 2)
    b.flag("us_vii", "rebuilt").run(Reinforcements(w.ALLIED))
    assert b.on("us_vii") == "eliminated_allied" and b.pos.steps(b.piece("us_vii")) == 0


def test_the_18th_airborne_takes_us_infantry_points_in_its_box_without_a_headquarters() -> None:
    """R-64, 3.12."""
    b = position(turn=4)
    b.act().place(b.piece("us_xviii_abn"), b.hex("airborne_box"), 2)
    b.run(Replacements()).play("replace us_xviii_abn 1")
    assert b.pos.steps(b.piece("us_xviii_abn")) == 3


def test_nothing_german_is_rebuilt_in_the_training_scenario() -> None:
    """R-76."""
    b = position("falaise_gap", turn=1).unit("hq_ge_7", "1210").unit("ge_2pz", "1210", steps=2)
    b.act().place(b.piece("ge_lxxxiv"), b.hex("eliminated_german"), 0)
    b.run(Replacements())
    assert b.refuses("replace ge_lxxxiv 1").rule == "F44 10.1.2"
    b.play("replace ge_2pz 1")


# ---------------------------------------------------------------------- 10.1.4-10.1.6
def test_german_reinforcements_enter_any_german_city_and_march_at_once() -> None:
    """10.1.4, R-74: MP are the administrative row of box 1 less the entry hex."""
    b = position(turn=4).run(Reinforcements(w.GERMAN))
    unit = b.piece("ge_25pg")
    assert entry.points(b.pos, unit, b.hex("3510")) == 8 - 1
    assert b.refuses("reinforce ge_25pg 3411").rule == "F44 10.1.4"
    b.play("reinforce ge_25pg 3509 3609,3610")
    assert b.on("ge_25pg") == "3610" and not b.has("ge_25pg", "admin")


def test_german_reinforcements_that_are_shut_out_wait() -> None:
    """10.1.4."""
    b = position(turn=4).run(Reinforcements(w.GERMAN)).play("pass")
    assert b.piece("ge_25pg") in b.pos.pool("waiting")
    b.turn(5).run(Reinforcements(w.GERMAN)).play("reinforce ge_25pg 3509")


def test_a_reinforcement_placed_in_a_zoc_beside_a_friend_may_leave_it_but_enter_no_other() -> None:
    """R-39."""
    b = position(turn=4).unit("ge_2pz", "1410").unit("us_v", "1309").unit("us_vii", "1409")
    b.run(Reinforcements(w.ALLIED))
    assert b.refuses("reinforce us_14ad 1409 1510").rule in ("F44 5.3", "F44 10.1.5")
    b.play("reinforce us_14ad 1409 1309")
    assert b.on("us_14ad") == "1309"


@pytest.mark.parametrize(("reading", "waits"), [("waits", True), ("lost", False)])
def test_reinforcements_kept_out_by_stacking_alone_wait(reading: str, waits: bool) -> None:
    """R-73."""
    b = position(turn=4, options={"entry_blocked_by_stacking": reading})
    for label, units in zip(LODGEMENT, (("us_v", "us_vii"), ("us_xix", "us_xv"), ("us_xii", "us_vi")), strict=True):
        b.units(label, *units)
    b.units("1207", "us_2ad", "us_3ad").units("1309", "us_4ad", "us_5ad").units("1409", "us_6ad", "us_7ad")
    b.run(Reinforcements(w.ALLIED))
    assert b.quiet and (b.piece("us_iii") in b.pos.pool("waiting")) is waits


def test_who_will_never_come_is_said_before_the_last_place_is_taken() -> None:
    """R-73: with 14th Armored in the last place that stacking leaves, III Corps is lost."""
    b = position(turn=4, options={"entry_blocked_by_stacking": "lost"})
    for label, units in zip(LODGEMENT, (("us_v", "us_vii"), ("us_xix", "us_xv"), ("us_xii", "us_vi")), strict=True):
        b.units(label, *units)
    b.units("1207", "us_2ad", "us_3ad").units("1309", "us_4ad", "us_5ad").units("1409", "us_6ad")
    b.run(Reinforcements(w.ALLIED))
    found = cost(b.game, b.state, w.ALLIED, b.decision("reinforce us_14ad 1409"))
    assert b.piece("us_iii") in found.never and not found.gone
    assert "will never come: III Corps" in cost_text(b.game, b.state, found)
    b.play("reinforce us_14ad 1409")
    assert b.quiet and b.piece("us_iii") not in b.pos.pool("waiting")


def test_a_returning_allied_headquarters_that_is_shut_out_is_lost_and_a_german_one_waits() -> None:
    """R-75."""
    b = position(turn=5).unit("ge_2pz", "1208").unit("ge_9sspz", "1410")
    b.act().place(b.piece("hq_us_1"), b.hex("turn_track"), 1)
    b.flag("hq_us_1", "due", 5).run(Reinforcements(w.ALLIED))
    assert b.on("hq_us_1") == "-"
    b = position(turn=5)
    b.act().place(b.piece("hq_ge_1"), b.hex("turn_track"), 1)
    b.flag("hq_ge_1", "due", 5).run(Reinforcements(w.GERMAN)).play("pass")
    assert b.on("hq_ge_1") == "turn_track" and b.piece("hq_ge_1") in entry.coming(b.pos, w.GERMAN)


def test_antwerp_is_an_entry_hex_from_october_on_and_after_january_too() -> None:
    """R-25, 11.4."""
    for turn_, there in ((3, False), (4, True), (9, True)):
        b = position(turn=turn_).supply("2907")
        assert (b.hex("2907") in entry.hexes(b.pos, w.ALLIED)) is there


# ---------------------------------------------------------------------- 10.1.3
def test_the_southern_headquarters_comes_with_one_of_its_units() -> None:
    """R-68."""
    b = position(turn=3).run(Southern())
    assert b.refuses("place_south hq_ge_19 1828").rule == "F44 R-68"
    b.play("place_south ge_lxxxv 1828", "place_south hq_ge_19 1828")
    assert b.refuses("place_south ge_ivlw 1827").rule == "F44 10.1.3"


def test_a_german_set_up_that_the_allies_cannot_cover_is_not_allowed() -> None:
    """R-69."""
    b = position(turn=3)
    assert south.needed(b.pos, (b.hex("1128"), b.hex("2528"), b.hex("1828"))) == 3
    assert south.needed(b.pos, (b.hex("1228"), b.hex("1428"))) == 1, "S13 stands beside both"


def test_an_allied_southern_piece_stands_beside_a_german_hex() -> None:
    """R-69."""
    b = position(turn=3).run(Southern())
    for unit in ("ge_lxxxv", "ge_ivlw", "ge_11pz", "hq_ge_19"):
        b.play(f"place_south {unit} 1828")
    assert b.refuses("place_south us_vi S12").rule == "F44 10.1.3"
    b.play("place_south us_vi S18")


def test_the_german_owner_chooses_which_southern_stack_retreats_first_and_one_without_a_way_is_destroyed() -> None:
    """R-70, R-11: all retreat before the Allies advance; distance two is measured from every occupied box."""
    b = position(turn=3).unit("ge_lxxxv", "1828", moved_in=1).unit("ge_11pz", "2128", moved_in=1)
    b.unit("us_vi", "S18").unit("fr_i", "S21").run(SouthRetreats(), SouthAdvances())
    assert {choice.split()[1] for choice in b.choices()} == {"1828", "2128"}
    b.play(next(choice for choice in b.choices() if choice.startswith("south_retreat 2128")))
    assert b.offer is not None and b.offer.side == w.GERMAN, "the Allies wait for the other stack"
    ends = {choice.split()[2].split(",")[-1] for choice in b.choices()}
    boxes = ("S18", "S21")
    near = {b.pos.label(t) for box in boxes for t in b.game.ground.near[b.hex(box)]}
    assert ends and not ends & near, "row 28 beside the boxes is too near"
    c = position(turn=3).unit("ge_lxxxv", "1828", moved_in=1).unit("us_vi", "S18")
    for number, place in enumerate(c.game.ground.near[c.hex("1828")]):
        if number < 5:
            c.unit(("us_2ad", "us_3ad", "us_4ad", "us_5ad", "us_6ad")[number], c.pos.label(place))
    c.run(SouthRetreats(), SouthAdvances())
    assert c.on("ge_lxxxv") == "eliminated_german"


def test_the_18th_airborne_destroyed_in_market_garden_lies_in_the_box_for_good() -> None:
    """R-5."""
    b = (
        position(turn=4)
        .supply("1309")
        .unit("hq_us_1", "1309")
        .cadre("us_xviii_abn", "1409")
        .unit("us_v", "1409", steps=2)
    )
    b.assign("airborne", w.word("operation.market_garden")).flag("us_xviii_abn", "dropped", b.hex("1409") + 1)
    losses.lose_step(b.act(), b.piece("us_xviii_abn"), "9.6")
    assert b.on("us_xviii_abn") == "eliminated_allied"
    b.run(Replacements())
    assert b.refuses("replace us_xviii_abn 1").rule == "F44 3.12"


def test_the_bonus_of_the_objectives_is_reaction_points() -> None:
    """R-13."""
    b = position(turn=4).supply("0208", "0614").run(turn.ReactionPoints())
    assert b.lines("reckon.rp", w.ALLIED)["line.brittany"] == 3


def test_pieces_in_southern_boxes_leave_without_the_cost_of_a_zoc_and_never_come_back() -> None:
    """R-71."""
    b = position(turn=4).assign("south", 3).unit("hq_us_7", "S18").unit("fr_1db", "S18").unit("ge_2pz", "1928")
    assert not zoc.in_ezoc(b.pos, b.hex("S18"), w.ALLIED), "no ZOC goes into the boxes"
    b.single("fr_1db").box(1).play("move fr_1db 1828")
    assert b.of(ev.Moved)[0].cost == b.game.ground.cost[b.hex("1828")] + 1
    assert b.refuses("move fr_1db S18").rule == "F44 10.1.3"


@pytest.mark.parametrize(("reading", "commands"), [("boxes", False), ("boxes_and_row28", True)])
def test_southern_hexes_of_a_headquarters_are_the_boxes(reading: str, commands: bool) -> None:
    """R-72."""
    b = position(turn=4, options={"southern_hex": reading}).assign("south", 3)
    b.unit("hq_us_7", "S18").unit("us_vi", "1228")
    assert command.in_range(b.pos, b.piece("hq_us_7"), b.piece("us_vi")) is commands


def test_row_28_feeds_whoever_holds_it_once_the_south_is_open() -> None:
    """R-79."""
    b = position(turn=3).run(SouthOpens())
    assert b.hex("1828") in supply.sources(b.pos, w.ALLIED)
    b.unit("ge_2pz", "1828")
    assert b.hex("1828") in supply.sources(b.pos, w.GERMAN) and b.hex("1828") not in supply.sources(b.pos, w.ALLIED)


# ---------------------------------------------------------------------- 11
def test_control_passes_with_combat_units_and_never_with_headquarters() -> None:
    """R-78, 11.3."""
    b = position().supply("0719").unit("hq_us_1", "0919").unit("us_2ad", "0919")
    b.army("hq_us_1", "us_2ad").box(1).play("move us_2ad 1019,1120")
    assert b.pos.control(b.hex("1019")) == b.pos.control(b.hex("1120")) == w.ALLIED
    b.play("end_increment")
    b.single("hq_us_1").box(1).play("move hq_us_1 0918")
    assert b.pos.control(b.hex("0918")) == w.GERMAN


def test_an_occupied_german_city_and_a_retaken_allied_source_feed_who_holds_them() -> None:
    """R-79, 11.2."""
    b = position().unit("us_vii", "3310")
    assert b.hex("3310") in supply.sources(b.pos, w.ALLIED)
    b.unit("ge_2pz", "1309")
    assert b.hex("1309") in supply.sources(b.pos, w.GERMAN)


def test_lines_cross_rivers_and_the_rhine_but_no_blocked_hexside_and_no_sea() -> None:
    """R-27, R-80."""
    b = position().control("german", *LODGEMENT).supply("1609")
    assert supply.lines(b.pos, w.ALLIED)[b.hex("1610")][0] == 2, "not straight over the estuary"
    b = position().unit("us_vii", "3405").unit("hq_us_1", "3306")
    assert command.in_range(b.pos, b.piece("hq_us_1"), b.piece("us_vii"))


# ---------------------------------------------------------------------- 13, 14 set-up
@pytest.mark.parametrize("scenario", ["falaise_gap", "pursuit", "to_the_rhine", "campaign"])
def test_a_scenario_is_set_up_as_its_file_says(scenario: str) -> None:
    """14.0."""
    b = position(scenario, with_setup=True, seed="s")
    rules = b.pos.scenario
    assert all(b.state.at[piece] == at and b.state.steps[piece] == left for piece, at, left in rules.setup)
    assert not b.game.check_invariants(b.pos)


def test_options_of_a_new_game_are_named_when_they_are_wrong() -> None:
    """14.0, 12.10."""
    with pytest.raises(UnknownName):
        position(with_setup=True, options={"advantge": "yes"})
    with pytest.raises(BadDecision):
        position("falaise_gap", with_setup=True, options={"advantage": "yes"})
    with pytest.raises(BadDecision):
        position(with_setup=True, options={"turns": 12})
    assert position(with_setup=True, seed="s", options={"turns": "3"}).pos.var("last_turn") == 3
