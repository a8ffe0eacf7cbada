/* SPDX-License-Identifier: MIT */
/*
 * The headless runtime through the real loader: a session without graphics reaches FOCUSED, and
 * every answer follows the formulas of the moving person. Run with
 * UNDERSTUDY_HEADLESS_PERSON=moving.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <openxr/openxr_reflection.h>

#include "formulas.h"
#include "test_client.h"

static void check_space(const struct client *client, XrSpace space, XrSpace base,
                        struct formula_motion motion)
{
    const struct rt_motion expected = formula_told(motion);
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrSpaceLocation location = client_locate(client, space, base, &velocity);
    CHECK(location.locationFlags == 15 && velocity.velocityFlags == 3);
    CHECK(client_is_pose(&location.pose, &expected));
    CHECK(client_is_near(velocity.linearVelocity, expected.linear_m_s));
    CHECK(client_is_near(velocity.angularVelocity, expected.angular_rad_s));
    CHECK(xrLocateSpace(space, base, 0, &location) == XR_ERROR_TIME_INVALID);
}

static void check_hand(const struct client *client)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocityEXT speeds[XR_HAND_JOINT_COUNT_EXT];
    CHECK(client_locate_joints(client, client_create_tracker(client, XR_HAND_RIGHT_EXT), joints,
                               speeds));
    for (uint32_t i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        const struct rt_motion expected =
            formula_told(formula_joint(US_HAND_RIGHT, (XrHandJointEXT)i, client->time));
        CHECK(client_is_pose(&joints[i].pose, &expected) && joints[i].radius > 0);
        CHECK(speeds[i].velocityFlags == 3);
        CHECK(client_is_near(speeds[i].linearVelocity, expected.linear_m_s));
        CHECK(client_is_near(speeds[i].angularVelocity, expected.angular_rad_s));
    }
}

static void check_views(const struct client *client)
{
    const XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                                   .viewConfigurationType = client->view_type,
                                   .displayTime = client->time,
                                   .space = client->stage};
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    XrView views[4] = {{.type = XR_TYPE_VIEW},
                       {.type = XR_TYPE_VIEW},
                       {.type = XR_TYPE_VIEW},
                       {.type = XR_TYPE_VIEW}};
    uint32_t count = 0;
    CHECK(xrLocateViews(client->session, &info, &state, 1, &count, views) ==
          XR_ERROR_SIZE_INSUFFICIENT);
    OK(xrLocateViews(client->session, &info, &state, 4, &count, views));
    CHECK(count == client->view_count && state.viewStateFlags == 15);
    for (uint32_t i = 0; i < count; i++) {
        const struct formula_motion eye =
            formula_compose(formula_head(client->time), formula_eye(i));
        const struct rt_motion expected = formula_told(formula_relative(formula_stage(), eye));
        const float in = i % 2 == 0 ? 0.7f : 0.8f, out = i % 2 == 0 ? 0.8f : 0.7f;
        const XrFovf fov =
            i < 2 ? (XrFovf){-out, in, 0.75f, -0.85f} : (XrFovf){-0.3f, 0.3f, 0.3f, -0.3f};
        CHECK(client_is_pose(&views[i].pose, &expected));
        CHECK(memcmp(&views[i].fov, &fov, sizeof fov) == 0);
    }
}

static void check_person(const struct client *client)
{
    const struct formula_motion head = formula_head(client->time), stage = formula_stage();
    check_space(client, client->view, client->local, head);
    check_space(client, client->view, client->stage, formula_relative(stage, head));
    check_space(client, client->stage, client->view, formula_relative(head, stage));
    check_space(client, client->grip_space, client->local,
                formula_grip(US_HAND_LEFT, client->time));
    check_space(client, client->gaze_space, client->local, formula_gaze(client->time));
    check_views(client);
    XrTime since = 0;
    const bool down = formula_select(US_HAND_LEFT, client->time, &since);
    const XrActionStateBoolean state = client_get_boolean(client, client->select);
    CHECK(state.isActive && (state.currentState == XR_TRUE) == down);
    CHECK(!down || state.lastChangeTime == since);
}

struct waiter {
    XrSession session;
    atomic_bool done;
    XrFrameState state;
};

static void *wait_frame(void *argument)
{
    struct waiter *waiter = argument;
    waiter->state = (XrFrameState){.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(waiter->session, NULL, &waiter->state));
    atomic_store(&waiter->done, true);
    return NULL;
}

/* A second xrWaitFrame blocks until the first frame has begun. Other calls do not block. */
static void check_pipelined_wait(const struct client *client)
{
    XrFrameState first = {.type = XR_TYPE_FRAME_STATE};
    OK(xrWaitFrame(client->session, NULL, &first));
    struct waiter waiter = {.session = client->session};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, wait_frame, &waiter) == 0);
    const struct timespec nap = {.tv_nsec = 50000000};
    nanosleep(&nap, NULL);
    check_person(client);
    CHECK(!atomic_load(&waiter.done));
    OK(xrBeginFrame(client->session, NULL));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(waiter.state.predictedDisplayTime > first.predictedDisplayTime);
    CHECK(xrBeginFrame(client->session, NULL) == XR_FRAME_DISCARDED);
}

