"""Procedures that rulebooks share, each as the smallest game would use it: Drill's board and counters, other steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.editions.edition import load_edition
from hexledger.engine.errors import BadDecision, EngineFault, IllegalDecision
from hexledger.engine.kernel.deciding import Draft, choices, decide, offer, settle
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import reveal, seal
from hexledger.engine.kernel.steps import Refusal, Step
from hexledger.engine.procedures.arrivals import (
    Arrive,
    BringIn,
    Due,
    EndArrivals,
    Schedule,
    begin_to_wait,
    waiting,
)
from hexledger.engine.procedures.exchange import exchange
from hexledger.engine.procedures.flags import clear_flags
from hexledger.engine.procedures.losses import LoseOne, TakeLosses, lose_step
from hexledger.engine.procedures.retreat import RetreatAlong, Retreating, Way, ways
from hexledger.engine.procedures.sealed import OpenChoice, SealChoice
from hexledger.engine.procedures.stacking import Excess, Overstacked, RemoveUnits
from hexledger.events import model as ev
from hexledger.projections.digest import digest
from hexledger.projections.state import State
from tests.drill.game import EDITION, Drill
from tests.drill.position import Act, DrillPosition

RED, BLUE = 1, 2


class Lose(LoseOne, frozen=True, array_like=True, tag=30):
    pass


class Remove(RemoveUnits, frozen=True, array_like=True, tag=31):
    pass


class Retreat(RetreatAlong, frozen=True, array_like=True, tag=32):
    pass


class Enter(Arrive, frozen=True, array_like=True, tag=33):
    pass


class EndEntering(EndArrivals, frozen=True, array_like=True, tag=34):
    pass


class Bid(Decision, frozen=True, array_like=True, tag=35):
    points: int


class Stop(Step[DrillPosition], frozen=True, array_like=True, tag=60):
    """Whoever comes to it has won: so that the agenda ends."""

    def run(self, act: Act) -> None:
        act.win(RED, "level.alone", "5.1")


class Losses(TakeLosses[DrillPosition], frozen=True, array_like=True, tag=61):
    asks = "prompt.orders"
    rule = "3.5"
    decision = Lose

    side: int
    count: int

    def owner(self, pos: DrillPosition) -> int:
        return self.side

    def takers(self, pos: DrillPosition) -> tuple[int, ...]:
        return pos.in_play(self.side)

    def onward(self) -> Losses | None:
        return Losses(self.side, self.count - 1) if self.count > 1 else None

    def lose(self, act: Act, piece: int) -> None:
        lose_step(act, piece, "3.5", lambda act, unit, rule: act.remove(unit, "reason.eliminated", rule))


class TooHigh(Overstacked[DrillPosition], frozen=True, array_like=True, tag=62):
    asks = "prompt.orders"
    rule = "2.1"
    decision = Remove

    side: int

    def owner(self, pos: DrillPosition) -> int:
        return self.side

    def excess(self, pos: DrillPosition) -> Excess | None:
        for place, units in sorted(pos.state.stacks.items()):
            if len(units) > 1:
                return Excess(place, units, len(units) - 1)
        return None

    def remove(self, act: Act, piece: int) -> None:
        act.remove(piece, "reason.eliminated", "2.1")


class GoBack(Retreating[DrillPosition], frozen=True, array_like=True, tag=63):
    asks = "prompt.orders"
    rule = "3.5"
    decision = Retreat

    side: int
    place: int
    units: tuple[int, ...]

    def moved_by(self, pos: DrillPosition) -> int:
        return self.side

    def left(self, pos: DrillPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.at(unit) == self.place)

    def open_ways(self, pos: DrillPosition, group: tuple[int, ...]) -> Iterable[Way]:
        free = lambda _, there: not pos.units(there)  # noqa: E731
        return ways(self.place, 1, pos.board.neighbours, free, lambda _: True)

    def go(self, act: Act, group: tuple[int, ...], path: Way) -> None:
        for unit in group:
            act.move(unit, (self.place, *path), "mode.retreat", rule="3.5")
        act.then(GoBack(self.side, self.place, self.units))

    def stuck(self, act: Act, units: tuple[int, ...]) -> None:
        for unit in units:
            act.remove(unit, "reason.eliminated", "3.5")


class Entry(BringIn[DrillPosition], frozen=True, array_like=True, tag=64):
    asks = "prompt.orders"
    rule = "1.1"
    pool = "pool.cup"
    arrive = Enter
    end = EndEntering

    side: int

    def owner(self, pos: DrillPosition) -> int:
        return self.side

    def places(self, pos: DrillPosition, piece: int) -> Iterable[int]:
        return (place for place in (0, 1) if not pos.units(place))

    def may_end(self, pos: DrillPosition) -> Refusal | None:
        return ("1.1", "one of them must come") if not pos.in_play(self.side) else None


class Secret(SealChoice[DrillPosition], frozen=True, array_like=True, tag=65):
    asks = "prompt.intent"
    rule = "3.3"
    slot = "seal.intent"
    decision = Bid

    def owner(self, pos: DrillPosition) -> int:
        return RED

    def sealable(self, pos: DrillPosition) -> Iterable[Bid]:
        return (Bid(points) for points in range(3))

    def sealed(self, act: Act) -> None:
        act.then(Opening())


class Opening(OpenChoice[DrillPosition, Bid], frozen=True, array_like=True, tag=66):
    asks = "prompt.reveal"
    rule = "3.3"
    slot = "seal.intent"
    decision = Bid

    def owner(self, pos: DrillPosition) -> int:
        return RED

    def sealable(self, pos: DrillPosition) -> Iterable[Bid]:
        return (Bid(points) for points in range(3))

    def opened(self, act: Act, choice: Bid) -> None:
        act.track("track.vp", choice.points, RED, "3.3")


class House(Drill):
    """Drill's board with these steps instead of its own."""

    step_classes = (Stop, Losses, TooHigh, GoBack, Entry, Secret, Opening)
    decision_classes = (Lose, Remove, Retreat, Enter, EndEntering, Bid)


