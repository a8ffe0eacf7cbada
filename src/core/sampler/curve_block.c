/* SPDX-License-Identifier: MIT */
#include "core/sampler/block_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/sampler/pose_simd.h"
#include "core/sampler/frame_table.h"

enum { MAX_FLOATS = US_FRAME_TABLE_HAND_POSES * US_FRAME_TABLE_POSE_FLOATS };

struct us_curve_block {
    struct us_block base;
    const struct us_recording *recording; /* the caller's, or `kept` */
    struct us_recording kept;
    struct us_frame_table table;
    /* The curves with a repeating wrap mode, and the first of them. If all curves with more than
     * one key repeat with the same modes and times (`wraps_alike`), one mapping of the time serves
     * all of them. */
    bool wraps_alike;
    uint32_t wrapping_count;
    unsigned first_wrapping;
};

/* A time, looked up once for all tracks. */
struct moment {
    double time_s;  /* the requested time */
    double rate;    /* d(inner_s)/d(time_s): 1, 0 outside of the keys, or -1 */
    double inner_s; /* the time after wrapping */
    bool still;     /* do not compute velocities */
    bool by_curve;  /* evaluate each curve instead of using the table */
    uint32_t row;
    bool on_row;
    float share; /* the part of the way to the next row, in [0, 1) */
    float per_s; /* 1 / (time to the next row); 0 after the last row */
};

/* Values and slopes of a track's floats. Slopes are not set for a `still` moment. */
struct channels {
    float values[MAX_FLOATS];
    float slopes[MAX_FLOATS];
};

static const struct us_curve_block *curve_block(const struct us_block *base)
{
    return (const struct us_curve_block *)base;
}

static bool wrap_alike(const struct us_curve *a, const struct us_curve *b)
{
    return a->pre_wrap == b->pre_wrap && a->post_wrap == b->post_wrap &&
           us_curve_time_s(a, 0) == us_curve_time_s(b, 0) &&
           us_curve_time_s(a, a->key_count - 1) == us_curve_time_s(b, b->key_count - 1);
}

static void find_wrapping(struct us_curve_block *block)
{
    const struct us_recording *recording = block->recording;
    uint32_t moving = 0;
    bool alike = true;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &recording->curves[i];
        moving += curve->key_count > 1;
        if (!us_curve_repeats(curve))
            continue;
        if (block->wrapping_count++ == 0)
            block->first_wrapping = i;
        alike = alike && wrap_alike(curve, &recording->curves[block->first_wrapping]);
    }
    block->wraps_alike = alike && moving > 0 && block->wrapping_count == moving;
}

/* Copies the keys of a window if the block has no table, because sampling then needs them. */
static bool keep_keys(struct us_curve_block *block, const struct us_recording *recording)
{
    bool keep = block->table.values == NULL;
    size_t size = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT && keep; i++)
        size += (size_t)recording->curves[i].key_count * recording->curves[i].key_size;
    uint8_t *keys = malloc(size + 1);
    if (keys == NULL)
        return false;
    block->kept.bytes = keys;
    block->kept.first_key_s = recording->first_key_s;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        struct us_curve *curve = &block->kept.curves[i];
        *curve = recording->curves[i];
        curve->key_count = keep ? curve->key_count : 0;
        curve->keys = keys;
        size_t bytes = (size_t)curve->key_count * curve->key_size;
        if (bytes > 0)
            memcpy(keys, recording->curves[i].keys, bytes);
        keys += bytes;
    }
    block->recording = &block->kept;
    return true;
}

static enum us_result no_memory(struct us_error *error)
{
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory for playing a recording of this size");
}

