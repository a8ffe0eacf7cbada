/* SPDX-License-Identifier: MIT */
/*
 * create_request: what the app asked for in XrInstanceCreateInfo: the names of the extensions and
 * the OpenXR version. Immutable after us_create_request_init.
 */
#ifndef US_CREATE_REQUEST_H
#define US_CREATE_REQUEST_H

#include <stdbool.h>

#include "openxr/xr.h"

struct us_create_request {
    char (*names)[XR_MAX_EXTENSION_NAME_SIZE]; /* from malloc */
    uint32_t count;
    uint32_t minor; /* minor version of OpenXR 1; UINT32_MAX for a higher major version */
};

/* Copies the names. Returns false if memory runs out; then no extension counts as enabled. */
bool us_create_request_init(struct us_create_request *request, const XrInstanceCreateInfo *info);
void us_create_request_finish(struct us_create_request *request);

/* Whether the app enabled an extension. */
bool us_create_request_has(const struct us_create_request *request, const char *name);

/* Whether the app may use a feature that `extension` adds (NULL: no extension adds it) and that
 * core has from minor version `core_since` on (0: always; UINT32_MAX: never). */
bool us_create_request_allows(const struct us_create_request *request, const char *extension,
                              uint32_t core_since);

#endif
