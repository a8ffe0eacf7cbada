/* SPDX-License-Identifier: MIT */
#include "decode.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "format.h"

/* One try at reading the body with one key size. */
struct attempt {
    struct us_reader reader;
    struct us_recording *recording;
    struct us_error *error;
};

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

static enum us_result read_curve(struct attempt *attempt, unsigned curve_index, uint32_t key_size)
{
    struct us_reader *reader = &attempt->reader;
    uint64_t byte = reader->offset;
    uint64_t room = us_reader_left(reader);
    struct us_curve *curve = &attempt->recording->curves[curve_index];

    if (room < US_CURVE_HEADER_SIZE)
        return curve_fail(attempt->error, US_ERROR_TRUNCATED, byte, curve_index, "a curve's header",
                          0, room);
    curve->byte = byte;
    curve->pre_wrap = us_reader_i32(reader);
    curve->post_wrap = us_reader_i32(reader);
    int32_t count = us_reader_i32(reader);
    room = us_reader_left(reader);
    if (count < 0 || (uint64_t)count > reader->size / key_size)
        return curve_fail(attempt->error, US_ERROR_COUNT, byte + 8, curve_index, "", count,
                          room / key_size);
    if ((uint64_t)count * key_size > room)
        return curve_fail(attempt->error, US_ERROR_TRUNCATED, reader->offset, curve_index,
                          "the curve's keys", 0, room);
    curve->key_count = (uint32_t)count;
    curve->key_size = key_size;
    curve->keys = us_reader_take(reader, (uint64_t)count * key_size);
    return US_OK;
}

static enum us_result read_curves(struct attempt *attempt, uint32_t key_size)
{
    const struct us_layout *layout = &attempt->recording->layout;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        if (!us_format_has_curve(layout, i))
            continue;
        uint32_t size = us_recording_curve_is_bool(i) ? (uint32_t)US_KEY_SIZE_SHORT : key_size;
        enum us_result result = read_curve(attempt, i, size);
        if (result != US_OK)
            return result;
    }
    return US_OK;
}

/* The length of a string: 7 bits a byte, low first, at most 5 bytes, and no more bytes than it
 * needs. */
static bool read_string_length(struct us_reader *reader, uint32_t *out_length)
{
    uint64_t length = 0;
    for (unsigned i = 0; i < 5; i++) {
        uint8_t byte = us_reader_u8(reader);
        length |= (uint64_t)(byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0) {
            *out_length = (uint32_t)length;
            return !reader->failed && length <= INT32_MAX && (byte != 0 || i == 0);
        }
    }
    return false;
}

