"""The kernel: decide is pure and may refuse; the agenda settles or says why not."""

import random
from typing import Any, NamedTuple

import msgspec
import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.catalogue import open_game, split_scenario
from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.editions.edition import load_edition
from hexledger.engine.errors import BadDecision, EngineFault, IllegalDecision, NotOffered, UnknownName
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.deciding import MAX_STEPS, Listing, begin, check, choices, decide, offer
from hexledger.engine.kernel.decisions import GoOn
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, StepCodec, passed
from hexledger.events import model as ev
from hexledger.events.frame import Frame, encode_frame
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.decisions import Attack, FallBack, Intend, Move, Pass
from tests.drill.game import EDITION, Drill, drill
from tests.drill.play import advance, begun, genesis, until

KEY = bytes(32)


def roller(seq=1):
    return PracticeRoller(KEY, "log", seq)


def start(options=None):
    return begin(drill(), "skirmish", options or {}, roller(0))


def test_a_game_begins_with_units_a_turn_and_a_question():
    draft = start()
    prompt = offer(drill(), draft.state)
    assert (len(draft.state.at), draft.state.turn) == (6, 1)
    assert prompt.kinds == ("move", "attack", "pass")
    assert draft.digest == digest(draft.state) == digest(fold(State(), draft.events))


def test_a_decision_leaves_the_position_it_was_made_on_untouched():
    draft = start()
    before = encode_state(draft.state)
    side = offer(drill(), draft.state).side
    after = decide(drill(), draft.state, draft.digest, side, Pass(), roller())
    assert encode_state(draft.state) == before
    assert after.digest == digest(after.state) == digest(fold(draft.state.copy(), after.events)) != draft.digest


def encode_state(state):
    return {name: getattr(state, name) for name in State.__slots__ if name != "stacks"} | {"stacks": dict(state.stacks)}


def test_a_refused_decision_changes_nothing_and_names_its_rule():
    draft = start()
    game, state = drill(), draft.state
    side = offer(game, state).side
    own = game.position(state).in_play(side)[0]
    theirs = game.position(state).in_play(3 - side)[0]
    before = encode_state(state)
    refusals = {
        "DR 2.1": Move(theirs, (9,)),
        "DR 3.1": Attack(own, 9),
        "DR 1.2": Intend(game.words["intent.press"]),
    }
    for rule, decision in refusals.items():
        with pytest.raises(IllegalDecision) as refused:
            decide(game, state, draft.digest, side, decision, roller())
        assert refused.value.rule == rule
        with pytest.raises(IllegalDecision):
            check(game, state, decision)
    with pytest.raises(NotOffered, match=r"for the (Red|Blue) side to decide"):
        decide(game, state, draft.digest, 3 - side, Pass(), roller())
    with pytest.raises(BadDecision, match="no unit number 6"):
        check(game, state, Move(6, (9,)))
    with pytest.raises(BadDecision, match="no place number 19"):
        decide(game, state, draft.digest, side, Move(own, (19,)), roller())
    assert encode_state(state) == before


def test_everything_that_is_listed_is_legal(tmp_path):
    with begun(tmp_path / "game.hxl", turns=6) as game:
        for _ in range(80):
            if game.offer() is None:
                break
            state = game.state()
            prompt = game.offer()
            for decision in choices(game.game, state):
                if prompt.kinds[0] not in ("seal", "reveal"):
                    check(game.game, state, decision)
                    assert decision.kind() in prompt.kinds
            assert list(choices(game.game, state)) == list(choices(game.game, state))
            advance(game)
        assert game.timeline.head > 40


