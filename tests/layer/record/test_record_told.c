/* SPDX-License-Identifier: MIT */
/* Hazard: the recording holds what the recorder sampled where the app was told something else, or
 * the recorder's lists change what the runtime is asked. Every test runs on the headless runtime,
 * some of whose answers change right before the app asks. */
#include "runtime_app.h"
#include "sink.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "actions.h"

#define MOVED_M 0.5f

/* From now on, what the runtime says of spaces, hands and views is MOVED_M to the right, and the
 * hands' velocities are 1 m/s more. */
static bool has_moved;
/* From now on the runtime says that spaces and hands are not located. */
static bool has_lost;
/* From now on the runtime fails, after it has written what it would have said. */
static bool has_failed;
/* The runtime reads no state of this type; 0: it reads all. */
static int unread_type;
/* What the runtime was last told to sync, and how often it was told. */
static XrActiveActionSet synced[80];
static uint32_t synced_count;
static XrActiveActionSetPriorityEXT priorities[80];
static uint32_t priority_count;
static bool has_next;
static int sync_calls;
/* The runtime takes no list with more sets than this; 0: any number. */
static uint32_t sync_most;
static bool sync_blindly; /* and answers without looking at the list */

static PFN_xrLocateSpace next_locate;
static PFN_xrLocateSpaces next_locate_many;
static PFN_xrLocateHandJointsEXT next_joints;
static PFN_xrLocateViews next_views;
static PFN_xrSyncActions next_sync;
static PFN_xrGetActionStateBoolean next_boolean;
static PFN_xrGetActionStateFloat next_float;
static PFN_xrGetActionStateVector2f next_vector;

