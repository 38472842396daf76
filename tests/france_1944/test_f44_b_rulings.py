"""France 1944: our rulings on combat, air, the Rhine, the 18th Airborne and victory (R-5 to R-70, 9.3, 12.4, 13)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import advances, banks, command, retreats, score
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.rules import airborne, bridgeheads, crossing, retreat, turn
from hexledger.engine.games.france_1944.rules.bulge import BulgeWindow
from hexledger.engine.games.france_1944.rules.retreat import Retreats
from hexledger.engine.games.france_1944.rules.victory import Victory
from hexledger.engine.games.france_1944.sequence import BulgePhases, CycleEnds, DrawChit
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, TWO, attack, battle, field, moved_in, result, settle, steps, throw


def front(*units: str, box: int = 1, at: str = "1120") -> Built:
    """VII Corps and 2nd Armored in 1020 attack Germans in 1120."""
    b = field().units("1020", "us_vii", "us_2ad").units(at, *(units or ("ge_2pz",)))
    return b.army("hq_us_1", "us_vii", "us_2ad").box(box, "a")


# ---------------------------------------------------------------------- 8, 9: declaring, air, dice
def test_by_the_mutual_reading_attacking_hexes_are_adjacent_to_each_other_too() -> None:
    """R-6, 8.0."""
    for reading, legal in (("cross", True), ("mutual", False)):
        b = field(options={"attack_adjacency": reading}).unit("us_vii", "1020").unit("us_2ad", "1219")
        b.unit("us_v", "1021").unit("ge_2pz", "1120").army("hq_us_1", "us_vii", "us_2ad").box(1, "a")
        if legal:
            attack(b, "attack us_vii,us_2ad 1120", *throw(FAIL, ONE, PASS, ONE)).play("lead us_vii")
        else:
            assert b.refuses("attack us_vii,us_2ad 1120").rule == "F44 8.0"


def test_a_heavy_bomber_may_fly_again_once_an_allied_chit_is_drawn() -> None:
    """R-7, 9.2."""
    b = position(turn=3).assign("bomber_used", 1).chits(allied=1).draws("chit.allied").run(DrawChit())
    assert not b.pos.var("bomber_used")
    german = position(turn=3).assign("bomber_used", 1).chits(german=1).draws("chit.german").run(DrawChit())
    assert german.pos.var("bomber_used"), "a German chit does not count"


@pytest.mark.parametrize(("reading", "again"), [("no", False), ("yes", True)])
def test_a_tactical_marker_serves_one_combat_of_an_increment(reading: str, again: bool) -> None:
    """R-8, 9.2."""
    from hexledger.engine.games.france_1944.rules import air

    b = position(turn=3, options={"tactical_twice": reading}).air(1).assign("tactical_used", 1)
    assert (air.why_not(b.pos, w.TACTICAL, w.ALLIED) is None) is again


@pytest.mark.parametrize(
    ("attacker", "defender", "name"),
    [(PASS, PASS, "standoff"), (PASS, FAIL, "retreat"), (FAIL, PASS, "repulse"), (FAIL, FAIL, "stalemate")],
)
def test_the_four_boxes_of_the_matrix(attacker: int, defender: int, name: str) -> None:
    """R-9, 9.6."""
    b = attack(front(), "attack us_vii 1120", *throw(attacker, ONE, defender, ONE))
    assert result(b) == name


def test_each_side_names_its_lead_unit_the_attacker_first() -> None:
    """9.3."""
    b = front("ge_lxxxiv", "ge_2pz")
    attack(b, "attack us_vii,us_2ad 1120", *throw(FAIL, ONE, PASS, ONE))
    assert b.offer is not None and b.offer.side == w.ALLIED and b.refuses("lead ge_2pz").rule == "F44 9.3"
    b.play("lead us_vii")
    assert b.offer is not None and b.offer.side == w.GERMAN
    b.play("lead ge_2pz")
    assert b.pos.flag(b.piece("us_vii"), w.ATTACKED) == 1


def test_terrain_changes_the_morale_of_the_defender_alone() -> None:
    """R-29, 9.4."""
    b = position(turn=2).unit("us_vii", "0911").unit("ge_lxxiv", "0912")
    fight = battle(b, "us_vii", "0912")
    assert bt.defence_morale(b.pos, fight).total == b.pos.morale(b.piece("ge_lxxiv")) + 1
    assert bt.attack_morale(b.pos, fight).total == b.pos.morale(b.piece("us_vii"))


def test_a_single_piece_has_no_headquarters_bonus() -> None:
    """R-44, 4.9."""
    b = field().unit("us_vii", "1019").unit("ge_2pz", "1119").points("allied", rp=3).single("us_vii").box(1, "a")
    assert bt.attack_hq(b.pos, (b.piece("us_vii"),)) == -1


def test_the_increment_just_before_counts_even_if_nobody_acted_in_it() -> None:
    """R-53, 9.1."""
    b = field().unit("us_2ad", "1020").unit("ge_lxxxiv", "1120").assign("increment", 3)
    units, places = (b.piece("us_2ad"),), (b.hex("1120"),)
    moved_in(b, "us_2ad", before=1)
    assert not bt.is_mobile(b.pos, units, places)
    moved_in(b, "us_2ad", before=2)
    assert bt.is_mobile(b.pos, units, places)


def test_a_town_or_the_west_wall_alone_does_not_bar_mobile_combat_and_both_targets_must_allow_it() -> None:
    """R-54, 9.1."""
    b = field().unit("us_2ad", "0911").unit("ge_lxxxiv", "0912").unit("ge_2pz", "1011").assign("increment", 2)
    moved_in(b, "us_2ad")
    assert not bt.fortified(b.pos, b.hex("1011")) and bt.fortified(b.pos, b.hex("0912"))
    assert bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("1011"),))
    assert not bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("1011"), b.hex("0912")))


# ---------------------------------------------------------------------- 9.7 retreats
def test_the_owner_chooses_the_way_and_each_hex_goes_as_its_own_stack() -> None:
    """R-15, R-46, 9.7."""
    b = field().units("1020", "us_vii", "us_2ad").unit("ge_2pz", "1120").unit("ge_9sspz", "1121")
    b.army("hq_us_1", "us_vii", "us_2ad").box(1, "a")
    attack(b, "attack us_vii,us_2ad 1120,1121", *throw(PASS, ONE, FAIL, ONE)).play("lead us_vii", "lead ge_2pz")
    assert b.offer is not None and b.offer.side == w.GERMAN and b.offer.kinds == ("retreat",)
    starts = {line.split()[1] for line in b.choices()}
    assert starts == {"1120", "1121"}, "either stack may go first"
    b.play(next(line for line in b.choices() if line.startswith("retreat 1121")))
    assert b.on("ge_9sspz") not in ("1120", "1121") and b.on("ge_2pz") == "1120"


def test_a_hex_that_a_beaten_stack_has_fled_into_is_not_attacked_in_the_same_increment() -> None:
    """R-23, 8.0."""
    b = front("ge_2pz")
    b.unit("ge_lxxxiv", "1219").flag("ge_2pz", "defended", 1)
    b.act().move(b.piece("ge_2pz"), b.path("1120", "1219"), "mode.retreat")
    b.unit("us_v", "1119").flag("us_v", "active", 1)
    assert b.refuses("attack us_v 1219").rule == "F44 8.0"


def test_losses_come_between_the_choice_to_retreat_and_the_way() -> None:
    """R-30, R-48, 9.7: armour whose infantry died goes two hexes or three."""
    b = field().units("1020", "us_vii", "us_2ad").cadre("ge_lxxxiv", "1120").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_vii", "us_2ad").box(1, "a")
    attack(b, "attack us_vii,us_2ad 1120", *throw(PASS, ONE, FAIL, ONE)).play("lead us_vii", "lead ge_lxxxiv")
    assert steps(b, "ge_lxxxiv") == (0,)
    assert {len(line.split()[2].split(",")) for line in b.choices() if line.startswith("retreat")} == {2, 3}


def test_nobody_retreats_over_the_rhine_without_a_bridge() -> None:
    """R-38, 9.7, 9.8."""
    b = position(turn=9).unit("ge_lxxxvi", "3406").unit("ge_2pz", "3407")
    assert not retreats.may_step(b.pos, (b.piece("ge_lxxxvi"),), b.hex("3406"), b.hex("3506"))
    assert retreats.may_step(b.pos, (b.piece("ge_2pz"),), b.hex("3407"), b.hex("3507")), "by the Wesel bridge"
    assert not retreats.may_step(
        b.marker("bridge_blown", "3407", "3507").pos, (b.piece("ge_2pz"),), b.hex("3407"), b.hex("3507")
    )


def test_a_hex_that_a_headquarters_still_holds_is_not_vacated_and_not_attacked() -> None:
    """R-45, 8.0, 9.8."""
    b = field().cadre("us_vii", "1020").unit("hq_ge_7", "1120").army("hq_us_1", "us_vii").box(1, "a")
    assert advances.vacated(b.pos, (b.hex("1120"),), w.ALLIED) == ()
    assert advances.vacated(b.pos, (b.hex("1121"),), w.ALLIED) == (b.hex("1121"),)


def test_an_optional_retreat_is_offered_only_if_every_stack_could_go() -> None:
    """R-46, 9.7."""
    b = field().units("1020", "us_vii", "us_2ad").unit("ge_lxxxiv", "1120")
    for unit, label in (("us_xix", "1118"), ("us_xv", "1122"), ("us_xii", "1320")):
        b.unit(unit, label)
    b.army("hq_us_1", "us_vii", "us_2ad").box(1, "a")
    attack(b, "attack us_vii 1120", *throw(FAIL, ONE, PASS, ONE))
    assert b.offer is None or "fall_back" not in b.offer.kinds


def falaise(*, forced: bool) -> Built:
    """A German stack at the edge of the training scenario whose ways all lead out of it."""
    b = position("falaise_gap", turn=1).unit("us_vii", "0913").unit("ge_lxxxiv", "0814")
    for unit, label in (("us_v", "0812"), ("us_xix", "1013")):
        b.unit(unit, label)
    return b.run(Retreats((b.piece("us_vii"),), (b.hex("0814"),), forced))


def test_a_stack_driven_out_of_the_training_area_leaves_play_and_is_no_loss() -> None:
    """R-49, R-77, 13.1."""
    b = falaise(forced=True)
    inside = retreats.ways(position("falaise_gap", turn=1).unit("ge_lxxxiv", "0814").pos, (b.piece("ge_lxxxiv"),), ())
    assert inside, "alone it would have a way inside"
    assert b.gone("ge_lxxxiv") and b.pooled("left", "ge_lxxxiv") == 1
    assert score.steps_lost(b.pos, w.GERMAN) == sum(
        n for piece, _, n in b.pos.scenario.setup if piece != b.piece("ge_lxxxiv") and b.pos.side(piece) == w.GERMAN
        and not b.pos.is_hq(piece)
    )  # fmt: skip
    held = falaise(forced=False)
    assert held.on("ge_lxxxiv") == "0814" and steps(held, "ge_lxxxiv") == (2,), "an optional retreat may not leave"


# ---------------------------------------------------------------------- 9.8 advances, 3.10
def test_from_two_hexes_each_unit_enters_the_one_beside_it_and_perhaps_the_other_next() -> None:
    """R-50, 9.8."""
    b = position(turn=2).unit("us_2ad", "1020")
    empty = (b.hex("1120"), b.hex("1121"))
    found = {tuple(map(b.pos.label, path)) for path in advances.paths(b.pos, b.piece("us_2ad"), empty)}
    assert ("1120", "1121") in found and ("1121", "1120") in found and ("1219",) not in found


def test_the_zoc_on_the_vacated_hex_is_looked_at_when_each_unit_enters() -> None:
    """R-51, 9.8."""
    b = position(turn=2).unit("us_vii", "1020").unit("ge_2pz", "1219")
    assert not advances.beyond(b.pos, b.piece("us_vii"), b.hex("1120"))
    b.act().steps(b.piece("ge_2pz"), 1)
    assert advances.beyond(b.pos, b.piece("us_vii"), b.hex("1120")) == 1, "a cadre has no ZOC"


# ---------------------------------------------------------------------- 12.3, 12.4 the 18th
def garden(turn_: int = 4, at: str = "3306", **options: str) -> Built:
    """Market Garden in a hex; Ninth Army is near."""
    b = (
        position(turn=turn_, options=options)
        .supply("2907")
        .unit("hq_us_9", "3307")
        .unit("us_xviii_abn", "airborne_box")
    )
    b.dice(6, 6, 6)
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex(at))
    return b.run()


def test_the_18th_obeys_any_headquarters_and_counts_as_no_us_unit_of_the_british() -> None:
    """R-32, 12.3."""
    b = garden().unit("hq_br_2", "3206").unit("us_v", "3206").unit("hq_ca_1", "3205")
    unit = b.piece("us_xviii_abn")
    assert command.eligible(b.pos, b.piece("hq_ca_1"), unit) and not command.eligible(
        b.pos, b.piece("hq_ca_1"), b.piece("us_v")
    )
    assert command.over_capacity(b.pos, b.piece("hq_br_2"), (unit, b.piece("us_v"))) is None


def test_the_18th_stays_through_the_reaction_and_goes_at_the_end_of_the_cycle() -> None:
    """R-37, 3.12, 12.3."""
    b = garden()
    assert b.on("us_xviii_abn") == "3306"
    assert b.run(CycleEnds()).on("us_xviii_abn") == "airborne_box"


def test_its_six_hexsides_the_rhine_among_them_cost_nothing_but_bridges_are_still_tried() -> None:
    """R-17, R-55, 12.3."""
    b = garden()
    assert banks.water(b.pos, b.hex("3306"), b.hex("3405"), w.ALLIED) == ""
    assert banks.water(b.pos, b.hex("3406"), b.hex("3506"), w.ALLIED) == "rhine", "not beyond its own hexsides"
    arnhem = next(bridge for bridge in b.game.ground.bridges if bridge.id == "arnhem")
    assert banks.blown(b.pos, arnhem), "R-58: a drop sets the roll off"


def test_a_market_garden_bridgehead_goes_with_the_18th() -> None:
    """R-61, 12.6."""
    for reading, there in (("temporary", False), ("stays", True)):
        b = garden(at="3506", market_garden_bridgehead=reading)
        assert banks.bridgehead(b.pos, b.hex("3506"))
        assert banks.bridgehead(b.run(CycleEnds()).pos, b.hex("3506")) is there
    held = garden(at="3506").unit("us_v", "3506").run(CycleEnds())
    assert banks.bridgehead(held.pos, held.hex("3506")), "others hold it now"


def test_market_garden_by_the_other_reading_once_a_turn() -> None:
    """R-62, 12.3."""
    for reading, again in (("unlimited", True), ("once_a_turn", False)):
        b = garden(market_garden_uses=reading).run(CycleEnds())
        assert (airborne.may_drop(b.pos, w.MARKET_GARDEN) is None) is again


def test_in_plunder_varsity_an_infantry_unit_makes_room_for_the_18th() -> None:
    """R-63, 12.4, 4.7."""
    b = position(turn=10).supply("2907").unit("hq_fr_1", "3307").unit("us_xviii_abn", "airborne_box")
    for unit, label in (("fr_i", "3306"), ("fr_ii", "3306")):
        b.unit(unit, label)
    b.army("hq_fr_1", "fr_i", "fr_ii", kind=w.INITIATIVE)
    assert b.offer is not None
    if "drop" in b.offer.kinds:
        b.dice(6, 6).play("drop 3405")
    assert b.has("us_xviii_abn", "active"), "two of three places were taken"
    full = position(turn=10).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box")
    for unit, label in (("us_v", "3306"), ("us_vii", "3306"), ("us_xix", "3307"), ("us_xv", "3307")):
        full.unit(unit, label)
    full.army("hq_us_9", "us_v", "us_vii", "us_xix", "us_xv").dice(6, 6).play("drop 3405")
    assert full.offer is not None and full.offer.kinds == ("release",)
    full.play("release us_xv")
    assert not full.has("us_xv", "active") and full.has("us_xviii_abn", "active")


# ---------------------------------------------------------------------- 12.5
def test_the_bulge_as_often_as_the_chits_allow_or_once_a_game() -> None:
    """R-21, 12.5."""
    for reading, again in (("unlimited", True), ("once", False)):
        b = position(turn=7, options={"bulge_uses": reading}).chits(german=2).assign("bulge", 6).run(BulgeWindow())
        assert (not b.quiet) is again


def test_two_chits_leave_the_cup_and_the_same_headquarters_may_act_twice() -> None:
    """R-65, 12.5."""
    b = position(turn=6).unit("hq_ge_7", "3512").unit("ge_2pz", "3512").chits(german=3).assign("bomber_used", 1)
    b.run(BulgeWindow(), BulgePhases()).play("declare_bulge")
    for _ in range(2):
        settle(b, "activate_hq").play("activate_hq hq_ge_7")
        b.play(next(line for line in b.choices() if line.startswith("designate")))
        while not b.quiet and b.offer is not None and "activate_hq" not in b.offer.kinds:
            offered = b.choices()
            b.play(next((line for line in offered if line in ("pass", "end_phase", "administer -")), offered[-1]))
    assert b.quiet and b.pos.pool("cup") == {w.CHITS[w.GERMAN]: 1} and b.pos.var("bomber_used") == 1


# ---------------------------------------------------------------------- 12.6-12.9 the Rhine
def test_bridgeheads_by_zoc_come_from_the_east_bank_alone() -> None:
    """R-19, 12.6."""
    for reading, there in (("east_bank", False), ("either_bank", True)):
        b = position(turn=9, options={"bridgehead_zoc": reading}).supply("2907").unit("us_v", "3406")
        bridgeheads.test(b.act())
        assert banks.bridgehead(b.pos, b.hex("3506")) is there


def test_a_bridgehead_comes_when_a_move_has_ended_and_not_on_the_way() -> None:
    """R-59, 12.6."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3307").unit("us_2ad", "3407").army("hq_us_9", "us_2ad").box(1)
    b.marker("bridge_intact", "3407", "3507").play("move us_2ad 3507,3607")
    assert b.on("us_2ad") == "3607" and banks.bridgehead(b.pos, b.hex("3507")), "now in Allied ZOC only"
    passed = [event for event in b.of(ev.MarkerSet) if event.marker == w.BRIDGEHEAD]
    moves = [event for event in b.events if isinstance(event, ev.Moved)]
    assert passed and b.events.index(passed[0]) > b.events.index(moves[-1])


