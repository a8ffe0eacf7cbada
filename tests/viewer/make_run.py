# SPDX-License-Identifier: MIT
"""Makes run folders whose content is a closed form, without an app.

The head is at (n/100, 1.6, 0) in frame n, as the app is told in STAGE; the left hand's joint j is at (n/100, 1.2, -j/100).
A fault loses the left hand in frames 25 to 39.
A quad of 0.4 m x 0.3 m is 2 m ahead of VIEW, and VIEW is where the head is."""
import json
import os
import struct
import zlib

FRAMES = 120
FAULT = "lose:left@0.41s+0.25s"


def png(width, height, colour):
    """A picture of one colour."""
    rows = b"".join(b"\0" + bytes(colour) * width for _ in range(height))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def make_log(action="grab", error_at=None, shift=0.0, extra=b"", wall_step=16.0):
    lines = []
    def add(**fields):
        lines.append({"n": len(lines) + 1, "wall_ms": fields.pop("wall", 0.0), **fields})
    add(e="log", version=1, layer="0.2.0", level="calls")
    add(e="instance", app="an app", runtime="a runtime", play="line.bin", settings={})
    add(e="space", wall=1.0, session=1, space=1, kind="reference", type="STAGE", pose=[0, 0, 0, 0, 0, 0, 1])
    add(e="space", wall=1.0, session=1, space=2, kind="reference", type="VIEW", pose=[0, 0, 0, 0, 0, 0, 1])
    add(e="state", wall=2.0, session=1, state="FOCUSED")
    for n in range(FRAMES):
        at = {"wall": 10.0 + wall_step * n, "frame": n, "session": 1}
        if n == 0:
            add(**at, e="play", what="start", from_s=0, to_s=2, speed=1, clock="frame", end="hold", anchor="stage")
        add(**at, e="wait", wall_count=n + 1, render=True, wall_time_ns=10**9 + n * 16666667, wall_period_ns=16666667, at_s=n / 60)
        told = {"ask": n, "at_s": n / 60, "from": "recording", "how": "exact", "flags": "opOP"}
        head = [n / 100 + (shift if n >= 70 else 0.0), 1.6, 0, 0, 0, 0, 1]
        add(**at, e="views", base=1, **told, poses=[[head[0] - 0.03, *head[1:]], [head[0] + 0.03, *head[1:]]], fovs=[[-0.7, 0.7, 0.7, -0.7]] * 2)
        add(**at, e="locate", call="xrLocateSpace", space=2, base=1, **told, pose=head)
        if n in (25, 40):
            add(**at, e="fault", what="begin" if n == 25 else "end", kind="lose", fault=FAULT, at_s=n / 60)
        is_seen = n < 25 or n >= 40
        joints = {"joints": [[n / 100, 1.2, -j / 100, 0, 0, 0, 1] for j in range(26)]} if is_seen else {}
        add(**at, e="hand", hand="left", base=1, **told, active=is_seen, **joints)
        if n in (20, 60):
            add(**at, e="action", action=action, subaction="/user/hand/left", active=True, value=n == 20, changed=True, **{"from": "recording"})
        if n == 20:
            add(**at, e="layer", layer=0, kind="quad", space=2, size=[0.4, 0.3])
        if n == error_at:
            add(**at, e="error", call="xrBeginFrame", result="XR_ERROR_CALL_ORDER_INVALID")
        add(**at, e="submit", ask=n, at_s=n / 60, wall_frame_ms=5.0, result="XR_SUCCESS", layers=[{"kind": "quad", "space": 2, "pose": [0, 0, -2, 0, 0, 0, 1]}])
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines) + extra
    return lines, text


def make_run(folder, name="an expectation", reason="not expected", action="grab", error_at=90, shift=0.0, arguments=("an-app",), stdout=b"", extra=b"", picture="frame-000030-view-0.png", end=None, colour=(200, 60, 60), wall_step=16.0):
    """Writes a run that failed at the error; without one, a run that passed. Returns the lines of its log."""
    lines, log = make_log(action, error_at, shift, extra, wall_step)
    failed = next((line for line in lines if line["e"] == "error"), None)
    os.makedirs(os.path.join(folder, "pictures"))
    def write(part, data):
        with open(os.path.join(folder, part), "wb") as file:
            file.write(data)
    write("log.jsonl", log)
    write("stdout.txt", stdout)
    write("stderr.txt", b"")
    for view, colour in enumerate((colour, (60, 60, 200))):
        write(os.path.join("pictures", picture.replace("view-0", f"view-{view}")), png(64, 64, colour))
    write("run.json", json.dumps({"understudy_run": 1, "state": "complete", "app": {"arguments": list(arguments), "program": "/app", "folder": "/"},
                                  "recording": {"path": "/nowhere.bin", "name": "nowhere.bin", "size": 1, "sha256": "00"}, "settings": {}, "versions": {"runtime": {"name": "a runtime"}},
                                  "machine": {}, "end": end or {"how": "exited", "exit_code": 0}, "exit_code": 1 if failed else 0}).encode())
    items = [{"name": "it is focused", "kind": "state", "line": 2, "passed": True, "left_out": False, "seen": 1, "reason": None, "frame": None, "at_s": None, "wall_s": 0.002, "call": None, "log_line": 5}]
    if failed:
        items.append({"name": name, "kind": "no_errors", "line": 3, "passed": False, "left_out": False, "seen": 1, "reason": reason, "frame": error_at, "at_s": error_at / 60,
                      "wall_s": 1.0, "call": "xrBeginFrame", "log_line": failed["n"]})
    write("verdict.json", json.dumps({"result": "failed" if failed else "passed", "frames": FRAMES, "session": 1, "complete": True, "incomplete": None, "dropped": 0, "expectations": items}).encode())
    return lines
