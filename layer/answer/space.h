/* SPDX-License-Identifier: MIT */
/*
 * space: the algebra of spaces: where anything is in the session's anchor space W, and one thing as
 * seen from another.
 *
 * Every space is a frame that is fixed to an entity: the head, the gaze, a reference space of the
 * runtime, or something that only the runtime knows. Recorded entities are placed in W by playback,
 * all others by asking the runtime at the same time: locate(S, B, t) = P_W(B)^-1 * P_W(S). Flags
 * and velocities follow OpenXR 1.0, chapter 7.4.
 *
 * No allocation, lock or system call of its own; calls down, so no lock may be held.
 */
#ifndef US_SPACE_H
#define US_SPACE_H

#include <stdbool.h>

#include "layer/answer/answer.h"
#include "layer/answer/input.h"
#include "layer/answer/playback.h"
#include "layer/bindings/action.h"
#include "core/base/pose.h"
#include "layer/state/session.h"
#include "openxr/xr.h"

struct us_space {
    struct us_node node; /* its parent is the session */
    struct us_session *session;
    XrSpace handle;
    bool is_reference;              /* otherwise an action space */
    XrReferenceSpaceType reference; /* if it is a reference space */
    struct us_action *action;       /* if it is an action space; counted */
    XrPath subaction;               /* as the app gave it */
    struct us_pose T_entity_space;  /* the offset it was made with */
    bool has_offset;                /* false: that is the identity, and need not be applied */
    bool of_recorder;               /* the recorder created it; the app does not know it */
    uint32_t number;                /* in the event log, from 1; 0: not in it */
};

/* A frame in W, with OpenXR's flags for what of it is known. Where nothing is, the pose is
 * identity. */
struct us_placement {
    struct us_motion motion;
    XrSpaceLocationFlags flags;
    XrSpaceVelocityFlags velocity_flags;
    bool is_origin;  /* W itself: what is in W is as seen from here */
    enum us_how how; /* how the recorded pose was made; US_HOW_EXACT for a space that does not move
                        in W, US_HOW_ABSENT for one of the runtime */
};

#define US_SPACE_ALL_VALID                                                                         \
    (XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT |              \
     XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT | XR_SPACE_LOCATION_POSITION_TRACKED_BIT)
#define US_SPACE_ALL_MOVING                                                                        \
    (XR_SPACE_VELOCITY_LINEAR_VALID_BIT | XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)

static inline struct us_space *us_space_find(XrSpace space)
{
    return (struct us_space *)us_handle_table_find(US_HANDLE_SPACE, US_XR_VALUE(space));
}

/* The space of the app's head: VIEW without an offset, in memory of the caller. */
struct us_space us_space_view(const struct us_session *session);

/* `space` may be NULL: a space that the layer does not know is the runtime's. Each sync may change
 * the answer, so a call resolves a space once and keeps the result. */
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
    } else if (session->instance->bindings.plays.head && session->has_spaces &&
               !us_playback_is_live(session)) {
        resolved.entity = US_ENTITY_HEAD;
    }
    return resolved;
}

/* A space as one call uses it: found and resolved once. */
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

/* Place a space in W at a moment. The result is the runtime's if it was asked; on a failure `out`
 * is unknown. */
XrResult us_space_place(const struct us_session *session, const struct us_space_use *use,
                        const struct us_playback_moment *moment, struct us_placement *out);

/* The base of a call that goes down with another base. The caller finds `use`. */
struct us_space_base {
    struct us_space_use use;
    struct us_placement placement;
};
/* Before the call goes down: place a base of the runtime's, so that an invalid handle or time fails
 * before anything is written. Other bases are left alone. */
XrResult us_space_base_ask(const struct us_session *session, XrTime time,
                           struct us_space_base *base);
/* After the call: place every other base. */
XrResult us_space_base_place(const struct us_session *session,
                             const struct us_playback_moment *moment, struct us_space_base *base);

/* As us_space_place for a space of the runtime's that it already located in the layer's anchor
 * space.
 */
struct us_placement us_space_place_located(const struct us_session *session,
                                           const struct us_space *space,
                                           const XrSpaceLocationData *location,
                                           const XrSpaceVelocityData *velocity);

/* Whether two spaces are one frame, whatever is known of where that is. NULL: a space that the
 * layer does not know is the same as nothing. */
bool us_space_is_same_frame(const struct us_space *a, const struct us_space *b);

/* Makes a placement in W what it is as seen from `base`, which is in W too: what xrLocateSpace
 * answers. */
void us_space_relate(const struct us_placement *base, struct us_placement *placement);

/* The flags of something that is known in full, as seen from `base`. */
struct us_space_flags {
    XrSpaceLocationFlags location;
    XrSpaceVelocityFlags velocity;
};
struct us_space_flags us_space_seen_flags(const struct us_placement *base);

/* us_space_place of `use` and us_space_relate, with `base` already placed. Two spaces that are
 * fixed to the same recorded entity are related exactly. */
XrResult us_space_locate(const struct us_session *session, const struct us_space_use *use,
                         const struct us_space_base *base, const struct us_playback_moment *moment,
                         struct us_placement *out);

/* Who answered where `use` is in `base`, and how; `how` is us_placement's of `use`. */
struct us_answer us_space_answer(const struct us_space_use *use, enum us_how how,
                                 const struct us_space_base *base,
                                 const struct us_playback_moment *moment);

/* The `free` of its node. */
void us_space_free(struct us_node *node);

#endif
