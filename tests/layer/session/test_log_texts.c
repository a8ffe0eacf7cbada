/* SPDX-License-Identifier: MIT */
/* Hazard: a line of the log, or the end of the event log, that says what did not happen. */

#include <stdlib.h>
#include <string.h>

#include "record_log.h"

#define NO_FRAMES "no xrWaitFrame calls"

static void play(struct scene *scene, const char *clock, const char *end)
{
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_HEAD | SCENE_MARKERS);
    scene_set("UNDERSTUDY_CLOCK", clock);
    scene_set("UNDERSTUDY_END", end);
    scene_play(scene, SCENE_HEAD | SCENE_MARKERS);
}

TEST_OF(test_the_first_session_has_no_number, struct scene, scene, play(scene, NULL, NULL),
        scene_finish(scene))
{
    scene_expect_log(scene, "playback starts at time=5000000000 ");
    scene_expect_log(scene, " clock=wall\n");
    assert_int_equal(scene_count_log(scene, NO_FRAMES), 0);
    scene->calls.xrDestroySession(scene->session);
    scene_begin(scene);
    scene_focus(scene);
    scene_expect_log(scene, " clock=wall session=2\n");
    scene->calls.xrDestroyInstance(scene->instance);
    /* The recording's keys are in order, and whole. */
    assert_int_equal(scene_count_log(scene, "sorted"), 0);
    assert_int_equal(scene_count_log(scene, "was not played"), 0);
}

TEST_OF(test_the_frame_clock_has_frames, struct scene, scene, play(scene, "frame:50", NULL),
        scene_end(scene))
{
    scene_expect_log(scene, " clock=frame:50.000000000\n");
    assert_int_equal(scene_count_log(scene, NO_FRAMES), 0);
}

/* What happens at the end is said with the end, and for that end alone. */
TEST(test_ends)
{
    static const struct {
        const char *end, *text;
        int exits;
    } rows[] = {{"hold", " end=hold\n", 0},
                {"release", " end=release: input is live again\n", 0},
                {"quit", " end=quit: the layer asks the app to end its session\n", 1}};
    for (int i = 0; i < 3; i++) {
        struct scene scene;
        play(&scene, NULL, rows[i].end);
        scene_wait_frame(&scene, SCENE_AT(9.99));
        assert_int_equal(scene_count_log(&scene, "playback ends"), 0);
        scene_wait_frame(&scene, SCENE_AT(10.5));
        scene_wait_frame(&scene, SCENE_AT(11));
        scene_expect_log(&scene, rows[i].text);
        scene_expect_log(&scene, "playback ends");
        assert_int_equal(fake.exits, rows[i].exits);
        scene_end(&scene);
    }
}

TEST(test_reached_end)
{
    for (int is_over = 0; is_over < 2; is_over++) {
        struct record record;
        record_begin(&record, SCENE_HEAD);
        scene_play(&record.scene, SCENE_HEAD);
        scene_wait_frame(&record.scene, SCENE_AT(is_over ? 10.5 : 9.5));
        scene_locate(&record.scene, record.scene.view, record.scene.local,
                     SCENE_AT(is_over ? 10.5 : 9.5), NULL);
        record_end(&record);
        record_check(&record, 0, "'e':'end'",
                     is_over ? "'reached_end':true" : "'reached_end':false");
        record_finish(&record);
    }
}

TESTS_MAIN(test_the_first_session_has_no_number, test_the_frame_clock_has_frames, test_ends,
           test_reached_end)
