"""Scenarios of an edition: set-up and reinforcements in one shape for all games, everything else as plain data."""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from typing import Any

import msgspec


class Setup(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One counter (or marker, when ``marker``) at its starting place.

    ``counter`` is always the id of one counter: counters of a pool are numbered in the order the file lists them.
    ``at`` is a hex, box or area id. ``state`` holds what it starts with (reduced, disorder ...). ``details`` keeps what
    only some scenarios say (zone, drop, glider ...).
    """

    counter: str
    at: str
    marker: bool = False
    state: dict[str, Any] = {}
    prov: str = ""
    note: str = ""
    details: dict[str, Any] = {}


class Reinforcement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Counters that arrive in a turn. ``formation`` is set when the whole formation comes; ``at`` lists entry places.

    ``at`` may also be a rule in plain data (``entry``) where the place is chosen by one. ``release`` is a release
    number, a word such as "automatic", or None. ``states`` gives single counters a state of their own.
    """

    turn: str
    counters: tuple[str, ...] = ()
    formation: str = ""
    at: tuple[str, ...] = ()
    entry: dict[str, Any] = {}
    side: str = ""
    phase: str = ""
    when: str = ""
    release: int | str | None = None
    state: dict[str, Any] = {}
    states: dict[str, dict[str, Any]] = {}
    prov: str = ""
    note: str = ""
    details: dict[str, Any] = {}


class Scenario(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One scenario. Turn names are text, also where a game numbers its turns.

    ``turns`` lists them when the file does, else it is empty and first and last bound them. ``areas`` and ``hexes``
    make up the playing area unless ``whole_board``. ``data`` is the whole file as plain data: fixed, pools, tracks,
    command, modes, limits, supply, victory and whatever else a game's rules read.
    """

    id: str
    title: str
    rule: str
    number: str
    first_turn: str
    last_turn: str
    turns: tuple[str, ...]
    players: tuple[str, ...]
    whole_board: bool
    areas: tuple[str, ...]
    hexes: tuple[str, ...]
    setup: tuple[Setup, ...]
    reinforcements: tuple[Reinforcement, ...]
    special_rules: tuple[str, ...]
    data: dict[str, Any]
