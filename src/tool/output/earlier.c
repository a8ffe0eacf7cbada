/* SPDX-License-Identifier: MIT */
#include "tool/output/earlier.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

bool tool_earlier_keep(struct tool_earlier *earlier, const char *path)
{
    struct stat status;
    int length = snprintf(earlier->kept, sizeof earlier->kept, "%s.%ld.old", path, (long)getpid());
    earlier->path[0] = '\0';
    errno = ENAMETOOLONG;
    if (length <= 0 || (size_t)length >= sizeof earlier->kept)
        return false;
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
        errno = EEXIST;
        return false;
    }
    if (rename(path, earlier->kept) != 0)
        return errno == ENOENT;
    return tool_file_path_join("", path, earlier->path);
}

void tool_earlier_bring_back(struct tool_earlier *earlier)
{
    struct stat status;
    if (earlier->path[0] == '\0')
        return;
    bool is_taken =
        lstat(earlier->path, &status) == 0 && !(S_ISREG(status.st_mode) && status.st_size == 0);
    if (is_taken || rename(earlier->kept, earlier->path) != 0)
        tool_text_complain("the file that was there before is kept as %s", earlier->kept);
    earlier->path[0] = '\0';
}

void tool_earlier_drop(struct tool_earlier *earlier)
{
    if (earlier->path[0] != '\0')
        unlink(earlier->kept);
    earlier->path[0] = '\0';
}
