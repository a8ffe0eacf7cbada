/* SPDX-License-Identifier: MIT */
/*
 * setting_table: name, kind, range, default and help of every setting (setting_table.def). The
 * layer reads its environment by it, and `understudy run` makes its options from it.
 */
#ifndef US_SETTING_TABLE_H
#define US_SETTING_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum us_setting_kind {
    US_SETTING_KIND_SWITCH, /* 0 or 1 */
    US_SETTING_KIND_CHOICE, /* one of `values` */
    US_SETTING_KIND_LIST,   /* some of `values`, separated by commas */
    US_SETTING_KIND_NUMBER, /* from `minimum` to `maximum` */
    US_SETTING_KIND_CLOCK,  /* play_choices.h */
    US_SETTING_KIND_TEXT,   /* its user parses it */
    US_SETTING_KIND_INPUT_FILE,
    US_SETTING_KIND_OUTPUT_FILE,
    US_SETTING_KIND_FOLDER,
    US_SETTING_KIND_RUN_FILE, /* `run` makes and removes it */
};

enum us_setting_id {
#define US_SETTING(id, ...) US_SETTING_##id,
#include "status/setting_table.def"
#undef US_SETTING
    US_SETTING_COUNT
};

struct us_setting {
    const char *variable; /* "UNDERSTUDY_ANCHOR" */
    const char *option;   /* "anchor"; NULL: none */
    const char *argument; /* of the option, in its help; NULL: it is a flag; "--x y": it is a value
                             of the option x */
    enum us_setting_kind kind;
    const char *const *values; /* of a choice or a list; NULL-terminated */
    double minimum, maximum;   /* of a number or a clock */
    const char *format;        /* of the other kinds */
    const char *default_value; /* as a value is written; NULL: none */
    bool in_log;               /* an event log names it if it is not at its default */
    const char *help;
};

/* By enum us_setting_id. */
extern const struct us_setting us_setting_table[US_SETTING_COUNT];

/* Whether `run` has an option for this setting alone. */
bool us_setting_has_option(const struct us_setting *setting);

/* Room for what us_setting_range writes of any setting. */
enum { US_SETTING_RANGE_SIZE = 160 };

/* What is allowed, in words: "0, 1", "auto, local, stage, local_floor", "0.001 to 1000". */
void us_setting_range(const struct us_setting *setting, char *out, size_t size);

#endif
