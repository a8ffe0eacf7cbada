/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/run_place.h"

#include <time.h>

#include "tool/run_folder/run_facts.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/paths.h"
#include "tool/image/screenshot_files.h"
#include "tool/process/launch_logged.h"

bool tool_run_place_in_folder(struct tool_run_place *place, const char *folder, bool pictures)
{
    *place = (struct tool_run_place){0};
    return tool_paths_join("", folder, place->folder) &&
           tool_run_folder_part(folder, TOOL_RUN_LOG, place->log) &&
           (!pictures || tool_run_folder_part(folder, TOOL_RUN_PICTURES, place->pictures));
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int launch(const struct tool_run_place *place, char **app,
                  const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    struct tool_screenshot_files shots;
    bool has_pictures = place->pictures[0] != '\0';
    *out_end = (struct tool_launch_end){.how = TOOL_LAUNCH_NOT_STARTED};
    if (has_pictures && !tool_screenshot_files_begin(&shots, place->pictures))
        return TOOL_EXIT_USAGE;
    const char *log = place->log[0] != '\0' ? place->log : NULL;
    int code = tool_launch_logged(log, app, limits, out_end);
    if (has_pictures)
        tool_screenshot_files_compress(&shots);
    return code;
}

int tool_run_place_launch(const struct tool_run_place *place, cJSON *facts, char **app,
                          const struct tool_launch_limits *limits, struct tool_launch_end *out_end)
{
    char out[PATH_MAX], error[PATH_MAX];
    struct tool_launch_limits copying = *limits;
    *out_end = (struct tool_launch_end){.how = TOOL_LAUNCH_NOT_STARTED};
    if (place->folder[0] == '\0')
        return launch(place, app, limits, out_end);
    tool_run_facts_begin(facts);
    if (!tool_run_folder_part(place->folder, TOOL_RUN_STDOUT, out) ||
        !tool_run_folder_part(place->folder, TOOL_RUN_STDERR, error) ||
        !tool_run_folder_write_facts(place->folder, facts))
        return TOOL_EXIT_USAGE;
    copying.copies[0] = out;
    copying.copies[1] = error;
    double began_s = now_s();
    int code = launch(place, app, &copying, out_end);
    tool_run_facts_end(facts, out_end, now_s() - began_s, place->log);
    bool is_written = tool_run_folder_write_facts(place->folder, facts);
    return !is_written && code == TOOL_EXIT_OK ? TOOL_EXIT_OUTPUT : code;
}
