#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mcp.py TOOL CASE: `understudy mcp` as a client sees it, with a stand-in for the drive. A case is a function below, or "all" but for slow ones."""
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from mcp_client import Client, first_json, image, png, texts  # noqa: E402

TOOL = sys.argv[1]
STAND_IN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_in.py")
META = "io.modelcontextprotocol/"
SLOW = "stubborn"


def connect(*options, project=None, begins=True):
    client = Client(TOOL, "--tool", STAND_IN, "--wait", "0", *options, project=project or tempfile.mkdtemp(dir=FOLDER))
    if begins:
        client.begin()
    return client


def refuses(reply, code, *words):
    assert "result" not in reply and reply["error"]["code"] == code, reply
    assert all(word in reply["error"]["message"] for word in words), reply


def fails(result, *words):
    assert result["isError"] and all(word in texts(result) for word in words), result


def versions():
    for wanted, agreed in (("2025-11-25",) * 2, ("2025-06-18",) * 2, ("2025-03-26",) * 2, ("2024-11-05",) * 2, ("1999-01-01", "2025-11-25"),
                           ("2026-07-28", "2025-11-25")):
        client = connect(begins=False)
        result = client.begin(wanted)
        assert result["protocolVersion"] == agreed and result["capabilities"] == {"tools": {}} and "resultType" not in result, result
        assert result["serverInfo"]["name"] == "understudy" and "launch" in result["instructions"]
        assert client.ask("ping")["result"] == {}
        assert client.close() == 0
    client = connect(begins=False)
    refuses(client.ask("initialize", {}), -32602, "protocolVersion")
    refuses(client.ask("tools/list"), -32602, "initialize")


def without_handshake():
    client = connect(begins=False)
    meta = {META + "protocolVersion": "2026-07-28", META + "clientCapabilities": {}}
    result = client.ask("server/discover", {"_meta": meta})["result"]
    assert result["supportedVersions"] == ["2026-07-28"] and result["resultType"] == "complete" and result["ttlMs"] >= 0, result
    assert result["cacheScope"] == "public" and result["_meta"][META + "serverInfo"]["name"] == "understudy"
    listed = client.ask("tools/list", {"_meta": meta})["result"]
    assert listed["resultType"] == "complete" and len(listed["tools"]) == 8
    called = client.ask("tools/call", {"_meta": meta, "name": "see"})["result"]
    assert called["resultType"] == "complete" and called["isError"]
    reply = client.ask("tools/list", {"_meta": dict(meta, **{META + "protocolVersion": "1900-01-01"})})
    refuses(reply, -32022)
    assert reply["error"]["data"] == {"supported": ["2026-07-28"], "requested": "1900-01-01"}, reply
    refuses(client.ask("tools/list", {"_meta": {META + "protocolVersion": "2026-07-28"}}), -32602, "clientCapabilities")


def tools():
    client = connect()
    listed = client.ask("tools/list", {})["result"]["tools"]
    assert [tool["name"] for tool in listed] == ["launch", "see", "do", "aim", "advance", "expect", "undo", "stop"]
    for tool in listed:
        assert tool["inputSchema"]["type"] == "object" and len(tool["description"]) > 100, tool["name"]
        for name, schema in tool["inputSchema"]["properties"].items():
            assert name == "commands" or "description" in schema, (tool["name"], name)


def messages():
    """Bad input has an answer and ends nothing."""
    client = connect()
    for line, code in ((b"garbage\n", -32700), (b"{\n", -32700), (b'{"a":1} x\n', -32700), (b'{"jsonrpc":"2.0","id":1,"method":"p\0"}\n', -32700),
                       (b"[" * 2000 + b"\n", -32700), (b'{"jsonrpc":"2.0","id":"\xff","method":"ping"}\n', -32700), (b"[]\n", -32600), (b"3\n", -32600), (b'{"id":1,"method":"ping"}\n', -32600),
                       (b'{"jsonrpc":"2.0","id":1}\n', -32600), (b'{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600),
                       (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600), (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}\n', -32602),
                       (b'{"jsonrpc":"2.0","id":1,"method":"pong"}\n', -32601), (b"x" * (3 << 20) + b"\n", -32600)):
        client.write(line)
        refuses(client.read(), code)
    client.write(b"\n \r\n")  # empty lines, an answer that nobody asked for, and unknown notifications
    client.write({"jsonrpc": "2.0", "id": 7, "result": {}})
    client.write({"jsonrpc": "2.0", "method": "notifications/what"})
    client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 12345}})
    client.write(b'{"jsonrpc":"2.0","id":"half","me')
    client.write(b'thod":"ping"}\n{"jsonrpc":"2.0","id":"next","method":"ping"}\n')
    assert client.read()["id"] == "half" and client.read()["id"] == "next"
    # The last line needs no newline; half a message has an error.
    client.write(b'{"jsonrpc":"2.0","id":"last","method":"ping"}')
    client.server.stdin.close()
    assert client.read()["id"] == "last" and client.close() == 0
    client = connect()
    client.write(b'{"jsonrpc":"2.0","id":"half","me')
    client.server.stdin.close()
    refuses(client.read(), -32700)
    assert client.close() == 0


