/* SPDX-License-Identifier: MIT */
#include "tool/run/verdict_run.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status/setting_table.h"
#include "tool/log/divergence.h"
#include "tool/log/divergence_print.h"
#include "tool/log/log_reader.h"
#include "tool/verdict/expect.h"
#include "tool/log/live_input.h"
#include "tool/baseline/run_folder.h"
#include "tool/cli/paths.h"
#include "tool/run/played.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"
#include "tool/verdict/verdict.h"
#include "tool/verdict/verdict_print.h"

/* Where the two runs write to; the second only with `twice`. */
struct places {
    char folder[PATH_MAX]; /* a temporary one, or empty */
    struct tool_run_place run[2];
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

/* The second run has a run folder of its own, or else a temporary folder. */
static bool place_second(const struct tool_verdict_run *verdict_run, struct places *places)
{
    const struct tool_run_place *first = &verdict_run->place;
    struct tool_run_place *second = &places->run[1];
    char folder[PATH_MAX];
    if (first->folder[0] == '\0')
        return tool_paths_join(places->folder, "/second.jsonl", second->log) &&
               (first->pictures[0] == '\0' ||
                (tool_paths_join(places->folder, "/pictures", second->pictures) &&
                 mkdir(second->pictures, 0777) == 0));
    return tool_run_folder_again(first->folder, 2, folder) &&
           tool_run_folder_claim("--out", folder) &&
           tool_run_place_in_folder(second, folder, first->pictures[0] != '\0') &&
           (second->pictures[0] == '\0' || mkdir(second->pictures, 0777) == 0);
}

/* What is kept of a run without --out is the first run's. */
static bool place_runs(const struct tool_verdict_run *verdict_run, struct places *places)
{
    const struct tool_run_place *first = &verdict_run->place;
    *places = (struct places){.run = {*first}};
    bool needs_folder = first->folder[0] == '\0' && (first->log[0] == '\0' || verdict_run->twice);
    if (needs_folder && !tool_temporary_files_make_folder(places->folder))
        return false;
    if (first->log[0] == '\0' &&
        !tool_paths_join(places->folder, "/first.jsonl", places->run[0].log))
        return false;
    return !verdict_run->twice || place_second(verdict_run, places);
}

static void remove_temporary(const struct tool_verdict_run *verdict_run,
                             const struct places *places)
{
    if (places->folder[0] == '\0')
        return;
    if (verdict_run->place.log[0] == '\0' && places->run[0].log[0] != '\0')
        unlink(places->run[0].log);
    if (places->run[1].log[0] != '\0')
        unlink(places->run[1].log);
    if (places->run[1].pictures[0] != '\0')
        tool_run_folder_remove_pictures(places->run[1].pictures);
    rmdir(places->folder);
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
    else
        tool_text_complain("the app failed: it did not exit within the limit");
}

static bool write_json(const char *path, const struct tool_verdict *verdict,
                       const struct tool_expect *expect, const struct tool_verdict_end *end)
{
    return path == NULL || tool_verdict_write_json(path, verdict, expect, end);
}

static bool write_junit(const char *path, const struct tool_verdict_run *verdict_run,
                        const struct tool_verdict *verdict, const struct tool_expect *expect)
{
    return path == NULL || tool_verdict_write_junit(path, verdict_run->expect, verdict, expect);
}

/* Where they were asked for, and in the run folder. */
static bool write_reports(const struct tool_verdict_run *verdict_run,
                          const struct tool_verdict *verdict, const struct tool_expect *expect,
                          const struct tool_verdict_end *end)
{
    char json[PATH_MAX], junit[PATH_MAX];
    bool written = write_json(verdict_run->report, verdict, expect, end);
    written = write_junit(verdict_run->junit, verdict_run, verdict, expect) && written;
    const char *folder = verdict_run->place.folder;
    if (folder[0] == '\0')
        return written;
    return tool_run_folder_part(folder, TOOL_RUN_VERDICT, json) &&
           tool_run_folder_part(folder, TOOL_RUN_JUNIT, junit) &&
           write_json(json, verdict, expect, end) &&
           write_junit(junit, verdict_run, verdict, expect) && written;
}

static int judge(const struct tool_verdict_run *verdict_run, const struct tool_expect *expect,
                 const char *log, const struct tool_launch_end *end)
{
    struct tool_verdict verdict;
    const char *shots = getenv(us_setting_table[US_SETTING_SHOTS_DIR].variable);
    const struct tool_verdict_end known = {
        true, end->how != TOOL_LAUNCH_EXITED, end->number,
        shots != NULL ? shots : us_setting_table[US_SETTING_SHOTS_DIR].default_value};
    if (!tool_verdict_judge(&verdict, expect, log, &known))
        return TOOL_EXIT_UNMET;
    tool_verdict_print(stderr, &verdict, expect);
    int code = verdict.passed ? TOOL_EXIT_OK : TOOL_EXIT_UNMET;
    if (!write_reports(verdict_run, &verdict, expect, &known))
        code = TOOL_EXIT_OUTPUT;
    tool_verdict_free(&verdict);
    return code;
}

/* Live input is why two runs differ, more often than not. */
static void say_live_input(const struct places *places, const struct tool_divergence *divergence,
                           bool differ)
{
    bool with_before = differ && divergence->frame == TOOL_LOG_READER_BEFORE;
    unsigned kinds = tool_live_input_find(places->run[0].log, with_before) |
                     tool_live_input_find(places->run[1].log, with_before);
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

static int compare(const struct places *places)
{
    const struct tool_divergence_options allow = {{1e-5, 1e-4, 1e-5}, NULL, true};
    struct tool_divergence divergence;
    char frames[64];
    switch (tool_divergence_find(places->run[0].log, places->run[1].log, &allow, &divergence)) {
    case TOOL_DIVERGENCE_NONE:
        tool_divergence_count(&divergence, frames, sizeof frames);
        tool_text_complain("deterministic: no difference in %s", frames);
        say_live_input(places, &divergence, false);
        return TOOL_EXIT_OK;
    case TOOL_DIVERGENCE_FOUND:
        tool_text_complain("not deterministic:");
        tool_divergence_print(stderr, "the first run", "the second run", &divergence);
        say_live_input(places, &divergence, true);
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
    cJSON *facts;
};

static bool was_interrupted(const struct tool_launch_end *end)
{
    if (end->interrupted != 0)
        tool_text_complain("there is no verdict: signal %d (%s) ended the run", end->interrupted,
                           strsignal(end->interrupted));
    return end->interrupted != 0;
}

/* One run. True: there is a log to judge; otherwise `*out_code` says why not. */
static bool play(const struct play *play, const struct tool_run_place *place,
                 struct tool_launch_end *out_end, int *out_code)
{
    *out_code = TOOL_EXIT_CANNOT;
    tool_played_reset(play->status);
    if (!play->prepare(play->data) || !use_place(place))
        return false;
    *out_code = tool_run_place_launch(place, play->facts, play->app, play->limits, out_end);
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
static int play_again(const struct play *again, const struct places *places,
                      const struct tool_app_end *wanted, struct tool_launch_end *end)
{
    struct tool_launch_end second;
    struct play play_second = *again;
    int code;
    play_second.facts = cJSON_Duplicate(again->facts, true);
    bool has_played = play(&play_second, &places->run[1], &second, &code);
    cJSON_Delete(play_second.facts);
    if (!has_played)
        return code;
    if (!tool_app_end_accepts(wanted, &second) && tool_app_end_accepts(wanted, end))
        *end = second;
    return compare(places);
}

static int run(const struct tool_verdict_run *verdict_run, const struct tool_expect *expect,
               const struct places *places, const struct play *first)
{
    struct tool_launch_end end;
    int code;
    bool has_played = play(first, &places->run[0], &end, &code);
    if (!has_played && code != TOOL_EXIT_RUNTIME)
        return code;
    if (has_played)
        code =
            expect->count > 0 ? judge(verdict_run, expect, places->run[0].log, &end) : TOOL_EXIT_OK;
    if (has_played && verdict_run->twice) {
        int other = play_again(first, places, &verdict_run->exit, &end);
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
    const struct play first = {app, limits, status, prepare, data, verdict_run->facts};
    struct tool_expect expect = {0};
    struct places places;
    if (verdict_run->expect != NULL && !tool_expect_read(&expect, verdict_run->expect))
        return TOOL_EXIT_USAGE;
    if (tool_expect_needs_processor(&expect))
        setenv(us_setting_table[US_SETTING_EVENTS_PROCESSOR].variable, "1", 1);
    int code = TOOL_EXIT_CANNOT;
    if (place_runs(verdict_run, &places))
        code = run(verdict_run, &expect, &places, &first);
    remove_temporary(verdict_run, &places);
    tool_expect_free(&expect);
    return code;
}
