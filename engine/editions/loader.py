"""The strict path from edition files to their stored form: validate, cross-check, number the pools, index the board.

Every error is an EditionError that names the file, the path inside it and the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel, ValidationError

from hexledger.engine.editions.checks import check_board, check_charts, check_counters, check_scenario
from hexledger.engine.editions.counters import Counter, Face, Formation, Marker
from hexledger.engine.editions.edition import COMPILED_SCHEMA, EditionData, EditionError, Meta, quarters, sources_digest
from hexledger.engine.editions.models import (
    COUNTER_DETAILS,
    MARKER_DETAILS,
    TEXT_FACE_KEYS,
    BoardModel,
    CounterModel,
    CountersModel,
    EditionModel,
    FaceModel,
    MarkerModel,
    ScenarioModel,
)
from hexledger.engine.editions.scenario_files import build_scenario
from hexledger.engine.editions.sources import fingerprint, plain, read_json, read_yaml
from hexledger.engine.map.board import Area, Board, BoardData, Box, Hexside
from hexledger.engine.map.hexes import DIRECTIONS

Model = TypeVar("Model", bound=BaseModel)

BOARD, CHARTS, COUNTERS, EDITION = "board.json", "charts.yaml", "counters.yaml", "edition.yaml"


def build(files: Mapping[str, bytes]) -> EditionData:
    """The stored form of an edition from its source files (name -> content, see editions.source_files)."""
    contents: dict[str, Any] = {}
    for name in sorted(files):
        if name.endswith(".json"):
            contents[name] = read_json(name, files[name])
        else:
            contents[name] = plain(name, read_yaml(name, files[name]))

    meta_model = validate(EDITION, EditionModel, contents[EDITION])
    charts = _mapping(CHARTS, contents[CHARTS])
    check_charts(CHARTS, charts)

    board_model = validate(BOARD, BoardModel, contents[BOARD])
    check_board(BOARD, board_model, charts)
    if board_model.game != meta_model.game:
        raise EditionError(BOARD, "game", f"the edition is for {meta_model.game}", board_model.game)
    board_data = build_board(board_model)

    counters_model = validate(COUNTERS, CountersModel, _counter_sections(contents[COUNTERS]))
    prov = counters_model.prov or counters_model.defaults.get("prov", "")
    counters = tuple(c for model in counters_model.counters for c in build_counters(model, prov))
    formations = tuple(
        Formation(**{**model.model_dump(exclude={"prov"}), **_texts(model, "parent", "hq"), "short": str(model.short),
                     "members": tuple(model.members)})
        for model in counters_model.formations
    )  # fmt: skip
    markers = tuple(build_marker(model, prov) for model in counters_model.markers)
    check_counters(COUNTERS, counters, formations, markers)

    board = Board(board_data)
    blocks: dict[str, msgspec.Raw] = {}
    numbers: dict[str, str] = {}
    for name in sorted(files):
        if not name.startswith("scenarios/"):
            continue
        model = validate(name, ScenarioModel, _text_turns(contents[name]))
        if f"scenarios/{model.id}.yaml" != name:
            raise EditionError(name, "id", "must be the name of the file without .yaml", model.id)
        scenario = build_scenario(name, model, contents[name], counters, markers)
        check_scenario(name, scenario, board, formations)
        blocks[scenario.id] = msgspec.Raw(msgspec.msgpack.encode(scenario))
        numbers[scenario.id] = scenario.number

    order = [ref.id for ref in meta_model.scenarios] or list(blocks)
    for number, scenario_id in enumerate(order):
        if scenario_id not in blocks:
            raise EditionError(EDITION, f"scenarios[{number}].id", "there is no file for this scenario", scenario_id)
    for scenario_id in blocks:
        if scenario_id not in order:
            raise EditionError(EDITION, "scenarios", "the scenario has a file, but is not listed", scenario_id)
    rulebook = meta_model.rulebook
    meta = Meta(
        game=meta_model.game,
        id=meta_model.id,
        kind=meta_model.kind,
        title=meta_model.title,
        version=str(meta_model.version),
        statement=meta_model.statement,
        rulebook=rulebook if isinstance(rulebook, str) else rulebook.get("title", ""),
        scenarios=tuple((scenario_id, numbers[scenario_id]) for scenario_id in order),
    )
    return EditionData(
        schema=COMPILED_SCHEMA,
        sources=sources_digest(files),
        fingerprint=fingerprint(contents),
        meta=meta,
        board=board_data,
        counters=counters,
        formations=formations,
        markers=markers,
        charts=charts,
        scenarios={scenario_id: blocks[scenario_id] for scenario_id in order},
    )


# ---------------------------------------------------------------------- validation


def validate(file: str, model: type[Model], value: Any) -> Model:
    """The value as a model; the first thing wrong with it as an EditionError with its path."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        first = errors[0]
        where, found = _locate(value, first["loc"])
        # A union reports once for each of its branches: count places, not reports.
        more = len({_locate(value, other["loc"])[0] for other in errors}) - 1
        problem = "unknown key" if first["type"] == "extra_forbidden" else first["msg"]
        problem = problem.removeprefix("Value error, ")
        if more:
            problem += f"; and {more} more"
        missing = first["type"] == "missing"
        raise EditionError(file, where, problem[0].lower() + problem[1:], None if missing else found) from None


