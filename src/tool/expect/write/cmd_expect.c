/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/expect/write/observed.h"
#include "tool/output/part_file.h"
#include "core/base/bytes.h"
#include "tool/run_folder/run_folder.h"

static const char help[] =
    "usage: understudy expect RUN [-o FILE] [--force]\n"
    "\n"
    "Write expectations, understudy-expect(5), of what a good run did: RUN is the folder of 'run\n"
    "--out RUN' or of 'drive --out RUN'. It is a first version for you to edit, with what is\n"
    "stable and matters: the session's states, frames and layers, vibrations and the first press\n"
    "of each action within a quarter of a second, markers, pictures, calls that fail, and how the\n"
    "app ends. 'run --baseline' in contrast compares everything.\n"
    "\n"
    "  --output FILE  the file to write, also -o FILE. Default: standard output\n"
    "  --force        replace the file if it is there\n"
    "\n"
    "Exit codes: 0; 2 usage, or the folder is no run folder, or the run was not good; 3 the file\n"
    "could not be written.\n";

/* Only a run that was good says what to expect. */
static bool check_facts(const cJSON *facts, const char *folder)
{
    const cJSON *code = tool_json_get(facts, "exit_code");
    if (cJSON_IsNumber(code) && code->valuedouble == 0.0)
        return true;
    tool_text_complain("expect: the run in %s did not end with exit code 0; expectations come from "
                       "a good run",
                       folder);
    return false;
}

static void add_end(cJSON *list, const cJSON *facts)
{
    const cJSON *end = tool_json_get(facts, "end");
    const cJSON *code = tool_json_get(end, "exit_code");
    if (strcmp(tool_json_text(end, "how", ""), "exited") != 0 || !cJSON_IsNumber(code))
        return;
    cJSON *ends = tool_json_append_object(list);
    cJSON_AddStringToObject(ends, "name", "it ends by itself");
    cJSON_AddStringToObject(ends, "kind", "ends");
    cJSON_AddNumberToObject(ends, "exit_code", code->valuedouble);
}

static void put_json(struct us_writer *out, const cJSON *item)
{
    char *text = cJSON_PrintUnformatted(item);
    out->failed |= text == NULL;
    us_writer_text(out, text != NULL ? text : "");
    cJSON_free(text);
}

/* Each expectation is a line. */
static char *print(const cJSON *root, const cJSON *list)
{
    struct us_writer text = {0};
    us_writer_text(&text, "{\"version\": 1,\n");
    for (const cJSON *item = root->child; item != NULL; item = item->next) {
        us_writer_text(&text, " \"fault\": ");
        put_json(&text, item);
        us_writer_text(&text, ",\n");
    }
    us_writer_text(&text, " \"expect\": [");
    for (const cJSON *item = list->child; item != NULL; item = item->next) {
        us_writer_text(&text, item == list->child ? "\n  " : ",\n  ");
        put_json(&text, item);
    }
    us_writer_text(&text, "\n ]}");
    us_writer_put(&text, "", 1);
    if (!text.failed)
        return (char *)text.bytes;
    us_writer_finish(&text);
    return NULL;
}

static int write_it(const char *output, char *text, const char *shoot)
{
    bool is_written = true;
    if (output != NULL)
        is_written = tool_part_file_write_line(output, text);
    else
        puts(text != NULL ? text : "");
    if (shoot[0] != '\0')
        tool_text_complain("expect: the pictures are judged in runs with --shoot %s", shoot);
    return is_written && text != NULL ? TOOL_EXIT_OK : TOOL_EXIT_OUTPUT;
}

/* The pictures as the file may name them: below its own folder by a relative path, so that both can
 * be moved together. */
static bool find_pictures(const char *folder, const char *output, char out[PATH_MAX])
{
    char absolute[PATH_MAX], beside[PATH_MAX], own[PATH_MAX];
    if (!tool_file_path_make_absolute(folder, absolute) ||
        !tool_run_folder_part(absolute, TOOL_RUN_PICTURES, out))
        return false;
    if (output == NULL || !tool_file_path_make_absolute(output, beside))
        return output == NULL;
    size_t length = (size_t)(us_path_name(beside) - beside);
    snprintf(own, sizeof own, "%.*s", (int)length, beside);
    if (length <= 1 || strncmp(out, own, length) != 0)
        return true;
    memmove(out, out + length, strlen(out + length) + 1);
    for (char *at = out; *at != '\0'; at++) /* what is moved may go to another system */
        *at = us_path_is_divider(*at) ? '/' : *at;
    return true;
}

static int write_of(const char *folder, const char *output)
{
    char log[PATH_MAX], pictures[PATH_MAX], shoot[TOOL_OBSERVED_SHOOT];
    cJSON *facts = tool_run_folder_read_facts("expect", folder);
    cJSON *list = cJSON_CreateArray(), *root = cJSON_CreateObject();
    const cJSON *settings = tool_json_get(facts, "settings");
    const char *fault = tool_json_text(settings, "fault", NULL);
    int code = TOOL_EXIT_USAGE;
    if (fault != NULL)
        tool_json_add_text(root, "fault", fault);
    if (facts != NULL && check_facts(facts, folder) &&
        tool_run_folder_part(folder, TOOL_RUN_LOG, log) &&
        find_pictures(folder, output, pictures) && tool_observed_add(list, log, pictures, shoot)) {
        add_end(list, facts);
        char *text = print(root, list);
        code = write_it(output, text, shoot);
        cJSON_free(text);
    }
    cJSON_Delete(root);
    cJSON_Delete(list);
    cJSON_Delete(facts);
    return code;
}

/* The file replaces none of the run. */
static bool check_output(const char *folder, const char *output, bool force)
{
    static char paths[TOOL_RUN_PICTURES][PATH_MAX];
    char pictures[PATH_MAX];
    struct tool_file_role roles[TOOL_RUN_PICTURES + 1];
    for (int i = 0; i < TOOL_RUN_PICTURES; i++) {
        if (!tool_run_folder_part(folder, (enum tool_run_part)i, paths[i]))
            return false;
        roles[i] = (struct tool_file_role){"a file of the run", paths[i], false};
    }
    roles[TOOL_RUN_PICTURES] = (struct tool_file_role){"--output", output, true};
    return tool_file_roles_check("expect", roles, TOOL_RUN_PICTURES + 1) &&
           tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) &&
           tool_file_roles_check_folder("expect", "--output", output, pictures,
                                        "the run's pictures") &&
           (output == NULL || tool_part_file_check("expect", "--output", output, force));
}

static int expect(int argc, char **argv)
{
    const char *output = NULL;
    bool force = false;
    const struct tool_option options[] = {
        {"output", TOOL_OPTION_TEXT, &output, NULL},
        {"force", TOOL_OPTION_FLAG, &force, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .command = &tool_command_expect, .options = options, .wanted = "no run folder is given"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!check_output(line.operand, output, force))
        return TOOL_EXIT_USAGE;
    return write_of(line.operand, output);
}

const struct tool_command tool_command_expect = {"expect", "write expectations from a good run",
                                                 help, expect, NULL};
