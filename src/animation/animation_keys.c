/* SPDX-License-Identifier: MIT */
#include "animation/animation_keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/session_block.h"

/* Where a key's time is earlier than its frame's by more than this, the pose between the frames is
 * taken. A session's source gives the frame's own pose below it. */
#define COARSE_S 2e-6
/* A player computes a frame's time again, and its result may be a nanosecond earlier. */
#define ROUNDING_S 1e-9

enum { PARTS = US_SAMPLE_ALL | US_SAMPLE_STILL, VALID = 3 };

/* The two halves of a pose or a ray. */
struct track {
    struct us_key_reducer place, turn;
};

enum { GAZE = US_RECORDING_POSES }; /* its track */

struct us_animation_keys {
    int64_t origin_ns;
    struct us_session_frame frames[3]; /* the last ones; the very last waits for its successor */
    unsigned count;                    /* of these */
    float last_s;                      /* the last key's time */
    bool was_tracked[US_HAND_COUNT], was_gazing;
    float flags[US_HAND_COUNT * 2]; /* the last key of each Boolean curve */
    struct us_animation_keys_facts facts;
    struct track tracks[US_RECORDING_POSES + 1]; /* of the poses, and of the gaze */
};

/* The data that is written for one frame. */
struct moment {
    struct us_animation_keys *keys;
    struct us_key_output *output;
    float time_s;
    struct us_frame_sample now;   /* at the frame */
    struct us_frame_sample early; /* at the key's time, which is not later */
};

struct us_animation_keys *us_animation_keys_create(int64_t origin_ns)
{
    struct us_animation_keys *keys = calloc(1, sizeof *keys);
    if (keys == NULL)
        return NULL;
    keys->origin_ns = origin_ns;
    for (unsigned i = 0; i < US_RECORDING_POSES; i++) {
        struct track *track = &keys->tracks[i];
        track->place.kind = US_KEY_POSITION;
        track->place.first_curve = us_recording_pose_curve(i) + US_POSE_PX;
        track->turn.kind = US_KEY_ROTATION;
        track->turn.first_curve = us_recording_pose_curve(i) + US_POSE_QX;
    }
    keys->tracks[GAZE].place.kind = US_KEY_POSITION;
    keys->tracks[GAZE].place.first_curve = US_CURVE_GAZE + US_RAY_OX;
    keys->tracks[GAZE].turn.kind = US_KEY_DIRECTION;
    keys->tracks[GAZE].turn.first_curve = US_CURVE_GAZE + US_RAY_DX;
    return keys;
}

/* A key for one half of a pose, with the value at the key's time. Where it begins or ceases to be
 * valid with this frame, it has the frame's own value until behind the frame. */
static void add(const struct moment *moment, struct us_key_reducer *reducer, bool has_early,
                const float now[4], const float early[4])
{
    struct us_key_row row = {.time_s = moment->time_s};
    memcpy(row.values, has_early ? early : now, sizeof row.values);
    us_key_reducer_add(reducer, moment->output, &row);
    if (!has_early)
        us_key_reducer_hold(reducer, moment->output, nextafterf(row.time_s, INFINITY));
}

static void add_vector(const struct moment *moment, struct us_key_reducer *reducer, bool has_early,
                       struct us_vec3 now, struct us_vec3 early)
{
    const float values[4] = {now.x, now.y, now.z}, early_values[4] = {early.x, early.y, early.z};
    add(moment, reducer, has_early, values, early_values);
}

/* The halves of a pose that are valid. */
static void add_pose(const struct moment *moment, struct track *track, unsigned flags,
                     const struct us_pose *now, unsigned early_flags, const struct us_pose *early)
{
    const struct us_quat q = now->rotation, p = early->rotation;
    const float turn[4] = {q.x, q.y, q.z, q.w}, early_turn[4] = {p.x, p.y, p.z, p.w};
    if (flags & US_POSE_POSITION_VALID)
        add_vector(moment, &track->place, (early_flags & US_POSE_POSITION_VALID) != 0,
                   now->position_m, early->position_m);
    if (flags & US_POSE_ORIENTATION_VALID)
        add(moment, &track->turn, (early_flags & US_POSE_ORIENTATION_VALID) != 0, turn, early_turn);
}

