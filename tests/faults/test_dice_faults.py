"""FAULTS.md F40-F47 in every dice mode: nobody looks ahead, chooses among rolls, or rolls for the other side."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.rolling import KeyedRoller, derive
from hexledger.engine.kernel.deciding import decide
from hexledger.events.dice_records import (
    DecisionFixed,
    DecisionReleased,
    DiceChanged,
    LinkRevealed,
    RevealRefused,
    SecretRevealed,
)
from hexledger.events.errors import AlreadyExists
from hexledger.events.frame import DECISION, OLD, encode_frame
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE, Drawn, Rolled
from hexledger.events.private import Exposed
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.dicebook import DiceBook, chain_text
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper import KeeperFile, KeeperRequest
from hexledger.replays.dice.kit import DiceKit, roller_again
from hexledger.replays.errors import BadSecretFile, DiceRefused
from hexledger.replays.log.chronicle import ReplayError, new_genesis
from hexledger.replays.log.genesis import random_hex
from tests.drill.decisions import Pass
from tests.drill.dice import MODES, play, real_die
from tests.drill.dice import old_game_with as game_with
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, edited, frames_of, rewritten, writing, written

LOG = "ab" * 16


def rolls_of(frame):
    return [event for event in frame.events if isinstance(event, Rolled | Drawn)]


def first_roll(path, at=1):
    return next(frame for frame in frames_of(path) if frame.seq >= at and rolls_of(frame))


def wrong(path):
    return audit(path, game=drill()).contradiction


# ------------------------------------------------------------------ F40: looking ahead
@pytest.mark.parametrize("mode", ["referee", "duel"])
def test_what_a_received_log_holds_predicts_no_roll_to_come(tmp_path, mode):
    """F40: every key and link that the log has shown gives other values than the official roll, also after an undo."""
    path = tmp_path / "game.hxl"
    with game_with(path, mode, turns=8) as game:
        play(game, 30)
        known = [key_of(frame) for frame in frames_of(path) if frame.evidence]
        game.undo(RED, to=game.timeline.parents[game.timeline.head], consent=[BLUE])
        play(game, 12, seed="again")
        coming = [frame for frame in frames_of(path) if frame.seq > 31 and frame.evidence]
        log_id = game.genesis.log_id
    assert len(known) >= 4 and coming
    for frame in coming:
        official = derive(key_of(frame), log_id, frame.seq, 0, 1, 1 << 32)
        scratch = [derive(key, log_id, frame.seq, 0, 1, 1 << 32) for key in known]
        assert official not in scratch


def key_of(frame):
    """The 32 bytes that the rolls of a frame come from, as far as the log shows them."""
    found = [duel.read_evidence(text) for text in frame.evidence]
    if None not in found:
        return duel.duel_key("", dict(found))
    return referee.read_evidence(frame.evidence[0])


def test_without_the_keepers_file_nobody_can_try_out_a_decision_that_rolls(tmp_path):
    """F40"""
    path = tmp_path / "game.hxl"
    with game_with(path, "referee"):
        pass
    with writing(path) as game, pytest.raises(Exception, match="the keeper is asked for them"):
        play(game)


def test_the_keeper_gives_the_dice_of_one_frame_for_one_decision_only(tmp_path):
    """F40: who asks again with another decision would choose among rolls."""
    kept = KeeperFile.new(tmp_path / "k", LOG)
    first = KeeperRequest(LOG, 5, "00", RED, "aa")
    key = kept.key(first)
    for other in ({"decision": "bb"}, {"actor": BLUE}, {"tip": "11"}):
        with pytest.raises(ReplayError, match="nobody chooses"):
            KeeperFile(tmp_path / "k").key(KeeperRequest(**{**_fields(first), **other}))
    assert KeeperFile(tmp_path / "k").key(first) == key
    assert kept.key(KeeperRequest(LOG, 6, "00", RED, "aa")) != key
    with pytest.raises(ReplayError, match="keeps the dice of log"):
        kept.key(KeeperRequest("cd" * 16, 5, "00", RED, "aa"))


def _fields(request):
    return {name: getattr(request, name) for name in request.__struct_fields__}


def test_undoing_and_deciding_again_rolls_other_dice_in_every_mode_that_rolls_by_itself(tmp_path):
    """F40: the values of the same decision, made twelve times, are not all equal."""
    for mode in ("practice", "referee", "duel"):
        with game_with(tmp_path / f"{mode}.hxl", mode, turns=9) as game:
            seen = []
            for _ in range(3):
                play(game, 1)
            while not rolls_of(game.frame(game.timeline.head)):
                play(game, 1)
            decision, actor = game.decision(game.timeline.head), game.frame(game.timeline.head).actor
            for _ in range(12):
                game.undo(RED, consent=[RED, BLUE])
                frame = game.submit(actor, decision)
                seen.append(derive(key_or_practice(frame), game.genesis.log_id, frame.seq, 0, 1, 1 << 32))
        assert len(set(seen)) == 12, mode


def key_or_practice(frame):
    return key_of(frame) if frame.evidence else bytes(32)


# ------------------------------------------------------------------ F41: decision first
def test_f41_a_fixed_decision_cannot_be_dodged_when_its_dice_displease(tmp_path):
    """F41: the decision is on disk before its dice are read; no other decision, undo, branch or change gets past it."""
    with game_with(tmp_path / "game.hxl", "entered") as game:
        with pytest.raises(Leave):
            play_with(game, leave)
        waiting = game.book.waiting
        assert waiting is not None
        size = len(game.timeline)
        for dodge in (
            lambda: game.submit(waiting.actor, Pass(), rolls=[3]),
            lambda: game.fix(waiting.actor, game.game.codec.decode(waiting.decision)),
            lambda: game.branch("elsewhere"),
            lambda: game.note_dice(RED, DiceChanged(PRACTICE, "1", (), "", (BLUE,))),
            lambda: game.note_dice(waiting.actor, DecisionReleased("", ())),
        ):
            with pytest.raises(Exception, match=r"waits|drop"):
                dodge()
        assert len(game.timeline) == size
        frame = game.submit(waiting.actor, game.game.codec.decode(waiting.decision), rolls=["token.red"])
        assert (frame.seq, game.book.waiting) == (size, None)
    with writing(tmp_path / "game.hxl") as game:
        play(game)
    assert wrong(tmp_path / "game.hxl") is None


class Leave(Exception):
    pass


def leave(_asked):
    raise Leave


def play_with(game, die):
    from hexledger.engine.bots.players import random_bot
    from hexledger.replays.log.table import play_on

    return play_on(game, {RED: random_bot, BLUE: random_bot}, seed="x", die=die)


def test_an_undo_while_a_decision_waits_for_its_dice_is_refused_and_a_forged_one_is_found(tmp_path):
    """F41"""
    path = tmp_path / "game.hxl"
    with game_with(path, "entered", turns=6) as game:
        play(game, 8)
        while True:
            try:
                play_with(game, leave)
            except Leave:
                break
        with pytest.raises(DiceRefused, match="waits for its dice"):
            game.undo(RED, consent=[BLUE])
        rewind = frame_of_undo(game)
    forged = written(tmp_path / "x.hxl", [*map(encode_frame, frames_of(path)), encode_frame(rewind)])
    found = wrong(forged)
    assert (found.frame, found.where) == (rewind.seq, "dice")


def frame_of_undo(game):
    from hexledger.events.frame import REWIND, Frame, Rewind, encode_value

    head = game.timeline.head
    to = game.timeline.parents[head]
    rewind = encode_value(Rewind(to, "", (BLUE,)))
    return Frame(len(game.timeline), REWIND, RED, head, rewind, (), (), game.frame(to).digest, None)


@pytest.mark.parametrize("mode", MODES)
def test_every_roll_stands_in_the_frame_of_its_decision_and_the_setup_rolls_nothing_ahead(tmp_path, mode):
    """F41"""
    path = tmp_path / "game.hxl"
    with game_with(path, mode) as game:
        play(game)
    for frame in frames_of(path):
        assert not rolls_of(frame) or frame.kind == DECISION or mode == "practice"
        assert bool(frame.evidence) == (bool(rolls_of(frame)) and mode != "practice")


# ------------------------------------------------------------------ F42: strong secrets
def test_f42_secrets_have_256_bits_of_the_system_and_seeds_belong_to_practice_only(tmp_path, monkeypatch):
    """F42"""
    asked = []
    monkeypatch.setattr("secrets.token_bytes", lambda size: asked.append(size) or bytes([len(asked)]) * size)
    KeeperFile.new(tmp_path / "k", LOG)
    DuelVault.new(tmp_path / "v", LOG, RED, 3)
    assert asked == [32, 32]
    for mode in ("entered", "referee", "duel"):
        with pytest.raises(ReplayError, match="no seed"):
            new_genesis("skirmish", dice=mode, seed="7", game=drill())
    with pytest.raises(ReplayError, match="32 hex digits"):
        new_genesis("skirmish", dice="entered", log_id="7", game=drill())
    ids = {new_genesis("skirmish", dice="entered", game=drill()).log_id for _ in range(20)}
    assert (len(ids), {len(one) for one in ids}) == (20, {32})


def test_secret_files_are_private_and_an_open_one_is_refused(tmp_path):
    """F42"""
    for path in (KeeperFile.new(tmp_path / "k", LOG).path, DuelVault.new(tmp_path / "v", LOG, RED, 3).path):
        assert path.stat().st_mode & 0o777 == 0o600
    (tmp_path / "k").chmod(0o640)
    (tmp_path / "v").chmod(0o604)
    with pytest.raises(Exposed, match="others than its owner may read"):
        KeeperFile(tmp_path / "k")
    with pytest.raises(Exposed, match="others than its owner may read"):
        DuelVault(tmp_path / "v")
    with pytest.raises(AlreadyExists):
        KeeperFile.new(tmp_path / "k", LOG)


@pytest.mark.parametrize("make", [lambda p: KeeperFile.new(p, LOG), lambda p: DuelVault.new(p, LOG, RED, 3)])
def test_a_damaged_secret_file_is_a_clear_error(tmp_path, make):
    path = make(tmp_path / "s").path
    whole = path.read_bytes()
    for at in range(len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 2]) + whole[at + 1 :])
        try:
            (KeeperFile if b"keeper" in whole else DuelVault)(path)
        except BadSecretFile as error:
            assert str(path) in str(error)
        else:
            raise AssertionError(f"byte {at} may be anything")


# ------------------------------------------------------------------ F43: one key, one roll
@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text("0123456789abcdef", min_size=4, max_size=4), st.integers(0, 40), st.integers(1, 2), st.binary()
        ),
        min_size=2,
        max_size=6,
        unique=True,
    )
)
def test_f43_no_two_decisions_of_any_two_games_get_one_key_from_a_keeper(decisions):
    """F43: log, frame, side and decision are all in the key, and none can pass for a part of another."""
    keys = [referee.decision_key(bytes(32), *decision) for decision in decisions]
    assert len(set(keys)) == len(keys)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300)), min_size=2, unique=True))
def test_no_two_rolls_under_one_key_share_a_stream(rolls):
    """F43: frame, index and purpose are all in the stream of a roll."""
    values = [derive(bytes(32), LOG, *roll, 1 << 32) for roll in rolls]
    assert len(set(values)) == len(values)


def test_two_games_of_one_keeper_secret_or_one_chain_share_no_roll():
    """F43"""
    secret = bytes(range(32))
    one, two = (referee.decision_key(secret, log, 3, RED, b"x") for log in (LOG, LOG[::-1]))
    assert one != two
    links = {RED: secret, BLUE: secret[::-1]}
    assert duel.duel_key(LOG, links) != duel.duel_key(LOG[::-1], links)
    assert duel.duel_key(LOG, links) != duel.duel_key(LOG, {RED: links[BLUE], BLUE: links[RED]})


# ------------------------------------------------------------------ F45: the mode is in every roll
def test_f45_a_change_of_dice_needs_all_sides_and_is_in_every_roll_afterwards(tmp_path):
    """F45"""
    path = tmp_path / "game.hxl"
    with game_with(path, "practice", turns=12) as game:
        play(game, 8)
        with pytest.raises(DiceRefused, match="decision of all sides"):
            game.note_dice(RED, DiceChanged(ENTERED, "", (), "", ()))
        game.note_dice(RED, DiceChanged(ENTERED, "", (), "", (BLUE,)))
        changed = len(game.timeline) - 1
        play(game, 30)
        kept = KeeperFile.new(tmp_path / "k", game.genesis.log_id)
        game.note_dice(BLUE, DiceChanged(REFEREE, "", (f"keeper {kept.commitment}",), "", (RED,)))
        game.dice_kit = DiceKit(kept)
        kept_from = len(game.timeline) - 1
        # no undo brings the old dice back
        game.undo(RED, to=2, consent=[RED, BLUE])
        play(game, 30)
        game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
    modes = {frame.seq: {roll.mode for roll in rolls_of(frame)} for frame in frames_of(path) if rolls_of(frame)}
    for seq, found in modes.items():
        assert found == {PRACTICE if seq < changed else ENTERED if seq < kept_from else REFEREE}
    assert {mode for found in modes.values() for mode in found} == {PRACTICE, ENTERED, REFEREE}
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.dice_changes == [changed, kept_from]
    assert verdict.dice["referee"].rederived == verdict.dice["referee"].rolls > 0


def test_a_roll_that_says_another_mode_is_found_even_without_the_rules(tmp_path):
    """F45"""
    import msgspec

    path = tmp_path / "game.hxl"
    with game_with(path, "referee") as game:
        play(game)
    seq = first_roll(path).seq

    def change(frame):
        events = tuple(
            msgspec.structs.replace(event, mode=PRACTICE) if isinstance(event, Rolled | Drawn) else event
            for event in frame.events
        )
        return edited(frame, events=events)

    forged = rewritten(path, tmp_path / "x.hxl", change, seq)
    found = audit(forged, rules=False).contradiction
    assert (found.frame, found.where) == (seq, "dice evidence")


def test_a_change_without_consent_that_was_written_into_the_log_is_found(tmp_path):
    """F45"""
    from hexledger.events.frame import encode_value

    path = tmp_path / "game.hxl"
    with game_with(path, "practice", turns=4) as game:
        frame = game.note_dice(RED, DiceChanged(ENTERED, "", (), "", (BLUE,)))
        play(game)
    alone = encode_value(DiceChanged(ENTERED, "", (), "", ()))
    found = wrong(rewritten(path, tmp_path / "x.hxl", lambda f: edited(f, decision=alone), frame.seq))
    assert (found.frame, found.where) == (frame.seq, "dice record")


# ------------------------------------------------------------------ F46: fair
@pytest.mark.parametrize("faces", [2, 3, 6, 10, 12, 20])
def test_f46_keyed_dice_are_fair_over_many_keys(faces):
    """F46: chi-squared below the 1-in-a-million point for every number of faces."""
    counts = Counter(
        KeyedRoller(DUEL, LOG, seq, lambda _: (bytes(32), ())).number(1, faces) for seq in range(200 * faces)
    )
    squared = sum((counts[value] - 200) ** 2 for value in range(faces))
    # 24 + faces * 3 bounds the 10^-6 quantile of chi-squared for up to 20 faces
    assert squared < 200 * (24 + 3 * faces)


def test_two_dice_thrown_together_are_two_rolls_with_their_own_values():
    """F46: a sum is recorded die by die."""
    from hexledger.engine.kernel.recorder import Recorder
    from hexledger.projections.state import State

    totals = Counter()
    for seq in range(720):
        act = Recorder(drill(), State(), KeyedRoller(DUEL, LOG, seq, lambda _: (bytes(32), ())))
        total = act.roll_sum("roll.attack", 2, 6)
        assert [event.value for event in act.events] == [event.value for event in act.events if 1 <= event.value <= 6]
        assert total == sum(event.value for event in act.events)
        totals[total] += 1
    assert sorted(totals) == list(range(2, 13))
    assert totals[7] > totals[2] + totals[12]


# ------------------------------------------------------------------ F47: a duel
def commitments(*anchors, length=9):
    return tuple(chain_text(side, length, anchor) for side, anchor in enumerate(anchors, 1))


def begins(texts):
    return new_genesis("skirmish", dice="duel", game=drill(), log_id=LOG, commitments=texts, form=OLD)


def test_two_commitments_made_independently_are_accepted():
    one, two = (duel.chain(LOG, side, bytes([side]) * 32, 9)[0] for side in (RED, BLUE))
    assert begins(commitments(one, two)).refusal_rule == "forfeit"


ONE = duel.chain(LOG, RED, bytes([1]) * 32, 9)[0]


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (commitments(ONE, ONE), "are equal"),
        (commitments(ONE, ONE[::-1]), "mirror"),
        (commitments(ONE, bytes(255 - byte for byte in ONE)), "mirror"),
        (commitments(ONE, duel.before(LOG, BLUE, ONE)), "links of one chain"),
        (commitments(ONE, duel.before(LOG, RED, ONE)), "links of one chain"),
        (commitments(duel.before(LOG, BLUE, ONE), ONE), "links of one chain"),
        (commitments(ONE), "every side"),
        ((), "every side"),
        ((*commitments(ONE, bytes(32)), chain_text(RED, 9, bytes(32))), "two commitments"),
        ((chain_text(RED, 9, ONE), chain_text(3, 9, bytes(32))), "side 3"),
        ((chain_text(RED, 9, ONE), f"duel 2 0 {'00' * 32}"), "no commitment"),
        ((chain_text(RED, 9, ONE), f"duel 2 9 {'AB' * 32}"), "no commitment"),
        ((chain_text(RED, 9, ONE), f"duel 2 9999999999 {'ab' * 32}"), "no commitment"),
        ((chain_text(RED, 9, ONE), "nonsense"), "no commitment"),
    ],
)
def test_copied_mirrored_and_malformed_commitments_are_refused(texts, why):
    """F47"""
    with pytest.raises(DiceRefused, match=why):
        begins(texts)


def test_a_commitment_is_worth_nothing_to_the_other_side_or_in_another_log():
    """F47: side and log id are in every step of a chain."""
    links = duel.chain(LOG, RED, bytes([1]) * 32, 9)
    book = DiceBook(begins(commitments(links[0], bytes(32))), 2)
    book.fits(RED, links[1])
    for side, link in ((BLUE, links[1]), (RED, links[2]), (RED, links[0]), (RED, bytes(32))):
        with pytest.raises(DiceRefused, match="is not link 1"):
            book.fits(side, link)
    assert duel.before(LOG[::-1], RED, links[1]) != links[0]


def test_chains_that_were_shown_before_are_refused_when_both_commit_anew(tmp_path):
    """F47: no reuse, neither of an anchor nor of any link that the log has shown."""
    with game_with(tmp_path / "game.hxl", "duel", turns=6) as game:
        play(game, 8)
        shown = [bytes.fromhex(text.split()[2]) for f in frames_of(tmp_path / "game.hxl") for text in f.evidence]
        old = [duel.read_evidence(text) for text in game.frame(first_roll(tmp_path / "game.hxl").seq).evidence]
        assert [link for _, link in old] == shown[:2]
        fresh = DuelVault.new(tmp_path / "fresh", game.genesis.log_id, BLUE, 9)
        for stale in (*shown[:2], game.dice_kit.vaults[0].anchor):
            with pytest.raises(DiceRefused, match="used up"):
                texts = (chain_text(RED, 9, stale), fresh.commitment)
                game.note_dice(RED, DiceChanged(DUEL, "", texts, "forfeit", (BLUE,)))


def test_a_chain_that_runs_out_is_followed_by_a_new_commitment_of_both_sides(tmp_path):
    """F47"""
    path = tmp_path / "game.hxl"
    with game_with(path, "duel", turns=8, links=3) as game:
        with pytest.raises(DiceRefused, match="no links left"):
            play(game)
        log_id = game.genesis.log_id
        vaults = [DuelVault.new(tmp_path / f"new-{side}", log_id, side, 400) for side in (RED, BLUE)]
        texts = tuple(vault.commitment for vault in vaults)
        with pytest.raises(DiceRefused, match="decision of all sides"):
            game.note_dice(RED, DiceChanged(DUEL, "", texts, "forfeit", ()))
        game.note_dice(RED, DiceChanged(DUEL, "", texts, "forfeit", (BLUE,)))
        game.dice_kit = DiceKit(vaults=vaults)
        play(game)
        assert game.state().over
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.dice["duel"].rederived == verdict.dice["duel"].rolls


def waiting_duel(tmp_path, refusal="forfeit"):
    """A duel at two desks: red has fixed what rolls, and holds its own vault only. (chronicle, red's vault, blue's
    vault)"""
    game = game_with(tmp_path / "game.hxl", "duel", turns=6, refusal=refusal)
    red, blue = game.dice_kit.vaults
    prompt = game.offer()
    game.dice_kit = DiceKit(vaults=[red])
    from hexledger.engine.kernel.decisions import GoOn

    game.fix(prompt.side, GoOn())
    return game, red, blue


def test_at_two_desks_the_decision_is_fixed_then_each_side_gives_its_link(tmp_path):
    """F40, F41, F47"""
    from hexledger.engine.kernel.decisions import GoOn

    game, _, blue = waiting_duel(tmp_path)
    with game:
        with pytest.raises(Exception, match="the link of side 2 is missing"):
            game.submit(RED, GoOn())
        link = blue.link(game.book.chains[BLUE].last)
        with pytest.raises(DiceRefused, match="not link 1"):
            game.note_dice(RED, LinkRevealed(link.hex()))
        game.note_dice(BLUE, LinkRevealed(link.hex()))
        with pytest.raises(DiceRefused, match="already"):
            game.note_dice(BLUE, LinkRevealed(link.hex()))
        frame = game.submit(RED, GoOn())
        assert {text.split()[1] for text in frame.evidence} == {"1", "2"}
        with pytest.raises(DiceRefused, match="no decision waits"):
            game.note_dice(BLUE, LinkRevealed(blue.link(link).hex()))
    assert wrong(tmp_path / "game.hxl") is None


@pytest.mark.parametrize(("rule", "entrant", "name"), [("forfeit", RED, "1"), ("referee", 0, "0")])
def test_a_link_kept_back_is_recorded_with_the_consequence_that_the_game_has_chosen(tmp_path, rule, entrant, name):
    """F47"""
    from hexledger.engine.kernel.decisions import GoOn

    game, _, blue = waiting_duel(tmp_path, rule)
    with game:
        with pytest.raises(DiceRefused, match="by the side that refuses or by the referee"):
            game.note_dice(RED, RevealRefused(BLUE, rule, "he says so"))
        other = "referee" if rule == "forfeit" else "forfeit"
        with pytest.raises(DiceRefused, match="under the rule"):
            game.note_dice(BLUE, RevealRefused(BLUE, other, ""))
        game.note_dice(0, RevealRefused(BLUE, rule, "no answer for a week"))
        assert game.book.waiting.entrant == entrant
        with pytest.raises(DiceRefused, match="refusal stands"):
            game.note_dice(BLUE, LinkRevealed(blue.link(game.book.chains[BLUE].last).hex()))
        frame = game.submit(RED, GoOn(), rolls=["red"])
        assert frame.evidence[0].startswith(f"{name}=")
        game.dice_kit = DiceKit(vaults=[game.dice_kit.vaults[0], blue])
        play(game)
    verdict = audit(tmp_path / "game.hxl", game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert (verdict.dice["entered"].rolls, verdict.dice["entered"].confirmed) == (1, 1)
    seq = frame.seq
    forged = rewritten(
        tmp_path / "game.hxl", tmp_path / "x.hxl", lambda f: edited(f, evidence=(f"2={f.evidence[0][2:]}",)), seq
    )
    assert wrong(forged).frame == seq


def test_a_dropped_decision_uses_up_the_links_that_were_shown_for_it(tmp_path):
    """F40: who has seen a link must not see it used."""
    from hexledger.engine.kernel.decisions import GoOn

    game, _, blue = waiting_duel(tmp_path)
    with game:
        first = blue.link(game.book.chains[BLUE].last)
        game.note_dice(BLUE, LinkRevealed(first.hex()))
        game.note_dice(RED, DecisionReleased("misread", (BLUE,)))
        game.dice_kit = DiceKit(vaults=[game.dice_kit.vaults[0], blue])
        frame = game.submit(RED, GoOn())
        assert duel.evidence(BLUE, blue.link(first)) in frame.evidence
        play(game)
    assert wrong(tmp_path / "game.hxl") is None


def test_an_edited_link_key_or_entered_value_is_found_at_its_frame(tmp_path):
    """F51 for dice evidence."""
    for mode in ("entered", "referee", "duel"):
        path = tmp_path / f"{mode}.hxl"
        with game_with(path, mode, turns=3) as game:
            play(game)
            if mode == "referee":
                kept = game.dice_kit.keeper
                game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
        seq = [frame.seq for frame in frames_of(path) if frame.evidence][2]
        for number, change in enumerate(
            (
                lambda _: (),
                lambda e: (*e, e[0]),
                lambda e: (e[0][:-1] + ("0" if e[0][-1] != "0" else "1"), *e[1:]),
                lambda e: ("sworn", *e[1:]),
            )
        ):
            target = tmp_path / f"{mode}-{number}.hxl"
            found = wrong(rewritten(path, target, lambda f, c=change: edited(f, evidence=c(f.evidence)), seq))
            assert found is not None and found.frame == seq, (mode, number)


def test_a_forged_key_with_its_own_rolls_stands_until_the_secret_is_opened_and_is_then_found(tmp_path):
    """A keeper who rolls with other keys than his secret gives is contradicted by his own reveal, at the forged
    frame."""
    path = tmp_path / "game.hxl"
    with game_with(path, "referee", turns=4) as game:
        kept = game.dice_kit.keeper

        class Crooked:
            def key(self, request):
                honest = kept.key(request)
                return bytes(32) if request.seq > 6 else honest

        game.dice_kit = DiceKit(Crooked())
        play(game)
        assert audit(path, game=drill()).intact
        game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
    crooked = next(frame.seq for frame in frames_of(path) if frame.seq > 6 and frame.evidence)
    found = wrong(path)
    assert (found.frame, found.where) == (crooked, "dice evidence")


def test_a_reveal_that_does_not_match_is_refused_and_a_forged_one_is_found(tmp_path):
    path = tmp_path / "game.hxl"
    with game_with(path, "referee") as game:
        play(game)
        kept = game.dice_kit.keeper
        for commitment, secret, why in (
            (kept.commitment, "00" * 32, "not the one"),
            (kept.commitment, "zz", "in hex"),
            (kept.commitment, "00", "32 bytes"),
            (kept.commitment, kept.open().upper(), "32 bytes"),
            ("00" * 32, kept.open(), "no keeper"),
        ):
            with pytest.raises(DiceRefused, match=why):
                game.note_dice(0, SecretRevealed(commitment, secret))
        frame = game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
        with pytest.raises(DiceRefused, match="open already"):
            game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
    from hexledger.events.frame import encode_value

    other = encode_value(SecretRevealed(kept.commitment, "00" * 32))
    found = wrong(rewritten(path, tmp_path / "x.hxl", lambda f: edited(f, decision=other), frame.seq))
    assert (found.frame, found.where) == (frame.seq, "dice record")


def test_after_the_secret_is_open_nothing_is_rolled_with_it(tmp_path):
    """F40"""
    with game_with(tmp_path / "game.hxl", "referee", turns=6) as game:
        play(game, 5)
        kept = game.dice_kit.keeper
        game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
        with pytest.raises(DiceRefused, match="secret is open"):
            play(game)
        again = (f"keeper {kept.commitment}",)
        with pytest.raises(DiceRefused, match="needs a new secret"):
            game.note_dice(RED, DiceChanged(REFEREE, "", again, "", (BLUE,)))


def test_practice_dice_keep_nobody_waiting_and_a_decision_without_a_roll_is_not_fixed(tmp_path):
    for mode in ("practice", "entered"):
        with game_with(tmp_path / f"{mode}.hxl", mode, turns=6) as game:
            play(game, 1)
            with pytest.raises(ReplayError, match="rolls nothing"):
                quiet(game)


def quiet(game):
    """Fix a decision of the side that is asked which rolls nothing: a move."""
    prompt = game.offer()
    move = next(choice for choice in game.choices() if choice.kind() == "move")
    return game.fix(prompt.side, move)


@pytest.mark.parametrize("mode", MODES)
def test_an_honest_game_is_intact_with_and_without_the_rules_in_every_mode(tmp_path, mode):
    """F51: without the rules nobody knows how many sides there are, and entered dice are no contradiction for that."""
    path = tmp_path / "game.hxl"
    with game_with(path, mode, turns=3) as game:
        play(game)
    assert [audit(path, game=drill(), rules=rules).intact for rules in (True, False)] == [True, True]


def test_deciding_again_from_the_evidence_gives_the_frame_in_every_mode(tmp_path):
    """Evidence is enough: with the book as it stood, each frame is made again byte for byte, file and secrets gone."""
    for mode in MODES:
        path = tmp_path / f"{mode}.hxl"
        with game_with(path, mode, turns=3) as game:
            play(game)
            book = DiceBook(game.genesis, 2)
            for frame in itertools.islice(frames_of(path), 1, None):
                if frame.kind == DECISION:
                    roller = roller_again(book, frame)
                    before = game.state(frame.parent)
                    digest = game.frame(frame.parent).digest
                    draft = decide(game.game, before, digest, frame.actor, game.decision(frame.seq), roller)
                    assert (draft.events, draft.evidence, draft.digest) == (frame.events, frame.evidence, frame.digest)
                book.add(frame)


def test_a_fixed_decision_that_is_no_decision_is_found(tmp_path):
    path = tmp_path / "game.hxl"
    with game_with(path, "entered") as game:
        for bad in ("zz", "0"):
            with pytest.raises(DiceRefused, match="hex"):
                game.note_dice(RED, DecisionFixed(bad))


def test_a_real_die_shows_only_what_it_has():
    """The test's own die: all values of a d10 and all tokens of a cup come up."""
    from hexledger.engine.dice.rolling import Asked

    die = real_die("check")
    assert {die(Asked(1, 10)) for _ in range(200)} == set(range(10))
    assert {die(Asked(1, 3, tokens=((7, 2), (9, 1)))) for _ in range(60)} == {7, 9}
    assert len(random_hex(16)) == 32
