/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "platform/process.h"
#include "platform/temporary.h"
#include "platform/time.h"
#include "status/run_status.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/run_folder/played.h"

static const char help[] =
    "usage: understudy mark NAME [--pid P]\n"
    "\n"
    "Set a marker in the recording that 'understudy record' or 'run --record' is making now, and\n"
    "print which file that is.\n"
    "'run --from NAME' plays from there. SIGUSR1 to 'understudy record' sets one as well.\n"
    "\n"
    "  --pid P  the process of 'understudy' that records, if there is more than one\n"
    "\n"
    "Exit codes: 0 the marker is set; 1 nothing is recorded now; 2 usage, or more than one\n"
    "recording is made, which are listed, and --pid is missing.\n";

struct search {
    long wanted; /* 0: any */
    bool lists;  /* print each that is found */
    unsigned count;
    long pid;                                  /* of the last that was found */
    char path[PATH_MAX];                       /* of its status */
    char recorded_to[US_RUN_STATUS_PATH_SIZE]; /* its recording */
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
    snprintf(search->recorded_to, sizeof search->recorded_to, "%s", status->recorded_to);
    us_run_status_close(status);
    if (search->lists)
        tool_text_complain("  --pid %ld  %s", pid, search->recorded_to);
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

/* A marker of the time before a recording begins is not in it. */
static int set_marker(const struct search *search, const char *name)
{
    struct us_run_status *status = us_run_status_open(search->path);
    const bool is_recording = status != NULL && atomic_load(&status->recording_count) > 0;
    if (is_recording)
        us_run_status_add_marker(status, US_RUN_STATUS_MARKER_USER, name, us_time_now_ns());
    us_run_status_close(status);
    if (is_recording)
        tool_text_print_line(stdout, "marked '%s' in %s", name, search->recorded_to);
    else
        tool_text_complain("mark: process %ld does not record to %s yet: its app has begun no "
                           "OpenXR session",
                           search->pid, search->recorded_to);
    return is_recording ? TOOL_EXIT_OK : TOOL_EXIT_DIFFERENT;
}

static int refuse_many(unsigned count)
{
    struct search search = {.lists = true};
    tool_text_complain("mark: %u recordings are made now; pass --pid P of one:", count);
    find(&search);
    return TOOL_EXIT_USAGE;
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
                                     .takes = "one name, in quotes if it has blanks",
                                     .wanted = "the name of the marker is missing"};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (strlen(line.operand) >= US_RUN_STATUS_MARKER_SIZE) {
        tool_text_complain("mark: a marker's name has 1 to %d bytes",
                           US_RUN_STATUS_MARKER_SIZE - 1);
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
        return refuse_many(search.count);
    if (search.wanted != 0)
        tool_text_complain("mark: process %ld does not record", search.wanted);
    else
        tool_text_complain("mark: nothing is recorded now; start 'understudy record' first");
    return TOOL_EXIT_DIFFERENT;
}

const struct tool_command tool_command_mark = {
    "mark", "set a marker in the recording that is being made", help, mark, NULL};
