/* SPDX-License-Identifier: MIT */
/*
 * inspect_w: the signs of the W that us_repair would rebuild, key by key at the times of X, Y and
 * Z. Private to the inspection.
 */
#ifndef US_INSPECT_W_H
#define US_INSPECT_W_H

#include "core/inspect/inspect_work.h"

struct us_inspect_w {
    uint8_t *steps; /* two bits a key; from malloc */
    uint32_t count; /* keys */
};
/* True if W of the rotation whose X curve is `curve_index` was lost. Reads no curve behind that
 * rotation. */
bool us_inspect_w_is_lost(const struct us_inspect_work *work, unsigned curve_index);
enum us_result us_inspect_w_find(struct us_inspect_work *work, unsigned curve_index,
                                 struct us_inspect_w *out);
/* The rebuilt W at the key's time, from windows on X, Y and Z. */
float us_inspect_w_at(const struct us_inspect_w *w, uint32_t key, struct us_curve_reader *xyz,
                      double time_s);
void us_inspect_w_finish(struct us_inspect_w *w);

/* inspect_w uses the slots from this one on, and inspect_rotation those before it. */
enum { US_INSPECT_W_SLOT = 4 };

#endif
