/* SPDX-License-Identifier: MIT */
/*
 * detect_w: finds rotations whose W the toolkit lost, and the W that belongs there. Private to
 * repair and inspect.
 *
 * The keys of a lost W stand at the times of X, Y and Z. w_search decides their signs: it goes
 * forward through all keys, and then back. Between the two, each key needs two bits.
 */
#ifndef US_DETECT_W_H
#define US_DETECT_W_H

#include "core/repair/detect.h"

/* The signs of a W that was lost. */
struct us_lost_w {
    uint8_t *signs; /* two bits a key; from malloc */
    uint32_t count; /* keys */
};

/* True if the W of the rotation whose X curve is `curve_index` was lost: W has one key and X has
 * more, or W has two and the second one is Z's last. Reads no curve behind that rotation. */
bool us_detect_w_is_lost(const struct us_key_source *source, unsigned curve_index);

/*
 * Finds the signs of a lost W, and adds W_DEFECT to the report, and W_CAMERA if the rotation has no
 * bone. The caller calls us_lost_w_finish, also after a failure. US_OK, US_ERROR_MEMORY or, for a
 * file, US_ERROR_FILE.
 */
enum us_result us_detect_lost_w(const struct us_detect *detect, unsigned curve_index,
                                struct us_lost_w *out);

/* The W of key `key`, which stands at `time_s`. `xyz`: three readers, on X, Y and Z. */
float us_lost_w_at(const struct us_lost_w *w, uint32_t key, struct us_curve_reader xyz[3],
                   double time_s);

void us_lost_w_finish(struct us_lost_w *w);

/* us_detect_lost_w uses the slots from this one on, and detect_rotation those before it. */
enum { US_DETECT_W_SLOT = 4 };

#endif
