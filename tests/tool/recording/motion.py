#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""motion.py TOOL MAKE_SESSION SOURCE [CASE]: `understudy convert` to glTF (.glb) and BVH.

A person of closed form, or a recording, is converted; the file is read by its specification (motion_files.py), and the pose of each node in LOCAL, by
the chain of its parents, is compared with the closed form, or with the recording's table. Where it is installed, assimp reads the files too.
"""
import math
import os
import shutil
import subprocess
import sys
import unittest

from motion_files import Bvh, Glb, assimp, between, chain, metres, radians
from tables import DEMO, MAKE, TOOL, Case, about, call, product

FINGERS = {"thumb": ("metacarpal", "proximal", "distal", "tip")}
for finger in ("index", "middle", "ring", "little"):
    FINGERS[finger] = ("metacarpal", "proximal", "intermediate", "distal", "tip")
PARENTS = {}  # in a hand, as XR_EXT_hand_tracking draws its bones
for finger, joints in FINGERS.items():
    for before, joint in zip((None,) + joints, joints):
        PARENTS[f"{finger}_{joint}"] = f"{finger}_{before}" if before else "wrist"
PARENTS = {"wrist": None, "palm": "wrist", **PARENTS}
X, Y, Z = 0, 1, 2


def column(name):
    side, _, rest = name.partition("_")
    return f"{side}.{rest}" if side in ("left", "right") else name


def hand(side, t, stretch):
    sign = -1 if side == "left" else 1
    poses = {}
    for i, (joint, parent) in enumerate(PARENTS.items()):
        if parent is None:
            poses[f"{side}_wrist"] = ((sign * 0.2 + 0.1 * math.sin(t), 1.1 + 0.1 * math.cos(3 * t), -0.4), product(about(Y, 1.3 * t), about(Z, sign * 0.4 + t)))
            continue
        length = 0.03 + 0.001 * i + (0.004 * math.sin(t + i) if stretch else 0)
        bone = (sign * 0.004 * (i % 5 - 2), 0.001 * i, -length)
        poses[f"{side}_{joint}"] = chain(poses[f"{side}_{parent}"], (bone, product(about(X, -0.5 * math.sin(2 * t + i)), about(Y, 0.02 * i))))
    return poses


def person(t, stretch=False, controllers=True, hands=True, head=True):
    poses = {}
    if head:
        poses["head"] = ((math.sin(t), 1.6 + 0.1 * math.sin(2 * t), -t / 4), product(about(Y, 2.5 * t), about(X, 0.6 * math.sin(3 * t))))
    for side in ("left", "right"):
        if controllers:
            poses[f"{side}_grip"] = ((0.3, 1 + 0.1 * t, -0.3), product(about(X, t), about(Z, 2 * t)))
            poses[f"{side}_aim"] = ((-0.3, 1 - 0.1 * t, -0.3), about(Y, -t))
        if hands:
            poses.update(hand(side, t, stretch))
    return poses


def table(times, frames, markers=()):
    """CSV of the frames, which are poses by name; an empty pose is not valid."""
    names = sorted({name for frame in frames for name in frame})
    parts = ("x", "y", "z", "qx", "qy", "qz", "qw")
    lines = ["time,marker," + ",".join(f"{column(name)}.{part}" for name in names for part in parts)]
    marks = dict(markers)
    for t, frame in zip(times, frames):
        cells = [cell for name in names for cell in ([f"{v:.9g}" for v in (*frame[name][0], *frame[name][1])] if name in frame else [""] * 7)]
        lines.append(f"{t:.9f},{marks.get(t, '')}," + ",".join(cells))
    return "\n".join(lines) + "\n"


class MotionCase(Case):
    def make(self, times, frames, end, *options, **more):
        self.source = self.write("in.csv", table(times, frames, **more))
        return self.convert(self.source, "out" + end, "--force", *options)

    def worst(self, motion, frames, skip=()):
        """The largest errors of the nodes of frames."""
        far, off = 0.0, 0.0
        for i, frame in enumerate(frames):
            for name, pose in frame.items():
                if name in skip:
                    continue
                made = motion.world(name, i)
                far, off = max(far, metres(made, pose)), max(off, radians(made, pose))
        return far, off

    def assert_near(self, motion, frames, far, off, **more):
        worst = self.worst(motion, frames, **more)
        print(f"{self.id()}: {worst[0]:.2g} m, {worst[1]:.2g} rad", file=sys.stderr)
        self.assertLess(worst[0], far)
        self.assertLess(worst[1], off)

    def texts(self, report, kind):
        return [loss["text"] for loss in report["losses"] if loss["kind"] == kind]

    def table_of(self, recording):
        """The times and the valid poses of a recording's table, by node."""
        times, frames = [], []
        for row in self.rows(self.convert(recording, "reference.csv", "--force")):
            if row.get("marker"):
                continue
            frame = {}
            for name in row:
                if not name.endswith(".qw") or row[name] == "" or name.startswith("view") or "aim_ray" in name:
                    continue
                stem = name[:-3]
                cells = [row[f"{stem}.{part}"] for part in ("x", "y", "z", "qx", "qy", "qz", "qw")]
                if all(cells):
                    values = list(map(float, cells))
                    frame[stem.replace(".", "_")] = (tuple(values[:3]), tuple(values[3:]))
            times.append(float(row["time"]))
            frames.append(frame)
        return times, frames


