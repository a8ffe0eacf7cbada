/* SPDX-License-Identifier: MIT */
/* Hazard: handing out a function that is not there, or not the layer's own (OpenXR 1.0, 3.2). */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static XrResult ask(struct scene *scene, XrInstance instance, const char *name,
                    PFN_xrVoidFunction *function)
{
    *function = (PFN_xrVoidFunction)fake_get;
    return scene->get(instance, name, function);
}

#define BEGUN_TEST(name)                                                                           \
    TEST_OF(name, struct scene, scene, scene_init(scene, 0), scene_finish(scene))

BEGUN_TEST(test_without_instance)
{
    PFN_xrVoidFunction function;
    const char *there[] = {"xrEnumerateInstanceExtensionProperties",
                           "xrEnumerateApiLayerProperties"};
    for (int i = 0; i < 2; i++) {
        assert_success(ask(scene, XR_NULL_HANDLE, there[i], &function));
        assert_non_null(function);
    }
    const char *unsupported[] = {"xrCreateInstance", "xrInitializeLoaderKHR"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(scene, XR_NULL_HANDLE, unsupported[i], &function),
                         XR_ERROR_FUNCTION_UNSUPPORTED);
        assert_null(function);
    }
    assert_int_equal(ask(scene, XR_NULL_HANDLE, "xrLocateSpace", &function),
                     XR_ERROR_HANDLE_INVALID);
    assert_null(function);
    assert_int_equal(ask(scene, US_XR_HANDLE(XrInstance, 4711), "xrLocateSpace", &function),
                     XR_ERROR_HANDLE_INVALID);
    assert_null(function);
    assert_int_equal(scene->get(XR_NULL_HANDLE, NULL, &function), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(scene->get(XR_NULL_HANDLE, "xrLocateSpace", NULL),
                     XR_ERROR_VALIDATION_FAILURE);
}

BEGUN_TEST(test_own_list)
{
    PFN_xrVoidFunction function;
    ask(scene, XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties", &function);
    PFN_xrEnumerateInstanceExtensionProperties enumerate =
        (PFN_xrEnumerateInstanceExtensionProperties)function;
    XrExtensionProperties properties[13];
    for (int i = 0; i < 13; i++)
        properties[i] = (XrExtensionProperties){.type = XR_TYPE_EXTENSION_PROPERTIES};
    uint32_t count = 0;
    assert_success(enumerate(NULL, 0, &count, NULL));
    assert_int_equal(count, 13);
    assert_int_equal(enumerate(NULL, 12, &count, properties), XR_ERROR_SIZE_INSUFFICIENT);
    assert_success(enumerate("XR_APILAYER_NOVENDOR_understudy", 13, &count, properties));
    assert_string_equal(properties[0].extensionName, "XR_EXT_hand_tracking");
    assert_string_equal(properties[1].extensionName, "XR_EXT_eye_gaze_interaction");
    assert_int_equal(properties[1].extensionVersion, 2);
    assert_string_equal(properties[8].extensionName, "XR_KHR_locate_spaces");
    assert_string_equal(properties[9].extensionName, "XR_EXT_user_presence");
    assert_string_equal(properties[10].extensionName, "XR_FB_hand_tracking_mesh");
    assert_int_equal(enumerate("XR_APILAYER_OTHER", 0, &count, NULL),
                     XR_ERROR_API_LAYER_NOT_PRESENT);
    assert_int_equal(enumerate(NULL, 0, NULL, NULL), XR_ERROR_VALIDATION_FAILURE);
}

/* The layer names itself, and nothing else. */
BEGUN_TEST(test_own_layer)
{
    PFN_xrVoidFunction function;
    ask(scene, XR_NULL_HANDLE, "xrEnumerateApiLayerProperties", &function);
    PFN_xrEnumerateApiLayerProperties enumerate = (PFN_xrEnumerateApiLayerProperties)function;
    XrApiLayerProperties properties[2] = {{.type = XR_TYPE_API_LAYER_PROPERTIES},
                                          {.type = XR_TYPE_API_LAYER_PROPERTIES}};
    memset(properties[0].layerName, 'x', sizeof properties[0].layerName);
    uint32_t count = 77;
    assert_success(enumerate(0, &count, NULL));
    assert_int_equal(count, 1);
    for (uint32_t capacity = 1; capacity < 3; capacity++) {
        count = 77;
        assert_success(enumerate(capacity, &count, properties));
        assert_int_equal(count, 1);
        assert_string_equal(properties[0].layerName, "XR_APILAYER_NOVENDOR_understudy");
        assert_string_equal(properties[1].layerName, "");
        assert_true(properties[0].specVersion == XR_MAKE_VERSION(1, 0, 0));
    }
    assert_int_equal(enumerate(0, NULL, NULL), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(enumerate(1, NULL, properties), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(enumerate(1, &count, NULL), XR_ERROR_VALIDATION_FAILURE);
}

/* Every function of the list is the layer's, not the one below. */
TEST_OF(test_every_hook, struct scene, scene, scene_init(scene, SCENE_ALL), scene_finish(scene))
{
    setenv("UNDERSTUDY_SHOOT", "frame:1", 1);
    const char *names[] = {SCENE_HAND_AND_EYES, "XR_KHR_locate_spaces", "XR_FB_hand_tracking_mesh",
                           "XR_FB_display_refresh_rate"};
    fake.has_hands = true;
    fake.has_eyes = true;
    fake.also[0] = "XR_KHR_locate_spaces";
    fake.also[1] = "XR_FB_hand_tracking_mesh";
    fake.also[2] = "XR_FB_display_refresh_rate";
    assert_success(scene_create(scene, names, 5));
    PFN_xrVoidFunction own, below;
#define HOOKED(name)                                                                               \
    assert_success(ask(scene, scene->instance, #name, &own));                                      \
    assert_success(fake_get(scene->instance, #name, &below));                                      \
    assert_true(own != NULL && own != below);
#include "hooked.def"
#undef HOOKED
    assert_success(ask(scene, scene->instance, "xrRequestExitSession", &own));
    fake_get(scene->instance, "xrRequestExitSession", &below);
    assert_true(own == below);
    assert_success(ask(scene, scene->instance, "xrGetInstanceProcAddr", &own));
    assert_true(own == (PFN_xrVoidFunction)scene->get);
    assert_int_equal(ask(scene, scene->instance, "xrNoSuchThing", &own),
                     XR_ERROR_FUNCTION_UNSUPPORTED);
    assert_null(own);
    scene->calls.xrDestroyInstance(scene->instance);
    assert_int_equal(ask(scene, scene->instance, "xrLocateSpace", &own), XR_ERROR_HANDLE_INVALID);
}

SCENE_TEST(test_not_enabled, SCENE_ALL)
{
    fake.has_hands = true;
    assert_success(scene_create(scene, NULL, 0));
    assert_null(scene->calls.xrCreateHandTrackerEXT);
    assert_null(scene->calls.xrLocateHandJointsEXT);
    assert_null(scene->calls.xrDestroyHandTrackerEXT);
    assert_null(scene->calls.xrLocateSpacesKHR);
    assert_non_null(scene->calls.xrLocateSpaces);
}

SCENE_TEST(test_missing_below, SCENE_ALL)
{
    fake.missing = "xrLocateSpaces";
    assert_success(scene_create(scene, NULL, 0));
    assert_null(scene->calls.xrLocateSpaces);
    assert_non_null(scene->calls.xrLocateSpace);
}

TESTS_MAIN(test_without_instance, test_own_list, test_own_layer, test_every_hook, test_not_enabled,
           test_missing_below)
