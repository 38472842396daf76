"""June 6 on a board: badges, tracks, the scenario's area, the fight in progress."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.kernel.memory import POOLS, WHERE, Basis, kept, lasting, renewed
from hexledger.engine.view import (
    ArrowView,
    BoardView,
    FaceView,
    LineOfSupply,
    MapView,
    Outline,
    SectionView,
    TrackView,
    VictoryView,
)

_ATTACKS: Final = ("fight.listed", "fight.attack", "fight.gca", "fight.rout", "fight.breakthrough")
_ATTACK_MODES: Final = (f.ASSAULT, f.PROBE)
_SUPPORT: Final = ("declare.bombardment", "reckon.artillery")
_WEATHER: Final = (f.WEATHER_CLEAR, f.WEATHER_LIGHT, f.WEATHER_HEAVY, f.WEATHER_STORM)
FIGHTING: Final = frozenset(
    {
        *("DeclareAttacks", "PendingAttacks", "AttackArtillery", "DefenceArtillery", "GroundSupportChoice", "SealMode"),
        *("OpenMode", "RevealMode", "Combat", "ResolveCombat", "ApplyResults", "Aftermath", "Advancing"),
        *("LikelierMode", "Replan"),
    }
)
"""Steps that carry a fight (`fight`) or a list of attacks (`attacks`): only these are looked into, and imported."""
_FLAGS: Final = (f.RE, f.DISORDER, f.PINNED, f.SCATTERED, f.ISOLATED, f.FIRED)

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.questions.fight import Fight
    from hexledger.engine.games.june_6.questions.supply import Loc
    from hexledger.engine.kernel.decisions import Decision


class June6View(BoardView[June6Position]):
    """The June 6 answers (2.4 for what counters print)."""

    counter_notes: ClassVar[tuple[str, ...]] = (
        "{name}: unit and formation (box)",
        "{values}: CS, cohesion, MA",
        "white band: combat support",
        "black: armour   white: anti-tank",
        "yellow circle: artillery",
        "broken stripe: reduced side",
    )
    charts: ClassVar[Mapping[str, str]] = {
        "table.crt": "crt",
        "table.bombardment": "bombardment",
        "table.attrition": "strategic_movement_attrition",
        "table.weather": "weather",
        "table.airborne": "airborne_landing",
    }
    fight_begins: ClassVar[frozenset[str]] = frozenset(
        {"fight.attack", "fight.gca", "fight.rout", "fight.breakthrough", "declare.bombardment"}
    )
    fires: ClassVar[frozenset[str]] = frozenset({"table.bombardment"})
    clashes: ClassVar[Mapping[str, tuple[bool | None, bool]]] = {"roll.resistance": (True, True)}
    clash_decides: ClassVar[frozenset[str]] = frozenset({"table.resistance"})

    def victory(self, pos: June6Position) -> VictoryView:
        """PB 2.6, 3.5, 4.10, 5.10, 6.11: what decides the scenario."""
        from hexledger.engine.games.june_6.shown import stakes

        return stakes.victory_view(pos)

    def forecast(self, pos: June6Position, decision: Decision) -> str:
        """J6 12.51: the odds of an attack."""
        from hexledger.engine.games.june_6.shown import stakes

        return stakes.forecast(pos, decision)

    def fight(self, pos: June6Position) -> tuple[str, ...]:
        """J6 12.5: the fight in progress."""
        from hexledger.engine.games.june_6.shown import stakes

        return stakes.fight_lines(pos)

    def map(self, pos: June6Position) -> MapView:
        """R-62: the scenario area; the hexes that decide the game."""
        return _map(pos.game, pos.scenario_number)

    def turns(self, pos: June6Position) -> tuple[int, ...]:
        """The turns of the scenario, as numbers of the game's calendar."""
        first = pos.state.turn
        names = pos.scenario.turns
        start = next((n for n in range(1, first + 1) if self.game.turn(n) == names[0]), 0) if names else 0
        return tuple(range(start, start + len(names))) if start else ()

    def tracks(self, pos: June6Position) -> tuple[TrackView, ...]:
        """Turn record track and weather (17.2)."""
        weather = pos.weather
        cells = tuple(self.game.word(word) for word in _WEATHER)
        now = _WEATHER.index(weather) if weather in _WEATHER else -1
        return (*super().tracks(pos), TrackView("Weather", cells, now))

    def sections(self, pos: June6Position) -> tuple[SectionView, ...]:
        """Resource points, air and naval markers, the AM pool (6.2), units off the map."""
        lines = list(self.track_lines(pos).lines)
        initiative = pos.state.variable(self.game.words["var.initiative"])
        if initiative:
            lines.append(f"Initiative: {self.game.side(initiative).capitalize()}")
        return (SectionView("Tracks", tuple(lines)), _pools(pos), *self.boxes(pos))

    def face(self, pos: June6Position, piece: int) -> FaceView:
        """J6 2.4: the printed side that counts (6.17 for a returned HQ)."""
        counter, side = pos.counters[piece], pos.face(piece)
        strength = f"({side.cs})" if side.cs_defence_only else str(side.cs)
        formation = pos.formation(piece)
        return FaceView(
            colours=self.colours(piece),
            symbol=counter.type,
            size=counter.size,
            values=f"{strength}-{side.cohesion}-{side.ma}" + ("*" if side.bicycle else ""),
            formation=pos.game.formation_ids[formation - 1] if formation else counter.formation,
            artillery=side.artillery,
            armor=side.armor,
            at=side.at,
            band=not counter.zoc,
            reduced=counter.back is not None and side is counter.back,
            dimmed=self.dimmed(pos, piece),
            badges=self.badges(pos, piece),
        )

    def colours(self, piece: int) -> str:
        """Colours of the counter: SS and airborne troops have their own."""
        counter = self.game.counters[piece]
        if counter.has("ss"):
            return "german_ss"
        if counter.nationality == "german" and counter.type in ("parachute", "flak"):
            return "german_airborne"
        return counter.nationality

    def badges(self, pos: June6Position, piece: int) -> tuple[str, ...]:
        """Disorder, pinned, RE and the rest, the worst first."""
        flag = pos.flag
        disorder = flag(piece, f.DISORDER)
        found = (
            ("SCAT", flag(piece, f.SCATTERED)),
            (f"D{disorder}", disorder),
            ("PIN", flag(piece, f.PINNED)),
            ("ISO", flag(piece, f.ISOLATED)),
            ("RE", flag(piece, f.RE)),
            ("fired", flag(piece, f.FIRED)),
            ("moved", flag(piece, f.MOVED)),
            ("att", flag(piece, f.ATTACKED)),
        )
        return tuple(word for word, there in found if there)

    def dimmed(self, pos: June6Position, piece: int) -> bool:
        """True for a unit of the running activation that has moved and attacked."""
        return bool(pos.flag(piece, f.ATTACKED)) or bool(pos.flag(piece, f.RECOVERED))

    def facts(self, pos: June6Position, piece: int) -> list[tuple[str, str]]:
        """J6 6.1: the formation it acts with, and whether that is an attachment; what kind of unit it is."""
        game = pos.game
        own, now = pos.home(piece), pos.formation(piece)
        out = [("formation", self._formation(own or now) or "none")]
        if now != own:
            out.append(("attached to", self._formation(now)))
        kind = pos.counters[piece]
        out.append(("type", f"{kind.type.replace('_', ' ')}, {'motorized' if kind.motorized else 'foot'}"))
        traits = [trait.replace("_", " ") for trait in kind.traits if trait not in ("combat", "support")]
        if traits:
            out.append(("traits", ", ".join(traits)))
        if pos.is_active(piece):
            out.append(("active", "ME" if pos.flag(piece, f.ACTIVE) == f.ME else "RE"))
        if pos.on_map(piece) and pos.in_ezoc(pos.at(piece), game.side_of[piece]):
            out.append(("in enemy ZOC", "yes"))
        return out

    def _formation(self, number: int) -> str:
        game = self.game
        ids = tuple(game.edition.formations)
        return game.edition.formations[ids[number - 1]].name if number else ""

    def zoc(self, pos: June6Position, side: int) -> Mapping[int, tuple[int, ...]]:
        """J6 11: places in the ZOC of a side."""
        return pos.zoc(side)

    def supply(self, pos: June6Position, piece: int) -> LineOfSupply | None:
        """J6 5.3: the LOC as it would be traced now."""
        from hexledger.engine.games.june_6.questions import supply

        return _line(pos.game, supply.loc(pos, piece)) if pos.on_map(piece) else None

    def supplies(self, pos: June6Position) -> dict[int, LineOfSupply]:
        """J6 5.3: the same of every unit on the map."""
        return _lines(pos).lines

    def arrow_kind(self, word: int) -> str:
        """Attacks of every kind, the attacker's mode, bombardments, and the HQs that give artillery to a fight."""
        key = self.game.word_key(word)
        if key in _ATTACKS or word in _ATTACK_MODES:
            return "attack"
        return "support" if key in _SUPPORT else ""

    def pending(self, pos: June6Position) -> tuple[ArrowView, ...]:
        """The fight that is being decided: the topmost step of the agenda that carries one; else the attacks listed."""
        codec = pos.game.step_codec
        for tag, data in reversed(pos.state.agenda):
            if codec.name(tag) not in FIGHTING or not any(data):
                continue
            step: Any = codec.unpack(tag, data)
            fight = getattr(step, "fight", None)
            if fight is not None:
                return _arrows(pos, fight)
            listed = getattr(step, "attacks", None)
            if listed:
                return tuple(arrow for one in listed for arrow in _listed(pos, one))
        return ()


