/* SPDX-License-Identifier: MIT */
/*
 * A few bytes -> an input animation file: a file of hands has 395 curves, which a fuzzer would
 * never put together from nothing. The file is written as the format's description says, and not by
 * the code under test.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/recording/recording.h"

enum { MOST_KEYS = 6000, MOST_MARKERS = 40, MARKER_TEXT = 12 };

struct made_curve {
    int32_t pre, post;
    unsigned count, room;
    struct us_key *keys;
};

struct made {
    bool new_version, full_keys, has_markers, headerless;
    uint8_t flags[3];
    unsigned keys_left;
    struct made_curve curves[US_CURVE_COUNT];
    unsigned marker_count;
    struct {
        float time_s;
        char text[MARKER_TEXT];
    } markers[MOST_MARKERS];
};

static void add_key(struct made *made, unsigned index, struct us_key key)
{
    struct made_curve *curve = &made->curves[index];
    if (made->keys_left == 0)
        return;
    made->keys_left--;
    if (curve->count == curve->room) {
        curve->room = curve->room > 0 ? curve->room * 2 : 8;
        curve->keys = realloc(curve->keys, curve->room * sizeof *curve->keys);
        fuzz_check(curve->keys != NULL, "out of memory");
    }
    curve->keys[curve->count++] = key;
}

static float last_time_s(const struct made *made, unsigned index)
{
    const struct made_curve *curve = &made->curves[index];
    return curve->count > 0 ? curve->keys[curve->count - 1].time_s : 0.0f;
}

static float step_s(struct fuzz_feed *feed)
{
    uint8_t byte = fuzz_u8(feed);
    return byte == 255 ? fuzz_float(feed) : (float)byte / 60.0f;
}

/* Times mostly rise, values are mostly tame, and keys mostly straight lines. */
static struct us_key read_key(struct made *made, struct fuzz_feed *feed, unsigned index)
{
    uint8_t kind = fuzz_u8(feed);
    struct us_key key = {.time_s = last_time_s(made, index) + step_s(feed),
                         .value = fuzz_float(feed),
                         .weighted_mode = US_WEIGHTED_BOTH};
    if (kind & 1)
        key.time_s = fuzz_float_any(feed);
    if (kind & 2)
        key.value = fuzz_float_any(feed);
    if (kind & 4) {
        key.in_tangent = fuzz_float(feed);
        key.out_tangent = fuzz_float(feed);
        key.weighted_mode = (int32_t)fuzz_choice(feed, 5);
    }
    if (kind & 8) {
        key.in_weight = fuzz_float(feed);
        key.out_weight = fuzz_float(feed);
    }
    if (kind & 16)
        key.in_tangent = fuzz_float_any(feed);
    if (kind & 32)
        key.out_tangent = fuzz_float_any(feed);
    if (kind & 64)
        key.weighted_mode = (int32_t)fuzz_u32(feed);
    return key;
}

static unsigned read_pose_place(struct fuzz_feed *feed)
{
    unsigned pose = fuzz_choice(feed, 1 + US_HAND_COUNT * US_JOINT_COUNT);
    return pose == 0 ? (unsigned)US_CURVE_CAMERA : US_CURVE_JOINTS + (pose - 1) * US_POSE_CURVES;
}

/* A key in each of a pose's curves, or in all but W, `times` times. */
static void read_pose(struct made *made, struct fuzz_feed *feed, unsigned times)
{
    unsigned first = read_pose_place(feed);
    bool without_w = fuzz_u8(feed) == 1;
    float wait_s = step_s(feed), at_s = last_time_s(made, first);
    float values[US_POSE_CURVES], drift = fuzz_float(feed) / 64.0f;
    for (unsigned i = 0; i < US_POSE_CURVES; i++)
        values[i] = fuzz_float(feed);
    for (unsigned round = 0; round < times; round++) {
        at_s += wait_s;
        for (unsigned i = 0; i < US_POSE_CURVES; i++) {
            if (without_w && i == US_POSE_QW)
                continue;
            float value = values[i] + (float)round * drift * (float)(i % 3);
            add_key(made, first + i, (struct us_key){at_s, value, 0, 0, 0, 0, US_WEIGHTED_BOTH});
        }
    }
}

static void read_gaze(struct made *made, struct fuzz_feed *feed, unsigned times)
{
    float wait_s = step_s(feed), at_s = last_time_s(made, US_CURVE_GAZE);
    for (unsigned round = 0; round < times; round++) {
        at_s += wait_s;
        for (unsigned i = 0; i < US_RAY_CURVES; i++)
            add_key(made, US_CURVE_GAZE + i,
                    (struct us_key){at_s, fuzz_float(feed), 0, 0, 0, 0, US_WEIGHTED_BOTH});
    }
}

static void read_flag(struct made *made, struct fuzz_feed *feed, unsigned times)
{
    unsigned index = US_CURVE_TRACKED + fuzz_choice(feed, 2 * US_HAND_COUNT);
    float wait_s = step_s(feed), at_s = last_time_s(made, index);
    for (unsigned round = 0; round < times; round++) {
        at_s += wait_s;
        add_key(made, index, (struct us_key){at_s, (float)(round & 1), 0, 0, 0, 0, 0});
    }
}

static void read_wrap(struct made *made, struct fuzz_feed *feed)
{
    static const int32_t modes[] = {8, 0, 1, 2, 4, 3, -1};
    unsigned first = fuzz_choice(feed, US_CURVE_COUNT), count = 1 + fuzz_choice(feed, 8);
    int32_t pre = modes[fuzz_choice(feed, 7)], post = modes[fuzz_choice(feed, 7)];
    for (unsigned i = first; i < first + count && i < US_CURVE_COUNT; i++) {
        made->curves[i].pre = pre;
        made->curves[i].post = post;
    }
}

