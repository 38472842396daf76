"""German artillery substitutes [OPT] (2.10, 23.4, 44): one counter for all the field artillery of a formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import borders, force, stacking, ways
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END, MenuSegment
from hexledger.engine.games.time_for_trumpets.rules.command import attach
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, PieceRow, PlaceId, PlaceRow
from hexledger.engine.kernel.steps import Refusal, permit

OPTION: Final = "artillery_substitutes"
FAR: Final = 5
"""44.0c, 44.1h: hexes within which the battalions stand, and come back."""


class Substitute(Decision, frozen=True, array_like=True, tag=92):
    """`substitute nw_7_arty 7444`: a substitute takes the place of its battalions, which go to the card."""

    counter: PieceId
    at: PlaceId


class Restore(Decision, frozen=True, array_like=True, tag=93):
    """`restore nw_7_arty 7nw_i,7nw_ii 7444,7445`: the battalions of a substitute come back, each into a hex."""

    counter: PieceId
    guns: PieceRow
    places: PlaceRow


# ---------------------------------------------------------------------- 44.0b-d, 44.1a-e
def fielded(pos: TrumpetsPosition, counter: int) -> tuple[int, ...]:
    """Battalions of a formation that are on the map."""
    return tuple(gun for gun in pos.game.roster.batteries[counter] if pos.on_map(gun))


def substitute_refusal(pos: TrumpetsPosition, counter: int, place: int) -> Refusal | None:
    """44.0c, d, 44.1d: why a substitute may not take the place of its battalions in a hex."""
    name = pos.name(counter)
    if counter not in pos.game.roster.substitutes or pos.on_map(counter) or pos.state.pooled(w.POOL["fled"], counter):
        return "44.1", f"{name} is no artillery substitute off the map"
    guns = fielded(pos, counter)
    lost = pos.pool("lost")
    elsewhere = [gun for gun in pos.game.roster.batteries[counter] if gun not in guns and gun not in lost]
    if not guns or elsewhere:
        return "44.0", f"not all battalions of {name} are on the map"
    if any(not pos.in_comm(gun) or not pos.in_supply(gun) for gun in guns):
        return "44.0", f"battalions of {name} are out of command or supply"
    if len({pos.parent(gun) for gun in guns}) > 1 or any(pos.flag(gun, w.FLAG["temporary"]) for gun in guns):
        return "44.0", f"battalions of {name} are attached to other headquarters"
    distance = pos.board.distance
    if any(distance(pos.at(one), pos.at(other)) > FAR for one in guns for other in guns):
        return "44.0", f"battalions of {name} are more than {FAR} hexes apart"
    if place not in {pos.at(gun) for gun in guns}:
        return "44.1", f"no battalion of {name} stands in {pos.label(place)}"
    return None


def check_substitute(pos: TrumpetsPosition, decision: Substitute) -> None:
    """44.0, 44.1: may it?"""
    permit(pos, substitute_refusal(pos, decision.counter, decision.at))


def take_substitute(act: Act, decision: Substitute) -> None:
    """44.1c, e: the battalions go to the card; the substitute is in battery only when all of them are."""
    pos, counter = act.pos, decision.counter
    guns = fielded(pos, counter)
    battery = all(pos.backed(gun) for gun in guns)
    disrupted = max(pos.flag(gun, w.DISRUPT) for gun in guns)
    parent = pos.state.attached.get(guns[0], 0)
    for gun in guns:
        act.remove(gun, "reason.card", "44.1")
        act.pool("pool.card", gun, 1, "44.1")
    act.place(counter, decision.at, len(guns), "44.1")
    act.flag(counter, w.MODE, int(battery), "44.1")
    act.flag(counter, w.DISRUPT, disrupted)
    if parent:
        attach(act, counter, parent - 1, "44.1")


def substitutions(pos: TrumpetsPosition) -> Iterator[Substitute]:
    """Every substitute that could be used, in each hex of its battalions."""
    for counter in sorted(pos.game.roster.substitutes):
        for place in sorted({pos.at(gun) for gun in fielded(pos, counter)}):
            if substitute_refusal(pos, counter, place) is None:
                yield Substitute(PieceId(counter), PlaceId(place))


# ---------------------------------------------------------------------- 44.1h
def hex_refusal(pos: TrumpetsPosition, counter: int, gun: int, place: int) -> Refusal | None:
    """44.1h: why a battalion may not come back in a hex: five hexes at most, no enemy, ground that it may be on."""
    if not 0 <= place < pos.board.n_hexes or place not in borders.within(pos, counter):
        return "44.1", "battalions come back within the boundary of their army"
    if pos.board.distance(place, pos.at(counter)) > FAR:
        return "44.1", f"{pos.label(place)} is more than {FAR} hexes from {pos.name(counter)}"
    if pos.enemy_in(place, pos.side(counter)):
        return "44.1", f"an enemy stands in {pos.label(place)}"
    costs = pos.game.chart.off_road[pos.ground][ways.move_class(pos, gun)]
    if not pos.game.ground.roads_of[place] and costs[pos.game.ground.terrain[place]] is None:
        return "29.1", f"{pos.name(gun)} cannot be in {pos.label(place)}"
    if not stacking.may_share(pos, gun, place):
        return "23.7", f"{pos.name(gun)} may not stay with the units in {pos.label(place)}"
    return None


def crowded(pos: TrumpetsPosition, counter: int, guns: Sequence[int], place: int) -> bool:
    """23.3: too many units in a hex when these battalions come into it and the substitute goes."""
    others = [unit for unit in pos.units(place) if unit != counter]
    return stacking.count(pos, (*others, *guns)) > stacking.limit(pos)


def restore_refusal(pos: TrumpetsPosition, counter: int, guns: Sequence[int], places: Sequence[int]) -> Refusal | None:
    """44.1h: why battalions may not come back so: all of them, each into a hex where it may stay."""
    if counter not in pos.game.roster.substitutes or not pos.on_map(counter):
        return "44.1", f"{pos.name(counter)} is no artillery substitute on the map"
    if tuple(sorted(guns)) != force.carded(pos, counter) or len(places) != len(guns):
        return "44.1", f"all battalions of {pos.name(counter)} come back, each into a hex"
    for gun, place in zip(guns, places, strict=True):
        why = hex_refusal(pos, counter, gun, place)
        if why is not None:
            return why
    for place in dict.fromkeys(places):
        if crowded(pos, counter, [g for g, p in zip(guns, places, strict=True) if p == place], place):
            return "23.3", f"too many units in {pos.label(place)}"
    return None


def check_restore(pos: TrumpetsPosition, decision: Restore) -> None:
    """44.1h: may they?"""
    permit(pos, restore_refusal(pos, decision.counter, decision.guns, decision.places))


def take_restore(act: Act, decision: Restore) -> None:
    """44.1f, g: they come back in the mode of the substitute; 9.5c, 9.10d: and in its state of supply."""
    pos, counter = act.pos, decision.counter
    mode, disrupted = pos.flag(counter, w.MODE), pos.flag(counter, w.DISRUPT)
    supply = [(flag, pos.flag(counter, flag)) for flag in (w.OOS, w.ISOLATED)]
    parent = pos.state.attached.get(counter, 0)
    act.remove(counter, "reason.card", "44.1")
    for gun, place in zip(decision.guns, decision.places, strict=True):
        act.pool("pool.card", gun, -1, "44.1")
        act.place(gun, place, 1, "44.1")
        act.flag(gun, w.MODE, mode, "44.1")
        act.flag(gun, w.DISRUPT, disrupted)
        for flag, value in supply:
            act.flag(gun, flag, value, "9.10")
        if parent:
            attach(act, gun, parent - 1, "44.1")


def restorations(pos: TrumpetsPosition) -> Iterator[Restore]:
    """For each substitute on the map one way to bring its battalions back: as near as there is room."""
    for counter in sorted(pos.game.roster.substitutes):
        guns = force.carded(pos, counter)
        if not guns or not pos.on_map(counter):
            continue
        left, places = list(guns), list[int]()
        for place in pos.board.within(pos.at(counter), FAR):
            here: list[int] = []
            while left and hex_refusal(pos, counter, left[0], place) is None:
                if crowded(pos, counter, (*here, left[0]), place):
                    break
                here.append(left.pop(0))
                places.append(place)
        if not left:
            yield Restore(PieceId(counter), tuple(map(PieceId, guns)), tuple(map(PlaceId, places)))


class ArtilleryPark(MenuSegment, frozen=True, array_like=True, tag=28):
    """TFT 44.1d, 61.2n: at the end of a turn substitutes take the place of battalions, or the other way about."""

    menu = Menu(
        (
            Action(Substitute, check_substitute, take_substitute, substitutions),
            Action(Restore, check_restore, take_restore, restorations),
            END,
        )
    )
    asks = "prompt.artillery_park"
    rule = "61.2"
    complete = False

    def wanted(self, pos: TrumpetsPosition) -> bool:
        return pos.plays(OPTION) and super().wanted(pos)


def card(pos: TrumpetsPosition) -> dict[int, int]:
    """44.1a, b: substitute -> hex that the scenario's artillery card lists for the start."""
    listed = pos.scenario.hooks.get("artillery_card") or {}
    return {pos.game.roster.index[name]: pos.board.place(label) for name, label in listed.items()}