def test_any_allied_piece_at_either_end_sets_the_rolls_off() -> None:
    """R-22, R-58, 12.7."""
    for unit, place in (("us_v", "3409"), ("hq_us_9", "3409"), ("us_v", "3509")):
        b = position(turn=9)
        b.unit(unit, "3309")
        from hexledger.engine.games.france_1944.rules import entering

        assert len(entering.rolls(b.pos, b.piece(unit), b.hex(place))) == 1
        assert not entering.rolls(b.pos, b.piece("ge_2pz"), b.hex(place)), "Germans blow nothing by coming"


def test_germans_cross_the_rhine_by_boat_too() -> None:
    """R-40, 12.8."""
    b = position(turn=9).unit("hq_ge_1", "3606").unit("ge_2pz", "3506").army("hq_ge_1", "ge_2pz").box(1)
    b.play("move ge_2pz 3406")
    assert b.on("ge_2pz") == "3406" and not b.pos.var("rhine_crossed")


def test_only_those_beyond_the_rhine_are_bound_to_the_vacated_hex() -> None:
    """R-56, 12.8."""
    b = position(turn=9).unit("us_v", "3406").unit("us_2ad", "3505")
    empty = (b.hex("3506"),)
    assert {len(path) for path in advances.paths(b.pos, b.piece("us_v"), empty)} == {1}
    assert {len(path) for path in advances.paths(b.pos, b.piece("us_2ad"), empty)} == {1, 2}


