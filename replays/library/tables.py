"""Logs as tables in DuckDB: from there to Arrow, pandas or polars, none of which is needed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events.frame import Frame
from hexledger.events.model import Reckoned
from hexledger.projections import warehouse
from hexledger.projections.address import address, parse_address
from hexledger.projections.combats import CombatFinder, called, outcome, results, thrown
from hexledger.projections.turns import Turns, TurnSummary
from hexledger.projections.warehouse_rows import calculation_lines
from hexledger.projections.warehouse_tables import TABLES
from hexledger.replays.dice.luck import Throw, Throws
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.reader import LogReader
from hexledger.replays.log.times import spent
from hexledger.replays.story.combats import Told, faces, terms, with_dice
from hexledger.replays.story.supply import stories, supply_row
from hexledger.replays.story.turns import luck_by_turn
from hexledger.replays.viewer.notes import audience, read_notes

if TYPE_CHECKING:
    import duckdb

    from hexledger.engine.kernel.game import Game

Row: TypeAlias = tuple[str, dict[str, Any]]


def connect(games: Iterable[Chronicle]) -> duckdb.DuckDBPyConnection:
    """A connection in memory with one table for each of `TABLES`, holding these games whole, undone decisions included
    (`standing` tells them apart). The caller closes it."""
    import duckdb

    with TemporaryDirectory(prefix="hexledger-") as name:
        folder = Path(name)
        warehouse.build(folder, [game_of(chronicle) for chronicle in games])
        connection = duckdb.connect(":memory:")
        for table in TABLES:
            connection.execute(f"CREATE TABLE {table} AS {warehouse.select_of(folder, table)}")
    return connection


def game_of(chronicle: LogReader) -> warehouse.Game:
    """A log as a warehouse takes it: leaf hashes of its frames; of the line that stands the turns, and the combats with
    their modifiers and dice; of the file the notes beside it. Supply and outcomes of combats are worked out when asked
    for.
    """
    size, game = len(chronicle.timeline), chronicle.game
    frames = [chronicle.frame(seq) for seq in range(size)]
    leaves = [chronicle.ledger.leaf(seq).hex() for seq in range(size)]
    names: Any = game
    told = _Told(game)
    return warehouse.Game(
        chronicle.genesis,
        frames,
        names,
        game.decide_text,
        leaves,
        (told.throws, told.combats, told.turns),
        chain(told.rows(frames), _times(game, frames), _notes(chronicle, leaves)),
        chain(_supply(chronicle), _outcomes(chronicle, told)),
        chronicle.edition_kind,
    )


class _Told:
    """What is told of the line that stands in the course of the walk over a log, and is there after it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.throws, self.combats, self.turns = Throws(game), CombatFinder(game, terms(game)), Turns(game)

    @cached_property
    def fought(self) -> list[Told]:
        """The combats, with their dice."""
        return with_dice(self.combats.found, self.throws.found)

    def rows(self, frames: Sequence[Frame]) -> Iterator[Row]:
        """The rows of the tables that are made of it."""
        game, dice = self.game, self.throws.found
        yield from _combats(game, self.fought)
        yield from _modifiers(game, frames, self.fought)
        yield from (("luck", _die(game, throw)) for throw in dice)
        yield from _turns(game, self.turns.summaries(self.combats.found), dice)


def _combats(game: Game[Any], told: Sequence[Told]) -> Iterator[Row]:
    """The combats of the list of combats, as rows of the warehouse."""
    for one in told:
        combat = one.combat
        read = combat.readings[-1] if combat.readings else None
        dice = thrown(combat, game)
        yield (
            "combats",
            {
                "seq": combat.begun.seq,
                "address": address(combat.begun.seq),
                "number": combat.number,
                "resolved": combat.resolved if read is not None else None,
                "turn": combat.turn,
                "phase": game.word(combat.phase) if combat.phase else "",
                "kind": game.word(called(combat)),
                "side": game.side(combat.side),
                "targets": [game.place_in_full(place) for place in combat.targets],
                "attackers": [game.piece_name(fighter.piece) for fighter in combat.attackers],
                "defenders": [game.piece_name(fighter.piece) for fighter in combat.defenders],
                "odds": game.word(read.column) if read is not None and read.column else "",
                "faces": [die.faces for die in dice],
                "dice": [die.value for die in dice],
                "results": [game.word(result) for result in results(combat)],
                "outcome": outcome(combat),
                "lost": {game.side(side): combat.steps_lost(game, side) for side in range(1, len(game.sides) + 1)},
                "taken": [game.place_in_full(taken.place) for taken in combat.taken],
                "luck": float(one.luck),
            },
        )


