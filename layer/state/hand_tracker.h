/* SPDX-License-Identifier: MIT */
/*
 * hand_tracker: one XrHandTrackerEXT that the layer answers for: a played hand, or a live one to
 * which the layer adds what the chain below lacks.
 *
 * Made by xrCreateHandTrackerEXT, immutable, freed with its session at the latest. What an app may
 * ask for at creation is checked here only where nobody below would: OpenXR 1.0, 12.37
 * (XR_EXT_hand_tracking), and XR_EXT_hand_tracking_data_source.
 */
#ifndef US_HAND_TRACKER_H
#define US_HAND_TRACKER_H

#include <stdbool.h>

#include "core/base/joint.h"
#include "layer/state/session.h"
#include "openxr/xr.h"

struct us_hand_tracker {
    struct us_node node; /* its parent is the session */
    struct us_session *session;
    enum us_hand hand;
    uint32_t joint_count;     /* 26, or 27 with the elbow */
    bool log_only;            /* known for the event log's sake alone: all is the chain below's */
    bool plays;               /* recorded joints; otherwise the chain below's */
    bool is_ours;             /* the handle is this node: the chain below knows nothing of it */
    bool has_sources;         /* made with XrHandTrackingDataSourceInfoEXT */
    bool allows_unobstructed; /* joints may come from a hand that holds nothing, as recorded ones do
                               */
    float radii_m[XR_HAND_FOREARM_JOINT_COUNT_ULTRALEAP];
};

/* NULL if the layer does not know it. */
struct us_hand_tracker *us_hand_tracker_find(XrHandTrackerEXT tracker);

#endif
