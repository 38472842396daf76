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

PATIENCE = 120_000
"""Milliseconds that a page may take for what it is waited for, on a machine that does other things as well."""


class DeskPage:
    """A page in a context of its own. `complaints`: console errors, warnings, exceptions; `asked_elsewhere`: requests
    for anything but the page."""

    def __init__(self, browser: Any, file: Path, fragment: str, **context: Any) -> None:
        self.url = file.resolve().as_uri()
        self.log = file.with_name(f"{file.stem.partition('-')[0]}.hxl")
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"} | context
        )
        self.context.set_offline(True)
        self.context.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.asked_elsewhere: list[str] = []
        self.page = self.new_page(fragment)

    def new_page(self, fragment: str) -> Any:
        """The same file opened once more, at a fragment."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        page.goto(self.url + fragment)
        page.wait_for_function("() => window.desk !== undefined")
        self.page = page
        return page

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        address = request.url.partition("#")[0]
        if address != self.url and not address.startswith(("data:", "blob:")):
            self.asked_elsewhere.append(address)

    def close(self) -> None:
        self.context.close()

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
