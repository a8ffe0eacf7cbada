/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include "layer/base/next_chain.h"
#include "layer/pose/convert.h"
#include "layer/pose/layer_remap.h"
#include "layer/screenshots/screenshots.h"
#include "layer/answer/space.h"

/* What is done with a composition layer. */
enum fate { AS_IS, MAPPED, LEFT_OUT };

/* One call of xrEndFrame. */
struct frame {
    const struct us_session *session;
    struct us_playback_moment moment; /* at the frame's displayTime */
    struct us_layer_remap_notes notes;
    bool plays_head;
    bool changed; /* something in the frame was changed */

    /* Maps poses in the anchor space that the app sees to poses in a space of the runtime. Computed
     * for the first layer that needs it. */
    bool is_correction_tried, has_correction;
    struct us_layer_remap_map correction;

    /* The result for the last layer's space, since most layers share one space. At first it is that
     * of no space, whose layers are as they are. */
    XrSpace last_space;
    enum fate last_fate;
    struct us_layer_remap_map last;
};

/* Finds the real head in the runtime's anchor space. False if it cannot be located. */
static bool locate_real_head(const struct frame *frame, struct us_pose *out_T_anchor_head)
{
    const struct us_session *session = frame->session;
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    if (XR_FAILED(session->instance->next.xrLocateSpace(session->view, session->anchor,
                                                        frame->moment.time, &location)) ||
        !us_space_is_located(location.locationFlags))
        return false;
    *out_T_anchor_head = us_convert_from_posef(location.pose);
    return true;
}

/* Computes H_real * H_app^-1 for a layer in the anchor space, or H_app^-1 for a layer fixed to the
 * head. H_app is the head pose that the app got (docs/openxr.md, 2.5). */
static void find_correction(struct frame *frame)
{
    const struct us_session *session = frame->session;
    const struct us_space head = us_space_view(session);
    const struct us_space_use use = {session->view, &head, us_space_resolve(&head)};
    struct us_placement placement;
    frame->is_correction_tried = true;
    if (XR_FAILED(us_space_place(session, &use, &frame->moment, &placement)) ||
        !us_space_is_located(placement.flags))
        return;
    struct us_pose T_head_world = us_pose_inverse(placement.motion.pose), T_anchor_head;
    bool to_head =
        frame->plays_head && session->instance->settings.layer_remap == US_LAYER_REMAP_HEAD;
    if (!to_head && !locate_real_head(frame, &T_anchor_head)) {
        frame->notes.bits |= US_LAYER_REMAP_UNLOCATED_HEAD;
        to_head = true;
    }
    frame->correction.space = to_head ? session->view : session->anchor;
    frame->correction.T_space_layer =
        to_head ? T_head_world : us_pose_multiply(T_anchor_head, T_head_world);
    frame->has_correction = true;
}

/* Finds the map for a layer in space `handle`. A layer in the space of a played action that cannot
 * be located is left out, because a runtime would not show it either. If it were passed on
 * unchanged, it would appear at the live controller. */
static enum fate find_map(struct frame *frame, XrSpace handle, struct us_layer_remap_map *out_map)
{
    struct us_space_use use;
    us_space_find_use(handle, &use);
    const struct us_space *space = use.space;
    enum us_entity entity = use.resolved.entity;
    if (space != NULL && space->is_reference && space->reference == XR_REFERENCE_SPACE_TYPE_VIEW)
        return AS_IS;
    if (!frame->plays_head && entity == US_ENTITY_RUNTIME)
        return AS_IS;
    if (!frame->is_correction_tried)
        find_correction(frame);
    struct us_placement placement;
    if (!frame->has_correction ||
        XR_FAILED(us_space_place(frame->session, &use, &frame->moment, &placement)) ||
        !us_space_is_located(placement.flags)) {
        bool is_played_action =
            entity == US_ENTITY_HAND || entity == US_ENTITY_GAZE || entity == US_ENTITY_NOWHERE;
        frame->notes.bits |=
            is_played_action ? US_LAYER_REMAP_LEFT_OUT : US_LAYER_REMAP_UNLOCATED_SPACE;
        return is_played_action ? LEFT_OUT : AS_IS;
    }
    out_map->space = frame->correction.space;
    out_map->T_space_layer =
        us_pose_multiply(frame->correction.T_space_layer, placement.motion.pose);
    return MAPPED;
}

