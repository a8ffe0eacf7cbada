#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A tool that breaks: `understudy drive --stdio ... -- HOW`. It answers as understudy-drive(5) says until the request `mark`, and then does
what HOW says. With it, test_client.py sees what the client does when the tool dies, is silent or talks nonsense."""
import json
import os
import signal
import sys
import time

how = sys.argv[-1]
person = {"head": {"pose": [1, 2, 3, 0, 0, 0, 1]}, "right": {"grip": [0.2, -0.4, -0.35, 0, 0.6, 0, 0.8]}}
frame, seen = None, []


def answer(request, method, parameters):
    global frame
    if method == "hello":
        return {"result": {"protocol": 7 if how == "newer" else 1, "frame": frame}}
    if method == "do":
        seen.extend(parameters["commands"])
        if "wrong" in parameters["commands"][0]["line"]:
            return {"error": {"code": -32602, "message": "the line is wrong"}}
        if "trackpad" in parameters["commands"][0]["line"]:
            return {"result": {"frame": frame, "note": "the trackpad is bound to nothing"}}
    elif method == "aim":
        seen.append({"line": json.dumps(parameters)})
        return {"result": {"commands": [{"line": "aimed", "over": 0.5}]}}
    elif method == "locate":
        seen.append({"line": parameters["patch"]})
        return {"result": {"point": [0, 0, 0], "distance": 1, "uncertainty": 0, "score": 1}}
    elif method == "advance":
        limit = parameters.get("within_frames", 1)
        frame = (-1 if frame is None else frame) + parameters.get("frames", limit)
        if "haptic" in parameters.get("until", {}):
            return {"result": {"frame": frame, "time_s": frame / 60, "met": False}}
        return {"result": {"frame": frame, "time_s": frame / 60, "met": True, "event": {"e": "mark"}}}
    elif method == "mark" and how == "app-ended":
        return {"error": {"code": 1, "message": "the app ended with signal 11"}}
    elif method == "events":
        seen.append(parameters)
        return {"result": {"events": [{"e": "haptic", "n": len(seen)}], "more": len(seen) < 3}}
    elif method == "state":
        return {"result": {"frame": frame, "person": person, "seen": seen}}
    elif method == "stop":
        return {"result": {"recording": "drive.mcap", "frames": 1}}
    return {"result": {"frame": frame}}


def breaks():
    print("the last words", file=sys.stderr, flush=True)
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "leaves-a-child" and os.fork():  # the child holds standard output, as an app does
        os._exit(3)
    if how in ("leaves-a-child", "silent"):
        time.sleep(30)
    if how == "nonsense":
        print("[1, 2]", flush=True)
    if how == "deaf":
        signal.pause()


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "mark":
        breaks()
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request, request["method"], request["params"])}), flush=True)
    if request["method"] == "stop":
        sys.exit(9 if how == "fails" else 0)
