"""AMs bought in secret (7.24a): an option for players who do not trust each other's cups.

How many AMs a side buys is seen, which they are is not: it seals one choice for each, and a numbered token goes into
the pool in its place. A token that is drawn is opened before it takes effect. The rules cannot refuse what they do not
see, so a token may turn out to hold an AM that could not be bought: it is void, and the point is lost (R-109).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.purchase import PRICE, on_sale
from hexledger.engine.games.june_6.questions.sealed_ams import POOL, sealable, void_by
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.payment import BuyAm, pay
from hexledger.engine.games.june_6.tables.ams import seal_key, sealed_key
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.procedures.sealed import OpenChoice, SealChoice


class BuySealed(Decision, frozen=True, array_like=True, tag=720):
    """Buy so many AMs in secret: `buy_sealed 5`. Each is chosen next; points that are left are lost."""

    number: int


def sealed_purchase(act: Act, side: int, number: int) -> None:
    """J6 5.11, 7.24a: pay for the AMs, note what could be bought, and let the side seal its choices."""
    pos = act.pos
    for word in on_sale(pos, side):
        act.pool(POOL[side], word, 1, "5.17")
    pay(act, side, number * PRICE)
    act.note("note.ams_sealed", (side, number), "7.24")
    act.then(*(SealAm(side, at) for at in range(1, number + 1)))


class _Token:
    """J6 7.24: what sealing and opening have in common: whose token it is, and what may be sealed for it."""

    __slots__ = ()
    rule = "7.24"
    decision = BuyAm

    side: int
    at: int

    def owner(self, pos: June6Position) -> int:
        """The side that buys, or has bought."""
        return self.side

    def slot_key(self) -> str:
        """One for each token."""
        return seal_key(self.at)

    def sealable(self, pos: June6Position) -> Iterator[BuyAm]:
        """Every AM that could be bought when the purchase began."""
        return (BuyAm(WordId(word)) for word in sealable(pos, self.side))


class SealAm(_Token, SealChoice[June6Position], frozen=True, array_like=True, tag=720):
    """J6 7.24a: a side chooses one AM in secret. `choices` lists what may be sealed; `at`: number of its token."""

    asks = "ask.seal_am"

    side: int
    at: int

    def sealed(self, act: Act) -> None:
        """The token goes into the pool."""
        act.pool("pool.am", act.word(sealed_key(self.side, self.at)), 1, "5.19")


class OpenAm(_Token, OpenChoice[June6Position, BuyAm], frozen=True, array_like=True, tag=721):
    """J6 7.24b: a token was drawn: its owner opens the seal. `choices` lists what may be in it."""

    asks = "ask.open_am"

    side: int
    at: int

    def refusal(self, pos: June6Position, choice: BuyAm) -> None:
        """Any AM may have been sealed: one that could not be bought is void (R-109)."""

    def opened(self, act: Act, choice: BuyAm) -> None:
        """The AM takes effect, unless it could not be bought (R-109)."""
        word = choice.am
        why = void_by(act.pos, self.side, word)
        if why is not None:
            act.note("note.am_void", (word,), why)
            return
        act.note("note.am_bought", (word, 1), "5.14")
        act.pool("pool.bought", word, 1, "5.19")
        act.then(*act.pos.game.successors.am(word))


def forget(act: Act) -> None:
    """The turn is over: what could be bought then is no longer of interest."""
    for pool in POOL.values():
        for word, count in act.state.pool(act.word(pool)).items():
            act.pool(pool, word, -count)


DECISIONS: Final = (BuySealed,)
STEPS: Final = (SealAm, OpenAm)
