// SPDX-License-Identifier: MIT
#include "space.h"

#include <stdlib.h>

#include "person.h"
#include "two_call.h"

bool us_space_has_local_floor(const struct us_instance *instance)
{
    return !instance->settings.lacks[US_LACK_LOCAL_FLOOR] &&
           (instance->enabled[US_EXTENSION_LOCAL_FLOOR] ||
            instance->enabled[US_EXTENSION_VERSION_1_1]);
}

static struct us_motion locate_reference(const struct us_space *space, XrTime time)
{
    const struct us_session *session = (const struct us_session *)space->object.parent;
    struct us_motion m_local_origin = us_motion_identity();
    if (space->reference == XR_REFERENCE_SPACE_TYPE_VIEW)
        return us_person_head(&space->object.instance->settings, time);
    if (space->reference == XR_REFERENCE_SPACE_TYPE_STAGE)
        return us_person_stage(&space->object.instance->settings);
    if (session->recentred_at != 0 && time >= session->recentred_at)
        m_local_origin = us_live_recentred();
    const struct us_motion m_origin_floor = us_live_floor();
    return space->reference == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
               ? us_motion_compose(&m_local_origin, &m_origin_floor)
               : m_local_origin;
}

bool us_space_locate(const struct us_space *space, XrTime time, struct us_motion *out_m_local_space)
{
    struct us_motion m_local_origin;
    if (space->action == NULL)
        m_local_origin = locate_reference(space, time);
    else if (!us_action_locate(space->action, space->user, time, &m_local_origin))
        return false;
    const struct us_motion m_origin_space = us_motion_from_pose(&space->offset);
    *out_m_local_space = us_motion_compose(&m_local_origin, &m_origin_space);
    return true;
}

bool us_space_relate(const struct us_space *space, const struct us_space *base, XrTime time,
                     struct us_motion *out_m_base_space)
{
    struct us_motion m_local_base;
    struct us_motion m_local_space;
    if (!us_space_locate(base, time, &m_local_base) ||
        !us_space_locate(space, time, &m_local_space))
        return false;
    *out_m_base_space = us_motion_relative(&m_local_base, &m_local_space);
    return true;
}

const struct us_space *us_space_find(const struct us_session *session, XrSpace space)
{
    const struct us_object *object = us_object_find(XR_OBJECT_TYPE_SPACE, US_VALUE(space));
    return object == NULL || object->parent != &session->object ? NULL
                                                                : (const struct us_space *)object;
}

