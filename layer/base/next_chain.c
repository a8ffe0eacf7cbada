/* SPDX-License-Identifier: MIT */
#include "layer/base/next_chain.h"

#include <stdlib.h>
#include <string.h>

void *us_next_chain_find_either(void *output, const void *input, XrStructureType type)
{
    void *found = us_xr_find_output(output, type);
    return found != NULL ? found : us_xr_find_output((void *)(uintptr_t)input, type);
}

XrBool32 *us_next_chain_find_support(void *next, XrStructureType type)
{
    char *found = us_xr_find_output(next, type);
    return found != NULL ? (XrBool32 *)(void *)(found + sizeof(XrBaseOutStructure)) : NULL;
}

/* A longer chain is assumed to be a cycle, which is an error of the app. */
enum { LONGEST = 256 };

/* The size of a struct; 0 if the layer does not know it. A struct can only be copied by its size,
 * and the chain does not hold it. The list is that of the build's headers, behind what older ones
 * lack of frames and their layers. */
static size_t size_of(XrStructureType type)
{
    static const struct {
        XrStructureType type;
        size_t size;
    } known[] = {
#define LISTED(structure, type) {type, sizeof(structure)},
        {XR_TYPE_LOCAL_DIMMING_FRAME_END_INFO_META, sizeof(XrLocalDimmingFrameEndInfoMETA)},
        {XR_TYPE_FRAME_SYNTHESIS_INFO_EXT, sizeof(XrFrameSynthesisInfoEXT)},
        {XR_TYPE_COMPOSITION_LAYER_DEPTH_TEST_FB, sizeof(XrCompositionLayerDepthTestFB)},
        {XR_TYPE_COMPOSITION_LAYER_SETTINGS_FB, sizeof(XrCompositionLayerSettingsFB)},
        XR_LIST_STRUCTURE_TYPES_CORE(LISTED)
#undef LISTED
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].type == type)
            return known[i].size;
    }
    return 0;
}

/* The number of structs up to and including the last one that is not kept; 0 if all are kept. */
static int count_edited(const XrBaseInStructure *item, const struct us_next_chain_edit *edit)
{
    int last = 0;
    for (int i = 1; item != NULL && i <= LONGEST; i++, item = item->next) {
        if (edit->fate(item->type) != US_NEXT_CHAIN_KEEP)
            last = i;
    }
    return last;
}

enum us_next_chain_outcome us_next_chain_rewrite(struct us_arena *arena, const void **next,
                                                 const struct us_next_chain_edit *edit,
                                                 XrStructureType *out_type)
{
    const XrBaseInStructure *item = *next, *first = NULL;
    const XrBaseInStructure **link = &first;
    int count = count_edited(item, edit);
    size_t mark = arena->used;
    for (int i = 0; i < count; i++, item = item->next) {
        enum us_next_chain_fate fate = edit->fate(item->type);
        if (fate == US_NEXT_CHAIN_UNLINK)
            continue;
        size_t size = size_of(item->type);
        XrBaseInStructure *copy = us_arena_copy(arena, item, 1, size);
        if (copy == NULL) {
            arena->used = mark;
            *out_type = item->type;
            return size > 0 ? US_NEXT_CHAIN_FULL : US_NEXT_CHAIN_BLOCKED;
        }
        if (fate == US_NEXT_CHAIN_CHANGE)
            edit->change(copy, edit->data);
        *link = copy;
        link = &copy->next;
    }
    if (count == 0)
        return US_NEXT_CHAIN_AS_IS;
    *link = item;
    *next = first;
    return US_NEXT_CHAIN_REWRITTEN;
}

struct us_arena *us_arena_create(void)
{
    return calloc(1, sizeof(struct us_arena));
}

void us_arena_destroy(struct us_arena *arena)
{
    free(arena);
}

bool us_arena_enter(struct us_arena *arena)
{
    if (atomic_exchange_explicit(&arena->busy, true, memory_order_acquire))
        return false;
    arena->used = 0;
    return true;
}

void us_arena_leave(struct us_arena *arena)
{
    atomic_store_explicit(&arena->busy, false, memory_order_release);
}

void *us_arena_copy(struct us_arena *arena, const void *from, size_t count, size_t size)
{
    size_t room = US_ARENA_SIZE - arena->used;
    if (count == 0 || size == 0 || count > room / size)
        return NULL;
    unsigned char *copy = arena->bytes + arena->used;
    memcpy(copy, from, count * size);
    size_t align = _Alignof(max_align_t);
    arena->used += (count * size + align - 1) / align * align;
    return copy;
}
