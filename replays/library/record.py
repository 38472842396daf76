"""A log as a program sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from hexledger.engine.kernel.decisions import Decision
from hexledger.events import model as ev
from hexledger.events.frame import GENESIS, KINDS, Frame
from hexledger.events.numbers import counted
from hexledger.projections.account import account
from hexledger.projections.address import address
from hexledger.projections.combats import At, outcome, results
from hexledger.projections.phrases import phrases
from hexledger.projections.tracks import tracks
from hexledger.replays.library.rows import Calculation, Combat, CutOff, Decided, Line, Point, Unit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import Told, fought
from hexledger.replays.story.supply import stories, supply_row

if TYPE_CHECKING:
    import duckdb

    from hexledger.engine.kernel.game import Game


class Record:
    """A game as its log holds it: the decisions that stand, and every position of them. Nothing here writes.

    Use it as a context manager, or `close()` it. Frames are numbers in the file; a position belongs to a decision that
    stands or was undone (`positions` gives those that stand, `position` any).
    """

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle

    def close(self) -> None:
        """Let the file go."""
        self._chronicle.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        missing = self._chronicle.left_out
        part = "" if missing is None else f", {missing.brief}"
        return f"<{self.game}/{self.scenario}, {counted(len(self.decisions), 'decision')}{part}>"

    # ------------------------------------------------------------ what it is
    @property
    def path(self) -> Path:
        """The file."""
        return self._chronicle.path

    @property
    def left_out(self) -> str:
        """What of the file, or of the file that it was salvaged from, is not here, in a sentence; empty for nothing."""
        missing = self._chronicle.left_out
        return "" if missing is None else missing.sentence

    @property
    def rules(self) -> Game[Any]:
        """The rulebook module and its edition: counters, board, words, rules."""
        return self._chronicle.game

    @property
    def game(self) -> str:
        """Id of the game (`june_6`)."""
        return self._chronicle.genesis.game

    @property
    def scenario(self) -> str:
        """Id of the scenario."""
        return self._chronicle.genesis.scenario

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the sides."""
        return self.rules.sides

    @property
    def players(self) -> dict[str, str]:
        """Side -> name of its player, where the log names one."""
        return {self.rules.side(side): name for side, name, _ in self._chronicle.genesis.players}

    @property
    def over(self) -> bool:
        """True when somebody has won, or it is a draw."""
        return self._chronicle.state().over

    @property
    def winner(self) -> str:
        """Side that has won; `nobody` for a draw, empty while the game is on."""
        state = self._chronicle.state()
        return self.rules.side(state.winner) if state.over else ""

    @property
    def level(self) -> str:
        """How it ended, in words; empty while the game is on."""
        state = self._chronicle.state()
        return self.rules.word(state.level) if state.over else ""

    # ------------------------------------------------------------ the line
    @cached_property
    def _line(self) -> tuple[Frame, ...]:
        return tuple(self._chronicle.frames(self._chronicle.timeline.head))

    @cached_property
    def decisions(self) -> tuple[Decided, ...]:
        """The decisions that stand, in order, without the set-up."""
        return tuple(self._decided(frame) for frame in self._line if frame.kind != GENESIS)

    def _decided(self, frame: Frame) -> Decided:
        game, before = self.rules, self._chronicle.state(frame.parent)
        decision = self._chronicle.decision(frame.seq)
        return Decided(
            frame=frame.seq,
            side=game.side(frame.actor),
            kind=decision.kind() if isinstance(decision, Decision) else KINDS[frame.kind],
            text=game.codec.to_text(decision) if isinstance(decision, Decision) else "",
            words=game.decide_text(frame.decision, before) if isinstance(decision, Decision) else KINDS[frame.kind],
            turn=before.turn,
            turn_name=game.turn(before.turn) if before.turn else "",
            phase=game.word(before.phase),
            events=len(frame.events),
        )

    def position(self, frame: int | None = None) -> Position:
        """The position after a frame; without one, as it is now."""
        seq = self._chronicle.timeline.head if frame is None else frame
        return Position(self._chronicle, self._chronicle.place(seq))

    def positions(self) -> Iterator[Position]:
        """The position after the set-up and after every decision that stands."""
        return (Position(self._chronicle, frame.seq) for frame in self._line)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Pieces in play now, in the order of the counters."""
        return self.position().units

    @cached_property
    def tracks(self) -> tuple[Point, ...]:
        """Every value that a track or variable took on the line, in order."""
        points = [
            Point(
                frame=point["seq"],
                address=point["address"],
                turn=point["turn"],
                track=row["track"],
                name=row["name"],
                side=row["side"] or "",
                value=point["value"],
                text=point["text"],
                rule=point["rule"],
            )
            for row in tracks(self._line, self.rules)
            for point in row["points"]
        ]
        return tuple(sorted(points, key=lambda point: _order(point.address)))

    @cached_property
    def combats(self) -> tuple[Combat, ...]:
        """Every combat of the line that came to its table, whole: who fought, the dice, what was reckoned, what it
        brought."""
        return tuple(self._combat(one) for one in fought(self.rules, self._line) if one.combat.readings)

    def _combat(self, told: Told) -> Combat:
        game, combat = self.rules, told.combat
        read = combat.readings[-1]
        event = self._event(read.at)
        made = (self._event(one.at) for one in combat.reckoned)
        return Combat(
            frame=read.at.seq,
            address=address(read.at.seq, read.at.number),
            frames=combat.frames,
            turn=combat.turn,
            side=game.side(combat.side),
            table=game.word(read.table),
            column=game.word(read.column),
            row=read.row,
            results=tuple(game.word(result) for result in results(combat)),
            rule=game.rule(getattr(event, "rule", 0)),
            dice=tuple(die.value for die in combat.dice),
            calculations=tuple(self._calculation(one) for one in made if isinstance(one, ev.Reckoned)),
            targets=tuple(game.place(place) for place in combat.targets),
            attackers=tuple(game.piece(one.piece) for one in combat.attackers),
            defenders=tuple(game.piece(one.piece) for one in combat.defenders),
            outcome=outcome(combat),
            lost={game.side(side): combat.steps_lost(game, side) for side in range(1, len(game.sides) + 1)},
            luck=told.luck,
        )

    def _event(self, at: At) -> ev.AnyEvent:
        return self._chronicle.frame(at.seq).events[at.number - 1]

    @cached_property
    def supply(self) -> tuple[CutOff, ...]:
        """Each time that a unit had no line of supply or communication, and who cut it."""
        rows = (supply_row(self.rules, story) for story in stories(self.rules, self._line))
        return tuple(
            CutOff(
                unit=row["piece"],
                side=row["side"],
                place=row["place"],
                lost=row["lost"],
                standing=row["standing"],
                causes=tuple(cause["text"] for cause in row["causes"]),
                jointly=row["jointly"],
                judged=tuple(one["address"] for one in row["judged"]),
                ended=row["ended"],
                how=row["how"],
            )
            for row in rows
        )

    def _calculation(self, event: ev.Reckoned) -> Calculation:
        game, made = self.rules, account(event, self.rules, phrases())
        lines = tuple(
            Line(game.word(label), value, game.rule(rule), part)
            for part, found in enumerate(made.parts, 1)
            for label, value, rule in found
        )
        subject = game.subject(event.kind, event.subject)
        return Calculation(game.word(event.kind), subject, event.total, lines, made.form, made.sums, made.result)

    # ------------------------------------------------------------ tables
    def tables(self) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection in memory that holds this game as tables (`decisions`, `units`, `rolls` ...)."""
        from hexledger.replays.library.tables import connect

        return connect([self._chronicle])


