/* SPDX-License-Identifier: MIT */
/*
 * record_session: the session that is recorded: the objects that the recorder made in it, and its
 * frames.
 *
 * The recorder makes its own spaces and hand trackers; the app does not know them. They are located
 * through the layer's hooks, so that a recording that plays is recorded as the app gets it.
 */
#ifndef US_RECORD_SESSION_H
#define US_RECORD_SESSION_H

#include "layer/record/actions/own_actions.h"
#include "layer/record/base/pending_frames.h"
#include "layer/record/base/record_location.h"
#include "layer/record/base/recorder.h"

struct us_record_session {
    struct us_recorder *recorder;
    struct us_session *session;
    XrSession handle;
    XrSystemId system;
    XrViewConfigurationType view_configuration;         /* 0: the session did not begin */
    struct us_session_view views[US_SESSION_VIEWS_MAX]; /* of the last frame; only its thread */
    bool is_headless;                                   /* made without graphics */
    atomic_bool has_picture;                            /* the app submitted a layer */

    XrSpace local, view, local_floor, stage; /* XR_NULL_HANDLE: there is none */
    XrHandTrackerEXT trackers[US_SESSION_HANDS];
    bool has_sources, has_aims; /* trackers can provide these */
    /* The app asked for the velocities of joints. They double the size of a frame, so otherwise
     * they are not recorded. */
    atomic_bool wants_joint_velocities;
    /* The app was told that STAGE moves at this XrTime: xrWaitFrame reads its extent again, up to
     * the first frame that is not before it. 0: it does not move. */
    _Atomic XrTime bounds_change_ns;
    struct us_record_bounds {
        bool are_known;
        float width_m, depth_m;
    } bounds; /* of STAGE; used by the thread in xrWaitFrame */

    _Atomic(struct us_own_actions *) actions; /* NULL: not attached, or none */
    _Atomic XrTime synced_ns; /* display time of the newest frame at the last sync; 0: none */
    struct us_record_reference reference;
    atomic_flag samples_unpaced;   /* a thread makes a frame of a session without xrWaitFrame */
    bool has_asked;                /* the app asked for a time since the last sync */
    uint64_t frame_count;          /* used by the thread in xrWaitFrame, or by that thread */
    XrTime newest_ns, previous_ns; /* display times of its last two frames; 0: none */
    bool has_started;              /* playback, at the last frame */
    int64_t began_ahead_ns; /* recorded time minus XrTime, when xrBeginSession was called again in
                               this session */
    struct us_record_pending_frames frames;
    uint64_t marker_number;          /* of the last one read; used by the thread in xrWaitFrame */
    _Atomic int64_t vibration_ns;    /* XrTime of the last vibration; 0: none */
    atomic_bool is_told_of_profiles; /* the app got an event about them */
    _Atomic XrPath told_profiles[US_SESSION_USERS]; /* when it got the last one */
    _Atomic int presence;                           /* enum us_session_presence */
    _Atomic float refresh_rate_hz;                  /* 0: unknown */
    atomic_bool has_hand_mesh[US_SESSION_HANDS];    /* it is in the recording */
    atomic_bool wants_hand_mesh[US_SESSION_HANDS];  /* the app got it before the recording began */
    atomic_uint mesh_count;                         /* of the meshes in the recording */
};

/* NULL if memory runs out or the runtime refuses a space that every session has. */
struct us_record_session *us_record_session_create(struct us_recorder *recorder,
                                                   struct us_session *session,
                                                   const XrSessionCreateInfo *info);
/* The recorded session if it is `session`; otherwise NULL. */
struct us_record_session *us_record_session_find(const struct us_recorder *recorder,
                                                 const struct us_session *session);

/* xrBeginSession succeeded: the recording begins. */
void us_record_session_begin(struct us_record_session *recorded, const XrSessionBeginInfo *info);
/* The session is about to be destroyed, or its instance is gone: the recording ends. Afterwards no
 * other thread uses the struct. */
void us_record_session_end(struct us_record_session *recorded);
/* Call this after us_record_session_end and the destruction. The recorder's action sets are stored
 * for the next session of the instance, because attached sets and their suggested bindings cannot
 * change any more. */
void us_record_session_free(struct us_record_session *recorded, bool is_instance_there);

/*
 * The stage that records, us_record_stage. A watcher calls the function below it and records the
 * result; the app gets the same results and outputs. On a frame thread a watcher allocates nothing,
 * locks nothing and makes no system call of its own. Closing ends the session that is recorded, and
 * the recorder.
 */
