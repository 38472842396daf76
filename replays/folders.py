"""Where this user's own folders are: keys and memory, and what is kept to be faster."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

HOME: Final = "HEXLEDGER_HOME"
"""Environment variable that names another folder for all of them."""
CACHE: Final = "HEXLEDGER_CACHE"
"""Environment variable that names another folder for what is kept; an empty text: nothing is kept."""
_PROGRAM: Final = "hexledger"


def home() -> Path:
    """The user's own folder of this program."""
    given = os.environ.get(HOME)
    if given:
        return Path(given)
    from platformdirs import user_config_path

    return user_config_path(_PROGRAM, appauthor=False, roaming=True)


def cache_folder() -> Path | None:
    """Where this user's pictures are kept; None: nowhere."""
    given = os.environ.get(CACHE)
    if given is not None:
        return Path(given) if given else None
    of_all = os.environ.get(HOME)
    if of_all:
        return Path(of_all) / "cache"
    from platformdirs import user_cache_path

    found = user_cache_path(_PROGRAM, appauthor=False)
    return found if found.is_absolute() else None  # a user without a home


_FOLDERS: Final = re.compile(r"(?<![^\s'\"(`])(?:[A-Za-z]:)?(?:[/\\][^/\\\s:'\"]+)+[/\\](?=[^/\\\s:'\"])")
"""An absolute path up to its last name, at the beginning of a word, as far as there are no spaces in it."""


def without_folders(text: str, *known: Path) -> str:
    """A message for somebody elsewhere: files of this machine by their names alone. `known`: folders that may well have
    spaces in their names."""
    folders = {*known, *(folder.absolute() for folder in known)} - {Path()}
    for folder in sorted(map(str, folders), key=len, reverse=True):
        text = text.replace(f"{folder}{os.sep}", "/-/")
    return _FOLDERS.sub("", text)
