/* SPDX-License-Identifier: MIT */
/*
 * session_scene: messages of every kind with random content, for the tests of session recordings.
 *
 * Every float has random bits, NaN and infinities included. What a message does not keep (see
 * session_message.h) is zero, so that a message that comes back must be equal in every byte.
 */
#ifndef SESSION_SCENE_H
#define SESSION_SCENE_H

#include <stdint.h>
#include <time.h>

#include "session/codec/session_message.h"
#include "session/session_recorder.h"

static inline void scene_sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

void scene_info(uint64_t *random, struct us_session_info *out);
void scene_components(uint64_t *random, struct us_session_components *out);
/* `all` is a frame with everything in it; otherwise chance decides what is there. */
void scene_frame(uint64_t *random, bool all, struct us_session_frame *out);
/* Some of the values of `last` change. */
void scene_input(uint64_t *random, const struct us_session_components *components,
                 const struct us_session_input *last, struct us_session_input *out);
/* Of a random topic: event, haptic, marker or struct. */
void scene_other(uint64_t *random, struct us_session_message *out);

bool scene_put(struct us_session_recorder *recorder, const struct us_session_message *message);

#endif
