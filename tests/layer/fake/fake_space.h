/* SPDX-License-Identifier: MIT */
/*
 * fake_space: spaces of the fake runtime that move, velocities, bounds, and change events.
 *
 * A space of an extension that the layer does not know moves on a screw about +Y: with s seconds
 * since FAKE_MOVE_FROM it is at (2 + 0.4 s, 1, -3) in LOCAL, turned by 0.5 s about +Y.
 */
#ifndef US_TEST_FAKE_SPACE_H
#define US_TEST_FAKE_SPACE_H

#include "fake.h"
#include "core/base/pose.h"

/* Creates a moving space without calling the layer. */
XrSpace fake_space_add_moving(void);
struct us_pose fake_space_moving(XrTime time);

/* Computes the velocity by central differences of fake_locate. */
XrSpaceVelocityData fake_space_velocity(XrSpace space, XrSpace base, XrTime time);

void fake_space_push_change(XrSession session, XrReferenceSpaceType type);

/* 4 m by 3 m for STAGE, 2 m by 2 m for LOCAL, nothing for the rest. */
XRAPI_ATTR XrResult XRAPI_CALL fake_space_get_bounds(XrSession session, XrReferenceSpaceType type,
                                                     XrExtent2Df *bounds);

#endif
