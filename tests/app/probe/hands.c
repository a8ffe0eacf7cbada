/* SPDX-License-Identifier: MIT */
#include "probe.h"

static const XrHandEXT sides[2] = {XR_HAND_LEFT_EXT, XR_HAND_RIGHT_EXT};

bool probe_hands_create(struct probe *probe)
{
    if (!probe->has_hands)
        return true;
    if (!probe_instance_function(probe, "xrCreateHandTrackerEXT",
                                 (PFN_xrVoidFunction *)&probe->create_tracker) ||
        !probe_instance_function(probe, "xrDestroyHandTrackerEXT",
                                 (PFN_xrVoidFunction *)&probe->destroy_tracker) ||
        !probe_instance_function(probe, "xrLocateHandJointsEXT",
                                 (PFN_xrVoidFunction *)&probe->locate_joints))
        return false;
    for (int i = 0; i < 2; i++) {
        XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                           .hand = sides[i],
                                           .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
        XrResult result = probe->create_tracker(probe->session, &info, &probe->trackers[i]);
        if (!probe_check(probe, result, "xrCreateHandTrackerEXT"))
            return false;
    }
    return true;
}

void probe_hands_destroy(struct probe *probe)
{
    for (int i = 0; i < 2; i++)
        if (probe->trackers[i])
            probe->destroy_tracker(probe->trackers[i]);
}

static void locate(struct probe *probe, int side, const struct probe_space *base, XrTime time)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT] = {0};
    XrHandJointVelocityEXT joint_velocities[XR_HAND_JOINT_COUNT_EXT] = {0};
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                           .jointVelocities = joint_velocities};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .next = probe->options.velocities ? &velocities : NULL,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    XrHandJointsLocateInfoEXT info = {
        .type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT, .baseSpace = base->handle, .time = time};
    XrResult result = probe->locate_joints(probe->trackers[side], &info, &locations);
    probe_report_locate_joints(&probe->log, result, time, sides[side], base->name, &locations,
                               probe->options.velocities ? &velocities : NULL);
}

bool probe_hands_locate(struct probe *probe, XrTime time)
{
    if (!probe->has_hands)
        return true;
    for (int base = 0; base < probe->hand_base_count; base++)
        for (int side = 0; side < 2; side++)
            locate(probe, side, probe->hand_bases[base], time);
    return true;
}
