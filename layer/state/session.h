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

#include "layer/base/next_chain.h"
#include "layer/bindings/action.h"
#include "layer/session_script/session_events.h"
#include "layer/state/focus.h"
#include "layer/state/frame_history.h"
#include "layer/pose/stable_eye_poses.h"
#include "layer/state/instance.h"
#include "layer/base/runtime_time.h"
#include "core/base/pose.h"
#include "layer/pose/rebase.h"
#include "openxr/xr.h"

struct us_current_profiles;
struct us_input;
struct us_screenshots;

/* Values of `start_ns` before playback has started, and while a thread starts it. A valid XrTime is
 * not negative. */
#define US_SESSION_NOT_STARTED INT64_MIN
#define US_SESSION_STARTING (INT64_MIN + 1)

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
    /* The chain below, or --start force-focus, gave the focus: playback may start, and there is
     * input, unless a script denies it. */
    atomic_bool focused;
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
    /* How far playback was in the session that a fault ended (us_playback_carry). */
    int64_t carried_ns;
    bool carries;        /* a fault ends this session */
    int64_t first_frame; /* the number of the first frame of playback; 0, or in a driven app the
                            next one after the session before */
    _Atomic int64_t start_ns;    /* the XrTime at which the beginning of the recording plays */
    _Atomic int64_t start_frame; /* the frame of start_ns; -1: none. Written before start_ns */
    atomic_bool synced;          /* xrSyncActions succeeded while the app had the focus */
    atomic_bool asked_exit;      /* the layer asked the chain below to end the session */
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

    _Atomic float display_rate_hz; /* of the chain below, where a fault sets another; 0: unknown */
};

/* `latest_ns` as it is now. */
static inline XrTime us_session_latest_ns(const struct us_session *session)
{
    return atomic_load_explicit(&session->latest_ns, memory_order_relaxed);
}

/* Returns NULL if the layer does not know the handle. */
struct us_session *us_session_find(XrSession session);

/* The instance that a call of a session belongs to. A handle that the layer does not know belongs
 * to the newest instance, which forwards the call unchanged. NULL: there is no instance, and the
 * call is XR_ERROR_HANDLE_INVALID. No lock; safe on any thread. */
static inline struct us_instance *us_session_instance(const struct us_session *session)
{
    return session != NULL ? session->instance : us_instance_fallback();
}

/* Also finds the session. `*out_session` is NULL if the layer does not know it. */
static inline struct us_instance *us_session_find_instance(XrSession handle,
                                                           struct us_session **out_session)
{
    *out_session = us_session_find(handle);
    return us_session_instance(*out_session);
}

/* Begins a handler of a call with a session: declares that and its instance. */
#define US_SESSION_OF_CALL(handle, session, instance)                                              \
    struct us_session *session;                                                                    \
    struct us_instance *instance = us_session_find_instance(handle, &session);                     \
    US_RETURN_IF_INVALID(instance)

/* The same for a call of an action set. */
static inline struct us_instance *us_session_set_instance(const struct us_action_set *set)
{
    return set != NULL ? set->context->instance : us_instance_fallback();
}

/* What a stage keeps with the instance that a call of a session belongs to; NULL: nothing. */
static inline void *us_session_stage(const struct us_session *session, enum us_stage_number stage)
{
    const struct us_instance *instance = us_session_instance(session);
    return instance != NULL ? instance->kept[stage] : NULL;
}

/* Chooses the anchor and creates the layer's spaces in a session that the runtime has just created.
 * The message log says what it chose. On failure, has_spaces is false.
 *
 * The anchor is the space of UNDERSTUDY_ANCHOR. With "auto" it is STAGE for a recording that stands
 * on the floor, or else LOCAL. If the runtime lacks the space, it is the nearest one. */
void us_session_init_spaces(struct us_session *session);

/* The height of the floor in the runtime's LOCAL: that of STAGE, or of the recording's floor, or an
 * estimate, which OpenXR 1.1 allows (7.1, LOCAL_FLOOR). Calls down, and makes spaces for a moment.
 */
float us_session_floor_y_m(const struct us_session *session);

/* The app is told a session state (xrPollEvent). */
void us_session_on_state_told(struct us_session *session, XrSessionState state);

/* Whether the layer is to ask the chain below to end the session: once after each xrBeginSession,
 * and not when the app knows of its end. A runtime such as Monado reports STOPPING again if it is
 * asked again. Any thread. */
bool us_session_claim_exit(struct us_session *session);

/* Frees the session's own memory. hook_session.c frees the objects of higher folders before. */
void us_session_free(struct us_session *session);

/*
 * hand_tracker: one XrHandTrackerEXT whose joints the layer writes: a played hand, or a live hand
 * to which the layer adds values that the chain below does not provide.
 *
 * xrCreateHandTrackerEXT creates it. It is immutable, and freed with its session at the latest. The
 * layer validates XrHandTrackerCreateInfoEXT only for handles that the chain below does not know
 * (OpenXR 1.0, 12.37, XR_EXT_hand_tracking; XR_EXT_hand_tracking_data_source).
 */

struct us_hand_tracker {
    struct us_node node; /* the parent is the session */
    struct us_session *session;
    enum us_hand hand;
    uint32_t joint_count;     /* 26, or 27 with the elbow */
    bool passes_on;           /* the chain below answers everything */
    bool plays;               /* recorded joints; false: the joints of the chain below */
    bool is_ours;             /* the handle is this node; the chain below does not know it */
    bool has_sources;         /* created with XrHandTrackingDataSourceInfoEXT */
    bool allows_unobstructed; /* the app accepts this source of joints */
    bool allows_controller;   /* and this one */
    float radii_m[XR_HAND_FOREARM_JOINT_COUNT_ULTRALEAP];
};

/* Returns NULL if the layer does not know the handle. */
struct us_hand_tracker *us_hand_tracker_find(XrHandTrackerEXT tracker);

#endif
