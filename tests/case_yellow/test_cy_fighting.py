"""Case Yellow: combats, works, ARKO, Engaged, advance, the port (10.7f, 10.8, 11, 13.5, 13.6)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import banks, contact
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules import advance, combat
from hexledger.engine.games.case_yellow.rules.combat import Combats, EngagedCombats, MotorizedLimit
from hexledger.engine.games.case_yellow.rules.losses import settle_engaged
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged, carry_out
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, settle


def battle(b: Built, units: tuple[str, ...], at: str, **more: int) -> bt.Battle:
    place = b.hex(at)
    return bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place), **more)


def carried(b: Built, fight: bt.Battle, code: str, *, engaged: bool = False) -> Built:
    carry_out(b.act(), fight, w.COMBAT, engaged, code)
    return b.run()


def column(b: Built, fight: bt.Battle) -> str:
    return b.pos.game.chart.crt.columns[bt.odds(b.pos, fight).column]


# ---------------------------------------------------------------------- 11.1, 11.2
def test_units_and_fortified_lines_are_targets_and_empty_works_are_not() -> None:
    """11.1a, G-A12, 4.0c.COMBAT."""
    b = position().unit("fr_i", "2812")
    assert contact.is_target(b.pos, b.hex("2812"), w.GERMAN) and contact.is_target(b.pos, b.hex("1828"), w.GERMAN)
    assert not contact.is_target(b.pos, b.hex("2224"), w.GERMAN)
    assert not contact.is_target(b.marker("destroyed", "1828").pos, b.hex("1828"), w.GERMAN)


def test_a_unit_attacks_once_in_a_round_and_a_hex_is_attacked_once() -> None:
    """11.2a, 11.2b, G-C21."""
    b = position().units("2812", "ge_x", "ge_1kav").unit("fr_i", "2912").unit("fr_iii", "2911")
    attack(b, "german", "attack ge_x 2912", dice=(4,))
    settle(b)
    assert b.refuses("attack ge_x 2911").rule == "CY 11.2"
    assert b.refuses("attack ge_1kav 2912").rule == "CY 11.2"
    b.dice(4).play("attack ge_1kav 2911")
    for reading, again in (("no", False), ("yes", True)):
        two = position(options={"move_round_second_attack": reading}).unit("fr_i", "2912").marker("attacked", "2912")
        two.round_of("german", "move")
        assert (contact.may_be_attacked(two.pos, two.hex("2912"), w.GERMAN, w.MOVE) is None) is again


def test_odds_below_one_to_three_are_no_attack() -> None:
    """11.3a."""
    b = position().unit("ge_gd", "2812").unit("fr_i", "2813").round_of("german", "combat")
    b.run(Combats(w.GERMAN))
    assert b.offer is not None and b.refuses("attack ge_gd 2813").rule == "CY 11.3a"


def test_left_shifts_are_taken_from_the_true_ratio_above_six_to_one() -> None:
    """11.3a, G-A63."""
    for reading, read in (("no", "6:1"), ("yes", "5:1")):
        b = (
            position(options={"cap_odds_before_shifts": reading})
            .units("4025", "ge_1_pz", "ge_2_pz")
            .unit("ge_iv", "4023")
        )
        b.unit("nl_1", "4024")
        fight = battle(b, ("ge_iv", "ge_1_pz"), "4024")
        assert column(b, fight) == read, "12 against 1 into a city"


def test_the_net_shift_has_its_limits_by_side() -> None:
    """11.3b."""
    b = position().unit("fr_i", "2812").unit("ge_x", "2813")
    allied = battle(b, ("fr_i",), "2813", attack_air=3)
    assert bt.odds(b.pos, allied).net == 1
    german = battle(b, ("ge_x",), "2812", defence_air=3)
    assert bt.odds(b.pos, german).net == -1


# ---------------------------------------------------------------------- 11.3c
def test_the_river_counts_when_all_attack_over_it() -> None:
    """11.3c, G-A42."""
    for reading, shift in (("no", 0), ("yes", 1)):
        b = (
            position(options={"river_shift_any": reading})
            .unit("ge_x", "1609")
            .unit("ge_xi", "1409")
            .unit("fr_i", "1508")
        )
        assert bt.river_shift(b.pos, battle(b, ("ge_x",), "1508")) == 1
        assert bt.river_shift(b.pos, battle(b, ("ge_x", "ge_xi"), "1508")) == shift


def test_armour_gives_no_shift_into_or_out_of_a_city() -> None:
    """11.3c, G-A43."""
    b = position().unit("ge_1_pz", "2413").unit("ge_2_pz", "2411").unit("fr_i", "2412")
    assert bt.armour_lines(b.pos, battle(b, ("ge_1_pz", "ge_2_pz"), "2412")) == []
    out = position().unit("ge_1_pz", "2412").unit("ge_2_pz", "2512").unit("fr_i", "2413")
    assert bt.armour_lines(out.pos, battle(out, ("ge_1_pz", "ge_2_pz"), "2413")) == [("line.panzer", 1, "11.3c")]


def test_allied_armour_and_the_tank_brigade_shift_one_each() -> None:
    """11.3c, 2.2a."""
    b = position().units("2812", "fr_1_dcr", "br_1_tank").unit("ge_x", "2813")
    lines = bt.armour_lines(b.pos, battle(b, ("fr_1_dcr", "br_1_tank"), "2813"))
    assert [label for label, _, _ in lines] == ["line.allied_armour", "line.tank_brigade"]
    b.unit("ge_1_pz", "2813")
    assert [label for label, _, _ in bt.armour_lines(b.pos, battle(b, ("fr_1_dcr", "br_1_tank"), "2813"))] == [
        "line.tank_brigade"
    ]


def test_defenders_out_of_supply_and_better_defence_shift_a_column() -> None:
    """11.3c, 12.11."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2813", oos=1)
    assert ("line.defender_oos", 1, "11.3c") in bt.odds(b.pos, battle(b, ("ge_x",), "2813")).lines
    b.marker("better_defence", "2813")
    assert ("line.better_defence", -1, "12.11") in bt.odds(b.pos, battle(b, ("ge_x",), "2813")).lines


