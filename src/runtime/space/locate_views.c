/* SPDX-License-Identifier: MIT */
/* xrLocateViews. The eyes have fixed poses in the head. */
#include "runtime/person/person.h"
#include "runtime/space/space.h"
#include "runtime/instance/instance.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"

static void fill_views(const struct rt_motion *m_base_head, XrViewConfigurationType type,
                       uint32_t count, XrView *views)
{
    const bool observes = type == RT_SYSTEM_OBSERVER;
    for (uint32_t i = 0; i < count; i++) {
        const XrPosef eye = observes ? rt_geometry_observer() : rt_geometry_eye(i);
        const struct rt_motion m_head_eye = rt_motion_from_pose(&eye);
        const struct rt_motion m_base_eye = rt_motion_compose(m_base_head, &m_head_eye);
        views[i].pose = rt_motion_to_pose(&m_base_eye);
        views[i].fov = observes ? rt_geometry_observer_fov() : rt_geometry_fov(i);
    }
}

static XrResult check(const struct rt_session *session, const XrViewLocateInfo *info,
                      const XrViewState *state)
{
    if (info == NULL || info->type != XR_TYPE_VIEW_LOCATE_INFO || state == NULL ||
        state->type != XR_TYPE_VIEW_STATE)
        return XR_ERROR_VALIDATION_FAILURE;
    if (rt_space_find(session, info->space) == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (rt_system_view_count(session->object.instance, info->viewConfigurationType) == 0)
        return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
    const bool observes = info->viewConfigurationType == RT_SYSTEM_OBSERVER && session->observed;
    if (session->running && info->viewConfigurationType != session->view_type &&
        !session->headless && !observes)
        return XR_ERROR_VALIDATION_FAILURE;
    return info->displayTime <= 0 ? XR_ERROR_TIME_INVALID : XR_SUCCESS;
}

static XrResult locate(const struct rt_session *session, const XrViewLocateInfo *info,
                       XrViewState *state, uint32_t capacity, uint32_t *out_count, XrView *views)
{
    XrResult result = check(session, info, state);
    if (result != XR_SUCCESS)
        return result;
    const uint32_t count =
        rt_system_view_count(session->object.instance, info->viewConfigurationType);
    result = rt_two_call(capacity, out_count, views, count);
    if (result != XR_SUCCESS || capacity == 0)
        return result;
    for (uint32_t i = 0; i < count; i++)
        if (views[i].type != XR_TYPE_VIEW)
            return XR_ERROR_VALIDATION_FAILURE;
    struct rt_motion m_local_base;
    const bool known =
        rt_space_locate(rt_space_find(session, info->space), info->displayTime, &m_local_base);
    if (!known)
        m_local_base = rt_motion_identity();
    const struct rt_motion m_local_head =
        rt_person_head(&session->object.instance->person, info->displayTime);
    const struct rt_motion m_base_head = rt_motion_relative(&m_local_base, &m_local_head);
    state->viewStateFlags =
        known ? XR_VIEW_STATE_ORIENTATION_VALID_BIT | XR_VIEW_STATE_POSITION_VALID_BIT : 0;
    if (known && rt_person_head_is_tracked(&session->object.instance->person, info->displayTime))
        state->viewStateFlags |=
            XR_VIEW_STATE_ORIENTATION_TRACKED_BIT | XR_VIEW_STATE_POSITION_TRACKED_BIT;
    fill_views(&m_base_head, info->viewConfigurationType, count, views);
    return XR_SUCCESS;
}

RT_CALL(xrLocateViews, SESSION,
        (XrSession handle, const XrViewLocateInfo *info, XrViewState *viewState, uint32_t capacity,
         uint32_t *out_count, XrView *views),
        locate(object, info, viewState, capacity, out_count, views))
