"""`render_text`: the board for a terminal: a hex grid in plain characters, and every stack below it in words."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from hexledger.events.showing import one_line
from hexledger.replays.log.facts import track_cell
from hexledger.replays.picture.layout import NEIGHBOURS, Cell
from hexledger.replays.picture.scene import Arrow, CounterFace, Hex, Hexside, Scene, Stack, Track, check
from hexledger.replays.picture.waters import WATERS

TERRAIN_LETTERS: dict[str, str] = {
    "clear": ".",
    "bocage": "b",
    "woods": "w",
    "forest": "f",
    "marsh": "m",
    "village": "v",
    "town": "t",
    "city": "C",
    "sea": "~",
    "rough": "r",
    "broken": "k",
    "highland": "h",
    "mountain": "M",
    "alpine": "A",
    "polder": "p",
    "flooded": "F",
}
GREAT_WIDTH = 0.13
"""Rivers at least this wide on the picture (great, major) are shown as '=', smaller ones as '~', canals as '-'."""

MARKS = (
    ("=", "great river"),
    ("~", "small river"),
    ("-", "canal"),
    ("^", "cliff, bluff or other hexside"),
    ("+", "bridge"),
    ("x", "bridge blown"),
    ("o", "pontoon"),
    ("#", "main road"),
    (":", "other road"),
)


def terrain_letter(terrain: str) -> str:
    return TERRAIN_LETTERS.get(terrain, terrain[:1] or "?")


def render_text(scene: Scene, width: int = 120, drawn: Sequence[str] | None = None) -> str:
    """The hexes in play as text no wider than `width` where the board allows, then stacks, tracks and sections.

    A cell shows label and terrain letter, then the stack: side letter, number of counters, name of the top one.
    Raises SceneError as `render_svg` does. A board that is too wide for its labels keeps 5 characters a cell and
    runs over the width, unless it is `drawn` already: in strips (`cutout.strips`).
    """
    hexes = check(scene)
    lines = [part for part in (scene.title, scene.subtitle, scene.edition) if part]
    board = TextBoard(scene, hexes, width)
    lines += ["", *_drawn(board, drawn)] if board.cells else ["", "(no hexes)"]
    if board.cells:
        lines += _legend(board, width)
    lines += _stacks(scene, board, width)
    lines += _others(scene, width)
    return "\n".join(one_line(line.rstrip()) for line in lines) + "\n"


def _drawn(board: TextBoard, drawn: Sequence[str] | None) -> Sequence[str]:
    """The board's lines; it draws itself in any case, as the key lists the marks that it has used."""
    own = board.draw()
    return own if drawn is None else drawn


