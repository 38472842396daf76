"""Rulings in games with keys: the referee signs his, and what both sides adopt carries both signatures."""

import msgspec
import pytest

from hexledger.engine.table.ruling_effects import parse
from hexledger.events.frame import Ruling, encode_value
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.requests import agree, ask_adoption, carry_out, encode, read_request
from hexledger.replays.referee.rulings import adopt, correct_position, interpret
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, edited, reading, rewritten
from tests.drill.signed import BLUE_KEY, REFEREE, STRANGER, signed_game, with_keys

SETTING, SOURCE = "press=twice", "7 of 2026-03-01"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.hxl"


def correct(game):
    unit = next(iter(sorted(game.state().at)))
    return correct_position(game, parse(game.game, game.state(), f"steps {game.game.piece(unit)} 1"), "the table")


def test_a_ruling_of_a_signed_game_carries_the_referees_signature(path):
    with signed_game(path, referee=True) as game:
        frame = correct(game)
        assert frame.signature
    verdict = audit(path, game=drill())
    assert verdict.intact
    assert (verdict.rulings, verdict.signatures) == (1, 1)


def test_without_the_referees_key_nobody_rules(path):
    with signed_game(path) as game:
        with pytest.raises(ReplayError, match="a referee whose key the log names"):
            correct(game)
        assert len(game.timeline) == 1
    path.unlink()
    with signed_game(path, referee=True) as game:
        game.signers.pop(REFEREE)
        with pytest.raises(ReplayError, match="that key is not at hand"):
            interpret(game, SETTING, "x")
        game.signers[REFEREE] = STRANGER
        with pytest.raises(ReplayError, match="is not the referee key"):
            interpret(game, SETTING, "x")
        assert len(game.timeline) == 1


def test_adopting_a_ruling_needs_both_signatures(path):
    with signed_game(path) as game:
        frame = adopt(game, RED, SETTING, "the club has ruled", SOURCE, [BLUE])
        ruling = msgspec.msgpack.decode(frame.decision, type=Ruling)
        assert frame.signature
        assert (ruling.consent, [bool(one) for one in ruling.signatures]) == ((BLUE,), [True])
    assert audit(path, game=drill()).intact


def test_one_side_alone_does_not_adopt_for_both(path):
    with signed_game(path) as game:
        game.signers.pop(BLUE)
        with pytest.raises(ReplayError, match="no word of the Blue side"):
            adopt(game, RED, SETTING, "the club has ruled", SOURCE, [BLUE])
        assert len(game.timeline) == 1


def test_a_ruling_is_adopted_by_mail(path, tmp_path):
    request, answer = tmp_path / "request", tmp_path / "answer"
    with signed_game(path) as game:
        game.signers.pop(BLUE)
        request.write_bytes(encode(ask_adoption(game, RED, SETTING, "the club has ruled", SOURCE, actor=RED)))
    with reading(path) as theirs:
        answer.write_bytes(encode(agree(theirs, read_request(request), BLUE, BLUE_KEY)))
    with with_keys(path, RED) as game:
        frame = carry_out(game, [read_request(answer)])
        ruling = msgspec.msgpack.decode(frame.decision, type=Ruling)
        assert (ruling.scope, ruling.setting, ruling.source, ruling.consent) == ("adopted", SETTING, SOURCE, (BLUE,))
        with pytest.raises(ReplayError, match="exchange files first"):
            carry_out(game, [read_request(answer)])
    assert audit(path, game=drill()).intact


def test_a_consent_to_one_reading_is_worth_nothing_for_another(path):
    with signed_game(path) as game:
        game.signers.pop(BLUE)
        request = ask_adoption(game, RED, SETTING, "the club has ruled", SOURCE, actor=RED)
    with reading(path) as theirs:
        given = agree(theirs, request, BLUE, BLUE_KEY)
    with with_keys(path, RED) as game:
        other = ask_adoption(game, RED, "press=once", "the club has ruled", SOURCE, actor=RED)
        with pytest.raises(ReplayError, match="is not signed by it"):
            carry_out(game, [msgspec.structs.replace(given, content=other.content)])
        assert len(game.timeline) == 1


@pytest.mark.parametrize("ruling", ["", "zz", "c0", "90"])
def test_a_request_that_holds_no_ruling_is_refused(path, ruling):
    with signed_game(path) as game:
        request = msgspec.structs.replace(ask_adoption(game, RED, SETTING, "x", SOURCE, actor=RED), content=ruling)
    with reading(path) as theirs, pytest.raises(ReplayError):
        agree(theirs, request, BLUE, BLUE_KEY)


@pytest.mark.parametrize(
    "fields",
    [{"signatures": ("",)}, {"signatures": ()}, {"consent": ()}, {"setting": "press=once"}, {"reason": "other"}],
)
def test_an_adoption_that_was_changed_afterwards_is_contradicted(path, tmp_path, fields):
    with signed_game(path) as game:
        seq = adopt(game, RED, SETTING, "the club has ruled", SOURCE, [BLUE]).seq

    def change(frame):
        ruling = msgspec.structs.replace(msgspec.msgpack.decode(frame.decision, type=Ruling), **fields)
        return edited(frame, decision=encode_value(ruling))

    found = audit(rewritten(path, tmp_path / "forged.hxl", change, seq), game=drill()).contradiction
    assert found.frame == seq
