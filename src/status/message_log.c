/* SPDX-License-Identifier: MIT */
#include "status/message_log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "platform/descriptor.h"
#include "status/output_file.h"

enum { LINE_SIZE = 1024 };

void us_message_log_init(struct us_message_log *log, enum us_message_log_level level,
                         const char *path)
{
    *log = (struct us_message_log){.level = level, .file = -1};
    if (path == NULL)
        return;
    const char *why = NULL;
    log->file = us_output_file_open(path, US_OUTPUT_FILE_PRIVATE, &why);
    if (log->file < 0)
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "UNDERSTUDY_LOG_FILE=%s cannot be written (%s): using stderr", path, why);
}

void us_message_log_finish(struct us_message_log *log)
{
    if (log->file >= 0)
        us_descriptor_close(log->file);
    log->file = -1;
}

void us_message_log(const struct us_message_log *log, enum us_message_log_level level,
                    const char *format, ...)
{
    bool tells = level <= US_MESSAGE_LOG_WARN && log->on_warning != NULL;
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
    (void)us_output_file_write(log->file >= 0 ? log->file : US_DESCRIPTOR_ERROR, line, end);
}
