/* SPDX-License-Identifier: MIT */
/*
 * instance: one XrInstance: the chain below it, the settings, what the app enabled, and the
 * recording.
 *
 * xrCreateApiLayerInstance (create_instance.c) creates it, and xrDestroyInstance frees it with
 * everything that belongs to it. In between, everything except the atomics and the members with a
 * lock is immutable, so any thread may read it.
 */
#ifndef US_INSTANCE_H
#define US_INSTANCE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/faults/fault_list.h"
#include "core/playback/clock.h"
#include "layer/bindings/bindings_context.h"
#include "layer/setup/extensions.h"
#include "layer/base/handle_table.h"
#include "platform/thread.h"
#include "status/message_log.h"
#include "layer/setup/stage.h"
#include "layer/setup/ready_done_files.h"
#include "status/run_status.h"
#include "layer/session_script/session_script.h"
#include "layer/setup/settings.h"
#include "core/playback/capture_schedule.h"
#include "layer/bindings/suggested_bindings.h"
#include "layer/state/driven.h"
#include "status/summary.h"
#include "core/playback/loaded_recording.h"
#include "openxr/xr.h"

struct us_drive;
struct us_session;

/* Value of `playing_ns` while no recording plays. */
#define US_INSTANCE_NOT_PLAYING INT64_MIN

enum { US_INSTANCE_EVENTS = 8, US_NOT_STARTED_SIZE = 400 };

/* Counters for the last line of the event log. */
struct us_instance_counts {
    _Atomic uint64_t spaces, gazes; /* successful calls that located them */
    atomic_bool ended;              /* an answer was at the end of the recording */
};

struct us_instance {
    struct us_node node;
    XrInstance handle;
    PFN_xrGetInstanceProcAddr get_below;
    PFN_xrDestroyInstance destroy_below;
    struct us_dispatch next;      /* of the chain below; zeroed if inert */
    struct us_dispatch functions; /* what the app gets; zeroed if inert */

    /*
     * The chain may contain the layer twice. The upper copy is inert: it passes every call on, and
     * the lower copy does the work. If both copies share code and handle table, there is only one
     * node for both, and `get_above` is the next function of the upper copy.
     */
    bool inert;
    _Atomic(PFN_xrGetInstanceProcAddr) get_above;

    /* The extensions that the layer, not the app, enabled: a bit for each enum us_extension. */
    uint32_t added_extensions;
    struct us_settings settings;
    struct us_message_log log;

    bool carries_gaze; /* the recorded gaze is played and moves with the live head */
    struct us_loaded_recording loaded; /* zeroed if no recording is loaded */
    struct us_clock clock;
    /* The scripts of the app's sessions; set when the instance is created. That of a driven app
     * grows, as its faults do (driven.h). */
    struct us_session_scripts scripts;
    struct us_faults faults;              /* none, unless UNDERSTUDY_FAULT is set */
    const struct us_faults *input_faults; /* the same; NULL if none of them changes input */
    struct us_driven driven;              /* without a script unless loaded.is_driven */
    /* How xrWaitFrame calls down for a session that the layer knows, and adds frames to the frame
     * history; NULL: us_playback_wait. */
    XrResult (*wait_frame)(struct us_session *session, const XrFrameWaitInfo *info,
                           XrFrameState *state);
    struct us_drive *drive;       /* NULL: nobody drives the app */
    struct us_block *drive_block; /* the sampler's */
    atomic_bool drive_gone;       /* the message log says that the driver has gone */
    /* The recording was driven and plays with the frame clock: an app is told nothing of frames
     * that it has not waited for, and its sessions go on where the one before ended (playback.h).
     */
    bool is_driven;
    /* How far playback was when a fault ended a session (run_status.h); in a driven app after each
     * frame, to the end of that frame. Points to own_carried_ns or into the run status. */
    _Atomic int64_t *carried_ns;
    _Atomic int64_t own_carried_ns;
    int64_t resumed_ns; /* the value that an earlier instance left there; 0: none */
    /* The recording's time at the newest frame of any session. Only with faults. */
    _Atomic int64_t playing_ns;
    struct us_ready_done_files *ready_done_files; /* NULL: the files are not wanted */
    struct us_run_status *run_status;             /* NULL: `understudy run` did not start the app */

    bool takes_screenshots;
    struct us_capture_schedule screenshot_schedule;
    atomic_uint reached_moments;            /* a bit for each moment that any session reached */
    atomic_uint_least64_t screenshot_count; /* written and lost screenshots of all sessions */
    atomic_bool screenshots_tried;          /* a session was able to take screenshots */
    atomic_bool screenshots_missing_reported;
    _Atomic(const char *) uncapturable_app; /* of the last session that has one */
    atomic_uint session_count;