TIMES = [n / 64 for n in range(160)]


class Gltf(MotionCase):
    def test_poses(self):
        """Each node is where the person is, at each frame; the report measures the same."""
        for stretch in (False, True):
            frames = [person(t, stretch) for t in TIMES]
            for frame in frames[1::2]:  # the same rotations
                frame.update({name: (place, tuple(-c for c in q)) for name, (place, q) in frame.items()})
            motion = Glb(self.make(TIMES, frames, ".glb")).motion()
            self.assertEqual(motion.times, TIMES)
            self.assertEqual(set(motion.poses), {"LOCAL", *frames[0]})
            self.assert_near(motion, frames, 1e-6, 2e-6)
            measured = self.losses(self.source, "out.glb", "--force")["measured"]
            self.assertEqual(measured["frames"], len(TIMES))
            self.assertLess(measured["position_m"], 1e-6)
            self.assertLess(measured["rotation_rad"], 2e-6)
            for name, poses in motion.poses.items():
                for a, b in zip(poses, poses[1:]):
                    self.assertGreaterEqual(sum(x * y for x, y in zip(a[1], b[1])), 0, name)  # LINEAR goes the shorter way

    def test_blocks(self):
        """A recording of more frames than the writer holds at once."""
        times = [n / 64 for n in range(1100)]
        frames = [person(t, hands=False) for t in times]
        motion = Glb(self.make(times, frames, ".glb")).motion()
        self.assertEqual(motion.times, times)
        self.assert_near(motion, frames, 2e-6, 2e-6)

    def test_tree(self):
        """The joints form the skeleton of OpenXR; each has a mesh; the markers and the generator are there."""
        glb = Glb(self.make(TIMES, [person(t) for t in TIMES], ".glb", markers={0.5: "a \"b\"", 1.0: "ü"}.items()))
        motion = glb.motion()
        for side in ("left", "right"):
            for joint, parent in PARENTS.items():
                self.assertEqual(motion.parents[f"{side}_{joint}"], f"{side}_{parent}" if parent else "LOCAL")
        self.assertEqual({motion.parents[name] for name in ("head", "left_grip", "right_aim")}, {"LOCAL"})
        self.assertIsNone(motion.parents["LOCAL"])
        self.assertEqual(glb.json["asset"], {"version": "2.0", "generator": "Understudy"})
        self.assertEqual(glb.json["scenes"][glb.json["scene"]]["nodes"], [0])
        self.assertEqual(glb.json["animations"][0]["extras"], {"markers": [{"time": 0.5, "name": 'a "b"'}, {"time": 1, "name": "ü"}]})
        for node in glb.json["nodes"][1:]:
            primitive, = glb.json["meshes"][node["mesh"]]["primitives"]
            vertices, faces = glb.values(primitive["attributes"]["POSITION"]), [i for i, in glb.values(primitive["indices"])]
            for k in range(0, 24, 3):  # seen from outside, the corners go round counterclockwise
                a, b, c = (vertices[i] for i in faces[k:k + 3])
                u, v = [x - y for x, y in zip(b, a)], [x - y for x, y in zip(c, a)]
                across = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
                self.assertGreater(sum(x * y for x, y in zip(across, a)), 0)

    def test_recordings(self):
        """An input animation file and a session are as their tables say."""
        for recording in (DEMO, self.session("96", "grip=9", "turn=5"), self.session("96", "focus")):
            with self.subTest(recording=recording):
                times, frames = self.table_of(recording)
                first = sum(t < 0 for t in times)
                motion = Glb(self.convert(recording, "out.glb", "--force")).motion()
                self.assertEqual(len(motion.times), len(times) - first)
                for a, b in zip(motion.times, times[first:]):
                    self.assertAlmostEqual(a, b, delta=1e-6)
                self.assert_near(motion, frames[first:], 2e-6, 2e-6)

    def test_lost(self):
        """A hand that is lost keeps its last pose, and comes back where it is; a lost joint moves with its hand."""
        frames = [person(t, controllers=False) for t in TIMES]
        for n in range(40, 60):
            frames[n] = {name: pose for name, pose in frames[n].items() if not name.startswith("left")}
        for n in range(80, 90):
            del frames[n]["right_ring_distal"]
        motion = Glb(self.make(TIMES, frames, ".glb")).motion()
        self.assert_near(motion, frames, 1e-6, 2e-6)
        for n in range(40, 60):
            for joint in PARENTS:
                self.assertEqual(motion.poses[f"left_{joint}"][n], motion.poses[f"left_{joint}"][39])
        for n in range(80, 90):
            self.assertEqual(motion.poses["right_ring_distal"][n], motion.poses["right_ring_distal"][79])
        dropped = self.texts(self.losses(self.source, "out.glb", "--force"), "dropped")
        self.assertIn("the loss of the left hand or of joints of it, in 20 of 160 frames; they keep their last pose", dropped)
        self.assertIn("the loss of the right hand or of joints of it, in 10 of 160 frames; they keep their last pose", dropped)

    def test_late(self):
        """Before its first pose a node has that pose; a joint whose parent never has one is a child of LOCAL."""
        frames = [person(t, controllers=False) for t in TIMES]
        for n, frame in enumerate(frames):
            for name in list(frame):
                if (n < 30 and name.startswith("right")) or name == "right_index_metacarpal":
                    del frame[name]
        motion = Glb(self.make(TIMES, frames, ".glb")).motion()
        self.assert_near(motion, frames, 1e-6, 2e-6)
        self.assertEqual(motion.parents["right_index_proximal"], "LOCAL")
        self.assertNotIn("right_index_metacarpal", motion.poses)
        for name in frames[30]:
            self.assertLess(metres(motion.world(name, 0 if name.startswith("right") else 30), frames[30][name]), 1e-6)
        notes = self.texts(self.losses(self.source, "out.glb", "--force"), "note")
        self.assertIn("1 joints of the right hand that never have a pose are left out", notes)

    def test_controllers(self):
        """Of controllers alone there are only their poses."""
        frames = [person(t, head=False, hands=False) for t in TIMES]
        motion = Glb(self.make(TIMES, frames, ".glb")).motion()
        self.assertEqual(set(motion.poses), {"LOCAL", "left_grip", "left_aim", "right_grip", "right_aim"})
        self.assert_near(motion, frames, 1e-6, 2e-6)

    def test_part(self):
        """A head that only turns stays at the origin, and the report says that this is made up."""
        rows = "".join(f"{n / 64},0,{math.sin(n / 99):.9g},0,{math.cos(n / 99):.9g}\n" for n in range(20))
        path = self.write("in.csv", "time,head.qx,head.qy,head.qz,head.qw\n" + rows)
        motion = Glb(self.convert(path, "out.glb")).motion()
        for n in range(20):
            place, rotation = motion.poses["head"][n]
            self.assertEqual(place, (0, 0, 0))
            self.assertAlmostEqual(rotation[1], math.sin(n / 99), places=6)
        report = self.losses(path, "out.glb", "--force")
        self.assertEqual(self.texts(report, "invented"), ["the positions of 1 nodes that never have one: the origin of the parent"])

    def test_times(self):
        """Frames that float32 does not tell apart are left out, and times stay in order."""
        times = [1000 + n * 1e-5 for n in range(100)]
        frames = [person(n / 64) for n in range(100)]
        glb = Glb(self.make([0, *times], [frames[0], *frames], ".glb"))
        made = glb.motion().times
        self.assertTrue(all(a < b for a, b in zip(made, made[1:])))
        self.assertLess(len(made), 101)
        self.assertIn(f"frames whose times are too close for float32, {101 - len(made)}",
                      self.texts(self.losses(self.source, "out.glb", "--force"), "dropped"))

    def test_far(self):
        """A position that is finite and absurd makes no infinity."""
        frames = [person(t) for t in TIMES]
        frames[3]["left_index_tip"] = ((3e38, -3e38, 3e38), frames[3]["left_index_tip"][1])
        for end in (".glb", ".bvh"):
            path = self.make(TIMES, frames, end)
            motion = Glb(path).motion() if end == ".glb" else Bvh(path).motion(False)
            worst = self.worst(motion, [{k: v for k, v in frame.items() if abs(v[0][0]) < 1e9} for frame in frames])
            self.assertLess(worst[0], 1e-3)


