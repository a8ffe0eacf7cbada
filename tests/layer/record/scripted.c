/* SPDX-License-Identifier: MIT */
#include "scripted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scripted scripted;

static XrReferenceSpaceType types[FAKE_SPACES]; /* by handle; 0: not a reference space */

static XrReferenceSpaceType type_of(XrSpace space)
{
    return US_XR_VALUE(space) < FAKE_SPACES ? types[US_XR_VALUE(space)] : 0;
}

/* ---- the runtime ---- */

static PFN_xrCreateReferenceSpace next_space;

static XRAPI_ATTR XrResult XRAPI_CALL create_space(XrSession session,
                                                   const XrReferenceSpaceCreateInfo *info,
                                                   XrSpace *out)
{
    XrResult result = next_space(session, info, out);
    if (XR_SUCCEEDED(result))
        types[US_XR_VALUE(*out)] = info->referenceSpaceType;
    return result;
}

static struct scripted_place place_of(XrReferenceSpaceType type)
{
    if (scripted.is_app)
        return scripted.told;
    if (type == XR_REFERENCE_SPACE_TYPE_VIEW)
        return scripted.view_at;
    return type == XR_REFERENCE_SPACE_TYPE_STAGE ? scripted.stage_at : scripted.floor_at;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSpace space, XrSpace base, XrTime time,
                                             XrSpaceLocation *out)
{
    const struct scripted_place at = place_of(type_of(space));
    XrSpaceVelocity *velocity = fake_find(out->next, XR_TYPE_SPACE_VELOCITY);
    if (!scripted.is_app) {
        assert_int_equal(type_of(base), XR_REFERENCE_SPACE_TYPE_LOCAL);
        assert_int_equal(time, scripted.time);
        if (velocity != NULL)
            scripted.asked_velocity |= 1u << type_of(space);
        if (type_of(space) == XR_REFERENCE_SPACE_TYPE_VIEW && scripted.while_sampling != NULL)
            scripted.while_sampling();
    }
    out->locationFlags = at.flags;
    out->pose = at.pose;
    if (velocity != NULL) {
        velocity->velocityFlags = at.moving;
        velocity->linearVelocity = at.linear;
        velocity->angularVelocity = at.angular;
    }
    return at.result;
}

