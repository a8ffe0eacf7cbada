/* SPDX-License-Identifier: MIT */
#include "session/file/session_recover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "mcap/mcap_record.h"
#include "platform/path.h"
#include "session/file/session_chunks.h"
#include "session/file/session_writer.h"
#include "status/output_file.h"

/* The search for the next chunk reads this many bytes at a time; a record's head may cross the
 * border. */
enum { SEARCH_SIZE = 1 << 16, SMALLEST_CHUNK = 8 + 8 + 8 + 4 + 4 + 8 };
/* A file is read at most this many times if damage looks like chunks inside chunks. */
enum { EXAMINED_TIMES = 64 };

struct recovery {
    struct us_file file;
    int out;         /* the new file, or the old one if it is completed in place */
    bool is_damaged; /* other than at a cut end */
    bool in_place;   /* so far, the new file is the beginning of the old one: nothing is written */
    struct us_session_writer *writer;
    struct us_session_ring *ring; /* a copy; NULL: none */
    struct us_session_recovery *report;
    struct us_error *error;
    const char *path, *out_path;
    char part[US_FILE_PATH_SIZE]; /* the new file's name until it is whole */
    const struct us_session_watch *watch;
    uint64_t examined; /* bytes that were read as the content of a record */
};

/* ---- Writing ---- */

/* How many of the writer's new bytes the old file already has at the same place. */
static uint64_t same_bytes(const struct recovery *recovery, const struct us_mcap_writer *mcap)
{
    uint8_t bytes[4096];
    uint64_t same = 0;
    while (same < mcap->out.size && mcap->position + same < recovery->file.size) {
        uint64_t left = recovery->file.size - mcap->position - same;
        uint64_t size = mcap->out.size - same < left ? mcap->out.size - same : left;
        if (size > sizeof bytes)
            size = sizeof bytes;
        if (!us_file_get(&recovery->file, mcap->position + same, bytes, size) ||
            memcmp(bytes, mcap->out.bytes + same, (size_t)size) != 0)
            break;
        same += size;
    }
    return same;
}

static enum us_result fail_memory(const struct recovery *recovery, uint64_t offset)
{
    return us_result_fail(recovery->error, US_ERROR_MEMORY, offset, NULL,
                          "there is no memory to recover the recording");
}

static enum us_result fail_write(const struct recovery *recovery, int why)
{
    recovery->report->in_output = true;
    return us_result_fail(recovery->error, US_ERROR_FILE, US_NO_BYTE, NULL, "cannot write %s: %s",
                          recovery->out_path, strerror(why));
}

/* The old file ends here: all later bytes are new. */
static enum us_result begin_new_part(struct recovery *recovery)
{
    if (!recovery->in_place)
        return US_OK;
    recovery->in_place = false;
    return us_descriptor_truncate(recovery->out, recovery->writer->mcap.position)
               ? US_OK
               : fail_write(recovery, errno);
}

/* Writes the writer's new bytes into the file. */
static enum us_result write_out(struct recovery *recovery)
{
    struct us_mcap_writer *mcap = &recovery->writer->mcap;
    if (!us_mcap_writer_is_sound(mcap))
        return fail_memory(recovery, US_NO_BYTE);
    uint64_t same = recovery->in_place ? same_bytes(recovery, mcap) : 0;
    if (recovery->in_place && same == mcap->out.size) {
        us_mcap_writer_taken(mcap);
        return US_OK;
    }
    /* The file may end in the middle of the last chunk's indexes. */
    if (recovery->in_place && mcap->position + same < recovery->file.size)
        return US_ERROR_USAGE; /* nothing was written */
    enum us_result result = begin_new_part(recovery);
    if (result != US_OK)
        return result;
    int why = us_output_file_append(recovery->out, mcap->out.bytes, mcap->out.size);
    if (why != 0)
        return fail_write(recovery, why);
    us_mcap_writer_taken(mcap);
    return US_OK;
}

/* ---- Damage ---- */

