"""Fast looks: a PNG of a whole campaign against its SVG; a warehouse asked again against the first time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from hexledger.cli import looks
from hexledger.cli.main import cli
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.picture.png import render_png, width_of
from hexledger.replays.picture.render import render_svg
from tests.bench.material import games, large
from tests.bench.measure import BUSY, WALL, Plan, Row, column, interleave, span, spread

SQL = "select count(*) from events"


def rows(plan: Plan) -> Iterator[Row]:
    """Two rows. The picture is that of the large game at its end, scene and SVG made anew on both sides."""
    yield _picture(plan)
    yield _asked_again(plan)


def _picture(plan: Plan) -> Row:
    with Chronicle.read(large(plan)) as chronicle:
        head = chronicle.timeline.head

        def svg() -> str:
            return render_svg(looks.scene_at(chronicle, head))

        def png() -> bytes:
            drawn = svg()
            return render_png(drawn, width_of(drawn))

        times = interleave((svg, png), plan.rounds, BUSY)
    ratio, low, high = spread([mine / theirs for theirs, mine in times])
    return Row(
        "PNG of a campaign / its SVG",
        span(column(times, 1)),
        span(column(times, 0)),
        ratio,
        low,
        high,
        2,
        at_least=False,
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
