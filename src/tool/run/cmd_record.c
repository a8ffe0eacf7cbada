/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/app.h"
#include "platform/environment.h"
#include "platform/time.h"
#include "status/run_status.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/display/platform.h"
#include "tool/environment/environment.h"
#include "tool/process/launch.h"
#include "tool/record/recording.h"
#include "tool/run_folder/played.h"
#include "tool/run/run_files.h"
#include "tool/run/run_options.h"
#include "tool/run/run_recording.h"
#include "tool/run/run_request.h"

static const char help[] =
    "usage: understudy record --output FILE [options] -- APP [ARGUMENTS ...]\n"
    "\n"
    "Start an app and record its session: what the app is told of the head, the hands, the gaze\n"
    "and the controllers, every component of each profile that the app suggests, and what it does\n"
    "with haptics. 'understudy run --play FILE' plays the recording.\n"
    "\n"
    "  --output FILE      the session recording to write (.mcap), also -o FILE\n"
    "  --force            replace the file of --output if it is there\n";

static const char more_help[] =
    "\n"
    "'understudy mark NAME' sets a marker in the recording from another terminal; SIGUSR1 to this\n"
    "process sets one too.\n"
    "On a terminal one line shows how much is recorded, and what is tracked. If the app crashes\n"
    "or is killed, the recording is completed; nothing of it is lost.\n"
    "\n"
    "Ctrl-C, SIGINT, SIGTERM, SIGHUP and SIGQUIT end the app, and with it the recording.\n"
    "\n"
    "Exit codes: 0 the app ended with 0, also when a signal told it to, or --limit ended it;\n"
    "otherwise the app's own, or 128 + n if signal n ended the app; 2 usage, or FILE is there\n"
    "already; 3 the recording could not be written to its end; 5 no OpenXR runtime, no layer, or\n"
    "nothing was recorded; 126 the app cannot be executed; 127 there is no such app.\n";

static void print_more_help(void)
{
    tool_run_options_print_record();
    fputs(more_help, stdout);
}

enum { OPTIONS_MOST = 12 };

struct record_request {
    struct tool_recording_order order;
    struct tool_run_request run; /* nothing to play */
};

struct watched {
    struct tool_recording recording;
    struct us_run_status *status;
};

static void look(void *data)
{
    struct watched *watched = data;
    tool_recording_look(&watched->recording);
}

static void mark(void *data)
{
    struct watched *watched = data;
    us_run_status_add_marker(watched->status, US_RUN_STATUS_MARKER_SIGNAL, "SIGUSR1",
                             us_time_now_ns());
}

/* The exit code: the app's own comes before those of the recording. Whoever ends a recording by a
 * signal has what was recorded until then. */
static int conclude(const struct tool_launch_end *end, int code, int recorded,
                    const struct us_run_status *status)
{
    if (recorded == TOOL_EXIT_RUNTIME)
        tool_run_recording_say_nothing(status);
    if (end->how == TOOL_LAUNCH_LIMIT)
        code = TOOL_EXIT_OK;
    return code == TOOL_EXIT_OK ? recorded : code;
}

static int launch(const struct record_request *request, char **app)
{
    tool_text_name_run(tool_command_record.name);
    struct watched watched;
    struct tool_launch_end end;
    if (!tool_recording_begin(&watched.recording, "record", &request->order))
        return TOOL_EXIT_USAGE;
    struct us_run_status *status = watched.status = tool_played_begin(request->order.path);
    if (status == NULL) {
        tool_recording_cancel(&watched.recording);
        return TOOL_EXIT_USAGE;
    }
    const struct tool_launch_watch watch = {.look = look, .mark = mark, .data = &watched};
    const struct tool_launch_limits limits = {.limit_s = request->run.limit_s,
                                              .grace_s = (double)NAN,
                                              .run_status = status,
                                              .watch = &watch};
    int code = tool_launch(app, &limits, &end);
    if (end.how == TOOL_LAUNCH_NOT_STARTED)
        tool_recording_cancel(&watched.recording);
    else
        code = conclude(&end, code, tool_recording_end(&watched.recording, status), status);
    tool_played_end(status);
    return code;
}

static void drop_inherited(const struct record_request *request)
{
    const struct tool_setting_option options[US_SETTING_COUNT] = {
        [US_SETTING_RECORD] = {"output", true},
    };
    tool_environment_drop_inherited("record", options, request->run.quiet);
}

/* A display that does not wait has another time than the machine: all that is recorded then has the
 * time of its frame. */
static bool set_clock(const struct tool_platform *platform)
{
    return tool_platform_waits(platform) ||
           us_environment_set(us_setting_table[US_SETTING_CLOCK].variable, "frame");
}

static int start(const struct record_request *request, char **app)
{
    drop_inherited(request);
    if (!tool_run_request_set(&request->run))
        return TOOL_EXIT_USAGE;
    if (!tool_platform_prepare(&request->run.platform, 0.0, request->run.quiet) ||
        !set_clock(&request->run.platform))
        return TOOL_EXIT_RUNTIME;
    struct tool_virtual_display display;
    char program[PATH_MAX];
    int code = TOOL_EXIT_CANNOT;
    if (tool_platform_show(&request->run.platform, us_app_find(app[0], program, sizeof program),
                           &display))
        code = launch(request, app);
    tool_virtual_display_end(&display);
    return code;
}

static const char *find_conflict(const struct record_request *request)
{
    if (request->order.path == NULL)
        return "--output is missing; pass --output FILE before the app";
    return tool_run_request_conflict(&request->run);
}

static int parse(int argc, char **argv, struct record_request *request, int *out_app)
{
    struct tool_run_request *run = &request->run;
    struct tool_option options[OPTIONS_MOST] = {
        {"output", TOOL_OPTION_TEXT, &request->order.path, NULL},
        {"force", TOOL_OPTION_FLAG, &request->order.replaces, NULL},
    };
    options[2 + tool_run_options_of_record(run, options + 2)] =
        (struct tool_option){NULL, TOOL_OPTION_FLAG, NULL, NULL};
    struct tool_command_line line = {
        .command = &tool_command_record, .options = options, .stops_at_operand = true};
    int code = tool_options_parse(&line, argc, argv);
    *out_app = line.rest;
    request->order.quiet = run->quiet;
    return code;
}

static int record(int argc, char **argv)
{
    struct record_request request = {0};
    int app;
    tool_run_request_init(&request.run);
    int code = parse(argc, argv, &request, &app);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    const char *conflict = find_conflict(&request);
    if (conflict != NULL) {
        tool_text_complain("record: %s", conflict);
        return TOOL_EXIT_USAGE;
    }
    char program[PATH_MAX];
    const struct tool_file_role roles[] = {
        {"the file that --person reads", tool_file_roles_script(request.run.platform.person),
         false},
        {"the app itself", us_app_find(argv[app], program, sizeof program), false},
        {"--output", request.order.path, true},
    };
    if (!tool_file_roles_check("record", roles, sizeof roles / sizeof roles[0]) ||
        !tool_file_path_check_recording("record", "--output", request.order.path))
        return TOOL_EXIT_USAGE;
    return start(&request, argv + app);
}

const struct tool_command tool_command_record = {"record", "start an app and record its session",
                                                 help, record, print_more_help};
