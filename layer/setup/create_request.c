/* SPDX-License-Identifier: MIT */
#include "layer/setup/create_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool us_create_request_init(struct us_create_request *request, const XrInstanceCreateInfo *info)
{
    *request = (struct us_create_request){0};
    XrVersion version = info->applicationInfo.apiVersion;
    request->minor = XR_VERSION_MAJOR(version) > 1 ? UINT32_MAX : XR_VERSION_MINOR(version);
    request->names = calloc((size_t)info->enabledExtensionCount + 1, sizeof *request->names);
    if (request->names == NULL)
        return false;
    request->count = info->enabledExtensionCount;
    for (uint32_t i = 0; i < request->count; i++)
        snprintf(request->names[i], sizeof request->names[i], "%s", info->enabledExtensionNames[i]);
    return true;
}

void us_create_request_finish(struct us_create_request *request)
{
    free(request->names);
    *request = (struct us_create_request){0};
}

bool us_create_request_has(const struct us_create_request *request, const char *name)
{
    for (uint32_t i = 0; i < request->count; i++) {
        if (strcmp(request->names[i], name) == 0)
            return true;
    }
    return false;
}

bool us_create_request_allows(const struct us_create_request *request, const char *extension,
                              uint32_t core_since)
{
    return request->minor >= core_since || (extension == NULL && core_since == 0) ||
           (extension != NULL && us_create_request_has(request, extension));
}
