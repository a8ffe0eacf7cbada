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

/* What opens or writes a file stays unset. */
static const char *const names[] = {
    "PLAY",  "HEADERLESS", "UNSORTED", "ANCHOR", "WORLD", "CHANNELS",  "FORCE_FOCUS", "END",
    "SPEED", "PAUSE",      "PICTURE",  "FROM",   "TO",    "LOG_LEVEL", "CLOCK",       "RELEASE",
};
enum { NAMES = sizeof names / sizeof *names };

static void set_variable(const char *line)
{
    char name[64] = "UNDERSTUDY_";
    const char *equals = strchr(line, '=');
    if (equals == NULL)
        return;
    for (unsigned i = 0; i < NAMES; i++) {
        if (strlen(names[i]) != (size_t)(equals - line) ||
            strncmp(line, names[i], strlen(names[i])) != 0)
            continue;
        strcat(name, names[i]);
        setenv(name, equals + 1, 1);
    }
}

static void forget_variables(void)
{
    for (unsigned i = 0; i < NAMES; i++) {
        char name[64] = "UNDERSTUDY_";
        strcat(name, names[i]);
        unsetenv(name);
    }
}

static void check_settings(const struct us_settings *settings, const struct us_message_log *log)
{
    fuzz_check((unsigned)settings->anchor <= US_ANCHOR_LOCAL_FLOOR, "anchor");
    fuzz_check((unsigned)settings->world <= US_VIRTUAL_SPACES_VIRTUAL, "world");
    fuzz_check((unsigned)settings->picture <= US_LAYER_REMAP_HEAD, "picture");
    fuzz_check((unsigned)settings->end <= US_END_QUIT, "end");
    fuzz_check((unsigned)log->level <= US_MESSAGE_LOG_DEBUG, "log level");
    fuzz_check(settings->channels != 0 && settings->channels <= US_CHANNEL_ALL, "channels");
    fuzz_check(settings->speed >= 0.001 && settings->speed <= 1000.0, "speed %g", settings->speed);
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
