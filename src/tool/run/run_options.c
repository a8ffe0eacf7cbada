/* SPDX-License-Identifier: MIT */
#include "tool/run/run_options.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/environment.h"
#include "core/base/text.h"
#include "status/setting_table.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

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

static const char *const recorded_words[] = {"spaces", "views", "events", "gaze", NULL};
static const char *const starts[] = {"focus", "sync", "frame", "force-focus", NULL};

static const char *const on_leave_words[] = {"hold", "continue", "quit", NULL};

/* Only `drive` has these. */
static const struct own_option drive_options[] = {
    {"socket", "PATH", TOOL_OPTION_TEXT, REQUEST(drive.socket),
     "listen on this Unix-domain socket, without a prompt; default: understudy-drive-PID.sock in "
     "XDG_RUNTIME_DIR, whose path is printed on standard error, and a prompt"},
    {"stdio", NULL, TOOL_OPTION_FLAG, REQUEST(drive.stdio),
     "take requests on standard input and answer on standard output, in place of a socket; what "
     "the app prints on standard output goes to standard error. The drive ends with the input"},
    {"save", "FILE", TOOL_OPTION_TEXT, REQUEST(drive.save),
     "keep the drive as this recording (.mcap), which 'understudy run --play' plays; default: "
     "drive.mcap in the folder of --out, otherwise a new understudy-drive.mcap here"},
    {"on-leave", "WHAT", TOOL_OPTION_CHOICE, REQUEST(drive.on_leave),
     "when the client that drives leaves: the world stands still until another one comes (hold), "
     "the app goes on and nobody moves (continue), or the app is asked to exit (quit). Default: "
     "hold, or quit with --stdio"},
    {"write-test", "FILE", TOOL_OPTION_TEXT, REQUEST(drive.write_test),
     "write what is driven as a test of pytest (.py), with the fixture xr of docs/pytest.md"},
    {"force", NULL, TOOL_OPTION_FLAG, REQUEST(drive.force),
     "replace the files of --save and --write-test if they are there"},
};
enum { DRIVE_COUNT = sizeof drive_options / sizeof drive_options[0] };
static const char start_help[] =
    "start playback with the first frame in FOCUSED (focus), the first xrSyncActions in FOCUSED "
    "(sync) or the first frame (frame). With force-focus, which is focus otherwise, the app gets "
    "the focus also on a runtime that never gives it. Values: focus, sync, frame, force-focus; "
    "default: focus";
/* What an option means for this program, or for one of the two commands, where its own text says it
 * of the layer, or of the other command. */
static const struct {
    const char *name, *run, *drive; /* NULL: its own text */
} other_helps[] = {
    {"play", "play this recording", NULL},
    {"start", start_help, start_help},
    {"clock", NULL,
     "frame: each frame waits until the client lets it come; frame n is n/HZ seconds after the "
     "start. real: frames come by themselves, HZ in a second of wall time, or as fast as the app "
     "is if it is slower. HZ is 60 unless given. Values: frame, frame:HZ, real, real:HZ (1 to "
     "1000); default: frame, or real with --window and without --stdio"},
    {"window", NULL,
     "with --headless: show what the eyes see in a window. With --clock real, and without --stdio, "
     "mouse, keyboard and gamepad drive the person there. Closing it asks the app to end"},
    {"end", NULL,
     "at the end of the drive the app is asked to exit (quit). With quit:S, an app that stays open "
     "S seconds longer (5) is terminated. Values: quit, quit:S; default: quit"},
    {"stall", NULL,
     "a request that waits S seconds of wall time for a frame fails, and says in which OpenXR call "
     "each thread is; an app that was to stop is terminated then. Default: 60"},
    {"allow", NULL, "what may differ, in place of allow.json in the baseline"},
};

