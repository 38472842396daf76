"""Coastal units, the Partisan and the Volkssturm in movement, by rail, in retreat and in supply (22, 24, 25)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import partisan, supply, trains
from hexledger.engine.games.fortress_europa.rules import control, volkssturm
from hexledger.engine.games.fortress_europa.rules import partisan as partisan_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import fight, result, settle
from tests.fortress_europa.impulses import moving


def ride(b: Built, start: str, end: str) -> str:
    """The hexes of a train's way."""
    return ",".join(game().place(place) for place in trains.reach(b.pos, b.hex(start))[b.hex(end)])


# ---------------------------------------------------------------------- 22
def test_a_coastal_unit_turns_to_infantry_and_takes_a_train_in_the_same_impulse() -> None:
    """22.2."""
    b = moving(position(turn="July II").unit("cd_7a", "L4"), "german")
    b.play(f"rail_move cd_7a {ride(b, 'L4', 'L9')}")
    assert b.has("cd_7a", "flipped") == 1 and b.at("cd_7a") == "L9"


@pytest.mark.parametrize("die", range(1, 7))
def test_a_coastal_unit_that_retreats_is_infantry_and_one_that_loses_a_step_is_destroyed(die: int) -> None:
    """22.3: it has no step to lose, and does not turn over to pay one."""
    b = position(seed="coast").unit("cd_7a", "L4").units("L5", "us_1", "us_2", "us_4")
    b = settle(fight(b, "allied", "attack us_1,us_2,us_4 L4", dice=(die,)))
    code = result(fight_again(die))
    if code in ("d1", "de", "e2", "ex"):
        assert b.gone("cd_7a") and b.pooled("eliminated", "cd_7a") == 1
    elif code == "dr" and not b.gone("cd_7a"):
        assert b.at("cd_7a") != "L4" and b.has("cd_7a", "flipped") == 1


def fight_again(die: int) -> Built:
    """The same battle up to the reading of the table."""
    b = position(seed="coast").unit("cd_7a", "L4").units("L5", "us_1", "us_2", "us_4")
    return fight(b, "allied", "attack us_1,us_2,us_4 L4", dice=(die,))


def test_a_coastal_unit_that_has_turned_stays_infantry_after_it_came_back_to_the_coast() -> None:
    """22.2: never again."""
    b = position(turn="July II").unit("cd_7a", "L5", flipped=1)
    assert moving(b, "german").play("move cd_7a L4").has("cd_7a", "flipped") == 1
    assert b.pos.mf(b.piece("cd_7a")) > 0


# ---------------------------------------------------------------------- 24
def rails() -> tuple[str, str, str]:
    """Three rail hexes in a row in France, no cities."""
    ground = game().tables.ground
    plain = [p for p in sorted(ground.land - ground.germany - ground.italy - ground.cities) if ground.rails[p]]
    for middle in plain:
        ends = [p for p in ground.rails[middle] if p in plain]
        if len(ends) == 2 and len(ground.rails[middle]) == 2:
            return game().place(ends[0]), game().place(middle), game().place(ends[1])
    raise AssertionError("no such line")


def test_no_train_passes_the_partisan() -> None:
    """24.3."""
    first, middle, last = rails()
    free = moving(position(turn="July II").unit("i_352", first), "german")
    assert free.play(f"rail_move i_352 {middle},{last}").at("i_352") == last
    shut = moving(position(turn="July II").unit("i_352", first).unit("partisan", middle), "german")
    assert shut.refuses(f"rail_move i_352 {middle},{last}").rule == "FE 10.9"
    assert shut.hex(middle) not in trains.reach(shut.pos, shut.hex(first))


def test_a_line_goes_round_the_partisan() -> None:
    """24.3: he shuts one hex, not the country."""
    b = position().unit("hq_7", "O12").unit("i_352", "O8").unit("us_1", "O5").unit("partisan", "O10")
    verdict = supply.standing(b.pos, b.piece("i_352"))
    assert verdict.supplied and b.hex("O10") not in verdict.path


def test_the_partisan_has_a_zone_in_his_own_hex_only_and_germans_need_not_attack_him() -> None:
    """24.3."""
    b = position().unit("partisan", "O10").unit("i_352", "O11").turn_of("german", 1)
    assert not b.pos.in_ezoc(b.hex("O11"), f.GERMAN)
    assert partisan.in_hex(b.pos, b.hex("O10"))


