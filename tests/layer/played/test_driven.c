/* SPDX-License-Identifier: MIT */
/* Hazard: a driven app is told another frame than the one that it was granted, goes on before it
 * was granted, or is told something else when the recording of the drive plays. */
#include "actions.h"
#include "counting.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drive/drive_memory.h"
#include "session/session_recorder.h"

#define HZ 60.0
#define ORIGIN_NS INT64_C(1000000000)
#define PERIOD_NS INT64_C(10000000) /* of the fake runtime: no multiple of the driver's */
#define LONG_NS INT64_C(600000000000)
/* The last frame is 991, whose time is less when it is added up than when it is converted. */
enum { FRAMES = 992, SECOND_SESSION = 50, ASKED = 7, COMPONENTS = 2, FOCUSED = 5, EVENTS = 6 };
enum { MARKED = 15 }; /* the frame in which the driver of the recording set a marker */

static double drive_hz = HZ;
static const char *faults;   /* NULL: none */
static bool has_events;      /* the session changes, and faults begin */
static bool has_rates;       /* the runtime and the app know XR_FB_display_refresh_rate */
static const char *log_path; /* of events; NULL: none */
static char seed_path[64], recording_path[64], events_path[64], memory_path[64];

/* What an app is told in a frame, at several times around it. */
struct told {
    XrSpaceLocation heads[ASKED];
    XrSpaceVelocity velocities[ASKED];
    XrView views[ASKED][2];
    XrHandJointLocationEXT joints[ASKED][XR_HAND_JOINT_COUNT_EXT];
    XrSpaceLocation grip;
    XrActionStateFloat pull;
    XrActionStateBoolean click;
    char profile[64];
    XrResult sync;
    XrExtent2Df bounds;
    uint32_t masked;      /* vertices of the first view's hidden mesh; the fake's has 3 */
    unsigned event_count; /* at most EVENTS are kept */
    struct told_event {
        XrStructureType type;
        XrSessionState state;
        XrTime change_time;
        XrPosef pose;
        uint32_t lost;
    } events[EVENTS];
};
/* In periods from the frame's time. */
static const double asked[ASKED] = {0.0, -2.0, -0.4, 1.0, 0.7, 40.0, -200.0};

struct app {
    struct scene scene;
    struct us_drive *drive; /* NULL: the recording plays */
    int file;
    uint64_t put;         /* by the driver */
    uint64_t first, next; /* frame of this session; frame to wait for */
    XrActionSet set;
    XrAction pull, click, grip;
    XrSpace grip_space;
    XrHandTrackerEXT tracker;
    struct told told[FRAMES];
    unsigned last_events; /* of the last frame */
};
static struct app apps[2];

/* ---- The driver: at frame n the head is at (n, 1, 0) with a velocity of (n, 0, 0), the left
 * joints at (n, j, 0) and the left grip at (0, n, 0). The left trigger is n/FRAMES, and X is
 * pressed in each third frame, both from frame 100 on. The left hand has no profile until frame 30,
 * Touch until 60, one that the app has no bindings for until 100, and then Touch again. ---- */

static int64_t frame_ns(uint64_t n)
{
    return ORIGIN_NS + (int64_t)llround((double)n * 1e9 / HZ);
}

static struct us_session_location at(float x, float y)
{
    struct us_session_location location = {
        .is_recorded = true, .is_active = true, .flags = 15, .pose = us_pose_identity};
    location.pose.position_m = (struct us_vec3){x, y, 0.0f};
    return location;
}

static struct us_session_frame frame_of(uint64_t n)
{
    float x = (float)n;
    struct us_session_frame frame = {.time_ns = frame_ns(n),
                                     .period_ns = 16666667,
                                     .number = n + 1,
                                     .should_render = true,
                                     .session_state = FOCUSED,
                                     .head = at(x, 1.0f)};
    frame.head.flags |= US_SESSION_LINEAR_VALID;
    frame.head.linear_m_s.x = x;
    frame.poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP] = at(0.0f, x);
    struct us_session_hand_joints *hand = &frame.hands[US_SESSION_LEFT];
    hand->is_recorded = hand->is_active = true;
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        hand->joints[i] = (struct us_session_joint){.flags = 15, .pose = us_pose_identity};
        hand->joints[i].pose.position_m = (struct us_vec3){x, (float)i, 0.0f};
    }
    return frame;
}

static struct us_session_input input_of(uint64_t n)
{
    struct us_session_input input = {
        .time_ns = frame_ns(n), .count = COMPONENTS, .active = {n >= 100, n >= 100}};
    input.profiles[US_SESSION_USER_LEFT] = n < 30 ? 0 : n < 60 || n >= 100 ? 1 : 2;
    if (n >= 100) {
        input.values[0].x = (float)n / (float)FRAMES;
        input.values[1].x = n % 3 == 0;
    }
    return input;
}

