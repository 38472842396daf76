"""A game whose units stand in several respects at once and whose die is not numbered 1 to n, in every dice mode.

It is Drill with two things changed: its combat die shows 0, 0, 0, 1, 1, 2, 3, 5, 8, 9, and the game begins with
verdicts on each unit's command and attack supply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
import pytest

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.dice.entered import BadRoll, place_of
from hexledger.engine.dice.rolling import Asked, PracticeRoller
from hexledger.engine.editions.edition import load_edition
from hexledger.engine.errors import EngineFault
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Step
from hexledger.engine.tables.lottery import Lottery, scored
from hexledger.events import model as ev
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.ndjson import export, import_
from hexledger.events.registry import BY_NAME, BY_NUMBER, UPCASTERS, today
from hexledger.projections.digest import digest, updated
from hexledger.projections.fold import apply, fold
from hexledger.projections.state import State, judged_key
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.luck import luck_data
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.snapshots import restore, store
from hexledger.replays.log.table import play_on
from hexledger.replays.log.typed_rolls import asked_text
from tests.drill import attack, sequence
from tests.drill.dice import MODES, game_with, real_die
from tests.drill.game import EDITION, Drill
from tests.drill.play import BLUE, RED, frames_of
from tests.drill.position import Act, DrillPosition

FACES = (0, 0, 0, 1, 1, 2, 3, 5, 8, 9)


class JudgeTwice(Step[DrillPosition], frozen=True, array_like=True, tag=90):
    """Every unit is judged for command and for attack supply, before the first turn."""

    def run(self, act: Act) -> None:
        for piece in sorted(act.state.at):
            act.judge(piece, "status.supplied", (act.pos.at(piece),), "4.1", "subject.command")
            act.judge(piece, "status.unsupplied", (), "4.1", "subject.attack_supply")


class HitDrill(Drill):
    """Drill with a printed die and two more standings."""

    step_classes = (*sequence.STEPS, *attack.STEPS, JudgeTwice)
    printed_dice: ClassVar[Mapping[str, tuple[int, ...]]] = {"roll.attack": FACES}

    def setup(self, act: Recorder[DrillPosition], scenario: str, options: dict[str, str | int | bool]) -> None:
        super().setup(act, scenario, options)
        act.then(JudgeTwice())

    def lottery(self, events: Sequence[ev.Event], number: int, state: State) -> Lottery | None:
        roll = events[number]
        return scored(RED, FACES) if isinstance(roll, ev.Rolled) else None


def hit_drill() -> HitDrill:
    return HitDrill(load_edition(EDITION))


@pytest.mark.parametrize("mode", MODES)
def test_a_game_with_both_is_played_and_audited_under_every_dice_mode(tmp_path, mode):
    path, rules = tmp_path / "game.hxl", hit_drill()
    with game_with(path, mode, turns=6, rules=rules) as game:
        play_on(game, {RED: greedy_bot, BLUE: random_bot}, seed="bots", die=real_die("table"))
        assert game.state().over
    verdict = audit(path, game=rules)
    assert verdict.intact, str(verdict.contradiction)
    hits = [e for frame in frames_of(path) for e in frame.events if isinstance(e, ev.Rolled) and e.faces == 10]
    assert hits
    assert {hit.value for hit in hits} <= set(FACES)


@pytest.fixture
def played(tmp_path):
    rules = hit_drill()
    with game_with(tmp_path / "game.hxl", "practice", turns=6, rules=rules) as game:
        play_on(game, {RED: greedy_bot, BLUE: random_bot}, seed="bots")
    with Chronicle.read(tmp_path / "game.hxl", game=rules) as game:
        yield game


def test_a_unit_keeps_each_standing_beside_the_others_until_it_leaves(played):
    command, attack_supply = (played.game.words[key] for key in ("subject.command", "subject.attack_supply"))
    supplied, unsupplied = (played.game.words[key] for key in ("status.supplied", "status.unsupplied"))
    state = played.state()
    assert state.at
    for piece in state.at:
        standings = state.standings(piece)
        assert list(standings)[-2:] == [attack_supply, command]
        assert (standings[command][0], standings[attack_supply][0]) == (supplied, unsupplied)
        assert 0 in standings, "the verdict of every turn's end stands beside them"
        assert state.standing(piece) == standings[0]
    gone = [piece for piece in range(6) if piece not in state.at]
    assert gone, "the game was bloody enough"
    assert [state.standings(piece) for piece in gone] == [{} for _ in gone]


def test_its_log_survives_the_way_through_ndjson(played):
    with Ledger.open_reader(played.path) as ledger:
        payloads = [bytes(payload) for payload in ledger.payloads()]
    lines = list(export(payloads, chained(payloads)))
    assert any('"JudgedFor"' in line for line in lines)
    assert list(import_(lines)) == payloads


def chained(payloads: Sequence[bytes]) -> list[bytes]:
    leaves: list[bytes] = []
    for payload in payloads:
        leaves.append(leaf_hash((leaves[-1] if leaves else bytes(32)) + payload))
    return leaves


def test_luck_counts_a_printed_die_by_the_faces_that_show_a_value(played):
    thrown = [
        throw for throw in luck_data(played.game, played.frames(played.timeline.head))["throws"] if throw["faces"] == 10
    ]
    assert len(thrown) >= 4
    for throw in thrown:
        better = sum(face >= throw["value"] for face in FACES)
        assert throw["this_or_better"][0] * 10 == better * throw["this_or_better"][1]


# ---------------------------------------------------------------------- dice
HIT = Asked(1, 6, printed=(1, 1, 1, 2, 2, 3))


def test_an_entered_value_must_be_on_the_die():
    assert [place_of(HIT, value) for value in (1, 2, 3)] == [0, 3, 5]
    assert [HIT.shown(face) for face in range(6)] == [1, 1, 1, 2, 2, 3]
    with pytest.raises(BadRoll, match="a d6 shows 1, 1, 1, 2, 2 or 3, not 4"):
        place_of(HIT, 4)
    with pytest.raises(BadRoll, match="a d10 shows 0 to 9, not 10"):
        place_of(Asked(1, 10), 10)


def test_a_person_is_told_what_the_die_shows():
    rules = hit_drill()
    asked = Asked(rules.words["roll.attack"], 10, printed=FACES)
    assert asked_text(rules, asked).endswith("d10, 0, 0, 0, 1, 1, 2, 3, 5, 8 or 9")


def test_a_die_of_another_number_of_faces_than_declared_is_the_games_own_fault():
    act = Recorder(hit_drill(), State(), PracticeRoller(bytes(32), "log", 1))
    with pytest.raises(EngineFault, match=r"the die for roll\.attack has 10 faces, not 6"):
        act.roll("roll.attack", 6)


# ---------------------------------------------------------------------- two versions of a judgement
def test_a_verdict_without_a_subject_is_written_as_it_always_was():
    act = Recorder(hit_drill(), State(), PracticeRoller(bytes(32), "log", 1))
    act.judge(3, "status.supplied", (1, 2), "4.1")
    act.judge(3, "status.supplied", (1, 2), "4.1", "subject.command")
    first, second = act.events
    assert type(first) is ev.Judged
    assert type(second) is ev.JudgedFor
    assert msgspec.msgpack.encode(first)[1] == 22
    assert msgspec.msgpack.encode(second)[1] == 27


def test_the_old_form_in_todays_form_does_the_same_to_a_position():
    old = ev.Judged(3, 9, (1, 2), 4)
    new = today(old)
    assert new == UPCASTERS[ev.Judged](old) == ev.JudgedFor(3, 9, (1, 2), 4, 0)
    assert today(new) is new
    one, two = fold(State(), [ev.Placed(3, 1, 1), old]), fold(State(), [ev.Placed(3, 1, 1), new])
    assert digest(one) == digest(two)
    assert one.judged == two.judged == {3: (9, (1, 2))}


def test_the_registry_knows_both_versions_by_number_and_name():
    assert (BY_NUMBER[22].version, BY_NUMBER[27].version) == (1, 2)
    assert (BY_NAME["Judged"].number, BY_NAME["JudgedFor"].number) == (22, 27)


def test_a_standing_in_one_respect_counts_in_the_digest_and_goes_with_its_piece():
    before = fold(
        State(), [ev.Placed(3, 1, 1), ev.Judged(3, 9), ev.JudgedFor(3, 8, subject=5), ev.JudgedFor(4, 8, subject=5)]
    )
    after = before.copy()
    gone = ev.Removed(3, 1)
    apply(after, gone)
    assert after.judged == {judged_key(4, 5): (8, ())}
    assert updated(digest(before), before, after, [gone]) == digest(after)
    other = fold(before.copy(), [ev.JudgedFor(3, 7, subject=5)])
    assert digest(other) != digest(before)


def test_a_position_from_a_snapshot_forgets_a_piece_in_every_respect_like_the_one_that_was_stored():
    state = fold(
        State(), [ev.Placed(3, 1, 1), ev.Judged(3, 9), ev.JudgedFor(3, 8, subject=7), ev.JudgedFor(3, 8, subject=5)]
    )
    again = restore(store(state))
    assert again.respects == state.respects == state.copy().respects == (5, 7)
    assert list(again.standings(3)) == [0, 5, 7]
    for one in (state, again):
        apply(one, ev.Removed(3, 1))
    assert state.judged == again.judged == {}
