/* SPDX-License-Identifier: MIT */
#include "core/sampler/frame_table.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/repair/repair_report.h"
#include "platform/mapping.h"

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

/* Finds which tracks the recording has, their places in a row, and the times of their first and
 * last keys. */
static void place_tracks(struct us_frame_table *table, const struct us_recording *recording)
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
        table->first_place[t] = -1;
        table->track_first_s[t] = first_s;
        table->track_last_s[t] = last_s;
        if (first_s <= last_s) {
            table->first_place[t] = (int32_t)table->width;
            table->width += us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
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
    bool before_good = isinf(before_s) || direction_norm(recording, before_s) > US_REPAIR_ZERO_NORM;
    bool after_good = isinf(after_s) || direction_norm(recording, after_s) > US_REPAIR_ZERO_NORM;
    *out_after = before_good && after_good;
    return before_s == time_s ? before_good : *out_after;
}

/* Whether the three curves of the direction have the same key times and no key has a direction near
 * zero. The gaze is then valid at all times. */
static bool gaze_always_valid(const struct us_recording *recording)
{
    const struct us_curve *curves = &recording->curves[US_CURVE_GAZE + US_RAY_DX];
    if (!us_curve_key_times_equal(&curves[0], &curves[1]) ||
        !us_curve_key_times_equal(&curves[0], &curves[2]))
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
    return true;
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

static void fill_flags(struct us_frame_table *table, const struct us_recording *recording)
{
    bool always_gaze = gaze_always_valid(recording);
    for (uint32_t row = 0; row < table->times.count; row++)
        table->flags[row] = row_flags(recording, (double)table->times.at_s[row], always_gaze);
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++) {
        const struct us_curve *curves =
            &recording->curves[track_first_curve((enum us_frame_table_track)t)];
        for (uint32_t i = 0; i < track_curves((enum us_frame_table_track)t); i++) {
            if (i > 0 && us_curve_key_times_equal(&curves[i], &curves[i - 1]))
                continue;
            for (uint32_t row = 0, k = 0; k < curves[i].key_count; k++) {
                while (table->times.at_s[row] < us_curve_time_s(&curves[i], k))
                    row++;
                table->flags[row] |= (uint16_t)(US_FRAME_TABLE_ON_KEY << t);
            }
        }
    }
}

/* Fills the rows with one curve of a track. */
struct curve_fill {
    struct us_frame_table *table;
    const struct us_curve *curve;
    enum us_frame_table_track track;
    uint32_t place;         /* the float in the track */
    uint32_t *curved_begin; /* the first curved segment of each row */
    bool counting;          /* count curved segments and their uses, or store them */
};

float us_frame_table_narrow(double value)
{
    return (float)fmax(-(double)FLT_MAX, fmin(value, (double)FLT_MAX));
}

static float *value_at(const struct curve_fill *fill, uint32_t row)
{
    const struct us_frame_table *table = fill->table;
    uint32_t first_place = (uint32_t)table->first_place[fill->track];
    return table->values + (size_t)row * table->width + first_place + fill->place;
}

/* A segment with a huge rise counts as curved, because interpolation in single precision is not
 * exact enough for it. */
static bool is_straight(const struct us_segment *segment)
{
    return us_segment_is_linear(segment) &&
           fabsf(segment->right.value - segment->left.value) < US_FRAME_TABLE_MOST_RISE;
}

/* Lists a curved segment with the rows from `row` to `end`. Counting adds to the place after a
 * row's own, so that the sums are where each list begins; storing advances those to where it ends.
 */
static void list_curved(struct curve_fill *fill, const struct us_segment *segment, uint32_t row,
                        uint32_t end)
{
    struct us_frame_table *table = fill->table;
    struct us_curved_segment curved;
    enum us_curved_segment_kind kind = us_curved_segment_from_segment(segment, &curved);
    uint32_t *begin = &fill->curved_begin[row];
    uint32_t which = 0;
    if (fill->counting)
        begin[1]++;
    else
        table->curved_segments[which = (*begin)++] = curved;
    for (; row < end; row++) {
        size_t slot =
            ((size_t)row * US_FRAME_TABLE_TRACKS + (size_t)fill->track) * US_CURVED_SEGMENT_KINDS +
            (size_t)kind;
        if (fill->counting)
            table->use_begin[slot + 1]++;
        else
            table->uses[table->use_begin[slot]++] =
                (struct us_curved_segment_use){which, fill->place};
    }
}

/* The value of a segment at a row. At its left key it is that key's value, even if the segment
 * steps there: the line that ends at the key reaches that value, and the step is listed as curved.
 */
static double value_from(const struct us_segment *segment, float row_s)
{
    return row_s == segment->left.time_s ? (double)segment->left.value
                                         : us_segment_evaluate(segment, (double)row_s, NULL);
}

