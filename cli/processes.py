"""How many processes a command works in."""

from __future__ import annotations

import os

import click

from hexledger.cli.inputs import NumberRange

workers_option = click.option(
    "--workers", type=NumberRange(1, 512), default=None, help="Processes (default: one for each processor)."
)


def processes(workers: int | None) -> int:
    """How many processes to use."""
    return workers or os.cpu_count() or 1
