/* SPDX-License-Identifier: MIT */
/*
 * options: a verb's command line, read from a table.
 *
 * `--name value` and `--name=value` are the same; `--` ends the options; an option may follow an
 * operand unless the verb stops at the first one. An option that has a value may be given once.
 * What is wrong is said on standard error, with what is allowed or close.
 */
#ifndef US_TOOL_OPTIONS_H
#define US_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "verb.h"

enum us_option_kind {
    US_OPTION_FLAG,    /* target: bool, set to true */
    US_OPTION_TEXT,    /* target: const char *, not empty */
    US_OPTION_CHOICE,  /* target: const char *, one of `choices` */
    US_OPTION_LIST,    /* target: const char *, some of `choices` with commas between them */
    US_OPTION_NUMBER,  /* target: double, finite */
    US_OPTION_SECONDS, /* target: double, finite; "2" and "2s" are the same */
};

struct us_option {
    const char *name; /* without the dashes; NULL ends a table */
    enum us_option_kind kind;
    void *target;
    const char *const *choices; /* NULL-terminated */
};

struct us_command_line {
    const struct us_verb *verb;
    const struct us_option *options;
    bool stops_at_operand; /* what follows the first operand belongs to someone else */
    bool takes_two;        /* two operands are needed, not one */
    bool takes_none;       /* there are no operands */
    const char *wanted;    /* what to ask for if an operand is missing; NULL: "which recording?" */
    char *operand;  /* out: the only operand, or with stops_at_operand the first; NULL if there is
                       none */
    char *second;   /* out: with takes_two */
    int rest;       /* out: its index in argv, or argc */
    uint64_t given; /* the options that were met, a bit for each place in `options` (up to 64) */
};

enum { US_OPTIONS_GO_ON = -1 };

/*
 * US_OPTIONS_GO_ON if the verb may begin; otherwise the exit code: what is wrong was said, or
 * `--help` was asked for and given.
 */
int us_options_parse(struct us_command_line *line, int argc, char **argv);

/* On standard output. */
void us_options_print_help(const struct us_verb *verb);

/* The name in the NULL-terminated list that is close enough to `word` to be what was meant, or
 * NULL. */
const char *us_options_closest(const char *word, const char *const *names);

#endif
