/* SPDX-License-Identifier: MIT */
/*
 * Any environment: settings within their ranges. An input is lines of NAME=VALUE, of the variables
 * that open no file.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/setup/settings.h"
#include "status/setting_table.h"

/* What opens or writes a file stays unset. */
static bool opens_file(const struct us_setting *setting)
{
    return setting->kind == US_SETTING_KIND_OUTPUT_FILE ||
           setting->kind == US_SETTING_KIND_FOLDER || setting->kind == US_SETTING_KIND_RUN_FILE;
}

static void set_variable(const char *line)
{
    const char *equals = strchr(line, '=');
    for (int i = 0; equals != NULL && i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        const char *name = setting->variable + strlen("UNDERSTUDY_");
        if (!opens_file(setting) && strlen(name) == (size_t)(equals - line) &&
            strncmp(line, name, strlen(name)) == 0)
            setenv(setting->variable, equals + 1, 1);
    }
}

static void forget_variables(void)
{
    for (int i = 0; i < US_SETTING_COUNT; i++)
        if (!opens_file(&us_setting_table[i]))
            unsetenv(us_setting_table[i].variable);
}

static void check_settings(const struct us_settings *settings, const struct us_message_log *log)
{
    fuzz_check((unsigned)settings->anchor <= US_ANCHOR_LOCAL_FLOOR, "anchor");
    fuzz_check((unsigned)settings->world <= US_VIRTUAL_SPACES_VIRTUAL, "world");
    fuzz_check((unsigned)settings->layer_remap <= US_LAYER_REMAP_HEAD, "picture");
    fuzz_check((unsigned)settings->clock.end_mode <= US_END_QUIT, "end");
    fuzz_check((unsigned)log->level <= US_MESSAGE_LOG_DEBUG, "log level");
    fuzz_check(settings->channels != 0 && settings->channels <= US_CHANNEL_ALL, "channels");
    fuzz_check(settings->clock.speed >= 0.001 && settings->clock.speed <= 1000.0, "speed %g",
               settings->clock.speed);
    const char *play = getenv("UNDERSTUDY_PLAY");
    bool wanted = play != NULL && play[0] != '\0';
    fuzz_check((settings->play != NULL) == wanted && !settings->secure, "play");
    fuzz_check(!wanted || strcmp(settings->play, play) == 0, "another recording");
    char text[64];
    us_channels_names(settings->channels, text, sizeof text);
    fuzz_check(text[0] != '\0' && strlen(text) < sizeof text, "no channels' names");
    fuzz_check(us_settings_anchor_name(settings->anchor) != NULL, "no anchor's name");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_feed feed = fuzz_feed(data, size);
    setenv("UNDERSTUDY_LOG_FILE", "/dev/full", 1);
    forget_variables();
    while (feed.left > 0) {
        char *line = fuzz_next_text(&feed, '\n');
        set_variable(line);
        free(line);
    }
    struct us_settings settings;
    struct us_message_log log;
    us_settings_init(&settings, &log);
    check_settings(&settings, &log);
    us_settings_finish(&settings);
    us_settings_finish(&settings);
    us_message_log_finish(&log);
    return 0;
}
