"""A Time for Trumpets on a board: counters as printed, badges, tracks, weather, lines of supply and command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import supply, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.memory import BOARD, lasting, renewed
from hexledger.engine.view import BoardView, FaceView, LineOfSupply, MapView, Outline, SectionView, VictoryView

_HIDDEN: Final = frozenset({w.MARKER[name] for name in ("attack", "attacked_by", "points", "tried_demolition")})
_BADGES: Final = (
    ("dis", w.DISRUPT), ("shock", w.SHOCK), ("oos", w.OOS), ("out", w.OUT_COMM), ("eng", w.ENGAGED),
    ("CA", w.COUNTERATTACK), ("res", w.RESERVE), ("fired", w.FIRED), ("rest", w.RESTING), ("tired", w.FATIGUED),
    ("exh", w.EXHAUSTED), ("fuel", w.LOW_FUEL), ("strat", w.STRATEGIC), ("att", w.ATTACKED),
)  # fmt: skip


class TrumpetsView(BoardView[TrumpetsPosition]):
    """The answers of A Time for Trumpets."""

    def movers(self, pos: TrumpetsPosition) -> Mapping[str, Iterable[int]]:
        """29.0: all units that may move; the list has the moves of a few."""
        from hexledger.engine.games.time_for_trumpets.rules import moving

        return {moving.Move.kind(): moving.groups(pos)}

    def further(self, pos: TrumpetsPosition, kind: str, units: tuple[int, ...]) -> Iterable[Decision]:
        """29.0: their moves, of units together as well."""
        from hexledger.engine.games.time_for_trumpets.rules import moving

        return moving.moves_together(pos, units) if kind == moving.Move.kind() else ()

    counter_notes: ClassVar[tuple[str, ...]] = (
        "{name}",
        "{values}: CF (defence), ER, MF",
        "of a leader: command, range, MF",
        "white band: heavy AFV",
        "box colour: nationality",
        "broken stripe: reduced side",
    )
    charts: ClassVar[Mapping[str, str]] = {
        "table.crt": "crt",
        "table.blitz": "blitz",
        "table.shock_defender": "bombardment_shock_defender",
        "table.shock_attacker": "bombardment_shock_attacker",
        "table.strafe": "strafe",
        "table.return_fire": "aa_return_fire",
        "table.bombing": "strategic_bombing",
    }
    fights: ClassVar[frozenset[str]] = frozenset({"table.crt", "table.blitz"})
    fight_begins: ClassVar[frozenset[str]] = frozenset({"declare.attack", "declare.blitz"})
    clashes: ClassVar[Mapping[str, tuple[bool | None, bool]]] = {
        "reckon.overrun": (None, True),
        "roll.air_attack": (True, True),
        "roll.air_defence": (False, False),
        "roll.strafe": (False, True),
        "roll.return_fire": (True, False),
    }
    clash_decides: ClassVar[frozenset[str]] = frozenset(
        {"reckon.air_combat", "reckon.overrun", "table.strafe", "table.return_fire"}
    )
    scores: ClassVar[frozenset[str]] = frozenset()  # H-6: counted from the position; the track only says the sum

    # ------------------------------------------------------------ the map
    def map(self, pos: TrumpetsPosition) -> MapView:
        """The hexes of the scenario, army boundaries, the Schnee Eifel, victory hexes and towns."""
        ground, board = pos.game.ground, pos.board
        outlines: list[Outline] = []
        clip: tuple[int, ...] = ()
        if not pos.scenario.whole:
            clip = tuple(sorted(pos.scenario.hexes))
            outlines.append(Outline("limit of play", clip, "edge"))
        outlines.append(Outline("Schnee Eifel", board.areas["schnee_eifel"], "zone"))
        goals = {
            board.place(label) for row in pos.scenario.victory["points"] for label in row.get("hexes", ())
        } & pos.scenario.hexes
        shown = (ground.towns | ground.cities | goals) & pos.scenario.hexes
        return MapView(clip, tuple(outlines), tuple(sorted(goals)), tuple(sorted(shown)))

    def turns(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """The turns of the scenario."""
        return tuple(range(pos.scenario.first, pos.var("last_turn") + 1))

    def sections(self, pos: TrumpetsPosition) -> tuple[SectionView, ...]:
        """Ground and weather; tracks; aircraft; what is off the map and may come (back)."""
        sky = [f"Ground: {pos.game.word(pos.var('ground'))}"]
        for army, name in zip(w.ARMIES, ("6th Panzer Army", "5th Panzer Army", "7th Army"), strict=True):
            sky.append(f"{name}: {pos.game.word(pos.var(f'weather_{army}', w.CLEAR))}")
        found = [SectionView("Ground and weather", tuple(sky)), self.track_lines(pos)]
        for name, title in (("waiting", "Reinforcements"), ("returning", "Headquarters that come back")):
            units = tuple(sorted(pos.pool(name)))
            if units:
                found.append(SectionView(title, (), units))
        for name, title in (
            ("card", "Battalions on their artillery card"),
            ("fled", "Retreated off the map"),
            ("lost", "Eliminated"),
        ):
            units = tuple(sorted(pos.pool(name)))
            if units:
                found.append(SectionView(title, (), units))
        return (*found, *self.boxes(pos))

    def victory(self, pos: TrumpetsPosition) -> VictoryView:
        """H-6: the points as they stand."""
        from hexledger.engine.games.time_for_trumpets.shown import stakes

        return stakes.victory_view(pos)

    def forecast(self, pos: TrumpetsPosition, decision: Decision) -> str:
        """TFT 51: strengths and odds of an attack."""
        from hexledger.engine.games.time_for_trumpets.shown import strengths

        return strengths.forecast(pos, decision)

    def fight(self, pos: TrumpetsPosition) -> tuple[str, ...]:
        """TFT 51: the combat whose support is asked about."""
        from hexledger.engine.games.time_for_trumpets.shown import strengths

        return strengths.fight_lines(pos)

    # ------------------------------------------------------------ markers
    def token(self, marker: int, count: int) -> tuple[str, str] | None:
        """(kind, text) of a marker in a hex; what only the rules remember is not drawn."""
        return None if marker in _HIDDEN else super().token(marker, count)

    # ------------------------------------------------------------ units
    def stack_order(self, pos: TrumpetsPosition, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Fighting units on top, the strongest first."""
        combat = pos.game.roster.combat

        def rank(piece: int) -> tuple[bool, int, int]:
            return piece not in combat, -pos.cf(piece).defence if piece in combat else 0, piece

        return tuple(sorted(pieces, key=rank))

    def face(self, pos: TrumpetsPosition, piece: int) -> FaceView:
        """CF-ER-MF of the side that lies up; range of artillery in battery, command range of an HQ."""
        counter, roster = pos.counters[piece], pos.game.roster
        return FaceView(
            colours=counter.nationality,
            symbol=counter.type,
            size=counter.size,
            values=self._values(pos, piece),
            formation=counter.formation,
            band=piece in roster.heavy_afv,
            reduced=pos.on_map(piece) and pos.lost(piece) > 0,
            dimmed=self.dimmed(pos, piece),
            badges=self.badges(pos, piece),
        )

    def _values(self, pos: TrumpetsPosition, piece: int) -> str:
        roster, away = pos.game.roster, not pos.on_map(piece)
        face = roster.front[piece] if away else pos.face(piece)
        if piece in roster.leaders:
            return "-".join(str(face.get(key)) for key in ("command", "range", "mf"))
        if piece in pos.game.arms.aircraft:
            return "-".join(str(face.get(key)) for key in ("air_attack", "air_defence", "ground_cf"))
        if piece not in roster.combat:
            return str(face.get("mf"))
        cf = roster.values[piece][0] if away else pos.cf(piece)
        defence = "" if cf.attack == cf.defence else f"({cf.defence})"
        strength = f"{cf.attack or ''}{defence}"
        return f"{strength}-{face.get('er')}-{face.get('mf')}"

    def badges(self, pos: TrumpetsPosition, piece: int) -> tuple[str, ...]:
        """What holds for a unit now."""
        found = [word for word, flag in _BADGES if pos.flag(piece, flag)]
        if piece in pos.game.roster.moded and pos.backed(piece):
            found.append("bat" if piece in pos.game.roster.artillery else "dep")
        return tuple(found)

    def dimmed(self, pos: TrumpetsPosition, piece: int) -> bool:
        """True for a unit that has moved in this segment and does not go on."""
        return pos.flag(piece, w.MOVED) > 0 and not pos.flag(piece, w.IN_MOTION)

    def facts(self, pos: TrumpetsPosition, piece: int) -> list[tuple[str, str]]:
        """Type, chain of command, current values, command, supply, activity."""
        counter, roster, game = pos.counters[piece], pos.game.roster, pos.game
        out = [("type", f"{counter.type.replace('_', ' ')} {counter.size}")]
        parent = pos.parent(piece)
        if parent >= 0:
            out.append(("answers to", game.piece_name(parent)))
        if piece in roster.combat and pos.on_map(piece):
            cf = pos.cf(piece)
            out.append(("now", f"CF {cf.attack}/({cf.defence}), ER {pos.er(piece)}, {pos.steps(piece)} steps"))
            out.append(("command", "in command" if pos.in_comm(piece) else "out of command"))
            out.append(("supply", "in supply" if pos.in_supply(piece) else "out of supply"))
            activity = "exhausted" if pos.exhausted(piece) else "resting" if pos.resting(piece) else "active"
            out.append(("activity", activity))
        if piece in roster.hqs:
            out.append(("command range", str(pos.command_range(piece))))
        if piece in game.arms.gun:
            gun = game.arms.gun[piece]
            out.append(("in battery", f"CF {gun.cf}, range {gun.range}"))
        return out

    # ------------------------------------------------------------ ZOC
    def zoc(self, pos: TrumpetsPosition, side: int) -> Mapping[int, tuple[int, ...]]:
        """25: hexes in the ZOC of a side, with the units that exert it."""
        found: dict[int, tuple[int, ...]] = dict(zoc.zones(pos, side, False))
        for place, units in zoc.zones(pos, side, True).items():
            found[place] = (*found.get(place, ()), *units)
        return found

    def supply(self, pos: TrumpetsPosition, piece: int) -> LineOfSupply | None:
        """9.6-9.14: the line as it would be traced now, from the source or HQ to the unit; what is off the map and what
        needs no supply has none."""
        return _lines(pos).lines.get(piece)

    def supplies(self, pos: TrumpetsPosition) -> dict[int, LineOfSupply]:
        """9.6-9.14: the same of every HQ and unit on the map."""
        return _lines(pos).lines


