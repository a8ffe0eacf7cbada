/* SPDX-License-Identifier: MIT */
#include "tool/perform/performing.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "person/script_parse.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/convert/formats.h"

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

static bool name_take(const char *path, struct tool_perform_take *out)
{
    const char *name = us_path_name(path);
    const size_t stem = strlen(name) - strlen(".person");
    int length =
        snprintf(out->path, sizeof out->path, "%s/%.*s.mcap", out->folder, (int)stem, name);
    return length > 0 && (size_t)length < sizeof out->path;
}

static void say_reach(const char *command, const char *path, const struct tool_perform_reach *reach)
{
    static struct tool_loss notes;
    notes.count = 0;
    tool_perform_reach_report(reach, &notes);
    for (unsigned i = 0; i < notes.count; i++)
        tool_text_complain("%s: %s: %s", command, path, notes.list[i].text);
}

static bool write_take(const char *command, const char *path, const struct rt_script *script,
                       const struct tool_perform_take *take)
{
    static struct tool_loss loss;
    struct tool_conversion_report report;
    struct us_error error = {.byte = US_NO_BYTE};
    struct tool_perform_reach reach = {.beyond_m = {0.0}};
    const struct tool_perform_act act = {.script = script,
                                         .person = tool_perform_people_plain(),
                                         .hz = TOOL_PERFORM_HZ,
                                         .reach = &reach};
    int file = us_descriptor_open(take->path, US_DESCRIPTOR_WRITE | US_DESCRIPTOR_NEW, 0600);
    if (file < 0) {
        tool_text_complain("%s: %s cannot be written: %s; set TMPDIR to a folder with room for it",
                           command, take->path, strerror(errno));
        return false;
    }
    enum us_result result =
        tool_perform_write(&act, path, tool_convert_format_of_output(take->path), file, take->path,
                           &report, &loss, &error);
    if (!us_descriptor_close(file) && result == US_OK)
        result = us_result_fail(&error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(errno));
    if (result != US_OK)
        tool_text_complain("%s: %s: %s", command, path, error.text);
    else
        say_reach(command, path, &reach);
    return result == US_OK;
}

bool tool_perform_take_make(const char *command, const char *path, struct tool_perform_take *out)
{
    *out = (struct tool_perform_take){.folder = ""};
    if (!tool_file_path_ends_in(path, ".person"))
        return true;
    struct rt_script *script = tool_perform_read(command, path);
    if (script == NULL)
        return false;
    bool is_made = tool_temporary_files_make_folder(out->folder) && name_take(path, out) &&
                   write_take(command, path, script, out);
    rt_script_destroy(script);
    if (!is_made) {
        tool_perform_take_remove(out);
        out->folder[0] = '\0';
    }
    return is_made;
}

void tool_perform_take_remove(const struct tool_perform_take *take)
{
    if (take->folder[0] == '\0')
        return;
    us_path_remove(take->path);
    us_path_remove_folder(take->folder);
}
