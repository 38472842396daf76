"""Conformance cases of the Administrative Phase and of supply (3.11, 10.1, 11)."""

from __future__ import annotations

from hexledger.engine.games.france_1944 import sequence
from hexledger.engine.games.france_1944.questions import battle, retreats, south, supply
from hexledger.engine.games.france_1944.rules import attrition
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import Southern, SouthOpens, SouthRetreats
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, game, position


def steps(b: Built, unit: str) -> int:
    return b.pos.steps(b.piece(unit))


LODGEMENT = ("1207", "1309", "1409")
"""The sources that the Allies hold at the start (11.3)."""


# ---------------------------------------------------------------------- 10.1.1 attrition
def cut_off(
    unit: str, *, at: str = "2016", surrounded: bool, turn: int = 2, oos: int = 0, unit_steps: int = 0
) -> Built:
    """A piece without supply in the open country south of Paris; the ring of its enemies is closed or not."""
    b = position(turn=turn).control("german", *LODGEMENT).supply("0208").unit(unit, at, steps=unit_steps, oos=oos)
    enemies = ("ge_2pz", "ge_9sspz") if b.game.side_of[b.piece(unit)] == w.ALLIED else ("us_vii", "us_v")
    place = b.hex(at)
    if surrounded:
        ring = b.pos.board.neighbours[place]
        for enemy, there in zip(enemies, (ring[0], ring[3]), strict=True):
            b.unit(enemy, b.pos.label(there))
    return b


def administer(b: Built) -> Built:
    b.run(Attrition())
    while not b.quiet:
        b.play("check_rest")
    return b


def test_F44_170_a_unit_that_has_just_lost_supply_and_is_not_surrounded_is_marked_and_loses_nothing() -> None:
    b = administer(cut_off("us_vii", surrounded=False))
    assert steps(b, "us_vii") == 3 and b.has("us_vii", "oos")


def test_F44_171_a_unit_that_was_out_of_supply_already_loses_a_step() -> None:
    b = administer(cut_off("us_vii", surrounded=False, oos=1))
    assert steps(b, "us_vii") == 2 and b.has("us_vii", "oos")


def test_F44_172_a_surrounded_unit_that_has_just_lost_supply_loses_a_step() -> None:
    b = administer(cut_off("us_vii", surrounded=True))
    assert steps(b, "us_vii") == 2


def test_F44_172_a_surrounded_unit_that_was_out_of_supply_already_loses_two() -> None:
    assert steps(administer(cut_off("us_vii", surrounded=True, oos=1)), "us_vii") == 1


def test_F44_172_an_enemy_free_way_to_a_source_however_far_is_no_encirclement() -> None:
    b = cut_off("us_vii", surrounded=False)
    assert not supply.supplied(b.pos, b.piece("us_vii")) and not supply.surrounded(b.pos, b.piece("us_vii"))
    closed = cut_off("us_vii", surrounded=True)
    assert supply.surrounded(closed.pos, closed.piece("us_vii"))


def test_F44_174_a_unit_back_in_supply_loses_its_marker_and_no_step() -> None:
    b = position().supply("0719").unit("hq_us_1", "0919").unit("us_vii", "1019", oos=1)
    administer(b)
    assert not b.has("us_vii", "oos") and steps(b, "us_vii") == 3


def surrounded_german(turn: int = 4) -> Built:
    b = position(turn=turn).cadre("ge_lxxxiv", "2016", oos=1).units("2016")
    place = b.hex("2016")
    ring = b.pos.board.neighbours[place]
    b.unit("us_vii", b.pos.label(ring[0])).unit("us_v", b.pos.label(ring[3])).supply("0208", "2013")
    for fuehrer in sorted(b.game.roster.fuehrer):
        b.act().place(fuehrer, b.game.ground.fuehrer_pool, 1)
    return b


def test_F44_175_a_surrounded_german_cadre_leaves_the_game_and_raises_a_fuehrer_division_two_turns_later() -> None:
    b = surrounded_german()
    b.flag("us_vii", "checked").flag("us_v", "checked")
    administer(b)
    assert b.on("ge_lxxxiv") == "-", "removed from the game"
    raised = [p for p in b.pos.game.roster.fuehrer if b.pos.at(p) == b.game.ground.turn_track]
    assert len(raised) == 1 and b.pos.flag(raised[0], w.DUE) == 6
    b.turn(5)
    attrition.fuehrer_due(b.act())
    assert b.pos.at(raised[0]) == b.game.ground.turn_track
    b.turn(6)
    attrition.fuehrer_due(b.act())
    assert b.pos.at(raised[0]) == b.game.ground.eliminated[w.GERMAN]


