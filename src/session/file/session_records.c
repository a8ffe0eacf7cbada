/* SPDX-License-Identifier: MIT */
#include "session/file/session_records.h"

#include <stdlib.h>

#include "mcap/crc32.h"
#include "mcap/mcap_compression.h"
#include "session/file/session_chunks.h"

static bool are_sound(struct us_session_records *records, uint64_t content_size)
{
    const struct us_mcap_chunk *chunk = &records->chunk;
    struct us_byte_reader reader = {records->bytes, records->size, 0, false};
    struct us_mcap_inner inner;
    struct us_mcap_message message;
    uint64_t count = 0;
    records->has_times = true;
    for (; us_mcap_next_inner(&reader, &inner); count++) {
        if (inner.opcode != US_MCAP_MESSAGE)
            continue;
        if (!us_mcap_parse_message(inner.content, inner.size, &message))
            return false;
        records->has_times = records->has_times && message.log_time >= chunk->first_time &&
                             message.log_time <= chunk->last_time;
    }
    return !reader.failed && us_session_chunk_check(content_size + US_MCAP_RECORD_HEAD,
                                                    records->size, count, 0, NULL) == US_OK;
}

static bool expand(const uint8_t *content, uint64_t content_size, struct us_session_records *out)
{
    out->size = out->chunk.uncompressed_size;
    if (!us_mcap_can_decompress(out->chunk.compression) || out->size > US_SESSION_CHUNK_MAX ||
        us_session_chunk_check(content_size + US_MCAP_RECORD_HEAD, out->size, 0, 0, NULL) != US_OK)
        return false;
    out->bytes = out->expanded = malloc(out->size > 0 ? (size_t)out->size : 1);
    out->lacks_memory = out->expanded == NULL;
    return !out->lacks_memory &&
           us_mcap_decompress(content + out->chunk.records, out->chunk.records_size, out->expanded,
                              out->size);
}

bool us_session_records_open(const uint8_t *content, uint64_t size, struct us_session_records *out)
{
    *out = (struct us_session_records){.has_times = true};
    if (!us_mcap_parse_chunk(content, size, size, &out->chunk))
        return false;
    out->bytes = content + out->chunk.records;
    out->size = out->chunk.records_size;
    if (out->chunk.compression.size > 0 && !expand(content, size, out))
        return false;
    return (out->chunk.crc == 0 || us_crc32(0, out->bytes, out->size) == out->chunk.crc) &&
           are_sound(out, size);
}

void us_session_records_close(struct us_session_records *records)
{
    free(records->expanded);
    *records = (struct us_session_records){0};
}

void us_session_records_index(const struct us_session_records *records,
                              struct us_mcap_writer *writer)
{
    struct us_byte_reader reader = {records->bytes, records->size, 0, false};
    struct us_mcap_inner inner;
    struct us_mcap_message message;
    while (us_mcap_next_inner(&reader, &inner)) {
        us_mcap_writer_note(writer, inner.opcode, inner.content, inner.size);
        if (inner.opcode == US_MCAP_MESSAGE &&
            us_mcap_parse_message(inner.content, inner.size, &message))
            us_mcap_writer_index(writer, message.channel, message.log_time, inner.offset);
    }
}
