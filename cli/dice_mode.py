"""`hexledger mode`, `finish`, `confirm`: the dice of a running game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.asking import send_request
from hexledger.cli.commitments import Committed, commit_option, log_id_of
from hexledger.cli.common import (
    as_option,
    dice_name,
    edition_option,
    json_option,
    log_argument,
    open_asking,
    open_read,
    open_write,
    print_json,
    side_number,
)
from hexledger.cli.completing import complete_dice, complete_side
from hexledger.cli.console import say, say_lines
from hexledger.cli.inputs import INT, KEEPER, VAULT
from hexledger.cli.keyring import key_option
from hexledger.cli.outputs import MAILED, force_option
from hexledger.cli.whose import due_data, due_lines, own_sides
from hexledger.events.frame import OLD
from hexledger.events.numbers import counted
from hexledger.replays.errors import ReplayError

if TYPE_CHECKING:
    from hexledger.replays.dice.dicebook import DiceBook
    from hexledger.replays.dice.fixbook import FixBook
    from hexledger.replays.log.chronicle import Chronicle


@click.command()
@log_argument
@click.argument("to", required=False, metavar="[MODE]", shell_complete=complete_dice)
@click.option("--consent", is_flag=True, help="All other sides agree, and this is recorded.")
@click.option("--seed", default="", help="Practice dice: the open seed.")
@commit_option
@click.option(
    "--refusal", default="", metavar="RULE", help="Duel: a link kept back means forfeit (default) or referee."
)
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("--ask", type=MAILED, metavar="FILE", help="Change nothing yet: write a request for the other side.")
@force_option
@as_option
@key_option
@edition_option
@json_option
def mode(
    log: Path,
    to: str | None,
    consent: bool,
    seed: str,
    committed: tuple[Committed, ...],
    refusal: str,
    reason: str,
    ask: Path | None,
    as_side: str | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Show the dice mode of LOG, or change it to MODE: a decision of all sides, recorded."""
    from hexledger.events.dice_records import DiceChange, DiceChanged
    from hexledger.events.frame import DICE
    from hexledger.events.model import DICE_MODES

    commitments = tuple(found.commitment for found in committed)
    if to is None:
        with open_read(log, edition) as chronicle:
            book, game = chronicle.book, chronicle.game
            own = own_sides(chronicle)
            left = {game.side(side): _left(book, side) for side in book.chains}
            if as_json:
                unconfirmed = sorted(book.unconfirmed)
                print_json(
                    {
                        "dice": dice_name(chronicle),
                        "waiting": due_data(chronicle, own),
                        "unconfirmed": unconfirmed,
                        "links": left,
                    }
                )
                return
            say(f"{dice_name(chronicle)} dice")
            for name, number in left.items():
                say(f"  {name.capitalize()}: {counted(number, 'link')} left")
            if book.unconfirmed:
                say(f"  not confirmed: {', '.join(f'#{seq}' for seq in sorted(book.unconfirmed))}")
            say_lines(due_lines(chronicle, own))
        return
    number = next((number for number, name in DICE_MODES.items() if name == to), 0)
    if not number:
        raise click.UsageError(f"no dice mode {to!r}; modes are {', '.join(DICE_MODES.values())}")
    if ask is not None:
        from hexledger.replays.log.requests import ask_change

        with open_asking(log, edition) as chronicle:
            log_id_of(committed, chronicle.genesis.log_id)
            by = side_number(chronicle.game, as_side) or chronicle.actor_to_move() or 1
            rule = refusal or ("forfeit" if to == "duel" else "")
            wanted = DiceChange(number, seed, commitments, rule, reason)
            send_request(chronicle, ask, ask_change(chronicle, by, wanted))
            say(f"request for {to} dice in {ask}; the other side answers with `consent {ask.name} LOG`")
        return
    with open_write(log, edition) as chronicle:
        log_id_of(committed, chronicle.genesis.log_id)
        sides = range(1, len(chronicle.game.sides) + 1)
        by = side_number(chronicle.game, as_side) or chronicle.actor_to_move() or 1
        agreed = tuple(side for side in sides if side != by) if consent else ()
        rule = refusal or ("forfeit" if to == "duel" else "")
        if chronicle.genesis.format == OLD:
            if chronicle.genesis.signed:
                raise ReplayError("a signed game of format 1 keeps its dice; a new game can change them by word")
            frame = chronicle.note_dice(by, DiceChanged(number, seed, commitments, rule, agreed))
        else:
            change = DiceChange(number, seed, commitments, rule, reason, agreed)
            frame = chronicle.append_agreed(DICE, by, change)
        if as_json:
            print_json({"frame": frame.seq, "dice": dice_name(chronicle)})
        else:
            say(f"{to} dice from here on (this is frame #{frame.seq})")


