/* SPDX-License-Identifier: MIT */
#include "index.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "format.h"

enum { WINDOW_SIZE = 4096 };

/* Reads forward through a file by way of a small window. */
struct walk {
    const struct us_file *file;
    struct us_index *index;
    struct us_error *error;
    uint64_t offset;
    uint8_t window[WINDOW_SIZE];
    uint64_t window_begin, window_end;
};

static uint64_t walk_left(const struct walk *walk)
{
    return walk->file->size - walk->offset;
}

/* `count` bytes at the offset, at most WINDOW_SIZE, reading `ahead` more if they are there; NULL
 * past the end. */
static const uint8_t *walk_take(struct walk *walk, uint64_t count, uint64_t ahead)
{
    if (count > walk_left(walk))
        return NULL;
    if (walk->offset < walk->window_begin || walk->offset + count > walk->window_end) {
        uint64_t wanted = count + ahead < WINDOW_SIZE ? count + ahead : WINDOW_SIZE;
        uint64_t got = wanted < walk_left(walk) ? wanted : walk_left(walk);
        if (!us_file_get(walk->file, walk->offset, walk->window, got))
            return NULL;
        walk->window_begin = walk->offset;
        walk->window_end = walk->offset + got;
    }
    const uint8_t *at = walk->window + (walk->offset - walk->window_begin);
    walk->offset += count;
    return at;
}

static enum us_result curve_fail(struct us_error *error, enum us_result result, uint64_t byte,
                                 unsigned curve_index, const char *what, int64_t count,
                                 uint64_t room)
{
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(curve_index, name, sizeof(name));
    if (result == US_ERROR_COUNT)
        return us_result_fail(error, result, byte, name,
                              "the curve says it has %" PRId64
                              " keys, but there is room for %" PRIu64
                              "; the file is damaged, record or export it again",
                              count, room);
    return us_result_fail(error, result, byte, name,
                          "the file ends inside %s: %" PRIu64
                          " bytes are left; it was cut short, copy or record it again",
                          what, room);
}

static enum us_result read_failed(struct walk *walk)
{
    return us_result_fail(walk->error, US_ERROR_FILE, walk->offset, NULL,
                          "the file cannot be read, or became shorter meanwhile");
}

/* Go behind the keys, and note when they begin and end: the last key's time comes with the next
 * curve's header in one read. */
static enum us_result pass_keys(struct walk *walk, unsigned curve_index)
{
    const struct us_curve *curve = &walk->index->head.curves[curve_index];
    if (curve->key_count == 0)
        return US_OK;
    uint64_t keys_byte = walk->offset;
    const uint8_t *first = walk_take(walk, 4, 0);
    if (first == NULL)
        return read_failed(walk);
    walk->index->first_s[curve_index] = us_bytes_load_f32(first);
    walk->offset = keys_byte + (uint64_t)(curve->key_count - 1) * curve->key_size;
    const uint8_t *last = walk_take(walk, curve->key_size, US_CURVE_HEADER_SIZE + 4);
    if (last == NULL)
        return read_failed(walk);
    walk->index->last_s[curve_index] = us_bytes_load_f32(last);
    return US_OK;
}

static enum us_result read_curve(struct walk *walk, unsigned curve_index, uint32_t key_size)
{
    uint64_t byte = walk->offset;
    uint64_t room = walk_left(walk);
    struct us_curve *curve = &walk->index->head.curves[curve_index];

    if (room < US_CURVE_HEADER_SIZE)
        return curve_fail(walk->error, US_ERROR_TRUNCATED, byte, curve_index, "a curve's header", 0,
                          room);
    const uint8_t *header = walk_take(walk, US_CURVE_HEADER_SIZE, 4);
    if (header == NULL)
        return read_failed(walk);
    curve->byte = byte;
    curve->pre_wrap = (int32_t)us_bytes_load_u32(header);
    curve->post_wrap = (int32_t)us_bytes_load_u32(header + 4);
    int32_t count = (int32_t)us_bytes_load_u32(header + 8);
    room = walk_left(walk);
    if (count < 0 || (uint64_t)count > walk->file->size / key_size)
        return curve_fail(walk->error, US_ERROR_COUNT, byte + 8, curve_index, "", count,
                          room / key_size);
    if ((uint64_t)count * key_size > room)
        return curve_fail(walk->error, US_ERROR_TRUNCATED, walk->offset, curve_index,
                          "the curve's keys", 0, room);
    curve->key_count = (uint32_t)count;
    curve->key_size = key_size;
    return pass_keys(walk, curve_index);
}