class Motion(MotionCase):
    def test_poses(self):
        """At a constant rate each line is a frame, whichever way a program takes positions: bones that do not stretch are fixed."""
        for stretch in (False, True):
            frames = [person(t, stretch) for t in TIMES]
            bvh = Bvh(self.make(TIMES, frames, ".bvh"))
            self.assertEqual((bvh.frames, bvh.period), (len(TIMES), 1 / 64))
            for name, channels in bvh.channels.items():
                positions = [] if PARENTS.get(name.partition("_")[2]) and not stretch else ["Xposition", "Yposition", "Zposition"]
                self.assertEqual(channels, positions + ["Zrotation", "Xrotation", "Yrotation"])
                self.assertTrue(not positions or bvh.offsets[name] == (0, 0, 0), name)
            for adds in (False, True):
                self.assert_near(bvh.motion(adds), frames, 1e-5, 1e-6)
            report = self.losses(self.source, "out.bvh", "--force")
            self.assertEqual(self.texts(report, "resampled"), [])
            self.assertEqual(report["measured"]["frames"], len(TIMES))
            self.assertLess(report["measured"]["position_m"], 1e-5)
            for a, b in zip(bvh.lines, bvh.lines[1:]):
                self.assertLess(max(abs(x - y) for x, y in zip(a, b)), 90)  # angles go on where they pass 180 degrees

    def test_pole(self):
        """Straight up and straight down two of the angles are one."""
        frames = [{"head": ((0, 0, 0), product(about(Y, n / 3), about(X, sign * math.pi / 2)))} for n in range(20) for sign in (-1, 1)]
        self.assert_near(Bvh(self.make(TIMES[:40], frames, ".bvh")).motion(False), frames, 1e-6, 1e-5)

    def test_rate(self):
        """Uneven frames are put on an even rate: the lines are between the frames, and the report's largest error is that of the frames between the lines."""
        times = [0.0]
        for n in range(150):
            times.append(round(times[-1] + (0.01, 0.01, 0.01, 0.0137, 0.031)[n % 5], 6))
        frames = [person(t, True) for t in times]
        bvh = Bvh(self.make(times, frames, ".bvh"))
        motion = bvh.motion(False)
        self.assertEqual(bvh.frames, round(times[-1] / 0.01) + 1)
        self.assertAlmostEqual(bvh.period * (bvh.frames - 1), times[-1], places=9)
        wanted, at = [], 0
        for t in motion.times:
            while at < len(times) - 2 and times[at + 1] < t:
                at += 1
            share = min((t - times[at]) / (times[at + 1] - times[at]), 1)
            wanted.append({name: between(frames[at][name], frames[at + 1][name], share) for name in frames[at]})
        self.assert_near(motion, wanted, 5e-6, 5e-6)
        far, off = 0.0, 0.0
        for t, frame in zip(times, frames):
            line = min(int(t / bvh.period), bvh.frames - 2)
            for name, pose in frame.items():
                made = between(motion.world(name, line), motion.world(name, line + 1), t / bvh.period - line)
                far, off = max(far, metres(made, pose)), max(off, radians(made, pose))
        report = self.losses(self.source, "out.bvh", "--force")
        self.assertEqual(report["measured"]["frames"], len(times))
        self.assertAlmostEqual(report["measured"]["position_m"], far, delta=1e-6)
        self.assertAlmostEqual(report["measured"]["rotation_rad"], off, delta=3e-6)
        self.assertGreater(far, 1e-5)
        self.assertEqual(len(self.texts(report, "resampled")), 1)

    def test_recordings(self):
        """Of an input animation file and a session the lines at frames are those frames, and the rest is as near as the report says."""
        for recording in (DEMO, self.session("200", "grip=9", "turn=5")):
            with self.subTest(recording=recording):
                times, frames = self.table_of(recording)
                bvh = Bvh(self.convert(recording, "out.bvh", "--force"))
                motion = bvh.motion(False)
                lines = [t / bvh.period for t in times]
                exact = [(round(line), frame) for line, frame in zip(lines, frames) if abs(line - round(line)) < 1e-5]
                self.assertGreater(len(exact), 100)
                far = max(metres(motion.world(name, line), pose) for line, frame in exact for name, pose in frame.items())
                off = max(radians(motion.world(name, line), pose) for line, frame in exact for name, pose in frame.items())
                print(f"{self.id()}: {far:.2g} m, {off:.2g} rad at {len(exact)} frames", file=sys.stderr)
                self.assertLess(far, 2e-5)
                self.assertLess(off, 2e-5)

    def test_lost(self):
        """A hand that is lost keeps its last pose; controllers alone; a single frame."""
        frames = [person(t, True, controllers=False) for t in TIMES]
        for n in range(40, 60):
            frames[n] = {name: pose for name, pose in frames[n].items() if not name.startswith("left")}
        motion = Bvh(self.make(TIMES, frames, ".bvh")).motion(False)
        self.assert_near(motion, frames, 1e-5, 1e-6)
        self.assertEqual(motion.poses["left_wrist"][50], motion.poses["left_wrist"][39])
        alone = [person(t, head=False, hands=False) for t in TIMES]
        motion = Bvh(self.make(TIMES, alone, ".bvh")).motion(False)
        self.assertEqual(set(motion.poses), {"LOCAL", "left_grip", "left_aim", "right_grip", "right_aim"})
        self.assert_near(motion, alone, 1e-5, 1e-6)
        bvh = Bvh(self.make([0.5], [person(0.5)], ".bvh"))
        self.assertEqual(bvh.frames, 1)
        self.assertGreater(bvh.period, 0)
        self.assert_near(bvh.motion(False), [person(0.5)], 1e-5, 1e-6)

    def test_markers(self):
        report = self.losses(DEMO, "out.bvh")
        self.assertIn("markers, 6", self.texts(report, "dropped"))
        for end, markers in ((".bvh", 0), (".json", 0), (".glb", 6), (".csv", 6)):
            said = subprocess.run([TOOL, "convert", DEMO, "-o", self.path("held" + end)], stdout=subprocess.PIPE, text=True, check=True).stdout
            self.assertRegex(said, f"\n  holds +297 frames, {markers} marker")


