/* SPDX-License-Identifier: MIT */
#include "core/sampler/block_builder.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/keys/sorted_keys.h"

/* How many keys of each curve ask_ahead names. */
enum { KEYS_AHEAD = 512 };

struct curve_source {
    struct us_block_source base;
    struct us_file file;
    struct us_curve_index index;
    struct us_block_builder builder;
    /* A sorted copy in memory, which the builder uses if the file's keys are not sorted. */
    struct us_file sorted_file;
    struct us_curve_index sorted_index;
    atomic_bool sorted;
};

static struct curve_source *curve_source(struct us_block_source *base)
{
    return (struct curve_source *)base;
}

static const struct curve_source *const_curve_source(const struct us_block_source *base)
{
    return (const struct curve_source *)base;
}

static const struct us_recording *get_recording(const struct us_block_source *base)
{
    return &const_curve_source(base)->index.head;
}

static uint32_t cell_count(const struct us_block_source *base)
{
    return const_curve_source(base)->builder.cell_count;
}

static struct us_span cell(const struct us_block_source *base, double time_s)
{
    return us_block_builder_cell(&const_curve_source(base)->builder, time_s);
}

static enum us_result make(struct us_block_source *base, double time_s, struct us_block **out_block,
                           struct us_span *out_span, struct us_error *error)
{
    return us_block_builder_make(&curve_source(base)->builder, time_s, out_block, out_span, error);
}

static enum us_result calibrate(struct us_block_source *base, double time_s,
                                struct us_block **out_block, struct us_span *out_span,
                                struct us_error *error)
{
    return us_block_builder_calibrate(&curve_source(base)->builder, time_s, out_block, out_span,
                                      error);
}

/* A headset records one key of each curve for each frame. */
static enum us_result start(struct us_block_source *base, double time_s, uint32_t frames,
                            struct us_block **out_block, struct us_span *out_span,
                            struct us_error *error)
{
    return us_block_builder_start(&curve_source(base)->builder, time_s, frames, out_block, out_span,
                                  error);
}

/* The keys of each curve are at another place of the file. Reading them one after the other from a
 * cold disk takes longer than the first block plays, so this asks the system for all at once. */
static void ask_ahead(const struct us_block_source *base)
{
    const struct curve_source *source = const_curve_source(base);
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &source->index.head.curves[i];
        uint32_t keys = curve->key_count < KEYS_AHEAD ? curve->key_count : KEYS_AHEAD;
        us_file_will_need(&source->file, us_curve_index_key_byte(&source->index, i, 0),
                          (uint64_t)keys * curve->key_size);
    }
}

/* Makes a sorted copy of all keys in memory, and continues with the copy. */
static bool sort(struct us_block_source *base, double *out_first_s)
{
    struct curve_source *source = curve_source(base);
    if (atomic_load(&source->sorted) || us_sorted_keys_read(&source->file, &source->sorted_file,
                                                            &source->sorted_index, NULL) != US_OK)
        return false;
    atomic_store(&source->sorted, true);
    us_block_builder_finish(&source->builder);
    us_block_builder_init(&source->builder, &source->sorted_file, &source->sorted_index);
    *out_first_s = source->sorted_index.head.first_key_s;
    return true;
}

static bool sorts_keys(const struct us_block_source *base)
{
    const struct curve_source *source = const_curve_source(base);
    return source->index.head.unsorted_curves > 0 || atomic_load(&source->sorted);
}

static void destroy(struct us_block_source *base)
{
    struct curve_source *source = curve_source(base);
    us_block_builder_finish(&source->builder);
    us_curve_index_finish(&source->index);
    us_file_close(&source->file);
    us_curve_index_finish(&source->sorted_index);
    us_file_close(&source->sorted_file);
    free(source);
}

static const struct us_block_source_ops curve_source_ops = {
    .recording = get_recording,
    .cell_count = cell_count,
    .cell = cell,
    .make = make,
    .calibrate = calibrate,
    .start = start,
    .ask_ahead = ask_ahead,
    .sort = sort,
    .sorts_keys = sorts_keys,
    .destroy = destroy,
};

enum us_result us_curve_source_create(struct us_file *file, struct us_curve_index *index,
                                      struct us_block_source **out_source, struct us_error *error)
{
    *out_source = NULL;
    struct curve_source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        us_file_close(file);
        us_curve_index_finish(index);
        return us_result_no_memory(error);
    }
    source->base.ops = &curve_source_ops;
    source->file = *file;
    source->sorted_file = (struct us_file){.descriptor = -1};
    source->index = *index;
    *file = (struct us_file){.descriptor = -1};
    *index = (struct us_curve_index){0};
    us_block_builder_init(&source->builder, &source->file, &source->index);
    *out_source = &source->base;
    return US_OK;
}
