/* SPDX-License-Identifier: MIT */
/*
 * space: locates spaces. A space is placed in the session's anchor space W, and then related to
 * another space.
 *
 * Each space is fixed to an entity with a constant offset: to the head, the gaze, a hand, a
 * reference space, or something that only the chain below can locate. The recording gives the pose
 * of a played entity in W. The chain below gives the pose of every other entity in W, at the same
 * time. Then locate(S, B, t) = P_W(B)^-1 * P_W(S). Flags and velocities follow OpenXR 1.0, chapter
 * 7.4.
 *
 * Functions may be called on any thread. They make no allocation, lock or system call of their own.
 * They call the chain below, so the caller must hold no lock.
 */
#ifndef US_SPACE_H
#define US_SPACE_H

#include <stdbool.h>

#include "layer/answer/answer.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"
#include "layer/bindings/action.h"
#include "core/base/pose.h"
#include "layer/state/session.h"
#include "openxr/xr.h"

struct us_space {
    struct us_node node; /* its parent node is the session */
    struct us_session *session;
    XrSpace handle;
    bool is_reference;              /* otherwise an action space */
    XrReferenceSpaceType reference; /* if it is a reference space */
    struct us_action *action;       /* if it is an action space; the space holds a reference */
    XrPath subaction;               /* the app's path */
    struct us_pose T_entity_space;  /* the offset that the app gave at creation */
    bool has_offset;                /* false: the offset is the identity and is skipped */
};

/* A pose in W, with OpenXR's flags of its valid and tracked parts. Parts that are not valid are the
 * identity. */
struct us_placement {
    struct us_motion motion;
    XrSpaceLocationFlags flags;
    XrSpaceVelocityFlags velocity_flags;
    bool is_origin;  /* of a base: it is W's origin, so a pose in W need not be related to it */
    enum us_how how; /* how the recorded pose was computed; US_HOW_EXACT for a space that does not
                        move in W, US_HOW_ABSENT for a space of the chain below */
};

#define US_SPACE_ALL_VALID                                                                         \
    (XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT |              \
     XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT | XR_SPACE_LOCATION_POSITION_TRACKED_BIT)
#define US_SPACE_ALL_MOVING                                                                        \
    (XR_SPACE_VELOCITY_LINEAR_VALID_BIT | XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)

/* Whether the orientation and the position are valid. */
static inline bool us_space_is_located(XrSpaceLocationFlags flags)
{
    const XrSpaceLocationFlags both =
        XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT;
    return (flags & both) == both;
}

static inline struct us_space *us_space_find(XrSpace space)
{
    return (struct us_space *)us_handle_table_find(US_HANDLE_SPACE, US_XR_VALUE(space));
}

/* A VIEW space without an offset, which belongs to no handle. */
struct us_space us_space_view(const struct us_session *session);

/* The entity of a space. NULL, a space that the layer does not know, belongs to the chain below. A
 * sync on another thread may change the result, so a call resolves each space once and keeps the
 * result. */
static inline struct us_resolved us_space_resolve(const struct us_space *space)
{
    struct us_resolved resolved = {.entity = US_ENTITY_RUNTIME};
    if (space == NULL)
        return resolved;
    const struct us_session *session = space->session;
    if (!space->is_reference)
        return us_input_pose(session, space->action, space->subaction);
    if (space->reference != XR_REFERENCE_SPACE_TYPE_VIEW) {
        struct us_pose pose;
        if (session->virtual_spaces.is_virtual &&
            us_virtual_spaces_find(&session->virtual_spaces, space->reference, &pose))
            resolved.entity = US_ENTITY_VIRTUAL;
        else if (us_answer_scripted_moves(session, space->reference))
            resolved.entity = US_ENTITY_MOVED;
    } else if (session->instance->bindings.plays.head && session->has_spaces &&
               !us_playback_is_live(session)) {
        resolved.entity = US_ENTITY_HEAD;
    }
    return resolved;
}

/* A space, found and resolved once for one call. */
struct us_space_use {
    XrSpace handle;
    const struct us_space *space; /* NULL if the layer does not know it */
    struct us_resolved resolved;
};
static inline void us_space_find_use(XrSpace handle, struct us_space_use *out)
{
    out->handle = handle;
    out->space = us_space_find(handle);
    out->resolved = us_space_resolve(out->space);
}

/* Places a space in W at a moment. Returns the result of the chain below if it was asked, else
 * XR_SUCCESS. After a failure `out` has no meaning. */
XrResult us_space_place(const struct us_session *session, const struct us_space_use *use,
                        const struct us_playback_moment *moment, struct us_placement *out);

/* The base space of a call whose base is replaced in the call down. The caller fills `use`. */
struct us_space_base {
    struct us_space_use use;
    struct us_placement placement;
};
/* Call this before the call down. Places a base of the chain below, so that an invalid handle or
 * time fails before any output is written. Does nothing for other bases. */
XrResult us_space_base_ask(const struct us_session *session, XrTime time,
                           struct us_space_base *base);
/* Call this after the call down. Places every base that us_space_base_ask did not place. */
XrResult us_space_base_place(const struct us_session *session,
                             const struct us_playback_moment *moment, struct us_space_base *base);

/* The placement of a space that the chain below has already located in the runtime's anchor space.
 * `velocity` may be NULL: none. `space` may be NULL: not known. */
struct us_placement us_space_place_located(const struct us_session *session,
                                           const struct us_space *space,
                                           const XrSpaceLocationData *location,
                                           const XrSpaceVelocityData *velocity);

/* Whether two spaces always have the same pose, wherever that is. */
bool us_space_is_same_frame(const struct us_space *a, const struct us_space *b);

/* Changes a placement in W to one relative to `base`, which is in W too. The result is what
 * xrLocateSpace returns. */
void us_space_relate(const struct us_placement *base, struct us_placement *placement);

/* The flags, relative to `base`, of a pose whose own flags are all set. */
struct us_space_flags {
    XrSpaceLocationFlags location;
    XrSpaceVelocityFlags velocity;
};
struct us_space_flags us_space_seen_flags(const struct us_placement *base);

/* Calls us_space_place for `use` and then us_space_relate. The caller has placed `base`. Two spaces
 * that are fixed to the same recorded entity are related exactly, from their offsets. */
XrResult us_space_locate(const struct us_session *session, const struct us_space_use *use,
                         const struct us_space_base *base, const struct us_playback_moment *moment,
                         struct us_placement *out);

/* Who answered a locate call for `use` in `base`, and how. `how` is that of the placement of `use`.
 */
struct us_answer us_space_answer(const struct us_space_use *use, enum us_how how,
                                 const struct us_space_base *base,
                                 const struct us_playback_moment *moment);

/* Frees a space; the handle table calls it through `node`. */
void us_space_free(struct us_node *node);

#endif
