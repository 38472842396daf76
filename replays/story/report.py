"""A game in one report: result and why, victory by cause, decisive combats, luck, losses, supply, turn by turn.

Everything is read from the projections; `report_html` draws it as one page that prints on A4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hexledger.engine.kernel.game import Game
from hexledger.events.frame import ADJOURNMENT, Frame
from hexledger.events.model import DICE_MODES
from hexledger.events.showing import one_line
from hexledger.projections.combats import outcome
from hexledger.replays.log.reader import LogReader
from hexledger.replays.log.told import end_line, ended_at
from hexledger.replays.story.combats import Told, card, fought
from hexledger.replays.story.luck import luck_story
from hexledger.replays.story.supply import stories, supply_row
from hexledger.replays.story.turns import turn_rows, weight
from hexledger.replays.story.victory import by_cause, conditions

Row = dict[str, Any]

DECISIVE: Final = 6
"""Combats that the report shows whole."""


def decisive(told: Sequence[Told], most: int = DECISIVE) -> list[Told]:
    """The combats that weighed most, in order of play."""
    heaviest = sorted(told, key=lambda one: (-weight(one), one.combat.number))[:most]
    return sorted((one for one in heaviest if weight(one)), key=lambda one: one.combat.number)


def report_data(chronicle: LogReader, seq: int, watch: Callable[[int, int], None] | None = None) -> Row:
    """The report of the line that ends at frame `seq`: `game result victory combats decisive luck losses supply turns`.
    `watch`: told how many frames of how many are done in what takes longest, the lines of supply."""
    game = chronicle.game
    frames = list(chronicle.frames(seq))
    told = fought(game, frames)
    turns = turn_rows(game, frames, told=told)
    return {
        "game": _game(chronicle, seq),
        "result": result(chronicle, seq),
        "victory": by_cause(game, frames),
        "combats": _combats(game, told),
        "decisive": [card(chronicle, one) for one in decisive(told)],
        "luck": luck_story(game, frames),
        "losses": _losses(game, turns),
        "supply": [supply_row(game, story) for story in stories(game, frames, watch=watch)],
        "turns": turns,
    }


def _game(chronicle: LogReader, seq: int) -> Row:
    game, genesis = chronicle.game, chronicle.genesis
    return {
        "title": game.title,
        "scenario": game.edition.scenarios[genesis.scenario].title,
        "players": [{"side": side, "name": one_line(name)} for side, name, _ in genesis.players],
        "edition": chronicle.edition_kind,
        "dice": DICE_MODES[chronicle.book.mode],
        "rules": genesis.rules_version,
        "log": one_line(genesis.log_id),
        "frame": seq,
        "digest": chronicle.frame(seq).digest.hex(),
    }


def result(chronicle: LogReader, seq: int) -> Row:
    """How a line ended or stands at a frame, and why: `over winner level text turn_name when if_now conditions`,
    `text` about an end that somebody has put to it, the last as rows of `side wanted now holds points rule`."""
    game, state = chronicle.game, chronicle.state(seq)
    shown = game.view().victory(game.position(state))
    who = (game.side(state.winner) if state.winner else "draw") if state.over else None
    over, level, ended = state.over, game.word(state.level) if state.over else "", ended_at(chronicle, seq)
    if ended is not None and ended.end.what != ADJOURNMENT:
        over, level = True, one_line(ended.end.level)
        who = game.side(ended.end.winner) if ended.end.winner else "draw"
    return {
        "over": over,
        "winner": who,
        "level": level,
        "text": end_line(chronicle, ended) if ended is not None else None,
        "turn_name": game.turn(state.turn) if state.turn else "",
        "when": shown.when,
        "if_now": shown.if_now,
        "conditions": [
            {
                "side": game.side(row.side) if row.side else None,
                "wanted": row.wanted,
                "now": row.now,
                "holds": row.holds,
                "points": row.points,
                "rule": row.rule,
            }
            for row in conditions(game, state)
        ],
    }


def _combats(game: Game[Any], told: Sequence[Told]) -> list[Row]:
    """Sums by attacker: `side combats cleared held lost`, `lost` in steps by side."""
    rows = []
    for side in range(1, len(game.sides) + 1):
        mine = [one for one in told if one.combat.side == side and one.combat.readings]

        rows.append(
            {
                "side": game.side(side),
                "combats": len(mine),
                "cleared": sum(outcome(one.combat) == "cleared" for one in mine),
                "held": sum(outcome(one.combat) == "held" for one in mine),
                "lost": [
                    {
                        "side": game.side(loser),
                        "steps": sum(one.combat.steps_lost(game, loser) for one in mine),
                    }
                    for loser in range(1, len(game.sides) + 1)
                ],
            }
        )
    return rows


def _losses(game: Game[Any], turns: Sequence[Row]) -> list[Row]:
    """By side: `side steps units`, of the whole game."""
    found = []
    for side in range(1, len(game.sides) + 1):
        rows = [row for turn in turns for row in turn["lost"] if row["side"] == game.side(side)]
        units = sum(row["units"] for row in rows)
        found.append({"side": game.side(side), "steps": sum(row["steps"] for row in rows), "units": units})
    return found


def turn_ends(turns: Sequence[Row], frames: Sequence[Frame]) -> list[tuple[Row, int]]:
    """Each turn with the last of the line's frames in it."""
    on = {frame.seq for frame in frames}
    return [(turn, turn["last"]) for turn in turns if turn["last"] in on]
