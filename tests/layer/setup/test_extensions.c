/* SPDX-License-Identifier: MIT */
/* Hazard: asking the runtime for what only the layer has, or hiding from it what it has. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "layer/setup/extensions.h"

static const char *const wanted[] = {"XR_MND_headless", SCENE_HAND_AND_EYES,
                                     "XR_FB_hand_tracking_aim", "XR_EXT_hand_joints_motion_range"};
enum { WANTED = 5 };

static void destroy(struct scene *scene)
{
    scene_end(scene);
}

#define BEGUN_TEST(name)                                                                           \
    TEST_OF(name, struct scene, scene, scene_init(scene, SCENE_ALL), destroy(scene))

BEGUN_TEST(test_stripped)
{
    assert_success(scene_create(scene, wanted, WANTED));
    assert_int_equal(fake.creates, 1);
    assert_int_equal(fake.name_count, 1);
    assert_true(fake_enabled("XR_MND_headless"));
}

BEGUN_TEST(test_kept)
{
    fake.has_hands = true;
    fake.also[0] = "XR_FB_hand_tracking_aim";
    assert_success(scene_create(scene, wanted, WANTED));
    assert_int_equal(fake.name_count, 3);
    assert_true(fake_enabled("XR_EXT_hand_tracking"));
    assert_true(fake_enabled("XR_FB_hand_tracking_aim"));
    assert_false(fake_enabled("XR_EXT_hand_joints_motion_range"));
    assert_false(fake_enabled("XR_EXT_eye_gaze_interaction"));
}

/* Nobody tells what is there: try, then try with less. */
BEGUN_TEST(test_retry)
{
    fake.no_null_query = true;
    assert_success(scene_create(scene, wanted, WANTED));
    assert_int_equal(fake.creates, 2);
    assert_int_equal(fake.name_count, 1);
    assert_non_null(scene->calls.xrCreateHandTrackerEXT);
}

/* Nobody tells, and all of it is there. */
BEGUN_TEST(test_no_retry_if_there)
{
    fake.no_null_query = true;
    fake.has_hands = true;
    fake.has_eyes = true;
    fake.also[0] = "XR_FB_hand_tracking_aim";
    fake.also[1] = "XR_EXT_hand_joints_motion_range";
    assert_success(scene_create(scene, wanted, WANTED));
    assert_int_equal(fake.creates, 1);
    assert_int_equal(fake.name_count, WANTED);
}

TEST_OF(test_no_retry_for_others, struct scene, scene, scene_init(scene, SCENE_ALL),
        scene_finish(scene))
{
    fake.fails = "xrCreateInstance";
    fake.fails_with = XR_ERROR_EXTENSION_NOT_PRESENT;
    assert_int_equal(scene_create(scene, wanted, 1), XR_ERROR_EXTENSION_NOT_PRESENT);
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    assert_int_equal(scene_create(scene, wanted, WANTED), XR_ERROR_RUNTIME_FAILURE);
}

/* A layer below that has the extension, though the runtime lacks it. */
static XRAPI_ATTR XrResult XRAPI_CALL lower_enumerate(const char *layer, uint32_t capacity,
                                                      uint32_t *count,
                                                      XrExtensionProperties *properties)
{
    if (layer == NULL || strcmp(layer, "XR_APILAYER_TEST_hands") != 0)
        return XR_ERROR_API_LAYER_NOT_PRESENT;
    *count = 1;
    if (capacity > 0)
        strcpy(properties[0].extensionName, "XR_EXT_hand_tracking");
    return XR_SUCCESS;
}

/* What a chain has before there is an instance: this list of extensions, and nothing else. */
static XrResult only_extensions(PFN_xrEnumerateInstanceExtensionProperties own, const char *name,
                                PFN_xrVoidFunction *function)
{
    *function = (PFN_xrVoidFunction)own;
    return strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0 ? XR_SUCCESS
                                                                       : XR_ERROR_HANDLE_INVALID;
}

static XRAPI_ATTR XrResult XRAPI_CALL lower_get(XrInstance instance, const char *name,
                                                PFN_xrVoidFunction *function)
{
    if (instance != XR_NULL_HANDLE)
        return fake_get(instance, name, function);
    return only_extensions(lower_enumerate, name, function);
}

