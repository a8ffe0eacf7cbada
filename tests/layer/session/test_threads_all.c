/* SPDX-License-Identifier: MIT */
/*
 * Hazard: eight threads that ask everything at once, while others sync actions and submit frames,
 * and one of them is told something else than the recording says at the time it asked for; or a
 * race that only a sanitizer sees.
 *
 * Where a thing has a closed form (scene.h, fake.h) it is held against that. Where one pose is
 * derived from 26 joints, it is held against what one thread alone was told. What actions are is
 * that of some frame between the last one whose sync was over before the question, and the newest
 * that had come when it was answered.
 *
 * UNDERSTUDY_THREADS_SECONDS: for how long; 0, the default, is two passes over the recording, in
 * the real world and in the virtual one, with an event log.
 */
#include "actions.h"
#include "fake_frame.h"
#include "fake_space.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/pose.h"

/* LAG: how many frames the thread that syncs may be behind. */
enum { THREADS = 8, FRAMES = 200, TIMES = 97, EYE_COUNT = 2, LAG = 4 };

enum derived { LEFT_GRIP, RIGHT_GRIP, LEFT_AIM, LEFT_GRIP_IN_VIEW, DERIVED };

static struct app {
    struct scene scene;
    XrActionSet set, other_set, eyes_set;
    XrAction select, trigger, stick, grip, aim, gaze, other, haptic;
    XrSpace spaces[DERIVED], bases[DERIVED], gazes, moving, ahead;
    XrHandTrackerEXT trackers[2];
    XrPath left, right, eyes, eyes_profile, hand_profile, sources[2];
    XrSpaceLocation alone[DERIVED][TIMES];
    XrSpaceVelocity alone_moving[DERIVED][TIMES];
    float open_value; /* of the trigger while the hand does not pinch */
} app;

static atomic_bool done;
/* The newest frame may be the one that states are of as soon as it is waited for, and is once it
 * has come. */
static atomic_int wrong, asked, newest_frame, came_frame, synced_frame;

/* Says what went wrong the first few times, and where. */
static void check(bool good, const char *what, int line)
{
    if (!good && atomic_fetch_add_explicit(&wrong, 1, memory_order_relaxed) < 5)
        fprintf(stderr, "line %d: %s\n", line, what);
}
#define CHECK(condition) check(condition, #condition, __LINE__)

static double frame_s(int frame)
{
    return 10.0 * (frame + 0.5) / FRAMES;
}

/* No time is on an edge of what the hands do. */
static double time_s(int index)
{
    return 10.0 * (index + 0.25) / TIMES;
}

/* ---- closed forms ---- */

static struct us_pose head_at(double s)
{
    float u = (float)s / 10, h = sqrtf(0.5f), half = atan2f(h * u, 1 + (h - 1) * u);
    return (struct us_pose){{0, -sinf(half), 0, cosf(half)}, {0.1f * (float)s, 0.2f, -0.3f}};
}

static struct us_pose gaze_at(double s)
{
    float u = (float)s / 10, half = 0.5f * atan2f(u, 1 - u);
    return (struct us_pose){{0, -sinf(half), 0, cosf(half)}, {0.1f, 0.2f, -0.3f}};
}

static struct us_pose joint_at(int hand, int joint, double s)
{
    static const int file_joint[] = {2, 1};
    float x = 0.01f * (float)(joint < 2 ? file_joint[joint] : joint + 1);
    return (struct us_pose){{0, 0, 0, 1},
                            {hand == 0 ? x : -x, hand == 0 ? 1 + 0.05f * (float)s : 1, -0.2f}};
}

static bool is_tracked(int hand, double s)
{
    return hand == 0 || s < 4;
}

static bool is_pinching(int hand, double s)
{
    return hand == 0 ? (s >= 2 && s < 3) || (s >= 5 && s < 5.01) || s >= 9.9 : s >= 1 && s < 2;
}

static bool is_near(XrPosef got, struct us_pose want)
{
    XrQuaternionf q = got.orientation;
    struct us_quat w = want.rotation;
    float sign = q.x * w.x + q.y * w.y + q.z * w.z + q.w * w.w < 0 ? -1.0f : 1.0f;
    const float off[] = {sign * q.x - w.x,
                         sign * q.y - w.y,
                         sign * q.z - w.z,
                         sign * q.w - w.w,
                         got.position.x - want.position_m.x,
                         got.position.y - want.position_m.y,
                         got.position.z - want.position_m.z};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        if (!(fabsf(off[i]) < 2e-5f))
            return false;
    }
    return true;
}

