"""Strict models of the edition files as people write them (the only place of the engine that needs pydantic).

Unknown keys are refused wherever the format is fixed, so that a misspelt value is an error and not a silent default.
`edition_loader` turns the validated models into the stored form.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Prov = Literal["text", "geodata", "curated", "house"]
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_\-]*$")]
State = dict[str, int | bool | str | None]


Number = int | Annotated[str, Field(pattern=r"^-?[0-9]+/[24]$")]
"""A printed number; the source reader has turned 0.5 into "1/2" before the models see it."""


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Open(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True, frozen=True)


# ---------------------------------------------------------------------- board.json


class GridModel(Strict):
    orientation: Literal["pointy", "flat"]
    hex_miles: float
    labels: str = ""


class HexModel(Strict):
    q: int
    r: int
    terrain: str
    name: str = ""
    country: str = ""
    features: list[str] = []
    lat: float | None = None
    lon: float | None = None
    prov: Prov | None = None
    note: str = ""
    text: list[str] = []
    district: str | None = None
    garrison: int | None = None


class HexsideModel(Strict):
    a: Id
    b: Id
    kind: str
    name: str = ""
    bridge: bool = False
    ford: bool = False
    section: str = ""
    bridge_id: str = ""
    prov: Prov | None = None
    note: str = ""


class LinkModel(Strict):
    a: Id
    b: Id
    kind: str
    prov: Prov | None = None
    note: str = ""


class AreaModel(Strict):
    name: str
    kind: str
    hexes: list[Id] = []
    pairs: list[Annotated[list[Id], Field(min_length=2, max_length=2)]] = []
    prov: Prov | None = None
    note: str = ""


class BoxModel(Strict):
    name: str
    kind: str = ""
    nation: str = ""
    to: list[Id] = []
    values: dict[str, Any] = {}
    prov: Prov | None = None
    note: str = ""


class BoardModel(Strict):
    game: str
    edition: str
    grid: GridModel
    sources: list[str] = []
    hexes: Annotated[dict[Id, HexModel], Field(min_length=1)]
    hexsides: list[HexsideModel] = []
    links: list[LinkModel] = []
    areas: dict[Id, AreaModel] = {}
    boxes: dict[Id, BoxModel] = {}


# ---------------------------------------------------------------------- counters.yaml


class FaceModel(Strict):
    """Every value printed on a counter's side in any of the games; absent and null mean not printed."""

    # June 6
    cs: Number | None = None
    cs_defence_only: bool | None = None
    cohesion: int | None = None
    ma: Number | None = None
    artillery: int | None = None
    armor: int | None = None
    at: int | None = None
    bicycle: bool | None = None
    # Case Yellow 1940
    tr: int | None = None
    range: int | None = None
    # Fortress Europa
    cf: Number | None = None
    mf: Number | None = None
    air: int | None = None
    capacity: int | None = None
    # France 1944
    set_piece: int | None = None
    mobile: int | None = None
    morale: int | None = None
    mpa: Number | None = None
    command_range: int | None = None
    armour_capacity: int | None = None
    infantry_capacity: int | None = None
    # A Time for Trumpets
    attack: Number | None = None
    defence: Number | None = None
    er: int | None = None
    mode_cost: int | None = None
    command: int | None = None
    air_attack: int | None = None
    air_defence: int | None = None
    ground_cf: int | None = None
    support_shift: int | None = None
    fort: bool | None = None
    spent: bool | None = None
    fixed: bool | None = None
    bridge: str | None = None
    attributes: list[str] | None = None


TEXT_FACE_KEYS = ("bridge",)


