/* SPDX-License-Identifier: MIT */
/*
 * action_snapshot: the action states that xrSyncActions computed, for readers on any thread.
 *
 * There are two copies. A sync writes the older copy and then publishes it as the newest. A reader
 * reads the newest copy. It repeats only if two syncs happened meanwhile, because only then its
 * copy was overwritten. Nobody waits: there is no lock and no system call, and a stopped writer
 * does not block a reader.
 */
#ifndef US_ACTION_SNAPSHOT_H
#define US_ACTION_SNAPSHOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "layer/base/seqlock.h"
#include "openxr/xr.h"

/* The state of one action, for one user path or for all of them. */
struct us_input_state {
    bool active;
    bool changed;      /* since the last sync; only if the action was active at both syncs */
    uint8_t user_path; /* only for poses; enum us_user_path */
    uint8_t pose;      /* only for poses of hands; enum us_hand_pose */
    float x, y;        /* a boolean is 0 or 1 in `x` */
    uint32_t zero;     /* fills a gap: the struct is copied as words */
    XrTime since;      /* lastChangeTime: the frame time of the last change; 0 if inactive */
};

struct us_action_snapshot {
    uint32_t count;
    _Atomic uint64_t newest;    /* number of published snapshots; the newest is copy newest % 2 */
    struct us_seqlock locks[2]; /* one for each copy */
    _Atomic uint64_t *words[2];
};

/* Starts with `count` inactive states. Returns false if memory runs out; call finish all the same.
 */
bool us_action_snapshot_init(struct us_action_snapshot *snapshot, uint32_t count);
void us_action_snapshot_finish(struct us_action_snapshot *snapshot);

/* Publishes `count` states. Only one thread may write at a time. */
void us_action_snapshot_write(struct us_action_snapshot *snapshot,
                              const struct us_input_state *states);
/* Returns the newest state, or an inactive one before the first sync. Any thread. */
struct us_input_state us_action_snapshot_read(const struct us_action_snapshot *snapshot,
                                              uint32_t index);

#endif