def _arrows(pos: June6Position, fight: Fight) -> tuple[ArrowView, ...]:
    here = dict.fromkeys(pos.at(piece) for piece in fight.attackers)
    support = dict.fromkeys(pos.at(piece) for piece in fight.gunners)
    attack = tuple(
        ArrowView("attack", (place, fight.target)) for place in here if pos.board.adjacent(place, fight.target)
    )
    return attack + tuple(ArrowView("support", (place, fight.target)) for place in support if place not in here)


def _listed(pos: June6Position, listed: Any) -> tuple[ArrowView, ...]:
    """An entry of a list of declared attacks begins with its target and its units."""
    target, units = listed[0], listed[1]
    places = dict.fromkeys(pos.at(piece) for piece in units)
    return tuple(ArrowView("attack", (place, target)) for place in places if pos.board.adjacent(place, target))


@kept(Basis(POOLS))
def _pools(pos: June6Position) -> SectionView:
    """The AMs in the pools, those of each side."""
    keys = ("pool.am", "pool.am_used")
    return SectionView(
        "Activation markers", tuple(_pool(pos, key, side) for side in (f.ALLIED, f.GERMAN) for key in keys)
    )


def _pool(pos: June6Position, key: str, side: int) -> str:
    """`Allied AM pool: 2 Commonwealth corps AM`, the AMs of one side in a pool."""
    game, word = pos.game, pos.game.words[key]
    held = [(am, count) for am, count in pos.state.pool(word).items() if am in game.ams and game.ams[am].side == side]
    return f"{game.side(side).capitalize()} {game.word(word)}: " + (
        ", ".join(game.word(am).removeprefix("AM of ") + (f" x {count}" if count > 1 else "") for am, count in held)
        or "none"
    )


