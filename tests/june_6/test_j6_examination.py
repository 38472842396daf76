"""June 6: an examination by the original rulebook, chapters 4 to 11 and the delay points of 19: boundaries, exceptions.

What is expected was read from the original, not from the engine, its digest or its rulings.
"""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions import supply
from hexledger.engine.games.june_6.questions.attachment import may_attach
from hexledger.engine.games.june_6.rules import weather
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.in_turn import JULY, in_turn
from tests.june_6.schedule import pooled

# E2135 and everything within two hexes of it is clear and open; so is E1243, which lies two hexes from the road.


def land(**options: object) -> Built:
    """The whole board, nobody on it."""
    return position(open_area=True, **options)  # type: ignore[arg-type]


def moving(b: Built, *units: str, mode: int = f.ME) -> Built:
    """These units move now."""
    return b.active(*units, mode=mode).run(Movement())


def cost(b: Built, line: str) -> int:
    """Half points of a move."""
    return b.play(line).of(ev.Moved)[0].cost


def refusal(b: Built, line: str) -> str:
    """Rule by which a decision is refused, "" when it is legal."""
    try:
        return b.refuses(line).rule
    except AssertionError:
        return ""


# ---------------------------------------------------------------------- 4 weather and initiative
@pytest.mark.parametrize(
    ("german", "allied", "side"),
    [(4, (5,), "allied"), (5, (4,), "german"), (5, (5, 5, 6), "allied"), (5, (5, 4), "german")],
)
def test_in_a_tie_only_the_ally_rolls_again_until_the_tie_is_broken(
    german: int, allied: tuple[int, ...], side: str
) -> None:
    """4.21"""
    b = position("campaign", turn=4, dice=[german, *allied])
    weather.determine(b.act(), 4)
    assert b.pos.initiative == {"allied": f.ALLIED, "german": f.GERMAN}[side] and not b.coming


@pytest.mark.parametrize("die", [0, 4, 9])
def test_the_turn_after_a_storm_is_heavily_overcast_whatever_the_die(die: int) -> None:
    """4.12d.7: the die still counts for the initiative."""
    b = position("campaign", turn=6, weather="storm", dice=[die, 5])
    weather.determine(b.act(), 6)
    assert b.pos.weather == f.WEATHER_HEAVY and b.pos.initiative == (f.GERMAN if die > 5 else f.ALLIED)


@pytest.mark.parametrize(("die", "points"), [(0, 10), (3, 10), (9, 10)])
def test_a_storm_leaves_the_ally_ten_points(die: int, points: int) -> None:
    """4.12d.7: base 10 on 15/16 June."""
    b = position("campaign", turn=6, weather="storm", dice=[die]).unit("1_us_hq", "E2920").run(Logistics(f.ALLIED))
    assert b.state.track(b.game.words["track.rp"], f.ALLIED) == points


@pytest.mark.parametrize(("sky", "more"), [("clear", 0), ("light_overcast", 0), ("heavy_overcast", 2), ("storm", 4)])
def test_bad_weather_gives_the_german_points(sky: str, more: int) -> None:
    """4.12c.5, 4.12d.5, 5.12: base 7 on 15/16 June, a 2 counts 3."""
    b = position("campaign", turn=6, weather=sky, dice=[2]).unit("g352_hq", "E2425").run(Logistics(f.GERMAN))
    assert b.state.track(b.game.words["track.rp"], f.GERMAN) == 7 + 3 + more


@pytest.mark.parametrize(
    ("sky", "ops"),
    [("clear", {"ops.allied": 1}), ("light_overcast", {"ops.german": 1}), ("heavy_overcast", {"ops.german": 2})],
)
def test_the_weather_puts_free_ops_markers_into_the_pool(sky: str, ops: dict[str, int]) -> None:
    """4.12, 4.23a"""
    b = position("campaign", turn=4, weather=sky, dice=[5, 5])
    b.run(Logistics(f.ALLIED)).run(Logistics(f.GERMAN))
    assert {key: count for key, count in pooled(b).items() if key.startswith("ops")} == ops


# ---------------------------------------------------------------------- 5 logistics and LOC
def has_loc(b: Built, unit: str) -> bool:
    return supply.loc(b.pos, b.piece(unit)) is not None


@pytest.mark.parametrize(("at", "served"), [("E1142", True), ("E1143", True), ("E1144", True), ("E1145", False)])
def test_a_loc_goes_two_hexes_to_a_road(at: str, served: bool) -> None:
    """5.31, QA-SUP-1"""
    assert has_loc(land().unit("12ss_25", at), "12ss_25") is served


