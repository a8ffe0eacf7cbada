/* SPDX-License-Identifier: MIT */
/* Recordings made in memory for the oracle's own tests, in every layout of the format. */
#ifndef ORACLE_TEST_FILE_H
#define ORACLE_TEST_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle.h"

enum { TEST_KEYS = 8 };

struct test_key {
    float time_s, value, in_tangent, out_tangent, in_weight, out_weight;
    int mode;
};

struct test_curve {
    int pre_wrap, post_wrap, count;
    struct test_key keys[TEST_KEYS];
};

struct test_file {
    bool headerless;
    int major, minor, key_size;
    bool has_markers;
    uint8_t flags[3]; /* camera, hands, gaze: written in 1.1 */
    struct test_curve curves[ORACLE_CURVES];
};

/* A 1.1 file with everything, 8-byte keys, an empty marker list; all curves empty, wrap 8. */
void test_file_init(struct test_file *file);
struct test_curve *test_file_camera(struct test_file *file, int component);
struct test_curve *test_file_tracked(struct test_file *file, int hand);
struct test_curve *test_file_pinching(struct test_file *file, int hand);
struct test_curve *test_file_joint(struct test_file *file, int hand, int joint, int component);
struct test_curve *test_file_gaze(struct test_file *file, int component);
/* A key with tangents 0, weights 0, mode Both. */
void test_curve_add(struct test_curve *curve, float time_s, float value);

/* The file's bytes; free() them. */
uint8_t *test_file_bytes(const struct test_file *file, size_t *out_size);
/* What the oracle reads in it; fails the test where it cannot. */
struct oracle_recording *test_file_parse(const struct test_file *file);
/* Write it to `path`; fails the test where it cannot. */
void test_file_save(const struct test_file *file, const char *path);

#endif
