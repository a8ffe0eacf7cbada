/* SPDX-License-Identifier: MIT */
/*
 * action_snapshot: the states that a sync computed, for any number of threads to read while the
 * next sync is computed.
 *
 * Two copies, written in turn. A reader takes the newer one and sees whether it was overwritten
 * meanwhile, which takes two syncs within one read; then it reads again. Nobody waits for anybody:
 * no lock, no system call, and a writer that stands still holds no reader up.
 */
#ifndef US_ACTION_SNAPSHOT_H
#define US_ACTION_SNAPSHOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "layer/base/seqlock.h"
#include "openxr/xr.h"

/* What one action is, for one user or for all of them. */
struct us_input_state {
    bool active;
    bool changed;      /* since the last sync, and active at both */
    uint8_t user_path; /* of poses: whose it is; enum us_user_path */
    uint8_t pose;      /* of a hand's poses; enum us_hand_pose */
    float x, y;        /* a truth value is 0 or 1 */
    uint32_t zero;     /* no holes: states are published as words */
    XrTime since;      /* the time of the frame at which it became what it is; 0 if inactive */
};

struct us_action_snapshot {
    uint32_t count;
    _Atomic uint64_t newest;    /* how many were published; the newest is in copy newest % 2 */
    struct us_seqlock locks[2]; /* one for each copy */
    _Atomic uint64_t *words[2];
};

/* All states inactive. False if memory runs out. */
bool us_action_snapshot_init(struct us_action_snapshot *snapshot, uint32_t count);
void us_action_snapshot_finish(struct us_action_snapshot *snapshot);

/* `count` states. One thread at a time. */
void us_action_snapshot_write(struct us_action_snapshot *snapshot,
                              const struct us_input_state *states);
struct us_input_state us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                              uint32_t index);

#endif
