"""The projections on a real game of every game: what is told, explained, counted and jumped to."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from hexledger.events import model as ev
from hexledger.projections.address import address
from hexledger.projections.combat_record import COMBAT
from hexledger.projections.combats import combats, outcome, thrown
from hexledger.projections.dice_record import last_roll, rolls
from hexledger.projections.explain import explain
from hexledger.projections.lines import STANDS, head_of, line_of
from hexledger.projections.losses import step_changes
from hexledger.projections.record import record
from hexledger.projections.sequence import jump, sequence
from hexledger.projections.supply import supply
from hexledger.projections.walk import position_after
from hexledger.replays.story.combats import terms
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.conftest import Played

Play = Callable[[About], Played]
EXPLAINED = 8
"""Decisions with a table that are explained in one game; those with other events besides."""


@every_game
def test_every_event_is_told_with_names_that_a_player_knows(one: About, played: Play) -> None:
    _, game, frames = played(one)
    told = [line for entry in record(frames, game, game.decide_text, "all") for line in entry["events"]]
    assert len(told) == sum(len(frame.events) for frame in frames)
    assert [line["text"] for line in told if "?" in line["text"] or "{" in line["text"] or not line["text"]] == []
    cited = {line["rule"] for line in told}
    assert all(rule == "" or rule.startswith(f"{game.code} ") for rule in cited)
    assert len(cited) >= min(10, len(game.rules) // 2)


@every_game
def test_every_combat_is_explained_by_its_die_and_its_table_with_titles_for_the_rules(one: About, played: Play) -> None:
    _, game, frames = played(one)
    fights = [frame.seq for frame in frames if any(isinstance(event, ev.Resolved) for event in frame.events)]
    assert fights
    for seq in fights[:EXPLAINED]:
        data = explain(frames, seq, game, game.decide_text)
        assert {"table", "roll"} <= {step["what"] for step in data["steps"]}
        assert data["rules"] and all(rule["title"] for rule in data["rules"])


@every_game
def test_an_explained_table_names_the_die_that_was_read_on_it(one: About, played: Play) -> None:
    _, game, frames = played(one)
    addresses = {row["address"] for row in rolls(frames, game)}
    seq = next(frame.seq for frame in frames if any(isinstance(event, ev.Resolved) for event in frame.events))
    tables = [step for step in explain(frames, seq, game, game.decide_text)["steps"] if step["what"] == "table"]
    assert tables and all(step["roll"] in addresses for step in tables)


@every_game
def test_the_steps_of_every_unit_are_those_it_arrived_with_less_its_losses(one: About, played: Play) -> None:
    _, game, frames = played(one)
    sums: dict[str, int] = {}
    for row in step_changes(frames, game):
        sums[row["piece"]] = sums.get(row["piece"], 0) + row["steps"]
    steps = position_after(frames).steps
    assert {piece: count for piece, count in sums.items() if count} == {
        game.piece(piece): count for piece, count in steps.items() if count
    }


@every_game
def test_the_last_roll_at_every_decision_is_the_last_of_the_dice_record(one: About, played: Play) -> None:
    """F16."""
    _, game, frames = played(one)
    rows = rolls(frames, game)
    assert rows
    for frame in frames:
        earlier = [row["address"] for row in rows if row["seq"] <= frame.seq]
        shown = last_roll(frames, game, frame.seq)
        assert (shown["address"] if shown else None) == (earlier[-1] if earlier else None)


@every_game
def test_every_turn_can_be_jumped_to_and_is_called_as_on_the_track(one: About, played: Play) -> None:
    _, game, frames = played(one)
    tree = sequence(frames, game)
    begun = [turn for turn in tree if turn["turn"]]
    assert begun and all(turn["name"] == game.turn(turn["turn"]) for turn in begun)
    for turn in tree:
        seq = jump(tree, turn["turn"])
        assert seq is not None
        assert position_after([frame for frame in frames if frame.seq <= seq]).turn == turn["turn"]
    assert [(number, game.turn(number)) for number, _ in one.turns] == list(one.turns)


@every_game
def test_every_supply_verdict_cites_its_rule_and_some_show_the_line_that_proves_them(one: About, played: Play) -> None:
    _, game, frames = played(one)
    rows = [row for row in supply(frames, game) if row["status"] is not None]
    assert rows and all(row["rule"].startswith(f"{game.code} ") for row in rows)
    assert any(len(row["path"]) > 1 for row in rows), "a line of hexes"


@every_game
def test_a_combat_is_told_with_all_dice_that_were_rolled_for_its_result(one: About, played: Play) -> None:
    """Those that the game says its table is read with, all of its decision; of a table that it says nothing of those of
    one kind since the result before."""
    _, game, frames = played(one)
    line = line_of(frames, head_of(frames))
    by_seq = {frame.seq: frame for frame in line}
    told = [combat for combat in combats(line, game, terms(game)) if not combat.clash and thrown(combat, game)]
    assert told
    for combat in told:
        last = combat.readings[-1].at
        before = by_seq[last.seq].events[: last.number - 1]
        wanted = game.read_with(combat.readings[-1].table, combat.readings[-1].column)
        if wanted is not None:
            rolls = [event for event in before if isinstance(event, ev.Rolled)]
            assert {roll.purpose for roll in rolls} == wanted, combat.number
            assert [die.value for die in thrown(combat, game)] == [roll.value for roll in rolls], combat.number
            continue
        run: list[ev.Rolled] = []
        for event in before:
            if isinstance(event, ev.Resolved):
                run = []
            if isinstance(event, ev.Rolled):
                alike = run and (run[-1].purpose, run[-1].subject) == (event.purpose, event.subject)
                run = [*run, event] if alike else [event]
        if run:
            assert [die.value for die in thrown(combat, game)] == [event.value for event in run], combat.number


@every_game
def test_a_narrative_tells_each_combat_once_as_the_projection_has_it(one: About, played: Play) -> None:
    _, game, frames = played(one)
    fights = terms(game)
    line = line_of(frames, head_of(frames))
    entries = record(frames, game, game.decide_text, "narrative", fights=fights)
    plain = record(frames, game, game.decide_text, "narrative")
    found = {address(combat.begun.seq): combat for combat in combats(line, game, fights)}
    told = {entry["address"]: entry for entry in entries if entry["kind"] == COMBAT}
    fought = {at for at, combat in found.items() if combat.readings and not combat.clash}
    assert fought and fought <= set(told) <= set(found)
    for at, entry in told.items():
        combat = found[at]
        assert entry["frames"] == list(combat.frames)
        assert entry["combat"]["outcome"] == outcome(combat)
        assert entry["actor"] == game.side(combat.side)
        assert all(game.piece_name(fighter.piece) in entry["decision"] for fighter in combat.attackers)
        lost = {address(loss.at.seq, loss.at.number) for loss in combat.losses}
        assert lost <= {line["address"] for line in entry["events"]}
    addresses = [line["address"] for entry in entries for line in entry["events"]]
    assert len(addresses) == len(set(addresses)), "nothing is told twice"
    assert sorted(addresses) == sorted(line["address"] for entry in plain for line in entry["events"])


@every_game
def test_what_was_taken_back_of_a_combat_is_told_as_a_combat_too(one: About, played: Play) -> None:
    """Play stands in the middle of a combat; all that came after lies on no line that stands."""
    _, game, frames = played(one)
    fights = terms(game)
    whole = combats(line_of(frames, head_of(frames)), game, fights)
    broken = next((combat for combat in whole if len(combat.frames) > 1 and combat.readings), whole[0])
    head = broken.frames[0]
    entries = record(frames, game, game.decide_text, "narrative", undone=True, head=head, fights=fights)
    told = [entry for entry in entries if entry["kind"] == COMBAT]
    later = [entry for entry in told if entry["seq"] > head]
    assert later and all(entry["standing"] != STANDS for entry in later)
    numbers = {entry["combat"]["number"]: entry for entry in later}
    for combat in whole:
        if combat.begun.seq > head and combat.readings and not combat.clash:
            assert numbers[combat.number]["frames"] == list(combat.frames)
            assert numbers[combat.number]["combat"]["outcome"] == outcome(combat)
    if len(broken.frames) > 1:
        assert numbers[broken.number]["frames"] == list(broken.frames)
        assert all(int(event["address"][1:].partition(".")[0]) > head for event in numbers[broken.number]["events"])
    every = [event["address"] for entry in entries for event in entry["events"]]
    plain = record(frames, game, game.decide_text, "narrative", undone=True, head=head)
    assert sorted(every) == sorted(event["address"] for entry in plain for event in entry["events"])


@every_game
def test_the_combats_of_a_whole_file_are_those_of_its_lines(one: About, played: Play) -> None:
    _, game, frames = played(one)
    fights = terms(game)
    whole = combats(frames, game, fights)
    cut = next((combat for combat in whole if len(combat.frames) > 1), whole[0]).frames[0]
    again = [
        replace(frame, seq=frame.seq + len(frames), parent=_later(frame.parent, cut, len(frames)))
        for frame in frames
        if frame.seq > cut
    ]
    both = combats([*frames, *again], game, fights)
    # one that stood open where the lines part is found for each
    fresh = [one for one in both[len(whole) :] if one.frames[-1] > len(frames)]
    beside = [*(frame for frame in frames if frame.seq <= cut), *again]
    assert both[: len(whole)] == whole
    assert fresh == [one for one in combats(beside, game, fights) if one.frames[-1] > len(frames)]


def _later(parent: int, cut: int, by: int) -> int:
    return parent if parent <= cut else parent + by
