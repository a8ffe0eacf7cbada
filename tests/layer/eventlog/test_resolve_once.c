/* SPDX-License-Identifier: MIT */
/* Hazard: a log line that does not say what the app got, because the log computed the answer again
 * after a sync or after a block of the recording became ready; and a computation that is done twice
 * in one call. The linker wraps the functions that these computations need. */
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "core/playback/clock.h"
#include "core/sampler/sampler.h"
#include "layer/eventlog/event_log.h"
#include "layer/setup/extensions.h"
#include "layer/state/action_snapshot.h"
#include "record_log.h"

/* How often the layer called each since reset(). */
static struct {
    int frames, clocks, snapshots;
    bool late_next; /* the next sample is late: the head at 0 s, held */
    uint64_t late;
} seen;

void __real_us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                             struct us_frame_sample *out);
void __wrap_us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                             struct us_frame_sample *out);
void __wrap_us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                             struct us_frame_sample *out)
{
    seen.frames++;
    __real_us_sampler_frame(sampler, seen.late_next ? 0.0 : time_s, parts, out);
    if (!seen.late_next)
        return;
    seen.late_next = false;
    seen.late++;
    out->head.how = US_HOW_HELD;
}

uint64_t __real_us_sampler_late_count(const struct us_sampler *sampler);
uint64_t __wrap_us_sampler_late_count(const struct us_sampler *sampler);
uint64_t __wrap_us_sampler_late_count(const struct us_sampler *sampler)
{
    return __real_us_sampler_late_count(sampler) + seen.late;
}

struct us_clock_time __real_us_clock_map(const struct us_clock *clock, int64_t elapsed_ns);
struct us_clock_time __wrap_us_clock_map(const struct us_clock *clock, int64_t elapsed_ns);
struct us_clock_time __wrap_us_clock_map(const struct us_clock *clock, int64_t elapsed_ns)
{
    seen.clocks++;
    return __real_us_clock_map(clock, elapsed_ns);
}

struct us_input_state __real_us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                                     uint32_t index);
struct us_input_state __wrap_us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                                     uint32_t index);
struct us_input_state __wrap_us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                                     uint32_t index)
{
    seen.snapshots++;
    return __real_us_action_snapshot_read(snapshot, index);
}

static void reset(void)
{
    memset(&seen, 0, sizeof seen);
}

static void check_seen(int frames, int clocks, int snapshots)
{
    assert_int_equal(seen.frames, frames);
    assert_int_equal(seen.clocks, clocks);
    assert_int_equal(seen.snapshots, snapshots);
    reset();
}

struct app {
    struct record record;
    XrActionSet set;
    XrAction press;
    XrSpace grip;
};

static struct app *syncing; /* the runtime's xrLocateSpace syncs this app's actions first */
static PFN_xrLocateSpace runtime_locate_space;

static XRAPI_ATTR XrResult XRAPI_CALL next_locate_space(XrSpace space, XrSpace base, XrTime time,
                                                        XrSpaceLocation *location)
{
    if (syncing != NULL)
        assert_success(actions_sync(&syncing->record.scene, XR_NULL_HANDLE));
    syncing = NULL;
    return runtime_locate_space(space, base, time, location);
}

static XRAPI_ATTR XrResult XRAPI_CALL next_get(XrInstance instance, const char *name,
                                               PFN_xrVoidFunction *function)
{
    XrResult result = fake_get(instance, name, function);
    if (XR_SUCCEEDED(result) && strcmp(name, "xrLocateSpace") == 0) {
        runtime_locate_space = (PFN_xrLocateSpace)*function;
        *function = (PFN_xrVoidFunction)next_locate_space;
    }
    return result;
}

