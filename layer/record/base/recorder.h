/* SPDX-License-Identifier: MIT */
/*
 * recorder: an instance's recording of a session, UNDERSTUDY_RECORD (docs/session.md).
 *
 * An instance has a recorder while UNDERSTUDY_RECORD names a file, whether a recording plays or
 * not. It records each session that the app begins, one at a time; a file holds one session
 * (record_file). The file is made when the session begins. If something goes wrong, the message
 * log says so, and the app goes on.
 *
 * Functions that open or close, and those called from xrCreateSession, xrDestroySession and
 * xrBeginSession, may allocate and make system calls. All other functions are called on frame
 * threads and do neither.
 */
#ifndef US_RECORDER_H
#define US_RECORDER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "layer/setup/stage.h"
#include "layer/state/instance.h"
#include "layer/state/session.h"
#include "platform/thread.h"
#include "session/codec/session_message.h"

struct us_own_actions;
struct us_record_session;
struct us_session_recorder;

enum { US_RECORDER_EARLY_EVENTS = 16 };

/*
 * record_file: which file the next session of this process is recorded to. A file holds one
 * session: the first one goes to the file that is asked for, later ones to files beside it
 * (open_recording.h). A session without a picture gives its file to the next one: apps try out a
 * runtime with such sessions.
 *
 * Any thread; takes a lock and makes system calls.
 */

enum { US_RECORD_FILE_PATH_SIZE = 4096 };

struct us_record_file {
    char path[US_RECORD_FILE_PATH_SIZE];
    unsigned number; /* from 1 */
    bool replaces;   /* the file exists: a session gave it to the next one */
};

struct us_recorder {
    struct us_instance *instance;
    struct us_dispatch next;       /* the functions that the watchers call */
    const struct us_dispatch *own; /* the functions that the recorder calls for itself */
    XrApplicationInfo app;
    /* The profile of the eyes, if the layer enabled their extension and the app did not; otherwise
     * XR_NULL_PATH. */
    XrPath eyes_user, eyes_profile;
    XrPath unknown_path;               /* replaces that profile: a path that no runtime supports */
    _Atomic(XrFormFactor) form_factor; /* of the last xrGetSystem; 0: none */

    /* The session that is or will be recorded; NULL: none. Set by xrCreateSession, cleared by
     * xrDestroySession. */
    _Atomic(struct us_record_session *) session;
    bool is_over; /* a file could not be made: no session is recorded any more */

    atomic_bool is_open; /* `file` may be used, between us_recorder_enter and us_recorder_leave */
    atomic_int users;
    struct us_session_recorder *file;
    struct us_record_file place; /* of `file` */

    /* The recorder's actions that the last ended session had attached (actions/own_actions.h);
     * NULL: none. */
    struct us_own_actions *kept_actions;
    atomic_uint own_set_count; /* the recorder's own action sets so far, which number their names */

    atomic_bool is_paced;      /* the app waits for frames in this session */
    _Atomic int64_t behind_ns; /* CLOCK_MONOTONIC minus XrTime */
    atomic_uint event_count;   /* number of events that the app got */
    _Atomic int64_t frame_ns;  /* display time of the newest frame of the session; 0: none yet */
    _Atomic int64_t clock_ns;  /* its recorded time; differs only with the frame clock */

    /* Messages from before the session began: events, in order, and the components (from malloc).
     */
    struct us_mutex early_mutex;
    struct us_session_components *early_components;
    uint32_t early_count;
    struct us_session_event early[US_RECORDER_EARLY_EVENTS];
};

/* Makes the recorder of an instance whose settings ask for one. NULL if it cannot record to the
 * file; the message log says why. */
struct us_recorder *us_recorder_open(struct us_instance *instance, const XrInstanceCreateInfo *info,
                                     const struct us_dispatch *below);
/* End the recording and free the recorder; us_record_stage calls it. */
void us_recorder_close(struct us_recorder *recorder);

/* The recorder of the instance that a handle belongs to; NULL if it has none. An unknown handle
 * belongs to the newest instance. */
struct us_recorder *us_recorder_of_instance(XrInstance handle);
struct us_recorder *us_recorder_of_session(const struct us_session *session);

/* Whether the layer enabled an extension that the app did not. */
bool us_recorder_added(const struct us_instance *instance, enum us_extension which);
/* Whether the app or the layer enabled an extension. */
bool us_recorder_has_extension(const struct us_instance *instance, enum us_extension which);

/* Makes the file, and writes the facts about the session; fills in the times. Called from
 * xrBeginSession. */
void us_recorder_begin(struct us_recorder *recorder, const struct us_session *session,
                       struct us_session_info *info);
/* End the file. `gives_way`: the next session may have it. */
void us_recorder_end(struct us_recorder *recorder, bool gives_way);

/* Whether events are recorded at the time of the newest frame, so that the recording does not
 * depend on how long a frame takes. */
bool us_recorder_counts_frames(const struct us_recorder *recorder);

/* Recorded time minus XrTime at the newest frame. */
int64_t us_recorder_ahead_ns(const struct us_recorder *recorder);

/* The current recorded time, from XrTime or from the newest frame that the app waited for; 0 if it
 * is not known. */
XrTime us_recorder_now(const struct us_recorder *recorder);

/* The recorded time of a sync: that of the newest frame, so that playback gives each frame the
 * inputs of its sync. Before the app waited for the first frame it is the current time. */
XrTime us_recorder_sync_time(const struct us_recorder *recorder);

/* Lets any thread use `file`. False if there is none; otherwise call us_recorder_leave soon. */
bool us_recorder_enter(struct us_recorder *recorder);
void us_recorder_leave(struct us_recorder *recorder);

/* Puts one message. An event from before the file exists is stored, and written when it exists. */
void us_recorder_put_frame(struct us_recorder *recorder, const struct us_session_frame *frame);
void us_recorder_put_event(struct us_recorder *recorder, const struct us_session_event *told);
void us_recorder_put_input(struct us_recorder *recorder, const struct us_session_input *input);
void us_recorder_put_haptic(struct us_recorder *recorder, const struct us_session_haptic *haptic);
void us_recorder_put_marker(struct us_recorder *recorder, const struct us_session_marker *marker);
void us_recorder_put_mesh(struct us_recorder *recorder, const struct us_session_mesh_part *part);
/* With the frame clock, the time that a frame takes does not matter: wait until there is room for
 * the messages of many frames. */
void us_recorder_wait(struct us_recorder *recorder);
/* Writes the components, once; stores them if the file does not exist yet. Takes ownership of the
 * struct, which is from malloc. */
void us_recorder_put_components(struct us_recorder *recorder,
                                struct us_session_components *components);

#endif