static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSpace space, XrSpace base, XrTime time,
                                             XrSpaceLocation *location)
{
    XrResult result = next_locate(space, base, time, location);
    XrEyeGazeSampleTimeEXT *sample = location->next;
    if (has_moved)
        location->pose.position.x += MOVED_M;
    if (has_moved && sample != NULL && sample->type == XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT)
        sample->time += 1000;
    if (has_lost)
        location->locationFlags = 0;
    return has_failed ? XR_ERROR_RUNTIME_FAILURE : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_many(XrSession session, const XrSpacesLocateInfo *info,
                                                  XrSpaceLocations *locations)
{
    XrResult result = next_locate_many(session, info, locations);
    for (uint32_t i = 0; has_moved && i < locations->locationCount; i++)
        locations->locations[i].pose.position.x += MOVED_M;
    return has_failed ? XR_ERROR_RUNTIME_FAILURE : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL joints(XrHandTrackerEXT tracker,
                                             const XrHandJointsLocateInfoEXT *info,
                                             XrHandJointLocationsEXT *locations)
{
    XrResult result = next_joints(tracker, info, locations);
    XrHandJointVelocitiesEXT *velocities = locations->next;
    for (uint32_t i = 0; has_moved && i < locations->jointCount; i++)
        locations->jointLocations[i].pose.position.x += MOVED_M;
    for (uint32_t i = 0;
         has_moved && velocities != NULL && velocities->type == XR_TYPE_HAND_JOINT_VELOCITIES_EXT &&
         i < velocities->jointCount;
         i++)
        velocities->jointVelocities[i].linearVelocity.x += 1.0f;
    if (has_lost)
        locations->isActive = XR_FALSE;
    return has_failed ? XR_ERROR_RUNTIME_FAILURE : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    XrResult result = next_views(session, info, state, capacity, count, views);
    for (uint32_t i = 0; has_moved && i < *count && i < capacity; i++) {
        views[i].pose.position.x += MOVED_M;
        views[i].fov.angleUp += 0.125f;
    }
    return has_failed ? XR_ERROR_RUNTIME_FAILURE : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL sync_list(XrSession session, const XrActionsSyncInfo *info)
{
    const XrActiveActionSetPrioritiesEXT *given = info->next;
    synced_count = info->countActiveActionSets;
    for (uint32_t i = 0; i < synced_count && i < 80; i++)
        synced[i] = info->activeActionSets[i];
    has_next = given != NULL;
    priority_count = 0;
    if (given != NULL && given->type == XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT)
        priority_count = given->actionSetPriorityCount;
    for (uint32_t i = 0; i < priority_count && i < 80; i++)
        priorities[i] = given->actionSetPriorities[i];
    sync_calls++;
    if (sync_most > 0 && synced_count > sync_most)
        return XR_ERROR_RUNTIME_FAILURE;
    return sync_blindly ? XR_SUCCESS : next_sync(session, info);
}

static XRAPI_ATTR XrResult XRAPI_CALL read_boolean(XrSession session,
                                                   const XrActionStateGetInfo *info,
                                                   XrActionStateBoolean *state)
{
    return unread_type == XR_ACTION_TYPE_BOOLEAN_INPUT ? XR_ERROR_RUNTIME_FAILURE
                                                       : next_boolean(session, info, state);
}

static XRAPI_ATTR XrResult XRAPI_CALL read_float(XrSession session,
                                                 const XrActionStateGetInfo *info,
                                                 XrActionStateFloat *state)
{
    return unread_type == XR_ACTION_TYPE_FLOAT_INPUT ? XR_ERROR_RUNTIME_FAILURE
                                                     : next_float(session, info, state);
}

static XRAPI_ATTR XrResult XRAPI_CALL read_vector(XrSession session,
                                                  const XrActionStateGetInfo *info,
                                                  XrActionStateVector2f *state)
{
    return unread_type == XR_ACTION_TYPE_VECTOR2F_INPUT ? XR_ERROR_RUNTIME_FAILURE
                                                        : next_vector(session, info, state);
}

static PFN_xrVoidFunction wrap(const char *name, PFN_xrVoidFunction function)
{
    RUNTIME_APP_WRAP(xrLocateSpace, next_locate, locate)
    RUNTIME_APP_WRAP(xrLocateSpaces, next_locate_many, locate_many)
    RUNTIME_APP_WRAP(xrLocateHandJointsEXT, next_joints, joints)
    RUNTIME_APP_WRAP(xrLocateViews, next_views, locate_views)
    RUNTIME_APP_WRAP(xrSyncActions, next_sync, sync_list)
    RUNTIME_APP_WRAP(xrGetActionStateBoolean, next_boolean, read_boolean)
    RUNTIME_APP_WRAP(xrGetActionStateFloat, next_float, read_float)
    RUNTIME_APP_WRAP(xrGetActionStateVector2f, next_vector, read_vector)
    if (strcmp(name, "xrLocateSpacesKHR") == 0) {
        PFN_xrLocateSpaces instead = locate_many;
        next_locate_many = (PFN_xrLocateSpaces)function;
        return (PFN_xrVoidFunction)instead;
    }
    return function;
}

/* An app with three sets: one of priority 0, one of priority 5 for both hands, and one of priority
 * 7 that binds nothing of the hands' triggers. */
struct app {
    struct runtime_app runtime;
    XrActionSet low, high, top;
    XrAction trigger, grip, high_grip, stick, click, squeeze, aim;
    XrSpace view, local, stage, left_grip, right_grip, any_grip, left_offset, left_aim;
    XrAction gaze; /* bound if the app has eyes */
    XrSpace gaze_space;
};

/* The app enables XR_EXT_eye_gaze_interaction, and binds its gaze. */
static bool has_eyes;

static XrPath path_of(struct app *app, const char *text)
{
    return actions_path(&app->runtime.scene, text);
}

static XrAction make_action(struct app *app, XrActionSet set, const char *name, XrActionType type)
{
    const XrPath hands[] = {path_of(app, LEFT), path_of(app, RIGHT)};
    return actions_make_named(&app->runtime.scene, set, type, name, hands, 2);
}

static void make_actions(struct app *app)
{
    app->low = actions_set_named(&app->runtime.scene, "low", 0);
    app->high = actions_set_named(&app->runtime.scene, "high", 5);
    app->top = actions_set_named(&app->runtime.scene, "top", 7);
    app->trigger = make_action(app, app->low, "trigger", XR_ACTION_TYPE_FLOAT_INPUT);
    app->grip = make_action(app, app->low, "grip", XR_ACTION_TYPE_POSE_INPUT);
    app->aim = make_action(app, app->low, "aim", XR_ACTION_TYPE_POSE_INPUT);
    app->stick = make_action(app, app->low, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT);
    app->click = make_action(app, app->low, "click", XR_ACTION_TYPE_BOOLEAN_INPUT);
    app->squeeze = make_action(app, app->high, "squeeze", XR_ACTION_TYPE_FLOAT_INPUT);
    app->high_grip = make_action(app, app->high, "high_grip", XR_ACTION_TYPE_POSE_INPUT);
    (void)make_action(app, app->top, "nothing", XR_ACTION_TYPE_BOOLEAN_INPUT);
    const struct actions_binding touch[] = {{app->trigger, LEFT "/input/trigger/value"},
                                            {app->trigger, RIGHT "/input/trigger/value"},
                                            {app->grip, LEFT "/input/grip/pose"},
                                            {app->grip, RIGHT "/input/grip/pose"},
                                            {app->aim, LEFT "/input/aim"},
                                            {app->stick, LEFT "/input/thumbstick"},
                                            {app->click, LEFT "/input/x/click"},
                                            {app->squeeze, LEFT "/input/squeeze/value"},
                                            {app->squeeze, RIGHT "/input/squeeze/value"}};
    const struct actions_binding simple[] = {{app->click, LEFT "/input/select/click"},
                                             {app->aim, LEFT "/input/grip/pose"}};
    assert_success(actions_suggest(&app->runtime.scene, TOUCH, touch, 9));
    assert_success(actions_suggest(&app->runtime.scene, SIMPLE, simple, 2));
    if (has_eyes) {
        app->gaze = actions_make_named(&app->runtime.scene, app->low, XR_ACTION_TYPE_POSE_INPUT,
                                       "gaze", NULL, 0);
        const struct actions_binding eyes = {app->gaze, EYE_GAZE};
        assert_success(actions_suggest(&app->runtime.scene, EYE_GAZE_PROFILE, &eyes, 1));
    }
    const XrActionSet sets[] = {app->low, app->high, app->top};
    assert_success(actions_attach(&app->runtime.scene, sets, 3));
}

static XrSpace make_offset(struct app *app, XrAction action, XrVector3f offset)
{
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .subactionPath = path_of(app, LEFT),
                                    .poseInActionSpace = {{0, 0, 0, 1}, offset}};
    struct scene *scene = &app->runtime.scene;
    XrSpace space = XR_NULL_HANDLE;
    assert_success(scene->calls.xrCreateActionSpace(scene->session, &info, &space));
    return space;
}

static const char *person = "moving";

static void begin(struct app *app, const char *const *extensions, uint32_t count)
{
    memset(app, 0, sizeof *app);
    has_moved = has_lost = has_failed = sync_blindly = false;
    unread_type = 0;
    sync_most = 0;
    sink_reset();
    runtime_app_wrap = wrap;
    runtime_app_begin(&app->runtime, true, person, extensions, count);
    make_actions(app);
    struct scene *scene = &app->runtime.scene;
    app->view = scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, scene_identity);
    app->local = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, scene_identity);
    app->stage = scene_space(scene, XR_REFERENCE_SPACE_TYPE_STAGE, scene_identity);
    app->left_grip = actions_space(scene, app->grip, LEFT);
    app->right_grip = actions_space(scene, app->grip, RIGHT);
    app->any_grip = actions_space(scene, app->grip, NULL);
    app->left_aim = actions_space(scene, app->aim, LEFT);
    if (has_eyes)
        app->gaze_space = actions_space(scene, app->gaze, NULL);
    app->left_offset = make_offset(app, app->grip, (XrVector3f){0, 0, 0.25f});
    runtime_app_focus(&app->runtime);
}

