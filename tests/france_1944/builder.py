"""Positions of France 1944 for tests, put together like a diagram in the rulebook.

b = position(turn=4).unit("us_v", "2013").unit("ge_2pz", "2014").initiative("hq_us_1", "us_v").box(1, "a")
b.play("attack us_v 2014")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Self

from hexledger.engine.building.build import Build
from hexledger.engine.building.floor import Halt, with_floor
from hexledger.engine.editions.edition import Edition, open_edition
from hexledger.engine.games.france_1944.game import France1944
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import initiative
from hexledger.engine.games.france_1944.rules.setup import lay_out
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel import deciding as kernel
from hexledger.events import model as ev


@cache
def edition() -> Edition:
    """The house edition, read once."""
    return open_edition("france_1944")


@cache
def game() -> France1944:
    """The game, made once."""
    return with_floor(France1944)(edition())


class Built(Build[FrancePosition]):
    """A position of France 1944."""

    def unit(self, unit: str, at: str, *, steps: int = 0, reduced: bool = False, **marks: int | bool) -> Self:
        """Put a piece in a place; a combat unit's side controls the hex."""
        super().unit(unit, at, steps=steps, reduced=reduced, **marks)
        place, piece = self.hex(at), self.piece(unit)
        if place in self.game.ground.land and piece not in self.game.roster.hqs:
            self.act().emit(ev.Controlled(place, self.game.side_of[piece]))
        return self

    def cadre(self, unit: str, at: str, **marks: int | bool) -> Self:
        """Put a unit there with one step left."""
        return self.unit(unit, at, steps=1, **marks)

    def turn(self, number: int) -> Self:
        """The game turn."""
        self.act().emit(ev.TurnBegan(number))
        return self

    def points(self, side: str, rp: int = 0, sp: int = 0, committed: int = 0) -> Self:
        """Reaction and supply points of a side."""
        number = w.SIDES.index(side) + 1
        for name, value in (("rp", rp), ("sp", sp), ("committed", committed)):
            self.act().track(f"track.{name}", value, number)
        return self

    def chits(self, allied: int = 0, german: int = 0, admin: int = 0) -> Self:
        """Chits in the cup."""
        for chit, count in ((w.CHITS[w.ALLIED], allied), (w.CHITS[w.GERMAN], german), (w.ADMIN_CHIT, admin)):
            if count:
                self.act().pool("pool.cup", chit, count)
        return self

    def air(self, tactical: int = 0, bombers: int = 0, interdiction: int = 0, available: bool = True) -> Self:
        """Air markers that are ready, or on the German reaction track."""
        act = self.act()
        act.assign("var.air", int(available))
        for name, value in (("tactical", tactical), ("bombers", bombers), ("interdiction", interdiction)):
            act.track(f"track.{name}", value, w.ALLIED)
        return self

    def supply(self, *labels: str) -> Self:
        """Hexes that the Allies control: sources for instance."""
        return self.control("allied", *labels)

    def army(self, hq: str, *units: str, admin: Sequence[str] = (), kind: int = w.INITIATIVE) -> Self:
        """The HQ is active and has designated these units; the increment track is asked for."""
        act = self.act()
        initiative.begin_army(act, self.piece(hq), kind)
        kernel.settle(act)
        if self.offer is not None and "designate" in self.offer.kinds:
            self.play(f"designate {','.join(units) or '-'}")
        return self._administer(admin)

    def single(self, piece: str, admin: bool = False) -> Self:
        """A piece reacts alone; the increment track is asked for."""
        act = self.act()
        initiative.begin_single(act, self.piece(piece))
        kernel.settle(act)
        return self._administer((piece,) if admin else ())

    def _administer(self, pieces: Sequence[str]) -> Self:
        if self.offer is not None and "administer" in self.offer.kinds:
            self.play(f"administer {','.join(pieces) or '-'}")
        return self

    def box(self, number: int, what: str = "m") -> Self:
        """Choose a box of the track and declare movement (`m`) or attack (`a`)."""
        self.play(f"choose_box {number}")
        if self.offer is not None and "declare" in self.offer.kinds:
            self.play(f"declare increment.{what}")
        return self

    def on(self, unit: str) -> str:
        """Label of the place in which a piece stands, `-` when it is not in play."""
        place = self.pos.at(self.piece(unit))
        return self.pos.label(place) if place >= 0 else "-"


def position(
    scenario: str = "campaign",
    *,
    with_setup: bool = False,
    turn: int = 2,
    seed: str = "",
    options: Mapping[str, str | int | bool] | None = None,
    dice: Sequence[int] = (),
    draws: Sequence[str] = (),
) -> Built:
    """An empty map of a scenario on a turn, or the whole set-up run up to the first decision."""
    b = Built(game(), dice, seed, draws)
    act = b.act()
    if with_setup:
        b.game.setup(act, scenario, dict(options or {}))
        kernel.settle(act)
        return b
    lay_out(act, scenario, options or {})
    act.emit(ev.TurnBegan(turn))
    act.then(Halt())
    return b
