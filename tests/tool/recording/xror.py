#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""xror.py TOOL MAKE_SESSION SOURCE [CASE]: XROR, the format of BOXRR-23, as input of `understudy convert`.

The documents are written here, after the specification of BSON 1.1 (https://bsonspec.org) and the description of XROR
(https://github.com/MetaGuard/xror). Their arrays are in xror_arrays.json: libfpzip 1.3.0 compressed the closed forms below, when this file was
called with "make" as CASE (it needs the package libfpzip1).
"""
import base64
import ctypes
import json
import math
import os
import struct
import sys
import unittest

from bsor import Replay, head, saber, time_of

ARRAYS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xror_arrays.json")
POSE = ["x", "y", "z", "i", "j", "k", "1"]
TURNED = ["1", "k", "j", "i", "z", "y", "x"]


# ---- The arrays ----

def frame(n):
    """Head, a pen that is no part of a person, left hand, right hand with its axes in another order."""
    return [time_of(n), *head(n), n, 0.5, 1.0, *saber(n, -1), *reversed(saber(n, 1))]


def scattered(n, i):
    """Numbers with all their bits, large and small."""
    bits = (n * 7919 + i * 104729 + 12345) * 1103515245 & 0xFFFFFF
    return (-1) ** (bits & 1) * math.ldexp(bits | 1 << 23, -20 - (n * 5 + i) % 17)


def person(n):
    """A head that looks straight ahead from the origin, and hands anywhere."""
    hands = [[scattered(n, 3 * hand + i) for i in range(3)] + [0, 0, 0, 1] for hand in (0, 1)]
    return [n / 64, 0, 0, 0, 0, 0, 0, 1, *hands[0], *hands[1]]


def closed_forms():
    """Name: type of a number, rows. What is too short for fpzip gets two rows of -1 and is of doubles."""
    return {
        "frames": ("f", [frame(n) for n in range(50)]),
        "numbers": ("f", [person(n) for n in range(60)]),
        "short": ("d", [[struct.unpack("<f", struct.pack("<f", value))[0] for value in person(n)] for n in range(3)] + [[-1] * 22] * 2),
        "back": ("f", [person(n % 3) for n in range(5)]),
        "none": ("f", [[math.nan] * 22] * 2),
        "wide": ("f", [[n] * 300 for n in range(2)]),
    }


class Fpz(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("type", "prec", "nx", "ny", "nz", "nf")]


def compress(letter, rows, precision=0, planes=1, says=None):
    """`says` so many rows, whatever there are."""
    library = ctypes.CDLL("libfpzip.so.1")
    library.fpzip_write_to_buffer.restype = ctypes.POINTER(Fpz)
    library.fpzip_write.restype = ctypes.c_size_t
    flat = [value for row in rows for value in row]
    values = ((ctypes.c_float if letter == "f" else ctypes.c_double) * len(flat))(*flat)
    out = ctypes.create_string_buffer(1000 + 16 * len(flat))
    stream = library.fpzip_write_to_buffer(out, ctypes.c_size_t(len(out)))
    header = stream.contents
    header.type, header.prec, header.nx, header.ny, header.nz, header.nf = int(letter == "d"), precision, len(rows[0]), says or len(rows) // planes, planes, 1
    assert library.fpzip_write_header(stream)
    header.ny = len(rows) // planes
    size = library.fpzip_write(stream, values)
    assert size > 0
    library.fpzip_write_close(stream)
    return out.raw[:size]


def make():
    arrays = {name: compress(*form) for name, form in closed_forms().items()}
    arrays["rough"] = compress("f", closed_forms()["numbers"][1], precision=16)
    arrays["planes"] = compress("f", closed_forms()["numbers"][1], planes=2)
    arrays["bomb"] = compress("f", closed_forms()["numbers"][1], says=1 << 24)
    arrays["endless"] = compress("f", closed_forms()["numbers"][1], says=(1 << 31) - 1)
    with open(ARRAYS, "w", encoding="ascii") as file:
        json.dump({name: base64.b64encode(array).decode() for name, array in arrays.items()}, file, indent=0)
        file.write("\n")


def array(name):
    with open(ARRAYS, encoding="ascii") as file:
        return base64.b64decode(json.load(file)[name])


# ---- BSON ----

def bson(items):
    """A document of a dict, or of a list."""
    pairs = items.items() if isinstance(items, dict) else ((str(i), value) for i, value in enumerate(items))
    body = b"".join(element(name, value) for name, value in pairs)
    return struct.pack("<i", len(body) + 5) + body + b"\0"


class Raw(bytes):
    """A type and a value as they are."""


def element(name, value):
    if isinstance(value, Raw):
        kind, content = value[:1], value[1:]
    elif isinstance(value, bytes):
        kind, content = b"\5", struct.pack("<iB", len(value), 0) + value
    elif isinstance(value, str):
        kind, content = b"\2", struct.pack("<i", len(value.encode()) + 1) + value.encode() + b"\0"
    elif isinstance(value, float):
        kind, content = b"\1", struct.pack("<d", value)
    elif isinstance(value, int):
        kind, content = b"\x10", struct.pack("<i", value)
    else:
        kind, content = b"\3" if isinstance(value, dict) else b"\4", bson(value)
    return kind + name.encode() + b"\0" + content


def device(joint, axes=None, kind="CONTROLLER", **more):
    return {"name": "a device", "type": kind, "joint": joint, "axes": axes or POSE, **more}


PERSON = [device("HEAD", kind="HMD"), device("HAND_LEFT"), device("HAND_RIGHT")]
WITH_PEN = [device("", kind="HMD"), device("OTHER", ["x", "y", "p"], "STYLUS"), device("HAND_LEFT"), device("HAND_RIGHT", TURNED, offsets=["0"] * 7)]
# One of each type of BSON that nobody reads, by the numbers of the specification.
OTHERS = {str(kind[0]): Raw(kind) for kind in (
    b"\x06", b"\x07" + bytes(12), b"\x08\1", b"\x09" + bytes(8), b"\x0a", b"\x0ba.*\0i\0", b"\x0c\2\0\0\0a\0" + bytes(12), b"\x0d\2\0\0\0a\0",
    b"\x0e\2\0\0\0a\0", b"\x0f\x0f\0\0\0\2\0\0\0a\0\5\0\0\0\0", b"\x11" + bytes(8), b"\x12" + bytes(8), b"\x13" + bytes(16), b"\x7f", b"\xff")}


def recording(frames, devices, activity=None, events=(), **more):
    info = {**OTHERS, "hardware": {"devices": devices}, "software": {"app": {"name": "an app"}, "activity": activity or {}}}
    return bson({"$schema": "https://metaguard.github.io/xror/schema/v1.0.0/schema.json", "info": info, "frames": frames, "events": list(events), **more})


# ---- The tests ----

class Convert(Replay):
    def table(self, content, name="a.xror"):
        return self.rows(self.convert(self.write(name, content), "a.csv", "--force"))

    def test_poses(self):
        """In STAGE, every pose is that of the file in OpenXR's axes, wherever the axes of its device are; LOCAL is where the first head is."""
        self.assert_person(self.table(recording(array("frames"), WITH_PEN), "a.dat"))

    def test_numbers(self):
        """Every number comes with all its bits, of an array of floats and of a short one of doubles."""
        for content, count in ((array("numbers"), 60), (array("short"), 3)):
            rows = self.table(recording(content, PERSON))
            self.assertEqual([float(row["time"]) for row in rows], [n / 64 for n in range(count)])
            for n, row in enumerate(rows):
                wanted = [scattered(n, i) * (-1 if i % 3 == 2 else 1) for i in range(6)]
                found = [float(row[f"{side}.aim.{axis}"]) for side in ("left", "right") for axis in "xyz"]
                self.assertEqual([struct.pack("<f", value) for value in found], [struct.pack("<f", value) for value in wanted])

    def test_filling(self):
        """Rows of -1 are no frames, and nothing is dropped with them."""
        report = self.losses(self.write("a.xror", recording(array("short"), PERSON)), "a.mcap")
        self.assertEqual({item["kind"] for item in report["losses"]}, {"invented", "note"})

    def test_losses(self):
        """The report counts what is dropped, invented and moved, and --strict allows none of it."""
        events = [{"id": "a", "floatData": array("frames")}, {"id": "b", "attr": ["c"]}, {"id": "d", "otherData": [[1]]}]
        path = self.write("a.xror", recording(array("frames"), WITH_PEN, {"modifiers": "NF,SF"}, events))
        report = self.losses(path, "a.mcap")
        self.assertFalse(report["lossless"])
        self.assertEqual((report["measured"]["frames"], report["measured"]["position_m"]), (50, 0))
        self.assertLess(report["measured"]["rotation_rad"], 1e-7)
        self.assert_losses(report, ("dropped", 1, "1 device: only a head"), ("dropped", 1, "the offsets of 1 device"), ("dropped", 2, "2 event kinds"),
                           ("resampled", 50, "the song ran at 1.5 of its speed"), ("invented", 1, "where LOCAL is"),
                           ("invented", 100, "100 grip poses"), ("invented", 2, "oculus/touch_controller; the file has no buttons"),
                           ("invented", 50, "that each pose is tracked"), ("note", 1, "the names of person"))
        strict = self.convert(path, "b.mcap", "--strict", code=4)
        self.assertIn("--strict allows no loss", strict.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.mcap", "a.xror"])

    def test_speed(self):
        """The song's speed in practice mode, of any type of number, goes before the modifiers."""
        for activity, rate in (({"modifiers": "SS", "speed": 0}, 0.85), ({"modifiers": "FS", "speed": 0.5}, 0.5), ({"speed": 2}, 2),
                               ({"speed": Raw(b"\x12" + struct.pack("<q", 3))}, 3), ({"speed": "2", "modifiers": 1}, 1)):
            rows = self.table(recording(array("numbers"), PERSON, activity))
            self.assertAlmostEqual(float(rows[59]["time"]), 59 / 64 / rate, 6)

    def test_parts(self):
        """What the file lacks is not there, and never at the origin."""
        other = device("FOOT_LEFT", kind="TRACKER")
        for devices, lost in (([other, *PERSON[1:]], "head"), ([PERSON[0], other, PERSON[2]], "left"), ([PERSON[0], PERSON[1], PERSON[1]], "right")):
            row = self.table(recording(array("numbers"), devices))[5]
            self.assertEqual({part for part in ("head.x", "left.aim.x", "right.grip.x") if not row.get(part)}, {
                {"head": "head.x", "left": "left.aim.x", "right": "right.grip.x"}[lost]})
            self.assertEqual([side for side in ("left", "right") if not row.get(side + ".profile")], [lost] if lost != "head" else [])

    def test_times(self):
        """A frame that is not later than the one before is dropped."""
        rows = self.table(recording(array("back"), PERSON))
        self.assertEqual([float(row["time"]) for row in rows], [0, 1 / 64, 2 / 64])


class Refusals(Replay):
    def refuse(self, content, reason):
        with self.subTest(reason=reason):
            done = self.convert(self.write("a.xror", content), "a.mcap", code=4)
            self.assertRegex(done.stderr, reason)
            self.assertEqual(os.listdir(self.folder), ["a.xror"])

    def test_documents(self):
        """What is no recording, or not whole, is refused with its byte, and leaves no output."""
        good = recording(array("numbers"), PERSON)
        info = good.index(b"\3info\0") + 6
        self.refuse(b"", "the file is empty")
        self.refuse(b"no recording", "a BSON document is larger than what is around it, or is none.*byte 0")
        self.refuse(good[:-100], "larger than what is around it.*byte 0")
        self.refuse(good + b"\0", f"bytes follow the end of the recording.*byte {len(good)}")
        self.refuse(good[:-1] + b"\1", f"does not end where it says.*byte {len(good) - 1}")
        self.refuse(good[:info] + b"\xff\xff\xff\x7f" + good[info + 4:], f"a BSON element is larger than what is around it.*byte {info - 6}")
        self.refuse(good.replace(b"\3info\0", b"\x20info\0"), f"or of an unknown type.*byte {info - 6}")
        self.refuse(struct.pack("<i", 8) + b"\2ab\0", "the name of a BSON element does not end.*byte 4")
        self.refuse(bson({"info": {}}), "none of the recording's devices is a head")
        self.refuse(recording(array("numbers"), [device("HEAD", POSE[:6])]), "none of the recording's devices is a head")
        self.refuse(recording("text", PERSON), "no 'frames' of compressed numbers")
        self.refuse(recording(array("numbers"), [device("HEAD", POSE * 40)]), "more than 255 axes")
        self.refuse(recording(array("numbers"), WITH_PEN), "a frame has 22 numbers, and the time and the axes of the devices are 25")

    def test_arrays(self):
        """An array that is no array of fpzip, too large, of another kind, or damaged is refused."""
        numbers = array("numbers")
        place = recording(numbers, PERSON).index(numbers)
        for content, reason in (
                (b"", "no array of fpzip"), (b"fpz" + bytes(40), "no array of fpzip"), (numbers[:20], "no array of fpzip"),
                (array("rough"), "keeps 16 bits of each number"), (array("planes"), "of 1 times 2 times 30 times 22 numbers"),
                (array("wide"), "of 1 times 1 times 2 times 300 numbers"), (array("none"), "no frame: nothing would be played"),
                (numbers[:-9], "cut or damaged in row 5[0-9] of 60"), (numbers[:200] + b"\xff" * (len(numbers) - 200), "cut or damaged in row [0-9]+ of 60")):
            self.refuse(recording(content, PERSON), f"(?s){reason}.*" + (f"byte {place}" if "no frame" not in reason else ""))

    def test_bombs(self):
        """More rows than the bytes of an array can hold, or than a recording has, are refused before any is read."""
        self.refuse(recording(array("bomb"), PERSON), "says that it has 16777216 rows, which its [0-9]+ bytes cannot hold")
        self.refuse(recording(array("endless"), PERSON), "only up to 16777216 rows")


if __name__ == "__main__":
    if sys.argv[4:] == ["make"]:
        make()
    else:
        unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
