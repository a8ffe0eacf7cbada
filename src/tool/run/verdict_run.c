/* SPDX-License-Identifier: MIT */
#include "tool/run/verdict_run.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status/setting_table.h"
#include "tool/baseline/run_report.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/run/compared_runs.h"
#include "tool/run_folder/run_folder.h"
#include "tool/expect/expect.h"
#include "tool/verdict/judge.h"
#include "tool/verdict/verdict.h"
#include "tool/verdict/verdict_print.h"

enum { TIMES_MAX = 1000 };

/* A verdict that is being made. */
struct state {
    const struct tool_verdict_run *run;
    struct tool_compared_runs runs;
    struct tool_expect expect;
    struct tool_verdict verdict;
    bool is_judged;
};

unsigned tool_verdict_run_times(const struct tool_verdict_run *run)
{
    if (!isnan(run->times))
        return (unsigned)run->times;
    return run->twice ? 2 : 1;
}

bool tool_verdict_run_is_wanted(const struct tool_verdict_run *run)
{
    return run->expect != NULL || tool_verdict_run_times(run) > 1 ||
           run->baseline_order.folder != NULL;
}

static const char *find_conflict(const struct tool_verdict_run *run)
{
    bool has_baseline = run->baseline_order.folder != NULL;
    if (!isnan(run->times) &&
        !(run->times >= 1.0 && run->times <= (double)TIMES_MAX && run->times == floor(run->times)))
        return "--times must be a whole number from 1 to 1000";
    if (!isnan(run->times) && run->twice)
        return "--times and --twice exclude each other";
    if (!tool_verdict_run_is_wanted(run) && (run->report != NULL || run->junit != NULL))
        return "--report and --junit need --expect, --baseline, --twice or --times";
    if (!has_baseline && run->baseline_order.no_create)
        return "--no-create needs --baseline";
    if (!has_baseline && run->baseline_order.update)
        return "--update-baseline needs --baseline";
    if (run->baseline_order.no_create && run->baseline_order.update)
        return "--no-create and --update-baseline exclude each other";
    if (run->allow != NULL && !has_baseline && tool_verdict_run_times(run) < 2)
        return "--allow needs --baseline, --twice or --times";
    return NULL;
}

bool tool_verdict_run_check(const struct tool_verdict_run *run)
{
    const char *conflict = find_conflict(run);
    if (conflict != NULL)
        tool_text_complain("run: %s", conflict);
    return conflict == NULL;
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
    else if (end->how == TOOL_LAUNCH_STALL)
        tool_text_complain("the app failed: it stood still");
    else
        tool_text_complain("the app failed: it did not exit within the limit");
}

static struct tool_verdict_end known_end(const struct state *state)
{
    const struct tool_launch_end *end = &state->runs.end;
    return (struct tool_verdict_end){true, end->how != TOOL_LAUNCH_EXITED, end->number,
                                     state->runs.first.pictures[0] != '\0'
                                         ? state->runs.first.pictures
                                         : us_setting_table[US_SETTING_SHOTS_DIR].default_value};
}

static int judge(struct state *state)
{
    const struct tool_verdict_end known = known_end(state);
    state->is_judged =
        tool_judge_log(&state->verdict, &state->expect, state->runs.first.log, &known);
    if (!state->is_judged)
        return TOOL_EXIT_UNMET;
    if (state->run->expect != NULL)
        tool_verdict_print(stderr, &state->verdict, &state->expect);
    return state->verdict.passed ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
}

/* Where they were asked for, and in the run folder. */
static bool write_reports(const struct state *state)
{
    char json[PATH_MAX], junit[PATH_MAX];
    const struct tool_verdict_run *run = state->run;
    const struct tool_run_report report = {
        .verdict = &state->verdict,
        .expect = &state->expect,
        .end = known_end(state),
        .suite = run->expect != NULL ? run->expect : "understudy run",
        .checks = state->runs.checks,
    };
    bool written = run->report == NULL || tool_run_report_write_json(&report, run->report);
    if (run->junit != NULL && !tool_run_report_write_junit(&report, run->junit))
        written = false;
    if (state->runs.first.folder[0] == '\0')
        return written;
    return tool_run_folder_part(state->runs.first.folder, TOOL_RUN_VERDICT, json) &&
           tool_run_folder_part(state->runs.first.folder, TOOL_RUN_JUNIT, junit) &&
           tool_run_report_write_json(&report, json) &&
           tool_run_report_write_junit(&report, junit) && written;
}

