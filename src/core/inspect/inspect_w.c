/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_w.h"

#include <stdlib.h>

#include "core/base/pose.h"
#include "core/repair/w_search.h"

enum { Z = 2, W = 3, XYZ = 3 };

/*
 * The search goes forward through windows. Of each key it keeps only where its two signs came from,
 * a bit each; the way back then turns these bits into signs.
 */
struct search {
    struct us_curve_reader times[XYZ], xyz[XYZ], from[XYZ], to[XYZ];
    bool has_bone;
    struct us_w_search at;
};

bool us_inspect_w_is_lost(const struct us_inspect_work *work, unsigned curve_index)
{
    const struct us_curve *curves = &work->index->head.curves[curve_index];
    if (curves[W].key_count >= curves[0].key_count)
        return false;
    if (curves[W].key_count != 2 || curves[Z].key_count == 0)
        return curves[W].key_count == 1;
    struct us_curve_reader z = us_inspect_open(work, 0, curve_index + Z);
    struct us_curve_reader w = us_inspect_open(work, 1, curve_index + W);
    return us_curve_reader_key(&w, 1).value == us_curve_reader_key(&z, z.curve.key_count - 1).value;
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
        set_step(w, i, add_key(search, (double)time_s));
        if (i == 0 && lost->first_s == time_s)
            us_w_search_trust(&search->at, us_curve_reader_key(lost, 0).value);
        us_inspect_advance(work, XYZ * lost->curve.key_size);
    }
    go_back(w, us_w_search_last(&search->at));
}

static void search_init(const struct us_inspect_work *work, unsigned curve_index,
                        struct search *search)
{
    *search = (struct search){0};
    us_inspect_open_all(work, US_INSPECT_W_SLOT, curve_index, XYZ, search->times);
    us_inspect_open_all(work, US_INSPECT_W_SLOT + XYZ, curve_index, XYZ, search->xyz);
    unsigned from, to;
    search->has_bone = us_w_search_bone(curve_index, &from, &to);
    if (!search->has_bone)
        return;
    us_inspect_open_all(work, US_INSPECT_W_SLOT + 2 * XYZ, from, XYZ, search->from);
    us_inspect_open_all(work, US_INSPECT_W_SLOT + 3 * XYZ, to, XYZ, search->to);
}

static uint32_t count_times(struct us_curve_reader *reader)
{
    struct us_curve_reader_union times;
    us_curve_reader_union_init(&times, reader, XYZ);
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
    struct us_curve_reader lost = us_inspect_open(work, 0, curve_index + W);
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
    double at[XYZ];
    components_at(xyz, time_s, at);
    return us_w_search_rotation(at, get_step(w, key) != 0).w;
}

void us_inspect_w_finish(struct us_inspect_w *w)
{
    free(w->steps);
    *w = (struct us_inspect_w){0};
}
