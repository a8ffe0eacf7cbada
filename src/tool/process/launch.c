/* SPDX-License-Identifier: MIT */
#include "tool/process/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "eventlog/event_journal.h"
#include "eventlog/event_journal_ring.h"
#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/pipe.h"
#include "platform/supervisor.h"
#include "tool/cli/command.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/process/call_report.h"
#include "tool/process/lost_outputs.h"
#include "tool/process/stream_copy.h"

/* How often this process calls the functions that watch the run. */
#define LOOK_EACH_MS 100

/* The most bytes of an app's name in a message, which has room for the reason as well. */
#define NAME_SHOWN 800

void tool_launch_describe_fault(const char *app, int number, char out[TOOL_LAUNCH_FAULT_SIZE])
{
    const char *fault = us_app_fault(app, number);
    const size_t length = strlen(app), shown = us_utf8_cut(app, length, NAME_SHOWN);
    const char *rest = shown < length ? "..." : "";
    if (app[0] == '\0')
        snprintf(out, TOOL_LAUNCH_FAULT_SIZE, "the name of the app is empty");
    else if (fault == NULL)
        snprintf(out, TOOL_LAUNCH_FAULT_SIZE,
                 "there is no app %.*s%s; check its name, or pass its path", (int)shown, app, rest);
    else
        snprintf(out, TOOL_LAUNCH_FAULT_SIZE, "%.*s%s cannot be executed: %.150s", (int)shown, app,
                 rest, fault);
}

/* Says why an app cannot be executed. `reason` is that of us_supervisor_start_app. Returns the exit
 * code that a shell would give: 127 if there is no such app, otherwise 126. */
static int explain(const char *app, int reason)
{
    char fault[TOOL_LAUNCH_FAULT_SIZE];
    tool_launch_describe_fault(app, reason, fault);
    tool_text_complain("%s", fault);
    return us_app_fault(app, reason) == NULL ? TOOL_EXIT_MISSING : TOOL_EXIT_CANNOT;
}

void tool_launch_end_app(void)
{
    us_supervisor_tell(US_SIGNAL_TERM);
}

/* Of the launch that runs: the supervisor does not know why it was told. */
static atomic_bool has_stalled;

void tool_launch_end_stalled_app(void)
{
    atomic_store(&has_stalled, true);
    tool_launch_end_app();
}

/* Prints the last calls of an app that crashed. */
static void say_crash(const struct tool_launch_limits *limits, const struct tool_launch_end *end,
                      const char *app)
{
    if (end->interrupted != 0 || end->number == US_SIGNAL_TERM || end->number == US_SIGNAL_INT ||
        limits->run_status == NULL)
        return;
    tool_call_report_print(limits->run_status);
    tool_call_report_print_backtrace(app);
}

/* Of an app that did not end by the signal by which it was to end. */
static int say_interruption(const struct tool_launch_end *end)
{
    const int number = end->interrupted;
    const char *words = us_app_signal_words(number, 0);
    if (end->obeys == TOOL_LAUNCH_LEAVES)
        tool_text_complain("signal %d (%s) came after the app's end; the processes that it had "
                           "left were ended",
                           number, words);
    else if (end->how == TOOL_LAUNCH_EXITED)
        tool_text_complain(
            "the app did not exit after signal %d (%s), but after " US_SIGNAL_TERM_WORDS
            ", with exit code %d",
            number, words, end->number);
    else
        tool_text_complain("the app did not exit after signal %d (%s); signal %d (%s) ended it",
                           number, words, end->number,
                           us_app_signal_words(end->number, end->status));
    return TOOL_EXIT_SIGNAL + number;
}

