/* SPDX-License-Identifier: MIT */
/*
 * people: in what one person differs from the person of a script, drawn from a seed.
 *
 * Person n of a seed is the same whatever number of people is drawn. Pure; any thread.
 */
#ifndef TOOL_PERFORM_PEOPLE_H
#define TOOL_PERFORM_PEOPLE_H

#include <stdbool.h>
#include <stdint.h>

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
/* Their names, and NULL. */
extern const char *const tool_perform_traits[TOOL_PERFORM_TRAITS + 1];

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

#endif
