# SPDX-License-Identifier: MIT
"""Writes every change into the source at once, behind a switch: a program built from it behaves as ever, and with
MUTANT=NUMBER in its environment as if that change had been made. It also notes for which changes an expression would have
had another value (in the file that MUTANT_NOTES names): where no test brings that about, no test can notice the change."""
import collections
import glob
import json
import os
import re
import shlex
import sys

from sites import sites_of

# What is included before every source. A note is one byte; the file may be shared by several processes and libraries.
HEADER = """#ifndef US_SWITCHES_H
#define US_SWITCHES_H
enum { US_SWITCHES_SIZE = 65536 };
extern char *getenv(const char *);
extern int open(const char *, int, ...);
extern int close(int);
extern void *mmap(void *, __SIZE_TYPE__, int, int, int, long);
__attribute__((weak)) unsigned char us_switches_unused[US_SWITCHES_SIZE];
__attribute__((weak)) unsigned char *us_switches_notes = us_switches_unused;
__attribute__((weak)) int us_switches_on = -1, us_switches_ready = 0;
__attribute__((constructor)) static void us_switches_init(void)
{
    if (us_switches_ready) return;
    us_switches_ready = 1;
    const char *on = getenv("MUTANT"), *path = getenv("MUTANT_NOTES");
    for (us_switches_on = on ? 0 : -1; on && *on; on++) us_switches_on = us_switches_on * 10 + (*on - '0');
    int file = path ? open(path, 2) : -1;
    void *notes = file >= 0 ? mmap((void *)0, US_SWITCHES_SIZE, 3, 1, file, 0) : (void *)-1;
    if (file >= 0) close(file);
    if (notes != (void *)-1) us_switches_notes = notes;
}
#define US_NOTE(number, differs) ((void)((differs) ? us_switches_notes[number] = 1 : 0))
#define US_ON(number) (us_switches_on == (number))
#endif
"""
NOTES_SIZE = 65536

# An operator in the source: where it stands, what it is between (or before), and of which types these are.
Operator = collections.namedtuple("Operator", "begin end left right type left_type right_type kinds")


def load_clang():
    """The bindings of libclang (the package python3-clang), also for a python3 that is not the system's."""
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        from clang import cindex  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise SystemExit("the package python3-clang is missing") from None
    libraries = sorted(glob.glob("/usr/lib/llvm-*/lib/libclang.so.1"))
    if libraries:
        cindex.Config.set_library_file(libraries[-1])
    return cindex


