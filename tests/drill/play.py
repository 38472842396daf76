"""Games of Drill for tests: begun, played on by bots, and written again with repaired hashes after an edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.kernel.deciding import decide
from hexledger.events.frame import DECISION, FORMAT, Frame, Genesis, decode_frame, encode_frame
from hexledger.events.ledger import Ledger
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.genesis import dice_of, frame_of, genesis_frame
from hexledger.replays.log.table import play_on
from tests.drill.decisions import Pass
from tests.drill.game import drill

RED, BLUE = 1, 2


def genesis(
    seed: str = "drill", turns: int = 2, policy: str = "consent", errors: str = "", form: int = FORMAT
) -> Genesis:
    """Genesis of a game of Drill."""
    return new_genesis(
        "skirmish",
        seed=seed,
        undo_policy=policy,
        error_policy=errors,
        options={"turns": turns},
        game=drill(),
        form=form,
    )


def begun(
    path: Path, seed: str = "drill", turns: int = 2, policy: str = "consent", errors: str = "", form: int = FORMAT
) -> Chronicle:
    """A new game, open for writing. `form`: the format of its log."""
    return Chronicle.create(path, genesis(seed, turns, policy, errors, form), game=drill())


def writing(path: Path) -> Chronicle:
    """A log of Drill opened by its writer."""
    return Chronicle.write(path, game=drill())


def reading(path: Path) -> Chronicle:
    """A log of Drill opened by a reader."""
    return Chronicle.read(path, game=drill())


def advance(chronicle: Chronicle, decisions: int = 1, seed: str = "bots") -> int:
    """Bots play on (red greedy, blue random); how many decisions they made before the game was over."""
    return play_on(chronicle, {RED: greedy_bot, BLUE: random_bot}, seed=seed, limit=decisions)


def to_the_end(chronicle: Chronicle, seed: str = "bots") -> int:
    """Bots finish the game; how many decisions it took."""
    return advance(chronicle, 10_000, seed)


def until(chronicle: Chronicle, kind: str, limit: int = 400) -> None:
    """Bots play on until a prompt asks for this kind of decision first."""
    for _ in range(limit):
        prompt = chronicle.offer()
        assert prompt is not None, f"the game ended before anybody was asked to {kind}"
        if prompt.kinds[0] == kind:
            return
        advance(chronicle)
    raise AssertionError(f"{kind} never came up")


def undone_and_branched(chronicle: Chronicle, reason: str = "misread", branch: str = "study") -> None:
    """A new game goes on to its first opening of secrets and past it, takes that back with consent, plays on, tries a
    branch from frame 2 and is on its main line again."""
    until(chronicle, "reveal")
    advance(chronicle)
    chronicle.undo(RED, consent=[BLUE], reason=reason)
    advance(chronicle, 3)
    chronicle.branch(branch, at=2)
    advance(chronicle, 5, seed="another mind")
    chronicle.switch("main")


def frames_of(path: Path) -> list[Frame]:
    """Every frame of a log."""
    with Ledger.open_reader(path) as ledger:
        return [decode_frame(payload, seq) for seq, payload in enumerate(ledger.payloads())]


def written(path: Path, payloads: Iterable[bytes]) -> Path:
    """A log of these payloads: chain and checksums are right, whatever the payloads say."""
    Ledger.create_with(path, list(payloads)).close()
    return path


def rewritten(path: Path, target: Path, change: Callable[[Frame], Frame], frame: int) -> Path:
    """A copy of a log with one frame changed and every hash repaired."""
    return written(target, [encode_frame(change(f) if f.seq == frame else f) for f in frames_of(path)])


def edited(frame: Frame, **fields: object) -> Frame:
    """A frame with other fields."""
    return msgspec.structs.replace(frame, **fields)


def passing(path: Path, decisions: int) -> Path:
    """A long quiet game in which both sides only pass, written in one go."""
    game, first = drill(), genesis("quiet", turns=1_000_000)
    frame, state = genesis_frame(game, first)
    payloads, dice, before = [encode_frame(frame)], dice_of(first), frame.digest
    for seq in range(1, decisions + 1):
        step = game.step_codec.unpack(*state.agenda[-1])
        draft = decide(game, state, before, step.side, Pass(), dice.roller(seq))  # type: ignore[attr-defined]
        state, before = draft.state, draft.digest
        raw = game.codec.encode(Pass())
        payloads.append(encode_frame(frame_of(seq, DECISION, step.side, seq - 1, raw, draft, None)))  # type: ignore[attr-defined]
    return written(path, payloads)
