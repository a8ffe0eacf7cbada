/* SPDX-License-Identifier: MIT */
/*
 * support: what the unit tests share. It uses nothing of src/: files are written here byte by byte,
 * so that a test's expectation never comes from the code under test.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* ctest reads this exit code as "skipped"; the reason is printed first. */
enum { SUPPORT_SKIP = 77 };

/* Fails the running test where `got` is not within `within` of `want`, NaN included. */
void check_near(double got, double want, double within, const char *what);

/* Uniform in [0, 1) (Marsaglia's xorshift); a state is any number but 0. */
double random_share(uint64_t *state);
double random_between(uint64_t *state, double low, double high);

/* A copy of `size` bytes that ends at an inaccessible page: one byte too far faults. */
struct guarded {
    uint8_t *bytes;
    uint64_t size;
    void *map;
    size_t map_size;
};
struct guarded guarded_copy(const void *bytes, uint64_t size);
void guarded_free(struct guarded *guarded);

/* ---- Input animation files, written as docs/format.md says ---- */

enum {
    ANIMATION_CURVES = 395,
    ANIMATION_CAMERA = 0,
    ANIMATION_TRACKED = 7,
    ANIMATION_PINCHING = 9,
    ANIMATION_JOINTS = 11
};
enum { ANIMATION_GAZE = 389, ANIMATION_MARKERS = 8, ANIMATION_JOINT_COUNT = 27 };

struct animation_key {
    float time_s, value, in_tangent, out_tangent, in_weight, out_weight;
    int32_t mode;
};

struct animation_curve {
    int32_t pre, post;
    unsigned count, capacity;
    struct animation_key *keys;
};

struct animation_marker {
    float time_s;
    const char *name;
    unsigned length;
};

struct animation_file {
    bool header;
    int32_t major, minor;
    uint8_t flags[3];
    unsigned key_size;
    bool has_markers;
    struct animation_marker markers[ANIMATION_MARKERS];
    unsigned marker_count;
    struct animation_curve curves[ANIMATION_CURVES];
    /* After animation_bytes: where each curve's header begins, 0 for what is not in the file. */
    uint64_t curve_byte[ANIMATION_CURVES];
    uint64_t markers_byte;
};

/* A 1.1 file with all sections, 8-byte keys, an empty marker list, no key at all, wrap mode 8. */
void animation_init(struct animation_file *file);
void animation_finish(struct animation_file *file);
unsigned animation_joint(unsigned hand, unsigned joint);
/* A key as the toolkit writes it: weights 0, mode Both, which is linear. */
void animation_add(struct animation_file *file, unsigned curve, double time_s, double value);
void animation_add_key(struct animation_file *file, unsigned curve, struct animation_key key);
/* A key for each component of a pose: rotation q (X Y Z W), position p. */
void animation_add_pose(struct animation_file *file, unsigned curve, double time_s,
                        const double q[4], const double p[3]);
void animation_wrap_all(struct animation_file *file, int32_t pre, int32_t post);
/* The file's bytes, from malloc. */
uint8_t *animation_bytes(struct animation_file *file, uint64_t *out_size);
/* A small file with keys in every section, with 28-byte keys that are not all linear if so asked.
 */
void animation_fill_small(struct animation_file *file, bool bent);

/* Put a little-endian value at a place in bytes. */
void poke_i32(uint8_t *at, int32_t value);
void poke_f32(uint8_t *at, float value);
int32_t peek_i32(const uint8_t *at);

/* Write a file into the test's own folder under TMPDIR or /tmp; `path` needs 256 bytes. */
void save_file(const char *name, const void *bytes, uint64_t size, char *path);
/* A file has this text, of up to 8191 bytes. */
void check_file_text(const char *path, const char *expected);
/* A path in that folder. */
void scratch_path(const char *name, char *path);
void scratch_remove(void);

/* Exits with SUPPORT_SKIP where a process cannot forbid itself system calls (seccomp's strict
 * mode), as under an emulator. */
void need_strict_seccomp(void);

/* The samples' folder; exits with SUPPORT_SKIP where it is missing. */
const char *samples_folder(void);
/* A sample's bytes, from malloc. */
uint8_t *sample_bytes(const char *name, uint64_t *out_size);

#endif
