/* SPDX-License-Identifier: MIT */
/* One chunk of a file, opened: its messages to be read, or its records to be copied. */
#include <stdlib.h>

#include "mcap/mcap_record.h"
#include "session/file/session_chunks.h"

static int compare(const void *a, const void *b)
{
    const struct us_session_entry *left = a, *right = b;
    if (left->time_ns != right->time_ns)
        return left->time_ns < right->time_ns ? -1 : 1;
    return left->offset < right->offset ? -1 : left->offset > right->offset;
}

/* What the records of a chunk are. */
struct tally {
    uint64_t records, messages;
    bool has_times; /* the times of the messages are within those of the chunk's head */
};

/* False if the records are malformed. */
static bool count_records(const uint8_t *bytes, uint64_t size, uint64_t first_time,
                          uint64_t last_time, struct tally *out)
{
    struct us_byte_reader reader = {bytes, size, 0, false};
    struct us_mcap_inner inner;
    struct us_mcap_message message;
    *out = (struct tally){.has_times = true};
    for (; us_mcap_next_inner(&reader, &inner); out->records++) {
        if (inner.opcode != US_MCAP_MESSAGE)
            continue;
        if (!us_mcap_parse_message(inner.content, inner.size, &message))
            return false;
        out->messages++;
        out->has_times =
            out->has_times && message.log_time >= first_time && message.log_time <= last_time;
    }
    return !reader.failed;
}

/* Adds the messages of Understudy's topics. The records have been checked. False if there is no
 * memory for the channels.
 */
static bool take(struct us_session_open_chunk *open, const struct us_session_chunk_row *row,
                 struct us_session_channels *channels)
{
    struct us_byte_reader reader = {open->bytes, row->records_size, 0, false};
    struct us_mcap_inner inner;
    struct us_mcap_message message;
    while (us_mcap_next_inner(&reader, &inner)) {
        if (inner.opcode == US_MCAP_CHANNEL &&
            !us_session_channels_describe(channels, inner.content, inner.size))
            return false;
        if (inner.opcode != US_MCAP_MESSAGE ||
            !us_mcap_parse_message(inner.content, inner.size, &message))
            continue;
        const struct us_session_channel *channel =
            us_session_channels_find(channels, message.channel);
        if (channel == NULL || channel->topic >= US_SESSION_TOPICS ||
            message.log_time > US_SESSION_TIME_MAX)
            continue;
        open->entries[open->count++] = (struct us_session_entry){
            .time_ns = (int64_t)message.log_time,
            .offset = (uint32_t)(message.data - open->bytes),
            .size = (uint32_t)message.size,
            .topic = (enum us_session_topic)channel->topic,
        };
    }
    return true;
}

/* If there is no reason, the chunk is refused: the caller's error says why. */
static enum us_session_open_result fail(struct us_session_open_chunk *open, const char **text,
                                        const char *why)
{
    us_session_open_chunk_finish(open);
    *text = why;
    return why != NULL ? US_SESSION_OPEN_DAMAGED : US_SESSION_OPEN_REFUSED;
}

/* The compressed records into `open->bytes`. */
static enum us_session_open_result expand(struct us_session_open_chunk *open,
                                          const struct us_file *file,
                                          const struct us_session_chunk_row *row, const char **text)
{
    uint8_t *stored = malloc(row->stored_size > 0 ? (size_t)row->stored_size : 1);
    if (stored == NULL)
        return fail(open, text, NULL);
    bool is_read = us_file_get(file, row->records, stored, row->stored_size);
    bool is_sound =
        is_read && us_mcap_decompress(stored, row->stored_size, open->bytes, row->records_size);
    free(stored);
    if (!is_read)
        return fail(open, text, "the file cannot be read there");
    return is_sound ? US_SESSION_OPEN_OK
                    : fail(open, text, "the chunk's compressed records are damaged");
}

static enum us_session_open_result read_records(struct us_session_open_chunk *open,
                                                const struct us_file *file,
                                                const struct us_session_chunk_row *row,
                                                const char **text)
{
    if (row->is_compressed)
        return expand(open, file, row, text);
    return us_file_get(file, row->records, open->bytes, row->records_size)
               ? US_SESSION_OPEN_OK
               : fail(open, text, "the file cannot be read there");
}

enum us_session_open_result us_session_open_chunk_init(struct us_session_open_chunk *open,
                                                       const struct us_file *file,
                                                       const struct us_session_chunk_row *row,
                                                       struct us_session_channels *channels,
                                                       const char **text, struct us_error *error)
{
    struct tally tally;
    const uint64_t size = row->records_size; /* US_SESSION_CHUNK_MAX at most */
    *open = (struct us_session_open_chunk){0};
    (void)us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                         "there is no memory to read the recording");
    open->bytes = malloc(size > 0 ? (size_t)size : 1);
    if (open->bytes == NULL)
        return fail(open, text, NULL);
    enum us_session_open_result result = read_records(open, file, row, text);
    if (result != US_SESSION_OPEN_OK)
        return result;
    if (row->crc != 0 && us_mcap_crc32(0, open->bytes, size) != row->crc)
        return fail(open, text, "the chunk's checksum is wrong");
    if (!count_records(open->bytes, size, row->first_time, row->last_time, &tally) ||
        !tally.has_times)
        return fail(open, text, "the chunk's records or times are wrong");
    if (us_session_chunk_check(row->chunk.size, size, tally.records, row->chunk.offset, error) !=
        US_OK)
        return fail(open, text, NULL);
    open->entries = calloc((size_t)tally.messages + 1, sizeof *open->entries);
    if (open->entries == NULL || !take(open, row, channels))
        return fail(open, text, NULL);
    qsort(open->entries, open->count, sizeof *open->entries, compare);
    return US_SESSION_OPEN_OK;
}

void us_session_open_chunk_finish(struct us_session_open_chunk *open)
{
    free(open->bytes);
    free(open->entries);
    *open = (struct us_session_open_chunk){0};
}

static bool are_sound(struct us_session_records *records, uint64_t content_size)
{
    struct tally tally;
    const bool is_whole = count_records(records->bytes, records->size, records->chunk.first_time,
                                        records->chunk.last_time, &tally);
    records->has_times = tally.has_times;
    return is_whole && us_session_chunk_check(content_size + US_MCAP_RECORD_HEAD, records->size,
                                              tally.records, 0, NULL) == US_OK;
}

static bool expand_content(const uint8_t *content, uint64_t content_size,
                           struct us_session_records *out)
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
    if (out->chunk.compression.size > 0 && !expand_content(content, size, out))
        return false;
    return (out->chunk.crc == 0 || us_mcap_crc32(0, out->bytes, out->size) == out->chunk.crc) &&
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