def test_what_counts_as_the_first_crossing() -> None:
    """R-18, R-66, 12.9: a combat unit over a Rhine hexside onto the east bank, by move, advance or retreat."""
    b = position(turn=9).unit("us_v", "3407").marker("bridge_intact", "3407", "3507")
    retreat.fall_back(b.act(), (b.piece("us_v"),), b.path("3407", "3507", "3607"), "mode.retreat", "9.7")
    assert b.pos.var("rhine_crossed") == 9
    drop = garden(at="3506")
    assert not drop.pos.var("rhine_crossed"), "a drop alone does not"
    crossing.crossed(drop.act(), drop.piece("us_xviii_abn"), drop.hex("3306"))
    assert not drop.pos.var("rhine_crossed"), "nor does the west bank"


def test_german_points_at_hand_are_kept_when_the_rhine_is_crossed() -> None:
    """R-24, 12.9."""
    b = position(turn=9).points("german", rp=4).unit("us_v", "3406")
    crossing.crossed(b.act(), b.piece("us_v"), b.hex("3506"))
    assert b.pos.track("rp", w.GERMAN) == 4
    b.points("german").run(turn.ReactionPoints())
    assert b.pos.track("rp", w.GERMAN) == 0


def test_one_side_s_two_dice_are_thrown_again_and_nothing_else() -> None:
    """R-20, 12.10."""
    b = field(options={"advantage": "yes"}).unit("us_v", "1020").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(FAIL, ONE, PASS, TWO))
    b.dice(PASS, ONE).play("reroll reroll.attack")
    rolled = [b.game.word_key(event.purpose) for event in b.of(ev.Rolled)]
    assert rolled == ["roll.morale_attack", "roll.hits_attack"] and result(b) == "standoff"


