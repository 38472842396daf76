"""Fortress Europa on a board: counters as printed, badges, tracks, districts, objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from hexledger.engine.games.fortress_europa.questions import capacity, decoy_setup, decoys
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.roster import NATION_NAMES
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import BOARD, lasting, renewed
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

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.questions.supply import Net, Standing
    from hexledger.engine.kernel.decisions import Decision

_WEATHER: Final = (f.CLEAR, f.OVERCAST, f.OVERCAST_STAR, f.STORM)
_MISSIONS: Final = (
    *("strafing", "ground_support", "railway_attack", "bridge_attack", "german_replacements"),
    *("u_boat", "v1_sites", "counter_air", "carpet_bombing", "german_fuel"),
)
_HIDDEN_MARKERS: Final = frozenset({"invaded"})


class FortressView(BoardView[FortressPosition]):
    """The answers of Fortress Europa (2 for what counters print)."""

    counter_notes: ClassVar[tuple[str, ...]] = (
        "{name}",
        "{values}: combat factor, movement factor",
        "aircraft, ships: their one number",
        "box colour: nationality",
        "broken stripe: reduced side",
    )
    charts: ClassVar[Mapping[str, str]] = {
        "table.crt": "crt",
        "table.weather": "weather",
        "table.crossing": "crossing",
        "table.paradrop": "paradrop",
        "table.armor_release": "armor_release_optional",
    }
    clashes: ClassVar[Mapping[str, tuple[bool | None, bool]]] = {"roll.strafing": (False, True)}
    clash_decides: ClassVar[frozenset[str]] = frozenset({"roll.strafing"})

    def further(self, pos: FortressPosition, kind: str, units: tuple[int, ...]) -> Iterable[Decision]:
        """FE 6.4, 10: the ways of a stack, which are not listed, and trains that go farther back than the list has."""
        from hexledger.engine.games.fortress_europa.rules import movement, trains

        if kind == movement.MoveStack.kind():
            return movement.stack_moves(pos, units)
        return trains.moves_of(pos, units[0]) if kind == trains.RailMove.kind() and len(units) == 1 else ()

    def victory(self, pos: FortressPosition) -> VictoryView:
        """FE 30.1, 32, 33: what decides the scenario."""
        from hexledger.engine.games.fortress_europa.shown import stakes

        return stakes.victory_view(pos)

    def forecast(self, pos: FortressPosition, decision: Decision) -> str:
        """FE 14.5: the odds of an attack."""
        from hexledger.engine.games.fortress_europa.shown import stakes

        return stakes.forecast(pos, decision)

    def map(self, pos: FortressPosition) -> MapView:
        """The whole board; districts while something in them is frozen; the hexes that decide the game."""
        ground, board = pos.tables.ground, pos.board
        frozen = {pos.frozen(piece) for piece in pos.ashore(f.GERMAN)} - {0}
        outlines = [
            Outline(board.area(area).name, board.areas[area], "zone")
            for area in (f"district_{f.DISTRICTS[number]}" for number in sorted(frozen))
        ]
        objectives = tuple(sorted(ground.major_cities | {board.place("R11"), board.place("BB8")}))
        named = tuple(sorted(ground.cities | ground.ports | ground.fortresses))
        return MapView((), tuple(outlines), objectives, named)

    def turns(self, pos: FortressPosition) -> tuple[int, ...]:
        """The turns of the scenario, as numbers of the game's calendar."""
        scenario = pos.scenario
        return tuple(range(scenario.first, max(scenario.last, pos.state.variable(f.VAR_LAST_TURN)) + 1))

    def tracks(self, pos: FortressPosition) -> tuple[TrackView, ...]:
        """Turn record track and weather."""
        weather = pos.weather
        cells = tuple(self.game.word(word) for word in _WEATHER)
        now = _WEATHER.index(weather) if weather in _WEATHER else -1
        return (*super().tracks(pos), TrackView("Weather", cells, now))

    def sections(self, pos: FortressPosition) -> tuple[SectionView, ...]:
        """Tracks, ports and Mulberries that supply (18.2), the mission chart (17.9), units off the map."""
        sources = tuple(f"{pos.label(place)}: {number}" for place, number in capacity.sources(pos).items())
        missions = []
        for mission in _MISSIONS:
            word = pos.game.words[f"pool.{mission}"]
            pieces = tuple(pos.state.pool(word))
            if pieces:
                missions.append(f"{pos.game.word(word)}: {', '.join(pos.name(piece) for piece in pieces)}")
        return (
            self.track_lines(pos),
            SectionView("Ports and Mulberries in use", sources),
            SectionView("Aircraft", tuple(missions)),
            *self.boxes(pos),
            *self._under_decoys(pos),
        )

    @staticmethod
    def _under_decoys(pos: FortressPosition) -> tuple[SectionView, ...]:
        """FE 31.6, 31.7: units that lie under decoys, as everybody knows; which lies where nobody sees here."""
        units = decoys.covered(pos) or decoy_setup.covered(pos)
        return (SectionView("Under decoys", tuple(pos.name(piece) for piece in units)),) if units else ()

    # ------------------------------------------------------------ markers
    def hexside_state(self, marker: int) -> str:
        """FE 17.10.4: bridges out for the turn."""
        return "blown" if marker == f.BRIDGE_OUT else ""

    def token(self, marker: int, count: int) -> tuple[str, str] | None:
        """(kind, text) of a marker in a hex; what only the rules remember is not drawn."""
        kind = self.game.word_key(marker).rpartition(".")[2]
        if kind in _HIDDEN_MARKERS or self.game.bookkeeping(marker):
            return None
        return kind, f"-{count}" if marker == f.PORT_DAMAGE else ""

    # ------------------------------------------------------------ units
    def stack_order(self, pos: FortressPosition, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Units that stack first, the strongest on top."""
        return tuple(sorted(pieces, key=lambda piece: (not pos.stacks(piece), -pos.cf(piece), piece)))

    def face(self, pos: FortressPosition, piece: int) -> FaceView:
        """FE 2.6, 2.7: combat and movement factor of the side that lies up."""
        counter, side = pos.counters[piece], pos.face(piece)
        return FaceView(
            colours=self.colours(piece),
            symbol="decoy" if piece in pos.tables.roster.decoys else counter.type,
            size=counter.size,
            values=_values(side.values),
            formation="",
            band=pos.reduced(piece),
            reduced=pos.reduced(piece),
            dimmed=self.dimmed(pos, piece),
            badges=self.badges(pos, piece),
        )

    def colours(self, piece: int) -> str:
        """Colours of the counter: SS, Luftwaffe and each Allied nationality have their own."""
        return self.game.counters[piece].nationality

    def badges(self, pos: FortressPosition, piece: int) -> tuple[str, ...]:
        """What holds for a unit now."""
        found = (
            ("frozen", pos.frozen(piece)),
            ("drop", pos.flag(piece, f.DROPPED)),
            ("inv", pos.flag(piece, f.INVADING)),
            ("held", pos.flag(piece, f.HELD)),
            ("stay", pos.flag(piece, f.CANNOT_MOVE) or pos.flag(piece, f.STUCK)),
            ("att", pos.flag(piece, f.ATTACKED)),
            (f"-{pos.flag(piece, f.DAMAGE)}", pos.flag(piece, f.DAMAGE)),
        )
        return tuple(word for word, there in found if there)

    def dimmed(self, pos: FortressPosition, piece: int) -> bool:
        """True for a unit that has moved in this impulse."""
        return pos.active_side == pos.side(piece) and 0 < pos.impulse == pos.flag(piece, f.MOVED)

    def facts(self, pos: FortressPosition, piece: int) -> list[tuple[str, str]]:
        """Type, nationality, stacking, district."""
        counter, game = pos.counters[piece], pos.game
        if piece in pos.tables.roster.decoys:
            units = decoys.candidates(pos, piece) if pos.flag(piece, f.COVERS) else decoy_setup.covered(pos)
            return [("may cover", ", ".join(pos.name(one) for one in units))] if units else []
        out = [("type", f"{counter.type.replace('_', ' ')} {counter.size.replace('_', ' ')}")]
        if pos.nation(piece):
            out.append(("fights as", NATION_NAMES[pos.nation(piece)]))
        if piece in pos.tables.roster.land and not pos.stacks(piece):
            out.append(("stacking", "free"))
        if pos.frozen(piece):
            out.append(("frozen in", game.word(f.DISTRICT_WORDS[pos.frozen(piece)])))
        if pos.on_map(piece) and pos.in_ezoc(pos.at(piece), game.side_of[piece]):
            out.append(("in enemy ZOC", "yes"))
        return out

    # ------------------------------------------------------------ ZOC
    def zoc(self, pos: FortressPosition, side: int) -> Mapping[int, tuple[int, ...]]:
        """FE 7.1: places in the ZOC of a side."""
        return pos.zoc(side)

    def supply(self, pos: FortressPosition, piece: int) -> LineOfSupply | None:
        """FE 18: the verdict as it would be now, with the whole line or what there is of it."""
        return _lines(pos, pos.side(piece)).lines.get(piece)

    def supplies(self, pos: FortressPosition) -> dict[int, LineOfSupply]:
        """FE 18: the same of every unit on the map."""
        return dict(sorted({**_lines(pos, f.ALLIED).lines, **_lines(pos, f.GERMAN).lines}.items()))


def _values(printed: Mapping[str, int]) -> str:
    """`8-7`; a Mulberry's capacity, an aircraft's or naval unit's single number."""
    if "mf" in printed:
        return f"{printed.get('cf', 0)}-{printed['mf']}"
    return str(next(iter(printed.values()), ""))


class _Lines(NamedTuple):
    """Unit of a side on the map -> its verdict with the whole line, and what that was made of."""

    lines: dict[int, LineOfSupply]
    verdicts: dict[int, Standing]
    net: Net


@renewed(BOARD)
def _lines(pos: FortressPosition, last: _Lines | None, side: int) -> _Lines:
    from hexledger.engine.games.fortress_europa.questions import supply

    verdicts, net = supply.standings(pos, side), supply.net(pos, side)
    known = last.verdicts if last is not None and last.net is net else {}
    lines = last.lines if last is not None else {}
    found = {
        piece: lines[piece]
        if verdict == known.get(piece)
        else _line(pos.game, verdict.status, verdict.rule, supply.whole_line(pos, verdict), verdict.supplied)
        for piece, verdict in verdicts.items()
    }
    return _Lines(found, verdicts, net)


@lasting(most=8192)
def _line(game: Game[Any], status: str, rule: str, path: tuple[int, ...], supplied: bool) -> LineOfSupply:
    return LineOfSupply(game.word(game.words[status]), path, game.cite(rule), supplied)


VIEW: Final = FortressView
