/* SPDX-License-Identifier: MIT */
/*
 * expect: a file of expectations, understudy-expect(5), read and checked.
 */
#ifndef US_TOOL_EXPECT_H
#define US_TOOL_EXPECT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum us_expect_kind {
    /* Something happens, so and so often. */
    US_EXPECT_STATE,
    US_EXPECT_HAPTIC,
    US_EXPECT_LOCATED,
    US_EXPECT_ACTION,
    US_EXPECT_LAYER,
    US_EXPECT_ERROR,
    US_EXPECT_EVENT,
    /* Of the run as a whole. */
    US_EXPECT_FRAMES,
    US_EXPECT_NO_GAP,
    US_EXPECT_NO_ERRORS,
    US_EXPECT_ORDER,
    US_EXPECT_ENDS,
    US_EXPECT_KINDS
};

/* What to look for; strings are inside the file's JSON, NULL: anything. */
struct us_expect_what {
    enum us_expect_kind kind;
    const char *state, *hand, *action, *space, *layer, *call, *event;
    const cJSON *value; /* an action's; NULL: any */
    const cJSON *where; /* an event's fields; NULL: any */
};

/* An end of the span in which to look: recording time, or the first passing of a marker. */
struct us_expect_edge {
    bool is_set;
    const char *marker; /* NULL: at_s counts */
    double at_s;
};

struct us_expectation {
    const char *name; /* as the file names it, or as its kind does */
    unsigned line;    /* in the file */
    struct us_expect_what what;
    struct us_expect_edge from, to;
    double within_s;              /* of wall-clock time since the log began; infinite: not asked */
    uint64_t at_least, at_most;   /* how often */
    uint64_t gap_frames;          /* of no_gap */
    const cJSON *except;          /* of no_errors: an array of calls, or NULL */
    struct us_expect_what *order; /* of order */
    size_t order_count;
    int exit_code; /* of ends */
};

struct us_expect {
    cJSON *json;
    char *text;
    struct us_expectation *list;
    size_t count;
};

/*
 * Read a file. What is wrong in it is said on standard error with line and key, as far as possible
 * all of it: false.
 */
bool us_expect_read(struct us_expect *expect, const char *path);
void us_expect_free(struct us_expect *expect);

/* "haptic", "no_gap", ... */
const char *us_expect_kind_name(enum us_expect_kind kind);

#endif
