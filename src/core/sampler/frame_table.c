/* SPDX-License-Identifier: MIT */
#include "core/sampler/frame_table.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/page_alloc.h"

uint32_t us_frame_table_track_poses(enum us_frame_table_track track)
{
    return track == US_FRAME_TABLE_LEFT || track == US_FRAME_TABLE_RIGHT ? US_FRAME_TABLE_HAND_POSES
                                                                         : 1;
}

static unsigned track_first_curve(enum us_frame_table_track track)
{
    switch (track) {
    case US_FRAME_TABLE_LEFT:
        return us_recording_joint_curve(US_HAND_LEFT, US_JOINT_WRIST);
    case US_FRAME_TABLE_RIGHT:
        return us_recording_joint_curve(US_HAND_RIGHT, US_JOINT_WRIST);
    case US_FRAME_TABLE_GAZE:
        return US_CURVE_GAZE;
    default:
        return US_CURVE_CAMERA;
    }
}

static uint32_t track_curves(enum us_frame_table_track track)
{
    return track == US_FRAME_TABLE_GAZE
               ? (uint32_t)US_RAY_CURVES
               : us_frame_table_track_poses(track) * (uint32_t)US_POSE_CURVES;
}

int us_frame_table_curve(enum us_frame_table_track track, uint32_t place)
{
    static const int pose[US_FRAME_TABLE_POSE_FLOATS] = {
        US_POSE_QX, US_POSE_QY, US_POSE_QZ, US_POSE_QW, US_POSE_PX, US_POSE_PY, US_POSE_PZ, -1};
    static const int ray[US_FRAME_TABLE_POSE_FLOATS] = {US_RAY_DX, US_RAY_DY, US_RAY_DZ, -1,
                                                        US_RAY_OX, US_RAY_OY, US_RAY_OZ, -1};
    int component = (track == US_FRAME_TABLE_GAZE ? ray : pose)[place % US_FRAME_TABLE_POSE_FLOATS];
    if (component < 0)
        return -1;
    uint32_t which = place / US_FRAME_TABLE_POSE_FLOATS;
    return (int)(track_first_curve(track) + which * US_POSE_CURVES) + component;
}

/* Which tracks are there, where they stand in a row, and when their keys begin and end. */
static void lay_tracks(struct us_frame_table *rows, const struct us_recording *recording)
{
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++) {
        enum us_frame_table_track track = (enum us_frame_table_track)t;
        const struct us_curve *curves = &recording->curves[track_first_curve(track)];
        float first_s = INFINITY, last_s = -INFINITY;
        for (uint32_t i = 0; i < track_curves(track); i++) {
            if (curves[i].key_count == 0)
                continue;
            first_s = fminf(first_s, us_curve_time_s(&curves[i], 0));
            last_s = fmaxf(last_s, us_curve_time_s(&curves[i], curves[i].key_count - 1));
        }
        rows->first_place[t] = -1;
        rows->track_first_s[t] = first_s;
        rows->track_last_s[t] = last_s;
        if (first_s <= last_s) {
            rows->first_place[t] = (int32_t)rows->width;
            rows->width += us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
        }
    }
}

static float direction_norm(const struct us_recording *recording, double time_s)
{
    const struct us_curve *curves = &recording->curves[US_CURVE_GAZE + US_RAY_DX];
    double sum = 0.0;
    for (unsigned i = 0; i < 3; i++) {
        double value = us_curve_evaluate_clamped(&curves[i], time_s);
        sum += value * value;
    }
    return (float)sqrt(sum);
}

bool us_frame_table_gaze_valid(const struct us_recording *recording, double time_s, bool *out_after)
{
    const struct us_curve *curves = &recording->curves[US_CURVE_GAZE + US_RAY_DX];
    double before_s = -INFINITY, after_s = INFINITY;
    for (unsigned i = 0; i < 3; i++) {
        if (curves[i].key_count == 0)
            continue;
        uint32_t key = us_curve_find(&curves[i], time_s);
        double key_s = (double)us_curve_time_s(&curves[i], key);
        if (key_s > time_s) {
            after_s = fmin(after_s, key_s);
            continue;
        }
        before_s = fmax(before_s, key_s);
        if (key + 1 < curves[i].key_count)
            after_s = fmin(after_s, (double)us_curve_time_s(&curves[i], key + 1));
    }
    const float least = 1e-3f;
    bool before_good = isinf(before_s) || direction_norm(recording, before_s) > least;
    bool after_good = isinf(after_s) || direction_norm(recording, after_s) > least;
    *out_after = before_good && after_good;
    return before_s == time_s ? before_good : *out_after;
}

