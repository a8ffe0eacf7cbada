/* SPDX-License-Identifier: MIT */
/*
 * detect_w: finds a lost W of rotations, and searches for the W that fits best.
 *
 * w_search: finds the sign of a lost W at every key of a rotation.
 *
 * |w| follows from X, Y and Z. The search finds the cheapest path through the signs of all keys. A
 * sign costs more, the further its +Z points away from the bone. A step from key to key costs more,
 * the further the rotation turns. The caller stores what each step returns, and follows it back
 * from the last key. Pure. Private to detect_w.
 */
#ifndef US_DETECT_W_H
#define US_DETECT_W_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "core/repair/detect.h"

/* Begins zeroed. Index 0 is W above 0, and 1 is W below 0. */
struct us_w_search {
    bool has_key;
    struct us_quat rotation[2]; /* at the key before */
    double cost[2];             /* of the cheapest way to it */
};

/* The position curves of the ends of the bone that the rotation's +Z runs along, by the rotation's
 * X curve. False if there is no bone, as for the camera. */
bool us_w_search_bone(unsigned curve_index, unsigned *out_from, unsigned *out_to);

/*
 * Adds the next key. `bone` runs from end to end; zero where there is none. Returns two bits: bit i
 * is the index at the key before that sign i came from.
 */
unsigned us_w_search_next(struct us_w_search *search, const double xyz[3], struct us_vec3 bone);

/* Call after the first key, if W still has a key there, whose value is `w`. The other sign then
 * costs as much as a bone that points the opposite way. */
void us_w_search_trust(struct us_w_search *search, float w);

/* The sign at the last key: the index of the cheaper way. */
unsigned us_w_search_last(const struct us_w_search *search);

/*
 * detect_w: finds rotations whose W the toolkit lost, and the W that belongs there. Private to
 * repair and inspect.
 *
 * The keys of a lost W stand at the times of X, Y and Z. w_search decides their signs: it goes
 * forward through all keys, and then back. Between the two, each key needs two bits.
 */

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
