"""The page's libraries, as their makers publish them: `python -m tests.page.vendor` writes them into the assets.

Versions and checksums are those of `package-lock.json`; `make lint` runs it with `--check`, which says when a file here
is not what the package holds.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import click

HERE = Path(__file__).parent
ASSETS = HERE.parents[1] / "replays" / "viewer" / "assets"
PACKAGES = Path(sys.prefix) / "npm" / "node_modules"


class Library(NamedTuple):
    """A package: its name, the file of its script, the name that the script defines and the one that modules import."""

    package: str
    script: str
    types: str
    style: str
    defines: str
    name: str


UPLOT = Library("uplot", "uPlot.iife.min.js", "uPlot.d.ts", "uPlot.min.css", "uPlot", "Plot")


def files(library: Library, packages: Path = PACKAGES) -> dict[str, str]:
    """Name of a file in the assets -> its text, made of the package's own."""
    folder = packages / library.package
    about = json.loads(_text(folder / "package.json"))
    head = f"{about['name']} {about['version']}, {about['license']}; see {library.package}.LICENSE"
    exported = f"export {{ {library.defines} as {library.name} }};"
    types = _text(folder / "dist" / library.types).replace(f"export = {library.defines};", exported)
    return {
        f"{library.package}.js": f"// @ts-nocheck\n// {head}\n{_text(folder / 'dist' / library.script)}"
        f"export const {library.name} = {library.defines};\n",
        f"{library.package}.d.ts": f"// {head}\n{types}".replace(f"export as namespace {library.defines};\n", ""),
        f"{library.package}.css": f"/* {head} */\n{_text(folder / 'dist' / library.style)}",
        f"{library.package}.LICENSE": f"{about['name']} {about['version']}\n\n{_text(folder / 'LICENSE')}",
    }


def _text(file: Path) -> str:
    """A file of a package, with one newline at its end."""
    return file.read_text(encoding="utf-8").strip() + "\n"


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail when a file is another.")
def main(check: bool) -> None:
    """Write the page's libraries into its assets."""
    for name, text in files(UPLOT).items():
        file = ASSETS / name
        if not check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            raise click.ClickException(
                f"{file} is not what its package holds; python -m tests.page.vendor writes it anew"
            )


if __name__ == "__main__":
    main()
