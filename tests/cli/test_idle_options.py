"""An option that would do nothing is refused: who types it believes that it did something."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("show LOG --theme dark", "--theme is about a picture"),
        ("show LOG --radius 3", "--radius is about a picture"),
        ("show LOG --scale 1", "--scale is about a picture"),
        ("show LOG --crop E1936,E2241", "--crop is about a picture"),
        ("show LOG --outline", "--outline is about a picture"),
        ("show LOG --png OUT --outline", "--outline is about --svg FILE"),
        ("show LOG --height 9", "--height is about a cut-out"),
        ("show LOG --unit 8/3 --no-colour", "--colour is about a cut-out"),
        ("show LOG --around E2138 --json", "--json does not go with --around"),
        ("show LOG --around E2138 --unit 8/3", "--unit does not go with --around"),
        ("show LOG --around E2138 --tracks", "--tracks does not go with --around"),
        ("export LOG --ndjson OUT --line main", "--line belongs to --transcript"),
        ("export LOG --html OUT --line nothing", "--line belongs to --transcript"),
        ("export LOG --ndjson OUT --as german", "--as belongs to --html"),
        ("export LOG --transcript OUT --no-notes", "--no-notes belongs to --html"),
        ("export LOG --transcript OUT --all-notes", "--all-notes belongs to --html"),
        ("export LOG --ndjson OUT --no-verify", "--no-verify belongs to --html"),
        ("export LOG --html OUT --names", "--names belongs to --ndjson"),
        ("record LOG --json --format md", "--format and --json are two forms"),
        ("dice LOG --rolls --by side", "--by groups the distribution"),
        ("losses LOG --each --by side", "--by sums losses up"),
        ("combats LOG 19 --side german", "--side chooses among combats"),
        ("combats LOG 19 --outcome held", "--outcome chooses among combats"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    run: Run, finished: Path, tmp_path: Path, typed: str, said: str
) -> None:
    out = tmp_path / "out"
    words = [{"LOG": str(finished), "OUT": str(out)}.get(word, word) for word in typed.split()]
    refused = run(*words)
    assert refused.code == 2 and said in refused.err, refused.err
    assert not out.exists()


def test_a_stretch_that_holds_nothing_says_so(run: Run, finished: Path) -> None:
    assert "nothing of this line lies between #5 and #3" in run("replay", finished, "--from", 5, "--to", 3).out