/* What happens, by the frame in which it is told. Two of them are in one frame, one before the
 * second session, and one in the last frame. */
static const struct happening {
    uint64_t frame;
    enum us_session_event_kind kind;
    int64_t value;
    const char *fault;
} happenings[] = {
    {1, US_SESSION_EVENT_STATE, XR_SESSION_STATE_VISIBLE, NULL},
    {4, US_SESSION_EVENT_STATE, XR_SESSION_STATE_FOCUSED, NULL},
    {4, US_SESSION_EVENT_REFERENCE_SPACE, XR_REFERENCE_SPACE_TYPE_LOCAL, NULL},
    {20, US_SESSION_EVENT_FAULT, 0, "freeze:left+5s"},
    {30, US_SESSION_EVENT_FAULT, 0, "jitter:head:3,1+1s"},
    {42, US_SESSION_EVENT_FAULT, 0, "bounds:2,1.5"},
    {44, US_SESSION_EVENT_FAULT, 0, "events-lost:3"},
    {45, US_SESSION_EVENT_FAULT, 0, "end bounds:2,1.5"},
    {46, US_SESSION_EVENT_STATE, XR_SESSION_STATE_READY, NULL}, /* the runtime's to tell */
    {47, US_SESSION_EVENT_FAULT, 0, "end freeze:left"},         /* before its length is over */
    {SECOND_SESSION - 1, US_SESSION_EVENT_STATE, XR_SESSION_STATE_SYNCHRONIZED, NULL},
    {SECOND_SESSION, US_SESSION_EVENT_REFERENCE_SPACE, XR_REFERENCE_SPACE_TYPE_LOCAL, NULL},
    {53, US_SESSION_EVENT_VISIBILITY, 0, NULL},
    {56, US_SESSION_EVENT_VISIBILITY, 1, NULL},
    {60, US_SESSION_EVENT_STATE, XR_SESSION_STATE_FOCUSED, NULL},
    {70, US_SESSION_EVENT_FAULT, 0, "fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE+3"},
    {120, US_SESSION_EVENT_FAULT, 0, "freeze:left"}, /* for longer than the memory holds frames */
    {121, US_SESSION_EVENT_FAULT, 0, "lose:head:untracked"},
    {FRAMES - 1, US_SESSION_EVENT_REFERENCE_SPACE, XR_REFERENCE_SPACE_TYPE_LOCAL, NULL},
};
enum { HAPPENINGS = sizeof happenings / sizeof happenings[0] };

static struct us_session_event event_of(const struct happening *happening)
{
    struct us_session_event event = {.kind = happening->kind,
                                     .value = happening->value,
                                     .time_ns = frame_ns(happening->frame),
                                     .frame_time_ns = frame_ns(happening->frame),
                                     .order = 1 + (uint32_t)(happening - happenings),
                                     .change_time_ns = frame_ns(happening->frame + 2),
                                     .has_pose = true,
                                     .pose = us_pose_identity};
    event.pose.position_m.x = 0.25f;
    if (happening->kind == US_SESSION_EVENT_VISIBILITY) /* docs/session.md */
        event.number = (float)happening->value;
    if (happening->fault != NULL)
        snprintf(event.text, sizeof event.text, "%s", happening->fault);
    return event;
}