static bool is_chunk_at(const struct us_file *file, uint64_t offset)
{
    uint8_t head[US_MCAP_CHUNK_HEAD_MAX];
    struct us_mcap_record record;
    struct us_mcap_chunk chunk;
    if (!us_mcap_record_at(file, offset, &record) || record.opcode != US_MCAP_CHUNK ||
        record.size < SMALLEST_CHUNK || record.size > US_SESSION_CHUNK_MAX)
        return false;
    uint64_t size = record.size < sizeof head ? record.size : sizeof head;
    return us_file_get(file, record.content, head, size) &&
           us_mcap_parse_chunk(head, size, record.size, &chunk) &&
           chunk.records + chunk.records_size == record.size &&
           (us_mcap_can_decompress(chunk.compression)
                ? chunk.uncompressed_size <= US_SESSION_CHUNK_MAX &&
                      us_session_chunk_check(us_mcap_record_end(&record) - offset,
                                             chunk.uncompressed_size, 0, offset, NULL) == US_OK
                : chunk.compression.size == 0 && chunk.uncompressed_size == chunk.records_size) &&
           chunk.first_time <= chunk.last_time;
}

/* The next place from `offset` on where a chunk seems to begin; the file's size if there is none.
 */
static uint64_t find_chunk(const struct us_file *file, uint64_t offset)
{
    uint8_t bytes[SEARCH_SIZE];
    while (offset < file->size) {
        uint64_t left = file->size - offset;
        uint64_t size = left < sizeof bytes ? left : sizeof bytes;
        if (!us_file_get(file, offset, bytes, size))
            break;
        for (uint64_t i = 0; i < size; i++)
            if (bytes[i] == US_MCAP_CHUNK && is_chunk_at(file, offset + i))
                return offset + i;
        offset += size;
    }
    return file->size;
}

/* Leaves out the bytes from `at` to `next`. Returns where to go on. */
static uint64_t skip_to(struct recovery *recovery, uint64_t at, uint64_t next,
                        const struct us_mcap_chunk *chunk)
{
    struct us_session_recovery *report = recovery->report;
    report->damages++;
    report->skipped_bytes += next - at;
    if (report->damages > 1)
        return next;
    report->first_offset = at;
    if (chunk != NULL && chunk->first_time <= INT64_MAX)
        report->first_ns = (int64_t)chunk->first_time;
    return next;
}

/* The record at `at` is damaged, or the file ends inside it. */
static uint64_t skip_damage(struct recovery *recovery, uint64_t at)
{
    return skip_to(recovery, at, find_chunk(&recovery->file, at + 1), NULL);
}

/* ---- Records ---- */

/* The head of a chunk names a compression that cannot be read here; the bytes behind it may be
 * damaged. */
static bool is_unreadable(const uint8_t *content, uint64_t size)
{
    struct us_mcap_chunk chunk;
    return us_mcap_parse_chunk(content, size, size, &chunk) &&
           !us_mcap_can_decompress(chunk.compression) &&
           (us_mcap_text_is(chunk.compression, "zstd") ||
            us_mcap_text_is(chunk.compression, "lz4"));
}

/* Records that may stand in the data section, as far as their lengths are right. */
static bool is_plausible(const struct us_mcap_record *record)
{
    switch (record->opcode) {
    case US_MCAP_FOOTER:
        return record->size == 20;
    case US_MCAP_DATA_END:
        return record->size == 4;
    case US_MCAP_MESSAGE_INDEX:
        return record->size % 16 == 6;
    case US_MCAP_SCHEMA:
    case US_MCAP_CHANNEL:
    case US_MCAP_MESSAGE:
    case US_MCAP_CHUNK:
    case US_MCAP_ATTACHMENT:
    case US_MCAP_METADATA:
        return true;
    default:
        return record->opcode >= 0x80;
    }
}

/* Whether a plausible record begins at `offset`: then the length of the record before is right. */
static bool goes_on_at(const struct us_file *file, uint64_t offset)
{
    struct us_mcap_record record;
    return us_mcap_record_at(file, offset, &record) && is_plausible(&record);
}

/* Skips a damaged record. Its length may be right: then the next record or chunk follows it. */
static uint64_t skip_record(struct recovery *recovery, const struct us_mcap_record *record,
                            const struct us_mcap_chunk *chunk)
{
    uint64_t end = us_mcap_record_end(record);
    uint64_t next = find_chunk(&recovery->file, record->offset + 1);
    bool goes_on = end < next && goes_on_at(&recovery->file, end);
    return skip_to(recovery, record->offset, goes_on ? end : next, chunk);
}

/* Copies a chunk, also one whose opcode or length is damaged, if its checksum is right. Bytes that
 * follow the messages are left out. `*next` is where to go on. */