static enum us_result read_curves(struct walk *walk, uint32_t key_size)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        if (!us_format_has_curve(&walk->index->head.layout, i))
            continue;
        uint32_t size = us_recording_curve_is_bool(i) ? (uint32_t)US_KEY_SIZE_SHORT : key_size;
        enum us_result result = read_curve(walk, i, size);
        if (result != US_OK)
            return result;
    }
    return US_OK;
}

/* The length of a string: 7 bits a byte, low first, at most 5 bytes, and no more bytes than it
 * needs. */
static bool read_string_length(struct walk *walk, uint32_t *out_length)
{
    uint64_t length = 0;
    for (unsigned i = 0; i < 5; i++) {
        const uint8_t *byte = walk_take(walk, 1, WINDOW_SIZE);
        if (byte == NULL)
            return false;
        length |= (uint64_t)(*byte & 0x7f) << (7 * i);
        if ((*byte & 0x80) == 0) {
            *out_length = (uint32_t)length;
            return length <= INT32_MAX && (*byte != 0 || i == 0);
        }
    }
    return false;
}

static enum us_result read_name(struct walk *walk, struct us_marker *marker)
{
    uint64_t byte = walk->offset;
    if (!read_string_length(walk, &marker->name_length) || marker->name_length > walk_left(walk))
        return us_result_fail(walk->error, US_ERROR_TEXT, byte, NULL,
                              "a marker's name has an impossible length");
    marker->name = malloc((size_t)marker->name_length + 1);
    if (marker->name == NULL)
        return us_result_fail(walk->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for the markers");
    if (!us_file_get(walk->file, walk->offset, marker->name, marker->name_length))
        return read_failed(walk);
    walk->offset += marker->name_length;
    marker->name[marker->name_length] = '\0';
    if (!us_format_is_text((const uint8_t *)marker->name, marker->name_length))
        return us_result_fail(walk->error, US_ERROR_TEXT, byte, NULL,
                              "a marker's name is not UTF-8 text");
    return US_OK;
}

static enum us_result read_marker(struct walk *walk, struct us_marker *marker)
{
    uint64_t byte = walk->offset;
    const uint8_t *time = walk_take(walk, 4, WINDOW_SIZE);
    if (time == NULL)
        return us_result_fail(walk->error, US_ERROR_TRUNCATED, byte, NULL,
                              "the file ends inside the marker list");
    marker->time_s = us_bytes_load_f32(time);
    if (!isfinite(marker->time_s))
        return us_result_fail(walk->error, US_ERROR_NOT_FINITE, byte, NULL,
                              "a marker's time is not a finite number");
    return read_name(walk, marker);
}

static enum us_result read_markers(struct walk *walk)
{
    struct us_recording *head = &walk->index->head;
    uint64_t byte = walk->offset;
    uint64_t room = walk_left(walk);
    head->layout.has_markers = room > 0;
    if (room == 0)
        return US_OK;
    const uint8_t *head_bytes = walk_take(walk, 4, WINDOW_SIZE);
    int32_t count = head_bytes != NULL ? (int32_t)us_bytes_load_u32(head_bytes) : -1;
    if (count < 0 || (uint64_t)count > walk_left(walk) / US_FORMAT_MARKER_MIN_SIZE)
        return us_result_fail(walk->error, US_ERROR_TRAILING, byte, NULL,
                              "%" PRIu64 " bytes follow the last curve and are no marker list; "
                              "the file is damaged or of a kind that is not known",
                              room);
    head->markers = count > 0 ? calloc((size_t)count, sizeof(*head->markers)) : NULL;
    if (count > 0 && head->markers == NULL)
        return us_result_fail(walk->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for the markers");
    for (int32_t i = 0; i < count; i++) {
        head->marker_count++;
        enum us_result result = read_marker(walk, &head->markers[i]);
        if (result != US_OK)
            return result;
    }
    if (walk_left(walk) > 0)
        return us_result_fail(walk->error, US_ERROR_TRAILING, walk->offset, NULL,
                              "%" PRIu64 " bytes are left over behind the marker list",
                              walk_left(walk));
    return US_OK;
}

static enum us_result refuse_start(struct us_error *error, const uint8_t *start, uint64_t size)
{
    bool bare = size >= 4 && us_bytes_load_u32(start) == US_WRAP_CLAMP_FOREVER;
    return us_result_fail(error, US_ERROR_MAGIC, 0, NULL,
                          "this is not an input animation file: it does not begin with "
                          "C6 42 9E 0F 6E AF 8F 6A%s",
                          bare ? "; if it is a recording of 2019 without a header, pass "
                                 "--headerless"
                               : "");
}

static enum us_result read_header(struct walk *walk)
{
    uint8_t start[16] = {0};
    uint64_t size = walk->file->size < sizeof(start) ? walk->file->size : sizeof(start);
    struct us_layout *layout = &walk->index->head.layout;
    if (!us_file_get(walk->file, 0, start, size))
        return read_failed(walk);
    if (size < 8 || us_bytes_load_u64(start) != US_FORMAT_MAGIC)
        return refuse_start(walk->error, start, size);
    if (size < sizeof(start))
        return us_result_fail(walk->error, US_ERROR_TRUNCATED, size, NULL,
                              "the file ends inside its header; it was cut short");
    walk->offset = sizeof(start);
    layout->version_major = (int32_t)us_bytes_load_u32(start + 8);
    layout->version_minor = (int32_t)us_bytes_load_u32(start + 12);
    if (layout->version_major != 1 || layout->version_minor < 0 || layout->version_minor > 1)
        return us_result_fail(walk->error, US_ERROR_VERSION, 8, NULL,
                              "the file is of version %" PRId32 ".%" PRId32
                              "; this program reads 1.0 and 1.1, so export it as one of these",
                              layout->version_major, layout->version_minor);
    return US_OK;
}

static enum us_result read_sections(struct walk *walk)
{
    struct us_layout *layout = &walk->index->head.layout;
    layout->has_camera = true;
    layout->has_hands = true;
    if (layout->version_minor == 0)
        return US_OK;
    const uint8_t *flags = walk_take(walk, sizeof(layout->flag_bytes), 16);
    if (flags == NULL)
        return us_result_fail(walk->error, US_ERROR_TRUNCATED, walk->offset, NULL,
                              "the file ends inside its section flags; it was cut short");
    memcpy(layout->flag_bytes, flags, sizeof(layout->flag_bytes));
    layout->has_camera = flags[0] != 0;
    layout->has_hands = flags[1] != 0;
    layout->has_gaze = flags[2] != 0;
    return US_OK;
}

static void forget_attempt(struct us_index *index)
{
    struct us_layout layout = index->head.layout;
    us_index_finish(index);
    index->head.layout = layout;
    index->head.layout.has_markers = false;
}

/* Try a key size; on failure leave the index empty. The walk then stands where the attempt ended.
 */
static enum us_result try_key_size(struct walk *walk, uint32_t key_size)
{
    walk->index->head.layout.key_size = key_size;
    enum us_result result = read_curves(walk, key_size);
    if (result == US_OK)
        result = read_markers(walk);
    if (result != US_OK)
        forget_attempt(walk->index);
    return result;
}

/* The layout is the one that ends where the file ends; if none does, the one that came furthest
 * tells what is wrong. */
static enum us_result read_body(struct walk *walk)
{
    if (walk->index->head.layout.version_minor == 0)
        return try_key_size(walk, US_KEY_SIZE_FULL);

