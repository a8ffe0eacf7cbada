# SPDX-License-Identifier: MIT
"""The list of changes that make no difference: equal.txt. An entry is found again by what it says, never by a line
number, and also after its file or its function has got another name."""
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


class Equal:
    """Entries, and which of them were met in a tree with these files and functions."""

    def __init__(self, entries, files, functions):
        self.entries = {}
        for entry in entries:
            self.entries.setdefault((entry.before, entry.after), []).append(entry)
        self.files, self.functions = set(files), set(functions)
        self.met = set()

    def find(self, file, function, before, after):
        """The entry for a change, or None. A file or a function that is no longer there is taken for renamed."""
        for entry in self.entries.get((before, after), []):
            if (entry.file == file or entry.file not in self.files) and \
                    (entry.function == function or entry.function not in self.functions):
                self.met.add(entry)
                return entry
        return None

    def stale(self):
        """Entries that no change was found for."""
        return [entry for group in self.entries.values() for entry in group if entry not in self.met]
