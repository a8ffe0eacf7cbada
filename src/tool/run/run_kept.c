/* SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "platform/app.h"
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

static bool refuse(const struct tool_verdict_run *run, const char *option, enum tool_run_part part)
{
    if (run->out != NULL)
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

/* The run replaces the screenshots of the earlier run in the folder. */
static bool check_replaced(const struct tool_expect *expect, const char *folder)
{
    char pictures[PATH_MAX], differences[PATH_MAX];
    return tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) &&
           tool_run_folder_part(folder, TOOL_RUN_DIFFERENCES, differences) &&
           tool_expect_check_screenshots(expect, "run", "--out", pictures) &&
           tool_expect_check_screenshots(expect, "run", "--out", differences);
}

/* No screenshot of the run overwrites a picture that it is compared with. */
static bool check_screenshots(const struct tool_verdict_run *run)
{
    const struct tool_run_request *request = run->request;
    char again[PATH_MAX];
    if (run->out == NULL)
        return !tool_run_request_has_pictures(request) ||
               tool_expect_check_screenshots(&run->expected, "run", "--shots",
                                             tool_run_request_text(request, US_SETTING_SHOTS_DIR));
    if (!check_replaced(&run->expected, run->out))
        return false;
    for (unsigned n = 2; tool_run_folder_again(run->out, n, again) && us_path_is_there(again); n++)
        if (!check_replaced(&run->expected, again))
            return false;
    return true;
}

/* Before the last run in the folder is removed. */
static bool read_inputs(struct tool_verdict_run *run, const struct tool_run_files *files)
{
    static struct tool_allow allowed;
    char found[PATH_MAX];
    const char *path = run->allow;
    run->allowed = &allowed;
    tool_allow_init(&allowed);
    if (run->expect != NULL &&
        (!tool_expect_check_files(&run->expected, "run", files->roles, files->count) ||
         !check_screenshots(run)))
        return false;
    if (path == NULL && tool_baseline_find_allow(&run->baseline, found))
        path = found;
    return path == NULL || (tool_allow_read(&allowed, path) &&
                            tool_allow_check_files(&allowed, "run", files->roles, files->count));
}

/* The run itself must not be in the baseline: what is compared would be removed first. */
static bool check_apart(const struct tool_verdict_run *run)
{
    const char *out = run->out, *folder = run->baseline.folder;
    bool is_apart = out == NULL || folder == NULL ||
                    (strcmp(out, folder) != 0 && !us_path_is_same_file(out, folder) &&
                     !us_path_is_same_file(out, run->baseline.run));
    if (!is_apart)
        tool_text_complain("run: --out %s is the baseline and would be overwritten; name another "
                           "folder",
                           out);
    return is_apart;
}

/* The folder of the run, absolute. */
static bool choose_folder(struct tool_verdict_run *run, char out[PATH_MAX])
{
    if (run->out != NULL)
        return tool_file_path_make_absolute(run->out, out);
    run->is_temporary = tool_temporary_files_make_folder(out);
    return run->is_temporary;
}

static bool direct(struct tool_verdict_run *run)
{
    struct tool_run_request *request = run->request;
    char folder[PATH_MAX];
    if (!choose_folder(run, folder) ||
        !tool_run_place_in_folder(&run->place, folder, tool_run_request_has_pictures(request)))
        return false;
    request->settings[US_SETTING_EVENTS].text = run->place.log;
    if (run->place.pictures[0] != '\0')
        request->settings[US_SETTING_SHOTS_DIR].text = run->place.pictures;
    return true;
}

static bool check_kept(struct tool_verdict_run *run)
{
    const struct tool_run_setting *settings = run->request->settings;
    const char *out = run->out;
    struct tool_baseline *baseline = &run->baseline;
    struct tool_run_files files;
    tool_run_files_list(run, &files);
    if (!tool_baseline_open(baseline, &run->baseline_order))
        return false;
    if (out == NULL && baseline->folder == NULL)
        return read_inputs(run, &files);
    if (settings[US_SETTING_EVENTS].text != NULL)
        return refuse(run, "log", TOOL_RUN_LOG);
    if (settings[US_SETTING_SHOTS_DIR].text != NULL)
        return refuse(run, "shots", TOOL_RUN_PICTURES);
    if (out != NULL && tool_run_folder_look(out) == TOOL_RUN_FOLDER_OTHER)
        return tool_run_folder_claim("--out", out); /* says why not */
    return check_roles(&files, "--out", out) &&
           check_roles(&files, "--baseline", baseline->folder != NULL ? baseline->run : NULL) &&
           check_apart(run) && read_inputs(run, &files) && direct(run);
}

bool tool_run_kept_check(struct tool_verdict_run *run)
{
    if (check_kept(run))
        return true;
    tool_baseline_close(&run->baseline);
    return false;
}

bool tool_run_kept_claim(const struct tool_verdict_run *run)
{
    const char *out = run->out;
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

int tool_run_kept_begin(struct tool_verdict_run *run)
{
    char program[PATH_MAX];
    if (run->place.folder[0] == '\0')
        return TOOL_EXIT_OK;
    run->facts = tool_run_facts_make(run->app, us_app_find(run->app[0], program, sizeof program),
                                     run->request->settings[US_SETTING_PLAY].text);
    if (run->facts == NULL)
        return TOOL_EXIT_CANNOT;
    add_settings(run->facts, run->request);
    cJSON *copy = tool_run_facts_copy(run->facts);
    bool fits = tool_baseline_check(&run->baseline, copy);
    cJSON_Delete(copy);
    return fits ? TOOL_EXIT_OK : TOOL_EXIT_USAGE;
}

int tool_run_kept_end(struct tool_verdict_run *run, int code)
{
    if (run->facts == NULL)
        return code;
    run->has_run = cJSON_HasObjectItem(run->facts, "end");
    cJSON_AddNumberToObject(run->facts, "exit_code", code);
    bool written = !run->has_run || tool_run_folder_write_facts(run->place.folder, run->facts);
    cJSON_Delete(run->facts);
    run->facts = NULL;
    return !written && code == TOOL_EXIT_OK ? TOOL_EXIT_OUTPUT : code;
}

void tool_run_kept_finish(struct tool_verdict_run *run, int code)
{
    if (run->is_temporary)
        tool_run_folder_leave(run->place.folder, code);
    tool_baseline_close(&run->baseline);
}
