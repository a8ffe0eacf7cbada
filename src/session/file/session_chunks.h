/* SPDX-License-Identifier: MIT */
/*
 * session_chunks: where the chunks of a file are, and which channel is which topic.
 *
 * The table is made from the heads of the file's records: the messages are not read.
 */
#ifndef US_SESSION_CHUNKS_H
#define US_SESSION_CHUNKS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "mcap/mcap_record.h"
#include "mcap/mcap_writer.h"
#include "session/codec/session_codec.h"
#include "session/codec/session_message.h"

#define US_SESSION_CHUNK_MAX (UINT64_C(64) << 20)

enum { US_SESSION_CHANNELS_MAX = 1024 };

struct us_session_chunk {
    uint64_t offset; /* of the record in the file */
    uint64_t size;   /* of the record, in bytes */
    int64_t first_ns, last_ns;
    uint64_t messages; /* as the index behind the chunk has it; 0: not known */
    bool is_damaged;   /* found when the chunk was read */
};

/* Topics that Understudy does not define. */
#define US_SESSION_TOPIC_OTHER US_SESSION_TOPICS

struct us_session_channel {
    uint16_t id;
    uint8_t topic;  /* enum us_session_topic, or US_SESSION_TOPIC_OTHER */
    bool is_known;  /* false: an index named it, but no record has described it yet */
    uint64_t count; /* of messages, as the indexes say */
};

struct us_session_channels {
    struct us_session_channel *table; /* from malloc, sorted by id */
    uint32_t count;
};

struct us_session_chunk_row {
    struct us_session_chunk chunk;
    uint64_t records;      /* offset of the records in the file */
    uint64_t records_size; /* without compression: US_SESSION_CHUNK_MAX at most */
    uint64_t stored_size;  /* in the file; the same if they are not compressed */
    bool is_compressed;
    uint64_t first_time, last_time; /* as the head has them */
    uint32_t crc;
    uint32_t topics; /* a bit for each topic that the indexes name; all bits if there are none */
};

struct us_session_chunks {
    struct us_session_chunk_row *rows; /* from malloc, in the order of their first times */
    uint64_t count;
    uint64_t compressed; /* of the chunks */
    struct us_session_channels channels;
    char library[US_SESSION_NAME_SIZE];
    uint64_t whole_bytes;
    bool is_finished;
};

/*
 * Whether a chunk may hold so many bytes, unpacked, and so many records. The limits keep a small
 * file from causing endless work; docs/session.md has the numbers. `size` is that of the chunk's
 * record, and `offset` where it is, for the error, which is US_ERROR_COUNT.
 */
enum us_result us_session_chunk_check(uint64_t size, uint64_t bytes, uint64_t records,
                                      uint64_t offset, struct us_error *error);

/* The errors of us_session_reader_open. On failure nothing stays allocated. */
enum us_result us_session_chunks_init(struct us_session_chunks *chunks, const struct us_file *file,
                                      struct us_error *error);
void us_session_chunks_finish(struct us_session_chunks *chunks);

/* The row for an id; NULL if there is none. */
struct us_session_channel *us_session_channels_find(const struct us_session_channels *channels,
                                                    uint16_t id);
/* Adds the facts of a Channel record. A malformed record, or one too many, is ignored; the messages
 * of its channel are then skipped. `size` may be less than the record's, if the topic and the
 * encoding are in it. False if there is no memory. */
bool us_session_channels_describe(struct us_session_channels *channels, const uint8_t *content,
                                  uint64_t size);

/* session_open_chunk: one chunk of a file in memory, with its messages in the order of their times.
 */

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

/* session_records: the records of a chunk of a file that is copied, compressed or not. */

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
