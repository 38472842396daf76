"""The greedy bot of Fortress Europa: a plain player's rules of thumb, one file a kind of question.

It looks at the position only, never ahead, and is a pure function of the position and the chance given to it.
"""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance
from hexledger.engine.errors import EngineFault, IllegalDecision
from hexledger.engine.games.fortress_europa.advisor import aims, fighting, hiding, moving, others, suggestion
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.kernel.deciding import waiting
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt


def _legal(step: Choice[FortressPosition], pos: FortressPosition, decision: Decision) -> bool:
    """A rule of thumb may be wrong about a rule; then the listed choices tell."""
    try:
        step.check(pos, decision)
    except IllegalDecision:
        return False
    return True


def advise(pos: FortressPosition, prompt: Prompt, chance: Chance) -> Decision:
    """What a sensible player would decide now; `chance` breaks ties."""
    key = pos.game.word_key(prompt.word)
    step, _ = waiting(pos.game, pos.state, pos)
    found: Decision | None = None
    if key == "prompt.objectives":
        return aims.picks(prompt.side)
    if key == "prompt.move":
        found = hiding.decide(pos, moving.decide(pos))
    elif key == "prompt.combat":
        found = fighting.decide(pos)
    elif key == "prompt.ground_support":
        found = suggestion.commitment(pos)
    if found is not None and _legal(step, pos, found):
        return found
    offered = list(step.choices(pos))
    if not offered:
        raise EngineFault(f"nothing is legal at {key!r}")
    return others.decide(pos, key, offered, chance)