@pytest.mark.parametrize(
    ("others", "served"),
    [
        ({"3_br_8": "E1243"}, True),
        ({"3_br_8": "E1243", "3_br_9": "E1044"}, False),
        ({"3_br_8": "E1243", "3_br_9": "E1044", "12ss_26": "E1142"}, True),
        ({"3_br_8": "E1243", "3_br_9": "E1044", "12ss_hq": "E1142"}, True),
        ({"3_br_hq": "E1142"}, True),
        ({"3_br_hq": "E1142", "i_br_hq": "E1242", "3_cdn_hq": "E1042"}, False),
    ],
    ids=[
        "a ZOC on one of two ways",
        "ZOCs on both",
        "a friend on the road",
        "an HQ is friend enough",
        "an enemy HQ closes its hex only",
        "enemy HQs in all hexes of the road in reach",
    ],
)
def test_what_closes_a_loc(others: dict[str, str], served: bool) -> None:
    """5.32: from E1143 by E1142, or by E1043 to the source in E1042."""
    b = land().unit("12ss_25", "E1143")
    for unit, at in others.items():
        b.unit(unit, at)
    assert has_loc(b, "12ss_25") is served


def test_a_zoc_of_both_sides_in_an_empty_hex_closes_it_all_the_same() -> None:
    """5.32: it makes no difference."""
    b = land().unit("12ss_25", "E1143").unit("3_br_8", "E1243").unit("3_br_9", "E1044").unit("12ss_26", "E1141")
    assert not has_loc(b, "12ss_25")


@pytest.mark.parametrize(("at", "served"), [("E1938", True), ("E1939", False)])
def test_a_loc_crosses_a_great_river_at_a_bridge_only(at: str, served: bool) -> None:
    """QA-SUP-7: 8/3 on the south bank of the Orne would have to cross to the road in E1938."""
    b = land().unit("3_br_8", at).unit("12ss_25", "E1739").unit("12ss_26", "E1740").unit("21pz_125", "E1841")
    assert has_loc(b, "3_br_8") is served
    assert has_loc(b.marker("pontoon", "E1939", "E1938"), "3_br_8"), "a pontoon opens the hexside (QA-SUP-7)"


@pytest.mark.parametrize(
    ("unit", "in_cherbourg"), [("cher_fj", True), ("cher_hq", True), ("g709_919", False), ("lxxxiv_hq", False)]
)
def test_cherbourg_supplies_its_command_only_and_only_until_one_hex_has_fallen(unit: str, in_cherbourg: bool) -> None:
    """5.21c, 5.22: for the rest of the game, also when the hex is taken back."""
    b = position("campaign", turn=4).unit(unit, "W4711").control("german", "W4911")
    city = {b.hex("W4910"), b.hex("W5111")}
    assert (city <= supply.sources(b.pos, b.piece(unit))) is in_cherbourg
    b.unit("4_us_8", "W4912").active("4_us_8")
    b.run(Movement()).play("move 4_us_8 W4911")
    assert not city & supply.sources(b.pos, b.piece(unit))
    b.act().remove(b.piece("4_us_8"), "reason.eliminated")
    b.control("german", "W4911")
    assert not city & supply.sources(b.pos, b.piece(unit))


@pytest.mark.parametrize(
    ("unit", "beaches"),
    [
        ("4_us_8", ("utah", "omaha")),
        ("v_us_2rngr", ("utah", "omaha")),
        ("3_br_8", ("gold", "juno", "sword")),
        ("3_cdn_7", ("gold", "juno", "sword")),
        ("6_abn_3para", ("gold", "juno", "sword")),
    ],
)
def test_each_nation_lives_on_its_own_beaches(unit: str, beaches: tuple[str, ...]) -> None:
    """5.23"""
    b = position("campaign", turn=4).unit(unit, "E2334")
    of = {place for beach in beaches for place in b.pos.board.in_area(f"beach_{beach}")}
    assert supply.sources(b.pos, b.piece(unit)) == of


