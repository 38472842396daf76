"""Retreats: where they go, who chooses, who dies for want of one (9.6, 14.11, 15.4-15.11, 16.4, 22.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from hexledger.engine.games.fortress_europa.questions import retreat
from hexledger.engine.games.fortress_europa.rules import retreat as retreat_rules
from hexledger.engine.games.fortress_europa.rules.retreat import AskRelease, FallBack, _saved
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.procedures import retreat as retreats
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import fight, settle


def falling_back(
    b: Built, place: str, *units: str, shortest: int = 2, longest: int = 2, mover: int = f.ALLIED
) -> Built:
    """Units of a hex must retreat."""
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    return b.run(FallBack(mover, b.hex(place), pieces, shortest, longest, False))


def test_the_attacker_moves_the_defenders_two_hexes_out_of_every_zone() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(6,))
    assert b.offer is not None and b.offer.side == f.ALLIED
    assert b.refuses("retreat i_352 O11").rule == "FE 15.3"
    assert b.refuses("retreat i_352 N9,N10").rule == "FE 15.5"
    assert b.refuses("retreat i_352 O11,O10").rule == "FE C-70"
    assert b.refuses("retreat us_1 O11,O12").rule == "FE 15.4"
    b.play("retreat i_352 O11,P11")
    assert b.at("i_352") == "P11", "C-70: the end may be next to the start"


def test_the_hex_of_the_defenders_stays_as_it_was_controlled() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", "retreat i_352 O11,O12", dice=(6,))
    assert b.at("us_1") == "O9" and b.pos.controller(b.hex("O10")) == f.GERMAN, "C-62"


def test_attackers_go_back_one_hex_or_two_and_each_unit_its_own_way() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(3,))
    b.play("retreat us_1 O8", "retreat us_9 N8,N7")
    assert (b.at("us_1"), b.at("us_9")) == ("O8", "N7")


def test_a_retreat_may_not_end_over_the_stacking_limit() -> None:
    b = position().units("O12", "i_353", "i_326", "i_331").unit("i_352", "O10").unit("us_1", "O9")
    falling_back(b, "O10", "i_352")
    assert b.refuses("retreat i_352 O11,O12").rule == "FE 15.7"
    b.play("retreat i_352 O11,P11")
    assert b.at("i_352") == "P11"


def test_two_units_do_not_go_together_where_there_is_room_for_one() -> None:
    b = position().units("O10", "i_352", "i_343").unit("us_1", "O9").units("O11", "i_353", "i_326")
    falling_back(b, "O10", "i_352", "i_343", shortest=1, longest=1)
    assert b.refuses("retreat i_352,i_343 O11").rule == "FE 15.7"
    b.check_choices()
    b.play("retreat i_352 O11")
    assert b.refuses("retreat i_343 O11").rule == "FE 15.7"


def test_a_surrounded_unit_is_eliminated() -> None:
    b = (
        position()
        .unit("i_352", "O10")
        .units("O9", "us_1")
        .units("O11", "us_9")
        .units("N10", "us_4")
        .unit("us_5", "P10")
    )
    falling_back(b, "O10", "i_352")
    assert b.quiet and b.pooled("eliminated", "i_352") == 1
    assert [b.game.words.key(event.reason) for event in b.of(ev.Removed)] == ["reason.no_retreat"]


def test_units_in_rough_terrain_may_stand_and_their_owner_moves_those_that_go() -> None:
    b = position().units("L5", "us_1", "us_9", "us_4").units("L6", "i_352", "i_343")
    fight(b, "allied", "attack us_1,us_9,us_4 L6", dice=(6,))
    assert b.offer is not None and b.offer.side == f.GERMAN
    assert set(b.choices()) == {"stand i_352,i_343", "stand i_343", "stand i_352", "stand -"}
    b.play("stand i_343")
    assert b.at("i_343") == "L6" and b.offer.kinds == ("retreat",) and b.offer.side == f.GERMAN


def test_the_defenders_of_an_intact_fortress_stand_as_they_like() -> None:
    b = position().units("HH10", "us_1", "us_9", "us_4").unit("i_352", "HH9").turn_of("allied", 1)
    b.unit("i_353", "HH8")
    assert retreat.may_stand(b.pos, b.piece("i_353"))
    b.marker("fortress_destroyed", "HH8")
    assert not retreat.may_stand(b.pos, b.piece("i_353")), "16.4: not in a destroyed one"


def test_a_retreat_releases_nothing_and_takes_control_of_the_hexes_it_passes() -> None:
    b = position().unit("us_1", "O9").unit("i_352", "O10")
    falling_back(b, "O9", "us_1", shortest=2, longest=2)
    b.play("retreat us_1 O8,O7")
    assert b.pos.controller(b.hex("O8")) == b.pos.controller(b.hex("O7")) == f.ALLIED
    assert not b.state.variable(f.VAR_RELEASED), "9.6"


def test_the_allies_enter_a_frozen_district_only_without_another_way_and_may_then_release_it() -> None:
    b = position().unit("i_353", "K7", frozen=f.SEVENTH).unit("us_1", "O9")
    district = b.pos.game.tables.ground.district
    assert district[b.hex("K7")] == f.SEVENTH
    unit = b.piece("us_1")
    assert all(district[place] != f.SEVENTH for way in retreat_rules.ways(b.pos, unit, 1, 2) for place in way)
    b.run(AskRelease())
    b.play("trigger_release yes")
    assert b.has("i_353", "frozen") == 0


def test_a_coastal_unit_that_retreats_is_infantry_for_good() -> None:
    b = position()
    coastal = next(p for p in sorted(b.pos.game.tables.roster.coastal))
    name = b.game.counters[coastal].id
    b.unit(name, "O10").unit("us_1", "O9")
    falling_back(b, "O10", name)
    b.play(f"retreat {name} O11,O12")
    assert b.has(name, "flipped") == 1


def test_germans_do_not_retreat_through_the_partisan() -> None:
    b = position().unit("i_352", "O10").unit("us_1", "O9")
    b.act().place(b.piece("partisan"), b.hex("O11"), 1)
    falling_back(b, "O10", "i_352")
    assert b.refuses("retreat i_352 O11,O12").rule == "FE 24.3"


def test_invaders_of_the_first_impulse_die_instead_of_retreating() -> None:
    b = position(turn="June I").unit("us_1", "L4", invading=1).unit("i_352", "L4")
    b.assign("invasions", 1).assign("invasion_turn", 1)
    fight(b, "allied", "attack us_1 L4", dice=(4,))
    assert b.gone("us_1") and "12.9" in b.rules()


def test_germans_may_retreat_into_a_battle_of_paratroops_and_go_on_when_it_is_lost() -> None:
    b = position().unit("us_101_ab", "O10", dropped=1).units("O10", "i_353").unit("i_352", "O8")
    b.turn_of("allied", 1)
    assert retreat_rules.joins_battle(b.pos, b.piece("i_352"), b.hex("O10"))
    b.unit("us_1", "O11")
    assert not retreat_rules.joins_battle(b.pos, b.piece("i_352"), b.hex("O10")), "another enemy has a ZOC there"


def test_a_retreated_unit_does_not_defend_again_in_the_hex_it_comes_to() -> None:
    b = position().units("O9", "us_1", "us_9").unit("i_352", "O10").unit("us_4", "O13").unit("i_353", "O12")
    fight(b, "allied", "attack us_1,us_9 O10", dice=(6,))
    closed = [choice for choice in b.choices() if choice.endswith("O12")]
    assert closed == [], "O12 lies in the ZOC of us_4"
    settle(b)
    assert b.has("i_352", "retreated") == 1


# ------------------------------------------------------------------ 15.4 many HQs in one retreat
HQS = ("hq_rundstedt", "hq_rommel", "hq_blaskowitz", "hq_7", "hq_15", "hq_1", "hq_geyr")


@pytest.mark.parametrize("hqs", [0, 1, 2])
@pytest.mark.parametrize("shut", [("O12", "P11"), ("O12", "P11", "Q11", "P12"), ()])
def test_who_does_not_stack_is_saved_as_the_whole_search_says(hqs: int, shut: tuple[str, ...]) -> None:
    """FE 6.5, 15.4: whatever places are full, and whichever way some take."""
    b = position().units("O9", "us_1", "us_9")
    fill = iter(
        ("i_243", "i_709", "i_716", "i_77", "i_84", "i_85", "i_89", "i_326", "i_331", "i_344", "i_346", "i_348")
    )
    for place in shut:
        for _ in range(3):
            b.unit(next(fill), place)
    units = ("i_352", "i_353", *HQS[:hqs])
    falling_back(b.units("O10", *units), "O10", *units)
    step = FallBack(f.ALLIED, b.hex("O10"), tuple(sorted(b.piece(unit) for unit in units)), 2, 2, False)
    left = step.left(b.pos)
    assert len(left) == len(units)
    room = retreats.most_placed(
        [step.ends(b.pos, unit) for unit in left],
        lambda place, some: b.pos.fits(place, [left[number] for number in some]),
    )
    assert _saved(b.pos, step, (), -1) == room
    for path in step._ways(b.pos, left[0]):
        ends = [path[-1:], *(step.ends(b.pos, unit) for unit in left[1:])]
        found = retreats.most_placed(ends, lambda place, some: b.pos.fits(place, [left[number] for number in some]))
        assert _saved(b.pos, step, left[:1], path[-1]) == found


def test_the_retreat_of_two_divisions_and_seven_hqs_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """FE 15.4: every group and every way of it, with a search for the two that need room only."""
    searched: list[int] = []
    most_placed = retreats.most_placed

    def counted(options: Sequence[Sequence[int]], room: Callable[[int, Sequence[int]], bool]) -> int:
        searched.append(len(options))
        return most_placed(options, room)

    monkeypatch.setattr(retreats, "most_placed", counted)
    b = position().units("O9", "us_1", "us_9")
    units = ("i_352", "i_353", *HQS)
    b.units("O10", *units)
    lines = falling_back(b, "O10", *units).choices()
    assert len(lines) > 511 and max(searched) == 2