def test_F44_176_an_allied_cadre_lost_by_attrition_lies_beside_the_box_until_replacements_are_over() -> None:
    b = cut_off("us_vii", surrounded=True, oos=1, unit_steps=1).supply("1309")
    administer(b)
    assert b.on("us_vii") == "beside_eliminated_allied"
    b.run(Replacements())
    while not b.quiet:
        assert b.refuses("replace us_vii 1").rule == "F44 10.1.2"
        b.play("pass")
    assert b.on("us_vii") == "eliminated_allied"


def test_F44_178_a_headquarters_out_of_supply_for_the_second_time_is_dispersed() -> None:
    b = administer(cut_off("hq_us_1", at="4016", surrounded=False, turn=6, oos=1))
    assert b.on("hq_us_1") == "turn_track" and b.has("hq_us_1", "due") == 8


def test_F44_179_a_headquarters_out_of_supply_for_the_first_time_is_marked() -> None:
    b = administer(cut_off("hq_us_1", at="4016", surrounded=False))
    assert b.on("hq_us_1") == "4016" and b.has("hq_us_1", "oos")


# ---------------------------------------------------------------------- 10.1.2 replacements
def replacing(*units: tuple[str, str, int], turn: int = 2) -> Built:
    """Units with their steps around the First Army in Normandy; the Allied replacements are asked for."""
    b = position(turn=turn).supply("1309").unit("hq_us_1", "1309")
    for unit, at, left in units:
        if left:
            b.unit(unit, at, steps=left)
        else:
            b.act().place(b.piece(unit), b.hex(at), 0)
    b.run(Replacements())
    return b


def test_F44_180_three_points_rebuild_an_eliminated_corps_which_must_enter_in_this_phase() -> None:
    b = replacing(("us_vii", "eliminated_allied", 0)).play("replace us_vii 3")
    if not b.quiet:
        b.play("pass")
    b.run(Reinforcements(w.ALLIED))
    assert steps(b, "us_vii") == 3
    assert b.refuses("pass").rule == "F44 10.1.2"
    b.play("reinforce us_vii 1309")
    assert b.on("us_vii") == "1309"


def test_F44_182_two_points_make_a_cadre_full() -> None:
    b = replacing(("us_vii", "1409", 1)).play("replace us_vii 2")
    assert steps(b, "us_vii") == 3


def test_F44_183_a_point_makes_a_reduced_unit_full_when_a_headquarters_supplies_it() -> None:
    b = replacing(("us_vii", "1409", 2)).play("replace us_vii 1")
    assert steps(b, "us_vii") == 3


def test_F44_183_a_unit_with_an_oos_marker_gets_nothing() -> None:
    b = position().supply("1309").unit("hq_us_1", "1309").unit("us_vii", "1409", steps=2, oos=1)
    b.unit("us_v", "1409", steps=2).run(Replacements())
    assert b.refuses("replace us_vii 1").rule == "F44 11.5"


def test_F44_184_a_unit_that_no_headquarters_supplies_gets_nothing() -> None:
    b = replacing(("us_vii", "2016", 2), ("us_v", "1409", 2))
    assert b.refuses("replace us_vii 1").rule == "F44 10.1.2"


def test_F44_186_points_of_the_other_allies_do_not_go_to_us_units() -> None:
    b = replacing(("us_vii", "1409", 1), ("br_xxx", "1409", 2), turn=1)
    b.act().track("track.us_infantry", 0, w.ALLIED)
    assert b.pos.track("other_infantry", w.ALLIED) > 0
    assert b.refuses("replace us_vii 1").rule == "F44 10.1.2"
    b.play("replace br_xxx 1")


def test_F44_187_points_that_are_not_spent_are_lost() -> None:
    b = replacing(("us_vii", "1409", 2)).play("pass")
    assert b.quiet and all(b.pos.track(f"us_{arm}", w.ALLIED) == 0 for arm in ("armour", "infantry"))


def german_points(*, crossed: int, at: str) -> Built:
    b = position(turn=10).assign("rhine_crossed", crossed).unit("hq_ge_1", "3510").unit("ge_xxv", "3510", steps=2)
    b.unit("ge_2pz", "3510", steps=2)
    b.act().place(b.piece("ge_f_donau"), b.hex(at), 0 if at.startswith("elim") else 1)
    return b.run(Replacements())


