/* SPDX-License-Identifier: MIT */
#include "runtime/space/space.h"

#include "runtime/base/two_call.h"
#include "runtime/input/binding.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "runtime/person/person.h"

static struct rt_motion locate_reference(const struct rt_space *space, XrTime time)
{
    const struct rt_session *session = (const struct rt_session *)space->object.parent;
    const struct rt_person *person = &space->object.instance->person;
    if (space->reference == XR_REFERENCE_SPACE_TYPE_VIEW)
        return rt_person_head(person, time);
    if (space->reference == XR_REFERENCE_SPACE_TYPE_STAGE)
        return rt_person_stage(person);
    const bool recentred = session->recentred_at != 0 && time >= session->recentred_at;
    const struct rt_motion m_local_origin =
        recentred ? rt_geometry_recentred() : rt_person_local(person, time);
    const struct rt_motion m_origin_floor = rt_geometry_floor();
    return space->reference == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
               ? rt_motion_compose(&m_local_origin, &m_origin_floor)
               : m_local_origin;
}

/* NULL: the action is not active in this session. */
static const struct rt_source *source_of(const struct rt_space *space)
{
    const struct rt_session *session = (const struct rt_session *)space->object.parent;
    return rt_binding_is_attached(session, &space->action->set->object)
               ? space->action->states[space->user].source
               : NULL;
}

bool rt_space_locate(const struct rt_space *space, XrTime time, struct rt_motion *out_m_local_space)
{
    struct rt_motion m_local_origin;
    const struct rt_source *source = space->action != NULL ? source_of(space) : NULL;
    if (space->action == NULL)
        m_local_origin = locate_reference(space, time);
    else if (source == NULL ||
             !rt_source_locate(space->object.instance, source, time, &m_local_origin))
        return false;
    const struct rt_motion m_origin_space = rt_motion_from_pose(&space->offset);
    *out_m_local_space = rt_motion_compose(&m_local_origin, &m_origin_space);
    return true;
}

/* Whether both are fixed to one entity, so that they are related where that is not tracked, too. */
static bool share_entity(const struct rt_space *a, const struct rt_space *b)
{
    if (a->action != b->action)
        return false;
    return a->action != NULL ? a->user == b->user && source_of(a) != NULL
                             : a->reference == b->reference;
}

static bool follows_head(const struct rt_space *space)
{
    return space->action == NULL ? space->reference == XR_REFERENCE_SPACE_TYPE_VIEW
                                 : rt_action_is_gaze(space->action);
}

XrSpaceLocationFlags rt_space_flags(const struct rt_space *space, XrTime time)
{
    return follows_head(space) && !rt_person_head_is_tracked(&space->object.instance->person, time)
               ? RT_SPACE_VALID_FLAGS
               : RT_SPACE_TRACKED_FLAGS;
}

/* Locates a space in another one, and returns the flags. 0: one of them is not tracked. */
static XrSpaceLocationFlags relate(const struct rt_space *space, const struct rt_space *base,
                                   XrTime time, struct rt_motion *out_m_base_space)
{
    struct rt_motion m_local_base;
    struct rt_motion m_local_space;
    XrSpaceLocationFlags flags = RT_SPACE_TRACKED_FLAGS;
    if (share_entity(space, base)) {
        m_local_base = rt_motion_from_pose(&base->offset);
        m_local_space = rt_motion_from_pose(&space->offset);
    } else if (rt_space_locate(base, time, &m_local_base) &&
               rt_space_locate(space, time, &m_local_space)) {
        flags = rt_space_flags(space, time) & rt_space_flags(base, time);
    } else {
        return 0;
    }
    *out_m_base_space = rt_motion_relative(&m_local_base, &m_local_space);
    return flags;
}

const struct rt_space *rt_space_find(const struct rt_session *session, XrSpace space)
{
    return (const struct rt_space *)rt_object_find_child(&session->object, XR_OBJECT_TYPE_SPACE,
                                                         RT_VALUE(space));
}

