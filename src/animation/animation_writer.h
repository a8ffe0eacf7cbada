/* SPDX-License-Identifier: MIT */
/*
 * animation_writer: writes an input animation file (docs/format.md) key by key, in bounded memory.
 *
 * The file holds one curve after the other, and the keys of all curves come frame by frame. The
 * caller therefore says first how many keys each curve will have. Every curve is linear between its
 * keys and clamps outside of them, as the toolkit writes them, but for those whose keys are copied.
 */
#ifndef US_ANIMATION_WRITER_H
#define US_ANIMATION_WRITER_H

#include <stdint.h>

#include "core/base/result.h"
#include "core/recording/recording.h"

struct us_animation_writer;

struct us_animation_plan {
    struct us_layout layout;
    uint64_t key_counts[US_CURVE_COUNT]; /* of sections that the layout lacks: not used */
    const struct us_marker *markers;     /* borrowed by create alone */
    /* The curve whose keys a curve gets, of the same key size: borrowed by create alone, which
     * takes its wrap modes. NULL: it gets other keys, and clamps. */
    const struct us_curve *kept[US_CURVE_COUNT];
    uint32_t marker_count;
};

/* Writes everything but the keys to an empty file. The caller closes the file and destroys the
 * result. */
enum us_result us_animation_writer_create(int file, const struct us_animation_plan *plan,
                                          struct us_animation_writer **out, struct us_error *error);

/* Adds the next key of a curve; keys come in the order of their times. A curve that the layout
 * lacks takes none. */
enum us_result us_animation_writer_add(struct us_animation_writer *writer, unsigned curve,
                                       float time_s, float value, struct us_error *error);

/* The same for a key that is copied as it is. */
enum us_result us_animation_writer_copy(struct us_animation_writer *writer, unsigned curve,
                                        const struct us_key *key, struct us_error *error);

/* Writes the keys that wait. It is an error if a curve did not get all its keys. */
enum us_result us_animation_writer_finish(struct us_animation_writer *writer, uint64_t *out_size,
                                          struct us_error *error);

void us_animation_writer_destroy(struct us_animation_writer *writer);

#endif
