/* SPDX-License-Identifier: MIT */
/*
 * session_keys: turns the frames of a session recording into keys of the curves of an input
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
#ifndef US_SESSION_KEYS_H
#define US_SESSION_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "animation/key_reducer.h"
#include "core/recording/recording.h"
#include "session/codec/session_message.h"

struct us_session_keys;

/* What the frames contained. */
struct us_session_keys_facts {
    uint64_t frames;        /* that gave keys */
    uint64_t frames_before; /* before recording time 0; they gave none */
    uint64_t frames_same;   /* whose time is the float32 of the frame before; they gave none */
    uint64_t head, hands[US_HAND_COUNT], gaze; /* frames for which each was recorded */
    uint64_t head_lost;                        /* of them: the head's pose was not valid */
    uint64_t tracked[US_HAND_COUNT], gaze_valid;
    double last_s;        /* the last key's time */
    double head_height_m; /* of the first frame's head */
};

/* `origin_ns` is the XrTime of recording time 0. NULL: out of memory. */
struct us_session_keys *us_session_keys_create(int64_t origin_ns);

/* Hands the keys of the frame before to `output`. Frames come in the order of their times; one that
 * does not is left out. */
enum us_result us_session_keys_add(struct us_session_keys *keys, struct us_key_output *output,
                                   const struct us_session_frame *frame, struct us_error *error);
/* After the last frame: hands on what waits. */
enum us_result us_session_keys_end(struct us_session_keys *keys, struct us_key_output *output,
                                   struct us_error *error);

const struct us_session_keys_facts *us_session_keys_facts(const struct us_session_keys *keys);

void us_session_keys_destroy(struct us_session_keys *keys);

#endif