class _Lines(msgspec.Struct, frozen=True):
    """Unit -> its line, ascending, and the LOCs of both sides that say so."""

    lines: dict[int, LineOfSupply]
    locs: tuple[Mapping[int, Loc], Mapping[int, Loc]]


@renewed(WHERE)
def _lines(pos: June6Position, last: _Lines | None) -> _Lines:
    from hexledger.engine.games.june_6.questions.supply import locs

    both = locs(pos, f.ALLIED).units, locs(pos, f.GERMAN).units
    if last is not None and all(map(is_, both, last.locs)):
        return last
    game, lines = pos.game, last.lines if last is not None else {}
    found: dict[int, LineOfSupply] = {}
    for units, before in zip(both, last.locs if last is not None else ({}, {}), strict=True):
        for piece, loc in units.items():
            known = before.get(piece)
            same = known is not None and known.path is loc.path
            found[piece] = lines[piece] if same else _line(game, loc.path)
    return _Lines(dict(sorted(found.items())), both)


@lasting(most=8192)
def _line(game: Charts[Any], path: tuple[int, ...] | None) -> LineOfSupply:
    rule = game.cite("5.31")
    return LineOfSupply("no LOC", (), rule, holds=False) if path is None else LineOfSupply("has a LOC", path, rule)


@lasting(most=16)
def _map(game: Charts[Any], number: int) -> MapView:
    scenario, board = game.scenario_rules(number), game.board
    clip = () if scenario.whole_board else tuple(sorted(scenario.area))
    outlines = [Outline("Limit of play", clip, "edge")] if clip else []
    objectives: tuple[int, ...] = ()
    area = scenario.data.get("victory", {}).get("area", "")
    if area in board.areas:
        objectives = board.areas[area]
        outlines.append(Outline(board.area(area).name, objectives, "objective"))
    named = tuple(place for place in (clip or range(board.n_hexes)) if board.names[place])
    return MapView(clip, tuple(outlines), objectives, named)


VIEW: Final = June6View
