"""Case Yellow: what the second reading of the rulebook found, each played through the round it happens in."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import duties, surrender
from hexledger.engine.games.case_yellow.rules.air import Stukas
from hexledger.engine.games.case_yellow.rules.combat import Combats, EngagedCombats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged, carry_out
from hexledger.engine.games.case_yellow.rules.terror import Surrender
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, events, settle


def battle(b: Built, units: tuple[str, ...], at: str) -> bt.Battle:
    place = b.hex(at)
    return bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place))


def engaged(b: Built, units: tuple[str, ...], at: str) -> Built:
    """An Engaged combat that goes on from an earlier round."""
    return b.run(MarkEngaged(battle(b, units, at)))


def declared(b: Built) -> set[int]:
    """Units that were declared to attack by the last decision."""
    return {piece for event in events(b, ev.Declared) for piece in event.pieces}  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- 10.8 bridgeheads
def test_allied_units_that_join_the_defenders_of_an_engaged_combat_leave_its_bridgehead_where_it_is() -> None:
    """10.8d, 10.8f, 11.9c."""
    b = position().unit("ge_x", "1609").unit("fr_53_di", "1508").unit("fr_71_di", "1408").marker("bridgehead", "1508")
    engaged(b, ("ge_x",), "1508").round_of("allied", "move", 5).run(Movement(w.ALLIED))
    b.play("move fr_71_di 1508")
    assert b.on("fr_71_di") == "1508" and b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD) == 1


# ---------------------------------------------------------------------- 11.5f
def test_the_second_hex_of_an_advance_is_empty_but_units_that_advance_together_go_together() -> None:
    """11.5f."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("ge_gd", "3012").unit("fr_53_di", "2912").air("german", 4)
    attack(b, "german", "attack ge_1_pz,ge_2_pz 2912", dice=(6,))
    settle(b, until="advance")
    assert b.refuses("advance ge_1_pz 2912,3012").rule == "CY 11.5f", "the regiment is in it"
    b.play("advance ge_1_pz 2912,3013", "advance ge_2_pz 2912,3013")
    assert b.on("ge_1_pz") == b.on("ge_2_pz") == "3013"


# ---------------------------------------------------------------------- 11.9 who joins
def test_a_motorized_bystander_does_not_join_an_engaged_combat_over_a_river_he_could_not_attack_over() -> None:
    """11.9c, QA.5."""
    for target, joins in (("1508", False), ("1608", True)):
        b = position().unit("ge_x", "1609").unit("fr_i", target)
        engaged(b, ("ge_x",), target).unit("ge_20_mot", "1609").round_of("german", "combat").dice(4)
        b.run(EngagedCombats(w.GERMAN))
        assert (b.piece("ge_20_mot") in declared(b)) is joins, "1608 lies beyond a crossing"


def test_an_arko_beside_an_engaged_combat_in_open_ground_does_not_join_it() -> None:
    """11.8a, 11.9b."""
    b = position().unit("ge_xxvii", "2812").unit("fr_i", "2912")
    engaged(b, ("ge_xxvii",), "2912").unit("ge_arko1", "2811").round_of("german", "move", 1).run(Movement(w.GERMAN))
    b.unit("ge_gd", "2812").dice(4).run(EngagedCombats(w.GERMAN))
    assert b.piece("ge_arko1") not in declared(b)
    stacked = position().unit("ge_gd", "2812").unit("fr_i", "2912")
    engaged(stacked, ("ge_gd",), "2912").unit("ge_arko1", "2812").round_of("german", "combat", 1).dice(4)
    stacked.run(EngagedCombats(w.GERMAN))
    assert declared(stacked) == {stacked.piece("ge_gd")}


# ---------------------------------------------------------------------- 11.8, 7.8c
def test_when_the_west_wall_has_supplied_an_attack_an_arko_that_draws_on_it_alone_stays_out() -> None:
    """7.8c, 11.8a."""
    b = position().unit("ge_xii", "1732").unit("ge_arko3", "1733").unit("fr_vi", "1731").round_of("german", "combat", 3)
    b.taken("1732", "1733").control("allied", *(b.pos.label(city) for city in b.pos.game.ground.ruhr))
    b.run(Combats(w.GERMAN)).assign("wall_used", 1)
    assert b.refuses("attack ge_xii,ge_arko3 1731").rule == "CY 11.8"
    b.assign("wall_used", 0).play("attack ge_xii,ge_arko3 1731")
    assert b.offer is not None and "draw_wall" in b.offer.kinds
    b.dice(1).play("pass")
    settle(b, until="lose_step")
    column = next(event for event in b.events if isinstance(event, ev.Reckoned) and event.kind == w.word("reckon.odds"))
    lines = [value for label, value, _ in column.lines if label == w.word("line.unsupplied")]
    assert lines == [-1], "the corps is without supply, the ARKO takes no part"


