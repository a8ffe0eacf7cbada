/* SPDX-License-Identifier: MIT */
/*
 * next_chain: the `next` chains of OpenXR's structs.
 *
 * The first struct of a type counts (OpenXR 1.0, 2.7.7, "Next Chain Structure Uniqueness"). Unknown
 * ones are passed over. `next` may be NULL. Nothing of the app's is written.
 */
#ifndef US_NEXT_CHAIN_H
#define US_NEXT_CHAIN_H

#include "layer/base/arena.h"
#include "openxr/xr.h"

/* In a chain of outputs, which the caller may fill. */
void *us_next_chain_find_output(void *next, XrStructureType type);
/* In a chain of inputs. */
const void *us_next_chain_find_input(const void *next, XrStructureType type);

/* What becomes of a struct on the way down. */
enum us_next_chain_fate { US_NEXT_CHAIN_KEEP, US_NEXT_CHAIN_CHANGE, US_NEXT_CHAIN_UNLINK };

struct us_next_chain_edit {
    enum us_next_chain_fate (*fate)(XrStructureType type);
    void (*change)(XrBaseInStructure *copy, void *data); /* of the copy of what is to CHANGE */
    void *data;
};

enum us_next_chain_outcome {
    US_NEXT_CHAIN_AS_IS,     /* nothing in it is to change */
    US_NEXT_CHAIN_REWRITTEN, /* `next` is a new chain */
    US_NEXT_CHAIN_BLOCKED,   /* a struct of unknown size is in front of what is to change */
    US_NEXT_CHAIN_FULL,      /* the copies do not fit */
};

/*
 * Edit a chain of inputs: structs up to the last one that is not kept are copied into the arena,
 * the rest stays the app's. `*next` changes with US_NEXT_CHAIN_REWRITTEN only; `*out_type` is the
 * unknown struct's with US_NEXT_CHAIN_BLOCKED.
 */
enum us_next_chain_outcome us_next_chain_rewrite(struct us_arena *arena, const void **next,
                                                 const struct us_next_chain_edit *edit,
                                                 XrStructureType *out_type);

#endif
