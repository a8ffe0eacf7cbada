/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/environment/environment.h"
#include "tool/process/launch.h"
#include "tool/run/launch_logged.h"
#include "tool/run/losses.h"
#include "tool/cli/options.h"
#include "tool/cli/paths.h"
#include "tool/run/played.h"
#include "tool/run/run_request.h"
#include "tool/run/run_files.h"
#include "tool/environment/runtime_manifest.h"
#include "tool/image/screenshot_files.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/run/verdict_run.h"
#include "tool/cli/command.h"

#define DEFAULT_GRACE_S 5.0

static const char help[] =
    "usage: understudy run --play FILE [options] -- APP [ARGUMENTS ...]\n"
    "\n"
    "Start an app, and play a recording into it. Nothing is installed, and nothing but the\n"
    "app is affected. The recording is checked first: the app does not start with a bad one.\n"
    "\n"
    "  --play FILE     the recording\n"
    "  --headless      run on Understudy's own runtime, which needs no headset, no window and,\n"
    "                  with Mesa's lavapipe installed, no GPU\n"
    "  --gpu           with --headless: leave the choice of the Vulkan driver alone\n"
    "  --anchor SPACE  where the recording's origin is: auto (default: by the head's height),\n"
    "                  local, stage or local_floor\n"
    "  --world WHOSE   LOCAL, LOCAL_FLOOR and STAGE are the runtime's (anchored, the default),\n"
    "                  or the recording's and the same in every run (virtual)\n"
    "  --channels LIST what is played, any of head,hands,gaze,pinch with commas (default: all\n"
    "                  that is recorded); the rest stays live\n"
    "  --picture WHAT  what the picture is fixed to while the real head moves: world (default),\n"
    "                  or head (the same picture however it moves)\n"
    "  --gaze WHERE    while the head is live, the recorded gaze goes with it (head, the "
    "default),\n"
    "                  or stays where it was recorded (world)\n"
    "  --profile LIST  the interaction profile that the hands are played as, such as\n"
    "                  oculus/touch_controller, where the app suggests bindings for it; for each\n"
    "                  hand left=PROFILE,right=PROFILE. An unknown one is answered with a list\n"
    "  --start WHEN    with the first frame that has the focus (focus, the default), the first\n"
    "                  xrSyncActions that has it (sync), or the first frame of all (frame)\n"
    "  --from AT       begin here; AT is seconds of the recording's clock (2 or 2s), or a marker\n"
    "  --to AT         end here\n"
    "  --pause LIST    rest at moments, AT:SECONDS[,AT:SECONDS...]\n"
    "  --end MODE      at the end: hold (default), loop, pingpong, reset (to the beginning),\n"
    "                  release (input is live again), or quit (the app is asked to end)\n"
    "  --grace S       with --end quit: how long the app may take (default 5)\n"
    "  --speed X       0.001 to 1000 times as fast (default 1)\n"
    "  --clock CLOCK   wall (default); frame or frame:HZ: frame n is n/HZ seconds after the\n"
    "                  start, however fast the machine is (HZ is 60 if not given)\n"
    "  --ready-file FILE  written when playback has started; an earlier one is removed first\n"
    "  --done-file FILE   written when playback came to its end; likewise\n"
    "  --shoot MOMENTS pictures of what a Vulkan app submits, as PNG files: any of 1.5s,\n"
    "                  marker:NAME, frame:90 and every:0.5s, with commas between\n"
    "  --shots DIR     the folder for them (default understudy-shots)\n"
    "  --limit S       end the app, and all that it started, after so many seconds\n"
    "  --exit HOW      how the app is to end: 0, another exit code, a signal (SIGABRT, or 134 as "
    "a\n"
    "                  shell has it), or any; run then ends with 0\n"
    "  --allow-unused  it is no failure if nothing was played, because the app uses no OpenXR\n"
    "  --expect FILE   hold what the app does against a file of expectations,\n"
    "                  understudy-expect(5), and say the verdict on standard error\n"
    "  --report FILE   write the verdict as JSON, too\n"
    "  --junit FILE    write it as JUnit's XML, too\n"
    "  --twice         play it two times, and say whether the app did the same; best with\n"
    "                  --clock frame and --end quit\n"
    "  --log FILE      write an event log, understudy-log(5), of the app; - is standard\n"
    "                  output, behind what the app wrote\n"
    "  --log-level L   with --log: how much of it: calls (default), frames or events\n"
    "  --force-focus   tell the app that it has the focus where the runtime never gives it\n"
    "  --headerless    the file is a recording of 2019 without its 16-byte header\n"
    "  --verbose       say more, here and in the layer\n"
    "  --quiet         say only what goes wrong, here and in the layer\n";

