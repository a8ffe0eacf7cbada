/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_w.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/pose.h"

/* As in repair_w: how much a turn between neighbouring keys counts against pointing away from the
 * bone. */
#define CONTINUITY_SHARE 0.1

enum { Z = 2, W = 3, XYZ = 3 };

/*
 * The search of repair_w, which weighs both signs of W at every key, going forward through windows.
 * Of each key only where its two candidates came from is kept, a bit each; the way back then turns
 * them into signs.
 */
struct search {
    struct us_curve_reader times[XYZ], xyz[XYZ], from[XYZ], to[XYZ];
    bool has_bone;
    struct us_quat rotation[2]; /* with W above and below 0, at the key that was looked at last */
    double cost[2];
};

bool us_inspect_w_is_lost(const struct us_inspect_work *work, unsigned curve_index)
{
    const struct us_curve *curves = &work->index->head.curves[curve_index];
    if (curves[W].key_count >= curves[0].key_count)
        return false;
    if (curves[W].key_count != 2 || curves[Z].key_count == 0)
        return curves[W].key_count == 1;
    struct us_curve_reader z = us_inspect_pages(work, 0, curve_index + Z);
    struct us_curve_reader w = us_inspect_pages(work, 1, curve_index + W);
    return us_curve_reader_key(&w, 1).value == us_curve_reader_key(&z, z.curve.key_count - 1).value;
}

static struct us_vec3 position_at(struct us_curve_reader *curves, double time_s)
{
    return (struct us_vec3){(float)us_curve_reader_evaluate(&curves[0], time_s),
                            (float)us_curve_reader_evaluate(&curves[1], time_s),
                            (float)us_curve_reader_evaluate(&curves[2], time_s)};
}

static double bone_cost(struct us_vec3 bone, struct us_quat rotation)
{
    float length = us_vec3_norm(bone);
    if (!(length > 1e-5f))
        return 0.0;
    struct us_vec3 forward = us_quat_rotate(rotation, (struct us_vec3){0.0f, 0.0f, 1.0f});
    return 1.0 - (double)(us_vec3_dot(forward, bone) / length);
}

static struct us_quat rotation_at(struct us_curve_reader *xyz, double time_s, bool below)
{
    double x = us_curve_reader_evaluate(&xyz[0], time_s);
    double y = us_curve_reader_evaluate(&xyz[1], time_s);
    double z = us_curve_reader_evaluate(&xyz[2], time_s);
    double w = sqrt(fmax(0.0, 1.0 - x * x - y * y - z * z));
    return us_quat_normalize(
        (struct us_quat){(float)x, (float)y, (float)z, (float)(below ? -w : w)});
}

/* Go on to the key at `time_s`. Returns two bits: from which candidate before it each one comes. */
static unsigned step(struct search *search, double time_s, bool is_first)
{
    struct us_quat rotation[2];
    double cost[2];
    unsigned came_from = 0;
    struct us_vec3 bone = {0.0f, 0.0f, 0.0f};
    if (search->has_bone)
        bone = us_vec3_sub(position_at(search->to, time_s), position_at(search->from, time_s));
    for (unsigned i = 0; i < 2; i++) {
        rotation[i] = rotation_at(search->xyz, time_s, i == 1);
        cost[i] = search->has_bone ? bone_cost(bone, rotation[i]) : 0.0;
        double best = is_first ? 0.0 : INFINITY;
        for (unsigned j = 0; j < 2 && !is_first; j++) {
            double turn = 1.0 - fabs((double)us_quat_dot(search->rotation[j], rotation[i]));
            double whole = search->cost[j] + CONTINUITY_SHARE * turn;
            if (whole < best) {
                best = whole;
                came_from = (came_from & ~(1u << i)) | j << i;
            }
        }
        cost[i] += best;
    }
    for (unsigned i = 0; i < 2; i++) {
        search->rotation[i] = rotation[i];
        search->cost[i] = cost[i];
    }
    return came_from;
}

/* The first W key outlived the defect and is worth as much as a bone that points the wrong way. */
static void trust_first_key(struct search *search, struct us_curve_reader *w, float first_s)
{
    float value = us_curve_reader_key(w, 0).value;
    if (w->first_s == first_s && value != 0.0f)
        search->cost[value > 0.0f ? 1 : 0] += 2.0;
}