def arguments():
    client = connect()
    refuses(client.ask("tools/call", {"name": "fly", "arguments": {}}), -32602, "fly", "launch")
    for unnamed in ({}, {"arguments": {}}, {"name": None}, {"name": 3}):
        refuses(client.ask("tools/call", unnamed), -32602, "params.name must be the name of a tool", "launch")
    refuses(client.ask("tools/call", {"name": "see", "arguments": []}), -32602, "arguments")
    for name, wrong, *words in (("launch", {}, "command"), ("launch", {"command": 3}, "launch.command must be a text"),
                                ("launch", {"command": "app", "comand": "app"}, "did you mean 'command'"),
                                ("launch", {"command": "app", "arguments": ["a", 1]}, "arguments[1] must be a text"),
                                ("launch", {"command": "app", "environment": {"A": 1}}, "environment.A must be a text"),
                                ("launch", {"command": "app", "rate_hz": "fast"}, "rate_hz must be a number"),
                                ("launch", {"command": "app", "environment": {"A=B": "x"}}, "environment: 'A=B' is no name of a variable"),
                                ("launch", {"command": "app", "environment": {"": "x"}}, "environment: '' is no name of a variable"),
                                ("launch", {"command": "app", "rate_hz": 0}, "launch.rate_hz must be from 1 to 1000"),
                                ("launch", {"command": "app", "rate_hz": 1000.5}, "launch.rate_hz must be from 1 to 1000"),
                                ("do", {"commands": [{"line": "x", "over": -1}]}, "commands[0].over must be 0 or more"),
                                ("expect", {"unchanged": 2, "ssim": 1.5}, "expect.ssim must be at most 1"),
                                ("see", {"longest_px": 1.5}, "longest_px must be a whole number"),
                                ("see", {"picture": "yes"}, "picture must be true or false"),
                                ("do", {"commands": [{"line": "x"}, {"line": "x", "over": "1"}]}, "commands[1].over must be a number"),
                                ("do", {"commands": {}}, "commands must be an array"), ("do", {"commands": ["x"]}, "commands[0] must be an object")):
        fails(client.call(name, **wrong), *words)
    for name, right in (("see", {}), ("do", {"commands": [{"line": "x"}]}), ("aim", {"do": "look_at", "target": {}}), ("advance", {"frames": 1}), ("expect", {"haptic": "any"}), ("undo", {"frame": 0}), ("stop", {})):
        fails(client.call(name, **right), "launch first")


