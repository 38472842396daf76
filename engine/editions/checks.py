"""Cross-checks between the parts of an edition that a single model cannot see.

Each function raises EditionError for the first thing wrong, with file, path and value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from hexledger.engine.editions.counters import Counter, Formation, Marker
from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.models import BoardModel, HexsideModel, LinkModel
from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.map.board import Board
from hexledger.engine.map.hexes import DIRECTION_OF

Edge = HexsideModel | LinkModel


def check_board(file: str, board: BoardModel, charts: dict[str, Any]) -> None:
    """Every hex at its own coordinates; hexsides and links between neighbours; areas and boxes name what exists."""
    seen: dict[tuple[int, int], str] = {}
    for label, hex_ in board.hexes.items():
        other = seen.setdefault((hex_.q, hex_.r), label)
        if other != label:
            raise EditionError(file, f"hexes.{label}", f"has the coordinates of {other}", (hex_.q, hex_.r))
    for box_id in board.boxes:
        if box_id in board.hexes or box_id in board.areas:
            raise EditionError(file, f"boxes.{box_id}", "the id is already a hex or an area", box_id)
    for area_id in board.areas:
        if area_id in board.hexes:
            raise EditionError(file, f"areas.{area_id}", "the id is already a hex", area_id)
    _check_edges(file, "hexsides", board, board.hexsides)
    _check_edges(file, "links", board, board.links)
    for area_id, area in board.areas.items():
        for number, label in enumerate(area.hexes):
            if label not in board.hexes:
                raise EditionError(file, f"areas.{area_id}.hexes[{number}]", "no such hex", label)
            if label in area.hexes[:number]:
                raise EditionError(file, f"areas.{area_id}.hexes[{number}]", "stands twice in the area", label)
        for number, pair in enumerate(area.pairs):
            for label in pair:
                if label not in board.hexes:
                    raise EditionError(file, f"areas.{area_id}.pairs[{number}]", "no such hex", label)
    for box_id, box in board.boxes.items():
        for number, target in enumerate(box.to):
            if target not in board.hexes and target not in board.areas:
                raise EditionError(file, f"boxes.{box_id}.to[{number}]", "no such hex or area", target)
    _check_terrain(file, board, charts)


def _check_edges(file: str, section: str, board: BoardModel, edges: Sequence[Edge]) -> None:
    seen: dict[tuple[str, str, str], int] = {}
    for number, edge in enumerate(edges):
        where = f"{section}[{number}]"
        for end in (edge.a, edge.b):
            if end not in board.hexes and not (section == "links" and end in board.boxes):
                raise EditionError(file, where, "no such hex", end)
        pair = f"{edge.a}/{edge.b}"
        if edge.a >= edge.b:
            raise EditionError(file, where, "a must come before b, so that each side is listed once", pair)
        if edge.a in board.hexes and edge.b in board.hexes and edge.kind != "sea_lane":
            a, b = board.hexes[edge.a], board.hexes[edge.b]
            if (b.q - a.q, b.r - a.r) not in DIRECTION_OF:
                raise EditionError(file, where, "the two hexes do not adjoin", pair)
        first = seen.setdefault((edge.a, edge.b, edge.kind), number)
        if first != number:
            raise EditionError(file, where, f"is the same as {section}[{first}]", f"{pair} {edge.kind}")


def _check_terrain(file: str, board: BoardModel, charts: dict[str, Any]) -> None:
    """Terrain, hexside, road and feature kinds are keys of the terrain chart, as far as the game's chart lists them."""
    chart = charts.get("terrain_effects")
    if not isinstance(chart, dict):
        return
    hexes = _keys(chart, "hexes", "terrain")
    features = _keys(chart, "hex_features")
    sides = _keys(chart, "hexsides") if "hexes" in chart else None
    roads = _keys(chart, "roads")
    for label, hex_ in board.hexes.items():
        if hexes is not None and hex_.terrain not in hexes:
            raise EditionError(file, f"hexes.{label}.terrain", "is not in the terrain chart", hex_.terrain)
        for feature in hex_.features:
            if features is not None and feature not in features:
                raise EditionError(file, f"hexes.{label}.features", "is not in the terrain chart", feature)
    sections: tuple[tuple[str, frozenset[str] | None, Sequence[Edge]], ...] = (
        ("hexsides", sides, board.hexsides),
        ("links", roads, board.links),
    )
    for section, known, edges in sections:
        for number, edge in enumerate(edges):
            if known is not None and edge.kind not in known:
                raise EditionError(file, f"{section}[{number}].kind", "is not in the terrain chart", edge.kind)


def _keys(chart: dict[str, Any], *names: str) -> frozenset[str] | None:
    found = next((chart[name] for name in names if isinstance(chart.get(name), dict)), None)
    return None if found is None else frozenset(found)


