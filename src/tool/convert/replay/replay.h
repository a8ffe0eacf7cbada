/* SPDX-License-Identifier: MIT */
/*
 * replay: what the kinds of replays share: the messages of a replay: a person's head and two
 * controllers in Unity's axes, in metres from the floor, at times in seconds, with no control. One
 * thread.
 *
 * The pose of a controller is its aim and its grip.
 */
#ifndef TOOL_CONVERT_REPLAY_REPLAY_H
#define TOOL_CONVERT_REPLAY_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "core/base/result.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/window.h"

/* ---- The messages ---- */

struct tool_replay_frame {
    double time_s;
    struct us_pose head, hands[US_SESSION_HANDS];
};

/* The first member of a kind's own source. Its `open` calls tool_replay_open, reads all before the
 * frames, and sets what replays say; errors name the byte. */
struct tool_replay {
    struct tool_convert_feed feed; /* the first member */
    struct tool_window window;
    /* Set by `open`. */
    double rate; /* the file's times go so much faster than the clock */
    bool lacks_head, lacks_hand[US_SESSION_HANDS];
    /* Reads the next frame of the file, or says that there is none. */
    enum us_result (*take)(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                           struct us_error *error);
    /* Its own. */
    struct us_session_frame frame;
    struct us_session_input input;
    uint64_t frames_off; /* whose times are not later than those before, or no times */
    uint64_t poses_off;  /* that are no poses */
    uint64_t hands_given;
};

/* What all kinds of replays do in the same way (struct tool_convert_feed_kind). */
enum us_result tool_replay_open(struct tool_replay *replay, struct us_error *error);
void tool_replay_restart(struct tool_replay *replay);
enum us_result tool_replay_get(struct tool_convert_feed *feed, bool *out_end,
                               struct us_error *error);
enum us_result tool_replay_settle(struct tool_convert_feed *feed, struct us_error *error);
void tool_replay_finish(struct tool_convert_feed *feed);
#define TOOL_REPLAY_FEED                                                                           \
    .nothing = "the replay has no frame", .get = tool_replay_get, .settle = tool_replay_settle,    \
    .finish = tool_replay_finish

/* How fast a song of Beat Saber runs: at `speed` in practice mode, or else by the game's modifiers
 * ("NF,FS"): Slower, Faster and Super Fast Song. */
double tool_replay_rate(const char *modifiers, double speed);

/* Adds what was dropped, before what the kind itself drops, and then what was made up. */
void tool_replay_report_dropped(const struct tool_replay *replay, struct tool_loss *loss);
void tool_replay_report_invented(const struct tool_replay *replay, struct tool_loss *loss);

#endif
