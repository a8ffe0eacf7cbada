#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""perform.py TOOL SOURCE [CASE]: `understudy perform`, against closed forms, and against a second computation on the tables that `understudy convert`
makes of its recordings. UNDERSTUDY_PEOPLE is the number of people whose hands are looked at (default 24).
"""
import cmath
import csv
import glob
import json
import math
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from case import FolderCase, call  # noqa: E402 pylint: disable=wrong-import-position

SOURCE = sys.argv[2]
PEOPLE = int(os.environ.get("UNDERSTUDY_PEOPLE", "24"))
SCRIPT_HEIGHT_M, FLOOR_M = 1.71, -1.6
FINGERS = [[f"{name}_{part}" for part in parts.split()] for name, parts in (
    ("thumb", "metacarpal proximal distal tip"),
    *((finger, "metacarpal proximal intermediate distal tip") for finger in ("index", "middle", "ring", "little")))]
# How far a joint bends towards the palm, in degrees: less than people's joints do (proximal 90, intermediate 110, distal 90; of the thumb 60 and 85).
LIMITS = {"proximal": 90, "intermediate": 110, "distal": 90, "thumb_proximal": 60, "thumb_distal": 85}
STILL = "0 head pose 0.1 -0.2 0.3\n0 right profile oculus/touch_controller\n0 right grip 0.3 -0.5 -0.2\n10 session state stopping\n"
HANDS = """0 head pose 0 0 0
0 left profile ext/hand_interaction_ext
0 right profile ext/hand_interaction_ext
0 left wrist -0.2 -0.4 -0.3
0 right wrist 0.2 -0.4 -0.3  0 0 0
0.5 right wrist 0 -0.1 -0.5  20 40 -30
0 left gesture fist
1 left gesture open
0 right gesture open
0.3 right gesture pinch
0.7 right gesture fist
0.9 right joint index_intermediate 110
0 right pinch_ext/value 0
0.3 right pinch_ext/value 1
1 session state stopping
"""


def distance(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def flexion(parent, child):
    """How far the child's rotation is bent from its parent's about -X, in degrees; and how far it is turned about other axes."""
    px, py, pz, pw = parent
    x, y, z, w = child
    rx, ry, rz = (pw * x - px * w - py * z + pz * y, pw * y + px * z - py * w - pz * x, pw * z - px * y + py * x - pz * w)
    rw = pw * w + px * x + py * y + pz * z
    sign = -1 if rw < 0 else 1
    return -math.degrees(2 * math.atan2(sign * rx, sign * rw)), math.degrees(2 * math.hypot(ry, rz))


class Case(FolderCase):
    def script(self, text, name="take.person"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def perform(self, script, out, *options, code=0):
        """What is said with --json; of a failure what is complained of."""
        done = call("perform", script, "-o", self.path(out), "--json", *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout)["recordings"] if code == 0 else done.stderr

    def rows(self, recording):
        table = recording + ".csv"
        done = call("convert", recording, "-o", table, "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(table, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        os.remove(table)
        return rows

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def numbers(self, row, name, parts="xyz"):
        return [float(row[f"{name}.{part}"]) for part in parts]

    def rotation(self, row, name):
        return [float(row[f"{name}.q{part}"]) for part in "xyzw"]

    def near(self, found, wanted, within=2e-6):
        for a, b in zip(found, wanted):
            self.assertLessEqual(abs(a - b), within, f"{found}, not {wanted}")


class Seed(Case):
    def test_same_seed_same_bytes(self):
        script = self.script(HANDS)
        for out, seed, number in (("a.mcap", "7", "3"), ("b.mcap", "7", "5"), ("c.mcap", "8", "3")):
            self.perform(script, out, "--vary", number, "--seed", seed)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(["take.person"] + [f"{name}-00{n}.mcap" for name, most in (("a", 3), ("b", 5), ("c", 3))
                                                                                    for n in range(1, most + 1)]))
        for n in (1, 2, 3):
            self.assertEqual(self.bytes_of(f"a-00{n}.mcap"), self.bytes_of(f"b-00{n}.mcap"))
            self.assertNotEqual(self.bytes_of(f"a-00{n}.mcap"), self.bytes_of(f"c-00{n}.mcap"))
        self.assertNotEqual(self.bytes_of("a-001.mcap"), self.bytes_of("a-002.mcap"))

    def test_traits_do_not_depend_on_one_another(self):
        script = self.script("0 head pose 0 0 0\n0.1 session state stopping\n")
        all_of_them = self.perform(script, "a.mcap", "--vary", "4")
        plain = {"height_m": SCRIPT_HEIGHT_M, "reach": 1, "hands": 1, "speed": 1, "tremor_mm": 0, "handedness": "right"}
        for trait, key in (("height", "height_m"), ("speed", "speed"), ("tremor", "tremor_mm"), ("handedness", "handedness")):
            for one, person in zip(self.perform(script, f"{trait}.mcap", "--vary", "4", "--differ", trait), all_of_them):
                self.assertEqual({name: one[name] for name in plain}, {**plain, key: person[key]})
        for words in ("all", "speed,all", "height,reach,hands,speed,tremor,handedness"):
            self.perform(script, "all.mcap", "--vary", "4", "--differ", words, "--force")
            self.assertEqual([self.bytes_of(f"all-00{n}.mcap") for n in range(1, 5)], [self.bytes_of(f"a-00{n}.mcap") for n in range(1, 5)], words)

    def test_last_line_between_two_frames(self):
        """Frames are a ninetieth of a second apart: 0.105 s is between the frames 9 and 10."""
        lines = "0 head pose 0 1.6 0\n{} head pose 0 1.2 0\n"
        rows = {}
        for name, seconds in (("on", 10 / 90), ("between", 0.105)):
            self.perform(self.script(lines.format(seconds)), name + ".mcap")
            rows[name] = self.rows(self.path(name + ".mcap"))
        self.assertEqual(len(rows["between"]), len(rows["on"]))
        self.assertAlmostEqual(float(rows["between"][-1]["head.y"]), 1.2, 5)

    def test_people_are_like_people(self):
        people = self.perform(self.script("0 head pose 0 0 0\n0.1 session state stopping\n"), "a.mcap", "--vary", "200")
        heights = [person["height_m"] for person in people]
        self.assertTrue(all(1.45 <= height <= 2 for height in heights))
        self.assertAlmostEqual(sum(heights) / 200, 1.70, delta=0.03)
        for key, least, most in (("reach", 0.78, 1.27), ("hands", 0.76, 1.29), ("speed", 0.65, 1.5), ("tremor_mm", 0.05, 0.6)):
            self.assertTrue(all(least <= person[key] <= most for person in people), key)
            self.assertGreater(len({person[key] for person in people}), 150, key)
        # Of 200, 20 on average; the spread is 4.2.
        self.assertIn(sum(person["handedness"] == "left" for person in people), range(8, 33))


class Body(Case):
    def test_hands_of_many(self):
        """Bones keep their lengths, joints bend no farther than people's, and nothing is too fast, by the tables."""
        script = self.script(HANDS)
        self.perform(script, "plain.mcap")
        plain = self.bones(self.rows(self.path("plain.mcap"))[0], "right")
        people = self.perform(script, "p.mcap", "--vary", str(PEOPLE))
        for person in people:
            rows = self.rows(person["file"])
            self.assertEqual(len(rows), person["frames"])
            for side in ("left", "right"):
                first = self.bones(rows[0], side)
                self.near(first, [bone * person["hands"] for bone in plain])
                self.look_at_hand(rows, side, first)
            self.look_at_speed(rows, person)
            os.remove(person["file"])

    def test_single_joint(self):
        """A joint's line bends that joint alone, and is refused where the joint cannot."""
        rows = self.rows(self.perform(self.script("0 right wrist 0 0 0\n0 right joint ring_proximal 40\n0.1 session state stopping\n"), "j.mcap")[0]["file"])
        for finger in FINGERS:
            for parent, child in zip(finger, finger[1:]):
                bent, turned = flexion(self.rotation(rows[0], f"right.{parent}"), self.rotation(rows[0], f"right.{child}"))
                self.near([bent, turned], [40 if child == "ring_proximal" else 0, 0], 1e-3)
        said = self.perform(self.script("0 right joint ring_proximal 40 21\n"), "k.mcap", code=2)
        self.assertIn("ring_proximal is spread from -20 to 20 degrees, not 21", said)

    def bones(self, row, side):
        out = []
        for finger in FINGERS:
            places = [self.numbers(row, f"{side}.wrist")] + [self.numbers(row, f"{side}.{joint}") for joint in finger]
            out += [distance(a, b) for a, b in zip(places, places[1:])]
        return out

    def look_at_hand(self, rows, side, first):
        for row in rows:
            self.near(self.bones(row, side), first)
            for finger in FINGERS:
                for parent, child in zip(finger, finger[1:]):
                    part = child.split("_")[1] if not child.startswith("thumb") else child
                    bent, turned = flexion(self.rotation(row, f"{side}.{parent}"), self.rotation(row, f"{side}.{child}"))
                    self.assertGreater(bent, -0.05, child)
                    self.assertLess(bent, LIMITS.get(part, 0) + 0.05, child)
                    self.assertLess(turned, 0.05, child)

    def look_at_speed(self, rows, person):
        """The wrists move 0.56 m in 0.5 s; the tremor of 0.6 mm adds up to 4 sines of 12 Hz on each axis, and the head's sway less than that."""
        path_m_s = math.dist((0.2, -0.4, -0.3), (0, -0.1, -0.5)) / 0.5
        most = path_m_s * person["speed"] * person["reach"] + 0.3
        for before, row in zip(rows, rows[1:]):
            seconds = float(row["time"]) - float(before["time"])
            for name in ("left.wrist", "right.wrist", "head"):
                self.assertLess(math.hypot(*self.numbers(row, name, ["vx", "vy", "vz"])), most)
                self.assertLess(distance(self.numbers(before, name), self.numbers(row, name)) / seconds, most)
            self.assertLess(distance(self.numbers(row, "right.wrist"), self.numbers(row, "head")), 0.75 * person["reach"])

    def test_height_and_reach(self):
        for person in self.perform(self.script(STILL), "h.mcap", "--vary", "5", "--differ", "height,reach"):
            row = self.rows(person["file"])[0]
            head = [0.1, FLOOR_M + (-0.2 - FLOOR_M) * person["height_m"] / SCRIPT_HEIGHT_M, 0.3]
            self.near(self.numbers(row, "head"), head)
            self.near(self.numbers(row, "right.grip"), [h + person["reach"] * d for h, d in zip(head, (0.2, -0.3, -0.5))])

    def test_reach(self):
        """With the head at the origin, the shoulders are at (-0.19 or 0.19, -0.22, 0), and the arms are 0.62 m long. A wrist that is asked to be
        0.93 m in front of its shoulder stays at 0.62 m; a grip is 0.05 m in front of its wrist. Another person's arms and shoulders are in
        proportion."""
        script = self.script("""0 head pose 0 0 0
0 left wrist -0.19 -0.22 -0.5
1 left wrist -0.19 -0.22 -0.5
1.2 left wrist -0.19 -0.22 -0.93
2 left wrist -0.19 -0.22 -0.93
0 right profile oculus/touch_controller
0 right grip 0.19 -0.22 -0.66
2 right grip 0.19 -0.22 -0.66
2.5 right grip 0.49 -0.22 -1
3 head pose 0 0 0
4 head pose 0 0 0  90 0 0
5 left wrist -0.19 -0.22 -0.93
5 right grip 0.49 -0.22 -1
5.5 session state stopping
""")
        made = self.perform(script, "far.mcap")[0]
        left, right = made["beyond_reach"]
        self.assertEqual((left["hand"], right["hand"]), ("left", "right"))
        rows = {round(float(row["time"]), 3): row for row in self.rows(self.path("far.mcap"))}
        self.near(self.numbers(rows[1.0], "left.wrist"), (-0.19, -0.22, -0.5))
        self.near(self.numbers(rows[2.0], "left.wrist"), (-0.19, -0.22, -0.62))
        self.near(self.numbers(rows[2.0], "right.grip"), (0.19, -0.22, -0.66))
        # The wrist is asked to be at (0.49, -0.22, -0.95), which is (0.3, 0, -0.95) from the shoulder.
        far = math.hypot(0.3, 0.95)
        self.near(self.numbers(rows[2.5], "right.grip"), (0.19 + 0.62 * 0.3 / far, -0.22, -0.62 * 0.95 / far - 0.05))
        # The head has turned to the left: the right shoulder is in front of it, and the left one behind it.
        self.near(self.numbers(rows[5.0], "left.wrist"), (-0.19 * 0.62 / math.hypot(0.19, 1.12), -0.22, 0.19 - 0.62 * 1.12 / math.hypot(0.19, 1.12)))
        self.near([left["beyond_m"], left["time_s"]], (math.hypot(0.19, 1.12) - 0.62, 4), 0.02)
        # Velocities are those of the movement.
        moving = [rows[at] for at in sorted(rows) if 2.1 < at < 2.4]
        for before, row, after in zip(moving, moving[1:], moving[2:]):
            span = float(after["time"]) - float(before["time"])
            wanted = [(b - a) / span for a, b in zip(self.numbers(before, "right.grip"), self.numbers(after, "right.grip"))]
            self.near([float(row[f"right.grip.v{part}"]) for part in "xyz"], wanted, 0.01)
        said = call("perform", script, "-o", self.path("said.mcap")).stdout
        self.assertIn(f"the right hand was asked to be {right['beyond_m']:.2f} m beyond reach at {right['time_s']:.1f} s; it stays at the arm's length", said)
        for number, person in enumerate(self.perform(script, "people.mcap", "--vary", "4", "--differ", "reach"), 1):
            row = next(row for row in self.rows(self.path(f"people-{number:03}.mcap")) if round(float(row["time"]), 3) == 2)
            self.near(self.numbers(row, "left.wrist"), [person["reach"] * part for part in (-0.19, -0.22, -0.62)])

    def test_speed(self):
        script = self.script("0 head pose 0 0 0\n4 head pose 2 0 0\n")
        for person in self.perform(script, "s.mcap", "--vary", "4", "--differ", "speed"):
            self.assertAlmostEqual(person["duration_s"], 4 / person["speed"], places=5)
            for row in self.rows(person["file"]):
                self.near(self.numbers(row, "head"), [min(0.5 * person["speed"] * float(row["time"]), 2), 0, 0], 3e-6)
                self.near(self.numbers(row, "head", ["vx"]), [0.5 * person["speed"]] if float(row["time"]) < person["duration_s"] else [0], 3e-6)

    def test_left_handed(self):
        """A left-handed person is the mirror image, as `understudy edit` makes it."""
        script = os.path.join(SOURCE, "docs/examples/touch.person")
        people = self.perform(script, "l.mcap", "--vary", "20", "--differ", "handedness")
        left = [person for person in people if person["handedness"] == "left"]
        self.assertTrue(left)
        self.perform(script, "plain.mcap")
        call("edit", self.path("plain.mcap"), "-o", self.path("mirrored.mcap"), "mirror")
        done = call("compare", self.path("mirrored.mcap"), left[0]["file"])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(call("compare", self.path("plain.mcap"), left[0]["file"]).returncode, 1)

    def test_tremor(self):
        """It has the size that is said, only frequencies from 4 to 12 Hz, and the velocities of its movement."""
        person = self.perform(self.script(STILL), "t.mcap", "--vary", "1", "--seed", "4", "--differ", "tremor")[0]
        rows = self.rows(person["file"])[:600]
        for axis, rest in (("x", 0.3), ("y", -0.5), ("z", -0.2)):
            moved = [float(row[f"right.grip.{axis}"]) - rest for row in rows]
            rms = math.sqrt(sum(value ** 2 for value in moved) / 600)
            self.assertAlmostEqual(rms * 1000 / person["tremor_mm"], 1, delta=0.1)
            window = [value * (0.5 - 0.5 * math.cos(2 * math.pi * (n + 0.5) / 600)) for n, value in enumerate(moved)]
            power = [abs(sum(value * cmath.exp(-2j * math.pi * k * n / 600) for n, value in enumerate(window))) ** 2 for k in range(301)]
            within = sum(power[int(3.7 * 10):int(12.3 * 10) + 1])
            self.assertGreater(within / sum(power), 0.999)
            # Between two frames, a sum of sines up to 12 Hz is off its chord by less than this.
            for n in range(1, 599):
                rate = (moved[n + 1] - moved[n - 1]) * 30
                self.assertAlmostEqual(float(rows[n][f"right.grip.v{axis}"]), rate, delta=0.3 * person["tremor_mm"] * 1e-3 * 12 * 2 * math.pi)


