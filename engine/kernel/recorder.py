"""Recorder: the only way rules touch the state. It applies each event as it is written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hexledger.engine.dice.rolling import Asked, Roller
from hexledger.engine.errors import EngineFault
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.steps import Step
from hexledger.events import model as ev
from hexledger.projections.fold import APPLY
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game

P = TypeVar("P", bound=Position[Any])


class Recorder(Generic[P]):
    """Writes the events of one decision and keeps `pos` up to date with them.

    Words and rules are given by their keys (`"mode.move"`, `"13.35"`) or numbers.
    """

    def __init__(self, game: Game[P], state: State, roller: Roller, like: P | None = None) -> None:
        """`like`: the position of an equal state, whose derived maps are taken over."""
        self.game = game
        self.state = state
        self.pos: P = game.position(state)
        if like is not None:
            self.pos.inherit(like)
        self.events: list[ev.Event] = []
        self.settled = 0
        """Events when the last automatic step was about to run: where a set-up without dice is cut."""
        self._roller = roller
        self._words = game.words
        self._rules = game.rules

    # ------------------------------------------------------------ the one door
    def emit(self, event: ev.Event) -> None:
        """Apply an event and write it down."""
        APPLY[type(event)](self.state, event)
        self.events.append(event)
        self.pos.changed(event)

    def word(self, key: str | int) -> int:
        """Number of a word; EngineFault for a key that is in no list."""
        if type(key) is int:
            return key
        try:
            return self._words[key]  # type: ignore[index]
        except KeyError:
            raise EngineFault(f"no word {key!r} in the word lists") from None

    def rule(self, number: str) -> int:
        """Number of a rule; 0 for the empty string; EngineFault for one that is not in rules.txt."""
        if not number:
            return 0
        try:
            return self._rules[number]
        except KeyError:
            raise EngineFault(f"no rule {number!r} in rules.txt") from None

    # ------------------------------------------------------------ agenda
    def then(self, *steps: Step[P]) -> None:
        """Put steps on the agenda so that the first named runs first."""
        for step in reversed(steps):
            tag, data = self.game.step_codec.pack(step)
            self.emit(ev.Pushed(tag, data))

    def done(self) -> None:
        """Take the top step off the agenda."""
        self.emit(ev.Popped())

    def become(self, step: Step[P]) -> None:
        """Replace the data of the top step by those of `step`, which must be of the same class."""
        tag, data = self.game.step_codec.pack(step)
        if not self.state.agenda or self.state.agenda[-1][0] != tag:
            raise EngineFault("a step may only become a step of its own class")
        self.emit(ev.Stepped(data))

    def top(self) -> Step[P] | None:
        """The step on top of the agenda."""
        if not self.state.agenda:
            return None
        tag, data = self.state.agenda[-1]
        return self.game.step_codec.unpack(tag, data)

    # ------------------------------------------------------------ dice
    def roll(self, purpose: str, faces: int, subject: int = -1, rule: str = "", low: int = 0) -> int:
        """One die with values low .. low + faces - 1, recorded with what it is for; a die that the game declares for
        this purpose (`Game.printed_dice`) shows what is printed on it."""
        word, cited = self.word(purpose), self.rule(rule)
        printed = self.game.printed_dice.get(purpose, ())
        if printed and len(printed) != faces:
            raise EngineFault(f"the die for {purpose} has {len(printed)} faces, not {faces}")
        asked = Asked(word, faces, low, subject, cited, printed=printed)
        value = asked.shown(self._roller.number(word, faces, asked))
        self.emit(ev.Rolled(word, subject, faces, value, self._roller.mode, cited))
        return value

    def roll_sum(self, purpose: str, dice: int, faces: int, subject: int = -1, rule: str = "", low: int = 1) -> int:
        """Several dice of one kind thrown together, each recorded; their sum."""
        return sum(self.roll(purpose, faces, subject, rule, low) for _ in range(dice))

    def draw(self, pool: str, rule: str = "") -> int:
        """Draw one token blind from a pool, every token equally likely, and take it out."""
        word = self.word(pool)
        tokens = self.state.pool(word)
        total = sum(tokens.values())
        if total < 1:
            raise EngineFault(f"nothing to draw from pool {pool!r}")
        asked = Asked(word, total, rule=self.rule(rule), tokens=tuple(tokens.items()))
        number = self._roller.number(word, total, asked)
        token = next(t for t, last in zip(tokens, accumulate(tokens.values()), strict=True) if number < last)
        self.emit(ev.Drawn(word, token, total, self._roller.mode, self.rule(rule)))
        self.emit(ev.Pooled(word, token, -1, self.rule(rule)))
        return token

    # ------------------------------------------------------------ pieces
    def place(self, piece: int, at: int, steps: int, rule: str = "") -> None:
        """Put a piece on the map."""
        self.emit(ev.Placed(piece, at, steps, self.rule(rule)))

    def move(self, piece: int, path: Sequence[int], mode: str, cost: int = 0, rule: str = "") -> None:
        """Move a piece along a path whose first place is where it stands."""
        if not path or self.pos.at(piece) != path[0]:
            raise EngineFault(f"{self.pos.name(piece)} is not where its path begins")
        self.emit(ev.Moved(piece, tuple(path), self.word(mode), cost, self.rule(rule)))

    def steps(self, piece: int, steps: int, rule: str = "") -> None:
        """Set a piece's steps."""
        self.emit(ev.StepsSet(piece, steps, self.rule(rule)))

    def remove(self, piece: int, reason: str, rule: str = "") -> None:
        """Take a piece off the map."""
        if self.pos.at(piece) == OFF_MAP:
            raise EngineFault(f"{self.pos.name(piece)} is not on the map")
        self.emit(ev.Removed(piece, self.word(reason), self.rule(rule)))

    def flag(self, piece: int, flag: str | int, value: int = 1, rule: str = "") -> None:
        """Set a flag of a piece; nothing is written when it has that value already."""
        word = self.word(flag)
        if self.state.flags.get(piece << 16 | word, 0) != value:
            self.emit(ev.Flagged(piece, word, value, self.rule(rule)))

    # ------------------------------------------------------------ everything else
    def track(self, track: str | int, value: int, side: int = 0, rule: str = "") -> None:
        """Set a track; nothing is written when it stands there already."""
        word = self.word(track)
        if self.state.track(word, side) != value:
            self.emit(ev.TrackSet(word, side, value, self.rule(rule)))

    def pool(self, pool: str | int, token: int, delta: int, rule: str = "") -> None:
        """Put tokens into a pool or take them out."""
        self.emit(ev.Pooled(self.word(pool), token, delta, self.rule(rule)))

    def assign(self, variable: str | int, value: int, rule: str = "") -> None:
        """Set a variable; nothing is written when it has that value already."""
        word = self.word(variable)
        if self.state.variables.get(word) != value:
            self.emit(ev.Assigned(word, value, self.rule(rule)))

    def marker(self, a: int, b: int, marker: str | int, count: int, rule: str = "") -> None:
        """Set markers in a place (b = -1) or on a hexside."""
        if 0 <= b < a:
            a, b = b, a
        self.emit(ev.MarkerSet(a, b, self.word(marker), count, self.rule(rule)))

    def phase(self, phase: str, side: int = 0, rule: str = "") -> None:
        """Begin a phase."""
        self.emit(ev.PhaseBegan(self.word(phase), side, self.rule(rule)))

    def note(self, message: str, args: Iterable[int] = (), rule: str = "") -> None:
        """A remark for the record."""
        self.emit(ev.Noted(self.word(message), tuple(args), self.rule(rule)))

    def reckon(
        self, kind: str, subject: int, lines: Iterable[tuple[str | int, int, str]], total: int, rule: str = ""
    ) -> None:
        """A calculation: lines of (label word, value, rule), and its result. A unit's own line: label `~piece`."""
        numbered = tuple((self.word(label), value, self.rule(cited)) for label, value, cited in lines)
        self.emit(ev.Reckoned(self.word(kind), subject, numbered, total, self.rule(rule)))

    def resolved(self, table: str, column: str, row: int, results: Iterable[str], rule: str = "") -> None:
        """A table was read."""
        words = tuple(self.word(result) for result in results)
        self.emit(ev.Resolved(self.word(table), self.word(column), row, words, self.rule(rule)))

    def judge(self, piece: int, status: str, path: Iterable[int] = (), rule: str = "", subject: str | int = 0) -> None:
        """A verdict on a piece's standing, with the path that proves it. `subject`: the word that says in which respect
        (attack supply, command), where a piece stands in several at once."""
        verdict = (piece, self.word(status), tuple(path), self.rule(rule))
        self.emit(ev.JudgedFor(*verdict, self.word(subject)) if subject else ev.Judged(*verdict))

    def declare(self, kind: str, pieces: Iterable[int], targets: Iterable[int], rule: str = "") -> None:
        """An intention that others may answer."""
        self.emit(ev.Declared(self.word(kind), tuple(pieces), tuple(targets), self.rule(rule)))

    def win(self, side: int, level: str, rule: str = "") -> None:
        """End the game."""
        self.emit(ev.Won(side, self.word(level), self.rule(rule)))
