/* SPDX-License-Identifier: MIT */
#include "sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"

enum { MAX_FLOATS = US_ROWS_HAND_POSES * US_ROWS_POSE_FLOATS };

/* Rows may take this many times the file's size, and this much in any case. */
enum { ROWS_PER_FILE_BYTE = 32, ROWS_FLOOR_BYTES = 4 << 20 };

/* Far above anything real, and far below what overflows on the way to a velocity. */
#define MOST_RATE 1e15f

struct us_sampler {
    const struct us_recording *recording;
    struct us_rows rows;
    /* Curves that repeat outside their keys. Either all alike, so that one mapping of the time
     * serves them all, or listed. */
    bool wraps_alike;
    uint16_t *wrapping;
    uint32_t wrapping_count;
};

/* One time, looked up once for all tracks. */
struct moment {
    double time_s;  /* as asked */
    double rate;    /* of the recording's inner time against it */
    double inner_s; /* after wrapping */
    uint32_t row;
    bool on_row;
    float share; /* of the way from the row to the next, in [0, 1) */
    float per_s; /* 1 / time between the two; 0 where nothing follows */
};

/* Values and slopes of a track's floats. */
struct channels {
    float values[MAX_FLOATS];
    float slopes[MAX_FLOATS];
};

static bool repeats(const struct us_curve *curve)
{
    int32_t pre = curve->pre_wrap, post = curve->post_wrap;
    return curve->key_count > 1 && (pre == US_WRAP_LOOP || pre == US_WRAP_PINGPONG ||
                                    post == US_WRAP_LOOP || post == US_WRAP_PINGPONG);
}

static bool wrap_alike(const struct us_curve *a, const struct us_curve *b)
{
    return a->pre_wrap == b->pre_wrap && a->post_wrap == b->post_wrap &&
           us_curve_time_s(a, 0) == us_curve_time_s(b, 0) &&
           us_curve_time_s(a, a->key_count - 1) == us_curve_time_s(b, b->key_count - 1);
}

static bool list_wrapping(struct us_sampler *sampler)
{
    const struct us_recording *recording = sampler->recording;
    sampler->wrapping = malloc(US_CURVE_COUNT * sizeof(*sampler->wrapping));
    if (sampler->wrapping == NULL)
        return false;
    uint32_t moving = 0;
    bool alike = true;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &recording->curves[i];
        moving += curve->key_count > 1;
        if (!repeats(curve))
            continue;
        sampler->wrapping[sampler->wrapping_count++] = (uint16_t)i;
        alike = alike && wrap_alike(curve, &recording->curves[sampler->wrapping[0]]);
    }
    sampler->wraps_alike = alike && moving > 0 && sampler->wrapping_count == moving;
    return true;
}

