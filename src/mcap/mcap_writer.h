/* SPDX-License-Identifier: MIT */
/*
 * mcap_writer: makes the bytes of an MCAP file (https://mcap.dev/spec): header, schemas, channels,
 * chunks with their message indexes, and at the end the summary and the footer.
 *
 * The writer writes no file. Each function adds bytes to `out`. The caller appends those to its
 * file with one write and then calls us_mcap_writer_taken, or us_mcap_writer_drop if that failed:
 * then the writer forgets them, and the summary does not list them.
 */
#ifndef US_MCAP_WRITER_H
#define US_MCAP_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/bytes.h"

enum { US_MCAP_CHANNELS_MAX = 1024 }; /* and schemas; more of these are left out */

struct us_mcap_writer_channel {
    uint16_t id;
    uint64_t count;         /* of messages in the file */
    uint64_t chunk_count;   /* and in the chunks of `out` */
    struct us_writer index; /* of the open chunk: time and offset of each message */
};

/* The parts of the summary that are lists of whole records. */
enum us_mcap_writer_list {
    US_MCAP_LIST_SCHEMAS,
    US_MCAP_LIST_CHANNELS,
    US_MCAP_LIST_CHUNK_INDEXES,
    US_MCAP_LIST_ATTACHMENT_INDEXES,
    US_MCAP_LIST_METADATA_INDEXES,
    US_MCAP_LISTS
};

/* The messages of a chunk or of the file. */
struct us_mcap_writer_span {
    uint64_t messages;
    uint64_t first_time, last_time; /* if there are messages */
};

/* What the summary says of the file, which us_mcap_writer_drop restores. */
struct us_mcap_writer_totals {
    struct us_mcap_writer_span all;
    uint32_t chunks, attachments, metadata;
    uint16_t schemas;
    uint32_t channels;
};

struct us_mcap_writer {
    struct us_writer out;                  /* to be appended to the file */
    struct us_writer chunk;                /* the records of the open chunk */
    struct us_writer lists[US_MCAP_LISTS]; /* by enum us_mcap_writer_list */
    struct us_mcap_writer_channel *table;  /* of channels; from malloc */
    struct us_mcap_writer_totals now, taken;
    size_t taken_sizes[US_MCAP_LISTS]; /* of the lists */
    uint64_t position;                 /* of the file: bytes that were taken */
    uint32_t crc;                      /* of these bytes */
    struct us_mcap_writer_span open;   /* of the open chunk */
    int level;   /* of zstd, as us_mcap_compress has it; 0: chunks are not compressed */
    bool failed; /* out of memory, too many channels, or a program without compression */
};

/* Its chunks are not compressed; the caller may set `level`. */
void us_mcap_writer_init(struct us_mcap_writer *writer);
void us_mcap_writer_finish(struct us_mcap_writer *writer);

/* Whether everything since init had enough memory. */
bool us_mcap_writer_is_sound(const struct us_mcap_writer *writer);

/* The magic and the header. */
void us_mcap_writer_begin(struct us_mcap_writer *writer, const char *profile, const char *library);
/* Add to the data section; the summary repeats them. An id that is known is ignored. */
void us_mcap_writer_add_schema(struct us_mcap_writer *writer, uint16_t id, const char *name,
                               const char *encoding, const void *data, uint32_t size);
void us_mcap_writer_add_channel(struct us_mcap_writer *writer, uint16_t id, uint16_t schema,
                                const char *topic, const char *encoding);

/* Adds a message to the open chunk. Its channel must have been added. */
void us_mcap_writer_message(struct us_mcap_writer *writer, uint16_t channel, uint32_t sequence,
                            uint64_t time, const void *data, uint32_t size);
/* Closes the open chunk, if it has a message: the chunk and its indexes go to `out`. */
void us_mcap_writer_end_chunk(struct us_mcap_writer *writer);

/* Adds the end of the data section, the summary and the footer. Nothing may follow. */
void us_mcap_writer_end(struct us_mcap_writer *writer);

void us_mcap_writer_taken(struct us_mcap_writer *writer);
void us_mcap_writer_drop(struct us_mcap_writer *writer);

/* ---- For copies of existing files: their records go into the new file unchanged ---- */

/* Notes a schema or a channel that is elsewhere in the file (inside a chunk): only the summary gets
 * it. `content` is the record's content. */
void us_mcap_writer_note(struct us_mcap_writer *writer, uint8_t opcode, const uint8_t *content,
                         uint64_t size);
/* Copies a record of the data section: a schema, a channel, an attachment, metadata, an unknown
 * one. A message outside of chunks is copied and counted. */
void us_mcap_writer_copy(struct us_mcap_writer *writer, uint8_t opcode, const uint8_t *content,
                         uint64_t size);
/* Notes a message of the chunk that one of the next two will add; `offset` is that of its record in
 * the chunk's uncompressed records. */
void us_mcap_writer_index(struct us_mcap_writer *writer, uint16_t channel, uint64_t time,
                          uint64_t offset);
/* Adds a chunk of these records, compressed by `level`, with an index of the messages that
 * us_mcap_writer_index noted. Times and checksum are those of its head. */
void us_mcap_writer_add_chunk(struct us_mcap_writer *writer, uint64_t first_time,
                              uint64_t last_time, uint32_t crc, const uint8_t *records,
                              uint64_t size);
/* Copies a chunk's content, with such an index. */
void us_mcap_writer_copy_chunk(struct us_mcap_writer *writer, const uint8_t *content,
                               uint64_t size);

#endif
