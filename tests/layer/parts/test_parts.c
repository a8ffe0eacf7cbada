/* SPDX-License-Identifier: MIT */
/* Hazard: a small part of the layer that is wrong at an edge which no session reaches: a full
 * arena, two values that become one, a list of extensions without room, eyes that are being
 * measured. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/input.h"
#include "layer/base/next_chain.h"
#include "layer/pose/stable_eye_poses.h"
#include "layer/setup/extensions.h"

/* ---- arena ---- */

TEST(an_arena_is_given_to_one_at_a_time)
{
    struct us_arena *arena = us_arena_create();
    assert_true(us_arena_enter(arena));
    assert_false(us_arena_enter(arena));
    assert_false(us_arena_enter(arena));
    us_arena_leave(arena);
    assert_true(us_arena_enter(arena));
    us_arena_destroy(arena);
}

TEST(an_arena_is_filled_to_its_last_byte)
{
    static unsigned char from[US_ARENA_SIZE];
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i * 7 + i / 256);
    struct us_arena *arena = us_arena_create();
    assert_true(us_arena_enter(arena));
    assert_null(us_arena_copy(arena, from, 0, 4));
    assert_null(us_arena_copy(arena, from, 4, 0));
    assert_null(us_arena_copy(arena, from, US_ARENA_SIZE + 1, 1));
    assert_null(us_arena_copy(arena, from, 3, US_ARENA_SIZE / 2));
    assert_null(us_arena_copy(arena, from, SIZE_MAX / 2, 4)); /* more than a size_t holds */
    unsigned char *first = us_arena_copy(arena, from, 3, 5);
    unsigned char *second = us_arena_copy(arena, from, 1, 1);
    assert_memory_equal(first, from, 15);
    size_t align = _Alignof(max_align_t), taken = 2 * ((15 + align - 1) / align * align);
    assert_true((uintptr_t)second % align == 0 && second >= first + 15);
    assert_null(us_arena_copy(arena, from, US_ARENA_SIZE - taken + 1, 1));
    unsigned char *rest = us_arena_copy(arena, from, (US_ARENA_SIZE - taken) / 2, 2);
    assert_non_null(rest);
    assert_memory_equal(rest, from, US_ARENA_SIZE - taken);
    assert_memory_equal(first, from, 15);
    assert_null(us_arena_copy(arena, from, 1, 1));
    us_arena_leave(arena);
    assert_true(us_arena_enter(arena)); /* empty again */
    assert_ptr_equal(us_arena_copy(arena, from, US_ARENA_SIZE, 1), first);
    assert_memory_equal(first, from, US_ARENA_SIZE);
    us_arena_destroy(arena);
}

/* ---- input ---- */

static struct us_input_state value(bool active, bool changed, float x, float y, XrTime since)
{
    return (struct us_input_state){
        .active = active, .changed = changed, .x = x, .y = y, .since = since};
}

