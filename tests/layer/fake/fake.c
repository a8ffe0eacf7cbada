/* SPDX-License-Identifier: MIT */
#include "fake.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "fake_frame.h"
#include "fake_mesh.h"
#include "fake_parts.h"
#include "fake_space.h"
#include "core/base/pose.h"

struct fake fake;
static pthread_mutex_t events_lock = PTHREAD_MUTEX_INITIALIZER;

void fake_reset(void)
{
    memset(&fake, 0, sizeof fake);
    memset(&fake_frame, 0, sizeof fake_frame);
    fake.next_time = 1000000000;
}

void fake_push_state(XrSession session, XrSessionState state)
{
    pthread_mutex_lock(&events_lock);
    XrEventDataSessionStateChanged *event =
        (XrEventDataSessionStateChanged *)&fake.events[FAKE_GET(event_count)];
    event->type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED;
    event->session = session;
    event->state = state;
    event->time = fake.state_time;
    FAKE_ADD(event_count, 1);
    pthread_mutex_unlock(&events_lock);
}

void fake_push_profile(XrSession session)
{
    pthread_mutex_lock(&events_lock);
    XrEventDataInteractionProfileChanged *event =
        (XrEventDataInteractionProfileChanged *)&fake.events[FAKE_GET(event_count)];
    event->type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED;
    event->session = session;
    FAKE_ADD(event_count, 1);
    pthread_mutex_unlock(&events_lock);
}

bool fake_enabled(const char *name)
{
    for (uint32_t i = 0; i < fake.name_count; i++) {
        if (strcmp(fake.names[i], name) == 0)
            return true;
    }
    return false;
}

bool fake_scripted(const char *name, XrResult *result)
{
    *result = XR_SUCCESS;
    if (fake.fails == NULL || strcmp(fake.fails, name) != 0)
        return false;
    if (fake.fails_after > 0) {
        fake.fails_after--;
        return false;
    }
    *result = fake.fails_with;
    return XR_FAILED(*result);
}

void *fake_find(const void *next, XrStructureType type)
{
    const XrBaseInStructure *at = next;
    while (at != NULL && at->type != type)
        at = at->next;
    return (void *)at;
}

uint64_t fake_new_handle(void)
{
    return FAKE_ADD(last_handle, 1) + 1;
}

enum { LISTED = 3 + sizeof fake.also / sizeof fake.also[0] };

static uint32_t list_extensions(const char *names[LISTED])
{
    uint32_t count = 0;
    if (!fake.lacks_headless)
        names[count++] = XR_MND_HEADLESS_EXTENSION_NAME;
    if (fake.has_hands)
        names[count++] = XR_EXT_HAND_TRACKING_EXTENSION_NAME;
    if (fake.has_eyes)
        names[count++] = XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME;
    for (size_t i = 0; i < sizeof fake.also / sizeof fake.also[0] && fake.also[i] != NULL; i++)
        names[count++] = fake.also[i];
    return count;
}

