"""Case Yellow: who rides by rail and where he gets off (10.5), refusal by refusal."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import rails
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from tests.case_yellow.builder import Built, position


def riding(b: Built, turn: int = 5) -> Built:
    """An Allied Move round with two rides left."""
    return b.round_of("allied", "move", turn=turn).assign("rail_left", 2)


def why_not(b: Built, unit: str) -> tuple[str, str]:
    """Why a unit may not ride; nothing where it may."""
    return rails.may_ride(b.pos, b.piece(unit)) or ("", "")


def why_not_to(b: Built, unit: str, to: str) -> tuple[str, str]:
    """Why a unit may not get off in a hex; nothing where it may."""
    return rails.may_arrive(b.pos, b.piece(unit), b.hex(to)) or ("", "")


def test_a_fresh_allied_unit_far_from_the_germans_rides_from_the_turn_of_the_scenario() -> None:
    """10.5a, 10.5b."""
    name = position().pos.name(position().piece("fr_i"))
    assert why_not(riding(position().unit("fr_i", "1411")), "fr_i") == ("", "")
    early = riding(position().unit("fr_i", "1411"), turn=1)
    assert why_not(early, "fr_i") == ("10.5", "rail movement begins on turn 2")
    spent = riding(position().unit("fr_i", "1411")).assign("rail_left", 0)
    assert why_not(spent, "fr_i") == ("10.5", "no rail movement is left in this round")
    moved = riding(position().unit("fr_i", "1411", moved=2))
    assert why_not(moved, "fr_i") == ("10.5", f"{name} has moved in this round")
    ridden = riding(position().unit("fr_i", "1411", railed=1))
    assert why_not(ridden, "fr_i") == ("10.5", f"{name} has moved in this round")
    assert why_not(riding(position()), "fr_i") == ("10.5", f"{name} cannot ride"), "not on the map"
    german = riding(position().unit("ge_x", "1411"))
    assert why_not(german, "ge_x")[1].endswith("cannot ride")
    near = riding(position().unit("fr_i", "1411").unit("ge_x", "1412"))
    assert why_not(near, "fr_i")[1].endswith("is no rail head far enough from the Germans")
    fighting = position().unit("fr_i", "1411").unit("ge_x", "1412")
    fighting.run(MarkEngaged(bt.Battle((fighting.piece("ge_x"),), fighting.hex("1411"), (fighting.piece("fr_i"),))))
    assert why_not(riding(fighting), "fr_i") == ("10.5", f"{name} cannot ride"), "Engaged"


def test_a_red_star_that_must_march_does_not_ride() -> None:
    """H-1, 10.5."""
    b = riding(position().unit("fr_i", "1411"), turn=2)
    assert b.piece("fr_i") in b.pos.scenario.marchers
    assert why_not(b, "fr_i")[0] == "H-1"


def test_a_ride_ends_in_a_french_town_city_or_maginot_hex_with_room() -> None:
    """10.5c, 8.4."""
    b = riding(position().unit("fr_i", "1411").units("1719", "fr_iii", "fr_10_di"))
    ground = b.pos.game.ground
    network = rails.network(b.pos, b.hex("1411"))
    plain = next(p for p in sorted(network) if p not in ground.cities | ground.towns | frozenset(ground.maginot))
    assert why_not_to(b, "fr_i", b.pos.label(plain))[1].endswith("is no town, city or Maginot hex")
    assert why_not_to(b, "fr_i", "1719")[0] == "8.4"
    assert why_not_to(b, "fr_i", "1411")[1].startswith("no railway far from the Germans leads to"), "where it stands"
    assert why_not_to(b, "fr_i", "3122")[1].startswith("no railway far from the Germans leads to"), "abroad"
    free = riding(position().unit("fr_i", "1411"))
    assert why_not_to(free, "fr_i", "1719") == ("", "")
    assert any(place in ground.maginot for place in rails.rail_ends(free.pos, free.piece("fr_i")))


def test_fortress_infantry_rides_along_the_maginot_line_only() -> None:
    """H-7."""
    b = position()
    ground = b.pos.game.ground
    line = next(p for p in ground.maginot if ground.country[p] == "France" and len(rails.network(b.pos, p)) > 20)
    b = riding(position().unit("fr_rif_boulay", b.pos.label(line)).unit("fr_xxiv", b.pos.label(line)))
    ends = rails.rail_ends(b.pos, b.piece("fr_rif_boulay"))
    assert ends and set(ends) <= set(ground.maginot)
    assert set(rails.rail_ends(b.pos, b.piece("fr_xxiv"))) - set(ground.maginot)
    town = next(p for p in sorted(rails.network(b.pos, line) & ground.towns) if p not in ground.maginot)
    assert why_not_to(b, "fr_rif_boulay", b.pos.label(town))[0] == "H-7"


def test_nobody_rides_to_an_open_paris() -> None:
    """12.7."""
    b = riding(position().unit("fr_i", "1719"), turn=6)
    assert why_not_to(b, "fr_i", "1411") == ("", "")
    assert why_not_to(b.assign("open_city", 5), "fr_i", "1411")[0] == "12.7"
