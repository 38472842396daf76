"""The detector itself is tested: every kind of forgery is contradicted, at the right frame, and honest logs are not."""

import builtins
import sys
from collections import Counter

import msgspec
import pytest

from hexledger.engine.editions.edition import load_edition
from hexledger.events import model as ev
from hexledger.events.checkpoints import Checkpoint, judge
from hexledger.events.frame import (
    DECISION,
    FORMAT,
    LABEL,
    OLD,
    REWIND,
    Frame,
    Label,
    Rewind,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verdict import CONTRADICTED, UNDECIDED
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.decisions import Move
from tests.drill.game import EDITION, Drill, drill
from tests.drill.play import (
    BLUE,
    RED,
    advance,
    begun,
    edited,
    frames_of,
    genesis,
    rewritten,
    to_the_end,
    undone_and_branched,
    written,
)


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A finished game with undone decisions, a branch and a rewind with consent."""
    path = tmp_path_factory.mktemp("audit") / "game.hxl"
    with begun(path) as game:
        undone_and_branched(game)
        to_the_end(game)
    return path


def verdict(path, game=None):
    return audit(path, game=game or drill())


def frame_with(path, kind, at=0):
    """(frame, number of the event) of the first event of a kind."""
    for frame in frames_of(path):
        for number, event in enumerate(frame.events):
            if isinstance(event, kind) and frame.seq > at:
                return frame.seq, number
    raise AssertionError(f"no {kind.__name__} in this game")


def without(number):
    return lambda f: edited(f, events=f.events[:number] + f.events[number + 1 :])


def test_an_honest_game_with_undone_lines_and_branches_is_intact(log):
    found = verdict(log)
    assert found.intact, str(found.contradiction)
    assert (found.word, found.rewinds, found.labels) == ("intact but not anchored", 1, 2)
    assert found.redecided == found.decisions + 1
    assert found.rolls > 3
    frames = frames_of(log)
    assert found.decisions == sum(frame.kind == DECISION for frame in frames)
    assert found.events == sum(len(frame.events) for frame in frames)


def test_without_rules_only_bytes_tree_and_positions_are_looked_at(log):
    found = audit(log, rules=False)
    assert (found.intact, found.redecided) == (True, 0)


def test_progress_reaches_the_last_frame(log):
    seen = []
    audit(log, game=drill(), progress=lambda done, total: seen.append((done, total)))
    size = len(frames_of(log))
    assert seen == [(number, size) for number in range(1, size + 1)]


# ------------------------------------------------------------------ F51: forgeries with repaired hashes
def test_a_dropped_roll_is_found(log, tmp_path):
    """F51"""
    seq, number = frame_with(log, ev.Rolled)
    found = verdict(rewritten(log, tmp_path / "x.hxl", without(number), seq))
    assert (found.contradiction.frame, found.contradiction.event) == (seq, number)
    assert found.contradiction.where == "kind of event"


def test_a_changed_die_is_found_with_its_field_and_rule(log, tmp_path):
    """F51"""
    seq, number = frame_with(log, ev.Rolled)

    def change(frame):
        roll = frame.events[number]
        better = msgspec.structs.replace(roll, value=(roll.value + 1) % 10)
        return edited(frame, events=(*frame.events[:number], better, *frame.events[number + 1 :]))

    found = verdict(rewritten(log, tmp_path / "x.hxl", change, seq)).contradiction
    assert (found.frame, found.event, found.where, found.rule) == (seq, number, "Rolled.value", "DR 3.4")


def test_a_changed_draw_is_found(log, tmp_path):
    """F51"""
    seq, number = frame_with(log, ev.Drawn)

    def change(frame):
        other = msgspec.structs.replace(frame.events[number], token=frame.events[number].token + 1)
        return edited(frame, events=(*frame.events[:number], other, *frame.events[number + 1 :]))

    found = verdict(rewritten(log, tmp_path / "x.hxl", change, seq)).contradiction
    assert (found.frame, found.where) == (seq, "Drawn.token")


def test_two_swapped_effects_are_found(log, tmp_path):
    """F51"""
    seq, number = frame_with(log, ev.Moved)

    def change(frame):
        events = list(frame.events)
        events[number], events[number + 1] = events[number + 1], events[number]
        return edited(frame, events=tuple(events))

    found = verdict(rewritten(log, tmp_path / "x.hxl", change, seq)).contradiction
    assert (found.frame, found.event) == (seq, number)


@pytest.mark.parametrize("kind", [ev.Flagged, ev.Judged, ev.Stepped, ev.Declared, ev.Reckoned, ev.Popped, ev.Resolved])
def test_a_dropped_event_is_found(log, tmp_path, kind):
    """F51"""
    seq, number = frame_with(log, kind)
    events = frames_of(log)[seq].events
    short = events[:number] + events[number + 1 :]
    # of two equal events in a row either may be the one that is gone
    differs = next(at for at, event in enumerate(events) if short[at : at + 1] != (event,))
    found = verdict(rewritten(log, tmp_path / "x.hxl", without(number), seq)).contradiction
    assert (found.frame, found.event) == (seq, differs)


def test_an_event_added_at_the_end_of_a_frame_is_found(log, tmp_path):
    """F51"""
    found = verdict(
        rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, events=(*f.events, ev.StepsSet(0, 2))), 3)
    ).contradiction
    assert (found.frame, found.where) == (3, "number of events")


def test_every_frame_that_loses_its_last_event_is_found(log, tmp_path):
    """F51"""
    for frame in frames_of(log):
        if not frame.events:
            continue
        found = verdict(
            rewritten(log, tmp_path / f"{frame.seq}.hxl", without(len(frame.events) - 1), frame.seq)
        ).contradiction
        assert found.frame == frame.seq


def test_an_edited_decision_is_found(log, tmp_path):
    """F51: the events that the log keeps do not follow from another decision."""
    seq, _ = frame_with(log, ev.Moved)
    game = drill()
    frame = frames_of(log)[seq]
    move = game.codec.decode(frame.decision)
    assert isinstance(move, Move)
    other = msgspec.structs.replace(move, unit=(move.unit + 1) % 3)
    found = verdict(
        rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=game.codec.encode(other)), seq)
    ).contradiction
    assert found.frame == seq


@pytest.mark.parametrize(
    "raw",
    [
        msgspec.msgpack.encode([16, 99, [1]]),
        msgspec.msgpack.encode([16, 0, [4000]]),
        msgspec.msgpack.encode([16, -5, [1]]),
        msgspec.msgpack.encode([99]),
        msgspec.msgpack.encode("pass"),
        msgspec.msgpack.encode([2, [16, 99, [1]], "salt"]),
        b"\x91" * 5000 + b"\x90",
    ],
)
def test_a_decision_that_names_what_does_not_exist_is_a_verdict_and_no_traceback(log, tmp_path, raw):
    """F51"""
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=msgspec.Raw(raw)), 2)).contradiction
    assert found.frame == 2


def test_a_decision_written_in_another_way_is_found(log, tmp_path):
    """A pass with a field too many means the same and has other bytes: a place to hide things."""
    game = drill()
    seq = next(f.seq for f in frames_of(log) if f.kind == DECISION and bytes(f.decision) == b"\x91\x12")
    hidden = msgspec.Raw(msgspec.msgpack.encode([18, "hidden"]))
    assert game.codec.decode(hidden).kind() == "pass"
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=hidden), seq)).contradiction
    assert (found.frame, found.where) == (seq, "decision")


def test_another_actor_is_found(log, tmp_path):
    """F51"""
    for seq in (1, 4):
        found = verdict(
            rewritten(log, tmp_path / f"{seq}.hxl", lambda f: edited(f, actor=3 - f.actor), seq)
        ).contradiction
        assert (found.frame, found.where) == (seq, "decision")


def test_another_digest_is_found(log, tmp_path):
    """F51: in every kind of frame."""
    frames = frames_of(log)
    for kind in (0, DECISION, REWIND, LABEL):
        seq = next(frame.seq for frame in frames if frame.kind == kind)
        found = verdict(rewritten(log, tmp_path / f"{kind}.hxl", lambda f: edited(f, digest=bytes(16)), seq))
        assert (found.contradiction.frame, found.contradiction.where) == (seq, "state digest")
        assert not audit(tmp_path / f"{kind}.hxl", rules=False).intact


def test_dice_evidence_that_practice_dice_do_not_give_is_found(log, tmp_path):
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, evidence=("sworn",)), 3)).contradiction
    assert (found.frame, found.where) == (3, "dice evidence")


def test_a_broken_table_of_the_rules_is_found(log):
    """F51: with one cell of the combat table changed, the first strike that used it no longer follows."""
    seq, row = next((f.seq, e.row) for f in frames_of(log) for e in f.events if isinstance(e, ev.Resolved))
    broken = Drill(load_edition(EDITION))
    other = "none" if broken.crt[row] == "al" else "al"
    broken.crt = (*broken.crt[:row], other, *broken.crt[row + 1 :])
    found = verdict(log, broken).contradiction
    assert (found.frame, found.where, found.rule) == (seq, "Resolved.results", "DR 3.4")


def test_a_changed_rule_is_found_though_replay_goes_on(log):
    """F20: stored outcomes still fold under rules that no longer allow the decision; only the audit objects."""
    stricter = Drill(load_edition(EDITION))
    stricter.move_cost = {"clear": 9, "hill": 9}
    seq, _ = frame_with(log, ev.Moved)
    found = verdict(log, stricter).contradiction
    assert (found.frame, found.where, found.rule) == (seq, "decision", "DR 2.2")
    with Chronicle.read(log, game=stricter) as chronicle:
        assert chronicle.state().over


def test_another_rules_version_or_edition_is_named(log, tmp_path):
    class Later(Drill):
        rules_version = "2"

    found = verdict(log, Later(load_edition(EDITION)))
    assert (found.word, "rules version 1" in found.unproved) == (UNDECIDED, True)
    other = encode_value(msgspec.structs.replace(genesis(), edition_fingerprint="0" * 64))
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=other), 0))
    assert (found.word, "edition" in found.unproved) == (UNDECIDED, True)


# ------------------------------------------------------------------ the tail
def test_a_cut_tail_is_whole_by_itself_and_contradicted_by_a_checkpoint(log, tmp_path):
    """F34"""
    payloads = [encode_frame(frame) for frame in frames_of(log)]
    with Ledger.open_reader(log) as ledger:
        signed = Checkpoint("drill", len(ledger), ledger.root())
    cut = written(tmp_path / "cut.hxl", payloads[:-2])
    assert verdict(cut).intact
    with Ledger.open_reader(cut) as ledger:
        assert judge(ledger.tree, [signed]).kind == "contradicted"
        early = Checkpoint("drill", 3, ledger.root(3))
        assert str(judge(ledger.tree, [early])).startswith("intact, but not anchored beyond 3")


def test_a_tail_cut_within_a_frame_names_the_frame(log, tmp_path):
    cut = tmp_path / "cut.hxl"
    cut.write_bytes(log.read_bytes()[:-5])
    found = verdict(cut)
    assert found.contradiction.frame == len(frames_of(log)) - 1
    assert found.notes


@pytest.mark.parametrize("content", [b"", b"x", bytes(100)])
def test_a_file_that_is_no_log_is_contradicted(tmp_path, content):
    """F34: an empty file is no valid log."""
    path = tmp_path / "x.hxl"
    path.write_bytes(content)
    found = verdict(path)
    assert (found.word, found.contradiction.frame) == (CONTRADICTED, 0)


# ------------------------------------------------------------------ the tree and the undo policy
def grown(path, target, frame_of_last):
    """The log with one more frame, made from its last one."""
    frames = frames_of(path)
    return written(target, [encode_frame(f) for f in [*frames, frame_of_last(frames)]])


def test_a_rewind_across_dice_without_the_recorded_consent_is_found(log, tmp_path):
    frames = frames_of(log)
    seq = next(frame.seq for frame in frames if frame.kind == REWIND)
    to = msgspec.msgpack.decode(frames[seq].decision, type=Rewind).to
    sly = encode_value(Rewind(to, "nobody saw it", ()))
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=sly), seq)).contradiction
    assert (found.frame, found.where) == (seq, "consent")
    assert "die roll" in found.found


def test_a_rewind_or_label_with_events_is_found(log, tmp_path):
    for kind in (REWIND, LABEL):
        seq = next(frame.seq for frame in frames_of(log) if frame.kind == kind)
        gift = (ev.Removed(3, 1),)
        found = verdict(rewritten(log, tmp_path / f"{kind}.hxl", lambda f, e=gift: edited(f, events=e), seq))
        assert (found.contradiction.frame, found.contradiction.where) == (seq, "event")


@pytest.mark.parametrize(
    ("kind", "parent", "decision", "where"),
    [
        (DECISION, 1, None, "parent"),
        (DECISION, -1, None, "parent"),
        (DECISION, 10_000, None, "parent"),
        (REWIND, None, Rewind(10_000, "", ()), "rewind"),
        (REWIND, None, Rewind(-1, "", ()), "rewind"),
        (REWIND, 1, Rewind(1, "", (RED, BLUE)), "parent"),
        (REWIND, None, ("nonsense",), "rewind"),
        (LABEL, None, Label("study", 10_000), "line"),
        (LABEL, None, Label("main", -1), "line"),
        (LABEL, None, Label("nowhere", -1), "line"),
        (LABEL, 1, Label("study", 2), "parent"),
        (LABEL, None, 7, "label"),
        (11, None, None, "frame"),
        (0, None, None, "frame"),
    ],
)
def test_a_frame_that_does_not_fit_the_tree_is_found(log, tmp_path, kind, parent, decision, where):
    def last(frames):
        tip = max(frame.seq for frame in frames if frame.kind == DECISION)
        raw = frames[1].decision if decision is None else encode_value(decision)
        return Frame(len(frames), kind, RED, tip if parent is None else parent, raw, (), (), frames[tip].digest, None)

    path = grown(log, tmp_path / "x.hxl", last)
    for rules in (True, False):
        found = audit(path, game=drill(), rules=rules).contradiction
        assert (found.frame, found.where) == (len(frames_of(log)), where)


def test_a_frame_with_more_in_it_than_its_fields_is_found(log, tmp_path):
    """Bytes after the last field would be a place to hide things."""
    payloads = [encode_frame(frame) for frame in frames_of(log)]
    fields = msgspec.msgpack.decode(payloads[3])
    payloads[3] = msgspec.msgpack.encode([*fields, "hidden"])
    assert decode_frame(payloads[3], 3).seq == 3
    found = verdict(written(tmp_path / "x.hxl", payloads)).contradiction
    assert (found.frame, found.where) == (3, "frame")


@pytest.mark.parametrize(
    "fields",
    [
        {"dice_mode": 3},
        {"dice_mode": 77},
        {"undo_policy": "whatever"},
        {"format": 3},
        {"format": 0},
        {"game": "chess"},
        {"scenario": "nowhere"},
        {"options": {"turns": "many"}},
        {"options": {"turns": -1}},
        {"pieces": ("a..b",)},
        {"places": ("A1..A99999999999",)},
        {"places": ()},
    ],
)
def test_a_genesis_that_says_something_else_is_found_at_frame_0(log, tmp_path, fields):
    other = encode_value(msgspec.structs.replace(genesis(), **fields))
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=other), 0)).contradiction
    assert found.frame == 0


@pytest.mark.parametrize("fields", [{"seed": "another"}, {"log_id": "0" * 32}])
def test_another_seed_or_log_id_is_found_at_the_first_die_or_draw_that_differs(log, tmp_path, fields):
    other = encode_value(msgspec.structs.replace(genesis(), **fields))
    found = verdict(rewritten(log, tmp_path / "x.hxl", lambda f: edited(f, decision=other), 0)).contradiction
    # or before it, where a seal was opened that is bound to the other log
    assert found.where in ("Drawn.token", "Rolled.value", "seal")


# ------------------------------------------------------------------ any byte
def test_no_flipped_byte_of_a_log_goes_unnoticed_and_the_frame_is_named(tmp_path):
    """F31, F51: every byte of a small log in turn."""
    path = tmp_path / "small.hxl"
    with begun(path) as game:
        advance(game, 2)
        game.branch("study")
    data = path.read_bytes()
    with Ledger.open_reader(path) as ledger:
        starts = [ledger.offset(frame) for frame in range(len(ledger))]
    assert verdict(path).intact
    target = tmp_path / "flipped.hxl"
    for at in range(len(data)):
        target.write_bytes(data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :])
        found = audit(target, game=drill(), rules=False)
        assert not found.intact, at
        assert found.contradiction.frame == sum(start <= at for start in starts) - 1, at


def test_flipped_bytes_of_payloads_with_repaired_hashes_never_raise(log, tmp_path):
    """Audit never raises, whatever the payloads say."""
    payloads = [encode_frame(frame) for frame in frames_of(log)]
    game = drill()
    silent = []
    for frame in (0, 2, next(f.seq for f in frames_of(log) if f.kind == REWIND)):
        payload = payloads[frame]
        for at in range(0, len(payload), 5 if frame == 0 else 1):
            target = tmp_path / f"{frame}-{at}.hxl"
            changed = payload[:at] + bytes([payload[at] ^ 0x15]) + payload[at + 1 :]
            written(target, [*payloads[:frame], changed, *payloads[frame + 1 :]])
            found = audit(target, game=game)
            if found.intact:
                silent.append((frame, at))
            elif found.contradiction is None:
                assert frame == 0 and found.unproved, "the genesis names another edition or other rules"
            else:
                assert found.contradiction.frame >= frame
            target.unlink()
    # what the rules do not decide may be rewritten by whoever can repair every hash: only a checkpoint resists him
    for frame, at in silent:
        with Ledger.open_reader(log) as ledger:
            signed = Checkpoint("drill", len(ledger), ledger.root())
        changed = payloads[frame][:at] + bytes([payloads[frame][at] ^ 0x15]) + payloads[frame][at + 1 :]
        path = written(tmp_path / f"silent-{frame}-{at}.hxl", [*payloads[:frame], changed, *payloads[frame + 1 :]])
        with Ledger.open_reader(path) as ledger:
            assert judge(ledger.tree, [signed]).kind == "contradicted"


def test_a_fault_of_the_rules_themselves_is_a_verdict_and_no_traceback(log):
    """Audit never raises: an exception that no rule meant to raise names its frame like everything else."""

    class Faulty(Drill):
        def position(self, state):
            if len(state.control) > 0:
                raise IndexError("a list that was too short")
            return super().position(state)

    found = verdict(log, Faulty(load_edition(EDITION))).contradiction
    first = next(f.seq for f in frames_of(log) if any(isinstance(e, ev.Controlled) for e in f.events))
    assert found.frame > first
    assert (found.where, "IndexError: a list that was too short" in found.found) == ("decision", True)


def imports_of(monkeypatch, action):
    """Where import statements of ours ran while an action did: place -> how often."""
    ran = Counter()
    real = builtins.__import__

    def counted(name, *rest):
        where = sys._getframe(1)
        if name.startswith("hexledger."):
            ran[f"{where.f_code.co_filename}:{where.f_lineno}"] += 1
        return real(name, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "__import__", counted)
        action()
    return ran


@pytest.mark.parametrize("form", [OLD, FORMAT])
def test_no_module_is_asked_for_again_at_every_frame(tmp_path, monkeypatch, form):
    path = tmp_path / "game.hxl"
    with begun(path, form=form) as game:
        to_the_end(game)
    found = verdict(path)
    ran = imports_of(monkeypatch, lambda: verdict(path))
    assert found.decisions > 20
    assert max(ran.values()) < found.decisions / 2, ran.most_common(3)


def test_an_undo_and_a_line_are_appended_without_asking_for_a_module(tmp_path, monkeypatch):
    with begun(tmp_path / "game.hxl") as game:
        advance(game, 4)

        def once(name):
            game.undo(0)
            game.redo(0)
            game.branch(name)

        once("first")
        assert not imports_of(monkeypatch, lambda: once("second"))
