/* SPDX-License-Identifier: MIT */
#include "session/file/session_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool us_session_writer_init(struct us_session_writer *writer)
{
    memset(writer, 0, sizeof *writer);
    us_mcap_writer_init(&writer->mcap);
    writer->encoder = us_session_encoder_create();
    return writer->encoder != NULL;
}

void us_session_writer_finish(struct us_session_writer *writer)
{
    us_session_encoder_destroy(writer->encoder);
    us_mcap_writer_finish(&writer->mcap);
    writer->encoder = NULL;
}

/* Schemas and channels have the topic's number from 1. */
static uint16_t channel_of(enum us_session_topic topic)
{
    return (uint16_t)(topic + 1);
}

void us_session_writer_begin(struct us_session_writer *writer, const char *version)
{
    char library[64];
    uint32_t size;
    const uint8_t *schema = us_session_schema(&size);
    snprintf(library, sizeof library, "understudy %s", version);
    us_mcap_writer_begin(&writer->mcap, US_SESSION_PROFILE, library);
    for (enum us_session_topic topic = 0; topic < US_SESSION_TOPICS; topic++) {
        us_mcap_writer_add_schema(&writer->mcap, channel_of(topic), us_session_topic_schema(topic),
                                  "protobuf", schema, size);
        us_mcap_writer_add_channel(&writer->mcap, channel_of(topic), channel_of(topic),
                                   us_session_topic_name(topic), "protobuf");
    }
}

static void put(struct us_session_writer *writer, enum us_session_topic topic, int64_t time_ns,
                struct us_session_bytes message)
{
    if (message.bytes == NULL)
        return;
    us_mcap_writer_message(&writer->mcap, channel_of(topic), ++writer->sequences[topic],
                           time_ns > 0 ? (uint64_t)time_ns : 0, message.bytes, message.size);
}

static int compare(const void *a, const void *b)
{
    const struct us_session_message *const *left = a, *const *right = b;
    int64_t before = (*left)->time_ns, after = (*right)->time_ns;
    if (before != after)
        return before < after ? -1 : 1;
    return *left < *right ? -1 : *left > *right;
}

/* The messages in the order of their times, and how many. */
static uint32_t collect(struct us_session_writer *writer, const struct us_session_ring *ring,
                        uint64_t tail, bool skip_gaps, uint64_t *out_tail)
{
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    uint32_t count = 0;
    if (head < tail || head - tail > US_SESSION_RING_SLOTS)
        head = tail;
    for (*out_tail = tail; *out_tail < head; ++*out_tail) {
        const struct us_session_message *message = us_session_ring_at(ring, *out_tail);
        if (message != NULL)
            writer->order[count++] = message;
        else if (!skip_gaps)
            break;
    }
    qsort(writer->order, count, sizeof *writer->order, compare);
    return count;
}

static void put_session(struct us_session_writer *writer, const struct us_session_ring *ring)
{
    if (writer->has_session)
        return;
    put(writer, US_SESSION_TOPIC_SESSION, ring->info.time_ns,
        us_session_encoder_session(writer->encoder, &ring->info));
    writer->has_session = true;
}

static void put_dropped(struct us_session_writer *writer, int64_t time_ns, uint64_t count)
{
    const struct us_session_message message = {
        .topic = US_SESSION_TOPIC_EVENT,
        .time_ns = time_ns,
        .of.event = {.time_ns = time_ns, .kind = US_SESSION_EVENT_DROPPED, .value = (int64_t)count},
    };
    struct us_session_bytes bytes;
    if (us_session_encoder_message(writer->encoder, &message, &bytes))
        put(writer, US_SESSION_TOPIC_EVENT, time_ns, bytes);
}

bool us_session_writer_chunk(struct us_session_writer *writer, const struct us_session_ring *ring,
                             uint64_t tail, bool skip_gaps, struct us_session_taken *out)
{
    /* Reads each flag before it writes the messages that need what the flag stands for. */
    bool has_info = atomic_load_explicit(&ring->has_info, memory_order_acquire);
    uint64_t said = atomic_load_explicit(&ring->dropped_said, memory_order_relaxed);
    out->dropped = atomic_load_explicit(&ring->dropped, memory_order_relaxed);
    uint32_t count = collect(writer, ring, tail, skip_gaps, &out->tail);
    bool has_components = atomic_load_explicit(&ring->has_components, memory_order_acquire);
    if (!has_info || (count == 0 && out->dropped == said && writer->has_session))
        return false;
    int64_t first_ns = count > 0 ? writer->order[0]->time_ns : ring->info.time_ns;
    int64_t last_ns = count > 0 ? writer->order[count - 1]->time_ns : first_ns;
    us_session_encoder_begin_chunk(writer->encoder);
    put_session(writer, ring);
    if (has_components)
        put(writer, US_SESSION_TOPIC_COMPONENTS, first_ns,
            us_session_encoder_components(writer->encoder, &ring->components));
    for (uint32_t i = 0; i < count; i++) {
        struct us_session_bytes bytes;
        const struct us_session_message *message = writer->order[i];
        if (us_session_encoder_message(writer->encoder, message, &bytes))
            put(writer, message->topic, message->time_ns, bytes);
    }
    if (out->dropped != said)
        put_dropped(writer, last_ns, out->dropped - said);
    us_mcap_writer_end_chunk(&writer->mcap);
    return true;
}
