"""Case Yellow: movement, reinforcements, rail, nations, refugees, house marches (8, 10, H)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import borders, march, rails, stacking, ways
from hexledger.engine.games.case_yellow.rules import reinforcements
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.overruns import odds_needed
from hexledger.engine.games.case_yellow.rules.reinforcements import Reinforcements
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.table.consequences import cost
from tests.case_yellow.builder import Built, position


def moving(b: Built, side: str = "german", turn: int = 2) -> Built:
    """Begin a Move round's movement."""
    number = w.SIDES.index(side) + 1
    return b.round_of(side, "move", turn).run(Movement(number), Excess(number))


def closed(b: Built, unit: str, here: str, there: str) -> str | None:
    why = borders.closed(b.pos, b.piece(unit), b.hex(here), b.hex(there))
    return None if why is None else why[0]


# ---------------------------------------------------------------------- 8
def test_regiments_alone_stack_by_twos_unless_the_players_read_it_otherwise() -> None:
    """8.3b, G-A10, 8.5."""
    three = ("ge_gd", "ge_lah", "ge_11sch")
    for reading, fits in (("two", False), ("three", True)):
        b = position(options={"rdb_alone": reading})
        assert stacking.limits_kept(b.pos, [b.piece(unit) for unit in three]) is fits
    b = position().units("2812", "ge_gd", "ge_lah").marker("refugee_town", "2812")
    assert stacking.legal(b.pos, b.hex("2812"), b.pos.units(b.hex("2812")))


def test_supply_units_and_arko_count_as_corps() -> None:
    """7.9b, 8.3a."""
    b = position()
    for pair in (("ge_x", "ge_arko1"), ("ge_x", "ge_aga_supply"), ("ge_1_pz", "ge_arko1")):
        assert not stacking.limits_kept(b.pos, [b.piece(unit) for unit in pair])


def test_nationalities_that_do_not_stand_together() -> None:
    """8.6a, 8.6b, 8.6c, 13.5.1."""

    def together(*units: str, b: Built | None = None, at: str = "2812") -> bool:
        b = b or position()
        return stacking.mix_allowed(b.pos, b.hex(at), [b.piece(unit) for unit in units])

    assert not together("nl_1", "be_i") and together("be_1ch", "fr_i") and not together("fr_i", "br_5")
    dynamo = position().dynamo("3312")
    assert together("fr_i", "br_5", b=dynamo, at="3312") and together("fr_i", "br_5", b=dynamo, at="3313")
    assert not together("fr_i", "br_5", b=dynamo, at="3214")
    assert together("fr_i", "br_5", b=position("free_command").turn(2))


def test_what_is_over_the_limit_at_the_end_of_movement_is_eliminated_by_its_owner() -> None:
    """8.4."""
    b = moving(position().unit("ge_x", "2812").unit("ge_xi", "2813")).play("move ge_x 2813", "end_movement")
    assert b.offer is not None and b.offer.kinds == ("remove_excess",)
    b.play("remove_excess ge_xi")
    assert b.on("ge_xi") == "-" and b.on("ge_x") == "2813"


# ---------------------------------------------------------------------- 10.1
def test_a_stack_moves_at_the_pace_of_its_slowest_unit_and_may_leave_it_behind() -> None:
    """10.1b, 10.1e."""
    b = moving(position().units("2810", "ge_22_al", "ge_1kav"))
    assert b.refuses("move ge_22_al,ge_1kav 2811,2812,2813,2814").rule == "CY 10.1"
    b.play("move ge_22_al,ge_1kav 2811,2812", "move ge_1kav 2813,2814")
    assert (b.on("ge_22_al"), b.on("ge_1kav")) == ("2812", "2814")
    assert b.refuses("move ge_22_al 2813").rule == "CY 10.1b", "it has been left behind"


def test_a_unit_moves_once_and_one_move_is_finished_before_the_next() -> None:
    """10.1b."""
    b = moving(position().unit("ge_x", "2810").unit("ge_xi", "2912")).play("move ge_x 2811", "move ge_xi 2913")
    assert b.refuses("move ge_x 2812").rule == "CY 10.1b"


