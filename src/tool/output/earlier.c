/* SPDX-License-Identifier: MIT */
#include "tool/output/earlier.h"

#include <errno.h>
#include <stdio.h>

#include "platform/path.h"
#include "platform/process.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

bool tool_earlier_keep(struct tool_earlier *earlier, const char *path)
{
    struct us_about about;
    int length = snprintf(earlier->kept, sizeof earlier->kept, "%s.%d.old", path, us_process_id());
    earlier->path[0] = '\0';
    errno = ENAMETOOLONG;
    if (length <= 0 || (size_t)length >= sizeof earlier->kept)
        return false;
    if (us_path_about(path, &about) && about.kind != US_ABOUT_REGULAR &&
        about.kind != US_ABOUT_LINK) {
        errno = EEXIST;
        return false;
    }
    if (!us_path_replace(path, earlier->kept))
        return errno == ENOENT;
    return tool_file_path_join("", path, earlier->path);
}

void tool_earlier_bring_back(struct tool_earlier *earlier)
{
    struct us_about about;
    if (earlier->path[0] == '\0')
        return;
    bool is_taken = us_path_about(earlier->path, &about) &&
                    !(about.kind == US_ABOUT_REGULAR && about.size == 0);
    if (is_taken || !us_path_replace(earlier->kept, earlier->path))
        tool_text_complain("the file that was there before is kept as %s", earlier->kept);
    earlier->path[0] = '\0';
}

void tool_earlier_drop(struct tool_earlier *earlier)
{
    if (earlier->path[0] != '\0')
        us_path_remove(earlier->kept);
    earlier->path[0] = '\0';
}
