/* SPDX-License-Identifier: MIT */
#include "tool/perform/performing.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "person/script.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

/* Of an input animation file, as convert writes one by default. */
enum { KEY_SIZE = 8 };

struct rt_script *tool_perform_read(const char *command, const char *path)
{
    struct rt_script_error error;
    if (!us_path_is_readable(path)) {
        tool_text_complain("%s: the script %s cannot be read: %s", command, path, strerror(errno));
        return NULL;
    }
    struct rt_script *script = rt_script_read(path, &error);
    if (script == NULL)
        tool_text_complain("%s: %s", command, error.text);
    return script;
}

enum us_result tool_perform_write(const struct tool_perform_act *act, const char *script,
                                  const struct tool_convert_format *to, int file, const char *part,
                                  struct tool_conversion_report *report, struct tool_loss *loss,
                                  struct us_error *error)
{
    const struct tool_conversion order = {
        .in = script, .from = &tool_perform_format, .to = to, .key_size = KEY_SIZE, .of = act};
    /* A session holds all of it: there is nothing to compare. */
    const bool is_session = to->kind == TOOL_CONVERT_SESSION;
    enum us_result result =
        tool_conversion_run(&order, file, is_session ? NULL : part, report, loss, error);
    if (result == US_OK && act->reach != NULL)
        tool_perform_reach_report(act->reach, loss);
    return result;
}

static void say_reach(const char *command, const char *path, const struct tool_perform_reach *reach)
{
    static struct tool_loss notes;
    notes.count = 0;
    tool_perform_reach_report(reach, &notes);
    for (unsigned i = 0; i < notes.count; i++)
        tool_text_complain("%s: %s: %s", command, path, notes.list[i].text);
}

static int write_take(const char *command, const char *path, const struct rt_script *script,
                      int file, struct tool_run_copy *take)
{
    static struct tool_loss loss;
    struct tool_conversion_report report;
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_perform_reach reach = {.beyond_m = {0.0}};
    const struct tool_perform_act act = {
        .script = script, .person = tool_perform_people_plain(), .reach = &reach};
    enum us_result result =
        tool_perform_write(&act, path, tool_convert_format_of_output(take->path), file, take->path,
                           &report, &loss, &error);
    const bool in_script = result != US_OK && !report.in_output;
    result = tool_run_copy_end(take, file, result, &error);
    if (result == US_OK)
        say_reach(command, path, &reach);
    else if (in_script)
        tool_text_complain("%s: %s: %s", command, path, error.text);
    else
        tool_text_complain("%s: the recording of %s, %s, cannot be written: %s; set %s to a folder "
                           "with room for it",
                           command, path, take->path, error.text, US_TEMPORARY_VARIABLE);
    return result == US_OK ? TOOL_EXIT_OK : in_script ? TOOL_EXIT_RECORDING : TOOL_EXIT_USAGE;
}

int tool_perform_take_make(const char *command, const char *path, struct tool_run_copy *out)
{
    const char *const name = us_path_name(path);
    char take[PATH_MAX];
    *out = (struct tool_run_copy){.folder = ""};
    if (!tool_file_path_ends_in(path, ".person"))
        return TOOL_EXIT_OK;
    struct rt_script *script = tool_perform_read(command, path);
    if (script == NULL)
        return TOOL_EXIT_RECORDING;
    snprintf(take, sizeof take, "%.*s.mcap", (int)(strlen(name) - strlen(".person")), name);
    const int file = tool_run_copy_begin(command, take, out);
    const int code = file >= 0 ? write_take(command, path, script, file, out) : TOOL_EXIT_USAGE;
    rt_script_destroy(script);
    return code;
}
