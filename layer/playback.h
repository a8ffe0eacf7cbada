/* SPDX-License-Identifier: MIT */
/*
 * playback: the app's time -> what the recording says, in OpenXR's axes and in the session's anchor
 * space.
 *
 * Playback starts at the predictedDisplayTime of the first xrWaitFrame that is answered while the
 * session is FOCUSED; in a headless session that does not wait for frames, at the first time that
 * is asked for. Until then, and for times before it, everything is held at the recording's
 * beginning with velocities of zero. After that an answer depends on the time alone: the same time
 * gives the same answer to every call and every thread.
 *
 * Poses are T_anchor_thing; velocities are per second of the app's time. No allocation, lock or
 * system call, but for the log line at the start.
 */
#ifndef US_PLAYBACK_H
#define US_PLAYBACK_H

#include <stdbool.h>

#include "clock.h"
#include "sampler.h"
#include "session.h"

/* The line "playback starts at time=..." goes to the log when `time` is the start. */
void us_playback_on_frame(struct us_session *session, XrTime time);
/* Every locate call reports its time; only headless sessions heed it. */
void us_playback_on_locate(struct us_session *session, XrTime time);
/* xrBeginSession: playback starts anew. */
void us_playback_reset(struct us_session *session);

/* Whether the hand pinched at `time`, or anywhere since `since` (0: at `time` alone) unless
 * playback jumped in between. */
bool us_playback_pinched(const struct us_session *session, enum us_hand hand, XrTime since,
                         XrTime time);

/* Where in the recording `time` is. */
struct us_clock_time us_playback_time(const struct us_session *session, XrTime time);

/* The head. Only if the instance plays one. */
void us_playback_head(const struct us_session *session, XrTime time, struct us_motion *out_head);

/* The gaze: -Z along the ray. False where the recorder had none. */
bool us_playback_gaze(const struct us_session *session, XrTime time, struct us_motion *out_gaze);

/* A hand's 26 joints in XrHandJointEXT order. False, and nothing written, where the hand is not
 * tracked. */
bool us_playback_hand(const struct us_session *session, enum us_hand hand, XrTime time,
                      struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT]);

/* The same as it was recorded, for us_rebase_init: the hand is in `room`, or NULL where it is not
 * tracked. `*out_rate` is what its velocities are to be multiplied by; unless `moving`, they are 0.
 */
const struct us_hand_sample *us_playback_recorded_hand(const struct us_session *session,
                                                       enum us_hand hand, XrTime time, bool moving,
                                                       struct us_frame_sample *room,
                                                       double *out_rate);

/* What us_playback_hand makes of what us_playback_recorded_hand gave. */
void us_playback_place_hand(const struct us_session *session, const struct us_hand_sample *recorded,
                            double rate, struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT]);

#endif
