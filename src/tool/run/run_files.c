/* SPDX-License-Identifier: MIT */
#include "tool/run/run_files.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "core/base/file.h"
#include "platform/app.h"
#include "platform/descriptor.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

static bool complain(const char *option, const char *path)
{
    tool_text_complain("run: %s %s cannot be written: %s", option, path, strerror(errno));
    return false;
}

/* An output is written beside its place and then gets its name; a pipe or a device is written to.
 */
static bool check_output(const char *option, const char *path)
{
    char part[US_FILE_PATH_SIZE];
    struct us_about about;
    if (path == NULL)
        return true;
    bool is_there = us_path_about_target(path, &about);
    if (is_there && about.kind != US_ABOUT_REGULAR && about.kind != US_ABOUT_FOLDER)
        return true;
    errno = EISDIR;
    if (is_there && (about.kind == US_ABOUT_FOLDER || !us_path_is_writable(path)))
        return complain(option, path);
    int file = us_file_make_part(path, part);
    bool is_written = file >= 0 && us_descriptor_write(file, "\n", 1) == 1;
    if (file >= 0)
        us_file_finish_part(file, part, path, false);
    return is_written || complain(option, path);
}

/* A file that the layer writes when playback starts or ends. */
static bool check_notice(enum us_setting_id id)
{
    const char *name = us_setting_table[id].variable;
    return check_output(name, tool_file_path_variable(name, NULL));
}

void tool_run_files_list(const struct tool_verdict_run *run, struct tool_run_files *out)
{
    const struct tool_run_request *request = run->request;
    const struct tool_run_setting *settings = request->settings;
    const char *baseline = run->baseline_order.folder;
    const char *ready = us_setting_table[US_SETTING_READY_FILE].variable;
    const char *done = us_setting_table[US_SETTING_DONE_FILE].variable;
    bool has_allow = baseline != NULL && tool_file_path_join(baseline, "/allow.json", out->allow);
    const struct tool_file_role roles[] = {
        {"the file that --play reads", settings[US_SETTING_PLAY].text, false},
        {"the file that --expect reads", run->expect, false},
        {"the file that --person reads", tool_file_roles_script(request->platform.person), false},
        {"the file that --allow reads", run->allow, false},
        {"the baseline's allow.json", has_allow ? out->allow : NULL, false},
        {"the app itself", us_app_find(run->app[0], out->program, sizeof out->program), false},
        {"--log", settings[US_SETTING_EVENTS].text, true},
        {"--record", settings[US_SETTING_RECORD].text, true},
        {"--save", request->drive.save, true},
        {"--write-test", request->drive.write_test, true},
        {ready, tool_file_path_variable(ready, NULL), true},
        {done, tool_file_path_variable(done, NULL), true},
        {"--report", run->report, true},
        {"--junit", run->junit, true},
        {"--report", request->html.path, true},
    };
    out->count = sizeof roles / sizeof roles[0];
    _Static_assert(sizeof roles + sizeof out->parts / sizeof out->parts[0] * sizeof roles[0] <=
                       sizeof out->roles,
                   "there is room for these and for the parts of a folder");
    memcpy(out->roles, roles, sizeof roles);
}

bool tool_run_files_add_folder(struct tool_run_files *files, const char *option, const char *folder)
{
    for (int part = 0; part < TOOL_RUN_PICTURES; part++) {
        if (!tool_run_folder_part(folder, (enum tool_run_part)part, files->parts[part]))
            return false;
        files->roles[files->count++] = (struct tool_file_role){option, files->parts[part], true};
    }
    return true;
}

bool tool_run_files_check(const struct tool_verdict_run *run)
{
    const struct tool_run_request *request = run->request;
    const char *record = request->settings[US_SETTING_RECORD].text;
    struct tool_run_files files;
    tool_run_files_list(run, &files);
    return tool_file_roles_check("run", files.roles, files.count) &&
           check_output("--report", run->report) && check_output("--junit", run->junit) &&
           check_output("--report", request->html.path) && check_notice(US_SETTING_READY_FILE) &&
           check_notice(US_SETTING_DONE_FILE) && check_output("--save", request->drive.save) &&
           check_output("--record", record) &&
           tool_file_path_check_recording(tool_text_run_name(), "--record", record);
}
