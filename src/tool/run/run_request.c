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
#include "core/playback/play_range.h"
#include "tool/verdict/expect_markers.h"
#include "status/output_file.h"
#include "tool/cli/paths.h"
#include "core/playback/profile_choice.h"
#include "tool/recording/report.h"
#include "core/playback/capture_schedule.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

#define DEFAULT_SHOTS "understudy-shots"

static bool is_clock(const char *clock)
{
    double hz;
    if (strcmp(clock, "wall") == 0 || strcmp(clock, "frame") == 0)
        return true;
    return strncmp(clock, "frame:", 6) == 0 &&
           us_play_range_number(clock + 6, strlen(clock + 6), &hz) && hz >= 1.0 && hz <= 1000.0;
}

static bool check_profile(const char *list)
{
    struct us_profile_choice_choice choice;
    struct us_profile_choice_error wrong;
    if (list == NULL || us_profile_choice_parse(list, &choice, &wrong))
        return true;
    tool_text_complain("run: --profile: '%.*s' %s; there are:", wrong.length, wrong.text,
                       wrong.why);
    for (size_t i = 0; us_profile_choice_names[i] != NULL; i++)
        tool_text_complain("  %s", us_profile_choice_names[i]);
    return false;
}

bool tool_run_request_check(const struct tool_run_request *request)
{
    const char *wrong = NULL;
    if (request->play == NULL)
        wrong = "which recording? Pass --play FILE";
    else if (!(request->speed >= 0.001 && request->speed <= 1000.0))
        wrong = "--speed is from 0.001 to 1000";
    else if (request->verbose && request->quiet)
        wrong = "--verbose and --quiet exclude each other";
    else if (request->gpu && !request->headless)
        wrong = "--gpu goes with --headless";
    else if (strcmp(request->clock, "virtual") == 0)
        wrong = "--clock virtual is not there yet; it is one of wall, frame, frame:HZ";
    else if (!is_clock(request->clock))
        wrong = "--clock is one of wall, frame, frame:HZ with 1 to 1000 frames a second";
    else if (!isnan(request->grace_s) && strcmp(request->end, "quit") != 0)
        wrong = "--grace goes with --end quit";
    else if (!isnan(request->grace_s) && !(request->grace_s >= 0.0 && request->grace_s <= 86400.0))
        wrong = "--grace is from 0 to 86400 seconds";
    else if (!isnan(request->limit_s) && !(request->limit_s > 0.0 && request->limit_s <= 1e6))
        wrong = "--limit is above 0 and up to 1000000 seconds";
    else if (request->shots != NULL && request->shoot == NULL)
        wrong = "--shots goes with --shoot";
    else if (request->log_level != NULL && request->log == NULL)
        wrong = "--log-level goes with --log";
    if (wrong != NULL)
        tool_text_complain("run: %s", wrong);
    return wrong == NULL && check_profile(request->profile);
}