static const struct us_session_components components = {
    .profile_count = 2,
    .count = COMPONENTS,
    .profiles = {TOUCH, "/interaction_profiles/valve/index_controller"},
    .components = {{LEFT "/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
                   {LEFT "/input/x/click", US_SESSION_COMPONENT_BOOLEAN}}};

static void record(const char *path, uint64_t frames)
{
    const struct us_session_recorder_options options = {.path = path, .version = "test"};
    struct us_session_info info = {.time_ns = ORIGIN_NS, .is_driven = true};
    const struct us_session_marker marker = {
        .time_ns = frame_ns(MARKED), .source = US_SESSION_MARKER_USER, .name = "seen"};
    struct us_session_recorder *recorder;
    struct us_error error;
    unlink(path);
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    for (uint64_t n = 0; n < frames; n++) {
        struct us_session_frame frame = frame_of(n);
        struct us_session_input input = input_of(n);
        us_session_recorder_wait(recorder);
        for (int i = 0; has_events && i < HAPPENINGS; i++) {
            struct us_session_event event = event_of(&happenings[i]);
            if (happenings[i].frame == n)
                assert_true(us_session_recorder_put_event(recorder, &event));
        }
        if (n == MARKED)
            assert_true(us_session_recorder_put_marker(recorder, &marker));
        assert_true(us_session_recorder_put_frame(recorder, &frame));
        assert_true(us_session_recorder_put_input(recorder, &input));
    }
    assert_true(us_session_recorder_close(recorder));
}

static bool put(struct app *app)
{
    struct us_session_frame frame = frame_of(app->put);
    struct us_session_input input = input_of(app->put);
    if (app->put > us_drive_app(app->drive).waiting_frame + US_DRIVE_AHEAD)
        return false;
    for (int i = 0; has_events && i < HAPPENINGS; i++) {
        struct us_session_event event = event_of(&happenings[i]);
        if (happenings[i].frame == app->put)
            assert_true(us_drive_put_event(app->drive, &event));
    }
    if (!us_drive_put(app->drive, &frame, &input))
        return false;
    app->put++;
    return true;
}

static void make_drive(struct app *app)
{
    unlink(memory_path);
    app->file = open(memory_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(app->file >= 0);
    assert_true(us_drive_prepare(app->file));
    app->drive = us_drive_make(app->file, drive_hz);
    assert_non_null(app->drive);
    assert_true(put(app));
}

/* ---- The app ---- */

static void open_app(struct app *app, bool is_driven)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_KHR_VISIBILITY_MASK_EXTENSION_NAME,
                           XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME};
    memset(app, 0, sizeof *app);
    scene_init(&app->scene, 0);
    fake.also[0] = names[2];
    fake.also[1] = has_rates ? names[3] : NULL;
    fake.rate_hz = 100.0f;
    scene_set("UNDERSTUDY_EVENTS", log_path);
    if (is_driven) {
        make_drive(app);
        setenv("UNDERSTUDY_PLAY", seed_path, 1);
        setenv("UNDERSTUDY_DRIVE", memory_path, 1);
    } else {
        setenv("UNDERSTUDY_PLAY", has_events ? events_path : recording_path, 1);
        setenv("UNDERSTUDY_CLOCK", "frame:60", 1);
        setenv("UNDERSTUDY_END", "quit", 1);
    }
    scene_set("UNDERSTUDY_FAULT", faults);
    assert_success(scene_create(&app->scene, names, has_rates ? 4 : 3));
    app->set = actions_set(&app->scene, 0);
    app->pull = actions_make(&app->scene, app->set, XR_ACTION_TYPE_FLOAT_INPUT, LEFT, NULL, NULL);
    app->click =
        actions_make(&app->scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    app->grip = actions_make(&app->scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    const struct actions_binding touch[] = {{app->pull, LEFT "/input/trigger/value"},
                                            {app->click, LEFT "/input/x/click"},
                                            {app->grip, LEFT "/input/grip/pose"}};
    assert_success(actions_suggest(&app->scene, TOUCH, touch, 3));
    assert_success(
        actions_suggest_one(&app->scene, SIMPLE, app->click, LEFT "/input/select/click"));
}

static void begin_session(struct app *app)
{
    const XrHandTrackerCreateInfoEXT left = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                             .hand = XR_HAND_LEFT_EXT,
                                             .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    scene_begin(&app->scene);
    fake.attached = false; /* the fake has one session */
    assert_success(actions_attach(&app->scene, &app->set, 1));
    app->grip_space = actions_space(&app->scene, app->grip, LEFT);
    assert_success(
        app->scene.calls.xrCreateHandTrackerEXT(app->scene.session, &left, &app->tracker));
    /* A frame before the focus counts for nothing, and waits for nobody. */
    scene_wait_frame(&app->scene, SCENE_START - PERIOD_NS);
    scene_tell_state(&app->scene, XR_SESSION_STATE_FOCUSED);
    app->first = app->next;
}

static void end_session(struct app *app)
{
    assert_success(app->scene.calls.xrEndSession(app->scene.session));
    assert_success(app->scene.calls.xrDestroySession(app->scene.session));
}

static void close_app(struct app *app)
{
    scene_end(&app->scene);
    us_drive_close(app->drive);
    if (app->drive != NULL)
        close(app->file);
}

static void ask(struct app *app, XrTime time, struct told *out)
{
    const struct us_dispatch *calls = &app->scene.calls;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < ASKED; i++) {
        XrTime then = time + (XrTime)llround(asked[i] * (double)PERIOD_NS);
        XrHandJointLocationsEXT joints = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                          .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                          .jointLocations = out->joints[i]};
        out->heads[i] =
            scene_locate(&app->scene, app->scene.view, app->scene.local, then, &out->velocities[i]);
        out->heads[i].next = NULL; /* another address in each run */
        scene_joints(&app->scene, app->tracker, app->scene.local, then, &joints);
        const struct scene_views told = scene_locate_views(&app->scene, app->scene.local, then);
        memcpy(out->views[i], told.views, sizeof out->views[i]);
    }
    out->sync = actions_sync(&app->scene, app->set);
    assert_int_equal(out->sync == XR_SUCCESS || has_events, 1);
    assert_true(XR_SUCCEEDED(calls->xrGetReferenceSpaceBoundsRect(
        app->scene.session, XR_REFERENCE_SPACE_TYPE_STAGE, &out->bounds)));
    XrVisibilityMaskKHR mask = {.type = XR_TYPE_VISIBILITY_MASK_KHR};
    assert_success(
        calls->xrGetVisibilityMaskKHR(app->scene.session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                                      0, XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR, &mask));
    out->masked = mask.vertexCountOutput;
    out->grip = scene_locate(&app->scene, app->grip_space, app->scene.local, time, NULL);
    out->pull = actions_float(&app->scene, app->pull, LEFT);
    out->click = actions_boolean(&app->scene, app->click, LEFT);
    snprintf(out->profile, sizeof out->profile, "%s", actions_profile(&app->scene, LEFT));
}

