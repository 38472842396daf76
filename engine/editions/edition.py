"""Editions: the board, counters, charts and scenarios a game is played with, ready for the rules to read.

`open_edition` gives the edition shipped with a game, `open_earlier` one that was shipped before it, so that a log that
is pinned to it goes on; `load_edition` any edition folder. A shipped edition is normally
read from its compiled file, which is trusted only while the digest of the source files still matches; otherwise, and
for every other folder, the sources go through the strict loader (`edition_loader`), which is imported only then.

The fingerprint names the content an edition is played with: it ignores comments, layout and key order of the files.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from hexledger.engine.editions.counters import Counter, Formation, Marker
from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.map.board import Board, BoardData
from hexledger.events.platform import regular_bytes

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Folder: TypeAlias = "Path | Traversable"

COMPILED: Final = "compiled.msgpack"
COMPILED_SCHEMA: Final = 1
"""Raised whenever the stored form below changes, so that an older compiled file is not read."""

EARLIER: Final = "earlier"
"""Folder of an edition with those before it, each under the first twelve digits of its fingerprint: the files that are
otherwise now."""

GAMES: Final = Path(__file__).parents[1] / "games"


class EditionError(Exception):
    """Something in an edition's files is wrong; the message names file, path inside it, and value.

    Attributes: file (name inside the edition folder), where (path such as ``hexes.W4911.terrain``), value (the
    offending value, or None), problem (what is wrong, in words).
    """

    def __init__(self, file: str, where: str, problem: str, value: object = None) -> None:
        self.file = file
        self.where = where
        self.problem = problem
        self.value = value
        shown = "" if value is None else f" (value: {_short(value)})"
        super().__init__(f"{file}: {where + ': ' if where else ''}{problem}{shown}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


class Meta(msgspec.Struct, frozen=True):
    """What an edition says about itself. ``kind`` is "house" (reconstruction) or "printed"; show it on every board."""

    game: str
    id: str
    kind: str
    title: str
    version: str
    statement: str = ""
    rulebook: str = ""
    scenarios: tuple[tuple[str, str], ...] = ()
    """Scenario id and the rulebook's number for it ("" where it has none), in the edition's order."""


class EditionData(msgspec.Struct, frozen=True, array_like=True):
    """The stored form of an edition. Each scenario is stored as its own encoded block, decoded when asked for."""

    schema: int
    sources: str
    fingerprint: str
    meta: Meta
    board: BoardData
    counters: tuple[Counter, ...]
    formations: tuple[Formation, ...]
    markers: tuple[Marker, ...]
    charts: dict[str, Any]
    scenarios: dict[str, msgspec.Raw]


class Scenarios(Mapping[str, Scenario]):
    """Scenario id -> Scenario, decoded on first use. KeyError for an unknown id; `Edition.scenario` explains it."""

    def __init__(self, blocks: Mapping[str, msgspec.Raw]) -> None:
        self._blocks = blocks
        self._ready: dict[str, Scenario] = {}

    def __getitem__(self, scenario: str) -> Scenario:
        if scenario not in self._ready:
            self._ready[scenario] = msgspec.msgpack.decode(self._blocks[scenario], type=Scenario)
        return self._ready[scenario]

    def __iter__(self) -> Iterator[str]:
        return iter(self._blocks)

    def __len__(self) -> int:
        return len(self._blocks)


class Edition:
    """One edition, unchanging.

    Attributes:
        meta, fingerprint (sha256, hex), board, charts (plain data; keys are strings, fractions are text such as
        "1/2", see `quarters`), scenarios (mapping by id, decoded when asked for).
        counters: every counter, those of a pool numbered (sp_1 .. sp_8); ``counter_index``: id -> position.
        pools: id as written in the file -> ids of its counters, for counters the edition has several of.
        formations, markers: by id, in file order.
    """

    def __init__(self, data: EditionData) -> None:
        self.data: Final = data
        self.meta: Final = data.meta
        self.fingerprint: Final = data.fingerprint
        self.board: Final = Board(data.board)
        self.counters: Final = data.counters
        self.counter_index: Final = {counter.id: number for number, counter in enumerate(data.counters)}
        self.formations: Final = {formation.id: formation for formation in data.formations}
        self.markers: Final = {marker.id: marker for marker in data.markers}
        self.charts: Final = data.charts
        self.scenarios: Final = Scenarios(data.scenarios)
        pools: dict[str, list[str]] = {}
        for counter in data.counters:
            if counter.pool:
                pools.setdefault(counter.pool, []).append(counter.id)
        self.pools: Final = {pool: tuple(ids) for pool, ids in pools.items()}

    def __repr__(self) -> str:
        return f"<Edition {self.meta.game} {self.meta.id} {self.fingerprint[:12]}>"

    def counter(self, counter: str) -> Counter:
        """The counter with this id; EditionError when the edition has none."""
        try:
            return self.counters[self.counter_index[counter]]
        except KeyError:
            raise EditionError("counters.yaml", "counters", "no such counter", counter) from None

    def chart(self, *path: str) -> Any:
        """The part of the charts at a path such as ``("crt", "rows")``; EditionError names the first missing key."""
        node: Any = self.charts
        for depth, key in enumerate(path):
            if not isinstance(node, dict) or key not in node:
                raise EditionError("charts.yaml", ".".join(path[: depth + 1]), "no such entry")
            node = node[key]
        return node

    def chart_int(self, *path: str) -> int:
        """A whole number of a chart; EditionError when it is missing or something else."""
        value = self.chart(*path)
        if not isinstance(value, int) or isinstance(value, bool):
            raise EditionError("charts.yaml", ".".join(path), "must be a whole number", value)
        return value

    def scenario(self, scenario: str) -> Scenario:
        """The scenario with this id; EditionError lists the ids there are."""
        try:
            return self.scenarios[scenario]
        except KeyError:
            known = ", ".join(self.scenarios)
            raise EditionError("edition.yaml", "scenarios", f"no such scenario; there are {known}", scenario) from None

    def playing_area(self, scenario: str) -> frozenset[int] | None:
        """The hexes a scenario is played on, or None when that is the whole board."""
        found = self.scenario(scenario)
        if found.whole_board:
            return None
        hexes = {self.board.place(label) for label in found.hexes}
        for area in found.areas:
            hexes |= self.board.in_area(area)
        return frozenset(hexes)


def quarters(value: int | str) -> int:
    """A chart value in quarter units: 1 -> 4, "1/2" -> 2, "+2" -> 8. ValueError for anything else."""
    if isinstance(value, int):
        return 4 * value
    top, _, bottom = value.partition("/")
    scaled, rest = divmod(4 * int(top), int(bottom) if bottom else 1)
    if rest:
        raise ValueError(f"{value!r} is no multiple of a quarter")
    return scaled


def halves(value: int | str) -> int:
    """A chart value in half units: 1 -> 2, "1/2" -> 1. ValueError when it is finer than a half."""
    scaled, rest = divmod(quarters(value), 2)
    if rest:
        raise ValueError(f"{value!r} is no multiple of a half")
    return scaled


# ---------------------------------------------------------------------- opening


def source_files(folder: Folder) -> dict[str, bytes]:
    """The files that make up an edition (name -> content) in name order. EditionError when one is missing."""
    found: dict[str, bytes] = {}
    try:
        for name in ("board.json", "charts.yaml", "counters.yaml", "edition.yaml"):
            found[name] = _content(folder.joinpath(name))
        scenarios = folder.joinpath("scenarios")
        for entry in sorted(scenarios.iterdir(), key=lambda file: file.name):
            if entry.name.endswith(".yaml"):
                found[f"scenarios/{entry.name}"] = _content(entry)
    except OSError as error:
        missing = Path(str(getattr(error, "filename", "") or folder))
        raise EditionError(missing.name, "", f"cannot be read: {error.strerror or error} ({missing})") from None
    return found


def sources_digest(files: Mapping[str, bytes]) -> str:
    """sha256 (hex) over names and bytes of the source files: tells whether a compiled file is still fresh."""
    digest = sha256()
    for name in sorted(files):
        digest.update(f"{name}\n{len(files[name])}\n".encode())
        digest.update(files[name])
    return digest.hexdigest()


def encode(data: EditionData) -> bytes:
    """The compiled file of an edition."""
    return msgspec.msgpack.encode(data)


def decode(compiled: bytes) -> EditionData | None:
    """The content of a compiled file, or None when it is damaged or of another schema."""
    try:
        data = msgspec.msgpack.decode(compiled, type=EditionData)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return data if data.schema == COMPILED_SCHEMA else None


def load_edition(path: Folder) -> Edition:
    """The edition in a folder, through the strict loader. EditionError names what is wrong."""
    from hexledger.engine.editions.loader import build

    return Edition(build(source_files(path)))


def _content(file: Folder) -> bytes:
    """The bytes of a file of an edition; OSError at once for a pipe or a device in its place."""
    return regular_bytes(file) if isinstance(file, Path) else file.read_bytes()


def open_folder(path: Folder) -> Edition:
    """The edition in a folder, from its compiled file when that is fresh, else through the strict loader."""
    files = source_files(path)
    try:
        compiled = _content(path.joinpath(COMPILED))
    except OSError:
        compiled = b""
    data = decode(compiled) if compiled else None
    if data is not None and data.sources == sources_digest(files):
        return Edition(data)
    from hexledger.engine.editions.loader import build

    return Edition(build(files))


def edition_folder(game: str) -> Path:
    """Where the edition shipped with a game lies. EditionError lists the games when there is none."""
    folder = GAMES / game / "edition"
    if not (game.isidentifier() and game.isascii() and game.islower()) or not folder.is_dir():
        known = ", ".join(games())
        raise EditionError("games", game, f"no edition is shipped for this game; there are {known}")
    return folder


def games() -> tuple[str, ...]:
    """Ids of the games that ship an edition, in alphabetical order."""
    return tuple(sorted(entry.parent.name for entry in GAMES.glob("*/edition")))


def open_edition(game: str) -> Edition:
    """The edition shipped with a game (fast path, see the module docstring)."""
    return open_folder(edition_folder(game))


def open_earlier(game: str, fingerprint: str) -> Edition | None:
    """An edition that was shipped with a game before, by its fingerprint (hex); None where it is not kept. EditionError
    for a game that ships none."""
    now = edition_folder(game)
    then = now / EARLIER / fingerprint[:12]
    if not (fingerprint.isascii() and fingerprint.isalnum() and then.is_dir()):
        return None
    from hexledger.engine.editions.loader import build

    files = source_files(now)
    other = {name: _content(then / name) for name in files if (then / name).is_file()}
    found = Edition(build({**files, **other}))
    return found if found.fingerprint == fingerprint else None