def test_the_18th_destroyed_in_market_garden_never_comes_back() -> None:
    """R-5, 3.12."""
    from hexledger.engine.games.france_1944.rules import losses, replacements

    b = garden()
    losses.eliminate(b.act(), b.piece("us_xviii_abn"), "9.6")
    b.run(CycleEnds()).track("us_infantry", 3, w.ALLIED)
    assert replacements.refused(b.pos, w.ALLIED, b.piece("us_xviii_abn")) is not None
    ordinary = garden().run(CycleEnds())
    losses.eliminate(ordinary.act(), ordinary.piece("us_xviii_abn"), "10.1.1")
    assert not ordinary.has("us_xviii_abn", "never"), "lost otherwise it may be rebuilt"


def test_the_objectives_bring_reaction_points_and_no_replacements() -> None:
    """R-13, 12.1, 12.2."""
    b = position(turn=4).supply("0208", "0614")
    assert turn.bonus(b.pos) == 3
    before = b.pos.track("us_infantry", w.ALLIED)
    b.run(turn.ReactionPoints())
    assert b.lines("reckon.rp", w.ALLIED)["line.brittany"] == 3 and b.pos.track("us_infantry", w.ALLIED) == before


def test_a_southern_box_lies_one_hex_beyond_the_hexes_that_it_leads_to() -> None:
    """R-70, R-11, 10.1.3: a southern stack keeps two hexes from every occupied box, or is destroyed."""
    b = position(turn=3).unit("ge_lxxxv", "1528").unit("us_vi", "S15")
    assert retreats.apart(b.pos, b.hex("S15"), b.hex("1528")) == 1
    assert retreats.apart(b.pos, b.hex("S15"), b.hex("1527")) == 2
    ways = retreats.ways(b.pos, (b.piece("ge_lxxxv"),), (b.hex("S15"),))
    assert ways and all(retreats.apart(b.pos, b.hex("S15"), way[-1]) >= 2 for way in ways)
    for unit, label in (("us_v", "1426"), ("us_vii", "1626"), ("us_xix", "1327"), ("us_xv", "1727")):
        b.unit(unit, label)
    assert not retreats.ways(b.pos, (b.piece("ge_lxxxv"),), (b.hex("S15"),))