def test_allied_air_does_not_help_dutch_or_belgian_units_alone() -> None:
    """11.3c."""
    from hexledger.engine.games.case_yellow.rules.fight import AirSupport

    for unit, asked in (("be_i", False), ("fr_i", True)):
        b = position().unit("ge_x", "2822").unit(unit, "2823").air("allied", 1)
        step = AirSupport(battle(b, ("ge_x",), "2823"), w.COMBAT, False, w.ALLIED)
        assert (step.prompt(b.pos) is not None) is asked


# ---------------------------------------------------------------------- 11.3e, f, g
def test_who_gained_a_shift_takes_the_loss_and_the_tank_brigade_always() -> None:
    """11.3e."""
    b = position().units("2812", "ge_1_pz", "ge_20_mot").unit("fr_i", "2813")
    fight = battle(b, ("ge_1_pz", "ge_20_mot"), "2813")
    assert bt.loss_candidates(b.pos, fight, w.GERMAN, "AL1") == (b.piece("ge_1_pz"),)
    assert bt.loss_candidates(b.pos, fight, w.ALLIED, "DL1") == (b.piece("fr_i"),)
    tanks = position().units("2812", "fr_1_dcr", "br_1_tank").unit("ge_x", "2813")
    fight = battle(tanks, ("fr_1_dcr", "br_1_tank"), "2813")
    assert bt.loss_candidates(tanks.pos, fight, w.ALLIED, "BL1") == (tanks.piece("br_1_tank"),)
    city = position().units("2413", "ge_1_pz", "ge_20_mot").unit("fr_i", "2412")
    fight = battle(city, ("ge_1_pz", "ge_20_mot"), "2412")
    assert bt.loss_candidates(city.pos, fight, w.GERMAN, "AL1") == (city.piece("ge_1_pz"),)
    cancels = position().unit("ge_1_pz", "2812").units("2813", "fr_1_dcr", "fr_9_dim")
    fight = battle(cancels, ("ge_1_pz",), "2813")
    assert bt.loss_candidates(cancels.pos, fight, w.ALLIED, "DL1") == (cancels.piece("fr_1_dcr"),)


