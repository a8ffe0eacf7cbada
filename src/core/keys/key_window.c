/* SPDX-License-Identifier: MIT */
#include "core/keys/key_window.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/base/search.h"
#include "core/recording/format.h"

enum { SPARE_KEYS = 16, MOST_KEYS_AT_ONCE = 1 << 16 };

/* The loading of one curve. */
struct load {
    struct us_key_window *window;
    const struct us_file *file;
    const struct us_curve_index *index;
    unsigned curve_index;
    double from_s, to_s;
    uint64_t limit_bytes;
    uint32_t first; /* key of the file that `raw` begins with */
    uint32_t count; /* keys there */
    bool jumped;    /* keys were left out before the last one that was read */
    /* Why loading stopped. If neither is set, the file could not be read. */
    bool too_dense, out_of_memory;
};

static const struct us_curve *whole(const struct load *load)
{
    return &load->index->head.curves[load->curve_index];
}

static float loaded_time_s(const struct load *load, uint32_t at)
{
    return us_bytes_load_f32(load->window->raw + (size_t)at * whole(load)->key_size);
}

static bool stored_time_s(const struct load *load, uint32_t key, float *out_time_s)
{
    uint8_t bytes[4];
    if (!us_file_get(load->file, us_curve_index_key_byte(load->index, load->curve_index, key),
                     bytes, 4))
        return false;
    *out_time_s = us_bytes_load_f32(bytes);
    return true;
}

/* Makes room for `bytes` in a buffer that is kept for the next window. */
static bool reserve(struct load *load, uint8_t **buffer, uint64_t *capacity, uint64_t bytes)
{
    if (bytes <= *capacity)
        return true;
    uint64_t wanted = *capacity + *capacity / 2;
    wanted = wanted > bytes ? wanted : bytes;
    uint8_t *grown = realloc(*buffer, (size_t)wanted);
    load->out_of_memory = grown == NULL;
    if (grown == NULL)
        return false;
    *buffer = grown;
    *capacity = wanted;
    return true;
}

/* Reads up to `count` keys that follow those already loaded. */
static bool append(struct load *load, uint32_t count)
{
    const struct us_curve *curve = whole(load);
    struct us_key_window *window = load->window;
    uint32_t left = curve->key_count - load->first - load->count;
    count = count < left ? count : left;
    uint64_t there = (uint64_t)load->count * curve->key_size;
    uint64_t bytes = (uint64_t)count * curve->key_size;
    load->too_dense = window->used + there + bytes > load->limit_bytes;
    if (load->too_dense || !reserve(load, &window->raw, &window->raw_capacity, there + bytes) ||
        !us_file_get(load->file,
                     us_curve_index_key_byte(load->index, load->curve_index, load->first) + there,
                     window->raw + there, bytes))
        return false;
    load->count += count;
    return true;
}

static uint32_t expected_keys(const struct load *load)
{
    const struct us_curve *curve = whole(load);
    const struct us_key_window *window = load->window;
    if (window->like_count == curve->key_count && window->like_first == load->first &&
        load->count < window->like_keys)
        return window->like_keys - load->count;
    double length_s = (double)load->index->last_s[load->curve_index] -
                      (double)load->index->first_s[load->curve_index];
    double share = length_s > 0.0 ? (load->to_s - load->from_s) / length_s : 1.0;
    double keys = share < 1.0 ? share * 1.1 * (double)curve->key_count : (double)curve->key_count;
    /* Where keys stand closer than the average, growing by half avoids many small reads. */
    keys = fmax(keys + SPARE_KEYS, 0.5 * (double)load->count);
    return keys < MOST_KEYS_AT_ONCE ? (uint32_t)keys : (uint32_t)MOST_KEYS_AT_ONCE;
}

/* Finds the last key at or before from_s by reading single times. The first guess assumes evenly
 * spread keys. */
static bool search(const struct load *load, uint32_t *out_key)
{
    uint32_t low = 0, high = whole(load)->key_count;
    double first_s = (double)load->index->first_s[load->curve_index];
    double length_s = (double)load->index->last_s[load->curve_index] - first_s;
    double guess = length_s > 0.0 ? (load->from_s - first_s) / length_s * (double)high : 0.0;
    uint32_t middle = guess > 1.0 ? (guess < (double)high ? (uint32_t)guess : high - 1) : 0;
    for (uint32_t step = 4; high - low > 1; step *= 2) {
        float time_s;
        if (middle <= low || middle >= high)
            middle = low + (high - low) / 2;
        if (!stored_time_s(load, middle, &time_s))
            return false;
        if ((double)time_s <= load->from_s)
            low = middle;
        else
            high = middle;
        middle = low == middle ? (step < high - low ? low + step : low)
                               : (step < high - low ? high - step : low);
    }
    *out_key = low;
    return true;
}

