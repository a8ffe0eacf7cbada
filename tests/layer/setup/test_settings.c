/* SPDX-License-Identifier: MIT */
/* Hazard: a setting at the edge of what is allowed, or beside it, that does something else than it
 * says. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/recording/channels.h"
#include "record_log.h"
#include "status/message_log.h"

/* What the layer says of its settings, the last line of it. */
static char said[512];
static int warnings;

static void on_warning(void *data, const char *message)
{
    (void)data;
    warnings++;
    snprintf(said, sizeof said, "%s", message);
}

/* ---- what an app that plays writes to its event log, with one variable as given ---- */

static void play_with(struct record *record, const char *name, const char *value)
{
    memset(record, 0, sizeof *record);
    record_begin(record, SCENE_ALL);
    record->scene.version = XR_MAKE_VERSION(1, 1, 0);
    fake.has_local_floor = true;
    setenv(name, value, 1);
    scene_start(&record->scene, NULL, 0);
    record_end(record);
    unsetenv(name);
}

/* How playback starts. A value that is not allowed is said. */
static void check_start(const char *name, const char *value, const char *expected, bool is_allowed)
{
    struct record record;
    char wrong[128];
    play_with(&record, name, value);
    record_check_has(record_need(&record, 0, "'e':'play'", "'what':'start'"), expected);
    snprintf(wrong, sizeof wrong, "%s=%s is not ", name, value);
    assert_int_equal(scene_count_log(&record.scene, wrong), !is_allowed);
    assert_int_equal(scene_count_log(&record.scene, "raised privileges"), 0);
    record_finish(&record);
}

TEST(test_numbers)
{
    static const struct {
        const char *value, *expected; /* NULL: not allowed, and 1 instead */
    } speeds[] = {{"0.001", "\"speed\":0.001,"},
                  {"1000", "\"speed\":1000,"},
                  {"2.5", "\"speed\":2.5,"},
                  {"", "\"speed\":1,"},
                  {"0.0009", NULL},
                  {"1000.1", NULL},
                  {"-2", NULL},
                  {"2x", NULL}};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++)
        check_start("UNDERSTUDY_SPEED", speeds[i].value,
                    speeds[i].expected != NULL ? speeds[i].expected : "\"speed\":1,",
                    speeds[i].expected != NULL);
}

TEST(test_clocks)
{
    static const struct {
        const char *value, *expected; /* NULL: not allowed, and the wall clock instead */
    } clocks[] = {{"frame:1", "\"clock\":\"frame\",\"frame_hz\":1,"},
                  {"frame:1000", "\"clock\":\"frame\",\"frame_hz\":1000,"},
                  {"frame:59.94", "\"clock\":\"frame\",\"frame_hz\":59.94,"},
                  {"frame", "\"clock\":\"frame\",\"frame_hz\":60,"},
                  {"wall", "\"clock\":\"wall\",\"end\""},
                  {"", "\"clock\":\"wall\",\"end\""},
                  {"frame:0.99", NULL},
                  {"frame:1000.5", NULL},
                  {"frame:", NULL},
                  {"frames", NULL},
                  {"60", NULL}};
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
        check_start("UNDERSTUDY_CLOCK", clocks[i].value,
                    clocks[i].expected != NULL ? clocks[i].expected : "\"clock\":\"wall\",",
                    clocks[i].expected != NULL);
}

/* Each choice is taken by its name. */
TEST(test_choices)
{
    static const char *const ends[] = {"hold", "loop", "pingpong", "reset", "release", "quit"};
    static const char *const anchors[] = {"local", "stage", "local_floor"};
    char expected[64];
    for (size_t i = 0; i < 6; i++) {
        snprintf(expected, sizeof expected, "\"end\":\"%s\"", ends[i]);
        check_start("UNDERSTUDY_END", ends[i], expected, true);
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(expected, sizeof expected, "\"anchor\":\"%s\"", anchors[i]);
        check_start("UNDERSTUDY_ANCHOR", anchors[i], expected, true);
    }
    check_start("UNDERSTUDY_ANCHOR", "auto", "\"anchor\":\"local\"", true);
    check_start("UNDERSTUDY_END", "stop", "\"end\":\"hold\"", false);
    check_start("UNDERSTUDY_FORCE_FOCUS", "yes", "\"end\":\"hold\"", false);
    check_start("UNDERSTUDY_FORCE_FOCUS", "1", "\"end\":\"hold\"", true);
}

/* Each wrong word is said, and all channels are played; channels/subsets plays each. */
TEST(test_channels)
{
    static const struct {
        const char *value, *word;
    } wrong[] = {{"heads", "heads"},        {"hea", "hea"}, {"head,,gaze", ""}, {"Head", "Head"},
                 {"head,handss", "handss"}, {",head", ""}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct record record;
        char wrong_word[128];
        play_with(&record, "UNDERSTUDY_CHANNELS", wrong[i].value);
        snprintf(wrong_word, sizeof wrong_word, "UNDERSTUDY_CHANNELS=%s: '%s' is not ",
                 wrong[i].value, wrong[i].word);
        scene_expect_log(&record.scene, wrong_word);
        scene_expect_log(&record.scene, ": playing all");
        record_finish(&record);
    }
    char names[64];
    us_channels_names(~0u, names, sizeof names); /* bits that are no channel have no name */
    assert_string_equal(names, "head, hands, gaze, pinch, controllers");
    us_channels_names(0, names, sizeof names);
    assert_string_equal(names, "nothing");
}

