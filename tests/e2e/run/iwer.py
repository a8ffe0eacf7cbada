#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""iwer.py SESSION.json LOG START_NS SHOTS: whether an app was told, and has drawn, what a file of IWER says, which is read here by itself.

LOG is the spy's log of hello_xr, START_NS the time at which playback starts. A row of the file is [ms, head, inputs]: an input is [source, ray,
grip, gamepad or joints]. The file's origin is on the floor; LOCAL is at the height of the first head. Between two rows poses go straight. hello_xr
draws a cube at each grip: the middle of it is a pixel of the picture of each eye, and not of the background.
"""
import json
import math
import os
import sys
from collections import Counter

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../engines"))
from told import read_png, turned  # pylint: disable=wrong-import-position

HANDS_FROM = 24  # the row from which on there are hands in place of controllers
FLAGS = "opOP"


def mix(a, b, share):
    sign = -1 if sum(x * y for x, y in zip(a[3:], b[3:])) < 0 else 1
    turn = [x * (1 - share) + sign * y * share for x, y in zip(a[3:], b[3:])]
    return [x + (y - x) * share for x, y in zip(a[:3], b[:3])] + [q / math.hypot(*turn) for q in turn]


def near(found, wanted, what):
    sign = 1 if sum(a * b for a, b in zip(found[3:], wanted[3:])) > 0 else -1
    for a, b in zip(found, wanted[:3] + [sign * q for q in wanted[3:]]):
        if abs(a - b) > 2e-5:
            sys.exit(f"{what}: {found}, not {wanted}")


class Told:
    """What the file says at a time."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        hands = [source["handedness"] for _, source in sorted(content["schema"])]
        self.times, self.heads, self.grips, self.squeezes = [], [], [], []
        floor = content["frames"][0][2]
        down = lambda pose: [pose[0], pose[1] - floor, *pose[2:7]]
        for row in content["frames"]:
            inputs = {hands[item[0]]: item for item in row[8:]}
            self.times.append((row[0] - content["frames"][0][0]) / 1000)
            self.heads.append(down(row[1:8]))
            self.grips.append({hand: down(item[8]) for hand, item in inputs.items()})
            self.squeezes.append({hand: item[9][1][2] if len(self.times) <= HANDS_FROM else None for hand, item in inputs.items()})

    def place(self, t):
        i = max(n for n, at in enumerate(self.times) if at <= t + 1e-9)
        k = min(i + 1, len(self.times) - 1)
        return i, k, (t - self.times[i]) / (self.times[k] - self.times[i]) if k > i else 0.0

    def head(self, t):
        i, k, share = self.place(t)
        return mix(self.heads[i], self.heads[k], share)

    def grip(self, hand, t):
        """None: between the last row of the controllers and the first of the hands."""
        i, k, share = self.place(t)
        return None if (i < HANDS_FROM) != (k < HANDS_FROM) and share > 1e-6 else mix(self.grips[i][hand], self.grips[k][hand], share)


def judge_log(told, path, start_ns):
    """Returns the eyes of each frame, and counts what was judged."""
    spaces, counts, eyes = {}, Counter(), {}
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    for line in lines:
        t = (line["wall_time_ns"] - start_ns) * 1e-9 if "wall_time_ns" in line else None
        if line["e"] == "space":
            spaces[line["space"]] = line
        if t is None or not -1e-9 <= t <= told.times[-1]:
            continue
        if line["e"] == "locate" and line["base_name"] == "LOCAL" and line["space_name"] == "VIEW":
            head, offset = told.head(t), spaces[line["space"]]["pose"]
            near(line["pose"], [a + b for a, b in zip(head[:3], turned(head[3:], offset[:3]))] + head[3:], f"the head at {t}")
            counts["head"] += 1
        elif line["e"] == "locate" and line["space_name"] == "hand_pose":
            hand = spaces[line["space"]]["subaction"].rpartition("/")[2]
            wanted = told.grip(hand, t)
            if wanted is None:
                continue
            assert line["flags"] == FLAGS, line
            near(line["pose"], wanted, f"the {hand} grip at {t}")
            counts[hand] += 1
        elif line["e"] == "action" and line["action"] == "grab_object" and t < told.times[HANDS_FROM - 1]:
            hand, (i, _, _) = line["subaction"].rpartition("/")[2], told.place(t)
            assert line["active"] and abs(line["value"] - told.squeezes[i][hand]) < 1e-6, line
            counts["squeeze"] += 1
        elif line["e"] == "views" and line["base_name"] == "LOCAL":
            eyes[line["frame"]] = (t, line["poses"], line["fovs"])
            head = told.head(t)
            for pose, side in zip(line["poses"], (-0.032, 0.032)):
                near(pose, [a + b for a, b in zip(head[:3], turned(head[3:], [side, 0, 0]))] + head[3:], f"an eye at {t}")
            counts["eyes"] += 2
    return eyes, counts


def pixel_of(eye, fov, point, width, height):
    """Where an eye sees a point; None: it does not."""
    x, y, z = turned([-q for q in eye[3:6]] + [eye[6]], [a - b for a, b in zip(point, eye[:3])])
    if z > -0.05:
        return None
    left, right, up, down = (math.tan(angle) for angle in fov)
    column, row = (x / -z - left) / (right - left) * width, (up - y / -z) / (up - down) * height
    return (int(column), int(row)) if 0 <= column < width and 0 <= row < height else None


def judge_pictures(told, eyes, folder):
    seen = 0
    for name in sorted(os.listdir(folder)):
        _, frame, _, view = name.partition(".")[0].split("-")
        if int(frame) not in eyes:
            continue
        t, poses, fovs = eyes[int(frame)]
        width, height, colour = read_png(os.path.join(folder, name))
        background = Counter(colour(x, y) for x in range(0, width, 4) for y in range(0, height, 4)).most_common(1)[0][0]
        for hand in ("left", "right"):
            grip = told.grip(hand, t)
            at = pixel_of(poses[int(view)], fovs[int(view)], grip[:3], width, height) if grip else None
            if at is None:
                continue
            seen += 1
            if colour(*at) == background:
                sys.exit(f"{name}: there is no cube at {at}, where the {hand} hand is")
    return seen


def main():
    file, log, start_ns, folder = sys.argv[1:5]
    told = Told(file)
    eyes, counts = judge_log(told, log, int(start_ns))
    seen = judge_pictures(told, eyes, folder)
    print(f"judged: {dict(counts)}; cubes in pictures: {seen}")
    assert min(counts[what] for what in ("head", "left", "right", "squeeze", "eyes")) >= 30 and seen >= 8


main()
