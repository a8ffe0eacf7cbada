/* SPDX-License-Identifier: MIT */
/*
 * reference: the recording's reference, which is LOCAL as it was when the session began.
 *
 * STAGE tells: LOCAL moved if STAGE is somewhere else in it, unless the runtime said that STAGE
 * moves. Where there is no STAGE, the runtime's events about LOCAL tell. Only the thread in
 * xrWaitFrame uses it, but for us_record_reference_note.
 */
#ifndef US_REFERENCE_H
#define US_REFERENCE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/base/pose.h"
#include "openxr/xr.h"

struct us_record_reference {
    bool is_moved;                    /* false: LOCAL is still the reference, exactly */
    struct us_pose T_reference_local; /* identity unless it is moved */
    bool has_stage;
    struct us_pose T_local_stage; /* the newest */
    atomic_bool stage_changes;    /* the runtime said that STAGE moves */
    atomic_bool has_change;       /* the runtime said that LOCAL moves; then these are set */
    XrTime change_time;
    struct us_pose T_before_after;
};

/* What xrLocateSpace just said of STAGE in LOCAL; a pose in LOCAL brought into the
 * reference. */
void us_record_reference_follow(struct us_record_reference *reference, struct us_pose T_local_stage,
                                bool is_valid);
/* The runtime said that LOCAL or STAGE changes. Any thread. */
void us_record_reference_note(struct us_record_reference *reference,
                              const XrEventDataReferenceSpaceChangePending *changed);
/* Before anything of the frame at `time` is located. */
void us_record_reference_advance(struct us_record_reference *reference, XrTime time);
struct us_pose us_record_reference_from_local(const struct us_record_reference *reference,
                                              struct us_pose pose);
struct us_vec3 us_record_reference_turn(const struct us_record_reference *reference,
                                        struct us_vec3 vector);

/* A pose bit for bit, without making it a unit quaternion. */
static inline struct us_pose us_record_pose(XrPosef pose)
{
    struct us_pose out = {
        {pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w},
        {pose.position.x, pose.position.y, pose.position.z}};
    return out;
}

static inline struct us_vec3 us_record_vector(XrVector3f vector)
{
    struct us_vec3 out = {vector.x, vector.y, vector.z};
    return out;
}

#endif
