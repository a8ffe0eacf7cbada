/* SPDX-License-Identifier: MIT */
/*
 * repair_parts: what the files of the repair share. Private to repair*.c and
 * survey*.c, which finds the same without the whole in memory.
 */
#ifndef US_REPAIR_PARTS_H
#define US_REPAIR_PARTS_H

#include "core/base/pose.h"
#include "core/repair/repair.h"

/* Below this norm a rotation or a direction is no data. */
#define US_REPAIR_ZERO_NORM 1e-3

struct us_repair_work {
    struct us_recording *recording;
    struct us_repair_report *report; /* may be NULL */
};

/* Add an item to the report; false if memory runs out. */
bool us_repair_note(struct us_repair_work *work, enum us_repair_kind kind, unsigned curve_index,
                    uint64_t count, double seconds);

/* What was mended while the file was read: names of markers, and the order of keys. */
bool us_repair_note_reading(struct us_repair_work *work, const struct us_recording *recording);

/* `count` new keys for a curve, owned by the recording; NULL if memory runs out. Wrap modes stay.
 */
uint8_t *us_repair_new_keys(struct us_repair_work *work, struct us_curve *curve, uint32_t count,
                            uint32_t key_size);

/* repair_w.c: rebuild the W of the rotation whose X curve is `curve_index` if its keys were lost.
 * `joint` is None for the camera. */
bool us_repair_w(struct us_repair_work *work, unsigned curve_index, enum us_hand hand,
                 enum us_joint joint);

/* repair_rotation.c: signs, zeros and norms of the rotation whose X curve is `curve_index`. */
bool us_repair_rotation(struct us_repair_work *work, unsigned curve_index, bool expected);

#endif
