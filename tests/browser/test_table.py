"""`hexledger table` in a real browser: by mouse, keys, touch; two pages with duel dice, a study, a crash."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.seals import wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.ledger import Ledger
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.keeper_file import KeeperSecret
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import hand_in, play_on
from tests.browser.table_page import TablePage

MAIN = "from hexledger.cli.main import main; main()"
ADDRESS = re.compile(r"(\S.*): (http://127\.0\.0\.1:\d+/\S+)")
NO_PROMPT = Prompt(0, 0, 0, ())
FORK = 231
"""Where a study leaves Push to Caen: before a die, and near the end, which bots play many times for the odds."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def served(
    log: Path, *words: str, seats: int = 1, port: str = "0"
) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """A table as a program of its own: the process, and who plays -> address."""
    command = [sys.executable, "-c", MAIN, "table", str(log), *words, "--port", port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        found: dict[str, str] = {}
        while len(found) < seats:
            line = server.stdout.readline()
            assert line, "the server says where it is"
            match = ADDRESS.match(line)
            if match:
                found[match[1]] = match[2]
        try:
            yield server, found
        finally:
            server.terminate()


def begun(path: Path, scenario: str = "june_6/push_to_caen", **more: Any) -> Path:
    Chronicle.create(path, new_genesis(scenario, seed="on the map", **more)).close()
    return path


def at_a_move(path: Path) -> Path:
    """A game in which the first player would move a unit next; what came before was handed in by a program."""
    log = begun(path)
    with Chronicle.write(log) as chronicle:
        while (decision := advised(chronicle)).kind() != "move":
            hand_in(chronicle, (chronicle.offer() or NO_PROMPT).side, decision)
    return log


def advised(chronicle: Chronicle) -> Decision:
    """What a bot would decide now."""
    prompt = chronicle.offer()
    assert prompt is not None
    return greedy_bot(chronicle.game, chronicle.state(), prompt, Chance("hand", "", len(chronicle.timeline)))


class Watched:
    """The log as another program reads it, and what a bot advises there."""

    def __init__(self, path: Path) -> None:
        self.chronicle = Chronicle.read(path)

    def advised(self) -> Decision:
        self.chronicle.refresh()
        return advised(self.chronicle)


def play(table: TablePage, log: Watched, decisions: int, how: Callable[[Decision, Any], None]) -> int:
    """Play what a bot advises by hand; how many decisions it took."""
    table.settle()
    for count in range(decisions):
        if table.asked["over"]:
            return count
        how(log.advised(), log.chronicle.game)
    return decisions


def again(path: Path, log: Path) -> list[bytes]:
    """The same decisions handed in by a program, in a log of the same beginning: its frames."""
    with Chronicle.read(log) as played:
        genesis = played.genesis
        made = [(frame.actor, played.decision(frame.seq)) for frame in played.frames(played.timeline.head)][1:]
    with Chronicle.create(path, genesis) as other:
        for actor, decision in made:
            assert isinstance(decision, Decision)
            hand_in(other, actor, decision)
    return frames(path)


def frames(path: Path) -> list[bytes]:
    with Ledger.open_reader(path) as ledger:
        return [bytes(payload) for payload in ledger.payloads()]


def test_decisions_made_by_mouse_are_byte_for_byte_those_of_the_terminal(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), addresses["Allied"])
        watched = Watched(log)
        assert play(table, watched, 5, table.decide) == 5
        assert table.errors == []
    assert frames(log) == again(tmp_path / "again.hxl", log)
    assert audit(log).intact


@pytest.mark.long
def test_a_whole_push_to_caen_is_played_by_mouse_alone(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), addresses["Allied"])
        assert 60 < play(table, Watched(log), 1000, table.decide) < 1000
        assert table.asked["over"] and table.errors == []
    assert audit(log).intact


@pytest.mark.long
def test_a_turn_is_played_by_keys_alone(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), addresses["Allied"])
        play_a_turn(table, Watched(log), table.by_keys)
        assert table.errors == []
    assert audit(log).intact


def play_a_turn(table: TablePage, log: Watched, how: Callable[[Decision, Any], None]) -> None:
    """Play what a bot advises by hand until the next turn begins."""
    first = log.chronicle.state().turn
    table.settle()
    while log.chronicle.state().turn == first:
        assert not table.asked["over"]
        how(log.advised(), log.chronicle.game)
        log.chronicle.refresh()


