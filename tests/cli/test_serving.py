"""A server that ends with Ctrl-C while pages wait for news, and that strangers cannot keep from others."""

import os
import signal
import socket
import subprocess
import sys

import pytest

SERVER = """
import asyncio
from hexledger.cli.serving import listening, serve

async def app(scope, receive, send):
    if scope["type"] == "http":
        print("asked", flush=True)
        await asyncio.sleep(60)

with listening("127.0.0.1", 0, ()) as found:
    print(found.port, flush=True)
    try:
        serve(app, found)
    except KeyboardInterrupt:
        pass
"""


ANSWERS = SERVER.replace(
    "        await asyncio.sleep(60)",
    """
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})""",
)


@pytest.fixture
def started():
    """`started(program)`: a server in a process of its own, which is gone when the test is over."""
    servers = []

    def go(program):
        servers.append(
            subprocess.Popen(
                [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
            )
        )
        return servers[-1]

    yield go
    for server in servers:
        server.kill()
        server.communicate()


def test_ctrl_c_while_a_page_waits_tells_of_no_error():
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert server.stdout is not None
    port = int(server.stdout.readline())
    with socket.create_connection(("127.0.0.1", port)) as page:
        page.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert server.stdout.readline() == "asked\n"
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=60)
    assert said == ""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_server_that_the_system_ends_closes_what_it_has_open(started, number):
    """SIGTERM and a terminal that is closed left copies of games behind, and nobody was told."""
    program = SERVER.replace(
        "    except KeyboardInterrupt:\n        pass", '    finally:\n        print("closed", flush=True)'
    )
    server = started(program)
    assert server.stdout is not None
    port = int(server.stdout.readline())
    with socket.create_connection(("127.0.0.1", port)) as page:
        page.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert server.stdout.readline() == "asked\n"
        server.send_signal(number)
        told, said = server.communicate(timeout=60)
    assert (told, said) == ("closed\n", "ended by the system; everything decided so far is in the log\n")
    assert server.returncode == 128 + number


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_server_under_nohup_goes_on_when_its_terminal_is_closed(started):
    program = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + ANSWERS
    server = started(program)
    assert server.stdout is not None
    port = int(server.stdout.readline())
    server.send_signal(signal.SIGHUP)
    try:
        assert asked(port) == b"HTTP/1.1 204"
    finally:
        assert ended(server) == ""


def test_a_fault_of_the_program_is_told_in_a_line(started):
    """It was told with a traceback, as often as somebody asked for it; so was one of a thread beside the server."""
    failing = 'raise ValueError("a\\x1b[31m word")'
    program = SERVER.replace(
        '        print("asked", flush=True)\n        await asyncio.sleep(60)', f"        {failing}"
    )
    beside = (
        "    import threading\n    serving = serve\n"
        "    def serve(app, found):\n"
        "        from threading import Timer\n"
        "        def fails(): raise OSError(28, 'No space left', '/x')\n"
        "        Timer(0.2, fails).start()\n"
        "        serving(app, found)\n"
    )
    program = program.replace("    try:\n", beside + "    try:\n", 1)
    server = started(program)
    assert server.stdout is not None and server.stderr is not None
    port = int(server.stdout.readline())
    assert asked(port) == b"HTTP/1.1 500"
    said = {server.stderr.readline(), server.stderr.readline()}
    fault = "ERROR:    fault in hexledger (please report it): ValueError: a\\x1b[31m word\n"
    assert said == {fault, "disk: /x: No space left\n"}
    assert ended(server) == ""


def begun(files=0, patience=10.0):
    """The server, and its port; `files` it may have open, `patience` in seconds for the head of a request."""
    head = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))" if files else ""
    head += f"\nfrom hexledger.replays.viewer import connections\nconnections.Patient.longest_asking = {patience}"
    program = head + ANSWERS
    server = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert server.stdout is not None
    return server, int(server.stdout.readline())


def asked(port, data=b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
    """The first bytes that come back; none where the connection is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as page:
        page.sendall(data)
        return page.recv(12)


def ended(server):
    """What it said, once it has ended."""
    server.send_signal(signal.SIGINT)
    return server.communicate(timeout=60)[1]


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_who_opens_connections_and_asks_nothing_keeps_nobody_out():
    """They used up the files of the process: nobody else was answered, and 15 MB of errors were told."""
    server, port = begun(files=128)
    held = []
    try:
        for _ in range(160):
            held.append(socket.create_connection(("127.0.0.1", port), timeout=60))
            held[-1].sendall(b"GET / HTTP/1.1\r\nHost: loc")
        assert asked(port) == b"HTTP/1.1 204"
    finally:
        for one in held:
            one.close()
        said = ended(server)
    assert said == ""


def test_half_a_request_is_waited_for_no_longer_than_it_may_take():
    server, port = begun(patience=0.2)
    try:
        assert asked(port, b"GET / HTTP/1.1\r\nHost: loc") == b""
        with socket.create_connection(("127.0.0.1", port), timeout=60) as page:
            page.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n")  # and half of a second one
            assert page.recv(12) == b"HTTP/1.1 204"
            while page.recv(1 << 12):
                pass
    finally:
        assert ended(server) == ""


def test_what_is_no_request_is_refused_and_does_not_fill_the_terminal():
    server, port = begun()
    try:
        for data in (b"\x00\xff garbage\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"):
            assert asked(port, data) == b"HTTP/1.1 400"
        upgrade = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        assert asked(port, upgrade) == b"HTTP/1.1 204"
    finally:
        said = ended(server)
    assert said == ""
