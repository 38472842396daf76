"""People and bots at one table: secret choices, reveals, games that end."""

from collections import Counter

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import bot, greedy_bot, random_bot
from hexledger.engine.errors import IllegalDecision, NotOffered, UnknownName
from hexledger.engine.kernel.decisions import Seal
from hexledger.engine.kernel.seals import commitment, reveal, seal
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.compare import compare_lines
from hexledger.replays.log.table import hand_in, opening, play_on
from hexledger.replays.secrets.vault import salt_for
from tests.drill.decisions import Intend, Pass
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, to_the_end, until


@pytest.fixture
def sealing(tmp_path):
    """A game at the moment when an attacker must choose in secret."""
    with begun(tmp_path / "game.hxl") as game:
        until(game, "seal")
        yield game


def intent(word):
    return Intend(drill().words[word])


def test_a_secret_choice_is_sealed_and_opened_by_the_table(sealing):
    attacker = sealing.offer().side
    frame = hand_in(sealing, attacker, intent("intent.probe"))
    assert isinstance(sealing.decision(frame.seq), Seal)
    assert opening(sealing) is None
    hand_in(sealing, 3 - attacker, intent("stance.hold"))
    assert sealing.game.codec.from_data(opening(sealing).choice) == intent("intent.probe")
    sealing.submit(attacker, opening(sealing))
    assert sealing.state().seals == {}


def test_what_the_other_side_sees_of_a_sealed_choice_is_its_hash_alone(sealing):
    """F52: the frames of two different choices differ in the commitment only."""
    attacker, head = sealing.offer().side, sealing.timeline.head
    frames = []
    for word in ("intent.press", "intent.probe"):
        frames.append(sealing.submit(attacker, seal(intent(word), "salt")))
        sealing.undo(attacker, to=head, consent=[3 - attacker])
    one, two = ([str(event) for event in frame.events] for frame in frames)
    assert [a == b for a, b in zip(one, two, strict=True)].count(False) == 1
    assert not any("press" in text or "probe" in text for text in one + two)


def test_the_same_choice_sealed_again_after_an_undo_has_another_seal(sealing):
    """F52: else the other side could tell by the hash that the mind was not changed."""
    attacker, head = sealing.offer().side, sealing.timeline.head
    seals = []
    for _ in range(2):
        seals.append(sealing.decision(hand_in(sealing, attacker, intent("intent.press")).seq))
        sealing.undo(attacker, to=head, consent=[3 - attacker])
    assert seals[0] != seals[1]


def test_a_seal_opens_with_its_own_choice_and_salt_only(sealing):
    """F47"""
    attacker = sealing.offer().side
    mine = salt_for(sealing, intent("intent.press"), attacker, "my salt")
    sealing.submit(attacker, seal(intent("intent.press"), mine))
    hand_in(sealing, 3 - attacker, intent("stance.give_way"))
    with pytest.raises(ReplayError, match="by hand"):
        opening(sealing)
    for choice, salt in ((intent("intent.probe"), mine), (intent("intent.press"), "other salt")):
        with pytest.raises(IllegalDecision, match="not what was sealed"):
            sealing.submit(attacker, reveal(choice, salt))
    with pytest.raises(NotOffered, match="for the"):
        sealing.submit(3 - attacker, reveal(intent("intent.press"), mine))
    frame = sealing.submit(attacker, reveal(intent("intent.press"), mine))
    assert "Rolled" in {type(event).__name__ for event in frame.events}


def test_a_sealed_choice_that_was_none_of_the_choices_does_not_open(sealing):
    attacker = sealing.offer().side
    mine = salt_for(sealing, intent("stance.hold"), attacker, "s")
    sealing.submit(attacker, seal(intent("stance.hold"), mine))
    hand_in(sealing, 3 - attacker, intent("stance.hold"))
    with pytest.raises(IllegalDecision, match="not one of the choices that could be sealed"):
        sealing.submit(attacker, reveal(intent("stance.hold"), mine))


