# SPDX-License-Identifier: MIT
"""gamepad.py BIN APP...: drives an app by what a gamepad sends, in a FIFO in place of a device, and looks at what becomes of it.
gamepad.py moved LOG REPLAY: whether the head went and turned as fast as the sticks were held, and the hand aimed through the middle of the eye, in both
logs."""

import json
import math
import os
import statistics
import struct
import subprocess
import sys
import time

import cockpit
from cockpit import SIZE, TITLE, check, head_of

SYN, KEY, ABS = 0, 1, 3  # types of events; below, codes of axes and buttons
X, Y, RX, RY, RZ = 0, 1, 3, 4, 5
B, THUMBR = 0x131, 0x13e
WALK, TURN = -20000, 12000  # how far the left stick is held, ahead, and the right one to the right, of 32767


def far(value):
    """What a stick gives that is held so: nothing up to 0.15 of the way, then the square of what part of the rest it is."""
    way = abs(2 * (value + 32768) / 65535 - 1)
    return ((way - 0.15) / 0.85) ** 2


class Pad:
    def __init__(self, path):
        self.path = path
        os.mkfifo(path)
        self.file = os.open(path, os.O_RDWR)

    def send(self, *events):
        for kind, code, value in (*events, (SYN, 0, 0)):
            os.write(self.file, struct.pack("@llHHi", 0, 0, kind, code, value))

    def tap(self, button):
        self.send((KEY, button, 1))
        self.send((KEY, button, 0))

    def leave(self):
        os.unlink(self.path)
        os.close(self.file)


def until_said(text):
    end = time.monotonic() + cockpit.PATIENCE_S
    while time.monotonic() < end:
        if text in open("app.txt").read():
            return
        time.sleep(0.01)
    raise SystemExit(f"FAILED: '{text}' is not said: " + open("app.txt").read()[-2000:])


def drive(programs, app):
    os.mkdir("pads")
    os.environ["UNDERSTUDY_GAMEPADS"] = os.path.abspath("pads")
    tool, looker = cockpit.begin(app)
    looker.pass_frames(5)
    pad = Pad("pads/event4")
    until_said("drive: gamepad event4: F1 shows what it does")

    # Go ahead and turn; what else comes changes nothing.
    pad.send((ABS, Y, WALK), (7, 7, 7), (KEY, 0x2ff, 1), (ABS, 63, 1))
    looker.until("a head that goes", lambda state: head_of(state)[2] < -0.5)
    pad.send((ABS, Y, 0))
    pad.send((ABS, RX, TURN))
    looker.until("a head that turns", lambda state: abs(head_of(state)[4]) > 0.2)
    pad.send((ABS, RX, 3000))  # at rest
    looker.pass_frames(3)
    stands = head_of(looker.pass_frames(1))
    pad.tap(THUMBR)
    check(head_of(looker.pass_frames(6)) == stands, "a stick at rest turns nothing")

    # A trigger, part of the way; the other hand; a gamepad that leaves, and another one.
    pad.send((ABS, RZ, 128))
    looker.until("a trigger", lambda state: abs(state["person"]["right"]["values"].get("trigger/value", 0) - (128 / 255 - 0.05) / 0.95) < 1e-5)
    pad.tap(B)
    looker.until("a trigger that the hand let go", lambda state: "trigger/value" not in state["person"]["right"]["values"])
    pad.send((ABS, RZ, 0))
    looker.pass_frames(2)
    pad.send((ABS, RZ, 255), (ABS, X, 32767))
    looker.until("a trigger of the left hand", lambda state: state["person"]["left"]["values"].get("trigger/value") == 1)
    pad.send((SYN, 3, 0), (ABS, X, 0))  # events were dropped: all is at rest until it moves again
    looker.until("all at rest", lambda state: "trigger/value" not in state["person"]["left"]["values"])
    pad.send((ABS, RZ, 255))
    looker.until("the trigger again", lambda state: state["person"]["left"]["values"].get("trigger/value") == 1)
    pad.leave()
    until_said("drive: gamepad event4 has left")
    looker.until("nothing held", lambda state: "trigger/value" not in state["person"]["left"]["values"])
    pad = Pad("pads/event11")
    until_said("drive: gamepad event11: F1")
    os.write(pad.file, bytes(range(256)) * 24)  # whole events, of no sense
    pad.send((SYN, 3, 0))
    pad.send((ABS, RZ, 255))
    looker.until("a trigger of the other gamepad", lambda state: state["person"]["left"]["values"].get("trigger/value") == 1)
    subprocess.run([os.path.join(programs, "understudy_window"), TITLE, "close"], check=True)
    code = tool.wait()
    check(code == 0, "the drive ended with", code, open("app.txt").read()[-2000:])


def moved(*logs):
    for name in logs:
        views = [line for line in map(json.loads, open(name)) if line["e"] == "views"]
        # Both eyes have the same rotation, and their middle is the head's place.
        heads = [([sum(parts) / 2 for parts in zip(line["poses"][0][:3], line["poses"][1][:3])], 2 * math.asin(line["poses"][0][4]), line["frame"])
                 for line in views if line["base"] == views[0]["base"]]
        steps = [(math.dist(a[0], b[0]), abs(b[1] - a[1])) for a, b in zip(heads, heads[1:]) if b[2] == a[2] + 1]
        for what, number, expected in (("m", 0, 1.2 * far(WALK) / 60), ("rad", 1, 2 * far(TURN) / 60)):
            found = statistics.median([step[number] for step in steps if step[number] > 1e-6])
            check(abs(found - expected) < 2e-7, name, "a frame's step is", found, what, "and not", expected)
            print(f"{name}: {found:.7f} {what} a frame, {expected:.7f} expected")
    cockpit.aimed(*logs, pixel=(SIZE / 2 - 0.5, SIZE / 2 - 0.5))


if sys.argv[1] == "moved":
    moved(*sys.argv[2:])
else:
    drive(sys.argv[1], sys.argv[2:])
