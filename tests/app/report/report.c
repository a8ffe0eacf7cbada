/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

const char *probe_report_reference_name(XrReferenceSpaceType type)
{
    if (type == PROBE_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        return "LOCAL_FLOOR";
    switch (type) {
    case XR_REFERENCE_SPACE_TYPE_VIEW:
        return "VIEW";
    case XR_REFERENCE_SPACE_TYPE_LOCAL:
        return "LOCAL";
    case XR_REFERENCE_SPACE_TYPE_STAGE:
        return "STAGE";
    default:
        return "UNKNOWN";
    }
}

static const char *state_name(XrSessionState state)
{
    static const char *const names[] = {"UNKNOWN",      "IDLE",         "READY",
                                        "SYNCHRONIZED", "VISIBLE",      "FOCUSED",
                                        "STOPPING",     "LOSS_PENDING", "EXITING"};
    size_t count = sizeof names / sizeof names[0];
    return (size_t)state < count ? names[state] : names[0];
}

static void write_vector(struct probe_jsonl *jsonl, const char *key, const XrVector3f *v)
{
    probe_jsonl_numbers(jsonl, key, (const float[]){v->x, v->y, v->z}, 3);
}

void probe_report_pose(struct probe_jsonl *jsonl, const XrPosef *pose)
{
    const XrQuaternionf *q = &pose->orientation;
    write_vector(jsonl, "p", &pose->position);
    probe_jsonl_numbers(jsonl, "q", (const float[]){q->x, q->y, q->z, q->w}, 4);
}

static void write_space(struct probe_jsonl *jsonl, const char *key, const char *offset_key,
                        const char *subaction_key, const struct probe_report_space *space)
{
    probe_jsonl_text(jsonl, key, space->name);
    if (space->subaction)
        probe_jsonl_text(jsonl, subaction_key, space->subaction);
    if (memcmp(&space->offset, &PROBE_POSE_IDENTITY, sizeof space->offset) != 0) {
        probe_jsonl_open_object(jsonl, offset_key);
        probe_report_pose(jsonl, &space->offset);
        probe_jsonl_close_object(jsonl);
    }
}

void probe_report_base(struct probe_jsonl *jsonl, const struct probe_report_space *base)
{
    write_space(jsonl, "base", "base_offset", "base_subaction", base);
}

static void write_velocity(struct probe_jsonl *jsonl, const char *key, XrSpaceVelocityFlags flags,
                           const XrVector3f *linear, const XrVector3f *angular)
{
    probe_jsonl_open_object(jsonl, key);
    probe_jsonl_integer(jsonl, "flags", (int64_t)flags);
    write_vector(jsonl, "linear", linear);
    write_vector(jsonl, "angular", angular);
    probe_jsonl_close_object(jsonl);
}

static void begin_call(struct probe_jsonl *jsonl, const char *call, XrResult result, XrTime time)
{
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "call", call);
    probe_jsonl_integer(jsonl, "result", result);
    probe_jsonl_integer(jsonl, "time", time);
}

void probe_report_session_state(struct probe_jsonl *jsonl, XrSessionState state, XrTime time)
{
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "event", "session_state");
    probe_jsonl_text(jsonl, "state", state_name(state));
    probe_jsonl_integer(jsonl, "time", time);
    probe_jsonl_end(jsonl);
}

void probe_report_frame(struct probe_jsonl *jsonl, int64_t n, XrTime time, XrDuration period)
{
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "event", "frame");
    probe_jsonl_integer(jsonl, "n", n);
    probe_jsonl_integer(jsonl, "time", time);
    probe_jsonl_integer(jsonl, "period", period);
    probe_jsonl_end(jsonl);
}