def drive():
    """The requests to the drive are exactly these."""
    project = tempfile.mkdtemp(dir=FOLDER)
    client = connect(project=project)
    started = first_json(client.call("launch", command="app", arguments=["-g", "it's"], rate_hz=90, virtual_display=True, environment={"SAYS": "good morning"}))
    assert started["app"] == "drive-1" and started["frame"] == 0 and started["rate_hz"] == 90, started
    folder = started["folder"]
    assert folder == os.path.join(os.path.realpath(project), "understudy-drives/drive-1")
    fails(client.call("launch", command="app"), "drive-1 runs already", "stop")
    assert first_json(client.call("do", commands=[{"line": "right trigger/value 1", "over": 0.2}]))["frame"] == 0
    moved = client.call("do", commands=[{"line": "left gesture pinch", "after": 0.1}], advance={"frames": 30}, app="drive-1")
    assert first_json(moved)["frame"] == 30
    assert first_json(client.call("advance", seconds=0.5))["frame"] == 75
    assert first_json(client.call("expect", haptic="right", within_seconds=1))["met"] is True
    missed = first_json(client.call("expect", haptic="left"))
    assert missed["met"] is False and "haptic 'left' within 1 s" in missed["reason"], missed
    unasked = client.call("expect", event="unasked")
    assert not unasked["isError"] and "no action bound" in texts(unasked) and "Not met" in texts(unasked), unasked
    first_json(client.call("expect", event="action", where={"action": "grab"}))
    fails(client.call("expect", event="action", haptic="left"), "exactly one of haptic")
    fails(client.call("expect", within_seconds=1), "exactly one of haptic")
    first_json(client.call("expect", layer="quad", where={"size": [1, 2]}))
    assert "seconds" in texts(client.call("aim", do="poke", hand="left", target={"at": [0.5, 0.5]}, depth=0.02))
    first_json(client.call("aim", do="look_at", target={"point": [0, 0, -1]}, advance={"frames": 2}))
    image(client.call("see", hands=True))
    fails(client.call("do", commands=[{"line": "wrong"}], advance={"frames": 1}), "command 1, 'wrong': say who does what")
    fails(client.call("see", app="drive-0"), "drive-0 does not run")
    assert first_json(client.call("undo", frame=12))["same"] is True
    other = client.call("undo", frame=13)
    assert not other["isError"] and "did not do the same again" in texts(other) and "moved" in texts(other), other
    first_json(client.call("see", picture=False))
    end = first_json(client.call("stop"))
    assert end["end"] == "exit code 0" and end["recording"] == folder + "/drive.mcap", end
    words = shlex.split(end["replay"])
    assert words[:4] == ["cd", os.path.realpath(project), "&&", STAND_IN] and "pictures" not in end, end
    assert words[4:] == ["run", "--headless", "--play", folder + "/drive.mcap", "--clock", "frame:90", "--baseline", folder + "/baseline", "--virtual-display", "--",
                         "env", "SAYS=good morning", "app", "-g", "it's"], words
    with open(end["messages"], encoding="utf-8") as file:
        assert file.read() == "good morning\n"
    with open(folder + "/requests.jsonl", encoding="utf-8") as file:
        command, *asked = [json.loads(line) for line in file]
    assert command == [["drive", "--stdio", "--headless", "--clock", "frame:90", "--out", folder, "--virtual-display"], ["app", "-g", "it's"]], command
    assert [(request["method"], request.get("params")) for request in asked] == [
        ("hello", None),
        ("advance", {"until": {"focused": True}}),
        ("do", {"commands": [{"line": "right trigger/value 1", "over": 0.2}]}),
        ("do", {"commands": [{"line": "left gesture pinch", "after": 0.1}]}),
        ("advance", {"frames": 30}),
        ("advance", {"seconds": 0.5}),
        ("advance", {"until": {"haptic": "right"}, "within_seconds": 1}),
        ("advance", {"until": {"haptic": "left"}, "within_seconds": 1}),
        ("advance", {"until": {"event": "unasked"}, "within_seconds": 1}),
        ("advance", {"until": {"event": "action", "where": {"action": "grab"}}, "within_seconds": 1}),
        ("advance", {"until": {"layer": "quad", "where": {"size": [1, 2]}}, "within_seconds": 1}),
        ("aim", {"do": "poke", "hand": "left", "target": {"at": [0.5, 0.5]}, "depth": 0.02}),
        ("aim", {"do": "look_at", "target": {"point": [0, 0, -1]}}),
        ("advance", {"frames": 2}),
        ("picture", {"hands": True}),
        ("state", None),
        ("events", {"kinds": ["haptic"]}),
        ("do", {"commands": [{"line": "wrong"}]}),
        ("undo", {"frame": 12}),
        ("undo", {"frame": 13}),
        ("state", None),
        ("events", {"kinds": ["haptic"]}),
        ("stop", None),
    ], asked
    assert [request["id"] for request in asked] == list(range(1, 24)) and all(request["jsonrpc"] == "2.0" for request in asked)
    # What has ended stays known; the next app has a folder of its own.
    fails(client.call("see"), "drive-1 has ended: exit code 0", "launch")
    assert first_json(client.call("stop"))["end"] == "exit code 0"
    assert first_json(client.call("launch", command="app"))["app"] == "drive-2"
    assert client.close() == 0


