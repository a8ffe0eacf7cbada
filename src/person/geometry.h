/* SPDX-License-Identifier: MIT */
/*
 * Facts that are the same for every person: the shape of a hand, the poses of a controller in its
 * grip, the eyes in the head, the floor, and the pose of LOCAL after a recentring. Metres and
 * radians; Rx and Ry are rotations about +X and +Y, and Ry Rx applies Rx first. Pure functions: any
 * thread.
 */
#ifndef RT_PERSON_GEOMETRY_H
#define RT_PERSON_GEOMETRY_H

#include "core/base/pose.h"
#include "person/motion.h"
#include "profiles/interaction_profile.h"

/* -1 for the left hand, +1 for the right. */
double rt_geometry_side(enum us_hand hand);

/* Ry(yaw) Rx(pitch). */
struct rt_quaternion rt_geometry_yaw_pitch(double yaw_rad, double pitch_rad);

/*
 * The poses of a hand (enum us_hand_pose) have a fixed offset from its grip, as m_grip_pose, at
 * rest:
 *
 *   aim     position (0, 0.02, -0.05), rotation Rx(-0.7)
 *   palm    position (0, -0.01, 0.02), rotation Rx(0.3 - pi/2)
 *   pinch   position (0.01, 0.03, -0.09), rotation Rx(-0.2)
 *   poke    position (0, 0.02, -0.12), rotation Rx(-0.1)
 * The palm is grip_surface and palm_ext (OpenXR 1.1, "Standard pose identifiers"). Both have +X
 * along the normal of the palm. -Z of the grip goes through the tube of the fingers from the little
 * finger to the thumb; -Z of grip_surface goes along the straight index finger, which stands across
 * the tube. So +Y of grip_surface, from the palm to the thumb, is -Z of the grip but for the 0.3
 * rad that a handle leans.
 */
struct rt_motion rt_geometry_grip_offset(enum us_hand_pose pose);

/* The grip of a hand that nobody moves, in LOCAL: position (0.2 k, -0.4, -0.35), not rotated. */
struct rt_motion rt_geometry_resting_grip(enum us_hand hand);

/* The grip is so far in front of the wrist, along -Z. */
#define RT_WRIST_TO_GRIP_M 0.05

/*
 * Turns a pose at `from_m`, without a roll, until -Z of a frame with this offset from it goes
 * through the point. The offset has no X and is turned about +X only. False: the point is nearer
 * than the frame's own origin.
 */
bool rt_geometry_turn_to(struct rt_vector from_m, const struct rt_motion *offset,
                         struct rt_vector point_m, struct rt_quaternion *out_rotation);

/* The finger of a joint, from 0, the thumb, to 4; -1 for palm and wrist. */
int rt_geometry_finger(XrHandJointEXT joint);
/* The first joint of its finger, which is a metacarpal; palm and wrist themselves. */
XrHandJointEXT rt_geometry_first_joint(XrHandJointEXT joint);

/* The position of a joint in its wrist: a flat hand with its fingers along -Z. `joint` is one of
 * the 26. */
struct rt_vector rt_geometry_joint_offset(enum us_hand hand, XrHandJointEXT joint);

/* The distance from the joint to the skin; the same for both hands. */
float rt_geometry_joint_radius_m(XrHandJointEXT joint);

/* LOCAL_FLOOR in LOCAL: position (0, -1.6, 0), not rotated. */
struct rt_motion rt_geometry_floor(void);

/* LOCAL after a recentring, in LOCAL before it: position (0.3, 0, -0.2), rotation Ry(0.25). */
struct rt_motion rt_geometry_recentred(void);

/* The pose of an eye in VIEW: 0 and 1 are left and right, 2 and 3 the insets of a four-view
 * configuration. An eye is 0.032 m from the middle and looks straight ahead. */
XrPosef rt_geometry_eye(uint32_t view);

/* The field of view of an eye: 0.8 rad outwards, 0.7 inwards, 0.75 up and 0.85 down. An inset has
 * 0.3 rad on each side. */
XrFovf rt_geometry_fov(uint32_t view);

/* The camera of the secondary view configuration, in VIEW: position (0.05, 0.03, -0.02), rotation
 * Ry(0.1), 0.5 rad on each side. */
XrPosef rt_geometry_observer(void);
XrFovf rt_geometry_observer_fov(void);

#endif
