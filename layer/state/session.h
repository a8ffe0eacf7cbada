/* SPDX-License-Identifier: MIT */
/*
 * session: one XrSession: the layer's own spaces in it, where the recording's origin is, and when
 * playback started.
 *
 * The atomics may be read from any thread while another polls events, waits for frames or syncs
 * actions.
 */
#ifndef US_SESSION_H
#define US_SESSION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "layer/base/arena.h"
#include "layer/state/focus.h"
#include "layer/state/frame_history.h"
#include "layer/pose/stable_eye_poses.h"
#include "layer/state/instance.h"
#include "layer/state/log_state.h"
#include "layer/base/runtime_time.h"
#include "core/base/pose.h"
#include "layer/pose/virtual_spaces.h"
#include "openxr/xr.h"

struct us_current_profiles;
struct us_input;
struct us_screenshots;

/* `start_ns` before playback has started, and while a thread is starting it. No XrTime is negative.
 */
#define US_SESSION_NOT_STARTED INT64_MIN
#define US_SESSION_STARTING (INT64_MIN + 1)

struct us_session {
    struct us_node node;
    struct us_instance *instance;
    XrSession handle;
    unsigned number; /* of the instance's sessions, from 1 */

    /* Made by the layer, destroyed with the session. `anchor` is the world W in which everything
     * recorded is placed. */
    XrSpace anchor, view;
    XrReferenceSpaceType anchor_type;
    enum us_anchor anchor_kind;
    struct us_pose
        T_anchor_recording; /* in OpenXR's axes; identity, or the head lowered to LOCAL's origin */
    struct us_virtual_spaces
        virtual_spaces; /* if it is virtual, W is its own, and `anchor` is what it stands on */
    struct us_stable_eye_poses stable_eye_poses; /* with the frame clock */
    bool has_spaces; /* the spaces above are there: recorded poses can be answered */

    struct us_arena *arena;           /* of xrEndFrame; NULL if nothing is to be mapped */
    atomic_uint layer_remap_reported; /* what xrEndFrame has said in the log */

    struct us_screenshots *screenshots; /* NULL: no pictures are taken */
    const char *uncapturable_app; /* what kind of app it is, if that is why; said when it plays */

    bool headless; /* XR_MND_headless without a graphics binding: xrWaitFrame may never be called */
    atomic_bool focused, running; /* focused: as the app was told */
    atomic_bool was_running;      /* it was running once */
    atomic_int app_state;         /* XrSessionState; 0: the app was told of none */
    atomic_int highest_state;     /* the highest of IDLE to FOCUSED */
    struct us_runtime_time runtime_time;
    struct us_focus focus;                 /* unused without UNDERSTUDY_FORCE_FOCUS */
    struct us_frame_history frame_history; /* since xrBeginSession; xrWaitFrame adds them */
    _Atomic int64_t start_ns;              /* XrTime at which the recording's beginning plays */
    _Atomic int64_t start_frame; /* which frame that is; -1: none. Written before start_ns */
    atomic_bool synced;          /* actions were synced with the focus */
    atomic_bool ended;           /* a frame came to the recording's end */
    atomic_bool input_released;  /* and gave the input back (US_END_RELEASE) */
    _Atomic int64_t latest_ns; /* the newest frame's predictedDisplayTime, or the newest time asked
                                  for; 0: none */

    _Atomic int64_t frame_ns;      /* the newest frame's; 0: none */
    _Atomic int64_t sync_ns;       /* what the newest sync of actions is as of; 0: none */
    _Atomic int64_t first_sync_ns; /* of those that no frame came before; 0: none */

    /* Written once, by xrAttachSessionActionSets; NULL if memory ran out: then all input is live.
     */
    _Atomic(struct us_input *) input;
    /* The same; NULL: the chain below tells the app of new interaction profiles. */
    _Atomic(struct us_current_profiles *) profiles;
    atomic_bool attached;

    struct us_log_state_session log_state;
};

struct us_session *us_session_find(XrSession session);

/* Choose the anchor and make the layer's spaces in a session that the runtime just made. Says in
 * the log what it chose. */
void us_session_init_spaces(struct us_session *session);

/* From xrPollEvent; forgets nothing but the focus when the focus goes. */
void us_session_on_state(struct us_session *session, XrSessionState state);

/* The app was told that it has the focus, and the chain below never gave it: what that refuses for
 * want of it counts as granted. Any thread. */
bool us_session_is_forced(const struct us_session *session);

/* Frees what state knows of. hook_session.c frees the rest, and calls this. */
void us_session_free(struct us_session *session);

#endif
