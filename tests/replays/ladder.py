"""A game of Drill as ladders know it: red moves two scouts, then attacks five times, and afterwards somebody errs.

Red stands in row B against blue in row C; red_6 and red_7 are identical scouts in row E. `Ladder` plays by text and
remembers where each move and combat stands in the log.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import yaml

from hexledger.engine.editions.edition import load_edition
from hexledger.events.model import Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import hand_in, opening
from tests.drill.game import EDITION, Drill

RED, BLUE = 1, 2
SEED = "red first 14"
FIGHTS = (("red_1", "C1"), ("red_2", "C2"), ("red_3", "C3"), ("red_4", "C4"), ("red_5", "C5"))
PLACES = {
    **{"red_1": "B1", "red_2": "B2", "red_3": "B3", "red_4": "B4", "red_5": "D4", "red_6": "E1", "red_7": "E3"},
    **{"blue_1": "C1", "blue_2": "C2", "blue_3": "C3", "blue_4": "C4", "blue_5": "C5"},
}


def _counter(name: str) -> dict[str, object]:
    side, number = name.split("_")
    out: dict[str, object] = {"id": name, "name": f"{number}/{side.capitalize()}", "side": side, "type": "infantry"}
    return out | {"size": "battalion", "steps": 2, "front": {"cs": 3, "ma": 3}, "back": {"cs": 2, "ma": 3}}


@cache
def game() -> Drill:
    """Drill with five battalions a side, two scouts, and orders for all of them in one activation."""
    folder = Path(mkdtemp()) / "edition"
    shutil.copytree(EDITION, folder)
    counters = {"defaults": {"prov": "house", "edition": "drill-1"}, "counters": [_counter(name) for name in PLACES]}
    (folder / "counters.yaml").write_text(yaml.safe_dump(counters), encoding="utf-8")
    scenario = folder / "scenarios" / "skirmish.yaml"
    data = yaml.safe_load(scenario.read_text(encoding="utf-8"))
    data["setup"] = [{"counter": name, "at": place} for name, place in PLACES.items()]
    scenario.write_text(yaml.safe_dump(data), encoding="utf-8")
    charts = folder / "charts.yaml"
    charts.write_text(charts.read_text(encoding="utf-8").replace("each_activation: 4", "each_activation: 12"), "utf-8")
    try:
        return Drill(load_edition(folder))
    finally:
        shutil.rmtree(folder.parent)


class Ladder:
    """One such game, open for writing."""

    def __init__(self, path: Path, errors: str = "", undo: str = "consent") -> None:
        self.path = path
        genesis = new_genesis(
            "skirmish", seed=SEED, undo_policy=undo, error_policy=errors, options={"turns": 3}, game=game()
        )
        self.log = Chronicle.create(path, genesis, game=game())
        assert self.log.offer().side == RED, "the seed gives red the first activation"  # type: ignore[union-attr]
        self.moves: list[int] = []
        self.fights: list[int] = []
        """Frame of each attack's declaration."""
        self.strikes: list[int] = []
        """Frame of each attack's die."""

    @property
    def head(self) -> int:
        """Where play stands."""
        return self.log.timeline.head

    def play(self, text: str) -> int:
        """One decision of whoever is asked; its frame."""
        prompt = self.log.offer()
        assert prompt is not None
        return hand_in(self.log, prompt.side, self.log.game.codec.from_text(text)).seq

    def move(self, *texts: str) -> Ladder:
        """Red's scouts move (by default both, a hex each)."""
        for text in texts or ("red_6 E2", "red_7 D3"):
            self.moves.append(self.play(f"move {text}"))
        return self

    def fight(self, *numbers: int) -> Ladder:
        """Red's attacks 1 to 5: blue stays, red presses, blue gives way."""
        for number in numbers or range(1, 6):
            unit, target = FIGHTS[number - 1]
            self.fights.append(self.play(f"attack {unit} {target}"))
            if self.log.offer().kinds[0] == "fall_back":  # type: ignore[union-attr]
                self.play("pass")
            self.play("intend probe")
            self.play("intend hold")
            shown = opening(self.log)
            assert shown is not None
            self.strikes.append(self.log.submit(RED, shown).seq)
        return self

    def end(self) -> Ladder:
        """Red gives no more orders; the next activation is drawn."""
        self.play("pass")
        return self

    def dice(self, *frames: int) -> list[int]:
        """Values of the dice of frames."""
        return [event.value for seq in frames for event in self.log.frame(seq).events if isinstance(event, Rolled)]

    def close(self) -> Verdict:
        """Let the log go, and audit it."""
        self.log.close()
        return audit(self.path, game=game())
