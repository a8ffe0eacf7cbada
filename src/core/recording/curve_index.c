/* SPDX-License-Identifier: MIT */
#include "core/recording/curve_index.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/file.h"
#include "core/recording/format.h"
#include "core/recording/markers.h"

/* Reads a file forward into an index. */
struct walk {
    struct us_walk file;
    struct us_curve_index *index;
};

static enum us_result curve_fail(struct us_error *error, enum us_result result, uint64_t byte,
                                 unsigned curve_index, const char *what, int64_t count,
                                 uint64_t room)
{
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(curve_index, name, sizeof name);
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

/* Skips the keys, and stores the times of the first and the last one. One read gets the last key's
 * time and the next curve's header. */
static enum us_result pass_keys(struct walk *walk, unsigned curve_index)
{
    const struct us_curve *curve = &walk->index->head.curves[curve_index];
    if (curve->key_count == 0)
        return US_OK;
    uint64_t keys_byte = walk->file.offset;
    const uint8_t *first = us_walk_read(&walk->file, 4, 0);
    if (first == NULL)
        return us_walk_read_failed(&walk->file);
    walk->index->first_s[curve_index] = us_bytes_load_f32(first);
    walk->file.offset = keys_byte + (uint64_t)(curve->key_count - 1) * curve->key_size;
    const uint8_t *last = us_walk_read(&walk->file, curve->key_size, US_CURVE_HEADER_SIZE + 4);
    if (last == NULL)
        return us_walk_read_failed(&walk->file);
    walk->index->last_s[curve_index] = us_bytes_load_f32(last);
    return US_OK;
}

static enum us_result read_curve(struct walk *walk, unsigned curve_index, uint32_t key_size)
{
    uint64_t byte = walk->file.offset;
    uint64_t room = us_walk_left(&walk->file);
    struct us_curve *curve = &walk->index->head.curves[curve_index];

    if (room < US_CURVE_HEADER_SIZE)
        return curve_fail(walk->file.error, US_ERROR_TRUNCATED, byte, curve_index,
                          "a curve's header", 0, room);
    const uint8_t *header = us_walk_read(&walk->file, US_CURVE_HEADER_SIZE, 4);
    if (header == NULL)
        return us_walk_read_failed(&walk->file);
    curve->byte = byte;
    curve->pre_wrap = (int32_t)us_bytes_load_u32(header);
    curve->post_wrap = (int32_t)us_bytes_load_u32(header + 4);
    int32_t count = (int32_t)us_bytes_load_u32(header + 8);
    room = us_walk_left(&walk->file);
    if (count < 0 || (uint64_t)count > walk->file.file->size / key_size)
        return curve_fail(walk->file.error, US_ERROR_COUNT, byte + 8, curve_index, "", count,
                          room / key_size);
    if ((uint64_t)count * key_size > room)
        return curve_fail(walk->file.error, US_ERROR_TRUNCATED, walk->file.offset, curve_index,
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

static void forget_attempt(struct us_curve_index *index)
{
    struct us_layout layout = index->head.layout;
    us_curve_index_finish(index);
    index->head.layout = layout;
    index->head.layout.has_markers = false;
}

/*
 * The toolkit's first files, of May 2019, have no header, begin with the four curves of the hands'
 * flags, and end with the camera's. Their curves and markers fill the file exactly.
 */
static bool is_of_may_2019(struct walk *walk)
{
    struct us_error *error = walk->file.error;
    enum us_result result = US_OK;
    walk->file.error = NULL;
    walk->file.offset = 0;
    for (unsigned i = 0; i < US_CURVE_GAZE && result == US_OK; i++)
        result = read_curve(walk, i, i < 4 ? US_KEY_SIZE_SHORT : US_KEY_SIZE_FULL);
    if (result == US_OK)
        result = us_markers_read(&walk->file, &walk->index->head);
    forget_attempt(walk->index);
    walk->file.error = error;
    return result == US_OK;
}

/* Looks at the first bytes, and refuses files of other formats. */
static enum us_result check_start(struct walk *walk)
{
    uint8_t start[US_FOREIGN_FORMAT_START] = {0};
    uint64_t size = walk->file.file->size < sizeof start ? walk->file.file->size : sizeof start;
    if (!us_file_get(walk->file.file, 0, start, size))
        return us_walk_read_failed(&walk->file);
    const char *advice, *kind = us_file_foreign_kind(start, (size_t)size, &advice);
    if (kind != NULL)
        return us_result_fail(walk->file.error, US_ERROR_MAGIC, 0, NULL,
                              "this is %s, not an input animation file%s%s", kind,
                              advice != NULL ? "; " : "", advice != NULL ? advice : "");
    enum us_format_start found = us_format_start(start, size);
    walk->index->head.layout.headerless = found == US_FORMAT_BARE;
    if (found != US_FORMAT_FOREIGN)
        return US_OK;
    return us_result_fail(walk->file.error, US_ERROR_MAGIC, 0, NULL,
                          "this is not an input animation file: it begins neither with "
                          "C6 42 9E 0F 6E AF 8F 6A nor, as a recording of 2019 does, with "
                          "08 00 00 00");
}

static enum us_result read_header(struct walk *walk)
{
    struct us_layout *layout = &walk->index->head.layout;
    layout->version_major = 1;
    if (layout->headerless)
        return US_OK;
    const uint8_t *header = us_walk_read(&walk->file, US_FORMAT_HEADER_SIZE, 16);
    if (header == NULL)
        return us_result_fail(walk->file.error, US_ERROR_TRUNCATED, walk->file.file->size, NULL,
                              "the file ends inside its header; it was cut short");
    layout->version_major = (int32_t)us_bytes_load_u32(header + 8);
    layout->version_minor = (int32_t)us_bytes_load_u32(header + 12);
    if (layout->version_major != 1 || layout->version_minor < 0 || layout->version_minor > 1)
        return us_result_fail(walk->file.error, US_ERROR_VERSION, 8, NULL,
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
    const uint8_t *flags = us_walk_read(&walk->file, sizeof layout->flag_bytes, 16);
    if (flags == NULL)
        return us_result_fail(walk->file.error, US_ERROR_TRUNCATED, walk->file.offset, NULL,
                              "the file ends inside its section flags; it was cut short");
    memcpy(layout->flag_bytes, flags, sizeof layout->flag_bytes);
    layout->has_camera = flags[0] != 0;
    layout->has_hands = flags[1] != 0;
    layout->has_gaze = flags[2] != 0;
    return US_OK;
}

/* Tries a key size. On failure it leaves the index empty, and the walk where the attempt ended.
 */
static enum us_result try_key_size(struct walk *walk, uint32_t key_size)
{
    walk->index->head.layout.key_size = key_size;
    enum us_result result = read_curves(walk, key_size);
    if (result == US_OK)
        result = us_markers_read(&walk->file, &walk->index->head);
    if (result != US_OK)
        forget_attempt(walk->index);
    return result;
}

/* The layout is the one that ends where the file ends. If none does, the error is that of the
 * layout that read furthest. */
static enum us_result read_body(struct walk *walk)
{
    if (walk->index->head.layout.version_minor == 0)
        return try_key_size(walk, US_KEY_SIZE_FULL);

    uint64_t body = walk->file.offset;
    enum us_result result = try_key_size(walk, US_KEY_SIZE_SHORT);
    if (result == US_OK || result == US_ERROR_MEMORY)
        return result;
    uint64_t reached = walk->file.offset;
    struct us_error error_full = {0}, *error = walk->file.error;
    walk->file.offset = body;
    walk->file.error = &error_full;
    enum us_result result_full = try_key_size(walk, US_KEY_SIZE_FULL);
    walk->file.error = error;
    if (result_full != US_OK && walk->file.offset <= reached)
        return result;
    if (error != NULL)
        *error = error_full;
    return result_full;
}

void us_curve_index_measure(struct us_curve_index *index)
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

/* The error for a file that begins like a recording of 2019 but cannot be read as one. */
static enum us_result refuse_bare(struct walk *walk, enum us_result result)
{
    struct us_error *error = walk->file.error;
    if (is_of_may_2019(walk))
        return us_result_fail(error, US_ERROR_VERSION, 0, NULL,
                              "this is a recording of May 2019, with the hands' flags first and "
                              "the camera last; that layout is not read, so record it again with "
                              "a newer toolkit");
    if (error != NULL) {
        size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length,
                 "; the file has no header, so it was read as a recording of 2019");
    }
    return result;
}

static enum us_result read_all(struct walk *walk)
{
    struct us_layout *layout = &walk->index->head.layout;
    if (walk->file.file->size == 0)
        return us_result_fail(walk->file.error, US_ERROR_EMPTY, 0, NULL,
                              "the file is empty: the recorder created it and wrote nothing, "
                              "so record it again");
    enum us_result result = check_start(walk);
    if (result == US_OK)
        result = read_header(walk);
    if (result == US_OK)
        result = read_sections(walk);
    if (result == US_OK)
        result = read_body(walk);
    bool unread = result != US_OK && result != US_ERROR_MEMORY && result != US_ERROR_FILE;
    return layout->headerless && unread ? refuse_bare(walk, result) : result;
}

enum us_result us_curve_index_read(const struct us_file *file, struct us_curve_index *out,
                                   struct us_error *error)
{
    *out = (struct us_curve_index){0};
    struct walk walk = {.file = {.file = file, .error = error}, .index = out};
    enum us_result result = read_all(&walk);
    if (result != US_OK) {
        us_curve_index_finish(out);
        return result;
    }
    out->head.file_size = file->size;
    us_curve_index_measure(out);
    return US_OK;
}

uint64_t us_curve_index_key_byte(const struct us_curve_index *index, unsigned curve_index,
                                 uint32_t key)
{
    const struct us_curve *curve = &index->head.curves[curve_index];
    return curve->byte + US_CURVE_HEADER_SIZE + (uint64_t)key * curve->key_size;
}

void us_curve_index_finish(struct us_curve_index *index)
{
    us_recording_finish(&index->head);
    *index = (struct us_curve_index){0};
}
