"""What the tests of both games ask of their decisions in words."""

from __future__ import annotations

from typing import Any

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import Bot
from hexledger.engine.kernel.deciding import choices
from hexledger.engine.kernel.game import Game
from hexledger.projections.phrases import Phrases
from tests.building import Build


def silent_kinds(game: type[Game[Any]], table: Phrases) -> list[str]:
    """Kinds of decision, those of seals included, for which a table has no phrase."""
    told = {kind.partition(".")[0] for kind in table}
    return [kind for kind in (*(cls.kind() for cls in game.decision_classes), "seal", "reveal") if kind not in told]


def told_in_a_game(b: Build[Any], bot: Bot, most: int) -> dict[str, str]:
    """Kind -> what the first decision of it that was offered is called, in at most `most` decisions of a bot; each
    decision that it makes fills all fields of its phrase."""
    told: dict[str, str] = {}
    for number in range(most):
        prompt = b.offer
        if prompt is None:
            break
        for choice in choices(b.game, b.state):
            if choice.kind() not in told:
                told[choice.kind()] = b.game.tell(b.pos, choice)
        decision = bot(b.game, b.state, prompt, Chance("words", "log", number))
        assert "{" not in b.game.tell(b.pos, decision), "every field is filled"
        b.play(decision)
    assert [text for text in told.values() if not text or "_" in text or "?" in text] == [], "ids are no words"
    return told