# ---------------------------------------------------------------------- 6 attachments, HQs
@pytest.mark.parametrize(
    ("unit", "at", "marks", "allowed"),
    [
        ("i_br_79", "E2531", {}, True),
        ("i_br_79", "E2530", {}, False),
        ("i_br_79", "E2336", {"acted": 1}, False),
        ("viii_br_79", "E2336", {}, False),
        ("i_br_hq", "E2336", {}, False),
        ("i_br_inns", "E2336", {}, True),
        ("i_br_1ss", "E2336", {}, True),
        ("3_cdn_7", "E2336", {}, False),
    ],
    ids=[
        "four hexes",
        "five",
        "has acted",
        "another corps",
        "an HQ",
        "recon",
        "commandos (QA-AM-5)",
        "a division's unit",
    ],
)
def test_what_a_division_attaches(unit: str, at: str, marks: dict[str, int], allowed: bool) -> None:
    """6.13a"""
    b = position("campaign", turn=4).unit("3_br_hq", "E2535").unit(unit, at, **marks)
    assert (may_attach(b.pos, b.game.formation_number["3_br"], b.piece(unit)) is None) is allowed


@pytest.mark.parametrize("unit", ["lxxxiv_752", "i_ss_101", "iii_flak_c", "xlvii_654"])
def test_a_german_division_attaches_units_of_any_corps(unit: str) -> None:
    """6.11b, 6.13a"""
    b = position("campaign", turn=4).unit("g352_hq", "E2425").unit(unit, "E2423")
    assert may_attach(b.pos, b.game.formation_number["g352"], b.piece(unit)) is None


def test_a_division_attaches_one_unit_which_then_acts_with_it_and_no_more_with_its_corps() -> None:
    """6.13a: the rest of the turn, also by the second AM; the corps AM does not activate it."""
    b = (
        position("campaign", turn=4)
        .unit("3_br_hq", "E2535")
        .unit("i_br_hq", "E2635")
        .units("E2534", "i_br_79", "i_br_inns")
    )
    b.unit("3_br_8", "E2536").run(PlayAm(b.game.words["am.3_br"]))
    assert refusal(b, "attach i_br_79,i_br_inns") in ("J6 6.13a", "J6 R-04")
    b.play("attach i_br_79")
    assert b.pos.is_active(b.piece("i_br_79")) and not b.pos.is_active(b.piece("i_br_inns"))
    b.play("end_movement")
    b.run(PlayAm(b.game.words["am.cw_corps"]))
    assert not b.pos.is_active(b.piece("i_br_79")) and b.pos.is_active(b.piece("i_br_inns"))


@pytest.mark.parametrize("second", ["", "3_br_8"])
def test_the_hq_goes_when_its_last_unit_has_gone(second: str) -> None:
    """6.15: at the End Phase."""
    b = (
        position("campaign", turn=4, seed="x")
        .unit("3_br_hq", "E2535")
        .unit("1_us_hq", "E2920")
        .unit("1_us_16", "E2920")
    )
    b.unit("g352_hq", "E2425").unit("g352_915", "E2324")
    if second:
        b.unit(second, "E2635")
    b.run(EndPhase())
    assert b.gone("3_br_hq") is not bool(second)


def test_a_corps_hq_without_units_stays() -> None:
    """6.15: divisions only."""
    b = position("campaign", turn=4, seed="x").unit("i_br_hq", "E2535").unit("3_br_hq", "E2635").unit("3_br_8", "E2635")
    b.unit("g352_hq", "E2425").unit("g352_915", "E2324").run(EndPhase())
    assert b.at("i_br_hq") == "E2535"


# ---------------------------------------------------------------------- 8 movement
@pytest.mark.parametrize(
    ("unit", "ma", "path", "legal"),
    [
        ("3_br_8", 5, "E2236,E2136", True),
        ("6_abn_3para", 4, "E2236,E2136", True),
        ("6_abn_3para", 4, "E2237,E2236,E2136", False),
    ],
)
def test_a_delay_point_costs_two_and_goes(unit: str, ma: int, path: str, legal: bool) -> None:
    """19.11, 19.12: three points for a clear hex with a delay point."""
    b = moving(land().unit(unit, "E2336").marker("delay_point", "E2136"), unit)
    assert b.pos.face(b.piece(unit)).ma == ma
    line = f"move {unit} {path}"
    assert (refusal(b, line) == "") is legal
    if legal:
        assert cost(b, line) == 2 + 2 + 4
        assert not b.state.marker(b.hex("E2136"), -1, f.DELAY_POINT)