static enum us_result read_marker(struct attempt *attempt, struct us_marker *marker)
{
    struct us_reader *reader = &attempt->reader;
    uint64_t byte = reader->offset;
    marker->time_s = us_reader_f32(reader);
    if (reader->failed)
        return us_result_fail(attempt->error, US_ERROR_TRUNCATED, byte, NULL,
                              "the file ends inside the marker list");
    if (!isfinite(marker->time_s))
        return us_result_fail(attempt->error, US_ERROR_NOT_FINITE, byte, NULL,
                              "a marker's time is not a finite number");
    uint64_t text_byte = reader->offset;
    const uint8_t *text = NULL;
    if (!read_string_length(reader, &marker->name_length) ||
        (text = us_reader_take(reader, marker->name_length)) == NULL)
        return us_result_fail(attempt->error, US_ERROR_TEXT, text_byte, NULL,
                              "a marker's name has an impossible length");
    if (!us_format_is_text(text, marker->name_length))
        return us_result_fail(attempt->error, US_ERROR_TEXT, text_byte, NULL,
                              "a marker's name is not UTF-8 text");
    marker->name = malloc((size_t)marker->name_length + 1);
    if (marker->name == NULL)
        return us_result_fail(attempt->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for the markers");
    memcpy(marker->name, text, marker->name_length);
    marker->name[marker->name_length] = '\0';
    return US_OK;
}

static enum us_result read_markers(struct attempt *attempt)
{
    struct us_reader *reader = &attempt->reader;
    struct us_recording *recording = attempt->recording;
    uint64_t byte = reader->offset;
    uint64_t room = us_reader_left(reader);
    recording->layout.has_markers = room > 0;
    if (room == 0)
        return US_OK;
    int32_t count = us_reader_i32(reader);
    if (reader->failed || count < 0 ||
        (uint64_t)count > us_reader_left(reader) / US_FORMAT_MARKER_MIN_SIZE)
        return us_result_fail(attempt->error, US_ERROR_TRAILING, byte, NULL,
                              "%" PRIu64 " bytes follow the last curve and are no marker list; "
                              "the file is damaged or of a kind that is not known",
                              room);
    recording->markers = count > 0 ? calloc((size_t)count, sizeof(*recording->markers)) : NULL;
    if (count > 0 && recording->markers == NULL)
        return us_result_fail(attempt->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for the markers");
    for (int32_t i = 0; i < count; i++) {
        recording->marker_count++;
        enum us_result result = read_marker(attempt, &recording->markers[i]);
        if (result != US_OK)
            return result;
    }
    if (us_reader_left(reader) > 0)
        return us_result_fail(attempt->error, US_ERROR_TRAILING, reader->offset, NULL,
                              "%" PRIu64 " bytes are left over behind the marker list",
                              us_reader_left(reader));
    return US_OK;
}

static enum us_result read_header(struct us_reader *reader, struct us_layout *layout,
                                  struct us_error *error)
{
    if (reader->size < 8 || us_bytes_load_u64(reader->bytes) != US_FORMAT_MAGIC) {
        bool bare = reader->size >= 4 && us_bytes_load_u32(reader->bytes) == US_WRAP_CLAMP_FOREVER;
        return us_result_fail(error, US_ERROR_MAGIC, 0, NULL,
                              "this is not an input animation file: it does not begin with "
                              "C6 42 9E 0F 6E AF 8F 6A%s",
                              bare ? "; if it is a recording of 2019 without a header, pass "
                                     "--headerless"
                                   : "");
    }
    us_reader_u64(reader);
    layout->version_major = us_reader_i32(reader);
    layout->version_minor = us_reader_i32(reader);
    if (reader->failed)
        return us_result_fail(error, US_ERROR_TRUNCATED, reader->size, NULL,
                              "the file ends inside its header; it was cut short");
    if (layout->version_major != 1 || layout->version_minor < 0 || layout->version_minor > 1)
        return us_result_fail(error, US_ERROR_VERSION, 8, NULL,
                              "the file is of version %" PRId32 ".%" PRId32
                              "; this program reads 1.0 and 1.1, so export it as one of these",
                              layout->version_major, layout->version_minor);
    return US_OK;
}

static enum us_result read_sections(struct us_reader *reader, struct us_layout *layout,
                                    struct us_error *error)
{
    layout->has_camera = true;
    layout->has_hands = true;
    if (layout->version_minor == 0)
        return US_OK;
    uint64_t byte = reader->offset;
    for (unsigned i = 0; i < 3; i++)
        layout->flag_bytes[i] = us_reader_u8(reader);
    if (reader->failed)
        return us_result_fail(error, US_ERROR_TRUNCATED, byte, NULL,
                              "the file ends inside its section flags; it was cut short");
    layout->has_camera = layout->flag_bytes[0] != 0;
    layout->has_hands = layout->flag_bytes[1] != 0;
    layout->has_gaze = layout->flag_bytes[2] != 0;
    return US_OK;
}

static void forget_attempt(struct us_recording *recording)
{
    struct us_layout layout = recording->layout;
    us_recording_finish(recording);
    recording->layout = layout;
    recording->layout.has_markers = false;
}

/* Try a key size; on failure leave the recording empty and say in `out_reached` how far it came. */
static enum us_result try_key_size(struct us_reader body, uint32_t key_size,
                                   struct us_recording *recording, uint64_t *out_reached,
                                   struct us_error *error)
{
    struct attempt attempt = {body, recording, error};
    recording->layout.key_size = key_size;
    enum us_result result = read_curves(&attempt, key_size);
    if (result == US_OK)
        result = read_markers(&attempt);
    *out_reached = attempt.reader.offset;
    if (result != US_OK)
        forget_attempt(recording);
    return result;
}

/* The layout is the one that ends where the file ends; if none does, the one that came furthest
 * tells what is wrong. */
static enum us_result read_body(struct us_reader body, struct us_recording *recording,
                                struct us_error *error)
{
    uint64_t reached, reached_full;
    if (recording->layout.version_minor == 0)
        return try_key_size(body, US_KEY_SIZE_FULL, recording, &reached, error);