static void end(struct app *app)
{
    has_moved = has_lost = has_failed = false;
    runtime_app_end(&app->runtime);
    runtime_app_wrap = NULL;
}

static XrResult sync_low(struct app *app)
{
    return actions_sync(&app->runtime.scene, app->low);
}

/* Waits for a frame and syncs; the recorder has then sampled everything. */
static XrTime begin_frame(struct app *app)
{
    struct scene *scene = &app->runtime.scene;
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    assert_success(scene->calls.xrWaitFrame(scene->session, NULL, &state));
    assert_success(RUNTIME_APP_CALL(&app->runtime, xrBeginFrame)(scene->session, NULL));
    assert_success(sync_low(app));
    return state.predictedDisplayTime;
}

/* The same, and the runtime says something else from then on. */
static XrTime begin_moved_frame(struct app *app)
{
    const XrTime time = begin_frame(app);
    has_moved = true;
    return time;
}

static const struct us_session_frame *end_frame(struct app *app, XrTime time)
{
    struct scene *scene = &app->runtime.scene;
    has_moved = has_lost = has_failed = false;
    assert_success(scene_submit(scene, time, 0, NULL));
    const struct us_session_frame *frame = sink_frame(-1);
    assert_int_equal(frame->time_ns, time);
    return frame;
}

static void check_near(float got, double expected)
{
    if (!(fabs((double)got - expected) < 1e-4))
        fail_msg("got %.7g, expected %.7g", (double)got, expected);
}

/* Where moving_person.h has the grips and the head. */
static double grip_x(int hand)
{
    return 10.0 + (hand == 0 ? -0.3 : 0.3);
}

/* The grips of the frame are so far to the right of there. */
static void check_grips(const struct us_session_frame *frame, double left_m, double right_m)
{
    const double off_m[] = {left_m, right_m};
    for (int hand = 0; hand < 2; hand++)
        check_near(frame->poses[hand][US_SESSION_POSE_GRIP].pose.position_m.x,
                   grip_x(hand) + off_m[hand]);
}

static XrSpaceLocation locate_in(struct app *app, XrSpace space, XrSpace base, XrTime time,
                                 XrSpaceVelocity *velocity)
{
    return scene_locate(&app->runtime.scene, space, base, time, velocity);
}

#define APP_TEST(name) TEST_OF(name, struct app, app, begin(app, NULL, 0), end(app))

APP_TEST(test_told_poses)
{
    /* What the app does not ask for is what was sampled. */
    XrTime time = begin_moved_frame(app);
    const struct us_session_frame *frame = end_frame(app, time);
    check_grips(frame, 0, 0);
    /* What it asks for is what it was told; the other hand stays. */
    time = begin_moved_frame(app);
    (void)locate_in(app, app->left_grip, app->local, time, NULL);
    frame = end_frame(app, time);
    check_grips(frame, 0.5, 0);
    assert_true(frame->poses[0][US_SESSION_POSE_GRIP].is_active);
    time = begin_moved_frame(app);
    (void)locate_in(app, app->right_grip, app->local, time, NULL);
    frame = end_frame(app, time);
    check_grips(frame, 0, 0.5);
    /* The space's own offset is no part of the pose. */
    time = begin_moved_frame(app);
    XrSpaceLocation told = locate_in(app, app->left_offset, app->local, time, NULL);
    frame = end_frame(app, time);
    struct us_pose grip = frame->poses[0][US_SESSION_POSE_GRIP].pose;
    struct us_vec3 at = us_vec3_add(
        grip.position_m, us_quat_rotate(grip.rotation, (struct us_vec3){0.0f, 0.0f, 0.25f}));
    check_near(at.x, (double)told.pose.position.x);
    check_near(at.z, (double)told.pose.position.z);
}

