"""Combats in words: one row a combat for lists, and a card that answers why it ended as it did.

Everything is read from `projections.combats`; the faces of the die that were not rolled are worked out by the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from hexledger.engine.kernel.game import Game
from hexledger.engine.table.outcomes import Thrown, outcomes
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.address import address
from hexledger.projections.combat_record import combat_brief, combat_words
from hexledger.projections.combats import (
    Combat,
    Die,
    Fighter,
    Fights,
    ReadTable,
    Sum,
    besides,
    called,
    combats,
    lots,
    outcome,
    reckoned_results,
    results,
    thrown,
)
from hexledger.projections.combats import find as combat_of
from hexledger.projections.combats import reckoned as reckoned_of
from hexledger.projections.combats import strength as strength_of
from hexledger.projections.explain import explain
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import dice_values, dice_words
from hexledger.projections.state import OFF_MAP
from hexledger.replays.dice.luck import Throw, as_pair, decimal, percent, throws
from hexledger.replays.log.reader import LogReader
from hexledger.replays.story.endings import Answered, ended, ending, own_events, until_over
from hexledger.replays.whatif.fan_text import branch_lines, in_any_case
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
    return Fights(
        view.fight_begins | view.fight_certain,
        view.fights | view.fires,
        sums=view.fight_sums,
        results=view.fight_results,
        certain=view.fight_certain,
        clashes=view.clashes,
        decides=view.clash_decides,
        aims=view.fire_aims,
    )


def fought(game: Game[Any], line: Sequence[Frame], thrown: Sequence[Throw] | None = None) -> list[Told]:
    """Every combat of a line (genesis first); `thrown`: its dice, where they are known already. O(events)."""
    return with_dice(combats(line, game, terms(game)), throws(game, line) if thrown is None else thrown)


def with_dice(fought: Iterable[Combat], thrown: Iterable[Throw]) -> list[Told]:
    """Combats of a line, each with its dice."""
    by_address = {throw.address: throw for throw in thrown}
    found = []
    for combat in fought:
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
    defence shifts column row thrown dice_text dice_values results besides outcome lost luck taken`.

    `lost` is steps by side, `thrown` the dice that its table was read with (`for value faces`), `results` what is
    printed in the cell, `besides` what was reckoned of it and the dice that is a result of its own: hits.
    """
    combat = told.combat
    read = combat.readings[-1] if combat.readings else None
    dice = thrown(combat, game)
    return {
        "number": combat.number,
        "frame": combat.begun.seq,
        "resolved": combat.resolved if read is not None else None,
        "frames": list(combat.frames),
        "turn": combat.turn,
        "turn_name": game.turn(combat.turn) if combat.turn else "",
        "phase": game.word(combat.phase) if combat.phase else "",
        "kind": game.word(called(combat)),
        "side": game.side(combat.side),
        "targets": [game.place_in_full(place) for place in combat.targets],
        "attackers": [_fighter(game, one) for one in combat.attackers],
        "defenders": [_fighter(game, one) for one in combat.defenders],
        "attack": strength(game, combat, 0),
        "defence": strength(game, combat, 1),
        "shifts": strength(game, combat, 2),
        "column": game.word(read.column) if read is not None and read.column else "",
        "row": read.row if read is not None else None,
        "thrown": [{"for": game.word(die.purpose), "value": die.value, "faces": die.faces} for die in dice],
        "dice_text": dice_words(dice, game) if dice else "",
        "dice_values": dice_values(lots(combat, game)),
        "results": [game.word(result) for result in results(combat)],
        "besides": besides(combat, game, terms(game)),
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
    """A combat with its reckoning, every face of the dice that its table was read with, and what followed: `row` and
    `reckoning outcomes ends chances swing dice decisions`; `dice` are those that have a lottery, `ends` how it ends
    with each face (`faces`), `chances` what the dice promised (`prospects`), `swing` what they brought beside that
    (`swings`)."""
    game, combat = chronicle.game, told.combat
    every = faces(chronicle, combat)
    return row(game, told) | {
        "dice": [_die(game, throw) for throw in told.throws],
        "reckoning": _reckoning(chronicle, combat),
        "outcomes": _faces(chronicle, combat),
        "ends": [_end(game, face) for face in every],
        "chances": [_chance(game, one) for one in prospects(every)],
        "swing": [
            {"of": what, "swing": as_pair(value), "swing_text": decimal(value)}
            for what, value in swings(game, every, combat.side)
        ],
        "decisions": _decisions(chronicle, combat),
    }


def _end(game: Game[Any], face: Row) -> Row:
    """A face of `faces`, with sides by their names; `lost` are steps to the end of the combat."""
    kept = ("lot", "for", "values", "chance", "chance_text", "results", "besides", "happened", "cleared", "whole")
    return {name: face[name] for name in kept} | {
        "dice": face["text"],
        "lost": [{"side": game.side(side), "steps": steps} for side, steps in face["after"]],
        "scored": [{"side": game.side(side), "points": points} for side, points in face["points"]],
    }


def _chance(game: Game[Any], found: Row) -> Row:
    """A lot of `prospects`, with sides by their names."""
    average = {side: (steps, text) for side, steps, text in found["average"]}
    return {name: found[name] for name in ("lot", "for", "cleared", "cleared_text", "whole")} | {
        "losses": [
            {
                "side": game.side(side),
                "chance": chance,
                "chance_text": text,
                "average": average[side][0],
                "average_text": average[side][1],
            }
            for side, chance, text in found["hurt"]
        ]
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
    """Every face of each lot of dice that the last table was read with: its chance, and what it would have brought at
    once; the other lots as they fell."""
    game, rows = chronicle.game, []
    for lot, rolls in _lots_of(chronicle, combat):
        fan = fan_of(chronicle, combat.resolved, rolls, only=True)
        ways = [tuple(_ways(branch.rolls, rolls)) for branch in fan.branches]
        order = sorted(range(len(ways)), key=lambda at: min(map(sum, ways[at])))
        always = in_any_case(fan)
        rows += [_face(game, fan.branches[at], lot, ways[at], shared_sums(ways), always) for at in order]
    return rows


def faces(chronicle: LogReader, combat: Combat, *, ends: bool = True) -> list[Row]:
    """Every face of the dice that the last table was read with, lot after lot (see `lots`) with the others as they
    fell, equal ones together: `lot for dice values text chance chance_text results besides lost cleared whole after
    points happened`.

    lot      number of the lot, from 1; the chances of a lot add up to 1
    dice     how many dice it has; `values` are their sums, `text` says them
    lost     steps by side at once, what is chosen later not yet among them, nor what follows the combat
    cleared, after, points, whole
             how the combat ends with it, see `endings.Ending`: `after` are steps by side; of the face that came as it
             ended, of the others when what follows is answered as the game's advisor would; left out without `ends`
    """
    game = chronicle.game
    found: list[Row] = []
    for number, (lot, rolls) in enumerate(_lots_of(chronicle, combat), 1):
        found += [
            {"lot": number, "for": game.word(lot[0].purpose), "dice": len(lot), **one}
            for one in _faces_of(chronicle, combat, rolls, ends)
        ]
    return found


def _lots_of(chronicle: LogReader, combat: Combat) -> list[tuple[tuple[Die, ...], frozenset[int]]]:
    """Each lot of dice that was thrown in the decision that read the last table, with the numbers of its rolls there,
    counted from 0."""
    if not combat.readings or chronicle.frame(combat.resolved).kind != DECISION:
        return []
    events = chronicle.frame(combat.resolved).events
    numbers = [number for number, event in enumerate(events, 1) if isinstance(event, ev.Rolled | ev.Drawn)]
    if combat.clash and len(numbers) != len(combat.dice):
        return []  # what else was thrown in the decision, another clash mostly, would be told with it
    found = []
    for lot in lots(combat, chronicle.game):
        if all(die.at.seq == combat.resolved for die in lot):
            found.append((lot, frozenset(numbers.index(die.at.number) for die in lot)))
    return found


def _faces_of(chronicle: LogReader, combat: Combat, rolls: frozenset[int], ends: bool) -> list[Row]:
    """The faces of one lot of dice, see `faces`."""
    game, frame, read = chronicle.game, chronicle.frame(combat.resolved), combat.readings[-1]
    before = chronicle.state(frame.parent)
    rolled = [_shown(event) for event in frame.events if isinstance(event, ev.Rolled | ev.Drawn)]
    decision: Any = chronicle.decision(frame.seq)
    digest = chronicle.frame(frame.parent).digest
    until = until_over(combat, max(rolls, default=-1))
    every = outcomes(game, before, digest, frame.actor, decision, vary=rolls, rolled=rolled, only=True, until=until)
    rows: dict[tuple[Any, ...], Row] = {}
    fights = terms(game)
    for one in every:
        (way,) = _ways([one.rolls], rolls)
        results, more = _read(game, one.draft.events, read, max(rolls))
        own = own_events(game, fights, combat, before, one.draft)
        lost = tuple((row.side, row.steps) for row in losses_of(game, before, own))
        entry = rows.setdefault(
            (results, more, lost),
            {
                "ways": [],
                "chance": Fraction(0),
                "results": list(results),
                "besides": list(more),
                "lost": list(map(list, lost)),
                "first": one.draft,
            },
        )
        entry["ways"].append(way)
        entry["chance"] += one.chance
        came = all(way[at] == rolled[roll] for at, roll in enumerate(sorted(rolls)))
        entry["happened"] = entry.get("happened", False) or came
    shared = shared_sums([entry["ways"] for entry in rows.values()])
    answered: Answered = {}
    for entry in rows.values():
        ways, draft = entry.pop("ways"), entry.pop("first")
        if ends:
            end = (
                ended(combat, game)
                if entry["happened"]
                else ending(game, fights, combat, before, draft, answered=answered)
            )
            entry |= {"cleared": end.cleared, "after": list(map(list, end.lost)), "whole": end.whole}
            entry |= {"points": list(map(list, end.points))}
        entry |= {"values": sorted({sum(way) for way in ways}), "text": sums_text(ways, shared)}
        entry |= {"chance": as_pair(entry["chance"]), "chance_text": percent(entry["chance"])}
    return sorted(rows.values(), key=lambda entry: entry["values"])


def _ways(rolled: Iterable[Sequence[Thrown]], rolls: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """Of each way to fall what some of its rolls showed."""
    for way in rolled:
        yield tuple(way[roll].value for roll in sorted(rolls) if roll < len(way))


def shared_sums(rows: Iterable[Iterable[tuple[int, ...]]]) -> frozenset[int]:
    """Sums of dice that stand in more than one row: there the dice say more than their sum."""
    counted = Counter(total for ways in rows for total in {sum(way) for way in ways})
    return frozenset(total for total, count in counted.items() if count > 1)


def sums_text(ways: Iterable[tuple[int, ...]], shared: frozenset[int]) -> str:
    """Ways to fall in words: `4, 5`, `0–9`; of several dice their sums, and the dice themselves where the sum does not
    tell: `2–4, 3+3`."""
    by_sum: dict[int, list[tuple[int, ...]]] = {}
    for way in ways:
        by_sum.setdefault(sum(way), []).append(way)
    parts = _ranges([total for total in sorted(by_sum) if total not in shared])
    parts += ["+".join(map(str, way)) for total in sorted(by_sum) if total in shared for way in sorted(by_sum[total])]
    return ", ".join(parts)


def _ranges(values: Sequence[int]) -> list[str]:
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return [part for run in parts for part in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run))]


def die_swing(rows: Sequence[Row], side: int) -> Fraction | None:
    """What the faces that came brought `side` beside what their dice bring on the average: steps that the others lost
    at once less its own, exact; of several lots of dice that of each with the others as they fell, added up. None where
    the faces are not known. `rows`: see `faces`."""
    if not any(row["happened"] for row in rows):
        return None
    return _beside(rows, lambda row: sum(steps if loser != side else -steps for loser, steps in row["lost"]))


HEXES: Final = "hexes"
POINTS: Final = "victory points"
STEPS: Final = "steps"


def swings(game: Game[Any], rows: Sequence[Row], side: int) -> list[tuple[str, Fraction]]:
    """What the faces that came brought `side` beside what their dice promised: `steps` at once (`die_swing`); to the
    combat's end `hexes` (1 for a hex that is cleared) and `victory points` of its track beside those of the others.
    Left out what is not known, and points where no face brings any. `rows`: see `faces`."""
    found: list[tuple[str, Fraction]] = []
    steps = die_swing(rows, side)
    if steps is None:
        return found
    found.append((STEPS, steps))
    if all(row["cleared"] is not None for row in rows):
        found.append((HEXES, _beside(rows, lambda row: int(row["cleared"]))))
    against = game.view().scores_against

    def points(row: Row) -> int:
        return sum(won if (scorer == side) != (scorer in against) else -won for scorer, won in row["points"])

    if any(row["points"] for row in rows):
        found.append((POINTS, _beside(rows, points)))
    return found


def _beside(rows: Sequence[Row], value: Callable[[Row], int]) -> Fraction:
    """What came less its average, of each lot."""
    return sum(
        (((1 if row["happened"] else 0) - Fraction(*map(int, row["chance"]))) * value(row) for row in rows), Fraction(0)
    )


def prospects(rows: Sequence[Row]) -> list[Row]:
    """What each lot of dice promised before it fell, of all its faces together: `lot for cleared cleared_text hurt
    average whole`. `rows`: see `faces`.

    cleared  chance that the hex is cleared; None where that cannot be said of the combat
    hurt     chance by side that it loses steps, as `[side, chance, text]`, of the sides that may lose any
    average  steps that a side loses, as `[side, steps, text]`; the text has them below zero
    whole    False where some faces leave it to further dice: it is told as far as these
    """
    lots: dict[int, list[Row]] = {}
    for row in rows:
        lots.setdefault(row["lot"], []).append(row)
    return [_promised(number, mine) for number, mine in lots.items()]


def _promised(number: int, rows: Sequence[Row]) -> Row:
    weighed = [(Fraction(*map(int, row["chance"])), row) for row in rows]
    known = all(row["cleared"] is not None for row in rows)
    cleared = sum((chance for chance, row in weighed if row["cleared"]), Fraction(0)) if known else None
    hurt: dict[int, Fraction] = {}
    average: dict[int, Fraction] = {}
    for chance, row in weighed:
        for side, steps in row["after"]:
            hurt[side] = hurt.get(side, Fraction(0)) + chance
            average[side] = average.get(side, Fraction(0)) + chance * steps
    return {
        "lot": number,
        "for": rows[0]["for"],
        "cleared": as_pair(cleared) if cleared is not None else None,
        "cleared_text": percent(cleared) if cleared is not None else "",
        "hurt": [[side, as_pair(share), percent(share)] for side, share in sorted(hurt.items())],
        "average": [[side, as_pair(steps), decimal(-steps, 1)] for side, steps in sorted(average.items())],
        "whole": all(row["whole"] for row in rows),
    }


def _shown(event: ev.Rolled | ev.Drawn) -> int:
    return event.value if isinstance(event, ev.Rolled) else event.token


def _read(
    game: Game[Any], events: Sequence[ev.Event], read: ReadTable, last: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the table said that was read after so many rolls, and what was reckoned of it that is a result."""
    rolls = -1
    if not read.column:
        gone = [event.reason for event in events if isinstance(event, ev.Removed)]
        return tuple(game.word(word) for word in dict.fromkeys(gone)), ()
    for at, event in enumerate(events):
        if isinstance(event, ev.Rolled | ev.Drawn):
            rolls += 1
        elif isinstance(event, ev.Resolved) and event.table == read.table and rolls >= last:
            made = ((one.kind, one.total) for one in events[at:] if isinstance(one, ev.Reckoned))
            more = reckoned_results(made, game, game.view().fight_results)
            return tuple(game.word(result) for result in event.results), tuple(more)
    return (), ()


def _face(
    game: Game[Any],
    branch: Branch,
    lot: tuple[Die, ...],
    ways: Sequence[tuple[int, ...]],
    shared: frozenset[int],
    always: tuple[str, ...],
) -> Row:
    return {
        "for": game.word(lot[0].purpose),
        "chance": as_pair(branch.chance),
        "chance_text": percent(branch.chance),
        "values": sorted({sum(way) for way in ways}),
        "dice": sums_text(ways, shared),
        "happened": branch.happened,
        "results": list(branch.results),
        "in_any_case": list(always),
        "follows": branch_lines(game, branch, always),
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
