/* SPDX-License-Identifier: MIT */
#include "fake_space.h"

#include <math.h>

XrSpace fake_space_add_moving(void)
{
    XrSpace space = XR_NULL_HANDLE;
    (void)fake_add_space((struct fake_space){.moves = true, .offset = {{0, 0, 0, 1}, {0, 0, 0}}},
                         &space);
    return space;
}

struct us_pose fake_space_moving(XrTime time)
{
    float s = (float)((double)(time - FAKE_MOVE_FROM) * 1e-9);
    return (struct us_pose){{0, sinf(0.25f * s), 0, cosf(0.25f * s)}, {2 + 0.4f * s, 1, -3}};
}

static struct us_quat to_quat(XrQuaternionf q)
{
    return (struct us_quat){q.x, q.y, q.z, q.w};
}

XrSpaceVelocityData fake_space_velocity(XrSpace space, XrSpace base, XrTime time)
{
    const XrTime step = 10000000;
    XrSpaceVelocityData out = {0};
    XrSpaceLocationFlags flags = 0;
    XrPosef a, b;
    if (time <= step || time > INT64_MAX - step ||
        XR_FAILED(fake_locate(space, base, time - step, &flags, &a)) ||
        XR_FAILED(fake_locate(space, base, time + step, &flags, &b)) || flags == 0)
        return out;
    float per_s = 1e9f / (2.0f * (float)step);
    struct us_quat turn =
        us_quat_multiply(to_quat(b.orientation), us_quat_conjugate(to_quat(a.orientation)));
    float sign = turn.w < 0 ? -2.0f : 2.0f;
    out.velocityFlags = fake.lacks_angular ? XR_SPACE_VELOCITY_LINEAR_VALID_BIT : 3;
    out.linearVelocity =
        (XrVector3f){(b.position.x - a.position.x) * per_s, (b.position.y - a.position.y) * per_s,
                     (b.position.z - a.position.z) * per_s};
    out.angularVelocity =
        (XrVector3f){sign * turn.x * per_s, sign * turn.y * per_s, sign * turn.z * per_s};
    return out;
}

void fake_space_push_change(XrSession session, XrReferenceSpaceType type)
{
    XrEventDataReferenceSpaceChangePending *event =
        (XrEventDataReferenceSpaceChangePending *)&fake.events[fake.event_count++];
    *event = (XrEventDataReferenceSpaceChangePending){
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = session,
        .referenceSpaceType = type,
        .changeTime = fake.change_time != 0 ? fake.change_time : FAKE_MOVE_FROM,
        .poseInPreviousSpace = {{0, 0, 0, 1}, {1, 2, 3}}};
}

XRAPI_ATTR XrResult XRAPI_CALL fake_space_get_bounds(XrSession session, XrReferenceSpaceType type,
                                                     XrExtent2Df *bounds)
{
    (void)session;
    XrResult result;
    if (fake_scripted("xrGetReferenceSpaceBoundsRect", &result))
        return result;
    if (bounds == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (type == XR_REFERENCE_SPACE_TYPE_STAGE && fake.refuses_stage)
        return XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    bool is_stage = type == XR_REFERENCE_SPACE_TYPE_STAGE;
    bool is_local = type == XR_REFERENCE_SPACE_TYPE_LOCAL;
    float width_m = fake.stage_width_m > 0.0f ? fake.stage_width_m : 4.0f;
    *bounds = is_stage   ? (XrExtent2Df){width_m, 3}
              : is_local ? (XrExtent2Df){2, 2}
                         : (XrExtent2Df){0, 0};
    return is_stage || is_local ? result : XR_SPACE_BOUNDS_UNAVAILABLE;
}