def _turns(game: Game[Any], turns: Sequence[TurnSummary], dice: Sequence[Throw]) -> Iterator[Row]:
    """The turns of the list of turns, as rows of the warehouse."""
    luck = luck_by_turn(dice)
    for turn in turns:
        mine = luck.get(turn.turn, {})
        yield (
            "turns",
            {
                "seq": turn.first,
                "address": address(turn.first),
                "turn": turn.turn,
                "turn_name": game.turn(turn.turn),
                "first": turn.first,
                "last": turn.last,
                "decisions": {game.side(side): count for side, count in turn.decisions},
                "combats": len(turn.combats),
                "lost": {game.side(side): steps for side, steps, _ in turn.lost},
                "gone": {game.side(side): units for side, _, units in turn.lost},
                "taken": [game.place(place) for place, _, _ in turn.taken],
                "luck": {game.side(side): float(mine[side]) for side in sorted(mine)},
            },
        )


def _modifiers(game: Any, frames: Sequence[Frame], told: Sequence[Told]) -> Iterator[Row]:
    """The lines of the calculations of each combat."""
    for one in told:
        combat = one.combat
        for made in combat.reckoned:
            event = frames[made.at.seq].events[made.at.number - 1]
            assert isinstance(event, Reckoned), "a calculation of a combat"
            for line in calculation_lines(event, game) if event.lines else ():
                yield (
                    "modifiers",
                    {
                        **line,
                        "seq": made.at.seq,
                        "address": address(made.at.seq, made.at.number),
                        "combat": combat.number,
                        "turn": combat.turn,
                        "side": game.side(combat.side),
                    },
                )


def _die(game: Any, throw: Throw) -> dict[str, Any]:
    """A die with its luck, and the luck of its other faces in the same parts."""
    lottery, below = throw.lottery, len(throw.lottery.ranks)
    spread = [lottery.lead(face) for face in range(below)]
    return {
        "seq": parse_address(throw.address)[0],
        "address": throw.address,
        "turn": throw.turn,
        "side": game.side(lottery.side),
        "about": game.word(throw.purpose),
        "value": throw.value,
        "luck": spread[throw.face] / below,
        "above": spread[throw.face],
        "below": below,
        "spread": spread,
    }


def _times(game: Any, frames: Sequence[Frame]) -> Iterator[Row]:
    """What passed until each frame that ends a side's time."""
    for one in spent(frames):
        side = game.side(one.side) if one.side else None
        where = {"seq": one.seq, "address": address(one.seq)}
        yield "times", {**where, "side": side, "seconds": one.milliseconds / 1000}


def _notes(chronicle: LogReader, leaves: Sequence[str]) -> Iterator[Row]:
    """The notes beside the log, on frames that it has."""
    places = {leaf[:32]: seq for seq, leaf in enumerate(leaves)}
    for name, note in read_notes(chronicle.path, chronicle.genesis.log_id).items():
        leaf, _, event = name.partition(".")
        seq = places.get(leaf)
        where = None if seq is None else address(seq, int(event)) if event else address(seq)
        said = {"mark": note["mark"], "author": note.get("by") or None, "audience": audience(note)}
        yield "notes", {"seq": seq, "address": where, **said, "text": note["text"]}


def _supply(chronicle: LogReader) -> Iterator[Row]:
    """The supply stories of the line that stands."""
    game = chronicle.game
    for story in stories(game, list(chronicle.frames(chronicle.timeline.head))):
        told = supply_row(game, story)
        kept = ("turn", "phase", "piece", "unit", "side", "place", "standing", "entered", "jointly", "ended", "how")
        yield (
            "supply",
            {
                **{name: told[name] for name in (*kept, "rule", "text")},
                "seq": told["lost"],
                "address": address(told["lost"]),
                "causes": [cause["text"] for cause in told["causes"]],
                "by_units": [cause["unit"] for cause in told["causes"] if cause["unit"]],
                "judged": [one["address"] for one in told["judged"]],
                "ended_turn": chronicle.state(told["ended"]).turn if told["ended"] is not None else None,
            },
        )


def _outcomes(chronicle: LogReader, told: _Told) -> Iterator[Row]:
    """Every way in which the last table of each combat could have been read."""
    game = chronicle.game
    for one in told.fought:
        combat = one.combat
        if not combat.readings:
            continue
        read = combat.readings[-1]
        every = faces(chronicle, combat, ends=False)
        for face in every:
            above, below = map(int, face["chance"])
            yield (
                "outcomes",
                {
                    "seq": read.at.seq,
                    "address": address(read.at.seq, read.at.number),
                    "combat": combat.number,
                    "turn": combat.turn,
                    "side": game.side(combat.side),
                    "odds": game.word(read.column),
                    "lot": face["lot"],
                    "lots": every[-1]["lot"],
                    "about": face["for"],
                    "results": face["results"],
                    "values": face["values"],
                    "happened": face["happened"],
                    "chance": above / below,
                    "above": above,
                    "below": below,
                },
            )
