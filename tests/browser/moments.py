"""The pictures of docs/review-desk.md: `python -m tests.browser.moments` plays the games and takes them anew.

    python -m tests.browser.moments [--folder DIR] [--into DIR] [NAME ...]

With --folder, games and pages that lie there are used (`caen.hxl`, `europe.hxl`), and new ones are kept there.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click

from tests.browser.desk_page import ARGUMENTS
from tests.browser.small_png import small
from tests.replays.viewer.games import branched, europe, page_of

MOST = 240_000
"""Bytes of a picture."""
MAKERS = {"caen": branched, "europe": europe}


class Moment(NamedTuple):
    """A picture: its name, the game, and JavaScript that gives the fragment of its address; then what is done."""

    name: str
    game: str
    fragment: str
    then: str = ""
    size: tuple[int, int] = (1280, 800)
    dark: bool = False


_FIGHT = """((least, from) => {
  const many = (seq) => (desk.game.frames[seq].ar ?? []).filter(([kind]) => kind === 'attack').length;
  const seq = desk.line.find((s) => s >= from && many(s) >= least && desk.game.frames[s].e.some((e) => e.x?.at));
  return `#at=${seq}.${desk.game.frames[seq].e.find((e) => e.x?.at).n}`;
})"""
_TURN = """((name, more) => {
  const seq = desk.line.find((s) => desk.game.when(s).turn === name && more(s));
  return `#at=${seq}`;
})"""
_SHORT_MOVES = "(s) => (desk.game.frames[s].ar?.[0] ?? []).length > 3 && desk.game.frames[s].w.length < 40"
_MOVES = "(s) => (desk.game.frames[s].ar ?? []).length"

_COMBAT = """((wanted) => {
  const all = desk.story.line(desk.tip).combats;
  const one = all.find(wanted) ?? all[0];
  return `#at=${one.rs}&list=combats&when=`;
})"""
_NOTES = """(async () => {
  const place = (label) => desk.game.findPlace(label);
  const write = async (seq, text, chapter, draw) => {
    desk.go(seq);
    await desk.note(false, text, { by: "Ann", to: "all", chapter, draw });
  };
  const way = ["E2337", "E2237", "E2137"].map(place);
  const drawn = [["arrow", ...way], ["ring", place("E2138")]];
  await write(35, "Both flanks at once: the reserve can go one way only.", "1 The plan", drawn);
  await write(123, "Caen falls here.", "2 Caen", [["ring", place("E1837")]]);
  desk.show("notes");
  desk.review.go(0);
})()"""
_STEP = "(desk.go(desk.line[95]), desk.goInStep(desk.game.heads['what-if']), desk.map.frame([...desk.map.shown.held]))"
_SUPPLY = """(() => {
  const told = desk.story.line(desk.tip).supply;
  const came = (one) => one.why.some((agent) => (agent.path ?? []).length > 1);
  const wide = (one) => one.closed.length && one.j.length && one.line.length > 4 && came(one);
  desk.showSupply(told.find(wide) ?? told[0]);
})()"""
_REPORT = "desk.report.drawn.then(() => 1)"
WIDE, LAPTOP, PHONE = (1440, 900), (1280, 720), (390, 844)

MOMENTS = (
    Moment(
        "combat",
        "europe",
        f"{_COMBAT}((c) => c.a.length > 3 && c.fc.length > 4 && c.taken.length) + 'before'",
        size=WIDE,
    ),
    Moment("combat-after-dark", "caen", f"{_COMBAT}((c) => c.mv.length > 3) + 'after'", size=WIDE, dark=True),
    Moment("combats", "europe", f"{_COMBAT}((c) => c.n > 70 && c.lt && c.a.length) + 'before'", size=LAPTOP),
    Moment("supply", "europe", "'#at=600&list=supply'", _SUPPLY, size=WIDE),
    Moment("two-lines", "caen", "'#at=60&tab=lines'", _STEP, size=WIDE),
    Moment("report", "europe", "'#at=600&list=report'", _REPORT, size=WIDE),
    Moment("notes-dark", "caen", "'#at=20'", _NOTES, size=WIDE, dark=True),
    Moment("zoc-dark", "caen", "'#at=88&show=zoc&tab=hex&hex=E2138'", size=LAPTOP, dark=True),
    Moment(
        "tracks-and-control",
        "europe",
        f"{_TURN}('December II', {_SHORT_MOVES}) + '&show=control&tab=tracks'",
        "desk.map.fit()",
        size=LAPTOP,
    ),
    Moment(
        "unit-history",
        "caen",
        "'#at=90&tab=unit&unit=3_cdn_9&show=supply'",
        "(desk.chooseHex(desk.game.findPlace('E2136')), desk.show('unit'))",
        size=LAPTOP,
    ),
    Moment("phone", "europe", f"{_FIGHT}(2, 300)", size=PHONE),
    Moment("phone-dark", "caen", f"{_COMBAT}((c) => c.mv.length > 2) + 'before'", size=PHONE, dark=True),
)


def take(moments: Sequence[Moment], folder: Path, into: Path) -> None:
    """Write the picture of each moment."""
    from playwright.sync_api import sync_playwright

    path = next(found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for moment in moments:
            file = into / f"desk-{moment.name}.png"
            file.write_bytes(small(_shot(browser, moment, _page(moment.game, folder)), MOST))
            click.echo(f"{file} ({file.stat().st_size // 1024} KiB)")
        browser.close()


def _page(game: str, folder: Path) -> Path:
    log, page = folder / f"{game}.hxl", folder / f"{game}.html"
    if not log.exists():
        MAKERS[game](log)
    if not page.exists():
        page_of(log, page)
    return page


def _shot(browser: Any, moment: Moment, page: Path) -> bytes:
    width, height = moment.size
    scale = 2 if width < 500 else 1
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if moment.dark else "light",
        device_scale_factor=scale,
    )
    context.set_offline(True)
    fragment = ""
    for look in (lambda tab: tab.evaluate(moment.fragment), lambda tab: tab.evaluate(moment.then or "0")):
        tab = context.new_page()
        tab.goto(page.resolve().as_uri() + fragment)
        tab.wait_for_function("() => window.desk !== undefined")
        fragment = look(tab) or fragment
    tab.wait_for_timeout(600)
    tab.evaluate("document.getElementById('said').hidden = true")
    picture: bytes = tab.screenshot()
    context.close()
    return picture


@click.command()
@click.argument("names", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), default=Path("docs/images"))
def main(names: tuple[str, ...], folder: Path | None, into: Path) -> None:
    """Take the pictures of the review desk anew (or only those NAMED)."""
    chosen = [moment for moment in MOMENTS if not names or moment.name in names]
    with TemporaryDirectory() as scratch:
        take(chosen, folder or Path(scratch), into)


if __name__ == "__main__":
    main()
