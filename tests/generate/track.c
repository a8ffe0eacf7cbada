/* SPDX-License-Identifier: MIT */
#include "track.h"

#include <stdlib.h>

static struct us_track_row *add_row(struct us_track *track)
{
    if (track->count == track->capacity) {
        uint32_t capacity = track->capacity > 0 ? track->capacity * 2 : 64;
        struct us_track_row *rows = realloc(track->rows, sizeof *rows * capacity);
        if (rows == NULL)
            return NULL;
        track->rows = rows;
        track->capacity = capacity;
    }
    return &track->rows[track->count++];
}

bool us_track_add_pose(struct us_track *track, float time_s, struct us_pose pose)
{
    struct us_track_row *row = add_row(track);
    if (row == NULL)
        return false;
    struct us_vec3 p = pose.position_m;
    struct us_quat q = pose.rotation;
    if (track->count > 1) {
        const float *before = row[-1].values + US_TRACK_SPLIT;
        struct us_quat b = {before[0], before[1], before[2], before[3]};
        if (us_quat_dot(q, b) < 0.0f)
            q = (struct us_quat){-q.x, -q.y, -q.z, -q.w};
    }
    *row = (struct us_track_row){time_s, {p.x, p.y, p.z, q.x, q.y, q.z, q.w}};
    return true;
}

bool us_track_add_ray(struct us_track *track, float time_s, struct us_vec3 origin_m,
                      struct us_vec3 direction)
{
    struct us_track_row *row = add_row(track);
    if (row == NULL)
        return false;
    *row = (struct us_track_row){
        time_s, {origin_m.x, origin_m.y, origin_m.z, direction.x, direction.y, direction.z, 0.0f}};
    return true;
}

bool us_track_keeps(const struct us_track *track, unsigned component, uint32_t index)
{
    const bool *drop = track->drop[component < US_TRACK_SPLIT ? 0 : 1];
    return drop == NULL || !drop[index];
}

void us_track_finish(struct us_track *track)
{
    free(track->rows);
    free(track->drop[0]);
    free(track->drop[1]);
    *track = (struct us_track){0};
}
