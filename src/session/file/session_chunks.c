/* SPDX-License-Identifier: MIT */
#include "session/file/session_chunks.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/search.h"
#include "mcap/mcap_record.h"
#include "session/file/session_writer.h"

/* The beginning of a Channel record is enough: its metadata is at the end. */
enum { SMALL_RECORD = 4096 };

/* ---- What a file may hold ---- */

/* Frames of zeros only, at exactly regular times, reach 300 to 1, and 9 bytes a message. */
enum { UNPACKED_TIMES = 512, RECORD_BYTES = 4 };

enum us_result us_session_chunk_check(uint64_t size, uint64_t bytes, uint64_t records,
                                      uint64_t offset, struct us_error *error)
{
    static const char advice[] =
        "as no recorded session does; type `understudy recover FILE` to leave it out";
    if (bytes > UNPACKED_TIMES * size)
        return us_result_fail(error, US_ERROR_COUNT, offset, NULL,
                              "a chunk of the recording unpacks to more than %d times its size, %s",
                              UNPACKED_TIMES, advice);
    if (records > size / RECORD_BYTES)
        return us_result_fail(error, US_ERROR_COUNT, offset, NULL,
                              "a chunk of the recording has more messages than one for each %d of "
                              "its bytes, %s",
                              RECORD_BYTES, advice);
    return US_OK;
}

/* ---- Channels ---- */

static uint32_t place_of(const struct us_session_channels *channels, uint16_t id)
{
    struct us_search search = {.high = channels->count};
    while (us_search_next(&search))
        us_search_narrow(&search, channels->table[search.middle].id < id);
    return (uint32_t)search.low;
}

struct us_session_channel *us_session_channels_find(const struct us_session_channels *channels,
                                                    uint16_t id)
{
    uint32_t place = place_of(channels, id);
    return place < channels->count && channels->table[place].id == id ? &channels->table[place]
                                                                      : NULL;
}

/* The row for an id, made if there is none; NULL if there is no memory or there are
 * US_SESSION_CHANNELS_MAX others. */
static struct us_session_channel *add_channel(struct us_session_channels *channels, uint16_t id)
{
    uint32_t place = place_of(channels, id);
    if (place < channels->count && channels->table[place].id == id)
        return &channels->table[place];
    if (channels->count >= US_SESSION_CHANNELS_MAX || !US_GROW(channels->table, channels->count))
        return NULL;
    memmove(channels->table + place + 1, channels->table + place,
            (channels->count - place) * sizeof *channels->table);
    channels->count++;
    channels->table[place] = (struct us_session_channel){.id = id, .topic = US_SESSION_TOPIC_OTHER};
    return &channels->table[place];
}

bool us_session_channels_describe(struct us_session_channels *channels, const uint8_t *content,
                                  uint64_t size)
{
    struct us_mcap_channel record;
    if (!us_mcap_parse_channel(content, size, &record))
        return true;
    struct us_session_channel *row = add_channel(channels, record.id);
    if (row == NULL)
        return channels->count == US_SESSION_CHANNELS_MAX;
    if (row->is_known) /* two descriptions have to be identical */
        return true;
    row->is_known = true;
    for (enum us_session_topic topic = 0; topic < US_SESSION_TOPICS; topic++)
        if (us_mcap_text_is(record.topic, us_session_topic_name(topic)) &&
            us_mcap_text_is(record.encoding, "protobuf"))
            row->topic = (uint8_t)topic;
    return true;
}

/* ---- Walking through the file ---- */

struct walk {
    struct us_session_chunks *chunks;
    const struct us_file *file;
    struct us_error *error;
};

static enum us_result fail_memory(const struct walk *walk)
{
    return us_result_fail(walk->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "there is no memory for the table of the file's chunks");
}

static struct us_session_chunk_row *add_row(struct us_session_chunks *chunks)
{
    if (!US_GROW(chunks->rows, (size_t)chunks->count))
        return NULL;
    chunks->rows[chunks->count] = (struct us_session_chunk_row){0};
    return &chunks->rows[chunks->count++];
}

static enum us_result refuse_compression(const struct walk *walk, struct us_mcap_text compression,
                                         uint64_t offset)
{
    char name[40];
    us_mcap_text_copy(compression, name, sizeof name);
    const char *command = us_mcap_text_is(compression, "zstd")
                              ? "understudy convert FILE --level 0 -o NEW.mcap"
                              : "mcap decompress FILE -o NEW.mcap";
    return us_result_fail(walk->error, US_ERROR_VERSION, offset, NULL,
                          "the chunks of this recording are compressed (%s); type `%s` "
                          "and use the new file",
                          name, command);
}

