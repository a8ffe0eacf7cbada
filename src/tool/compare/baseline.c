/* SPDX-License-Identifier: MIT */
#include "tool/compare/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/run_folder/run_folder.h"

#define ALLOW_NAME "allow.json"
#define COPY_NAME ".run-new"
#define OLD_NAME ".run-old"

/* A folder counts as new, too, if somebody has already put an allow.json into it, or if a run has
 * left a part of a baseline in it. */
static bool has_no_run(const char *folder)
{
    static const char *const names[] = {ALLOW_NAME, COPY_NAME};
    char path[PATH_MAX];
    struct us_about about;
    bool is_any = false;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        is_any =
            is_any || (tool_run_folder_join(folder, names[i], path) && us_path_about(path, &about));
    return is_any && tool_run_folder_join(folder, TOOL_RUN_OF_BASELINE, path) &&
           !us_path_about(path, &about) && errno == ENOENT;
}

/* Restores the old baseline, which has another name if a run was killed while it replaced the
 * baseline. */
static void bring_back(const struct tool_baseline *baseline)
{
    char old[PATH_MAX];
    if (tool_run_folder_join(baseline->folder, OLD_NAME, old) &&
        tool_run_folder_look(baseline->run) == TOOL_RUN_FOLDER_MISSING &&
        tool_run_folder_look(old) == TOOL_RUN_FOLDER_RUN)
        us_path_replace(old, baseline->run);
}

static const char *find_fault(const struct tool_baseline *baseline,
                              const struct tool_baseline_order *order)
{
    enum tool_run_folder_state inside = tool_run_folder_look(baseline->run);
    enum tool_run_folder_state outside = tool_run_folder_look(baseline->folder);
    if (outside == TOOL_RUN_FOLDER_RUN)
        return "it is the folder of a single run; name another folder, or use 'understudy compare'";
    if (inside != TOOL_RUN_FOLDER_RUN && !baseline->is_new)
        return "it is there and is not a baseline; name a new or an empty folder";
    if (baseline->is_new && order->is_required)
        return "there is no baseline, and 'required' forbids to make one";
    return NULL;
}

/* Whether the run could become the baseline, before it begins. Makes nothing that stays. */
static bool can_store(const struct tool_baseline *baseline)
{
    bool is_there = us_path_is_there(baseline->folder);
    bool can = tool_run_folder_make("--baseline", baseline->folder);
    if (can && !is_there)
        us_path_remove_folder(baseline->folder);
    return can;
}

bool tool_baseline_open(struct tool_baseline *baseline, const struct tool_baseline_order *order)
{
    *baseline = (struct tool_baseline){.folder = order->folder};
    if (order->folder == NULL)
        return true;
    if (!tool_run_folder_join(order->folder, TOOL_RUN_OF_BASELINE, baseline->run))
        return false;
    bring_back(baseline);
    enum tool_run_folder_state state = tool_run_folder_look(order->folder);
    baseline->is_new = state == TOOL_RUN_FOLDER_MISSING || state == TOOL_RUN_FOLDER_EMPTY ||
                       has_no_run(order->folder);
    baseline->is_updated = order->update && !baseline->is_new;
    const char *fault = find_fault(baseline, order);
    if (fault != NULL)
        tool_text_complain("run: --baseline %s: %s", order->folder, fault);
    else if (!baseline->is_new)
        baseline->facts = tool_run_folder_read_facts("run", baseline->run);
    return fault == NULL && (baseline->is_new || baseline->facts != NULL) &&
           (!(baseline->is_new || baseline->is_updated) || can_store(baseline));
}

void tool_baseline_close(struct tool_baseline *baseline)
{
    cJSON_Delete(baseline->facts);
    *baseline = (struct tool_baseline){0};
}

bool tool_baseline_find_allow(const struct tool_baseline *baseline, char out[PATH_MAX])
{
    return baseline->folder != NULL && tool_run_folder_join(baseline->folder, ALLOW_NAME, out) &&
           us_path_is_there(out);
}

/* Options that say on what the app runs and for how long, and not what is played. */
static bool is_free(const char *option)
{
    static const char *const names[] = {"headless", "limit", "grace", "exit", NULL};
    return us_text_find(names, option) >= 0;
}

