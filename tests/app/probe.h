/* SPDX-License-Identifier: MIT */
/*
 * probe: what the parts of the probe client share. Each part fills its own fields; `false` from a
 * function means that the program ends now with `exit`, and that stderr has said why.
 */
#ifndef US_PROBE_H
#define US_PROBE_H

#include "jsonl.h"
#include "options.h"
#include "report.h"

#include <stdbool.h>
#include <time.h>

/* xrConvertTimespecTimeToTimeKHR, without the platform header. */
typedef XrResult(XRAPI_PTR *us_probe_convert_fn)(XrInstance, const struct timespec *, XrTime *);

#define US_PROBE_VIEW_MAX 8
#define US_PROBE_SPACE_MAX 128

/* The actions that --actions adds. */
enum us_input_action {
    US_INPUT_TRIGGER,
    US_INPUT_TRIGGER_CLICK,
    US_INPUT_TRIGGER_TOUCH,
    US_INPUT_SQUEEZE,
    US_INPUT_READY,
    US_INPUT_STICK,
    US_INPUT_MENU,
    US_INPUT_AIM,
    US_INPUT_PALM,
    US_INPUT_PINCH,
    US_INPUT_POKE,
    US_INPUT_OVER,
    US_INPUT_UNBOUND,
    US_INPUT_COUNT
};

#define US_PROBE_OBSERVER XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT

/* Pose actions of those, AIM to POKE. */
#define US_PROBE_POSES 4

/* A space the probe locates others in, or locates. XR_NULL_HANDLE: not there. */
struct us_probe_space {
    XrSpace handle;
    struct us_report_space name;
    bool gaze; /* its locations carry the sample time */
};

/* "Where is `what` in `base`?" */
struct us_probe_relation {
    const struct us_probe_space *what;
    const struct us_probe_space *base;
};

struct us_vulkan;
struct us_pipeline;

struct us_probe {
    struct us_options options;
    struct us_jsonl log;
    enum us_exit exit;

    /* instance */
    XrInstance instance;
    XrSystemId system;
    bool has_headless;
    bool has_hands; /* extension enabled and system support */
    bool has_gaze;
    bool has_local_floor;
    bool has_palm, has_hand_ext, has_hand_msft; /* with --actions */
    bool has_locate_spaces;
    XrViewConfigurationType views;
    us_probe_convert_fn convert_time; /* NULL without XR_KHR_convert_timespec_time */

    /* session */
    struct us_vulkan *vulkan; /* NULL if headless */
    XrSession session;
    XrSessionState state;
    bool running;
    bool ended; /* EXITING, or the session or the instance is about to be lost */
    bool profiles_dirty;

    /* actions */
    XrActionSet action_set;
    XrAction select, grip, haptic, gaze;
    XrActionSet over_set; /* with --actions */
    XrAction inputs[US_INPUT_COUNT];
    XrPath hands[2]; /* left, right */
    char profiles[3][128];

    /* spaces */
    struct us_probe_space view, view_with_offset, local, stage, local_floor, gaze_space;
    struct us_probe_space grips[2], grips_with_offset[2];
    struct us_probe_space poses[US_PROBE_POSES][2]; /* with --actions */
    PFN_xrLocateSpaces locate_spaces;               /* NULL: not asked for */
    struct us_probe_relation relations[US_PROBE_SPACE_MAX];
    int relation_count;
    const struct us_probe_space *hand_bases[US_PROBE_SPACE_MAX];
    int hand_base_count;
    const struct us_probe_space *view_bases[US_PROBE_SPACE_MAX];
    int view_base_count;
    XrSpaceLocation stage_in_local; /* as last reported */

    /* hands */
    XrHandTrackerEXT trackers[2];
    PFN_xrCreateHandTrackerEXT create_tracker;
    PFN_xrDestroyHandTrackerEXT destroy_tracker;
    PFN_xrLocateHandJointsEXT locate_joints;

    /* frame */
    int64_t frame; /* frames logged so far */
    XrTime time;   /* of the newest frame */
    XrDuration period;
    struct us_pipeline *pipeline; /* NULL: one thread does it all */
    bool unpaced; /* xrWaitFrame gives no time: the loop runs by itself, without xrBeginFrame */
};

/* True if `result` is a success; otherwise says on stderr which call failed and sets `exit`. */
bool us_probe_check(struct us_probe *probe, XrResult result, const char *call);

/* Says on stderr what is missing, sets `exit`, returns false. */
bool us_probe_lack(struct us_probe *probe, const char *what);

/* The monotonic clock in seconds. */
double us_probe_clock_s(void);
void us_probe_sleep_s(double seconds);

/* Finds the extensions, creates the instance, finds the system. */
bool us_instance_create(struct us_probe *probe);
bool us_instance_function(struct us_probe *probe, const char *name, PFN_xrVoidFunction *out);

/* Creates the session, after a temporary one if that is asked for. The caller polls it until it
 * runs. */
bool us_session_create(struct us_probe *probe);
/* Creates a session, runs `temporary_frames` frames with the focus in it, ends and destroys it. */
bool us_temporary_run(struct us_probe *probe, const XrSessionCreateInfo *info);
/* Reads all events, begins and ends the session as its state asks. */
bool us_session_poll(struct us_probe *probe);

/* Creates the actions, suggests bindings and attaches. Needs the session. */
bool us_actions_create(struct us_probe *probe);
/* Synchronises and reports. */
bool us_actions_sync(struct us_probe *probe);

/* With --actions: creates the second set and its and other actions, and suggests for all profiles.
 */
bool us_inputs_create(struct us_probe *probe);
bool us_inputs_suggest(struct us_probe *probe);
/* After a sync; after the profiles changed. */
void us_inputs_report(struct us_probe *probe);
bool us_inputs_report_sources(struct us_probe *probe);
/* Whether the set of the higher priority is active in this frame. */
bool us_inputs_over(const struct us_probe *probe);

/* Creates the spaces and decides what is located in what. Needs the actions. */
bool us_spaces_create(struct us_probe *probe);
bool us_spaces_locate(struct us_probe *probe, XrTime time);
/*
 * Locates the views in every base, the first one last: its views are what is drawn. No views if
 * they are not valid.
 */
bool us_spaces_locate_views(struct us_probe *probe, XrTime time, XrView *out_views,
                            uint32_t *out_count);

/* The same by xrLocateSpaces, a call for each base. */
bool us_spaces_locate_many(struct us_probe *probe, XrTime time);

/* Whether the app is to do this wrong in this frame. */
bool us_probe_fault(const struct us_probe *probe, enum us_fault fault);

bool us_hands_create(struct us_probe *probe);
void us_hands_destroy(struct us_probe *probe);
bool us_hands_locate(struct us_probe *probe, XrTime time);

/* Runs frames until enough were logged or the session ends, then ends the session. */
bool us_frame_run(struct us_probe *probe);

#endif