static struct moment look_up(const struct us_curve_block *block, double time_s, bool still)
{
    const struct us_frame_table *table = &block->table;
    if (isnan(time_s))
        time_s = block->recording->first_key_s;
    struct moment moment = {.time_s = time_s, .rate = 1.0, .inner_s = time_s, .still = still};
    if (block->wraps_alike)
        moment.inner_s =
            us_curve_wrap(&block->recording->curves[block->first_wrapping], time_s, &moment.rate);
    /* Before the first key: a step at that key must not have happened yet. */
    if (moment.rate == 0.0 && time_s < moment.inner_s)
        moment.inner_s = nextafter(moment.inner_s, -INFINITY);
    moment.by_curve = table->values == NULL;
    if (moment.by_curve)
        return moment;
    moment.row = us_frame_table_find(table, moment.inner_s);
    double row_s = (double)table->times.at_s[moment.row];
    moment.on_row = moment.inner_s == row_s;
    if (moment.row + 1 < table->times.count && moment.inner_s >= row_s) {
        double apart_s = (double)table->times.at_s[moment.row + 1] - row_s;
        moment.share = (float)((moment.inner_s - row_s) / apart_s);
        moment.per_s = us_frame_table_narrow(1.0 / apart_s);
    }
    /* If a ping-pong plays backwards, the values after this time are those before the row. */
    moment.by_curve = moment.rate < 0.0 && moment.on_row;
    return moment;
}

/* The rows before and after a moment; the same row twice if no row follows. */
static const float *rows_around(const struct us_frame_table *table, const struct moment *moment,
                                uint32_t place, const float **out_right)
{
    const float *left = table->values + (size_t)moment->row * table->width + place;
    *out_right = moment->per_s > 0.0f ? left + table->width : left;
    return left;
}

static void blend(const struct us_frame_table *table, const struct moment *moment, uint32_t place,
                  uint32_t count, struct channels *out)
{
    const float *right, *left = rows_around(table, moment, place, &right);
    us_pose_simd_blend(left, right, moment->share, moment->per_s * (float)moment->rate,
                       count / US_POSE_SIMD_POSE_FLOATS, out->values,
                       moment->still ? NULL : out->slopes);
}

static void evaluate_curved(const struct us_curve_block *block, enum us_frame_table_track track,
                            const struct moment *moment, struct channels *out)
{
    const struct us_frame_table *table = &block->table;
    if (table->use_begin == NULL || moment->per_s == 0.0f)
        return;
    struct us_curved_segment_moment when = {moment->inner_s, moment->rate, US_POSE_SIMD_MOST_RATE};
    for (unsigned kind = 0; kind < US_CURVED_SEGMENT_KINDS; kind++) {
        uint32_t count;
        const struct us_curved_segment_use *uses = us_frame_table_curved(
            table, moment->row, track, (enum us_curved_segment_kind)kind, &count);
        us_curved_segment_evaluate((enum us_curved_segment_kind)kind, table->curved_segments, uses,
                                   count, &when, out->values, moment->still ? NULL : out->slopes);
    }
}

static void evaluate_into(const struct us_curve *curve, double time_s, uint32_t at,
                          struct channels *out)
{
    double slope;
    out->values[at] = us_frame_table_narrow(us_curve_evaluate(curve, time_s, &slope));
    out->slopes[at] = us_pose_simd_bounded(us_frame_table_narrow(slope));
}

/* Evaluates curves with repeating wrap modes outside of their keys, where the table does not hold
 * their values. */
static void wrap(const struct us_curve_block *block, enum us_frame_table_track track,
                 const struct moment *moment, uint32_t count, struct channels *out)
{
    if (block->wraps_alike || block->wrapping_count == 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        int index = us_frame_table_curve(track, i);
        const struct us_curve *curve = index >= 0 ? &block->recording->curves[index] : NULL;
        if (curve == NULL || !us_curve_repeats(curve))
            continue;
        bool inside = moment->time_s >= (double)us_curve_time_s(curve, 0) &&
                      moment->time_s < (double)us_curve_time_s(curve, curve->key_count - 1);
        if (!inside)
            evaluate_into(curve, moment->time_s, i, out);
    }
}

static void sample_track(const struct us_curve_block *block, enum us_frame_table_track track,
                         const struct moment *moment, struct channels *out)
{
    const struct us_frame_table *table = &block->table;
    uint32_t count = us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
    uint32_t place = (uint32_t)table->first_place[track];
    if (moment->by_curve) {
        memset(out, 0, sizeof *out);
        for (uint32_t i = 0; i < count; i++) {
            int index = us_frame_table_curve(track, i);
            if (index >= 0)
                evaluate_into(&block->recording->curves[index], moment->time_s, i, out);
        }
        return;
    }
    blend(table, moment, place, count, out);
    evaluate_curved(block, track, moment, out);
    wrap(block, track, moment, count, out);
}

