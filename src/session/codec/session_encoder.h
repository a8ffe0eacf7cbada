/* SPDX-License-Identifier: MIT */
/*
 * session_encoder: turns a message into its bytes in the file, by understudy_session.proto.
 *
 * Values that are written "only where changed" depend on earlier messages of the same chunk, so the
 * messages of a chunk are encoded in the order of the file.
 */
#ifndef US_SESSION_ENCODER_H
#define US_SESSION_ENCODER_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"

struct us_session_encoder;

/* NULL if there is no memory. */
struct us_session_encoder *us_session_encoder_create(void);
void us_session_encoder_destroy(struct us_session_encoder *encoder);

struct us_session_bytes {
    const uint8_t *bytes; /* until the encoder's next call; NULL: it does not fit */
    uint32_t size;
};

/* The next frame and the next input are complete. */
void us_session_encoder_begin_chunk(struct us_session_encoder *encoder);

struct us_session_bytes us_session_encoder_session(struct us_session_encoder *encoder,
                                                   const struct us_session_info *info);
/* `components` must stay while inputs are encoded. */
struct us_session_bytes
us_session_encoder_components(struct us_session_encoder *encoder,
                              const struct us_session_components *components);

/* The message; false if there is nothing to write, because it is an input in which nothing
 * changed. */
bool us_session_encoder_message(struct us_session_encoder *encoder,
                                const struct us_session_message *message,
                                struct us_session_bytes *out);

/* The name of the protobuf message of a topic, as the file has it. */
const char *us_session_schema_name(enum us_session_topic topic);
/* The FileDescriptorSet of understudy_session.proto. */
const uint8_t *us_session_schema(uint32_t *out_size);

#endif
