"""The story of a game for the desk: combats, supply, victory by cause, turns and luck, as the projections tell them.

`Saga.take` follows the builder from frame to frame; `Saga.data` gives the story of every line:

combats   every combat once: `{n, f, rs, fr, turn, phase, kind, side, at, a, d, A, D, sh, col, row, thr, res, bes,
          out, lost, taken, luck, lt, rk, dice, fc, pr, sw, st, mv}`; see `_combat`
supply    every supply story once: see `_supply`
lines     head of a line -> `{combats, supply, without, scored, turned, start, causes, turns, luck, result}`; the first
          two are numbers of the rows above; `without` says by side how many units had no line when, and how many of
          them a check saw: `[side, [[frame, units] ...], [[frame, units] ...]]`; the others are rows of `replays.story`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from hexledger.engine.kernel.game import Game
from hexledger.events.frame import Frame
from hexledger.projections.combats import Combat, besides, called, lots, outcome, results
from hexledger.projections.state import State
from hexledger.projections.supply_story import Agent, Cause, Change, SupplyStory, SupplyTeller, Traced, told, without
from hexledger.projections.victory_story import Standing, VictoryStory
from hexledger.replays.dice.luck import as_pair, decimal, percent, throws
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.reader import LogReader
from hexledger.replays.story.combats import STEPS, Told, faces, fought, prospects, reckoned, strength, swings, terms
from hexledger.replays.story.luck import luck_story
from hexledger.replays.story.report import result
from hexledger.replays.story.supply import GameTracer, deed
from hexledger.replays.story.turns import turn_rows
from hexledger.replays.story.victory import scored_row, sums, teller, turned_row

Row: TypeAlias = dict[str, Any]
Faces: TypeAlias = dict[tuple[int, int], list[Row]]
"""Frame and event at which a combat's last table was read -> every face of its dice."""

MOST_LINES: Final = 12
"""Ends of what was undone whose story is told; the newest, besides every line that has a name."""


class _Line(NamedTuple):
    """What a line's frames tell by themselves: its combats, its turns, its luck."""

    frames: list[Frame]
    fights: list[Told]
    turns: Any
    luck: Row


