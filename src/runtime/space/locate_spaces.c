/* SPDX-License-Identifier: MIT */
/* xrLocateSpaces of OpenXR 1.1, and xrLocateSpacesKHR of XR_KHR_locate_spaces. */
#include "runtime/space/space.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"

static XrResult check(const struct rt_session *session, const XrSpacesLocateInfo *info,
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
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        if (rt_space_find(session, info->spaces[i]) == NULL)
            return XR_ERROR_HANDLE_INVALID;
    }
    return info->time <= 0 ? XR_ERROR_TIME_INVALID : XR_SUCCESS;
}

static XrResult locate(const struct rt_session *session, const XrSpacesLocateInfo *info,
                       XrSpaceLocations *locations)
{
    XrSpaceVelocities *velocities =
        locations == NULL ? NULL : rt_chain_find_out(locations->next, XR_TYPE_SPACE_VELOCITIES);
    const XrResult result = check(session, info, locations, velocities);
    if (result != XR_SUCCESS)
        return result;
    const struct rt_space *base = rt_space_find(session, info->baseSpace);
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        struct rt_motion m_base_space = rt_motion_identity();
        const struct rt_space *space = rt_space_find(session, info->spaces[i]);
        const bool known = rt_space_relate(space, base, info->time, &m_base_space);
        locations->locations[i].locationFlags = known ? rt_space_flags(space, base, info->time) : 0;
        locations->locations[i].pose = rt_motion_to_pose(&m_base_space);
        if (velocities == NULL)
            continue;
        XrSpaceVelocityData *velocity = &velocities->velocities[i];
        velocity->velocityFlags = known ? RT_SPACE_VELOCITY_FLAGS : 0;
        velocity->linearVelocity = rt_motion_to_vector3f(m_base_space.linear_m_s);
        velocity->angularVelocity = rt_motion_to_vector3f(m_base_space.angular_rad_s);
    }
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpaces(XrSession session,
                                              const XrSpacesLocateInfo *locateInfo,
                                              XrSpaceLocations *spaceLocations)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrLocateSpaces, SESSION, session))
        call.result = locate((struct rt_session *)call.object, locateInfo, spaceLocations);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpacesKHR(XrSession session,
                                                 const XrSpacesLocateInfo *locateInfo,
                                                 XrSpaceLocations *spaceLocations)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrLocateSpacesKHR, SESSION, session))
        call.result = locate((struct rt_session *)call.object, locateInfo, spaceLocations);
    return rt_call_leave(&call);
}
