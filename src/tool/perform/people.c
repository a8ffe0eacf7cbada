/* SPDX-License-Identifier: MIT */
#include "tool/perform/people.h"

#include <math.h>
#include <stddef.h>

#include "core/base/random.h"

#define LEFT_HANDED_SHARE 0.1

/* Sizes and speeds are near the mean of adults, with about their spread. */
#define HEIGHT_MEAN_M 1.70
#define HEIGHT_SPREAD_M 0.10
#define ARM_SPREAD 0.03 /* of the arms, in proportion to the height */
#define HAND_SPREAD 0.04
#define SPEED_SPREAD 0.17
#define TREMOR_LEAST_MM 0.05
#define TREMOR_MOST_MM 0.6

const char *const tool_perform_traits[TOOL_PERFORM_TRAITS + 1] = {
    [TOOL_PERFORM_TRAIT_HEIGHT] = "height", [TOOL_PERFORM_TRAIT_REACH] = "reach",
    [TOOL_PERFORM_TRAIT_HANDS] = "hands",   [TOOL_PERFORM_TRAIT_SPEED] = "speed",
    [TOOL_PERFORM_TRAIT_TREMOR] = "tremor", [TOOL_PERFORM_TRAIT_HANDEDNESS] = "handedness",
};

/* The random numbers of one trait of one person. */
struct draw {
    uint64_t person;
    unsigned count;
};

/* A number in [0, 1). */
static double draw_share(struct draw *draw)
{
    return 0.5 + 0.5 * us_random_of(us_random_mix(draw->person ^ (uint64_t)++draw->count << 32));
}

/* The sum of twelve has the spread 1 and nearly a bell's shape. */
static double draw_bell(struct draw *draw, double mean, double spread, double least, double most)
{
    double sum = -6.0;
    for (int i = 0; i < 12; i++)
        sum += draw_share(draw);
    return fmin(most, fmax(least, mean + spread * sum));
}

struct tool_perform_person tool_perform_people_plain(void)
{
    return (struct tool_perform_person){
        .height_m = TOOL_PERFORM_HEIGHT_M, .reach = 1.0, .hands = 1.0, .speed = 1.0};
}

static bool has(unsigned differs, enum tool_perform_trait trait)
{
    return (differs >> trait & 1u) != 0;
}

/* Everything is drawn, so that no trait depends on which of the others differ; arms and hands have
 * the size that belongs to the height, if that differs. */
struct tool_perform_person tool_perform_people_draw(uint64_t seed, uint64_t number,
                                                    unsigned differs)
{
    struct draw draw = {.person = us_random_mix(us_random_mix(seed) + number)};
    const double height_m = draw_bell(&draw, HEIGHT_MEAN_M, HEIGHT_SPREAD_M, 1.45, 2.0);
    const double arms = draw_bell(&draw, 1.0, ARM_SPREAD, 0.92, 1.08);
    const double hands = draw_bell(&draw, 1.0, HAND_SPREAD, 0.9, 1.1);
    const double speed = draw_bell(&draw, 1.0, SPEED_SPREAD, 0.65, 1.5);
    const double steadiness = draw_share(&draw), side = draw_share(&draw);
    struct tool_perform_person out = tool_perform_people_plain();
    out.noise = us_random_mix(draw.person);
    if (has(differs, TOOL_PERFORM_TRAIT_HEIGHT))
        out.height_m = height_m;
    const double size = out.height_m / TOOL_PERFORM_HEIGHT_M;
    if (has(differs, TOOL_PERFORM_TRAIT_REACH))
        out.reach = size * arms;
    if (has(differs, TOOL_PERFORM_TRAIT_HANDS))
        out.hands = size * hands;
    if (has(differs, TOOL_PERFORM_TRAIT_SPEED))
        out.speed = speed;
    if (has(differs, TOOL_PERFORM_TRAIT_TREMOR))
        out.tremor_mm =
            TREMOR_LEAST_MM + (TREMOR_MOST_MM - TREMOR_LEAST_MM) * steadiness * steadiness;
    out.is_left_handed = has(differs, TOOL_PERFORM_TRAIT_HANDEDNESS) && side < LEFT_HANDED_SHARE;
    return out;
}
