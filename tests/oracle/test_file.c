/* SPDX-License-Identifier: MIT */
#include "test_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRACKED_AT = 7, PINCHING_AT = 9, JOINTS_AT = 11, GAZE_AT = 389 };

void test_file_init(struct test_file *file)
{
    memset(file, 0, sizeof *file);
    file->major = 1;
    file->minor = 1;
    file->key_size = 8;
    file->has_markers = true;
    memset(file->flags, 1, sizeof file->flags);
    for (int i = 0; i < ORACLE_CURVES; i++)
        file->curves[i].pre_wrap = file->curves[i].post_wrap = ORACLE_WRAP_CLAMP_FOREVER;
}

struct test_curve *test_file_camera(struct test_file *file, int component)
{
    return &file->curves[component];
}

struct test_curve *test_file_tracked(struct test_file *file, int hand)
{
    return &file->curves[TRACKED_AT + hand];
}

struct test_curve *test_file_pinching(struct test_file *file, int hand)
{
    return &file->curves[PINCHING_AT + hand];
}

struct test_curve *test_file_joint(struct test_file *file, int hand, int joint, int component)
{
    return &file->curves[JOINTS_AT + (hand * ORACLE_JOINTS + joint) * 7 + component];
}

struct test_curve *test_file_gaze(struct test_file *file, int component)
{
    return &file->curves[GAZE_AT + component];
}

void test_curve_add(struct test_curve *curve, float time_s, float value)
{
    assert_true(curve->count < TEST_KEYS);
    curve->keys[curve->count++] = (struct test_key){.time_s = time_s, .value = value, .mode = 3};
}

struct writer {
    uint8_t *bytes;
    size_t size, capacity;
};

static void put(struct writer *w, uint64_t value, size_t n)
{
    if (w->size + n > w->capacity) {
        w->capacity = 2 * (w->size + n);
        w->bytes = realloc(w->bytes, w->capacity);
        assert_non_null(w->bytes);
    }
    for (size_t i = 0; i < n; i++)
        w->bytes[w->size++] = (uint8_t)(value >> (8 * i));
}

static void put_int(struct writer *w, int value)
{
    put(w, (uint32_t)value, 4);
}

static void put_float(struct writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(w, bits, 4);
}

static void put_curve(struct writer *w, const struct test_curve *curve, int key_size)
{
    put_int(w, curve->pre_wrap);
    put_int(w, curve->post_wrap);
    put_int(w, curve->count);
    for (int i = 0; i < curve->count; i++) {
        const struct test_key *key = &curve->keys[i];
        put_float(w, key->time_s);
        put_float(w, key->value);
        if (key_size == 28) {
            put_float(w, key->in_tangent);
            put_float(w, key->out_tangent);
            put_float(w, key->in_weight);
            put_float(w, key->out_weight);
            put_int(w, key->mode);
        }
    }
}

static bool is_written(const struct test_file *file, int curve)
{
    if (file->minor == 0)
        return curve < GAZE_AT;
    return file->flags[curve < TRACKED_AT ? 0 : curve < GAZE_AT ? 1 : 2] != 0;
}

uint8_t *test_file_bytes(const struct test_file *file, size_t *out_size)
{
    struct writer w = {0};
    if (!file->headerless) {
        put(&w, UINT64_C(0x6a8faf6e0f9e42c6), 8);
        put_int(&w, file->major);
        put_int(&w, file->minor);
    }
    for (int i = 0; i < 3 && file->minor > 0; i++)
        put(&w, file->flags[i], 1);
    for (int i = 0; i < ORACLE_CURVES; i++)
        if (is_written(file, i))
            put_curve(&w, &file->curves[i], i >= TRACKED_AT && i < JOINTS_AT ? 8 : file->key_size);
    if (file->has_markers) {
        static const char name[] = "gr\xc3\xb6\xc3\x9f"
                                   "e";
        put_int(&w, 1);
        put_float(&w, 0.5f);
        put(&w, sizeof name - 1, 1);
        for (size_t i = 0; i < sizeof name - 1; i++)
            put(&w, (uint8_t)name[i], 1);
    }
    *out_size = w.size;
    return w.bytes;
}

struct oracle_recording *test_file_parse(const struct test_file *file)
{
    char why[256] = "";
    size_t size = 0;
    uint8_t *bytes = test_file_bytes(file, &size);
    struct oracle_recording *recording = oracle_parse(bytes, size, NULL, why, sizeof why);
    free(bytes);
    if (!recording)
        fail_msg("the oracle cannot read it: %s", why);
    return recording;
}

void test_file_save(const struct test_file *file, const char *path)
{
    size_t size = 0;
    uint8_t *bytes = test_file_bytes(file, &size);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    free(bytes);
}