/* Keeps the last value up to a time, and begins again behind it. */
static void lose(const struct moment *moment, struct track *track, float time_s)
{
    struct us_key_reducer *halves[] = {&track->place, &track->turn};
    for (unsigned i = 0; i < 2; i++) {
        us_key_reducer_hold(halves[i], moment->output, time_s);
        us_key_reducer_break(halves[i], moment->output);
    }
}

/* ---- The parts of a frame ---- */

static void add_head(const struct moment *moment)
{
    struct us_animation_keys_facts *facts = &moment->keys->facts;
    const struct us_head_sample *now = &moment->now.head, *early = &moment->early.head;
    if (now->how == US_HOW_ABSENT)
        return;
    if (facts->head++ == 0)
        facts->head_height_m = (double)now->motion.pose.position_m.y;
    facts->head_lost += (now->flags & VALID) != VALID;
    facts->head_positions += (now->flags & US_POSE_POSITION_VALID) != 0;
    facts->head_orientations += (now->flags & US_POSE_ORIENTATION_VALID) != 0;
    add_pose(moment, &moment->keys->tracks[0], now->flags, &now->motion.pose, early->flags,
             &early->motion.pose);
}

static void add_flag(const struct moment *moment, unsigned flag, bool is_set)
{
    const struct us_key_row row = {moment->time_s, {is_set ? 1.0f : 0.0f}};
    float *last = &moment->keys->flags[flag];
    if (moment->keys->facts.frames > 0 && *last == row.values[0])
        return;
    *last = row.values[0];
    us_key_output_take(moment->output, US_CURVE_TRACKED + flag, 1, &row);
}

/* A hand that is active without one valid joint could not be drawn. */
static bool is_tracked(const struct us_hand_sample *hand)
{
    for (unsigned i = US_JOINT_WRIST; i < US_JOINT_COUNT && hand->tracked; i++)
        if ((hand->flags[i] & VALID) == VALID)
            return true;
    return false;
}

static void add_joints(const struct moment *moment, enum us_hand hand, bool tracked)
{
    const struct us_hand_sample *now = &moment->now.hands[hand],
                                *early = &moment->early.hands[hand];
    struct track *tracks = &moment->keys->tracks[1 + hand * US_JOINT_COUNT];
    const bool was_tracked = moment->keys->was_tracked[hand];
    for (unsigned i = US_JOINT_WRIST; i < US_JOINT_COUNT; i++) {
        if (tracked)
            add_pose(moment, &tracks[i], now->flags[i], &now->joints[i].pose,
                     early->tracked ? early->flags[i] : 0, &early->joints[i].pose);
        else if (was_tracked)
            lose(moment, &tracks[i], moment->time_s);
    }
    moment->keys->was_tracked[hand] = tracked;
}

static void add_hand(const struct moment *moment, enum us_hand hand)
{
    struct us_animation_keys_facts *facts = &moment->keys->facts;
    const struct us_hand_sample *now = &moment->now.hands[hand];
    const bool tracked = is_tracked(now);
    facts->hands[hand] += now->how != US_HOW_ABSENT;
    facts->tracked[hand] += tracked;
    add_flag(moment, hand, tracked);
    add_flag(moment, US_HAND_COUNT + hand, now->pinching);
    add_joints(moment, hand, tracked);
}

static void add_gaze(const struct moment *moment)
{
    struct us_animation_keys *keys = moment->keys;
    struct track *track = &keys->tracks[GAZE];
    const struct us_gaze_sample *now = &moment->now.gaze, *early = &moment->early.gaze;
    const struct us_vec3 none = {0.0f, 0.0f, 0.0f};
    keys->facts.gaze += now->how != US_HOW_ABSENT;
    keys->facts.gaze_valid += now->valid;
    if (now->valid && !keys->was_gazing)
        us_key_reducer_break(&track->turn, moment->output);
    /* The gaze is lost at this key; until just before the key it was there. */
    if (!now->valid && keys->was_gazing)
        lose(moment, track, nextafterf(moment->time_s, -INFINITY));
    if (now->valid && (now->flags & US_POSE_POSITION_VALID))
        add_vector(moment, &track->place, (early->flags & US_POSE_POSITION_VALID) != 0,
                   now->origin_m, early->origin_m);
    if (now->valid)
        add_vector(moment, &track->turn, early->valid, now->direction, early->direction);
    else
        add_vector(moment, &track->turn, true, none, none);
    keys->was_gazing = now->valid;
}

/* ---- A frame ---- */

