"""The season's report as one page that prints on A4."""

from __future__ import annotations

from typing import Any

from hexledger.events.numbers import counted
from hexledger.events.showing import html_text as _
from hexledger.replays.story.paper import bare, paper, table

Row = dict[str, Any]


def season_html(data: Row, title: str) -> str:
    """The page of `season.season`; games may have a `verdict` besides, what the audit says."""
    games, players = data["games"], data["players"]
    over = sum(game["winner"] is not None for game in games)
    parts = [
        f"<header><h1>{_(title)}</h1><p class='soft'>{counted(len(games), 'game')}, {over} of them over; "
        f"{counted(len(players), 'player')}; {counted(len(data['scenarios']), 'scenario')}</p></header>",
        "<h2>Players</h2>",
        _players(players),
        "<p class='soft'>A win is a point, a draw a half. Steps: taken from the enemy, and lost. Luck: the exact sum "
        "over all dice that a table or a test read, 0 on average; luckier than: the share of seasons with the same "
        "dice that would have been less lucky.</p>",
        _luck_plot(players),
        "<h2>Balance of scenarios</h2>",
        _scenarios(data["scenarios"]),
        "<p class='soft'>Shares of the games that are over, with intervals of 95 % (Wilson).</p>",
        "<h2>Games</h2>",
        _games(games),
    ]
    return paper(
        f"{title} - report", parts, "Every number is worked out again from the logs by <code>hexledger report</code>."
    )


def _players(players: list[Row]) -> str:
    heads = (
        "player",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        "open",
        "steps taken",
        "lost",
        "dice",
        "luck",
        "luckier than",
    )
    rows = [
        [
            _(row["player"]),
            f"{row['points']:g}",
            *(str(row[name]) for name in ("games", "won", "drawn", "lost", "open", "taken", "paid")),
            str(row["dice"] or 0),
            _(row["luck"] or "-"),
            _(row["percentile"] or "-"),
        ]
        for row in players
    ]
    return table(heads, rows, len(heads) - 1)


def _luck_plot(players: list[Row]) -> str:
    """The luck of each player beside its deviation, drawn where the library that draws is there."""
    from hexledger.replays.whatif.plots import COLOURS, NoPlots, sheet, svg

    known = [row for row in players if row["luck"] is not None]
    if not known:
        return ""
    try:
        with sheet("Luck of the season") as (figure, axes):
            figure.set_size_inches(9.0, 1.2 + 0.32 * len(known))
            places = range(len(known))
            spread = [float(row["deviation"]) for row in known]
            axes.barh(places, [2 * one for one in spread], 0.8, [-one for one in spread], color="#e4e4e4")
            axes.barh(places, [float(row["luck"]) for row in known], 0.4, color=COLOURS[0])
            axes.axvline(0, color="#000000", linewidth=0.8)
            axes.set_yticks(places, [row["player"] for row in known])
            axes.margins(y=0.02)
            axes.invert_yaxis()
            axes.grid(axis="y", visible=False)
            axes.set_xlabel("sum of luck; grey: one standard deviation to either side")
            return f"<div class='plot'>{bare(svg(figure))}</div>"
    except NoPlots:
        return ""


def _scenarios(scenarios: list[Row]) -> str:
    rows = [
        [
            _(f"{row['game']}: {row['scenario']}"),
            "<br>".join(
                f"{_(side['side'].capitalize())} {side['times']} "
                f"({100 * side['share']:.0f} %, {100 * side['low']:.0f} to {100 * side['high']:.0f})"
                for side in row["sides"]
            )
            if row["over"]
            else "",
            "<br>".join(f"{one['games']} {_(_verdict(one['winner'], one['level']))}" for one in row["levels"]),
            str(row["draws"]),
            str(row["games"] - row["over"]),
            str(row["games"]),
        ]
        for row in scenarios
    ]
    return table(("scenario", "won by", "verdicts", "draws", "not over", "games"), rows, 3)


def _verdict(winner: str | None, level: str) -> str:
    if winner is None:
        return "not over"
    who = "draw" if winner == "draw" else winner.capitalize()
    return who if not level or level == who else f"{who}: {level}"


def _seat(side: str, player: str) -> str:
    return side.capitalize() if player == side else f"{side.capitalize()}: {player}"


def _games(games: list[Row]) -> str:
    verified = any(game.get("verdict") for game in games)
    heads = ["game", "players", "result", *(["audit"] if verified else []), "turn", "decisions", "undone"]
    rows = [
        [
            f"{_(game['game'])}: {_(game['scenario'])}<br>"
            f"<span class='soft'>{_(game['file'])}, {_(game['dice'])} dice</span>",
            _(", ".join(_seat(side, player) for side, player in game["players"].items())),
            _(_verdict(game["winner"], game["level"])),
            *([_(game.get("verdict", ""))] if verified else []),
            str(game["turns"]),
            str(game["decisions"]),
            str(game["undone"]),
        ]
        for game in games
    ]
    return table(heads, rows, 3)
