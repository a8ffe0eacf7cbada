/* SPDX-License-Identifier: MIT */
#include "tool/run/run_request.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/environment.h"
#include "core/recording/channels.h"
#include "core/playback/play_choices.h"
#include "tool/expect/expect.h"
#include "tool/cli/file_roles.h"
#include "tool/recording/inspection.h"
#include "core/playback/capture_schedule.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

void tool_run_request_init(struct tool_run_request *out)
{
    *out = (struct tool_run_request){
        .grace_s = (double)NAN, .limit_s = (double)NAN, .stall_s = (double)NAN};
    for (int i = 0; i < US_SETTING_COUNT; i++)
        out->settings[i].number = (double)NAN;
}

const char *tool_run_request_text(const struct tool_run_request *request, enum us_setting_id id)
{
    const char *given = request->settings[id].text;
    if (given == NULL && id == US_SETTING_END && !request->platform.window)
        return "quit"; /* nobody is there to end the app */
    if (given == NULL && id == US_SETTING_CLOCK && request->is_compared)
        return "frame"; /* by the wall clock, two runs have different frames */
    return given != NULL ? given : us_setting_table[id].default_value;
}

static bool is_given(const struct tool_run_request *request, enum us_setting_id id)
{
    return request->settings[id].text != NULL;
}

static double number_of(const struct tool_run_request *request, enum us_setting_id id)
{
    double given = request->settings[id].number;
    return isnan(given) ? strtod(us_setting_table[id].default_value, NULL) : given;
}

static bool find_clock(const struct tool_run_request *request, struct us_clock *out)
{
    const struct us_setting *setting = &us_setting_table[US_SETTING_CLOCK];
    return us_clock_choice_parse(tool_run_request_text(request, US_SETTING_CLOCK), setting->minimum,
                                 setting->maximum, out);
}

double tool_run_request_clock_hz(const struct tool_run_request *request)
{
    struct us_clock clock;
    return find_clock(request, &clock) ? clock.frame_hz : 0.0;
}

bool tool_run_request_has_pictures(const struct tool_run_request *request)
{
    return is_given(request, US_SETTING_SHOOT) || request->drive.memory != NULL;
}

/* Of a number or a clock; the other kinds were checked with the command line. */
static bool check_range(const struct tool_run_request *request, enum us_setting_id id)
{
    const struct us_setting *setting = &us_setting_table[id];
    char range[US_SETTING_RANGE_SIZE];
    struct us_clock clock;
    double number = number_of(request, id);
    bool is_right = number >= setting->minimum && number <= setting->maximum;
    if (setting->kind == US_SETTING_KIND_CLOCK)
        is_right = find_clock(request, &clock);
    us_setting_range(setting, range, sizeof range);
    if (!is_right)
        tool_text_complain("run: --%s must be %s%s", setting->option,
                           setting->kind == US_SETTING_KIND_NUMBER ? "from " : "one of ", range);
    return is_right;
}

static bool check_profile(const char *list)
{
    struct us_profile_choice choice;
    struct us_profile_choice_error wrong;
    if (list == NULL || us_profile_choice_parse(list, &choice, &wrong))
        return true;
    tool_text_complain("run: --profile: '%.*s' %s; the profiles are:", wrong.length, wrong.text,
                       wrong.why);
    for (size_t i = 0; us_profile_choice_names[i] != NULL; i++)
        tool_text_complain("  %s", us_profile_choice_names[i]);
    return false;
}

const char *tool_run_request_conflict(const struct tool_run_request *request)
{
    const char *platform = tool_platform_conflict(&request->platform);
    if (platform != NULL)
        return platform;
    if (!isnan(request->limit_s) && !(request->limit_s > 0.0 && request->limit_s <= 1e6))
        return "--limit must be above 0 and at most 1000000 seconds";
    if (!isnan(request->stall_s) && !(request->stall_s > 0.0 && request->stall_s <= 1e6))
        return "--stall must be above 0 and at most 1000000 seconds";
    return NULL;
}

