"""Seats of armies kept by the ledger: five players on two sides, each with his own key (15.0e, docs/trust.md)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.catalogue import open_game
from hexledger.engine.errors import IllegalDecision
from hexledger.events.frame import SEAT, Seat
from hexledger.events.notes import SignerKey
from hexledger.replays.admission.refused import Refused
from hexledger.replays.audit.audit import ARMIES_UNASKED, audit
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.due import due
from hexledger.replays.log.mail import BadBundle, make_bundle, receive
from hexledger.replays.log.requests import ask_seat, carry_out
from hexledger.replays.log.table import hand_in
from hexledger.replays.secrets.memory import Memory
from tests.cli.conftest import runner

GERMAN, ALLIED, SIXTH, FIFTH = 1, 2, 11, 12
NAMES = {GERMAN: "Gerd", ALLIED: "Alma", SIXTH: "Sepp", FIFTH: "Hasso"}
KEYS = {seat: SignerKey(name, bytes([seat]) * 32) for seat, name in NAMES.items()}
STRANGER = SignerKey("Nemo", b"n" * 32)


def begun(
    path: Path,
    *,
    seats: tuple[int, ...] = tuple(NAMES),
    dice: str = "practice",
    signed: bool = True,
    keeper: KeeperSecret | None = None,
) -> Path:
    """A signed game of Losheim Gap: the German armies have players of their own."""
    game = open_game("time_for_trumpets")
    players = [(seat, NAMES[seat], KEYS[seat].verifier.public.hex() if signed else "") for seat in seats]
    genesis = new_genesis(
        "time_for_trumpets/losheim_gap", dice=dice, seed="armies" if dice == "practice" else "",
        players=players, signed=signed, game=game,
        options={"rules": "basic"}, **({} if keeper is None else kept(keeper)),
    )  # fmt: skip
    Chronicle.create(path, genesis, game=game).close()
    return path


def kept(keeper: KeeperSecret) -> dict[str, Any]:
    """What a new game is told of its keeper."""
    return {"log_id": keeper.log_id, "commitments": (keeper.commitment,)}


def at_table(path: Path, *seats: int) -> Chronicle:
    """The log, with the keys of some seats at hand."""
    chronicle = Chronicle.write(path)
    chronicle.signers = {seat: KEYS[seat] for seat in seats}
    return chronicle


def play(path: Path, line: str, *seats: int, seat: int | None = None) -> int:
    """A decision, with the keys of these seats at hand; the number of its frame."""
    with at_table(path, *seats) as chronicle:
        prompt = chronicle.offer()
        assert prompt is not None
        decision = chronicle.game.codec.from_text(line)
        return chronicle.submit(prompt.side, decision, seat=seat).seq


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The 6th Panzer Army acts; which of its corps goes first is to be decided."""
    path = begun(tmp_path / "g.hxl")
    play(path, "activate 6pza_hq", GERMAN)
    return path


def test_what_concerns_the_whole_side_is_its_own_seats_and_an_armys_its_players(log: Path) -> None:
    with Chronicle.read(log) as chronicle:
        found = due(chronicle)
        assert (found.side, found.seat, found.whose) == (GERMAN, SIXTH, SIXTH)
        assert chronicle.deciding(GERMAN, 0) == GERMAN, "the order of armies"
    play(log, "activate i_ss_hq", SIXTH)
    verdict = audit(log)
    assert verdict.intact, verdict.contradiction
    assert {row.name: row.frames for row in verdict.trust.seats} == {"Gerd": 1, "Alma": 0, "Sepp": 1, "Hasso": 0}


def test_another_armys_player_is_refused_by_rule_and_name(log: Path) -> None:
    for seats in ((FIFTH,), (GERMAN,), (FIFTH, ALLIED)):
        with pytest.raises(IllegalDecision, match=r"6pza.*Sepp") as refused:
            play(log, "activate i_ss_hq", *seats)
        assert refused.value.rule == "TFT 15.0"
    with pytest.raises(ReplayError):
        play(log, "activate i_ss_hq", ALLIED)
    assert len(list(Chronicle.read(log).timeline.kinds)) == 2, "nothing was written"


class Hostile(Chronicle):
    """A client that signs whatever is decided with the one key that it has."""

    def deciding(self, side: int, seq: int | None = None) -> int:
        return next(iter(self.signers))

    def _another_army(self, seats) -> None:
        """He asks nobody."""