static bool check_shoot(const struct tool_run_request *request,
                        const struct us_recording *recording, const struct us_clock *clock)
{
    struct us_capture_schedule shoot;
    struct us_capture_schedule_error wrong;
    struct us_error error;
    if (request->shoot == NULL)
        return true;
    if (!us_capture_schedule_parse(request->shoot, &shoot, &wrong)) {
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
    const struct us_play_range excerpt = {request->from, request->to, request->pause};
    struct us_clock clock = {
        .from_s = 0.0, .to_s = 0.0, .speed = request->speed, .end_mode = US_END_HOLD};
    struct us_error error;
    if (us_play_range_apply(recording, &excerpt, &clock, &error) == US_OK)
        return check_shoot(request, recording, &clock);
    tool_text_complain("run: --%s: %s", us_play_range_wrong(recording, &excerpt), error.text);
    return false;
}

/* Of all channels that are asked for, one at least has something to play. */
static bool check_channels(const struct tool_run_request *request,
                           const struct us_recording *recording)
{
    struct us_error error;
    const char *word;
    int length;
    unsigned asked = us_channels_parse(request->channels, &word, &length);
    if (us_channels_check(recording, asked, &error) == US_OK)
        return true;
    tool_text_complain("%s: --channels %s: %s", request->play, request->channels, error.text);
    return false;
}

/* The layer need not look for it again. */
static void say_unsorted(const struct tool_run_request *request,
                         const struct us_recording *recording)
{
    setenv("UNDERSTUDY_UNSORTED", recording->unsorted_curves > 0 ? "1" : "0", 1);
    if (recording->unsorted_curves > 0 && !request->quiet && !request->verbose)
        tool_text_complain(
            "%s: keys that are not sorted by time, in %u curve%s; they are played sorted",
            request->play, (unsigned)recording->unsorted_curves,
            recording->unsorted_curves == 1 ? "" : "s");
}

int tool_run_request_check_recording(const struct tool_run_request *request)
{
    static struct tool_report_survey survey;
    enum tool_report_depth depth = request->verbose ? TOOL_REPORT_ITEMS : TOOL_REPORT_KEYS;
    if (!tool_report_survey_open(request->play, request->headerless, false, depth, &survey))
        return TOOL_EXIT_RECORDING;
    for (uint32_t i = 0; i < survey.report.item_count; i++) {
        char text[256];
        us_repair_describe(&survey.report.items[i], text, sizeof(text));
        tool_text_complain("%s: %s", request->play, text);
    }
    const struct us_recording *recording = &survey.index.head;
    if (!check_channels(request, recording)) {
        tool_report_survey_close(&survey);
        return TOOL_EXIT_RECORDING;
    }
    say_unsorted(request, recording);
    bool found = check_moments(request, recording) &&
                 (request->expect == NULL || tool_expect_markers_check(request->expect, recording));
    tool_report_survey_close(&survey);
    return found ? TOOL_EXIT_OK : TOOL_EXIT_USAGE;
}

/* The app may go to another folder before the layer opens a file. */
static bool make_absolute(const char *path, char out[PATH_MAX])
{
    char folder[PATH_MAX];
    bool made;
    if (path[0] == '/') {
        made = tool_paths_join("", path, out);
    } else {
        made = getcwd(folder, sizeof(folder) - 1) != NULL;
        if (made)
            strcat(folder, "/");
        made = made && tool_paths_join(folder, path, out);
    }
    if (!made)
        tool_text_complain("%s: its absolute path cannot be found or is too long", path);
    return made;
}

static void set_or_unset(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* One of an earlier run would be taken for this run's. */
static bool set_file(const char *name, const char *path)
{
    char absolute[PATH_MAX];
    struct stat status;
    unsetenv(name);
    if (path == NULL)
        return true;
    if (!make_absolute(path, absolute))
        return false;
    bool is_there = lstat(absolute, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        tool_text_complain("%s is no regular file", path);
        return false;
    }
    if (is_there && unlink(absolute) != 0) {
        tool_text_complain("%s cannot be removed: %s", path, strerror(errno));
        return false;
    }
    setenv(name, absolute, 1);
    return true;
}

static bool set_shots(const struct tool_run_request *request)
{
    const char *folder = request->shots != NULL ? request->shots : DEFAULT_SHOTS;
    char absolute[PATH_MAX];
    struct stat status;
    set_or_unset("UNDERSTUDY_SHOOT", request->shoot);
    unsetenv("UNDERSTUDY_SHOTS_DIR");
    if (request->shoot == NULL)
        return true;
    if (!make_absolute(folder, absolute))
        return false;
    if (mkdir(absolute, 0777) != 0 &&
        (errno != EEXIST || stat(absolute, &status) != 0 || !S_ISDIR(status.st_mode))) {
        tool_text_complain(
            "run: --shots: no folder can be made at %s: %s; name one that you can write to", folder,
            strerror(errno));
        return false;
    }
    setenv("UNDERSTUDY_SHOTS_DIR", absolute, 1);
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
    if (request->log == NULL)
        return true;
    if (!make_absolute(request->log, out_path))
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
    tool_text_complain("run: --log %s: %s", request->log, why);
    if (file >= 0)
        close(file);
    return false;
}

static bool set_log(const struct tool_run_request *request)
{
    char path[PATH_MAX];
    unsetenv("UNDERSTUDY_EVENTS");
    unsetenv("UNDERSTUDY_EVENTS_LEVEL");
    if (request->log == NULL)
        return true;
    if (!make_absolute(request->log, path))
        return false;
    setenv("UNDERSTUDY_EVENTS", path, 1);
    setenv("UNDERSTUDY_EVENTS_LEVEL", request->log_level != NULL ? request->log_level : "calls", 1);
    return true;
}

bool tool_run_request_set(const struct tool_run_request *request)
{
    char path[PATH_MAX], speed[32];
    if (!make_absolute(request->play, path) ||
        !set_file("UNDERSTUDY_READY_FILE", request->ready_file) ||
        !set_file("UNDERSTUDY_DONE_FILE", request->done_file) || !set_shots(request) ||
        !set_log(request))
        return false;
    /* The layer reads digits and a point; in this range %g gives no exponent. */
    snprintf(speed, sizeof(speed), "%.9g", request->speed);
    setenv("UNDERSTUDY_ENABLE", "1", 1);
    unsetenv("UNDERSTUDY_DISABLE");
    setenv("UNDERSTUDY_PLAY", path, 1);
    setenv("UNDERSTUDY_ANCHOR", request->anchor, 1);
    setenv("UNDERSTUDY_WORLD", request->world, 1);
    setenv("UNDERSTUDY_CHANNELS", request->channels, 1);
    setenv("UNDERSTUDY_PICTURE", request->picture, 1);
    setenv("UNDERSTUDY_GAZE", request->gaze, 1);
    set_or_unset("UNDERSTUDY_PROFILE", request->profile);
    setenv("UNDERSTUDY_START", request->start, 1);
    set_or_unset("UNDERSTUDY_FROM", request->from);
    set_or_unset("UNDERSTUDY_TO", request->to);
    set_or_unset("UNDERSTUDY_PAUSE", request->pause);
    setenv("UNDERSTUDY_END", request->end, 1);
    setenv("UNDERSTUDY_SPEED", speed, 1);
    setenv("UNDERSTUDY_CLOCK", request->clock, 1);
    setenv("UNDERSTUDY_FORCE_FOCUS", request->force_focus ? "1" : "0", 1);
    setenv("UNDERSTUDY_HEADERLESS", request->headerless ? "1" : "0", 1);
    if (request->verbose || request->quiet)
        setenv("UNDERSTUDY_LOG_LEVEL", request->verbose ? "debug" : "error", 1);
    return true;
}
