/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int us_output_open(const char *path, const char **out_why)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int file = open(path, flags, S_IRUSR | S_IWUSR);
    struct stat status;
    if (file < 0) {
        *out_why = strerror(errno);
    } else if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        *out_why = "not a regular file";
        close(file);
        file = -1;
    }
    return file;
}

bool us_output_write(int file, const char *text, size_t size)
{
    int saved = errno;
    while (size > 0) {
        ssize_t written = write(file, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        text += written;
        size -= (size_t)written;
    }
    errno = saved;
    return size == 0;
}