static void read_marker(struct made *made, struct fuzz_feed *feed)
{
    if (made->marker_count == MOST_MARKERS)
        return;
    made->markers[made->marker_count].time_s = fuzz_float(feed);
    char *text = made->markers[made->marker_count++].text;
    unsigned length = fuzz_choice(feed, MARKER_TEXT);
    for (unsigned i = 0; i < length; i++)
        text[i] = (char)fuzz_u8(feed);
    made->has_markers = true;
}

static void read_step(struct made *made, struct fuzz_feed *feed)
{
    switch (fuzz_u8(feed) % 10) {
    case 0:
        read_wrap(made, feed);
        break;
    case 1:
        read_marker(made, feed);
        break;
    case 2:
        read_pose(made, feed, 1 + 8u * fuzz_u8(feed));
        break;
    case 3:
        read_flag(made, feed, 1 + 20u * fuzz_u8(feed));
        break;
    case 4:
        read_flag(made, feed, 1 + fuzz_choice(feed, 4));
        break;
    case 5:
        read_gaze(made, feed, 1 + fuzz_choice(feed, 16));
        break;
    case 6:
    case 7: {
        unsigned index = fuzz_choice(feed, US_CURVE_COUNT);
        add_key(made, index, read_key(made, feed, index));
        break;
    }
    default:
        read_pose(made, feed, 1 + fuzz_choice(feed, 8));
    }
}

static void read_made(struct made *made, struct fuzz_feed *feed)
{
    uint8_t layout = fuzz_u8(feed);
    made->new_version = (layout & 1) == 0;
    made->full_keys = !made->new_version || (layout & 2) != 0;
    made->has_markers = (layout & 4) != 0;
    made->headerless = !made->new_version && (layout & 8) != 0;
    for (unsigned i = 0; i < 3; i++)
        made->flags[i] = (layout >> (4 + i) & 1) == 0;
    made->keys_left = MOST_KEYS;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        made->curves[i].pre = made->curves[i].post = US_WRAP_CLAMP_FOREVER;
    while (feed->left > 0)
        read_step(made, feed);
    /* A file without a header is recognised by it. */
    if (made->headerless)
        made->curves[0].pre = US_WRAP_CLAMP_FOREVER;
}

static bool has_curve(const struct made *made, unsigned index)
{
    if (!made->new_version)
        return index < US_CURVE_GAZE;
    return made->flags[index < US_CURVE_TRACKED ? 0 : index < US_CURVE_GAZE ? 1 : 2] != 0;
}

static uint8_t *put(uint8_t *at, int32_t value)
{
    us_bytes_store_u32(at, (uint32_t)value);
    return at + 4;
}

static uint8_t *write_curve(const struct made *made, unsigned index, uint8_t *at)
{
    const struct made_curve *curve = &made->curves[index];
    bool is_flag = index >= US_CURVE_TRACKED && index < US_CURVE_JOINTS;
    at = put(put(put(at, curve->pre), curve->post), (int32_t)curve->count);
    for (unsigned i = 0; i < curve->count; i++) {
        uint8_t whole[US_KEY_SIZE_FULL];
        us_key_store(&curve->keys[i], whole);
        size_t size = made->full_keys && !is_flag ? US_KEY_SIZE_FULL : US_KEY_SIZE_SHORT;
        memcpy(at, whole, size);
        at += size;
    }
    return at;
}

static uint8_t *write_made(const struct made *made, uint8_t *at)
{
    if (!made->headerless) {
        us_bytes_store_u64(at, UINT64_C(0x6a8faf6e0f9e42c6));
        at = put(put(at + 8, 1), made->new_version ? 1 : 0);
    }
    for (unsigned i = 0; made->new_version && i < 3; i++)
        *at++ = made->flags[i];
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        if (has_curve(made, i))
            at = write_curve(made, i, at);
    if (!made->has_markers)
        return at;
    at = put(at, (int32_t)made->marker_count);
    for (unsigned i = 0; i < made->marker_count; i++) {
        size_t length = strlen(made->markers[i].text);
        us_bytes_store_f32(at, made->markers[i].time_s);
        at[4] = (uint8_t)length;
        memcpy(at + 5, made->markers[i].text, length);
        at += 5 + length;
    }
    return at;
}

static uint8_t *copy(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    fuzz_check(bytes != NULL, "out of memory");
    if (size > 0)
        memcpy(bytes, data, size);
    return bytes;
}

uint8_t *fuzz_animation(const uint8_t *data, size_t size, size_t *out_size)
{
    *out_size = size;
    if (size == 0 || data[0] == US_WRAP_CLAMP_FOREVER || data[0] == 0xc6)
        return copy(data, size);
    struct made *made = calloc(1, sizeof *made);
    size_t most = 64 + US_CURVE_COUNT * US_CURVE_HEADER_SIZE + MOST_KEYS * US_KEY_SIZE_FULL +
                  MOST_MARKERS * (5 + MARKER_TEXT);
    uint8_t *room = malloc(most);
    fuzz_check(made != NULL && room != NULL, "out of memory");
    struct fuzz_feed feed = fuzz_feed(data, size);
    read_made(made, &feed);
    *out_size = (size_t)(write_made(made, room) - room);
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        free(made->curves[i].keys);
    free(made);
    /* As large as the file, so that a sanitizer sees a byte too far. */
    uint8_t *bytes = copy(room, *out_size);
    free(room);
    return bytes;
}