/* Returns the layer, a changed copy of it, or NULL if it is left out. */
static const XrCompositionLayerBaseHeader *map_layer(struct frame *frame,
                                                     const XrCompositionLayerBaseHeader *layer)
{
    if (!us_layer_remap_is_known(layer->type)) {
        if (frame->plays_head) {
            frame->notes.bits |= US_LAYER_REMAP_UNKNOWN_LAYER;
            frame->notes.layer = layer->type;
        }
        return layer;
    }
    if (frame->last_space != layer->space) {
        frame->last_space = layer->space;
        frame->last_fate = find_map(frame, layer->space, &frame->last);
    }
    if (frame->last_fate == MAPPED)
        return us_layer_remap_map_layer(frame->session->arena, layer, &frame->last, &frame->notes);
    return frame->last_fate == AS_IS ? layer : NULL;
}

/* Maps a list of layers. `*layers` stays the app's list if no layer changes, or if the arena is too
 * small for a copy. */
static void map_layers(struct frame *frame, uint32_t *count,
                       const XrCompositionLayerBaseHeader *const **layers)
{
    const XrCompositionLayerBaseHeader *const *app = *layers, **copy = NULL;
    uint32_t kept = 0;
    for (uint32_t i = 0; app != NULL && i < *count; i++) {
        const XrCompositionLayerBaseHeader *mapped =
            app[i] != NULL ? map_layer(frame, app[i]) : NULL;
        if (mapped != app[i] && copy == NULL) {
            copy = us_arena_copy(frame->session->arena, (const void *)app, *count, sizeof *copy);
            if (copy == NULL) {
                frame->notes.bits |= US_LAYER_REMAP_FULL;
                return;
            }
        }
        bool is_kept = mapped != NULL || app[i] == NULL;
        if (is_kept && copy != NULL)
            copy[kept] = mapped;
        kept += is_kept;
    }
    if (copy == NULL)
        return;
    frame->changed = true;
    *layers = copy;
    *count = kept;
}

static enum us_next_chain_fate frame_fate(XrStructureType type)
{
    return type == XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT ? US_NEXT_CHAIN_CHANGE
                                                                            : US_NEXT_CHAIN_KEEP;
}

