"""Explain: from a decision to the calculation behind it: every line, die, table entry and result with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import RULING, Frame
from hexledger.events.showing import one_line
from hexledger.projections.account import COMPARISON, SUM, account, line_text
from hexledger.projections.decided import DecideText, decided
from hexledger.projections.dice_record import roll_row
from hexledger.projections.lines import line_of
from hexledger.projections.names import capital
from hexledger.projections.phrases import Phrases, phrases
from hexledger.projections.telling import ALL, Teller, levels
from hexledger.projections.walk import Passage, passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]


def explain(
    frames: Sequence[Frame],
    seq: int,
    names: Names,
    decide_text: DecideText,
    number: int = 0,
    table: Phrases | None = None,
) -> Row:
    """Why decision `seq` came out as it did; with `number`, only its event of that number.

    `address actor turn turn_name phase decision`, `steps` in the order of events, and `rules` (`rule title`, each once,
    in order of citation). A step has `address what text rule title`, and by `what` it is:

    calculation  also `name subject form lines sums total total_text result`, a line being `label part value text rule
                 title`. `form`: `sum` (the lines add up to the total), `comparison` (the lines of each part add up to
                 one of `sums`; `result` says both and what follows), or `finding` (counts that add up to nothing)
    roll         also the columns of `dice_record.rolls` that need no position
    table        also `table column row results`, and `roll`: the address of its die
    verdict      also `path`
    effect       nothing else

    Raises UnknownFrame when the decision is not among the frames.
    """
    table = table or phrases()
    passage = _last(line_of(frames, seq))
    frame, state = passage.frame, passage.state
    teller = Teller(names, table)
    key = "record.referee" if frame.kind == RULING else "record.table"
    actor = names.side(frame.actor) if frame.actor else table.say(key, {})
    out: Row = {
        "address": f"#{seq}" if not number else f"#{seq}.{number}",
        "actor": actor,
        "turn": state.turn,
        "turn_name": names.turn(state.turn) if state.turn else "",
        "phase": names.word(state.phase) if state.phase else "",
        "decision": decided(frame, names, decide_text, state, table),
        "steps": [],
    }
    die: str | None = None
    how_much = levels(frame.events, names)
    for happening in passage.happenings():
        event = happening.event
        text = teller.tell(event, happening.state)
        if isinstance(event, ev.Rolled):
            die = happening.address
        # Calculations are told even where records leave them out: they are what is asked for.
        left_out = how_much[happening.number - 1] == ALL and not isinstance(event, ev.Reckoned)
        if happening.number != number if number else left_out:
            continue
        rule: int = getattr(event, "rule", 0)
        step: Row = {
            "address": happening.address,
            "what": "effect",
            "text": text,
            "rule": names.rule(rule),
            "title": names.rule_title(rule),
        }
        if isinstance(event, ev.Reckoned):
            step |= _calculation(event, names, table)
        elif isinstance(event, ev.Rolled):
            step |= {"what": "roll"} | roll_row(frame, happening.number, event, names)
        elif isinstance(event, ev.Resolved):
            step |= {
                "what": "table",
                "table": names.word(event.table),
                "column": names.word(event.column),
                "row": event.row,
                "results": [names.word(word) for word in event.results],
                "roll": die,
            }
        elif isinstance(event, ev.Judged):
            step |= {"what": "verdict", "path": [names.place(place) for place in event.path]}
        out["steps"].append(step)
    out["rules"] = _rules(out["steps"])
    return out


def explain_text(data: Row, table: Phrases | None = None) -> str:
    """An explanation as plain text: one line a step, the lines of a calculation in columns below it."""
    table = table or phrases()
    key = ".phase" if data["phase"] else ".turn" if data["turn_name"] else ""
    out = [table.say(f"explain.heading{key}", data | {"actor": capital(data["actor"])}), ""]
    for step in data["steps"]:
        if step["what"] != "calculation":
            out.append(f"{step['address']:>8}  {step['text']}{_cite(step)}")
            continue
        head = ", ".join(part for part in (step["name"], step["subject"]) if part)
        out.append(f"{step['address']:>8}  {head}{_cite(step)}")
        out += _columns(step, table)
    return "\n".join(map(one_line, out)) + "\n"


def _columns(step: Row, table: Phrases) -> list[str]:
    """The lines of a calculation below each other, and what they come to: the total of a sum, both sums of a
    comparison."""
    parts = [[line for line in step["lines"] if line["part"] == part] for part, _ in enumerate(step["sums"], 1)]
    last = table.say("explain.total" if step["form"] == SUM else "explain.result", {})
    sums = [step["total_text"]] if step["form"] == SUM else [str(number) for number in step["sums"]]
    wide = max(len(label) for label in (last, *(line["label"] for line in step["lines"])))
    far = max(len(text) for text in (*sums, *(line["text"] for line in step["lines"])))
    out: list[str] = []
    for number, lines in enumerate(parts):
        if number:
            out.append(f"{'':10}{table.say('explain.against', {})}")
        out += [f"{'':12}{line['label']:<{wide}}  {line['text']:>{far}}{_cite(line)}" for line in lines]
        if step["form"] == COMPARISON and len(lines) > 1:
            out.append(f"{'':12}{'':<{wide}}  {sums[number]:>{far}}")
    if step["form"] == SUM:
        out.append(f"{'':12}{last:<{wide}}  {step['total_text']:>{far}}")
    elif step["result"]:
        out.append(f"{'':12}{last:<{wide}}  {step['result']}")
    return out


def _last(line: Sequence[Frame]) -> Passage:
    """The passage of a line's last frame, with everything before it played."""
    for passage in passages(line):
        if passage.frame is line[-1]:
            return passage
    raise AssertionError("a line holds its own last frame")


def _calculation(event: ev.Reckoned, names: Names, table: Phrases) -> Row:
    made = account(event, names, table)
    return {
        "what": "calculation",
        "name": names.word(event.kind),
        "subject": names.subject(event.kind, event.subject) if event.subject >= 0 else "",
        "form": made.form,
        "lines": [
            {
                "label": names.word(label),
                "part": part,
                "value": value,
                "text": line_text(made, event, value, names),
                "rule": names.rule(rule),
                "title": names.rule_title(rule),
            }
            for part, lines in enumerate(made.parts, 1)
            for label, value, rule in lines
        ],
        "sums": list(made.sums),
        "total": event.total,
        "total_text": names.value(event.kind, event.total),
        "result": made.result,
    }


def _rules(steps: Sequence[Row]) -> list[Row]:
    titles: dict[str, str] = {}
    for step in steps:
        for cited in (*step.get("lines", ()), step):
            if cited["rule"]:
                titles.setdefault(cited["rule"], cited["title"])
    return [{"rule": rule, "title": title} for rule, title in titles.items()]


def _cite(row: Row) -> str:
    if not row["rule"]:
        return ""
    return f"  [{row['rule']}: {row['title']}]" if row["title"] else f"  [{row['rule']}]"
