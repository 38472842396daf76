"""Where nobody at a table has to think: questions with one answer, and how far back one's own last decision lies."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import TYPE_CHECKING

from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.replays.errors import UndoRefused

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.replays.log.chronicle import Chronicle


def only_answer(chronicle: Chronicle, prompt: Prompt, seq: int | None = None) -> Decision | None:
    """The decision of a question with one answer, asked after frame `seq` (default: now); None where there is a choice,
    or a secret to be kept."""
    if not prompt.complete or wants_seal(prompt.kinds) or wants_reveal(prompt.kinds) or chronicle.genesis.as_played:
        return None
    found = list(islice(chronicle.choices(seq), 2))
    return found[0] if len(found) == 1 else None


def goes_on_alone(chronicle: Chronicle, bots: Collection[int], seq: int) -> bool:
    """True where no person is asked after a frame: a bot decides, a seal is opened, or there is only one answer."""
    prompt = chronicle.offer(seq)
    if prompt is None:
        return False
    return prompt.side in bots or wants_reveal(prompt.kinds) or only_answer(chronicle, prompt, seq) is not None


def back_over(chronicle: Chronicle, bots: Collection[int], count: int = 1) -> int:
    """The frame that taking back the last `count` decisions of people goes back to: what went on by itself since goes
    with them. UndoRefused where people have decided fewer on this line; at its beginning 0, where `undo` refuses."""
    timeline = chronicle.timeline
    target = timeline.head
    for taken in range(count if target else 0):
        start = target
        while target > 0 and (target == start or goes_on_alone(chronicle, bots, target)):
            target = timeline.parents[target]
        if target == start or (target == 0 and goes_on_alone(chronicle, bots, target)):
            raise UndoRefused(
                f"only {taken} of {count} decisions of people lie before here on this line: nothing is taken back"
                if taken
                else "no person has decided anything on this line yet: there is nothing to take back"
            )
    return target