def test_who_starts_next_to_a_delay_point_goes_in_whatever_it_costs() -> None:
    """8.12 exception: marsh costs three, the delay point two, the parachutists have four."""
    b = land().unit("6_abn_3para", "W3526").marker("delay_point", "W3527")
    moving(b, "6_abn_3para")
    assert refusal(b, "move 6_abn_3para W3527") == ""
    b.play("move 6_abn_3para W3527")
    assert b.at("6_abn_3para") == "W3527" and not b.state.marker(b.hex("W3527"), -1, f.DELAY_POINT)


def test_who_comes_next_to_it_does_not() -> None:
    """8.12, 19.13: only who begins there; the one who has points left and cannot go in stops, and clears it."""
    b = land().unit("6_abn_3para", "E2235").marker("delay_point", "W3527").marker("delay_point", "E2038")
    moving(b, "6_abn_3para")
    b.play("move 6_abn_3para E2236,E2136,E2137")
    assert b.at("6_abn_3para") == "E2137" and not b.state.marker(b.hex("E2038"), -1, f.DELAY_POINT)


def test_who_spends_the_last_point_next_to_it_leaves_it() -> None:
    """19.14"""
    b = moving(land().unit("6_abn_3para", "E2335").marker("delay_point", "E2038"), "6_abn_3para")
    b.play("move 6_abn_3para E2336,E2236,E2136,E2137")
    assert b.at("6_abn_3para") == "E2137" and b.state.marker(b.hex("E2038"), -1, f.DELAY_POINT)


def test_who_could_go_in_and_does_not_leaves_it() -> None:
    """19.13: only a unit without the points for the hex clears it from beside."""
    b = moving(land().unit("3_br_27", "E2237").marker("delay_point", "E2038"), "3_br_27").play("move 3_br_27 E2137")
    assert b.state.marker(b.hex("E2038"), -1, f.DELAY_POINT)


def test_a_german_absorbs_a_delay_point_at_the_end_of_his_move_only() -> None:
    """19.15"""
    b = moving(
        land().unit("21pz_125", "E2135").marker("delay_point", "E2136").marker("delay_point", "E2137"), "21pz_125"
    )
    assert cost(b, "move 21pz_125 E2136,E2137") == 4
    assert [b.state.marker(b.hex(at), -1, f.DELAY_POINT) for at in ("E2136", "E2137")] == [1, 0]


def test_a_delay_point_has_no_zoc_and_stops_no_loc() -> None:
    """19.11, 8.14 note"""
    b = land().unit("3_br_8", "E2135").marker("delay_point", "E2136")
    assert not b.pos.in_ezoc(b.hex("E2135"), f.ALLIED) and not b.pos.in_ezoc(b.hex("E2236"), f.ALLIED)


@pytest.mark.parametrize(
    ("enemy", "far"),
    [("3_br_8", "E1243"), ("3_br_hq", "E1243")],
)
def test_a_drive_begins_three_hexes_from_the_enemy(enemy: str, far: str) -> None:
    """8.24b: two hexes between; any unit counts."""
    b = in_turn(JULY, open_area=True).unit("21pz_hq", "E1739").unit("21pz_125", "E1341").unit(enemy, far)
    moving(b, "21pz_125")
    assert refusal(b, "strategic_move 21pz_125 E1441") == "J6 8.24b"
    b = in_turn(JULY, open_area=True).unit("21pz_hq", "E1739").unit("21pz_125", "E1341").unit(enemy, "E1244")
    assert refusal(moving(b, "21pz_125"), "strategic_move 21pz_125 E1441") == ""


@pytest.mark.parametrize(
    ("turn", "rule"), [(1, "J6 8.24f"), (2, "J6 8.24f"), (3, "J6 8.24f"), (4, "")], ids=["6", "7/8", "9/10", "11/12"]
)
def test_the_ally_drives_from_11_june_on(turn: int, rule: str) -> None:
    """8.24f"""
    b = position("campaign", turn=turn).unit("3_br_hq", "E2539").unit("3_br_9", "E2640")
    assert refusal(moving(b, "3_br_9"), "strategic_move 3_br_9 E2539") == rule


def test_the_german_drives_on_6_june() -> None:
    """8.24f"""
    b = position("campaign", turn=1).unit("21pz_hq", "E1739").unit("21pz_125", "E1539")
    assert refusal(moving(b, "21pz_125"), "strategic_move 21pz_125 E1639") == ""


