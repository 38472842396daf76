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


def begun(files=0, patience=10.0):
    """The server, and its port; `files` it may have open, `patience` in seconds for the head of a request."""
    head = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))" if files else ""
    head += f"\nfrom hexledger.replays.viewer import connections\nconnections.Patient.longest_asking = {patience}"
    answered = """
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})"""
    program = head + SERVER.replace("        await asyncio.sleep(60)", answered)
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
