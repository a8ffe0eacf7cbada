/* SPDX-License-Identifier: MIT */
/*
 * report: writes what an OpenXR app was told as an event log, understudy-log(5). The probe client
 * and the spy layer use it, so `understudy compare` and `understudy judge` read their logs, and one
 * reader reads all three.
 *
 * The log differs from the layer's in these points:
 * - Frame 0 of a session is its first xrWaitFrame in FOCUSED.
 * - Every question has a line, at the level `calls`, and action states that did not change too.
 * - `from`, `how` and `at_s` are absent: an app cannot know who answered.
 * - Lines have more members:
 *     space_name, base_name  names of the spaces, for a person and for grep
 *     wall_time_ns           the XrTime that the call asks about, or of the newest frame
 *     wall_change_ns         action: lastChangeTime
 *     wall_sample_ns         locate: the time of the gaze sample
 *     joint_flags            hand: an array of 26 texts, as `flags`
 *     radii                  hand: an array of 26 numbers, metres
 *     velocities             hand: an array of 26 arrays, as `velocity`
 * - There are more events:
 *     sources       action, sources [{path, name}]: xrEnumerateBoundSourcesForAction
 *     space_change  type, wall_time_ns, pose: XrEventDataReferenceSpaceChangePending
 *     relation      space, base, pose: where the probe found STAGE in LOCAL
 * - A failed call is an `error` line, with the names of the spaces or the action that it asked for.
 *
 * One thread at a time. Each line reaches the file, flushed, before the function returns.
 */
#ifndef PROBE_REPORT_H
#define PROBE_REPORT_H

#include "core/base/text.h"
#include "openxr/xr.h"
#include "platform/numbers.h"

#include <stdbool.h>
#include <stdio.h>

/* XR_EXT_local_floor, and OpenXR 1.1: unknown to SDK 1.0.20. */
#define PROBE_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ((XrReferenceSpaceType)1000426000)
#define PROBE_LOCAL_FLOOR_EXTENSION_NAME "XR_EXT_local_floor"

#define PROBE_POSE_IDENTITY ((XrPosef){{0, 0, 0, 1}, {0, 0, 0}})

enum { PROBE_REPORT_LINE_SIZE = 65536, PROBE_REPORT_TIMES = 16 };

struct probe_report {
    FILE *out;        /* the caller's; NULL: nothing is written */
    bool failed;      /* a line was lost: it was too long, or the file could not be written */
    int64_t began_ns; /* CLOCK_MONOTONIC */
    uint64_t number;  /* of the last line */
    uint32_t sessions, spaces; /* the last numbers */
    uint64_t waits;
    bool focused;
    int64_t frame;                    /* the newest; -1: none yet */
    XrTime times[PROBE_REPORT_TIMES]; /* display times of the newest frames, by number */
    XrDuration period;
    struct us_numbers numbers; /* what the thread had before the line */
    struct us_json_text text;  /* the line that is being written */
    char line[PROBE_REPORT_LINE_SIZE];
};

/* A space of the app. */
struct probe_report_space {
    uint32_t number;  /* from probe_report_space_created; 0: unknown */
    const char *name; /* VIEW, LOCAL, STAGE, LOCAL_FLOOR, gaze, left_grip, or an action's name */
};

/* Writes the `log` line. `writer` is the program's name. The caller closes `out` after `finish`. */
void probe_report_init(struct probe_report *report, FILE *out, const char *writer);
void probe_report_finish(struct probe_report *report);

/* A line of another kind: between these calls, members are written into report->text. */
struct us_json_text *probe_report_begin(struct probe_report *report, const char *event);
void probe_report_end(struct probe_report *report);
/* A pose as [x, y, z, qx, qy, qz, qw]. */
void probe_report_pose(struct us_json_text *text, const char *name, const XrPosef *pose);

const char *probe_report_reference_name(XrReferenceSpaceType type);

void probe_report_session_created(struct probe_report *report);
void probe_report_session_state(struct probe_report *report, XrSessionState state, XrTime time);
void probe_report_frame(struct probe_report *report, XrTime time, XrDuration period, bool render);
void probe_report_sync(struct probe_report *report, XrResult result);

/* Write the `space` line; return the number. `action` is NULL for a reference space; `subaction`
 * is NULL or "" for none. */
uint32_t probe_report_reference_created(struct probe_report *report, XrReferenceSpaceType type,
                                        const XrPosef *offset);
uint32_t probe_report_action_space_created(struct probe_report *report, const char *action,
                                           const char *subaction, const XrPosef *offset);

/* `velocity` and `sample_time` are NULL if the app did not ask for them. */
void probe_report_locate_space(struct probe_report *report, XrResult result, XrTime time,
                               struct probe_report_space space, struct probe_report_space base,
                               const XrSpaceLocation *location, const XrSpaceVelocity *velocity,
                               const XrEyeGazeSampleTimeEXT *sample_time);

/* One line for each space of an xrLocateSpaces or xrLocateSpacesKHR. */
void probe_report_locate_spaces(struct probe_report *report, XrResult result, XrTime time,
                                struct probe_report_space space, struct probe_report_space base,
                                const XrSpaceLocationData *location,
                                const XrSpaceVelocityData *velocity);

void probe_report_locate_views(struct probe_report *report, XrResult result, XrTime time,
                               struct probe_report_space base, XrViewStateFlags flags,
                               const XrView *views, uint32_t view_count);

/* `velocities` is NULL if the app did not ask for them. */
void probe_report_locate_joints(struct probe_report *report, XrResult result, XrTime time,
                                XrHandEXT hand, struct probe_report_space base,
                                const XrHandJointLocationsEXT *locations,
                                const XrHandJointVelocitiesEXT *velocities);

/* `subaction` is NULL for any, or a path such as /user/hand/left. */
struct probe_report_action {
    const char *name;
    const char *subaction;
};

void probe_report_action_boolean(struct probe_report *report, XrResult result, XrTime time,
                                 const struct probe_report_action *action,
                                 const XrActionStateBoolean *state);
void probe_report_action_float(struct probe_report *report, XrResult result, XrTime time,
                               const struct probe_report_action *action,
                               const XrActionStateFloat *state);
void probe_report_action_vector2f(struct probe_report *report, XrResult result, XrTime time,
                                  const struct probe_report_action *action,
                                  const XrActionStateVector2f *state);
void probe_report_action_pose(struct probe_report *report, XrResult result, XrTime time,
                              const struct probe_report_action *action,
                              const XrActionStatePose *state);

/* `profile` is "" for none. */
void probe_report_profile(struct probe_report *report, const char *user, const char *profile);

/* `vibration` is NULL for a stop. */
void probe_report_haptic(struct probe_report *report, XrResult result, XrTime time,
                         const struct probe_report_action *action,
                         const XrHapticVibration *vibration);

/* Finds the number and the name of a space. */
typedef struct probe_report_space (*probe_report_find_space_fn)(void *user, XrSpace space);

void probe_report_end_frame(struct probe_report *report, XrResult result,
                            const XrFrameEndInfo *info, probe_report_find_space_fn find_space,
                            void *user);

#endif