static void begin(struct app *app)
{
    static const char *const names[] = {SCENE_HAND_AND_EYES, "XR_KHR_locate_spaces"};
    reset();
    memset(app, 0, sizeof *app);
    struct scene *scene = &app->record.scene;
    record_begin(&app->record, SCENE_ALL | SCENE_PINCHES);
    fake.has_hands = fake.sees_hands = true;
    setenv("UNDERSTUDY_END", "release", 1);
    assert_success(scene_create_over(scene, next_get, fake_create, names, 3));
    scene_begin(scene);
    scene_focus(scene);
    app->set = actions_set(scene, 0);
    XrAction hold = actions_make(scene, app->set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    app->press = actions_make(scene, app->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    struct actions_binding bindings[] = {{hold, LEFT "/input/grip/pose"},
                                         {app->press, LEFT "/input/select/click"}};
    assert_success(actions_suggest(scene, SIMPLE, bindings, 2));
    app->grip = actions_space(scene, hold, LEFT);
    assert_success(actions_attach(scene, &app->set, 1));
    actions_frame(scene, app->set, 1.0);
}

static const char *locate_line(struct app *app, int index)
{
    return record_need(&app->record, index, "'e':'locate'", "");
}

#define APP_TEST(name) TEST_OF(name, struct app, app, begin(app), record_finish(&app->record))

/* The sync takes the action's set away. The app was told where the hand is, and so says the log. */
APP_TEST(a_sync_in_a_call)
{
    struct scene *scene = &app->record.scene;
    syncing = app;
    XrSpaceLocation during = scene_locate(scene, app->grip, scene->local, SCENE_AT(1), NULL);
    XrSpaceLocation after = scene_locate(scene, app->grip, scene->local, SCENE_AT(1), NULL);
    record_end(&app->record);
    assert_int_equal(during.locationFlags, 15);
    assert_int_equal(after.locationFlags, 0);
    record_check_has(locate_line(app, 0), "'at_s':1,'from':'recording'");
    record_check_has(locate_line(app, 0), "'flags':'opOP'");
    record_check_has(locate_line(app, 1), "'from':'nobody','flags':''");
}

/* The head turns, so an answer that is held differs from one that is not. */
APP_TEST(a_block_that_becomes_ready)
{
    struct scene *scene = &app->record.scene;
    XrSpaceLocation held = scene_locate(scene, scene->view, scene->local, SCENE_AT(0), NULL);
    seen.late_next = true;
    XrSpaceLocation late = scene_locate(scene, scene->view, scene->local, SCENE_AT(3.3), NULL);
    XrSpaceLocation ready = scene_locate(scene, scene->view, scene->local, SCENE_AT(3.3), NULL);
    actions_frame(scene, app->set, 3.4);
    seen.late_next = true;
    scene_locate(scene, scene->view, scene->local, SCENE_AT(3.5), NULL);
    seen.late_next = true;
    scene_locate(scene, scene->view, scene->local, SCENE_AT(3.5), NULL);
    actions_frame(scene, app->set, 3.6);
    record_end(&app->record);
    assert_true(late.pose.position.x == held.pose.position.x);
    assert_true(ready.pose.position.x > 0.3f);
    record_check_has(locate_line(app, 1), "'at_s':3.3,'from':'recording','how':'held'");
    record_check_has(locate_line(app, 2), "'at_s':3.3,'from':'recording','how':'interpolated'");
    record_check(&app->record, 0, "'e':'late'", "'wall_count':1");
    record_check(&app->record, 1, "'e':'late'", "'wall_count':2");
    record_check(&app->record, 0, "'e':'end'", "'wall_late':3");
}

APP_TEST(each_call_computes_once)
{
    struct scene *scene = &app->record.scene;
    reset();
    scene_locate(scene, scene->view, scene->local, SCENE_AT(1), NULL);
    check_seen(1, 1, 0);
    scene_locate(scene, app->grip, scene->local, SCENE_AT(1), NULL);
    check_seen(2, 1, 1); /* the hand, and the head that the grip is seen from */
    scene_locate_views(scene, app->grip, SCENE_AT(1));
    check_seen(3, 1, 1); /* and the head itself */
    assert_true(actions_boolean(scene, app->press, LEFT).isActive);
    check_seen(0, 0, 1);
    record_end(&app->record);
    assert_int_equal(record_count(&app->record, "'e':'action'", "'from':'recording'"), 1);
    record_check(&app->record, 0, "'e':'views'", "'from':'recording'");
}

/* After the end the hands are live, whether the runtime sees them from the anchor or the layer
 * moves them. */
APP_TEST(a_hand_that_was_given_back)
{
    struct scene *scene = &app->record.scene;
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    HAND_JOINTS(locations, joints);
    scene_joints(scene, tracker, scene->local, SCENE_AT(1), &locations);
    actions_frame(scene, app->set, 10.5);
    scene_joints(scene, tracker, scene->local, SCENE_AT(10.5), &locations);
    record_end(&app->record);
    assert_true(joints[0].pose.position.x == FAKE_LIVE_OTHER_M);
    record_check(&app->record, 0, "'e':'hand'", "'from':'recording'");
    record_check(&app->record, 1, "'e':'hand'", "'from':'runtime','active':true");
}

/* More than the log has room for: each space has a line or counts as dropped. */
TEST(very_many_spaces)
{
    enum { SPACES = 4100 };
    static XrSpace spaces[SPACES];
    static XrSpaceLocationData data[SPACES];
    struct app app;
    begin(&app);
    struct scene *scene = &app.record.scene;
    for (int i = 0; i < SPACES; i++)
        spaces[i] = i % 2 == 0 ? scene->view : scene->stage;
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(2.5), SPACES, spaces, data, NULL);
    assert_success(scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations));
    const struct us_instance *instance = us_instance_find(scene->instance);
    uint64_t dropped = us_event_journal_dropped(
        ((struct us_event_log *)instance->kept[US_STAGE_EVENT_LOG])->journal);
    record_end(&app.record);
    int lines = 0, recorded = 0;
    for (const char *at = app.record.text; (at = strstr(at, "\"e\":\"locate\"")) != NULL; at++) {
        const char *from = strstr(at, "\"from\":");
        lines++;
        recorded += strncmp(from, "\"from\":\"recording\"", 18) == 0;
    }
    assert_int_equal(lines + (int)dropped, SPACES);
    assert_true(lines > 0 && abs(lines - 2 * recorded) <= 1);
    record_finish(&app.record);
}

/* With the frame clock, logs are compared: a call waits until the log has room. */
TEST(calls_wait_for_the_log)
{
    enum { CALLS = 40000 };
    struct record record;
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_CLOCK", "frame:100", 1);
    scene_play(&record.scene, SCENE_ALL);
    scene_wait_frame(&record.scene, SCENE_AT(0.01));
    const struct us_instance *instance = us_instance_find(record.scene.instance);
    for (int i = 0; i < CALLS; i++)
        scene_locate(&record.scene, record.scene.view, record.scene.local, SCENE_AT(0.01), NULL);
    assert_int_equal(us_event_journal_dropped(
                         ((struct us_event_log *)instance->kept[US_STAGE_EVENT_LOG])->journal),
                     0);
    assert_success(record.scene.calls.xrDestroyInstance(record.scene.instance));
    record_finish(&record);
    unsetenv("UNDERSTUDY_CLOCK");
}

TESTS_MAIN(a_sync_in_a_call, a_block_that_becomes_ready, each_call_computes_once,
           calls_wait_for_the_log, a_hand_that_was_given_back, very_many_spaces)
