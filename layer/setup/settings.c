/* SPDX-License-Identifier: MIT */
#include "layer/setup/settings.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/play_choices.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "status/setting_table.h"

/* Returns the value of a setting's variable; NULL if it is unset or empty. */
static const char *read_variable(enum us_setting_id id)
{
    const char *value = us_environment_get_secure(us_setting_table[id].variable);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

static void warn_of_range(const struct us_message_log *log, const struct us_setting *setting,
                          const char *value)
{
    char range[US_SETTING_RANGE_SIZE];
    us_setting_range(setting, range, sizeof range);
    bool is_number = setting->kind == US_SETTING_KIND_NUMBER;
    us_message_log(log, US_MESSAGE_LOG_WARN, "%s=%s is not %s %s: using %s", setting->variable,
                   value, is_number ? "a number from" : "one of", range, setting->default_value);
}

/* Returns the index of a choice's value, or of the default if the value is not allowed. */
static int read_choice(const struct us_message_log *log, enum us_setting_id id)
{
    const struct us_setting *setting = &us_setting_table[id];
    const char *value = read_variable(id);
    int found = value != NULL ? us_text_find(setting->values, value) : -1;
    if (found >= 0)
        return found;
    if (value != NULL)
        warn_of_range(log, setting, value);
    return us_text_find(setting->values, setting->default_value);
}

static bool read_switch(const struct us_message_log *log, enum us_setting_id id)
{
    const struct us_setting *setting = &us_setting_table[id];
    const char *value = read_variable(id);
    bool is_allowed = value != NULL && (strcmp(value, "0") == 0 || strcmp(value, "1") == 0);
    if (value != NULL && !is_allowed)
        warn_of_range(log, setting, value);
    return strcmp(is_allowed ? value : setting->default_value, "1") == 0;
}

static double read_number(const struct us_message_log *log, enum us_setting_id id)
{
    const struct us_setting *setting = &us_setting_table[id];
    const char *value = read_variable(id);
    double number = 0.0;
    if (value != NULL && us_play_range_number(value, strlen(value), &number) &&
        number >= setting->minimum && number <= setting->maximum)
        return number;
    if (value != NULL)
        warn_of_range(log, setting, value);
    (void)us_play_range_number(setting->default_value, strlen(setting->default_value), &number);
    return number;
}

/* Reads speed, end mode, kind and rate. us_play_range_apply sets the range when the recording is
 * loaded. */
static struct us_clock read_clock(const struct us_message_log *log)
{
    const struct us_setting *setting = &us_setting_table[US_SETTING_CLOCK];
    const char *value = read_variable(US_SETTING_CLOCK);
    struct us_clock clock = {.speed = read_number(log, US_SETTING_SPEED),
                             .end_mode = (enum us_end_mode)read_choice(log, US_SETTING_END)};
    if (value != NULL && us_clock_choice_parse(value, setting->minimum, setting->maximum, &clock))
        return clock;
    if (value != NULL)
        warn_of_range(log, setting, value);
    (void)us_clock_choice_parse(setting->default_value, setting->minimum, setting->maximum, &clock);
    return clock;
}

static char *read_text(enum us_setting_id id)
{
    const char *value = read_variable(id);
    return value != NULL ? strdup(value) : NULL;
}

static unsigned read_channels(const struct us_message_log *log)
{
    const struct us_setting *setting = &us_setting_table[US_SETTING_CHANNELS];
    const char *value = read_variable(US_SETTING_CHANNELS), *word = "";
    int length = 0;
    if (value == NULL)
        return US_CHANNEL_ALL;
    unsigned channels = us_channels_parse(value, &word, &length);
    if (channels != 0)
        return channels;
    char range[US_SETTING_RANGE_SIZE];
    us_setting_range(setting, range, sizeof range);
    us_message_log(log, US_MESSAGE_LOG_WARN, "%s=%s: '%.*s' is not %s: playing all",
                   setting->variable, value, length, word, range);
    return US_CHANNEL_ALL;
}

/* Returns the path of an output file. An output must not overwrite an input: if the path names the
 * recording or the message log, it returns NULL and reports the error. */
static char *read_output(const struct us_message_log *log, enum us_setting_id id)
{
    static const enum us_setting_id others[] = {US_SETTING_PLAY, US_SETTING_LOG_FILE};
    const char *value = read_variable(id);
    for (int i = 0; value != NULL && i < 2; i++) {
        const char *other = read_variable(others[i]);
        if (other == NULL || !us_path_is_same_file(value, other))
            continue;
        us_message_log(log, US_MESSAGE_LOG_ERROR,
                       "%s=%s is the file of %s: nothing is written to it",
                       us_setting_table[id].variable, value, us_setting_table[others[i]].variable);
        return NULL;
    }
    return value != NULL ? strdup(value) : NULL;
}

static struct us_profile_choice read_profiles(const struct us_message_log *log)
{
    const char *value = read_variable(US_SETTING_PROFILE);
    struct us_profile_choice choice = {NULL, NULL};
    struct us_profile_choice_error wrong;
    if (value != NULL && !us_profile_choice_parse(value, &choice, &wrong))
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "UNDERSTUDY_PROFILE: '%.*s' %s: no profile is chosen", wrong.length,
                       wrong.text, wrong.why);
    return choice;
}