static XRAPI_ATTR XrResult XRAPI_CALL lower_create(const XrInstanceCreateInfo *info,
                                                   const XrApiLayerCreateInfo *layer_info,
                                                   XrInstance *instance)
{
    assert_string_equal(layer_info->nextInfo->layerName, "XR_APILAYER_TEST_hands");
    fake.name_count = info->enabledExtensionCount;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        strcpy(fake.names[i], info->enabledExtensionNames[i]);
    *instance = US_XR_HANDLE(XrInstance, 0x1234);
    return XR_SUCCESS;
}

BEGUN_TEST(test_lower_layer)
{
    XrApiLayerNextInfo infos[2] = {{.layerName = US_LAYER_NAME,
                                    .nextGetInstanceProcAddr = lower_get,
                                    .nextCreateApiLayerInstance = lower_create},
                                   {.layerName = "XR_APILAYER_TEST_hands",
                                    .nextGetInstanceProcAddr = fake_get,
                                    .nextCreateApiLayerInstance = fake_create}};
    assert_success(scene_create_in_chain(scene, wanted, WANTED, infos, 2));
    assert_true(fake_enabled("XR_EXT_hand_tracking"));
    assert_false(fake_enabled("XR_EXT_eye_gaze_interaction"));
}

/* What the specification's register of extensions says, once more. */
static const struct {
    const char *name;
    const char *version;
    bool with_hands; /* means nothing without XR_EXT_hand_tracking */
    enum us_extension which;
} own[] = {
    {"XR_EXT_hand_tracking", "4", false, US_EXTENSION_HAND_TRACKING},
    {"XR_EXT_eye_gaze_interaction", "2", false, US_EXTENSION_EYE_GAZE},
    {"XR_EXT_hand_interaction", "2", false, US_EXTENSION_HAND_INTERACTION},
    {"XR_EXT_palm_pose", "3", false, US_EXTENSION_PALM_POSE},
    {"XR_EXT_hand_joints_motion_range", "1", true, US_EXTENSION_MOTION_RANGE},
    {"XR_EXT_hand_tracking_data_source", "1", true, US_EXTENSION_DATA_SOURCE},
    {"XR_MSFT_hand_interaction", "1", false, US_EXTENSION_HAND_INTERACTION_MSFT},
    {"XR_FB_hand_tracking_aim", "2", true, US_EXTENSION_AIM_FB},
    {"XR_KHR_locate_spaces", "1", false, US_EXTENSION_LOCATE_SPACES},
    {"XR_EXT_user_presence", "1", false, US_EXTENSION_USER_PRESENCE},
    {"XR_FB_hand_tracking_mesh", "3", true, US_EXTENSION_MESH_FB},
    {"XR_EXT_local_floor", "1", false, US_EXTENSION_LOCAL_FLOOR},
    {"XR_FB_display_refresh_rate", "1", false, US_EXTENSION_REFRESH_RATE},
};
enum { OWN = sizeof own / sizeof own[0] };

/* The string behind the next `key` of the text, which moves on behind it; false at the end. */
static bool next_value(const char **text, const char *key, char out_value[128])
{
    const char *at = strstr(*text, key);
    return at != NULL && sscanf(at + strlen(key), " : \"%127[^\"]\"", out_value) == 1 &&
           (*text = at + strlen(key)) != NULL;
}