def test_who_has_stopped_on_the_partisan_stays_for_the_second_impulse() -> None:
    """4.3, 8.9, 24.3: his own hex is a ZOC; beside it Germans move as they like."""
    b = moving(position(turn="July II").unit("partisan", "O10").unit("i_352", "O11").unit("i_353", "P10"), "german")
    b.play("move i_352 O10", "end_moves").run(sequence.BeginMove(f.GERMAN, 2)).pass_until("move")
    assert b.refuses("move i_352 O9").rule == "FE 8.9"
    assert b.play("move i_353 P9").at("i_353") == "P9"
    b.play("end_moves")
    assert b.gone("partisan") and not b.has("i_352", "held")


def test_nobody_goes_from_an_enemy_zone_into_the_hex_of_the_partisan() -> None:
    """8.10, 24.3: that hex is a ZOC of his; by a hex that is in none a unit reaches him."""
    b = position(turn="July II").unit("partisan", "O10").unit("i_352", "O11").unit("us_4", "O12")
    b = moving(b, "german")
    assert b.pos.in_ezoc(b.hex("O11"), f.GERMAN) and not b.pos.in_ezoc(b.hex("O10"), f.GERMAN)
    assert b.refuses("move i_352 O10").rule == "FE 8.10"
    ways = [line.split()[2] for line in b.choices() if line.startswith("move i_352")]
    assert "O10" not in ways and any(way.endswith(",O10") for way in ways)
    (round_,) = [way for way in ways if way.endswith(",O10")]
    assert b.play(f"move i_352 {round_}").at("i_352") == "O10"


@pytest.mark.parametrize(("die", "there"), [(4, 0), (5, 1), (6, 1)])
def test_a_partisan_comes_on_five_or_six_from_the_second_turn_on(die: int, there: int) -> None:
    """24.1."""
    b = position(turn="June II", dice=[die]).turn_of("allied").run(partisan_rules.RollForPartisan())
    assert b.pooled("due", "partisan") == there
    first = position(turn="June I").turn_of("allied").run(partisan_rules.RollForPartisan())
    assert first.pooled("due", "partisan") == 1 and not first.rolls


# ---------------------------------------------------------------------- 25
def lone_city() -> tuple[int, tuple[int, ...]]:
    """A clear city in Germany and a way to it on which no other city is near, from five hexes away."""
    board, ground = game().board, game().tables.ground
    for city in sorted(ground.german_cities):
        if board.terrain[city] != "clear":
            continue
        others = ground.german_cities - {city}
        for four in board.within(city, 4):
            if board.distance(four, city) != 4 or four not in ground.land:
                continue
            three = [p for p in ground.links[four] if board.distance(p, city) == 3]
            if three and all(board.distance(p, other) > 3 for p in (four, three[0]) for other in others):
                return city, (four, three[0])
    raise AssertionError("no such city")


CITY, (FOUR, THREE) = lone_city()


def test_volkssturm_appears_in_the_middle_of_a_move_and_for_a_unit_that_retreats_as_well() -> None:
    """25.1: immediately, whatever brings the unit near; four hexes away nothing happens."""
    for forced in (False, True):
        b = position(turn="January I").unit("us_1", game().place(THREE))
        control.entered(b.act(), b.piece("us_1"), (FOUR, FOUR), forced=forced)
        assert b.pos.units_of(CITY, f.GERMAN) == ()
        control.entered(b.act(), b.piece("us_1"), (FOUR, THREE), forced=forced)
        assert len(b.pos.units_of(CITY, f.GERMAN)) == 1


def test_volkssturm_overstacks_its_city_until_the_german_has_moved() -> None:
    """25.3."""
    b = (
        position(turn="January I")
        .units(game().place(CITY), "i_352", "i_353", "i_343")
        .unit("us_1", game().place(THREE))
    )
    volkssturm.approached(b.act(), THREE)
    assert len(b.pos.units_of(CITY, f.GERMAN)) == 4
    b.turn_of("allied", 1).run(sequence.EndMove(f.ALLIED, 1))
    assert b.quiet, "not in the Allied turn"
    b.turn_of("german", 1).run(sequence.EndMove(f.GERMAN, 1))
    assert len(b.choices()) == 4 and b.refuses("remove_excess us_1").rule == "FE 6.3"


def test_a_city_in_italy_or_france_calls_up_nobody() -> None:
    """25.1: cities in Germany."""
    b = position(turn="January I")
    volkssturm.approached(b.act(), b.hex("X29"))
    volkssturm.approached(b.act(), b.hex("R11"))
    assert all(b.gone(f"volkssturm_{number}") for number in range(1, 9))