static const struct own_option own_options[] = {
    {"recorded", "LIST", TOOL_OPTION_LIST, REQUEST(recorded),
     "take these from the recording too: where LOCAL, LOCAL_FLOOR and STAGE are, the same in every "
     "run (spaces); where the eyes are in the head, and their fields of view (views); the "
     "session's states, the user's presence, recentring and the refresh rate (events); and where "
     "the gaze is while the head is live (gaze). Values: any of spaces, views, events, gaze"},
    {"headless", NULL, TOOL_OPTION_FLAG, REQUEST(platform.headless),
     "run on Understudy's headless runtime. It needs no headset, no window and, with Mesa's "
     "lavapipe "
     "installed, no GPU"},
    {"window", NULL, TOOL_OPTION_FLAG, REQUEST(platform.window),
     "with --headless: show what the eyes see in a window, in real time. Closing it asks the app "
     "to "
     "end"},
    {"rate", "HZ", TOOL_OPTION_TEXT, REQUEST(platform.rate),
     "with --headless: the display shows HZ frames a second, 1 to 1000, or max: it never waits, "
     "and "
     "the app is told the rate of the frame clock. Default: max with --clock frame and without "
     "--window, otherwise 60"},
    {"person", "WHO", TOOL_OPTION_TEXT, REQUEST(platform.person),
     "with --headless: who wears the headset: nobody (the default), moving, or a script, "
     "understudy-person(5)"},
    {"virtual-display", NULL, TOOL_OPTION_FLAG, REQUEST(platform.virtual_display),
     "start the app with an X server of its own that has no screen (Xvfb), for apps that need a "
     "window"},
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
    {"report", "FILE", TOOL_OPTION_TEXT, VERDICT(report),
     "write the verdict as JSON too; without expectations and comparisons it says whether the "
     "recording played to its end. A name that ends in .html asks for a page that shows the run, "
     "as "
     "'understudy report' makes it, also after a crash; FILE.html,on-failure only if run does not "
     "exit with 0"},
    {"junit", "FILE", TOOL_OPTION_TEXT, VERDICT(junit), "write the verdict as JUnit XML"},
    {"repeat", "N", TOOL_OPTION_NUMBER, VERDICT(repeat),
     "play the recording N times, up to 1000, and report whether the app did and showed the same "
     "each time; it implies --clock frame"},
    {"baseline", "DIR", TOOL_OPTION_TEXT, VERDICT(baseline_order.folder),
     "compare the run with the one that is kept in this folder: what the app was told and did, the "
     "screenshots, new lines of standard error, and its end. It implies --clock frame. If the "
     "folder is missing or empty, the run becomes the baseline; with DIR,required that is an "
     "error. DIR,update prints what differs, and makes the run the new baseline. "
     "understudy-run-folder(5) describes the folder"},
    {"allow", "FILE", TOOL_OPTION_TEXT, VERDICT(allow),
     "what may differ, in place of allow.json in the baseline; also with --repeat"},
    {"out", "DIR", TOOL_OPTION_TEXT, VERDICT(out),
     "keep the whole run in this folder, understudy-run-folder(5): the log, the screenshots, the "
     "verdict, the app's output and what it ran on. The folder is new, empty or an earlier run's"},
    {"quiet", NULL, TOOL_OPTION_FLAG, REQUEST(quiet),
     "print only warnings and errors, from the tool and from the layer"},
};
/* Those of them that `record` has, in the order of its help. */
static const char *const record_options[] = {"limit",  "headless",        "window", "rate",
                                             "person", "virtual-display", "quiet"};
static const char record_rate_help[] =
    "with --headless: the display shows HZ frames a second, 1 to 1000, or max: it never waits. "
    "Default: 60";
enum {
    OWN_COUNT = sizeof own_options / sizeof own_options[0],
    RECORD_COUNT = sizeof record_options / sizeof record_options[0],
    OPTION_MAX = OWN_COUNT + DRIVE_COUNT + US_SETTING_COUNT + 1,
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
    if (setting == &us_setting_table[US_SETTING_START])
        option.choices = starts;
    if (setting == &us_setting_table[US_SETTING_END])
        option.kind = TOOL_OPTION_TEXT; /* seconds may follow */
    return option;
}

static struct tool_option own_option(const struct own_option *own, void *base)
{
    return (struct tool_option){own->name, own->kind, (char *)base + own->offset,
                                own->kind == TOOL_OPTION_CHOICE ? on_leave_words : recorded_words};
}