/* True if no key of the direction is near zero in any component's company: then the gaze is valid
 * throughout. */
static bool gaze_always_valid(const struct us_recording *recording)
{
    const struct us_curve *curves = &recording->curves[US_CURVE_GAZE + US_RAY_DX];
    if (!us_key_times_equal(&curves[0], &curves[1]) || !us_key_times_equal(&curves[0], &curves[2]))
        return false;
    for (uint32_t i = 0; i < curves[0].key_count; i++) {
        double sum = 0.0;
        for (unsigned c = 0; c < 3; c++) {
            double value = (double)us_curve_key(&curves[c], i).value;
            sum += value * value;
        }
        if (!(sum > 1e-5))
            return false;
    }
    return curves[0].key_count > 0;
}

static uint16_t row_flags(const struct us_recording *recording, double time_s, bool always_gaze)
{
    uint16_t flags = always_gaze ? US_FRAME_TABLE_GAZE_AT | US_FRAME_TABLE_GAZE_AFTER : 0;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        if (us_curve_evaluate_bool(&recording->curves[US_CURVE_TRACKED + hand], time_s))
            flags |= (uint16_t)(US_FRAME_TABLE_TRACKED << hand);
        if (us_curve_evaluate_bool(&recording->curves[US_CURVE_PINCHING + hand], time_s))
            flags |= (uint16_t)(US_FRAME_TABLE_PINCHING << hand);
    }
    bool after;
    if (always_gaze)
        return flags;
    if (us_frame_table_gaze_valid(recording, time_s, &after))
        flags |= US_FRAME_TABLE_GAZE_AT;
    return (uint16_t)(flags | (after ? US_FRAME_TABLE_GAZE_AFTER : 0));
}

static void fill_flags(struct us_frame_table *rows, const struct us_recording *recording)
{
    bool always_gaze = gaze_always_valid(recording);
    for (uint32_t row = 0; row < rows->times.count; row++)
        rows->flags[row] = row_flags(recording, (double)rows->times.at_s[row], always_gaze);
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++) {
        const struct us_curve *curves =
            &recording->curves[track_first_curve((enum us_frame_table_track)t)];
        for (uint32_t i = 0; i < track_curves((enum us_frame_table_track)t); i++) {
            if (i > 0 && us_key_times_equal(&curves[i], &curves[i - 1]))
                continue;
            for (uint32_t row = 0, k = 0; k < curves[i].key_count; k++) {
                while (rows->times.at_s[row] < us_curve_time_s(&curves[i], k))
                    row++;
                rows->flags[row] |= (uint16_t)(US_FRAME_TABLE_ON_KEY << t);
            }
        }
    }
}

/* What to do with each segment of each curve in the rows that it covers. */
struct filling {
    struct us_frame_table *rows;
    const struct us_curve *curve;
    enum us_frame_table_track track;
    uint32_t place;       /* in the track */
    uint32_t *bend_begin; /* a row's bends */
    bool counting;        /* count bends and their uses, or store them */
};

float us_frame_table_narrow(double value)
{
    return (float)fmax(-(double)FLT_MAX, fmin(value, (double)FLT_MAX));
}

static float *value_at(const struct filling *filling, uint32_t row)
{
    const struct us_frame_table *rows = filling->rows;
    uint32_t first_place = (uint32_t)rows->first_place[filling->track];
    return rows->values + (size_t)row * rows->width + first_place + filling->place;
}

/* A rise that single precision hardly holds is left to the curve's own evaluation. */
static bool is_straight(const struct us_segment *segment)
{
    return us_segment_is_linear(segment) &&
           fabsf(segment->right.value - segment->left.value) < US_FRAME_TABLE_MOST_RISE;
}

/* Note the bend of a segment in the rows from `row` to `end`. Begins are counted one place up, and
 * end up one place up once all is stored. */
