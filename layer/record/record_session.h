/* SPDX-License-Identifier: MIT */
/*
 * record_session: the session that is recorded: what the recorder made in it, and its frames.
 *
 * Spaces and hand trackers are the recorder's own; the app does not know them. They are located
 * through the layer's hooks, so that a recording that plays is recorded as the app is told it.
 */
#ifndef US_RECORD_SESSION_H
#define US_RECORD_SESSION_H

#include "layer/record/actions/own_actions.h"
#include "layer/record/base/pending_frames.h"
#include "layer/record/base/reference.h"
#include "layer/record/base/recorder.h"

struct us_record_session {
    struct us_recorder *recorder;
    struct us_session *session;
    XrSession handle;
    XrSystemId system;
    XrViewConfigurationType view_configuration; /* 0: the session did not begin */
    bool is_headless;                           /* made without graphics */
    atomic_bool has_picture;                    /* the app submitted a layer */

    XrSpace local, view, local_floor, stage; /* XR_NULL_HANDLE: there is none */
    XrHandTrackerEXT trackers[US_SESSION_HANDS];
    bool has_sources, has_aims; /* trackers may be asked for these */
    /* The app asked for the velocities of joints. They double the size of a frame, so that nobody
     * else asks for them. */
    atomic_bool wants_joint_velocities;
    atomic_bool bounds_changed; /* the runtime said that STAGE moves; xrWaitFrame reads them anew */
    bool has_stage_bounds;
    float stage_width_m, stage_depth_m;

    _Atomic(struct us_own_actions *) actions; /* NULL: not attached, or none */
    _Atomic XrTime synced_ns; /* display time of the newest frame at the last sync; 0: none */
    struct us_record_reference reference;
    uint64_t frame_count;          /* of the thread in xrWaitFrame */
    XrTime newest_ns, previous_ns; /* display times of its last two frames; 0: none */
    struct us_pending_frames frames;
    uint64_t marker_number;          /* of the last one read; of the thread in xrWaitFrame */
    _Atomic int64_t vibration_ns;    /* XrTime of the last vibration; 0: none */
    atomic_bool is_told_of_profiles; /* the app got an event about them */
    _Atomic XrPath told_profiles[US_SESSION_USERS]; /* when it got the last one */
    _Atomic int presence;                           /* enum us_session_presence */
    _Atomic float refresh_rate_hz;                  /* 0: unknown */
};

/* NULL if memory runs out or the runtime refuses a space that every session has. */
struct us_record_session *us_record_session_create(struct us_recorder *recorder,
                                                   struct us_session *session,
                                                   const XrSessionCreateInfo *info);
/* The recorded session if `session` is the one; NULL otherwise. */
struct us_record_session *us_record_session_find(const struct us_recorder *recorder,
                                                 const struct us_session *session);

/* xrBeginSession succeeded: the recording begins. */
void us_record_session_begin(struct us_record_session *recorded, const XrSessionBeginInfo *info);
/* The session is about to be destroyed, or its instance is gone: the recording ends. Afterwards no
 * other thread uses the struct. */
void us_record_session_end(struct us_record_session *recorded);
/* After us_record_session_end and the destruction. The own action sets are kept for the next
 * session of the instance, because what was attached and suggested cannot change any more. */
void us_record_session_free(struct us_record_session *recorded, bool is_instance_there);

/* The instance goes: what is left of its recording. NULL is fine. */
void us_record_session_close(struct us_recorder *recorder);

/* The extent of STAGE, anew. */
void us_record_session_read_bounds(struct us_record_session *recorded);

/* session_info.c: everything that is written once. */
void us_record_session_describe(const struct us_record_session *recorded,
                                struct us_session_info *out_info);

/* sample.c: sample everything at the frame's time, and leave it pending. The frame before it stays
 * pending too, because an app may still draw it; older ones are committed. */
void us_record_session_sample(struct us_record_session *recorded, const XrFrameState *state);
/* xrSyncActions succeeded: samples the poses of actions again for the newest frame, because the
 * sync decides which of them are active in it. */
void us_record_session_sample_actions(struct us_record_session *recorded);
/* Whether the frame of that time may still get a sync: the app attached action sets, and has not
 * synced them since it waited for the frame. */
bool us_record_session_expects_sync(const struct us_record_session *recorded, XrTime time);

#endif
