/* SPDX-License-Identifier: MIT */
/*
 * options: a command's command line, read from a table.
 *
 * `--name value` and `--name=value` are the same, `-o value` is `--output value`; `--` ends the
 * options; an option may follow an operand unless the command stops at the first one. An option
 * that has a value may be given once. An error message names what is allowed, or the closest name.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status/setting_table.h"
#include "tool/cli/command.h"

enum tool_option_kind {
    TOOL_OPTION_FLAG,    /* target: bool, set to true */
    TOOL_OPTION_TEXT,    /* target: const char *, not empty */
    TOOL_OPTION_CHOICE,  /* target: const char *, one of `choices` */
    TOOL_OPTION_LIST,    /* target: const char *, some of `choices` with commas between them */
    TOOL_OPTION_NUMBER,  /* target: double, finite */
    TOOL_OPTION_SECONDS, /* target: double, finite; "2" and "2s" are the same */
};

struct tool_option {
    const char *name; /* without the dashes; NULL ends a table */
    enum tool_option_kind kind;
    void *target;
    const char *const *choices; /* NULL-terminated */
};

struct tool_command_line {
    const struct tool_command *command;
    const struct tool_option *options;
    bool stops_at_operand; /* the words after the first operand are the app's */
    bool takes_two;        /* two operands are needed, not one */
    bool takes_many;       /* one operand or more */
    bool takes_none;       /* there are no operands */
    bool may_take_none;    /* the operand may be missing */
    const char *takes;     /* what the only operand is; NULL: "one file" */
    const char *wanted;    /* what to ask for if an operand is missing; NULL: "which recording?" */
    char *operand;   /* out: the only operand, or with stops_at_operand the first; NULL if there is
                        none */
    char *second;    /* out: with takes_two */
    char **operands; /* out: with takes_many, all of them, at the beginning of argv */
    size_t operand_count; /* out: with takes_many */
    int rest;             /* out: its index in argv, or argc */
    uint64_t given; /* the options that were met, a bit for each place in `options` (up to 64) */
};

enum { TOOL_OPTIONS_GO_ON = -1 };

/*
 * Returns TOOL_OPTIONS_GO_ON if the command may begin. Otherwise it returns the exit code, after an
 * error message or the help.
 */
int tool_options_parse(struct tool_command_line *line, int argc, char **argv);

/* Prints on standard output. */
void tool_options_print_help(const struct tool_command *command);

/* Writes "; did you mean 'x'?" about the closest name of the NULL-terminated list
 * (core/base/text.h), with `dashes` in front of it; "" if there is none. */
void tool_options_suggest(const char *word, const char *const *names, const char *dashes, char *out,
                          size_t size);

/*
 * help_text: prints the help of options and settings on standard output, wrapped to lines.
 */

/* "  --name ARGUMENT   text"; `argument` is NULL for a flag. */
void tool_help_text_print_option(const char *name, const char *argument, const char *text);

/* The same for the option of a setting, with its values and the default of `run`; NULL: none. */
void tool_help_text_print_setting_option(const struct us_setting *setting,
                                         const char *default_value);

/* Every setting with its option, values and default: `understudy help settings`. */
void tool_help_text_print_settings(void);

#endif
