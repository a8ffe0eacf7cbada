/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/isaac_file.h"

#include <stdlib.h>
#include <string.h>

#include "session/file/session_chunks.h"
#include "session/file/session_writer.h"
#include "tool/convert/base/format.h"

/* What a schema describes; OTHER: anything that is not read. */
enum { OTHER, HEAD, HAND, CONTROLLER };
/* A Chunk record's bytes: more would not unpack into what us_session_records_open allows. */
#define CONTENT_MOST (US_SESSION_CHUNK_MAX + US_MCAP_CHUNK_HEAD_MAX)
/* The most bytes of a record outside of chunks that is looked at. */
enum { RECORD_MOST = 1 << 16 };

const char *tool_isaac_part_name(enum tool_isaac_part part)
{
    static const char *const names[TOOL_ISAAC_PARTS] = {"head", "left hand", "right hand",
                                                        "left controller", "right controller"};
    return names[part];
}

/* ---- Schemas and channels ---- */

static void take_schema(struct tool_isaac_file *file, const uint8_t *content, uint64_t size)
{
    static const char tracked[] = "is_tracked";
    static const struct {
        const char *name;
        uint8_t what;
    } known[] = {{"core.HeadPoseRecord", HEAD},
                 {"core.HandPoseRecord", HAND},
                 {"core.ControllerSnapshotRecord", CONTROLLER},
                 {"core.FullBodyPoseRecord", OTHER}};
    struct us_mcap_schema schema;
    if (!us_mcap_parse_schema(content, size, &schema) ||
        !us_mcap_text_is(schema.encoding, "flatbuffer"))
        return;
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (us_mcap_text_is(schema.name, known[i].name)) {
            file->has_schema = true;
            file->schemas[schema.id] = known[i].what;
            file->tells_tracked |=
                known[i].what == HEAD && us_bytes_find(schema.data.bytes, schema.data.size, tracked,
                                                       sizeof tracked - 1) != NULL;
        }
}

static bool ends_in(struct us_mcap_text topic, const char *end)
{
    const size_t length = strlen(end);
    return topic.size >= length && memcmp(topic.bytes + topic.size - length, end, length) == 0 &&
           (topic.size == length || topic.bytes[topic.size - length - 1] == '/');
}

static void take_channel(struct tool_isaac_file *file, const uint8_t *content, uint64_t size)
{
    static const struct {
        uint8_t what;
        const char *end;
    } parts[TOOL_ISAAC_PARTS] = {{HEAD, ""},
                                 {HAND, "left_hand"},
                                 {HAND, "right_hand"},
                                 {CONTROLLER, "left_controller"},
                                 {CONTROLLER, "right_controller"}};
    struct us_mcap_channel channel;
    if (!us_mcap_parse_channel(content, size, &channel) ||
        !us_mcap_text_is(channel.encoding, "flatbuffer") || file->channels[channel.id] != 0)
        return;
    for (unsigned part = 0; part < TOOL_ISAAC_PARTS; part++) {
        if (file->has_channel[part] || file->schemas[channel.schema] != parts[part].what ||
            (parts[part].end[0] != '\0' && !ends_in(channel.topic, parts[part].end)))
            continue;
        file->channels[channel.id] = (uint8_t)(part + 1);
        file->has_channel[part] = true;
        return;
    }
}

static void take_description(struct tool_isaac_file *file, uint8_t opcode, const uint8_t *content,
                             uint64_t size)
{
    if (opcode == US_MCAP_SCHEMA)
        take_schema(file, content, size);
    else if (opcode == US_MCAP_CHANNEL)
        take_channel(file, content, size);
}

/* ---- Chunks ---- */

static void close_chunk(struct tool_isaac_file *file)
{
    us_session_records_close(&file->records);
    free(file->content);
    file->content = NULL;
    file->reader = (struct us_byte_reader){0};
}

static enum us_result open_chunk(struct tool_isaac_file *file, const struct us_mcap_record *record,
                                 struct us_error *error)
{
    static const char no_memory[] = "there is no memory for a chunk of the recording";
    if (record->size > CONTENT_MOST)
        return us_result_fail(error, US_ERROR_COUNT, record->offset, NULL,
                              "a chunk of the recording has more than 64 MiB; type `mcap recover "
                              "FILE -o NEW.mcap` and use the new file");
    file->chunk = record->offset;
    file->content = malloc(record->size > 0 ? (size_t)record->size : 1);
    if (file->content == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, no_memory);
    if (!us_file_get(&file->file, record->content, file->content, record->size) ||
        !us_session_records_open(file->content, record->size, &file->records)) {
        const bool lacks_memory = file->records.lacks_memory;
        close_chunk(file);
        return lacks_memory ? us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, no_memory)
                            : us_result_fail(error, US_ERROR_COUNT, record->offset, NULL,
                                             "a chunk of the recording is damaged, or compressed "
                                             "in another way than zstd; type `mcap recover FILE "
                                             "-o NEW.mcap` and use the new file");
    }
    file->reader = (struct us_byte_reader){file->records.bytes, file->records.size, 0, false};
    return US_OK;
}