/* Fills the rows from `row` to the end of the segment. Returns the first row after it. */
static uint32_t fill_segment(struct curve_fill *fill, const struct us_segment *segment,
                             uint32_t row)
{
    const float *at_s = fill->table->times.at_s;
    uint32_t first = row;
    for (; at_s[row] < segment->right.time_s; row++)
        if (fill->counting)
            *value_at(fill, row) = us_frame_table_narrow(value_from(segment, at_s[row]));
    if (row > first && !is_straight(segment))
        list_curved(fill, segment, first, row);
    return row;
}

static void fill_curve(struct curve_fill *fill)
{
    const struct us_curve_key_times *times = &fill->table->times;
    const struct us_curve *curve = fill->curve;
    if (curve->key_count == 0)
        return;
    float first_s = us_curve_time_s(curve, 0);
    float first = us_curve_key(curve, us_curve_find(curve, (double)first_s)).value;
    uint32_t row = 0;
    for (; times->at_s[row] < first_s; row++)
        if (fill->counting)
            *value_at(fill, row) = first;
    for (uint32_t key = 0; key + 1 < curve->key_count; key++) {
        struct us_segment segment = us_curve_segment(curve, key);
        row = fill_segment(fill, &segment, row);
    }
    for (; row < times->count && fill->counting; row++)
        *value_at(fill, row) = us_curve_key(curve, curve->key_count - 1).value;
}

/* Below this, rises stay below US_FRAME_TABLE_MOST_RISE and values fit into a float. */
#define PLAIN_VALUE 4e8f

/* Whether all segments are straight lines between values below PLAIN_VALUE. The toolkit writes such
 * curves. */
static bool is_plain(const struct us_curve *curve)
{
    for (uint32_t i = 0; i < curve->key_count; i++) {
        const struct us_key key = us_curve_key(curve, i);
        if (!(fabsf(key.value) < PLAIN_VALUE) || isinf(key.in_tangent) || isinf(key.out_tangent) ||
            key.in_weight != 0.0f || key.out_weight != 0.0f ||
            (key.weighted_mode & US_WEIGHTED_BOTH) != US_WEIGHTED_BOTH)
            return false;
    }
    return true;
}

/* Like fill_curve for a plain curve, with the same bits. Faster, because it does not test the kind
 * of each segment. */
static void fill_plain(struct us_frame_table *table, const struct us_curve *curve, uint32_t place)
{
    const float *at_s = table->times.at_s;
    const size_t width = table->width, key_size = curve->key_size;
    const uint8_t *key = curve->keys, *last = key + (size_t)(curve->key_count - 1) * key_size;
    while (key < last && us_bytes_load_f32(key + key_size) == us_bytes_load_f32(key))
        key += key_size;
    float *out = table->values + place;
    uint32_t row = 0;
    float value = us_bytes_load_f32(key + 4);
    for (; at_s[row] < us_bytes_load_f32(key); row++)
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
    for (; row < table->times.count; row++)
        out[row * width] = value;
}

/* The rows whose times are the key times of an axis, which several curves share. */
struct axis_rows {
    uint32_t axis; /* 0: none */
    uint32_t first, end;
};

/* Finds the rows of the axis of the curve with the most keys. */
static struct axis_rows find_axis(const struct us_frame_table *table,
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
    while (table->times.at_s[found.first] < us_curve_time_s(most, 0))
        found.first++;
    found.end = found.first + most->key_count;
    if (found.end > table->times.count)
        return none;
    for (uint32_t i = 0; i < most->key_count; i++)
        if (us_curve_time_s(most, i) != table->times.at_s[found.first + i])
            return none;
    return found;
}

/* The bits of PLAIN_VALUE: a float with greater bits, without its sign, is not plain. */
#define LEAST_UNPLAIN_BITS 0x4dbebc20u

/* The keys from which copy_keys copies the floats of a pose. */
struct copied_pose {
    const uint8_t *keys[US_FRAME_TABLE_POSE_FLOATS];
    uint32_t mask[US_FRAME_TABLE_POSE_FLOATS];
    uint32_t place; /* in the row */
};

enum { ROW_POSES = 2 * US_FRAME_TABLE_HAND_POSES + 2, KEYS_AT_A_TIME = 32 };

