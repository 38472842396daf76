"""The commands that a person types during a sitting, besides his decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexledger.cli import looks
from hexledger.cli.console import say, say_lines
from hexledger.cli.lineinput import LEAVING, number_of
from hexledger.cli.narrowing import narrowing, none_fits
from hexledger.cli.screen import cut_lines, print_cut, victory_lines
from hexledger.engine.errors import BadDecision
from hexledger.engine.naming.meant import find_unit
from hexledger.replays.log.alone import back_over, goes_on_alone
from hexledger.replays.log.chronicle import UndoRefused
from hexledger.replays.log.told import prompt_line

if TYPE_CHECKING:
    from hexledger.cli.session import Session
    from hexledger.engine.kernel.steps import Prompt

BECAUSE: Final = "because"
"""The word before the reason of an undo."""

HELP: Final = (
    "[3] or 3 takes a choice of the list; units of a set are picked one by one. A decision may be typed as `offer` "
    "lists it: `move UNIT HEX` goes there the cheapest way, `end` ends where only one kind of decision begins so.",
    "  offer [KIND] [WORDS]   the list of choices again (of one kind, those with a unit or hex), `more` its next page",
    "  map [HEX|UNIT]    the map around the question, a hex, place or unit",
    "  board             the whole board, in pages",
    "  victory           what decides the game, where it stands, what is missing",
    "  hex HEX, unit UNIT, tracks   one hex, one unit, the tracks",
    "  since             what happened since your last decision",
    "  record [N]        the last N decisions",
    "  explain [N]       the calculation behind decision N (the last one)",
    "  undo [N] [because REASON], redo   take your last N decisions back (the other side is asked where it must)",
    "  svg [FILE]        the board as a picture",
    "  q, quit, Ctrl-D   stop; everything decided is in the log already",
)
ALONE: Final = frozenset(("help", "?", "more", "board", "victory", "tracks", "since", "redo", *LEAVING))
"""Commands that take nothing after them."""


class Leave(Exception):
    """The person wants to stop."""


def _help(table: Session, prompt: Prompt, _rest: str) -> None:
    lines = [*HELP, f"Asked now: {prompt_line(table.game, prompt)}"]
    for kind in prompt.kinds:
        fields = " ".join(name.upper() for name, _ in table.game.codec.fields(kind))
        lines.append(f"  {kind} {fields}".rstrip())
    rule = table.game.rule_title(prompt.rule)
    if rule:
        lines.append(f"{table.game.rule(prompt.rule)}: {rule}")
    table.screen.paged("\n".join(lines))


def _offer(table: Session, prompt: Prompt, rest: str) -> None:
    words = rest.split()
    asked = narrowing(prompt, words)
    if words and not any(asked.fits(table.game, choice) for choice in table.choices):
        raise none_fits(prompt, words)
    table.show_list(prompt, asked)


def _more(table: Session, _prompt: Prompt, _rest: str) -> None:
    table.next_page()


def _board(table: Session, _prompt: Prompt, _rest: str) -> None:
    head = table.chronicle.timeline.head
    table.screen.paged(looks.board_text(table.chronicle, head, table.screen.width))


def _map(table: Session, prompt: Prompt, rest: str) -> None:
    around = looks.place_named(table.game, table.chronicle.state(), rest) if rest else table.focus(prompt)[0]
    if around < 0:
        raise BadDecision("nothing of the question is on the map; `map HEX` looks at a hex")
    screen, head = table.screen, table.chronicle.timeline.head
    marked = [around] if rest else table.focus(prompt)[1]
    lines = cut_lines(table.chronicle, head, around, marked, screen.width, screen.map_lines, colour=screen.colour)
    print_cut(lines or [f"{table.game.place_name(around)} is not among the hexes in play"])


def _victory(table: Session, _prompt: Prompt, _rest: str) -> None:
    table.screen.paged("\n".join(victory_lines(table.game, table.chronicle.state(), table.screen.width)))


def _tracks(table: Session, _prompt: Prompt, _rest: str) -> None:
    from hexledger.replays.log.facts import tracks_data

    say_lines(looks.tracks_text(tracks_data(table.game, table.chronicle.state())))


def _hex(table: Session, _prompt: Prompt, rest: str) -> None:
    from hexledger.replays.log.facts import hex_data

    if not rest:
        raise BadDecision("which hex? `hex E2135`")
    place = table.game.find_place(rest)
    say_lines(looks.hex_text(hex_data(table.game, table.chronicle.state(), place)))


def _unit(table: Session, _prompt: Prompt, rest: str) -> None:
    from hexledger.replays.log.facts import unit_data

    if not rest:
        raise BadDecision("which unit? `unit NAME`")
    head, state = table.chronicle.timeline.head, table.chronicle.state()
    piece = find_unit(table.game, rest, state, loose=True)
    data = unit_data(table.game, state, piece, table.chronicle.frames(head))
    say_lines(looks.unit_text(table.game, data, most=8))


def _since(table: Session, prompt: Prompt, _rest: str) -> None:
    found = table.since(prompt.side)
    if not found:
        say("nothing has happened since your last decision")
    table.screen.paged("\n".join(line for seq in found for line in table.told(seq)))


def _record(table: Session, _prompt: Prompt, rest: str) -> None:
    most = _number(rest, "record", 10)
    if not most:
        raise BadDecision("`record` takes the number of decisions to show, one or more, not 0")
    lines: list[str] = []
    for seq in table.chronicle.timeline.path(table.chronicle.timeline.head)[1:][-most:]:
        entry = looks.entry_at(table.chronicle, seq)
        then = "; ".join(entry["outcome"])
        lines.append(f"#{seq} {entry['actor'].capitalize()}: {entry['decision']}" + (f" -> {then}" if then else ""))
    table.screen.paged("\n".join(lines or ["nothing is decided yet"]))


def _explain(table: Session, _prompt: Prompt, rest: str) -> None:
    from hexledger.cli.record import explanation

    seq = _number(rest, "explain", table.chronicle.timeline.head)
    table.screen.paged(explanation(table.chronicle, seq))


def _number(rest: str, command: str, otherwise: int) -> int:
    """The number after a command; BadDecision for anything else that stands there."""
    number = number_of(rest) if rest else otherwise
    if number is None:
        raise BadDecision(f"`{command}` takes a number, not {rest!r}")
    return number


def _svg(table: Session, _prompt: Prompt, rest: str) -> None:
    path = Path(rest) if rest else table.chronicle.path.with_suffix(".svg")
    say(looks.picture_told(table.chronicle, table.chronicle.timeline.head, path))


def _quit(_table: Session, _prompt: Prompt, _rest: str) -> None:
    raise Leave


# ---------------------------------------------------------------------- taking back
def _undo(table: Session, prompt: Prompt, rest: str) -> None:
    """Back over the person's last own decisions; what bots did since goes with them."""
    count, reason = _wanted_back(rest)
    target = back_over(table.chronicle, table.players, count)
    asked = table.chronicle.offer(target)
    by = asked.side if asked is not None else prompt.side
    try:
        frame = table.chronicle.undo(by, to=target, reason=reason, time=table.clock())
    except UndoRefused as refused:
        consent = _agreed(table, by, refused)
        frame = table.chronicle.undo(by, to=target, reason=reason, consent=consent, time=table.clock())
    say(f"Undone. Play goes on from #{target} (this is frame #{frame.seq}); `redo` takes it back.")


