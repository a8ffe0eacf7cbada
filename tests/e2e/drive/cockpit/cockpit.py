# SPDX-License-Identifier: MIT
"""cockpit.py BIN APP...: drives an app by synthetic events of mouse and keyboard, and looks at what becomes of them by the drive's socket.
cockpit.py aimed LOG REPLAY: whether the right hand aimed through the pixel that was chosen, in both logs, at the mark of the replay."""

import json
import math
import os
import socket
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../engines"))
from told import turned  # pylint: disable=wrong-import-position

TITLE, SIZE = "Understudy headless runtime", 720  # of the window: one eye
PIXEL = (451, 268)
RIGHT_HAND = 2  # hello_xr's space
PATIENCE_S = 300  # what has not happened by then never does


def check(condition, *what):
    if not condition:
        raise SystemExit("FAILED: " + " ".join(str(item) for item in what))


def pixel_of(eye, fov, point):
    """Where an eye with these angles (left, right, up, down) sees a point, in pixels of the window."""
    seen = turned([-eye[3], -eye[4], -eye[5], eye[6]], [a - b for a, b in zip(point, eye)])
    left, right, up, down = map(math.tan, fov)
    return (-seen[0] / seen[2] - left) / (right - left) * SIZE, (up + seen[1] / seen[2]) / (up - down) * SIZE


def aimed(drive, replay, pixel=PIXEL):
    mark = next(line["frame"] for line in map(json.loads, open(replay)) if line["e"] == "marker" and line["name"] == "mark-1")
    for name in (drive, replay):
        lines = [line for line in map(json.loads, open(name)) if line.get("frame") == mark]
        views = next(line for line in lines if line["e"] == "views")
        grip = next(line["pose"] for line in lines if line["e"] == "locate" and line.get("space") == RIGHT_HAND and line["base"] == views["base"])
        # The aim is 5 cm ahead of the grip and 2 cm above it, turned down by 0.7 rad.
        origin = [a + b for a, b in zip(grip, turned(grip[3:], [0, 0.02, -0.05]))]
        ahead = turned(grip[3:], [0, -math.sin(0.7), -math.cos(0.7)])
        for far in (0, 0.5, 3):
            at = pixel_of(views["poses"][0], views["fovs"][0], [a + far * b for a, b in zip(origin, ahead)])
            off = math.dist(at, [part + 0.5 for part in pixel])
            check(off < 0.02, name, "frame", mark, "the ray goes through", at, "and not through the middle of", pixel)
            print(f"{name}: frame {mark}, {far} m: {off:.4f} pixels off")


class Looker:
    """Another client: it may look, and not drive."""

    def __init__(self, path):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                self.connection = socket.socket(socket.AF_UNIX)
                self.connection.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        self.lines = self.connection.makefile("rw")

    def ask(self, method, **params):
        self.lines.write(json.dumps({"id": 1, "method": method, "params": params}) + "\n")
        self.lines.flush()
        return json.loads(self.lines.readline())

    def until(self, what, holds):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            state = self.ask("state")["result"]
            if holds(state):
                return state
            time.sleep(0.01)
        raise SystemExit(f"FAILED: never {what}: {state['person']}")

    def pass_frames(self, count):
        begun = self.ask("hello")["result"]["frame"] or 0
        return self.until(f"{count} frames more", lambda state: (state["frame"] or 0) >= begun + count)


def head_of(state):
    return state["person"]["head"]["pose"]


def begin(app):
    """A drive of an app in a window, in this folder: the tool, and a client that looks."""
    door = os.path.join(os.getcwd(), "s")
    if len(door) > 100:
        door = os.path.join("/tmp", f"understudy-cockpit-{os.getpid()}")
    tool = subprocess.Popen([os.environ["UNDERSTUDY_TOOL"], "drive", "--headless", "--window", "--socket", door, "--limit", "600", "--save", "take.mcap",
                             "--log", "drive.jsonl", "--", *app], stdout=open("app.txt", "w"), stderr=subprocess.STDOUT)
    return tool, Looker(door)


