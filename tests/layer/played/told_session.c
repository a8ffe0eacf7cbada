/* SPDX-License-Identifier: MIT */
#include "told_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { EARLY_FRAMES = 5, STEREO = 2 };

void told_session_init(struct told_session *told)
{
    static const struct us_session_components components;
    *told = (struct told_session){.period_s = 0.1};
    snprintf(told->path, sizeof told->path, "/tmp/understudy-told-%ld.mcap", (long)getpid());
    unlink(told->path);
    const struct us_session_recorder_options options = {.path = told->path, .version = "test"};
    const struct us_session_info info = {.time_ns = TOLD_NS(-0.5), .view_configuration = STEREO};
    struct us_error error;
    if (us_session_recorder_open(&options, &told->recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_recorder_put_session(told->recorder, &info));
    assert_true(us_session_recorder_put_components(told->recorder, &components));
    scene_init(&told->scene, 0);
}

void told_session_finish(struct told_session *told)
{
    if (told->recorder != NULL)
        us_session_recorder_close(told->recorder);
    if (told->scene.instance != XR_NULL_HANDLE)
        scene_end(&told->scene);
    unlink(told->path);
}

void told_session_put(struct told_session *told, double at_s, struct us_session_event event)
{
    event.time_ns = event.frame_time_ns = TOLD_NS(at_s);
    event.order = ++told->order;
    assert_true(us_session_recorder_put_event(told->recorder, &event));
}

void told_session_state(struct told_session *told, double at_s, XrSessionState state)
{
    told_session_put(told, at_s,
                     (struct us_session_event){.kind = US_SESSION_EVENT_STATE, .value = state});
}

void told_session_presence(struct told_session *told, double at_s, bool is_present)
{
    told_session_put(
        told, at_s,
        (struct us_session_event){.kind = US_SESSION_EVENT_PRESENCE, .value = is_present});
}

void told_session_rate(struct told_session *told, double at_s, float rate_hz, float before_hz)
{
    told_session_put(told, at_s,
                     (struct us_session_event){.kind = US_SESSION_EVENT_REFRESH_RATE,
                                               .number = rate_hz,
                                               .number2 = before_hz});
}

static struct us_pose at(float x_m, float z_m)
{
    return (struct us_pose){{0.0f, 0.0f, 0.0f, 1.0f}, {x_m, 0.0f, z_m}};
}

void told_session_change(struct told_session *told, double at_s, double change_s,
                         XrReferenceSpaceType type, float x_m, float z_m)
{
    told_session_put(told, at_s,
                     (struct us_session_event){.kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                               .value = type,
                                               .change_time_ns = TOLD_NS(change_s),
                                               .has_pose = true,
                                               .pose = at(x_m, z_m)});
}

void told_session_place(struct told_session *told, double at_s, int space, float x_m, float z_m)
{
    assert_true(told->place_count < TOLD_MOVES_MAX);
    told->places[told->place_count++] = (struct told_place){at_s, space, x_m, z_m};
}

/* Where a space is in the frame at a second; NULL: not recorded. */
static const struct told_place *place_at(const struct told_session *told, int space, double at_s)
{
    const struct told_place *found = NULL;
    for (int i = 0; i < told->place_count; i++)
        if (told->places[i].space == space && told->places[i].at_s < at_s + 1e-6)
            found = &told->places[i];
    return found;
}

void told_session_recentre(struct told_session *told, double at_s, double change_s, float x_m,
                           float z_m)
{
    static const XrReferenceSpaceType types[] = {XR_REFERENCE_SPACE_TYPE_LOCAL,
                                                 XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    static const int spaces[] = {US_SESSION_SPACE_LOCAL, US_SESSION_SPACE_LOCAL_FLOOR};
    for (int i = 0; i < 2; i++) {
        if (place_at(told, spaces[i], change_s) == NULL)
            told_session_place(told, -1.0, spaces[i], 0.0f, 0.0f);
        const struct told_place before = *place_at(told, spaces[i], change_s);
        told_session_place(told, change_s, spaces[i], before.x_m + x_m, before.z_m + z_m);
        told_session_change(told, at_s, change_s, types[i], x_m, z_m);
    }
}

static struct us_session_location location(struct us_pose pose)
{
    return (struct us_session_location){
        .is_recorded = true, .is_active = true, .flags = 15, .pose = pose};
}

static void put_frame(struct told_session *told, int number)
{
    const double at_s = number * told->period_s;
    struct us_session_frame frame = {.time_ns = TOLD_NS(at_s),
                                     .period_ns = (int64_t)(told->period_s * 1e9),
                                     .number = (uint64_t)(number + EARLY_FRAMES + 1),
                                     .should_render = true,
                                     .session_state = number < 0 ? XR_SESSION_STATE_SYNCHRONIZED
                                                                 : XR_SESSION_STATE_FOCUSED,
                                     .view_flags = 15};
    struct us_session_input input = {.time_ns = frame.time_ns};
    frame.head = location(at((float)at_s, 0.0f));
    for (int i = 0; i < US_SESSION_SPACES; i++) {
        const struct told_place *place = place_at(told, i, at_s);
        if (place != NULL)
            frame.spaces[i] = location(at(place->x_m, place->z_m));
    }
    if (told->edit != NULL)
        told->edit(at_s, &frame, &input);
    us_session_recorder_wait(told->recorder);
    assert_true(us_session_recorder_put_frame(told->recorder, &frame));
    assert_true(us_session_recorder_put_input(told->recorder, &input));
}

void told_session_record(struct told_session *told, double until_s)
{
    const int last = (int)(until_s / told->period_s + 0.5);
    for (int i = -EARLY_FRAMES; i <= last; i++)
        put_frame(told, i);
    assert_true(us_session_recorder_close(told->recorder));
    told->recorder = NULL;
    setenv("UNDERSTUDY_PLAY", told->path, 1);
    setenv("UNDERSTUDY_SESSION_EVENTS", "recorded", 1);
}

void told_session_open(struct told_session *told, const char *const *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fake.also[i] = names[i];
    fake.has_local_floor = true;
    fake.renders = true;
    scene_open(&told->scene, names, count);
}

void told_session_start(struct told_session *told)
{
    static const char *const names[] = {
        XR_EXT_USER_PRESENCE_EXTENSION_NAME, XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME,
        XR_EXT_LOCAL_FLOOR_EXTENSION_NAME, XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    told_session_open(told, names, 4);
    scene_focus(&told->scene);
}

static int print_move(char *out, size_t size, const XrEventDataBuffer *event, XrSession session)
{
    const XrEventDataReferenceSpaceChangePending *move =
        (const XrEventDataReferenceSpaceChangePending *)event;
    static const char letters[] = "?VLS"; /* by type; LOCAL_FLOOR is F */
    char letter = move->referenceSpaceType <= XR_REFERENCE_SPACE_TYPE_STAGE
                      ? letters[move->referenceSpaceType]
                      : 'F';
    assert_ptr_equal(move->session, session);
    assert_float_equal(move->poseInPreviousSpace.orientation.w, 1.0f, 1e-5);
    return snprintf(out, size, "%c(%.1f,%.1f%s@%.2f) ", letter,
                    (double)move->poseInPreviousSpace.position.x,
                    (double)move->poseInPreviousSpace.position.z, move->poseValid ? "" : "?",
                    (double)(move->changeTime - SCENE_START) * 1e-9);
}

static int print(char *out, size_t size, const XrEventDataBuffer *event, XrSession session)
{
    static const char letters[] = "-IRSVFXLE";
    const XrEventDataSessionStateChanged *state = (const XrEventDataSessionStateChanged *)event;
    const XrEventDataUserPresenceChangedEXT *presence =
        (const XrEventDataUserPresenceChangedEXT *)event;
    const XrEventDataDisplayRefreshRateChangedFB *rate =
        (const XrEventDataDisplayRefreshRateChangedFB *)event;
    switch ((int)event->type) {
    case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED:
        assert_ptr_equal(state->session, session);
        return snprintf(out, size, "%c ", letters[state->state]);
    case XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT:
        assert_ptr_equal(presence->session, session);
        return snprintf(out, size, "%c ", presence->isUserPresent ? '+' : '-');
    case XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB:
        return snprintf(out, size, "%.0f>%.0f ", (double)rate->fromDisplayRefreshRate,
                        (double)rate->toDisplayRefreshRate);
    case XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR:
        return snprintf(out, size, "M%u ",
                        ((const XrEventDataVisibilityMaskChangedKHR *)event)->viewIndex);
    case XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING:
        return print_move(out, size, event, session);
    case XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED:
        return 0;
    default:
        fail_msg("an event of type %d", (int)event->type);
        return 0;
    }
}

const char *told_session_now(struct told_session *told)
{
    static char text[1024];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < 64; i++) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        XrResult result = told->scene.calls.xrPollEvent(told->scene.instance, &event);
        if (result == XR_EVENT_UNAVAILABLE)
            return text;
        assert_success(result);
        used += (size_t)print(text + used, sizeof text - used, &event, told->scene.session);
    }
    fail_msg("events without end: %s", text);
    return text;
}

const char *told_session_at(struct told_session *told, double seconds)
{
    scene_wait_frame(&told->scene, SCENE_AT(seconds));
    return told_session_now(told);
}
