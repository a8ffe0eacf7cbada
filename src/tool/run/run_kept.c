/* SPDX-License-Identifier: MIT */
#include "tool/run/run_kept.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/baseline/run_facts.h"
#include "tool/baseline/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/run/run_files.h"
#include "tool/verdict/expect.h"

static bool refuse(const char *option, const char *part)
{
    tool_text_complain("run: --out excludes --%s: the folder has it in %s", option, part);
    return false;
}

/* No part of the folder is a file that the run reads or writes otherwise. */
static bool check_roles(const struct tool_run_request *request,
                        const struct tool_verdict_run *verdict_run, char *const *app)
{
    char program[PATH_MAX], parts[TOOL_RUN_PICTURES][PATH_MAX];
    struct tool_file_role roles[TOOL_RUN_PICTURES + 8];
    size_t count = 0;
    for (int part = 0; part < TOOL_RUN_PICTURES; part++) {
        if (!tool_run_folder_part(verdict_run->out, (enum tool_run_part)part, parts[part]))
            return false;
        roles[count++] = (struct tool_file_role){"--out", parts[part], true};
    }
    const struct tool_file_role others[] = {
        {"the file that --play reads", request->settings[US_SETTING_PLAY].text, false},
        {"the file that --expect reads", verdict_run->expect, false},
        {"the app itself", tool_run_files_find_program(app[0], program), false},
        {"--record", request->settings[US_SETTING_RECORD].text, true},
        {"--report", verdict_run->report, true},
        {"--junit", verdict_run->junit, true},
        {"--ready-file", request->settings[US_SETTING_READY_FILE].text, true},
        {"--done-file", request->settings[US_SETTING_DONE_FILE].text, true},
    };
    memcpy(roles + count, others, sizeof others);
    count += sizeof others / sizeof others[0];
    return tool_file_roles_check("run", roles, count);
}

/* Before the last run in the folder is removed. */
static bool check_expectations(const char *path)
{
    struct tool_expect expect = {0};
    bool is_read = path == NULL || tool_expect_read(&expect, path);
    tool_expect_free(&expect);
    return is_read;
}

bool tool_run_kept_check(struct tool_run_request *request, struct tool_verdict_run *verdict_run,
                         char *const *app)
{
    const char *out = verdict_run->out;
    char absolute[PATH_MAX];
    if (out == NULL)
        return true;
    if (request->settings[US_SETTING_EVENTS].text != NULL)
        return refuse("log", tool_run_folder_name(TOOL_RUN_LOG));
    if (request->settings[US_SETTING_SHOTS_DIR].text != NULL)
        return refuse("shots", tool_run_folder_name(TOOL_RUN_PICTURES));
    if (tool_run_folder_look(out) == TOOL_RUN_FOLDER_OTHER)
        return tool_run_folder_claim("--out", out); /* says why not */
    if (!check_roles(request, verdict_run, app) || !check_expectations(verdict_run->expect) ||
        !tool_paths_make_absolute(out, absolute) ||
        !tool_run_place_in_folder(&verdict_run->place, absolute,
                                  request->settings[US_SETTING_SHOOT].text != NULL))
        return false;
    request->settings[US_SETTING_EVENTS].text = verdict_run->place.log;
    if (verdict_run->place.pictures[0] != '\0')
        request->settings[US_SETTING_SHOTS_DIR].text = verdict_run->place.pictures;
    return true;
}

bool tool_run_kept_claim(const struct tool_verdict_run *verdict_run)
{
    return verdict_run->out == NULL || tool_run_folder_claim("--out", verdict_run->out);
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
        if (given->text != NULL)
            tool_json_add_text(settings, name, given->text);
        else if (given->is_on)
            cJSON_AddTrueToObject(settings, name);
        else if (!isnan(given->number) && us_setting_table[i].kind == US_SETTING_KIND_NUMBER)
            tool_json_add_number(settings, name, given->number);
    }
    if (request->headless)
        cJSON_AddTrueToObject(settings, "headless");
    if (request->gpu)
        cJSON_AddTrueToObject(settings, "gpu");
    if (!isnan(request->limit_s))
        tool_json_add_number(settings, "limit", request->limit_s);
    if (!isnan(request->grace_s))
        tool_json_add_number(settings, "grace", request->grace_s);
    if (request->exit != NULL)
        tool_json_add_text(settings, "exit", request->exit);
}

bool tool_run_kept_begin(const struct tool_run_request *request,
                         struct tool_verdict_run *verdict_run, char *const *app)
{
    char program[PATH_MAX];
    if (verdict_run->place.folder[0] == '\0')
        return true;
    verdict_run->facts = tool_run_facts_make(app, tool_run_files_find_program(app[0], program),
                                             request->settings[US_SETTING_PLAY].text);
    if (verdict_run->facts != NULL)
        add_settings(verdict_run->facts, request);
    return verdict_run->facts != NULL;
}

int tool_run_kept_end(struct tool_verdict_run *verdict_run, int code)
{
    if (verdict_run->facts == NULL)
        return code;
    cJSON_AddNumberToObject(verdict_run->facts, "exit_code", code);
    bool written = tool_run_folder_write_facts(verdict_run->place.folder, verdict_run->facts);
    cJSON_Delete(verdict_run->facts);
    verdict_run->facts = NULL;
    return !written && code == TOOL_EXIT_OK ? TOOL_EXIT_OUTPUT : code;
}