static int say_end(const struct tool_launch_limits *limits, const struct tool_launch_end *end,
                   const char *app)
{
    if (end->interrupted != 0 && end->obeys != TOOL_LAUNCH_OBEYS)
        return say_interruption(end);
    switch (end->how) {
    case TOOL_LAUNCH_EXITED:
        return end->number;
    case TOOL_LAUNCH_LIMIT:
    case TOOL_LAUNCH_GRACE:
    case TOOL_LAUNCH_STALL:
        return TOOL_EXIT_ENDED;
    case TOOL_LAUNCH_SIGNALLED:
        tool_text_complain("signal %d (%s) ended the app", end->number,
                           us_app_signal_words(end->number, end->status));
        say_crash(limits, end, app);
        return TOOL_EXIT_SIGNAL + end->number;
    case TOOL_LAUNCH_NOT_STARTED:
        break;
    }
    return TOOL_EXIT_CANNOT;
}

/* Of the launch that runs: its pipes and copies, and whether something is on the way. */
static atomic_int output_pipes[2] = {-1, -1};
static const char *_Atomic output_paths[2];
static atomic_bool is_copying;

static void tell_outputs(const struct tool_stream_copy copies[2])
{
    for (int i = 0; i < 2; i++) {
        atomic_store(&output_pipes[i], copies != NULL ? copies[i].from : -1);
        atomic_store(&output_paths[i], copies != NULL ? copies[i].path : NULL);
    }
}

const char *tool_launch_output(int stream)
{
    return atomic_load(&output_paths[stream]);
}

/* What is not in a pipe any more is on the way, or in the copy. */
bool tool_launch_has_output(void)
{
    bool has_any = false;
    for (int i = 0; i < 2; i++) {
        int pipe = atomic_load(&output_pipes[i]);
        has_any |= pipe >= 0 && us_pipe_has_bytes(pipe);
    }
    return has_any || atomic_load(&is_copying);
}

static void take_copies(struct tool_stream_copy copies[2])
{
    atomic_store(&is_copying, true);
    for (int i = 0; i < 2; i++)
        tool_stream_copy_take(&copies[i]);
    atomic_store(&is_copying, false);
}

/* Watches the run and passes the app's output on until the supervisor sends a message. */
static void look_after(const struct tool_launch_watch *watch, struct tool_stream_copy copies[2])
{
    bool is_over = false;
    for (int seen = 0; !is_over;) {
        const int pipes[2] = {copies[0].from, copies[1].from};
        is_over = us_supervisor_wait(pipes, watch != NULL ? LOOK_EACH_MS : -1);
        take_copies(copies);
        for (; watch != NULL && watch->mark != NULL && seen != us_supervisor_marks(); seen++)
            watch->mark(watch->data);
        if (watch != NULL)
            watch->look(watch->data);
    }
}

/* Reads the last message of the supervisor, and waits for its end. */
static int wait_for_result(const char *app, const struct tool_launch_limits *limits,
                           struct tool_launch_end *out_end)
{
    struct tool_supervise_result result;
    bool is_told = us_supervisor_hear(&result, sizeof result);
    us_supervisor_join();
    int interrupted = us_supervisor_interruption();
    if (!is_told) {
        tool_text_complain("the supervisor of the app was killed; terminating the app");
        us_supervisor_end_orphans(TOOL_LAUNCH_KILL_AFTER_S);
        *out_end = (struct tool_launch_end){
            .how = TOOL_LAUNCH_SIGNALLED, .number = US_SIGNAL_KILL, .interrupted = interrupted};
        return TOOL_EXIT_CANNOT;
    }
    /* The app may have ended before the supervisor got the signal. */
    if (interrupted != 0 && result.end.interrupted == 0)
        us_supervisor_end_orphans(TOOL_LAUNCH_KILL_AFTER_S);
    result.end.interrupted = interrupted;
    if (atomic_load(&has_stalled) && interrupted == 0)
        result.end.how = TOOL_LAUNCH_STALL;
    *out_end = result.end;
    return say_end(limits, &result.end, app);
}

