"""Answers drawn as SVG by matplotlib (`replays.whatif.plots`): bars, one a row, or lines over the turns."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from hexledger.replays.library.questions import Question
from hexledger.replays.whatif.plots import COLOURS, STYLES, sheet, svg

MOST_BARS: Final = 40
MOST_LINES: Final = 8
LABEL: Final = 60
"""Characters of a line of a label, at most."""
LABEL_LINES: Final = 2
"""Lines of a label, at most."""
WIDE: Final = 96
"""Characters of a line of the title."""
BAR: Final = 0.28
"""Inches that a row of bars is high."""


def answer_plot(question: Question, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """The plot of an answer; what does not fit is left out, which its title says. NoPlots where matplotlib is not
    there."""
    draw = _lines if question.drawn.how == "lines" else _bars
    return draw(question, [dict(zip(columns, row, strict=True)) for row in rows])


def _label(words: Sequence[str]) -> str:
    """A row's label: each word once, in as many lines as there may be."""
    text = ", ".join(dict.fromkeys(words))
    return "\n".join(wrap(text, LABEL, max_lines=LABEL_LINES, placeholder=" …"))


def _same(rows: Sequence[dict[str, Any]], by: Sequence[str]) -> tuple[list[str], str]:
    """Columns that tell rows apart, and what all of them have in common, in words."""
    apart = [column for column in by if len({row[column] for row in rows}) > 1]
    common = (
        [str(rows[0][column]) for column in by if column not in apart and rows[0][column] not in ("", None)]
        if rows
        else []
    )
    return apart or list(by), ", ".join(common)


def _heading(question: Question, common: str, shown: int, of: int, what: str) -> str:
    more = f" (the first {shown} of {of} {what})" if shown < of else ""
    told = wrap(f"{question.about[0].upper()}{question.about[1:]}{more}", WIDE)
    return "\n".join([*told, *wrap(common, WIDE)])


def _bars(question: Question, rows: Sequence[dict[str, Any]]) -> str:
    apart, common = _same(rows, question.by)
    shown = rows[:MOST_BARS]
    numbers = question.drawn.numbers
    with sheet(_heading(question, common, len(shown), len(rows), "rows")) as (figure, axes):
        figure.set_size_inches(9.0, 1.4 + BAR * max(3, len(shown) * (1 if len(numbers) == 1 else 1.6)))
        high = 0.8 / len(numbers)
        for number, name in enumerate(numbers):
            places = [place + high * (number - (len(numbers) - 1) / 2) for place in range(len(shown))]
            axes.barh(places, [float(row[name] or 0) for row in shown], high * 0.92, color=COLOURS[number], label=name)
        axes.set_yticks(range(len(shown)), [_label(_words(row, apart)) for row in shown], fontsize=8)
        axes.margins(y=0.01)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", alpha=0.3)
        axes.set_xlabel(question.drawn.axis)
        if len(numbers) > 1:
            axes.legend(frameon=False, loc="best")
        return svg(figure)


def _words(row: dict[str, Any], columns: Sequence[str]) -> list[str]:
    return [str(row[column]) for column in columns if row[column] not in ("", None)]


def _lines(question: Question, rows: Sequence[dict[str, Any]]) -> str:
    keys = [column for column in question.by if column != "turn"]
    apart, common = _same(rows, keys)
    (name,) = question.drawn.numbers
    series: dict[tuple[str, ...], dict[int, float]] = {}
    for row in rows:
        points = series.setdefault(tuple(_words(row, apart)), {})
        points[row["turn"]] = points.get(row["turn"], 0.0) + float(row[name] or 0)
    heaviest = sorted(series, key=lambda key: (-sum(series[key].values()), key))[:MOST_LINES]
    with sheet(_heading(question, common, len(heaviest), len(series), "series")) as (figure, axes):
        from matplotlib.ticker import MaxNLocator

        figure.set_size_inches(9.0, 4.8)
        for number, key in enumerate(heaviest):
            points = series[key]
            turns = range(min(points), max(points) + 1)
            axes.plot(
                list(turns),
                [points.get(turn, 0.0) for turn in turns],
                STYLES[number // len(COLOURS) % len(STYLES)],
                color=COLOURS[number % len(COLOURS)],
                marker="o",
                markersize=3,
                label=_label(key),
            )
        axes.set_xlabel("turn")
        axes.set_ylabel(question.drawn.axis)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if heaviest:
            axes.legend(frameon=False, loc="best", fontsize=8)
        return svg(figure)
