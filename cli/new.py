"""`hexledger new`: start a log."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import edition_option, heading, json_option, print_json, prompt_line


def _options(pairs: tuple[str, ...]) -> dict[str, str | int | bool]:
    out: dict[str, str | int | bool] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--option wants NAME=VALUE, not {pair!r}")
        out[key] = value == "yes" if value in ("yes", "no") else int(value) if value.lstrip("-").isdigit() else value
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
        if key and not (len(key) == 64 and key.isascii() and key.isalnum()):
            key = find_public(key).public.hex()
        out.append((side_or_referee(game, side), name, key.lower()))
    return sorted(out)


@click.command()
@click.argument("scenario")
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--dice", default="practice", show_default=True, help="Dice mode: practice (open seed).")
@click.option("--seed", default="", help="Seed of practice dice; a random one is taken and shown without it.")
@click.option("--undo", "policy", default="consent", show_default=True, help="Undo policy: free, consent, strict.")
@click.option(
    "--errors", "error_policy", default="", help="Error policy: strict, next-die, untainted, segment, judge; +swap."
)
@click.option(
    "--rulings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
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
    "--seals", type=click.Choice(["practice", "vault"]), help="Secrets follow from the seed, or stay in vaults."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Optional rule of the game.")
@edition_option
@json_option
def new(
    scenario: str,
    log: Path,
    dice: str,
    seed: str,
    policy: str,
    error_policy: str,
    rulings: Path | None,
    players: tuple[str, ...],
    signed: bool,
    seals: str | None,
    options: tuple[str, ...],
    edition: Path | None,
    as_json: bool,
) -> None:
    """Start SCENARIO (for example june_6/push_to_caen) in a new file LOG."""
    from hexledger.replays.chronicle import Chronicle, new_genesis

    chosen = _options(options)
    if rulings is not None:
        from hexledger.replays.rulings_file import in_force, read_rulings

        chosen = {**in_force(read_rulings(rulings)), **chosen}
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
        seals=seals or "",
    )
    with Chronicle.create(log, genesis, edition) as chronicle:
        prompt = chronicle.offer()
        if as_json:
            print_json(
                {
                    "log": str(log),
                    "log_id": genesis.log_id,
                    "game": genesis.game,
                    "scenario": genesis.scenario,
                    "seed": genesis.seed,
                    "signed": genesis.signed,
                    "players": [list(player) for player in genesis.players],
                    "edition": genesis.edition,
                    "edition_kind": genesis.edition_kind,
                    "error_policy": genesis.error_policy,
                }
            )
            return
        click.echo(heading(chronicle, 0))
        click.echo(f"log {log} · id {genesis.log_id} · practice seed {genesis.seed} (open to everybody)")
        for side, name, key in genesis.players:
            who = chronicle.game.side(side).capitalize() if side else "Referee"
            click.echo(f"{who}: {name}" + (f", key {key[:12]}" if key else ", no key"))
        if prompt is not None:
            click.echo(prompt_line(chronicle.game, prompt))
