# SPDX-License-Identifier: MIT
"""Tries changes that were all built in at once, behind switches (switches.py): a change costs no more than its tests. A
first build, without sanitizers, is fast; what no test notices there is shown to the tests of a second one, which has them,
and what these do not notice either to the tests of the whole: the tool's and the end-to-end tests."""
import collections
import json
import os
import re
import shutil
import subprocess
import threading
import time

from sites import sites_of
from switches import HEADER, NOTES_SIZE, Source, lines_of_errors, read_commands, read_operators
from workspace import Build, copy_checkout, write_text

FAST = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O2")
# What a change would compute is computed beside what is: it may overflow, or point anywhere.
CAREFUL = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O1", "-DUNDERSTUDY_SANITIZED=ON")
SANITIZERS = ("-fsanitize=address,undefined -fno-sanitize=pointer-overflow,signed-integer-overflow,shift "
              "-fsanitize-undefined-trap-on-error -fno-sanitize-recover=all")
# How much longer a test takes with the sanitizers.
CAREFUL_SLOWER = 5
# Tests that take longer without them are not run with them, and no more than so many are, the likeliest first.
MOST_CAREFUL_S, MOST_CAREFUL_TESTS = 0.3, 8
# A test that takes longer without a change is left out.
MOST_MEASURED_S = 200
# A change is shown to tests of the whole for so long, the fastest first, counted as they took without it.
MOST_WHOLE_S = 60


