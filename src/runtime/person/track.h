// SPDX-License-Identifier: MIT
// A track: the values of one input of a script over time. Between two keys numbers are interpolated
// linearly, poses linearly and spherically; steps hold. Where keys have the same time, the last one
// counts from that time on. Not thread-safe while keys are added; afterwards pure functions.
#ifndef RT_RUNTIME_TRACK_H
#define RT_RUNTIME_TRACK_H

#include <stddef.h>

#include "runtime/base/motion.h"

#define RT_TRACK_VALUES 7 // of a pose: position and quaternion

struct rt_track_key {
    double time_s;
    uint32_t line; // of the script
    double values[RT_TRACK_VALUES];
};

struct rt_track {
    size_t count;
    size_t capacity;
    struct rt_track_key *keys; // owned
};

// Appends a key, whose time is not before the last one's. False: memory ran out.
bool rt_track_add(struct rt_track *track, const struct rt_track_key *key);
void rt_track_finish(struct rt_track *track);

// The newest key whose time has come, or NULL before the first one.
const struct rt_track_key *rt_track_step(const struct rt_track *track, double time_s);

// The first `count` values and their rates a second. Before the first key, zeros.
void rt_track_numbers(const struct rt_track *track, double time_s, size_t count, double *out_values,
                      double *out_rates);

// The pose with its velocity. Before the first key, the pose of the first key. The track has keys.
struct rt_motion rt_track_pose(const struct rt_track *track, double time_s);

// A key's pose, at rest.
struct rt_motion rt_track_key_pose(const struct rt_track_key *key);
void rt_track_set_pose(struct rt_track_key *key, const struct rt_motion *pose);

#endif
