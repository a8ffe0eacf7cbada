/* SPDX-License-Identifier: MIT */
/*
 * compress_session: a session recording with compressed chunks of one without, or the reverse.
 *
 * Every record of the data section is kept as it is, those of unknown kinds, topics and fields too;
 * only the chunks' compression changes, and the indexes and the summary are made anew. Memory is
 * bounded by the largest chunk. A file that is damaged or not finished is refused, because what it
 * lacks would not show any more.
 */
#ifndef TOOL_CONVERT_COMPRESS_SESSION_H
#define TOOL_CONVERT_COMPRESS_SESSION_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"

struct tool_compress_options {
    int level; /* mcap_record.h; 0: decompress */
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

/* ---- run_copy.c: a recording for as long as a run lasts that plays it; also if that is killed
 * ---- */

struct tool_run_copy {
    char folder[PATH_MAX]; /* a new one in TMPDIR or /tmp; "": there is no copy */
    char path[PATH_MAX];   /* in it */
};

/* Makes the folder, and the file of this name in it. Returns it open for writing; -1 after a
 * message that names the command, and nothing is there. */
int tool_run_copy_begin(const char *command, const char *name, struct tool_run_copy *out);
/* Closes the file. `result` is that of writing it; returns the same, or US_ERROR_FILE. After an
 * error nothing is there. */
enum us_result tool_run_copy_end(struct tool_run_copy *copy, int file, enum us_result result,
                                 struct us_error *error);
/* A copy without compression of a compressed session recording, for the layer, which links no
 * compression library; none of another file. False, and said, if that fails. */
bool tool_run_copy_expand(const char *path, struct tool_run_copy *out);
void tool_run_copy_remove(struct tool_run_copy *copy);

#endif
