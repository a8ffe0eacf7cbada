/* SPDX-License-Identifier: MIT */
/*
 * session_writer: turns what waits in a ring into the bytes of a session recording's chunks.
 *
 * The recorder's thread and recovery use it. It writes no file: mcap/mcap_writer.h says how its
 * bytes are taken.
 */
#ifndef US_SESSION_WRITER_H
#define US_SESSION_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "mcap/mcap_writer.h"
#include "session/codec/session_encoder.h"
#include "session/session_ring.h"

/* The file's profile: what its header says that it is. */
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

/* What a chunk took from the ring. */
struct us_session_taken {
    uint64_t tail;    /* the ring's, once the chunk is written */
    uint64_t dropped; /* how many lost messages the file speaks of then */
};

/*
 * One chunk of all messages from the ring's tail up to the first that is not filled yet; with
 * `skip_gaps`, which is for a ring whose process has died, of all that are filled. The ring stays
 * as it is. False if there is nothing to write.
 */
bool us_session_writer_chunk(struct us_session_writer *writer, const struct us_session_ring *ring,
                             uint64_t tail, bool skip_gaps, struct us_session_taken *out);

#endif
