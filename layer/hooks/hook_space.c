/* SPDX-License-Identifier: MIT */
#include "layer/hooks/hook_call.h"
#include "layer/hooks/hooks.h"

#include <stdlib.h>
#include <string.h>

#include "layer/base/next_chain.h"
#include "layer/pose/convert.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/answer/space.h"

/* Remember a space that the runtime made. Without memory it stays the runtime's own: fail open. */
static struct us_space *remember(struct us_session *session, XrSpace handle, XrPosef offset)
{
    struct us_space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->node =
        (struct us_node){US_HANDLE_SPACE, US_XR_VALUE(handle), &session->node, us_space_free, NULL};
    space->session = session;
    space->handle = handle;
    space->T_entity_space = us_convert_from_posef(offset);
    space->has_offset =
        memcmp(&space->T_entity_space, &us_pose_identity, sizeof us_pose_identity) != 0;
    return space;
}

static void publish(struct us_space *space)
{
    if (!us_handle_table_add(&space->node))
        us_space_free(&space->node);
}

/* The virtual world has spaces that the runtime may lack: the app's handle is then a LOCAL below,
 * so that every function takes it. */
static XrResult create_reference_below(const struct us_session *session,
                                       const XrReferenceSpaceCreateInfo *info, XrSpace *handle)
{
    const struct us_instance *instance = session->instance;
    XrResult result = instance->next.xrCreateReferenceSpace(session->handle, info, handle);
    struct us_pose pose;
    if (result != XR_ERROR_REFERENCE_SPACE_UNSUPPORTED ||
        !us_virtual_spaces_find(&session->virtual_spaces, info->referenceSpaceType, &pose) ||
        (info->referenceSpaceType == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR &&
         !us_instance_has_local_floor(instance)))
        return result;
    XrReferenceSpaceCreateInfo local = *info;
    local.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
    return instance->next.xrCreateReferenceSpace(session->handle, &local, handle);
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateReferenceSpace(
    XrSession session_handle, const XrReferenceSpaceCreateInfo *info, XrSpace *handle)
{
    struct us_session *session = us_session_find(session_handle);
    struct us_instance *instance = us_hook_call_of(session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (session == NULL)
        return instance->next.xrCreateReferenceSpace(session_handle, info, handle);
    XrResult result = create_reference_below(session, info, handle);
    if (XR_FAILED(result))
        return result;
    struct us_space *space = remember(session, *handle, info->poseInReferenceSpace);
    if (space != NULL) {
        space->is_reference = true;
        space->reference = info->referenceSpaceType;
        publish(space);
    }
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrCreateActionSpace(XrSession session_handle,
                                                           const XrActionSpaceCreateInfo *info,
                                                           XrSpace *handle)
{
    struct us_session *session = us_session_find(session_handle);
    struct us_instance *instance = us_hook_call_of(session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (session == NULL || info == NULL)
        return instance->next.xrCreateActionSpace(session_handle, info, handle);
    struct us_action *action = us_action_find(info->action);
    XrActionSpaceCreateInfo below = *info;
    if (action != NULL && us_action_hides_path(action, info->subactionPath))
        below.subactionPath = XR_NULL_PATH;
    XrResult result = instance->next.xrCreateActionSpace(session_handle, &below, handle);
    if (XR_FAILED(result))
        return result;
    struct us_space *space = remember(session, *handle, info->poseInActionSpace);
    if (space != NULL) {
        space->action = us_action_ref(action);
        space->subaction = info->subactionPath;
        publish(space);
    }
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrDestroySpace(XrSpace handle)
{
    struct us_space *space = us_space_find(handle);
    struct us_instance *instance = us_hook_call_of(space != NULL ? space->session : NULL);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_node *list = us_handle_table_detach(space != NULL ? &space->node : NULL);
    XrResult result = instance->next.xrDestroySpace(handle);
    if (XR_FAILED(result))
        us_handle_table_restore(list);
    else
        us_handle_table_free(list);
    return result;
}

static void write_velocity(XrSpaceVelocityFlags *flags, XrVector3f *linear, XrVector3f *angular,
                           const struct us_placement *placement)
{
    *flags = placement->velocity_flags;
    *linear = us_convert_to_vector3f(placement->motion.linear_m_s);
    *angular = us_convert_to_vector3f(placement->motion.angular_rad_s);
}

static void write_location(XrSpaceLocation *location, const struct us_placement *placement)
{
    location->locationFlags = placement->flags;
    location->pose = us_convert_to_posef(placement->motion.pose);
    XrSpaceVelocity *velocity = us_next_chain_find_output(location->next, XR_TYPE_SPACE_VELOCITY);
    if (velocity != NULL)
        write_velocity(&velocity->velocityFlags, &velocity->linearVelocity,
                       &velocity->angularVelocity, placement);
}

static void write_gaze_time(XrSpaceLocation *location, const struct us_placement *placement,
                            XrTime time)
{
    XrEyeGazeSampleTimeEXT *sample =
        us_next_chain_find_output(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT);
    if (sample != NULL)
        sample->time = placement->flags != 0 ? time : 0;
}

/* An action space that is nowhere now is still a question for what its action is bound to. */
static void count_action(const struct us_session *session, const struct us_space *space, bool found)
{
    const unsigned eyes = 1u << US_USER_EYES;
    unsigned users = us_binding_plan_users(us_input_plan(session), space->action, space->subaction);
    if (users != 0)
        us_summary_note_question(session->instance->summary,
                                 users == eyes ? US_SUMMARY_GAZES : US_SUMMARY_HAND_POSES, found);
}

static void count_answer(const struct us_session *session, const struct us_space_use *use,
                         const struct us_space_use *base, bool found)
{
    const struct us_space *a = use->space, *b = base->space;
    enum us_space_source of_a = use->resolved.source, of_b = base->resolved.source;
    struct us_instance_counts *counts = &session->instance->counts;
    atomic_fetch_add_explicit(of_a == US_SPACE_GAZE ? &counts->gazes : &counts->spaces, 1,
                              memory_order_relaxed);
    bool has_action = (a != NULL && a->action != NULL) || (b != NULL && b->action != NULL);
    if (a != NULL && a->action != NULL && of_a != US_SPACE_RUNTIME)
        count_action(session, a, found);
    if (b != NULL && b->action != NULL && b != a && of_b != US_SPACE_RUNTIME)
        count_action(session, b, found);
    if (!has_action && (of_a == US_SPACE_HEAD || of_b == US_SPACE_HEAD))
        us_summary_note_question(session->instance->summary, US_SUMMARY_HEAD_SPACES, found);
}

/* A space as seen from itself, which the chain below computes, and rounds: what it says is known is
 * the identity, at rest. `velocity_flags` is NULL where nobody asked for velocities. */
static void write_identity(XrSpaceLocationFlags flags, XrPosef *pose,
                           XrSpaceVelocityFlags velocity_flags, XrVector3f *linear,
                           XrVector3f *angular)
{
    if (flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT)
        pose->orientation = (XrQuaternionf){0.0f, 0.0f, 0.0f, 1.0f};
    if (flags & XR_SPACE_LOCATION_POSITION_VALID_BIT)
        pose->position = (XrVector3f){0.0f, 0.0f, 0.0f};
    if (velocity_flags & XR_SPACE_VELOCITY_LINEAR_VALID_BIT)
        *linear = (XrVector3f){0.0f, 0.0f, 0.0f};
    if (velocity_flags & XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)
        *angular = (XrVector3f){0.0f, 0.0f, 0.0f};
}

/* Whether the chain below locates one frame in itself, while the recording plays something else. */
static bool is_live_in_itself(const struct us_instance *instance, XrSpace handle,
                              XrSpace base_handle)
{
    return instance->bindings.plays.any &&
           (handle == base_handle ||
            us_space_is_same_frame(us_space_find(handle), us_space_find(base_handle)));
}

static void correct_location(XrSpaceLocation *location)
{
    XrSpaceVelocity none = {.velocityFlags = 0};
    XrSpaceVelocity *velocity = us_next_chain_find_output(location->next, XR_TYPE_SPACE_VELOCITY);
    velocity = velocity != NULL ? velocity : &none;
    write_identity(location->locationFlags, &location->pose, velocity->velocityFlags,
                   &velocity->linearVelocity, &velocity->angularVelocity);
}

static void correct_element(XrSpaceLocationData *location, XrSpaceVelocityData *velocity)
{
    XrSpaceVelocityData none = {.velocityFlags = 0};
    velocity = velocity != NULL ? velocity : &none;
    write_identity(location->locationFlags, &location->pose, velocity->velocityFlags,
                   &velocity->linearVelocity, &velocity->angularVelocity);
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateSpace(XrSpace handle, XrSpace base_handle,
                                                     XrTime time, XrSpaceLocation *location)
{
    struct us_space_use use;
    struct us_space_base base;
    us_space_find_use(handle, &use);
    us_space_find_use(base_handle, &base.use);
    const struct us_space *space = use.space, *base_space = base.use.space;
    struct us_session *session = space != NULL        ? space->session
                                 : base_space != NULL ? base_space->session
                                                      : NULL;
    struct us_instance *instance = us_hook_call_of(session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    enum us_space_source source = use.resolved.source;
    /* What may be chained for a gaze is unknown below where the layer supplies the extension. */
    bool is_own = space != NULL && !space->is_reference && source != US_SPACE_RUNTIME &&
                  us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_EYE_GAZE) &&
                  location != NULL;
    XrSpaceLocation plain = {.type = XR_TYPE_SPACE_LOCATION};
    XrResult result =
        instance->next.xrLocateSpace(handle, base_handle, time, is_own ? &plain : location);
    if (XR_FAILED(result))
        return result;
    if (session == NULL ||
        (source == US_SPACE_RUNTIME && base.use.resolved.source == US_SPACE_RUNTIME)) {
        if (is_live_in_itself(instance, handle, base_handle))
            correct_location(location);
        return result;
    }
    us_playback_on_locate(session, time);
    struct us_placement answer;
    XrResult placed = us_space_place(session, &base.use, time, &base.placement);
    if (XR_SUCCEEDED(placed))
        placed = us_space_locate(session, &use, &base, time, &answer);
    if (XR_FAILED(placed))
        return placed;
    write_location(location, &answer);
    if (source == US_SPACE_GAZE || source == US_SPACE_NOWHERE)
        write_gaze_time(location, &answer, time);
    count_answer(session, &use, &base.use, answer.flags != 0);
    return result;
}

/* One element of xrLocateSpaces, which the runtime located in W if the base is recorded, and in the
 * base if not. */
static XrResult overlay_element(const struct us_session *session, const XrSpacesLocateInfo *info,
                                uint32_t index, const struct us_space_base *base,
                                XrSpaceLocationData *location, XrSpaceVelocityData *velocity)
{
    XrSpace handle = info->spaces[index];
    struct us_space_use use;
    us_space_find_use(handle, &use);
    struct us_placement answer;
    if (use.resolved.source == US_SPACE_RUNTIME) {
        if (base->use.resolved.source == US_SPACE_RUNTIME) {
            if (is_live_in_itself(session->instance, handle, info->baseSpace))
                correct_element(location, velocity);
            return XR_SUCCESS;
        }
        answer = us_space_place_located(session, use.space, location, velocity);
        us_space_relate(&base->placement, &answer);
    } else {
        XrResult result = us_space_locate(session, &use, base, info->time, &answer);
        if (XR_FAILED(result))
            return result;
    }
    count_answer(session, &use, &base->use, answer.flags != 0);
    location->locationFlags = answer.flags;
    location->pose = us_convert_to_posef(answer.motion.pose);
    if (velocity != NULL)
        write_velocity(&velocity->velocityFlags, &velocity->linearVelocity,
                       &velocity->angularVelocity, &answer);
    return XR_SUCCESS;
}

static XrResult overlay_spaces(struct us_session *session, const XrSpacesLocateInfo *info,
                               struct us_space_base *base, XrSpaceLocations *locations)
{
    XrSpaceVelocities *velocities =
        us_next_chain_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
    if (locations->locationCount != info->spaceCount ||
        (velocities != NULL && velocities->velocityCount != info->spaceCount))
        return XR_ERROR_VALIDATION_FAILURE;
    us_playback_on_locate(session, info->time);
    XrResult result = us_space_base_place(session, info->time, base);
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < info->spaceCount; i++)
        result = overlay_element(session, info, i, base, &locations->locations[i],
                                 velocities != NULL ? &velocities->velocities[i] : NULL);
    return result;
}

static bool concerns_recording(const struct us_instance *instance, const XrSpacesLocateInfo *info)
{
    if (us_space_resolve(us_space_find(info->baseSpace)).source != US_SPACE_RUNTIME)
        return true;
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        if (us_space_resolve(us_space_find(info->spaces[i])).source != US_SPACE_RUNTIME ||
            is_live_in_itself(instance, info->spaces[i], info->baseSpace))
            return true;
    }
    return false;
}

static XrResult locate_spaces(PFN_xrLocateSpaces next, struct us_session *session,
                              const XrSpacesLocateInfo *info, XrSpaceLocations *locations)
{
    XrSpacesLocateInfo below = *info;
    struct us_space_base base;
    XrResult result = us_space_base_ask(session, info->baseSpace, info->time, &base);
    if (base.use.resolved.source != US_SPACE_RUNTIME)
        below.baseSpace = session->anchor;
    if (XR_SUCCEEDED(result))
        result = next(session->handle, &below, locations);
    if (XR_FAILED(result))
        return result;
    XrResult overlaid = overlay_spaces(session, info, &base, locations);
    return XR_FAILED(overlaid) ? overlaid : result;
}

/* What is wrong with one of them is found before anything is written. */
static XrResult try_each(const struct us_instance *instance, const XrSpacesLocateInfo *info)
{
    XrResult result = XR_SUCCESS;
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < info->spaceCount; i++) {
        XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
        result =
            instance->next.xrLocateSpace(info->spaces[i], info->baseSpace, info->time, &location);
    }
    return result;
}

/* As xrLocateSpace says of each: for a chain below that lacks the extension. */
static XrResult locate_each(const struct us_instance *instance, const XrSpacesLocateInfo *info,
                            XrSpaceLocations *locations)
{
    XrSpaceVelocities *velocities =
        us_next_chain_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
    if (info->type != XR_TYPE_SPACES_LOCATE_INFO || locations->type != XR_TYPE_SPACE_LOCATIONS ||
        info->spaceCount == 0 || info->spaces == NULL || locations->locations == NULL ||
        locations->locationCount != info->spaceCount)
        return XR_ERROR_VALIDATION_FAILURE;
    if (velocities != NULL &&
        (velocities->velocityCount != info->spaceCount || velocities->velocities == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    XrResult result = try_each(instance, info);
    if (XR_FAILED(result))
        return result;
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
        XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION,
                                    .next = velocities != NULL ? &velocity : NULL};
        XrResult located =
            us_hook_xrLocateSpace(info->spaces[i], info->baseSpace, info->time, &location);
        if (XR_FAILED(located))
            return located;
        result = located != XR_SUCCESS ? located : result;
        locations->locations[i] = (XrSpaceLocationData){location.locationFlags, location.pose};
        if (velocities != NULL)
            velocities->velocities[i] = (XrSpaceVelocityData){
                velocity.velocityFlags, velocity.linearVelocity, velocity.angularVelocity};
    }
    return result;
}

/* The core function and the extension's differ in nothing but which of the two is below. */
static XrResult hook_locate_spaces(XrSession handle, const XrSpacesLocateInfo *info,
                                   XrSpaceLocations *locations, bool khr)
{
    struct us_session *session;
    struct us_instance *instance = us_hook_call_session(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    PFN_xrLocateSpaces next =
        khr ? instance->next.xrLocateSpacesKHR : instance->next.xrLocateSpaces;
    if (next == NULL && (session == NULL || info == NULL || locations == NULL))
        return session == NULL ? XR_ERROR_HANDLE_INVALID : XR_ERROR_VALIDATION_FAILURE;
    if (next == NULL && instance->next.xrLocateSpace == NULL)
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    if (next == NULL)
        return locate_each(instance, info, locations);
    if (session == NULL || info == NULL || locations == NULL || info->spaces == NULL ||
        !concerns_recording(instance, info))
        return next(handle, info, locations);
    return locate_spaces(next, session, info, locations);
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateSpaces(XrSession handle,
                                                      const XrSpacesLocateInfo *info,
                                                      XrSpaceLocations *locations)
{
    return hook_locate_spaces(handle, info, locations, false);
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrLocateSpacesKHR(XrSession handle,
                                                         const XrSpacesLocateInfo *info,
                                                         XrSpaceLocations *locations)
{
    return hook_locate_spaces(handle, info, locations, true);
}
