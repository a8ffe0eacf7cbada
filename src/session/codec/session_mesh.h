/* SPDX-License-Identifier: MIT */
/*
 * session_mesh: what belongs to a mesh of a session recording, and the way in which it is cut into
 * messages.
 *
 * A mesh has up to US_SESSION_MESH_ARRAYS arrays, whose lengths follow from its kind and its
 * counts. They are cut into parts, in the order of enum us_session_mesh_array and from the
 * beginning to the end of each; an array without values has no part. A mesh without any value has
 * one part without values. Pure functions; any thread.
 */
#ifndef US_SESSION_MESH_H
#define US_SESSION_MESH_H

#include "session/codec/session_message.h"

/* The number of values of an array; 0: this kind of mesh has no such array. */
uint32_t us_session_mesh_length(const struct us_session_mesh_head *head,
                                enum us_session_mesh_array array);
/* Whether the values of an array are integers. */
bool us_session_mesh_is_integer(enum us_session_mesh_array array);

/* Whether a head is of a known kind, and its counts are within the limits. */
bool us_session_mesh_head_is_valid(const struct us_session_mesh_head *head);
/* Whether a part has a valid head, lies in its array, and names no vertex or joint that the mesh
 * has not. A blend index and a parent may be -1, and a parent XR_HAND_JOINT_MAX_ENUM_EXT: none. */
bool us_session_mesh_part_is_valid(const struct us_session_mesh_part *part);

/*
 * The next part of a mesh that was cut up to and with `part`; for the first one its array is
 * US_SESSION_MESH_ARRAYS. Sets `array`, `first` and `count`; the caller writes the values. False:
 * there is none.
 */
bool us_session_mesh_next(struct us_session_mesh_part *part);

#endif