    uint64_t body = walk->offset;
    enum us_result result = try_key_size(walk, US_KEY_SIZE_SHORT);
    if (result == US_OK || result == US_ERROR_MEMORY)
        return result;
    uint64_t reached = walk->offset;
    struct us_error error_full = {0}, *error = walk->error;
    walk->offset = body;
    walk->error = &error_full;
    enum us_result result_full = try_key_size(walk, US_KEY_SIZE_FULL);
    walk->error = error;
    if (result_full != US_OK && walk->offset <= reached)
        return result;
    if (error != NULL)
        *error = error_full;
    return result_full;
}

/* Until the keys themselves are checked, a time that is no number counts for nothing. */
static void measure(struct us_index *index)
{
    struct us_recording *head = &index->head;
    double first_s = INFINITY, last_s = -INFINITY;
    head->key_count = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        head->key_count += head->curves[i].key_count;
        if (head->curves[i].key_count == 0 || !isfinite(index->first_s[i]) ||
            !isfinite(index->last_s[i]))
            continue;
        first_s = fmin(first_s, (double)index->first_s[i]);
        last_s = fmax(last_s, (double)index->last_s[i]);
    }
    head->first_key_s = first_s <= last_s ? first_s : 0.0;
    head->last_key_s = first_s <= last_s ? last_s : 0.0;
}

static enum us_result read_all(struct walk *walk, const struct us_decode_options *options)
{
    struct us_layout *layout = &walk->index->head.layout;
    if (walk->file->size == 0)
        return us_result_fail(walk->error, US_ERROR_EMPTY, 0, NULL,
                              "the file is empty: the recorder created it and wrote nothing, "
                              "so record it again");
    layout->headerless = options != NULL && options->headerless;
    enum us_result result = US_OK;
    if (layout->headerless)
        layout->version_major = 1;
    else
        result = read_header(walk);
    if (result == US_OK)
        result = read_sections(walk);
    return result == US_OK ? read_body(walk) : result;
}

enum us_result us_index_read(const struct us_file *file, const struct us_decode_options *options,
                             struct us_index *out, struct us_error *error)
{
    *out = (struct us_index){0};
    struct walk walk = {.file = file, .index = out, .error = error};
    enum us_result result = read_all(&walk, options);
    if (result != US_OK) {
        us_index_finish(out);
        return result;
    }
    out->head.file_size = file->size;
    measure(out);
    return US_OK;
}

uint64_t us_index_key_byte(const struct us_index *index, unsigned curve_index, uint32_t key)
{
    const struct us_curve *curve = &index->head.curves[curve_index];
    return curve->byte + US_CURVE_HEADER_SIZE + (uint64_t)key * curve->key_size;
}

static bool same_value(const struct us_index *index, const struct us_file *file, unsigned a,
                       uint32_t a_key, unsigned b, uint32_t b_key)
{
    uint8_t a_bytes[8], b_bytes[8];
    return us_file_get(file, us_index_key_byte(index, a, a_key), a_bytes, 8) &&
           us_file_get(file, us_index_key_byte(index, b, b_key), b_bytes, 8) &&
           us_bytes_load_f32(a_bytes + 4) == us_bytes_load_f32(b_bytes + 4);
}

/* As repair_w.c finds it: W has one key and X more, or two of which the second is Z's last. */
static bool w_is_lost(const struct us_index *index, const struct us_file *file, unsigned x)
{
    const struct us_curve *rotation = &index->head.curves[x];
    uint32_t z_count = rotation[2].key_count, w_count = rotation[3].key_count;
    if (w_count >= rotation[0].key_count || w_count == 0 || w_count > 2)
        return false;
    return w_count == 1 || (z_count > 0 && same_value(index, file, x + 3, 1, x + 2, z_count - 1));
}

bool us_index_needs_whole(const struct us_index *index, const struct us_file *file)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (us_curve_repeats(&index->head.curves[i]))
            return true;
    if (w_is_lost(index, file, US_CURVE_CAMERA + US_POSE_QX))
        return true;
    for (unsigned i = 0; i < US_HAND_COUNT * US_JOINT_COUNT; i++)
        if (w_is_lost(index, file, US_CURVE_JOINTS + i * US_POSE_CURVES + US_POSE_QX))
            return true;
    return false;
}

void us_index_finish(struct us_index *index)
{
    us_recording_finish(&index->head);
    *index = (struct us_index){0};
}