/* ---- Records outside of chunks ---- */

static enum us_result take_record(struct tool_isaac_file *file, const struct us_mcap_record *record,
                                  struct us_error *error)
{
    uint8_t *content;
    if (record->opcode == US_MCAP_CHUNK)
        return open_chunk(file, record, error);
    if (record->opcode == US_MCAP_MESSAGE)
        return us_result_fail(error, US_ERROR_VERSION, record->offset, NULL,
                              "a message of this recording is outside of chunks; type `mcap "
                              "recover FILE -o NEW.mcap` and use the new file");
    if ((record->opcode != US_MCAP_SCHEMA && record->opcode != US_MCAP_CHANNEL) ||
        record->size > RECORD_MOST)
        return US_OK;
    content = malloc(record->size > 0 ? (size_t)record->size : 1);
    if (content == NULL)
        return us_result_no_memory(error);
    if (us_file_get(&file->file, record->content, content, record->size))
        take_description(file, record->opcode, content, record->size);
    free(content);
    return US_OK;
}

/* Goes on to the records of the next chunk. */
static enum us_result next_chunk(struct tool_isaac_file *file, bool *out_end,
                                 struct us_error *error)
{
    struct us_mcap_record record;
    enum us_result result = US_OK;
    close_chunk(file);
    while (result == US_OK && file->content == NULL) {
        *out_end = !us_mcap_record_at(&file->file, file->at, &record);
        file->is_finished |= !*out_end && record.opcode == US_MCAP_FOOTER;
        *out_end = *out_end || record.opcode == US_MCAP_FOOTER;
        if (*out_end)
            return US_OK;
        file->at = us_mcap_record_end(&record);
        result = take_record(file, &record, error);
    }
    return result;
}

enum us_result tool_isaac_next(struct tool_isaac_file *file, struct tool_isaac_message *out,
                               bool *out_end, struct us_error *error)
{
    struct us_mcap_inner inner;
    struct us_mcap_message message;
    *out_end = false;
    for (;;) {
        if (!us_mcap_next_inner(&file->reader, &inner)) {
            enum us_result result = next_chunk(file, out_end, error);
            if (result != US_OK || *out_end)
                return result;
            continue;
        }
        take_description(file, inner.opcode, inner.content, inner.size);
        if (inner.opcode != US_MCAP_MESSAGE ||
            !us_mcap_parse_message(inner.content, inner.size, &message))
            continue;
        const uint8_t part = file->channels[message.channel];
        file->others += part == 0;
        if (part == 0)
            continue;
        *out = (struct tool_isaac_message){(enum tool_isaac_part)(part - 1), message.log_time,
                                           message.data, message.size, file->chunk};
        return US_OK;
    }
}

void tool_isaac_rewind(struct tool_isaac_file *file)
{
    close_chunk(file);
    file->at = US_MCAP_MAGIC_SIZE;
    file->others = 0;
    file->is_finished = false;
}

/* ---- The file ---- */

enum us_result tool_isaac_open(struct tool_isaac_file *file, const char *path,
                               struct us_error *error)
{
    memset(file, 0, sizeof *file);
    file->file.descriptor = -1;
    enum us_result result = us_file_open(path, &file->file, error);
    if (result == US_OK && !us_mcap_is(&file->file))
        result = us_result_fail(error, US_ERROR_MAGIC, 0, NULL, "this is not an MCAP file");
    tool_isaac_rewind(file);
    return result;
}

void tool_isaac_close(struct tool_isaac_file *file)
{
    close_chunk(file);
    us_file_close(&file->file);
}

static bool is_session(const struct us_file *file)
{
    uint8_t content[US_MCAP_HEADER_MAX];
    struct us_mcap_header header;
    return us_mcap_read_header(file, content, &header) &&
           us_mcap_text_is(header.profile, US_SESSION_PROFILE);
}

/* Schemas are in the first chunk, before their messages. */
static bool has_schema(struct tool_isaac_file *file)
{
    struct us_mcap_inner inner;
    bool is_end = false;
    if (next_chunk(file, &is_end, NULL) == US_OK && !is_end)
        while (!file->has_schema && us_mcap_next_inner(&file->reader, &inner))
            take_description(file, inner.opcode, inner.content, inner.size);
    return file->has_schema;
}

/* Whether a file is an MCAP file with a schema of IsaacTeleop. */
bool tool_isaac_is(const char *path)
{
    struct tool_isaac_file *file = malloc(sizeof *file);
    if (file == NULL)
        return false;
    const bool is =
        tool_isaac_open(file, path, NULL) == US_OK && !is_session(&file->file) && has_schema(file);
    tool_isaac_close(file);
    free(file);
    return is;
}
