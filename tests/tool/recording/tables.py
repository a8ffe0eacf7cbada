#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tables.py TOOL MAKE_SESSION SOURCE [CASE]: tables as input and output of `understudy convert`.

Frame n of a session of make_session is at n/64 s, with the head at (t, 1.5, -t/2). What a table gives is compared with closed forms, with
`understudy sample`, and by `understudy compare`.
"""
import csv
import glob
import json
import math
import os
import resource
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from case import TOOL, FolderCase, about, angle, call, product, turned  # noqa: E402 pylint: disable=wrong-import-position,unused-import

MAKE, SOURCE = sys.argv[2:4]
DEMO = os.path.join(SOURCE, "tests/data/demo.bin")
HEAD = "time,head.x,head.y,head.z"
VIEW = ["x", "y", "z", "qx", "qy", "qz", "qw", "left", "right", "up", "down"]
EYE = ",0,0,0,0,0,0,1,-0.75,0.75,0.5,-0.5"


def view(name, parts=11):
    return "".join(f",{name}.{part}" for part in VIEW[:parts])


def floats(number):
    """The bits of a number as a float32."""
    return struct.pack("<f", float(number))


def pose(row, name):
    return [float(row[f"{name}.{part}"]) for part in ("x", "y", "z", "qx", "qy", "qz", "qw")]


class Case(FolderCase):
    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.path(name)

    def session(self, *words):
        if os.path.exists(self.path("session.mcap")):
            os.remove(self.path("session.mcap"))
        subprocess.run([MAKE, self.path("session.mcap"), *words], check=True)
        return self.path("session.mcap")

    def convert(self, source, name, *options, code=0):
        done = call("convert", source, "-o", self.path(name), *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return self.path(name) if code == 0 else done

    def losses(self, source, name, *options):
        done = call("convert", source, "-o", self.path(name), "--json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def assert_losses(self, report, *expected):
        """Each is kind, count and a part of the text of one loss."""
        for kind, count, part in expected:
            self.assertEqual([item["count"] for item in report["losses"] if item["kind"] == kind and part in item["text"]], [count], part)

    def assert_pose(self, got, wanted, name=None):
        for value, other in zip(got[:3], wanted[:3]):
            self.assertAlmostEqual(value, other, 5, name)
        self.assertLess(angle(got[3:], wanted[3:]), 2e-5, name)

    def assert_in_stage(self, row, name, wanted):
        """A pose of a table, by the place of STAGE that the table has."""
        stage, place = pose(row, "stage"), pose(row, name)
        back = [-value for value in stage[3:6]] + [stage[6]]
        self.assert_pose(turned(back, [a - b for a, b in zip(place[:3], stage[:3])]) + product(back, place[3:]), wanted, name)

    def assert_same(self, a, b):
        done = call("compare", a, b)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def sample(self, path, time):
        done = call("sample", path, "--time", str(time), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def rows(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


class RoundTrip(Case):
    def test_session(self):
        """A session goes through both kinds of table and gives the same answers; the second table is the first."""
        for words in (["96", "chunks"], ["96", "focus"], ["96", "nan"], ["96", "velocity", "trigger=3"], ["96", "touch", "turn=9"], ["96", "bare"], ["96", "axes=0.25"]):
            with self.subTest(words=words):
                session = self.session(*words)
                table = self.convert(session, "a.csv", "--force")
                again = self.convert(table, "a.mcap", "--force")
                self.assert_same(session, again)
                lines = self.convert(again, "a.jsonl", "--force")
                last = self.convert(lines, "b.mcap", "--force")
                self.assert_same(session, last)
                with open(table, "rb") as one, open(self.convert(last, "b.csv", "--force"), "rb") as two:
                    self.assertEqual(one.read(), two.read())
                for time in (0, 0.25, 0.2578125):
                    one, two = self.sample(session, time), self.sample(last, time)
                    one["file"] = two["file"]
                    self.assertEqual(one, two)

    def test_bounds(self):
        """Bounds come back; where one side is none, there are none."""
        for side, cells in (("3", {"2", "3"}), ("0", {""}), ("inf", {""})):
            with self.subTest(side=side):
                table = self.convert(self.session("8", "bare", "stage=" + side), "a.csv", "--force")
                self.assertEqual({row.get(name, "") for row in self.rows(table) for name in ("stage_width", "stage_depth")}, cells)
                again = self.convert(self.convert(table, "a.mcap", "--force"), "b.csv", "--force")
                self.assertEqual(self.rows(table), self.rows(again))

    def test_values(self):
        """The table holds the closed forms of make_session, and its numbers are those float32."""
        rows = self.rows(self.convert(self.session("128", "chunks"), "a.csv"))
        markers = [(row["time"], row["marker"]) for row in rows if row["marker"]]
        self.assertEqual(markers, [("0.25", "first"), ("1", "half way")])
        frames = [row for row in rows if not row["marker"]]
        self.assertEqual(len(frames), 128)
        for n, row in enumerate(frames):
            self.assertEqual(float(row["time"]), n / 64)
            self.assertEqual([float(row["head." + a]) for a in ("x", "y", "z", "qw")], [n / 64, 1.5, -n / 128, 1])
            self.assertEqual(row["head.tracked"], "orientation" if 8 <= n <= 15 else "1")
            self.assertEqual(row["left.index_tip.x"], "10" if n % 2 == 0 else "")
            self.assertEqual(row["gaze.qw"], "1" if n % 4 == 0 else "")
            self.assertEqual(row["right.aim.active"], "0")
            self.assertEqual(row["left.select/click"], str(n // 16 % 2))
            self.assertEqual(float(row["right.thumbstick/x"]), n / 128)
            self.assertEqual(row["right.profile"], "" if n < 32 else "/interaction_profiles/valve/index_controller")
        self.assertEqual({row["right.trigger/value"] for row in frames}, {""})

    def test_axes(self):
        """An axis of a stick has the stick's column; what a boolean action reads of it has its own."""
        session = self.session("96", "axes=0.25")
        rows = [row for row in self.rows(self.convert(session, "a.csv")) if not row["marker"]]
        for n, row in enumerate(rows):
            self.assertEqual(row["right.thumbstick/x.boolean"], "1" if n / 128 > 0.25 else "0")
            self.assertEqual(row["right.thumbstick/y.boolean"], "0")
        components = self.sample(self.convert(self.path("a.csv"), "a.mcap"), 0.75)["inputs"]["components"]
        self.assertEqual(components["/user/hand/right/input/thumbstick/x"], {"active": True, "value": 0.375, "boolean": True})
        self.assertEqual(components["/user/hand/right/input/thumbstick/y"], {"active": True, "value": -0.375, "boolean": False})
        alone = self.write("b.csv", "time,right.thumbstick/x.boolean\n0,1\n")
        self.assertIn("write the column of its value", self.convert(alone, "b.mcap", code=4).stderr)

    def test_animation(self):
        """An input animation file plays the same as a table and as a session."""
        table = self.convert(DEMO, "a.jsonl")
        self.assert_same(DEMO, self.convert(table, "a.mcap"))
        self.assert_same(DEMO, self.convert(DEMO, "b.mcap"))
        done = call("compare", DEMO, self.convert(table, "c.bin"), "--allow", "angle_rad=0.00005")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_layouts(self):
        """Each layout of input animation files plays the same as a session, and as a file that is made of that again."""
        sources = sorted(glob.glob(os.path.join(SOURCE, "tests/data/*.bin")))
        self.assertGreater(len(sources), 13)
        for source in sources:
            name = os.path.basename(source)
            if name == "nothing.bin":
                continue
            session = self.convert(source, name + ".mcap")
            for made in (session, self.convert(session, "again-" + name)):
                done = call("compare", source, made, "--allow", "angle_rad=0.00005")
                if name == "v1.0-markers.bin":  # a name that no session holds
                    self.assertRegex(done.stdout, r"red \?\[31m'\n0 of \d+ times differ\n *markers *1 differ\n")
                else:
                    self.assertEqual(done.returncode, 0, name + ": " + done.stdout + done.stderr)

    def test_numbers(self):
        """Any float32 and any nanosecond come back exactly, also those with exponents."""
        values = [1 / 3, 1e-40, 3.4028234e38, -0.0, 16777217, 0.1, 1e-7, 1000.00006103515625]
        times = ["0.000000001", "0.1", "0.999999999", "1e0", "1700000000.123456789", "1700000001", "1700000001.5", "1700000002.25"]
        text = HEAD + "\n" + "".join(f"{t},{v!r},{v:.9g},0\n" for t, v in zip(times, values))
        session = self.convert(self.write("a.csv", text), "a.mcap")
        rows = self.rows(self.convert(session, "b.csv"))
        first = 1
        for row, time, value in zip(rows, times, values):
            whole, _, part = ("1" if time == "1e0" else time).partition(".")
            ns = int(whole) * 10**9 + int(part.ljust(9, "0"))
            whole, _, part = row["time"].partition(".")
            self.assertEqual(int(whole) * 10**9 + int(part.ljust(9, "0")), ns - first)
            self.assertEqual(floats(row["head.x"]), floats(value))
            self.assertEqual(floats(row["head.y"]), floats(f"{value:.9g}"))


