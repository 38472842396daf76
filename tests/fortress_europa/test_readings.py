"""Doubtful rules of Fortress Europa that a referee may read in another way (12, 16, 20, 33)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.engine.games.fortress_europa.questions.battle import attack_value, defence_value
from hexledger.engine.games.fortress_europa.rules import airborne
from hexledger.engine.games.fortress_europa.rules.weather import growing
from hexledger.engine.games.fortress_europa.tables.switches import SWITCHES
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.referee.rulings import interpret
from tests.fortress_europa.builder import Built, game, position


def read(b: Built, **readings: str) -> Built:
    """Switches as a referee has set them."""
    act = b.act()
    for name, reading in readings.items():
        act.assign(SWITCHES[name].word, SWITCHES[name].value(reading))
    return b


def test_every_switch_has_its_word_its_rule_and_a_house_reading_that_an_unset_variable_means() -> None:
    assert set(game().switches) == set(SWITCHES)
    for switch in SWITCHES.values():
        assert switch.word in game().words
        assert switch.rule in game().rules
        assert position().pos.reading(switch) == switch.default
        assert len(switch.values) > 1


def test_armour_against_a_clear_hex_and_a_city_is_halved_or_not() -> None:
    b = position().unit("us_2_arm", "L5").unit("i_352", "L6").unit("i_353", "L4").turn_of("allied", 1)
    unit, cf = b.piece("us_2_arm"), b.pos.cf(b.piece("us_2_arm"))
    assert attack_value(b.pos, unit, b.path("L4", "L6")) == ((cf + 1) // 2, "16.5")
    read(b, armor_targets="all")
    assert attack_value(b.pos, unit, b.path("L4", "L6")) == (cf, "2.6")
    assert attack_value(b.pos, unit, b.path("L6")) == ((cf + 1) // 2, "16.5")
    assert attack_value(b.pos, unit, ()) == (cf, "2.6")


def test_armour_that_defends_in_a_city_is_halved_or_halved_and_doubled() -> None:
    b = position().unit("pz_lehr", "O9")
    unit = game().find_piece("pz_lehr")
    city = next(hex for hex in range(game().board.n_hexes) if b.pos.is_city(hex) and not b.pos.fortress(hex))
    half = (b.pos.cf(unit) + 1) // 2
    assert defence_value(b.pos, unit, city, False) == (half, "16.5")
    read(b, city_armor="both")
    assert defence_value(b.pos, unit, city, False) == (2 * half, "16.5")
    assert defence_value(b.pos, unit, city, True) == (2 * half, "16.5"), "never more than doubled"


def test_a_drop_spread_over_seven_hexes_between_its_ends_is_refused_or_not() -> None:
    """20.4: a chain of units, each within 3 hexes of the next, whose ends are 7 apart."""
    b = position()
    board, first = game().board, game().find_place("O9")
    rooms = [place for place in range(board.n_hexes) if b.pos.terrain(place) == "clear"]
    last = next(place for place in rooms if board.distance(first, place) == 7)
    chain = [first, last]
    while board.distance(chain[-2], last) > 3:
        here = chain[-2]
        way = [place for place in rooms if board.distance(here, place) in (1, 2, 3)]
        chain.insert(-1, min(way, key=lambda place: board.distance(place, last)))
    units = tuple(map(b.piece, ("us_101_ab", "us_17_ab", "br_6_ab", "br_1_ab")[: len(chain)]))
    assert len(units) == len(chain)
    refused = airborne._together(b.pos, units, tuple(chain))
    assert refused == ("20.4", "the drop is spread over more than 7 hexes (C-6)")
    read(b, drop_spread="distance")
    assert airborne._together(b.pos, units, tuple(chain)) is None


def test_the_modifier_for_storms_grows_from_turn_four_or_from_turn_three() -> None:
    names = ("June II", "June III", "June IV")
    found = [growing(read(position("invasion", turn=name), storm_grows="turn_3").pos)[0] for name in names]
    assert found == [0, 1, 2]


def test_a_new_game_chooses_readings_and_a_referee_changes_them(tmp_path: Path) -> None:
    path = tmp_path / "g.hxl"
    genesis = new_genesis("fortress_europa/invasion", seed="7", options={"drop_spread": "distance", "31.4": "yes"})
    with Chronicle.create(path, genesis) as log:
        assert log.state().variable(log.game.words["var.read_drop_spread"]) == 7
        frame = interpret(log, "city_armor=both", "both rules apply", -1)
        assert log.game.value(log.game.words["var.read_city_armor"], frame.events[0].value) == "both"  # type: ignore[union-attr]
        with pytest.raises(BadDecision, match="none of any, all"):
            interpret(log, "armor_targets=some", "no such reading")
    assert audit(path).intact
    with pytest.raises(BadDecision, match="none of inclusive, distance"):
        Chronicle.create(
            tmp_path / "h.hxl", new_genesis("fortress_europa/invasion", seed="7", options={"drop_spread": "wide"})
        )
