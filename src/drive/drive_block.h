/* SPDX-License-Identifier: MIT */
/*
 * drive_block: the block (core/sampler/block.h) of a drive: what the driver has put so far.
 *
 * Unlike other blocks it grows while it is sampled. Frames that were put never change, so the same
 * time gives the same bits as long as it is not later than the newest frame, nor more than
 * US_DRIVE_BACK + US_DRIVE_LATE frames before it, or pinned.
 */
#ifndef US_DRIVE_BLOCK_H
#define US_DRIVE_BLOCK_H

#include "core/sampler/block.h"
#include "drive/drive_memory.h"

/* The drive must outlive it. NULL: no frame was put yet, or no memory. */
struct us_block *us_drive_block(const struct us_drive *drive);

/* A fault freezes the person at this recording time: its frames can be read however long ago they
 * are. At most US_FAULTS_MAX times; further ones do nothing. One thread at a time; no lock,
 * allocation or system call. */
void us_drive_block_pin(struct us_block *block, double time_s);
/* Keeps what is pinned up to this frame, which was granted. One thread at a time; no lock,
 * allocation or system call. */
void us_drive_block_keep(struct us_block *block, uint64_t frame);

#endif
