/* SPDX-License-Identifier: MIT */
#include "core/keys/key_source.h"

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
