/* SPDX-License-Identifier: MIT */
#include "mcap/mcap_writer.h"

#include <stdlib.h>

#include "core/base/grow.h"
#include "mcap/mcap_record.h"

static void put_u16(struct us_writer *out, uint16_t value)
{
    us_writer_u8(out, (uint8_t)value);
    us_writer_u8(out, (uint8_t)(value >> 8));
}

static void put_u32(struct us_writer *out, uint32_t value)
{
    us_writer_i32(out, (int32_t)value);
}

static void put_data(struct us_writer *out, const void *bytes, uint32_t size)
{
    put_u32(out, size);
    us_writer_put(out, bytes, size);
}

static void put_text(struct us_writer *out, const char *text)
{
    put_data(out, text, (uint32_t)strlen(text));
}

static void put_record(struct us_writer *out, uint8_t opcode, const void *content, uint64_t size)
{
    us_writer_u8(out, opcode);
    us_writer_u64(out, size);
    us_writer_put(out, content, (size_t)size);
}

/* A record whose length is known only at its end. */
static uint64_t open_record(struct us_writer *out, uint8_t opcode)
{
    us_writer_u8(out, opcode);
    us_writer_u64(out, 0);
    return out->size;
}

static void close_record(struct us_writer *out, uint64_t content)
{
    if (!out->failed)
        us_bytes_store_u64(out->bytes + content - 8, out->size - content);
}

void us_mcap_writer_init(struct us_mcap_writer *writer)
{
    *writer = (struct us_mcap_writer){0};
}

void us_mcap_writer_finish(struct us_mcap_writer *writer)
{
    us_writer_finish(&writer->out);
    us_writer_finish(&writer->chunk);
    for (int i = 0; i < US_MCAP_LISTS; i++)
        us_writer_finish(&writer->lists[i]);
    for (uint32_t i = 0; i < writer->now.channels; i++)
        us_writer_finish(&writer->table[i].index);
    free(writer->table);
    *writer = (struct us_mcap_writer){0};
}

bool us_mcap_writer_is_sound(const struct us_mcap_writer *writer)
{
    bool failed = writer->failed || writer->out.failed || writer->chunk.failed;
    for (int i = 0; i < US_MCAP_LISTS && !failed; i++)
        failed = writer->lists[i].failed;
    for (uint32_t i = 0; i < writer->now.channels && !failed; i++)
        failed = writer->table[i].index.failed;
    return !failed;
}

static struct us_mcap_writer_channel *find_channel(struct us_mcap_writer *writer, uint16_t id)
{
    for (uint32_t i = 0; i < writer->now.channels; i++)
        if (writer->table[i].id == id)
            return &writer->table[i];
    return NULL;
}

static bool add_to_table(struct us_mcap_writer *writer, uint16_t id)
{
    if (writer->now.channels >= US_MCAP_CHANNELS_MAX ||
        !US_GROW(writer->table, writer->now.channels)) {
        writer->failed = true;
        return false;
    }
    writer->table[writer->now.channels++] = (struct us_mcap_writer_channel){.id = id};
    return true;
}

/* Searches the records, because there are at most US_MCAP_CHANNELS_MAX schemas. */
static bool has_schema(const struct us_mcap_writer *writer, uint16_t id)
{
    const struct us_writer *schemas = &writer->lists[US_MCAP_LIST_SCHEMAS];
    struct us_byte_reader reader = {schemas->bytes, schemas->size, 0, false};
    struct us_mcap_inner inner;
    struct us_mcap_schema schema;
    while (us_mcap_next_inner(&reader, &inner))
        if (us_mcap_parse_schema(inner.content, inner.size, &schema) && schema.id == id)
            return true;
    return false;
}

void us_mcap_writer_begin(struct us_mcap_writer *writer, const char *profile, const char *library)
{
    us_writer_put(&writer->out, us_mcap_magic, sizeof us_mcap_magic);
    uint64_t content = open_record(&writer->out, US_MCAP_HEADER);
    put_text(&writer->out, profile);
    put_text(&writer->out, library);
    close_record(&writer->out, content);
}

