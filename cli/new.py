"""`hexledger new`: start a log."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.commitments import LOG_ID, Committed, commit_option, log_id_of
from hexledger.cli.common import (
    edition_option,
    heading,
    json_option,
    keeper_path,
    now,
    print_json,
    vault_path,
)
from hexledger.cli.completing import complete_dice, complete_option, complete_policy, complete_scenario
from hexledger.cli.console import say, say_lines
from hexledger.cli.inputs import INT, KEEPER, TEXT
from hexledger.cli.outputs import NEW_FILE
from hexledger.cli.whose import due_lines, own_sides
from hexledger.events.numbers import whole_number

LONGEST_NUMBER = 10
"""Longer figures of an option's value are text."""


def _options(pairs: tuple[str, ...]) -> dict[str, str | int | bool]:
    out: dict[str, str | int | bool] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--option wants NAME=VALUE, not {pair!r}")
        number = whole_number(value, signed=True) if len(value) < LONGEST_NUMBER else None
        out[key] = value == "yes" if value in ("yes", "no") else value if number is None else number
    return out


def _players(scenario: str, given: tuple[str, ...], edition: Path | None) -> list[tuple[int, str, str]]:
    """`allied=Ann:KEY` as (side, name, public key in hex)."""
    if not given:
        return []
    from hexledger.cli.keyring import find_public
    from hexledger.cli.mail import side_or_referee
    from hexledger.engine.catalogue import open_game, split_scenario

    game = open_game(split_scenario(scenario)[0], edition)
    out = []
    for text in given:
        side, equals, who = text.partition("=")
        name, _, key = who.partition(":")
        if not equals or not name:
            raise click.UsageError(f"--player wants SIDE=NAME or SIDE=NAME:KEY, not {text!r}")
        if name == "bot":
            raise click.UsageError(f"a bot sits down where the game is played: `hexledger play LOG --{side} {who}`")
        if key and not (len(key) == 64 and key.isascii() and key.isalnum()):
            key = find_public(key).public.hex()
        out.append((side_or_referee(game, side), name, key.lower()))
    return sorted(out)


