/* SPDX-License-Identifier: MIT */
/*
 * recorder: an instance's recording of a session, UNDERSTUDY_RECORD (docs/session.md).
 *
 * An instance has a recorder while UNDERSTUDY_RECORD names a file, whether a recording plays or
 * not. It records each session that the app begins, one at a time; a file holds one session
 * (record_file.h). The file is made when the session begins. What goes wrong is said in the layer's
 * log, and the app goes on.
 *
 * Opening, closing, and what is called from xrCreateSession, xrDestroySession and xrBeginSession
 * may allocate and make system calls; everything else is called on frame threads and does not.
 */
#ifndef US_RECORDER_H
#define US_RECORDER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "layer/record/base/record_file.h"
#include "layer/record/base/record_functions.h"
#include "layer/state/instance.h"
#include "layer/state/session.h"
#include "session/session_message.h"

struct us_own_actions;
struct us_record_session;
struct us_session_recorder;

enum { US_RECORDER_EARLY_EVENTS = 16 };

struct us_recorder {
    struct us_instance *instance;
    struct us_record_functions functions;
    /* The same two functions for the recorder's own actions. */
    PFN_xrSuggestInteractionProfileBindings suggest_own;
    PFN_xrGetCurrentInteractionProfile get_profile;
    struct us_record_told told;
    XrApplicationInfo app;
    /* Of the eyes, if the layer enabled their extension and the app did not; XR_NULL_PATH. */
    XrPath eyes_user, eyes_profile;
    XrPath unknown_path;               /* in place of those: a path that no runtime supports */
    _Atomic(XrFormFactor) form_factor; /* of the last xrGetSystem; 0: none */

    /* The session that is recorded, or is going to be; NULL: none. Set by xrCreateSession, cleared
     * by xrDestroySession. */
    _Atomic(struct us_record_session *) session;
    bool is_over; /* a file could not be made: no session is recorded any more */

    atomic_bool is_open; /* `file` may be used, between us_recorder_enter and us_recorder_leave */
    atomic_int users;
    struct us_session_recorder *file;
    struct us_record_file place; /* of `file` */

    /* What the last session that ended had attached, actions/own_actions.h; NULL: nothing. */
    struct us_own_actions *kept_actions;
    atomic_uint own_set_count; /* the recorder's own action sets so far, which number their names */

    _Atomic int64_t behind_ns; /* what the monotonic clock is ahead of XrTime */
    atomic_uint event_count;   /* events that the app was told */
    _Atomic int64_t frame_ns;  /* display time of the newest frame of the session; 0: none yet */

    /* What came before the session began: events, in order, and the components (from malloc). */
    pthread_mutex_t early_mutex;
    struct us_session_components *early_components;
    uint32_t early_count;
    struct us_session_event early[US_RECORDER_EARLY_EVENTS];
};

/* Make the recorder of an instance whose settings ask for one. NULL if there is nothing to record
 * to; that is said in the log. */
struct us_recorder *us_recorder_open(struct us_instance *instance, const XrInstanceCreateInfo *info,
                                     us_record_get get);
/* End the recording and free the recorder; us_record_session_close calls it. */
void us_recorder_close(struct us_recorder *recorder);

/* Whose recorder a call belongs to; NULL if there is none. An unknown handle belongs to the newest
 * instance. */
struct us_recorder *us_recorder_of_instance(XrInstance handle);
struct us_recorder *us_recorder_of_session(const struct us_session *session);

/* Whether the layer enabled an extension that the app did not. */
bool us_recorder_added(const struct us_instance *instance, enum us_extension which);
/* Whether the app or the layer enabled an extension. */
bool us_recorder_has_extension(const struct us_instance *instance, enum us_extension which);

/* Make the file, and write what is known of the session; the times are filled in here. From
 * xrBeginSession. */
void us_recorder_begin(struct us_recorder *recorder, const struct us_session *session,
                       struct us_session_info *info);
/* End the file. `gives_way`: the next session may have it. */
void us_recorder_end(struct us_recorder *recorder, bool gives_way);

/* XrTime now; 0 if nothing is known of it. */
XrTime us_recorder_now(const struct us_recorder *recorder);

/* The time that a sync is recorded at: the display time of the newest frame, so that playback gives
 * a frame the inputs of its own sync; before the first frame, now. */
XrTime us_recorder_sync_time(const struct us_recorder *recorder);

/* Use of `file` from any thread: false if there is none; otherwise leave soon. */
bool us_recorder_enter(struct us_recorder *recorder);
void us_recorder_leave(struct us_recorder *recorder);

/* Put one message. An event before the file is there is kept for it. */
void us_recorder_put_frame(struct us_recorder *recorder, const struct us_session_frame *frame);
void us_recorder_put_event(struct us_recorder *recorder, const struct us_session_event *told);
void us_recorder_put_input(struct us_recorder *recorder, const struct us_session_input *input);
void us_recorder_put_haptic(struct us_recorder *recorder, const struct us_session_haptic *haptic);
void us_recorder_put_marker(struct us_recorder *recorder, const struct us_session_marker *marker);
/* With the frame clock, the time that a frame takes does not matter: wait until there is room for
 * the messages of many frames. */
void us_recorder_wait(struct us_recorder *recorder);
/* What the components are, once: kept for the file if that is not there yet. Takes over the struct,
 * which is from malloc. */
void us_recorder_put_components(struct us_recorder *recorder,
                                struct us_session_components *components);

#endif
