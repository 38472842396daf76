"""Outcomes laid out one by one, against a count over the dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.kernel.deciding import decide, go_on
from hexledger.engine.table import outcomes as laid_out
from hexledger.engine.table.outcomes import Thrown, TooManyOutcomes, faces, outcomes
from hexledger.events.model import Resolved, Rolled
from hexledger.projections.digest import digest
from hexledger.replays.dice.luck import percent
from hexledger.replays.errors import ReplayError
from hexledger.replays.whatif.fan_text import fan_lines, fan_page, in_any_case, ways_text
from hexledger.replays.whatif.fanout import fan_of
from tests.drill.game import drill
from tests.drill.play import begun, reading, to_the_end


class Counted:
    """Dice that fall as a list says, over and over."""

    mode = 1

    def __init__(self, numbers):
        self.evidence, self.numbers, self.used = [], numbers, 0

    def number(self, purpose, below, asked=None):
        self.used += 1
        return self.numbers[self.used - 1] if self.used <= len(self.numbers) else 0


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "game.hxl"
    with begun(path, turns=4) as game:
        to_the_end(game)
    return path


def rolling(game):
    return [
        frame.seq
        for frame in game.frames(game.timeline.head)
        if frame.seq and any(isinstance(event, Rolled) for event in frame.events)
    ]


def test_chances_are_those_of_a_brute_force_count(log):
    with reading(log) as game:
        for seq in rolling(game)[:4]:
            frame, before = game.frame(seq), game.state(game.frame(seq).parent)
            held = game.frame(frame.parent).digest
            found = outcomes(drill(), before, held, frame.actor, game.decision(seq))
            chances = Counter()
            for outcome in found:
                chances[outcome.draft.digest] += outcome.chance
            dice = max(len(outcome.rolls) for outcome in found)
            assert dice <= 3
            sizes = [next(o for o in found if len(o.rolls) > at).rolls[at].asked.below for at in range(dice)]
            count = Counter(
                decide(drill(), before, held, frame.actor, game.decision(seq), Counted(numbers)).digest
                for numbers in product(*map(range, sizes))
            )
            every = sum(count.values())
            assert {digest: Fraction(n, every) for digest, n in count.items()} == chances


def test_a_decision_that_goes_on_from_its_die_brings_what_it_brings_from_its_beginning(log, monkeypatch):
    went_on = []

    def noted(*given):
        went_on.append(given)
        return go_on(*given)

    with reading(log) as game:
        for seq in rolling(game)[:6]:
            frame, before = game.frame(seq), game.state(game.frame(seq).parent)
            asked = drill(), before, game.frame(frame.parent).digest, frame.actor, game.decision(seq)
            with monkeypatch.context() as patch:
                patch.setattr(laid_out, "stage", lambda _wants: None)
                alone = outcomes(*asked)
            with monkeypatch.context() as patch:
                patch.setattr(laid_out, "go_on", noted)
                found = outcomes(*asked)
            shown = [
                [(one.rolls, one.chance, one.draft.events, one.draft.digest) for one in ways] for ways in (alone, found)
            ]
            assert shown[0] == shown[1]
            assert [digest(one.draft.state) for one in found] == [one.draft.digest for one in found]
    assert went_on


def test_a_way_is_carried_out_as_far_as_one_wants_it(log):
    broken_off = 0
    with reading(log) as game:
        for seq in rolling(game):
            frame, before = game.frame(seq), game.state(game.frame(seq).parent)
            asked = drill(), before, game.frame(frame.parent).digest, frame.actor, game.decision(seq)
            whole = outcomes(*asked)
            cut = outcomes(*asked, until=lambda act: any(isinstance(event, Resolved) for event in act.events))
            for one, other in zip(whole, cut, strict=True):
                assert other.draft.events == one.draft.events[: len(other.draft.events)]
                if any(isinstance(event, Resolved) for event in other.draft.events):
                    assert other.draft.waiting is None
                    broken_off += one.draft.waiting is not None
    assert broken_off


def test_faces_that_show_the_same_and_tokens_that_are_many_are_one_result_with_their_weight():
    odd = Asked(1, 6, printed=(1, 1, 1, 2, 2, 3))
    assert [(shown, count) for _, shown, count in faces(odd)] == [(1, 3), (2, 2), (3, 1)]
    cup = Asked(1, 5, tokens=((7, 2), (9, 3)))
    assert list(faces(cup)) == [(0, 7, 2), (2, 9, 3)]


def test_only_the_named_rolls_vary(log):
    with reading(log) as game:
        seq = rolling(game)[0]
        assert len(fan_of(game, seq, {0}).branches) == len(fan_of(game, seq).branches)
        with pytest.raises(ReplayError, match="there is no roll 9"):
            fan_of(game, seq, {8})
        with pytest.raises(ReplayError, match="rolls nothing"):
            fan_of(game, next(n for n in range(1, seq) if game.timeline.is_place(n)))
        with pytest.raises(ReplayError, match="more than 2 ways"):
            fan_of(game, seq, most=2)


def test_too_many_ways_are_refused_before_they_are_all_carried_out(log):
    with reading(log) as game:
        seq = rolling(game)[0]
        frame = game.frame(seq)
        before, held = game.state(frame.parent), game.frame(frame.parent).digest
        with pytest.raises(TooManyOutcomes):
            outcomes(drill(), before, held, frame.actor, game.decision(seq), most=3)


def test_ways_to_fall_are_told_as_ranges():
    die = Asked(1, 10, 0)
    ways = [(Thrown(die, value),) for value in (0, 5, 6, 7, 9)]
    assert ways_text(drill(), ways) == "0, 5 to 7, 9"
    pairs = [(Thrown(die, one), Thrown(die, 0)) for one in range(8)]
    assert ways_text(drill(), pairs) == "0+0, 1+0, 2+0, 3+0, 4+0, 5+0 and 2 more"
    assert percent(Fraction(1, 3)) == "33.3 %"


def test_what_comes_however_the_dice_fall_is_told_once(log):
    with reading(log) as game:
        fan = fan_of(game, rolling(game)[0])
        fired, others = {"text": "the battery has fired: - / 1"}, fan.branches
        assert len(others) > 1
        changed = [branch._replace(changes=({"text": f"way {n}"}, fired)) for n, branch in enumerate(others)]
        told = fan._replace(branches=tuple(changed))
        assert in_any_case(told) == (fired["text"],)
        for text in ("\n".join(fan_lines(game.game, told)), fan_page(game.game, told, "Drill")):
            assert text.count(fired["text"]) == 1 and text.lower().count("however it falls") == 1
            assert all(text.count(f"way {n}") == 1 for n in range(len(others)))
        alone = fan._replace(branches=(changed[0],))
        assert in_any_case(alone) == () and "However it falls" not in fan_page(game.game, alone, "Drill")


def test_the_page_stands_alone_and_marks_what_happened(log):
    with reading(log) as game:
        page = fan_page(game.game, fan_of(game, rolling(game)[0]), "Drill <skirmish>")
    assert page.count('class="happened"') == 1 and "what happened" in page
    assert "<script" not in page and "http" not in page and "Drill &lt;skirmish&gt;" in page
