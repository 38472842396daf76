"""The report: everything a tournament files, as data and as one page, also of logs that contradict themselves."""

import json
from html.parser import HTMLParser

import msgspec
import pytest

from hexledger.engine.table.ruling_effects import parse
from hexledger.events.model import Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.referee.claims import claim
from hexledger.replays.referee.report import build
from hexledger.replays.referee.report_html import html
from hexledger.replays.referee.rulings import accept_decision, correct_position, interpret, let_stand
from tests.drill.play import edited, rewritten
from tests.replays.ladder import BLUE, RED, Ladder, game

HOSTILE = '<script>alert("1")</script> & \u5be9\u5224'


class Page(HTMLParser):
    """Tags that are open and texts, for a page that must be well formed and self-contained."""

    VOID = ("meta", "line", "br")

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts, self.links = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture
def judged(tmp_path):
    """A game with a granted claim, replayed dice, one that stands, and rulings of every scope."""
    play = Ladder(tmp_path / "game.hxl", "untainted").move().fight(1, 2)
    claim(play.log, BLUE, play.fights[1], "combat", "wrong unit")
    play.fight(2)
    state, codec = play.log.state, play.log.game.codec
    correct_position(play.log, parse(play.log.game, state(), "move red_6 E1"), HOSTILE, about=play.moves[0])
    interpret(play.log, "press=twice", "pressing counts for each step")
    accept_decision(play.log, RED, codec.from_text("move red_6 E2"), "both thought so")
    let_stand(play.log, play.fights[0], "nobody was harmed")
    claim(play.log, RED, play.fights[0], "combat", "wrong target")
    play.log.close()
    return play


def test_the_report_holds_undos_claims_rulings_void_dice_and_luck(judged):
    verdict = audit(judged.path, game=game())
    data = build(judged.path, verdict, game=game())
    assert data["verdict"]["word"] == "intact but not anchored"
    assert [row["scope"] for row in data["rulings"]] == ["position", "rule", "irregular", "accepted"]
    assert [(row["granted"], row["policy"]) for row in data["claims"]] == [(True, "untainted"), (False, "untainted")]
    assert "the referee has ruled" in data["claims"][1]["outcome"]
    (undo,) = data["undos"]
    assert (undo["by"], undo["decisions"], undo["claim"]) == ("blue", 5, judged.fights[1])
    (void,) = data["void_dice"]
    assert [die["void"]["value"] for die in void["dice"]] == [3]
    assert [die["new"]["address"].split(".")[0] for die in void["dice"]] == [f"#{judged.strikes[2]}"]
    (odd,) = data["irregular"]
    assert odd["refused"] == "DR 2.1: 6/Red has moved already"
    assert [row["reading"] for row in data["readings"]] == ["twice"]
    assert len(data["luck"]["throws"]) == 2, "void dice are nobody's luck any more"
    assert json.loads(msgspec.json.encode(data))["report"] == 1


def test_every_check_says_what_was_found(judged):
    data = build(judged.path, audit(judged.path, game=game()), game=game())
    checks = {row["check"]: row for row in data["checks"]}
    assert list(checks) == ["bytes and hash chain", "anchoring", "signatures", "rules", "practice dice", "seals"]
    assert checks["rules"]["ok"] is True
    assert checks["practice dice"]["ok"] is True
    assert (checks["anchoring"]["ok"], checks["signatures"]["ok"]) == (None, None)


def test_the_page_is_well_formed_self_contained_and_says_nothing_as_markup(judged):
    text = html(build(judged.path, audit(judged.path, game=game()), game=game()))
    page = Page(text)
    assert page.open == []
    assert page.links == []
    assert "script" not in page.tags
    assert HOSTILE in "".join(page.texts)
    assert "http" not in text
    assert "@import" not in text
    assert "url(" not in text


def test_the_report_of_a_contradicted_log_names_frame_event_field_and_rule(judged, tmp_path):
    def other_die(frame):
        events = [msgspec.structs.replace(e, value=9) if isinstance(e, Rolled) else e for e in frame.events]
        return edited(frame, events=tuple(events))

    forged = rewritten(judged.path, tmp_path / "forged.hxl", other_die, judged.strikes[0])
    data = build(forged, audit(forged, game=game()), game=game())
    found = data["verdict"]["contradiction"]
    assert (found["frame"], found["where"], found["rule"]) == (judged.strikes[0], "Rolled.value", "DR 3.4")
    assert "contradicted" in html(data)
    checks = {row["check"]: row["ok"] for row in data["checks"]}
    assert checks["rules"] is False


@pytest.mark.parametrize("cut", [3, 60, -10])
def test_a_damaged_file_still_gets_its_report(judged, tmp_path, cut):
    """F22b"""
    damaged = tmp_path / "damaged.hxl"
    damaged.write_bytes(judged.path.read_bytes()[:cut])
    data = build(damaged, audit(damaged, game=game()), game=game())
    assert data["verdict"]["word"] == "contradicted"
    assert Page(html(data)).open == []


def test_a_fresh_game_has_a_report(tmp_path):
    play = Ladder(tmp_path / "game.hxl")
    play.log.close()
    data = build(play.path, audit(play.path, game=game()), game=game())
    assert data["result"]["over"] is False
    assert "Nothing was taken back." in html(data)


def test_result_and_luck_are_those_of_main_whichever_line_is_looked_at(tmp_path):
    play = Ladder(tmp_path / "game.hxl", "").move().fight(1, 2)
    head = play.log.timeline.head
    official = build(play.log.path, audit(play.log.path, game=game()), game=game())
    play.log.branch("aside", at=play.moves[0])
    play.log.close()
    found = build(tmp_path / "game.hxl", audit(tmp_path / "game.hxl", game=game()), game=game())
    assert found["result"] == official["result"] and found["result"]["head"] == head
    assert found["luck"] == official["luck"] and found["luck"]["throws"]
