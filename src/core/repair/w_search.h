/* SPDX-License-Identifier: MIT */
/*
 * w_search: finds the sign of a lost W at every key of a rotation.
 *
 * |w| follows from X, Y and Z. The search finds the cheapest path through the signs of all keys. A
 * sign costs more, the further its +Z points away from the bone. A step from key to key costs more,
 * the further the rotation turns. The caller stores what each step returns, and follows it back
 * from the last key. Pure. Private to detect_w.
 */
#ifndef US_W_SEARCH_H
#define US_W_SEARCH_H

#include <stdbool.h>

#include "core/base/pose.h"

/* Begins zeroed. Index 0 is W above 0, and 1 is W below 0. */
struct us_w_search {
    bool has_key;
    struct us_quat rotation[2]; /* at the key before */
    double cost[2];             /* of the cheapest way to it */
};

/* The position curves of the ends of the bone that the rotation's +Z runs along, by the rotation's
 * X curve. False if there is no bone, as for the camera. */
bool us_w_search_bone(unsigned curve_index, unsigned *out_from, unsigned *out_to);

/* The rotation with the rebuilt W. */
struct us_quat us_w_search_rotation(const double xyz[3], bool below);

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

#endif
