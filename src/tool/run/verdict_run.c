/* SPDX-License-Identifier: MIT */
#include "tool/run/verdict_run.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/log/divergence.h"
#include "tool/log/divergence_print.h"
#include "tool/log/log_reader.h"
#include "tool/verdict/expect.h"
#include "tool/log/live_input.h"
#include "tool/run/launch_logged.h"
#include "tool/cli/paths.h"
#include "tool/run/played.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"
#include "tool/verdict/verdict.h"
#include "tool/verdict/verdict_print.h"

/* What the two runs wrote; the second only with `twice`. */
struct logs {
    char folder[PATH_MAX]; /* a temporary one, or empty */
    char paths[2][PATH_MAX];
};

bool tool_verdict_run_is_wanted(const struct tool_verdict_run *verdict_run)
{
    return verdict_run->expect != NULL || verdict_run->twice;
}

bool tool_verdict_run_check(const struct tool_verdict_run *verdict_run)
{
    bool wrong =
        verdict_run->expect == NULL && (verdict_run->report != NULL || verdict_run->junit != NULL);
    if (wrong)
        tool_text_complain("run: --report and --junit need --expect");
    return !wrong;
}

/* The log that is kept is the first run's. */
static bool place_logs(const struct tool_verdict_run *verdict_run, struct logs *logs)
{
    *logs = (struct logs){0};
    if ((verdict_run->log == NULL || verdict_run->twice) &&
        !tool_temporary_files_make_folder(logs->folder))
        return false;
    bool first = verdict_run->log != NULL
                     ? tool_paths_join("", verdict_run->log, logs->paths[0])
                     : tool_paths_join(logs->folder, "/first.jsonl", logs->paths[0]);
    return first &&
           (!verdict_run->twice || tool_paths_join(logs->folder, "/second.jsonl", logs->paths[1]));
}

static void remove_logs(const struct tool_verdict_run *verdict_run, const struct logs *logs)
{
    if (verdict_run->log == NULL && logs->paths[0][0] != '\0')
        unlink(logs->paths[0]);
    if (logs->paths[1][0] != '\0')
        unlink(logs->paths[1]);
    if (logs->folder[0] != '\0')
        rmdir(logs->folder);
}

/* The layer appends; what an earlier run wrote must not be read as this one's. */
static bool use_log(const char *path)
{
    FILE *file = fopen(path, "we");
    if (file == NULL || fclose(file) != 0) {
        tool_text_complain("%s cannot be written: %s", path, strerror(errno));
        return false;
    }
    setenv("UNDERSTUDY_EVENTS", path, 1);
    return true;
}

static bool expects_an_end(const struct tool_expect *expect)
{
    for (size_t i = 0; i < expect->count; i++)
        if (expect->list[i].what.kind == TOOL_EXPECT_ENDS)
            return true;
    return false;
}

static void say_failure(const struct tool_launch_end *end)
{
    if (end->how == TOOL_LAUNCH_EXITED)
        tool_text_complain("the app failed: its exit code is %d", end->number);
    else if (end->how == TOOL_LAUNCH_SIGNALLED)
        tool_text_complain("the app crashed: signal %d (%s)", end->number, strsignal(end->number));
    else if (end->how == TOOL_LAUNCH_GRACE)
        tool_text_complain("the app failed: it did not exit after playback");
    else
        tool_text_complain("the app failed: it did not exit within the limit");
}

static int judge(const struct tool_verdict_run *verdict_run, const struct tool_expect *expect,
                 const char *log, const struct tool_launch_end *end)
{
    struct tool_verdict verdict;
    const struct tool_verdict_end known = {true, end->how != TOOL_LAUNCH_EXITED, end->number};
    if (!tool_verdict_judge(&verdict, expect, log, &known))
        return TOOL_EXIT_UNMET;
    tool_verdict_print(stderr, &verdict, expect);
    int code = verdict.passed ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
    if (verdict_run->report != NULL &&
        !tool_verdict_write_json(verdict_run->report, &verdict, expect, &known))
        code = TOOL_EXIT_OUTPUT;
    if (verdict_run->junit != NULL &&
        !tool_verdict_write_junit(verdict_run->junit, verdict_run->expect, &verdict, expect))
        code = TOOL_EXIT_OUTPUT;
    tool_verdict_free(&verdict);
    return code;
}

/* Live input is why two runs differ, more often than not. */
static void say_live_input(const struct logs *logs, const struct tool_divergence *divergence,
                           bool differ)
{
    bool with_before = differ && divergence->frame == TOOL_LOG_READER_BEFORE;
    unsigned kinds = tool_live_input_find(logs->paths[0], with_before) |
                     tool_live_input_find(logs->paths[1], with_before);
    char names[64];
    tool_live_input_describe(kinds, names, sizeof names);
    if (kinds == 0)
        return;
    if (differ)
        tool_text_complain("live input reached the app: %s. The recording does not play it, so "
                           "it may differ between runs.",
                           names);
    else
        tool_text_complain("live input reached the app and was the same in both runs: %s", names);
}

