/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdlib.h>

static struct spy_names_entry *find(const struct spy_names *names, enum spy_names_kind kind,
                                    uint64_t handle)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->entries[i].kind == kind && names->entries[i].handle == handle)
            return &names->entries[i];
    return NULL;
}

void spy_names_finish(struct spy_names *names)
{
    free(names->entries);
    *names = (struct spy_names){0};
}

bool spy_names_set(struct spy_names *names, const struct spy_names_entry *entry)
{
    struct spy_names_entry *place = find(names, entry->kind, entry->handle);
    if (!place && names->count == names->capacity) {
        size_t capacity = names->capacity * 2 + 32;
        struct spy_names_entry *grown = realloc(names->entries, capacity * sizeof *grown);
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

struct spy_names_entry spy_names_get(const struct spy_names *names, enum spy_names_kind kind,
                                     uint64_t handle)
{
    const struct spy_names_entry *entry = find(names, kind, handle);
    return entry ? *entry : (struct spy_names_entry){kind, handle, "UNKNOWN", "", 0, 0, 0};
}

struct probe_report_space spy_names_space(const struct spy_names_entry *entry)
{
    return (struct probe_report_space){entry->number, entry->name};
}
