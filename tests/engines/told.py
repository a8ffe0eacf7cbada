# SPDX-License-Identifier: MIT
"""What an engine's own API told its project (the told log, in the lines of tests/oracle/compare/compare_log.h), held against a run.

  told.py retime TOLD RUN OUT SAMPLER RECORDING   the told log on the recording's clock, for a run with --clock frame:60 from 0 s
  told.py same A B                   two such logs tell the same: 1e-5 m, 1e-3 rad, the same flags, states and times
  told.py moves TOLD                 the told log of a live person: it moves, so that a leak would show
  told.py pictures RETIMED RUN COLOURS   the engine's joints, or the balls of a project without hands, are where its pictures show them
  told.py haptics RUN SAMPLER RECORDING  the app vibrated each hand while it pinches, and never else

SAMPLER is oracle_sample. RUN is a run folder of `understudy run --clock frame:60 --out RUN`. Time in the logs is XrTime. Ends with 0, or 1 and a line that says what is wrong.
"""
import json
import math
import struct
import subprocess
import sys
import zlib
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from rotations import turned  # noqa: E402 pylint: disable=wrong-import-position

PERIOD_NS = 1e9 / 60
POSITION_M, ANGLE_RAD = 1e-5, 1e-3
CONTROL_FRAMES = 45
LATE_FRAMES = 2
GAZE = 3  # the number of the gaze's space in told logs


def fail(what):
    print(f"FAIL: {what}")
    sys.exit(1)


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def oracle(sampler, recording, frame):
    """What the oracle finds in the recording at a frame's time."""
    return json.loads(subprocess.run([sampler, recording, "--time", str(frame / 60)], check=True, capture_output=True).stdout)


