"""Volkssturm (25)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import movement, volkssturm
from hexledger.engine.games.fortress_europa.rules import volkssturm as volkssturm_rules
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position

UNITS = tuple(f"volkssturm_{number}" for number in range(1, 9))


def lonely() -> tuple[int, int, int]:
    """A city in Germany, a hex three hexes from it alone, and a hex next to that one which is near no city."""
    board, pos = game().board, position().pos
    for place in sorted(game().tables.ground.land):
        found = volkssturm.called(pos, place)
        if len(found) == 1 and board.distance(place, found[0]) == 3:
            for far in board.neighbours[place]:
                if board.distance(far, found[0]) == 4 and not volkssturm.called(pos, far):
                    return found[0], place, far
    raise AssertionError("no such city")


CITY, NEAR, FAR = lonely()


def approach(b: Built, place: int) -> Built:
    volkssturm_rules.approached(b.act(), place)
    return b


def test_volkssturm_appears_when_an_allied_unit_comes_within_three_hexes_and_only_once() -> None:
    b = approach(position(turn="January I"), FAR)
    assert b.pos.units(CITY) == ()
    approach(b, NEAR)
    assert b.pos.units(CITY) == (b.piece("volkssturm_1"),)
    b.act().remove(b.piece("volkssturm_1"), "reason.eliminated")
    assert approach(b, NEAR).pos.units(CITY) == (), "once a city"


def test_a_city_that_the_allies_hold_calls_nobody_up() -> None:
    assert approach(position().control("allied", game().place(CITY)), NEAR).pos.units(CITY) == ()


def test_with_eight_in_play_a_ninth_city_gets_none_and_may_get_one_later() -> None:
    b = position().units("RR20", *UNITS)
    assert approach(b, NEAR).pos.units(CITY) == (), "FE-180"
    b.act().remove(b.piece("volkssturm_4"), "reason.eliminated")
    b.act().pool("pool.eliminated", b.piece("volkssturm_4"), 1)
    assert approach(b, NEAR).pos.units(CITY) == (b.piece("volkssturm_4"),), "C-95"
    assert not b.pooled("eliminated", "volkssturm_4")


def test_the_german_chooses_when_more_cities_are_approached_than_units_are_left() -> None:
    b = position().units("RR20", *UNITS[:7])
    place = next(p for p in sorted(game().tables.ground.germany) if len(volkssturm.called(b.pos, p)) == 2)
    first, second = volkssturm.called(b.pos, place)
    b.run(volkssturm_rules.ChooseCity((first, second)))
    assert b.offer is not None and b.offer.side == f.GERMAN and b.check_choices() == 2
    assert b.refuses(volkssturm_rules.PlaceVolkssturm(b.hex("R11"))).rule == "FE 25"  # type: ignore[arg-type]
    b.play(volkssturm_rules.PlaceVolkssturm(second))  # type: ignore[arg-type]
    assert b.pos.units(first) == () and b.pos.units(second) == (b.piece("volkssturm_8"),) and b.quiet


def test_paratroops_that_drop_on_a_city_find_it_defended() -> None:
    b = position().unit("us_101_ab", game().place(CITY), dropped=1)
    volkssturm_rules.approached(b.act(), CITY)
    assert b.pos.units_of(CITY, f.GERMAN) == (b.piece("volkssturm_1"),)


@pytest.mark.whole
def test_a_unit_waits_on_its_way_while_the_german_chooses_where_volkssturm_appears() -> None:
    """One counter is left for several cities: the choice comes before the next hex, then the unit may go on."""
    ground = game().tables.ground
    spare = sorted(game().tables.roster.volkssturm)[1:]

    def start() -> Built:
        b = position(turn="November II").turn_of("allied", 1)
        for number, piece in enumerate(spare):
            b.unit(piece, game().place(sorted(ground.land)[-1 - number]))  # type: ignore[arg-type]
        return b

    for here in sorted(ground.land - ground.germany):
        for there in ground.links[here]:
            for last in ground.links[there]:
                b = start()
                if last in (here, there) or not volkssturm.to_choose(b.pos, there) or volkssturm.called(b.pos, here):
                    continue
                way = f"{game().place(there)},{game().place(last)}"
                b.unit("us_2_arm", game().place(here)).run(MoveImpulse(f.ALLIED, 1))
                if movement.refusal(b.pos, b.piece("us_2_arm"), (there, last)) is not None:
                    continue
                b.play(f"move us_2_arm {way}")
                assert b.at("us_2_arm") == game().place(there)
                assert b.offer is not None and b.offer.side == f.GERMAN and "place_volkssturm" in b.offer.kinds
                b.play(b.choices()[0])
                assert b.offer is not None and b.offer.side == f.ALLIED
                return
    raise AssertionError("no such way on the board")
