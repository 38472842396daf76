"""`hexledger replay`: step through a line, forwards and backwards, or print a stretch of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli import looks
from hexledger.cli.common import heading, open_read, print_json, reading
from hexledger.cli.console import say, say_block, say_lines, say_words, styled
from hexledger.cli.inputs import INT
from hexledger.engine.errors import BadDecision
from hexledger.events.numbers import counted, whole_number

if TYPE_CHECKING:
    from hexledger.cli.lineinput import LineInput
    from hexledger.replays.log.chronicle import Chronicle

HELP = """\
  n, p (or Enter, -)    next, previous decision        n 5, p 5     five of them
  first, last           the set-up, the head           go 57        frame 57
  turn 2, turn 3/4 July the beginning of a turn        phase NAME   the next phase of that name (after here)
  combat                the next combat result         unit NAME    the next decision that names a unit
  b                     the board                      e            the calculation behind this decision
  hex E2135             one hex                        record       the turns and phases of this line
  svg FILE              the board as a picture         q            leave"""

ALONE = frozenset(
    ("first", "last", "combat", "b", "board", "e", "explain", "record", "?", "h", "help", "q", "quit", "exit")
)
"""Commands that take nothing after them."""
WANTING = {"go": "which frame", "turn": "which turn", "phase": "which phase", "unit": "which unit", "hex": "which hex"}
"""Commands that say nothing alone, and what they ask for."""


def _steps(word: str, rest: str) -> int:
    """How many decisions to step: one, or the number that stands there."""
    count = whole_number(rest) if rest else 1
    if not count:
        raise BadDecision(f"`{word}` takes a number of decisions, not {rest!r}")
    return count


@click.command()
@reading
@click.option("--from", "start", type=INT, metavar="N", help="Print from frame N on, without stopping.")
@click.option("--to", "stop", type=INT, metavar="M", help="Print up to frame M, without stopping.")
@click.option("--turn", metavar="TURN", help="Begin at (or print) a turn, by number or name.")
@click.option("--board", "boards", is_flag=True, help="The board after every decision printed.")
def replay(
    log: Path,
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    start: int | None,
    stop: int | None,
    turn: str | None,
    boards: bool,
) -> None:
    """Step through LOG decision by decision. With --from or --to, or when printing JSON, print that stretch instead."""
    from hexledger.cli.common import moment
    from hexledger.replays.log.chronicle import ReplayError

    with open_read(log, edition) as chronicle:
        head = moment(chronicle, None, line)
        if at is not None and not chronicle.timeline.is_ancestor(chronicle.place(at), head):
            head = at
        walk = Walk(chronicle, head)
        here = 0 if at is None else at
        if turn is not None:
            found = walk.turn(turn)
            if found is None:
                raise ReplayError(f"this line does not get to turn {turn!r}; it has {', '.join(walk.turn_names())}")
            here = found
        if start is None and stop is None and not as_json:
            walk.here = here
            walk.interactive(boards)
            return
        first, last = walk.stretch(start, stop, turn)
        seqs = [seq for seq in walk.path if first <= seq <= last]
        if as_json:
            from hexledger.projections.record import record as record_of

            entries = record_of(list(chronicle.frames(head)), chronicle.game, chronicle.game.decide_text)
            print_json([entry for entry in entries if first <= entry["seq"] <= last])
            return
        if not seqs:
            say(f"nothing of this line lies between #{first} and #{last}")
        for seq in seqs:
            walk.here = seq
            walk.tell(boards)


class Walk:
    """A reader's place on one line. `here` is a frame of `path`."""

    def __init__(self, chronicle: Chronicle, head: int) -> None:
        self.chronicle = chronicle
        self.game = chronicle.game
        self.path = chronicle.timeline.path(head)
        self.here = 0
        self._told: tuple[int, int, int] | None = None
        self._tree: list[dict[str, Any]] | None = None

    # ------------------------------------------------------------ finding places
    @property
    def tree(self) -> list[dict[str, Any]]:
        """Turns and phases of the line."""
        if self._tree is None:
            from hexledger.projections.sequence import sequence

            self._tree = sequence(self.chronicle.frames(self.path[-1]), self.game)
        return self._tree

    def turn_names(self) -> list[str]:
        """`14 (1/2 July)` for each turn of the line, numbered as in the game's calendar and in the record."""
        return [f"{turn['turn']} ({turn['name']})" for turn in self.tree if turn["turn"]]

    def turn(self, text: str) -> int | None:
        """Frame after which a turn has begun: by name, or by its number in the game's calendar."""
        for turn in self.tree:
            if text.lower() in (str(turn["turn"]), turn["name"].lower()):
                frame: int = turn["frame"]
                return frame
        return None

    def stretch(self, start: int | None, stop: int | None, turn: str | None) -> tuple[int, int]:
        """First and last frame to print."""
        first, last = 0, self.path[-1]
        if turn is not None:
            number = next(n for n, one in enumerate(self.tree) if one["frame"] == self.turn(turn))
            first = self.tree[number]["frame"]
            last = self.tree[number]["last"] or first
        return first if start is None else start, last if stop is None else stop

    def phase(self, text: str) -> int | None:
        """The next frame after here at which a phase begins whose key or name holds the text."""
        low = text.lower()
        for turn in self.tree:
            for phase in turn["phases"]:
                if phase["frame"] > self.here and (low in phase["phase"].lower() or low in phase["name"].lower()):
                    frame: int = phase["frame"]
                    return frame
        return None

    def combat(self) -> int | None:
        """The next frame after here with a combat result."""
        from hexledger.events.model import Resolved

        return self._next(lambda seq: any(isinstance(event, Resolved) for event in self.chronicle.frame(seq).events))

    def unit(self, name: str) -> int | None:
        """The next frame after here that names a unit."""
        from hexledger.engine.naming.meant import find_unit
        from hexledger.replays.log.facts import names_piece

        piece = find_unit(self.game, name, self.chronicle.state(self.here), loose=True)
        return self._next(
            lambda seq: any(names_piece(self.game, event, piece) for event in self.chronicle.frame(seq).events)
        )

    def _next(self, wanted: Any) -> int | None:
        return next((seq for seq in self.path if seq > self.here and wanted(seq)), None)

    def step(self, count: int) -> bool:
        """Go so many decisions on (or back); False at the end of the line."""
        at = self.path.index(self.here)
        to = max(0, min(len(self.path) - 1, at + count))
        self.here = self.path[to]
        return to != at

    # ------------------------------------------------------------ printing
    def _announce(self, seq: int) -> None:
        """The heading of the phase that holds after a frame, when it has not been printed last."""
        state = self.chronicle.state(seq)
        now = (state.turn, state.phase, state.phase_side)
        if now != self._told and state.phase:
            self._told = now
            say(styled(f"-- {self.game.turn(state.turn)}: {self.game.word(state.phase)}", bold=True))

    def tell(self, board: bool = False) -> None:
        """The decision that led here with what followed."""
        # A decision stands below the phase that it was made in; one that it began comes after it.
        self._announce(self.chronicle.frame(self.here).parent if self.here else 0)
        entry = looks.entry_at(self.chronicle, self.here)
        if not self.here:
            say("#0 set-up")
        else:
            say(f"#{self.here} {entry['actor'].capitalize()}: {entry['decision']}")
            for line in entry["outcome"]:
                say(f"    {line}")
        self._announce(self.here)
        if board:
            say_block(looks.board_text(self.chronicle, self.here))

    # ------------------------------------------------------------ at the keyboard
    def interactive(self, boards: bool) -> None:
        """Read commands until the reader leaves or input ends."""
        from hexledger.cli.lineinput import open_input

        say(heading(self.chronicle, self.path[-1]))
        say(f"{counted(len(self.path) - 1, 'decision', 'decisions')} · ? for help")
        self.tell(boards)
        lines = open_input(self._complete)
        while True:
            line = lines.ask(f"#{self.here} of {self.path[-1]}> ")
            if line is None or line.lower() in ("q", "quit", "exit"):
                return
            self._do(line, lines, boards)

    def _do(self, line: str, lines: LineInput, boards: bool) -> None:
        from hexledger.engine.errors import EngineError
        from hexledger.replays.log.chronicle import ReplayError

        try:
            if self._moved(line):
                self.tell(boards)
        except (EngineError, ReplayError) as error:
            say(str(error))
        except OSError as error:
            say(f"{error.filename or ''}: {error.strerror or error}")

    def _moved(self, line: str) -> bool:
        """Carry a command out; True when the place to look at has changed."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if rest and word in ALONE:
            raise BadDecision(f"`{word}` takes nothing after it, and {rest!r} stands there")
        if not rest and word in WANTING:
            raise BadDecision(f"{WANTING[word]}? `{word}` wants it after it")
        match word:
            case "" | "n" | "next":
                return self._said(self.step(_steps(word, rest)), "this is the head of the line")
            case "p" | "prev" | "previous" | "-":
                return self._said(self.step(-_steps(word, rest)), "this is the set-up")
            case "first":
                return self._to(self.path[0], "")
            case "last":
                return self._to(self.path[-1], "")
            case "go":
                number = rest.removeprefix("#")
                found = whole_number(number)
                seq = -1 if found is None else found
                return self._to(seq if seq in self.path else None, f"no frame {rest!r} on this line")
            case "turn":
                return self._to(self.turn(rest), f"no turn {rest!r}; there are {', '.join(self.turn_names())}")
            case "phase":
                return self._to(self.phase(rest), f"no phase {rest!r} after here")
            case "combat":
                return self._to(self.combat(), "no combat after here")
            case "unit":
                return self._to(self.unit(rest), f"nothing about {rest} after here")
            case "b" | "board":
                say_block(looks.board_text(self.chronicle, self.here))
            case "e" | "explain":
                from hexledger.cli.record import explanation

                say_words(explanation(self.chronicle, self.here))
            case "hex":
                from hexledger.replays.log.facts import hex_data

                place = self.game.find_place(rest)
                say_lines(looks.hex_text(hex_data(self.game, self.chronicle.state(self.here), place)))
            case "record":
                for turn in self.tree:
                    say(f"{turn['name']}: #{turn['frame']}")
                    for phase in turn["phases"]:
                        made = counted(len(phase["decisions"]), "decision", "decisions")
                        say(f"    {phase['name']}: #{phase['frame']}, {made}")
            case "svg":
                path = Path(rest or self.chronicle.path.with_suffix(".svg"))
                say(looks.picture_told(self.chronicle, self.here, path))
            case "?" | "h" | "help":
                say_block(HELP)
            case _:
                say(f"no command {word!r}; ? lists them")
        return False

    def _to(self, seq: int | None, otherwise: str) -> bool:
        if seq is None:
            say(otherwise)
            return False
        self.here = seq
        return True

    def _said(self, moved: bool, otherwise: str) -> bool:
        if not moved:
            say(otherwise)
        return moved

    def _complete(self, before: str) -> list[tuple[str, str]]:
        words = before.split()
        last = "" if before.endswith(" ") or not words else words[-1]
        if len(words) > (0 if not last else 1) and words[0] == "unit":
            pieces = sorted(self.chronicle.state(self.here).at)
            names = [(self.game.piece(piece), self.game.piece_name(piece)) for piece in pieces]
        elif len(words) <= 1:
            every = [
                "next",
                "prev",
                "first",
                "last",
                "go",
                "turn",
                "phase",
                "combat",
                "unit",
                "board",
                "explain",
                "hex",
                "record",
                "svg",
                "quit",
            ]
            names = [(word, "") for word in every]
        else:
            return []
        return [(name, about) for name, about in names if name.startswith(last)]
