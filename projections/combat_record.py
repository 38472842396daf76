"""A combat as one entry of the turn record: what `projections.combats` says belongs to it, told in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from hexledger.events import model as ev
from hexledger.projections.address import address
from hexledger.projections.combats import (
    At,
    Combat,
    Fighter,
    Fights,
    besides,
    called,
    outcome,
    results,
    strength,
    thrown,
)
from hexledger.projections.phrases import Phrases
from hexledger.projections.plain import dice_words

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Entry: TypeAlias = dict[str, Any]

COMBAT: Final = "combat"
"""The `kind` of such an entry."""


class Told(Protocol):
    """An event that is told; `line` is its row in the record's data."""

    @property
    def event(self) -> ev.AnyEvent: ...
    @property
    def line(self) -> Entry: ...


T = TypeVar("T", bound=Told)


def combat_words(combat: Combat, names: Names, table: Phrases) -> str:
    """Who fought whom where: `assault on E2135: 7/3Cdn, 8/3Cdn against 26/12SS`."""
    kind = called(combat)
    fields = {
        "kind": names.word(kind) if kind else table.say("record.combat.kind", {}),
        "targets": ", ".join(names.place_name(place) for place in combat.targets),
        "attackers": _named(combat.attackers, names),
        "defenders": _named(combat.defenders, names),
    }
    missing = "".join(f".no{part}" for part in ("targets", "attackers", "defenders") if not fields[part])
    return table.say(f"record.combat{missing}", fields)


def combat_brief(combat: Combat, names: Names, fights: Fights, table: Phrases) -> list[str]:
    """How it stood and how it ended: strengths, dice and result, hex cleared or held; each a sentence."""
    made = [strength(combat, which, names, fights) for which in (0, 1, 2)]
    said = []
    if made[0] or made[1]:
        said.append(table.say("record.combat.strengths", {"attack": made[0] or "-", "defence": made[1] or "-"}))
    if made[2][:1] in ("+", "-"):  # a sum of modifiers; of a table of columns it is the column, which follows
        said.append(table.say("record.combat.shifts", {"shifts": made[2]}))
    if combat.readings:
        read = combat.readings[-1]
        dice = thrown(combat, names)
        brought = ", ".join([*map(names.word, results(combat)), *besides(combat, names, fights)]).replace(":,", ":")
        column = names.word(read.column or read.table)
        steps = sum(loss.steps for loss in combat.losses) if combat.clash else 0
        nothing = table.say("record.combat.stepslost", {"steps": steps}) if steps else ""
        fields = {"column": column, "results": brought or nothing or table.say("record.combat.noeffect", {})}
        if dice:
            fields["dice"] = dice_words(dice, names)
        said.append(table.say("record.combat.read" if dice else "record.combat.read.nodie", fields))
    said.append(table.say(f"record.combat.{outcome(combat).replace(' ', '')}", {}))
    return said


def _named(fighters: Sequence[Fighter], names: Names) -> str:
    return ", ".join(names.piece_name(one.piece) for one in fighters)


def belonging(combat: Combat) -> frozenset[str]:
    """Addresses of the events that are told as parts of a combat."""
    parts: Iterable[At] = (
        combat.begun,
        *(read.at for read in combat.readings),
        *(part.at for parts in (combat.losses, combat.moves, combat.taken, combat.scored) for part in parts),
    )
    return frozenset(address(at.seq, at.number) for at in parts)


def _again(event: ev.AnyEvent, combat: Combat) -> bool:
    """True for the declaration of a combat that is said again once both sides have chosen how they fight."""
    return isinstance(event, ev.Declared) and event.targets == combat.targets


def fold(
    entries: Iterable[Entry],
    told: dict[int, list[T]],
    found: Iterable[Combat],
    names: Names,
    fights: Fights,
    table: Phrases,
    sentences: Callable[[Iterable[T]], list[str]],
) -> list[Entry]:
    """Entries of a narrative in which each combat is one entry, at the decision that declared it, and what else those
    decisions brought stays theirs. Where two lines part in the course of a combat, the one that is `found` first is
    told whole, the other from where they part.

    `told`: frame -> the events that its entry tells; `sentences` makes an outcome of such. A combat's entry has `kind`
    `combat`, `frames` (its decisions) and `combat` (`number attack defence shifts outcome`) besides.
    """
    by_frame: dict[int, Entry] = {entry["seq"]: entry for entry in entries}
    combats: list[Entry] = []
    begun: set[At] = set()
    for combat in found:
        at = combat.begun.seq
        base = by_frame.get(at) if combat.begun not in begun else None
        mine: list[T] = []
        own = belonging(combat)
        for seq in combat.frames:
            taken = [one for one in told.get(seq, ()) if one.line["address"] in own or _again(one.event, combat)]
            if seq not in by_frame or not taken:
                continue
            mine += taken
            if base is None:
                base, at = by_frame[seq], seq if combat.begun in begun else at
            told[seq] = [one for one in told[seq] if one not in taken]
            if told[seq]:
                left = [one.line for one in told[seq]]
                by_frame[seq] = by_frame[seq] | {"events": left, "outcome": sentences(told[seq])}
            else:
                by_frame[seq] = by_frame[seq] | {"events": [], "outcome": [], "told": True}
        if mine and base is not None:
            combats.append(_entry(combat, at, base, mine, names, fights, table, sentences))
        begun.add(combat.begun)
    left_over = [entry for entry in by_frame.values() if not entry.pop("told", False)]
    return sorted([*left_over, *combats], key=lambda entry: (entry["seq"], entry["kind"] != COMBAT))


def _entry(
    combat: Combat,
    at: int,
    base: Entry,
    mine: Sequence[T],
    names: Names,
    fights: Fights,
    table: Phrases,
    sentences: Callable[[Iterable[T]], list[str]],
) -> Entry:
    after = [one for one in mine if not isinstance(one.event, ev.Declared | ev.Resolved)]
    said = combat_brief(combat, names, fights, table)
    kept = ("time", "standing", "line", "undone", "level", "turn", "turn_name", "phase", "phase_side")
    return {
        "address": address(at),
        "seq": at,
        "kind": COMBAT,
        "actor": names.side(combat.side),
        **{name: base[name] for name in kept if name in base},
        "decision": combat_words(combat, names, table),
        "events": [one.line for one in mine],
        "outcome": said[:-1] + sentences(after) + said[-1:],
        "frames": list(combat.frames),
        "combat": {
            "number": combat.number,
            "attack": strength(combat, 0, names, fights),
            "defence": strength(combat, 1, names, fights),
            "shifts": strength(combat, 2, names, fights),
            "outcome": outcome(combat),
        },
    }