/* False if a curve of the pose has another axis or keys with tangents. */
static bool list_pose(const struct us_frame_table *table, const struct us_recording *recording,
                      enum us_frame_table_track track, uint32_t first, uint32_t axis,
                      struct copied_pose *out)
{
    *out = (struct copied_pose){.place = (uint32_t)table->first_place[track] + first};
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

/* Copies the values of the keys from `at` to `end`. Returns the greatest copied bits without signs.
 */
static uint32_t copy_keys(const struct copied_pose *pose, uint32_t at, uint32_t end, float *out,
                          size_t width)
{
    uint32_t most = 0;
    for (; at < end; at++, out += width)
        for (uint32_t i = 0; i < US_FRAME_TABLE_POSE_FLOATS; i++) {
            const uint8_t *key = pose->keys[i] + (size_t)at * US_KEY_SIZE_SHORT;
            uint32_t bits = us_bytes_load_u32(key + 4) & pose->mask[i];
            memcpy(&out[i], &bits, sizeof bits);
            bits &= 0x7fffffffu;
            most = bits > most ? bits : most;
        }
    return most;
}

/* Copies the first row of an axis to the rows before it, and its last row to those after it. */
static void hold_ends(struct us_frame_table *table, const struct axis_rows *on)
{
    size_t width = table->width;
    const float *first = table->values + on->first * width;
    const float *last = table->values + (on->end - 1) * width;
    for (size_t row = 0; row < on->first; row++)
        memcpy(table->values + row * width, first, width * sizeof *first);
    for (size_t row = on->end; row < table->times.count; row++)
        memcpy(table->values + row * width, last, width * sizeof *last);
}

/*
 * Copies the values if all curves of poses have the same key times and are straight lines between
 * plain values. The toolkit writes such files if it does not reduce keys. On false, some rows have
 * wrong values, and the caller fills all of them again.
 */
static bool copy_all(struct us_frame_table *table, const struct us_recording *recording)
{
    struct copied_pose poses[ROW_POSES];
    struct axis_rows on = find_axis(table, recording);
    uint32_t count = 0, most = 0;
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS && on.axis != 0; t++) {
        uint32_t floats =
            us_frame_table_track_poses((enum us_frame_table_track)t) * US_FRAME_TABLE_POSE_FLOATS;
        for (uint32_t i = 0; table->first_place[t] >= 0 && i < floats;
             i += US_FRAME_TABLE_POSE_FLOATS)
            if (!list_pose(table, recording, (enum us_frame_table_track)t, i, on.axis,
                           &poses[count++]))
                return false;
    }
    if (on.axis == 0)
        return false;
    /* Copy a few rows of all poses at a time, so that the rows stay in the cache. */
    for (uint32_t key = 0; key < on.end - on.first; key += KEYS_AT_A_TIME)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t left = on.end - on.first - key;
            uint32_t end = key + (left < KEYS_AT_A_TIME ? left : (uint32_t)KEYS_AT_A_TIME);
            float *out = table->values + (size_t)(on.first + key) * table->width + poses[i].place;
            uint32_t bits = copy_keys(&poses[i], key, end, out, table->width);
            most = bits > most ? bits : most;
        }
    hold_ends(table, &on);
    return most < LEAST_UNPLAIN_BITS;
}

/* Fills the values and counts curved segments, or (not `counting`) stores the curved segments. */
static void fill_all(struct us_frame_table *table, const struct us_recording *recording,
                     uint32_t *curved_begin, bool counting)
{
    for (unsigned t = 0; t < US_FRAME_TABLE_TRACKS; t++) {
        enum us_frame_table_track track = (enum us_frame_table_track)t;
        uint32_t floats = us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
        for (uint32_t i = 0; table->first_place[t] >= 0 && i < floats; i++) {
            int curve_index = us_frame_table_curve(track, i);
            if (curve_index < 0)
                continue;
            const struct us_curve *curve = &recording->curves[curve_index];
            struct curve_fill fill = {table, curve, track, i, curved_begin, counting};
            if (curve->key_count == 0 || !is_plain(curve))
                fill_curve(&fill);
            else if (counting)
                fill_plain(table, curve, (uint32_t)table->first_place[t] + i);
        }
    }
}

/* Turns counts, each one place after its own, into the places where each list begins. */
static uint64_t sum_up(uint32_t *begin, size_t count)
{
    uint64_t total = 0;
    for (size_t i = 0; i <= count; i++) {
        total += begin[i];
        begin[i] = (uint32_t)total;
    }
    return total;
}

/* The two largest arrays come from the system directly: they are a hundred kilobytes and more, and
 * come and go during playback. On the heap these fragment memory: the heap was 2 MB larger after an
 * hour of playback than after a minute. */
static void free_pages(void *memory, size_t size)
{
    if (memory != NULL)
        us_mapping_free_pages(memory, size);
}

