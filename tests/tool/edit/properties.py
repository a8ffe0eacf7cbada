#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""properties.py TOOL MAKE_SESSION DATA [CASE]: what holds of `understudy edit` for any recording, over generated ones of both kinds of files.

A recording is made of a table with head, hands and a trigger, which move by sums of waves of a seed. Poses at any time are those of the tables that
`understudy convert` makes of the recordings, with straight lines between the lines of a table, as playback has it.
"""
import bisect
import csv
import math
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from case import TOOL, FolderCase, call  # noqa: E402 pylint: disable=wrong-import-position

TIMES = 10000
TRACKS = ("head", "left.wrist", "right.wrist")
PARTS = ("x", "y", "z", "qx", "qy", "qz", "qw")
PROFILE = "/interaction_profiles/oculus/touch_controller"


class Waves:
    """A value that is a sum of three waves, and the most that it is bent."""

    def __init__(self, chance, size):
        self.waves = [(size * chance.uniform(0.2, 1), chance.uniform(0.3, 6), chance.uniform(0, 6)) for _ in range(3)]
        self.bent = sum(a * w * w for a, w, _ in self.waves)

    def at(self, t):
        return sum(a * math.sin(w * t + p) for a, w, p in self.waves)


class Motion:
    """A pose that moves: its place, and a turn about one axis."""

    def __init__(self, chance):
        self.place = [Waves(chance, 0.1) for _ in range(3)]
        self.turn = Waves(chance, 0.1)
        axis = [chance.uniform(-1, 1) for _ in range(3)]
        self.axis = [a / math.hypot(*axis) for a in axis]

    def at(self, t):
        half = self.turn.at(t)
        return [p.at(t) for p in self.place] + [a * math.sin(half) for a in self.axis] + [math.cos(half)]

    def bent_m(self):
        return math.sqrt(sum(p.bent ** 2 for p in self.place))


def between(a, b, share):
    sign = -1 if sum(x * y for x, y in zip(a[3:], b[3:])) < 0 else 1
    place = [x + (y - x) * share for x, y in zip(a[:3], b[:3])]
    turn = [x * (1 - share) + sign * y * share for x, y in zip(a[3:], b[3:])]
    norm = math.hypot(*turn)
    return place + [q / norm for q in turn]


def off(a, b):
    """Metres and radians between two poses."""
    half = min(math.dist(a[3:], b[3:]), math.dist(a[3:], [-q for q in b[3:]])) / 2
    return math.dist(a[:3], b[:3]), 4 * math.asin(min(half, 1))


class Table:
    """The poses of a recording at any time."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.lines = [row for row in rows if row["head.x"]]
        self.markers = [(row["marker"], float(row["time"])) for row in rows if row.get("marker")]
        self.times = [float(row["time"]) for row in self.lines]
        self.tracks = [name for name in TRACKS if name + ".x" in rows[0]]
        self.poses = {name: [[float(row[f"{name}.{part}"]) for part in PARTS] for row in self.lines] for name in self.tracks}

    def at(self, name, t):
        i = min(max(bisect.bisect_right(self.times, t) - 1, 0), len(self.times) - 2)
        share = (t - self.times[i]) / (self.times[i + 1] - self.times[i])
        return between(self.poses[name][i], self.poses[name][i + 1], min(max(share, 0), 1))


class Case(FolderCase):
    SEED, SECONDS, HZ = 0, 6, 60

    def run_tool(self, *words):
        ran = call(*words)
        self.assertEqual(ran.returncode, 0, f"{words}: {ran.stdout}{ran.stderr}")
        return ran.stdout

    def make(self, seed, kind, markers=()):
        """A recording of a seed, and its motions. The times of its frames are not evenly spaced."""
        chance = random.Random(seed)
        motions = {name: Motion(chance) for name in TRACKS}
        columns = ["time", "marker"] + [f"{name}.{part}" for name in TRACKS for part in PARTS] + ["right.trigger/value", "right.profile"]
        lines, t = [(at, f"{at:.6f},{name}" + "," * (len(columns) - 2)) for name, at in markers], 0.0
        while t < self.SECONDS:
            cells = [f"{value:.9g}" for name in TRACKS for value in motions[name].at(t)]
            lines.append((t, ",".join([f"{t:.9f}", ""] + cells + [str(int(t * 2) % 2), PROFILE])))
            t += chance.uniform(0.7, 1.3) / self.HZ
        with open(self.path("made.csv"), "w", encoding="utf-8") as file:
            file.write(",".join(columns) + "\n" + "\n".join(line for _, line in sorted(lines)) + "\n")
        self.run_tool("convert", self.path("made.csv"), "-o", self.path("made." + kind), "--force")
        return self.path("made." + kind), motions

    def edit(self, source, out, *steps):
        self.said = self.run_tool("edit", source, "-o", self.path(out), "--force", *steps)
        return self.path(out)

    def table(self, path):
        self.run_tool("convert", path, "-o", path + ".csv", "--force")
        return Table(path + ".csv")

    def worst(self, a, b, chance, reach=None):
        """How far two tables are from each other at many random times, in metres and radians."""
        self.assertEqual(a.tracks, b.tracks)
        end = min(a.times[-1], b.times[-1]) if reach is None else reach
        found = [off(a.at(name, t), b.at(name, t)) for t in (chance.uniform(0, end) for _ in range(TIMES)) for name in a.tracks]
        return max(m for m, _ in found), max(r for _, r in found)

    def assert_within(self, found, metres, radians):
        self.assertLessEqual(found[0], metres)
        self.assertLessEqual(found[1], radians)


