/* SPDX-License-Identifier: MIT */
#include "core/keys/curve_reader.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/base/search.h"

void us_curve_reader_init(struct us_curve_reader *reader, const struct us_file *file,
                          const struct us_curve_index *index, unsigned curve_index, uint8_t *window,
                          uint32_t window_size)
{
    const struct us_curve *curve = &index->head.curves[curve_index];
    *reader = (struct us_curve_reader){.file = file,
                                       .curve = *curve,
                                       .first_s = index->first_s[curve_index],
                                       .last_s = index->last_s[curve_index],
                                       .window = window,
                                       .keys = window};
    if (curve->key_count > 0)
        reader->window_keys = window_size / curve->key_size;
}

void us_curve_reader_init_in_memory(struct us_curve_reader *reader, const struct us_curve *curve)
{
    *reader =
        (struct us_curve_reader){.curve = *curve, .keys = curve->keys, .end = curve->key_count};
    if (curve->key_count == 0)
        return;
    reader->first_s = us_curve_time_s(curve, 0);
    reader->last_s = us_curve_time_s(curve, curve->key_count - 1);
}

static void load(struct us_curve_reader *reader, uint32_t first_key)
{
    const struct us_curve *curve = &reader->curve;
    uint32_t left = curve->key_count - first_key;
    uint32_t count = left < reader->window_keys ? left : reader->window_keys;
    size_t size = (size_t)count * curve->key_size;
    uint64_t byte = curve->byte + US_CURVE_HEADER_SIZE + (uint64_t)first_key * curve->key_size;
    if (reader->failed || !us_file_get(reader->file, byte, reader->window, size)) {
        reader->failed = true;
        memset(reader->window, 0, size);
    }
    reader->begin = first_key;
    reader->end = first_key + count;
}

/* Keeps a few keys before the wanted one in the window, or most of the window when reading goes
 * backwards. */
static void move_to(struct us_curve_reader *reader, uint32_t key)
{
    uint32_t behind = key < reader->begin ? reader->window_keys * 7 / 8 : reader->window_keys / 8;
    load(reader, key > behind ? key - behind : 0);
}

static const uint8_t *key_bytes(struct us_curve_reader *reader, uint32_t key)
{
    if (key < reader->begin || key >= reader->end)
        move_to(reader, key);
    return reader->keys + (size_t)(key - reader->begin) * reader->curve.key_size;
}

struct us_key us_curve_reader_key(struct us_curve_reader *reader, uint32_t key)
{
    struct us_curve one = {
        .keys = key_bytes(reader, key), .key_count = 1, .key_size = reader->curve.key_size};
    return us_curve_key(&one, 0);
}

float us_curve_reader_time_s(struct us_curve_reader *reader, uint32_t key)
{
    return us_bytes_load_f32(key_bytes(reader, key));
}

struct us_curve us_curve_reader_view(struct us_curve_reader *reader, uint32_t first_key)
{
    load(reader, first_key);
    struct us_curve view = reader->curve;
    view.keys = reader->window;
    view.key_count = reader->end - reader->begin;
    view.byte += (uint64_t)first_key * view.key_size;
    return view;
}

/* Searches with doubling strides from where the last search ended, because the next time asked for
 * is usually close to it. */
uint32_t us_curve_reader_find(struct us_curve_reader *reader, double time_s)
{
    uint64_t low = reader->near_key, high = low, stride = 1;
    uint64_t count = reader->curve.key_count;
    if ((double)us_curve_reader_time_s(reader, (uint32_t)low) <= time_s) {
        while ((high = low + stride) < count &&
               (double)us_curve_reader_time_s(reader, (uint32_t)high) <= time_s) {
            low = high;
            stride *= 2;
        }
        high = high < count ? high : count;
    } else {
        while ((low = high > stride ? high - stride : 0) > 0 &&
               (double)us_curve_reader_time_s(reader, (uint32_t)low) > time_s) {
            high = low;
            stride *= 2;
        }
    }
    struct us_search search = {.low = (size_t)low, .high = (size_t)high, .wants_last = true};
    while (us_search_next(&search))
        us_search_narrow(&search,
                         (double)us_curve_reader_time_s(reader, (uint32_t)search.middle) <= time_s);
    reader->near_key = (uint32_t)search.low;
    return reader->near_key;
}

static struct us_key end_of_run(struct us_curve_reader *reader, float time_s)
{
    if (!reader->has_run || reader->run_end.time_s != time_s) {
        reader->run_end = us_curve_reader_key(reader, us_curve_reader_find(reader, (double)time_s));
        reader->run_end.time_s = time_s;
        reader->has_run = true;
    }
    return reader->run_end;
}

struct us_segment us_curve_reader_segment(struct us_curve_reader *reader, uint32_t key)
{
    struct us_segment segment = {us_curve_reader_key(reader, key),
                                 us_curve_reader_key(reader, key + 1)};
    float right_s = segment.right.time_s;
    if (key + 2 < reader->curve.key_count && us_curve_reader_time_s(reader, key + 2) == right_s)
        segment.right = end_of_run(reader, right_s);
    return segment;
}

static double wrap(const struct us_curve_reader *reader, double time_s, int32_t pre_wrap,
                   int32_t post_wrap, double *out_rate)
{
    uint8_t ends[2 * US_KEY_SIZE_SHORT] = {0};
    us_bytes_store_f32(ends, reader->first_s);
    us_bytes_store_f32(ends + US_KEY_SIZE_SHORT, reader->last_s);
    struct us_curve both = {.keys = ends,
                            .key_count = 2,
                            .key_size = US_KEY_SIZE_SHORT,
                            .pre_wrap = pre_wrap,
                            .post_wrap = post_wrap};
    return us_curve_wrap(&both, time_s, out_rate);
}

double us_curve_reader_wrap(const struct us_curve_reader *reader, double time_s)
{
    return wrap(reader, time_s, reader->curve.pre_wrap, reader->curve.post_wrap, NULL);
}

/* As us_curve_evaluate. */
static double evaluate(struct us_curve_reader *reader, double time_s, int32_t pre_wrap,
                       int32_t post_wrap)
{
    if (reader->curve.key_count == 0)
        return 0.0;
    if (reader->curve.key_count == 1)
        return (double)us_curve_reader_key(reader, 0).value;
    double rate;
    double wrapped_s = wrap(reader, time_s, pre_wrap, post_wrap, &rate);
    uint32_t key = us_curve_reader_find(reader, wrapped_s);
    if (rate == 0.0 || key + 1 >= reader->curve.key_count)
        return (double)us_curve_reader_key(reader, key).value;
    struct us_segment segment = us_curve_reader_segment(reader, key);
    return us_segment_evaluate(&segment, wrapped_s, NULL);
}

double us_curve_reader_evaluate(struct us_curve_reader *reader, double time_s)
{
    return evaluate(reader, time_s, reader->curve.pre_wrap, reader->curve.post_wrap);
}

double us_curve_reader_evaluate_clamped(struct us_curve_reader *reader, double time_s)
{
    return evaluate(reader, time_s, US_WRAP_CLAMP_FOREVER, US_WRAP_CLAMP_FOREVER);
}

bool us_curve_reader_evaluate_bool(struct us_curve_reader *reader, double time_s)
{
    if (reader->curve.key_count == 0)
        return false;
    double held_s = reader->curve.key_count > 1 ? us_curve_reader_wrap(reader, time_s) : time_s;
    return us_curve_reader_key(reader, us_curve_reader_find(reader, held_s)).value > 0.5f;
}