@pytest.mark.long
def test_a_turn_is_played_on_a_phone_by_touch(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(**PHONE), addresses["Allied"], tap=True)
        play_a_turn(table, Watched(log), table.decide)
        assert table.errors == []
    assert frames(log) == again(tmp_path / "again.hxl", log)
    assert audit(log).intact


def test_a_phone_plays_by_touch(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(**PHONE), addresses["Allied"], tap=True)
        assert play(table, Watched(log), 4, table.decide) == 4
        assert table.errors == []
    assert audit(log).intact


def duel_of_the_bulge(log: Path) -> Path:
    """A new Battle of the Bulge with duel dice, both vaults beside it."""
    made = [sys.executable, "-c", MAIN, "new", "fortress_europa/battle_of_the_bulge", str(log), "--dice", "duel"]
    subprocess.run([*made, "--links", "300"], check=True, capture_output=True)
    return log


class Apart:
    """Two pages at one table, one for each side."""

    def __init__(self, browser: Any, log: Path, addresses: dict[str, str]) -> None:
        self.pages = {
            side.lower(): TablePage(browser.new_page(viewport={"width": 1280, "height": 720}), address)
            for side, address in addresses.items()
        }
        self.watched = Watched(log)

    def decide(self) -> None:
        """Make the next decision on the page of the side that is asked; the other page is asked nothing."""
        decision, chronicle = self.watched.advised(), self.watched.chronicle
        prompt = chronicle.offer()
        assert prompt is not None
        mine = self.pages[chronicle.game.side(prompt.side)]
        mine.until(f"() => desk.table.ready && desk.table.asked.head === {chronicle.timeline.head}")
        mine.settle()
        other = next(page for page in self.pages.values() if page is not mine)
        assert not other.asked["yours"] and other.asked["kinds"] == []
        mine.decide_alone(decision, chronicle.game)
        chronicle.refresh()


@pytest.mark.long
def test_a_turn_of_the_bulge_is_played_on_two_pages_with_duel_dice(browser: Any, tmp_path: Path) -> None:
    log = duel_of_the_bulge(tmp_path / "bulge.hxl")
    with served(log, "--apart", seats=2) as (_, addresses):
        both = Apart(browser, log, addresses)
        first = both.watched.chronicle.state().turn
        while both.watched.chronicle.state().turn == first:
            both.decide()
        assert all(page.errors == [] for page in both.pages.values())
    assert _dice(log)
    verdict = audit(log)
    assert verdict.intact, str(verdict.contradiction)


def test_two_pages_with_duel_dice_play_on_and_an_undo_needs_the_other_page(browser: Any, tmp_path: Path) -> None:
    log = duel_of_the_bulge(tmp_path / "bulge.hxl")
    with served(log, "--apart", seats=2) as (_, addresses):
        both = Apart(browser, log, addresses)
        pages, watched = both.pages, both.watched
        for _ in range(40):
            both.decide()
            if _dice(log):
                break
        assert _dice(log), "somebody has rolled"
        head = watched.chronicle.timeline.head
        for page in pages.values():
            page.until(f"() => desk.table.ready && desk.table.asked.head === {head}")
        roller = pages[watched.chronicle.game.side(watched.chronicle.frame(head).actor)]
        other = next(page for page in pages.values() if page is not roller)
        roller.until("() => desk.table.canUndo")
        roller.page.keyboard.press("Control+z")
        other.until("() => desk.table.asked.request !== null")
        assert watched.chronicle.timeline.head == head, "nothing is taken back before the other page agrees"
        other.press('button:text-is("Agree")')
        roller.until(f"() => desk.table.asked.head < {head}")
        assert all(page.errors == [] for page in pages.values())
    verdict = audit(log)
    assert verdict.intact, str(verdict.contradiction)


@contextmanager
def attending(secret: Path, copy: Path, address: str) -> Iterator[None]:
    """The keeper of referee dice on a machine of his own, as a program that answers rolls by itself."""
    words = ["keeper", "attend", str(secret), str(copy), "--with", address]
    with subprocess.Popen([sys.executable, "-c", MAIN, *words], stdout=subprocess.DEVNULL) as keeper:
        try:
            yield
        finally:
            keeper.terminate()