void probe_report_locate_space(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                               const struct probe_report_space *space,
                               const struct probe_report_space *base,
                               const XrSpaceLocation *location, const XrSpaceVelocity *velocity,
                               const XrEyeGazeSampleTimeEXT *sample_time)
{
    begin_call(jsonl, "xrLocateSpace", result, time);
    write_space(jsonl, "space", "space_offset", "subaction", space);
    probe_report_base(jsonl, base);
    if (XR_SUCCEEDED(result)) {
        probe_jsonl_integer(jsonl, "flags", (int64_t)location->locationFlags);
        probe_report_pose(jsonl, &location->pose);
        if (sample_time)
            probe_jsonl_integer(jsonl, "sample_time", sample_time->time);
        if (velocity)
            write_velocity(jsonl, "velocity", velocity->velocityFlags, &velocity->linearVelocity,
                           &velocity->angularVelocity);
    }
    probe_jsonl_end(jsonl);
}

void probe_report_locate_views(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                               const struct probe_report_space *base, XrViewStateFlags flags,
                               const XrView *views, uint32_t view_count)
{
    begin_call(jsonl, "xrLocateViews", result, time);
    probe_report_base(jsonl, base);
    if (XR_SUCCEEDED(result)) {
        probe_jsonl_integer(jsonl, "flags", (int64_t)flags);
        probe_jsonl_open_array(jsonl, "views");
        for (uint32_t i = 0; i < view_count; i++) {
            const XrFovf *fov = &views[i].fov;
            probe_jsonl_open_object(jsonl, NULL);
            probe_report_pose(jsonl, &views[i].pose);
            probe_jsonl_numbers(
                jsonl, "fov",
                (const float[]){fov->angleLeft, fov->angleRight, fov->angleUp, fov->angleDown}, 4);
            probe_jsonl_close_object(jsonl);
        }
        probe_jsonl_close_array(jsonl);
    }
    probe_jsonl_end(jsonl);
}

static void write_joints(struct probe_jsonl *jsonl, const XrHandJointLocationsEXT *locations)
{
    probe_jsonl_open_array(jsonl, "joints");
    for (uint32_t i = 0; i < locations->jointCount; i++) {
        const XrHandJointLocationEXT *joint = &locations->jointLocations[i];
        probe_jsonl_open_object(jsonl, NULL);
        probe_jsonl_integer(jsonl, "flags", (int64_t)joint->locationFlags);
        probe_report_pose(jsonl, &joint->pose);
        probe_jsonl_number(jsonl, "r", joint->radius);
        probe_jsonl_close_object(jsonl);
    }
    probe_jsonl_close_array(jsonl);
}

static void write_joint_velocities(struct probe_jsonl *jsonl,
                                   const XrHandJointVelocitiesEXT *velocities)
{
    probe_jsonl_open_array(jsonl, "velocities");
    for (uint32_t i = 0; i < velocities->jointCount; i++) {
        const XrHandJointVelocityEXT *joint = &velocities->jointVelocities[i];
        write_velocity(jsonl, NULL, joint->velocityFlags, &joint->linearVelocity,
                       &joint->angularVelocity);
    }
    probe_jsonl_close_array(jsonl);
}

void probe_report_locate_joints(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                XrHandEXT hand, const struct probe_report_space *base,
                                const XrHandJointLocationsEXT *locations,
                                const XrHandJointVelocitiesEXT *velocities)
{
    begin_call(jsonl, "xrLocateHandJointsEXT", result, time);
    probe_jsonl_text(jsonl, "hand", hand == XR_HAND_LEFT_EXT ? "left" : "right");
    probe_report_base(jsonl, base);
    if (XR_SUCCEEDED(result)) {
        probe_jsonl_boolean(jsonl, "active", locations->isActive);
        write_joints(jsonl, locations);
        if (velocities)
            write_joint_velocities(jsonl, velocities);
    }
    probe_jsonl_end(jsonl);
}

static void begin_action(struct probe_jsonl *jsonl, const char *call, XrResult result, XrTime time,
                         const struct probe_report_action *action)
{
    static const char hand[] = "/user/hand/";
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "call", call);
    probe_jsonl_integer(jsonl, "result", result);
    probe_jsonl_text(jsonl, "action", action->name);
    if (action->subaction && strncmp(action->subaction, hand, sizeof hand - 1) == 0)
        probe_jsonl_text(jsonl, "hand", action->subaction + sizeof hand - 1);
    else if (action->subaction)
        probe_jsonl_text(jsonl, "subaction", action->subaction);
    probe_jsonl_integer(jsonl, "time", time);
}

