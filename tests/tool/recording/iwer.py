#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""iwer.py TOOL MAKE_SESSION SOURCE [CASE]: recordings of IWER as input and output of `understudy convert`.

IWER's own recorder made tests/data/iwer.json of the closed forms of iwer_check.mjs, rounded to three decimals: frame n is 20 ms later than the
one before, in local-floor; there are controllers until frame 23, then hands. Frame n of a session of make_session is at n/64 s.
"""
import json
import math
import os
import sys
import unittest

from tables import SOURCE, Case, call, product, turned

FIXTURE = os.path.join(SOURCE, "tests/data/iwer.json")
HANDS_FROM = 24
FLOOR = -1.6
ROUNDED = 0.0006
TOUCH = "/interaction_profiles/oculus/touch_controller"
FINGERS = [f"{finger}_{part}".upper() for finger in ("index", "middle", "ring", "little")
           for part in ("metacarpal", "proximal", "intermediate", "distal", "tip")]
JOINTS = ["WRIST", "THUMB_METACARPAL", "THUMB_PROXIMAL", "THUMB_DISTAL", "THUMB_TIP", *FINGERS]


def placed(pose, offset):
    """A pose of seven numbers that is given in another one."""
    return [a + b for a, b in zip(pose[:3], turned(pose[3:], offset[:3]))] + product(pose[3:], offset[3:])


def recording(schema, *frames, **more):
    return json.dumps({"schema": schema, "frames": list(frames), **more})


def controller(*profiles, hand="right", mapping="xr-standard", buttons=7, axes=4):
    return {"handedness": hand, "targetRayMode": "tracked-pointer", "profiles": list(profiles), "hasGrip": True, "hasHand": False,
            "hasGamepad": True, "mapping": mapping, "numButtons": buttons, "numAxes": axes}


AT = [0.5, 0.25, -1, 0, 0, 0, 1]
PAD = [[0, 0, 0]] * 7 + [None, None, 0, 0]


class Iwer(Case):
    def near(self, pose, wanted, delta=2e-6):
        for value, number in zip(pose["position_m"], wanted[:3]):
            self.assertAlmostEqual(value, number, delta=delta)
        sign = 1 if sum(a * b for a, b in zip(pose["rotation"], wanted[3:])) > 0 else -1
        for value, number in zip(pose["rotation"], wanted[3:]):
            self.assertAlmostEqual(sign * value, number, delta=delta)

    def inputs(self, path, time):
        there = self.sample(path, time)["inputs"]["components"]
        return {name[11:].replace("/input/", "."): item["value"] for name, item in there.items() if item["active"]}

    def read(self, text, *options):
        return self.convert(self.write("in.json", text), "in.mcap", "--force", *options)

    def texts(self, text):
        report = self.losses(self.write("in.json", text), "in.mcap", "--force")
        return [f"{item['kind']} {item['count']} {item['text']}" for item in report["losses"]]


class Read(Iwer):
    def test_controllers(self):
        session = self.convert(FIXTURE, "a.mcap")
        for n in (0, 1, 9, 16, 23):
            there = self.sample(session, n / 50)
            self.near(there["head"]["pose"], [0.01 * n, 1.6 + FLOOR, -0.02 * n, 0, 0.6, 0, 0.8])
            for hand, sign in (("left", -1), ("right", 1)):
                poses = there["controllers"][hand]["poses"]
                ray = [sign * 0.2, 1.2 + 0.01 * n + FLOOR, -0.4, sign * 0.28, 0, 0, 0.96]
                self.near(poses["aim"]["pose"], ray)
                # Where IWER's Touch Plus has its grip.
                grip = placed(ray, [sign * 0.00398, -0.01586, 0.04964, 0, 0, 0, 1])
                for value, wanted in zip(poses["grip"]["pose"]["position_m"], grip):
                    self.assertAlmostEqual(value, wanted, delta=ROUNDED)
                self.assertEqual(there["inputs"]["profiles"]["/user/hand/" + hand], TOUCH)
            self.assertEqual([there[hand]["tracked"] for hand in ("left", "right")], [False, False])

    def test_controls(self):
        session = self.convert(FIXTURE, "a.mcap")
        for n in (0, 3, 8, 11, 12, 16, 23):
            there = self.inputs(session, n / 50)
            self.assertEqual(there["right.trigger/value"], n / 32)
            self.assertEqual(there["right.trigger/touch"], n > 0)
            self.assertEqual(there["left.trigger/value"], 0)
            self.assertEqual([there[hand + ".squeeze/value"] for hand in ("left", "right")], [0.25, 0.25])
            # WebXR's y goes towards the user.
            self.assertEqual([there["left.thumbstick"], there["right.thumbstick"]], [[-0.5, 0.25], [0.5, 0.25]])
            self.assertEqual(there["left.thumbstick/click"], n % 4 == 3)
            self.assertEqual([there["left.x/click"], there["right.a/click"]], [8 <= n < 12] * 2)
            self.assertEqual([there["left.y/touch"], there["right.b/touch"]], [n >= 16] * 2)
            self.assertEqual([there["left.y/click"], there["right.b/click"]], [False, False])
            self.assertEqual(there["left.thumbrest/touch"], False)

    def test_hands(self):
        session = self.convert(FIXTURE, "a.mcap")
        with open(FIXTURE, encoding="utf-8") as file:
            rows = json.load(file)["frames"]
        for n in (24, 27, 31):
            there = self.sample(session, n / 50)
            for hand, sign, row in (("left", -1, rows[n][8]), ("right", 1, rows[n][9])):
                ray = [sign * 0.15, 1.1 + FLOOR, -0.3 - 0.01 * n, 0, 0, sign * 0.6, 0.8]
                self.near(there["controllers"][hand]["poses"]["aim"]["pose"], ray)
                wanted = [placed(ray, row[9][8 * i:8 * i + 7]) for i in range(25)]
                for pose in wanted:
                    length = math.hypot(*pose[3:])
                    pose[3:] = [value / length for value in pose[3:]]
                for name, pose in zip(JOINTS, wanted):
                    self.near(there[hand]["joints"][name], pose)
                palm = [(a + b) / 2 for a, b in zip(wanted[10][:3], wanted[11][:3])] + wanted[10][3:]
                self.near(there[hand]["joints"]["PALM"], palm)
                self.assertTrue(there[hand]["tracked"])
                self.assertEqual(there[hand]["pinching"], hand == "right" and n > 24)
            self.assertEqual(self.inputs(session, n / 50), {"left.pinch_ext/value": 0, "right.pinch_ext/value": (n - 24) / 8})

    def test_flags(self):
        """What is made up is not tracked; the pose of the aim state is the ray; what is not there is not active."""
        rows = self.rows(self.convert(self.convert(FIXTURE, "a.mcap"), "a.csv"))
        for n, row in enumerate(rows):
            is_hand = n >= HANDS_FROM
            self.assertEqual(row["right.hand.active"] == "0", not is_hand)
            self.assertEqual((row["right.palm.tracked"], row["right.palm.x"] != ""), ("0", True) if is_hand else ("", False))
            self.assertEqual([row["right.aim_ray." + part] for part in ("x", "y", "z", "qz")],
                             [row["right.aim." + part] for part in ("x", "y", "z", "qz")] if is_hand else [""] * 4)
            self.assertEqual(row["local_floor.y"], "-1.6")
            self.assertNotIn("right.wrist.tracked", row)  # as it is valid

    def test_report(self):
        with open(FIXTURE, encoding="utf-8") as file:
            texts = self.texts(file.read())
        for wanted in ("invented 1 that the poses are in local-floor, which the file does not say: the head begins 1.600 m high",
                       "invented 16 16 palms, which WebXR lacks", "invented 32 that each pose is tracked",
                       "note 1 'meta-quest-touch-plus' of the left hand is " + TOUCH, "note 1 playback begins at 1000 ms of the file"):
            self.assertTrue(any(text.startswith(wanted) for text in texts), wanted)
        self.assertFalse([text for text in texts if text.startswith("dropped")])

    def test_forms(self):
        """The order of the members, their spaces, the file's name, and members of others do not matter. Axes and buttons may be null."""
        text = ' {"frames" :\n[[5,0,0.5,0,0,0,0,1,[7,' + ",".join(map(str, AT)) + "," + json.dumps(AT) + "," + json.dumps(
            [[0, 0, 0.5], None, None, None, [1, 1, 1], None, None, None, None, 0, -1]) + ']] , [15.5,0,1,0,0,0,0,1]\n] , "more": {"a]": ["\\"}"]}, "schema": ' + json.dumps([[7, controller("oculus-touch-v2")]]) + "}\n"
        session = self.convert(self.write("take.txt", text), "a.mcap")
        there = self.sample(session, 0)
        self.near(there["head"]["pose"], [0, 0.5, 0, 0, 0, 0, 1])
        self.near(there["controllers"]["right"]["poses"]["grip"]["pose"], AT)
        values = self.inputs(session, 0)
        self.assertEqual([values["right." + name] for name in ("trigger/value", "a/click", "squeeze/value", "thumbstick")], [0.5, True, 0, [0, 1]])
        self.assertFalse(self.sample(session, 0.0105)["controllers"]["right"]["poses"]["grip"]["active"])

    def test_profiles(self):
        """The first name that OpenXR knows counts; of none, a profile is made up, and said."""
        for names, mapping, profile, said in ((["a-new-one", "valve-index"], "xr-standard", "valve/index_controller", "note"),
                                              (["generic-trigger"], "xr-standard", "khr/simple_controller", "note"),
                                              (["nobodys"], "xr-standard", "khr/generic_controller", "invented")):
            text = recording([[0, controller(*names, mapping=mapping)]], [0, *AT, [0, *AT, AT, [[1, 1, 0.75]] + PAD[1:]]])
            session = self.read(text)
            self.assertEqual(self.sample(session, 0)["inputs"]["profiles"]["/user/hand/right"], "/interaction_profiles/" + profile)
            self.assertTrue(any(item.startswith(said) and profile in item for item in self.texts(text)))
            self.assertIn("right.select/click" if "simple" in profile else "right.trigger/value", self.inputs(session, 0))

    def test_lost(self):
        """What has no place is counted; what is null is not valid."""
        gaze = {**controller("generic-trigger", hand="none"), "targetRayMode": "gaze", "hasGrip": False, "hasGamepad": False}
        used = [[0, 1, 0]] * 7 + [[1, 1, 1], None, None, 0, 0]
        text = recording([[0, controller("oculus-touch", buttons=8)], [1, gaze], [2, controller("htc-vive")]],
                         [0, *AT, [0, *AT, AT, used], [1, *AT]],
                         [0.0000001, *AT], [9, *[None] * 7, [0, *AT, [None] * 7, used], [2, *AT, AT, PAD]])
        texts = self.texts(text)
        for wanted in ("dropped 1 1 frame at the time", "dropped 1 1 pose of input sources without", "dropped 1 1 frame of a second controller",
                       "dropped 4 4 values of buttons that the profile of OpenXR lacks", "dropped 2 2 values of whether a button is touched"):
            self.assertTrue(any(item.startswith(wanted) for item in texts), (wanted, texts))
        table = self.rows(self.convert(self.path("in.mcap"), "a.csv"))
        self.assertEqual([(row["head.x"], row["right.grip.x"], row["right.aim.x"]) for row in table], [("0.5", "0.5", "0.5"), ("", "", "0.5")])


