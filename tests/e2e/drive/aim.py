# SPDX-License-Identifier: MIT
"""Aims at what hello_xr shows, and compares with where its cubes are: as it located their spaces, 0.25 m wide, and 0.1 m in a hand."""
import math
import os
import struct
import sys
import zlib

import understudy_drive

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../engines"))
from told import png_rows, turned  # pylint: disable=wrong-import-position

SIZES = {1: 0.1, 2: 0.1}  # of the cubes at hello_xr's first two spaces, the hands
FOV = [math.tan(angle) for angle in (-0.8, 0.7, 0.75, -0.85)]  # of the left eye of the headless runtime
MOVED = ((0, 0, 0, 0, 0, 0), (0.1, 0.05, -0.2, 8, -5, 4), (-0.15, 0.1, 0.1, -10, 5, -8))


class Scene:
    """The cubes of a frame, and the left eye, all in LOCAL: hello_xr works in LOCAL."""

    def __init__(self, app, picture):
        lines = [line for line in app.events() if line.get("frame") == picture.frame]
        self.cubes = [(line["pose"], SIZES.get(line["space"], 0.25) / 2) for line in lines if line["e"] == "locate" and "p" in line["flags"]]
        self.eye = next(line["layers"][0]["poses"][0] for line in lines if line["e"] == "submit")

    def ray(self, u, v):
        d = [FOV[0] + u * (FOV[1] - FOV[0]), FOV[2] + v * (FOV[3] - FOV[2]), -1]
        length = math.hypot(*d)
        return turned(self.eye[3:], [part / length for part in d])

    def distance(self, u, v):
        """To the first cube on the ray through a place of the picture, or infinity."""
        nearest, d = math.inf, self.ray(u, v)
        for pose, half in self.cubes:
            o, e = turned(pose[3:], [a - b for a, b in zip(self.eye, pose)], inverse=True), turned(pose[3:], d, inverse=True)
            sides = [sorted(((-half - a) / (b or 1e-12), (half - a) / (b or 1e-12))) for a, b in zip(o, e)]
            near, far = max(side[0] for side in sides), min(side[1] for side in sides)
            nearest = min(nearest, near) if 0 < near <= far else nearest
        return nearest

    def point(self, u, v, distance):
        return [a + distance * b for a, b in zip(self.eye, self.ray(u, v))]


def rows_of(file):
    """The rows of a PNG file of the layer: three bytes a pixel."""
    _, _, pixel_bytes, rows = png_rows(file)
    assert pixel_bytes == 3
    return rows


def write_patch(file, rows):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))) + chunk(b"IEND", b""))


def angle(a, b):
    return math.degrees(math.acos(max(-1, min(1, sum(x * y for x, y in zip(a, b)) / math.hypot(*a) / math.hypot(*b)))))


def edges(rows, step):
    """Places between two pixels of different colours, side by side."""
    width = len(rows[0]) // 3
    found = [(x + 1, y + 0.5) for y in range(8, len(rows) - 8) for x in range(8, width - 8) if rows[y][3 * x : 3 * x + 3] != rows[y][3 * x + 3 : 3 * x + 6]]
    return found[::step], width


def faces(scene, rows, step):
    """Places within the faces of cubes, of which each has one colour, four pixels or more from their edges."""
    size, reach = len(rows), (-4, 0, 4)
    colour = lambda x, y: rows[y][3 * x : 3 * x + 3]
    found = [(x, y) for y in range(4, size - 4, 5) for x in range(4, size - 4, 5) if len({colour(x + i, y + j) for i in reach for j in reach}) == 1]
    return [(x + 0.5, y + 0.5) for x, y in found if scene.distance((x + 0.5) / size, (y + 0.5) / size) < 20][::step]


def aim(app):
    """Pixels at edges of cubes and within their faces become points; a hand points there. The background is refused."""
    app.right.holds("oculus/touch_controller").move_to(0.15, -0.1, -0.6, 20, 10, 0)
    app.left.holds("oculus/touch_controller").move_to(-0.2, -0.2, -0.4)
    told, refused, errors = [0, 0], [0, 0], []
    for pose in MOVED:
        app.head.move_to(*pose)
        app.advance(frames=2)
        app.events()
        picture = app.picture()
        scene = Scene(app, picture)
        rows = rows_of(picture.files[0])
        places, size = edges(rows, 17)
        for kind, x, y in [(0, *place) for place in places] + [(1, *place) for place in faces(scene, rows, 37)]:
            reach = (-1, 0, 1) if kind == 0 else (0,)
            truth = min(scene.distance((x + dx) / size, (y + dy) / size) for dx in reach for dy in reach)
            try:
                target = picture.at(x / size, y / size)
            except understudy_drive.NotSeen:
                refused[kind] += 1
                continue
            told[kind] += 1
            errors.append(abs(target.distance - truth) / target.uncertainty)
            assert errors[-1] <= 3, (x, y, target, truth)
    assert min(told) >= 10, (told, refused)
    print(f"{told} at edges and in faces told, {refused} refused; at most {max(errors):.2f} of the stated uncertainty")

    # The hand's ray goes through a pixel that was seen.
    target = picture.at(0.5, 0.5, distance=2)
    assert math.dist(target.point, scene.point(0.5, 0.5, 2)) < 1e-4, target
    app.left.point_at(target)
    app.advance(frames=2)
    place = app.state()["person"]["left"]["aim"]
    ray = turned(place[3:], [0, 0, -1])
    assert angle(ray, [a - b for a, b in zip(target.point, place)]) < 0.05, (place, target)
    try:
        picture.at(0.03, 0.03)
        raise AssertionError("the empty background has a distance")
    except understudy_drive.NotSeen as error:
        assert "flat" in str(error), error