class Saga:
    """What a log tells, followed frame by frame."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.game: Game[Any] = chronicle.game
        self._supply = SupplyTeller(GameTracer(self.game))
        self._victory = teller(self.game)
        self._changes: dict[int, tuple[Change, ...]] = {}
        self._moved: dict[int, VictoryStory] = {}
        self.faces: Faces = {}
        """Those that are known."""
        self._foretold: dict[int, _Line] = {}

    def take(
        self,
        frame: Frame,
        before: State,
        after: State,
        lines: dict[int, Any],
        conditions: Callable[[], Sequence[Standing]],
    ) -> None:
        """The next frame of the file; `lines`: the units' lines of supply after it."""
        known: dict[int, Traced] = lines
        changes = self._supply.take(frame, before, after, known)
        if changes:
            self._changes[frame.seq] = changes
        moved = self._victory.take(frame, before, after, conditions)
        if moved.scored or moved.turned or moved.start:
            self._moved[frame.seq] = moved

    def told(self) -> tuple[dict[int, tuple[Change, ...]], dict[int, VictoryStory]]:
        """What the frames taken say of supply and of victory, by frame."""
        return self._changes, self._moved

    def merge(self, changes: dict[int, tuple[Change, ...]], moved: dict[int, VictoryStory]) -> None:
        """What another saga says of frames that were not taken here."""
        self._changes |= changes
        self._moved |= moved

    # ------------------------------------------------------------ the whole
    def foretell(self, tips: Sequence[int]) -> None:
        """Tell what of the lines that end at `tips` hangs on their frames alone, for the `data` that is asked next:
        while others still look at positions and faces."""
        self._foretold = {tip: self._line(tip, self.chronicle) for tip in tips}

    def combats(self) -> dict[tuple[int, int], Combat]:
        """The combats of the lines that were told ahead and whose faces are to be told: where the last table of each
        was read -> the combat."""
        found: dict[tuple[int, int], Combat] = {}
        for one in (one for line in self._foretold.values() for one in line.fights):
            if one.combat.readings:
                at = one.combat.readings[-1].at
                found.setdefault((at.seq, at.number), one.combat)
        return found

    def _line(self, tip: int, reader: LogReader) -> _Line:
        game, frames = self.game, list(reader.frames(tip))
        thrown = throws(game, frames)
        fights = fought(game, frames, thrown)
        turns = turn_rows(game, frames, thrown, fights)
        luck = luck_story(game, frames, parts=["kinds"], thrown=thrown)
        return _Line(frames, fights, turns, {key: luck[key] for key in ("sides", "kinds")})

    def data(self, tips: Sequence[int], reader: LogReader | None = None) -> Row:
        """The story of the lines that end at `tips`. `reader`: another reader of the same log, with which one
        thread tells while another takes frames in."""
        reader = reader or self.chronicle
        fights: dict[tuple[Any, ...], int] = {}
        stories: dict[tuple[Any, ...], int] = {}
        combats: list[Row] = []
        supply: list[Row] = []
        lines: Row = {}
        foretold, self._foretold = self._foretold, {}
        for tip in tips:
            line = foretold.pop(tip, None) or self._line(tip, reader)
            mine: list[int] = []
            for one in line.fights:
                key = (one.combat.begun, one.combat.frames, len(one.combat.losses), len(one.combat.moves))
                if key not in fights:
                    fights[key] = len(combats)
                    combats.append(self._combat(one, reader))
                mine.append(fights[key])
            cut: list[int] = []
            cut_off = told(line.frames, self._changes, self.game)
            for story in cut_off:
                name = (story.piece, story.lost.seq, story.end, story.judged)
                if name not in stories:
                    stories[name] = len(supply)
                    supply.append(self._story(story))
                cut.append(stories[name])
            counted = [[one.side, one.counts, one.judged] for one in without(cut_off)]
            lines[str(tip)] = {"combats": mine, "supply": cut, "without": counted} | self._of_line(line, tip, reader)
        return {"combats": combats, "supply": supply, "lines": lines}

    def _of_line(self, line: _Line, tip: int, reader: LogReader) -> Row:
        game = self.game
        moved = [self._moved[frame.seq] for frame in line.frames if frame.seq in self._moved]
        scored = [one for story in moved for one in story.scored]
        return {
            "start": sum(story.start for story in moved),
            "scored": [scored_row(game, one) for one in scored],
            "turned": [turned_row(game, one) for story in moved for one in story.turned],
            "causes": sums(game, scored),
            "turns": line.turns,
            "luck": line.luck,
            "result": result(reader, tip),
        }

    # ------------------------------------------------------------ combats
    def _combat(self, one: Told, reader: LogReader) -> Row:
        """One combat as a row.

        n number, f frame of the declaration, rs of the die, fr all frames, at target places, a and d fighters as
        `[piece, place, steps, place after, steps after]`, A D strengths, sh the calculation of the shifts as
        `[frame, event]`, thr the dice that its table was read with, a lot as `[words, faces, values]`, res results of
        the cell, bes those reckoned besides, lost `[steps, units]` by side, taken `[place, side]`, luck of the attacker
        as a fraction and lt in words, rk calculations as `[frame, event]`, dice of those that have a lottery
        `[address, words, value, chance of this or better, [faces that are worse, alike, better]]`, fc faces (`faces`),
        pr what they promised together (`prospects`), sw swing of the attacker in steps as a fraction and st in words,
        ws that in hexes and in victory points as `[what, fraction, words]` (`swings`), mv moves `[piece, path, kind]`,
        cl whether it was fought by dice alone and no hex was at stake.
        """
        game, combat = self.game, one.combat
        read = combat.readings[-1] if combat.readings else None
        thrown = lots(combat, game)
        every = self._every_face(combat, reader)
        swing = dict(swings(game, every, combat.side))
        steps = swing.pop(STEPS, None)
        return {
            "n": combat.number,
            "f": combat.begun.seq,
            "rs": combat.resolved,
            "fr": list(combat.frames),
            "turn": game.turn(combat.turn) if combat.turn else "",
            "phase": game.word(combat.phase) if combat.phase else "",
            "kind": game.word(called(combat)),
            "side": combat.side,
            "at": list(combat.targets) or self._where(combat),
            "a": [[f.piece, f.place, f.steps, f.place_after, f.steps_after] for f in combat.attackers],
            "d": [[f.piece, f.place, f.steps, f.place_after, f.steps_after] for f in combat.defenders],
            "A": strength(game, combat, 0),
            "D": strength(game, combat, 1),
            "sh": self._shifts(combat),
            "col": game.word(read.column) if read is not None and read.column else "",
            "row": read.row if read is not None else None,
            "thr": [[game.word(lot[0].purpose), lot[0].faces, [die.value for die in lot]] for lot in thrown],
            "res": [game.word(result) for result in results(combat)],
            "bes": besides(combat, game, terms(game)),
            "out": outcome(combat),
            "cl": combat.clash and not combat.certain,
            "lost": [[combat.steps_lost(game, side), _gone(game, combat, side)] for side in self._sides()],
            "taken": [[taken.place, taken.side] for taken in combat.taken],
            "luck": as_pair(one.luck),
            "lt": decimal(one.luck) if one.throws else "",
            "rk": [[made.at.seq, made.at.number] for made in combat.reckoned],
            "dice": [
                [throw.address, game.word(throw.purpose), throw.value, percent(throw.at_least), list(throw.others)]
                for throw in one.throws
            ],
            "fc": every,
            "pr": prospects(every),
            "sw": as_pair(steps) if steps is not None else None,
            "st": decimal(steps) if steps is not None else "",
            "ws": [[what, as_pair(value), decimal(value)] for what, value in swing.items()],
            "mv": [[went.piece, list(went.path), game.view().move_kind(went.mode)] for went in combat.moves],
        }

    def _shifts(self, combat: Combat) -> list[int] | None:
        made = reckoned(self.game, combat, 2)
        return [made.at.seq, made.at.number] if made is not None else None

    def _sides(self) -> range:
        return range(1, len(self.game.sides) + 1)

    def _where(self, combat: Combat) -> list[int]:
        """Where a table was read without a declaration: where units were lost."""
        return list(dict.fromkeys(loss.place for loss in combat.losses if loss.place >= 0))

    def _every_face(self, combat: Combat, reader: LogReader) -> list[Row]:
        if not combat.readings:
            return []
        at = combat.readings[-1].at
        if (at.seq, at.number) not in self.faces:
            self.faces[at.seq, at.number] = faces(reader, combat)
        return self.faces[at.seq, at.number]

    # ------------------------------------------------------------ supply
    def _story(self, story: SupplyStory) -> Row:
        """p piece, f frame of the loss, at place, st standing, line the line that it had, closed its closed places, why
        causes `[kind, number, words, path]`, both: only together; entered; j verdicts `[frame, event, words]`, e frame
        of the end, how, why2."""
        game, lost, end = self.game, story.lost, story.end
        row: Row = {
            "p": story.piece,
            "f": lost.seq,
            "at": lost.place,
            "st": lost.standing,
            "was": lost.before,
            "rule": lost.rule,
            "turn": game.turn(lost.turn) if lost.turn else "",
            "what": lost.what,
            "line": list(lost.line),
            "closed": list(lost.closed),
            "why": self._causes(lost.cause, story.piece),
            "both": bool(lost.cause and lost.cause.jointly),
            "j": [[one.at.seq, one.at.number, game.word(one.status)] for one in story.judged],
        }
        if end is not None:
            row |= {"e": end.seq, "how": end.what, "why2": self._causes(end.cause, story.piece)}
        return row

    def _causes(self, cause: Cause | None, piece: int) -> list[Row]:
        return [self._cause(agent, piece) for agent in cause.agents] if cause is not None else []

    def _cause(self, agent: Agent, piece: int) -> Row:
        row: Row = {"k": agent.kind, "n": agent.number, "t": deed(self.game, agent, piece)}
        if agent.path:
            row["path"] = list(agent.path)
        return row


def _gone(game: Game[Any], combat: Combat, side: int) -> int:
    return sum(loss.gone for loss in combat.losses if game.piece_side(loss.piece) == side)