static int64_t time_ns(uint64_t time)
{
    return time < US_SESSION_TIME_MAX ? (int64_t)time : US_SESSION_TIME_MAX;
}

static enum us_result take_chunk(struct walk *walk, const struct us_mcap_record *record)
{
    uint8_t head[US_MCAP_CHUNK_HEAD_MAX];
    uint64_t size = record->size < sizeof head ? record->size : sizeof head;
    struct us_mcap_chunk chunk;
    if (!us_file_get(walk->file, record->content, head, size) ||
        !us_mcap_parse_chunk(head, size, record->size, &chunk))
        return US_ERROR_TRUNCATED;
    bool is_compressed = chunk.compression.size > 0;
    if (is_compressed && !us_mcap_can_decompress(chunk.compression))
        return refuse_compression(walk, chunk.compression, record->offset);
    if (chunk.records_size > US_SESSION_CHUNK_MAX ||
        (is_compressed && chunk.uncompressed_size > US_SESSION_CHUNK_MAX))
        return us_result_fail(walk->error, US_ERROR_COUNT, record->offset, NULL,
                              "a chunk of the recording has more than 64 MiB");
    uint64_t chunk_size = us_mcap_record_end(record) - record->offset;
    enum us_result result = is_compressed
                                ? us_session_chunk_check(chunk_size, chunk.uncompressed_size, 0,
                                                         record->offset, walk->error)
                                : US_OK;
    if (result != US_OK)
        return result;
    struct us_session_chunk_row *row = add_row(walk->chunks);
    if (row == NULL)
        return fail_memory(walk);
    row->chunk.offset = record->offset;
    row->chunk.size = chunk_size;
    row->chunk.first_ns = time_ns(chunk.first_time);
    row->chunk.last_ns = time_ns(chunk.last_time);
    row->first_time = chunk.first_time;
    row->last_time = chunk.last_time;
    row->records = record->content + chunk.records;
    row->stored_size = chunk.records_size;
    row->records_size = is_compressed ? chunk.uncompressed_size : chunk.records_size;
    row->is_compressed = is_compressed;
    walk->chunks->compressed += is_compressed;
    row->crc = chunk.crc;
    return US_OK;
}

static enum us_result take_message_index(struct walk *walk, const struct us_mcap_record *record)
{
    struct us_session_chunks *chunks = walk->chunks;
    uint8_t head[6];
    uint64_t size = record->size < sizeof head ? record->size : sizeof head;
    struct us_mcap_message_index index;
    if (chunks->count == 0)
        return US_OK;
    struct us_session_chunk_row *row = &chunks->rows[chunks->count - 1];
    if (!us_file_get(walk->file, record->content, head, size))
        return US_ERROR_TRUNCATED;
    struct us_session_channel *channel = NULL;
    if (us_mcap_parse_message_index(head, size, record->size, &index))
        channel = add_channel(&chunks->channels, index.channel);
    if (channel == NULL) { /* only the chunk itself has the number */
        row->topics = UINT32_MAX;
        return US_OK;
    }
    row->chunk.messages += index.count;
    channel->count += index.count;
    row->topics |= channel->is_known ? UINT32_C(1) << channel->topic : UINT32_MAX;
    return US_OK;
}

static enum us_result take_channel(struct walk *walk, const struct us_mcap_record *record)
{
    uint8_t content[SMALL_RECORD];
    uint64_t size = record->size < sizeof content ? record->size : sizeof content;
    if (!us_file_get(walk->file, record->content, content, size))
        return US_ERROR_TRUNCATED;
    return us_session_channels_describe(&walk->chunks->channels, content, size) ? US_OK
                                                                                : fail_memory(walk);
}

static enum us_result take_record(struct walk *walk, const struct us_mcap_record *record)
{
    switch (record->opcode) {
    case US_MCAP_CHUNK:
        return take_chunk(walk, record);
    case US_MCAP_MESSAGE_INDEX:
        return take_message_index(walk, record);
    case US_MCAP_CHANNEL:
        return take_channel(walk, record);
    case US_MCAP_MESSAGE:
        return us_result_fail(walk->error, US_ERROR_VERSION, record->offset, NULL,
                              "a message of this recording is outside of chunks; type `mcap "
                              "recover FILE -o NEW` and use the new file");
    default:
        return US_OK;
    }
}

