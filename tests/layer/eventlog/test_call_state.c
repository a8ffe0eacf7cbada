/* SPDX-License-Identifier: MIT */
/* Hazard: `understudy run` learns nothing of the calls of an app without an event log, or a frame
 * of an app that submits frames does not count, so that a run with --stall ends it. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "scene.h"
#include "status/run_status.h"

struct watched {
    struct scene scene;
    struct us_run_status *status;
    char path[64];
};

static void begin(struct watched *watched, const char *watch_calls)
{
    snprintf(watched->path, sizeof watched->path, "/tmp/understudy-calls-XXXXXX");
    int file = mkstemp(watched->path);
    assert_true(file >= 0);
    assert_true(us_run_status_prepare(file));
    watched->status = us_run_status_make(file);
    assert_non_null(watched->status);
    close(file);
    scene_init(&watched->scene, SCENE_ALL);
    setenv("UNDERSTUDY_RUN_STATUS", watched->path, 1);
    setenv("UNDERSTUDY_WATCH_CALLS", watch_calls, 1);
    scene_start(&watched->scene, NULL, 0);
}

static void end(struct watched *watched)
{
    unsetenv("UNDERSTUDY_RUN_STATUS");
    unsetenv("UNDERSTUDY_WATCH_CALLS");
    assert_success(watched->scene.calls.xrDestroyInstance(watched->scene.instance));
    us_run_status_close(watched->status);
    unlink(watched->path);
    scene_finish(&watched->scene);
}

static XrResult submit(struct watched *watched, XrTime time)
{
    return scene_submit(&watched->scene, time, 0, NULL);
}

/* The name of the last call of the only thread. */
static const char *last_call(const struct watched *watched, struct us_call_watch_state *out)
{
    const struct us_call_watch *calls = &watched->status->calls;
    for (int i = 0; i < US_CALL_WATCH_THREADS; i++) {
        if (atomic_load(&calls->threads[i].key) == 0)
            continue;
        *out = us_call_watch_read(&calls->threads[i]);
        return calls->names[out->call];
    }
    return "none";
}

TEST(calls_and_frames_are_told)
{
    struct watched watched;
    struct us_call_watch_state now;
    begin(&watched, "1");
    for (int frame = 0; frame < 3; frame++) {
        scene_wait_frame(&watched.scene, SCENE_AT(0.01 * (frame + 1)));
        assert_string_equal(last_call(&watched, &now), "xrWaitFrame");
        assert_false(now.is_inside);
        assert_success(submit(&watched, SCENE_AT(0.01 * (frame + 1))));
        assert_string_equal(last_call(&watched, &now), "xrEndFrame");
        assert_success(now.result);
    }
    assert_int_equal(atomic_load(&watched.status->calls.frames), 3);
    /* A frame that is refused is none. */
    fake_fail("xrEndFrame", XR_ERROR_LAYER_LIMIT_EXCEEDED);
    assert_int_equal(submit(&watched, SCENE_AT(0.03)), XR_ERROR_LAYER_LIMIT_EXCEEDED);
    fake.fails = NULL;
    assert_string_equal(last_call(&watched, &now), "xrEndFrame");
    assert_int_equal(now.result, XR_ERROR_LAYER_LIMIT_EXCEEDED);
    assert_int_equal(atomic_load(&watched.status->calls.frames), 3);
    scene_locate(&watched.scene, watched.scene.view, watched.scene.local, SCENE_AT(0.03), NULL);
    assert_string_equal(last_call(&watched, &now), "xrLocateSpace");
    end(&watched);
}

TEST(nothing_is_told_unless_it_is_wanted)
{
    struct watched watched;
    struct us_call_watch_state now;
    begin(&watched, "0");
    assert_success(submit(&watched, SCENE_AT(0)));
    assert_string_equal(last_call(&watched, &now), "none");
    assert_int_equal(atomic_load(&watched.status->calls.frames), 0);
    end(&watched);
}

TESTS_MAIN(calls_and_frames_are_told, nothing_is_told_unless_it_is_wanted)
