/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/report/run_data.h"
#include "tool/run_folder/run_folder.h"

enum { NAME_SIZE = 256 };

/* The frame in the name of a first view's screenshot, frame-000090-view-0.png; -1 of others. */
static int64_t frame_of(const char *name)
{
    static const char begin[] = "frame-", end[] = "-view-0.png";
    char *rest;
    if (strncmp(name, begin, sizeof begin - 1) != 0)
        return -1;
    long long frame = strtoll(name + sizeof begin - 1, &rest, 10);
    return strcmp(rest, end) == 0 ? frame : -1;
}

/* Writes the name of the newest screenshot that is not after the frame; of the last one if the
 * frame is -1, and of the first one if all are later. */
static bool find_nearest(const char *pictures, int64_t frame, char *out, size_t size)
{
    struct us_path_list *listing = us_path_list_begin(pictures);
    const char *name;
    int64_t best = -1;
    if (listing == NULL)
        return false;
    while ((name = us_path_list_next(listing)) != NULL) {
        int64_t at = frame_of(name);
        bool fits = frame < 0 || at <= frame, best_fits = frame < 0 || best <= frame;
        bool is_better = best < 0 || (fits != best_fits ? fits : fits ? at > best : at < best);
        if (at < 0 || !is_better)
            continue;
        best = at;
        snprintf(out, size, "%s", name);
    }
    us_path_list_end(listing);
    return best >= 0;
}

/* FOLDER/pictures/NAME, if it can be read; otherwise "". */
static void set_path(char out[PATH_MAX], const char *folder, const char *name)
{
    char pictures[PATH_MAX];
    if (!tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) ||
        !tool_run_folder_join(pictures, name, out) || !us_path_is_readable(out))
        out[0] = '\0';
}

void tool_suite_picture_find(struct tool_suite_pictures *out, const char *folder,
                             const cJSON *verdict, int64_t frame)
{
    char name[NAME_SIZE], pictures[PATH_MAX], baseline[PATH_MAX];
    const cJSON *compared =
        tool_json_get(tool_json_get(tool_json_get(verdict, "comparison"), "baseline"), "pictures");
    const char *first = tool_json_text(tool_json_get(compared, "first"), "file", NULL);
    /* The name comes from a file: it must not lead out of the folder. */
    bool is_named = first != NULL && us_path_name(first) == first && strlen(first) < sizeof name;
    if (is_named)
        snprintf(name, sizeof name, "%s", first);
    else if (!tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) ||
             !find_nearest(pictures, frame, name, sizeof name))
        return;
    set_path(out->got, folder, name);
    if (tool_run_data_baseline_find(verdict, "report", baseline))
        set_path(out->expected, baseline, name);
}
