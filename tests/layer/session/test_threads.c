/* SPDX-License-Identifier: MIT */
/* Hazard: threads that ask for one time and are told different things, or a race that only a
 * sanitizer sees. */
#include "scene.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 4000, TIMES = 100 };

static struct scene scene;
static XrHandTrackerEXT tracker;
static XrPosef heads[THREADS][TIMES], palms[THREADS][TIMES];

static void ask(size_t thread, int index)
{
    XrTime time = SCENE_AT(0.09 * index);
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    scene.calls.xrLocateSpace(scene.view, scene.local, time, &location);
    heads[thread][index] = location.pose;
    HAND_JOINTS(locations, joints);
    (void)scene_ask_joints(&scene, tracker, scene.view, time, &locations);
    palms[thread][index] = joints[0].pose;
}

static void *work(void *data)
{
    size_t thread = (size_t)(uintptr_t)data;
    for (int i = 0; i < ROUNDS; i++)
        ask(thread, (i * 37 + (int)thread * 11) % TIMES);
    return NULL;
}

TEST(test_same_answers)
{
    scene_play(&scene, SCENE_ALL);
    tracker = scene_hand(&scene, XR_HAND_LEFT_EXT);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)i), 0);
    /* Meanwhile frames go by, events come, and other handles come and go. */
    for (int i = 1; i < 500; i++) {
        scene_wait_frame(&scene, SCENE_AT(0.01 * i));
        scene_tell_state(&scene, XR_SESSION_STATE_FOCUSED);
        assert_success(scene.calls.xrDestroyHandTrackerEXT(scene_hand(&scene, XR_HAND_LEFT_EXT)));
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++) {
        assert_memory_equal(heads[i], heads[0], sizeof heads[0]);
        assert_memory_equal(palms[i], palms[0], sizeof palms[0]);
    }
    scene_end(&scene);
}

TESTS_MAIN(test_same_answers)
