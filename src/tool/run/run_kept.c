/* SPDX-License-Identifier: MIT */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "tool/compare/allow.h"
#include "tool/compare/baseline.h"
#include "tool/run_folder/run_facts.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/run/run_files.h"
#include "tool/expect/expect.h"

static bool refuse(const struct tool_verdict_run *verdict_run, const char *option,
                   enum tool_run_part part)
{
    if (verdict_run->out != NULL)
        tool_text_complain("run: --out excludes --%s: the folder has it in %s", option,
                           tool_run_folder_name(part));
    else
        tool_text_complain("run: --baseline excludes --%s: it needs a folder for the whole run; "
                           "name one with --out, which has it in %s",
                           option, tool_run_folder_name(part));
    return false;
}

/* No part of the folder is a file that the run reads or writes otherwise. */
static bool check_roles(const struct tool_run_files *files, const char *option, const char *folder)
{
    struct tool_run_files with_parts = *files;
    return folder == NULL || (tool_run_files_add_folder(&with_parts, option, folder) &&
                              tool_file_roles_check("run", with_parts.roles, with_parts.count));
}

/* Before the last run in the folder is removed. */
static bool check_inputs(const struct tool_verdict_run *verdict_run,
                         const struct tool_run_files *files)
{
    static struct tool_allow allow;
    struct tool_expect expect = {0};
    char path[PATH_MAX];
    const char *allowed = verdict_run->allow;
    bool is_read = verdict_run->expect == NULL ||
                   (tool_expect_read(&expect, verdict_run->expect) &&
                    tool_expect_check_files(&expect, "run", files->roles, files->count));
    tool_expect_free(&expect);
    if (allowed == NULL && tool_baseline_find_allow(&verdict_run->baseline, path))
        allowed = path;
    return is_read &&
           (allowed == NULL || (tool_allow_read(&allow, allowed) &&
                                tool_allow_check_files(&allow, "run", files->roles, files->count)));
}

/* The run itself must not be in the baseline: what is compared would be removed first. */
static bool check_apart(const struct tool_verdict_run *verdict_run)
{
    const char *out = verdict_run->out, *folder = verdict_run->baseline.folder;
    bool is_apart = out == NULL || folder == NULL ||
                    (strcmp(out, folder) != 0 && !us_path_is_same_file(out, folder) &&
                     !us_path_is_same_file(out, verdict_run->baseline.run));
    if (!is_apart)
        tool_text_complain("run: --out %s is the baseline and would be overwritten; name another "
                           "folder",
                           out);
    return is_apart;
}

/* The folder of the run, absolute. */
static bool choose_folder(struct tool_verdict_run *verdict_run, char out[PATH_MAX])
{
    if (verdict_run->out != NULL)
        return tool_file_path_make_absolute(verdict_run->out, out);
    verdict_run->is_temporary = tool_temporary_files_make_folder(out);
    return verdict_run->is_temporary;
}

static bool direct(struct tool_run_request *request, struct tool_verdict_run *verdict_run)
{
    char folder[PATH_MAX];
    if (!choose_folder(verdict_run, folder) ||
        !tool_run_place_in_folder(&verdict_run->place, folder,
                                  tool_run_request_has_pictures(request)))
        return false;
    request->settings[US_SETTING_EVENTS].text = verdict_run->place.log;
    if (verdict_run->place.pictures[0] != '\0')
        request->settings[US_SETTING_SHOTS_DIR].text = verdict_run->place.pictures;
    return true;
}

static bool check_kept(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                       char *const *app)
{
    const char *out = verdict_run->out;
    struct tool_baseline *baseline = &verdict_run->baseline;
    struct tool_run_files files;
    tool_run_files_list(request, verdict_run, app, &files);
    if (!tool_baseline_open(baseline, &verdict_run->baseline_order))
        return false;
    if (out == NULL && baseline->folder == NULL)
        return check_inputs(verdict_run, &files);
    if (request->settings[US_SETTING_EVENTS].text != NULL)
        return refuse(verdict_run, "log", TOOL_RUN_LOG);
    if (request->settings[US_SETTING_SHOTS_DIR].text != NULL)
        return refuse(verdict_run, "shots", TOOL_RUN_PICTURES);
    if (out != NULL && tool_run_folder_look(out) == TOOL_RUN_FOLDER_OTHER)
        return tool_run_folder_claim("--out", out); /* says why not */
    return check_roles(&files, "--out", out) &&
           check_roles(&files, "--baseline", baseline->folder != NULL ? baseline->run : NULL) &&
           check_apart(verdict_run) && check_inputs(verdict_run, &files) &&
           direct(request, verdict_run);
}

