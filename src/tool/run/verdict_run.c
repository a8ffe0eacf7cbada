/* SPDX-License-Identifier: MIT */
#include "tool/run/verdict_run.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "platform/environment.h"
#include "status/setting_table.h"
#include "tool/compare/compare_print.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/command.h"
#include "tool/cli/text.h"
#include "tool/run/compared_runs.h"
#include "tool/run/run_request.h"
#include "tool/run_folder/played.h"
#include "tool/run_folder/run_folder.h"
#include "tool/verdict/verdict.h"

enum { TIMES_MAX = 1000 };

/* A verdict that is being made. */
struct state {
    const struct tool_verdict_run *run;
    struct tool_compared_runs runs;
    struct tool_expect *expect; /* the run's */
    struct tool_verdict verdict;
    bool is_judged;
};

unsigned tool_verdict_run_times(const struct tool_verdict_run *run)
{
    return isnan(run->repeat) ? 1 : (unsigned)run->repeat;
}

bool tool_verdict_run_is_wanted(const struct tool_verdict_run *run)
{
    return run->expect != NULL || tool_verdict_run_times(run) > 1 ||
           run->baseline_order.folder != NULL || run->report != NULL || run->junit != NULL;
}

static const char *find_conflict(const struct tool_verdict_run *run)
{
    bool has_baseline = run->baseline_order.folder != NULL;
    if (!isnan(run->repeat) && !(run->repeat >= 1.0 && run->repeat <= (double)TIMES_MAX &&
                                 run->repeat == floor(run->repeat)))
        return "--repeat must be a whole number from 1 to 1000";
    if (run->allow != NULL && !has_baseline && tool_verdict_run_times(run) < 2)
        return "--allow needs --baseline or --repeat";
    return NULL;
}

bool tool_verdict_run_check(const struct tool_verdict_run *run)
{
    const char *conflict = find_conflict(run);
    if (conflict != NULL)
        tool_text_complain("run: %s", conflict);
    return conflict == NULL;
}

static void describe_failure(const struct tool_launch_end *end, char *out, size_t size)
{
    if (end->how == TOOL_LAUNCH_EXITED)
        snprintf(out, size, "the app failed: its exit code is %d", end->number);
    else if (end->how == TOOL_LAUNCH_SIGNALLED)
        snprintf(out, size, "the app crashed: signal %d (%s)", end->number,
                 us_app_signal_words(end->number, end->status));
    else if (end->how == TOOL_LAUNCH_GRACE)
        snprintf(out, size, "the app failed: it did not exit after playback");
    else if (end->how == TOOL_LAUNCH_STALL)
        snprintf(out, size, "the app failed: it stood still");
    else
        snprintf(out, size, "the app failed: it did not exit within the limit");
}

static struct tool_verdict_end known_end(const struct state *state)
{
    const struct tool_launch_end *end = &state->runs.end;
    const struct tool_run_place *place = &state->runs.first;
    return (struct tool_verdict_end){
        .is_known = end->how != TOOL_LAUNCH_NOT_STARTED,
        .is_signal = end->how != TOOL_LAUNCH_EXITED,
        .code = end->number,
        .shots = place->pictures[0] != '\0' ? place->pictures
                                            : us_setting_table[US_SETTING_SHOTS_DIR].default_value,
        .output = {place->output[0], place->output[1]}};
}

/* Whether only --report or --junit ask for a verdict. */
static bool is_alone(const struct tool_verdict_run *run)
{
    return run->expect == NULL && tool_verdict_run_times(run) < 2 && run->baseline.folder == NULL;
}

/* The reports of a run without expectations that is compared with nothing hold one result. */
static bool complete_expect(struct state *state)
{
    const struct tool_verdict_run *run = state->run;
    bool repeats = strcmp(run->end, "loop") == 0 || strcmp(run->end, "pingpong") == 0;
    if (run->expect != NULL)
        return true;
    if (is_alone(run))
        return tool_expect_play(state->expect, repeats ? "loop" : "ended",
                                "the recording played to its end",
                                "the app ended, or its session did, before that");
    return tool_verdict_run_times(run) > 1 || !run->baseline.is_new ||
           tool_expect_play(state->expect, "start", "the recording was played",
                            "the log lacks the start of playback, so another program has changed "
                            "the file; run the app again");
}

