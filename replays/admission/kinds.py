"""Step 6 of the validator: what each kind of frame asks for. Every function looks at one kind and changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from hexledger.events.dice_records import DiceChange, Fix, KeeperReveal, Refusal, RollsConfirmed
from hexledger.events.frame import (
    ADJOURNMENT,
    ADJUDICATION,
    ARMIES,
    CLAIM,
    CONCESSION,
    DECISION,
    DICE,
    DRAW,
    END,
    ENDS,
    FORFEIT,
    LABEL,
    LUCKS,
    OPENING,
    REOPENING,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    UNREADABLE,
    Claim,
    End,
    Frame,
    Genesis,
    Label,
    Opening,
    Rewind,
    Ruling,
    Seat,
    Study,
    side_of_seat,
)
from hexledger.events.limits import MOST_NAME, line_fault, name_fault, text_fault
from hexledger.events.model import DUEL, REFEREE, Revealed, Sealed
from hexledger.events.signatures import BadSignature, check_public, parse_public
from hexledger.replays.admission.beginning import DUEL_IS_OF_SIDES, army_seat
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.admission.needs import NOBODY, Need
from hexledger.replays.admission.refused import Refused
from hexledger.replays.errors import DiceRefused
from hexledger.replays.log.crossing import NOTHING, Crossing, total
from hexledger.replays.log.timeline import MAIN


def check(book: Ledgerbook, frame: Frame, said: Any) -> Need:
    """The words that a frame needs, when its content may stand there; Refused otherwise."""
    kind = frame.kind
    try:
        if kind == DECISION:  # nearly every frame
            return decision(book, frame)
        if kind == DICE:
            return dice(book, frame, said)
    except DiceRefused as error:
        raise Refused("dice evidence" if kind == DECISION else "dice record", str(error)) from None
    if kind == REWIND:
        return rewind(book, frame, said)
    if kind == LABEL:
        return line(book, said)
    if kind == RULING:
        return ruling(book, frame, said)
    if kind == OPENING:
        return opening(book, frame, said)
    if kind == CLAIM:
        return claim(book, frame, said)
    if kind == SEAT:
        return seat(book, frame, said)
    if kind == END:
        return end(book, frame, said)
    if kind == STUDY:
        return study(book, frame, said)
    # genesis was asked when the book was begun (`beginning.py`)
    return NOBODY


# ---------------------------------------------------------------------- decisions, dice
def decision(book: Ledgerbook, frame: Frame) -> Need:
    """A decision: by a side, with the dice that it must have, opening only its own seals."""
    # in a game played elsewhere there are events that were nobody's decision
    if frame.actor not in book.sides and not book.genesis.as_played:
        raise Refused("actor", "a decision is made by a side")
    book.dice.check_play(frame)
    if Revealed in map(type, frame.events):  # hardly ever, and then it is worth a look at each
        for event in frame.events:
            if type(event) is Revealed:
                _own_salt(book, frame, event)
    return NOBODY


def _own_salt(book: Ledgerbook, frame: Frame, event: Revealed) -> None:
    """A reveal shows a salt that is bound to this log, its side and its slot: else it opens somebody else's seal."""
    from hexledger.engine.kernel.decisions import Reveal
    from hexledger.replays.secrets.binding import bound

    tag = Reveal.__struct_config__.tag
    try:
        data = msgspec.msgpack.decode(frame.decision)
        salt = data[2] if isinstance(data, list) and data[:1] == [tag] and len(data) == 3 else None
    except UNREADABLE as error:
        raise Refused("seal", str(error)) from None
    if salt is None:
        raise Refused("seal", "a seal was opened without showing what it held")
    if not bound(salt, book.genesis.log_id, event.side, event.slot):
        raise Refused("seal", "its salt is not bound to this log, this side and this slot")