def align(told, frames, sampler, recording):
    """An engine that knows no display time counts its turns instead. Turn t is frame t + shift: the shift at which most of its head poses are the
    recorded ones, seen from above. The height of LOCAL in its space, which may be STAGE, is measured there, too; everything else must follow.
    Returns the lines in LOCAL and on the clock of the frames."""
    heads = {line["turn"]: line["pose"] for line in told if line.get("space") == 2 and "pose" in line}
    found = {frame: oracle(sampler, recording, frame) for frame in sorted(frames.values())}
    wanted, tracked = ({frame: entry["head"]["openxr"]["p"] for frame, entry in found.items()}, {frame: entry["hands"] for frame, entry in found.items()})
    fits = {}
    for shift in range(-60, 61):
        pairs = [(pose, wanted[turn + shift]) for turn, pose in heads.items() if turn + shift in wanted]
        fits[shift] = [pose[1] - p[1] for pose, p in pairs if abs(pose[0] - p[0]) < POSITION_M and abs(pose[2] - p[2]) < POSITION_M]
    shift = max(fits, key=lambda s: len(fits[s]))
    if not fits[shift]:
        fail("no head pose of the engine is a recorded one")
    height = sorted(fits[shift])[len(fits[shift]) // 2]
    times = {frame: time for time, frame in frames.items()}
    lines_out = []
    for line in told:
        if line["e"] == "space":
            lines_out.append({**line, "type": "LOCAL"} if line["space"] == 1 else line)
        elif line["turn"] + shift in times:
            for pose in poses(line):
                pose[1] -= height
            line["wall_time_ns"] = times[line["turn"] + shift]
            if line["e"] == "hand" and line["active"] is None:  # the engine does not say whether a hand is tracked: what it says of one that is, counts
                line["active"] = tracked[line["turn"] + shift][line["hand"]]["tracked"]
            if line.get("active", True):
                lines_out.append(line)
    print(f"turn {-shift} is frame 0: {len(fits[shift])} of {len(wanted)} head poses fit, LOCAL is {height:.6f} m high")
    return lines_out


def retime(told_path, run, out_path, sampler, recording):
    """Frame n of the playback is n/60 s later than its start, by the definition of the frame clock; the display times differ."""
    frames, events = {}, []
    for event in lines(Path(run) / "log.jsonl"):
        if event["e"] == "wait" and "frame" in event:
            frames[event["wall_time_ns"]] = event["frame"]
        if event["e"] in ("state", "sync") and "frame" in event:
            events.append(event)
    origin = min(frames)
    told, spaces, found = {}, [], lines(told_path)
    if any("turn" in line for line in found):
        # When the session ends, it draws no more.
        last = min((event["frame"] for event in events if event["e"] == "state"), default=max(frames.values()))
        frames = {time: frame for time, frame in frames.items() if frame <= last}
        found = align(found, frames, sampler, recording)
    for line in found:
        if line["e"] == "space":
            spaces.append(line)
        elif "wall_time_ns" in line and line["wall_time_ns"] >= origin:
            if line["wall_time_ns"] not in frames:
                fail(f"{told_path}: the engine says time {line['wall_time_ns']}, which no frame has")
            frame = frames[line["wall_time_ns"]]
            told.setdefault(frame, []).append({**line, "wall_time_ns": origin + round(frame * PERIOD_NS)})
    # An engine learns of the eyes with the event about their profile, which it reads in the frame after its first sync.
    for frame in range(LATE_FRAMES):
        told[frame] = [line for line in told.get(frame, []) if line.get("space") != GAZE or line["flags"]]
    with open(out_path, "w", encoding="utf-8") as out:
        # The session has the focus when the playback starts.
        for line in [*spaces, {"e": "state", "state": "FOCUSED"}]:
            out.write(json.dumps(line) + "\n")
        for frame in sorted(told):
            while events and events[0]["frame"] <= frame:
                out.write(json.dumps(events.pop(0)) + "\n")
            for line in told[frame]:
                out.write(json.dumps(line) + "\n")
    print(f"{len(told)} frames told of {len(frames)}")
    if len(told) < 0.98 * len(frames):
        fail("the engine told of too few frames")


def key(line, first_ns):
    return (round((line["wall_time_ns"] - first_ns) / PERIOD_NS), line["e"], line.get("space"), line.get("hand"), line.get("action"), line.get("subaction"))


def by_key(path):
    timed = [line for line in lines(path) if "wall_time_ns" in line and line["e"] not in ("state", "sync")]
    first = min(line["wall_time_ns"] for line in timed)
    return {key(line, first): line for line in timed}


def apart(a, b):
    """Metres and radians between two poses [x, y, z, qx, qy, qz, qw]."""
    metres = math.dist(a[:3], b[:3])
    # Half of the angle is that between two unit vectors of four numbers; the chord keeps the digits of small angles.
    one, two = ([x / math.hypot(*q[3:]) for x in q[3:]] for q in (a, b))
    chord = min(math.dist(one, two), math.dist(one, [-x for x in two]))
    return metres, 4 * math.asin(chord / 2)


def poses(line):
    return [line["pose"]] if "pose" in line else line.get("joints", [])


def compare(a_path, b_path):
    """The keys of both logs, how far the poses are apart, and the first line that differs in more than poses."""
    a, b = by_key(a_path), by_key(b_path)
    # The first and the last frames depend on when the session got the focus and ended.
    last = min(max(k[0] for k in a), max(k[0] for k in b)) - 3
    a, b = ({k: v for k, v in log.items() if LATE_FRAMES <= k[0] <= last} for log in (a, b))
    other = next((k for k in sorted(set(a) ^ set(b), key=str)), None)
    metres = radians = count = 0
    for k in sorted(set(a) & set(b), key=str):
        if [a[k].get(m) for m in ("flags", "joint_flags", "active", "value")] != [b[k].get(m) for m in ("flags", "joint_flags", "active", "value")]:
            other = other or k
            continue
        for x, y in zip(poses(a[k]), poses(b[k])):
            m, r = apart(x, y)
            metres, radians, count = max(metres, m), max(radians, r), count + 1
    return count, metres, radians, other


def same(a_path, b_path):
    count, metres, radians, other = compare(a_path, b_path)
    print(f"{count} poses of both, at most {metres:.2g} m and {radians:.2g} rad apart")
    if other:
        fail(f"only one log has this, or its flags and states differ: {other}")
    if count < 1000 or not (metres <= POSITION_M and radians <= ANGLE_RAD):
        fail("the logs differ")


# --- pictures ----------------------------------------------------------------------------------------


def png_rows(path):
    """Width, height, bytes of a pixel, and the rows: 8 bits, not interlaced."""
    data, at, packed = Path(path).read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    if depth != 8 or colour not in (2, 6) or interlaced:
        fail(f"{path}: depth {depth}, colour type {colour}")
    bpp = 3 if colour == 2 else 4
    raw, rows, before = zlib.decompress(packed), [], bytearray(width * bpp)
    for y in range(height):
        start = y * (width * bpp + 1)
        row = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + width * bpp]), before, bpp)
        rows.append(bytes(row))
        before = row
    return width, height, bpp, rows


def read_png(path):
    """Width, height and a function of x, y that gives red, green, blue."""
    width, height, bpp, rows = png_rows(path)
    return width, height, lambda x, y: tuple(rows[y][x * bpp : x * bpp + 3])


