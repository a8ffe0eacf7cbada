/* SPDX-License-Identifier: MIT */
#include "tool/run/run_options.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "status/setting_table.h"
#include "tool/cli/help_text.h"
#include "tool/cli/options.h"

enum target { IN_REQUEST, IN_VERDICT_RUN };

/* An option of `run` that is no setting of the layer. */
struct own_option {
    const char *name, *argument;
    enum tool_option_kind kind;
    enum target target;
    size_t offset;
    const char *help;
};

#define REQUEST(member) IN_REQUEST, offsetof(struct tool_run_request, member)
#define VERDICT(member) IN_VERDICT_RUN, offsetof(struct tool_verdict_run, member)

static const struct own_option own_options[] = {
    {"headless", NULL, TOOL_OPTION_FLAG, REQUEST(platform.headless),
     "run on Understudy's headless runtime. It needs no headset, no window and, with Mesa's "
     "lavapipe "
     "installed, no GPU"},
    {"gpu", NULL, TOOL_OPTION_FLAG, REQUEST(platform.gpu),
     "with --headless: do not choose the Vulkan driver"},
    {"window", NULL, TOOL_OPTION_FLAG, REQUEST(platform.window),
     "with --headless: show what the eyes see in a window, in real time. Closing it asks the app "
     "to "
     "end"},
    {"virtual-display", NULL, TOOL_OPTION_FLAG, REQUEST(platform.virtual_display),
     "start the app with an X server of its own that has no screen (Xvfb), for apps that need a "
     "window"},
    {"grace", "S", TOOL_OPTION_SECONDS, REQUEST(grace_s),
     "with --end quit: terminate the app S seconds after playback ended. Default: 5"},
    {"limit", "S", TOOL_OPTION_SECONDS, REQUEST(limit_s),
     "terminate the app, and every process that it started, after S seconds"},
    {"stall", "S", TOOL_OPTION_SECONDS, REQUEST(stall_s),
     "terminate the app if it submits no frame for S seconds of wall time, and print in which "
     "OpenXR call each thread is"},
    {"exit", "HOW", TOOL_OPTION_TEXT, REQUEST(exit),
     "how the app must end: an exit code, a signal (SIGABRT, or 134 as a shell reports it) or any; "
     "run then exits with 0"},
    {"allow-unused", NULL, TOOL_OPTION_FLAG, REQUEST(allow_unused),
     "do not fail if nothing was played because the app does not use OpenXR"},
    {"expect", "FILE", TOOL_OPTION_TEXT, VERDICT(expect),
     "check what the app does against a file of expectations, understudy-expect(5), and print the "
     "verdict on standard error"},
    {"report", "FILE", TOOL_OPTION_TEXT, VERDICT(report), "write the verdict as JSON too"},
    {"junit", "FILE", TOOL_OPTION_TEXT, VERDICT(junit), "write the verdict as JUnit XML too"},
    {"twice", NULL, TOOL_OPTION_FLAG, VERDICT(twice),
     "play the recording twice and report whether the app did and showed the same. Use it with "
     "--clock frame "
     "and --end quit"},
    {"times", "N", TOOL_OPTION_NUMBER, VERDICT(times), "the same with N runs, up to 1000"},
    {"baseline", "DIR", TOOL_OPTION_TEXT, VERDICT(baseline_order.folder),
     "hold the run against the one that is kept in this folder: what the app was told and did, the "
     "screenshots, and its end. If the folder is missing or empty, the run becomes the baseline. "
     "understudy-run-folder(5) describes the folder"},
    {"no-create", NULL, TOOL_OPTION_FLAG, VERDICT(baseline_order.no_create),
     "with --baseline: it is an error if there is no baseline yet"},
    {"update-baseline", NULL, TOOL_OPTION_FLAG, VERDICT(baseline_order.update),
     "with --baseline: print what differs, and make the run the new baseline"},
    {"allow", "FILE", TOOL_OPTION_TEXT, VERDICT(allow),
     "what may differ, in place of allow.json in the baseline; also with --twice and --times"},
    {"out", "DIR", TOOL_OPTION_TEXT, VERDICT(out),
     "keep the whole run in this folder, understudy-run-folder(5): the log, the screenshots, the "
     "verdict, the app's output and what it ran on. The folder is new, empty or an earlier run's"},
    {"report-html", "FILE", TOOL_OPTION_TEXT, REQUEST(html.path),
     "write a page that shows the run, as 'understudy report' does: also after a crash"},
    {"report-html-on", "WHEN", TOOL_OPTION_CHOICE, REQUEST(html.moment),
     "with --report-html: always (default), or only on failure, when run does not exit with 0"},
    {"verbose", NULL, TOOL_OPTION_FLAG, REQUEST(verbose),
     "print more messages, from the tool and from the layer"},
    {"quiet", NULL, TOOL_OPTION_FLAG, REQUEST(quiet),
     "print only errors, from the tool and from the layer"},
};
enum {
    OWN_COUNT = sizeof(own_options) / sizeof(own_options[0]),
    OPTION_MAX = OWN_COUNT + US_SETTING_COUNT + 1,
};

