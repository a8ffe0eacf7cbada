/* SPDX-License-Identifier: MIT */
/* Hazard: an allocation or a log line on the app's frame thread. malloc and its kin are this
 * program's own and count. */
#include "fake_frame.h"
#include "actions.h"
#include "scene.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#ifdef SANITIZED
/* A sanitizer has a malloc of its own. */
int main(void)
{
    puts("SKIP: the sanitizer counts allocations of its own");
    return 77;
}
#else

/* Blocks are never given back: a test is short. */
static _Alignas(16) unsigned char arena[64 << 20];
static _Atomic size_t used;
static int allocations;
static _Thread_local bool is_frame_thread; /* the others may do as they like */

static void *take(size_t size)
{
    allocations += is_frame_thread;
    size_t whole = (size + 31) / 16 * 16;
    if (whole < size || whole > sizeof arena)
        return NULL;
    size_t begin = atomic_fetch_add(&used, whole);
    if (begin > sizeof arena - whole)
        return NULL;
    memcpy(arena + begin, &size, sizeof size);
    return arena + begin + 16;
}

void *malloc(size_t size)
{
    return take(size);
}

void *calloc(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return take(count * size); /* the arena is zero, and nothing is used twice */
}

void *realloc(void *old, size_t size)
{
    void *block = take(size);
    if (old != NULL && block != NULL) {
        size_t old_size;
        memcpy(&old_size, (unsigned char *)old - 16, sizeof old_size);
        memcpy(block, old, old_size < size ? old_size : size);
    }
    return block;
}

void free(void *block)
{
    if (block != NULL)
        allocations += is_frame_thread;
}

struct frame {
    struct scene scene;
    XrHandTrackerEXT tracker;
    XrActionSet set;
    XrAction action;
    XrSpace gaze;
    XrAction press, trigger, grip;
    XrSpace hand;
    uint32_t presses;
};

static void prepare_hands(struct frame *frame)
{
    struct scene *scene = &frame->scene;
    frame->press = actions_make(scene, frame->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, RIGHT, NULL);
    frame->trigger = actions_make(scene, frame->set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    frame->grip = actions_make(scene, frame->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, RIGHT, NULL);
    struct actions_binding bindings[] = {{frame->press, LEFT "/input/trigger"},
                                         {frame->press, RIGHT "/input/trigger"},
                                         {frame->trigger, LEFT "/input/trigger/value"},
                                         {frame->grip, LEFT "/input/grip/pose"},
                                         {frame->grip, RIGHT "/input/grip/pose"}};
    assert_success(actions_suggest(scene, TOUCH, bindings, 5));
    frame->hand = actions_space(scene, frame->grip, NULL);
}

static void prepare(struct frame *frame, const char *events, const char *record)
{
    memset(frame, 0, sizeof *frame);
    struct scene *scene = &frame->scene;
    const char *names[] = {SCENE_HAND_AND_EYES, "XR_FB_hand_tracking_aim", "XR_KHR_locate_spaces"};
    scene_init(scene, SCENE_ALL | SCENE_PINCHES);
    scene_set("UNDERSTUDY_EVENTS", events);
    scene_set("UNDERSTUDY_RECORD", record);
    scene_start(scene, names, 4);
    frame->tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    PFN_xrVoidFunction function;
    scene->get(scene->instance, "xrStringToPath", &function);
    XrPath profile, pose;
    ((PFN_xrStringToPath)function)(scene->instance, EYE_GAZE_PROFILE, &profile);
    ((PFN_xrStringToPath)function)(scene->instance, EYE_GAZE, &pose);
    XrActionSetCreateInfo set_info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    scene->calls.xrCreateActionSet(scene->instance, &set_info, &frame->set);
    XrActionCreateInfo action_info = {.type = XR_TYPE_ACTION_CREATE_INFO,
                                      .actionType = XR_ACTION_TYPE_POSE_INPUT};
    scene->calls.xrCreateAction(frame->set, &action_info, &frame->action);
    XrActionSpaceCreateInfo space_info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                          .action = frame->action,
                                          .poseInActionSpace = scene_identity};
    scene->calls.xrCreateActionSpace(scene->session, &space_info, &frame->gaze);
    XrActionSuggestedBinding binding = {frame->action, pose};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = profile,
        .countSuggestedBindings = 1,
        .suggestedBindings = &binding};
    scene->calls.xrSuggestInteractionProfileBindings(scene->instance, &suggested);
    prepare_hands(frame);
    XrSessionActionSetsAttachInfo attach = {.type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
                                            .countActionSets = 1,
                                            .actionSets = &frame->set};
    scene->calls.xrAttachSessionActionSets(scene->session, &attach);
}