/* An app may locate before it syncs the actions of the frame. What it was told stays, and what it
 * did not ask for is what the sync made of it. */
TEST(test_told_before_the_sync)
{
    static const char *const extension = "XR_EXT_eye_gaze_interaction";
    struct app app;
    has_eyes = true;
    begin(&app, &extension, 1);
    has_eyes = false;
    XrTime time = begin_frame(&app);
    (void)locate_in(&app, app.left_grip, app.local, time, NULL);
    XrSpaceLocation gaze = locate_in(&app, app.gaze_space, app.local, time, NULL);
    assert_int_equal(gaze.locationFlags & 3, 3);
    has_moved = true;
    assert_success(sync_low(&app));
    const struct us_session_frame *frame = end_frame(&app, time);
    check_grips(frame, 0, 0.5);
    check_near(frame->gaze.pose.position_m.x, (double)gaze.pose.position.x);
    assert_int_equal(frame->gaze_time_ns, time);
    assert_true(frame->poses[0][US_SESSION_POSE_GRIP].is_active && frame->gaze.is_active);
    /* Later frames, in the same memory: the app asks for nothing in them. */
    for (int i = 0; i < 8; i++) {
        time = begin_moved_frame(&app);
        assert_success(sync_low(&app));
        frame = end_frame(&app, time);
        check_near(frame->poses[0][US_SESSION_POSE_GRIP].pose.position_m.x, grip_x(0) + 0.5);
    }
    end(&app);
}

/* A pose that may be of either hand is of none. A source that another profile alone has is not the
 * action's. */
APP_TEST(test_told_poses_of_unknown_source)
{
    XrTime time = begin_moved_frame(app);
    (void)locate_in(app, app->any_grip, app->local, time, NULL);
    const struct us_session_frame *frame = end_frame(app, time);
    check_grips(frame, 0, 0);
    /* Touch has the aim for this action; the simple controller, which is not there, the grip. */
    time = begin_frame(app);
    (void)locate_in(app, app->left_aim, app->local, time, NULL);
    float sampled_x = end_frame(app, time)->poses[0][US_SESSION_POSE_AIM].pose.position_m.x;
    time = begin_moved_frame(app);
    (void)locate_in(app, app->left_aim, app->local, time, NULL);
    frame = end_frame(app, time);
    assert_true(frame->poses[0][US_SESSION_POSE_AIM].pose.position_m.x > sampled_x + 0.25f);
    check_near(frame->poses[0][US_SESSION_POSE_GRIP].pose.position_m.x, grip_x(0));
}

APP_TEST(test_told_velocities_and_flags)
{
    XrSpaceVelocity velocity;
    XrTime time = begin_moved_frame(app);
    (void)locate_in(app, app->left_grip, app->local, time, &velocity);
    const struct us_session_location *grip = &end_frame(app, time)->poses[0][US_SESSION_POSE_GRIP];
    /* d/dt of 1.3 + 0.1 sin(2t) */
    check_near(grip->linear_m_s.y, 0.2 * cos(2.0 * (double)time * 1e-9));
    assert_int_equal(grip->flags & 16, 16);
    /* Without a question for the velocity, the sampled one stays. */
    time = begin_moved_frame(app);
    (void)locate_in(app, app->left_grip, app->local, time, NULL);
    grip = &end_frame(app, time)->poses[0][US_SESSION_POSE_GRIP];
    check_near(grip->linear_m_s.y, 0.2 * cos(2.0 * (double)time * 1e-9));
    assert_int_equal(grip->flags & 16, 16);
    check_near(grip->pose.position_m.x, grip_x(0) + 0.5);
    /* What is not located any more is not located. */
    time = begin_frame(app);
    has_lost = true;
    (void)locate_in(app, app->left_grip, app->local, time, NULL);
    (void)locate_in(app, app->view, app->local, time, NULL);
    const struct us_session_frame *frame = end_frame(app, time);
    assert_int_equal(frame->poses[0][US_SESSION_POSE_GRIP].flags, 0);
    assert_int_equal(frame->poses[1][US_SESSION_POSE_GRIP].flags & 15, 15);
    assert_int_equal(frame->head.flags, 0);
}

static void write_comings_and_goings(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("0 left profile oculus/touch_controller\n0 left grip -0.2 -0.3 -0.4\n", file);
    for (int i = 1; i < 100; i++)
        fprintf(file, "%g left connected %s\n", i / 10.0, i % 2 == 1 ? "no" : "yes");
    fclose(file);
}

