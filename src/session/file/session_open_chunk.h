/* SPDX-License-Identifier: MIT */
/*
 * session_open_chunk: one chunk of a file in memory, with its messages in the order of their times.
 */
#ifndef US_SESSION_OPEN_CHUNK_H
#define US_SESSION_OPEN_CHUNK_H

#include <stdbool.h>
#include <stdint.h>

#include "session/file/session_chunks.h"
#include "session/codec/session_decoder.h"

struct us_session_entry {
    int64_t time_ns;
    uint32_t offset, size; /* of the message's data in `bytes` */
    enum us_session_topic topic;
};

struct us_session_open_chunk {
    uint64_t row;                     /* in the table of chunks */
    uint8_t *bytes;                   /* from malloc; NULL: no chunk is open here */
    struct us_session_entry *entries; /* from malloc */
    uint32_t count, next;
    struct us_session_decoder_state state;
    bool has_frame, has_input; /* `state` has been used for one */
};

enum us_session_open_result {
    US_SESSION_OPEN_OK,
    US_SESSION_OPEN_DAMAGED, /* `text` says why; nothing is open */
    US_SESSION_OPEN_REFUSED, /* `error` says why: no memory, or the chunk holds too much */
};

/*
 * Reads a chunk. The messages of all of Understudy's topics become entries. Channels that are
 * described inside the chunk are added to `channels`.
 */
enum us_session_open_result us_session_open_chunk_init(struct us_session_open_chunk *open,
                                                       const struct us_file *file,
                                                       const struct us_session_chunk_row *row,
                                                       struct us_session_channels *channels,
                                                       const char **text, struct us_error *error);
void us_session_open_chunk_finish(struct us_session_open_chunk *open);

#endif