static void submit(struct frame *frame, XrTime time)
{
    struct scene *scene = &frame->scene;
    XrCompositionLayerProjectionView views[2] = {
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity}};
    XrCompositionLayerProjection projection = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                               .space = scene->stage,
                                               .viewCount = 2,
                                               .views = views};
    XrCompositionLayerQuad quad = {
        .type = XR_TYPE_COMPOSITION_LAYER_QUAD, .space = frame->gaze, .pose = scene_identity};
    const XrCompositionLayerBaseHeader *layers[] = {(void *)&projection, (void *)&quad};
    XrFrameEndInfo info = {
        .type = XR_TYPE_FRAME_END_INFO, .displayTime = time, .layerCount = 2, .layers = layers};
    assert_success(scene->calls.xrEndFrame(scene->session, &info));
    assert_ptr_not_equal(fake_frame.pointer, &info);
}

static void run_frame(struct frame *frame, XrTime time)
{
    struct scene *scene = &frame->scene;
    XrFrameState frame_state = {.type = XR_TYPE_FRAME_STATE};
    fake.next_time = time;
    scene->calls.xrWaitFrame(scene->session, NULL, &frame_state);
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    scene->calls.xrPollEvent(scene->instance, &event);
    XrActiveActionSet active = {frame->set, XR_NULL_PATH};
    XrActionsSyncInfo sync = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = &active};
    scene->calls.xrSyncActions(scene->session, &sync);
    XrActionStateGetInfo get = {.type = XR_TYPE_ACTION_STATE_GET_INFO, .action = frame->action};
    XrActionStatePose pose = {.type = XR_TYPE_ACTION_STATE_POSE};
    scene->calls.xrGetActionStatePose(scene->session, &get, &pose);

    frame->presses += actions_boolean(scene, frame->press, NULL).changedSinceLastSync;
    (void)actions_float(scene, frame->trigger, NULL);
    (void)actions_pose(scene, frame->grip, NULL);
    XrSpaceLocation grip = {.type = XR_TYPE_SPACE_LOCATION};
    scene->calls.xrLocateSpace(frame->hand, scene->view, time, &grip);

    XrSpace spaces[] = {scene->view, scene->local, scene->stage, frame->gaze};
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION, .next = &velocity};
    for (int i = 0; i < 16; i++)
        scene->calls.xrLocateSpace(spaces[i / 4], spaces[i % 4], time, &location);
    XrSpaceLocationData data[4];
    LOCATE_SPACES(many, locations, scene->view, time, 4, spaces, data, NULL);
    scene->calls.xrLocateSpaces(scene->session, &many, &locations);
    scene->calls.xrLocateSpacesKHR(scene->session, &many, &locations);
    scene_locate_views(scene, scene->stage, time);
    XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB};
    HAND_JOINTS_WITH(hand_locations, joints, &aim);
    scene_joints(scene, frame->tracker, scene->view, time, &hand_locations);
    submit(frame, time);
}

static void run_all(const char *events, const char *record)
{
    static struct frame frame;
    prepare(&frame, events, record);
    run_frame(&frame, SCENE_AT(0));
    run_frame(&frame, SCENE_AT(0.01));
    int lines = scene_count_log(&frame.scene, "");
    int before = allocations;
    assert_true(before > 0);
    for (int i = 2; i < 1200; i++)
        run_frame(&frame, SCENE_AT(0.01 * i));
    assert_int_equal(allocations, before);
    assert_true(frame.presses > 3);
    assert_int_equal(scene_count_log(&frame.scene, ""), lines + 1);
    scene_expect_log(&frame.scene, "playback ends");
    frame.scene.calls.xrDestroyInstance(frame.scene.instance);
    scene_expect_log(&frame.scene, "the recording's end was reached");
    scene_finish(&frame.scene);
}

TEST(test_frames)
{
    run_all(NULL, NULL);
}

TEST(test_frames_with_a_log)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/understudy-quiet-%ld.jsonl", (long)getpid());
    unlink(path);
    run_all(path, NULL);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_true(status.st_size > 1000000);
    unlink(path);
}

/* Hands, eyes and controllers go into a file. */
TEST(test_frames_that_are_recorded)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/understudy-quiet-%ld.mcap", (long)getpid());
    unlink(path);
    run_all(NULL, path);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_true(status.st_size > 1000000);
    unlink(path);
}

int main(void)
{
    is_frame_thread = true;
    return RUN_TESTS(test_frames, test_frames_with_a_log, test_frames_that_are_recorded);
}
#endif
