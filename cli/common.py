"""What the commands share: options, opening logs, and how results are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import msgspec
from click.core import ParameterSource

from hexledger.cli.completing import complete_line, complete_side
from hexledger.cli.console import say, say_json
from hexledger.cli.inputs import INT, LOG
from hexledger.events.frame import OLD
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.events.left_out import LeftOut
    from hexledger.replays.log.chronicle import Chronicle

_LEFT_OUT = "hexledger.left_out"
OPENED = "hexledger.opened"
"""Where a context keeps the logs that its command has opened, with their editions."""

F = TypeVar("F", bound=Callable[..., Any])

log_argument = click.argument("log", type=LOG)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
edition_option = click.option(
    "--edition",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of another edition pack (the log must be pinned to it to be played on).",
)
at_option = click.option("--at", type=INT, metavar="N", help="Look at the position after frame N.")
line_option = click.option("--line", metavar="NAME", shell_complete=complete_line, help="Look at the head of a line.")
as_option = click.option(
    "--as", "as_side", metavar="SIDE", shell_complete=complete_side, help="Act, or look, as a side."
)


def reading(command: F) -> F:
    """LOG, --at, --line, --edition and --json: what every reading command takes."""
    for option in (json_option, edition_option, line_option, at_option, log_argument):
        command = option(command)
    return command


def open_read(log: Path, edition: Path | None = None) -> Chronicle:
    """A log opened for reading; of a damaged one what is whole, which is said at once, or in the JSON."""
    from hexledger.replays.log.chronicle import Chronicle

    _opened(log, edition)
    chronicle = Chronicle.read(log, edition, damaged=True)
    if chronicle.left_out is not None:
        leave_out(log, chronicle.left_out)
    return chronicle


def _opened(log: Path, edition: Path | None) -> None:
    """Note a log that this command reads: where that ends in a fault, the log is asked first (`main.py`)."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None:
        ctx.meta[OPENED] = {**ctx.meta.get(OPENED, {}), log: edition}


def leave_out(log: Path, missing: LeftOut) -> None:
    """Say what is missing of a log that this command reads, once, or keep it for the JSON."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return
    if not (ctx.params.get("as_json") or ctx.params.get("form") == "json" or str(log) in ctx.meta.get(_LEFT_OUT, {})):
        say(f"note: {log.name}: {missing.sentence}", err=bool(ctx.params.get("as_csv")))
    ctx.meta[_LEFT_OUT] = {**ctx.meta.get(_LEFT_OUT, {}), str(log): missing}


def left_out() -> str:
    """What the logs that this command has read lack, as a sentence; empty for nothing."""
    ctx = click.get_current_context(silent=True)
    found = ctx.meta.get(_LEFT_OUT, {}) if ctx is not None else {}
    return "; ".join(missing.sentence for missing in found.values())


def left_out_data() -> list[dict[str, Any]]:
    """The same as plain data, a row for each log."""
    ctx = click.get_current_context(silent=True)
    found = ctx.meta.get(_LEFT_OUT, {}) if ctx is not None else {}
    return [{"log": log, **missing.data()} for log, missing in found.items()]


def open_write(
    log: Path, edition: Path | None = None, keeper: Path | None = None, vaults: Sequence[Path] = ()
) -> Chronicle:
    """A log opened by its one writer, with dice and keys at hand; says so when an unfinished append was set aside."""
    from hexledger.replays.log.chronicle import Chronicle

    _opened(log, edition)
    chronicle = Chronicle.write(log, edition)
    try:
        if chronicle.genesis.signed:
            from hexledger.cli.keyring import attach_signers

            attach_signers(chronicle)
        attach(chronicle, keeper, vaults)
        _remember(chronicle)
        if chronicle.frame(0).time is not None:
            # the game has a clock: it began with a time (`new --no-clock` begins without)
            chronicle.clock = now
    except BaseException:
        chronicle.close()
        raise
    if chronicle.earlier and not chronicle.genesis.signed:
        say(f"note: {chronicle.earlier}: nobody has signed it, so it goes on by these rules", err=True)
    torn = chronicle.ledger.torn
    if torn is not None and torn.quarantine is not None:
        say(
            f"note: an unfinished append of {counted(torn.length, 'byte')} was set aside in {torn.quarantine.name}; "
            f"{counted(len(chronicle.ledger), 'whole frame is', 'whole frames are')} kept",
            err=True,
        )
    return chronicle


def open_asking(log: Path, edition: Path | None = None) -> Chronicle:
    """A log opened for reading by somebody who gives his word for a coming frame: with his keys and their memory."""
    from hexledger.cli.keyring import attach_signers

    chronicle = open_read(log, edition)
    try:
        if chronicle.genesis.signed:
            attach_signers(chronicle)
            if chronicle.genesis.format > OLD:
                from hexledger.replays.secrets.memory import Memory
                from hexledger.replays.secrets.remembering import Remembering

                chronicle.memory = Remembering(Memory())
    except BaseException:
        chronicle.close()
        raise
    return chronicle


def now() -> int:
    """Milliseconds since 1970."""
    import time

    return time.time_ns() // 1_000_000


def _remember(chronicle: Chronicle) -> None:
    """Note from here on what the keys and vaults at hand give, and take up what a crash interrupted. Behind when the
    log lacks what they gave: an old copy is not written to."""
    if chronicle.genesis.format == OLD or not (chronicle.signers or chronicle.dice_kit.vaults):
        return
    from hexledger.replays.secrets.memory import Memory
    from hexledger.replays.secrets.remembering import Remembering

    chronicle.memory = Remembering(Memory())
    made = chronicle.memory.resume(chronicle)
    if made is not None:
        say(f"note: frame #{made.seq}, which was signed before a crash, is in the log now", err=True)


def keeper_path(log: Path) -> Path:
    """Where a keeper's file is looked for when none is named."""
    return log.with_name(log.name + ".keeper")


