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
    """{path below the tree: (lines that ran, lines that could)} from the counts that a test has left. A source may be
    part of a test's own: whose object it is does not matter."""
    counts = counts_in(build)
    lines = {}
    for begin in range(0, len(counts), 50):
        done = subprocess.run(["gcov", "--json-format", "--stdout", *counts[begin:begin + 50]], cwd=build,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        for document in done.stdout.splitlines():
            add_document(json.loads(document), tree, is_mutated, lines)
    return lines


def add_document(document, tree, is_mutated, lines):
    for file in document["files"]:
        path = os.path.normpath(os.path.join(document["current_working_directory"], file["file"]))
        if not path.startswith(tree + os.sep) or not is_mutated(path[len(tree) + 1:]):
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
        """The tests that run the statement of a site. An operator on a statement's later line counts as its first. The
        compiler counts some lines as others: where no test runs the statement, those do that run anything of the
        function. What stands outside of functions, such as a table, belongs to every test that runs any line of the
        file."""
        could = self.could.get(site.path, set())
        if not site.function:
            return self.tests_of_lines(site.path, could, tests)
        of_function = {line for line in could if site.first_line <= line <= site.last_line}
        statement = {site.line} & could
        if not statement:
            earlier = [line for line in of_function if line < site.line]
            later = [line for line in of_function if line > site.line]
            statement = set([max(earlier)] if earlier else []) | set([min(later)] if later else [])
        return self.tests_of_lines(site.path, statement, tests) or self.tests_of_lines(site.path, of_function, tests)

    def tests_of_lines(self, path, lines, tests):
        return [test for test in tests if self.ran.get(test, {}).get(path, set()) & lines]