/* The recorder samples a frame before the app syncs, and so before the controller is gone for the
 * app. */
TEST(test_told_that_a_controller_went)
{
    struct app app;
    char path[64];
    snprintf(path, sizeof path, "/tmp/understudy-record-told-%ld.person", (long)getpid());
    write_comings_and_goings(path);
    person = path;
    begin(&app, NULL, 0);
    person = "moving";
    bool was_there = false;
    for (int left = 0; left < 3;) {
        XrTime time = begin_frame(&app);
        XrSpaceLocation told = locate_in(&app, app.left_grip, app.local, time, NULL);
        const struct us_session_frame *frame = end_frame(&app, time);
        assert_int_equal(frame->poses[0][US_SESSION_POSE_GRIP].flags & 15, told.locationFlags);
        left += was_there && told.locationFlags == 0;
        was_there = told.locationFlags != 0;
    }
    end(&app);
    unlink(path);
}

APP_TEST(test_told_head)
{
    XrTime time = begin_frame(app);
    double head_x = 10.0 + 0.1 * sin((double)time * 1e-9);
    has_moved = true;
    (void)locate_in(app, app->view, app->local, time, NULL);
    check_near(end_frame(app, time)->head.pose.position_m.x, head_x + 0.5);
    /* A question for another time says nothing of the frame. */
    time = begin_frame(app);
    head_x = 10.0 + 0.1 * sin((double)time * 1e-9);
    has_moved = true;
    (void)locate_in(app, app->view, app->local, time + 1000, NULL);
    (void)locate_in(app, app->local, app->view, time, NULL);
    (void)locate_in(app, app->stage, app->local, time, NULL);
    check_near(end_frame(app, time)->head.pose.position_m.x, head_x);
}

static void ask_views(struct app *app, XrSpace space, XrTime time, uint32_t capacity)
{
    struct scene_views told;
    assert_success(scene_ask_views(&app->runtime.scene, space, time, capacity, &told));
    assert_int_equal(told.count, 2);
}

APP_TEST(test_told_views)
{
    XrTime time = begin_frame(app);
    struct us_session_frame before = *end_frame(app, time);
    time = begin_frame(app);
    double head_x = 10.0 + 0.1 * sin((double)time * 1e-9);
    has_moved = true;
    ask_views(app, app->local, time, 0);
    const struct us_session_frame *frame = end_frame(app, time);
    check_near(frame->head.pose.position_m.x, head_x);
    check_near(frame->views[0].fov.up_rad, (double)before.views[0].fov.up_rad);
    time = begin_frame(app);
    head_x = 10.0 + 0.1 * sin((double)time * 1e-9);
    has_moved = true;
    ask_views(app, app->local, time, 2);
    frame = end_frame(app, time);
    check_near(frame->head.pose.position_m.x, head_x + 0.5);
    for (int i = 0; i < 2; i++) {
        check_near(frame->views[i].fov.up_rad, (double)before.views[i].fov.up_rad + 0.125);
        check_near(frame->views[i].pose.position_m.x, (double)before.views[i].pose.position_m.x);
    }
    assert_int_equal(frame->view_count, 2);
    assert_true(frame->views[2].fov.up_rad == 0.0f);
    /* Views in VIEW say where the eyes are in the head, and not where the head is. */
    time = begin_frame(app);
    head_x = 10.0 + 0.1 * sin((double)time * 1e-9);
    has_moved = true;
    ask_views(app, app->view, time, 2);
    frame = end_frame(app, time);
    check_near(frame->head.pose.position_m.x, head_x);
    check_near(frame->views[1].fov.up_rad, (double)before.views[1].fov.up_rad + 0.125);
}

static void ask_joints(struct app *app, XrHandTrackerEXT tracker, XrTime time, void *next)
{
    HAND_JOINTS_WITH(locations, list, next);
    scene_joints(&app->runtime.scene, tracker, app->local, time, &locations);
}

