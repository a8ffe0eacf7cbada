#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one comparison, sign or truth value of core or layer at a time, in a copy of the checkout, and runs the tests
that can see it. Prints the changes that no test notices, and the share of those that one does."""
import argparse
import fcntl
import filecmp
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import equal
from coverage import Coverage, drop_counts, read_lines
from sites import changed, lines_before_and_after, sites_of
from workspace import Build, copy_checkout, write_text

HERE = os.path.dirname(os.path.abspath(__file__))
# These build the project anew, or look at files alone: they never see the build that is changed.
BLIND = ("demo", "readme", "prefix", "package", "newer_sdk", "unit_headers_c", "unit_headers_cxx", "unit_includes",
         "unit_includes_selftest", "layer_rows_exist")
# As many tests are built and run together, the fastest first.
BATCHES = (1, 3, 8, 1000)
LEAST_SHARE = 0.95
# The sanitizers notice what a test does not: an index too far, memory that is not given back. Nothing that names a line or
# a column may be in the code: it would differ where nothing else does. A library with sanitizers cannot be loaded by an
# app, so there are none with the end-to-end tests.
PLAIN = ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O2")
SANITIZED = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O1", "-DUNDERSTUDY_SANITIZED=ON",
             "-DCMAKE_C_FLAGS=-fsanitize=address,undefined -fsanitize-undefined-trap-on-error -fno-sanitize-recover=all")
# A test is stuck that takes so many times as long as without a change, and this long in any case.
SLOWER = 10
LEAST_CPU_S, LEAST_WALL_S = 4, 60


def say(*words):
    print(*words, flush=True)


def is_mutated(path):
    """Core and layer: neither the tests nor what other folders make of them."""
    return not {"tests", "tool", "runtime"}.intersection(os.path.normpath(path).split(os.sep))


def stamp_of(build, test):
    """Another one where a test's program, or anything that a script may start or load, has become another one."""
    paths = [os.path.join(build.folder, test.program)] if test.program is not None else \
        sorted(os.path.join(build.folder, folder, name) for folder in ("bin", "lib")
               for name in os.listdir(os.path.join(build.folder, folder))) + \
        [word for word in test.command if os.path.isfile(word)]
    digest = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