static struct us_pose in(struct us_pose base, struct us_pose thing)
{
    return us_pose_multiply(us_pose_inverse(base), thing);
}

static const struct us_pose half_a_metre_ahead = {{0, 0, 0, 1}, {0, 0, -0.5f}};
static const struct us_pose stage_at = {{0, 0, 0, 1}, {0, FAKE_STAGE_Y_M, 0}};

/* ---- what the threads ask ---- */

static void ask_space(double s)
{
    const struct {
        XrSpace space, base;
        struct us_pose want;
    } cases[] = {
        {app.scene.view, app.scene.local, head_at(s)},
        {app.scene.local, app.scene.view, us_pose_inverse(head_at(s))},
        {app.scene.stage, app.scene.local, stage_at},
        {app.ahead, app.scene.stage,
         in(stage_at, us_pose_multiply(head_at(s), half_a_metre_ahead))},
        {app.moving, app.scene.view, in(head_at(s), fake_space_moving(SCENE_AT(s)))},
        {app.gazes, app.scene.local, gaze_at(s)},
        {app.ahead, app.moving,
         in(fake_space_moving(SCENE_AT(s)), us_pose_multiply(head_at(s), half_a_metre_ahead))},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
        XrSpaceLocation got = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
        CHECK(app.scene.calls.xrLocateSpace(cases[i].space, cases[i].base, SCENE_AT(s), &got) ==
              XR_SUCCESS);
        CHECK(got.locationFlags == 15 && velocity.velocityFlags == 3);
        if (!is_near(got.pose, cases[i].want))
            check(false,
                  (const char *[]){"VIEW", "LOCAL in VIEW", "STAGE", "VIEW with an offset",
                                   "an unknown space in VIEW", "the gaze",
                                   "VIEW in an unknown space"}[i],
                  __LINE__);
    }
}

typedef XrResult(XRAPI_PTR *locate_spaces)(XrSession, const XrSpacesLocateInfo *,
                                           XrSpaceLocations *);

static void ask_spaces(double s, locate_spaces locate)
{
    XrSpace spaces[] = {app.scene.view, app.scene.stage, app.gazes, app.moving};
    const struct us_pose want[] = {head_at(s), stage_at, gaze_at(s),
                                   fake_space_moving(SCENE_AT(s))};
    XrSpaceLocationData data[4] = {{0}};
    XrSpaceVelocityData velocity_data[4] = {{0}};
    XrSpaceVelocities velocities = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 4, .velocities = velocity_data};
    LOCATE_SPACES(info, locations, app.scene.local, SCENE_AT(s), 4, spaces, data, &velocities);
    CHECK(locate(app.scene.session, &info, &locations) == XR_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK(data[i].locationFlags == 15 && is_near(data[i].pose, want[i]));
}

static void ask_views(double s)
{
    struct scene_views told;
    CHECK(scene_ask_views(&app.scene, app.scene.local, SCENE_AT(s), EYE_COUNT, &told) ==
          XR_SUCCESS);
    CHECK(told.count == EYE_COUNT && told.state.viewStateFlags == 15);
    for (int i = 0; i < EYE_COUNT; i++) {
        struct us_pose eye = {{0, 0, 0, 1}, {i == 0 ? -FAKE_EYE_X_M : FAKE_EYE_X_M, 0, 0}};
        CHECK(is_near(told.views[i].pose, us_pose_multiply(head_at(s), eye)));
    }
}