class Identity(Case):
    def test_cut_and_join(self):
        """Two parts of a recording, joined again, are the recording, wherever it was cut: at a frame or between two."""
        for seed, kind in ((1, "mcap"), (2, "bin"), (3, "mcap"), (4, "bin")):
            chance = random.Random(seed)
            source, _ = self.make(seed, kind)
            was = self.table(source)
            for cut in (chance.choice(was.times[20:-20]), chance.uniform(1, 5)):
                a = self.edit(source, "a." + kind, "keep", "0", f"{cut:.9f}")
                b = self.edit(source, "b." + kind, "keep", f"{cut:.9f}", f"{was.times[-1]:.9f}")
                again = self.table(self.edit(a, "again." + kind, "join", b, "0", "unmark", "seam"))
                self.assertEqual(again.tracks, was.tracks)
                self.assertAlmostEqual(again.times[-1], was.times[-1], 5, (seed, cut))
                self.assert_within(self.worst(was, again, chance), 2e-5, 1e-4)
                if kind == "mcap":
                    at = [bisect.bisect_right(again.times, t) - 1 for t in (cut + d for d in (-0.3, -0.1, 0.1, 0.3))]
                    for i in at:
                        t = again.times[i]
                        k = min(range(len(was.times)), key=lambda n, t=t: abs(was.times[n] - t))
                        self.assertEqual(again.lines[i]["right.trigger/value"], was.lines[k]["right.trigger/value"], (seed, cut, t))

    def test_mirror_twice(self):
        """Line by line, a mirror of the mirror is the recording."""
        for seed, kind in ((5, "mcap"), (6, "bin"), (7, "mcap"), (8, "bin")):
            source, _ = self.make(seed, kind)
            was = self.table(source)
            once = self.table(self.edit(source, "once." + kind, "mirror"))
            again = self.table(self.edit(self.path("once." + kind), "again." + kind, "mirror"))
            self.assertEqual(len(was.times), len(again.times))
            self.assertLess(max(abs(a - b) for a, b in zip(was.times, again.times)), 1e-12 if kind == "mcap" else 1e-6)
            for name in was.tracks:
                for one, two in zip(was.poses[name], again.poses[name]):
                    self.assert_within(off(one, two), 2e-6, 5e-5)
            # And the first one is the image in the plane x = 0, of the other hand.
            for i in range(0, len(was.times), 25):
                x, y, z, qx, qy, qz, qw = was.poses["left.wrist"][i]
                self.assert_within(off(once.poses["right.wrist"][i], [-x, y, z, qx, -qy, -qz, qw]), 2e-6, 5e-5)


class Bounds(Case):
    def test_lines(self):
        """What this test takes for poses between two lines of a table is what `sample` says."""
        for seed, kind in ((9, "mcap"), (10, "bin")):
            source, _ = self.make(seed, kind)
            table, chance = self.table(source), random.Random(seed)
            for t in (chance.uniform(0, table.times[-1]) for _ in range(5)):
                found = re.search(r'"position_m":\s*\[([^]]*)\],\s*"rotation":\s*\[([^]]*)\]', self.run_tool("sample", source, "--json", "--time", f"{t:.9f}"))
                self.assert_within(off([float(v) for v in ",".join(found.groups()).split(",")], table.at("head", t)), 2e-5, 1e-4)

    def test_resample(self):
        """A line between two frames is off by an eighth of the bend times the square of its length: by that of the old frames and of the new."""
        for seed, kind, hz in ((11, "mcap", 25), (12, "bin", 25), (13, "mcap", 144), (14, "bin", 90)):
            source, motions = self.make(seed, kind)
            old, new = self.table(source), self.table(self.edit(source, "new." + kind, "resample", str(hz)))
            self.assertEqual(len(new.times), int(old.times[-1] * hz + 1e-6) + 1)
            for n, t in enumerate(new.times):
                self.assertAlmostEqual(t, n / hz, 6)
                self.assert_within(off(new.poses["head"][n], old.at("head", t)), 2e-5, 1e-4)
            square = (1.3 / self.HZ) ** 2 / 8 + 1 / hz ** 2 / 8
            chance = random.Random(seed)
            for name in old.tracks:
                bent = motions[name].bent_m()
                for t in (chance.uniform(0, new.times[-1]) for _ in range(TIMES)):
                    self.assertLessEqual(off(new.at(name, t), motions[name].at(t))[0], bent * square + 2e-5, (seed, name, t))

    def test_reduce(self):
        """No pose is off by more than was allowed, at any time, and far fewer lines do."""
        for seed, kind, mm, degrees in ((15, "mcap", 2, 1), (16, "bin", 2, 1), (17, "mcap", 10, 0.2), (18, "bin", 0.5, 5)):
            source, _ = self.make(seed, kind)
            new = self.table(self.edit(source, "new." + kind, "reduce", str(mm), str(degrees)))
            old = self.table(source)
            self.assertLess(len(new.times), len(old.times))
            self.assert_within(self.worst(old, new, random.Random(seed)), mm / 1000 + 2e-6, math.radians(degrees) + 5e-5)


