/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdlib.h>

static struct us_names_entry *find(const struct us_names *names, enum us_names_kind kind,
                                   uint64_t handle)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->entries[i].kind == kind && names->entries[i].handle == handle)
            return &names->entries[i];
    return NULL;
}

void us_names_finish(struct us_names *names)
{
    free(names->entries);
    *names = (struct us_names){0};
}

bool us_names_set(struct us_names *names, const struct us_names_entry *entry)
{
    struct us_names_entry *place = find(names, entry->kind, entry->handle);
    if (!place && names->count == names->capacity) {
        size_t capacity = names->capacity * 2 + 32;
        struct us_names_entry *grown = realloc(names->entries, capacity * sizeof *grown);
        if (!grown)
            return false;
        names->entries = grown;
        names->capacity = capacity;
    }
    if (!place)
        place = &names->entries[names->count++];
    *place = *entry;
    return true;
}

struct us_names_entry us_names_get(const struct us_names *names, enum us_names_kind kind,
                                   uint64_t handle)
{
    const struct us_names_entry *entry = find(names, kind, handle);
    return entry ? *entry
                 : (struct us_names_entry){kind, handle, "UNKNOWN", "", US_POSE_IDENTITY, 0, 0};
}

struct us_report_space us_names_space(const struct us_names_entry *entry)
{
    return (struct us_report_space){entry->name, entry->subaction[0] ? entry->subaction : NULL,
                                    entry->offset};
}
