"""The page's code that draws nothing, without a browser: run by the node that comes with playwright."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hexledger.replays.viewer.page import embedded, html, scripts

ASSETS = Path(__file__).parents[3] / "replays" / "viewer" / "assets"


def _node() -> str | None:
    playwright = pytest.importorskip("playwright", reason="playwright is not installed")
    own = Path(playwright.__file__).parent / "driver" / "node"
    return str(own) if own.exists() else shutil.which("node")


def ran(script: str, folder: Path) -> Any:
    """What a script gives that may import the page's modules by name: the JSON of its `out`."""
    node = _node()
    if node is None:
        pytest.skip("no node: the page's code is tested in a browser only")
    for name in ("finding", "story", "model", "near", "geometry", "util"):
        (folder / f"{name}.mjs").write_text(
            (ASSETS / f"{name}.js").read_text(encoding="utf-8").replace('.js"', '.mjs"'), encoding="utf-8"
        )
    file = folder / "test.mjs"
    file.write_text(f"{script}\nconsole.log(JSON.stringify(out));\n", encoding="utf-8")
    done = subprocess.run([node, str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_paper_has_every_colour_that_the_dark_page_changes() -> None:
    css = (ASSETS / "desk.css").read_text(encoding="utf-8")

    def named(rule: str) -> set[str]:
        return set(re.findall(r"(--[\w-]+):", css.partition(rule)[2].partition("}")[0]))

    dark, paper = named("\n[data-theme=dark]{"), named(" :root,[data-theme=dark]{")
    assert len(dark) > 10 and dark <= paper


def test_a_browser_keeps_script_and_data_in_one_byte_a_sign() -> None:
    """One sign beyond Latin-1 would have it keep, and read, all of the text in two."""
    data = {"words": "18\u201321 May, \u2028 </script> Besan\u00e7on \U0001f3b2"}
    told = embedded(data)
    assert json.loads(told) == data and "<" not in told
    assert max(map(ord, told)) < 256 and max(map(ord, "".join(scripts()))) < 256


def test_the_page_goes_without_what_only_readers_of_the_script_want() -> None:
    assert "@param" in (ASSETS / "desk.js").read_text(encoding="utf-8")
    assert re.findall(r"^\s*/\*\*.*@param.*", "".join(scripts()), re.MULTILINE) == []


def test_what_the_first_picture_does_without_is_no_script_until_it_is_wanted() -> None:
    """A browser reads a script whole before it runs."""
    first, late = scripts()
    for name in ("timeline", "virtual", "uplot", "report", "tabletop", "combats"):
        assert f"const ${name} = " in late and f"const ${name} = " not in first
    page = html({"game": {"title": "Game", "scenario": "Scenario"}})
    assert f'<script type="text/plain" id="late">\n{late}\n</script>' in page
    assert page.count("'sha256-") == 2


BOARD = """
import { Game } from "./model.mjs";
import { Story, resultText } from "./story.mjs";
import { words } from "./finding.mjs";
const d = (p) => (p < 0 ? { x: [2, 3, 1] } : {});
const frame = (p, w, e = []) => ({ k: p < 0 ? 0 : 1, a: 1, p, h: String(p), w, dk: 1, e, d: d(p) });
const data = {
  game: { sides: ["Allied", "German"] },
  board: { labels: ["A1", "A2", "england_box"], names: { 0: "Caen", 2: "England" }, hexes: 2, terrain: [0, 0],
    features: {} },
  pieces: [["us_1", "1st (US)", 1, "infantry", "xx", 2, "V Corps", "1"], ["hq_a", "HQ/A", 1, "hq", "x", 1, "", "HQ"],
    ["hq_b", "HQ/B", 2, "hq", "x", 1, "", "HQ"]],
  tables: { words: ["", "move", "June I", "Combat", "moved"], rules: [["", ""]], supply: [], faces: [],
    notes: [[]] },
  frames: [frame(-1, "set-up"),
    frame(0, "1st (US) moves", [{ n: 1, k: 4, t: "1st (US) moves A1-A2", p: [0], h: [0, 1] }]),
    frame(1, "attack"), frame(1, "other")],
  turnings: [{ seq: 9, kind: "ruling", decision: "ruling about #2", outcome: [], at: 3 }],
  lines: { heads: { main: 2, study: 3 }, current: "main", undone: {} },
  story: { combats: [{ n: 1, f: 2, rs: 2, fr: [2], at: [0], a: [[0, 1, 2, 1, 2]], d: [], A: "9", D: "3", col: "3-1",
      die: 4, res: ["attacker:", "AR", "defender:", "DE"], out: "held", lost: [[1, 0], [2, 1]], luck: ["-1", "3"],
      side: 1, turn: "June I", phase: "", kind: "", sh: null }],
    supply: [],
    lines: { 2: { combats: [0], supply: [], scored: [], turned: [], causes: [], turns: [], luck: {}, start: 0 } } },
};
const game = new Game(data);
const story = new Story(game);
const [combat] = story.line(2).combats;
"""


def test_a_combat_is_found_by_its_decisions_words_and_filters(tmp_path: Path) -> None:
    found = ran(
        BOARD
        + """const passes = (filter) => story.passes(combat, filter);
        const out = {
          here: story.combatAt(2, 2)?.n, elsewhere: story.combatAt(1, 2), otherLine: story.line(3).combats.length,
          target: story.target(combat), odds: story.odds(combat), result: story.result(combat),
          luck: story.luck(combat), failed: passes({ kind: "failed" }), cleared: passes({ kind: "cleared" }),
          good: passes({ kind: "good" }), side: passes({ side: 2 }), unit: passes({ unit: 0 }),
          stranger: passes({ unit: 2 }), words: passes({ text: "caen 1st" }),
          wrong: passes({ text: "caen bayeux" }), turn: passes({ kind: "turn", turn: "July" }),
          split: words("  Two  Words "), text: resultText(["attacker:", "E", "F"]),
        };""",
        tmp_path,
    )
    assert found["here"] == 1 and found["elsewhere"] is None and found["otherLine"] == 0
    assert found["target"] == "Caen A1" and found["odds"] == 3 and abs(found["luck"] + 1 / 3) < 1e-9
    assert found["result"] == "A:, AR; D:, DE".replace(":,", ":")
    assert found["failed"] and not found["cleared"] and found["good"]
    assert not found["side"] and found["unit"] and not found["stranger"]
    assert found["words"] and not found["wrong"] and not found["turn"]
    assert found["split"] == ["two", "words"] and found["text"] == "attacker: E, F"


def test_names_that_several_have_are_not_guessed_and_boxes_have_names(tmp_path: Path) -> None:
    found = ran(
        BOARD
        + """const out = {
          one: game.findPiece("1st (US)"), id: game.findPiece("hq_b"), several: game.findPiece("hq"),
          like: game.piecesLike("hq"),
          none: game.piecesLike("zz"), box: game.place(2), hex: game.place(0), named: game.findPlace("caen"),
          label: game.findPlace("a2"), boxed: game.findPlace("england"), nobody: game.side(0),
          about: game.saidAbout(2).map((one) => one.seq), other: game.saidAbout(22).length,
          words: [game.passes(1, { text: "caen MOVES" }), game.passes(1, { text: "caen retreats" })],
        };""",
        tmp_path,
    )
    assert (found["one"], found["id"], found["several"]) == (0, 2, -1)
    assert found["like"] == [1, 2] and found["none"] == []
    assert (found["box"], found["hex"], found["named"], found["label"], found["boxed"]) == ("England", "A1", 0, 1, 2)
    assert found["nobody"] == "Neither side"
    assert found["about"] == [9] and found["other"] == 0
    assert found["words"] == [True, False]


def test_no_rule_of_the_page_asks_what_an_element_holds():
    """Each change of the page would have the browser look: a step of the desk is some hundreds."""
    assert ":has(" not in (ASSETS / "desk.css").read_text(encoding="utf-8")