enum us_result us_sampler_create(const struct us_recording *recording,
                                 struct us_sampler **out_sampler, struct us_error *error)
{
    *out_sampler = NULL;
    struct us_sampler *sampler = calloc(1, sizeof(*sampler));
    if (sampler == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    sampler->recording = recording;
    enum us_result result = US_OK;
    if (!list_wrapping(sampler))
        result = us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    else
        result = us_rows_init(&sampler->rows, recording,
                              ROWS_FLOOR_BYTES + ROWS_PER_FILE_BYTE * recording->file_size, error);
    if (result != US_OK) {
        us_sampler_destroy(sampler);
        return result;
    }
    *out_sampler = sampler;
    return US_OK;
}

void us_sampler_destroy(struct us_sampler *sampler)
{
    if (sampler == NULL)
        return;
    us_rows_finish(&sampler->rows);
    free(sampler->wrapping);
    free(sampler);
}

static struct moment look_up(const struct us_sampler *sampler, double time_s)
{
    const struct us_rows *rows = &sampler->rows;
    if (isnan(time_s))
        time_s = sampler->recording->first_key_s;
    struct moment moment = {.time_s = time_s, .rate = 1.0, .inner_s = time_s};
    if (sampler->wraps_alike)
        moment.inner_s =
            us_curve_wrap(&sampler->recording->curves[sampler->wrapping[0]], time_s, &moment.rate);
    if (rows->values == NULL)
        return moment;
    moment.row = us_rows_find(rows, moment.inner_s);
    double row_s = (double)rows->times.at_s[moment.row];
    moment.on_row = moment.inner_s == row_s;
    if (moment.row + 1 < rows->times.count && moment.inner_s >= row_s) {
        double apart_s = (double)rows->times.at_s[moment.row + 1] - row_s;
        moment.share = (float)((moment.inner_s - row_s) / apart_s);
        moment.per_s = us_rows_narrow(1.0 / apart_s);
    }
    return moment;
}

/* Keys may stand so close together that no float holds what comes of the rate: no NaN gets out. */
static float bounded(float slope)
{
    slope = slope < MOST_RATE ? slope : MOST_RATE;
    return slope > -MOST_RATE ? slope : -MOST_RATE;
}

static void blend(const struct us_rows *rows, const struct moment *moment, uint32_t place,
                  uint32_t count, struct channels *out)
{
    const float *left = rows->values + (size_t)moment->row * rows->width + place;
    const float *right = moment->per_s > 0.0f ? left + rows->width : left;
    const float share = moment->share;
    const float per_s = moment->per_s * (float)moment->rate;
    for (uint32_t i = 0; i < count; i++) {
        float rise = right[i] - left[i];
        out->values[i] = left[i] + share * rise;
        out->slopes[i] = rise * per_s;
    }
    /* Straight rises are below US_ROWS_MOST_RISE: only a very short row can give too much. */
    for (uint32_t i = 0; i < count && moment->per_s > MOST_RATE / US_ROWS_MOST_RISE; i++)
        out->slopes[i] = bounded(out->slopes[i]);
}

static void bend(const struct us_sampler *sampler, const struct moment *moment, uint32_t place,
                 uint32_t count, struct channels *out)
{
    const struct us_rows *rows = &sampler->rows;
    if (rows->bend_begin == NULL || moment->per_s == 0.0f)
        return;
    uint32_t end = rows->bend_begin[moment->row + 1];
    for (uint32_t i = rows->bend_begin[moment->row]; i < end; i++) {
        const struct us_rows_bend *one = &rows->bends[i];
        if (one->place < place || one->place >= place + count)
            continue;
        struct us_segment segment =
            us_curve_segment(&sampler->recording->curves[one->curve], one->key);
        double slope;
        double value = us_segment_evaluate(&segment, moment->inner_s, &slope);
        out->values[one->place - place] = us_rows_narrow(value);
        out->slopes[one->place - place] = bounded(us_rows_narrow(slope * moment->rate));
    }
}

static void evaluate_into(const struct us_curve *curve, double time_s, uint32_t at,
                          struct channels *out)
{
    double slope;
    out->values[at] = us_rows_narrow(us_curve_evaluate(curve, time_s, &slope));
    out->slopes[at] = bounded(us_rows_narrow(slope));
}

/* Where a curve repeats on its own, the rows say nothing outside its keys. */
static void wrap(const struct us_sampler *sampler, enum us_rows_track track,
                 const struct moment *moment, uint32_t count, struct channels *out)
{
    if (sampler->wraps_alike || sampler->wrapping_count == 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        int index = us_rows_curve(track, i);
        const struct us_curve *curve = index >= 0 ? &sampler->recording->curves[index] : NULL;
        if (curve == NULL || !repeats(curve))
            continue;
        bool inside = moment->time_s >= (double)us_curve_time_s(curve, 0) &&
                      moment->time_s < (double)us_curve_time_s(curve, curve->key_count - 1);
        if (!inside)
            evaluate_into(curve, moment->time_s, i, out);
    }
}

static void sample_track(const struct us_sampler *sampler, enum us_rows_track track,
                         const struct moment *moment, struct channels *out)
{
    const struct us_rows *rows = &sampler->rows;
    uint32_t count = us_rows_track_poses(track) * US_ROWS_POSE_FLOATS;
    uint32_t place = (uint32_t)rows->first_place[track];
    if (rows->values == NULL) {
        memset(out, 0, sizeof(*out));
        for (uint32_t i = 0; i < count; i++) {
            int index = us_rows_curve(track, i);
            if (index >= 0)
                evaluate_into(&sampler->recording->curves[index], moment->time_s, i, out);
        }
        return;
    }
    blend(rows, moment, place, count, out);
    bend(sampler, moment, place, count, out);
    wrap(sampler, track, moment, count, out);
}

/* Does a curve of the track go on by itself before its first key, or after its last one? Where all
 * do alike, the time has been mapped already. */
static bool goes_on(const struct us_sampler *sampler, enum us_rows_track track, bool after)
{
    uint32_t count = us_rows_track_poses(track) * US_ROWS_POSE_FLOATS;
    if (sampler->wraps_alike || sampler->wrapping_count == 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int index = us_rows_curve(track, i);
        const struct us_curve *curve = index >= 0 ? &sampler->recording->curves[index] : NULL;
        if (curve == NULL || curve->key_count < 2)
            continue;
        int32_t mode = after ? curve->post_wrap : curve->pre_wrap;
        if (mode == US_WRAP_LOOP || mode == US_WRAP_PINGPONG)
            return true;
    }
    return false;
}

/* Without rows, each curve is searched anyway. */
static bool on_any_key(const struct us_sampler *sampler, enum us_rows_track track, double time_s)
{
    uint32_t count = us_rows_track_poses(track) * US_ROWS_POSE_FLOATS;
    for (uint32_t i = 0; i < count; i++) {
        int index = us_rows_curve(track, i);
        const struct us_curve *curve = index >= 0 ? &sampler->recording->curves[index] : NULL;
        if (curve != NULL && curve->key_count > 0 &&
            (double)us_curve_time_s(curve, us_curve_find(curve, time_s)) == time_s)
            return true;
    }
    return false;
}

static enum us_how how_made(const struct us_sampler *sampler, enum us_rows_track track,
                            const struct moment *moment)
{
    const struct us_rows *rows = &sampler->rows;
    if (rows->first_place[track] < 0)
        return US_HOW_ABSENT;
    double time_s = moment->rate == 0.0 ? moment->time_s : moment->inner_s;
    if (time_s < (double)rows->track_first_s[track])
        return goes_on(sampler, track, false) ? US_HOW_INTERPOLATED : US_HOW_BEFORE_START;
    if (time_s > (double)rows->track_last_s[track])
        return goes_on(sampler, track, true) ? US_HOW_INTERPOLATED : US_HOW_HELD;
    bool on_key =
        rows->values == NULL
            ? on_any_key(sampler, track, time_s)
            : moment->on_row && (rows->flags[moment->row] & (US_ROWS_ON_KEY << track)) != 0;
    return on_key ? US_HOW_EXACT : US_HOW_INTERPOLATED;
}

/* Normalise a rotation and turn its rate of change into an angular velocity: w = 2 q' q*, q being
 * unit. */
static struct us_motion motion_of(const float *value, const float *slope)
{
    struct us_motion motion = {us_pose_identity, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    motion.pose.position_m = (struct us_vec3){value[4], value[5], value[6]};
    motion.linear_m_s = (struct us_vec3){slope[4], slope[5], slope[6]};
    float square =
        value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3];
    if (!(square > 1e-12f) || !isfinite(square))
        return motion;
    float scale = 1.0f / sqrtf(square);
    float x = value[0] * scale, y = value[1] * scale, z = value[2] * scale, w = value[3] * scale;
    float dx = slope[0] * scale, dy = slope[1] * scale, dz = slope[2] * scale,
          dw = slope[3] * scale;
    motion.pose.rotation = (struct us_quat){x, y, z, w};
    motion.angular_rad_s = (struct us_vec3){
        2.0f * (dx * w - dw * x - dy * z + dz * y),
        2.0f * (dy * w - dw * y - dz * x + dx * z),
        2.0f * (dz * w - dw * z - dx * y + dy * x),
    };
    return motion;
}

static void fill_head(const struct us_sampler *sampler, const struct moment *moment,
                      struct us_head_sample *out)
{
    *out = (struct us_head_sample){.how = how_made(sampler, US_ROWS_HEAD, moment),
                                   .motion.pose = us_pose_identity};
    if (out->how == US_HOW_ABSENT)
        return;
    struct channels channels;
    sample_track(sampler, US_ROWS_HEAD, moment, &channels);
    out->motion = motion_of(channels.values, channels.slopes);
}

/* A truth value is held from key to key, so that its row's bit serves up to the next row. */
static bool flag_at(const struct us_sampler *sampler, unsigned curve_index, unsigned bit,
                    const struct moment *moment)
{
    const struct us_rows *rows = &sampler->rows;
    const struct us_curve *curve = &sampler->recording->curves[curve_index];
    if (rows->values == NULL || (repeats(curve) && !sampler->wraps_alike))
        return us_curve_evaluate_bool(curve, moment->time_s);
    return (rows->flags[moment->row] & bit) != 0;
}

static void fill_hand(const struct us_sampler *sampler, enum us_hand hand,
                      const struct moment *moment, struct us_hand_sample *out)
{
    enum us_rows_track track = hand == US_HAND_LEFT ? US_ROWS_LEFT : US_ROWS_RIGHT;
    out->how = how_made(sampler, track, moment);
    out->tracked = flag_at(sampler, US_CURVE_TRACKED + (unsigned)hand,
                           (unsigned)US_ROWS_TRACKED << hand, moment);
    out->pinching = flag_at(sampler, US_CURVE_PINCHING + (unsigned)hand,
                            (unsigned)US_ROWS_PINCHING << hand, moment);
    out->joints[US_JOINT_NONE] = (struct us_motion){.pose = us_pose_identity};
    if (out->how == US_HOW_ABSENT) {
        out->tracked = false;
        for (unsigned i = 1; i < US_JOINT_COUNT; i++)
            out->joints[i] = out->joints[US_JOINT_NONE];
        return;
    }
    struct channels channels;
    sample_track(sampler, track, moment, &channels);
    for (unsigned i = 0; i < US_ROWS_HAND_POSES; i++)
        out->joints[i + 1] = motion_of(channels.values + i * US_ROWS_POSE_FLOATS,
                                       channels.slopes + i * US_ROWS_POSE_FLOATS);
}

/* A gaze that repeats on its own is valid where the time in its direction's curves says so. */
static bool gaze_valid(const struct us_sampler *sampler, const struct moment *moment)
{
    const struct us_rows *rows = &sampler->rows;
    const struct us_curve *direction = &sampler->recording->curves[US_CURVE_GAZE + US_RAY_DX];
    const struct us_curve *repeating = NULL;
    bool after;
    for (unsigned i = 3; i-- > 0 && !sampler->wraps_alike && sampler->wrapping_count > 0;)
        repeating = repeats(&direction[i]) ? &direction[i] : repeating;
    if (repeating != NULL)
        return us_rows_gaze_valid(sampler->recording,
                                  us_curve_wrap(repeating, moment->inner_s, NULL), &after);
    if (rows->values == NULL)
        return us_rows_gaze_valid(sampler->recording, moment->inner_s, &after);
    unsigned bit = moment->on_row || moment->per_s == 0.0f ? US_ROWS_GAZE_AT : US_ROWS_GAZE_AFTER;
    return (rows->flags[moment->row] & bit) != 0;
}

static void fill_gaze(const struct us_sampler *sampler, const struct moment *moment,
                      struct us_gaze_sample *out)
{
    *out = (struct us_gaze_sample){.how = how_made(sampler, US_ROWS_GAZE, moment),
                                   .direction = {0.0f, 0.0f, 1.0f}};
    if (out->how == US_HOW_ABSENT)
        return;
    struct channels channels;
    sample_track(sampler, US_ROWS_GAZE, moment, &channels);
    const float *value = channels.values, *slope = channels.slopes;
    out->origin_m = (struct us_vec3){value[4], value[5], value[6]};
    out->origin_m_s = (struct us_vec3){slope[4], slope[5], slope[6]};
    struct us_vec3 direction = {value[0], value[1], value[2]};
    float norm = us_vec3_norm(direction);
    if (!(norm > 1e-6f) || !isfinite(norm) || !gaze_valid(sampler, moment))
        return;
    out->valid = true;
    out->direction = us_vec3_scale(direction, 1.0f / norm);
    struct us_vec3 rate =
        us_vec3_scale((struct us_vec3){slope[0], slope[1], slope[2]}, 1.0f / norm);
    out->direction_rate =
        us_vec3_sub(rate, us_vec3_scale(out->direction, us_vec3_dot(rate, out->direction)));
}

void us_sampler_frame(const struct us_sampler *sampler, double time_s, unsigned parts,
                      struct us_frame_sample *out)
{
    struct moment moment = look_up(sampler, time_s);
    if (parts & US_SAMPLE_HEAD)
        fill_head(sampler, &moment, &out->head);
    if (parts & US_SAMPLE_LEFT)
        fill_hand(sampler, US_HAND_LEFT, &moment, &out->hands[US_HAND_LEFT]);
    if (parts & US_SAMPLE_RIGHT)
        fill_hand(sampler, US_HAND_RIGHT, &moment, &out->hands[US_HAND_RIGHT]);
    if (parts & US_SAMPLE_GAZE)
        fill_gaze(sampler, &moment, &out->gaze);
}

void us_sampler_head(const struct us_sampler *sampler, double time_s, struct us_head_sample *out)
{
    struct moment moment = look_up(sampler, time_s);
    fill_head(sampler, &moment, out);
}

void us_sampler_hand(const struct us_sampler *sampler, enum us_hand hand, double time_s,
                     struct us_hand_sample *out)
{
    struct moment moment = look_up(sampler, time_s);
    fill_hand(sampler, hand, &moment, out);
}

void us_sampler_gaze(const struct us_sampler *sampler, double time_s, struct us_gaze_sample *out)
{
    struct moment moment = look_up(sampler, time_s);
    fill_gaze(sampler, &moment, out);
}
