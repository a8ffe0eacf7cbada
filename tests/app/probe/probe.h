/* SPDX-License-Identifier: MIT */
/*
 * probe: what the parts of the probe client share. Each part fills its own fields; `false` from a
 * function means that the program ends now with `exit`, and that stderr has said why.
 */
#ifndef PROBE_H
#define PROBE_H

#include "options.h"
#include "report.h"

#include <stdbool.h>
#include <time.h>

/* xrConvertTimespecTimeToTimeKHR, without the platform header. */
typedef XrResult(XRAPI_PTR *probe_convert_fn)(XrInstance, const struct timespec *, XrTime *);

#define PROBE_VIEW_MAX 8
#define PROBE_SPACE_MAX 128

/* The actions that --actions adds. */
enum probe_input_action {
    PROBE_INPUT_TRIGGER,
    PROBE_INPUT_TRIGGER_CLICK,
    PROBE_INPUT_TRIGGER_TOUCH,
    PROBE_INPUT_SQUEEZE,
    PROBE_INPUT_READY,
    PROBE_INPUT_STICK,
    PROBE_INPUT_MENU,
    PROBE_INPUT_AIM,
    PROBE_INPUT_PALM,
    PROBE_INPUT_PINCH,
    PROBE_INPUT_POKE,
    PROBE_INPUT_OVER,
    PROBE_INPUT_UNBOUND,
    PROBE_INPUT_COUNT
};

#define PROBE_OBSERVER XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT

/* Pose actions of those, AIM to POKE. */
#define PROBE_POSES 4

/* A space the probe locates others in, or locates. XR_NULL_HANDLE: not there. */
struct probe_space {
    XrSpace handle;
    struct probe_report_space name;
    bool gaze; /* its locations carry the sample time */
};

/* "Where is `what` in `base`?" */
struct probe_relation {
    const struct probe_space *what;
    const struct probe_space *base;
};

struct probe_drawing;
struct probe_pipeline;

struct probe {
    struct probe_options options;
    struct probe_report log;
    enum probe_exit exit;

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
    probe_convert_fn convert_time; /* NULL without XR_KHR_convert_timespec_time */

    /* session */
    struct probe_drawing *drawing; /* NULL if headless */
    XrSession session;
    XrSessionState state;
    bool running;
    bool ended; /* EXITING, or the session or the instance is about to be lost */
    bool profiles_dirty;

    /* actions */
    XrActionSet action_set;
    XrAction select, grip, haptic, gaze;
    XrActionSet over_set; /* with --actions */
    XrAction inputs[PROBE_INPUT_COUNT];
    XrPath hands[2]; /* left, right */
    char profiles[3][128];

    /* spaces */
    struct probe_space view, view_with_offset, local, stage, local_floor, gaze_space;
    struct probe_space grips[2], grips_with_offset[2];
    struct probe_space poses[PROBE_POSES][2]; /* with --actions */
    PFN_xrLocateSpaces locate_spaces;         /* NULL: not asked for */
    struct probe_relation relations[PROBE_SPACE_MAX];
    int relation_count;
    const struct probe_space *hand_bases[PROBE_SPACE_MAX];
    int hand_base_count;
    const struct probe_space *view_bases[PROBE_SPACE_MAX];
    int view_base_count;
    XrSpaceLocation stage_in_local; /* as last reported */

    /* hands */
    XrHandTrackerEXT trackers[2];
    PFN_xrCreateHandTrackerEXT create_tracker;
    PFN_xrDestroyHandTrackerEXT destroy_tracker;
    PFN_xrLocateHandJointsEXT locate_joints;

    float rate_hz; /* as last reported */

    /* frame */
    int64_t frame;     /* frames logged so far */
    XrTime time;       /* of the newest frame */
    XrTime first_time; /* of the first frame that is logged */
    XrDuration period;
    struct probe_pipeline *pipeline; /* NULL: one thread does it all */
    bool unpaced; /* xrWaitFrame gives no time: the loop runs by itself, without xrBeginFrame */
};

/* True if `result` is a success; otherwise says on stderr which call failed and sets `exit`. */
bool probe_check(struct probe *probe, XrResult result, const char *call);

/* Says on stderr what is missing, sets `exit`, returns false. */
bool probe_lack(struct probe *probe, const char *what);

/* The monotonic clock in seconds. */
double probe_clock_s(void);
void probe_sleep_s(double seconds);

/* Finds the extensions, creates the instance, finds the system. */
bool probe_instance_create(struct probe *probe);
bool probe_instance_function(struct probe *probe, const char *name, PFN_xrVoidFunction *out);

/* Creates the session, after a temporary one if that is asked for. The caller polls it until it
 * runs. */
bool probe_session_create(struct probe *probe);
/* Creates a session, runs `temporary_frames` frames with the focus in it, ends and destroys it. */
bool probe_temporary_run(struct probe *probe, const XrSessionCreateInfo *info);
/* Reads all events, begins and ends the session as its state asks. */
bool probe_session_poll(struct probe *probe);

/* Creates the actions, suggests bindings and attaches. Needs the session. */
bool probe_actions_create(struct probe *probe);
/* Synchronises and reports. */
bool probe_actions_sync(struct probe *probe);
/* One path, one action set, one action in a set. */
bool probe_actions_path(struct probe *probe, const char *text, XrPath *out);
bool probe_actions_add_set(struct probe *probe, const char *name, const char *title,
                           uint32_t priority, XrActionSet *out);
bool probe_actions_add(struct probe *probe, XrActionSet set, const char *name, XrActionType type,
                       const XrPath *subactions, uint32_t subaction_count, XrAction *out);

/* With --actions: creates the second set and its and other actions, and suggests for all profiles.
 */
bool probe_inputs_create(struct probe *probe);
bool probe_inputs_suggest(struct probe *probe);
/* After a sync; after the profiles changed. */
void probe_inputs_report(struct probe *probe);
bool probe_inputs_report_sources(struct probe *probe);
/* Whether the set of the higher priority is active in this frame. */
bool probe_inputs_over(const struct probe *probe);

/* Creates the spaces and decides what is located in what. Needs the actions. */
bool probe_spaces_create(struct probe *probe);
bool probe_spaces_locate(struct probe *probe, XrTime time);
/*
 * Locates the views in every base, the first one last: its views are what is drawn. No views if
 * they are not valid.
 */
bool probe_spaces_locate_views(struct probe *probe, XrTime time, XrView *out_views,
                               uint32_t *out_count);

/* The same by xrLocateSpaces, a call for each base. */
bool probe_spaces_locate_many(struct probe *probe, XrTime time);

/* With --rates: asks for the display's refresh rate, and reports a new one with all that there are.
 */
bool probe_rates_ask(struct probe *probe);
void probe_rates_report_change(struct probe *probe,
                               const XrEventDataDisplayRefreshRateChangedFB *event);

bool probe_hands_create(struct probe *probe);
void probe_hands_destroy(struct probe *probe);
bool probe_hands_locate(struct probe *probe, XrTime time);

/* Runs frames until enough were logged or the session ends, then ends the session. */
bool probe_frame_run(struct probe *probe);

#endif