def programs_in(build):
    """The tests' programs, among what ninja can build."""
    targets = subprocess.run(["ninja", "-C", build.folder, "-t", "targets", "all"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return sorted(set(re.findall(r"^(bin/test_\w+):", targets, re.MULTILINE)))


def headers_below(tree, is_mutated):
    """The headers that can hold a constant."""
    paths = (os.path.relpath(os.path.join(folder, name), tree) for top in ("layer", "src")
             for folder, _, names in os.walk(os.path.join(tree, top)) for name in names if name.endswith(".h"))
    return filter(is_mutated, paths)


def give_numbers(counts, before, size):
    """{path: (first number, how many)}: those of before where they are enough, otherwise new ones behind all others. Once
    these are used up, all are given anew."""
    after = {path: tuple(before[path]) for path in counts if path in before and before[path][1] >= counts[path]}
    end = max((first + count for first, count in before.values()), default=0)
    for path, count in counts.items():
        if path not in after:
            after[path] = (end, count)
            end += count
    if end <= size:
        return {**before, **after}
    if not before:
        raise SystemExit(f"{end} changes are more than {size}")
    return give_numbers(counts, {}, size)


class Switched:
    """The sources below `tree`, whose build is configured in `configured`, with switches."""

    def __init__(self, tree, configured, top, is_mutated, say):
        self.tree, self.top, self.is_mutated, self.say = tree, top, is_mutated, say
        self.copy, self.stage = os.path.join(top, "switched"), os.path.join(top, "stage")
        temporary = os.path.join(top, "temporary")
        self.fast = Build(self.copy, os.path.join(top, "fast"), temporary)
        self.careful = Build(self.copy, os.path.join(top, "careful"), temporary)
        self.operators = read_operators(tree, read_commands(configured), is_mutated)
        self.texts, self.numbers, self.left_out, self.switched = {}, {}, {}, {}
        for path in sorted({*self.operators, *headers_below(tree, is_mutated)}):
            with open(os.path.join(tree, path), encoding="utf-8") as file:
                self.texts[path] = file.read()
        self.kept_left_out = os.path.join(top, "left_out.json")
        self.read_left_out()
        self.number_sites()
        self.tests, self.whole, self.notes, self.seconds, self.wall_seconds = [], {}, {}, {}, {}
        self.locks = collections.defaultdict(threading.Lock)

    def read_left_out(self):
        """Where no switch may stand, as the compiler said of the same texts in an earlier run."""
        kept = {}
        if os.path.exists(self.kept_left_out):
            with open(self.kept_left_out, encoding="utf-8") as file:
                kept = json.load(file)
        for path, text in self.texts.items():
            known = kept.get(path, {})
            self.left_out[path] = set(known["begins"]) if known.get("text") == text else set()

    def keep_left_out(self):
        write_text(self.kept_left_out, json.dumps({path: {"text": self.texts[path], "begins": sorted(begins)}
                                                   for path, begins in self.left_out.items() if begins}))

    def number_sites(self):
        """A file keeps its numbers from one run to the next, so that a change of another file does not build it again."""
        kept = os.path.join(self.top, "numbers.json")
        places = {}
        if os.path.exists(kept):
            with open(kept, encoding="utf-8") as file:
                places = json.load(file)
        sites = {path: sites_of(path, text) for path, text in self.texts.items()}
        places = give_numbers({path: len(found) for path, found in sites.items()}, places, NOTES_SIZE)
        write_text(kept, json.dumps(places, indent=1))
        self.numbers = {path: {site.begin: places[path][0] + i for i, site in enumerate(found)} for path, found in sites.items()}

    def write(self):
        shutil.rmtree(self.stage, ignore_errors=True)
        shutil.copytree(self.tree, self.stage, symlinks=True)
        for path, text in self.texts.items():
            source = Source(path, text, self.operators.get(path, []), self.numbers[path], self.left_out[path])
            write_text(os.path.join(self.stage, path), source.render())
            self.switched[path] = source.switched
        copy_checkout(self.stage, self.copy)

    def leave_out(self, errors):
        """No switch may stand where the language wants a constant. The line that the compiler names may be a later one of
        the same statement."""
        for reach in (0, 2, 6):
            found = [(path, site.begin) for path, line in errors if path in self.texts
                     for site in sites_of(path, self.texts[path])
                     if abs(site.line - line) <= reach and site.begin in self.switched[path]]
            found = found or self.named_at(errors, reach)
            for path, begin in found:
                self.left_out[path].add(begin)
            if found:
                return True
        return False

    def named_at(self, errors, reach):
        """The constants, of any file, whose names stand so near to an error."""
        words = set()
        for path, line in errors:
            with open(os.path.join(self.copy, path), encoding="utf-8") as file:
                words.update(re.findall(r"\w+", " ".join(file.read().split("\n")[max(0, line - 1 - reach):line + reach])))
        macros = dict(macro for text in self.texts.values() for macro in re.findall(r"^#define (\w+) (.*)", text, re.MULTILINE))
        meant = words
        while meant:  # a macro stands for what its own text names
            meant = {word for name in meant if name in macros for word in re.findall(r"\w+", macros[name])} - words
            words |= meant
        return [(path, site.begin) for path, text in self.texts.items() for site in sites_of(path, text)
                if site.uses is not None and site.function in words and site.begin in self.switched[path]]

    def build(self, is_whole, sanitizers):
        """The programs of unit and layer tests, and those that the tests of the whole need: everything."""
        header = os.path.join(self.top, "switches.h")
        write_text(header, HEADER)
        common = f"-include {header} -w -fwrapv"
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
        self.write()
        self.fast.configure(*FAST, f"-DCMAKE_C_FLAGS={common}", *linker)
        while not self.fast.ninja("-k", "0", *([] if is_whole else programs_in(self.fast))):
            if not self.leave_out(lines_of_errors(self.fast.log(), self.copy, self.fast.folder)):
                raise SystemExit(f"the build failed; see {self.fast.folder}/ninja.log")
            self.write()
        self.keep_left_out()
        if not sanitizers:
            return
        self.careful.configure(*CAREFUL, f"-DCMAKE_C_FLAGS={common} {SANITIZERS}", *linker)
        if not self.careful.ninja(*programs_in(self.careful)):
            raise SystemExit(f"the build failed; see {self.careful.folder}/ninja.log")

    def measure(self, tests, careful_tests, whole_tests):
        """Which changes each test can notice, and how long it takes; one that fails without a change has nothing to say."""
        self.tests = [(self.fast, {test.name: test for test in tests}, 1),
                      (self.careful, {test.name: test for test in careful_tests}, CAREFUL_SLOWER)]
        path = os.path.join(self.top, "notes")
        for test in (*tests, *whole_tests):
            with open(path, "wb") as file:
                file.write(bytes(NOTES_SIZE))
            begun = time.monotonic()
            ending, seconds = self.fast.run_test(test, MOST_MEASURED_S, MOST_MEASURED_S, {"MUTANT_NOTES": path})
            if ending == "skipped":
                self.say(f"left out: {test.name} is skipped")
            elif ending != "passed":
                self.say(f"left out: {test.name} {ending} without a change")
            else:
                with open(path, "rb") as file:
                    self.notes[test.name] = file.read()
                self.seconds[test.name], self.wall_seconds[test.name] = seconds, time.monotonic() - begun
        self.whole = {test.name: test for test in whole_tests if test.name in self.notes}
        self.leave_out_careful()

    def leave_out_careful(self):
        """A test that the sanitizers end without a change would seem to notice every change."""
        build, tests, slower = self.tests[1]
        for name in [name for name in tests if self.seconds.get(name, MOST_CAREFUL_S + 1) <= MOST_CAREFUL_S]:
            seconds = self.seconds[name] * slower
            ending, _ = build.run_test(tests[name], int(4 + 10 * seconds), 30 + 20 * seconds)
            if ending not in ("passed", "skipped"):
                self.say(f"left out: {name} {ending} with sanitizers, without a change")
                del tests[name]

    def is_switched(self, site):
        return site.begin in self.switched.get(site.path, ())

    def tests_of(self, site):
        number = self.numbers[site.path][site.begin]
        return [name for name, notes in self.notes.items() if notes[number]]

    def try_site(self, site, longest, kills):
        """How a change ends, and the test that decided it: those first that take little time, and have often noticed a change
        of this file."""
        reached = self.tests_of(site)
        names = [name for name in reached if name not in self.whole]
        names = [name for name in names if self.seconds[name] <= longest] or names
        names = sorted(names, key=lambda name: (self.seconds[name] + 0.1) / (1 + kills.get(name, 0)))
        environment = {"MUTANT": str(self.numbers[site.path][site.begin])}
        for build, tests, slower in self.tests:
            known = [name for name in names if name in tests]
            if build is self.careful:
                known = [name for name in known if self.seconds[name] <= MOST_CAREFUL_S][:MOST_CAREFUL_TESTS]
            for name in known:
                seconds = self.seconds[name] * slower
                ending, _ = build.run_test(tests[name], int(4 + 10 * seconds), 30 + 20 * seconds, environment)
                if ending not in ("passed", "skipped"):
                    kills[name] = kills.get(name, 0) + 1
                    return "killed", name
        name = self.whole_test_that_notices([name for name in reached if name in self.whole], environment, kills)
        if name is not None:
            return "killed", name
        return "survived", None if reached else "no test makes a difference of it"

    def whole_test_that_notices(self, names, environment, kills):
        """A test of the whole that fails with the change, twice, or None. Such a test has a folder of its own, so it runs once at
        a time; and it starts programs that a busy machine could make late."""
        left_s = MOST_WHOLE_S
        for name in sorted(names, key=lambda name: (self.wall_seconds[name] + 0.5) / (1 + kills.get(name, 0))):
            left_s -= self.wall_seconds[name]
            if left_s < 0:
                return None
            with self.locks[name]:
                if self.whole_fails(name, environment) and self.whole_fails(name, environment):
                    kills[name] = kills.get(name, 0) + 1
                    return name
        return None

    def whole_fails(self, name, environment):
        limit_s = 30 + 20 * self.wall_seconds[name]
        return self.fast.run_test(self.whole[name], int(limit_s), limit_s, environment)[0] not in ("passed", "skipped")
