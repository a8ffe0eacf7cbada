/* SPDX-License-Identifier: MIT */
/*
 * hand_tracker: one XrHandTrackerEXT whose joints the layer writes: a played hand, or a live hand
 * to which the layer adds values that the chain below does not provide.
 *
 * xrCreateHandTrackerEXT creates it. It is immutable, and freed with its session at the latest. The
 * layer validates XrHandTrackerCreateInfoEXT only for handles that the chain below does not know
 * (OpenXR 1.0, 12.37, XR_EXT_hand_tracking; XR_EXT_hand_tracking_data_source).
 */
#ifndef US_HAND_TRACKER_H
#define US_HAND_TRACKER_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "layer/state/session.h"
#include "openxr/xr.h"

struct us_hand_tracker {
    struct us_node node; /* the parent is the session */
    struct us_session *session;
    enum us_hand hand;
    uint32_t joint_count;     /* 26, or 27 with the elbow */
    bool log_only;            /* only the event log needs it; the chain below answers everything */
    bool plays;               /* recorded joints; false: the joints of the chain below */
    bool is_ours;             /* the handle is this node; the chain below does not know it */
    bool has_sources;         /* created with XrHandTrackingDataSourceInfoEXT */
    bool allows_unobstructed; /* the app accepts this source of joints */
    bool allows_controller;   /* and this one */
    bool of_recorder;         /* the recorder created it; the app does not know it */
    float radii_m[XR_HAND_FOREARM_JOINT_COUNT_ULTRALEAP];
};

/* Returns NULL if the layer does not know the handle. */
struct us_hand_tracker *us_hand_tracker_find(XrHandTrackerEXT tracker);

#endif