static void note_bend(struct filling *filling, const struct us_segment *segment, uint32_t row,
                      uint32_t end)
{
    struct us_frame_table *rows = filling->rows;
    struct us_curved_segment bend;
    enum us_curved_segment_kind kind = us_curved_segment_from_segment(segment, &bend);
    uint32_t *begin = &filling->bend_begin[row];
    uint32_t which = 0;
    if (filling->counting)
        begin[1]++;
    else
        rows->bends[which = (*begin)++] = bend;
    for (; row < end; row++) {
        size_t slot = ((size_t)row * US_FRAME_TABLE_TRACKS + (size_t)filling->track) *
                          US_CURVED_SEGMENT_KINDS +
                      (size_t)kind;
        if (filling->counting)
            rows->use_begin[slot + 1]++;
        else
            rows->uses[rows->use_begin[slot]++] =
                (struct us_curved_segment_use){which, filling->place};
    }
}

/* What a segment is at a row. At its left key it is that key's value, also where it steps at once:
 * the line that ends there comes to that value, and the step is listed as a bend. */
static double value_from(const struct us_segment *segment, float row_s)
{
    return row_s == segment->left.time_s ? (double)segment->left.value
                                         : us_segment_evaluate(segment, (double)row_s, NULL);
}

/* The rows from `row` to where the segment ends. */
static uint32_t fill_segment(struct filling *filling, const struct us_segment *segment,
                             uint32_t row)
{
    const float *at_s = filling->rows->times.at_s;
    uint32_t first = row;
    for (; at_s[row] < segment->right.time_s; row++)
        if (filling->counting)
            *value_at(filling, row) = us_frame_table_narrow(value_from(segment, at_s[row]));
    if (row > first && !is_straight(segment))
        note_bend(filling, segment, first, row);
    return row;
}

static void fill_curve(struct filling *filling)
{
    const struct us_key_times *times = &filling->rows->times;
    const struct us_curve *curve = filling->curve;
    if (curve->key_count == 0)
        return;
    float first_s = us_curve_time_s(curve, 0);
    float first = us_curve_key(curve, us_curve_find(curve, (double)first_s)).value;
    uint32_t row = 0;
    for (; row < times->count && times->at_s[row] < first_s; row++)
        if (filling->counting)
            *value_at(filling, row) = first;
    for (uint32_t key = 0; key + 1 < curve->key_count; key++) {
        struct us_segment segment = us_curve_segment(curve, key);
        row = fill_segment(filling, &segment, row);
    }
    for (; row < times->count && filling->counting; row++)
        *value_at(filling, row) = us_curve_key(curve, curve->key_count - 1).value;
}

/* Values this small give rises below US_FRAME_TABLE_MOST_RISE and need no narrowing. */
#define PLAIN_VALUE 4e8f

/* True if every segment of the curve is a straight line of plain values: as the toolkit writes
 * them. */
static bool is_plain(const struct us_curve *curve)
{
    bool plain = true;
    const uint8_t *key = curve->keys;
    for (uint32_t i = 0; i < curve->key_count && plain; i++, key += curve->key_size)
        plain = fabsf(us_bytes_load_f32(key + 4)) < PLAIN_VALUE;
    if (curve->key_size != US_KEY_SIZE_FULL)
        return plain;
    key = curve->keys;
    for (uint32_t i = 0; i < curve->key_count && plain; i++, key += curve->key_size)
        plain = us_bytes_load_f32(key + 8) - us_bytes_load_f32(key + 8) == 0.0f &&
                us_bytes_load_f32(key + 12) - us_bytes_load_f32(key + 12) == 0.0f &&
                us_bytes_load_f32(key + 16) == 0.0f && us_bytes_load_f32(key + 20) == 0.0f &&
                (us_bytes_load_u32(key + 24) & US_WEIGHTED_BOTH) == US_WEIGHTED_BOTH;
    return plain;
}

