"""The review desk: how long its page takes to be made, to show its first picture, to go to any moment; how smoothly the
map moves.

The pages are a campaign of Fortress Europa, a real game of some 2,000 decisions, and one of June 6 of near 6,000,
which is also the game in progress that a desk follows. Smoothness is measured on a board of 7,000 hexes with 600
counters, more than a game here has.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import time
from typing import Any

from hexledger.engine.bots.players import bot
from hexledger.events.frame import encode_frame
from hexledger.events.ledger import Ledger
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.page import html
from tests.bench.material import campaign, exported, frames_of
from tests.bench.measure import WALL, Plan, Row, once, percentile, span, spread
from tests.bench.wide_board import COLUMNS, COUNTERS, ROWS, wide_page

STEPS = 100
FRAMES = 60
NAMES = ("chromium", "chromium-browser", "google-chrome")

_GO = """(count) => {
  const times = [];
  for (let i = 0; i < count; i++) {
    const seq = desk.line[(i * 7919 + 31) % desk.line.length];
    const start = performance.now();
    desk.go(seq);
    desk.map.paint();
    desk.map.ctx.getImageData(0, 0, 1, 1); // else the browser draws later, and what was never shown not at all
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times;
}"""
LIVE = 20
SERVED = 3
"""Rounds in which a desk is served: it reads the whole game each time."""
PATIENCE = 900_000
"""Milliseconds that a desk may take to be opened."""
_HEARD = """() => {
  window.heard = new Map();
  desk.store.on(["seq"], () => window.heard.set(desk.seq, Date.now()));
}"""
_FIRST = "performance.getEntriesByName('hexledger-first-picture')[0].startTime"
_MOVE = """async (count) => {
  const frame = () => new Promise(requestAnimationFrame);
  const rest = () => new Promise((done) => setTimeout(done, 500));
  const gaps = [];
  const moves = [
    () => desk.map.zoom(1.045, [300, 300]),
    (i) => desk.map.pan(i % 40 < 20 ? 14 : -14, 6),
    () => desk.map.zoom(1 / 1.045, [500, 300]),
  ];
  desk.map.fit();
  for (const move of moves) {
    await rest();
    let last = await frame();
    for (let i = 0; i < count; i++) {
      move(i);
      const now = await frame();
      gaps.push(now - last);
      last = now;
    }
  }
  return gaps;
}"""


def rows(plan: Plan) -> Iterator[Row]:
    """Milliseconds by the wall clock, in the distribution's Chromium without a graphics card."""
    log, long = campaign(plan), exported(plan)
    yield from of_a_log(log, "campaign of Fortress Europa", plan.rounds)
    yield from of_a_log(long, "campaign of June 6", plan.rounds)
    frames = [encode_frame(frame) for frame in frames_of(long)]
    begun = frames[: -LIVE - 1]
    found = [max(_behind(long.with_name("live.hxl"), begun)) for _ in range(min(plan.rounds, SERVED))]
    what = f"desk of a game in progress of {len(begun)} decisions behind its log, the latest of {LIVE}"
    yield _bar(what, found, 200, "ms")
    wide = log.with_name("wide.html")
    _write_wide(log, wide)
    found = [_frames(wide) for _ in range(plan.rounds)]
    middle = span(median([median(times) for times in found]) / 1e3)
    frames = [percentile(times, 95) for times in found]
    what = f"frame while {COLUMNS * ROWS} hexes with {COUNTERS} counters are zoomed and dragged, p95"
    yield _bar(what, frames, 34, "ms", f"median {middle}")


def of_a_log(log: Path, name: str, rounds: int) -> Iterator[Row]:
    """The page of a game: how long it takes to be made, to show its first picture, to go to any moment."""
    page = log.with_suffix(".html")
    with Chronicle.read(log) as chronicle:
        count = len(chronicle.timeline) - 1
    made = once(lambda: _write(log, page), WALL) / count * 1e3
    yield _bar(
        f"page of a {name} of {count} decisions made", [made], 40, "ms a decision", f"{_size(page)}, log {_size(log)}"
    )
    found = [_moments(page) for _ in range(rounds)]
    yield _bar(f"first picture of a {name} of {count} decisions", [first for first, _ in found], 1_000, "ms")
    middle = span(median([median(times) for _, times in found]) / 1e3)
    steps = [percentile(times, 99) for _, times in found]
    yield _bar(
        f"any moment of a {name} of {count} decisions, p99",
        steps,
        50,
        "ms",
        f"map, panel and timeline drawn and laid out; median {middle}",
    )


def _behind(log: Path, begun: list[bytes]) -> list[float]:
    """Milliseconds from each decision in the log to its position on the desk that follows it, of a June 6 that has come
    so far. The desk is a program of its own, and so is the browser."""
    words = [sys.executable, "-c", "from hexledger.cli.main import main; main()", "desk", str(log), "--port", "0"]
    for old in log.parent.glob(f"{log.name}*"):
        old.unlink()
    Ledger.create_with(log, begun).close()
    players = {side: bot("bot:greedy") for side in (1, 2)}
    with subprocess.Popen([*words, "--no-verify"], stdout=subprocess.PIPE, text=True) as server, _browser() as browser:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            tab = browser.new_page(viewport={"width": 1440, "height": 900})
            tab.set_default_timeout(PATIENCE)
            tab.goto(found[0])
            tab.click("a")
            tab.wait_for_function("() => window.desk !== undefined")
            tab.wait_for_function("() => desk.game.data.story")  # which it asks for once, when it was opened
            tab.evaluate("desk.go(desk.line.at(-1))")
            tab.evaluate(_HEARD)
            times = []
            for _ in range(LIVE):
                with Chronicle.write(log) as writer:
                    play_on(writer, players, limit=1)
                    head, decided = writer.timeline.head, time() * 1e3
                tab.wait_for_function("(head) => window.heard.has(head)", arg=head)
                times.append(float(tab.evaluate("(head) => window.heard.get(head)", head)) - decided)
            return times
        finally:
            server.terminate()


def _bar(what: str, values: list[float], bar: float, unit: str, note: str = "") -> Row:
    """A row of what should not exceed a number of milliseconds."""
    middle, low, high = spread(values)
    return Row(what, span(middle / 1e3), "-", middle, low, high, bar, at_least=False, unit=f" {unit}", note=note)


def _size(file: Path) -> str:
    return f"{file.stat().st_size // 1024} KiB"


def _write(log: Path, page: Path) -> None:
    with Chronicle.read(log) as chronicle:
        builder = Builder(chronicle)
        builder.extend()
        page.write_text(html(builder.data()), encoding="utf-8")


def _write_wide(log: Path, page: Path) -> None:
    with Chronicle.read(log) as chronicle:
        page.write_text(html(wide_page(chronicle)), encoding="utf-8")


def _moments(page: Path) -> tuple[float, list[float]]:
    """Milliseconds to the first picture of a page, and of steps to its moments."""
    with _browser() as browser:
        tab = _opened(browser, page)
        return float(tab.evaluate(_FIRST)), [float(time) for time in tab.evaluate(_GO, STEPS)]


def _frames(page: Path) -> list[float]:
    """Milliseconds of the frames while a page's map is moved."""
    with _browser() as browser:
        return [float(time) for time in _opened(browser, page).evaluate(_MOVE, FRAMES)]


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise RuntimeError("no chromium is installed")
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(
            executable_path=path, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


def _opened(browser: Any, page: Path) -> Any:
    tab = browser.new_page(viewport={"width": 1440, "height": 900})
    tab.goto(page.resolve().as_uri())
    tab.wait_for_function("() => window.desk !== undefined")
    return tab
