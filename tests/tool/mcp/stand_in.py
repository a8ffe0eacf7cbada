#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stand-in for `understudy drive --stdio`: it answers as understudy-drive(5) says, without any app. The name of the app says how it fails.
What it was asked is in requests.jsonl of the folder of --out."""
import json
import os
import signal
import sys
import time

sys.dont_write_bytecode = True
from mcp_client import png  # noqa: E402

options, app = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]
folder = options[options.index("--out") + 1]
rate = float(options[options.index("--clock") + 1].split(":")[1])
kind = app[0]
frame = 0


def position():
    return {"frame": frame, "time_s": frame / rate, "state": "FOCUSED"}


def advance(params):
    global frame
    until = params.get("until", {})
    if kind == "dies-later" and "frames" in params:
        sys.stderr.write("the app fell over\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "hangs" and "frames" in params:
        sys.stdin.read()
        os._exit(0)
    if until.get("event") == "unasked":
        return {"code": 3, "message": "the app has no action bound to squeeze/value"}
    met = until.get("haptic") != "left"
    frame += params.get("frames", round(params.get("seconds", params.get("within_seconds", 0)) * rate))
    return dict(position(), met=met)


def picture(params):
    path = os.path.join(folder, "frame.png")
    with open(path, "wb") as file:
        file.write(png(1600, 1200))
    views = ["view-0", "view-1"] if kind != "blank" else []
    return dict(position(), pictures=[{"file": path, "part": view, "width": 1600, "height": 1200} for view in views])


def do(params):
    if any(command["line"] == "wrong" for command in params["commands"]):
        return {"code": -32602, "message": "command 1, 'wrong': say who does what"}
    return position()


def undo(params):
    return dict(position(), **({"same": True} if params["frame"] == 12 else {"same": False, "difference": "frame 5: the head moved"}))


def stop(params):
    path = os.path.join(folder, "drive.mcap")
    with open(path, "wb"):
        pass
    return {"recording": path, "frames": frame}


def answer(request):
    method, params = request["method"], request.get("params", {})
    if method == "events":
        return {"events": [{"e": "haptic", "frame": frame, "note": "x" * (2 << 20 if kind == "long" else 1)}]}
    known = {"advance": advance, "picture": picture, "do": do, "stop": stop, "undo": undo}
    if method == "aim":
        return dict(position(), seconds=0.8)
    return known[method](params) if method in known else dict(position(), protocol=1, layers=[], actions={})


def say(reply):
    line = json.dumps(reply) + "\n"
    if kind == "half":
        sys.stdout.write("this is no answer\n{}\n" + line[:20])
        sys.stdout.flush()
        line = line[20:]
    sys.stdout.write(line)
    sys.stdout.flush()


if kind == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if kind == "dies":
    sys.exit("there is no Vulkan here")
if os.environ.get("SAYS"):
    sys.stderr.write(os.environ["SAYS"] + "\n")
    sys.stderr.flush()
with open(os.path.join(folder, "requests.jsonl"), "w", encoding="utf-8") as log:
    log.write(json.dumps([options, app]) + "\n")
    for line in sys.stdin:
        log.write(line)
        log.flush()
        request = json.loads(line)
        result = answer(request)
        say({"jsonrpc": "2.0", "id": request["id"], "error" if "code" in result else "result": result})
while kind == "stubborn":
    time.sleep(1000)