/* fill_curve for a plain curve: the same bits, without looking at each segment's kind. */
static void fill_plain(struct us_frame_table *rows, const struct us_curve *curve, uint32_t place)
{
    const float *at_s = rows->times.at_s;
    const size_t width = rows->width, key_size = curve->key_size;
    const uint8_t *key = curve->keys, *last = key + (size_t)(curve->key_count - 1) * key_size;
    while (key < last && us_bytes_load_f32(key + key_size) == us_bytes_load_f32(key))
        key += key_size;
    float *out = rows->values + place;
    uint32_t row = 0;
    float value = us_bytes_load_f32(key + 4);
    for (; row < rows->times.count && at_s[row] < us_bytes_load_f32(key); row++)
        out[row * width] = value;
    while (key < last) {
        const uint8_t *right = key + key_size;
        float right_s = us_bytes_load_f32(right);
        while (right < last && us_bytes_load_f32(right + key_size) == right_s)
            right += key_size;
        double left_s = (double)us_bytes_load_f32(key);
        double length_s = (double)right_s - left_s;
        double rise = (double)us_bytes_load_f32(right + 4) - (double)value;
        for (; at_s[row] < right_s; row++) {
            double share =
                (double)at_s[row] == left_s ? 0.0 : ((double)at_s[row] - left_s) / length_s;
            out[row * width] = (float)((double)value + share * rise);
        }
        key = right;
        value = us_bytes_load_f32(key + 4);
    }
    for (; row < rows->times.count; row++)
        out[row * width] = value;
}

/* Rows that are the key times of all curves of an axis, one by one. */
struct axis_rows {
    uint32_t axis; /* 0: there is none */
    uint32_t first, end;
};

/* Of the curve with the most keys. */
static struct axis_rows find_axis(const struct us_frame_table *rows,
                                  const struct us_recording *recording)
{
    const struct us_curve *most = &recording->curves[0];
    for (unsigned i = 1; i < US_CURVE_COUNT; i++)
        if (recording->curves[i].key_count > most->key_count)
            most = &recording->curves[i];
    const struct axis_rows none = {0};
    struct axis_rows found = {.axis = most->axis};
    if (most->axis == 0)
        return none;
    while (rows->times.at_s[found.first] < us_curve_time_s(most, 0))
        found.first++;
    found.end = found.first + most->key_count;
    if (found.end > rows->times.count)
        return none;
    for (uint32_t i = 0; i < most->key_count; i++)
        if (us_curve_time_s(most, i) != rows->times.at_s[found.first + i])
            return none;
    return found;
}

/* Bits of a float beyond which it is not plain, without its sign. */
#define LEAST_UNPLAIN_BITS 0x4dbebc20u

/* Where the floats of a pose are copied from. */
struct copied_pose {
    const uint8_t *keys[US_FRAME_TABLE_POSE_FLOATS];
    uint32_t mask[US_FRAME_TABLE_POSE_FLOATS];
    uint32_t place; /* in the row */
};

enum { ROW_POSES = 2 * US_FRAME_TABLE_HAND_POSES + 2, KEYS_AT_A_TIME = 32 };

/* False if a curve of the pose has other times, or is not straight. */
static bool list_pose(const struct us_frame_table *rows, const struct us_recording *recording,
                      enum us_frame_table_track track, uint32_t first, uint32_t axis,
                      struct copied_pose *out)
{
    *out = (struct copied_pose){.place = (uint32_t)rows->first_place[track] + first};
    for (uint32_t i = 0; i < US_FRAME_TABLE_POSE_FLOATS; i++) {
        int index = us_frame_table_curve(track, first + i);
        const struct us_curve *curve = index >= 0 ? &recording->curves[index] : NULL;
        if (curve != NULL && (curve->axis != axis || curve->key_size != US_KEY_SIZE_SHORT))
            return false;
        out->keys[i] = curve != NULL ? curve->keys : out->keys[0];
        out->mask[i] = curve != NULL ? UINT32_MAX : 0;
    }
    return true;
}

/* Keys from `key` to `end`, and the greatest of all bits that were copied, without their signs. */
static uint32_t copy_keys(const struct copied_pose *pose, uint32_t at, uint32_t end, float *out,
                          size_t width)
{
    uint32_t most = 0;
    for (; at < end; at++, out += width)
        for (uint32_t i = 0; i < US_FRAME_TABLE_POSE_FLOATS; i++) {
            const uint8_t *key = pose->keys[i] + (size_t)at * US_KEY_SIZE_SHORT;
            uint32_t bits = us_bytes_load_u32(key + 4) & pose->mask[i];
            memcpy(&out[i], &bits, sizeof(bits));
            bits &= 0x7fffffffu;
            most = bits > most ? bits : most;
        }
    return most;
}

