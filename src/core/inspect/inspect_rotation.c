/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_rotation.h"

#include "core/repair/rotation_signs.h"

enum { COMPONENTS = US_ROTATION_COMPONENTS, W = 3 };

/* The keys of one rotation, read through windows. */
struct walk {
    struct us_inspect_work *work;
    struct us_curve_reader reader[COMPONENTS]; /* X Y Z W */
    struct us_curve_reader
        wrapping[W];              /* X Y Z again, for a W that is rebuilt: it may look elsewhere */
    const struct us_inspect_w *w; /* NULL: as in the file */
    unsigned own;                 /* components with times of their own in the file */
    float first_s, last_s;        /* of the union, where times are not shared */
    struct us_rotation_signs signs;
};

static uint32_t key_count(const struct walk *walk, unsigned component)
{
    return component == W && walk->w != NULL ? walk->w->count
                                             : walk->reader[component].curve.key_count;
}

/* False as soon as the times are found not to be shared. */
static bool judge_shared(struct walk *walk)
{
    uint32_t count = key_count(walk, 0);
    for (unsigned c = 1; c < COMPONENTS; c++)
        if (key_count(walk, c) != count)
            return false;
    for (uint32_t i = 0; i < count; i++) {
        float time_s = us_curve_reader_time_s(&walk->reader[0], i);
        for (unsigned c = 1; c < walk->own; c++)
            if (us_curve_reader_time_s(&walk->reader[c], i) != time_s)
                return false;
        /* Of keys at one time only the last one counts. */
        if (i + 1 < count && us_curve_reader_time_s(&walk->reader[0], i + 1) == time_s)
            continue;
        double here[COMPONENTS] = {0};
        for (unsigned c = 0; c < walk->own; c++)
            here[c] = (double)us_curve_reader_key(&walk->reader[c], i).value;
        if (walk->w != NULL)
            here[W] = (double)us_inspect_w_at(walk->w, i, walk->wrapping, (double)time_s);
        us_rotation_signs_next(&walk->signs, here, true);
    }
    return true;
}

/* Whether the curve has a key at this time; a curve without keys counts as if it had one. */
static bool on_key(struct us_curve_reader *reader, float time_s)
{
    return reader->curve.key_count == 0 ||
           us_curve_reader_time_s(reader, us_curve_reader_find(reader, (double)time_s)) == time_s;
}

static void judge_split(struct walk *walk)
{
    struct us_curve_reader_union times;
    us_curve_reader_union_init(&times, walk->reader, walk->own);
    float time_s;
    for (uint32_t i = 0; us_curve_reader_union_next(&times, &time_s); i++) {
        double here[COMPONENTS] = {0};
        bool on_keys = true;
        for (unsigned c = 0; c < walk->own; c++) {
            here[c] = us_curve_reader_evaluate_clamped(&walk->reader[c], (double)time_s);
            on_keys = on_keys && on_key(&walk->reader[c], time_s);
        }
        if (walk->w != NULL)
            here[W] = (double)us_inspect_w_at(walk->w, i, walk->wrapping, (double)time_s);
        us_rotation_signs_next(&walk->signs, here, on_keys);
        walk->first_s = i == 0 ? time_s : walk->first_s;
        walk->last_s = time_s;
    }
}

/* A curve that repeats does so from its own first key to its own last one. */
static bool keeps_period(const struct walk *walk, const struct us_curve_reader *reader)
{
    int32_t pre = reader->curve.pre_wrap, post = reader->curve.post_wrap;
    bool repeats = pre == US_WRAP_LOOP || pre == US_WRAP_PINGPONG || post == US_WRAP_LOOP ||
                   post == US_WRAP_PINGPONG;
    return !repeats || reader->curve.key_count < 2 ||
           (reader->first_s == walk->first_s && reader->last_s == walk->last_s);
}

/* A W that is rebuilt is linear, and has a key at every time. */
static bool can_be_aligned(const struct walk *walk, unsigned curve_index)
{
    bool can = true;
    for (unsigned c = 0; c < walk->own; c++)
        can = can && walk->work->linear[curve_index + c] && keeps_period(walk, &walk->reader[c]);
    return can;
}

static enum us_result report_signs(const struct walk *walk, unsigned curve_index, bool expected,
                                   bool shared)
{
    struct us_inspect_work *work = walk->work;
    if (walk->signs.zeros == walk->signs.seen)
        return expected ? us_inspect_note(work, US_REPAIR_NO_ROTATION, curve_index,
                                          walk->signs.zeros, 0.0)
                        : US_OK;
    if (!shared && !can_be_aligned(walk, curve_index))
        return us_inspect_note(work, US_REPAIR_SPLIT_TIMES, curve_index,
                               walk->signs.flips + walk->signs.zeros, 0.0);
    enum us_result result = US_OK;
    if (walk->signs.flips > 0)
        result = us_inspect_note(work, US_REPAIR_SIGN_FLIP, curve_index, walk->signs.flips, 0.0);
    if (result == US_OK && walk->signs.zeros > 0)
        result =
            us_inspect_note(work, US_REPAIR_ZERO_ROTATION, curve_index, walk->signs.zeros, 0.0);
    return result;
}

enum us_result us_inspect_rotation(struct us_inspect_work *work, unsigned curve_index,
                                   bool expected, const struct us_inspect_w *w)
{
    struct walk walk = {.work = work, .w = w, .own = w != NULL ? W : COMPONENTS};
    us_inspect_open_all(work, 0, curve_index, COMPONENTS, walk.reader);
    us_inspect_open_all(work, COMPONENTS, curve_index, W, walk.wrapping);
    bool shared = judge_shared(&walk);
    if (!shared) {
        walk.signs = (struct us_rotation_signs){0};
        judge_split(&walk);
    }
    enum us_result result = us_inspect_was_read(work, walk.reader, COMPONENTS);
    if (result == US_OK)
        result = us_inspect_was_read(work, walk.wrapping, W);
    if (result == US_OK && (walk.signs.flips > 0 || walk.signs.zeros > 0))
        result = report_signs(&walk, curve_index, expected, shared);
    if (result == US_OK && walk.signs.not_unit > 0)
        result = us_inspect_note(work, US_REPAIR_NOT_UNIT, curve_index, walk.signs.not_unit, 0.0);
    return result;
}