static const char help_end[] =
    "\n"
    "The app gets every setting of the layer, UNDERSTUDY_ANCHOR and so on, as these options say,\n"
    "whatever it was (understudy(1) lists them); no UNDERSTUDY_DISABLE; and the layer's folder in\n"
    "front of XDG_DATA_DIRS, unless its OpenXR loader finds the layer anyway. With --headless\n"
    "also XR_RUNTIME_JSON, and where neither is set, VK_ICD_FILENAMES and VK_DRIVER_FILES. HOME\n"
    "is set if it is not.\n"
    "\n"
    "Exit codes: the app's own, or 128 + n if signal n ended it; 2 usage; 3 the log or a\n"
    "picture could not be written; 4 the recording is unusable; 5 no OpenXR runtime, no\n"
    "layer, or nothing was played; 124 the app was ended because of --limit or --grace; 126 the "
    "app cannot be\n"
    "executed; 127 there is no such app.\n"
    "With --expect or --twice: 0 all is as it should be; 1 an expectation is not met, or the\n"
    "runs differ; 3 the app failed, crashed or was ended by --limit, unless --exit or the\n"
    "expectations speak of its end; 128 + n if signal n ended this program.\n";

static int run(int argc, char **argv);

const struct tool_command tool_command_run = {"run", "start an app and play a recording into it",
                                              help, run, help_end};

static void say_environment(void)
{
    static const char *const names[] = {"UNDERSTUDY_PLAY", "XDG_DATA_DIRS", "XR_RUNTIME_JSON",
                                        "VK_DRIVER_FILES"};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (getenv(names[i]) != NULL)
            tool_text_complain("%s=%s", names[i], getenv(names[i]));
}

/* What the exit code is of an app that ran without a verdict. */
static int conclude(const struct tool_run_request *request, const struct tool_app_end *wanted,
                    const struct us_run_status *status, const struct tool_launch_end *end, int code)
{
    if (end->how == TOOL_LAUNCH_NOT_STARTED || end->interrupted != 0)
        return code;
    bool has_played = request->allow_unused || tool_played_check(status);
    bool is_accepted = tool_app_end_accepts(wanted, end);
    if (wanted->kind != TOOL_APP_END_WELL) {
        if (!is_accepted)
            tool_text_complain("the app did not end as --exit %s says", request->exit);
        code = is_accepted ? TOOL_EXIT_OK : code == TOOL_EXIT_OK ? TOOL_EXIT_APP : code;
    }
    return code == TOOL_EXIT_OK && !has_played ? TOOL_EXIT_RUNTIME : code;
}

static bool prepare(const void *request)
{
    return tool_run_request_set(request);
}

static int launch_once(const struct tool_run_request *request, const struct tool_verdict_run *trial,
                       char **app, const struct tool_launch_limits *limits,
                       struct us_run_status *status)
{
    struct tool_launch_end end;
    if (tool_verdict_run_is_wanted(trial))
        return tool_verdict_run_run(trial, app, limits, status, prepare, request);
    int code = tool_launch_logged_launch(trial->log, app, limits, &end);
    tool_played_say_unfinished(status);
    return conclude(request, &trial->exit, status, &end, code);
}

/* Run the app, and see to what it leaves. */
static int launch(const struct tool_run_request *request, const struct tool_verdict_run *trial,
                  char **app, struct tool_launch_limits *limits)
{
    struct tool_screenshot_files shots;
    if (request->shoot != NULL &&
        !tool_screenshot_files_begin(&shots, getenv("UNDERSTUDY_SHOTS_DIR")))
        return TOOL_EXIT_USAGE;
    bool writes =
        request->log != NULL || request->shoot != NULL || tool_verdict_run_is_wanted(trial);
    if (writes && !tool_losses_begin(trial->log))
        return TOOL_EXIT_CANNOT;
    struct us_run_status *status = tool_played_begin();
    limits->run_status = status;
    int code = status != NULL ? launch_once(request, trial, app, limits, status) : TOOL_EXIT_CANNOT;
    tool_played_end(status);
    if (request->shoot != NULL)
        tool_screenshot_files_compress(&shots);
    return tool_losses_end() ? TOOL_EXIT_OUTPUT : code;
}

