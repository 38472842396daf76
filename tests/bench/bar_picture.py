"""Fast looks: a PNG of a whole campaign, and of the largest map of each game, against its SVG; a warehouse asked again
against the first time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from hexledger.cli import looks
from hexledger.cli.main import cli
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.picture.kept import Kept
from hexledger.replays.picture.png import render_png, width_of
from hexledger.replays.picture.raster import picture_png
from hexledger.replays.picture.render import render_svg
from tests.bench.material import LARGEST, games, large
from tests.bench.measure import BUSY, WALL, Plan, Row, column, interleave, span, spread

SQL = "select count(*) from events"


PLAIN = 2.0
"""Times of drawing the SVG in one go that the first picture of a board may take: what it draws besides is kept."""


def rows(plan: Plan) -> Iterator[Row]:
    """Thirteen rows. Scene and SVG are made anew on both sides: of the large game at its end, and of each game's
    largest map as it is set up. A PNG is drawn twice: where the same picture was drawn before (its board and counters
    are kept on disk, and read from there), and where nothing is kept."""
    with Chronicle.read(large(plan)) as chronicle:
        yield from _pictures(plan, "a campaign", chronicle)
    with TemporaryDirectory(dir=plan.folder) as scratch:
        for scenario in LARGEST:
            path = Path(scratch) / f"{scenario.replace('/', '-')}.hxl"
            with Chronicle.create(path, new_genesis(scenario, seed="bench")) as chronicle:
                yield from _pictures(plan, scenario, chronicle)
    yield _asked_again(plan)


def _pictures(plan: Plan, what: str, chronicle: Chronicle) -> Iterator[Row]:
    head = chronicle.timeline.head

    def svg() -> str:
        return render_svg(looks.scene_at(chronicle, head))

    with TemporaryDirectory(dir=plan.folder) as scratch:
        kept = Kept(Path(scratch) / "kept")

        def png() -> bytes:
            return picture_png(looks.scene_at(chronicle, head), kept=kept)

        drawn, first = svg(), png()
        again = interleave((svg, png), plan.rounds, BUSY)
        size = sum(file.stat().st_size for file in Path(scratch).rglob("*.drawn")) // 1024
    ratio, low, high = spread([mine / theirs for theirs, mine in again])
    yield Row(
        f"PNG of {what}, drawn before / its SVG",
        span(column(again, 1)),
        span(column(again, 0)),
        ratio,
        low,
        high,
        2,
        at_least=False,
        note=f"{width_of(drawn)} pixels across, {len(first) // 1024} KiB; {size} KiB are kept",
    )

    def cold() -> bytes:
        with TemporaryDirectory(dir=plan.folder) as empty:
            return picture_png(looks.scene_at(chronicle, head), kept=Kept(Path(empty)))

    def plain() -> bytes:
        drawn = svg()
        return render_png(drawn, width_of(drawn))

    times = interleave((plain, cold), min(plan.rounds, FIRST), BUSY)
    ratio, low, high = spread([mine / theirs for theirs, mine in times])
    against = column(times, 1) / column(again, 0)
    yield Row(
        f"first PNG of {what} / its SVG drawn in one go",
        span(column(times, 1)),
        span(column(times, 0)),
        ratio,
        low,
        high,
        PLAIN,
        at_least=False,
        note=f"nothing kept before; {against:.1f} times its SVG",
    )


FIRST = 3
"""Rounds of what is drawn from nothing."""


def _asked_again(plan: Plan) -> Row:
    logs = [str(path) for path in games(plan)]
    with TemporaryDirectory(dir=plan.folder) as scratch:
        kept = Path(scratch) / "kept"

        def ask(folder: Path) -> None:
            answer = CliRunner().invoke(cli, ["query", SQL, *logs, "--warehouse", str(folder)])
            if answer.exit_code:
                raise RuntimeError(answer.output)

        made = iter(range(1_000))
        ask(kept)
        times = interleave((lambda: ask(Path(scratch) / f"new-{next(made)}"), lambda: ask(kept)), plan.rounds, WALL)
    ratio, low, high = spread([again / first for first, again in times])
    return Row(
        "query over the same logs again / first time",
        span(column(times, 1)),
        span(column(times, 0)),
        ratio,
        low,
        high,
        0.5,
        at_least=False,
        note=f"{len(logs)} games",
    )
