# SPDX-License-Identifier: MIT
"""Finds what can be changed in a C file: comparisons, signs, truth values, "and" and "or"."""
import re
from collections import namedtuple

# One change: `line` counts from 1, `begin` and `end` are offsets in the file, `old` and `new` are what stands there
# before and after, `function` is the name of the enclosing function or "", and `first_line` and `last_line` are its own.
Site = namedtuple("Site", "path line begin end old new function first_line last_line")

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
      | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<number>\.?[0-9](?:[eEpP][-+]|[\w.])*)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%<>=!&|^~?:;,.(){}\[\]])
      | (?P<space>\s+)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE)

# Operators between two operands, written with a space on both sides.
BINARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
          "+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+="}
WORDS = {"true": "false", "false": "true"}
NUMBERS = {"0.5": "0.6", "0.5f": "0.6f"}
# A minus after one of these is a sign.
BEFORE_A_SIGN = {"return", "case"}


def tokens_of(text):
    """Yields (kind, token, begin) of what the compiler sees, without spaces and comments."""
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        at = match.end()
        if match.lastgroup not in ("space", "comment", "directive"):
            yield match.lastgroup, match.group(), match.start()


def is_sign(previous, text, end):
    """A minus that stands before one operand and between none."""
    kind, token = previous
    is_after_operand = kind in ("number", "text") or token in (")", "]") or (kind == "word" and token not in BEFORE_A_SIGN)
    return not is_after_operand and not text[end:end + 1].isspace()


def change_of(kind, token, previous, text, begin):
    """What the token is replaced with, or None."""
    end = begin + len(token)
    if kind == "word":
        return WORDS.get(token)
    if kind == "number":
        return NUMBERS.get(token)
    if kind != "operator":
        return None
    if token == "!":
        return ""
    if token == "-" and is_sign(previous, text, end):
        return ""
    is_between = text[begin - 1:begin].isspace() and text[end:end + 1].isspace()
    return BINARY.get(token) if is_between else None


def sites_of(path, text):
    """Every change that can be made to the C source `text`."""
    found, in_function = [], 0
    depth = parentheses = 0
    function, first_line, candidate = "", 0, ("", 0)
    previous = ("", "")
    for kind, token, begin in tokens_of(text):
        if depth == 0 and token == "(" and parentheses == 0 and previous[0] == "word":
            candidate = (previous[1], text.count("\n", 0, begin) + 1)
        if token == "{":
            if depth == 0 and previous[1] == ")":
                function, first_line = candidate
                in_function = len(found)
            depth += 1
        parentheses += {"(": 1, ")": -1}.get(token, 0)
        new = change_of(kind, token, previous, text, begin)
        if new is not None:
            line = text.count("\n", 0, begin) + 1
            found.append(Site(path, line, begin, begin + len(token), token, new, function, first_line, 0))
        if token == "}":
            depth -= 1
            if depth == 0 and function:
                last_line = text.count("\n", 0, begin) + 1
                found[in_function:] = [site._replace(last_line=last_line) for site in found[in_function:]]
                function, first_line = "", 0
        previous = (kind, token)
    return found


def changed(site, text):
    return text[:site.begin] + site.new + text[site.end:]


def lines_before_and_after(site, text):
    """The line of a site as it is and as it becomes, without the spaces around it."""
    before = text.split("\n")[site.line - 1]
    after = changed(site, text).split("\n")[site.line - 1]
    return " ".join(before.split()), " ".join(after.split())
