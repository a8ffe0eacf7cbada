/* SPDX-License-Identifier: MIT */
/* Hazard: one instance answering with another's state, a layer loaded twice, handles that nobody
 * knows or that come again. */
#include "scene.h"

#include <string.h>

TEST(test_one_after_the_other)
{
    struct scene scene = {0};
    for (int round = 0; round < 3; round++) {
        memset(&scene, 0, sizeof scene);
        scene_play(&scene, round == 1 ? SCENE_GAZE : SCENE_ALL);
        XrSpaceLocation location = scene_locate(&scene, scene.view, scene.local, SCENE_AT(5), NULL);
        float expected = round == 1 ? 7.0f : 0.5f;
        assert_true(location.pose.position.x == expected);
        assert_int_equal(scene_count_log(&scene, "out of memory"), 0);
        assert_success(scene.calls.xrDestroyInstance(scene.instance));
        assert_int_equal(scene.calls.xrDestroyInstance(scene.instance), XR_ERROR_HANDLE_INVALID);
        assert_int_equal(scene.calls.xrLocateSpace(scene.view, scene.local, SCENE_AT(5), &location),
                         XR_ERROR_HANDLE_INVALID);
        scene_finish(&scene);
    }
}

TEST(test_two_at_once)
{
    struct scene first = {0};
    scene_play(&first, SCENE_ALL);
    struct fake saved = fake;
    struct scene second = first;
    assert_success(scene_create(&second, NULL, 0));
    assert_true(second.instance != first.instance);
    assert_null(second.calls.xrCreateHandTrackerEXT);
    assert_success(second.calls.xrDestroyInstance(second.instance));
    memcpy(fake.names, saved.names, sizeof fake.names);
    XrSpaceLocation location = scene_locate(&first, first.view, first.local, SCENE_AT(5), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){0.5f, 0.2f, -0.3f});
    scene_end(&first);
}

PLAYED_TEST(test_unknown_handles, SCENE_ALL)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    XrSpace unknown[] = {US_XR_HANDLE(XrSpace, 4711), US_XR_HANDLE(XrSpace, UINT64_MAX),
                         XR_NULL_HANDLE};
    for (int i = 0; i < 3; i++) {
        int calls = fake.calls_of_locate;
        assert_int_equal(scene->calls.xrLocateSpace(unknown[i], unknown[i], SCENE_AT(1), &location),
                         XR_ERROR_HANDLE_INVALID);
        assert_int_equal(fake.calls_of_locate, calls + 1);
        assert_int_equal(scene->calls.xrDestroySpace(unknown[i]), XR_ERROR_HANDLE_INVALID);
        assert_ptr_equal(fake.destroyed_space, unknown[i]);
    }
    XrFrameState frame = {.type = XR_TYPE_FRAME_STATE};
    assert_success(scene->calls.xrWaitFrame(US_XR_HANDLE(XrSession, 4711), NULL, &frame));
    assert_success(scene->calls.xrDestroyAction(US_XR_HANDLE(XrAction, 4711)));
    XrEventDataBuffer event;
    assert_int_equal(scene->calls.xrPollEvent(US_XR_HANDLE(XrInstance, 4711), &event),
                     XR_ERROR_HANDLE_INVALID);
}

/* A space that somebody else made, as an anchor of another extension: the runtime's, seen from the
 * recorded head. */
PLAYED_TEST(test_foreign_space, SCENE_ALL)
{
    fake.spaces[++fake.space_count] =
        (struct fake_space){.life = FAKE_ALIVE, .is_action = true, .offset = scene_identity};
    XrSpace foreign = US_XR_HANDLE(XrSpace, fake.space_count);
    XrSpaceLocation location = scene_locate(scene, foreign, scene->local, SCENE_AT(0), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){9, 9, 9});
    location = scene_locate(scene, foreign, scene->view, SCENE_AT(0), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){9, 8.8f, 9.3f});
    location = scene_locate(scene, scene->view, foreign, SCENE_AT(0), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){-9, -8.8f, -9.3f});
}

/* A failed destruction keeps what is known; a successful one forgets it, also when the value comes
 * again. */