static int compare(const struct logs *logs)
{
    const struct tool_divergence_options allow = {{1e-5, 1e-4, 1e-5}, NULL, true};
    struct tool_divergence divergence;
    char frames[64];
    switch (tool_divergence_find(logs->paths[0], logs->paths[1], &allow, &divergence)) {
    case TOOL_DIVERGENCE_NONE:
        tool_divergence_count(&divergence, frames, sizeof frames);
        tool_text_complain("deterministic: no difference in %s", frames);
        say_live_input(logs, &divergence, false);
        return TOOL_EXIT_OK;
    case TOOL_DIVERGENCE_FOUND:
        tool_text_complain("not deterministic:");
        tool_divergence_print(stderr, "the first run", "the second run", &divergence);
        say_live_input(logs, &divergence, true);
        return TOOL_EXIT_UNMET;
    case TOOL_DIVERGENCE_UNKNOWN:
        break;
    }
    tool_text_complain("run cannot tell whether the app is deterministic");
    return TOOL_EXIT_UNMET;
}

/* What every run of a verdict_run is given. */
struct play {
    char **app;
    const struct tool_launch_limits *limits;
    struct us_run_status *status;
    bool (*prepare)(const void *);
    const void *data;
};

static bool was_interrupted(const struct tool_launch_end *end)
{
    if (end->interrupted != 0)
        tool_text_complain("there is no verdict: signal %d (%s) ended the run", end->interrupted,
                           strsignal(end->interrupted));
    return end->interrupted != 0;
}

/* One run. True: there is a log to judge; otherwise `*out_code` says why not. */
static bool play(const struct play *play, const char *log, struct tool_launch_end *out_end,
                 int *out_code)
{
    *out_code = TOOL_EXIT_CANNOT;
    tool_played_reset(play->status);
    if (!play->prepare(play->data) || !use_log(log))
        return false;
    *out_code = tool_launch_logged(log, play->app, play->limits, out_end);
    tool_played_say_unfinished(play->status);
    if (was_interrupted(out_end)) {
        *out_code = TOOL_EXIT_SIGNAL + out_end->interrupted;
        return false;
    }
    if (out_end->how == TOOL_LAUNCH_NOT_STARTED)
        return false;
    *out_code = TOOL_EXIT_RUNTIME;
    return tool_played_check(play->status);
}

/* The second run, and whether it is like the first. */
static int play_again(const struct play *again, const struct logs *logs,
                      const struct tool_app_end *wanted, struct tool_launch_end *end)
{
    struct tool_launch_end second;
    int code;
    if (!play(again, logs->paths[1], &second, &code))
        return code;
    if (!tool_app_end_accepts(wanted, &second) && tool_app_end_accepts(wanted, end))
        *end = second;
    return compare(logs);
}

static int run(const struct tool_verdict_run *verdict_run, const struct tool_expect *expect,
               const struct logs *logs, const struct play *first)
{
    struct tool_launch_end end;
    int code;
    bool has_played = play(first, logs->paths[0], &end, &code);
    if (!has_played && code != TOOL_EXIT_RUNTIME)
        return code;
    if (has_played)
        code = expect->count > 0 ? judge(verdict_run, expect, logs->paths[0], &end) : TOOL_EXIT_OK;
    if (has_played && verdict_run->twice) {
        int other = play_again(first, logs, &verdict_run->exit, &end);
        code = code == TOOL_EXIT_OK || other > TOOL_EXIT_APP ? other : code;
    }
    bool is_judged = verdict_run->exit.kind == TOOL_APP_END_WELL && expects_an_end(expect);
    if (!is_judged && !tool_app_end_accepts(&verdict_run->exit, &end) &&
        code <= TOOL_EXIT_RUNTIME) {
        say_failure(&end);
        code = TOOL_EXIT_APP;
    }
    return code;
}

int tool_verdict_run_run(const struct tool_verdict_run *verdict_run, char **app,
                         const struct tool_launch_limits *limits, struct us_run_status *status,
                         bool (*prepare)(const void *), const void *data)
{
    const struct play first = {app, limits, status, prepare, data};
    struct tool_expect expect = {0};
    struct logs logs;
    if (verdict_run->expect != NULL && !tool_expect_read(&expect, verdict_run->expect))
        return TOOL_EXIT_USAGE;
    int code = TOOL_EXIT_CANNOT;
    if (place_logs(verdict_run, &logs))
        code = run(verdict_run, &expect, &logs, &first);
    remove_logs(verdict_run, &logs);
    tool_expect_free(&expect);
    return code;
}