static enum us_result copy_chunk(struct recovery *recovery, const struct us_mcap_record *record,
                                 const uint8_t *content, const struct us_session_records *records,
                                 bool is_sound, uint64_t *next)
{
    const struct us_mcap_chunk *chunk = &records->chunk;
    if (record->opcode == US_MCAP_CHUNK && is_unreadable(content, record->size))
        return us_result_fail(recovery->error, US_ERROR_VERSION, record->offset, NULL,
                              "the chunks of this recording are compressed; type `mcap recover %s "
                              "-o NEW` of the MCAP tools",
                              recovery->path);
    if (!is_sound) {
        *next = skip_record(recovery, record, chunk);
        return US_OK;
    }
    struct us_mcap_writer *mcap = &recovery->writer->mcap;
    uint64_t size = chunk->records + chunk->records_size;
    us_session_records_index(records, mcap);
    if (records->has_times) {
        us_mcap_writer_copy_chunk(mcap, content, size);
    } else { /* with a new head */
        us_writer_put(&mcap->chunk, records->bytes, (size_t)records->size);
        us_mcap_writer_end_chunk(mcap);
    }
    *next = record->content + size;
    return write_out(recovery);
}

/* Whether a record that other programs need can be understood. */
static bool is_sound_record(const struct us_mcap_record *record, const uint8_t *content)
{
    struct us_mcap_schema schema;
    struct us_mcap_channel channel;
    struct us_mcap_message message;
    switch (record->opcode) {
    case US_MCAP_SCHEMA:
        return us_mcap_parse_schema(content, record->size, &schema);
    case US_MCAP_CHANNEL:
        return us_mcap_parse_channel(content, record->size, &channel);
    case US_MCAP_MESSAGE:
        return us_mcap_parse_message(content, record->size, &message);
    default:
        return is_plausible(record) && record->opcode != US_MCAP_CHUNK;
    }
}

static enum us_result copy_record(struct recovery *recovery, const struct us_mcap_record *record,
                                  uint64_t *next)
{
    struct us_session_records records = {0};
    enum us_result result = US_OK;
    *next = us_mcap_record_end(record);
    if (record->size > US_SESSION_CHUNK_MAX + US_MCAP_CHUNK_HEAD_MAX) {
        *next = skip_record(recovery, record, NULL);
        return US_OK;
    }
    recovery->examined += record->size;
    if (recovery->examined / EXAMINED_TIMES > recovery->file.size)
        return us_result_fail(recovery->error, US_ERROR_COUNT, record->offset, NULL,
                              "chunks seem to begin at far too many places of the recording; cut "
                              "off what follows, and recover the part before");
    uint8_t *content = malloc(record->size > 0 ? (size_t)record->size : 1);
    if (content == NULL)
        return fail_memory(recovery, record->offset);
    bool is_read = us_file_get(&recovery->file, record->content, content, record->size);
    bool may_be = is_read && record->size >= SMALLEST_CHUNK;
    bool is_sound = may_be && us_session_records_open(content, record->size, &records);
    if (records.lacks_memory) {
        result = fail_memory(recovery, record->offset);
    } else if (may_be &&
               (record->opcode == US_MCAP_CHUNK || (is_sound && records.chunk.crc != 0))) {
        result = copy_chunk(recovery, record, content, &records, is_sound, next);
    } else if (!is_read || !is_sound_record(record, content)) {
        *next = skip_record(recovery, record, NULL);
    } else if (record->opcode != US_MCAP_MESSAGE_INDEX) { /* the writer makes new indexes */
        us_mcap_writer_copy(&recovery->writer->mcap, record->opcode, content, record->size);
        result = write_out(recovery);
    }
    us_session_records_close(&records);
    free(content);
    return result;
}

static bool is_end(const struct us_mcap_record *record)
{
    return (record->opcode == US_MCAP_DATA_END || record->opcode == US_MCAP_FOOTER) &&
           is_plausible(record);
}

/* Notes the schemas and channels from `at` on that are not in the new file, as far as the lengths
 * of records lead: a reader of the old file finds them there too. They are in the old summary,
 * because the chunks that described them are damaged, or in a damaged part that is left out. */
static void note_descriptions(struct recovery *recovery, uint64_t at)
{
    struct us_mcap_record record;
    for (; us_mcap_record_at(&recovery->file, at, &record); at = us_mcap_record_end(&record)) {
        if (record.opcode == US_MCAP_FOOTER)
            break;
        if ((record.opcode != US_MCAP_SCHEMA && record.opcode != US_MCAP_CHANNEL) ||
            record.size > US_SESSION_CHUNK_MAX)
            continue;
        uint8_t *content = malloc(record.size > 0 ? (size_t)record.size : 1);
        if (content != NULL && us_file_get(&recovery->file, record.content, content, record.size))
            us_mcap_writer_note(&recovery->writer->mcap, record.opcode, content, record.size);
        free(content);
    }
}

