"""Conformance cases of air power, disruption, supply (5.1c, 5.1e, 6.2, 7.2, 7.5, 7.6)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import supply, ways
from hexledger.engine.games.case_yellow.rules.air import ClearInterdiction, Interdiction, Stukas
from hexledger.engine.games.case_yellow.rules.evacuation import capacity
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase
from hexledger.engine.games.case_yellow.sequence import BeginTurn
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position


def result(b: Built) -> str:
    """What the last table gave."""
    resolved = [event for event in b.events if isinstance(event, ev.Resolved)][-1]
    return b.game.word_key(resolved.results[0]).removeprefix("result.")


def reckoned(b: Built, kind: str) -> ev.Reckoned:
    """The last calculation of a kind."""
    word = b.game.words[f"reckon.{kind}"]
    return [event for event in b.events if isinstance(event, ev.Reckoned) and event.kind == word][-1]


# ---------------------------------------------------------------------- 5.1c interdiction over Mantes (hex B: 1608)
def over_b(*dice: int) -> Built:
    """Turn 2: the Germans hold hex B (1608, two crossings of a Major River); French and AASF assets are at hand."""
    return position(dice=dice).taken("1608").air("allied", 2).run(Interdiction())


def test_CY_001_a_french_asset_with_a_two_neither_interdicts_nor_is_lost() -> None:
    b = over_b(2).play("interdict asset.french 1608")
    assert result(b) == "none"
    assert b.state.marker(b.hex("1608"), -1, w.INTERDICTED) == 0
    assert b.pos.pool("assets_used") == {w.FRENCH_AIR: 1}


def test_CY_002_after_a_failure_the_aasf_tries_the_same_hex_and_with_a_five_interdicts_and_is_lost() -> None:
    b = over_b(2, 5).play("interdict asset.french 1608", "interdict asset.aasf 1608")
    assert result(b) == "hit_lost"
    assert b.state.marker(b.hex("1608"), -1, w.INTERDICTED) == 1
    assert b.pos.pool("assets") == {}


def test_CY_004_the_lost_asset_comes_back_on_turn_5_the_used_one_on_turn_3() -> None:
    b = over_b(2, 5).play("interdict asset.french 1608", "interdict asset.aasf 1608")
    assert b.pos.pool("aasf_lost") == {5: 1} and b.pos.pool("french_lost") == {}
    b.dice(6, 5).run(BeginTurn(3))
    assert b.pos.pool("assets") == {w.FRENCH_AIR: 1}, "a six gives two assets, one of them is still on the track"
    b.run(ClearInterdiction())
    assert b.state.marker(b.hex("1608"), -1, w.INTERDICTED) == 0


def test_CY_005_no_loc_and_no_los_goes_over_either_crossing_of_the_interdicted_hex() -> None:
    b = position().taken("1608", "1609", "1707")
    free = [supply.los_step(b.pos, b.hex("1608"), b.hex(there), w.GERMAN) for there in ("1609", "1707")]
    b.marker("interdicted", "1608")
    shut = [supply.los_step(b.pos, b.hex("1608"), b.hex(there), w.GERMAN) for there in ("1609", "1707")]
    assert (free, shut) == ([True, True], [False, False])
    allied = position().marker("interdicted", "1608")
    assert supply.los_step(allied.pos, allied.hex("1608"), allied.hex("1609"), w.ALLIED), "10.7b: Germans only"


def test_CY_006_an_interdicted_major_river_crossing_costs_two_more_instead_of_one() -> None:
    b = position().unit("ge_x", "1609").taken("1608")
    here, there = b.hex("1609"), b.hex("1608")
    before = ways.price(b.pos, b.piece("ge_x"), here, there)
    b.marker("interdicted", "1608")
    assert (before, ways.price(b.pos, b.piece("ge_x"), here, there)) == (2, 3)
    b.unit("fr_x", "1707")
    assert ways.price(b.pos, b.piece("fr_x"), b.hex("1707"), there) == 2, "the Allies pay nothing for it"


# ---------------------------------------------------------------------- 5.1e Stukas
def test_CY_008_woods_and_better_defence_are_one_minus_and_a_three_has_no_effect() -> None:
    b = position(dice=[3]).unit("fr_i", "1618").marker("better_defence", "1618").air("german", 2)
    b.run(Stukas()).play("bomb 1618")
    assert reckoned(b, "stuka").total == 2 and result(b) == "NE"
    assert not b.pos.disrupted(b.piece("fr_i"))
    assert b.pos.track("air", w.GERMAN) == 1, "a second Stuka may try"


def test_CY_009_town_and_works_against_a_unit_with_tr_2_cancel_and_a_six_disrupts_and_costs_a_step() -> None:
    b = position(dice=[6]).units("2224", "fr_xli", "fr_10_di").air("german", 1)
    b.run(Stukas()).play("bomb 2224")
    found = reckoned(b, "stuka")
    assert sorted(value for _, value, _ in found.lines) == [-1, 1, 6] and found.total == 6
    assert result(b) == "DIS_DL1"
    b.play("lose_step fr_xli", side=w.ALLIED)
    corps, division = b.piece("fr_xli"), b.piece("fr_10_di")
    assert b.pos.steps(corps) == 1
    assert (b.pos.tr(corps), b.pos.tr(division), b.pos.ma(division)) == (1, 1, 2)


def test_CY_010_a_stuka_that_rolls_one_over_the_port_is_lost_until_turn_6() -> None:
    b = position(dice=[1]).dynamo("3312").unit("br_5", "3312").air("german", 5).run(Stukas()).play("bomb 3312")
    assert result(b) == "NE_LOST" and b.pos.pool("stukas_lost") == {6: 1}
    assert b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 0


def test_CY_012_a_two_over_the_port_does_nothing_and_the_stuka_is_back_next_turn() -> None:
    b = position(dice=[2]).dynamo("3312").unit("br_5", "3312").marker("port_disruption", "3312").air("german", 3)
    b.run(Stukas()).play("bomb 3312")
    assert result(b) == "NE" and b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 1
    assert b.pos.pool("stukas_lost") == {} and b.pos.track("air_used", w.GERMAN) == 1


def test_CY_013_a_six_over_the_port_adds_a_disruption_and_takes_a_step_of_the_allied_players_choice() -> None:
    b = position(dice=[6]).dynamo("3312").units("3312", "br_5", "br_50").marker("port_disruption", "3312")
    b.air("german", 2).run(Stukas()).play("bomb 3312")
    assert result(b) == "DIS_DL1" and b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 2
    assert b.offer is not None and b.offer.side == w.ALLIED
    b.play("lose_step br_50")
    assert b.pos.steps(b.piece("br_50")) == 1 and b.pos.steps(b.piece("br_5")) == 2
    assert not b.pos.disrupted(b.piece("br_5")), "6.3: units in the port are not disrupted"


def test_CY_014_two_markers_on_the_port_leave_four_steps_a_move_round() -> None:
    b = position().dynamo("3312").marker("port_disruption", "3312", count=2)
    assert capacity(b.pos) == 4
    assert capacity(b.marker("port_disruption", "3312", count=4).pos) == 4, "never less"


# ---------------------------------------------------------------------- 7.2 the diagram, on our own map
def test_CY_016_a_line_that_comes_to_an_interdicted_crossing_ends_there() -> None:
    b = position().unit("ge_x", "1606").taken("1607", "1608", "1609")
    reached = supply.los_net(b.pos, w.GERMAN, [b.hex("1609")], 3)
    assert supply.line(reached, b.hex("1606")) == b.path("1606", "1607", "1608", "1609")
    b.marker("interdicted", "1608")
    assert b.hex("1608") not in supply.los_net(b.pos, w.GERMAN, [b.hex("1609")], 3)


def test_CY_017_contested_enemy_zoc_and_a_river_without_a_crossing_block_a_line() -> None:
    b = position().taken("2811", "2812").unit("ge_x", "2813").unit("fr_i", "2911")
    place = b.hex("2812")
    assert b.pos.board.adjacent(place, b.hex("2911")) and not supply.open_to_los(b.pos, place, w.GERMAN)
    assert not supply.los_step(b.pos, b.hex("1508"), b.hex("1609"), w.GERMAN), "no crossing"


def test_CY_018_a_line_may_end_in_an_uncontested_enemy_zoc_and_not_run_on_from_it() -> None:
    b = position().unit("fr_i", "2911").unit("ge_x", "2813").taken("2812", "2712")
    net = supply.los_net(b.pos, w.GERMAN, [b.hex("2813")], 2)
    assert b.hex("2812") in net and b.hex("2811") not in net
    b.unit("ge_xi", "2812")
    assert b.hex("2811") in supply.los_net(b.pos, w.GERMAN, [b.hex("2813")], 2), "9.7: a friend there opens the hex"


# ---------------------------------------------------------------------- 7.5, 6.2 values
def test_CY_020_out_of_supply_and_disrupted_every_unit_ends_at_one_and_one() -> None:
    b = position().unit("ge_1_pz", "2812", oos=1, disrupted=1)
    assert (b.pos.tr(b.piece("ge_1_pz")), b.pos.ma(b.piece("ge_1_pz"))) == (1, 1)


def test_CY_021_out_of_supply_takes_two_from_the_tr_and_leaves_an_allowance_of_three() -> None:
    b = position().unit("ge_22_al", "2812", oos=1)
    assert (b.pos.tr(b.piece("ge_22_al")), b.pos.ma(b.piece("ge_22_al"))) == (2, 3)


def test_CY_022_disruption_never_goes_below_one_and_a_second_one_adds_nothing() -> None:
    b = position().unit("nl_bda", "4024", disrupted=1)
    values = (b.pos.tr(b.piece("nl_bda")), b.pos.ma(b.piece("nl_bda")))
    b.act().flag(b.piece("nl_bda"), w.DISRUPTED, 1)
    assert values == (b.pos.tr(b.piece("nl_bda")), b.pos.ma(b.piece("nl_bda"))) == (1, 1)


def test_CY_024_the_first_failed_check_gives_a_marker_the_second_costs_a_step() -> None:
    b = position().unit("ge_x", "2812").unit("fr_i", "2911").unit("fr_x", "2712").run(SupplyPhase())
    unit = b.piece("ge_x")
    assert b.pos.oos(unit) and b.pos.steps(unit) == 2
    b.turn(3).run(SupplyPhase())
    assert b.pos.oos(unit) and b.pos.steps(unit) == 1


def test_CY_025_units_out_of_supply_and_without_attack_supply_cost_one_column_together() -> None:
    b = position().units("2812", "ge_x").unit("ge_xi", "2813", oos=1).unit("ge_i", "2711", nas=1).unit("fr_i", "2712")
    units = tuple(b.piece(unit) for unit in ("ge_x", "ge_xi", "ge_i"))
    lines = bt.other_lines(b.pos, bt.Battle(units, b.hex("2712"), (b.piece("fr_i"),)))
    assert [(label, value) for label, value, _ in lines] == [("line.unsupplied", -1)]
