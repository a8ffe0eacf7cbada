#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What can be changed is found, and nothing else; an entry of the list is found again, also after a file was renamed."""
import os
import subprocess
import tempfile
import types
import unittest
from pathlib import Path

import equal
import switches
from mutants import HERE, MUTATED, endings_of, equals_of, is_below
from sites import changed, lines_before_and_after, sites_of
from switched import give_numbers

CONSTANTS = """#define LEAST_S 0.70 /* seconds */
#define COUNT 2
#define WAIT_NS INT64_C(140)
#define MASK 0x7f
#define SUM (COUNT + 8)
static const float near_m = 0.0f, far_m = 1e3f;
static const int table[] = {28};
int of(int i, struct a far)
{
    char text[40]; /* near_m */
    return i > 2 && i < 28 ? near_m + far.far_m + table[i] : 010 * far_m;
}
"""

SOURCE = """/* a < b && !c */
#include <stdbool.h> // x + y
#define LESS(a, b) \\
    ((a) < (b))
static const int table[] = {-1, 2 - 1};
static bool less(const int *a, int b, char c)
{
    if (!(*a < b) && c != '<')
        return -b > 0.5f;
    *a->next = "a < b"[0] * (b << 1) + sizeof(int *) - --b;
    b += 2;
    return a == &b ||
           true;
}
"""


def changes():
    return [(site.line, site.old, site.new) for site in sites_of("less.c", SOURCE)]


class Tried(unittest.TestCase):
    def test_each_once_and_in_order(self):
        sites = sites_of("less.c", SOURCE)
        runner = types.SimpleNamespace(text_of=lambda path: SOURCE, try_site=lambda site: ("killed", None))
        equals = types.SimpleNamespace(find=lambda *change: None)
        for jobs in (1, 2, 50):
            options = types.SimpleNamespace(seconds=60, jobs=jobs)
            self.assertEqual([ending[0] for ending in endings_of(runner, equals, options, sites)], sites)


class Sites(unittest.TestCase):
    def test_every_change_is_found(self):
        self.assertEqual(changes(), [
            (5, "-", ""), (5, "-", "+"),
            (8, "!", ""), (8, "<", "<="), (8, "&&", "||"), (8, "!=", "=="),
            (9, "-", ""), (9, ">", ">="), (9, "0.5f", "0.5357f"),
            (10, "*", "/"), (10, "+", "-"), (10, "-", "+"),
            (11, "+=", "-="), (12, "==", "!="), (12, "||", "&&"), (13, "true", "false")])

    def test_constants_are_found(self):
        sites = [site for site in sites_of("c.c", CONSTANTS) if site.function and site.old[0].isdigit()]
        self.assertEqual([(site.line, site.function, site.old, site.new, site.uses and len(site.uses)) for site in sites], [
            (11, "of", "28", "30", None), (1, "LEAST_S", "0.70", "0.75", ""), (3, "WAIT_NS", "140", "150", ""),
            (6, "near_m", "0.0f", "0.01f", 1), (6, "far_m", "1e3f", "1071.0f", 1)])

    def test_no_rate_is_no_constant(self):
        def of(expression):
            return [site.old for site in sites_of("f.c", "void f(void)\n{\n    x = " + expression + ";\n}\n") if site.old[0].isdigit()]
        for none in ("rate_hz > 0.0f", "s->rate_hz <= 0.0", "s.rates_hz[i + 1] > 0.0f"):
            self.assertEqual(of(none), [])
        for other in ("rate_hz == 0.0f", "rate_hz > 0.5f", "length_s > 0.0f", "0.0f > rate_hz", "rates_s[a_hz] > 0.0f"):
            self.assertEqual(len(of(other)), 1)

    def test_the_smaller_of_two_equal_values_is_either(self):
        def of(expression):
            return [site.old for site in sites_of("f.c", "void f(void)\n{\n    x = " + expression + ";\n}\n")]
        for same in ("a < b ? a : b", "a[i] >= b->c ? b->c : a[i]", "f(a, c) > 3 ? f(a, c) : 3", "n < M ? (int)n : M",
                     "(size - done < (1u << 30) ? size - done : 1u << 30)"):
            self.assertEqual([old for old in of(same) if old in ("<", ">", ">=")], [])
        for other in ("a < b ? a : c", "a < b ? a - 1 : b", "a < b && c ? a : b", "a < b"):
            self.assertIn("<", of(other))

    def test_a_change_changes_one_token(self):
        for site in sites_of("less.c", SOURCE):
            before, after = SOURCE.split("\n"), changed(site, SOURCE).split("\n")
            self.assertEqual(len(before), len(after))
            self.assertEqual([i + 1 for i, line in enumerate(before) if line != after[i]], [site.line])

    def test_functions_are_known(self):
        functions = {site.line: (site.function, site.first_line, site.last_line) for site in sites_of("less.c", SOURCE)}
        self.assertEqual(functions[5], ("", 0, 0))
        self.assertEqual(functions[13], ("less", 6, 14))


