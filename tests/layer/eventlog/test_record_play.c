/* SPDX-License-Identifier: MIT */
/* The event log of playback: start, markers in their order, pauses, rounds and ends, each in the
 * first frame that sees it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "record_log.h"

/* The lines about playback, a word each with the frame: "start@0 begin@0 ...". */
static const char *story(const struct record *record)
{
    static char told[512];
    const char *line;
    told[0] = '\0';
    for (int i = 0; (line = record_find(record, i, "", "")) != NULL; i++) {
        bool is_play = strstr(line, "\"e\":\"play\"") != NULL;
        if (!is_play && strstr(line, "\"e\":\"marker\"") == NULL)
            continue;
        const char *word = strstr(line, is_play ? "\"what\":\"" : "\"name\":\"") + 8;
        const char *frame = strstr(line, "\"frame\":");
        assert_non_null(frame);
        size_t length = strlen(told);
        snprintf(told + length, sizeof told - length, "%s%.*s@%d", length > 0 ? " " : "",
                 (int)strcspn(word, "\""), word, atoi(frame + 8));
    }
    return told;
}

/* Frames at these seconds since the start, from the second one on; the numbers end with -1. */
static void play(struct record *record, const char *name, const char *value, const double *at_s)
{
    record_begin(record, SCENE_HEAD | SCENE_MARKERS);
    if (name != NULL)
        setenv(name, value, 1);
    scene_play(&record->scene, SCENE_HEAD | SCENE_MARKERS);
    for (int i = 0; at_s[i] >= 0.0; i++)
        scene_wait_frame(&record->scene, SCENE_AT(at_s[i]));
    record_end(record);
}

static void check(const char *name, const char *value, const double *at_s, const char *expected)
{
    struct record record;
    play(&record, name, value, at_s);
    assert_string_equal(story(&record), expected);
    record_finish(&record);
}

TEST(markers_are_passed_in_order)
{
    check(NULL, NULL, (double[]){1, 2.5, 3, -1}, "start@0 begin@0 one@2 two@2");
    /* A long frame passes them all; the last is at the end. */
    check(NULL, NULL, (double[]){1, 11, 12, -1}, "start@0 begin@0 one@2 two@2 end@2 ended@2");
    check("UNDERSTUDY_SPEED", "2", (double[]){1.3, -1}, "start@0 begin@0 one@1 two@1");
    /* Nothing is passed by beginning behind it. */
    check("UNDERSTUDY_FROM", "2.5", (double[]){1, -1}, "start@0 one@0 two@0");
    check("UNDERSTUDY_FROM", "3", (double[]){1, -1}, "start@0");
}

TEST(rounds_begin_again)
{
    check("UNDERSTUDY_END", "loop", (double[]){9, 11, 13, -1},
          "start@0 begin@0 one@1 two@1 end@2 loop@2 begin@2 one@3 two@3");
    check("UNDERSTUDY_END", "pingpong", (double[]){9, 11, 18, 21, -1},
          "start@0 begin@0 one@1 two@1 end@2 loop@2 one@3 two@3 begin@4 loop@4");
    /* The same again, from 20 s on. */
    check("UNDERSTUDY_END", "pingpong", (double[]){9, 11, 18, 21, 29, 31, 38, 41, -1},
          "start@0 begin@0 one@1 two@1 end@2 loop@2 one@3 two@3 begin@4 loop@4 "
          "one@5 two@5 end@6 loop@6 one@7 two@7 begin@8 loop@8");
}

TEST(ends_are_told_apart)
{
    check("UNDERSTUDY_END", "reset", (double[]){9, 11, 12, -1},
          "start@0 begin@0 one@1 two@1 end@2 ended@2");
    check("UNDERSTUDY_END", "release", (double[]){9, 11, 12, -1},
          "start@0 begin@0 one@1 two@1 end@2 ended@2 released@2");
    check("UNDERSTUDY_END", "quit", (double[]){9, 11, 12, -1},
          "start@0 begin@0 one@1 two@1 end@2 ended@2 quit@2");
}

TEST(pauses_begin_and_end)
{
    check("UNDERSTUDY_PAUSE", "1:2", (double[]){0.5, 1.5, 2.5, 3.5, -1},
          "start@0 begin@0 pause@2 resume@4");
    check("UNDERSTUDY_PAUSE", "0:1", (double[]){0.5, 1.5, -1}, "start@0 begin@0 pause@0 resume@2");
}

TEST(the_clock_is_named)
{
    struct record record;
    play(&record, "UNDERSTUDY_CLOCK", "frame:10", (double[]){0.01, 0.02, -1});
    record_check(&record, 0, "'what':'start'", "'clock':'frame','frame_hz':10,");
    record_check(&record, 2, "'e':'wait'", "'at_s':0.2");
    record_finish(&record);
}

/* Playback that a sync starts is in the log where it starts, and frame 0 is the newest there. */
RECORD_TEST(a_sync_starts, SCENE_HEAD | SCENE_MARKERS)
{
    setenv("UNDERSTUDY_START", "sync", 1);
    scene_play(&record->scene, SCENE_HEAD | SCENE_MARKERS);
    XrActionSet set = actions_set(&record->scene, 0);
    actions_attach(&record->scene, &set, 1);
    scene_wait_frame(&record->scene, SCENE_AT(1));
    actions_sync(&record->scene, set);
    scene_wait_frame(&record->scene, SCENE_AT(2));
    record_end(record);
    assert_string_equal(story(record), "start@0 begin@0");
    record_check(record, 0, "'e':'sync'", "'frame':0,");
    record_check(record, 2, "'e':'wait'", "'frame':1,");
    assert_null(strstr(record_need(record, 1, "'e':'wait'", ""), "\"frame\""));
}

/* A session that waits for no frames. */
RECORD_TEST(times_that_are_asked_for_play, SCENE_HEAD | SCENE_MARKERS)
{
    struct scene *scene = &record->scene;
    const char *names[] = {XR_MND_HEADLESS_EXTENSION_NAME};
    scene_open(scene, names, 1);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
    scene_locate(scene, scene->view, scene->local, SCENE_AT(0), NULL);
    scene_locate(scene, scene->view, scene->local, SCENE_AT(3), NULL);
    record_end(record);
    record_need(record, 0, "'e':'play'", "'what':'start'");
    assert_int_equal(record_count(record, "'e':'marker'", ""), 3);
    assert_int_equal(record_count(record, "'frame':", ""), 0);
}

TESTS_MAIN(markers_are_passed_in_order, rounds_begin_again, ends_are_told_apart,
           pauses_begin_and_end, the_clock_is_named, a_sync_starts, times_that_are_asked_for_play)
