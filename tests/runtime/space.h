// SPDX-License-Identifier: MIT
// Reference spaces and action spaces (OpenXR, "Spaces"). Under the runtime's lock.
#ifndef US_RUNTIME_SPACE_H
#define US_RUNTIME_SPACE_H

#include "action.h"
#include "motion.h"
#include "session.h"

struct us_space {
    struct us_object object;
    XrReferenceSpaceType reference; // meaningful where `action` is NULL
    const struct us_action *action;
    enum us_user user;
    XrPosef offset;
};

// Whether the app may use LOCAL_FLOOR.
bool us_space_has_local_floor(const struct us_instance *instance);

// Where a space is in what LOCAL was at first (person.h) at that time, with its
// velocity; false where nothing tracks it.
bool us_space_locate(const struct us_space *space, XrTime time,
                     struct us_motion *out_m_local_space);

// The same in another space. False where either is not tracked.
bool us_space_relate(const struct us_space *space, const struct us_space *base, XrTime time,
                     struct us_motion *out_m_base_space);

// The live space of that handle that belongs to the session, or NULL.
const struct us_space *us_space_find(const struct us_session *session, XrSpace space);

#define US_SPACE_TRACKED_FLAGS                                                                     \
    (XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT |              \
     XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT | XR_SPACE_LOCATION_POSITION_TRACKED_BIT)
#define US_SPACE_VELOCITY_FLAGS                                                                    \
    (XR_SPACE_VELOCITY_LINEAR_VALID_BIT | XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)

#endif