class Play(NamedTuple):
    """A game under way: whoever is asked decides, and the events that followed are at hand."""

    game: House
    state: State
    events: tuple[ev.Event, ...] = ()

    def asked(self) -> tuple[str, ...]:
        prompt = offer(self.game, self.state)
        return prompt.kinds if prompt is not None else ()

    def listed(self) -> list[Decision]:
        return list(choices(self.game, self.state))

    def do(self, decision: Decision) -> Play:
        prompt = offer(self.game, self.state)
        assert prompt is not None
        draft: Draft = decide(self.game, self.state, digest(self.state), prompt.side, decision, dice())
        return Play(self.game, draft.state, draft.events)


def dice() -> PracticeRoller:
    return PracticeRoller(bytes(32), "log", 1)


def place(label: str) -> int:
    return HOUSE.board.place(label)


HOUSE = House(load_edition(EDITION))


def recorder(*units: tuple[int, int, int]) -> Recorder[DrillPosition]:
    """Units: (piece, place, steps)."""
    act = Recorder(HOUSE, State(), dice())
    for piece, at, steps in units:
        act.place(piece, at, steps)
    return act


def played(act: Recorder[DrillPosition], step: Step[DrillPosition]) -> Play:
    act.then(step, Stop())
    settle(act)
    return Play(HOUSE, act.state, tuple(act.events))


# pieces 0, 1, 2 are red, 3, 4, 5 blue
# ---------------------------------------------------------------------- losses
def test_an_owner_shares_losses_out_one_after_the_other_and_a_last_step_takes_the_unit_off():
    play = played(recorder((0, 3, 2), (1, 4, 1)), Losses(RED, 2))
    assert play.asked() == ("lose",)
    assert play.listed() == [Lose(0), Lose(1)]
    play = play.do(Lose(1))
    assert 1 not in play.state.at
    assert play.state.steps[0] == 1, "with one unit left nobody is asked, and it takes the second loss"
    assert play.state.over


def test_more_losses_than_units_to_take_them_end_by_themselves():
    assert played(recorder((0, 3, 1)), Losses(RED, 5)).state.at == {}
    assert played(recorder(), Losses(RED, 1)).state.over