static bool begin_at(struct load *load, uint32_t first)
{
    load->first = first;
    load->count = 0;
    return append(load, expected_keys(load));
}

/* Whether the loaded keys begin at or before the span and reach into it. */
static bool reaches(const struct load *load)
{
    bool begins = load->first == 0 || (double)loaded_time_s(load, 0) <= load->from_s;
    bool ends = load->first + load->count == whole(load)->key_count ||
                (double)loaded_time_s(load, load->count - 1) > load->from_s;
    return begins && ends;
}

static bool find_begin(struct load *load)
{
    uint32_t hint = load->window->hint[load->curve_index];
    if (hint < whole(load)->key_count && begin_at(load, hint) && reaches(load))
        return true;
    uint32_t key;
    return !load->too_dense && !load->out_of_memory && search(load, &key) && begin_at(load, key);
}

/* Finds the last key of the file at or before `time_s`. `key` is such a key, too. */
static bool last_at(const struct load *load, uint32_t key, float time_s, uint32_t *out_key)
{
    uint64_t low = key, high, stride = 1;
    const uint64_t count = whole(load)->key_count;
    float at_s;
    while ((high = low + stride) < count) {
        if (!stored_time_s(load, (uint32_t)high, &at_s))
            return false;
        if (at_s > time_s)
            break;
        low = high;
        stride *= 2;
    }
    struct us_search search = {
        .low = (size_t)low, .high = (size_t)(high < count ? high : count), .wants_last = true};
    while (us_search_next(&search)) {
        if (!stored_time_s(load, (uint32_t)search.middle, &at_s))
            return false;
        us_search_narrow(&search, !(at_s > time_s));
    }
    *out_key = (uint32_t)search.low;
    return true;
}

/* Replaces the first loaded key at a time by the last key at that time, because only that counts.
 */
static bool jump_to_last(struct load *load, uint32_t at)
{
    uint32_t key = load->first + at, last;
    if (at + 1 == load->count && !append(load, SPARE_KEYS))
        return false;
    float time_s = loaded_time_s(load, at);
    if (at + 1 >= load->count || loaded_time_s(load, at + 1) != time_s)
        return true;
    if (!last_at(load, key, time_s, &last))
        return false;
    load->first += last - key;
    load->count = at;
    load->jumped = true;
    return append(load, 1);
}

/* The first key at or after to_s, and of several at its time the last; or the file's last key. */
static bool find_end(struct load *load, uint32_t at, uint32_t *out_end)
{
    for (;;) {
        while (at < load->count && (double)loaded_time_s(load, at) < load->to_s)
            at++;
        if (at < load->count)
            break;
        if (!append(load, expected_keys(load)))
            return false;
        if (at >= load->count) {
            *out_end = at - 1;
            return true;
        }
    }
    *out_end = at;
    return jump_to_last(load, at);
}

/* True if the times of the loaded keys up to `last` never decrease. */
static bool rises(const struct load *load, uint32_t last)
{
    bool falls = false;
    for (uint32_t at = 1; at <= last; at++)
        falls |= loaded_time_s(load, at) < loaded_time_s(load, at - 1);
    return !falls;
}

static enum us_result load_failed(const struct load *load, struct us_error *error)
{
    if (load->too_dense)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "too many keys stand close together");
    if (load->out_of_memory)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory while reading keys");
    return us_result_fail(error, US_ERROR_FILE,
                          us_curve_index_key_byte(load->index, load->curve_index, load->first),
                          NULL, "the file cannot be read, or became shorter meanwhile");
}

/* True if both curves have the same key times. */
static bool has_times_of(const struct us_curve *curve, const struct us_curve *before)
{
    if (before->key_count != curve->key_count)
        return false;
    const uint8_t *a = curve->keys, *b = before->keys;
    uint32_t differ = 0;
    for (uint32_t i = 0; i < curve->key_count; i++, a += curve->key_size, b += before->key_size)
        differ |= us_bytes_load_u32(a) ^ us_bytes_load_u32(b);
    return differ == 0;
}

/* After keys were skipped the number of the bad key is unknown, so the error names the curve only.
 */
