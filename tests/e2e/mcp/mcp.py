#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mcp.py CASE FOLDER PROBE: a coding agent's client drives hello_xr or the probe client by `understudy mcp`."""
import json
import os
import select
import signal
import subprocess
import sys

from mcp_client import PATIENCE_S, Client, first_json, image, texts

CASE, FOLDER, PROBE = sys.argv[1:]


def connect():
    client = Client(os.environ["UNDERSTUDY_TOOL"], "--wait", "0", project=FOLDER)
    client.begin()
    return client


def hello():
    """The example of docs/agents.md: the cube is grabbed, the hand vibrates, and the drive is a test."""
    client = connect()
    first_json(client.call("launch", command="hello_xr", arguments=["-g", "Vulkan2"]))
    before, width, height = image(client.call("see", longest_px=256))
    assert width == height == 256, (width, height)
    held = client.call("do", commands=[{"line": "right profile oculus/touch_controller"}, {"line": "right grip 0.2 -0.1 -0.5"}], advance={"frames": 5})
    assert first_json(held)["frame"] == 5
    after, *_ = image(client.call("see", longest_px=256))
    assert after != before, "the hand is not seen"
    # Frame 6 was the last one. The squeeze is above 0.9 (hello_xr vibrates there) after 0.2 s at the latest.
    first_json(client.call("do", commands=[{"line": "right squeeze/value 1", "over": 0.2}]))
    met = first_json(client.call("expect", haptic="right", within_seconds=0.5))
    assert met["met"] and 6 < met["frame"] <= 6 + 12 + 2 and met["event"]["subaction"] == "/user/hand/right", met
    missed = first_json(client.call("expect", haptic="left", within_seconds=0.1))
    assert not missed["met"] and missed["frame"] == met["frame"] + 6, missed
    facts = first_json(client.call("see", picture=False))
    grab = next(action for action in facts["actions"] if action["action"] == "grab_object" and action["subaction"] == "/user/hand/right")
    assert grab["active"] and abs(grab["value"] - 1) < 1e-6 and facts["layers"] and facts["haptics_since_last_look"], facts
    wrong = client.call("do", commands=[{"line": "right squeeze/valu 1"}])
    assert wrong["isError"] and "squeeze/valu" in texts(wrong), wrong
    back = first_json(client.call("undo", frame=met["frame"]))
    assert back["frame"] == met["frame"] and back["same"] is True and os.path.exists(back["undone"]), back
    missed = first_json(client.call("expect", haptic="left", within_seconds=0.1))
    assert not missed["met"] and missed["frame"] == met["frame"] + 6, missed
    end = first_json(client.call("stop"))
    assert end["end"] == "exit code 0" and all(os.path.exists(end[name]) for name in ("recording", "log", "pictures", "stdout", "stderr")), end
    assert client.close() == 0
    # The first replay keeps the baseline, the second one compares with it.
    for _ in range(2):
        subprocess.run(end["replay"], shell=True, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
    assert os.path.isdir(end["replay"].split("--baseline ")[1].split(" -- ")[0])


def probe():
    """An app that ends by itself, one that is not there, and a server that is killed while an app runs."""
    client = connect()
    options = ["--graphics", "vulkan2", "--wait-focus", "--log", "/dev/null"]
    missing = client.call("launch", command="./no-such-app")
    assert missing["isError"] and "no-such-app" in texts(missing) and "exit code 127" in texts(missing), missing
    first_json(client.call("launch", command=PROBE, arguments=[*options, "--frames", "20"]))
    ended = client.call("advance", frames=100)
    assert ended["isError"] and "has ended" in texts(ended) and "Call stop" in texts(ended), ended
    words = client.call("launch", command=f"{PROBE} --frames 20")
    assert words["isError"] and "its arguments belong into 'arguments'" in texts(words), words
    # An app without OpenXR: why nothing was played, whichever is noticed first, the end of the app or of the drive.
    idle = client.call("launch", command="true")
    assert idle["isError"] and "nothing was played" in texts(idle) and "Call stop" in texts(idle), idle
    first_json(client.call("launch", command=PROBE, arguments=[*options, "--frames", "20"]))
    client.call("advance", frames=100)
    assert first_json(client.call("stop"))["recording"]
    started = first_json(client.call("launch", command=PROBE, arguments=[*options, "--frames", "100000000"], rate_hz=90))
    assert abs(first_json(client.call("advance", seconds=1))["frame"] - 90) <= 1
    with open(f"/proc/{client.server.pid}/task/{client.server.pid}/children", encoding="ascii") as file:
        drive = os.pidfd_open(int(file.read().split()[0]))
    client.server.send_signal(signal.SIGKILL)
    ready, _, _ = select.select([drive], [], [], PATIENCE_S)
    assert ready, "the drive outlives the server"
    with open(os.path.join(started["folder"], "run.json"), encoding="utf-8") as file:
        assert json.load(file)["state"] == "complete"


{"hello": hello, "probe": probe}[CASE]()
