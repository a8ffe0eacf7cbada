/* SPDX-License-Identifier: MIT */
#include "core/repair/detect_rotation.h"

#include <math.h>

#include "core/keys/sorted_keys.h"

enum { COMPONENTS = US_ROTATION_COMPONENTS, W = 3 };

struct scan {
    struct us_curve_reader curves[COMPONENTS]; /* X Y Z W */
    /* X Y Z again, for a W that was lost: evaluating it may look elsewhere. */
    struct us_curve_reader xyz[W];
    const struct us_lost_w *w; /* NULL: W is as in the file */
    unsigned own;              /* components with keys of their own in the file */
    double before[COMPONENTS]; /* the last good key, with the sign that it gets */
    uint8_t *edits;            /* NULL: not wanted */
    struct us_rotation_found found;
};

static double dot(const double a[COMPONENTS], const double b[COMPONENTS])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* `on_keys`: every component has a key at this time. A value between the keys of a linear curve is
 * not expected to be unit. */
static enum us_rotation_edit judge(struct scan *scan, const double here[COMPONENTS], bool on_keys)
{
    scan->found.judged++;
    double norm = sqrt(dot(here, here));
    /* NaN counts as no data. */
    if (!(norm >= US_REPAIR_ZERO_NORM)) {
        scan->found.zeros++;
        return US_ROTATION_REPLACE;
    }
    scan->found.not_unit += fabs(norm - 1.0) > 1e-3 && on_keys;
    bool flip = dot(scan->before, here) < 0.0;
    scan->found.flips += flip;
    for (unsigned c = 0; c < COMPONENTS; c++)
        scan->before[c] = flip ? -here[c] : here[c];
    return flip ? US_ROTATION_FLIP : US_ROTATION_KEEP;
}

static void put_edit(struct scan *scan, uint32_t index, enum us_rotation_edit edit)
{
    if (scan->edits != NULL)
        scan->edits[index] = (uint8_t)edit;
}

static uint32_t key_count(const struct scan *scan, unsigned component)
{
    return component == W && scan->w != NULL ? scan->w->count
                                             : scan->curves[component].curve.key_count;
}

/* False as soon as the times are found not to be shared: judge_split then starts again. */
static bool judge_shared(struct scan *scan)
{
    uint32_t count = key_count(scan, 0);
    for (unsigned c = 1; c < COMPONENTS; c++)
        if (key_count(scan, c) != count)
            return false;
    for (uint32_t i = 0; i < count; i++) {
        float time_s = us_curve_reader_time_s(&scan->curves[0], i);
        for (unsigned c = 1; c < scan->own; c++)
            if (us_curve_reader_time_s(&scan->curves[c], i) != time_s)
                return false;
        put_edit(scan, i, US_ROTATION_KEEP);
        if (i + 1 < count && us_curve_reader_time_s(&scan->curves[0], i + 1) == time_s)
            continue;
        double here[COMPONENTS] = {0};
        for (unsigned c = 0; c < scan->own; c++)
            here[c] = (double)us_curve_reader_key(&scan->curves[c], i).value;
        if (scan->w != NULL)
            here[W] = (double)us_lost_w_at(scan->w, i, scan->xyz, (double)time_s);
        put_edit(scan, i, judge(scan, here, true));
    }
    scan->found.count = count;
    return true;
}

/* Whether the curve has a key at this time; a curve without keys counts as if it had one. */
static bool on_key(struct us_curve_reader *reader, float time_s)
{
    return reader->curve.key_count == 0 ||
           us_curve_reader_time_s(reader, us_curve_reader_find(reader, (double)time_s)) == time_s;
}

static void judge_split(struct scan *scan)
{
    struct us_key_merge times;
    us_key_merge_init(&times, scan->curves, scan->own);
    float time_s;
    for (uint32_t i = 0; us_key_merge_next(&times, &time_s); i++) {
        double here[COMPONENTS] = {0};
        bool on_keys = true;
        for (unsigned c = 0; c < scan->own; c++) {
            here[c] = us_curve_reader_evaluate_clamped(&scan->curves[c], (double)time_s);
            on_keys = on_keys && on_key(&scan->curves[c], time_s);
        }
        if (scan->w != NULL)
            here[W] = (double)us_lost_w_at(scan->w, i, scan->xyz, (double)time_s);
        put_edit(scan, i, judge(scan, here, on_keys));
        scan->found.first_s = i == 0 ? time_s : scan->found.first_s;
        scan->found.last_s = time_s;
        scan->found.count = i + 1;
    }
}

