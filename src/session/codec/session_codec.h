/* SPDX-License-Identifier: MIT */
/*
 * session_codec: messages from and to the bytes in a file, by understudy_session.proto, and
 * meshes from and to messages.
 */
#ifndef US_SESSION_CODEC_H
#define US_SESSION_CODEC_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"

/* session_decoder_state: the values of earlier messages that a message depends on. */

/* The values that frames leave out because they did not change. */
struct us_session_frame_state {
    bool is_known; /* there was a complete frame */
    struct us_session_frame newest;
    /* Of the last frame in which the hand was active. */
    uint8_t joint_flags[US_SESSION_HANDS][US_SESSION_JOINTS];
    float joint_radii_m[US_SESSION_HANDS][US_SESSION_JOINTS];
};

/* The same of inputs. */
struct us_session_input_state {
    bool is_known;
    struct us_session_input newest;
};

/* Starts zeroed. */
struct us_session_decoder_state {
    struct us_session_frame_state frames;
    struct us_session_input_state inputs;
};

/*
 * session_decoder: messages from the bytes in the file, by understudy_session.proto.
 *
 * The bytes may come from anybody: messages that do not fit the schema or its limits are refused,
 * and nothing is read outside of the bytes.
 */

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

/*
 * session_encoder: turns a message into its bytes in the file, by understudy_session.proto.
 *
 * Values that are written "only where changed" depend on earlier messages of the same chunk, so the
 * messages of a chunk are encoded in the order of the file.
 */

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

/* The message; false if there is nothing to write, because it is an input in which nothing changed,
 * or of none of the topics that a ring holds. */
bool us_session_encoder_message(struct us_session_encoder *encoder,
                                const struct us_session_message *message,
                                struct us_session_bytes *out);

/* The FileDescriptorSet of understudy_session.proto. */
const uint8_t *us_session_schema(uint32_t *out_size);

/*
 * session_mesh: what belongs to a mesh of a session recording, and the way in which it is cut into
 * messages.
 *
 * A mesh has up to US_SESSION_MESH_ARRAYS arrays, whose lengths follow from its kind and its
 * counts. They are cut into parts, in the order of enum us_session_mesh_array and from the
 * beginning to the end of each; an array without values has no part. A mesh without any value has
 * one part without values. Pure functions; any thread.
 */

/* The number of values of an array; 0: this kind of mesh has no such array. */
uint32_t us_session_mesh_length(const struct us_session_mesh_head *head,
                                enum us_session_mesh_array array);
/* Whether the values of an array are integers. */
bool us_session_mesh_is_integer(enum us_session_mesh_array array);

/* Whether a head is of a known kind, and its counts are within the limits. */
bool us_session_mesh_head_is_valid(const struct us_session_mesh_head *head);
/* Whether a part has a valid head, lies in its array, and names no vertex or joint that the mesh
 * has not. A blend index and a parent may be -1, and a parent XR_HAND_JOINT_MAX_ENUM_EXT: none. */
bool us_session_mesh_part_is_valid(const struct us_session_mesh_part *part);

/*
 * The next part of a mesh that was cut up to and with `part`; for the first one its array is
 * US_SESSION_MESH_ARRAYS. Sets `array`, `first` and `count`; the caller writes the values. False:
 * there is none.
 */
bool us_session_mesh_next(struct us_session_mesh_part *part);

#endif
