"""The review desk: how long its page takes to be made, to show its first picture, and to go to any moment."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from hexledger.replays.chronicle import Chronicle
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.page import html
from tests.bench.material import chain
from tests.bench.measure import WALL, Plan, Row, once, percentile, span, spread

STEPS = 100
NAMES = ("chromium", "chromium-browser", "google-chrome")

_GO = """(count) => {
  const times = [];
  for (let i = 0; i < count; i++) {
    const seq = desk.line[(i * 7919 + 31) % desk.line.length];
    const start = performance.now();
    desk.go(seq);
    desk.map.paint();
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times;
}"""
_FIRST = "performance.getEntriesByName('hexledger-first-picture')[0].startTime"


def rows(plan: Plan) -> Iterator[Row]:
    """Milliseconds by the wall clock, in the distribution's Chromium without a graphics card."""
    log = chain(plan, plan.near)
    page = log.with_suffix(".html")
    made = once(lambda: _write(log, page), WALL)
    yield Row(
        f"page of {plan.near} decisions made",
        span(made),
        "-",
        made / plan.near * 1e3,
        made / plan.near * 1e3,
        made / plan.near * 1e3,
        20,
        at_least=False,
        unit=" ms a decision",
        note=f"{page.stat().st_size // 1024} KiB",
    )
    firsts, steps = _measured(page, plan.rounds)
    ratio, low, high = spread(firsts)
    yield Row(
        f"first picture of {plan.near} decisions",
        span(median(firsts) / 1e3),
        "-",
        ratio,
        low,
        high,
        2_000,
        at_least=False,
        unit=" ms",
    )
    ratio, low, high = spread([percentile(times, 99) for times in steps])
    yield Row(
        f"any moment of {plan.near} decisions, p99",
        span(ratio / 1e3),
        "-",
        ratio,
        low,
        high,
        100,
        at_least=False,
        unit=" ms",
        note=f"drawn and laid out; median {span(median([median(times) for times in steps]) / 1e3)}",
    )


def _write(log: Path, page: Path) -> None:
    with Chronicle.read(log) as chronicle:
        builder = Builder(chronicle)
        builder.extend()
        page.write_text(html(builder.data()), encoding="utf-8")


def _measured(page: Path, rounds: int) -> tuple[list[float], list[list[float]]]:
    from playwright.sync_api import sync_playwright

    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise RuntimeError("no chromium is installed")
    firsts: list[float] = []
    steps: list[list[float]] = []
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(
            executable_path=path, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        for _ in range(rounds):
            tab = browser.new_page(viewport={"width": 1440, "height": 900})
            tab.goto(page.resolve().as_uri())
            tab.wait_for_function("() => window.desk !== undefined")
            firsts.append(float(tab.evaluate(_FIRST)))
            steps.append([float(time) for time in tab.evaluate(_GO, STEPS)])
            tab.close()
        browser.close()
    return firsts, steps
