/* SPDX-License-Identifier: MIT */
/* Reference spaces and action spaces (OpenXR, "Spaces"). Under the runtime's lock. */
#ifndef RT_RUNTIME_SPACE_H
#define RT_RUNTIME_SPACE_H

#include "runtime/input/action.h"
#include "person/motion.h"
#include "runtime/session/session.h"

struct rt_space {
    struct rt_object object;
    XrReferenceSpaceType reference; /* meaningful where `action` is NULL */
    const struct rt_action *action;
    enum rt_user user;
    XrPosef offset;
};

/* Locates a space, with its velocity, in the initial LOCAL (person.h). False: it is not
 * tracked. */
bool rt_space_locate(const struct rt_space *space, XrTime time,
                     struct rt_motion *out_m_local_space);

/* The flags of a pose that is known in a space. Those of a head that is not tracked are valid
 * only. */
XrSpaceLocationFlags rt_space_flags(const struct rt_space *space, XrTime time);

/* The space of that handle that belongs to the session, or NULL. */
const struct rt_space *rt_space_find(const struct rt_session *session, XrSpace space);

#define RT_SPACE_VALID_FLAGS                                                                       \
    (XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT)
#define RT_SPACE_TRACKED_FLAGS                                                                     \
    (XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT |              \
     XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT | XR_SPACE_LOCATION_POSITION_TRACKED_BIT)
#define RT_SPACE_VELOCITY_FLAGS                                                                    \
    (XR_SPACE_VELOCITY_LINEAR_VALID_BIT | XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)

#endif
