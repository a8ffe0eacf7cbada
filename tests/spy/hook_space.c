/* SPDX-License-Identifier: MIT */
#include "spy.h"

static void remember(const struct spy_names_entry *entry)
{
    spy_lock();
    spy_names_set(&spy.names, entry);
    spy_unlock();
}

static struct spy_names_entry space_of(XrSpace space)
{
    return spy_names_get(&spy.names, SPY_NAMES_SPACE, (uint64_t)space);
}

/* The first struct of a type in an output chain; NULL if the app did not ask. */
static const void *chained(const void *next, XrStructureType type)
{
    for (const XrBaseOutStructure *at = next; at; at = at->next)
        if (at->type == type)
            return at;
    return NULL;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_reference_space(XrSession session,
                                                             const XrReferenceSpaceCreateInfo *info,
                                                             XrSpace *space)
{
    XrResult result = spy.next.CreateReferenceSpace(session, info, space);
    if (XR_SUCCEEDED(result)) {
        struct spy_names_entry entry = {.kind = SPY_NAMES_SPACE, .handle = (uint64_t)*space};
        snprintf(entry.name, sizeof entry.name, "%s",
                 probe_report_reference_name(info->referenceSpaceType));
        spy_lock();
        entry.number = probe_report_reference_created(&spy.log, info->referenceSpaceType,
                                                      &info->poseInReferenceSpace);
        spy_names_set(&spy.names, &entry);
        spy_unlock();
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action_space(XrSession session,
                                                          const XrActionSpaceCreateInfo *info,
                                                          XrSpace *space)
{
    XrResult result = spy.next.CreateActionSpace(session, info, space);
    if (XR_FAILED(result))
        return result;
    spy_lock();
    struct spy_names_entry entry =
        spy_names_get(&spy.names, SPY_NAMES_ACTION, (uint64_t)info->action);
    spy_unlock();
    entry.kind = SPY_NAMES_SPACE;
    entry.handle = (uint64_t)*space;
    uint32_t size;
    if (!info->subactionPath ||
        XR_FAILED(spy.next.PathToString(spy.instance, info->subactionPath, sizeof entry.subaction,
                                        &size, entry.subaction)))
        entry.subaction[0] = '\0';
    spy_lock();
    entry.number = probe_report_action_space_created(&spy.log, entry.name, entry.subaction,
                                                     &info->poseInActionSpace);
    spy_names_set(&spy.names, &entry);
    spy_unlock();
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_space(XrSpace space, XrSpace base, XrTime time,
                                                   XrSpaceLocation *location)
{
    XrResult result = spy.next.LocateSpace(space, base, time, location);
    spy_lock();
    struct spy_names_entry space_entry = space_of(space), base_entry = space_of(base);
    struct probe_report_space space_name = spy_names_space(&space_entry);
    struct probe_report_space base_name = spy_names_space(&base_entry);
    probe_report_locate_space(&spy.log, result, time, space_name, base_name, location,
                              chained(location->next, XR_TYPE_SPACE_VELOCITY),
                              chained(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT));
    spy_unlock();
    return result;
}

static void report_spaces(XrResult result, const XrSpacesLocateInfo *info,
                          const XrSpaceLocations *locations)
{
    const XrSpaceVelocities *velocities = chained(locations->next, XR_TYPE_SPACE_VELOCITIES);
    spy_lock();
    struct spy_names_entry base_entry = space_of(info->baseSpace);
    struct probe_report_space base_name = spy_names_space(&base_entry);
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        struct spy_names_entry entry = space_of(info->spaces[i]);
        struct probe_report_space name = spy_names_space(&entry);
        probe_report_locate_spaces(&spy.log, result, info->time, name, base_name,
                                   &locations->locations[i],
                                   velocities ? &velocities->velocities[i] : NULL);
    }
    spy_unlock();
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_spaces(XrSession session,
                                                    const XrSpacesLocateInfo *info,
                                                    XrSpaceLocations *locations)
{
    XrResult result = spy.next.LocateSpaces(session, info, locations);
    if (XR_SUCCEEDED(result))
        report_spaces(result, info, locations);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_spaces_khr(XrSession session,
                                                        const XrSpacesLocateInfo *info,
                                                        XrSpaceLocations *locations)
{
    XrResult result = spy.next.LocateSpacesKHR(session, info, locations);
    if (XR_SUCCEEDED(result))
        report_spaces(result, info, locations);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_hand_tracker(XrSession session,
                                                          const XrHandTrackerCreateInfoEXT *info,
                                                          XrHandTrackerEXT *tracker)
{
    XrResult result = spy.next.CreateHandTrackerEXT(session, info, tracker);
    if (XR_SUCCEEDED(result))
        remember(&(struct spy_names_entry){
            .kind = SPY_NAMES_TRACKER, .handle = (uint64_t)*tracker, .hand = info->hand});
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_hand_joints(XrHandTrackerEXT tracker,
                                                         const XrHandJointsLocateInfoEXT *info,
                                                         XrHandJointLocationsEXT *locations)
{
    XrResult result = spy.next.LocateHandJointsEXT(tracker, info, locations);
    spy_lock();
    struct spy_names_entry hand = spy_names_get(&spy.names, SPY_NAMES_TRACKER, (uint64_t)tracker);
    struct spy_names_entry base_entry = space_of(info->baseSpace);
    struct probe_report_space base = spy_names_space(&base_entry);
    probe_report_locate_joints(&spy.log, result, info->time, hand.hand, base, locations,
                               chained(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT));
    spy_unlock();
    return result;
}

PFN_xrCreateReferenceSpace const spy_hook_CreateReferenceSpace = create_reference_space;
PFN_xrCreateActionSpace const spy_hook_CreateActionSpace = create_action_space;
PFN_xrLocateSpace const spy_hook_LocateSpace = locate_space;
PFN_xrLocateSpaces const spy_hook_LocateSpaces = locate_spaces;
PFN_xrLocateSpacesKHR const spy_hook_LocateSpacesKHR = locate_spaces_khr;
PFN_xrCreateHandTrackerEXT const spy_hook_CreateHandTrackerEXT = create_hand_tracker;
PFN_xrLocateHandJointsEXT const spy_hook_LocateHandJointsEXT = locate_hand_joints;