/* All records of the data section behind the header. */
static enum us_result copy_records(struct recovery *recovery, uint64_t at)
{
    const uint64_t begin = at;
    struct us_mcap_record record;
    enum us_result result = US_OK;
    while (result == US_OK && at < recovery->file.size) {
        if (recovery->watch != NULL)
            recovery->watch->show(recovery->watch->data, at, recovery->file.size);
        if (!us_mcap_record_at(&recovery->file, at, &record)) {
            at = skip_damage(recovery, at);
            recovery->is_damaged |= at < recovery->file.size; /* and not only cut off */
        } else if (is_end(&record)) {
            note_descriptions(recovery, us_mcap_record_end(&record));
            break;
        } else {
            uint64_t before = recovery->report->damages;
            result = copy_record(recovery, &record, &at);
            recovery->is_damaged |= recovery->report->damages > before;
        }
    }
    if (recovery->report->damages > 0)
        note_descriptions(recovery, begin);
    return result;
}

/* ---- The ring ---- */

/* The position in the ring up to which the file has the messages. The process may have died while
 * it wrote a chunk: then the size of the file says whether the chunk is in it. */
static uint64_t tail_of(const struct recovery *recovery)
{
    const struct us_session_ring_commit *commit = &recovery->ring->commit;
    uint64_t next_size = atomic_load(&commit->next_size);
    if (next_size != 0 && recovery->writer->mcap.position >= next_size)
        return atomic_load(&commit->next_tail);
    return atomic_load(&recovery->ring->tail);
}

static enum us_result write_ring(struct recovery *recovery)
{
    struct us_session_taken taken;
    struct us_session_writer *writer = recovery->writer;
    uint64_t before = writer->mcap.now.all.messages;
    writer->has_session = writer->mcap.now.chunks > 0;
    if (recovery->ring == NULL ||
        !us_session_writer_chunk(writer, recovery->ring, tail_of(recovery), true, &taken))
        return US_OK;
    enum us_result result = begin_new_part(recovery);
    recovery->report->ring_messages = writer->mcap.now.all.messages - before;
    return result == US_OK ? write_out(recovery) : result;
}

/* ---- The whole ---- */

/* Copies the header with its library. An empty file gets a new beginning. */
static enum us_result copy_header(struct recovery *recovery, const char *version, uint64_t *out_at)
{
    struct us_mcap_writer *mcap = &recovery->writer->mcap;
    uint8_t content[US_MCAP_HEADER_MAX];
    struct us_mcap_header header;
    char library[US_SESSION_NAME_SIZE];
    *out_at = recovery->file.size;
    if (recovery->file.size == 0) {
        us_session_writer_begin(recovery->writer, version);
        return US_OK;
    }
    if (!us_mcap_is(&recovery->file) || !us_mcap_read_header(&recovery->file, content, &header) ||
        !us_mcap_text_is(header.profile, US_SESSION_PROFILE))
        return us_result_fail(recovery->error, US_ERROR_MAGIC, 0, NULL,
                              "this is no session recording, or not even its header is whole");
    us_mcap_text_copy(header.library, library, sizeof library);
    us_mcap_writer_begin(mcap, US_SESSION_PROFILE, library);
    *out_at = header.end;
    return write_out(recovery);
}

/* Whether nothing was damaged and the file has the right summary. */
static bool is_whole(struct recovery *recovery)
{
    const struct us_session_recovery *report = recovery->report;
    struct us_mcap_writer *mcap = &recovery->writer->mcap;
    return report->damages == 0 && report->ring_messages == 0 &&
           recovery->file.size == mcap->position + mcap->out.size &&
           same_bytes(recovery, mcap) == mcap->out.size;
}

