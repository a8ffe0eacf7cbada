/* SPDX-License-Identifier: MIT */
/*
 * curve_source: the blocks of a file of curves (block.h). Private to the sampler.
 */
#ifndef US_CURVE_SOURCE_H
#define US_CURVE_SOURCE_H

#include "core/recording/curve_index.h"
#include "core/sampler/block.h"

/* Makes the source of a file of curves. It takes ownership of file and index, also on failure. No
 * curve may have a repeating wrap mode, and no rotation may have lost its W
 * (us_repair_needs_whole). */
enum us_result us_curve_source_create(struct us_file *file, struct us_curve_index *index,
                                      struct us_block_source **out_source, struct us_error *error);

#endif
