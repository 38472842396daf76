"""The adjudication pack: what a director files, in one page that is the same for the same log."""

import shutil

import pytest

from hexledger.events.dice_records import Refusal
from hexledger.events.frame import CONCESSION, END, End, Seat
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.requests import ask, ask_seat, carry_out
from hexledger.replays.referee.claims import claim
from hexledger.replays.referee.pack import Statement, build_pack
from hexledger.replays.referee.pack_html import data_of, html
from hexledger.replays.referee.rulings import let_stand
from tests.drill.contested import Contest
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, edited, rewritten
from tests.drill.signed import KEYS, STRANGER
from tests.replays.ladder import Ladder, game
from tests.replays.test_report import HOSTILE, Page

REFEREE = 0


def packed(log, **more):
    return html(build_pack(log, game=more.pop("rules", None) or drill(), **more))


@pytest.fixture
def contested(tmp_path):
    """A duel with a drop, a refusal, a seat handed over, a concession, and a clock."""
    contest = Contest(tmp_path, "duel", referee=True)
    times = iter(range(1_700_000_000_000, 1_800_000_000_000, 61_000))
    with contest.open(RED, BLUE, REFEREE) as log:
        log.clock = lambda: next(times)
        from hexledger.engine.dice.rolling import DiceWanted
        from hexledger.replays.dice.kit import DiceKit
        from tests.drill.contested import next_decision

        def fix():
            kit = log.dice_kit
            while True:
                side, decision = next_decision(log)
                log.dice_kit = DiceKit()
                try:
                    log.submit(side, decision)
                except DiceWanted:
                    log.dice_kit = kit
                    return log.fix(side, decision)
                finally:
                    log.dice_kit = kit

        dropped = fix()
        carry_out(log, [ask(log, dropped.actor, reason="another hex was meant")])
        rolled = fix()
        log.submit(rolled.actor, log.game.codec.decode(log.book.waiting.decision))
        seat = Seat(RED, "Sam", STRANGER.verifier.public.hex(), "off to sea")
        carry_out(log, [ask_seat(log, RED, seat, STRANGER)])
        log.signers[RED] = STRANGER
        waiting = fix()
        other = 3 - waiting.actor
        log.note_dice(other, Refusal(other, "the vault is lost"))
        log.append_agreed(END, RED, End(CONCESSION, BLUE, reason="no hope"))
    return contest.log, rolled.seq + 1


def test_the_same_log_makes_the_same_bytes_whatever_it_is_called_and_wherever_it_lies(contested, tmp_path):
    log, _ = contested
    other = tmp_path / "elsewhere" / "\u5be9 a game.of chance"
    other.parent.mkdir()
    shutil.copy(log, other)
    from hexledger.replays.audit.vouching import vouch
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.secrets.memory import Memory

    with Chronicle.read(other, game=drill()) as opened:
        vouch(opened, [KEYS[BLUE]], Memory(tmp_path / "memory"))
    other.with_name(other.name + ".cache").write_bytes(b"")
    first = packed(log)
    assert first == packed(other) == packed(log)
    assert "elsewhere" not in first and "game.hxl" not in first and str(tmp_path) not in first


def test_a_checkpoint_counts_when_it_is_handed_in(contested, tmp_path):
    log, _ = contested
    from hexledger.replays.audit.anchors import checkpoint_path
    from hexledger.replays.audit.vouching import vouch
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.secrets.memory import Memory

    with Chronicle.read(log, game=drill()) as opened:
        found = vouch(opened, [KEYS[BLUE], STRANGER], Memory(tmp_path / "memory"))
    data = build_pack(log, game=drill(), checkpoints=[checkpoint_path(log)])
    assert data["verdict"]["word"] == "intact", "by both who sit there, one of whom sat down later"
    assert data["checks"][1]["found"].startswith(f"{found.size} of {found.size} frames")
    assert build_pack(log, game=drill())["verdict"]["word"] == "intact but not anchored"


def test_all_that_a_director_needs_stands_in_it(contested):
    log, rolled = contested
    said = (Statement("red", "I meant E2.\nIt was late."), Statement("referee", HOSTILE))
    text = packed(log, at=rolled, statements=said)
    page = Page(text.replace("<img ", "<line "))
    shown = "\n".join(page.texts)
    for wanted in (
        "Who could have influenced the dice",
        "nobody, unless one hand had both secrets",
        "dropped by",
        "did not roll",
        "Sam, key",
        "Time used",
        "another hex was meant",
        "the vault is lost",
        "no hope",
        "I meant E2.",
        "concession",
        f"The contested decision: #{rolled}",
        "The calculation",
        "The position it was made in",
        "The end",
    ):
        assert wanted in shown, wanted
    assert HOSTILE not in text and "alert" in text
    assert not [link for link in page.links if not link.startswith(("data:image/svg+xml;base64,", "#"))]
    data = data_of(text)
    assert data["contested"]["frame"] == rolled and data["contested"]["calculation"]["steps"]
    assert [row["side"] for row in data["times"]["sides"]] == ["red", "blue"]
    assert sum(row["seconds"] for row in data["times"]["sides"]) % 61 == 0
    assert data["trust"]["drops"] and data["trust"]["refusals"] and data["statements"][0]["by"] == "red"
    assert data["contested"]["before"]["units"] and data["end"]["victory"] is not None


def test_the_moment_is_what_the_last_claim_is_about_or_the_last_die_or_what_a_fix_rolled(tmp_path, contested):
    play = Ladder(tmp_path / "claimed.hxl", "untainted").move().fight(1, 2)
    claim(play.log, BLUE, play.fights[0], "combat", "wrong unit")
    about = play.fights[0]
    play.log.close()
    found = build_pack(tmp_path / "claimed.hxl", game=game())["contested"]
    assert (found["frame"], found["chosen"][:4]) == (about, "what")
    log, rolled = contested
    assert build_pack(log, game=drill())["contested"]["frame"] == rolled
    fixed = build_pack(log, rolled - 1, game=drill())["contested"]
    assert (fixed["frame"], fixed["chosen"]) == (rolled, "named")
    with pytest.raises(ReplayError, match="positions belong to"):
        build_pack(log, rolled + 1, game=drill())
    with pytest.raises(ReplayError, match="nobody's decision"):
        build_pack(log, 0, game=drill())


def test_a_statement_is_a_sides_or_the_referees(contested):
    log, _ = contested
    from hexledger.engine.errors import EngineError

    with pytest.raises((EngineError, ReplayError)):
        build_pack(log, game=drill(), statements=[Statement("green", "x")])


def test_a_forged_log_is_packed_with_what_contradicts_it(tmp_path, contested):
    play = Ladder(tmp_path / "ladder.hxl", "untainted").move().fight(1, 2)
    let_stand(play.log, play.fights[0], "nobody was harmed")
    play.log.close()
    path = tmp_path / "ladder.hxl"
    forged = rewritten(path, tmp_path / "forged.hxl", lambda frame: edited(frame, digest=bytes(16)), 3)
    text = packed(forged, rules=game())
    assert data_of(text)["verdict"]["contradiction"]["frame"] == 3
    cut = tmp_path / "cut.hxl"
    cut.write_bytes(contested[0].read_bytes()[:-20])
    found = data_of(packed(cut))
    assert found["verdict"]["word"] == "contradicted" and found["contested"]["frame"]
    noise = tmp_path / "noise.hxl"
    noise.write_bytes(b"noise")
    assert "unread" in data_of(packed(noise))


def test_an_empty_game_has_nothing_contested(tmp_path):
    contest = Contest(tmp_path, "duel")
    assert data_of(packed(contest.log))["contested"] is None
