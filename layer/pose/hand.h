/* SPDX-License-Identifier: MIT */
/*
 * hand: what follows from the joints of a played hand: the poses of a profile, a mesh, and
 * gestures.
 */
#ifndef US_HAND_H
#define US_HAND_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "openxr/xr.h"
#include "profiles/interaction_profile.h"

/*
 * hand_pose: derives the poses of an interaction profile from the 26 joints of a hand.
 *
 * Sources: grip, aim and grip_surface: OpenXR 1.1, 6.3.2, "Standard pose identifier"; palm_ext:
 * XR_EXT_palm_pose, the same pose as grip_surface; pinch_ext and poke_ext: XR_EXT_hand_interaction.
 * The specification leaves details to the runtime, for example where the ray of the aim pose
 * begins; the comments in hand_pose.c state the choices. Joints, head and result are in one
 * right-handed frame with +Y up, in metres and seconds. The velocities are those of the returned
 * pose. Pure; any thread.
 */

/* Only the aim pose uses `head`, to estimate the position of the shoulder. If `head` is NULL, the
 * aim pose depends on the hand alone. */
struct us_motion us_hand_pose(enum us_hand_pose kind, enum us_hand hand,
                              const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                              const struct us_motion *head);

/*
 * hand_mesh: a mesh of a hand, for apps that draw the mesh of XR_FB_hand_tracking_mesh.
 *
 * The mesh is made of capsules: one along each bone, from a joint's parent to the joint, with the
 * radius of the joint. It is a flat hand in its bind pose: the wrist at the origin, the fingers
 * along -Z, the back of the hand along +Y, in metres. The two ends of a capsule follow one joint
 * each, so that the capsule joins them whatever the size of the hand that is drawn; the ring in the
 * middle follows both by half. Triangles are counter-clockwise seen from outside, and each capsule
 * is closed. A texture coordinate u goes around the bone, from 0 on the back of the hand to 1 on
 * the opposite side, the same way on both sides; v goes along the bone in equal steps, from 0 at
 * the near pole to 1 at the far one. Constant data and pure functions; any thread; no memory is
 * allocated.
 */

#define US_HAND_MESH_AROUND 12 /* vertices of a ring */
#define US_HAND_MESH_RINGS 7   /* of a capsule: three at each end, and one in the middle */
#define US_HAND_MESH_CAPSULES (XR_HAND_JOINT_COUNT_EXT - 1)
/* A capsule has its rings and two poles. */
#define US_HAND_MESH_CAPSULE_VERTICES (US_HAND_MESH_AROUND * US_HAND_MESH_RINGS + 2)
#define US_HAND_MESH_CAPSULE_INDICES (US_HAND_MESH_AROUND * US_HAND_MESH_RINGS * 6)
#define US_HAND_MESH_VERTICES (US_HAND_MESH_CAPSULES * US_HAND_MESH_CAPSULE_VERTICES)
#define US_HAND_MESH_INDICES (US_HAND_MESH_CAPSULES * US_HAND_MESH_CAPSULE_INDICES)

/*
 * xrGetHandMeshFB, with OpenXR's two-call idiom for joints, vertices and indices: writes the
 * counts, and fills the arrays whose capacity is not 0. XR_ERROR_SIZE_INSUFFICIENT, without filling
 * any array, if one of these is too small; XR_ERROR_VALIDATION_FAILURE for a wrong type or a
 * missing array.
 */
XrResult us_hand_mesh_write(enum us_hand hand, XrHandTrackingMeshFB *mesh);

/* The same for another mesh with these counts, up to its arrays: `*out_fills` says whether the
 * caller is to fill them. */
XrResult us_hand_mesh_count(XrHandTrackingMeshFB *mesh, uint32_t joints, uint32_t vertices,
                            uint32_t indices, bool *out_fills);

/*
 * gesture: how far a hand is pinched and how far it is closed, from 0 to 1.
 *
 * The pinch value follows from the distance between the skins of the thumb tip and the index tip: 1
 * if they touch, 0 at 5 cm or more, linear in between (XR_EXT_hand_interaction asks for a linear
 * value). It never contradicts the recorded flag: it is 1 while the flag is set, and at most 0.4
 * while it is not.
 *
 * The grasp value follows from the distances between the four fingertips and the palm joint, each
 * divided by the length of the way along the bones, so that the size of the hand does not matter. A
 * finger counts 0 at a quotient of 0.65 or more (straight), 1 at 0.43 or less (in the palm), and
 * linear in between. The least curled finger decides: an open, pointing or pinching hand does not
 * grasp. Joints are in metres, in any frame of reference. NaN counts as open. Pure; any thread.
 */

/* The pinch value. `pinching` is the recorded flag. */
float us_gesture_pinch(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], bool pinching);
/* The grasp value. */
float us_gesture_grasp(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT]);

/*
 * aim_state: fills XrHandTrackingAimStateFB (XR_FB_hand_tracking_aim) for a played hand.
 *
 * The functions do not write `type` and `next`. The right hand is the dominant one. A finger's
 * pinch strength follows from the distance between its tip and the thumb tip. The bit
 * of the index finger is the recorded pinch flag. The bit of another finger is set if the finger
 * touches the thumb while the flag is not set; while the index finger pinches, the other fingers
 * often touch the thumb as well. The system gesture and menu bits are never set. Pure functions.
 */

/* Fills the state of an inactive hand: no bits, the identity pose, strengths of 0. */
void us_hand_aim_clear(XrHandTrackingAimStateFB *out);

/* Writes the aim pose of a tracked hand, in the base space of the app's call, with its bits. Keeps
 * the pinch bits and clears all others. */
void us_hand_aim_write_pose(XrHandTrackingAimStateFB *out, enum us_hand hand,
                            struct us_pose T_base_aim);

/* Writes the pinch bits and strengths of a tracked hand and keeps the rest. `joints` are in metres,
 * in any frame of reference. `pinching` is the recorded flag. */
void us_hand_aim_write_pinches(XrHandTrackingAimStateFB *out,
                               const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                               bool pinching);

#endif