void us_mcap_writer_note(struct us_mcap_writer *writer, uint8_t opcode, const uint8_t *content,
                         uint64_t size)
{
    struct us_mcap_schema schema;
    struct us_mcap_channel channel;
    if (opcode == US_MCAP_SCHEMA && us_mcap_parse_schema(content, size, &schema) &&
        writer->now.schemas < US_MCAP_CHANNELS_MAX && !has_schema(writer, schema.id)) {
        put_record(&writer->lists[US_MCAP_LIST_SCHEMAS], opcode, content, size);
        writer->now.schemas++;
    }
    if (opcode == US_MCAP_CHANNEL && us_mcap_parse_channel(content, size, &channel) &&
        find_channel(writer, channel.id) == NULL && add_to_table(writer, channel.id))
        put_record(&writer->lists[US_MCAP_LIST_CHANNELS], opcode, content, size);
}

void us_mcap_writer_add_schema(struct us_mcap_writer *writer, uint16_t id, const char *name,
                               const char *encoding, const void *data, uint32_t size)
{
    uint64_t content = open_record(&writer->out, US_MCAP_SCHEMA);
    put_u16(&writer->out, id);
    put_text(&writer->out, name);
    put_text(&writer->out, encoding);
    put_data(&writer->out, data, size);
    close_record(&writer->out, content);
    if (!writer->out.failed)
        us_mcap_writer_note(writer, US_MCAP_SCHEMA, writer->out.bytes + content,
                            writer->out.size - content);
}

void us_mcap_writer_add_channel(struct us_mcap_writer *writer, uint16_t id, uint16_t schema,
                                const char *topic, const char *encoding)
{
    uint64_t content = open_record(&writer->out, US_MCAP_CHANNEL);
    put_u16(&writer->out, id);
    put_u16(&writer->out, schema);
    put_text(&writer->out, topic);
    put_text(&writer->out, encoding);
    put_u32(&writer->out, 0); /* no metadata */
    close_record(&writer->out, content);
    if (!writer->out.failed)
        us_mcap_writer_note(writer, US_MCAP_CHANNEL, writer->out.bytes + content,
                            writer->out.size - content);
}

static void count_message(struct us_mcap_writer_span *span, uint64_t time)
{
    if (span->messages == 0 || time < span->first_time)
        span->first_time = time;
    if (span->messages == 0 || time > span->last_time)
        span->last_time = time;
    span->messages++;
}

void us_mcap_writer_index(struct us_mcap_writer *writer, uint16_t channel, uint64_t time,
                          uint64_t offset)
{
    struct us_mcap_writer_channel *row = find_channel(writer, channel);
    if (row != NULL) {
        us_writer_u64(&row->index, time);
        us_writer_u64(&row->index, offset);
        row->chunk_count++;
    }
    count_message(&writer->open, time);
    count_message(&writer->now.all, time);
}

void us_mcap_writer_message(struct us_mcap_writer *writer, uint16_t channel, uint32_t sequence,
                            uint64_t time, const void *data, uint32_t size)
{
    us_mcap_writer_index(writer, channel, time, writer->chunk.size);
    us_writer_u8(&writer->chunk, US_MCAP_MESSAGE);
    us_writer_u64(&writer->chunk, UINT64_C(22) + size);
    put_u16(&writer->chunk, channel);
    put_u32(&writer->chunk, sequence);
    us_writer_u64(&writer->chunk, time);
    us_writer_u64(&writer->chunk, time);
    us_writer_put(&writer->chunk, data, size);
}

