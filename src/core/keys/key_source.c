/* SPDX-License-Identifier: MIT */
#include "core/keys/key_source.h"

#include "core/keys/sorted_keys.h"

struct us_key_source us_key_source_in_memory(const struct us_recording *recording)
{
    return (struct us_key_source){.recording = recording};
}

struct us_key_source us_key_source_in_file(const struct us_file *file,
                                           const struct us_curve_index *index, uint8_t *windows,
                                           uint32_t window_size)
{
    return (struct us_key_source){.recording = &index->head,
                                  .file = file,
                                  .index = index,
                                  .windows = windows,
                                  .window_size = window_size};
}

struct us_curve_reader us_key_source_open(const struct us_key_source *source, unsigned slot,
                                          unsigned curve_index)
{
    struct us_curve_reader reader;
    if (source->file == NULL)
        us_curve_reader_init_in_memory(&reader, &source->recording->curves[curve_index]);
    else
        us_curve_reader_init(&reader, source->file, source->index, curve_index,
                             source->windows + (size_t)slot * source->window_size,
                             source->window_size);
    return reader;
}

void us_key_source_open_all(const struct us_key_source *source, unsigned slot, unsigned curve_index,
                            unsigned count, struct us_curve_reader *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = us_key_source_open(source, slot + i, curve_index + i);
}

static void take_keys(struct us_curve_index *index, const uint8_t *bytes)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (index->head.curves[i].key_count > 0)
            index->head.curves[i].keys = bytes + us_curve_index_key_byte(index, i, 0);
}

enum us_result us_recording_decode(uint8_t *bytes, uint64_t size, struct us_recording *out,
                                   struct us_error *error)
{
    *out = (struct us_recording){0};
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    enum us_result result = us_curve_index_read(&file, &index, error);
    if (result != US_OK)
        return result;
    result = us_sorted_keys_curves(&index, bytes, error);
    if (result != US_OK) {
        us_curve_index_finish(&index);
        return result;
    }
    take_keys(&index, bytes);
    *out = index.head;
    out->bytes = bytes;
    us_recording_measure(out);
    return US_OK;
}