extern const struct us_handler us_record_watches_session[], us_record_watches_frame[],
    us_record_watches_action[];

/* The extent of STAGE now. Calls the chain below. */
struct us_record_bounds us_record_session_read_bounds(const struct us_record_session *recorded);

/* In session_info.c: writes everything that is written once. */
void us_record_session_describe(const struct us_record_session *recorded,
                                struct us_session_info *out_info);

/* Whether the app can ask for visibility masks. */
bool us_record_session_has_masks(const struct us_record_session *recorded);
/* The mask of a view that the app would get now. False: there is none, or it is too large. Calls
 * the chain below, with 10 kB on the stack. */
bool us_record_session_ask_mask(const struct us_record_session *recorded, uint32_t view,
                                uint32_t type, struct us_session_mask *out);

/*
 * record_mesh: meshes that the app could get. No allocation, lock or system call. The recording
 * holds US_RECORD_MESHES_MOST of them at most.
 */
enum { US_RECORD_MESHES_MOST = 1024 };

/* The masks of a view changed, as the app is about to be told. */
void us_record_mesh_masks(struct us_record_session *recorded, uint32_t view);

/* The app got the mesh of a hand, whose arrays are filled. It is recorded once for each hand;
 * before the recording begins it is only noted that the app asked. */
void us_record_mesh_hand(struct us_record_session *recorded, enum us_session_hand hand,
                         const XrHandTrackingMeshFB *mesh);
/* The recording begins: records the meshes that the app got before. It may allocate. */
void us_record_mesh_begin(struct us_record_session *recorded);

/* In sample.c: samples everything at the frame's time, and leaves the frame pending. The frame
 * before it stays pending too, because an app may still draw it; older ones are committed. */
void us_record_session_sample(struct us_record_session *recorded, const XrFrameState *state);
/* xrSyncActions succeeded: samples the poses of actions again for the newest frame, because the
 * sync decides which of them are active in it. In a headless session whose app never waits for
 * frames, each time that it asks for becomes a frame, unless it looks ahead
 * (us_runtime_time_is_ahead), and so does the time of a sync after which it asks for none.
 */
void us_record_session_sample_synced(struct us_record_session *recorded);
/* The pending frame for a time that the app asks for; otherwise like
 * us_record_pending_frames_claim. */
struct us_pending_frame *us_record_session_claim(struct us_record_session *recorded, XrTime time);
/* Whether the frame of that time may still get a sync: the app attached action sets, and has not
 * synced them since it waited for the frame. */
bool us_record_session_expects_sync(const struct us_record_session *recorded, XrTime time);

/*
 * record_told: what the app is told replaces what the recorder sampled.
 *
 * Runtimes predict, so that a later answer for the same time may differ. An answer counts if it is
 * of the display time of a pending frame and in LOCAL, LOCAL_FLOOR or STAGE. One that differs from
 * the sample by no more than float rounding leaves the sample as it is. The last answer counts.
 * Any thread; no allocation, lock or system call.
 */

struct us_hand_tracker;

void us_record_told_views(struct us_record_session *recorded, const XrViewLocateInfo *info,
                          const XrViewState *state, uint32_t count, const XrView *views);
void us_record_told_space(struct us_record_session *recorded, XrSpace handle, XrSpace base,
                          XrTime time, const XrSpaceLocation *location);
void us_record_told_spaces(struct us_record_session *recorded, const XrSpacesLocateInfo *info,
                           const XrSpaceLocations *locations);
void us_record_told_hand(struct us_record_session *recorded, const struct us_hand_tracker *tracker,
                         const XrHandJointsLocateInfoEXT *info,
                         const XrHandJointLocationsEXT *locations);

/* watched_call: whose recorder a call of the app belongs to. */

struct us_watched_call {
    const struct us_session *session; /* NULL: the handle is unknown */
    struct us_recorder *recorder; /* NULL: there is none, and the call is XR_ERROR_HANDLE_INVALID */
};

static inline struct us_watched_call us_watched_call_of(const struct us_session *session)
{
    return (struct us_watched_call){session, us_recorder_of_session(session)};
}

static inline struct us_watched_call us_watched_call(XrSession handle)
{
    return us_watched_call_of(us_session_find(handle));
}

/* After the call below: the session that is recorded, if the call was one of it and succeeded. */
static inline struct us_record_session *us_watched_call_recorded(const struct us_watched_call *call,
                                                                 XrResult result)
{
    return XR_SUCCEEDED(result) ? us_record_session_find(call->recorder, call->session) : NULL;
}

#endif
