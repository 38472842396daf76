"""Case Yellow on a board: counters as printed, badges, tracks, areas, lines of supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from hexledger.engine.games.case_yellow.questions import supply, zoc
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
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

_HIDDEN: Final = frozenset({w.TRIED, w.HIT, w.MUST, w.ENGAGED_LOW, w.ENGAGED_HIGH})


class YellowView(BoardView[YellowPosition]):
    """The answers of Case Yellow."""

    counter_notes: ClassVar[tuple[str, ...]] = (
        "{name}",
        "{values}: strength, TR, MA",
        "(5): range of an attack supply unit",
        "white band: no ZOC of its own",
        "box colour: nationality",
        "broken stripe: reduced side",
    )
    charts: ClassVar[Mapping[str, str]] = {
        "table.crt": "crt",
        "table.interdiction": "interdiction",
        "table.stuka": "stuka",
        "table.bridgehead": "bridgehead",
        "table.paradrop": "paradrop",
        "table.eben_emael": "eben_emael",
        "table.variable_vp": "variable_vp",
        "table.air": "air_availability",
    }
    fight_certain: ClassVar[frozenset[str]] = frozenset({"declare.overrun"})
    fight_sums: ClassVar[tuple[frozenset[str], frozenset[str], frozenset[str]]] = (
        BoardView.fight_sums[0] | {"reckon.overrun"},
        BoardView.fight_sums[1] | {"reckon.overrun_defence"},
        BoardView.fight_sums[2],
    )
    fires: ClassVar[frozenset[str]] = frozenset({"table.stuka", "table.interdiction", "table.eben_emael"})
    fire_aims: ClassVar[frozenset[str]] = frozenset({"roll.stuka", "roll.interdiction", "roll.eben_emael"})
    scores_against: ClassVar[frozenset[int]] = frozenset({w.ALLIED})

    def further(self, pos: YellowPosition, kind: str, units: tuple[int, ...]) -> Iterable[Decision]:
        """10.1: a unit or stack goes in one decision as far as it can."""
        from hexledger.engine.games.case_yellow.rules import moves

        return moves.moves_of(pos, units) if kind == moves.Move.kind() else ()

    def map(self, pos: YellowPosition) -> MapView:
        """The hexes of the scenario, the Dyle Plan area while it binds anybody, cities and ports."""
        ground = pos.game.ground
        outlines: list[Outline] = []
        if pos.scenario.clip:
            outlines.append(Outline("limit of play", tuple(sorted(pos.scenario.clip)), "edge"))
        if pos.scenario.bound and not pos.var("dynamo"):
            outlines.append(Outline("Dyle Plan area", pos.board.areas["dyle"], "zone"))
        goals = frozenset(ground.dutch_cities) | frozenset(ground.belgian_cities) | frozenset(ground.paris)
        shown = ground.cities | ground.towns | ground.ports
        if pos.scenario.clip:
            goals, shown = goals & pos.scenario.clip, shown & pos.scenario.clip
        return MapView(
            tuple(sorted(pos.scenario.clip)), tuple(outlines), tuple(sorted(goals)), tuple(sorted(shown & ground.land))
        )

    def turns(self, pos: YellowPosition) -> tuple[int, ...]:
        """The turns of the scenario."""
        return tuple(range(pos.scenario.first, pos.scenario.last + 1))

    def tracks(self, pos: YellowPosition) -> tuple[TrackView, ...]:
        """Turn record track and Action Round Track."""
        boxes = pos.game.chart.number("action_rounds", "boxes")
        rounds = TrackView("Action round", tuple(str(box) for box in range(1, boxes + 1)), pos.var("round") - 1)
        return (*super().tracks(pos), rounds)

    def sections(self, pos: YellowPosition) -> tuple[SectionView, ...]:
        """Tracks; the cup; what is off the map and may come (back)."""
        cup = [f"{pos.game.word(chit)}: {count}" for chit, count in pos.pool("cup").items()]
        found = [self.track_lines(pos), SectionView("Cup", tuple(cup))]
        for name, title in (("due", "Due"), ("returning", "Replaced"), ("refit", "In refit"), ("dead", "Eliminated")):
            units = tuple(sorted(pos.pool(name)))
            if units:
                found.append(SectionView(title, (), units))
        return (*found, *self.boxes(pos))

    def victory(self, pos: YellowPosition) -> VictoryView:
        """3.1, 3.2, 12.8: what decides the scenario, as it stands."""
        from hexledger.engine.games.case_yellow.shown import stakes

        return stakes.victory_view(pos)

    def forecast(self, pos: YellowPosition, decision: Decision) -> str:
        """CY 11.3: strengths and odds of an attack."""
        from hexledger.engine.games.case_yellow.shown import strengths

        return strengths.forecast(pos, decision)

    # ------------------------------------------------------------ markers
    def token(self, marker: int, count: int) -> tuple[str, str] | None:
        """(kind, text) of a marker in a hex; what only the rules remember is not drawn."""
        return None if marker in _HIDDEN else super().token(marker, count)

    # ------------------------------------------------------------ units
    def stack_order(self, pos: YellowPosition, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """The strongest on top."""
        return tuple(sorted(pieces, key=lambda piece: (-pos.cs(piece), piece)))

    def face(self, pos: YellowPosition, piece: int) -> FaceView:
        """CS-TR-MA of the side that lies up."""
        counter, roster = pos.counters[piece], pos.game.roster
        reduced = pos.reduced(piece)
        if piece in roster.supply:
            values = f"({roster.range[piece]})"
        else:
            values = f"{halves(roster.cs[piece][reduced])}-{roster.tr[piece][reduced]}-{roster.ma[piece][reduced]}"
        return FaceView(
            colours=counter.nationality,
            symbol=counter.type,
            size=counter.size,
            values=values,
            formation="",
            band=piece in roster.no_zoc or piece in roster.alone_no_zoc,
            reduced=reduced,
            dimmed=self.dimmed(pos, piece),
            badges=self.badges(pos, piece),
        )

    def badges(self, pos: YellowPosition, piece: int) -> tuple[str, ...]:
        """What holds for a unit now."""
        engaged = pos.on_map(piece) and pos.engaged(piece)
        found = (
            ("dis", pos.disrupted(piece)),
            ("oos", pos.oos(piece)),
            ("nas", pos.flag(piece, w.NAS)),
            ("eng", engaged),
            ("att", pos.flag(piece, w.ATTACKED)),
        )
        return tuple(word for word, there in found if there)

    def dimmed(self, pos: YellowPosition, piece: int) -> bool:
        """True for a unit that has moved in this round and does not go on."""
        moved = pos.flag(piece, w.MOVED) > 0 or pos.flag(piece, w.RAILED) > 0
        return pos.active == pos.side(piece) and moved and not pos.flag(piece, w.IN_MOTION)

    def facts(self, pos: YellowPosition, piece: int) -> list[tuple[str, str]]:
        """Type, current values, movement, ZOC."""
        counter, roster = pos.counters[piece], pos.game.roster
        out = [("type", f"{counter.type.replace('_', ' ')} {counter.size}")]
        if piece in roster.motorized:
            out.append(("movement", "motorized, yellow MA" if piece in roster.yma else "motorized, black MA"))
        if pos.on_map(piece):
            out.append(("now", f"CS {halves(pos.cs(piece))}, TR {pos.tr(piece)}, MA {pos.ma(piece)}"))
            if zoc.in_ezoc(pos, pos.at(piece), pos.side(piece)):
                out.append(("in enemy ZOC", "yes"))
        return out

    # ------------------------------------------------------------ ZOC, supply
    def zoc(self, pos: YellowPosition, side: int) -> Mapping[int, tuple[int, ...]]:
        """9.1: hexes in the ZOC of a side."""
        return zoc.zone(pos, side)

    def supply(self, pos: YellowPosition, piece: int) -> LineOfSupply | None:
        """7.3, 7.4: the LOS as it would be traced now."""
        if not pos.on_map(piece):
            return None
        path = supply.supply_line(pos, piece)
        word = "status.supply" if path is not None else "status.oos"
        rule = "7.4" if pos.side(piece) == w.GERMAN else "7.3"
        return LineOfSupply(pos.game.word(pos.game.words[word]), path or (), pos.game.cite(rule), path is not None)


def halves(value: int) -> str:
    """A strength that is kept in halves as it is printed."""
    whole, half = divmod(value, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


VIEW: Final = YellowView
