/* SPDX-License-Identifier: MIT */
/*
 * expect: reads and checks a file of expectations, understudy-expect(5).
 */
#ifndef TOOL_EXPECT_H
#define TOOL_EXPECT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/recording/recording.h"
#include "tool/cli/file_roles.h"
#include "tool/expect/expect_keys.h"

/* What to look for; strings are inside the file's JSON, NULL: anything. */
struct tool_expect_what {
    enum tool_expect_kind kind;
    const char *state, *hand, *action, *space, *layer, *call, *event;
    const cJSON *value; /* an action's; NULL: any */
    const cJSON *where; /* an event's fields; NULL: any */
};

/* An end of the span in which to look: recording time, or the first passing of a marker. */
struct tool_expect_edge {
    bool is_set;
    const char *marker; /* NULL: at_s counts */
    double at_s;
};

static inline bool tool_expect_edge_is_time(const struct tool_expect_edge *edge)
{
    return edge->is_set && edge->marker == NULL;
}

/* Limits of a frame_time, ms; infinite: not asked. */
struct tool_expect_times {
    bool is_processor; /* processor time; otherwise wall time */
    double median_ms, p95_ms, p99_ms, longest_ms;
};

/* What a screenshot is compared with. */
struct tool_expect_picture {
    struct tool_expect_edge at;    /* the first screenshot from here on */
    double view;                   /* its view's number; NaN: any */
    const char *file;              /* as the expectations name it; NULL with sees */
    double threshold, share, ssim; /* as in tool_image_tolerance */
};

/* What a line of the app's output must have, or must not. */
struct tool_expect_output {
    int stream;       /* 0: standard output, 1: standard error, -1: either */
    const char *text; /* a part of a line, or an extended regular expression (POSIX) */
    bool is_pattern, is_refused;
};

struct tool_expectation {
    const char *name; /* as the file names it, or as its kind does */
    unsigned line;    /* in the file */
    struct tool_expect_what what;
    struct tool_expect_edge from, to;
    double within_s;            /* of wall-clock time since the log began; infinite: not asked */
    uint64_t at_least, at_most; /* how often */
    const char *unmet;          /* what it means if that is too few; NULL: the numbers say it */
    uint64_t gap_frames;        /* of no_gap */
    const cJSON *except;        /* of no_errors: an array of calls, or NULL */
    struct tool_expect_what *order; /* of order */
    size_t order_count;
    int exit_code;                      /* of ends */
    struct tool_expect_times times;     /* of frame_time */
    const cJSON *handles;               /* of balance: an array of kinds, or NULL */
    double most_mb;                     /* of memory */
    struct tool_expect_picture picture; /* of same_as and sees */
    struct tool_expect_output output;
};

struct tool_expect {
    cJSON *json;
    char *text;
    const char *path; /* the caller's; the files of same_as are relative to its folder */
    struct tool_expectation *list;
    size_t count;
    const char
        *faults; /* what `run` makes on purpose, in the JSON or the caller's; NULL: nothing */
};

/*
 * Reads a file. Prints each mistake with its line and key, and returns false then.
 */
bool tool_expect_read(struct tool_expect *expect, const char *path);
/* Expects one event of playback, such as "ended", under a name. Neither needs escapes. `unmet` says
 * what it means if it does not come; a literal. Returns false if memory ran out. */
bool tool_expect_play(struct tool_expect *expect, const char *what, const char *name,
                      const char *unmet);
void tool_expect_free(struct tool_expect *expect);

/* Returns false after a message if an output of the list is a picture that the file names. */
bool tool_expect_check_files(const struct tool_expect *expect, const char *command,
                             const struct tool_file_role *roles, size_t count);
/* The same for the folder into which `option` lets a run write its screenshots. */
bool tool_expect_check_screenshots(const struct tool_expect *expect, const char *command,
                                   const char *option, const char *folder);

/* expect_markers: looks the markers of the expectations up in the recording, before the app starts.
 * Returns false after a message if the recording lacks one. */
bool tool_expect_markers_check(const struct tool_expect *expect,
                               const struct us_recording *recording);

/* Whether an expectation needs the processor time of frames in the log. */
bool tool_expect_needs_processor(const struct tool_expect *expect);
/* Whether one is about a kind. */
bool tool_expect_has(const struct tool_expect *expect, enum tool_expect_kind kind);

#endif