static bool is_listed(const char *name)
{
    const char *names[LISTED];
    uint32_t count = list_extensions(names);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_extensions(const char *layer, uint32_t capacity,
                                                           uint32_t *count,
                                                           XrExtensionProperties *properties)
{
    const char *names[LISTED];
    uint32_t total = list_extensions(names);
    if (layer != NULL)
        return XR_ERROR_API_LAYER_NOT_PRESENT;
    CALL(xrEnumerateInstanceExtensionProperties)
    *count = total;
    if (capacity == 0)
        return result;
    if (capacity < total)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < total; i++)
        snprintf(properties[i].extensionName, XR_MAX_EXTENSION_NAME_SIZE, "%s", names[i]);
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL fake_create(const XrInstanceCreateInfo *info,
                                           const XrApiLayerCreateInfo *layer_info,
                                           XrInstance *instance)
{
    (void)layer_info;
    CALL(xrCreateInstance)
    fake.creates++;
    fake.name_count = 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->enabledExtensionNames[i];
        if (!is_listed(name) ||
            (fake.refused_extension != NULL && strcmp(name, fake.refused_extension) == 0))
            return XR_ERROR_EXTENSION_NOT_PRESENT;
        snprintf(fake.names[fake.name_count++], XR_MAX_EXTENSION_NAME_SIZE, "%s", name);
    }
    *instance = US_XR_HANDLE(XrInstance, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_instance(XrInstance instance)
{
    (void)instance;
    CALL(xrDestroyInstance)
    fake.destroys++;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_system_properties(XrInstance instance, XrSystemId system,
                                                            XrSystemProperties *properties)
{
    (void)instance, (void)system;
    CALL(xrGetSystemProperties)
    NEED(properties)
    properties->trackingProperties.orientationTracking = XR_FALSE;
    properties->trackingProperties.positionTracking = XR_FALSE;
    for (XrBaseOutStructure *next = fake.tells_system ? properties->next : NULL; next != NULL;
         next = next->next) {
        if (next->type == XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT)
            ((XrSystemHandTrackingPropertiesEXT *)next)->supportsHandTracking = fake.sees_hands;
        if (next->type == XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT)
            ((XrSystemEyeGazeInteractionPropertiesEXT *)next)->supportsEyeGazeInteraction =
                fake.sees_eyes;
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer *event)
{
    (void)instance;
    CALL(xrPollEvent)
    NEED(event)
    if (FAKE_GET(event_count) == 0)
        return XR_EVENT_UNAVAILABLE;
    pthread_mutex_lock(&events_lock);
    bool there = FAKE_GET(event_count) > 0;
    if (there) {
        *event = fake.events[0];
        memmove(fake.events, fake.events + 1, sizeof fake.events - sizeof fake.events[0]);
        FAKE_ADD(event_count, -1);
    }
    pthread_mutex_unlock(&events_lock);
    return there ? result : XR_EVENT_UNAVAILABLE;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_session(XrInstance instance,
                                                     const XrSessionCreateInfo *info,
                                                     XrSession *session)
{
    (void)instance, (void)info;
    CALL(xrCreateSession)
    NEED(info)
    NEED(session)
    *session = US_XR_HANDLE(XrSession, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_session(XrSession session)
{
    (void)session;
    CALL(xrDestroySession)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL begin_session(XrSession session,
                                                    const XrSessionBeginInfo *info)
{
    (void)session, (void)info;
    CALL(xrBeginSession)
    NEED(info)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL end_session(XrSession session)
{
    (void)session;
    CALL(xrEndSession)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL convert_time(XrInstance instance,
                                                   const struct timespec *clock, XrTime *time)
{
    (void)instance;
    CALL(xrConvertTimespecTimeToTimeKHR)
    NEED(clock)
    assert_true(clock->tv_nsec >= 0 && clock->tv_nsec < 1000000000);
    FAKE_SET(asked_ns, (int64_t)clock->tv_sec * 1000000000 + clock->tv_nsec);
    *time = fake.now;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_reference_spaces(XrSession session,
                                                                 uint32_t capacity, uint32_t *count,
                                                                 XrReferenceSpaceType *types)
{
    (void)session;
    CALL(xrEnumerateReferenceSpaces)
    NEED(count)
    NEED_LIST(capacity, types)
    const XrReferenceSpaceType all[] = {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL,
                                        XR_REFERENCE_SPACE_TYPE_STAGE,
                                        XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    XrReferenceSpaceType listed[4];
    *count = 0;
    for (uint32_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if ((all[i] != XR_REFERENCE_SPACE_TYPE_STAGE || !fake.lacks_stage) &&
            (all[i] != XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR || fake.has_local_floor))
            listed[(*count)++] = all[i];
    }
    if (capacity > 0 && capacity < *count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (capacity > 0)
        memcpy(types, listed, *count * sizeof *types);
    return result;
}

static bool find_dead(uint32_t *out_value)
{
    FAKE_ADD(space_count, -1);
    for (uint32_t i = 1; i < FAKE_SPACES; i++) {
        int life = FAKE_DEAD;
        *out_value = i;
        if (atomic_compare_exchange_strong_explicit(&fake.spaces[i].life, &life, FAKE_MAKING,
                                                    memory_order_acquire, memory_order_relaxed))
            return true;
    }
    return false;
}

XrResult fake_add_space(struct fake_space space, XrSpace *out)
{
    uint32_t value = FAKE_ADD(space_count, 1) + 1;
    if (value >= FAKE_SPACES && !find_dead(&value))
        return XR_ERROR_LIMIT_REACHED;
    struct fake_space *slot = &fake.spaces[value];
    slot->is_action = space.is_action;
    slot->moves = space.moves;
    slot->reference = space.reference;
    slot->offset = space.offset;
    atomic_store_explicit(&slot->life, FAKE_ALIVE, memory_order_release);
    *out = US_XR_HANDLE(XrSpace, value);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_reference_space(XrSession session,
                                                             const XrReferenceSpaceCreateInfo *info,
                                                             XrSpace *space)
{
    (void)session;
    CALL(xrCreateReferenceSpace)
    NEED(info)
    NEED(space)
    if ((info->referenceSpaceType == XR_REFERENCE_SPACE_TYPE_STAGE && fake.refuses_stage) ||
        (info->referenceSpaceType == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR && !fake.has_local_floor))
        return XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    XrResult added = fake_add_space((struct fake_space){.reference = info->referenceSpaceType,
                                                        .offset = info->poseInReferenceSpace},
                                    space);
    return XR_SUCCEEDED(added) ? result : added;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action_space(XrSession session,
                                                          const XrActionSpaceCreateInfo *info,
                                                          XrSpace *space)
{
    (void)session;
    CALL(xrCreateActionSpace)
    NEED(info)
    NEED(space)
    FAKE_SET(space_path, info->subactionPath);
    XrResult added = fake_add_space(
        (struct fake_space){.is_action = true, .offset = info->poseInActionSpace}, space);
    return XR_SUCCEEDED(added) ? result : added;
}

static struct fake_space *space_of(XrSpace handle)
{
    uint64_t value = US_XR_VALUE(handle);
    bool alive = value > 0 && value < FAKE_SPACES &&
                 atomic_load_explicit(&fake.spaces[value].life, memory_order_acquire) == FAKE_ALIVE;
    return alive ? &fake.spaces[value] : NULL;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_space(XrSpace handle)
{
    CALL(xrDestroySpace)
    FAKE_SET(destroyed_space, handle);
    struct fake_space *space = space_of(handle);
    if (space == NULL)
        return XR_ERROR_HANDLE_INVALID;
    atomic_store_explicit(&space->life, FAKE_DEAD, memory_order_release);
    return result;
}

static struct us_pose from_posef(XrPosef pose)
{
    return (struct us_pose){
        {pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w},
        {pose.position.x, pose.position.y, pose.position.z}};
}

static XrPosef to_posef(struct us_pose pose)
{
    return (XrPosef){{pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w},
                     {pose.position_m.x, pose.position_m.y, pose.position_m.z}};
}

static struct us_pose live_head(XrTime time)
{
    const float at = FAKE_LIVE_HEAD_M;
    if (!fake.head_moves)
        return (struct us_pose){{0, 1, 0, 0}, {at, at, at}};
    float s = (float)(time - FAKE_MOVE_FROM) * 1e-9f;
    float yaw = (3.14159265f + 0.3f * s) / 2.0f, pitch = 0.1f * s;
    struct us_pose turn = {{0, sinf(yaw), 0, cosf(yaw)}, {at + 0.5f * s, at - 0.25f * s, at}};
    return us_pose_multiply(turn, (struct us_pose){{sinf(pitch), 0, 0, cosf(pitch)}, {0, 0, 0}});
}

static struct us_pose live_in_local(const struct fake_space *space, XrTime time)
{
    const float other = FAKE_LIVE_OTHER_M;
    struct us_pose pose = {{0, 0, 0, 1}, {other, other, other}};
    if (space->moves)
        pose = fake_space_moving(time);
    else if (!space->is_action && space->reference == XR_REFERENCE_SPACE_TYPE_VIEW)
        pose = live_head(time);
    else if (!space->is_action && space->reference == XR_REFERENCE_SPACE_TYPE_LOCAL)
        pose.position_m = (struct us_vec3){fake.local_moved_x_m, 0, 0};
    else if (!space->is_action && space->reference == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        pose = (struct us_pose){{0, 0, 0, 1}, {0, FAKE_FLOOR_Y_M, 0}};
    else if (!space->is_action && space->reference == XR_REFERENCE_SPACE_TYPE_STAGE)
        pose = (struct us_pose){{0, 0, 0, 1}, {0, FAKE_STAGE_Y_M, 0}};
    return us_pose_multiply(pose, from_posef(space->offset));
}

XrResult fake_locate(XrSpace handle, XrSpace base_handle, XrTime time, XrSpaceLocationFlags *flags,
                     XrPosef *pose)
{
    const struct fake_space *space = space_of(handle), *base = space_of(base_handle);
    if (space == NULL || base == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (time <= 0 && !fake.any_time)
        return XR_ERROR_TIME_INVALID;
    bool lost = fake.lost != XR_NULL_HANDLE && (handle == fake.lost || base_handle == fake.lost);
    *flags = fake.unlocatable || lost ? 0 : fake.has_flags ? fake.flags : 15;
    *pose = to_posef(
        us_pose_multiply(us_pose_inverse(live_in_local(base, time)), live_in_local(space, time)));
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_space(XrSpace handle, XrSpace base, XrTime time,
                                                   XrSpaceLocation *location)
{
    CALL(xrLocateSpace)
    NEED(location)
    FAKE_ADD(calls_of_locate, 1);
    if (fake.on_locate != NULL)
        fake.on_locate();
    if (fake_find(location->next, XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT) != NULL)
        FAKE_ADD(gaze_times, 1);
    XrResult located = fake_locate(handle, base, time, &location->locationFlags, &location->pose);
    if (XR_FAILED(located))
        return located;
    XrSpaceVelocity *velocity = fake_find(location->next, XR_TYPE_SPACE_VELOCITY);
    if (velocity != NULL) {
        XrSpaceVelocityData data = fake_space_velocity(handle, base, time);
        velocity->velocityFlags = data.velocityFlags;
        velocity->linearVelocity = data.linearVelocity;
        velocity->angularVelocity = data.angularVelocity;
    }
    return result;
}

static XrResult locate_many(const XrSpacesLocateInfo *info, XrSpaceLocations *locations,
                            XrResult result)
{
    NEED(info)
    NEED(locations)
    NEED_LIST(info->spaceCount, info->spaces)
    NEED_LIST(locations->locationCount, locations->locations)
    XrSpaceVelocities *velocities = fake_find(locations->next, XR_TYPE_SPACE_VELOCITIES);
    if (info->spaceCount == 0 ||
        (!fake.any_count &&
         (locations->locationCount != info->spaceCount ||
          (velocities != NULL && velocities->velocityCount != info->spaceCount))))
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < info->spaceCount; i++) {
        if (space_of(info->spaces[i]) == NULL)
            return XR_ERROR_HANDLE_INVALID;
    }
    for (uint32_t i = 0; i < info->spaceCount && i < locations->locationCount; i++) {
        XrResult located =
            fake_locate(info->spaces[i], info->baseSpace, info->time,
                        &locations->locations[i].locationFlags, &locations->locations[i].pose);
        if (XR_FAILED(located))
            return located;
        if (velocities != NULL && i < velocities->velocityCount)
            velocities->velocities[i] =
                fake_space_velocity(info->spaces[i], info->baseSpace, info->time);
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_spaces(XrSession session,
                                                    const XrSpacesLocateInfo *info,
                                                    XrSpaceLocations *locations)
{
    (void)session;
    CALL(xrLocateSpaces)
    return locate_many(info, locations, result);
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_spaces_khr(XrSession session,
                                                        const XrSpacesLocateInfo *info,
                                                        XrSpaceLocations *locations)
{
    (void)session;
    CALL(xrLocateSpacesKHR)
    return locate_many(info, locations, result);
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    (void)session;
    CALL(xrLocateViews)
    NEED(info)
    NEED(state)
    NEED(count)
    NEED_LIST(capacity, views)
    FAKE_ADD(calls_of_views, 1);
    FAKE_SET(views_space, info->space);
    const struct fake_space *base = space_of(info->space);
    if (base == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (info->displayTime <= 0 && !fake.any_time)
        return XR_ERROR_TIME_INVALID;
    *count = fake.view_count > 0 ? fake.view_count : 2;
    if (capacity == 0)
        return result;
    if (capacity < *count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < *count; i++) {
        struct fake_space head = {
            .reference = XR_REFERENCE_SPACE_TYPE_VIEW,
            .offset = {{0, 0, 0, 1},
                       {i % 2 == 0 ? -FAKE_EYE_X_M : FAKE_EYE_X_M, i < 2 ? 0 : 0.01f, 0}}};
        views[i].pose =
            to_posef(us_pose_multiply(us_pose_inverse(live_in_local(base, info->displayTime)),
                                      live_in_local(&head, info->displayTime)));
        views[i].fov = (XrFovf){-0.5f - (float)i, 0.5f, 0.5f, -0.5f};
    }
    state->viewStateFlags = fake.view_flags;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_hand_tracker(XrSession session,
                                                          const XrHandTrackerCreateInfoEXT *info,
                                                          XrHandTrackerEXT *tracker)
{
    (void)session, (void)info;
    CALL(xrCreateHandTrackerEXT)
    NEED(info)
    NEED(tracker)
    if (fake.no_hand_feature)
        return XR_ERROR_FEATURE_UNSUPPORTED;
    *tracker = US_XR_HANDLE(XrHandTrackerEXT, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_hand_tracker(XrHandTrackerEXT tracker)
{
    (void)tracker;
    CALL(xrDestroyHandTrackerEXT)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_hand_mesh(XrHandTrackerEXT tracker,
                                                    XrHandTrackingMeshFB *mesh)
{
    (void)tracker;
    CALL(xrGetHandMeshFB)
    NEED(mesh)
    fake_mesh_fill(mesh, fake_mesh_own, FAKE_MESH_SEED);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_hand_joints(XrHandTrackerEXT tracker,
                                                         const XrHandJointsLocateInfoEXT *info,
                                                         XrHandJointLocationsEXT *locations)
{
    (void)tracker;
    CALL(xrLocateHandJointsEXT)
    NEED(info)
    NEED(locations)
    NEED_LIST(locations->jointCount, locations->jointLocations)
    FAKE_SET(hands_space, info->baseSpace);
    FAKE_ADD(calls_of_hands, 1);
    locations->isActive = XR_TRUE;
    XrHandTrackingAimStateFB *aim = fake_find(locations->next, XR_TYPE_HAND_TRACKING_AIM_STATE_FB);
    if (aim != NULL && fake_enabled(XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME))
        *aim = (XrHandTrackingAimStateFB){
            aim->type, aim->next, FAKE_LIVE_AIM_BITS, {{0, 0, 0, 1}, {9, 9, 9}}, 0.9f, 0.9f,
            0.9f,      0.9f};
    for (uint32_t i = 0; i < locations->jointCount; i++)
        locations->jointLocations[i] =
            (XrHandJointLocationEXT){15, {{0, 0, 0, 1}, {9, 9, 9}}, 1.0f};
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL string_to_path(XrInstance instance, const char *text,
                                                     XrPath *path)
{
    (void)instance;
    CALL(xrStringToPath)
    NEED(text)
    NEED(path)
    for (uint32_t i = 0; i < fake.path_count; i++) {
        if (strcmp(fake.paths[i], text) == 0) {
            *path = i + 1;
            return result;
        }
    }
    snprintf(fake.paths[fake.path_count++], sizeof fake.paths[0], "%s", text);
    *path = fake.path_count;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL path_to_string(XrInstance instance, XrPath path,
                                                     uint32_t capacity, uint32_t *count,
                                                     char *buffer)
{
    (void)instance;
    CALL(xrPathToString)
    NEED(count)
    NEED_LIST(capacity, buffer)
    if (path == XR_NULL_PATH || path > fake.path_count)
        return XR_ERROR_PATH_INVALID;
    *count = (uint32_t)strlen(fake.paths[path - 1]) + 1;
    if (capacity == 0)
        return result;
    if (capacity < *count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    memcpy(buffer, fake.paths[path - 1], *count);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL request_exit(XrSession session)
{
    (void)session;
    CALL(xrRequestExitSession)
    fake.exits++;
    return result;
}

static XrResult get_hands(const char *name, PFN_xrVoidFunction *function)
{
    FUNCTION(xrCreateHandTrackerEXT, create_hand_tracker)
    FUNCTION(xrDestroyHandTrackerEXT, destroy_hand_tracker)
    FUNCTION(xrLocateHandJointsEXT, locate_hand_joints)
    if (fake_enabled(XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME))
        FUNCTION(xrGetHandMeshFB, get_hand_mesh)
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

XRAPI_ATTR XrResult XRAPI_CALL fake_get(XrInstance instance, const char *name,
                                        PFN_xrVoidFunction *function)
{
    *function = NULL;
    if (instance == XR_NULL_HANDLE) {
        if (fake.no_null_query)
            return XR_ERROR_HANDLE_INVALID;
        FUNCTION(xrEnumerateInstanceExtensionProperties, enumerate_extensions)
        return XR_ERROR_HANDLE_INVALID;
    }
    if (fake.missing != NULL && strcmp(fake.missing, name) == 0)
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    FUNCTION(xrDestroyInstance, destroy_instance)
    FUNCTION(xrGetSystemProperties, get_system_properties)
    FUNCTION(xrPollEvent, poll_event)
    FUNCTION(xrCreateSession, create_session)
    FUNCTION(xrDestroySession, destroy_session)
    FUNCTION(xrBeginSession, begin_session)
    FUNCTION(xrEndSession, end_session)
    FUNCTION(xrRequestExitSession, request_exit)
    FUNCTION(xrEndFrame, fake_end_frame)
    FUNCTION(xrEnumerateReferenceSpaces, enumerate_reference_spaces)
    FUNCTION(xrGetReferenceSpaceBoundsRect, fake_space_get_bounds)
    FUNCTION(xrCreateReferenceSpace, create_reference_space)
    FUNCTION(xrCreateActionSpace, create_action_space)
    FUNCTION(xrDestroySpace, destroy_space)
    FUNCTION(xrLocateSpace, locate_space)
    FUNCTION(xrLocateSpaces, locate_spaces)
    FUNCTION(xrLocateViews, locate_views)
    FUNCTION(xrStringToPath, string_to_path)
    if (fake_enabled(XR_KHR_LOCATE_SPACES_EXTENSION_NAME)) {
        FUNCTION(xrLocateSpacesKHR, locate_spaces_khr)
    }
    FUNCTION(xrPathToString, path_to_string)
    if (fake_enabled(XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME)) {
        FUNCTION(xrConvertTimespecTimeToTimeKHR, convert_time)
    }
    if (fake_get_action(name, function) || fake_get_swapchain(name, function) ||
        fake_get_display(name, function))
        return XR_SUCCESS;
    if (fake_enabled(XR_EXT_HAND_TRACKING_EXTENSION_NAME))
        return get_hands(name, function);
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}