static int judge(struct state *state)
{
    const struct tool_verdict_end known = known_end(state);
    const struct tool_play *play = &state->runs.play;
    state->is_judged =
        tool_verdict_of_log(&state->verdict, state->expect, state->runs.first.log, &known);
    if (!state->is_judged)
        return TOOL_EXIT_UNMET;
    const bool is_met = state->verdict.passed;
    _Static_assert(sizeof state->verdict.missing_screenshots == TOOL_PLAYED_REASON_SIZE,
                   "the reason has room");
    if (tool_played_missing_screenshots(play->status,
                                        play->request->settings[US_SETTING_SHOOT].text,
                                        state->verdict.missing_screenshots))
        state->verdict.passed = false;
    if (state->run->expect != NULL || is_alone(state->run) || !state->verdict.passed)
        tool_verdict_print(stderr, &state->verdict, state->expect);
    return state->verdict.passed ? TOOL_EXIT_OK : is_met ? TOOL_EXIT_OUTPUT : TOOL_EXIT_UNMET;
}

static int combine(int code, int other)
{
    return code == TOOL_EXIT_OK || other > TOOL_EXIT_APP ? other : code;
}

/* A further run was not played: the reports say it, whatever the first one did. */
static int play_again(struct state *state, int code)
{
    struct tool_verdict *verdict = &state->verdict;
    const struct tool_compared_runs *runs = &state->runs;
    code = combine(code, tool_compared_runs_play_again(&state->runs));
    if (runs->unplayed[0] == '\0' || !state->is_judged)
        return code;
    verdict->passed = false;
    snprintf(verdict->unplayed, sizeof verdict->unplayed, "%s: %.900s", runs->again_name,
             runs->unplayed);
    return code;
}

/* An app that ends badly fails the run, whatever was expected of it until then. */
static int judge_end(struct state *state, int code)
{
    bool is_judged = state->run->exit.kind == TOOL_APP_END_WELL &&
                     tool_expect_has(state->expect, TOOL_EXPECT_ENDS);
    if (is_judged || tool_app_end_accepts(&state->run->exit, &state->runs.end) ||
        code > TOOL_EXIT_RUNTIME)
        return code;
    char *failure = state->verdict.app_failed;
    describe_failure(&state->runs.end, failure, sizeof state->verdict.app_failed);
    tool_text_complain("%s", failure);
    state->verdict.passed = false;
    return TOOL_EXIT_APP;
}

/* ---- The reports, understudy-run-folder(5) ---- */

static bool has_failed(const struct tool_run_check *check)
{
    return check->is_made && check->must_be_equal && check->result.first != TOOL_RUN_SAME;
}

/* Names the run of the baseline: its folder, as an absolute path, and when it began. */
static void add_baseline(cJSON *object, const struct tool_run_side *side)
{
    char path[PATH_MAX];
    if (side->place.folder[0] == '\0' || !tool_file_path_make_absolute(side->place.folder, path))
        return;
    tool_json_add_text(object, "a_folder", path);
    tool_json_add_text(object, "a_began", tool_json_text(side->facts, "began", ""));
}

static bool write_json(const struct state *state, const char *path)
{
    const struct tool_verdict_end end = known_end(state);
    struct tool_verdict verdict = state->verdict;
    cJSON *comparison = cJSON_CreateObject();
    for (int i = 0; i < TOOL_COMPARED_CHECKS; i++) {
        const struct tool_run_check *check = &state->runs.checks[i];
        verdict.passed = verdict.passed && !has_failed(check);
        if (!check->is_made)
            continue;
        cJSON *object = tool_compare_runs_to_json(&check->a, &check->b, &check->result);
        if (i == TOOL_COMPARED_BASELINE)
            add_baseline(object, &check->a);
        cJSON_AddItemToObject(comparison, check->name, object);
    }
    return tool_verdict_write_json(path, &verdict, state->expect, &end, comparison);
}

