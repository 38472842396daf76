"""Replacements (27.1-27.10, 27.14): points of the turn, restoring reduced units, rebuilding destroyed ones.

Each nationality has a track of all its points and one of those among them that are armour points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from hexledger.engine.actions import Action, Menu
from hexledger.engine.decisions import Decision, PieceId, PlaceId
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.calendar import CHART_MONTHS, MONTHS
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.roster import BRITISH, CANADIAN, GERMANS, US
from hexledger.engine.games.fortress_europa.rules import air, capacity, reinforcements, supply
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.position import Position
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Choice, Prompt, Step
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act

Refusal = tuple[str, str]
NATIONS: Final = {f.ALLIED: ("us", "british", "canadian"), f.GERMAN: ("german",)}
SPECIAL: Final = "special"
NEVER: Final = frozenset({"flak", "security", "artillery", "glider", "hq", "hq_troops", "volkssturm", "assault_gun"})
"""27.10: types that no replacement brings back."""
_NAME: Final = {US: "us", BRITISH: "british", CANADIAN: "canadian", GERMANS: "german"}
OPTION_A: Final = 1
"""28.3: the German has given up his armour replacements."""


# ---------------------------------------------------------------------- 27.1-27.4 points
def chart_points(pos: FortressPosition, nation: str) -> tuple[int, int]:
    """FE 27.1, 28.3, 31.17: (points of the turn, armour among them) by the chart."""
    month = MONTHS[pos.month]
    month = CHART_MONTHS.get(month, month)
    if nation == SPECIAL:
        weeks = pos.game.edition.chart("replacements", "special", month)
        return weeks[pos.game.calendar.week(pos.state.turn) - 1], 0
    row = pos.game.edition.chart("replacements", "rates", nation, month)
    option_a = nation == "german" and pos.state.variable(f.VAR_PANZER_OPTION) == OPTION_A
    return row["total"], 0 if option_a else row["armor"]


def less(points: tuple[int, int], lost: int) -> tuple[int, int]:
    """FE 27.4: points that remain when some are lost, armour first."""
    total, armor = points
    return max(0, total - lost), max(0, armor - lost)


def lost_to_aircraft(pos: FortressPosition, nation: str, total: int) -> int:
    """FE 17.10.5-17.10.7, 33.4.6, C-98: points that missing cover, or attacks, cost this turn."""
    if nation == "german":
        return len(air.allied_on(pos, "german_replacements"))
    ground = pos.game.ground
    if nation == "us":
        left, cover = _uncaptured(pos, ground.u_boat_bases), "u_boat"
        if pos.scenario.berlin:
            return 0
    elif nation == "british":
        left, cover = _uncaptured(pos, ground.v1_sites), "v1_sites"
    else:
        return 0
    return total - total // 2 if left and not air.allied_on(pos, cover) else 0


def _uncaptured(pos: FortressPosition, places: frozenset[int]) -> bool:
    return any(not pos.state.marker(place, -1, f.BASE_CAPTURED) for place in sorted(places))


def stock(pos: FortressPosition, nation: str) -> tuple[int, int]:
    """FE 27.3: (points, armour points among them) that a nationality has."""
    side = f.GERMAN if nation == "german" else f.ALLIED
    words = pos.game.words
    armor = 0 if nation == SPECIAL else pos.state.track(words[f"track.{nation}_armor"], side)
    return pos.state.track(words[f"track.{nation}"], side), armor


def _set(act: Act, nation: str, points: tuple[int, int], rule: str) -> None:
    side = f.GERMAN if nation == "german" else f.ALLIED
    act.track(f"track.{nation}", points[0], side, rule)
    if nation != SPECIAL:
        act.track(f"track.{nation}_armor", points[1], side, rule)


class ReplacementPhase(Step, frozen=True, array_like=True, tag=185):
    """FE 4.3 B1, 27: a side receives its points and spends them."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Nothing on turn 1 (27.2), in the Battle of the Bulge (33.3.3) and before January III after it (33.4.3)."""
        scenario, turn = act.pos.scenario, act.state.turn
        act.phase("phase.replacement", self.side, "27.1")
        if turn == 1 or (scenario.bulge and not scenario.berlin):
            return
        if scenario.berlin and turn < act.pos.game.calendar.number("January III"):
            return
        for nation in (*NATIONS[self.side], *((SPECIAL,) if self.side == f.ALLIED else ())):
            receive(act, nation)
        act.then(Spend(self.side))


def receive(act: Act, nation: str) -> None:
    """FE 27.1, 27.3, 27.4: the points of the turn are added to what is left; the track has an end."""
    pos = act.pos
    chart = chart_points(pos, nation)
    lost = lost_to_aircraft(pos, nation, chart[0])
    now = less(chart, lost)
    if lost:
        key, rule = ("line.attacked", "17.10.5") if nation == "german" else ("line.halved", "17.10.6")
        act.reckon("reckon.replacements", -1, [("line.chart", chart[0], "27.1"), (key, -lost, rule)], now[0], "27.4")
    most = pos.game.edition.chart_int("replacements", "track_max")
    total, armor = stock(pos, nation)
    _set(act, nation, (min(most, total + now[0]), min(most, armor + now[1])), "27.3")


