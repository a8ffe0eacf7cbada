/* SPDX-License-Identifier: MIT */
#include "drive/drive_memory.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/faults/fault_list.h"

/* The frame at a time or after it, and the one before. */
struct pin {
    double time_s;
    atomic_bool is_kept; /* the other members do not change any more */
    struct us_session_frame frames[2];
    struct us_session_input inputs[2];
};

struct drive_block {
    struct us_block base;
    const struct us_drive *drive;
    atomic_uint pin_count; /* comes after the pin */
    struct pin pins[US_FAULTS_MAX];
};

static const struct us_drive *drive_of(const struct us_block *base)
{
    return ((const struct drive_block *)base)->drive;
}

/* What holds a time: the newest frames, or what was pinned before them. */
static uint64_t content_at(const struct us_block *base, double time_s,
                           struct us_session_content *out)
{
    const struct drive_block *block = (const struct drive_block *)base;
    uint64_t count = us_drive_content(block->drive, out);
    int64_t time_ns = us_session_block_time_ns(out->origin_ns, time_s);
    for (unsigned i = 0; i < block->pin_count && time_ns < out->frames[0].time_ns; i++) {
        const struct pin *pin = &block->pins[i];
        if (!atomic_load_explicit(&pin->is_kept, memory_order_acquire) || pin->time_s != time_s)
            continue;
        out->frames = (struct us_session_frame *)pin->frames;
        out->inputs = (struct us_session_input *)pin->inputs;
        out->frame_count = out->input_count = 2;
        break;
    }
    return count;
}

static void block_frame(const struct us_block *base, double time_s, unsigned parts,
                        struct us_frame_sample *out)
{
    struct us_session_content content;
    uint64_t count;
    do {
        count = content_at(base, time_s, &content);
        us_session_content_sample(&content, time_s, parts, out);
    } while (!us_drive_is_kept(drive_of(base), count));
}

static bool block_pinched(const struct us_block *base, enum us_hand hand, double from_s,
                          double to_s)
{
    struct us_session_content content;
    uint64_t count;
    bool pinched;
    do {
        count = content_at(base, from_s < to_s ? from_s : to_s, &content);
        pinched = us_session_content_pinched(&content, hand, from_s, to_s);
    } while (!us_drive_is_kept(drive_of(base), count));
    return pinched;
}

static void block_inputs(const struct us_block *base, double time_s, struct us_input_sample *out)
{
    struct us_session_content content;
    uint64_t count;
    do {
        count = content_at(base, time_s, &content);
        us_session_content_inputs(&content, time_s, out);
    } while (!us_drive_is_kept(drive_of(base), count));
}

static void block_destroy(struct us_block *base)
{
    free(base);
}

static const struct us_block_ops drive_block_ops = {.frame = block_frame,
                                                    .pinched = block_pinched,
                                                    .inputs = block_inputs,
                                                    .destroy = block_destroy};

struct us_block *us_drive_block(const struct us_drive *drive)
{
    struct us_session_content content;
    struct drive_block *block =
        us_drive_content(drive, &content) > 0 ? calloc(1, sizeof *block) : NULL;
    if (block == NULL)
        return NULL;
    block->base.ops = &drive_block_ops;
    block->drive = drive;
    return &block->base;
}

void us_drive_block_pin(struct us_block *base, double time_s)
{
    struct drive_block *block = (struct drive_block *)base;
    unsigned count = block->pin_count;
    if (count == US_FAULTS_MAX)
        return;
    block->pins[count].time_s = time_s;
    block->pin_count = count + 1;
}

/* `at` is the newest frame that counts. */
static void keep(struct pin *pin, const struct us_session_content *content, uint32_t at)
{
    int64_t time_ns = us_session_block_time_ns(content->origin_ns, pin->time_s);
    if (atomic_load_explicit(&pin->is_kept, memory_order_relaxed) ||
        content->frames[at].time_ns < time_ns)
        return;
    while (at > 0 && content->frames[at - 1].time_ns >= time_ns)
        at--;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t from = i == 0 && at > 0 ? at - 1 : at;
        pin->frames[i] = content->frames[from];
        pin->inputs[i] = content->inputs[from];
    }
    atomic_store_explicit(&pin->is_kept, true, memory_order_release);
}

void us_drive_block_keep(struct us_block *base, uint64_t frame)
{
    struct drive_block *block = (struct drive_block *)base;
    struct us_session_content content;
    uint64_t count = us_drive_content(block->drive, &content);
    uint64_t first = count - content.frame_count;
    if (block->pin_count == 0 || frame < first || frame >= count)
        return;
    for (unsigned i = 0; i < block->pin_count; i++)
        keep(&block->pins[i], &content, (uint32_t)(frame - first));
}
