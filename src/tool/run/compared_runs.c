/* SPDX-License-Identifier: MIT */
#include "tool/run/compared_runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/app.h"
#include "platform/environment.h"
#include "platform/temporary.h"
#include "status/run_status.h"
#include "status/setting_table.h"
#include "tool/compare/compare_print.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"
#include "tool/run/run_recording.h"
#include "tool/run_folder/played.h"
#include "tool/run_folder/run_facts.h"
#include "tool/run_folder/run_folder.h"

/* A further run has a run folder of its own, or else is in the temporary folder. */
static bool place_again(const struct tool_compared_runs *runs, unsigned n,
                        struct tool_run_place *out)
{
    char folder[PATH_MAX];
    bool has_pictures = runs->first.pictures[0] != '\0';
    if (runs->first.folder[0] != '\0')
        return tool_run_folder_again(runs->first.folder, n, folder) &&
               tool_run_folder_claim("--out", folder) &&
               tool_run_place_in_folder(out, folder, has_pictures);
    *out = (struct tool_run_place){0};
    return tool_file_path_join(runs->folder, "/again.jsonl", out->log) &&
           (!has_pictures || tool_file_path_join(runs->folder, "/pictures", out->pictures));
}

/* What is kept of a run without a run folder is the first run's. */
bool tool_compared_runs_begin(struct tool_compared_runs *runs)
{
    struct tool_run_place *first = &runs->first;
    bool keeps_output = runs->keeps_output && first->folder[0] == '\0';
    bool needs_folder =
        first->folder[0] == '\0' && (first->log[0] == '\0' || runs->times > 1 || keeps_output);
    if (needs_folder && !tool_temporary_files_make_folder(runs->folder))
        return false;
    if (keeps_output && (!tool_file_path_join(runs->folder, "/stdout.txt", first->output[0]) ||
                         !tool_file_path_join(runs->folder, "/stderr.txt", first->output[1])))
        return false;
    return first->log[0] != '\0' || tool_file_path_join(runs->folder, "/first.jsonl", first->log);
}

static void remove_temporary(const struct tool_compared_runs *runs)
{
    if (runs->folder[0] != '\0' && runs->keeps_folder)
        tool_text_complain("the other run is kept in %s", runs->folder);
    else if (runs->folder[0] != '\0')
        us_temporary_remove(runs->folder);
}