static bool has_reference(const struct rt_session *session, XrReferenceSpaceType type)
{
    if (type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        return rt_system_has_local_floor(session->object.instance);
    return type == XR_REFERENCE_SPACE_TYPE_VIEW || type == XR_REFERENCE_SPACE_TYPE_LOCAL ||
           (type == XR_REFERENCE_SPACE_TYPE_STAGE &&
            !session->object.instance->settings.disabled[RT_FEATURE_STAGE]);
}

static XrResult enumerate(const struct rt_session *session, uint32_t capacity, uint32_t *out_count,
                          XrReferenceSpaceType *out_spaces)
{
    static const XrReferenceSpaceType types[] = {
        XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL, XR_REFERENCE_SPACE_TYPE_STAGE,
        XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    XrReferenceSpaceType there[4];
    uint32_t count = 0;
    for (size_t i = 0; i < 4; i++)
        if (has_reference(session, types[i]))
            there[count++] = types[i];
    return rt_two_call_list(there, count, sizeof there[0], capacity, out_count, out_spaces);
}

RT_CALL(xrEnumerateReferenceSpaces, SESSION,
        (XrSession handle, uint32_t capacity, uint32_t *out_count, XrReferenceSpaceType *spaces),
        enumerate(object, capacity, out_count, spaces))

static XrResult get_bounds(const struct rt_session *session, XrReferenceSpaceType type,
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

RT_CALL(xrGetReferenceSpaceBoundsRect, SESSION,
        (XrSession handle, XrReferenceSpaceType referenceSpaceType, XrExtent2Df *bounds),
        get_bounds(object, referenceSpaceType, bounds))

static XrResult add(struct rt_session *session, struct rt_space values, XrSpace *out_space)
{
    XrResult result;
    if (out_space == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!rt_motion_is_valid_pose(&values.offset))
        return XR_ERROR_POSE_INVALID;
    struct rt_space *space = rt_object_create(sizeof *space, XR_OBJECT_TYPE_SPACE, &session->object,
                                              rt_object_free, &result);
    if (space == NULL)
        return result;
    values.object = space->object;
    *space = values;
    *out_space = RT_HANDLE(XrSpace, space);
    return XR_SUCCESS;
}

static XrResult create_reference(struct rt_session *session, const XrReferenceSpaceCreateInfo *info,
                                 XrSpace *out_space)
{
    if (info == NULL || info->type != XR_TYPE_REFERENCE_SPACE_CREATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!has_reference(session, info->referenceSpaceType))
        return XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    const struct rt_space space = {.reference = info->referenceSpaceType,
                                   .offset = info->poseInReferenceSpace};
    return add(session, space, out_space);
}

RT_CALL(xrCreateReferenceSpace, SESSION,
        (XrSession handle, const XrReferenceSpaceCreateInfo *info, XrSpace *space),
        create_reference(object, info, space))

static XrResult create_action_space(struct rt_session *session, const XrActionSpaceCreateInfo *info,
                                    XrSpace *out_space)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_SPACE_CREATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    const struct rt_action *action = rt_action_find(session->object.instance, info->action);
    if (action == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (action->type != XR_ACTION_TYPE_POSE_INPUT)
        return XR_ERROR_ACTION_TYPE_MISMATCH;
    struct rt_space space = {.action = action, .offset = info->poseInActionSpace};
    const XrResult result = rt_action_find_user(action, info->subactionPath, &space.user);
    return result == XR_SUCCESS ? add(session, space, out_space) : result;
}

RT_CALL(xrCreateActionSpace, SESSION,
        (XrSession handle, const XrActionSpaceCreateInfo *info, XrSpace *space),
        create_action_space(object, info, space))

RT_DESTROY(xrDestroySpace, XrSpace, SPACE)

/* Locates a space in another one, as an app is told it. False: one of them is not tracked. */
static bool tell(const struct rt_space *space, const struct rt_space *base, XrTime time,
                 XrSpaceLocationData *out_location, XrSpaceVelocityData *out_velocity)
{
    struct rt_motion m_base_space = rt_motion_identity();
    out_location->locationFlags = relate(space, base, time, &m_base_space);
    const bool known = out_location->locationFlags != 0;
    out_location->pose = rt_motion_to_pose(&m_base_space);
    out_velocity->velocityFlags = known ? RT_SPACE_VELOCITY_FLAGS : 0;
    out_velocity->linearVelocity = rt_motion_to_vector3f(m_base_space.linear_m_s);
    out_velocity->angularVelocity = rt_motion_to_vector3f(m_base_space.angular_rad_s);
    return known;
}

static XrResult locate(const struct rt_space *space, XrSpace base_space, XrTime time,
                       XrSpaceLocation *location)
{
    const struct rt_session *session = (const struct rt_session *)space->object.parent;
    const struct rt_space *base = rt_space_find(session, base_space);
    if (base == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (location == NULL || location->type != XR_TYPE_SPACE_LOCATION)
        return XR_ERROR_VALIDATION_FAILURE;
    if (time <= 0)
        return XR_ERROR_TIME_INVALID;
    XrSpaceLocationData told;
    XrSpaceVelocityData moving;
    const bool known = tell(space, base, time, &told, &moving);
    location->locationFlags = told.locationFlags;
    location->pose = told.pose;
    XrSpaceVelocity *velocity = us_xr_find_output(location->next, XR_TYPE_SPACE_VELOCITY);
    if (velocity != NULL)
        velocity->velocityFlags = moving.velocityFlags;
    if (velocity != NULL && known) {
        velocity->linearVelocity = moving.linearVelocity;
        velocity->angularVelocity = moving.angularVelocity;
    }
    XrEyeGazeSampleTimeEXT *sample =
        us_xr_find_output(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT);
    if (sample != NULL && space->object.instance->enabled[RT_EXTENSION_EYE_GAZE])
        sample->time = known && rt_action_is_gaze(space->action) ? time : 0;
    return XR_SUCCESS;
}

RT_CALL(xrLocateSpace, SPACE,
        (XrSpace handle, XrSpace baseSpace, XrTime time, XrSpaceLocation *location),
        locate(object, baseSpace, time, location))

/* xrLocateSpaces of OpenXR 1.1, and xrLocateSpacesKHR of XR_KHR_locate_spaces. */
static XrResult check_all(const struct rt_session *session, const XrSpacesLocateInfo *info,
                          const XrSpaceLocations *locations, const XrSpaceVelocities *velocities)
{
    if (info == NULL || info->type != XR_TYPE_SPACES_LOCATE_INFO || locations == NULL ||
        locations->type != XR_TYPE_SPACE_LOCATIONS || info->spaceCount == 0 ||
        info->spaces == NULL || locations->locations == NULL ||
        locations->locationCount != info->spaceCount)
        return XR_ERROR_VALIDATION_FAILURE;
    if (velocities != NULL &&
        (velocities->velocityCount != info->spaceCount || velocities->velocities == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    if (rt_space_find(session, info->baseSpace) == NULL)
        return XR_ERROR_HANDLE_INVALID;
    for (uint32_t i = 0; i < info->spaceCount; i++)
        if (rt_space_find(session, info->spaces[i]) == NULL)
            return XR_ERROR_HANDLE_INVALID;
    return info->time <= 0 ? XR_ERROR_TIME_INVALID : XR_SUCCESS;
}

static XrResult locate_all(const struct rt_session *session, const XrSpacesLocateInfo *info,
                           XrSpaceLocations *locations)
{
    XrSpaceVelocities *velocities =
        locations == NULL ? NULL : us_xr_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
    const XrResult result = check_all(session, info, locations, velocities);
    if (result != XR_SUCCESS)
        return result;
    const struct rt_space *base = rt_space_find(session, info->baseSpace);
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        XrSpaceVelocityData moving;
        tell(rt_space_find(session, info->spaces[i]), base, info->time, &locations->locations[i],
             &moving);
        if (velocities != NULL)
            velocities->velocities[i] = moving;
    }
    return XR_SUCCESS;
}

RT_CALL(xrLocateSpaces, SESSION,
        (XrSession handle, const XrSpacesLocateInfo *info, XrSpaceLocations *spaceLocations),
        locate_all(object, info, spaceLocations))

RT_CALL(xrLocateSpacesKHR, SESSION,
        (XrSession handle, const XrSpacesLocateInfo *info, XrSpaceLocations *spaceLocations),
        locate_all(object, info, spaceLocations))