def _left(book: DiceBook | FixBook, side: int) -> int:
    """Links of a side that are not used up."""
    chain = book.chains[side]
    return chain.length - getattr(book, "fixes", getattr(chain, "used", 0))


@click.command()
@log_argument
@click.option(
    "--roll", "shown", multiple=True, metavar="VALUE", help="Entered dice: what a die showed, or a token drawn."
)
@click.option("--keeper", type=KEEPER, metavar="FILE", help="Referee dice: the keeper's file, or his answer.")
@click.option("--vault", "vaults", type=VAULT, multiple=True, metavar="FILE", help="Duel dice: a vault elsewhere.")
@click.option(
    "--by",
    "by_side",
    metavar="SIDE",
    shell_complete=complete_side,
    help="Entered dice: who read them (default: the side that decided).",
)
@key_option
@edition_option
@json_option
def finish(
    log: Path,
    shown: tuple[str, ...],
    keeper: Path | None,
    vaults: tuple[Path, ...],
    by_side: str | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Roll the dice of the decision that waits for them.

    Duel dice are rolled by the side that did not decide, with its vault; referee dice with the keeper's answer.
    """
    from hexledger.cli.decide import tell
    from hexledger.engine.dice.rolling import DiceWanted

    with open_write(log, edition, keeper, vaults) as chronicle:
        waiting = chronicle.book.waiting
        if waiting is None:
            raise ReplayError(f"no decision waits for its dice. {_whose(chronicle)}")
        if chronicle.genesis.format == OLD:
            _give_links(chronicle)
        decision = chronicle.game.codec.decode(waiting.decision)
        by = side_number(chronicle.game, by_side)
        try:
            frame = chronicle.submit(waiting.actor, decision, rolls=shown, entered_by=by)
        except DiceWanted as wanted:
            raise ReplayError(f"#{waiting.seq} stays fixed ({wanted}). {_whose(chronicle)}") from None
        tell(chronicle, frame, as_json)


def _whose(chronicle: Chronicle) -> str:
    """Whose move it is, in a sentence."""
    return "; ".join(due_lines(chronicle, own_sides(chronicle)))


def _give_links(chronicle: Chronicle) -> None:
    """A running duel of format 1: the links at hand go into the log before the roll, unless all are."""
    from hexledger.events.dice_records import LinkRevealed
    from hexledger.replays.dice.dicebook import DiceBook

    book = chronicle.book
    if not isinstance(book, DiceBook) or book.waiting is None or not book.chains or book.waiting.refused:
        return
    here = {side: chronicle.dice_kit.link(book, side) for side in book.chains if side not in book.waiting.links}
    if all(here.values()):
        return
    for side, link in here.items():
        if link is not None:
            frame = chronicle.note_dice(side, LinkRevealed(link.hex()))
            say(f"the {chronicle.game.side(side).capitalize()} link is given (this is frame #{frame.seq})")


@click.command()
@log_argument
@click.argument("frames", nargs=-1, type=INT, metavar="[FRAME]...")
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
            raise ReplayError(f"no rolls wait for a confirmation of the {chronicle.game.side(side).capitalize()} side")
        frame = chronicle.note_dice(side, RollsConfirmed(tuple(sorted(set(named)))))
        if as_json:
            print_json({"frame": frame.seq, "confirmed": list(named)})
        else:
            say(f"confirmed: {', '.join(f'#{seq}' for seq in named)} (this is frame #{frame.seq})")
