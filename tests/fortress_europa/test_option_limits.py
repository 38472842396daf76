"""Options about movement, stacking, landings and weather at their limits (31.4, 31.5, 31.9, 31.11, 31.12)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import allowance, landing, movement
from hexledger.engine.games.fortress_europa.rules import flooding, stacking, weather
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import position
from tests.fortress_europa.impulses import invading, moving


# ------------------------------------------------------------------ 31.11 flooded ground
def test_before_it_is_flooded_low_country_takes_two_invaders_and_three_units_and_stops_nobody() -> None:
    """FE 31.11: clear terrain for every purpose."""
    b = position(turn="June I", options=["31.11"]).turn_of("allied", 1).units("england", "br_3", "br_50", "br_15")
    invading(b, "CC4", "CC5").play("invade br_3 CC5", "invade br_50 CC5")
    assert b.refuses("invade br_15 CC5").rule == "FE 12.7"
    assert b.pos.stack_limit(b.hex("DD4")) == 3
    dry = moving(position(options=["31.11"]).unit("us_1", "EE5").unit("us_2", "DD5"))
    assert dry.play("move us_2 DD4").has("us_2", "stuck") == 0


def test_the_flood_comes_at_once_everywhere_and_drowns_who_stands_too_close() -> None:
    """FE 31.11, 6.3: at the start of either player turn; the owner chooses; nothing turns it back."""
    b = position(options=["31.11"]).units("DD4", "us_1", "us_2").units("CC5", "i_346", "i_711").turn_of("allied")
    b.run(flooding.Flood())
    assert b.offer is not None and b.offer.side == f.GERMAN
    b.play("flood_land yes")
    assert (
        b.offer is not None
        and b.offer.side == f.ALLIED
        and b.offer.pieces == tuple(sorted(b.piece(unit) for unit in ("us_1", "us_2")))
    )
    b.play("remove_excess us_2")
    assert b.offer is not None and b.offer.side == f.GERMAN
    b.play("remove_excess i_711")
    assert b.quiet and (b.at("us_1"), b.at("i_346")) == ("DD4", "CC5")
    assert {b.pos.terrain(p) for p in b.path("DD4", "CC4", "CC5", "EE4")} == {"flooded"}
    assert b.run(flooding.Flood()).quiet, "once is for good"


# ------------------------------------------------------------------ 31.12 the coming storm
@pytest.mark.parametrize(
    ("turn", "added"), [("June I", 0), ("June II", 1), ("June III", 2), ("June IV", 3), ("July I", 4)]
)
def test_each_turn_without_a_storm_adds_one_more(turn: str, added: int) -> None:
    """FE 31.12."""
    b = position(turn=turn, options=["31.12"])
    assert weather.growing(b.pos)[0] == added
    assert weather.growing(b.assign("stormed", 1).pos)[0] == 0
    assert weather.growing(position(turn=turn).pos)[0] == 0


# ------------------------------------------------------------------ 31.9 armour on June I
@pytest.mark.parametrize(("die", "first", "second"), [(1, 0, 0), (2, 0, 0), (3, 0, 3), (4, 0, 3), (5, 4, 3), (6, 4, 3)])
def test_what_each_die_gives_a_panzer_division(die: int, first: int, second: int) -> None:
    """FE 31.9: of seven hexes four, rounded up."""
    b = position(turn="June I", dice=[die], options=["31.9"]).unit("pz_2", "T12")
    moving(b, "german").play("rouse_armor pz_2")
    piece = b.piece("pz_2")
    assert allowance.allowance(b.pos, piece) == first
    assert allowance.allowance(b.turn_of("german", 2).pos, piece) == second


def test_armour_in_the_invaded_district_infantry_and_june_ii_need_no_die() -> None:
    """FE 31.9."""
    b = position(turn="June I", options=["31.9"]).unit("pz_2", "L7").unit("i_352", "T12").unit("pg_15", "T13")
    b.assign("invaded_districts", 1 << f.SEVENTH)
    asleep = {unit: movement.asleep(b.pos, b.piece(unit)) for unit in ("pz_2", "i_352", "pg_15")}
    assert asleep == {"pz_2": False, "i_352": False, "pg_15": True}
    later = position(turn="June II", options=["31.9"]).unit("pg_15", "T13")
    assert not movement.asleep(later.pos, later.piece("pg_15"))


# ------------------------------------------------------------------ 31.5 Jersey
@pytest.mark.parametrize(("with_", "legal"), [("J3", True), ("J4", True), ("H5", False)])
def test_jersey_is_in_a_line_with_j3_or_j4_only(with_: str, legal: bool) -> None:
    """FE 31.5: not with H5, from which Germans come over."""
    b = position(turn="June I", options=["31.5"])
    assert (landing.line_refusal(b.pos, b.path("I4", with_)) is None) is legal
    assert landing.line_refusal(position(turn="June I").pos, b.path("I4")) is not None


# ------------------------------------------------------------------ 31.4 battalions
def test_a_battalion_joins_a_full_stack_with_the_option_only() -> None:
    """FE 31.4."""
    b = position(options=["31.4"])
    battalion = next(p for p in sorted(b.game.tables.roster.battalions) if p in b.game.tables.roster.land)
    assert not b.pos.stacks(battalion)
    b.units("O9", "i_352", "i_353", "i_243").unit(b.game.piece(battalion), "O9")
    assert stacking.excess(b.pos, f.GERMAN) is None
    without = position().units("O9", "i_352", "i_353", "i_243").unit("ag_654", "O9")
    assert stacking.excess(without.pos, f.GERMAN) is not None