class Runner:
    def __init__(self, options):
        self.options = options
        source = os.path.dirname(os.path.dirname(HERE))
        top = os.path.join(source, "build", "mutants")
        self.tree = os.path.join(top, "tree")
        os.makedirs(top, exist_ok=True)
        self.lock = open(os.path.join(top, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit("another run is at work in build/mutants") from None
        if not options.again:
            say("copying the checkout to build/mutants")
            copy_checkout(source, self.tree)
        self.share_samples(source, top)
        self.build = Build(self.tree, os.path.join(top, "build"), os.path.join(top, "temporary"))
        self.counted = Build(self.tree, os.path.join(top, "counted"), os.path.join(top, "temporary"))
        self.coverage = Coverage(os.path.join(top, "coverage.json.gz"))
        self.seconds = {}
        self.kills = {}

    @staticmethod
    def share_samples(source, top):
        """Recordings that lie beside the checkout lie beside its copy."""
        beside, link = os.path.join(os.path.dirname(source), "shared"), os.path.join(top, "shared")
        if os.path.isdir(beside) and not os.path.lexists(link):
            os.symlink(beside, link)

    def wanted_tests(self, build):
        tests = [test for test in build.tests() if test.name not in BLIND]
        if self.options.e2e:
            return tests
        return [test for test in tests if test.program is not None and test.name.startswith(("unit_", "layer_"))]

    def prepare(self):
        say("building")
        fast_linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
        self.build.configure(*(PLAIN if self.options.e2e else SANITIZED), *fast_linker)
        if not self.build.ninja():
            raise SystemExit(f"the build failed; see {self.build.folder}/ninja.log")
        self.keep_objects()
        self.measure()
        self.learn()

    def keep_objects(self):
        """The code without a change, to compare with."""
        self.objects = {path: files for path, files in self.build.objects().items() if is_mutated(path)}
        for name in (name for files in self.objects.values() for name in files):
            kept = os.path.join(self.build.temporary, "objects", name)
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            shutil.copyfile(os.path.join(self.build.folder, name), kept)

    def measure(self):
        """How long each test takes; one that fails without a change has nothing to say."""
        say("running each test once")
        self.tests = []
        for test in self.wanted_tests(self.build):
            stamp = stamp_of(self.build, test)
            if not self.coverage.is_timed(test.name, stamp):
                ending, seconds = self.build.run_test(test, 900, 900)
                if ending != "passed":
                    say(f"left out: {test.name} {ending} without a change")
                    continue
                self.coverage.time(test.name, stamp, seconds)
            self.seconds[test.name] = self.coverage.seconds[test.name]
            self.tests.append(test)

    def learn(self):
        """Which test runs which line; only what has been built anew is looked at again."""
        say("building again, to see which test runs which line")
        self.configure_counted()
        if not self.counted.ninja():
            raise SystemExit(f"the build failed; see {self.counted.folder}/ninja.log")
        passed = {test.name for test in self.tests}
        for test in self.wanted_tests(self.counted):
            stamp = stamp_of(self.counted, test)
            if test.name not in passed or self.coverage.is_known(test.name, stamp):
                continue
            drop_counts(self.counted.folder)
            self.counted.run_test(test, 900, 900)
            self.coverage.learn(test.name, stamp, read_lines(self.counted.folder, self.tree, is_mutated))
            self.coverage.save()

    def configure_counted(self):
        endings = os.path.join(self.counted.temporary, "count_endings.o")
        subprocess.run(["cc", "-c", "-D_POSIX_C_SOURCE=200809L", os.path.join(HERE, "count_endings.c"), "-o", endings], check=True)
        self.counted.configure("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS=-Og --coverage -frandom-seed=1",
                               f"-DCMAKE_EXE_LINKER_FLAGS=-Wl,--wrap=_exit -Wl,--wrap=kill {endings}")

    def paths(self):
        return [path for path in sorted(self.coverage.could) if is_mutated(path) and os.path.exists(os.path.join(self.tree, path))]

    def text_of(self, path):
        with open(os.path.join(self.tree, path), encoding="utf-8") as file:
            return file.read()

    def sites(self):
        """What can be changed in the files of which any line can run, in an order that only the seed decides."""
        found = [site for path in self.paths() for site in sites_of(path, self.text_of(path))]
        if self.options.function:
            found = [site for site in found if site.function in self.options.function]
        if self.options.file:
            found = [site for site in found if os.path.basename(site.path) in self.options.file]
        if self.options.at:
            found = [site for site in found if f"{os.path.basename(site.path)}:{site.line}" in self.options.at]
        random.Random(self.options.seed).shuffle(found)
        return found

    def try_site(self, site):
        """How a change ends: "killed", "survived", "same code" or "unbuilt"; and the test that decided it."""
        path = os.path.join(self.tree, site.path)
        text = self.text_of(site.path)
        files = self.objects.get(site.path, [])
        write_text(path, changed(site, text))
        try:
            if not self.build.ninja(*files):
                return "unbuilt", None
            if files and all(self.is_same_code(name) for name in files):
                return "same code", None
            ending, test = self.run_tests(site)
            after = self.build.optimised_code(site.path) if ending == "survived" else None
        finally:
            write_text(path, text)
        if after is not None and after == self.build.optimised_code(site.path):
            return "same code", None
        return ending, test

    def is_same_code(self, name):
        return filecmp.cmp(os.path.join(self.build.folder, name), os.path.join(self.build.temporary, "objects", name), shallow=False)

    def run_tests(self, site):
        """The tests that run the changed line, those first that take little time and have often noticed a change of this file."""
        names = set(self.coverage.tests_of(site, [test.name for test in self.tests]))
        short = {name for name in names if self.seconds[name] <= self.options.longest}
        names = short or names
        kills = self.kills.setdefault(site.path, {})
        tests = sorted((test for test in self.tests if test.name in names),
                       key=lambda test: (self.seconds[test.name] + 0.1) / (1 + kills.get(test.name, 0)))
        begin = 0
        for size in BATCHES:
            batch = tests[begin:begin + size]
            begin += size
            programs = {test.program for test in batch}
            if batch and not self.build.ninja(*([] if None in programs else sorted(programs))):
                return "unbuilt", None
            for test in batch:
                ending = self.run_one(test)
                if ending not in ("passed", "skipped"):
                    kills[test.name] = kills.get(test.name, 0) + 1
                    return "killed", test.name
        return "survived", None if tests else "no test runs it"

    def run_one(self, test):
        longest = SLOWER * self.seconds[test.name]
        return self.build.run_test(test, int(LEAST_CPU_S + longest), LEAST_WALL_S + longest)[0]


class Tally:
    def __init__(self):
        self.counts = {"killed": 0, "survived": 0, "same code": 0, "unbuilt": 0, "listed": 0}
        self.survivors = []

    @property
    def tested(self):
        return self.counts["killed"] + self.counts["survived"]

    def print(self, seed, all_count):
        counts = self.counts
        say(f"{self.tested} changes of {all_count} (seed {seed}): {counts['killed']} killed, {counts['survived']} survived, "
            f"{100.0 * counts['killed'] / max(self.tested, 1):.1f} % killed; besides, {counts['listed']} are listed as equal in effect, "
            f"{counts['same code']} compile to the same code, {counts['unbuilt']} do not build")
        for text in self.survivors:
            say(text)


def describe(site, before, after, why):
    function = f" {site.function}" if site.function else ""
    return (f"SURVIVED{f' ({why})' if why else ''}: {site.path}:{site.line}\n"
            f"{os.path.basename(site.path)}{function}: REASON\n- {before}\n+ {after}")


def try_all(runner, equals, options):
    tally = Tally()
    sites = runner.sites()
    end = time.monotonic() + options.seconds
    for site in sites:
        if time.monotonic() > end or tally.tested >= options.count:
            break
        before, after = lines_before_and_after(site, runner.text_of(site.path))
        if equals.find(os.path.basename(site.path), site.function, before, after) is not None:
            ending, why = "listed", None
        else:
            ending, why = runner.try_site(site)
        tally.counts[ending] += 1
        if ending == "survived":
            tally.survivors.append(describe(site, before, after, why))
            say(tally.survivors[-1])
        if options.verbose:
            say(f"{ending} {why or ''}: {site.path}:{site.line} {after}")
        elif ending == "killed" and tally.tested % 25 == 0:
            say(f"{tally.tested} tested, {tally.counts['survived']} survived")
    tally.print(options.seed, len(sites))
    return tally


def read_equals(runner):
    changes = [(os.path.basename(path), site.function, *lines_before_and_after(site, text))
               for path, text in ((path, runner.text_of(path)) for path in runner.paths()) for site in sites_of(path, text)]
    equals = equal.Equal(equal.read(os.path.join(HERE, "equal.txt")), changes)
    for entry in equals.stale:
        say(f"{entry.place}: no longer in the source: {entry.before}")
    return equals


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, help="how long to go on")
    parser.add_argument("seed", type=int, nargs="?", default=int(time.time()) % 100000, help="which changes come first")
    parser.add_argument("--count", type=int, default=300, help="end after so many changes (default 300)")
    parser.add_argument("--e2e", action="store_true", help="run the tool's and the end-to-end tests as well")
    parser.add_argument("--again", action="store_true", help="go on with the copy of the last run, whatever has changed")
    parser.add_argument("--longest", type=float, default=3, metavar="S", help="leave out tests that take longer where another one runs the line too (default 3)")
    parser.add_argument("--file", action="append", help="only this file, by its base name")
    parser.add_argument("--function", action="append", help="only this function")
    parser.add_argument("--at", action="append", metavar="FILE:LINE", help="only this line")
    parser.add_argument("--verbose", action="store_true", help="say how each change ended")
    return parser.parse_args()


def main():
    options = parse()
    os.nice(10)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as an interruption does, it undoes the change that is tried
    runner = Runner(options)
    runner.prepare()
    tally = try_all(runner, read_equals(runner), options)
    sys.exit(0 if tally.tested > 0 and tally.counts["killed"] >= LEAST_SHARE * tally.tested else 1)


if __name__ == "__main__":
    main()