static bool all_linear(struct us_curve_reader *reader)
{
    uint32_t count = reader->curve.key_size == US_KEY_SIZE_FULL ? reader->curve.key_count : 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        struct us_segment segment = us_curve_reader_segment(reader, i);
        if (!us_segment_is_linear(&segment))
            return false;
    }
    return true;
}

/* A repeating curve repeats between its own first and last key, so new keys outside them would
 * change it. */
static bool keeps_period(const struct us_rotation_found *found,
                         const struct us_curve_reader *reader)
{
    return !us_curve_repeats(&reader->curve) ||
           (reader->first_s == found->first_s && reader->last_s == found->last_s);
}

/* Where times are not shared, the repair gives each component a key at every time. That changes a
 * curve that is not linear. A W that was lost is linear, and gets a key at every time anyway. */
static bool can_get_keys(struct scan *scan)
{
    bool can = true;
    for (unsigned c = 0; c < scan->own && !scan->found.shared; c++)
        can = can && keeps_period(&scan->found, &scan->curves[c]) && all_linear(&scan->curves[c]);
    return can;
}

static enum us_result report(const struct us_detect *detect, unsigned curve_index, bool expected,
                             const struct us_rotation_found *found)
{
    enum us_result result = US_OK;
    if (found->zeros > 0 && found->zeros == found->judged)
        result = expected
                     ? us_detect_note(detect, US_REPAIR_NO_ROTATION, curve_index, found->zeros, 0.0)
                     : US_OK;
    else if (!found->can_be_repaired && found->flips + found->zeros > 0)
        result = us_detect_note(detect, US_REPAIR_SPLIT_TIMES, curve_index,
                                found->flips + found->zeros, 0.0);
    if (found->can_be_repaired && found->flips > 0)
        result = us_detect_note(detect, US_REPAIR_SIGN_FLIP, curve_index, found->flips, 0.0);
    if (result == US_OK && found->can_be_repaired && found->zeros > 0)
        result = us_detect_note(detect, US_REPAIR_ZERO_ROTATION, curve_index, found->zeros, 0.0);
    if (result == US_OK && found->not_unit > 0)
        result = us_detect_note(detect, US_REPAIR_NOT_UNIT, curve_index, found->not_unit, 0.0);
    return result;
}

enum us_result us_detect_rotation(const struct us_detect *detect, unsigned curve_index,
                                  bool expected, const struct us_lost_w *w, uint8_t *edits,
                                  struct us_rotation_found *out)
{
    struct scan scan = {.w = w, .own = w != NULL ? W : COMPONENTS, .edits = edits};
    us_key_source_open_all(&detect->source, 0, curve_index, COMPONENTS, scan.curves);
    us_key_source_open_all(&detect->source, COMPONENTS, curve_index, W, scan.xyz);
    scan.found.shared = judge_shared(&scan);
    if (!scan.found.shared) {
        scan.found = (struct us_rotation_found){0};
        for (unsigned c = 0; c < COMPONENTS; c++)
            scan.before[c] = 0.0;
        judge_split(&scan);
    }
    uint64_t edited = scan.found.flips + scan.found.zeros;
    scan.found.can_be_repaired =
        edited > 0 && scan.found.zeros < scan.found.judged && can_get_keys(&scan);
    *out = scan.found;
    enum us_result result = us_detect_was_read(detect, scan.curves, COMPONENTS);
    if (result == US_OK)
        result = us_detect_was_read(detect, scan.xyz, W);
    return result == US_OK ? report(detect, curve_index, expected, out) : result;
}

size_t us_detect_rotation_room(const struct us_key_source *source, unsigned curve_index)
{
    size_t room = 0;
    for (unsigned c = 0; c < COMPONENTS; c++)
        room += source->recording->curves[curve_index + c].key_count;
    return room;
}
