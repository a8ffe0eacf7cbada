/* SPDX-License-Identifier: MIT */
/*
 * create_request: what an app asked for when it made its instance: extensions by their names, and
 * the version of OpenXR. Immutable once made.
 */
#ifndef US_CREATE_REQUEST_H
#define US_CREATE_REQUEST_H

#include <stdbool.h>

#include "openxr/xr.h"

struct us_create_request {
    char (*names)[XR_MAX_EXTENSION_NAME_SIZE]; /* from malloc */
    uint32_t count;
    uint32_t minor; /* of OpenXR 1; UINT32_MAX for a major version above */
};

/* False if memory runs out: nothing counts as enabled then. */
bool us_create_request_init(struct us_create_request *request, const XrInstanceCreateInfo *info);
void us_create_request_finish(struct us_create_request *request);

bool us_create_request_has(const struct us_create_request *request, const char *name);

/* Whether the app may use what `extension` adds (NULL: no extension does) and core has since minor
 * version `core_since`. */
bool us_create_request_allows(const struct us_create_request *request, const char *extension,
                              uint32_t core_since);

#endif
