/* SPDX-License-Identifier: MIT */
#include "chain.h"

void *us_chain_find_output(void *next, XrStructureType type)
{
    XrBaseOutStructure *item = next;
    while (item != NULL && item->type != type)
        item = item->next;
    return item;
}

const void *us_chain_find_input(const void *next, XrStructureType type)
{
    const XrBaseInStructure *item = next;
    while (item != NULL && item->type != type)
        item = item->next;
    return item;
}