class Position:
    """The position after a frame."""

    def __init__(self, chronicle: Chronicle, frame: int) -> None:
        self._chronicle = chronicle
        self.frame = frame

    def __repr__(self) -> str:
        return f"<position after #{self.frame}, turn {self.turn_name or self.turn}, {len(self.units)} units>"

    @property
    def _game(self) -> Game[Any]:
        return self._chronicle.game

    @property
    def turn(self) -> int:
        """Number of the turn, 0 before the first."""
        return self._chronicle.state(self.frame).turn

    @property
    def turn_name(self) -> str:
        """Name of the turn; empty before the first."""
        return self._game.turn(self.turn) if self.turn else ""

    @property
    def phase(self) -> str:
        """Name of the phase."""
        return self._game.word(self._chronicle.state(self.frame).phase)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Pieces in play, in the order of the counters."""
        game, state = self._game, self._chronicle.state(self.frame)
        flags: dict[int, dict[str, int]] = {}
        for key in sorted(state.flags):
            mark = game.word_key(key & 0xFFFF).removeprefix("flag.")
            flags.setdefault(key >> 16, {})[mark] = state.flags[key]
        return tuple(
            Unit(
                id=game.piece(piece),
                name=game.piece_name(piece),
                side=game.side(game.piece_side(piece)),
                place=game.place(state.at[piece]),
                steps=state.steps.get(piece, 0),
                full=game.counters[piece].steps or state.steps.get(piece, 0),
                flags=flags.get(piece, {}),
            )
            for piece in sorted(state.at)
        )

    def unit(self, name: str) -> Unit | None:
        """A piece by id or printed name; None when it is not in play. UnknownName for a name that no piece has."""
        wanted = self._game.piece(self._game.find_piece(name))
        return next((unit for unit in self.units if unit.id == wanted), None)

    def stack(self, place: str) -> tuple[Unit, ...]:
        """The pieces in a hex or box."""
        label = self._game.place(self._game.find_place(place))
        return tuple(unit for unit in self.units if unit.place == label)

    @property
    def control(self) -> dict[str, str]:
        """Hex -> side that controls it, as far as the rules keep it."""
        state = self._chronicle.state(self.frame)
        return {self._game.place(place): self._game.side(side) for place, side in sorted(state.control.items())}

    @property
    def asked(self) -> str:
        """Side that is asked here, empty when the game is over."""
        prompt = self._chronicle.offer(self.frame)
        return self._game.side(prompt.side) if prompt else ""

    def choices(self) -> Iterator[str]:
        """Legal decisions here, as they would be typed."""
        if not self.asked:
            return iter(())
        return (self._game.codec.to_text(choice) for choice in self._chronicle.choices(self.frame))

    @property
    def next(self) -> Decided | None:
        """The decision that was made here on the line that stands; None at its end, and off that line."""
        line = [frame.seq for frame in self._chronicle.frames(self._chronicle.timeline.head)]
        following = line[line.index(self.frame) + 1 :] if self.frame in line else []
        return Record(self._chronicle)._decided(self._chronicle.frame(following[0])) if following else None


def _order(address: str) -> tuple[int, int]:
    frame, _, number = address.removeprefix("#").partition(".")
    return int(frame), int(number or 0)
