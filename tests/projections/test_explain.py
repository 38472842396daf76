"""Explain: the calculation behind a decision."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from hexledger.projections.explain import explain, explain_text
from hexledger.projections.lines import UnknownFrame
from tests.projections.stub import NAMES, decide_text, small_game


def test_an_attack_is_explained_with_every_modifier_die_and_result(snapshot: SnapshotAssertion) -> None:
    data = explain(small_game().frames, 5, NAMES, decide_text)
    assert explain_text(data) == snapshot
    calculation = next(step for step in data["steps"] if step["what"] == "calculation")
    assert [(line["label"], line["text"], line["rule"], line["title"]) for line in calculation["lines"]] == [
        ("odds 3-1", "+2", "J6 12.51", "Odds"),
        ("defender in woods", "-1", "J6 12.59", "Terrain"),
    ]
    assert calculation["total"] == 1
    table = next(step for step in data["steps"] if step["what"] == "table")
    assert (table["column"], table["row"], table["results"], table["roll"]) == (
        "3-1",
        8,
        ["attacker A1", "defender D2"],
        "#5.3",
    )


def test_every_rule_cited_is_listed_once_with_its_title() -> None:
    rules = explain(small_game().frames, 5, NAMES, decide_text)["rules"]
    assert rules == [
        {"rule": "J6 12.6", "title": "Combat results"},
        {"rule": "J6 12.51", "title": "Odds"},
        {"rule": "J6 12.59", "title": "Terrain"},
        {"rule": "J6 13.2", "title": "Step losses"},
    ]


def test_a_single_event_can_be_explained_and_bookkeeping_is_left_out_of_the_whole() -> None:
    frames = small_game().frames
    assert [step["address"] for step in explain(frames, 1, NAMES, decide_text)["steps"]] == ["#1.1", "#1.3"]
    (one,) = explain(frames, 1, NAMES, decide_text, number=2)["steps"]
    assert (one["address"], one["what"]) == ("#1.2", "effect")
    (table,) = explain(frames, 5, NAMES, decide_text, number=4)["steps"]
    assert table["roll"] == "#5.3"


def test_an_undone_decision_can_be_explained() -> None:
    data = explain(small_game().frames, 2, NAMES, decide_text)
    assert [step["text"] for step in data["steps"]] == ["227/15 moves E1940-E1941, 1 MP"]


def test_the_set_up_can_be_explained() -> None:
    data = explain(small_game().frames, 0, NAMES, decide_text)
    assert data["actor"] == "the table"
    assert explain_text(data).startswith("#0 The table: set-up\n")


def test_a_decision_that_is_not_there_cannot_be_explained() -> None:
    with pytest.raises(UnknownFrame, match="#12"):
        explain(small_game().frames, 12, NAMES, decide_text)