@pytest.mark.parametrize(("marker", "rule"), [("", ""), ("E2338", "J6 8.24c"), ("E2440", "J6 8.24c")])
def test_a_delay_point_stops_the_allied_drive(marker: str, rule: str) -> None:
    """8.24c, 19.11: in the hex or next to it."""
    b = position("campaign", turn=4).unit("3_br_hq", "E2640").unit("3_br_9", "E2539")
    if marker:
        b.marker("delay_point", marker)
    assert refusal(moving(b, "3_br_9"), "strategic_move 3_br_9 E2440,E2339").replace("19.11", "8.24c") == rule


def test_a_delay_point_next_to_the_start_does_not_count_as_a_unit() -> None:
    """8.24b speaks of units; a delay point is none (2.4), but the first hex next to it is barred."""
    b = position("campaign", turn=4).unit("3_br_hq", "E2640").unit("3_br_9", "E2539").marker("delay_point", "E2437")
    assert refusal(moving(b, "3_br_9"), "strategic_move 3_br_9 E2440") == ""


@pytest.mark.parametrize(
    ("friends", "halves"),
    [((), 2), (("3_br_8",), 4), (("3_br_8", "3_br_hq"), 6)],
    ids=["free", "one", "two: bocage instead of the road"],
)
def test_traffic_on_a_bocage_road(friends: tuple[str, ...], halves: int) -> None:
    """8.46: the tanks pay 1, 1 + 1, or the 3 of the bocage and no road."""
    b = land().unit("3_br_27", "W1417").units("W1517", *friends)
    assert cost(moving(b, "3_br_27"), "move 3_br_27 W1517") == halves


def test_tanks_do_not_follow_two_friends_through_a_marsh() -> None:
    """8.46 example 1"""
    free = moving(position("campaign", turn=4).unit("4_us_70", "W3428"), "4_us_70")
    assert refusal(free, "move 4_us_70 W3427") == ""
    one = moving(position("campaign", turn=4).unit("4_us_70", "W3428").unit("4_us_8", "W3427"), "4_us_70")
    assert cost(one, "move 4_us_70 W3427") == 4
    two = moving(position("campaign", turn=4).unit("4_us_70", "W3428").units("W3427", "4_us_8", "4_us_12"), "4_us_70")
    assert refusal(two, "move 4_us_70 W3427").startswith("J6 8.4")


@pytest.mark.parametrize(
    ("unit", "price"),
    [("50_br_69", 6 + 2), ("50_br_8", 8 + 2), ("xxx_br_11hus", 10 + 2)],
    ids=["MA 5: three and one", "MA 8: four and one", "MA 10: five and one"],
)
def test_the_landing_costs_half_the_ma_rounded_up(unit: str, price: int) -> None:
    """8.47b, 8.47c"""
    b = position("campaign", turn=4).unit(unit, "gold_box").active(unit).run(Movement())
    assert cost(b, f"move {unit} E2830") == price


def test_a_landing_in_an_enemy_zoc_costs_one_more_and_ends_there() -> None:
    """QA-BEACH-4, 11.12, 10.21"""
    b = position("campaign", turn=4).unit("50_br_8", "gold_box").unit("g716_726", "E2730").unit("g716_hq", "E2829")
    b.active("50_br_8").run(Movement())
    assert refusal(b, "move 50_br_8 E2829").startswith("J6 10.")
    assert refusal(b, "move 50_br_8 E2830,E2831") == "J6 11.12"
    assert cost(b, "move 50_br_8 E2830") == 8 + 2 + 2


# ---------------------------------------------------------------------- 9 stacking
@pytest.mark.parametrize(
    ("stack", "newcomer", "fits"),
    [
        (("12ss_25",), "12ss_26", True),
        (("12ss_25", "12ss_26"), "21pz_125", False),
        (("12ss_25", "12ss_26"), "12ss_hq", True),
        (("12ss_25", "12ss_26", "12ss_hq"), "12ss_pzjg", False),
        (("12ss_25", "12ss_26", "12ss_hq"), "iii_flak_a", True),
        (("12ss_25", "12ss_26", "12ss_hq", "iii_flak_a"), "iii_flak_b", False),
        (("12ss_hq", "12ss_pzjg", "i_ss_nw"), "21pz_hq", False),
        (("12ss_hq", "12ss_pzjg", "i_ss_nw"), "iii_flak_a", True),
        (("12ss_hq", "12ss_pzjg", "i_ss_nw"), "12ss_25", False),
        (("12ss_25", "12ss_hq", "iii_flak_a"), "iii_flak_b", True),
        (("12ss_25", "12ss_hq", "iii_flak_a", "iii_flak_b"), "12ss_26", False),
        (("12ss_25", "sp_1"), "12ss_26", False),
        (("iii_flak_a", "iii_flak_b", "iii_flak_c"), "iii_flak_d", True),
        (("iii_flak_a", "iii_flak_b", "iii_flak_c", "iii_flak_d"), "iii_flak_e", False),
    ],
)
def test_what_fits_into_a_hex(stack: tuple[str, ...], newcomer: str, fits: bool) -> None:
    """9.12-9.14"""
    b = land().units("E2135", *stack)
    assert b.pos.fits(b.hex("E2135"), (b.piece(newcomer),)) is fits


