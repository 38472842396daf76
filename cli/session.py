"""A sitting at the table: whoever is asked decides, a person by a typed line, a bot by itself, until the game is over.

Every decision is on disk before its result is printed, so a sitting may be broken off at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from hexledger.cli import looks
from hexledger.cli.common import heading, prompt_line
from hexledger.cli.console import say, say_block, say_lines, styled
from hexledger.cli.hints import hints
from hexledger.cli.lineinput import LineInput
from hexledger.cli.listing import Listing
from hexledger.engine.bots.chance import Chance
from hexledger.engine.dice.entered import place_of
from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import BadDecision, EngineError, IllegalDecision, NotOffered, RuleNotImplemented
from hexledger.engine.kernel.decisions import Decision, Reveal
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.naming.meant import find_unit
from hexledger.engine.naming.typed import parse, why_not
from hexledger.events.frame import VAULT_SEALS, Frame
from hexledger.events.numbers import whole_number
from hexledger.replays.log.chronicle import ReplayError, UndoRefused
from hexledger.replays.log.table import opening, roll_out, sealed
from hexledger.replays.log.transcribe import mark, ways
from hexledger.replays.log.typed_rolls import asked_text, shown_value

if TYPE_CHECKING:
    from hexledger.engine.bots.players import Bot
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.replays.log.chronicle import Chronicle

MOST_CHOICES = 2000
"""Choices that a list holds at most."""

HELP = """\
A number takes a choice of the list. A decision may also be typed as `offer` lists it, with printed names or ids of
units: `move 8/3 E2237` goes there the cheapest way, `end` ends when only one kind of decision begins so.
  offer [KIND]     the list of choices again (of one kind), `more` its next page
  board, tracks    the position            hex E2135, unit 8/3    one hex, one unit
  record [N]       the last N decisions    explain [N]            the calculation behind decision N (last one)
  undo, redo       take the last decision back (the other side is asked where the rules of the log want it), again
  svg [FILE]       the board as a picture  quit                   stop; everything decided is in the log already"""


class Leave(Exception):
    """The person wants to stop."""


class Session:
    """One sitting. `players`: side -> bot; `away`: sides that play elsewhere; others are people at this terminal."""

    def __init__(
        self,
        chronicle: Chronicle,
        players: Mapping[int, tuple[str, Bot]],
        *,
        seed: str = "",
        quiet: bool = False,
        clock: Callable[[], int] | None = None,
        away: Collection[int] = (),
    ) -> None:
        self.chronicle = chronicle
        self.game = chronicle.game
        self.players = dict(players)
        self.away = frozenset(away)
        self.seed = seed or chronicle.genesis.seed
        self.quiet = quiet
        self.clock = clock or (lambda: None)  # type: ignore[return-value]
        self.input: LineInput | None = None
        self._listing: Listing | None = None
        self._listed_at = -1
        self._page = 0
        self._told: tuple[int, int, int] = (-1, -1, -1)

    # ------------------------------------------------------------ the loop
    def run(self, limit: int = 1_000_000) -> int:
        """Play until the game is over, the person leaves, input ends, or `limit` decisions; the number made."""
        self._greet()
        made = 0
        while made < limit:
            prompt = self.chronicle.offer()
            if prompt is None:
                say(f"The game is over. {looks.verdict_text(self.chronicle)}")
                return made
            if prompt.side in self.away:
                self._await(prompt)
                break
            self._announce()
            try:
                made += self._turn(prompt)
            except Leave:
                break
        head = self.chronicle.timeline.head
        say(f"Stopped at #{head}; everything decided is in {self.chronicle.path.name}.")
        return made

    def _await(self, prompt: Prompt) -> None:
        side = self.game.side(prompt.side)
        say(prompt_line(self.game, prompt))
        say(f"That is for the {side} side, elsewhere: `send {self.chronicle.path.name} --to {side} -o FILE`.")

    def _turn(self, prompt: Prompt) -> int:
        """Let the side that is asked decide once; 1 when it did."""
        waiting = self.chronicle.book.waiting
        if waiting is not None:
            say(f"Decision #{waiting.seq} is fixed and waits for its dice.")
            decision = self.game.codec.decode(waiting.decision)
            return self._submit(prompt, decision, self._who(waiting.actor))
        open_seal = self._opening()
        if open_seal is not None:
            return self._submit(prompt, open_seal, self._who(prompt.side))
        if wants_reveal(prompt.kinds) and self.chronicle.genesis.seals == VAULT_SEALS:
            side = self.game.side(prompt.side)
            say(f"The {side} side opens its seal now, but the secret is not in a vault here.")
            if prompt.side in self.players:
                raise Leave
        if prompt.side in self.players:
            name, bot = self.players[prompt.side]
            chance = Chance(self.seed, self.chronicle.genesis.log_id, len(self.chronicle.timeline))
            decision = bot(self.game, self.chronicle.state(), prompt, chance)
            return self._submit(prompt, decision, f"{self._who(prompt.side)} ({name})")
        return self._person(prompt)

    def _opening(self) -> Reveal | None:
        """The reveal that needs nobody; None also for a seal made elsewhere, which must be typed in."""
        try:
            return opening(self.chronicle)
        except ReplayError:
            return None

    def _lines(self) -> LineInput:
        if self.input is None:
            from hexledger.cli.lineinput import open_input

            self.input = open_input(self._complete)
        return self.input

    def _person(self, prompt: Prompt) -> int:
        lines = self._lines()
        head = self.chronicle.timeline.head
        if self._listed_at != head:
            self._ask(prompt)
        secret = wants_seal(prompt.kinds)
        line = lines.ask(f"{self.game.side(prompt.side)} #{head}> ", secret=secret)
        if line is None:
            say("(end of input)")
            raise Leave
        try:
            return self._answer(prompt, line, secret=secret)
        except IllegalDecision as error:
            say(f"refused: {self._why(prompt, line, error)}")
            return self._as_played(prompt, line, lines) if self.chronicle.genesis.as_played else 0
        except (BadDecision, UndoRefused, RuleNotImplemented) as error:
            say(f"{error}")
        except OSError as error:
            say(f"{error.filename or ''}: {error.strerror or error}")
        return 0

    def _why(self, prompt: Prompt, line: str, refused: IllegalDecision) -> IllegalDecision:
        """Why a typed decision is refused; of a destination, why no way leads there. A game as played is marked with
        the reason against what was typed."""
        if self.chronicle.genesis.as_played:
            return refused
        try:
            decision = self._decision(prompt, line)
        except EngineError:
            return refused
        return why_not(self.game, self.chronicle.state(), decision, self.chronicle.choices, refused)

    def _as_played(self, prompt: Prompt, line: str, lines: LineInput) -> int:
        """A game played elsewhere: what the rules refuse may be recorded all the same, marked with rule and reason."""
        try:
            decision = self._decision(prompt, line)
        except EngineError:
            return 0
        answer = lines.ask("It was played so: record it, marked with this rule? (y/n) ") or ""
        if answer.lower() not in ("y", "yes"):
            return 0
        why = ""
        for effects in ways(self.game, decision):
            try:
                marked = mark(self.chronicle, prompt.side, decision, effects)
                return self._submit(prompt, marked, self._who(prompt.side))
            except EngineError as error:
                why = why or str(error)
        say(f"{why}; `hexledger decide {self.chronicle.path.name} '! {line} => EFFECTS'` says what happened")
        return 0

    def _answer(self, prompt: Prompt, line: str, *, secret: bool) -> int:
        if not line:
            self._more(prompt)
            return 0
        word, _, rest = line.partition(" ")
        command = self.COMMANDS.get(word.lower())
        if command is not None:
            command(self, prompt, rest.strip())
            return 0
        decision = self._decision(prompt, line)
        return self._submit(prompt, decision, self._who(prompt.side), secret=secret)

    def _decision(self, prompt: Prompt, line: str) -> Decision:
        number = whole_number(line)
        if number is not None:
            listing = self._list()
            found = listing.pick(number)
            if found is None:
                raise BadDecision(f"no choice {line}; the list has 1 to {len(listing.decisions)}")
            return found
        try:
            commands = list(self.COMMANDS)
            return parse(self.game, line, prompt.kinds, self.chronicle.choices, self.chronicle.state(), commands)
        except BadDecision:
            kind = line.split(maxsplit=1)[0].lower()
            if kind in self.game.codec.classes and kind not in prompt.kinds:
                asked = ", ".join(prompt.kinds)
                raise NotOffered(self.game.rule(prompt.rule), f"{kind} is not asked for now, but {asked}") from None
            raise

    def _submit(self, prompt: Prompt, decision: Decision, who: str, *, secret: bool = False) -> int:
        """Hand a decision in with its dice; 1 when it is decided. Leave when its dice are somebody else's to give."""
        try:
            frame = roll_out(self.chronicle, prompt.side, decision, self._die, self.clock())
        except DiceWanted as wanted:
            if self.chronicle.book.waiting is None:
                self.chronicle.fix(prompt.side, sealed(self.chronicle, decision), self.clock())
            say(f"{who}: the decision is fixed and waits for its dice ({wanted}). `hexledger finish` goes on.")
            raise Leave from None
        if secret:
            say(
                f"#{frame.seq} {who}: sealed. The choice is fixed and stays hidden until both sides have chosen; "
                "clear the screen if it can still be read."
            )
            return 1
        if not self.quiet or frame.seq == 0:
            self._tell(frame, who, person=prompt.side not in self.players and not isinstance(decision, Reveal))

        return 1

    def _die(self, asked: Asked) -> int:
        """A real die or cup: ask until the answer is a value of it. The decision is fixed already."""
        lines = self._lines()
        while True:
            line = lines.ask(f"{asked_text(self.game, asked)}> ")
            if line is None or line.lower() in ("quit", "exit"):
                say("(the decision is fixed; its dice are asked for next time)")
                raise Leave
            try:
                value = shown_value(self.game, asked, line)
                place_of(asked, value)
            except BadDecision as error:
                say(f"{error}")
            else:
                return value

    # ------------------------------------------------------------ what is printed
    def _greet(self) -> None:
        say(heading(self.chronicle, self.chronicle.timeline.head))
        sides = range(1, len(self.game.sides) + 1)
        seats = ", ".join(
            f"{self._who(side)}: {self.players[side][0] if side in self.players else 'a person'}" for side in sides
        )
        help_line = " · ? for help" if any(side not in self.players for side in sides) else ""
        say(f"{seats}{help_line}")

    def _announce(self) -> None:
        """A line where a turn or phase has begun since the last one."""
        state = self.chronicle.state()
        now = (state.turn, state.phase, state.phase_side)
        if now != self._told:
            self._told = now
            side = f", {self._who(state.phase_side)}" if state.phase_side else ""
            if state.phase:
                say(styled(f"-- {self.game.turn(state.turn)}: {self.game.word(state.phase)}{side}", bold=True))

    def _tell(self, frame: Frame, who: str, *, person: bool) -> None:
        entry = looks.entry_at(self.chronicle, frame.seq, "decisions" if person else "narrative")
        head = f"#{frame.seq} {who}: {entry['decision']}"
        if person:
            say_lines([head, *(f"    {line}" for line in entry["outcome"])])
        else:
            then = [part for part in entry["outcome"] if part]
            say(head + (" -> " + "; ".join(then) if then else ""))

    def _who(self, side: int) -> str:
        return self.game.side(side).capitalize()

    def _list(self) -> Listing:
        head = self.chronicle.timeline.head
        if self._listing is None or self._listed_at != head:
            found = list(islice(self.chronicle.choices(), MOST_CHOICES + 1))
            cut, state = len(found) > MOST_CHOICES, self.chronicle.state()
            self._listing = Listing(self.game, found[:MOST_CHOICES], cut, state)
            self._listed_at, self._page = head, 0
        return self._listing

    def _ask(self, prompt: Prompt, kind: str = "") -> None:
        """The question and the first page of its choices."""
        pages = self._list().pages(looks.WIDTH, kind)
        say(styled(prompt_line(self.game, prompt), bold=True))
        self._page = 0
        self._show_page(pages)

    def _show_page(self, pages: list[list[str]]) -> None:
        say_lines(pages[self._page])
        if self._page + 1 < len(pages):
            place = f"page {self._page + 1} of {len(pages)}"
            say(f"      ({place}: Enter or `more` for the next, `offer KIND` for one kind)")

    def _complete(self, before: str) -> Iterable[tuple[str, str]]:
        listing = self._list()
        return hints(self.game, self.chronicle.state(), listing.decisions, list(self.COMMANDS), before)

    # ------------------------------------------------------------ commands
    def _help(self, prompt: Prompt, rest: str) -> None:
        say_block(HELP)
        say(f"Asked now: {prompt_line(self.game, prompt)}")
        for kind in prompt.kinds:
            fields = " ".join(name.upper() for name, _ in self.game.codec.fields(kind))
            say(f"  {kind} {fields}".rstrip())
        rule = self.game.rule_title(prompt.rule)
        if rule:
            say(f"{self.game.rule(prompt.rule)}: {rule}")

    def _offer(self, prompt: Prompt, rest: str) -> None:
        self._ask(prompt, rest.replace(" ", "_").lower())

    def _more(self, prompt: Prompt, rest: str = "") -> None:
        pages = self._list().pages(looks.WIDTH)
        self._page = (self._page + 1) % len(pages)
        self._show_page(pages)

    def _board(self, prompt: Prompt, rest: str) -> None:
        say_block(looks.board_text(self.chronicle, self.chronicle.timeline.head))

    def _tracks(self, prompt: Prompt, rest: str) -> None:
        from hexledger.replays.log.facts import tracks_data

        say_lines(looks.tracks_text(tracks_data(self.game, self.chronicle.state())))

    def _hex(self, prompt: Prompt, rest: str) -> None:
        from hexledger.replays.log.facts import hex_data

        place = self.game.find_place(rest)
        say_lines(looks.hex_text(hex_data(self.game, self.chronicle.state(), place)))

    def _unit(self, prompt: Prompt, rest: str) -> None:
        from hexledger.replays.log.facts import unit_data

        head, state = self.chronicle.timeline.head, self.chronicle.state()
        piece = find_unit(self.game, rest, state, loose=True)
        data = unit_data(self.game, state, piece, self.chronicle.frames(head))
        say_lines(looks.unit_text(data, most=8))

    def _record(self, prompt: Prompt, rest: str) -> None:
        most = whole_number(rest) or 10
        for seq in self.chronicle.timeline.path(self.chronicle.timeline.head)[1:][-most:]:
            entry = looks.entry_at(self.chronicle, seq)
            then = "; ".join(entry["outcome"])
            say(f"#{seq} {entry['actor'].capitalize()}: {entry['decision']}" + (f" -> {then}" if then else ""))

    def _explain(self, prompt: Prompt, rest: str) -> None:
        from hexledger.cli.record import explanation

        number = rest.removeprefix("#")
        found = whole_number(number)
        seq = self.chronicle.timeline.head if found is None else found
        say_block(explanation(self.chronicle, seq))

    def _svg(self, prompt: Prompt, rest: str) -> None:
        path = Path(rest) if rest else self.chronicle.path.with_suffix(".svg")
        say(looks.picture_told(self.chronicle, self.chronicle.timeline.head, path))

    def _quit(self, prompt: Prompt, rest: str) -> None:
        raise Leave

    # ------------------------------------------------------------ taking back
    def _undo(self, prompt: Prompt, rest: str) -> None:
        """Back to the person's last own decision; what bots did since goes with it."""
        timeline = self.chronicle.timeline
        target = timeline.head
        while target > 0 and (target == timeline.head or self._goes_on_alone(target)):
            target = timeline.parents[target]
        asked = self.chronicle.offer(target)
        by = asked.side if asked is not None else prompt.side
        try:
            frame = self.chronicle.undo(by, to=target, reason=rest, time=self.clock())
        except UndoRefused as refused:
            if not refused.needs or self.chronicle.genesis.undo_policy == "strict":
                raise
            consent = [
                side for side in range(1, len(self.game.sides) + 1) if side != by and self._agrees(side, refused)
            ]
            frame = self.chronicle.undo(by, to=target, reason=rest, consent=consent, time=self.clock())
        say(f"Undone. Play goes on from #{target} (this is frame #{frame.seq}); `redo` takes it back.")

    def _agrees(self, side: int, refused: UndoRefused) -> bool:
        if side in self.away:
            name = self.chronicle.path.name
            raise UndoRefused(
                f"{self._who(side)} plays elsewhere and must agree to undo across {', '.join(refused.needs)}: "
                f"`hexledger undo {name} --ask FILE` writes a request",
                refused.needs,
            )
        if side in self.players:
            say(f"({self._who(side)}, a bot, agrees to undo across {', '.join(refused.needs)}.)")
            return True
        assert self.input is not None
        question = f"{self._who(side)}: undo across {', '.join(refused.needs)}? Do you agree (y/n) "
        answer = self.input.ask(question)
        return (answer or "").lower() in ("y", "yes")

    def _goes_on_alone(self, seq: int) -> bool:
        """True where nobody at the terminal is asked: a bot decides, or a seal is opened."""
        prompt = self.chronicle.offer(seq)
        return prompt is not None and (prompt.side in self.players or wants_reveal(prompt.kinds))

    def _redo(self, prompt: Prompt, rest: str) -> None:
        timeline = self.chronicle.timeline
        self.chronicle.redo(prompt.side, time=self.clock())
        while self._goes_on_alone(timeline.head) and timeline.redo_target() is not None:
            self.chronicle.redo(prompt.side, time=self.clock())
        say(f"Redone. Play goes on from #{timeline.head}.")

    COMMANDS: ClassVar[dict[str, Callable[[Session, Prompt, str], None]]] = {
        "help": _help,
        "?": _help,
        "offer": _offer,
        "more": _more,
        "board": _board,
        "tracks": _tracks,
        "hex": _hex,
        "unit": _unit,
        "record": _record,
        "explain": _explain,
        "undo": _undo,
        "redo": _redo,
        "svg": _svg,
        "quit": _quit,
        "exit": _quit,
    }
