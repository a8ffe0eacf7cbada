/* SPDX-License-Identifier: MIT */
#include "session/session_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/file/session_chunks.h"

/* Chunks overlap in time, because a frame's time is that of its display. */
enum { OPEN_MAX = 8 };

struct us_session_reader {
    const struct us_file *file;
    struct us_session_summary summary;
    struct us_session_damage damage;
    struct us_session_chunks chunks;
    struct us_session_decoder *decoder;
    uint32_t only;     /* a bit for the topic that is wanted; 0: all */
    uint64_t next_row; /* the next chunk to open */
    struct us_session_open_chunk open[OPEN_MAX];
    uint64_t open_bytes;
    struct us_session_decoder_state last; /* of the chunk that ended last */
    struct us_session_message message;
    /* The newest frame and the newest input before the time of a seek: the reader returns them
     * first. */
    bool has_frame, has_input;
    struct us_session_message frame, input;
    unsigned pending; /* 2: the older of them comes next; 1: the newer; 0: none */
};

bool us_session_reader_is_mcap(const struct us_file *file)
{
    return us_mcap_is(file);
}

/* ---- Chunks ---- */

static void close_chunk(struct us_session_reader *reader, struct us_session_open_chunk *open)
{
    if (open->bytes == NULL)
        return;
    reader->open_bytes -= reader->chunks.rows[open->row].records_size;
    us_session_open_chunk_finish(open);
}

static void note_damage(struct us_session_reader *reader, struct us_session_chunk_row *row,
                        const char *text)
{
    struct us_session_damage *damage = &reader->damage;
    if (row->chunk.is_damaged)
        return;
    row->chunk.is_damaged = true;
    if (damage->chunks++ > 0)
        return;
    damage->first_offset = row->chunk.offset;
    damage->first_ns = row->chunk.first_ns;
    snprintf(damage->text, sizeof damage->text, "%s", text);
}

/* /session and /components: the first of the file are the summary's. */
static void take_tables(struct us_session_reader *reader, const struct us_session_open_chunk *open)
{
    struct us_session_summary *summary = &reader->summary;
    for (uint32_t i = 0; i < open->count; i++) {
        const struct us_session_entry *entry = &open->entries[i];
        const uint8_t *bytes = open->bytes + entry->offset;
        if (entry->topic == US_SESSION_TOPIC_SESSION && !summary->has_info) {
            summary->has_info =
                us_session_decoder_session(reader->decoder, bytes, entry->size, &summary->info);
            summary->info.time_ns = entry->time_ns;
        }
        if (entry->topic == US_SESSION_TOPIC_COMPONENTS && !summary->has_components)
            summary->has_components = us_session_decoder_components(
                reader->decoder, bytes, entry->size, &summary->components);
    }
}

/* Open the next chunk. A damaged one is skipped. */
static enum us_result open_next(struct us_session_reader *reader, struct us_error *error)
{
    struct us_session_open_chunk *open = reader->open;
    struct us_error failure;
    while (open->bytes != NULL)
        open++;
    struct us_session_chunk_row *row = &reader->chunks.rows[reader->next_row];
    const char *text;
    switch (us_session_open_chunk_init(open, reader->file, row, &reader->chunks.channels, &text,
                                       &failure)) {
    case US_SESSION_OPEN_REFUSED:
        if (error != NULL)
            *error = failure;
        return failure.result;
    case US_SESSION_OPEN_DAMAGED:
        note_damage(reader, row, text);
        break;
    case US_SESSION_OPEN_OK:
        open->row = reader->next_row;
        reader->open_bytes += row->records_size;
        take_tables(reader, open);
        break;
    }
    reader->next_row++;
    return US_OK;
}

static void rewind_to(struct us_session_reader *reader, uint64_t row)
{
    for (int i = 0; i < OPEN_MAX; i++)
        close_chunk(reader, &reader->open[i]);
    memset(&reader->last, 0, sizeof reader->last);
    reader->next_row = row;
    reader->has_frame = reader->has_input = false;
    reader->pending = 0;
    reader->only = 0;
}

/* ---- Messages in the order of their times ---- */

static bool is_wanted(const struct us_session_reader *reader, enum us_session_topic topic)
{
    if (reader->only != 0)
        return (reader->only >> topic & 1) != 0;
    return topic != US_SESSION_TOPIC_SESSION && topic != US_SESSION_TOPIC_COMPONENTS;
}

/* Keeps the state of the chunk that ended last, for a chunk whose first messages are not complete.
 */
static void end_chunk(struct us_session_reader *reader, struct us_session_open_chunk *open)
{
    if (open->has_frame)
        reader->last.frames = open->state.frames;
    if (open->has_input)
        reader->last.inputs = open->state.inputs;
    close_chunk(reader, open);
}

/* Closes chunks that are at their end. Returns the chunk with the next message; NULL if none is
 * open. */
