# SPDX-License-Identifier: MIT
"""A copy of the checkout, its builds and its tests. The checkout itself is only read."""
import filecmp
import json
import os
import resource
import shutil
import shlex
import signal
import subprocess
import threading
from collections import namedtuple

# `program` is the file that ninja builds for the test, or None for a script, which needs everything.
Test = namedtuple("Test", "name command folder environment program")

LEFT_OUT = (".git", ".cache")
GIGABYTE = 1 << 30


def copy_checkout(source, tree):
    """Makes `tree` what the checkout is; files that are the same keep their time, so that little is built again."""
    kept = set()
    for folder, folders, names in os.walk(source):
        below = os.path.relpath(folder, source)
        if below == ".":
            folders[:] = [name for name in folders if name not in LEFT_OUT and not name.startswith("build")]
        os.makedirs(os.path.join(tree, below), exist_ok=True)
        for name in names:
            path = os.path.normpath(os.path.join(below, name))
            kept.add(path)
            copy_file(os.path.join(source, path), os.path.join(tree, path))
    for folder, _, names in os.walk(tree):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.relpath(path, tree) not in kept:
                os.unlink(path)


def copy_file(source, target):
    if os.path.islink(source) or not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
        if os.path.lexists(target):
            os.unlink(target)
        shutil.copy2(source, target, follow_symlinks=False)
        if not os.path.islink(target):
            os.utime(target)


def write_text(path, text):
    """A file that has this text already keeps its time, so that nothing is built again for it."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def clean_environment(folder):
    """No setting of the person's own decides a test, and what a test leaves lies in the workspace."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("UNDERSTUDY_", "XR_", "GCOV_", "LD_PRELOAD"))}
    environment["TMPDIR"] = folder
    environment["CMOCKA_TEST_ABORT"] = "1"  # the first case that fails is enough
    return environment


def time_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Build:
    def __init__(self, tree, folder, temporary):
        self.tree, self.folder, self.temporary = tree, folder, temporary
        os.makedirs(temporary, exist_ok=True)

    def configure(self, *options):
        log = os.path.join(self.folder, "configure.log")
        os.makedirs(self.folder, exist_ok=True)
        with open(log, "w", encoding="utf-8") as out:
            done = subprocess.run(["cmake", "-S", self.tree, "-B", self.folder, "-G", "Ninja", "-DUNDERSTUDY_BUILD_TESTS=ON",
                                   "-DUNDERSTUDY_WERROR=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options],
                                  stdout=out, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            raise SystemExit(f"the build could not be configured; see {log}")

    def ninja(self, *targets):
        """True if the targets, or all of them, could be built. What was said is in ninja.log."""
        with open(os.path.join(self.folder, "ninja.log"), "wb") as out:
            return subprocess.run(["ninja", "-C", self.folder, *targets], stdout=out, stderr=subprocess.STDOUT,
                                  check=False).returncode == 0

    def log(self):
        """What ninja said last."""
        with open(os.path.join(self.folder, "ninja.log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def optimised_code(self, source, text=None):
        """What the compiler makes of a source at its best, or of another text in its place; None where it is no source of the
        build."""
        with open(os.path.join(self.folder, "compile_commands.json"), encoding="utf-8") as file:
            commands = [command for command in json.load(file) if os.path.relpath(command["file"], self.tree) == source]
        if not commands:
            return None
        words = [word for word in shlex.split(commands[0]["command"]) if not word.startswith("-O")]
        number = threading.get_ident()
        target, other = (os.path.join(self.temporary, f"optimised-{number}.{end}") for end in ("o", "c"))
        words[words.index("-o") + 1] = target
        if text is None:
            with open(os.path.join(self.tree, source), encoding="utf-8") as file:
                text = file.read()
        write_text(other, text)
        words[words.index("-c") + 1] = other
        words += ["-I", os.path.dirname(os.path.join(self.tree, source)), "-O3", "-g0", "-w"]
        if subprocess.run(words, cwd=commands[0]["directory"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=False).returncode != 0:
            return None
        with open(target, "rb") as file:
            return file.read()

    def tests(self):
        done = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.folder, stdout=subprocess.PIPE, check=True)
        found = []
        for test in json.loads(done.stdout)["tests"]:
            properties = {one["name"]: one["value"] for one in test.get("properties", [])}
            if "command" not in test:
                continue
            program = test["command"][0]
            is_ours = program.startswith(self.folder + os.sep)
            found.append(Test(test["name"], test["command"], properties.get("WORKING_DIRECTORY", self.folder),
                              dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", [])),
                              os.path.relpath(program, self.folder) if is_ours else None))
        return found

    def run_test(self, test, cpu_s, wall_s, environment=None):
        """How a test ends: "passed", "skipped", "failed", or "stuck"; and how many seconds of the processor were used
        meanwhile."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (GIGABYTE, GIGABYTE))
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell ignores it for what it runs in the background, and no test does

        begun = time_of_children()
        with open(os.path.join(self.folder, f"test-{threading.get_ident()}.log"), "wb") as out:
            process = subprocess.Popen(test.command, cwd=test.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                       env={**clean_environment(self.temporary), **test.environment, **(environment or {})},
                                       start_new_session=True, preexec_fn=limit)
        try:
            code = process.wait(wall_s)
        except subprocess.TimeoutExpired:
            code = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        ending = "stuck" if code is None else {0: "passed", 77: "skipped"}.get(code, "failed")
        return ending, time_of_children() - begun