/* Each space is one metre, and one metre a second, further than the one before. */
static XRAPI_ATTR XrResult XRAPI_CALL locate_many(XrSession session, const XrSpacesLocateInfo *info,
                                                  XrSpaceLocations *locations)
{
    (void)session, (void)info;
    XrSpaceVelocities *velocities = fake_find(locations->next, XR_TYPE_SPACE_VELOCITIES);
    for (uint32_t i = 0; i < locations->locationCount; i++) {
        locations->locations[i] = (XrSpaceLocationData){scripted.told.flags, scripted.told.pose};
        locations->locations[i].pose.position.x += (float)i;
    }
    for (uint32_t i = 0; velocities != NULL && i < velocities->velocityCount; i++) {
        velocities->velocities[i] = (XrSpaceVelocityData){
            scripted.told.moving, scripted.told.linear, scripted.told.angular};
        velocities->velocities[i].angularVelocity.x += (float)i;
    }
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    (void)session, (void)info;
    const XrVector3f at = scripted.view_position;
    float off = scripted.views_are_off > 0 ? 0.01f : 0.0f;
    scripted.views_are_off -= scripted.views_are_off > 0 ? 1 : 0;
    state->viewStateFlags = scripted.view_flags;
    *count = scripted.view_count;
    for (uint32_t i = 0; i < capacity; i++) {
        float n = (float)(i + 1);
        views[i].pose = (XrPosef){{0, 0, 0, 1}, {n * at.x + off, n * at.y, n * at.z}};
        views[i].fov = (XrFovf){-scripted.right_rad, scripted.right_rad, 1, -1};
    }
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL create_tracker(XrSession session,
                                                     const XrHandTrackerCreateInfoEXT *info,
                                                     XrHandTrackerEXT *out)
{
    (void)session;
    scripted.trackers++;
    *out = US_XR_HANDLE(XrHandTrackerEXT, 700 + (uint64_t)info->hand);
    return XR_SUCCESS;
}

static void fill_joints(const XrHandJointLocationsEXT *locations)
{
    const struct scripted_place *at = &scripted.hand.at;
    const XrHandJointVelocitiesEXT *velocities =
        fake_find(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT);
    for (uint32_t i = 0; i < locations->jointCount; i++) {
        locations->jointLocations[i] = (XrHandJointLocationEXT){at->flags, at->pose, 0.5f};
        locations->jointLocations[i].pose.position.x += (float)i;
    }
    /* All combinations of flags, one after the other. */
    for (uint32_t i = 0; velocities != NULL && i < velocities->jointCount; i++)
        velocities->jointVelocities[i] =
            (XrHandJointVelocityEXT){i % 4, scripted.hand.at.linear, scripted.hand.at.angular};
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_joints(XrHandTrackerEXT tracker,
                                                    const XrHandJointsLocateInfoEXT *info,
                                                    XrHandJointLocationsEXT *locations)
{
    (void)tracker, (void)info;
    XrHandTrackingAimStateFB *aim = fake_find(locations->next, XR_TYPE_HAND_TRACKING_AIM_STATE_FB);
    XrHandTrackingDataSourceStateEXT *source =
        fake_find(locations->next, XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT);
    locations->isActive = scripted.hand.is_active;
    fill_joints(locations);
    if (source != NULL) {
        source->isActive = scripted.hand.data_source != 0;
        source->dataSource = (XrHandTrackingDataSourceEXT)scripted.hand.data_source;
    }
    if (aim != NULL) {
        void *next = aim->next;
        *aim = scripted.aim;
        aim->type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB;
        aim->next = next;
    }
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    XrResult result = fake_get(instance, name, function);
    if (XR_FAILED(result) || instance == XR_NULL_HANDLE)
        return result;
    if (strcmp(name, "xrCreateReferenceSpace") == 0)
        next_space = (PFN_xrCreateReferenceSpace)*function;
    FAKE_INSTEAD(xrCreateReferenceSpace, create_space)
    FAKE_INSTEAD(xrLocateSpace, locate)
    FAKE_INSTEAD(xrLocateSpacesKHR, locate_many)
    FAKE_INSTEAD(xrLocateViews, locate_views)
    FAKE_INSTEAD(xrCreateHandTrackerEXT, create_tracker)
    FAKE_INSTEAD(xrLocateHandJointsEXT, locate_joints)
    return result;
}

/* ---- the app ---- */

struct scripted_place scripted_at(float x, float y, float z)
{
    return (struct scripted_place){.flags = SCRIPTED_TRACKED, .pose = {{0, 0, 0, 1}, {x, y, z}}};
}

static struct scripted_place moving_at(float x)
{
    struct scripted_place at = scripted_at(x, 0, 0);
    at.moving = XR_SPACE_VELOCITY_LINEAR_VALID_BIT;
    at.linear.x = 10.0f * x;
    return at;
}

static void set_answers(void)
{
    memset(types, 0, sizeof types);
    scripted.time = SCENE_AT(0);
    scripted.view_at = moving_at(2);
    scripted.floor_at = moving_at(3);
    scripted.stage_at = moving_at(4);
    scripted.view_flags = SCRIPTED_TRACKED;
    scripted.view_count = 2;
    scripted.view_position = (XrVector3f){0.1f, 0, 0};
    scripted.right_rad = 1.0f;
    scripted.hand.at = scripted_at(0, 0, 0);
}

static void begin_session(void)
{
    struct scene *scene = &scripted.scene;
    const XrSessionCreateInfo create = {.type = XR_TYPE_SESSION_CREATE_INFO};
    const XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                      .primaryViewConfigurationType =
                                          XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    assert_success(scene->calls.xrCreateSession(scene->instance, &create, &scene->session));
    assert_success(scene->calls.xrBeginSession(scene->session, &begin));
    scripted.local = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, scene_identity);
    scripted.head = scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, scene_identity);
    scripted.beside_head =
        scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, (XrPosef){{0, 0, 0, 1}, {100, 0, 0}});
    if (!fake.refuses_stage)
        scripted.stage = scene_space(scene, XR_REFERENCE_SPACE_TYPE_STAGE, scene_identity);
    if (fake_enabled(XR_EXT_LOCAL_FLOOR_EXTENSION_NAME))
        scripted.floor = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, scene_identity);
    assert_success(fake_add_space((struct fake_space){.is_action = true}, &scripted.unknown));
}

void scripted_begin(const char *const *names, uint32_t count, bool has_stage)
{
    memset(&scripted, 0, sizeof scripted);
    sink_scene_init(&scripted.scene, 0);
    set_answers();
    fake.has_local_floor = true;
    fake.refuses_stage = !has_stage;
    for (uint32_t i = 0; i < count; i++)
        fake.also[i] = names[i];
    assert_success(scene_create_over(&scripted.scene, get, fake_create, names, count));
    begin_session();
}

void scripted_end(void)
{
    sink_scene_finish(&scripted.scene);
}

void scripted_wait(void)
{
    scripted.is_app = false;
    scripted.time += 10000000;
    scene_wait_frame(&scripted.scene, scripted.time);
    scripted.is_app = true;
}

const struct us_session_frame *scripted_end_frame(void)
{
    assert_success(scene_submit(&scripted.scene, scripted.time, 0, NULL));
    const struct us_session_frame *frame = sink_frame(-1);
    assert_int_equal(frame->time_ns, scripted.time);
    return frame;
}

void scripted_locate(XrSpace space, XrSpace base, bool moves)
{
    XrSpaceVelocity velocity;
    (void)scene_locate(&scripted.scene, space, base, scripted.time, moves ? &velocity : NULL);
}
