"""Signed games by mail whose dice nobody holds alone: two files, two vaults, a keeper elsewhere."""

import shutil

import msgspec
import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.events.dice_records import (
    DecisionReleased,
    DiceAgreed,
    DiceChanged,
    LinkRevealed,
    RevealRefused,
    SecretRevealed,
)
from hexledger.events.frame import OLD, encode_frame
from hexledger.events.model import ENTERED, REFEREE
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper import KeeperFile, KeeperRequest
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.errors import DiceRefused
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.due import due
from hexledger.replays.log.mail import BadBundle, make_bundle, receive
from hexledger.replays.log.table import hand_in, opening
from tests.drill.dice import play
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, edited, frames_of
from tests.drill.signed import KEYS, signed_game, with_keys

LOG = "5e" * 16


def begun(folder, mode, commitments):
    """Two folders with the same signed game of nothing decided: side -> its log."""
    players = tuple((side, "RB"[side - 1], KEYS[side].verifier.public.hex()) for side in (RED, BLUE))
    genesis = new_genesis(
        "skirmish",
        dice=mode,
        options={"turns": 3},
        game=drill(),
        players=players,
        signed=True,
        log_id=LOG,
        commitments=commitments,
        form=OLD,
    )
    logs = {}
    for side in (RED, BLUE):
        (folder / str(side)).mkdir()
        logs[side] = folder / str(side) / "game.hxl"
    Chronicle.create(logs[RED], genesis, game=drill()).close()
    # a new game of format 1 is not received any more; this one has been running
    shutil.copy(logs[RED], logs[BLUE])
    return logs


def mail(logs, sender, since=None):
    with Chronicle.read(logs[sender], game=drill()) as game:
        bundle = make_bundle(game, sender, 3 - sender, since)
    return receive(bundle, logs[3 - sender], game=drill())


def asked(log):
    with Chronicle.read(log, game=drill()) as game:
        return game.actor_to_move()


def whose(log):
    with Chronicle.read(log, game=drill()) as game:
        found = due(game)
        return found.does, found.side, found.then


def decide_once(logs, side, kit):
    """The side that is asked decides with what it has: True when it is decided, False when it waits for its dice."""
    with with_keys(logs[side], side) as game:
        game.dice_kit = kit
        waiting = game.book.waiting
        if waiting is not None:
            game.submit(side, game.game.codec.decode(waiting.decision))
            return True
        prompt = game.offer()
        chance = Chance("mail", LOG, len(game.timeline))
        decision = opening(game) or random_bot(game.game, game.state(), prompt, chance)
        try:
            hand_in(game, side, decision)
        except DiceWanted:
            game.fix(side, decision)
            return False
    return True


def test_a_duel_by_mail_is_rolled_with_a_link_of_each_and_neither_file_ever_holds_the_others_chain(tmp_path):
    vaults = {side: DuelVault.new(tmp_path / f"vault-{side}", LOG, side, 60) for side in (RED, BLUE)}
    logs = begun(tmp_path, "duel", tuple(vaults[side].commitment for side in (RED, BLUE)))
    waited = 0
    while (side := asked(logs[RED])) != 0:
        other = 3 - side
        own = DiceKit(vaults=[vaults[side]])
        if not decide_once(logs, side, own):
            waited += 1
            mail(logs, side)
            assert whose(logs[RED]) == whose(logs[BLUE]) == ("link", other, side)
            with with_keys(logs[other], other) as game:
                link = vaults[other].link(game.book.chains[other].last)
                game.note_dice(other, LinkRevealed(link.hex()))
            mail(logs, other)
            assert whose(logs[RED]) == whose(logs[BLUE]) == ("roll", side, None)
            assert decide_once(logs, side, own)
        mail(logs, side)
    assert waited > 3
    assert logs[RED].read_bytes() == logs[BLUE].read_bytes()
    verdict = audit(logs[BLUE], game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.dice["duel"].rederived == verdict.dice["duel"].rolls >= waited
    assert verdict.signatures == verdict.frames - 1


def test_a_link_that_is_none_is_refused_with_the_whole_bundle(tmp_path):
    vaults = {side: DuelVault.new(tmp_path / f"vault-{side}", LOG, side, 60) for side in (RED, BLUE)}
    logs = begun(tmp_path, "duel", tuple(vaults[side].commitment for side in (RED, BLUE)))
    assert not decide_once(logs, RED, DiceKit(vaults=[vaults[RED]]))
    mail(logs, RED)
    with with_keys(logs[BLUE], BLUE) as game:
        game.book.check = lambda _frame: None
        game.book.fits = lambda _side, _link: None
        game.note_dice(BLUE, LinkRevealed("00" * 32))
    before = logs[RED].read_bytes()
    with pytest.raises(BadBundle, match="not link 1"):
        mail(logs, BLUE)
    assert logs[RED].read_bytes() == before


def test_the_keepers_reveal_by_mail_is_checked_against_every_key_of_the_log(tmp_path):
    kept = KeeperFile.new(tmp_path / "keeper", LOG)
    logs = begun(tmp_path, "referee", (f"keeper {kept.commitment}",))

    class Crooked:
        """Gives a key of its own once."""

        used = False

        def key(self, request: KeeperRequest) -> bytes:
            honest = kept.key(request)
            if self.used:
                return honest
            self.used = True
            return bytes(32)

    kit = DiceKit(Crooked())
    while (side := asked(logs[RED])) != 0:
        assert decide_once(logs, side, kit)
        mail(logs, side)
    first = next(frame.seq for frame in frames_of(logs[RED]) if frame.evidence)
    with with_keys(logs[RED], RED) as game:
        game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))
    with pytest.raises(BadBundle, match=f"frame {first}: dice evidence"):
        mail(logs, RED)