static bool has_reference(const struct us_session *session, XrReferenceSpaceType type)
{
    if (type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        return us_space_has_local_floor(session->object.instance);
    return type == XR_REFERENCE_SPACE_TYPE_VIEW || type == XR_REFERENCE_SPACE_TYPE_LOCAL ||
           (type == XR_REFERENCE_SPACE_TYPE_STAGE &&
            !session->object.instance->settings.lacks[US_LACK_STAGE]);
}

static XrResult enumerate(const struct us_session *session, uint32_t capacity, uint32_t *out_count,
                          XrReferenceSpaceType *out_spaces)
{
    static const XrReferenceSpaceType types[] = {
        XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL, XR_REFERENCE_SPACE_TYPE_STAGE,
        XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    XrReferenceSpaceType there[4];
    uint32_t count = 0;
    for (size_t i = 0; i < 4; i++) {
        if (has_reference(session, types[i]))
            there[count++] = types[i];
    }
    const XrResult result = us_two_call(capacity, out_count, out_spaces, count);
    if (result == XR_SUCCESS && capacity != 0)
        memcpy(out_spaces, there, count * sizeof(there[0]));
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateReferenceSpaces(XrSession session,
                                                          uint32_t spaceCapacityInput,
                                                          uint32_t *spaceCountOutput,
                                                          XrReferenceSpaceType *spaces)
{
    struct us_call call;
    if (US_ENTER(&call, xrEnumerateReferenceSpaces, SESSION, session))
        call.result = enumerate((struct us_session *)call.object, spaceCapacityInput,
                                spaceCountOutput, spaces);
    return us_call_leave(&call);
}

static XrResult get_bounds(const struct us_session *session, XrReferenceSpaceType type,
                           XrExtent2Df *out_bounds)
{
    if (out_bounds == NULL || type < XR_REFERENCE_SPACE_TYPE_VIEW)
        return XR_ERROR_VALIDATION_FAILURE;
    *out_bounds = (XrExtent2Df){0, 0};
    if (!has_reference(session, type))
        return XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    if (type != XR_REFERENCE_SPACE_TYPE_STAGE)
        return XR_SPACE_BOUNDS_UNAVAILABLE;
    *out_bounds = (XrExtent2Df){3, 2};
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetReferenceSpaceBoundsRect(
    XrSession session, XrReferenceSpaceType referenceSpaceType, XrExtent2Df *bounds)
{
    struct us_call call;
    if (US_ENTER(&call, xrGetReferenceSpaceBoundsRect, SESSION, session))
        call.result = get_bounds((struct us_session *)call.object, referenceSpaceType, bounds);
    return us_call_leave(&call);
}

static void destroy(struct us_object *object)
{
    free(object);
}

static XrResult add(struct us_session *session, const struct us_space *values, XrSpace *out_space)
{
    if (out_space == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!us_motion_is_valid_pose(&values->offset))
        return XR_ERROR_POSE_INVALID;
    struct us_space *space = malloc(sizeof(*space));
    if (space == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    *space = *values;
    const XrResult result =
        us_object_add(&space->object, XR_OBJECT_TYPE_SPACE, &session->object, destroy);
    if (result != XR_SUCCESS)
        free(space);
    else
        *out_space = US_HANDLE(XrSpace, space);
    return result;
}

static XrResult create_reference(struct us_session *session, const XrReferenceSpaceCreateInfo *info,
                                 XrSpace *out_space)
{
    if (info == NULL || info->type != XR_TYPE_REFERENCE_SPACE_CREATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!has_reference(session, info->referenceSpaceType))
        return XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    const struct us_space space = {.reference = info->referenceSpaceType,
                                   .offset = info->poseInReferenceSpace};
    return add(session, &space, out_space);
}

XRAPI_ATTR XrResult XRAPI_CALL xrCreateReferenceSpace(XrSession session,
                                                      const XrReferenceSpaceCreateInfo *createInfo,
                                                      XrSpace *space)
{
    struct us_call call;
    if (US_ENTER(&call, xrCreateReferenceSpace, SESSION, session))
        call.result = create_reference((struct us_session *)call.object, createInfo, space);
    return us_call_leave(&call);
}

static XrResult create_action_space(struct us_session *session, const XrActionSpaceCreateInfo *info,
                                    XrSpace *out_space)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_SPACE_CREATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    const struct us_action *action = us_action_find(info->action);
    if (action == NULL || action->object.instance != session->object.instance)
        return XR_ERROR_HANDLE_INVALID;
    if (action->type != XR_ACTION_TYPE_POSE_INPUT)
        return XR_ERROR_ACTION_TYPE_MISMATCH;
    struct us_space space = {.action = action, .offset = info->poseInActionSpace};
    const XrResult result = us_action_find_user(action, info->subactionPath, &space.user);
    return result == XR_SUCCESS ? add(session, &space, out_space) : result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrCreateActionSpace(XrSession session,
                                                   const XrActionSpaceCreateInfo *createInfo,
                                                   XrSpace *space)
{
    struct us_call call;
    if (US_ENTER(&call, xrCreateActionSpace, SESSION, session))
        call.result = create_action_space((struct us_session *)call.object, createInfo, space);
    return us_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrDestroySpace(XrSpace space)
{
    struct us_call call;
    if (US_ENTER(&call, xrDestroySpace, SPACE, space))
        us_object_remove(call.object);
    return us_call_leave(&call);
}

static void fill_velocity(XrSpaceVelocity *velocity, const struct us_motion *m_base_space)
{
    velocity->velocityFlags = m_base_space == NULL ? 0 : US_SPACE_VELOCITY_FLAGS;
    if (m_base_space == NULL)
        return;
    velocity->linearVelocity = us_motion_to_vector3f(m_base_space->linear_m_s);
    velocity->angularVelocity = us_motion_to_vector3f(m_base_space->angular_rad_s);
}

static void fill_location(const struct us_space *space, XrTime time,
                          const struct us_motion *m_base_space, XrSpaceLocation *location)
{
    location->locationFlags = m_base_space == NULL ? 0 : US_SPACE_TRACKED_FLAGS;
    location->pose = (XrPosef){.orientation = {0, 0, 0, 1}};
    if (m_base_space != NULL)
        location->pose = us_motion_to_pose(m_base_space);
    XrSpaceVelocity *velocity = us_chain_find_out(location->next, XR_TYPE_SPACE_VELOCITY);
    if (velocity != NULL)
        fill_velocity(velocity, m_base_space);
    XrEyeGazeSampleTimeEXT *sample =
        us_chain_find_out(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT);
    if (sample != NULL && space->object.instance->enabled[US_EXTENSION_EYE_GAZE])
        sample->time = m_base_space != NULL && us_action_is_gaze(space->action) ? time : 0;
}

static XrResult locate(const struct us_space *space, XrSpace base_space, XrTime time,
                       XrSpaceLocation *location)
{
    const struct us_session *session = (const struct us_session *)space->object.parent;
    const struct us_space *base = us_space_find(session, base_space);
    if (base == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (location == NULL || location->type != XR_TYPE_SPACE_LOCATION)
        return XR_ERROR_VALIDATION_FAILURE;
    if (time <= 0)
        return XR_ERROR_TIME_INVALID;
    struct us_motion m_base_space;
    const bool known = us_space_relate(space, base, time, &m_base_space);
    fill_location(space, time, known ? &m_base_space : NULL, location);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpace(XrSpace space, XrSpace baseSpace, XrTime time,
                                             XrSpaceLocation *location)
{
    struct us_call call;
    if (US_ENTER(&call, xrLocateSpace, SPACE, space))
        call.result = locate((const struct us_space *)call.object, baseSpace, time, location);
    return us_call_leave(&call);
}
