"""Event rows of a scenario file that no rule understands are errors of the edition, found when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.games.fortress_europa.tables.scenario import ScenarioRules
from tests.fortress_europa.builder import game

Change = Callable[[dict[str, Any]], object]


def _rules(scenario: Scenario) -> ScenarioRules:
    tables = game().tables
    return ScenarioRules(game(), tables.calendar, tables.ground, scenario)


def broken(change: Change) -> EditionError:
    """The error of the campaign whose file was changed so."""
    scenario = game().edition.scenarios["campaign"]
    data = deepcopy(scenario.data)
    change(data)
    with pytest.raises(EditionError) as caught:
        _rules(msgspec.structs.replace(scenario, data=data))
    return caught.value


@pytest.mark.parametrize(
    "scenario", ["campaign", "to_the_west_wall", "invasion", "battle_of_the_bulge", "on_to_berlin"]
)
def test_the_event_rows_of_the_house_edition_are_understood(scenario: str) -> None:
    found = game().edition.scenarios[scenario]
    assert _rules(found).id == scenario


@pytest.mark.parametrize(
    ("change", "where", "value"),
    [
        (lambda d: d["events"][0].update(counter=["fr_10", "fr_99"]), "events[0].counter", "fr_99"),
        (lambda d: d["events"][0].update(at="ZZ99"), "events[0].at", "ZZ99"),
        (
            lambda d: d["events"][1].update(kind="panzer_reserve_withdrawl"),
            "events[1].kind",
            "panzer_reserve_withdrawl",
        ),
        (lambda d: d["events"][2].update(turn="December V"), "events[2].turn", "December V"),
        (
            lambda d: d["events"][3].update(turn="December I to Febuary IV"),
            "events[3].turn",
            "December I to Febuary IV",
        ),
        (lambda d: d["events"][3]["exchanges"].update(ss_1="ss_1_newer"), "events[3].exchanges", "ss_1_newer"),
        (lambda d: d["events"][3].update(exchanges=["ss_1"]), "events[3].exchanges", ["ss_1"]),
        (lambda d: d["optional_events"][0].update(option="31.71"), "optional_events[0].option", "31.71"),
        (lambda d: d["optional_events"][2].update(counter="i_3190"), "optional_events[2].counter", "i_3190"),
    ],
)
def test_a_broken_event_row_is_named_with_file_place_and_value(change: Change, where: str, value: object) -> None:
    error = broken(change)
    assert (error.file, error.where, error.value) == ("scenarios/campaign.yaml", where, value)


@pytest.mark.parametrize(
    ("section", "number", "key"),
    [
        ("events", 0, "at"),
        ("events", 1, "counter"),
        ("events", 3, "removed"),
        ("optional_events", 0, "turn"),
        ("optional_events", 2, "option"),
    ],
)
def test_an_event_row_that_lacks_what_its_rule_reads_is_named(section: str, number: int, key: str) -> None:
    error = broken(lambda data: data[section][number].pop(key))
    assert (error.where, error.problem) == (f"{section}[{number}].{key}", "is missing")


def test_sections_and_rows_of_another_shape_are_refused() -> None:
    assert broken(lambda data: data.update(events="June I")).where == "events"
    assert broken(lambda data: data["optional_events"].append("31.5")).where == "optional_events[3]"
