"""The report as one page: no script, nothing from elsewhere, made to be printed on A4."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, Final

from hexledger.events.numbers import counted
from hexledger.events.showing import html_text as _
from hexledger.replays.log.reader import LogReader
from hexledger.replays.story.minimap import MiniMaps
from hexledger.replays.story.paper import bare, paper, table
from hexledger.replays.story.report import report_data, turn_ends

Row = dict[str, Any]

_FONTS: Final = re.compile(r"@font-face\s*\{[^}]*\}")
MOST_CAUSES: Final = 18
MOST_STORIES: Final = 24
AROUND: Final = 2
"""Hexes around the target of a combat that its pictures show."""


def report_html(chronicle: LogReader, seq: int, verdict: str = "", data: Row | None = None) -> str:
    """The report of the line that ends at frame `seq`. `verdict`: what the audit says, in words; `data`: that of
    `report_data`, where it is known."""
    data = report_data(chronicle, seq) if data is None else data
    game = data["game"]
    title = f"{game['title']}: {game['scenario']}"
    players = ", ".join(f"{row['side'].capitalize()}: {row['name']}" for row in game["players"] if row["name"])
    parts = [
        f"<header><h1>{_(title)}</h1><p class='soft'>{_(players)}{'; ' if players else ''}{_(game['dice'])} dice, "
        f"{_(game['edition'])} edition, rules {_(game['rules'])}{f'; {_(verdict)}' if verdict else ''}</p></header>",
        _result(data["result"]),
        _victory(data),
        _fights(data),
        "<h2>Combats that decided</h2>",
        *(_combat(chronicle, row) for row in data["decisive"]),
        _luck(data["luck"]),
        _supply(data["supply"]),
        _turns(chronicle, seq, data["turns"]),
    ]
    footer = (
        f"Log {_(game['log'])}, frame {game['frame']}, digest {_(game['digest'])}. "
        "Every number is worked out again from the log by <code>hexledger report</code>; #57 is frame 57."
    )
    return paper(f"{title} - report", parts, footer)


def _side(name: str | None) -> str:
    return _(name.capitalize()) if name else ""


# ---------------------------------------------------------------------- result, victory
def _result(result: Row) -> str:
    if result["over"]:
        who = "A draw" if result["winner"] == "draw" else f"{_side(result['winner'])}"
        head = f"{who}: {_(result['level'])}" if result["level"] else who
        said = f"The game ended in {_(result['turn_name'])}."
    else:
        head = f"Not over; if it were decided now: {_(result['if_now'] or 'not said')}"
        said = f"It stands in {_(result['turn_name'])}."
    if result["text"]:
        said = f"In {_(result['turn_name'])} {_(result['text'])}."
    rows = [
        ["holds" if row["holds"] else "missing", _side(row["side"]), _(row["wanted"]), _(row["now"]), _(row["rule"])]
        for row in result["conditions"]
        if row["holds"] or len(result["conditions"]) <= 16
    ]
    left_out = len(result["conditions"]) - len(rows)
    more = f"<p class='soft'>{left_out} conditions that do not hold are not listed.</p>" if left_out else ""
    when = f"<p class='soft'>Decided {_(result['when'])}.</p>" if result["when"] else ""
    why = table(("", "side", "condition", "as it stands", "rule"), rows) if rows else ""
    return f"<p class='verdict'>{head}</p><p>{said}</p><h2>Why</h2>{when}{why}{more}"


def _victory(data: Row) -> str:
    causes = data["victory"]["causes"]
    if not causes:
        turned = [row for row in data["victory"]["conditions"] if row["holds"] is not None]
        rows = [
            [f"#{row['frame']}", _(row["turn_name"]), _(row["wanted"]), "holds" if row["holds"] else "holds no more"]
            for row in turned[-MOST_CAUSES:]
        ]
        return f"<h2>How its conditions changed</h2>{table(('', 'turn', 'condition', ''), rows)}" if rows else ""
    named = {turn["turn"]: turn["turn_name"] for turn in data["turns"]}
    rows = [
        [
            _side(row["side"]),
            _(row["cause"]),
            _("; ".join(f"{named.get(turn, turn)} {points:+d}" for turn, points in row["turns"][:8])),
            f"{row['points']:+d}",
        ]
        for row in causes[:MOST_CAUSES]
    ]
    start = data["victory"]["start"]
    begun = [["", "at the start", "", f"{start:+d}"]] if start else []
    total = f"<p>In all {data['victory']['points']:+d}.</p>"
    causing = table(("side", "cause", "when", "points"), begun + rows, 1)
    return f"<h2>Victory by cause</h2>{_points_plot(data)}{causing}{total}"


def _points_plot(data: Row) -> str:
    """The points over the game, drawn where the library that draws is there."""
    from hexledger.replays.whatif.plots import COLOURS, NoPlots, sheet, svg

    changes = data["victory"]["changes"]
    frames = [0, *(row["frame"] for row in changes), data["game"]["frame"]]
    values = [data["victory"]["start"], *(row["total"] for row in changes), data["victory"]["points"]]
    try:
        with sheet("Points over the game") as (figure, axes):
            figure.set_size_inches(9.0, 2.6)
            axes.step(frames, values, where="post", color=COLOURS[0])
            for turn in data["turns"]:
                axes.axvline(turn["first"], color="#00000020", linewidth=0.8, zorder=0)
            axes.set_xlabel("frame of the log; a line where each turn begins")
            return f"<div class='plot'>{bare(svg(figure))}</div>"
    except NoPlots:
        return ""


# ---------------------------------------------------------------------- combats
def _fights(data: Row) -> str:
    heads = (
        "attacker",
        "combats",
        "hex cleared",
        "held",
        *(f"{row['side'].capitalize()} steps lost" for row in data["losses"]),
    )
    rows = [
        [_side(row["side"]), str(row["combats"]), str(row["cleared"]), str(row["held"])]
        + [str(lost["steps"]) for lost in row["lost"]]
        for row in data["combats"]
    ]
    whole = [[_side(row["side"]), str(row["steps"]), str(row["units"])] for row in data["losses"]]
    return (
        f"<h2>Combats and losses</h2><div class='two'>{table(heads, rows, len(heads) - 1)}"
        f"{table(('all losses', 'steps', 'units gone'), whole, 2)}</div>"
    )


def _combat(chronicle: LogReader, row: Row) -> str:
    where = ", ".join(row["targets"]) or "-"
    odds = f"{_(row['attack'])} v {_(row['defence'])}, " if row["attack"] and row["defence"] else ""
    result = ", ".join([", ".join(row["results"]).replace(":,", ":") or "no effect", *row["besides"]])
    die = f"{_(row['dice_text'])}: " if row["thrown"] else ""
    lost = ", ".join(f"{_side(one['side'])} {one['steps']}" for one in row["lost"] if one["steps"]) or "nobody"
    luck = f"; attacker's luck {_(row['luck_text'])}" if row["luck_text"] else ""
    several = len({face["for"] for face in row["outcomes"]}) > 1
    faces = "".join(
        f"<li{' class=happened' if face['happened'] else ''}>{_(face['for']) + ' ' if several else ''}"
        f"{_(face['dice'])}: {_(_brought(face['results']))} ({_(face['chance_text'])})</li>"
        for face in row["outcomes"]
    )
    return (
        f"<section class='combat'><h3>#{row['frame']} {_side(row['side'])} at {_(where)}, {_(row['turn_name'])}</h3>"
        f"<p>{_names(row['attackers'])} v {_names(row['defenders'])}</p>"
        f"<p>{odds}<b>{_(row['column'])}</b>; {die}<b>{_(result)}</b>; steps lost: {lost}; "
        f"{_(row['outcome'])}{luck}</p>"
        f"<ul class='faces'>{faces}</ul>{_promised(row)}{_pictures(chronicle, row)}</section>"
    )


def _promised(row: Row) -> str:
    """What its dice promised to the end of the combat, and what they brought beside that."""
    parts = []
    for one in row["chances"]:
        said = [f"hex cleared {one['cleared_text']}"] if one["cleared"] is not None else []
        said += [f"{loss['side'].capitalize()} any loss {loss['chance_text']}" for loss in one["losses"]]
        if said:
            lot = f" by the {one['for']}" if len(row["chances"]) > 1 else ""
            parts.append(f"promised{lot}: {', '.join(said)}{'' if one['whole'] else ' …'}")
    if row["swing"]:
        parts.append("swing " + ", ".join(f"{one['swing_text']} {one['of']}" for one in row["swing"]))
    return f"<p>{_('; '.join(parts))}</p>" if parts else ""


def _brought(results: Sequence[str]) -> str:
    """What the last table said, and what was reckoned of it: the results of a face from there on."""
    at = max((at for at, text in enumerate(results) if ": " in text), default=0)
    return "; ".join([text.partition(": ")[2] or text for text in results[at:]]) or "no effect"


def _names(fighters: Sequence[Row]) -> str:
    shown = [_(one["unit"]) + (" ✕" if one["gone"] else "") for one in fighters[:10]]
    more = f" and {len(fighters) - 10} more" if len(fighters) > 10 else ""
    return f"{', '.join(shown) or 'nobody'}{more}"


def _pictures(chronicle: LogReader, row: Row) -> str:
    """The board around the target before the declaration and after the last decision."""
    from hexledger.replays.picture.board_scene import scene_of
    from hexledger.replays.picture.render import render_svg
    from hexledger.replays.picture.scene import near
    from hexledger.replays.picture.sheet import PictureOptions

    centre = row["targets"][0].split(" ")[0] if row["targets"] else ""
    drawn = []
    moments = (("before", chronicle.frame(row["frame"]).parent), ("after", row["frames"][-1]))
    for words, seq in moments:
        scene = scene_of(chronicle.game, chronicle.state(seq))
        if not any(hex_.label == centre for hex_ in scene.hexes):
            return ""
        picture = render_svg(scene, PictureOptions(view=near(scene, centre, AROUND), panel=False))
        data = b64encode(_FONTS.sub("", picture).encode()).decode("ascii")
        drawn.append(
            f'<figure><img alt="{_(centre)} {words} the combat" src="data:image/svg+xml;base64,{data}">'
            f"<figcaption>{words}</figcaption></figure>"
        )
    return f"<div class='pictures'>{''.join(drawn)}</div>"


# ---------------------------------------------------------------------- luck, supply, turns
def _luck(luck: Row) -> str:
    rows = [
        [
            _side(row["side"]),
            str(row["throws"]),
            _(row["luck_text"]),
            _(row["deviation"]),
            _(row["as_good_or_better_text"]),
        ]
        for row in luck["sides"]
    ]
    kinds = [
        [_side(row["side"]), _(row["kind"]), str(row["throws"]), _(row["luck_text"]), _(row["percentile_text"])]
        for row in sorted(luck["kinds"], key=lambda row: (row["side"], -row["throws"]))
    ]
    return (
        "<h2>Luck of the dice</h2><p class='soft'>The luck of a die is the chance of worse less the chance of better; "
        "0 is average whatever the odds were.</p>"
        f"{table(('side', 'dice', 'luck', 'standard deviation', 'as lucky or luckier'), rows, 4)}"
        f"{table(('side', 'dice for', 'dice', 'luck', 'luckier than'), kinds, 3)}"
    )


def _supply(rows: Sequence[Row]) -> str:
    seen = [row for row in rows if row["judged"]]
    if not rows:
        return "<h2>Supply</h2><p>No unit was cut off.</p>"
    items = "".join(
        f"<li>{_side(row['side'])} <b>{_(row['unit'])}</b> ({_(row['turn_name'])}): {_(row['text'])}</li>"
        for row in seen[:MOST_STORIES]
    )
    more = f"<p class='soft'>and {len(seen) - MOST_STORIES} more.</p>" if len(seen) > MOST_STORIES else ""
    head = f"<p>{counted(len(rows), 'time a unit', 'times a unit')} had no line; a check saw {len(seen)} of them:</p>"
    return f"<h2>Supply</h2>{head}<ul>{items}</ul>{more}"


def _turns(chronicle: LogReader, seq: int, turns: Sequence[Row]) -> str:
    maps = MiniMaps(chronicle.game, chronicle.state(seq))
    shown = []
    for turn, last in turn_ends(turns, list(chronicle.frames(seq))):
        lost = ", ".join(f"{_side(row['side'])} −{row['steps']}" for row in turn["lost"]) or "no losses"
        named = [row["place"] for row in turn["taken"]]
        taken = f"; {counted(len(named), 'hex changed', 'hexes changed')} hands" if named else ""
        where = [chronicle.game.find_place(one.split(" ")[0]) for row in turn["decisive"] for one in row["targets"]]
        picture = maps.at(chronicle.state(last), f"the board at the end of {_(turn['turn_name'])}", where)
        shown.append(
            f"<figure>{picture}<figcaption><b>{_(turn['turn_name'])}</b> (#{last}): {turn['combats']} combats, "
            f"{lost}{taken}</figcaption></figure>"
        )
    key = ", ".join(
        f"{'Squares' if number == 1 else 'discs'}: {_side(name)}" for number, name in enumerate(chronicle.game.sides, 1)
    )
    return (
        f"<h2>Turn by turn</h2><p class='soft'>The board at the end of each turn. {key}; ringed: the combats that "
        f"weighed most.</p>{maps.land()}<div class='maps'>{''.join(shown)}</div>"
    )