TEST(a_live_value_changed_if_it_is_not_what_was_played)
{
    static const struct {
        float played_x, played_y, live_x, live_y;
        bool changed;
    } cases[] = {{1, 0, 1, 0, false},   {1, 0, 0, 0, true}, {0, 0.5f, 0, 0.5f, false},
                 {0, 0.5f, 0, 1, true}, {1, 1, 0, 0, true}, {0, 0, 0, 0, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct us_input_state out = us_input_hand_over(
            value(true, true, cases[i].played_x, cases[i].played_y, 70),
            value(true, !cases[i].changed, cases[i].live_x, cases[i].live_y, 20), 90);
        assert_true(out.active && out.changed == cases[i].changed);
        assert_int_equal(out.since, cases[i].changed ? 90 : 70);
        assert_true(out.x == cases[i].live_x && out.y == cases[i].live_y);
    }
    /* An action that was not active, or is not, has not changed: OpenXR asks for both. */
    struct us_input_state live = value(true, false, 1, 0, 20), off = value(false, false, 0, 0, 0);
    struct us_input_state out = us_input_hand_over(off, live, 90);
    assert_memory_equal(&out, &live, sizeof out);
    out = us_input_hand_over(live, off, 90);
    assert_memory_equal(&out, &off, sizeof out);
}

/* OpenXR 1.0, 11.6: truth values are or-ed, of numbers the largest magnitude wins. */
TEST(two_sources_become_one_value)
{
    struct us_input_state off = value(false, false, 0, 0, 0), on = value(true, true, 1, 0, 30);
    static const XrActionType all[] = {XR_ACTION_TYPE_BOOLEAN_INPUT, XR_ACTION_TYPE_FLOAT_INPUT,
                                       XR_ACTION_TYPE_VECTOR2F_INPUT};
    for (unsigned i = 0; i < 3; i++) {
        struct us_input_state a = us_input_combine(all[i], off, on);
        struct us_input_state b = us_input_combine(all[i], on, off);
        assert_memory_equal(&a, &on, sizeof a);
        assert_memory_equal(&b, &on, sizeof b);
    }
    for (unsigned now = 0; now < 4; now++)
        for (unsigned before = 0; before < 4; before++) {
            bool a_now = now % 2, b_now = now / 2, a_before = before % 2, b_before = before / 2;
            struct us_input_state out = us_input_combine(
                XR_ACTION_TYPE_BOOLEAN_INPUT, value(true, a_now != a_before, a_now, 0, 10),
                value(true, b_now != b_before, b_now, 0, 20));
            assert_true(out.x == (float)(a_now || b_now));
            assert_int_equal(out.changed, (a_now || b_now) != (a_before || b_before));
            assert_int_equal(out.since, 20);
            out = us_input_combine(XR_ACTION_TYPE_BOOLEAN_INPUT,
                                   value(true, a_now != a_before, a_now, 0, 25),
                                   value(true, b_now != b_before, b_now, 0, 20));
            assert_int_equal(out.since, 25);
        }
    struct us_input_state less = value(true, false, -0.5f, 0, 1),
                          more = value(true, true, 0.6f, 0, 2);
    struct us_input_state out = us_input_combine(XR_ACTION_TYPE_FLOAT_INPUT, less, more);
    assert_memory_equal(&out, &more, sizeof out);
    more.x = -0.7f;
    out = us_input_combine(XR_ACTION_TYPE_FLOAT_INPUT, more, less);
    assert_memory_equal(&out, &more, sizeof out);
    less = value(true, false, 0.5f, 0.5f, 1);
    more = value(true, true, 0, -0.8f, 2);
    out = us_input_combine(XR_ACTION_TYPE_VECTOR2F_INPUT, less, more);
    assert_memory_equal(&out, &more, sizeof out);
}

/* ---- extensions ---- */

static struct {
    uint32_t first_count, second_count; /* what the two calls say */
    XrResult first, second;
    unsigned calls;
} answer;

static XRAPI_ATTR XrResult XRAPI_CALL enumerate(const char *layer, uint32_t capacity,
                                                uint32_t *out_count,
                                                XrExtensionProperties *properties)
{
    assert_null(layer);
    answer.calls++;
    *out_count = capacity == 0 ? answer.first_count : answer.second_count;
    for (uint32_t i = 0; i < capacity; i++) {
        assert_int_equal(properties[i].type, XR_TYPE_EXTENSION_PROPERTIES);
        assert_null(properties[i].next);
        snprintf(properties[i].extensionName, XR_MAX_EXTENSION_NAME_SIZE, "XR_TEST_%u",
                 (unsigned)i);
    }
    return capacity == 0 ? answer.first : answer.second;
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    PFN_xrEnumerateInstanceExtensionProperties typed = enumerate;
    assert_true(instance == XR_NULL_HANDLE);
    assert_string_equal(name, "xrEnumerateInstanceExtensionProperties");
    *function = (PFN_xrVoidFunction)typed;
    return XR_SUCCESS;
}

static void check_answer(uint32_t first_count, XrResult first, uint32_t second_count,
                         XrResult second, bool known, uint32_t count)
{
    answer.first_count = first_count, answer.first = first;
    answer.second_count = second_count, answer.second = second;
    answer.calls = 0;
    const XrApiLayerNextInfo next = {.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO,
                                     .nextGetInstanceProcAddr = get};
    const XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO};
    struct us_extensions_below below;
    us_extensions_below_query(&below, &info, &next, true);
    assert_int_equal(below.known, known);
    assert_int_equal(below.count, count);
    assert_false(us_extensions_has(&below, "XR_TEST"));
    assert_int_equal(us_extensions_has(&below, "XR_TEST_1"), count > 1);
    assert_int_equal(us_extensions_has(&below, "XR_TEST_65535"), count > 65535);
    us_extensions_below_finish(&below);
    us_extensions_below_query(&below, &info, &next, false);
    assert_false(below.known);
}

