/* SPDX-License-Identifier: MIT */
#include "core/repair/detect_w.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/pose.h"
#include "core/keys/sorted_keys.h"
#include "core/recording/recording.h"

/* How much a turn between neighbouring keys counts against pointing away from the bone. */
#define CONTINUITY_SHARE 0.1

bool us_w_search_bone(unsigned curve_index, unsigned *out_from, unsigned *out_to)
{
    if (curve_index < US_CURVE_JOINTS)
        return false;
    unsigned place = (curve_index - US_CURVE_JOINTS) / US_POSE_CURVES;
    enum us_hand hand = (enum us_hand)(place / US_JOINT_COUNT);
    enum us_joint from, to;
    if (!us_joint_bone((enum us_joint)(place % US_JOINT_COUNT), &from, &to))
        return false;
    *out_from = us_recording_joint_curve(hand, from);
    *out_to = us_recording_joint_curve(hand, to);
    return true;
}

/* The rotation with the rebuilt W. */
static struct us_quat rebuild(const double xyz[3], bool below)
{
    double x = xyz[0], y = xyz[1], z = xyz[2];
    double w = sqrt(fmax(0.0, 1.0 - x * x - y * y - z * z));
    return us_quat_normalize(
        (struct us_quat){(float)x, (float)y, (float)z, (float)(below ? -w : w)});
}

static double bone_cost(struct us_vec3 bone, struct us_quat rotation)
{
    float length = us_vec3_norm(bone);
    if (!(length > 1e-5f))
        return 0.0;
    struct us_vec3 forward = us_quat_rotate(rotation, (struct us_vec3){0.0f, 0.0f, 1.0f});
    return 1.0 - (double)(us_vec3_dot(forward, bone) / length);
}

/* The cost of the cheaper way to a rotation, and in `out_from` the index that it comes from. */
static double cheaper_way(const struct us_w_search *search, struct us_quat rotation,
                          unsigned *out_from)
{
    double best = INFINITY;
    for (unsigned i = 0; i < 2; i++) {
        double turn = 1.0 - fabs((double)us_quat_dot(search->rotation[i], rotation));
        double cost = search->cost[i] + CONTINUITY_SHARE * turn;
        if (cost < best) {
            best = cost;
            *out_from = i;
        }
    }
    return best;
}

unsigned us_w_search_next(struct us_w_search *search, const double xyz[3], struct us_vec3 bone)
{
    struct us_w_search next = {.has_key = true};
    unsigned came_from = 0;
    for (unsigned i = 0; i < 2; i++) {
        unsigned from = 0;
        next.rotation[i] = rebuild(xyz, i == 1);
        next.cost[i] = bone_cost(bone, next.rotation[i]);
        if (search->has_key)
            next.cost[i] += cheaper_way(search, next.rotation[i], &from);
        came_from |= from << i;
    }
    *search = next;
    return came_from;
}

void us_w_search_trust(struct us_w_search *search, float w)
{
    if (w != 0.0f)
        search->cost[w > 0.0f ? 1 : 0] += 2.0;
}

unsigned us_w_search_last(const struct us_w_search *search)
{
    return search->cost[1] < search->cost[0] ? 1 : 0;
}

enum { Z = 2, W = 3, XYZ = 3 };

/* The curves that the search reads: those that give the key times, and those that it evaluates. */
struct search {
    struct us_curve_reader times[XYZ], xyz[XYZ], from[XYZ], to[XYZ];
    bool has_bone;
    struct us_w_search at;
};

bool us_detect_w_is_lost(const struct us_key_source *source, unsigned curve_index)
{
    const struct us_curve *curves = &source->recording->curves[curve_index];
    if (curves[W].key_count >= curves[0].key_count)
        return false;
    if (curves[W].key_count != 2 || curves[Z].key_count == 0)
        return curves[W].key_count == 1;
    struct us_curve_reader z = us_key_source_open(source, 0, curve_index + Z);
    struct us_curve_reader w = us_key_source_open(source, 1, curve_index + W);
    bool same =
        us_curve_reader_key(&w, 1).value == us_curve_reader_key(&z, z.curve.key_count - 1).value;
    return same && !z.failed && !w.failed;
}

static struct us_vec3 position_at(struct us_curve_reader *curves, double time_s)
{
    return (struct us_vec3){(float)us_curve_reader_evaluate(&curves[0], time_s),
                            (float)us_curve_reader_evaluate(&curves[1], time_s),
                            (float)us_curve_reader_evaluate(&curves[2], time_s)};
}

static void components_at(struct us_curve_reader *xyz, double time_s, double out[XYZ])
{
    for (unsigned i = 0; i < XYZ; i++)
        out[i] = us_curve_reader_evaluate(&xyz[i], time_s);
}