def test_an_allied_stack_has_no_fourth_unit() -> None:
    """9.14: the exception is German."""
    b = land().units("E2135", "3_br_8", "3_br_9", "3_br_hq")
    assert not b.pos.fits(b.hex("E2135"), (b.piece("i_br_79"),))


# ---------------------------------------------------------------------- 11 ZOC
@pytest.mark.parametrize(
    ("unit", "at", "into", "covered"),
    [
        ("12ss_25", "W3428", "W3527", False),
        ("g709_919", "W3428", "W3527", True),
        ("12ss_25", "W3428", "W3427", True),
        ("12ss_25", "E1838", "E1839", True),
        ("12ss_25", "E3216", "E3116", True),
        ("12ss_hq", "E2135", "E2136", False),
        ("sp_1", "E2135", "E2136", True),
        ("det_1", "E2135", "E2136", True),
        ("21pz_200", "E2135", "E2136", False),
    ],
    ids=[
        "no motorized ZOC into a marsh",
        "foot ZOC into a marsh",
        "motorized ZOC into a marsh along a road",
        "over a great river",
        "over a cliff",
        "an HQ has none",
        "a strongpoint has one",
        "a detachment has one",
        "a unit with a white band has none",
    ],
)
def test_where_a_zoc_reaches(unit: str, at: str, into: str, covered: bool) -> None:
    """QA-TERR-3, 2.4, 19.21, 19.31"""
    b = position("campaign", turn=4)
    b.unit(unit, at)
    assert b.pos.in_ezoc(b.hex(into), f.ALLIED) is covered


@pytest.mark.parametrize(
    ("marks", "rule"),
    [({}, ""), ({"disorder": 1}, "J6 13.12a"), ({"isolated": 1}, "J6 22.24"), ({"disorder": 2}, "J6 13.12a")],
)
def test_who_enters_an_enemy_zoc(marks: dict[str, int], rule: str) -> None:
    b = land().unit("3_br_27", "E2236", **marks).unit("21pz_125", "E2036")  # type: ignore[arg-type]
    assert refusal(moving(b, "3_br_27"), "move 3_br_27 E2136") == rule


@pytest.mark.parametrize(("escort", "rule"), [((), "J6 11.14"), (("3_br_8",), ""), (("i_br_79",), "J6 11.14")])
def test_a_support_unit_enters_an_enemy_zoc_only_to_a_combat_unit(escort: tuple[str, ...], rule: str) -> None:
    """11.14"""
    b = land().unit("3_br_hq", "E2236").unit("21pz_125", "E2036").units("E2136", *escort)
    assert refusal(moving(b, "3_br_hq"), "move 3_br_hq E2136") == rule


def test_a_foot_unit_leaves_and_comes_back_into_the_same_zoc() -> None:
    """11.13a: out, one free hex, in again: 1 + 1, 1, 1 + 1."""
    b = moving(land().unit("3_br_8", "E2136").unit("21pz_125", "E2036"), "3_br_8")
    assert cost(b, "move 3_br_8 E2236,E2136") == 4 + 4
    b = moving(land().unit("6_abn_3para", "E2136").unit("21pz_125", "E2036"), "6_abn_3para")
    assert refusal(b, "move 6_abn_3para E2236,E2136") == "" and cost(b, "move 6_abn_3para E2236,E2136") == 8


def test_a_drive_may_end_next_to_a_zoc_but_not_in_it() -> None:
    """11.15, 8.24c"""
    b = in_turn(JULY, open_area=True).unit("21pz_hq", "E1739").unit("21pz_125", "E1540").unit("3_br_8", "E1243")
    moving(b, "21pz_125")
    assert refusal(b, "strategic_move 21pz_125 E1441,E1341,E1242") == "J6 8.24c"
    assert refusal(b, "strategic_move 21pz_125 E1441,E1341") == ""
    assert b.pos.board.distance(b.hex("E1341"), b.hex("E1243")) == 2
