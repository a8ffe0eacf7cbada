/* SPDX-License-Identifier: MIT */
/*
 * isaac_gather: the messages of IsaacTeleop, put together to what a person did at one time after
 * the other: the times of the first part that the recording has, which leads.
 *
 * A part without a message at such a time keeps its newest one for 0.1 s, and is lost then. One
 * thread.
 */
#ifndef TOOL_ISAAC_GATHER_H
#define TOOL_ISAAC_GATHER_H

#include "tool/convert/base/format.h"
#include "tool/convert/isaac/isaac_sample.h"

struct tool_isaac_gather {
    struct tool_convert_input input;
    struct tool_isaac_file file;
    /* Of the whole recording. */
    uint64_t messages[TOOL_ISAAC_PARTS]; /* with times that can be held */
    enum tool_isaac_part leader;
    uint64_t first_ns; /* of the leader's messages */
    uint64_t others;   /* messages of other channels */
    /* Up to this time. */
    struct tool_isaac_person person;
    uint64_t late, between;              /* messages that are not used */
    uint64_t held;                       /* parts of times whose newest message before counts */
    uint64_t times_ns[TOOL_ISAAC_PARTS]; /* of the newest of each part */
    /* Its own. */
    bool has_part[TOOL_ISAAC_PARTS], is_used[TOOL_ISAAC_PARTS];
    bool waits; /* a time waits for what comes at the same time */
    struct tool_isaac_message ahead;
    bool has_ahead, is_end;
};

/* Opens a file, of zeroed memory, and reads its messages once. US_ERROR_NOTHING if none is of a
 * part. tool_isaac_gather_close in any case. */
enum us_result tool_isaac_gather_open(struct tool_isaac_gather *gather,
                                      const struct tool_convert_input *input,
                                      struct us_error *error);
void tool_isaac_gather_close(struct tool_isaac_gather *gather);

/* Goes to the leader's next time; `person` is what all parts say then. */
enum us_result tool_isaac_gather_next(struct tool_isaac_gather *gather, bool *out_end,
                                      struct us_error *error);
void tool_isaac_gather_rewind(struct tool_isaac_gather *gather);

/* The current time since the first one. */
int64_t tool_isaac_gather_time(const struct tool_isaac_gather *gather);

#endif
