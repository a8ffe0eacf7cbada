/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include <stdlib.h>
#include <string.h>

#include "layer/pose/convert.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/answer/space.h"

/* Creates the layer's data for a space. NULL if memory is short: then the chain below answers for
 * the space. */
static struct us_space *new_space(struct us_session *session, XrSpace handle, XrPosef offset)
{
    struct us_space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->node =
        us_handle_table_node(US_HANDLE_SPACE, US_XR_VALUE(handle), &session->node, us_space_free);
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

/* Makes `used` a LOCAL space that stands in for a space that the runtime lacks. `known` is what the
 * layer knows it as: a virtual space is itself; LOCAL_FLOOR is a lowered LOCAL, so that all calls
 * and all extensions of the runtime place it right. False if nothing stands in for the space. */
static bool stand_in(const struct us_session *session, XrReferenceSpaceCreateInfo *used,
                     XrReferenceSpaceCreateInfo *known)
{
    XrReferenceSpaceType type = used->referenceSpaceType;
    struct us_pose pose;
    if (type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR &&
        !us_instance_has_local_floor(session->instance))
        return false;
    used->referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
    if (us_virtual_spaces_find(&session->virtual_spaces, type, &pose))
        return true;
    if (type != XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        return false;
    used->poseInReferenceSpace.position.y += us_session_floor_y_m(session);
    *known = *used;
    return true;
}

/* Creates a reference space in the chain below. If the runtime lacks its type, the handle is a
 * LOCAL space there, so that every function accepts it. */
static XrResult create_reference_below(const struct us_session *session,
                                       XrReferenceSpaceCreateInfo *known, XrSpace *handle)
{
    const struct us_instance *instance = session->instance;
    XrReferenceSpaceCreateInfo used = *known;
    XrResult result = XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    if (used.referenceSpaceType != XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR ||
        !us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_LOCAL_FLOOR))
        result = instance->next.xrCreateReferenceSpace(session->handle, &used, handle);
    return result == XR_ERROR_REFERENCE_SPACE_UNSUPPORTED && stand_in(session, &used, known)
               ? instance->next.xrCreateReferenceSpace(session->handle, &used, handle)
               : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateReferenceSpace(
    XrSession session_handle, const XrReferenceSpaceCreateInfo *info, XrSpace *handle)
{
    US_SESSION_OF_CALL(session_handle, session, instance);
    if (session == NULL || info == NULL)
        return instance->next.xrCreateReferenceSpace(session_handle, info, handle);
    XrReferenceSpaceCreateInfo known = *info;
    XrResult result = create_reference_below(session, &known, handle);
    if (XR_FAILED(result))
        return result;
    struct us_space *space = new_space(session, *handle, known.poseInReferenceSpace);
    if (space != NULL) {
        space->is_reference = true;
        space->reference = known.referenceSpaceType;
        publish(space);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateActionSpace(XrSession session_handle,
                                                               const XrActionSpaceCreateInfo *info,
                                                               XrSpace *handle)
{
    US_SESSION_OF_CALL(session_handle, session, instance);
    if (session == NULL || info == NULL)
        return instance->next.xrCreateActionSpace(session_handle, info, handle);
    struct us_action *action = us_action_find(info->action);
    XrActionSpaceCreateInfo below = *info;
    if (action != NULL && us_action_hides_path(action, info->subactionPath))
        below.subactionPath = XR_NULL_PATH;
    XrResult result = instance->next.xrCreateActionSpace(session_handle, &below, handle);
    if (XR_FAILED(result))
        return result;
    struct us_space *space = new_space(session, *handle, info->poseInActionSpace);
    if (space != NULL) {
        space->action = us_action_ref(action);
        space->subaction = info->subactionPath;
        publish(space);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroySpace(XrSpace handle)
{
    struct us_space *space = us_space_find(handle);
    struct us_instance *instance = us_session_instance(space != NULL ? space->session : NULL);
    US_RETURN_IF_INVALID(instance);
    struct us_node *list = us_handle_table_detach((struct us_node *)space);
    return us_handle_table_settle(list, instance->next.xrDestroySpace(handle));
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
    XrSpaceVelocity *velocity = us_xr_find_output(location->next, XR_TYPE_SPACE_VELOCITY);
    if (velocity != NULL)
        write_velocity(&velocity->velocityFlags, &velocity->linearVelocity,
                       &velocity->angularVelocity, placement);
}

static void write_gaze_time(XrSpaceLocation *location, const struct us_placement *placement,
                            XrTime time)
{
    XrEyeGazeSampleTimeEXT *sample =
        us_xr_find_output(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT);
    if (sample != NULL)
        sample->time = placement->flags != 0 ? time : 0;
}

/* Counts a locate call of a played action in the summary, whether the space was found or not.
 * Spaces without an action have no users. */
static void count_action(const struct us_session *session, const struct us_space *space, bool found)
{
    const unsigned eyes = 1u << US_USER_EYES;
    unsigned users = us_binding_plan_users(us_input_plan(session), space->action, space->subaction);
    if (users != 0)
        us_status_summary_note_question(session->instance->summary,
                                        users == eyes ? US_SUMMARY_GAZES : US_SUMMARY_HAND_POSES,
                                        found);
}

static void count_answer(const struct us_session *session, const struct us_space_use *use,
                         const struct us_space_use *base, bool found)
{
    const struct us_space *a = use->space, *b = base->space;
    enum us_entity of_a = use->resolved.entity, of_b = base->resolved.entity;
    struct us_instance_counts *counts = &session->instance->counts;
    if (b != NULL && b->node.is_own) /* whose spaces are all located in each other */
        return;
    atomic_fetch_add_explicit(of_a == US_ENTITY_GAZE ? &counts->gazes : &counts->spaces, 1,
                              memory_order_relaxed);
    bool has_action = (a != NULL && a->action != NULL) || (b != NULL && b->action != NULL);
    if (of_a != US_ENTITY_RUNTIME)
        count_action(session, a, found);
    if (of_b != US_ENTITY_RUNTIME && b != a)
        count_action(session, b, found);
    if (!has_action && (of_a == US_ENTITY_HEAD || of_b == US_ENTITY_HEAD))
        us_status_summary_note_question(session->instance->summary, US_SUMMARY_HEAD_SPACES, found);
}

/* Writes the identity, and velocities of 0, for each flag that is set. The chain below computes a
 * space relative to itself with rounding errors. `velocity_flags` is 0 if the app does not read
 * velocities. */
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

/* Whether the chain below locates a space relative to itself while a recording plays. */
static bool is_live_in_itself(const struct us_instance *instance, const struct us_space_use *use,
                              const struct us_space_use *base)
{
    const struct us_space *a = use->space, *b = base->space;
    if (!instance->bindings.plays.any)
        return false;
    if (a == NULL || b == NULL)
        return use->handle == base->handle;
    /* Compare the types first, because they differ in most calls. */
    return a->reference == b->reference && us_space_is_same_frame(a, b);
}

static void correct_location(XrSpaceLocation *location)
{
    XrSpaceVelocity none = {.velocityFlags = 0};
    XrSpaceVelocity *velocity = us_xr_find_output(location->next, XR_TYPE_SPACE_VELOCITY);
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

/* Overwrites the answer of the chain below with the recording's. */
static XrResult overlay_location(struct us_session *session, const struct us_space_use *use,
                                 struct us_space_base *base, XrTime time, XrSpaceLocation *location,
                                 struct us_answer *out_answer)
{
    struct us_playback_moment moment = us_playback_locate(session, time);
    struct us_placement placement;
    XrResult result = us_space_place(session, &base->use, &moment, &base->placement);
    if (XR_SUCCEEDED(result))
        result = us_space_locate(session, use, base, &moment, &placement);
    if (XR_FAILED(result))
        return result;
    write_location(location, &placement);
    if (use->resolved.entity == US_ENTITY_GAZE || use->resolved.entity == US_ENTITY_NOWHERE)
        write_gaze_time(location, &placement, moment.time);
    count_answer(session, use, &base->use, placement.flags != 0);
    *out_answer = us_space_answer(use, placement.how, base, &moment);
    return result;
}

/* Whether chained structs for a gaze must be hidden from the chain below, because the layer
 * supplies the extension. */
static bool hides_chain(const struct us_instance *instance, const struct us_space_use *use)
{
    return use->space != NULL && !use->space->is_reference &&
           us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_EYE_GAZE);
}

/* `*out_answer` is the runtime's; a recorded answer replaces it. */
static XrResult locate_one(XrSpace handle, XrSpace base_handle, XrTime time,
                           XrSpaceLocation *location, struct us_answer *out_answer)
{
    struct us_space_use use;
    struct us_space_base base;
    us_space_find_use(handle, &use);
    us_space_find_use(base_handle, &base.use);
    const struct us_space *known = use.space != NULL ? use.space : base.use.space;
    struct us_session *session = known != NULL ? known->session : NULL;
    const struct us_instance *instance = us_session_instance(session);
    US_RETURN_IF_INVALID(instance);
    if (location == NULL) /* also where the runtime calls that a success, there is no answer */
        return instance->next.xrLocateSpace(handle, base_handle, time, location);
    bool is_played =
        use.resolved.entity != US_ENTITY_RUNTIME || base.use.resolved.entity != US_ENTITY_RUNTIME;
    XrSpaceLocation plain = {.type = XR_TYPE_SPACE_LOCATION};
    bool is_own = is_played && hides_chain(instance, &use);
    XrResult result =
        instance->next.xrLocateSpace(handle, base_handle, time, is_own ? &plain : location);
    if (XR_SUCCEEDED(result) && is_played) {
        XrResult overlaid = overlay_location(session, &use, &base, time, location, out_answer);
        result = XR_FAILED(overlaid) ? overlaid : result;
    } else if (XR_SUCCEEDED(result) && is_live_in_itself(instance, &use, &base.use)) {
        correct_location(location);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrLocateSpace(XrSpace handle, XrSpace base, XrTime time,
                                                         XrSpaceLocation *location)
{
    struct us_answer answer = us_answer_runtime();
    XrResult result = locate_one(handle, base, time, location, &answer);
    us_answers_report(0, answer);
    return result;
}

/* Overwrites one element of xrLocateSpaces. The chain below located it relative to W if the base is
 * recorded, otherwise relative to the base. */
static XrResult overlay_element(const struct us_session *session, const struct us_space_use *use,
                                const struct us_space_base *base,
                                const struct us_playback_moment *moment,
                                XrSpaceLocationData *location, XrSpaceVelocityData *velocity,
                                struct us_answer *out_answer)
{
    struct us_placement placement;
    bool is_live = use->resolved.entity == US_ENTITY_RUNTIME;
    *out_answer = us_answer_runtime();
    if (is_live && base->use.resolved.entity == US_ENTITY_RUNTIME) {
        if (is_live_in_itself(session->instance, use, &base->use))
            correct_element(location, velocity);
        return XR_SUCCESS;
    }
    if (is_live) {
        placement = us_space_place_located(session, use->space, location, velocity);
        us_space_relate(&base->placement, &placement);
    } else {
        XrResult result = us_space_locate(session, use, base, moment, &placement);
        if (XR_FAILED(result))
            return result;
    }
    count_answer(session, use, &base->use, placement.flags != 0);
    location->locationFlags = placement.flags;
    location->pose = us_convert_to_posef(placement.motion.pose);
    if (velocity != NULL)
        write_velocity(&velocity->velocityFlags, &velocity->linearVelocity,
                       &velocity->angularVelocity, &placement);
    *out_answer = us_space_answer(use, placement.how, base, moment);
    return XR_SUCCESS;
}

static XrResult overlay_spaces(struct us_session *session, const XrSpacesLocateInfo *info,
                               struct us_space_base *base, XrSpaceLocations *locations)
{
    XrSpaceVelocities *velocities = us_xr_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
    if (locations->locationCount != info->spaceCount ||
        (velocities != NULL && velocities->velocityCount != info->spaceCount))
        return XR_ERROR_VALIDATION_FAILURE;
    struct us_playback_moment moment = us_playback_locate(session, info->time);
    XrResult result = us_space_base_place(session, &moment, base);
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < info->spaceCount; i++) {
        struct us_space_use use;
        struct us_answer answer;
        us_space_find_use(info->spaces[i], &use);
        result = overlay_element(session, &use, base, &moment, &locations->locations[i],
                                 velocities != NULL ? &velocities->velocities[i] : NULL, &answer);
        us_answers_report(i, answer);
    }
    return result;
}

/* Whether the layer must change an answer of the chain below. Only this decision uses the spaces as
 * resolved here; overlay_spaces resolves them again for the answers. */
static bool concerns_recording(const struct us_instance *instance, const XrSpacesLocateInfo *info,
                               const struct us_space_use *base)
{
    if (base->resolved.entity != US_ENTITY_RUNTIME)
        return true;
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        struct us_space_use use;
        us_space_find_use(info->spaces[i], &use);
        if (use.resolved.entity != US_ENTITY_RUNTIME || is_live_in_itself(instance, &use, base))
            return true;
    }
    return false;
}

static XrResult locate_spaces(PFN_xrLocateSpaces next, struct us_session *session,
                              const XrSpacesLocateInfo *info, struct us_space_base *base,
                              XrSpaceLocations *locations)
{
    XrSpacesLocateInfo below = *info;
    XrResult result = us_space_base_ask(session, info->time, base);
    if (base->use.resolved.entity != US_ENTITY_RUNTIME)
        below.baseSpace = session->anchor;
    if (XR_SUCCEEDED(result))
        result = next(session->handle, &below, locations);
    if (XR_FAILED(result))
        return result;
    XrResult overlaid = overlay_spaces(session, info, base, locations);
    return XR_FAILED(overlaid) ? overlaid : result;
}

/* Locates every space once without output, so that an error is found before any output is
 * written. */
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

/* Locates each space with xrLocateSpace, for a chain below that lacks xrLocateSpaces. */
static XrResult locate_each(const struct us_instance *instance, const XrSpacesLocateInfo *info,
                            XrSpaceLocations *locations)
{
    XrSpaceVelocities *velocities = us_xr_find_output(locations->next, XR_TYPE_SPACE_VELOCITIES);
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
        struct us_answer answer = us_answer_runtime();
        XrResult located =
            locate_one(info->spaces[i], info->baseSpace, info->time, &location, &answer);
        if (XR_FAILED(located))
            return located;
        us_answers_report(i, answer);
        result = located != XR_SUCCESS ? located : result;
        locations->locations[i] = (XrSpaceLocationData){location.locationFlags, location.pose};
        if (velocities != NULL)
            velocities->velocities[i] = (XrSpaceVelocityData){
                velocity.velocityFlags, velocity.linearVelocity, velocity.angularVelocity};
    }
    return result;
}

static XrResult locate_many(XrSession handle, const XrSpacesLocateInfo *info,
                            XrSpaceLocations *locations, enum us_function which)
{
    US_SESSION_OF_CALL(handle, session, instance);
    PFN_xrLocateSpaces next = (PFN_xrLocateSpaces)instance->next.of[which];
    if (next == NULL && (session == NULL || info == NULL || locations == NULL))
        return session == NULL ? XR_ERROR_HANDLE_INVALID : XR_ERROR_VALIDATION_FAILURE;
    if (next == NULL && instance->next.xrLocateSpace == NULL)
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    if (next == NULL)
        return locate_each(instance, info, locations);
    struct us_space_base base;
    if (session == NULL || info == NULL || locations == NULL || info->spaces == NULL)
        return next(handle, info, locations);
    us_space_find_use(info->baseSpace, &base.use);
    if (!concerns_recording(instance, info, &base.use))
        return next(handle, info, locations);
    return locate_spaces(next, session, info, &base, locations);
}

US_LOCATE_SPACES_HANDLERS(hook, locate_many)

const struct us_handler us_hooks_space[] = {
    US_HANDLER(xrCreateReferenceSpace, hook_xrCreateReferenceSpace),
    US_HANDLER(xrCreateActionSpace, hook_xrCreateActionSpace),
    US_HANDLER(xrDestroySpace, hook_xrDestroySpace),
    US_HANDLER(xrLocateSpace, hook_xrLocateSpace),
    US_HANDLER(xrLocateSpaces, hook_xrLocateSpaces),
    US_HANDLER(xrLocateSpacesKHR, hook_xrLocateSpacesKHR),
    US_HANDLERS_END,
};
