/* SPDX-License-Identifier: MIT */
/*
 * mcap_record: reads the records of an MCAP file, from bytes whose bounds are checked.
 *
 * byte_reader: reads little-endian values one after the other, within bounds.
 *
 * A read past the end gives 0 or NULL and sets `failed`; every later read does as well, so that a
 * caller may check once at the end of a group. Nothing is read outside [bytes, bytes + size).
 */
#ifndef US_MCAP_RECORD_H
#define US_MCAP_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "core/base/file.h"

struct us_byte_reader {
    const uint8_t *bytes; /* borrowed */
    uint64_t size;
    uint64_t offset; /* of the next byte */
    bool failed;
};

static inline uint64_t us_byte_reader_left(const struct us_byte_reader *reader)
{
    return reader->size - reader->offset;
}

/* The next `count` bytes, or NULL. */
static inline const uint8_t *us_byte_reader_take(struct us_byte_reader *reader, uint64_t count)
{
    if (reader->failed || reader->bytes == NULL || count > us_byte_reader_left(reader)) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *at = reader->bytes + reader->offset;
    reader->offset += count;
    return at;
}

static inline uint8_t us_byte_reader_u8(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 1);
    return at != NULL ? *at : 0;
}

static inline uint16_t us_byte_reader_u16(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 2);
    uint32_t value = at != NULL ? (uint32_t)at[0] | (uint32_t)at[1] << 8 : 0;
    return (uint16_t)value;
}

static inline uint32_t us_byte_reader_u32(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 4);
    return at != NULL ? us_bytes_load_u32(at) : 0;
}

static inline uint64_t us_byte_reader_u64(struct us_byte_reader *reader)
{
    const uint8_t *at = us_byte_reader_take(reader, 8);
    return at != NULL ? us_bytes_load_u64(at) : 0;
}

/*
 * mcap_record: the records of an MCAP file (https://mcap.dev/spec), read one at a time.
 *
 * Nothing is allocated. Text and data point into the bytes that were parsed.
 */

enum us_mcap_opcode {
    US_MCAP_HEADER = 1,
    US_MCAP_FOOTER,
    US_MCAP_SCHEMA,
    US_MCAP_CHANNEL,
    US_MCAP_MESSAGE,
    US_MCAP_CHUNK,
    US_MCAP_MESSAGE_INDEX,
    US_MCAP_CHUNK_INDEX,
    US_MCAP_ATTACHMENT,
    US_MCAP_ATTACHMENT_INDEX,
    US_MCAP_STATISTICS,
    US_MCAP_METADATA,
    US_MCAP_METADATA_INDEX,
    US_MCAP_SUMMARY_OFFSET,
    US_MCAP_DATA_END,
};

enum {
    US_MCAP_MAGIC_SIZE = 8,
    US_MCAP_RECORD_HEAD = 9, /* the opcode and the length of the content */
    /* The most bytes of a chunk before its records: see us_mcap_parse_chunk. */
    US_MCAP_CHUNK_HEAD_MAX = 8 + 8 + 8 + 4 + 4 + 32 + 8,
};

extern const uint8_t us_mcap_magic[US_MCAP_MAGIC_SIZE];

/* Whether a file begins as an MCAP file does. */
bool us_mcap_is(const struct us_file *file);

struct us_mcap_record {
    uint8_t opcode;
    uint64_t offset;  /* of the opcode in the file */
    uint64_t content; /* offset of the content */
    uint64_t size;    /* of the content */
};

/* The record at `offset`. False if it does not lie inside the file as a whole. */
bool us_mcap_record_at(const struct us_file *file, uint64_t offset, struct us_mcap_record *out);
/* The offset at which the next record begins. */
static inline uint64_t us_mcap_record_end(const struct us_mcap_record *record)
{
    return record->content + record->size;
}

/* Bytes without a NUL. */
struct us_mcap_text {
    const uint8_t *bytes;
    uint32_t size;
};

bool us_mcap_text_is(struct us_mcap_text text, const char *word);
/* Copied, cut where it is longer, with a NUL; control characters become '?'. */
void us_mcap_text_copy(struct us_mcap_text text, char *out, uint32_t out_size);