def test_any_unit_may_go_one_hex_whatever_it_costs() -> None:
    """10.1c, G-C23."""
    b = moving(position().unit("fr_rif_crusnes", "1927").unit("ge_x", "1508"), "allied")
    assert ways.price(b.pos, b.piece("fr_rif_crusnes"), b.hex("2124"), b.hex("2024")) >= 1
    assert ways.walk(b.pos, b.piece("fr_rif_crusnes"), (b.hex("1828"),), -1)[1] is None
    assert ways.walk(b.pos, b.piece("ge_x"), b.path("1408", "1308", "1208", "1108", "1008"), -1)[1] is not None


def test_black_ma_units_stop_in_an_enemy_zoc() -> None:
    """9.2, 10.3d."""
    b = moving(position().unit("ge_x", "2814").unit("fr_i", "2811"))
    assert b.refuses("move ge_x 2813,2812,2912").rule == "CY 9.2"


# ---------------------------------------------------------------------- 10.3c
def test_terrain_makes_an_overrun_dearer_and_allied_stacks_may_overrun_too() -> None:
    """10.3c, G-A7, G-A22."""
    b = position()
    assert [odds_needed(b.pos, b.hex(place)).total for place in ("2812", "1618")] == [9, 10]
    two = "overrun fr_1_dlm,fr_2_dlm 2813"
    for reading, rule in (("yes", "CY 10.3c"), ("no", "CY G-A22")):
        b = position(options={"allied_overrun": reading}).units("2812", "fr_1_dlm", "fr_2_dlm").unit("ge_x", "2813")
        assert moving(b, "allied").refuses(two).rule == rule


def test_motorized_units_enter_forest_along_roads_one_by_one() -> None:
    """10.4b, 10.3a, 2.4j."""
    b = moving(position().units("2730", "ge_1_pz", "ge_2_pz"))
    assert b.refuses("move ge_1_pz,ge_2_pz 2731").rule == "CY 10.4b"
    off = position().unit("ge_1_pz", "2324")
    why = ways.prohibited(off.pos, off.piece("ge_1_pz"), off.hex("2323"), off.hex("2423"))
    assert why is not None and why[0] == "10.4b"


def test_german_units_destroy_empty_works_for_one_mp_more() -> None:
    """10.9, 10.9b."""
    b = position().unit("ge_x", "2123")
    before = ways.price(b.pos, b.piece("ge_x"), b.hex("2123"), b.hex("2224"))
    moving(b).play("move ge_x 2224")
    assert before == 2 and b.pos.destroyed(b.hex("2224"))
    wall = position().unit("ge_x", "1927")
    why = ways.prohibited(wall.pos, wall.piece("ge_x"), wall.hex("1927"), wall.hex("1828"))
    assert why is not None and why[0] == "10.9", "10.9a: a garrison keeps everybody out"


# ---------------------------------------------------------------------- 10.10, 10.11
def test_dutch_and_belgian_units_keep_to_their_countries() -> None:
    """10.10."""
    b = position().unit("nl_1", "3029").unit("be_i", "3028").unit("be_ii", "2118").unit("be_iii", "2119")
    assert closed(b, "nl_1", "3029", "3028") == "10.10" and closed(b, "be_i", "3028", "3029") == "10.10"
    border = next(
        (here, there)
        for here in sorted(b.pos.game.ground.land)
        for there in b.pos.game.ground.near[here]
        if b.pos.board.country[here] == "Belgium" and b.pos.board.country[there] == "France"
    )
    why = borders.closed(b.pos, b.piece("be_i"), *border)
    assert why is not None and why[0] == "10.10", "two Belgians are in France"


def test_refugees_cost_allied_units_a_point() -> None:
    """10.11, 12.6, G-C18, 12.4."""
    b = position().unit("fr_i", "2413")
    city = b.hex("2412")
    plain = ways.price(b.pos, b.piece("fr_i"), b.hex("2413"), city)
    b.marker("refugee_city", "2412")
    assert ways.price(b.pos, b.piece("fr_i"), b.hex("2413"), city) == plain + 1
    assert len(ways.refugee_hexes(b.pos)) == 4, "the city and the three hexes of the flight"
    ring = position(options={"refugee_all_six": "yes"}).marker("refugee_city", "2412")
    assert len(ways.refugee_hexes(ring.pos)) == 7
    assert len(ways.refugee_hexes(position().marker("terror", "2412").pos)) == 7
    assert len(ways.refugee_hexes(position().marker("refugee_town", "2415").pos)) == 1


