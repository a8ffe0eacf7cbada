#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""foxglove.py TOOL MAKE_SESSION SOURCE [CASE]: `understudy convert` to a file for Foxglove and Rerun (.foxglove.mcap).

The file is read by a reader of its own: MCAP by its specification (https://mcap.dev/spec), protobuf by its wire format, and Foxglove's messages by
the field numbers of their official schemas. What it holds is compared with the table of the same recording and with closed forms of make_session.
"""
import ctypes
import json
import math
import os
import struct
import subprocess
import sys
import unittest
import zlib

import tables
from tables import DEMO, TOOL, call

MAGIC = b"\x89MCAP0\r\n"

# Of the official schemas: name -> {number: (field, kind)}; a kind in capitals is a message, "*" stands for repeated.
SCHEMAS = {
    "google.protobuf.Timestamp": {1: ("seconds", "int64"), 2: ("nanos", "int32")},
    "foxglove.Vector3": {1: ("x", "double"), 2: ("y", "double"), 3: ("z", "double")},
    "foxglove.Quaternion": {1: ("x", "double"), 2: ("y", "double"), 3: ("z", "double"), 4: ("w", "double")},
    "foxglove.Pose": {1: ("position", "foxglove.Vector3"), 2: ("orientation", "foxglove.Quaternion")},
    "foxglove.FrameTransform": {
        1: ("timestamp", "google.protobuf.Timestamp"), 2: ("parent_frame_id", "string"), 3: ("child_frame_id", "string"),
        4: ("translation", "foxglove.Vector3"), 5: ("rotation", "foxglove.Quaternion")},
    "foxglove.FrameTransforms": {1: ("transforms", "*foxglove.FrameTransform")},
    "foxglove.PosesInFrame": {1: ("timestamp", "google.protobuf.Timestamp"), 2: ("frame_id", "string"), 3: ("poses", "*foxglove.Pose")},
    "foxglove.PackedElementField": {1: ("name", "string"), 2: ("offset", "fixed32"), 3: ("type", "enum")},
    "foxglove.PointCloud": {
        1: ("timestamp", "google.protobuf.Timestamp"), 2: ("frame_id", "string"), 3: ("pose", "foxglove.Pose"), 4: ("point_stride", "fixed32"),
        5: ("fields", "*foxglove.PackedElementField"), 6: ("data", "bytes")},
    "foxglove.Log": {
        1: ("timestamp", "google.protobuf.Timestamp"), 2: ("level", "enum"), 3: ("message", "string"), 4: ("name", "string"), 5: ("file", "string"),
        6: ("line", "fixed32")},
}
TYPES = {1: "double", 3: "int64", 5: "int32", 7: "fixed32", 9: "string", 12: "bytes", 14: "enum"}  # of FieldDescriptorProto.type


# ---- Protobuf ----

def wire(data):
    """The fields of a message: (number, value); a value is an int, or bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        tag = varint()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, varint()
            continue
        size = {1: 8, 5: 4}[kind] if kind != 2 else varint()
        assert at + size <= len(data)
        yield tag >> 3, data[at:at + size]
        at += size


def decode(name, data):
    """A message by the official schema; what proto3 leaves out has its default, but for messages, which are None."""
    fields = SCHEMAS[name]
    defaults = {"double": 0.0, "int64": 0, "int32": 0, "enum": 0, "fixed32": 0, "string": "", "bytes": b""}
    out = {field: [] if kind.startswith("*") else defaults.get(kind) for field, kind in fields.values()}
    for number, value in wire(data):
        field, kind = fields[number]  # an unknown number is an error
        if kind == "double":
            value = struct.unpack("<d", value)[0]
        elif kind == "fixed32":
            value = struct.unpack("<I", value)[0]
        elif kind == "string":
            value = value.decode()
        elif kind.lstrip("*") in SCHEMAS:
            value = decode(kind.lstrip("*"), value)
        if kind.startswith("*"):
            out[field].append(value)
        else:
            out[field] = value
    return out


def described(data):
    """The messages of a FileDescriptorSet, as SCHEMAS has them."""
    out = {}
    for _, file in wire(data):
        parts = list(wire(file))
        package = dict(parts)[2].decode()
        for message in (value for number, value in parts if number == 4):
            name = package + "." + dict(wire(message))[1].decode()
            out[name] = {}
            for field in (dict(wire(value)) for number, value in wire(message) if number == 2):
                kind = TYPES.get(field[5]) or field[6].decode().lstrip(".")
                out[name][field[3]] = (field[1].decode(), ("*" if field[4] == 3 else "") + kind)
    return out


# ---- MCAP ----

def text(data, at):
    size = struct.unpack_from("<I", data, at)[0]
    return data[at + 4:at + 4 + size].decode(), at + 4 + size


def pairs(data, at):
    """A map of texts."""
    end = at + 4 + struct.unpack_from("<I", data, at)[0]
    out, at = {}, at + 4
    while at < end:
        key, at = text(data, at)
        out[key], at = text(data, at)
    return out


def records(data, at, end):
    while at < end:
        opcode, size = struct.unpack_from("<BQ", data, at)
        yield at, opcode, data[at + 9:at + 9 + size]
        at += 9 + size
    assert at == end


def unzstd(data, size):
    """libzstd is there: the tool needs it."""
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_decompress.restype = ctypes.c_size_t
    library.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    out = ctypes.create_string_buffer(size)
    assert library.ZSTD_decompress(out, size, data, len(data)) == size
    return out.raw


class File:
    """An MCAP file, whose lengths, indexes and checksums are checked while it is read."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = data = file.read()
        assert data.startswith(MAGIC) and data.endswith(MAGIC)
        summary, offsets, crc = struct.unpack("<QQI", data[-28:-8])
        assert data[-37:-28] == struct.pack("<BQ", 2, 20), "no footer"
        assert crc == zlib.crc32(data[summary:-12])
        self.schemas, self.channels, self.metadata, self.messages, self.chunks, chunk_heads = {}, {}, [], [], 0, {}
        opened = None
        for at, opcode, content in records(data, 8, summary):
            if opcode == 6:
                opened = chunk_heads[at] = self.read_chunk(content)
            elif opcode == 7:
                self.check_index(content, opened)
            elif opcode == 15:
                assert struct.unpack("<I", content)[0] == zlib.crc32(data[:at])
            else:
                self.take(opcode, content)
        self.read_summary(summary, offsets, chunk_heads)
        self.times = [time for _, time, _ in self.messages]

    def take(self, opcode, content):
        if opcode == 1:
            self.profile, at = text(content, 0)
            self.library, _ = text(content, at)
        elif opcode == 3:
            name, at = text(content, 2)
            encoding, at = text(content, at)
            self.schemas[struct.unpack_from("<H", content)[0]] = (name, encoding, content[at + 4:])
        elif opcode == 4:
            topic, at = text(content, 4)
            channel, schema = struct.unpack_from("<HH", content)
            self.channels[channel] = (topic, self.schemas[schema], text(content, at)[0])
        elif opcode == 12:
            name, at = text(content, 0)
            self.metadata.append((name, pairs(content, at)))
        else:
            raise AssertionError(opcode)

    def read_chunk(self, content):
        first, last, size, crc = struct.unpack_from("<QQQI", content)
        compression, at = text(content, 28)
        stored = content[at + 8:]
        assert struct.unpack_from("<Q", content, at)[0] == len(stored)
        plain = unzstd(stored, size) if compression == "zstd" else stored
        assert len(plain) == size and zlib.crc32(plain) == crc
        found = {}
        for at, opcode, message in records(plain, 0, size):
            assert opcode == 5
            channel, _, time, published = struct.unpack_from("<HIQQ", message)
            assert first <= time <= last and time == published and channel in self.channels
            found.setdefault(channel, []).append((time, at))
            self.messages.append((channel, time, message[22:]))
        self.chunks += 1
        return first, last, compression, len(stored), size, found

    def check_index(self, content, chunk):
        channel, size = struct.unpack_from("<HI", content)
        assert list(struct.iter_unpack("<QQ", content[6:6 + size])) == chunk[5].pop(channel)

    def read_summary(self, start, offsets, chunk_heads):
        groups = {}
        for at, opcode, content in records(self.data, start, offsets):
            groups.setdefault(opcode, []).append((at, content))
        for _, opcode, content in records(self.data, offsets, len(self.data) - 37):
            of, begin, size = struct.unpack("<BQQ", content)
            assert opcode == 14 and groups[of][0][0] == begin and sum(9 + len(one) for _, one in groups[of]) == size
        assert len(groups[3]) == len(self.schemas) and len(groups[4]) == len(self.channels)
        counts = struct.unpack_from("<QHIIIIQQI", groups[11][0][1])
        times = [time for _, time, _ in self.messages]
        assert counts[:8] == (len(times), len(self.schemas), len(self.channels), 0, len(self.metadata), self.chunks, min(times, default=0),
                              max(times, default=0))
        for channel, count in struct.iter_unpack("<HQ", groups[11][0][1][46:]):
            assert count == sum(one == channel for one, _, _ in self.messages)
        assert len(groups.get(8, [])) == self.chunks
        for _, line in groups.get(8, []):
            first, last, at, _ = struct.unpack_from("<QQQQ", line)
            head = chunk_heads[at]
            assert (first, last) == head[:2] and not head[5], "messages without an index"
            end = 36 + struct.unpack_from("<I", line, 32)[0] + 8
            compression, end = text(line, end)
            assert (compression, *struct.unpack_from("<QQ", line, end)) == head[2:5]

    def topic(self, topic):
        """The messages of a topic, decoded: (time, message)."""
        out = []
        for channel, time, data in self.messages:
            name, schema, encoding = self.channels[channel]
            if name == topic:
                out.append((time, json.loads(data) if encoding == "json" else decode(schema[0], data)))
        return out

    def topics(self):
        return {name: schema[0] for name, schema, _ in self.channels.values()}


# ---- The tests ----

def floats(number):
    """The value of a table's cell, which is that of a float32."""
    return struct.unpack("<f", struct.pack("<f", float(number)))[0]


def nanoseconds(seconds):
    whole, _, part = seconds.lstrip("-").partition(".")
    return (-1 if seconds[0] == "-" else 1) * (int(whole) * 10**9 + int(part.ljust(9, "0")))


def values(transform, place, rotation):
    return [transform[place][a] for a in "xyz"] + [transform[rotation][a] for a in "xyzw"]


class Case(tables.Case):
    def convert(self, source, name="out.foxglove.mcap"):
        self.report = self.losses(source, name, "--force")
        return self.path(name)

    def dropped(self):
        return [loss["text"] for loss in self.report["losses"] if loss["kind"] == "dropped"]

    def rows(self, source):
        """The table of the same recording."""
        return [row for row in super().rows(self.convert(source, "out.csv")) if not row.get("marker")]


class Poses(Case):
    PARTS = ["x", "y", "z", "qx", "qy", "qz", "qw"]

    def check(self, source):
        """Every pose of the table is there, at its time, as the same number, and nothing else is. Returns the largest error and how many."""
        file, rows = File(self.convert(source)), self.rows(source)
        found = {}
        for time, message in file.topic("/tf"):
            root, *others = message["transforms"]
            half = floats(math.sqrt(0.5))
            self.assertEqual((root["parent_frame_id"], root["child_frame_id"]), ("world", "local"))
            self.assertEqual(values(root, "translation", "rotation"), [0, 0, 0, half, 0, 0, half])
            for one in others:
                self.assertEqual(one["parent_frame_id"], "local")
                self.assertEqual(one["timestamp"]["seconds"] * 10**9 + one["timestamp"]["nanos"], time)
                self.assertNotIn((time, one["child_frame_id"]), found)
                found[time, one["child_frame_id"]] = values(one, "translation", "rotation")
        first = int(file.metadata[0][1]["recording_time_0_ns"])
        names = sorted({column[:-2] for column in rows[0] if column.endswith(".x") and column[:-2] + ".qw" in rows[0]})
        names = [name for name in names if not name.startswith("view") and not name.endswith("aim_ray")]
        worst = count = 0
        for row in rows:
            for name in names:
                cells = [row[f"{name}.{part}"] for part in self.PARTS]
                frame = (first + nanoseconds(row["time"]), "local_now" if name == "local" else name)
                if "" in cells:
                    self.assertNotIn(frame, found)
                    continue
                worst = max(worst, *(abs(a - floats(b)) for a, b in zip(found.pop(frame), cells)))
                count += 1
        self.assertEqual(found, {})
        return worst, count

    def test_table(self):
        for words in (["96", "chunks", "touch"], ["64", "turn=9", "grip=3"], ["64", "nan"], ["64", "focus", "velocity", "views"], ["64", "bare"]):
            with self.subTest(words=words):
                worst, count = self.check(self.session(*words))
                self.assertGreater(count, 60)
                self.assertEqual(worst, 0)
        worst, count = self.check(DEMO)
        print(f"largest error of {count} transforms of demo.bin: {worst}")
        self.assertGreater(count, 1000)
        self.assertEqual(worst, 0)

    def test_topics(self):
        """The poses of a topic are those of its frames of reference; a hand has 26, or none where it is lost."""
        file = File(self.convert(self.session("96", "chunks")))
        self.assertEqual(file.topics(), {
            "/tf": "foxglove.FrameTransforms", "/points": "foxglove.PointCloud", "/log": "foxglove.Log", "/head": "foxglove.PosesInFrame", "/gaze": "foxglove.PosesInFrame",
            "/left/hand": "foxglove.PosesInFrame", "/left/grip": "foxglove.PosesInFrame", "/right/grip": "foxglove.PosesInFrame",
            "/controller/left": "understudy.Controls_left", "/controller/right": "understudy.Controls_right"})
        hands = dict(file.topic("/left/hand"))
        heads = dict(file.topic("/head"))
        for n in range(96):
            time = 10**9 + n * 15625000
            hand, head = hands[time], heads[time]
            self.assertEqual((hand["frame_id"], head["frame_id"]), ("local", "local"))
            self.assertEqual(values(head["poses"][0], "position", "orientation"), [n / 64, 1.5, -n / 128, 0, 0, 0, 1])
            wanted = [[j, n / 64, 0, 0, 0, 0, 1] for j in range(26)] if n % 2 == 0 else []
            self.assertEqual([values(pose, "position", "orientation") for pose in hand["poses"]], wanted)
        gaze = file.topic("/gaze")
        self.assertEqual([len(message["poses"]) for _, message in gaze], [1, 0] * 24)

    def test_part_of_a_hand(self):
        """A hand without all of its joints has no topic, because the order of the poses names them; its joints are frames and points."""
        table = self.path("a.csv")
        with open(table, "w", encoding="utf-8") as out:
            tip = "left.index_tip"
            out.write("time," + ",".join(f"{tip}.{part}" for part in self.PARTS) + "\n0,1,2,3,0,0,0,1\n1,4,5,6,0,0,0,1\n2,,,,,,,\n")
        file = File(self.convert(table))
        self.assertEqual(file.topics(), {"/tf": "foxglove.FrameTransforms", "/points": "foxglove.PointCloud", "/log": "foxglove.Log"})
        self.assertEqual([values(message["transforms"][1], "translation", "rotation") for _, message in file.topic("/tf")],
                         [[1, 2, 3, 0, 0, 0, 1], [4, 5, 6, 0, 0, 0, 1]])
        self.assertEqual([len(message["data"]) for _, message in file.topic("/points")], [12, 12, 0])
        self.assertIn("hands without all joints, whose joints are in /tf and /points alone, 2 hands", self.dropped())
        self.assertIn("the end of poses in /tf, whose last transform stays, 1 pose", self.dropped())

    def test_points(self):
        """The points are the places of all frames of reference but spaces."""
        file = File(self.convert(self.session("96", "chunks", "grip=5")))
        points, transforms = dict(file.topic("/points")), dict(file.topic("/tf"))
        self.assertEqual(points.keys(), transforms.keys())
        for time, cloud in points.items():
            self.assertEqual((cloud["frame_id"], cloud["point_stride"]), ("local", 12))
            self.assertEqual([(field["name"], field["offset"], field["type"]) for field in cloud["fields"]], [("x", 0, 7), ("y", 4, 7), ("z", 8, 7)])
            self.assertEqual(values(cloud["pose"], "position", "orientation"), [0, 0, 0, 0, 0, 0, 1])
            spaces = ("local", "local_now", "local_floor", "stage")
            wanted = [[one["translation"][a] for a in "xyz"] for one in transforms[time]["transforms"] if one["child_frame_id"] not in spaces]
            self.assertEqual([list(point) for point in struct.iter_unpack("<3f", cloud["data"])], wanted)


class Container(Case):
    def test_schemas(self):
        """Each channel carries the description of its messages, with the official names and numbers."""
        file = File(self.convert(self.session("64")))
        self.assertEqual((file.profile, file.library.split()[0]), ("", "understudy"))
        for name, encoding, data in file.schemas.values():
            if encoding == "protobuf":
                self.assertEqual(described(data), SCHEMAS)
                self.assertIn(name, SCHEMAS)
            else:
                self.assertEqual(encoding, "jsonschema")
                self.assertEqual(json.loads(data)["type"], "object")
        self.assertEqual({encoding for _, schema, encoding in file.channels.values() if schema[1] == "protobuf"}, {"protobuf"})

    def test_chunks(self):
        """A long recording has many compressed chunks, in the order of time, with indexes (File checks them)."""
        file = File(self.convert(self.session("1500", "touch")))
        self.assertGreater(file.chunks, 2)
        self.assertLess(len(file.data), sum(len(data) for _, _, data in file.messages) / 4)
        self.assertEqual(file.times, sorted(file.times))

    def test_clock(self):
        """The file says when recording time 0 and the session's begin are, and what date that was."""
        file = File(self.convert(self.session("64", "focus")))
        self.assertEqual(file.metadata, [("understudy", {
            "clock": "XrTime", "recording_time_0_ns": str(10**9 + 32 * 15625000), "session_begin_ns": str(10**9),
            "session_begin_since_1970_ns": str(1700000000 * 10**9)})])
        self.assertEqual(file.times[0], 10**9)
        self.assertIn("XrTime, whose 0 is 1699999999.000000000 s since 1970", json.dumps(self.report))


class Rest(Case):
    def test_controls(self):
        """Each frame has the values that are in force, by names that a plot can hold; a control that is not active has none."""
        file = File(self.convert(self.session("96", "chunks")))
        left, right = dict(file.topic("/controller/left")), dict(file.topic("/controller/right"))
        self.assertEqual(len(left), 96)
        for n in range(96):
            time = 10**9 + n * 15625000
            profile = {} if n < 32 else {"profile": "/interaction_profiles/valve/index_controller"}
            one = left[time]
            self.assertEqual((one["select_click"], one["squeeze_value"]), (n // 16 % 2, n / 256))
            self.assertEqual(right[time], {**profile, "thumbstick_x": n / 128, "thumbstick_y": -n / 128})
        schema = [json.loads(data) for name, _, data in file.schemas.values() if name == "understudy.Controls_right"]
        self.assertEqual(schema[0]["properties"]["trigger_value"], {"type": "number"})

    def test_between(self):
        """An input between two frames is at its own time, and the frame behind it has its values, too."""
        file = File(self.convert(self.session("8", "late=5000000")))
        left = [(time, message["squeeze_value"]) for time, message in file.topic("/controller/left")]
        wanted = [(10**9 + 5000000, 0.0)]
        for n in range(1, 8):
            wanted += [(10**9 + n * 15625000, (n - 1) / 256), (10**9 + n * 15625000 + 5000000, n / 256)]
        self.assertEqual(left, wanted)

    def test_log(self):
        """Markers and events are lines of a log."""
        file = File(self.convert(self.session("96", "events", "text=a\u00e4b")))
        lines = [(time, message["name"], message["message"], message["level"]) for time, message in file.topic("/log")]
        markers = [line for line in lines if line[1] == "marker"]
        self.assertEqual(markers, [(10**9 + 16 * 15625000, "marker", "a\u00e4b", 2), (10**9 + 48 * 15625000, "marker", "a\u00e4b", 2)])
        events = [line for line in lines if line[1] == "event"]
        self.assertEqual(events, [(10**9 + 2 * 15625000, "event", "session state FOCUSED", 2), (10**9 + 3 * 15625000, "event", "the fault freeze:left", 3)])
        self.assertEqual([time for time, *_ in lines], sorted(time for time, *_ in lines))

    def test_nothing(self):
        """Half a pose is none: the file is empty, and the losses say so."""
        table = self.path("a.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write("time,head.x,head.y,head.z\n0,0,0,0\n1,0,0,0\n")
        file = File(self.convert(table))
        self.assertEqual((file.topic("/tf"), file.topics()), ([], {"/tf": "foxglove.FrameTransforms", "/log": "foxglove.Log"}))
        self.assertIn("poses with a rotation or a position alone, 2 poses", self.dropped())


class Losses(Case):
    def test_report(self):
        """What the messages cannot hold is counted; what they hold is no loss."""
        self.convert(self.session("64", "velocity", "views", "nan"))
        self.assertEqual(self.dropped(), [
            "velocities: the messages have none, 128 values",
            "poses with a rotation or a position alone, 2 poses",
            "the end of poses in /tf, whose last transform stays, %d poses" % (32 * 26 + 16 + 1),  # each joint 32 times, the gaze, the head
            "that poses are not tracked, 8 poses",
            "radii, 832 joints",
            "views, 64 frames",
            "numbers, periods, session states, should_render, presence, refresh rates and sources of hands, 64 frames",
            "haptic calls, 4 calls"])
        self.assertIsNone(self.report["measured"])
        self.assertFalse(self.report["lossless"])

    def test_refusals(self):
        """It is no recording: nothing reads it again, and the error says why. --strict leaves no file."""
        out = self.convert(self.session("64"))
        for words in (["convert", out, "-o", self.path("y.csv")], ["convert", out, "-o", self.path("y.mcap")], ["info", out]):
            done = call(*words)
            self.assertEqual(done.returncode, 4, words)
            self.assertIn("this MCAP file is no session recording: it is one for the viewers Foxglove and Rerun; use the recording that it was made of",
                          done.stdout + done.stderr)
        done = call("convert", self.path("session.mcap"), "-o", self.path("strict.foxglove.mcap"), "--strict")
        self.assertEqual(done.returncode, 4)
        done = call("convert", self.path("session.mcap"), "-o", self.path("x.foxglove.mcap"), "--level", "3")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.foxglove.mcap", "session.mcap"])

    def test_full(self):
        """An output that cannot be written is an error of the output."""
        source = self.session("64")
        done = subprocess.run(["sh", "-c", "ulimit -f 1; exec \"$@\"", "sh", TOOL, "convert", source, "-o", self.path("x.foxglove.mcap")],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("was not written", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["session.mcap"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
