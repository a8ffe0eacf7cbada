# SPDX-License-Identifier: MIT
"""Hands that touch and grab what the probe submits. Where the app was told that they are is compared with the layer's own geometry."""
import math

import understudy_drive
from aim import angle, turned

LOCAL, THUMB, INDEX = 3, 5, 10  # the number of the probe's space; XrHandJointEXT of the tips
POKE = (0, 0.02, -0.12)  # of a controller's poke pose in its grip, understudy-person(5)
ERROR_M, ERROR_DEG = 1e-4, 0.01


def place(pose, v):
    return [a + b for a, b in zip(pose, turned(pose[3:], v))]


def told(app, hand):
    """The tips of the thumb and the index finger, and the grip, in LOCAL, frame by frame."""
    tips, grips = [], []
    lines = app.events()
    own = [0, 0, 0, 0, 0, 0, 1]  # others have an offset
    spaces = [line["space"] for line in app.spaces if line.get("action") == "grip" and line["subaction"] == f"/user/hand/{hand}" and line["pose"] == own]
    for line in lines:
        if line["e"] == "hand" and line["hand"] == hand and line["active"] and line["base"] == LOCAL:
            tips.append([line["joints"][THUMB][:3], line["joints"][INDEX][:3]])
        if line["e"] == "locate" and line["space"] in spaces and line["base"] == LOCAL and "p" in line["flags"] and "frame" in line:
            grips.append(line["pose"])
    return tips, grips


def check_poke(tips, point, into, depth):
    """From 0.1 m before the point the tip goes straight through it in 9 frames, and back."""
    tips = tips[-24:]
    depths = [sum((a - b) * c for a, b, c in zip(tip, point, into)) for tip in tips]
    aside = [math.dist(tip, [a + far * c for a, c in zip(point, into)]) for tip, far in zip(tips, depths)]
    deepest = depths.index(max(depths))
    assert abs(depths[deepest] - depth) < ERROR_M, (depths[deepest], depth)
    assert abs(depths[-1] + 0.1) < ERROR_M, depths[-1]
    straight = aside[deepest - 9 :]
    assert max(straight) < ERROR_M, straight
    assert depths[deepest - 9 : deepest + 1] == sorted(depths[deepest - 9 : deepest + 1]), depths
    return max(abs(depths[deepest] - depth), max(straight))


def reach(app):
    app.spaces = app.events("space")
    app.head.move_to(0.1, 0.05, -0.2, 8, -5, 4)
    app.right.holds("ext/hand_interaction_ext")
    app.left.holds("oculus/touch_controller")
    app.advance(frames=2)
    picture = app.picture()
    submit = next(line for line in app.events("submit") if line.get("frame") == picture.frame)
    quad = submit["layers"][2]["pose"]  # 0.4 by 0.3 m, in LOCAL
    point, into = place(quad, [0.08, 0.03, 0]), turned(quad[3:], [0, 0, -1])

    # A finger and a controller touch the same place of the quad, along its normal.
    target = picture.on_layer(2, 0.7, 0.4)
    app.right.poke(target, over=0.3, depth=0.02)
    app.advance(seconds=0.7)
    tips, _ = told(app, "right")
    worst = check_poke([index for _, index in tips], point, into, 0.02)
    app.left.poke(target, over=0.3)
    app.advance(seconds=0.7)
    _, grips = told(app, "left")
    worst = max(worst, check_poke([place(grip, POKE) for grip in grips], point, into, 0.01))
    print(f"pokes are at most {1000 * worst:.4f} mm off")

    # Without a surface, the way goes on from the head. A point of the head's space moves with it.
    head = app.state()["person"]["head"]["pose"]
    ahead = place(head, [0.1, -0.1, -0.6])
    app.right.poke(understudy_drive.point(0.1, -0.1, -0.6, "VIEW"), over=0.3, depth=0)
    app.advance(seconds=0.7)
    way = [a - b for a, b in zip(ahead, head)]
    check_poke([index for _, index in told(app, "right")[0]], ahead, [part / math.hypot(*way) for part in way], 0)

    # Fingers pinch at the point; the controller's grip is there, and is squeezed.
    app.right.grab_at(point, over=0.3)
    app.left.grab_at(target, over=0.3)
    app.advance(seconds=0.3)
    tips, _ = told(app, "right")
    assert math.dist(*tips[-1]) > 0.05, "the hand closes before it is there"
    app.wait(event="action", where={"action": "squeeze", "subaction": "/user/hand/left", "value": 1}, within=0.2)
    app.advance(frames=2)
    thumb, index = told(app, "right")[0][-1]
    assert math.dist(thumb, index) < 0.02 and math.dist([(a + b) / 2 for a, b in zip(thumb, index)], point) < ERROR_M, (thumb, index, point)
    person = app.state()["person"]
    assert math.dist(person["left"]["grip"][:3], point) < ERROR_M, person["left"]
    assert person["right"]["values"]["pinch_ext/value"] == 1, person["right"]

    # Aim, head and eyes go through the point.
    app.left.move_to(-0.2, -0.3, -0.3)
    app.advance(frames=2)
    far = understudy_drive.point(0.3, 0.2, -3)
    app.left.point_at(far)
    app.head.look_at(far)
    app.advance(frames=2)
    app.gaze.look_at(understudy_drive.point(0.2, 0, -2, "VIEW"))
    app.advance(frames=2)
    person = app.state()["person"]
    aims = {"left": (person["left"]["aim"], (0.3, 0.2, -3)), "head": (person["head"]["pose"], (0.3, 0.2, -3)), "gaze": (person["gaze"]["pose"], place(person["head"]["pose"], [0.2, 0, -2]))}
    for name, (pose, through) in aims.items():
        off = angle(turned(pose[3:], [0, 0, -1]), [a - b for a, b in zip(through, pose)])
        assert off < ERROR_DEG, (name, off)

    for word, wrong in (
        ("'do' must be point_at, poke, grab_at, look_at or gaze_at", {"do": "kick", "target": {"point": [0, 0, -1]}}),
        ("'shape' must be pinch, fist or squeeze", {"do": "grab_at", "hand": "left", "shape": "flat", "target": {"point": [0, 0, -1]}}),
        ("'target' must be", {"do": "poke", "hand": "right"}),
        ("look_at is without 'hand'", {"do": "look_at", "hand": "right", "target": {"point": [0, 0, -1]}}),
        ("'hand' must be left or right", {"do": "poke", "target": {"point": [0, 0, -1]}}),
        ("did you mean 'point'", {"do": "look_at", "target": {"point": [0, 0, -1], "pont": 1}}),
        ("not known", {"do": "look_at", "target": {"point": [0, 0, -1], "space": "NOWHERE"}}),
        ("no such layer", {"do": "look_at", "target": {"layer": 40, "at": [0, 0]}}),
        ("too near", {"do": "point_at", "hand": "left", "target": {"point": person["left"]["grip"][:3]}}),
    ):
        try:
            app.ask("aim", **wrong)
            raise AssertionError(f"this was done: {wrong}")
        except understudy_drive.DriveError as error:
            assert word in str(error), (word, error)