TEST(test_told_hands)
{
    const char *names[] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME};
    struct app app;
    begin(&app, names, 1);
    XrHandTrackerEXT left = scene_hand(&app.runtime.scene, XR_HAND_LEFT_EXT);
    XrHandTrackerEXT right = scene_hand(&app.runtime.scene, XR_HAND_RIGHT_EXT);
    /* Told as sampled: the frame tells where the joints are. */
    XrTime time = begin_frame(&app);
    ask_joints(&app, left, time, NULL);
    struct us_session_hand_joints sampled = end_frame(&app, time)->hands[0];
    assert_true(sampled.is_recorded && sampled.is_active);
    assert_int_equal(sampled.joints[25].flags, 15);
    struct us_session_frame before = *sink_frame(-1);
    for (int i = 0; i < 2; i++) {
        time = begin_moved_frame(&app);
        ask_joints(&app, i == 0 ? left : right, time, NULL);
        const struct us_session_frame *frame = end_frame(&app, time);
        for (int hand = 0; hand < 2; hand++) {
            /* The person's hands turn a little from frame to frame. */
            float x = before.hands[hand].joints[0].pose.position_m.x;
            float moved = frame->hands[hand].joints[0].pose.position_m.x - x;
            assert_true(fabsf(moved - (hand == i ? MOVED_M : 0.0f)) < 0.05f);
        }
    }
    /* Lost in the answer to the app. */
    time = begin_frame(&app);
    has_lost = true;
    ask_joints(&app, left, time, NULL);
    const struct us_session_frame *frame = end_frame(&app, time);
    assert_true(frame->hands[0].is_recorded && !frame->hands[0].is_active);
    assert_true(frame->hands[1].is_active);
    /* Velocities, once the app asks for them. */
    XrHandJointVelocityEXT list[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                           .jointVelocities = list};
    time = begin_moved_frame(&app);
    ask_joints(&app, left, time, &velocities);
    frame = end_frame(&app, time);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        assert_int_equal(frame->hands[0].joints[i].flags & 48, (list[i].velocityFlags & 3) << 4);
        check_near(frame->hands[0].joints[i].linear_m_s.x, (double)list[i].linearVelocity.x);
        check_near(frame->hands[0].joints[i].linear_m_s.y, (double)list[i].linearVelocity.y);
        check_near(frame->hands[0].joints[i].angular_rad_s.x, (double)list[i].angularVelocity.x);
    }
    assert_int_equal(list[0].velocityFlags & 1, 1);
    /* From then on they are sampled, and stay where the app asks for the joints alone. */
    time = begin_moved_frame(&app);
    ask_joints(&app, left, time, NULL);
    frame = end_frame(&app, time);
    assert_int_equal(frame->hands[0].joints[25].flags & 16, 16);
    assert_int_equal(frame->hands[1].joints[25].flags & 16, 16);
    end(&app);
}

TEST(test_told_many_spaces)
{
    const char *names[] = {XR_KHR_LOCATE_SPACES_EXTENSION_NAME};
    struct app app;
    begin(&app, names, 1);
    struct scene *scene = &app.runtime.scene;
    const XrSpace spaces[] = {app.stage, app.left_grip, app.right_grip};
    XrSpaceLocationData data[3];
    XrSpaceVelocityData moves[3];
    XrSpaceVelocities velocities = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 3, .velocities = moves};
    for (int with_velocities = 0; with_velocities < 2; with_velocities++) {
        XrTime time = begin_frame(&app);
        LOCATE_SPACES(info, locations, app.local, time, 2, spaces, data,
                      with_velocities ? &velocities : NULL);
        velocities.velocityCount = 2;
        has_moved = true;
        assert_success(scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations));
        const struct us_session_frame *frame = end_frame(&app, time);
        check_grips(frame, 0.5, 0);
        check_near(frame->poses[0][US_SESSION_POSE_GRIP].linear_m_s.y,
                   0.2 * cos(2.0 * (double)time * 1e-9));
        assert_int_equal(frame->poses[0][US_SESSION_POSE_GRIP].flags & 16, 16);
    }
    end(&app);
}

/* What a call that fails left behind was not told. */
TEST(test_failed_calls)
{
    const char *names[] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                           XR_KHR_LOCATE_SPACES_EXTENSION_NAME};
    struct app app;
    begin(&app, names, 2);
    struct scene *scene = &app.runtime.scene;
    XrHandTrackerEXT left = scene_hand(scene, XR_HAND_LEFT_EXT);
    struct us_session_frame before = *end_frame(&app, begin_frame(&app));
    XrTime time = begin_frame(&app);
    has_moved = has_failed = true;
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    assert_true(XR_FAILED(scene->calls.xrLocateSpace(app.left_grip, app.local, time, &location)));
    XrSpaceLocationData data[1];
    LOCATE_SPACES(many, locations, app.local, time, 1, &app.right_grip, data, NULL);
    assert_true(XR_FAILED(scene->calls.xrLocateSpacesKHR(scene->session, &many, &locations)));
    HAND_JOINTS(hand, list);
    assert_true(XR_FAILED(scene_ask_joints(scene, left, app.local, time, &hand)));
    struct scene_views views;
    assert_true(XR_FAILED(scene_ask_views(scene, app.local, time, 2, &views)));
    const struct us_session_frame *frame = end_frame(&app, time);
    check_grips(frame, 0, 0);
    float joint_x = before.hands[0].joints[0].pose.position_m.x;
    assert_true(fabsf(frame->hands[0].joints[0].pose.position_m.x - joint_x) < 0.05f);
    check_near(frame->views[0].fov.up_rad, (double)before.views[0].fov.up_rad);
    end(&app);
}