def check_card(pos: TrumpetsPosition, decision: Substitute) -> None:
    """44.1b: at the start only in the hex of the card; who has none waits for the end of a turn."""
    if card(pos).get(decision.counter) != decision.at:
        permit(pos, ("44.1", f"{pos.name(decision.counter)} does not begin in {pos.label(decision.at)}"))
    check_substitute(pos, decision)


def cards(pos: TrumpetsPosition) -> Iterator[Substitute]:
    """Substitutes that may begin on the map."""
    for counter, place in sorted(card(pos).items()):
        if substitute_refusal(pos, counter, place) is None:
            yield Substitute(PieceId(counter), PlaceId(place))


class CardsAtStart(MenuSegment, frozen=True, array_like=True, tag=29):
    """TFT 44.1a, b: which substitutes begin on the map."""

    menu = Menu((Action(Substitute, check_card, take_substitute, cards), END))
    asks = "prompt.artillery_park"
    rule = "44.1"

    def wanted(self, pos: TrumpetsPosition) -> bool:
        return pos.plays(OPTION) and super().wanted(pos)


def swap(act: Act) -> None:
    """61.2n: put the swap on the agenda, and after it the look at stacking (23.4e)."""
    if act.pos.plays(OPTION):
        act.then(ArtilleryPark(w.GERMAN), Excess(w.GERMAN))


DECISIONS: Final = (Substitute, Restore)
STEPS: Final = (ArtilleryPark, CardsAtStart)