bool tool_run_kept_check(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                         char *const *app)
{
    if (check_kept(request, verdict_run, app))
        return true;
    tool_baseline_close(&verdict_run->baseline);
    return false;
}

bool tool_run_kept_claim(const struct tool_verdict_run *verdict_run)
{
    const char *out = verdict_run->out;
    return out == NULL ||
           (tool_run_folder_claim("--out", out) && tool_run_folder_lock("--out", out));
}

/* Files of this machine are no settings. */
static bool is_told(enum us_setting_id id)
{
    enum us_setting_kind kind = us_setting_table[id].kind;
    return us_setting_table[id].option != NULL && kind != US_SETTING_KIND_INPUT_FILE &&
           kind != US_SETTING_KIND_OUTPUT_FILE && kind != US_SETTING_KIND_FOLDER &&
           kind != US_SETTING_KIND_RUN_FILE;
}

/* The options that were given, under their names, with their values as text; true for a flag. */
static void add_settings(cJSON *facts, const struct tool_run_request *request)
{
    cJSON *settings = cJSON_AddObjectToObject(facts, "settings");
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct tool_run_setting *given = &request->settings[i];
        const char *name = us_setting_table[i].option;
        if (!is_told((enum us_setting_id)i))
            continue;
        bool is_implied = i == US_SETTING_END || (i == US_SETTING_CLOCK && request->is_compared);
        if (given->text != NULL || is_implied)
            tool_json_add_text(settings, name,
                               tool_run_request_text(request, (enum us_setting_id)i));
        else if (given->is_on)
            cJSON_AddTrueToObject(settings, name);
        else if (!isnan(given->number) && us_setting_table[i].kind == US_SETTING_KIND_NUMBER)
            tool_json_add_number(settings, name, given->number);
    }
    if (request->platform.headless)
        cJSON_AddTrueToObject(settings, "headless");
    if (request->platform.window)
        cJSON_AddTrueToObject(settings, "window");
    if (request->platform.rate != NULL)
        tool_json_add_text(settings, "rate", request->platform.rate);
    if (request->platform.virtual_display)
        cJSON_AddTrueToObject(settings, "virtual-display");
    if (!isnan(request->stall_s))
        tool_json_add_number(settings, "stall", request->stall_s);
    if (!isnan(request->limit_s))
        tool_json_add_number(settings, "limit", request->limit_s);
    if (!isnan(request->grace_s))
        tool_json_add_number(settings, "grace", request->grace_s);
    if (request->exit != NULL)
        tool_json_add_text(settings, "exit", request->exit);
}

int tool_run_kept_begin(const struct tool_run_request *request,
                        struct tool_verdict_run *verdict_run, char *const *app)
{
    char program[PATH_MAX];
    if (verdict_run->place.folder[0] == '\0')
        return TOOL_EXIT_OK;
    verdict_run->facts = tool_run_facts_make(app, tool_run_files_find_program(app[0], program),
                                             request->settings[US_SETTING_PLAY].text);
    if (verdict_run->facts == NULL)
        return TOOL_EXIT_CANNOT;
    add_settings(verdict_run->facts, request);
    cJSON *copy = tool_run_facts_copy(verdict_run->facts);
    bool fits = tool_baseline_check(&verdict_run->baseline, copy);
    cJSON_Delete(copy);
    return fits ? TOOL_EXIT_OK : TOOL_EXIT_USAGE;
}

int tool_run_kept_end(struct tool_verdict_run *verdict_run, int code)
{
    if (verdict_run->facts == NULL)
        return code;
    verdict_run->has_run = cJSON_HasObjectItem(verdict_run->facts, "end");
    cJSON_AddNumberToObject(verdict_run->facts, "exit_code", code);
    bool written = !verdict_run->has_run ||
                   tool_run_folder_write_facts(verdict_run->place.folder, verdict_run->facts);
    cJSON_Delete(verdict_run->facts);
    verdict_run->facts = NULL;
    return !written && code == TOOL_EXIT_OK ? TOOL_EXIT_OUTPUT : code;
}

void tool_run_kept_finish(struct tool_verdict_run *verdict_run, int code)
{
    if (verdict_run->is_temporary)
        tool_run_folder_leave(verdict_run->place.folder, code);
    tool_baseline_close(&verdict_run->baseline);
}
