/* SPDX-License-Identifier: MIT */
/*
 * block_builder: the blocks (block.h) of a recording of curves: one block, what makes it of a
 * file, and the source of all blocks. Private to the sampler.
 */
#ifndef US_BLOCK_BUILDER_H
#define US_BLOCK_BUILDER_H

#include "core/keys/key_window.h"
#include "core/recording/curve_index.h"
#include "core/sampler/block.h"
#include "core/sampler/frame_table.h"

/*
 * curve_block: a block (block.h) of a recording of curves, or of a span of it. Private to the
 * sampler.
 */

/* The recording times at which the tracks of the whole recording begin and end, for a block that is
 * only a span of it. */
struct us_curve_block_tracks {
    float first_s[US_FRAME_TABLE_TRACKS], last_s[US_FRAME_TABLE_TRACKS];
};

struct us_curve_block_options {
    uint64_t limit_bytes; /* a frame table that would be larger is not made; sampling then searches
                             each curve */
    const struct us_curve_block_tracks
        *tracks; /* NULL: the block is of the whole recording. Otherwise `recording` is a window,
                    and the block copies what it needs */
};

/* Makes a block; the caller owns it. `recording` must be repaired. It must outlive the block if
 * `tracks` is NULL. Fails if memory runs out. */
enum us_result us_curve_block_create(const struct us_recording *recording,
                                     const struct us_curve_block_options *options,
                                     struct us_block **out_block, struct us_error *error);

/* The size of the frame table in multiples of `limit_bytes`. Above 1 the block has no table. */
float us_curve_block_excess(const struct us_block *block);

/*
 * block_builder: reads the keys around a time from a file of curves, and makes a block of them.
 * Private to the curve source.
 *
 * The builder divides time into cells of equal length, so that the curve with the most keys has a
 * few hundred keys in each. A block depends on the file and its cell alone, not on blocks made
 * before. Times are recording times in seconds. A builder belongs to one thread at a time. Its
 * functions allocate and read the file.
 */

/* Whether a rotation has a nonzero key anywhere in the file. */
enum us_block_builder_data {
    US_BLOCK_BUILDER_UNKNOWN,
    US_BLOCK_BUILDER_NONE,
    US_BLOCK_BUILDER_SOME
};

struct us_block_builder {
    const struct us_file *file;         /* borrowed */
    const struct us_curve_index *index; /* borrowed */
    struct us_key_window window;
    struct us_curve_block_tracks tracks;
    double first_s, cell_s;
    uint32_t cell_count;
    enum us_block_builder_data rotation_data[US_RECORDING_POSES];
};

/* Borrows file and index until us_block_builder_finish. */
void us_block_builder_init(struct us_block_builder *builder, const struct us_file *file,
                           const struct us_curve_index *index);
void us_block_builder_finish(struct us_block_builder *builder);

/* The cell that contains a time, which must not be NaN. */
struct us_span us_block_builder_cell(const struct us_block_builder *builder, double time_s);

/*
 * Makes the block for a time. It covers the time's cell, or a part of it if the keys are so dense
 * that the whole cell would take too much memory. `*out_span` is what it covers, also on failure.
 * The caller owns the block.
 */
enum us_result us_block_builder_make(struct us_block_builder *builder, double time_s,
                                     struct us_block **out_block, struct us_span *out_span,
                                     struct us_error *error);

/*
 * Makes a block of about `keys` keys that begins at `time_s`, or at -infinity if no key is before
 * that. It has fewer keys than a cell, so the first poses are available sooner. The caller may call
 * it before us_block_builder_calibrate.
 */
enum us_result us_block_builder_start(struct us_block_builder *builder, double time_s,
                                      uint32_t keys, struct us_block **out_block,
                                      struct us_span *out_span, struct us_error *error);

/*
 * Makes the first block of a file. If it covers only a part of its cell, it also halves the length
 * of all cells until a cell is as short as the block. The result depends on the file and the time
 * alone. Call it once, before us_block_builder_make.
 */
enum us_result us_block_builder_calibrate(struct us_block_builder *builder, double time_s,
                                          struct us_block **out_block, struct us_span *out_span,
                                          struct us_error *error);

/* curve_source: the blocks of a file of curves (block.h). Private to the sampler. */

/* Makes the source of a file of curves. It takes ownership of file and index, also on failure. No
 * curve may have a repeating wrap mode, and no rotation may have lost its W
 * (us_repair_needs_whole). */
enum us_result us_curve_source_create(struct us_file *file, struct us_curve_index *index,
                                      struct us_block_source **out_source, struct us_error *error);

#endif
