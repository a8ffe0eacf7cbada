/* SPDX-License-Identifier: MIT */
#include "layer/session_script/session_script.h"

bool us_session_script_add_news(struct us_session_script *script, const struct us_fault *fault,
                                double at_s)
{
    struct us_session_script_event event = {.at_s = at_s, .change_s = at_s};
    if (fault->kind == US_FAULT_EVENTS_LOST) {
        event.kind = US_SESSION_SCRIPT_EVENTS_LOST;
        event.lost_count = (uint32_t)fault->numbers[0];
    } else if (fault->kind == US_FAULT_MASK) {
        event.kind = US_SESSION_SCRIPT_MASK;
    } else if (fault->kind == US_FAULT_BOUNDS) {
        event.kind = US_SESSION_SCRIPT_RECENTRING;
        event.space = US_SCRIPT_SPACE_STAGE;
        event.has_pose = true;
        event.T_before_after = us_pose_identity;
    } else {
        return true;
    }
    return us_session_script_add_event(script, &event);
}

bool us_session_script_add_ending(struct us_session_script *script, const struct us_fault *fault,
                                  double at_s)
{
    if (fault->kind == US_FAULT_LOSS_PENDING)
        return us_session_script_add_state(script, at_s, XR_SESSION_STATE_LOSS_PENDING);
    if (fault->kind == US_FAULT_STOPPING)
        return us_session_script_add_state(script, at_s, XR_SESSION_STATE_STOPPING);
    return fault->kind != US_FAULT_INSTANCE_LOSS ||
           us_session_script_add_event(
               script, &(struct us_session_script_event){.at_s = at_s,
                                                         .kind = US_SESSION_SCRIPT_INSTANCE_LOSS});
}