class Reports(MotionCase):
    def test_dropped(self):
        """What is no pose is counted, word for word."""
        session = self.session("96", "views", "velocity", "trigger=3")
        for end in (".glb", ".bvh"):
            dropped = self.texts(self.losses(session, "out" + end), "dropped")
            for text in ("changes of buttons, other controls and interaction profiles, 96", "haptic calls, 4", "frames with views of the eyes, 96",
                         "frames with radii of joints, 48", "frames with velocities, 96", "the loss of gaze or of a part of its pose, in 72 of 96 frames; it keeps its last one",
                         "poses that are valid and not tracked: that they are not tracked, 8",
                         "the loss of the left hand or of joints of it, in 48 of 96 frames; they keep their last pose"):
                self.assertIn(text, dropped)
        dropped = self.texts(self.losses(self.session("96", "focus"), "focus.glb"), "dropped")
        self.assertIn("frames before the app had the focus, 32", dropped)

    def test_strict(self):
        """--strict leaves nothing of what loses something, and takes what loses nothing."""
        for end in (".glb", ".bvh"):
            done = self.convert(DEMO, "demo" + end, "--strict", code=4)
            self.assertIn("the loss of the left hand", done.stdout)
            self.assertFalse(os.path.exists(self.path("demo" + end)))
            self.make(TIMES, [{"head": person(t)["head"]} for t in TIMES], end, "--strict")
            self.assertTrue(self.losses(self.source, "out" + end, "--force")["lossless"])

    def test_locale(self):
        """The locale changes nothing."""
        for end in (".glb", ".bvh"):
            plain = self.convert(DEMO, "plain" + end)
            done = subprocess.run([TOOL, "convert", DEMO, "-o", self.path("comma" + end)], stdout=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "de_DE.UTF-8"}, check=False)
            self.assertEqual(done.returncode, 0)
            with open(plain, "rb") as one, open(self.path("comma" + end), "rb") as two:
                self.assertEqual(one.read(), two.read())

    def test_nothing(self):
        """A recording without a pose, and one without a frame, make no file, and say why."""
        without = self.write("in.csv", "time,left.trigger/value\n0,0.5\n1,0.25\n")
        for end in (".glb", ".bvh"):
            done = self.convert(without, "out" + end, code=4)
            self.assertIn("it has no valid pose of the head, a hand or a controller", done.stderr)
            self.convert(self.write("empty.mcap", b""), "out" + end, code=4)
            self.assertFalse(os.path.exists(self.path("out" + end)))

    def test_bounds(self):
        """A constant rate over a long gap would fill the disk; a pipe holds no glTF; neither kind is read."""
        times = [0, 0.001, 0.002, 0.003, 1e6]
        self.source = self.write("in.csv", table(times, [person(0)] * 5))
        done = self.convert(self.source, "out.bvh", code=4)
        self.assertIn("take parts of the recording with 'understudy edit'", done.stderr)
        self.convert(self.source, "out.glb")
        done = call("convert", self.path("out.glb"), "-o", self.path("back.mcap"))
        self.assertEqual(done.returncode, 4)
        self.assertIn("convert reads", done.stderr)
        self.assertNotIn(".glb for", done.stderr)


class Assimp(MotionCase):
    """A foreign reader has the same poses, within the six decimals of its dump."""

    def test_poses(self):
        for end in (".glb", ".bvh"):
            for stretch in (False, True):
                frames = [person(t, stretch) for t in TIMES]
                motion = assimp(self.make(TIMES, frames, end), self.path("dump.xml"))
                self.assertEqual(len(motion.times), len(TIMES))
                self.assertAlmostEqual(motion.times[-1], TIMES[-1], delta=1e-3)
                self.assert_near(motion, frames, 2e-5, 1e-4)

    def test_demo(self):
        _, frames = self.table_of(DEMO)
        self.assert_near(assimp(self.convert(DEMO, "out.glb"), self.path("dump.xml")), frames, 2e-5, 1e-4)


if __name__ == "__main__":
    if sys.argv[4:] == ["Assimp"] and not shutil.which("assimp"):
        print("SKIP: assimp is missing; install the package assimp-utils")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
