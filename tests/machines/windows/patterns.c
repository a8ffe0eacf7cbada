/* SPDX-License-Identifier: MIT */
/* patterns: what <regex.h> finds. It is built for both systems and prints the same on both: for
 * each expression and each line, whether it matches. */
#include <regex.h>
#include <stdio.h>

/* Those of the tests and the manuals, and each construct of POSIX. */
static const char *const patterns[] = {
    "loaded in [0-9]+ ms$", "^W.*sound$", "^SCRIPT_ERR.R", "^error E[0-9]+ at 0x", "a|b",
    "^(one|two|three) [a-z]*$", "[[:digit:]]{3}", "[[:alpha:]_]+=[^[:space:]]+", "x{2,3}y", "x{0}y",
    "x{2,}y", "(ab)*c", "(ab)+c", "ab?c", "^$", "a.c", "a\\.c", "\\(x\\)", "\\[x\\]", "[]x]",
    "[^]x]", "[a-]", "[-a]", "[.]c", "[\\]c", "\\\\", "((a)|(b))+c", "(^a|c$)", "a(b|c|)d",
    "[[:upper:]]", "[[:punct:]]$", "[[:xdigit:]]+h", "(a)\\1", "(a|b)c\\1", "\\w+\\W", "\\bno\\b",
    "\\<so", "nd\\>", "^.{5}$", "\xe6\x97\xa5.", "\xc3\xa4?x", "[\xc3\xa4]x", "^[^a-z]+$", "a+b+c+",
    "(a*)*b", "(a*)+b", "^(a+)+$", "(a|ab)(c|bcd)$", "WARNING|ERROR|FATAL",
    "Error: .*\\(line [0-9]+\\)",
    /* These are wrong. */
    "(", "(a", "[", "[a", "[[:nothing:]]", "[b-a]", "a{3,2}", "a{1,99999}", "\\"};

static const char *const lines[] = {"level loaded in 12 ms",
                                    "level loaded in 12 ms.",
                                    "WARNING: no sound",
                                    "SCRIPT_ERR0R here",
                                    "error E42 at 0x7f3",
                                    "one mississippi",
                                    "two",
                                    "four 3",
                                    "a",
                                    "abc",
                                    "ac",
                                    "abbc",
                                    "a.c",
                                    "a\\c",
                                    "aXc",
                                    "(x)",
                                    "[x]",
                                    "x",
                                    "xy",
                                    "xxy",
                                    "xxxxy",
                                    "y",
                                    "",
                                    "name=value",
                                    "12 345",
                                    "aa",
                                    "aca",
                                    "acb",
                                    "ababc",
                                    "c",
                                    "abcd",
                                    "ad",
                                    "abd",
                                    "acd",
                                    "-",
                                    "]",
                                    "a-",
                                    "CAPITALS",
                                    "ffh",
                                    "ends!",
                                    "no",
                                    "so so",
                                    "end of",
                                    "12345",
                                    "\xe6\x97\xa5\xe6\x9c\xac",
                                    "\xe6\x97\xa5",
                                    "\xc3\xa4x",
                                    "\xc3\xa4",
                                    "aaaaaaaaaaaaaaaaaaaaaaaa",
                                    "aabbcc",
                                    "FATAL",
                                    "Error: bad (line 7)"};

int main(void)
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        regex_t pattern;
        if (regcomp(&pattern, patterns[i], REG_EXTENDED | REG_NOSUB) != 0) {
            printf("%s is wrong\n", patterns[i]);
            continue;
        }
        printf("%s finds", patterns[i]);
        for (size_t j = 0; j < sizeof lines / sizeof lines[0]; j++)
            if (regexec(&pattern, lines[j], 0, NULL, 0) == 0)
                printf(" %u", (unsigned)j);
        printf("\n");
        regfree(&pattern);
    }
    return 0;
}