@click.command()
@click.argument("scenario", shell_complete=complete_scenario)
@click.argument("log", type=NEW_FILE)
@click.option(
    "--dice",
    shell_complete=complete_dice,
    default="",
    metavar="MODE",
    help="practice (open seed; the default), entered (real dice, typed in), referee (a keeper's secret), duel (chains "
    "of both sides).",
)
@click.option("--seed", default="", help="Seed of practice dice; a random one is taken and shown without it.")
@click.option(
    "--keeper", type=KEEPER, metavar="FILE", help="Referee dice: the keeper's file (default: a new one beside LOG)."
)
@click.option("--log-id", default="", type=LOG_ID, metavar="HEX", help="The log id that the commitments are bound to.")
@commit_option
@click.option(
    "--links", type=INT, default=5000, show_default=True, help="Duel dice: length of the chains made beside LOG."
)
@click.option(
    "--refusal", default="", metavar="RULE", help="Duel: a link kept back means forfeit (default) or referee."
)
@click.option("--undo", "policy", default="consent", show_default=True, help="Undo policy: free, consent, strict.")
@click.option(
    "--errors",
    "error_policy",
    default="",
    shell_complete=complete_policy,
    help="Error policy: strict, next-die, ladder, untainted, segment, judge; also NAME+swap.",
)
@click.option(
    "--rulings",
    type=TEXT,
    help="File of rulings: the readings in force there are played (see `hexledger rulings`).",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=NAME[:KEY]",
    help="Who plays a side (or is `referee`), with the public key: 64 hex digits, name+id+base64, or a known name.",
)
@click.option("--signed", is_flag=True, help="Frames of players with a key must carry their signature.")
@click.option(
    "--as-played",
    is_flag=True,
    help="A game played elsewhere, with entered dice: what the rules refuse is recorded and marked.",
)
@click.option(
    "--seals", type=click.Choice(["practice", "vault"]), help="Secrets follow from the seed, or stay in vaults."
)
@click.option("--no-clock", is_flag=True, help="Record no times (else each decision has its time; no rule reads it).")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_option,
    help="Optional rule of the game.",
)
@edition_option
@json_option
def new(
    scenario: str,
    log: Path,
    dice: str,
    seed: str,
    keeper: Path | None,
    log_id: str,
    committed: tuple[Committed, ...],
    links: int,
    refusal: str,
    policy: str,
    error_policy: str,
    rulings: Path | None,
    players: tuple[str, ...],
    signed: bool,
    as_played: bool,
    seals: str | None,
    no_clock: bool,
    options: tuple[str, ...],
    edition: Path | None,
    as_json: bool,
) -> None:
    """Start SCENARIO (for example june_6/push_to_caen) in a new file LOG."""
    from hexledger.replays.log.chronicle import Chronicle, new_genesis

    dice = dice or ("entered" if as_played else "practice")
    chosen = _options(options)
    if rulings is not None:
        from hexledger.replays.referee.rulings_file import in_force, read_rulings

        chosen = {**in_force(read_rulings(rulings)), **chosen}
    log_id, told = log_id_of(committed, log_id), tuple(found.commitment for found in committed)
    log_id, commitments, made = _commitments(dice, scenario, log, keeper, log_id, told, links)
    try:
        genesis = new_genesis(
            scenario,
            dice=dice,
            seed=seed,
            undo_policy=policy,
            error_policy=error_policy,
            options=chosen,
            edition=edition,
            players=_players(scenario, players, edition),
            signed=signed,
            as_played=as_played,
            seals=seals or "",
            log_id=log_id,
            commitments=commitments,
            refusal_rule=refusal,
        )
        chronicle = Chronicle.create(log, genesis, edition, None if no_clock else now())
    except BaseException:
        for path in made:
            path.unlink()
        raise
    with chronicle:
        if as_json:
            print_json(
                {
                    "log": str(log),
                    "log_id": genesis.log_id,
                    "game": genesis.game,
                    "scenario": genesis.scenario,
                    "dice": dice,
                    "seed": genesis.seed,
                    "signed": genesis.signed,
                    "as_played": genesis.as_played,
                    "players": [list(player) for player in genesis.players],
                    "commitments": list(genesis.commitments),
                    "secrets": [str(path) for path in made],
                    "edition": genesis.edition,
                    "edition_kind": genesis.edition_kind,
                    "error_policy": genesis.error_policy,
                }
            )
            return
        say(heading(chronicle, 0))
        seed_told = f" · practice seed {genesis.seed} (open to everybody)" if genesis.seed else ""
        say(f"log {log} · id {genesis.log_id}{seed_told}")
        for side, name, key in genesis.players:
            who = chronicle.game.side(side).capitalize() if side else "Referee"
            say(f"{who}: {name}" + (f", key {key[:12]}" if key else ", no key"))
        if genesis.signed and not any(side == 0 and key for side, _, key in genesis.players):
            say("no referee with a key: a player who loses his key cannot be replaced, and the game ends there")
        for path in made:
            say(f"secret in {path}: for its owner only, never to be sent with the log")
        say_lines(due_lines(chronicle, own_sides(chronicle)))


def _commitments(
    dice: str, scenario: str, log: Path, keeper: Path | None, log_id: str, given: tuple[str, ...], links: int
) -> tuple[str, tuple[str, ...], list[Path]]:
    """(log id, commitments, secret files made for them): what was given, else secrets made beside the log."""
    if given or dice not in ("referee", "duel"):
        if keeper is not None or (given and not log_id):
            raise click.UsageError("--commit goes with --log-id and without --keeper; other dice take neither")
        return log_id, given, []
    if log.exists():
        raise click.UsageError(f"{log} exists already; a new game never replaces a file")
    from hexledger.replays.log.genesis import random_hex

    if dice == "referee":
        from hexledger.replays.dice.keeper_file import KeeperSecret

        made = [] if keeper else [keeper_path(log)]
        kept = KeeperSecret(keeper) if keeper else KeeperSecret.new(made[0], log_id or random_hex(16))
        return kept.log_id, (kept.commitment,), made
    from hexledger.engine.catalogue import open_game, split_scenario
    from hexledger.replays.dice.duel_vault import DuelVault

    log_id = log_id or random_hex(16)
    sides = open_game(split_scenario(scenario)[0]).sides
    vaults = [DuelVault.new(vault_path(log, name), log_id, side, links) for side, name in enumerate(sides, 1)]
    return log_id, tuple(vault.commitment for vault in vaults), [vault.path for vault in vaults]