/* The loader believes the manifest alone. */
TEST(test_manifest)
{
    char text[8192] = "";
    FILE *file = fopen(US_TEST_MANIFEST, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_true(size > 0 && size < sizeof text - 1);
    const char *at = strstr(text, "\"instance_extensions\"");
    assert_non_null(at);
    assert_int_equal(US_EXTENSION_OWN_COUNT, OWN);
    char value[128];
    for (int i = 0; i < OWN; i++) {
        assert_true(next_value(&at, "\"name\"", value));
        assert_string_equal(value, own[i].name);
        assert_string_equal(value, us_extensions_table[own[i].which].name);
        assert_true(next_value(&at, "\"extension_version\"", value));
        assert_string_equal(value, own[i].version);
        assert_int_equal(strtoul(value, NULL, 10), us_extensions_table[own[i].which].version);
    }
    assert_false(next_value(&at, "\"name\"", value));
}

/* Each alone, on a runtime that has it and on one that lacks it. */
TEST(test_each)
{
    for (int i = 0; i < OWN; i++) {
        for (int there = 0; there < 2; there++) {
            struct scene scene;
            scene_init(&scene, SCENE_ALL);
            fake.also[0] = there ? own[i].name : NULL;
            fake.has_hands = own[i].with_hands;
            const char *names[] = {own[i].name, "XR_MND_headless", "XR_EXT_hand_tracking"};
            assert_success(scene_create(&scene, names, own[i].with_hands ? 3 : 2));
            assert_int_equal(fake_enabled(own[i].name), there);
            assert_true(fake_enabled("XR_MND_headless"));
            assert_int_equal(fake_enabled("XR_EXT_hand_tracking"),
                             own[i].with_hands || (i == 0 && there));
            assert_int_equal(scene_count_log(&scene, own[i].name), !there);
            destroy(&scene);
        }
    }
}

/* What is supplied is said, all of it. */
BEGUN_TEST(test_all)
{
    const char *names[OWN];
    char all[1024] = "";
    for (int i = 0; i < OWN; i++) {
        names[i] = own[i].name;
        strcat(strcat(all, i > 0 ? ", " : ""), own[i].name);
    }
    assert_success(scene_create(scene, names, OWN));
    assert_int_equal(fake.name_count, 0);
    assert_int_equal(scene_count_log(scene, all), 1);
}

/* Without memory for the names of what the app asked for it is said what that means. */
TEST(test_no_memory)
{
    static const char said[] = "the layer treats all extensions as not enabled";
    for (int has_memory = 0; has_memory < 2; has_memory++) {
        struct scene scene;
        scene_init(&scene, SCENE_ALL);
        counting_reset();
        counting.refused = has_memory ? 0 : (size_t)(WANTED + 1) * XR_MAX_EXTENSION_NAME_SIZE;
        assert_success(scene_create(&scene, wanted, WANTED));
        counting_reset();
        assert_int_equal(scene_count_log(&scene, said), !has_memory);
        scene_end(&scene);
    }
}

/* ---- what the chain below says that it has, and whether it makes an instance with it ---- */

static struct {
    uint32_t first_count, second_count; /* what the two calls say */
    XrResult first, second;
    uint32_t has_at; /* the number of `has` among the extensions */
    const char *has, *refused;
    int calls, creates;
} answer;

static XRAPI_ATTR XrResult XRAPI_CALL answer_extensions(const char *layer, uint32_t capacity,
                                                        uint32_t *out_count,
                                                        XrExtensionProperties *properties)
{
    assert_null(layer);
    answer.calls++;
    *out_count = capacity == 0 ? answer.first_count : answer.second_count;
    for (uint32_t i = 0; i < capacity; i++) {
        assert_int_equal(properties[i].type, XR_TYPE_EXTENSION_PROPERTIES);
        assert_null(properties[i].next);
        snprintf(properties[i].extensionName, XR_MAX_EXTENSION_NAME_SIZE, "%s",
                 i == answer.has_at ? answer.has : "XR_TEST");
    }
    return capacity == 0 ? answer.first : answer.second;
}

static XRAPI_ATTR XrResult XRAPI_CALL answer_get(XrInstance instance, const char *name,
                                                 PFN_xrVoidFunction *function)
{
    if (instance != XR_NULL_HANDLE)
        return fake_get(instance, name, function);
    return only_extensions(answer_extensions, name, function);
}

static XRAPI_ATTR XrResult XRAPI_CALL answer_create(const XrInstanceCreateInfo *info,
                                                    const XrApiLayerCreateInfo *layer_info,
                                                    XrInstance *instance)
{
    (void)layer_info;
    answer.creates++;
    fake.name_count = 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (answer.refused != NULL && strcmp(info->enabledExtensionNames[i], answer.refused) == 0)
            return XR_ERROR_EXTENSION_NOT_PRESENT;
        strcpy(fake.names[fake.name_count++], info->enabledExtensionNames[i]);
    }
    *instance = US_XR_HANDLE(XrInstance, 0x1234);
    return XR_SUCCESS;
}

static void create_with_answer(struct scene *scene, const char *const *names, uint32_t count)
{
    scene_init(scene, SCENE_ALL);
    answer.calls = answer.creates = 0;
    assert_success(scene_create_over(scene, answer_get, answer_create, names, count));
}

/* An extension is asked for if the chain below has it, taken out if it says that it has not, and
 * tried where nothing is known. */