static struct us_session_open_chunk *earliest(struct us_session_reader *reader)
{
    struct us_session_open_chunk *best = NULL;
    for (int i = 0; i < OPEN_MAX; i++) {
        struct us_session_open_chunk *open = &reader->open[i];
        while (open->bytes != NULL && open->next < open->count &&
               !is_wanted(reader, open->entries[open->next].topic))
            open->next++;
        if (open->bytes != NULL && open->next == open->count)
            end_chunk(reader, open);
        if (open->bytes == NULL)
            continue;
        int64_t time = open->entries[open->next].time_ns;
        int64_t best_time = best != NULL ? best->entries[best->next].time_ns : 0;
        if (best == NULL || time < best_time || (time == best_time && open->row < best->row))
            best = open;
    }
    return best;
}

static bool has_room(const struct us_session_reader *reader)
{
    int count = 0;
    for (int i = 0; i < OPEN_MAX; i++)
        count += reader->open[i].bytes != NULL;
    return count < OPEN_MAX && (count == 0 || reader->open_bytes < US_SESSION_CHUNK_MAX);
}

static void skip_unwanted(struct us_session_reader *reader)
{
    while (reader->only != 0 && reader->next_row < reader->chunks.count &&
           (reader->chunks.rows[reader->next_row].topics & reader->only) == 0)
        reader->next_row++;
}

/* The chunk with the next message; NULL at the end. */
static enum us_result select_chunk(struct us_session_reader *reader,
                                   struct us_session_open_chunk **out, struct us_error *error)
{
    for (;;) {
        const struct us_session_open_chunk *open = *out = earliest(reader);
        skip_unwanted(reader);
        bool is_last = reader->next_row == reader->chunks.count;
        if (is_last || !has_room(reader) ||
            (open != NULL && reader->chunks.rows[reader->next_row].chunk.first_ns >
                                 open->entries[open->next].time_ns))
            return US_OK;
        enum us_result result = open_next(reader, error);
        if (result != US_OK)
            return result;
    }
}

static void inherit(const struct us_session_reader *reader, struct us_session_open_chunk *open,
                    enum us_session_topic topic)
{
    if (topic == US_SESSION_TOPIC_FRAME && !open->has_frame) {
        open->has_frame = true;
        open->state.frames = reader->last.frames;
    }
    if (topic == US_SESSION_TOPIC_INPUT && !open->has_input) {
        open->has_input = true;
        open->state.inputs = reader->last.inputs;
    }
}

/* Reads the chunk's next message. False if it cannot be decoded. */
static bool take(struct us_session_reader *reader, struct us_session_open_chunk *open)
{
    const struct us_session_entry *entry = &open->entries[open->next++];
    const struct us_session_components *components =
        reader->summary.has_components ? &reader->summary.components : NULL;
    inherit(reader, open, entry->topic);
    reader->message.topic = entry->topic;
    reader->message.time_ns = entry->time_ns;
    if (us_session_decoder_message(reader->decoder, open->bytes + entry->offset, entry->size,
                                   components, &open->state, &reader->message))
        return true;
    reader->damage.messages++;
    return false;
}

static const struct us_session_message *take_pending(struct us_session_reader *reader)
{
    bool frame_first =
        !reader->has_input || (reader->has_frame && reader->frame.time_ns <= reader->input.time_ns);
    while (reader->pending > 0) {
        bool is_frame = (reader->pending-- == 2) == frame_first;
        if (is_frame ? reader->has_frame : reader->has_input)
            return is_frame ? &reader->frame : &reader->input;
    }
    return NULL;
}

enum us_result us_session_reader_next(struct us_session_reader *reader,
                                      const struct us_session_message **out, struct us_error *error)
{
    struct us_session_open_chunk *open;
    *out = take_pending(reader);
    while (*out == NULL) {
        enum us_result result = select_chunk(reader, &open, error);
        if (result != US_OK || open == NULL)
            return result;
        if (take(reader, open))
            *out = &reader->message;
    }
    return US_OK;
}

/* ---- Seeking ---- */

void us_session_reader_seek_topic(struct us_session_reader *reader, enum us_session_topic topic)
{
    rewind_to(reader, 0);
    reader->only = UINT32_C(1) << topic;
    reader->damage.messages = 0;
}

/* Whether the chunks before `row` may hold messages of a topic. */
static bool has_before(const struct us_session_reader *reader, uint64_t row,
                       enum us_session_topic topic)
{
    for (uint64_t i = 0; i < row; i++)
        if ((reader->chunks.rows[i].topics >> topic & 1) != 0)
            return true;
    return false;
}