static bool write_junit(const struct state *state, const char *path)
{
    struct tool_verdict_case cases[TOOL_COMPARED_CHECKS];
    char names[TOOL_COMPARED_CHECKS][128], failures[TOOL_COMPARED_CHECKS][2048];
    size_t count = 0;
    for (int i = 0; i < TOOL_COMPARED_CHECKS; i++) {
        const struct tool_run_check *check = &state->runs.checks[i];
        if (!check->is_made)
            continue;
        snprintf(names[count], sizeof names[0], "the same as %.100s", check->a.name);
        tool_compare_describe_runs(&check->result, failures[count], sizeof failures[0]);
        cases[count] =
            (struct tool_verdict_case){names[count], has_failed(check) ? failures[count] : NULL};
        count++;
    }
    return tool_verdict_write_junit(
        path, state->run->expect != NULL ? state->run->expect : "understudy run", &state->verdict,
        state->expect, cases, count);
}

/* Where they were asked for, and in the run folder. */
static bool write_reports(const struct state *state)
{
    char json[PATH_MAX], junit[PATH_MAX];
    const struct tool_verdict_run *run = state->run;
    bool written = run->report == NULL || write_json(state, run->report);
    if (run->junit != NULL && !write_junit(state, run->junit))
        written = false;
    /* Where the app could not be started, the folder may be that of an earlier run. */
    if (!cJSON_HasObjectItem(run->facts, "end"))
        return written;
    return tool_run_folder_part(state->runs.first.folder, TOOL_RUN_VERDICT, json) &&
           tool_run_folder_part(state->runs.first.folder, TOOL_RUN_JUNIT, junit) &&
           write_json(state, json) && write_junit(state, junit) && written;
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
    if (state->verdict.frames == 0) {
        tool_text_complain("the run does not become the baseline, because the app showed no frame");
        return TOOL_EXIT_RUNTIME;
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
    if (!has_played && state->runs.unplayed[0] == '\0')
        return code;
    if (has_played)
        code = judge(state);
    else
        state->is_judged =
            tool_verdict_unplayed(&state->verdict, state->expect, state->runs.unplayed);
    if (has_played && state->runs.times > 1)
        code = play_again(state, code);
    if (has_played && state->run->baseline.facts != NULL)
        code = combine(code, tool_compared_runs_hold(&state->runs));
    code = judge_end(state, code);
    if (state->is_judged && !write_reports(state))
        code = TOOL_EXIT_OUTPUT;
    return store_baseline(state, code);
}

int tool_verdict_run_run(struct tool_verdict_run *verdict_run,
                         const struct tool_launch_limits *limits, struct us_run_status *status)
{
    static struct state state;
    state =
        (struct state){.run = verdict_run,
                       .expect = &verdict_run->expected,
                       .runs = {.play = {verdict_run->app, limits, status, verdict_run->request},
                                .times = tool_verdict_run_times(verdict_run),
                                .facts = verdict_run->facts,
                                .exit = &verdict_run->exit,
                                .baseline = &verdict_run->baseline,
                                .allow = verdict_run->allowed,
                                .is_passing = verdict_run->is_temporary,
                                .first = verdict_run->place}};
    if (!complete_expect(&state))
        return TOOL_EXIT_USAGE;
    state.expect->faults = verdict_run->faults;
    if (tool_expect_needs_processor(state.expect))
        us_environment_set(us_setting_table[US_SETTING_EVENTS_PROCESSOR].variable, "1");
    state.runs.keeps_output = tool_expect_has(state.expect, TOOL_EXPECT_OUTPUT);
    int code = tool_compared_runs_begin(&state.runs) ? run(&state) : TOOL_EXIT_USAGE;
    if (state.is_judged)
        tool_verdict_free(&state.verdict);
    tool_compared_runs_end(&state.runs);
    return code;
}
