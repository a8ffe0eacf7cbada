#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""target.py FOLDER PROBE SHOTS THINK_S... [--sleep]: the right hand shoots at the probe's moving target, SHOTS times for each time of thinking: it looks where the
target is, thinks, points there and squeezes. First the world stands still meanwhile; then it goes on for as long, as it would in real time. A shot
hits if the ray of the aim is at most RADIUS_M from the target in the first frame in which the app is told that the hand squeezes. Prints both
counts, and fails if they are not those of the closed form. With --sleep, thinking takes so long by the wall clock, too.
"""
import math
import os
import sys
import time
from pathlib import Path

import understudy_drive
from aim import turned

RADIUS_M = 0.05
RATE = 60
LOCAL = 3  # the number of the probe's space


def target_at(frame):
    """The path, as tests/app/probe/graphics/layers.c has it."""
    at_s = 2 * math.pi * frame / RATE
    return 0.6 * math.sin(at_s / 3.7), 0.3 * math.sin(at_s / 2.9), -2.0


def off_m(ray, point):
    """How far a ray, a pose whose -Z it is, passes a point."""
    direction, to = turned(ray[3:], [0, 0, -1]), [a - b for a, b in zip(point, ray)]
    along = max(0.0, sum(a * b for a, b in zip(direction, to)))
    return math.dist(to, [along * a for a in direction])


def sleep(seconds):
    if "--sleep" in sys.argv:
        time.sleep(seconds)


def think(app, seconds, world_stands_still):
    if world_stands_still:
        return sleep(seconds)
    for _ in range(round(seconds * RATE)):
        sleep(1 / RATE)
        app.advance(frames=1)


def shoot(app, aim, think_s, world_stands_still):
    """Returns how far the shot missed, in metres, and how far it must by the closed form."""
    picture = app.picture()
    seen = picture.on_layer(1, 0.5, 0.5).point
    think(app, think_s, world_stands_still)
    app.right.point_at(*seen)
    app.right.squeeze(1.0)
    app.events("end")  # what came before is not needed
    squeezed = app.wait(event="action", where={"action": "squeeze", "subaction": "/user/hand/right", "value": 1}, frames=5).event["frame"]
    lines = [line for line in app.events("locate", "submit") if line.get("frame") == squeezed]
    ray = next(line["pose"] for line in lines if line["e"] == "locate" and line["space"] == aim and line["base"] == LOCAL)
    place = next(line["layers"][1]["pose"][:3] for line in lines if line["e"] == "submit")
    assert math.dist(place, target_at(squeezed)) < 1e-5, (squeezed, place)
    app.right.squeeze(0.0)
    app.advance(frames=17)
    to_seen = [a - b for a, b in zip(target_at(picture.frame), ray)]
    straight = [a / math.hypot(*to_seen) for a in to_seen]
    to_now = [a - b for a, b in zip(target_at(squeezed), ray)]
    along = sum(a * b for a, b in zip(straight, to_now))
    return off_m(ray, place), math.dist(to_now, [along * a for a in straight])


def main():
    folder, probe, shots = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    app = [probe, "--graphics", "vulkan2", "--wait-focus", "--frames", "1000000", "--actions", "--no-hands", "--no-gaze", "--layers", "projection,target", "--log", "/dev/null"]
    for think_s in map(float, (text for text in sys.argv[4:] if text != "--sleep")):
        for stands_still in (True, False):
            how = "standing still" if stands_still else "in real time"
            with understudy_drive.launch(*app, rate=RATE, save=folder / f"{think_s}-{stands_still}.mcap", options=["--shots", str(folder / "shots")], messages=folder / "messages.txt") as drive:
                drive.right.holds("oculus/touch_controller").move_to(0.2, -0.2, -0.3)
                drive.advance(frames=10)
                spaces = drive.events("space")
                aim = next(line["space"] for line in spaces if line.get("action") == "aim" and line.get("subaction") == "/user/hand/right")
                missed = [shoot(drive, aim, think_s, stands_still) for _ in range(shots)]
            hits, wanted = (sum(one[k] <= RADIUS_M for one in missed) for k in (0, 1))
            print(f"{think_s:g} s of thinking, {how}: {hits} hits of {shots}; off by {max(one[0] for one in missed):.3f} m at most", flush=True)
            assert hits == wanted and (hits == shots if stands_still else hits < shots), (hits, wanted)


os.environ.setdefault("UNDERSTUDY_HEADLESS_EYE_SIZE", "64")
main()