# ---------------------------------------------------------------------- 13
def test_points_of_places_and_counts_decide_after_the_last_turn() -> None:
    """13.0, 2.0-12, R-78."""
    b = position("pursuit", with_setup=True, seed="end", options={"turns": 1})
    assert score.total(b.pos) == 0 and score.level(b.pos)["key"] == "german_decisive"
    b.run(Victory())
    assert b.state.over and b.state.winner == w.GERMAN


def test_before_the_last_turn_only_an_automatic_victory_ends_the_game() -> None:
    """13.0, 2.0-12."""
    early = position("campaign", turn=4).run(Victory())
    assert not early.state.over
    late = position("campaign", turn=5).run(Victory())
    assert late.state.winner == w.GERMAN, "Paris is not Allied in November"
    held = position("campaign", turn=5).supply("2013").run(Victory())
    assert not held.state.over
    beaten = position("campaign", turn=2).control("german", "1207", "1309", "1409").run(Victory())
    assert beaten.state.winner == w.GERMAN, "no Allied source is left"


def test_four_supplied_cities_beyond_the_rhine_before_february_win_at_once() -> None:
    """13.0."""
    b = position("campaign", turn=7).supply("2013", "2907").unit("hq_us_9", "3609")
    for unit, label in (("us_v", "3509"), ("us_vii", "3608"), ("us_xix", "3708"), ("us_xv", "3510")):
        b.unit(unit, label)
    assert b.run(Victory()).state.winner == w.ALLIED
    late = position("campaign", turn=8).supply("2013", "2907").unit("hq_us_9", "3609")
    for unit, label in (("us_v", "3509"), ("us_vii", "3608"), ("us_xix", "3708"), ("us_xv", "3510")):
        late.unit(unit, label)
    assert not late.run(Victory()).state.over


def test_steps_lost_are_counted_against_the_set_up() -> None:
    """R-77."""
    b = position("falaise_gap", with_setup=True, seed="count")
    assert score.steps_lost(b.pos, w.GERMAN) == 0 == score.steps_lost(b.pos, w.ALLIED)
    b.act().steps(b.piece("ge_2pz"), 1)
    b.act().steps(b.piece("us_viii_green"), 2)
    assert score.steps_lost(b.pos, w.GERMAN) == 2 and score.steps_lost(b.pos, w.ALLIED) == 1
    from hexledger.engine.games.france_1944.rules import losses

    losses.tested(b.act(), b.piece("us_viii_green"))
    assert score.steps_lost(b.pos, w.ALLIED) == 1, "the regular counter stands for it"