def test_F44_262_no_fuehrer_division_is_made_before_the_rhine_is_crossed() -> None:
    assert german_points(crossed=0, at="fuehrer_pool").refuses("replace ge_f_donau 1").rule == "F44 3.11"


def test_F44_263_after_the_crossing_one_armour_point_makes_a_fuehrer_division() -> None:
    b = german_points(crossed=9, at="eliminated_german")
    before = b.pos.track("german_armour", w.GERMAN)
    b.play("replace ge_f_donau 1")
    assert steps(b, "ge_f_donau") == 1 and b.of(ev.TrackSet)[0].value == before - 1


def test_F44_263_after_the_crossing_no_other_german_unit_gets_points() -> None:
    b = german_points(crossed=9, at="eliminated_german")
    assert b.refuses("replace ge_xxv 1").rule == b.refuses("replace ge_2pz 1").rule == "F44 3.11"


def test_F44_266_the_rule_of_fuehrer_divisions_is_3_11() -> None:
    assert "Fuehrer" in game().rule_title(game().rules["3.11"])


# ---------------------------------------------------------------------- 10.1.4-10.1.6 reinforcements
def test_F44_188_reinforcements_are_lost_when_every_entry_hex_lies_in_an_enemy_zoc() -> None:
    b = position(turn=4).unit("ge_2pz", "1208").unit("ge_9sspz", "1410")
    b.run(Reinforcements(w.ALLIED))
    assert b.quiet and b.pos.pool("waiting") == {} and b.on("us_iii") == "-"
    assert [event for event in b.of(ev.Noted) if b.game.word_key(event.message) == "note.lost_entry"]


def test_F44_190_a_reinforcement_enters_an_enemy_zoc_where_a_friendly_unit_stands() -> None:
    b = position(turn=4).unit("ge_2pz", "1410").unit("us_v", "1309").unit("us_vii", "1409")
    assert supply.zoc.in_ezoc(b.pos, b.hex("1409"), w.ALLIED)
    b.run(Reinforcements(w.ALLIED)).play("reinforce us_14ad 1409")
    assert b.on("us_14ad") == "1409"


# ---------------------------------------------------------------------- 10.1.3 the south
def test_F44_191_southern_reinforcements_come_in_september_only() -> None:
    b = position(turn=4).run(Southern())
    assert b.quiet and not b.of(ev.PhaseBegan)
    b = position(turn=3).run(Southern())
    assert b.offer is not None and "place_south" in b.offer.kinds


def southern(*germans: tuple[str, str]) -> Built:
    """September: the Germans are set up in the south, the Allies are to follow."""
    b = position(turn=3).run(Southern())
    for unit, at in germans:
        b.play(f"place_south {unit} {at}")
    return b


ALL_GERMANS = (("ge_lxxxv", "1828"), ("ge_ivlw", "1828"), ("ge_11pz", "2128"), ("hq_ge_19", "1828"))


def test_F44_280_every_german_southern_hex_has_an_adjacent_allied_unit() -> None:
    b = southern(*ALL_GERMANS)
    for unit, box in (("us_vi", "S18"), ("fr_i", "S18"), ("fr_ii", "S17")):
        b.play(f"place_south {unit} {box}")
    refusal = b.refuses("place_south fr_1db S18")
    assert refusal.rule == "F44 10.1.3" and "2128 would have no adjacent Allied unit" in str(refusal)
    b.play("place_south fr_1db S21")


def test_F44_281_once_the_allies_are_set_up_the_southern_hexes_are_their_sources() -> None:
    b = position(turn=3)
    assert not supply.sources(b.pos, w.ALLIED) & set(b.game.ground.row_28)
    b.run(SouthOpens())
    assert set(b.game.ground.row_28) <= supply.sources(b.pos, w.ALLIED)


def retreating(*units: tuple[str, str], allied: tuple[tuple[str, str], ...] = (), box: str = "S18") -> Built:
    b = position(turn=3)
    for unit, at in units:
        b.unit(unit, at, moved_in=1)
    b.unit("us_vi", box)
    for unit, at in allied:
        b.unit(unit, at)
    return b


def test_F44_192_armour_with_infantry_retreats_exactly_two_hexes_from_the_south() -> None:
    b = retreating(("ge_lxxxv", "1828"), ("ge_11pz", "1828"))
    ways = retreats.ways(b.pos, b.pos.fighters(b.hex("1828")), south.boxes(b.pos))
    assert ways and {len(way) for way in ways} == {2}
    b.run(SouthRetreats())
    start = b.hex("1828")
    b.play(next(choice for choice in b.choices() if choice.startswith("south_retreat")))
    assert b.on("ge_lxxxv") == b.on("ge_11pz")
    assert b.pos.board.distance(start, b.pos.at(b.piece("ge_lxxxv"))) == 2


