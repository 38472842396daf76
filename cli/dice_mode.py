"""`hexledger mode`, `finish`, `release`, `confirm`: the dice of a running game."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import (
    as_option,
    dice_name,
    edition_option,
    json_option,
    log_argument,
    open_read,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.console import say
from hexledger.cli.inputs import KEEPER
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import MAILED, force_option, write_output
from hexledger.replays.errors import ReplayError

AGREE = "in a signed game the other side agrees with `hexledger agree LOG --as SIDE`"


@click.command()
@log_argument
@click.argument("to", required=False, metavar="[MODE]")
@click.option("--consent", is_flag=True, help="All other sides agree, and this is recorded.")
@click.option("--seed", default="", help="Practice dice: the open seed.")
@click.option(
    "--commit", "commitments", multiple=True, metavar="TEXT", help="A commitment as keeper or player printed it."
)
@click.option(
    "--refusal", default="", metavar="RULE", help="Duel: a link kept back means forfeit (default) or referee."
)
@as_option
@key_option
@edition_option
@json_option
def mode(
    log: Path,
    to: str | None,
    consent: bool,
    seed: str,
    commitments: tuple[str, ...],
    refusal: str,
    as_side: str | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Show the dice mode of LOG, or change it to MODE: a decision of all sides, recorded."""
    from hexledger.events.dice_records import DiceChanged
    from hexledger.events.model import DICE_MODES

    if to is None:
        with open_read(log, edition) as chronicle:
            book, game = chronicle.book, chronicle.game
            waiting = -1 if book.waiting is None else book.waiting.seq
            left = {game.side(side): chain.left for side, chain in book.chains.items()}
            if as_json:
                unconfirmed = sorted(book.unconfirmed)
                print_json(
                    {"dice": dice_name(chronicle), "waiting": waiting, "unconfirmed": unconfirmed, "links": left}
                )
                return
            say(f"{dice_name(chronicle)} dice")
            for name, number in left.items():
                say(f"  {name}: {number} links left")
            if waiting >= 0:
                say(f"  decision #{waiting} waits for its dice")
            if book.unconfirmed:
                say(f"  not confirmed: {', '.join(f'#{seq}' for seq in sorted(book.unconfirmed))}")
        return
    number = next((number for number, name in DICE_MODES.items() if name == to), 0)
    if not number:
        raise click.UsageError(f"no dice mode {to!r}; modes are {', '.join(DICE_MODES.values())}")
    with open_write(log, edition) as chronicle:
        sides = range(1, len(chronicle.game.sides) + 1)
        by = side_number(chronicle.game, as_side) or chronicle.actor_to_move() or 1
        agreed = tuple(side for side in sides if side != by) if consent else ()
        rule = refusal or ("forfeit" if to == "duel" else "")
        frame = chronicle.note_dice(by, DiceChanged(number, seed, commitments, rule, agreed))
        waits = chronicle.book.proposal is not None
        if as_json:
            print_json({"frame": frame.seq, "dice": dice_name(chronicle), "proposed": to if waits else None})
        elif waits:
            say(f"{to} dice are proposed in frame #{frame.seq}; {AGREE}")
        else:
            say(f"{to} dice from here on (this is frame #{frame.seq})")


@click.command()
@log_argument
@click.option(
    "--roll", "shown", multiple=True, metavar="VALUE", help="Entered dice: what a die showed, or a token drawn."
)
@click.option("--keeper", type=KEEPER, metavar="FILE", help="Referee dice: the keeper's file, or his answer.")
@click.option("--request", type=MAILED, metavar="FILE", help="Write what to ask him.")
@force_option
@key_option
@edition_option
@json_option
def finish(
    log: Path, shown: tuple[str, ...], keeper: Path | None, request: Path | None, edition: Path | None, as_json: bool
) -> None:
    """Roll the dice of the decision that waits for them. With --request: write the request that the keeper answers."""
    import msgspec

    from hexledger.cli.decide import tell
    from hexledger.replays.dice.supply import Bid

    with open_write(log, edition, keeper) as chronicle:
        waiting = chronicle.book.waiting
        if waiting is None:
            raise ReplayError("no decision waits for its dice")
        if request is not None:
            seq = len(chronicle.timeline)
            bid = Bid(seq, chronicle.ledger.leaf(seq - 1), waiting.actor, waiting.decision)
            write_output(request, msgspec.json.encode(bid.request(chronicle.genesis.log_id)) + b"\n")
            say(f"request for the dice of #{waiting.seq} in {request}: the keeper answers it with `keeper roll`")
            return
        decision = chronicle.game.codec.decode(waiting.decision)
        frame = chronicle.submit(waiting.actor, decision, rolls=shown)
        tell(chronicle, frame, as_json)


