/* SPDX-License-Identifier: MIT */
/*
 * The bytes of any message: refused, or a message that is encoded and decoded again to the same
 * one. The first byte of an input chooses the topic; a row of messages is decoded, each with its
 * length in two bytes before it.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "session/codec/session_codec.h"

struct fuzzed {
    struct us_session_decoder *decoder;
    struct us_session_encoder *encoder;
    struct us_session_decoder_state state, other;
    struct us_session_components components;
    struct us_session_info info;
    struct us_session_message message, back;
};

static void check_message(struct fuzzed *fuzzed, const uint8_t *bytes, uint64_t size)
{
    struct us_session_bytes encoded;
    if (!us_session_decoder_message(fuzzed->decoder, bytes, size, &fuzzed->components,
                                    &fuzzed->state, &fuzzed->message))
        return;
    us_session_encoder_begin_chunk(fuzzed->encoder);
    (void)us_session_encoder_components(fuzzed->encoder, &fuzzed->components);
    fuzz_check(us_session_encoder_message(fuzzed->encoder, &fuzzed->message, &encoded) &&
                   encoded.bytes != NULL,
               "a message that was decoded cannot be encoded");
    memset(&fuzzed->other, 0, sizeof fuzzed->other);
    fuzzed->back.topic = fuzzed->message.topic;
    fuzzed->back.time_ns = fuzzed->message.time_ns;
    fuzz_check(us_session_decoder_message(fuzzed->decoder, encoded.bytes, encoded.size,
                                          &fuzzed->components, &fuzzed->other, &fuzzed->back),
               "a message that was encoded cannot be decoded");
    /* Texts may differ: what is not UTF-8 is written as '?'. */
    if (fuzzed->message.topic == US_SESSION_TOPIC_FRAME)
        fuzz_check(memcmp(&fuzzed->message.of.frame, &fuzzed->back.of.frame,
                          sizeof fuzzed->back.of.frame) == 0,
                   "a frame comes back as another one");
    if (fuzzed->message.topic == US_SESSION_TOPIC_INPUT)
        fuzz_check(memcmp(&fuzzed->message.of.input, &fuzzed->back.of.input,
                          sizeof fuzzed->back.of.input) == 0,
                   "an input comes back as another one");
}

static void fill_components(struct us_session_components *components)
{
    components->profile_count = 3;
    components->count = 12;
    for (uint32_t i = 0; i < components->count; i++)
        components->components[i].type =
            (enum us_session_component_type)(i % US_SESSION_COMPONENT_TYPES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fuzzed fuzzed;
    if (fuzzed.decoder == NULL) {
        fuzzed.decoder = us_session_decoder_create();
        fuzzed.encoder = us_session_encoder_create();
        fuzz_check(fuzzed.decoder != NULL && fuzzed.encoder != NULL, "no memory");
    }
    struct fuzz_feed feed = fuzz_feed(data, size);
    memset(&fuzzed.state, 0, sizeof fuzzed.state);
    memset(&fuzzed.components, 0, sizeof fuzzed.components);
    fill_components(&fuzzed.components);
    while (feed.left > 0) {
        enum us_session_topic topic = (enum us_session_topic)fuzz_choice(&feed, US_SESSION_TOPICS);
        size_t length = fuzz_u8(&feed);
        length |= (size_t)fuzz_u8(&feed) << 8;
        if (length > feed.left)
            length = feed.left;
        /* A copy that ends where the message ends. */
        uint8_t *bytes = malloc(length > 0 ? length : 1);
        fuzz_check(bytes != NULL, "no memory");
        memcpy(bytes, feed.bytes, length);
        feed.bytes += length;
        feed.left -= length;
        fuzzed.message.topic = topic;
        fuzzed.message.time_ns = 1;
        if (topic == US_SESSION_TOPIC_SESSION)
            us_session_decoder_session(fuzzed.decoder, bytes, length, &fuzzed.info);
        else if (topic == US_SESSION_TOPIC_COMPONENTS) {
            if (!us_session_decoder_components(fuzzed.decoder, bytes, length, &fuzzed.components))
                fill_components(&fuzzed.components);
            /* A file has one table; the state is of inputs of that table. */
            memset(&fuzzed.state, 0, sizeof fuzzed.state);
        } else {
            check_message(&fuzzed, bytes, length);
        }
        free(bytes);
    }
    return 0;
}