def test_a_loss_is_refused_to_a_unit_that_cannot_take_it():
    play = played(recorder((0, 3, 2), (1, 4, 1), (3, 5, 1)), Losses(RED, 1))
    with pytest.raises(IllegalDecision, match="the loss is taken by one of") as refused:
        play.do(Lose(3))
    assert refused.value.rule == "DR 3.5"
    assert play.do(Lose(0)).state.steps[0] == 1


# ---------------------------------------------------------------------- stacking
def test_the_owner_removes_so_many_units_as_each_stack_is_too_high():
    act = recorder((0, 3, 1), (1, 3, 1), (2, 4, 1), (3, 4, 1), (4, 4, 1))
    play = played(act, TooHigh(RED))
    assert play.listed() == [Remove((0,)), Remove((1,))]
    for wrong in ((), (0, 1), (0, 0), (2,)):
        with pytest.raises(IllegalDecision, match="1 unit that count for stacking"):
            play.do(Remove(wrong))
    play = play.do(Remove((1,)))
    assert play.listed() == [Remove((2, 3)), Remove((2, 4)), Remove((3, 4))]
    play = play.do(Remove((2, 4)))
    assert (sorted(play.state.at), play.state.over) == ([0, 3], True)


# ---------------------------------------------------------------------- retreat
def test_units_retreat_in_groups_until_nobody_is_left_to_go():
    middle = 9
    play = played(recorder((0, middle, 1), (1, middle, 1)), GoBack(RED, middle, (0, 1)))
    around = HOUSE.board.neighbours[middle]
    assert [choice.units for choice in play.listed()] == [(0, 1)] * 6 + [(0,)] * 6 + [(1,)] * 6
    assert [choice.path for choice in play.listed()[:6]] == [(there,) for there in around]
    play = play.do(Retreat((0,), (around[0],)))
    assert play.state.at == {0: around[0], 1: middle}
    assert [choice.path for choice in play.listed()] == [(there,) for there in around[1:]]
    with pytest.raises(IllegalDecision, match="cannot retreat that way"):
        play.do(Retreat((1,), (around[0],)))
    with pytest.raises(IllegalDecision, match="does not have to retreat"):
        play.do(Retreat((0,), (around[1],)))
    with pytest.raises(IllegalDecision, match="each once"):
        play.do(Retreat((1, 1), (around[1],)))
    assert play.do(Retreat((1,), (around[1],))).state.over


def test_a_single_unit_with_a_single_way_takes_it_and_one_without_any_is_settled_by_the_game():
    middle = 9
    around = HOUSE.board.neighbours[middle]
    crowd = [(piece, there, 1) for piece, there in enumerate(around[:5], 1)]
    play = played(recorder((0, middle, 1), *crowd), GoBack(RED, middle, (0,)))
    assert (play.state.at[0], play.state.over) == (around[5], True)
    corner = next(there for there, near in enumerate(HOUSE.board.neighbours) if len(near) == 3)
    shut = [(piece, there, 1) for piece, there in enumerate(HOUSE.board.neighbours[corner], 1)]
    play = played(recorder((0, corner, 1), *shut), GoBack(RED, corner, (0,)))
    assert (0 in play.state.at, play.state.over) == (False, True)


# ---------------------------------------------------------------------- arrivals
SCHEDULE = Schedule([Due(2, RED, (0, 1)), Due(1, BLUE, (3,)), Due(2, BLUE, (4,), "north")])


def test_a_schedule_says_who_comes_when_by_which_way():
    assert SCHEDULE.at(2) == (Due(2, RED, (0, 1)), Due(2, BLUE, (4,), "north"))
    assert SCHEDULE.at(2, BLUE) == (Due(2, BLUE, (4,), "north"),)
    assert SCHEDULE.at(7) == ()
    assert SCHEDULE.line_of[1].turn == 2


