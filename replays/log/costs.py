"""What decisions cost their own side for certain, in words and as rows: said before they are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.naming.typed import units_of
from hexledger.engine.table.consequences import Cost, cost
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.projections.state import State

LOOKED_AT: Final = 40
"""Of a list with more decisions than these only those are looked at that name no unit."""


def cost_text(game: Game[Any], state: State, found: Cost) -> str:
    """What a decision costs for certain: `9 units in 5 hexes will be lost (9 overstacked): ...`; empty for nothing."""
    parts: list[str] = []
    if found.gone:
        why = ", ".join(f"{count} {game.word(reason)}" for reason, count in sorted(found.reasons))
        places = {state.at[piece] for piece in found.gone}
        where = counted(len(places), "hex", "hexes")
        lost = counted(len(found.gone), "unit", "units")
        parts.append(f"{lost} in {where} will be lost ({why}): {_names(game, found.gone)}")
    if found.reduced:
        steps = counted(sum(lost for _, lost in found.reduced), "step", "steps")
        parts.append(f"{steps} will be lost: {_names(game, [piece for piece, _ in found.reduced])}")
    if found.never:
        parts.append(f"{counted(len(found.never), 'unit', 'units')} will never come: {_names(game, found.never)}")
    return "; ".join(parts)


def cost_rows(game: Game[Any], state: State, side: int, found: Sequence[Decision]) -> list[dict[str, Any]]:
    """Those of the listed decisions that cost the deciding side something for certain, in their order: `choice` (its
    place in the list), `units` and `never` (ids), `steps` (id -> how many), `text`.

    Where the list is long only decisions that name no unit (`end_movement`) are looked at: each is carried out on a
    scratch copy."""
    rows = []
    for number, decision in enumerate(found):
        if len(found) > LOOKED_AT and next(units_of(game, decision), None) is not None:
            continue
        spent = cost(game, state, side, decision)
        if spent:
            row = {
                "choice": number,
                "units": [game.piece(piece) for piece in spent.gone],
                "steps": {game.piece(piece): lost for piece, lost in spent.reduced},
                "never": [game.piece(piece) for piece in spent.never],
                "text": cost_text(game, state, spent),
            }
            rows.append(row)
    return rows


def in_any_case(rows: Sequence[dict[str, Any]], listed: int, prompt: Prompt) -> str:
    """What is lost whatever is chosen, in words: of rows (`cost_rows`) that say the same of every one of so many listed
    decisions; empty where one costs less or something else, and where others than the listed are legal."""
    texts = {row["text"] for row in rows}
    return texts.pop() if prompt.complete and len(rows) == listed and len(texts) == 1 else ""


def _names(game: Game[Any], pieces: Iterable[int]) -> str:
    return ", ".join(map(game.piece_name, sorted(pieces)))
