"""The `hexledger` command. Sub-commands live in modules of their own and are imported only when they are called,
so that `hexledger show` starts fast."""

from __future__ import annotations

# Most of what a command builds lives until it ends: looking for garbage after every 700 objects, while the imports run
# and afterwards, finds none. What is left at the end is not looked through once more either (`main`).
import gc

gc.set_threshold(200_000)

import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Container  # noqa: E402
from contextlib import suppress  # noqa: E402
from importlib import import_module  # noqa: E402
from types import ModuleType  # noqa: E402
from typing import Any  # noqa: E402

import click  # noqa: E402

from hexledger.cli.console import say, say_block, say_lines  # noqa: E402
from hexledger.events.showing import one_line  # noqa: E402

# click looks for a translation of each of its own sentences, of which there is none, at every start.
for _module in (click.core, click.decorators, click.types):
    vars(_module)["_"] = str

UNREAD = 141
"""Exit code where nobody reads on, as the shell gives it for other programs (128 + SIGPIPE)."""

UNTRIED = "hexledger.untried"
"""Where a context keeps the options of its command, without a `--consent` that was given."""

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("games", "Games and scenarios that can be played."),
    "new": ("new", "Start a new game log."),
    "show": ("show", "Show the position: board, a hex, a unit, tracks."),
    "victory": ("victory", "What decides the game, and where it stands."),
    "orders": ("orders", "Standing orders: answers given in advance."),
    "waiting": ("waiting", "Whose move it is, and what is to be typed."),
    "offer": ("decide", "What is asked now, and what may be decided."),
    "decide": ("decide", "Hand in one decision."),
    "finish": ("dice_mode", "Roll the dice of a decision that waits for them."),
    "confirm": ("dice_mode", "Confirm rolls that the other side has entered."),
    "mode": ("dice_mode", "Show or change the dice mode."),
    "keeper": ("keeper", "Referee dice: the keeper's secret."),
    "duel": ("duel", "Duel dice: the players' chains."),
    "play": ("play", "Play at the terminal, against a person or a bot."),
    "record": ("record", "The turn record, at three levels."),
    "replay": ("replay", "Step through a game, forwards and backwards."),
    "undo": ("going_back", "Take a decision back."),
    "redo": ("going_back", "Take an undo back."),
    "go": ("going_back", "Move the line to any frame of the tree."),
    "branch": ("going_back", "Open a new line at a frame."),
    "switch": ("going_back", "Go on with another line."),
    "lines": ("going_back", "The tree of lines."),
    "history": ("going_back", "What was done to the log, rewinds included."),
    "end": ("table", "Concede, draw, adjourn, reopen, forfeit, adjudicate."),
    "seat": ("table", "Somebody else sits down at a side."),
    "whatif": ("whatif", "Another line from a moment, in a file of its own."),
    "simulate": ("simulate", "Bots play on from a moment, many times."),
    "swing": ("swing", "The chance of victory over a game."),
    "fanout": ("fanout", "Every outcome of one roll, with its chance."),
    "claim": ("claims", "An error is noticed later: what becomes of it."),
    "rule": ("rulings", "The referee rules: position, rule, or decision."),
    "exchange": ("rulings", "Identical units change places to cure an error."),
    "adopt": ("rulings", "Both sides adopt a ruling on file."),
    "rulings": ("rulings", "Doubtful rules, and how this game reads them."),
    "readjudicate": ("readjudicate", "The same decisions under another ruling."),
    "luck": ("luck", "What the dice brought, against what they could."),
    "compare": ("compare", "Two positions or two lines, side by side."),
    "verify": ("verify", "Audit a log: bytes, chain, rules, dice."),
    "pack": ("pack", "One page for a tournament director: verdict, contested decision, statements."),
    "salvage": ("salvage", "The whole part of a damaged log, as a log."),
    "seals": ("seals", "Secret choices, and that they opened to what was fixed."),
    "reveal-all": ("seals", "Open what is still sealed when the game is over."),
    "key": ("key", "Keys to sign with."),
    "consent": ("consent", "Agree to an undo that the other side asks for."),
    "checkpoint": ("checkpoint", "Sign what a log is now."),
    "witness": ("checkpoint", "Sign a checkpoint if the log only grew."),
    "prove": ("prove", "One decision with its proof, as a small file."),
    "check": ("prove", "Check such a proof without the log."),
    "send": ("mail", "Play by mail: write a bundle."),
    "receive": ("mail", "Play by mail: take a bundle."),
    "explain": ("record", "The calculation behind a decision, with rule numbers."),
    "transcribe": ("transcribe", "Make a log of a game played elsewhere, typed in."),
    "export": ("export", "Write a log as NDJSON, as a transcript, or as a page to look through."),
    "desk": ("desk", "The review desk: games in a browser, move by move."),
    "table": ("tabletop", "Play on the map: in a browser, against a bot or a person."),
    "import": ("export", "Make a log from NDJSON."),
    "dice": ("record", "Every roll, and how they are distributed."),
    "combats": ("combats", "Every combat, and one of them whole."),
    "turns": ("turns", "What each turn brought."),
    "supply": ("supply", "Who was cut off, by whom, when it was judged and restored."),
    "report": ("report", "A game in one page, to print."),
    "losses": ("record", "Steps and units lost."),
    "notes": ("notes", "Comments and bookmarks beside a log: read, write, take away."),
    "ask": ("ask", "Questions by name over many games: odds, losses, luck ..."),
    "query": ("query", "Ask questions in SQL over many games."),
    "demo": ("demo", "Two bots play a game; it is verified and drawn."),
}
"""Command -> (module in `cli`, one line of help). The module holds a click command of that name (`import_`: import;
`_` for `-`)."""


