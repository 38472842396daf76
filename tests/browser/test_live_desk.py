"""`hexledger desk` as a program of its own: its page follows the game, keeps notes, opens lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.browser.desk_page import PATIENCE
from tests.replays.viewer.games import begun, bots

MAIN = "from hexledger.cli.main import main; main()"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "caen.hxl"
    with begun(path) as chronicle:
        play_on(chronicle, bots(), limit=30)
    return path


@pytest.fixture
def address(log: Path) -> Iterator[str]:
    """Where the desk's server says it is."""
    words = [sys.executable, "-c", MAIN, "desk", str(log), "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", server.stdout.readline())
        try:
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


def test_the_desk_follows_a_game_keeps_notes_and_opens_a_line(browser, log, address):
    complaints: list[str] = []
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.click("a")
    page.wait_for_function("() => window.desk !== undefined")
    page.evaluate("desk.go(desk.line.at(-1))")
    assert page.evaluate("desk.seq") == 30
    with Chronicle.write(log) as writer:
        play_on(writer, bots(), limit=5)
    page.wait_for_function("() => desk.seq === 35")
    page.wait_for_function("() => document.getElementById('verdict').textContent === 'intact but not anchored'")
    page.evaluate("() => { desk.go(12); desk.show('lines'); }")
    page.fill("#branch-name", "study")
    page.get_by_role("button", name="Branch at #12").click()
    page.wait_for_function("() => desk.game.heads.study === 12")
    page.wait_for_function("() => document.getElementById('said').textContent === 'Line study begins at #12.'")
    assert page.is_visible("#said"), "a message is seen, not only heard"
    page.evaluate("desk.note(true, 'here it turned')")
    page.wait_for_function("() => document.getElementById('live').textContent === 'Kept.'")
    context.close()
    with Chronicle.read(log) as chronicle:
        assert chronicle.timeline.heads == {"main": 35, "study": 12}
        assert chronicle.timeline.current == "main"
    notes = json.loads(log.with_name("caen.hxl.notes.json").read_text(encoding="utf-8"))["notes"]
    assert [note["text"] for note in notes.values()] == ["here it turned"]
    assert complaints == []
