/* SPDX-License-Identifier: MIT */
#include "log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

enum { LINE_SIZE = 1024 };

void us_log_init(struct us_log *log, enum us_log_level level, const char *path)
{
    *log = (struct us_log){.level = level, .file = -1};
    if (path == NULL)
        return;
    const char *why = NULL;
    log->file = us_output_open(path, &why);
    if (log->file < 0)
        us_log(log, US_LOG_WARN, "UNDERSTUDY_LOG_FILE=%s cannot be written (%s): using stderr",
               path, why);
}

void us_log_finish(struct us_log *log)
{
    if (log->file >= 0)
        close(log->file);
    log->file = -1;
}

void us_log(const struct us_log *log, enum us_log_level level, const char *format, ...)
{
    bool tells = level <= US_LOG_WARN && log->on_warning != NULL;
    if (level > log->level && !tells)
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
    if (tells)
        log->on_warning(log->on_warning_data, line + begin);
    if (level > log->level)
        return;
    line[end++] = '\n';
    (void)us_output_write(log->file >= 0 ? log->file : STDERR_FILENO, line, end);
}