TEST(a_runtime_says_what_it_has)
{
    check_answer(3, XR_SUCCESS, 3, XR_SUCCESS, true, 3);
    assert_int_equal(answer.calls, 2);
    check_answer(0, XR_SUCCESS, 0, XR_SUCCESS, true, 0);
    assert_int_equal(answer.calls, 1);
    check_answer(3, XR_SUCCESS, 2, XR_SUCCESS, true, 2); /* one has gone meanwhile */
    check_answer(3, XR_SUCCESS, 9, XR_SUCCESS, true, 3);
    check_answer(3, XR_ERROR_RUNTIME_FAILURE, 3, XR_SUCCESS, false, 0);
    check_answer(3, XR_SUCCESS, 3, XR_ERROR_SIZE_INSUFFICIENT, false, 0);
    check_answer(65536, XR_SUCCESS, 65536, XR_SUCCESS, true, 65536);
    check_answer(65537, XR_SUCCESS, 65537, XR_SUCCESS, false, 0); /* as damaged ones do */
    check_answer(UINT32_MAX, XR_SUCCESS, 1, XR_SUCCESS, false, 0);
}

TEST(supplied_extensions_are_described_as_far_as_there_is_room)
{
    const struct us_extensions all = {.enabled = US_EXTENSIONS_OWN, .supplied = US_EXTENSIONS_OWN};
    XrExtensionProperties names[64];
    uint32_t count = 0;
    char whole[4096] = "", text[4096];
    assert_success(us_extensions_enumerate(NULL, 64, &count, names));
    for (uint32_t i = 0; i < count; i++) {
        strcat(whole, i > 0 ? ", " : "");
        strcat(whole, names[i].extensionName);
    }
    for (size_t size = 1; size <= strlen(whole) + 2; size++) {
        memset(text, '#', sizeof text);
        us_extensions_describe(all, text, size);
        size_t length = size - 1 < strlen(whole) ? size - 1 : strlen(whole);
        assert_int_equal(strlen(text), length);
        assert_memory_equal(text, whole, length);
        assert_int_equal(text[size], '#');
    }
    us_extensions_describe((struct us_extensions){.enabled = US_EXTENSIONS_OWN}, text, sizeof text);
    assert_string_equal(text, "");
}

/* What depends on hand tracking goes with it, by its whole name, or by a vendor's prefix. */
TEST(extensions_go_with_what_they_need)
{
    static const char *const asked[] = {"XR_EXT_hand_tracking",
                                        "XR_EXT_hand_joints_motion_range",
                                        "XR_FB_hand_tracking_aim",
                                        "XR_FB_hand_tracking_mesh",
                                        "XR_EXT_hand_tracking_other",
                                        "XR_EXT_eye_gaze_interaction",
                                        "XR_KHR_vulkan_enable2",
                                        "XR_MSFT_hand_tracking_mesh",
                                        "XR_MSFT_hand_tracking_mesh_other"};
    const XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                       .enabledExtensionCount = 9,
                                       .enabledExtensionNames = asked};
    const char *left[9];
    assert_int_equal(us_extensions_strip(&info, 0, left), 9);
    uint32_t count = us_extensions_strip(&info, UINT32_C(1) << US_EXTENSION_HAND_TRACKING, left);
    bool has_other = false, has_gaze = false;
    for (uint32_t i = 0; i < count; i++) {
        assert_string_not_equal(left[i], "XR_EXT_hand_tracking");
        assert_string_not_equal(left[i], "XR_EXT_hand_joints_motion_range");
        assert_string_not_equal(left[i], "XR_FB_hand_tracking_aim");
        assert_string_not_equal(left[i], "XR_FB_hand_tracking_mesh");
        assert_string_not_equal(left[i], "XR_MSFT_hand_tracking_mesh");
        has_other |= strcmp(left[i], "XR_EXT_hand_tracking_other") == 0;
        has_gaze |= strcmp(left[i], "XR_EXT_eye_gaze_interaction") == 0;
    }
    assert_true(has_other && has_gaze);
    assert_int_equal(count, 4);
}

