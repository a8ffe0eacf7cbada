/* SPDX-License-Identifier: MIT */
/*
 * instance: one XrInstance as the layer sees it: the chain below, what is enabled, and the
 * recording that plays.
 *
 * Made by us_instance_create_api_layer (the chain's creation call, create_instance.c) and freed by
 * xrDestroyInstance; nothing of it outlives that. Everything but the atomics is immutable in
 * between, so any thread may read it.
 */
#ifndef US_INSTANCE_H
#define US_INSTANCE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "core/playback/clock.h"
#include "layer/bindings/bindings_context.h"
#include "layer/setup/create_request.h"
#include "layer/base/handle_table.h"
#include "status/message_log.h"
#include "layer/setup/dispatch.h"
#include "layer/setup/layer_name.h"
#include "layer/setup/status_files.h"
#include "status/run_status.h"
#include "layer/setup/settings.h"
#include "core/playback/capture_schedule.h"
#include "layer/bindings/suggested_bindings.h"
#include "status/summary.h"
#include "core/playback/loaded_recording.h"
#include "openxr/xr.h"

struct us_event_log;
struct us_observer;

enum { US_INSTANCE_EVENTS = 8, US_NOT_STARTED_SIZE = 400 };

/* For the event log's last line. */
struct us_instance_counts {
    _Atomic uint64_t spaces, gazes; /* located */
    atomic_bool ended;              /* an answer was at the recording's end */
};

struct us_instance {
    struct us_node node;
    XrInstance handle;
    PFN_xrGetInstanceProcAddr get_below;
    PFN_xrDestroyInstance destroy_below;
    struct us_dispatch next; /* zeroed if inert */

    /*
     * Inert: another copy of the layer is further down the chain and does the work. If that copy
     * shares this one's code and table, there is one node for both, and `get_above` is what is
     * below the upper copy.
     */
    bool inert;
    _Atomic(PFN_xrGetInstanceProcAddr) get_above;

    bool adds_time; /* the layer enabled XR_KHR_convert_timespec_time, which the app did not */
    struct us_settings settings;
    struct us_message_log log;

    bool carries_gaze;                 /* the gaze is played, and goes where the live head goes */
    struct us_loaded_recording loaded; /* zeroed if nothing is played */
    struct us_clock clock;
    struct us_status_files *status_files; /* NULL: nobody asked for its files */
    struct us_run_status *run_status;     /* NULL: the app was not started by `understudy run` */

    bool takes_screenshots; /* pictures are to be taken */
    struct us_capture_schedule screenshot_schedule;
    atomic_uint captured_moments; /* which moments there are pictures of, of any session */
    atomic_uint_least64_t
        screenshot_count; /* pictures that are written or missing, of all sessions */
    atomic_bool screenshots_tried, screenshots_missing_reported;
    _Atomic(const char *) uncapturable_app; /* as in a session's */
    atomic_uint session_count;

    struct us_create_request create_request;
    struct us_bindings_context bindings; /* what is enabled and played, and the user paths */
    struct us_suggestions suggestions;

    /* Sessions to tell of a new interaction profile; `event_count` may be read without the lock. */
    pthread_mutex_t event_mutex;
    atomic_int event_count;
    XrSession events[US_INSTANCE_EVENTS];

    _Atomic int64_t
        not_started_due_ns; /* when it is said that nothing plays yet; 0: never (not_started.h) */
    char not_started_reason[US_NOT_STARTED_SIZE]; /* why the last session never started; "": there
                                          was none. Under the lock of the events */

    struct us_instance_counts counts;
    struct us_summary *summary; /* `own_summary`, or in the run status */
    struct us_summary own_summary;
    struct us_event_log *event_log;     /* the event log's own; NULL if none is asked for */
    const struct us_observer *observer; /* NULL: nobody watches */
};

/* xrCreateApiLayerInstance: called by the loader, or by the layer above. */
XRAPI_ATTR XrResult XRAPI_CALL us_instance_create_api_layer(const XrInstanceCreateInfo *info,
                                                            const XrApiLayerCreateInfo *layer_info,
                                                            XrInstance *instance);

/* xrGetInstanceProcAddr of the layer: OpenXR 1.0, 3.2; extension functions only if the app enabled
 * the extension. */
XRAPI_ATTR XrResult XRAPI_CALL us_instance_get_proc_addr(XrInstance instance, const char *name,
                                                         PFN_xrVoidFunction *function);

/* What xrGetInstanceProcAddr answers without an event log. */
XrResult us_get_proc_addr_get(const struct us_instance *instance, const char *name,
                              PFN_xrVoidFunction *function);

/* The instance, or NULL. */
struct us_instance *us_instance_find(XrInstance instance);

/*
 * The instance that an unknown handle must belong to: the newest that is not inert. NULL if there
 * is none. The loaders allow one instance at a time, so that "newest" is "the only one".
 */
struct us_instance *us_instance_fallback(void);

/* Whether the layer stands in for an extension, given by name; NULL: for none. */
bool us_instance_supplies(const struct us_instance *instance, const char *extension);

/* True if the layer answers anything but xrDestroyInstance: it plays, stands in for an extension it
 * took out, or writes an event log. */
bool us_instance_is_active(const struct us_instance *instance);

/* Whether the app may use LOCAL_FLOOR: OpenXR 1.1, or XR_EXT_local_floor. */
bool us_instance_has_local_floor(const struct us_instance *instance);

/* How many answers to the app held the last pose, because the recording was not read yet. Only if
 * the instance plays. */
uint64_t us_instance_late(const struct us_instance *instance);

/* Queue XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED for a session, once; and take one out if
 * there is one. */
void us_instance_push_event(struct us_instance *instance, XrSession session);
bool us_instance_pop_event(struct us_instance *instance, XrSession *out_session);

/* Say once that there are no screenshots of this kind of app. NULL: of any other kind there are. */
void us_instance_report_no_screenshots(struct us_instance *instance, const char *what);

/* The beginning and the end of an instance. create_instance.c and hook_instance.c call these. */

/* `free_node` is the `free` of the instance's node. It ends with us_instance_free. */
struct us_instance *us_instance_new(PFN_xrGetInstanceProcAddr get_below,
                                    void (*free_node)(struct us_node *));
/* Open the recording that the settings name; says in the log what came of it. */
void us_instance_load(struct us_instance *instance);
/* Give it its handle, fill the next-table, and put it into the table. False if memory runs out. */
bool us_instance_publish(struct us_instance *instance, XrInstance handle);
/* Say what the app asked for and was given. */
void us_instance_log_summary(struct us_instance *instance);
/* No longer the instance that unknown handles belong to. */
void us_instance_withdraw(struct us_instance *instance);
void us_instance_free(struct us_instance *instance);

#endif