static void poll(struct app *app, struct told *out)
{
    XrEventDataBuffer buffer = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (has_events && app->scene.calls.xrPollEvent(app->scene.instance, &buffer) == XR_SUCCESS) {
        struct told_event *event = &out->events[out->event_count++];
        assert_true(out->event_count <= EVENTS);
        event->type = buffer.type;
        if (buffer.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
            event->state = ((const XrEventDataSessionStateChanged *)&buffer)->state;
        if (buffer.type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING) {
            const XrEventDataReferenceSpaceChangePending *change = (const void *)&buffer;
            event->change_time = change->changeTime;
            event->pose = change->poseInPreviousSpace;
        }
        if (buffer.type == XR_TYPE_EVENT_DATA_EVENTS_LOST)
            event->lost = ((const XrEventDataEventsLost *)&buffer)->lostEventCount;
        buffer.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
}

static void wait_for_next(struct app *app)
{
    XrTime time = SCENE_START + (XrTime)(app->next - app->first) * PERIOD_NS;
    uint64_t before = counting.calls;
    scene_wait_frame(&app->scene, time);
    ask(app, time, &app->told[app->next]);
    poll(app, &app->told[app->next]);
    /* Nothing is allocated; the first frame begins playback, and that is reported. */
    if (app->drive != NULL && app->next > app->first)
        assert_int_equal(counting.calls, before);
    app->next++;
}

/* Runs up to a frame, while the driver is `ahead` frames ahead. */
static void run(struct app *app, uint64_t to, uint64_t ahead)
{
    while (app->next < to) {
        while (app->drive != NULL && app->put < FRAMES && app->put <= app->next + ahead && put(app))
            ;
        if (app->drive != NULL)
            us_drive_grant(app->drive, app->next + 1);
        wait_for_next(app);
    }
}

static void expect_frame(const struct told *told, uint64_t n)
{
    const float x = (float)n;
    for (int i = 0; i < ASKED; i++) {
        /* Nothing comes after the newest frame, and what is long over is forgotten. */
        double back = fmax(fmin(asked[i], 0.0), -(double)US_DRIVE_BACK);
        float there = fmaxf(x + (float)back, 0.0f);
        float within = asked[i] == -0.4 ? 1e-4f : 0.0f;
        assert_true(fabsf(told->heads[i].pose.position.x - there) <= within);
        assert_true(fabsf(told->joints[i][3].pose.position.x - there) <= within);
        assert_true(told->joints[i][3].pose.position.y == 3.0f);
        assert_true(fabsf(told->velocities[i].linearVelocity.x - there) <= within);
    }
    /* Where the app has no bindings for the profile, the table's first one counts: nobody knew at
     * frame 0 that the session would begin with Touch. */
    assert_string_equal(told->profile, n < 30 ? "" : n < 60 || n >= 100 ? TOUCH : SIMPLE);
    assert_int_equal(told->pull.isActive, n >= 100);
    if (n < 100)
        return;
    assert_true(told->grip.pose.position.y == x);
    assert_true(told->pull.currentState == x / (float)FRAMES);
    assert_int_equal(told->click.currentState, n % 3 == 0);
}

TEST(test_frame_is_the_granted_one)
{
    struct app *app = &apps[0];
    open_app(app, true);
    begin_session(app);
    run(app, FRAMES, 100);
    for (uint64_t n = 0; n < FRAMES; n++)
        expect_frame(&app->told[n], n);
    close_app(app);
}

static void run_two_sessions(struct app *app, bool is_driven, uint64_t ahead)
{
    struct told before;
    open_app(app, is_driven);
    begin_session(app);
    run(app, SECOND_SESSION, ahead);
    end_session(app);
    begin_session(app);
    ask(app, SCENE_START, &before); /* before its first frame: the last one of the other session */
    assert_true(has_events || before.heads[0].pose.position.x == (float)(SECOND_SESSION - 1));
    run(app, FRAMES - 1, ahead);
    assert_int_equal(fake.exits, 0);
    if (app->drive != NULL)
        us_drive_end(app->drive, FRAMES - 1);
    run(app, FRAMES, ahead);
    assert_int_equal(fake.exits, 1);
    scene_expect_log(&app->scene, "playback ends");
    app->last_events = app->told[FRAMES - 1].event_count;
    app->next--; /* later frames are free, and tell the same */
    wait_for_next(app);
    close_app(app);
}

static void expect_same(const struct app *a, const struct app *b)
{
    for (uint64_t n = 0; n < FRAMES; n++)
        if (memcmp(&a->told[n], &b->told[n], sizeof a->told[n]) != 0)
            fail_msg("frame %u differs", (unsigned)n);
}

/* However far the driver is ahead. */
TEST(test_recording_tells_the_same)
{
    run_two_sessions(&apps[0], false, 0);
    run_two_sessions(&apps[1], true, 0);
    expect_same(&apps[0], &apps[1]);
    run_two_sessions(&apps[1], true, 100);
    expect_same(&apps[0], &apps[1]);
    /* Long before its own first frame the second session stands at the last one of the first, until
     * that is forgotten as well. */
    for (int n = SECOND_SESSION; n < FRAMES - 1; n++) {
        const struct told *told = &apps[1].told[n];
        const int forgotten = n - US_DRIVE_BACK;
        bool waits = forgotten <= SECOND_SESSION - 1;
        assert_true(told->heads[ASKED - 1].pose.position.x ==
                    (float)(waits ? SECOND_SESSION - 1 : forgotten));
        assert_true(told->velocities[ASKED - 1].linearVelocity.x ==
                    (waits ? 0.0f : (float)forgotten));
    }
}

/* The left hand freezes half way between frames 60 and 61, and longer than the driver's memory
 * holds that; the head is a second late. */
TEST(test_faults_tell_the_same)
{
    faults = "freeze:left@1.008333333s,latency:head:8000";
    run_two_sessions(&apps[0], false, 0);
    run_two_sessions(&apps[1], true, 100);
    faults = NULL;
    expect_same(&apps[0], &apps[1]);
    for (uint64_t n = 61; n < FRAMES; n++) {
        assert_true(fabsf(apps[1].told[n].joints[0][3].pose.position.x - 60.5f) < 1e-3f);
        assert_true(apps[1].told[n].heads[0].pose.position.x ==
                    (n < 480 ? 0.0f : (float)(n - 480)));
    }
}

/* The driver's memory holds 512 frames that a late head may need. */
static void expect_state(const struct app *app, uint64_t frame, unsigned at, XrSessionState state)
{
    assert_true(app->told[frame].event_count > at);
    assert_int_equal(app->told[frame].events[at].state, state);
}

/* A delay that is longer than the driver's memory holds frames, which is 8 s, is that long. The
 * numbers of other faults are no delays. */
TEST(test_a_delay_beyond_the_memory)
{
    static const struct {
        const char *faults, *cut[2];
    } rows[] = {{"latency:head:8000", {NULL, NULL}},
                {"latency:8000.1", {"latency:8000.1", NULL}},
                {"drift:9000,1,latency:head:8534,freeze@1s,latency:left:9000",
                 {"latency:head:8534", "latency:left:9000"}}};
    drive_hz = 64.0;
    for (int i = 0; i < 3; i++) {
        struct app *app = &apps[0];
        faults = rows[i].faults;
        open_app(app, true);
        begin_session(app);
        int count = 0;
        for (int k = 0; k < 2 && rows[i].cut[k] != NULL; k++) {
            char line[128];
            snprintf(line, sizeof line, "UNDERSTUDY_FAULT: '%s' is 8.000 s while the app is driven",
                     rows[i].cut[k]);
            scene_expect_log(&app->scene, line);
            count++;
        }
        assert_int_equal(scene_count_log(&app->scene, "while the app is driven"), count);
        close_app(app);
    }
    drive_hz = HZ;
    faults = NULL;
}

/* What happens to the session, and faults that begin while the app runs. */
TEST(test_events_tell_the_same)
{
    const struct app *driven = &apps[1];
    has_events = true;
    run_two_sessions(&apps[0], false, 0);
    for (uint64_t ahead = 0; ahead <= 100; ahead += 50) {
        run_two_sessions(&apps[1], true, ahead);
        expect_same(&apps[0], &apps[1]);
    }
    has_events = false;
    expect_state(driven, 1, 0, XR_SESSION_STATE_VISIBLE);
    expect_state(driven, 4, 0, XR_SESSION_STATE_FOCUSED);
    expect_state(driven, SECOND_SESSION - 1, 0, XR_SESSION_STATE_VISIBLE);
    expect_state(driven, SECOND_SESSION - 1, 1, XR_SESSION_STATE_SYNCHRONIZED);
    expect_state(driven, 60, 1, XR_SESSION_STATE_FOCUSED);
    assert_success(driven->told[0].sync);
    assert_int_equal(driven->told[1].sync, XR_SESSION_NOT_FOCUSED);
    assert_success(driven->told[4].sync);
    assert_int_equal(driven->told[4].events[1].type,
                     XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
    assert_int_equal(driven->told[4].events[1].change_time, SCENE_START + 6 * PERIOD_NS);
    /* The head is 0.25 m to the left of the LOCAL that has moved to the right. */
    assert_true(driven->told[5].heads[0].pose.position.x == 5.0f);
    assert_true(fabsf(driven->told[6].heads[0].pose.position.x - 5.75f) < 1e-4f);
    for (int n = 45; n < SECOND_SESSION - 1; n++)
        assert_true(fabsf(driven->told[n].joints[0][3].pose.position.x -
                          (n < 47 ? 19.75f : (float)n - 0.25f)) < 1e-3f);
    for (int n = 41; n < SECOND_SESSION; n++)
        assert_true((driven->told[n].bounds.height == 1.5f) == (n >= 42 && n < 45));
    for (int n = 42; n <= 45; n += 3)
        assert_int_equal(driven->told[n].events[0].type,
                         XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
    assert_int_equal(driven->told[44].events[0].lost, 3);
    for (int n = SECOND_SESSION; n < 60; n++) {
        assert_int_equal(driven->told[n].masked, n >= 53 && n < 56 ? 0 : 3);
        assert_int_equal(driven->told[n].event_count > 0 &&
                             driven->told[n].events[0].type ==
                                 XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR,
                         n == 53 || n == 56);
    }
    assert_int_equal(driven->told[43].event_count + driven->told[46].event_count, 0);
    assert_int_equal(driven->last_events, 1);
    /* Both since the frame in which the fault began, in the LOCAL that has moved twice. */
    for (int n = 123; n < FRAMES - 1; n++) {
        const struct told *told = &driven->told[n];
        assert_true(fabsf(told->joints[0][3].pose.position.x - 119.5f) < 1e-3f);
        assert_true(fabsf(told->heads[0].pose.position.x - 120.5f) < 1e-3f);
        assert_int_equal(told->heads[0].locationFlags, 3);
    }
}

/* Before its first frame the second session shows the last one of a session of a single frame. */
TEST(test_a_session_of_one_frame)
{
    struct app *app = &apps[0];
    struct told before;
    open_app(app, true);
    begin_session(app);
    run(app, 1, 0);
    end_session(app);
    begin_session(app);
    ask(app, SCENE_START, &before);
    expect_frame(&before, 0);
    close_app(app);
}

/* Of the driver's frames, 60 a second, the app gets those that are nearest to the frames of another
 * refresh rate, from the first one on. The times of the runtime do not count. */
TEST(test_another_refresh_rate)
{
    enum { SHOWN = 50 };
    const double rate_hz = 39.5625;
    struct app *app = &apps[0];
    faults = "refresh:39.5625";
    open_app(app, true);
    faults = NULL;
    begin_session(app);
    while (app->put < 2 * SHOWN && put(app))
        ;
    us_drive_grant(app->drive, 2 * SHOWN);
    fake.next_time = SCENE_START;
    fake.next_step = PERIOD_NS;
    for (int n = 0; n < SHOWN; n++) {
        XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
        const struct us_dispatch *calls = &app->scene.calls;
        assert_success(calls->xrWaitFrame(app->scene.session, NULL, &state));
        assert_int_equal(state.predictedDisplayTime,
                         SCENE_START + lround(n * HZ / rate_hz) * PERIOD_NS);
        assert_int_equal(state.predictedDisplayPeriod, llround(1e9 / rate_hz));
        assert_success(calls->xrBeginFrame(app->scene.session, NULL));
        assert_success(scene_submit(&app->scene, state.predictedDisplayTime, 0, NULL));
    }
    close_app(app);
}

/* The driver begins or ends a fault in the next frame, which the app then gets. */
static void fault_in_next(struct app *app, const char *text)
{
    struct us_session_event event = {.kind = US_SESSION_EVENT_FAULT,
                                     .time_ns = frame_ns(app->next),
                                     .frame_time_ns = frame_ns(app->next)};
    snprintf(event.text, sizeof event.text, "%s", text);
    assert_true(us_drive_put_event(app->drive, &event));
    run(app, app->next + 1, 0);
}

/* The rate that the app has, and whether it may choose 72 Hz. */
static void expect_rate(const struct app *app, float rate_hz, bool has_72)
{
    const struct us_dispatch *calls = &app->scene.calls;
    float told_hz = 0.0f, all_hz[8];
    uint32_t count = 0;
    bool is_listed = false;
    assert_success(calls->xrGetDisplayRefreshRateFB(app->scene.session, &told_hz));
    assert_true(told_hz == rate_hz);
    assert_success(calls->xrEnumerateDisplayRefreshRatesFB(app->scene.session, 8, &count, all_hz));
    for (uint32_t i = 0; i < count; i++)
        is_listed = is_listed || all_hz[i] == 72.0f;
    assert_int_equal(is_listed, has_72);
}

/* The app is told by an event that the rate has changed. */
static void expect_change(const struct app *app, float from_hz, float to_hz)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    do {
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
        assert_int_equal(app->scene.calls.xrPollEvent(app->scene.instance, &event), XR_SUCCESS);
    } while (event.type != XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB);
    const XrEventDataDisplayRefreshRateChangedFB *changed = (const void *)&event;
    assert_true(changed->fromDisplayRefreshRate == from_hz);
    assert_true(changed->toDisplayRefreshRate == to_hz);
}

/* A rate is there from the begin of its fault on, and stays when the fault has ended. */
TEST(test_a_rate_that_begins_in_a_drive)
{
    struct app *app = &apps[0];
    has_rates = true;
    open_app(app, true);
    has_rates = false;
    begin_session(app);
    run(app, 6, 0);
    expect_rate(app, 100.0f, false);
    fault_in_next(app, "refresh:72");
    expect_change(app, 100.0f, 72.0f);
    expect_rate(app, 72.0f, true);
    run(app, 10, 0);
    fault_in_next(app, "end refresh:72");
    expect_change(app, 72.0f, 100.0f);
    expect_rate(app, 100.0f, true);
    assert_int_equal(scene_count_log(&app->scene, "more events than can be played"), 0);
    close_app(app);
}

TEST(test_a_driver_stops_the_session)
{
    struct app *app = &apps[0];
    open_app(app, true);
    begin_session(app);
    run(app, 6, 0);
    scene_poll(&app->scene);
    assert_int_equal(fake.exits, 0);
    fault_in_next(app, "stopping");
    scene_poll(&app->scene);
    assert_int_equal(fake.exits, 1);
    close_app(app);
}

/* Opens the app with a log of its own, and begins a session. */
static void begin_logged(struct app *app, bool is_driven, char path[64])
{
    snprintf(path, 64, "/tmp/understudy-driven-%ld.jsonl", (long)getpid());
    unlink(path);
    log_path = path;
    open_app(app, is_driven);
    log_path = NULL;
    begin_session(app);
}

/* The log says the markers, each with the frame after the one in which it was set. */
static void expect_markers(const char *path, const uint64_t *set_at, int count)
{
    char line[1024];
    int found = 0;
    FILE *log = fopen(path, "r");
    assert_non_null(log);
    while (fgets(line, sizeof line, log) != NULL) {
        const char *frame = strstr(line, "\"frame\":");
        if (strstr(line, "\"e\":\"marker\"") == NULL)
            continue;
        assert_true(found < count && frame != NULL);
        assert_int_equal(atoi(frame + 8), set_at[found++] + 1);
    }
    fclose(log);
    unlink(path);
    assert_int_equal(found, count);
}

/* A marker that the driver sets when the app has had a frame is in the log with the next one, also
 * where that is the last one, and where the recording of the drive plays. */
TEST(test_markers_are_passed_with_the_next_frame)
{
    static const uint64_t set_at[] = {5, 15, 16, 40, 49};
    struct us_session_event marker = {.kind = US_DRIVE_EVENT_MARKER, .text = "seen"};
    struct app *app = &apps[0];
    char path[64];
    begin_logged(app, true, path);
    for (int i = 0; i < 5; i++) {
        run(app, set_at[i] + 1, 0);
        marker.time_ns = frame_ns(set_at[i]);
        marker.frame_time_ns = frame_ns(set_at[i] + 1);
        assert_true(us_drive_put_event(app->drive, &marker));
    }
    us_drive_end(app->drive, 50);
    run(app, 51, 0);
    close_app(app);
    expect_markers(path, set_at, 5);
    begin_logged(app, false, path);
    run(app, 30, 0);
    close_app(app);
    expect_markers(path, (const uint64_t[]){MARKED}, 1);
}

static atomic_uint granted;

static void *wait_for_ten(void *data)
{
    struct app *app = data;
    while (app->next < 10) {
        wait_for_next(app);
        assert_true(app->next <= atomic_load(&granted));
    }
    return NULL;
}

TEST(test_app_waits_for_its_driver)
{
    struct app *app = &apps[0];
    pthread_t thread;
    open_app(app, true);
    begin_session(app);
    atomic_store(&granted, 0);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_ten, app), 0);
    for (unsigned n = 0; n < 10; n++) {
        assert_true(us_drive_wait_app(app->drive, n, LONG_NS));
        assert_int_equal(us_drive_app(app->drive).waiting_frame, n);
        assert_true(us_drive_app(app->drive).waits);
        assert_true(put(app));
        atomic_store(&granted, n + 1);
        us_drive_grant(app->drive, n + 1);
    }
    pthread_join(thread, NULL);
    for (uint64_t n = 0; n < 10; n++)
        expect_frame(&app->told[n], n);
    close_app(app);
}

static void *wait_once(void *data)
{
    struct app *app = data;
    scene_wait_frame(&app->scene, SCENE_START);
    return NULL;
}

TEST(test_session_ends_while_its_frame_waits)
{
    struct app *app = &apps[0];
    pthread_t thread;
    open_app(app, true);
    begin_session(app);
    assert_int_equal(pthread_create(&thread, NULL, wait_once, app), 0);
    assert_true(us_drive_wait_app(app->drive, 0, LONG_NS));
    assert_success(app->scene.calls.xrEndSession(app->scene.session));
    pthread_join(thread, NULL);
    assert_success(app->scene.calls.xrDestroySession(app->scene.session));
    begin_session(app); /* it gets the frame that the other one did not get */
    run(app, 10, 0);
    for (uint64_t n = 0; n < 10; n++)
        expect_frame(&app->told[n], n);
    close_app(app);
}

TEST(test_app_goes_on_without_its_driver)
{
    struct app *app = &apps[0];
    open_app(app, true);
    begin_session(app);
    run(app, 5, 0);
    us_drive_close(app->drive);
    app->drive = NULL;
    close(app->file);
    run(app, 20, 0);
    assert_true(app->told[19].heads[0].pose.position.x == 4.0f);
    scene_expect_log(&app->scene, "understudy drive has ended without a stop");
    close_app(app);
}

TEST(test_no_drive)
{
    static const char *const paths[] = {"/dev/null", "/nowhere/drive", seed_path};
    for (int i = 0; i < 3; i++) {
        struct scene scene;
        scene_init(&scene, 0);
        setenv("UNDERSTUDY_PLAY", seed_path, 1);
        setenv("UNDERSTUDY_DRIVE", paths[i], 1);
        scene_start(&scene, NULL, 0);
        XrSpaceLocation head = scene_locate(&scene, scene.view, scene.local, SCENE_START, NULL);
        assert_true(head.pose.position.x == FAKE_LIVE_HEAD_M);
        scene_expect_log(&scene, "cannot drive the app by UNDERSTUDY_DRIVE=");
        scene_end(&scene);
    }
}

int main(void)
{
    snprintf(seed_path, sizeof seed_path, "/tmp/understudy-seed-%ld.mcap", (long)getpid());
    snprintf(recording_path, sizeof recording_path, "/tmp/understudy-driven-%ld.mcap",
             (long)getpid());
    snprintf(memory_path, sizeof memory_path, "/tmp/understudy-drive-%ld", (long)getpid());
    record(seed_path, 1);
    record(recording_path, FRAMES);
    has_events = true;
    snprintf(events_path, sizeof events_path, "/tmp/understudy-happened-%ld.mcap", (long)getpid());
    record(events_path, FRAMES);
    has_events = false;
    int failed = RUN_TESTS(test_frame_is_the_granted_one, test_recording_tells_the_same,
                           test_faults_tell_the_same, test_a_delay_beyond_the_memory,
                           test_events_tell_the_same, test_a_session_of_one_frame,
                           test_a_rate_that_begins_in_a_drive, test_a_driver_stops_the_session,
                           test_another_refresh_rate, test_markers_are_passed_with_the_next_frame,
                           test_app_waits_for_its_driver, test_session_ends_while_its_frame_waits,
                           test_app_goes_on_without_its_driver, test_no_drive);
    unlink(seed_path);
    unlink(recording_path);
    unlink(events_path);
    unlink(memory_path);
    return failed;
}
