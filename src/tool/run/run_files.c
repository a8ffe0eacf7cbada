/* SPDX-License-Identifier: MIT */
#include "tool/run/run_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

const char *tool_run_files_find_program(const char *name, char out[PATH_MAX])
{
    if (strchr(name, '/') != NULL)
        return name;
    const char *list = tool_paths_variable("PATH", "/bin:/usr/bin");
    for (;;) {
        size_t length = strcspn(list, ":");
        int size = snprintf(out, PATH_MAX, "%.*s/%s", length > 0 ? (int)length : 1,
                            length > 0 ? list : ".", name);
        if (size > 0 && size < PATH_MAX && access(out, X_OK) == 0)
            return out;
        if (list[length] == '\0')
            return NULL;
        list += length + 1;
    }
}

static bool complain(const char *option, const char *path)
{
    tool_text_complain("run: %s %s cannot be written: %s", option, path, strerror(errno));
    return false;
}

/* Make a file of one byte that is not there yet, and remove it again. False, with errno. */
static bool try_new(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    bool written = write(file, "\n", 1) == 1;
    int why = errno;
    close(file);
    unlink(path);
    errno = why;
    return written;
}

/* A report is written over what is there. */
static bool check_report(const char *option, const char *path)
{
    struct stat status;
    if (path == NULL)
        return true;
    if (stat(path, &status) != 0)
        return (errno == ENOENT && try_new(path)) || complain(option, path);
    errno = EISDIR;
    if (S_ISDIR(status.st_mode) || (S_ISREG(status.st_mode) && access(path, W_OK) != 0))
        return complain(option, path);
    return true;
}

/* The layer writes it beside its place and then gives it its name. */
static bool check_notice(const char *option, const char *path)
{
    char beside[PATH_MAX];
    if (path == NULL)
        return true;
    int length = snprintf(beside, sizeof(beside), "%s.%ld.try", path, (long)getpid());
    errno = ENAMETOOLONG;
    return (length > 0 && (size_t)length < sizeof(beside) && try_new(beside)) ||
           complain(option, path);
}

bool tool_run_files_check(const struct tool_run_request *request,
                          const struct tool_verdict_run *verdict_run, char *const *app)
{
    char program[PATH_MAX];
    const struct tool_file_role roles[] = {
        {"the file that --play reads", request->settings[US_SETTING_PLAY].text, false},
        {"the file that --expect reads", verdict_run->expect, false},
        {"the app itself", tool_run_files_find_program(app[0], program), false},
        {"--log", request->settings[US_SETTING_EVENTS].text, true},
        {"--record", request->settings[US_SETTING_RECORD].text, true},
        {"--report", verdict_run->report, true},
        {"--junit", verdict_run->junit, true},
        {"--report-html", request->html.path, true},
        {"--ready-file", request->settings[US_SETTING_READY_FILE].text, true},
        {"--done-file", request->settings[US_SETTING_DONE_FILE].text, true},
    };
    return tool_file_roles_check("run", roles, sizeof(roles) / sizeof(roles[0])) &&
           check_report("--report", verdict_run->report) &&
           check_report("--junit", verdict_run->junit) &&
           check_report("--report-html", request->html.path) &&
           check_report("--record", request->settings[US_SETTING_RECORD].text) &&
           check_notice("--ready-file", request->settings[US_SETTING_READY_FILE].text) &&
           check_notice("--done-file", request->settings[US_SETTING_DONE_FILE].text);
}
