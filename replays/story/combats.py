"""Combats in words: one row a combat for lists, and a card that answers why it ended as it did.

Everything is read from `projections.combats`; the faces of the die that were not rolled are worked out by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from hexledger.engine.kernel.game import Game
from hexledger.engine.table.outcomes import outcomes
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.address import address
from hexledger.projections.combat_record import combat_brief, combat_words
from hexledger.projections.combats import At, Combat, Fighter, Fights, ReadTable, Sum, combats, outcome
from hexledger.projections.combats import find as combat_of
from hexledger.projections.combats import reckoned as reckoned_of
from hexledger.projections.combats import strength as strength_of
from hexledger.projections.explain import explain
from hexledger.projections.phrases import phrases
from hexledger.projections.state import OFF_MAP
from hexledger.replays.dice.luck import Throw, as_pair, decimal, percent, throws
from hexledger.replays.log.reader import LogReader
from hexledger.replays.whatif.fan_text import branch_lines, ways_text
from hexledger.replays.whatif.fanout import Branch, fan_of, losses_of

Row = dict[str, Any]


class Told(msgspec.Struct, frozen=True):
    """A combat with the dice of it that have a lottery."""

    combat: Combat
    throws: tuple[Throw, ...]

    @property
    def luck(self) -> Fraction:
        """Luck of the attacker with all of them."""
        return sum(
            (throw.luck if throw.lottery.side == self.combat.side else -throw.luck for throw in self.throws),
            Fraction(0),
        )


def terms(game: Game[Any]) -> Fights:
    """What the game says of its combats."""
    view = game.view()
    return Fights(view.fight_begins, view.fights | view.fires, sums=view.fight_sums)


def fought(game: Game[Any], line: Sequence[Frame], thrown: Sequence[Throw] | None = None) -> list[Told]:
    """Every combat of a line (genesis first); `thrown`: its dice, where they are known already. O(events)."""
    by_address = {throw.address: throw for throw in (throws(game, line) if thrown is None else thrown)}
    found = []
    for combat in combats(line, game, terms(game)):
        dice = [by_address.get(address(die.at.seq, die.at.number)) for die in combat.dice]
        found.append(Told(combat, tuple(throw for throw in dice if throw is not None)))
    return found


def find(told: Iterable[Told], frame: int) -> Told | None:
    """The combat that a frame belongs to: the one declared or resolved in it, else the last that goes on in it."""
    told = list(told)
    combat = combat_of((one.combat for one in told), frame)
    return next((one for one in told if one.combat is combat), None)


def told_at(chronicle: LogReader, seq: int) -> Row | None:
    """The combat that a decision belongs to on the line that goes on from it, in one sentence: `number frame frames
    text`; None for none."""
    game, timeline = chronicle.game, chronicle.timeline
    ahead = timeline.path(timeline.head)
    line = list(chronicle.frames(timeline.head if seq in ahead else seq))
    combat = combat_of(combats(line, game, terms(game)), seq)
    if combat is None:
        return None
    table = phrases()
    said = "; ".join([combat_words(combat, game, table), *combat_brief(combat, game, terms(game), table)])
    frames = list(combat.frames)
    return {"number": combat.number, "frame": combat.begun.seq, "frames": frames, "text": f"{combat.number}, {said}"}


# ---------------------------------------------------------------------- rows
def row(game: Game[Any], told: Told) -> Row:
    """One combat for a list: `number frame resolved turn side target attackers defenders attack
    defence shifts column row die results outcome lost luck taken`; `lost` is steps by side."""
    combat = told.combat
    read = combat.readings[-1] if combat.readings else None
    die = next((die for die in reversed(combat.dice) if read is not None and die.at < read.at), None)
    return {
        "number": combat.number,
        "frame": combat.begun.seq,
        "resolved": combat.resolved if read is not None else None,
        "frames": list(combat.frames),
        "turn": combat.turn,
        "turn_name": game.turn(combat.turn) if combat.turn else "",
        "phase": game.word(combat.phase) if combat.phase else "",
        "kind": game.word(combat.kind) if combat.kind else "",
        "side": game.side(combat.side),
        "targets": [game.place_in_full(place) for place in combat.targets],
        "attackers": [_fighter(game, one) for one in combat.attackers],
        "defenders": [_fighter(game, one) for one in combat.defenders],
        "attack": strength(game, combat, 0),
        "defence": strength(game, combat, 1),
        "shifts": strength(game, combat, 2),
        "column": game.word(read.column) if read is not None else "",
        "row": read.row if read is not None else None,
        "die": die.value if die is not None else None,
        "faces": die.faces if die is not None else None,
        "results": [game.word(result) for result in read.results] if read is not None else [],
        "outcome": outcome(combat),
        "lost": [
            {"side": game.side(side), "steps": combat.steps_lost(game, side), "units": _gone(game, combat, side)}
            for side in range(1, len(game.sides) + 1)
        ],
        "taken": [{"place": game.place_in_full(one.place), "side": game.side(one.side)} for one in combat.taken],
        "scored": [
            {
                "track": game.word(one.track),
                "side": game.side(one.side) if one.side else None,
                "before": one.before,
                "after": one.after,
            }
            for one in combat.scored
        ],
        "luck": as_pair(told.luck),
        "luck_text": decimal(told.luck) if told.throws else "",
    }


def strength(game: Game[Any], combat: Combat, which: int) -> str:
    """What the attackers (0) or defenders (1) came to, or the shifts or DRM (2); empty where it was not reckoned."""
    return strength_of(combat, which, game, terms(game))


def reckoned(game: Game[Any], combat: Combat, which: int) -> Sum | None:
    """The last calculation of a kind (see `strength`) before the table was read."""
    return reckoned_of(combat, which, game, terms(game))


def _gone(game: Game[Any], combat: Combat, side: int) -> int:
    return sum(loss.gone for loss in combat.losses if game.piece_side(loss.piece) == side)


def _fighter(game: Game[Any], one: Fighter) -> Row:
    gone = one.place_after == OFF_MAP
    return {
        "piece": game.piece(one.piece),
        "unit": game.piece_name(one.piece),
        "place": game.place(one.place) if one.place != OFF_MAP else None,
        "steps": one.steps,
        "place_after": None if gone else game.place(one.place_after),
        "steps_after": 0 if gone else one.steps_after,
        "gone": gone,
    }


# ---------------------------------------------------------------------- the card
def card(chronicle: LogReader, told: Told) -> Row:
    """A combat with its reckoning, every face of its last die, and what followed: `row` and `reckoning outcomes
    dice decisions`."""
    game, combat = chronicle.game, told.combat
    return row(game, told) | {
        "dice": [_die(game, throw) for throw in told.throws],
        "reckoning": _reckoning(chronicle, combat),
        "outcomes": _faces(chronicle, combat),
        "decisions": _decisions(chronicle, combat),
    }


def _die(game: Game[Any], throw: Throw) -> Row:
    return {
        "address": throw.address,
        "for": game.word(throw.purpose),
        "value": throw.value,
        "faces": len(throw.lottery.ranks),
        "side": game.side(throw.lottery.side),
        "this_or_better": as_pair(throw.at_least),
        "this_or_better_text": percent(throw.at_least),
        "luck_text": decimal(throw.luck),
    }


def _reckoning(chronicle: LogReader, combat: Combat) -> list[Row]:
    """The calculations of its course, each line with its rule, as `explain` gives them."""
    game = chronicle.game
    wanted = {address(one.at.seq, one.at.number) for one in combat.reckoned}
    found: list[Row] = []
    for seq in dict.fromkeys(one.at.seq for one in combat.reckoned):
        line = list(chronicle.frames(seq))
        steps = explain(line, seq, game, game.decide_text)["steps"]
        found += [step for step in steps if step["address"] in wanted]
    return found


def _faces(chronicle: LogReader, combat: Combat) -> list[Row]:
    """Every face of the die that the last table was read with: its chance, and what it would have brought at once."""
    if not combat.readings:
        return []
    game, read = chronicle.game, combat.readings[-1]
    die = _die_of(chronicle, read.at)
    if die < 0:
        return []
    fan = fan_of(chronicle, read.at.seq, {die}, only=True)
    return [_face(game, branch, die) for branch in sorted(fan.branches, key=lambda branch: _first(branch, die))]


def faces(chronicle: LogReader, combat: Combat) -> list[Row]:
    """Every face of the die that the last table was read with, equal ones together: `values chance chance_text results
    lost happened`; `lost`: steps by side at once, what is chosen later not yet among them."""
    game = chronicle.game
    die = _die_of(chronicle, combat.readings[-1].at) if combat.readings else -1
    if die < 0:
        return []
    read = combat.readings[-1]
    frame = chronicle.frame(read.at.seq)
    if frame.kind != DECISION:
        return []
    before = chronicle.state(frame.parent)
    rolled = [_shown(event) for event in frame.events if isinstance(event, ev.Rolled | ev.Drawn)]
    decision: Any = chronicle.decision(frame.seq)
    digest = chronicle.frame(frame.parent).digest
    found = outcomes(game, before, digest, frame.actor, decision, vary={die}, rolled=rolled, only=True)
    rows: dict[tuple[Any, ...], Row] = {}
    for one in found:
        value = one.rolls[die].value
        results = _read(game, one.draft.events, read, die)
        lost = tuple((row.side, row.steps) for row in losses_of(game, before, one.draft.events))
        entry = rows.setdefault(
            (results, lost),
            {"values": [], "chance": Fraction(0), "results": list(results), "lost": list(map(list, lost))},
        )
        entry["values"].append(value)
        entry["chance"] += one.chance
        entry["happened"] = entry.get("happened", False) or value == rolled[die]
    for entry in rows.values():
        entry["values"].sort()
        entry["chance_text"] = percent(entry["chance"])
        entry["chance"] = as_pair(entry["chance"])
    return sorted(rows.values(), key=lambda entry: entry["values"][0])


def die_swing(rows: Sequence[Row], side: int) -> Fraction | None:
    """What the face that came brought `side` beside what its die brings on the average: steps that the others lost at
    once less its own, exact. None where the faces are not known. `rows`: see `faces`."""
    mean = came = Fraction(0)
    seen = False
    for row in rows:
        balance = sum(steps if loser != side else -steps for loser, steps in row["lost"])
        mean += Fraction(*map(int, row["chance"])) * balance
        if row["happened"]:
            came, seen = Fraction(balance), True
    return came - mean if seen else None


def _shown(event: ev.Rolled | ev.Drawn) -> int:
    return event.value if isinstance(event, ev.Rolled) else event.token


def _read(game: Game[Any], events: Sequence[ev.Event], read: ReadTable, die: int) -> tuple[str, ...]:
    """What the table said that was read after so many rolls."""
    rolls = -1
    for event in events:
        if isinstance(event, ev.Rolled | ev.Drawn):
            rolls += 1
        elif isinstance(event, ev.Resolved) and event.table == read.table and rolls >= die:
            return tuple(game.word(result) for result in event.results)
    return ()


def _first(branch: Branch, die: int) -> int:
    return min(way[die].value for way in branch.rolls if die < len(way))


def _die_of(chronicle: LogReader, at: At) -> int:
    """Which roll of its frame a table was read with, counted from 0: the last one before it; -1 for none."""
    events = chronicle.frame(at.seq).events[: at.number - 1]
    return sum(isinstance(event, ev.Rolled | ev.Drawn) for event in events) - 1


def _face(game: Game[Any], branch: Branch, die: int) -> Row:
    return {
        "chance": as_pair(branch.chance),
        "chance_text": percent(branch.chance),
        "values": sorted({way[die].value for way in branch.rolls if die < len(way)}),
        "dice": ways_text(game, branch.rolls),
        "happened": branch.happened,
        "results": list(branch.results),
        "follows": branch_lines(game, branch),
    }


def _decisions(chronicle: LogReader, combat: Combat) -> list[Row]:
    """Its decisions in order, each with what it brought, as the record tells them."""
    from hexledger.projections.record import events_text

    game = chronicle.game
    rows = []
    for seq in combat.frames:
        frame = chronicle.frame(seq)
        before = chronicle.state(frame.parent)
        words = game.decide_text(frame.decision, before)
        rows.append(
            {
                "frame": seq,
                "side": game.side(frame.actor),
                "decision": words,
                "outcome": events_text(frame, game, before, "narrative", words=words),
            }
        )
    return rows