TEST(test_answers_of_a_runtime)
{
    enum what { KEPT, TAKEN_OUT, TRIED };
    static const struct {
        uint32_t first_count;
        XrResult first;
        uint32_t second_count;
        XrResult second;
        uint32_t has_at;
        enum what what;
    } rows[] = {
        {3, XR_SUCCESS, 3, XR_SUCCESS, 2, KEPT},
        {0, XR_SUCCESS, 0, XR_SUCCESS, 0, TAKEN_OUT},
        {3, XR_SUCCESS, 2, XR_SUCCESS, 2, TAKEN_OUT}, /* it has gone meanwhile */
        {3, XR_SUCCESS, 9, XR_SUCCESS, 2, KEPT},
        {3, XR_ERROR_RUNTIME_FAILURE, 3, XR_SUCCESS, 70000, TRIED},
        {3, XR_SUCCESS, 3, XR_ERROR_SIZE_INSUFFICIENT, 70000, TRIED},
        {65536, XR_SUCCESS, 65536, XR_SUCCESS, 65535, KEPT},
        {65537, XR_SUCCESS, 65537, XR_SUCCESS, 70000, TRIED}, /* as damaged ones do */
        {UINT32_MAX, XR_SUCCESS, 1, XR_SUCCESS, 70000, TRIED},
    };
    static const char *const hands[] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        answer.first_count = rows[i].first_count, answer.first = rows[i].first;
        answer.second_count = rows[i].second_count, answer.second = rows[i].second;
        answer.has = hands[0], answer.has_at = rows[i].has_at;
        answer.refused = rows[i].what == KEPT ? NULL : hands[0];
        create_with_answer(&scene, hands, 1);
        assert_int_equal(fake_enabled(hands[0]), rows[i].what == KEPT);
        assert_int_equal(answer.creates, rows[i].what == TRIED ? 2 : 1);
        if (i < 2)
            assert_int_equal(answer.calls, rows[i].first_count > 0 ? 2 : 1);
        assert_non_null(scene.calls.xrCreateHandTrackerEXT);
        scene_end(&scene);
    }
}

/* A runtime is not asked on behalf of an app that wants nothing of the layer's own. */
TEST(test_nobody_is_asked)
{
    static const char *const others[] = {"XR_KHR_vulkan_enable2"};
    for (uint32_t count = 0; count < 2; count++) {
        struct scene scene;
        answer.refused = NULL;
        create_with_answer(&scene, others, count);
        assert_int_equal(answer.calls, 0);
        assert_int_equal(fake.name_count, count);
        scene_end(&scene);
    }
}

/* What depends on hand tracking goes with it, by its whole name, or by a vendor's prefix. */
TEST(test_families)
{
    static const char *const asked[] = {"XR_EXT_hand_tracking",
                                        "XR_EXT_hand_joints_motion_range",
                                        "XR_FB_hand_tracking_aim",
                                        "XR_FB_hand_tracking_mesh",
                                        "XR_FB_hand_tracking_capsules",
                                        "XR_META_hand_tracking_microgestures",
                                        "XR_MSFT_hand_tracking_mesh",
                                        "XR_EXT_hand_tracking_other",
                                        "XR_EXT_eye_gaze_interaction",
                                        "XR_KHR_vulkan_enable2",
                                        "XR_MSFT_hand_tracking_mesh_other"};
    enum { COUNT = sizeof asked / sizeof asked[0], GONE = 7 };
    for (int has_hands = 0; has_hands < 2; has_hands++) {
        struct scene scene;
        answer.first_count = answer.second_count = 2;
        answer.first = answer.second = XR_SUCCESS;
        answer.has = asked[has_hands ? 0 : 8], answer.has_at = 1;
        answer.refused = NULL;
        create_with_answer(&scene, asked, COUNT);
        for (int i = 0; i < COUNT; i++) {
            /* With hands the layer's own go that the runtime lacks, and the gaze. */
            const bool is_own_alone = (i >= 1 && i <= 3) || i == 8;
            assert_int_equal(fake_enabled(asked[i]), has_hands ? !is_own_alone : i >= GONE);
        }
        scene_end(&scene);
    }
}

/* A runtime that lacks hand tracking cannot be asked for what extends it, though it lists that. */
BEGUN_TEST(test_dependents)
{
    const char *names[] = {"XR_EXT_hand_tracking", "XR_FB_hand_tracking_aim",
                           "XR_FB_hand_tracking_mesh", "XR_ULTRALEAP_hand_tracking_forearm",
                           "XR_EXT_palm_pose"};
    fake.also[0] = "XR_FB_hand_tracking_aim";
    fake.also[1] = "XR_FB_hand_tracking_mesh";
    fake.also[2] = "XR_EXT_palm_pose";
    fake.also[3] = "XR_ULTRALEAP_hand_tracking_forearm";
    assert_success(scene_create(scene, names, 5));
    assert_int_equal(fake.name_count, 1);
    assert_true(fake_enabled("XR_EXT_palm_pose"));
    assert_int_equal(scene_count_log(scene, "XR_EXT_hand_tracking, XR_FB_hand_tracking_aim"), 1);
}

