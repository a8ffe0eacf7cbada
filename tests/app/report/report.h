/* SPDX-License-Identifier: MIT */
/*
 * report: what an OpenXR app was told, as JSON Lines. Shared by the probe client and the spy layer,
 * so that one parser reads both. Poses are in the base space, metres, (x, y, z, w); times are
 * XrTime in nanoseconds; `result` is the XrResult. A call that failed is reported with its inputs
 * only.
 */
#ifndef PROBE_REPORT_H
#define PROBE_REPORT_H

#include "jsonl.h"

#include "openxr/xr.h"

/* XR_EXT_local_floor, and OpenXR 1.1: unknown to SDK 1.0.20. */
#define PROBE_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ((XrReferenceSpaceType)1000426000)
#define PROBE_LOCAL_FLOOR_EXTENSION_NAME "XR_EXT_local_floor"

#define PROBE_POSE_IDENTITY ((XrPosef){{0, 0, 0, 1}, {0, 0, 0}})

/* A space as a person names it: VIEW, LOCAL, STAGE, LOCAL_FLOOR, gaze, left_grip, right_grip, or an
 * action's name. */
struct probe_report_space {
    const char *name;
    const char *subaction; /* a path such as /user/hand/left, where the name alone does not say it;
                              or NULL */
    XrPosef
        offset; /* pose in the reference space or action space; left out if it is the identity */
};

/* Members of an open object: "p" and "q"; "base" with its offset and subaction. */
void probe_report_pose(struct probe_jsonl *jsonl, const XrPosef *pose);
void probe_report_base(struct probe_jsonl *jsonl, const struct probe_report_space *base);

const char *probe_report_reference_name(XrReferenceSpaceType type);

void probe_report_session_state(struct probe_jsonl *jsonl, XrSessionState state, XrTime time);
/* `n` counts from 1. */
void probe_report_frame(struct probe_jsonl *jsonl, int64_t n, XrTime time, XrDuration period);

/* `velocity` and `sample_time` are NULL if they were not asked for. */
void probe_report_locate_space(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                               const struct probe_report_space *space,
                               const struct probe_report_space *base,
                               const XrSpaceLocation *location, const XrSpaceVelocity *velocity,
                               const XrEyeGazeSampleTimeEXT *sample_time);

/* One line for each space of an xrLocateSpaces or xrLocateSpacesKHR. */
void probe_report_locate_spaces(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                const struct probe_report_space *space,
                                const struct probe_report_space *base,
                                const XrSpaceLocationData *location,
                                const XrSpaceVelocityData *velocity);

void probe_report_locate_views(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                               const struct probe_report_space *base, XrViewStateFlags flags,
                               const XrView *views, uint32_t view_count);

/* `velocities` is NULL if they were not asked for. */
void probe_report_locate_joints(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                XrHandEXT hand, const struct probe_report_space *base,
                                const XrHandJointLocationsEXT *locations,
                                const XrHandJointVelocitiesEXT *velocities);

/*
 * Action states. `subaction` is NULL, /user/hand/left or /user/hand/right (reported as "hand"), or
 * another path (reported as "subaction"). `time` is that of the newest frame.
 */
struct probe_report_action {
    const char *name;
    const char *subaction;
};

void probe_report_action_boolean(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                 const struct probe_report_action *action,
                                 const XrActionStateBoolean *state);
void probe_report_action_float(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                               const struct probe_report_action *action,
                               const XrActionStateFloat *state);
void probe_report_action_vector2f(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                  const struct probe_report_action *action,
                                  const XrActionStateVector2f *state);
void probe_report_action_pose(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                              const struct probe_report_action *action,
                              const XrActionStatePose *state);

/* `profile` is "" for none. */
void probe_report_profile(struct probe_jsonl *jsonl, const char *user, const char *profile);

/* `vibration` is NULL for a stop. */
void probe_report_haptic(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                         const struct probe_report_action *action,
                         const XrHapticVibration *vibration);

#endif
