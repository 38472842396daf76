"""The report: everything a tournament files about a game, as plain data.

It puts the audit's verdict beside what the log itself records: who played what under which policies, every undo, claim
and ruling with its reason, dice that a correction made void with those that replaced them, and luck.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.decisions import Irregular
from hexledger.engine.kernel.game import Game
from hexledger.events.errors import LedgerError
from hexledger.events.frame import CLAIM, REWIND, RULING, Ruling
from hexledger.events.numbers import counted
from hexledger.projections.names import side_name
from hexledger.projections.record import when
from hexledger.projections.state import State
from hexledger.replays.audit.trust import trust_lines
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.dice.luck import luck_data
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.timeline import MAIN, Proceeding
from hexledger.replays.log.times import times_data
from hexledger.replays.referee.claims import Pair, voided
from hexledger.replays.referee.leave import IRREGULAR, SCOPES
from hexledger.replays.referee.policies import error_policy

Row: TypeAlias = dict[str, Any]

FORMAT = 1
"""Version of the report's shape."""


def build(
    path: Path, verdict: Verdict, *, edition: Path | None = None, game: Game[Any] | None = None, luck: bool = True
) -> Row:
    """The report of a log: `verdict`, `identity`, `checks`, `trust`, and, as far as the log can be read, `result`,
    `readings`, `undos`, `claims`, `rulings`, `void_dice`, `irregular`, `times` (None without a clock) and `luck`, both
    of `main`, whichever line is looked at. Never raises for a bad log."""
    out: Row = {
        "report": FORMAT,
        "log": path.name,
        "verdict": verdict_data(verdict),
        "identity": _identity(verdict),
        "checks": checks_data(verdict),
        "trust": trust_data(verdict),
        "notes": list(verdict.notes),
    }
    try:
        with Chronicle.read(path, edition, game=game) as chronicle:
            out |= _history(chronicle, verdict)
            if luck:
                out["luck"] = luck_data(chronicle.game, chronicle.frames(official(chronicle)))
    except (LedgerError, EngineError, ReplayError) as error:
        out["unread"] = str(error)
    except Exception as error:
        # a log that contradicts itself may not be readable any further; the verdict above says why
        if verdict.intact:
            raise
        out["unread"] = f"{type(error).__name__}: {error}"
    return out


def official(chronicle: Chronicle) -> int:
    """Where the official line stands: result, points and luck are those of `main`."""
    return chronicle.timeline.heads[MAIN]


def trust_data(verdict: Verdict) -> Row:
    """Who signed, who could have influenced the dice, what was dropped, refused and named: see `audit/trust.py`."""
    found: Row = msgspec.to_builtins(verdict.trust)
    return found | {"lines": trust_lines(verdict.trust), "waiting": verdict.waiting, "unconfirmed": verdict.unconfirmed}


def verdict_data(verdict: Verdict) -> Row:
    """The verdict in a row: `word`, `text`, the `contradiction`, if any, and the frames that a rule decides otherwise
    which was `mended` since."""
    found = verdict.contradiction
    row: Row = {
        "word": verdict.word,
        "text": verdict.text,
        "contradiction": None if found is None else found.as_data(),
        "mended": [one.frame for one in verdict.mended],
    }
    return row


def _identity(verdict: Verdict) -> Row:
    return {
        "game": verdict.game,
        "scenario": verdict.scenario,
        "log_id": verdict.log_id,
        "edition": verdict.edition,
        "edition_kind": verdict.edition_kind,
        "rules_version": verdict.rules_version,
        "dice_mode": verdict.dice_mode,
    }


def checks_data(verdict: Verdict) -> list[Row]:
    """What was checked, one row each: `check`, `found`, and `ok` (None: does not apply or not decided)."""
    bad = verdict.contradiction
    frames = verdict.decisions + verdict.rulings + 1
    rows: list[Row] = [
        {
            "check": "bytes and hash chain",
            "found": f"{verdict.frames} whole frames, root {verdict.root or '-'}",
            "ok": bad is None or bad.where != "bytes",
        }
    ]
    anchored = verdict.anchored
    by = f" by {', '.join(verdict.anchored_by)}" if verdict.anchored_by else ""
    rows.append(
        {
            "check": "anchoring",
            "found": f"{anchored} of {verdict.frames} frames vouched for{by}" if anchored else "no checkpoint",
            "ok": True if anchored and anchored == verdict.frames else None,
        }
    )
    signable, signed = verdict.signable, verdict.signatures
    rows.append(
        {
            "check": "signatures",
            "found": f"{signed} of {signable}" if signable else "the game asks for none",
            "ok": signed == signable if signable else None,
        }
    )
    open_question = verdict.mended or not (verdict.redecided or bad)
    rows.append(
        {
            "check": "rules",
            "found": verdict.unproved or verdict.again,
            "ok": None if open_question else bad is None and verdict.redecided == frames,
        }
    )
    rows += _dice(verdict)
    seals, opened = verdict.seals, verdict.seals_opened
    if seals:
        rows.append(
            {
                "check": "seals",
                "found": f"{opened} of {seals} opened to their commitments",
                "ok": True if opened == seals else None,
            }
        )
    return rows


