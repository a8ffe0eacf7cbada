#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one comparison, sign, truth value or constant of core or layer at a time, in a copy of the checkout, and runs the tests
that can see it. Prints the changes that no test notices, and the share of those that one does."""
import argparse
import collections
import concurrent.futures
import fcntl
import os
import random
import signal
import sys
import time

import equal
from sites import changed, lines_before_and_after, sites_of
from switched import Switched
from workspace import Build, copy_checkout, write_text

HERE = os.path.dirname(os.path.abspath(__file__))
# These build the project anew, or look at files alone: they never see the build that is changed. tool.tree wants a terminal.
BLIND = ("demo", "readme", "prefix", "package", "newer_sdk", "configure", "scripts", "tool.install", "tool.manuals", "tool.completions",
         "tool.tree", "mutants_selftest", "unit_headers_c", "unit_headers_cxx", "unit_includes", "unit_includes_selftest", "unit_portable",
         "unit_tags", "layer_rows_exist")
MUTATED = tuple(os.path.join(folder, "") for folder in
                ("layer", "src/core", "src/eventlog", "src/openxr", "src/profiles", "src/status"))
LEAST_SHARE = 0.95


def say(*words):
    print(*words, flush=True)


def is_mutated(path):
    """Core and layer, and what the layer writes its events and its status with."""
    return os.path.normpath(path).startswith(MUTATED)


def is_below(path, wanted):
    """Whether a path is one of those wanted, or lies in a folder of them."""
    return any(path == os.path.normpath(one) or path.startswith(os.path.join(os.path.normpath(one), "")) for one in wanted)


class Runner:
    def __init__(self, options):
        self.options = options
        source = os.path.dirname(os.path.dirname(HERE))
        top = os.path.join(source, "build", "mutants")
        self.top, self.tree = top, os.path.join(top, "tree")
        os.makedirs(top, exist_ok=True)
        self.lock = open(os.path.join(top, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit("another run is at work in build/mutants") from None
        say("copying the checkout to build/mutants")
        copy_checkout(source, self.tree)
        self.share_samples(source, top)
        self.plain = Build(self.tree, os.path.join(top, "plain"), os.path.join(top, "temporary"))
        self.kills = collections.defaultdict(dict)

    @staticmethod
    def share_samples(source, top):
        """Recordings that lie beside the checkout lie beside its copy."""
        beside, link = os.path.join(os.path.dirname(source), "shared"), os.path.join(top, "shared")
        if os.path.isdir(beside) and not os.path.lexists(link):
            os.symlink(beside, link)

    @staticmethod
    def tests_of(build):
        """The unit and layer tests of a build, and its other tests, which run the tool or an app."""
        tests = [test for test in build.tests() if test.name not in BLIND]
        inner = [test for test in tests if test.program is not None and test.name.startswith(("unit_", "layer_"))]
        return inner, [test for test in tests if test not in inner]

    def prepare(self):
        say("reading the sources")
        self.plain.configure("-DCMAKE_BUILD_TYPE=Debug")
        self.switched = Switched(self.tree, self.plain.folder, self.top, is_mutated, say)
        say("building, with every change behind a switch" + (", and again with sanitizers" if self.options.sanitizers else ""))
        self.switched.build(self.options.e2e, self.options.sanitizers)
        say("running each test once, to see which changes it can notice")
        inner, whole = self.tests_of(self.switched.fast)
        self.switched.measure(inner, self.tests_of(self.switched.careful)[0] if self.options.sanitizers else (),
                              whole if self.options.e2e else ())

    def paths(self):
        return sorted(self.switched.texts)

    def text_of(self, path):
        return self.switched.texts[path]

    def sites(self):
        """What can be changed and can run, in an order that only the seed decides."""
        found = [site for path in self.paths() for site in sites_of(path, self.text_of(path)) if site.function]
        if self.options.constants:
            found = [site for site in found if site.old[0].isdigit()]
        if self.options.function:
            found = [site for site in found if site.function in self.options.function]
        if self.options.only:
            found = [site for site in found if is_below(site.path, self.options.only)]
        if self.options.file:
            found = [site for site in found if os.path.basename(site.path) in self.options.file]
        if self.options.at:
            found = [site for site in found if f"{os.path.basename(site.path)}:{site.line}" in self.options.at]
        random.Random(self.options.seed).shuffle(found)
        return found

    def count_unswitched(self):
        """How many changes no switch can bring about, among all in the sources: where the language wants a constant, in what a
        macro is given, between vectors."""
        return sum(not self.switched.is_switched(site) for path in self.paths() for site in sites_of(path, self.text_of(path)))

    def try_site(self, site):
        """How a change ends: "killed", "survived", "same code" or "fixed" (no switch can stand there); and the test that decided it."""
        if not self.switched.is_switched(site):
            return "fixed", None
        ending, test = self.switched.try_site(site, self.options.longest, self.kills[site.path])
        if ending == "survived" and self.is_same_code(site):
            return "same code", None
        return ending, test

    def is_same_code(self, site):
        """Whether the compiler, at its best, makes the same of the change."""
        before = self.plain.optimised_code(site.path)
        return before is not None and before == self.plain.optimised_code(site.path, changed(site, self.text_of(site.path)))


class Tally:
    def __init__(self):
        self.counts = {"killed": 0, "survived": 0, "same code": 0, "fixed": 0, "listed": 0}
        self.survivors = []

    @property
    def tested(self):
        return self.counts["killed"] + self.counts["survived"]

    def print(self, seed, all_count, unswitched):
        counts = self.counts
        say(f"{self.tested} changes of {all_count} (seed {seed}): {counts['killed']} killed, {counts['survived']} survived, "
            f"{100.0 * counts['killed'] / max(self.tested, 1):.1f} % killed; besides, {counts['listed']} are listed as equal in effect, "
            f"{counts['same code']} compile to the same code, {counts['fixed']} could have no switch and were not tried")
        say(f"{unswitched} changes of all sources could have no switch, because a constant must stand there or a macro hides them: none of them is tried")
        for text in self.survivors:
            say(text)


def describe(site, before, after, why):
    function = f" {site.function}" if site.function else ""
    return (f"SURVIVED{f' ({why})' if why else ''}: {site.path}:{site.line}\n"
            f"{os.path.basename(site.path)}{function}: REASON\n- {before}\n+ {after}")


def try_one(runner, equals, site):
    lines = lines_before_and_after(site, runner.text_of(site.path))
    if equals.find(os.path.basename(site.path), site.function, *lines) is not None:
        return (site, *lines, "listed", None)
    return (site, *lines, *runner.try_site(site))


def endings_of(runner, equals, options, sites):
    """How the sites end, in their order, several at a time."""
    end = time.monotonic() + options.seconds
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting, rest = collections.deque(), iter(sites)
        while time.monotonic() < end:
            waiting.extend(pool.submit(try_one, runner, equals, site) for _, site in zip(range(2 * options.jobs - len(waiting)), rest))
            if not waiting:
                return
            yield waiting.popleft().result()


def try_all(runner, equals, options):
    tally, sites = Tally(), runner.sites()
    endings = endings_of(runner, equals, options, sites)
    while tally.tested < options.count:
        site, before, after, ending, why = next(endings, (None,) * 5)
        if site is None:
            break
        tally.counts[ending] += 1
        if ending == "survived":
            tally.survivors.append(describe(site, before, after, why))
            say(tally.survivors[-1])
        if options.verbose:
            say(f"{ending} {why or ''}: {site.path}:{site.line} {after}")
        elif ending == "killed" and tally.tested % 25 == 0:
            say(f"{tally.tested} tested, {tally.counts['survived']} survived")
    endings.close()
    tally.print(options.seed, len(sites), runner.count_unswitched())
    return tally


def print_unnoticed(runner, equals):
    """Those changes that are not listed as equal and that no test makes a difference of."""
    for site in sorted(runner.sites(), key=lambda site: (site.path, site.begin)):
        lines = lines_before_and_after(site, runner.text_of(site.path))
        is_listed = equals.find(os.path.basename(site.path), site.function, *lines) is not None
        if not is_listed and runner.switched.is_switched(site) and not runner.switched.tests_of(site):
            say(describe(site, *lines, "no test makes a difference of it"))


def equals_of(texts):
    """The list of changes that make no difference, for sources by their paths."""
    changes = [(os.path.basename(path), site.function, *lines_before_and_after(site, text))
               for path, text in sorted(texts.items()) for site in sites_of(path, text)]
    return equal.Equal(equal.read(os.path.join(HERE, "equal.txt")), changes)


def read_equals(runner):
    equals = equals_of(runner.switched.texts)
    for entry in equals.stale:
        say(f"{entry.place}: no longer in the source: {entry.before}")
    return equals


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, help="how long to go on")
    parser.add_argument("seed", type=int, nargs="?", default=int(time.time()) % 100000, help="which changes come first")
    parser.add_argument("--count", type=int, default=300, help="end after so many changes (default 300)")
    parser.add_argument("--e2e", action="store_true", help="show what unit and layer tests do not notice to the tool's and the end-to-end tests")
    parser.add_argument("--no-sanitizers", dest="sanitizers", action="store_false", help="do without the second build, which has sanitizers")
    parser.add_argument("--jobs", type=int, default=2 * os.cpu_count(), help="so many changes at a time (default: two for each processor)")
    parser.add_argument("--longest", type=float, default=12, metavar="S", help="leave out tests that take more seconds of the processor, where another one can notice the change (default 12)")
    parser.add_argument("--only", action="append", metavar="PATH", help="only this file, or the files below this folder, as src/core/keys")
    parser.add_argument("--file", action="append", help="only this file, by its base name")
    parser.add_argument("--constants", action="store_true", help="only constants: numbers, and names that stand for a number")
    parser.add_argument("--function", action="append", help="only this function")
    parser.add_argument("--at", action="append", metavar="FILE:LINE", help="only this line")
    parser.add_argument("--unnoticed", action="store_true", help="run no change; print those of which no test makes a difference")
    parser.add_argument("--verbose", action="store_true", help="say how each change ended")
    return parser.parse_args()


def main():
    options = parse()
    os.nice(10)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as an interruption does, it undoes the change that is tried
    runner = Runner(options)
    runner.prepare()
    if options.unnoticed:
        print_unnoticed(runner, read_equals(runner))
        return
    tally = try_all(runner, read_equals(runner), options)
    sys.exit(0 if tally.tested > 0 and tally.counts["killed"] >= LEAST_SHARE * tally.tested else 1)


if __name__ == "__main__":
    main()
