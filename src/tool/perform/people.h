/* SPDX-License-Identifier: MIT */
/*
 * people: in what one person differs from the person of a script, drawn from a seed, and the script
 * as that person does it.
 *
 * Person n of a seed is the same whatever number of people is drawn. Any thread.
 */
#ifndef TOOL_PERFORM_PEOPLE_H
#define TOOL_PERFORM_PEOPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "person/script.h"

/* Who acts by a script as it is written: the eyes are 1.6 m above the floor, 0.11 m below the top
 * of the head. */
#define TOOL_PERFORM_HEIGHT_M 1.71

/* Traits, in the order of tool_perform_traits; bits 1 << trait. */
enum tool_perform_trait {
    TOOL_PERFORM_TRAIT_HEIGHT,
    TOOL_PERFORM_TRAIT_REACH,
    TOOL_PERFORM_TRAIT_HANDS,
    TOOL_PERFORM_TRAIT_SPEED,
    TOOL_PERFORM_TRAIT_TREMOR,
    TOOL_PERFORM_TRAIT_HANDEDNESS,
    TOOL_PERFORM_TRAITS
};
/* Their names, then "all", which stands for every one of them, and NULL. */
extern const char *const tool_perform_traits[TOOL_PERFORM_TRAITS + 2];

struct tool_perform_person {
    double height_m;     /* 1.45 to 2.00 */
    double reach;        /* of the arms, relative to the script's person: 0.78 to 1.27 */
    double hands;        /* the bones of the hands, likewise: 0.76 to 1.29 */
    double speed;        /* 0.65 to 1.5; 2: twice as fast as the script */
    double tremor_mm;    /* root mean square of the hands' tremor along each axis, 0 to 0.6 */
    bool is_left_handed; /* does with the left hand what the script says of the right, mirrored */
    uint64_t noise;      /* the seed of the tremor */
};

/* Who acts by the script as it is written. */
struct tool_perform_person tool_perform_people_plain(void);

/* Person `number`, from 1, of a seed. In traits whose bit is not set in `differs`, the person is
 * the plain one; the other traits do not depend on that. */
struct tool_perform_person tool_perform_people_draw(uint64_t seed, uint64_t number,
                                                    unsigned differs);

/* ---- A script as another person would do it: the head higher or lower above the floor, the hands
 * farther from it or nearer, and all of it faster or slower. What the fingers and the inputs do
 * stays as it is ---- */

/*
 * Makes *out, which is empty, a copy of the script as the person does it. A head that is y above
 * the floor is y times height_m / TOOL_PERFORM_HEIGHT_M above it; a hand keeps its direction from
 * the head, at `reach` times the distance; times are divided by `speed`. Rotations, recentrings and
 * the gaze's direction in the head stay. False: memory ran out, and *out stays empty.
 */
bool tool_perform_body_fit(const struct rt_script *script, const struct tool_perform_person *person,
                           struct rt_script *out);

/* The time of the script's last line, in seconds; 0 if it has none. */
double tool_perform_body_length_s(const struct rt_script *script);

/*
 * The time up to which nothing changes from this time on: nothing moves, and no line begins. The
 * time itself, if something moves; infinity, if nothing ever changes again.
 */
double tool_perform_body_still_until(const struct rt_script *script, double time_s);

#endif