def drive(programs, app):
    def user(*actions):
        subprocess.run([os.path.join(programs, "understudy_window"), TITLE, *map(str, actions)], check=True)

    def picture(name, *actions):
        """What the window shows when it no longer shows what it did."""
        before, after = (open(name, "rb").read() if os.path.exists(name) else b""), b""
        user("shot", name)
        before = open(name, "rb").read()
        user(*actions)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            user("wait", 50, "shot", name)
            after = open(name, "rb").read()
            if after != before:
                return after
        raise SystemExit(f"FAILED: {actions} change nothing in the window")

    tool, looker = begin(app)
    looker.pass_frames(5)
    refused = looker.ask("advance", frames=1)
    check(refused.get("error", {}).get("code") == 4, "another client drives", refused)
    grip = looker.until("a window", lambda state: (state["frame"] or 0) > 20)["person"]["right"]["grip"]
    check(math.dist(grip[:3], (0.2, -0.4, -0.2)) < 0.2, "the hand rests until the pointer moves", grip)
    user("focus", "pointer", 300, 300)
    looker.until("a hand that follows the pointer", lambda state: math.dist(state["person"]["right"]["aim"][:3], head_of(state)[:3]) < 0.5)

    # Look: 100 pixels are 100 / 720 of the eye's 1.5 rad.
    user("press", 3, "pointer", 400, 260, "release", 3)
    angles = 100 * 1.5 / SIZE, 40 * 1.5 / SIZE
    ahead = turned(head_of(looker.until("a head that turns", lambda state: abs(head_of(state)[4]) > 0.09))[3:], [0, 0, -1])
    check(abs(math.atan2(ahead[0], -ahead[2]) - angles[0]) < 1e-5 and abs(math.asin(ahead[1]) - angles[1]) < 1e-5, ahead, angles)

    # Go ahead. A key that repeats itself is held. Who looks elsewhere lets go.
    user("down", "w")
    moved = looker.until("a head that goes", lambda state: math.hypot(*head_of(state)[:3]) > 0.9)
    check(abs(math.atan2(head_of(moved)[0], -head_of(moved)[2]) - angles[0]) < 1e-5, "it goes where it looks", head_of(moved))
    user("unfocus")
    looker.pass_frames(3)
    stands = head_of(looker.pass_frames(1))
    check(head_of(looker.pass_frames(4)) == stands, "without the focus, nobody goes on")
    user("up", "w", "focus")

    # Aim, and mark the place.
    user("pointer", *PIXEL)
    looker.pass_frames(4)
    user("tap", "m")
    looker.pass_frames(8)

    # A trigger and a grip; hello_xr answers a grip with a vibration.
    values = lambda state: state["person"]["right"]["values"]
    user("press", 1)
    looker.until("a trigger", lambda state: values(state).get("trigger/value") == 1)
    user("release", 1, "tap", "r", "down", "g")
    looker.until("a grip", lambda state: "trigger/value" not in values(state) and values(state).get("squeeze/value") == 1)
    user("up", "g")
    looker.until("nothing held", lambda state: "squeeze/value" not in values(state))
    felt = [line for line in looker.ask("events", kinds=["haptic"])["result"]["events"] if line["subaction"] == "/user/hand/right"]
    check(felt, "the app did not vibrate the hand")
    user("tap", "r", "down", "Up", "tap", "Tab")
    looker.until("the stick of the right hand at rest", lambda state: "thumbstick" not in values(state))
    user("up", "Up", "press", 1)
    looker.until("a trigger of the left hand", lambda state: state["person"]["left"]["values"].get("trigger/value") == 1)
    user("release", 1, "tap", "h")
    looker.until("hands", lambda state: state["person"]["left"]["profile"] == "ext/hand_interaction_ext" and state["person"]["left"]["joints"])
    user("press", 1)
    looker.until("a pinch", lambda state: state["person"]["left"]["gesture"] == "pinch" and state["person"]["left"]["pinch"] == 1)
    user("release", 1)

    # The window: the help, one eye and both.
    user("hears", "yes")
    help_shown = picture("window.png", "tap", "F1")
    check(picture("window.png", "tap", "v") != help_shown, "both eyes")
    picture("window.png", "tap", "F1")
    user("close")
    code = tool.wait()
    check(code == 0, "the drive ended with", code, open("app.txt").read()[-2000:])


if __name__ == "__main__":
    if sys.argv[1] == "aimed":
        aimed(*sys.argv[2:])
    else:
        drive(sys.argv[1], sys.argv[2:])
