"""A player in a process of his own: runs the command lines that come in, one JSON list a line, and answers each with
`[exit code, standard output, standard error]`. Used by test_mail.py."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

from hexledger.cli.main import main


def answer(words: list[str]) -> list[object]:
    """Run one command."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(words)
        except SystemExit as left:
            code = left.code
    return [code, out.getvalue(), err.getvalue()]


if __name__ == "__main__":
    for line in sys.stdin:
        reply = json.dumps(answer(json.loads(line)))
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()