def test_de_kills_regiments_and_takes_two_steps_one_of_them_chosen_by_the_attacker() -> None:
    """11.3f, 2.2c, 6.1."""
    b = position().unit("ge_x", "2812").units("2813", "br_i", "br_5", "br_30")
    carried(b, battle(b, ("ge_x",), "2813"), "DE")
    assert b.on("br_30") == "-" and b.offer is not None and b.offer.side == w.GERMAN
    b.play("lose_step br_i")
    assert b.pos.steps(b.piece("br_i")) == 1 and b.pos.steps(b.piece("br_5")) == 1, "a corps loses only one"
    assert b.pos.disrupted(b.piece("br_i"))
    corps = position().unit("ge_x", "2812").unit("fr_i", "2813")
    carried(corps, battle(corps, ("ge_x",), "2813"), "DE")
    assert corps.pos.steps(corps.piece("fr_i")) == 1, "the second loss is ignored"


# ---------------------------------------------------------------------- 10.7, 10.8
def test_interdicted_crossings_bar_motorized_attacks_over_major_rivers() -> None:
    """10.7f, G-C1."""
    b = position().units("1608", "ge_1_pz").unit("ge_x", "1607").unit("fr_i", "1609").marker("interdicted", "1608")
    why = contact.hexside(b.pos, b.piece("ge_1_pz"), b.hex("1608"), b.hex("1609"))
    assert why is not None and why[0] == "10.7"
    assert contact.hexside(b.pos, b.piece("ge_x"), b.hex("1608"), b.hex("1609")) is None
    minor = position().unit("ge_1_pz", "2217").unit("fr_i", "2218").marker("interdicted", "2217")
    assert contact.hexside(minor.pos, minor.piece("ge_1_pz"), minor.hex("2217"), minor.hex("2218")) is None


def test_a_bridgehead_before_combat_in_a_move_round_needs_a_spare_movement_point() -> None:
    """10.8c.2, 10.8c.3, G-A45."""
    b = position().unit("ge_1_pz", "2125").unit("fr_x", "2124").round_of("german", "move")
    units = (b.piece("ge_1_pz"),)
    assert banks.before_combat(b.pos, units, b.hex("2124"), w.MOVE) is None
    b.act().flag(units[0], w.MOVED, 7)
    why = banks.before_combat(b.pos, units, b.hex("2124"), w.MOVE)
    assert why is not None and why[0] == "10.8c.2"
    assert banks.before_combat(b.pos, units, b.hex("2124"), w.COMBAT) is None


def test_bridgeheads_are_for_the_germans_not_in_fortresses_and_limited_by_their_markers() -> None:
    """10.8a, 10.8b, 10.8e, 2.2d."""
    b = position().unit("ge_3_pz", "3029", moved=2)
    why = banks.at_empty(b.pos, b.hex("2928"))
    assert why is not None and why[0] == "10.8b"
    for place in ("1606", "1607", "1708", "1709", "1807", "1906"):
        b.marker("bridgehead", place)
    assert banks.markers_left(b.pos) == 0 and banks.tries(b.round_of("german", "move").pos) == ()
    allied = position().unit("fr_1_dlm", "1609", moved=2).round_of("allied", "move").run(Movement(w.ALLIED))
    assert allied.refuses("try_bridgehead 1508").rule == "CY 10.8"


def test_a_bridgehead_comes_off_when_an_allied_unit_enters_and_when_the_german_wishes() -> None:
    """10.8d."""
    b = position().unit("fr_i", "1507").marker("bridgehead", "1508").round_of("allied", "move", 5)
    b.run(Movement(w.ALLIED)).play("move fr_i 1508")
    assert not b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD)
    own = position().unit("ge_1_pz", "1609").marker("bridgehead", "1508").round_of("german", "move")
    own.run(Movement(w.GERMAN)).play("remove_bridgehead 1508")
    assert not own.state.marker(own.hex("1508"), -1, w.BRIDGEHEAD)


