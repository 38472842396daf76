"""What another hostile reader of docs/trust.md tried with the program in hand: closed streams, files that lead nowhere,
texts of a newer Unicode, tables that unfold to more than a machine holds, dice behind a rule that was mended since.
"""

import datetime
import http.client
import io
import json
import os
import subprocess
import sys
import unicodedata
import urllib.error
import urllib.request
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from hexledger.cli.failures import BAD_LOG, CONTRADICTED, DISK, OK, REFUSED, UNPROVED, USAGE
from hexledger.engine.catalogue import open_game
from hexledger.engine.dice.entered import EnteredRoller
from hexledger.engine.dice.rolling import FixedRoller, PracticeDice
from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.sources import read_yaml
from hexledger.events import labels
from hexledger.events.frame import FORMAT, OLD, REWIND, Rewind, encode_frame, encode_value
from hexledger.events.hidden_signs import UNPRINTABLE
from hexledger.events.limits import line_fault, name_fault, printable, text_fault
from hexledger.events.model import ENTERED, PRACTICE, Drawn, Pooled, Rolled
from hexledger.projections.state import State
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.thrown import Faces, thrown_otherwise
from hexledger.replays.audit.verdict import CONTRADICTED as CONTRADICTS
from hexledger.replays.audit.verdict import EARLIER, UNDECIDED
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import read_genesis
from hexledger.replays.referee.rulings_file import read_rulings
from hexledger.replays.tabletop.attending import Attending
from hexledger.replays.tabletop.reaching import reason
from hexledger.replays.tabletop.studytree import lines_path, read_beside
from hexledger.replays.viewer.chances import read_swing, swing_path
from tests.drill.contested import Contest
from tests.drill.dice import MODES, play
from tests.drill.dice import game_with as dice_game
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, edited, frames_of, written
from tests.faults.forging import forged, with_events

BROKEN = Path(__file__).parent.parent / "golden" / "earlier" / "june_6-break-down.hxl"
PROGRAM = "import signal, sys; signal.alarm(60); from hexledger.cli.main import main; sys.argv[0] = 'hexledger'; main()"
DEEP = "[" * 100_000
posix = pytest.mark.skipif(os.name != "posix", reason="file descriptors and pipes of POSIX")


def shell(*words, redirected):
    """The exit code of the program with its streams redirected by a shell."""
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    line = f'exec "$@" {redirected}'
    return subprocess.run(["sh", "-c", line, "sh", *command], capture_output=True, check=False, timeout=90)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of its own for keys and what is remembered."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))


# ---------------------------------------------------------------------- streams
@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_verdict_and_no_byte_of_a_log(fresh, closed):
    """Without them the log itself would be opened as standard output or error; and 1 means contradicted."""
    before = fresh.read_bytes()
    ran = shell("verify", fresh, redirected=closed)
    assert ran.returncode == OK, ran
    ran = shell("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--limit", "2", redirected=closed)
    assert ran.returncode == OK, ran
    assert fresh.read_bytes().startswith(before)
    assert shell("verify", fresh, redirected=">/dev/null").returncode == OK


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("words", [("verify",), ("verify", "--json"), ("show",)])
def test_a_disk_that_is_full_for_the_answer_is_no_verdict(fresh, words):
    ran = shell(*words, fresh, redirected=">/dev/full")
    assert (ran.returncode, ran.stderr.decode()) == (DISK, "disk: standard output: No space left on device\n")
    assert shell(*words, fresh, redirected=">/dev/full 2>/dev/full").returncode == DISK
    assert shell(*words, "nowhere", redirected=">/dev/full 2>/dev/full").returncode == USAGE


