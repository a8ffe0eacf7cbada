/* SPDX-License-Identifier: MIT */
/* Hazard: a setting at the edge of what is allowed, or beside it, that does something else than it
 * says. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/recording/channels.h"
#include "layer/setup/settings.h"

/* What the layer says of its settings, the last line of it. */
static char said[512];
static int warnings;

static void on_warning(void *data, const char *message)
{
    (void)data;
    warnings++;
    snprintf(said, sizeof said, "%s", message);
}

/* The settings with one variable as given; the scene's environment otherwise. */
static struct us_settings read_with(const char *name, const char *value)
{
    struct scene scene;
    struct us_settings settings;
    struct us_message_log log;
    scene_init(&scene, 0);
    unsetenv("UNDERSTUDY_PLAY");
    setenv("UNDERSTUDY_LOG_LEVEL", "error", 1);
    setenv(name, value, 1);
    us_settings_init(&settings, &log);
    us_message_log_finish(&log);
    unsetenv(name);
    scene_finish(&scene);
    return settings;
}

static double speed_of(const char *value)
{
    struct us_settings settings = read_with("UNDERSTUDY_SPEED", value);
    us_settings_finish(&settings);
    return settings.clock.speed;
}

static double clock_of(const char *value)
{
    struct us_settings settings = read_with("UNDERSTUDY_CLOCK", value);
    us_settings_finish(&settings);
    return settings.clock.frame_hz;
}

static unsigned channels_of(const char *value)
{
    struct us_settings settings = read_with("UNDERSTUDY_CHANNELS", value);
    us_settings_finish(&settings);
    return settings.channels;
}

TEST(test_numbers)
{
    assert_true(speed_of("0.001") == 0.001);
    assert_true(speed_of("1000") == 1000.0);
    assert_true(speed_of("2.5") == 2.5);
    assert_true(speed_of("0.0009") == 1.0);
    assert_true(speed_of("1000.1") == 1.0);
    assert_true(speed_of("-2") == 1.0);
    assert_true(speed_of("2x") == 1.0);
    assert_true(speed_of("") == 1.0);
    assert_true(clock_of("frame:1") == 1.0);
    assert_true(clock_of("frame:1000") == 1000.0);
    assert_true(clock_of("frame:59.94") == 59.94);
    assert_true(clock_of("frame") == 60.0);
    assert_true(clock_of("wall") == 0.0);
    assert_true(clock_of("") == 0.0);
    assert_true(clock_of("frame:0.99") == 0.0);
    assert_true(clock_of("frame:1000.5") == 0.0);
    assert_true(clock_of("frame:") == 0.0);
    assert_true(clock_of("frames") == 0.0);
    assert_true(clock_of("60") == 0.0);
}

