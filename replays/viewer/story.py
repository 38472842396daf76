"""What is told of a decision: its events as sentences with their rules, its calculations, and what they are about."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from hexledger.engine.kernel.game import Game
from hexledger.engine.view import BoardView
from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.account import COMPARISON, SUM, account, line_text
from hexledger.projections.fold import APPLY
from hexledger.projections.losses import lost
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import kind_of
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.telling import ALL, Teller, levels
from hexledger.replays.viewer.tables import Tables

Row: TypeAlias = dict[str, Any]

_SILENT: Final = (ev.Pushed, ev.Popped, ev.Stepped)


class Told(NamedTuple):
    """Events as rows, and what the way here adds to the sums: (group, side) -> change, exact."""

    rows: list[Row]
    sums: dict[tuple[str, int], Fraction]


class Storyteller:
    """Tells the events of a game's decisions."""

    def __init__(self, game: Game[Any], tables: Tables) -> None:
        self.game = game
        self.tables = tables
        self.teller = Teller(game, phrases())
        self.view: BoardView[Any] = game.view()

    def tell(self, frame: Frame, state: State) -> Told:
        """Rows of a frame's events; `state` is the position it was made in and is folded to the one after it.

        A row has `n` (number), `k` (word of its kind), `l` (1: narrative, 2: decisions, 3: all), `t` (sentence), `r`
        (rule), `p` (pieces), `h` (places), and by kind `x`: a calculation `{name, about, lines: [[label, value, rule]],
        total}`, a die `{die: [value, faces]}`, a table `{table, column, row, results}` with `c: 1` when it decides a
        combat and `at: [printed table, row, column]` when it is printed as one, a verdict `{path}`. Empty ones are
        left out, and so are the steps of the agenda and what only the rules remember.
        """
        self.teller.fresh()
        how_much = levels(frame.events, self.game)
        rows: list[Row] = []
        sums: dict[tuple[str, int], Fraction] = {}
        for index, event in enumerate(frame.events):
            level = how_much[index]
            if not isinstance(event, _SILENT) and (level < ALL or isinstance(event, ev.Reckoned)):
                rows.append(self._row(index + 1, event, level, state))
            self._add(sums, frame, index, event, state)
            APPLY[type(event)](state, event)
        return Told(rows, sums)

    def skip(self, frame: Frame, state: State) -> dict[tuple[str, int], Fraction]:
        """What a frame adds to the sums, as `tell`, without a word of it."""
        sums: dict[tuple[str, int], Fraction] = {}
        for index, event in enumerate(frame.events):
            self._add(sums, frame, index, event, state)
            APPLY[type(event)](state, event)
        return sums

    def setup(self, frame: Frame, state: State) -> None:
        """Fold a set-up, whose hundreds of events are not told."""
        for event in frame.events:
            APPLY[type(event)](state, event)

    def _row(self, number: int, event: ev.AnyEvent, level: int, state: State) -> Row:
        row: Row = {
            "n": number,
            "k": self.tables.words(kind_of(event)),
            "l": level,
            "t": self.teller.tell(event, state),
        }
        rule = self.rule(getattr(event, "rule", 0))
        more: dict[str, Any] = {
            "r": rule,
            "p": self._pieces(event),
            "h": self._places(event, state),
            "x": self._extra(event),
        }
        return row | {key: value for key, value in more.items() if value}

    def rule(self, number: int) -> int:
        """Number of a rule in the table of the page."""
        return self.tables.rules((self.game.rule(number), self.game.rule_title(number))) if number else 0

    def _pieces(self, event: ev.AnyEvent) -> list[int]:
        piece = getattr(event, "piece", -1)
        if piece >= 0:
            return [piece]
        if isinstance(event, ev.Declared):
            return list(event.pieces)
        if isinstance(event, ev.Reckoned):
            return list(dict.fromkeys(~label for label, _, _ in event.lines if label < 0))
        if isinstance(event, ev.Rolled) and self._subject_kind(event.purpose) == "piece" and event.subject >= 0:
            return [event.subject]
        return []

    def _places(self, event: ev.AnyEvent, state: State) -> list[int]:
        match event:
            case ev.Moved() | ev.Judged():
                return list(dict.fromkeys(event.path))
            case ev.Placed():
                return [event.at]
            case ev.StepsSet() | ev.Removed():
                at = state.at.get(event.piece, OFF_MAP)
                return [at] if at != OFF_MAP else []
            case ev.Controlled():
                return [event.place]
            case ev.MarkerSet():
                return [event.a] if event.b < 0 else [event.a, event.b]
            case ev.Declared():
                return list(event.targets)
            case ev.Rolled() | ev.Reckoned():
                word = event.purpose if isinstance(event, ev.Rolled) else event.kind
                return [event.subject] if event.subject >= 0 and self._subject_kind(word) == "place" else []
        return []

    def _subject_kind(self, word: int) -> str:
        return self.game.words.subject_kinds.get(self.game.word_key(word), "place")

    def _extra(self, event: ev.AnyEvent) -> Row:
        game = self.game
        match event:
            case ev.Reckoned():
                made = account(event, game, phrases())
                return {
                    "name": game.word(event.kind),
                    "about": game.subject(event.kind, event.subject) if event.subject >= 0 else "",
                    "parts": [
                        [
                            [game.word(label), line_text(made, event, value, game), self.rule(rule)]
                            for label, value, rule in lines
                        ]
                        for lines in made.parts
                    ],
                    "sums": list(made.sums) if made.form == COMPARISON else [],
                    "sum": made.form == SUM,
                    "total": made.result,
                }
            case ev.Rolled():
                return {"die": [event.value, event.faces], "for": game.word(event.purpose)}
            case ev.Resolved():
                read: Row = {
                    "table": game.word(event.table),
                    "column": game.word(event.column),
                    "row": event.row,
                    "results": [game.word(word) for word in event.results],
                }
                if game.word_key(event.table) in self.view.fights:
                    read["c"] = 1
                hit = self.view.hit(event.table, event.column, event.row)
                if hit is not None:
                    table = hit.table
                    number = self.tables.printed((table.title, table.columns, table.rows, table.cells))
                    read["at"] = [number, hit.row, hit.column]
                return read
            case ev.Judged():
                return {"path": list(event.path)} if event.path else {}
        return {}

    def _add(
        self, sums: dict[tuple[str, int], Fraction], frame: Frame, index: int, event: ev.AnyEvent, state: State
    ) -> None:
        game = self.game
        taken = lost(event, state.steps, state.at, game)
        if taken is not None:
            key = ("losses", game.piece_side(taken.piece))
            sums[key] = sums.get(key, Fraction(0)) + taken.steps
        elif isinstance(event, ev.Rolled):
            lottery = game.lottery(frame.events, index, state)
            die = game.die(event.purpose, event.faces)
            if lottery is not None and event.value in die:
                key = ("luck", lottery.side)
                sums[key] = sums.get(key, Fraction(0)) + lottery.luck(die.index(event.value))
