/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "tool/convert/compress_session.h"
#include "tool/display/platform.h"
#include "tool/environment/environment.h"
#include "tool/perform/library.h"
#include "tool/perform/performing.h"
#include "tool/run_folder/run_place.h"
#include "tool/process/lost_outputs.h"
#include "tool/cli/options.h"
#include "tool/cli/file_roles.h"
#include "tool/run_folder/played.h"
#include "tool/run/run_options.h"
#include "tool/run/run_request.h"
#include "tool/run/run_files.h"
#include "tool/run/run_recording.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/run/verdict_run.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"

#define DEFAULT_GRACE_S 5.0

static const char help[] =
    "usage: understudy run --play FILE [options] -- APP [ARGUMENTS ...]\n"
    "\n"
    "Start an app and play a recording into it. run installs nothing and affects only the app.\n"
    "It checks the recording first and does not start the app if the recording is unusable.\n"
    "FILE may be a script of a person (.person), or performance:NAME, which are performed first;\n"
    "--expect performance:NAME names the expectations of a performance.\n"
    "\n";

static void print_more_help(void)
{
    tool_run_options_print_help(false);
    fputs(
        "\n"
        "run sets each setting of the layer that has an option here, and unsets\n"
        "UNDERSTUDY_DISABLE. It ignores what the environment has for them, and says so. It puts\n"
        "the layer's folder at the front of XDG_DATA_DIRS, unless the app's OpenXR loader finds\n"
        "the layer anyway. With --headless it also sets XR_RUNTIME_JSON, and VK_ICD_FILENAMES and\n"
        "VK_DRIVER_FILES if both are unset. It sets HOME if HOME is unset.\n"
        "\n"
        "Exit codes: the app's own, 128 + n if signal n ended the app, or if run got signal n and\n"
        "the app then ended with 0 or had to be ended, or 0 if run ended it after the recording;\n"
        "2 usage; 3 the log, the file of --record or a screenshot could not be written, or a\n"
        "moment of --shoot has no screenshot; 4 the recording is unusable; 5 no OpenXR runtime,\n"
        "no layer, nothing was played or recorded, or a fault of --fault did not begin; 124 run\n"
        "terminated the app because of --limit or --stall; 126 the app cannot be executed;\n"
        "127 there is no such app.\n"
        "With --expect, --repeat, --baseline, --report or --junit: 0 every expectation\n"
        "is met and the runs are the same; 1 an expectation is not met, or runs differ; 3 the app\n"
        "failed, crashed or was terminated because of --limit or --stall, unless --exit or the\n"
        "expectations allow it; 128 + n if signal n ended this program.\n",
        stdout);
}

