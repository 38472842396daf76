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
                    "edition": genesis.edition,
                    "edition_kind": genesis.edition_kind,
                    "error_policy": genesis.error_policy,
                }
            )
            return
        click.echo(heading(chronicle, 0))
        click.echo(f"log {log} · id {genesis.log_id} · practice seed {genesis.seed} (open to everybody)")
        if prompt is not None:
            click.echo(prompt_line(chronicle.game, prompt))