class Only(unittest.TestCase):
    def test_a_path_is_a_file_or_a_folder(self):
        for wanted in (["layer/record"], ["layer/record/"], ["src", "./layer"], ["layer/record/sample.c"]):
            self.assertTrue(is_below("layer/record/sample.c", wanted))
        for wanted in (["layer/rec"], ["record"], ["layer/record/sample"], ["layer/record/base"], []):
            self.assertFalse(is_below("layer/record/sample.c", wanted))


class Numbers(unittest.TestCase):
    def test_a_file_keeps_its_numbers(self):
        before = give_numbers({"a": 3, "b": 5}, {}, 20)
        self.assertEqual(before, {"a": (0, 3), "b": (3, 5)})
        after = give_numbers({"a": 4, "b": 4, "c": 2}, before, 20)
        self.assertEqual(after, {"a": (8, 4), "b": (3, 5), "c": (12, 2)})
        self.assertEqual(give_numbers({"a": 4, "b": 4, "c": 9}, after, 20), {"a": (0, 4), "b": (4, 4), "c": (8, 9)})
        with self.assertRaisesRegex(SystemExit, "21 changes are more than 20"):
            give_numbers({"a": 21}, {}, 20)


class List(unittest.TestCase):
    def test_each_entry_names_a_line_that_is_there(self):
        top = Path(HERE).parents[1]
        paths = [path for folder in MUTATED for path in (top / folder).rglob("*.[ch]")]
        texts = {str(path.relative_to(top)): path.read_text(encoding="utf-8") for path in paths}
        self.assertEqual([f"{entry.place}: {entry.before}" for entry in equals_of(texts).stale], [])

    ENTRY = "less.c less: it may be so,\n    or otherwise\n- b += 2;\n+ b -= 2;\n- a == b\n+ a != b\n"

    def equals(self, changes, text=ENTRY):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "equal.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("# a comment\n\n" + text)
            return equal.Equal(equal.read(path), changes)

    def test_an_entry_is_found_again(self):
        site = next(site for site in sites_of("less.c", SOURCE) if site.old == "+=")
        change = ("less.c", "less", *lines_before_and_after(site, SOURCE))
        equals = self.equals([change])
        self.assertEqual(equals.find(*change).reason, "it may be so, or otherwise")
        self.assertEqual([entry.before for entry in equals.stale], ["a == b"])

    def test_an_entry_is_of_its_file_and_function(self):
        of_another_file = ("more.c", "less", "b += 2;", "b -= 2;")
        of_another_function = ("less.c", "more", "b += 2;", "b -= 2;")
        another_change = ("less.c", "less", "b += 2;", "b += 3;")
        equals = self.equals([of_another_file, of_another_function, another_change])
        for change in (of_another_file, of_another_function, another_change):
            self.assertIsNone(equals.find(*change))
        self.assertEqual([entry.before for entry in equals.stale], ["b += 2;", "a == b"])

    def test_a_name_that_is_gone_is_another_one_now(self):
        change = ("fewer.c", "fewer", "b += 2;", "b -= 2;")
        self.assertIsNotNone(self.equals([change]).find(*change))

    def test_an_entry_survives_new_names_in_its_line(self):
        renamed = ("less.c", "less", "left == right", "left != right")
        equals = self.equals([renamed, ("less.c", "less", "b += 2;", "b -= 2;")])
        self.assertIsNotNone(equals.find(*renamed))
        self.assertEqual(equals.stale, [])

    def test_an_entry_that_could_stand_for_two_lines_is_stale(self):
        one, two = ("less.c", "less", "c == d", "c != d"), ("less.c", "less", "e == f", "e != f")
        equals = self.equals([one, two])
        self.assertIsNone(equals.find(*one))
        self.assertIn("a == b", [entry.before for entry in equals.stale])

    def test_the_shape_of_a_line_keeps_what_is_no_name(self):
        self.assertEqual(equal.shape_of("a = b + a * 2;", "a = b - a * 2;"), equal.shape_of("x = y + x * 2;", "x = y - x * 2;"))
        for other in ("x = y + y * 2;", "x = y + x * 3;", "x = true + x * 2;"):
            self.assertNotEqual(equal.shape_of("a = b + a * 2;", "")[0], equal.shape_of(other, "")[0])

    def test_a_line_that_is_no_entry_is_named(self):
        with self.assertRaisesRegex(equal.ListError, "equal.txt:3"):
            self.equals([], "- nothing before\n")


