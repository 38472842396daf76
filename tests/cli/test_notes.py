"""Notes have an author and an audience; what is for oneself does not leave, and what two wrote is kept from both."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.viewer.notes import changed, check_notes, kept, merged, read_notes, shared
from tests.cli.conftest import Run

SECRET, PLAN, REMARK = "main effort at E2138", "allies only: hold E2237", "a fine attack"


@pytest.fixture
def annotated(run: Run, finished: Path) -> Path:
    """A game with a note for oneself, one for the Allied side and one for all."""
    assert run("notes", finished, "0", "--text", SECRET, "--by", "Ann").code == 0
    assert run("notes", finished, "4", "--text", PLAN, "--for", "allied").code == 0
    assert run("notes", finished, "6", "--text", REMARK, "--for", "all", "--by", "Ann").code == 0
    return finished


def test_a_note_says_who_wrote_it_and_whom_it_is_for(run: Run, annotated: Path) -> None:
    told = run("notes", annotated).out
    assert f"#0   {SECRET} (Ann)" in told
    assert f"{PLAN} [for Allied]" in told and f"{REMARK} (Ann) [for all]" in told
    rows = json.loads(run("notes", annotated, "--json").out)
    assert [(row["by"], row["to"]) for row in rows] == [("Ann", "mine"), ("", "allied"), ("Ann", "all")]
    assert run("notes", annotated, "0", "--for", "martians").code == 2
    assert run("notes", annotated, "0", "--by", "x" * 81).code == 2
    assert run("notes", annotated, "6", "--mark").code == 0
    (row,) = json.loads(run("notes", annotated, "6", "--json").out)
    assert (row["by"], row["to"], row["mark"], row["text"]) == ("Ann", "all", True, REMARK), "the rest stays"


@pytest.mark.parametrize(
    ("options", "carried", "count"),
    [
        ((), (REMARK,), 1),
        (("--as", "german"), (REMARK,), 1),
        (("--as", "allied"), (REMARK, PLAN), 2),
        (("--no-notes",), (), 0),
        (("--all-notes",), (REMARK, PLAN, SECRET), 3),
    ],
)
def test_a_page_made_for_others_carries_no_note_that_is_not_for_them(
    run: Run, annotated: Path, tmp_path: Path, options: tuple[str, ...], carried: tuple[str, ...], count: int
) -> None:
    """E1"""
    page = tmp_path / "x.html"
    made = run("export", annotated, "--html", page, "--no-verify", *options)
    assert made.code == 0 and f"it carries {count} of 3 notes" in made.out, made
    text = page.read_text(encoding="utf-8")
    assert {note for note in (SECRET, PLAN, REMARK) if note in text} == set(carried)


def test_notes_that_two_wrote_are_merged_and_nothing_is_lost(run: Run, annotated: Path, tmp_path: Path) -> None:
    """E2"""
    given, theirs = tmp_path / "from-ann.json", tmp_path / "bob" / "g.hxl"
    theirs.parent.mkdir()
    shutil.copy(annotated, theirs)
    told = run("notes", annotated, "--give", given)
    assert told.out == f"1 of 3 notes in {given}\n" and SECRET not in given.read_text(encoding="utf-8")
    assert run("notes", theirs, "6", "--text", "I would not have", "--by", "Bob", "--for", "all").code == 0
    took = run("notes", theirs, "--take", given)
    assert took.code == 0 and "1 on which both had written, both texts are kept" in took.out, took
    (row,) = json.loads(run("notes", theirs, "--json").out)
    assert row["text"] == f"I would not have\nAnn: {REMARK}" and row["by"] == "Bob"
    assert "0 on which both had written" in run("notes", theirs, "--take", given).out, "once is enough"
    assert run("notes", theirs, "--take", given, "--give", tmp_path / "more.json").code == 2


def test_notes_on_another_game_are_refused(run: Run, annotated: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.hxl"
    assert run("new", "june_6/push_to_caen", other, "--seed", 5).code == 0
    given = tmp_path / "given.json"
    assert run("notes", annotated, "--give", given).code == 0
    refused = run("notes", other, "--take", given)
    assert refused.code == 3 and "holds notes on another game" in refused.err
    shutil.copy(annotated.with_name(annotated.name + ".notes.json"), other.with_name(other.name + ".notes.json"))
    for command in (("notes", other), ("export", other, "--html", tmp_path / "o.html", "--no-verify")):
        assert "holds notes on another game" in run(*command).err


def test_what_a_page_did_not_see_survives_what_it_sends() -> None:
    before = {
        "a": {"mark": True, "text": "mine"},
        "b": {"mark": False, "text": "theirs", "by": "Bob", "to": "german"},
        "c": {"mark": False, "text": "all", "to": "all"},
    }
    seen = shared(before, "german")
    assert set(seen) == {"b", "c"}
    sent = {"b": {"mark": True, "text": "changed"}, "d": {"mark": False, "text": "new"}}
    after = kept(before, sent, seen, "german")
    assert after["a"] == before["a"] and "c" not in after, "what it saw and left out is taken away"
    assert after["b"] == {"mark": True, "text": "changed", "by": "Bob", "to": "german"}
    assert after["d"]["to"] == "german"


def test_merging_is_the_same_twice_and_keeps_both_marks() -> None:
    ours, theirs = (
        {"a": {"mark": False, "text": "one"}},
        {"a": {"mark": True, "text": "two"}, "b": {"mark": True, "text": ""}},
    )
    once, both = merged(ours, theirs, "bob")
    assert both == ["a"] and once["a"] == {"mark": True, "text": "one\nbob: two"} and once["b"]["by"] == "bob"
    assert merged(once, theirs, "bob") == (once, [])


@pytest.mark.parametrize(
    ("ours", "theirs", "both"),
    [
        ("", "", None),
        ("", "all", "mine"),
        ("all", "", "mine"),
        ("all", "all", "all"),
        ("german", "all", "german"),
        ("all", "german", "german"),
        ("german", "allied", "mine"),
    ],
)
def test_words_of_two_are_for_nobody_for_whom_one_of_them_was_not(ours: str, theirs: str, both: str | None) -> None:
    """E1: a note for oneself became one for all where somebody else's for all was taken in."""
    one = {"a": {"mark": False, "text": "one", **({"to": ours} if ours else {})}}
    two = {"a": {"mark": False, "text": "two", **({"to": theirs} if theirs else {})}}
    assert merged(one, two, "bob")[0]["a"].get("to") == both
    assert changed(one, two, {})["a"].get("to") == both


