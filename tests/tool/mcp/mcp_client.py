# SPDX-License-Identifier: MIT
"""A client of `understudy mcp` of the standard library only, for tests."""
import base64
import json
import os
import select
import struct
import subprocess
import zlib

PATIENCE_S = 300  # a server that hangs; no test waits for it otherwise


class Client:
    def __init__(self, tool, *options, project, **popen):
        self.server = subprocess.Popen([tool, "mcp", "--project", project, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **popen)
        self.bytes = b""
        self.id = 0

    def write(self, data):
        """Bytes, or a message."""
        self.server.stdin.write(data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n")
        self.server.stdin.flush()

    def read(self):
        """The next message; None at the end."""
        while b"\n" not in self.bytes:
            ready, _, _ = select.select([self.server.stdout], [], [], PATIENCE_S)
            assert ready, "the server says nothing"
            more = os.read(self.server.stdout.fileno(), 1 << 16)
            if not more:
                assert self.bytes == b"", self.bytes
                return None
            self.bytes += more
        line, self.bytes = self.bytes.split(b"\n", 1)
        return json.loads(line.decode())

    def send(self, method, params=None, **more):
        self.id += 1
        self.write(dict({"jsonrpc": "2.0", "id": self.id, "method": method}, **({} if params is None else {"params": params}), **more))
        return self.id

    def ask(self, method, params=None, **more):
        number = self.send(method, params, **more)
        reply = self.read()
        assert reply["id"] == number and reply["jsonrpc"] == "2.0", reply
        return reply

    def begin(self, version="2025-11-25"):
        result = self.ask("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})["result"]
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def call(self, name, **arguments):
        """The result of a tool."""
        return self.ask("tools/call", {"name": name, "arguments": arguments})["result"]

    def close(self):
        """Ends the input; the exit code."""
        self.server.stdin.close()
        assert self.read() is None
        return self.server.wait(PATIENCE_S)


def texts(result):
    return "\n".join(block["text"] for block in result["content"] if block["type"] == "text")


def first_json(result):
    assert not result["isError"], result
    return json.loads(next(block["text"] for block in result["content"] if block["type"] == "text" and block["text"].startswith("{")))


def image(result):
    """The bytes, the width and the height of a picture."""
    block = next(block for block in result["content"] if block["type"] == "image")
    assert block["mimeType"] == "image/png"
    data = base64.b64decode(block["data"], validate=True)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return (data, *struct.unpack(">II", data[16:24]))


def png(width, height):
    """A picture whose left half is black, and whose right half is white."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    row = b"\0" + b"\0\0\0" * (width // 2) + b"\xff\xff\xff" * (width - width // 2)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))