def vault_path(log: Path, side: str) -> Path:
    """Where the vault of a side's duel dice is looked for when none is named."""
    return log.with_name(f"{log.name}.duel-{side}")


def attach(chronicle: Chronicle, keeper: Path | None = None, vaults: Sequence[Path] = ()) -> None:
    """Give a log the dice of this machine: the keeper's file (or answer) and the vaults, those named or those
    beside it."""
    from hexledger.events.model import DUEL, REFEREE

    mode = chronicle.dice_mode
    if mode == REFEREE:
        beside = keeper_path(chronicle.path)
        found = keeper or (beside if beside.exists() else None)
        if found is not None:
            _attach_keeper(chronicle, found)
    elif mode == DUEL:
        from hexledger.replays.dice.duel_vault import DuelVault

        beside_all = [vault_path(chronicle.path, side) for side in chronicle.game.sides]
        chronicle.dice_kit.vaults = tuple(DuelVault(path) for path in vaults or beside_all if path.exists())


def _attach_keeper(chronicle: Chronicle, file: Path) -> None:
    """The keeper's file, or an answer of his, for a log of either format."""
    if chronicle.genesis.format == OLD:
        from hexledger.replays.dice.keeper import read_keeper

        chronicle.dice_kit.keeper = read_keeper(file)
        return
    from hexledger.events.file_kinds import read_regular
    from hexledger.replays.dice.keeper_file import Answered, Keeper, KeeperSecret, read_answer_file
    from hexledger.replays.secrets.memory import Memory

    answer = read_answer_file(read_regular(file, 1 << 24))
    if answer is not None:
        chronicle.dice_kit.answering = Answered(answer)
        return
    chronicle.dice_kit.answering = Keeper(KeeperSecret(file), Memory(), chronicle.leaf_at)


def moment(chronicle: Chronicle, at: int | None, line: str | None) -> int:
    """The frame that --at and --line mean; the head of the current line when neither is given."""
    if at is not None and line is not None:
        raise click.UsageError("--at and --line exclude each other")
    if line is not None:
        if line not in chronicle.timeline.heads:
            known = ", ".join(chronicle.timeline.heads)
            raise click.UsageError(f"no line {line!r}; lines are {known}")
        return chronicle.timeline.heads[line]
    return chronicle.timeline.head if at is None else chronicle.place(at)


