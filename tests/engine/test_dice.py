"""Dice: fair, bound to log, frame, index and purpose, and out of reach of undo."""

import itertools
from collections import Counter

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.dice.rolling import PracticeDice, derive, practice_log_id, unbiased
from hexledger.events.model import Drawn, Rolled
from tests.drill.decisions import Pass
from tests.drill.play import BLUE, RED, advance, begun, to_the_end, until

KEY = bytes(range(32))


@pytest.mark.parametrize("below", [1, 2, 3, 4, 6, 10, 12, 20, 36, 100, 255, 256])
def test_every_value_of_a_die_or_cup_has_equally_many_bytes(below):
    """F46: exhaustive over the byte."""
    counts = Counter(unbiased(bytes([byte]), below) for byte in range(256))
    rejected = counts.pop(None, 0)
    assert sorted(counts) == list(range(below))
    assert set(counts.values()) == {256 // below}
    assert rejected == 256 % below


def test_two_dice_thrown_together_give_every_pair_equally_often():
    """F46: 2d6 over all pairs of accepted bytes."""
    accepted = [value for byte in range(256) if (value := unbiased(bytes([byte]), 6)) is not None]
    totals = Counter(a + b + 2 for a, b in itertools.product(accepted, repeat=2))
    unit = (len(accepted) // 6) ** 2
    assert totals == {total: unit * (6 - abs(7 - total)) for total in range(2, 13)}


def test_a_rejected_byte_is_followed_by_the_next_one():
    assert unbiased(bytes([255, 253, 7]), 6) == 1
    assert unbiased(bytes([255, 254]), 6) is None
    assert unbiased(b"", 6) is None


def test_large_cups_are_fair_at_the_border_of_the_word():
    """F46: above 256 outcomes four bytes are one try."""
    limit = (1 << 32) // 1000 * 1000
    assert unbiased((limit - 1).to_bytes(4, "big"), 1000) == 999
    assert unbiased(limit.to_bytes(4, "big"), 1000) is None
    assert unbiased(limit.to_bytes(4, "big") + (1001).to_bytes(4, "big"), 1000) == 1


@pytest.mark.parametrize("below", [0, -1, (1 << 32) + 1])
def test_a_die_that_cannot_be_is_refused(below):
    with pytest.raises(ValueError, match="cannot roll"):
        unbiased(bytes(64), below)


def test_no_two_rolls_share_a_stream():
    """F43: change any one of key, log, frame, index, purpose, number of faces, and all values change."""
    base = {"key": KEY, "log_id": "a" * 32, "seq": 5, "index": 1, "purpose": 7, "below": 1 << 32}
    changes = {"key": KEY[::-1], "log_id": "b" * 32, "seq": 6, "index": 2, "purpose": 8, "below": (1 << 32) - 1}
    values = [derive(**base)] + [derive(**{**base, name: value}) for name, value in changes.items()]
    assert len(set(values)) == len(values)
    # neighbours whose digits run together must not meet: frame 1, index 23 and frame 12, index 3
    assert derive(**{**base, "seq": 1, "index": 23}) != derive(**{**base, "seq": 12, "index": 3})


def test_rolls_for_two_purposes_in_one_decision_are_independent():
    """F43: a roll for one purpose tells nothing of one for another, nor of the next for the same."""
    pairs = Counter()
    for seq in range(3000):
        roller = PracticeDice("c" * 32, "seed").roller(seq)
        pairs[roller.number(1, 2), roller.number(2, 2)] += 1
    assert sorted(pairs) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    # 750 expected; six standard deviations are 142
    assert all(600 < count < 900 for count in pairs.values())


def test_two_games_have_two_log_ids_and_two_streams():
    """F43"""
    ids = [practice_log_id(seed, game, "s") for seed in ("1", "2") for game in ("drill", "other")]
    assert len(set(ids)) == 4
    rows = [[PracticeDice(log, "1").roller(seq).number(1, 1 << 32) for seq in range(3)] for log in ids]
    assert len({value for row in rows for value in row}) == 12


def test_undo_neither_repeats_a_roll_nor_shows_the_next_one(tmp_path):
    """F40: the frame number only grows, so a decision made again is made with other dice."""
    with begun(tmp_path / "game.hxl") as game:
        until(game, "reveal")
        before, rolls = game.timeline.head, {}
        for _ in range(12):
            advance(game)
            frame = game.frame(game.timeline.head)
            rolls[frame.seq] = next(event.value for event in frame.events if isinstance(event, Rolled))
            game.undo(RED, to=before, consent=[BLUE])
    assert (len(rolls), list(rolls)) == (12, sorted(rolls))
    # with repeated dice all twelve would be equal; independent ones do so with a chance of 10^-11
    assert len(set(rolls.values())) > 1


def test_a_scratch_decision_does_not_move_the_dice_of_the_log(tmp_path):
    """F40: what is tried and refused, looked at or studied elsewhere costs and changes no roll."""
    from hexledger.engine.kernel.deciding import decide
    from hexledger.replays.log.genesis import dice_of

    with begun(tmp_path / "a.hxl") as one, begun(tmp_path / "b.hxl") as two:
        state, frame = one.state(), one.frame(0)
        side = one.offer().side
        for seq in (50, 1, 7):
            decide(one.game, state, frame.digest, side, Pass(), dice_of(one.genesis).roller(seq))
        to_the_end(one)
        to_the_end(two)
    assert (tmp_path / "a.hxl").read_bytes() == (tmp_path / "b.hxl").read_bytes()


def test_every_roll_and_draw_says_its_mode_and_belongs_to_a_decision(tmp_path):
    """F45, F41"""
    with begun(tmp_path / "game.hxl", turns=4) as game:
        to_the_end(game)
        found = [(f, e) for f in game.frames(game.timeline.head) for e in f.events if isinstance(e, Rolled | Drawn)]
    assert len(found) > 8
    assert {event.mode for _, event in found} == {1}
    for frame, event in found:
        if isinstance(event, Rolled):
            assert (event.faces, 0 <= event.value < 10, frame.seq > 0) == (10, True, True)


def test_chance_for_bots_is_fair_and_repeats():
    first = [Chance("seed", "log", seq).below(6) for seq in range(1200)]
    assert first == [Chance("seed", "log", seq).below(6) for seq in range(1200)]
    # 200 expected; six standard deviations are 77
    assert all(120 < count < 280 for count in Counter(first).values())
    stream = Chance("seed", "log", 1)
    assert len({stream.below(1 << 32) for _ in range(20)}) == 20
