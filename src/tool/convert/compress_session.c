/* SPDX-License-Identifier: MIT */
#include "tool/convert/compress_session.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "mcap/mcap_record.h"
#include "mcap/mcap_writer.h"
#include "session/file/session_chunks.h"
#include "session/session_reader.h"
#include "status/output_file.h"

struct compression {
    const struct tool_compress_options *options;
    struct tool_compress_report *report;
    struct us_error *error;
    struct us_file file;
    int out;
    struct us_mcap_writer mcap;
    struct us_writer content; /* of the chunk that is being made */
};

static enum us_result fail_memory(const struct compression *compression)
{
    return us_result_fail(compression->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "there is no memory for a chunk of the recording");
}

static enum us_result refuse(const struct compression *compression, uint64_t offset,
                             const char *what)
{
    return us_result_fail(compression->error, US_ERROR_TRUNCATED, offset, NULL,
                          "the recording %s; type `understudy recover FILE` and use the new file",
                          what);
}

static enum us_result write_out(struct compression *compression)
{
    struct us_mcap_writer *mcap = &compression->mcap;
    if (!us_mcap_writer_is_sound(mcap))
        return fail_memory(compression);
    int why =
        us_output_file_append(compression->out, (const char *)mcap->out.bytes, mcap->out.size);
    if (why != 0) {
        compression->report->in_output = true;
        return us_result_fail(compression->error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s",
                              strerror(why));
    }
    us_mcap_writer_taken(mcap);
    return US_OK;
}

/* ---- A chunk ---- */

/* The head of a Chunk record, up to its records. */
static void put_head(struct us_writer *out, const struct us_session_records *records,
                     const char *compression, uint64_t stored)
{
    us_writer_u64(out, records->chunk.first_time);
    us_writer_u64(out, records->chunk.last_time);
    us_writer_u64(out, records->size);
    us_writer_i32(out, (int32_t)records->chunk.crc);
    us_writer_i32(out, (int32_t)strlen(compression));
    us_writer_put(out, compression, strlen(compression));
    us_writer_u64(out, stored);
}

/* The chunk with compressed records. False if there is no memory. */
static bool put_compressed(struct compression *compression,
                           const struct us_session_records *records)
{
    struct us_writer *out = &compression->content;
    uint64_t stored;
    put_head(out, records, "zstd", 0);
    uint64_t begin = out->size;
    if (!us_mcap_compress(records->bytes, records->size, compression->options->level, out,
                          &stored) ||
        out->failed)
        return false;
    us_bytes_store_u64(out->bytes + begin - sizeof stored, stored);
    return true;
}

static enum us_result copy_chunk(struct compression *compression, const uint8_t *content,
                                 const struct us_mcap_record *record)
{
    struct us_session_records records;
    struct us_writer *out = &compression->content;
    enum us_result result = US_OK;
    bool is_sound = us_session_records_open(content, record->size, &records) && records.has_times;
    out->size = 0;
    if (records.lacks_memory) {
        result = fail_memory(compression);
    } else if (!is_sound) {
        result = refuse(compression, record->offset, "has a damaged chunk");
    } else {
        us_session_records_index(&records, &compression->mcap);
        if (compression->options->level > 0) {
            if (!put_compressed(compression, &records))
                result = fail_memory(compression);
        } else {
            put_head(out, &records, "", records.size);
            us_writer_put(out, records.bytes, (size_t)records.size);
        }
    }
    if (result == US_OK && !out->failed)
        us_mcap_writer_copy_chunk(&compression->mcap, out->bytes, out->size);
    else if (result == US_OK)
        result = fail_memory(compression);
    us_session_records_close(&records);
    compression->report->chunks++;
    return result;
}

/* ---- The file ---- */

static enum us_result copy_record(struct compression *compression,
                                  const struct us_mcap_record *record)
{
    if (record->opcode == US_MCAP_MESSAGE_INDEX) /* that is made anew */
        return US_OK;
    if (record->size > US_SESSION_CHUNK_MAX + US_MCAP_CHUNK_HEAD_MAX)
        return us_result_fail(compression->error, US_ERROR_COUNT, record->offset, NULL,
                              "a record of the recording has more than 64 MiB");
    uint8_t *content = malloc(record->size > 0 ? (size_t)record->size : 1);
    if (content == NULL)
        return fail_memory(compression);
    enum us_result result = US_OK;
    if (!us_file_get(&compression->file, record->content, content, record->size))
        result = refuse(compression, record->offset, "cannot be read to its end");
    else if (record->opcode == US_MCAP_CHUNK)
        result = copy_chunk(compression, content, record);
    else
        us_mcap_writer_copy(&compression->mcap, record->opcode, content, record->size);
    free(content);
    return result == US_OK ? write_out(compression) : result;
}

