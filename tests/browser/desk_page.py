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


USUAL = {"width": 1280, "height": 720}
"""The size of a window of which nothing is said."""

FORGET = """() => {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // a page that shows an error or nothing has none
  }
}"""


def minus(text: str) -> str:
    """A signed number as the page prints it."""
    return text.replace("-", "−")


class Tabs:
    """Tabs of one browser, each used again by the next test that wants one of the same settings: a tab with a context
    of its own is a new process, which costs as much as all that the page then does. Size and colours are no reason for
    another tab: they are set anew."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self._free: dict[str, list[Any]] = {}
        self._taken: dict[Any, str] = {}

    def take(self, settings: dict[str, Any], *, online: bool = False) -> Any:
        """An empty tab with settings of Playwright's contexts; the network is off for it, unless it is `online`."""
        lasting = {name: value for name, value in settings.items() if name not in ("viewport", "color_scheme")}
        key = repr([online, sorted(lasting.items())])
        free = self._free.setdefault(key, [])
        if free:
            tab = free.pop()
        else:
            context = self.browser.new_context(**lasting)
            context.set_offline(not online)
            context.set_default_timeout(PATIENCE)
            tab = context.new_page()
        self._taken[tab] = key
        tab.set_viewport_size(settings.get("viewport", USUAL))
        tab.emulate_media(color_scheme=settings.get("color_scheme", "light"))
        return tab

    def give_back(self, tab: Any) -> None:
        """Empty it: what its page remembered is forgotten, and other tabs of its context are closed."""
        key = self._taken.pop(tab)
        for other in tab.context.pages:
            if other is not tab:
                other.close()
        tab.unroute_all(behavior="ignoreErrors")
        tab.evaluate(FORGET)
        tab.emulate_media(media="null")
        tab.goto("about:blank")
        tab.context.set_offline(not key.startswith("[True"))
        self._free[key].append(tab)

    def give_all_back(self) -> None:
        """What a test has taken and not given back."""
        for tab in list(self._taken):
            self.give_back(tab)

    @property
    def kept(self) -> list[Any]:
        """Contexts that outlive a test."""
        return [tab.context for free in self._free.values() for tab in free]


class Browser:
    """A browser as Playwright has it, whose new pages are tabs that were used before, by `Tabs`: each on its own, and
    given back when the test is over, if not before."""

    def __init__(self, launched: Any) -> None:
        self.launched = launched
        self.tabs = Tabs(launched)

    def new_page(self, **settings: Any) -> Any:
        """A tab with nothing in it, which may ask the servers of this machine."""
        return self.tabs.take(settings, online=True)

    def give_back(self, page: Any) -> None:
        """A page that is not looked at any more."""
        self.tabs.give_back(page)

    def tidy(self) -> None:
        """Close what a test has left open: a page that nobody looks at goes on asking its server, and the next test
        pays."""
        self.tabs.give_all_back()
        for context in self.launched.contexts:
            if context not in self.tabs.kept:
                context.close()


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
        self.page = tabs.take({"viewport": {"width": 1280, "height": 800}} | context)
        for what, heard_by in self._heard_by.items():
            self.page.on(what, heard_by)
        self._open(fragment)

    def open_anew(self, fragment: str) -> None:
        """Leave the page, and open the same file once more, at a fragment."""
        self.page.goto("about:blank")
        self._open(fragment)

    def _open(self, fragment: str) -> None:
        self.page.goto(self.url + fragment)
        self.page.wait_for_function("() => window.desk !== undefined")

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
            self.page.remove_listener(what, heard_by)
        self._tabs.give_back(self.page)

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
