/* SPDX-License-Identifier: MIT */
#include "core/sampler/sampler.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/sampler/block_builder.h"
#include "core/sampler/stream.h"

/* The limit of a frame table in multiples of the file's size, and in any case this many bytes. With
 * the lists of curved segments, the memory may be three times as much. Recordings of a headset need
 * at most 4 times the file's size. */
enum { ROWS_PER_FILE_BYTE = 4, ROWS_FLOOR_BYTES = 4 << 20 };

struct us_sampler {
    struct us_block *whole;   /* of a recording in memory; otherwise NULL. It goes first */
    struct us_stream *stream; /* of a source of blocks; otherwise NULL */
    atomic_bool wait;
};

static enum us_result make(struct us_sampler **out_sampler, struct us_error *error)
{
    *out_sampler = calloc(1, sizeof(**out_sampler));
    return *out_sampler != NULL ? US_OK : us_result_no_memory(error);
}

enum us_result us_sampler_create(const struct us_recording *recording,
                                 struct us_sampler **out_sampler, struct us_error *error)
{
    enum us_result result = make(out_sampler, error);
    if (result != US_OK)
        return result;
    struct us_curve_block_options options = {
        .limit_bytes = ROWS_FLOOR_BYTES + ROWS_PER_FILE_BYTE * recording->file_size};
    result = us_curve_block_create(recording, &options, &(*out_sampler)->whole, error);
    if (result != US_OK) {
        us_sampler_destroy(*out_sampler);
        *out_sampler = NULL;
    }
    return result;
}

enum us_result us_sampler_create_of_source(struct us_block_source *source,
                                           struct us_sampler **out_sampler, struct us_error *error)
{
    enum us_result result = make(out_sampler, error);
    if (result != US_OK) {
        source->ops->destroy(source);
        return result;
    }
    result = us_stream_create(source, &(*out_sampler)->stream, error);
    if (result != US_OK) {
        us_sampler_destroy(*out_sampler);
        *out_sampler = NULL;
    }
    return result;
}

enum us_result us_sampler_create_streaming(struct us_file *file, struct us_curve_index *index,
                                           struct us_sampler **out_sampler, struct us_error *error)
{
    struct us_block_source *source;
    *out_sampler = NULL;
    enum us_result result = us_curve_source_create(file, index, &source, error);
    return result == US_OK ? us_sampler_create_of_source(source, out_sampler, error) : result;
}

void us_sampler_use_block(struct us_sampler *sampler, struct us_block *block)
{
    us_block_destroy(sampler->whole);
    sampler->whole = block;
}

void us_sampler_destroy(struct us_sampler *sampler)
{
    if (sampler == NULL)
        return;
    us_block_destroy(sampler->whole);
    us_stream_destroy(sampler->stream);
    free(sampler);
}

const struct us_recording *us_sampler_recording(const struct us_sampler *sampler)
{
    return sampler->stream != NULL ? us_stream_recording(sampler->stream) : NULL;
}

void us_sampler_play(struct us_sampler *sampler, double time_s)
{
    if (sampler != NULL && sampler->stream != NULL)
        us_stream_play(sampler->stream, time_s);
}

void us_sampler_set_wait(struct us_sampler *sampler, bool wait)
{
    atomic_store(&sampler->wait, wait);
}

uint64_t us_sampler_late_count(const struct us_sampler *sampler)
{
    return sampler->stream != NULL ? us_stream_late_count(sampler->stream) : 0;
}

bool us_sampler_sorts_keys(const struct us_sampler *sampler)
{
    return sampler->stream != NULL && us_stream_sorts_keys(sampler->stream);
}

bool us_sampler_error(const struct us_sampler *sampler, struct us_error *out_error)
{
    return sampler->stream != NULL && us_stream_error(sampler->stream, out_error);
}