static void map_secondary(XrBaseInStructure *copy, void *data)
{
    struct frame *frame = data;
    XrSecondaryViewConfigurationFrameEndInfoMSFT *info =
        (XrSecondaryViewConfigurationFrameEndInfoMSFT *)(void *)copy;
    uint32_t count = info->viewConfigurationCount;
    if (count == 0 || info->viewConfigurationLayersInfo == NULL)
        return;
    XrSecondaryViewConfigurationLayerInfoMSFT *views = us_arena_copy(
        frame->session->arena, info->viewConfigurationLayersInfo, count, sizeof *views);
    if (views == NULL) {
        frame->notes.bits |= US_LAYER_REMAP_FULL;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        map_layers(frame, &views[i].layerCount, &views[i].layers);
    info->viewConfigurationLayersInfo = views;
}

static const void *map_frame_chain(struct frame *frame, const void *next)
{
    const struct us_next_chain_edit edit = {frame_fate, map_secondary, frame};
    return us_layer_remap_chain(frame->session->arena, next, &edit, 0, &frame->notes);
}

/* What the message log says of each problem. Some texts go on after the number of a type. */
static const struct problem {
    unsigned bit;
    enum us_message_log_level level;
    const char *text, *after;
} problems[] = {
    {US_LAYER_REMAP_FULL, US_MESSAGE_LOG_WARN,
     "too many layers in one frame: some are submitted with the app's poses, so they do not follow "
     "the recorded head",
     NULL},
    {US_LAYER_REMAP_UNKNOWN_LAYER, US_MESSAGE_LOG_INFO, "layers of type ",
     " are not known: they are submitted with the app's poses"},
    {US_LAYER_REMAP_UNKNOWN_CHAIN, US_MESSAGE_LOG_WARN, "a chained struct of type ",
     " is not known: the whole chain is submitted unchanged"},
    {US_LAYER_REMAP_UNLINKED, US_MESSAGE_LOG_INFO,
     "motion vectors are removed while a recording plays", NULL},
    {US_LAYER_REMAP_UNLOCATED_SPACE, US_MESSAGE_LOG_INFO,
     "the space of a layer cannot be located: the layer is submitted with the app's pose", NULL},
    {US_LAYER_REMAP_UNLOCATED_HEAD, US_MESSAGE_LOG_INFO,
     "the runtime's own head cannot be located: all layers are fixed to it", NULL},
    {US_LAYER_REMAP_REFUSED, US_MESSAGE_LOG_WARN,
     "the runtime refuses remapped layers: they are submitted with the app's poses", NULL},
    {US_LAYER_REMAP_LEFT_OUT, US_MESSAGE_LOG_INFO,
     "a layer in the space of a hand or gaze that cannot be located is left out", NULL},
};

static void log_problem(const struct us_message_log *log, const struct problem *problem,
                        const struct us_layer_remap_notes *notes)
{
    XrStructureType type =
        problem->bit == US_LAYER_REMAP_UNKNOWN_LAYER ? notes->layer : notes->chained;
    if (problem->after != NULL)
        us_message_log(log, problem->level, "xrEndFrame: %s%d%s", problem->text, (int)type,
                       problem->after);
    else
        us_message_log(log, problem->level, "xrEndFrame: %s", problem->text);
}

static void log_new_problems(struct us_session *session, const struct us_layer_remap_notes *notes)
{
    if (notes->bits == 0)
        return;
    unsigned before =
        atomic_fetch_or_explicit(&session->layer_remap_reported, notes->bits, memory_order_relaxed);
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
        if (notes->bits & ~before & problems[i].bit)
            log_problem(&session->instance->log, &problems[i], notes);
}

/* Results that a change of the layers may have caused. */
static bool is_refusal(XrResult result)
{
    return result == XR_ERROR_VALIDATION_FAILURE || result == XR_ERROR_HANDLE_INVALID ||
           result == XR_ERROR_POSE_INVALID || result == XR_ERROR_LAYER_INVALID;
}

static XrResult end_frame(struct us_session *session, const XrFrameEndInfo *info)
{
    PFN_xrEndFrame next = session->instance->next.xrEndFrame;
    const struct us_space head = us_space_view(session);
    struct frame frame = {.session = session,
                          .moment = us_playback_moment(session, info->displayTime),
                          .plays_head = us_space_resolve(&head).entity == US_ENTITY_HEAD};
    XrFrameEndInfo below = *info;
    map_layers(&frame, &below.layerCount, &below.layers);
    below.next = map_frame_chain(&frame, info->next);
    XrResult result = next(session->handle, frame.changed ? &below : info);
    if (frame.changed && is_refusal(result)) {
        XrResult again = next(session->handle, info);
        if (XR_SUCCEEDED(again))
            frame.notes.bits |= US_LAYER_REMAP_REFUSED;
        result = again;
    }
    log_new_problems(session, &frame.notes);
    return result;
}

static XrResult submit(struct us_session *session, const XrFrameEndInfo *info)
{
    if (session->arena == NULL || info == NULL || info->type != XR_TYPE_FRAME_END_INFO ||
        info->displayTime <= 0 || !us_arena_enter(session->arena))
        return session->instance->next.xrEndFrame(session->handle, info);
    XrResult result = end_frame(session, info);
    us_arena_leave(session->arena);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrEndFrame(XrSession handle, const XrFrameEndInfo *info)
{
    US_SESSION_OF_CALL(handle, session, instance);
    if (session == NULL)
        return instance->next.xrEndFrame(handle, info);
    XrResult result = submit(session, info);
    if (session->screenshots != NULL)
        us_screenshots_on_submit(session->screenshots, info, result);
    return result;
}

const struct us_handler us_hooks_end_frame[] = {
    US_HANDLER(xrEndFrame, hook_xrEndFrame),
    US_HANDLERS_END,
};