static bool fill_values(struct us_frame_table *table, const struct us_recording *recording,
                        uint32_t *curved_begin)
{
    size_t slots = (size_t)table->times.count * US_FRAME_TABLE_TRACKS * US_CURVED_SEGMENT_KINDS;
    if (!copy_all(table, recording))
        fill_all(table, recording, curved_begin, true);
    uint64_t curved_segments = sum_up(curved_begin, table->times.count);
    uint64_t uses = sum_up(table->use_begin, slots);
    if (uses == 0) {
        free_pages(table->use_begin, table->use_bytes);
        table->use_begin = NULL;
        return true;
    }
    if (uses > UINT32_MAX)
        return false;
    table->curved_segments = malloc((size_t)curved_segments * sizeof *table->curved_segments);
    table->uses = malloc((size_t)uses * sizeof *table->uses);
    if (table->curved_segments == NULL || table->uses == NULL)
        return false;
    fill_all(table, recording, curved_begin, false);
    memmove(table->use_begin + 1, table->use_begin, slots * sizeof *table->use_begin);
    table->use_begin[0] = 0;
    return true;
}

static bool make_buckets(struct us_frame_table *table)
{
    const struct us_curve_key_times *times = &table->times;
    double first_s = (double)times->at_s[0];
    double length_s = (double)times->at_s[times->count - 1] - first_s;
    table->bucket_count = times->count;
    table->buckets_per_s = length_s > 0.0 ? (double)table->bucket_count / length_s : 0.0;
    table->bucket = malloc(((size_t)table->bucket_count + 1) * sizeof *table->bucket);
    if (table->bucket == NULL)
        return false;
    uint32_t row = 0;
    for (uint32_t i = 0; i <= table->bucket_count; i++) {
        double start_s = first_s + length_s * (double)i / (double)table->bucket_count;
        while (row + 1 < times->count && (double)times->at_s[row + 1] <= start_s)
            row++;
        table->bucket[i] = row;
    }
    return true;
}

uint32_t us_frame_table_find(const struct us_frame_table *table, double time_s)
{
    const float *at_s = table->times.at_s;
    uint32_t last = table->times.count - 1;
    double position = (time_s - (double)at_s[0]) * table->buckets_per_s;
    if (!(position > 0.0))
        return 0;
    uint32_t index =
        position < (double)table->bucket_count ? (uint32_t)position : table->bucket_count - 1;
    uint32_t low = table->bucket[index];
    uint32_t high = table->bucket[index + 1];
    while (high - low > 4) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)at_s[middle] <= time_s)
            low = middle;
        else
            high = middle;
    }
    while (low < last && (double)at_s[low + 1] <= time_s)
        low++;
    /* Rounding may have chosen the bucket after the right one. */
    while (low > 0 && (double)at_s[low] > time_s)
        low--;
    return low;
}

static enum us_result make_rows(struct us_frame_table *table, const struct us_recording *recording,
                                struct us_error *error)
{
    size_t count = table->times.count;
    table->value_bytes = (count * table->width + 1) * sizeof *table->values;
    table->values = us_mapping_pages(table->value_bytes);
    table->flags = malloc(count * sizeof *table->flags);
    table->use_bytes =
        (count * US_FRAME_TABLE_TRACKS * US_CURVED_SEGMENT_KINDS + 1) * sizeof *table->use_begin;
    table->use_begin = us_mapping_pages(table->use_bytes);
    uint32_t *curved_begin = calloc(count + 1, sizeof *curved_begin);
    bool done = table->values != NULL && table->flags != NULL && table->use_begin != NULL &&
                curved_begin != NULL && make_buckets(table) &&
                fill_values(table, recording, curved_begin);
    free(curved_begin);
    if (done) {
        fill_flags(table, recording);
        return US_OK;
    }
    us_frame_table_finish(table);
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory for playing a recording of this size");
}

enum us_result us_frame_table_init(struct us_frame_table *table,
                                   const struct us_recording *recording, uint64_t limit_bytes,
                                   struct us_error *error)
{
    *table = (struct us_frame_table){0};
    place_tracks(table, recording);
    const struct us_curve *curves[US_CURVE_COUNT];
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        curves[i] = &recording->curves[i];
    if (!us_curve_key_times_union(curves, US_CURVE_COUNT, &table->times))
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "out of memory for the recording's key times");
    uint64_t value_bytes = (uint64_t)table->times.count * table->width * sizeof(float);
    table->excess = (float)((double)value_bytes / (double)limit_bytes);
    if (table->times.count == 0 || value_bytes > limit_bytes)
        return US_OK;
    return make_rows(table, recording, error);
}

void us_frame_table_finish(struct us_frame_table *table)
{
    us_curve_key_times_finish(&table->times);
    free_pages(table->values, table->value_bytes);
    free(table->flags);
    free_pages(table->use_begin, table->use_bytes);
    free(table->uses);
    free(table->curved_segments);
    free(table->bucket);
    table->values = NULL;
    table->flags = NULL;
    table->use_begin = NULL;
    table->uses = NULL;
    table->curved_segments = NULL;
    table->bucket = NULL;
}
