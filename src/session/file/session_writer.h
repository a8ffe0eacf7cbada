/* SPDX-License-Identifier: MIT */
/*
 * session_writer: turns the messages that wait in a ring into the bytes of a session recording's
 * chunks.
 *
 * The recorder's thread and recovery use it. It writes no file: mcap/mcap_writer.h says how the
 * caller takes its bytes.
 */
#ifndef US_SESSION_WRITER_H
#define US_SESSION_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "mcap/mcap_writer.h"
#include "session/codec/session_codec.h"
#include "session/file/session_ring.h"

/* The profile that the header of the file names. */
#define US_SESSION_PROFILE "understudy"

struct us_session_writer {
    struct us_mcap_writer mcap;
    struct us_session_encoder *encoder;
    uint32_t sequences[US_SESSION_TOPICS]; /* the last number of each topic */
    bool has_session;                      /* the file has the message /session */
    const struct us_session_message *order[US_SESSION_RING_SLOTS];
};

/* False if there is no memory. */
bool us_session_writer_init(struct us_session_writer *writer);
void us_session_writer_finish(struct us_session_writer *writer);

/* The file's beginning: header, schemas, channels. `version` is this program's. */
void us_session_writer_begin(struct us_session_writer *writer, const char *version);

/* The messages of the ring that a chunk contains. */
struct us_session_taken {
    uint64_t tail;    /* the ring's, once the chunk is written */
    uint64_t dropped; /* how many lost messages the file reports then */
};

/*
 * Makes one chunk of all messages from the ring's tail up to the first slot that is not filled yet.
 * With `skip_gaps`, which is for a ring whose process has died, it takes all filled slots. The ring
 * does not change. False if there is nothing to write.
 */
bool us_session_writer_chunk(struct us_session_writer *writer, const struct us_session_ring *ring,
                             uint64_t tail, bool skip_gaps, struct us_session_taken *out);

#endif
