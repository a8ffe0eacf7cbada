/* SPDX-License-Identifier: MIT */
/* Hazard: the one allocation that fails. An app goes through all calls again and again, and each
 * time another allocation of the layer fails: the app gets an error or plays on, and nothing
 * crashes, is lost or is freed twice. */
#include "fault_app.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "counting.h"
#include "layer/faults/fail_calls.h"

/* Everything once, the `which`-th allocation failing; how many there were. */
static int go_through(const struct scene *scene, int which)
{
    static struct fault_app app;
    fake_reset();
    fake.attached = false;
    counting_reset();
    counting.fails_at = (uint64_t)which;
    fault_app_build(&app, scene, false);
    fault_app_call_all(&app);
    int made = (int)counting.taken;
    counting_reset();
    if (app.scene.instance != XR_NULL_HANDLE && app.scene.calls.xrDestroyInstance != NULL)
        app.scene.calls.xrDestroyInstance(app.scene.instance);
    return made;
}

static void check(unsigned parts, const char *variable, const char *value)
{
    struct scene scene;
    scene_init(&scene, parts);
    if (parts == 0)
        unsetenv("UNDERSTUDY_PLAY");
    setenv("UNDERSTUDY_LOG_LEVEL", "error", 1);
    if (variable != NULL)
        setenv(variable, value, 1);
    int made = go_through(&scene, 0);
    assert_true(made > 20 && made < 20000);
    for (int which = 1; which <= made; which++)
        go_through(&scene, which);
    /* And then all is as it was. */
    int again = go_through(&scene, 0);
    assert_true(again >= made - made / 10 && again <= made + made / 10);
    if (variable != NULL)
        unsetenv(variable);
    scene_finish(&scene);
}

TEST(test_playing)
{
    check(SCENE_ALL | SCENE_PINCHES | SCENE_MARKERS, NULL, NULL);
    check(SCENE_ALL | SCENE_PINCHES, "UNDERSTUDY_WORLD", "virtual");
}

/* The files that tell a script about the run. */
TEST(test_reporting)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/understudy-memory-%ld.done", (long)getpid());
    check(SCENE_HEAD, "UNDERSTUDY_DONE_FILE", path);
    unlink(path);
}

TEST(test_faults)
{
    check(SCENE_HEAD, "UNDERSTUDY_FAULT",
          "headset-off@1s+1s,recenter:90,0,0@1s,refresh:72@1s,battery:left@1s,loss-pending@1s,"
          "stopping@1s");
}

/* A part of what happens to the session is not enough: a test could pass because the rest is
 * missing. */
TEST(test_scripts_are_whole)
{
    static const char *const lists[] = {"user-absent",     "headset-off",  "focus-lost",
                                        "recenter:90,0,0", "battery:left", "refresh:72",
                                        "loss-pending",    "bounds:2,1.5", "stopping"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct us_faults faults;
        struct us_faults_error wrong;
        struct us_session_script *script = NULL;
        if (!us_faults_parse(lists[i], &faults, &wrong))
            fail_msg("%s: %s", lists[i], wrong.why);
        faults.list[0].from_s = 1.0;
        faults.list[0].to_s = 2.0;
        counting_reset();
        assert_true(us_fault_script_create(&faults, &script));
        const uint64_t made = counting.taken;
        us_session_script_destroy(script);
        assert_true(made > 1);
        for (uint64_t which = 1; which <= made; which++) {
            counting_reset();
            counting.fails_at = which;
            if (us_fault_script_create(&faults, &script) || script != NULL)
                fail_msg("%s without allocation %u", lists[i], (unsigned)which);
        }
        counting_reset();
    }
}

TEST(test_logging)
{
    char log[64];
    snprintf(log, sizeof log, "/tmp/understudy-memory-%ld.jsonl", (long)getpid());
    check(SCENE_ALL | SCENE_PINCHES, "UNDERSTUDY_EVENTS", log);
    unlink(log);
}

TEST(test_recording)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/understudy-memory-%ld.mcap", (long)getpid());
    setenv("UNDERSTUDY_RECORD_RING", "30", 1);
    check(SCENE_ALL, "UNDERSTUDY_RECORD", path);
    unsetenv("UNDERSTUDY_RECORD_RING");
    unlink(path);
}

TEST(test_passing_through)
{
    check(0, NULL, NULL);
}

TESTS_MAIN(test_playing, test_reporting, test_faults, test_scripts_are_whole, test_logging,
           test_recording, test_passing_through)