/* Before an axis its first row is held, and behind it the last one. */
static void hold_ends(struct us_frame_table *rows, const struct axis_rows *on)
{
    size_t width = rows->width;
    const float *first = rows->values + on->first * width;
    const float *last = rows->values + (on->end - 1) * width;
    for (size_t row = 0; row < on->first; row++)
        memcpy(rows->values + row * width, first, width * sizeof(*first));
    for (size_t row = on->end; row < rows->times.count; row++)
        memcpy(rows->values + row * width, last, width * sizeof(*last));
}

/*
 * Where all poses' curves have the same times and are straight lines of plain values, as the
 * toolkit writes them unreduced, the values are copied. False where they are not; what was written
 * is then to be written again.
 */
static bool copy_all(struct us_frame_table *rows, const struct us_recording *recording)
{
    struct copied_pose poses[ROW_POSES];
    struct axis_rows on = find_axis(rows, recording);
    uint32_t count = 0, most = 0;
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS && on.axis != 0; t++) {
        uint32_t floats =
            us_frame_table_track_poses((enum us_frame_table_track)t) * US_FRAME_TABLE_POSE_FLOATS;
        for (uint32_t i = 0; rows->first_place[t] >= 0 && i < floats;
             i += US_FRAME_TABLE_POSE_FLOATS)
            if (!list_pose(rows, recording, (enum us_frame_table_track)t, i, on.axis,
                           &poses[count++]))
                return false;
    }
    if (on.axis == 0)
        return false;
    /* A few rows of all poses, and then the next ones, stay in the cache meanwhile. */
    for (uint32_t key = 0; key < on.end - on.first; key += KEYS_AT_A_TIME)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t left = on.end - on.first - key;
            uint32_t end = key + (left < KEYS_AT_A_TIME ? left : (uint32_t)KEYS_AT_A_TIME);
            float *out = rows->values + (size_t)(on.first + key) * rows->width + poses[i].place;
            uint32_t bits = copy_keys(&poses[i], key, end, out, rows->width);
            most = bits > most ? bits : most;
        }
    hold_ends(rows, &on);
    return most < LEAST_UNPLAIN_BITS;
}

/* Counting, all values and what is bent; then what is bent again, to store it. */
static void fill_all(struct us_frame_table *rows, const struct us_recording *recording,
                     uint32_t *bend_begin, bool counting)
{
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++) {
        enum us_frame_table_track track = (enum us_frame_table_track)t;
        uint32_t floats = us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
        for (uint32_t i = 0; rows->first_place[t] >= 0 && i < floats; i++) {
            int curve_index = us_frame_table_curve(track, i);
            if (curve_index < 0)
                continue;
            const struct us_curve *curve = &recording->curves[curve_index];
            struct filling filling = {rows, curve, track, i, bend_begin, counting};
            if (curve->key_count == 0 || !is_plain(curve))
                fill_curve(&filling);
            else if (counting)
                fill_plain(rows, curve, (uint32_t)rows->first_place[t] + i);
        }
    }
}

/* From counts one place up to where each begins. */
static uint64_t sum_up(uint32_t *begin, size_t count)
{
    uint64_t total = 0;
    for (size_t i = 0; i <= count; i++) {
        total += begin[i];
        begin[i] = (uint32_t)total;
    }
    return total;
}

static bool fill_values(struct us_frame_table *rows, const struct us_recording *recording,
                        uint32_t *bend_begin)
{
    size_t slots = (size_t)rows->times.count * US_FRAME_TABLE_TRACKS * US_CURVED_SEGMENT_KINDS;
    if (!copy_all(rows, recording))
        fill_all(rows, recording, bend_begin, true);
    uint64_t bends = sum_up(bend_begin, rows->times.count);
    uint64_t uses = sum_up(rows->use_begin, slots);
    if (uses == 0) {
        us_page_alloc_free(rows->use_begin, rows->use_bytes);
        rows->use_begin = NULL;
        return true;
    }
    if (uses > UINT32_MAX)
        return false;
    rows->bends = malloc((size_t)bends * sizeof(*rows->bends));
    rows->uses = malloc((size_t)uses * sizeof(*rows->uses));
    if (rows->bends == NULL || rows->uses == NULL)
        return false;
    fill_all(rows, recording, bend_begin, false);
    memmove(rows->use_begin + 1, rows->use_begin, slots * sizeof(*rows->use_begin));
    rows->use_begin[0] = 0;
    return true;
}

