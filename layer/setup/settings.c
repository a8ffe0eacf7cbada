/* SPDX-License-Identifier: MIT */
/* secure_getenv is not in POSIX. */
#define _GNU_SOURCE
#include "layer/setup/settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const anchor_names[] = {"auto", "local", "stage", "local_floor", NULL};
static const char *const picture_names[] = {"world", "head", NULL};
static const char *const end_names[] = {"hold",    "loop", "pingpong", "reset",
                                        "release", "quit", NULL};
static const char *const gaze_names[] = {"head", "world", NULL};
static const char *const start_names[] = {"focus", "sync", "frame", NULL};
static const char *const world_names[] = {"anchored", "virtual", NULL};
/* In the order of enum us_channel's bits. */
static const char *const level_names[] = {"error", "warn", "info", "debug", NULL};
static const char *const events_level_names[] = {"events", "frames", "calls", NULL};
static const char *const switch_names[] = {"0", "1", NULL};

static const char *read_variable(const char *name)
{
    const char *value = secure_getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

static int find_name(const char *value, const char *const *names)
{
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(value, names[i]) == 0)
            return i;
    }
    return -1;
}

/* The index of the variable's value among `names`, or `otherwise`. */
static int read_choice(const struct us_message_log *log, const char *variable,
                       const char *const *names, int otherwise)
{
    const char *value = read_variable(variable);
    if (value == NULL)
        return otherwise;
    int found = find_name(value, names);
    if (found >= 0)
        return found;
    char allowed[128] = "";
    for (int i = 0; names[i] != NULL; i++) {
        if (i > 0)
            strncat(allowed, ", ", sizeof allowed - strlen(allowed) - 1);
        strncat(allowed, names[i], sizeof allowed - strlen(allowed) - 1);
    }
    us_message_log(log, US_MESSAGE_LOG_WARN, "%s=%s is not one of %s: using %s", variable, value,
                   allowed, names[otherwise]);
    return otherwise;
}

static double read_speed(const struct us_message_log *log)
{
    const char *value = read_variable("UNDERSTUDY_SPEED");
    if (value == NULL)
        return 1.0;
    double speed;
    if (us_play_range_number(value, strlen(value), &speed) && speed >= 0.001 && speed <= 1000.0)
        return speed;
    us_message_log(log, US_MESSAGE_LOG_WARN,
                   "UNDERSTUDY_SPEED=%s is not a number from 0.001 to 1000: using 1", value);
    return 1.0;
}

/* The frame clock's frames a second, 0 for the wall clock. */
static double read_clock(const struct us_message_log *log)
{
    const char *value = read_variable("UNDERSTUDY_CLOCK");
    double hz;
    if (value == NULL || strcmp(value, "wall") == 0)
        return 0.0;
    if (strcmp(value, "frame") == 0)
        return 60.0;
    if (strncmp(value, "frame:", 6) == 0 &&
        us_play_range_number(value + 6, strlen(value + 6), &hz) && hz >= 1.0 && hz <= 1000.0)
        return hz;
    if (strcmp(value, "virtual") == 0)
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "UNDERSTUDY_CLOCK=virtual is not there yet: using wall");
    else
        us_message_log(
            log, US_MESSAGE_LOG_WARN,
            "UNDERSTUDY_CLOCK=%s is not one of wall, frame, frame:HZ (1 to 1000): using wall",
            value);
    return 0.0;
}

static char *read_text(const char *name)
{
    const char *value = read_variable(name);
    return value != NULL ? strdup(value) : NULL;
}

static unsigned read_channels(const struct us_message_log *log)
{
    const char *value = read_variable("UNDERSTUDY_CHANNELS"), *word = "";
    int length = 0;
    if (value == NULL)
        return US_CHANNEL_ALL;
    unsigned channels = us_channels_parse(value, &word, &length);
    if (channels != 0)
        return channels;
    us_message_log(
        log, US_MESSAGE_LOG_WARN,
        "UNDERSTUDY_CHANNELS=%s: '%.*s' is not one of head, hands, gaze, pinch: playing all", value,
        length, word);
    return US_CHANNEL_ALL;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* A file to write; NULL, and said, if it is the recording or the file of the layer's messages. */
static char *read_output(const struct us_message_log *log, const char *name)
{
    static const char *const others[] = {"UNDERSTUDY_PLAY", "UNDERSTUDY_LOG_FILE"};
    const char *value = read_variable(name);
    for (int i = 0; value != NULL && i < 2; i++) {
        const char *other = read_variable(others[i]);
        if (other == NULL || !is_same_file(value, other))
            continue;
        us_message_log(log, US_MESSAGE_LOG_ERROR,
                       "%s=%s is the file of %s: nothing is written to it", name, value, others[i]);
        return NULL;
    }
    return value != NULL ? strdup(value) : NULL;
}

static struct us_profile_choice_choice read_profiles(const struct us_message_log *log)
{
    const char *value = read_variable("UNDERSTUDY_PROFILE");
    struct us_profile_choice_choice choice = {NULL, NULL};
    struct us_profile_choice_error wrong;
    if (value != NULL && !us_profile_choice_parse(value, &choice, &wrong))
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "UNDERSTUDY_PROFILE: '%.*s' %s: no profile is chosen", wrong.length,
                       wrong.text, wrong.why);
    return choice;
}

