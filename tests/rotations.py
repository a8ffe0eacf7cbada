# SPDX-License-Identifier: MIT
"""Rotations, which are quaternions [x, y, z, w], for the tests in Python."""
import math


def about(axis, radians):
    """About X, Y or Z: 0, 1 or 2."""
    half = radians / 2
    return [math.sin(half) if axis == i else 0.0 for i in range(3)] + [math.cos(half)]


def turned(q, v, inverse=False):
    """The vector v turned by a rotation, or back."""
    x, y, z, w = (-q[0], -q[1], -q[2], q[3]) if inverse else q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def product(a, b):
    return [a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]]


def angle(a, b):
    """Between two rotations, in radians."""
    half = math.sqrt(min(sum((x - y) ** 2 for x, y in zip(a, b)), sum((x + y) ** 2 for x, y in zip(a, b)))) / 2
    return 4 * math.asin(min(half, 1))