static int start(const struct tool_run_request *request, struct tool_verdict_run *trial, char **app)
{
    char log[PATH_MAX];
    int code = tool_run_request_check_recording(request);
    if (code != TOOL_EXIT_OK)
        return code;
    if (!tool_run_request_set(request) || !tool_run_request_make_log(request, log))
        return TOOL_EXIT_USAGE;
    trial->log = request->log != NULL ? log : NULL;
    tool_environment_set_home(request->quiet);
    bool has_runtime = request->headless ? tool_runtime_manifest_set_headless(request->gpu)
                                         : tool_runtime_manifest_check();
    if (!has_runtime || !tool_environment_add_layer(request->quiet))
        return TOOL_EXIT_RUNTIME;
    if (request->verbose)
        say_environment();
    struct tool_launch_limits limits = {
        .limit_s = request->limit_s,
        .done_file = strcmp(request->end, "quit") == 0 ? getenv("UNDERSTUDY_DONE_FILE") : NULL,
        .grace_s = isnan(request->grace_s) ? DEFAULT_GRACE_S : request->grace_s,
    };
    return launch(request, trial, app, &limits);
}

/* To standard output, which the app has left. main sees whether it could be written. */
static bool print_log(const char *path)
{
    char bytes[65536];
    size_t length;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    tool_text_survive_readers();
    while ((length = fread(bytes, 1, sizeof(bytes), file)) > 0)
        if (fwrite(bytes, 1, length, stdout) != length)
            break;
    fclose(file);
    return ferror(stdout) == 0;
}

/* Two things are in a folder that goes away again: the file by which the end of playback is known,
 * where nobody asked for one, and an event log on its way to standard output. */
static int start_with_folder(struct tool_run_request *request, struct tool_verdict_run *trial,
                             char **app, bool prints_log)
{
    char folder[PATH_MAX], done[PATH_MAX], log[PATH_MAX];
    bool needs_done = strcmp(request->end, "quit") == 0 && request->done_file == NULL;
    int code = TOOL_EXIT_CANNOT;
    if (!needs_done && !prints_log)
        return start(request, trial, app);
    if (!tool_temporary_files_make_folder(folder))
        return TOOL_EXIT_CANNOT;
    if (tool_paths_join(folder, "/done", done) && tool_paths_join(folder, "/log.jsonl", log)) {
        request->done_file = needs_done ? done : request->done_file;
        request->log = prints_log ? log : request->log;
        code = start(request, trial, app);
        if (prints_log && !print_log(log) && code == TOOL_EXIT_OK)
            code = TOOL_EXIT_OUTPUT;
        unlink(done);
        unlink(log);
    }
    rmdir(folder);
    return code;
}

static bool check_exit(const struct tool_run_request *request, struct tool_verdict_run *trial)
{
    bool has_verdict = tool_verdict_run_is_wanted(trial);
    if (request->allow_unused && has_verdict)
        tool_text_complain("run: --allow-unused goes with neither --expect nor --twice: without "
                           "playback there is nothing to judge");
    else if (request->exit == NULL || tool_app_end_parse(request->exit, &trial->exit))
        return true;
    else
        tool_text_complain("run: --exit cannot be '%s'; it is any, an exit code from 0 to 255, or "
                           "the name of a signal such as SIGABRT",
                           request->exit);
    return false;
}

