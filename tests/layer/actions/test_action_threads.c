/* SPDX-License-Identifier: MIT */
/* Hazard: a state that is half of one sync and half of another, or a race that only a sanitizer
 * sees. */
#include "actions.h"

#include <pthread.h>
#include <stdatomic.h>

#include "layer/state/action_snapshot.h"

enum { READERS = 4, SYNCERS = 2, FRAMES = 900 };

static struct scene scene;
static XrActionSet set;
static XrAction select_click, trigger, grip;
static XrSpace grip_space;
static atomic_bool done;
static atomic_int wrong, reads;

/* The left hand pinches in [2, 3), around 5 s and from 9.9 s on: what is active is dated, what is
 * dated is within the recording, and a pressed trigger is pressed whole. */
static void read_once(void)
{
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO, .action = trigger};
    XrActionStateFloat number = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    scene.calls.xrGetActionStateFloat(scene.session, &info, &number);
    bool sane = number.isActive
                    ? number.lastChangeTime >= SCENE_START && number.lastChangeTime <= SCENE_AT(10)
                    : number.lastChangeTime == 0 && !number.changedSinceLastSync;
    sane = sane && (number.currentState == 1.0f || number.currentState <= 0.4f);
    info.action = select_click;
    XrActionStateBoolean truth = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    scene.calls.xrGetActionStateBoolean(scene.session, &info, &truth);
    sane = sane && (truth.isActive || !truth.currentState) &&
           (truth.isActive == (truth.lastChangeTime != 0));
    info.action = grip;
    XrActionStatePose pose = {.type = XR_TYPE_ACTION_STATE_POSE};
    scene.calls.xrGetActionStatePose(scene.session, &info, &pose);
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    scene.calls.xrLocateSpace(grip_space, scene.local, SCENE_AT(2), &location);
    sane = sane && (location.locationFlags == 0 || location.locationFlags == 15) &&
           location.pose.position.x < 5.0f;
    atomic_fetch_add(&wrong, !sane);
    atomic_fetch_add(&reads, 1);
}

static void *read_states(void *data)
{
    (void)data;
    while (!atomic_load(&done))
        read_once();
    return NULL;
}

static void *sync_states(void *data)
{
    XrActiveActionSet active = {set, XR_NULL_PATH};
    XrActionsSyncInfo info = {
        .type = XR_TYPE_ACTIONS_SYNC_INFO, .countActiveActionSets = 1, .activeActionSets = &active};
    for (int i = 0; !atomic_load(&done); i++) {
        /* The second thread lets go of everything now and then. */
        info.countActiveActionSets = data != NULL && i % 3 == 0 ? 0 : 1;
        scene.calls.xrSyncActions(scene.session, &info);
    }
    return NULL;
}

static void prepare(void)
{
    scene_play(&scene, SCENE_ALL | SCENE_PINCHES);
    fake.live_hand = (struct fake_live){true, true, true, 0.6f, 77};
    set = actions_set(&scene, 0);
    select_click = actions_make(&scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    trigger = actions_make(&scene, set, XR_ACTION_TYPE_FLOAT_INPUT, NULL, NULL, NULL);
    grip = actions_make(&scene, set, XR_ACTION_TYPE_POSE_INPUT, NULL, NULL, NULL);
    struct actions_binding bindings[] = {{select_click, LEFT "/input/trigger"},
                                         {trigger, LEFT "/input/trigger"},
                                         {grip, LEFT "/input/grip"}};
    assert_success(actions_suggest(&scene, TOUCH, bindings, 3));
    grip_space = actions_space(&scene, grip, NULL);
    assert_success(actions_attach(&scene, &set, 1));
    actions_frame(&scene, set, 0.0);
}

TEST(test_mixed)
{
    prepare();
    pthread_t threads[READERS + SYNCERS];
    for (uintptr_t i = 0; i < READERS + SYNCERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, i < READERS ? read_states : sync_states,
                                        i == READERS ? (void *)&scene : NULL),
                         0);
    for (int i = 1; i <= FRAMES; i++) {
        scene_wait_frame(&scene, SCENE_AT(10.0 * i / FRAMES));
        int before = atomic_load(&reads);
        while (atomic_load(&reads) < before + READERS)
            read_once();
    }
    atomic_store(&done, true);
    for (int i = 0; i < READERS + SYNCERS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&wrong), 0);
    scene_end(&scene);
}

enum { STATES = 40, WRITES = 60000 };
static struct us_action_snapshot snapshot;

/* Every part of a state says of which write it is. */
static void *read_snapshot(void *data)
{
    (void)data;
    for (uint32_t i = 0; !atomic_load(&done); i = (i + 7) % STATES) {
        struct us_input_state got = us_action_snapshot_read(&snapshot, i);
        uint32_t write = (uint32_t)got.since;
        atomic_fetch_add(&wrong, (uint32_t)got.x != write || (uint32_t)got.y != write ||
                                     got.zero != write || got.active != (write > 0));
    }
    return NULL;
}

TEST(test_snapshot)
{
    const struct us_input_state none = {0};
    assert_true(us_action_snapshot_init(&snapshot, STATES));
    struct us_input_state read = us_action_snapshot_read(&snapshot, 0);
    assert_memory_equal(&read, &none, sizeof read);
    atomic_store(&done, false);
    atomic_store(&wrong, 0);
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_snapshot, NULL), 0);
    static struct us_input_state states[STATES];
    for (uint32_t write = 1; write <= WRITES; write++) {
        for (int i = 0; i < STATES; i++)
            states[i] = (struct us_input_state){.active = true,
                                                .x = (float)write,
                                                .y = (float)write,
                                                .zero = write,
                                                .since = (XrTime)write};
        us_action_snapshot_write(&snapshot, states);
    }
    atomic_store(&done, true);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&wrong), 0);
    for (uint32_t i = 0; i < STATES; i++) {
        read = us_action_snapshot_read(&snapshot, i);
        assert_memory_equal(&read, &states[i], sizeof read);
    }
    read = us_action_snapshot_read(&snapshot, STATES);
    assert_memory_equal(&read, &none, sizeof read);
    us_action_snapshot_finish(&snapshot);
}

TESTS_MAIN(test_mixed, test_snapshot)
