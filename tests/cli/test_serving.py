"""A server that ends with Ctrl-C while pages wait for news."""

import signal
import socket
import subprocess
import sys

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