PLAYED_TEST(test_destruction, SCENE_ALL)
{
    fake.fails = "xrDestroySpace";
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    assert_int_equal(scene->calls.xrDestroySpace(scene->view), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = "xrDestroySession";
    assert_int_equal(scene->calls.xrDestroySession(scene->session), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = "xrDestroyInstance";
    assert_int_equal(scene->calls.xrDestroyInstance(scene->instance), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = NULL;
    XrSpaceLocation location = scene_locate(scene, scene->view, scene->local, SCENE_AT(5), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){0.5f, 0.2f, -0.3f});

    uint64_t value = US_XR_VALUE(scene->view);
    assert_success(scene->calls.xrDestroySpace(scene->view));
    fake.space_count =
        (uint32_t)value - 1; /* the runtime gives the same value again, for something else */
    XrSpace again = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, scene_identity);
    assert_int_equal(US_XR_VALUE(again), value);
    fake.space_count = FAKE_SPACES - 1;
    location = scene_locate(scene, again, scene->local, SCENE_AT(5), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){0, 0, 0});
    assert_success(scene->calls.xrDestroySession(scene->session));
    /* Its space is another's now: the runtime says where it is. */
    location = (XrSpaceLocation){.type = XR_TYPE_SPACE_LOCATION};
    int calls = fake.calls_of_locate;
    assert_success(scene->calls.xrLocateSpace(again, again, SCENE_AT(5), &location));
    assert_int_equal(fake.calls_of_locate, calls + 1);
}

/* The chain: ours, another layer, ours again; the copies share their code, as the loader does it.
 */
static struct scene *chained;
static int calls_of_middle;
static PFN_xrLocateSpace lower_locate;

static XRAPI_ATTR XrResult XRAPI_CALL middle_locate(XrSpace space, XrSpace base, XrTime time,
                                                    XrSpaceLocation *location)
{
    calls_of_middle++;
    return lower_locate(space, base, time, location);
}

