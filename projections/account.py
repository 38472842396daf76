"""A calculation as it is to be read: a sum that adds up line by line, a comparison of two sums, or a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.projections.names import Names
    from hexledger.projections.phrases import Phrases

SUM: Final = "sum"
COMPARISON: Final = "comparison"
FINDING: Final = "finding"

Line: TypeAlias = tuple[int, int, int]
"""Label (word, or `~piece`), value, rule."""


class Account(msgspec.Struct, frozen=True):
    """How a `Reckoned` event reads.

    form    `sum`: the lines add up to the event's total. `comparison`: the lines of `parts[0]` stand against those of
            `parts[1]`, and the total is what follows from the two sums. `finding`: counts that were looked at one by
            one and add up to nothing
    parts   the lines, by part
    sums    the sum of each part
    result  the total in words; of a comparison both sums and what follows; of lines that add up to something else why
            they do; empty where the lines say it all
    """

    form: str
    parts: tuple[tuple[Line, ...], ...]
    sums: tuple[int, ...]
    result: str


def account(event: ev.Reckoned, names: Names, table: Phrases) -> Account:
    """How a calculation reads. The game says which kinds compare or find (`Names.opposed`, `Names.finding`); what is
    told as a sum adds up, whatever a log holds."""
    lines, total = tuple(event.lines), event.total
    value = names.value(event.kind, total)
    against = names.opposed(event.kind)
    if against:
        one = tuple(line for line in lines if line[0] not in against)
        two = tuple(line for line in lines if line[0] in against)
        sums = (_sum(one), _sum(two))
        case = "" if value == str(sums[0]) else ".result"
        result = table.say(f"account.against{case}", {"one": sums[0], "two": sums[1], "result": value})
        return Account(COMPARISON, (one, two), sums, result)
    if names.finding(event.kind):
        return Account(FINDING, (lines,), (_sum(lines),), "")
    if lines and _sum(lines) != total:
        return Account(FINDING, (lines,), (_sum(lines),), _bounded(event, value, _sum(lines), names, table))
    return Account(SUM, (lines,), (total,), value)


def line_text(made: Account, event: ev.Reckoned, value: int, names: Names) -> str:
    """The value of a line: a modifier keeps its sign in a sum of modifiers; what is counted or compared, or shifts a
    column, is a number."""
    return names.value(event.kind, value) if made.form == SUM and not names.column(event.kind) else str(value)


def _bounded(event: ev.Reckoned, value: str, added: int, names: Names, table: Phrases) -> str:
    """The total of lines that add up to something else, and why: what would be less than nothing is nothing, what would
    be a column beyond the table's is its last. Of any other both numbers and no reason: no rulebook at hand makes it.
    """
    if names.column(event.kind):
        return table.say("account.lowest" if added < event.total else "account.highest", {"result": value})
    if added < event.total == 0:
        return table.say("account.least", {"result": value})
    return table.say("account.else", {"result": value, "added": names.value(event.kind, added)})


def _sum(lines: tuple[Any, ...]) -> int:
    return sum(value for _, value, _ in lines)