PROGRAM = """#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#define FAR INT64_C(9000000000)
#define TWICE(x) ((x) + (x))
#define LIMIT 2.5
static const double quarter = 0.25, unused = 7.0;
struct pair { int a : 4; double b; };
static bool both(bool a, bool b) { printf("<%d%d>", a, b); return a && b; }
static bool told(int bits, int i) { printf("%d", i); return bits >> i & 1; }
static bool chains(int b)
{
    bool first = told(b, 0) && told(b, 1) && told(b, 2) && told(b, 3), second = told(b, 0) || told(b, 1) || told(b, 2) || told(b, 3);
    return (first && told(b, 1) && second) || (told(b, 2) && !told(b, 0) || told(b, 3)) ||
           told(b, 1) && (told(b, 3) || told(b, 0)) && told(b, 2);
}
static double value(const struct pair *pair, const double *at, int count)
{
    double sum = -pair->b;
    for (int i = 0; i < count && at + i != NULL; i++)
        sum += at[i] * 0.5 - pair->a;
    if (!(sum > LIMIT) || both(count >= 2, count == 3))
        sum -= TWICE(pair->a + 1);
    return true ? sum * quarter : count - 1;
}
int main(void)
{
    const double at[32] = {1.5, 2.5, 4.5, 8.5};
    struct pair pairs[] = {{3, 1.25}, {-2, -7.5}};
    for (int i = 0; i < 8; i++)
        printf("%g ", value(&pairs[i % 2], at, i / 2));
    for (int i = 0; i < 16; i++)
        printf("=%d ", chains(i));
    printf("%d", FAR + UINT64_C(140) > 9600000000);
    return 0;
}
"""


class Switches(unittest.TestCase):
    def run_program(self, folder, text, number=None):
        source, program, notes = (os.path.join(folder, name) for name in ("other.c", "program", "notes"))
        for path, content in ((source, text), (os.path.join(folder, "switches.h"), switches.HEADER), (notes, "\0" * switches.NOTES_SIZE)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        subprocess.run(["cc", "-w", "-include", os.path.join(folder, "switches.h"), source, "-o", program], check=True)
        out = []
        for on in [None] if number is None else [None, *number]:
            environment = {"MUTANT_NOTES": notes} if on is None else {"MUTANT": str(on)}
            out.append(subprocess.run([program], env=environment, stdout=subprocess.PIPE, check=False).stdout)
        with open(notes, "rb") as file:
            return out, file.read()

    def test_errors_are_found_by_any_path(self):
        output = "/a/tree/x/y.c:12:3: error: no\n../tree/z.c:7:1: error: no\n/a/tree/w.c:1:1: warning: no\n" \
                 "    inlined from 'f' at ../tree/v.c:9:2:\n/usr/include/s.h:3:4: error: no\n"
        self.assertEqual(switches.lines_of_errors(output, "/a/tree", "/a/build"), {("x/y.c", 12), ("z.c", 7), ("v.c", 9), ("../../usr/include/s.h", 3)})

    def test_a_switched_change_does_what_the_change_does(self):
        try:
            switches.load_clang()
        except SystemExit:
            self.skipTest("python3-clang is missing")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(PROGRAM)
            command = {"directory": folder, "file": path, "command": "cc -c program.c"}
            operators = switches.read_operators(folder, [command], lambda name: not name.startswith(".."))
            sites = [site for site in sites_of("program.c", PROGRAM) if site.function]
            numbers = {site.begin: i for i, site in enumerate(sites)}
            source = switches.Source("program.c", PROGRAM, operators["program.c"], numbers, set())
            self.assertEqual([site.line for site in sites if site.begin not in source.switched], [23, 7])  # inside of a macro, and not used
            out, notes = self.run_program(folder, source.render(), range(len(sites)))
            original = self.run_program(folder, PROGRAM)[0][0]
            self.assertEqual(out[0], original)
            for site in sites:
                if site.begin in source.switched:
                    made = self.run_program(folder, changed(site, PROGRAM))[0][0]
                    self.assertEqual(out[1 + numbers[site.begin]], made, f"line {site.line}: {site.old}")
                    if made != original:
                        self.assertEqual(notes[numbers[site.begin]], 1)


if __name__ == "__main__":
    unittest.main()
