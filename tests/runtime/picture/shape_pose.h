/* SPDX-License-Identifier: MIT */
/* For tests of shapes: poses, and the way from a point of a shape into the eye by matrices. */
#ifndef RT_TEST_SHAPE_POSE_H
#define RT_TEST_SHAPE_POSE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#include "runtime/picture/shape.h"

struct point {
    double x, y, z;
};

/* A pose: first a rotation about +X, then one about +Y, then a translation. */
struct pose {
    double pitch, yaw;
    struct point at;
};

/* Never seen from the origin of the shape, and never straight on. */
static const struct pose askew = {0.2, -0.4, {0.3, -0.2, -2}};

static inline struct point into_eye(const struct pose *pose, struct point p)
{
    const double cx = cos(pose->pitch), sx = sin(pose->pitch);
    const struct point q = {p.x, cx * p.y - sx * p.z, sx * p.y + cx * p.z};
    const double cy = cos(pose->yaw), sy = sin(pose->yaw);
    return (struct point){cy * q.x + sy * q.z + pose->at.x, q.y + pose->at.y,
                          cy * q.z - sy * q.x + pose->at.z};
}

static inline void set_pose(struct rt_shape *shape, const struct pose *pose)
{
    const double cx = cos(pose->pitch / 2), sx = sin(pose->pitch / 2);
    const double cy = cos(pose->yaw / 2), sy = sin(pose->yaw / 2);
    shape->m_eye_shape = (struct rt_motion){.position_m = {pose->at.x, pose->at.y, pose->at.z},
                                            .rotation = {cy * sx, sy * cx, -sy * sx, cy * cx}};
}

#endif
