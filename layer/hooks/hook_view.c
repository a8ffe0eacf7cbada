/* SPDX-License-Identifier: MIT */
/* Views: where the eyes are, and the masks of what they see. */
#include <math.h>

#include "layer/answer/playback.h"
#include "layer/answer/space.h"
#include "layer/hooks/hooks.h"
#include "layer/pose/convert.h"
#include "layer/pose/stable_eye_poses.h"
#include "layer/state/recorded_meshes.h"
#include "layer/state/session.h"

/* XR_KHR_visibility_mask: the runtime's masks, or those of a session with --recorded views. A mask
 * belongs to the field of view and to the lens. */

static bool has_arrays(const XrVisibilityMaskKHR *mask)
{
    return mask != NULL && (mask->vertexCapacityInput == 0 || mask->vertices != NULL) &&
           (mask->indexCapacityInput == 0 || mask->indices != NULL);
}

/* The recorded mask at the newest frame. */
static struct us_recorded_mask find_recorded(const struct us_session *session,
                                             XrViewConfigurationType configuration, uint32_t view,
                                             XrVisibilityMaskTypeKHR type)
{
    if (session == NULL || session->instance->settings.views != US_VIEWS_RECORDED ||
        us_playback_is_live(session))
        return (struct us_recorded_mask){NULL, NULL};
    const struct us_clock_time at = us_playback_time(session, us_session_latest_ns(session));
    return us_recorded_mask_find(session->instance, configuration, view, type, at.recording_s);
}

/* The chain below is asked for the counts of its own mask: it says what is wrong with the call, but
 * its arrays may be longer than the app's. */
static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrGetVisibilityMaskKHR(XrSession handle, XrViewConfigurationType configuration, uint32_t view,
                            XrVisibilityMaskTypeKHR type, XrVisibilityMaskKHR *mask)
{
    US_SESSION_OF_CALL(handle, session, instance);
    const struct us_recorded_mask recorded = find_recorded(session, configuration, view, type);
    if (!us_recorded_mask_is_there(&recorded) || !has_arrays(mask))
        return instance->next.xrGetVisibilityMaskKHR(handle, configuration, view, type, mask);
    XrVisibilityMaskKHR counts = {.type = mask->type, .next = mask->next};
    XrResult result =
        instance->next.xrGetVisibilityMaskKHR(handle, configuration, view, type, &counts);
    return XR_SUCCEEDED(result) ? us_recorded_mask_write(&recorded, result, mask) : result;
}

/* The pose of an eye relative to the head. Some runtimes do not write poses while they do not
 * track; then the eye is at the head. */
static struct us_pose eye_in_head(const XrView *view)
{
    XrQuaternionf q = view->pose.orientation;
    XrVector3f p = view->pose.position;
    float norm = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(fabsf(norm - 1.0f) < 0.01f) || !isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
        return us_pose_identity;
    return us_convert_from_posef(view->pose);
}

/* The app's output arguments of xrLocateViews. */
struct views {
    XrViewState *state;
    uint32_t capacity;
    uint32_t *out_count;
    XrView *views;
};

/* How many views the chain below wrote. */
static uint32_t count_of(const struct views *out)
{
    return *out->out_count < out->capacity ? *out->out_count : out->capacity;
}

static XrResult call_below(const struct us_session *session, const XrViewLocateInfo *info,
                           const struct views *out)
{
    return session->instance->next.xrLocateViews(session->handle, info, out->state, out->capacity,
                                                 out->out_count, out->views);
}

/* Replaces the runtime's eyes by those of a session recording, if the numbers of eyes are equal. */
static void use_recorded_views(const struct us_session *session,
                               const struct us_playback_moment *moment, const struct views *out)
{
    XrView recorded[US_VIEWS_MAX];
    if (session->instance->settings.views != US_VIEWS_RECORDED ||
        us_playback_views(session, moment, recorded) != count_of(out))
        return;
    for (uint32_t i = 0; i < count_of(out); i++) {
        out->views[i].pose = recorded[i].pose;
        out->views[i].fov = recorded[i].fov;
    }
}

static void write_views(struct us_session *session, const XrViewLocateInfo *below, bool plays_head,
                        const struct us_playback_moment *moment, const struct us_placement *head,
                        const struct views *out)
{
    const struct us_instance *instance = session->instance;
    /* The bits of XrViewStateFlags are those of XrSpaceLocationFlags. */
    out->state->viewStateFlags = head->flags;
    if (plays_head && instance->clock.kind == US_CLOCK_FRAME)
        us_stable_eye_poses_apply(&session->stable_eye_poses, session->handle,
                                  instance->next.xrLocateViews, below, count_of(out), out->views);
    if (plays_head)
        use_recorded_views(session, moment, out);
    for (uint32_t i = 0; i < count_of(out); i++)
        out->views[i].pose =
            us_convert_to_posef(us_pose_multiply(head->motion.pose, eye_in_head(&out->views[i])));
}

/* Locates the eyes: the chain below locates them relative to the live head, and the layer places
 * the head, recorded or live, in the app's space. */
static XrResult locate_views(struct us_session *session, const XrViewLocateInfo *info,
                             const struct us_space_use *head, struct us_space_base *base,
                             const struct views *out)
{
    XrViewLocateInfo below = *info;
    below.space = session->view;
    XrResult result = us_space_base_ask(session, info->displayTime, base);
    if (XR_SUCCEEDED(result))
        result = call_below(session, &below, out);
    if (XR_FAILED(result))
        return result;
    struct us_playback_moment moment = us_playback_locate(session, info->displayTime);
    struct us_placement placement;
    XrResult placed = us_space_base_place(session, &moment, base);
    if (XR_SUCCEEDED(placed))
        placed = us_space_locate(session, head, base, &moment, &placement);
    if (XR_FAILED(placed))
        return placed;
    bool plays_head = head->resolved.entity == US_ENTITY_HEAD;
    write_views(session, &below, plays_head, &moment, &placement, out);
    if (plays_head && (base->use.space == NULL || !base->use.space->node.is_own))
        us_status_summary_note_question(session->instance->summary, US_SUMMARY_VIEWS, true);
    us_answers_report(0, us_space_answer(head, placement.how, base, &moment));
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrLocateViews(XrSession handle,
                                                         const XrViewLocateInfo *info,
                                                         XrViewState *state, uint32_t capacity,
                                                         uint32_t *out_count, XrView *views)
{
    US_SESSION_OF_CALL(handle, session, instance);
    if (session == NULL || !session->has_spaces || info == NULL || capacity == 0)
        return instance->next.xrLocateViews(handle, info, state, capacity, out_count, views);
    const struct us_space view = us_space_view(session);
    const struct us_space_use head = {session->view, &view, us_space_resolve(&view)};
    struct us_space_base base;
    us_space_find_use(info->space, &base.use);
    if (head.resolved.entity == US_ENTITY_RUNTIME && base.use.resolved.entity == US_ENTITY_RUNTIME)
        return instance->next.xrLocateViews(handle, info, state, capacity, out_count, views);
    const struct views out = {state, capacity, out_count, views};
    return locate_views(session, info, &head, &base, &out);
}

const struct us_handler us_hooks_view[] = {
    US_HANDLER(xrLocateViews, hook_xrLocateViews),
    US_HANDLER(xrGetVisibilityMaskKHR, hook_xrGetVisibilityMaskKHR),
    US_HANDLERS_END,
};