def _dice(verdict: Verdict) -> list[Row]:
    if not verdict.dice:
        return [{"check": "dice", "found": f"{verdict.dice_mode}: no rolls yet", "ok": None}]
    rows: list[Row] = []
    for mode, count in verdict.dice.items():
        parts = [f"{counted(count.rolls, 'roll or draw', 'rolls and draws')}"]
        if mode == "entered":
            parts.append(f"{count.confirmed} confirmed by the other side")
        elif count.rederived or not count.thrown:
            parts.append(f"{count.rederived} made again and equal")
        if count.thrown:
            parts.append(f"{count.thrown} thrown again and equal, not decided again")
        if count.pending:
            parts.append(f"{count.pending} cannot be checked yet")
        done = count.confirmed if mode == "entered" else count.rederived
        rows.append({"check": f"{mode} dice", "found": ", ".join(parts), "ok": True if done == count.rolls else None})
    return rows


# ---------------------------------------------------------------------- what the log records
def _history(chronicle: Chronicle, verdict: Verdict) -> Row:
    game, genesis, head = chronicle.game, chronicle.genesis, official(chronicle)
    state = chronicle.state(head)
    policy = error_policy(genesis.error_policy)
    out: Row = {
        "title": game.title,
        "scenario_title": game.edition.scenarios[genesis.scenario].title,
        "players": [{"side": who(game, side), "name": name, "key": key} for side, name, key in genesis.players],
        "edition_fingerprint": genesis.edition_fingerprint,
        "undo_policy": genesis.undo_policy,
        "error_policy": {"name": genesis.error_policy, "about": policy.about if policy else ""},
        "result": {
            "turn": game.turn(state.turn),
            "over": state.over,
            "winner": game.side(state.winner) if state.over else None,
            "level": game.word(state.level) if state.over else None,
            "head": head,
        },
        "times": times_data(game, (chronicle.frame(seq) for seq in range(len(chronicle.timeline)))),
        "readings": readings(chronicle),
    }
    steps = chronicle.timeline.steps
    out["undos"] = [_undo(chronicle, step) for step in steps if step.kind == REWIND and not step.redo]
    out["claims"] = [
        _claim(chronicle, step) for step in steps if step.kind == CLAIM or (step.about >= 0 and step.kind == REWIND)
    ]
    out["rulings"] = [_ruling(chronicle, step) for step in steps if step.kind == RULING]
    out["void_dice"] = void_dice(chronicle)
    out["irregular"] = _irregular(chronicle, verdict)
    return out


def readings(chronicle: Chronicle) -> list[Row]:
    """The doubtful rules of the game and how it reads them at its head."""
    game, state = chronicle.game, chronicle.state(official(chronicle))
    rows = []
    for switch in game.switches.values():
        value = state.variable(game.words[switch.word], switch.default)
        rows.append(
            {
                "switch": switch.name,
                "reading": switch.reading(value),
                "default": value == switch.default,
                "readings": list(switch.values),
                "rule": game.cite(switch.rule),
                "about": switch.about,
            }
        )
    return rows


def who(game: Game[Any], side: int) -> str:
    """Name of a side, `referee` for 0."""
    return game.side(side) if side else "referee"


def _step(chronicle: Chronicle, step: Proceeding) -> Row:
    game = chronicle.game
    return {
        "frame": step.seq,
        "by": who(game, step.actor),
        "line": step.line,
        "reason": step.reason,
        "consent": [who(game, side) for side in step.consent],
        "time": when(chronicle.frame(step.seq).time),
    }


