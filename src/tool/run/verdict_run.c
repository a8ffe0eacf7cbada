/* SPDX-License-Identifier: MIT */
#include "tool/run/verdict_run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status/setting_table.h"
#include "tool/baseline/run_compare_print.h"
#include "tool/baseline/run_report.h"
#include "tool/cli/command.h"
#include "tool/cli/paths.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/log/live_input.h"
#include "tool/log/log_reader.h"
#include "tool/run/played.h"
#include "tool/run_folder/run_facts.h"
#include "tool/run_folder/run_folder.h"
#include "tool/verdict/expect.h"
#include "tool/verdict/verdict.h"
#include "tool/verdict/verdict_print.h"

enum { TIMES_MAX = 1000 };

/* What every run is given. */
struct play {
    char **app;
    const struct tool_launch_limits *limits;
    struct us_run_status *status;
    bool (*prepare)(const void *);
    const void *data;
};

enum { CHECK_AGAIN, CHECK_BASELINE };

/* A verdict that is being made. */
struct state {
    const struct tool_verdict_run *run;
    struct play play;
    struct tool_expect expect;
    struct tool_allow allow;
    char folder[PATH_MAX];       /* a temporary one, or empty */
    bool keeps_folder;           /* what it holds is the reason of the verdict */
    struct tool_run_place first; /* with a log in any case */
    struct tool_launch_end end;
    struct tool_verdict verdict;
    bool is_judged;
    char again_name[32];
    struct tool_run_check checks[TOOL_RUN_CHECKS];
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

/* A further run has a run folder of its own, or else is in the temporary folder. */
static bool place_again(const struct state *state, unsigned n, struct tool_run_place *out)
{
    char folder[PATH_MAX];
    bool has_pictures = state->first.pictures[0] != '\0';
    if (state->first.folder[0] != '\0')
        return tool_run_folder_again(state->first.folder, n, folder) &&
               tool_run_folder_claim("--out", folder) &&
               tool_run_place_in_folder(out, folder, has_pictures) &&
               (!has_pictures || mkdir(out->pictures, 0777) == 0);
    *out = (struct tool_run_place){0};
    return tool_paths_join(state->folder, "/again.jsonl", out->log) &&
           (!has_pictures || (tool_paths_join(state->folder, "/pictures", out->pictures) &&
                              (mkdir(out->pictures, 0777) == 0 || errno == EEXIST)));
}

/* What is kept of a run without a run folder is the first run's. */
static bool place_first(struct state *state)
{
    state->first = state->run->place;
    bool needs_folder = state->first.folder[0] == '\0' &&
                        (state->first.log[0] == '\0' || tool_verdict_run_times(state->run) > 1);
    if (needs_folder && !tool_temporary_files_make_folder(state->folder))
        return false;
    return state->first.log[0] != '\0' ||
           tool_paths_join(state->folder, "/first.jsonl", state->first.log);
}

static void remove_temporary(const struct state *state)
{
    static const char *const logs[] = {"/first.jsonl", "/again.jsonl"};
    char path[PATH_MAX];
    if (state->folder[0] == '\0')
        return;
    if (state->keeps_folder) {
        tool_text_complain("the other run is kept in %s", state->folder);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (tool_paths_join(state->folder, logs[i], path))
            unlink(path);
    if (tool_paths_join(state->folder, "/pictures", path))
        tool_run_folder_remove_pictures(path);
    rmdir(state->folder);
}

/* The layer appends; what an earlier run wrote must not be read as this one's. */
static bool use_log(const char *path)
{
    FILE *file = fopen(path, "we");
    if (file == NULL || fclose(file) != 0) {
        tool_text_complain("%s cannot be written: %s", path, strerror(errno));
        return false;
    }
    return true;
}

/* The files of a run, for the layer. */
static bool use_place(const struct tool_run_place *place)
{
    if (!use_log(place->log))
        return false;
    setenv(us_setting_table[US_SETTING_EVENTS].variable, place->log, 1);
    if (place->pictures[0] != '\0')
        setenv(us_setting_table[US_SETTING_SHOTS_DIR].variable, place->pictures, 1);
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
    else if (end->how == TOOL_LAUNCH_STALL)
        tool_text_complain("the app failed: it stood still");
    else
        tool_text_complain("the app failed: it did not exit within the limit");
}

static struct tool_verdict_end known_end(const struct state *state)
{
    const struct tool_launch_end *end = &state->end;
    return (struct tool_verdict_end){true, end->how != TOOL_LAUNCH_EXITED, end->number,
                                     state->first.pictures[0] != '\0'
                                         ? state->first.pictures
                                         : us_setting_table[US_SETTING_SHOTS_DIR].default_value};
}

static int judge(struct state *state)
{
    const struct tool_verdict_end known = known_end(state);
    state->is_judged =
        tool_verdict_judge(&state->verdict, &state->expect, state->first.log, &known);
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
        .checks = state->checks,
    };
    bool written = run->report == NULL || tool_run_report_write_json(&report, run->report);
    if (run->junit != NULL && !tool_run_report_write_junit(&report, run->junit))
        written = false;
    if (state->first.folder[0] == '\0')
        return written;
    return tool_run_folder_part(state->first.folder, TOOL_RUN_VERDICT, json) &&
           tool_run_folder_part(state->first.folder, TOOL_RUN_JUNIT, junit) &&
           tool_run_report_write_json(&report, json) &&
           tool_run_report_write_junit(&report, junit) && written;
}

/* Live input is why two runs differ, more often than not. */
static void say_live_input(const struct tool_run_check *check)
{
    const struct tool_run_comparison *result = &check->result;
    bool with_before = result->events_differ && result->events.frame == TOOL_LOG_READER_BEFORE;
    unsigned kinds = tool_live_input_find(check->a.place.log, with_before) |
                     tool_live_input_find(check->b.place.log, with_before);
    char names[64];
    tool_live_input_describe(kinds, names, sizeof names);
    if (kinds == 0)
        return;
    if (result->first != TOOL_RUN_SAME)
        tool_text_complain("live input reached the app: %s. The recording does not play it, so "
                           "it may differ between runs.",
                           names);
    else
        tool_text_complain("live input reached the app and was the same in both runs: %s", names);
}

/* The folder for images of the differences of a run: in its run folder, or beside the screenshots
 * that are kept. */
static const char *place_differences(const struct state *state, const struct tool_run_place *place,
                                     char out[PATH_MAX])
{
    if (place->pictures[0] == '\0')
        return NULL;
    if (place->folder[0] != '\0')
        return tool_run_folder_part(place->folder, TOOL_RUN_DIFFERENCES, out) ? out : NULL;
    return tool_paths_join(state->first.pictures, "/differences", out) ? out : NULL;
}

static void compare(const struct state *state, struct tool_run_check *check, bool common)
{
    char folder[PATH_MAX];
    const struct tool_run_compare_order order = {&state->allow, common,
                                                 place_differences(state, &check->b.place, folder)};
    tool_run_compare(&check->a, &check->b, &order, &check->result);
    check->is_made = true;
}

/* run.json, or without a run folder as much as a comparison needs. */
static cJSON *facts_of(const cJSON *facts, const struct tool_launch_end *end)
{
    if (facts != NULL)
        return tool_run_facts_copy(facts);
    cJSON *made = cJSON_CreateObject();
    cJSON_AddItemToObject(made, "end", tool_run_facts_describe_end(end));
    cJSON *copy = tool_run_facts_copy(made);
    cJSON_Delete(made);
    return copy;
}

static bool was_interrupted(const struct tool_launch_end *end)
{
    if (end->interrupted != 0)
        tool_text_complain("there is no verdict: signal %d (%s) ended the run", end->interrupted,
                           strsignal(end->interrupted));
    return end->interrupted != 0;
}

/* One run. True: there is a log to judge; otherwise `*out_code` says why not. */
static bool play(const struct play *play, const struct tool_run_place *place, cJSON *facts,
                 struct tool_launch_end *out_end, int *out_code)
{
    *out_code = TOOL_EXIT_CANNOT;
    tool_played_reset(play->status);
    if (!play->prepare(play->data) || !use_place(place))
        return false;
    *out_code = tool_run_place_launch(place, facts, play->app, play->limits, out_end);
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

static int say_again(struct state *state, unsigned times)
{
    const struct tool_run_check *check = &state->checks[CHECK_AGAIN];
    switch (check->result.first) {
    case TOOL_RUN_SAME:
        if (times > 2)
            fprintf(stderr, "understudy: deterministic in %u runs: ", times);
        else
            fprintf(stderr, "understudy: deterministic: ");
        tool_run_compare_print(stderr, &check->a, &check->b, &check->result);
        say_live_input(check);
        return TOOL_EXIT_OK;
    case TOOL_RUN_UNKNOWN:
        tool_text_complain("run cannot tell whether the app is deterministic");
        return TOOL_EXIT_UNMET;
    case TOOL_RUN_FIRST_EVENT:
    case TOOL_RUN_FIRST_PICTURE:
    case TOOL_RUN_FIRST_END:
        break;
    }
    tool_text_complain("not deterministic:");
    tool_run_compare_print(stderr, &check->a, &check->b, &check->result);
    say_live_input(check);
    return TOOL_EXIT_UNMET;
}

/* One more run, and whether it is like the first. */
static int play_again(struct state *state, unsigned n)
{
    struct tool_run_check *check = &state->checks[CHECK_AGAIN];
    struct tool_launch_end end = {.how = TOOL_LAUNCH_NOT_STARTED};
    int code;
    snprintf(state->again_name, sizeof state->again_name, n == 2 ? "the second run" : "run %u", n);
    cJSON_Delete(check->b.facts);
    check->b = (struct tool_run_side){.name = state->again_name};
    if (!place_again(state, n, &check->b.place))
        return TOOL_EXIT_CANNOT;
    cJSON *facts = cJSON_Duplicate(state->run->facts, true);
    bool has_played = play(&state->play, &check->b.place, facts, &end, &code);
    check->b.facts = facts_of(facts, &end);
    cJSON_Delete(facts);
    if (!has_played)
        return code;
    if (!tool_app_end_accepts(&state->run->exit, &end) &&
        tool_app_end_accepts(&state->run->exit, &state->end))
        state->end = end;
    compare(state, check, true);
    return check->result.first == TOOL_RUN_SAME ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
}

static int play_all_again(struct state *state)
{
    struct tool_run_check *check = &state->checks[CHECK_AGAIN];
    unsigned times = tool_verdict_run_times(state->run);
    int code = TOOL_EXIT_OK;
    check->name = "again";
    check->must_be_equal = true;
    check->a = (struct tool_run_side){.name = "the first run",
                                      .place = state->first,
                                      .facts = facts_of(state->run->facts, &state->end)};
    for (unsigned n = 2; n <= times && code == TOOL_EXIT_OK; n++)
        code = play_again(state, n);
    if (!check->is_made || (code != TOOL_EXIT_OK && code != TOOL_EXIT_UNMET))
        return code;
    state->keeps_folder = check->result.first == TOOL_RUN_FIRST_PICTURE;
    return say_again(state, times);
}

/* How the run differs from the baseline. */
static int hold_against(struct state *state)
{
    struct tool_run_check *check = &state->checks[CHECK_BASELINE];
    const struct tool_baseline *baseline = &state->run->baseline;
    const cJSON *settings = cJSON_GetObjectItemCaseSensitive(state->run->facts, "settings");
    const char *end = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(settings, "end"));
    check->name = "baseline";
    check->must_be_equal = !baseline->is_updated;
    check->b = (struct tool_run_side){.name = "this run",
                                      .place = state->first,
                                      .facts = facts_of(state->run->facts, &state->end)};
    if (!tool_run_side_open(&check->a, "run", "the baseline", baseline->run))
        return TOOL_EXIT_USAGE;
    /* Without an end of playback in the log, the clock on the wall decides which frame is last. */
    compare(state, check, end == NULL || strcmp(end, "quit") != 0);
    bool is_same = check->result.first == TOOL_RUN_SAME;
    if (is_same)
        fprintf(stderr, "understudy: the run is as the baseline %s: ", baseline->folder);
    else if (check->result.first == TOOL_RUN_UNKNOWN)
        tool_text_complain("the run cannot be held against the baseline %s", baseline->folder);
    else
        tool_text_complain("the run differs from the baseline %s:", baseline->folder);
    tool_run_compare_print(stderr, &check->a, &check->b, &check->result);
    if (!is_same && check->result.first != TOOL_RUN_UNKNOWN)
        say_live_input(check);
    return is_same || baseline->is_updated ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
}

static int combine(int code, int other)
{
    return code == TOOL_EXIT_OK || other > TOOL_EXIT_APP ? other : code;
}

/* The run becomes the baseline, if it is a good one. */
static int store_baseline(const struct state *state, int code)
{
    const struct tool_baseline *baseline = &state->run->baseline;
    const struct tool_run_check *check = &state->checks[CHECK_BASELINE];
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
    if (!tool_baseline_store(baseline, state->first.folder))
        return TOOL_EXIT_OUTPUT;
    tool_text_complain("the run is %s baseline now: %s", baseline->is_new ? "the" : "the new",
                       baseline->folder);
    return code;
}

static int run(struct state *state)
{
    int code;
    bool has_played = play(&state->play, &state->first, state->run->facts, &state->end, &code);
    if (!has_played && code != TOOL_EXIT_RUNTIME)
        return code;
    if (has_played)
        code = judge(state);
    if (has_played && tool_verdict_run_times(state->run) > 1)
        code = combine(code, play_all_again(state));
    if (has_played && state->run->baseline.facts != NULL)
        code = combine(code, hold_against(state));
    if (state->is_judged && !write_reports(state))
        code = TOOL_EXIT_OUTPUT;
    bool is_judged = state->run->exit.kind == TOOL_APP_END_WELL && expects_an_end(&state->expect);
    if (!is_judged && !tool_app_end_accepts(&state->run->exit, &state->end) &&
        code <= TOOL_EXIT_RUNTIME) {
        say_failure(&state->end);
        code = TOOL_EXIT_APP;
    }
    return store_baseline(state, code);
}

static bool read_allow(struct state *state)
{
    char path[PATH_MAX];
    tool_allow_init(&state->allow);
    if (state->run->allow != NULL)
        return tool_allow_read(&state->allow, state->run->allow);
    return !tool_baseline_find_allow(&state->run->baseline, path) ||
           tool_allow_read(&state->allow, path);
}

static void finish(struct state *state)
{
    for (int i = 0; i < TOOL_RUN_CHECKS; i++) {
        cJSON_Delete(state->checks[i].a.facts);
        cJSON_Delete(state->checks[i].b.facts);
    }
    if (state->is_judged)
        tool_verdict_free(&state->verdict);
    remove_temporary(state);
    tool_expect_free(&state->expect);
}

int tool_verdict_run_run(const struct tool_verdict_run *verdict_run, char **app,
                         const struct tool_launch_limits *limits, struct us_run_status *status,
                         bool (*prepare)(const void *), const void *data)
{
    static struct state state;
    state = (struct state){.run = verdict_run, .play = {app, limits, status, prepare, data}};
    if (!read_allow(&state) ||
        (verdict_run->expect != NULL && !tool_expect_read(&state.expect, verdict_run->expect)))
        return TOOL_EXIT_USAGE;
    if (tool_expect_needs_processor(&state.expect))
        setenv(us_setting_table[US_SETTING_EVENTS_PROCESSOR].variable, "1", 1);
    int code = place_first(&state) ? run(&state) : TOOL_EXIT_CANNOT;
    finish(&state);
    return code;
}
