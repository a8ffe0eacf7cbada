/* SPDX-License-Identifier: MIT */
/*
 * isaac_file: the messages of an MCAP recording of NVIDIA IsaacTeleop (docs/formats.md), in the
 * order of the file, in bounded memory: one chunk at a time.
 *
 * A channel is known by its schema and by the last part of its topic. Of two channels that are the
 * same part of a person, the first in the file counts. One thread.
 */
#ifndef TOOL_ISAAC_FILE_H
#define TOOL_ISAAC_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/base/result.h"
#include "mcap/mcap_record.h"
#include "session/file/session_chunks.h"

/* The parts of a person. The first one that a file has gives the times of the frames. */
enum tool_isaac_part {
    TOOL_ISAAC_HEAD,
    TOOL_ISAAC_LEFT_HAND,
    TOOL_ISAAC_RIGHT_HAND,
    TOOL_ISAAC_LEFT_CONTROLLER,
    TOOL_ISAAC_RIGHT_CONTROLLER,
    TOOL_ISAAC_PARTS
};

struct tool_isaac_message {
    enum tool_isaac_part part;
    uint64_t time_ns;    /* of the recording system's monotonic clock */
    const uint8_t *data; /* until the next call */
    uint64_t size;
    uint64_t chunk; /* offset of the chunk, for errors */
};

enum { TOOL_ISAAC_IDS = 1 << 16 };

struct tool_isaac_file {
    struct us_file file;
    uint64_t at;      /* offset of the next record */
    uint64_t chunk;   /* offset of the open chunk */
    uint8_t *content; /* of the open chunk, from malloc; NULL: none is open */
    struct us_session_records records;
    struct us_byte_reader reader;     /* in the records */
    bool has_schema;                  /* one of IsaacTeleop was seen */
    bool tells_tracked;               /* the schema of the head has is_tracked */
    bool is_finished;                 /* the file's end was seen */
    uint64_t others;                  /* messages of other channels since the begin */
    uint8_t schemas[TOOL_ISAAC_IDS];  /* by id: what it describes */
    uint8_t channels[TOOL_ISAAC_IDS]; /* by id: 1 + part; 0: another */
    bool has_channel[TOOL_ISAAC_PARTS];
};

/* tool_isaac_close in any case. */
enum us_result tool_isaac_open(struct tool_isaac_file *file, const char *path,
                               struct us_error *error);
void tool_isaac_close(struct tool_isaac_file *file);

/* The next message of a part; `*out_end` if there is none. A file that is not finished ends with
 * its last whole record. A damaged chunk is an error that names its byte. */
enum us_result tool_isaac_next(struct tool_isaac_file *file, struct tool_isaac_message *out,
                               bool *out_end, struct us_error *error);
void tool_isaac_rewind(struct tool_isaac_file *file);

/* "head", "left hand", ... */
const char *tool_isaac_part_name(enum tool_isaac_part part);

#endif