def test_the_order_in_which_tables_were_filled_changes_no_byte_of_a_decision(tmp_path):
    """F50: State's dicts in any order give the same frame."""
    dice = random.Random(7)
    with begun(tmp_path / "game.hxl", turns=5) as game:
        compared = 0
        while game.offer() is not None and compared < 60:
            head = game.timeline.head
            state, mixed = game.state(), game.state().copy()
            for name in State.__slots__:
                table = getattr(mixed, name)
                if isinstance(table, dict):
                    items = list(table.items())
                    dice.shuffle(items)
                    setattr(mixed, name, dict(items))
            assert list(choices(game.game, mixed)) == list(choices(game.game, state))
            advance(game)
            frame = game.frame(game.timeline.head)
            again = decide(
                game.game,
                mixed,
                game.frame(head).digest,
                frame.actor,
                game.decision(frame.seq),
                PracticeRoller(practice_key(game), game.genesis.log_id, frame.seq),
            )
            twin = Frame(*(getattr(frame, n) for n in ("seq", "kind", "actor", "parent", "decision")), again.events,
                         again.evidence, again.digest, frame.time)  # fmt: skip
            assert encode_frame(twin) == encode_frame(frame)
            compared += 1
    assert compared > 30


def practice_key(game):
    from hexledger.engine.dice.rolling import PracticeDice

    return PracticeDice(game.genesis.log_id, game.genesis.seed).key


def test_when_the_game_is_over_nothing_is_offered_and_nothing_taken(tmp_path):
    with begun(tmp_path / "game.hxl") as game:
        advance(game, 10_000)
        state = game.state()
        assert state.over
        assert (offer(game.game, state), list(choices(game.game, state))) == (None, [])
        for side in (1, 2):
            with pytest.raises(NotOffered, match="the game is over"):
                game.submit(side, Pass())


def test_an_interrupt_stands_above_the_orders_that_go_on_afterwards(tmp_path):
    with begun(tmp_path / "game.hxl", turns=6) as game:
        until(game, "fall_back")
        names = [game.game.step_codec.name(tag) for tag, _ in game.state().agenda]
        assert names[-2:] == ["Orders", "Reaction"]
        orders = game.state().agenda[-2]
        free = next(choice for choice in game.choices() if isinstance(choice, FallBack))
        game.submit(game.offer().side, free)
        assert game.state().agenda[-1] == orders


# ------------------------------------------------------------------ promises that a rules module can break
class Endless(Step, frozen=True, array_like=True, tag=90):
    def run(self, act):
        act.then(Endless())


class Nobody(Choice, frozen=True, array_like=True, tag=91):
    def prompt(self, pos):
        return Prompt(1, 0, 0, ("pass",))

    def check(self, pos, decision):
        return None

    def choices(self, pos):
        return iter((Pass(),))

    def take(self, act, decision):
        act.done()


class Broken(Drill):
    step_classes = (*Drill.step_classes, Endless, Nobody)
    first = Endless()

    def setup(self, act, scenario, options):
        if self.first is not None:
            act.then(self.first)


def broken(first):
    game = Broken(load_edition(EDITION))
    game.first = first
    return game


def test_an_endless_agenda_is_called_endless():
    with pytest.raises(EngineFault, match=f"did not settle in {MAX_STEPS} steps"):
        begin(broken(Endless()), "skirmish", {}, roller(0))


def test_an_agenda_that_runs_out_before_the_end_is_a_fault():
    with pytest.raises(EngineFault, match="empty but nobody has won"):
        begin(broken(None), "skirmish", {}, roller(0))
    game = broken(Nobody())
    draft = begin(game, "skirmish", {}, roller(0))
    with pytest.raises(EngineFault, match="empty but nobody has won"):
        decide(game, draft.state, draft.digest, 1, Pass(), roller())
    with pytest.raises(EngineFault, match="empty but nobody has won"):
        offer(game, State())


@pytest.mark.parametrize("entry", [(999, ()), (3, (1, 2, 3, 4)), (3, ()), (3, (1, "two")), (3, (True, 2))])
def test_an_agenda_entry_that_the_rules_do_not_know_is_a_typed_error(entry):
    with pytest.raises(EngineFault, match="agenda"):
        offer(drill(), fold(State(), [ev.Pushed(*entry)]))


def test_a_sequence_of_play_that_stopped_at_a_step_of_its_own_can_only_be_told_to_go_on():
    stopped = fold(State(), [ev.Pushed(1, (1, 2))])
    assert offer(drill(), stopped).kinds == ("go_on",)
    assert list(choices(drill(), stopped)) == [GoOn()]
    with pytest.raises(IllegalDecision, match="wanted: go_on"):
        check(drill(), stopped, Pass())


