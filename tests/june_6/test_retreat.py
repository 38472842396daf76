"""Retreat (13.3) with the rulings R-27, R-49, R-62 and R-67."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.retreat import refusal, ways
from hexledger.engine.games.june_6.rules.retreat import FallBack
from tests.june_6.builder import Built, position

# E2135 and everything within two hexes of it is clear and open. Its neighbours: E2136 east, E2236 and E2235 north,
# E2134 west, E2035 and E2036 south.


def retreat(b: Built, *units: str, at: str = "E2135", length: int = 1) -> Built:
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    return b.run(FallBack(b.pos.side(pieces[0]), b.hex(at), length, pieces))


def test_a_free_unit_retreats_one_hex_in_any_direction() -> None:
    b = retreat(position(open_area=True).unit("12ss_25", "E2135"), "12ss_25")
    assert len(b.choices()) == 6
    b.play("retreat 12ss_25 E2035")
    assert (b.at("12ss_25"), b.is_reduced("12ss_25"), b.quiet) == ("E2035", False, True)
    assert b.state.control[b.hex("E2035")] == 2


def test_a_one_hex_retreat_does_not_go_two() -> None:
    b = retreat(position(open_area=True).unit("12ss_25", "E2135"), "12ss_25")
    assert b.refuses("retreat 12ss_25 E2035,E1935").rule == "J6 13.35"


def test_a_two_hex_retreat_does_not_go_one_nor_come_back() -> None:
    b = retreat(position(open_area=True).unit("12ss_25", "E2135"), "12ss_25", length=2)
    assert b.refuses("retreat 12ss_25 E2035").rule == "J6 13.35"
    assert b.refuses("retreat 12ss_25 E2035,E2135").rule == "J6 R-67"
    b.play("retreat 12ss_25 E2035,E2034")
    assert b.at("12ss_25") == "E2034"


def test_a_retreat_never_enters_an_enemy_hex() -> None:
    b = retreat(position(open_area=True).unit("12ss_25", "E2135").unit("3_br_hq", "E2236"), "12ss_25")
    assert b.refuses("retreat 12ss_25 E2236").rule == "J6 8.14"


def test_the_first_hex_in_an_enemy_zoc_costs_a_step_and_a_second_hex() -> None:
    # 8/3 in E2237 covers E2236 and E2136, but not E2135.
    b = retreat(position(open_area=True).unit("12ss_25", "E2135").unit("3_br_8", "E2237"), "12ss_25")
    assert b.refuses("retreat 12ss_25 E2136").rule == "J6 13.35"
    b.play("retreat 12ss_25 E2136,E2036")
    assert (b.at("12ss_25"), b.is_reduced("12ss_25")) == ("E2036", True)


def test_two_hexes_through_enemy_zoc_cost_two_steps() -> None:
    b = retreat(position(open_area=True).unit("12ss_25", "E2135").unit("3_br_8", "E2237"), "12ss_25")
    b.play("retreat 12ss_25 E2136,E2236")
    assert b.gone("12ss_25") and b.quiet


def test_a_friend_in_the_hex_does_not_lift_the_enemy_zoc() -> None:
    b = position(open_area=True).unit("12ss_25", "E2135").unit("3_br_8", "E2237").unit("12ss_26", "E2136")
    retreat(b, "12ss_25").play("retreat 12ss_25 E2136,E2036")
    assert b.is_reduced("12ss_25") and not b.is_reduced("12ss_26")


def test_a_stack_pays_one_step_for_an_enemy_zoc_and_the_hq_pays_last() -> None:
    b = position(open_area=True).units("E2135", "12ss_25", "12ss_26", "12ss_hq").unit("3_br_8", "E2237")
    retreat(b, "12ss_25", "12ss_26", "12ss_hq").play("retreat 12ss_25,12ss_26,12ss_hq E2136,E2036")
    assert set(b.choices()) == {"choose_unit 12ss_25", "choose_unit 12ss_26"}
    b.play("choose_unit 12ss_26")
    assert [b.at(unit) for unit in ("12ss_25", "12ss_26", "12ss_hq")] == ["E2036"] * 3
    assert (b.is_reduced("12ss_25"), b.is_reduced("12ss_26")) == (False, True)


def test_units_that_split_pay_each_on_their_own() -> None:
    """13.33"""
    b = position(open_area=True).units("E2135", "12ss_25", "12ss_26").unit("3_br_8", "E2237")
    retreat(b, "12ss_25", "12ss_26").play("retreat 12ss_25 E2136,E2036", "retreat 12ss_26 E2136,E2036")
    assert b.is_reduced("12ss_25") and b.is_reduced("12ss_26") and b.quiet


def test_a_city_ends_any_retreat_even_in_an_enemy_zoc_at_the_price_of_a_step() -> None:
    # E1508 (Saint-Lo) is a city; 8/3 beyond it covers it, but not E1509.
    b = position(open_area=True).unit("12ss_25", "E1509").unit("3_br_8", "E1507")
    assert b.pos.in_ezoc(b.hex("E1508"), 2)
    retreat(b, "12ss_25", at="E1509", length=2).play("retreat 12ss_25 E1508")
    assert (b.at("12ss_25"), b.is_reduced("12ss_25"), b.quiet) == ("E1508", True, True)


def test_no_room_at_the_end_of_a_retreat() -> None:
    b = position(open_area=True).unit("12ss_25", "E2135").units("E2035", "21pz_125", "12ss_26")
    assert retreat(b, "12ss_25").refuses("retreat 12ss_25 E2035").rule == "J6 13.34"


def test_single_units_of_a_stack_pass_a_hex_that_the_stack_would_overfill() -> None:
    b = position(open_area=True).units("E2135", "12ss_25", "12ss_26").unit("21pz_125", "E2035")
    retreat(b, "12ss_25", "12ss_26", length=2)
    assert b.refuses("retreat 12ss_25,12ss_26 E2035,E2034").rule == "J6 13.34"
    b.play("retreat 12ss_25 E2035,E2034", "retreat 12ss_26 E2035,E2034")
    assert (b.at("12ss_25"), b.at("12ss_26")) == ("E2034", "E2034")


def test_a_single_unit_passes_a_full_hex_but_does_not_end_there() -> None:
    b = position(open_area=True).unit("12ss_25", "E2135").units("E2035", "21pz_125", "12ss_26")
    retreat(b, "12ss_25", length=2).play("retreat 12ss_25 E2035,E2034")
    assert b.at("12ss_25") == "E2034"


def test_a_unit_that_cannot_retreat_stays_and_is_reduced() -> None:
    b = position(open_area=True).unit("12ss_25", "E2135")
    for unit, at in zip(
        ("3_br_8", "3_br_9", "3_br_27", "3_br_185", "3_cdn_7", "3_cdn_8"),
        ("E2136", "E2236", "E2235", "E2134", "E2035", "E2036"),
        strict=True,
    ):
        b.unit(unit, at)
    retreat(b, "12ss_25")
    assert (b.at("12ss_25"), b.is_reduced("12ss_25"), b.quiet) == ("E2135", True, True)
    assert "13.37" in b.rules()


def test_of_a_stack_that_cannot_retreat_one_unit_is_reduced() -> None:
    b = position(open_area=True).units("E2135", "12ss_25", "12ss_26")
    for unit, at in (("3_br_8", "E2136"), ("3_br_9", "E2235"), ("3_br_27", "E2035")):
        b.unit(unit, at)
    for unit, at in (("3_br_185", "E2134"), ("3_cdn_7", "E2236"), ("3_cdn_8", "E2036")):
        b.unit(unit, at)
    retreat(b, "12ss_25", "12ss_26").play("choose_unit 12ss_25")
    assert (b.is_reduced("12ss_25"), b.is_reduced("12ss_26"), b.at("12ss_26")) == (True, False, "E2135")


def test_a_unit_may_not_stay_while_it_has_a_way() -> None:
    b = retreat(position(open_area=True).units("E2135", "12ss_25", "12ss_26"), "12ss_25", "12ss_26")
    b.play("retreat 12ss_25 E2035")
    assert b.offer is not None and b.offer.pieces == (b.piece("12ss_26"),)
    assert b.refuses("retreat 12ss_25 E2034").rule == "J6 13.31"


def test_pinned_disordered_and_isolated_units_retreat_as_well() -> None:
    b = position(open_area=True).unit("12ss_25", "E2135", pinned=True, disorder=2, isolated=True)
    retreat(b, "12ss_25").play("retreat 12ss_25 E2035")
    assert b.at("12ss_25") == "E2035"


def test_no_retreat_leaves_the_area_of_the_scenario() -> None:
    b = position().unit("12ss_25", "E2135")
    outside = [there for there in b.pos.board.neighbours[b.hex("E2334")] if there not in b.pos.scenario.area]
    assert outside, "E2334 lies on the edge of the area"
    b = retreat(position().unit("12ss_25", "E2334"), "12ss_25", at="E2334")
    refused = b.refuses(f"retreat 12ss_25 {b.game.place(outside[0])}")
    assert refused.rule == "J6 13.32"


def test_the_32nd_luftwaffe_regiment_does_not_retreat_over_the_orne() -> None:
    b = position()
    pos, board = b.pos, b.game.board
    unit = b.piece("16lw_32")
    a, c = next(
        (a, c) for a, c, side in board.data.sides if side.name == "Orne" and side.bridge and pos.in_bounds(unit, a)
    )
    b.unit("16lw_32", board.labels[a])
    assert retreat(b, "16lw_32", at=board.labels[a]).refuses(f"retreat 16lw_32 {board.labels[c]}").rule == "J6 13.32"


def test_a_motorized_unit_does_not_retreat_over_a_blown_bridge() -> None:
    b = position(open_area=True)
    a, c = b.game.board.bridges()[0]
    names = b.game.board.labels[a], b.game.board.labels[c]
    assert b.pos.can_pass(b.piece("12ss_25"), a, c), "the bridge is open at first"
    b.unit("12ss_25", names[0]).marker("blown", *names)
    assert retreat(b, "12ss_25", at=names[0]).refuses(f"retreat 12ss_25 {names[1]}").rule == "J6 13.32"


def test_the_ways_of_a_stack_are_all_those_that_are_not_refused() -> None:
    found = 0
    for label, enemy, length in (
        ("E2135", "E2235", 1),
        ("E2135", "E2235", 2),
        ("E1931", "E1830", 1),
        ("E1931", "E1830", 2),
    ):
        b = position().unit("12ss_25", label).unit("12ss_26", label).unit("3_br_8", enemy)
        pos, near = b.pos, b.pos.board.neighbours
        start = b.hex(label)
        for units in ((b.piece("12ss_25"),), (b.piece("12ss_25"), b.piece("12ss_26"))):
            paths = [(first,) for first in near[start]] + [(a, c) for a in near[start] for c in near[a]]
            wanted = [path for path in paths if refusal(pos, units, start, length, path) is None]
            assert list(ways(pos, units, start, length)) == wanted
            found += len(wanted)
    assert found
