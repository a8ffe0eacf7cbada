/* SPDX-License-Identifier: MIT */
/*
 * animation_keys: the keys that the frames of a session become, and the keys among them that are
 * needed.
 */
#ifndef US_ANIMATION_KEYS_H
#define US_ANIMATION_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "core/recording/recording.h"
#include "session/codec/session_message.h"

/*
 * key_reducer: takes the keys of a position, a rotation or a direction one by one, and hands on the
 * keys that a file needs.
 *
 * Without a tolerance it hands on all keys. With one, it leaves out a key if the straight lines
 * between the remaining keys are nowhere farther from it than the tolerance. At most 64 keys in a
 * row are left out, so that memory and time are bounded. The signs of a rotation's keys are
 * aligned: each is the nearer one to the key before, so that interpolation takes the shorter way.
 */

enum us_key_kind {
    US_KEY_POSITION,  /* X Y Z in metres */
    US_KEY_ROTATION,  /* X Y Z W, of length 1 */
    US_KEY_DIRECTION, /* X Y Z, of length 1; or 0 0 0: there is none */
    US_KEY_KINDS
};

struct us_key_row {
    float time_s;
    float values[4];
};

enum { US_KEY_REDUCER_MOST = 64 };

struct us_key_reducer {
    enum us_key_kind kind;
    unsigned first_curve; /* of 3, or of 4 for a rotation */
    bool has_last;        /* a row was added */
    bool has_anchor;      /* the row before those that wait was handed on */
    unsigned count;       /* of rows that wait: each fits the line from the anchor to the last */
    struct us_key_row last, anchor, rows[US_KEY_REDUCER_MOST];
};

/* Takes the key of `count` curves from `first_curve` on. */
typedef enum us_result us_key_take(void *data, unsigned first_curve, unsigned count,
                                   const struct us_key_row *row, struct us_error *error);

struct us_key_output {
    double tolerance_m, tolerance_rad; /* 0: keep every key of that kind */
    us_key_take *take;
    void *data;
    struct us_error *error;          /* of the call that is being served */
    enum us_result result;           /* the first failure of `take`, after which it gets nothing */
    double worst_m, worst_rad;       /* the largest error of the keys that were left out */
    uint64_t left_out[US_KEY_KINDS]; /* keys of curves */
};

/* Adds a key, which must be later than the one before. */
void us_key_reducer_add(struct us_key_reducer *reducer, struct us_key_output *output,
                        const struct us_key_row *row);
/* Adds a key with the values of the one before, if there is one that is earlier. */
void us_key_reducer_hold(struct us_key_reducer *reducer, struct us_key_output *output,
                         float time_s);
/* Keeps the last key. No key is left out across this place. */
void us_key_reducer_break(struct us_key_reducer *reducer, struct us_key_output *output);
/* Hands on a key that is needed in any case. */
void us_key_output_take(struct us_key_output *output, unsigned first_curve, unsigned count,
                        const struct us_key_row *row);

/*
 * animation_keys: turns the frames of a session recording into keys of the curves of an input
 * animation file.
 *
 * Each frame gives a key to each curve. A key's time is the frame's time, rounded down to a
 * float32, so that a hand that is lost at a frame is lost at that frame in the file. Where rounding
 * changes the time by more than 2 us, the poses are those at the key's time, between two frames.
 *
 * A hand that is not tracked gives no keys for joints. Its joints get one more key where tracking
 * is lost, with the last pose: the session holds it until then, and the file would go on to where
 * tracking begins again. The gaze does the same, and has the direction 0 0 0 while there is none. A
 * position or rotation that is not valid gives no key.
 */

struct us_animation_keys;

/* What the frames contained. */
struct us_animation_keys_facts {
    uint64_t frames;        /* that gave keys */
    uint64_t frames_before; /* before recording time 0; they gave none */
    uint64_t frames_same;   /* whose time is the float32 of the frame before; they gave none */
    uint64_t head, hands[US_HAND_COUNT], gaze;  /* frames for which each was recorded */
    uint64_t head_lost;                         /* of them: the head's pose was not valid */
    uint64_t head_positions, head_orientations; /* of them: this half of it was valid */
    uint64_t tracked[US_HAND_COUNT], gaze_valid;
    double last_s;        /* the last key's time */
    double head_height_m; /* of the first frame's head */
};

/* `origin_ns` is the XrTime of recording time 0. NULL: out of memory. */
struct us_animation_keys *us_animation_keys_create(int64_t origin_ns);

/* Hands the keys of the frame before to `output`. Frames come in the order of their times; one that
 * does not is left out. */
enum us_result us_animation_keys_add(struct us_animation_keys *keys, struct us_key_output *output,
                                     const struct us_session_frame *frame, struct us_error *error);
/* After the last frame: hands on what waits. */
enum us_result us_animation_keys_end(struct us_animation_keys *keys, struct us_key_output *output,
                                     struct us_error *error);

const struct us_animation_keys_facts *us_animation_keys_facts(const struct us_animation_keys *keys);

void us_animation_keys_destroy(struct us_animation_keys *keys);

#endif