/* The header was read by the session reader: it is there. */
static enum us_result copy_header(struct compression *compression, uint64_t *out_at)
{
    struct us_mcap_record record;
    struct us_mcap_header header;
    char profile[64], library[128];
    uint8_t content[512];
    if (!us_mcap_record_at(&compression->file, US_MCAP_MAGIC_SIZE, &record) ||
        record.size > sizeof content ||
        !us_file_get(&compression->file, record.content, content, record.size) ||
        !us_mcap_parse_header(content, record.size, &header))
        return refuse(compression, US_MCAP_MAGIC_SIZE, "has no header");
    us_mcap_text_copy(header.profile, profile, sizeof profile);
    us_mcap_text_copy(header.library, library, sizeof library);
    us_mcap_writer_begin(&compression->mcap, profile, library);
    *out_at = us_mcap_record_end(&record);
    return write_out(compression);
}

/* The checksum at the end of the data section: with a new one, damage would not show any more. */
static enum us_result check_data_end(const struct compression *compression,
                                     const struct us_mcap_record *end)
{
    uint8_t bytes[1 << 16];
    uint32_t crc = 0;
    if (end->opcode != US_MCAP_DATA_END || end->size < 4 ||
        !us_file_get(&compression->file, end->content, bytes, 4))
        return US_OK;
    uint32_t expected = us_bytes_load_u32(bytes);
    for (uint64_t at = 0; expected != 0 && at < end->offset;) {
        uint64_t left = end->offset - at;
        uint64_t size = left < sizeof bytes ? left : sizeof bytes;
        if (!us_file_get(&compression->file, at, bytes, size))
            return refuse(compression, at, "cannot be read to its end");
        crc = us_mcap_crc32(crc, bytes, size);
        at += size;
    }
    return crc == expected
               ? US_OK
               : refuse(compression, end->offset, "has a wrong checksum: it is damaged");
}

static enum us_result copy_all(struct compression *compression)
{
    struct us_mcap_record record;
    const struct tool_compress_options *options = compression->options;
    uint64_t at = 0;
    enum us_result result = copy_header(compression, &at);
    while (result == US_OK && us_mcap_record_at(&compression->file, at, &record) &&
           record.opcode != US_MCAP_DATA_END && record.opcode != US_MCAP_FOOTER) {
        if (options->progress != NULL)
            options->progress(options->data, at, compression->file.size);
        result = copy_record(compression, &record);
        at = us_mcap_record_end(&record);
    }
    if (result == US_OK && us_mcap_record_at(&compression->file, at, &record))
        result = check_data_end(compression, &record);
    if (result != US_OK)
        return result;
    us_mcap_writer_end(&compression->mcap);
    result = write_out(compression);
    compression->report->after_bytes = compression->mcap.position;
    return result;
}

/* Whether it is a session recording that has its end. */
static enum us_result check(const struct compression *compression)
{
    struct us_session_reader *reader;
    enum us_result result = us_session_reader_open(&compression->file, &reader, compression->error);
    if (result != US_OK)
        return result;
    const struct us_session_summary *summary = us_session_reader_summary(reader);
    if (!summary->is_finished)
        result = refuse(compression, summary->whole_bytes, "was not finished");
    us_session_reader_close(reader);
    return result;
}

enum us_result tool_compress_session(const char *path, int file,
                                     const struct tool_compress_options *options,
                                     struct tool_compress_report *report, struct us_error *error)
{
    struct compression compression = {
        .options = options, .report = report, .error = error, .out = file};
    *report = (struct tool_compress_report){0};
    enum us_result result = us_file_open(path, &compression.file, error);
    if (result != US_OK)
        return result;
    report->before_bytes = compression.file.size;
    us_mcap_writer_init(&compression.mcap);
    result = check(&compression);
    if (result == US_OK)
        result = copy_all(&compression);
    us_mcap_writer_finish(&compression.mcap);
    us_writer_finish(&compression.content);
    us_file_close(&compression.file);
    return result;
}
