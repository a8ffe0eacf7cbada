/* SPDX-License-Identifier: MIT */
#include "core/keys/decode.h"

#include "core/keys/sorted_keys.h"

static void take_keys(struct us_curve_index *index, const uint8_t *bytes)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (index->head.curves[i].key_count > 0)
            index->head.curves[i].keys = bytes + us_curve_index_key_byte(index, i, 0);
}

enum us_result us_decode(uint8_t *bytes, uint64_t size, const struct us_decode_options *options,
                         struct us_recording *out, struct us_error *error)
{
    *out = (struct us_recording){0};
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    enum us_result result = us_curve_index_read(&file, options, &index, error);
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