void us_settings_open_log(struct us_message_log *log)
{
    const char *path = read_variable(US_SETTING_LOG_FILE);
    const char *play = read_variable(US_SETTING_PLAY);
    bool is_recording = path != NULL && play != NULL && us_path_is_same_file(path, play);
    const char *value = read_variable(US_SETTING_LOG_LEVEL);
    const struct us_setting *levels = &us_setting_table[US_SETTING_LOG_LEVEL];
    int level = us_text_find(levels->values, value != NULL ? value : levels->default_value);
    us_message_log_init(log, level < 0 ? US_MESSAGE_LOG_INFO : (enum us_message_log_level)level,
                        is_recording ? NULL : path);
    if (is_recording)
        us_message_log(log, US_MESSAGE_LOG_ERROR,
                       "UNDERSTUDY_LOG_FILE=%s is the recording: using stderr", path);
    /* The warning about an invalid level needs the open log. */
    if (level < 0)
        (void)read_choice(log, US_SETTING_LOG_LEVEL);
}

void us_settings_init(struct us_settings *settings, struct us_message_log *log)
{
    us_settings_open_log(log);
    const char *play = us_setting_table[US_SETTING_PLAY].variable;
    *settings = (struct us_settings){
        .play = read_text(US_SETTING_PLAY),
        .secure = us_environment_get(play) != NULL && us_environment_get_secure(play) == NULL,
        .unsorted = read_switch(log, US_SETTING_UNSORTED),
        .anchor = (enum us_anchor)read_choice(log, US_SETTING_ANCHOR),
        .world = (enum us_virtual_spaces_kind)read_choice(log, US_SETTING_WORLD),
        .channels = read_channels(log),
        .gaze = (enum us_gaze_carrier)read_choice(log, US_SETTING_GAZE),
        .views = (enum us_views_source)read_choice(log, US_SETTING_VIEWS),
        .replays_events = read_choice(log, US_SETTING_SESSION_EVENTS) == 1,
        .profiles = read_profiles(log),
        .force_focus = read_switch(log, US_SETTING_FORCE_FOCUS),
        .layer_remap = (enum us_layer_remap)read_choice(log, US_SETTING_PICTURE),
        .start = (enum us_start)read_choice(log, US_SETTING_START),
        .clock = read_clock(log),
        .from = read_text(US_SETTING_FROM),
        .to = read_text(US_SETTING_TO),
        .pauses = read_text(US_SETTING_PAUSE),
        .ready_file = read_output(log, US_SETTING_READY_FILE),
        .done_file = read_output(log, US_SETTING_DONE_FILE),
        .screenshot_moments = read_text(US_SETTING_SHOOT),
        .screenshot_folder = read_text(US_SETTING_SHOTS_DIR),
        .events = read_output(log, US_SETTING_EVENTS),
        .events_ring = read_text(US_SETTING_EVENTS_RING),
        .faults = read_text(US_SETTING_FAULT),
        .record = read_output(log, US_SETTING_RECORD),
        .record_ring = read_text(US_SETTING_RECORD_RING),
        .record_marks_haptics = read_choice(log, US_SETTING_RECORD_MARK_ON) == 1,
        .record_only_asked = read_switch(log, US_SETTING_RECORD_ONLY_ASKED),
        .watches_calls = read_switch(log, US_SETTING_WATCH_CALLS),
        .events_processor = read_switch(log, US_SETTING_EVENTS_PROCESSOR),
        .drive = read_text(US_SETTING_DRIVE),
        .lost_file = read_text(US_SETTING_LOST_FILE),
        .run_status = read_text(US_SETTING_RUN_STATUS),
        .events_level = (enum us_log_event_level)(read_choice(log, US_SETTING_EVENTS_LEVEL) +
                                                  US_LOG_EVENT_LEVEL_EVENTS),
    };
}

void us_settings_finish(struct us_settings *settings)
{
    char **owned[] = {&settings->play,
                      &settings->from,
                      &settings->to,
                      &settings->pauses,
                      &settings->ready_file,
                      &settings->done_file,
                      &settings->screenshot_moments,
                      &settings->screenshot_folder,
                      &settings->events,
                      &settings->events_ring,
                      &settings->faults,
                      &settings->record,
                      &settings->record_ring,
                      &settings->drive,
                      &settings->lost_file,
                      &settings->run_status};
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) {
        free(*owned[i]);
        *owned[i] = NULL;
    }
}

const char *us_settings_end_name(enum us_end_mode end)
{
    return us_setting_table[US_SETTING_END].values[end];
}

void us_settings_visit(void (*visit)(const char *name, const char *value, void *data), void *data)
{
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        const char *value = setting->in_log ? read_variable((enum us_setting_id)i) : NULL;
        if (value != NULL &&
            (setting->default_value == NULL || strcmp(value, setting->default_value) != 0))
            visit(setting->variable, value, data);
    }
}

const char *us_settings_anchor_name(enum us_anchor anchor)
{
    return us_setting_table[US_SETTING_ANCHOR].values[anchor];
}