/* Reads from a chunk on up to a time, and stores the newest frame and input. */
static enum us_result read_up_to(struct us_session_reader *reader, uint64_t row, int64_t from_ns,
                                 bool *out_known, struct us_error *error)
{
    bool frame_known = false, input_known = false;
    rewind_to(reader, row);
    for (;;) {
        struct us_session_open_chunk *open;
        enum us_result result = select_chunk(reader, &open, error);
        if (result != US_OK)
            return result;
        if (open == NULL || open->entries[open->next].time_ns >= from_ns)
            break;
        if (!take(reader, open))
            continue;
        if (reader->message.topic == US_SESSION_TOPIC_FRAME) {
            reader->frame = reader->message;
            reader->has_frame = true;
            frame_known = open->state.frames.is_known;
        }
        if (reader->message.topic == US_SESSION_TOPIC_INPUT) {
            reader->input = reader->message;
            reader->has_input = true;
            input_known = open->state.inputs.is_known;
        }
    }
    *out_known = (frame_known || !has_before(reader, row, US_SESSION_TOPIC_FRAME)) &&
                 (input_known || !has_before(reader, row, US_SESSION_TOPIC_INPUT));
    return US_OK;
}

enum us_result us_session_reader_seek(struct us_session_reader *reader, int64_t from_ns,
                                      bool state_first, struct us_error *error)
{
    uint64_t first = 0;
    bool known = from_ns == INT64_MIN;
    enum us_result result = US_OK;
    rewind_to(reader, 0);
    while (!known && first < reader->chunks.count &&
           reader->chunks.rows[first].chunk.last_ns < from_ns)
        first++;
    for (uint64_t back = 0; !known && result == US_OK; back = back > 0 ? 2 * back : 1) {
        uint64_t row = first > back ? first - back : 0;
        result = read_up_to(reader, row, from_ns, &known, error);
        known = known || row == 0;
    }
    reader->damage.messages = 0;
    reader->pending = state_first ? 2 : 0;
    return result;
}

/* ---- Opening ---- */

static void summarize(struct us_session_reader *reader)
{
    struct us_session_summary *summary = &reader->summary;
    const struct us_session_chunks *chunks = &reader->chunks;
    summary->chunks = chunks->count;
    summary->compressed_chunks = chunks->compressed;
    summary->is_finished = chunks->is_finished;
    summary->whole_bytes = chunks->whole_bytes;
    summary->file_bytes = reader->file->size;
    memcpy(summary->library, chunks->library, sizeof summary->library);
    summary->first_ns = chunks->rows[0].chunk.first_ns;
    for (uint64_t i = 0; i < chunks->count; i++)
        if (chunks->rows[i].chunk.last_ns > summary->last_ns)
            summary->last_ns = chunks->rows[i].chunk.last_ns;
    for (uint32_t i = 0; i < chunks->channels.count; i++) {
        const struct us_session_channel *channel = &chunks->channels.table[i];
        summary->messages += channel->count;
        if (channel->topic < US_SESSION_TOPICS)
            summary->counts[channel->topic] += channel->count;
        else
            summary->other_messages += channel->count;
    }
}

/* Read chunks until /session and /components are found, where there are any. */
static enum us_result find_tables(struct us_session_reader *reader, struct us_error *error)
{
    const struct us_session_summary *summary = &reader->summary;
    enum us_result result = US_OK;
    for (uint64_t i = 0; i < reader->chunks.count && result == US_OK; i++) {
        uint32_t topics = reader->chunks.rows[i].topics;
        bool wanted =
            (!summary->has_info && (topics >> US_SESSION_TOPIC_SESSION & 1) != 0) ||
            (!summary->has_components && (topics >> US_SESSION_TOPIC_COMPONENTS & 1) != 0);
        if (!wanted)
            continue;
        rewind_to(reader, i);
        result = open_next(reader, error);
    }
    rewind_to(reader, 0);
    return result;
}

enum us_result us_session_reader_open(const struct us_file *file, struct us_session_reader **out,
                                      struct us_error *error)
{
    *out = NULL;
    struct us_session_reader *reader = calloc(1, sizeof *reader);
    struct us_session_decoder *decoder = us_session_decoder_create();
    if (reader == NULL || decoder == NULL) {
        free(reader);
        us_session_decoder_destroy(decoder);
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "there is no memory to read the recording");
    }
    reader->file = file;
    reader->decoder = decoder;
    reader->damage.first_offset = US_NO_BYTE;
    enum us_result result = us_session_chunks_init(&reader->chunks, file, error);
    if (result == US_OK)
        result = find_tables(reader, error);
    if (result != US_OK) {
        us_session_reader_close(reader);
        return result;
    }
    summarize(reader);
    *out = reader;
    return US_OK;
}

void us_session_reader_close(struct us_session_reader *reader)
{
    if (reader == NULL)
        return;
    for (int i = 0; i < OPEN_MAX; i++)
        close_chunk(reader, &reader->open[i]);
    us_session_chunks_finish(&reader->chunks);
    us_session_decoder_destroy(reader->decoder);
    free(reader);
}

const struct us_session_summary *us_session_reader_summary(const struct us_session_reader *reader)
{
    return &reader->summary;
}

const struct us_session_chunk *us_session_reader_chunk(const struct us_session_reader *reader,
                                                       uint64_t index)
{
    return &reader->chunks.rows[index].chunk;
}

const struct us_session_damage *us_session_reader_damage(const struct us_session_reader *reader)
{
    return &reader->damage;
}