TEST(a_feature_is_allowed_by_version_or_extension)
{
    static const char *const names[] = {"XR_A", "XR_B"};
    for (unsigned minor = 0; minor < 3; minor++) {
        const XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                           .applicationInfo.apiVersion =
                                               XR_MAKE_VERSION(1, minor, 0),
                                           .enabledExtensionCount = 2,
                                           .enabledExtensionNames = names};
        struct us_create_request request;
        assert_true(us_create_request_init(&request, &info));
        assert_true(us_create_request_has(&request, "XR_A"));
        assert_true(us_create_request_has(&request, "XR_B"));
        assert_false(us_create_request_has(&request, "XR_"));
        assert_true(us_create_request_allows(&request, NULL, 0));
        assert_int_equal(us_create_request_allows(&request, NULL, 1), minor >= 1);
        assert_int_equal(us_create_request_allows(&request, "XR_C", 1), minor >= 1);
        assert_true(us_create_request_allows(&request, "XR_B", 1));
        assert_true(us_create_request_allows(&request, "XR_B", UINT32_MAX));
        assert_false(us_create_request_allows(&request, "XR_C", UINT32_MAX));
        assert_false(us_create_request_allows(&request, NULL, UINT32_MAX));
        us_create_request_finish(&request);
    }
    const XrInstanceCreateInfo later = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                        .applicationInfo.apiVersion = XR_MAKE_VERSION(2, 0, 0)};
    struct us_create_request request;
    assert_true(us_create_request_init(&request, &later));
    assert_true(us_create_request_allows(&request, "XR_C", 7));
    us_create_request_finish(&request);
}

/* ---- stable_eye_poses ---- */

static XRAPI_ATTR XrResult XRAPI_CALL locate_eyes(XrSession session, const XrViewLocateInfo *info,
                                                  XrViewState *view_state, uint32_t capacity,
                                                  uint32_t *out_count, XrView *views)
{
    (void)session;
    assert_true(info->next == NULL && view_state->type == XR_TYPE_VIEW_STATE);
    for (uint32_t i = 0; i < capacity; i++) {
        assert_int_equal(views[i].type, XR_TYPE_VIEW);
        views[i].pose = (XrPosef){{0, 0, -0.0f, 1}, {(float)i, -0.123456f, -1e-7f}};
    }
    *out_count = capacity;
    return XR_SUCCESS;
}

static int failing; /* how the runtime locates the eyes: 1: not at all; 2: one eye too few */

static XRAPI_ATTR XrResult XRAPI_CALL locate_or_fail(XrSession session,
                                                     const XrViewLocateInfo *info,
                                                     XrViewState *view_state, uint32_t capacity,
                                                     uint32_t *out_count, XrView *views)
{
    XrResult result = locate_eyes(session, info, view_state, capacity, out_count, views);
    *out_count -= failing == 2;
    return failing == 1 ? XR_ERROR_RUNTIME_FAILURE : result;
}

static struct us_stable_eye_poses measured;
static const XrViewLocateInfo stereo = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                        .viewConfigurationType =
                                            XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};