/* Without a block, all parts are absent: the app gets no poses rather than wrong ones. */
static void fill_absent(unsigned parts, struct us_frame_sample *out)
{
    if (parts & US_SAMPLE_HEAD)
        out->head = (struct us_head_sample){.motion.pose = us_pose_identity};
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        if ((parts & ((unsigned)US_SAMPLE_LEFT << hand)) == 0)
            continue;
        out->hands[hand] = (struct us_hand_sample){.how = US_HOW_ABSENT};
        for (unsigned i = 0; i < US_JOINT_COUNT; i++)
            out->hands[hand].joints[i].pose = us_pose_identity;
    }
    if (parts & US_SAMPLE_GAZE)
        out->gaze = (struct us_gaze_sample){.direction = {0.0f, 0.0f, 1.0f}};
    if (parts & US_SAMPLE_VIEWS)
        out->views.how = US_HOW_ABSENT;
    if (parts & US_SAMPLE_STAGE)
        out->stage = (struct us_stage_sample){.how = US_HOW_ABSENT};
    if (parts & US_SAMPLE_SPACES)
        out->spaces = (struct us_spaces_sample){.how = US_HOW_ABSENT};
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        if (parts & ((unsigned)US_SAMPLE_LEFT_CONTROLLER << hand))
            out->controllers[hand] = (struct us_controller_sample){.how = US_HOW_ABSENT};
}

void us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                      struct us_frame_sample *out)
{
    if (sampler->whole != NULL) {
        us_block_frame(sampler->whole, time_s, parts, out);
        return;
    }
    bool wait = atomic_load_explicit(&sampler->wait, memory_order_relaxed);
    struct us_pin pin = us_stream_pin(sampler->stream, time_s, wait);
    if (pin.block != NULL)
        us_block_frame(pin.block, pin.time_s, parts, out);
    else
        fill_absent(parts, out);
    us_stream_unpin(sampler->stream, &pin);
}

void us_sampler_inputs(const struct us_sampler *sampler, double time_s, struct us_input_sample *out)
{
    if (sampler->whole != NULL) {
        us_block_inputs(sampler->whole, time_s, out);
        return;
    }
    bool wait = atomic_load_explicit(&sampler->wait, memory_order_relaxed);
    struct us_pin pin = us_stream_pin(sampler->stream, time_s, wait);
    if (pin.block != NULL)
        us_block_inputs(pin.block, pin.time_s, out);
    else
        out->how = US_HOW_ABSENT;
    us_stream_unpin(sampler->stream, &pin);
}

/* The other parts of `frame` stay uninitialised and unread. */
void us_sampler_head(const struct us_sampler *sampler, double time_s, struct us_head_sample *out)
{
    struct us_frame_sample frame;
    us_sampler_frame(sampler, time_s, US_SAMPLE_HEAD, &frame);
    *out = frame.head;
}

/* Searches block by block, from the later time backwards. */
static bool stream_pinched(const struct us_sampler *sampler, enum us_hand hand, double from_s,
                           double to_s)
{
    bool wait = atomic_load_explicit(&sampler->wait, memory_order_relaxed);
    struct us_pin pin = us_stream_pin(sampler->stream, to_s, wait);
    bool pinched = false, late = pin.time_s != to_s;
    while (pin.block != NULL) {
        double begin_s = pin.from_s;
        bool more = !late && from_s < begin_s;
        pinched = us_block_pinched(pin.block, hand, late ? pin.time_s : fmax(from_s, begin_s),
                                   pin.time_s);
        us_stream_unpin(sampler->stream, &pin);
        if (pinched || !more)
            break;
        pin = us_stream_pin_kept(sampler->stream, nextafter(begin_s, -INFINITY));
    }
    us_stream_unpin(sampler->stream, &pin);
    return pinched;
}

bool us_sampler_pinched(const struct us_sampler *sampler, enum us_hand hand, double from_s,
                        double to_s)
{
    double earlier_s = from_s < to_s ? from_s : to_s, later_s = from_s < to_s ? to_s : from_s;
    return sampler->whole != NULL ? us_block_pinched(sampler->whole, hand, earlier_s, later_s)
                                  : stream_pinched(sampler, hand, earlier_s, later_s);
}