/* What is asked of every frame. */
APP_TEST(test_frames)
{
    XrTime time = begin_frame(app);
    const struct us_session_frame *frame = end_frame(app, time);
    assert_false(frame->should_render); /* a session without graphics */
    assert_int_equal(frame->session_state, XR_SESSION_STATE_FOCUSED);
    assert_true(frame->spaces[US_SESSION_SPACE_LOCAL].is_active);
    assert_int_equal(frame->spaces[US_SESSION_SPACE_LOCAL].flags, 15);
    assert_int_equal(frame->spaces[US_SESSION_SPACE_STAGE].flags, 15);
    /* The head is at 10 + 0.1 sin(t). */
    assert_int_equal(frame->head.flags & 16, 16);
    check_near(frame->head.linear_m_s.x, 0.1 * cos((double)time * 1e-9));
    for (int hand = 0; hand < 2; hand++)
        check_near(frame->poses[hand][US_SESSION_POSE_GRIP].linear_m_s.y,
                   0.2 * cos(2.0 * (double)time * 1e-9 + hand));
    assert_true(sink.info.orientation_tracking && sink.info.position_tracking);
    assert_int_equal(sink.info.view_count, 2);
    assert_true(sink.info.views[0].width > 0 && sink.info.views[1].height > 0);
    assert_int_equal(sink.info.views[2].width, 0);
    assert_int_equal(sink.info.blend_mode, XR_ENVIRONMENT_BLEND_MODE_OPAQUE);
    /* The app asked for the first extension alone; the rest was added. */
    assert_true(sink.info.extension_count > 1);
    assert_string_equal(sink.info.extensions[0].name, XR_MND_HEADLESS_EXTENSION_NAME);
    for (uint32_t i = 0; i < sink.info.extension_count; i++)
        assert_int_equal(sink.info.extensions[i].added, i > 0);
}

