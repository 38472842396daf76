"""Take the pictures of docs/table.md anew: `python -m tests.browser.table_pictures`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from hexledger.engine.naming.typed import units_of
from tests.browser.desk_page import ARGUMENTS
from tests.browser.small_png import small
from tests.browser.table_page import TablePage
from tests.browser.test_table import PHONE, Watched, begun, play, served

IMAGES: Final = Path(__file__).parents[2] / "docs" / "images"
MOST: Final = 400_000
"""Bytes of a picture at most."""
BEFORE: Final = 11
"""Decisions after which an attack of Push to Caen is put together."""


def take(browser: Any, folder: Path, name: str, *, tap: bool, **context: Any) -> None:
    """One picture: an attack with its odds before it is made."""
    log = begun(folder / f"{name}.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_context(**context).new_page(), addresses["Allied"], tap=tap)
        watched = Watched(log)
        play(table, watched, BEFORE, table.decide)
        while watched.advised().kind() != "attack":
            table.decide(watched.advised(), watched.chronicle.game)
        table.decide_alone(watched.advised(), watched.chronicle.game, commit=False)
        table.page.wait_for_timeout(600)
        target = IMAGES / f"{name}.png"
        target.write_bytes(small(table.page.screenshot(), MOST))


def move(browser: Any, folder: Path) -> None:
    """Where a unit may go, and what the way costs."""
    log = begun(folder / "table-move.hxl")
    with served(log, "--german", "bot:greedy") as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), addresses["Allied"])
        watched = Watched(log)
        while (decision := watched.advised()).kind() != "move":
            table.decide(decision, watched.chronicle.game)
        table.at_unit(next(iter(units_of(watched.chronicle.game, decision))))
        table.until("() => desk.table.draft?.costs")
        table.page.wait_for_timeout(600)
        (IMAGES / "table-move.png").write_bytes(small(table.page.screenshot(), MOST))


def main() -> None:
    """All pictures."""
    folder = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        move(browser, folder)
        take(browser, folder, "table-attack", tap=False, viewport={"width": 1440, "height": 900})
        take(browser, folder, "table-phone", tap=True, **PHONE)
        browser.close()


if __name__ == "__main__":
    main()