    struct us_error error_full = {0};
    enum us_result result = try_key_size(body, US_KEY_SIZE_SHORT, recording, &reached, error);
    if (result == US_OK || result == US_ERROR_MEMORY)
        return result;
    enum us_result result_full =
        try_key_size(body, US_KEY_SIZE_FULL, recording, &reached_full, &error_full);
    if (result_full != US_OK && reached_full <= reached)
        return result;
    if (error != NULL)
        *error = error_full;
    return result_full;
}

static enum us_result key_fail(struct us_error *error, enum us_result result,
                               const struct us_curve *curve, unsigned curve_index, uint32_t key,
                               uint32_t field)
{
    static const char *const fields[] = {"time",        "value",     "in-tangent",
                                         "out-tangent", "in-weight", "out-weight"};
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(curve_index, name, sizeof(name));
    uint64_t byte =
        curve->byte + US_CURVE_HEADER_SIZE + (uint64_t)key * curve->key_size + 4 * field;
    if (result == US_ERROR_UNSORTED)
        return us_result_fail(error, result, byte, name,
                              "key %" PRIu32 " is at %g s, before the key in front of it at %g s; "
                              "keys must be sorted by time",
                              key, (double)us_curve_time_s(curve, key),
                              (double)us_curve_time_s(curve, key - 1));
    return us_result_fail(error, result, byte, name,
                          "the %s of key %" PRIu32 " is not a finite number; the file is damaged",
                          fields[field], key);
}

static enum us_result check_curve(const struct us_curve *curve, unsigned curve_index,
                                  struct us_error *error)
{
    float before_s = -INFINITY;
    for (uint32_t i = 0; i < curve->key_count; i++) {
        struct us_key key = us_curve_key(curve, i);
        const float fields[] = {key.time_s,      key.value,     key.in_tangent,
                                key.out_tangent, key.in_weight, key.out_weight};
        for (uint32_t field = 0; field < 6; field++) {
            bool is_tangent = field == 2 || field == 3;
            if (is_tangent ? isnan(fields[field]) : !isfinite(fields[field]))
                return key_fail(error, US_ERROR_NOT_FINITE, curve, curve_index, i, field);
        }
        if (key.time_s < before_s)
            return key_fail(error, US_ERROR_UNSORTED, curve, curve_index, i, 0);
        before_s = key.time_s;
    }
    return US_OK;
}

static enum us_result decode_into(struct us_reader reader, const struct us_decode_options *options,
                                  struct us_recording *out, struct us_error *error)
{
    if (reader.size == 0)
        return us_result_fail(error, US_ERROR_EMPTY, 0, NULL,
                              "the file is empty: the recorder created it and wrote nothing, "
                              "so record it again");
    out->layout.headerless = options != NULL && options->headerless;
    enum us_result result = US_OK;
    if (out->layout.headerless)
        out->layout.version_major = 1;
    else
        result = read_header(&reader, &out->layout, error);
    if (result == US_OK)
        result = read_sections(&reader, &out->layout, error);
    if (result == US_OK)
        result = read_body(reader, out, error);
    for (unsigned i = 0; i < US_CURVE_COUNT && result == US_OK; i++)
        result = check_curve(&out->curves[i], i, error);
    return result;
}

enum us_result us_decode(uint8_t *bytes, uint64_t size, const struct us_decode_options *options,
                         struct us_recording *out, struct us_error *error)
{
    *out = (struct us_recording){0};
    struct us_reader reader = {.bytes = bytes, .size = size};
    enum us_result result = decode_into(reader, options, out, error);
    if (result != US_OK) {
        us_recording_finish(out);
        return result;
    }
    out->bytes = bytes;
    out->file_size = size;
    us_recording_measure(out);
    return US_OK;
}