# ---------------------------------------------------------------------- names that lead nowhere, files that never end
@posix
def test_links_that_go_round_in_a_circle_are_refused_in_a_line(run, fresh, tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    for words in (
        ("whatif", fresh, loop),
        ("whatif", fresh, loop / "s.hxl"),
        ("new", "june_6/push_to_caen", loop),
        ("import", fresh.with_name("none"), loop),
        ("export", fresh, "--ndjson", loop / "x"),
        ("show", loop),
    ):
        ran = run(*words)
        assert ran.code in (USAGE, REFUSED, DISK), (words, ran)
        assert len(ran.err.splitlines()) <= 4, (words, ran)


@posix
@pytest.mark.parametrize("words", [("play", "--limit", "1", "--quiet"), ("undo", "--as", "allied")])
def test_a_pipe_in_the_place_of_snapshots_keeps_no_writer_waiting(fresh, words):
    cache = fresh.with_name(f"{fresh.name}.cache")
    cache.unlink(missing_ok=True)
    os.mkfifo(cache)
    bots = ("--allied", "bot:random", "--german", "bot:random") if words[0] == "play" else ()
    command, *options = words
    ran = shell(command, fresh, *options, *bots, redirected="</dev/null")
    assert ran.returncode in (OK, REFUSED), ran
    assert cache.is_fifo()


@posix
def test_a_pipe_in_the_place_of_chances_is_none(tmp_path):
    log = tmp_path / "g.hxl"
    os.mkfifo(swing_path(log))
    assert read_swing(log, "") is None


def test_lists_in_lists_without_end_beside_a_log_are_refused_in_words(run, tmp_path):
    log = tmp_path / "g.hxl"
    swing_path(log).write_text(DEEP)
    assert read_swing(log, "") is None
    lines_path(log).write_text('{"log":"x","odds":{"a":' + DEEP)
    with pytest.raises(ReplayError, match="holds no lines of a study"):
        read_beside(log, "x")
    commitment = tmp_path / "ann.commit"
    commitment.write_text('{"commitment":"duel 1 9 aa","log_id":"' + "ab" * 16 + '","more":' + DEEP[:3000])
    ran = run("duel", "commit", tmp_path / "v", "--side", "2", "--log-id", commitment)
    assert ran.code in (USAGE, BAD_LOG) and "Recursion" not in ran.err, ran


# ---------------------------------------------------------------------- foreign files
RULED = "rulings:\n  - id: {id}\n    date: {date}\n    game: june_6\n    switch: lone_unit\n    reading: {reading}\n"
RULED += "    scope: all\n    text: a reading\n"
GOOD = {"id": "7", "date": "2026-03-01", "reading": "double"}


@pytest.mark.parametrize(
    "field",
    [
        {"date": "2026-13-45"},
        {"date": "2026-01-01T99:99:99Z"},
        {"date": "!!timestamp none"},
        {"date": "9" * 5000},
        {"reading": "[" * 2000},
        {"reading": "!!set [a]"},
        {"reading": "&a [*a]"},
        {"text": ""},
        {"id": "''"},
    ],
    ids=lambda field: next(iter(field)),
)
def test_a_slip_in_a_file_of_rulings_is_refused_in_a_line(run, fresh, tmp_path, field):
    """A month that is none ended the program with a fault of its own."""
    file = tmp_path / "rulings.yaml"
    file.write_text(RULED.format(**(GOOD | {key: value for key, value in field.items() if key in GOOD})))
    if "text" in field:
        file.write_text(file.read_text().replace("a reading", ""))
    ran = run("rulings", fresh, "--file", file)
    assert ran.code == REFUSED and len(ran.err.splitlines()) == 1, ran


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "1:" * 3000 + "1", "010", "!!int x"])
def test_what_stands_in_a_file_of_rulings_is_text_as_it_was_typed(tmp_path, number):
    file = tmp_path / "rulings.yaml"
    file.write_text(RULED.format(**(GOOD | {"reading": number})))
    (found,) = read_rulings(file)
    assert (found.id, found.date, found.reading) == ("7", datetime.date(2026, 3, 1), number.removeprefix("!!int "))


@pytest.mark.parametrize("text", ["a: !!bool maybe", "a: !!timestamp x", "a: !!int x", "a: 2026-13-45"])
def test_a_tag_before_what_is_none_in_an_edition_is_refused_with_its_file(text):
    with pytest.raises(EditionError, match=r"units\.yaml"):
        read_yaml("units.yaml", text.encode())