void us_settings_open_log(struct us_message_log *log)
{
    const char *path = read_variable("UNDERSTUDY_LOG_FILE");
    const char *play = read_variable("UNDERSTUDY_PLAY");
    bool is_recording = path != NULL && play != NULL && is_same_file(path, play);
    const char *value = read_variable("UNDERSTUDY_LOG_LEVEL");
    int level = value == NULL ? US_MESSAGE_LOG_INFO : find_name(value, level_names);
    us_message_log_init(log, level < 0 ? US_MESSAGE_LOG_INFO : (enum us_message_log_level)level,
                        is_recording ? NULL : path);
    if (is_recording)
        us_message_log(log, US_MESSAGE_LOG_ERROR,
                       "UNDERSTUDY_LOG_FILE=%s is the recording: using stderr", path);
    if (level < 0)
        (void)read_choice(log, "UNDERSTUDY_LOG_LEVEL", level_names, US_MESSAGE_LOG_INFO);
}

void us_settings_init(struct us_settings *settings, struct us_message_log *log)
{
    us_settings_open_log(log);
    const char *play = read_variable("UNDERSTUDY_PLAY");
    *settings = (struct us_settings){
        .play = play != NULL ? strdup(play) : NULL,
        .secure = play == NULL && getenv("UNDERSTUDY_PLAY") != NULL &&
                  secure_getenv("UNDERSTUDY_PLAY") == NULL,
        .headerless = read_choice(log, "UNDERSTUDY_HEADERLESS", switch_names, 0) == 1,
        .unsorted = read_choice(log, "UNDERSTUDY_UNSORTED", switch_names, 0) == 1,
        .anchor =
            (enum us_anchor)read_choice(log, "UNDERSTUDY_ANCHOR", anchor_names, US_ANCHOR_AUTO),
        .world = (enum us_virtual_spaces_kind)read_choice(log, "UNDERSTUDY_WORLD", world_names,
                                                          US_VIRTUAL_SPACES_ANCHORED),
        .channels = read_channels(log),
        .gaze = (enum us_gaze_carrier)read_choice(log, "UNDERSTUDY_GAZE", gaze_names, US_GAZE_HEAD),
        .profiles = read_profiles(log),
        .force_focus = read_choice(log, "UNDERSTUDY_FORCE_FOCUS", switch_names, 0) == 1,
        .picture = (enum us_layer_remap)read_choice(log, "UNDERSTUDY_PICTURE", picture_names,
                                                    US_LAYER_REMAP_WORLD),
        .end = (enum us_end_mode)read_choice(log, "UNDERSTUDY_END", end_names, US_END_HOLD),
        .speed = read_speed(log),
        .start = (enum us_start)read_choice(log, "UNDERSTUDY_START", start_names, US_START_FOCUS),
        .frame_hz = read_clock(log),
        .from = read_text("UNDERSTUDY_FROM"),
        .to = read_text("UNDERSTUDY_TO"),
        .pauses = read_text("UNDERSTUDY_PAUSE"),
        .ready_file = read_output(log, "UNDERSTUDY_READY_FILE"),
        .done_file = read_output(log, "UNDERSTUDY_DONE_FILE"),
        .shoot = read_text("UNDERSTUDY_SHOOT"),
        .shots = read_text("UNDERSTUDY_SHOTS_DIR"),
        .events = read_output(log, "UNDERSTUDY_EVENTS"),
        .events_ring = read_text("UNDERSTUDY_EVENTS_RING"),
        .lost_file = read_text("UNDERSTUDY_LOST_FILE"),
        .run_status = read_text("UNDERSTUDY_RUN_STATUS"),
        .events_level = (enum us_log_event_level)(
            read_choice(log, "UNDERSTUDY_EVENTS_LEVEL", events_level_names, 2) +
            US_LOG_EVENT_LEVEL_EVENTS),
    };
}

void us_settings_finish(struct us_settings *settings)
{
    char **owned[] = {&settings->play,        &settings->from,       &settings->to,
                      &settings->pauses,      &settings->ready_file, &settings->done_file,
                      &settings->shoot,       &settings->shots,      &settings->events,
                      &settings->events_ring, &settings->lost_file,  &settings->run_status};
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) {
        free(*owned[i]);
        *owned[i] = NULL;
    }
}

struct us_play_range us_settings_excerpt(const struct us_settings *settings)
{
    return (struct us_play_range){settings->from, settings->to, settings->pauses};
}

const char *us_settings_end_name(enum us_end_mode end)
{
    return end_names[end];
}

void us_settings_visit(void (*visit)(const char *name, const char *value, void *data), void *data)
{
    static const char *const defaults[][2] = {
        {"UNDERSTUDY_HEADERLESS", "0"},   {"UNDERSTUDY_ANCHOR", "auto"},
        {"UNDERSTUDY_WORLD", "anchored"}, {"UNDERSTUDY_CHANNELS", "head,hands,gaze,pinch"},
        {"UNDERSTUDY_FORCE_FOCUS", "0"},  {"UNDERSTUDY_END", "hold"},
        {"UNDERSTUDY_SPEED", "1"},        {"UNDERSTUDY_PICTURE", "world"},
        {"UNDERSTUDY_START", "focus"},    {"UNDERSTUDY_CLOCK", "wall"},
        {"UNDERSTUDY_FROM", ""},          {"UNDERSTUDY_TO", ""},
        {"UNDERSTUDY_PAUSE", ""},         {"UNDERSTUDY_PROFILE", ""},
        {"UNDERSTUDY_GAZE", "head"},
    };
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        const char *value = read_variable(defaults[i][0]);
        if (value != NULL && strcmp(value, defaults[i][1]) != 0)
            visit(defaults[i][0], value, data);
    }
}

const char *us_settings_anchor_name(enum us_anchor anchor)
{
    return anchor_names[anchor];
}