static void make_options(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                         bool drives, struct tool_option options[OPTION_MAX])
{
    unsigned count = 0;
    for (int i = 0; i < US_SETTING_COUNT; i++)
        if (us_setting_has_option(&us_setting_table[i]))
            options[count++] = setting_option(&us_setting_table[i], &request->settings[i]);
    for (unsigned i = 0; i < OWN_COUNT; i++) {
        const struct own_option *own = &own_options[i];
        options[count++] =
            own_option(own, own->target == IN_REQUEST ? (void *)request : (void *)verdict_run);
    }
    for (unsigned i = 0; drives && i < DRIVE_COUNT; i++)
        options[count++] = own_option(&drive_options[i], request);
    options[count] = (struct tool_option){NULL, TOOL_OPTION_FLAG, NULL, NULL};
}

static const struct own_option *find_own(const char *name)
{
    const struct own_option *own = own_options;
    while (strcmp(own->name, name) != 0)
        own++;
    return own;
}

unsigned tool_run_options_of_record(struct tool_run_request *request, struct tool_option *options)
{
    for (unsigned i = 0; i < RECORD_COUNT; i++)
        options[i] = own_option(find_own(record_options[i]), request);
    return RECORD_COUNT;
}

static bool looks_like_word(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz-")] == '\0';
}

/* Cuts off a word behind the last comma, if it is one of these, and sets *out_word, otherwise NULL.
 * Another word of lower case letters is refused: a name that ends so would hide a mistake. */
static bool take_word(const char *option, const char *value, const char *const *words,
                      const char **out_word)
{
    char *comma = value != NULL ? strrchr(value, ',') : NULL;
    *out_word = NULL;
    if (comma == NULL)
        return true;
    const int place = us_text_find(words, comma + 1);
    if (place >= 0) {
        *comma = '\0';
        *out_word = words[place];
        comma = strrchr(value, ',');
        if (value[0] == '\0')
            tool_text_complain("run: %s ,%s: the name before the comma is missing", option,
                               *out_word);
        else if (comma != NULL && looks_like_word(comma + 1))
            tool_text_complain("run: %s %s,%s: only one word may follow the name", option, value,
                               *out_word);
        else
            return true;
        return false;
    }
    if (!looks_like_word(comma + 1))
        return true;
    char allowed[80] = "";
    us_text_join(words, allowed, sizeof allowed);
    tool_text_complain("run: %s %s: the word behind the comma is none of %s; choose a name that "
                       "does not end in a comma and a word",
                       option, value, allowed);
    return false;
}

/* What --recorded lists, as settings of the layer: their second value. */
static void take_recorded(struct tool_run_request *request)
{
    static const enum us_setting_id ids[] = {US_SETTING_WORLD, US_SETTING_VIEWS,
                                             US_SETTING_SESSION_EVENTS, US_SETTING_GAZE};
    for (const char *word = request->recorded; word != NULL; word = strchr(word, ',')) {
        word += *word == ',';
        for (unsigned i = 0; recorded_words[i] != NULL; i++)
            if (strncmp(word, recorded_words[i], strlen(recorded_words[i])) == 0)
                request->settings[ids[i]].text = us_setting_table[ids[i]].values[1];
    }
}

/* "quit:5": the seconds go to the request. */
static bool take_end(struct tool_run_request *request)
{
    const struct us_setting *setting = &us_setting_table[US_SETTING_END];
    const char *end = request->settings[US_SETTING_END].text;
    char *colon = end != NULL ? strchr(end, ':') : NULL, *rest = colon;
    if (colon != NULL) {
        *colon = '\0';
        request->grace_s = strtod(colon + 1, &rest);
    }
    bool is_known = end == NULL || us_text_find(setting->values, end) >= 0;
    bool is_right = colon == NULL || (strcmp(end, "quit") == 0 && rest != colon + 1 &&
                                      strcmp(rest + strspn(rest, "s"), "") == 0 &&
                                      request->grace_s >= 0.0 && request->grace_s <= 86400.0);
    char range[US_SETTING_RANGE_SIZE];
    us_setting_range(setting, range, sizeof range);
    if (!is_known)
        tool_text_complain("run: --end cannot be '%s'; it is one of %s; see 'understudy run "
                           "--help'",
                           end, range);
    else if (!is_right)
        tool_text_complain("run: --end %s:%s: seconds from 0 to 86400 may follow quit alone", end,
                           colon + 1);
    return is_known && is_right;
}