class Script(Case):
    def test_example(self):
        """The ten-line script of the documentation makes a recording that plays as it says."""
        example = os.path.join(SOURCE, "docs/examples/table.py")
        made = subprocess.run([sys.executable, example], capture_output=True, check=True).stdout
        session = self.convert(self.write("nod.csv", made), "nod.mcap")
        for frame in (0, 45, 89, 140):
            t = frame / 90
            there = self.sample(session, t)
            half = 0.1 * math.sin(math.pi * t)
            for value, wanted in zip(there["head"]["pose"]["rotation"], (math.sin(half), 0, 0, math.cos(half))):
                self.assertAlmostEqual(value, wanted, 6)
            self.assertAlmostEqual(there["controllers"]["right"]["poses"]["grip"]["pose"]["position_m"][2], -0.4 - 0.1 * t, 6)
            trigger = there["inputs"]["components"]["/user/hand/right/input/trigger/value"]
            self.assertAlmostEqual(trigger["value"], t % 1, 6)
        self.assertIn("1 marker", call("convert", self.path("nod.csv"), "-o", self.path("b.mcap")).stdout)

    def test_plot(self):
        """The example plots columns, and says in a line what is wrong with them."""
        table = self.write("t.csv", "time,head.y,left.profile,gaze.x\n0,1.5,khr/simple_controller,\n1,2,,\n")
        for words, code, says in (
                ([table, "head.y"], 0, "</svg><!-- 1.5 to 2 from 0 s to 1 s -->"),
                ([table, "hed.y"], 2, "t.csv has no column 'hed.y'; it has time, head.y, left.profile, gaze.x"),
                ([table, "left.profile"], 2, "t.csv: a column holds no numbers: "),
                ([table, "gaze.x"], 2, "t.csv: all cells of these columns are empty"),
                ([self.path("none.csv"), "head.y"], 2, "none.csv: No such file or directory"),
                ([DEMO, "head.y"], 2, "this is no table: "),
                ([self.write("empty.csv", ""), "head.y"], 2, "empty.csv has no column 'time'; it has none"),
                ([table], 2, "usage: python3 plot.py TABLE.csv COLUMN...")):
            done = subprocess.run([sys.executable, os.path.join(SOURCE, "docs/examples/plot.py"), *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code, words)
            self.assertIn(says, done.stdout if code == 0 else done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 0 if code == 0 else 1, done.stderr)

    def test_documentation(self):
        """The page has the list of columns that the tool prints."""
        with open(os.path.join(SOURCE, "docs/tables.md"), encoding="utf-8") as page:
            columns = call("help", "convert").stdout.partition("The columns of a table:\n\n")[2]
            self.assertGreater(len(columns), 1000)
            self.assertIn("```\n" + columns + "```\n", page.read())


class Lines(Case):
    def test_forms(self):
        """BOM, CRLF, quotes, empty lines, spaces, no newline at the end, and columns that are not read."""
        text = '\ufeff"time" , #note,head.x,head.y,head.z,marker\r\n0,a,1,2,3,"say ""hi"", then"\r\n\r\n1,b, 2 ,2,3,'
        session = self.convert(self.write("a.csv", text), "a.mcap")
        info = json.loads(call("info", "--json", session).stdout)
        self.assertEqual([marker["name"] for marker in info["markers"]], ['say "hi", then'])
        self.assertAlmostEqual(self.sample(session, 1)["head"]["pose"]["position_m"][0], 2)
        lines = '{"time": 0, "head.x": 1, "head.y": 2, "head.z": 3, "right.pinch": true, "marker": "\\u00e4 \\ud83d\\ude00"}\n{"time":1,"head.x":null}'
        session = self.convert(self.write("a.jsonl", lines), "b.mcap")
        info = json.loads(call("info", "--json", session).stdout)
        self.assertEqual([marker["name"] for marker in info["markers"]], ["ä 😀"])

    def test_missing(self):
        """What is missing is not valid, and never zero."""
        text = HEAD + ",right.index_tip.x,right.index_tip.y,right.index_tip.z,left.trigger/value\n0,,,,,,,\n1,1,2,3,4,5,6,0.5\n"
        session = self.convert(self.write("a.csv", text), "a.mcap")
        before, after = self.sample(session, 0), self.sample(session, 1)
        self.assertFalse(before["right"]["tracked"])
        self.assertTrue(after["right"]["tracked"])
        self.assertEqual(after["left"]["how"], "absent")
        self.assertEqual(after["gaze"]["how"], "absent")
        path = "/user/hand/left/input/trigger/value"
        self.assertFalse(before["inputs"]["components"].get(path, {"active": False})["active"])
        self.assertEqual(after["inputs"]["components"][path]["value"], 0.5)
        rows = self.rows(self.convert(session, "b.csv"))
        self.assertEqual([row["head.x"] for row in rows], ["", "1"])
        self.assertEqual([row["left.trigger/value"] for row in rows], ["", "0.5"])

    def test_zero(self):
        """View flags of 0, and the moment 0 of a gaze are values, and no empty cells."""
        text = HEAD + ",view_flags,gaze_time" + view("view0") + "\n" + "".join(f"{cells}{EYE}\n" for cells in ("0,1,2,3,0,0", "1,1,2,3,,", "2,1,2,3,7,0.5"))
        lines = self.convert(self.convert(self.write("a.csv", text), "a.mcap"), "b.csv")
        rows = self.rows(lines)
        self.assertEqual([(row["view_flags"], row["gaze_time"]) for row in rows], [("0", "0"), ("15", ""), ("7", "0.5")])
        self.assertEqual({row["view0.left"] for row in rows}, {"-0.75"})

    def test_joints(self):
        """A joint without a pose has no radius; one of a pose alone is tracked where it is valid."""
        text = HEAD + "".join(f",right.{j}.{p}" for j in ("palm", "wrist") for p in "xyz") + ",right.palm.tracked\n0,0,0,0,1,2,3,1,2,3,1\n1,0,0,0,1,2,3,,,,0\n"
        session = self.convert(self.write("a.csv", text), "a.mcap")
        rows = self.rows(self.convert(session, "b.csv"))
        self.assertEqual([float(row["right.palm.radius"]) > 0 for row in rows], [True, True])
        self.assertEqual([row["right.wrist.radius"] != "" for row in rows], [True, False])
        self.assertEqual([row["right.palm.tracked"] for row in rows], ["position", "0"])
        # The session is not compressed: the thumb's tip, which the table lacks, has the radius of a hand whose thumb has a pose, and not 0.
        tip = self.write("tip.csv", HEAD + "".join(f",right.thumb_tip.{p}" for p in "xyz") + "\n0,0,0,0,1,2,3\n")
        tip = self.rows(self.convert(self.convert(tip, "tip.mcap"), "tip2.csv"))[0]["right.thumb_tip.radius"]
        with open(session, "rb") as file:
            self.assertIn(floats(tip), file.read())
        self.assertIn("the radii of 3 joints", call("convert", self.path("a.csv"), "-o", self.path("c.mcap")).stdout)


class Many(Case):
    def test_many(self):
        """A million lines in bounded memory."""
        with open(self.path("a.csv"), "w", encoding="utf-8") as file:
            file.write(HEAD + "\n")
            for n in range(1000000):
                file.write(f"{n / 100},{n % 7},1,2\n")
        done = call("convert", self.path("a.csv"), "-o", self.path("a.mcap"))
        self.assertEqual(done.returncode, 0, done.stderr)
        # A million frames in memory would be 10 GB.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 500000)
        self.assertIn("1000000 frames", done.stdout)


def columns(*names):
    return HEAD + ",head.qx,head.qy,head.qz,head.qw," + ",".join(f"left.{name}.{part}" for name, parts in names for part in parts.split())


class Hands(Case):
    """Joints that a table lacks, in an input animation file, which has all of them."""
    WHOLE, PLACE, TURN = "x y z qx qy qz qw", "x y z", "qx qy qz qw"
    # The left hand of src/person/geometry.h, flat: across the hand, and the distances along it, from the metacarpal on.
    MODEL = {"THUMB": (0.04, (0.03, 0.06, 0.09, 0.11), ("METACARPAL", "PROXIMAL", "DISTAL", "TIP")),
             "INDEX": (0.025, (0.03, 0.09, 0.13, 0.155, 0.175), ("METACARPAL", "PROXIMAL", "INTERMEDIATE", "DISTAL", "TIP")),
             "MIDDLE": (0, (0.03, 0.09, 0.135, 0.165, 0.185), ("METACARPAL", "PROXIMAL", "INTERMEDIATE", "DISTAL", "TIP")),
             "RING": (-0.02, (0.03, 0.085, 0.125, 0.155, 0.175), ("METACARPAL", "PROXIMAL", "INTERMEDIATE", "DISTAL", "TIP")),
             "LITTLE": (-0.04, (0.03, 0.08, 0.11, 0.13, 0.15), ("METACARPAL", "PROXIMAL", "INTERMEDIATE", "DISTAL", "TIP"))}

    def model(self):
        """Each joint of the flat hand in its wrist."""
        joints = {"WRIST": (0, 0, 0), "PALM": (0, 0, -0.06)}
        for finger, (across, along, names) in self.MODEL.items():
            joints.update({f"{finger}_{name}": (across, 0, -far) for name, far in zip(names, along)})
        return joints

    def hand(self, names, *values, joints=26):
        """The joints of the left hand in the input animation file of a table with one line."""
        source = self.write("in.csv", columns(*names) + "\n0,0,0,0,0,0,0,1," + ",".join(map(str, values)) + "\n")
        self.report = self.losses(source, "out.bin", "--force")
        left = self.sample(self.path("out.bin"), 0)["left"]
        self.assertEqual(left["tracked"], joints > 0)
        found = {name: joint for name, joint in left["joints"].items() if name != "NONE"} if joints else {}
        self.assertEqual(len(found), joints)
        return found

    def made_up(self):
        return [loss["text"] for loss in self.report["losses"] if loss["text"].startswith("made up")]

    def assert_near(self, a, b, name=None):
        for one, two in zip(a, b):
            self.assertAlmostEqual(one, two, 5, name)

    def bones(self, joints):
        for finger, (_, _, names) in self.MODEL.items():
            chain = ["WRIST"] + [f"{finger}_{name}" for name in names]
            yield from zip(chain, chain[1:])

    def test_wrist(self):
        """A wrist alone: the flat hand there. A palm alone: the same hand."""
        half = math.sqrt(0.5)
        for joint, place in (("wrist", (1, 2, 3)), ("palm", (1 - 0.06, 2, 3))):
            found = self.hand([(joint, self.WHOLE)], *place, 0, half, 0, half)
            for name, (x, y, z) in self.model().items():
                # A quarter of a turn about Y takes (x, y, z) to (z, y, -x).
                self.assert_near(found[name]["position_m"], (1 + z, 2 + y, 3 - x), name)
                self.assert_near(found[name]["rotation"], (0, half, 0, half), name)
        self.assertRegex(self.made_up()[0], r"made up: 25 joints of the left hand \(wrist, thumb_metacarpal, .*, little_tip\)")
        # The only frame is read more than once, and counts once.
        for path in (self.path("in.csv"), self.convert(self.path("in.csv"), "in.mcap")):
            report = self.losses(path, "out.bin", "--force")
            self.assertEqual([loss["count"] for loss in report["losses"] if loss["text"].startswith("made up")], [25], path)

    def test_tip(self):
        """A wrist and a tip: both stay, all bones have their lengths, and the tip's finger bends and reaches it."""
        model = self.model()
        for tip in ((0.025, -0.03, -0.14), (0.025, -0.05, -0.1), (0.0, -0.04, -0.15), (0.025, 0, -0.1749), (0.03, -0.02, -0.08), (0.025, -0.1, -0.06)):
            found = self.hand([("wrist", self.WHOLE), ("index_tip", self.PLACE)], 1, 2, 3, 0, 0, 0, 1, 1 + tip[0], 2 + tip[1], 3 + tip[2])
            self.assert_near(found["WRIST"]["position_m"], (1, 2, 3))
            self.assert_near(found["INDEX_TIP"]["position_m"], [1 + tip[0], 2 + tip[1], 3 + tip[2]])
            for one, two in self.bones(found):
                self.assertAlmostEqual(math.dist(found[one]["position_m"], found[two]["position_m"]), math.dist(model[one], model[two]), 5, (tip, two))
                # -Z goes along the bone to the next joint.
                x, y, z, w = found[one]["rotation"]
                if one.startswith("INDEX"):
                    ahead = (-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y)))
                    bone = [b - a for a, b in zip(found[one]["position_m"], found[two]["position_m"])]
                    self.assertAlmostEqual(sum(a * b for a, b in zip(ahead, bone)), math.hypot(*bone), 4)
            for name, (x, y, z) in model.items():
                if not name.startswith("INDEX"):
                    self.assert_near(found[name]["position_m"], (1 + x, 2 + y, 3 + z), name)
            # Each joint of the finger bends by the same angle.
            chain = [found["INDEX_" + name]["position_m"] for name in ("PROXIMAL", "INTERMEDIATE", "DISTAL", "TIP")]
            bones = [[(b - a) / math.dist(one, two) for a, b in zip(one, two)] for one, two in zip(chain, chain[1:])]
            bends = [sum(a * b for a, b in zip(one, two)) for one, two in zip(bones, bones[1:])]
            self.assertAlmostEqual(bends[0], bends[1], 3)
        self.assertIn("made up: 25 joints of the left hand (palm, thumb_metacarpal,", self.made_up()[0])

    def test_places(self):
        """Without a rotation: the hand points from the wrist to the tip. Nothing is at the origin."""
        found = self.hand([("wrist", self.PLACE), ("middle_tip", self.PLACE)], 1, 1, -1, 1.15, 1, -1)
        self.assert_near(found["WRIST"]["position_m"] + found["MIDDLE_TIP"]["position_m"], (1, 1, -1, 1.15, 1, -1))
        for name, joint in found.items():
            self.assertLess(math.dist(joint["position_m"], (1, 1, -1)), 0.19, name)
        self.assertEqual(len({tuple(joint["position_m"]) for joint in found.values()}), 26)
        # Out of reach, its bones become longer, all by as much.
        found = self.hand([("wrist", self.WHOLE), ("middle_tip", self.PLACE)], 1, 1, -1, 0, 0, 0, 1, 1, 1, -1.37)
        self.assert_near(found["MIDDLE_TIP"]["position_m"], (1, 1, -1.37))
        self.assert_near(found["MIDDLE_PROXIMAL"]["position_m"], (1, 1, -1 - 2 * 0.09))
        # Whatever is given, the file is sound, and the joints are numbers.
        for wrist, tip in ((1, 3e38), (-3e38, 3e38), (1e-40, 1), (3e38, 3e38)):
            found = self.hand([("wrist", self.PLACE), ("ring_tip", self.PLACE)], wrist, 1, 2, tip, 3, -4)
            self.assertTrue(all(math.isfinite(value) for joint in found.values() for value in joint["position_m"] + joint["rotation"]))
            self.assertEqual(found["RING_TIP"]["position_m"][1:], [3, -4])
        # A tip alone, and a rotation alone, which gives no place.
        found = self.hand([("index_tip", self.PLACE)], 4, 5, 6)
        self.assert_near(found["WRIST"]["position_m"], (4 - 0.025, 5, 6 + 0.175))
        self.hand([("wrist", self.TURN), ("index_tip", self.TURN)], 0, 0, 0, 1, 0, 0, 0, 1, joints=0)
        self.assertEqual(self.made_up(), [])
        # Without a rotation or a wrist, two tips say where the hand points: here a quarter of a turn about Y.
        model = self.model()
        tips = ["INDEX_TIP", "LITTLE_TIP"]
        found = self.hand([(name.lower(), self.PLACE) for name in tips], *(value for x, y, z in map(model.get, tips) for value in (4 + z, 5 + y, 6 - x)))
        for name, (x, y, z) in model.items():
            self.assert_near(found[name]["position_m"], (4 + z, 5 + y, 6 - x), name)

    def test_lost(self):
        """A joint that is lost for a while moves with its hand, as it last was; its bone keeps its length."""
        lines = "".join(f"{n / 50},0,0,0,0,0,0,1,{n / 10},2,3,0,0,0,1," + (f"{n / 10},2.04,2.98,0,0,0,1" if n < 3 else ",,,,,,") + "\n" for n in range(6))
        source = self.write("in.csv", columns(("wrist", self.WHOLE), ("thumb_metacarpal", self.WHOLE)) + "\n" + lines)
        for path in (source, self.convert(source, "in.mcap")):
            report = self.losses(path, "out.bin", "--force")
            self.assertLess(report["measured"]["position_m"], 1e-6)
            made_up = [loss for loss in report["losses"] if loss["text"].startswith("made up: 25 joints of the left hand (palm, ")]
            self.assertEqual([(loss["kind"], loss["count"]) for loss in made_up], [("invented", 3 * 24 + 3 * 25)])
            for n in (2, 5):
                joints = self.sample(self.path("out.bin"), n / 50)["left"]["joints"]
                self.assert_near(joints["THUMB_METACARPAL"]["position_m"], (n / 10, 2.04, 2.98))
                self.assert_near(joints["THUMB_TIP"]["position_m"], (n / 10, 2.04, 2.98 - 0.08))
            self.assertIn("made up: 25 joints", self.convert(path, "strict.bin", "--strict", code=4).stdout)
        # A hand that was given at one place has bones without a length.
        names = [(name, self.PLACE) for name in ("wrist", "ring_metacarpal", "ring_proximal", "ring_intermediate", "ring_distal", "ring_tip")]
        place = ",1,2,3" * 6
        self.write("one.csv", columns(("wrist", self.TURN), *names) + f"\n0,0,0,0,0,0,0,1,0,0,0,1{place}\n1,0,0,0,0,0,0,1,0,0,0,1,1,2,3{',' * 12},1,2,2\n")
        joints = self.sample(self.convert(self.path("one.csv"), "one.bin"), 1)["left"]["joints"]
        self.assert_near(joints["RING_PROXIMAL"]["position_m"] + joints["RING_TIP"]["position_m"], (1, 2, 3, 1, 2, 2))
        self.assertTrue(all(math.isfinite(value) for joint in joints.values() for value in joint["position_m"] + joint["rotation"]))
        # Places alone teach the bones, too: a hand of another size, a quarter of a turn about Y, without the index finger in the second half.
        model = {name: [2 * value for value in place] for name, place in self.model().items()}
        lost = [name for name in model if name.startswith("INDEX")]
        def cells(n, x, y, z, name):
            return ",," if n > 2 and name in lost else f"{n / 10 + z},{2 + y},{3 - x}"
        lines = "".join(f"{n / 50},0,0,0,0,0,0,1," + ",".join(cells(n, *place, name) for name, place in model.items()) + "\n" for n in range(6))
        source = self.write("places.csv", columns(*((name.lower(), self.PLACE) for name in model)) + "\n" + lines)
        for n in (2, 5):
            joints = self.sample(self.convert(source, "places.bin", "--force"), n / 50)["left"]["joints"]
            for name, (x, y, z) in model.items():
                self.assert_near(joints[name]["position_m"], (n / 10 + z, 2 + y, 3 - x), (n, name))
        # A whole hand loses nothing to it.
        report = self.losses(self.convert(DEMO, "demo.mcap"), "demo.bin")
        self.assertNotIn("made up", json.dumps(report))