class Write(Iwer):
    def written(self, source):
        with open(self.convert(source, "out.json", "--force"), encoding="utf-8") as file:
            return json.load(file)

    def test_session(self):
        """Against the closed forms of make_session."""
        made = self.written(self.session("96", "touch", "turn=9"))
        schema = dict(made["schema"])
        self.assertEqual(made["understudy"], {"referenceSpace": "local", "origin": [0, 0, 0, 0, 0, 0, 1]})
        self.assertEqual(len(made["frames"]), 96)
        for n, row in enumerate(made["frames"]):
            self.assertEqual([row[0], row[1:8]], [n * 1000 / 64, [n / 64, 1.5, -n / 128, 0, 0, 0, 1]])
            inputs = {(schema[item[0]]["handedness"], schema[item[0]]["hasHand"]): item for item in row[8:]}
            self.assertEqual(set(inputs), {("left", False), ("right", False)} | ({("left", True)} if n % 2 == 0 else set()))
            self.assertEqual(inputs["left", False][8], [-1, round(n / 64, 9), -0.5, 0, 0, 0, 1])
            half = 9 * n / 512
            for value, wanted in zip(inputs["right", False][8], [1, n / 64, -0.5, 0, math.sin(half), 0, math.cos(half)]):
                self.assertAlmostEqual(value, wanted, 6)
            left = inputs["left", False][9]
            self.assertEqual(left[4][0], n // 16 % 2)
            self.assertEqual(left[1][2], n / 256)
            if n >= 32:
                self.assertEqual(schema[inputs["right", False][0]]["profiles"], ["valve-index", "generic-trigger-squeeze-touchpad-thumbstick"])
                self.assertEqual(inputs["right", False][9][-2:], [n / 128, n / 128])
            if n % 2 == 0:
                # Without an aim, the ray of the hand is that of its palm, which is joint 0 at x = 0.
                ray, hand = inputs["left", True][1:8], inputs["left", True][8]
                self.assertEqual(ray, [0, n / 64, 0, 0, 0, 0, 1])
                self.assertEqual([hand[8 * i:8 * i + 8] for i in range(25)], [[i + 1, 0, 0, 0, 0, 0, 1, 0.01] for i in range(25)])

    def test_schema(self):
        """The schema has all that the player asks for."""
        for _, source in self.written(self.session("64", "touch"))["schema"]:
            self.assertEqual(source["targetRayMode"], "tracked-pointer")
            self.assertEqual(len(source.get("jointSequence", [])), 25 if source["hasHand"] else 0)
            if source["hasGamepad"]:
                self.assertEqual(source["mapping"], "xr-standard")
                self.assertEqual((source["numButtons"], source["numAxes"]), (1, 0) if source["hasHand"] else (7, 4) if "oculus-touch-v3" in source["profiles"] else (6, 4))

    def test_floor(self):
        """With a recorded floor, the poses are in local-floor, and come back as they were."""
        text = "time,head.x,head.y,head.z,head.qx,head.qy,head.qz,head.qw,local_floor.x,local_floor.y,local_floor.z,local_floor.qx,local_floor.qy,local_floor.qz,local_floor.qw\n"
        session = self.convert(self.write("a.csv", text + "0,1,0.25,-1,0,0,0,1,0.5,-1.5,0,0,0.6,0,0.8\n0.5,2,0.25,-1,0,0,0,1,0.5,-1.5,0,0,0.6,0,0.8\n"), "a.mcap")
        made = self.written(session)
        self.assertEqual(made["understudy"]["referenceSpace"], "local-floor")
        for row, x in zip(made["frames"], (1, 2)):
            wanted = turned([0, -0.6, 0, 0.8], [x - 0.5, 1.75, -1]) + [0, -0.6, 0, 0.8]
            for value, number in zip(row[1:8], wanted):
                self.assertAlmostEqual(value, number, 6)
        self.near(self.sample(self.convert(self.path("out.json"), "b.mcap"), 0.5)["head"]["pose"], [2, 0.25, -1, 0, 0, 0, 1])

    def test_round_trip(self):
        """What IWER recorded is the same after two more conversions; only the palms were ever made up."""
        first = self.convert(FIXTURE, "a.mcap")
        second = self.convert(self.convert(first, "a.json"), "b.mcap")
        self.assert_same(first, second)
        report = self.losses(first, "c.json")
        self.assertEqual([item["text"][:9] for item in report["losses"] if item["kind"] != "note"], ["16 palms:"])
        self.assertLess(report["measured"]["position_m"], 1e-6)
        again = self.convert(second, "d.json")
        self.assertEqual(os.path.getsize(self.path("a.json")) > 1000, True)
        with open(self.path("a.json"), encoding="utf-8") as one, open(again, encoding="utf-8") as two:
            self.assertEqual(json.load(one)["schema"], json.load(two)["schema"])

    def test_hands_and_aims(self):
        """What IWER's file cannot hold of a hand and its aim state counts as lost in each frame that has it."""
        rows = self.rows(self.convert(FIXTURE, "a.csv"))
        for count, cells in ((1, {"left.hand.source": "1"}), (2, {"left.pinch_middle": "0.5"}), (3, {"right.aim_status": "11"}),
                             (4, {"right.index_tip.tracked": "0"}), (5, {"right.index_tip.vx": "1", "right.index_tip.vy": "0", "right.index_tip.vz": "0"})):
            changed = [{**dict.fromkeys(cells, ""), **row, **(cells if HANDS_FROM <= n < HANDS_FROM + count else {})} for n, row in enumerate(rows)]
            text = "\n".join(",".join(line) for line in [changed[0], *(row.values() for row in changed)])
            losses = self.losses(self.write("b.csv", text), "b.json", "--force")["losses"]
            self.assertEqual([item["count"] for item in losses if "whose views" in item["text"]], [count], cells)

    def test_animation(self):
        """The hands of an input animation file."""
        made = self.written(os.path.join(SOURCE, "tests/data/demo.bin"))
        self.assertEqual({source["handedness"] for _, source in made["schema"]}, {"left", "right"})
        self.assertTrue(all(source["hasHand"] for _, source in made["schema"]))
        pinches = {tuple(item[-1][0]) for row in made["frames"] for item in row[8:]}
        self.assertEqual(pinches, {(0, 0, 0), (1, 1, 1)})

    def test_lost_grip(self):
        """WebXR's player needs a grip wherever the schema says so: a source that loses it becomes another one. One without an aim has its grip's ray."""
        poses = [f"right.{pose}.{part}" for pose in ("aim", "grip") for part in ("x", "y", "z", "qx", "qy", "qz", "qw")]
        aim, grip, none = "1,2,3,0,0,0,1", "4,5,6,0,0,0,1", ",,,,,,"
        lines = [f"{t},0,0,0,0,0,0,1,{a},{g}" for t, (a, g) in enumerate([(aim, grip), (aim, none), (none, grip), (none, none), (aim, grip)])]
        head = "time," + ",".join("head." + part for part in ("x", "y", "z", "qx", "qy", "qz", "qw"))
        made = self.written(self.convert(self.write("a.csv", "\n".join([head + "," + ",".join(poses), *lines])), "a.mcap"))
        self.assertEqual([(source["hasGrip"], source["hasGamepad"], source["profiles"]) for _, source in made["schema"]], [(True, False, []), (False, False, [])])
        one, two = [1, 2, 3, 0, 0, 0, 1], [4, 5, 6, 0, 0, 0, 1]
        self.assertEqual([row[8:] for row in made["frames"]], [[[0, *one, two]], [[1, *one]], [[0, *two, two]], [], [[0, *one, two]]])

    def test_nothing(self):
        text = "time,gaze.qx,gaze.qy,gaze.qz,gaze.qw\n0,0,0,0,1\n"
        done = self.convert(self.convert(self.write("a.csv", text), "a.mcap"), "a.json", code=4)
        self.assertIn("no frame has a head", done.stderr)


HAND = {**controller("oculus-hand", buttons=1, axes=0), "hasGrip": False, "hasHand": True}
ONE = [[0, controller("oculus-touch")]]
ROW = [0, *AT, [0, *AT, AT, PAD]]


class Refusals(Iwer):
    WRONG = [
        ("{}", 'there is no member "schema"'),
        ('{"schema": []}', 'there is no member "frames"'),
        ('{"schema": [], "frames": []}', "there is no frame"),
        ('{"schema": [], "schema": [], "frames": []}', 'the member "schema" is there twice'),
        ('{"schema": 1, "frames": []}', "schema is no array"),
        ('{"schema": [], "frames": {}}', "no JSON: a member is no array"),
        ('{"schema": [], "frames": [[0]', "no JSON: it ends inside of a value"),
        ('{"schema": [], "frames": [["0]]}', "no JSON: a text has no end"),
        ('{"schema": [], "frames": [[0,]]}', r"frames\[0\] is no JSON.*at byte 29"),
        ('{"schema": [], "frames": []} 1', "no JSON: something is behind its end"),
        ('{"schema": [], "frames": [[0, ' + "[" * 2000 + "]" * 2000 + "]]}", r"frames\[0\] is no JSON"),
        ('{"schema": [], "frames": [[0, "' + "a" * (1 << 20) + '"]]}', r"frames\[0\] is longer than 1048576 bytes"),
        (recording([], 5), r"frames\[0\]: it is no array that begins with its time"),
        (recording([], [0, 1, 2]), r"frames\[0\]: it ends too early"),
        (recording([], [0, *AT], [1, 1, "2", 3, 0, 0, 0, 1]), r"frames\[1\]: a number is missing"),
        (recording([], [0, 1e10, *AT[1:]]), r"frames\[0\]: a number is too large"),
        (recording([], [0, 1, 2, 3, 0, 0, 0, 2]), r"frames\[0\]: the quaternion x y z w of a pose does not have the length 1"),
        (recording([], [2, *AT], [1, *AT]), r"frames\[1\]: its time, 1 ms, is before"),
        (recording([], [1e300, *AT]), r"frames\[0\]: its time is not in milliseconds"),
        (recording([], [0, *AT], [1e12, *AT]), r"frames\[1\]: it comes more than a year after"),
        (recording([], [0, *AT, [3, *AT]]), r"frames\[0\]\[8\]: it does not begin with the number of an input source"),
        (recording(ONE, ROW, [1, *AT, [0, *AT, AT]]), r"frames\[1\]\[8\]: the gamepad has not the buttons and axes"),
        (recording(ONE, [0, *AT, [0, *AT, AT[1:], PAD]]), r"frames\[0\]\[8\]: the grip has not seven numbers"),
        (recording(ONE, [0, *AT, [0, *AT, AT, [7, *PAD[1:]]]]), r"frames\[0\]\[8\]: a button is not \[pressed, touched, value\]"),
        (recording(ONE, [0, *AT, [0, *AT, AT, PAD, 1]]), r"frames\[0\]\[8\]: it has more than the schema says"),
        (recording([[0, {**HAND, "jointSequence": ["wrist"]}]], ROW), r"schema\[0\]: jointSequence does not name the 25 joints"),
        (recording([[0, {**HAND, "jointSequence": ["wrist"] * 25}]], ROW), r"schema\[0\]: jointSequence has a name twice"),
        (recording([[0, {**ONE[0][1], "handedness": "up"}]], ROW), r"schema\[0\]: handedness is not left, right or none"),
        (recording([[0, {**ONE[0][1], "numButtons": 1.5}]], ROW), r"schema\[0\]: numButtons and numAxes are no numbers"),
        (recording([ONE[0], ONE[0]], ROW), r"schema\[1\]: it does not begin with a number of its own"),
        (recording([[0, 5]], ROW), r"schema\[0\]: it is no number of an input source and its object"),
        (recording([[n, controller("oculus-touch")] for n in range(65)], ROW), r"schema\[64\]: there are more than 64 input sources"),
        (recording(ONE, ROW, understudy={"referenceSpace": "here", "origin": AT}), "understudy: referenceSpace is not local or local-floor"),
        (recording(ONE, ROW, understudy={"referenceSpace": "local", "origin": AT[1:]}), "origin is no pose of seven numbers"),
    ]

    def test_content(self):
        for text, wanted in self.WRONG:
            with self.subTest(wanted=wanted):
                done = self.convert(self.write("in.json", text), "out.mcap", code=4)
                self.assertRegex(done.stderr, "in.json: .*" + wanted)
                self.assertEqual(os.listdir(self.folder), ["in.json"])

    def test_other(self):
        """Another kind of JSON is not taken for one, and what needs a recording says how to make it."""
        for path in (FIXTURE, self.convert(self.convert(FIXTURE, "f.mcap"), "f.json")):
            self.assertRegex(call("info", path).stderr, "this is a recording of IWER.*'understudy convert' makes a recording of one")
        self.assertIn("this is a JSON file", call("info", self.write("o.json", '{"schema":[]}')).stderr)
        self.assertIn("cannot be read", self.convert(self.write("a.txt", '{"skeleton": []}'), "a.mcap", code=4).stderr)
        self.assertIn("of the same kind", self.convert(FIXTURE, "a.json", code=2).stderr)
        self.assertEqual(call("convert", self.write("e.json", ""), "-o", self.path("e.mcap")).returncode, 4)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
