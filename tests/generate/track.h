/* SPDX-License-Identifier: MIT */
/*
 * track: the keys of one pose or ray while they are being made, and which of them are kept.
 */
#ifndef US_TRACK_H
#define US_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"

/* Seven values: position and rotation; or six: a ray's origin and direction. The first three are
 * one group, the others another. */
enum { US_TRACK_VALUES = 7, US_TRACK_SPLIT = 3 };

struct us_track_row {
    float time_s;
    float values[US_TRACK_VALUES];
};

struct us_track {
    struct us_track_row *rows; /* from malloc; us_track_finish frees */
    uint32_t count, capacity;
    bool *drop[2]; /* per group and row: left out by the reduction; NULL keeps all */
};

/* Add a key; a rotation gets the sign that is nearer to the one before. False if memory runs out.
 */
bool us_track_add_pose(struct us_track *track, float time_s, struct us_pose pose);
bool us_track_add_ray(struct us_track *track, float time_s, struct us_vec3 origin_m,
                      struct us_vec3 direction);

/*
 * Drop the keys that straight lines between the others replace well enough, as the toolkit's
 * reduction does: each group on its own, position and origin within 1 mm, rotation and direction
 * within 0.01 (about a degree). First and last stay. False if memory runs out.
 */
bool us_track_reduce(struct us_track *track);

bool us_track_keeps(const struct us_track *track, unsigned component, uint32_t index);

void us_track_finish(struct us_track *track);

#endif
