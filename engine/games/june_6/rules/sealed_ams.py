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
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal, WordId
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, wanted
from hexledger.events import model as ev


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


class SealAm(Choice[June6Position], frozen=True, array_like=True, tag=720):
    """J6 7.24a: a side chooses one AM in secret. `choices` lists what may be sealed; `at`: number of its token."""

    side: int
    at: int

    def prompt(self, pos: June6Position) -> Prompt:
        """Wants a seal."""
        kinds = (Seal.kind(), BuyAm.kind())
        return Prompt(self.side, pos.game.words["ask.seal_am"], pos.game.rules["7.24"], kinds)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Only a seal."""
        check_seal(decision, pos.game.cite("7.24a"))

    def choices(self, pos: June6Position) -> Iterator[BuyAm]:
        """Every AM that could be bought when the purchase began."""
        return (BuyAm(WordId(word)) for word in sealable(pos, self.side))

    def take(self, act: Act, decision: Decision) -> None:
        """The token goes into the pool."""
        take_seal(act, self.side, act.word(seal_key(self.at)), decision, act.game.cite("7.24"))
        act.pool("pool.am", act.word(sealed_key(self.side, self.at)), 1, "5.19")


class OpenAm(Choice[June6Position], frozen=True, array_like=True, tag=721):
    """J6 7.24b: a token was drawn: its owner opens the seal. `choices` lists what may be in it."""

    side: int
    at: int

    def prompt(self, pos: June6Position) -> Prompt:
        """Wants the seal opened."""
        kinds = (Reveal.kind(), BuyAm.kind())
        return Prompt(self.side, pos.game.words["ask.open_am"], pos.game.rules["7.24"], kinds)

    def _opened(self, pos: June6Position, decision: Decision) -> BuyAm:
        game = pos.game
        sealed = pos.sealed(self.side, game.words[seal_key(self.at)])
        return open_as(game.codec, decision, sealed, game.cite("7.24"), BuyAm, "the seal holds no AM")

    def check(self, pos: June6Position, decision: Decision) -> None:
        """What is shown must be what was sealed."""
        wanted(decision, Reveal, pos.game.cite("7.24"))
        self._opened(pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every AM that could be bought when the purchase began."""
        return (BuyAm(WordId(word)) for word in sealable(pos, self.side))

    def take(self, act: Act, decision: Decision) -> None:
        """The AM takes effect, unless it could not be bought (R-109)."""
        word = self._opened(act.pos, decision).am
        act.done()
        act.emit(ev.Revealed(self.side, act.word(seal_key(self.at))))
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