def test_a_question_or_a_folder_that_utf_8_cannot_write_is_refused_in_a_line(run, fresh, tmp_path):
    assert run("query", "select '\udcff'", fresh).code == USAGE
    ran = run("query", "select 1", fresh, "--warehouse", f"{tmp_path}/\udcff")
    assert ran.code not in (OK, 70) and "UTF-8" in ran.err, ran


@pytest.mark.parametrize(
    "answered",
    [http.client.BadStatusLine("\x1b[2J"), http.client.LineTooLong("header"), http.client.IncompleteRead(b"")],
)
def test_a_table_that_speaks_no_http_is_not_there(tmp_path, monkeypatch, answered):
    def asked(*_args, **_more):
        raise answered

    monkeypatch.setattr(urllib.request, "urlopen", asked)
    with pytest.raises(ReplayError, match="the table is not there"):
        Attending("http://localhost:1/api/games/g", "t" * 20, tmp_path / "g.hxl", lambda: None).look()


def test_what_a_table_says_at_length_or_without_end_is_no_reason():
    refused = urllib.error.HTTPError("http://x", 409, "no", http.client.HTTPMessage(), io.BytesIO(DEEP.encode()))
    assert "409" in reason(refused)


# ---------------------------------------------------------------------- tables and texts of a log
@pytest.mark.parametrize(
    "places",
    [("A" * 900_000 + "0..A1048575",), ("A" * 300 + "0..A1048575",), ("0" * 4000 + ".." + "0" * 3994 + "999999",)],
    ids=["a long name", "a middling name", "noughts"],
)
def test_a_table_of_names_that_unfolds_to_more_than_a_machine_holds_is_refused_at_once(run, fresh, tmp_path, places):
    """One frame of less than a mebibyte was unfolded to a terabyte by whoever verified or received it."""
    with pytest.raises(ValueError, match="more than"):
        labels.unpack(places)
    genesis, *_ = frames_of(fresh)
    said = msgspec.structs.replace(read_genesis(genesis), places=places)
    log = written(tmp_path / "bomb.hxl", [encode_frame(edited(genesis, decision=encode_value(said)))])
    ran = run("verify", log)
    assert ran.code == CONTRADICTED and "table of the genesis frame" in ran.out, ran


def test_a_run_of_names_backwards_gives_no_room_back() -> None:
    """Nothing is packed so; counted as less than nothing, it would make room for what the limit keeps out."""
    with pytest.raises(ValueError, match="not a run of names"):
        labels.unpack(("A" * 1_000 + "1048576..A0", "B" * 900 + "0..B1000000"))


def test_every_table_of_names_of_the_catalogue_has_room():
    for name in ("june_6", "fortress_europa", "france_1944", "case_yellow", "time_for_trumpets"):
        game = open_game(name)
        for packed in (game.packed_pieces, game.packed_places):
            assert sum(map(len, labels.unpack(packed))) * 50 < labels.MOST_SIGNS


SIGNS = "6a9ed3a1706084679b9d3c43b9a2db01c6521b619b03398ef2082239c85c67e8"
"""SHA-256 of all characters that may not stand there, in order."""
NEWER = ("\U00011f04", "\U0001fae8", "\u0cf3", "\U0001ccf0")
"""Letters and pictures of Unicode 15 and 16, which Python 3.11 does not know."""


def test_what_may_stand_in_a_log_is_the_same_on_every_python():
    """`str.isprintable` asks the Unicode of the Python that runs: a reason with a newer picture in it was a frame to
    one client and contradicted by the other."""
    refused = "".join(sign for sign in map(chr, range(0x110000)) if not printable(sign))
    assert sha256(refused.encode("utf-8", "surrogatepass")).hexdigest() == SIGNS
    for sign in NEWER:
        assert not text_fault(f"so be it {sign}") and not name_fault(f"Ann {sign}") and not line_fault(f"line {sign}")


def test_what_every_python_calls_unprintable_is_refused_and_nothing_else():
    """Of the characters that all of them know."""
    for sign in map(chr, range(0x110000)):
        if unicodedata.ucd_3_2_0.category(sign) != "Cn":
            assert printable(sign) == sign.isprintable(), hex(ord(sign))


