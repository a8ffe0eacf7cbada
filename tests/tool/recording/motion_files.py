# SPDX-License-Identifier: MIT
"""motion_files: readers of .glb and .bvh by their specifications, and of what assimp says of them, for motion.py.

A reader gives the times of the frames and, for each node, its parent and its poses in the parent: ((x, y, z), (x, y, z, w)). `world` puts them together.
"""
import json
import math
import os
import struct
import subprocess
import sys
import xml.etree.ElementTree

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from rotations import about, angle, product, turned  # noqa: E402 pylint: disable=wrong-import-position

IDENTITY = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def unit(q):
    norm = math.sqrt(sum(c * c for c in q))
    return tuple(c / norm for c in q)


def chain(parent, local):
    """The pose in LOCAL of a pose in its parent."""
    place, rotation = turned(parent[1], local[0]), product(parent[1], local[1])
    return (tuple(a + b for a, b in zip(parent[0], place)), unit(rotation))


def metres(a, b):
    return math.dist(a[0], b[0])


def radians(a, b):
    return angle(a[1], b[1])


def between(a, b, share):
    sign = -1 if sum(x * y for x, y in zip(a[1], b[1])) < 0 else 1
    return (tuple(x + share * (y - x) for x, y in zip(a[0], b[0])), unit(tuple((1 - share) * x + share * sign * y for x, y in zip(a[1], b[1]))))


class Motion:
    def __init__(self, times, parents, poses):
        self.times, self.parents, self.poses = times, parents, poses

    def world(self, name, frame):
        parent = self.parents[name]
        local = self.poses[name][min(frame, len(self.poses[name]) - 1)]
        return local if parent is None else chain(self.world(parent, frame), local)


# ---- glTF 2.0, chapters 3 to 5 ----


class Glb:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        magic, version, length, json_size, json_kind = struct.unpack_from("<5I", data)
        assert (magic, version, length, json_kind) == (0x46546C67, 2, len(data), 0x4E4F534A), "the header"
        assert json_size % 4 == 0
        self.json = json.loads(data[20:20 + json_size])
        binary_size, binary_kind = struct.unpack_from("<2I", data, 20 + json_size)
        assert binary_kind == 0x004E4942 and binary_size % 4 == 0
        self.binary = data[28 + json_size:]
        assert len(self.binary) == binary_size == self.json["buffers"][0]["byteLength"]

    def values(self, index):
        """The values of an accessor. Its min and max must be those of the values."""
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        parts = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        letter, size = {5126: ("f", 4), 5123: ("H", 2)}[accessor["componentType"]]
        count = accessor["count"] * parts
        assert view["byteLength"] == count * size and view["byteOffset"] % size == 0
        assert view["byteOffset"] + view["byteLength"] <= len(self.binary)
        flat = struct.unpack_from(f"<{count}{letter}", self.binary, view["byteOffset"])
        assert all(map(math.isfinite, flat))
        rows = [flat[i:i + parts] for i in range(0, count, parts)]
        for name, choose in (("min", min), ("max", max)):
            if name in accessor:
                floats = [struct.unpack("<f", struct.pack("<f", v))[0] for v in accessor[name]]
                assert floats == [choose(row[i] for row in rows) for i in range(parts)], name
        return rows

    def motion(self):
        nodes = self.json["nodes"]
        above = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        poses = {i: [None, None] for i in range(len(nodes))}
        animation, = self.json["animations"]
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            assert sampler["interpolation"] == "LINEAR"
            times = [t for t, in self.values(sampler["input"])]
            poses[channel["target"]["node"]][channel["target"]["path"] == "rotation"] = self.values(sampler["output"])
        names = [node["name"] for node in nodes]
        assert len(set(names)) == len(names)
        local = {names[i]: list(zip(*pose)) if pose[0] else [IDENTITY] for i, pose in poses.items()}
        return Motion(times, {name: names[above[i]] if i in above else None for i, name in enumerate(names)}, local)


# ---- BVH: M. Meredith and S. Maddock, "Motion Capture File Formats Explained" ----


class Bvh:
    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            self.text = file.read()
        head, tail = self.text.split("MOTION\n")
        words = head.split()
        stack, self.parents, self.offsets, self.channels = [], {}, {}, {}
        at = 1
        while at < len(words):
            word = words[at]
            if word in ("ROOT", "JOINT"):
                name = words[at + 1]
                self.parents[name] = stack[-1] if stack else None
                stack.append(name)
                at += 3
            elif word == "End":
                stack.append(None)
                at += 3
            elif word == "OFFSET":
                if stack[-1]:
                    self.offsets[name] = tuple(map(float, words[at + 1:at + 4]))
                at += 4
            elif word == "CHANNELS":
                count = int(words[at + 1])
                self.channels[name] = words[at + 2:at + 2 + count]
                at += 2 + count
            else:
                assert word == "}", word
                stack.pop()
                at += 1
        assert not stack
        lines = tail.splitlines()
        self.frames, self.period = int(lines[0].split("Frames: ")[1]), float(lines[1].split("Frame Time: ")[1])
        self.lines = [list(map(float, line.split())) for line in lines[2:]]
        assert len(self.lines) == self.frames

    def motion(self, adds):
        """`adds`: a position counts from the offset, as in three.js; otherwise it takes its place, as in Blender."""
        poses = {name: [] for name in self.channels}
        for line in self.lines:
            at = 0
            for name, channels in self.channels.items():
                place, rotation = list(self.offsets[name]), (0.0, 0.0, 0.0, 1.0)
                for channel, value in zip(channels, line[at:]):
                    axis = "XYZ".index(channel[0])
                    if channel.endswith("position"):
                        place[axis] = value + (self.offsets[name][axis] if adds else 0.0)
                    else:
                        rotation = product(rotation, about(axis, math.radians(value)))
                at += len(channels)
                poses[name].append((tuple(place), rotation))
            assert at == len(line)
        return Motion([i * self.period for i in range(self.frames)], self.parents, poses)


# ---- assimp ----


def assimp(path, dump):
    """What assimp reads, from its dump with six decimals."""
    done = subprocess.run(["assimp", "dump", path, dump], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    root = xml.etree.ElementTree.parse(dump).getroot()
    parents, poses, times = {}, {}, []

    def walk(node, above):
        parents[node.get("name")] = above
        for child in node.findall("NodeList/Node"):
            walk(child, node.get("name"))

    walk(root.find("Scene/Node"), None)
    animation = root.find(".//Animation")
    for node in animation.iter("NodeAnim"):
        places = [tuple(map(float, key.text.split())) for key in node.iter("PositionKey")]
        rotations = [tuple(map(float, key.text.split())) for key in node.iter("RotationKey")]
        times = [float(key.get("time")) / float(animation.get("tick_cnt")) for key in node.iter("RotationKey")]
        count = max(len(places), len(rotations))
        poses[node.get("node")] = [
            (places[min(i, len(places) - 1)], unit(rotations[min(i, len(rotations) - 1)])) for i in range(count)]
    return Motion(times, parents, {name: poses.get(name, [IDENTITY]) for name in parents})
