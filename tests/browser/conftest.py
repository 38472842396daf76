"""A real Chromium from the distribution, pages of real games, and an eye on the console and the network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest

from tests.browser.desk_page import ARGUMENTS, Browser, DeskPage, Tabs
from tests.named_secrets import named_secrets
from tests.replays.viewer.games import (
    ardennes,
    branched,
    bulge,
    europe,
    falaise,
    long_game,
    losheim,
    low_countries,
    normandy,
    page_of,
    to_the_rhine,
    yellow,
)

REQUIRED = os.environ.get("HEXLEDGER_BROWSER") == "required"
NAMES = ("chromium", "chromium-browser", "google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def _missing(why: str) -> None:
    """CI must not pass without a browser; a newcomer's machine may."""
    if REQUIRED:
        pytest.fail(f"{why} (HEXLEDGER_BROWSER=required)", pytrace=False)
    pytest.skip(f"{why}: the review desk is not tested in a browser here")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the session, with a fresh profile."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        _missing("no chromium is installed (apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield Browser(launched)
        launched.close()


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    """Tabs for pages of the desk."""
    return browser.tabs


@pytest.fixture(autouse=True)
def _nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test opened is given back or closed."""
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    if browser is not None:
        browser.tidy()


MAKERS = {
    "caen": branched,
    "long": long_game,
    "bulge": bulge,
    "europe": europe,
    "normandy": normandy,
    "falaise": falaise,
    "yellow": yellow,
    "losheim": losheim,
    "low_countries": low_countries,
    "to_the_rhine": to_the_rhine,
    "ardennes": ardennes,
}


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Exported pages by name, each made once for all workers, and the same whoever makes it: `caen` and `bulge` (lines,
    an undo), `long`, the campaigns of `CAMPAIGNS`; `falaise` of France 1944, `yellow` of Case Yellow,
    `losheim` of A Time for Trumpets; `caen-german`: one side's view."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "pages"
    folder.mkdir(exist_ok=True)

    def made(name: str) -> Path:
        page = folder / f"{name}.html"
        game, _, side = name.partition("-")
        log = folder / f"{game}.hxl"
        with (folder / "lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if not log.exists():
                with named_secrets(game):
                    MAKERS[game](log)
            if not page.exists():
                page_of(log, page, side or None)
        return page

    return made


@pytest.fixture
def desk(tabs: Tabs, pages: Callable[[str], Path]) -> Iterator[Callable[..., DeskPage]]:
    """Opens an exported page from disk with the network off. After the test: no console errors, no request but the
    page itself."""
    opened: list[DeskPage] = []

    def opening(name: str = "caen", fragment: str = "", **context: Any) -> DeskPage:
        page = DeskPage(tabs, pages(name), fragment, **context)
        opened.append(page)
        return page

    yield opening
    for page in opened:
        page.close()
        assert page.complaints == []
        assert page.asked_elsewhere == []
