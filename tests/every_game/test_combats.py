"""Combats in every game: one entry each, with everything that followed, against a recount over the events."""

from __future__ import annotations

from fractions import Fraction

from hexledger.events.model import PhaseBegan, Removed, Resolved, Rolled, StepsSet, TurnBegan
from hexledger.projections.combats import thrown
from hexledger.projections.losses import losses
from hexledger.projections.plain import dice_words
from hexledger.projections.state import OFF_MAP
from hexledger.projections.walk import walk
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import card, find, fought, row, terms
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.test_records import Play

CARDS = 4


@every_game
def test_every_reading_of_a_combat_table_belongs_to_one_combat(one: About, played: Play) -> None:
    _, game, frames = played(one)
    told = fought(game, frames)
    assert told
    read = [(at.seq, at.number) for entry in told for at in (reading.at for reading in entry.combat.readings)]
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
    told = [entry for entry in fought(game, frames) if entry.combat.readings]
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        for entry in told[:: max(1, len(told) // CARDS)]:
            shown = card(chronicle, entry)
            assert shown["reckoning"], "what the odds were"
            chances = [Fraction(*map(int, face["chance"])) for face in shown["outcomes"]]
            assert sum(chances) == 1
            happened = [face for face in shown["outcomes"] if face["happened"]]
            assert len(happened) == 1 and shown["die"] in happened[0]["values"]
            assert shown["die"] == shown["rolled"][-1]
            assert dice_words(thrown(entry.combat)).endswith(f"= {' + '.join(map(str, shown['rolled']))}")
            result = ", ".join(shown["results"]).replace(":, ", ": ") or "no effect"
            assert any(text.endswith(f": {result}") for text in happened[0]["results"])
            assert [step["frame"] for step in shown["decisions"]] == shown["frames"]
            assert find(told, entry.combat.resolved) is not None
            listed = row(game, entry)
            assert all(shown[key] == value for key, value in listed.items())


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
