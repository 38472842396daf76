"""`hexledger combats`: every combat of a game in one row, and one of them whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from hexledger.cli.common import by_turn, moment, open_read, print_json, reading, refuse_idle, turn_meant
from hexledger.cli.completing import complete_side
from hexledger.cli.console import say
from hexledger.cli.inputs import INT
from hexledger.events.numbers import counted

Row = dict[str, Any]


@click.command()
@reading
@click.argument("frame", type=INT, required=False)
@click.option("--side", "attacker", metavar="SIDE", shell_complete=complete_side, help="Only attacks of a side.")
@click.option("--turn", "wanted_turn", metavar="TURN", help="Only those of a turn, by number or name.")
@click.option("--unit", metavar="UNIT", help="Only those that a unit took part in.")
@click.option("--hex", "place", metavar="HEX", help="Only attacks on a hex.")
@click.option(
    "--outcome",
    type=click.Choice(["cleared", "held", "no die", "nobody there"]),
    help="Only those that ended so for the defender.",
)
def combats(
    log: Path,
    frame: int | None,
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    attacker: str | None,
    wanted_turn: str | None,
    unit: str | None,
    place: str | None,
    outcome: str | None,
) -> None:
    """Every combat of LOG, one row each; with FRAME the combat that this decision belongs to, whole.

    The card shows who fought, the reckoning with its rules, every face of the die with what it would have brought, and
    what followed.
    """
    from hexledger.engine.naming.meant import find_unit
    from hexledger.projections.combats import outcome as ended
    from hexledger.replays.story.combats import Told, card, find, fought, row

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        seq = moment(chronicle, at, line)
        turn = turn_meant(chronicle, seq, wanted_turn)
        told = fought(game, list(chronicle.frames(seq)))
        if frame is not None:
            refuse_idle("chooses among combats, not within #N", "--side", "--turn", "--unit", "--hex", "--outcome")
            one = find(told, frame)
            if one is None:
                raise click.UsageError(
                    f"#{frame} belongs to no combat of this line; `combats` without a number lists them"
                )
            data = card(chronicle, one)
            if as_json:
                print_json(data)
                return
            for text in card_lines(data):
                say(text)
            return
        side = game.side_number(attacker) if attacker else 0
        piece = find_unit(game, unit, chronicle.state(seq), loose=True, ever=True) if unit else -1
        target = game.find_place(place) if place else -1

        def wanted(one: Told) -> bool:
            combat = one.combat
            return (
                (not side or combat.side == side)
                and (turn is None or combat.turn == turn)
                and (piece < 0 or piece in {fighter.piece for fighter in (*combat.attackers, *combat.defenders)})
                and (target < 0 or target in combat.targets)
                and (outcome is None or ended(combat) == outcome)
            )

        rows = [row(game, one) for one in told if wanted(one)]
    if as_json:
        print_json(rows)
        return
    for text in table_lines(rows):
        say(text)


def table_lines(rows: list[Row]) -> Iterator[str]:
    """One line a combat, with sums below."""
    if not rows:
        yield "no combat"
        return
    yield from by_turn(rows, _table_line)
    sums: dict[str, int] = {}
    for row in rows:
        for lost in row["lost"]:
            sums[lost["side"]] = sums.get(lost["side"], 0) + lost["steps"]
    cleared = sum(row["outcome"] == "cleared" for row in rows)
    said = ", ".join(f"{side.capitalize()} {steps}" for side, steps in sums.items())
    yield f"{counted(len(rows), 'combat', 'combats')}, {cleared} cleared; steps lost: {said}"


def _table_line(row: Row) -> Iterator[str]:
    dice = row["thrown"]
    die = f" {len(dice) if len(dice) > 1 else ''}d{dice[-1]['faces']}={row['dice_values']}" if dice else ""
    lost = ", ".join(f"{lost['side'].capitalize()} -{lost['steps']}" for lost in row["lost"] if lost["steps"])
    luck = f", luck {row['luck_text']}" if row["luck_text"] else ""
    forces = f"{len(row['attackers'])} v {len(row['defenders'])}"
    where = ", ".join(row["targets"]) or "-"
    how = row["column"] if row["column"] or row["outcome"] == "no die" else row["kind"]
    read = f"{how}{die}: {brought_text(row)}" if how else "no die"
    yield (
        f"  #{row['frame']:<5} {row['side'].capitalize():8} {where:22} {forces:>8}  {read}; {row['outcome']}"
        f"{f'; {lost}' if lost else ''}{luck}"
    )


def result_text(results: list[str]) -> str:
    """Results of a table: `attacker: E Disorder 1, defender: D Reduced`."""
    return ", ".join(results).replace(":, ", ": ") or "no effect"


def brought_text(row: Row) -> str:
    """What a combat's table and its dice brought: `stalemate, hits on the defenders 2`; of one without words for it the
    steps that were lost."""
    lost = sum(side["steps"] for side in row["lost"])
    said = counted(lost, "step", "steps") + " lost" if lost and not row["results"] else result_text(row["results"])
    return ", ".join([said, *row["besides"]])


def card_lines(data: Row) -> Iterator[str]:
    """One combat for a terminal."""
    where = ", ".join(data["targets"]) or "-"
    kind = f"{data['kind']}, " if data["kind"] else ""
    yield f"combat {data['number']}: {data['side'].capitalize()}, {kind}{where} ({data['turn_name']}, {data['phase']})"
    yield f"attackers: {'; '.join(map(_fighter, data['attackers'])) or '-'}"
    yield f"defenders: {'; '.join(map(_fighter, data['defenders'])) or '-'}"
    for step in data["reckoning"]:
        yield f"  {step['text']}"
    for die in data["dice"]:
        yield (
            f"  {die['for']}: {die['value']}; this or better for {die['side'].capitalize()} "
            f"{die['this_or_better_text']}, luck {die['luck_text']}"
        )
    if data["outcomes"]:
        yield "what the dice could have brought:" if len(data["thrown"]) > 1 else "what the die could have brought:"
    yield from _face_lines(data["outcomes"])
    yield from _end_lines(data)
    yield "what was decided:"
    for decision in data["decisions"]:
        outcome = f" -> {'; '.join(decision['outcome'])}" if decision["outcome"] else ""
        yield f"  #{decision['frame']} {decision['side'].capitalize()}: {decision['decision']}{outcome}"
    lost = ", ".join(
        f"{row['side'].capitalize()} {counted(row['steps'], 'step', 'steps')}, {counted(row['units'], 'unit', 'units')}"
        for row in data["lost"]
        if row["steps"]
    )
    taken = ", ".join(f"{row['place']} to {row['side'].capitalize()}" for row in data["taken"])
    yield f"{data['outcome']}; lost: {lost or 'nothing'}{f'; taken: {taken}' if taken else ''}"


def _face_lines(faces: list[Row]) -> Iterator[str]:
    """Every face of each lot of dice; what follows from all of a lot alike is said once."""
    several = len({face["for"] for face in faces}) > 1
    lot = ""
    for face in faces:
        if face["for"] != lot:
            lot = face["for"]
            if several:
                yield f"  {lot}, the others as they fell:"
            if face["in_any_case"]:
                yield f"           however it falls: {'; '.join(face['in_any_case'])}"
        mark = "*" if face["happened"] else " "
        yield f"{mark} {face['chance_text']:>7}  {face['dice']}: {'; '.join(face['follows'])}"


def _end_lines(data: Row) -> Iterator[str]:
    """How the combat ends with each face, what the dice promised, and what they brought beside that."""
    ends, several = data["ends"], len(data["chances"]) > 1
    if ends:
        yield "by the end of the combat (of other faces as the bots would choose; ...: a further die decides):"
    lot = 0
    for face in ends:
        if several and face["lot"] != lot:
            lot = face["lot"]
            yield f"  {face['for']}, the others as they fell:"
        brought = brought_text(face)
        cleared = {True: "; hex cleared", False: "; hex held", None: ""}[face["cleared"]]
        lost = ", ".join(f"{row['side'].capitalize()} -{row['steps']}" for row in face["lost"])
        won = ", ".join(f"{row['side'].capitalize()} {row['points']:+d} VP" for row in face["scored"])
        rest = "".join(f"; {part}" for part in (lost, won) if part)
        mark, more = "*" if face["happened"] else " ", "" if face["whole"] else " ..."
        yield f"{mark} {face['chance_text']:>7}  {face['dice']}: {brought}{cleared}{rest}{more}"
    for one in data["chances"]:
        said = chance_text(one)
        if said:
            by = f" by {one['for']}" if several else ""
            yield f"promised{by}: {said}"
    if data["swing"]:
        yield f"swing of the attacker: {swing_text(data['swing'])}"


def swing_text(swing: list[Row]) -> str:
    """`+1.25 steps, +0.33 hexes`."""
    return ", ".join(f"{row['swing_text']} {row['of']}" for row in swing)


def chance_text(promised: Row) -> str:
    """What a lot of dice promised: `hex cleared 66.7 %; German any loss 50 %, 0.7 steps on the average`."""
    parts = [f"hex cleared {promised['cleared_text']}"] if promised["cleared"] is not None else []
    for row in promised["losses"]:
        steps = row["average_text"].removeprefix("-")
        parts.append(f"{row['side'].capitalize()} any loss {row['chance_text']}, {steps} steps on the average")
    return "; ".join(parts) + ("" if promised["whole"] or not parts else " ...")


def _fighter(row: Row) -> str:
    if row["gone"]:
        return f"{row['unit']} (gone)"
    fewer = row["steps"] - row["steps_after"]
    moved = f", to {row['place_after']}" if row["place"] is not None and row["place_after"] != row["place"] else ""
    return f"{row['unit']} at {row['place'] or '-'}{f' (-{fewer})' if fewer else ''}{moved}"
