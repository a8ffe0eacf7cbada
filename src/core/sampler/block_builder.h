/* SPDX-License-Identifier: MIT */
/*
 * block_builder: makes the block of a file that a time lies in. Private to the stream.
 *
 * It cuts time into cells of equal length, so that the curve with the most keys has a few hundred
 * keys in each. A block depends on the file and its cell alone, and not on the blocks made before.
 * A builder belongs to one thread.
 */
#ifndef US_BLOCK_BUILDER_H
#define US_BLOCK_BUILDER_H

#include "core/sampler/curve_block.h"
#include "core/keys/key_window.h"

/* Whether a rotation has data anywhere in the file. */
enum us_block_builder_data {
    US_BLOCK_BUILDER_UNKNOWN,
    US_BLOCK_BUILDER_NONE,
    US_BLOCK_BUILDER_SOME
};
/* The camera's pose, and then the joints'. */
enum { US_BLOCK_BUILDER_POSES = 1 + US_HAND_COUNT * US_JOINT_COUNT };

struct us_block_builder {
    const struct us_file *file;         /* borrowed */
    const struct us_curve_index *index; /* borrowed */
    struct us_key_window window;
    struct us_curve_block_tracks tracks;
    double first_s, cell_s;
    uint32_t cell_count;
    enum us_block_builder_data rotation_data[US_BLOCK_BUILDER_POSES];
};

void us_block_builder_init(struct us_block_builder *builder, const struct us_file *file,
                           const struct us_curve_index *index);
void us_block_builder_finish(struct us_block_builder *builder);

/* The cell of a time that is a number. */
struct us_span us_block_builder_cell(const struct us_block_builder *builder, double time_s);

/*
 * Make the block for a time: of its cell, or of a part of it where keys stand so close that the
 * whole takes too much memory.
 * `*out_span` is what it covers, also on failure.
 */
enum us_result us_block_builder_make(struct us_block_builder *builder, double time_s,
                                     struct us_block **out_block, struct us_span *out_span,
                                     struct us_error *error);

/*
 * Make a block of about `keys` keys, less than a cell's, from `time_s` on, so that the first poses
 * need not wait for a whole cell. May be called before us_block_builder_calibrate.
 */
enum us_result us_block_builder_start(struct us_block_builder *builder, double time_s,
                                      uint32_t keys, struct us_block **out_block,
                                      struct us_span *out_span, struct us_error *error);

/*
 * Make the first block of a file, and cells smaller if it does not fit into one: so that cells are
 * what blocks are. Depends on the file and the time alone. To be called once, before any other
 * block but that of us_block_builder_start is made.
 */
enum us_result us_block_builder_calibrate(struct us_block_builder *builder, double time_s,
                                          struct us_block **out_block, struct us_span *out_span,
                                          struct us_error *error);

#endif