def _locate(value: Any, path: tuple[int | str, ...]) -> tuple[str, Any]:
    """The path as text and the value there; parts of pydantic's path that are no keys of the data are left out."""
    where = ""
    for part in path:
        if isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
            where += f"[{part}]{_name(value)}"
        elif isinstance(value, dict) and part in value:
            value = value[part]
            where += f".{part}" if where else str(part)
        elif isinstance(value, dict) and part == path[-1]:
            where += f".{part}" if where else str(part)
    return where, value


def _name(value: Any) -> str:
    """An entry of a list is found faster by its id than by its number, so both are shown."""
    return f"({value['id']})" if isinstance(value, dict) and isinstance(value.get("id"), str) else ""


def _mapping(file: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise EditionError(file, "", "must be a mapping", value)
    return value


def _counter_sections(value: Any) -> Any:
    """Counter files are a list of counters or a mapping with sections; entries without a front are markers."""
    sections = {"counters": value} if isinstance(value, list) else dict(_mapping(COUNTERS, value))
    entries = sections.get("counters")
    if isinstance(entries, list):
        faceless = [e for e in entries if isinstance(e, dict) and e.get("front") is None and e.get("type") == "marker"]
        if faceless:
            sections["counters"] = [entry for entry in entries if entry not in faceless]
            sections["markers"] = [*sections.get("markers", []), *faceless]
    return sections


def _text_turns(value: Any) -> Any:
    """Some games number their turns; turn names are text everywhere in the engine."""
    if not isinstance(value, dict):
        return value
    value = dict(value)
    if isinstance(value.get("turns"), dict):
        turns = value["turns"] = dict(value["turns"])
        for key in ("first", "last"):
            turns[key] = _text(turns.get(key))
        if isinstance(turns.get("list"), list):
            turns["list"] = [_text(turn) for turn in turns["list"]]
    if isinstance(value.get("reinforcements"), list):
        value["reinforcements"] = [
            {**entry, "turn": _text(entry["turn"])} if isinstance(entry, dict) and "turn" in entry else entry
            for entry in value["reinforcements"]
        ]
    return value


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


# ---------------------------------------------------------------------- building


def build_board(model: BoardModel) -> BoardData:
    """The columns of a checked board."""
    labels = list(model.hexes)
    index = {label: place for place, label in enumerate([*labels, *model.boxes])}
    at = {(hex_.q, hex_.r): place for place, hex_ in enumerate(model.hexes.values())}
    words: dict[str, int] = {}

    def word(text: str | None) -> int:
        return words.setdefault(text or "", len(words))

    hexes = list(model.hexes.values())
    neighbours = tuple(
        tuple(place for dq, dr in DIRECTIONS if (place := at.get((hex_.q + dq, hex_.r + dr))) is not None)
        for hex_ in hexes
    )
    attributes: dict[int, dict[str, int | str]] = {}
    for place, hex_ in enumerate(hexes):
        extra = {"district": hex_.district, "garrison": hex_.garrison, "text": ", ".join(hex_.text) or None}
        kept = {key: value for key, value in extra.items() if value is not None}
        if kept:
            attributes[place] = kept
    columns = {
        "terrain": tuple(word(hex_.terrain) for hex_ in hexes),
        "country": tuple(word(hex_.country) for hex_ in hexes),
        "prov": tuple(word(hex_.prov) for hex_ in hexes),
    }
    miles = model.grid.hex_miles
    return BoardData(
        orientation=model.grid.orientation,
        hex_miles=f"{miles:g}",
        words=tuple(words),
        labels="\n".join(labels),
        q=tuple(hex_.q for hex_ in hexes),
        r=tuple(hex_.r for hex_ in hexes),
        **columns,
        neighbours=neighbours,
        names={place: hex_.name for place, hex_ in enumerate(hexes) if hex_.name},
        features={place: tuple(hex_.features) for place, hex_ in enumerate(hexes) if hex_.features},
        attributes=attributes,
        sides=tuple(
            (index[s.a], index[s.b], Hexside(s.kind, s.name, s.bridge, s.ford, s.section, s.bridge_id))
            for s in model.hexsides
        ),
        links=tuple((index[link.a], index[link.b], link.kind) for link in model.links),
        areas=tuple(
            Area(
                id=area_id,
                name=area.name,
                kind=area.kind,
                hexes=tuple(index[label] for label in area.hexes),
                pairs=tuple((index[a], index[b]) for a, b in area.pairs),
                note=area.note,
                prov=area.prov or "",
            )
            for area_id, area in model.areas.items()
        ),
        boxes=tuple(
            Box(
                id=box_id,
                name=box.name,
                kind=box.kind,
                nation=box.nation,
                to=tuple(box.to),
                values=plain(BOARD, box.values, f"boxes.{box_id}.values"),
                note=box.note,
                prov=box.prov or "",
            )
            for box_id, box in model.boxes.items()
        ),
    )


def build_counters(model: CounterModel, prov: str) -> list[Counter]:
    """The counters of one entry: one, or as many as its count says, numbered from 1."""
    details = {key: value for key in COUNTER_DETAILS if (value := getattr(model, key)) is not None}
    counter = Counter(
        id=model.id,
        name=model.name,
        side=model.side,
        nationality=model.nationality,
        type=model.type,
        size=model.size,
        steps=model.steps,
        front=build_face(model.front),
        formation=model.formation or "",
        parent=model.parent or "",
        motorized=model.motorized,
        zoc=model.zoc,
        back=build_face(model.back) if isinstance(model.back, FaceModel) else None,
        fired_back=model.back == "fired",
        traits=tuple(model.traits),
        prov=model.prov or prov,
        note=model.note,
        text=model.text,
        details=details,
    )
    if model.count is None:
        return [counter]
    return [
        msgspec.structs.replace(counter, id=f"{model.id}_{number}", pool=model.id)
        for number in range(1, model.count + 1)
    ]


def build_face(model: FaceModel) -> Face:
    """One side of a counter from its printed values."""
    values: dict[str, int] = {}
    fractions: dict[str, int] = {}
    marks: list[str] = []
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for key, value in model.model_dump(exclude_none=True).items():
        if isinstance(value, bool):
            if value:
                marks.append(key)
        elif isinstance(value, int):
            values[key] = value
        elif isinstance(value, str) and key in TEXT_FACE_KEYS:
            texts[key] = value
        elif isinstance(value, str):
            fractions[key] = quarters(value)
        elif isinstance(value, list):
            lists[key] = tuple(value)
    common = {key: values.get(key, 0) for key in ("cs", "cohesion", "ma", "artillery", "armor", "at")}
    return Face(
        **common,
        cs_defence_only="cs_defence_only" in marks,
        bicycle="bicycle" in marks,
        values=values,
        fractions=fractions,
        marks=tuple(marks),
        texts=texts,
        lists=lists,
    )


def build_marker(model: MarkerModel, prov: str) -> Marker:
    """A marker or chit; a count left open or "unlimited" becomes None."""
    details = {key: value for key in MARKER_DETAILS if (value := getattr(model, key))}
    return Marker(
        id=model.id,
        name=model.name,
        side=model.side,
        count=model.count if isinstance(model.count, int) else None,
        kind=model.kind or model.type,
        activates=tuple(model.activates),
        prov=model.prov or prov,
        note=model.note,
        details=details,
    )


def _texts(model: BaseModel, *keys: str) -> dict[str, str]:
    return {key: getattr(model, key) or "" for key in keys}