/* The files of a run, for the layer. */
static void use_place(const struct tool_run_place *place)
{
    us_environment_set(us_setting_table[US_SETTING_EVENTS].variable, place->log);
    if (place->pictures[0] != '\0')
        us_environment_set(us_setting_table[US_SETTING_SHOTS_DIR].variable, place->pictures);
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
static const char *place_differences(const struct tool_compared_runs *runs,
                                     const struct tool_run_place *place, char out[PATH_MAX])
{
    bool goes_away = runs->is_passing && runs->baseline->is_updated;
    if (place->pictures[0] == '\0' || goes_away)
        return NULL;
    if (place->folder[0] != '\0')
        return tool_run_folder_part(place->folder, TOOL_RUN_DIFFERENCES, out) ? out : NULL;
    return tool_file_path_join(runs->first.pictures, "/differences", out) ? out : NULL;
}

static void compare(const struct tool_compared_runs *runs, struct tool_run_check *check,
                    bool common)
{
    char folder[PATH_MAX];
    const struct tool_run_compare_order order = {
        .allow = runs->allow,
        .common = common,
        .same_end = true,
        .differences = place_differences(runs, &check->b.place, folder)};
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

/* Writes why a run was not played; "" if it was. */
static void explain(const struct tool_play *play, const struct tool_launch_end *end,
                    char out[TOOL_LAUNCH_FAULT_SIZE])
{
    char reason[TOOL_PLAYED_REASON_SIZE];
    if (end->interrupted != 0)
        snprintf(out, TOOL_LAUNCH_FAULT_SIZE, "signal %d (%s) ended the run", end->interrupted,
                 us_app_signal_words(end->interrupted, 0));
    else if (tool_launch_has_fault(end))
        tool_launch_describe_fault(play->app[0], end->number, out);
    else if (end->how != TOOL_LAUNCH_NOT_STARTED && tool_played_reason(play->status, reason))
        snprintf(out, TOOL_LAUNCH_FAULT_SIZE, "%s", reason);
}

/* One run. True: there is a log to judge; otherwise `*out_code` says why not. */
static bool play(struct tool_compared_runs *runs, const struct tool_run_place *place, cJSON *facts,
                 struct tool_launch_end *out_end, int *out_code)
{
    const struct tool_play *play = &runs->play;
    *out_code = TOOL_EXIT_CANNOT;
    us_run_status_clear(play->status);
    if (!tool_run_recording_set(play->request))
        return false;
    use_place(place);
    *out_code = tool_run_place_launch(place, facts, play->app, play->limits, out_end);
    tool_played_say_unfinished(play->status);
    explain(play, out_end, runs->unplayed);
    if (out_end->interrupted != 0)
        *out_code = TOOL_EXIT_SIGNAL + out_end->interrupted;
    else if (out_end->how != TOOL_LAUNCH_NOT_STARTED)
        *out_code = TOOL_EXIT_RUNTIME;
    if (runs->unplayed[0] != '\0' && !tool_launch_has_fault(out_end))
        tool_text_complain("%s%s", out_end->interrupted != 0 ? "nothing is judged: " : "",
                           runs->unplayed);
    return runs->unplayed[0] == '\0' && out_end->how != TOOL_LAUNCH_NOT_STARTED;
}

bool tool_compared_runs_play(struct tool_compared_runs *runs, int *out_code)
{
    return play(runs, &runs->first, runs->facts, &runs->end, out_code);
}

/* Of two runs that were not compared. An app that showed nothing in either was played nothing. */
static int conclude_unknown(const struct tool_run_check *check)
{
    return check->result.events.empty == TOOL_LOG_EMPTY_BOTH ? TOOL_EXIT_RUNTIME : TOOL_EXIT_UNMET;
}

static int say_again(struct tool_compared_runs *runs)
{
    unsigned times = runs->times;
    const struct tool_run_check *check = &runs->checks[TOOL_COMPARED_AGAIN];
    const struct tool_log_difference *events = &check->result.events;
    switch (check->result.first) {
    case TOOL_RUN_SAME:
        if (times > 2)
            fprintf(stderr, "understudy: deterministic in %u runs: ", times);
        else
            fprintf(stderr, "understudy: deterministic: ");
        tool_compare_print_runs(stderr, &check->a, &check->b, &check->result);
        say_live_input(check);
        return TOOL_EXIT_OK;
    case TOOL_RUN_UNKNOWN:
        tool_text_complain(events->empty == TOOL_LOG_EMPTY_A || events->empty == TOOL_LOG_EMPTY_B
                               ? "not deterministic: only one of the runs showed something"
                               : "run cannot tell whether the app is deterministic");
        return conclude_unknown(check);
    case TOOL_RUN_FIRST_EVENT:
    case TOOL_RUN_FIRST_PICTURE:
    case TOOL_RUN_FIRST_OUTPUT:
    case TOOL_RUN_FIRST_END:
        break;
    }
    tool_text_complain("not deterministic:");
    tool_compare_print_runs(stderr, &check->a, &check->b, &check->result);
    say_live_input(check);
    return TOOL_EXIT_UNMET;
}

/* One more run, and whether it is like the first. */
static int play_again(struct tool_compared_runs *runs, unsigned n)
{
    struct tool_run_check *check = &runs->checks[TOOL_COMPARED_AGAIN];
    struct tool_launch_end end = {.how = TOOL_LAUNCH_NOT_STARTED};
    int code;
    snprintf(runs->again_name, sizeof runs->again_name, n == 2 ? "the second run" : "run %u", n);
    cJSON_Delete(check->b.facts);
    check->b = (struct tool_run_side){.name = runs->again_name};
    if (!place_again(runs, n, &check->b.place))
        return TOOL_EXIT_USAGE;
    cJSON *facts = cJSON_Duplicate(runs->facts, true);
    bool has_played = play(runs, &check->b.place, facts, &end, &code);
    check->b.facts = facts_of(facts, &end);
    cJSON_Delete(facts);
    if (!has_played)
        return code;
    if (!tool_app_end_accepts(runs->exit, &end) && tool_app_end_accepts(runs->exit, &runs->end))
        runs->end = end;
    compare(runs, check, true);
    return check->result.first == TOOL_RUN_SAME ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
}

int tool_compared_runs_play_again(struct tool_compared_runs *runs)
{
    struct tool_run_check *check = &runs->checks[TOOL_COMPARED_AGAIN];
    int code = TOOL_EXIT_OK;
    check->name = "again";
    check->must_be_equal = true;
    check->a = (struct tool_run_side){
        .name = "the first run", .place = runs->first, .facts = facts_of(runs->facts, &runs->end)};
    for (unsigned n = 2; n <= runs->times && code == TOOL_EXIT_OK; n++)
        code = play_again(runs, n);
    if (!check->is_made || (code != TOOL_EXIT_OK && code != TOOL_EXIT_UNMET))
        return code;
    runs->keeps_folder = tool_run_compare_has_picture(&check->result);
    return say_again(runs);
}

/* How the run differs from the baseline. */
int tool_compared_runs_hold(struct tool_compared_runs *runs)
{
    struct tool_run_check *check = &runs->checks[TOOL_COMPARED_BASELINE];
    const struct tool_baseline *baseline = runs->baseline;
    const cJSON *settings = tool_json_get(runs->facts, "settings");
    const char *end = tool_json_text(settings, "end", NULL);
    check->name = "baseline";
    check->must_be_equal = !baseline->is_updated;
    check->b = (struct tool_run_side){.name = "this run",
                                      .place = runs->first,
                                      .facts = facts_of(runs->facts, &runs->end),
                                      .is_passing = baseline->is_updated};
    if (!tool_run_side_open(&check->a, "run", "the baseline", baseline->run))
        return TOOL_EXIT_USAGE;
    /* Without an end of playback in the log, the clock on the wall decides which frame is last. */
    compare(runs, check, end == NULL || strcmp(end, "quit") != 0);
    bool is_same = check->result.first == TOOL_RUN_SAME;
    if (is_same)
        fprintf(stderr, "understudy: the run is as the baseline %s: ", baseline->folder);
    else if (check->result.first == TOOL_RUN_UNKNOWN)
        tool_text_complain("the run cannot be held against the baseline %s", baseline->folder);
    else
        tool_text_complain("the run differs from the baseline %s:", baseline->folder);
    tool_compare_print_runs(stderr, &check->a, &check->b, &check->result);
    if (!is_same && check->result.first != TOOL_RUN_UNKNOWN)
        say_live_input(check);
    if (is_same || baseline->is_updated)
        return TOOL_EXIT_OK;
    return check->result.first == TOOL_RUN_UNKNOWN ? conclude_unknown(check) : TOOL_EXIT_UNMET;
}

void tool_compared_runs_end(struct tool_compared_runs *runs)
{
    for (int i = 0; i < TOOL_COMPARED_CHECKS; i++) {
        cJSON_Delete(runs->checks[i].a.facts);
        cJSON_Delete(runs->checks[i].b.facts);
    }
    remove_temporary(runs);
}
