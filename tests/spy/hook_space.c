/* SPDX-License-Identifier: MIT */
#include "spy.h"

static void remember(const struct us_names_entry *entry)
{
    us_spy_lock();
    us_names_set(&us_spy.names, entry);
    us_spy_unlock();
}

static struct us_names_entry space_of(XrSpace space)
{
    return us_names_get(&us_spy.names, US_NAMES_SPACE, (uint64_t)space);
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
    XrResult result = us_spy.next.CreateReferenceSpace(session, info, space);
    if (XR_SUCCEEDED(result)) {
        struct us_names_entry entry = {.kind = US_NAMES_SPACE,
                                       .handle = (uint64_t)*space,
                                       .offset = info->poseInReferenceSpace};
        snprintf(entry.name, sizeof entry.name, "%s",
                 us_report_reference_name(info->referenceSpaceType));
        remember(&entry);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action_space(XrSession session,
                                                          const XrActionSpaceCreateInfo *info,
                                                          XrSpace *space)
{
    XrResult result = us_spy.next.CreateActionSpace(session, info, space);
    if (XR_FAILED(result))
        return result;
    us_spy_lock();
    struct us_names_entry entry =
        us_names_get(&us_spy.names, US_NAMES_ACTION, (uint64_t)info->action);
    us_spy_unlock();
    entry.kind = US_NAMES_SPACE;
    entry.handle = (uint64_t)*space;
    entry.offset = info->poseInActionSpace;
    uint32_t size;
    if (!info->subactionPath ||
        XR_FAILED(us_spy.next.PathToString(us_spy.instance, info->subactionPath,
                                           sizeof entry.subaction, &size, entry.subaction)))
        entry.subaction[0] = '\0';
    remember(&entry);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_space(XrSpace space, XrSpace base, XrTime time,
                                                   XrSpaceLocation *location)
{
    XrResult result = us_spy.next.LocateSpace(space, base, time, location);
    us_spy_lock();
    struct us_names_entry space_entry = space_of(space), base_entry = space_of(base);
    struct us_report_space space_name = us_names_space(&space_entry);
    struct us_report_space base_name = us_names_space(&base_entry);
    us_report_locate_space(&us_spy.log, result, time, &space_name, &base_name, location,
                           chained(location->next, XR_TYPE_SPACE_VELOCITY),
                           chained(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT));
    us_spy_unlock();
    return result;
}

static void report_spaces(XrResult result, const XrSpacesLocateInfo *info,
                          const XrSpaceLocations *locations)
{
    const XrSpaceVelocities *velocities = chained(locations->next, XR_TYPE_SPACE_VELOCITIES);
    us_spy_lock();
    struct us_names_entry base_entry = space_of(info->baseSpace);
    struct us_report_space base_name = us_names_space(&base_entry);
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        struct us_names_entry entry = space_of(info->spaces[i]);
        struct us_report_space name = us_names_space(&entry);
        us_report_locate_spaces(&us_spy.log, result, info->time, &name, &base_name,
                                &locations->locations[i],
                                velocities ? &velocities->velocities[i] : NULL);
    }
    us_spy_unlock();
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_spaces(XrSession session,
                                                    const XrSpacesLocateInfo *info,
                                                    XrSpaceLocations *locations)
{
    XrResult result = us_spy.next.LocateSpaces(session, info, locations);
    if (XR_SUCCEEDED(result))
        report_spaces(result, info, locations);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_spaces_khr(XrSession session,
                                                        const XrSpacesLocateInfo *info,
                                                        XrSpaceLocations *locations)
{
    XrResult result = us_spy.next.LocateSpacesKHR(session, info, locations);
    if (XR_SUCCEEDED(result))
        report_spaces(result, info, locations);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_hand_tracker(XrSession session,
                                                          const XrHandTrackerCreateInfoEXT *info,
                                                          XrHandTrackerEXT *tracker)
{
    XrResult result = us_spy.next.CreateHandTrackerEXT(session, info, tracker);
    if (XR_SUCCEEDED(result))
        remember(&(struct us_names_entry){
            .kind = US_NAMES_TRACKER, .handle = (uint64_t)*tracker, .hand = info->hand});
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_hand_joints(XrHandTrackerEXT tracker,
                                                         const XrHandJointsLocateInfoEXT *info,
                                                         XrHandJointLocationsEXT *locations)
{
    XrResult result = us_spy.next.LocateHandJointsEXT(tracker, info, locations);
    us_spy_lock();
    struct us_names_entry hand = us_names_get(&us_spy.names, US_NAMES_TRACKER, (uint64_t)tracker);
    struct us_names_entry base_entry = space_of(info->baseSpace);
    struct us_report_space base = us_names_space(&base_entry);
    us_report_locate_joints(&us_spy.log, result, info->time, hand.hand, &base, locations,
                            chained(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT));
    us_spy_unlock();
    return result;
}

PFN_xrCreateReferenceSpace const us_hook_CreateReferenceSpace = create_reference_space;
PFN_xrCreateActionSpace const us_hook_CreateActionSpace = create_action_space;
PFN_xrLocateSpace const us_hook_LocateSpace = locate_space;
PFN_xrLocateSpaces const us_hook_LocateSpaces = locate_spaces;
PFN_xrLocateSpacesKHR const us_hook_LocateSpacesKHR = locate_spaces_khr;
PFN_xrCreateHandTrackerEXT const us_hook_CreateHandTrackerEXT = create_hand_tracker;
PFN_xrLocateHandJointsEXT const us_hook_LocateHandJointsEXT = locate_hand_joints;