@click.command()
@log_argument
@click.option("--consent", is_flag=True, help="All other sides agree, and this is recorded.")
@click.option("--referee", is_flag=True, help="The referee drops it.")
@click.option("--reason", default="", help="Why; kept in the log.")
@as_option
@key_option
@edition_option
@json_option
def release(
    log: Path, consent: bool, referee: bool, reason: str, as_side: str | None, edition: Path | None, as_json: bool
) -> None:
    """Drop the decision that waits for its dice. Links that were shown for it are used up."""
    from hexledger.events.dice_records import DecisionReleased
    from hexledger.replays.log.genesis import check_text

    check_text(reason)
    with open_write(log, edition) as chronicle:
        waiting = chronicle.book.waiting
        by = 0 if referee else side_number(chronicle.game, as_side) or (waiting.actor if waiting is not None else 1)
        others = tuple(side for side in range(1, len(chronicle.game.sides) + 1) if side != by)
        frame = chronicle.note_dice(by, DecisionReleased(reason, others if consent and by else ()))
        if as_json:
            print_json({"frame": frame.seq, "dropped": chronicle.book.waiting is None})
        elif chronicle.book.proposal is not None:
            say(f"proposed in frame #{frame.seq}; {AGREE}")
        else:
            say(f"the decision is dropped (this is frame #{frame.seq}); play stands at #{chronicle.timeline.head}")


@click.command()
@log_argument
@as_option
@key_option
@edition_option
@json_option
def agree(log: Path, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Agree, as the side named with --as, to the change of dice or the release that the other side proposes."""
    from hexledger.events.dice_records import DiceAgreed

    with open_write(log, edition) as chronicle:
        side, found = side_number(chronicle.game, as_side), chronicle.book.proposal
        if side is None:
            raise click.UsageError(f"--as SIDE says who agrees; sides are {', '.join(chronicle.game.sides)}")
        if found is None:
            raise ReplayError("nothing is proposed that waits for an agreement")
        frame = chronicle.note_dice(side, DiceAgreed(found.seq))
        if as_json:
            print_json({"frame": frame.seq, "dice": dice_name(chronicle)})
        else:
            say(f"agreed (this is frame #{frame.seq}): {dice_name(chronicle)} dice")


@click.command()
@log_argument
@click.argument("frames", nargs=-1, type=int, metavar="[FRAME]...")
@as_option
@key_option
@edition_option
@json_option
def confirm(log: Path, frames: tuple[int, ...], as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Confirm, as the side named with --as, the rolls that others have entered: in FRAMEs, or all of them."""
    from hexledger.events.dice_records import RollsConfirmed

    with open_write(log, edition) as chronicle:
        side = side_number(chronicle.game, as_side)
        if side is None:
            raise click.UsageError(f"--as SIDE says who confirms; sides are {', '.join(chronicle.game.sides)}")
        waiting = chronicle.book.unconfirmed
        named = frames or tuple(seq for seq in sorted(waiting) if side in waiting[seq])
        if not named:
            raise ReplayError(f"no rolls wait for a confirmation of the {chronicle.game.side(side)} side")
        frame = chronicle.note_dice(side, RollsConfirmed(tuple(sorted(set(named)))))
        if as_json:
            print_json({"frame": frame.seq, "confirmed": list(named)})
        else:
            say(f"confirmed: {', '.join(f'#{seq}' for seq in named)} (this is frame #{frame.seq})")
