/* SPDX-License-Identifier: MIT */
/*
 * session_reader: reads a session recording in bounded memory.
 *
 * Opening looks at the headers of the file's chunks; no message is decoded. A file that is cut,
 * damaged or unfinished opens as far as it is whole, and the info says how far. Messages come in
 * the order of their times, from any time on. Each message is complete: what the file leaves out
 * because it did not change is filled in.
 *
 * A reader keeps a table with one row for each chunk, and decodes one chunk at a time. It refuses
 * chunks of more than US_SESSION_CHUNK_MAX bytes, and what us_session_chunk_check refuses. A chunk
 * that is damaged is skipped and counted.
 * One thread at a time may use a reader. The file must not change while it is read.
 */
#ifndef US_SESSION_READER_H
#define US_SESSION_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/base/result.h"
#include "session/file/session_chunks.h"
#include "session/codec/session_message.h"

struct us_session_reader;

struct us_session_summary {
    struct us_session_info info; /* zeroed if the file has none */
    bool has_info;
    struct us_session_components components; /* zeroed if the file has none */
    bool has_components;
    char library[US_SESSION_NAME_SIZE]; /* the program that wrote the file */
    int64_t first_ns, last_ns;          /* of all messages */
    uint64_t chunks, messages;
    uint64_t compressed_chunks;         /* of `chunks` */
    uint64_t counts[US_SESSION_TOPICS]; /* messages of each topic, where the indexes tell */
    uint64_t other_messages;            /* of topics that Understudy does not define */
    bool is_finished;                   /* the file has its end: footer and magic */
    uint64_t whole_bytes;               /* from the file's beginning to its last whole record */
    uint64_t file_bytes;
};

/* Whether a file begins as an MCAP file does. */
bool us_session_reader_is_mcap(const struct us_file *file);

/*
 * Open a file, which must stay open for as long as the reader lives. Errors: not an MCAP file, an
 * MCAP file of another profile, no whole chunk, a compression that cannot be read here (the text
 * names the command that helps).
 */
enum us_result us_session_reader_open(const struct us_file *file, struct us_session_reader **out,
                                      struct us_error *error);
void us_session_reader_close(struct us_session_reader *reader);

/* Valid as long as the reader. */
const struct us_session_summary *us_session_reader_summary(const struct us_session_reader *reader);
/* A chunk, by its index among those of the summary, in the order of their first times. */
const struct us_session_chunk *us_session_reader_chunk(const struct us_session_reader *reader,
                                                       uint64_t index);

/*
 * Go to the first message whose time is `from_ns` or later; INT64_MIN is the beginning. If
 * `state_first` is set, the newest frame and the newest input before that time come first, so that
 * the caller knows the state at that time.
 */
enum us_result us_session_reader_seek(struct us_session_reader *reader, int64_t from_ns,
                                      bool state_first, struct us_error *error);

/*
 * Goes to the first message of a topic whose messages leave nothing out: not frames and not inputs.
 * Only messages of this topic come until the next seek, and only chunks that may have one are read.
 */
void us_session_reader_seek_topic(struct us_session_reader *reader, enum us_session_topic topic);

/*
 * The next message, which lasts until the next call; NULL at the end of the part of the file that
 * is whole. /session and /components are not among them: the summary holds them. Messages of other
 * topics are skipped. Errors: there is no memory, or a chunk holds too much. `error` may be NULL.
 */
enum us_result us_session_reader_next(struct us_session_reader *reader,
                                      const struct us_session_message **out,
                                      struct us_error *error);

/* The damage that next has skipped so far. */
struct us_session_damage {
    uint64_t chunks; /* whose checksum or content is wrong */
    uint64_t
        messages; /* since the last seek, that could not be decoded, in chunks that are sound */
    uint64_t first_offset;         /* of the first damaged chunk; US_NO_BYTE: none */
    int64_t first_ns;              /* when the first damaged chunk began, as its header says */
    char text[US_ERROR_TEXT_SIZE]; /* what is wrong with it */
};
const struct us_session_damage *us_session_reader_damage(const struct us_session_reader *reader);

#endif
