/* SPDX-License-Identifier: MIT */
#include "tool/run/run_request.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/recording/channels.h"
#include "core/playback/clock_choice.h"
#include "core/playback/play_range.h"
#include "tool/run/run_faults.h"
#include "tool/expect/expect_markers.h"
#include "status/output_file.h"
#include "tool/cli/paths.h"
#include "core/playback/profile_choice.h"
#include "tool/recording/report.h"
#include "tool/session/session_findings.h"
#include "tool/session/session_survey.h"
#include "core/playback/capture_schedule.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

const char *tool_run_request_text(const struct tool_run_request *request, enum us_setting_id id)
{
    const char *given = request->settings[id].text;
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

/* Of a number or a clock; the other kinds were checked with the command line. */
static bool check_range(const struct tool_run_request *request, enum us_setting_id id)
{
    const struct us_setting *setting = &us_setting_table[id];
    char range[US_SETTING_RANGE_SIZE];
    struct us_clock clock;
    double number = number_of(request, id);
    bool is_right = number >= setting->minimum && number <= setting->maximum;
    if (setting->kind == US_SETTING_KIND_CLOCK)
        is_right = us_clock_choice_parse(tool_run_request_text(request, id), setting->minimum,
                                         setting->maximum, &clock);
    us_setting_range(setting, range, sizeof(range));
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

/* Options that need another option, or exclude one. */
static const char *find_conflict(const struct tool_run_request *request)
{
    bool quits = strcmp(tool_run_request_text(request, US_SETTING_END), "quit") == 0;
    if (!is_given(request, US_SETTING_PLAY))
        return "--play is missing; pass --play FILE";
    if (request->verbose && request->quiet)
        return "--verbose and --quiet exclude each other";
    const char *platform = tool_platform_conflict(&request->platform);
    if (platform != NULL)
        return platform;
    if (!isnan(request->grace_s) && !quits)
        return "--grace needs --end quit";
    if (!isnan(request->grace_s) && !(request->grace_s >= 0.0 && request->grace_s <= 86400.0))
        return "--grace must be from 0 to 86400 seconds";
    if (!isnan(request->limit_s) && !(request->limit_s > 0.0 && request->limit_s <= 1e6))
        return "--limit must be above 0 and at most 1000000 seconds";
    if (!isnan(request->stall_s) && !(request->stall_s > 0.0 && request->stall_s <= 1e6))
        return "--stall must be above 0 and at most 1000000 seconds";
    if (is_given(request, US_SETTING_SHOTS_DIR) && !is_given(request, US_SETTING_SHOOT))
        return "--shots needs --shoot";
    if (request->settings[US_SETTING_RECORD_ONLY_ASKED].is_on &&
        !is_given(request, US_SETTING_RECORD))
        return "--only-asked needs --record";
    if (is_given(request, US_SETTING_RECORD_MARK_ON) && !is_given(request, US_SETTING_RECORD))
        return "--mark-on needs --record";
    if (is_given(request, US_SETTING_EVENTS_LEVEL) && !is_given(request, US_SETTING_EVENTS) &&
        !request->keeps_log)
        return "--log-level needs --log, --out or --baseline";
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
    setenv(us_setting_table[US_SETTING_UNSORTED].variable,
           recording->unsorted_curves > 0 ? "1" : "0", 1);
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

static void say_finding(const struct tool_session_finding *finding, void *context)
{
    const struct tool_run_request *request = context;
    bool is_wanted = finding->weight == US_REPAIR_REMAINS ? !request->quiet : request->verbose;
    if (is_wanted)
        tool_text_complain("%s: %s", request->settings[US_SETTING_PLAY].text, finding->text);
}

static int check_session(const struct tool_run_request *request)
{
    static struct tool_session_survey survey;
    if (!tool_session_survey_open(request->settings[US_SETTING_PLAY].text, false, &survey))
        return TOOL_EXIT_RECORDING;
    struct tool_run_request asked = *request;
    tool_session_findings_visit(&survey, say_finding, &asked);
    int code = check_asked(request, &survey.loaded.recording);
    tool_session_survey_close(&survey);
    return code;
}

int tool_run_request_check_recording(const struct tool_run_request *request)
{
    static struct tool_report_survey survey;
    const char *path = request->settings[US_SETTING_PLAY].text;
    enum tool_report_depth depth = request->verbose ? TOOL_REPORT_ITEMS : TOOL_REPORT_KEYS;
    if (tool_session_is(path))
        return check_session(request);
    if (!tool_report_survey_open(path, request->settings[US_SETTING_HEADERLESS].is_on, false, depth,
                                 &survey))
        return TOOL_EXIT_RECORDING;
    for (uint32_t i = 0; i < survey.report.item_count; i++) {
        char text[256];
        us_repair_describe(&survey.report.items[i], text, sizeof(text));
        tool_text_complain("%s: %s", path, text);
    }
    int code = check_asked(request, &survey.index.head);
    tool_report_survey_close(&survey);
    return code;
}

/* Removes the file of an earlier run: whoever waits for the file would find that one. */
static bool set_output_file(const char *name, const char *path)
{
    char absolute[PATH_MAX];
    struct stat status;
    unsetenv(name);
    if (path == NULL)
        return true;
    if (!tool_paths_make_absolute(path, absolute))
        return false;
    bool is_there = lstat(absolute, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        tool_text_complain("%s is not a regular file", path);
        return false;
    }
    if (is_there && unlink(absolute) != 0) {
        tool_text_complain("%s cannot be removed: %s", path, strerror(errno));
        return false;
    }
    setenv(name, absolute, 1);
    return true;
}

static bool set_shots_folder(const char *name, const char *folder)
{
    char absolute[PATH_MAX];
    struct stat status;
    if (!tool_paths_make_absolute(folder, absolute))
        return false;
    if (mkdir(absolute, 0777) != 0 &&
        (errno != EEXIST || stat(absolute, &status) != 0 || !S_ISDIR(status.st_mode))) {
        tool_text_complain(
            "run: --shots: no folder can be made at %s: %s; name a folder that you can write to",
            folder, strerror(errno));
        return false;
    }
    setenv(name, absolute, 1);
    return true;
}

/* Leave it empty on a disk that has room for a beginning. False, with errno. */
static bool empty_log(int file)
{
    static const char beginning[4096];
    int why = ftruncate(file, 0) != 0 ? errno : 0;
    if (why == 0)
        why = us_output_file_append(file, beginning, sizeof(beginning));
    if (why == 0 && ftruncate(file, 0) != 0)
        why = errno;
    errno = why;
    return why == 0;
}

/* What the layer will not write to is said here already. */
bool tool_run_request_make_log(const struct tool_run_request *request, char out_path[PATH_MAX])
{
    struct stat status;
    if (request->settings[US_SETTING_EVENTS].text == NULL)
        return true;
    if (!tool_paths_make_absolute(request->settings[US_SETTING_EVENTS].text, out_path))
        return false;
    int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int file = open(out_path, flags, 0666);
    const char *why = NULL;
    if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)))
        why = "not a regular file";
    else if (file >= 0 && !us_output_file_lock(file))
        why = "another run is writing it; choose another name, or wait for its end";
    else if (file < 0 || !empty_log(file))
        why = strerror(errno);
    if (why == NULL)
        return true; /* it stays open, and with that locked, until this process ends */
    tool_text_complain("run: --log %s: %s", request->settings[US_SETTING_EVENTS].text, why);
    if (file >= 0)
        close(file);
    return false;
}

