"""Combats in every game: one entry each, with everything that followed, against a recount over the events."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexledger.events.model import PhaseBegan, Removed, Resolved, Rolled, StepsSet, TurnBegan
from hexledger.projections.losses import losses
from hexledger.projections.state import OFF_MAP
from hexledger.projections.walk import walk
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import card, find, fought, row, shared_sums, sums_text, terms
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.test_records import Play

CARDS = 4


@pytest.mark.whole
@every_game
def test_every_reading_of_a_combat_table_belongs_to_one_combat(one: About, played: Play) -> None:
    _, game, frames = played(one)
    told = fought(game, frames)
    assert told
    read = [
        (reading.at.seq, reading.at.number)
        for entry in told
        if not entry.combat.clash
        for reading in entry.combat.readings
    ]
    tables = terms(game).tables
    expected = [
        (happening.frame.seq, happening.number)
        for happening in walk(frames)
        if happening.frame.seq
        and isinstance(happening.event, Resolved)
        and game.word_key(happening.event.table) in tables
    ]
    assert sorted(read) == expected
    assert [entry.combat.number for entry in told] == list(range(1, len(told) + 1))
    for entry in told if any(entry.combat.kind for entry in told) else ():
        if any(game.word_key(reading.table) in game.view().fights for reading in entry.combat.readings):
            assert entry.combat.attackers, f"the table of #{entry.combat.resolved} is read for those who attack"


@every_game
def test_a_combat_holds_what_was_lost_between_its_declaration_and_its_end(one: About, played: Play) -> None:
    _, game, frames = played(one)
    by_seq = {frame.seq: frame for frame in frames}
    lost = {(found["address"], found["piece"]): -found["steps"] for found in losses(frames, game)}
    told = fought(game, frames)
    counted = 0
    for entry in told:
        combat = entry.combat
        assert combat.frames[0] == combat.begun.seq and list(combat.frames) == sorted(set(combat.frames))
        for loss in combat.losses:
            assert lost[f"#{loss.at.seq}.{loss.at.number}", game.piece(loss.piece)] == loss.steps
            counted += loss.steps
        inside = [
            event
            for seq in combat.frames[1:]
            for event in by_seq[seq].events
            if isinstance(event, StepsSet | Removed | PhaseBegan | TurnBegan)
        ]
        assert combat.frames[-1] == combat.begun.seq or not any(
            isinstance(event, TurnBegan) for event in inside[:-1]
        ), "no combat lasts over a turn"
        exchanged = {event.piece for event in inside if isinstance(event, Removed) and game.alive(event.reason)}
        for fighter in (*combat.attackers, *combat.defenders):
            assert fighter.steps_after <= fighter.steps or fighter.place == OFF_MAP
            fell = sum(loss.steps for loss in combat.losses if loss.piece == fighter.piece)
            # a counter that another takes the place of leaves with the steps that it still has
            left = fighter.piece in exchanged
            assert fighter.steps - fell == fighter.steps_after or (left and fighter.steps > fell)
        for attacker in combat.attackers:
            assert game.piece_side(attacker.piece) in (combat.side, 0)
    if any(entry.combat.kind for entry in told):
        assert counted, "somebody has lost a step in a combat"
    fell_in_combat = {(loss.at.seq, loss.at.number) for entry in told for loss in entry.combat.losses}
    assert len(fell_in_combat) == sum(len(entry.combat.losses) for entry in told), "no loss is counted twice"


@every_game
def test_a_card_shows_every_face_and_what_was_rolled(one: About, played: Play) -> None:
    path, game, frames = played(one)
    told = [entry for entry in fought(game, frames) if entry.combat.readings and not entry.combat.clash]
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        for entry in told[:: max(1, len(told) // CARDS)]:
            shown = card(chronicle, entry)
            assert shown["reckoning"] or not entry.combat.kind, "what the odds were"
            result = ", ".join(shown["results"]).replace(":, ", ": ") or "no effect"
            lots: dict[str, list[int]] = {}
            for die in shown["thrown"]:
                lots.setdefault(die["for"], []).append(die["value"])
            assert lots
            for purpose, values in lots.items():
                mine = [face for face in shown["outcomes"] if face["for"] == purpose]
                assert sum(Fraction(*map(int, face["chance"])) for face in mine) == 1
                happened = [face for face in mine if face["happened"]]
                assert len(happened) == 1 and sum(values) in happened[0]["values"]
                assert any(text.endswith(f": {result}") for text in happened[0]["results"])
                assert set(shown["besides"]) <= set(happened[0]["results"])
            assert [step["frame"] for step in shown["decisions"]] == shown["frames"]
            assert find(told, entry.combat.resolved) is not None
            listed = row(game, entry)
            assert all(shown[key] == value for key, value in listed.items())


@every_game
def test_a_clash_is_over_with_its_decision_and_its_card_tells_every_face_of_its_dice(one: About, played: Play) -> None:
    path, game, frames = played(one)
    told = [entry for entry in fought(game, frames) if entry.combat.clash]
    rolls = [
        happening.address
        for happening in walk(frames)
        if isinstance(happening.event, Rolled) and game.word_key(happening.event.purpose) in game.view().clashes
    ]
    assert len(rolls) == sum(len(entry.combat.dice) for entry in told), "each of its dice belongs to one of them"
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        for entry in told[:: max(1, len(told) // CARDS)]:
            combat = entry.combat
            assert combat.frames == (combat.begun.seq,) and combat.readings
            shown = card(chronicle, entry)
            ends = shown["ends"]
            for lot in {face["lot"] for face in ends}:
                mine = [face for face in ends if face["lot"] == lot]
                assert sum(Fraction(*map(int, face["chance"])) for face in mine) == 1
                assert sum(face["happened"] for face in mine) == 1
            assert shown["kind"] and (combat.attackers or combat.defenders)


@every_game
def test_the_luck_of_combats_is_exact(one: About, played: Play) -> None:
    _, game, frames = played(one)
    for entry in fought(game, frames):
        total = Fraction(0)
        for throw in entry.throws:
            ranks, face = throw.lottery.ranks, throw.face
            worse = sum(rank < ranks[face] for rank in ranks)
            better = sum(rank > ranks[face] for rank in ranks)
            luck = Fraction(worse - better, len(ranks))
            total += luck if throw.lottery.side == entry.combat.side else -luck
        assert entry.luck == total
        dice = sum(
            isinstance(event, Rolled) for frame in frames if frame.seq in entry.combat.frames for event in frame.events
        )
        assert len(entry.throws) <= dice


def test_sums_of_dice_stand_for_the_dice_where_they_tell() -> None:
    """A double that brings something else than other dice of its sum is named by its dice."""
    singles = [(1, 3), (3, 1), (2, 1), (1, 2), (1, 4), (4, 1)]
    shared = shared_sums([singles, [(2, 2)]])
    assert shared == {4}
    assert sums_text(singles, shared) == "3, 5, 1+3, 3+1" and sums_text([(2, 2)], shared) == "2+2"
    assert sums_text([(5,), (2,), (3,), (4,), (9,)], shared_sums([[(5,)], [(1,)]])) == "2–5, 9"
