"""The searching bot: which plan it follows, that it looks at no dice of the game, and that it is the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.bots import search
from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import bot, greedy_bot
from hexledger.engine.bots.playing import CannotPlayOn, Stopped, play_from
from hexledger.engine.bots.search import SearchBot, best_plan
from hexledger.engine.dice.paired import PairedLuck
from hexledger.engine.kernel.deciding import check, offer
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.projections.digest import digest
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.game import drill
from tests.drill.play import begun

CORPUS = Path(__file__).parents[1] / "corpus" / "games"


def late(name: str) -> tuple:
    """The last position of a recorded game in which something is asked, and its game."""
    with Chronicle.read(sorted((CORPUS / name).glob("*greedy*.hxl"))[0]) as chronicle:
        head = chronicle.timeline.head
        seq = chronicle.frame(head).parent if chronicle.state().over else head
        return chronicle.game, chronicle.state(seq)


def test_a_plan_that_wins_more_playouts_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halving: the best of five plans comes through, each round with the same luck for all that are left."""
    plans = (STEADY, *(Stance(f"plan {number}", aims=number) for number in range(1, 5)))
    game = drill()
    monkeypatch.setattr(type(game), "stances", plans)
    seen: list[tuple[str, str]] = []

    def worth(*given: object) -> int:
        plan, seed = given[3], given[5]
        seen.append((plan.name, seed))
        return 2 * int(plan.aims == 3) + int(plan.aims == 2)

    monkeypatch.setattr(search, "_worth", worth)
    from hexledger.projections.state import State

    assert best_plan(game, State(), 1, Chance("s", "log", 1), 30).name == "plan 3"
    by_seed: dict[str, list[str]] = {}
    for name, seed in seen:
        by_seed.setdefault(seed, []).append(name)
    assert {len(names) for names in by_seed.values()} == {5, 3, 2} and len(seen) <= 30 + 5
    assert all(len(set(names)) == len(names) for names in by_seed.values())


@pytest.mark.parametrize("name", ["june_6", "fortress_europa"])
def test_it_decides_legally_and_alike_each_time(name: str) -> None:
    game, state = late(name)
    prompt = offer(game, state)
    before = digest(state)
    found = {SearchBot(4)(game, state, prompt, Chance("seed", "log", 7)) for _ in range(2)}
    assert len(found) == 1 and digest(state) == before
    check(game, state, found.pop())


def test_every_plan_of_a_game_decides_legally() -> None:
    for name in ("june_6", "fortress_europa"):
        game, state = late(name)
        prompt = offer(game, state)
        assert game.stances[0] == STEADY and len(game.stances) > 1
        for stance in game.stances:
            twin = game.leaning(stance)
            assert twin.stance == stance and game.stance == STEADY and twin.memory is not game.memory
            check(game, state, twin.advise(state, prompt, Chance("seed", "log", 7)))


def test_a_game_whose_advisor_knows_one_plan_is_played_as_the_greedy_bot_plays_it(tmp_path: Path) -> None:
    with begun(tmp_path / "g.hxl") as chronicle:
        game, state = chronicle.game, chronicle.state()
        prompt = offer(game, state)
        chance = Chance("seed", "log", 1)
        assert SearchBot()(game, state, prompt, chance) == greedy_bot(game, state, prompt, Chance("seed", "log", 1))


def test_fewer_playouts_than_plans_compare_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = late("june_6")
    monkeypatch.setattr(search, "_worth", lambda *given: pytest.fail(f"played out: {given[3].name}"))
    assert best_plan(game, state, 1, Chance("s", "log", 1), len(game.stances) - 1) == STEADY


def test_each_player_has_a_searching_bot_of_his_own() -> None:
    assert bot("bot:search") is not bot("search") and bot("greedy") is bot("greedy")


def test_nobody_plays_a_side_without_a_bot(tmp_path: Path) -> None:
    with begun(tmp_path / "g.hxl") as chronicle:
        game, state = chronicle.game, chronicle.state()
        luck, chance = (lambda: PairedLuck("s", {})), (lambda number: Chance("s", "log", number))
        with pytest.raises(CannotPlayOn, match="nobody plays"):
            play_from(game, state, digest(state), {}, luck, chance, 10)
        stopped = play_from(game, state, digest(state), dict.fromkeys((1, 2), greedy_bot), luck, chance, 3)
        assert isinstance(stopped, Stopped) and stopped.decisions == 3
