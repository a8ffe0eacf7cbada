/* SPDX-License-Identifier: MIT */
/*
 * message_log: what the layer tells a person, a line a message: "understudy: ...".
 *
 * Lines go to standard error or to a file, each with one write; never to standard output. Any
 * thread may log; nothing on a frame thread does, but for the line when playback starts.
 */
#ifndef US_MESSAGE_LOG_H
#define US_MESSAGE_LOG_H

#include "platform/numbers.h"

enum us_message_log_level {
    US_MESSAGE_LOG_ERROR,
    US_MESSAGE_LOG_WARN,
    US_MESSAGE_LOG_INFO,
    US_MESSAGE_LOG_DEBUG
};

struct us_message_log {
    enum us_message_log_level level; /* what is above is not written */
    int file;                        /* descriptor; -1: standard error */
    /* Told of each warning and error as well, whatever the level; NULL: nobody. Does not change
     * once a second thread logs. */
    void (*on_warning)(void *data, const char *message);
    void *on_warning_data;
};

/*
 * `path` may be NULL for standard error. The file is appended to, made with mode 0600 if it is not
 * there, never through a symbolic link, and must be a regular file. Where that fails, lines go to
 * standard error, with one that says so.
 */
void us_message_log_init(struct us_message_log *log, enum us_message_log_level level,
                         const char *path);
void us_message_log_finish(struct us_message_log *log);

/* printf-formatted; cut at about 1000 bytes; control characters become '?'. */
void us_message_log(const struct us_message_log *log, enum us_message_log_level level,
                    const char *format, ...) US_FORMAT(3, 4);

#endif