static void ask_hand(int hand, double s)
{
    XrHandJointVelocityEXT moving[XR_HAND_JOINT_COUNT_EXT] = {{0}};
    XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB};
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .next = &aim,
                                           .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                           .jointVelocities = moving};
    HAND_JOINTS_WITH(locations, joints, &velocities);
    CHECK(scene_ask_joints(&app.scene, app.trackers[hand], app.scene.view, SCENE_AT(s),
                           &locations) == XR_SUCCESS);
    CHECK(locations.isActive == is_tracked(hand, s));
    bool presses = (aim.status & XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB) != 0;
    CHECK(presses == (is_tracked(hand, s) && is_pinching(hand, s)));
    for (int i = 0; locations.isActive && i < XR_HAND_JOINT_COUNT_EXT; i++)
        CHECK(joints[i].locationFlags == 15 && moving[i].velocityFlags == 3 &&
              is_near(joints[i].pose, in(head_at(s), joint_at(hand, i, s))));
}

static XrSpaceLocation locate_derived(enum derived which, int index, XrSpaceVelocity *velocity)
{
    *velocity = (XrSpaceVelocity){.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation got = {.type = XR_TYPE_SPACE_LOCATION, .next = velocity};
    CHECK(app.scene.calls.xrLocateSpace(app.spaces[which], app.bases[which],
                                        SCENE_AT(time_s(index)), &got) == XR_SUCCESS);
    return got;
}

/* Spaces of actions: nowhere if the hand was not there at the last sync, else as one thread alone
 * was told. */
static void ask_derived(enum derived which, int index)
{
    XrSpaceVelocity velocity;
    int low = atomic_load(&synced_frame);
    XrSpaceLocation got = locate_derived(which, index, &velocity);
    int high = atomic_load(&newest_frame);
    int hand = which == RIGHT_GRIP;
    bool may_be_there = false, may_be_gone = false;
    for (int i = low; i <= high; i++)
        *(is_tracked(hand, frame_s(i)) ? &may_be_there : &may_be_gone) = true;
    if (!is_tracked(hand, time_s(index)))
        may_be_gone = true;
    if (got.locationFlags == 0 || !is_tracked(hand, time_s(index))) {
        CHECK(may_be_gone);
        CHECK((got.locationFlags & 12) == 0);
        return;
    }
    const XrSpaceLocation *alone = &app.alone[which][index];
    const XrSpaceVelocity *moving = &app.alone_moving[which][index];
    CHECK(may_be_there && got.locationFlags == alone->locationFlags);
    CHECK(memcmp(&got.pose, &alone->pose, sizeof got.pose) == 0);
    CHECK(memcmp(&velocity.linearVelocity, &moving->linearVelocity, sizeof(XrVector3f)) == 0);
}

/* Whether an action that follows the pinch can have been so in frames `low` to `high`: TRUE if the
 * hand pinched anywhere since the sync before. */
static bool can_press(int hand, int low, int high, bool pressed)
{
    for (int frame = low; frame <= high; frame++) {
        if (is_pinching(hand, frame_s(frame)) == pressed)
            return true;
    }
    for (double s = frame_s(low - LAG - 2); pressed && s <= frame_s(high); s += 0.002) {
        if (is_pinching(hand, s))
            return true;
    }
    return false;
}

static void ask_states(int hand)
{
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                 .action = app.trigger,
                                 .subactionPath = hand == 0 ? app.left : app.right};
    XrActionStateFloat number = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    XrActionStateBoolean truth = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    XrActionStateVector2f vector = {.type = XR_TYPE_ACTION_STATE_VECTOR2F};
    XrActionStatePose pose = {.type = XR_TYPE_ACTION_STATE_POSE};
    int low = atomic_load(&synced_frame);
    CHECK(app.scene.calls.xrGetActionStateFloat(app.scene.session, &info, &number) == XR_SUCCESS);
    info.action = app.select;
    CHECK(app.scene.calls.xrGetActionStateBoolean(app.scene.session, &info, &truth) == XR_SUCCESS);
    info.action = app.stick;
    CHECK(app.scene.calls.xrGetActionStateVector2f(app.scene.session, &info, &vector) ==
          XR_SUCCESS);
    info.action = app.grip;
    CHECK(app.scene.calls.xrGetActionStatePose(app.scene.session, &info, &pose) == XR_SUCCESS);
    int high = atomic_load(&newest_frame);
    XrTime until = SCENE_AT(frame_s(high));
    bool may_be_there = is_tracked(hand, frame_s(low)),
         may_be_gone = !is_tracked(hand, frame_s(high));
    CHECK(number.isActive ? may_be_there : may_be_gone);
    CHECK(truth.isActive ? may_be_there : may_be_gone);
    CHECK(vector.isActive ? may_be_there : may_be_gone);
    CHECK(pose.isActive ? may_be_there : may_be_gone);
    CHECK(number.isActive ? number.lastChangeTime >= SCENE_START && number.lastChangeTime <= until
                          : number.lastChangeTime == 0 && number.currentState == 0);
    CHECK(truth.isActive ? truth.lastChangeTime >= SCENE_START && truth.lastChangeTime <= until
                         : truth.lastChangeTime == 0 && !truth.currentState);
    CHECK(vector.currentState.x == 0 && vector.currentState.y == 0);
    if (number.isActive) {
        bool full = number.currentState == 1.0f;
        CHECK(full || fabsf(number.currentState - app.open_value) < 1e-5f);
        CHECK(can_press(hand, low, high, full));
    }
    if (truth.isActive)
        CHECK(can_press(hand, low, high, truth.currentState));
}