class CounterModel(Strict):
    id: Id
    name: str
    side: str
    nationality: str = ""
    formation: str | None = None
    parent: str | None = None
    type: str
    size: str = "none"
    steps: Annotated[int, Field(ge=0)] = 1
    motorized: bool = False
    zoc: bool = True
    front: FaceModel
    back: FaceModel | Literal["fired"] | None = None
    traits: list[str] = []
    count: Annotated[int, Field(ge=1)] | None = None
    prov: Prov | None = None
    note: str = ""
    text: str = ""
    # Kept as details: what single games print besides.
    ma_colour: str | None = None
    band: str | None = None
    armored: bool | None = None
    stacking: int | None = None
    back_kind: str | None = None
    air_class: str | None = None
    setup_indicator: dict[str, int | str | bool] | None = None
    symbol: str | None = None
    becomes: str | None = None
    replaces: str | None = None
    army: str | None = None
    corps: str | None = None
    cls: str | None = None
    move: str | None = None
    gun: str | None = None
    text_values: list[str] | None = None


COUNTER_DETAILS = (
    "ma_colour",
    "band",
    "armored",
    "stacking",
    "back_kind",
    "air_class",
    "setup_indicator",
    "symbol",
    "becomes",
    "replaces",
    "army",
    "corps",
    "cls",
    "move",
    "gun",
    "text_values",
)


class MarkerModel(Strict):
    id: Id
    name: str
    side: str
    kind: str = ""
    type: str = ""
    nationality: str = ""
    count: Annotated[int, Field(ge=1)] | Literal["unlimited"] | None = None
    activates: list[str] = []
    steps: int = 0
    front: None = None
    back: None = None
    traits: list[str] = []
    prov: Prov | None = None
    note: str = ""
    air: str | None = None
    chit: str | None = None
    attrition_of: str | None = None


MARKER_DETAILS = ("nationality", "traits", "air", "chit", "attrition_of")


class FormationModel(Strict):
    id: Id
    name: str
    side: str
    nationality: str
    kind: str
    members: list[Id]
    parent: str | None = None
    hq: str | None = None
    am: Annotated[int, Field(ge=0)] = 0
    short: int | str = ""
    armored: bool = False
    optional: bool = False
    rule: str = ""
    note: str = ""
    prov: Prov | None = None


class CountersModel(Strict):
    game: str = ""
    edition: str = ""
    prov: Prov | None = None
    defaults: dict[str, str] = {}
    values: dict[str, str] = {}
    formations: list[FormationModel] = []
    counters: list[CounterModel]
    markers: list[MarkerModel] = []


# ---------------------------------------------------------------------- edition.yaml and scenarios/*.yaml


class ScenarioRef(Strict):
    id: Id
    number: str = ""
    file: str = ""


class EditionModel(Open):
    game: Id
    id: str
    kind: Literal["house", "printed"]
    title: str
    version: int | str = 1
    statement: str = ""
    rulebook: str | dict[str, str] = ""
    scenarios: list[ScenarioRef] = []


class TurnsModel(Open):
    first: str
    last: str
    names: Annotated[list[str], Field(alias="list")] = []


class SetupModel(Strict):
    counter: Id
    at: Id
    state: State = {}
    prov: Prov | None = None
    note: str = ""
    notes: str = ""
    zone: str | None = None
    fixed: bool | None = None
    drop: dict[str, Any] | None = None
    glider: dict[str, Any] | None = None


class ReinforcementModel(Strict):
    turn: str
    counter: Id | None = None
    counters: list[Id] = []
    formation: str = ""
    at: Id | list[Id] | dict[str, Any] = []
    area: str | None = None
    side: str = ""
    phase: str = ""
    when: str = ""
    release: int | str | None = None
    ma: str | None = None
    ams: int | None = None
    state: State = {}
    states: dict[str, State] = {}
    prov: Prov | None = None
    note: str = ""
    notes: str = ""
    rule: str = ""
    kind: str | None = None
    name_after: str | None = None
    strategic: bool | None = None
    instead: list[str] | None = None


class ScenarioModel(Open):
    """The part all games share; a game's rules read the rest as plain data."""

    id: Id
    title: str
    rule: str
    number: str = ""
    turns: TurnsModel
    players: list[str] | dict[str, list[str]]
    map: str | dict[str, Any]
    setup: list[SetupModel]
    reinforcements: list[ReinforcementModel]
    victory: dict[str, Any]
    special_rules: list[Any] = []
