"""Two players, each at a table of his own: decisions and duel dice go between them by bundles."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import BadBundle, Fork, encode_bundle, make_bundle
from hexledger.replays.tabletop.post import Post
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.sitting import Sitting
from tests.drill.dice import game_with
from tests.drill.game import drill
from tests.drill.play import BLUE, RED
from tests.replays.tabletop.test_sitting import key, make

OTHER = {RED: BLUE, BLUE: RED}
SEAT = {side: Seat(f"token of {side}", (side,), side) for side in (RED, BLUE)}


class Home:
    """One player's table: his own copy of the log, his own vault."""

    def __init__(self, log: Path, side: int, vault: DuelVault | None) -> None:
        self.log, self.side, self.vault = log, side, vault
        self.sitting = Sitting(self.open(), away=(OTHER[side],))
        self.post = Post(self.sitting, lambda game, since: make_bundle(game, side, OTHER[side], since), self.open)

    def open(self) -> Chronicle:
        game = Chronicle.write(self.log, game=drill())
        game.dice_kit = DiceKit(vaults=[] if self.vault is None else [self.vault])
        return game

    def rest(self) -> None:
        self.sitting.go_on()
        worker = self.sitting._worker
        if worker is not None:
            worker.join()


@pytest.fixture(params=["duel", "practice"])
def homes(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[dict[int, Home]]:
    game = game_with(tmp_path / "game.hxl", request.param, turns=3)
    vaults = {vault.side: vault for vault in game.dice_kit.vaults}
    game.close()
    found: dict[int, Home] = {}
    for side in (RED, BLUE):
        log = tmp_path / f"home-{side}" / "game.hxl"
        log.parent.mkdir()
        shutil.copy(tmp_path / "game.hxl", log)
        found[side] = Home(log, side, vaults.get(side))
    yield found
    for home in found.values():
        home.sitting.close()


def exchange(homes: dict[int, Home]) -> None:
    """Bundles both ways, as often as something comes of it."""
    for _ in range(20):
        size = [len(home.sitting.chronicle.timeline) for home in homes.values()]
        for side, home in homes.items():
            homes[OTHER[side]].post.take(home.post.bundle())
        for home in homes.values():
            home.rest()
        if size == [len(home.sitting.chronicle.timeline) for home in homes.values()]:
            return


def test_a_game_between_two_tables_is_one_game_to_its_end(homes: dict[int, Home]) -> None:
    made = dict.fromkeys(homes, 0)
    for _ in range(400):
        exchange(homes)
        asked = {side: home.sitting.ask(SEAT[side]) for side, home in homes.items()}
        if all(row["over"] for row in asked.values()):
            break
        mine = [side for side, row in asked.items() if row["yours"]]
        assert len(mine) == 1, "one of the two is asked, at his own table"
        assert asked[OTHER[mine[0]]]["away"]
        make(homes[mine[0]].sitting, SEAT[mine[0]])
        made[mine[0]] += 1
    assert all(made.values())
    files = {home.sitting.chronicle.path.read_bytes() for home in homes.values()}
    assert len(files) == 1, "both hold the same file"
    assert audit(homes[RED].log, game=drill()).intact


def test_what_comes_twice_or_is_none_changes_nothing(homes: dict[int, Home]) -> None:
    exchange(homes)
    side = next(side for side, home in homes.items() if home.sitting.ask(SEAT[side])["yours"])
    make(homes[side].sitting, SEAT[side])
    homes[side].rest()
    bundle = homes[side].post.bundle()
    there = homes[OTHER[side]]
    assert there.post.take(bundle).frames
    there.rest()
    frames = len(there.sitting.chronicle.timeline)
    assert not there.post.take(bundle).frames
    for junk in (b"", b"{}", b"no bundle", bundle[: len(bundle) // 2], bundle.replace(b'"bundle":1', b'"bundle":9')):
        with pytest.raises((BadBundle, ReplayError)):
            there.post.take(junk)
    assert len(there.sitting.chronicle.timeline) == frames
    assert key() != key()


def test_a_bundle_of_another_game_is_refused(homes: dict[int, Home], tmp_path: Path) -> None:
    with game_with(tmp_path / "other.hxl", "practice", turns=9) as other:
        strange = encode_bundle(make_bundle(other, RED, BLUE, 0))
    before = homes[BLUE].log.read_bytes()
    with pytest.raises((BadBundle, Fork)):
        homes[BLUE].post.take(strange)
    assert homes[BLUE].log.read_bytes() == before
