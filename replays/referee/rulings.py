"""Rulings: what a referee rules, or both sides adopt, carried out and checked the same way when it is written and
when it is audited.

A ruling is a frame of the tree like a decision. Its first events are its own (a corrected position, a switch of the
rules), what follows comes from the rules: an undo past it takes it back, a line that branches before it never had it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hexledger.engine.dice.rolling import Roller
from hexledger.engine.kernel.deciding import Draft, decide
from hexledger.engine.kernel.decisions import Decision, Irregular
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.switches import Switch
from hexledger.engine.table.irregular import DO, irregular, refusal
from hexledger.engine.table.rehearsal import breakdown
from hexledger.engine.table.ruling_effects import BadCorrection, correct
from hexledger.events.frame import OLD, RULING, Frame, Ruling
from hexledger.events.model import Assigned, Event, Moved, TurnBegan
from hexledger.projections.state import State
from hexledger.replays.admission.refused import Refused
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import check_text
from hexledger.replays.referee.leave import ACCEPTED, ADOPTED, IRREGULAR, POSITION, RULE, SWAP, leave
from hexledger.replays.referee.policies import swap
from hexledger.replays.secrets.signing import consents_signed, with_consents
from hexledger.replays.secrets.words import with_words


class RulingRefused(ReplayError):
    """A ruling that may not be made in this game, or not by whom."""


# ---------------------------------------------------------------------- what it does
def draft(
    game: Game[Any],
    state: State,
    before: bytes,
    actor: int,
    ruling: Ruling,
    effects: Sequence[Event],
    roller: Roller,
    moved: Iterable[int] = (),
) -> Draft:
    """What a ruling brings, from the position `state` (digest `before`). Pure.

    `effects`: its own events. `moved`: units touched in the running turn (an exchange needs them).
    Raises BadCorrection or another IllegalDecision for what cannot be, RulingRefused for what the scope does not allow.
    """
    match ruling.scope:
        case "position":
            if not effects:
                raise RulingRefused("a correction names at least one effect")
            return correct(game, state, before, effects, roller)
        case "rule" | "adopted":
            switch, value = reading_of(game, effects)
            if ruling.setting != f"{switch.name}={switch.reading(value)}":
                raise RulingRefused(f"it speaks of {ruling.setting!r} and sets {switch.name}={switch.reading(value)}")
            return correct(game, state, before, (), roller, trusted=effects)
        case "irregular":
            return _irregular(game, state, before, ruling, roller)
        case "swap":
            return _swap(game, state, before, actor, effects, roller, moved)
        case _:
            if effects:
                raise RulingRefused("a ruling that lets something stand changes nothing")
            return Draft((), state, before, ())


def rehearsed(game: Game[Any], made: Draft) -> Draft:
    """The draft of a ruling, when the rules can be played on from it (`engine.table.rehearsal`), else BadCorrection.

    Asked where a ruling is written and again where it is audited."""
    broken = breakdown(game, made.state) if made.events else ""
    if broken:
        raise BadCorrection(f"the rules cannot go on from that position: {broken}")
    return made


def reading_of(game: Game[Any], effects: Sequence[Event]) -> tuple[Switch, int]:
    """The switch and value that a ruling sets; RulingRefused unless it sets exactly one."""
    event = effects[0] if len(effects) == 1 else None
    if isinstance(event, Assigned):
        for switch in game.switches.values():
            if game.words[switch.word] == event.variable and event.value in switch.values.values():
                return switch, event.value
    raise RulingRefused("an interpretation sets one switch of the rules to one of its readings")


def switched(game: Game[Any], setting: str) -> tuple[Switch, Assigned]:
    """`SWITCH=READING` as the event that sets it; UnknownName or BadDecision for what does not exist."""
    name, _, reading = setting.partition("=")
    switch = game.switch(name.strip())
    value = switch.value(reading.strip())
    return switch, Assigned(game.words[switch.word], value, game.rules[switch.rule])


def _irregular(game: Game[Any], state: State, before: bytes, ruling: Ruling, roller: Roller) -> Draft:
    decision = game.codec.decode(ruling.decision)
    if not isinstance(decision, Irregular) or not decision.choice:
        raise RulingRefused("the referee accepts a decision that the rules refuse, and says what it did")
    made = decide(game, state, before, ruling.side, decision, roller)
    old = set(game.check_invariants(game.position(state)))
    wrong = [complaint for complaint in game.check_invariants(game.position(made.state)) if complaint not in old]
    if wrong:
        raise BadCorrection("; ".join(wrong))
    return made


def _swap(
    game: Game[Any],
    state: State,
    before: bytes,
    actor: int,
    effects: Sequence[Event],
    roller: Roller,
    moved: Iterable[int],
) -> Draft:
    pair = [event.piece for event in effects if isinstance(event, Moved)]
    if len(pair) != 2:
        raise RulingRefused("two units change places")
    if game.piece_side(pair[0]) != actor:
        raise RulingRefused("units are exchanged by their own side")
    why = swap.refusal(game, state, pair[0], pair[1], moved)
    if why:
        raise RulingRefused(f"these units may not change places: {why}")
    if tuple(effects) != swap.exchange(game, state, *pair):
        raise RulingRefused("two units change places, and nothing else happens")
    return correct(game, state, before, effects, roller)


def moved_this_turn(line: Iterable[Frame]) -> set[int]:
    """Units that were touched since the turn began; `line` in order of play."""
    moved: set[int] = set()
    for frame in line:
        for event in frame.events:
            if isinstance(event, TurnBegan):
                moved.clear()
            else:
                moved |= swap.touched((event,))
    return moved


# ---------------------------------------------------------------------- writing it
def rule(
    chronicle: Chronicle,
    actor: int,
    ruling: Ruling,
    effects: Sequence[Event] = (),
    time: int | None = None,
    signatures: Mapping[int, str] | None = None,
    rolls: Sequence[int | str] | None = None,
) -> Frame:
    """Make a ruling at the head of the current line; what is wrong with it is refused before anything is written."""
    check_text(ruling.reason)
    check_text(ruling.source)
    game = chronicle.game
    if not ruling.reason.strip():
        raise RulingRefused("a ruling gives its reason (--reason)")
    if ruling.about >= len(chronicle.timeline):
        raise RulingRefused(f"there is no frame {ruling.about} for the ruling to be about")
    why = leave(chronicle.genesis, len(game.sides), actor, ruling)
    if why:
        raise RulingRefused(why)
    ruling = msgspec.structs.replace(ruling, effects=len(effects))
    bare, leaf = chronicle.next_frame(RULING, actor, ruling)
    if chronicle.genesis.format == OLD:
        ruling = with_consents(chronicle.genesis, bare, ruling, leaf, signatures or {}, chronicle.signers)
        problem = consents_signed(chronicle.genesis, game, bare, ruling, leaf)
        if problem:
            raise RulingRefused(problem)
    elif chronicle.ledgerbook.signed and ruling.consent:
        ruling = with_words(ruling, bare, leaf, signatures or {}, chronicle.signers)

    def make(state: State, before: bytes, roller: Roller) -> Draft:
        return rehearsed(game, draft(game, state, before, actor, ruling, effects, roller, _moved(chronicle, ruling)))

    try:
        return chronicle.append_play(RULING, actor, ruling, make, time, rolls)
    except Refused as refused:
        raise RulingRefused(refused.why) from None


def _moved(chronicle: Chronicle, ruling: Ruling) -> set[int]:
    return moved_this_turn(chronicle.frames(chronicle.timeline.head)) if ruling.scope == SWAP else set()


def correct_position(
    chronicle: Chronicle, effects: Sequence[Event], reason: str, about: int = -1, time: int | None = None
) -> Frame:
    """The referee corrects the position."""
    return rule(chronicle, 0, Ruling(POSITION, reason, about), effects, time)


def interpret(chronicle: Chronicle, setting: str, reason: str, about: int = -1, time: int | None = None) -> Frame:
    """The referee reads a rule another way from here on; `setting` is `SWITCH=READING`."""
    switch, event = switched(chronicle.game, setting)
    ruling = Ruling(RULE, reason, about, setting=_named(switch, event))
    return rule(chronicle, 0, ruling, (event,), time)


def adopt(
    chronicle: Chronicle,
    by: int,
    setting: str,
    reason: str,
    source: str,
    consent: Sequence[int],
    time: int | None = None,
    signatures: Mapping[int, str] | None = None,
) -> Frame:
    """All sides adopt a ruling on file for this game; in signed games `signatures` are those of the others."""
    ruling, event = adoption(chronicle.game, setting, reason, source)
    ruling = msgspec.structs.replace(ruling, consent=tuple(sorted(consent)))
    return rule(chronicle, by, ruling, (event,), time, signatures)


def adoption(game: Game[Any], setting: str, reason: str, source: str) -> tuple[Ruling, Assigned]:
    """The ruling that adopts a reading, before anybody has agreed to it, and its effect."""
    switch, event = switched(game, setting)
    return Ruling(ADOPTED, reason, -1, 1, (), source, setting=_named(switch, event)), event


def _named(switch: Switch, event: Assigned) -> str:
    return f"{switch.name}={switch.reading(event.value)}"


def accept_decision(
    chronicle: Chronicle,
    side: int,
    decision: Decision,
    reason: str,
    effects: Sequence[str] = (),
    time: int | None = None,
    rolls: Sequence[int | str] | None = None,
) -> Frame:
    """The referee accepts a decision that the rules refuse. It is carried out as it stands, or did what `effects` say
    (`engine.table.corrections`) where the rules cannot carry it out."""
    game, state = chronicle.game, chronicle.state()
    if state.over:
        raise RulingRefused("the game is over: nothing is decided any more")
    if refusal(game, state, side, decision) is None:
        raise RulingRefused("the rules allow that decision: it needs no ruling")
    marked = irregular(game, state, side, decision, tuple(effects) or (DO,))
    ruling = Ruling(IRREGULAR, reason, side=side, decision=game.codec.encode(marked))
    return rule(chronicle, 0, ruling, (), time, rolls=rolls)


def let_stand(chronicle: Chronicle, about: int, reason: str, time: int | None = None) -> Frame:
    """The referee lets a decision that was recorded stand, whatever is said against it."""
    chronicle.frame(about)
    return rule(chronicle, 0, Ruling(ACCEPTED, reason, about), (), time)


def exchange(
    chronicle: Chronicle, by: int, units: tuple[int, int], reason: str, about: int = -1, time: int | None = None
) -> Frame:
    """Two identical units change places."""
    state = chronicle.state()
    for piece in units:
        if piece not in state.at:
            raise RulingRefused(f"these units may not change places: {chronicle.game.piece_name(piece)} is not in play")
    effects = swap.exchange(chronicle.game, state, *units)
    return rule(chronicle, by, Ruling(SWAP, reason, about), effects, time)
