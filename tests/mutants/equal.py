# SPDX-License-Identifier: MIT
"""The list of changes that make no difference: equal.txt. An entry is found again by what it says, never by a line
number, and also after its file, its function or the names in its line have changed."""
import os
import re
from collections import namedtuple

Entry = namedtuple("Entry", "file function reason before after place")

HEAD = re.compile(r"^(?P<file>[\w.]+)(?: (?P<function>\w+))?: (?P<reason>.+)$")


class ListError(Exception):
    pass


def one_space(text):
    return " ".join(text.split())


def read(path):
    """The entries: a line "FILE FUNCTION: REASON", more lines of the reason indented, then pairs of "- LINE" and "+ LINE"."""
    entries, head, before = [], None, None
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.rstrip("\n")
            place = f"{os.path.basename(path)}:{number}"
            if line.strip() == "" or line.startswith("#"):
                continue
            if line.startswith("- ") and head is not None:
                before = one_space(line[2:])
            elif line.startswith("+ ") and before is not None:
                entries.append(Entry(head["file"], head["function"] or "", head["reason"], before, one_space(line[2:]), place))
                before = None
            elif line.startswith("    ") and head is not None:
                head["reason"] += " " + line.strip()
            else:
                match = HEAD.match(line)
                if match is None:
                    raise ListError(f"{place}: neither FILE FUNCTION: REASON nor a pair of lines")
                head, before = match.groupdict(), None
    return entries


NAME = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*')
KEPT = {"true", "false", "if", "for", "while", "return", "sizeof", "do", "else"}


def shape_of(before, after):
    """Both lines with numbers in place of names and texts: the same name has the same number."""
    numbers = {}

    def number(match):
        word = match.group()
        return word if word in KEPT else f"#{numbers.setdefault(word, len(numbers))}"
    return NAME.sub(number, before), NAME.sub(number, after)


class Equal:
    """Which of the `changes` of a source (file, function, line before, line after) the entries stand for."""

    def __init__(self, entries, changes):
        self.files, self.functions = {change[0] for change in changes}, {change[1] for change in changes}
        self.entry_of, self.met = {}, set()
        self.match(entries, changes, lambda before, after: (before, after))
        rest = [entry for entry in entries if entry not in self.met]
        self.match(rest, [change for change in changes if change not in self.entry_of], shape_of, only_one=True)
        self.stale = [entry for entry in entries if entry not in self.met]

    def match(self, entries, changes, key_of, only_one=False):
        """With only_one, an entry that could stand for several lines stands for none."""
        by_key = {}
        for change in set(changes):
            by_key.setdefault(key_of(change[2], change[3]), []).append(change)
        for entry in entries:
            found = [change for change in by_key.get(key_of(entry.before, entry.after), []) if self.is_at(entry, change)]
            if found and not (only_one and len(found) > 1):
                self.met.add(entry)
                self.entry_of.update((change, entry) for change in found)

    def is_at(self, entry, change):
        """A file or a function that is no longer there is taken for renamed."""
        return (entry.file == change[0] or entry.file not in self.files) and \
            (entry.function == change[1] or entry.function not in self.functions)

    def find(self, file, function, before, after):
        """The entry for a change, or None."""
        return self.entry_of.get((file, function, before, after))