# ---------------------------------------------------------------------- 27.5-27.10 what may be bought
def never(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.10, 27.11, 27.12, 27.14, C-86: why no replacement ever goes to a unit, None where one may."""
    roster, counter = pos.game.roster, pos.counters[piece]
    if piece not in roster.land or counter.type in NEVER or piece in roster.split_79th or piece in roster.augmented:
        return "27.10", f"{pos.name(piece)} never takes replacements"
    if pos.nation(piece) not in _NAME or counter.nationality == "minor":
        return "27.14", "French units and those of the minor Allies take no replacements"
    if piece in roster.training and not trained(pos, piece):
        return "23", f"{pos.name(piece)} is a training division still"
    return None


def trained(pos: FortressPosition, piece: int) -> bool:
    """FE 23: has the turn come in which the display makes a training division a regular one?"""
    rows = (row for turn, rows in pos.scenario.arrivals.items() if turn <= pos.state.turn for row in rows)
    return any(row.piece == piece and row.kind == "flip_regular" for row in rows) or pos.scenario.bulge


def nation_of(pos: FortressPosition, piece: int) -> str:
    """FE 27.9: whose points a unit takes: Allied paratroops, commandos and rangers only special ones."""
    if "special_replacement" in pos.counters[piece].traits and pos.side(piece) == f.ALLIED:
        return SPECIAL
    return _NAME[pos.nation(piece)]


def affordable(pos: FortressPosition, piece: int, cost: int) -> bool:
    """FE 27.1, 27.5: are there points for a unit? Armour takes armour points; others take any."""
    nation = nation_of(pos, piece)
    total, armor = stock(pos, nation)
    return (armor if piece in pos.game.roster.armored and nation != SPECIAL else total) >= cost


def pay(act: Act, piece: int, cost: int, rule: str) -> None:
    """FE 27.5: points are spent; infantry takes armour points only when no others are left."""
    nation = nation_of(act.pos, piece)
    total, armor = stock(act.pos, nation)
    armor = armor - cost if piece in act.pos.game.roster.armored else min(armor, total - cost)
    _set(act, nation, (total - cost, armor), rule)


def _cost(pos: FortressPosition, key: str) -> int:
    return pos.game.edition.chart_int("replacements", "costs", key)


class Restore(Decision, frozen=True, array_like=True, tag=185):
    """A reduced unit is brought to full strength."""

    unit: PieceId


def restore_refusal(pos: FortressPosition, side: int, piece: int) -> Refusal | None:
    """FE 27.7, 28.2: (rule, reason) why a unit may not be restored, None when it may."""
    if pos.side(piece) != side or pos.at(piece) == OFF_MAP or piece in pos.game.roster.by_flag:
        return "27.7", f"{pos.name(piece)} is no reduced unit of that side in play"
    why = never(pos, piece)
    if why is not None:
        return why
    if not pos.reduced(piece):
        return "27.7", f"{pos.name(piece)} is at full strength"
    if not affordable(pos, piece, _cost(pos, "restore_reduced_to_full")):
        return "27.1", f"there are no points for {pos.name(piece)}"
    return place_refusal(pos, piece) if pos.on_map(piece) else None


def place_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.7: why replacements do not reach a unit where it is."""
    place, side = pos.at(piece), pos.side(piece)
    if pos.in_ezoc(place, side):
        return "27.7", f"{pos.name(piece)} is in an enemy ZOC"
    if pos.fortress(place) and pos.near_enemy(place, side, 1):
        return "27.7", f"{pos.name(piece)} is in a fortress beside the enemy"
    if place not in lines(pos, side):
        return "27.7", f"no line leads from {pos.name(piece)} to a port" + (" or city" if side == f.GERMAN else "")
    return None


def lines(pos: FortressPosition, side: int) -> dict[int, tuple[int, int]]:
    """FE 27.7: places with a line of any length to a friendly port or Mulberry, or a city in Germany or Italy."""

    def search() -> dict[int, tuple[int, int]]:
        ends = tuple(capacity.sources(pos)) if side == f.ALLIED else supply.cities(pos)
        return supply.reach(pos, ends, side)

    return pos.cached(("replacement_lines", side), search)


def _take_restore(act: Act, decision: Restore) -> None:
    piece = decision.unit
    pay(act, piece, _cost(act.pos, "restore_reduced_to_full"), "27.7")
    act.steps(piece, act.pos.steps(piece) + 1, "27.7")
    act.flag(piece, f.CANNOT_MOVE, 1, "27.7")


class Rebuild(Decision, frozen=True, array_like=True, tag=186):
    """A destroyed unit comes back, at full strength or reduced; it moves from next turn on."""

    unit: PieceId
    at: PlaceId
    full: bool = True


def rebuild_cost(pos: FortressPosition, piece: int, full: bool) -> int:
    """FE 27.8: points that a destroyed unit costs."""
    if pos.counters[piece].steps < 2:
        return _cost(pos, "rebuild_1step")
    return _cost(pos, "rebuild_2step_to_full" if full else "rebuild_2step_to_reduced")


def rebuild_refusal(pos: FortressPosition, side: int, decision: Rebuild) -> Refusal | None:
    """FE 27.8, C-57: (rule, reason) why a destroyed unit may not come back in a place, None when it may."""
    piece, place = decision.unit, decision.at
    if pos.side(piece) != side or not pos.state.pooled(f.ELIMINATED, piece):
        return "27.8", f"{pos.name(piece)} is no destroyed unit of that side"
    why = never(pos, piece)
    if why is not None:
        return why
    if not decision.full and pos.counters[piece].steps < 2:
        return "27.8", f"{pos.name(piece)} has one step only"
    if not affordable(pos, piece, rebuild_cost(pos, piece, decision.full)):
        return "27.1", f"there are not enough points for {pos.name(piece)}"
    ground = pos.game.ground
    if side == f.ALLIED:
        if place not in (ground.england, ground.africa):
            return "27.8", "rebuilt Allied units appear in England or Africa"
        return None
    why = reinforcements.city_refusal(pos, piece, place)
    if why is None and not pos.fits(place, (piece,)):
        return "6.1", f"{pos.label(place)} has no room for {pos.name(piece)}"
    return why


def _take_rebuild(act: Act, decision: Rebuild) -> None:
    piece, pos = decision.unit, act.pos
    pay(act, piece, rebuild_cost(pos, piece, decision.full), "27.8")
    steps = max(1, pos.counters[piece].steps)
    act.pool(f.ELIMINATED, piece, -1, "27.8")
    act.place(piece, decision.at, steps if decision.full else steps - 1, "27.8")
    if piece in pos.game.roster.coastal or piece in pos.game.roster.training:
        act.flag(piece, f.FLIPPED, 1, "27.10")
    act.flag(piece, f.CANNOT_MOVE, 1, "27.8")
    if pos.side(piece) == f.ALLIED:
        act.flag(piece, f.ARRIVED, 1, "27.8")
    elif piece in pos.game.roster.airborne:
        act.flag(piece, "flag.no_drop", 1, "27.9")


# ---------------------------------------------------------------------- the phase
class EndReplacements(Decision, frozen=True, array_like=True, tag=187):
    """The rest of the points is kept (27.3)."""


def _check_restore(pos: FortressPosition, decision: Restore) -> None:
    _raise(pos, restore_refusal(pos, pos.active_side, decision.unit))


def _check_rebuild(pos: FortressPosition, decision: Rebuild) -> None:
    _raise(pos, rebuild_refusal(pos, pos.active_side, decision))


def _raise(pos: FortressPosition, why: Refusal | None) -> None:
    if why is not None:
        raise IllegalDecision(pos.game.cite(why[0]), why[1])


def _restores(pos: FortressPosition) -> Iterator[Decision]:
    side = pos.active_side
    for piece in sorted(pos.state.at):
        if pos.side(piece) == side and pos.reduced(piece) and restore_refusal(pos, side, piece) is None:
            yield Restore(PieceId(piece))


def _rebuilds(pos: FortressPosition) -> Iterator[Decision]:
    side, ground = pos.active_side, pos.game.ground
    places = (ground.england, ground.africa) if side == f.ALLIED else tuple(sorted(ground.german_cities))
    for piece in sorted(pos.state.pool(f.ELIMINATED)):
        if pos.side(piece) != side or never(pos, piece) is not None:
            continue
        for full in (True, False):
            for place in places:
                decision = Rebuild(PieceId(piece), PlaceId(place), full)
                if rebuild_refusal(pos, side, decision) is None:
                    yield decision


MENU: Final = Menu(
    (
        Action(Restore, _check_restore, _take_restore, _restores),
        Action(Rebuild, _check_rebuild, _take_rebuild, _rebuilds),
        Action(EndReplacements, lambda _p, _d: None, lambda act, _d: act.done(), lambda _p: (EndReplacements(),)),
    )
)


class Spend(Choice, frozen=True, array_like=True, tag=186):
    """FE 27.3, 27.7, 27.8: a side spends points, one unit after the other, and keeps the rest."""

    side: int

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        position = cast(FortressPosition, pos)
        if next(_restores(position), None) is None and next(_rebuilds(position), None) is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["prompt.replacements"], rules["27.1"], MENU.kinds)

    def run(self, act: Recorder[Any]) -> None:
        """There is nothing to spend points on."""

    def check(self, pos: Position[Any], decision: Decision) -> None:
        MENU.check(pos, decision, pos.game.cite("27.1"))

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        return MENU.choices(pos)

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        MENU.take(act, decision)


MISSING: Missing = (
    ("27.11", "splitting 79th Armoured"),
    ("27.12", "augmented divisions"),
    ("27.13", "HQ troops"),
)
DECISIONS: Final = (Restore, Rebuild, EndReplacements)
STEPS: Final = (ReplacementPhase, Spend)