class Shot(NamedTuple):
    unit: int
    at: int


class Salvo(Step[Any], frozen=True, array_like=True, tag=91):
    first: Shot
    others: tuple[Shot, ...] = ()


def test_a_step_gets_its_named_tuples_back_from_the_agenda_and_is_written_as_before():
    codec = StepCodec((Salvo,))
    tag, data = codec.pack(Salvo(Shot(1, 2), (Shot(3, 4),)))
    plain = ((1, 2), ((3, 4),))
    assert (tag, data) == (91, plain)
    assert msgspec.msgpack.encode(ev.Pushed(tag, data)) == msgspec.msgpack.encode(ev.Pushed(tag, plain))
    found = codec.unpack(91, plain)
    assert isinstance(found, Salvo)
    assert (found.first.at, found.others[0].unit) == (2, 3)
    assert codec.unpack(91, ((1, 2),)) == Salvo(Shot(1, 2))


def test_a_decision_that_check_has_let_pass_is_of_the_kind_that_was_asked_for():
    assert passed(Pass(), Pass) == Pass()
    with pytest.raises(EngineFault, match="pass was let pass where only move is asked for"):
        passed(Pass(), Move)


def test_two_steps_with_one_tag_are_refused():
    class Twin(Step, frozen=True, array_like=True, tag=90):
        pass

    with pytest.raises(EngineFault, match="tag 90 is used twice"):
        StepCodec((Endless, Twin))


def recorder():
    game = drill()
    return Recorder(game, fold(State(), [ev.Placed(0, 9, 2), ev.Pushed(3, (1, 4))]), roller())


@pytest.mark.parametrize(
    "wrong",
    [
        lambda act: act.word("no.such.word"),
        lambda act: act.rule("99.9"),
        lambda act: act.draw("pool.cup"),
        lambda act: act.move(0, (3, 4), "mode.move"),
        lambda act: act.move(0, (), "mode.move"),
        lambda act: act.remove(4, "reason.eliminated"),
        lambda act: act.become(drill().step_codec.unpack(1, (1, 2))),
    ],
)
def test_the_recorder_refuses_what_cannot_be(wrong):
    act = recorder()
    with pytest.raises(EngineFault):
        wrong(act)
    assert act.events == []


def test_the_recorder_writes_nothing_when_nothing_changes():
    act = recorder()
    act.flag(0, "flag.moved", 0)
    act.track("track.vp", 0)
    act.assign("var.active", 2)
    act.assign("var.active", 2)
    act.flag(0, "flag.moved")
    act.flag(0, "flag.moved")
    assert [type(event).__name__ for event in act.events] == ["Assigned", "Flagged"]


def test_a_hexside_marker_is_the_same_from_both_sides():
    act = recorder()
    act.marker(9, 4, "marker.trench", 2)
    assert act.state.marker(4, 9, act.word("marker.trench")) == act.state.marker(9, 4, act.word("marker.trench")) == 2


def test_a_decision_made_with_what_the_one_before_left_is_the_same_as_without():
    game, draft = drill(), start()
    made = 0
    for seq in range(1, 12):
        assert draft.waiting.pos.state is draft.state
        prompt = offer(game, draft.state)
        assert draft.waiting.prompt == prompt
        if "pass" not in prompt.kinds:
            break
        made = seq
        decision = next(iter(choices(game, draft.state)))
        plain = decide(game, draft.state, draft.digest, prompt.side, decision, roller(seq))
        draft = decide(game, draft.state, draft.digest, prompt.side, decision, roller(seq), draft.waiting)
        assert (draft.events, draft.digest) == (plain.events, plain.digest)
        assert encode_state(draft.state) == encode_state(plain.state)
    assert made >= 2


def test_what_another_position_left_to_decide_is_not_looked_at():
    game, draft = drill(), start()
    side = offer(game, draft.state).side
    after = decide(game, draft.state, draft.digest, side, Pass(), roller())
    again = decide(game, draft.state, draft.digest, side, Pass(), roller(), after.waiting)
    assert (again.events, again.digest) == (after.events, after.digest)