def unfilter(kind, row, before, bpp):
    """The filters of the PNG specification, chapter 9."""
    for i in range(len(row)):
        left = row[i - bpp] if i >= bpp else 0
        up, corner = before[i], before[i - bpp] if i >= bpp else 0
        if kind == 1:
            row[i] = (row[i] + left) & 255
        elif kind == 2:
            row[i] = (row[i] + up) & 255
        elif kind == 3:
            row[i] = (row[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            row[i] = (row[i] + min((left, up, corner), key=lambda v: abs(guess - v))) & 255
    return row


def pixel(point, eye, fov, width, height):
    """Where an eye with these angles (left, right, up, down) sees a point, or None."""
    seen = turned(eye[3:], [p - e for p, e in zip(point, eye)], inverse=True)
    if seen[2] >= -0.01:
        return None
    left, right, up, down = (math.tan(angle) for angle in fov)
    x, y = (seen[0] / -seen[2] - left) / (right - left), (up - seen[1] / -seen[2]) / (up - down)
    return (int(x * width), int(y * height)) if 0.02 < x < 0.98 and 0.02 < y < 0.98 else None


def alike(colour, wanted):
    return max(abs(a - b) for a, b in zip(colour, wanted)) <= 48


def joints_of(told, frame, colours):
    """The joints that the engine told of in a frame, each with what may be seen there: another joint or a controller of either hand may be in front."""
    lines_of = (told.get((frame, "hand", None, hand, None, None)) for hand in ("left", "right"))
    return [(joint, colours["left"] + colours["right"]) for line in lines_of if line and line["active"] for joint in line["joints"]]


def marks(rule):
    """The balls that a project puts on a cylinder around its origin, each with its own colour: x to the right, y up, -z ahead, as put_marks() of blender/vr.py has them."""
    found = []
    for height in rule["heights_m"]:
        for degrees in rule["degrees"]:
            place = [rule["distance_m"] * math.sin(math.radians(degrees)), height, -rule["distance_m"] * math.cos(math.radians(degrees))]
            found.append((place, [rule["colours"][len(found) % len(rule["colours"])]]))
    return found


def pictures(told_path, run, colours_path):
    """COLOURS: {"left": [[r, g, b], ...], "right": ...}: what may be seen at a joint of that hand. Or {"marks": ...}, for an engine without hands:
    balls that stay where they are, in the space of the app's views."""
    colours = json.loads(Path(colours_path).read_text(encoding="utf-8"))
    what, still = ("marks", marks(colours["marks"])) if "marks" in colours else ("joints", None)
    told, views = by_key(told_path) if still is None else {}, {}
    for event in lines(Path(run) / "log.jsonl"):
        if event["e"] == "views" and "frame" in event:
            views[event["frame"]] = event
    shown, counted = 0, {0: [0, 0], CONTROL_FRAMES: [0, 0]}
    for picture in sorted((Path(run) / "pictures").glob("frame-*-view-0.png")):
        frame = int(picture.name[6:12])
        width, height, at = read_png(picture)
        shown += 1
        for later, counts in counted.items():
            view = views.get(frame + later)
            if not view:
                continue
            expected = joints_of(told, frame + later, colours) if still is None else still
            places = [(pixel(point, view["poses"][0], view["fovs"][0], width, height), wanted) for point, wanted in expected]
            seen = [any(alike(at(*place), colour) for colour in wanted) for place, wanted in places if place]
            counts[0] += len(seen)
            counts[1] += sum(seen)
    (checked, hits), (others, other_hits) = counted.values()
    print(f"{shown} pictures; of {checked} {what} in view {hits} are where the picture shows them; of those {CONTROL_FRAMES} frames later {other_hits} of {others}")
    if shown < 3 or checked < 100 or hits < 0.95 * checked:
        fail(f"the pictures do not show the {what} where they should be")
    if other_hits > 0.8 * others:
        fail(f"any of the {what} would be there: the pictures prove nothing")


def haptics(run, sampler, recording):
    """The app vibrates a hand in each frame in which it pinches."""
    felt, refused, last = {"left": set(), "right": set()}, 0, 0
    for event in lines(Path(run) / "log.jsonl"):
        last = max(last, event.get("frame", 0))
        if event["e"] == "haptic" and event.get("what") == "apply" and "frame" in event:
            felt[(event.get("subaction") or "/").rsplit("/", 1)[1]].add(event["frame"])
            refused += event["result"] != "XR_SUCCESS"
    pinching = {"left": set(), "right": set()}
    for frame in range(last + 1):
        for hand, entry in oracle(sampler, recording, frame)["hands"].items():
            if entry["pinching"] and entry["tracked"]:
                pinching[hand].add(frame)
    # A frame whose neighbour is otherwise may be either: the pinch changes between them.
    edges = {hand: {f for f in range(last + 1) if ((f - 1) in frames) != ((f + 1) in frames)} for hand, frames in pinching.items()}
    wrong = {hand: sorted((felt[hand] ^ pinching[hand]) - edges[hand]) for hand in felt}
    print("; ".join(f"{hand}: {len(pinching[hand])} frames of a pinch, {len(felt[hand])} of a vibration" for hand in felt) + f"; {refused} refused")
    if any(wrong.values()) or refused or not felt["right"]:
        fail(f"the vibrations are not those of the recorded pinches: frames {wrong}")


def moves(path):
    """A told log of a live person: the head and the hands move, so that a leak would show."""
    places = {}
    # The app was ended in the middle of a line.
    whole = Path(path).read_text(encoding="utf-8").rsplit("\n", 1)[0].splitlines()
    for line in map(json.loads, whole):
        if line["e"] == "locate" and "pose" in line:
            places.setdefault(line["space"], []).append(line["pose"][:3])
    reach = {space: max(math.dist(p, points[0]) for p in points) for space, points in places.items()}
    print("live: " + ", ".join(f"space {space} moves {metres:.2g} m" for space, metres in sorted(reach.items())))
    if not reach or sum(metres > 0.01 for metres in reach.values()) < 3:
        fail("the live person does not move")


if __name__ == "__main__":
    {"retime": retime, "same": same, "pictures": pictures, "haptics": haptics, "moves": moves}[sys.argv[1]](*sys.argv[2:])
