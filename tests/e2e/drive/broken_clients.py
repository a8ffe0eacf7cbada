#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""broken_clients.py FOLDER COUNT SEED LEAVE -- APP...: hostile clients of `understudy drive`, one after the other and two at a time, at random moments: some
leave in the middle of a line or of a motion, some send what is no request, some never read. The app's frames go on, a client that behaves is
served in between, and at the end the app exits with 0. LEAVE is the value of --on-leave. FOLDER gets messages.txt and the run folder."""
import json
import random
import select
import socket
import subprocess
import sys
import time
from pathlib import Path

import understudy_drive

LIMIT_S = 120  # of wall time: longer is a hang
folder, count, seed, leave = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
app = sys.argv[sys.argv.index("--") + 1 :]
path = str(folder / "drive.sock")
chance = random.Random(seed)


def request(method, number=1, **parameters):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}).encode() + b"\n"


MOTION = request("do", commands=[{"line": "right profile oculus/touch_controller"}, {"line": "right squeeze/value 1", "over": 5}])
GOOD = (request("hello"), MOTION, request("advance", frames=3), request("state"), request("events"), request("picture"), request("mark", name="m"))
BROKEN = (
    b"\n",
    b"{}\n",
    b"[]\n",
    b"null\n",
    b'"text"\n',
    b"{\n",
    b"\x00\xff\xfe\n",
    b"[" * 100000 + b"\n",
    b'{"a":' * 50000 + b"\n",
    b'{"jsonrpc":"2.0","id":1}\n',
    b'{"jsonrpc":"2.0","id":{},"method":7,"params":"x"}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"do","params":{"commands":[{"line":"right squeeze/value NaN"}]}}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"do","params":{"commands":[{"line":"right squeeze/value 1","over":NaN}]}}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"do","params":{"commands":[{"line":"right squeeze/value 1","over":1e308,"after":-1}]}}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"do","params":{"commands":{"line":1}}}\n',
    b'{"jsonrpc":"2.0","id":1,"method":"do","params":{"commands":[' + b",".join([b"7"] * 100000) + b"]}}\n",
    request("do", commands=[{"line": "right " + "x" * 5000}]),
    request("do", commands=[{"line": "right grip 1e300 1e300 1e300"}]),
    request("advance", frames=-1),
    request("advance", frames=1e300),
    request("advance", seconds="soon"),
    request("advance", frames=0),
    request("advance", until={"haptic": "foot"}, within_frames=2),
    request("advance", until={"event": "x" * 100000, "where": {"a": [1, {}]}}, within_frames=2),
    request("mark", name="\x00" * 10 + "x" * 100000),
    request("mark", name=7),
    request("events", kinds="haptic"),
    request("nothing"),
)


def some_bytes():
    """What one client sends."""
    kind = chance.randrange(8)
    if kind == 0:
        return b""
    if kind == 1:  # half a line
        line = chance.choice(GOOD)
        return line[: chance.randrange(len(line))]
    if kind == 2:
        return chance.randbytes(chance.choice((1, 100, 70000)))
    if kind == 3:  # one line of megabytes, with an end or without
        return b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * chance.choice((1 << 20, 3 << 20)) + chance.choice((b"", b'"}\n'))
    if kind == 4:
        return chance.choice(GOOD) * chance.choice((1, 30))
    return b"".join(chance.choice(chance.choice((GOOD, BROKEN))) for _ in range(chance.randrange(1, 8)))


def connect():
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.connect(path)
    return client


def push(client, data):
    """Sends without reading: stops where nothing is taken any more. A server that closes the connection is fine."""
    client.setblocking(False)
    try:
        while data and select.select([], [client], [], 0.2)[1]:
            data = data[client.send(data) :]
    except (BrokenPipeError, ConnectionResetError):
        pass


def hostile(others):
    select.select([], [], [], chance.random() * 0.01)  # so that they come at all moments of the app
    client = connect()
    push(client, some_bytes())
    how = chance.randrange(4)
    if how == 0:  # stays, and never reads: the next ones meet it
        push(client, GOOD[3] * 3000)
        others.append(client)
    elif how == 1:
        client.shutdown(socket.SHUT_WR)
        others.append(client)
    elif how == 2:  # reads a little
        if select.select([client], [], [], 0.05)[0]:
            try:
                client.recv(chance.randrange(1, 100))
            except ConnectionResetError:
                pass
        client.close()
    else:
        client.close()
    while len(others) > chance.randrange(3):
        others.pop(chance.randrange(len(others))).close()


def well_behaved(after):
    """Drives two frames, once the tool has seen that the one before has left. The app's frames have gone on since frame `after`."""
    end = time.monotonic() + LIMIT_S
    while True:
        drive = understudy_drive.connect(path, timeout=LIMIT_S)
        try:
            drive.advance(frames=2)
            assert drive.frame > after, (drive.frame, after)
            return drive
        except understudy_drive.DriveError as error:
            drive.abandon()
            assert error.code == understudy_drive.BUSY and time.monotonic() < end, error
            select.select([], [], [], 0.01)


tool = understudy_drive.find_tool()
command = [tool, "drive", "--headless", "--socket", path, "--on-leave", leave, "--clock", "frame:60", "--rate", "60", "--out", str(folder / "run"), "--", *app]
with open(folder / "messages.txt", "w+b") as messages:
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=messages, stderr=messages)
    try:
        end = time.monotonic() + LIMIT_S
        while "listening on" not in (folder / "messages.txt").read_text():  # the first ones come before the app has an instance
            assert process.poll() is None and time.monotonic() < end, "the tool does not listen"
            select.select([], [], [], 0.005)
        others, frame, served = [], -1, 0
        for i in range(count):
            hostile(others)
            assert process.poll() is None, f"the tool ended with {process.returncode} after client {i}"
            if i % 20 == 19:
                for client in others:
                    client.close()
                others.clear()
                drive = well_behaved(frame)
                frame, served = drive.frame, served + 1
                drive.abandon()
        for client in others:
            client.close()
        drive = well_behaved(frame)
        drive.stop()
        code = process.wait(LIMIT_S)
        assert code == 0, f"exit code {code}"
        print(f"{count} clients, seed {seed}, --on-leave {leave}: the app showed {drive.frame} frames, {served + 1} others were served, exit code 0")
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
said = (folder / "messages.txt").read_text(errors="replace")
assert "Sanitizer" not in said and "runtime error" not in said, said