/* Whether a curve of the track repeats before its first key or after its last one. False if all
 * curves wrap alike, because the time was then mapped already. */
static bool repeats_outside(const struct us_curve_block *block, enum us_frame_table_track track,
                            bool after)
{
    uint32_t count = us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
    if (block->wraps_alike || block->wrapping_count == 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int index = us_frame_table_curve(track, i);
        const struct us_curve *curve = index >= 0 ? &block->recording->curves[index] : NULL;
        if (curve == NULL || curve->key_count < 2)
            continue;
        int32_t mode = after ? curve->post_wrap : curve->pre_wrap;
        if (mode == US_WRAP_LOOP || mode == US_WRAP_PINGPONG)
            return true;
    }
    return false;
}

/* Whether a curve of the track has a key at a time; for a block without a table. */
static bool on_any_key(const struct us_curve_block *block, enum us_frame_table_track track,
                       double time_s)
{
    uint32_t count = us_frame_table_track_poses(track) * US_FRAME_TABLE_POSE_FLOATS;
    for (uint32_t i = 0; i < count; i++) {
        int index = us_frame_table_curve(track, i);
        const struct us_curve *curve = index >= 0 ? &block->recording->curves[index] : NULL;
        if (curve != NULL && curve->key_count > 0 &&
            (double)us_curve_time_s(curve, us_curve_find(curve, time_s)) == time_s)
            return true;
    }
    return false;
}

static enum us_how how_made(const struct us_curve_block *block, enum us_frame_table_track track,
                            const struct moment *moment)
{
    const struct us_frame_table *table = &block->table;
    if (table->first_place[track] < 0)
        return US_HOW_ABSENT;
    double time_s = moment->rate == 0.0 ? moment->time_s : moment->inner_s;
    if (time_s < (double)table->track_first_s[track])
        return repeats_outside(block, track, false) ? US_HOW_INTERPOLATED : US_HOW_BEFORE_START;
    if (time_s > (double)table->track_last_s[track])
        return repeats_outside(block, track, true) ? US_HOW_INTERPOLATED : US_HOW_HELD;
    bool on_key =
        table->values == NULL
            ? on_any_key(block, track, time_s)
            : moment->on_row && (table->flags[moment->row] & (US_FRAME_TABLE_ON_KEY << track)) != 0;
    return on_key ? US_HOW_EXACT : US_HOW_INTERPOLATED;
}

/* Fills the poses of a track. If no segment is curved and no curve repeats by itself, interpolates
 * the rows directly. */
static void fill_motions(const struct us_curve_block *block, enum us_frame_table_track track,
                         const struct moment *moment, struct us_motion *out)
{
    const struct us_frame_table *table = &block->table;
    uint32_t count = us_frame_table_track_poses(track);
    uint32_t place = (uint32_t)table->first_place[track];
    bool repeating = !block->wraps_alike && block->wrapping_count > 0;
    if (!moment->by_curve && table->use_begin == NULL && !repeating) {
        const float *right, *left = rows_around(table, moment, place, &right);
        us_pose_simd_blend_motions(left, right, moment->share, moment->per_s * (float)moment->rate,
                                   count, !moment->still, out);
        return;
    }
    struct channels channels;
    sample_track(block, track, moment, &channels);
    us_pose_simd_motions(channels.values, moment->still ? NULL : channels.slopes, count, out);
}

static void fill_head(const struct us_curve_block *block, const struct moment *moment,
                      struct us_head_sample *out)
{
    *out = (struct us_head_sample){.how = how_made(block, US_FRAME_TABLE_HEAD, moment),
                                   .flags = US_POSE_ALL,
                                   .motion.pose = us_pose_identity};
    if (out->how == US_HOW_ABSENT)
        return;
    fill_motions(block, US_FRAME_TABLE_HEAD, moment, &out->motion);
}