static int run(int argc, char **argv)
{
    static const char *const anchors[] = {"auto", "local", "stage", "local_floor", NULL};
    static const char *const pictures[] = {"world", "head", NULL};
    static const char *const gazes[] = {"head", "world", NULL};
    static const char *const starts[] = {"focus", "sync", "frame", NULL};
    static const char *const ends[] = {"hold",    "loop", "pingpong", "reset",
                                       "release", "quit", NULL};
    static const char *const worlds[] = {"anchored", "virtual", NULL};
    static const char *const levels[] = {"calls", "frames", "events", NULL};
    static const char *const channels[] = {"head", "hands", "gaze", "pinch", NULL};
    struct tool_run_request request = {.anchor = anchors[0],
                                       .world = worlds[0],
                                       .channels = "head,hands,gaze,pinch",
                                       .picture = pictures[0],
                                       .gaze = gazes[0],
                                       .start = starts[0],
                                       .end = ends[0],
                                       .clock = "wall",
                                       .grace_s = NAN,
                                       .limit_s = NAN,
                                       .speed = 1.0};
    struct tool_verdict_run trial = {0};
    const struct tool_option options[] = {
        {"play", TOOL_OPTION_TEXT, &request.play, NULL},
        {"headless", TOOL_OPTION_FLAG, &request.headless, NULL},
        {"gpu", TOOL_OPTION_FLAG, &request.gpu, NULL},
        {"anchor", TOOL_OPTION_CHOICE, &request.anchor, anchors},
        {"world", TOOL_OPTION_CHOICE, &request.world, worlds},
        {"channels", TOOL_OPTION_LIST, &request.channels, channels},
        {"picture", TOOL_OPTION_CHOICE, &request.picture, pictures},
        {"gaze", TOOL_OPTION_CHOICE, &request.gaze, gazes},
        {"profile", TOOL_OPTION_TEXT, &request.profile, NULL},
        {"start", TOOL_OPTION_CHOICE, &request.start, starts},
        {"from", TOOL_OPTION_TEXT, &request.from, NULL},
        {"to", TOOL_OPTION_TEXT, &request.to, NULL},
        {"pause", TOOL_OPTION_TEXT, &request.pause, NULL},
        {"end", TOOL_OPTION_CHOICE, &request.end, ends},
        {"grace", TOOL_OPTION_SECONDS, &request.grace_s, NULL},
        {"clock", TOOL_OPTION_TEXT, &request.clock, NULL},
        {"ready-file", TOOL_OPTION_TEXT, &request.ready_file, NULL},
        {"done-file", TOOL_OPTION_TEXT, &request.done_file, NULL},
        {"shoot", TOOL_OPTION_TEXT, &request.shoot, NULL},
        {"shots", TOOL_OPTION_TEXT, &request.shots, NULL},
        {"limit", TOOL_OPTION_SECONDS, &request.limit_s, NULL},
        {"exit", TOOL_OPTION_TEXT, &request.exit, NULL},
        {"allow-unused", TOOL_OPTION_FLAG, &request.allow_unused, NULL},
        {"expect", TOOL_OPTION_TEXT, &trial.expect, NULL},
        {"report", TOOL_OPTION_TEXT, &trial.report, NULL},
        {"junit", TOOL_OPTION_TEXT, &trial.junit, NULL},
        {"twice", TOOL_OPTION_FLAG, &trial.twice, NULL},
        {"speed", TOOL_OPTION_NUMBER, &request.speed, NULL},
        {"log", TOOL_OPTION_TEXT, &request.log, NULL},
        {"log-level", TOOL_OPTION_CHOICE, &request.log_level, levels},
        {"force-focus", TOOL_OPTION_FLAG, &request.force_focus, NULL},
        {"headerless", TOOL_OPTION_FLAG, &request.headerless, NULL},
        {"verbose", TOOL_OPTION_FLAG, &request.verbose, NULL},
        {"quiet", TOOL_OPTION_FLAG, &request.quiet, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .verb = &tool_command_run, .options = options, .stops_at_operand = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!tool_run_request_check(&request))
        return TOOL_EXIT_USAGE;
    if (!tool_verdict_run_check(&trial) || !check_exit(&request, &trial))
        return TOOL_EXIT_USAGE;
    request.expect = trial.expect;
    bool prints_log = request.log != NULL && strcmp(request.log, "-") == 0;
    if (prints_log)
        request.log = NULL;
    if (!tool_run_files_check(&request, &trial, argv + line.rest))
        return TOOL_EXIT_USAGE;
    return start_with_folder(&request, &trial, argv + line.rest, prints_log);
}
