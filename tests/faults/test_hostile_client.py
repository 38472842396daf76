"""A hostile client on real signed games (see `hostile_client.py`): whatever the validator takes keeps the invariants of
docs/trust.md, and `verify` and `receive` say the same; with a check taken out the client finds the hole.

The seed in a failure names its episode: `attacked` with that name, up to the slash, goes the same way again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from hexledger.engine.dice import duel, referee
from hexledger.replays.admission import agreement, kinds, validator
from hexledger.replays.admission.needs import NOBODY
from hexledger.replays.dice import fixbook
from hexledger.replays.dice.fixbook import FixBook
from tests.drill.game import drill
from tests.faults.hostile_client import attacked
from tests.faults.hostile_games import (
    FIRST,
    MODES,
    SECOND,
    SIDES,
    SPARE,
    STRANGER,
    Recording,
    record,
)
from tests.faults.hostile_judge import Hands, judged


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Recording]:
    """An honest game of Drill in each dice mode."""
    folder = tmp_path_factory.mktemp("honest")
    return {mode: record(folder / mode, drill(), "skirmish", mode, {"turns": 6}) for mode in MODES}


def hands_of(recording: Recording, attacker: int) -> Hands:
    """What everybody but one side has made in an honest game."""
    made = {one for side, found in recording.made.items() if side != attacker for one in found}
    keys = (FIRST[attacker], SECOND[attacker], SPARE[attacker], STRANGER)
    return Hands(attacker, made, set(recording.words), frozenset(key.verifier.public.hex() for key in keys))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("mode", MODES)
def test_the_judge_has_nothing_to_say_against_an_honest_game(recordings, mode, side):
    recording = recordings[mode]
    assert judged(recording, hands_of(recording, side), list(recording.payloads)) == []
    kinds_in_it = {frame.kind for frame in recording.frames}
    wanted = {0, 1, 2, 8, 9} | ({5} if mode != "practice" else set())
    assert wanted <= kinds_in_it, "no rewind, seat, end or fix to attack"


@pytest.mark.parametrize("mode", MODES)
def test_what_a_hostile_client_gets_taken_keeps_the_invariants(recordings, mode, tmp_path):
    order = [recordings[mode], *(found for name, found in recordings.items() if name != mode)]
    outcome = attacked(order, f"fast {mode}", 250, tmp_path, every=2)
    assert outcome.wrongs == []
    assert outcome.taken > 20
    assert outcome.compared > 5
    assert len(outcome.why) > 10, "she is refused for too few reasons to show anything"


# ---------------------------------------------------------------------- a check taken out
def _anybody_refuses(book: FixBook, frame: Any, record: Any) -> None:
    """`check_refusal` without its question who says so."""
    _check_refusal(book, msgspec.structs.replace(frame, actor=record.side), record)


_check_refusal: Final = FixBook.check_refusal
_nothing: Final[Callable[..., None]] = lambda *_, **__: None  # noqa: E731


class Hole(NamedTuple):
    """A check taken out: where it stands, its name, what stands there instead; as what it shows; in which episodes."""

    name: str
    where: Any
    check: str
    instead: Callable[..., Any]
    shows: str
    seed: int


HOLES = [
    Hole("signatures are not asked for", agreement, "check_signature", _nothing, "4 hand", 0),
    Hole("a word may be signed by anybody", agreement, "words_fault", lambda *_, **__: "", "6 main", 1),
    Hole("no word is asked", agreement, "check_words", _nothing, "3 drop", 2),
    Hole("anything stands between a fix and its roll", validator.Validator, "_waiting", _nothing, "3 fix", 0),
    Hole("the end is not the end", validator.Validator, "_ended", _nothing, "4 ended", 1),
    Hole("any link will do", duel, "leads_back", lambda *_: True, "3 link", 1),
    Hole("an answer may be signed by anybody", fixbook, "verify", _nothing, "1 die", 0),
    Hole("a key may come again", kinds, "new_key", _nothing, "4 key", 3),
    Hole("a fix is dropped without word", kinds, "_drop", lambda *_: NOBODY, "3 drop", 5),
    Hole("main is moved without word", kinds, "_leave", lambda *_: NOBODY, "6 main", 2),
    Hole("lines are opened in a contested game", kinds, "line", lambda *_: NOBODY, "6 line", 0),
    Hole("anybody declares any end", kinds, "end", lambda *_: NOBODY, "4 end", 4),
    Hole("anybody hands over any seat", kinds, "seat", lambda *_: NOBODY, "4 seat", 2),
    Hole("anybody refuses for anybody", FixBook, "check_refusal", _anybody_refuses, "3 refusal", 0),
    Hole("a secret that is none is opened", FixBook, "check_reveal", _nothing, "4 hand", 0),
    Hole("no limits", validator, "place", _nothing, "7 ", 0),
]


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.name)
def test_a_check_taken_out_is_found(recordings, hole, monkeypatch):
    monkeypatch.setattr(hole.where, hole.check, hole.instead)
    outcome = attacked(list(recordings.values()), f"hole {hole.seed}", 3000, until=hole.shows)
    assert any(f": {hole.shows}" in wrong for wrong in outcome.wrongs), outcome.wrongs


def test_with_no_fix_asked_for_a_roll_without_one_is_found(recordings, monkeypatch):
    """Two checks stand behind each other here: the validator's, and the key that the audit looks for."""
    monkeypatch.setattr(FixBook, "check_play", _nothing)
    monkeypatch.setattr(FixBook, "roll_key", lambda _, evidence: referee.read_answer(evidence[0])[0])
    outcome = attacked([recordings["referee"]], "no fix", 3000, until="3 fix")
    assert any("3 fix" in wrong and "rolls without a fix" in wrong for wrong in outcome.wrongs), outcome.wrongs