/* Both profiles, and what each component is. */
TEST_OF(test_components, struct app, app, begin(app, NULL, 0), end(app))
{
    static const struct {
        const char *path;
        enum us_session_component_type type;
    } rows[] = {{LEFT "/input/x/click", US_SESSION_COMPONENT_BOOLEAN},
                {RIGHT "/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
                {LEFT "/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
                {LEFT "/input/select/click", US_SESSION_COMPONENT_BOOLEAN}};
    (void)end_frame(app, begin_frame(app));
    for (int i = 0; i < 4; i++)
        assert_int_equal(sink.components.components[sink_component(rows[i].path)].type,
                         rows[i].type);
    /* The suggestions, the newest first, and the eyes', which are the recorder's own. */
    assert_int_equal(sink.components.profile_count, 3);
    assert_string_equal(sink.components.profiles[0], SIMPLE);
    assert_string_equal(sink.components.profiles[1], TOUCH);
    assert_string_equal(sink.components.profiles[2], EYE_GAZE_PROFILE);
    /* Profile events: when the app first synced, one for each user that has a profile. */
    int left = 0, right = 0, gamepad = 0;
    for (uint32_t i = 0; i < sink_count(US_SESSION_TOPIC_EVENT); i++) {
        const struct us_session_event *event = sink_event((int)i);
        if (event->kind != US_SESSION_EVENT_PROFILE)
            continue;
        left += event->user == US_SESSION_USER_LEFT && strcmp(event->text, TOUCH) == 0;
        right += event->user == US_SESSION_USER_RIGHT && strcmp(event->text, TOUCH) == 0;
        gamepad += event->user == US_SESSION_USER_GAMEPAD;
    }
    assert_true(left == 1 && right == 1 && gamepad == 0);
    /* No profile of the app's has a palm, and the frame says so. */
    const struct us_session_frame *frame = sink_frame(-1);
    assert_true(frame->poses[0][US_SESSION_POSE_GRIP].is_recorded);
    assert_true(frame->poses[1][US_SESSION_POSE_AIM].is_recorded);
    assert_false(frame->poses[0][US_SESSION_POSE_PINCH].is_recorded);
    assert_false(frame->poses[1][US_SESSION_POSE_POKE].is_recorded);
}

/* Behind the app's list come the recorder's base set and the twins of the app's sets that suppress
 * others. */
APP_TEST(test_synced_sets)
{
    struct scene *scene = &app->runtime.scene;
    assert_success(sync_low(app));
    assert_int_equal(synced_count, 2);
    assert_true(synced[0].actionSet == app->low);
    XrActionSet base = synced[1].actionSet;
    assert_true(base != app->low && base != app->high && base != app->top);
    assert_int_equal(synced[1].subactionPath, XR_NULL_PATH);
    assert_false(has_next);
    /* Both others have twins; the one of priority 7 has no sources, so no user of its own. */
    const XrActiveActionSet all[] = {
        {app->low, XR_NULL_PATH}, {app->high, path_of(app, RIGHT)}, {app->top, path_of(app, LEFT)}};
    assert_success(actions_sync_many(scene, all, 3, NULL));
    assert_int_equal(synced_count, 5);
    for (int i = 0; i < 3; i++) {
        assert_true(synced[i].actionSet == all[i].actionSet);
        assert_true(synced[i].subactionPath == all[i].subactionPath);
    }
    assert_true(synced[3].actionSet == base);
    assert_true(synced[4].subactionPath == path_of(app, RIGHT));
    XrActionSet twin = synced[4].actionSet;
    assert_true(twin != base && twin != app->high);
    /* A list of no sets has the base alone. */
    assert_success(actions_sync_many(scene, NULL, 0, NULL));
    assert_int_equal(synced_count, 1);
    assert_true(synced[0].actionSet == base);
}

/* A priority of this sync is the twin's too. */
APP_TEST(test_synced_priorities)
{
    struct scene *scene = &app->runtime.scene;
    const XrActiveActionSet sets[] = {{app->low, XR_NULL_PATH}, {app->high, XR_NULL_PATH}};
    assert_success(actions_sync_many(scene, sets, 2, NULL));
    assert_int_equal(synced_count, 4);
    const XrActionSet twin = synced[3].actionSet;
    XrActiveActionSetPriorityEXT list[33] = {{app->high, 9}, {app->low, 3}};
    XrActiveActionSetPrioritiesEXT given = {.type = XR_TYPE_ACTIVE_ACTION_SET_PRIORITIES_EXT,
                                            .actionSetPriorityCount = 2,
                                            .actionSetPriorities = list};
    sync_blindly = true;
    assert_success(actions_sync_many(scene, sets, 2, &given));
    assert_int_equal(synced_count, 4);
    assert_int_equal(priority_count, 3);
    for (int i = 0; i < 2; i++) {
        assert_true(priorities[i].actionSet == list[i].actionSet);
        assert_int_equal(priorities[i].priorityOverride, list[i].priorityOverride);
    }
    assert_true(priorities[2].actionSet == twin);
    assert_int_equal(priorities[2].priorityOverride, 9);
    /* A list may be so long; what follows a longer one is the app's alone. */
    for (int i = 0; i < 33; i++)
        list[i] = (XrActiveActionSetPriorityEXT){app->high, (uint32_t)i};
    given.actionSetPriorityCount = 32;
    assert_success(actions_sync_many(scene, sets, 2, &given));
    assert_int_equal(synced_count, 4);
    assert_int_equal(priority_count, 64);
    assert_int_equal(priorities[63].priorityOverride, 31);
    given.actionSetPriorityCount = 33;
    assert_success(actions_sync_many(scene, sets, 2, &given));
    assert_int_equal(synced_count, 2);
    assert_int_equal(priority_count, 33);
    /* A struct that the recorder does not know may say anything of the list: it stays the app's. */
    const XrActionsSyncInfo unknown = {.type = (XrStructureType)1000999000};
    assert_success(actions_sync_many(scene, sets, 2, &unknown));
    assert_int_equal(synced_count, 2);
    assert_true(has_next);
}

APP_TEST(test_synced_long_lists)
{
    XrActiveActionSet list[33];
    struct scene *scene = &app->runtime.scene;
    for (int i = 0; i < 33; i++)
        list[i] = (XrActiveActionSet){app->high, XR_NULL_PATH};
    sync_blindly = true;
    assert_success(actions_sync_many(scene, list, 32, NULL));
    assert_int_equal(synced_count, 65);
    assert_success(actions_sync_many(scene, list, 33, NULL));
    assert_int_equal(synced_count, 33);
}

/* A runtime that refuses the longer list is asked with the app's alone, then and later. */
APP_TEST(test_refused_sync)
{
    sync_most = 1;
    sync_calls = 0;
    assert_success(sync_low(app));
    assert_int_equal(sync_calls, 2);
    assert_int_equal(synced_count, 1);
    assert_success(sync_low(app));
    assert_int_equal(sync_calls, 3);
    end(app);
    /* A list that the app gets wrong says nothing of the recorder's. */
    begin(app, NULL, 0);
    const XrActiveActionSet wrong = {app->low, path_of(app, "/user/gamepad")};
    assert_true(XR_FAILED(actions_sync_many(&app->runtime.scene, &wrong, 1, NULL)));
    assert_success(sync_low(app));
    assert_int_equal(synced_count, 2);
}

/* A component whose state the runtime does not tell is inactive in the recording. */
TEST_OF(test_unread_states, struct app, app, begin(app, NULL, 0), end(app))
{
    static const struct {
        XrActionType type;
        const char *path;
    } rows[] = {{XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT "/input/x/click"},
                {XR_ACTION_TYPE_FLOAT_INPUT, LEFT "/input/trigger/value"},
                {XR_ACTION_TYPE_VECTOR2F_INPUT, LEFT "/input/thumbstick"}};
    for (int i = 0; i < 3; i++) {
        unread_type = (int)rows[i].type;
        (void)end_frame(app, begin_frame(app));
        for (int k = 0; k < 3; k++)
            assert_int_equal(sink_input(-1)->active[sink_component(rows[k].path)], k != i);
        assert_true(sink_input(-1)->values[sink_component(rows[i].path)].x == 0.0f);
    }
}

TESTS_MAIN(test_told_poses, test_told_before_the_sync, test_told_poses_of_unknown_source,
           test_told_velocities_and_flags, test_told_that_a_controller_went, test_told_head,
           test_told_views, test_told_hands, test_told_many_spaces, test_failed_calls, test_frames,
           test_components, test_synced_sets, test_synced_priorities, test_synced_long_lists,
           test_refused_sync, test_unread_states)
