/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"

#include <stdlib.h>

struct us_session *us_session_find(XrSession session)
{
    return (struct us_session *)us_handle_table_find(US_HANDLE_SESSION, US_XR_VALUE(session));
}

static bool has_reference_space(const struct us_session *session, XrReferenceSpaceType wanted)
{
    PFN_xrEnumerateReferenceSpaces enumerate = session->instance->next.xrEnumerateReferenceSpaces;
    uint32_t count = 0;
    if (enumerate == NULL || XR_FAILED(enumerate(session->handle, 0, &count, NULL)))
        return false;
    XrReferenceSpaceType *types = calloc(count, sizeof *types);
    bool found = false;
    if (types != NULL && XR_SUCCEEDED(enumerate(session->handle, count, &count, types))) {
        for (uint32_t i = 0; i < count; i++)
            found |= types[i] == wanted;
    }
    free(types);
    return found;
}

/* Chooses among the spaces that the runtime has; session.h states the rule. */
static enum us_anchor choose_anchor(const struct us_session *session)
{
    enum us_anchor asked = session->instance->settings.anchor;
    if (asked == US_ANCHOR_LOCAL)
        return US_ANCHOR_LOCAL;
    if (asked == US_ANCHOR_AUTO && !us_loaded_recording_is_floor_based(&session->instance->loaded))
        return US_ANCHOR_LOCAL;
    bool has_stage = has_reference_space(session, XR_REFERENCE_SPACE_TYPE_STAGE);
    bool has_floor = has_reference_space(session, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
    if (asked == US_ANCHOR_LOCAL_FLOOR && has_floor)
        return US_ANCHOR_LOCAL_FLOOR;
    if (has_stage)
        return US_ANCHOR_STAGE;
    return has_floor ? US_ANCHOR_LOCAL_FLOOR : US_ANCHOR_LOCAL;
}

static XrReferenceSpaceType type_of_anchor(enum us_anchor anchor)
{
    if (anchor == US_ANCHOR_STAGE)
        return XR_REFERENCE_SPACE_TYPE_STAGE;
    return anchor == US_ANCHOR_LOCAL_FLOOR ? XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
                                           : XR_REFERENCE_SPACE_TYPE_LOCAL;
}

static XrResult make_space(const struct us_session *session, XrReferenceSpaceType type,
                           XrSpace *out_space)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = type,
                                       .poseInReferenceSpace = {{0, 0, 0, 1}, {0, 0, 0}}};
    return session->instance->next.xrCreateReferenceSpace(session->handle, &info, out_space);
}

/* The height of the head where playback starts; 1.5 m without a recorded head. */
static float start_height_m(const struct us_instance *instance)
{
    struct us_head_sample head;
    if (!us_recording_has_head(&instance->loaded.recording))
        return 1.5f;
    us_sampler_head(instance->loaded.sampler, instance->clock.from_s, &head);
    return head.motion.pose.position_m.y;
}

/* A recording that stands on the floor plays in LOCAL, whose origin is at the height of the eyes.
 * So the whole recording is lowered by the height of the head where playback starts. */
static void lower_recording(struct us_session *session)
{
    const struct us_instance *instance = session->instance;
    const float height_m = start_height_m(instance);
    session->T_anchor_recording.position_m.y = -height_m;
    us_message_log(
        &instance->log, US_MESSAGE_LOG_WARN,
        "the runtime has no STAGE or LOCAL_FLOOR space: playing in LOCAL, lowered by %d mm",
        (int)(height_m * 1000.0f));
}

/* Virtual spaces of every kind exist, so UNDERSTUDY_ANCHOR always applies. The runtime's space on
 * which they are placed is the nearest one that the runtime has. */
static void init_virtual_spaces(struct us_session *session)
{
    const struct us_instance *instance = session->instance;
    enum us_anchor real = choose_anchor(session), kind = instance->settings.anchor;
    if (kind == US_ANCHOR_AUTO)
        kind = us_loaded_recording_is_floor_based(&instance->loaded) ? US_ANCHOR_STAGE
                                                                     : US_ANCHOR_LOCAL;
    session->anchor_kind = kind;
    session->anchor_type = type_of_anchor(real);
    us_virtual_spaces_init(&session->virtual_spaces, kind != US_ANCHOR_LOCAL,
                           start_height_m(instance), real != US_ANCHOR_LOCAL);
    if (kind == US_ANCHOR_LOCAL)
        us_virtual_spaces_set_recorded(&session->virtual_spaces, &instance->loaded.session_spaces);
    us_message_log(&instance->log, US_MESSAGE_LOG_INFO, "virtual world: LOCAL is %d mm above STAGE",
                   (int)(us_virtual_spaces_height_m(&session->virtual_spaces) * 1000.0f));
}

