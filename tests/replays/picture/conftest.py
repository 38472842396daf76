"""Scenes made straight from edition files, for tests of the picture only (no engine, no state)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml

from hexledger.replays.picture import (
    Area,
    Arrow,
    CounterFace,
    Hex,
    Hexside,
    Link,
    Marker,
    Scene,
    Section,
    Stack,
    Track,
)

NOTES = (
    "{name}: unit and formation",
    "white band: combat support",
    "box colour: formation",
    "black: armour   white: anti-tank",
    "yellow circle: artillery",
    "broken stripe: reduced side",
)
JUNE_6 = Path(__file__).parents[3] / "engine" / "games" / "june_6" / "edition"


def counter_face(row: dict[str, Any], state: dict[str, Any]) -> CounterFace:
    """The face of one row of counters.yaml."""
    reduced = bool(state.get("reduced")) and isinstance(row["back"], dict)
    side = row["back"] if reduced else row["front"]
    strength = f"({side['cs']})" if side.get("cs_defence_only") else str(side["cs"])
    values = f"{strength}-{side['cohesion']}-{side['ma']}" + ("*" if side.get("bicycle") else "")
    colours = row["nationality"]
    if "ss" in row["traits"]:
        colours = "german_ss"
    elif row["nationality"] == "german" and row["type"] in ("parachute", "flak"):
        colours = "german_airborne"
    return CounterFace(
        id=row["id"],
        name=row["name"],
        side=row["side"],
        colours=colours,
        symbol=row["type"],
        size=row["size"],
        values=values,
        formation=row["formation"] or "",
        artillery=side.get("artillery", 0),
        armor=side.get("armor", 0),
        at=side.get("at", 0),
        band="support" in row["traits"],
        reduced=reduced,
        statuses=tuple(f"D{state[k]}" for k in ("disorder",) if state.get(k)),
    )


def scene_from_edition(scenario: str | None = None, folder: Path = JUNE_6) -> Scene:
    """The set-up of a scenario (or the bare board)."""
    board = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    hexes = board["hexes"]
    stacks: dict[str, list[CounterFace]] = {}
    clip: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()
    tracks: tuple[Track, ...] = ()
    sections: tuple[Section, ...] = ()
    objectives: set[str] = set()
    title = "June 6"
    if scenario is not None:
        rules = yaml.safe_load((folder / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8"))
        rows = {
            row["id"]: row for row in yaml.safe_load((folder / "counters.yaml").read_text(encoding="utf-8"))["counters"]
        }
        for entry in rules["setup"]:
            if "counter" in entry and entry["at"] in hexes:
                stacks.setdefault(entry["at"], []).append(counter_face(rows[entry["counter"]], entry.get("state", {})))
        named = [name for name in rules["map"]["areas"] if name in board["areas"]]
        clip = tuple(label for name in named for label in board["areas"][name]["hexes"])
        areas = tuple(
            Area(board["areas"][name]["name"], tuple(board["areas"][name]["hexes"]), "edge") for name in named
        )
        objectives = set(board["areas"]["caen_north"]["hexes"])
        title = rules["title"]
        tracks = (
            Track("Turn", tuple(rules["turns"]["list"]), 0),
            Track("Weather", ("Clear", "Light", "Heavy", "Storm"), 2),
        )
        arrivals = tuple(
            counter_face(rows[c], entry.get("state", {}))
            for entry in rules["reinforcements"]
            for c in entry["counters"]
        )
        sections = (Section("German reinforcements", ("E1639, with the first corps AM",), arrivals),)
    return Scene(
        title=title,
        subtitle="June 6, scenario 5b. Turn 1 of 3, set-up" if scenario else "The whole board",
        edition="House edition 1: a reconstruction, not the printed map and counters",
        orientation=board["grid"]["orientation"],
        hexes=tuple(
            Hex(
                k,
                h["q"],
                h["r"],
                h["terrain"],
                h.get("name", ""),
                tuple(h.get("features", ())),
                objective=k in objectives,
            )
            for k, h in hexes.items()
        ),
        hexsides=tuple(
            Hexside(s["a"], s["b"], s["kind"], s.get("name", ""), bool(s.get("bridge"))) for s in board["hexsides"]
        ),
        links=tuple(Link(s["a"], s["b"], s["kind"]) for s in board["links"]),
        areas=areas,
        stacks=tuple(Stack(k, tuple(v)) for k, v in stacks.items()),
        tracks=tracks,
        sections=sections,
        clip=clip,
        counter_notes=NOTES,
    )


@pytest.fixture(scope="session")
def push_to_caen() -> Scene:
    """The set-up of June 6, Push to Caen."""
    return scene_from_edition("push_to_caen")


@pytest.fixture(scope="session")
def whole_board() -> Scene:
    """All 2,316 hexes of June 6, without counters."""
    return scene_from_edition()


@pytest.fixture
def skirmish() -> Scene:
    """Seven hexes around A1 with a bit of everything: river, bridge, roads, two stacks, arrows, a marker, a track."""
    return small_scene("pointy")


@pytest.fixture
def flat_skirmish() -> Scene:
    """The same on a flat-top grid."""
    return small_scene("flat")


def small_scene(orientation: Literal["pointy", "flat"]) -> Scene:
    tanks = CounterFace(
        id="tanks",
        name="27/3",
        side="allied",
        colours="british",
        symbol="armor",
        size="brigade",
        values="5-6-8",
        formation="3_br",
        armor=5,
        statuses=("moved",),
    )
    staff = CounterFace(
        id="staff",
        name="HQ/12SS",
        side="german",
        colours="german_ss",
        symbol="hq",
        size="division",
        values="(1)-7-8",
        formation="12ss",
        artillery=4,
        band=True,
        reduced=True,
        statuses=("D2", "ISO"),
    )
    return Scene(
        counter_notes=NOTES,
        title="Skirmish",
        subtitle="Turn 1",
        edition="House edition",
        orientation=orientation,
        hexes=(
            Hex("A1", 0, 0, "clear", "Hamlet", ("airfield",), objective=True, control="allied"),
            Hex("B1", 1, -1, "bocage"),
            Hex("B2", 1, 0, "woods"),
            Hex("C1", 0, 1, "village", "Centreville"),
            Hex("C2", -1, 1, "city", "Port", ("port",)),
            Hex("D1", -1, 0, "sea"),
            Hex("D2", 0, -1, "marsh", features=("beach",)),
        ),
        hexsides=(
            Hexside("A1", "B1", "great_river", "Orne", bridge=True),
            Hexside("A1", "B2", "great_river", "Orne", bridge=True, state="blown"),
            Hexside("A1", "C1", "canal", state="pontoon"),
            Hexside("A1", "D2", "bluff"),
        ),
        links=(Link("A1", "B1", "main_road"), Link("A1", "C2", "minor_road"), Link("C1", "C2", "rail")),
        areas=(Area("Edge", ("A1", "B1"), "edge"),),
        stacks=(Stack("B1", (tanks,)), Stack("A1", (staff,))),
        markers=(Marker("A1", "air"),),
        arrows=(
            Arrow("attack", ("B1", "A1"), "+4"),
            Arrow("support", ("C2", "A1")),
            Arrow("move", ("C1", "B2", "B1")),
            Arrow("retreat", ("A1", "C2")),
            Arrow("advance", ("B2", "A1")),
        ),
        tracks=(Track("Turn", ("1", "2", "3"), 0),),
        sections=(Section("Next", ("tanks arrive",), (tanks,)),),
        sides={"allied": "Allied", "german": "German"},
    )


@pytest.fixture(scope="session")
def june_6_counters() -> list[dict[str, Any]]:
    """The rows of counters.yaml."""
    rows: list[dict[str, Any]] = yaml.safe_load((JUNE_6 / "counters.yaml").read_text(encoding="utf-8"))["counters"]
    return rows
