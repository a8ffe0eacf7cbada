/* SPDX-License-Identifier: MIT */
#include "layer/hooks/hook_call.h"
#include "layer/hooks/hooks.h"

#include <math.h>

#include "layer/pose/convert.h"
#include "layer/pose/stable_eye_poses.h"
#include "layer/answer/playback.h"
#include "layer/answer/space.h"

/* An eye in the head. Some runtimes leave poses unwritten where they do not track; an eye is then
 * where the head is. */
static struct us_pose eye_in_head(const XrView *view)
{
    XrQuaternionf q = view->pose.orientation;
    XrVector3f p = view->pose.position;
    float norm = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(fabsf(norm - 1.0f) < 0.01f) || !isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
        return us_pose_identity;
    return us_convert_from_posef(view->pose);
}

static XrViewStateFlags to_view_flags(XrSpaceLocationFlags flags)
{
    XrViewStateFlags out = 0;
    if (flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT)
        out |= XR_VIEW_STATE_ORIENTATION_VALID_BIT;
    if (flags & XR_SPACE_LOCATION_POSITION_VALID_BIT)
        out |= XR_VIEW_STATE_POSITION_VALID_BIT;
    if (flags & XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT)
        out |= XR_VIEW_STATE_ORIENTATION_TRACKED_BIT;
    if (flags & XR_SPACE_LOCATION_POSITION_TRACKED_BIT)
        out |= XR_VIEW_STATE_POSITION_TRACKED_BIT;
    return out;
}

/* The head, recorded or live, as seen from the app's space. */
static XrResult locate_head(const struct us_session *session, XrTime time,
                            struct us_space_base *base, struct us_placement *out_head)
{
    XrResult result = us_space_base_place(session, time, base);
    if (XR_FAILED(result))
        return result;
    struct us_space head = {.session = (struct us_session *)session,
                            .is_reference = true,
                            .reference = XR_REFERENCE_SPACE_TYPE_VIEW,
                            .T_entity_space = us_pose_identity};
    const struct us_space_use use = {session->view, &head, us_space_resolve(&head)};
    return us_space_locate(session, &use, base, time, out_head);
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateViews(XrSession handle, const XrViewLocateInfo *info,
                                                     XrViewState *state, uint32_t capacity,
                                                     uint32_t *out_count, XrView *views)
{
    struct us_session *session;
    struct us_instance *instance = us_hook_call_session(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool plays_head =
        instance->bindings.plays.head && session != NULL && !us_playback_is_live(session);
    if (session == NULL || !session->has_spaces || info == NULL || capacity == 0 ||
        (!plays_head && us_space_resolve(us_space_find(info->space)).source == US_SPACE_RUNTIME))
        return instance->next.xrLocateViews(handle, info, state, capacity, out_count, views);

    XrViewLocateInfo below = *info;
    below.space = session->view;
    struct us_space_base base;
    XrResult result = us_space_base_ask(session, info->space, info->displayTime, &base);
    if (XR_FAILED(result))
        return result;
    result = instance->next.xrLocateViews(handle, &below, state, capacity, out_count, views);
    if (XR_FAILED(result))
        return result;
    us_playback_on_locate(session, info->displayTime);
    struct us_placement head;
    XrResult located = locate_head(session, info->displayTime, &base, &head);
    if (XR_FAILED(located))
        return located;
    state->viewStateFlags = to_view_flags(head.flags);
    if (plays_head && instance->clock.kind == US_CLOCK_FRAME && *out_count <= capacity)
        us_stable_eye_poses_apply(&session->stable_eye_poses, handle, instance->next.xrLocateViews,
                                  &below, *out_count, views);
    for (uint32_t i = 0; i < *out_count && i < capacity; i++)
        views[i].pose =
            us_convert_to_posef(us_pose_multiply(head.motion.pose, eye_in_head(&views[i])));
    if (plays_head)
        us_summary_note_question(instance->summary, US_SUMMARY_VIEWS, true);
    return result;
}
