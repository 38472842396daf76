"""The page's libraries, as their makers publish them: `python -m tests.page.vendor` writes them into the assets.

Versions and checksums are those of `package-lock.json`; `make lint` runs it with `--check`, which says when a file here
is not what the package holds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click

HERE = Path(__file__).parent
ASSETS = HERE.parents[1] / "replays" / "viewer" / "assets"
PACKAGES = Path(sys.prefix) / "npm" / "node_modules"


class Library(NamedTuple):
    """A package: `name` in the assets, and what of it goes there (file -> text)."""

    package: str
    name: str
    files: Callable[[Path, str], dict[str, str]]


def _uplot(folder: Path, head: str) -> dict[str, str]:
    """The script as it is published, minified, and its style; modules ask `plotter` for it when they draw a plot first:
    it is long in the making, and no picture of the map needs it."""
    types = _text(folder / "dist" / "uPlot.d.ts").replace("export as namespace uPlot;\n", "")
    script = _text(folder / "dist" / "uPlot.iife.min.js")
    asked = "let made = null;\nexport const plotter = () => (made ??= run());\n"
    given = "export { type uPlot as Plot };\nexport declare const plotter: () => typeof uPlot;"
    return {
        "js": f"// @ts-nocheck\n// {head}\nconst run = () => {{\n{script}return uPlot;\n}};\n{asked}",
        "d.ts": f"// {head}\n{types}".replace("export = uPlot;", given),
        "css": f"/* {head} */\n{_text(folder / 'dist' / 'uPlot.min.css')}",
    }


WANTED = ("Virtualizer", "elementScroll", "observeElementOffset", "observeElementRect", "defaultRangeExtractor")


def _virtual(folder: Path, head: str) -> dict[str, str]:
    """Several modules put into one script by esbuild; modules import `virtual`."""
    esbuild = folder.parents[1] / ".bin" / "esbuild"
    words = ("--bundle", "--minify", "--format=iife", "--global-name=TanStackVirtual", "--target=es2022")
    entry = f"export {{ {', '.join(WANTED)} }} from '@tanstack/virtual-core';"
    made = subprocess.run(
        [esbuild, *words], input=entry, cwd=folder.parents[2], capture_output=True, text=True, check=True
    )
    kept = (line for line in _text(folder / "dist/esm/index.d.ts").splitlines() if " from './" not in line)
    shapes = "; ".join(f"{name}: typeof {name}" for name in WANTED)
    return {
        "js": f"// @ts-nocheck\n// {head}\n{made.stdout.strip()}\nexport const virtual = TanStackVirtual;\n",
        "d.ts": f"// {head}\n" + "\n".join([*kept, f"export declare const virtual: {{ {shapes} }};"]) + "\n",
    }


LIBRARIES = (Library("uplot", "uplot", _uplot), Library("@tanstack/virtual-core", "virtual", _virtual))


def files(library: Library, packages: Path = PACKAGES) -> dict[str, str]:
    """Name of a file in the assets -> its text, made of the package's own."""
    folder = packages / library.package
    about = json.loads(_text(folder / "package.json"))
    head = f"{about['name']} {about['version']}, {about['license']}; see {library.name}.LICENSE"
    licence = f"{about['name']} {about['version']}\n\n{_text(folder / 'LICENSE')}"
    made = library.files(folder, head) | {"LICENSE": licence}
    return {f"{library.name}.{end}": text for end, text in made.items()}


def _text(file: Path) -> str:
    """A file of a package, with one newline at its end."""
    return file.read_text(encoding="utf-8").strip() + "\n"


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail when a file is another.")
def main(check: bool) -> None:
    """Write the page's libraries into its assets."""
    for name, text in (pair for library in LIBRARIES for pair in files(library).items()):
        file = ASSETS / name
        if not check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            raise click.ClickException(
                f"{file} is not what its package holds; python -m tests.page.vendor writes it anew"
            )


if __name__ == "__main__":
    main()
