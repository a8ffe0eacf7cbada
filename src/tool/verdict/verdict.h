/* SPDX-License-Identifier: MIT */
/*
 * verdict: the result of judging an event log by expectations, understudy-expect(5), as text, as
 * JSON and as JUnit XML.
 */
#ifndef TOOL_VERDICT_H
#define TOOL_VERDICT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tool/expect/expect.h"

/* What an event log does not tell: how the app ended, and where its screenshots are. */
struct tool_verdict_end {
    bool is_known;
    bool is_signal; /* it was ended by signal `code` */
    int code;
    const char *shots;     /* the folder of the screenshots; NULL: not known */
    const char *output[2]; /* standard output and error of the app; NULL: not known */
};

/* The result of one expectation. */
struct tool_verdict_item {
    bool passed, is_decided;
    bool is_left_out; /* neither passed nor failed: the log cannot tell */
    int64_t frame;  /* of the line that decided it; TOOL_LOG_READER_BEFORE: before playback, or the
                       end  decided */
    double at_s;    /* the recording's time there; NaN if not known */
    double wall_s;  /* seconds since the log began; NaN if the end decided */
    uint64_t line;  /* 0: the end decided */
    uint64_t seen;  /* how often what was looked for was seen */
    char call[256]; /* what the line is about, in words; empty: the end decided */
    char reason[256];   /* why it failed; empty if it passed */
    char measured[256]; /* what was measured, in words; empty: nothing */
};

struct tool_verdict {
    struct tool_verdict_item *items; /* one for each expectation */
    size_t count;
    bool passed, is_complete; /* is_complete: the log has its last line, so that the app ended its
                                 instance */
    char incomplete[256];     /* why the log ends early; empty: it does not. It never passes. */
    char faults[256];     /* why a fault that the expectations name was not made; empty: all were.
                             It never passes. */
    char unplayed[1024];  /* why nothing was played; empty: nothing speaks against it. It
                             never passes. */
    char app_failed[128]; /* how the app failed, where no expectation is about its end; empty: it
                             did not. It never passes. */
    char missing_screenshots[768]; /* why moments have no screenshot; empty: each has one. It never
                                      passes. */
    uint64_t dropped;              /* lines that were lost when the log was written */
    uint64_t frames;               /* of playback, of the session in which it was longest */
    unsigned session;              /* that session's number; 0: not known */
    unsigned playbacks;            /* how often playback started */
    char to_play[128]; /* the file that the layer was to play; empty: none, or not known */
    bool has_times;    /* frame times were judged, which depend on the machine */
    char machine[256]; /* the one on which the log was written; empty: not known */
};

/* Reads the log and judges it. Returns false after a message if it cannot be read, or if the faults
 * that are expected are no list of faults. */
bool tool_verdict_of_log(struct tool_verdict *verdict, const struct tool_expect *expect,
                         const char *log_path, const struct tool_verdict_end *end);

/* A verdict without a log, because nothing was played: no expectation is decided. Returns false
 * without memory. */
bool tool_verdict_unplayed(struct tool_verdict *verdict, const struct tool_expect *expect,
                           const char *reason);

/* Frees what one of the two has made. */
void tool_verdict_free(struct tool_verdict *verdict);

/* A line for each expectation, and one for all, as text. */
void tool_verdict_print(FILE *out, const struct tool_verdict *verdict,
                        const struct tool_expect *expect);

/* {"result", "frames", "complete", "dropped", "app" {"exit_code" or "signal"}, "expectations"
 * [...]} The caller deletes it. */
cJSON *tool_verdict_to_json(const struct tool_verdict *verdict, const struct tool_expect *expect,
                            const struct tool_verdict_end *end);
/* The same in a file, with "comparison" if it is not NULL, which is taken. Returns false after a
 * message. */
bool tool_verdict_write_json(const char *path, const struct tool_verdict *verdict,
                             const struct tool_expect *expect, const struct tool_verdict_end *end,
                             cJSON *comparison);

/* What was checked beside the expectations. */
struct tool_verdict_case {
    const char *name;
    const char *failure; /* NULL: it passed */
};

/* JUnit's XML: a test suite named `suite` with a test case for each expectation and for each of
 * `cases`. Returns false after a message. */
bool tool_verdict_write_junit(const char *path, const char *suite,
                              const struct tool_verdict *verdict, const struct tool_expect *expect,
                              const struct tool_verdict_case *cases, size_t case_count);

#endif