def dice(book: Ledgerbook, frame: Frame, said: object) -> Need:
    """A dice record."""
    everybody = Need(book.sides, why="a change of dice is a decision of all sides")
    if isinstance(said, Fix):
        book.dice.check_fix(frame)
    elif isinstance(said, DiceChange):
        if book.study >= 0:
            raise Refused("dice", "a study keeps its practice dice")
        book.dice.check_change(said)
        if said.mode == DUEL and book.seats.apart:
            raise Refused("dice", DUEL_IS_OF_SIDES)
        _new_keeper(book, said)
        if said.mode in (REFEREE, DUEL) and book.timeline.current != MAIN:
            raise Refused("dice", f"line {book.timeline.current!r} is open; these dice are for {MAIN} alone")
        return everybody
    elif isinstance(said, Refusal):
        book.dice.check_refusal(frame, said)
    elif isinstance(said, KeeperReveal):
        if book.study >= 0:
            raise Refused("dice", "no keeper serves a what-if: his secret is that of a game that may go on")
        if frame.actor:
            raise Refused("actor", "a secret is opened by its keeper, not by a side")
        book.dice.check_reveal(said, book.keeper_keys)
        forged = book.dice.forged(said)
        if forged is not None:
            raise Refused(
                "dice evidence", f"#{forged} was rolled with a key that the opened secret does not give", frame=forged
            )
    elif isinstance(said, RollsConfirmed):
        book.dice.check_confirmation(frame, said)
    return NOBODY


def _new_keeper(book: Ledgerbook, change: DiceChange) -> None:
    if change.mode == REFEREE:
        key = bytes.fromhex(change.commitments[0].rpartition(" ")[2])
        if key in book.seats.used and key not in book.keeper_keys.values():
            raise Refused("dice", f"the keeper's key was shown in frame {book.seats.used[key]} as somebody's own")


# ---------------------------------------------------------------------- the tree
def rewind(book: Ledgerbook, frame: Frame, said: Rewind) -> Need:
    """A rewind, measured by what it takes away and brings back; to where play stands, it drops what waits."""
    timeline = book.timeline
    head, genesis = timeline.head, book.genesis
    if not timeline.is_place(said.to):
        raise Refused("rewind", f"frame {said.to} is no place of the tree")
    if book.study >= 0:
        return NOBODY
    if said.policy != genesis.error_policy:
        raise Refused(
            "error policy", f"{said.policy or 'none'} is cited, the game has {genesis.error_policy or 'none'}"
        )
    if (said.about >= 0) != bool(said.what) or said.about >= frame.seq or said.about < -1:
        raise Refused("claim", "a claim without a frame, or a frame without a claim")
    if said.to == head:
        return _drop(book, said)
    if said.redo != timeline.is_ancestor(head, said.to):
        raise Refused("rewind", "it says redo of what is none, or does not say it of one")
    if said.about >= 0:
        # granted by the error policy, which the rules ask again
        return NOBODY
    return _leave(book, frame, said)


def _drop(book: Ledgerbook, said: Rewind) -> Need:
    waiting = book.dice.waiting
    if waiting is None:
        raise Refused("rewind", f"play already stands at frame {said.to}")
    if said.redo or said.about >= 0:
        raise Refused("rewind", "a drop is neither a redo nor a claim")
    if book.genesis.undo_policy == "strict" or _strict(book.genesis):
        raise Refused("rewind", "this game is strict: no fix is dropped", ("policy strict",))
    why = f"it drops #{waiting.seq}"
    return Need(book.sides, where="consent", why=why, needs=("a fixed decision",))


def _strict(genesis: Genesis) -> bool:
    """Whether the error policy lets nothing be taken back."""
    if not genesis.error_policy:
        return False
    from hexledger.replays.referee.policies import error_policy

    policy = error_policy(genesis.error_policy)
    return policy is not None and not policy.allows_undo()


