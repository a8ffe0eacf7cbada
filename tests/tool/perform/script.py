#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""script.py TOOL SOURCE [CASE]: what the lines of a script mean at a time, understudy-person(5), by the table that `understudy perform` makes of it, and
what it says of wrong lines. Expected values are worked out by hand. The hands stay within the arms' reach, which is `perform`'s own.
"""
import math
import os
import re
import sys
import unittest
from math import cos, pi, sin, sqrt

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from perform import SOURCE, Case, call, distance, flexion  # noqa: E402 pylint: disable=wrong-import-position
from case import turned  # noqa: E402 pylint: disable=wrong-import-position


class Meaning(Case):
    def look(self, *lines):
        """The frames of a script that goes on for 10 s. at(T) is the newest frame at T, in seconds."""
        self.perform(self.script("\n".join(lines) + "\n10 session state stopping\n"), "a.mcap", "--force")
        rows = [(float(row["time"]), row) for row in self.rows(self.path("a.mcap"))]
        return lambda time_s: max((row for row in rows if row[0] < time_s + 1e-6), key=lambda row: row[0])[1]

    def rotates(self, row, name, *wanted):
        """Either sign of a quaternion is the same rotation."""
        got = self.rotation(row, name)
        sign = 1 if sum(a * b for a, b in zip(got, wanted)) >= 0 else -1
        for a, b in zip(got, wanted):
            self.assertAlmostEqual(sign * a, b, delta=2e-6)

    def has_joints(self, row, **wanted):
        for side, has in wanted.items():
            self.assertEqual(row.get(f"{side}.wrist.x", "") != "", has, side)

    def points_at(self, row, name, *point):
        """-Z of the pose goes through the point, and +X of it is level."""
        place, q = self.numbers(row, name), self.rotation(row, name)
        far_m = distance(place, point)
        self.near(turned(q, (0, 0, -1)), [(b - a) / far_m for a, b in zip(place, point)])
        self.near(turned(q, (1, 0, 0))[1:2], [0])

    def test_numbers(self):
        at = self.look("\ufeff0 left profile oculus/touch_controller", "1 left trigger/value 0.2 # a comment\r", "", "3\tleft  trigger/value 1",
                       "3 left trigger/value 0.5", "4 left thumbstick 0 -1", "6 left thumbstick 1 1", "2 left x/click yes", "2.5 left x/click 0")
        for time_s, trigger, x, y, click in ((0, 0, 0, 0, 0), (59 / 60, 0, 0, 0, 0), (1, 0.2, 0, 0, 0), (1.5, 0.4, 0, 0, 0), (119 / 60, 0.2 + 0.4 * 59 / 60, 0, 0, 0),
                                             (2, 0.6, 0, 0, 1), (149 / 60, 0.2 + 0.4 * 89 / 60, 0, 0, 1), (2.5, 0.8, 0, 0, 0), (3, 0.5, 0, 0, 0),
                                             (4.5, 0.5, 0.25, -0.5, 0), (6, 0.5, 1, 1, 0), (9, 0.5, 1, 1, 0)):
            row = at(time_s)
            self.near([float(row[f"left.{name}"]) for name in ("trigger/value", "thumbstick/x", "thumbstick/y", "x/click")], (trigger, x, y, click))
            self.assertEqual(row["right.trigger/value"], "")

    def test_poses(self):
        """From 1 s to 3 s the head moves by (2, 4, -6) and turns left by 90 degrees."""
        at = self.look("1 head pose 0 1 2", "3 head pose 2 5 -4 90 0 0", "5 head pose 2 5 -4 0 0.70710678118654757 0 0.70710678118654757",
                       "6 head pose 2 5 -4 90 30 20")
        self.near(self.numbers(at(0.5), "head") + self.numbers(at(0.5), "head", ["vx", "vy", "vz"]), (0, 1, 2, 0, 0, 0))
        self.near(self.numbers(at(1.5), "head", ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"]), (0.5, 2, 0.5, 1, 2, -3, 0, pi / 4, 0))
        self.rotates(at(1.5), "head", 0, sin(pi / 16), 0, cos(pi / 16))
        self.rotates(at(4), "head", 0, sqrt(0.5), 0, sqrt(0.5))
        self.near(self.numbers(at(4), "head", ["wx", "wy", "wz"]), (0, 0, 0))
        # Ry(90) Rx(30) Rz(20), column by column: where -Z and +Y point.
        q, p, r = self.rotation(at(7), "head"), pi / 6, pi / 9
        self.near(turned(q, (0, 0, -1)), (-cos(p), sin(p), 0))
        self.near(turned(q, (0, 1, 0)), (sin(p) * cos(r), cos(p) * cos(r), sin(r)))

    def test_hand_poses(self):
        """The grip follows the wrist, the wrist follows the grip, and aim follows either unless a line gives it a pose of its own."""
        at = self.look("0 head pose 1 0.2 0", "0 left profile ext/hand_interaction_ext", "0 right profile ext/hand_interaction_ext",
                       "0 left wrist 1 0 0 90 0 0", "0 right grip 1 0.2 -0.3", "0 right aim 1.2 0.1 -0.1")
        self.near(self.numbers(at(0), "left.grip"), (0.95, 0, 0))  # 0.05 m along the turned -Z
        self.near(self.numbers(at(0), "right.poke_pose"), (1, 0.22, -0.42))
        self.near(self.numbers(at(0), "right.aim"), (1.2, 0.1, -0.1))
        self.has_joints(at(0), left=True, right=False)
        at = self.look("0 right grip 0.2 -0.2 -0.3", "0 right gesture open", "0 left palm -0.2 -0.2 -0.3")
        self.near(self.numbers(at(0), "right.wrist"), (0.2, -0.2, -0.25))
        # The pose of a controller's palm says nothing of joints.
        self.has_joints(at(0), left=False, right=True)
        at = self.look("0 left joint thumb_distal 5")
        self.has_joints(at(0), left=True, right=False)

    def test_gestures(self):
        """The index finger of a fist, joint by joint, halfway between open and fist: 40 degrees each, reached in one second."""
        at = self.look("0 right wrist 0 0 0", "0 right gesture open", "2 right gesture fist")
        a, bones = 40 * pi / 180, ((0, 0.03), (0, 0.06), (1, 0.04), (2, 0.025), (3, 0.02))
        y, z, rate = 0, 0, 0
        for joint, (bends, bone_m), bent in zip(("metacarpal", "proximal", "intermediate", "distal", "tip"), bones, (0, 1, 2, 3, 3)):
            y, z, rate = y - bone_m * sin(bends * a), z - bone_m * cos(bends * a), rate + bone_m * sin(bends * a) * bends * a
            name = f"right.index_{joint}"
            self.near(self.numbers(at(1), name), (-0.025, y, z))
            self.rotates(at(1), name, -sin(bent * a / 2), 0, 0, cos(bent * a / 2))
            self.near(self.numbers(at(1), name, ["vz", "wx"]), (rate, -bent * a))
        # The fingers of an open hand are straight, and side by side; the tips of a pinch are as far apart as these are, within 1 mm.
        at = self.look("0 left gesture pinch", "1 left gesture pinch", "2 left gesture open")
        tips = [[self.numbers(at(time_s), f"left.{name}_tip") for name in ("thumb", "index")] for time_s in (0, 2)]
        for thumb, index in tips:
            self.near([thumb[0] - index[0]], [0.015])
        self.assertLess(math.hypot(tips[0][0][1] - tips[0][1][1], tips[0][0][2] - tips[0][1][2]), 1e-3)
        self.near([tips[1][0][2] - tips[1][1][2]], [0.065])

    def bend(self, row, side, finger):
        """The mean of its joints behind the metacarpal."""
        parts = ["metacarpal", "proximal"] + (["intermediate"] if finger != "thumb" else []) + ["distal"]
        angles = [flexion(self.rotation(row, f"{side}.{finger}_{a}"), self.rotation(row, f"{side}.{finger}_{b}"))[0] for a, b in zip(parts, parts[1:])]
        return sum(angles) / len(angles)

    def test_fingers(self):
        """A gesture is a line about each finger, and a finger's line comes between those of gestures."""
        at = self.look("0 left gesture relaxed", "2 left gesture pinch 0.5", "3 left finger index 0.25", "4 left gesture thumb_up", "6 left finger thumb 1")
        for time_s, *wanted in ((0, 15, 20, 25), (1, 22, 27.5, 12.5), (2, 29, 35, 0), (3, 14.5, 20, 40), (4, 0, 80, 80), (5, 25, 80, 80)):
            self.near([self.bend(at(time_s), "left", finger) for finger in ("thumb", "index", "little")], wanted, 1e-3)

    def test_gestures_of_the_manual(self):
        with open(os.path.join(SOURCE, "docs/man/understudy-person.5"), encoding="utf-8") as file:
            table = re.findall(r"^\.It Cm (\w+)" + r" Ta (\d+)" * 5 + "$", file.read(), re.M)
        self.assertEqual(len(table), 6)
        at = self.look(*(f"{time_s} right gesture {name}" for time_s, (name, *_) in enumerate(table)))
        for time_s, (name, *degrees) in enumerate(table):
            found = [self.bend(at(time_s), "right", finger) for finger in ("thumb", "index", "middle", "ring", "little")]
            self.near(found, [float(bend) for bend in degrees], 1e-3)

    def test_ranges_of_the_manual(self):
        """A joint can do what the manual says, to the degree."""
        with open(os.path.join(SOURCE, "docs/man/understudy-person.5"), encoding="utf-8") as file:
            table = re.findall(r"^\.It (?:Cm|Ar) (\w+)(?: Ns Cm (\w+))? Ta (-?\d+) to (\d+) Ta ?(?:(-?\d+) to (\d+))?$", file.read(), re.M)
        self.assertEqual(len(table), 8)
        for joint, part, *limits in table:
            for name in [joint] if not part else [finger + part for finger in ("index", "middle", "ring", "little")]:
                (a, b), spread = map(int, limits[:2]), [int(limit) for limit in limits[2:] if limit]
                self.look(*(f"{n} right joint {name} {limit}" for n, limit in enumerate((f"{a}", f"{b}", *(f"0 {c}" for c in spread)))))
                for wrong in (f"{a - 1}", f"{b + 1}", *((f"0 {spread[0] - 1}", f"0 {spread[1] + 1}") if spread else ("0 1",))):
                    self.perform(self.script(f"0 right joint {name} {wrong}\n"), "b.mcap", code=2)

    def test_joints(self):
        """A joint changes evenly from the gesture before to its own line, and to the gesture after it; the others of the finger do what the gestures say.
        In between, the hand moves as fast as it says."""
        at = self.look("0 right wrist 0 0 0", "0 right gesture open", "2 right joint ring_proximal 60 -10", "4 right gesture fist")
        for time_s, bend, spread, distal in ((0, 0, 0, 0), (1, 30, -5, 20), (2, 60, -10, 40), (3, 70, -5, 60), (4, 80, 0, 80)):
            row = at(time_s)
            half, yaw = bend * pi / 360, -spread * pi / 360  # the ring finger of the right hand spreads to the right: about -Y
            self.rotates(row, "right.ring_proximal", -cos(yaw) * sin(half), sin(yaw) * cos(half), sin(yaw) * sin(half), cos(yaw) * cos(half))
            self.near([flexion(self.rotation(row, "right.ring_intermediate"), self.rotation(row, "right.ring_distal"))[0]], [distal], 1e-3)
        for time_s in (1, 3):
            before, now, after = (at(time_s + n / 60) for n in (-1, 0, 1))
            moved = [(b - a) * 30 for a, b in zip(self.numbers(before, "right.ring_tip"), self.numbers(after, "right.ring_tip"))]
            self.near(self.numbers(now, "right.ring_tip", ["vx", "vy", "vz"]), moved, 2e-4)

    def test_pointing(self):
        """A pose that turns to a point is where the line before has put it."""
        at = self.look("0 head pose 0 0.1 0", "1 head look_at 1 2 -3", "3 head pose 0.1 0.1 0", "4 head look_at 0.1 -2 0",  # straight down
                       "0 left profile oculus/touch_controller", "0 right profile oculus/touch_controller", "0 left point_at 1 2 -3",
                       "1 left grip -0.3 0 -0.1", "2 left point_at -1 0.1 0.2", "0 right wrist 0.1 0 -0.3 40 50 60", "1 right point_at 2 1 -1")
        self.near(self.numbers(at(1), "head"), (0, 0.1, 0))
        self.points_at(at(1), "head", 1, 2, -3)
        self.points_at(at(4), "head", 0.1, -2, 0)
        self.points_at(at(0), "left.aim", 1, 2, -3)
        self.near(self.numbers(at(0), "left.grip"), (-0.2, -0.4, -0.35))
        self.points_at(at(2), "left.aim", -1, 0.1, 0.2)
        self.near(self.numbers(at(2), "left.grip"), (-0.3, 0, -0.1))
        self.points_at(at(1), "right.aim", 2, 1, -1)
        self.near(self.numbers(at(1), "right.wrist"), (0.1, 0, -0.3))

    def test_recentring(self):
        at = self.look("0 head pose 0 0 0 0 0 0", "2 head pose 2 0.5 -4 60 -20 10", "4 session recentre", "6 session recentre 1 3 90")
        for time_s, place, degrees in ((3.9, (0, 0, 0), 0), (4.5, (2, 0, -4), 60), (6.5, (1, 0, 3), 90)):
            self.near(self.numbers(at(time_s), "local"), place)
            self.rotates(at(time_s), "local", 0, sin(degrees * pi / 360), 0, cos(degrees * pi / 360))

    def test_truths(self):
        at = self.look("0 left profile /interaction_profiles/ext/hand_interaction_ext", "1 left connected off", "2 left connected on",
                       "4 left profile khr/simple_controller", "1 left tracked no", "1 gaze tracked false", "3 left pinch_ext/ready_ext no")
        profiles = ("/interaction_profiles/ext/hand_interaction_ext", "", "/interaction_profiles/ext/hand_interaction_ext",
                    "/interaction_profiles/khr/simple_controller")
        self.assertEqual(tuple(at(time_s)["left.profile"] for time_s in (0.5, 1, 2, 4)), profiles)
        self.assertEqual([at(time_s)["left.pinch_ext/ready_ext"] for time_s in (0.5, 2.9, 3)], ["1", "1", "0"])
        self.assertEqual([(at(time_s)["left.grip.x"] != "", at(time_s)["gaze.x"] != "") for time_s in (59 / 60, 1)], [(True, True), (False, False)])
        self.assertEqual(at(0)["right.profile"], "")
        self.assertEqual([at(9).get(f"right.grip.{part}", "") for part in "xyz"], [""] * 3)

    def test_touch_example(self):
        """It has a line for every input that the controllers have without an extension."""
        script = os.path.join(SOURCE, "docs/examples/touch.person")
        self.perform(script, "t.mcap")
        with open(script, encoding="utf-8") as file:
            lines = {tuple(line.split()[1:3]) for line in file if len(line.split()) > 2}
        row = self.rows(self.path("t.mcap"))[0]
        inputs = [name.split(".") for name in row if re.match(r"\w+\.\w+/\w+$", name) and "proximity" not in name and row[name] != ""]
        self.assertEqual(len(inputs), 26)
        self.assertEqual([(hand, name) for hand, name in inputs if not {(hand, name), (hand, re.sub("/[xy]$", "", name))} & lines], [])


