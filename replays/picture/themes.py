"""The two colour themes of the sheet and the colours of counters."""

from __future__ import annotations

from typing import Literal

import msgspec

ThemeName = Literal["light", "dark"]


class Theme(msgspec.Struct, frozen=True):
    """Colours of the map sheet. `grounds` and `textures` are keyed by terrain looks (see terrain.LOOKS)."""

    paper: str
    panel: str
    ink: str
    faint: str
    rule: str
    frame: str
    grid: str
    number: str
    halo: str
    name: str
    water_name: str
    grounds: dict[str, str]
    textures: dict[str, str]
    sea: str
    sea_edge: str
    coast: str
    sand: str
    river: str
    river_bank: str
    main_road: str
    main_case: str
    minor_road: str
    minor_case: str
    veil: str
    edge: str
    zone: str
    objective: str
    stamp: str
    arrows: dict[str, str]
    arrow_case: str


LIGHT = Theme(
    paper="#f4eedd",
    panel="#efe7d2",
    ink="#2b2620",
    faint="#766b59",
    rule="#b9a983",
    frame="#4a4032",
    grid="#5a4f38",
    number="#5b4f3a",
    halo="#f7f2e3",
    name="#241d14",
    water_name="#2f6284",
    grounds={
        "clear": "#ece2bf",
        "bocage": "#cfd6a4",
        "woods": "#a3b982",
        "marsh": "#c3d6bf",
        "urban": "#d8c3ad",
        "rough": "#d9c79b",
        "mountain": "#c7ac83",
        "alpine": "#d9d3cb",
        "sea": "#a9c9d3",
        "void": "#ddd8cc",
    },
    textures={
        "field_a": "#d6dbaa",
        "field_b": "#c6d09a",
        "field_c": "#dcd9aa",
        "hedge": "#75904f",
        "furrow": "#cfbf87",
        "tree": "#6b8c4e",
        "tree_top": "#86a765",
        "tree_shade": "#4c6a38",
        "reed": "#4f8577",
        "block": "#a67f69",
        "block_edge": "#77543f",
        "street": "#f1e6d3",
        "house": "#8e4a38",
        "slope": "#8a6f46",
        "wave": "#7fb0c0",
    },
    sea="#a9c9d3",
    sea_edge="#d3e6e6",
    coast="#3f6a7d",
    sand="#f0dca0",
    river="#6ba3bf",
    river_bank="#3f7895",
    main_road="#c8502f",
    main_case="#6d2413",
    minor_road="#f3dfa6",
    minor_case="#84603a",
    veil="#f4eedd",
    edge="#8c2318",
    zone="#5d4a86",
    objective="#d99a00",
    stamp="#9c2a1c",
    arrows={"attack": "#c4161c", "support": "#c4161c", "move": "#1d4f91", "retreat": "#e07b00", "advance": "#1f8a3b"},
    arrow_case="#fffdf5",
)

DARK = Theme(
    paper="#1d1f22",
    panel="#24272b",
    ink="#e6dfcf",
    faint="#a2998a",
    rule="#55503f",
    frame="#8d8268",
    grid="#0f110f",
    number="#c2b999",
    halo="#23261f",
    name="#f3ecd8",
    water_name="#9cc7de",
    grounds={
        "clear": "#5b5743",
        "bocage": "#4c563c",
        "woods": "#36482f",
        "marsh": "#405650",
        "urban": "#5e5048",
        "rough": "#5f5440",
        "mountain": "#5b4a39",
        "alpine": "#6a6763",
        "sea": "#263f4e",
        "void": "#2f3033",
    },
    textures={
        "field_a": "#545c40",
        "field_b": "#434e35",
        "field_c": "#5a573e",
        "hedge": "#2c3a22",
        "furrow": "#6a654c",
        "tree": "#2a3d23",
        "tree_top": "#456036",
        "tree_shade": "#1b2916",
        "reed": "#7fb3a3",
        "block": "#94786a",
        "block_edge": "#2f2520",
        "street": "#473d38",
        "house": "#b0705a",
        "slope": "#8f7a55",
        "wave": "#3c6074",
    },
    sea="#263f4e",
    sea_edge="#3b5f70",
    coast="#86afc1",
    sand="#8d8158",
    river="#4d86a5",
    river_bank="#22485d",
    main_road="#d8694a",
    main_case="#37120a",
    minor_road="#a89467",
    minor_case="#33281a",
    veil="#1d1f22",
    edge="#ff7a5c",
    zone="#b7a2e6",
    objective="#ffc933",
    stamp="#ff8a70",
    arrows={"attack": "#ff4a46", "support": "#ff4a46", "move": "#6fb1ff", "retreat": "#ffa63d", "advance": "#57d274"},
    arrow_case="#14110d",
)

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}


class Palette(msgspec.Struct, frozen=True):
    """Colours of a counter: face, its light and dark edge, print."""

    face: str
    light: str
    dark: str
    ink: str


PALETTES: dict[str, Palette] = {
    "german": Palette("#a3ab9d", "#c6ccc0", "#6f776a", "#15170f"),
    "german_ss": Palette("#34363a", "#60636a", "#0d0e10", "#f4f1e8"),
    "german_airborne": Palette("#a9c0d0", "#cbdbe6", "#6d8798", "#10181d"),
    "luftwaffe": Palette("#a9c0d0", "#cbdbe6", "#6d8798", "#10181d"),
    "us": Palette("#a3ad6e", "#c5cc99", "#6c7540", "#15170a"),
    "british": Palette("#d7b98a", "#ebd7b5", "#9a7d4f", "#1d150a"),
    "canadian": Palette("#d9a684", "#edc9b1", "#9b6a4a", "#1f110a"),
    "polish": Palette("#d8a5a0", "#ecc8c4", "#98635e", "#210e0c"),
    "french": Palette("#94aed6", "#bccde8", "#5c76a0", "#0d1524"),
    "belgian": Palette("#d6c66f", "#e9dfa4", "#998a3a", "#1d1906"),
    "dutch": Palette("#e0a35c", "#f0c897", "#a36c2a", "#211405"),
    "plain": Palette("#d8d2c2", "#eeeade", "#979080", "#1c1a15"),
}

ALIASES: dict[str, str] = {
    "ge": "german",
    "wehrmacht": "german",
    "ss": "german_ss",
    "waffen_ss": "german_ss",
    "fallschirm": "german_airborne",
    "br": "british",
    "ca": "canadian",
    "fr": "french",
    "po": "polish",
    "allied": "us",
}

FORMATION_TINTS: tuple[str, ...] = (
    *("#f6e58b", "#f2b6a0", "#b9dcf2", "#c9e6a8", "#e3c2ec", "#ffffff", "#f6c667", "#a8e0d2"),
    *("#f4a3b8", "#d8d8d8", "#9fb8ee", "#dfe37a", "#e6b98c", "#bfe3c0", "#cdb8f0", "#f7d9c4"),
)
"""Fill of the symbol box, by the place of the formation in the scene's list; black prints well on all of them."""


def palette(key: str) -> Palette:
    """The palette of a counter; an unknown key gets a plain one, so every counter can be drawn."""
    return PALETTES.get(ALIASES.get(key, key), PALETTES["plain"])
