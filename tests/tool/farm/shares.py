# SPDX-License-Identifier: MIT
"""How tests are shared out: shares.py MODULE_FOLDER

Over generated files of durations: every test is in exactly one shard, the result depends on nothing but names and durations, and the sums of two
shards differ at most by the longest test, as it must be when each test goes to the shard that has the least.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

module_folder = sys.argv.pop(1)
sys.path.insert(0, module_folder)
import understudy_shard  # noqa: E402

CASES = 300


def generated(numbers):
    """Names of tests, and durations of some of them and of others."""
    names = [f"takes/{numbers.choice('äb c')}{i}.mcap::play" for i in range(numbers.choice((0, 1, 2, 7, 40, 200)))]
    spread = numbers.choice((0.0, 0.1, 3.0))
    durations = {name: numbers.choice((0.0, 1.0, numbers.lognormvariate(0, spread))) for name in [*names, "gone"] if numbers.random() < numbers.choice((0.2, 0.9, 1.0))}
    return names, durations, numbers.choice((1, 2, 3, 8, 50))


class Shares(unittest.TestCase):
    def test_every_test_is_in_one_shard(self):
        numbers = random.Random(20261124)
        for _ in range(CASES):
            names, durations, count = generated(numbers)
            shards = understudy_shard.share(names, durations, count)
            self.assertEqual(len(shards), count)
            self.assertEqual(sorted(name for shard in shards for name in shard), sorted(names))
            known = sorted(durations[name] for name in names if name in durations)
            middle = len(known) // 2
            usual = 1.0 if not known else known[middle] if len(known) % 2 else (known[middle - 1] + known[middle]) / 2
            seconds = {name: durations.get(name, usual) for name in names}
            sums = [sum(seconds[name] for name in shard) for shard in shards]
            self.assertLessEqual(max(sums) - min(sums), max(seconds.values(), default=0.0) + 1e-9)
            # The order in which the tests and the durations come changes nothing.
            other = dict(sorted(durations.items(), reverse=True))
            turned = understudy_shard.share(names[::-1], other, count)
            self.assertEqual([set(shard) for shard in turned], [set(shard) for shard in shards])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new" / "durations.json"
            self.assertEqual(understudy_shard.read(path), {})
            understudy_shard.note(path, {"a": 1.00004, "é": 2})
            understudy_shard.note(path, {"b": 3.5, "a": 7.0})
            self.assertEqual(understudy_shard.read(path), {"a": 7.0, "b": 3.5, "é": 2})
            self.assertEqual(os.listdir(path.parent), ["durations.json"])
            self.assertEqual(understudy_shard.Shard("2/3").part_of(path).name, "durations-2-of-3.json")
            for wrong in ("[]", "{", '{"version": 2, "seconds": {}}', '{"version": 1, "seconds": {"a": NaN}}', '{"version": 1, "seconds": {"a": "1"}}', '{"version": 1, "seconds": {"a": true}}'):
                path.write_text(wrong)
                with self.assertRaisesRegex(understudy_shard.ShardError, "durations.json"):
                    understudy_shard.read(path)

    def test_wrong_shards(self):
        for text in ("", "1", "0/2", "3/2", "1/0", "1/2 ", "-1/2", "1.0/2", "²/3", "1/99999999"):
            with self.assertRaisesRegex(understudy_shard.ShardError, "is not I/N"):
                understudy_shard.Shard(text)

    def test_as_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            def run(*words, lines=(), code=0):
                done = subprocess.run([sys.executable, os.path.join(module_folder, "understudy_shard.py"), *words], input="".join(line + "\n" for line in lines), cwd=folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, code, done.stderr)
                return done.stdout.splitlines() if code == 0 else done.stderr
            names = [f"take {i}.bin" for i in range(5)]
            run("note", "part.json", lines=["4 take 0.bin", *(f"1 take {i}.bin" for i in range(1, 5))])
            run("merge", "all.json", "part.json")
            parts = [run("choose", f"{i}/3", "all.json", lines=names) for i in (1, 2, 3)]
            self.assertEqual(parts, [["take 0.bin"], ["take 1.bin", "take 3.bin"], ["take 2.bin", "take 4.bin"]])
            self.assertEqual(run("choose", "3/3", "none.json", lines=names[:2]), [])
            self.assertIn("is not I/N", run("choose", "4/3", "all.json", code=1))
            self.assertRegex(run("choose", "1/3", code=1), r"(?s)understudy_shard.py: these are its commands:\n  understudy_shard.py choose I/N FILE .*later part counts more$")
            self.assertIn("there is no such file", run("merge", "all.json", "none.json", code=1))
            self.assertEqual(json.loads((Path(folder) / "all.json").read_text())["seconds"]["take 0.bin"], 4)


unittest.main()
