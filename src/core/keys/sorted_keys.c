/* SPDX-License-Identifier: MIT */
#include "core/keys/sorted_keys.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/recording/format.h"

enum { CHECK_BYTES = 16384, SAMPLES = 64 };

static enum us_result read_failed(const struct us_curve_index *index, unsigned curve_index,
                                  struct us_error *error)
{
    return us_result_fail(error, US_ERROR_FILE, index->head.curves[curve_index].byte, NULL,
                          "the file cannot be read, or became shorter meanwhile");
}

static enum us_result check_curve(const struct us_file *file, const struct us_curve_index *index,
                                  unsigned curve_index, bool *out_sorted, struct us_error *error)
{
    const struct us_curve *curve = &index->head.curves[curve_index];
    uint8_t keys[CHECK_BYTES];
    const uint32_t most = curve->key_size > 0 ? CHECK_BYTES / curve->key_size : 1;
    float before_s = -INFINITY;
    for (uint32_t key = 0; key < curve->key_count && *out_sorted;) {
        uint32_t left = curve->key_count - key, count = left < most ? left : most;
        if (!us_file_get(file, us_curve_index_key_byte(index, curve_index, key), keys,
                         (uint64_t)count * curve->key_size))
            return read_failed(index, curve_index, error);
        for (uint32_t i = 0; i < count; i++) {
            float time_s = us_bytes_load_f32(keys + (size_t)i * curve->key_size);
            *out_sorted = *out_sorted && !(time_s < before_s);
            before_s = time_s;
        }
        key += count;
    }
    return US_OK;
}

enum us_result us_sorted_keys_check(const struct us_file *file, const struct us_curve_index *index,
                                    bool *out_sorted, struct us_error *error)
{
    enum us_result result = US_OK;
    *out_sorted = true;
    for (unsigned i = 0; i < US_CURVE_COUNT && result == US_OK && *out_sorted; i++)
        result = check_curve(file, index, i, out_sorted, error);
    return result;
}

enum us_result us_sorted_keys_sample(const struct us_file *file, const struct us_curve_index *index,
                                     bool *out_sorted, struct us_error *error)
{
    const struct us_curve *curves = index->head.curves;
    unsigned most = 0;
    for (unsigned i = 1; i < US_CURVE_COUNT; i++)
        most = curves[i].key_count > curves[most].key_count ? i : most;
    float before_s = -INFINITY;
    *out_sorted = true;
    for (uint32_t i = 0; i < SAMPLES && curves[most].key_count > 0; i++) {
        uint32_t key = (uint32_t)((uint64_t)(curves[most].key_count - 1) * i / (SAMPLES - 1));
        uint8_t bytes[4];
        if (!us_file_get(file, us_curve_index_key_byte(index, most, key), bytes, sizeof bytes))
            return read_failed(index, most, error);
        float time_s = us_bytes_load_f32(bytes);
        *out_sorted = *out_sorted && !(time_s < before_s);
        before_s = time_s;
    }
    return US_OK;
}

static void note_unsorted(struct us_curve_index *index, unsigned curve_index)
{
    if (index->head.unsorted_curves++ == 0)
        index->head.first_unsorted = curve_index;
}

enum us_result us_sorted_keys_curves(struct us_curve_index *index, uint8_t *bytes,
                                     struct us_error *error)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        struct us_curve curve = index->head.curves[i];
        struct us_error found;
        if (curve.key_count == 0)
            continue;
        uint8_t *keys = bytes + us_curve_index_key_byte(index, i, 0);
        curve.keys = keys;
        enum us_result result = us_key_check_check(&curve, i, 0, &found);
        if (result == US_ERROR_UNSORTED) {
            result = us_key_check_sort(&curve, i, keys, &found);
            note_unsorted(index, i);
        }
        if (result != US_OK && error != NULL)
            *error = found;
        if (result != US_OK)
            return result;
    }
    return US_OK;
}

/* The index read the first and last keys before they were sorted; this reads them again. */
static void read_ends(struct us_curve_index *index, const uint8_t *bytes)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        uint32_t count = index->head.curves[i].key_count;
        if (count == 0)
            continue;
        index->first_s[i] = us_bytes_load_f32(bytes + us_curve_index_key_byte(index, i, 0));
        index->last_s[i] = us_bytes_load_f32(bytes + us_curve_index_key_byte(index, i, count - 1));
    }
    us_curve_index_measure(index);
}

enum us_result us_sorted_keys_read(const struct us_file *file, struct us_file *out_file,
                                   struct us_curve_index *out_index, struct us_error *error)
{
    *out_index = (struct us_curve_index){0};
    enum us_result result = us_file_copy(file, out_file, error);
    if (result == US_OK)
        result = us_curve_index_read(out_file, out_index, error);
    if (result == US_OK)
        result = us_sorted_keys_curves(out_index, out_file->owned, error);
    if (result == US_OK) {
        read_ends(out_index, out_file->owned);
        return US_OK;
    }
    us_curve_index_finish(out_index);
    us_file_close(out_file);
    return result;
}

static void sink(struct us_key_merge *merge, uint32_t place)
{
    for (;;) {
        uint32_t least = place;
        for (uint32_t child = 2 * place + 1; child <= 2 * place + 2; child++)
            if (child < merge->heap_count &&
                merge->next_s[merge->heap[child]] < merge->next_s[merge->heap[least]])
                least = child;
        if (least == place)
            return;
        uint16_t swap = merge->heap[place];
        merge->heap[place] = merge->heap[least];
        merge->heap[least] = swap;
        place = least;
    }
}

void us_key_merge_init(struct us_key_merge *merge, struct us_curve_reader *readers, uint32_t count)
{
    merge->readers = readers;
    merge->heap_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (readers[i].curve.key_count == 0)
            continue;
        merge->next[i] = 0;
        merge->next_s[i] = us_curve_reader_time_s(&readers[i], 0);
        merge->heap[merge->heap_count++] = (uint16_t)i;
    }
    for (uint32_t i = merge->heap_count / 2; i-- > 0;)
        sink(merge, i);
}

bool us_key_merge_next(struct us_key_merge *merge, float *out_s)
{
    if (merge->heap_count == 0)
        return false;
    *out_s = merge->next_s[merge->heap[0]];
    while (merge->heap_count > 0 && merge->next_s[merge->heap[0]] == *out_s) {
        uint32_t first = merge->heap[0];
        struct us_curve_reader *reader = &merge->readers[first];
        if (++merge->next[first] < reader->curve.key_count)
            merge->next_s[first] = us_curve_reader_time_s(reader, merge->next[first]);
        else
            merge->heap[0] = merge->heap[--merge->heap_count];
        sink(merge, 0);
    }
    return true;
}
