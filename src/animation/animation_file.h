/* SPDX-License-Identifier: MIT */
/*
 * animation_file: input animation files (docs/format.md): made of frames of a session, and
 * written key by key.
 */
#ifndef US_ANIMATION_FILE_H
#define US_ANIMATION_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "animation/animation_keys.h"
#include "core/base/result.h"
#include "core/keys/key_source.h"
#include "core/recording/recording.h"
#include "session/codec/session_message.h"

/*
 * animation_writer: writes an input animation file (docs/format.md) key by key, in bounded memory.
 *
 * The file holds one curve after the other, and the keys of all curves come frame by frame. The
 * caller therefore says first how many keys each curve will have. Every curve is linear between its
 * keys and clamps outside of them, as the toolkit writes them, but for those whose keys are copied.
 */

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

/*
 * animation_file: writes an input animation file (docs/format.md) of frames of a session, in
 * bounded memory.
 *
 * The keys of a curve are counted before they are written, so the caller gives all frames twice:
 * create, add all, end_pass, add all, end_pass, destroy. The layout is version 1.1 with the
 * sections for which there are data.
 */

struct us_animation_file;

struct us_animation_file_options {
    int file;                          /* empty, and open for writing; the caller closes it */
    uint32_t key_size;                 /* of float curves: 8 or 28 */
    int64_t origin_ns;                 /* the XrTime of recording time 0 */
    double tolerance_m, tolerance_rad; /* 0: keep every key */
};

struct us_animation_file_report {
    struct us_animation_keys_facts facts;
    bool has_head, has_hands, has_gaze;
    bool in_output;               /* a failure is that of the file */
    uint64_t keys, keys_left_out; /* of curves */
    double worst_m, worst_rad;    /* the largest error of the keys that were left out */
    uint64_t bytes;
};

/* NULL: out of memory. */
struct us_animation_file *us_animation_file_create(const struct us_animation_file_options *options);
/*
 * The frames are those of this recording, at the times of its keys. Curves that belong together (a
 * position, a rotation, a direction) and that would not get fewer keys than they have there get
 * these, as they are. Call it before the frames of each pass; the source is borrowed until the end
 * of the pass, and one slot of it is used.
 */
void us_animation_file_keep(struct us_animation_file *file, const struct us_key_source *original);
/* Frames come in the order of their times; one that does not is left out. */
enum us_result us_animation_file_add(struct us_animation_file *file,
                                     const struct us_session_frame *frame, struct us_error *error);
/* `markers` are borrowed by the first of the two calls alone. US_ERROR_NOTHING: the frames hold no
 * head, no hand and no gaze. */
enum us_result us_animation_file_end_pass(struct us_animation_file *file,
                                          const struct us_marker *markers, uint32_t marker_count,
                                          struct us_error *error);
const struct us_animation_file_report *
us_animation_file_report(const struct us_animation_file *file);
/* Accepts NULL. */
void us_animation_file_destroy(struct us_animation_file *file);

#endif