class Files(Case):
    def test_sparse(self):
        """An hour in which little happens has a frame a second, and every change its frames."""
        script = self.script("0 head pose 0 0 0\n1800 head pose 0 0 0\n1801 head pose 1 0 0\n3600 session state stopping\n")
        made = self.perform(script, "idle.mcap")[0]
        self.assertLess(made["frames"], 3600 + 100)
        rows = self.rows(self.path("idle.mcap"))
        times = [float(row["time"]) for row in rows]
        self.assertEqual((times[0], times[-1]), (0, 3600))
        self.assertTrue(all(0 < b - a <= 1.000001 for a, b in zip(times, times[1:])))
        for row in rows:
            self.near(self.numbers(row, "head"), [min(1, max(0, float(row["time"]) - 1800)), 0, 0])
        self.assertEqual(sum(1800 < time < 1801 for time in times), 59)

    def test_jump_after_rest(self):
        """What jumps after nothing has changed for a while jumps between two frames that are 1/60 s from each other."""
        self.perform(self.script("0 head pose 0 0 0\n5 head pose 0 0 0\n5 head pose 1 0 0\n6 session state stopping\n"), "a.mcap")
        xs = {round(float(row["time"]) * 60): float(row["head.x"]) for row in self.rows(self.path("a.mcap"))}
        self.assertEqual((xs[299], xs[300], len(xs) < 50), (0, 1, True))

    def test_what_a_recording_holds(self):
        """Inputs, profiles, recentring and states of the examples come as the script says, and as a check finds them sound."""
        for script in glob.glob(os.path.join(SOURCE, "docs/examples/*.person")):
            name = os.path.basename(script)
            self.perform(script, name + ".mcap")
            done = call("check", self.path(name + ".mcap"))
            self.assertEqual((done.returncode, "sound" in done.stdout), (0, True), done.stdout)
        rows = {round(float(row["time"]) * 60): row for row in self.rows(self.path("touch.person.mcap"))}
        self.assertEqual(rows[0]["right.profile"], "/interaction_profiles/oculus/touch_controller")
        self.near([float(rows[126]["right.squeeze/value"])], [(2.1 - 1.9) / 0.3], 1e-5)
        self.assertEqual((rows[503]["left.x/click"], rows[504]["left.x/click"]), ("0", "1"))
        self.near(self.numbers(rows[180], "head"), [0.05, -0.02, 0])

    def test_kinds(self):
        script = self.script(HANDS)
        for out in ("a.mcap", "a.bin", "a.csv", "a.jsonl"):
            made = self.perform(script, out)[0]
            self.assertGreater(os.path.getsize(self.path(out)), 100)
            self.assertEqual(bool(made["lost"]), out != "a.mcap", out)
        self.assertEqual(call("check", self.path("a.bin")).returncode, 0)
        # The number comes before the whole ending that says the kind.
        self.perform(script, "b.foxglove.mcap", "--vary", "1")
        self.assertTrue(os.path.exists(self.path("b-001.foxglove.mcap")))

    def test_nothing_is_overwritten(self):
        script = self.script(HANDS)
        with open(self.path("a-002.mcap"), "w", encoding="utf-8") as file:
            file.write("mine")
        self.assertIn("a-002.mcap is there already", self.perform(script, "a.mcap", "--vary", "3", code=2))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a-002.mcap", "take.person"])
        self.perform(script, "a.mcap", "--vary", "3", "--force")
        self.assertEqual(len(os.listdir(self.folder)), 4)
        # A script may have any name, also that of the output.
        self.assertIn("mine.mcap", self.perform(self.script(HANDS, "mine.mcap"), "mine.mcap", "--force", code=2))
        self.assertEqual(self.bytes_of("mine.mcap").decode(), HANDS)

    def test_refusals(self):
        script = self.script(HANDS)
        for why, words, code in (
                ("--output is missing", [script], 2), ("let the name of --output end in ", [script, "-o", self.path("a.mp4")], 2),
                ("--vary must be a whole number from 1 to 100000", [script, "-o", self.path("a.mcap"), "--vary", "0"], 2),
                ("--seed must be a whole number", [script, "-o", self.path("a.mcap"), "--vary", "2", "--seed", "1.5"], 2),
                ("need --vary N", [script, "-o", self.path("a.mcap"), "--seed", "1"], 2),
                ("it is one of height, reach", [script, "-o", self.path("a.mcap"), "--vary", "2", "--differ", "hair"], 2),
                ("none.person cannot be read", [self.path("none.person"), "-o", self.path("a.mcap")], 2),
                ("bad.person:2: ", [self.script("0 head pose 0 0 0\n1 head flies\n", "bad.person"), "-o", self.path("a.mcap")], 2),
                ("is over at 0 s", [self.script("0 head pose 0 0 0\n", "short.person"), "-o", self.path("a.mcap")], 4),
                ("lasts a week at most", [self.script("0 head pose 0 0 0\n999999 head tracked no\n", "long.person"), "-o", self.path("a.mcap")], 4),
                ("which script?", ["-o", self.path("a.mcap")], 2), ("which script?", ["--vary", "2"], 2),
                ("--list is 'understudy perform' alone now", ["--list"], 2)):
            done = call("perform", *words)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(why, done.stderr)
            self.assertFalse(os.path.exists(self.path("a.mcap")))