def test_a_note_for_all_can_be_made_one_for_oneself_at_the_desk() -> None:
    """E1: what the page sends says so; a note that says nothing of its audience keeps the one it has."""
    before = {"a": {"mark": False, "text": "x", "to": "all"}}
    sent = {"a": {"mark": False, "text": "x", "to": "mine"}}
    assert shared(kept(before, changed(before, sent, before), before)) == {}


def test_the_desk_of_a_side_shows_no_note_of_the_other_and_loses_none(annotated: Path) -> None:
    from hexledger.replays.viewer.shelf import Shelf

    shelf = Shelf([annotated], as_side="german", verify=False)
    try:
        (game,) = shelf.games.values()
        (name,) = game.notes()
        assert [note["text"] for note in game.data()["notes"].values()] == [REMARK]
        game.keep_notes({name: {"mark": True, "text": "seen"}})
    finally:
        shelf.close()
    with Chronicle.read(annotated) as log:
        texts = {note["text"] for note in read_notes(annotated, log.genesis.log_id).values()}
    assert texts == {SECRET, PLAN, "seen"}


def test_a_note_belongs_to_a_chapter_says_when_and_is_found_by_words(run: Run, finished: Path) -> None:
    assert run("notes", finished, "6", "--text", REMARK, "--by", "Ann", "--chapter", "2 The bridge").code == 0
    assert run("notes", finished, "8", "--text", "second", "--chapter", "1 The landing").code == 0
    rows = json.loads(run("notes", finished, "--json").out)
    assert [row["chapter"] for row in rows] == ["2 The bridge", "1 The landing"]
    assert all(row["at"].endswith("UTC") for row in rows)
    assert f"{REMARK} (Ann) [2 The bridge]" in run("notes", finished, "--search", "ann bridge").out
    assert "no notes" in run("notes", finished, "--search", "ann landing").out
    assert run("notes", finished, "6", "--chapter", "-").code == 0
    assert [row["chapter"] for row in json.loads(run("notes", finished, "--json").out)] == ["", "1 The landing"]
    assert run("notes", finished, "6", "--chapter", "x" * 81).code == 2


ARROW, RING = ["arrow", 3, 4, 5], ["ring", 3]


def test_what_two_readers_drew_is_kept_of_both_and_a_wrong_drawing_is_refused() -> None:
    name = "a" * 32
    ours = {name: {"mark": False, "text": "", "draw": [RING]}}
    theirs = {name: {"mark": False, "text": "", "draw": [RING, ARROW], "by": "Ann", "chapter": "1"}}
    found, _ = merged(ours, theirs, "ann")
    assert found[name] == {"mark": False, "text": "", "draw": [RING, ARROW], "chapter": "1"}
    wanted = changed(theirs, {name: {**ours[name], "draw": [["ring", 9]]}}, ours)
    assert wanted[name]["draw"] == [RING, ARROW, ["ring", 9]]
    for wrong in (
        ["ring"],
        ["arrow", 1],
        ["bomb", 1, 2],
        ["ring", -1],
        ["ring", True],
        ["ring", 1 << 20],
        [],
        "ring",
        [["ring"], 1],
    ):
        with pytest.raises(ValueError, match="a drawing is"):
            check_notes({name: {"mark": False, "text": "", "draw": [wrong]}})
    for field, value in (
        ("order", -1),
        ("order", True),
        ("order", 5001),
        ("draw", [RING] * 61),
        ("draw", {}),
        ("chapter", ""),
    ):
        with pytest.raises(ValueError, match=field):
            check_notes({name: {"mark": False, "text": "", field: value}})


def test_a_comment_takes_the_place_of_nobody_elses_and_says_something(run: Run, annotated: Path) -> None:
    """E2: `notes LOG 6 --text mine --by Bob` had written over Ann's; an empty comment was kept as one."""
    lost = run("notes", annotated, "6", "--text", "mine", "--by", "Bob")
    assert lost.code == 2 and "Ann has written on 6 already" in lost.err
    assert REMARK in run("notes", annotated, "6").out, "hers stands"
    assert run("notes", annotated, "6", "--text", "better", "--by", "Ann").code == 0, "she changes her own"
    for empty in ("", "  "):
        refused = run("notes", annotated, "2", "--text", empty)
        assert refused.code == 2 and "an empty comment says nothing" in refused.err
    nothing = run("notes", annotated, "2", "--by", "Bob")
    assert nothing.code == 2 and "there is no note on 2 yet" in nothing.err
    assert run("notes", annotated, "2").out.strip() == "no note on 2"
