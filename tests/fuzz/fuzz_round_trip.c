/* SPDX-License-Identifier: MIT */
/*
 * What is decoded and encoded as it was is the same bytes; what is encoded in another layout says
 * the same.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/keys/key_source.h"
#include "encode.h"

static bool same_float(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void check_curve(const struct us_curve *a, const struct us_curve *b, bool is_short)
{
    fuzz_check(a->key_count == b->key_count && a->pre_wrap == b->pre_wrap &&
                   a->post_wrap == b->post_wrap,
               "a curve's header changed");
    for (uint32_t i = 0; i < a->key_count; i++) {
        struct us_key x = us_curve_key(a, i), y = us_curve_key(b, i);
        fuzz_check(same_float(x.time_s, y.time_s) && same_float(x.value, y.value), "key %u changed",
                   i);
        if (is_short)
            continue;
        fuzz_check(same_float(x.in_tangent, y.in_tangent) &&
                       same_float(x.out_tangent, y.out_tangent) &&
                       same_float(x.in_weight, y.in_weight) &&
                       same_float(x.out_weight, y.out_weight) && x.weighted_mode == y.weighted_mode,
                   "key %u has changed sides", i);
    }
}

static void check_same(const struct us_recording *a, const struct us_recording *b)
{
    bool is_short =
        a->layout.key_size == US_KEY_SIZE_SHORT || b->layout.key_size == US_KEY_SIZE_SHORT;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        check_curve(&a->curves[i], &b->curves[i], is_short);
    if (!b->layout.has_markers)
        return;
    fuzz_check(a->marker_count == b->marker_count, "a marker is lost");
    for (uint32_t i = 0; i < a->marker_count; i++)
        fuzz_check(same_float(a->markers[i].time_s, b->markers[i].time_s) &&
                       strcmp(a->markers[i].name, b->markers[i].name) == 0,
                   "marker %u changed", i);
}

/* Chance can make the bytes of one layout those of another, which then says something else. */
static bool is_ambiguous(const uint8_t *bytes, uint64_t size, const struct us_layout *layout)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    bool same = us_curve_index_read(&file, &index, NULL) != US_OK ||
                (index.head.layout.key_size == layout->key_size &&
                 index.head.layout.has_markers == layout->has_markers);
    us_curve_index_finish(&index);
    return !same;
}

static void try_layout(const struct us_recording *recording, const struct us_layout *layout)
{
    uint8_t *bytes;
    uint64_t size;
    struct us_recording again;
    struct us_error error = {0};
    if (us_encode(recording, layout, &bytes, &size, &error) != US_OK) {
        fuzz_check(error.result == US_ERROR_USAGE, "%s", error.text);
        return;
    }
    if (is_ambiguous(bytes, size, layout)) {
        free(bytes);
        return;
    }
    fuzz_check(us_recording_decode(bytes, size, &again, &error) == US_OK,
               "what was written cannot be read: %s", error.text);
    check_same(recording, &again);
    us_recording_finish(&again);
}

static void try_layouts(const struct us_recording *recording)
{
    for (unsigned i = 0; i < 16; i++) {
        struct us_layout layout = recording->layout;
        layout.version_minor = i & 1 ? 1 : 0;
        layout.key_size = i & 2 ? US_KEY_SIZE_FULL : US_KEY_SIZE_SHORT;
        layout.has_markers = (i & 4) != 0;
        layout.headerless = (i & 8) != 0;
        try_layout(recording, &layout);
    }
}

static void check_bytes(const struct us_recording *recording, size_t size)
{
    uint8_t *bytes;
    uint64_t written;
    struct us_error error = {0};
    fuzz_check(us_encode(recording, &recording->layout, &bytes, &written, &error) == US_OK,
               "what was read cannot be written: %s", error.text);
    fuzz_check(written == size && memcmp(bytes, recording->bytes, size) == 0,
               "the bytes are not the same");
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct us_recording recording;
    size_t file_size;
    uint8_t *bytes = fuzz_animation(data, size, &file_size);
    if (us_recording_decode(bytes, file_size, &recording, NULL) != US_OK) {
        free(bytes);
        return 0;
    }
    /* What was mended is not written as it was. */
    if (recording.repaired_names == 0 && recording.unsorted_curves == 0)
        check_bytes(&recording, file_size);
    try_layouts(&recording);
    us_recording_finish(&recording);
    return 0;
}
