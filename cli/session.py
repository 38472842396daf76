"""A sitting at the table: whoever is asked decides, a person by a typed line, a bot by itself, until the game is over.

Every decision is on disk before its result is printed, so a sitting may be broken off at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from hexledger.cli import looks
from hexledger.cli.at_table import ALONE, COMMANDS, Leave
from hexledger.cli.common import heading
from hexledger.cli.console import columns, folded, say, say_lines, styled
from hexledger.cli.hints import hints
from hexledger.cli.lineinput import LEAVING, LineInput, number_of
from hexledger.cli.listing import PAGE, Listing, Pick, paged
from hexledger.cli.narrowing import EVERY
from hexledger.cli.picking import pick_units
from hexledger.cli.screen import Screen, cut_lines, focus, print_cut
from hexledger.cli.whose import due_lines
from hexledger.engine.bots.chance import Chance
from hexledger.engine.dice.entered import place_of
from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import BadDecision, EngineError, EngineFault, IllegalDecision, NotOffered
from hexledger.engine.kernel.decisions import Decision, Reveal
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.naming.typed import parse, why_not
from hexledger.engine.table.consequences import cost
from hexledger.events.errors import DiskError, LedgerError, Poisoned
from hexledger.events.frame import DECISION, OLD, VAULT_SEALS
from hexledger.replays.log.alone import only_answer
from hexledger.replays.log.chronicle import ReplayError
from hexledger.replays.log.costs import cost_rows, cost_text, in_any_case
from hexledger.replays.log.due import ANSWER, Due, due
from hexledger.replays.log.table import opening, roll_out, sealed
from hexledger.replays.log.told import carried_out, prompt_line, told_once
from hexledger.replays.log.transcribe import mark, ways
from hexledger.replays.log.typed_rolls import asked_text, shown_value

if TYPE_CHECKING:
    from hexledger.cli.at_table import Command
    from hexledger.cli.narrowing import Narrowing
    from hexledger.engine.bots.playing import Bot
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.replays.log.chronicle import Chronicle

MOST_CHOICES = 2000
"""Choices that a list holds at most."""
MOST_NAMED = 6
"""Units, and hexes, that a question names; of more it says how many there are."""
CAUGHT_UP = 12
"""Decisions of others that are told when a person sits down."""


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
        self.screen = Screen(live=False)
        self._pages: list[list[str]] = [[]]
        self._page = 0
        self._caught_up = False
        self._mine: set[int] = set()
        """Frames that people at this terminal have decided in this sitting."""
        self._told: tuple[int, int, int] = (-1, -1, -1)
        self._above = 0
        """Rows above the map: what was decided since the last question, at first the greeting."""

    # ------------------------------------------------------------ the loop
    def run(self, limit: int = 1_000_000) -> int:
        """Play until the game is over, the person leaves, input ends, or `limit` decisions; the number made."""
        self._greet()
        made = 0
        while made < limit:
            found = due(self.chronicle)
            prompt = self.chronicle.offer()
            if prompt is None and found.ended is None:
                say(f"The game is over. {looks.verdict_text(self.chronicle)}")
                return made
            if self._elsewhere(found):
                say_lines(due_lines(self.chronicle, self.here))
                break
            assert prompt is not None, "an ended game is elsewhere's"
            self._announce()
            try:
                made += self._turn(prompt)
            except Leave:
                break
        head = self.chronicle.timeline.head
        say(f"Stopped at #{head}; everything decided is in {self.chronicle.path.name}.")
        return made

    @property
    def here(self) -> tuple[int, ...]:
        """The sides that play at this terminal, bots among them; () when all do, and nobody is elsewhere. Where armies
        sit apart, the seats whose keys are at hand."""
        if self.chronicle.armies_apart and self.chronicle.signers:
            return tuple(sorted(self.chronicle.signers))
        sides = range(1, len(self.game.sides) + 1)
        return tuple(side for side in sides if side not in self.away) if self.away else ()

    def _elsewhere(self, found: Due) -> bool:
        """Whether nobody at this terminal can go on: the game has ended, or a side that plays elsewhere is to. Where a
        keeper answers, who rolls with his answer may hold it."""
        if found.side is None:
            return True
        if found.does == ANSWER:
            return found.then in self.away and not self.chronicle.dice_kit.complete(self.chronicle.book)
        return found.side in self.away or found.whose in self.away or self._another_seat(found)

    def _another_seat(self, found: Due) -> bool:
        """Whether armies sit apart, and the key of the seat that decides is not the one at hand."""
        book = None if self.chronicle.genesis.format == OLD else self.chronicle.ledgerbook
        if book is None or not book.signed or not book.seats.apart or found.side in self.players:
            return False
        return found.prompt is not None and found.whose not in self.chronicle.signers

    def _turn(self, prompt: Prompt) -> int:
        """Let the side that is asked decide once; 1 when it did."""
        waiting = self.chronicle.book.waiting
        if waiting is not None:
            say(f"Decision #{waiting.seq} is fixed and waits for its dice.")
            decision = self.game.codec.decode(waiting.decision)
            return self._submit(prompt, decision, self.who(waiting.actor))
        open_seal = self._opening()
        if open_seal is not None:
            return self._submit(prompt, open_seal, self.who(prompt.side))
        if wants_reveal(prompt.kinds) and self.chronicle.genesis.seals == VAULT_SEALS:
            say(f"The {self.who(prompt.side)} side opens its seal now, but the secret is not in a vault here.")
            if prompt.side in self.players:
                raise Leave
        if prompt.side in self.players:
            name, bot = self.players[prompt.side]
            chance = Chance(self.seed, self.chronicle.genesis.log_id, len(self.chronicle.timeline))
            decision = bot(self.game, self.chronicle.state(), prompt, chance)
            return self._submit(prompt, decision, f"{self.who(prompt.side)} ({name})")
        only = self.only_answer(prompt)
        if only is not None:
            say(styled(prompt_line(self.game, prompt), bold=True))
            say("  (there is only one answer)")
            return self._submit(prompt, only, self.who(prompt.side))
        return self._person(prompt)

    def only_answer(self, prompt: Prompt, seq: int | None = None) -> Decision | None:
        """The decision of a question with one answer; None where there is a choice, or a secret to be kept."""
        return only_answer(self.chronicle, prompt, seq)

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
            self.screen = Screen(live=self.input.interactive)
        return self.input

    def yes(self, question: str) -> bool:
        """A question that is answered with y or n; no answer is no."""
        return (self._lines().ask(question) or "").lower() in ("y", "yes")

    def _person(self, prompt: Prompt) -> int:
        lines = self._lines()
        head = self.chronicle.timeline.head
        if self._listed_at != head:
            self._catch_up(prompt)
            self.show_list(prompt)
        secret = wants_seal(prompt.kinds)
        line = lines.ask(f"{self.who(prompt.side)} #{head}> ", secret=secret)
        if line is None:
            say("(end of input)")
            raise Leave
        try:
            return self._answer(prompt, line, secret=secret)
        except IllegalDecision as error:
            say(f"refused: {self._why(prompt, line, error)}")
            return self._as_played(prompt, line, lines) if self.chronicle.genesis.as_played else 0
        except (EngineError, ReplayError, LedgerError) as error:
            if isinstance(error, EngineFault | DiskError | Poisoned):
                raise
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
                return self._submit(prompt, marked, self.who(prompt.side))
            except EngineError as error:
                why = why or str(error)
        say(f"{why}; `hexledger decide {self.chronicle.path.name} '! {line} => EFFECTS'` says what happened")
        return 0

    def _answer(self, prompt: Prompt, line: str, *, secret: bool) -> int:
        if not line:
            self.next_page()
            return 0
        word, _, rest = line.partition(" ")
        command = self._command(word.lower(), rest.split())
        if command is not None:
            command(self, prompt, rest.strip())
            return 0
        item = self._item(line)
        if isinstance(item, Pick):
            picked = pick_units(self.game, self.chronicle.state(), item, self._lines().ask)
            if picked is None:
                return 0
            decision = picked
        else:
            decision = item if item is not None else self._decision(prompt, line)
        if not secret and not self._accepts_cost(prompt, decision):
            return 0
        return self._submit(prompt, decision, self.who(prompt.side), secret=secret)

    def _command(self, word: str, rest: list[str]) -> Command | None:
        """The command that a line begins with; None where it is a decision, as `exit east` is beside `exit`."""
        if word not in COMMANDS or (rest and f"{word}_{rest[0].lower()}" in self.game.codec.classes):
            return None
        if rest and word in ALONE:
            raise BadDecision(f"`{word}` takes nothing after it, and {' '.join(rest)!r} stands there")
        return COMMANDS[word]

    def _item(self, line: str) -> Decision | Pick | None:
        """The item of the list whose number is typed, or the only pick of the kind that is typed alone."""
        listing = self._list()
        number = number_of(line)
        if number is not None:
            found = listing.pick(number)
            if found is None:
                raise BadDecision(f"no choice {line}; the list has [1] to [{len(listing.items)}]")
            return found
        kind = line.strip().lower().replace(" ", "_")
        picks = [item for item in listing.items if isinstance(item, Pick) and item.like.kind() == kind]
        return picks[0] if len(picks) == 1 else None

    def _accepts_cost(self, prompt: Prompt, decision: Decision) -> bool:
        """Say what a decision costs for certain, and ask whether it is meant unless every way costs the same; True when
        it costs nothing."""
        found = cost(self.game, self.chronicle.state(), prompt.side, decision)
        if not found:
            return True
        game, state = self.game, self.chronicle.state()
        told = cost_text(game, state, found)
        listed, more = self._list().decisions, self._list().more
        rows = [] if more else cost_rows(game, state, prompt.side, listed)
        if in_any_case(rows, len(listed), prompt) == told:
            say(f"In any case {told}")
            return True
        say(told)
        return self.yes(f"{game.tell(game.position(state), decision)}: go on? (y/n) ")

    def _decision(self, prompt: Prompt, line: str) -> Decision:
        try:
            commands = list(COMMANDS)
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
            say(f"{who}: the decision is fixed and waits for its dice ({wanted}).")
            say_lines(due_lines(self.chronicle, self.here))
            raise Leave from None
        if secret:
            say(
                f"#{frame.seq} {who}: sealed. The choice is fixed and stays hidden until both sides have chosen; "
                "clear the screen if it can still be read."
            )
            return 1
        person = prompt.side not in self.players and not isinstance(decision, Reveal)
        if person:
            self._mine.add(frame.seq)
        if not self.quiet or person:
            self._tell(self.told(frame.seq, who, person=person))
        return 1

    def _die(self, asked: Asked) -> int:
        """A real die or cup: ask until the answer is a value of it. The decision is fixed already."""
        lines = self._lines()
        while True:
            line = lines.ask(f"{asked_text(self.game, asked)}> ")
            if line is None or line.lower() in LEAVING:
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
        head = heading(self.chronicle, self.chronicle.timeline.head)
        self._tell([head])
        sides = range(1, len(self.game.sides) + 1)
        seats = ", ".join(f"{self.who(side)}: {self._player(side)}" for side in sides)
        help_line = " · ? for help" if any(side not in self.players for side in sides) else ""
        self._tell([f"{seats}{help_line}"])

    def _player(self, side: int) -> str:
        """Who plays a side, as it is said at the beginning."""
        if side in self.players:
            return self.players[side][0]
        return "elsewhere, by mail" if side in self.away else "a person"

    def _announce(self) -> None:
        """A line where a turn or phase has begun since the last one."""
        state = self.chronicle.state()
        now = (state.turn, state.phase, state.phase_side)
        if now != self._told:
            self._told = now
            side = f", {self.who(state.phase_side)}" if state.phase_side else ""
            if state.phase:
                self._tell([styled(f"-- {self.game.turn(state.turn)}: {self.game.word(state.phase)}{side}", bold=True)])

    def _tell(self, lines: Iterable[str]) -> None:
        """Print what stays in sight above the next question."""
        for line in lines:
            say(line)
            self._above += len(folded(str(line), columns())) if columns() else 0

    def told(self, seq: int, who: str = "", *, person: bool = False) -> list[str]:
        """A decision with what followed, nothing twice: each sentence on a line for the person who decided, in one line
        what others did, with odds, modifiers and dice."""
        frame = self.chronicle.frame(seq)
        who = who or (self.who(frame.actor) if frame.kind == DECISION else "Referee")
        told = told_once(self.chronicle, seq, headed=person)
        head = f"#{seq} {who}: {told[0]}"
        if person:
            return [head, *(f"    {line}" for line in told[1:])]
        then = "; ".join(looks.without_rules(line) for line in told[1:])
        return [head + (f" -> {then}" if then else "")]

    def since(self, side: int) -> list[int]:
        """Frames of the line after a side's last own decision."""
        path = self.chronicle.timeline.path(self.chronicle.timeline.head)[1:]
        last = next((at for at in range(len(path), 0, -1) if self.chronicle.frame(path[at - 1]).actor == side), 0)
        return path[last:]

    def _catch_up(self, prompt: Prompt) -> None:
        """What happened since the person's last decision, when it was not in this sitting."""
        if self._mine or self._caught_up:
            return
        self._caught_up = True
        found = self.since(prompt.side)
        if found and any(
            self.chronicle.frame(seq).actor == prompt.side for seq in self.chronicle.timeline.path(found[0])
        ):
            say("Since your last decision:")
            say_lines(line for seq in found[-CAUGHT_UP:] for line in self.told(seq))
            if len(found) > CAUGHT_UP:
                say(f"  (the last {CAUGHT_UP} of {len(found)}; `since` shows all)")

    def who(self, side: int) -> str:
        return self.game.side(side).capitalize()

    def _list(self) -> Listing:
        head = self.chronicle.timeline.head
        if self._listing is None or self._listed_at != head:
            found = list(islice(self.chronicle.choices(), MOST_CHOICES + 1))
            cut, state = len(found) > MOST_CHOICES, self.chronicle.state()
            prompt = self.chronicle.offer()
            secret = prompt is not None and wants_seal(prompt.kinds)
            self._listing = Listing(self.game, found[:MOST_CHOICES], cut, state, picks=not secret)
            self._listed_at, self._page = head, 0
        return self._listing

    def focus(self, prompt: Prompt) -> tuple[int, list[int]]:
        """The hex to look at, and the hexes that the question is about."""
        return focus(self.chronicle, prompt, self._list().decisions)

    @property
    def choices(self) -> Sequence[Decision]:
        """What may be decided now, as far as it is listed."""
        return self._list().decisions

    def show_list(self, prompt: Prompt, asked: Narrowing = EVERY) -> None:
        """The map around the question, the question, and the first page of its choices, all or those asked for."""
        game, screen = self.game, self.screen
        result = self._result(prompt)
        fight = list(game.view().fight(game.position(self.chronicle.state())))
        heads = folded(prompt_line(game, prompt, most=MOST_NAMED), screen.width)
        about = [row for line in ([result] if result else fight) for row in folded(f"  {line}", screen.width)]
        above, self._above = min(self._above, screen.above), 0
        listed, used = self._list().lines(screen.width, asked), above + len(heads) + len(about)
        if screen.live and not wants_seal(prompt.kinds):
            lines = self._around(prompt, screen.map_beside(used + len(listed)))
            print_cut(lines)
            used += len(lines)
        say_lines(styled(line, bold=True) for line in heads)
        say_lines(about)
        self._pages = paged(listed, screen.page(used) if screen.live else PAGE)
        self._page = 0
        self._show_page()

    def _around(self, prompt: Prompt, most: int) -> list[str]:
        """The cut-out around the question in at most so many lines."""
        around, marked = self.focus(prompt)
        if around < 0:
            return []
        head, screen = self.chronicle.timeline.head, self.screen
        return cut_lines(self.chronicle, head, around, marked, screen.width, most, colour=screen.colour)

    def _result(self, prompt: Prompt) -> str:
        """The result of the table that is being carried out, where units are asked about."""
        found = carried_out(self.chronicle) if prompt.pieces or prompt.places else None
        return looks.resolved_text(self.game, found) if found is not None else ""

    def next_page(self) -> None:
        """The next page of the list that was shown last."""
        self._page = (self._page + 1) % len(self._pages)
        self._show_page()

    def _show_page(self) -> None:
        say_lines(self._pages[self._page])
        if len(self._pages) > 1:
            place = f"page {self._page + 1} of {len(self._pages)}"
            say(f"       ({place}: Enter or `more` for the next, `offer KIND` or `offer UNIT` for fewer)")

    def _complete(self, before: str) -> Iterable[tuple[str, str]]:
        listing = self._list()
        return hints(self.game, self.chronicle.state(), listing.decisions, list(COMMANDS), before)
