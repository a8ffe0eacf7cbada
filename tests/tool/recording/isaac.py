#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""isaac.py TOOL MAKE_SESSION SOURCE [CASE]: MCAP recordings of NVIDIA IsaacTeleop as input of `understudy convert`.

tests/data/isaac.mcap holds messages() below. flatc 2.0.8 wrote each message from JSON, by schemas with the fields that IsaacTeleop publishes, and
the npm package @mcap/core 2.2.2 wrote the file. What the tool reads is compared with the numbers that the JSON was made of.
"""
import os
import struct
import sys
import unittest
import zlib

from tables import Case, about, pose, product, turned

FIXTURE = os.path.join(sys.argv[3], "tests/data/isaac.mcap")
JOINTS = ["palm", "wrist"] + [f"thumb_{part}" for part in ("metacarpal", "proximal", "distal", "tip")] + [
    f"{finger}_{part}" for finger in ("index", "middle", "ring", "little") for part in ("metacarpal", "proximal", "intermediate", "distal", "tip")]
FRAMES, BEGIN, PERIOD = 8, 5_000_000_000, 16_666_667
TURN = -0.5  # of the first head about Y
SIDES = ("left", "right")


def head(n):
    return [0.25 + n / 64, 1.5 + n / 128, -0.5] + product(about(1, TURN + n / 32), about(0, 0.25))


def joint(n, side, j):
    sign = 1 if side else -1
    return [sign * 0.25 + j / 256, 1.0 + n / 64, -0.25 - j / 128] + about(2, sign * (j / 32 + n / 16))


def grip(n, side):
    return [0.5 * side, 1.25 + n / 64, -0.375] + about(0, n / 16)


def aim(n, side):
    return [0.5 * side, 1.125 + n / 64, -0.5] + about(0, n / 16 - 0.5)


def radius(j):
    return (j + 1) / 1024


def pose_json(pose):
    return {"position": dict(zip("xyz", pose[:3])), "orientation": dict(zip("xyzw", pose[3:]))}


def hand_json(n, side, broken):
    poses = [{"pose": pose_json(joint(n, side, j)), "is_valid": True, "radius": radius(j)} for j in range(26)]
    if broken and not side and n == 2:
        poses[7]["is_valid"] = False
    if broken and side and n == 1:
        poses[5]["radius"] = 0.0
    if broken and side and n == 6:
        poses[9]["pose"]["orientation"] = dict(zip("xyzw", [0.0] * 4))
    return {"joints": {"poses": poses}}


def controller_json(n, side):
    inputs = {"primary_click": n % 2 == 1, "secondary_click": n == 2, "thumbstick_click": n == 3, "menu_click": n == (2 if side else 6),
              "thumbstick_x": n / 16, "thumbstick_y": -n / 32, "squeeze_value": n / 8, "trigger_value": 1 - n / 8}
    return {"grip_pose": {"pose": pose_json(grip(n, side)), "is_valid": not (side and n == 1)},
            "aim_pose": {"pose": pose_json(aim(n, side)), "is_valid": True}, "inputs": inputs}


def message(kind, topic, time, data):
    stamp = {"available_time_local_common_clock": time, "sample_time_local_common_clock": time, "sample_time_raw_device_clock": 7}
    return {"kind": kind, "topic": topic, "time": time, "json": {"timestamp": stamp} if data is None else {"data": data, "timestamp": stamp}}


def messages():
    """The head is not valid in frame 3 and not tracked in frame 5. The left hand is away in frame 4, and the left controller in frame 7. The
    right hand says nothing in frame 5."""
    out = []
    for n in range(FRAMES):
        time = BEGIN + n * PERIOD
        out.append(message("Body", "full_body/full_body", time, None))
        data = {"pose": pose_json(head(n)), "is_valid": True, "is_tracked": n != 5}
        out.append(message("Head", "head/head", time, {"pose": pose_json([0.0] * 7), "is_valid": False} if n == 3 else data))
        for side, name in enumerate(SIDES):
            if not (side and n == 5):
                out.append(message("Hand", f"hands/{name}_hand", time, None if n == 4 and not side else hand_json(n, side, True)))
            out.append(message("Controller", f"controllers/{name}_controller", time, None if n == 7 and not side else controller_json(n, side)))
        if n == 2:
            out.append(message("Hand", "hands/left_hand", time + 5_000_000, hand_json(100, 0, False)))
    out.append(message("Hand", "extra_hands/left_hand", time, hand_json(50, 0, False)))
    out.append(message("Controller", "controllers/right_controller", BEGIN, controller_json(50, 1)))
    return out


class Convert(Case):
    def check_row(self, n, row):
        self.assertEqual(row["head.x"] == "", n == 3)
        if n != 3:
            self.assert_in_stage(row, "head", head(n))
            self.assertEqual(row["head.tracked"], "0" if n == 5 else "1")
        for side, name in enumerate(SIDES):
            told = 4 if side and n == 5 else n  # the right hand of frame 4 is held
            for j, part in enumerate(JOINTS):
                is_there = not (side == 0 and n == 4) and (side, n, j) not in ((0, 2, 7), (1, 6, 9))
                self.assertEqual(row[f"{name}.{part}.x"] != "", is_there, (n, name, part))
                if is_there:
                    self.assert_in_stage(row, f"{name}.{part}", joint(told, side, j))
                    if (side, n, j) != (1, 1, 5):
                        self.assertEqual(float(row[f"{name}.{part}.radius"]), radius(j))
            if side == 0 and n == 7:
                self.assertEqual((row["left.aim.x"], row["left.trigger/value"], row["left.x/click"]), ("", "", ""))
                continue
            self.assert_in_stage(row, f"{name}.aim", aim(n, side))
            self.assertEqual(row[f"{name}.grip.x"] == "", side == 1 and n == 1)
            self.check_controls(n, side, name, row)

    def check_controls(self, n, side, name, row):
        inputs = controller_json(n, side)["inputs"]
        buttons = {"a" if side else "x": "primary_click", "b" if side else "y": "secondary_click", "thumbstick": "thumbstick_click"}
        if not side:
            buttons["menu"] = "menu_click"
        for control, key in buttons.items():
            self.assertEqual(row[f"{name}.{control}/click"], str(int(inputs[key])), (n, name, control))
        for control, key in (("thumbstick/x", "thumbstick_x"), ("thumbstick/y", "thumbstick_y"), ("squeeze/value", "squeeze_value"),
                             ("trigger/value", "trigger_value")):
            self.assertEqual(float(row[f"{name}.{control}"]), inputs[key])

    def test_fixture(self):
        """Every pose, flag, radius and control is that of the message; LOCAL is where the first head is, upright."""
        rows = self.rows(self.convert(FIXTURE, "a.csv"))
        self.assertEqual([row["time"] for row in rows], ["0"] + [f"0.{n * PERIOD:09d}" for n in range(1, FRAMES)])
        for n, row in enumerate(rows):
            self.check_row(n, row)
        turn = about(1, -TURN)
        for value, wanted in zip(pose(rows[0], "stage"), turned(turn, [-value for value in head(0)[:3]]) + turn):
            self.assertAlmostEqual(value, wanted, 6)
        self.assertEqual([float(rows[0][f"local_floor.{axis}"]) for axis in "xyz"], [0, -1.5, 0])
        self.assertEqual({row["right.profile"] for row in rows}, {"/interaction_profiles/oculus/touch_controller"})
        self.assertAlmostEqual(float(rows[1]["right.thumb_tip.radius"]), 0.008, 2)

    def test_session(self):
        """The session that is made of it plays the same."""
        session = self.convert(FIXTURE, "a.mcap")
        self.assertEqual(self.rows(self.convert(session, "a.csv")), self.rows(self.convert(FIXTURE, "b.csv")))
        there = self.sample(session, PERIOD / 1e9)
        trigger = there["inputs"]["components"]["/user/hand/right/input/trigger/value"]
        self.assertEqual(trigger["value"], 1 - 1 / 8)

    def test_losses(self):
        """The report counts what is dropped, invented and moved."""
        report = self.losses(FIXTURE, "a.mcap")
        self.assertEqual((report["measured"]["frames"], report["measured"]["position_m"]), (FRAMES, 0))
        self.assert_losses(report, ("dropped", 9, "9 messages of other channels"), ("dropped", 1, "1 message whose times are not later"),
                           ("dropped", 1, "1 message between two frames; a frame is at each time of the head"),
                           ("dropped", 1, "1 pose, called valid, without a place"), ("dropped", 1, "menu button of the right controller"),
                           ("resampled", 1, "parts of frames, 1, without a message at the frame's time"), ("invented", 1, "where LOCAL is"),
                           ("invented", 1, "oculus/touch_controller"), ("invented", 1, "radii of 1 joint"),
                           ("invented", 15 + 7 * 2 + 8 * 2 - 1, "that hands and controllers are tracked"))
        self.assertFalse([item for item in report["losses"] if "the head is tracked" in item["text"]])


# ---- Files of bytes ----


def record(opcode, content):
    return struct.pack("<BQ", opcode, len(content)) + content


def blob(value):
    return struct.pack("<I", len(value)) + value


def chunk(records, compression=b"", crc=None, times=(0, 1 << 62)):
    crc = zlib.crc32(records) if crc is None else crc
    return record(6, struct.pack("<QQQI", *times, len(records), crc) + blob(compression) + struct.pack("<Q", len(records)) + records)


def schema(number, name, data=b"", encoding=b"flatbuffer"):
    return record(3, struct.pack("<H", number) + blob(name) + blob(encoding) + blob(data))


def channel(number, of, topic):
    return record(4, struct.pack("<HH", number, of) + blob(topic) + blob(b"flatbuffer") + blob(b""))


def mcap(*records, profile=b"teleop"):
    magic = b"\x89MCAP0\r\n"
    end = record(15, bytes(4)) + record(2, bytes(20))
    return magic + record(1, blob(profile) + blob(b"test")) + b"".join(records) + end + magic


def says(number, time, data):
    return record(5, struct.pack("<HIQQ", number, 0, time, time) + data)


HEAD = schema(1, b"core.HeadPoseRecord", b"is_valid") + channel(1, 1, b"head/head")


def head_message(is_valid=1, inside=8, y=1.5):
    """A record with a HeadPose alone, laid out by hand: root, list, record; list, data."""
    table = struct.pack("<HH2H", 8, 36, inside, 4) + struct.pack("<i", 8) + struct.pack("<B3x", is_valid) + struct.pack("<7f", 0, y, 0, 0, 0, 0, 1)
    return struct.pack("<IHHHxx", 12, 6, 8, 4) + struct.pack("<iI", 8, 12) + table


class Refusals(Case):
    def test_by_hand(self):
        """A message that is laid out by hand is read; a head without is_tracked in its schema counts as tracked, and that is said."""
        path = self.write("a.mcap", mcap(chunk(HEAD + says(1, 10, head_message()) + says(1, 20, head_message(y=1.75)))))
        report = self.losses(path, "b.mcap")
        self.assertEqual([item["count"] for item in report["losses"] if "that the head is tracked" in item["text"]], [2])
        rows = self.rows(self.convert(path, "b.csv"))
        self.assertEqual([float(row["head.y"]) for row in rows], [0, 0.25])
        self.assertEqual(rows[1]["time"], "0.00000001")

    def test_files(self):
        """What is damaged, or has no person, is refused with a reason, and leaves no output."""
        good = head_message()
        body = schema(2, b"core.FullBodyPoseRecord") + channel(2, 2, b"full_body/full_body")
        cases = [
            (mcap(chunk(HEAD)), "has no message of a head, a hand or a controller"),
            (mcap(chunk(body + says(2, 10, good))), "has no message of a head, a hand or a controller"),
            (mcap(chunk(HEAD + says(1, 1 << 63, good))), "has no message of a head, a hand or a controller"),
            (mcap(HEAD, says(1, 10, good)), "outside of chunks; type `mcap recover"),
            (mcap(HEAD, chunk(says(1, 10, good), crc=1)), "a chunk of the recording is damaged"),
            (mcap(HEAD, chunk(says(1, 10, good), compression=b"lz4")), "compressed in another way than zstd"),
            (mcap(chunk(HEAD), record(6, bytes((1 << 26) + 100))), "more than 64 MiB"),
        ]
        for size in range(len(good)):
            cases.append((mcap(chunk(HEAD + says(1, 10, good[:size]))), "a message of the head, in the chunk that begins here"))
        for at in (0, 4, 6, 12, 16, 20, 22, 28):
            for wild in (b"\xff\xff", b"\xff\x7f", b"\x00\x80"):
                cases.append((mcap(chunk(HEAD + says(1, 10, good[:at] + wild + good[at + 2:]))), "a message of the head"))
        cases.append((mcap(chunk(HEAD + says(1, 10, head_message(inside=9)))), "a message of the head"))
        for content, reason in cases:
            done = self.convert(self.write("a.mcap", content), "b.mcap", code=4)
            self.assertIn(reason, done.stderr)
            self.assertEqual(os.listdir(self.folder), ["a.mcap"])

    def test_kinds(self):
        """Other MCAP files are no recordings of IsaacTeleop, and session recordings still are what they were."""
        other = mcap(chunk(schema(1, b"foxglove.PoseInFrame") + channel(1, 1, b"head/head") + says(1, 10, head_message())))
        self.assertIn("no session recording", self.convert(self.write("a.mcap", other), "b.csv", code=4).stderr)
        text = mcap(chunk(schema(1, b"core.HeadPoseRecord", encoding=b"protobuf") + channel(1, 1, b"head/head")))
        self.assertIn("no session recording", self.convert(self.write("a.mcap", text), "b.csv", code=4).stderr)
        self.convert(self.session("64"), "c.csv")

    def test_unfinished(self):
        """A file that ends early gives its whole chunks, and the report says so."""
        whole = mcap(chunk(HEAD + says(1, 10, head_message())), chunk(says(1, 20, head_message())), chunk(says(1, 30, head_message())))
        third = whole.rindex(b"\x06" + struct.pack("<Q", len(chunk(says(1, 30, head_message()))) - 9))
        report = self.losses(self.write("a.mcap", whole[:third + 40]), "b.mcap")
        self.assertEqual(report["measured"]["frames"], 2)
        self.assertTrue([item for item in report["losses"] if "the recording was not finished" in item["text"]])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
