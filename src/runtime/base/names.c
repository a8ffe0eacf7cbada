// SPDX-License-Identifier: MIT
#include "runtime/base/names.h"

#include <string.h>

#include <openxr/openxr_reflection.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

struct name {
    int64_t value;
    const char *text;
};

#define ENTRY(name, number) {name, #name},
static const struct name results[] = {XR_LIST_ENUM_XrResult(ENTRY)};
static const struct name structures[] = {XR_LIST_ENUM_XrStructureType(ENTRY)};
#undef ENTRY

static const char *find(const struct name *names, size_t count, int64_t value)
{
    for (size_t i = 0; i < count; i++) {
        if (names[i].value == value)
            return names[i].text;
    }
    return NULL;
}

const char *rt_names_result(XrResult value)
{
    return find(results, COUNT(results), value);
}

const char *rt_names_structure(XrStructureType value)
{
    return find(structures, COUNT(structures), value);
}

bool rt_names_find_result(const char *name, XrResult *out_value)
{
    for (size_t i = 0; i < COUNT(results); i++) {
        if (strcmp(results[i].text, name) == 0) {
            *out_value = (XrResult)results[i].value;
            return true;
        }
    }
    return false;
}
