/* SPDX-License-Identifier: MIT */
/*
 * enabled: what an app asked for when it made its instance: extensions by their names, and the
 * version of OpenXR. Immutable once made.
 */
#ifndef US_ENABLED_H
#define US_ENABLED_H

#include <stdbool.h>

#include "xr.h"

struct us_enabled {
    char (*names)[XR_MAX_EXTENSION_NAME_SIZE]; /* from malloc */
    uint32_t count;
    uint32_t minor; /* of OpenXR 1; UINT32_MAX for a major version above */
};

/* False if memory runs out: nothing counts as enabled then. */
bool us_enabled_init(struct us_enabled *enabled, const XrInstanceCreateInfo *info);
void us_enabled_finish(struct us_enabled *enabled);

bool us_enabled_has(const struct us_enabled *enabled, const char *name);

/* Whether the app may use what `extension` adds (NULL: no extension does) and core has since minor
 * version `core_since`. */
bool us_enabled_allows(const struct us_enabled *enabled, const char *extension,
                       uint32_t core_since);

#endif