@pytest.mark.long
def test_referee_dice_roll_by_themselves_between_two_pages_while_their_keeper_attends(
    browser: Any, tmp_path: Path
) -> None:
    log, keepers = tmp_path / "caen.hxl", tmp_path / "keeper"
    keepers.mkdir()
    secret = KeeperSecret.new(keepers / "secret", "a" * 32)
    genesis = new_genesis("june_6/push_to_caen", dice="referee", log_id=secret.log_id, commitments=[secret.commitment])
    with Chronicle.create(log, genesis) as chronicle:
        while (decision := advised(chronicle)).kind() != "choose_mode":  # the one that rolls
            hand_in(chronicle, (chronicle.offer() or NO_PROMPT).side, decision)
        before = chronicle.timeline.head
    with served(log, "--apart", "--keeper", seats=3) as (_, addresses):
        keeper = addresses.pop("the keeper of the dice")
        with attending(secret.path, keepers / "copy.hxl", keeper):
            both = Apart(browser, log, addresses)
            both.decide()
            for page in both.pages.values():
                page.until(f"() => desk.table.ready && desk.table.asked.head > {before} + 1")
            assert _dice(log), "a die that only the keeper can throw has fallen, and nobody did anything for it"
            assert all(page.errors == [] for page in both.pages.values())
    verdict = audit(log)
    assert verdict.intact, str(verdict.contradiction)


def test_two_tables_of_two_servers_play_one_game_and_their_duel_dice_roll_by_themselves(
    browser: Any, tmp_path: Path
) -> None:
    logs = {side: tmp_path / side / "bulge.hxl" for side in ("allied", "german")}
    for log in logs.values():
        log.parent.mkdir()
    made = [
        sys.executable,
        "-c",
        MAIN,
        "new",
        "fortress_europa/battle_of_the_bulge",
        str(logs["allied"]),
        "--dice",
        "duel",
    ]
    subprocess.run(made, check=True, capture_output=True)
    shutil.copy(logs["allied"], logs["german"])
    vault = logs["allied"].with_name("bulge.hxl.duel-german")
    vault.rename(logs["german"].with_name(vault.name))
    with served(logs["allied"], "--german", "mail", "--link", seats=2) as (_, first):
        link = first["the other table"]
        with served(logs["german"], "--allied", "mail", "--with", link) as (_, second):
            pages = {
                1: TablePage(browser.new_page(), first["Allied"]),
                2: TablePage(browser.new_page(), second["German"]),
            }
            watched = {1: Watched(logs["allied"]), 2: Watched(logs["german"])}
            for _ in range(12):
                pages[1].until("() => desk.table.ready")
                side = _asked_at_one_of(pages)
                decision = watched[side].advised()
                pages[side].decide_alone(decision, watched[side].chronicle.game)
                if _dice(logs["allied"]) and _dice(logs["german"]):
                    break
            assert _dice(logs["allied"]) and _dice(logs["german"]), "a die has rolled, and both have it"
            assert all(page.errors == [] for page in pages.values())
            # the address of the other table opens no page and decides nothing
            stranger = browser.new_page()
            assert stranger.goto(link.replace("/api/games", "/games").replace("/table/exchange", "")).status == 403
    verdict = audit(logs["allied"])
    assert verdict.intact, str(verdict.contradiction)
    common = min(log.stat().st_size for log in logs.values())
    assert logs["allied"].read_bytes()[:common] == logs["german"].read_bytes()[:common]


def _asked_at_one_of(pages: dict[int, TablePage]) -> int:
    """The side whose own page is asked, once one is."""
    for _ in range(600):
        for side, page in pages.items():
            if page.js("() => desk.table.ready && desk.table.asked.yours && !desk.table.busy"):
                page.settle()
                return side
        pages[1].page.wait_for_timeout(100)
    raise AssertionError("nobody is asked at his own table")


def _dice(log: Path) -> bool:
    from hexledger.events.model import Rolled

    with Chronicle.read(log) as found:
        return any(isinstance(event, Rolled) for frame in found.frames(found.timeline.head) for event in frame.events)