def test_after_a_combat_over_it_the_bridgehead_comes_off_but_not_while_it_is_engaged() -> None:
    """10.8d, 10.8f."""
    for code, left in (("AL1", 0), ("ENG", 1)):
        b = position().unit("ge_x", "1609").unit("fr_i", "1508").marker("bridgehead", "1508")
        carried(b, battle(b, ("ge_x",), "1508"), code)
        settle(b)
        assert b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD) == left


# ---------------------------------------------------------------------- 11.5, 11.6
def test_two_hexes_are_for_yellow_ma_units_in_german_combat_rounds() -> None:
    """11.5f, 11.9d, G-C15."""
    b = position().unit("ge_1_pz", "2812").unit("ge_x", "2812").round_of("german", "combat")
    assert advance.two_hexes(b.pos, b.piece("ge_1_pz"), w.COMBAT) and not advance.two_hexes(
        b.pos, b.piece("ge_x"), w.COMBAT
    )
    assert not advance.two_hexes(b.pos, b.piece("ge_1_pz"), w.MOVE)
    for reading, two in (("no", False), ("yes", True)):
        other = position(options={"engaged_two_hex_in_allied_round": reading}).unit("ge_1_pz", "2812")
        other.round_of("allied", "combat")
        assert advance.two_hexes(other.pos, other.piece("ge_1_pz"), w.COMBAT) is two


def test_an_advance_enters_the_vacated_hex_within_stacking_and_destroys_works() -> None:
    """11.5a, 10.9c, 9.5e."""
    b = position().unit("ge_1_pz", "2123").unit("fr_53_di", "2224").round_of("german", "combat")
    carried(b, battle(b, ("ge_1_pz",), "2224"), "DR")
    settle(b, until="advance")
    b.play("advance ge_1_pz 2224")
    assert b.on("ge_1_pz") == "2224" and b.pos.destroyed(b.hex("2224"))


def test_in_a_german_move_round_yellow_ma_units_alone_attack() -> None:
    """11.6b, 4.0c.MOVE, G-A48."""
    b = position().units("2812", "ge_x").unit("ge_1_pz", "2811").unit("fr_53_di", "2912").round_of("german", "move")
    b.unit("ge_2_pz", "2813").run(Combats(w.GERMAN))
    assert b.refuses("attack ge_x 2912").rule == "CY 11.6b"
    fort = position().unit("ge_1_pz", "1927").round_of("german", "move")
    why = contact.may_be_attacked(fort.pos, fort.hex("1828"), w.GERMAN, w.MOVE)
    assert why is not None and why[0] == "11.6"


def test_the_allied_die_is_the_number_of_motorized_units_that_attack() -> None:
    """11.6a."""
    b = position(dice=[1]).units("2812", "fr_1_dcr", "fr_3_dlm").unit("ge_22_al", "2813").round_of("allied", "move")
    b.run(MotorizedLimit(), Combats(w.ALLIED)).play("roll_limit")
    assert b.refuses("attack fr_1_dcr,fr_3_dlm 2813").rule == "CY 11.6a"
    none = position().units("2812", "fr_1_dcr").unit("ge_22_al", "2813").round_of("allied", "move")
    none.run(MotorizedLimit(), Combats(w.ALLIED)).play("pass")
    assert none.offer is not None and none.offer.kinds == (), "without a roll nobody attacks"