def _wanted_back(rest: str) -> tuple[int, str]:
    """(how many decisions, reason) of `2 because I misread the map`; BadDecision for words that are neither."""
    words = rest.split(maxsplit=1)
    count = 1
    if words and words[0].lower() != BECAUSE:
        number = number_of(words[0])
        if number is None or number < 1:
            raise BadDecision(f"`undo` takes a number of decisions, and a reason after `{BECAUSE}`; not {rest!r}")
        count, words = number, words[1].split(maxsplit=1) if len(words) > 1 else []
        if words and words[0].lower() != BECAUSE:
            raise BadDecision(f"a reason stands after `{BECAUSE}`: `undo {count} {BECAUSE} {' '.join(words)}`")
    if len(words) == 1:
        raise BadDecision(f"`{BECAUSE}` wants a reason after it")
    return count, words[1] if words else ""


def _agreed(table: Session, by: int, refused: UndoRefused) -> list[int]:
    """The other sides that agree to what was refused to `by` alone; `refused` again when asking does not help."""
    if not refused.needs or table.chronicle.genesis.undo_policy == "strict":
        raise refused
    return [side for side in range(1, len(table.game.sides) + 1) if side != by and _agrees(table, side, refused)]


def _agrees(table: Session, side: int, refused: UndoRefused) -> bool:
    if side in table.away:
        name = table.chronicle.path.name
        raise UndoRefused(
            f"{table.who(side)} plays elsewhere and must agree to undo across {', '.join(refused.needs)}: "
            f"`hexledger undo {name} --ask FILE` writes a request",
            refused.needs,
        )
    if side in table.players:
        say(f"({table.who(side)}, a bot, agrees to undo across {', '.join(refused.needs)}.)")
        return True
    return table.yes(f"{table.who(side)}: undo across {', '.join(refused.needs)}? Do you agree (y/n) ")


def _redo(table: Session, prompt: Prompt, _rest: str) -> None:
    timeline = table.chronicle.timeline
    consent: list[int] = []
    try:
        table.chronicle.redo(prompt.side, time=table.clock())
    except UndoRefused as refused:
        # what is brought back needs the word that taking it back needed
        consent = _agreed(table, prompt.side, refused)
        table.chronicle.redo(prompt.side, consent=consent, time=table.clock())
    while goes_on_alone(table.chronicle, table.players, timeline.head) and timeline.redo_target() is not None:
        table.chronicle.redo(prompt.side, consent=consent, time=table.clock())
    say(f"Redone. Play goes on from #{timeline.head}.")


Command = Callable[["Session", "Prompt", str], None]

COMMANDS: Final[Mapping[str, Command]] = {
    **{"help": _help, "?": _help, "offer": _offer, "more": _more, "map": _map, "look": _map, "board": _board},
    **{"victory": _victory, "tracks": _tracks, "hex": _hex, "unit": _unit, "since": _since, "record": _record},
    **{"explain": _explain, "undo": _undo, "redo": _redo, "svg": _svg, **dict.fromkeys(LEAVING, _quit)},
}
