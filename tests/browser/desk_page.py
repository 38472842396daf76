"""One open page of the desk, as a test sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

GAMES = ("caen", "bulge", "yellow", "falaise", "losheim")
"""A page of each of the five games, by the names of the fixture `pages`."""

CAMPAIGNS = ("normandy", "europe", "low_countries", "to_the_rhine", "ardennes")
"""A campaign of each of the five games, to its end; of A Time for Trumpets its first day."""

PATIENCE = 120_000
"""Milliseconds that a page may take for what it is waited for, on a machine that does other things as well."""


def minus(text: str) -> str:
    """A signed number as the page prints it."""
    return text.replace("-", "−")


class Tabs:
    """Tabs of one browser, each used again by the next test that wants one of the same settings: a tab with a context
    of its own is a new process, which costs as much as all that the page then does."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self._free: dict[str, list[Any]] = {}

    def take(self, settings: dict[str, Any]) -> Any:
        """An empty tab that the network is off for."""
        free = self._free.setdefault(repr(sorted(settings.items())), [])
        if free:
            return free.pop()
        context = self.browser.new_context(**settings)
        context.set_offline(True)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def give_back(self, tab: Any, settings: dict[str, Any]) -> None:
        """Empty it: what its page remembered is forgotten, and other tabs of its context are closed."""
        for other in tab.context.pages:
            if other is not tab:
                other.close()
        tab.evaluate("localStorage.clear()")
        tab.emulate_media(media="null")
        tab.goto("about:blank")
        self._free[repr(sorted(settings.items()))].append(tab)

    @property
    def kept(self) -> list[Any]:
        """Contexts that outlive a test."""
        return [tab.context for free in self._free.values() for tab in free]


class DeskPage:
    """A page in a tab of its own. `complaints`: console errors, warnings, exceptions; `asked_elsewhere`: requests
    for anything but the page."""

    def __init__(self, tabs: Tabs, file: Path, fragment: str, **context: Any) -> None:
        self.url = file.resolve().as_uri()
        self.log = file.with_name(f"{file.stem.partition('-')[0]}.hxl")
        self.complaints: list[str] = []
        self.asked_elsewhere: list[str] = []
        self._heard_by = {"console": self._heard, "pageerror": self._failed, "request": self._asked}
        self._tabs = tabs
        self._settings = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"} | context
        self._first = tabs.take(self._settings)
        self.page = self._opened(self._first, fragment)

    def new_page(self, fragment: str) -> Any:
        """The same file opened once more, at a fragment."""
        self.page = self._opened(self._first.context.new_page(), fragment)
        return self.page

    def _opened(self, tab: Any, fragment: str) -> Any:
        for what, heard_by in self._heard_by.items():
            tab.on(what, heard_by)
        tab.goto(self.url + fragment)
        tab.wait_for_function("() => window.desk !== undefined")
        return tab

    def _failed(self, error: Any) -> None:
        self.complaints.append(str(error))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        address = request.url.partition("#")[0]
        if address != self.url and not address.startswith(("data:", "blob:")):
            self.asked_elsewhere.append(address)

    def close(self) -> None:
        """Give the tab back; what it says from now on is no longer heard."""
        for what, heard_by in self._heard_by.items():
            self._first.remove_listener(what, heard_by)
        self._tabs.give_back(self._first, self._settings)

    # ------------------------------------------------------------ what it shows
    def js(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    @property
    def seq(self) -> int:
        return int(self.js("desk.seq"))

    @property
    def line(self) -> list[int]:
        return list(self.js("desk.line"))

    @property
    def rows(self) -> list[int]:
        """Frames that the timeline lists, those out of sight and folded ones too."""
        return list(self.js("desk.timeline.listed"))

    def positions(self, seq: int | None = None) -> dict[str, str]:
        """Unit id -> label of its place, as the page has it."""
        script = """(at) => Object.fromEntries(
          [...desk.game.at(at).at].map(([p, h]) => [desk.game.pieces[p][0], desk.game.board.labels[h]]))"""
        return dict(self.js(script, self.seq if seq is None else seq))

    def combat(self, number: int) -> Any:
        """The row of a combat in the list, brought into sight."""
        self.js("(number) => { desk.combats.show(number); }", number)
        return self.page.locator(f'tr[data-combat="{number}"]')

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def rest(self) -> None:
        """Wait until the picture changes no more by itself: fonts are there, no counter is put off, two looks agree."""
        self.js("document.fonts.ready.then(() => true)")
        self.page.wait_for_function("() => (desk.map.paint(), !desk.counters.coarse && !desk.counters.late)")
        before = ""
        while (now := self.picture()) != before:
            before = now
            self.page.wait_for_timeout(100)

    def picture(self) -> str:
        """What the map canvas holds now."""
        return str(self.js("(desk.map.paint(), document.getElementById('map').toDataURL())"))
