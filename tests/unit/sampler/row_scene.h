/* SPDX-License-Identifier: MIT */
/*
 * row_scene: the source of the table of rows, on memory that may run out, and recordings for it.
 * For the tests that look at its steps one at a time.
 */
#ifndef ROW_SCENE_H
#define ROW_SCENE_H

#include "support.h"

#include "platform/mapping.h"

/* How often memory was asked for, and which of these times there is none (from 1; 0: never). */
static unsigned asked, fails_at;

static void *take_memory(size_t size)
{
    return ++asked == fails_at ? NULL : malloc(size);
}

static void *take_zeros(size_t count, size_t size)
{
    return ++asked == fails_at ? NULL : calloc(count, size);
}

static void *take_pages(size_t size)
{
    return ++asked == fails_at ? NULL : us_mapping_pages(size);
}

#define malloc take_memory
#define calloc take_zeros
#define us_mapping_pages take_pages
#include "core/sampler/frame_table.c"
#undef malloc
#undef calloc
#undef us_mapping_pages

enum { MOST_KEYS = 80, LIMIT = 64 << 20 };

/* The recording of a case; the keys of each curve end at a page that cannot be read. */
static struct {
    struct us_recording recording;
    struct guarded keys[US_CURVE_COUNT];
} made;

/* Its rows. */
static struct us_frame_table table;

/* Drops the last case: no curve has a key. */
static inline void begin(void)
{
    us_frame_table_finish(&table);
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (made.keys[i].map != NULL)
            guarded_free(&made.keys[i]);
    memset(&made, 0, sizeof made);
}

static inline void build(uint64_t limit)
{
    us_frame_table_finish(&table);
    assert_int_equal(us_frame_table_init(&table, &made.recording, limit, NULL), US_OK);
}

static inline void set_keys(unsigned curve, uint32_t key_size, uint32_t axis,
                            const struct us_key *keys, uint32_t count)
{
    uint8_t bytes[MOST_KEYS * US_KEY_SIZE_FULL], full[US_KEY_SIZE_FULL];
    for (uint32_t i = 0; i < count; i++) {
        us_key_store(&keys[i], full);
        memcpy(bytes + (size_t)i * key_size, full, key_size);
    }
    made.keys[curve] = guarded_copy(bytes, (uint64_t)count * key_size);
    made.recording.curves[curve] = (struct us_curve){
        .keys = made.keys[curve].bytes, .key_count = count, .key_size = key_size, .axis = axis};
}

/* Straight lines through count keys, a second apart: `value` and what `rise` adds each second. */
static inline void set_line(unsigned curve, uint32_t key_size, uint32_t axis, uint32_t count,
                            float first_s, float value, float rise)
{
    struct us_key keys[MOST_KEYS];
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (struct us_key){.time_s = first_s + (float)i,
                                  .value = value + rise * (float)i,
                                  .weighted_mode = US_WEIGHTED_BOTH};
    set_keys(curve, key_size, axis, keys, count);
}

#endif
