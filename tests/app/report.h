/* SPDX-License-Identifier: MIT */
/*
 * report: what an OpenXR app was told, as JSON Lines. Shared by the probe client and the spy layer,
 * so that one parser reads both. Poses are in the base space, metres, (x, y, z, w); times are
 * XrTime in nanoseconds; `result` is the XrResult. A call that failed is reported with its inputs
 * only.
 */
#ifndef US_REPORT_H
#define US_REPORT_H

#include "jsonl.h"

#include "../runtime/newer.h"

/* XR_EXT_local_floor, and OpenXR 1.1: unknown to SDK 1.0.20. */
#define US_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ((XrReferenceSpaceType)1000426000)
#define US_LOCAL_FLOOR_EXTENSION_NAME "XR_EXT_local_floor"

#define US_POSE_IDENTITY ((XrPosef){{0, 0, 0, 1}, {0, 0, 0}})

/* A space as a person names it: VIEW, LOCAL, STAGE, LOCAL_FLOOR, gaze, left_grip, right_grip, or an
 * action's name. */
struct us_report_space {
    const char *name;
    const char *subaction; /* a path such as /user/hand/left, where the name alone does not say it;
                              or NULL */
    XrPosef
        offset; /* pose in the reference space or action space; left out if it is the identity */
};

/* Members of an open object: "p" and "q"; "base" with its offset and subaction. */
void us_report_pose(struct us_jsonl *jsonl, const XrPosef *pose);
void us_report_base(struct us_jsonl *jsonl, const struct us_report_space *base);

const char *us_report_reference_name(XrReferenceSpaceType type);

void us_report_session_state(struct us_jsonl *jsonl, XrSessionState state, XrTime time);
/* `n` counts from 1. */
void us_report_frame(struct us_jsonl *jsonl, int64_t n, XrTime time, XrDuration period);

/* `velocity` and `sample_time` are NULL if they were not asked for. */
void us_report_locate_space(struct us_jsonl *jsonl, XrResult result, XrTime time,
                            const struct us_report_space *space, const struct us_report_space *base,
                            const XrSpaceLocation *location, const XrSpaceVelocity *velocity,
                            const XrEyeGazeSampleTimeEXT *sample_time);

/* One line for each space of an xrLocateSpaces or xrLocateSpacesKHR. */
void us_report_locate_spaces(struct us_jsonl *jsonl, XrResult result, XrTime time,
                             const struct us_report_space *space,
                             const struct us_report_space *base,
                             const XrSpaceLocationData *location,
                             const XrSpaceVelocityData *velocity);

void us_report_locate_views(struct us_jsonl *jsonl, XrResult result, XrTime time,
                            const struct us_report_space *base, XrViewStateFlags flags,
                            const XrView *views, uint32_t view_count);

/* `velocities` is NULL if they were not asked for. */
void us_report_locate_joints(struct us_jsonl *jsonl, XrResult result, XrTime time, XrHandEXT hand,
                             const struct us_report_space *base,
                             const XrHandJointLocationsEXT *locations,
                             const XrHandJointVelocitiesEXT *velocities);

/*
 * Action states. `subaction` is NULL, /user/hand/left or /user/hand/right (reported as "hand"), or
 * another path (reported as "subaction"). `time` is that of the newest frame.
 */
struct us_report_action {
    const char *name;
    const char *subaction;
};

void us_report_action_boolean(struct us_jsonl *jsonl, XrResult result, XrTime time,
                              const struct us_report_action *action,
                              const XrActionStateBoolean *state);
void us_report_action_float(struct us_jsonl *jsonl, XrResult result, XrTime time,
                            const struct us_report_action *action, const XrActionStateFloat *state);
void us_report_action_vector2f(struct us_jsonl *jsonl, XrResult result, XrTime time,
                               const struct us_report_action *action,
                               const XrActionStateVector2f *state);
void us_report_action_pose(struct us_jsonl *jsonl, XrResult result, XrTime time,
                           const struct us_report_action *action, const XrActionStatePose *state);

/* `profile` is "" for none. */
void us_report_profile(struct us_jsonl *jsonl, const char *user, const char *profile);

/* `vibration` is NULL for a stop. */
void us_report_haptic(struct us_jsonl *jsonl, XrResult result, XrTime time,
                      const struct us_report_action *action, const XrHapticVibration *vibration);

#endif