/* Goes on to the key at `time_s`, and returns what us_w_search_next does. */
static unsigned add_key(struct search *search, double time_s)
{
    struct us_vec3 bone = {0.0f, 0.0f, 0.0f};
    if (search->has_bone)
        bone = us_vec3_sub(position_at(search->to, time_s), position_at(search->from, time_s));
    double xyz[XYZ];
    components_at(search->xyz, time_s, xyz);
    return us_w_search_next(&search->at, xyz, bone);
}

static unsigned get_sign(const struct us_lost_w *w, uint32_t key)
{
    return ((unsigned)w->signs[key / 4] >> (key % 4 * 2)) & 3u;
}

static void set_sign(struct us_lost_w *w, uint32_t key, unsigned two_bits)
{
    unsigned shift = key % 4 * 2;
    w->signs[key / 4] = (uint8_t)((w->signs[key / 4] & ~(3u << shift)) | (two_bits << shift));
}

/* Going forward stored where both signs of a key came from. Going back turns that into the sign. */
static void go_back(struct us_lost_w *w, unsigned sign)
{
    for (uint32_t i = w->count; i-- > 0;) {
        unsigned came_from = (get_sign(w, i) >> sign) & 1u;
        set_sign(w, i, sign);
        sign = came_from;
    }
}

static void go_through(const struct us_detect *detect, struct search *search,
                       struct us_curve_reader *lost, struct us_lost_w *w)
{
    struct us_key_merge times;
    us_key_merge_init(&times, search->times, XYZ);
    float time_s;
    for (uint32_t i = 0; i < w->count && us_key_merge_next(&times, &time_s); i++) {
        set_sign(w, i, add_key(search, (double)time_s));
        if (i == 0 && lost->first_s == time_s)
            us_w_search_trust(&search->at, us_curve_reader_key(lost, 0).value);
        if (detect->progress != NULL)
            detect->progress(detect->context, (uint64_t)XYZ * lost->curve.key_size);
    }
    go_back(w, us_w_search_last(&search->at));
}

static void search_init(const struct us_key_source *source, unsigned curve_index,
                        struct search *search)
{
    *search = (struct search){0};
    us_key_source_open_all(source, US_DETECT_W_SLOT, curve_index, XYZ, search->times);
    us_key_source_open_all(source, US_DETECT_W_SLOT + XYZ, curve_index, XYZ, search->xyz);
    unsigned from, to;
    search->has_bone = us_w_search_bone(curve_index, &from, &to);
    if (!search->has_bone)
        return;
    us_key_source_open_all(source, US_DETECT_W_SLOT + 2 * XYZ, from, XYZ, search->from);
    us_key_source_open_all(source, US_DETECT_W_SLOT + 3 * XYZ, to, XYZ, search->to);
}

static uint32_t count_times(struct us_curve_reader *readers)
{
    struct us_key_merge times;
    us_key_merge_init(&times, readers, XYZ);
    float unused_s;
    uint32_t count = 0;
    while (us_key_merge_next(&times, &unused_s))
        count++;
    return count;
}

enum us_result us_detect_lost_w(const struct us_detect *detect, unsigned curve_index,
                                struct us_lost_w *out)
{
    struct search search;
    search_init(&detect->source, curve_index, &search);
    struct us_curve_reader lost = us_key_source_open(&detect->source, 0, curve_index + W);
    *out = (struct us_lost_w){.count = count_times(search.times)};
    out->signs = calloc((size_t)out->count / 4 + 1, 1);
    if (out->signs == NULL)
        return us_detect_out_of_memory(detect);
    go_through(detect, &search, &lost, out);
    enum us_result result = us_detect_was_read(detect, &lost, 1);
    struct us_curve_reader *const all[] = {search.times, search.xyz, search.from, search.to};
    for (unsigned i = 0; i < 4 && result == US_OK; i++)
        result = us_detect_was_read(detect, all[i], XYZ);
    if (result == US_OK)
        result = us_detect_note(detect, US_REPAIR_W_DEFECT, curve_index, out->count, 0.0);
    if (result == US_OK && !search.has_bone)
        result = us_detect_note(detect, US_REPAIR_W_CAMERA, curve_index, out->count, 0.0);
    return result;
}

float us_lost_w_at(const struct us_lost_w *w, uint32_t key, struct us_curve_reader xyz[3],
                   double time_s)
{
    double at[XYZ];
    components_at(xyz, time_s, at);
    return rebuild(at, get_sign(w, key) != 0).w;
}

void us_lost_w_finish(struct us_lost_w *w)
{
    free(w->signs);
    *w = (struct us_lost_w){0};
}
