#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""edit.py TOOL MAKE_SESSION DATA [CASE]: `understudy edit`, against closed forms and against what `understudy sample` says of the input.

Frame n of a session of make_session is at n/64 s, with the head at (t, 1.5, -t/2), joint j of the left hand at (j, t, 0) in even frames, and the
left button pressed while n/16 is odd.
"""
import copy
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from case import TOOL, FolderCase, angle, call, product, turned  # noqa: E402 pylint: disable=wrong-import-position

MAKE, DATA = sys.argv[2:4]
SAMPLES = os.environ.get("UNDERSTUDY_SAMPLES", os.path.join(DATA, "../../../shared/samples"))
CLICK = "/user/hand/left/input/select/click"
JOINTS = ("WRIST", "INDEX_TIP", "LITTLE_TIP", "PALM")


def poses(sample):
    """Every tracked pose of a sample, by name."""
    out = {"head": sample["head"]["pose"]} if sample["head"]["how"] != "absent" else {}
    for hand in ("left", "right"):
        if sample[hand].get("tracked"):
            out.update({f"{hand} {name}": pose for name, pose in sample[hand]["joints"].items()})
        for name, pose in sample.get("controllers", {}).get(hand, {}).get("poses", {}).items():
            if pose["active"]:
                out[f"{hand} {name}"] = pose["pose"]
    return out


def spoiled(recording, topics):
    """The bytes of a session whose first message of each of the topics cannot be decoded: its first field is of a type that protobuf does not have. The
    checksums of the chunks are right."""
    def records(start, end):
        while start < end:
            size, = struct.unpack_from("<Q", recording, start + 1)
            yield recording[start], start + 9
            start += 9 + size

    recording, left, numbers = bytearray(recording), set(topics), {}
    for code, at in records(8, len(recording) - 8):
        if code == 4:
            number, _, length = struct.unpack_from("<HHI", recording, at)
            numbers[number] = recording[at + 8:at + 8 + length].decode()
        if code != 6:
            continue
        begin = at + 40 + struct.unpack_from("<I", recording, at + 28)[0]
        end = begin + struct.unpack_from("<Q", recording, begin - 8)[0]
        for inner, message in records(begin, end):
            topic = numbers.get(struct.unpack_from("<H", recording, message)[0])
            if inner == 5 and topic in left:
                left.remove(topic)
                recording[message + 22] = 0x0f
        struct.pack_into("<I", recording, at + 24, zlib.crc32(recording[begin:end]))
    assert not left
    return recording


def animation(path, curves, markers=(), rate=60, times=None):
    """An input animation file, version 1.1, with a camera alone, whose seven curves are functions of time. Each may have times of its own."""
    def curve(keys):
        return struct.pack("<iii", 8, 8, len(keys)) + b"".join(struct.pack("<ff", *key) for key in keys)

    times = times or [n / rate for n in range(int(10 * rate) + 1)]
    with open(path, "wb") as file:
        file.write(struct.pack("<Qii3B", 0x6A8FAF6E0F9E42C6, 1, 1, 1, 0, 0))
        for i, value in enumerate(curves):
            file.write(curve([(t, value(t)) for t in (times[i] if isinstance(times[0], list) else times)]))
        file.write(struct.pack("<i", len(markers)))
        for name, at in markers:
            file.write(struct.pack("<fB", at, len(name)) + name.encode())


class Case(FolderCase):
    def setUp(self):
        super().setUp()
        self.samples = {}

    def session(self, name="s.mcap", frames=128, *words):
        path = self.path(name)
        subprocess.run([MAKE, path, str(frames), *words], check=True)
        return path

    def edit(self, source, steps, out=None, code=0):
        """The new file, and what was said of it."""
        out = self.path(out or "out" + os.path.splitext(source)[1])
        ran = call("edit", source, "-o", out, "--force", *steps.split())
        self.assertEqual(ran.returncode, code, f"{steps}: {ran.stdout}{ran.stderr}")
        self.said = ran.stdout + ran.stderr
        return out

    def sample(self, path, at):
        """Each moment of a file is asked for once: a call of the tool takes longer than all else here."""
        file = os.stat(path)
        key = path, file.st_ino, file.st_mtime_ns, at
        if key not in self.samples:
            self.samples[key] = self.ask_sample(path, at)
        return copy.deepcopy(self.samples[key])

    def ask_sample(self, path, at):
        ran = subprocess.run([TOOL, "sample", "--json", "--time", f"{at:.9f}", path], capture_output=True, text=True, check=True)
        sample = json.loads(ran.stdout)
        del sample["file"], sample["time_s"]
        return sample

    def info(self, path):
        return json.loads(subprocess.run([TOOL, "info", "--json", path], capture_output=True, text=True, check=True).stdout)

    def markers(self, path):
        return [(marker["name"], round(marker["time_s"], 6)) for marker in self.info(path)["markers"]]

    def head(self, path, at):
        return self.sample(path, at)["head"]["pose"]

    def near(self, found, wanted, within=2e-6, what=""):
        self.assertEqual(len(found), len(wanted))
        for a, b in zip(found, wanted):
            self.assertLessEqual(abs(a - b), within, f"{what}: {found}, not {wanted}")

    def same(self, a, a_at, b, b_at):
        self.assertEqual(self.sample(a, a_at), self.sample(b, b_at), f"{a} at {a_at} and {b} at {b_at}")

    def alike(self, a, b, metres=2e-6, radians=5e-5, what=""):
        a, b = poses(a), poses(b)
        self.assertEqual(a.keys(), b.keys(), what)
        for name in a:
            self.near(a[name]["position_m"], b[name]["position_m"], metres, name)
            self.assertLessEqual(angle(a[name]["rotation"], b[name]["rotation"]), radians, name)


class Session(Case):
    def test_cut_moves_what_is_behind_bit_for_bit(self):
        source = self.session()
        out = self.edit(source, "cut 0.5 1")
        for at in (0, 0.25, 0.4375, 0.484375):
            self.same(out, at, source, at)
        for at in (0.5, 0.5078125, 0.75, 0.8046875, 1.484375):
            self.same(out, at, source, at + 0.5)
        self.assertEqual(self.markers(out), [("first", 0.25), ("half way", 0.5)])
        self.assertIn("left out: 32 frames, 32 inputs", self.said)
        self.assertEqual(self.info(out)["result"], "sound")
        # In between two frames, a frame stands at the seam.
        out = self.edit(source, "cut 0.505 1.013")
        self.near(self.head(out, 0.505)["position_m"], [1.013, 1.5, -1.013 / 2])
        self.near(self.head(out, 1)["position_m"], [1.508, 1.5, -1.508 / 2])

    def test_keep_by_markers(self):
        source = self.session()
        out = self.edit(source, "mark end 1 keep marker:first end unmark end")
        self.assertEqual(self.markers(out), [("first", 0), ("half way", 0.75)])
        for at in (0, 0.25, 0.703125, 0.75):
            self.same(out, at, source, at + 0.25)
        self.assertEqual(self.info(out)["duration_s"], 0.75)

    def test_a_press_that_is_cut_away(self):
        source = self.session()  # pressed from 0.25 to 0.5 s, from 0.75 to 1 s
        self.edit(source, "keep 0.3 1")
        self.assertIn(f"begins with these pressed, whose press was cut away: {CLICK}", self.said)
        self.edit(source, "keep 0.6 0.8")
        self.assertIn(f"ends while these are pressed: {CLICK}", self.said)
        self.assertNotIn("begins with", self.said)
        out = self.edit(source, "cut 0.6 0.8")
        self.assertIn(f"pressed at the seam, because the press was cut away: {CLICK}", self.said)
        for at, value in ((0.59, False), (0.601, True), (0.79, True), (0.82, False)):
            self.assertEqual(self.sample(out, at)["inputs"]["components"][CLICK]["value"], value, at)
        out = self.edit(source, "cut 0.4 0.6")
        self.assertIn(f"released at the seam, because the release was cut away: {CLICK}", self.said)
        for at, value in ((0.39, True), (0.401, False)):
            self.assertEqual(self.sample(out, at)["inputs"]["components"][CLICK]["value"], value, at)
        # A part with a whole press in it leaves nothing behind, and so does one that ends with the change of a button.
        for part in ("cut 0.2 0.6", "cut 0.5 1", "cut 0.25 0.75"):
            self.edit(source, part)
            self.assertNotIn("pressed", self.said)

    def test_smooth_smooths_velocities_alike(self):
        """The velocities of smoothed poses are those that playback is told: half of a wave at 3 Hz, as of the poses."""
        columns = "time,head.x,head.y,head.z,head.qx,head.qy,head.qz,head.qw,head.vx,head.vy,head.vz,head.wx,head.wy,head.wz\n"
        for hz, wanted in ((3, 0.5), (1, 0.5 ** (1 / 9))):
            rate = 2 * math.pi * hz
            with open(self.path("wave.csv"), "w", encoding="utf-8") as file:
                file.write(columns)
                for n in range(481):
                    wave, slope = math.sin(rate * n / 120), rate * math.cos(rate * n / 120)
                    file.write(f"{n / 120},{wave},{n / 120},0,0,{math.sin(wave / 20)},0,{math.cos(wave / 20)},{slope},1,0,0,{slope / 10},0\n")
            source = self.path("wave.mcap")
            subprocess.run([TOOL, "convert", "--force", self.path("wave.csv"), "-o", source], stdout=subprocess.DEVNULL, check=True)
            out = self.edit(source, "smooth 3")
            self.assertIn("479 poses, and the velocities that were recorded", self.said)
            for n in range(220, 261, 4):
                head = self.sample(out, n / 120)["head"]
                wave, slope = wanted * math.sin(rate * n / 120), wanted * rate * math.cos(rate * n / 120)
                self.near(head["pose"]["position_m"], [wave, n / 120, 0], 2e-3)
                self.near(head["pose"]["linear_m_s"], [slope, 1, 0], 2e-3 * rate)
                self.near(head["pose"]["rotation"], [0, math.sin(wave / 20), 0, math.cos(wave / 20)], 2e-4)
                self.near(head["pose"]["angular_rad_s"], [0, slope / 10, 0], 2e-4 * rate)

    def test_cut_and_join_is_identity(self):
        source = self.session()
        self.edit(source, "keep 0 1", "a.mcap")
        self.edit(source, "keep 1 1.984375", "b.mcap")
        out = self.edit(self.path("a.mcap"), f"join {self.path('b.mcap')} 0 unmark seam", "joined.mcap")
        for at in [n / 128 for n in (0, 32, 63, 127, 128, 129, 200, 254)] + [random.Random(1).uniform(0, 1.98) for _ in range(10)]:
            a, b = self.sample(out, at), self.sample(source, at)
            self.alike(a, b)
            self.assertEqual(a["inputs"], b["inputs"], at)
        self.assertEqual(self.info(out)["frame_count"], 128)

    def test_join_blends_and_releases(self):
        source = self.session(frames=60)  # its end is at 59/64 s, with the button pressed
        out = self.edit(source, f"join {source} 0.5")
        last = 59 / 64
        self.assertEqual(self.markers(out)[2:], [("seam", round(last, 6)), ("first", round(last + 0.75, 6)), ("half way", round(last + 0.5 + 30 / 64, 6))])
        for frame in range(0, 33, 4):  # 3 s^2 - 2 s^3 of the way from the last head to the first one
            s = min(frame / 32, 1)
            share = s * s * (3 - 2 * s)
            self.near(self.head(out, last + frame / 64)["position_m"], [last * (1 - share), 1.5, -last / 2 * (1 - share)])
        for at, value in ((last + 0.25, True), (last + 0.51, False), (last + 0.5 + 0.26, True)):
            self.assertEqual(self.sample(out, at)["inputs"]["components"][CLICK]["value"], value, at)
        for at in (0, 0.25, 0.921875):
            self.same(out, last + 0.5 + at, source, at)

    def test_join_of_other_components_rates_and_profiles(self):
        first = self.session("first.mcap", 64)
        second = self.session("second.mcap", 64, "touch", "step=2", "driven")
        out = self.edit(first, f"join {second} 0")
        behind = self.sample(out, 63 / 64 + 0.375)["inputs"]
        self.assertEqual(behind["profiles"]["/user/hand/left"], "/interaction_profiles/oculus/touch_controller")
        self.assertEqual(behind["components"]["/user/hand/left/input/x/click"]["value"], True)
        self.assertEqual(behind["components"][CLICK]["active"], False)
        self.assertEqual(self.sample(out, 0.375)["inputs"]["components"][CLICK]["value"], True)
        self.near(self.head(out, 63 / 64 + 0.5)["position_m"], [0.5, 1.5, -0.25])
        out = self.edit(second, f"join {first}")
        self.assertIn("the recording was driven; the new one is not", self.said)
        self.assertFalse(self.info(out)["driven"])

    def test_speed_and_its_velocities(self):
        source = self.session("s.mcap", 128, "velocity")
        out = self.edit(source, "speed 2")
        pose = self.head(out, 0.5)
        self.near(pose["position_m"], [1, 1.5, -0.5])
        self.near(pose["linear_m_s"], [2, 0, -1])
        self.near(pose["angular_rad_s"], [0, 1, 0])
        self.assertEqual(self.markers(out), [("first", 0.125), ("half way", 0.5)])
        self.near(self.head(out, 0)["linear_m_s"], [2, 0, -1])
        back = self.edit(out, "speed 0.5", "back.mcap")
        for at in (0, 0.5, 1.25, 1.984375):
            self.same(back, at, source, at)

    def test_retime_keeps_the_markers(self):
        source = self.session("s.mcap", 128, "velocity")
        out = self.edit(source, "mark begin 0.125 retime first 0.375")
        self.assertEqual(self.markers(out), [("begin", 0.125), ("first", 0.375), ("half way", 1.125)])
        for at, was in ((0.0625, 0.0625), (0.125, 0.125), (0.25, 0.1875), (0.375, 0.25), (1, 0.875)):
            self.near(self.head(out, at)["position_m"], [was, 1.5, -was / 2])
        self.near(self.head(out, 0.25)["linear_m_s"], [0.5, 0, -0.25])
        self.near(self.head(out, 1)["linear_m_s"], [1, 0, -0.5])

    def test_mirror(self):
        source = self.session("s.mcap", 128, "touch", "turn=3", "velocity")
        out = self.edit(source, "mirror")
        for at in (0.125, 0.75, 1.5):
            a, b = self.sample(source, at), self.sample(out, at)
            self.near(b["head"]["pose"]["angular_rad_s"], [0, -0.5, 0])
            for name, pose in poses(a).items():
                there = poses(b)[name.replace("left", "r").replace("right", "left").replace("r ", "right ", 1) if " " in name else name]
                x, y, z = pose["position_m"]
                self.near(there["position_m"], [-x, y, z])
                for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1]):  # the reflected axis of a reflected vector
                    mirrored = turned(there["rotation"], [-axis[0], axis[1], axis[2]])
                    x, y, z = turned(pose["rotation"], axis)
                    self.near(mirrored, [-x, y, z])
        inputs = self.sample(out, 0.75)["inputs"]
        self.assertEqual(inputs["profiles"]["/user/hand/right"], "/interaction_profiles/oculus/touch_controller")
        self.assertEqual(inputs["components"]["/user/hand/right/input/a/click"]["value"], True)
        self.assertEqual(inputs["components"]["/user/hand/right/input/squeeze/value"]["value"], 0.1875)
        self.assertEqual(inputs["components"]["/user/hand/left/input/thumbstick"]["value"], [-0.375, -0.375])
        self.assertFalse(inputs["components"]["/user/hand/left/input/x/click"]["active"])

    def test_mirroring_twice_changes_nothing(self):
        for words in ((), ("touch",)):  # the hands have different profiles, and the right one has none until 0.5 s
            source = self.session(f"s{len(words)}.mcap", 128, "turn=3", "velocity", "trigger=5", *words)
            back = self.edit(self.edit(source, "mirror"), "mirror", "back.mcap")
            for at in (0, 0.33, 0.75, 1.5):
                a, b = self.sample(source, at), self.sample(back, at)
                for part in ("head", "left", "right", "controllers", "gaze"):
                    self.assertEqual(a[part], b[part])
                self.assertEqual(a["inputs"]["profiles"], b["inputs"]["profiles"])
                for path in set(b["inputs"]["components"]) - set(a["inputs"]["components"]):
                    self.assertFalse(b["inputs"]["components"][path]["active"], path)
                for path, state in a["inputs"]["components"].items():
                    self.assertEqual(state, b["inputs"]["components"][path], f"{path} at {at} with {words}")

    def fault(self, path):
        """The text of the only fault of a recording, whose length is in the byte before it."""
        with open(path, "rb") as file:
            content = file.read()
        found = list(re.finditer(rb"(?:end )?(?:lose|drift|jitter|swap-hands|fail)", content))
        self.assertEqual(len(found), 1, found)
        at = found[0].start()
        return content[at:at + content[at - 1]].decode()

    def test_mirroring_faults(self):
        for text, mirrored in (("lose:left:untracked+0.5s", "lose:right:untracked+0.5s"), ("end lose:right", "end lose:left"), ("drift:left:10,-2.5+1s", "drift:right:-10,2.5+1s"),
                               ("drift:.5,0", "drift:-.5,-0"), ("jitter:right,3,1", "jitter:left,3,1"), ("lose:hands", "lose:hands"), ("swap-hands+1s", "swap-hands+1s"),
                               ("fail:xrEndFrame=XR_ERROR_SESSION_LOST+2", "fail:xrEndFrame=XR_ERROR_SESSION_LOST+2")):
            out = self.edit(self.session(f"{len(text)}{text[0]}.mcap", 64, "driven", f"fault={text}"), "mirror")
            self.assertEqual(self.fault(out), mirrored)
            self.assertEqual(self.fault(self.edit(out, "mirror", "back.mcap")), text)
        long = "lose:left+0." + "5" * 242 + "s"
        self.assertEqual(len(long), 255)
        self.edit(self.session("long.mcap", 64, "driven", f"fault={long}"), "mirror", code=4)
        self.assertIn("is too long to be mirrored", self.said)

    def test_move_and_turn(self):
        source = self.session("s.mcap", 64, "turn=3", "velocity")
        out = self.edit(source, "move 1 -2 0.5")
        for name, pose in poses(self.sample(out, 0.5)).items():
            was = poses(self.sample(source, 0.5))[name]
            self.near(pose["position_m"], [was["position_m"][0] + 1, was["position_m"][1] - 2, was["position_m"][2] + 0.5])
            self.assertEqual(pose["rotation"], was["rotation"])
        back = self.edit(out, "move -1 2 -0.5", "back.mcap")
        self.alike(self.sample(back, 0.75), self.sample(source, 0.75))
        out = self.edit(source, "turn 90")
        quarter = [0, math.sqrt(0.5), 0, math.sqrt(0.5)]
        for name, pose in poses(self.sample(out, 0.5)).items():
            was = poses(self.sample(source, 0.5))[name]
            x, y, z = was["position_m"]
            self.near(pose["position_m"], [z, y, -x])
            self.assertLess(angle(pose["rotation"], product(quarter, was["rotation"])), 1e-5)
        self.near(self.head(out, 0.5)["linear_m_s"], [-0.5, 0, -1])

    def test_hands(self):
        source = self.session()
        out = self.edit(source, "scale-hands 2")
        joints = self.sample(out, 0.5)["left"]["joints"]
        self.near(joints["WRIST"]["position_m"], [1, 0.5, 0])
        self.near(joints["INDEX_TIP"]["position_m"], [1 + 2 * 9, 0.5, 0])  # of the wrist, at (1, t, 0), it was 9 m away
        out = self.edit(source, "fill-gaps 0.05")
        for at in (33 / 64, 0.57):
            left = self.sample(out, at)["left"]
            self.assertTrue(left["tracked"])
            self.near(left["joints"]["INDEX_TIP"]["position_m"], [10, at, 0])
        out = self.edit(source, "fill-gaps 0.03")  # the hand is away for two frames, 0.03125 s
        self.assertFalse(self.sample(out, 33 / 64)["left"]["tracked"])

    def test_a_hand_that_lacks_a_joint_is_not_filled(self):
        """Of a hand that is away, all joints are filled, or none: those that would have been are not counted."""
        here = ",1" + ",0,1,0,0,0,0,1" * 2
        with open(self.path("hand.csv"), "w", encoding="utf-8") as file:
            file.write("time,head.x,head.y,head.z,head.qx,head.qy,head.qz,head.qw,left.hand.active," + ",".join(
                f"left.{joint}.{name}" for joint in ("wrist", "palm") for name in ("x", "y", "z", "qx", "qy", "qz", "qw")) + "\n")
            for time, hand in ((0, here), (0.01, ",0" + "," * 14), (0.02, here)):
                file.write(f"{time},0,1.5,0,0,0,0,1{hand}\n")
        subprocess.run([TOOL, "convert", "--force", self.path("hand.csv"), "-o", self.path("hand.mcap")], stdout=subprocess.DEVNULL, check=True)
        out = self.edit(self.path("hand.mcap"), "fill-gaps 1")
        self.assertIn("0 poses filled", self.said)
        self.assertFalse(self.sample(out, 0.01)["left"]["tracked"])

    def test_resample(self):
        out = self.edit(self.session(), "resample 100")
        self.assertEqual(self.info(out)["frame_count"], 199)
        for at in (0.01, 0.5, 1.23, 1.98):
            sample = self.sample(out, at)
            self.assertEqual(sample["head"]["how"], "exact")
            self.near(sample["head"]["pose"]["position_m"], [at, 1.5, -at / 2])

    def test_masks_that_changed(self):
        """What the app could get at 0.625 s it can get from the seam on; what comes behind the end goes, and a mirror has no masks."""
        source = self.session("mask.mcap", 128, "mask")
        for steps, count in (("move 1 0 0", 1), ("cut 0.5 1", 1), ("keep 0 0.25", 0), ("mirror", 0)):
            self.assertEqual(self.info(self.edit(source, steps))["messages"]["/mesh"], count, steps)
        self.assertIn("visibility masks and hand meshes", self.said)

    def test_reduce_proves_its_bound(self):
        source = self.session("s.mcap", 128, "grip=9", "turn=20")
        only = self.edit(source, "only head,controllers", "only.mcap")
        out = self.edit(only, "reduce 5 2")
        self.assertIn("of 5 mm and 2 degrees", self.said)
        self.assertLess(self.info(out)["frame_count"], 40)
        for at in [random.Random(2).uniform(0, 1.98) for _ in range(40)]:
            self.alike(self.sample(out, at), self.sample(only, at), 0.005, math.radians(2))

    def test_json_says_what_the_text_says(self):
        source = self.session("s.mcap", 128, "grip=9", "turn=20")
        self.edit(source, "cut 0.5 1 mark here 0.3 only head,controllers reduce 5 2")
        text = self.said
        self.edit(source, "cut 0.5 1 mark here 0.3 only head,controllers reduce 5 2 --json")
        told = json.loads(self.said)
        self.assertEqual([told["file"], [step["step"] for step in told["steps"]]], [self.path("out.mcap"), ["cut", "mark", "only", "reduce"]])
        self.assertTrue(all(line in text for step in told["steps"] for line in step["said"] or [self.fail(step)]))
        self.assertEqual(told["was"], {"duration_s": 127 / 64, "frames": 128, "markers": 2})
        info = self.info(self.path("out.mcap"))
        self.assertEqual(told["is"], {"duration_s": 95 / 64, "frames": info["frame_count"], "markers": 3, "bytes": info["file_size_bytes"]})
        self.assertEqual([told["proof"]["times"], told["proof"]["bound_mm"], told["proof"]["bound_degrees"]], [96, 5, 2])
        self.assertLess(told["proof"]["off_mm"], 5)
        self.assertEqual([told["unknown_messages"], told["damaged_places"], told["frames_too_close"], told["finished"], told["curved"]], [0, 0, 0, True, None])
        self.edit(os.path.join(DATA, "README.md"), "mirror --json", "out.bin", 4)
        self.assertEqual(json.JSONDecoder().raw_decode(self.said)[0]["result"], "unusable")

    def test_content(self):
        source = self.session()
        out = self.edit(source, "only head,gaze")
        sample = self.sample(out, 0.5)
        self.assertEqual([sample["left"]["how"], sample["inputs"]["how"]], ["absent", "absent"])
        self.same(self.edit(source, "without pinch"), 0.5, source, 0.5)
        out = self.edit(source, "mark here 0.3 rename first start unmark here mark end 1.984")
        self.assertEqual(self.markers(out), [("start", 0.25), ("half way", 1), ("end", 1.984)])
        self.same(out, 0.7, source, 0.7)
        driven = self.session("d.mcap", 64, "driven")
        self.assertTrue(self.info(self.edit(driven, "mark here 0.3 move 1 0 0"))["driven"])
        self.assertFalse(self.info(self.edit(driven, "keep 0.25 0.5"))["driven"])

    def test_a_session_that_gets_the_focus_late(self):
        source = self.session("s.mcap", 128, "focus")  # time 0 is frame 32
        out = self.edit(source, "cut 0 0.5")
        for at in (0, 0.25, 0.984375):
            self.same(out, at, source, at + 0.5)
        self.assertEqual(self.info(out)["frame_count"], 96)
        out = self.edit(source, f"join {source} 0")
        self.same(out, 1.484375 + 0.25, source, 0.25)
        out = self.edit(self.session("none.mcap"), f"join {source} 0")  # no frame of the first one has the focus
        self.assertIn("none behind it has it", self.said)
        self.assertEqual(self.info(out)["duration_s"], 1.984375 + 1.484375)
        self.same(out, 0.25, self.path("none.mcap"), 0.25)
        self.alike(self.sample(out, 1.984375 + 0.25), self.sample(source, 0.25))

    def test_damage_and_repair(self):
        source = self.session("nan.mcap", 64, "nan", "chunks")
        out = self.edit(source, "repair")
        self.assertIn("2 poses that cannot be played marked as not valid", self.said)
        self.alike(self.sample(out, 0.5), self.sample(source, 0.5))
        with open(source, "rb") as file:
            bytes_ = file.read()
        with open(self.path("cut.mcap"), "wb") as file:
            file.write(bytes_[:-2000])
        self.edit(self.path("cut.mcap"), "mirror", code=4)
        self.assertIn("understudy recover", self.said)
        self.edit(self.path("cut.mcap"), "repair")

    def test_messages_that_cannot_be_decoded(self):
        """Each counts once, as `check` counts them, also where it reads several times."""
        with open(self.session("sound.mcap", 64, "chunks"), "rb") as file:
            sound = file.read()
        for topics in (["/marker"], ["/frame"], ["/marker", "/frame", "/input"]):
            source = self.path("spoiled.mcap")
            with open(source, "wb") as file:
                file.write(spoiled(sound, topics))
            found = json.loads(call("check", "--json", source).stdout)["items"]
            self.assertEqual([item["count"] for item in found if item["kind"] == "undecodable"], [len(topics)], topics)
            self.edit(source, "mirror", code=4)
            self.assertIn("the recording is damaged", self.said)
            for steps in ("repair", "repair reduce 1 1"):
                self.edit(source, f"{steps} --json")
                self.assertEqual(json.loads(self.said)["damaged_places"], len(topics), f"{topics} {steps}")
            self.edit(self.path("sound.mcap"), f"join {source} repair")
            self.assertIn(f"{len(topics)} damaged place", self.said)


class Animation(Case):
    def sources(self):
        names = [os.path.join(DATA, name) for name in ("v1.1-8-markers.bin", "v1.0.bin", "demo.bin")]
        if os.path.isdir(SAMPLES):
            names += [os.path.join(SAMPLES, name) for name in sorted(os.listdir(SAMPLES)) if name.endswith(".bin")]
        return names

    def times(self, path, count=6):
        facts = self.info(path)
        start, end = facts["start_s"], facts["start_s"] + facts["duration_s"]
        return [start, end] + [random.Random(3).uniform(start, end) for _ in range(count)]

    def test_what_stays_the_same(self):
        for source in self.sources():
            out = self.edit(source, "mirror mirror move 1 2 3 move -1 -2 -3 turn 30 turn -30")
            for at in self.times(source):
                a, b = self.sample(source, at), self.sample(out, at)
                self.alike(a, b, 1e-5, 1e-3)
                for hand in ("left", "right"):
                    self.assertEqual([a[hand].get("tracked"), a[hand].get("pinching")], [b[hand].get("tracked"), b[hand].get("pinching")])
                self.assertEqual(a["gaze"].get("valid"), b["gaze"].get("valid"))
                if a["gaze"].get("valid"):
                    self.near(a["gaze"]["direction"], b["gaze"]["direction"], 1e-4)

    def test_cut(self):
        for source in self.sources():
            start, end, *some = self.times(source)
            part = (end - start) / 4
            out = self.edit(source, f"cut {start + part:.6f} {start + 2 * part:.6f}")
            for at in some:
                if at > start + 2 * part + 1e-3:
                    self.alike(self.sample(out, at - part), self.sample(source, at), 2e-5, 1e-3, f"{source} at {at}")
                elif at < start + part - 0.06:
                    self.alike(self.sample(out, at), self.sample(source, at), 2e-5, 1e-3)

    def test_a_cut_between_two_keys_that_are_far_apart(self):
        path = self.path("line.bin")
        animation(path, [lambda t: t, lambda t: 1, lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 1], [("m", 5.0)], rate=0.1)
        out = self.edit(path, "cut 2 4")
        for at, x in ((1, 1), (1.99, 1.99), (2.0, 4), (2.001, 4.001), (5, 7), (8, 10)):
            self.near(self.head(out, at)["position_m"], [x, 1, 0], 2e-5)
        self.assertEqual(self.markers(out), [("m", 3.0)])
        self.near(self.head(self.edit(path, "keep 2 m"), 3)["position_m"], [5, 1, 0])
        self.near(self.head(self.edit(path, "speed 4"), 2)["position_m"], [8, 1, 0])

    def test_smooth_halves_its_frequency(self):
        # Half at 3 Hz; a quarter power of that, 0.5 ** (1/9), at 1 Hz; a constant speed stays.
        for hz, wanted in ((3, 0.5), (1, 0.5 ** (1 / 9)), (6, 0.5 ** 4)):
            path = self.path("sine.bin")
            animation(path, [lambda t, hz=hz: math.sin(2 * math.pi * hz * t), lambda t: t, lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 0,
                             lambda t: 1], rate=120)
            out = self.edit(path, "smooth 3")
            frames = [5 + n / 120 for n in range(0, 41, 2)]
            heads = [self.head(out, at)["position_m"] for at in frames]
            for at, head in zip(frames, heads):
                self.near(head, [wanted * math.sin(2 * math.pi * hz * at), at, 0], 2e-3)

    def test_smooth_keeps_a_constant_speed_where_the_rate_changes(self):
        path = self.path("rates.bin")
        times = [n / 120 for n in range(600)] + [5 + n / 12 for n in range(61)]
        animation(path, [lambda t: t, lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 1], times=times)
        out = self.edit(path, "smooth 1")
        for at in (0, 0.05, 4.5, 4.9, 5, 5.25, 7.5, 10):
            self.near(self.head(out, at)["position_m"], [at, 0, 0], 2e-5)

    def test_curves_become_lines_and_it_says_so(self):
        path = self.path("step.bin")  # steps of 1 m: halfway, the line is off by 0.5 m
        with open(path, "wb") as file:
            file.write(struct.pack("<Qii3B", 0x6A8FAF6E0F9E42C6, 1, 1, 1, 0, 0))
            for value in (lambda t: t, *(lambda t: 0,) * 5, lambda t: 1):
                keys = [struct.pack("<ffffffi", t, value(t), math.inf, math.inf, 0, 0, 0) for t in range(10)]
                file.write(struct.pack("<iii", 8, 8, len(keys)) + b"".join(keys))
            file.write(struct.pack("<i", 0))
        self.edit(path, "move 1 0 0")
        self.assertIn("off by 500.0 mm and 0.0 degrees halfway", self.said)

    def test_names_of_markers(self):
        """What of a name no recording holds is said, and the rest stays. `convert` counts it as a loss, --strict refuses it."""
        source, flat = self.path("names.bin"), [lambda t: t] + [lambda t: 0] * 5 + [lambda t: 1]
        animation(source, flat, [("red \x1b[31m", 1), ("plain", 2), ("two\nlines", 3)])
        out = self.edit(source, "move 1 0 0", "out.bin")
        self.assertIn("control characters, or what is too long, of the names of 2 markers left out", self.said)
        self.assertEqual([name for name, _ in self.markers(out)], ["red ?[31m", "plain", "two?lines"])
        for name in ("out.mcap", "out.csv"):
            ran = subprocess.run([TOOL, "convert", source, "-o", self.path(name), "--json"], capture_output=True, text=True, check=True)
            losses = [loss for loss in json.loads(ran.stdout)["losses"] if "names" in loss["text"]]
            self.assertEqual(losses, [{"kind": "dropped", "count": 2, "text": "control characters, or what is too long, of the names of 2 markers"}])
            ran = call("convert", source, "-o", self.path("strict." + name), "--strict")
            self.assertEqual(ran.returncode, 4)

    def test_reduce(self):
        for source in self.sources()[-2:]:
            self.edit(source, "reduce 0.01 0.01")
            out = self.edit(source, "reduce 2 1")
            self.assertIn("proved", self.said)
            self.assertLess(os.path.getsize(out), os.path.getsize(self.edit(source, "repair", "whole.bin")))
            for at in self.times(source, 12):
                self.alike(self.sample(out, at), self.sample(source, at), 0.002, math.radians(1))

    def test_reduce_never_adds_keys(self):
        """The curves of the position have 21 keys each, at times of their own, and no key is on the line between others: they stay
        as they are. Those of the rotation have a key at each quarter of a second, of which the line between the ends replaces all."""
        source = self.path("by-curve.bin")
        zigzag = [[shift] + [n + shift for n in range(1, 21)] for shift in (0, 0.25, 0.5)]
        quarters = [n / 4 for n in range(83)]
        animation(source, [lambda t: float(round(t - 0) % 2), lambda t: float(round(t - 0.25) % 2), lambda t: float(round(t - 0.5) % 2),
                           lambda t: 0, lambda t: 0, lambda t: 0, lambda t: 1], times=zigzag + [quarters] * 4)
        out = self.edit(source, "mark here 3 reduce 2 1")
        self.assertIn("proved", self.said)
        self.assertLess(self.info(out)["key_count"], 3 * 21 + 4 * 10)
        self.assertGreaterEqual(self.info(out)["key_count"], 3 * 21 + 4 * 2)
        for at in quarters:
            self.alike(self.sample(out, at), self.sample(source, at), 0, 0)
        # Nothing comes back, however often it is done.
        again = self.edit(out, "reduce 2 1", "again.bin")
        self.assertLessEqual(self.info(again)["key_count"], self.info(out)["key_count"])
        last = self.edit(again, "reduce 2 1", "last.bin")
        self.assertEqual(self.info(last)["key_count"], 3 * 21 + 4 * 2)
        for at in quarters:
            self.alike(self.sample(last, at), self.sample(source, at), 0, 0)

    def test_join(self):
        source = os.path.join(DATA, "demo.bin")
        start, end, *some = self.times(source)
        out = self.edit(source, f"join {source} 0.25")
        self.assertIn(("seam", round(end, 6)), [(name, round(at, 6)) for name, at in self.markers(out)])
        for at in some:
            self.alike(self.sample(out, at), self.sample(source, at), 2e-5, 1e-3)
            self.alike(self.sample(out, end + 0.25 + at - start), self.sample(source, at), 2e-5, 1e-3)


class Refusals(Case):
    def refuse(self, source, steps, words, code=2, out=None):
        made = self.edit(source, steps, out or "refused" + os.path.splitext(source)[1], code)
        self.assertIn(words, self.said)
        self.assertFalse(os.path.exists(made), "a file is left behind")
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])

    def test_steps(self):
        source = self.session()
        demo = os.path.join(DATA, "demo.bin")
        self.refuse(source, "mirorr", "there is no step 'mirorr'; did you mean 'mirror'?")
        self.refuse(source, "", "no step is given")
        self.refuse(source, "cut 1", "too few words follow 'cut'; write cut FROM TO")
        self.refuse(source, "mirror move 1 2", "step 2: too few words follow 'move'")
        self.refuse(source, "cut 1 9", "step 1, cut: '9' is outside of the recording, which lasts from 0.000 s to 1.984 s here")
        self.refuse(source, "keep 0 1 cut 1.5 1.7", "lasts from 0.000 s to 1.000 s here")
        self.refuse(source, "cut 1 0.5", "the part from '1' to '0.5' is empty")
        self.refuse(source, "cut 0 1.984", "nothing would be left")
        self.refuse(source, "cut there 1", "there is no marker 'there'; the recording has 'first' (0.250 s), 'half way' (1.000 s)")
        self.refuse(source, "unmark there", "there is no marker 'there'")
        self.refuse(source, "mark 3 1", "'3' is no name for a marker")
        self.refuse(source, "speed 0", "'0' is not a number from 0.1 to 10")
        self.refuse(source, "resample nan", "'nan' is not a number")
        self.refuse(source, "only eyes", "'eyes' is no channel; write some of head, hands, gaze, pinch and controllers")
        self.refuse(source, "without head,hands,gaze,pinch,controllers", "nothing would be left")
        self.refuse(source, "reduce 1 1 mirror", "let 'reduce' be the last step")
        self.refuse(source, f"join {demo}", "make a file of the session with `understudy convert` first")
        self.refuse(source, "join missing.mcap", "step 1, join", 4)
        self.refuse(source, "retime first 0", "is not behind 0.000 s")
        self.refuse(source, "mirror", "let the name of --output end in .mcap", out="take.bin")
        self.refuse(demo, "mirror", "let the name of --output end in .bin", out="take.mcap")
        self.refuse(os.path.join(DATA, "README.md"), "mirror", "README.md", 4, out="take.bin")
        table = os.path.join(self.folder, "table.csv")
        with open(table, "w", encoding="utf-8") as file:
            file.write("time,head.x\n0,1\n")
        xror = os.path.join(self.folder, "replay.xror")
        with open(xror, "wb") as file:
            file.write(b"\x1a\x10\0\0\x02$schema\0;\0\0\0https")
        for ending in (".mcap", ".bin"):
            self.refuse(xror, "mirror", "this is a recording in XROR, not an input animation file; type 'understudy convert FILE -o NEW.mcap'", 4,
                        out="take" + ending)
        self.refuse(os.path.join(DATA, "isaac.mcap"), "mirror", "if NVIDIA IsaacTeleop made it, type 'understudy convert FILE -o NEW.mcap'", 4)
        self.refuse(table, "mirror", "this is a table, not an input animation file; 'understudy convert' makes a recording of one", 4, out="take.mcap")
        for path, steps in ((demo, "only controllers"), (demo, "only pinch"), (os.path.join(DATA, "hands-only.bin"), "without hands")):
            self.refuse(path, steps, "nothing would be left")
        self.refuse(self.session("bare.mcap", 128, "bare"), "without head", "nothing would be left to play: no head, no hand, no controller and no gaze")
        self.refuse(demo, "reduce 0.001 1", "'0.001' is not a number from 0.01 to 1000")
        self.refuse(source, "mark \udcff 0.5", "is not well-formed UTF-8")

    def test_scripts_of_a_person(self):
        """Where a command wants a recording, the command that makes one of a script is named, whether the script is there or not."""
        script = self.path("nod.person")
        with open(script, "w", encoding="utf-8") as file:
            file.write("0 head pose 0 1.6 0\n")
        out = self.path("out.mcap")
        for path in ("performance:menu-poke", script, self.path("none.person")):
            for words in (["info", path], ["check", path], ["view", path], ["sample", path, "--time", "0"], ["edit", path, "-o", out, "mirror"],
                          ["convert", path, "-o", out]):
                ran = call(*words)
                self.assertEqual(ran.returncode, 2 if words[0] == "check" else 4, words)
                self.assertIn("; it is what a person does: 'understudy perform' makes a recording of it", ran.stderr, words)

    def test_markers(self):
        flat = [lambda t: 0] * 6 + [lambda t: 1]
        path = self.path("names.bin")
        animation(path, flat, [("m", 9 - n / 10000) for n in range(50000)])
        self.refuse(path, "rename m " + 100 * "n", "the markers' names would be longer than 4194304 bytes")
        animation(path, flat, [("late", 1e30)])
        self.refuse(path, "mirror", "too far away to edit", 4)

    def test_inputs(self):
        source = self.session()
        broken = self.path("broken.mcap")
        with open(self.session("nan.mcap", 64, "nan", "chunks"), "rb") as file, open(broken, "wb") as out:
            out.write(file.read()[:-2000])
        self.refuse(source, f"join {broken}", "broken.mcap: the recording was not finished", 4)
        self.edit(source, f"repair join {broken}")
        self.assertIn("broken.mcap was not finished", self.said)
        self.edit(broken, "repair")
        self.assertIn("the recording was not finished", self.said)
        os.mkfifo(self.path("pipe.mcap"))
        self.refuse(self.path("pipe.mcap"), "mirror", "this is a pipe", 4)
        self.edit(source, "keep 0 1.984375")
        self.assertIn("nothing is left out", self.said)

    def test_files(self):
        source = self.session()
        with open(source, "rb") as file:
            before = file.read()
        self.edit(source, "mirror", "s.mcap", 2)
        self.edit(source, f"join {self.edit(source, 'mirror', 'other.mcap')}", "other.mcap", 2)
        ran = call("edit", source, "mirror", "-o", self.path("other.mcap"))
        self.assertEqual((ran.returncode, "is there already" in ran.stderr), (2, True))
        for name in ("f9.bin", "f9.mcap"):
            ran = call("edit", source, "mirror", name)
            self.assertIn(f"edit: step 2: there is no step '{name}'; name the new file by --output; see", ran.stderr)
        ran = call("edit", source, "mirror")
        self.assertEqual((ran.returncode, "--output is missing" in ran.stderr), (2, True))
        ran = call("edit", source, "move", "-1", "0", "0", "-o", self.path("third.mcap"))
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        ran = call("edit", "--quiet", source, "mirror", "-o", self.path("fourth.mcap"))
        self.assertEqual((ran.returncode, "edit: --quiet is '>/dev/null' of the shell now" in ran.stderr), (2, True))
        with open(source, "rb") as file:
            self.assertEqual(file.read(), before)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