# ---------------------------------------------------------------------- 10.2
def test_reinforcements_enter_in_the_first_own_move_round_where_the_hex_is_ours() -> None:
    """10.2, G-A56."""
    b = position().turn(2)
    reinforcements.turn_began(b.act())
    assert b.piece("fr_4_dcr") in reinforcements.due(b.pos, w.ALLIED)
    b.run(Reinforcements(w.ALLIED)).play("reinforce fr_4_dcr 2018")
    assert b.on("fr_4_dcr") == "2018" and b.refuses("pass").rule == "CY 10.2"
    lost = position().turn(4).taken("3310").pool("due", "br_30").run(Reinforcements(w.ALLIED))
    assert lost.piece("br_30") in lost.pos.pool("gone")
    blocked = position().turn(5).taken("2018").pool("due", "fr_4_dcr")
    assert set(reinforcements.places(blocked.pos, blocked.piece("fr_4_dcr"))) <= (
        blocked.pos.game.ground.west_edge | blocked.pos.game.ground.south_edge
    )


def test_who_will_never_come_is_said_before_the_last_reinforcement_enters() -> None:
    """G-A56."""
    b = position().turn(4).taken("3310").pool("due", "br_30", "fr_4_dcr").run(Reinforcements(w.ALLIED))
    found = cost(b.game, b.state, w.ALLIED, b.decision("reinforce fr_4_dcr 2018"))
    assert found.never == (b.piece("br_30"),) and not found.gone
    assert b.play("reinforce fr_4_dcr 2018").piece("br_30") in b.pos.pool("gone")


def test_at_most_three_okh_units_enter_a_turn_and_they_may_wait() -> None:
    """10.2, H-6."""
    b = position().turn(3)
    b.pool("due", "ge_xl", "ge_xxxviii", "ge_sst", "ge_xliii").assign("okh_left", 3).run(Reinforcements(w.GERMAN))
    for unit in ("ge_xl", "ge_xxxviii", "ge_sst"):
        choice = next(one for one in b.choices() if one.startswith(f"reinforce {unit} "))
        b.play(choice)
    assert reinforcements.due(b.pos, w.GERMAN) == () and b.piece("ge_xliii") in b.pos.pool("due")


# ---------------------------------------------------------------------- 10.5
def riding(**options: str) -> Built:
    b = position(options=options).unit("fr_xxi", "1521").unit("fr_rif_boulay", "1632").unit("ge_x", "2420")
    return b.assign("rail_left", 2).round_of("allied", "move")


def test_the_allies_ride_on_french_roads_far_from_the_germans() -> None:
    """10.5a, 10.5b, 10.5c."""
    b = riding()
    assert b.hex("1719") in rails.rail_ends(b.pos, b.piece("fr_xxi"))
    assert b.hex("2421") not in rails.far(b.pos)
    b.run(Movement(w.ALLIED)).play("rail fr_xxi 1719")
    assert b.on("fr_xxi") == "1719" and b.pos.var("rail_left") == 1
    assert b.refuses("move fr_xxi 1819").rule in ("CY 10.5", "CY 10.1")
    early = riding().turn(1)
    assert rails.may_ride(early.pos, early.piece("fr_xxi")) == ("10.5", "rail movement begins on turn 2")


def test_fortress_infantry_does_not_leave_the_maginot_line_by_rail() -> None:
    """H-7."""
    b = riding()
    ends = rails.rail_ends(b.pos, b.piece("fr_rif_boulay"))
    assert all(place in b.pos.game.ground.maginot for place in ends)