def _undo(chronicle: Chronicle, step: Proceeding) -> Row:
    timeline = chronicle.timeline
    fork = timeline.fork(step.left, step.to)
    undone = timeline.between(fork, step.left)
    dice = chronicle.crossing_of(undone)
    row = {"from": step.left, "to": step.to, "decisions": len(undone), "crossed": list(dice.needs(step.actor))}
    return _step(chronicle, step) | row | {"claim": step.about if step.about >= 0 else None, "policy": step.policy}


def _claim(chronicle: Chronicle, step: Proceeding) -> Row:
    granted = step.kind == REWIND
    outcome = f"granted: play goes on from #{step.to}" if granted else step.outcome
    return _step(chronicle, step) | {
        "about": step.about,
        "what": step.what,
        "policy": step.policy,
        "outcome": outcome,
        "granted": granted,
    }


def _ruling(chronicle: Chronicle, step: Proceeding) -> Row:
    game, frame = chronicle.game, chronicle.frame(step.seq)
    ruling = chronicle.decision(step.seq)
    assert isinstance(ruling, Ruling)
    from hexledger.projections.record import events_text

    row = _step(chronicle, step) | {
        "scope": ruling.scope,
        "scope_text": SCOPES.get(ruling.scope, ruling.scope),
        "about": ruling.about if ruling.about >= 0 else None,
        "source": ruling.source,
        "effects": events_text(frame, game, chronicle.state(frame.parent)),
        "decision": None,
        "refused": None,
    }
    if ruling.scope == IRREGULAR:
        told = _refused_words(game, chronicle.state(frame.parent), ruling.decision)
        row["decision"] = f"{side_name(game, ruling.side)}: {told}"
        row["refused"] = _refused(game, ruling)
    return row


def _refused(game: Game[Any], ruling: Ruling) -> str:
    """Rule and reason with which the rules refuse what a ruling accepts."""
    decision = game.codec.decode(ruling.decision)
    number, reason = decision.mark if isinstance(decision, Irregular) else (0, "")
    rule = game.rule(number) if isinstance(number, int) else ""
    return f"{rule}: {reason}" if rule else str(reason)


def _refused_words(game: Game[Any], before: State, raw: bytes | msgspec.Raw) -> str:
    """A decision that the rules refuse, in words, without the refusal."""
    decision = game.codec.decode(raw)
    if isinstance(decision, Irregular) and decision.choice:
        return game.tell(game.position(before), game.codec.from_data(decision.choice))
    return game.decide_text(raw, before)


def void_dice(chronicle: Chronicle) -> list[Row]:
    """For each rewind that a claim brought: the dice it made void, beside those that replaced them."""
    game, timeline = chronicle.game, chronicle.timeline
    out = []
    for step in timeline.steps:
        if step.kind != REWIND or step.about < 0:
            continue
        pairs = voided(timeline, step.seq, step.left, step.to, chronicle.frame)
        out.append(
            {
                "frame": step.seq,
                "about": step.about,
                "policy": step.policy,
                "dice": [
                    {
                        "for": game.word(pair.purpose),
                        "subject": game.subject(pair.purpose, pair.subject),
                        "void": _fell(game, pair, pair.void),
                        "new": _fell(game, pair, pair.new) if pair.new else None,
                    }
                    for pair in pairs
                ],
            }
        )
    return out


def _fell(game: Game[Any], pair: Pair, die: tuple[str, int]) -> Row:
    where, value = die
    return {"address": where, "value": game.value(pair.purpose, value) if pair.drawn else value}


def _irregular(chronicle: Chronicle, verdict: Verdict) -> list[Row]:
    """Decisions that the rules refuse: accepted by a ruling, or recorded as played; `ruled` names the ruling frame."""
    stands = {
        step.about: step.seq for step in chronicle.timeline.steps if step.kind == RULING and step.what == "accepted"
    }
    rows = [
        {"frame": row["frame"], "what": row["decision"], "refused": row["refused"], "ruled": row["frame"]}
        for row in (_ruling(chronicle, step) for step in chronicle.timeline.steps if step.kind == RULING)
        if row["scope"] == IRREGULAR
    ]
    for one in verdict.irregular:
        frame = chronicle.frame(one.frame)
        what = _refused_words(chronicle.game, chronicle.state(frame.parent), frame.decision)
        refused = f"{one.rule}: {one.reason}" if one.rule else one.reason
        rows.append({"frame": one.frame, "what": what, "refused": refused, "ruled": stands.get(one.frame)})
    return sorted(rows, key=lambda row: int(row["frame"]))