# ------------------------------------------------------------------ the catalogue
def test_a_game_or_scenario_that_is_not_there_names_those_that_are():
    with pytest.raises(UnknownName, match="june_6"):
        open_game("chess")
    for name in ("june_6", "june_6/", "chess/opening"):
        with pytest.raises(UnknownName):
            split_scenario(name)
    with pytest.raises(UnknownName, match="skirmish"):
        begin(drill(), "nowhere", {}, roller(0))


class Slip(Choice, frozen=True, array_like=True, tag=92):
    """Waits for red, and then hands in what no log can hold."""

    def prompt(self, pos):
        return Prompt(1, 0, 0, ("pass",))

    def check(self, pos, decision):
        return None

    def choices(self, pos):
        return iter((Pass(),))

    def take(self, act, decision):
        act.emit(act.game.slip)


class Slipping(Broken):
    step_classes = (*Broken.step_classes, Slip)
    slip = None


@pytest.mark.parametrize("event", [ev.Flagged(1, 2, True), ev.TrackSet(3, 1, 1 << 70), ev.StepsSet(1, 0.5)])
def test_a_frame_that_could_not_be_read_back_is_never_written(tmp_path, event):
    """The fault of a rules module costs its decision, not the log."""
    game = Slipping(load_edition(EDITION))
    game.first, game.slip = Slip(), event
    path = tmp_path / "game.hxl"
    with Chronicle.create(path, genesis(), game=game) as log:
        before = path.read_bytes()
        with pytest.raises(EngineFault, match="frame 1 could not be written"):
            log.submit(1, Pass())
        assert path.read_bytes() == before
        game.slip = ev.StepsSet(1, 1)
        log.submit(1, Pass())
        assert log.frame(1).digest == digest(fold(log.state(0).copy(), log.frame(1).events))


# ---------------------------------------------------------------------- one kind of a list
def test_the_decisions_of_a_kind_are_those_of_the_whole_list(tmp_path):
    seen = set()
    with begun(tmp_path / "g.hxl", turns=4) as game:
        while (prompt := game.offer()) is not None:
            state = game.state()
            whole, listing = list(choices(drill(), state)), Listing(drill(), state)
            assert listing.kinds() == list(dict.fromkeys(choice.kind() for choice in whole))
            for kind in prompt.kinds:
                of_kind = [choice for choice in whole if choice.kind() == kind]
                assert listing.of(kind) == list(choices(drill(), state, kind)) == of_kind
                seen.update([kind] if of_kind else [])
            advance(game)
    assert seen == {"move", "attack", "pass", "fall_back", "intend"}


class Long(Choice[Any], frozen=True, array_like=True, tag=95):
    """A choice that lists one kind alone, and never everything."""

    def prompt(self, pos):
        return Prompt(1, 1, 1, ("attack", "move", "pass"))

    def choices_of(self, pos, kind):
        return MENU.choices(pos, kind)


MENU = Menu(
    [
        Action(Attack, lambda *_: None, lambda *_: None, lambda _pos: iter(())),
        Action(Move, lambda *_: None, lambda *_: None, lambda _pos: (Move(1, (place,)) for place in (3, 4))),
        Action(Pass, lambda *_: None, lambda *_: None, lambda _pos: [Pass()]),
    ]
)


def test_a_step_may_list_one_kind_alone_and_a_random_bot_never_asks_for_more():
    class Lengthy(Drill):
        step_classes = (Long,)

    game = Lengthy(load_edition(EDITION))
    state = fold(State(), [ev.Pushed(95, ())])
    listing = Listing(game, state)
    assert listing.kinds() == ["move", "pass"]
    assert listing.of("move") == [Move(1, (3,)), Move(1, (4,))]
    assert listing.of("attack") == []
    drawn = {random_bot(game, state, listing_prompt(game, state), Chance("seed", "log", seq)) for seq in range(60)}
    assert drawn == {Move(1, (3,)), Move(1, (4,)), Pass()}
    assert [choice.kind() for choice in MENU.choices(None)] == ["move", "move", "pass"]
    assert list(MENU.choices(None, "withdraw")) == []


def listing_prompt(game, state):
    prompt = offer(game, state)
    assert prompt is not None
    return prompt
