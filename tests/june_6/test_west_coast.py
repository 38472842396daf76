"""The landing on the west coast of the Cotentin: beaches, units, schedule, supply, resource points (PB 2.85)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions import arrivals
from hexledger.engine.games.june_6.questions.landing import landing_hexes
from hexledger.engine.games.june_6.questions.supply import sources
from hexledger.engine.games.june_6.rules import landing
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.scenario import ScenarioRules
from tests.june_6.builder import Built, position

JUNE_7, JUNE_9, JUNE_11, JUNE_13, JUNE_15, JUNE_19 = 2, 3, 4, 5, 6, 8
SOUTH = ("W3901", "W4001", "W4101", "W4201")
NORTH = ("W4901", "W5001", "W5101", "W5201")
OMAHA = ("E3019", "E3020", "E3118")
CHERBOURG = ("W4910", "W4911", "W5011", "W5012", "W5013", "W5111")


def west(turn: int = 1, beach: str = "1", **said: object) -> Built:
    return position("campaign", turn=turn, options={"west_coast": beach}, **said)  # type: ignore[arg-type]


def arriving(rules: ScenarioRules, b: Built, turn: int) -> dict[str, bool]:
    """Pieces of the V Corps that arrive in a turn -> whether in the RE phase."""
    corps = ("1_us", "2_us", "29_us", "2a_us", "v_us")
    return {
        b.game.piece(piece): arrival.in_re
        for arrival in rules.arrivals
        if arrival.turn == turn
        for piece in arrival.pieces
        if b.game.counters[piece].formation in corps
    }


@pytest.mark.parametrize(("beach", "hexes"), [("1", SOUTH), ("2", NORTH)])
def test_the_us_1_division_lands_on_the_chosen_beach_and_not_at_omaha(beach: str, hexes: tuple[str, ...]) -> None:
    """PB 2.85"""
    b = west(beach=beach).unit("1_us_16", "omaha_box").unit("4_us_8", "utah_box")
    assert landing_hexes(b.pos, b.piece("1_us_16")) == tuple(sorted(b.path(*hexes)))
    assert landing_hexes(b.pos, b.piece("4_us_8")) == tuple(sorted(b.path("W3328", "W3428", "W3528")))


def test_rangers_may_land_on_the_coast_within_three_hexes_of_the_beach() -> None:
    """PB 2.85, PB 1.85"""
    b = west().unit("v_us_2rngr", "omaha_box")
    hexes = [b.game.place(place) for place in landing_hexes(b.pos, b.piece("v_us_2rngr"))]
    assert set(SOUTH) < set(hexes)
    others = [hex_ for hex_ in hexes if hex_ not in SOUTH]
    assert others
    for hex_ in others:
        assert "coastal" in b.game.board.features[b.hex(hex_)]
        assert min(b.game.board.distance(b.hex(hex_), b.hex(beach)) for beach in SOUTH) <= 3


def test_the_beach_resists_with_a_drm_of_one_and_defends_itself_afterwards() -> None:
    """PB 2.85, PB 1.81, 9.2"""
    b = west(dice=[0]).unit("1_us_16", "omaha_box").run(landing.BeginLanding()).play("land 1_us_16 W4001")
    assert b.lines("reckon.resistance")["line.resistance"] == 1
    assert b.pos.beach_defends(b.hex("W4001"))


def test_the_29th_division_lands_a_turn_later_and_its_am_is_not_there_on_6_june() -> None:
    """PB 2.85"""
    b = position("campaign", with_setup=True, options={"west_coast": "2"}, seed="west")
    assert b.gone("29_us_115")
    assert b.at("1_us_16") == "omaha_box"
    invasion = b.pos.scenario.invasion
    assert invasion is not None
    am = b.game.words["am.29_us"]
    assert am not in dict(invasion.aside) and am not in dict(invasion.pool[f.ALLIED])
    assert b.game.words["am.1_us"] in dict(invasion.aside)


def test_v_corps_lands_by_its_own_schedule_and_no_unit_of_it_is_lost_or_doubled() -> None:
    """PB 2.85"""
    b = west()
    rules = b.pos.scenario
    assert set(arriving(rules, b, JUNE_7)) == {"29_us_hq", "29_us_115", "29_us_116"}
    ninth = arriving(rules, b, JUNE_9)
    assert set(ninth) == {"v_us_hq", "v_us_102", "29_us_175", "29_us_743", "2_us_9", "2_us_38"}
    assert {unit for unit, in_re in ninth.items() if in_re} == {"2_us_9", "2_us_38"}
    assert set(arriving(rules, b, JUNE_11)) == {"2_us_hq", "2_us_23", "2_us_741"}
    assert "2a_us_hq" in arriving(rules, b, JUNE_13)
    assert arriving(rules, b, JUNE_13)["v_us_749"]
    plain = position("campaign").pos.scenario
    for scenario in (rules, plain):
        pieces = [piece for arrival in scenario.arrivals for piece in arrival.pieces]
        assert len(pieces) == len(set(pieces))
    early = {"29_us_hq", "29_us_115", "29_us_116"}
    listed = [{b.game.piece(p) for a in one.arrivals for p in a.pieces} for one in (rules, plain)]
    assert listed[0] - listed[1] == early
    assert not listed[1] - listed[0]


def test_v_corps_uses_the_west_coast_only_and_everybody_else_never() -> None:
    """PB 2.85"""
    b = west(turn=JUNE_9).unit("2_us_9", "omaha_box").unit("xix_us_hq", "omaha_box").unit("9_us_39", "utah_box")
    assert b.pos.landing_hexes("omaha_box", b.piece("2_us_9")) == tuple(sorted(b.path(*SOUTH)))
    assert b.pos.landing_hexes("omaha_box", b.piece("xix_us_hq")) == ()
    b.control("allied", *OMAHA)
    assert b.pos.landing_hexes("omaha_box", b.piece("xix_us_hq")) == tuple(sorted(b.path(*OMAHA)))
    assert set(b.path(*OMAHA)) < set(b.pos.landing_hexes("omaha_box", b.piece("2_us_9")))


def test_units_of_either_us_box_use_utah_until_all_of_omaha_is_allied() -> None:
    """PB 2.85"""
    b = west(turn=JUNE_19)
    arrival = b.pos.scenario.arrival(b.piece("83_us_hq"))
    assert [gate.name for gate in arrivals.open_gates(b.pos, arrival)] == ["utah_box"]
    b.control("allied", *OMAHA[:2])
    assert [gate.name for gate in arrivals.open_gates(b.pos, arrival)] == ["utah_box"]
    b.control("allied", *OMAHA)
    assert [gate.name for gate in arrivals.open_gates(b.pos, arrival)] == ["utah_box", "omaha_box"]


def test_omaha_is_a_supply_source_only_once_it_is_allied_and_the_new_beach_always() -> None:
    """PB 2.85, 5.23, R-95"""
    b = west(turn=JUNE_9).unit("1_us_16", "W4001")
    found = sources(b.pos, b.piece("1_us_16"))
    assert set(b.path(*SOUTH)) < found
    assert not set(b.path(*OMAHA)) & found
    b.control("allied", *OMAHA)
    assert set(b.path(*OMAHA)) < sources(b.pos, b.piece("1_us_16"))


def rp(b: Built) -> dict[str, int]:
    b.run(Logistics(f.ALLIED)).pass_until("nothing")
    return {key: value for key, value in b.lines("reckon.rp").items() if key != "line.rp_spent"}


@pytest.mark.parametrize(
    ("turn", "die", "account"),
    [
        (JUNE_9, 5, {"line.rp_base": 4, "line.rp_die": 5}),
        (JUNE_9, 9, {"line.rp_base": 4, "line.rp_die": 9, "line.rp_cap": -3}),
        (JUNE_11, 9, {"line.rp_base": 10}),
    ],
)
def test_the_first_turns_have_points_of_their_own(turn: int, die: int, account: dict[str, int]) -> None:
    """PB 2.85, 5.12"""
    assert rp(west(turn=turn, dice=[die])) == account


def test_four_points_less_until_cherbourg_is_allied() -> None:
    """PB 2.85"""
    assert rp(west(turn=JUNE_13, dice=[5]))["line.rp_cherbourg"] == -4
    assert "line.rp_cherbourg" not in rp(west(turn=JUNE_7, dice=[5]))


@pytest.mark.parametrize(("fell", "more"), [(JUNE_11, 4), (JUNE_13, 4), (JUNE_15, 2), (JUNE_19, 0)])
def test_an_early_fall_of_cherbourg_brings_points_in_every_later_turn(fell: int, more: int) -> None:
    """PB 2.85"""
    b = west(turn=JUNE_19 + 1, dice=[5])
    b.act().pool("pool.objective", b.game.words["objective.cherbourg"], fell)
    assert rp(b).get("line.rp_cherbourg", 0) == more


def test_an_allied_omaha_brings_four_points_a_turn() -> None:
    """PB 2.85"""
    assert rp(west(turn=JUNE_7, dice=[5]).control("allied", *OMAHA))["line.rp_omaha"] == 4
