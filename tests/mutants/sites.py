# SPDX-License-Identifier: MIT
"""Finds what can be changed in a C file: comparisons, signs, truth values, "and" and "or", and constants."""
import re
from collections import namedtuple

# One change: `line` counts from 1, `begin` and `end` are offsets in the file, `old` and `new` are what stands there
# before and after, `function` is the name of the enclosing function or "", and `first_line` and `last_line` are its own.
# For a constant with a name, `function` is that name, and `uses` says how a switch reaches it: "" for a macro, whose
# definition is replaced, otherwise the places (begin, end) in functions of this file where the name stands.
Site = namedtuple("Site", "path line begin end old new function first_line last_line uses", defaults=(None,))

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
ORDER = {"<", "<=", ">", ">="}
WORDS = {"true": "false", "false": "true"}
# A literal number, with its suffix. Smaller whole numbers are places and counts of the code, larger ones and all
# fractions are chosen by somebody.
NUMBER = re.compile(r"(?P<value>\d+\.?\d*(?:[eE][-+]?\d+)?)(?P<suffix>[fFlLuU]*)$")
LEAST_WHOLE = 3
# A constant with a name: a macro, or a variable of the file that nobody changes. The value may be INT64_C(NUMBER).
MACRO = re.compile(r"^#define (?P<name>\w+) (?:U?INT\d+_C)?\(?(?P<number>[\w.]+(?:[eE]-\d+f?)?)\)?[ \t]*(?://[^\n]*|/\*[^\n]*)?$", re.MULTILINE)
VARIABLES = re.compile(r"^static const (?:float|double|u?int\d*_t|int|unsigned|XrTime|XrDuration) (?P<list>\w+ = [^;\[{]*);", re.MULTILINE)
VARIABLE = re.compile(r"(?P<name>\w+) = (?:U?INT\d+_C\()?(?P<number>[\w.]+(?:[eE]-\d+f?)?)(?=\)?(?:,|$))")
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


def other_number(token):
    """A number that is a fourteenth more, as 0.75 in place of 0.7; None for one that is written in another base or is too
    small a whole number."""
    match = NUMBER.match(token)
    if match is None or (token.startswith("0") and token[1:2].isdigit()):
        return None
    text, suffix = match.groups()
    if "." in text or "e" in text.lower():
        new = f"{float(text) * 15 / 14 or 0.01:.4g}"
        return (new if "." in new or "e" in new else new + ".0") + suffix
    value = int(text)
    return None if value < LEAST_WHOLE else f"{value + max(1, value // 14)}{suffix}"


def named_constants(path, text):
    """Every macro and every variable of the file that is a plain number, of which all uses change at once."""
    def site(begin, end, name, uses):
        line = text.count("\n", 0, begin) + 1
        return Site(path, line, begin, end, text[begin:end], other_number(text[begin:end]), name, line, line, uses)

    found = [site(*match.span("number"), match["name"], "") for match in MACRO.finditer(text)
             if other_number(match["number"]) and not match["name"].startswith("XR_")]  # which OpenXR chose
    for declared in VARIABLES.finditer(text):
        for match in VARIABLE.finditer(declared["list"]):
            if other_number(match["number"]):
                begin, end = (declared.start("list") + at for at in match.span("number"))
                name = re.compile(rf"(?<![\w.>&]){match['name']}\b")
                uses = tuple(use.span() for use in name.finditer(text, declared.end()) if is_code(text, use.start()))
                found.append(site(begin, end, match["name"], uses))
    return found


def is_code(text, at):
    """Whether a place stands in no comment."""
    line = text[text.rfind("\n", 0, at) + 1:at]
    return "//" not in line and text.rfind("/*", 0, at) <= text.rfind("*/", 0, at)


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
        return other_number(token)
    if kind != "operator":
        return None
    if token == "!":
        return ""
    if token == "-" and is_sign(previous, text, end):
        return ""
    is_between = text[begin - 1:begin].isspace() and text[end:end + 1].isspace()
    return BINARY.get(token) if is_between else None


def is_size(tokens, at):
    """Whether a number is the size in a declaration, as in `char name[40]`: only a test with sanitizers could see another one."""
    return [token for _, token in tokens[at - 1:at] + tokens[at + 1:at + 2]] == ["[", "]"] and \
        [kind for kind, _ in tokens[max(0, at - 3):at - 1]] == ["word", "word"] and tokens[at - 3][1] not in BEFORE_A_SIGN


