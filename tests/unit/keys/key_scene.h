/* SPDX-License-Identifier: MIT */
/*
 * key_scene: a file in memory with keys in the camera's first curves, for tests of what reads keys.
 * The value of each key is its number. Reads of the file are counted (--wrap=us_file_get).
 */
#ifndef KEY_SCENE_H
#define KEY_SCENE_H

#include "core/recording/curve_index.h"
#include "support.h"

enum { KEY_SCENE_CURVES = 4, KEY_SCENE_MOST = 400 };

struct key_scene {
    unsigned count[KEY_SCENE_CURVES];
    float times_s[KEY_SCENE_CURVES][KEY_SCENE_MOST];
    uint8_t *bytes;
    uint64_t size;
    struct us_file file;
    struct us_curve_index index;
};

/* How often the file was read since it was opened, or since this was set. */
extern uint64_t key_scene_reads;

/* Writes the file, with keys of 8 or 28 bytes, and reads its index. */
void key_scene_open(struct key_scene *scene, unsigned key_size);
/* The same of a file that is made already; its keys are dropped. */
void key_scene_read(struct key_scene *scene, struct animation_file *file);
void key_scene_close(struct key_scene *scene);

/* Gives a curve times on quarters of a second that never fall, some of them several times. */
void key_scene_fill(struct key_scene *scene, unsigned curve, unsigned count, uint64_t *random);

/* All times of all curves in order, each once; returns how many. `out` has room for all keys. */
unsigned key_scene_unite(const struct key_scene *scene, float *out);

#endif