def _leave(book: Ledgerbook, frame: Frame, said: Rewind) -> Need:
    """Whose word the undo policy asks for."""
    timeline, policy = book.timeline, book.genesis.undo_policy
    if policy == "strict" or _strict(book.genesis):
        kind = "undo" if policy == "strict" else "error"
        raise Refused("rewind", f"this game's {kind} policy is strict: nothing is taken back", ("policy strict",))
    if policy == "free" or not frame.actor:
        # the referee may stand for all sides: whatever he crosses, no word is missing
        return NOBODY
    fork = timeline.fork(said.to, timeline.head)
    lost, back = book.crossed(fork, timeline.head), book.crossed(fork, said.to)
    crossed = total([part for part in (lost, back) if part is not NOTHING])
    needs = crossed.needs(frame.actor)
    if not needs:
        return NOBODY
    what = []
    if lost.decisions:
        first = timeline.ancestor(timeline.head, timeline.depths[fork] + 1)
        what.append(f"takes back #{first}{_more(lost)}")
    if back.decisions:
        first = timeline.ancestor(said.to, timeline.depths[fork] + 1)
        what.append(f"brings back #{first}{_more(back)}")
    why = f"going to frame {said.to} {' and '.join(what)}, across {', '.join(needs)}"
    if 0 in crossed.sides:
        # what the referee has ruled only he takes back
        return Need((0,), where="consent", why=why, needs=needs)
    return Need(book.sides, where="consent", why=why, needs=needs)


def _more(crossed: Crossing) -> str:
    return f" and {crossed.decisions - 1} more" if crossed.decisions > 1 else ""


def line(book: Ledgerbook, said: Label) -> Need:
    """A line is opened, switched to or closed, where lines may be; main never moves by it."""
    timeline = book.timeline
    if not book.lines_allowed:
        raise Refused("line", "no lines in this game: a what-if is a file of its own")
    fault = line_fault(said.name)
    if fault:
        raise Refused("line", fault)
    stands = timeline.heads.get(said.name)
    if said.at == -1:
        if stands is None or said.name in (MAIN, timeline.current):
            raise Refused("line", f"line {said.name!r} cannot be closed: it is main, current or unknown")
    elif not timeline.is_place(said.at):
        raise Refused("line", f"line {said.name!r} cannot stand at frame {said.at}")
    elif stands is not None and stands != said.at:
        raise Refused("line", f"it moves {said.name}, which stands at #{stands}")
    return NOBODY


def study(book: Ledgerbook, frame: Frame, said: Study) -> Need:
    """A what-if begins: by the table, once, with an open seed."""
    if book.study >= 0:
        raise Refused("study", f"this is a study since frame {book.study}")
    if frame.actor:
        raise Refused("actor", "a study is nobody's decision")
    if not said.seed or len(said.seed) > MOST_NAME:
        raise Refused("study", f"an open seed has 1 to {MOST_NAME} characters")
    if said.luck not in LUCKS:
        raise Refused("study", f"there is no luck {said.luck!r}")
    return NOBODY


# ---------------------------------------------------------------------- rulings, claims, seals
def ruling(book: Ledgerbook, frame: Frame, said: Ruling) -> Need:
    """A ruling: by whom it may be made, about what is there, with dice that the referee enters."""
    from hexledger.replays.referee.leave import ADOPTED, leave, only_by_sides

    why = leave(book.genesis, len(book.sides), frame.actor, said)
    if why:
        raise Refused("ruling", why)
    if not 0 <= said.effects <= len(frame.events) or not -1 <= said.about < frame.seq:
        raise Refused("ruling", "a number of events or a frame that is not there")
    try:
        book.dice.check_play(frame)
    except DiceRefused as error:
        raise Refused("dice", str(error)) from None
    if said.scope != ADOPTED:
        return NOBODY
    referee = not only_by_sides(book.genesis)
    return Need(book.sides, referee, "ruling", "a ruling on file is adopted by all sides together")


def claim(book: Ledgerbook, frame: Frame, said: Claim) -> Need:
    """A claim that brought no rewind: the rules ask the policy again."""
    if said.policy != book.genesis.error_policy:
        raise Refused(
            "error policy", f"{said.policy or 'none'} is cited, the game has {book.genesis.error_policy or 'none'}"
        )
    if not 0 <= said.about < frame.seq:
        raise Refused("claim", f"there is no frame {said.about} to complain about")
    if book.signed and said.consent:
        raise Refused("claim", "nobody agrees to a claim that stands")
    return NOBODY


