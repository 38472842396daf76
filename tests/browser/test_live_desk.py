"""`hexledger desk` as a program of its own: its page follows the game, keeps notes, opens lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.replays.viewer.games import ALLIED, GERMAN, begun, bots

MAIN = "from hexledger.cli.main import main; main()"
NAMES = ("caen", "undone", "unkept", "shared")
"""The same game of 30 decisions, once for each test."""
SETTINGS = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("live")
    with begun(folder / f"{NAMES[0]}.hxl") as chronicle:
        play_on(chronicle, bots(), limit=30)
    for name in NAMES[1:]:
        copyfile(folder / f"{NAMES[0]}.hxl", folder / f"{name}.hxl")
    return folder


@pytest.fixture
def log(folder: Path) -> Path:
    return folder / f"{NAMES[0]}.hxl"


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where the desk's server says it is."""
    logs = [str(folder / f"{name}.hxl") for name in NAMES]
    words = [sys.executable, "-c", MAIN, "desk", *logs, "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", server.stdout.readline())
        try:
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


@pytest.fixture
def reader(browser: Any, address: str) -> Callable[[str], Any]:
    """Opens the page of a game on the server, each time as another reader with a browser of his own."""

    def opening(name: str) -> Any:
        tab = browser.new_page(**SETTINGS)
        tab.goto(address.replace("/?", f"/games/{name}?"))
        tab.wait_for_function("() => window.desk !== undefined")
        return tab

    return opening


def _told(page: Any, words: str) -> None:
    """Wait until the page shows a message: it is seen, not only heard. Looked at in one look, since it goes again."""
    page.wait_for_function(
        "(words) => { const said = document.getElementById('said');"
        " return said.textContent === words && said.checkVisibility(); }",
        arg=words,
    )


def _kept(folder: Path, name: str) -> list[str]:
    """Texts of the notes beside a log."""
    notes = json.loads((folder / f"{name}.hxl.notes.json").read_text(encoding="utf-8"))["notes"]
    return sorted(note["text"] for note in notes.values())


def test_the_desk_follows_a_game_keeps_notes_and_opens_a_line(browser, log, address):
    complaints: list[str] = []
    page = browser.new_page()
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
    _told(page, "Line study begins at #12.")
    page.evaluate("desk.note(true, 'here it turned')")
    page.wait_for_function("() => document.getElementById('live').textContent === 'Kept.'")
    browser.give_back(page)
    with Chronicle.read(log) as chronicle:
        assert chronicle.timeline.heads == {"main": 35, "study": 12}
        assert chronicle.timeline.current == "main"
    notes = json.loads(log.with_name("caen.hxl.notes.json").read_text(encoding="utf-8"))["notes"]
    assert [note["text"] for note in notes.values()] == ["here it turned"]
    assert complaints == []


def test_who_watches_is_told_of_an_undo_at_the_end_and_before_it(reader, folder):
    page = reader("undone")
    page.evaluate("desk.go(30)")
    with Chronicle.write(folder / "undone.hxl") as writer:
        writer.undo(ALLIED, to=28, reason="another plan", consent=(GERMAN,))
    _told(page, "#30 was taken back: the game goes on at #28.")
    assert page.evaluate("desk.seq") == 28, "who stood at the end stands at the new end"
    page.evaluate("desk.go(27)")
    with Chronicle.write(folder / "undone.hxl") as writer:
        writer.undo(ALLIED, to=26, reason="the first one after all", consent=(GERMAN,))
    _told(page, "#27, which you look at, was taken back: the game goes on at #26.")
    assert page.evaluate("desk.seq") == 27, "who looks at something goes on looking at it"


def test_a_note_that_is_not_kept_is_told_and_what_was_typed_is_still_there(reader, folder):
    page = reader("unkept")
    page.evaluate("() => { desk.go(12); desk._comment(); desk.render(); }")
    page.keyboard.type("a thought")
    page.evaluate("desk.render()")
    page.keyboard.type(" of an hour")
    assert page.input_value("#note-text") == "a thought of an hour", "news do not take the pen away"
    page.fill("#note-chapter", "2 Later")
    page.context.set_offline(True)
    page.get_by_role("button", name="Keep comment").click()
    _told(page, "The note is not kept: the server does not answer. What you typed stays here.")
    assert page.get_attribute("#said", "data-bad") == "true"
    page.evaluate("() => { desk.go(20); desk.go(12); }")
    typed = [page.input_value("#note-text"), page.input_value("#note-chapter")]
    assert typed == ["a thought of an hour", "2 Later"]
    assert page.evaluate("desk.notes.list()") == [], "it is not shown as kept"
    assert not (folder / "unkept.hxl.notes.json").exists()
    page.context.set_offline(False)
    page.get_by_role("button", name="Keep comment").click()
    _told(page, "Kept.")
    assert _kept(folder, "unkept") == ["a thought of an hour"]


def test_two_readers_at_once_keep_what_both_write(reader, folder):
    ann, bob = reader("shared"), reader("shared")
    for page, text in ((ann, "of Ann"), (bob, "of Bob")):
        page.evaluate("() => { desk.go(12); desk._comment(); }")
        page.fill("#note-text", text)
    bob.evaluate("() => { desk.go(20); desk._comment(); }")
    bob.fill("#note-text", "only of Bob")
    ann.get_by_role("button", name="Keep comment").click()
    _told(ann, "Kept.")
    bob.get_by_role("button", name="Keep comment").click()
    _told(bob, "Kept.")
    bob.evaluate("desk.go(12)")
    assert bob.evaluate("desk.notes.get(12).text") == "of Ann", "what the other one wrote meanwhile"
    assert bob.input_value("#note-text") == "of Bob", "and his own is not lost by it"
    bob.get_by_role("button", name="Keep comment").click()
    bob.wait_for_function("() => desk.notes.get(12).text !== 'of Ann'")
    for _ in range(100):  # the page shows it before the desk has written it
        if "of Bob" in _kept(folder, "shared"):
            break
        bob.wait_for_timeout(50)
    assert _kept(folder, "shared") == ["of Bob", "only of Bob"]