static XRAPI_ATTR XrResult XRAPI_CALL middle_get(XrInstance instance, const char *name,
                                                 PFN_xrVoidFunction *function)
{
    XrResult result = chained->get(instance, name, function);
    if (XR_SUCCEEDED(result) && instance != XR_NULL_HANDLE && strcmp(name, "xrLocateSpace") == 0) {
        PFN_xrLocateSpace typed = middle_locate;
        lower_locate = (PFN_xrLocateSpace)*function;
        *function = (PFN_xrVoidFunction)typed;
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL middle_create(const XrInstanceCreateInfo *info,
                                                    const XrApiLayerCreateInfo *layer_info,
                                                    XrInstance *instance)
{
    XrApiLayerCreateInfo below = *layer_info;
    below.nextInfo = layer_info->nextInfo->next;
    return chained->create(info, &below, instance);
}

TEST_OF(test_loaded_twice, struct scene, scene, scene_init(scene, SCENE_ALL), scene_finish(scene))
{
    chained = scene;
    calls_of_middle = 0;
    XrApiLayerNextInfo infos[3] = {{.layerName = US_LAYER_NAME,
                                    .nextGetInstanceProcAddr = middle_get,
                                    .nextCreateApiLayerInstance = middle_create},
                                   {.layerName = "XR_APILAYER_TEST_middle",
                                    .nextGetInstanceProcAddr = scene->get,
                                    .nextCreateApiLayerInstance = scene->create},
                                   {.layerName = US_LAYER_NAME,
                                    .nextGetInstanceProcAddr = fake_get,
                                    .nextCreateApiLayerInstance = fake_create}};
    const char *names[] = {SCENE_HAND_AND_EYES};
    assert_success(scene_create_in_chain(scene, names, 2, infos, 3));
    assert_int_equal(fake.name_count, 0);
    scene_begin(scene);
    scene_focus(scene);
    XrSpaceLocation location = scene_locate(scene, scene->view, scene->local, SCENE_AT(5), NULL);
    scene_check_vector(location.pose.position, (XrVector3f){0.5f, 0.2f, -0.3f});
    assert_int_equal(calls_of_middle, 1);
    assert_int_equal(scene_count_log(scene, "playing "), 1);
    assert_int_equal(scene_count_log(scene, "twice"), 1);
    assert_success(scene->calls.xrDestroyInstance(scene->instance));
    assert_int_equal(fake.destroys, 1);
}

/* Calls that name nothing that is known belong to the newest instance that is left. */
static int calls_of_first;

static XRAPI_ATTR XrResult XRAPI_CALL first_locate(XrSpace space, XrSpace base, XrTime time,
                                                   XrSpaceLocation *location)
{
    (void)space, (void)base, (void)time, (void)location;
    calls_of_first++;
    return XR_ERROR_HANDLE_INVALID;
}

static XRAPI_ATTR XrResult XRAPI_CALL first_get(XrInstance instance, const char *name,
                                                PFN_xrVoidFunction *function)
{
    PFN_xrLocateSpace typed = first_locate;
    XrResult result = fake_get(instance, name, function);
    if (strcmp(name, "xrLocateSpace") == 0)
        *function = (PFN_xrVoidFunction)typed;
    return result;
}

TEST(test_the_newest_that_is_left)
{
    struct scene first, second;
    const XrSpace unknown = US_XR_HANDLE(XrSpace, 4711);
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    scene_init(&first, SCENE_ALL);
    second = first;
    calls_of_first = 0;
    assert_success(scene_create_over(&first, first_get, fake_create, NULL, 0));
    assert_success(scene_create(&second, NULL, 0));
    PFN_xrLocateSpace locate = first.calls.xrLocateSpace;
    assert_int_equal(locate(unknown, unknown, SCENE_AT(1), &location), XR_ERROR_HANDLE_INVALID);
    assert_int_equal(calls_of_first, 0);
    assert_int_equal(fake.calls_of_locate, 1);
    assert_success(second.calls.xrDestroyInstance(second.instance));
    assert_int_equal(locate(unknown, unknown, SCENE_AT(1), &location), XR_ERROR_HANDLE_INVALID);
    assert_int_equal(calls_of_first, 1);
    assert_success(first.calls.xrDestroyInstance(first.instance));
    assert_int_equal(locate(unknown, unknown, SCENE_AT(1), &location), XR_ERROR_HANDLE_INVALID);
    assert_int_equal(calls_of_first, 1);
    assert_int_equal(fake.calls_of_locate, 1);
    scene_finish(&first);
}

/* The other copy is another file, with its own table: this one only passes on. */
TEST(test_other_copy_below)
{
    struct scene scene;
    const XrSpace unknown = US_XR_HANDLE(XrSpace, 4711);
    scene_play(memset(&scene, 0, sizeof scene), SCENE_ALL);
    const PFN_xrLocateSpace function = scene.calls.xrLocateSpace;
    scene_end(&scene);
    scene_init(&scene, SCENE_ALL);
    XrApiLayerNextInfo infos[2] = {{.layerName = US_LAYER_NAME,
                                    .nextGetInstanceProcAddr = fake_get,
                                    .nextCreateApiLayerInstance = fake_create},
                                   {.layerName = US_LAYER_NAME,
                                    .nextGetInstanceProcAddr = fake_get,
                                    .nextCreateApiLayerInstance = fake_create}};
    assert_success(scene_create_in_chain(&scene, NULL, 0, infos, 2));
    PFN_xrVoidFunction own, below;
    scene.get(scene.instance, "xrLocateSpace", &own);
    fake_get(scene.instance, "xrLocateSpace", &below);
    assert_true(own == below);
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    assert_int_equal(function(unknown, unknown, SCENE_AT(1), &location), XR_ERROR_HANDLE_INVALID);
    assert_int_equal(fake.calls_of_locate, 0); /* it answers for no handle that nobody knows */
    assert_int_equal(scene_count_log(&scene, ""), 1);
    assert_success(scene.calls.xrDestroyInstance(scene.instance));
    assert_int_equal(fake.destroys, 1);
    scene_finish(&scene);
}

TESTS_MAIN(test_one_after_the_other, test_two_at_once, test_unknown_handles, test_foreign_space,
           test_destruction, test_loaded_twice, test_the_newest_that_is_left, test_other_copy_below)