/* Destroyed handles, handles of another type and invalid handles are errors. */
static void check_handles(const struct client *client)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    const XrSpace space = client_create_space(client, XR_REFERENCE_SPACE_TYPE_VIEW);
    OK(xrDestroySpace(space));
    CHECK(xrLocateSpace(client->view, space, client->time, &location) == XR_ERROR_HANDLE_INVALID);
    CHECK(xrLocateSpace(client->view, (XrSpace)client->set, client->time, &location) ==
          XR_ERROR_HANDLE_INVALID);
    CHECK(xrLocateSpace(client->view, (XrSpace)(uintptr_t)&location, client->time, &location) ==
          XR_ERROR_HANDLE_INVALID);
}

/* Whatever the headers of the build know, and what nobody knows. A name of the newest headers is
 * longer than the 64 bytes that OpenXR has for one: what fits is there. */
static void check_names(const struct client *client)
{
    char text[XR_MAX_RESULT_STRING_SIZE];
#define RESULT(symbol, value)                                                                      \
    OK(xrResultToString(client->instance, symbol, text));                                          \
    CHECK(symbol == XR_RESULT_MAX_ENUM || strcmp(text, #symbol) == 0);
#define STRUCTURE(symbol, value)                                                                   \
    OK(xrStructureTypeToString(client->instance, symbol, text));                                   \
    CHECK(symbol == XR_STRUCTURE_TYPE_MAX_ENUM ||                                                  \
          strncmp(text, #symbol, XR_MAX_STRUCTURE_NAME_SIZE - 1) == 0);
    XR_LIST_ENUM_XrResult(RESULT);
    XR_LIST_ENUM_XrStructureType(STRUCTURE);
    /* Those of XR_MSFT_spatial_graph_bridge, which older headers do not list. */
    static const char *const bridge[] = {"STATIC_NODE_BINDING_CREATE_INFO_MSFT",
                                         "NODE_BINDING_PROPERTIES_GET_INFO_MSFT",
                                         "NODE_BINDING_PROPERTIES_MSFT"};
    for (int i = 0; i < 3; i++) {
        OK(xrStructureTypeToString(client->instance, (XrStructureType)(1000049001 + i), text));
        CHECK(strncmp(text, "XR_TYPE_SPATIAL_GRAPH_", 22) == 0 &&
              strcmp(text + 22, bridge[i]) == 0);
    }
    OK(xrResultToString(client->instance, (XrResult)-12345, text));
    CHECK(strcmp(text, "XR_UNKNOWN_FAILURE_-12345") == 0);
    OK(xrStructureTypeToString(client->instance, (XrStructureType)0x7ffffffe, text));
    CHECK(strcmp(text, "XR_UNKNOWN_STRUCTURE_TYPE_2147483646") == 0);
}

/* "test_runtime 4" expects the four-view configuration. */
int main(int argc, char **argv)
{
    const bool quad = argc > 1 && strcmp(argv[1], "4") == 0;
    for (int i = 0; i < 2; i++) {
        struct client client = {
            .view_type = quad ? XR_VIEW_CONFIGURATION_TYPE_PRIMARY_QUAD_VARJO
                              : XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
            .view_count = quad ? 4 : 2,
        };
        client_create_instance(&client);
        client_create_session(&client);
        client_create_grip_gaze_select(&client);
        client_begin(&client);
        for (int frame = 0; frame < 5; frame++) {
            client_run_frame(&client);
            check_person(&client);
        }
        check_hand(&client);
        check_names(&client);
        check_handles(&client);
        check_pipelined_wait(&client);
        client_end(&client);
    }
    return 0;
}