/* An action whose set is active in every other sync. */
static void ask_other(void)
{
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO, .action = app.other};
    XrActionStateBoolean truth = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    CHECK(app.scene.calls.xrGetActionStateBoolean(app.scene.session, &info, &truth) == XR_SUCCESS);
    CHECK(truth.isActive == (truth.lastChangeTime != 0));
    CHECK(truth.isActive || (!truth.currentState && !truth.changedSinceLastSync));
}

static void ask_bindings(void)
{
    XrInteractionProfileState profile = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    CHECK(app.scene.calls.xrGetCurrentInteractionProfile(app.scene.session, app.left, &profile) ==
          XR_SUCCESS);
    CHECK(profile.interactionProfile == app.hand_profile);
    CHECK(app.scene.calls.xrGetCurrentInteractionProfile(app.scene.session, app.eyes, &profile) ==
          XR_SUCCESS);
    CHECK(profile.interactionProfile == app.eyes_profile);
    XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = app.trigger};
    XrPath sources[4] = {0};
    uint32_t count = 0;
    CHECK(app.scene.calls.xrEnumerateBoundSourcesForAction(app.scene.session, &info, 4, &count,
                                                           sources) == XR_SUCCESS);
    CHECK(count == 2 && memcmp(sources, app.sources, sizeof app.sources) == 0);
    XrInputSourceLocalizedNameGetInfo name_info = {
        .type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
        .sourcePath = app.sources[0],
        .whichComponents = XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT};
    char name[64] = "";
    CHECK(app.scene.calls.xrGetInputSourceLocalizedName(app.scene.session, &name_info, sizeof name,
                                                        &count, name) == XR_SUCCESS);
    CHECK(strstr(name, "Left") != NULL);
    XrHapticActionInfo haptic = {
        .type = XR_TYPE_HAPTIC_ACTION_INFO, .action = app.haptic, .subactionPath = app.left};
    XrHapticVibration vibration = {.type = XR_TYPE_HAPTIC_VIBRATION, .amplitude = 1};
    CHECK(app.scene.calls.xrApplyHapticFeedback(
              app.scene.session, &haptic, (const XrHapticBaseHeader *)&vibration) == XR_SUCCESS);
    CHECK(app.scene.calls.xrStopHapticFeedback(app.scene.session, &haptic) == XR_SUCCESS);
}