def refuse_idle(because: str, *options: str) -> None:
    """A usage error for the first of `options` that was typed although it does nothing here; `because` says where."""
    context = click.get_current_context()
    for param in context.command.params:
        typed = context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        for option in param.opts:
            if typed and option in options:
                raise click.UsageError(f"{option} {because}")


def turn_meant(chronicle: Chronicle, seq: int, text: str | None) -> int | None:
    """Number of the turn that is meant by its name or its number in the game's calendar, as the record has them, on the
    line that ends at `seq`; None for None. ReplayError with the turns of the line for any other."""
    if text is None:
        return None
    from hexledger.projections.sequence import sequence
    from hexledger.replays.log.chronicle import ReplayError

    turns = [turn for turn in sequence(chronicle.frames(seq), chronicle.game) if turn["turn"]]
    for turn in turns:
        if text.lower() in (str(turn["turn"]), turn["name"].lower()):
            return int(turn["turn"])
    there = ", ".join(f"{turn['turn']} ({turn['name']})" for turn in turns)
    raise ReplayError(f"this line does not get to turn {text!r}; it has {there or 'none yet'}")


def side_number(game: Game[Any], name: str | None) -> int | None:
    """Number of a side given by name; None for None."""
    return None if name is None else game.side_number(name)


def print_json(value: Any) -> None:
    """JSON on standard output, two spaces of indent. Where something of the log is missing, an object says so in
    `left_out`, and a list stands in an object beside it, as `rows`. Keys are those of docs/json.md."""
    missing = left_out_data()
    if missing:
        value = {"left_out": missing, **(value if isinstance(value, dict) else {"rows": value})}
    say_json(msgspec.json.format(msgspec.json.encode(one_vocabulary(msgspec.to_builtins(value))), indent=2).decode())


_WORDS: Final = {"seq": "frame", "actor": "side"}
"""Words of the inside -> the one word for the same thing in JSON."""


def one_vocabulary(value: Any) -> Any:
    """Plain data with the keys of docs/json.md: a frame's number is `frame`, who decided is `side`, everywhere."""
    if isinstance(value, dict):
        return {
            (_WORDS[key] if key in _WORDS and _WORDS[key] not in value else key): one_vocabulary(item)
            for key, item in value.items()
        }
    return [one_vocabulary(item) for item in value] if isinstance(value, list) else value


def prompt_data(game: Game[Any], prompt: Prompt) -> dict[str, Any]:
    """A prompt as plain data."""
    return {
        "side": game.side(prompt.side),
        "prompt": game.word(prompt.word),
        "key": game.word_key(prompt.word),
        "rule": game.rule(prompt.rule),
        "kinds": list(prompt.kinds),
        "units": [game.piece(piece) for piece in prompt.pieces],
        "hexes": [game.place(place) for place in prompt.places],
        "complete": prompt.complete,
    }


def heading(chronicle: Chronicle, seq: int) -> str:
    """Where we are, in a line: game, scenario, edition, dice, turn, frame, line."""
    game, state = chronicle.game, chronicle.state(seq)
    names = "/".join(chronicle.timeline.names_at(seq)) or "a past frame"
    phase = game.word(state.phase) if state.phase else "set-up"
    return (
        f"{chronicle.title} - {chronicle.edition_kind} edition - {dice_name(chronicle)} dice · "
        f"{game.turn(state.turn)}, {phase} · #{seq} ({names})"
    )


def dice_name(chronicle: Chronicle) -> str:
    """Name of the dice mode that holds at the end of the log."""
    from hexledger.events.model import DICE_MODES

    # a log that is looked at may be none that could be played
    return DICE_MODES.get(chronicle.dice_mode, f"?{chronicle.dice_mode}")


def by_turn(rows: Iterable[dict[str, Any]], lines: Callable[[dict[str, Any]], Iterable[str]]) -> Iterator[str]:
    """The lines of rows that name their turn (`turn_name`), each turn's under a heading."""
    for turn, those in groupby(rows, lambda row: row["turn_name"]):
        yield turn or "before the first turn"
        for row in those:
            yield from lines(row)


def rich_output() -> bool:
    """True when tables may be drawn with rich: a terminal is there."""
    import sys

    return sys.stdout.isatty()
