# SPDX-License-Identifier: MIT
"""Shares tests out between machines by how long they took. It needs Python alone; docs/farm.md describes it.

The file of durations is one JSON object: {"version": 1, "seconds": {"takes/grab.mcap::play": 1.25, ...}}.

As a program, for scripts that have no pytest:
  understudy_shard.py choose I/N FILE     reads a test's name from each line of the standard input, and prints those of this shard
  understudy_shard.py note FILE           reads lines "SECONDS NAME", and puts them into the file
  understudy_shard.py merge FILE PART...  puts what the parts hold into the file; a later part counts more
"""
import json
import math
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

VERSION = 1
UNMEASURED_S = 1.0  # where nothing was measured, all tests count the same


class ShardError(Exception):
    """A shard or a file of durations cannot be used; the text says which and why."""


class Shard:
    """Number `index` of `count`, from 1, as it is written: "2/5"."""

    def __init__(self, text):
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
        self.index, self.count = map(int, found.groups()) if found else (0, 0)
        if not 1 <= self.index <= self.count:
            raise ShardError(f"the shard '{text}' is not I/N with numbers from 1 and I up to N, for example 2/5")

    def __str__(self):
        return f"{self.index}/{self.count}"

    def part_of(self, path):
        """The file in which this shard notes its durations: no shard changes the file that the others still read."""
        return path.with_name(f"{path.stem}-{self.index}-of-{self.count}{path.suffix}")


def share(names, durations, count):
    """Shares tests out. Returns a list of `count` lists of names, in the order of `names`.

    names: no name is there twice. durations: seconds by name; a test without them counts as the median of the others. The longest test
    goes first, each to the shard that has the least so far (Graham, SIAM J. Appl. Math. 17, 1969): the shards' sums differ at most by
    the longest test. The result depends on nothing else, so that each machine finds the same one by itself.
    """
    known = [durations[name] for name in names if name in durations]
    usual = statistics.median(known) if known else UNMEASURED_S
    seconds = {name: durations.get(name, usual) for name in names}
    sums, shard_of = [0.0] * count, {}
    for name in sorted(names, key=lambda name: (-seconds[name], name)):
        least = min(range(count), key=lambda shard: (sums[shard], shard))
        shard_of[name] = least
        sums[least] += seconds[name]
    return [[name for name in names if shard_of[name] == shard] for shard in range(count)]


def read(path):
    """The seconds by name of a file of durations; nothing if there is no such file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ShardError(f"{path}: the durations cannot be read: {error}") from None
    seconds = found.get("seconds") if isinstance(found, dict) and found.get("version") == VERSION else None
    if not isinstance(seconds, dict):
        raise ShardError(f'{path}: this is no file of durations: it is {{"version": {VERSION}, "seconds": {{NAME: SECONDS}}}}')
    for name, value in seconds.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
            raise ShardError(f"{path}: the duration of '{name}' is no number of seconds: {value}")
    return seconds


def write(path, seconds):
    """Replaces the file of durations as a whole. What is not in `seconds` is not in it any more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rounded = {name: round(value, 4) for name, value in sorted(seconds.items())}
    descriptor, part = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({"version": VERSION, "seconds": rounded}, file, indent=0, ensure_ascii=False)
        file.write("\n")
    umask = os.umask(0)
    os.umask(umask)
    os.chmod(part, 0o666 & ~umask)  # mkstemp makes it for its user alone
    os.replace(part, path)


def note(path, seconds):
    """Puts new durations into the file; those of other tests stay."""
    write(path, {**read(path), **seconds})


def _noted(lines):
    """The durations in lines "SECONDS NAME"."""
    seconds = {}
    for line in lines:
        text, _, name = line.partition(" ")
        try:
            seconds[name] = float(text)
        except ValueError:
            raise ShardError(f"the line '{line}' is not SECONDS NAME") from None
    return seconds


def main(words):
    lines = (line.rstrip("\n") for line in sys.stdin)
    command, *rest = words or [""]
    if command == "choose" and len(rest) == 2:
        shard = Shard(rest[0])
        for name in share(list(dict.fromkeys(lines)), read(Path(rest[1])), shard.count)[shard.index - 1]:
            print(name)
    elif command == "note" and len(rest) == 1:
        note(Path(rest[0]), _noted(lines))
    elif command == "merge" and len(rest) >= 2:
        parts = [Path(part) for part in rest[1:]]
        for part in parts:
            if not part.exists():
                raise ShardError(f"{part}: there is no such file")
        note(Path(rest[0]), {name: value for part in parts for name, value in read(part).items()})
    else:
        raise ShardError("these are its commands:\n" + __doc__.split("have no pytest:\n")[1].rstrip())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ShardError as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}")
