# SPDX-License-Identifier: MIT
"""What is known of the tests: how long each takes, and, learnt from gcov, which lines it runs: a change is shown only to
the tests that run it. Kept between runs in a file; a stamp says which build of a test it was learnt from."""
import gzip
import json
import os
import subprocess


def drop_counts(build):
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith(".gcda"):
                os.unlink(os.path.join(folder, name))


def counts_in(build):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(build) for name in names if name.endswith(".gcda"))


def read_lines(build, tree, is_mutated):
    """{path below the tree: (lines that ran, lines that could)} from the counts that a test has left."""
    counts = [path for path in counts_in(build) if is_mutated(path)]
    lines = {}
    for begin in range(0, len(counts), 50):
        done = subprocess.run(["gcov", "--json-format", "--stdout", *counts[begin:begin + 50]], cwd=build,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        for document in done.stdout.splitlines():
            add_document(json.loads(document), tree, lines)
    return lines


def add_document(document, tree, lines):
    for file in document["files"]:
        path = os.path.normpath(os.path.join(document["current_working_directory"], file["file"]))
        if not path.startswith(tree + os.sep):
            continue
        ran, could = lines.setdefault(path[len(tree) + 1:], (set(), set()))
        for line in file["lines"]:
            could.add(line["line_number"])
            if line["count"] > 0:
                ran.add(line["line_number"])


class Coverage:
    """`ran` is {test: {path: lines that ran}}, `could` {path: lines that could}, `seconds` {test: how long it takes}."""

    def __init__(self, path):
        self.path = path
        self.stamps, self.ran, self.could, self.timed, self.seconds = {}, {}, {}, {}, {}
        if os.path.exists(path):
            with gzip.open(path, "rt") as stored:
                data = json.load(stored)
            self.stamps, self.timed, self.seconds = data["stamps"], data.get("timed", {}), data.get("seconds", {})
            self.ran = {test: {file: set(at) for file, at in files.items()} for test, files in data["ran"].items()}
            self.could = {file: set(at) for file, at in data["could"].items()}

    def save(self):
        with gzip.open(self.path, "wt") as stored:
            json.dump({"stamps": self.stamps, "timed": self.timed, "seconds": self.seconds,
                       "ran": {test: {file: sorted(at) for file, at in files.items()} for test, files in self.ran.items()},
                       "could": {file: sorted(at) for file, at in self.could.items()}}, stored)

    def is_timed(self, test, stamp):
        return self.timed.get(test) == stamp

    def time(self, test, stamp, seconds):
        self.timed[test], self.seconds[test] = stamp, seconds

    def is_known(self, test, stamp):
        return self.stamps.get(test) == stamp

    def learn(self, test, stamp, lines):
        self.stamps[test] = stamp
        self.ran[test] = {path: ran for path, (ran, _) in lines.items() if ran}
        for path, (_, could) in lines.items():
            self.could.setdefault(path, set()).update(could)

    def tests_of(self, site, tests):
        """The tests that run the statement of a site. An operator on a statement's later line counts as its first; what
        stands outside of functions, such as a table, belongs to every test that runs any line of the file."""
        could = self.could.get(site.path, set())
        wanted = could
        if site.line in could:
            wanted = {site.line}
        elif site.function:
            earlier = [line for line in could if site.function_line <= line < site.line]
            later = [line for line in could if line > site.line]
            wanted = set([max(earlier)] if earlier else []) | set([min(later)] if later else [])
        return [test for test in tests if self.ran.get(test, {}).get(site.path, set()) & wanted]
