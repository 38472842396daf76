"""From a transcript to a log: every line is a decision, with the dice that were thrown for it, as
`replays.log.transcript` says.

What the rules refuse is recorded and marked, with rule and reason, instead of refused (`engine.table.irregular`).
Without `=>` it is carried out as it was decided, where that can be; with it, the effects after it are what happened:

    move 8/3 E2240                          refused by the rules: it moves there all the same, and is marked
    ! move 8/3 E2240 => do; flag 8/3 moved  the same, and something more
    ! attack E1940 : 7 => steps 8/3 1       only this happened
    ! => place 1/46 E1940                   an event that was nobody's decision

Nothing is written unless every line can be: all that is wrong is found in one pass, by line number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from hexledger.engine.dice.entered import BadRoll, TooManyRolls
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.engine.errors import AmbiguousName, BadDecision, EngineError, IllegalDecision
from hexledger.engine.kernel.decisions import Decision, Irregular, PieceId, PlaceId
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.typed import parse
from hexledger.engine.table import corrections
from hexledger.engine.table.irregular import DO, irregular
from hexledger.events.errors import LedgerError
from hexledger.events.frame import Genesis
from hexledger.events.ledger import Ledger
from hexledger.events.numbers import whole_number
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import opening, sealed
from hexledger.replays.log.transcript import names_of_sides

_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_DICE: Final = re.compile(r"\s:(?:\s|$)|:\s|:$")
_WHO: Final = re.compile(r"(\w+):\s+(?=\S)")
_FIRST_DOUBT: Final = 20
"""Refused lines after which the rest is only read, not played: they follow from the first ones."""


class LineError(msgspec.Struct, frozen=True):
    """What is wrong with a line: its number from 1, and why. `doubtful`: it may follow from an earlier line."""

    line: int
    reason: str
    doubtful: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" + (" (may follow from the lines before)" if self.doubtful else "")


class BadTranscript(ReplayError):
    """A transcript with lines that cannot be transcribed; `errors` holds all of them."""

    def __init__(self, errors: Sequence[LineError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = tuple(errors)


class Line(msgspec.Struct, frozen=True):
    """One line, taken apart: who (0 = the side that is asked), the decision's text (empty for none), the dice, and the
    effects (None when the line has no `=>`); `marked` when it begins with `!`."""

    number: int
    side: int
    text: str
    dice: tuple[str, ...]
    effects: tuple[str, ...] | None
    marked: bool


class Header(msgspec.Struct):
    """What stands before the first decision."""

    scenario: str = ""
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    players: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """(name of the side, player)."""
    errors: list[LineError] = msgspec.field(default_factory=list)


def read_header(lines: Iterable[str]) -> Header:
    """The lines that begin with `@`."""
    header = Header()
    for number, raw in enumerate(lines, 1):
        text = _COMMENT.sub("", raw).strip()
        if not text.startswith("@"):
            continue
        word, *rest = text[1:].split() or [""]
        if word == "game" and len(rest) == 1:
            header.scenario = rest[0]
        elif word == "option" and len(rest) == 2:
            name, value = rest
            flag = value == "yes" if value in ("yes", "no") else None
            figure = whole_number(value, signed=True)
            header.options[name] = flag if flag is not None else value if figure is None else figure
        elif word == "player" and len(rest) >= 2:
            header.players.append((rest[0].lower(), " ".join(rest[1:])))
        else:
            forms = "@game GAME/SCENARIO, @option NAME VALUE, @player SIDE NAME"
            header.errors.append(LineError(number, f"{text!r} is none of {forms}"))
    return header


def read_lines(game: Game[Any], lines: Iterable[str]) -> tuple[list[Line], list[LineError]]:
    """The decisions of a transcript, taken apart, and what is wrong with their words whatever the position."""
    sides = names_of_sides(game.sides)
    out: list[Line] = []
    errors: list[LineError] = []
    for number, raw in enumerate(lines, 1):
        text = _COMMENT.sub("", raw.rstrip("\r\n")).strip()
        if not text or text.startswith("@"):
            continue
        try:
            line = take_apart(number, text, sides)
            if line.text and not _cut_short(game, line.text):
                with suppress(AmbiguousName):  # the position will say which
                    parse(game, line.text, tuple(game.codec.classes))
            for effect in line.effects or ():
                if effect != DO:
                    corrections.effect(game, effect)
        except EngineError as error:
            errors.append(LineError(number, str(error)))
        else:
            out.append(line)
    return out, errors


def _cut_short(game: Game[Any], text: str) -> bool:
    """True when the kind at the head of a line is written short, so that only the prompt knows which one is meant."""
    word = text.split(maxsplit=1)[0].lower()
    kinds = list(game.codec.classes)
    return word not in kinds and sum(kind.startswith(word) for kind in kinds) > 1


def take_apart(number: int, text: str, sides: dict[str, int]) -> Line:
    """A line as the parts it has; BadDecision where it says nothing. `sides`: see `names_of_sides`."""
    side = 0
    who = _WHO.match(text)
    if who is not None and who[1].lower() in sides:
        side, text = sides[who[1].lower()], text[who.end() :]
    text, arrow, after = text.partition("=>")
    marked = text.startswith("!")
    text = text.removeprefix("!").strip()
    dice: tuple[str, ...] = ()
    found = _DICE.search(text)
    if found is not None:
        text, dice = text[: found.start()].strip(), tuple(text[found.end() :].split())
    effects: tuple[str, ...] | None = None
    if arrow:
        effects = tuple(" ".join(part.split()) for part in after.split(";") if part.strip())
        if effects == ("none",):
            effects = ()
        elif not effects:
            raise BadDecision("what happened stands after `=>`; write `none` when nothing did")
    if not text and effects is None:
        raise BadDecision("a line without a decision says after `=>` what happened")
    return Line(number, side, text, dice, effects, marked)


class Transcriber:
    """Plays lines on a chronicle of a game played elsewhere."""

    def __init__(self, chronicle: Chronicle, time: int | None = None) -> None:
        self.chronicle = chronicle
        self.time = time
        self.game = chronicle.game
        self.decisions = 0
        """Decisions so far."""
        self.irregular = 0
        """Decisions so far that the rules refuse."""

    def play(self, line: Line) -> None:
        """One line; IllegalDecision, BadDecision, DiceWanted and the like say why it cannot be."""
        rest = self._decide(line)
        rest = self._open_seals(rest)
        if rest:
            raise BadRoll(f"{' '.join(rest)}: nothing is rolled for it")

    def _decide(self, line: Line) -> tuple[str, ...]:
        """The decision of a line; the dice that it has left."""
        chronicle = self.chronicle
        prompt = chronicle.offer()
        if not line.text:
            return self._irregular(line, line.side, None)
        kinds = prompt.kinds if prompt is not None else ()
        decision = parse(self.game, line.text, kinds, chronicle.choices, chronicle.state())
        actor = line.side or (prompt.side if prompt is not None else 1)
        if line.effects is not None:
            return self._irregular(line, actor, decision)
        try:
            rest = self._submit(actor, sealed(chronicle, decision), line.dice)
        except IllegalDecision as refused:
            try:
                return self._irregular(line, actor, decision)
            except EngineError as error:
                if isinstance(error, DiceWanted):
                    raise
                raise BadDecision(f"refused: {refused}; as it was played: {error}") from error
        self.decisions += 1
        if line.marked:
            raise BadDecision("the line is marked with `!`, but the rules allow this decision")
        return rest

    def _submit(self, actor: int, decision: Decision, dice: tuple[str, ...]) -> tuple[str, ...]:
        """Hand a decision in with the first of the dice; the dice that it has left."""
        try:
            self.chronicle.submit(actor, decision, self.time, rolls=dice, entered_by=0)
        except TooManyRolls as many:
            self.chronicle.submit(actor, decision, self.time, rolls=dice[: many.used], entered_by=0)
            return dice[many.used :]
        return ()

    def _open_seals(self, dice: tuple[str, ...]) -> tuple[str, ...]:
        """Open what is sealed when its time has come, with the dice of the decision before it."""
        while (reveal := opening(self.chronicle)) is not None:
            dice = self._submit(self.chronicle.actor_to_move(), reveal, dice)
        return dice

    def _irregular(self, line: Line, actor: int, decision: Decision | None) -> tuple[str, ...]:
        given = [line.effects] if line.effects is not None else ways(self.game, decision)
        for number, effects in enumerate(given, 1):
            try:
                rest = self._submit(actor, mark(self.chronicle, actor, decision, effects), line.dice)
                break
            except BadDecision:
                if number == len(given):
                    raise
        self.decisions += 1
        self.irregular += 1
        return rest


def mark(chronicle: Chronicle, actor: int, decision: Decision | None, effects: Sequence[str]) -> Irregular:
    """A decision that the rules refuse, marked with rule and reason, as it can be recorded in a game as played.

    `effects`: what happened (`engine.table.corrections`). BadDecision when it is legal. `decision` None: an event that
    nobody decided.
    """
    reason = "" if decision else "an event, no decision"
    return irregular(chronicle.game, chronicle.state(), actor, decision, tuple(effects), reason)


def ways(game: Game[Any], decision: Decision | None) -> list[tuple[str, ...]]:
    """Effects of a decision that the rules refuse, where nobody says what it did: it is carried out as it stands, or,
    a march that no path of the rules makes, the unit is moved to where it went."""
    found: list[tuple[str, ...]] = [(DO,)]
    hints = dict(game.codec.fields(decision.kind())) if decision is not None else {}
    units = [name for name, hint in hints.items() if hint is PieceId]
    paths = [name for name, hint in hints.items() if hint == tuple[PlaceId, ...]]
    if len(units) == 1 and len(paths) == 1:
        path = getattr(decision, paths[0])
        if path:
            found.append((f"move {game.piece(getattr(decision, units[0]))} {game.place(path[-1])}",))
    return found


def record_line(chronicle: Chronicle, text: str, side: int = 0, time: int | None = None) -> list[int]:
    """Record one more line (as a transcript has it) in a game as played, open for writing; the frames that it made.

    `side`: whose decision it is, where the line does not say. BadTranscript says why it cannot be; nothing is written
    then.
    """
    who = _WHO.match(text)
    if side and not (who is not None and who[1].lower() in names_of_sides(chronicle.game.sides)):
        text = f"{chronicle.game.side(side)}: {text}"
    before = len(chronicle.ledger)
    with TemporaryDirectory() as folder:
        scratch = Path(folder) / chronicle.path.name
        Ledger.create_with(scratch, list(chronicle.ledger.payloads())).close()
        with Chronicle.write(scratch, game=chronicle.game) as played:
            transcribe(played, [text], time=time)
            chronicle.take_in(list(played.ledger.payloads(before)))
    return list(range(before, len(chronicle.ledger)))


Progress = Callable[[int, int], None]


def transcribe(
    chronicle: Chronicle, source: Iterable[str], progress: Progress | None = None, time: int | None = None
) -> Transcriber:
    """Play every line of a transcript on a chronicle (a scratch copy, if the log must not hold a part of it).

    Raises BadTranscript with everything that is wrong: names and forms in all lines, and what cannot be played.
    """
    if not chronicle.genesis.as_played:
        raise ReplayError(f"{chronicle.path.name} is not the transcript of a game played elsewhere; its rules refuse")
    lines = list(source)
    header = read_header(lines)
    todo, errors = read_lines(chronicle.game, lines)
    errors = [*header.errors, *errors]
    unread = {error.line for error in errors}
    transcriber = Transcriber(chronicle, time)
    refused, reasons = 0, [""]
    for count, line in enumerate(todo, 1):
        first = min(unread, default=line.number + 1)
        if refused >= _FIRST_DOUBT:
            break
        try:
            transcriber.play(line)
        except (EngineError, ReplayError, LedgerError) as error:
            doubtful = first < line.number
            if not (doubtful and str(error) in reasons):
                errors.append(LineError(line.number, str(error), doubtful))
            reasons.append(str(error))
            unread.add(line.number)
            refused += 1
        if progress is not None:
            progress(count, len(todo))
    if errors:
        raise BadTranscript(sorted(errors, key=lambda error: error.line))
    return transcriber


def transcribed(
    source: Iterable[str],
    log: Path,
    genesis: Genesis,
    edition: Path | None = None,
    *,
    game: Game[Any] | None = None,
    progress: Progress | None = None,
    check: bool = False,
) -> Transcriber:
    """A transcript as a log: played whole on a scratch log first, then written at once (`check`: not at all).

    A log that exists is gone on with; else one is begun with `genesis`. Errors as `transcribe`; nothing is written
    then.
    """
    with TemporaryDirectory() as folder:
        scratch = Path(folder) / log.name
        if not log.exists():
            with Chronicle.create(scratch, genesis, edition, game=game) as played:
                done = transcribe(played, source, progress)
                payloads = list(played.ledger.payloads())
            if not check:
                Ledger.create_with(log, payloads).close()
            return done
        with Chronicle.write(log, edition, game=game) as real:
            Ledger.create_with(scratch, list(real.ledger.payloads())).close()
            with Chronicle.write(scratch, edition, game=game) as played:
                done = transcribe(played, source, progress)
                new = list(played.ledger.payloads(len(real.ledger)))
            if new and not check:
                real.ledger.append_many(new, real.ledger.head)
            return done