class _Lines(NamedTuple):
    """Unit or HQ -> its line, ascending, and the verdict that it shows."""

    lines: dict[int, LineOfSupply]
    verdicts: dict[int, supply.Supplied]


@renewed(BOARD)
def _lines(pos: TrumpetsPosition, last: _Lines | None) -> _Lines:
    """What is in supply by the same verdict as in the last position is shown by the same line."""
    verdicts = supply.judged_now(pos)
    lines, before = last if last is not None else ({}, {})
    found = {
        piece: lines[piece]
        if verdict.good and verdict is before.get(piece)
        else _line(pos.game, _standing(pos, piece, verdict), verdict)
        for piece, verdict in sorted(verdicts.items())
    }
    return _Lines(found, verdicts)


def _standing(pos: TrumpetsPosition, piece: int, verdict: supply.Supplied) -> str:
    if verdict.good:
        return "status.supplied"
    return "status.isolated" if supply.isolated(pos, piece) else "status.unsupplied"


@lasting(most=8192)
def _line(game: Box[TrumpetsPosition], status: str, verdict: supply.Supplied) -> LineOfSupply:
    """The line as a unit traces it."""
    line = tuple(reversed(verdict.line))
    return LineOfSupply(game.word(game.words[status]), line, game.cite(verdict.rule), verdict.good)


VIEW: Final = TrumpetsView