static bool make_buckets(struct us_frame_table *rows)
{
    const struct us_key_times *times = &rows->times;
    double first_s = (double)times->at_s[0];
    double length_s = (double)times->at_s[times->count - 1] - first_s;
    rows->bucket_count = times->count;
    rows->buckets_per_s = length_s > 0.0 ? (double)rows->bucket_count / length_s : 0.0;
    rows->bucket = malloc(((size_t)rows->bucket_count + 1) * sizeof(*rows->bucket));
    if (rows->bucket == NULL)
        return false;
    uint32_t row = 0;
    for (uint32_t i = 0; i <= rows->bucket_count; i++) {
        double start_s = first_s + length_s * (double)i / (double)rows->bucket_count;
        while (row + 1 < times->count && (double)times->at_s[row + 1] <= start_s)
            row++;
        rows->bucket[i] = row;
    }
    return true;
}

uint32_t us_frame_table_find(const struct us_frame_table *rows, double time_s)
{
    const float *at_s = rows->times.at_s;
    uint32_t last = rows->times.count - 1;
    double position = (time_s - (double)at_s[0]) * rows->buckets_per_s;
    if (!(position > 0.0))
        return 0;
    uint32_t index =
        position < (double)rows->bucket_count ? (uint32_t)position : rows->bucket_count - 1;
    uint32_t low = rows->bucket[index];
    uint32_t high = rows->bucket[index + 1];
    while (high - low > 4) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)at_s[middle] <= time_s)
            low = middle;
        else
            high = middle;
    }
    while (low < last && (double)at_s[low + 1] <= time_s)
        low++;
    /* Rounding may have put a time into the bucket behind its own. */
    while (low > 0 && (double)at_s[low] > time_s)
        low--;
    return low;
}

static enum us_result make_rows(struct us_frame_table *rows, const struct us_recording *recording,
                                struct us_error *error)
{
    size_t count = rows->times.count;
    rows->value_bytes = (count * rows->width + 1) * sizeof(*rows->values);
    rows->values = us_page_alloc_get(rows->value_bytes);
    rows->flags = malloc(count * sizeof(*rows->flags));
    rows->use_bytes =
        (count * US_FRAME_TABLE_TRACKS * US_CURVED_SEGMENT_KINDS + 1) * sizeof(*rows->use_begin);
    rows->use_begin = us_page_alloc_get(rows->use_bytes);
    uint32_t *bend_begin = calloc(count + 1, sizeof(*bend_begin));
    bool done = rows->values != NULL && rows->flags != NULL && rows->use_begin != NULL &&
                bend_begin != NULL && make_buckets(rows) &&
                fill_values(rows, recording, bend_begin);
    free(bend_begin);
    if (done) {
        fill_flags(rows, recording);
        return US_OK;
    }
    us_frame_table_finish(rows);
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory for playing a recording of this size");
}

enum us_result us_frame_table_init(struct us_frame_table *rows,
                                   const struct us_recording *recording, uint64_t limit_bytes,
                                   struct us_error *error)
{
    *rows = (struct us_frame_table){0};
    lay_tracks(rows, recording);
    const struct us_curve *curves[US_CURVE_COUNT];
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        curves[i] = &recording->curves[i];
    if (!us_key_times_union(curves, US_CURVE_COUNT, &rows->times))
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for the recording's key times");
    uint64_t value_bytes = (uint64_t)rows->times.count * rows->width * sizeof(float);
    rows->excess = (float)((double)value_bytes / (double)limit_bytes);
    if (rows->times.count == 0 || value_bytes > limit_bytes)
        return US_OK;
    return make_rows(rows, recording, error);
}

void us_frame_table_finish(struct us_frame_table *rows)
{
    us_key_times_finish(&rows->times);
    us_page_alloc_free(rows->values, rows->value_bytes);
    free(rows->flags);
    us_page_alloc_free(rows->use_begin, rows->use_bytes);
    free(rows->uses);
    free(rows->bends);
    free(rows->bucket);
    rows->values = NULL;
    rows->flags = NULL;
    rows->use_begin = NULL;
    rows->uses = NULL;
    rows->bends = NULL;
    rows->bucket = NULL;
}