class Library(Case):
    def test_list(self):
        listed = json.loads(call("perform", "--json").stdout)
        lines = call("perform").stdout.splitlines()
        self.assertGreaterEqual(len(listed), 20)
        with open(os.path.join(SOURCE, "docs/performances.md"), encoding="utf-8") as file:
            table = file.read()
        self.assertEqual(len(re.findall(r"^\| `", table, re.M)), len(listed))
        for one, line in zip(listed, lines):
            self.assertEqual(line.split(None, 1), [one["name"], one["says"]])
            self.assertRegex(one["says"], r"^[A-Z].*\.$")
            self.assertIn(f"| `{one['name']}` | {one['says']} |", table)
            with open(one["expect"], encoding="utf-8") as file:
                self.assertGreaterEqual(len(json.load(file)["expect"]), 4)

    def test_each_is_sound(self):
        """Each becomes a recording without a defect, in which arms are as long as arms and hands no faster than a throw."""
        for one in json.loads(call("perform", "--json").stdout):
            with self.subTest(name=one["name"]):
                self.perform("performance:" + one["name"], one["name"] + ".mcap")
                done = call("check", "--json", self.path(one["name"] + ".mcap"))
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                for row in self.rows(self.path(one["name"] + ".mcap")):
                    head = self.numbers(row, "head")
                    self.assertTrue(0.5 < head[1] - FLOOR_M < 2.1)
                    for side in ("left", "right"):
                        if row.get(f"{side}.grip.x", "") != "":
                            self.assertLess(distance(head, self.numbers(row, f"{side}.grip")), 0.85)
                            self.assertLess(math.hypot(*self.numbers(row, f"{side}.grip", ["vx", "vy", "vz"])), 4)
                os.remove(self.path(one["name"] + ".mcap"))

    def test_names(self):
        for words in (["perform", "performance:menu-pok", "-o", self.path("a.mcap")], ["run", "--headless", "--play", "performance:menu-pok", "--", "true"],
                      ["run", "--headless", "--play", "performance:menu-poke", "--expect", "performance:menu-pok", "--", "true"]):
            done = call(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("did you mean 'performance:menu-poke'?", done.stderr)
        done = call("perform", "performance:zzzzzzzz", "-o", self.path("a.mcap"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("it is one of controllers-to-hands, ", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:])