/* Once the supervisor runs. */
static int see_to(char **argv, const struct tool_launch_limits *limits,
                  struct tool_stream_copy copies[2], struct tool_launch_end *out_end)
{
    bool is_copied = limits->copies[0] != NULL || limits->copies[1] != NULL;
    struct tool_supervise_result start;
    for (int i = 0; i < 2; i++)
        tool_stream_copy_release(&copies[i]);
    if (us_supervisor_hear(&start, sizeof start) && start.not_started != 0) {
        us_supervisor_join();
        out_end->number = start.not_started;
        return explain(argv[0], start.not_started);
    }
    tell_outputs(copies);
    if (limits->started != NULL)
        limits->started(limits->data);
    /* The reader of this process's output may end; the app's output is still copied. */
    if (is_copied)
        us_pipe_begin_survival();
    if (is_copied || limits->watch != NULL)
        look_after(limits->watch, copies);
    int code = wait_for_result(argv[0], limits, out_end);
    take_copies(copies);
    tell_outputs(NULL);
    if (is_copied)
        us_pipe_end_survival();
    return code;
}

static int launch(char **argv, const struct tool_launch_limits *limits,
                  struct tool_launch_end *out_end)
{
    struct tool_stream_copy copies[2];
    bool out = tool_stream_copy_open(&copies[0], limits->copies[0], US_DESCRIPTOR_OUTPUT);
    bool error = tool_stream_copy_open(&copies[1], limits->copies[1], US_DESCRIPTOR_ERROR);
    int code = TOOL_EXIT_CANNOT;
    struct tool_launch_limits order = *limits;
    const struct us_supervisor_order supervisor = {
        .argv = argv,
        .outputs = {copies[0].to_pipe, copies[1].to_pipe},
        .supervise = tool_supervise,
        .data = &order};
    if (out && error && us_supervisor_start(&supervisor))
        code = see_to(argv, limits, copies, out_end);
    else if (out && error)
        tool_text_complain("the app cannot be started: %s", strerror(errno));
    for (int i = 0; i < 2; i++)
        tool_stream_copy_close(&copies[i]);
    return code;
}

int tool_launch(char **argv, const struct tool_launch_limits *limits,
                struct tool_launch_end *out_end)
{
    int interrupted = us_supervisor_interruption();
    *out_end = (struct tool_launch_end){.how = TOOL_LAUNCH_NOT_STARTED, .interrupted = interrupted};
    us_supervisor_take_marks(limits->watch != NULL && limits->watch->mark != NULL);
    atomic_store(&has_stalled, false);
    /* Someone may have asked for the end between two runs. */
    return interrupted == 0 ? launch(argv, limits, out_end) : TOOL_EXIT_SIGNAL + interrupted;
}

/* ---- The event log ---- */

static const char ring_variable[] = "UNDERSTUDY_EVENTS_RING";

/* In memory where there is room for it: an app's frame thread writes to it. */
static bool make_ring(const char *log, char out[PATH_MAX])
{
    int file = tool_temporary_files_open("ring", log, us_event_journal_prepare_ring, out);
    if (file < 0) {
        tool_text_complain("neither /dev/shm nor the disk has room for the event log's buffer "
                           "(%s); if the app crashes, the log lacks the last moments",
                           strerror(errno));
        return false;
    }
    us_descriptor_close(file);
    if (!tool_temporary_files_is_in_memory(out))
        tool_text_complain("/dev/shm has no room for the event log's buffer; using %s on disk, "
                           "which may slow the app down",
                           out);
    us_environment_set(ring_variable, out);
    return true;
}

int tool_launch_logged(const char *log, char **argv, const struct tool_launch_limits *limits,
                       struct tool_launch_end *out_end)
{
    char ring[PATH_MAX];
    us_environment_unset(ring_variable);
    if (log == NULL || !make_ring(log, ring))
        return tool_launch(argv, limits, out_end);
    int code = tool_launch(argv, limits, out_end);
    uint64_t dropped = 0;
    if (us_event_journal_recover(ring, log, &dropped) < 0)
        tool_lost_outputs_note_log(strerror(errno));
    else if (dropped > 0)
        tool_lost_outputs_note_log(
            us_event_journal_dropped_words(dropped, (char[US_LOST_OUTPUT_SIZE]){0}));
    us_path_remove(ring);
    us_environment_unset(ring_variable);
    return code;
}