struct us_mcap_header {
    struct us_mcap_text profile, library;
    uint64_t end; /* offset in the file at which the next record begins */
};

struct us_mcap_schema {
    uint16_t id;
    struct us_mcap_text name, encoding, data;
};

struct us_mcap_channel {
    uint16_t id, schema;
    struct us_mcap_text topic, encoding;
};

struct us_mcap_message {
    uint16_t channel;
    uint64_t log_time;
    const uint8_t *data;
    uint64_t size;
};

struct us_mcap_chunk {
    uint64_t first_time, last_time;
    uint64_t uncompressed_size;
    uint32_t crc; /* of the uncompressed records; 0: not known */
    struct us_mcap_text compression;
    uint64_t records; /* offset of the records in the content */
    uint64_t records_size;
};

struct us_mcap_message_index {
    uint16_t channel;
    uint32_t count;
};

/* Reads the header, which is the first record behind the magic. Its texts point into `content`.
 * False if it is not there as a whole, or longer than that. */
enum { US_MCAP_HEADER_MAX = 512 };
bool us_mcap_read_header(const struct us_file *file, uint8_t content[US_MCAP_HEADER_MAX],
                         struct us_mcap_header *out);

/* Each of these parses a record's content; false if it is malformed. Bytes that follow the known
 * fields are ignored, except in a message, whose data goes to the end. */
bool us_mcap_parse_schema(const uint8_t *bytes, uint64_t size, struct us_mcap_schema *out);
bool us_mcap_parse_channel(const uint8_t *bytes, uint64_t size, struct us_mcap_channel *out);
bool us_mcap_parse_message(const uint8_t *bytes, uint64_t size, struct us_mcap_message *out);
/* `bytes` may end before the records: US_MCAP_CHUNK_HEAD_MAX bytes are enough. `size` is of
 * `bytes`, and `content_size` of the whole content. */
bool us_mcap_parse_chunk(const uint8_t *bytes, uint64_t size, uint64_t content_size,
                         struct us_mcap_chunk *out);
/* Needs the first 6 bytes alone. */
bool us_mcap_parse_message_index(const uint8_t *bytes, uint64_t size, uint64_t content_size,
                                 struct us_mcap_message_index *out);

/* The next record inside the records of a chunk; `reader` stands where it begins. False at the end,
 * and, with reader->failed set, where the bytes are malformed. */
struct us_mcap_inner {
    uint8_t opcode;
    uint64_t offset; /* of the opcode in the records */
    const uint8_t *content;
    uint64_t size;
};
bool us_mcap_next_inner(struct us_byte_reader *reader, struct us_mcap_inner *out);

/*
 * mcap_compression: the compression of chunks (https://mcap.dev/spec, "zstd").
 *
 * There are two implementations with the same names. The library understudy_session has the one
 * without compression, so that the layer, which is loaded into other programs, links no compression
 * library. A program that also links the objects of understudy_zstd gets the other one: an object
 * that a program names comes before the members of a library.
 *
 * Pure; any thread. They allocate nothing that stays.
 */

/* Whether chunks with this compression can be read here. "", no compression, is none of them. */
bool us_mcap_can_decompress(struct us_mcap_text compression);

/* Decompress `size` bytes of a compression that can be read here into exactly `out_size` bytes.
 * False if the bytes are damaged, or more or fewer come out of them; then `out` has no meaning. */
bool us_mcap_decompress(const uint8_t *bytes, uint64_t size, uint8_t *out, uint64_t out_size);

/* The levels of zstd: from fast to small. */
enum { US_MCAP_LEVEL_DEFAULT = 9, US_MCAP_LEVEL_MAX = 19 };

/* Appends the bytes to `out`, compressed by zstd. `*out_size` is the compressed size. False if
 * there is no memory, or no compression. */
bool us_mcap_compress(const uint8_t *bytes, uint64_t size, int level, struct us_writer *out,
                      uint64_t *out_size);

/* crc32: the checksum of MCAP files, which is that of zlib and PNG (polynomial 0xedb88320). */

/* The checksum of bytes that follow other bytes, whose checksum is `before`; 0 if there are none.
 */
uint32_t us_mcap_crc32(uint32_t before, const void *bytes, uint64_t size);

#endif
