/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/monotonic.h"
#include "platform/path.h"
#include "platform/process.h"
#include "platform/temporary.h"
#include "status/run_status.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/run_folder/played.h"

static const char help[] =
    "usage: understudy mark NAME [--pid P]\n"
    "\n"
    "Set a marker in the recording that 'understudy record' or 'run --record' is making now.\n"
    "'run --from NAME' plays from there. SIGUSR1 to 'understudy record' sets one as well.\n"
    "\n"
    "  --pid P  the process of 'understudy' that records, if there is more than one\n"
    "\n"
    "Exit codes: 0 the marker is set; 1 nothing is recorded now; 2 usage, or more than one\n"
    "recording is made and --pid is missing.\n";

struct search {
    long wanted; /* 0: any */
    unsigned count;
    long pid; /* of the last that was found */
    char path[PATH_MAX];
};

/* "understudy-recording-PID-XXXXXX" of a process that lives. */
static void look_at(struct search *search, const char *folder, const char *name)
{
    static const char beginning[] = "understudy-" TOOL_PLAYED_RECORDING "-";
    char *end, path[PATH_MAX];
    if (strncmp(name, beginning, sizeof beginning - 1) != 0)
        return;
    long pid = strtol(name + sizeof beginning - 1, &end, 10);
    if (pid <= 0 || *end != '-' || (search->wanted != 0 && pid != search->wanted) ||
        pid > INT_MAX || !us_process_lives((int)pid))
        return;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path)
        return;
    struct us_run_status *status = us_run_status_open(path);
    if (status == NULL)
        return; /* another user's, or of another version */
    us_run_status_close(status);
    search->count++;
    search->pid = pid;
    strcpy(search->path, path);
}

static void look_in(struct search *search, const char *folder)
{
    struct us_path_list *files = folder != NULL ? us_path_list_begin(folder) : NULL;
    const char *name;
    while (files != NULL && (name = us_path_list_next(files)) != NULL)
        look_at(search, folder, name);
    us_path_list_end(files);
}

static void find(struct search *search)
{
    const char *temporary = tool_file_path_variable(US_TEMPORARY_VARIABLE, NULL);
    const char *usual = us_temporary_usual();
    look_in(search, us_temporary_memory());
    look_in(search, temporary);
    if (temporary == NULL || !us_path_is_same_file(temporary, usual))
        look_in(search, usual);
}

static int set_marker(const struct search *search, const char *name)
{
    struct us_run_status *status = us_run_status_open(search->path);
    bool is_loaded = status != NULL && atomic_load(&status->instances) > 0;
    if (is_loaded)
        us_run_status_add_marker(status, US_RUN_STATUS_MARKER_USER, name, us_monotonic_ns());
    else
        tool_text_complain("mark: process %ld does not record yet: its app has made no OpenXR "
                           "instance",
                           search->pid);
    us_run_status_close(status);
    return is_loaded ? TOOL_EXIT_OK : TOOL_EXIT_DIFFERENT;
}

static int mark(int argc, char **argv)
{
    double pid = (double)NAN;
    const struct tool_option options[] = {
        {"pid", TOOL_OPTION_NUMBER, &pid, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = &tool_command_mark,
                                     .options = options,
                                     .wanted = "the name of the marker is missing"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (line.operand[0] == '\0') {
        tool_text_complain("mark: the name of the marker is empty");
        return TOOL_EXIT_USAGE;
    }
    if (!isnan(pid) && !(pid >= 1.0 && pid <= (double)INT_MAX && floor(pid) == pid)) {
        tool_text_complain("mark: --pid must be the number of a process");
        return TOOL_EXIT_USAGE;
    }
    struct search search = {.wanted = isnan(pid) ? 0 : (long)pid};
    find(&search);
    if (search.count == 1)
        return set_marker(&search, line.operand);
    if (search.count > 1)
        tool_text_complain("mark: %u recordings are made now; pass --pid P", search.count);
    else
        tool_text_complain("mark: nothing is recorded now; start 'understudy record' first");
    return search.count > 1 ? TOOL_EXIT_USAGE : TOOL_EXIT_DIFFERENT;
}

const struct tool_command tool_command_mark = {
    "mark", "set a marker in the recording that is being made", help, mark, NULL};