/* Nothing to play: what the layer took out it still stands in for. */
TEST_OF(test_without_recording, struct scene, scene, scene_init(scene, 0), destroy(scene))
{
    const char *names[] = {"XR_EXT_palm_pose", "XR_KHR_locate_spaces"};
    assert_success(scene_create(scene, names, 2));
    assert_int_equal(fake.name_count, 0);
    assert_non_null(scene->calls.xrLocateSpacesKHR);
}

struct support {
    XrSystemProperties properties;
    XrSystemHandTrackingPropertiesEXT hands;
    XrSystemEyeGazeInteractionPropertiesEXT eyes;
};

static void ask_support(struct scene *scene, struct support *support)
{
    *support = (struct support){
        .properties = {.type = XR_TYPE_SYSTEM_PROPERTIES},
        .hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT, .supportsHandTracking = 77},
        .eyes = {.type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT,
                 .supportsEyeGazeInteraction = 77}};
    support->properties.next = &support->hands;
    support->hands.next = &support->eyes;
    assert_success(scene->calls.xrGetSystemProperties(scene->instance, 1, &support->properties));
}

BEGUN_TEST(test_support)
{
    struct support support;
    assert_success(scene_create(scene, wanted, WANTED));
    ask_support(scene, &support);
    assert_int_equal(support.hands.supportsHandTracking, XR_TRUE);
    assert_int_equal(support.eyes.supportsEyeGazeInteraction, XR_TRUE);
    assert_int_equal(support.properties.trackingProperties.positionTracking, XR_TRUE);
    destroy(scene);

    /* Only what is recorded: no hands, no eyes. */
    scene_init(scene, SCENE_HEAD);
    assert_success(scene_create(scene, wanted, WANTED));
    ask_support(scene, &support);
    assert_int_equal(support.hands.supportsHandTracking, XR_FALSE);
    assert_int_equal(support.eyes.supportsEyeGazeInteraction, XR_FALSE);
    destroy(scene);

    /* Only what is enabled. */
    scene_init(scene, SCENE_ALL);
    assert_success(scene_create(scene, wanted, 1));
    ask_support(scene, &support);
    assert_int_equal(support.hands.supportsHandTracking, 77);
    assert_int_equal(support.eyes.supportsEyeGazeInteraction, 77);
    destroy(scene);

    /* The runtime's own word where the recording has none. */
    scene_init(scene, SCENE_GAZE);
    fake.has_hands = true;
    assert_success(scene_create(scene, wanted, WANTED));
    ask_support(scene, &support);
    assert_int_equal(support.hands.supportsHandTracking, 77);
    assert_int_equal(support.eyes.supportsEyeGazeInteraction, XR_TRUE);
    assert_int_equal(support.properties.trackingProperties.positionTracking, XR_FALSE);
}

/* What the layer cannot supply is asked of the runtime, which refuses it. */
TEST(test_lacks_what_is_not_supplied)
{
    static const char *const asked[] = {XR_MND_HEADLESS_EXTENSION_NAME,
                                        XR_ULTRALEAP_HAND_TRACKING_FOREARM_EXTENSION_NAME,
                                        XR_EXT_ACTIVE_ACTION_SET_PRIORITY_EXTENSION_NAME};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct scene scene;
        scene_init(&scene, SCENE_ALL);
        fake.has_hands = true;
        fake.lacks_headless = true;
        const char *names[] = {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME, asked[i]};
        assert_int_equal(scene_create(&scene, names, 2), XR_ERROR_EXTENSION_NOT_PRESENT);
        scene_finish(&scene);
    }
}

TESTS_MAIN(test_lacks_what_is_not_supplied, test_stripped, test_kept, test_retry,
           test_no_retry_if_there, test_no_retry_for_others, test_lower_layer, test_manifest,
           test_each, test_all, test_no_memory, test_answers_of_a_runtime, test_nobody_is_asked,
           test_families, test_dependents, test_without_recording, test_support)