static void init_anchor(struct us_session *session)
{
    const struct us_instance *instance = session->instance;
    enum us_anchor asked = instance->settings.anchor;
    session->anchor_kind = choose_anchor(session);
    session->anchor_type = type_of_anchor(session->anchor_kind);
    if (asked != US_ANCHOR_AUTO && asked != session->anchor_kind)
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "UNDERSTUDY_ANCHOR=%s: the runtime does not have this space; using %s",
                       us_settings_anchor_name(asked),
                       us_settings_anchor_name(session->anchor_kind));
    if (session->anchor_kind == US_ANCHOR_LOCAL && asked != US_ANCHOR_LOCAL &&
        us_loaded_recording_is_floor_based(&instance->loaded))
        lower_recording(session);
}

void us_session_init_spaces(struct us_session *session)
{
    struct us_instance *instance = session->instance;
    session->T_anchor_recording = us_pose_identity;
    if (!instance->bindings.plays.any || instance->next.xrCreateReferenceSpace == NULL ||
        instance->next.xrLocateSpace == NULL)
        return;
    if (instance->settings.world == US_VIRTUAL_SPACES_VIRTUAL)
        init_virtual_spaces(session);
    else
        init_anchor(session);
    session->has_spaces =
        XR_SUCCEEDED(make_space(session, session->anchor_type, &session->anchor)) &&
        XR_SUCCEEDED(make_space(session, XR_REFERENCE_SPACE_TYPE_VIEW, &session->view));
    session->virtual_spaces.is_virtual &= session->has_spaces;
    session->arena = session->has_spaces ? us_arena_create() : NULL;
    if (!session->has_spaces)
        us_message_log(
            &instance->log, US_MESSAGE_LOG_ERROR,
            "the runtime refuses a space that playback needs: nothing is played in this session");
}

/* The pose of STAGE in LOCAL. False if the runtime does not know it. */
static bool locate_stage(const struct us_session *session, XrPosef *out_pose)
{
    const struct us_dispatch *next = &session->instance->next;
    XrTime time = us_runtime_time(&session->runtime_time, session->instance->handle,
                                  next->xrConvertTimespecTimeToTimeKHR);
    XrSpace stage, local;
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    if (XR_FAILED(make_space(session, XR_REFERENCE_SPACE_TYPE_STAGE, &stage)))
        return false;
    if (XR_SUCCEEDED(make_space(session, XR_REFERENCE_SPACE_TYPE_LOCAL, &local))) {
        if (XR_FAILED(next->xrLocateSpace(stage, local, time > 0 ? time : 1, &location)))
            location.locationFlags = 0;
        next->xrDestroySpace(local);
    }
    next->xrDestroySpace(stage);
    *out_pose = location.pose;
    return (location.locationFlags & XR_SPACE_LOCATION_POSITION_VALID_BIT) != 0;
}

float us_session_floor_y_m(const struct us_session *session)
{
    float recorded_y_m = session->T_anchor_recording.position_m.y; /* 0 unless lowered */
    XrPosef stage;
    if (locate_stage(session, &stage))
        return stage.position.y;
    return recorded_y_m < 0.0f ? recorded_y_m : -US_VIRTUAL_SPACES_USUAL_HEIGHT_M;
}

void us_session_on_state_told(struct us_session *session, XrSessionState state)
{
    atomic_store_explicit(&session->app_state, (int)state, memory_order_relaxed);
    if (state <= XR_SESSION_STATE_FOCUSED && (int)state > atomic_load(&session->highest_state))
        atomic_store(&session->highest_state, (int)state);
    if (state == XR_SESSION_STATE_EXITING)
        us_run_status_add_exit(session->instance->run_status);
}

bool us_session_claim_exit(struct us_session *session)
{
    return !atomic_exchange(&session->asked_exit, true) &&
           atomic_load_explicit(&session->app_state, memory_order_relaxed) <
               XR_SESSION_STATE_STOPPING;
}

void us_session_free(struct us_session *session)
{
    us_arena_destroy(session->arena);
    free(session);
}
