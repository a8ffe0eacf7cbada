/* SPDX-License-Identifier: MIT */
#include "person/script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/search.h"

bool rt_track_add(struct rt_track *track, const struct rt_track_key *key)
{
    if (!US_GROW(track->keys, track->count))
        return false;
    track->keys[track->count++] = *key;
    return true;
}

void rt_track_cut(struct rt_track *track, double time_s)
{
    while (track->count > 0 && track->keys[track->count - 1].time_s > time_s)
        track->count--;
    while (track->count > 1 && track->keys[track->count - 2].time_s == time_s)
        track->count--;
}

void rt_track_forget(struct rt_track *track, double time_s)
{
    const struct rt_track_key *key = rt_track_step(track, time_s);
    const size_t old = key == NULL ? 0 : (size_t)(key - track->keys);
    /* Not before half of the keys are old, so that each is moved once or twice. */
    if (old < 16 || old < track->count / 2)
        return;
    track->count -= old;
    memmove(track->keys, key, track->count * sizeof *key);
}

static void finish_track(struct rt_track *track)
{
    free(track->keys);
    *track = (struct rt_track){0};
}

const struct rt_track_key *rt_track_step(const struct rt_track *track, double time_s)
{
    struct us_search search = {.high = track->count};
    while (us_search_next(&search))
        us_search_narrow(&search, track->keys[search.middle].time_s <= time_s);
    return search.low == 0 ? NULL : &track->keys[search.low - 1];
}

/* The key after this one, or NULL. *out_fraction and *out_span_s describe the time between both. */
static const struct rt_track_key *next_key(const struct rt_track *track,
                                           const struct rt_track_key *key, double time_s,
                                           double *out_fraction, double *out_span_s)
{
    if (key == &track->keys[track->count - 1])
        return NULL;
    *out_span_s = key[1].time_s - key->time_s;
    *out_fraction = (time_s - key->time_s) / *out_span_s;
    return key + 1;
}

void rt_track_numbers(const struct rt_track *track, double time_s, size_t count, double *out_values,
                      double *out_rates)
{
    const struct rt_track_key *key = rt_track_step(track, time_s);
    double fraction = 0;
    double span_s = 1;
    const struct rt_track_key *next =
        key == NULL ? NULL : next_key(track, key, time_s, &fraction, &span_s);
    for (size_t i = 0; i < count; i++) {
        const double change = next == NULL ? 0 : next->values[i] - key->values[i];
        out_values[i] = key == NULL ? 0 : key->values[i] + fraction * change;
        out_rates[i] = change / span_s;
    }
}

struct rt_motion rt_track_key_pose(const struct rt_track_key *key)
{
    const double *v = key->values;
    return (struct rt_motion){.position_m = {v[0], v[1], v[2]},
                              .rotation = {v[3], v[4], v[5], v[6]}};
}

void rt_track_set_pose(struct rt_track_key *key, const struct rt_motion *pose)
{
    const double values[RT_TRACK_VALUES] = {
        pose->position_m.x, pose->position_m.y, pose->position_m.z, pose->rotation.x,
        pose->rotation.y,   pose->rotation.z,   pose->rotation.w,
    };
    for (size_t i = 0; i < RT_TRACK_VALUES; i++)
        key->values[i] = values[i];
}

/* The rotation vector that leads from a to b in the frame of both, by the shorter way. */
static struct rt_vector rotation_vector(struct rt_quaternion a, struct rt_quaternion b)
{
    const struct rt_quaternion inverse = {-a.x, -a.y, -a.z, a.w};
    struct rt_quaternion d = rt_motion_multiply(b, inverse);
    if (d.w < 0)
        d = (struct rt_quaternion){-d.x, -d.y, -d.z, -d.w};
    const double sine = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const double scale = sine < 1e-12 ? 2 : 2 * atan2(sine, d.w) / sine;
    return rt_vector_scale((struct rt_vector){d.x, d.y, d.z}, scale);
}

static struct rt_quaternion rotate_by(struct rt_quaternion start, struct rt_vector v)
{
    const double angle_rad = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    if (angle_rad < 1e-12)
        return start;
    const struct rt_vector axis = {v.x / angle_rad, v.y / angle_rad, v.z / angle_rad};
    return rt_motion_multiply(rt_motion_turn(axis, angle_rad), start);
}

struct rt_motion rt_track_pose(const struct rt_track *track, double time_s)
{
    const struct rt_track_key *key = rt_track_step(track, time_s);
    if (key == NULL)
        return rt_track_key_pose(&track->keys[0]);
    struct rt_motion pose = rt_track_key_pose(key);
    double fraction = 0;
    double span_s = 0;
    const struct rt_track_key *next = next_key(track, key, time_s, &fraction, &span_s);
    if (next == NULL)
        return pose;
    const struct rt_motion end = rt_track_key_pose(next);
    const struct rt_vector turn = rotation_vector(pose.rotation, end.rotation);
    const struct rt_vector way_m = rt_vector_subtract(end.position_m, pose.position_m);
    pose.linear_m_s = (struct rt_vector){way_m.x / span_s, way_m.y / span_s, way_m.z / span_s};
    pose.angular_rad_s = (struct rt_vector){turn.x / span_s, turn.y / span_s, turn.z / span_s};
    pose.position_m = rt_vector_add(pose.position_m, rt_vector_scale(way_m, fraction));
    pose.rotation = rotate_by(pose.rotation, rt_vector_scale(turn, fraction));
    return pose;
}

void rt_script_clear(struct rt_script *script)
{
    for (size_t i = 0; i < script->count; i++)
        finish_track(&script->inputs[i].track);
    free(script->inputs);
    *script = (struct rt_script){0};
}

void rt_script_destroy(struct rt_script *script)
{
    if (script == NULL)
        return;
    rt_script_clear(script);
    free(script);
}

struct rt_track *rt_script_open(struct rt_script *script, enum rt_script_subject subject,
                                const char *name, enum rt_track_kind kind)
{
    const struct rt_track *found = rt_script_find(script, subject, name);
    if (found != NULL)
        return (struct rt_track *)found;
    if (!US_GROW(script->inputs, script->count))
        return NULL;
    struct rt_script_input *input = &script->inputs[script->count++];
    *input = (struct rt_script_input){.subject = subject, .track.kind = kind};
    snprintf(input->name, sizeof input->name, "%s", name);
    return &input->track;
}

bool rt_script_copy(const struct rt_script *script, struct rt_script *out_copy)
{
    bool good = true;
    for (size_t i = 0; good && i < script->count; i++) {
        const struct rt_script_input *from = &script->inputs[i];
        struct rt_track *to = rt_script_open(out_copy, from->subject, from->name, from->track.kind);
        good = to != NULL;
        for (size_t k = 0; good && k < from->track.count; k++)
            good = rt_track_add(to, &from->track.keys[k]);
    }
    if (!good)
        rt_script_clear(out_copy);
    return good;
}

const struct rt_track *rt_script_find(const struct rt_script *script,
                                      enum rt_script_subject subject, const char *name)
{
    for (size_t i = 0; i < script->count; i++) {
        if (script->inputs[i].subject == subject && strcmp(script->inputs[i].name, name) == 0)
            return &script->inputs[i].track;
    }
    return NULL;
}