def test_F44_192_armour_alone_may_go_three() -> None:
    b = retreating(("ge_11pz", "1828"))
    assert {len(way) for way in retreats.ways(b.pos, b.pos.fighters(b.hex("1828")), south.boxes(b.pos))} == {2, 3}


def test_F44_194_a_southern_stack_that_only_an_enemy_zoc_is_open_to_is_destroyed() -> None:
    b = retreating(("ge_lxxxv", "1828"), allied=(("us_vii", "1726"), ("us_v", "1926")))
    for place in b.game.ground.near[b.hex("1828")]:
        if place not in supply.zoc.zone(b.pos, w.ALLIED):
            b.unit({0: "us_2ad", 1: "us_3ad", 2: "us_4ad"}[len(b.pos.of(w.ALLIED)) % 3], b.pos.label(place))
    b.run(SouthRetreats())
    assert b.on("ge_lxxxv") == "eliminated_german"


def test_F44_195_an_allied_unit_that_stays_in_its_box_attacks_later_and_set_piece_only() -> None:
    b = position(turn=4).assign("south", 3).unit("us_vi", "S18").unit("hq_us_7", "S18").unit("ge_lxxxv", "1828")
    b.army("hq_us_7", "us_vi").box(1, "a")
    b.dice(1, 0, 6, 0).play("attack us_vi 1828")
    assert b.of(ev.Reckoned), "the attack is carried out"
    assert not battle.is_mobile(b.pos, (b.piece("us_vi"),), (b.hex("1828"),)), "it has not entered a hex"


def test_F44_196_a_headquarters_in_a_southern_box_commands_nobody_outside() -> None:
    b = position(turn=4).assign("south", 3).unit("hq_us_7", "S18").unit("us_vi", "S18").unit("us_v", "1828")
    b.run(sequence.InitiativePhase(w.ALLIED)).play("activate_hq hq_us_7")
    assert b.refuses("designate us_v").rule == "F44 4.6"
    b.play("designate us_vi")


# ---------------------------------------------------------------------- 11.1-11.3 supply
def far(length: int) -> Built:
    """First US Army so many hexes from Brest, its only source."""
    b = position().control("german", *LODGEMENT).supply("0208")
    found = [
        place
        for place, (distance, _) in supply.lines(b.pos, w.ALLIED).items()
        if distance == min(length, 20) and b.pos.board.terrain[place] == "clear"
    ]
    place = found[0]
    if length > 20:
        reached = supply.lines(b.pos, w.ALLIED)
        place = next(t for p in found for t in b.game.ground.near[p] if t not in reached)
    return b.unit("hq_us_1", b.pos.label(place))


def test_F44_201_a_line_of_twenty_hexes_supplies_a_headquarters_and_one_of_twenty_one_does_not() -> None:
    assert supply.supplied(far(20).pos, game().find_piece("hq_us_1"))
    assert not supply.supplied(far(21).pos, game().find_piece("hq_us_1"))


def test_F44_202_a_supplied_headquarters_passes_supply_on_within_its_range() -> None:
    b = far(20)
    hq = b.pos.at(b.piece("hq_us_1"))
    reached = supply.lines(b.pos, w.ALLIED)
    there = [p for p in b.game.ground.land if p not in reached and b.pos.board.distance(hq, p) == 4]
    b.unit("hq_us_3", b.pos.label(min(there)))
    assert supply.supplied(b.pos, b.piece("hq_us_3"))
    b.act().remove(b.piece("hq_us_1"), "reason.entry")
    assert not supply.supplied(b.pos, b.piece("hq_us_3"))


def test_F44_203_a_unit_beside_a_source_is_in_supply_without_a_headquarters() -> None:
    b = position().supply("0719").unit("us_vii", "0819").unit("us_v", "0919")
    assert supply.supplied(b.pos, b.piece("us_vii")) and not supply.supplied(b.pos, b.piece("us_v"))


