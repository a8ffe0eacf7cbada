/* SPDX-License-Identifier: MIT */
/*
 * compress_session: a session recording with compressed chunks of one without, or the reverse.
 *
 * Every record of the data section is kept as it is, those of unknown kinds, topics and fields too;
 * only the chunks' compression changes, and the indexes and the summary are made anew. Memory is
 * bounded by the largest chunk. A file that is damaged or not finished is refused, because what it
 * lacks would not show any more.
 */
#ifndef TOOL_COMPRESS_SESSION_H
#define TOOL_COMPRESS_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"

struct tool_compress_options {
    int level; /* mcap_compression.h; 0: decompress */
    /* How far it is. May be NULL. */
    void (*progress)(void *data, uint64_t done, uint64_t total);
    void *data;
};

struct tool_compress_report {
    uint64_t chunks;
    uint64_t before_bytes, after_bytes; /* of the files */
    bool in_output;                     /* a failure is that of the new file */
};

/* `file` is open for writing and empty; it stays open. After a failure it holds a part. */
enum us_result tool_compress_session(const char *path, int file,
                                     const struct tool_compress_options *options,
                                     struct tool_compress_report *report, struct us_error *error);

#endif