GROUPS: dict[str, tuple[str, ...]] = {
    "Play": (
        "games",
        "new",
        "play",
        "table",
        "offer",
        "decide",
        "finish",
        "victory",
        "undo",
        "redo",
        "end",
        "seat",
        "transcribe",
        "demo",
    ),
    "Look back": (
        *(
            "show",
            "replay",
            "record",
            "explain",
            "dice",
            "luck",
            "losses",
            "combats",
            "turns",
            "supply",
            "compare",
            "history",
            "notes",
        ),
        *("desk", "report", "export"),
    ),
    "Branch": ("whatif", "fanout", "simulate", "swing", "lines", "branch", "switch", "go"),
    "Verify": ("verify", "checkpoint", "witness", "prove", "check", "seals", "reveal-all"),
    "Referee": ("claim", "rule", "rulings", "exchange", "adopt", "readjudicate", "pack", "keeper"),
    "By mail": ("send", "receive", "waiting", "orders", "confirm", "mode", "duel", "consent", "key"),
    "Data": ("ask", "query", "import", "salvage"),
}
"""Heading of the help -> its commands; a command that stands under none comes last."""


def grouped() -> dict[str, list[str]]:
    """Heading -> commands there are, every command under one heading."""
    out = {heading: [name for name in names if name in COMMANDS] for heading, names in GROUPS.items()}
    placed = {name for names in out.values() for name in names}
    rest = [name for name in COMMANDS if name not in placed]
    return out | ({"More": rest} if rest else {})


def _asking(options: Container[str | None]) -> str:
    """How a command that lacks the other side's word can have it; empty where it has no way."""
    ways = [("consent", "--consent: it agrees at the table"), ("ask", "--ask FILE: it is asked by mail")]
    found = "; ".join(text for name, text in ways if name in options)
    return f" ({found})" if found else ""