TEST(test_channels)
{
    static const char *const words[] = {"head", "hands", "gaze", "pinch", "controllers"};
    char list[64], expected[64], names[64];
    for (unsigned set = 1; set <= US_CHANNEL_ALL; set++) {
        list[0] = expected[0] = '\0';
        for (unsigned i = 0; i < US_CHANNEL_COUNT; i++) {
            if ((set & 1u << i) == 0)
                continue;
            strcat(strcat(list, list[0] != '\0' ? "," : ""), words[i]);
            strcat(strcat(expected, expected[0] != '\0' ? ", " : ""), words[i]);
        }
        assert_int_equal(channels_of(list), set);
        us_channels_names(set, names, sizeof names);
        assert_string_equal(names, expected);
    }
    us_channels_names(~0u, names, sizeof names); /* bits that are no channel have no name */
    assert_string_equal(names, expected);
    us_channels_names(0, names, sizeof names);
    assert_string_equal(names, "nothing");
    assert_int_equal(channels_of("pinch,head"), US_CHANNEL_PINCH | US_CHANNEL_HEAD);
    static const char *const wrong[] = {"heads", "hea", "head,", ",head", "head,,gaze", "Head"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(channels_of(wrong[i]), US_CHANNEL_ALL);
}

/* The names of choices, in the order of their values. */
TEST(test_choices)
{
    static const char *const ends[] = {"hold", "loop", "pingpong", "reset", "release", "quit"};
    static const enum us_end_mode modes[] = {US_END_HOLD,  US_END_LOOP,    US_END_PINGPONG,
                                             US_END_RESET, US_END_RELEASE, US_END_QUIT};
    for (size_t i = 0; i < 6; i++) {
        struct us_settings settings = read_with("UNDERSTUDY_END", ends[i]);
        assert_int_equal(settings.clock.end_mode, modes[i]);
        assert_string_equal(us_settings_end_name(modes[i]), ends[i]);
        us_settings_finish(&settings);
    }
    static const char *const anchors[] = {"auto", "local", "stage", "local_floor"};
    for (size_t i = 0; i < 4; i++) {
        struct us_settings settings = read_with("UNDERSTUDY_ANCHOR", anchors[i]);
        assert_string_equal(us_settings_anchor_name(settings.anchor), anchors[i]);
        us_settings_finish(&settings);
    }
    struct us_settings settings = read_with("UNDERSTUDY_FORCE_FOCUS", "1");
    assert_true(settings.force_focus && !settings.events_processor);
    us_settings_finish(&settings);
    settings = read_with("UNDERSTUDY_EVENTS_PROCESSOR", "1");
    assert_true(settings.events_processor && !settings.force_focus);
    us_settings_finish(&settings);
    settings = read_with("UNDERSTUDY_EVENTS_LEVEL", "events");
    assert_int_equal(settings.events_level, US_LOG_EVENT_LEVEL_EVENTS);
    us_settings_finish(&settings);
    settings = read_with("UNDERSTUDY_EVENTS_LEVEL", "frames");
    assert_int_equal(settings.events_level, US_LOG_EVENT_LEVEL_FRAMES);
    us_settings_finish(&settings);
    settings = read_with("UNDERSTUDY_PLAY", "take.bin");
    assert_string_equal(settings.play, "take.bin");
    assert_false(settings.secure);
    us_settings_finish(&settings);
    assert_null(settings.play);
    settings = read_with("UNDERSTUDY_PLAY", "");
    assert_null(settings.play);
    assert_false(settings.secure);
    us_settings_finish(&settings);
}

static void count_visit(const char *name, const char *value, void *data)
{
    snprintf(said, sizeof said, "%s=%s", name, value);
    ++*(int *)data;
}

/* What is at its default is not told. */
TEST(test_visit)
{
    struct scene scene;
    int count = 0;
    scene_init(&scene, 0);
    setenv("UNDERSTUDY_SPEED", "1", 1);
    setenv("UNDERSTUDY_FROM", "", 1);
    setenv("UNDERSTUDY_LOG_LEVEL", "debug", 1);
    us_settings_visit(count_visit, &count);
    assert_int_equal(count, 0);
    setenv("UNDERSTUDY_SPEED", "2", 1);
    us_settings_visit(count_visit, &count);
    assert_int_equal(count, 1);
    assert_string_equal(said, "UNDERSTUDY_SPEED=2");
    setenv("UNDERSTUDY_FROM", "begin", 1);
    us_settings_visit(count_visit, &count);
    assert_int_equal(count, 3);
    unsetenv("UNDERSTUDY_FROM");
    unsetenv("UNDERSTUDY_SPEED");
    scene_finish(&scene);
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
        assert_int_equal(scene_count_log(&scene, "understudy: an error???\n"), 1);
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
    assert_int_equal(scene_count_log(&scene, expected), 1);
    assert_int_equal(scene_count_log(&scene, "understudy: the next\n"), 1);
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

int main(void)
{
    return RUN_TESTS(test_numbers, test_channels, test_choices, test_visit, test_log_levels,
                     test_chosen_level, test_long_line);
}