    struct us_create_request create_request;
    struct us_bindings_context bindings; /* extensions, played channels, user paths */
    struct us_suggestions suggestions;

    /* Sessions that wait for XrEventDataInteractionProfileChanged. The mutex guards `events`;
     * `event_count` may be read without it. */
    struct us_mutex event_mutex;
    atomic_int event_count;
    XrSession events[US_INSTANCE_EVENTS];

    /* CLOCK_MONOTONIC time at which the layer reports that playback has not started; 0: never
     * (not_started.c). */
    _Atomic int64_t not_started_due_ns;
    /* Why playback did not start in the last session; "" if there was none. Guarded by the mutex.
     */
    char not_started_reason[US_NOT_STARTED_SIZE];

    struct us_instance_counts counts;
    struct us_summary *summary; /* points to own_summary or into the run status */
    struct us_summary own_summary;
    void *kept[US_STAGE_COUNT];         /* the state of each stage; NULL: none */
    const struct us_observer *observer; /* NULL: no stage needs it */
};

/* Reports events that do not come with a call of the app through the stages. A stage that needs
 * them sets `observer` before the app gets the instance. */
struct us_observer {
    /* A screenshot will be written to `file`. Called on a frame thread: no allocation, lock or
     * system call. */
    void (*on_screenshot)(const struct us_session *session, const char *file, uint32_t width_px,
                          uint32_t height_px);
    /* A fault that lets calls fail begins or ends; `index` is its number in instance->faults. No
     * allocation, lock or system call. */
    void (*on_fault)(const struct us_instance *instance, unsigned index, bool begins, double at_s);
    /* xrDestroyInstance of the chain below succeeded; the layer's nodes are not freed yet. */
    void (*on_instance_end)(struct us_instance *instance);
};

/* xrCreateApiLayerInstance of the layer. The loader or the layer above calls it. */
XRAPI_ATTR XrResult XRAPI_CALL us_instance_create_api_layer(const XrInstanceCreateInfo *info,
                                                            const XrApiLayerCreateInfo *layer_info,
                                                            XrInstance *instance);

/* Returns NULL if the layer does not know the handle. */
struct us_instance *us_instance_find(XrInstance instance);

/*
 * Returns the instance for a call with an unknown handle: the newest one that is not inert, or
 * NULL. The loaders allow only one instance at a time, so the newest is the right one.
 */
struct us_instance *us_instance_fallback(void);
/* The instance of a call: of that handle, or as us_instance_fallback. */
struct us_instance *us_instance_of(XrInstance handle);

/* Whether the layer supplies an extension. False if `extension` is NULL. */
bool us_instance_supplies(const struct us_instance *instance, const char *extension);

/* Whether the user wants an event log, or to know which calls the app is in. */
bool us_instance_wants_log(const struct us_instance *instance);

/* Whether the layer hooks functions other than xrDestroyInstance: it plays a recording, supplies an
 * extension, or is to write an event log or to record a session. */
bool us_instance_is_active(const struct us_instance *instance);

/* Whether the app may use LOCAL_FLOOR: OpenXR 1.1, or XR_EXT_local_floor. */
bool us_instance_has_local_floor(const struct us_instance *instance);

/* Returns the number of late answers to the app: a late answer repeats the last pose, because the
 * part of the recording was not read yet. The instance must play a recording. */
uint64_t us_instance_late(const struct us_instance *instance);

/* Queue XrEventDataInteractionProfileChanged for a session, unless it is queued already, and take
 * the oldest one out. us_instance_pop_event returns false if the queue is empty. */
void us_instance_push_event(struct us_instance *instance, XrSession session);
bool us_instance_pop_event(struct us_instance *instance, XrSession *out_session);

/* Reports once, in the message log and to `run`, that there are no screenshots of this kind of app.
 * Does nothing if `what` is NULL. */
void us_instance_report_no_screenshots(struct us_instance *instance, const char *what);

/* create_instance.c and hook_instance.c call the following functions. */

/* `free_node` becomes node.free of the instance. It withdraws the instance, ends what uses it, and
 * calls us_instance_free at its end. NULL if memory runs out. */
struct us_instance *us_instance_new(PFN_xrGetInstanceProcAddr get_below,
                                    void (*free_node)(struct us_node *));
/* Opens the recording that the settings name, and reports the result in the message log. */
void us_instance_load(struct us_instance *instance);
/* Sets the handle, loads the dispatch table and adds the node to the handle table. Returns false if
 * memory runs out. */
bool us_instance_publish(struct us_instance *instance, XrInstance handle);
/* Writes the summary to the message log: what the app asked for and what it got. */
void us_instance_log_summary(struct us_instance *instance);
/* us_instance_fallback no longer returns the instance. */
void us_instance_withdraw(struct us_instance *instance);
void us_instance_free(struct us_instance *instance);

#endif