# ---------------------------------------------------------------------- 11.7, 11.8
def test_a_garrison_defends_and_ignores_all_but_de() -> None:
    """11.7b, 11.7c, 11.7d, 11.4e, 10.9a."""
    b = position().unit("ge_xii", "1732").unit("fr_vi", "1731")
    fight = battle(b, ("ge_xii",), "1731")
    garrison = b.pos.game.ground.garrison[b.hex("1731")]
    assert bt.defence(b.pos, fight).total == 2 * garrison + b.pos.cs(b.piece("fr_vi"))
    carried(b, fight, "DR")
    assert b.on("fr_vi") == "1731" and b.pos.fortress(b.hex("1731"))
    carried(b, fight, "DE")
    assert not b.pos.fortress(b.hex("1731")) and b.offer is not None and b.offer.kinds == ("retreat",)


def test_engaged_against_a_fortified_line_the_attacker_loses_a_step_and_units_there_too() -> None:
    """11.7b, 11.9a, G-C13, G-A47."""
    b = position().unit("ge_xii", "1732")
    carried(b, battle(b, ("ge_xii",), "1731"), "ENG")
    assert b.pos.steps(b.piece("ge_xii")) == 1 and b.pos.fights() == (), "a garrison alone is not Engaged"
    units = position().unit("ge_xii", "1732").unit("fr_vi", "1731")
    carried(units, battle(units, ("ge_xii",), "1731"), "ENG")
    assert units.pos.steps(units.piece("ge_xii")) == units.pos.steps(units.piece("fr_vi")) == 1
    other = position(options={"fl_engaged": "units"}).unit("ge_xii", "1732").unit("fr_vi", "1731")
    carried(other, battle(other, ("ge_xii",), "1731"), "ENG")
    assert other.pos.steps(other.piece("ge_xii")) == 2


def test_an_arko_supports_attacks_on_works_and_cities_from_two_hexes_away() -> None:
    """11.8a, 11.8b, G-A44."""
    b = position().unit("ge_x", "2413").unit("ge_arko1", "2414").unit("fr_i", "2412").turn(1)
    b.round_of("german", "combat", turn=1)
    assert combat.check_units(b.pos, (b.piece("ge_x"), b.piece("ge_arko1")), b.hex("2412"), w.COMBAT) is None
    fight = battle(b, ("ge_x", "ge_arko1"), "2412")
    assert bt.attack(b.pos, fight).total == 14 and ("line.arko", 1, "11.8") in bt.odds(b.pos, fight).lines
    assert bt.attack_tr(b.pos, fight) == 4 and b.piece("ge_arko1") not in bt.loss_candidates(
        b.pos, fight, w.GERMAN, "AL1"
    )
    alone = combat.check_units(b.pos, (b.piece("ge_arko1"),), b.hex("2412"), w.COMBAT)
    assert alone is not None and alone[0] == "11.8"
    plain = (
        position().unit("ge_x", "2812").unit("ge_arko1", "2811").unit("fr_i", "2813").round_of("german", "combat", 1)
    )
    assert not contact.in_arko_range(plain.pos, plain.piece("ge_arko1"), plain.hex("2813"))
    assert contact.may_attack(plain.pos, plain.piece("ge_arko1"), w.MOVE) is not None
    for reading, shift in (("no", 1), ("yes", 2)):
        two = position(options={"arko_shift_each": reading}).unit("ge_x", "2413").unit("fr_i", "2412")
        two.unit("ge_arko1", "2414").unit("ge_arko2", "2512").turn(1)
        fight = battle(two, ("ge_x", "ge_arko1", "ge_arko2"), "2412")
        assert ("line.arko", shift, "11.8") in bt.odds(two.pos, fight).lines


# ---------------------------------------------------------------------- 11.9
def engaged(**options: str) -> tuple[Built, bt.Battle]:
    b = position(options=options).units("2812", "ge_x", "ge_1kav").unit("fr_i", "2912")
    fight = battle(b, ("ge_x",), "2912")
    b.run(MarkEngaged(fight))
    return b, fight


def test_the_whole_attacking_hex_is_engaged_unless_it_is_read_otherwise() -> None:
    """11.9b, G-A29."""
    for reading, bound in (("whole_hex", True), ("attackers", False)):
        b, _ = engaged(engaged_hexes=reading)
        assert b.pos.engaged(b.piece("ge_x")) and b.pos.engaged(b.piece("fr_i"))
        assert b.pos.engaged(b.piece("ge_1kav")) is bound