static enum us_result name_curve(const struct load *load, enum us_result result,
                                 struct us_error *error)
{
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(load->curve_index, name, sizeof name);
    return us_result_fail(
        error, result, whole(load)->byte, name,
        "a key of the curve is not a finite number, or is before the key in front "
        "of it; 'understudy check' says which");
}

/* Checks the loaded keys from `begin` to `end`, and stores them in the window. */
static enum us_result keep(struct load *load, uint32_t begin, uint32_t end, struct us_error *error)
{
    struct us_key_window *window = load->window;
    struct us_curve *view = &window->recording.curves[load->curve_index];
    uint64_t most = (uint64_t)(end - begin + 1) * view->key_size;
    if (!reserve(load, &window->buffer, &window->capacity, window->used + most))
        return load_failed(load, error);
    struct us_curve raw = *view;
    raw.keys = window->raw + (size_t)begin * view->key_size;
    raw.key_count = end - begin + 1;
    raw.byte = us_curve_index_key_byte(load->index, load->curve_index, load->first + begin) -
               US_CURVE_HEADER_SIZE;
    *view = raw; /* lay_out gives it its keys */
    enum us_result result =
        us_key_check_pack(&raw, load->curve_index, load->first + begin,
                          window->buffer + window->used, &view->key_size, error);
    window->used += (uint64_t)view->key_count * view->key_size;
    return result == US_OK || !load->jumped ? result : name_curve(load, result, error);
}

static enum us_result load_curve(struct load *load, struct us_error *error)
{
    struct us_key_window *window = load->window;
    window->recording.curves[load->curve_index] = *whole(load);
    window->begin[load->curve_index] = window->used;
    if (whole(load)->key_count == 0)
        return US_OK;
    uint32_t end;
    if (!find_begin(load))
        return load_failed(load, error);
    const struct us_curve loaded = {
        .keys = window->raw, .key_count = load->count, .key_size = whole(load)->key_size};
    uint32_t begin = us_curve_find(&loaded, load->from_s);
    if (!find_end(load, begin, &end))
        return load_failed(load, error);
    /* Keys before `begin` that fall in time are kept, so that the check below finds them: reading
     * continued where the last window ended, and no key may go unchecked. */
    if (!rises(load, begin))
        begin = 0;
    window->hint[load->curve_index] = load->first + (end > 0 ? end - 1 : 0);
    window->like_count = whole(load)->key_count;
    window->like_first = load->first;
    window->like_keys = end + 2;
    return keep(load, begin, end, error);
}

/* Points the curves at their keys, once the buffer no longer moves, and finds curves that share
 * their key times with the curve before or with the last one that differed from that. */
static void lay_out(struct us_key_window *window)
{
    static const struct us_curve none;
    const struct us_curve *before = &none, *other = &none;
    uint32_t axes = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        struct us_curve *curve = &window->recording.curves[i];
        if (curve->key_count == 0)
            continue;
        curve->keys = window->buffer + window->begin[i];
        if (has_times_of(curve, before)) {
            curve->axis = before->axis;
        } else {
            curve->axis = has_times_of(curve, other) ? other->axis : ++axes;
            other = before;
        }
        before = curve;
    }
}

enum us_result us_key_window_load(struct us_key_window *window, const struct us_file *file,
                                  const struct us_curve_index *index, double from_s, double to_s,
                                  uint64_t limit_bytes, bool *out_too_dense, struct us_error *error)
{
    us_key_window_clear(window);
    struct us_recording *recording = &window->recording;
    recording->layout = index->head.layout;
    recording->first_key_s = index->head.first_key_s;
    recording->last_key_s = index->head.last_key_s;
    recording->file_size = index->head.file_size;
    window->used = 0;
    *out_too_dense = false;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        struct load load = {.window = window,
                            .file = file,
                            .index = index,
                            .curve_index = i,
                            .from_s = from_s,
                            .to_s = to_s,
                            .limit_bytes = limit_bytes};
        enum us_result result = load_curve(&load, error);
        if (result != US_OK) {
            *out_too_dense = load.too_dense;
            return result;
        }
    }
    lay_out(window);
    return US_OK;
}

void us_key_window_clear(struct us_key_window *window)
{
    us_recording_finish(&window->recording);
}

void us_key_window_finish(struct us_key_window *window)
{
    us_key_window_clear(window);
    free(window->buffer);
    free(window->raw);
    *window = (struct us_key_window){0};
}