static void say_environment(void)
{
    static const char *const names[] = {"UNDERSTUDY_PLAY", "XDG_DATA_DIRS", "XR_RUNTIME_JSON",
                                        "VK_DRIVER_FILES"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (us_environment_get(names[i]) != NULL)
            tool_text_complain("%s=%s", names[i], us_environment_get(names[i]));
}

/* What the exit code is of an app that ran without a verdict. */
static int conclude(const struct tool_verdict_run *run, const struct us_run_status *status,
                    const struct tool_launch_end *end, int code)
{
    const struct tool_app_end *wanted = &run->exit;
    /* An app that was told to end, and did with 0, has passed nothing. */
    if (end->interrupted != 0)
        return code == TOOL_EXIT_OK ? TOOL_EXIT_SIGNAL + end->interrupted : code;
    if (end->how == TOOL_LAUNCH_NOT_STARTED)
        return code;
    bool has_played = run->request->allow_unused || tool_played_check(status);
    bool is_accepted = tool_app_end_accepts(wanted, end);
    if (is_accepted && end->how == TOOL_LAUNCH_GRACE)
        code = TOOL_EXIT_OK; /* as with a verdict: it was played to its end, and was then ended */
    if (wanted->kind != TOOL_APP_END_WELL) {
        if (!is_accepted && end->how == TOOL_LAUNCH_EXITED)
            tool_text_complain("the app did not end as --exit %s says: its exit code is %d",
                               run->request->exit, end->number);
        else if (!is_accepted)
            tool_text_complain("the app did not end as --exit %s says", run->request->exit);
        code = is_accepted ? TOOL_EXIT_OK : code == TOOL_EXIT_OK ? TOOL_EXIT_APP : code;
    }
    bool lacks_fault = tool_run_faults_say_missing(run->faults, status);
    if (code == TOOL_EXIT_OK && (!has_played || lacks_fault))
        return TOOL_EXIT_RUNTIME;
    char missing[TOOL_PLAYED_REASON_SIZE];
    if (code != TOOL_EXIT_OK || !tool_played_missing_screenshots(
                                    status, run->request->settings[US_SETTING_SHOOT].text, missing))
        return code;
    tool_text_complain("run: the set of screenshots is incomplete: %s", missing);
    return TOOL_EXIT_OUTPUT;
}

static int launch_once(struct tool_verdict_run *run, const struct tool_launch_limits *limits,
                       struct us_run_status *status)
{
    struct tool_launch_end end;
    if (tool_verdict_run_is_wanted(run))
        return tool_verdict_run_run(run, limits, status);
    int code = tool_run_place_launch(&run->place, run->facts, run->app, limits, &end);
    tool_played_say_unfinished(status);
    return conclude(run, status, &end, code);
}

static int launch_recorded(struct tool_verdict_run *run, struct tool_launch_limits *limits,
                           struct us_run_status *status)
{
    struct tool_run_recording *recording = run->request->recording;
    if (!tool_run_recording_begin(recording, limits))
        return TOOL_EXIT_USAGE;
    int code = launch_once(run, limits, status);
    return tool_run_recording_end(recording, run->request, status, code);
}

/* Run the app, and see to what it leaves. */
static int launch(struct tool_verdict_run *run, struct tool_launch_limits *limits)
{
    const struct tool_run_request *request = run->request;
    const char *log = run->place.log;
    bool writes = request->settings[US_SETTING_EVENTS].text != NULL ||
                  tool_run_request_has_pictures(request) || tool_verdict_run_is_wanted(run);
    if (writes && !tool_lost_outputs_begin(log[0] != '\0' ? log : NULL))
        return TOOL_EXIT_USAGE;
    struct us_run_status *status = tool_played_begin(request->recording->order.path);
    limits->run_status = status;
    int code = status != NULL ? launch_recorded(run, limits, status) : TOOL_EXIT_USAGE;
    tool_played_end(status);
    return tool_lost_outputs_end(code);
}

/* Give the app the display that the request asks for. */
static int launch_displayed(struct tool_verdict_run *run, struct tool_launch_limits *limits)
{
    struct tool_virtual_display display;
    char program[PATH_MAX];
    int code = TOOL_EXIT_CANNOT;
    if (tool_platform_show(&run->request->platform,
                           us_app_find(run->app[0], program, sizeof program), &display))
        code = launch(run, limits);
    tool_virtual_display_end(&display);
    return code;
}

/* Where the run writes to. */
static bool place_files(struct tool_verdict_run *run)
{
    const struct tool_run_request *request = run->request;
    if (!tool_run_kept_claim(run) || !tool_run_request_set(request))
        return false;
    if (request->settings[US_SETTING_EVENTS].text != NULL &&
        !tool_file_path_join("", us_environment_get(us_setting_table[US_SETTING_EVENTS].variable),
                             run->place.log))
        return false;
    if (!tool_run_request_has_pictures(request))
        return true;
    return tool_file_path_join("",
                               us_environment_get(us_setting_table[US_SETTING_SHOTS_DIR].variable),
                               run->place.pictures);
}

static int start_checked(struct tool_verdict_run *run)
{
    const struct tool_run_request *request = run->request;
    if (!tool_platform_prepare(&request->platform, tool_run_request_clock_hz(request),
                               request->quiet))
        return TOOL_EXIT_RUNTIME;
    if (!place_files(run))
        return TOOL_EXIT_USAGE;
    if (request->verbose)
        say_environment();
    bool quits = strcmp(tool_run_request_text(request, US_SETTING_END), "quit") == 0;
    double grace_s = isnan(request->grace_s) ? DEFAULT_GRACE_S : request->grace_s;
    struct tool_launch_limits limits = {
        .limit_s = request->limit_s,
        /* In a drive the world may stand still. */
        .stall_s =
            isnan(request->stall_s) || request->drive.memory != NULL ? 0.0 : request->stall_s,
        .grace_s = quits ? grace_s : (double)NAN,
        .opens = request->drive.opens,
        .started = request->drive.started,
        .ended = request->drive.ended,
        .abandoned = request->drive.abandoned,
        .data = request->drive.data,
    };
    int code = tool_run_kept_begin(run);
    if (code == TOOL_EXIT_OK)
        code = launch_displayed(run, &limits);
    return tool_run_kept_end(run, code);
}

/* To standard output, which the app has left. main sees whether it could be written. */
static bool print_log(const char *path)
{
    char bytes[65536];
    size_t length;
    FILE *file = us_path_stream(path);
    if (file == NULL)
        return false;
    tool_text_survive_readers();
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
        if (fwrite(bytes, 1, length, stdout) != length)
            break;
    fclose(file);
    return ferror(stdout) == 0;
}

/* An event log on its way to standard output is in a folder that goes away again. */
static int start_with_folder(struct tool_verdict_run *run, bool prints_log)
{
    char folder[PATH_MAX], log[PATH_MAX];
    int code = TOOL_EXIT_USAGE;
    if (!prints_log)
        return start_checked(run);
    if (!tool_temporary_files_make_folder(folder))
        return TOOL_EXIT_USAGE;
    if (tool_file_path_join(folder, "/log.jsonl", log)) {
        run->request->settings[US_SETTING_EVENTS].text = log;
        code = start_checked(run);
        if (!print_log(log) && code == TOOL_EXIT_OK)
            code = TOOL_EXIT_OUTPUT;
    }
    us_temporary_remove(folder);
    return code;
}

/* Reading and copying the recording may take long, and a signal may end them: they come before the
 * folder. */
static int start(struct tool_verdict_run *run, bool prints_log)
{
    struct tool_run_request *request = run->request;
    struct tool_run_copy expanded;
    int code = tool_run_request_check_recording(request);
    if (code != TOOL_EXIT_OK)
        return code;
    if (!tool_run_copy_expand(request->settings[US_SETTING_PLAY].text, &expanded))
        return TOOL_EXIT_USAGE;
    request->play_copy = expanded.folder[0] != '\0' ? expanded.path : NULL;
    code = start_with_folder(run, prints_log);
    tool_run_copy_remove(&expanded);
    return code;
}

/* A script is performed, and plays as the recording of that. */
static int start_performed(struct tool_verdict_run *run, bool prints_log)
{
    struct tool_run_copy take;
    const char **play = &run->request->settings[US_SETTING_PLAY].text;
    int code = tool_perform_take_make(tool_text_run_name(), *play, &take);
    if (code != TOOL_EXIT_OK)
        return code;
    if (take.folder[0] != '\0')
        *play = take.path;
    code = start(run, prints_log);
    tool_run_copy_remove(&take);
    return code;
}

/* A file holds one run. */
static bool check_record(const struct tool_verdict_run *run)
{
    bool wrong =
        tool_verdict_run_times(run) > 1 && run->request->settings[US_SETTING_RECORD].text != NULL;
    if (wrong)
        tool_text_complain("run: --record excludes --repeat: a recording holds one run; "
                           "record in a run without it");
    return !wrong;
}

static bool check_exit(struct tool_verdict_run *run)
{
    const struct tool_run_request *request = run->request;
    if (request->allow_unused && tool_verdict_run_is_wanted(run))
        tool_text_complain(
            "run: --allow-unused excludes --expect, --repeat, --baseline, --report and "
            "--junit: without playback there is nothing to judge");
    else if (request->exit == NULL || tool_app_end_parse(request->exit, &run->exit))
        return true;
    else
        tool_text_complain("run: --exit cannot be '%s'; it is any, an exit code from 0 to 255, or "
                           "the name of a signal such as SIGABRT",
                           request->exit);
    return false;
}

/* A page needs the whole run in a folder. */
static bool check_page(const struct tool_run_request *request)
{
    bool wrong =
        request->html.folder[0] != '\0' && (request->settings[US_SETTING_EVENTS].text != NULL ||
                                            request->settings[US_SETTING_SHOTS_DIR].text != NULL);
    if (wrong)
        tool_text_complain("run: --report of a page excludes --log and --shots: the page holds "
                           "both; pass --out DIR to keep them");
    return !wrong;
}

static void drop_inherited(const struct tool_run_request *request)
{
    struct tool_setting_option options[US_SETTING_COUNT];
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct tool_run_setting *given = &request->settings[i];
        options[i] = (struct tool_setting_option){
            us_setting_has_option(&us_setting_table[i]) ? us_setting_table[i].option
                                                        : us_setting_table[i].argument,
            given->text != NULL || given->is_on || !isnan(given->number)};
    }
    tool_environment_drop_inherited("run", options, request->quiet);
}