/* Spaces and a tracker of the thread's own, gone before it asks for the next time. */
static void come_and_go(double s)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW,
                                       .poseInReferenceSpace = {{0, 0, 0, 1}, {0, 0, -0.5f}}};
    XrSpace own = XR_NULL_HANDLE, grip = XR_NULL_HANDLE;
    CHECK(app.scene.calls.xrCreateReferenceSpace(app.scene.session, &info, &own) == XR_SUCCESS);
    XrSpaceLocation got = {.type = XR_TYPE_SPACE_LOCATION};
    CHECK(app.scene.calls.xrLocateSpace(own, app.scene.local, SCENE_AT(s), &got) == XR_SUCCESS);
    CHECK(is_near(got.pose, us_pose_multiply(head_at(s), half_a_metre_ahead)));
    XrActionSpaceCreateInfo action_info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                           .action = app.grip,
                                           .subactionPath = app.left,
                                           .poseInActionSpace = scene_identity};
    CHECK(app.scene.calls.xrCreateActionSpace(app.scene.session, &action_info, &grip) ==
          XR_SUCCESS);
    CHECK(app.scene.calls.xrDestroySpace(own) == XR_SUCCESS);
    got = (XrSpaceLocation){.type = XR_TYPE_SPACE_LOCATION};
    CHECK(app.scene.calls.xrLocateSpace(grip, app.spaces[LEFT_GRIP], SCENE_AT(s), &got) ==
          XR_SUCCESS);
    CHECK(is_near(got.pose, us_pose_identity));
    CHECK(app.scene.calls.xrDestroySpace(grip) == XR_SUCCESS);
    XrHandTrackerCreateInfoEXT tracker_info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                               .hand = XR_HAND_RIGHT_EXT};
    XrHandTrackerEXT tracker;
    CHECK(app.scene.calls.xrCreateHandTrackerEXT(app.scene.session, &tracker_info, &tracker) ==
          XR_SUCCESS);
    CHECK(app.scene.calls.xrDestroyHandTrackerEXT(tracker) == XR_SUCCESS);
}

static void poll_once(void)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    XrResult result = app.scene.calls.xrPollEvent(app.scene.instance, &event);
    CHECK(result == XR_SUCCESS || result == XR_EVENT_UNAVAILABLE);
}

/* Threads begin at different questions, so that any two of them meet. */
static void ask(int what, int index)
{
    double s = time_s(index);
    switch (what) {
    case 0:
        ask_space(s);
        break;
    case 1:
        ask_spaces(s, app.scene.calls.xrLocateSpaces);
        ask_spaces(s, app.scene.calls.xrLocateSpacesKHR);
        break;
    case 2:
        ask_views(s);
        break;
    case 3:
        ask_hand(index % 2, s);
        break;
    case 4:
        for (int i = 0; i < DERIVED; i++)
            ask_derived((enum derived)i, index);
        break;
    case 5:
        ask_states(index % 2);
        ask_other();
        break;
    case 6:
        ask_bindings();
        poll_once();
        break;
    default:
        come_and_go(s);
    }
}

static void *ask_all(void *data)
{
    int thread = (int)(uintptr_t)data;
    for (int i = 0; !atomic_load_explicit(&done, memory_order_relaxed); i++) {
        ask((thread + i) % 8, (i * 37 + thread * 11) % TIMES);
        atomic_fetch_add_explicit(&asked, 1, memory_order_relaxed);
    }
    return NULL;
}

static void sync_once(bool with_other)
{
    XrActiveActionSet active[] = {
        {app.set, XR_NULL_PATH}, {app.eyes_set, XR_NULL_PATH}, {app.other_set, XR_NULL_PATH}};
    int frame = atomic_load(&came_frame);
    CHECK(actions_sync_many(&app.scene, active, with_other ? 3 : 2, NULL) == XR_SUCCESS);
    atomic_store(&synced_frame, frame);
}

static void *sync_all(void *data)
{
    (void)data;
    for (int i = 0; !atomic_load_explicit(&done, memory_order_relaxed); i++)
        sync_once(i % 2 == 0);
    return NULL;
}

static void frame_once(int frame)
{
    static const XrCompositionLayerProjectionView none = {
        .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = {{0, 0, 0, 1}, {0, 0, 0}}};
    XrCompositionLayerProjectionView views[EYE_COUNT] = {none, none};
    XrCompositionLayerProjection projection = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                               .space = app.scene.view,
                                               .viewCount = EYE_COUNT,
                                               .views = views};
    XrCompositionLayerQuad quad = {.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                   .space = app.scene.local,
                                   .pose = {{0, 0, 0, 1}, {0, 0, -1}}};
    XrCompositionLayerQuad held = quad;
    held.space = app.spaces[LEFT_GRIP];
    const XrCompositionLayerBaseHeader *layers[] = {(XrCompositionLayerBaseHeader *)&projection,
                                                    (XrCompositionLayerBaseHeader *)&quad,
                                                    (XrCompositionLayerBaseHeader *)&held};
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    atomic_store(&newest_frame, frame);
    fake.next_time = SCENE_AT(frame_s(frame));
    CHECK(app.scene.calls.xrWaitFrame(app.scene.session, NULL, &state) == XR_SUCCESS);
    atomic_store(&came_frame, frame);
    CHECK(scene_submit(&app.scene, state.predictedDisplayTime, 3, layers) == XR_SUCCESS);
    /* The quad is as far from the fake's head as the app meant it from the recorded one. */
    struct us_pose live = {{0, 1, 0, 0}, {FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M, FAKE_LIVE_HEAD_M}};
    struct us_pose meant = in(head_at(frame_s(frame)), (struct us_pose){{0, 0, 0, 1}, {0, 0, -1}});
    CHECK(fake_frame.primary.count == 3 &&
          is_near(fake_frame.primary.layers[1].copy.quad.pose, us_pose_multiply(live, meant)));
}

