/* SPDX-License-Identifier: MIT */
/* Where the files of a run are. */
#include "tool/cli/file_roles.h"
#include "tool/run_folder/run_folder.h"
#include "tool/run_folder/run_place.h"

bool tool_run_place_in_folder(struct tool_run_place *place, const char *folder, bool pictures)
{
    *place = (struct tool_run_place){0};
    return tool_file_path_join("", folder, place->folder) &&
           tool_run_folder_part(folder, TOOL_RUN_LOG, place->log) &&
           tool_run_folder_part(folder, TOOL_RUN_STDOUT, place->output[0]) &&
           tool_run_folder_part(folder, TOOL_RUN_STDERR, place->output[1]) &&
           (!pictures || tool_run_folder_part(folder, TOOL_RUN_PICTURES, place->pictures));
}
