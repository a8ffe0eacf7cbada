# SPDX-License-Identifier: MIT
"""What the Python tests of the tool share: calls of the tool, which is the first argument of each test, a folder for each test case, and rotations."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from rotations import about, angle, product, turned  # noqa: E402,F401 pylint: disable=wrong-import-position,unused-import

TOOL = sys.argv[1]


def call(*words):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)


class FolderCase(unittest.TestCase):
    """A test in an empty folder, which goes away with it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)