/* The writer of a file without a profile is `convert`, as it makes them for viewers. */
static enum us_result refuse_profile(const struct us_mcap_header *header, struct us_error *error)
{
    char profile[64], library[64];
    us_mcap_text_copy(header->profile, profile, sizeof profile);
    us_mcap_text_copy(header->library, library, sizeof library);
    if (profile[0] == '\0' && strncmp(library, US_SESSION_PROFILE, strlen(US_SESSION_PROFILE)) == 0)
        return us_result_fail(error, US_ERROR_MAGIC, US_MCAP_MAGIC_SIZE, NULL,
                              "this MCAP file is no session recording: it is one for the viewers "
                              "Foxglove and Rerun; use the recording that it was made of");
    return us_result_fail(error, US_ERROR_MAGIC, US_MCAP_MAGIC_SIZE, NULL,
                          "this MCAP file is no session recording: its profile is \"%s\", not "
                          "\"" US_SESSION_PROFILE "\"%s",
                          profile,
                          strcmp(profile, "teleop") == 0
                              ? "; if NVIDIA IsaacTeleop made it, type 'understudy convert FILE -o "
                                "NEW.mcap' and use the new file"
                              : "");
}

static enum us_result take_header(struct walk *walk)
{
    uint8_t content[US_MCAP_HEADER_MAX];
    struct us_mcap_header header;
    if (!us_mcap_read_header(walk->file, content, &header))
        return us_result_fail(walk->error, US_ERROR_TRUNCATED, US_MCAP_MAGIC_SIZE, NULL,
                              "the recording's header is not whole");
    if (!us_mcap_text_is(header.profile, US_SESSION_PROFILE))
        return refuse_profile(&header, walk->error);
    us_mcap_text_copy(header.library, walk->chunks->library, sizeof walk->chunks->library);
    walk->chunks->whole_bytes = header.end;
    return US_OK;
}

static bool ends_with_magic(const struct us_file *file, uint64_t offset)
{
    uint8_t end[US_MCAP_MAGIC_SIZE];
    return offset <= file->size && file->size - offset >= sizeof end &&
           us_file_get(file, offset, end, sizeof end) &&
           memcmp(end, us_mcap_magic, sizeof end) == 0;
}

/* Up to the end, or to the first record that is not whole. */
static enum us_result walk_records(struct walk *walk)
{
    struct us_session_chunks *chunks = walk->chunks;
    struct us_mcap_record record;
    while (us_mcap_record_at(walk->file, chunks->whole_bytes, &record)) {
        if (record.opcode == US_MCAP_FOOTER) {
            chunks->is_finished = ends_with_magic(walk->file, us_mcap_record_end(&record));
            chunks->whole_bytes = us_mcap_record_end(&record) +
                                  (chunks->is_finished ? (uint64_t)US_MCAP_MAGIC_SIZE : 0);
            break;
        }
        enum us_result result = take_record(walk, &record);
        if (result == US_ERROR_TRUNCATED)
            break;
        if (result != US_OK)
            return result;
        chunks->whole_bytes = us_mcap_record_end(&record);
    }
    return US_OK;
}

static int compare_rows(const void *a, const void *b)
{
    const struct us_session_chunk_row *left = a, *right = b;
    if (left->chunk.first_ns != right->chunk.first_ns)
        return left->chunk.first_ns < right->chunk.first_ns ? -1 : 1;
    return left->chunk.offset < right->chunk.offset ? -1 : 1;
}

static enum us_result sort_rows(struct walk *walk)
{
    struct us_session_chunks *chunks = walk->chunks;
    if (chunks->count == 0)
        return us_result_fail(walk->error, US_ERROR_NOTHING, chunks->whole_bytes, NULL,
                              "the recording has no whole chunk: nothing is recorded");
    qsort(chunks->rows, (size_t)chunks->count, sizeof *chunks->rows, compare_rows);
    for (uint64_t i = 0; i < chunks->count; i++)
        if (chunks->rows[i].topics == 0)
            chunks->rows[i].topics = UINT32_MAX;
    return US_OK;
}

enum us_result us_session_chunks_init(struct us_session_chunks *chunks, const struct us_file *file,
                                      struct us_error *error)
{
    struct walk walk = {chunks, file, error};
    memset(chunks, 0, sizeof *chunks);
    enum us_result result = US_OK;
    if (!us_mcap_is(file))
        result = us_result_fail(error, US_ERROR_MAGIC, 0, NULL, "this is not an MCAP file");
    if (result == US_OK)
        result = take_header(&walk);
    if (result == US_OK)
        result = walk_records(&walk);
    if (result == US_OK)
        result = sort_rows(&walk);
    if (result != US_OK)
        us_session_chunks_finish(chunks);
    return result;
}

void us_session_chunks_finish(struct us_session_chunks *chunks)
{
    free(chunks->rows);
    free(chunks->channels.table);
    memset(chunks, 0, sizeof *chunks);
}
