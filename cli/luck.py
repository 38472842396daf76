"""`hexledger luck`: what the dice brought, against what they could have brought."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import moment, open_read, print_json, reading
from hexledger.cli.console import say
from hexledger.events.numbers import counted
from hexledger.projections.names import capital


@click.command()
@reading
@click.option("--all", "everything", is_flag=True, help="Every die, not only the sums.")
@click.option("--by", type=click.Choice(["kind", "unit", "turn"]), help="Sums by kind of die, by unit, or by turn.")
def luck(
    log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool, everything: bool, by: str | None
) -> None:
    """The exact probability of every die's outcome or a better one, by side, with the sum of luck: of the line `main`,
    which is the official one, where no other is named."""
    from hexledger.replays.log.timeline import MAIN
    from hexledger.replays.story.luck import luck_story

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, MAIN if at is None and line is None else line)
        data = luck_story(chronicle.game, list(chronicle.frames(seq)))
    if as_json:
        print_json(data)
        return
    if everything:
        for throw in data["throws"]:
            about = f", {throw['subject']}" if throw["subject"] else ""
            die = f"{throw['for']}{about}: d{throw['faces']} = {throw['value']}"
            odds = f"this or better {throw['this_or_better_text']}, luck {throw['luck_text']}"
            say(f"{throw['address']:>8}  {capital(throw['side']):8} {die}, {odds}")
    for row in sorted(data[f"{by}s"], key=lambda row: row["side"]) if by else ():
        about = row["turn_name"] if by == "turn" else row[by]
        say(
            f"{row['side'].capitalize():8} {about}: {counted(row['throws'], 'die', 'dice')}, luck {row['luck_text']} "
            f"(standard deviation {row['deviation']}), "
            f"luckier than {row['percentile_text']} of games with the same odds"
        )
    for side in data["sides"]:
        if not side["throws"]:
            say(f"{side['side'].capitalize()}: no dice whose chances are known")
            continue
        say(
            f"{side['side'].capitalize()}: {counted(side['throws'], 'die', 'dice')}, luck {side['luck_text']} "
            f"(average 0, standard deviation {side['deviation']}); "
            f"as lucky or luckier in {side['as_good_or_better_text']} of games with the same odds"
        )