static bool set_path(const char *name, const char *path)
{
    char absolute[PATH_MAX];
    if (!tool_paths_make_absolute(path, absolute))
        return false;
    setenv(name, absolute, 1);
    return true;
}

static void set_number(const char *name, double number)
{
    /* The layer reads digits and a point; in the range of a setting %g writes no exponent. */
    char text[32];
    snprintf(text, sizeof(text), "%.9g", number);
    setenv(name, text, 1);
}

/* Without --shoot there is no folder, and without --log no level. */
static bool is_used(const struct tool_run_request *request, enum us_setting_id id)
{
    if (id == US_SETTING_SHOTS_DIR)
        return is_given(request, US_SETTING_SHOOT);
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
    unsetenv(setting->variable);
    if (!is_used(request, id))
        return true;
    switch (setting->kind) {
    case US_SETTING_KIND_SWITCH:
        setenv(setting->variable, request->settings[id].is_on ? "1" : "0", 1);
        return true;
    case US_SETTING_KIND_NUMBER:
        set_number(setting->variable, number_of(request, id));
        return true;
    case US_SETTING_KIND_FOLDER:
        return set_shots_folder(setting->variable, text);
    case US_SETTING_KIND_OUTPUT_FILE:
        if (id != US_SETTING_EVENTS) /* tool_run_request_make_log empties it */
            return set_output_file(setting->variable, text);
        return set_path(setting->variable, text);
    case US_SETTING_KIND_INPUT_FILE:
        if (id == US_SETTING_PLAY && request->play_copy != NULL)
            text = request->play_copy;
        return set_path(setting->variable, text);
    default:
        setenv(setting->variable, text, 1);
        return true;
    }
}

bool tool_run_request_set(const struct tool_run_request *request)
{
    for (int i = 0; i < US_SETTING_COUNT; i++)
        if (us_setting_table[i].option != NULL && !set_setting(request, (enum us_setting_id)i))
            return false;
    if (!isnan(request->stall_s))
        setenv(us_setting_table[US_SETTING_WATCH_CALLS].variable, "1", 1);
    setenv("UNDERSTUDY_ENABLE", "1", 1);
    if (request->verbose || request->quiet)
        setenv(us_setting_table[US_SETTING_LOG_LEVEL].variable,
               request->verbose ? "debug" : "error", 1);
    return true;
}