class TextBoard:
    """The character grid. Cells are 2 * half characters wide pointy-top, `half` * 2 flat-top."""

    def __init__(
        self,
        scene: Scene,
        hexes: dict[str, Hex],
        width: int,
        half: int = 0,
        marked: frozenset[str] = frozenset(),
        *,
        plain: bool = True,
    ) -> None:
        """`marked`: labels of hexes that stand out; `plain`: by a `>` after the label, as no colours are laid over."""
        self.scene = scene
        self.marked = marked
        self.plain = plain
        play = frozenset(scene.clip) if scene.clip else frozenset(hexes)
        self.cells: dict[Cell, Hex] = {(h.q, h.r): h for h in scene.hexes if h.label in play}
        self.stacks: dict[str, Stack] = {s.hex: s for s in scene.stacks}
        self.letters = side_letters(scene)
        self.sides = {_pair(hexes, s.a, s.b): s for s in sorted(scene.hexsides, key=_importance)}
        self.roads: dict[tuple[Cell, Cell], str] = {}
        for link in sorted(scene.links, key=lambda x: x.kind == "main_road"):
            self.roads[_pair(hexes, link.a, link.b)] = "#" if link.kind == "main_road" else ":"
        self.used: set[str] = set()
        self.pointy = scene.orientation == "pointy"
        across = [2 * q + r if self.pointy else 2 * q for q, r in self.cells]
        self.first = min(across, default=0)
        self.top = min((r if self.pointy else 2 * r + q for q, r in self.cells), default=0)
        span = max(across, default=0) - self.first + 2
        self.half = half or max(3, min(6, (width - 1) // span))
        self.columns = (max(across) - self.first) * self.half + 2 * self.half + 1 if across else 0
        """Characters of its widest line, its corners and sides included."""
        self.rows: list[list[str]] = []
        self.kinds: list[list[str]] = []
        """What each character is, for colours: a terrain, `side.<id>`, `water`, `road`, `line` or `marked`."""

    def draw(self) -> list[str]:
        place = self._pointy if self.pointy else self._flat
        for cell in sorted(self.cells, key=lambda c: (c[1], c[0])):
            place(cell)
        return ["".join(row).rstrip() for row in self.rows]

    def _put(self, x: int, y: int, words: str, kind: str = "line") -> None:
        while len(self.rows) <= y:
            self.rows.append([" "] * self.columns)
            self.kinds.append([""] * self.columns)
        self.rows[y][x : x + len(words)] = words
        self.kinds[y][x : x + len(words)] = [kind] * len(words)

    def _mark(self, cell: Cell, direction: int) -> tuple[str, str]:
        """(fill, middle) of a side: river character or "", and what crosses there or ""."""
        dq, dr = NEIGHBOURS[direction]
        other = (cell[0] + dq, cell[1] + dr)
        key = (cell, other) if cell < other else (other, cell)
        s = self.sides.get(key)
        fill = middle = ""
        if s is not None:
            water = WATERS.get(s.kind)
            fill = "^" if water is None else "-" if water.ruled else "=" if water.width >= GREAT_WIDTH else "~"
            middle = {"blown": "x", "pontoon": "o"}.get(s.state, "+" if s.bridge else "")
        middle = middle or self.roads.get(key, "")
        self.used.update((fill, middle))
        return fill, middle

    def _pointy(self, cell: Cell) -> None:
        h, room = self.half, 2 * self.half - 1
        x = (2 * cell[0] + cell[1] - self.first) * h
        y = (cell[1] - self.top) * 3 + 1
        # Directions: 0 north-east, 1 east, 2 south-east, 3 south-west, 4 west, 5 north-west.
        self._put(x, y - 1, ".")
        self._put(x + h, y - 1, "'")
        self._put(x + 2 * h, y - 1, ".")
        self._put(x, y + 2, "'")
        self._put(x + h, y + 2, ".")
        self._put(x + 2 * h, y + 2, "'")
        for direction, left, top, slash in (
            (5, x + 1, y - 1, "/"),
            (0, x + h + 1, y - 1, "\\"),
            (3, x + 1, y + 2, "\\"),
            (2, x + h + 1, y + 2, "/"),
        ):
            fill, middle = self._mark(cell, direction)
            side = list((fill or " ") * (h - 1))
            side[(h - 1) // 2] = middle or fill or slash
            self._put(left, top, "".join(side), "water" if fill else "road" if middle else "line")
        for direction, left in ((4, x), (1, x + 2 * h)):
            fill, middle = self._mark(cell, direction)
            kind = "water" if fill else "road" if middle else "line"
            self._put(left, y, fill or "|", kind)
            self._put(left, y + 1, middle or fill or "|", kind)
        for i, words in enumerate(self._content(cell, room)[:2]):
            self._put(x + 1, y + i, words.ljust(room), self._kind(cell, i))

    def _flat(self, cell: Cell) -> None:
        h, room = self.half, 2 * self.half - 1
        x = (2 * cell[0] - self.first) * h
        y = (2 * cell[1] + cell[0] - self.top) * 2
        # Directions: 0 north-east, 1 south-east, 2 south, 3 south-west, 4 north-west, 5 north.
        for direction, top in ((5, y), (2, y + 4)):
            fill, middle = self._mark(cell, direction)
            side = list((fill or "_") * room)
            side[room // 2] = middle or side[room // 2]
            self._put(x + 1, top, "".join(side), "water" if fill else "road" if middle else "line")
        for direction, left, top, slash in (
            (4, x, y + 1, "/"),
            (3, x, y + 3, "\\"),
            (0, x + 2 * h, y + 1, "\\"),
            (1, x + 2 * h, y + 3, "/"),
        ):
            fill, middle = self._mark(cell, direction)
            kind = "water" if fill else "road" if middle else "line"
            self._put(left, top, fill or slash, kind)
            self._put(left, top + 1, middle or fill or slash, kind)
        for i, words in enumerate(self._content(cell, room)):
            self._put(x + 1, y + 1 + i, words.ljust(room), self._kind(cell, i))

    def _kind(self, cell: Cell, line: int) -> str:
        """What a line of a cell is: the terrain, marked where it is asked about, or the side that stands there."""
        h = self.cells[cell]
        stack = self.stacks.get(h.label)
        if line == 1 and stack is not None:
            return f"side.{stack.counters[0].side}"
        return "marked" if line == 0 and h.label in self.marked else h.terrain

    def _content(self, cell: Cell, room: int) -> list[str]:
        """Label and terrain; the stack or the place; the place again where there is a third line."""
        h = self.cells[cell]
        star = "*" if h.objective else ""
        if star:
            self.used.add("*")
        blank = ">" if self.plain and h.label in self.marked else " "
        first = f"{h.label}{blank}{terrain_letter(h.terrain)}{star}"
        if len(first) > room:
            first = f"{h.label[: room - 1 - len(star)]}{terrain_letter(h.terrain)}{star}"
        stack = self.stacks.get(h.label)
        if stack is None:
            return [first[:room], h.name[:room], ""]
        top = stack.counters[0]
        name = top.called if top.name.isdigit() else top.name  # a bare number would read as one more count
        second = f"{self.letters[top.side]}{len(stack.counters)} {top.tag or name}"
        return [first[:room], second[:room], h.name[:room]]


def side_letters(scene: Scene) -> dict[str, str]:
    """A letter for each side: its capital initial, or a number where two sides share one."""
    faces = [c for s in scene.stacks for c in s.counters] + [c for s in scene.sections for c in s.counters]
    letters: dict[str, str] = {}
    for side in sorted({c.side for c in faces} | set(scene.sides)):
        letter = (scene.sides.get(side, side)[:1] or "?").upper()
        letters[side] = letter if letter not in letters.values() else str(len(letters) + 1)
    return letters


def _pair(hexes: dict[str, Hex], a: str, b: str) -> tuple[Cell, Cell]:
    p, q = (hexes[a].q, hexes[a].r), (hexes[b].q, hexes[b].r)
    return (p, q) if p < q else (q, p)


def _importance(s: Hexside) -> tuple[int, float, bool]:
    """Where one side is listed twice, the later, more important listing shows."""
    water = WATERS.get(s.kind)
    return (1, water.width, s.bridge) if water else (0, 0.0, s.bridge)


def _legend(board: TextBoard, width: int) -> list[str]:
    there = {h.terrain for h in board.cells.values()}
    words = [f"{terrain_letter(t)} {t.replace('_', ' ')}" for t in sorted(there)]
    words += [f"{mark} {what}" for mark, what in MARKS if mark in board.used]
    words += ["* objective"] if "*" in board.used else []
    names = board.scene.sides
    words += [f"{letter} {names.get(side, side)}" for side, letter in board.letters.items()]
    return ["", *_wrapped("Key", ", ".join(words), width)]


def _wrapped(head: str, body: str, width: int) -> list[str]:
    """`head: body`, continued lines indented."""
    return wrap(
        f"{head}: {body}", max(20, width), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    ) or [head]


def describe(c: CounterFace) -> str:
    """A counter in one phrase: name, values, small numbers, side up, statuses."""
    small = [f"{word} {n}" for word, n in (("art", c.artillery), ("arm", c.armor), ("AT", c.at)) if n]
    notes = [*small, *(["reduced"] if c.reduced else []), *c.statuses]
    return f"{c.called or c.name} {c.values}".strip() + (f" [{', '.join(notes)}]" if notes else "")


def _stacks(scene: Scene, board: TextBoard, width: int) -> list[str]:
    """Every stack in play, by side and hex, top counter first."""
    lines: list[str] = []
    for side in board.letters:
        found = [
            s
            for s in sorted(scene.stacks, key=lambda s: s.hex)
            if s.counters[0].side == side and s.hex in _labels(board)
        ]
        if found:
            lines += ["", f"{scene.sides.get(side, side)} ({board.letters[side]})"]
        for s in found:
            lines += _wrapped(f"  {s.hex}", "; ".join(describe(c) for c in s.counters), width)
    return lines


def _labels(board: TextBoard) -> frozenset[str]:
    return frozenset(h.label for h in board.cells.values())


def _cell(track: Track, number: int) -> str:
    """A box of a track."""
    return track_cell(track.cells[number], number == track.current, track.marks[number] if track.marks else "")


def _others(scene: Scene, width: int) -> list[str]:
    lines: list[str] = []
    works = [s for s in scene.hexsides if s.state]
    if works:
        lines += _wrapped("Bridges", ", ".join(f"{s.a}/{s.b} {s.state}" for s in works), width)
    if scene.markers:
        words = ", ".join(f"{m.hex} {m.name or m.kind}{' ' + m.text if m.text else ''}" for m in scene.markers)
        lines += _wrapped("Markers", words, width)
    if scene.arrows:
        lines += _wrapped("Decision", "; ".join(_arrow_words(a) for a in scene.arrows), width)
    for track in scene.tracks:
        cells = " ".join(_cell(track, i) for i in range(len(track.cells)))
        lines += _wrapped(track.name, cells, width)
    for section in scene.sections:
        lines += ["", section.title]
        for line in section.lines:
            lines += wrap(line, max(20, width), initial_indent="  ", subsequent_indent="    ")
        if section.counters:
            lines += _wrapped("  off the map", "; ".join(describe(c) for c in section.counters), width)
    return ["", *lines] if lines else []


def _arrow_words(a: Arrow) -> str:
    return f"{a.kind} {' > '.join(a.path)}" + (f" ({a.text})" if a.text else "")
