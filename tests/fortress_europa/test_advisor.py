"""The greedy bot of Fortress Europa: its landings, its second invasion, what it counts before it stands in contact."""

from __future__ import annotations

from pathlib import Path

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.games.fortress_europa.advisor import beaches, fighting, moving
from hexledger.engine.games.fortress_europa.questions.zoc import zone_of
from hexledger.engine.games.fortress_europa.rules.invasion import DeclareInvasion
from hexledger.engine.games.fortress_europa.rules.move_impulse import EndMoves
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import moving as begun


def waiting_for_the_south(weather: str = "clear") -> Built:
    """August I: a beachhead with room in its ports; divisions and Patch wait in Africa, Germans in Calais."""
    b = position(turn="August I", weather=weather).units("K3", "us_1", "us_4", "us_9", "hq_bradley")
    b.unit("mulberry_12", "K3").control("allied", "K3", "K2").unit("i_352", "M5")
    b.units("africa", "us_3", "us_36", "us_45", "us_2", "us_5", "hq_patch").units("W4", "i_47", "i_49")
    b.assign("invasions", 1).assign("start_capacity", 3)
    return b.turn_of("allied", impulse=1)


def test_the_second_invasion_goes_where_divisions_wait_and_few_germans_stand() -> None:
    b = waiting_for_the_south()
    choice = beaches.second(b.pos)
    assert isinstance(choice, DeclareInvasion)
    assert not {b.hex(label) for label in ("U5", "W4", "QQ4")} & set(choice.hexes), "neither Calais nor Bremen"
    assert b.hex("N33") in choice.hexes or b.hex("T34") in choice.hexes, "Marseille or Toulon"


def test_without_clear_weather_no_second_invasion_is_declared() -> None:
    assert beaches.second(waiting_for_the_south("storm").pos) is None


def test_capacity_is_kept_free_for_a_second_invasion_only_while_one_may_come() -> None:
    assert beaches.keeps_capacity(waiting_for_the_south().pos)
    assert not beaches.keeps_capacity(waiting_for_the_south().assign("invasions", 2).pos)
    assert not beaches.keeps_capacity(position(turn="June III").assign("invasions", 1).pos)


def test_the_landing_of_june_brings_an_hq_and_more_than_the_first_wave_ashore_and_loses_nobody_to_stacking(
    tmp_path: Path,
) -> None:
    with Chronicle.create(tmp_path / "game.hxl", new_genesis("fortress_europa/invasion", seed="landing")) as chronicle:
        pos, hqs = chronicle.game.position(chronicle.state()), 0
        while pos.active_side != f.GERMAN:
            assert play_on(chronicle, {1: greedy_bot, 2: random_bot}, limit=1) == 1
            pos = chronicle.game.position(chronicle.state())
            hqs = max(hqs, len(pos.hqs(f.ALLIED)))
        assert hqs == 1
        assert len(pos.ashore(f.ALLIED)) > 9
        frames = (chronicle.frame(seq) for seq in range(len(chronicle.timeline)))
        lost = [event for frame in frames for event in frame.events if isinstance(event, ev.Removed)]
        assert pos.game.words["reason.overstacked"] not in {event.reason for event in lost}, "6.3, 21.7: raiders count"


def test_all_enemies_beside_a_hex_are_counted_before_a_unit_goes_there() -> None:
    b = position().unit("us_1", "K4").unit("i_352", "K5").unit("i_716", "J5").turn_of("allied", impulse=1)
    us = b.pos.nation(b.piece("us_1"))
    both = fighting.odds_on(b.pos, (b.hex("K5"), b.hex("J5")), us)
    assert both < fighting.odds_on(b.pos, (b.hex("K5"),), us)


def test_the_map_of_zones_is_what_each_unit_says_of_its_own() -> None:
    b = position().units("K5", "i_352", "pz_21").unit("i_716", "M6").unit("us_1", "K4").turn_of("german", impulse=1)
    b.broken("seine_1")
    for side in (f.ALLIED, f.GERMAN):
        told = {place: units for place, units in b.pos.zoc(side).items() if units}
        wanted: dict[int, list[int]] = {}
        for unit in b.pos.ashore(side):
            for place in zone_of(b.pos, unit):
                wanted.setdefault(place, []).append(unit)
        assert told == {place: tuple(units) for place, units in wanted.items()}
        assert len(told) > 3


def test_a_side_that_is_over_the_stacking_limit_thins_its_hexes_before_it_ends_its_moves() -> None:
    """6.3: as the Germans are when the Battle of the Bulge begins."""
    b = position().units("Q12", "i_352", "i_353", "i_77", "i_84", "i_85").units("K4", "us_1")
    begun(b, "german")
    assert b.pos.overstacked(f.GERMAN) == (b.hex("Q12"),)
    for _ in range(20):
        found = moving.decide(b.pos)
        if found is None or isinstance(found, EndMoves):
            break
        b.play(found)
    assert b.pos.overstacked(f.GERMAN) == ()
    bulge = position("battle_of_the_bulge", with_setup=True, seed="8")
    for number in range(60):
        prompt = bulge.offer
        assert prompt is not None and "remove_excess" not in prompt.kinds, "nobody is lost by it"
        decision = bulge.game.advise(bulge.state, prompt, Chance("8", "advice", number))
        bulge.play(decision)
        if decision.kind() == "end_moves":
            break
    assert bulge.pos.state.turn and not bulge.pos.overstacked(f.GERMAN)