def _whose_fault(error: Exception, ctx: click.Context) -> None:
    """A fault of the program may be one of a forged log: LedgerError then names the frame, as `verify` does."""
    if isinstance(error, click.ClickException | click.exceptions.Exit | click.Abort):
        return
    from hexledger.cli.failures import FAULT, failure

    if failure(error)[1] != FAULT:
        return
    from hexledger.cli.common import OPENED
    from hexledger.events.errors import LedgerError
    from hexledger.replays.audit.audit import audit

    for log, edition in ctx.meta.get(OPENED, {}).items():
        wrong = None
        with suppress(Exception):  # then the fault is told
            wrong = audit(log, edition=edition).contradiction
        if wrong is not None:
            raise LedgerError(f"contradicted: {log.name}: {wrong}") from error


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = import_module(f"hexledger.cli.{entry[0]}")
        command: click.Command = getattr(module, "import_" if cmd_name == "import" else cmd_name.replace("-", "_"))
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Whoever reads its output may have read enough (`| head`): that is no fault and no verdict.
        click itself would end with 1, which means contradicted here."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left to write goes nowhere
            raise click.exceptions.Exit(UNREAD) from None
        except Exception as error:
            _whose_fault(error, ctx)
            if "no word of " in str(error) and not str(error).endswith("no word of the referee"):
                error.add_note(_asking(ctx.meta.get(UNTRIED, ())))
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, names in grouped().items():
            with formatter.section(heading):
                formatter.write_dl([(name, COMMANDS[name][1]) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] == "help":  # `hexledger help show`, as other programs have it
            args = [*args[1:2], "--help"]
            if len(args) == 1:
                say_block(ctx.get_help())
                ctx.exit()
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from hexledger.engine.errors import close_to

            near = close_to(args[0].lower(), (*COMMANDS, "help"))[:2]
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"no command {args[0]!r}.{hint} `hexledger --help` lists them.", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        options = {option.name for option in command.params} if command is not None else set()
        ctx.meta[UNTRIED] = options - {"consent"} if "--consent" in rest else options
        return name, command, rest


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="hexledger", prog_name="hexledger")
def cli() -> None:
    """The ledger of record for hex-and-counter wargames: play under enforced rules, replay, undo, branch, audit."""


def main(args: list[str] | None = None) -> Any:
    """Run the command line; every refusal becomes one clear line and an exit code (docs/exit-codes.md)."""
    if args is None:
        open_streams()
    try:
        code = cli.main(args=args, prog_name="hexledger", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.ClickException as wrong:
        from hexledger.cli.failures import without_secrets

        vars(wrong)["message"] = one_line(without_secrets(wrong.message))  # what it quotes may be anything
        with suppress(OSError):  # where nobody can be told, the exit code still says it; 1 would mean contradicted
            wrong.show()
        sys.exit(wrong.exit_code)
    except (click.Abort, KeyboardInterrupt):
        with suppress(OSError):
            say("stopped; everything decided so far is in the log", err=True)
        sys.exit(130)
    except Exception as error:
        from hexledger.cli.failures import failure

        text, code = failure(error)
        # an SQL error points into the question, on lines of its own; whatever a log holds, none looks like one of ours
        first, *more = text.split("\n") if type(error).__name__ == "BadQuery" else [text]
        with suppress(OSError):
            say_lines([first, *(f"  {line}" for line in more)], err=True)
        sys.exit(code)
    finally:
        if args is None:  # this is the program, and it ends here
            leave_standing()


def open_streams() -> None:
    """Open what the caller has closed of standard input, output and error (`>&-`), as nothing: else the next file
    that is opened, a log, would stand in its place, and whoever prints there would print into it."""
    try:
        while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(handle)
    except OSError:
        return
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def leave_standing() -> None:
    """Have nothing taken apart that the process takes with it when it ends: what modules hold is held once more by a
    list that holds itself, and what is frozen the collector does not look through."""
    held: list[Any] = [dict(vars(module)) for module in tuple(sys.modules.values()) if isinstance(module, ModuleType)]
    held.append(held)
    gc.freeze()
