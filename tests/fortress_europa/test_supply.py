"""Supply (18.1-18.6, 18.8, 20.15, 24.3)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import capacity, supply
from hexledger.engine.games.fortress_europa.rules import supply as supply_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position

DIVISIONS = (
    "us_1",
    "us_2",
    "us_4",
    "us_5",
    "us_8",
    "us_9",
    "us_28",
    "us_29",
    "us_30",
    "us_35",
    "us_79",
    "us_83",
    "us_90",
)


def liberated(*ports: str) -> Built:
    """All of France west of column T in Allied hands but for the ports that are not named; no unit on the map."""
    ground = game().tables.ground
    labels = [game().place(p) for p in sorted(ground.land - ground.ports)]
    west = [label for label in labels if len(label.rstrip("0123456789")) == 1 and label[0] < "T"]
    return position().control("allied", *west, *ports)


def status(b: Built, unit: str) -> str:
    return supply.standing(b.pos, b.piece(unit)).status


def phase(b: Built, side: int = f.ALLIED) -> Built:
    return b.turn_of("allied" if side == f.ALLIED else "german").run(supply_rules.SupplyPhase(side))


def test_two_headquarters_and_three_ports_feed_seventeen_units_and_dropped_ones_on_top() -> None:
    b = liberated("C9", "E10").unit("mulberry_12", "D7").unit("hq_montgomery", "G7").unit("hq_bradley", "J10")
    british = ("br_3", "br_7_arm", "br_11_arm", "br_15", "br_43", "br_49", "br_51", "br_53", "br_59")
    b.units("H7", *british)
    b.units("K11", *DIVISIONS[:6]).unit("us_101_ab", "K10", by_air=True)
    assert sum(capacity.sources(b.pos).values()) == 17, "12 + 3 (St. Nazaire) + 2 (Nantes)"
    assert supply_rules.unsupplied(b.pos, f.ALLIED) == (), "FE-050, FE-053"
    fed = supply.fed(b.pos, supply.hungry(b.pos))
    assert len(fed) == 17 and b.piece("us_101_ab") not in fed, "FE-221, C-47"
    assert b.unit("us_45", "K12").pos and len(supply_rules.unsupplied(b.pos, f.ALLIED)) == 1, (
        "the eighteenth goes without"
    )


def test_a_unit_more_than_five_hexes_from_every_headquarters_loses_a_step() -> None:
    b = liberated().unit("mulberry_12", "L4").unit("hq_bradley", "L6").unit("us_1", "L11").unit("us_2", "L12")
    phase(b)
    assert b.pos.steps(b.piece("us_1")) == 2 and b.pos.steps(b.piece("us_2")) == 1
    verdicts = {event.piece: game().words.key(event.status) for event in b.of(ev.Judged)}
    assert verdicts[b.piece("us_2")] == "status.no_hq" and verdicts[b.piece("us_1")] == "status.hq"
    assert b.quiet


def test_the_verdict_shows_the_line_and_the_port() -> None:
    b = liberated().unit("mulberry_12", "L4").unit("hq_bradley", "L6").unit("us_1", "L9")
    verdict = supply.standing(b.pos, b.piece("us_1"))
    assert verdict.path == b.path("L9", "L8", "L7", "L6", "L4") and verdict.port == b.hex("L4")
    assert supply.standing(b.pos, b.piece("hq_bradley")).path == b.path("L6", "L5", "L4")


def test_a_line_does_not_run_through_an_enemy_zone_and_the_verdict_names_the_hex() -> None:
    b = liberated().unit("mulberry_12", "L4").unit("hq_bradley", "L6").unit("us_1", "L10")
    assert status(b, "us_1") == "status.hq"
    b.units("L8", "i_352").unit("i_77", "J8").unit("i_91", "N8")
    verdict = supply.standing(b.pos, b.piece("us_1"))
    assert verdict.status == "status.cut" and b.pos.in_ezoc(verdict.path[-1], f.ALLIED)


def test_an_enemy_zone_over_the_headquarters_or_the_unit_does_not_cut_the_line() -> None:
    b = liberated().unit("mulberry_12", "L4").unit("hq_bradley", "L7").unit("us_1", "L8").unit("i_352", "L9")
    assert b.pos.in_ezoc(b.hex("L8"), f.ALLIED) and status(b, "us_1") == "status.hq"


def test_an_enemy_city_stops_a_line_and_hexes_that_are_not_controlled_stop_that_of_a_headquarters() -> None:
    b = liberated().unit("hq_bradley", "L8").unit("us_1", "L9").unit("mulberry_12", "L4")
    assert status(b, "us_1") == "status.hq"
    around = [game().place(p) for p in game().tables.ground.links[b.hex("L8")]]
    b.control("german", *around)
    assert status(b, "hq_bradley") == "status.hq_cut" and status(b, "us_1") == "status.hq_cut", "18.1"


def test_a_unit_in_a_city_is_in_supply_but_not_an_allied_one_in_germany() -> None:
    city = game().place(sorted(game().tables.ground.german_cities)[0])
    b = position().control("allied", "R11", city).unit("us_1", "R11").unit("us_2", city)
    assert status(b, "us_1") == "status.city" and status(b, "us_2") == "status.no_hq", "18.4"


def test_raiders_invaders_and_dropped_units_need_no_line() -> None:
    b = position().unit("us_ranger", "L5").unit("us_1", "L4", invading=1).unit("us_101_ab", "L8", dropped=1)
    assert [status(b, unit) for unit in ("us_ranger", "us_1", "us_101_ab")] == [
        "status.always",
        "status.invading",
        "status.dropped",
    ]


def test_where_ports_cannot_feed_all_the_allied_player_chooses_who_goes_without() -> None:
    b = liberated().unit("mulberry_9", "L4", damage=6).unit("hq_bradley", "L6")
    b.units("L8", "us_1", "us_2_arm", "us_3")
    phase(b)
    assert b.offer is not None and b.offer.side == f.ALLIED
    assert "assign_supply us_3" in b.choices() and b.check_choices() >= 2
    assert b.refuses("assign_supply us_1,us_3").rule == "FE 18.2", "only one point is lacking"
    assert "18.2" in b.refuses(supply_rules.AssignSupply(())).rule
    b.play("assign_supply us_2_arm")
    assert b.pos.steps(b.piece("us_2_arm")) == 1 and b.pos.steps(b.piece("us_1")) == 2 and b.quiet


def test_germans_in_germany_in_cities_and_frozen_are_in_supply() -> None:
    b = position().unit("i_352", "HH12").unit("i_77", "R11").unit("i_91", "L9", frozen=f.SEVENTH)
    assert [status(b, u) for u in ("i_352", "i_77", "i_91")] == ["status.always", "status.city", "status.frozen"]


def test_a_german_far_from_the_enemy_is_in_supply_by_a_line_of_any_length() -> None:
    b = position().unit("hq_7", "R20").unit("i_352", "R13").unit("us_1", "R7")
    assert b.pos.board.distance(b.hex("R13"), b.hex("R7")) == 6 and status(b, "i_352") == "status.far", "FE-164"


def test_a_german_near_the_enemy_and_six_hexes_from_his_headquarters_loses_a_step() -> None:
    b = position().unit("hq_7", "R20").unit("i_352", "R14").unit("us_1", "R10")
    phase(b, f.GERMAN)
    assert b.pos.steps(b.piece("i_352")) == 1, "FE-165"
    assert (
        phase(position().unit("hq_7", "R19").unit("i_352", "R14").unit("us_1", "R10"), f.GERMAN).pos.steps(
            b.piece("i_352")
        )
        == 2
    ), "within five it is in supply"


def test_the_partisan_stops_a_german_line() -> None:
    b = position().unit("partisan", "R13")
    assert not supply.clear(b.pos, b.hex("R13"), f.GERMAN) and supply.clear(b.pos, b.hex("R13"), f.ALLIED), "24.3"


def test_a_german_headquarters_lost_for_lack_of_supply_comes_back_on_its_other_side() -> None:
    b = position().unit("hq_7", "C4").unit("us_1", "C6")
    ring = [game().place(p) for p in game().tables.ground.links[b.hex("C4")]]
    b.control("allied", *ring)
    phase(b, f.GERMAN)
    assert b.gone("hq_7") and b.pooled("due_flipped", "hq_7") == 1, "13.2"


def test_at_the_start_of_the_bulge_every_unit_has_its_verdict() -> None:
    b = Built(game())
    game().setup(b.act(), "battle_of_the_bulge", {})
    assert sum(capacity.sources(b.pos).values()) - capacity.current(b.pos) == sum(
        1 for piece in b.pos.ashore(f.ALLIED) if capacity.counts(b.pos, piece)
    )
    assert supply_rules.unsupplied(b.pos, f.GERMAN) == ()
    assert [b.pos.name(p) for p in supply_rules.unsupplied(b.pos, f.ALLIED)] == []