class Markers(Case):
    def test_retime(self):
        """Of many random markers, the one is where it was put, those before stay, those behind come as much later, and so do the poses."""
        for seed, kind in ((19, "mcap"), (20, "bin"), (21, "mcap"), (22, "bin"), (23, "mcap"), (24, "bin")):
            chance = random.Random(seed)
            wanted = [(f"m{n}", round(0.2 + n * 0.11 + chance.uniform(0, 0.1), 6)) for n in range(50)]
            source, _ = self.make(seed, kind, markers=wanted)
            was = self.table(source)
            self.assertEqual([name for name, _ in was.markers], [name for name, _ in wanted])
            k = chance.randrange(1, 50)
            old, before = was.markers[k][1], was.markers[k - 1][1]
            to = round(before + (old - before) * chance.uniform(0.2, 4), 6)
            now = self.table(self.edit(source, "now." + kind, "retime", f"m{k}", f"{to:.6f}"))
            self.assertEqual([name for name, _ in now.markers], [name for name, _ in wanted])
            for n, (name, at) in enumerate(now.markers):
                self.assertAlmostEqual(at, was.markers[n][1] if n < k else was.markers[n][1] + to - old, 5, (seed, k, name))
            for t in (chance.uniform(0, was.times[-1]) for _ in range(TIMES)):
                i = bisect.bisect_right(was.times, t)
                if any(was.times[i - 1] < at < was.times[min(i, len(was.times) - 1)] for at in (before, old)):
                    continue  # the line goes from frame to frame, also where time bends between them
                there = t if t <= before else before + (t - before) * (to - before) / (old - before) if t <= old else t + to - old
                self.assert_within(off(was.at("head", t), now.at("head", there)), 5e-5, 2e-4)


def machine_of(program):
    """The two bytes of an ELF file that name its machine."""
    with open(program, "rb") as file:
        return file.read(20)[18:]


class Hour(Case):
    """An hour, edited in bounded memory, with its progress on a terminal."""
    FRAMES = 216000

    def test_edit(self):
        with open(self.path("hour.csv"), "w", encoding="utf-8") as file:
            file.write("time,head.x,head.y,head.z,head.qx,head.qy,head.qz,head.qw,right.trigger/value,right.profile\n")
            for n in range(self.FRAMES):
                a = 0.3 * math.sin(n / 200)
                file.write(f"{n / 60:.9f},{math.sin(n / 60):.6f},1.6,{math.cos(n / 90):.6f},0,{math.sin(a):.7f},0,{math.cos(a):.7f},{n // 600 % 2},{PROFILE}\n")
        source, out = self.path("hour.mcap"), self.path("out.mcap")
        self.run_tool("convert", self.path("hour.csv"), "-o", source)
        steps = "cut 100 200 mirror smooth 5 speed 1.5 resample 50 only head,controllers reduce 1 1".split()
        ours, theirs = pty.openpty()

        # A program with sanitizers does not begin under the limit, and an emulator needs nearly as much for itself.
        limited = ["sh", "-c", 'ulimit -v 200000 && exec "$@"', "sh"]
        if machine_of(TOOL) != machine_of("/proc/self/exe") or \
                subprocess.run([*limited, TOOL, "--version"], capture_output=True, check=False).returncode != 0:
            limited = []
        with subprocess.Popen([*limited, TOOL, "edit", source, "-o", out, *steps], stdout=subprocess.PIPE, stderr=theirs) as run:
            os.close(theirs)
            seen = b""
            # The progress is shown after half a second. The program stands still for longer, so that it takes as long on any machine.
            time.sleep(0.1)
            run.send_signal(signal.SIGSTOP)
            time.sleep(1)
            run.send_signal(signal.SIGCONT)
            while True:
                try:
                    part = os.read(ours, 65536)
                except OSError:
                    break
                if not part:
                    break
                seen += part
            said = run.stdout.read().decode()
            self.assertEqual(run.wait(), 0, said + seen.decode())
        os.close(ours)
        shares = [int(share) for share in re.findall(rb"understudy: reading hour.mcap: *(\d+) %", seen)]
        self.assertGreater(len(shares), 10, seen[-500:])
        self.assertEqual(shares, sorted(shares))
        self.assertIn("was         3599.983 s: 216000 frames", said)
        self.assertRegex(said, r"proved      at 116667 times of the new file: off by 0\.\d+ mm")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
