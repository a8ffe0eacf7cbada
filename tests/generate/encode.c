/* SPDX-License-Identifier: MIT */
#include "encode.h"

#include <stdio.h>

#include "core/base/bytes.h"
#include "core/curve/curve.h"
#include "core/recording/format.h"

static void write_key(struct us_writer *writer, const struct us_curve *curve, uint32_t index,
                      uint32_t key_size)
{
    uint8_t bytes[US_KEY_SIZE_FULL];
    struct us_key key = us_curve_key(curve, index);
    us_key_store(&key, bytes);
    us_writer_put(writer, bytes, key_size);
}

static void write_curve(struct us_writer *writer, const struct us_curve *curve, uint32_t key_size)
{
    us_recording_encode_curve_head(writer, curve->pre_wrap, curve->post_wrap, curve->key_count);
    if (curve->key_size == key_size) {
        us_writer_put(writer, curve->keys, (uint64_t)curve->key_count * key_size);
        return;
    }
    for (uint32_t i = 0; i < curve->key_count; i++)
        write_key(writer, curve, i, key_size);
}

enum us_result us_encode(const struct us_recording *recording, const struct us_layout *layout,
                         uint8_t **out_bytes, uint64_t *out_size, struct us_error *error)
{
    enum us_result result = us_recording_encode_check_layout(layout, error);
    if (result != US_OK)
        return result;
    if (layout->headerless && recording->curves[0].pre_wrap != US_WRAP_CLAMP_FOREVER)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "a file without a header is recognised by the wrap mode 8 of its "
                              "first curve");

    struct us_writer writer = {0};
    us_recording_encode_head(&writer, layout);
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        if (!us_format_has_curve(layout, i))
            continue;
        bool is_bool = us_recording_curve_is_bool(i);
        write_curve(&writer, &recording->curves[i],
                    is_bool ? (uint32_t)US_KEY_SIZE_SHORT : layout->key_size);
    }
    if (layout->has_markers)
        us_recording_encode_markers(&writer, recording->markers, recording->marker_count);
    if (writer.failed) {
        us_writer_finish(&writer);
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory while writing the recording");
    }
    *out_bytes = writer.bytes;
    *out_size = writer.size;
    return US_OK;
}

bool us_recording_encode_save(const char *path, const void *bytes, uint64_t size)
{
    FILE *file = fopen(path, "wb");
    bool is_whole = file != NULL && fwrite(bytes, 1, (size_t)size, file) == size;
    return (file == NULL || fclose(file) == 0) && is_whole;
}
