"""A fan as plain data, as lines of text, and as a page that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.outcomes import Thrown
from hexledger.events.showing import html_text as _
from hexledger.replays.dice.luck import as_pair, percent
from hexledger.replays.whatif.fanout import Branch, Fan, shown

Row = dict[str, Any]

STYLE: Final = Path(__file__).with_name("fan.css")
MOST_WAYS: Final = 6
"""Ways to fall that a line of text lists."""


def fan_data(game: Game[Any], fan: Fan) -> Row:
    """`frame side decision rolls branches`; chances are `[numerator, denominator]` with `chance_text` beside."""
    return {
        "frame": fan.seq,
        "side": game.side(fan.side),
        "decision": fan.text,
        "rolls": [{"for": asked_words(game, one.asked), "value": shown(game, one)} for one in fan.rolls],
        "outcomes": [_branch_data(game, branch) for branch in fan.branches],
    }


def _branch_data(game: Game[Any], branch: Branch) -> Row:
    return {
        "chance": as_pair(branch.chance),
        "chance_text": percent(branch.chance),
        "happened": branch.happened,
        "rolls": [[shown(game, one) for one in way] for way in branch.rolls],
        "results": list(branch.results),
        "losses": [{"side": game.side(lost.side), "steps": lost.steps, "units": lost.units} for lost in branch.losses],
        "changes": [dict(row) for row in branch.changes],
        "asks": branch.asks or None,
        "result": branch.over or None,
    }


def asked_words(game: Game[Any], asked: Asked) -> str:
    """What a roll was for: `combat (E2135), d6`."""
    about = game.subject(asked.purpose, asked.subject) if asked.subject >= 0 else ""
    die = f"1 of {asked.below}" if asked.tokens else f"d{asked.below}"
    return f"{game.word(asked.purpose)}{f' ({about})' if about else ''}, {die}"


def fan_lines(game: Game[Any], fan: Fan) -> Iterator[str]:
    """The fan for a terminal: what happened is marked with `*`."""
    yield f"#{fan.seq} {game.side(fan.side).capitalize()}: {fan.text}"
    for number, one in enumerate(fan.rolls, 1):
        yield f"  roll {number}: {asked_words(game, one.asked)}: {shown(game, one)}"
    always = in_any_case(fan)
    if always:
        yield "  however it falls"
        for line in always:
            yield f"           {line}"
    for branch in fan.branches:
        mark = "*" if branch.happened else " "
        yield f"{mark} {percent(branch.chance):>7}  {ways_text(game, branch.rolls)}"
        for line in branch_lines(game, branch, always):
            yield f"           {line}"


def in_any_case(fan: Fan) -> tuple[str, ...]:
    """What stands otherwise after every branch alike, in words; nothing of a fan of one branch."""
    first, *others = fan.branches
    told = [{row["text"] for row in branch.changes} for branch in others]
    return tuple(row["text"] for row in first.changes if told and all(row["text"] in texts for texts in told))


def branch_lines(game: Game[Any], branch: Branch, told: Sequence[str] = ()) -> list[str]:
    """What a branch brings: results, losses, what stands otherwise (but for what is `told` already), what is asked
    next."""
    lines = list(branch.results)
    lines += [
        f"{game.side(lost.side).capitalize()} loses {_count(lost.steps, 'step')}"
        + (f", {_count(lost.units, 'unit')} gone" if lost.units else "")
        for lost in branch.losses
    ]
    lines += [row["text"] for row in branch.changes if row["text"] not in told]
    if branch.over:
        lines.append(f"the game ends: {branch.over}")
    elif branch.asks:
        lines.append(f"then {branch.asks}")
    return lines or ["nothing changes"]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def ways_text(game: Game[Any], ways: Sequence[tuple[Thrown, ...]]) -> str:
    """The ways to fall of a branch: `0, 5 to 9`; of several rolls `3+4, 4+3 and 2 more`."""
    if all(len(way) == 1 for way in ways):
        dice = [way[0] for way in ways]
        if not any(one.asked.tokens or one.asked.printed for one in dice):
            return _ranges(sorted(one.value for one in dice))
    told = ["+".join(shown(game, one) for one in way) or "no roll" for way in ways]
    more = f" and {len(told) - MOST_WAYS} more" if len(told) > MOST_WAYS else ""
    return f"{', '.join(told[:MOST_WAYS])}{more}"


def _ranges(values: Sequence[int]) -> str:
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return ", ".join(
        str(part[0]) if len(part) == 1 else f"{part[0]}{' to ' if len(part) > 2 else ', '}{part[-1]}" for part in parts
    )


def fan_page(game: Game[Any], fan: Fan, heading: str) -> str:
    """The fan as one page: no script, nothing from elsewhere; it prints on paper."""
    rolls = "".join(f"<li>{_(asked_words(game, one.asked))}: <b>{_(shown(game, one))}</b></li>" for one in fan.rolls)
    always = in_any_case(fan)
    rows = "".join(_page_row(game, branch, always) for branch in fan.branches)
    common = f"<h2>However it falls</h2><ul>{_items(always)}</ul>" if always else ""
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>#{fan.seq}: what the dice could have brought</title><style>{style}</style></head>\n<body><main>"
        f"<header><p>{_(heading)}</p><h1>#{fan.seq} {_(game.side(fan.side).capitalize())}: {_(fan.text)}</h1></header>"
        f"<h2>What was rolled</h2><ul>{rolls}</ul>"
        f"{common}<h2>What it could have brought</h2>"
        "<table><thead><tr><th>chance</th><th>dice</th><th>what follows at once</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
        "<footer>Chances are exact; ways to fall that read the same stand in one row. The marked row is what happened. "
        f"Made by <code>hexledger fanout</code>.</footer></main></body></html>\n"
    )


def _items(lines: Sequence[str]) -> str:
    return "".join(f"<li>{_(line)}</li>" for line in lines)


def _page_row(game: Game[Any], branch: Branch, told: Sequence[str]) -> str:
    per_mille = branch.chance.numerator * 1000 // branch.chance.denominator
    mark = ' class="happened"' if branch.happened else ""
    what = _items(branch_lines(game, branch, told))
    said = "<em>what happened</em>" if branch.happened else ""
    bar = f'<div class="bar" style="width:{per_mille // 10}.{per_mille % 10}%"></div>'
    chance = f"{_(percent(branch.chance))}<small>{branch.chance}</small>"
    ways = _(ways_text(game, branch.rolls))
    return f"<tr{mark}><td>{chance}{bar}{said}</td><td>{ways}</td><td><ul>{what}</ul></td></tr>"