/* A boolean keeps its value up to the next key, so the bit of a row is valid up to the next row. */
static bool flag_at(const struct us_curve_block *block, unsigned curve_index, unsigned bit,
                    const struct moment *moment)
{
    const struct us_frame_table *table = &block->table;
    const struct us_curve *curve = &block->recording->curves[curve_index];
    if (table->values == NULL || (us_curve_repeats(curve) && !block->wraps_alike))
        return us_curve_evaluate_bool(curve, moment->time_s);
    return (table->flags[moment->row] & bit) != 0;
}

static void fill_hand(const struct us_curve_block *block, enum us_hand hand,
                      const struct moment *moment, struct us_hand_sample *out)
{
    enum us_frame_table_track track =
        hand == US_HAND_LEFT ? US_FRAME_TABLE_LEFT : US_FRAME_TABLE_RIGHT;
    out->how = how_made(block, track, moment);
    out->tracked = flag_at(block, US_CURVE_TRACKED + (unsigned)hand,
                           (unsigned)US_FRAME_TABLE_TRACKED << hand, moment);
    out->pinching = flag_at(block, US_CURVE_PINCHING + (unsigned)hand,
                            (unsigned)US_FRAME_TABLE_PINCHING << hand, moment);
    out->has_details = false;
    out->inferred = false;
    out->joints[US_JOINT_NONE] = (struct us_motion){.pose = us_pose_identity};
    if (out->how == US_HOW_ABSENT) {
        out->tracked = false;
        for (unsigned i = 1; i < US_JOINT_COUNT; i++)
            out->joints[i] = out->joints[US_JOINT_NONE];
        return;
    }
    fill_motions(block, track, moment, out->joints + 1);
}

static bool gaze_valid(const struct us_curve_block *block, const struct moment *moment)
{
    const struct us_frame_table *table = &block->table;
    const struct us_curve *direction = &block->recording->curves[US_CURVE_GAZE + US_RAY_DX];
    const struct us_curve *repeating = NULL;
    bool after;
    for (unsigned i = 3; i-- > 0 && !block->wraps_alike && block->wrapping_count > 0;)
        repeating = us_curve_repeats(&direction[i]) ? &direction[i] : repeating;
    if (repeating != NULL)
        return us_frame_table_gaze_valid(block->recording,
                                         us_curve_wrap(repeating, moment->inner_s, NULL), &after);
    if (table->values == NULL)
        return us_frame_table_gaze_valid(block->recording, moment->inner_s, &after);
    unsigned bit = moment->on_row || moment->per_s == 0.0f ? US_FRAME_TABLE_GAZE_AT
                                                           : US_FRAME_TABLE_GAZE_AFTER;
    return (table->flags[moment->row] & bit) != 0;
}

static void fill_gaze(const struct us_curve_block *block, const struct moment *moment,
                      struct us_gaze_sample *out)
{
    *out = (struct us_gaze_sample){.how = how_made(block, US_FRAME_TABLE_GAZE, moment),
                                   .direction = {0.0f, 0.0f, 1.0f}};
    if (out->how == US_HOW_ABSENT)
        return;
    struct channels channels;
    sample_track(block, US_FRAME_TABLE_GAZE, moment, &channels);
    const float *value = channels.values, *slope = channels.slopes;
    out->origin_m = (struct us_vec3){value[4], value[5], value[6]};
    if (!moment->still)
        out->origin_m_s = (struct us_vec3){slope[4], slope[5], slope[6]};
    struct us_vec3 direction = {value[0], value[1], value[2]};
    float norm = us_vec3_norm(direction);
    if (!(norm > 1e-6f) || !isfinite(norm) || !gaze_valid(block, moment))
        return;
    out->valid = out->is_active = true;
    out->direction = us_vec3_scale(direction, 1.0f / norm);
    if (moment->still)
        return;
    struct us_vec3 rate =
        us_vec3_scale((struct us_vec3){slope[0], slope[1], slope[2]}, 1.0f / norm);
    out->direction_rate =
        us_vec3_sub(rate, us_vec3_scale(out->direction, us_vec3_dot(rate, out->direction)));
}

