"""Two positions side by side: what stands otherwise in one than in the other. Neither is taken as the earlier."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.projections.names import side_name
from hexledger.projections.phrases import Phrases, phrases
from hexledger.projections.state import Standing, State, piece_judged

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]


def difference(
    a: State, b: State, names: Names, *, bookkeeping: bool = False, table: Phrases | None = None
) -> list[Row]:
    """What differs between two positions, units first. An empty list with `bookkeeping` means that they are equal.

    Each row: `what`, `a`, `b` (the two values; None where there is none), `text`, and what it is about:

    unit.moved, unit.only_a, unit.only_b    `piece unit side`; a and b are places
    unit.steps unit.flag unit.attached unit.judged unit.judged_for    `piece unit side` (and `flag`, `subject`)
    control (`place`), marker (`place`, `marker`), track (`track`), pool (`pool`, `token`), variable (`variable`),
    seal (`side`, `slot`), agenda (names of steps, the top one first, with their data), turn, phase, result

    `bookkeeping` also lists flags, variables and pools that only steer the rules, the paths of verdicts and the agenda.
    """
    finder = _Finder(a, b, names, bookkeeping)
    said = table or phrases()
    rows: list[Row] = []
    for row in finder.rows():
        shown = row | {"a": _shown(row["a"]), "b": _shown(row["b"])}
        rows.append(row | {"text": said.say(f"difference.{row['what']}", shown)})
    return rows


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return " ".join(str(part[0] if isinstance(part, list) else part) for part in value) or "-"
    return str(value)


def _changed(a: Mapping[int, Any], b: Mapping[int, Any]) -> Iterator[int]:
    """Keys with another value in one than in the other, ascending."""
    for key in sorted(a.keys() | b.keys()):
        if a.get(key) != b.get(key):
            yield key


class _Finder:
    def __init__(self, a: State, b: State, names: Names, bookkeeping: bool) -> None:
        self.a, self.b, self.names, self.all = a, b, names, bookkeeping

    def rows(self) -> Iterator[Row]:
        yield from self._clock()
        yield from self._units()
        yield from self._control()
        yield from self._markers()
        yield from self._counts()
        yield from self._seals()
        if self.all and self.a.agenda != self.b.agenda:
            yield {"what": "agenda", "a": self._steps(self.a), "b": self._steps(self.b)}

    def _clock(self) -> Iterator[Row]:
        a, b, names = self.a, self.b, self.names
        if a.turn != b.turn:
            yield {"what": "turn", "a": names.turn(a.turn), "b": names.turn(b.turn)}
        if (a.phase, a.phase_side) != (b.phase, b.phase_side):
            yield {"what": "phase", "a": self._phase(a), "b": self._phase(b)}
        if (a.winner, a.level) != (b.winner, b.level):
            yield {"what": "result", "a": self._result(a), "b": self._result(b)}

    def _phase(self, state: State) -> str:
        side = f", {side_name(self.names, state.phase_side)}" if state.phase_side else ""
        return f"{self.names.word(state.phase)}{side}" if state.phase else "-"

    def _result(self, state: State) -> str | None:
        return f"{side_name(self.names, state.winner)}: {self.names.word(state.level)}" if state.over else None

    # ------------------------------------------------------------ units
    def _units(self) -> Iterator[Row]:
        a, b = self.a, self.b
        flags_a, flags_b = _by_piece(a.flags), _by_piece(b.flags)
        pieces: set[int] = set()
        for one, two in ((a.at, b.at), (a.steps, b.steps), (a.attached, b.attached)):
            pieces.update(_changed(one, two))
        pieces.update(piece_judged(key) for key in _changed(a.judged, b.judged))
        pieces.update(piece for piece in flags_a.keys() | flags_b.keys() if flags_a.get(piece) != flags_b.get(piece))
        for piece in sorted(pieces):
            unit: Row = {
                "piece": self.names.piece(piece),
                "unit": self.names.piece_name(piece),
                "side": self.names.side(self.names.piece_side(piece)),
            }
            for row in self._unit(piece, flags_a.get(piece, {}), flags_b.get(piece, {})):
                yield {"what": row.pop("what")} | unit | row

    def _unit(self, piece: int, flags_a: Mapping[int, int], flags_b: Mapping[int, int]) -> Iterator[Row]:
        a, b, names = self.a, self.b, self.names
        here, there = a.at.get(piece), b.at.get(piece)
        if here != there:
            what = "moved" if here is not None and there is not None else "only_b" if here is None else "only_a"
            yield self._pair(f"unit.{what}", here, there, names.place_name)
            if what != "moved" and not self.all:
                return
        if a.steps.get(piece) != b.steps.get(piece):
            yield self._pair("unit.steps", a.steps.get(piece), b.steps.get(piece), int)
        for flag in _changed(flags_a, flags_b):
            if self.all or not names.bookkeeping(flag):
                row = self._pair("unit.flag", flags_a.get(flag), flags_b.get(flag), self._value(flag))
                yield row | {"flag": names.word(flag)}
        if a.attached.get(piece) != b.attached.get(piece):
            yield self._pair("unit.attached", a.attached.get(piece), b.attached.get(piece), names.formation)
        standings_a, standings_b = a.standings(piece), b.standings(piece)
        for subject in _changed(standings_a, standings_b):
            yield from self._judged(subject, standings_a.get(subject), standings_b.get(subject))

    def _judged(self, subject: int, a: Standing | None, b: Standing | None) -> Iterator[Row]:
        same = a is not None and b is not None and a[0] == b[0]
        if same and not self.all:
            return
        row = self._pair(
            "unit.judged_for" if subject else "unit.judged", a, b, lambda judged: self._verdict(judged, same)
        )
        yield row | {"subject": self.names.word(subject)} if subject else row

    def _verdict(self, judged: Standing, with_path: bool) -> str:
        path = "-".join(self.names.place(place) for place in judged[1])
        return f"{self.names.word(judged[0])} {path}".rstrip() if with_path else self.names.word(judged[0])

    # ------------------------------------------------------------ the map and the tracks
    def _control(self) -> Iterator[Row]:
        for place in _changed(self.a.control, self.b.control):
            one, two = self.a.control.get(place), self.b.control.get(place)
            if self.all or (one or 0) != (two or 0):
                yield self._pair("control", one, two, self.names.side) | {"place": self.names.place(place)}

    def _markers(self) -> Iterator[Row]:
        for key in _changed(self.a.markers, self.b.markers):
            one, two, marker = key >> 32, (key >> 16 & 0xFFFF) - 1, key & 0xFFFF
            if not self._told(marker):
                continue
            place = self.names.place(one) + (f"/{self.names.place(two)}" if two >= 0 else "")
            row = self._pair("marker", self.a.markers.get(key), self.b.markers.get(key), self._value(marker))
            yield row | {"place": place, "marker": self.names.word(marker)}

    def _counts(self) -> Iterator[Row]:
        a, b, names = self.a, self.b, self.names
        for key in _changed(a.tracks, b.tracks):
            if self._told(key >> 4):
                side = f", {side_name(names, key & 15)}" if key & 15 else ""
                row = self._pair("track", a.tracks.get(key), b.tracks.get(key), self._value(key >> 4))
                yield row | {"track": f"{names.word(key >> 4)}{side}"}
        for key in _changed(a.pools, b.pools):
            pool, token = key >> 20, key & 0xFFFFF
            if self._told(pool):
                row = self._pair("pool", a.pools.get(key), b.pools.get(key), int)
                yield row | {"pool": names.word(pool), "token": names.value(pool, token)}
        for word in _changed(a.variables, b.variables):
            if self._told(word):
                row = self._pair("variable", a.variables.get(word), b.variables.get(word), self._value(word))
                yield row | {"variable": names.word(word)}

    def _seals(self) -> Iterator[Row]:
        for key in _changed(self.a.seals, self.b.seals):
            row = self._pair("seal", self.a.seals.get(key), self.b.seals.get(key), str)
            yield row | {"side": self.names.side(key >> 16), "slot": self.names.word(key & 0xFFFF)}

    def _told(self, word: int) -> bool:
        return self.all or not self.names.bookkeeping(word)

    def _value(self, word: int) -> Callable[[int], str]:
        return lambda number: self.names.value(word, number) or str(number)

    def _steps(self, state: State) -> list[list[Any]]:
        return [[self.names.step(tag), data] for tag, data in reversed(state.agenda)]

    @staticmethod
    def _pair(what: str, a: Any, b: Any, say: Callable[[Any], Any]) -> Row:
        return {"what": what, "a": None if a is None else say(a), "b": None if b is None else say(b)}


def _by_piece(flags: Mapping[int, int]) -> dict[int, dict[int, int]]:
    out: dict[int, dict[int, int]] = {}
    for key, value in flags.items():
        out.setdefault(key >> 16, {})[key & 0xFFFF] = value
    return out


def summary(rows: Iterable[Row]) -> dict[str, int]:
    """How many differences of each kind, in order of first appearance."""
    out: dict[str, int] = {}
    for row in rows:
        out[row["what"]] = out.get(row["what"], 0) + 1
    return out
