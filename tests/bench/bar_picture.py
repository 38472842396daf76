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
from hexledger.replays.picture.png import render_png, width_of
from hexledger.replays.picture.render import render_svg
from tests.bench.material import LARGEST, games, large
from tests.bench.measure import BUSY, WALL, Plan, Row, column, interleave, once, span, spread

SQL = "select count(*) from events"


THUMB = 16
"""Pixels across of a picture that costs little more than reading its SVG."""


def rows(plan: Plan) -> Iterator[Row]:
    """Seven rows. Scene and SVG are made anew on both sides: of the large game at its end, and of each game's largest
    map as it is set up."""
    with Chronicle.read(large(plan)) as chronicle:
        yield _picture(plan, "a campaign", chronicle)
    with TemporaryDirectory(dir=plan.folder) as scratch:
        for scenario in LARGEST:
            path = Path(scratch) / f"{scenario.replace('/', '-')}.hxl"
            with Chronicle.create(path, new_genesis(scenario, seed="bench")) as chronicle:
                yield _picture(plan, scenario, chronicle)
    yield _asked_again(plan)


def _picture(plan: Plan, what: str, chronicle: Chronicle) -> Row:
    head = chronicle.timeline.head

    def svg() -> str:
        return render_svg(looks.scene_at(chronicle, head))

    def png() -> bytes:
        drawn = svg()
        return render_png(drawn, width_of(drawn))

    drawn = svg()
    read = once(lambda: render_png(drawn, THUMB))
    times = interleave((svg, png), plan.rounds, BUSY)
    ratio, low, high = spread([mine / theirs for theirs, mine in times])
    return Row(
        f"PNG of {what} / its SVG",
        span(column(times, 1)),
        span(column(times, 0)),
        ratio,
        low,
        high,
        2,
        at_least=False,
        note=f"{width_of(drawn)} pixels across; the SVG, {len(drawn) // 1024} KiB, read and drawn {THUMB} pixels "
        f"across: {span(read)}",
    )


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
