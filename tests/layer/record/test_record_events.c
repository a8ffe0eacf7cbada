/* SPDX-License-Identifier: MIT */
/* Hazard: an event of the runtime is missing in the recording, or is another one there. */
#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scene.h"

static void begin_with(struct scene *scene, const char *extension)
{
    sink_scene_init(scene, 0);
    fake.also[0] = extension;
    fake.rate_hz = 72.0f;
    scene_open(scene, &extension, extension != NULL);
    fake_push_state(scene->session, XR_SESSION_STATE_FOCUSED);
    scene_poll(scene);
}

static void begin(struct scene *scene)
{
    begin_with(scene, NULL);
}

/* The runtime tells the app of this event. */
static void tell(struct scene *scene, const void *event, size_t size)
{
    memcpy(&fake.events[atomic_load(&fake.event_count)], event, size);
    atomic_fetch_add(&fake.event_count, 1);
    scene_poll(scene);
}

#define BEGUN_TEST(name) TEST_OF(name, struct scene, scene, begin(scene), sink_scene_finish(scene))

BEGUN_TEST(test_presence)
{
    assert_int_equal(sink_frame_at(scene, 1.0)->presence, US_SESSION_PRESENCE_UNKNOWN);
    assert_false(sink_frame(-1)->should_render);
    fake.renders = true;
    assert_true(sink_frame_at(scene, 1.05)->should_render);
    for (int i = 0; i < 2; i++) {
        const XrEventDataUserPresenceChangedEXT event = {
            .type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
            .session = scene->session,
            .isUserPresent = i == 0};
        tell(scene, &event, sizeof event);
        assert_int_equal(sink_event(-1)->kind, US_SESSION_EVENT_PRESENCE);
        assert_int_equal(sink_event(-1)->value, i == 0);
        assert_int_equal(sink_frame_at(scene, 1.1 + 0.1 * i)->presence,
                         i == 0 ? US_SESSION_PRESENCE_PRESENT : US_SESSION_PRESENCE_ABSENT);
    }
}

BEGUN_TEST(test_masks_and_rates)
{
    const XrEventDataVisibilityMaskChangedKHR mask = {
        .type = XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR,
        .session = scene->session,
        .viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
        .viewIndex = 1};
    tell(scene, &mask, sizeof mask);
    assert_int_equal(sink_event(-1)->kind, US_SESSION_EVENT_VISIBILITY);
    assert_int_equal(sink_event(-1)->value, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
    assert_int_equal(sink_event(-1)->value2, 1);
    const XrEventDataDisplayRefreshRateChangedFB rate = {
        .type = XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB,
        .fromDisplayRefreshRate = 72.0f,
        .toDisplayRefreshRate = 90.0f};
    tell(scene, &rate, sizeof rate);
    assert_int_equal(sink_event(-1)->kind, US_SESSION_EVENT_REFRESH_RATE);
    assert_true(sink_event(-1)->number == 90.0f && sink_event(-1)->number2 == 72.0f);
    assert_true(sink_frame_at(scene, 1.0)->refresh_rate_hz == 90.0f);
}

BEGUN_TEST(test_others)
{
    const XrEventDataEventsLost lost = {.type = XR_TYPE_EVENT_DATA_EVENTS_LOST,
                                        .lostEventCount = 3};
    tell(scene, &lost, sizeof lost);
    assert_int_equal(sink_event(-1)->kind, US_SESSION_EVENT_OTHER);
    assert_int_equal(sink_event(-1)->value, XR_TYPE_EVENT_DATA_EVENTS_LOST);
    uint32_t count = sink_count(US_SESSION_TOPIC_EVENT);
    /* The profiles themselves are recorded when they are asked for. */
    const XrEventDataInteractionProfileChanged profile = {
        .type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED, .session = scene->session};
    tell(scene, &profile, sizeof profile);
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), count);
}

/* Events of another session are none of the recording's. */
BEGUN_TEST(test_another_session)
{
    XrSession other = US_XR_HANDLE(XrSession, 987654);
    uint32_t count = sink_count(US_SESSION_TOPIC_EVENT);
    const XrEventDataUserPresenceChangedEXT presence = {
        .type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT, .session = other, .isUserPresent = 1};
    const XrEventDataVisibilityMaskChangedKHR mask = {
        .type = XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR, .session = other};
    const XrEventDataReferenceSpaceChangePending space = {
        .type = XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING,
        .session = other,
        .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL};
    const XrEventDataSessionStateChanged changed = {.type =
                                                        XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED,
                                                    .session = other,
                                                    .state = XR_SESSION_STATE_VISIBLE};
    tell(scene, &presence, sizeof presence);
    tell(scene, &mask, sizeof mask);
    tell(scene, &space, sizeof space);
    tell(scene, &changed, sizeof changed);
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), count);
    assert_int_equal(sink_frame_at(scene, 1.0)->presence, US_SESSION_PRESENCE_UNKNOWN);
}

/* The rate is there from the first frame on, where the app has the extension. */
TEST(test_rate_at_the_beginning)
{
    for (int has = 0; has < 2; has++) {
        struct scene scene;
        begin_with(&scene, has ? XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME : NULL);
        assert_true(sink_frame_at(&scene, 1.0)->refresh_rate_hz == (has ? 72.0f : 0.0f));
        sink_scene_finish(&scene);
    }
}

TESTS_MAIN(test_presence, test_masks_and_rates, test_rate_at_the_beginning, test_others,
           test_another_session)
