/* SPDX-License-Identifier: MIT */
/*
 * What the specification says of a session: its beginning, its second view configuration, what its
 * end does to actions, and what a later session of the instance has of an earlier one. Linked with
 * the runtime.
 */
#include <string.h>

#include "../test_client.h"

static void open(struct client *client)
{
    *client = (struct client){.extension = XR_MSFT_SECONDARY_VIEW_CONFIGURATION_EXTENSION_NAME,
                              .extension2 = XR_MSFT_FIRST_PERSON_OBSERVER_EXTENSION_NAME};
    client_create_instance(client);
    client_create_session(client);
}

static XrSpaceLocationFlags flags(const struct client *client, XrSpace space, XrSpace base)
{
    return client_locate(client, space, base, NULL).locationFlags;
}

static bool is_selected_active(const struct client *client)
{
    return client_get_boolean(client, client->select).isActive;
}

static XrResult enumerate_sources(const struct client *client, XrAction action)
{
    const XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = action};
    uint32_t count = 0;
    return xrEnumerateBoundSourcesForAction(client->session, &info, 0, &count, NULL);
}

/* The actions of a session that has ended are not active; those of an action set that the next
 * session does not attach are nowhere in it. */
static void check_actions(void)
{
    struct client client;
    open(&client);
    client_create_grip_gaze_select(&client);
    client_begin(&client);
    client_run_frame(&client);
    client_run_frame(&client);
    CHECK(is_selected_active(&client));
    CHECK(flags(&client, client.grip_space, client.local) != 0);
    CHECK(flags(&client, client.grip_space, client_create_action_space(&client, client.grip)) ==
          15);
    OK(enumerate_sources(&client, client.grip));
    client_end_session(&client);
    CHECK(!is_selected_active(&client));
    OK(xrDestroySession(client.session));

    const XrAction old = client.grip;
    client_create_session(&client);
    const XrActionSetCreateInfo other = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                         .actionSetName = "other",
                                         .localizedActionSetName = "Other"};
    OK(xrCreateActionSet(client.instance, &other, &client.set));
    client_attach(&client);
    const XrSpace space = client_create_action_space(&client, old);
    client_begin(&client);
    client_run_frame(&client);
    client_run_frame(&client);
    CHECK(flags(&client, space, client.local) == 0);
    CHECK(flags(&client, space, client_create_action_space(&client, old)) == 0);
    CHECK(enumerate_sources(&client, old) == XR_ERROR_ACTIONSET_NOT_ATTACHED);
    client_end(&client);
}

/* XR_MND_headless: the view configuration that is begun is ignored. */
static void check_headless(void)
{
    struct client client;
    open(&client);
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .primaryViewConfigurationType =
                                         (XrViewConfigurationType)12345};
    CHECK(client_poll_state(&client, XR_SESSION_STATE_READY));
    OK(xrBeginSession(client.session, &info));
    CHECK(client_poll_state(&client, XR_SESSION_STATE_FOCUSED));
    client_end(&client);
}

static XrResult begin_with(const struct client *client, uint32_t count,
                           const XrViewConfigurationType *types)
{
    const XrSecondaryViewConfigurationSessionBeginInfoMSFT secondary = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_SESSION_BEGIN_INFO_MSFT,
        .viewConfigurationCount = count,
        .enabledViewConfigurationTypes = types};
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .next = &secondary,
                                     .primaryViewConfigurationType = client->view_type};
    return xrBeginSession(client->session, &info);
}

static XrResult wait_with(const struct client *client, uint32_t count)
{
    XrSecondaryViewConfigurationStateMSFT states[2] = {
        {.type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_STATE_MSFT},
        {.type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_STATE_MSFT}};
    XrSecondaryViewConfigurationFrameStateMSFT secondary = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_STATE_MSFT,
        .viewConfigurationCount = count,
        .viewConfigurationStates = states};
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE, .next = &secondary};
    const XrResult result = xrWaitFrame(client->session, NULL, &state);
    CHECK(result != XR_SUCCESS ||
          states[0].viewConfigurationType ==
              XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT);
    return result;
}

static XrResult end_with(const struct client *client, XrViewConfigurationType type)
{
    const XrSecondaryViewConfigurationLayerInfoMSFT layers = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_LAYER_INFO_MSFT,
        .viewConfigurationType = type,
        .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE};
    const XrSecondaryViewConfigurationFrameEndInfoMSFT secondary = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT,
        .viewConfigurationCount = 1,
        .viewConfigurationLayersInfo = &layers};
    const XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                                 .next = &secondary,
                                 .displayTime = 1,
                                 .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE};
    return xrEndFrame(client->session, &info);
}

/* XR_MSFT_secondary_view_configuration. */
static void check_secondary(void)
{
    const XrViewConfigurationType observer =
        XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT;
    const XrViewConfigurationType twice[] = {observer, observer};
    const XrViewConfigurationType unknown = (XrViewConfigurationType)12345;
    struct client client;
    open(&client);
    CHECK(client_poll_state(&client, XR_SESSION_STATE_READY));
    CHECK(begin_with(&client, 1, &client.view_type) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(begin_with(&client, 2, twice) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(begin_with(&client, 1, &unknown) == XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED);
    OK(begin_with(&client, 1, &observer));
    CHECK(wait_with(&client, 0) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(wait_with(&client, 2) == XR_ERROR_VALIDATION_FAILURE);
    OK(wait_with(&client, 1));
    OK(xrBeginFrame(client.session, NULL));
    CHECK(end_with(&client, client.view_type) == XR_ERROR_LAYER_INVALID);
    CHECK(end_with(&client, unknown) ==
          XR_ERROR_SECONDARY_VIEW_CONFIGURATION_TYPE_NOT_ENABLED_MSFT);
    OK(end_with(&client, observer));
    client_end(&client);
}

/* Its version is the project's. */
static void check_version(void)
{
    struct client client;
    open(&client);
    XrInstanceProperties properties = {.type = XR_TYPE_INSTANCE_PROPERTIES};
    OK(xrGetInstanceProperties(client.instance, &properties));
    char text[32];
    snprintf(text, sizeof text, "%u.%u.%u", XR_VERSION_MAJOR(properties.runtimeVersion),
             XR_VERSION_MINOR(properties.runtimeVersion),
             XR_VERSION_PATCH(properties.runtimeVersion));
    CHECK(strcmp(text, PROJECT_VERSION) == 0);
    OK(xrDestroyInstance(client.instance));
}

int main(void)
{
    check_actions();
    check_headless();
    check_secondary();
    check_version();
    return 0;
}