# ---------------------------------------------------------------------- 12.11e, f
def test_better_defence_is_taken_for_reuse_when_one_unit_retreats_and_the_other_finds_no_way() -> None:
    """12.11e, 12.11f."""
    b = position().units("2012", "fr_1_dlm", "fr_53_di").marker("better_defence", "2012").unit("ge_x", "2113")
    # the only way out is an empty hex in the ZOC of a corps of TR 3: the DLM passes, the division dies
    for unit, at in (("ge_xxvii", "1912"), ("ge_v", "2112"), ("ge_xxx", "2013"), ("ge_xi", "1911")):
        b.unit(unit, at)
    carry_out(b.act(), battle(b, ("ge_x",), "2012"), w.COMBAT, False, "DR")
    b.run()
    settle(b)
    assert b.on("fr_53_di") == "-" and not b.pos.better(b.hex("2012"))
    assert b.on("fr_1_dlm") != "-" and b.pos.track("better_defence", w.ALLIED) == 1
    dead = position().unit("fr_53_di", "2012").marker("better_defence", "2012").unit("ge_x", "2113")
    for unit, at in (("ge_xxvii", "1912"), ("ge_v", "2112"), ("ge_xxx", "2013"), ("ge_xi", "1911")):
        dead.unit(unit, at)
    carry_out(dead.act(), battle(dead, ("ge_x",), "2012"), w.COMBAT, False, "DR")
    dead.run()
    assert dead.on("fr_53_di") == "-" and dead.pos.track("better_defence", w.ALLIED) == 0, "nobody lives: lost for good"


def test_better_defence_does_not_stay_in_a_hex_that_its_units_leave_by_an_advance_or_an_overrun() -> None:
    """12.11d, 12.11e, 11.5a, 10.3c."""
    b = position().unit("fr_1_dlm", "2012").marker("better_defence", "2012").unit("ge_22_al", "2013", reduced=True)
    attack(b, "allied", "attack fr_1_dlm 2013", dice=(6,), turn=5)
    settle(b, until="advance")
    b.play("advance fr_1_dlm 2013")
    assert not b.pos.better(b.hex("2012")) and b.pos.track("better_defence", w.ALLIED) == 1
    over = position().units("2012", "fr_1_dlm", "fr_2_dlm").marker("better_defence", "2012").unit("ge_fj1", "2013")
    over.round_of("allied", "move", 5).run(Movement(w.ALLIED)).play("overrun fr_1_dlm,fr_2_dlm 2013")
    settle(over, until="move")
    assert over.on("fr_1_dlm") == "2013" and not over.pos.better(over.hex("2012"))
    assert over.pos.track("better_defence", w.ALLIED) == 1


# ---------------------------------------------------------------------- 9.5 obligations
def test_a_duty_that_only_a_new_duty_could_meet_lapses_and_the_round_can_end() -> None:
    """9.5b, 11.2d, G-B3."""
    # 2811 must be attacked, but the regiment beside it is too weak alone
    b = position().unit("ge_gd", "2812").units("2811", "fr_i", "fr_10_di").marker("must_attack", "2811")
    b.round_of("german", "combat").run(Combats(w.GERMAN))
    assert duties.duties(b.pos) == ()
    b.play("end_combats")
    assert b.quiet


def test_two_duties_that_need_the_same_two_units_are_not_taken_for_possible() -> None:
    """9.5b, 11.3a."""
    b = (
        position()
        .units("2812", "ge_gd", "ge_ssv")
        .units("2811", "fr_i", "fr_10_di")
        .units("2711", "fr_iii", "fr_14_di")
    )
    b.round_of("german", "combat")
    one, other = b.path("2811", "2711")
    both = (b.piece("ge_gd"), b.piece("ge_ssv"))
    if duties.strong_enough(b.pos, both[:1], one):
        raise AssertionError("the example needs a unit that is too weak alone")
    assert duties.can_meet(b.pos, (one,), w.COMBAT) and duties.can_meet(b.pos, (other,), w.COMBAT)
    assert not duties.can_meet(b.pos, (one, other), w.COMBAT)


