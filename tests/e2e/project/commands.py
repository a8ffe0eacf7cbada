#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""commands.py DOCUMENT [LEFT_OUT...]: runs the commands of a document as a reader types them, in the current folder.

Each block that begins with ```sh is run by bash, one after the other; variables and the folder stay from one to the next. A block must end with
exit code 0, and no command in it may fail before. If the block behind it begins with ``` alone, that is what the commands print, on
standard output and standard error: `...` in a line stands for any text, and a line `...` for any lines, also none. LEFT_OUT are blocks that are
not run. Prints how many were run.
"""
import os
import re
import subprocess
import sys
import tempfile

STATE = """set -e
if [ -e "$0" ]; then . "$0"; fi
eval "$1"
{ printf 'cd %q\\n' "$PWD"; export -p; } >"$0"
"""


def blocks(path):
    """Each block of commands, with the number of its first line, and what is shown of its output; None: nothing is."""
    fence, begun, lines, found, is_next = None, 0, [], [], False
    with open(path, encoding="utf-8") as document:
        for number, line in enumerate(document, 1):
            line = line.rstrip("\n")
            if fence is None:
                if line.startswith("```"):
                    fence, begun, lines = line[3:], number + 1, []
                elif line:
                    is_next = False
            elif line != "```":
                lines.append(line)
            else:
                if fence == "sh":
                    found.append([begun, "\n".join(lines), None])
                elif fence == "" and is_next:
                    found[-1][2] = lines
                is_next = fence == "sh"
                fence = None
    return found


def pattern(shown):
    """The output that begins as the shown lines say."""
    lines = ("(?:.*\n)*?" if line == "..." else ".*".join(re.escape(part) for part in line.rstrip().split("...")) + "[ \t]*\n" for line in shown)
    return re.compile("".join(lines))


def first_missing(shown, output):
    """The first of the shown lines that the output has not, or what it has behind them; None: it is as shown."""
    for count in range(1, len(shown) + 1):
        if not pattern(shown[:count]).match(output):
            return f"it has no line '{shown[count - 1]}' there"
    return None if pattern(shown).fullmatch(output) else "it has more lines than are shown"


def wrong_of(block, state):
    """Runs a block. What is wrong about it, with its output; None: nothing is."""
    _, commands, shown = block
    done = subprocess.run(["bash", "-c", STATE, state, commands], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = done.stdout.decode(errors="replace")
    if output and not output.endswith("\n"):
        output += "\n"
    wrong = f"it ends with {done.returncode}" if done.returncode != 0 else first_missing(shown, output) if shown is not None else None
    return wrong and f"{output}{wrong}"


def main():
    document, *left_out = sys.argv[1:]
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks(document):
            if block[1] in left_out:
                continue
            print(f"{os.path.basename(document)}:{block[0]}:", *block[1].splitlines(), sep="\n  ", flush=True)
            wrong = wrong_of(block, os.path.join(folder, "state"))
            if wrong is not None:
                sys.exit(f"{wrong}\n{document}:{block[0]}: this block is wrong")
            ran += 1
    print(f"{ran} blocks were run")


if __name__ == "__main__":
    main()
