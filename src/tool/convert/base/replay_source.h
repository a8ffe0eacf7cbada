/* SPDX-License-Identifier: MIT */
/*
 * replay_source: the messages of a replay: a person's head and two controllers in Unity's axes, in
 * metres from the floor, at times in seconds, with no control. One thread.
 *
 * The pose of a controller is its aim and its grip.
 */
#ifndef TOOL_CONVERT_REPLAY_SOURCE_H
#define TOOL_CONVERT_REPLAY_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "core/base/result.h"
#include "tool/convert/base/feed.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/stage_space.h"

struct tool_replay_frame {
    double time_s;
    struct us_pose head, hands[US_SESSION_HANDS];
};

/* The first member of a kind's own source. */
struct tool_replay {
    struct tool_convert_source base; /* the first member */
    /* The kind sets these, base.report and base.close; the rest begins as zeros. `get` reads the
     * next frame of the file, or says that there is none, and `restart` makes the first one the
     * next. */
    enum us_result (*get)(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                          struct us_error *error);
    void (*restart)(struct tool_replay *replay);
    double rate; /* the file's times go so much faster than the clock */
    bool lacks_head, lacks_hand[US_SESSION_HANDS];
    /* Its own. */
    struct tool_convert_stage stage;
    struct tool_convert_feed feed;
    struct us_session_frame frame;
    struct us_session_input input;
    int64_t before_ns;
    uint64_t frames;     /* that were given */
    uint64_t frames_off; /* whose times are not later than those before, or no times */
    uint64_t poses_off;  /* that are no poses */
    uint64_t hands_given;
};

/* Reads the whole replay, so that its messages can be read from the first on. US_ERROR_NOTHING if
 * it has no frame, and the errors of `get`. */
enum us_result tool_replay_begin(struct tool_replay *replay, struct us_error *error);

/* How fast a song of Beat Saber runs: at `speed` in practice mode, or else by the game's modifiers
 * ("NF,FS"): Slower, Faster and Super Fast Song. */
double tool_replay_rate(const char *modifiers, double speed);

/* Adds what was dropped, before what the kind itself drops, and then what was made up. */
void tool_replay_report_dropped(const struct tool_replay *replay, struct tool_loss *loss);
void tool_replay_report_invented(const struct tool_replay *replay, struct tool_loss *loss);

#endif