/* A name that ends in .html asks for a page. */
static bool take_report(struct tool_run_request *request, struct tool_verdict_run *verdict_run)
{
    static const char *const moments[] = {"on-failure", NULL};
    const char **report = &verdict_run->report;
    const char *moment;
    if (!take_word("--report", *report, moments, &moment))
        return false;
    request->html.on_failure = moment != NULL;
    const char *end = *report != NULL ? strrchr(*report, '.') : NULL;
    if (end != NULL && us_text_same_letters(end, ".html")) {
        request->html.path = *report;
        *report = NULL;
    }
    if (!request->html.on_failure || request->html.path != NULL)
        return true;
    tool_text_complain("run: --report %s,on-failure: only a page, whose name ends in .html, is "
                       "left out of runs that pass",
                       *report);
    return false;
}

/* Options whose values say more than one thing. */
static bool take_values(struct tool_run_request *request, struct tool_verdict_run *verdict_run)
{
    static const char *const orders[] = {"required", "update", NULL};
    struct tool_run_setting *settings = request->settings;
    struct tool_baseline_order *baseline = &verdict_run->baseline_order;
    const char *order;
    if (!take_word("--baseline", baseline->folder, orders, &order) ||
        !take_word("--log", settings[US_SETTING_EVENTS].text,
                   us_setting_table[US_SETTING_EVENTS_LEVEL].values,
                   &settings[US_SETTING_EVENTS_LEVEL].text))
        return false;
    baseline->is_required = order == orders[0];
    baseline->update = order == orders[1];
    const char **start = &settings[US_SETTING_START].text;
    if (*start != NULL && strcmp(*start, "force-focus") == 0) {
        settings[US_SETTING_FORCE_FOCUS].is_on = true;
        *start = NULL;
    }
    take_recorded(request);
    const char *level = us_environment_get(us_setting_table[US_SETTING_LOG_LEVEL].variable);
    request->verbose = !request->quiet && level != NULL && strcmp(level, "debug") == 0;
    return take_end(request) && take_report(request, verdict_run);
}

/* Options of `run` that a drive has no use for, and why. All of them have a value. */
static const char *const refused[][2] = {
    {"play", "a drive makes its recording; 'understudy run --play FILE' plays it later"},
    {"from", "a drive begins at its frame 0"},
    {"to", "a drive goes on until its client stops it"},
    {"pause", "the world stands still until the client lets it go on"},
    {"speed", "the time of a drive counts frames"},
    {"repeat", "a drive is driven once; play its recording with 'understudy run --repeat'"},
    {"record", "--save FILE keeps the drive as a recording"},
};
enum { REFUSED_COUNT = sizeof refused / sizeof refused[0] };

static const char *find_refused(const char *name)
{
    for (unsigned i = 0; i < REFUSED_COUNT; i++)
        if (strcmp(refused[i][0], name) == 0)
            return refused[i][1];
    return NULL;
}

/* For the layer, the clock of a drive is the frame clock; "real:90" is "frame:90" at a pace of the
 * wall clock. Whoever has a window drives in it. */
static bool take_drive_clock(struct tool_run_request *request)
{
    static char frame[32];
    const char **clock = &request->settings[US_SETTING_CLOCK].text;
    const bool has_seat = request->platform.window && !request->drive.stdio;
    if (*clock == NULL)
        *clock = has_seat ? "real" : "frame";
    request->platform.is_paced = strncmp(*clock, "real", 4) == 0;
    request->drive.has_cockpit = has_seat && request->platform.is_paced;
    if (!request->platform.is_paced)
        return strncmp(*clock, "frame", 5) == 0;
    snprintf(frame, sizeof frame, "frame%s", *clock + 4);
    bool is_right = strlen(*clock + 4) + 6 < sizeof frame;
    *clock = frame;
    return is_right;
}

