/* SPDX-License-Identifier: MIT */
#include "tool/output/part_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/text.h"

int tool_part_file_make(const char *path, char out_part[PATH_MAX])
{
    int length = snprintf(out_part, PATH_MAX, "%s.%ld.part", path, (long)getpid());
    errno = ENAMETOOLONG;
    if (length <= 0 || length >= PATH_MAX)
        return -1;
    return open(out_part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC,
                S_IRUSR | S_IWUSR);
}

bool tool_part_file_check(const char *command, const char *option, const char *path, bool replaces)
{
    struct stat status;
    char part[PATH_MAX];
    bool is_there = lstat(path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        tool_text_complain("%s: %s %s is not a regular file", command, option, path);
        return false;
    }
    if (is_there && status.st_size > 0 && !replaces) {
        tool_text_complain("%s: %s %s is there already; choose another name, or pass --force to "
                           "replace it",
                           command, option, path);
        return false;
    }
    int file = tool_part_file_make(path, part);
    if (file < 0) {
        tool_text_complain("%s: %s %s cannot be written: %s", command, option, path,
                           strerror(errno));
        return false;
    }
    close(file);
    unlink(part);
    return true;
}

/* Closes before the name is given: a full disk may show late. */
bool tool_part_file_finish(int file, const char *part, const char *path)
{
    bool is_written = fsync(file) == 0 || errno == EINVAL;
    int why = errno;
    if (close(file) != 0 && is_written) {
        is_written = false;
        why = errno;
    }
    if (is_written && rename(part, path) == 0)
        return true;
    why = is_written ? errno : why;
    unlink(part);
    errno = why;
    return false;
}
