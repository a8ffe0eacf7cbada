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

#include "core/base/file.h"
#include "core/base/pose.h"
#include "core/base/result.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/stage_space.h"

/* ---- The bytes: a file from some place on, piece by piece, in bounded memory ---- */

enum { TOOL_WINDOW_SIZE = 1 << 16 };

struct tool_window {
    struct us_file file;
    uint64_t at;     /* offset of the next byte; the caller may set it, up to the file's size */
    uint64_t begin;  /* offset of what is in `bytes` */
    uint32_t filled; /* bytes in `bytes` */
    uint8_t bytes[TOOL_WINDOW_SIZE];
};

/* Opens a file at its begin. An empty file is refused. tool_window_close in any case. */
enum us_result tool_window_open(struct tool_window *window, const char *path,
                                struct us_error *error);
void tool_window_close(struct tool_window *window);

/* The next bytes, TOOL_WINDOW_SIZE at most, which last until the next call; NULL: the file lacks
 * them. */
const uint8_t *tool_window_take(struct tool_window *window, uint32_t count);
/* False: the file lacks so many. */
bool tool_window_skip(struct tool_window *window, uint64_t count);

/* ---- The messages ---- */

struct tool_replay_frame {
    double time_s;
    struct us_pose head, hands[US_SESSION_HANDS];
};

struct tool_replay;

/* What a kind of replay does. */
struct tool_replay_kind {
    /* Reads all before the frames, from the begin of `window` on, and sets what replays say. Errors
     * name the byte. */
    enum us_result (*open)(struct tool_replay *replay, struct us_error *error);
    /* Reads the next frame of the file, or says that there is none. */
    enum us_result (*take)(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                           struct us_error *error);
    /* Makes the first frame the next one. */
    void (*rewind)(struct tool_replay *replay);
    void (*report)(const struct tool_convert_source *source, struct tool_loss *loss);
};

/* The first member of a kind's own source. */
struct tool_replay {
    struct tool_convert_feed feed; /* the first member */
    struct tool_window window;
    /* Set by `open`. */
    double rate; /* the file's times go so much faster than the clock */
    bool lacks_head, lacks_hand[US_SESSION_HANDS];
    /* Its own. */
    struct tool_convert_stage stage;
    struct us_session_frame frame;
    struct us_session_input input;
    int64_t before_ns;
    uint64_t frames;     /* that were given */
    uint64_t frames_off; /* whose times are not later than those before, or no times */
    uint64_t poses_off;  /* that are no poses */
    uint64_t hands_given;
};

/* Makes and opens a kind's own source of `size` zeroed bytes. The whole replay is read: it is
 * US_ERROR_NOTHING if it has no frame. `kind` must last. */
enum us_result tool_replay_open(size_t size, const struct tool_replay_kind *kind,
                                const struct tool_convert_input *input,
                                struct tool_convert_source **out, struct us_error *error);

/* How fast a song of Beat Saber runs: at `speed` in practice mode, or else by the game's modifiers
 * ("NF,FS"): Slower, Faster and Super Fast Song. */
double tool_replay_rate(const char *modifiers, double speed);

/* Adds what was dropped, before what the kind itself drops, and then what was made up. */
void tool_replay_report_dropped(const struct tool_replay *replay, struct tool_loss *loss);
void tool_replay_report_invented(const struct tool_replay *replay, struct tool_loss *loss);

#endif