def range_of(cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


def operators_below(cursor, kinds):
    """Every operator of one or two operands below a cursor."""
    for child in cursor.get_children():
        yield from operators_below(child, kinds)
        if child.kind not in kinds:
            continue
        operands = list(child.get_children())
        if not 1 <= len(operands) <= 2:
            continue
        left, right = operands[0], operands[-1] if len(operands) == 2 else None
        yield Operator(*range_of(child), range_of(left), range_of(right) if right else None,
                       child.type.get_canonical().spelling, left.type.spelling, right.type.spelling if right else None,
                       [one.type.get_canonical().kind.name for one in (child, *operands)])


def read_operators(tree, commands, is_mutated):
    """{path below the tree: operators}, of all sources that the commands compile and of what they include."""
    cindex = load_clang()
    kinds = {cindex.CursorKind.BINARY_OPERATOR, cindex.CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, cindex.CursorKind.UNARY_OPERATOR}
    index, found = cindex.Index.create(), collections.defaultdict(dict)
    for command in commands:
        source = os.path.normpath(os.path.join(command["directory"], command["file"]))
        if not is_mutated(os.path.relpath(source, tree)):
            continue
        words = shlex.split(command["command"])
        options = [word for word in words if word.startswith(("-D", "-I", "-std"))]
        options += [part for i, word in enumerate(words) if word == "-isystem" for part in ("-isystem", words[i + 1])]
        for cursor in index.parse(source, options).cursor.get_children():
            path = os.path.relpath(cursor.location.file.name, tree) if cursor.location.file else ".."
            if path.startswith("..") or not is_mutated(path):
                continue
            for operator in operators_below(cursor, kinds):
                found[path].setdefault((operator.begin, operator.end, operator.left), operator)
    return {path: list(operators.values()) for path, operators in found.items()}


def find_operator(site, text, operators):
    """The operator whose token the site is; None where a macro hides it."""
    for operator in operators:
        if operator.right is None:
            if operator.begin == site.begin and site.new == "":
                return operator
        elif operator.left[1] <= site.begin and site.end <= operator.right[0] and \
                text[operator.left[1]:site.begin].strip(" \n\t)") == "" and text[site.end:operator.right[0]].strip(" \n\t(") == "":
            return operator
    return None


# A call, an assignment or a step of one.
DOES = re.compile(r"\w\s*\(|[^=!<>]=[^=]|\+\+|--")


def write_and(numbers, parts, does):
    """A chain of "and", of which one becomes an "or": it binds less, so what stands before it and what stands behind are
    two groups. `does`: which parts do more than compare; where such a part would not run, that counts as another value."""
    out = [f"({{ _Bool us_r = !!({parts[0]}), us_d = 0; "]
    for i, number in enumerate(numbers, 1):
        out.append(f"_Bool us_p{i} = us_r; US_NOTE({number}, {1 if any(does[i:]) else '!us_r'}); "
                   f"if (US_ON({number})) {{ us_d = us_r; us_r = 1; }} if (us_r && !us_d) us_r = !!({parts[i]}); ")
    out += [f"US_NOTE({number}, us_p{i} && !us_r); " for i, number in enumerate(numbers, 1)]
    return "".join(out) + "(int)us_r; })"


def write_or(numbers, parts, does):
    """A chain of "or", of which one becomes an "and": it binds more, so the two parts beside it are one."""
    out = [f"({{ _Bool us_r = !!({parts[0]}), us_d = us_r; "]
    for i, number in enumerate(numbers, 1):
        out.append(f"US_NOTE({number}, us_d); if (US_ON({number})) {{ if (us_d) us_r = !!({parts[i]}); us_d = 0; }} "
                   f"else if (us_r) us_d = 0; else {{ us_d = us_r = !!({parts[i]}); US_NOTE({number}, {1 if does[i] else 'us_r'}); }} ")
    return "".join(out) + "(int)us_r; })"


def write_binary(number, site, operator, left, right):
    if "VECTOR" in operator.kinds or (site.new == "+" and operator.kinds[1:] == ["POINTER", "POINTER"]):
        return None
    kind = "int" if site.old in ("<", "<=", ">", ">=", "==", "!=") else f"__typeof__({operator.type})"
    safe = "us_r == 0 ? !us_o : " if site.new == "/" and operator.kinds[0] not in ("FLOAT", "DOUBLE") else ""
    return (f"({{ __typeof__({operator.left_type}) us_l = ({left}); __typeof__({operator.right_type}) us_r = ({right}); "
            f"{kind} us_o = us_l {site.old} us_r; {kind} us_n = ({safe}us_l {site.new} us_r); "
            f"US_NOTE({number}, us_o != us_n); US_ON({number}) ? us_n : us_o; }})")


def write_switch(number, site, operator, render):
    """The text that stands for an operator and its operands, or None."""
    left = render(*operator.left)
    if operator.right is None:
        new = "!us_o" if site.old == "!" else "us_l"
        return (f"({{ __typeof__({operator.left_type}) us_l = ({left}); __typeof__({operator.type}) us_o = {site.old}us_l; "
                f"US_NOTE({number}, 1); US_ON({number}) ? ({new}) : us_o; }})")
    right = render(*operator.right)
    if site.old in ("+=", "-="):
        return (f"({{ __typeof__({operator.right_type}) us_r = ({right}); US_NOTE({number}, us_r != 0); "
                f"if (US_ON({number})) {left} {site.new} us_r; else {left} {site.old} us_r; }})")
    return write_binary(number, site, operator, left, right)


# A macro of stdint.h that glues a suffix to its number: the number alone cannot be another expression.
TYPED = re.compile(r"U?INT\d+_C\($")


class Source:
    """One file with its changes behind switches. `numbers` is {where a site begins: its number}; the sites in `left_out` get
    none, because a constant must stand there."""

    def __init__(self, path, text, operators, numbers, left_out):
        self.text, self.edits, self.switched, self.links = text, [], set(), {}
        for site in sites_of(path, text):
            if not site.function or site.begin in left_out:
                continue
            number = numbers[site.begin]
            if site.old[0].isalnum():
                for begin, end in site.uses or ((site.begin, site.end),) if site.uses != () else ():
                    new, macro = site.new, TYPED.search(text, 0, begin) if site.uses in (None, "") else None
                    if macro:
                        begin, end, new = macro.start(), end + 1, f"{macro.group()}{new})"
                    self.add(site, begin, end, f"(US_NOTE({number}, 1), US_ON({number}) ? {new} : {text[begin:end]})")
                continue
            operator = find_operator(site, text, operators)
            if operator is not None and site.old in ("&&", "||"):
                self.links[operator.begin, operator.end] = (number, site, operator)
            if operator is not None and (site.old in ("&&", "||") or write_switch(number, site, operator, lambda *_: "x") is not None):
                self.add(site, operator.begin, operator.end, (number, site, operator))
        self.edits.sort(key=lambda edit: (edit[0], -edit[1]))

    def add(self, site, begin, end, what):
        self.edits.append((begin, end, what))
        self.switched.add(site.begin)

    def write_chain(self, link):
        """The operators of one kind that follow each other, each behind its switch."""
        _, top, _ = link
        numbers, rights = [], []
        while link is not None and link[1].old == top.old:
            number, _, operator = link
            numbers.insert(0, number)
            rights.insert(0, operator.right)
            link = self.links.get(operator.left)
        ranges = [operator.left, *rights]
        write = write_and if top.old == "&&" else write_or
        return write(numbers, [self.render(*one) for one in ranges], [bool(DOES.search(self.text[slice(*one)])) for one in ranges])

    def write(self, what):
        if isinstance(what, str):
            return what
        return self.write_chain(what) if what[1].old in ("&&", "||") else write_switch(*what, self.render)

    def render(self, begin=0, end=None):
        end = len(self.text) if end is None else end
        out, at = [], begin
        for edit_begin, edit_end, what in self.edits:
            if edit_begin < at or edit_end > end:
                continue
            out += [self.text[at:edit_begin], self.write(what)]
            at = edit_end
        return "".join(out) + self.text[at:end]


def lines_of_errors(output, tree, build):
    """Where a compiler's output says that there is an error: (path below the tree, line). ccache makes paths relative to the
    build folder."""
    found = re.findall(r"^(?:    inlined from .* at )?(\S+?):(\d+):\d+:(?: error|$)", output, re.MULTILINE)
    return {(os.path.relpath(os.path.join(build, path), tree), int(line)) for path, line in found}


def read_commands(build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        return json.load(file)
