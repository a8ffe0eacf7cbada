/* SPDX-License-Identifier: MIT */
/*
 * session: one XrSession: the spaces that the layer created in it, the place of the recording, and
 * the state of playback.
 *
 * Any thread may read the atomics while other threads poll events, wait for frames or sync actions.
 * Other members are constant after xrCreateSession, unless their type has its own rules.
 */
#ifndef US_SESSION_H
#define US_SESSION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "layer/base/arena.h"
#include "layer/session_script/session_events.h"
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

/* Values of `start_ns` before playback has started, and while a thread starts it. A valid XrTime is
 * not negative. */
#define US_SESSION_NOT_STARTED INT64_MIN
#define US_SESSION_STARTING (INT64_MIN + 1)

/* Only with faults of the display (layer/faults/display_faults.h). */
struct us_session_display {
    atomic_bool is_open;            /* the app has begun a frame and not ended it */
    _Atomic uintptr_t begin_thread; /* of the last xrBeginFrame; 0: none */
    _Atomic float own_rate_hz;      /* of the chain below; 0: unknown */
    /* The thread that waits for frames uses the following members. */
    uint32_t happened; /* a bit for each fault without a length that is over */
    double seen_s;     /* the recording's time at the last frame */
    XrTime due_ns;     /* the next display time with another refresh rate; 0: none */
};

struct us_session {
    struct us_node node;
    struct us_instance *instance;
    XrSession handle;
    unsigned number; /* number among the instance's sessions, from 1 */

    /* Spaces of the chain below, created by the layer. The anchor space is the frame in which all
     * recorded poses are placed; `view` is the VIEW space. */
    XrSpace anchor, view;
    XrReferenceSpaceType anchor_type;
    enum us_anchor anchor_kind;
    struct us_pose T_anchor_recording; /* in OpenXR's axes; identity, or lowered to LOCAL */
    /* If virtual, recorded poses are placed in W, and the anchor space has a fixed pose in W. */
    struct us_virtual_spaces virtual_spaces;
    struct us_stable_eye_poses stable_eye_poses; /* only with the frame clock */
    bool has_spaces; /* `anchor` and `view` exist; false: nothing is played in this session */

    struct us_arena *arena;           /* for xrEndFrame; NULL if no layer is mapped */
    atomic_uint layer_remap_reported; /* bits of layer_remap.h that were reported in the log */

    struct us_screenshots *screenshots; /* NULL: no screenshots are taken */
    const char *uncapturable_app;       /* "an OpenGL app": why there are no screenshots; or NULL */

    /* XR_MND_headless without a graphics binding: the app need not call xrWaitFrame. */
    bool headless;
    atomic_bool focused; /* the chain below, or --force-focus, gave the focus */
    atomic_bool running;
    atomic_bool was_running;  /* xrBeginSession succeeded at least once */
    atomic_int app_state;     /* XrSessionState that the app was told last; 0: none */
    atomic_int highest_state; /* the highest state that the app was told, up to FOCUSED */
    struct us_runtime_time runtime_time;
    struct us_focus focus;           /* only with UNDERSTUDY_FORCE_FOCUS */
    struct us_session_events events; /* under the lock of the handle table */
    /* A script denied the input at the last sync. */
    atomic_bool input_denied;
    struct us_frame_history frame_history; /* since xrBeginSession; xrWaitFrame adds frames */
    _Atomic int64_t start_ns;    /* the XrTime at which the beginning of the recording plays */
    _Atomic int64_t start_frame; /* the frame of start_ns; -1: none. Written before start_ns */
    atomic_bool synced;          /* xrSyncActions succeeded while the app had the focus */
    atomic_bool ended;           /* a frame reached the end of the recording */
    atomic_bool input_released;  /* with US_END_RELEASE: the input is live again */
    /* The predictedDisplayTime of the newest frame, or the newest time of a query; 0: none. */
    _Atomic int64_t latest_ns;

    _Atomic int64_t frame_ns;       /* display time of the newest frame; 0: none */
    _Atomic int64_t period_ns;      /* its predictedDisplayPeriod of the chain below; 0: none */
    _Atomic int64_t told_period_ns; /* the one that the app was told; 0: none */
    _Atomic int64_t sync_ns;        /* time of the newest action states; 0: none */
    _Atomic int64_t first_sync_ns;  /* time of the first sync without a frame before it; 0: none */

    /* Written once, by xrAttachSessionActionSets. NULL if memory ran out: all input stays live. */
    _Atomic(struct us_input *) input;
    /* Written once, as `input`. NULL: the chain below sends the events of new profiles. */
    _Atomic(struct us_current_profiles *) profiles;
    atomic_bool attached;

    struct us_session_display display;
    struct us_log_state_session log_state;
};

/* Returns NULL if the layer does not know the handle. */
struct us_session *us_session_find(XrSession session);

/* Chooses the anchor and creates the layer's spaces in a session that the runtime has just created.
 * The message log says what it chose. On failure, has_spaces is false.
 *
 * The anchor is the space of UNDERSTUDY_ANCHOR. With "auto" it is STAGE for a recording that stands
 * on the floor, or else LOCAL. If the runtime lacks the space, it is the nearest one. */
void us_session_init_spaces(struct us_session *session);

/* The chain below, or --force-focus, gives a session state. It decides whether playback may start
 * and whether there is input; scripts may deny input as well. */
void us_session_on_given(struct us_session *session, XrSessionState state);
/* The app is told a session state (xrPollEvent). */
void us_session_on_told(struct us_session *session, XrSessionState state);

/* Whether --force-focus gave FOCUSED, but the runtime is not in FOCUSED (focus.h). Results that the
 * runtime refuses only because the focus is missing then count as granted. Any thread. */
bool us_session_is_forced(const struct us_session *session);

/* Frees the session's own memory. hook_session.c frees the objects of higher folders before. */
void us_session_free(struct us_session *session);

#endif
