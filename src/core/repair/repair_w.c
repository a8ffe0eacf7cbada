/* SPDX-License-Identifier: MIT */
#include "core/repair/repair_w.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/base/pose.h"
#include "core/curve/key_times.h"

/* How much a turn between neighbouring keys counts against pointing away from the bone. */
#define CONTINUITY_SHARE 0.1

/*
 * Both signs of W at every key, and the cheaper way to have come there. A key's cost is how far its
 * +Z points away from the bone; a step's cost is how far the rotation turns.
 */
struct candidate {
    struct us_quat rotation;
    double cost;
    uint8_t came_from;
};

struct search {
    const struct us_recording *recording;
    unsigned curve_index;
    bool has_bone;
    unsigned bone_from, bone_to; /* position curves of the bone's ends */
    struct us_key_times times;
    struct candidate (*candidates)[2];
};

static bool w_is_lost(const struct us_curve *rotation)
{
    const struct us_curve *x = &rotation[0], *z = &rotation[2], *w = &rotation[3];
    if (w->key_count >= x->key_count)
        return false;
    if (w->key_count == 1)
        return true;
    return w->key_count == 2 && z->key_count > 0 &&
           us_curve_key(w, 1).value == us_curve_key(z, z->key_count - 1).value;
}

static struct us_vec3 position_at(const struct us_recording *recording, unsigned curve_index,
                                  double time_s)
{
    const struct us_curve *curves = &recording->curves[curve_index];
    return (struct us_vec3){(float)us_curve_evaluate(&curves[0], time_s, NULL),
                            (float)us_curve_evaluate(&curves[1], time_s, NULL),
                            (float)us_curve_evaluate(&curves[2], time_s, NULL)};
}

static double bone_cost(const struct search *search, struct us_quat rotation, double time_s)
{
    if (!search->has_bone)
        return 0.0;
    struct us_vec3 from_m = position_at(search->recording, search->bone_from, time_s);
    struct us_vec3 to_m = position_at(search->recording, search->bone_to, time_s);
    struct us_vec3 bone = us_vec3_sub(to_m, from_m);
    float length = us_vec3_norm(bone);
    if (!(length > 1e-5f))
        return 0.0;
    struct us_vec3 forward = us_quat_rotate(rotation, (struct us_vec3){0.0f, 0.0f, 1.0f});
    return 1.0 - (double)(us_vec3_dot(forward, bone) / length);
}

static void fill_candidates(struct search *search, uint32_t index)
{
    const struct us_curve *curves = &search->recording->curves[search->curve_index];
    double time_s = (double)search->times.at_s[index];
    double x = us_curve_evaluate(&curves[0], time_s, NULL);
    double y = us_curve_evaluate(&curves[1], time_s, NULL);
    double z = us_curve_evaluate(&curves[2], time_s, NULL);
    double w = sqrt(fmax(0.0, 1.0 - x * x - y * y - z * z));
    for (unsigned i = 0; i < 2; i++) {
        struct candidate *candidate = &search->candidates[index][i];
        candidate->rotation = us_quat_normalize(
            (struct us_quat){(float)x, (float)y, (float)z, (float)(i == 0 ? w : -w)});
        candidate->cost = bone_cost(search, candidate->rotation, time_s);
    }
}

static void step(struct search *search, uint32_t index)
{
    for (unsigned i = 0; i < 2; i++) {
        struct candidate *here = &search->candidates[index][i];
        double best = INFINITY;
        for (unsigned j = 0; j < 2; j++) {
            const struct candidate *before = &search->candidates[index - 1][j];
            double turn = 1.0 - fabs((double)us_quat_dot(before->rotation, here->rotation));
            double cost = before->cost + CONTINUITY_SHARE * turn;
            if (cost < best) {
                best = cost;
                here->came_from = (uint8_t)j;
            }
        }
        here->cost += best;
    }
}

/* The first W key outlived the defect and is worth as much as a bone that points the wrong way. */
static void trust_first_key(struct search *search)
{
    const struct us_curve *w = &search->recording->curves[search->curve_index + 3];
    float value = us_curve_key(w, 0).value;
    if (us_curve_time_s(w, 0) == search->times.at_s[0] && value != 0.0f)
        search->candidates[0][value > 0.0f ? 1 : 0].cost += 2.0;
}

static void run_search(struct search *search)
{
    for (uint32_t i = 0; i < search->times.count; i++)
        fill_candidates(search, i);
    trust_first_key(search);
    for (uint32_t i = 1; i < search->times.count; i++)
        step(search, i);
}

static bool write_w(struct us_repair_work *work, const struct search *search)
{
    struct us_curve *w = &work->recording->curves[search->curve_index + 3];
    uint32_t count = search->times.count;
    uint32_t key_size = w->key_size;
    uint8_t *keys = us_repair_new_keys(work, w, count, key_size);
    if (keys == NULL)
        return false;
    const struct candidate *last = search->candidates[count - 1];
    unsigned state = last[1].cost < last[0].cost ? 1 : 0;
    for (uint32_t i = count; i-- > 0;) {
        const struct candidate *candidate = &search->candidates[i][state];
        struct us_key key = {.time_s = search->times.at_s[i],
                             .value = candidate->rotation.w,
                             .weighted_mode = US_WEIGHTED_BOTH};
        uint8_t bytes[US_KEY_SIZE_FULL];
        us_key_store(&key, bytes);
        for (uint32_t j = 0; j < key_size; j++)
            keys[(size_t)i * key_size + j] = bytes[j];
        state = candidate->came_from;
    }
    return true;
}

bool us_repair_w(struct us_repair_work *work, unsigned curve_index, enum us_hand hand,
                 enum us_joint joint)
{
    struct us_curve *rotation = &work->recording->curves[curve_index];
    if (!w_is_lost(rotation))
        return true;

    struct search search = {.recording = work->recording, .curve_index = curve_index};
    enum us_joint from, to;
    if (us_joint_bone(joint, &from, &to)) {
        search.has_bone = true;
        search.bone_from = us_recording_joint_curve(hand, from);
        search.bone_to = us_recording_joint_curve(hand, to);
    }
    const struct us_curve *const xyz[3] = {&rotation[0], &rotation[1], &rotation[2]};
    bool done = us_key_times_union(xyz, 3, &search.times);
    search.candidates = calloc((size_t)search.times.count + 1, sizeof(*search.candidates));
    done = done && search.candidates != NULL;
    if (done) {
        run_search(&search);
        done = write_w(work, &search) &&
               us_repair_note(work, US_REPAIR_W_DEFECT, curve_index, search.times.count, 0.0) &&
               (search.has_bone ||
                us_repair_note(work, US_REPAIR_W_CAMERA, curve_index, search.times.count, 0.0));
    }
    free(search.candidates);
    us_key_times_finish(&search.times);
    return done;
}