def pictures():
    client = connect()
    client.call("launch", command="app")
    seen = client.call("see")
    data, width, height = image(seen)
    assert (width, height) == (1024, 768)
    facts = first_json(seen)
    assert facts["picture"]["part"] == "view-0" and facts["picture"]["width"] == 1600 and facts["picture"]["shown_width"] == 1024, facts
    assert [event["e"] for event in facts["haptics_since_last_look"]] == ["haptic"]
    # The mean of black pixels is black: 512 of 1024 columns, as 800 of 1600.
    for name, content in (("seen.png", data), ("wanted.png", png(1024, 768))):
        with open(os.path.join(FOLDER, name), "wb") as file:
            file.write(content)
    subprocess.run([TOOL, "compare", os.path.join(FOLDER, "seen.png"), os.path.join(FOLDER, "wanted.png")], check=True, stdout=subprocess.DEVNULL)
    _, width, height = image(client.call("see", longest_px=100, part="view-1"))
    assert (width, height) == (100, 75)
    _, width, height = image(client.call("see", longest_px=4096))
    assert (width, height) == (1600, 1200)
    fails(client.call("see", part="view-7"), "view-7", "view-0, view-1")
    client.call("stop")
    client.call("launch", command="blank")
    fails(client.call("see"), "Advance some frames")
    client.call("stop")
    client.call("launch", command="long")
    fails(client.call("see", picture=False), "look more often")


def broken():
    """An app that dies, one that speaks in halves, and a program that is not there."""
    client = connect()
    fails(client.call("launch", command="dies"), "exit code 1", "there is no Vulkan here", "launch it again")
    assert first_json(client.call("stop"))["end"] == "exit code 1"
    client.call("launch", command="dies-later")
    fails(client.call("advance", frames=1), "signal 9", "the app fell over")
    client.call("launch", command="half")
    assert first_json(client.call("advance", frames=2))["frame"] == 2
    assert client.close() == 0
    client = Client(TOOL, "--tool", "no-such-program", project=FOLDER)
    client.begin()
    fails(client.call("launch", command="app"), "'no-such-program drive' cannot be started: there is no such program")
    assert client.close() == 0


def cancelled():
    client = connect()
    client.call("launch", command="hangs")
    first, second = (client.send("tools/call", {"name": "advance", "arguments": {"frames": count}}) for count in (1, 2))
    assert client.ask("ping")["result"] == {}  # is answered while a call waits
    client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": second}})
    client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": first}})
    assert client.ask("ping")["result"] == {}  # and no answer came before it
    many = [client.send("tools/call", {"name": "advance", "arguments": {"frames": 1}}) for _ in range(65)]
    reply = client.read()
    assert reply["id"] == many[64]
    refuses(reply, -32603, "64 calls wait")
    client.server.stdin.close()
    pid = client.server.pid
    assert client.read() is None
    assert client.server.wait() == 0, client.server.returncode


def late():
    for wait_s in (0.3, 3, 30):  # where much else runs, the drive itself may begin later than that
        client = Client(TOOL, "--tool", STAND_IN, "--wait", str(wait_s), project=FOLDER)
        client.begin()
        if not client.call("launch", command="hangs")["isError"]:
            break
        client.close()
    fails(client.call("advance", frames=1), f"within {wait_s} s of real time", "stop")
    fails(client.call("see"), f"within {wait_s} s")
    client.close()


def stubborn():
    """What ends neither with its input nor by SIGTERM is killed, when it is stopped and when the client goes."""
    client = connect()
    client.call("launch", command="stubborn")
    assert first_json(client.call("stop"))["end"] == "signal 9"
    client.call("launch", command="stubborn")
    assert client.close() == 0


with tempfile.TemporaryDirectory() as FOLDER:
    cases = [versions, without_handshake, tools, messages, arguments, drive, pictures, broken, cancelled, late, stubborn]
    chosen = [case for case in cases if sys.argv[2] in (case.__name__, "all" if case.__name__ != SLOW else "")]
    assert chosen
    for case in chosen:
        case()
        print(case.__name__, "passed")