def test_who_is_due_waits_and_comes_in_where_the_game_lets_it():
    act = recorder()
    begin_to_wait(act, SCHEDULE.at(2), "pool.cup", "1.1")
    begin_to_wait(act, SCHEDULE.at(2), "pool.cup", "1.1")
    assert [event.delta for event in act.events if isinstance(event, ev.Pooled)] == [1, 1, 1], "nobody waits twice"
    assert (waiting(act.pos, "pool.cup", RED), waiting(act.pos, "pool.cup", BLUE)) == ((0, 1), (4,))
    play = played(act, Entry(RED))
    assert play.listed() == [Enter(0, 0), Enter(0, 1), Enter(1, 0), Enter(1, 1)]
    with pytest.raises(IllegalDecision, match="one of them must come"):
        play.do(EndEntering())
    with pytest.raises(IllegalDecision, match="does not wait"):
        play.do(Enter(4, 0))
    with pytest.raises(IllegalDecision, match="cannot come in at"):
        play.do(Enter(0, 5))
    play = play.do(Enter(1, 0))
    assert play.listed() == [Enter(0, 1), EndEntering()]
    assert (play.state.at, play.state.steps[1]) == ({1: 0}, HOUSE.counters[1].steps)
    ended = play.do(EndEntering())
    assert ended.state.over
    assert play.do(Enter(0, 1)).state.over, "with nobody left to come the step ends by itself"


# ---------------------------------------------------------------------- exchange
def test_counters_are_exchanged_with_what_the_old_ones_had_done():
    act = recorder((0, 3, 2), (1, 3, 1))
    moved, fought = act.word("flag.moved"), act.word("flag.fought")
    act.flag(1, moved)
    exchange(act, (0, 1), (2,), "1.1", keep=(moved, fought), gone="pool.cup", steps=(1,))
    assert (act.state.at, act.state.steps) == ({2: 3}, {2: 1})
    assert (act.pos.flag(2, moved), act.pos.flag(2, fought)) == (1, 0)
    assert act.state.pool(act.word("pool.cup")) == {0: 1, 1: 1}
    exchange(act, (2,), (0, 1), "1.1", at=5)
    assert act.state.at == {0: 5, 1: 5}
    assert act.state.steps == {piece: HOUSE.counters[piece].steps for piece in (0, 1)}


def test_pieces_that_are_not_together_or_in_play_already_are_not_exchanged():
    act = recorder((0, 3, 2), (1, 4, 1))
    with pytest.raises(EngineFault, match="must stand together"):
        exchange(act, (0, 1), (2,), "1.1")
    with pytest.raises(EngineFault, match="is in play already"):
        exchange(act, (0,), (1,), "1.1")


# ---------------------------------------------------------------------- flags
def test_flags_are_taken_off_all_pieces_or_those_of_one_side():
    act = recorder((0, 3, 1), (3, 5, 1))
    moved, fought = act.word("flag.moved"), act.word("flag.fought")
    for piece in (0, 3):
        act.flag(piece, moved)
    act.flag(0, fought)
    clear_flags(act, (moved,), side=BLUE, rule="1.1")
    assert sorted(act.state.flags) == [moved, fought]
    assert act.events[-1] == ev.Flagged(3, moved, 0, act.rule("1.1"))
    clear_flags(act, frozenset({moved, fought}))
    assert act.state.flags == {}


# ---------------------------------------------------------------------- sealed
def test_a_sealed_choice_is_kept_shown_and_takes_effect():
    play = played(recorder(), Secret())
    assert play.asked() == ("seal", "bid")
    assert play.listed() == [Bid(0), Bid(1), Bid(2)]
    play = play.do(seal(Bid(2), "salt"))
    assert play.state.seals
    assert play.asked() == ("reveal", "bid")
    for wrong in (reveal(Bid(1), "salt"), reveal(Bid(2), "pepper")):
        with pytest.raises(IllegalDecision, match="not what was sealed"):
            play.do(wrong)
    play = play.do(reveal(Bid(2), "salt"))
    assert (play.state.seals, play.state.track(HOUSE.words["track.vp"], RED)) == ({}, 2)


def test_a_seal_that_held_what_could_not_be_chosen_is_refused_when_it_is_opened():
    play = played(recorder(), Secret()).do(seal(Bid(9), "salt"))
    with pytest.raises(IllegalDecision, match="bid points 9 is not one of the choices"):
        play.do(reveal(Bid(9), "salt"))
    with pytest.raises((IllegalDecision, BadDecision)):
        play.do(Bid(1))