WRONG = (
    ("1,5 head pose 0 0 0", ':1: "1,5" is not a time'),
    ("-1 head pose 0 0 0", ':1: "-1" is too early: the times of a script are from 0 to 1000000 seconds'),
    ("nan head pose 0 0 0", ':1: "nan" is not a time'),
    ("0x1 head pose 0 0 0", ':1: "0x1" is not a time'),
    ("1e9 head pose 0 0 0", ':1: "1e9" is too late: the times of a script are from 0 to 1000000 seconds'),
    ("1e999 head pose 0 0 0", ':1: "1e999" is too late: the times of a script are from 0 to 1000000 seconds'),
    ("\n\n0 head", ":3: the line is too short"),
    ("0 hed pose 0 0 0", ':1: "hed" is unknown: write head, left, right'),
    ("0 head grip 0 0 0", ':1: "head" has no "grip": write pose, look_at or tracked'),
    ("0 gaze pose 0 0 0", ':1: "gaze" has no "pose": write direction or tracked'),
    ("0 session focus yes", ':1: "session" has no "focus": write state'),
    ("0 left triger/value 1", ':1: "left" has no "triger/value"; did you mean \'trigger/value\'?'),
    # What is meant is two letters away at most.
    ("0 left triger/valu 1", ':1: "left" has no "triger/valu"; did you mean \'trigger/value\'?'),
    ("0 left trger/valu 1", ':1: "left" has no "trger/valu": write profile'),
    ("0 left squeeze 1", ':1: "left" has no "squeeze"; did you mean \'squeeze/value\'?'),
    ("0 left profile khr/simple_controller\n0 left selec/click 1", ':2: "left" has no "selec/click"; did you mean \'select/click\'?'),
    ("0 left gestur fist", ':1: "left" has no "gestur"; did you mean \'gesture\'?'),
    ("0 left nonsense 1", ':1: "left" has no "nonsense": write profile'),
    ("0 left grip/pose 0 0 0", ":1: poses of a hand have the names grip"),
    ("0 head pose 0 0", ':1: "head pose" needs X Y Z in metres, and then nothing, YAW PITCH ROLL in degrees, or the quaternion QX QY QZ QW; the line has 2'),
    ("0 head pose 0 0 0 1", "the line has 4 values"),
    ("0 head pose 0 zero 0", ':1: "zero" is not a number'),
    ("0 head pose 0 inf 0", ':1: "inf" is not a number'),
    ("0 head pose 1e39 0 0 0 0 0", ':1: "1e39" is too large'),
    ("0 head pose 0 0 0 0 0 0 2", ":1: the quaternion has the length 2 instead of 1"),
    ("0 head pose 0 0 0 0 0 0 0", ":1: the quaternion has the length 0 instead of 1"),
    ("0 head pose 1 2 3 4 5 6 7 8 9 10 11 12 13 14", ":1: the line has too many words"),
    ("0 gaze direction 1", ':1: "gaze direction" needs YAW PITCH in degrees'),
    ("0 head tracked maybe", ':1: "maybe" is neither yes nor no'),
    ("0 head tracked", ':1: "head tracked" needs yes or no; the line has 0 values'),
    ("0 left gesture wave", ':1: there is no gesture "wave": write open, relaxed, pinch, fist'),
    ("0 left gesture", "needs open, relaxed, pinch, fist, point or thumb_up; the line has 0"),
    ("0 left gesture pinch x", ':1: "x" is not how far a gesture goes: write a number'),
    ("0 left finger toe 1", ':1: there is no finger "toe": write thumb, index'),
    ("0 left finger ring 1.1", ':1: "1.1" is not how far bent a finger is: write'),
    ("0 left finger ring", '"left finger" needs thumb, index, middle, ring or little, and'),
    ("1 left finger ring 1\n0 left gesture fist", ':2: the time 0 is before the time of line 1, which is about the joint "left ring_metacarpal" too'),
    ("0 left joint index_proximal 91", ":1: index_proximal bends from -30 to 90 degrees, not 91"),
    ("0 left joint thumb_tip 1", ":1: thumb_tip has no angle of its own: bend thumb_distal"),
    ("0 left joint index_metacarpal 1", ":1: index_metacarpal does not move in the hand: bend index_proximal"),
    ("0 left joint wrist 1", ":1: the wrist has no angle of its own: it follows the hand"),
    ("0 head look_at 0 0 0", ":1: 0 0 0 is too near to the head, which is at 0 0 0"),
    ("0 left point_at 1 2", ':1: "left point_at" needs X Y Z in metres'),
    ("0 session state ready", ':1: "ready" is not a session state: write focused'),
    ("0 session recentre 1 2", ':1: "session recentre" needs X Z in metres and YAW'),
    ("0 left profile oculus/touch_controler",
     ':1: there is no interaction profile "oculus/touch_controler"; did you mean \'oculus/touch_controller\'?'),
    ("0 left profile acme/gizmo", ':1: there is no interaction profile "acme/gizmo" of hands: write the path that'),
    ("0 left profile khr/simple", ':1: there is no interaction profile "khr/simple"'),
    # What is on no hand, and what has no inputs of one value.
    ("0 left profile ext/eye_gaze_interaction", ':1: there is no interaction profile "ext/eye_gaze_interaction" of hands'),
    ("0 left profile microsoft/xbox_controller", ':1: there is no interaction profile "microsoft/xbox_controller"'),
    ("0 left profile htc/hand_interaction", ':1: there is no interaction profile "htc/hand_interaction"'),
    ("2 head tracked no\n1 head tracked yes", ':2: the time 1 is before the time of line 1, which is about "head tracked" too'),
    ("1 left trigger/value 1\n2 left profile oculus/touch_controller", ":1: the left hand has no profile at 1 s"),
    ("0 right profile oculus/touch_controller\n# view is on the left\n1 right view/click yes", ':3: "right" has no "view/click"'),
    ("0 right profile khr/simple_controller\n1 right trigger/value 1",
     ":2: khr/simple_controller has no trigger/value on the right hand; it has select/click, menu/click"),
    ("0 right profile bytedance/pico_g3_controller\n1 right x/click 1", "has no x/click on the right hand; it has trigger/click, trigger/value, menu/click, "
     "thumbstick/x, thumbstick/y, thumbstick/click"),
    ("0 left profile oculus/touch_controller\n0 left trigger/value 1\n2 left profile khr/simple_controller\n3 left trigger/value 0",
     ":4: khr/simple_controller has no trigger/value"),
    ("0 left profile oculus/touch_controller\n0 left trigger/value 1.5", ":2: trigger/value is a number from 0 to 1, not 1.5"),
    ("0 left profile oculus/touch_controller\n0 left thumbstick 0 -1.5", ":2: thumbstick/y is a number from -1 to 1, not -1.5"),
    ("0 left profile oculus/touch_controller\n0 left trackpad 0 0", ":2: oculus/touch_controller has no trackpad/x on the left hand"),
    ("0 left profile oculus/touch_controller\n0 left x/click 0.5", ':2: "0.5" is neither yes nor no'),
    ("0 head\0pose", ": this is not a text file: it holds a zero byte"),
    ("", ": the script has no line that says what the person does"),
    ("# only a comment", ": the script has no line that says what the person does"),
)


class Errors(Case):
    def test_wrong_lines(self):
        for text, wanted in WRONG:
            with self.subTest(text):
                self.assertIn(wanted, self.perform(self.script(text, "test.person"), "a.mcap", code=2))
        self.assertIn("/: this is not a regular file", self.perform("/", "a.mcap", code=2))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:])
