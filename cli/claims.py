"""`hexledger claim`: an error is noticed later, and the game's error policy says what becomes of it."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_asking,
    open_write,
    print_json,
)
from hexledger.cli.console import say
from hexledger.cli.going_back import agreed, ask_option, by_whom, carried_out, papers_option, write_request
from hexledger.cli.inputs import INT
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import force_option


@click.command()
@log_argument
@click.option("--frame", "about", type=INT, metavar="N", default=-1, help="The decision that was wrong.")
@click.option(
    "--what",
    type=click.Choice(["movement", "combat", "odds"]),
    help="An error of movement, of a combat, or misstated odds.",
)
@click.option("--reason", default="", help="What was wrong; kept in the log.")
@click.option("--consent", is_flag=True, help="The other side agrees to the correction, and this is recorded.")
@click.option("--referee", is_flag=True, help="The referee claims it.")
@ask_option
@force_option
@papers_option
@key_option
@as_option
@edition_option
@json_option
def claim(
    log: Path,
    about: int,
    what: str | None,
    reason: str,
    consent: bool,
    referee: bool,
    ask: Path | None,
    papers: tuple[Path, ...],
    as_side: str | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Claim that decision N of LOG was an error.

    The claim and what the game's error policy makes of it are recorded, whether it is granted, stands or waits for the
    referee. What is no claim (no error policy, no such decision, a combat that is none) is refused with the reason, and
    the log stays as it is.
    """
    from hexledger.replays.referee import claims
    from hexledger.replays.referee.policies.outcome import REDO, STANDS

    if papers:
        _granted(log, papers, edition, as_json)
        return
    if about < 0 or what is None:
        raise click.UsageError("a claim names the decision with --frame and the error with --what")
    if ask is not None:
        from hexledger.replays.log.requests import ask_claim

        with open_asking(log, edition) as chronicle:
            request = ask_claim(chronicle, 0 if referee else by_whom(chronicle, as_side), about, what, reason)
            write_request(ask, request, chronicle, "claim LOG --consent-from FILE")
        return
    with open_write(log, edition) as chronicle:
        by = 0 if referee else by_whom(chronicle, as_side)
        made = claims.claim(chronicle, by, about, what, reason, agreed(chronicle, by, consent))
        outcome, head = made.outcome, chronicle.timeline.head
        policy = chronicle.genesis.error_policy
        if as_json:
            print_json(
                {
                    "frame": made.frame.seq,
                    "policy": policy,
                    "outcome": outcome.what,
                    "why": outcome.why,
                    "to": outcome.to if outcome.what == REDO else None,
                    "void_dice": outcome.void,
                    "head": head,
                }
            )
            return
        say(f"error policy {policy}: {outcome.why}.")
        if outcome.what == REDO:
            dice = f"{outcome.void} dice or draws are void" if outcome.void else "no die is void"
            say(f"Granted: play goes on from #{head}; {dice} (this is frame #{made.frame.seq}).")
        elif outcome.what == STANDS:
            say(f"It stands as played (recorded in frame #{made.frame.seq}).")
        else:
            say(f"Referred to the referee, who rules with `hexledger rule` (frame #{made.frame.seq}).")


def _granted(log: Path, papers: tuple[Path, ...], edition: Path | None, as_json: bool) -> None:
    """The correction that was asked for, with the consents that the others have made."""
    with open_write(log, edition) as chronicle:
        done = carried_out(chronicle, papers)
        head = chronicle.timeline.head
        if as_json:
            print_json({"frame": done.seq, "policy": chronicle.genesis.error_policy, "head": head})
        else:
            say(f"Granted, as agreed: play goes on from #{head} (this is frame #{done.seq}).")
