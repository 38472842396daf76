"""The dice protocol enumerated against the project's own validator, memory and keeper (see `dice_world.py`).

Nothing that a hostile side can do steers a die; and with a check taken out the walk finds the hole, or the table below
says which other check stands behind it.

The long walks are the same world to a greater depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from hexledger.engine.dice import duel, referee
from hexledger.events.model import DUEL, REFEREE
from hexledger.replays.admission import agreement, kinds, validator
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.admission.needs import NOBODY
from hexledger.replays.dice import fixbook
from hexledger.replays.dice.fixbook import FixBook
from hexledger.replays.log.crossing import NOTHING
from tests.faults.dice_world import Bounds, Notes, World, walk

pytestmark = pytest.mark.whole

Patch = Callable[[pytest.MonkeyPatch], None]


WALKS = [
    (DUEL, Bounds(4), 200),
    (DUEL, Bounds(3, words=1, restores=1, idle=0), 500),
    (DUEL, Bounds(5, words=1, idle=0), 500),
    (REFEREE, Bounds(3, asks=2), 500),
    (REFEREE, Bounds(2, words=1, restores=1, asks=2), 500),
]
LONGER = [
    (DUEL, Bounds(7, fixes=2)),
    (DUEL, Bounds(4, words=1, restores=1)),
    (REFEREE, Bounds(5, asks=3)),
    (REFEREE, Bounds(3, words=1, restores=1, asks=2)),
]


@pytest.mark.parametrize(("mode", "bounds", "least"), WALKS)
def test_nothing_that_a_hostile_side_can_do_steers_a_die(mode, bounds, least, tmp_path):
    found = walk(World(mode, tmp_path), bounds)
    assert found.wrongs == {}
    assert found.states > least
    assert found.knowing > 0, "no state in which she could have used what she knows: the walk shows nothing"


@pytest.mark.long
@pytest.mark.parametrize(("mode", "bounds"), LONGER)
def test_nor_on_longer_ways(mode, bounds, tmp_path):
    found = walk(World(mode, tmp_path), bounds)
    assert found.wrongs == {}
    assert found.knowing > 100


def test_whoever_made_both_chains_cannot_roll_for_the_other_side(tmp_path):
    found = walk(World(DUEL, tmp_path, both=True), Bounds(4))
    assert found.wrongs == {}
    assert found.states > 50


# ---------------------------------------------------------------------- a check taken out
def _nothing_waits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(validator.Validator, "_waiting", lambda *_: None)


def _anybody_drops(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(kinds, "_drop", lambda *_: NOBODY)


def _dropped_links_come_back(patch: pytest.MonkeyPatch) -> None:
    drop = FixBook.drop

    def back(self: FixBook, seq: int) -> None:
        if self.waiting is not None:
            self.fixes -= 1
            side, n = self.waiting.actor, self.waiting.n
            if self.mode == DUEL:
                chain = self.chains[side]
                self.chains[side] = fixbook.Chain(chain.length, n - 1, duel.before(self.log_id, side, chain.last))
        drop(self, seq)

    patch.setattr(FixBook, "drop", back)


def _no_signatures(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(agreement, "check_signature", lambda *_: None)


def _words_of_anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(agreement, "words_fault", lambda *_, **__: "")


def _no_words_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(agreement, "check_words", lambda *_: None)


def _lines_move_main(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(kinds, "line", lambda *_: NOBODY)


def _what_comes_back_is_free(patch: pytest.MonkeyPatch) -> None:
    crossed = Ledgerbook.crossed
    patch.setattr(
        Ledgerbook,
        "crossed",
        lambda book, early, late: crossed(book, early, late) if late == book.timeline.head else NOTHING,
    )


def _what_is_lost_is_free(patch: pytest.MonkeyPatch) -> None:
    crossed = Ledgerbook.crossed
    patch.setattr(
        Ledgerbook,
        "crossed",
        lambda book, early, late: NOTHING if late == book.timeline.head else crossed(book, early, late),
    )


def _rolls_are_not_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(FixBook, "check_play", lambda *_: None)
    patch.setattr(FixBook, "_show", lambda *_: None)
    patch.setattr(FixBook, "_take_play", lambda self, _: setattr(self, "waiting", None))


def _answers_of_anybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fixbook, "verify", lambda *_: None)


def _any_link(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel, "leads_back", lambda *_: True)


def _anybody_refuses(patch: pytest.MonkeyPatch) -> None:
    ask = FixBook.check_refusal
    patch.setattr(
        FixBook,
        "check_refusal",
        lambda self, frame, record: ask(self, msgspec.structs.replace(frame, actor=record.side), record),
    )


def _no_memory(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Notes, "note", lambda *_, **__: None)


def _duel_keys_without_the_leaf(patch: pytest.MonkeyPatch) -> None:
    made = duel.fixed_key
    patch.setattr(duel, "fixed_key", lambda _, links: made(b"", links))


def _keeper_keys_without_the_leaf(patch: pytest.MonkeyPatch) -> None:
    made = referee.fixed_key
    patch.setattr(referee, "fixed_key", lambda secret, _: made(secret, b""))


class Hole(NamedTuple):
    """A check taken out, in which walk it shows, and as what."""

    name: str
    taken: Patch
    mode: int
    bounds: Bounds
    shows: set[str]
    both: bool = False


HOLES = [
    Hole("a fix is dropped without word", _anybody_drops, DUEL, Bounds(4), {"dropped"}),
    Hole("and with referee dice", _anybody_drops, REFEREE, Bounds(3, asks=1), {"dropped"}),
    Hole("a drop gives the links back", _dropped_links_come_back, DUEL, Bounds(5, words=1, idle=0), {"foreseen"}),
    Hole("no signature is asked", _no_signatures, DUEL, Bounds(3), {"chosen"}, both=True),
    Hole("a word may be signed by anybody", _words_of_anybody, DUEL, Bounds(4), {"dropped", "undone"}),
    Hole("no word is asked", _no_words_asked, DUEL, Bounds(4), {"dropped", "undone"}),
    Hole("a line moves main", _lines_move_main, DUEL, Bounds(4), {"undone"}),
    Hole("what a rewind brings back is free", _what_comes_back_is_free, DUEL, Bounds(4, words=1), {"undone"}),
    Hole("what a rewind takes away is free", _what_is_lost_is_free, DUEL, Bounds(4), {"undone"}),
    Hole("what rolls is not asked about", _rolls_are_not_asked, REFEREE, Bounds(2), {"chosen"}),
    Hole("an answer may be signed by anybody", _answers_of_anybody, REFEREE, Bounds(2), {"chosen"}),
    Hole("any link will do", _any_link, DUEL, Bounds(4), {"chosen"}),
    Hole("anybody refuses for anybody", _anybody_refuses, DUEL, Bounds(4), {"named"}),
    Hole("keys and vaults have no memory", _no_memory, DUEL, Bounds(3, restores=1), {"chosen"}),
    Hole("one key for all that the keeper answers", _keeper_keys_without_the_leaf, REFEREE, Bounds(4), {"repeated"}),
    Hole("the keeper has no memory", _no_memory, REFEREE, Bounds(2, asks=2), {"chosen"}),
]


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.name)
def test_a_check_taken_out_is_found(hole, tmp_path, monkeypatch):
    hole.taken(monkeypatch)
    found = walk(World(hole.mode, tmp_path, both=hole.both), hole.bounds)
    assert hole.shows <= set(found.wrongs), found


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.name)
def test_every_hole_lies_within_a_walk_that_finds_none(hole):
    """Else what a check keeps out might stand just beyond what was walked with it in its place."""
    walked = [*LONGER, *((mode, bounds) for mode, bounds, _ in WALKS)]
    assert any(
        mode == hole.mode and all(least <= most for least, most in zip(hole.bounds, bounds, strict=True))
        for mode, bounds in walked
    )


REDUNDANT = [
    (
        "claims and seats between a fix and its roll",
        "the key follows from the fix's leaf and links alone, so that nothing that comes later enters it; step 5 keeps "
        "a log readable and a roll from being put off in silence",
        _nothing_waits,
        DUEL,
        Bounds(4),
    ),
    (
        "the leaf in a duel's key",
        "each link is given once, and the memory gives none for another fix; the leaf makes two forks of a log two "
        "throws even where a memory was lost",
        _duel_keys_without_the_leaf,
        DUEL,
        Bounds(4),
    ),
]


@pytest.mark.parametrize(("name", "why", "taken", "mode", "bounds"), REDUNDANT, ids=[row[0] for row in REDUNDANT])
def test_a_check_that_another_stands_behind(name, why, taken, mode, bounds, tmp_path, monkeypatch):
    """The walk must not show it: else it belongs into HOLES."""
    taken(monkeypatch)
    assert name
    assert why
    assert walk(World(mode, tmp_path), bounds).wrongs == {}
