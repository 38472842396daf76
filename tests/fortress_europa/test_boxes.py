"""Free choice of set-up boxes (31.8): exchanges between boxes, and what a unit takes from its new box."""

from __future__ import annotations

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.fortress_europa.questions import boxes
from hexledger.engine.games.fortress_europa.rules import boxes as boxes_rules
from hexledger.engine.games.fortress_europa.rules import hidden
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


def free(*more: str) -> Built:
    return position(with_setup=True, options=("31.8", *more))


def census(b: Built) -> dict[tuple[str, int, bool], int]:
    """Units of each box: (zone, place of a fixed box, hidden) -> number."""
    found: dict[tuple[str, int, bool], int] = {}
    for piece in boxes.units(b.pos):
        begin = boxes.start(b.pos, piece)
        assert begin is not None
        key = (begin.zone, -1 if begin.zone else begin.place, begin.hidden)
        found[key] = found.get(key, 0) + 1
    return found


def test_a_unit_of_another_box_takes_the_place_of_a_unit_of_a_district_and_is_frozen_there() -> None:
    b = free().play("exchange pz_lehr i_347")
    assert (b.at("pz_lehr"), b.at("i_347")) == ("GG2", "O14")
    assert (b.has("pz_lehr", "frozen"), b.has("i_347", "frozen")) == (f.NETHERLANDS, 0)
    b.play("set_up pz_lehr FF3")
    assert b.at("pz_lehr") == "FF3", "anywhere in its new district"
    assert b.refuses("set_up pz_lehr O14").rule == "FE 3.3"
    assert b.refuses("set_up i_347 GG2").rule == "FE 3.3", "it stays in the city of its new box"


def test_a_hidden_unit_changes_with_one_on_the_map_and_the_other_is_written_down() -> None:
    b = free().play("exchange ss_12 i_85")
    assert b.at("ss_12") == "S6" and b.has("ss_12", "frozen") == f.FIFTEENTH
    assert b.gone("i_85") and b.pooled("off_map", "i_85") == 1 and b.pooled("off_map", "ss_12") == 0
    assert b.piece("i_85") in boxes.hidden(b.pos) and b.piece("ss_12") not in boxes.hidden(b.pos)
    b.play("end_set_up")
    plan = hidden.default(b.pos)
    assert dict(plan.units)[b.piece("i_85")] == b.hex("P9"), "the display's hex of that box"  # type: ignore[index]


def test_a_box_that_is_changed_twice_goes_with_the_unit_that_has_it() -> None:
    b = free().play("exchange pz_lehr i_347", "exchange pz_lehr ss_1")
    assert (b.at("ss_1"), b.at("pz_lehr"), b.at("i_347")) == ("GG2", "BB8", "O14")
    assert (b.has("ss_1", "frozen"), b.has("pz_lehr", "frozen")) == (f.NETHERLANDS, 0)
    b.play("exchange ss_1 i_347")
    b.play("exchange ss_1 pz_lehr")
    assert [b.at(unit) for unit in ("ss_1", "pz_lehr", "i_347")] == ["BB8", "O14", "GG2"]
    assert [b.pooled("box", unit) for unit in ("ss_1", "pz_lehr", "i_347")] == [0, 0, 0], "all in their own boxes"


def test_units_of_italy_may_not_leave_it_whoever_they_are() -> None:
    b = free().play("exchange i_34 ss_2")
    assert b.has("ss_2", "italy_only") == 1 and b.has("i_34", "italy_only") == 0


@pytest.mark.parametrize(
    ("decision", "rule"),
    [
        ("exchange i_347 i_719", "FE 31.8"),  # two of the Netherlands
        ("exchange i_347 i_347", "FE 31.8"),
        ("exchange ss_1 us_1", "FE 31.8"),
        ("exchange ss_1 pz_503", "FE 31.8"),  # a reinforcement
        ("exchange cd_7a pz_lehr", "FE 22.1"),  # coastal defence in Orleans
    ],
)
def test_exchanges_that_the_rules_do_not_allow_are_refused(decision: str, rule: str) -> None:
    assert free().refuses(decision).rule == rule


def test_without_the_option_every_unit_stays_in_its_box() -> None:
    assert position(with_setup=True).refuses("exchange pz_lehr i_347").rule == "FE 3.3"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_exchanged_every_box_keeps_its_number_and_every_unit_its_strength(seed: int) -> None:
    b = free()
    before, steps = census(b), sum(b.state.steps.values())
    frozen = sorted(b.pos.frozen(piece) for piece in b.pos.ashore(f.GERMAN))
    for number in range(40):
        chance = Chance(str(seed), "exchanges", number)
        b.play(chance.pick(list(boxes_rules.exchanges(b.pos))))
    assert census(b) == before
    assert sorted(b.pos.frozen(piece) for piece in b.pos.ashore(f.GERMAN)) == frozen
    hidden_steps = sum(game().counters[piece].steps for piece in boxes.hidden(b.pos))
    plain = position(with_setup=True)
    off = sum(game().counters[piece].steps for piece in boxes.hidden(plain.pos))
    assert sum(b.state.steps.values()) + hidden_steps == steps + off
    assert game().check_invariants(b.pos) == []
    assert [
        piece for piece in boxes.units(b.pos) if b.pos.on_map(piece) and b.pos.at(piece) not in boxes.zone(b.pos, piece)
    ] == []
