/* SPDX-License-Identifier: MIT */
/* Hazard: the layer loses a space while others come and go, in one thread or in many, or answers
 * for one that is gone. The runtime below gives the handles that the test wants. A space of the
 * head that the layer knows is where the recording says; any other is where the runtime says. */
#include "scene.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "counting.h"
#include "layer/base/handle_table.h"

/* ---- The runtime ---- */

static _Thread_local struct {
    uint64_t handle; /* of the next space */
    bool refuses;    /* to destroy one */
    bool ours;       /* otherwise the fake answers */
} below;
enum { NOWHERE = -1 }; /* the place that it gives */
static PFN_xrCreateReferenceSpace fake_make;
static PFN_xrDestroySpace fake_destroy;
static PFN_xrLocateSpace fake_find_space;

static XRAPI_ATTR XrResult XRAPI_CALL make(XrSession session,
                                           const XrReferenceSpaceCreateInfo *info, XrSpace *out)
{
    if (!below.ours)
        return fake_make(session, info, out);
    *out = US_XR_HANDLE(XrSpace, below.handle);
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy(XrSpace space)
{
    if (!below.ours)
        return fake_destroy(space);
    return below.refuses ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSpace space, XrSpace base, XrTime time,
                                             XrSpaceLocation *location)
{
    if (!below.ours)
        return fake_find_space(space, base, time, location);
    location->locationFlags = 15;
    location->pose = (XrPosef){{0, 0, 0, 1}, {NOWHERE, 0, 0}};
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    XrResult result = fake_get(instance, name, function);
    if (strcmp(name, "xrCreateReferenceSpace") == 0)
        fake_make = (PFN_xrCreateReferenceSpace)*function;
    if (strcmp(name, "xrDestroySpace") == 0)
        fake_destroy = (PFN_xrDestroySpace)*function;
    if (strcmp(name, "xrLocateSpace") == 0)
        fake_find_space = (PFN_xrLocateSpace)*function;
    FAKE_INSTEAD(xrCreateReferenceSpace, make)
    FAKE_INSTEAD(xrDestroySpace, destroy)
    FAKE_INSTEAD(xrLocateSpace, locate)
    return result;
}

/* ---- The app ---- */

static struct scene scene;

static void open_scene(void)
{
    scene_init(&scene, SCENE_HEAD);
    below.ours = false;
    assert_success(scene_create_over(&scene, get, fake_create, NULL, 0));
    scene_begin(&scene);
    scene_focus(&scene);
    below.ours = true;
}

static void close_scene(void)
{
    below.ours = false;
    scene_end(&scene);
}

/* A space of the head at x = `at`, with this handle. */
static void add(uint64_t handle, unsigned at)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_VIEW,
                                       .poseInReferenceSpace = {{0, 0, 0, 1}, {(float)at, 0, 0}}};
    XrSpace space;
    below.handle = handle;
    assert_success(scene.calls.xrCreateReferenceSpace(scene.session, &info, &space));
    assert_true(US_XR_VALUE(space) == handle);
}

static XrResult drop(uint64_t handle)
{
    return scene.calls.xrDestroySpace(US_XR_HANDLE(XrSpace, handle));
}

/* Where the app is told that it is. The head is at x = 0. */
static int place_of(uint64_t handle)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    XrResult result = scene.calls.xrLocateSpace(US_XR_HANDLE(XrSpace, handle), scene.local,
                                                SCENE_AT(0), &location);
    return XR_SUCCEEDED(result) ? (int)lrintf(location.pose.position.x) : NOWHERE;
}

enum { MANY = 900, FEW = 40, ROUNDS = 100000 };
static bool there[MANY];

/* Handles as runtimes give them: addresses, small numbers, and numbers in the upper half. */
static uint64_t handle_of(unsigned i)
{
    return i % 5 == 0 ? 0x7f0012340000u + i * 64u
                      : (i % 5 == 1 ? (uint64_t)(i + 1) << 32 : (uint64_t)i + 1000);
}

static void check_all(void)
{
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(place_of(handle_of(i)), there[i] ? (int)i : NOWHERE);
}

/* Every third destruction is refused, which changes nothing. The rest goes with the session. */
TEST(spaces_are_found_and_go_with_their_session)
{
    uint64_t seed = 11;
    open_scene();
    memset(there, 0, sizeof there);
    for (unsigned round = 0; round < 6; round++) {
        for (unsigned i = 0; i < MANY; i++) {
            if (!there[i])
                add(handle_of(i), i);
            there[i] = true;
        }
        check_all();
        for (unsigned i = 0; i < 200; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            unsigned which = (unsigned)(seed >> 33) % MANY;
            below.refuses = i % 3 == 2;
            XrResult result = drop(handle_of(which));
            assert_int_equal(result, below.refuses ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
            there[which] = there[which] && below.refuses;
        }
        below.refuses = false;
        check_all();
    }
    assert_success(scene.calls.xrDestroySession(scene.session));
    memset(there, 0, sizeof there);
    check_all();
    close_scene();
}

/* Many come and go, a few stay: the slots of those that are gone are used again. */
TEST(spaces_come_and_go)
{
    static uint64_t handles[FEW];
    uint64_t seed = 1;
    open_scene();
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t *handle = &handles[i % FEW];
        if (*handle != 0) {
            assert_success(drop(*handle));
            assert_int_equal(place_of(*handle), NOWHERE);
        }
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        *handle = (seed >> 20) + 1000;
        add(*handle, i);
        for (unsigned k = i > FEW ? i - FEW + 1 : 0; i % 997 == 0 && k <= i; k++)
            assert_int_equal(place_of(handles[k % FEW]), k);
    }
    close_scene();
}