static struct tool_option setting_option(const struct us_setting *setting,
                                         struct tool_run_setting *target)
{
    static const enum tool_option_kind kinds[] = {
        [US_SETTING_KIND_SWITCH] = TOOL_OPTION_FLAG,
        [US_SETTING_KIND_CHOICE] = TOOL_OPTION_CHOICE,
        [US_SETTING_KIND_LIST] = TOOL_OPTION_LIST,
        [US_SETTING_KIND_NUMBER] = TOOL_OPTION_NUMBER,
        [US_SETTING_KIND_CLOCK] = TOOL_OPTION_TEXT,
        [US_SETTING_KIND_TEXT] = TOOL_OPTION_TEXT,
        [US_SETTING_KIND_INPUT_FILE] = TOOL_OPTION_TEXT,
        [US_SETTING_KIND_OUTPUT_FILE] = TOOL_OPTION_TEXT,
        [US_SETTING_KIND_FOLDER] = TOOL_OPTION_TEXT,
        [US_SETTING_KIND_RUN_FILE] = TOOL_OPTION_TEXT,
    };
    struct tool_option option = {setting->option, kinds[setting->kind], &target->text,
                                 setting->values};
    if (setting->kind == US_SETTING_KIND_SWITCH)
        option.target = &target->is_on;
    if (setting->kind == US_SETTING_KIND_NUMBER)
        option.target = &target->number;
    return option;
}

/* --report-html-on is the only choice. */
static const char *const *choices_of(const struct own_option *own)
{
    return own->kind == TOOL_OPTION_CHOICE ? tool_report_html_moments : NULL;
}

static void make_options(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                         struct tool_option options[OPTION_MAX])
{
    unsigned count = 0;
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        request->settings[i].number = (double)NAN;
        if (us_setting_table[i].option != NULL)
            options[count++] = setting_option(&us_setting_table[i], &request->settings[i]);
    }
    for (unsigned i = 0; i < OWN_COUNT; i++) {
        const struct own_option *own = &own_options[i];
        char *base = own->target == IN_REQUEST ? (char *)request : (char *)verdict_run;
        options[count++] =
            (struct tool_option){own->name, own->kind, base + own->offset, choices_of(own)};
    }
    options[count] = (struct tool_option){NULL, TOOL_OPTION_FLAG, NULL, NULL};
}

int tool_run_options_parse(const struct tool_command *command, int argc, char **argv,
                           struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                           int *out_app)
{
    struct tool_option options[OPTION_MAX];
    *request = (struct tool_run_request){
        .grace_s = (double)NAN, .limit_s = (double)NAN, .stall_s = (double)NAN};
    *verdict_run = (struct tool_verdict_run){.times = (double)NAN};
    make_options(request, verdict_run, options);
    struct tool_command_line line = {
        .command = command, .options = options, .stops_at_operand = true};
    int code = tool_options_parse(&line, argc, argv);
    *out_app = line.rest;
    return code;
}

void tool_run_options_print_help(void)
{
    puts("Settings of the layer (run sets an environment variable for each; see 'understudy help "
         "settings'):");
    for (int i = 0; i < US_SETTING_COUNT; i++)
        if (us_setting_table[i].option != NULL)
            tool_help_text_print_setting_option(&us_setting_table[i]);
    puts("\nOptions of run itself:");
    for (unsigned i = 0; i < OWN_COUNT; i++)
        tool_help_text_print_option(own_options[i].name, own_options[i].argument,
                                    own_options[i].help);
}