/* ---- before and after ---- */

static void make_actions(void)
{
    struct scene *scene = &app.scene;
    app.set = actions_set(scene, 0);
    app.other_set = actions_set(scene, 0);
    app.eyes_set = actions_set(scene, 0);
    app.select = actions_make(scene, app.set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    app.trigger = actions_make(scene, app.set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, RIGHT, NULL);
    app.stick = actions_make(scene, app.set, XR_ACTION_TYPE_VECTOR2F_INPUT, LEFT, RIGHT, NULL);
    app.grip = actions_make(scene, app.set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    app.aim = actions_make(scene, app.set, XR_ACTION_TYPE_POSE_INPUT, NULL, NULL, NULL);
    app.haptic = actions_make(scene, app.set, XR_ACTION_TYPE_VIBRATION_OUTPUT, LEFT, NULL, NULL);
    app.other = actions_make(scene, app.other_set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    app.gaze = actions_make(scene, app.eyes_set, XR_ACTION_TYPE_POSE_INPUT, NULL, NULL, NULL);
    struct actions_binding bindings[] = {
        {app.select, LEFT "/input/trigger"},        {app.select, RIGHT "/input/trigger"},
        {app.trigger, LEFT "/input/trigger/value"}, {app.trigger, RIGHT "/input/trigger/value"},
        {app.stick, LEFT "/input/thumbstick"},      {app.stick, RIGHT "/input/thumbstick"},
        {app.grip, LEFT "/input/grip/pose"},        {app.grip, RIGHT "/input/grip/pose"},
        {app.aim, LEFT "/input/aim/pose"},          {app.other, LEFT "/input/x/click"},
        {app.haptic, LEFT "/output/haptic"}};
    assert_success(actions_suggest(scene, TOUCH, bindings, 11));
    assert_success(actions_suggest_one(scene, EYE_GAZE_PROFILE, app.gaze, EYE_GAZE));
    app.spaces[LEFT_GRIP] = app.spaces[LEFT_GRIP_IN_VIEW] = actions_space(scene, app.grip, LEFT);
    app.spaces[RIGHT_GRIP] = actions_space(scene, app.grip, RIGHT);
    app.spaces[LEFT_AIM] = actions_space(scene, app.aim, NULL);
    app.gazes = actions_space(scene, app.gaze, NULL);
    XrActionSet sets[] = {app.set, app.other_set, app.eyes_set};
    assert_success(actions_attach(scene, sets, 3));
    app.left = actions_path(scene, LEFT);
    app.right = actions_path(scene, RIGHT);
    app.eyes = actions_path(scene, EYES);
    app.eyes_profile = actions_path(scene, EYE_GAZE_PROFILE);
    app.hand_profile = actions_path(scene, TOUCH);
    app.sources[0] = actions_path(scene, LEFT "/input/trigger/value");
    app.sources[1] = actions_path(scene, RIGHT "/input/trigger/value");
}

static void make_spaces(void)
{
    app.moving = fake_space_add_moving();
    app.ahead = scene_space(&app.scene, XR_REFERENCE_SPACE_TYPE_VIEW,
                            (XrPosef){{0, 0, 0, 1}, {0, 0, -0.5f}});
    for (int i = 0; i < DERIVED; i++)
        app.bases[i] = i == LEFT_GRIP_IN_VIEW ? app.scene.view : app.scene.local;
    app.trackers[0] = scene_hand(&app.scene, XR_HAND_LEFT_EXT);
    app.trackers[1] = scene_hand(&app.scene, XR_HAND_RIGHT_EXT);
}

static void make(bool is_virtual)
{
    memset(&app, 0, sizeof app);
    scene_init(&app.scene, SCENE_ALL | SCENE_PINCHES);
    fake.also[0] = XR_KHR_LOCATE_SPACES_EXTENSION_NAME;
    fake.live_hand = (struct fake_live){true, true, true, 0.6f, 77};
    setenv("UNDERSTUDY_WORLD", is_virtual ? "virtual" : "anchored", 1);
    if (is_virtual)
        setenv("UNDERSTUDY_EVENTS", "/dev/null", 1);
    else
        unsetenv("UNDERSTUDY_EVENTS");
    const char *names[] = {SCENE_HAND_AND_EYES, XR_KHR_LOCATE_SPACES_EXTENSION_NAME,
                           XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME};
    scene_open(&app.scene, names, 4);
    make_spaces();
    make_actions();
    scene_focus(&app.scene);
}

/* With the first frame synced, when both hands are there and open. */
static void ask_alone(void)
{
    atomic_store(&synced_frame, 0);
    sync_once(true);
    frame_once(0);
    sync_once(true);
    app.open_value = actions_float(&app.scene, app.trigger, LEFT).currentState;
    assert_true(app.open_value <= 0.4f);
    for (int which = 0; which < DERIVED; which++) {
        for (int i = 0; i < TIMES; i++)
            app.alone[which][i] =
                locate_derived((enum derived)which, i, &app.alone_moving[which][i]);
    }
}

/* The left hand rises by 5 cm a second and does not turn; neither does its grip. */
static void check_alone(void)
{
    struct us_pose first = {{0, 0, 0, 1}, {0, 0, 0}};
    for (int i = 0; i < TIMES; i++) {
        assert_int_equal(app.alone[LEFT_GRIP][i].locationFlags, 15);
        XrPosef got = app.alone[LEFT_GRIP][i].pose;
        got.position.y -= 0.05f * (float)time_s(i);
        XrQuaternionf q = got.orientation;
        if (i == 0)
            first = (struct us_pose){{q.x, q.y, q.z, q.w},
                                     {got.position.x, got.position.y, got.position.z}};
        assert_true(is_near(got, first));
        struct us_pose grip = first;
        grip.position_m.y += 0.05f * (float)time_s(i);
        assert_true(is_near(app.alone[LEFT_GRIP_IN_VIEW][i].pose, in(head_at(time_s(i)), grip)));
    }
    assert_true(fabsf(first.position_m.x - 0.02f) < 0.05f && fabsf(first.position_m.y - 1) < 0.05f);
}

static void pass(bool is_virtual)
{
    make(is_virtual);
    ask_alone();
    check_alone();
    atomic_store(&done, false);
    pthread_t threads[THREADS + 1];
    for (uintptr_t i = 0; i <= THREADS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, i < THREADS ? ask_all : sync_all, (void *)i), 0);
    for (int frame = 1; frame < FRAMES; frame++) {
        frame_once(frame);
        if (frame % 50 == 0)
            fake_push_state(app.scene.session, XR_SESSION_STATE_FOCUSED);
        int before = atomic_load_explicit(&asked, memory_order_relaxed);
        while (atomic_load_explicit(&asked, memory_order_relaxed) < before + THREADS ||
               atomic_load_explicit(&synced_frame, memory_order_relaxed) < frame - LAG)
            sched_yield();
    }
    atomic_store(&done, true);
    for (int i = 0; i <= THREADS; i++)
        pthread_join(threads[i], NULL);
    scene_end(&app.scene);
}

TEST(test_everything)
{
    const char *text = getenv("UNDERSTUDY_THREADS_SECONDS");
    double seconds = text != NULL ? atof(text) : 0;
    time_t start = time(NULL);
    int passes = 0;
    do {
        pass(passes % 2 != 0);
        assert_int_equal(atomic_load(&wrong), 0);
        passes++;
    } while (passes < 2 || difftime(time(NULL), start) < seconds);
    printf("%d passes, %d rounds of questions on %d threads, none answered wrong\n", passes,
           atomic_load(&asked), THREADS);
}

TESTS_MAIN(test_everything)
