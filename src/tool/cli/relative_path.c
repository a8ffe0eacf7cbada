/* SPDX-License-Identifier: MIT */
#include "tool/cli/relative_path.h"

#include <stdio.h>
#include <string.h>

#include "platform/path.h"

/* Where the part of a file's path begins that is not a folder's: behind the last '/' that both have
 * whole names before. */
static size_t find_common(const char *file, const char *folder)
{
    size_t at = 0, common = 0;
    for (; file[at] == folder[at] && file[at] != '\0'; at++)
        if (file[at] == '/')
            common = at + 1;
    return file[at] == '/' && folder[at] == '\0' ? at + 1 : common;
}

/* From the folder up to the common part, and down to the file. Both are absolute. */
static bool join_relative(const char *file, const char *folder, char out[PATH_MAX])
{
    const size_t common = find_common(file, folder), length = strlen(folder);
    size_t used = 0, ups = length > common ? 1 : 0;
    if (common <= 1)
        return snprintf(out, PATH_MAX, "%s", file) < PATH_MAX;
    for (size_t i = common; i < length; i++)
        ups += folder[i] == '/';
    for (; ups > 0 && used + 4 < PATH_MAX; ups--, used += 3)
        strcpy(out + used, "../");
    return ups == 0 &&
           snprintf(out + used, PATH_MAX - used, "%s", file + common) < (int)(PATH_MAX - used);
}

bool tool_relative_path_make(const char *path, const char *folder, char out[PATH_MAX])
{
    char file[PATH_MAX], from[PATH_MAX];
    return us_path_real(path, file, sizeof file) && us_path_real(folder, from, sizeof from) &&
           join_relative(file, from, out);
}