# ------------------------------------------------------------------ agreeing in a signed game
def test_in_a_signed_game_a_change_of_dice_needs_the_other_sides_own_signed_frame(tmp_path):
    """F45: nobody can claim the other's consent."""
    path = tmp_path / "game.hxl"
    with signed_game(path, turns=6, form=OLD) as game:
        play(game, 4)
        with pytest.raises(DiceRefused, match="nobody agrees for another"):
            game.note_dice(RED, DiceChanged(ENTERED, "", (), "", (BLUE,)))
        with pytest.raises(DiceRefused, match="proposed by a side"):
            game.note_dice(0, DiceChanged(ENTERED, "", (), "", ()))
        with pytest.raises(DiceRefused, match="one commitment of the keeper"):
            game.note_dice(RED, DiceChanged(REFEREE, "", (), "", ()))
        proposal = game.note_dice(RED, DiceChanged(ENTERED, "", (), "", ()))
        before = game.book.mode
        for side, seq in ((RED, proposal.seq), (BLUE, proposal.seq - 1)):
            with pytest.raises(DiceRefused, match="nothing proposed"):
                game.note_dice(side, DiceAgreed(seq))
        assert game.book.mode == before
        play(game, 1)
        with pytest.raises(DiceRefused, match="nothing proposed"):
            # play has gone on: the proposal has lapsed
            game.note_dice(BLUE, DiceAgreed(proposal.seq))
        proposal = game.note_dice(BLUE, DiceChanged(ENTERED, "", (), "", ()))
        agreed = game.note_dice(RED, DiceAgreed(proposal.seq))
        assert game.book.mode == ENTERED
        play(game)
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.dice_changes == [agreed.seq]
    assert sorted(verdict.dice) == ["entered", "practice"]


def test_a_forged_agreement_is_found_by_its_signature(tmp_path):
    """F45"""
    path = tmp_path / "game.hxl"
    with signed_game(path, turns=4, form=OLD) as game:
        proposal = game.note_dice(RED, DiceChanged(ENTERED, "", (), "", ()))
        agreed = game.note_dice(BLUE, DiceAgreed(proposal.seq))
    from hexledger.events.ledger import Ledger
    from hexledger.events.signatures import signed

    frames = frames_of(path)
    with Ledger.open_reader(path) as ledger:
        forged = signed(edited(frames[agreed.seq], signature=""), ledger.leaf(agreed.seq - 1), KEYS[RED])
    payloads = [encode_frame(forged if frame.seq == agreed.seq else frame) for frame in frames]
    target = tmp_path / "x.hxl"
    Ledger.create_with(target, payloads).close()
    found = audit(target, game=drill()).contradiction
    assert (found.frame, found.where) == (agreed.seq, "signature")


def test_in_a_signed_game_a_waiting_decision_is_dropped_by_both_or_by_a_referee_with_a_key(tmp_path):
    for referee in (False, True):
        path = tmp_path / f"{referee}.hxl"
        with signed_game(path, turns=6, referee=referee, form=OLD) as game:
            proposal = game.note_dice(RED, DiceChanged(ENTERED, "", (), "", ()))
            game.note_dice(BLUE, DiceAgreed(proposal.seq))
            fix_something(game)
            with pytest.raises(DiceRefused, match="nobody agrees for another"):
                game.note_dice(RED, DecisionReleased("", (BLUE,)))
            if referee:
                game.note_dice(0, DecisionReleased("misread", ()))
            else:
                with pytest.raises(DiceRefused, match="no referee with a key"):
                    game.note_dice(0, DecisionReleased("", ()))
                proposal = game.note_dice(BLUE, DecisionReleased("misread", ()))
                assert game.book.waiting is not None
                game.note_dice(RED, DiceAgreed(proposal.seq))
            assert game.book.waiting is None
            play(game)
        assert audit(path, game=drill()).intact


def test_in_a_signed_game_only_a_referee_with_a_key_records_a_refusal_for_another(tmp_path):
    """F47"""
    vaults = [DuelVault.new(tmp_path / f"vault-{side}", LOG, side, 60) for side in (RED, BLUE)]
    logs = begun(tmp_path, "duel", tuple(vault.commitment for vault in vaults))
    assert not decide_once(logs, RED, DiceKit(vaults=vaults[:1]))
    mail(logs, RED)
    with with_keys(logs[RED], RED) as game, pytest.raises(DiceRefused, match="no referee with a key"):
        game.note_dice(0, RevealRefused(BLUE, "forfeit", ""))
    with with_keys(logs[BLUE], BLUE) as game:
        game.note_dice(BLUE, RevealRefused(BLUE, "forfeit", "the vault is lost"))
    mail(logs, BLUE)
    with with_keys(logs[RED], RED) as game:
        decision = game.game.codec.decode(game.book.waiting.decision)
        game.submit(RED, decision, rolls=["red"])
    mail(logs, RED)
    assert logs[RED].read_bytes() == logs[BLUE].read_bytes()
    verdict = audit(logs[RED], game=drill())
    assert verdict.intact and msgspec.to_builtins(verdict.dice["entered"])["confirmed"] == 1


def fix_something(game):
    """Fix the pass that draws the next activation."""
    from tests.drill.decisions import Pass

    for _ in range(40):
        try:
            play_one = game.offer().side
            game.submit(play_one, Pass())
        except DiceWanted:
            game.fix(game.offer().side, Pass())
            return
    raise AssertionError("no pass draws anything")
