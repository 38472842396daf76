"""A hostile client on real signed games (see `hostile_client.py`): whatever the validator takes keeps the invariants of
docs/trust.md, and `verify` and `receive` say the same; with a check taken out the client finds the hole.

The seed in a failure names its episode: `attacked` with that name, up to the slash, goes the same way again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.rolling import FixedRoller
from hexledger.engine.kernel.game import Game
from hexledger.events.dice_records import KeeperReveal
from hexledger.events.frame import Frame
from hexledger.replays.admission import agreement, kinds, validator
from hexledger.replays.admission.needs import NOBODY
from hexledger.replays.audit.audit import Walk
from hexledger.replays.dice import fixbook, kit
from hexledger.replays.dice.fixbook import FixBook
from hexledger.replays.log.mail import Bundle, receive
from tests.drill.game import drill
from tests.drill.play import written
from tests.faults.hostile_client import attacked
from tests.faults.hostile_games import (
    ARMIES_OF_ONE,
    FIRST,
    MODES,
    SECOND,
    SIDES,
    SPARE,
    STRANGER,
    Recording,
    record,
    said_in,
)
from tests.faults.hostile_judge import Hands, judged

pytestmark = pytest.mark.whole


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
    wanted = {0, 1, 2, 4, 8, 9} | ({5} if mode != "practice" else set())
    assert wanted <= kinds_in_it, "no rewind, ruling, seat, end or fix to attack"
    claims = [frame for frame in recording.frames if frame.kind == 7 or getattr(said_in(frame), "about", -1) >= 0]
    assert claims, "nobody has complained"
    opened = any(isinstance(said_in(frame), KeeperReveal) for frame in recording.frames)
    assert opened == (mode == "referee")


@pytest.mark.parametrize("mode", MODES)
def test_what_a_hostile_client_gets_taken_keeps_the_invariants(recordings, mode, tmp_path):
    order = [recordings[mode], *(found for name, found in recordings.items() if name != mode)]
    outcome = attacked(order, f"fast {mode}", 250, tmp_path, every=2)
    assert outcome.wrongs == []
    assert outcome.taken > 20
    assert outcome.compared > 5
    assert len(outcome.why) > 10, "she is refused for too few reasons to show anything"


# ---------------------------------------------------------------------- she sits at an army of a side
@pytest.fixture(scope="module")
def armies(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """An honest game in which two armies of a side have players of their own."""
    folder, game = tmp_path_factory.mktemp("armies"), open_game("time_for_trumpets")
    basic = {"rules": "basic"}
    return record(folder / "referee", game, "losheim_gap", "referee", basic, decisions=12, armies=ARMIES_OF_ONE)


def test_each_army_decides_in_the_honest_game_that_is_attacked(armies):
    assert all(len(armies.made[seat]) > 1 for seat in (*SIDES, *ARMIES_OF_ONE)), armies.made


@pytest.mark.parametrize("seat", ARMIES_OF_ONE)
def test_who_sits_at_an_army_writes_for_no_other_and_not_for_its_side(armies, seat, tmp_path):
    outcome = attacked([armies], f"army {seat}", 100, tmp_path, every=8, seat=seat)
    assert outcome.wrongs == []
    assert outcome.taken > 5
    assert outcome.why["rules: signature"] and len(outcome.why) > 15, outcome.why


def test_with_no_army_asked_for_she_is_found(armies, monkeypatch):
    monkeypatch.setattr(Walk, "_seat", _nothing)
    outcome = attacked([armies], "army hole", 3000, until="4 hand", seat=ARMIES_OF_ONE[0])
    assert any(": 4 hand" in wrong for wrong in outcome.wrongs), outcome.wrongs


# ---------------------------------------------------------------------- found by her
def test_who_has_only_the_first_frame_takes_a_bundle_with_several_rolls(recordings, tmp_path):
    """A position is kept until the last frame of a bundle that continues it, whatever the receiver had before."""
    honest = recordings["duel"]
    written(tmp_path / "copy.hxl", honest.payloads[:1])
    genesis = honest.genesis
    bundle = Bundle(1, genesis.log_id, genesis.game, "red", "blue", 0, bytes(32).hex(), honest.payloads)
    assert len(receive(bundle, tmp_path / "copy.hxl", game=honest.game).frames) == len(honest.payloads) - 1


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
    Hole("a word may be signed by anybody", agreement, "words_fault", lambda *_, **__: "", "6 main", 0),
    Hole("no word is asked", agreement, "check_words", _nothing, "3 drop", 0),
    Hole("anything stands between a fix and its roll", validator.Validator, "_waiting", _nothing, "3 fix", 0),
    Hole("the end is not the end", validator.Validator, "_ended", _nothing, "4 ended", 0),
    Hole("any link will do", duel, "leads_back", lambda *_: True, "3 link", 1),
    Hole("an answer may be signed by anybody", fixbook, "verify", _nothing, "1 die", 0),
    Hole("a key may come again", kinds, "new_key", _nothing, "4 key", 0),
    Hole("a fix is dropped without word", kinds, "_drop", lambda *_: NOBODY, "3 drop", 5),
    Hole("main is moved without word", kinds, "_leave", lambda *_: NOBODY, "6 main", 1),
    Hole("lines are opened in a contested game", kinds, "line", lambda *_: NOBODY, "6 line", 1),
    Hole("anybody declares any end", kinds, "end", lambda *_: NOBODY, "4 end", 1),
    Hole("anybody hands over any seat", kinds, "seat", lambda *_: NOBODY, "4 seat", 1),
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
    """Two checks stand behind each other here: the validator's, and the rules', which have no dice without a fix."""
    again = kit.fixed_again

    def shown(book: FixBook, frame: Frame) -> Any:
        found = referee.read_answer(frame.evidence[0]) if frame.evidence else None
        if found is None or book.waiting is not None:
            return again(book, frame)
        return FixedRoller(book.mode, found[0], frame.evidence)

    monkeypatch.setattr(FixBook, "check_play", _nothing)
    monkeypatch.setattr(kit, "fixed_again", shown)
    outcome = attacked([recordings["referee"]], "no fix 0", 3000, until="3 fix")
    assert any("rolls without a fix" in wrong for wrong in outcome.wrongs), outcome.wrongs


# ---------------------------------------------------------------------- the long tests
CHUNK: Final = 2_000


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("mode", MODES)
def test_nor_does_anything_else_that_she_tries(recordings, mode, chunk, tmp_path):
    """80,000 tries on Drill."""
    order = [recordings[mode], *(found for name, found in recordings.items() if name != mode)]
    outcome = attacked(order, f"long {mode} {chunk}", CHUNK, tmp_path, every=5)
    assert outcome.wrongs == []
    assert outcome.taken > CHUNK // 20


@pytest.mark.long
@pytest.mark.parametrize("seat", ARMIES_OF_ONE)
def test_nor_does_anything_else_that_she_tries_at_an_army(armies, seat, tmp_path):
    """4,000 tries."""
    outcome = attacked([armies], f"long army {seat}", CHUNK, tmp_path, every=10, seat=seat)
    assert outcome.wrongs == []
    assert outcome.taken > CHUNK // 20


@cache
def _game(name: str, mode: str) -> tuple[Game[Any], str]:
    """A game of the catalogue, and a scenario of it that can be played: another one for each dice mode, as far as there
    are others."""
    game = open_game(name)
    playable = [scenario for scenario in game.edition.scenarios if game.playable(scenario) is True]
    return game, playable[MODES.index(mode) % len(playable)]


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", GAMES)
def test_nor_in_any_game_of_the_catalogue(name, mode, tmp_path):
    """20,000 tries on the games of the catalogue together."""
    game, scenario = _game(name, mode)
    tries = 20_000 // (len(GAMES) * len(MODES)) + 1
    honest = record(tmp_path / "honest", game, scenario, mode)
    assert [judged(honest, hands_of(honest, side), list(honest.payloads)) for side in SIDES] == [[], []]
    outcome = attacked([honest], f"every {name} {mode}", tries, tmp_path, every=5)
    assert outcome.wrongs == []
    assert outcome.taken > tries // 20
