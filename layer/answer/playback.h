/* SPDX-License-Identifier: MIT */
/*
 * playback: maps the app's time to the recording's time, and returns recorded poses in OpenXR's
 * axes and in the session's anchor space.
 *
 * Start of playback (enum us_start). Playback starts at a predictedDisplayTime: that of the first
 * xrWaitFrame while the session is FOCUSED, that of the newest frame at the first sync while
 * FOCUSED, or that of the first frame. A headless session may have no frames. It starts at the
 * first time that a locate call asks for. If the app only syncs actions, it starts at the current
 * time (runtime_time.h), a tenth of a second after the first sync. Before the start, every answer
 * is the pose at the beginning of the played range, with velocities of zero. From then on an answer
 * depends on its time only: the same time gives the same answer to every call and every thread.
 *
 * Clock. With the wall clock, a second of XrTime is a second of the recording. With the frame
 * clock, frame n since the start (frame_history.h) has the time n / frame_hz seconds, however long
 * the app took; the app waits while the sampler reads keys that are not in memory yet. A second of
 * the app then is frame_hz frames, for velocities too. Velocities therefore do not depend on the
 * machine either, and are what an app expects if the runtime really runs at frame_hz.
 *
 * Driven apps. A recording with `is_driven` plays frame by frame: with the frame clock, no answer
 * depends on frames later than the newest one that the app has waited for, or more than
 * US_DRIVE_BACK frames earlier, so that answers are the same while the driver says what comes next
 * and when its recording plays. While it is driven, xrWaitFrame returns when the driver grants the
 * frame (drive_memory.h). Frames go on counting in later sessions, also of another instance.
 *
 * End of playback. Playback ends at the first frame at or after the end of the range. With
 * US_END_RELEASE all input is live from then on. With US_END_QUIT the layer calls
 * xrRequestExitSession once, on the thread that waits for frames.
 *
 * Poses are T_anchor_thing, in metres. Velocities are per second of the app's time. Functions may
 * be called on any thread, and make no allocation, lock or system call, except for the messages and
 * the exit request at the start and the end.
 */
#ifndef US_PLAYBACK_H
#define US_PLAYBACK_H

#include <stdbool.h>

#include "core/playback/clock.h"
#include "core/sampler/sampler.h"
#include "layer/base/handle_table.h"
#include "layer/state/instance.h"
#include "layer/state/session.h"

/* Calls xrWaitFrame of the chain below, and adds the frame to the session's frame history, unless
 * us_instance.wait_frame does that. */
XrResult us_playback_wait(struct us_session *session, const XrFrameWaitInfo *info,
                          XrFrameState *state);
/* Call this after us_playback_wait, with what the app gets. Prints "playback starts at time=..." if
 * playback starts at that time. Where the app is driven, it waits for the driver. A fault that
 * begins with the frame may change predictedDisplayPeriod. */
void us_playback_on_frame(struct us_session *session, XrFrameState *state);
/* The display's refresh rate that a fault sets at a time, in Hz; 0: none. */
float us_playback_refresh_hz(const struct us_session *session, XrTime time);
/* Call this after xrSyncActions succeeded and before us_input_sync. `granted` is false if it
 * returned XR_SESSION_NOT_FOCUSED. The time of a sync is the time of the newest frame; in a
 * headless session without frames it is the current time. */
void us_playback_on_sync(struct us_session *session, bool granted);
/* Call this when a session ends: threads that wait for a driver in xrWaitFrame come back. */
void us_playback_stop_waiting(const struct us_instance *instance);
/* Call this in xrBeginSession. Playback starts again from the beginning, or goes on behind a fault
 * that ended the session before. */
void us_playback_reset(struct us_session *session);
/* A fault ends the session: the next one goes on behind the newest frame. Call it again when the
 * session is over. */
void us_playback_carry(struct us_session *session);
/* The recording's time at which playback starts in this session. */
double us_playback_from_s(const struct us_session *session);

/* Whether playback has ended with US_END_RELEASE: nothing is played any more. */
bool us_playback_is_live(const struct us_session *session);

/* The number of the newest frame; the first frame of playback is 0, or us_session.first_frame. -1
 * before playback, and in sessions without frames. */
int64_t us_playback_frame(const struct us_session *session);
/* The frame number of `time`, counted in the same way; frame_history.h describes fractions. NaN if
 * `time` has none. */
double us_playback_ask(const struct us_session *session, XrTime time);

/* The recording's time at `time`, and the state of the clock. */
struct us_clock_time us_playback_time(const struct us_session *session, XrTime time);

/* How much more time has passed on the frame clock than by XrTime, from the start of playback to
 * `time`; negative where frames were late. 0 with the wall clock, and before the start. */
int64_t us_playback_ahead_ns(const struct us_session *session, XrTime time);

/* A time of the app and the recording's time that it maps to. A call maps its time once, so that
 * all parts of its answer have the same recording time. */
struct us_playback_moment {
    XrTime time;
    struct us_clock_time at;
};
struct us_playback_moment us_playback_moment(const struct us_session *session, XrTime time);
/* The same for a locate call. In a headless session its time may start or end playback; without
 * frames it does not if the app looks ahead (us_runtime_time_is_ahead). */
struct us_playback_moment us_playback_locate(struct us_session *session, XrTime time);

/* Whether the hand pinched at the moment, or at any time since `since`. 0, or a jump of playback in
 * between: only the moment counts. */
