/* SPDX-License-Identifier: MIT */
#include "core/repair/detect_w.h"

#include <stdlib.h>

#include "core/base/pose.h"
#include "core/keys/key_merge.h"
#include "core/repair/w_search.h"

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
    return us_w_search_rotation(at, get_sign(w, key) != 0).w;
}

void us_lost_w_finish(struct us_lost_w *w)
{
    free(w->signs);
    *w = (struct us_lost_w){0};
}