def test_the_list_of_what_is_hidden_holds_what_drives_a_terminal_or_forges_a_line():
    for sign in "\x00\x1b\n\r\t\x7f\x9b\xad\u061c\u200b\u200e\u202e\u2028\u2066\ufeff\ud800\ue000\U000e0041\ufffe":
        assert UNPRINTABLE.search(sign), hex(ord(sign))


def test_a_number_in_any_script_is_no_name_of_a_line_on_any_python():
    for name in ("12", "\u0661\u0662", "\uff11", "\U0001d7ce"):
        assert line_fault(name)
    assert not line_fault("a1") and not line_fault("\xb2")


def test_a_reason_of_a_newer_unicode_is_played_sent_and_verified(tmp_path):
    contest = Contest(tmp_path, "duel")
    contest.play(2)
    with contest.open(RED, BLUE) as game:
        game.undo(RED, consent=[BLUE], reason=f"misread {''.join(NEWER)}")
    assert audit(contest.log, game=drill()).intact


# ---------------------------------------------------------------------- dice behind a rule that was mended since
def dice_of_earlier_rules():
    """(frame, place of a die among its events) of a log that an earlier version of the rules played."""
    return [
        (frame.seq, at)
        for frame in frames_of(BROKEN)
        for at, event in enumerate(frame.events)
        if frame.seq and isinstance(event, Rolled | Drawn)
    ]


@pytest.mark.parametrize("way", ["on the die", "behind the die"])
def test_a_chosen_die_is_not_excused_by_a_rule_that_was_mended_since(tmp_path, way):
    """Whoever cited the mended rule on a die of his own making had it called one of earlier rules."""
    game, found = open_game("june_6"), dice_of_earlier_rules()
    assert audit(BROKEN).word == EARLIER and len(found) > 3
    mended, tried = game.rules["7.3"], 0
    for seq, at in found:
        frame = frames_of(BROKEN)[seq]
        event = frame.events[at]
        if not isinstance(event, Rolled):
            continue
        tried += 1
        chosen = msgspec.structs.replace(event, value=(event.value + 5) % 10)
        events = list(frame.events)
        events[at] = msgspec.structs.replace(chosen, rule=mended) if way == "on the die" else chosen
        if way == "behind the die":
            events.append(msgspec.structs.replace(chosen, rule=mended))
        verdict = audit(forged(BROKEN, tmp_path / "f.hxl", with_events(*events), seq))
        assert (verdict.word, verdict.contradiction.frame, verdict.contradiction.event) == (CONTRADICTS, seq, at)
    assert tried


def test_nor_is_a_chosen_draw(tmp_path):
    game, tried = open_game("june_6"), 0
    for seq, at in dice_of_earlier_rules():
        frame = frames_of(BROKEN)[seq]
        event = frame.events[at]
        if not isinstance(event, Drawn) or event.of < 2:
            continue
        tried += 1
        with Chronicle.read(BROKEN) as chronicle:
            tokens = chronicle.state(frame.parent).pool(event.pool)
        other = next(token for token in tokens if token != event.token)
        events = list(frame.events)
        events[at] = msgspec.structs.replace(event, token=other, rule=game.rules["7.3"])
        verdict = audit(forged(BROKEN, tmp_path / "f.hxl", with_events(*events), seq))
        assert verdict.word == CONTRADICTS and verdict.contradiction.frame == seq
    assert tried


# ---------------------------------------------------------------------- dice that no rules are asked about
HAPPENED = Path(__file__).parent.parent / "corpus" / "games"


@pytest.mark.parametrize("name", ["france_1944/03-greedy-greedy", "june_6/{first}", "time_for_trumpets/{first}"])
def test_the_dice_of_an_honest_log_are_thrown_again_without_the_rules(name):
    """Those of France 1944 show 1, 1, 1, 2, 2, 3, which only its edition knows: the verdict says so."""
    folder, file = name.split("/")
    found = sorted((HAPPENED / folder).glob("*.hxl"))
    log = found[0] if file == "{first}" else HAPPENED / folder / f"{file}.hxl"
    verdict = audit(log, rules=False)
    assert verdict.contradiction is None
    assert any("printed so" in note for note in verdict.notes) == (folder == "france_1944")