/* Another thread asks for the eyes while they are measured. */
static XRAPI_ATTR XrResult XRAPI_CALL locate_while_measuring(XrSession session,
                                                             const XrViewLocateInfo *info,
                                                             XrViewState *view_state,
                                                             uint32_t capacity, uint32_t *out_count,
                                                             XrView *views)
{
    XrView others[2] = {{.pose = {{0, 0, 0, 1}, {7, 0, 0}}}, {.pose = {{0, 0, 0, 1}, {8, 0, 0}}}};
    us_stable_eye_poses_apply(&measured, session, locate_while_measuring, &stereo, 2, others);
    assert_true(others[0].pose.position.x == 7.0f && others[1].pose.position.x == 8.0f);
    return locate_eyes(session, info, view_state, capacity, out_count, views);
}

TEST(eyes_that_are_being_measured_stay_the_runtimes)
{
    XrView views[2] = {{.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}};
    memset(&measured, 0, sizeof measured);
    us_stable_eye_poses_apply(&measured, XR_NULL_HANDLE, locate_while_measuring, &stereo, 2, views);
    assert_true(views[1].pose.position.x == 1.0f && views[1].pose.position.y == -0.12346f);
}

/* A runtime that could not locate them is asked again, by the next call of the app. */
TEST(eyes_that_could_not_be_measured_stay_the_runtimes)
{
    memset(&measured, 0, sizeof measured);
    for (failing = 2; failing >= 0; failing--) {
        XrView views[3] = {{.pose = {{0, 0, 0, 1}, {7.000001f, 0, 0}}},
                           {.pose = {{0, 0, 0, 1}, {8.000001f, 0, 0}}},
                           {.pose = {{0, 0, 0, 1}, {9.000001f, 0, 0}}}};
        us_stable_eye_poses_apply(&measured, XR_NULL_HANDLE, locate_or_fail, &stereo, 2, views);
        assert_true(views[0].pose.position.x == (failing > 0 ? 7.000001f : 0.0f));
        assert_true(views[1].pose.position.x == (failing > 0 ? 8.000001f : 1.0f));
        assert_true(views[2].pose.position.x == 9.000001f);
    }
}

TEST(as_many_eyes_as_there_is_room_for_are_rounded)
{
    for (uint32_t count = US_STABLE_EYE_POSES_MAX; count <= US_STABLE_EYE_POSES_MAX + 1; count++) {
        struct us_stable_eye_poses eyes;
        memset(&eyes, 0, sizeof eyes);
        XrView views[US_STABLE_EYE_POSES_MAX + 1];
        const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                       .viewConfigurationType =
                                           XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
        XrViewState view_state = {.type = XR_TYPE_VIEW_STATE};
        uint32_t got;
        for (uint32_t i = 0; i < count; i++)
            views[i] = (XrView){.type = XR_TYPE_VIEW};
        (void)locate_eyes(XR_NULL_HANDLE, &info, &view_state, count, &got, views);
        us_stable_eye_poses_apply(&eyes, XR_NULL_HANDLE, locate_eyes, &info, count, views);
        bool rounded = count <= US_STABLE_EYE_POSES_MAX;
        for (uint32_t i = 0; i < count; i++) {
            const XrPosef pose = views[i].pose;
            assert_true(pose.position.x == (float)i);
            assert_true(pose.position.y == (rounded ? -0.12346f : -0.123456f));
            assert_true(pose.position.z == (rounded ? 0.0f : -1e-7f));
            assert_int_equal(signbit(pose.position.z) != 0, !rounded);
            assert_int_equal(signbit(pose.orientation.z) != 0, !rounded);
        }
    }
}

int main(void)
{
    return RUN_TESTS(
        an_arena_is_given_to_one_at_a_time, an_arena_is_filled_to_its_last_byte,
        a_live_value_changed_if_it_is_not_what_was_played, two_sources_become_one_value,
        a_runtime_says_what_it_has, supplied_extensions_are_described_as_far_as_there_is_room,
        extensions_go_with_what_they_need, a_feature_is_allowed_by_version_or_extension,
        as_many_eyes_as_there_is_room_for_are_rounded,
        eyes_that_are_being_measured_stay_the_runtimes,
        eyes_that_could_not_be_measured_stay_the_runtimes);
}