def is_no_rate(tokens, at):
    """Whether a number is the zero in `rate_hz > 0.0f`: 0 stands for no rate, and no rate is a hundredth of a hertz."""
    left = at - 2
    if tokens[left:left + 1] == ["]"]:
        left = at - 4 - tokens[at - 3::-1].index("[")
    return tokens[at - 1] in (">", "<=") and tokens[left].endswith("_hz") and tokens[at].strip("0.f") == ""


CAST = re.compile(r"^\((?:unsigned|int|float|double|u?int\d+_t|s?size_t|off_t)\)")


def bare(tokens):
    """An operand's text without a cast before it or parentheses around it."""
    text = CAST.sub("", "".join(tokens))
    return text[1:-1] if text.startswith("(") and text.endswith(")") and "(" not in text[1:] else text


def operand(tokens, at, step, ends):
    """The tokens from `at` on, or back from it, up to one of `ends` outside of parentheses; and where that is."""
    depth, begin = 0, at
    opening, closing = ("([", ")]") if step > 0 else (")]", "([")
    while 0 <= at < len(tokens) and not (depth == 0 and (tokens[at] in ends or tokens[at] in closing)):
        depth += (tokens[at] in opening) - (tokens[at] in closing)
        at += step
    return (tokens[begin:at] if step > 0 else tokens[at + 1:begin + 1]), at


def is_least_or_most(tokens, at):
    """Whether the comparison at `at` chooses the smaller or the larger of what it compares, as `a < b ? a : b` does. Where
    both are equal either is the answer, so < and <= are the same."""
    left, _ = operand(tokens, at - 1, -1, {"=", ",", "return", ";", "{", "}", "?", ":", "&&", "||", "+", "+="})
    right, question = operand(tokens, at + 1, 1, {"?", ";", ",", "&&", "||"})
    if tokens[question:question + 1] != ["?"]:
        return False
    first, colon = operand(tokens, question + 1, 1, {":", ";", "?"})
    second, _ = operand(tokens, colon + 1, 1, {";", ",", "?", ":", "}"})
    return sorted((bare(left), bare(right))) == sorted((bare(first), bare(second)))


def sites_of(path, text):
    """Every change that can be made to the C source `text`, but for those that are equal in effect wherever they stand."""
    all_tokens = list(tokens_of(text))
    words, kinds = [token for _, token, _ in all_tokens], [(kind, token) for kind, token, _ in all_tokens]
    found, in_function = [], 0
    depth = parentheses = 0
    function, first_line, candidate = "", 0, ("", 0)
    previous = ("", "")
    for at, (kind, token, begin) in enumerate(all_tokens):
        if depth == 0 and token == "(" and parentheses == 0 and previous[0] == "word":
            candidate = (previous[1], text.count("\n", 0, begin) + 1)
        if token == "{":
            if depth == 0 and previous[1] == ")":
                function, first_line = candidate
                in_function = len(found)
            depth += 1
        parentheses += {"(": 1, ")": -1}.get(token, 0)
        new = change_of(kind, token, previous, text, begin)
        if new is not None and not (token in ORDER and is_least_or_most(words, at)) and not (kind == "number" and (is_size(kinds, at) or is_no_rate(words, at))):
            line = text.count("\n", 0, begin) + 1
            found.append(Site(path, line, begin, begin + len(token), token, new, function, first_line, 0))
        if token == "}":
            depth -= 1
            if depth == 0 and function:
                last_line = text.count("\n", 0, begin) + 1
                found[in_function:] = [site._replace(last_line=last_line) for site in found[in_function:]]
                function, first_line = "", 0
        previous = (kind, token)
    names = named_constants(path, text)
    begins = {site.begin for site in names}
    return [site for site in found if site.begin not in begins] + names


def changed(site, text):
    return text[:site.begin] + site.new + text[site.end:]


def lines_before_and_after(site, text):
    """The line of a site as it is and as it becomes, without the spaces around it."""
    before = text.split("\n")[site.line - 1]
    after = changed(site, text).split("\n")[site.line - 1]
    return " ".join(before.split()), " ".join(after.split())
