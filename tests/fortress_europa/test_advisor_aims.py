"""What the greedy bot of Fortress Europa plays for: the shortest way to victory, kept once it is held."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.advisor import aims, beaches, ground, marches, others, outcome
from hexledger.engine.games.fortress_europa.rules.mulberries import SetMulberry
from hexledger.engine.games.fortress_europa.rules.retreat import Retreat
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import PieceId, PlaceId
from tests.fortress_europa.builder import Built, position

SEVENTH = 1 << f.DISTRICTS.index("7th")


def ashore(*units: str, at: str = "M7", scenario: str = "invasion") -> Built:
    """US units near Caen in the invasion of the 7th district, with their line to the sea."""
    b = position(scenario, turn="June IV").units(at, *units).assign("invaded_districts", SEVENTH)
    return b.assign("invasions", 1).turn_of("allied", impulse=1)


def taken(b: Built) -> set[str]:
    return {b.pos.label(place) for place in aims.aims(b.pos).take}


def kept(b: Built) -> set[str]:
    return {b.pos.label(place) for place in aims.aims(b.pos).keep}


def test_from_caen_the_way_to_victory_is_paris_and_from_brittany_the_cities_of_the_district() -> None:
    """33.1.5: Caen and Paris, or Cherbourg or Brest with four more cities."""
    b = ashore("us_1", at="P11").control("allied", "M6")
    assert taken(b) == {"R11"} and kept(b) == {"M6"}
    b = ashore("us_1", at="F8").control("allied", "B2", "E10", "G7", "H10")
    assert "R11" not in taken(b) and len(taken(b)) == 1
    assert {"B2", "E10", "G7", "H10"} == kept(b)


def test_an_invasion_of_another_district_has_other_ways() -> None:
    b = ashore("us_1", at="Q5").assign("invaded_districts", 1 << f.DISTRICTS.index("15th"))
    assert taken(b) == {"R11", "P4"}, "two of four"


def test_the_campaign_asks_for_paris_bruxelles_and_the_nearest_cities_of_germany() -> None:
    b = position("campaign", turn="August I").unit("us_1", "R12").turn_of("allied", impulse=1)
    assert {"R11", "BB8"} <= taken(b)
    majors = {b.pos.label(place) for place in b.pos.tables.ground.major_cities}
    assert taken(b) - {"R11", "BB8"} <= majors and len(taken(b)) == 6


def test_the_german_is_the_one_who_takes_in_the_bulge() -> None:
    b = position("battle_of_the_bulge", with_setup=True)
    assert aims.attacker(b.pos) == f.GERMAN and taken(b) < {"EE12", "GG10", "EE10", "CC10"}
    assert aims.vital(b.pos, f.ALLIED) == aims.aims(b.pos).take, "what the Allies may not lose"


def test_what_decides_is_worth_more_to_hold_and_draws_from_farther_away() -> None:
    b = ashore("us_1", at="P11").control("allied", "M6")
    other = ashore("us_1", at="P11").control("allied", "M6").assign("invaded_districts", 0)
    paris = b.hex("R11")
    assert ground.prized(b.pos, paris) > ground.prized(other.pos, paris)
    assert ground.to_goal(b.pos, f.ALLIED)[b.hex("P11")] < ground.to_goal(other.pos, f.ALLIED)[b.hex("P11")]


def test_a_garrison_stays_in_what_victory_needs_and_with_a_mulberry() -> None:
    b = ashore("us_1", "us_4", at="M6").control("allied", "M6", "R11").unit("pz_lehr", "M10")
    assert marches.guards(b.pos, b.piece("us_1")), "six factors would be left"
    b = ashore("us_1", "us_4", "us_9", at="M6").control("allied", "M6", "R11").unit("pz_lehr", "M10")
    assert not marches.guards(b.pos, b.piece("us_1")), "two divisions are enough"
    b = ashore("us_1", "us_4", at="K3").unit("mulberry_12", "K3").unit("pz_lehr", "K8")
    assert marches.guards(b.pos, b.piece("us_4"))


def test_an_hq_in_an_enemy_zone_is_not_left_to_attack_alone() -> None:
    """14.10: it would be removed."""
    b = ashore("us_1", "hq_bradley", at="K5").unit("i_352", "K6")
    assert marches.guards(b.pos, b.piece("us_1"))
    b = ashore("us_1", at="K5").unit("i_352", "K6")
    assert not marches.guards(b.pos, b.piece("us_1"))


def test_a_point_of_capacity_is_kept_for_the_verdict_of_the_invasion() -> None:
    assert beaches.keeps_capacity(ashore("us_1").pos)


def test_a_mulberry_is_built_where_the_enemy_can_come_least() -> None:
    b = ashore("us_1", at="K3").unit("us_4", "L4").unit("us_9", "K4").units("L6", "pz_lehr", "pz_21")
    safe, front = (SetMulberry(PieceId(b.piece("mulberry_12")), PlaceId(b.hex(label))) for label in ("K3", "L4"))
    rank = others._RANKS["prompt.mulberry"]
    assert rank(b.pos, safe) > rank(b.pos, front)


def test_beaten_enemies_are_driven_away_and_not_among_the_victors() -> None:
    b = ashore("us_1", "us_4", at="M7").unit("i_352", "M8")
    unit = (PieceId(b.piece("i_352")),)
    near, far = (Retreat(unit, tuple(PlaceId(b.hex(label)) for label in way)) for way in (("N8", "N7"), ("M9", "M10")))
    rank = others._RANKS["prompt.retreat"]
    assert rank(b.pos, far) > rank(b.pos, near)


def test_who_guards_a_mulberry_fears_to_be_thrown_back() -> None:
    b = ashore("us_1", at="L4").control("allied", "L4").unit("i_352", "L5")
    stands, target = {b.piece("us_1"): b.hex("L4")}, (b.hex("L5"),)
    without = outcome.expectation(b.pos, 3, 0, stands, target, b.pos.zoc(f.ALLIED))
    b.unit("mulberry_12", "L4")
    assert outcome.expectation(b.pos, 3, 0, stands, target, b.pos.zoc(f.ALLIED)) < without
