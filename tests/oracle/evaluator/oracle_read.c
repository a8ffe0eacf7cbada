/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x6a8faf6e0f9e42c6)

struct reader {
    const uint8_t *bytes;
    size_t size, at;
    bool failed;
    const char *trouble;
};

static bool need(struct reader *r, size_t n)
{
    if (!r->failed && n > r->size - r->at) {
        r->failed = true;
        r->trouble = "the bytes end too early";
    }
    return !r->failed;
}

static uint64_t read_unsigned(struct reader *r, size_t n)
{
    if (!need(r, n))
        return 0;
    uint64_t value = 0;
    for (size_t i = 0; i < n; i++)
        value |= (uint64_t)r->bytes[r->at + i] << (8 * i);
    r->at += n;
    return value;
}

static int32_t read_int32(struct reader *r)
{
    return (int32_t)(uint32_t)read_unsigned(r, 4);
}

static double read_float(struct reader *r)
{
    uint32_t bits = (uint32_t)read_unsigned(r, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static void fail(struct reader *r, const char *trouble)
{
    if (!r->failed) {
        r->failed = true;
        r->trouble = trouble;
    }
}

static struct oracle_key read_key(struct reader *r, int key_size, bool is_boolean)
{
    struct oracle_key key = {0};
    key.time_s = read_float(r);
    key.value = read_float(r);
    if (key_size == 28) {
        key.in_tangent = read_float(r);
        key.out_tangent = read_float(r);
        key.in_weight = read_float(r);
        key.out_weight = read_float(r);
        key.weighted_mode = read_int32(r);
    } else if (!is_boolean) {
        key.weighted_mode = ORACLE_WEIGHTED_IN | ORACLE_WEIGHTED_OUT;
    }
    if (!isfinite(key.time_s))
        fail(r, "a key time is not a finite number");
    return key;
}

/* Stable insertion sort; of keys at one time the last in the file stays. */
static void sort_keys(struct oracle_curve *curve)
{
    for (size_t i = 1; i < curve->count; i++) {
        struct oracle_key key = curve->keys[i];
        size_t j = i;
        for (; j > 0 && curve->keys[j - 1].time_s > key.time_s; j--)
            curve->keys[j] = curve->keys[j - 1];
        curve->keys[j] = key;
    }
    size_t kept = 0;
    for (size_t i = 0; i < curve->count; i++) {
        if (i + 1 < curve->count && curve->keys[i + 1].time_s == curve->keys[i].time_s)
            continue;
        curve->keys[kept++] = curve->keys[i];
    }
    curve->count = kept;
}

static void read_curve(struct reader *r, int key_size, bool is_boolean, struct oracle_curve *out)
{
    out->is_boolean = is_boolean;
    out->pre_wrap = read_int32(r);
    out->post_wrap = read_int32(r);
    int32_t count = read_int32(r);
    if (count < 0)
        fail(r, "a key count is negative");
    if (r->failed || !need(r, (size_t)count * (size_t)key_size))
        return;
    out->keys = calloc((size_t)count + 1, sizeof *out->keys);
    if (!out->keys) {
        fail(r, "out of memory");
        return;
    }
    out->count = (size_t)count;
    for (size_t i = 0; i < out->count; i++)
        out->keys[i] = read_key(r, key_size, is_boolean);
    sort_keys(out);
}

static void read_track(struct reader *r, int key_size, struct oracle_track *out)
{
    for (int i = 0; i < 3; i++)
        read_curve(r, key_size, false, &out->position[i]);
    for (int i = 0; i < 4; i++)
        read_curve(r, key_size, false, &out->rotation_raw[i]);
}

static void read_hands(struct reader *r, struct oracle_recording *rec)
{
    for (int hand = 0; hand < ORACLE_HANDS; hand++)
        read_curve(r, 8, true, &rec->tracked[hand]);
    for (int hand = 0; hand < ORACLE_HANDS; hand++)
        read_curve(r, 8, true, &rec->pinching[hand]);
    for (int hand = 0; hand < ORACLE_HANDS; hand++)
        for (int joint = 0; joint < ORACLE_JOINTS; joint++)
            read_track(r, rec->key_size, &rec->joints[hand][joint]);
}

static size_t read_string_length(struct reader *r)
{
    uint64_t length = 0;
    for (int group = 0; group < 5; group++) {
        uint64_t byte = read_unsigned(r, 1);
        length |= (byte & 0x7f) << (7 * group);
        if (!(byte & 0x80))
            return (size_t)length;
    }
    fail(r, "a marker's length has more than five groups");
    return 0;
}

static void read_markers(struct reader *r, struct oracle_recording *rec)
{
    int32_t count = read_int32(r);
    if (count < 0)
        fail(r, "the marker count is negative");
    /* A marker takes at least five bytes. */
    if (r->failed || !need(r, (size_t)count * 5))
        return;
    rec->has_marker_list = true;
    rec->markers = calloc((size_t)count + 1, sizeof *rec->markers);
    if (!rec->markers) {
        fail(r, "out of memory");
        return;
    }
    for (rec->marker_count = 0; rec->marker_count < (size_t)count && !r->failed;) {
        struct oracle_marker *marker = &rec->markers[rec->marker_count++];
        marker->time_s = read_float(r);
        size_t length = read_string_length(r);
        if (!need(r, length))
            return;
        marker->name = calloc(length + 1, 1);
        if (!marker->name) {
            fail(r, "out of memory");
            return;
        }
        memcpy(marker->name, r->bytes + r->at, length);
        r->at += length;
    }
}

static void read_header(struct reader *r, struct oracle_recording *rec)
{
    if (read_int32(r) == 8) { /* the wrap mode of the first curve: there is no header */
        rec->headerless = true;
        rec->major = 1;
        r->at = 0;
        return;
    }
    r->at = 0;
    if (read_unsigned(r, 8) != MAGIC)
        fail(r, "this is not an input animation file");
    rec->major = read_int32(r);
    rec->minor = read_int32(r);
    if (rec->major != 1 || rec->minor < 0 || rec->minor > 1)
        fail(r, "the version is not 1.0 or 1.1");
}

static void read_body(struct reader *r, struct oracle_recording *rec)
{
    rec->has_camera = rec->has_hands = true;
    if (rec->minor == 1) {
        rec->has_camera = read_unsigned(r, 1) != 0;
        rec->has_hands = read_unsigned(r, 1) != 0;
        rec->has_gaze = read_unsigned(r, 1) != 0;
    }
    if (rec->has_camera)
        read_track(r, rec->key_size, &rec->camera);
    if (rec->has_hands)
        read_hands(r, rec);
    for (int i = 0; rec->has_gaze && i < 6; i++) {
        read_curve(r, rec->key_size, false,
                   i < 3 ? &rec->gaze_origin[i] : &rec->gaze_direction[i - 3]);
    }
    if (!r->failed && r->at < r->size)
        read_markers(r, rec);
    if (r->at < r->size)
        fail(r, "the reading ends before the file does");
}

struct span {
    double first_s, last_s;
    bool any;
};

static void extend_span(struct span *span, const struct oracle_curve *curve)
{
    if (curve->count == 0)
        return;
    double first = curve->keys[0].time_s, last = curve->keys[curve->count - 1].time_s;
    span->first_s = span->any ? fmin(span->first_s, first) : first;
    span->last_s = span->any ? fmax(span->last_s, last) : last;
    span->any = true;
}

static void extend_span_track(struct span *span, const struct oracle_track *track)
{
    for (int i = 0; i < 3; i++)
        extend_span(span, &track->position[i]);
    for (int i = 0; i < 4; i++)
        extend_span(span, &track->rotation_raw[i]);
}

static void set_span(struct oracle_recording *rec)
{
    struct span span = {0};
    extend_span_track(&span, &rec->camera);
    for (int hand = 0; hand < ORACLE_HANDS; hand++) {
        extend_span(&span, &rec->tracked[hand]);
        extend_span(&span, &rec->pinching[hand]);
        for (int joint = 0; joint < ORACLE_JOINTS; joint++)
            extend_span_track(&span, &rec->joints[hand][joint]);
    }
    for (int i = 0; i < 3; i++) {
        extend_span(&span, &rec->gaze_origin[i]);
        extend_span(&span, &rec->gaze_direction[i]);
    }
    rec->start_s = span.last_s < 0 ? span.first_s : fmax(0, span.first_s);
    rec->end_s = span.last_s;
}

static bool align_all(struct oracle_recording *rec)
{
    bool good = oracle_align_track(&rec->camera);
    for (int hand = 0; hand < ORACLE_HANDS; hand++)
        for (int joint = 0; joint < ORACLE_JOINTS; joint++)
            good = good && oracle_align_track(&rec->joints[hand][joint]);
    return good;
}

static struct oracle_recording *parse_as(const uint8_t *bytes, size_t size, int key_size,
                                         char *out_why, size_t why_size)
{
    struct oracle_recording *rec = calloc(1, sizeof *rec);
    if (!rec) {
        snprintf(out_why, why_size, "out of memory");
        return NULL;
    }
    rec->key_size = key_size;
    struct reader r = {.bytes = bytes, .size = size};
    read_header(&r, rec);
    if (!r.failed && rec->minor == 0 && key_size == 8)
        fail(&r, "version 1.0 has no 8-byte keys");
    if (!r.failed)
        read_body(&r, rec);
    if (r.failed) {
        snprintf(out_why, why_size, "at byte %zu, with %d-byte keys: %s", r.at, key_size,
                 r.trouble);
        oracle_destroy(rec);
        return NULL;
    }
    return rec;
}

struct oracle_recording *oracle_parse(const uint8_t *bytes, size_t size,
                                      const struct oracle_options *options, char *out_why,
                                      size_t why_size)
{
    struct oracle_recording *rec = parse_as(bytes, size, 8, out_why, why_size);
    if (!rec)
        rec = parse_as(bytes, size, 28, out_why, why_size);
    if (!rec)
        return NULL;
    set_span(rec);
    if ((!(options && options->keep_w) && !oracle_mend_w(rec)) || !align_all(rec)) {
        snprintf(out_why, why_size, "out of memory");
        oracle_destroy(rec);
        return NULL;
    }
    return rec;
}

static uint8_t *read_whole(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    uint8_t *bytes = NULL;
    size_t size = 0, capacity = 0;
    do {
        if (size == capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            uint8_t *grown = realloc(bytes, capacity);
            if (!grown) {
                free(bytes);
                fclose(file);
                return NULL;
            }
            bytes = grown;
        }
        size += fread(bytes + size, 1, capacity - size, file);
    } while (!feof(file) && !ferror(file));
    fclose(file);
    *out_size = size;
    return bytes;
}

struct oracle_recording *oracle_load(const char *path, const struct oracle_options *options,
                                     char *out_why, size_t why_size)
{
    size_t size = 0;
    uint8_t *bytes = read_whole(path, &size);
    if (!bytes) {
        snprintf(out_why, why_size, "cannot read %s", path);
        return NULL;
    }
    struct oracle_recording *rec = oracle_parse(bytes, size, options, out_why, why_size);
    free(bytes);
    return rec;
}

static void free_curves(struct oracle_curve *curves, int count)
{
    for (int i = 0; i < count; i++)
        free(curves[i].keys);
}

static void free_track(struct oracle_track *track)
{
    free_curves(track->position, 3);
    free_curves(track->rotation_raw, 4);
    free_curves(track->rotation, 4);
}

void oracle_destroy(struct oracle_recording *recording)
{
    if (!recording)
        return;
    free_track(&recording->camera);
    free_curves(recording->tracked, ORACLE_HANDS);
    free_curves(recording->pinching, ORACLE_HANDS);
    for (int hand = 0; hand < ORACLE_HANDS; hand++)
        for (int joint = 0; joint < ORACLE_JOINTS; joint++)
            free_track(&recording->joints[hand][joint]);
    free_curves(recording->gaze_origin, 3);
    free_curves(recording->gaze_direction, 3);
    for (size_t i = 0; i < recording->marker_count; i++)
        free(recording->markers[i].name);
    free(recording->markers);
    free(recording);
}
