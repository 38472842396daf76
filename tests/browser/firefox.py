"""Firefox without a driver program: its own remote protocol (Marionette), spoken over a socket of this machine."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from base64 import b64decode
from pathlib import Path
from time import monotonic, sleep
from typing import Any

PATIENCE = 120.0
"""Seconds that the browser may take for anything, on a machine that does other things as well."""
NAMES = ("firefox-esr", "firefox")
OFFLINE = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "ui.prefersReducedMotion": 1,
}
"""Settings of a fresh profile: what it would ask of the network leads to a port where nobody listens."""


def installed() -> str | None:
    """The path of a Firefox of the distribution."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Firefox:
    """One window of a headless Firefox with a profile of its own in `folder`."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 800)) -> None:
        path = installed()
        assert path is not None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = OFFLINE | {"marionette.port": port}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items())
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = [path, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
        words += [f"--width={size[0]}", f"--height={size[1]}"]
        self._program = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._number = 0
        try:
            self._line = self._connected(port)
            self._read()  # who it is
            self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})
            self.ask("WebDriver:SetTimeouts", {"script": int(PATIENCE * 1e3), "pageLoad": int(PATIENCE * 1e3)})
        except BaseException:
            self._program.kill()
            raise

    def _connected(self, port: int) -> socket.socket:
        until = monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError:
                if monotonic() > until or self._program.poll() is not None:
                    raise
                sleep(0.2)

    def _read(self) -> Any:
        digits = b""
        while not digits.endswith(b":"):
            digits += self._line.recv(1)
        left, parts = int(digits[:-1]), []
        while left:
            parts.append(self._line.recv(left))
            left -= len(parts[-1])
        return json.loads(b"".join(parts))

    def ask(self, command: str, given: dict[str, Any] | None = None) -> Any:
        """The answer to one command; AssertionError with what Firefox says when it refuses."""
        self._number += 1
        text = json.dumps([0, self._number, command, given or {}]).encode()
        self._line.sendall(f"{len(text)}:".encode() + text)
        _kind, number, error, found = self._read()
        assert number == self._number and error is None, error
        return found

    def open(self, address: str) -> None:
        """Go to a page, and wait until the desk stands."""
        self.ask("WebDriver:Navigate", {"url": "about:blank"})
        self.ask("WebDriver:Navigate", {"url": address})
        until = monotonic() + PATIENCE
        while not self.js("return window.desk !== undefined"):
            assert monotonic() < until, "the desk does not stand"
            sleep(0.1)

    def js(self, script: str, *arguments: Any) -> Any:
        """What a script of the page returns."""
        given = {"script": script, "args": list(arguments), "sandbox": None}
        return self.ask("WebDriver:ExecuteScript", given)["value"]

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})["value"])

    def close(self) -> None:
        """End it."""
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (OSError, AssertionError, ValueError):
            self._program.kill()
        self._line.close()
        self._program.wait(30)