# ---------------------------------------------------------------------- H
def test_the_neutrals_are_closed_until_the_germans_come() -> None:
    """H-5, 2.2d."""
    b = position().unit("fr_i", "2720").unit("be_i", "2820").turn(3).assign("borders_open", 0)
    there = next(p for p in b.pos.board.neighbours[b.hex("2720")] if b.pos.board.country[p] == "Belgium")
    why = borders.closed(b.pos, b.piece("fr_i"), b.hex("2720"), there)
    assert why is not None and why[0] == "H-5"
    assert borders.closed(b.pos, b.piece("be_i"), b.hex("2820"), b.hex("2821")) is None, "at home"
    b.unit("ge_x", "3730").round_of("german", "move", turn=3).run(Movement(w.GERMAN))
    b.assign("borders_open", 0).play("move ge_x 3729")
    assert b.pos.var("borders_open") == 1


def test_on_turn_1_only_red_stars_and_light_cavalry_enter_belgium() -> None:
    """H-4."""
    b = position().units("2720", "fr_10_di", "fr_1_dlc").unit("br_i", "2719").turn(1)
    there = b.pos.label(next(p for p in b.pos.board.neighbours[b.hex("2720")] if b.pos.board.country[p] == "Belgium"))
    assert [closed(b, unit, "2720", there) for unit in ("fr_10_di", "fr_1_dlc", "br_i")] == ["H-4", None, None]


def test_red_stars_march_to_the_dyle_as_far_as_they_can_before_movement_ends() -> None:
    """H-1, H-2, G-A60."""
    b = position().unit("br_i", "3017").turn(1)
    b.track("moves", 1, w.ALLIED)
    assert b.pos.ma(b.piece("br_i")) == 7, "three more MPs"
    moving(b, "allied", turn=1)
    assert b.refuses("end_movement").rule == "CY H-1"
    ends = march.march_ends(b.pos, b.piece("br_i"))
    assert ends and ends <= b.pos.game.ground.dyle
    b.play(next(one for one in b.choices() if one.startswith("move br_i ")), "end_movement")
    assert b.pos.at(b.piece("br_i")) in b.pos.game.ground.dyle


def test_french_corps_of_the_maginot_armies_stay_on_turn_1_and_four_move_later() -> None:
    """H-3."""
    b = moving(position().unit("fr_xxi", "1521"), "allied", turn=1)
    assert b.refuses("move fr_xxi 1520").rule == "CY H-3"
    later = moving(position().unit("fr_vi", "1521").assign("maginot_moved", 4), "allied", turn=2)
    assert later.refuses("move fr_vi 1520").rule == "CY H-3"


def test_dutch_hexes_count_as_the_dyle_area_for_those_who_may_not_leave_it() -> None:
    """QA.9, QA.10, G-C17, G-A59."""
    b = position().unit("fr_1_dlm", "3423").turn(2)
    assert borders.in_dyle_area(b.pos, b.hex("3725")) and borders.in_dyle_area(b.pos, b.hex("2822"))
    assert not borders.dyle_ban(b.turn(5).pos) and borders.dyle_ban(position().turn(4).pos)
    assert not borders.dyle_ban(position().turn(3).assign("dynamo", 3).pos)


def test_nobody_leaves_the_map_of_the_dutch_fortress() -> None:
    """H-8."""
    b = position("dutch_fortress").unit("ge_x", "3328")
    out = next(p for p in b.pos.board.neighbours[b.hex("3328")] if p not in b.pos.scenario.clip)
    why = borders.closed(b.pos, b.piece("ge_x"), b.hex("3328"), out)
    assert why is not None and why[0] == "H-8"


def test_a_round_of_the_allies_counts_its_rides_anew() -> None:
    """10.5c, 4.0c.MOVE."""
    b = position(seed="round").turn(2).run(sequence.Round(w.ALLIED, w.MOVE))
    assert b.pos.var("rail_left") == 2 and b.pos.track("moves", w.ALLIED) == 1


def test_a_move_round_is_asked_of_each_side_with_what_that_side_does() -> None:
    """10.5, 10.8, 13.4: only the Allies ride and sail away, only the Germans form and take off bridgeheads."""
    asked = {}
    for side, number in (("german", w.GERMAN), ("allied", w.ALLIED)):
        b = position().round_of(side, "move").run(Movement(number))
        assert b.offer is not None
        asked[side] = set(b.offer.kinds)
    assert asked["german"] == {"move", "overrun", "try_bridgehead", "remove_bridgehead", "end_movement"}
    assert asked["allied"] == {"move", "overrun", "rail", "evacuate", "end_movement"}
