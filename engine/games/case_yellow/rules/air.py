"""The air phase (5.1): availability, interdiction of crossings, Stukas. Paradrops stand in `paradrop`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import LoseStep, Pass, asked
from hexledger.engine.games.case_yellow.rules.losses import lose_step
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import INTERDICT_FRONT, STUKA_TR, STUKA_TWO
from hexledger.engine.kernel.decisions import Decision, PlaceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, permit, wanted
from hexledger.engine.procedures.losses import TakeLosses

Line = tuple[str | int, int, str]


class Interdict(Decision, frozen=True, array_like=True, tag=17):
    """`interdict asset.aasf 2124`: an Allied asset against the crossings of a German-controlled hex."""

    asset: WordId
    at: PlaceId


class Bomb(Decision, frozen=True, array_like=True, tag=20):
    """`bomb 2124`: a Stuka against a hex; against the Dynamo port it is the port that is bombed."""

    at: PlaceId


# ---------------------------------------------------------------------- 5.1a, b
class Availability(Step[YellowPosition], frozen=True, array_like=True, tag=20):
    """CY 5.1a, b: air assets of both sides for the turn."""

    def run(self, act: Act) -> None:
        """Lost assets whose turn has come are back; what is still on the track is taken off the number."""
        act.phase("phase.availability", 0, "5.1b")
        turn = act.state.turn
        for pool in ("stukas_lost", "french_lost", "aasf_lost"):
            back = act.state.pooled(w.POOL[pool], turn)
            if back:
                act.pool(f"pool.{pool}", turn, -back, "5.1b")
        for name in ("assets", "assets_used"):
            for asset, count in act.pos.pool(name).items():
                act.pool(f"pool.{name}", asset, -count, "5.1b")
        lost = sum(act.pos.pool("stukas_lost").values())
        stukas = _number(act, w.GERMAN) - lost
        _reckon(act, w.GERMAN, stukas + lost, lost)
        limit = act.pos.game.chart.number("air_units", "stukas")
        act.track("track.air", max(0, min(stukas, limit - lost)), w.GERMAN, "5.1b")
        act.track("track.air_used", 0, w.GERMAN, "5.1b")
        _allied(act)


def _number(act: Act, side: int) -> int:
    """5.1b: the number of the scenario, or the die on the column that applies (G-A62)."""
    pos = act.pos
    scenario = pos.scenario
    if pos.state.turn == 1 or not scenario.air_later:
        return scenario.air_first[side]
    column = scenario.air_later["allied" if side == w.ALLIED else "german"]
    declared, ends = pos.var("refit"), pos.var("refit_end")
    if side == w.GERMAN and declared and declared < pos.state.turn <= ends:
        column = scenario.air_later["german_refit"]
    die = act.roll("roll.air", pos.game.chart.faces, -1, "5.1b", low=1)
    row, cell = pos.game.chart.tables["air_availability"].read(column, die)
    act.resolved("table.air", f"column.{column}", row, ("result.number",), "5.1b")
    return int(cell)


def _reckon(act: Act, side: int, number: int, lost: int) -> None:
    lines: list[Line] = [("line.assets", number, "5.1b"), ("line.lost_assets", -lost, "5.1b")]
    act.reckon("reckon.air", side, lines, max(0, number - lost), "5.1b")


def _allied(act: Act) -> None:
    """5.1b, 13.2b, 13.3d, G-A40: Allied assets; none during Dynamo, French ones only after it."""
    pos = act.pos
    if pos.dynamo_on:
        act.track("track.air", 0, w.ALLIED, "13.2")
        return
    lost = {w.FRENCH_AIR: sum(pos.pool("french_lost").values()), w.AASF: sum(pos.pool("aasf_lost").values())}
    number = _number(act, w.ALLIED)
    _reckon(act, w.ALLIED, number, sum(lost.values()))
    rest = {
        w.FRENCH_AIR: pos.game.chart.number("air_units", "french"),
        w.AASF: pos.game.chart.number("air_units", "aasf"),
    }
    rest = {asset: count - lost[asset] for asset, count in rest.items()}
    if pos.var("dynamo"):
        rest[w.AASF] = 0
    number = max(0, number - sum(lost.values()))
    for name in pos.game.chart.data["air_units"]["order"]:
        asset = w.word(f"asset.{name}")
        if number and rest[asset]:
            act.pool("pool.assets", asset, 1, "5.1b")
            rest[asset] -= 1
            number -= 1
    act.track("track.air", sum(act.pos.pool("assets").values()), w.ALLIED, "5.1b")


def spend(act: Act, side: int, number: int, rule: str) -> None:
    """11.3c: assets that have been used are spent for the turn."""
    if not number:
        return
    act.track("track.air", act.pos.track("air", side) - number, side, rule)
    if side == w.GERMAN:
        act.track("track.air_used", act.pos.track("air_used", side) + number, side, rule)
        return
    for asset in (w.AASF, w.FRENCH_AIR):
        take = min(number, act.state.pooled(w.POOL["assets"], asset))
        if take:
            _use(act, asset, take, rule)
            number -= take


def _use(act: Act, asset: int, count: int, rule: str) -> None:
    act.pool("pool.assets", asset, -count, rule)
    act.pool("pool.assets_used", asset, count, rule)


# ---------------------------------------------------------------------- 5.1c
class ClearInterdiction(Step[YellowPosition], frozen=True, array_like=True, tag=21):
    """CY 5.1c: the markers of the last turn come off."""

    def run(self, act: Act) -> None:
        """Take them off and let the Allied player try."""
        act.phase("phase.interdiction", w.ALLIED, "5.1c")
        for key in sorted(act.state.markers):
            if key & 0xFFFF == w.INTERDICTED:
                act.marker(key >> 32, -1, w.INTERDICTED, 0, "5.1c")
        act.then(Interdiction())


def interdictable(pos: YellowPosition, place: int) -> Refusal | None:
    """5.1c, G-A4, G-A39: a hex with crossings that the Germans control, on one bank of them at least."""
    across = pos.game.ground.crossings_of.get(place, ())
    if place not in pos.scenario.land or not across:
        return "5.1c", f"{pos.label(place)} has no crossing"
    if pos.control(place) != w.GERMAN:
        return "5.1c", f"{pos.label(place)} is not German-controlled"
    front = pos.reading(INTERDICT_FRONT) != INTERDICT_FRONT.default
    if front and not any(pos.control(there) == w.ALLIED for there in across):
        return "G-A39", f"no crossing of {pos.label(place)} leads to an Allied hex"
    if pos.state.marker(place, -1, w.INTERDICTED):
        return "5.1c", f"the crossings of {pos.label(place)} are interdicted already"
    return None


def _interdicted(pos: YellowPosition) -> int:
    return sum(key & 0xFFFF == w.INTERDICTED for key in pos.state.markers)


class Interdiction(Choice[YellowPosition], frozen=True, array_like=True, tag=22):
    """CY 5.1c: the Allied player tries to interdict crossings, one asset after the other."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        left = int(pos.scenario.limits.get("crossing_interdicted", 0)) - _interdicted(pos)
        if pos.dynamo_on or not pos.pool("assets") or left < 1:
            return None
        return asked(pos, w.ALLIED, ("prompt.interdict", "5.1c"), (Interdict, Pass))

    def run(self, act: Act) -> None:
        """No asset left, or Dynamo."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        wanted(decision, (Interdict, Pass), pos.game.cite("5.1c"))
        if isinstance(decision, Interdict):
            if not pos.state.pooled(w.POOL["assets"], decision.asset):
                raise IllegalDecision(pos.game.cite("5.1c"), "no such asset is available")
            permit(pos, interdictable(pos, decision.at))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for asset in pos.pool("assets"):
            for place in sorted(pos.scenario.land):
                if interdictable(pos, place) is None:
                    yield Interdict(WordId(asset), PlaceId(place))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Interdict):
            act.done()
            return
        asset, place = decision.asset, decision.at
        name = "aasf" if asset == w.AASF else "french"
        chart = act.pos.game.chart
        die = act.roll("roll.interdiction", chart.faces, place, "5.1c", low=1)
        row, cell = chart.tables["interdiction"].read(name, die)
        act.resolved("table.interdiction", f"column.{name}", row, (f"result.{cell}",), "5.1c")
        result = chart.data["interdiction"]["results"][cell]
        act.track("track.air", act.pos.track("air", w.ALLIED) - 1, w.ALLIED, "5.1c")
        if result["asset_lost"]:
            act.pool("pool.assets", asset, -1, "5.1c")
            due = act.state.turn + chart.number("air_availability", "return", "allied_lost")
            act.pool(f"pool.{name}_lost", due, 1, "5.1c")
        else:
            _use(act, asset, 1, "5.1c")
        if result["interdicted"]:
            act.marker(place, -1, w.INTERDICTED, 1, "10.7")


# ---------------------------------------------------------------------- 5.1e, 13.3e
class Stukas(Choice[YellowPosition], frozen=True, array_like=True, tag=23):
    """CY 5.1e, 13.3e: Stukas dive-bomb hexes one by one; at the declaration of Dynamo the port only."""

    port_only: bool = False

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not pos.track("air", w.GERMAN) or not self._targets(pos):
            return None
        word = "prompt.bomb_port" if self.port_only else "prompt.bomb"
        return asked(pos, w.GERMAN, (word, "13.3" if self.port_only else "5.1e"), (Bomb, Pass))

    def run(self, act: Act) -> None:
        """No Stuka left or nothing to bomb."""

    def _targets(self, pos: YellowPosition) -> tuple[int, ...]:
        port = (pos.port,) if pos.port >= 0 else ()
        if self.port_only:
            return port
        return tuple(sorted({pos.at(unit) for unit in pos.of(w.ALLIED)} | set(port)))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        wanted(decision, (Bomb, Pass), pos.game.cite("5.1e"))
        if isinstance(decision, Bomb) and decision.at not in self._targets(pos):
            raise IllegalDecision(pos.game.cite("5.1e"), f"nothing in {pos.label(decision.at)} to be bombed")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for place in self._targets(pos):
            yield Bomb(PlaceId(place))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Bomb):
            act.done()
            return
        bomb(act, decision.at)


def modifiers(pos: YellowPosition, place: int) -> list[Line]:
    """5.1e.1, G-A5, G-A38: -1 once for the ground or a Better Defence marker, +1 once for a unit with TR 2."""
    lines: list[Line] = []
    drm = pos.game.chart.data["stuka"]["drm"]
    tec = pos.game.ground.tec[place]
    assert tec is not None
    if tec.stuka or pos.fortress(place) or pos.works(place) or pos.better(place):
        lines.append(
            ("line.city" if place in pos.game.ground.cities else "line.terrain", int(drm[0]["value"]), "5.1e.1")
        )
    if any(_weak(pos, unit) for unit in pos.fighters(place)):
        lines.append(("line.tr_two", int(drm[1]["value"]), "5.1e.1"))
    return lines


def _weak(pos: YellowPosition, unit: int) -> bool:
    printed = pos.reading(STUKA_TR) != STUKA_TR.default
    rating = pos.game.roster.tr[unit][pos.reduced(unit)] if printed else pos.tr(unit)
    return rating == 2 if pos.reading(STUKA_TWO) != STUKA_TWO.default else rating <= 2


def bomb(act: Act, place: int) -> None:
    """5.1e: one Stuka: the die, the table, what follows."""
    pos, chart = act.pos, act.pos.game.chart
    at_port = place == pos.port
    act.track("track.air", pos.track("air", w.GERMAN) - 1, w.GERMAN, "5.1e")
    die = act.roll("roll.stuka", chart.faces, place, "5.1e", low=1)
    lines = [] if at_port else modifiers(pos, place)
    act.reckon("reckon.stuka", place, [("line.roll", die, "5.1e"), *lines], die + sum(v for _, v, _ in lines), "5.1e")
    column = "port" if at_port else "units"
    row, cell = chart.tables["stuka"].read(column, die + sum(value for _, value, _ in lines))
    act.resolved("table.stuka", f"column.{column}", row, (f"result.{cell}",), "5.1e")
    result = chart.data["stuka"]["results"][cell]
    if at_port:
        _at_port(act, place, result)
        return
    act.track("track.air_used", pos.track("air_used", w.GERMAN) + 1, w.GERMAN, "5.1e")
    if result["disrupt"]:
        for unit in pos.units(place):
            act.flag(unit, w.DISRUPTED, 1, "6.1")
    if result["allied_step"]:
        act.then(StepLost(w.ALLIED, pos.units(place), "5.1e.1"))


def _at_port(act: Act, place: int, result: dict[str, Any]) -> None:
    """5.1e.2, 6.3: the port is disrupted, not the units in it; a Stuka may be lost, a step too."""
    pos = act.pos
    if result["stuka_lost"]:
        due = act.state.turn + pos.game.chart.number("air_availability", "return", "stuka_lost")
        act.pool("pool.stukas_lost", due, 1, "5.1e.2")
    else:
        act.track("track.air_used", pos.track("air_used", w.GERMAN) + 1, w.GERMAN, "5.1e.2")
    if result["disrupt"]:
        act.marker(place, -1, w.PORT_DISRUPTION, pos.state.marker(place, -1, w.PORT_DISRUPTION) + 1, "5.1e.2")
    if result["allied_step"]:
        act.then(StepLost(w.ALLIED, pos.units(place), "5.1e.2"))


class StepLost(TakeLosses[YellowPosition], frozen=True, array_like=True, tag=24):
    """CY 5.1e, 12.4c: the owner chooses a unit that loses a step."""

    asks = "prompt.lose_step"
    decision = LoseStep
    side: int
    units: tuple[int, ...]
    number: str

    def cited(self) -> str:
        return self.number

    def owner(self, pos: YellowPosition) -> int:
        return self.side

    def takers(self, pos: YellowPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.on_map(unit))

    def lose(self, act: Act, piece: int) -> None:
        lose_step(act, piece, "reason.eliminated", self.number)


DECISIONS: Final = (Interdict, Bomb)
STEPS: Final = (Availability, ClearInterdiction, Interdiction, Stukas, StepLost)
