"""Luck in June 6: each die of played games, tried with every face by deciding its frame again."""

import pytest

from hexledger.engine.bots.players import bot
from hexledger.engine.games.june_6.rules import isolation
from hexledger.engine.games.june_6.rules.advance import Ambush
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.release import Release
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.switches import SURRENDER
from hexledger.engine.kernel.deciding import decide
from hexledger.events.model import Resolved, Rolled
from hexledger.replays.dice.luck import throws
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.referee.readjudicate import SameLuck
from tests.june_6.builder import position
from tests.june_6.invasion import boxes, on_6_june
from tests.june_6.schedule import notes, waits
from tests.trying import tried

READ = ("roll.combat", "roll.bombardment", "roll.attrition", "roll.demolition")
"""Dice that a table is read with."""


class WithOneFace(SameLuck):
    """The dice as they fell, but one, counted over the frame's dice, shows another face."""

    def change(self, index, face):
        self.index, self.face, self.count = index, face, -1
        return self

    def number(self, purpose, below, asked=None):
        value = super().number(purpose, below, asked)
        self.count += 1
        return self.face if self.count == self.index else value


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("luck") / "g.hxl"
    with Chronicle.create(path, new_genesis("june_6/push_to_caen", seed="11")) as log:
        play_on(log, {1: bot("random"), 2: bot("random")})
    with Chronicle.read(path) as log:
        yield log


def test_every_die_on_a_table_is_in_the_report(played):
    thrown = throws(played.game, played.frames(played.timeline.head))
    dice = [
        f"#{frame.seq}.{number}"
        for frame in played.frames(played.timeline.head)
        for number, event in enumerate(frame.events, 1)
        if isinstance(event, Rolled)
    ]
    assert [throw.address for throw in thrown] == dice
    assert len(dice) > 10


def test_faces_that_bring_the_same_table_result_have_one_rank_and_others_another(played):
    """F48: the lottery of a die agrees with deciding its frame again for each of the ten faces."""
    log, tried = played, 0
    for throw in throws(log.game, log.frames(log.timeline.head)):
        if log.game.word_key(throw.purpose) not in READ:
            continue
        seq = int(throw.address[1:].split(".")[0])
        frame = log.frame(seq)
        before = log.state(frame.parent)
        rolls = [at for at, event in enumerate(frame.events) if isinstance(event, Rolled)]
        index = rolls.index(int(throw.address.split(".")[1]) - 1)
        results = []
        for face in range(10):
            roller = WithOneFace(log.genesis.log_id, frame)
            decision = log.game.codec.decode(frame.decision)
            draft = decide(
                log.game, before, log.frame(frame.parent).digest, frame.actor, decision, roller.change(index, face)
            )
            at = [n for n, event in enumerate(draft.events) if isinstance(event, Rolled)][index]
            results.append(next(event for event in draft.events[at:] if isinstance(event, Resolved)))
        assert results[throw.face].row == next(e for e in frame.events[rolls[index] :] if isinstance(e, Resolved)).row
        kind = log.game.word_key(throw.purpose)
        if kind in ("roll.combat", "roll.bombardment"):
            rows = [event.row for event in results]
            assert rows == sorted(rows), "a higher die never reads a lower row"
        for one in range(9):
            same = results[one].results == results[one + 1].results
            assert (throw.lottery.ranks[one] == throw.lottery.ranks[one + 1]) == same
        tried += 1
    assert tried >= 10


JUNE_7, JUNE_9 = 2, 3


@pytest.mark.parametrize("weather", ["clear", "storm"])
def test_resource_points_are_tried_with_every_face_and_a_cap_makes_faces_equal(weather):
    """5.12, R-03"""
    lottery = tried(
        lambda: position("campaign", turn=JUNE_9, weather=weather).unit("1_us_hq", "E2920"),
        lambda b: b.run(Logistics(f.ALLIED)),
        lambda b: b.state.track(b.game.words["track.rp"], f.ALLIED),
        faces=10,
    )
    assert lottery.side == f.ALLIED
    assert len(set(lottery.ranks)) == (2 if weather == "storm" else 7)


def test_a_release_is_tried_with_every_face():
    """10.32"""
    lottery = tried(
        lambda: waits(position("campaign", turn=JUNE_7, seed="late"), "lehr_hq", area="D"),
        lambda b: b.run(Release(b.piece("lehr_hq"))),
        lambda b: int("note.released" in notes(b)),
        faces=10,
    )
    assert lottery.side == f.GERMAN
    assert len(set(lottery.ranks)) == 2


def test_an_ambush_is_tried_with_every_face():
    """13.46: Ambush rolls for the unit that advanced."""
    lottery = tried(
        lambda: position("push_to_caen").unit("3_br_8", "E2336"),
        lambda b: b.run(Ambush(b.hex("E2336"), (b.piece("3_br_8"),), ())),
        lambda b: -b.has("3_br_8", "disorder"),
        faces=10,
    )
    assert (lottery.side, len(set(lottery.ranks))) == (f.ALLIED, 2)


@pytest.mark.parametrize("reading", ["at_least", "more_than"])
def test_a_surrender_is_tried_with_every_face_under_each_reading(reading):
    """22.32, R-12"""

    def make():
        b = position("push_to_caen").unit("cher_17mg", "E2336")
        b.act().assign(SURRENDER.word, SURRENDER.value(reading))
        return b

    unit = make().piece("cher_17mg")
    lottery = tried(
        make, lambda b: isolation._check_surrender(b.act(), unit), lambda b: int(unit in b.state.at), faces=10
    )
    assert lottery.side == f.GERMAN
    assert sum(lottery.ranks) == (8 if reading == "at_least" else 9), "twice its cohesion of 4"


def test_the_dice_of_a_landing_and_of_hesitation_have_their_lottery():
    """PB 1.8, PB 1.102: a low die is lucky for the unit that lands, and for a formation that waits for its release."""
    b = boxes(4, omaha="1_us_16")
    before = b.state
    b.play("land 1_us_16 E3020")
    events = b.events
    die = next(number for number, event in enumerate(events) if isinstance(event, Rolled))
    found = b.game.lottery(events, die, before)
    assert found is not None and found.side == 1
    assert [found.ranks[face] == found.ranks[0] for face in range(10)] == [True] * 4 + [False] * 6, "free up to a 3"
    assert found.ranks[4] == found.ranks[6] > found.ranks[7] == found.ranks[9], "pinned, then reduced as well"
    b = on_6_june([7]).units("E2425", "g352_hq", "g352_915").unit("4_us_8", "W3428")
    before = b.state.copy()
    b.run(PlayAm(b.game.words["am.g352"]))
    die = next(number for number, event in enumerate(b.events) if isinstance(event, Rolled))
    found = b.game.lottery(b.events, die, before)
    assert found is not None and found.side == 2
    assert found.ranks[0] == found.ranks[7] > found.ranks[8] == found.ranks[9], "released by a 7 or less"