/* Options that need another option, or exclude one. */
static const char *find_conflict(const struct tool_run_request *request)
{
    if (!is_given(request, US_SETTING_PLAY))
        return "--play is missing; pass --play FILE before the app";
    const char *shared = tool_run_request_conflict(request);
    if (shared != NULL)
        return shared;
    if (request->has_baseline &&
        strcmp(tool_run_request_text(request, US_SETTING_CLOCK), "wall") == 0)
        return "--baseline excludes --clock wall, by which the frames of two runs are at other "
               "times; leave --clock out";
    if (request->is_compared && is_given(request, US_SETTING_EVENTS_LEVEL) &&
        strcmp(request->settings[US_SETTING_EVENTS_LEVEL].text, "events") == 0)
        return "--repeat and --baseline compare frames, and a log of the level events has none; "
               "write --log FILE,frames";
    if (is_given(request, US_SETTING_SHOTS_DIR) && !tool_run_request_has_pictures(request))
        return "--shots needs --shoot";
    return NULL;
}

bool tool_run_request_check(const struct tool_run_request *request)
{
    const char *conflict = find_conflict(request);
    if (conflict != NULL)
        tool_text_complain("run: %s", conflict);
    for (int i = 0; conflict == NULL && i < US_SETTING_COUNT; i++)
        if ((us_setting_table[i].kind == US_SETTING_KIND_NUMBER ||
             us_setting_table[i].kind == US_SETTING_KIND_CLOCK) &&
            !check_range(request, (enum us_setting_id)i))
            return false;
    return conflict == NULL && check_profile(request->settings[US_SETTING_PROFILE].text);
}

static bool check_shoot(const struct tool_run_request *request,
                        const struct us_recording *recording, const struct us_clock *clock)
{
    struct us_capture_schedule shoot;
    struct us_capture_schedule_error wrong;
    struct us_error error;
    if (request->settings[US_SETTING_SHOOT].text == NULL)
        return true;
    if (!us_capture_schedule_parse(request->settings[US_SETTING_SHOOT].text, &shoot, &wrong)) {
        tool_text_complain("run: --shoot: '%.*s' %s", wrong.length, wrong.text, wrong.why);
        return false;
    }
    for (unsigned i = 0; i < shoot.count; i++) {
        if (us_capture_schedule_resolve(&shoot.moments[i], recording, clock, &error) != US_OK) {
            tool_text_complain("run: --shoot: %s", error.text);
            return false;
        }
    }
    return true;
}

static bool check_moments(const struct tool_run_request *request,
                          const struct us_recording *recording)
{
    const struct us_play_range play_range = {request->settings[US_SETTING_FROM].text,
                                             request->settings[US_SETTING_TO].text,
                                             request->settings[US_SETTING_PAUSE].text};
    struct us_clock clock = {.from_s = 0.0,
                             .to_s = 0.0,
                             .speed = number_of(request, US_SETTING_SPEED),
                             .end_mode = US_END_HOLD};
    struct us_error error;
    if (us_play_range_apply(recording, &play_range, &clock, &error) == US_OK)
        return check_shoot(request, recording, &clock) &&
               tool_run_faults_check(request->settings[US_SETTING_FAULT].text, recording, &clock,
                                     tool_run_request_text(request, US_SETTING_CHANNELS));
    tool_text_complain("run: --%s: %s", us_play_range_wrong(recording, &play_range), error.text);
    return false;
}

/* Of all channels that are asked for, one at least has something to play. */
static bool check_channels(const struct tool_run_request *request,
                           const struct us_recording *recording)
{
    struct us_error error;
    const char *word;
    int length;
    unsigned asked =
        us_channels_parse(tool_run_request_text(request, US_SETTING_CHANNELS), &word, &length);
    if (us_channels_check(recording, asked, &error) == US_OK)
        return true;
    tool_text_complain("%s: --channels %s: %s", request->settings[US_SETTING_PLAY].text,
                       tool_run_request_text(request, US_SETTING_CHANNELS), error.text);
    return false;
}

/* The layer need not look for it again. */
static void say_unsorted(const struct tool_run_request *request,
                         const struct us_recording *recording)
{
    us_environment_set(us_setting_table[US_SETTING_UNSORTED].variable,
                       recording->unsorted_curves > 0 ? "1" : "0");
    if (recording->unsorted_curves > 0 && !request->quiet && !request->verbose)
        tool_text_complain(
            "%s: the keys of %u curve%s are not sorted by time; the layer sorts them",
            request->settings[US_SETTING_PLAY].text, (unsigned)recording->unsorted_curves,
            recording->unsorted_curves == 1 ? "" : "s");
}