static void block_frame(const struct us_block *base, double time_s, unsigned parts,
                        struct us_frame_sample *out)
{
    const struct us_curve_block *block = curve_block(base);
    struct moment moment = look_up(block, time_s, (parts & US_SAMPLE_STILL) != 0);
    if (parts & US_SAMPLE_HEAD)
        fill_head(block, &moment, &out->head);
    if (parts & US_SAMPLE_LEFT)
        fill_hand(block, US_HAND_LEFT, &moment, &out->hands[US_HAND_LEFT]);
    if (parts & US_SAMPLE_RIGHT)
        fill_hand(block, US_HAND_RIGHT, &moment, &out->hands[US_HAND_RIGHT]);
    if (parts & US_SAMPLE_GAZE)
        fill_gaze(block, &moment, &out->gaze);
    if (parts & US_SAMPLE_VIEWS)
        out->views.how = US_HOW_ABSENT;
    if (parts & US_SAMPLE_STAGE)
        out->stage.how = US_HOW_ABSENT;
    if (parts & US_SAMPLE_SPACES)
        out->spaces.how = US_HOW_ABSENT;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        if (parts & ((unsigned)US_SAMPLE_LEFT_CONTROLLER << hand))
            out->controllers[hand].how = US_HOW_ABSENT;
}

/* A key's value holds up to the next one, so the key at or before `from_s` counts as well. */
static bool is_any_key_true(const struct us_curve *curve, double from_s, double to_s)
{
    if (curve->key_count == 0)
        return false;
    uint32_t last = us_curve_find(curve, to_s);
    for (uint32_t i = us_curve_find(curve, from_s); i <= last; i++) {
        if (us_curve_evaluate_bool(curve, (double)us_curve_time_s(curve, i)))
            return true;
    }
    return false;
}

/*
 * The cost grows with the number of rows between the two times. If curves have repeating wrap
 * modes, only `to_s` counts.
 */
static bool block_pinched(const struct us_block *base, enum us_hand hand, double from_s,
                          double to_s)
{
    const struct us_curve_block *block = curve_block(base);
    const struct us_frame_table *table = &block->table;
    unsigned bit = (unsigned)US_FRAME_TABLE_PINCHING << hand;
    const struct us_curve *curve = &block->recording->curves[US_CURVE_PINCHING + (unsigned)hand];
    if (!(from_s < to_s) || block->wrapping_count > 0) {
        struct moment moment = look_up(block, to_s, true);
        return flag_at(block, US_CURVE_PINCHING + (unsigned)hand, bit, &moment);
    }
    if (table->values == NULL)
        return is_any_key_true(curve, from_s, to_s);
    uint32_t last = us_frame_table_find(table, to_s);
    for (uint32_t i = us_frame_table_find(table, from_s); i <= last; i++) {
        if (table->flags[i] & bit)
            return true;
    }
    return false;
}

static void block_destroy(struct us_block *base)
{
    struct us_curve_block *block = (struct us_curve_block *)base;
    us_frame_table_finish(&block->table);
    us_recording_finish(&block->kept);
    free(block);
}

static const struct us_block_ops curve_block_ops = {
    .frame = block_frame, .pinched = block_pinched, .destroy = block_destroy};

enum us_result us_curve_block_create(const struct us_recording *recording,
                                     const struct us_curve_block_options *options,
                                     struct us_block **out_block, struct us_error *error)
{
    *out_block = NULL;
    struct us_curve_block *block = calloc(1, sizeof *block);
    if (block == NULL)
        return no_memory(error);
    block->base.ops = &curve_block_ops;
    block->recording = recording;
    find_wrapping(block);
    enum us_result result =
        us_frame_table_init(&block->table, recording, options->limit_bytes, error);
    if (result == US_OK && options->tracks != NULL) {
        memcpy(block->table.track_first_s, options->tracks->first_s,
               sizeof block->table.track_first_s);
        memcpy(block->table.track_last_s, options->tracks->last_s,
               sizeof block->table.track_last_s);
        result = keep_keys(block, recording) ? US_OK : no_memory(error);
    }
    if (result != US_OK) {
        block_destroy(&block->base);
        return result;
    }
    *out_block = &block->base;
    return US_OK;
}

float us_curve_block_excess(const struct us_block *block)
{
    return curve_block(block)->table.excess;
}