/* The indexes of the chunk that is in `out` from `chunk_at` on, and its line in the summary. */
static void put_indexes(struct us_mcap_writer *writer, uint64_t chunk_at,
                        const struct us_mcap_chunk *chunk)
{
    struct us_writer *out = &writer->out, *line = &writer->lists[US_MCAP_LIST_CHUNK_INDEXES];
    uint64_t indexes_at = out->size;
    uint64_t content = open_record(line, US_MCAP_CHUNK_INDEX);
    us_writer_u64(line, chunk->first_time);
    us_writer_u64(line, chunk->last_time);
    us_writer_u64(line, writer->position + chunk_at);
    us_writer_u64(line, indexes_at - chunk_at);
    uint64_t map_at = line->size;
    put_u32(line, 0);
    for (uint32_t i = 0; i < writer->now.channels; i++) {
        struct us_mcap_writer_channel *row = &writer->table[i];
        if (row->index.size == 0)
            continue;
        put_u16(line, row->id);
        us_writer_u64(line, writer->position + out->size);
        uint64_t index = open_record(out, US_MCAP_MESSAGE_INDEX);
        put_u16(out, row->id);
        put_data(out, row->index.bytes, (uint32_t)row->index.size);
        close_record(out, index);
        row->index.size = 0;
    }
    if (!line->failed)
        us_bytes_store_u32(line->bytes + map_at, (uint32_t)(line->size - map_at - 4));
    us_writer_u64(line, out->size - indexes_at);
    put_data(line, chunk->compression.bytes, chunk->compression.size);
    us_writer_u64(line, chunk->records_size);
    us_writer_u64(line, chunk->uncompressed_size);
    close_record(line, content);
    writer->now.chunks++;
    writer->open.messages = 0;
}

void us_mcap_writer_add_chunk(struct us_mcap_writer *writer, uint64_t first_time,
                              uint64_t last_time, uint32_t crc, const uint8_t *records,
                              uint64_t size)
{
    static const char zstd[] = "zstd";
    struct us_writer *out = &writer->out;
    struct us_mcap_chunk chunk = {
        .first_time = first_time,
        .last_time = last_time,
        .uncompressed_size = size,
        .crc = crc,
        .compression = {(const uint8_t *)zstd, writer->level > 0 ? sizeof zstd - 1 : 0},
        .records_size = size,
    };
    uint64_t chunk_at = out->size;
    uint64_t content = open_record(out, US_MCAP_CHUNK);
    us_writer_u64(out, chunk.first_time);
    us_writer_u64(out, chunk.last_time);
    us_writer_u64(out, chunk.uncompressed_size);
    put_u32(out, chunk.crc);
    put_data(out, chunk.compression.bytes, chunk.compression.size);
    us_writer_u64(out, 0);
    const uint64_t begin = out->size;
    if (writer->level == 0)
        us_writer_put(out, records, (size_t)size);
    else if (!us_mcap_compress(records, size, writer->level, out, &chunk.records_size))
        writer->failed = true;
    if (!out->failed)
        us_bytes_store_u64(out->bytes + begin - 8, chunk.records_size);
    close_record(out, content);
    put_indexes(writer, chunk_at, &chunk);
}

void us_mcap_writer_end_chunk(struct us_mcap_writer *writer)
{
    const struct us_writer *chunk = &writer->chunk;
    if (writer->open.messages == 0)
        return;
    us_mcap_writer_add_chunk(writer, writer->open.first_time, writer->open.last_time,
                             us_mcap_crc32(0, chunk->bytes, chunk->size), chunk->bytes,
                             chunk->size);
    writer->chunk.size = 0;
}

void us_mcap_writer_copy_chunk(struct us_mcap_writer *writer, const uint8_t *content, uint64_t size)
{
    struct us_mcap_chunk chunk;
    if (!us_mcap_parse_chunk(content, size, size, &chunk))
        return;
    uint64_t chunk_at = writer->out.size;
    put_record(&writer->out, US_MCAP_CHUNK, content, size);
    put_indexes(writer, chunk_at, &chunk);
}