def find(app):
    """A patch around the cube of a hand is found again from elsewhere; when the hand has gone it is not."""
    app.right.holds("oculus/touch_controller").move_to(0.05, -0.05, -0.5, 30, 30, 10)
    app.advance(frames=2)
    picture = app.picture()
    scene = Scene(app, picture)
    rows = rows_of(picture.files[0])
    hand = turned(scene.eye[3:], [a - b for a, b in zip(scene.cubes[-1][0], scene.eye)], inverse=True)
    x = round((hand[0] / -hand[2] - FOV[0]) / (FOV[1] - FOV[0]) * len(rows))
    y = round((hand[1] / -hand[2] - FOV[2]) / (FOV[3] - FOV[2]) * len(rows))
    patch = app.base / "patch.png"
    write_patch(patch, [row[3 * (x - 40) : 3 * (x + 40)] for row in rows[y - 40 : y + 40]])
    truth = scene.point(x / len(rows), y / len(rows), scene.distance(x / len(rows), y / len(rows)))
    app.head.move_to(0.03, 0.02, 0.05, 4, 3, 8)
    app.advance(frames=2)
    picture = app.picture()
    target = picture.find(patch, distance=0.5)
    scene = Scene(app, picture)
    off = angle([a - b for a, b in zip(target.point, scene.eye)], [a - b for a, b in zip(truth, scene.eye)])
    print(f"the patch was found {off:.2f} degrees off")
    assert off < 1.5, (target, truth)
    app.head.move_to(0, 0, 0, 120, 0, 0)
    app.advance(frames=2)
    try:
        app.picture().find(patch)
        raise AssertionError("the patch was found behind the head")
    except understudy_drive.NotSeen as error:
        assert "does not show" in str(error), error


def layers(app):
    """A place of a layer that the probe submits is where its pose, its size and its space put it."""
    app.head.move_to(0.1, 0.05, -0.2, 8, -5, 4)
    app.advance(frames=2)
    app.events()
    picture = app.picture()
    submit = next(line for line in app.events() if line["e"] == "submit" and line.get("frame") == picture.frame)
    head = app.state()["person"]["head"]["pose"]

    def in_layer(number, v):
        pose = submit["layers"][number]["pose"]
        return [a + b for a, b in zip(pose, turned(pose[3:], v))]

    def close(number, u, v, truth):
        target = picture.on_layer(number, u, v)
        assert math.dist(target.point, truth) < 1e-4, (number, target, truth)
        assert abs(target.distance - math.dist(target.point, head[:3])) < 1e-4, target

    kinds = [layer["kind"] for layer in submit["layers"]]
    assert kinds == ["projection", "quad", "quad", "quad", "quad", "quad", "cylinder", "equirect", "equirect2"], kinds
    for u, v, corner in ((0.5, 0.5, [0, 0, 0]), (0, 0, [-0.2, 0.15, 0]), (1, 0.75, [0.2, -0.075, 0])):
        in_view = in_layer(1, corner)
        close(1, u, v, [a + b for a, b in zip(head, turned(head[3:], in_view))])
        close(2, u, v, in_layer(2, corner))
        close(3, u, v, [a + b for a, b in zip(in_layer(3, corner), [0, -1.6, 0])])  # STAGE is 1.6 m below LOCAL
    close(6, 0.5, 0.5, in_layer(6, [0, 0, -2]))
    close(6, 0.75, 0.5, in_layer(6, [2 * math.sin(0.25), 0, -2 * math.cos(0.25)]))
    close(7, 0.5, 0.5, in_layer(7, [0, 0, -5]))
    for number, reason in ((0, "projection"), (4, "not known"), (40, "no such layer")):
        try:
            picture.on_layer(number, 0.5, 0.5)
            raise AssertionError(f"layer {number} has a place")
        except understudy_drive.NotSeen as error:
            assert reason in str(error), error