static int run_checked(struct tool_verdict_run *run)
{
    struct tool_run_request *request = run->request;
    static struct tool_run_recording recording;
    static char play[PATH_MAX], expect[PATH_MAX];
    if (!tool_perform_library_resolve(tool_text_run_name(),
                                      &request->settings[US_SETTING_PLAY].text, false, play) ||
        !tool_perform_library_resolve(tool_text_run_name(), &run->expect, true, expect))
        return TOOL_EXIT_USAGE;
    request->has_baseline = run->baseline_order.folder != NULL;
    request->is_compared = request->has_baseline || tool_verdict_run_times(run) > 1;
    if (!tool_run_request_check(request) || !tool_verdict_run_check(run) || !check_record(run) ||
        !check_exit(run) || !check_page(request))
        return TOOL_EXIT_USAGE;
    request->expect = run->expect != NULL ? &run->expected : NULL;
    if ((run->expect != NULL && !tool_expect_read(&run->expected, run->expect)) ||
        !tool_run_faults_read(&request->settings[US_SETTING_FAULT].text, request->expect))
        return TOOL_EXIT_USAGE;
    run->faults = request->settings[US_SETTING_FAULT].text;
    run->end = tool_run_request_text(request, US_SETTING_END);
    const char **log = &request->settings[US_SETTING_EVENTS].text;
    bool prints_log = *log != NULL && strcmp(*log, "-") == 0;
    if (prints_log)
        *log = NULL;
    if (!tool_run_files_check(run) || !tool_run_kept_check(run))
        return TOOL_EXIT_USAGE;
    drop_inherited(request);
    tool_run_recording_take(request, &recording);
    request->recording = &recording;
    int code = start_performed(run, prints_log);
    tool_run_kept_finish(run, code);
    return code;
}

