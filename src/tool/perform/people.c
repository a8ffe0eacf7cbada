/* SPDX-License-Identifier: MIT */
#include "tool/perform/people.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/base/bytes.h"
#include "person/geometry.h"
#include "person/scripted_person.h"

#define LEFT_HANDED_SHARE 0.1

/* Sizes and speeds are near the mean of adults, with about their spread. */
#define HEIGHT_MEAN_M 1.70
#define HEIGHT_SPREAD_M 0.10
#define ARM_SPREAD 0.03 /* of the arms, in proportion to the height */
#define HAND_SPREAD 0.04
#define SPEED_SPREAD 0.17
#define TREMOR_LEAST_MM 0.05
#define TREMOR_MOST_MM 0.6

const char *const tool_perform_traits[TOOL_PERFORM_TRAITS + 2] = {
    [TOOL_PERFORM_TRAIT_HEIGHT] = "height", [TOOL_PERFORM_TRAIT_REACH] = "reach",
    [TOOL_PERFORM_TRAIT_HANDS] = "hands",   [TOOL_PERFORM_TRAIT_SPEED] = "speed",
    [TOOL_PERFORM_TRAIT_TREMOR] = "tremor", [TOOL_PERFORM_TRAIT_HANDEDNESS] = "handedness",
    [TOOL_PERFORM_TRAITS] = "all",
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

/* ---- What a script becomes ---- */

static bool is_hand(enum rt_script_subject subject)
{
    return subject == RT_SCRIPT_LEFT || subject == RT_SCRIPT_RIGHT;
}

static struct rt_vector fit_head(struct rt_vector head_m, const struct tool_perform_person *person)
{
    const double floor_m = rt_geometry_floor().position_m.y;
    head_m.y = floor_m + (head_m.y - floor_m) * person->height_m / TOOL_PERFORM_HEIGHT_M;
    return head_m;
}

/* The head is where the script has it at the time. */
static struct rt_vector fit_hand(struct rt_vector hand_m, struct rt_vector head_m,
                                 const struct tool_perform_person *person)
{
    const struct rt_vector to = fit_head(head_m, person);
    return (struct rt_vector){to.x + person->reach * (hand_m.x - head_m.x),
                              to.y + person->reach * (hand_m.y - head_m.y),
                              to.z + person->reach * (hand_m.z - head_m.z)};
}

static void fit_pose(struct rt_track_key *key, enum rt_script_subject subject,
                     const struct rt_script *script, const struct tool_perform_person *person)
{
    struct rt_motion pose = rt_track_key_pose(key);
    const struct rt_vector head_m = rt_scripted_person_head(script, key->time_s).position_m;
    pose.position_m = subject == RT_SCRIPT_HEAD ? fit_head(pose.position_m, person)
                                                : fit_hand(pose.position_m, head_m, person);
    rt_track_set_pose(key, &pose);
}

/* Says of a head or a hand without a line where it is without one. */
static bool add_place(struct rt_script *script, enum rt_script_subject subject, const char *name,
                      struct rt_motion pose)
{
    struct rt_track_key key = {0};
    struct rt_track *track = rt_script_open(script, subject, name, RT_TRACK_POSE);
    rt_track_set_pose(&key, &pose);
    return track != NULL && (track->count > 0 || rt_track_add(track, &key));
}

static bool add_places(struct rt_script *script)
{
    bool good = add_place(script, RT_SCRIPT_HEAD, "pose", rt_motion_identity());
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const enum rt_script_subject subject = rt_script_subject_of((enum us_hand)hand);
        if (rt_script_find(script, subject, "wrist") == NULL)
            good = good &&
                   add_place(script, subject, "grip", rt_geometry_resting_grip((enum us_hand)hand));
    }
    return good;
}

bool tool_perform_body_fit(const struct rt_script *script, const struct tool_perform_person *person,
                           struct rt_script *out)
{
    const bool has_size = person->height_m != TOOL_PERFORM_HEIGHT_M || person->reach != 1.0;
    if (!rt_script_copy(script, out))
        return false;
    if (has_size && !add_places(out)) {
        rt_script_clear(out);
        return false;
    }
    for (size_t i = 0; i < out->count; i++) {
        struct rt_script_input *input = &out->inputs[i];
        const bool is_placed = input->track.kind == RT_TRACK_POSE &&
                               (input->subject == RT_SCRIPT_HEAD || is_hand(input->subject));
        for (size_t k = 0; k < input->track.count; k++) {
            if (has_size && is_placed)
                fit_pose(&input->track.keys[k], input->subject, script, person);
            input->track.keys[k].time_s /= person->speed;
        }
    }
    return true;
}

double tool_perform_body_length_s(const struct rt_script *script)
{
    double last_s = 0.0;
    for (size_t i = 0; i < script->count; i++) {
        const struct rt_track *track = &script->inputs[i].track;
        if (track->count > 0)
            last_s = fmax(last_s, track->keys[track->count - 1].time_s);
    }
    return last_s;
}

static double still_until(const struct rt_track *track, double time_s)
{
    const struct rt_track_key *key = rt_track_step(track, time_s);
    const struct rt_track_key *next = key == NULL ? track->keys : key + 1;
    if (next == track->keys + track->count)
        return (double)INFINITY;
    const bool moves = key != NULL && track->kind != RT_TRACK_STEP &&
                       memcmp(key->values, next->values, sizeof key->values) != 0;
    return moves ? time_s : next->time_s;
}

double tool_perform_body_still_until(const struct rt_script *script, double time_s)
{
    double until_s = (double)INFINITY;
    for (size_t i = 0; i < script->count; i++)
        if (script->inputs[i].track.count > 0)
            until_s = fmin(until_s, still_until(&script->inputs[i].track, time_s));
    return until_s;
}
