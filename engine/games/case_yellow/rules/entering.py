"""What happens in a hex that is entered: control, works, refugees, bridgeheads, the port (10.6, 10.8d, 10.9, 13.5)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev


def enter(act: Act, piece: int, place: int, destroys: bool = True) -> None:
    """G-A33: a unit has come into a hex, in movement, overrun, advance, retreat, landing or placement.

    destroys   German movement, advance and landing destroy Defensive Works (10.9b-c); a retreat does not (QA.4)
    """
    pos, side = act.pos, act.pos.side(piece)
    if pos.flag(piece, w.SPARED):
        # 11.9b, QA.1: who stood free of an Engaged combat is like any other once it has left the hex
        act.flag(piece, w.SPARED, 0, "11.9b")
    if pos.control(place) != side:
        act.emit(ev.Controlled(place, side, act.rule("10.6")))
    if side == w.GERMAN:
        _german(act, place, destroys)
    else:
        if pos.state.marker(place, -1, w.BRIDGEHEAD) and pos.fight_at(place) is None:
            # 10.8f: who joins the defenders of an Engaged combat does not take its bridgehead off
            act.marker(place, -1, w.BRIDGEHEAD, 0, "10.8d")
        if place == pos.port:
            into_port(act, piece)


def stand_by(act: Act, piece: int, place: int) -> None:
    """11.9c, 11.9d, 11.2a, G-B22: who comes into an Engaged hex otherwise than in a Move round (by a retreat, by air,
    back from the Refit) stands free of its combat."""
    if act.pos.engaged_hex(place):
        act.flag(piece, w.SPARED, 1, "11.9d")


def _german(act: Act, place: int, destroys: bool) -> None:
    """10.9b, c, 12.6b, 13.3a, H-5: works fall, refugees are gone, the port is lost, neutrality ends."""
    pos = act.pos
    if destroys and pos.works(place):
        act.marker(place, -1, w.DESTROYED, 1, "10.9")
    for marker in (w.REFUGEE_CITY, w.REFUGEE_TOWN):
        if pos.state.marker(place, -1, marker):
            act.marker(place, -1, marker, 0, "12.6")
            act.track("track.refugees", pos.track("refugees", w.GERMAN) + 1, w.GERMAN, "12.6")
    neutral = pos.scenario.special.get("neutrals")
    if neutral and not pos.var("borders_open") and pos.game.ground.country[place] in neutral["countries"]:
        act.assign("var.borders_open", 1, "H-5")
    if place == pos.port:
        lose_port(act, place)


def into_port(act: Act, piece: int) -> None:
    """13.5.2: a two-step unit that enters the Dynamo port goes to its reduced side, without VP (G-A53)."""
    if act.pos.steps(piece) > 1:
        act.steps(piece, act.pos.steps(piece) - 1, "13.5")


def lose_port(act: Act, place: int) -> None:
    """13.2c, 13.3a: the Germans take the Dynamo port: End Dynamo, air and port markers come off."""
    act.note("note.port_lost", (place,), "13.3")
    act.assign("var.port_lost", act.state.turn, "13.2")
    end_dynamo(act)


def end_dynamo(act: Act) -> None:
    """13.3a: the End Dynamo marker is removed, the port marker and its disruption with it."""
    place = act.pos.var("dynamo_place") - 1
    act.assign("var.dynamo_end", 0, "13.3")
    if place >= 0:
        act.marker(place, -1, w.PORT, 0, "13.3")
        if act.pos.state.marker(place, -1, w.PORT_DISRUPTION):
            act.marker(place, -1, w.PORT_DISRUPTION, 0, "13.3")
