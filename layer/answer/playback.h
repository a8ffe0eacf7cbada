/* SPDX-License-Identifier: MIT */
/*
 * playback: the app's time -> what the recording says, in OpenXR's axes and in the session's anchor
 * space.
 *
 * Playback starts (enum us_start) at the predictedDisplayTime of the first xrWaitFrame that is
 * answered while the session is FOCUSED, or of the newest frame when actions are first synced in
 * FOCUSED, or of the first frame of all; in a headless session that does not wait for frames, at
 * the first time that is asked for, or now (runtime_time.h) when the app has synced actions for a
 * tenth of a second and has neither waited for a frame nor asked for a time. Until then, and for
 * times before it, everything is held at the beginning of what plays with velocities of zero. After
 * that an answer depends on the time alone: the same time gives the same answer to every call and
 * every thread.
 *
 * With the wall clock a second of XrTime is a second. With the frame clock frame n since the start
 * (frame_history.h) is at n / frame_hz seconds, however long the app took for it, and the sampler
 * reads what it has not read yet while the app waits. The app's second is then taken as frame_hz
 * frames, for velocities too: they do not depend on the machine any more than poses do, and are
 * what an app expects where the runtime really runs at frame_hz.
 *
 * It ends with the first frame at or behind the end. US_END_RELEASE makes all input live again from
 * there on; with US_END_QUIT xrRequestExitSession is called, once, on the thread that waits for
 * frames.
 *
 * Poses are T_anchor_thing; velocities are per second of the app's time. No allocation, lock or
 * system call, but for the log lines and the request at the start and the end.
 */
#ifndef US_PLAYBACK_H
#define US_PLAYBACK_H

#include <stdbool.h>

#include "core/playback/clock.h"
#include "core/sampler/sampler.h"
#include "layer/state/session.h"

/* After xrWaitFrame, with what it predicted. The line "playback starts at time=..." goes to the log
 * when `time` is the start. */
void us_playback_on_frame(struct us_session *session, XrTime time, XrDuration period_ns);
/* After xrSyncActions succeeded, before its states are made; `granted` is false if it said
 * XR_SESSION_NOT_FOCUSED. A sync is as of the newest frame; in a headless session that waits for
 * no frames, as of now. */
void us_playback_on_sync(struct us_session *session, bool granted);
/* Every locate call reports its time. Only headless sessions use it. */
void us_playback_on_locate(struct us_session *session, XrTime time);
/* xrBeginSession: playback starts anew. */
void us_playback_reset(struct us_session *session);

/* The end gave the input back: nothing is played any more. */
bool us_playback_is_live(const struct us_session *session);

/* The newest frame, counted from 0 at the start; -1 before it and in sessions without frames. */
int64_t us_playback_frame(const struct us_session *session);
/* Which frame `time` is, counted so; fractions as in frame_history.h. NaN where there is none. */
double us_playback_ask(const struct us_session *session, XrTime time);

/* Where in the recording `time` is. */
struct us_clock_time us_playback_time(const struct us_session *session, XrTime time);

/* A time of the app and the time of the recording that it maps to. A call maps its time once, so
 * that all parts of its answer are of one recording time. */
struct us_playback_moment {
    XrTime time;
    struct us_clock_time at;
};
struct us_playback_moment us_playback_moment(const struct us_session *session, XrTime time);

/* Whether the hand pinched at the moment, or anywhere since `since` (0: at the moment alone) unless
 * playback jumped in between. */
bool us_playback_pinched(const struct us_session *session, enum us_hand hand, XrTime since,
                         const struct us_playback_moment *moment);

/* How the recording answered. `how` is the sampler's while the recording plays; before the start it
 * is US_HOW_BEFORE_START and after the end US_HOW_HELD, unless it is US_HOW_ABSENT. */
struct us_playback_answer {
    bool is_there; /* false: the output was not written */
    enum us_how how;
};

/* The head. Only if the recording has one. `*out_flags` (may be NULL) is what is known of it, enum
 * us_pose_flags. */
enum us_how us_playback_head(const struct us_session *session,
                             const struct us_playback_moment *moment, struct us_motion *out_head,
                             uint8_t *out_flags);

/* A pose that a session recorded of a controller. */
struct us_playback_controller {
    bool is_recorded; /* false: the session holds no such pose, and nothing else is meant */
    bool is_active;
    uint8_t flags; /* enum us_pose_flags */
    enum us_how how;
    struct us_motion motion;
};
struct us_playback_controller us_playback_controller(const struct us_session *session,
                                                     enum us_hand hand, enum us_hand_pose pose,
                                                     const struct us_playback_moment *moment);

/* The eyes that a session recorded: as XrView has them, in VIEW. Returns how many there are, at
 * most US_VIEWS_MAX; 0: none. */
uint32_t us_playback_views(const struct us_session *session,
                           const struct us_playback_moment *moment, XrView out_views[US_VIEWS_MAX]);

/* The inputs that a session recorded, as us_sampler_inputs. */
void us_playback_inputs(const struct us_session *session, const struct us_playback_moment *moment,
                        struct us_input_sample *out);

/* The gaze: -Z along the ray. It is not there where the recorder had none. `*out_flags` (may be
 * NULL) is what is known of it, enum us_pose_flags. */
struct us_playback_answer us_playback_gaze(const struct us_session *session,
                                           const struct us_playback_moment *moment,
                                           struct us_motion *out_gaze, uint8_t *out_flags);

/* The gaze as seen from the recorded head, T_head_gaze, its origin at the head's own: between the
 * eyes. If no head was recorded, the recorded direction is taken as the head's. False as above. */
struct us_playback_answer us_playback_gaze_in_head(const struct us_session *session,
                                                   const struct us_playback_moment *moment,
                                                   struct us_motion *out_gaze);

/* A hand's 26 joints in XrHandJointEXT order. The hand is not there where the recorder did not
 * track it. */
struct us_playback_answer us_playback_hand(const struct us_session *session, enum us_hand hand,
                                           const struct us_playback_moment *moment,
                                           struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT]);

/* The same as it was recorded, for us_rebase_init: the joints are in `out_frame->hands[hand]`, in
 * the recording's axes. Without `moving` their velocities are 0. */
struct us_playback_answer us_playback_recorded_hand(const struct us_session *session,
                                                    enum us_hand hand,
                                                    const struct us_playback_moment *moment,
                                                    bool moving, struct us_frame_sample *out_frame);

/* Converts joints of us_playback_recorded_hand to those of us_playback_hand. `rate` is the moment's
 * `at.rate`: the velocities are multiplied by it. */
void us_playback_place_hand(const struct us_session *session, const struct us_hand_sample *recorded,
                            double rate, struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT]);

#endif
