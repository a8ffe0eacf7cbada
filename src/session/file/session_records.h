/* SPDX-License-Identifier: MIT */
/*
 * session_records: the records of a chunk of a file that is copied, compressed or not.
 */
#ifndef US_SESSION_RECORDS_H
#define US_SESSION_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "mcap/mcap_record.h"
#include "mcap/mcap_writer.h"

struct us_session_records {
    struct us_mcap_chunk chunk; /* points into the content */
    const uint8_t *bytes;       /* without compression; in the content, or `expanded` */
    uint64_t size;
    uint8_t *expanded;
    bool has_times; /* the times of the messages are within those of the chunk's head */
    bool lacks_memory;
};

/*
 * `content` is that of a Chunk record; it must last as long as the records. True if the messages
 * can be trusted: the checksum is right, or 0, all records can be parsed, and the chunk holds no
 * more than us_session_chunk_check allows. False with `lacks_memory` if there is no memory.
 * Allocates US_SESSION_CHUNK_MAX at most; us_session_records_close in any case.
 */
bool us_session_records_open(const uint8_t *content, uint64_t size, struct us_session_records *out);
void us_session_records_close(struct us_session_records *records);

/* Tell the writer of the chunk's messages, schemas and channels, before it copies the chunk. */
void us_session_records_index(const struct us_session_records *records,
                              struct us_mcap_writer *writer);

#endif