static int combine(int code, int other)
{
    return code == TOOL_EXIT_OK || other > TOOL_EXIT_APP ? other : code;
}

/* The run becomes the baseline, if it is a good one. */
static int store_baseline(const struct state *state, int code)
{
    const struct tool_baseline *baseline = &state->run->baseline;
    const struct tool_run_check *check = &state->runs.checks[TOOL_COMPARED_BASELINE];
    if (baseline->folder == NULL || (!baseline->is_new && !baseline->is_updated))
        return code;
    if (code != TOOL_EXIT_OK) {
        tool_text_complain("the run does not become the baseline, because it failed");
        return code;
    }
    if (baseline->is_updated && check->result.first == TOOL_RUN_SAME) {
        tool_text_complain("the baseline %s stays as it is", baseline->folder);
        return code;
    }
    if (!tool_baseline_store(baseline, state->runs.first.folder))
        return TOOL_EXIT_OUTPUT;
    tool_text_complain("the run is %s baseline now: %s", baseline->is_new ? "the" : "the new",
                       baseline->folder);
    return code;
}

static int run(struct state *state)
{
    int code;
    bool has_played = tool_compared_runs_play(&state->runs, &code);
    if (!has_played && code != TOOL_EXIT_RUNTIME)
        return code;
    if (has_played)
        code = judge(state);
    if (has_played && state->runs.times > 1)
        code = combine(code, tool_compared_runs_play_again(&state->runs));
    if (has_played && state->run->baseline.facts != NULL)
        code = combine(code, tool_compared_runs_hold(&state->runs));
    if (state->is_judged && !write_reports(state))
        code = TOOL_EXIT_OUTPUT;
    bool is_judged = state->run->exit.kind == TOOL_APP_END_WELL && expects_an_end(&state->expect);
    if (!is_judged && !tool_app_end_accepts(&state->run->exit, &state->runs.end) &&
        code <= TOOL_EXIT_RUNTIME) {
        say_failure(&state->runs.end);
        code = TOOL_EXIT_APP;
    }
    return store_baseline(state, code);
}

static bool read_allow(struct state *state)
{
    char path[PATH_MAX];
    tool_allow_init(&state->runs.allow);
    if (state->run->allow != NULL)
        return tool_allow_read(&state->runs.allow, state->run->allow);
    return !tool_baseline_find_allow(&state->run->baseline, path) ||
           tool_allow_read(&state->runs.allow, path);
}

static void finish(struct state *state)
{
    if (state->is_judged)
        tool_verdict_free(&state->verdict);
    tool_compared_runs_end(&state->runs);
    tool_expect_free(&state->expect);
}

int tool_verdict_run_run(const struct tool_verdict_run *verdict_run, char **app,
                         const struct tool_launch_limits *limits, struct us_run_status *status,
                         bool (*prepare)(const void *), const void *data)
{
    static struct state state;
    state = (struct state){.run = verdict_run,
                           .runs = {.play = {app, limits, status, prepare, data},
                                    .times = tool_verdict_run_times(verdict_run),
                                    .facts = verdict_run->facts,
                                    .exit = &verdict_run->exit,
                                    .baseline = &verdict_run->baseline,
                                    .first = verdict_run->place}};
    if (!read_allow(&state) ||
        (verdict_run->expect != NULL && !tool_expect_read(&state.expect, verdict_run->expect)))
        return TOOL_EXIT_USAGE;
    if (verdict_run->expect != NULL)
        state.expect.faults = verdict_run->faults;
    if (tool_expect_needs_processor(&state.expect))
        setenv(us_setting_table[US_SETTING_EVENTS_PROCESSOR].variable, "1", 1);
    int code = tool_compared_runs_begin(&state.runs) ? run(&state) : TOOL_EXIT_CANNOT;
    finish(&state);
    return code;
}