static unsigned get_step(const struct us_inspect_w *w, uint32_t key)
{
    return ((unsigned)w->steps[key / 4] >> (key % 4 * 2)) & 3u;
}

static void set_step(struct us_inspect_w *w, uint32_t key, unsigned two_bits)
{
    unsigned shift = key % 4 * 2;
    w->steps[key / 4] = (uint8_t)((w->steps[key / 4] & ~(3u << shift)) | (two_bits << shift));
}

static void go_back(struct us_inspect_w *w, unsigned state)
{
    for (uint32_t i = w->count; i-- > 0;) {
        unsigned came_from = (get_step(w, i) >> state) & 1u;
        set_step(w, i, state);
        state = came_from;
    }
}

static void go_through(struct us_inspect_work *work, struct search *search,
                       struct us_curve_reader *lost, struct us_inspect_w *w)
{
    struct us_curve_reader_union times;
    us_curve_reader_union_init(&times, search->times, XYZ);
    float time_s;
    for (uint32_t i = 0; i < w->count && us_curve_reader_union_next(&times, &time_s); i++) {
        set_step(w, i, step(search, (double)time_s, i == 0));
        if (i == 0)
            trust_first_key(search, lost, time_s);
        us_inspect_advance(work, XYZ * lost->curve.key_size);
    }
    go_back(w, search->cost[1] < search->cost[0] ? 1 : 0);
}

static void search_init(const struct us_inspect_work *work, unsigned curve_index,
                        struct search *search)
{
    *search = (struct search){0};
    us_inspect_pages_of(work, US_INSPECT_W_SLOT, curve_index, XYZ, search->times);
    us_inspect_pages_of(work, US_INSPECT_W_SLOT + XYZ, curve_index, XYZ, search->xyz);
    enum us_joint from, to;
    if (curve_index < US_CURVE_JOINTS)
        return;
    unsigned place = (curve_index - US_CURVE_JOINTS) / US_POSE_CURVES;
    enum us_hand hand = (enum us_hand)(place / US_JOINT_COUNT);
    search->has_bone = us_joint_bone((enum us_joint)(place % US_JOINT_COUNT), &from, &to);
    if (!search->has_bone)
        return;
    us_inspect_pages_of(work, US_INSPECT_W_SLOT + 2 * XYZ, us_recording_joint_curve(hand, from),
                        XYZ, search->from);
    us_inspect_pages_of(work, US_INSPECT_W_SLOT + 3 * XYZ, us_recording_joint_curve(hand, to), XYZ,
                        search->to);
}

static uint32_t count_times(struct us_curve_reader *pages)
{
    struct us_curve_reader_union times;
    us_curve_reader_union_init(&times, pages, XYZ);
    float unused_s;
    uint32_t count = 0;
    while (us_curve_reader_union_next(&times, &unused_s))
        count++;
    return count;
}

enum us_result us_inspect_w_find(struct us_inspect_work *work, unsigned curve_index,
                                 struct us_inspect_w *out)
{
    struct search search;
    search_init(work, curve_index, &search);
    struct us_curve_reader lost = us_inspect_pages(work, 0, curve_index + W);
    *out = (struct us_inspect_w){.count = count_times(search.times)};
    out->steps = calloc((size_t)out->count / 4 + 1, 1);
    if (out->steps == NULL)
        return us_inspect_out_of_memory(work);
    go_through(work, &search, &lost, out);
    enum us_result result = us_inspect_was_read(work, &lost, 1);
    struct us_curve_reader *const all[] = {search.times, search.xyz, search.from, search.to};
    for (unsigned i = 0; i < 4 && result == US_OK; i++)
        result = us_inspect_was_read(work, all[i], XYZ);
    if (result == US_OK)
        result = us_inspect_note(work, US_REPAIR_W_DEFECT, curve_index, out->count, 0.0);
    if (result == US_OK && !search.has_bone)
        result = us_inspect_note(work, US_REPAIR_W_CAMERA, curve_index, out->count, 0.0);
    return result;
}

float us_inspect_w_at(const struct us_inspect_w *w, uint32_t key, struct us_curve_reader *xyz,
                      double time_s)
{
    return rotation_at(xyz, time_s, get_step(w, key) != 0).w;
}

void us_inspect_w_finish(struct us_inspect_w *w)
{
    free(w->steps);
    *w = (struct us_inspect_w){0};
}
