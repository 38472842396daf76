"""Luck by side, kind, unit and turn in every game: exact sums against a recount."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hexledger.engine.tables.lottery import Lottery
from hexledger.replays.dice.luck import throws
from hexledger.replays.story.combats import fought
from hexledger.replays.story.luck import luck_story, percentile
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play


def _fraction(pair: list[int | str]) -> Fraction:
    return Fraction(int(pair[0]), int(pair[1]))


@every_game
def test_kinds_and_turns_of_a_side_add_up_to_its_luck_exactly(one: About, played: Play) -> None:
    _, game, frames = played(one)
    data = luck_story(game, frames)
    assert data["throws"]
    for side in data["sides"]:
        total = _fraction(side["luck"])
        for group in ("kinds", "turns"):
            mine = [row for row in data[group] if row["side"] == side["side"]]
            assert sum((_fraction(row["luck"]) for row in mine), Fraction(0)) == total
            assert sum(row["throws"] for row in mine) == side["throws"]
        assert all(0 <= _fraction(row["percentile"]) <= 1 for row in data["kinds"])


@every_game
def test_a_unit_has_the_luck_of_its_combats(one: About, played: Play) -> None:
    _, game, frames = played(one)
    data = luck_story(game, frames)
    told = fought(game, frames)
    checked = 0
    for row in data["units"][:12]:
        piece = game.find_piece(row["piece"])
        luck, dice = Fraction(0), set()
        for entry in told:
            combat = entry.combat
            if piece in {fighter.piece for fighter in (*combat.attackers, *combat.defenders)}:
                mine = game.piece_side(piece)
                luck += sum(
                    (throw.luck if throw.lottery.side == mine else -throw.luck for throw in entry.throws), Fraction(0)
                )
                dice |= {throw.address for throw in entry.throws}
        alone = [
            throw
            for throw in throws(game, frames)
            if throw.subject == piece
            and game.words.subject_kinds.get(game.word_key(throw.purpose), "place") == "piece"
            and not any(
                throw.address == f"#{die.at.seq}.{die.at.number}" for entry in told for die in entry.combat.dice
            )
        ]
        luck += sum(
            (throw.luck if throw.lottery.side == game.piece_side(piece) else -throw.luck for throw in alone),
            Fraction(0),
        )
        assert _fraction(row["luck"]) == luck
        assert row["throws"] == len(dice) + len(alone)
        checked += 1
    assert checked or not told


def test_a_percentile_counts_all_ways_and_half_of_what_is_the_same() -> None:
    two = Lottery(1, (0, 0, 1, 1, 2, 2))
    three = Lottery(2, (0, 1, 1, 2))
    total = two.luck(4) - three.luck(3)
    ways = [two.luck(a) - three.luck(b) for a, b in product(range(6), range(4))]
    below = sum(way < total for way in ways)
    same = sum(way == total for way in ways)
    assert percentile([(two, 1), (three, -1)], total) == Fraction(2 * below + same, 2 * len(ways))
    assert percentile([], Fraction(0)) == Fraction(1, 2)
