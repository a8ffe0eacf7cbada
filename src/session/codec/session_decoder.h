/* SPDX-License-Identifier: MIT */
/*
 * session_decoder: messages from the bytes in the file, by understudy_session.proto.
 *
 * The bytes may come from anybody: messages that do not fit the schema or its limits are refused,
 * and nothing is read outside of the bytes.
 */
#ifndef US_SESSION_DECODER_H
#define US_SESSION_DECODER_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_decoder_state.h"
#include "session/codec/session_message.h"

struct us_session_decoder;

/* NULL if there is no memory. */
struct us_session_decoder *us_session_decoder_create(void);
void us_session_decoder_destroy(struct us_session_decoder *decoder);

/* Each of these gives false if the bytes are malformed; `out` is then undefined. */
bool us_session_decoder_session(struct us_session_decoder *decoder, const uint8_t *bytes,
                                uint64_t size, struct us_session_info *out);
bool us_session_decoder_components(struct us_session_decoder *decoder, const uint8_t *bytes,
                                   uint64_t size, struct us_session_components *out);

/*
 * A message of any other topic. `out->topic` and `out->time_ns` are set by the caller. `state` is
 * brought up to date; a malformed message leaves it as it was.
 */
bool us_session_decoder_message(struct us_session_decoder *decoder, const uint8_t *bytes,
                                uint64_t size, const struct us_session_components *components,
                                struct us_session_decoder_state *state,
                                struct us_session_message *out);

#endif
