"""Plots as SVG, drawn by matplotlib (the extra `hexledger[plots]`); the same data, the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from hexledger.replays.errors import ReplayError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = dict[str, Any]

COLOURS: Final = ("#2b5c9e", "#a3392f", "#3e7d4f", "#8a6d1f")
"""One for each side, told apart without colour by their line styles too."""

STYLES: Final = ("-", "--", "-.", ":")
SIZE: Final = (9.0, 4.2)
"""Inches."""


class NoPlots(ReplayError):
    """The library that draws is not installed."""


@contextmanager
def sheet(title: str) -> Iterator[tuple[Figure, Axes]]:
    """An empty plot with a title. NoPlots where matplotlib is not there."""
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPlots("plots are drawn by matplotlib: install `hexledger[plots]`") from error
    fonts: Any = {"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10, "svg.hashsalt": "hexledger"}
    with rc_context(fonts):
        figure = Figure(figsize=SIZE, layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        # over the whole figure: beside long labels the axes are narrow
        figure.suptitle(title, x=0.005, horizontalalignment="left", fontsize=11)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", alpha=0.3)
        yield figure, axes


def svg(figure: Figure) -> str:
    """The plot as SVG, without a date or anything else that is not of the data."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "hexledger"})
    return out.getvalue()


def swing_plot(data: Row, title: str) -> str:
    """The chance of victory over the game (`swing.swings`): a line a side with its interval, turns on the axis."""
    moments = data["moments"]
    frames = [row["frame"] for row in moments]
    with sheet(title) as (figure, axes):
        for number, chance in enumerate(moments[0]["chances"] if moments else ()):
            shares = [100 * row["chances"][number]["share"] for row in moments]
            colour, style = COLOURS[number % len(COLOURS)], STYLES[number % len(STYLES)]
            axes.plot(frames, shares, style, color=colour, marker="o", markersize=3, label=chance["side"].capitalize())
            known = [row for row in moments if "low" in row["chances"][number]]
            low = [100 * row["chances"][number]["low"] for row in known]
            high = [100 * row["chances"][number]["high"] for row in known]
            axes.fill_between([row["frame"] for row in known], low, high, color=colour, alpha=0.12, linewidth=0)
        axes.set_ylim(0, 100)
        axes.set_ylabel("chance of victory, %")
        axes.set_xlabel("frame of the log; a draw counts half; shaded: interval of 95 %")
        _turns(axes, moments)
        axes.legend(frameon=False, loc="best")
        return svg(figure)


def _turns(axes: Axes, moments: list[Row]) -> None:
    """A thin line where each turn begins, with its name above."""
    seen = None
    for row in moments:
        if row["turn"] != seen:
            seen = row["turn"]
            axes.axvline(row["frame"], color="#00000030", linewidth=0.8, zorder=0)
            axes.annotate(
                str(seen),
                (row["frame"], 1),
                xycoords=("data", "axes fraction"),
                fontsize=8,
                xytext=(2, -2),
                textcoords="offset points",
                va="top",
                color="#555555",
            )
