"""What the dice could have brought, in every game: exact chances, and each outcome is one that the rules make."""

from __future__ import annotations

from fractions import Fraction

from hexledger.engine.dice.entered import EnteredRoller
from hexledger.engine.kernel.deciding import decide
from hexledger.events.model import Drawn, Rolled
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.whatif.fan_text import branch_lines, fan_data, fan_lines, in_any_case
from hexledger.replays.whatif.fanout import fan_of
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.test_records import Play

LOOKED_AT = 3
MOST = 400


@every_game
def test_a_roll_fans_out_into_every_outcome_with_its_exact_chance(one: About, played: Play) -> None:
    path, game, frames = played(one)
    rolling = [
        frame.seq
        for frame in frames
        if frame.seq and 0 < sum(isinstance(event, Rolled | Drawn) for event in frame.events) < 3
    ]
    assert rolling
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        for seq in rolling[:: max(1, len(rolling) // LOOKED_AT)]:
            frame = chronicle.frame(seq)
            fan = fan_of(chronicle, seq, most=MOST)
            assert sum((branch.chance for branch in fan.branches), Fraction(0)) == 1
            happened = [branch for branch in fan.branches if branch.happened]
            assert len(happened) == 1
            before, digest = chronicle.state(frame.parent), chronicle.frame(frame.parent).digest
            for branch in fan.branches:
                for way in branch.rolls:
                    dice = EnteredRoller([roll.value for roll in way], 0)
                    again = decide(game, before, digest, frame.actor, chronicle.decision(seq), dice)  # type: ignore[arg-type]
                    dice.finish()
                    if tuple(way) == fan.rolls:
                        assert again.digest == frame.digest
            ways = sum(len(branch.rolls) for branch in fan.branches)
            expected = 1
            for roll in fan.rolls[:1]:
                expected = len(roll.asked.tokens) or len(set(map(roll.asked.shown, range(roll.asked.below))))
            assert ways >= expected
            assert fan_data(game, fan)["outcomes"] and list(fan_lines(game, fan))
            always = in_any_case(fan)
            for branch in fan.branches:
                rest = [line for line in branch_lines(game, branch, always) if line != "nothing changes"]
                assert not set(rest) & set(always)
                assert {*rest, *always} == {line for line in branch_lines(game, branch) if line != "nothing changes"}