class Refusals(Case):
    WRONG = [
        ("csv", "", "the file is empty"),
        ("csv", "\n\n", "no line with a frame"),
        ("csv", HEAD + "\n", "no line with a frame"),
        ("csv", "time\n0\n", "no column of a pose"),
        ("csv", "time;head.x\n0;1\n", "line 1: .*not separated by commas"),
        ("csv", "head.x,head.y,head.z\n1,2,3\n", "line 1: there is no column 'time'"),
        ("csv", "time,haed.x\n0,1\n", "line 1: 'haed.x' is no column; did you mean 'head.x'"),
        ("csv", "time,right.triger/value\n0,1\n", "line 1: 'right.triger/value' is no column"),
        ("csv", "time,head.x,head.x\n", "line 1: column head.x is there twice"),
        ("csv", HEAD + "\n0,1,2,3\n1,1,2\n", "line 3: there are 3 cells, but 4 columns"),
        ("csv", HEAD + "\n0,nan,2,3\n", "line 2, column head.x: 'nan' is not finite; leave the cell empty"),
        ("csv", HEAD + "\n0,1,-Infinity,3\n", "line 2, column head.y: '-Infinity' is not finite"),
        ("csv", HEAD + "\n0,1,1e39,3\n", "line 2, column head.y: '1e39' is too large"),
        ("csv", HEAD + '\n0,1,"1,5",3\n', "line 2, column head.y: '1,5' is no number; write digits with a decimal point"),
        ("csv", HEAD + "\n0,1,0x10,3\n", "line 2, column head.y: '0x10' is no number"),
        ("csv", HEAD + "\n,1,2,3\n", "line 2: .*column time: there is no time"),
        ("csv", HEAD + "\n1700000000000,1,2,3\n", "line 2, column time: .*write seconds"),
        ("csv", HEAD + "\n1,1,2,3\n\n0.5,1,2,3\n", "line 4, column time: 0.5 s is not later than 1 s"),
        ("csv", HEAD + "\n1,1,2,3\n1,1,2,3\n", "line 3, column time: 1 s is not later than 1 s"),
        ("csv", HEAD + "\n0,1,,3\n", "line 2, column head.y: the cell is empty; write all parts"),
        ("csv", "time,head.x,head.y\n0,1,2\n", "line 2, column head.z: the file lacks it"),
        ("csv", "time,gaze.qx,gaze.qy,gaze.qz,gaze.qw\n0,0,0,0,0\n", "line 2, column gaze.qx: the quaternion has the length 0, not 1"),
        ("csv", HEAD + ',marker\n0,1,2,3,"a\n', "line 2: the line lacks a quote"),
        ("csv", HEAD + ",marker\n0,1,2,3," + "a" * 256 + "\n", "line 2, column marker: .* is longer than 255 bytes"),
        ("csv", HEAD + "\n0,1,2," + "3" * 300000 + "\n", "line 2: the line is longer than 262144 bytes"),
        ("csv", (HEAD + "\n0,1,\0,3\n"), "line 2: the line holds a zero byte"),
        ("csv", HEAD.encode() + b"\n0,1,\xff,3\n", "line 2: the line is no UTF-8 text"),
        ("csv", HEAD + ",head.tracked\n0,1,2,3,maybe\n", "line 2, column head.tracked: 'maybe' is not 0, 1, orientation or position"),
        ("csv", HEAD + ",head.active\n0,1,2,3,2\n", "line 2, column head.active: '2' is not 0, 1 or none"),
        ("csv", HEAD + ",right.pinch\n0,1,2,3,0.5\n", "line 2, column right.pinch: '0.5' is neither 0 nor 1"),
        ("csv", HEAD + ",session_state\n0,1,2,3,-1\n", "line 2, column session_state: '-1' is no whole number"),
        ("csv", HEAD + ",session_state\n0,1,2,3,9\n", "line 2, column session_state: '9' is too large"),
        ("csv", HEAD + ",presence\n0,1,2,3,3\n", "line 2, column presence: '3' is too large"),
        ("csv", HEAD + ",period\n0,1,2,3,-1\n", "line 2, column period: '-1' is negative"),
        ("csv", HEAD + ",refresh_rate\n0,1,2,3,-90\n", "line 2, column refresh_rate: '-90' is negative"),
        ("csv", HEAD + ",stage_width\n0,1,2,3,-1\n", "line 2, column stage_width: '-1' is negative"),
        ("csv", HEAD + ",stage_depth\n0,1,2,3,-1\n", "line 2, column stage_depth: '-1' is negative"),
        ("csv", HEAD + ",stage_width\n0,1,2,3,2\n", "line 2, column stage_depth: the file lacks it; write both sides of the stage, or none"),
        ("csv", HEAD + ",stage_width,stage_depth\n0,1,2,3,2,1\n1,1,2,3,,1\n", "line 3, column stage_width: the cell is empty; write both sides"),
        ("csv", HEAD + ",stage_width,stage_depth\n0,1,2,3,2,0\n", "line 2, column stage_depth: it is 0; write both sides"),
        ("csv", HEAD + ",head.valid\n0,,,,1\n", "line 2, column head.valid: the cells of the pose are empty"),
        ("csv", HEAD + ",head.tracked\n0,1,2,3,orientation\n", "line 2, column head.tracked: the cells of the pose are empty"),
        ("csv", HEAD + ",left.wrist.radius\n0,1,2,3,0.01\n", "line 2, column left.wrist.radius: the cells of the pose are empty"),
        ("csv", HEAD + view("view0", 10) + "\n0,1,2,3,0,0,0,0,0,0,1,-1,1,1\n", "line 2, column view0.down: write all cells of a view, or none"),
        ("csv", HEAD + view("view0") + "\n0,1,2,3" + EYE[:10] + ",0,1,,1,1,-1\n", "line 2, column view0.left: write all cells of a view"),
        ("csv", HEAD + view("view1") + "\n0,1,2,3" + EYE + "\n", "line 2, column view1.x: views begin with view0, without a gap"),
        ("csv", HEAD + ",right.a/click\n0,1,2,3,0.5\n", "line 2, column right.a/click: '0.5' is neither 0 nor 1"),
        ("csv", HEAD + "\r0,1,2,3\r", "line 1: the line holds a control character; lines end with LF or CRLF"),
        ("csv", HEAD + ",right.profile\n0,1,2,3,touch\n", "line 2, column right.profile: 'touch' is no path of a profile"),
        ("csv", "time,right.thumbstick/x\n0,1\n", "input/thumbstick there is only a part; write both /x and /y"),
        ("csv", "time,right.thumbstick/x,right.thumbstick/y\n0,1,\n", "line 2, column right.thumbstick/y: the cell is empty"),
        ("csv", "time,left.x/click,left.trackpad/x,left.trackpad/y\n0,1,0,0\n", "no interaction profile has all controls of 'left'"),
        ("jsonl", '{"time": 0, "head.x": [1]}\n', "line 1: the line is no JSON object"),
        ("jsonl", '{"time": 0}}\n', "line 1: the line is no JSON object"),
        ("jsonl", '{"time": 0, "marker": "\\x"}\n', "line 1: the line is no JSON object"),
        ("jsonl", '{"time": 0, "marker": "ab\\uZZZZcd"}\n', "line 1: the line is no JSON object"),
        ("jsonl", '{"time": 0, "marker": "ab\\u12G4cd"}\n', "line 1: the line is no JSON object"),
        ("jsonl", '{"time": 0, "head.x": NaN}\n', "line 1, column head.x: 'NaN' is not finite"),
        ("jsonl", '{"time": 0, "head.x": 1, "head.x": 1}\n', "line 1, column head.x: '1' comes a second time"),
        ("ndjson", '{"head.x": 1, "head.y": 1, "head.z": 1}\n', "line 1: column time: there is no time"),
    ]

    def test_content(self):
        for ending, text, wanted in self.WRONG:
            with self.subTest(text=text[:60]):
                source = self.write("in." + ending, text)
                done = self.convert(source, "out.mcap", code=4)
                self.assertRegex(done.stderr, "in." + ending + ": .*" + wanted)
                self.assertEqual(os.listdir(self.folder), ["in." + ending])
                os.remove(source)

    def test_files(self):
        source = self.write("in.csv", HEAD + "\n0,1,2,3\n")
        self.assertIn("of the same kind", self.convert(source, "out.csv", code=2).stderr)
        self.assertIn("let the name of --output end in", self.convert(source, "out.txt", code=2).stderr)
        self.assertIn("--level is for", self.convert(source, "out.mcap", "--level", "3", code=2).stderr)
        self.assertIn("--reduce are for", self.convert(source, "out.mcap", "--reduce", code=2).stderr)
        os.link(source, self.path("link.jsonl"))
        self.assertIn("would be overwritten", self.convert(source, "link.jsonl", "--force", code=2).stderr)
        self.write("mine.mcap", "mine")
        self.assertIn("is there already", self.convert(source, "mine.mcap", code=2).stderr)
        self.convert(source, "mine.mcap", "--force")
        self.assertIn("cannot be read: convert reads .mcap", self.convert(self.write("in.txt", "a"), "out.mcap", code=4).stderr)
        self.assertIn("No such file", self.convert(self.path("none.csv"), "out.mcap", code=4).stderr)