def test_of_two_duties_that_cannot_both_be_done_one_may_be_done_and_the_other_lapses() -> None:
    """9.5b, G-B3."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2811").unit("fr_iii", "2911")
    b.marker("must_attack", "2811").marker("must_attack", "2911").round_of("german", "combat").run(Combats(w.GERMAN))
    assert set(duties.duties(b.pos)) == set(b.path("2811", "2911"))
    assert b.refuses("end_combats").rule == "CY 9.5"
    b.dice(1).play("attack ge_x 2811")
    settle(b)
    b.play("end_combats") if b.offer is not None and b.offer.kinds else None
    assert b.quiet and b.state.marker(b.hex("2811"), -1, w.HIT)


def test_the_allied_die_limits_what_an_attack_may_oblige_to() -> None:
    """9.5b, 11.6a."""
    b = position().unit("fr_1_dcr", "2812").unit("fr_1_dlm", "2912").unit("fr_2_dcr", "2711")
    b.unit("ge_x", "2911").unit("ge_xi", "2811").round_of("allied", "move").assign("limit", 2).run(Combats(w.ALLIED))
    assert b.refuses("attack fr_1_dcr,fr_1_dlm 2911").rule == "CY 9.5", "nobody is left for 2811"
    b.assign("limit", 3).dice(4).play("attack fr_1_dcr,fr_1_dlm 2911")


def test_a_unit_that_has_been_attacked_and_retreated_obliges_nobody_any_more() -> None:
    """9.5b, 11.2a."""
    b = position().unit("ge_x", "2812").unit("ge_xi", "2912").unit("fr_i", "2911").unit("fr_iii", "2811", defended=1)
    b.round_of("german", "combat").dice(4).run(Combats(w.GERMAN)).play("attack ge_x,ge_xi 2911")
    assert b.state.marker(b.hex("2811"), -1, w.MUST) == 0


# ---------------------------------------------------------------------- QA.1, 13.5.3
def test_a_unit_that_comes_into_an_engaged_port_over_the_limit_may_still_leave_by_sea() -> None:
    """QA.1, 13.4.3."""
    b = position().dynamo("3312").units("3312", "br_i", "br_5").unit("ge_x", "3313").unit("br_50", "3212")
    engaged(b, ("ge_x",), "3312").round_of("allied", "move", turn=4).run(Movement(w.ALLIED))
    b.play("move br_50 3312", "evacuate br_50 1")
    assert b.piece("br_50") in b.pos.pool("evacuated")
    assert b.refuses("evacuate br_5 1").rule == "CY QA.1"
    within = position().dynamo("3312").unit("br_i", "3312").unit("ge_x", "3313").unit("br_5", "3212")
    engaged(within, ("ge_x",), "3312").round_of("allied", "move", turn=4).run(Movement(w.ALLIED)).play("move br_5 3312")
    assert within.refuses("evacuate br_5 1").rule == "CY QA.1", "there is room for it in the fight"


def test_an_overrun_of_the_dynamo_port_kills_who_is_in_it() -> None:
    """10.3c, 13.5.3, G-A30."""
    for reading, dead in (("always", True), ("overstacked", False)):
        b = position(options={"port_deaths": reading}).dynamo("3312").unit("br_12", "3312")
        b.units("3313", "ge_1_pz", "ge_2_pz").round_of("german", "move", turn=4).run(Movement(w.GERMAN))
        b.play("overrun ge_1_pz,ge_2_pz 3312")
        settle(b, until="move")
        assert b.on("ge_1_pz") == "3312" and (b.on("br_12") == "-") is dead


# ---------------------------------------------------------------------- 5.1e, 11.3
def test_the_plus_one_of_better_defence_does_not_count_against_stukas() -> None:
    """5.1e, 12.11b: it counts against German units that move or attack."""
    b = position("free_command").unit("fr_53_di", "2812").marker("better_defence", "2812").air("german", 1)
    b.turn(4).run(Stukas()).dice(4).play("bomb 2812")
    found = next(event for event in b.events if isinstance(event, ev.Reckoned))
    assert found.total == 4, "-1 for the marker, +1 for the TR of 2"


def test_no_allied_air_flies_for_a_belgian_garrison_that_fights_alone() -> None:
    """11.3c."""
    from hexledger.engine.games.case_yellow.rules.fight import AirSupport

    for place, asked in (("2928", False), ("1828", True)):
        b = position().unit("ge_x", b_side(place)).air("allied", 1)
        step = AirSupport(battle(b, ("ge_x",), place), w.COMBAT, False, w.ALLIED)
        assert (step.prompt(b.pos) is not None) is asked


def b_side(place: str) -> str:
    """A land hex beside another."""
    pos = position().pos
    return pos.label(pos.game.ground.near[pos.game.find_place(place)][0])


def test_the_lines_of_the_odds_add_up_beyond_both_ends_of_the_table() -> None:
    """11.3a: eleven to one into open ground, and an Engaged combat below 1:3."""
    for units, at in ((("ge_1_pz", "ge_2_pz", "ge_iv"), "fr_53_di"), (("ge_gd",), "fr_i")):
        b = position().units("2812", *units).unit(at, "2912")
        b.unit("fr_14_di", "2912") if at == "fr_i" else None
        odds = bt.odds(b.pos, battle(b, units, "2912"))
        assert odds.initial + sum(value for _, value, _ in odds.lines) == odds.column


# ---------------------------------------------------------------------- 12.5
def test_a_surrender_takes_units_that_would_come_back_and_evacuated_belgians_keep_belgium_standing() -> None:
    """12.5b, 12.10e."""
    b = position().unit("fr_i", "2812").pool("returning", "be_iii")
    b.taken(*(b.pos.label(city) for city in b.pos.game.ground.belgian_cities)).run(Surrender())
    assert b.pos.var("belgium") and b.pos.pool("returning") == {}
    away = position().unit("fr_i", "2812").pool("evacuated", "be_iii")
    assert not surrender.falls(away.pos, "Belgium") and surrender.falls(position().unit("fr_i", "2812").pos, "Belgium")