static void note_attachment(struct us_mcap_writer *writer, const uint8_t *content, uint64_t size)
{
    struct us_byte_reader reader = {content, size, 0, false};
    struct us_writer *line = &writer->lists[US_MCAP_LIST_ATTACHMENT_INDEXES];
    const uint8_t *times = us_byte_reader_take(&reader, 16);
    uint32_t name_size = us_byte_reader_u32(&reader);
    const uint8_t *name = us_byte_reader_take(&reader, name_size);
    uint32_t type_size = us_byte_reader_u32(&reader);
    const uint8_t *type = us_byte_reader_take(&reader, type_size);
    uint64_t data_size = us_byte_reader_u64(&reader);
    if (reader.failed)
        return;
    uint64_t index = open_record(line, US_MCAP_ATTACHMENT_INDEX);
    us_writer_u64(line, writer->position + writer->out.size);
    us_writer_u64(line, size + US_MCAP_RECORD_HEAD);
    us_writer_put(line, times, 16);
    us_writer_u64(line, data_size);
    put_data(line, name, name_size);
    put_data(line, type, type_size);
    close_record(line, index);
    writer->now.attachments++;
}

static void note_metadata(struct us_mcap_writer *writer, const uint8_t *content, uint64_t size)
{
    struct us_byte_reader reader = {content, size, 0, false};
    struct us_writer *line = &writer->lists[US_MCAP_LIST_METADATA_INDEXES];
    uint32_t name_size = us_byte_reader_u32(&reader);
    const uint8_t *name = us_byte_reader_take(&reader, name_size);
    if (reader.failed)
        return;
    uint64_t index = open_record(line, US_MCAP_METADATA_INDEX);
    us_writer_u64(line, writer->position + writer->out.size);
    us_writer_u64(line, size + US_MCAP_RECORD_HEAD);
    put_data(line, name, name_size);
    close_record(line, index);
    writer->now.metadata++;
}

void us_mcap_writer_copy(struct us_mcap_writer *writer, uint8_t opcode, const uint8_t *content,
                         uint64_t size)
{
    struct us_mcap_message message;
    us_mcap_writer_note(writer, opcode, content, size);
    if (opcode == US_MCAP_ATTACHMENT)
        note_attachment(writer, content, size);
    if (opcode == US_MCAP_METADATA)
        note_metadata(writer, content, size);
    if (opcode == US_MCAP_MESSAGE && us_mcap_parse_message(content, size, &message)) {
        struct us_mcap_writer_channel *row = find_channel(writer, message.channel);
        count_message(&writer->now.all, message.log_time);
        if (row != NULL)
            row->chunk_count++;
    }
    put_record(&writer->out, opcode, content, size);
}

static void put_statistics(struct us_mcap_writer *writer)
{
    struct us_writer *out = &writer->out;
    const struct us_mcap_writer_totals *now = &writer->now;
    uint64_t content = open_record(out, US_MCAP_STATISTICS);
    us_writer_u64(out, now->all.messages);
    put_u16(out, now->schemas);
    put_u32(out, now->channels);
    put_u32(out, now->attachments);
    put_u32(out, now->metadata);
    put_u32(out, now->chunks);
    us_writer_u64(out, now->all.first_time);
    us_writer_u64(out, now->all.last_time);
    put_u32(out, now->channels * 10);
    for (uint32_t i = 0; i < now->channels; i++) {
        put_u16(out, writer->table[i].id);
        us_writer_u64(out, writer->table[i].count + writer->table[i].chunk_count);
    }
    close_record(out, content);
}

/* A group of the summary, and its place for the summary offset section. */
struct group {
    uint8_t opcode;
    uint64_t start, size;
};