/* "--clock frame", "--headless", or "no --clock" */
static void describe_option(const char *name, const cJSON *value, char *out, size_t size)
{
    if (value == NULL)
        snprintf(out, size, "no --%s", name);
    else if (cJSON_IsNumber(value))
        snprintf(out, size, "--%s %g", name, value->valuedouble);
    else
        snprintf(out, size, "--%s%s%s", name, cJSON_IsString(value) ? " " : "",
                 cJSON_IsString(value) ? value->valuestring : "");
}

static bool is_same_option(const struct tool_baseline *baseline, const char *name,
                           const cJSON *theirs, const cJSON *ours)
{
    char was[300], is[300];
    bool is_same =
        is_free(name) || (theirs != NULL && ours != NULL && cJSON_Compare(theirs, ours, true));
    if (is_same)
        return true;
    describe_option(name, theirs, was, sizeof was);
    describe_option(name, ours, is, sizeof is);
    tool_text_complain("run: --baseline %s: it was made with %s, and this run has %s; use the same "
                       "options, or replace it with --baseline DIR,update",
                       baseline->folder, was, is);
    return false;
}

static bool has_same_settings(const struct tool_baseline *baseline, const cJSON *facts)
{
    const cJSON *theirs = tool_json_get(baseline->facts, "settings");
    const cJSON *ours = tool_json_get(facts, "settings");
    const cJSON *item;
    cJSON_ArrayForEach(item, theirs) {
        if (item->string != NULL &&
            !is_same_option(baseline, item->string, item, tool_json_get(ours, item->string)))
            return false;
    }
    cJSON_ArrayForEach(item, ours) {
        if (!cJSON_HasObjectItem(theirs, item->string) &&
            !is_same_option(baseline, item->string, NULL, item))
            return false;
    }
    return true;
}

static const char *hash_of(const cJSON *facts)
{
    return tool_json_text(tool_json_get(facts, "recording"), "sha256", "");
}

bool tool_baseline_check(const struct tool_baseline *baseline, const cJSON *facts)
{
    if (baseline->facts == NULL || baseline->is_updated)
        return true;
    if (strcmp(hash_of(baseline->facts), hash_of(facts)) == 0)
        return has_same_settings(baseline, facts);
    tool_text_complain("run: --baseline %s: it was made with another recording; play the same one, "
                       "or replace the baseline with --baseline DIR,update",
                       baseline->folder);
    return false;
}

static bool make_allow(const char *folder)
{
    char path[PATH_MAX];
    return tool_run_folder_join(folder, ALLOW_NAME, path) &&
           (us_path_is_there(path) || tool_allow_write_defaults(path));
}

/* Puts the copy in its place, and removes the old baseline. */
static bool swap(const struct tool_baseline *baseline, const char *copy, const char *old)
{
    bool has_old = us_path_replace(baseline->run, old);
    if (!has_old && errno != ENOENT)
        return false;
    if (!us_path_replace(copy, baseline->run)) {
        int why = errno;
        if (has_old)
            us_path_replace(old, baseline->run);
        errno = why;
        return false;
    }
    if (has_old)
        tool_run_folder_remove(old);
    return true;
}

bool tool_baseline_store(const struct tool_baseline *baseline, const char *run_folder)
{
    char copy[PATH_MAX], old[PATH_MAX];
    if (!tool_run_folder_join(baseline->folder, COPY_NAME, copy) ||
        !tool_run_folder_join(baseline->folder, OLD_NAME, old))
        return false;
    bool done = us_path_make_folder(baseline->folder, 0777) || errno == EEXIST;
    if (done && !tool_run_folder_lock("--baseline", baseline->folder))
        return false;
    done = done && tool_run_folder_remove(copy) && tool_run_folder_remove(old);
    done = done && tool_run_folder_copy(run_folder, copy) && swap(baseline, copy, old);
    if (done)
        return make_allow(baseline->folder);
    tool_text_complain("run: --baseline %s: the baseline cannot be written: %s", baseline->folder,
                       strerror(errno));
    tool_run_folder_remove(copy);
    if (baseline->is_new)
        us_path_remove_folder(baseline->folder); /* unless it holds something */
    return false;
}