bool us_playback_pinched(const struct us_session *session, enum us_hand hand, XrTime since,
                         const struct us_playback_moment *moment);

/* What us_sampler_frame gives at a moment, with the faults that are in force then. */
void us_playback_sample(const struct us_session *session, const struct us_playback_moment *moment,
                        unsigned parts, struct us_frame_sample *out);

/* What the recording holds at a moment. `how` is the sampler's value while the recording plays,
 * US_HOW_BEFORE_START before playback and US_HOW_HELD after it; US_HOW_ABSENT stays in all three
 * cases. */
struct us_playback_answer {
    bool is_there; /* false: not tracked or not recorded at that time; the output was not written */
    enum us_how how;
    uint8_t flags; /* the parts of the pose that can be known, enum us_pose_flags: all of them, or
                      less while a fault takes the tracking */
};

/* The head. The recording must have one. `out_flags` may be NULL; it gets the valid and tracked
 * parts of the pose, enum us_pose_flags. */
enum us_how us_playback_head(const struct us_session *session,
                             const struct us_playback_moment *moment, struct us_motion *out_head,
                             uint8_t *out_flags);

/* A controller pose of a session recording. */
struct us_playback_controller {
    bool is_recorded; /* false: the session recording has no such pose; the other members have no
                         meaning */
    uint8_t flags;    /* enum us_pose_flags */
    enum us_how how;
    struct us_motion motion;
};
struct us_playback_controller us_playback_controller(const struct us_session *session,
                                                     enum us_hand hand, enum us_hand_pose pose,
                                                     const struct us_playback_moment *moment);

/* The eyes of a session recording, relative to VIEW, as XrView has them. Returns the number of
 * eyes, at most US_VIEWS_MAX; 0: none. */
uint32_t us_playback_views(const struct us_session *session,
                           const struct us_playback_moment *moment, XrView out_views[US_VIEWS_MAX]);

/* How large the STAGE of a session recording is. False: that is not known then, or the recording
 * says nothing. */
bool us_playback_stage_bounds(const struct us_session *session,
                              const struct us_playback_moment *moment, XrExtent2Df *out_bounds);

/* The input sources of a session recording, as us_sampler_inputs returns them, for one hand: a
 * fault may change one hand only. Before playback starts, these are the recorded inputs just before
 * the time at which it will start, because the recorded app got those if it synced before it waited
 * for a frame. */
void us_playback_inputs(const struct us_session *session, enum us_hand hand,
                        const struct us_playback_moment *moment, struct us_input_sample *out);

/* The gaze: -Z points along the ray. `is_there` is false while the recorder had no gaze.
 * `out_flags` is as for the head. */
struct us_playback_answer us_playback_gaze(const struct us_session *session,
                                           const struct us_playback_moment *moment,
                                           struct us_motion *out_gaze, uint8_t *out_flags);

/* Whether an action that is bound to the gaze is active. A session recording says whether it was: a
 * runtime may have an active gaze that it cannot locate. */
bool us_playback_gaze_is_active(const struct us_session *session,
                                const struct us_playback_moment *moment);

/* The gaze relative to the recorded head, T_head_gaze. Its position is the head's origin, between
 * the eyes. If the recording has no head, the recorded direction is taken as relative to the head.
 * `is_there` is as above. */
struct us_playback_answer us_playback_gaze_in_head(const struct us_session *session,
                                                   const struct us_playback_moment *moment,
                                                   struct us_motion *out_gaze);

/* The 26 joints of a hand in the order of XrHandJointEXT. `is_there` is false while the recorder
 * did not track the hand. */
struct us_playback_answer us_playback_hand(const struct us_session *session, enum us_hand hand,
                                           const struct us_playback_moment *moment,
                                           struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT]);

/* The same joints as recorded, for us_rebase_init: `out_frame->hands[hand]` has them in the
 * recording's axes and space. If `moving` is false, their velocities are 0. */
struct us_playback_answer us_playback_recorded_hand(const struct us_session *session,
                                                    enum us_hand hand,
                                                    const struct us_playback_moment *moment,
                                                    bool moving, struct us_frame_sample *out_frame);

/* Converts joints of us_playback_recorded_hand to those of us_playback_hand. Velocities are
 * multiplied by `rate`, which is `at.rate` of the moment. */
void us_playback_place_hand(const struct us_session *session, const struct us_hand_sample *recorded,
                            double rate, struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT]);

/* The pose of a recorded aim in the anchor space. */
struct us_pose us_playback_place_aim(const struct us_session *session,
                                     const struct us_aim_sample *aim);

/*
 * not_started: messages that say why playback has not started, and what the user can do.
 *
 * The layer prints a warning once while the app runs, some seconds after xrBeginSession, if
 * playback has not started. It prints an error once when the instance ends, if nothing was ever
 * played.
 */

/* Call this in xrBeginSession. Sets the time of the warning. */
void us_not_started_begin(struct us_instance *instance);

/* Call this in xrPollEvent. Prints the warning if its time has come. Takes a lock only then. */
void us_not_started_poll(struct us_instance *instance);

/* Call it before the sessions of a list are freed. Stores the reason why a session did not start,
 * for us_not_started_log. */
void us_not_started_keep_list(struct us_node *list);

/* Call this when the instance ends. Prints the error. */
void us_not_started_log(const struct us_instance *instance);

#endif
