"""France 1944 on a board: counters as printed, the increment track, the cup, tracks, lines of supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from hexledger.engine.games.france_1944.questions import increments, supply, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.view import (
    BoardView,
    FaceView,
    LineOfSupply,
    MapView,
    Outline,
    SectionView,
    TrackView,
    VictoryView,
)

USED: Final = "used"
OPEN: Final = "open"
HOW: Final[Mapping[int, str]] = {1: " M", 2: " A"}
"""Mark of a used box in the pool of boxes -> how it was used."""
_HIDDEN: Final = frozenset({w.BY_AIRBORNE})
_SIDES_OF_A_BRIDGE: Final[Mapping[int, str]] = {w.BLOWN: "blown", w.INTACT: ""}


class FranceView(BoardView[FrancePosition]):
    """The answers of France 1944."""

    counter_notes: ClassVar[tuple[str, ...]] = (
        "{name}",
        "{values}: morale, mobile, set-piece, MPA",
        "HQ: range, armour/infantry capacity",
        "white band: untested",
        "box colour: nationality",
        "broken stripe: reduced side",
    )
    charts: ClassVar[Mapping[str, str]] = {
        "table.combat_matrix": "combat_matrix",
        "table.strength_ratio": "strength_ratio",
        "table.bridge": "bridge_demolition",
    }
    fights: ClassVar[frozenset[str]] = frozenset({"table.combat_matrix"})
    fight_results: ClassVar[frozenset[str]] = frozenset({"reckon.hits_attack", "reckon.hits_defence"})

    def further(self, pos: FrancePosition, kind: str, units: tuple[int, ...]) -> Iterable[Decision]:
        """7.0: a piece goes on in one decision as far as it can."""
        from hexledger.engine.games.france_1944.rules import movement

        return movement.moves_of(pos, units[0]) if kind == movement.Move.kind() and len(units) == 1 else ()

    def map(self, pos: FrancePosition) -> MapView:
        """The hexes of the scenario, its objectives, supply sources and cities with their control."""
        ground = pos.game.ground
        clip = pos.scenario.clip
        outlines = [Outline("limit of play", tuple(sorted(clip)), "edge")] if clip else []
        goals = {pos.board.place(row["hex"]) for row in pos.scenario.victory["points"]}
        shown = goals | ground.allied_sources | ground.german_cities
        return MapView(
            tuple(sorted(clip)), tuple(outlines), tuple(sorted(goals)), tuple(sorted(shown & pos.scenario.land))
        )

    def turns(self, pos: FrancePosition) -> tuple[int, ...]:
        """The months of the scenario."""
        return tuple(range(pos.scenario.first, pos.var("last_turn") + 1))

    def tracks(self, pos: FrancePosition) -> tuple[TrackView, ...]:
        """Turn track and increment track."""
        return (*super().tracks(pos), increment_track(pos))

    def sections(self, pos: FrancePosition) -> tuple[SectionView, ...]:
        """Tracks, the cup, what has yet to come, and the boxes."""
        cup = tuple(f"{pos.game.word(chit)}: {count}" for chit, count in sorted(pos.pool("cup").items()))
        coming = tuple(sorted(pos.pool("waiting")))
        found = [self.track_lines(pos), SectionView("Cup", cup)]
        if pos.active:
            found.insert(0, SectionView("Ways down the increment track", ways_down(pos)))
        if coming:
            found.append(SectionView("Waiting to come in", (), coming))
        return (*found, *self.boxes(pos))

    def victory(self, pos: FrancePosition) -> VictoryView:
        """13: what decides the scenario, as it stands."""
        from hexledger.engine.games.france_1944.shown import stakes

        return stakes.victory_view(pos)

    def forecast(self, pos: FrancePosition, decision: Decision) -> str:
        """F44 6.0, 9.1: what a box allows, and both strengths of an attack."""
        from hexledger.engine.games.france_1944.shown import strengths

        return strengths.forecast(pos, decision)

    def fight(self, pos: FrancePosition) -> tuple[str, ...]:
        """F44 9.2-9.4: the combat that is being decided."""
        from hexledger.engine.games.france_1944.shown import strengths

        return strengths.fight_lines(pos)

    # ------------------------------------------------------------ markers
    def hexside_state(self, marker: int) -> str:
        """Blown bridges; a bridge that was tried and stands looks like any other."""
        return _SIDES_OF_A_BRIDGE.get(marker, super().hexside_state(marker))

    def token(self, marker: int, count: int) -> tuple[str, str] | None:
        """(kind, text) of a marker in a hex; what only the rules remember is not drawn."""
        return None if marker in _HIDDEN else super().token(marker, count)

    # ------------------------------------------------------------ units
    def stack_order(self, pos: FrancePosition, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """The strongest on top, headquarters below."""
        return tuple(sorted(pieces, key=lambda piece: (pos.is_hq(piece), -pos.set_piece(piece), piece)))

    def face(self, pos: FrancePosition, piece: int) -> FaceView:
        """Morale-mobile-set-piece and MPA of the side that lies up; of a headquarters range and capacities."""
        counter, roster = pos.counters[piece], pos.game.roster
        if pos.is_hq(piece):
            armour, infantry = roster.capacity[piece]
            values = f"{roster.range[piece]} {armour}/{infantry}"
        else:
            values = f"{pos.morale(piece)}-{pos.mobile(piece)}-{pos.set_piece(piece)} {pos.mpa(piece)}"
        return FaceView(
            colours=counter.nationality,
            symbol=counter.type,
            size=counter.size,
            values=values,
            formation="",
            band=piece in roster.untested,
            reduced=not pos.is_hq(piece) and pos.steps(piece) < roster.full[piece],
            dimmed=pos.is_hq(piece) and piece != pos.active_hq,
            badges=self.badges(pos, piece),
        )

    def badges(self, pos: FrancePosition, piece: int) -> tuple[str, ...]:
        """What holds for a piece now."""
        found = (
            ("cadre", pos.cadre(piece) and not pos.is_hq(piece)),
            ("oos", pos.flag(piece, w.OOS)),
            ("act", pos.flag(piece, w.ACTIVE)),
            ("adm", pos.flag(piece, w.ADMIN)),
        )
        return tuple(word for word, there in found if there)

    def facts(self, pos: FrancePosition, piece: int) -> list[tuple[str, str]]:
        """Type, values now, command, ZOC."""
        counter, roster = pos.counters[piece], pos.game.roster
        out = [("type", f"{counter.type.replace('_', ' ')}, {counter.nationality.upper()}")]
        if pos.is_hq(piece):
            armour, infantry = roster.capacity[piece]
            out.append(("command", f"range {roster.range[piece]}, {armour} armour, {infantry} infantry"))
        else:
            values = f"set-piece {pos.set_piece(piece)}, mobile {pos.mobile(piece)}, morale {pos.morale(piece)}"
            out.append(("now", f"{values}, MPA {pos.mpa(piece)}"))
        if pos.on_map(piece) and zoc.in_ezoc(pos, pos.at(piece), pos.side(piece)):
            out.append(("in enemy ZOC", "yes"))
        return out

    # ------------------------------------------------------------ ZOC, supply
    def zoc(self, pos: FrancePosition, side: int) -> Mapping[int, tuple[int, ...]]:
        """3.3: hexes in the ZOC of a side -> the units that exert it."""
        found: dict[int, tuple[int, ...]] = {}
        for place, froms in zoc.zone(pos, side).items():
            found[place] = tuple(unit for here in froms for unit in pos.fighters(here) if zoc.projects(pos, unit))
        return found

    def supply(self, pos: FrancePosition, piece: int) -> LineOfSupply | None:
        """11.1: the line as it would be traced now."""
        if not pos.on_map(piece):
            return None
        line = supply.line(pos, piece)
        word = "status.supplied" if line else "status.unsupplied"
        return LineOfSupply(pos.game.word(pos.game.words[word]), line, pos.game.cite("11.1"), bool(line))


def increment_track(pos: FrancePosition) -> TrackView:
    """6.0: the boxes with their attack threshold; which were used in this activation (M or A), which are open."""
    boxes, used = pos.game.chart.boxes, pos.pool("boxes")
    open_now = increments.open_boxes(pos) if pos.active else ()
    cells = tuple(_cell(pos, number) for number in boxes)
    marks = tuple(USED if used.get(number) else OPEN if number in open_now else "" for number in boxes)
    now = list(boxes).index(pos.var("box")) if pos.var("box") else -1
    return TrackView("Increments", cells, now, marks)


def _cell(pos: FrancePosition, number: int) -> str:
    """A box: its number, and how it was used (M or A) or who may attack in it."""
    box = pos.game.chart.boxes[number]
    plus = "" if box.attack == max(box.mp) else "+"
    threshold = f" {box.attack}{plus}" if box.attack else ""
    return f"{number}{HOW.get(pos.pool('boxes').get(number, 0), threshold)}"


def ways_down(pos: FrancePosition) -> tuple[str, ...]:
    """6.0: the series that can still be completed in this activation, box by box; those used with M or A."""
    way, box = increments.used(pos), pos.var("box")
    way = (*way, box) if box and box not in way else way
    series = [one for one in pos.game.chart.series if one[: len(way)] == way]
    return tuple(" > ".join(_cell(pos, number) for number in one) for one in series)


VIEW: Final = FranceView