def check_charts(file: str, charts: dict[str, Any]) -> None:
    """No hole in the die range of any table: rows keyed by numbers run without a gap."""

    def walk(where: str, node: Any) -> None:
        if not isinstance(node, dict):
            return
        rolls = [_roll(key) for key in node]
        numbers = sorted(roll for roll in rolls if roll is not None)
        if len(numbers) > 1 and len(numbers) == len(rolls):
            for low, high in pairwise(numbers):
                if high != low + 1:
                    raise EditionError(file, where, f"no row between {low} and {high}: the die range has a hole")
        for key, item in node.items():
            walk(f"{where}.{key}", item)

    for chart_id, chart in charts.items():
        if isinstance(chart, dict) and isinstance(chart.get("rows"), dict):
            walk(f"{chart_id}.rows", chart["rows"])
            _check_columns(file, chart_id, chart)


def _roll(key: str) -> int | None:
    return int(key) if key.removeprefix("-").isdecimal() else None


def _check_columns(file: str, chart_id: str, chart: dict[str, Any]) -> None:
    """A row written as a list has one cell for each column."""
    columns = chart.get("columns")
    if not isinstance(columns, list):
        return
    for key, row in chart["rows"].items():
        if isinstance(row, list) and len(row) != len(columns):
            raise EditionError(file, f"{chart_id}.rows.{key}", f"must have {len(columns)} cells", row)


def check_counters(
    file: str, counters: Sequence[Counter], formations: Sequence[Formation], markers: Sequence[Marker]
) -> None:
    """Ids are unique; formations, members, headquarters and parents exist and agree with each other."""
    _unique(file, "counters", [counter.id for counter in counters])
    _unique(file, "formations", [formation.id for formation in formations])
    _unique(file, "markers", [marker.id for marker in markers])
    by_name = {counter.pool or counter.id: counter for counter in counters}
    for counter in counters:
        if counter.pool and counter.pool in {c.id for c in counters if not c.pool}:
            raise EditionError(file, f"counters({counter.pool})", "a pool has the id of a counter", counter.pool)
        if counter.steps == 2 and counter.back is None and not counter.fired_back:
            raise EditionError(file, f"counters({counter.id}).steps", "two steps, but no back", counter.steps)
    if not formations:
        return
    known = {formation.id: formation for formation in formations}
    for formation in formations:
        where = f"formations({formation.id})"
        if formation.parent and formation.parent not in known:
            raise EditionError(file, f"{where}.parent", "no such formation", formation.parent)
        for number, member in enumerate(formation.members):
            if member not in by_name:
                raise EditionError(file, f"{where}.members[{number}]", "no such counter", member)
            if by_name[member].formation != formation.id:
                told = by_name[member].formation
                raise EditionError(file, f"{where}.members[{number}]", f"the counter says formation {told}", member)
        if formation.hq and formation.hq not in formation.members:
            raise EditionError(file, f"{where}.hq", "is not among the members", formation.hq)
    for name, counter in by_name.items():
        if counter.formation not in known:
            raise EditionError(file, f"counters({name}).formation", "no such formation", counter.formation)
        if name not in known[counter.formation].members:
            problem = f"the formation {counter.formation} does not list it"
            raise EditionError(file, f"counters({name}).formation", problem, name)
        if counter.parent and counter.parent not in known:
            raise EditionError(file, f"counters({name}).parent", "no such formation", counter.parent)
    for marker in markers:
        for formation_id in marker.activates:
            if formation_id not in known:
                raise EditionError(file, f"markers({marker.id}).activates", "no such formation", formation_id)


def _unique(file: str, section: str, ids: Iterable[str]) -> None:
    seen: dict[str, None] = {}
    for one in ids:
        if one in seen:
            raise EditionError(file, f"{section}({one}).id", "the id stands twice", one)
        seen[one] = None


def check_scenario(file: str, scenario: Scenario, board: Board, formations: Sequence[Formation]) -> None:
    """Places, areas, turns and formations exist; no counter starts or arrives twice on the map."""
    for number, label in enumerate(scenario.hexes):
        if label not in board.index:
            raise EditionError(file, f"map.hexes[{number}]", "no such hex", label)
    for number, area in enumerate(scenario.areas):
        if area not in board.areas:
            raise EditionError(file, f"map.areas[{number}]", "no such area", area)
    if scenario.turns:
        for key, turn in (("first", scenario.first_turn), ("last", scenario.last_turn)):
            if turn not in scenario.turns:
                raise EditionError(file, f"turns.{key}", "is not in turns.list", turn)
    placed: dict[str, str] = {}
    for number, entry in enumerate(scenario.setup):
        where = f"setup[{number}]"
        if not entry.marker and entry.counter in placed:
            raise EditionError(file, f"{where}.counter", f"is already set up by {placed[entry.counter]}", entry.counter)
        placed[entry.counter] = where
        _check_place(file, f"{where}.at", entry.at, board)
    known = frozenset(formation.id for formation in formations)
    for number, arrival in enumerate(scenario.reinforcements):
        where = f"reinforcements[{number}]"
        if scenario.turns and arrival.turn not in scenario.turns:
            raise EditionError(file, f"{where}.turn", "is no turn of the scenario", arrival.turn)
        if arrival.formation and arrival.formation not in known:
            raise EditionError(file, f"{where}.formation", "no such formation", arrival.formation)
        for at in arrival.at:
            _check_place(file, f"{where}.at", at, board)


def _check_place(file: str, where: str, at: str, board: Board) -> None:
    if at not in board.index and at not in board.areas:
        raise EditionError(file, where, "no such hex, box or area", at)