def test_engaged_units_neither_move_nor_attack_elsewhere_and_friends_may_join_in_a_move_round() -> None:
    """11.9b, 11.9c, 11.9d."""
    b, _ = engaged()
    b.unit("ge_gd", "2811").round_of("german", "move").run(Movement(w.GERMAN), EngagedCombats(w.GERMAN))
    assert b.refuses("move ge_x 2711").rule == "CY 11.9b"
    b.play("move ge_gd 2812")
    assert b.piece("ge_gd") in combat.fighting(b.pos, b.pos.fights()[0])
    assert b.refuses("move ge_gd 2811").rule == "CY 11.9b"
    b.dice(1).play("end_movement")
    settle(b)
    assert b.state.marker(b.hex("2912"), -1, w.HIT)


def test_in_an_allied_round_the_german_attacker_stays_the_attacker_and_nobody_joins_in_a_combat_round() -> None:
    """11.9b, 11.9d, G-A14."""
    b, _ = engaged()
    why = contact.may_be_attacked(b.round_of("german", "combat").pos, b.hex("2912"), w.GERMAN, w.COMBAT)
    assert why is not None and why[0] == "11.9d"
    b.round_of("allied", "combat").dice(4).run(EngagedCombats(w.ALLIED))
    declared = [event for event in b.events if isinstance(event, ev.Declared)]
    assert declared and b.piece("ge_x") in declared[0].pieces
    settle(b)
    assert b.pos.fights() == (), "any other result ends it"


def test_an_engaged_combat_below_one_to_three_is_ae_without_a_roll() -> None:
    """G-A46, 11.3a."""
    b = position().unit("ge_gd", "2812").units("2912", "fr_i", "fr_10_di")
    b.run(MarkEngaged(battle(b, ("ge_gd",), "2912"))).round_of("german", "combat").run(EngagedCombats(w.GERMAN))
    assert b.on("ge_gd") == "-" and b.rolls == []


def test_an_engaged_marker_goes_when_a_side_has_no_unit_left() -> None:
    """G-A47."""
    b, _ = engaged()
    b.act().remove(b.piece("fr_i"), "reason.eliminated")
    settle_engaged(b.act())
    assert b.pos.fights() == () and not b.pos.flag(b.piece("ge_x"), w.ENGAGED)


def test_belgians_lend_a_mixed_stack_their_tr() -> None:
    """8.6b, 11.3d."""
    b = position().unit("ge_x", "2821").units("2822", "be_iv", "fr_14_di")
    assert bt.defence_tr(b.pos, battle(b, ("ge_x",), "2822")) == 2


# ---------------------------------------------------------------------- 13.5, 13.6
def test_the_owner_names_the_defenders_of_an_overstacked_port() -> None:
    """13.5.3, 13.6."""
    b = position().dynamo("3312", turn=4).units("3312", "br_i", "br_5", "br_50", "fr_10_di").unit("ge_x", "3313")
    b.round_of("german", "combat", turn=4).dice(6).run(Combats(w.GERMAN)).play("attack ge_x 3312")
    assert b.offer is not None and b.offer.kinds == ("defend_port",) and b.offer.side == w.ALLIED
    assert b.refuses("defend_port br_i,br_5,br_50").rule == "CY 8.3"
    b.play("defend_port br_i,br_5")
    settle(b)
    assert b.state.marker(b.hex("3312"), -1, w.HIT)


def test_a_forced_retreat_kills_a_port_within_the_limits_too_unless_it_is_read_otherwise() -> None:
    """13.5.3, G-A30."""
    for reading, dead in (("always", True), ("overstacked", False)):
        b = position(options={"port_deaths": reading}).dynamo("3312").unit("br_5", "3312").unit("ge_x", "3212")
        carried(b, battle(b, ("ge_x",), "3312"), "DR")
        assert (b.on("br_5") == "-") is dead