/* Nothing that a drive has no use for was given. */
static bool check_drive(const struct tool_command_line *line, struct tool_run_request *request)
{
    const char *clock = request->settings[US_SETTING_CLOCK].text;
    const char *end = request->settings[US_SETTING_END].text;
    for (unsigned i = 0; line->options[i].name != NULL; i++) {
        const char *why = find_refused(line->options[i].name);
        if (why == NULL || (line->given & (UINT64_C(1) << i)) == 0)
            continue;
        tool_text_complain("drive: --%s cannot be used: %s", line->options[i].name, why);
        return false;
    }
    if (!take_drive_clock(request))
        tool_text_complain("drive: --clock %s cannot be used: the time of a drive counts frames, "
                           "and it must be one of frame, real, frame:HZ, real:HZ (1 to 1000)",
                           clock);
    else if (end != NULL && strcmp(end, "quit") != 0)
        tool_text_complain("drive: --end %s cannot be used: at the end of a drive the app is asked "
                           "to exit; only quit and quit:S are possible",
                           end);
    else
        return true;
    return false;
}

int tool_run_options_parse(const struct tool_command *command, int argc, char **argv,
                           struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                           int *out_app)
{
    struct tool_option options[OPTION_MAX];
    tool_run_request_init(request);
    *verdict_run = (struct tool_verdict_run){.repeat = (double)NAN};
    bool drives = strcmp(command->name, "drive") == 0;
    make_options(request, verdict_run, drives, options);
    struct tool_command_line line = {
        .command = command, .options = options, .stops_at_operand = true};
    int code = tool_options_parse(&line, argc, argv);
    *out_app = line.rest;
    if (code == TOOL_OPTIONS_GO_ON && !take_values(request, verdict_run))
        return TOOL_EXIT_USAGE;
    if (code == TOOL_OPTIONS_GO_ON && drives && !check_drive(&line, request))
        return TOOL_EXIT_USAGE;
    return code;
}

/* What a first run needs, in the order of its help. */
static const char *const first_options[] = {"play",     "headless", "clock", "limit",
                                            "out",      "shoot",    "log",   "expect",
                                            "baseline", "window",   NULL};

static bool is_printed(const char *option, const char *name, bool drives)
{
    return (name != NULL ? strcmp(name, option) == 0 : us_text_find(first_options, option) < 0) &&
           !(drives && find_refused(option) != NULL);
}

/* NULL: its own text. */
static const char *find_help(const char *name, bool drives)
{
    for (unsigned i = 0; i < sizeof other_helps / sizeof other_helps[0]; i++)
        if (strcmp(other_helps[i].name, name) == 0)
            return drives ? other_helps[i].drive : other_helps[i].run;
    return NULL;
}

/* Those named `name`, or if NULL those that are not among the first. */
static void print_settings(const char *name, bool drives)
{
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        if (!us_setting_has_option(setting) || !is_printed(setting->option, name, drives))
            continue;
        const char *help = find_help(setting->option, drives);
        if (help != NULL)
            tool_help_text_print_option(setting->option, setting->argument, help);
        else
            tool_help_text_print_setting_option(setting, i == US_SETTING_END
                                                             ? "quit, or hold with --window"
                                                             : setting->default_value);
    }
}

static void print_own(const char *name, bool drives)
{
    for (unsigned i = 0; i < OWN_COUNT; i++) {
        const struct own_option *own = &own_options[i];
        const char *help = find_help(own->name, drives);
        if (is_printed(own->name, name, drives))
            tool_help_text_print_option(own->name, own->argument, help != NULL ? help : own->help);
    }
}

void tool_run_options_print_record(void)
{
    for (unsigned i = 0; i < RECORD_COUNT; i++) {
        const struct own_option *own = find_own(record_options[i]);
        tool_help_text_print_option(own->name, own->argument,
                                    strcmp(own->name, "rate") == 0 ? record_rate_help : own->help);
    }
}

void tool_run_options_print_help(bool drives)
{
    puts("The options that matter first:");
    for (unsigned i = 0; drives && i < DRIVE_COUNT; i++)
        tool_help_text_print_option(drive_options[i].name, drive_options[i].argument,
                                    drive_options[i].help);
    for (unsigned i = 0; first_options[i] != NULL; i++) {
        print_settings(first_options[i], drives);
        print_own(first_options[i], drives);
    }
    const char *command = drives ? "drive" : "run";
    printf("\nFurther settings of the layer (%s sets an environment variable for each; see "
           "'understudy help settings'):\n",
           command);
    print_settings(NULL, drives);
    printf("\nFurther options of %s itself:\n", command);
    print_own(NULL, drives);
}