static void put_summary_offsets(struct us_mcap_writer *writer, const struct group *groups,
                                unsigned count)
{
    struct us_writer *out = &writer->out;
    for (unsigned i = 0; i < count; i++) {
        if (groups[i].size == 0)
            continue;
        uint64_t content = open_record(out, US_MCAP_SUMMARY_OFFSET);
        us_writer_u8(out, groups[i].opcode);
        us_writer_u64(out, groups[i].start);
        us_writer_u64(out, groups[i].size);
        close_record(out, content);
    }
}

enum { GROUPS = 6 };

/* The bytes of the summary section begin at `out`'s size. Returns where its offsets begin. */
static uint64_t put_summary(struct us_mcap_writer *writer)
{
    struct us_writer *out = &writer->out;
    const struct {
        uint8_t opcode;
        const struct us_writer *records;
    } parts[GROUPS] = {
        {US_MCAP_SCHEMA, &writer->lists[US_MCAP_LIST_SCHEMAS]},
        {US_MCAP_CHANNEL, &writer->lists[US_MCAP_LIST_CHANNELS]},
        {US_MCAP_STATISTICS, NULL},
        {US_MCAP_CHUNK_INDEX, &writer->lists[US_MCAP_LIST_CHUNK_INDEXES]},
        {US_MCAP_ATTACHMENT_INDEX, &writer->lists[US_MCAP_LIST_ATTACHMENT_INDEXES]},
        {US_MCAP_METADATA_INDEX, &writer->lists[US_MCAP_LIST_METADATA_INDEXES]},
    };
    struct group groups[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
        groups[i] = (struct group){parts[i].opcode, writer->position + out->size, 0};
        uint64_t before = out->size;
        if (parts[i].records == NULL)
            put_statistics(writer);
        else
            us_writer_put(out, parts[i].records->bytes, parts[i].records->size);
        groups[i].size = out->size - before;
    }
    uint64_t offsets = writer->position + out->size;
    put_summary_offsets(writer, groups, GROUPS);
    return offsets;
}

void us_mcap_writer_end(struct us_mcap_writer *writer)
{
    struct us_writer *out = &writer->out;
    us_mcap_writer_end_chunk(writer);
    uint32_t crc = us_mcap_crc32(writer->crc, out->bytes, out->size);
    uint64_t content = open_record(out, US_MCAP_DATA_END);
    put_u32(out, crc);
    close_record(out, content);
    uint64_t summary = out->size;
    uint64_t offsets = put_summary(writer);
    content = open_record(out, US_MCAP_FOOTER);
    us_writer_u64(out, writer->position + summary);
    us_writer_u64(out, offsets);
    put_u32(out, 0);
    close_record(out, content);
    if (!out->failed)
        us_bytes_store_u32(out->bytes + out->size - 4,
                           us_mcap_crc32(0, out->bytes + summary, out->size - 4 - summary));
    us_writer_put(out, us_mcap_magic, sizeof us_mcap_magic);
}

void us_mcap_writer_taken(struct us_mcap_writer *writer)
{
    writer->crc = us_mcap_crc32(writer->crc, writer->out.bytes, writer->out.size);
    writer->position += writer->out.size;
    writer->out.size = 0;
    for (uint32_t i = 0; i < writer->now.channels; i++) {
        writer->table[i].count += writer->table[i].chunk_count;
        writer->table[i].chunk_count = 0;
    }
    writer->taken = writer->now;
    for (int i = 0; i < US_MCAP_LISTS; i++)
        writer->taken_sizes[i] = writer->lists[i].size;
}

void us_mcap_writer_drop(struct us_mcap_writer *writer)
{
    for (uint32_t i = 0; i < writer->now.channels; i++) {
        writer->table[i].chunk_count = 0;
        writer->table[i].index.size = 0;
        if (i >= writer->taken.channels)
            us_writer_finish(&writer->table[i].index);
    }
    writer->now = writer->taken;
    for (int i = 0; i < US_MCAP_LISTS; i++)
        writer->lists[i].size = writer->taken_sizes[i];
    writer->chunk.size = writer->out.size = 0;
    writer->open.messages = 0;
}