@pytest.mark.parametrize("form", [OLD, FORMAT])
@pytest.mark.parametrize("mode", MODES)
def test_a_chosen_die_or_draw_does_not_pass_where_nothing_is_decided_again(tmp_path, mode, form):
    """Its evidence is in the log: seed, links, the keeper's key, what was entered."""
    log, tried = tmp_path / "g.hxl", {Rolled: 0, Drawn: 0}
    with dice_game(log, mode, form=form) as game:
        play(game, 30)
    assert audit(log, rules=False).contradiction is None
    for frame in frames_of(log):
        for at, event in enumerate(frame.events):
            if isinstance(event, Rolled):
                chosen = msgspec.structs.replace(event, value=(event.value + 5) % 10)
            elif isinstance(event, Drawn) and event.of > 1:
                chosen = msgspec.structs.replace(event, token=407 - event.token)
            else:
                continue
            if tried[type(event)] > 3:
                continue
            events = [*frame.events[:at], chosen, *frame.events[at + 1 :]]
            verdict = audit(forged(log, tmp_path / "f.hxl", with_events(*events), frame.seq), rules=False)
            assert (verdict.word, verdict.contradiction.frame) == (CONTRADICTS, frame.seq)
            tried[type(event)] += 1
    assert all(tried.values())


def test_nor_does_one_where_the_edition_is_not_at_hand(tmp_path):
    """The game is known, and not asked: its verdict would be "not decided again"."""
    genesis, *others = frames_of(BROKEN)
    seq, at = next(
        (frame.seq, at) for frame in others for at, event in enumerate(frame.events) if isinstance(event, Rolled)
    )
    said = msgspec.structs.replace(read_genesis(genesis), rules_version="99")
    later = forged(BROKEN, tmp_path / "l.hxl", lambda frame: edited(frame, decision=encode_value(said)), 0)
    assert audit(later).word == UNDECIDED
    events = list(frames_of(BROKEN)[seq].events)
    events[at] = msgspec.structs.replace(events[at], value=(events[at].value + 5) % 10)
    verdict = audit(forged(later, tmp_path / "f.hxl", with_events(*events), seq))
    assert (verdict.word, verdict.contradiction.frame, verdict.contradiction.event) == (CONTRADICTS, seq, at)


@pytest.mark.parametrize("change", [{"mode": ENTERED}, {"faces": 0}, {"faces": -1}, {"faces": 1 << 40}])
def test_a_die_that_cannot_be_is_a_contradiction_and_no_fault(change):
    """Also not one that says of itself that it was entered, with evidence beside it."""
    frame = next(one for one in frames_of(BROKEN) if any(isinstance(e, Rolled) for e in one.events))
    die = next(event for event in frame.events if isinstance(event, Rolled))
    false = edited(frame, events=(msgspec.structs.replace(die, **change),), evidence=(f"1={die.value}",))
    found = thrown_otherwise(false, State(), PracticeDice("ab" * 16, "seed").roller(frame.seq), Faces())
    assert found is not None and found.event == 0


@pytest.mark.parametrize(("value", "named", "good"), [(4, ("1=4",), True), (5, ("1=4",), False), (4, (), False)])
def test_what_was_entered_is_what_the_evidence_names(value, named, good):
    frame = edited(frames_of(BROKEN)[1], events=(Rolled(353, -1, 10, value, ENTERED),), evidence=named)
    assert (thrown_otherwise(frame, State(), EnteredRoller([4], 1), Faces()) is None) == good


def test_a_purpose_that_no_key_takes_is_a_contradiction_and_no_fault():
    frame = edited(frames_of(BROKEN)[1], events=(Rolled(-1, -1, 10, 5, PRACTICE),))
    found = thrown_otherwise(frame, State(), FixedRoller(PRACTICE, bytes(32), ()), Faces())
    assert found is not None and found.event == 0