def opening(book: Ledgerbook, frame: Frame, said: Opening) -> Need:
    """Seals that their owner opens: his own, each once, to what was sealed."""
    from hexledger.replays.secrets.binding import bound, commitment_of

    if not said.seals:
        raise Refused("seal", "an opening that opens nothing")
    seen: set[int] = set()
    for seq, choice, salt in said.seals:
        event = _sealed(book, seq, frame.seq)
        if event is None:
            raise Refused("seal", f"frame {seq} sealed nothing")
        if event.side != frame.actor:
            raise Refused("seal", f"side {frame.actor} opens the seal of side {event.side} in frame {seq}")
        if seq in book.opened or seq in seen:
            raise Refused("seal", f"the seal of frame {seq} was opened already")
        if not bound(salt, book.genesis.log_id, event.side, event.slot) or commitment_of(choice, salt) != (
            event.commitment
        ):
            raise Refused("seal", f"what is shown is not what frame {seq} sealed")
        seen.add(seq)
    return NOBODY


def _sealed(book: Ledgerbook, seq: int, before: int) -> Sealed | None:
    if not 0 <= seq < before or not book.timeline.is_place(seq):
        return None
    return next((event for event in reversed(book.frame_at(seq).events) if isinstance(event, Sealed)), None)


# ---------------------------------------------------------------------- seats and ends
def seat(book: Ledgerbook, frame: Frame, said: Seat) -> Need:
    """A seat is handed over: by its own key or the referee's, the new key agreeing; the referee's by all sides."""
    if said.side not in (0, *book.sides) and not army_seat(said.side, book.sides):
        raise Refused("seat", f"there is no side {said.side}")
    if said.side >= ARMIES and book.dice.mode == DUEL:
        raise Refused("seat", DUEL_IS_OF_SIDES)
    if frame.actor not in (0, side_of_seat(said.side)) and said.side:
        raise Refused("seat", f"side {frame.actor} does not dispose of the seat of side {said.side}")
    fault = name_fault(said.name)
    if fault:
        raise Refused("seat", fault)
    if book.signed or said.key:
        new_key(book, said.key)
    if said.side:
        return NOBODY
    return Need(book.sides, or_referee=False, where="seat", why="the referee is chosen by all sides")


def new_key(book: Ledgerbook, text: str) -> None:
    """Refused unless a key is a good one that this log has never shown."""
    try:
        public = parse_public(text)
        check_public(public)
    except BadSignature as error:
        raise Refused("seat", str(error)) from None
    if public in book.seats.used:
        raise Refused("seat", f"this key was shown in frame {book.seats.used[public]}: a key comes once")


def end(book: Ledgerbook, frame: Frame, said: End) -> Need:
    """An end: who may declare it, and who has won."""
    if said.what not in ENDS:
        raise Refused("end", f"a game does not end by {said.what[:MOST_NAME]!r}")
    if (said.what == REOPENING) != (book.ended is not None):
        raise Refused("end", "there is no end to take back" if book.ended is None else "the game has ended already")
    fault = text_fault(said.level, MOST_NAME)
    if fault or (said.level and said.what != ADJUDICATION):
        raise Refused("end", fault or "only an adjudication says how great a victory is")
    if said.winner not in (0, *book.sides):
        raise Refused("end", f"there is no side {said.winner}")
    if said.what in (DRAW, ADJOURNMENT, REOPENING):
        if said.winner:
            raise Refused("end", f"nobody wins by {said.what}")
        return Need(book.sides, where="end", why=f"{said.what}: all sides agree, or the referee says so")
    if said.what == CONCESSION:
        others = [side for side in book.sides if side != frame.actor]
        if frame.actor not in book.sides or (len(others) == 1 and [said.winner] != others):
            raise Refused("end", "a side concedes for itself, to the other side")
    elif frame.actor:
        raise Refused("end", f"{said.what} is for the referee")
    elif said.what == FORFEIT and not said.winner:
        raise Refused("end", "a forfeit has a winner")
    return NOBODY