def forged(log: Path, copy: Path, line: str, seat: int) -> Path:
    """The log with a decision of the German side that was signed by a seat of the attacker's choice."""
    shutil.copy(log, copy)
    with Hostile.write(copy) as chronicle:
        chronicle.signers = {seat: KEYS[seat]}
        chronicle.submit(GERMAN, chronicle.game.codec.from_text(line))
    return copy


@pytest.mark.parametrize("seat", [FIFTH, GERMAN])
def test_a_hostile_seat_of_the_same_side_does_not_pass(log: Path, tmp_path: Path, seat: int) -> None:
    bad = forged(log, tmp_path / "bad.hxl", "activate i_ss_hq", seat)
    wrong = audit(bad).contradiction
    assert wrong is not None and (wrong.frame, wrong.where, wrong.rule) == (2, "signature", "TFT 15.0")
    assert "6pza" in wrong.expected
    with Chronicle.read(bad) as theirs:
        bundle = make_bundle(theirs, GERMAN, ALLIED, 0)
    with pytest.raises(BadBundle, match="signature"):
        receive(bundle, tmp_path / "mine.hxl")
    good = play(log, "activate i_ss_hq", SIXTH)
    assert good == 2 and audit(log).intact


def test_a_hostile_seat_does_not_fix_a_decision_of_another_army_either(tmp_path: Path) -> None:
    path = begun(tmp_path / "e.hxl", dice="entered")
    with at_table(path, GERMAN, ALLIED) as chronicle:
        prompt = chronicle.offer()
        assert prompt is not None
        go_on = chronicle.game.codec.from_text("go_on")
        chronicle.submit(prompt.side, go_on, rolls=(3, 4), entered_by=prompt.side)
    play(path, "activate 6pza_hq", GERMAN)
    decision = "activate i_ss_hq"
    for seat, fits in ((SIXTH, True), (FIFTH, False)):
        copy = tmp_path / f"{seat}.hxl"
        shutil.copy(path, copy)
        with Hostile.write(copy) as chronicle:
            chronicle.signers = {seat: KEYS[seat]}
            chronicle.fix(GERMAN, chronicle.game.codec.from_text(decision))
        wrong = audit(copy).contradiction
        assert (wrong is None) is fits
        if wrong is not None:
            assert (wrong.where, wrong.rule) == ("signature", "TFT 15.0")