void probe_report_action_boolean(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                 const struct probe_report_action *action,
                                 const XrActionStateBoolean *state)
{
    begin_action(jsonl, "xrGetActionStateBoolean", result, time, action);
    if (XR_SUCCEEDED(result)) {
        probe_jsonl_boolean(jsonl, "active", state->isActive);
        probe_jsonl_boolean(jsonl, "state", state->currentState);
        probe_jsonl_boolean(jsonl, "changed", state->changedSinceLastSync);
        probe_jsonl_integer(jsonl, "last_change", state->lastChangeTime);
    }
    probe_jsonl_end(jsonl);
}

void probe_report_action_float(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                               const struct probe_report_action *action,
                               const XrActionStateFloat *state)
{
    begin_action(jsonl, "xrGetActionStateFloat", result, time, action);
    if (XR_SUCCEEDED(result)) {
        probe_jsonl_boolean(jsonl, "active", state->isActive);
        probe_jsonl_number(jsonl, "state", state->currentState);
        probe_jsonl_boolean(jsonl, "changed", state->changedSinceLastSync);
        probe_jsonl_integer(jsonl, "last_change", state->lastChangeTime);
    }
    probe_jsonl_end(jsonl);
}

void probe_report_action_vector2f(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                  const struct probe_report_action *action,
                                  const XrActionStateVector2f *state)
{
    begin_action(jsonl, "xrGetActionStateVector2f", result, time, action);
    if (XR_SUCCEEDED(result)) {
        const XrVector2f *v = &state->currentState;
        probe_jsonl_boolean(jsonl, "active", state->isActive);
        probe_jsonl_numbers(jsonl, "state", (const float[]){v->x, v->y}, 2);
        probe_jsonl_boolean(jsonl, "changed", state->changedSinceLastSync);
        probe_jsonl_integer(jsonl, "last_change", state->lastChangeTime);
    }
    probe_jsonl_end(jsonl);
}

void probe_report_action_pose(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                              const struct probe_report_action *action,
                              const XrActionStatePose *state)
{
    begin_action(jsonl, "xrGetActionStatePose", result, time, action);
    if (XR_SUCCEEDED(result))
        probe_jsonl_boolean(jsonl, "active", state->isActive);
    probe_jsonl_end(jsonl);
}

void probe_report_profile(struct probe_jsonl *jsonl, const char *user, const char *profile)
{
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "event", "interaction_profile");
    probe_jsonl_text(jsonl, "path", user);
    probe_jsonl_text(jsonl, "profile", profile);
    probe_jsonl_end(jsonl);
}

void probe_report_haptic(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                         const struct probe_report_action *action,
                         const XrHapticVibration *vibration)
{
    begin_action(jsonl, vibration ? "xrApplyHapticFeedback" : "xrStopHapticFeedback", result, time,
                 action);
    if (vibration) {
        probe_jsonl_number(jsonl, "amplitude", vibration->amplitude);
        probe_jsonl_integer(jsonl, "duration", vibration->duration);
        probe_jsonl_number(jsonl, "frequency", vibration->frequency);
    }
    probe_jsonl_end(jsonl);
}

void probe_report_locate_spaces(struct probe_jsonl *jsonl, XrResult result, XrTime time,
                                const struct probe_report_space *space,
                                const struct probe_report_space *base,
                                const XrSpaceLocationData *location,
                                const XrSpaceVelocityData *velocity)
{
    begin_call(jsonl, "xrLocateSpaces", result, time);
    write_space(jsonl, "space", "space_offset", "subaction", space);
    probe_report_base(jsonl, base);
    if (XR_SUCCEEDED(result)) {
        probe_jsonl_integer(jsonl, "flags", (int64_t)location->locationFlags);
        probe_report_pose(jsonl, &location->pose);
        if (velocity)
            write_velocity(jsonl, "velocity", velocity->velocityFlags, &velocity->linearVelocity,
                           &velocity->angularVelocity);
    }
    probe_jsonl_end(jsonl);
}