@pytest.mark.parametrize("text", ["", "00", "Z" * 64, "A" * 64, "0" * 65])
def test_a_seal_that_is_no_hash_is_refused(sealing, text):
    with pytest.raises(IllegalDecision, match="64 hex digits"):
        sealing.submit(sealing.offer().side, Seal(text))


def test_where_a_secret_choice_is_wanted_something_else_is_refused(sealing):
    attacker = sealing.offer().side
    with pytest.raises(NotOffered, match="not one of the choices"):
        hand_in(sealing, attacker, Pass())
    with pytest.raises(NotOffered, match="wanted: seal"):
        sealing.submit(attacker, intent("intent.press"))


def test_the_hash_depends_on_choice_and_salt():
    hashes = {commitment(intent(word), salt) for word in ("intent.press", "intent.probe") for salt in ("a", "b")}
    assert len(hashes) == 4


@pytest.mark.parametrize(("red", "blue"), [("greedy", "random"), ("bot:random", "bot:greedy"), ("random", "random")])
def test_bots_finish_a_game_that_audits_and_every_position_is_sound(tmp_path, red, blue):
    path = tmp_path / "game.hxl"
    with begun(path, seed=red + blue, turns=4) as game:
        count = play_on(game, {RED: bot(red), BLUE: bot(blue)})
        assert game.state().over
        assert count == game.timeline.head == len(game.timeline) - 1
        for seq in range(count + 1):
            assert game.game.check_invariants(game.game.position(game.state(seq))) == []
    assert audit(path, game=drill()).intact


def test_the_table_stops_at_the_limit_and_at_a_side_without_a_bot(tmp_path):
    with begun(tmp_path / "game.hxl") as game:
        assert play_on(game, {RED: greedy_bot, BLUE: random_bot}, limit=3) == 3
        play_on(game, {RED: greedy_bot})
        assert game.offer().side == BLUE
        assert play_on(game, {}) == 0


def test_a_watcher_sees_every_decision_with_its_prompt(tmp_path):
    seen = []
    with begun(tmp_path / "game.hxl") as game:
        count = play_on(game, {RED: greedy_bot, BLUE: random_bot}, watch=lambda *what: seen.append(what))
    assert len(seen) == count
    assert all(prompt.side == frame.actor for prompt, _, frame in seen)


def test_a_bot_that_does_not_exist_is_refused_by_name():
    with pytest.raises(UnknownName, match="greedy"):
        bot("bot:clever")


def test_the_random_bot_takes_every_kind_of_decision_sooner_or_later(tmp_path):
    kinds = Counter()
    for seed in range(6):
        with begun(tmp_path / f"{seed}.hxl", seed=str(seed), turns=6) as game:
            play_on(game, {RED: random_bot, BLUE: random_bot}, watch=lambda _p, d, _f: kinds.update([d.kind()]))
    assert sorted(kinds) == ["attack", "fall_back", "intend", "move", "pass", "reveal"]


def test_a_bots_choice_depends_on_its_seed_and_nothing_else(tmp_path):
    with begun(tmp_path / "game.hxl") as game:
        state, prompt = game.state(), game.offer()
        picks = [random_bot(game.game, state, prompt, Chance(str(seed), "log", 1)) for seed in range(12)]
        assert picks == [random_bot(game.game, state, prompt, Chance(str(seed), "log", 1)) for seed in range(12)]
        assert len(set(picks)) > 1


def test_two_lines_are_compared_phase_by_phase_from_their_fork(tmp_path):
    with begun(tmp_path / "game.hxl", turns=3) as game:
        advance(game, 5)
        fork = game.timeline.path(game.timeline.head)[3]
        game.branch("study", at=fork)
        to_the_end(game, seed="another mind")
        study = game.timeline.head
        game.switch("main")
        to_the_end(game)
        found = compare_lines(game, game.timeline.head, study)
        same = compare_lines(game, study, study)
    assert (found.fork, found.left, found.right) == (fork, game.timeline.heads["main"], study)
    assert found.rows
    assert all(row.turn >= 1 for row in found.rows)
    assert (same.rows, same.final, same.fork) == ([], [], study)
