"""AMs bought in secret (7.24a): an option for players who do not trust each other's cups.

How many AMs a side buys is seen, which they are is not: it seals one choice for each, and a numbered token goes into
the pool in its place. A token that is drawn is opened before it takes effect. The rules cannot refuse what they do not
see, so a token may turn out to hold an AM that could not be bought: it is void, and the point is lost (R-109).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.ams import MOST_SEALED, seal_key, sealed_key
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import purchase
from hexledger.engine.games.june_6.switches import AM_PURCHASE
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal, WordId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, wanted
from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

_POOL: Final = {f.ALLIED: "pool.sealable_allied", f.GERMAN: "pool.sealable_german"}
"""AMs that a side could buy when it sealed its purchase: facts that both sides see, kept for the opening."""


def in_secret(pos: June6Position) -> bool:
    """J6 7.24a: are AMs bought in secret in this game?"""
    return pos.reading(AM_PURCHASE) == AM_PURCHASE.values["sealed"]


class BuySealed(Decision, frozen=True, array_like=True, tag=720):
    """Buy so many AMs in secret: `buy_sealed 5`. Each is chosen next; points that are left are lost."""

    number: int


def sealed_purchase(act: Act, side: int, number: int) -> None:
    """J6 5.11, 7.24a: pay for the AMs, note what could be bought, and let the side seal its choices."""
    pos: June6Position = act.pos
    for word in purchase.on_sale(pos, side):
        act.pool(_POOL[side], word, 1, "5.17")
    purchase.pay(act, side, number * purchase.PRICE)
    act.note("note.ams_sealed", (side, number), "7.24")
    act.then(*(SealAm(side, at) for at in range(1, number + 1)))


def most(pos: June6Position, side: int) -> int:
    """J6 5.11, 5.14: most AMs that a side can buy in secret now: its points, and the tokens that there are."""
    points = pos.state.track(pos.game.words["track.rp"], side) // purchase.PRICE
    return min(points, MOST_SEALED) if purchase.on_sale(pos, side) else 0


def _sealable(pos: June6Position, side: int) -> tuple[int, ...]:
    return tuple(pos.state.pool(pos.game.words[_POOL[side]]))


class SealAm(Choice, frozen=True, array_like=True, tag=720):
    """J6 7.24a: a side chooses one AM in secret. `choices` lists what may be sealed; `at`: number of its token."""

    side: int
    at: int

    def prompt(self, pos: Position[Any]) -> Prompt:
        """Wants a seal."""
        kinds = (Seal.kind(), purchase.BuyAm.kind())
        return Prompt(self.side, pos.game.words["ask.seal_am"], pos.game.rules["7.24"], kinds)

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Only a seal."""
        check_seal(decision, pos.game.cite("7.24"))

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every AM that could be bought when the purchase began."""
        assert isinstance(pos, June6Position)
        return (purchase.BuyAm(WordId(word)) for word in _sealable(pos, self.side))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The token goes into the pool."""
        take_seal(act, self.side, act.word(seal_key(self.at)), decision, act.game.cite("7.24"))
        act.pool("pool.am", act.word(sealed_key(self.side, self.at)), 1, "5.19")


class OpenAm(Choice, frozen=True, array_like=True, tag=721):
    """J6 7.24b: a token was drawn: its owner opens the seal. `choices` lists what may be in it."""

    side: int
    at: int

    def prompt(self, pos: Position[Any]) -> Prompt:
        """Wants the seal opened."""
        kinds = (Reveal.kind(), purchase.BuyAm.kind())
        return Prompt(self.side, pos.game.words["ask.open_am"], pos.game.rules["7.24"], kinds)

    def _opened(self, pos: Position[Any], decision: Decision) -> purchase.BuyAm:
        game = pos.game
        sealed = pos.sealed(self.side, game.words[seal_key(self.at)])
        return open_as(game.codec, decision, sealed, game.cite("7.24"), purchase.BuyAm, "the seal holds no AM")

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """What is shown must be what was sealed."""
        wanted(decision, (Reveal,), pos.game.cite("7.24"))
        self._opened(pos, decision)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every AM that could be bought when the purchase began."""
        assert isinstance(pos, June6Position)
        return (purchase.BuyAm(WordId(word)) for word in _sealable(pos, self.side))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The AM takes effect, unless it could not be bought (R-109)."""
        from hexledger.engine.games.june_6.rules.activation import PlayAm

        word = self._opened(act.pos, decision).am
        act.done()
        act.emit(ev.Revealed(self.side, act.word(seal_key(self.at))))
        why = _void(act.pos, self.side, word)
        if why is not None:
            act.note("note.am_void", (word,), why)
            return
        act.note("note.am_bought", (word, 1), "5.14")
        act.pool("pool.bought", word, 1, "5.19")
        act.then(PlayAm(word))


def _void(pos: June6Position, side: int, word: int) -> str | None:
    """R-109: the rule by which an AM in a token could not be bought, None when it could."""
    if word not in _sealable(pos, side):
        return "5.17" if word in purchase.listed(pos, side) else "5.14"
    if purchase.in_play(pos, word) >= pos.scenario.budget.number(side, word):
        return "5.14"
    return None if purchase.within(pos, side, word) else "PB 6.53"


def forget(act: Act) -> None:
    """The turn is over: what could be bought then is no longer of interest."""
    for pool in _POOL.values():
        for word, count in act.state.pool(act.word(pool)).items():
            act.pool(pool, word, -count)


DECISIONS: Final = (BuySealed,)
STEPS: Final = (SealAm, OpenAm)
