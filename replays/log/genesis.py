"""The first frame of a log: what is played, with what, under which dice and undo policy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    FORMAT,
    GENESIS,
    OLD,
    PRACTICE_SEALS,
    UNREADABLE,
    VAULT_SEALS,
    BadFrame,
    Frame,
    Genesis,
    encode_value,
)
from hexledger.events.model import DICE_MODES, DUEL, PRACTICE
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.crossing import DEFAULT_POLICY, POLICIES

if TYPE_CHECKING:
    from hexledger.engine.dice.rolling import DiceSource, Roller
    from hexledger.engine.kernel.deciding import Draft
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State

# What only a new game needs is imported by the functions that begin one: reading a log should start fast.


def is_log_id(text: str) -> bool:
    """True for what the id of a log looks like outside practice mode: 32 hex digits."""
    return len(text) == 32 and not text.strip("0123456789abcdef")


def new_genesis(
    scenario: str,
    *,
    dice: str = "practice",
    seed: str = "",
    players: Sequence[tuple[int, str, str]] = (),
    undo_policy: str = DEFAULT_POLICY,
    error_policy: str = "",
    options: dict[str, str | int | bool] | None = None,
    edition: Path | None = None,
    game: Game[Any] | None = None,
    signed: bool = False,
    seals: str = "",
    log_id: str = "",
    commitments: Sequence[str] = (),
    refusal_rule: str = "",
    as_played: bool = False,
    form: int = FORMAT,
) -> Genesis:
    """Genesis of a new game of `june_6/push_to_caen` and the like.

    `players`: (side, name, public key in 64 hex digits or empty), side 0 is the referee. `signed`: frames of players
    with a key must carry their signature. `seals`: `practice` (salts follow from the seed) or `vault` (salts are
    random, secrets stay in their owner's vault); by default vault when anybody has a key, and wherever the dice are no
    practice dice, but not in a transcript, which hides nothing.

    Practice dice: without a seed a random one is taken, and shown, since it is open. All other modes, and games with
    keys or vaults, have a random log id of 128 bits (`log_id`: the one that keeper or players have committed to) and
    other modes no seed; `commitments` as `Genesis` says. `game`: a game that is not in the catalogue (`scenario` is
    then the name of one of its scenarios, with or without `id/` before it). `form`: the format of the log; the older
    one is for tests of what is read for ever. ReplayError for anything that does not fit together.
    """
    from hexledger.engine.catalogue import open_game, split_scenario
    from hexledger.engine.dice.duel import FORFEIT
    from hexledger.engine.dice.rolling import practice_log_id
    from hexledger.replays.referee.policies import check_name
    from hexledger.replays.secrets.signing import check_players

    if game is None:
        game_id, scenario_id = split_scenario(scenario)
        game = open_game(game_id, edition)
    else:
        game_id, scenario_id = game.id, scenario.removeprefix(f"{game.id}/")
    mode = next((number for number, name in DICE_MODES.items() if name == dice), 0)
    if not mode:
        raise ReplayError(f"no dice mode {dice!r}; modes are {', '.join(DICE_MODES.values())}")
    if mode != PRACTICE and seed:
        raise ReplayError(f"{dice} dice have no seed: their secrets are 256 bits of the system")
    if undo_policy not in POLICIES:
        raise ReplayError(f"no undo policy {undo_policy!r}; policies are {', '.join(POLICIES)}")
    check_name(error_policy)
    if log_id and not is_log_id(log_id):
        raise ReplayError("a log id is 32 hex digits")
    for text in (seed, *(part for player in players for part in player[1:])):
        check_text(text)
    check_players(players, game, signed=signed)
    if seals not in ("", *SEALS):
        raise ReplayError(f"no seals {seals!r}; they are {' or '.join(SEALS)}")
    keyed = any(key for _, _, key in players)
    secret_dice = mode != PRACTICE and not as_played
    vaults = seals == "vault" or (not seals and (keyed or secret_dice))
    if secret_dice and not vaults:
        raise ReplayError("practice seals follow from the open seed of practice dice: these dice go with vault seals")
    if mode == PRACTICE:
        seed = seed or random_hex(8)
        # what is signed or sealed must not be mistaken for that of another game with the same seed
        log_id = random_hex(16) if keyed or vaults else practice_log_id(seed, game_id, scenario_id)
    genesis = Genesis(
        format=form,
        log_id=log_id or random_hex(16),
        game=game_id,
        scenario=scenario_id,
        rules_version=game.rules_version,
        edition=game.edition.meta.id,
        edition_kind=game.edition.meta.kind,
        edition_fingerprint=game.edition.fingerprint,
        dice_mode=mode,
        seed=seed,
        undo_policy=undo_policy,
        options=dict(sorted((options or {}).items())),
        players=tuple(players),
        commitments=tuple(commitments),
        pieces=game.packed_pieces,
        places=game.packed_places,
        error_policy=error_policy,
        signed=signed,
        seals=VAULT_SEALS if vaults else PRACTICE_SEALS,
        refusal_rule=refusal_rule or (FORFEIT if mode == DUEL else ""),
        as_played=as_played,
    )
    check_beginning(genesis, game)
    return genesis


def check_beginning(genesis: Genesis, game: Game[Any]) -> None:
    """Refuse (ReplayError) a genesis that no log may begin with."""
    if genesis.format == OLD:
        from hexledger.replays.dice.dicebook import DiceBook

        DiceBook(genesis, len(game.sides))
        return
    from hexledger.replays.admission.beginning import check_genesis, sides_of
    from hexledger.replays.dice.fixbook import FixBook

    sides = sides_of(genesis, game)
    check_genesis(genesis, sides)
    FixBook(genesis, sides)


def random_hex(size: int) -> str:
    """`size` random bytes of the system, in hex."""
    # imported here: it brings half of the standard library's cryptography with it
    from secrets import token_hex

    return token_hex(size)


SEALS = ("practice", "vault")
"""How the salts of seals are kept."""


def check_text(text: str) -> None:
    """Refuse (ReplayError) text that UTF-8 cannot write, such as a lone surrogate from a badly decoded command line."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ReplayError(f"{text!r} is not text that UTF-8 can write") from None


def read_genesis(frame: Frame) -> Genesis:
    """The genesis of frame 0; BadFrame when it is none, or names a format or an undo policy that do not exist."""
    try:
        genesis: Genesis = msgspec.msgpack.decode(frame.decision, type=Genesis)
    except UNREADABLE as error:
        raise BadFrame(0, f"not a genesis: {error}") from error
    if not 1 <= genesis.format <= FORMAT:
        raise BadFrame(0, f"the log has format {genesis.format}; this version reads 1 to {FORMAT}")
    if genesis.undo_policy not in POLICIES:
        raise BadFrame(0, f"no undo policy {genesis.undo_policy!r}; policies are {', '.join(POLICIES)}")
    if genesis.error_policy:
        from hexledger.replays.referee.policies import check_name

        try:
            check_name(genesis.error_policy)
        except ReplayError as error:
            raise BadFrame(0, str(error)) from error
    if genesis.seals not in (PRACTICE_SEALS, VAULT_SEALS):
        raise BadFrame(0, f"no such way to keep seals: {genesis.seals}")
    keys = [key for _, _, key in genesis.players if key]
    if keys:
        from hexledger.events.signatures import parse_public

        try:
            for key in keys:
                parse_public(key)
        except LedgerError as error:
            raise BadFrame(0, str(error)) from error
    return genesis


def tables_differ(genesis: Genesis, game: Game[Any]) -> str:
    """Which of the genesis's two tables (`piece`, `place`) is not the game's; empty when both are."""
    try:
        if _unpacked(genesis.pieces) != tuple(counter.id for counter in game.counters):
            return "piece"
        if _unpacked(genesis.places) != game.board.labels:
            return "place"
    except ValueError:
        return "piece or place"
    return ""


@lru_cache(maxsize=16)
def _unpacked(packed: tuple[str, ...]) -> tuple[str, ...]:
    """Names as `labels.unpack` gives them; logs of one edition have the same. ValueError."""
    from hexledger.events import labels

    return labels.unpack(packed)


def dice_of(genesis: Genesis) -> DiceSource:
    """The dice of a practice game; ReplayError for another mode, whose dice need more than the genesis
    (`replays.dice.kit`)."""
    from hexledger.engine.dice.rolling import PracticeDice

    if genesis.dice_mode != PRACTICE:
        mode = DICE_MODES.get(genesis.dice_mode, str(genesis.dice_mode))
        raise ReplayError(f"{mode} dice do not follow from the genesis frame")
    return PracticeDice(genesis.log_id, genesis.seed)


def opening_roller(genesis: Genesis) -> Roller:
    """The dice of the set-up: practice dice, else none, because a set-up is begun before anybody may know a roll."""
    if genesis.dice_mode == PRACTICE:
        return dice_of(genesis).roller(0)
    from hexledger.engine.dice.rolling import NoDice

    return NoDice(genesis.dice_mode, "the set-up waits for them")


def genesis_frame(game: Game[Any], genesis: Genesis, time: int | None = None) -> tuple[Frame, State]:
    """Frame 0 of a new game, and the position it leaves."""
    from hexledger.engine.kernel.deciding import begin

    draft = begin(game, genesis.scenario, genesis.options, opening_roller(genesis))
    return frame_of(0, GENESIS, 0, -1, encode_value(genesis), draft, time), draft.state


def frame_of(
    seq: int, kind: int, actor: int, parent: int, decision: msgspec.Raw, draft: Draft, time: int | None
) -> Frame:
    """The frame of a draft."""
    return Frame(seq, kind, actor, parent, decision, draft.events, draft.evidence, draft.digest, time)  # type: ignore[arg-type]