def test_a_keeper_answers_no_fix_of_another_armys_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even on a copy that never came by `receive`: his answer would tell the roll, and no other fix after that
    frame would get one."""
    run = runner(monkeypatch)
    secret = KeeperSecret.new(tmp_path / "secret", "ab" * 16)
    path = begun(tmp_path / "r.hxl", dice="referee", keeper=secret)
    with at_table(path, GERMAN, ALLIED) as chronicle:
        chronicle.dice_kit.answering = Keeper(secret, Memory(), chronicle.leaf_at)
        prompt = chronicle.offer()
        assert prompt is not None
        fixed_and_rolled(chronicle, prompt.side, "go_on")
    play(path, "activate 6pza_hq", GERMAN)
    for seat, answered in ((FIFTH, False), (SIXTH, True)):
        copy, answer = tmp_path / f"{seat}.hxl", tmp_path / f"{seat}.answer"
        shutil.copy(path, copy)
        with Hostile.write(copy) as chronicle:
            chronicle.signers = {seat: KEYS[seat]}
            chronicle.fix(GERMAN, chronicle.game.codec.from_text("activate i_ss_hq"))
        said = run("keeper", "answer", secret.path, copy, "-o", answer)
        assert (said.code == 0) is answer.exists() is answered
        if not answered:
            assert said.code == 3 and "signature (TFT 15.0)" in said.err


def fixed_and_rolled(chronicle: Chronicle, side: int, line: str) -> None:
    decision = chronicle.game.codec.from_text(line)
    chronicle.fix(side, decision)
    chronicle.submit(side, decision)


def test_without_the_rules_verify_says_that_it_has_not_asked_for_armies(log: Path, tmp_path: Path) -> None:
    bad = forged(log, tmp_path / "bad.hxl", "activate i_ss_hq", FIFTH)
    for path in (log, bad):
        verdict = audit(path, rules=False)
        assert verdict.intact and ARMIES_UNASKED in verdict.notes
    assert ARMIES_UNASKED not in audit(log).notes


def test_an_enemys_key_and_a_strangers_never_sign_for_an_army(log: Path, tmp_path: Path) -> None:
    for key in (KEYS[ALLIED], STRANGER):
        copy = tmp_path / f"{key.verifier.name}.hxl"
        shutil.copy(log, copy)
        with Hostile.write(copy) as chronicle:
            chronicle.signers = {SIXTH: key}
            with pytest.raises((Refused, ReplayError)):
                chronicle.submit(GERMAN, chronicle.game.codec.from_text("activate i_ss_hq"))


def test_a_seat_of_an_army_gives_no_word_of_its_side_and_no_other_frame(log: Path, tmp_path: Path) -> None:
    from hexledger.events.frame import CONCESSION, END, End

    copy = tmp_path / "end.hxl"
    shutil.copy(log, copy)
    with at_table(copy, FIFTH) as chronicle, pytest.raises((Refused, ReplayError, IllegalDecision)):
        chronicle.append_agreed(END, GERMAN, End(CONCESSION, ALLIED))


def test_an_armys_seat_is_handed_over_by_itself_or_its_side_and_not_by_another_army(log: Path, tmp_path: Path) -> None:
    seat = Seat(SIXTH, "Nemo", STRANGER.verifier.public.hex(), "ill")
    for giver, fits in ((SIXTH, True), (GERMAN, True), (FIFTH, False)):
        copy = tmp_path / f"{giver}.hxl"
        shutil.copy(log, copy)
        with at_table(copy, giver) as chronicle:
            asked = ask_seat(chronicle, GERMAN, seat, STRANGER)
            if not fits:
                with pytest.raises((Refused, ReplayError, IllegalDecision)):
                    carry_out(chronicle, [asked])
                continue
            frame = carry_out(chronicle, [asked])
            assert frame.kind == SEAT
            chronicle.signers = {SIXTH: KEYS[SIXTH]}
            with pytest.raises((ReplayError, IllegalDecision)):
                chronicle.submit(GERMAN, chronicle.game.codec.from_text("activate i_ss_hq"))
            chronicle.signers = {SIXTH: STRANGER}
            chronicle.submit(GERMAN, chronicle.game.codec.from_text("activate i_ss_hq"))
        assert audit(copy).intact


def test_where_only_some_armies_have_players_the_sides_own_seat_decides_for_the_others(tmp_path: Path) -> None:
    path = begun(tmp_path / "g.hxl", seats=(GERMAN, ALLIED, FIFTH))
    play(path, "activate 6pza_hq", GERMAN)
    play(path, "activate i_ss_hq", GERMAN)
    assert audit(path).intact


def test_armies_do_not_sit_apart_under_duel_dice_nor_without_keys_nor_where_there_are_none() -> None:
    game = open_game("time_for_trumpets")
    keyed = [(seat, NAMES[seat], KEYS[seat].verifier.public.hex()) for seat in NAMES]
    with pytest.raises(Refused, match="duel"):
        new_genesis(
            "time_for_trumpets/losheim_gap", dice="duel", players=keyed, signed=True, game=game, log_id="0" * 32,
            commitments=(f"duel 1 10 {'1' * 64}", f"duel 2 10 {'2' * 64}"),
        )  # fmt: skip
    bare = [*keyed[:3], (FIFTH, "Hasso", "")]
    with pytest.raises(Refused, match="no key"):
        new_genesis("time_for_trumpets/losheim_gap", players=bare, signed=True, game=game)
    with pytest.raises(ReplayError, match="no side 14"):
        new_genesis("time_for_trumpets/losheim_gap", players=[(14, "X", "")], game=game)
    with pytest.raises(ReplayError, match="no side 11"):
        new_genesis("june_6/push_to_caen", players=[(11, "X", "")])


def test_unsigned_the_table_refuses_another_armys_seat_as_well(tmp_path: Path) -> None:
    path = begun(tmp_path / "u.hxl", signed=False)
    with Chronicle.write(path) as chronicle:
        hand_in(chronicle, GERMAN, chronicle.game.codec.from_text("activate 6pza_hq"))
        with pytest.raises(IllegalDecision, match="6pza"):
            chronicle.check_seat(FIFTH)
        chronicle.check_seat(SIXTH)


def test_a_stretch_of_play_is_signed_seat_by_seat_and_audited(tmp_path: Path) -> None:
    from hexledger.engine.bots.players import bot
    from hexledger.replays.log.table import play_on

    path = begun(tmp_path / "long.hxl")
    with at_table(path, *NAMES) as chronicle:
        play_on(chronicle, {GERMAN: bot("greedy"), ALLIED: bot("greedy")}, limit=80)
    verdict = audit(path)
    assert verdict.intact, verdict.contradiction
    signed = {row.name: row.frames for row in verdict.trust.seats}
    assert signed["Sepp"] > 20 and signed["Gerd"] > 0 and sum(signed.values()) == verdict.frames - 1