/* Beside a run of --repeat, the page shows the second one; beside a run of --baseline, the
 * baseline.
 */
static int write_page(const struct tool_verdict_run *run, int code)
{
    char again[PATH_MAX];
    const char *other = run->baseline_order.folder;
    if (tool_verdict_run_times(run) > 1 && run->out != NULL &&
        tool_run_folder_again(run->out, 2, again))
        other = again;
    return tool_report_html_end(&run->request->html, run->has_run ? run->out : NULL, other,
                                run->request->is_compared, code);
}

int tool_run_perform(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                     char **app)
{
    int code = tool_report_html_begin(&request->html, &verdict_run->out);
    verdict_run->request = request;
    verdict_run->app = app;
    if (code == TOOL_EXIT_OK)
        code = write_page(verdict_run, run_checked(verdict_run));
    tool_expect_free(&verdict_run->expected);
    return code;
}

static int run(int argc, char **argv)
{
    struct tool_run_request request;
    struct tool_verdict_run verdict_run;
    int app;
    int code = tool_run_options_parse(&tool_command_run, argc, argv, &request, &verdict_run, &app);
    return code == TOOL_OPTIONS_GO_ON ? tool_run_perform(&request, &verdict_run, argv + app) : code;
}

const struct tool_command tool_command_run = {"run", "start an app and play a recording into it",
                                              help, run, print_more_help};
