/* SPDX-License-Identifier: MIT */
#include "core/repair/repair_w.h"

#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/curve/key_times.h"
#include "core/repair/w_search.h"

/* Both signs of W at a key, and where each came from, as us_w_search_next says it. */
struct candidates {
    float w[2];
    uint8_t came_from;
};

struct search {
    const struct us_recording *recording;
    unsigned curve_index;
    bool has_bone;
    unsigned bone_from, bone_to; /* position curves of the bone's ends */
    struct us_key_times times;
    struct candidates *candidates;
    struct us_w_search at;
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

static void add_key(struct search *search, uint32_t index)
{
    const struct us_curve *curves = &search->recording->curves[search->curve_index];
    double time_s = (double)search->times.at_s[index];
    const double xyz[3] = {us_curve_evaluate(&curves[0], time_s, NULL),
                           us_curve_evaluate(&curves[1], time_s, NULL),
                           us_curve_evaluate(&curves[2], time_s, NULL)};
    struct us_vec3 bone = {0.0f, 0.0f, 0.0f};
    if (search->has_bone)
        bone = us_vec3_sub(position_at(search->recording, search->bone_to, time_s),
                           position_at(search->recording, search->bone_from, time_s));
    struct candidates *here = &search->candidates[index];
    here->came_from = (uint8_t)us_w_search_next(&search->at, xyz, bone);
    for (unsigned i = 0; i < 2; i++)
        here->w[i] = search->at.rotation[i].w;
}

static void run_search(struct search *search)
{
    const struct us_curve *w = &search->recording->curves[search->curve_index + 3];
    for (uint32_t i = 0; i < search->times.count; i++) {
        add_key(search, i);
        if (i == 0 && us_curve_time_s(w, 0) == search->times.at_s[0])
            us_w_search_trust(&search->at, us_curve_key(w, 0).value);
    }
}

static bool write_w(struct us_repair_work *work, const struct search *search)
{
    struct us_curve *w = &work->recording->curves[search->curve_index + 3];
    uint32_t count = search->times.count;
    uint32_t key_size = w->key_size;
    uint8_t *keys = us_repair_new_keys(work, w, count, key_size);
    if (keys == NULL)
        return false;
    unsigned state = us_w_search_last(&search->at);
    for (uint32_t i = count; i-- > 0;) {
        const struct candidates *here = &search->candidates[i];
        struct us_key key = {.time_s = search->times.at_s[i],
                             .value = here->w[state],
                             .weighted_mode = US_WEIGHTED_BOTH};
        uint8_t bytes[US_KEY_SIZE_FULL];
        us_key_store(&key, bytes);
        for (uint32_t j = 0; j < key_size; j++)
            keys[(size_t)i * key_size + j] = bytes[j];
        state = (unsigned)here->came_from >> state & 1u;
    }
    return true;
}

bool us_repair_w(struct us_repair_work *work, unsigned curve_index)
{
    struct us_curve *rotation = &work->recording->curves[curve_index];
    if (!w_is_lost(rotation))
        return true;

    struct search search = {.recording = work->recording, .curve_index = curve_index};
    search.has_bone = us_w_search_bone(curve_index, &search.bone_from, &search.bone_to);
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