def test_F44_205_a_line_runs_through_an_enemy_zoc_that_a_friendly_cadre_holds() -> None:
    b = position().control("german", *LODGEMENT).supply("1609").unit("hq_us_1", "1711")
    b.unit("ge_2pz", "1809").unit("ge_9sspz", "1511")
    assert not supply.supplied(b.pos, b.piece("hq_us_1")), "1510, 1709 and 1710 lie in German ZOC"
    b.cadre("us_vii", "1710")
    assert supply.supplied(b.pos, b.piece("hq_us_1"))


def test_F44_206_st_nazaire_is_a_german_source_at_the_start() -> None:
    b = position("campaign", with_setup=True, seed="s")
    assert b.hex("0614") in supply.sources(b.pos, w.GERMAN)


def test_F44_207_the_allies_begin_with_three_sources() -> None:
    b = position("campaign", with_setup=True, seed="s")
    assert set(map(b.pos.label, supply.sources(b.pos, w.ALLIED))) == {"1207", "1309", "1409"}


def test_F44_209_a_german_city_that_the_allies_have_left_is_a_german_source_again() -> None:
    b = position().unit("us_vii", "3510")
    assert b.hex("3510") not in supply.sources(b.pos, w.GERMAN)
    assert b.hex("3510") in supply.sources(b.pos, w.ALLIED), "it feeds the Allies meanwhile"
    b.act().move(b.piece("us_vii"), (b.hex("3510"), b.hex("3410")), "mode.move")
    assert b.hex("3510") in supply.sources(b.pos, w.GERMAN) and b.pos.control(b.hex("3510")) == w.ALLIED


# ---------------------------------------------------------------------- 11.5 what being out of supply does
def test_F44_214_a_unit_in_supply_at_activation_stays_so_for_the_phase() -> None:
    b = position().supply("0719").unit("hq_us_1", "0919").unit("us_2ad", "1019").army("hq_us_1", "us_2ad").box(1)
    b.play("move us_2ad 1120,1220,1321,1421,1522")
    unit = b.piece("us_2ad")
    assert not supply.supplied(b.pos, unit) and not b.has("us_2ad", "oos") and b.pos.mpa(unit) == 6


def reacting(unit: str, **marks: int) -> Built:
    """A unit far from everything reacts alone."""
    return position().unit(unit, "2016", **marks).points("allied", rp=3).points("german", rp=3).single(unit)


def test_F44_217_out_of_supply_an_allowance_of_four_becomes_three() -> None:
    b = reacting("us_vii")
    assert b.pos.mpa(b.piece("us_vii")) == 3


def test_F44_217_out_of_supply_an_allowance_of_six_becomes_four() -> None:
    b = reacting("us_2ad")
    assert b.pos.mpa(b.piece("us_2ad")) == 4


def test_F44_218_out_of_supply_an_allowance_of_three_becomes_two() -> None:
    b = reacting("fr_i")
    assert b.pos.mpa(b.piece("fr_i")) == 2


def test_F44_219_out_of_supply_an_allowance_of_two_becomes_zero() -> None:
    b = reacting("ge_xxv")
    assert b.pos.mpa(b.piece("ge_xxv")) == 0
    b.box(1)
    assert b.pos.active == 0 or "move" not in b.offer.kinds  # type: ignore[union-attr]


def test_F44_223_a_headquarters_out_of_supply_is_not_activated() -> None:
    b = (
        position()
        .control("german", *LODGEMENT)
        .supply("0719")
        .unit("hq_us_1", "4016")
        .unit("hq_us_3", "0919")
        .run(sequence.InitiativePhase(w.ALLIED))
    )
    assert b.refuses("activate_hq hq_us_1").rule == "F44 11.5"


def test_F44_225_F44_284_a_unit_out_of_supply_reacts_alone_with_its_penalties_and_without_a_marker() -> None:
    b = position().unit("us_vii", "2016").points("allied", rp=1).run(sequence.FinalReaction(w.ALLIED))
    b.play("react_piece us_vii", "administer -")
    assert not b.has("us_vii", "oos") and b.has("us_vii", "cut_off")
    b.play("end_phase")
    assert not b.has("us_vii", "oos") and not b.has("us_vii", "cut_off")


def test_F44_225_a_unit_found_in_supply_at_its_activation_loses_its_marker() -> None:
    b = position().supply("0719").unit("us_vii", "0819", oos=1).single("us_vii")
    assert not b.has("us_vii", "oos")


def test_F44_223_a_headquarters_out_of_supply_leads_no_army_reaction() -> None:
    b = position().unit("hq_us_1", "4016").points("allied", rp=3).run(sequence.FinalReaction(w.ALLIED))
    assert b.refuses("react_army hq_us_1").rule == "F44 11.5"