/* What is asked for of a recording that can be played. */
static int check_asked(const struct tool_run_request *request, const struct us_recording *recording)
{
    if (!check_channels(request, recording))
        return TOOL_EXIT_RECORDING;
    say_unsorted(request, recording);
    bool found = check_moments(request, recording) &&
                 (request->expect == NULL || tool_expect_markers_check(request->expect, recording));
    return found ? TOOL_EXIT_OK : TOOL_EXIT_USAGE;
}

static void say_defect(const struct tool_defect *defect, void *context)
{
    const struct tool_run_request *request = context;
    bool is_wanted = defect->weight == US_REPAIR_REMAINS ? !request->quiet : request->verbose;
    if (is_wanted)
        tool_text_complain("%s: %s", request->settings[US_SETTING_PLAY].text, defect->text);
}

int tool_run_request_check_recording(const struct tool_run_request *request)
{
    static struct tool_inspection inspection;
    struct tool_run_request asked = *request;
    if (!tool_inspection_open(request->settings[US_SETTING_PLAY].text, false,
                              request->verbose ? TOOL_INSPECTION_DEFECTS : TOOL_INSPECTION_KEYS,
                              &inspection))
        return TOOL_EXIT_RECORDING;
    tool_inspection_visit_defects(&inspection, say_defect, &asked);
    struct us_recording recording = *inspection.recording;
    if (request->drive.memory != NULL)
        recording.last_key_s = (double)INFINITY; /* it lasts as long as it is driven */
    int code = check_asked(request, &recording);
    tool_inspection_close(&inspection);
    return code;
}

static bool set_path(const char *name, const char *path)
{
    char absolute[PATH_MAX];
    if (!tool_file_path_make_absolute(path, absolute))
        return false;
    us_environment_set(name, absolute);
    return true;
}

static void set_number(const char *name, double number)
{
    /* The layer reads digits and a point; in the range of a setting %g writes no exponent. */
    char text[32];
    snprintf(text, sizeof text, "%.9g", number);
    us_environment_set(name, text);
}

/* Without --shoot there is no folder, and without --log no level. */
static bool is_used(const struct tool_run_request *request, enum us_setting_id id)
{
    if (id == US_SETTING_SHOTS_DIR)
        return tool_run_request_has_pictures(request);
    if (id == US_SETTING_EVENTS_LEVEL)
        return is_given(request, US_SETTING_EVENTS);
    return us_setting_table[id].kind == US_SETTING_KIND_NUMBER ||
           us_setting_table[id].kind == US_SETTING_KIND_SWITCH ||
           tool_run_request_text(request, id) != NULL;
}

static bool set_setting(const struct tool_run_request *request, enum us_setting_id id)
{
    const struct us_setting *setting = &us_setting_table[id];
    const char *text = tool_run_request_text(request, id);
    us_environment_unset(setting->variable);
    if (!is_used(request, id))
        return true;
    switch (setting->kind) {
    case US_SETTING_KIND_SWITCH:
        us_environment_set(setting->variable, request->settings[id].is_on ? "1" : "0");
        return true;
    case US_SETTING_KIND_NUMBER:
        set_number(setting->variable, number_of(request, id));
        return true;
    case US_SETTING_KIND_OUTPUT_FILE:
        return set_path(setting->variable, text);
    case US_SETTING_KIND_FOLDER:
    case US_SETTING_KIND_INPUT_FILE:
        if (id == US_SETTING_PLAY && request->play_copy != NULL)
            text = request->play_copy;
        return set_path(setting->variable, text);
    default:
        us_environment_set(setting->variable, text);
        return true;
    }
}

bool tool_run_request_set(const struct tool_run_request *request)
{
    for (int i = 0; i < US_SETTING_COUNT; i++)
        if (us_setting_table[i].option != NULL && !set_setting(request, (enum us_setting_id)i))
            return false;
    if (!isnan(request->stall_s))
        us_environment_set(us_setting_table[US_SETTING_WATCH_CALLS].variable, "1");
    if (request->drive.memory != NULL)
        us_environment_set("UNDERSTUDY_DRIVE", request->drive.memory);
    us_environment_set("UNDERSTUDY_ENABLE", "1");
    if (request->quiet)
        us_environment_set(us_setting_table[US_SETTING_LOG_LEVEL].variable, "warn");
    return true;
}
