"""Operation Dynamo declared (13.1-13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.air import Stukas
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import EARLY_TURNS
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, wanted


class DeclareDynamo(Decision, frozen=True, array_like=True, tag=24):
    """`declare_dynamo 3312`: Operation Dynamo, with its port."""

    port: PlaceId


def ports(pos: YellowPosition) -> tuple[int, ...]:
    """13.3b: Allied-controlled ports that Dynamo may use."""
    return tuple(port for port in pos.game.ground.dynamo_ports if pos.control(port) == w.ALLIED)


def may_declare(pos: YellowPosition) -> bool:
    """13.1: turns 3 and 4 of scenarios 1 and 2, once."""
    return pos.state.turn in pos.scenario.dynamo_turns and not pos.var("dynamo") and bool(ports(pos))


def early(pos: YellowPosition) -> bool:
    """13.1c, G-A1, G-A18: right after the first German round, with an Allied Move chit that is not in the cup."""
    turns = pos.scenario.dynamo_turns
    if pos.reading(EARLY_TURNS) == EARLY_TURNS.default:
        turns = turns[:1]
    first = pos.var("round") == 1 and pos.active == w.GERMAN
    return first and pos.state.turn in turns and may_declare(pos) and pos.var("cup_reserve") > 0


def declare(act: Act, port: int) -> None:
    """13.3a-d: End Dynamo marker, port, RAF; all other Allied air assets go."""
    pos = act.pos
    act.declare("declare.dynamo", (), (port,), "13.3")
    act.assign("var.dynamo", act.state.turn, "13.1")
    act.assign("var.dynamo_end", act.state.turn + int(pos.scenario.dynamo["lasts"]), "13.3")
    act.assign("var.dynamo_place", port + 1, "13.3")
    act.marker(port, -1, w.PORT, 1, "13.3")
    for pool in ("assets", "assets_used", "french_lost", "aasf_lost"):
        for token, count in pos.pool(pool).items():
            act.pool(f"pool.{pool}", token, -count, "13.3")
    act.track("track.air", 0, w.ALLIED, "13.3")


class Dynamo(Choice[YellowPosition], frozen=True, array_like=True, tag=60):
    """CY 13.1a: an Allied Move chit has been drawn on turn 3 or 4: the Allied player may declare Dynamo."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if not may_declare(pos):
            return None
        return asked(pos, w.ALLIED, ("prompt.dynamo", "13.1"), (DeclareDynamo, Pass), (), ports(pos))

    def run(self, act: Act) -> None:
        """No declaration now."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        check(pos, decision)

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        return listed(pos)

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, DeclareDynamo):
            declare(act, decision.port)
            # 13.1b: Allied Move chits that were not put in the cup go in now
            if act.pos.var("cup_reserve"):
                act.pool("pool.cup", w.CHITS[w.ALLIED]["move"], act.pos.var("cup_reserve"), "13.1")
                act.assign("var.cup_reserve", 0, "13.1")
            act.then(Stukas(True))


def check(pos: YellowPosition, decision: Decision) -> None:
    """13.3b."""
    rule = pos.game.cite("13.3")
    found = wanted(decision, (DeclareDynamo, Pass), rule)
    if isinstance(found, DeclareDynamo) and found.port not in ports(pos):
        raise IllegalDecision(rule, f"{pos.label(found.port)} is no Allied port for Dynamo")


def listed(pos: YellowPosition) -> Iterator[Decision]:
    """Every port, or no declaration."""
    for port in ports(pos):
        yield DeclareDynamo(PlaceId(port))
    yield Pass()


DECISIONS: Final = (DeclareDynamo,)
STEPS: Final = (Dynamo,)
