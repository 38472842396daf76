"""The German set-up of 6 June: strongpoint units, delay points, units with a zone, Detachments (PB 1.1, 19.31)."""

from __future__ import annotations

from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built
from tests.june_6.invasion import in_setup, to_the_drop


def delay_points(b: Built) -> list[str]:
    places = range(b.game.board.n_hexes)
    return [b.game.place(place) for place in places if b.state.marker(place, -1, f.DELAY_POINT)]


def test_the_historical_set_up_puts_eight_strongpoint_units_and_ten_delay_points() -> None:
    """PB 2.3"""
    b = to_the_drop()
    units = {b.at(f"sp_{number}") for number in range(1, 9)}
    assert units == {"E2729", "E2441", "E2340", "E3117", "E2919", "E2818", "E2444", "W3725"}
    beaches, cities = {"W3327", "W3527", "E2917", "E2920", "E2734", "E2440"}, {"W3424", "W2726", "W2627", "E2810"}
    assert set(delay_points(b)) == beaches | cities
    assert b.has("sp_1", "re"), "strongpoint units are always RE"


def test_a_strongpoint_unit_keeps_to_its_zone_one_in_a_hex_and_off_the_beaches() -> None:
    b = in_setup()
    assert b.refuses("place_unit sp_1 E3117").rule == "J6 PB 1.12", "that is the other zone"
    assert "already" in b.refuses("place_unit sp_1 E2441").reason
    assert b.refuses("place_unit sp_1 E2830").rule == "J6 PB 1.12"
    b.play("place_unit sp_1 E2636")
    assert b.at("sp_1") == "E2636"
    assert "placed already" in b.refuses("place_unit sp_1 E2729").reason


def test_a_delay_point_keeps_to_its_beach_and_away_from_german_units() -> None:
    b = in_setup()
    assert b.refuses("place_delay_point W3327 E2917").rule == "J6 PB 1.13"
    assert "German units" in b.refuses("place_delay_point W3327 W3426").reason
    assert "a delay point" in b.refuses("place_delay_point W3327 W3527").reason
    assert b.refuses("place_delay_point W3327 W3328").rule == "J6 PB 1.13", "a beach hex"
    b.play("place_delay_point W3327 W3425")
    assert "W3425" in delay_points(b) and "W3327" not in delay_points(b)
    assert len(delay_points(b)) == 10


def test_the_other_four_delay_points_lie_in_any_empty_city_hex() -> None:
    b = in_setup()
    assert b.refuses("place_delay_point W3424 E2524").rule == "J6 PB 1.14", "a unit stands in Bayeux"
    assert b.refuses("place_delay_point W3424 W3423").rule == "J6 PB 1.14", "no city"
    b.play("place_delay_point W3424 W4121")
    assert "W4121" in delay_points(b)
    assert len(delay_points(b)) == 10 and "W3424" not in delay_points(b)


def test_units_of_cherbourg_and_caen_may_stand_in_any_hex_of_their_city() -> None:
    b = in_setup()
    b.play("place_unit cher_hq W5012", "place_unit 21pz_200 E1838")
    assert (b.at("cher_hq"), b.at("21pz_200")) == ("W5012", "E1838")
    assert b.refuses("place_unit cher_fj W4218").rule == "J6 PB 1.11"
    assert b.refuses("place_unit 21pz_22 E1738").rule == "J6 PB 1.11", "the rest of 21 Panzer has its hex"
    assert b.refuses("place_unit g352_915 E2425").rule == "J6 PB 1.11"


def test_no_unit_is_set_up_on_a_delay_point() -> None:
    b = in_setup()
    assert "delay point" in b.refuses("place_unit sp_1 E2734").reason


def test_infantry_may_be_broken_down_before_the_first_turn() -> None:
    b = in_setup().play("historical_set_up", "break_down g352_915 yes E2524,E2524")
    assert b.gone("g352_915")
    assert (b.at("det_1"), b.at("det_2")) == ("E2524", "E2524")
    assert b.has("det_1", "re")
    assert b.refuses("break_down g716_441 yes E2729").rule == "J6 19.32", "an eastern battalion of cohesion 2"
    assert b.refuses("break_down g352_916 no E2917").rule == "J6 9.11", "a delay point lies there"
    b.play("end_break_down")
    assert b.offer is not None and "drop_historical" in b.offer.kinds


def test_every_hex_that_the_set_up_offers_is_legal() -> None:
    b = in_setup()
    for _ in range(32):
        assert b.check_choices() > 1
        b.play(b.choices()[-1])
    assert b.offer is not None and "break_down" in b.offer.kinds
    assert not b.game.check_invariants(b.pos)
    assert len(delay_points(b)) == 10
