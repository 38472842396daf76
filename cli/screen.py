"""What a terminal shows at the table: its size, the cut-out of the map around the question, long texts in pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import click

from hexledger.cli import looks
from hexledger.cli.console import Styled, coloured, folded, say, say_block
from hexledger.events import model as ev
from hexledger.events.showing import one_line, visible
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.engine.view import Grade
    from hexledger.events.frame import Frame
    from hexledger.projections.state import State
    from hexledger.replays.log.chronicle import Chronicle

LEAST: Final = 10
"""Lines that a cut-out has at least."""
LIST_LEAST: Final = 5
"""Lines of the list of choices that a page has at least."""
BELOW: Final = 4
"""Lines that stay free below the choices: their heading, the place in the list, and what is typed."""


class Screen:
    """The terminal of one sitting. `live`: somebody looks at it; else what is printed goes to a file or a pipe."""

    def __init__(self, *, live: bool) -> None:
        self.live = live

    @property
    def colour(self) -> bool:
        """Whether the map is drawn in colours."""
        return self.live and coloured()

    @property
    def width(self) -> int:
        """Columns."""
        return max(40, terminal_size()[0] - 1) if self.live else looks.WIDTH

    @property
    def height(self) -> int:
        """Lines."""
        return max(16, terminal_size()[1])

    @property
    def map_lines(self) -> int:
        """Lines for the cut-out: somewhat less than half."""
        return max(LEAST, self.height * 45 // 100)

    @property
    def above(self) -> int:
        """Lines that what was decided last may take above the map."""
        return max(0, self.height - self.map_lines - LIST_LEAST - BELOW)

    def map_beside(self, rows: int) -> int:
        """Lines for the cut-out, when the question and all choices take so many: what they leave, or `map_lines`."""
        return max(self.map_lines, self.height - rows - BELOW)

    def page(self, used: int) -> int:
        """Lines for the choices, when so many are taken by the map and the question."""
        return max(LIST_LEAST, self.height - used - BELOW)

    def paged(self, text: str) -> None:
        """Print a text; one that is longer than the screen through the pager."""
        if not self.live:
            say_block(text)
            return
        rows = [row for line in text.removesuffix("\n").split("\n") for row in folded(one_line(line), self.width)]
        if len(rows) >= self.height:
            click.echo_via_pager(visible("\n".join(rows)) + "\n")
        else:
            print_cut(rows)


def terminal_size() -> tuple[int, int]:
    """Columns and lines of the terminal, or what the environment says of them."""
    from shutil import get_terminal_size  # of all that it brings along nothing else is wanted

    return get_terminal_size((looks.WIDTH, 40))


def cut_lines(
    chronicle: Chronicle, seq: int, around: int, marked: Sequence[int], width: int, height: int, *, colour: bool
) -> list[str]:
    """The cut-out of the board after a frame around a hex."""
    from hexledger.replays.picture.cutout import cut_out

    game = chronicle.game
    scene = looks.scene_at(chronicle, seq, trimmed=True)
    there = {h.label for h in scene.hexes}
    label = game.place(around)
    if label not in there:
        return []
    return cut_out(scene, width, height, label, marked=[game.place(place) for place in marked], colour=colour)


def print_cut(lines: Sequence[str]) -> None:
    """Print a cut-out: its text is the program's own, its colours too."""
    for line in lines:
        say(Styled(line))


def focus(chronicle: Chronicle, prompt: Prompt, decisions: Sequence[Decision]) -> tuple[int, list[int]]:
    """(the hex to look at, the hexes that the question is about): what is asked about, else the fight in progress, else
    what has just happened, else the first unit, or hex, that may be decided about, else the side's own front. -1 when
    nothing of it is on the map."""
    from hexledger.engine.naming.typed import places_of, units_of

    game, state = chronicle.game, chronicle.state()
    hexes = game.board.n_hexes

    def on_map(places: Iterable[int]) -> list[int]:
        return [place for place in dict.fromkeys(places) if 0 <= place < hexes]

    def where(pieces: Iterable[int]) -> list[int]:
        return on_map([state.at.get(piece, OFF_MAP) for piece in pieces])

    asked = on_map([*prompt.places, *where(prompt.pieces)])
    if asked:
        return asked[0], asked
    arrows = on_map([arrow.path[-1] for arrow in game.view().pending(game.position(state)) if arrow.path])
    movable = where(sorted({piece for one in decisions for piece in units_of(game, one) if piece >= 0}))
    about = movable or on_map(place for one in decisions for place in places_of(game, one))
    last = on_map(_happened(chronicle.frame(chronicle.timeline.head)))
    near = arrows or ([last[-1]] if last and movable else []) or about or last or _front(game, state, prompt.side)
    return (near[0] if near else -1), about


def _front(game: Game[Any], state: State, side: int) -> list[int]:
    """Hexes of a side's units on the map, those next to an enemy first."""
    hexes = game.board.n_hexes
    own = sorted({at for piece, at in state.at.items() if game.piece_side(piece) == side and 0 <= at < hexes})
    enemies = {at for piece, at in state.at.items() if game.piece_side(piece) not in (0, side)}
    return sorted(own, key=lambda at: enemies.isdisjoint(game.board.neighbours[at]))


def _happened(frame: Frame) -> list[int]:
    places: list[int] = []
    for event in frame.events if frame.seq else ():
        match event:
            case ev.Moved():
                places.append(event.path[-1])
            case ev.Declared():
                places += event.targets
    return places


def grade_text(grade: Grade) -> str:
    """`German marginal: 25 to 39 points`."""
    if grade.most is None:
        return f"{grade.name}: {grade.least} or more points"
    if grade.least is None:
        return f"{grade.name}: {grade.most} or fewer points"
    return f"{grade.name}: {grade.least} to {grade.most} points"


def victory_lines(game: Any, state: Any, width: int = looks.WIDTH) -> list[str]:
    """What decides the game, where it stands and what is missing."""
    shown = game.view().victory(game.position(state))
    if not shown.conditions and not shown.when:
        return [f"{game.title} does not say what decides a game that is going on"]
    out = [f"Decided {shown.when}."] if shown.when else []
    for grade in shown.grades:
        short = grade.short(shown.points or 0)
        far = "" if not short else f" - {short} missing" if short > 0 else f" - {-short} too many"
        out.append(f"  {'missing' if short else 'holds':>7}  {grade_text(grade)}{far}")
    for row in shown.conditions:
        mark = "holds" if row.holds else "missing"
        side = game.side(row.side).capitalize() if row.side else ""
        whose = f"{side}: " if side and not row.wanted.startswith(side) else ""
        now = f" - now {row.now}" if row.now else ""
        out += wrap(f"  {mark:>7}  {whose}{row.wanted}{now} [{row.rule}]", width, subsequent_indent=" " * 11)
    if state.over:
        out.append(f"The game is over. {game.verdict(state.winner, state.level)}")
    elif shown.if_now:
        out.append(f"If it were decided now: {shown.if_now}.")
    return out
