/* SPDX-License-Identifier: MIT */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_SIZE = 1024 };

void us_log_init(struct us_log *log, enum us_log_level level, const char *path)
{
    *log = (struct us_log){level, -1};
    if (path == NULL)
        return;
    /* O_NONBLOCK: opening a FIFO must not hang the app. */
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int file = open(path, flags, S_IRUSR | S_IWUSR);
    int reason = errno;
    struct stat status;
    if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(file);
        file = -1;
        reason = EINVAL;
    }
    log->file = file;
    if (file < 0)
        us_log(log, US_LOG_WARN, "UNDERSTUDY_LOG_FILE=%s cannot be written (%s): using stderr",
               path, reason == EINVAL ? "not a regular file" : strerror(reason));
}

void us_log_finish(struct us_log *log)
{
    if (log->file >= 0)
        close(log->file);
    log->file = -1;
}

static void write_all(int file, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        text += written;
        size -= (size_t)written;
    }
}

void us_log(const struct us_log *log, enum us_log_level level, const char *format, ...)
{
    if (level > log->level)
        return;
    char line[LINE_SIZE] = "understudy: ";
    size_t begin = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line + begin, sizeof line - begin - 1, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    size_t end = strlen(line);
    for (size_t i = begin; i < end; i++) {
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
            line[i] = '?';
    }
    line[end++] = '\n';
    int saved = errno;
    write_all(log->file >= 0 ? log->file : STDERR_FILENO, line, end);
    errno = saved;
}
