#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bsor.py TOOL MAKE_SESSION SOURCE [CASE]: Beat Saber replays as input of `understudy convert`.

The replays are written here, after the published description of the format (https://github.com/BeatLeader/BS-Open-Replay). Frame n is at uneven
times; head and sabers are closed forms in Unity's axes, relative to the floor.
"""
import math
import os
import resource
import struct
import sys
import unittest

from tables import Case, about, call, pose, product, turned

TURN = 0.5  # the head of frame 0 looks so much to its right, in radians
ZERO = (0.0,) * 7


def time_of(n):
    return 2.0 + n / 64 + (n % 3) / 512


def head(n):
    """x y z and a quaternion of Unity: left-handed, so a positive turn about Y is to the right."""
    return (0.25 + n / 1024, 1.625, -0.5 - n / 512, *product(about(1, TURN + n / 100), about(0, 0.25)))


def saber(n, side):
    return (0.25 + side * 0.3, 1.0 + n / 256, 0.1, *product(about(2, side * n / 50), about(0, -0.5)))


def text(value):
    raw = value.encode()
    return struct.pack("<i", len(raw)) + raw


def info(modifiers="", speed=0.0, name=text("Jane"), platform=text("steam")):
    begin = text("0.9") + text("1.40") + text("1700000000") + text("76561190000000000") + name + platform
    middle = text("OpenXR") + text("Quest 3") + text("Touch") + text("HASH") + text("Song") + text("Mapper") + text("Expert")
    end = struct.pack("<i", 123456) + text("Standard") + text("The First") + text(modifiers) + struct.pack("<f?f", 18.0, False, 1.75)
    return begin + middle + end + struct.pack("<fff", 0.0, 0.0, speed)


def frame(n, time=None, poses=None):
    poses = poses or (head(n), saber(n, -1), saber(n, 1))
    return struct.pack("<fi", time_of(n) if time is None else time, 72) + b"".join(struct.pack("<7f", *pose) for pose in poses)


def rest(extra=b""):
    """Three notes, of which one was missed and has no cut; two walls, a height and two pauses."""
    cut = struct.pack("<????f3fi2f3f3f4f", *[True] * 4, *[1.0] * 4, 1, *[2.0] * 12)
    assert len(cut) == 72
    notes = b"".join(struct.pack("<iffi", 30000, 1.0, 0.5, kind) + (cut if kind < 2 else b"") for kind in (0, 2, 1))
    walls, heights, pauses = struct.pack("<ifff", 1, 1, 2, 3) * 2, struct.pack("<ff", 1.7, 2), struct.pack("<qf", 3, 1.5) + struct.pack("<qf", 4, 2.5)
    parts = ((2, 3, notes), (3, 2, walls), (4, 1, heights), (5, 2, pauses))
    return b"".join(bytes([mark]) + struct.pack("<i", count) + items for mark, count, items in parts) + extra


def replay(frames, start=None, after=None, version=1):
    start, after = start or info(), rest() if after is None else after
    return struct.pack("<IB", 0x442D3D69, version) + b"\0" + start + b"\1" + struct.pack("<i", len(frames)) + b"".join(frames) + after


FRAMES = [frame(n) for n in range(50)]


def openxr(unity):
    x, y, z, qx, qy, qz, qw = unity
    return [x, y, -z, -qx, -qy, qz, qw]


class Replay(Case):
    def session(self, content, name="a"):
        return self.convert(self.write(name + ".bsor", content), name + ".mcap", "--force")

    def table(self, content, *options):
        return self.rows(self.convert(self.write("a.bsor", content), "a.csv", "--force", *options))

    def assert_person(self, rows):
        """The 50 frames of the closed forms, without controls."""
        self.assertEqual(len(rows), 50)
        for n, row in enumerate(rows):
            self.assertAlmostEqual(float(row["time"]), time_of(n) - time_of(0), 8)
            self.assert_pose(pose(row, "stage"), turned_back(openxr(head(0))[:3], TURN))
            self.assert_in_stage(row, "head", openxr(head(n)))
            for side, sign in (("left", -1), ("right", 1)):
                for name in ("aim", "grip"):
                    self.assert_in_stage(row, f"{side}.{name}", openxr(saber(n, sign)))
        self.assert_pose(pose(rows[0], "head"), [0, 0, 0, *about(0, -0.25)])
        self.assertEqual({row["left.profile"] for row in rows}, {"/interaction_profiles/oculus/touch_controller"})
        self.assertEqual({key for key in rows[0] if key.startswith(("left.", "right.")) and "/" in key}, set())


class Convert(Replay):
    def test_poses(self):
        """In STAGE, which is recorded, every pose is that of the file in OpenXR's axes; LOCAL is where the first head is, upright."""
        rows = self.table(replay(FRAMES))
        self.assert_person(rows)
        for row in rows:
            self.assert_pose(pose(row, "local_floor"), [0, -1.625, 0, 0, 0, 0, 1])

    def test_plays(self):
        """The session plays from the first frame on, and goes evenly between two frames."""
        session = self.session(replay(FRAMES))
        between = self.sample(session, (time_of(1) + time_of(2)) / 2 - time_of(0))
        self.assertEqual(between["head"]["how"], "interpolated")
        at = between["controllers"]["right"]["poses"]["aim"]["pose"]["position_m"]
        rows = self.rows(self.convert(session, "b.csv"))
        for axis, value in zip("xyz", at):
            self.assertAlmostEqual(value, (float(rows[1][f"right.aim.{axis}"]) + float(rows[2][f"right.aim.{axis}"])) / 2, 5)

    def test_losses(self):
        """The report counts what is dropped, invented and moved."""
        broken = frame(7, poses=(head(7), ZERO, saber(7, 1)))
        nan = frame(8, poses=((math.nan,) + head(8)[1:], saber(8, -1), saber(8, 1)))
        frames = FRAMES[:7] + [broken, nan, frame(9, time=time_of(8)), frame(10, time=math.nan)] + FRAMES[11:]
        report = self.losses(self.write("a.bsor", replay(frames, info("NF,FS"), rest(b"\6" + bytes(56) + b"\7" + struct.pack("<i", 3) + b"abc"))), "a.mcap")
        self.assertFalse(report["lossless"])
        self.assertEqual(report["measured"]["frames"], 48)
        self.assertEqual(report["measured"]["position_m"], 0)
        self.assertLess(report["measured"]["rotation_rad"], 1e-7)
        self.assert_losses(report, ("dropped", 2, "2 frames whose time is not later"), ("dropped", 2, "2 poses without a place"),
                           ("dropped", 6, "3 notes, 2 walls, 1 height change"), ("dropped", 2, "2 pauses of 7 s"),
                           ("dropped", 1, "offsets of the sabers"), ("dropped", 1, "data of other programs"),
                           ("resampled", 48, "the song ran at 1.2 of its speed"), ("invented", 1, "where LOCAL is"),
                           ("invented", 95, "95 grip poses"), ("invented", 2, "oculus/touch_controller; the file has no buttons"),
                           ("invented", 48, "that each pose is tracked"), ("note", 1, "player, song and score"))
        rows = self.rows(self.convert(self.path("a.mcap"), "a.csv"))
        self.assertEqual((rows[7]["left.aim.x"], rows[7]["left.grip.qw"], rows[8]["head.x"]), ("", "", ""))
        self.assertAlmostEqual(float(rows[9]["time"]), (time_of(11) - time_of(0)) / 1.2, 6)
        strict = self.convert(self.path("a.bsor"), "b.mcap", "--strict", code=4)
        self.assertIn("--strict allows no loss", strict.stderr)

    def test_speed(self):
        """The song's speed in practice mode goes before the modifiers."""
        for modifiers, speed, rate in (("SS", 0, 0.85), ("SF", 0, 1.5), ("FS", 0.5, 0.5), ("FSX,NF", 0, 1), ("", math.nan, 1)):
            rows = self.table(replay(FRAMES, info(modifiers, speed)))
            self.assertAlmostEqual(float(rows[49]["time"]), (time_of(49) - time_of(0)) / rate, 6)

    def test_old_texts(self):
        """Names of old replays count characters instead of bytes; the frames are found all the same."""
        name = struct.pack("<i", 4) + "Jöée".encode()
        self.assertEqual(self.table(replay(FRAMES, info(name=name))), self.table(replay(FRAMES)))

    def test_length(self):
        """A long replay takes no more memory than a short one, and begins where its content says, whatever its name."""
        peaks = []
        os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
        for count in (10000, 30000):
            many = replay([struct.pack("<fi", n / 1000, 1000) + FRAMES[n % 50][8:] for n in range(count)])
            os.rename(self.write("x.bsor", many), self.path("x.dat"))
            self.convert(self.path("x.dat"), "x.mcap", "--force")
            peaks.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        # As messages of a session, 20000 more frames are 87 MB.
        self.assertLess(peaks[1] - peaks[0], 50 << 10)


def turned_back(origin, right):
    """STAGE in LOCAL, if LOCAL is at `origin` in STAGE and turned to the right: a negative turn about OpenXR's Y."""
    turn = about(1, right)
    return turned(turn, [-value for value in origin]) + turn


class Refusals(Case):
    def test_files(self):
        """What is no replay, or not whole, is refused with its byte, and leaves no output."""
        good = replay(FRAMES)
        begin = good.index(FRAMES[0])
        cases = [
            (b"", "the file is empty"),
            (b"no replay", "it does not begin as one.*byte 0"),
            (replay(FRAMES, version=2), "of version 2, and only version 1.*byte 4"),
            (good[:5] + b"\1" + good[6:], "ends in what it says of player and song, or is damaged before"),
            (good[:100], "ends in what it says of player and song"),
            (good[:begin - 5] + b"\2" + good[begin - 4:], f"frames do not begin where they should.*byte {begin - 5}"),
            (good[:begin - 2], "ends in the number of its frames"),
            (good[:begin + 92 * 20 + 4], "says that it has 50 frames, and ends after 20; get the whole file"),
            (good[:begin - 4] + b"\xff" * 4 + good[begin:], "says that it has 4294967295 frames"),
            (replay([]), "no frame: nothing would be played"),
            (replay([frame(0, time=math.inf)]), "no frame: nothing would be played"),
        ]
        for content, reason in cases:
            with self.subTest(reason=reason):
                done = self.convert(self.write("a.bsor", content), "a.mcap", code=4)
                self.assertRegex(done.stderr, reason)
                self.assertEqual(os.listdir(self.folder), ["a.bsor"])

    def test_rest(self):
        """Frames play also if what follows them is cut, and the report says so."""
        good = replay(FRAMES)
        end = good.index(FRAMES[-1]) + 92
        for size in (end, end + 30, len(good) - 1):
            report = self.losses(self.write("a.bsor", good[:size]), "a.mcap", "--force")
            self.assertTrue([item for item in report["losses"] if "what follows the frames: it is cut" in item["text"]])
            self.assertEqual(report["measured"]["frames"], 50)

    def test_kinds(self):
        """A replay is not written, and other recorders' files are not read."""
        done = call("convert", self.write("a.bsor", replay(FRAMES)), "-o", self.path("b.bsor"))
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("replay", done.stderr)
        done = call("convert", self.write("a.dat", b"\0" * 100), "-o", self.path("b.mcap"))
        self.assertEqual(done.returncode, 4)
        self.assertIn("a.dat cannot be read: convert reads", done.stderr)
        self.assertIn(".bsor for a Beat Saber replay", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