static enum us_result recover_into(struct recovery *recovery, const char *version)
{
    struct us_mcap_writer *mcap = &recovery->writer->mcap;
    uint64_t at;
    enum us_result result = copy_header(recovery, version, &at);
    if (result == US_OK)
        result = copy_records(recovery, at);
    if (result == US_OK)
        result = write_ring(recovery);
    if (result == US_ERROR_USAGE || (result == US_OK && recovery->in_place && recovery->is_damaged))
        return us_result_fail(recovery->error, US_ERROR_USAGE, recovery->report->first_offset, NULL,
                              "%s is damaged before its end, so it cannot be completed in place; "
                              "name a new file",
                              recovery->path);
    if (result != US_OK)
        return result;
    us_mcap_writer_end(mcap);
    recovery->report->was_whole = is_whole(recovery);
    recovery->report->chunks = mcap->now.chunks;
    recovery->report->messages = mcap->now.all.messages;
    if (!recovery->in_place && recovery->report->chunks == 0)
        return us_result_fail(recovery->error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              recovery->file.size == 0
                                  ? "the file is empty: there is nothing to recover"
                                  : "it has no whole chunk: there is nothing to recover");
    if (recovery->in_place && recovery->report->was_whole)
        return US_OK;
    result = begin_new_part(recovery);
    return result == US_OK ? write_out(recovery) : result;
}

/* NULL, or why there is no new file. */
static const char *open_new(struct recovery *recovery)
{
    struct us_about about;
    if (us_path_about(recovery->out_path, &about) &&
        !(about.kind == US_ABOUT_REGULAR && about.size == 0))
        return "it is there already; remove it, or name another file";
    recovery->out = us_file_make_part(recovery->out_path, recovery->part);
    return recovery->out < 0 ? strerror(errno) : NULL;
}

/* A new file, or the old one, which stays locked. */
static enum us_result open_out(struct recovery *recovery)
{
    const char *why = NULL;
    if (!recovery->in_place)
        why = open_new(recovery);
    else
        recovery->out = us_output_file_open(recovery->out_path, US_OUTPUT_FILE_USUAL, &why);
    if (recovery->in_place && recovery->out >= 0 && !us_output_file_lock(recovery->out))
        why = "another process is writing it";
    if (why == NULL)
        return US_OK;
    if (recovery->out >= 0)
        us_descriptor_close(recovery->out);
    recovery->out = -1; /* another process uses it: it stays as it is */
    return us_result_fail(recovery->error, US_ERROR_FILE, US_NO_BYTE, NULL, "cannot write %s: %s",
                          recovery->out_path, why);
}

static enum us_result open_old(struct recovery *recovery)
{
    us_file_close(&recovery->file);
    enum us_result result = us_file_open(recovery->path, &recovery->file, recovery->error);
    if (result == US_ERROR_EMPTY) {
        recovery->file = us_file_in_memory((const uint8_t *)"", 0);
        return US_OK;
    }
    return result;
}

static enum us_result run(struct recovery *recovery, const char *ring, const char *version)
{
    enum us_result result = open_old(recovery);
    if (result == US_OK)
        result = open_out(recovery);
    /* Now that the file is locked, nobody writes to it any more. */
    if (result == US_OK && recovery->in_place)
        result = open_old(recovery);
    if (result != US_OK)
        return result;
    if (ring != NULL) {
        recovery->ring = us_session_ring_copy(ring);
        if (recovery->ring == NULL)
            return us_result_fail(recovery->error, US_ERROR_FILE, US_NO_BYTE, NULL,
                                  "cannot read %s: it is in use, or no ring of this version", ring);
    }
    return recover_into(recovery, version);
}

enum us_result us_session_recover(const char *path, const char *ring, const char *out,
                                  const char *version, const struct us_session_watch *watch,
                                  struct us_session_recovery *report, struct us_error *error)
{
    struct recovery recovery = {
        .out = -1,
        .file = us_file_in_memory((const uint8_t *)"", 0),
        .in_place = out == NULL,
        .writer = calloc(1, sizeof *recovery.writer),
        .watch = watch,
        .report = report,
        .error = error,
        .path = path,
        .out_path = out != NULL ? out : path,
    };
    *report = (struct us_session_recovery){.first_offset = US_NO_BYTE};
    enum us_result result;
    if (recovery.writer == NULL || !us_session_writer_init(recovery.writer))
        result = fail_memory(&recovery, US_NO_BYTE);
    else
        result = run(&recovery, ring, version);
    if (recovery.writer != NULL)
        us_session_writer_finish(recovery.writer);
    free(recovery.writer);
    us_session_ring_give_back(recovery.ring);
    us_file_close(&recovery.file);
    bool is_written =
        recovery.out < 0 ||
        (out == NULL ? us_descriptor_close(recovery.out)
                     : us_file_finish_part(recovery.out, recovery.part, out, result == US_OK));
    return is_written || result != US_OK ? result : fail_write(&recovery, errno);
}