/* The latest float32 that is not later than the time; 0 for times that round to just below 0. */
static float key_time(double time_s)
{
    const double wanted_s = time_s - ROUNDING_S;
    const float near_s = (float)wanted_s;
    return wanted_s <= 0.0              ? 0.0f
           : (double)near_s <= wanted_s ? near_s
                                        : nextafterf(near_s, -INFINITY);
}

/* The part of the session around a frame. */
static struct us_session_content content_of(struct us_animation_keys *keys)
{
    return (struct us_session_content){
        .origin_ns = keys->origin_ns,
        .first_ns = keys->frames[0].time_ns,
        .last_ns = keys->frames[keys->count - 1].time_ns,
        .frame_count = keys->count,
        .frames = keys->frames,
    };
}

static double seconds_of(const struct us_animation_keys *keys, unsigned index)
{
    return us_session_seconds_between(keys->origin_ns, keys->frames[index].time_ns);
}

/* Removes the values from `early` that are not valid in the next frame. */
static void keep_common(struct us_frame_sample *early, const struct us_frame_sample *next)
{
    early->head.flags &= next->head.flags;
    early->gaze.flags &= next->gaze.flags;
    early->gaze.valid = early->gaze.valid && next->gaze.valid;
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        early->hands[hand].tracked = early->hands[hand].tracked && next->hands[hand].tracked;
        for (unsigned i = 0; i < US_JOINT_COUNT; i++)
            early->hands[hand].flags[i] &= next->hands[hand].flags[i];
    }
}

static void sample(struct moment *moment, unsigned index)
{
    struct us_animation_keys *keys = moment->keys;
    const struct us_session_content content = content_of(keys);
    const double time_s = seconds_of(keys, index);
    us_session_content_sample(&content, time_s, PARTS, &moment->now);
    moment->early = moment->now;
    if (time_s - (double)moment->time_s <= COARSE_S)
        return;
    struct us_frame_sample next = {0};
    us_session_content_sample(&content, (double)moment->time_s, PARTS, &moment->early);
    if (index + 1 < keys->count)
        us_session_content_sample(&content, seconds_of(keys, index + 1), PARTS, &next);
    keep_common(&moment->early, &next);
}

/* Hands on the keys of one of the frames. */
static void take_frame(struct us_animation_keys *keys, unsigned index, struct us_key_output *output)
{
    struct us_animation_keys_facts *facts = &keys->facts;
    struct moment moment = {.keys = keys, .output = output};
    if (keys->frames[index].time_ns < keys->origin_ns) {
        facts->frames_before++;
        return;
    }
    moment.time_s = key_time(seconds_of(keys, index));
    if (facts->frames > 0 && !(moment.time_s > keys->last_s)) {
        facts->frames_same++;
        return;
    }
    sample(&moment, index);
    add_head(&moment);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        add_hand(&moment, (enum us_hand)hand);
    add_gaze(&moment);
    keys->last_s = moment.time_s;
    facts->last_s = (double)moment.time_s;
    facts->frames++;
}

enum us_result us_animation_keys_add(struct us_animation_keys *keys, struct us_key_output *output,
                                     const struct us_session_frame *frame, struct us_error *error)
{
    enum { MOST = sizeof keys->frames / sizeof keys->frames[0] };
    output->error = error;
    if (keys->count > 0 && frame->time_ns <= keys->frames[keys->count - 1].time_ns)
        return output->result; /* the same frame again */
    if (keys->count == MOST) {
        memmove(keys->frames, keys->frames + 1, (MOST - 1) * sizeof keys->frames[0]);
        keys->count--;
    }
    keys->frames[keys->count++] = *frame;
    if (keys->count > 1)
        take_frame(keys, keys->count - 2, output);
    return output->result;
}

enum us_result us_animation_keys_end(struct us_animation_keys *keys, struct us_key_output *output,
                                     struct us_error *error)
{
    output->error = error;
    if (keys->count > 0)
        take_frame(keys, keys->count - 1, output);
    for (unsigned i = 0; i <= GAZE; i++) {
        us_key_reducer_break(&keys->tracks[i].place, output);
        us_key_reducer_break(&keys->tracks[i].turn, output);
    }
    return output->result;
}

const struct us_animation_keys_facts *us_animation_keys_facts(const struct us_animation_keys *keys)
{
    return &keys->facts;
}

void us_animation_keys_destroy(struct us_animation_keys *keys)
{
    free(keys);
}