/* The runtime has destroyed a space by itself, and gives its handle to another one. */
TEST(a_handle_that_comes_again_is_a_new_one)
{
    open_scene();
    add(1017, 3);
    add(1018, 4);
    add(1017, 5);
    assert_int_equal(place_of(1017), 5);
    assert_int_equal(place_of(1018), 4);
    assert_success(drop(1017));
    assert_int_equal(place_of(1017), NOWHERE);
    close_scene();
}

static void leave(struct us_node *node)
{
    (void)node;
}

/* The loader may unload the layer once the last handle is gone. */
TEST(without_handles_there_is_no_memory)
{
    static struct us_node nodes[MANY];
    const int before = counting.live;
    for (unsigned i = 0; i < MANY; i++) {
        nodes[i] = us_handle_table_node(US_HANDLE_SPACE, handle_of(i), NULL, leave);
        assert_true(us_handle_table_add(&nodes[i]));
    }
    /* Tables of 64, 128, 256, 512, 1024 and 2048 places at most, of which half may be used. */
    assert_in_range(counting.live - before, 1, 6);
    for (unsigned i = 0; i < MANY; i++)
        us_handle_table_free(us_handle_table_detach(&nodes[i]));
    assert_int_equal(counting.live, before);
}

/* While some stay, others come and go: two tables are enough, however long that takes. */
TEST(handles_that_come_and_go_take_little_memory)
{
    static struct us_node stays[FEW], nodes[FEW / 2];
    const int before = counting.live;
    for (unsigned i = 0; i < FEW; i++) {
        stays[i] = us_handle_table_node(US_HANDLE_SPACE, handle_of(i), NULL, leave);
        assert_true(us_handle_table_add(&stays[i]));
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct us_node *node = &nodes[i % (FEW / 2)];
        if (i >= FEW / 2)
            us_handle_table_free(us_handle_table_detach(node));
        *node = us_handle_table_node(US_HANDLE_SPACE, 5000 + i, NULL, leave);
        assert_true(us_handle_table_add(node));
        assert_in_range(counting.live - before, 1, 3); /* of 64, 128 and 128 places */
    }
    for (unsigned i = 0; i < FEW / 2; i++)
        us_handle_table_free(us_handle_table_detach(&nodes[i]));
    for (unsigned i = 0; i < FEW; i++)
        us_handle_table_free(us_handle_table_detach(&stays[i]));
    assert_int_equal(counting.live, before);
}

/* Where the table cannot grow, a handle is not taken, and those that are there stay. */
TEST(handles_without_memory)
{
    static struct us_node nodes[MANY];
    unsigned taken = 0;
    for (unsigned i = 0; i < MANY; i++)
        nodes[i] = us_handle_table_node(US_HANDLE_SPACE, handle_of(i), NULL, leave);
    counting.fails_from = 1;
    counting.taken = 0;
    assert_false(us_handle_table_add(&nodes[0]));
    assert_null(us_handle_table_find(US_HANDLE_SPACE, handle_of(0)));
    counting.fails_from = 0;
    assert_true(us_handle_table_add(&nodes[taken++]));
    counting.fails_from = 1;
    while (taken < MANY && us_handle_table_add(&nodes[taken]))
        taken++;
    counting.fails_from = 0;
    assert_int_equal(taken, 32); /* of 64 places half may be used */
    for (unsigned i = 0; i < MANY; i++)
        assert_ptr_equal(us_handle_table_find(US_HANDLE_SPACE, handle_of(i)),
                         i < taken ? &nodes[i] : NULL);
    for (unsigned i = 0; i < taken; i++)
        us_handle_table_free(us_handle_table_detach(&nodes[i]));
}

/* OpenXR's null handle, and the value by which the table knows an empty place. */
TEST(two_values_are_no_handles)
{
    struct us_node node = us_handle_table_node(US_HANDLE_INSTANCE, 0, NULL, leave);
    assert_false(us_handle_table_add(&node));
    node.handle = UINT64_MAX;
    assert_false(us_handle_table_add(&node));
    assert_null(us_handle_table_find(US_HANDLE_INSTANCE, 0));
    assert_null(us_handle_table_find(US_HANDLE_INSTANCE, UINT64_MAX));
    assert_null(us_handle_table_detach(NULL));
}

/* Each thread's spaces are its own, as an app must keep them; the layer's table is everybody's. A
 * space lives for five rounds, in which the table is now and then made anew. */
static void *work(void *data)
{
    const uint64_t base = 0x1000000 * (uint64_t)(uintptr_t)data;
    below.ours = true;
    for (unsigned i = 5; i < ROUNDS; i++) {
        add(base + i, i);
        for (unsigned k = i > 9 ? i - 4 : 5; k <= i; k++)
            if (place_of(base + k) != (int)k)
                return NULL;
        if (i > 9 && (drop(base + i - 4) != XR_SUCCESS || place_of(base + i - 4) != NOWHERE))
            return NULL;
    }
    return data;
}

TEST(threads_make_and_destroy_spaces)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    open_scene();
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)(i + 1)), 0);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    close_scene();
}

TESTS_MAIN(without_handles_there_is_no_memory, handles_that_come_and_go_take_little_memory,
           handles_without_memory, two_values_are_no_handles,
           spaces_are_found_and_go_with_their_session, spaces_come_and_go,
           a_handle_that_comes_again_is_a_new_one, threads_make_and_destroy_spaces)