class Losses(Case):
    def kinds(self, report):
        return {kind: [item["text"] for item in report["losses"] if item["kind"] == kind] for kind in ("dropped", "invented", "resampled", "note")}

    def test_table(self):
        """Haptics have no column; what is invented is said; what is whole is lossless."""
        session = self.session("64")
        report = self.losses(session, "a.csv")
        self.assertFalse(report["lossless"])
        self.assertEqual(self.kinds(report)["dropped"], ["haptic calls, 4"])
        self.assertEqual(report["measured"], {"frames": 64, "position_m": 0, "rotation_rad": 0})
        self.assertEqual(self.losses(self.path("a.csv"), "b.mcap")["losses"], [])
        text = HEAD + ",right.index_tip.x,right.index_tip.y,right.index_tip.z,right.trigger/value\n0,0,0,0,1,2,3,1\n1,0,0,0,1,2,3,0\n"
        report = self.losses(self.write("c.csv", text), "c.mcap")
        self.assertEqual(len(self.kinds(report)["invented"]), 2)
        self.assertIn("radii of 2 joints", self.kinds(report)["invented"][0])
        self.assertIn("right.profile", self.kinds(report)["invented"][1])

    def test_counts(self):
        """What a table cannot hold of a frame or a marker is counted, and the table can be read."""
        report = self.losses(self.session("64", "views", "unnamed", "nan"), "a.csv")
        dropped = self.kinds(report)["dropped"]
        self.assertEqual(sum(text.startswith("3 frames whose views") for text in dropped), 1, dropped)
        self.assertIn("markers: there are 1, and 2 were there", dropped)
        self.assertEqual(report["measured"]["frames"], 64)
        rows = [row for row in self.rows(self.path("a.csv")) if not row["marker"]]
        self.assertEqual(len(rows), 64)
        self.assertEqual([n for n, row in enumerate(rows) if row["view0.x"] == ""], [24])
        self.assertEqual({row["view_flags"] for row in rows}, {"0"})
        text = HEAD + ",right.index_tip.x,right.index_tip.y,right.index_tip.z\n0,0,0,0,1,2,3\n1,0,0,0,,,\n"
        said = [loss["text"] for loss in self.losses(self.write("c.csv", text), "c.mcap")["losses"]]
        self.assertIn("the radii of 1 joint are those of a hand of medium size", said)
        self.assertIn("the periods of 1 frame are the times since the line before", said)

    def test_inputs(self):
        """Inputs between two frames come with the later one; of two, the first is dropped."""
        report = self.losses(self.session("64", "late=5000000"), "a.csv")
        self.assertIn("63 changes of inputs between two frames", " ".join(self.kinds(report)["resampled"]))

    def test_animation(self):
        """What an input animation file cannot hold, and how far off a reduced one is."""
        report = self.losses(self.session("128", "grip=1"), "a.bin")
        dropped = " ".join(self.kinds(report)["dropped"])
        for word in ("left grip, 128 poses", "controls: /user/hand/left", "haptic calls, 4", "because an input animation file has none"):
            self.assertIn(word, dropped)
        self.assertLess(report["measured"]["position_m"], 1e-6)
        dropped = self.kinds(self.losses(self.session("128", "stage=2"), "stage.bin"))["dropped"]
        for text in ("frames with the bounds of STAGE, 128", "frames with radii of joints, 64"):
            self.assertIn(text, dropped)
        rows = "".join(f"{n / 50},{0.0004 * math.sin(n)},1,2,0,0,0,1\n" for n in range(200))
        report = self.losses(self.write("b.csv", HEAD + ",head.qx,head.qy,head.qz,head.qw\n" + rows), "b.bin", "--reduce")
        self.assertFalse(report["lossless"])
        # Within 1 mm, the wave of 0.4 mm is a line.
        self.assertGreater(report["measured"]["position_m"], 3e-4)
        self.assertLessEqual(report["measured"]["position_m"], 1e-3)

    def test_compression(self):
        report = self.losses(self.session("64"), "a.mcap")
        self.assertTrue(report["lossless"])
        self.assertEqual(report["measured"]["frames"], 64)

    def test_strict(self):
        """--strict leaves no output where something is lost, and says what."""
        done = self.convert(self.session("64"), "a.csv", "--strict", code=4)
        self.assertIn("haptic calls, 4", done.stdout)
        self.assertIn("a.csv was not written, because --strict allows no loss", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["session.mcap"])
        bare = self.session("64", "bare")
        self.convert(self.convert(bare, "b.csv", "--strict"), "b.mcap", "--strict")
        self.assertTrue(self.losses(bare, "c.mcap", "--strict")["lossless"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