def test_a_study_begins_from_any_moment_and_leaves_the_game_as_it_is(browser: Any, tmp_path: Path) -> None:
    log = at_a_move(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), addresses["Allied"])
        table.settle()
        before = log.read_bytes()
        table.js("() => desk.go(2)")
        table.press("#table-study")
        table.press("#study-begin")
        table.page.wait_for_url("**/games/caen-study-1*")
        table.page.wait_for_function("() => window.desk?.table?.ready")
        study = tmp_path / "caen-study-1.hxl"
        assert table.asked["head"] == 2
        assert play(table, Watched(study), 1, table.decide) == 1
        assert log.read_bytes() == before
        assert table.errors == []
    assert audit(log).intact and not audit(study).contradiction


def test_a_plan_of_two_moves_is_looked_at_and_made_together(browser: Any, tmp_path: Path) -> None:
    log = at_a_move(tmp_path / "caen.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), addresses["Allied"])
        watched = Watched(log)
        table.settle()
        before = log.read_bytes()
        table.decide_alone(watched.advised(), watched.chronicle.game, commit=False)
        table.press("#plan-on")
        table.until("() => desk.table.plan.length === 1")
        table.press("#plan-drop")
        table.until("() => desk.table.plan.length === 0")
        table.decide_alone(watched.advised(), watched.chronicle.game, commit=False)
        table.press("#plan-on")
        table.until("() => desk.table.plan.length === 1")
        table.press('.verbs button[data-kind="move"]')
        for role in ("unit", "route"):
            table.until(f"() => desk.table.draft?.values && desk.table.field?.role === '{role}'")
            table.press(".values button")
        table.until("() => desk.table.looked && !desk.table.stale")
        table.press("#plan-on")
        table.until("() => desk.table.plan.length === 2")
        assert log.read_bytes() == before, "a plan writes nothing"
        head = table.asked["head"]
        table.press("#plan-commit")
        table.until(f"() => desk.table.asked.head > {head}")
        table.settle()
        assert table.errors == [] and table.js("() => desk.table.plan.length") == 0
    with Chronicle.read(log) as found:
        kinds = [found.decision(seq).kind() for seq in found.timeline.path(found.timeline.head)[-2:]]  # type: ignore[union-attr]
    assert kinds == ["move", "move"]
    assert audit(log).intact


def test_at_one_screen_a_secret_is_behind_a_curtain_for_its_own_player(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with Chronicle.write(log) as chronicle:
        while not wants_seal((chronicle.offer() or NO_PROMPT).kinds):
            play_on(chronicle, {1: greedy_bot, 2: greedy_bot}, limit=1)
    with served(log) as (_, addresses):
        table = TablePage(browser.new_page(), next(iter(addresses.values())))
        table.until("() => desk.table.ready")
        side = table.js("() => desk.table.asked.who")
        table.page.wait_for_selector("#curtain:not([hidden])")
        assert side in table.page.inner_text("#curtain")
        assert not table.page.locator(".values button, .verbs button").count()
        table.page.keyboard.press("g")
        assert not table.page.locator(".values button, .verbs button").count(), "no key leads behind the curtain"
        assert table.js("() => desk.table.draft") is None, "nor is anything of it in the page"
        table.press("#curtain-open")
        table.until("() => desk.table.draft?.values")
        table.press(".values button")
        table.until("() => desk.table.looked !== null && !desk.table.stale")
        chosen, head = table.js("() => desk.table.looked.told"), table.asked["head"]
        assert chosen in table.page.inner_text("#panel")
        table.press("#commit")
        table.until(f"() => desk.table.asked.head > {head} && desk.table.ready")
        assert table.asked["who"] != side, "the other side chooses next"
        assert chosen not in table.page.content(), "a sealed choice is gone from the page"
        known = table.js(
            "() => { const { asked, draft, looked, told, faces, verbs, begun } = desk.table; return JSON.stringify("
            "[desk.game.data, asked, draft, looked, told, faces, [...verbs], begun, {...sessionStorage}]); }"
        )
        assert chosen not in known, "nor is it in what the page remembers"
        assert table.errors == []
    assert audit(log).intact


@pytest.mark.whole
@pytest.mark.parametrize("decisions", [1, pytest.param(3, marks=pytest.mark.long)])
def test_a_study_has_a_tree_of_lines_with_names_notes_odds_and_dice_set_by_hand(
    browser: Any, tmp_path: Path, decisions: int
) -> None:
    log = begun(tmp_path / "caen.hxl")
    with Chronicle.write(log) as chronicle:
        play_on(chronicle, {1: greedy_bot, 2: greedy_bot}, limit=FORK + 10)
    before = log.read_bytes()
    with served(log) as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), next(iter(addresses.values())))
        table.js(f"() => desk.go({FORK})")
        table.page.keyboard.press("w")
        table.press('#study-form input[value="same"]')
        table.press("#study-begin")
        table.page.wait_for_url("**/games/caen-study-1*")
        table.page.wait_for_function("() => window.desk?.table?.ready")
        study = Watched(tmp_path / "caen-study-1.hxl")
        rolled = 0
        for line in ("what-if", "line 1", "line 2"):
            if line != "what-if":
                table.js(f"() => desk.go({FORK})")
                table.press("#table-study")
                table.page.wait_for_selector(f'[data-line="{line}"]')
                table.settle()
            for _ in range(decisions):
                table.curtain_up()
                decision = study.advised()
                table.decide_alone(decision, study.chronicle.game, commit=False)
                if table.page.locator("[data-set]").count():
                    table.press("[data-set]")
                    rolled += 1
                head = table.asked["head"]
                table.press("#commit")
                table.until(f"() => desk.table.asked.head > {head} || desk.table.wants")
                while table.js("() => desk.table.wants !== null"):
                    table.press("[data-set]")
                    table.press("#commit")
                    table.until(f"() => desk.table.asked.head > {head} || (desk.table.wants && !desk.table.busy)")
                table.settle()
        lines = table.js("() => desk.table.tree.lines.map((line) => [line.name, line.fork, line.parent])")
        assert lines == [["main", -1, ""], *[[name, FORK, "main"] for name in ("what-if", "line 1", "line 2")]]
        table.press('[data-line="line 2"] [data-deed="edit"]')
        table.page.fill('[data-edit="name"]', "by the left")
        table.page.fill('[data-edit="note"]', "costs a turn")
        table.press('[data-deed="keep"]')
        table.page.wait_for_selector('[data-line="by the left"]')
        table.press('[data-line="by the left"] [data-deed="promote"]')
        table.until("() => desk.table.tree.lines[2].name === 'by the left'")
        table.press('[data-line="by the left"] [data-deed="odds"]')
        table.page.wait_for_selector('[data-line="by the left"] .odds', timeout=120_000)
        assert re.search(r"\d+ % \(\d+ to \d+\)", table.page.inner_text('[data-line="by the left"] .odds'))
        assert "costs a turn" in table.page.inner_text('[data-line="by the left"]')
        table.press('[data-line="by the left"] [data-deed="compare"]')
        assert table.page.locator("#second").is_visible()
        table.press("#tab-play")
        table.press('[data-line="line 1"] [data-deed="edit"]')
        table.press('[data-line="line 1"] [data-deed="close"]')
        table.page.wait_for_selector('[data-line="line 1"]', state="detached")
        assert table.errors == []
    assert log.read_bytes() == before
    assert not audit(tmp_path / "caen-study-1.hxl").contradiction


def test_a_server_that_is_killed_loses_nothing_and_the_page_goes_on(browser: Any, tmp_path: Path) -> None:
    log = begun(tmp_path / "caen.hxl")
    with served(log) as (server, addresses):
        table = TablePage(browser.new_page(), next(iter(addresses.values())))
        play(table, Watched(log), 1, table.decide)
        acknowledged = table.asked["head"]
        server.kill()
        server.wait()
        table.page.wait_for_function("() => document.getElementById('follow').textContent.startsWith('not connected')")
        table.press(".verbs button, .values button")
        assert "refused" in table.page.content() or table.errors
    with Chronicle.read(log) as left:
        assert left.timeline.head == acknowledged
    with served(log) as (_, addresses):
        table = TablePage(browser.new_page(), next(iter(addresses.values())))
        assert play(table, Watched(log), 1, table.decide) == 1
        assert table.asked["head"] > acknowledged
    assert audit(log).intact