def test_cups_without_end_are_not_looked_through_again_for_each_draw():
    events = [Pooled(1, token, 1) for token in range(2000)] + [Drawn(1, 0, 2000, 1)] * 2000
    frame = edited(frames_of(BROKEN)[0], events=tuple(events))

    class Always:
        mode, evidence = 1, ()

        def number(self, _purpose, _below, _asked=None):
            return 0

    found = thrown_otherwise(frame, State(), Always(), Faces())
    assert found is not None and "more draws" in found.found


def test_what_a_die_showed_before_binds_what_it_shows():
    """Faces are printed in order; a face shows the same at each throw."""

    def shown(*pairs):
        faces = Faces()
        return [faces.take(1, Rolled(7, -1, 6, value, 1), number) for number, value in pairs], bool(faces.note())

    assert shown((0, 1), (5, 6), (2, 3)) == ([True] * 3, False)
    assert shown((0, 1), (1, 1), (5, 3), (3, 2)) == ([True] * 4, True)
    assert shown((0, 1), (0, 2))[0] == [True, False]
    assert shown((2, 3), (1, 5))[0] == [True, False]
    assert shown((3, 4), (4, 2))[0] == [True, False]
    assert shown((1, 4))[0] == [False]


# ---------------------------------------------------------------------- what was refused before, and stays so
def test_no_claim_takes_a_ruling_back_under_any_policy(run, tmp_path):
    for policy in ("strict", "next-die", "ladder", "untainted", "segment"):
        log = tmp_path / f"{policy}.hxl"
        assert run("new", "june_6/push_to_caen", log, "--seed", "11", "--errors", policy).code == OK
        run("play", log, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "80")
        assert run("rule", log, "--effects", "flag i_ss_101 disorder 1", "--about", "80", "--reason", "so").code == OK
        for frame in ("78", "80"):
            for side in ("allied", "german"):
                run("claim", log, "--frame", frame, "--what", "combat", "--as", side, "--reason", "mine")
        with Chronicle.read(log) as chronicle:
            assert chronicle.timeline.head == 81, policy
        assert run("verify", log).code == OK


def test_a_rewind_that_cites_a_policy_is_no_way_around_a_ruling(run, tmp_path):
    """Written by hand, with good hashes: the audit asks the policy again."""
    log = tmp_path / "c.hxl"
    run("new", "june_6/push_to_caen", log, "--seed", "11", "--errors", "untainted")
    run("play", log, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "80")
    run("rule", log, "--effects", "flag i_ss_101 disorder 1", "--about", "80", "--reason", "so")
    frames = frames_of(log)
    said = Rewind(77, "three points were meant", (), redo=False, policy="untainted", about=78, what="combat")
    back = edited(frames[-1], seq=len(frames), kind=REWIND, actor=1, parent=81, decision=encode_value(said))
    back = edited(back, events=(), evidence=(), digest=frames[77].digest)
    false = written(tmp_path / "false.hxl", [*map(encode_frame, frames), encode_frame(back)])
    ran = run("verify", false)
    assert ran.code == CONTRADICTED and f"frame {len(frames)}" in ran.out.splitlines()[-1], ran


@pytest.mark.parametrize("version", ["0", "99", "6 ", "", "1\u202e"])
def test_no_version_in_the_genesis_makes_a_false_frame_a_frame_of_earlier_rules(run, fresh, tmp_path, version):
    """A version that never was is said to be one that is not at hand; it is never called intact."""
    genesis, *_ = frames_of(fresh)
    said = msgspec.structs.replace(read_genesis(genesis), rules_version=version)
    log = written(tmp_path / "v.hxl", [encode_frame(edited(genesis, decision=encode_value(said)))])
    assert run("verify", log).code in (CONTRADICTED, UNPROVED)


def test_what_is_no_answer_for_a_program_is_still_json_or_an_error(run, fresh):
    for words in (("verify", fresh, "--json"), ("offer", fresh, "--json"), ("waiting", fresh, "--json")):
        ran = run(*words)
        assert ran.code == OK
        json.loads(ran.out)
    for words in (("show", fresh, "--at", "99999", "--json"), ("explain", fresh, "-5", "--json")):
        ran = run(*words)
        assert ran.code in (USAGE, REFUSED) and not ran.out, ran