/* Nobody asked for a recording, so that none is ignored. */
TEST(test_nothing_to_play)
{
    for (int is_empty = 0; is_empty < 2; is_empty++) {
        struct scene scene;
        scene_init(&scene, 0);
        if (is_empty)
            setenv("UNDERSTUDY_PLAY", "", 1);
        else
            unsetenv("UNDERSTUDY_PLAY");
        assert_success(scene_create(&scene, NULL, 0));
        assert_int_equal(scene_count_log(&scene, "raised privileges"), 0);
        scene_end(&scene);
    }
}

/* The settings of the run, in the line of the instance: what is at its default is not there. */
TEST(test_told_settings)
{
    static const struct {
        const char *name, *value, *expected;
    } rows[] = {{"UNDERSTUDY_SPEED", "1", "\"settings\":{}"},
                {"UNDERSTUDY_FROM", "", "\"settings\":{}"},
                {"UNDERSTUDY_SPEED", "2", "\"settings\":{\"UNDERSTUDY_SPEED\":\"2\"}"},
                {"UNDERSTUDY_FROM", "begin", "\"settings\":{\"UNDERSTUDY_FROM\":\"begin\"}"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct record record;
        play_with(&record, rows[i].name, rows[i].value);
        record_check(&record, 0, "'e':'instance'", rows[i].expected);
        record_finish(&record);
    }
}

/* The level of the event log: with frames alone there is no line of a call. */
TEST(test_event_levels)
{
    struct record record;
    play_with(&record, "UNDERSTUDY_EVENTS_LEVEL", "events");
    assert_int_equal(record_count(&record, "'e':'wait'", ""), 0);
    record_finish(&record);
    play_with(&record, "UNDERSTUDY_EVENTS_LEVEL", "frames");
    assert_true(record_count(&record, "'e':'wait'", "") > 0);
    record_finish(&record);
}

/* A level that is written is one that is above or at it, and warnings are told whatever it is. */
TEST(test_log_levels)
{
    for (int level = US_MESSAGE_LOG_ERROR; level <= US_MESSAGE_LOG_DEBUG; level++) {
        struct scene scene;
        struct us_message_log log;
        scene_init(&scene, 0);
        us_message_log_init(&log, (enum us_message_log_level)level, scene.log);
        log.on_warning = on_warning;
        warnings = 0;
        us_message_log(&log, US_MESSAGE_LOG_ERROR, "an error\x01\x7f%s", "\n");
        assert_string_equal(said, "an error???");
        us_message_log(&log, US_MESSAGE_LOG_WARN, "a warning");
        assert_string_equal(said, "a warning");
        us_message_log(&log, US_MESSAGE_LOG_INFO, "some news");
        us_message_log(&log, US_MESSAGE_LOG_DEBUG, "a detail ~ ");
        assert_int_equal(warnings, 2);
        us_message_log_finish(&log);
        assert_int_equal(log.file, -1);
        scene_expect_log(&scene, "understudy: an error???\n");
        assert_int_equal(scene_count_log(&scene, "understudy: a warning\n"),
                         level >= US_MESSAGE_LOG_WARN);
        assert_int_equal(scene_count_log(&scene, "understudy: some news\n"),
                         level >= US_MESSAGE_LOG_INFO);
        assert_int_equal(scene_count_log(&scene, "understudy: a detail ~ \n"),
                         level >= US_MESSAGE_LOG_DEBUG);
        scene_finish(&scene);
    }
}

/* A line that is too long is cut and still a line. */
TEST(test_long_line)
{
    struct scene scene;
    struct us_message_log log;
    char text[3000], expected[1024];
    scene_init(&scene, 0);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    us_message_log_init(&log, US_MESSAGE_LOG_INFO, scene.log);
    us_message_log(&log, US_MESSAGE_LOG_INFO, "%s", text);
    us_message_log(&log, US_MESSAGE_LOG_INFO, "the next");
    us_message_log_finish(&log);
    /* 1024 bytes with the line's end and the final NUL that was there. */
    memset(expected, 'x', sizeof expected);
    memcpy(expected, "understudy: ", 12);
    memcpy(expected + 1022, "\n", 2);
    scene_expect_log(&scene, expected);
    scene_expect_log(&scene, "understudy: the next\n");
    scene_finish(&scene);
}

/* The level that a person chose, from the lowest on; a wrong one is said, and is info. */
TEST(test_chosen_level)
{
    static const struct {
        const char *level;
        bool informs, debugs, is_wrong;
    } rows[] = {{"error", false, false, false},
                {"warn", false, false, false},
                {"info", true, false, false},
                {"debug", true, true, false},
                {"loud", true, false, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        setenv("UNDERSTUDY_LOG_LEVEL", rows[i].level, 1);
        scene_play(&scene, 0);
        assert_success(scene.calls.xrDestroyInstance(scene.instance));
        assert_int_equal(scene_count_log(&scene, "playback starts") > 0, rows[i].informs);
        assert_int_equal(scene_count_log(&scene, "session state") > 0, rows[i].debugs);
        assert_int_equal(scene_count_log(&scene, "UNDERSTUDY_LOG_LEVEL=loud is not one of"),
                         rows[i].is_wrong);
        scene_finish(&scene);
    }
}

TESTS_MAIN(test_numbers, test_clocks, test_channels, test_choices, test_told_settings,
           test_nothing_to_play, test_event_levels, test_log_levels, test_chosen_level,
           test_long_line)
